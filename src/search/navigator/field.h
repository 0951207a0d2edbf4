// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What a field remembers, and how it is mended after edits (field_mend.c).
#pragma once

#include "search/engine/best_first.h"

#include <waymark/field.h>

/// Changed rectangles that wait to be looked at; more at once, and the field starts over.
#define WAYI_FIELD_RECTS 64u

typedef enum wayi_field_phase {
    WAYI_FIELD_GROW,  ///< Dijkstra's search
    WAYI_FIELD_LOOK,  ///< at states whose steps have changed: does their way still hold?
    WAYI_FIELD_RAISE, ///< what leads over states that lost theirs loses it, too
    WAYI_FIELD_JOIN   ///< what lies around both is looked at again
} wayi_field_phase;

/// How far a mend has got.
typedef struct wayi_field_work {
    wayi_field_phase phase;
    uint32_t rect_count;
    uint32_t rect;          ///< the one in hand
    uint32_t cell;          ///< of it, the next to look at
    uint32_t raised_done;   ///< of those raised, how many have told the states behind them
    uint32_t doubts_joined; ///< of both, how many have been joined
    uint32_t raised_joined;
} wayi_field_work;

struct way_field {
    wayi_best_first search;
    wayi_path_buffer settled;
    wayi_path_buffer sources; ///< to start over from
    way_stats stats;
    way_edge *edges;
    way_space *space;
    uint64_t revision; ///< of the space that is followed
    way_outcome outcome;
    bool backward;
    bool ready;    ///< the search was set up
    bool mending;  ///< after an edit, until all is exact again
    bool unsorted; ///< states have changed since `settled` was filled
    wayi_field_work work;
    way_rect rects[WAYI_FIELD_RECTS]; ///< with all states whose steps the edits changed
    wayi_path_buffer doubts;          ///< states looked at, with what links join to them
    wayi_path_buffer raised;          ///< states that lost their way
    wayi_meter meter;                 ///< of all that it holds
    way_allocator allocator;
};

/// Takes note of edits since the revision that the field follows; false if starting over is better:
/// too many, of too much, no longer known, or not on a map.
bool wayi_field_notice(way_field *field);

/// The cost of the step to a state from the one before it on its way.
way_cost wayi_field_step_cost(const way_field *field, way_state parent, way_state state);

/// Forgets what is left to mend.
void wayi_field_settle(way_field *field);

/// Works on what comes before growing again, for up to *budget states, which are taken off it.
/// False without memory.
bool wayi_field_mend(way_field *field, uint32_t *budget);

/// Lists the settled states again, cheapest first; false without memory.
bool wayi_field_list(way_field *field);
