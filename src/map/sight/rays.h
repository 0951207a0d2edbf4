// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Smoothing by rays, as HPA* does: from a cell of the path straight runs of legal steps go out in
// all directions. Where one meets the path further on for less, it takes the place of what is
// between, and smoothing goes on two cells before the meeting. A slice at a time, in memory that is
// kept from path to path.
//
// The path is a finished part, cells[0..last], followed by the rest of the old one, from `next` on;
// the place where rays start is one of the last three of the finished part. No way between two
// cells has fewer steps than a straight run, so the finished part never catches up with the rest.
// Each run that is taken moves `next` on, so there are at most four times as many starts as cells.
//
// The rest of the path is marked on the four kinds of lines that rays follow: most rays are done
// when the words that they cross turn out to be empty, before any step is looked at.
//
// Botea, Mueller, Schaeffer: Near Optimal Hierarchical Path-Finding, 2004; Anguelov 2011.
#pragma once

#include "map/grid/map.h"

/// Where a cell of the old path is last on it. Entries lie where the hash of the cell says.
typedef struct wayi_rays_place {
    way_cell cell; ///< WAY_CELL_NONE = free
    uint32_t place;
} wayi_rays_place;

/// 64 cells of a row, column or diagonal. Entries lie where the hash of the key says.
typedef struct wayi_rays_word {
    uint32_t key; ///< UINT32_MAX = free
    uint32_t unused;
    uint64_t marks; ///< which of the cells are on the rest of the path
} wayi_rays_word;

/// A step of the old path, and what comes after it.
typedef struct wayi_rays_move {
    uint64_t cost;      ///< from the first cell to the end of the step
    uint32_t direction; ///< of the step
    uint32_t straight;  ///< steps from here on that go the same way, this one included
} wayi_rays_move;

typedef struct wayi_rays {
    const way_map *map;
    const wayi_layer *layer;
    uint32_t reach;  ///< most cells of a ray; UINT32_MAX = no limit
    way_cell *cells; ///< borrowed
    uint32_t count;
    bool crosses;          ///< a cell is on the path more than once
    wayi_rays_move *steps; ///< [capacity] by cell that they lead to
    uint32_t capacity;
    wayi_rays_place *places; ///< [place_capacity], of which a power of two is in use
    uint32_t place_capacity;
    uint32_t place_shift;
    wayi_rays_word *words; ///< [word_capacity], of which a power of two is in use
    uint32_t word_capacity;
    uint32_t word_shift;
    uint32_t at;    ///< where rays start
    uint32_t last;  ///< of the finished part
    uint32_t next;  ///< of the old path
    uint64_t saved; ///< cost
    way_allocator allocator;
} wayi_rays;

void wayi_rays_init(wayi_rays *rays, const way_map *map, const wayi_layer *layer,
                    const way_allocator *allocator);
void wayi_rays_fini(wayi_rays *rays);

/// Starts on a path of legal steps, to be changed in place. False without memory.
bool wayi_rays_begin(wayi_rays *rays, uint32_t reach, way_cell *cells, uint32_t count);

/// Looks around from up to *budget cells, which are taken off it. True when the path is smooth:
/// cells[0..last], cheaper by `saved`.
bool wayi_rays_step(wayi_rays *rays, uint32_t *budget);
