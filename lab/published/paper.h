// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What the databases of HCDPS and of DBA* have in common, as the papers print them: searches whose
// paths depend on nothing but the map, the compression of a path into states that hill climbing
// connects, and the paths between regions that are few borders apart.
//
// What the papers leave to chance is fixed: of equal steps the first in the order of directions, of
// equal states of an open list the one with the larger g, then the smaller cell; a parent is
// replaced by a cheaper one only.
#pragma once

#include "base/job.h"
#include "core/heap.h"
#include "core/path_buffer.h"
#include "space/grid.h"

#include <waymark/agent.h>

/// Both keep something for every pair of regions: more are refused.
#define WAYI_PAPER_REGIONS 4096u

// Searches ----------------------------------------------------------------------------------------

/// A search that keeps to a rectangle of a map. What it needs is taken for the largest rectangle
/// once.
typedef struct wayi_paper_search {
    const wayi_grid *grid;
    way_rect rect;
    way_cell source;
    way_cost *costs;      ///< by place in the rectangle; WAY_COST_MAX = not met
    uint8_t *steps;       ///< by place: the direction of the last step
    uint32_t area;        ///< places that there is room for
    uint32_t limit;       ///< most cells remembered; 0 = no limit
    wayi_path_buffer met; ///< cells in the order in which they were met
    uint32_t next;        ///< of these: whose neighbours a flood looks at
    wayi_heap open;
    way_observer *observer; ///< [opt]
    way_allocator allocator;
} wayi_paper_search;

/// False without memory. `fini` is fine in both cases.
bool wayi_paper_search_init(wayi_paper_search *search, const wayi_grid *grid, uint32_t area,
                            const way_allocator *allocator);
void wayi_paper_search_fini(wayi_paper_search *search);

/// Forgets the last search and starts from a cell of a rectangle; false without memory.
bool wayi_paper_search_begin(wayi_paper_search *search, way_rect rect, way_cell source);

/// Goes on with A* for up to *budget expansions, which are taken off it: FOUND, NO_PATH, WORKING,
/// CAPACITY.
way_outcome wayi_paper_search_run(wayi_paper_search *search, way_cell aim, uint32_t *budget);

/// Goes on breadth first until the cell at hand is one of `count` places, whose index goes to
/// *found, for up to *budget cells, which are taken off it. Otherwise the same. The search must not
/// be another one's.
way_outcome wayi_paper_search_flood(wayi_paper_search *search, const way_cell *places,
                                    uint32_t count, uint32_t *budget, uint32_t *found);

/// Appends the way from the source to a cell that was met, both included; false without memory.
bool wayi_paper_search_trace(const wayi_paper_search *search, way_cell cell,
                             wayi_path_buffer *path);

// Records -----------------------------------------------------------------------------------------

/// Compresses a path of at least two states: the first, subgoals, the last, each of which can be
/// climbed to from the one before. Writes at most `count` and returns how many. A subgoal is the
/// last state before one that can't be climbed to, as halving finds it; or the `farthest` that can.
uint32_t wayi_paper_compress(const wayi_grid *grid, const way_cell *path, uint32_t count,
                             bool farthest, way_cell *out);

/// Best paths from the place of each region to those of the regions up to `depth` borders away.
typedef struct wayi_paper_paths {
    uint32_t *first; ///< [count + 1] where those from a region start; NULL = no memory
    uint32_t *to;    ///< regions, ascending
    way_cost *costs;
    uint32_t *lengths;       ///< states of each
    wayi_path_buffer *cells; ///< [count] by region: their states behind each other, ends included
    uint32_t count;          ///< of regions
    way_allocator allocator;
} wayi_paper_paths;

typedef struct wayi_paper_config {
    const wayi_grid *grid;
    const uint32_t *regions; ///< by cell; UINT32_MAX = none
    const way_cell *places;
    uint32_t count; ///< of regions
    uint32_t depth;
    bool compress; ///< paths
    bool farthest; ///< see wayi_paper_compress
} wayi_paper_config;

/// NO_MEMORY, CANCELLED. `fini` is fine in all cases.
way_status wayi_paper_paths_make(wayi_paper_paths *paths, const wayi_paper_config *config,
                                 wayi_job_stage stage, const way_allocator *allocator);
void wayi_paper_paths_fini(wayi_paper_paths *paths);

/// The index of a region among ascending ones; UINT32_MAX if it is not there.
uint32_t wayi_paper_find(const uint32_t *regions, uint32_t count, uint32_t region);
