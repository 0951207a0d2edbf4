// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Repairs routes after edits. Whoever owns the partition brings regions up to date first (adds,
// moves, retires, relabels cells) and says which; the mender then does, in slices:
//
//   borders   who is next to whom, around the regions that changed and the edited cells
//   records   those to or from new places; those whose climbs come within a cell of an edit, be it
//             blocked or opened; those that an opened cell could make shorter; and those of regions
//             whose neighbourhood changed. All others stay as they are.
//   rows      those of sources for which a changed record was, or becomes, part of a cheapest way.
//             What is left to go stays exact for all other sources, so chains of hops still end.
//             Rows go by costs of their own: a record that got dearer or cheaper by less than a
//             sixteenth keeps its old one, which spares nearly all rows after small edits.
//
// After all that the records are what a fresh build with the same places would give, and the chains
// of records are cheapest to within that sixteenth. Until then
// they must not be followed. What only repairs need (labels, costs, traces) is made up at the first
// one and kept.
#pragma once

#include "search/subgoal/pilot.h"
#include "search/subgoal/routes.h"

typedef struct wayi_mender_change {
    uint32_t from, to;
    way_cost before, after; ///< WAY_COST_MAX = no such record
} wayi_mender_change;

/// Where a record comes by, and what it costs to walk.
typedef struct wayi_mender_trace {
    wayi_climb_box box;
    way_cost length;
} wayi_mender_trace;

/// What repairs know of a region beside its routes.
typedef struct wayi_mender_region {
    wayi_climb_box box; ///< around its cells
    uint32_t near_first;
    uint32_t near_count;
    uint32_t new_first; ///< neighbours found now, while borders are renewed
    uint32_t new_count;
    uint32_t old_first; ///< its records as the rows know them, if has_old
    uint16_t old_count;
    bool has_old;
    bool touched;     ///< its cells or place changed
    bool changed;     ///< its neighbours are others than before
    bool moved;       ///< its place is another one than before
    bool stale_edges; ///< queued
    bool stale_row;
} wayi_mender_region;

typedef struct wayi_mender {
    wayi_guide *guide;
    wayi_routes *routes;
    uint32_t depth;
    wayi_partition partition; ///< owned; places follow the regions
    uint32_t cell_count;
    uint32_t place_capacity;
    wayi_mender_region *regions;
    uint32_t region_capacity;
    wayi_path_buffer near; ///< neighbours of all regions; lists replaced are left behind
    way_cost *costs;       ///< by edge, as the rows know them: about what it costs
    wayi_mender_trace *traces;
    bool *bad; ///< by edge: to be made again
    uint32_t cost_capacity, trace_capacity, bad_capacity;
    uint32_t *seen; ///< by region, zeros
    uint32_t seen_capacity;
    wayi_path_buffer free;    ///< numbers of retired regions
    wayi_path_buffer targets; ///< scratch
    wayi_path_buffer olds;    ///< scratch of the partitions
    wayi_path_buffer queue;   ///< regions with stale records
    wayi_mender_change *changes;
    uint32_t change_count, change_capacity;
    uint32_t next_row; ///< rows below are done
    bool rows_begun;   ///< some rows are new already
    bool all_rows;     ///< nothing is known about which rows hold
    bool unsure;       ///< borders were learned after the edit and can't be compared
    wayi_record_maker maker;
    way_allocator allocator;
} wayi_mender;

/// Makes a mender for the routes of a navigator's guide, whose lists become its own. NO_MEMORY.
way_status wayi_mender_create(way_navigator *navigator, uint32_t depth, wayi_mender **out);
void wayi_mender_destroy(wayi_mender *mender);
size_t wayi_mender_bytes(const wayi_mender *mender);

/// A new region with that place, or WAYI_REGION_NONE without memory or numbers.
uint32_t wayi_mender_add(wayi_mender *mender, way_cell place);

/// Frees the number of a region that has no cells any more.
bool wayi_mender_retire(wayi_mender *mender, uint32_t region);

/// Gives a region another place.
void wayi_mender_move(wayi_mender *mender, uint32_t region, way_cell place);

/// Says that the cells of a region changed; its box grows to hold `box`.
void wayi_mender_touch(wayi_mender *mender, uint32_t region, wayi_climb_box box);

/// What a changed rectangle reaches: a larger unit stands with its top left corner.
way_rect wayi_mender_reach(const wayi_mender *mender, way_rect rect);

/// Finds out what must be made again after the map changed in some rectangles, when the regions are
/// up to date.
way_status wayi_mender_note_all(wayi_mender *mender, const way_rect *rects, uint32_t count);

/// Makes records and rows for about *budget expansions. *done = the routes are whole again.
way_status wayi_mender_run(wayi_mender *mender, uint32_t budget, bool *done);

/// Passes a status on; anything that went wrong in the middle of a repair makes the next one start
/// from scratch.
way_status wayi_mender_settle(way_navigator *navigator, way_status status);

/// Prepares everything again, after a repair went wrong.
way_status wayi_mender_rebuild(way_navigator *navigator);

// Between the files of the mender -----------------------------------------------------------------

/// Makes room for so many edges in all lists by edge; false without memory.
bool wayi_mender_reserve_edges(wayi_mender *mender, uint32_t count);

/// Climbs a record on the map as it is: its cost and where it comes by. False if it is broken.
bool wayi_mender_trace_edge(wayi_mender *mender, uint32_t region, uint32_t edge);

/// Collects the regions up to `depth` borders away in mender->targets, itself first. False without
/// memory.
bool wayi_mender_find_within(wayi_mender *mender, uint32_t region);

/// Makes stale rows; part of run.
way_status wayi_mender_rows(wayi_mender *mender, uint32_t budget, bool *done);

/// Notes which rows the changed records make stale; part of run.
way_status wayi_mender_judge_rows(wayi_mender *mender);
