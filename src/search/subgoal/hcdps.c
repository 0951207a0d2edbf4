// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// HCDPS: the map is cut into squares and these into regions whose cells climb to their seed and are
// climbed to from it. Best paths between seeds of regions up to `depth` borders apart are kept as
// subgoals that hill climbing connects, with rows of next hops from every region to every other. An
// agent looks up two regions and climbs all the way: start, seed, subgoals, seed, goal. It never
// searches the map and never learns. It tries to climb from the start straight to the goal, from
// the start past its seed, from seeds near the goal straight to it, and from every subgoal past the
// next ones, within `lookahead` cells a move.
//
// Reference: Lawrence and Bulitko, Database-Driven Real-Time Heuristic Search in Video-Game
// Pathfinding, 2013.
// Deviations: the records of all pairs are not stored but strung together from those between
// near regions, so memory grows with regions and not with their square; what compressing a whole
// path would gain is had by skipping subgoals on the way. Regions keep to squares, so that an edit
// concerns few of them, and the region of a cell is found by climbing, not looked up. Ties are
// fixed. Weights count. With `published` seeds are in the middle of squares and ends are not
// chosen.
#include "search/subgoal/pilot.h"

enum { HCDPS_DEPTH, HCDPS_SPACING, HCDPS_CUTOFF, HCDPS_TRIM, HCDPS_LOOKAHEAD, HCDPS_PUBLISHED };

static const way_param hcdps_params[] = {
    [HCDPS_DEPTH] = WAYI_GUIDE_DEPTH,
    [HCDPS_SPACING] =
        {"spacing",
         "cells between seeds, smaller finds better paths with more memory; 0 = what suits the map",
         WAY_PARAM_INTEGER, 0, 0, (int32_t)WAYI_SQUARE_MAX, NULL},
    [HCDPS_CUTOFF] = {"cutoff", "most steps between a cell and the seed of its region",
                      WAY_PARAM_INTEGER, 250, 1, 10000, NULL},
    [HCDPS_TRIM] = WAYI_GUIDE_TRIM,
    [HCDPS_LOOKAHEAD] = {"lookahead", "most cells looked at between two moves", WAY_PARAM_INTEGER,
                         150, 1, 10000, NULL},
    [HCDPS_PUBLISHED] = {"published",
                         "as in the paper: seeds regularly along the axes, a trip by way of the "
                         "seeds of its own regions",
                         WAY_PARAM_SWITCH, 0, 0, 1, NULL},
};

static const wayi_guide_kind hcdps_kind = {.side = HCDPS_SPACING,
                                           .depth = HCDPS_DEPTH,
                                           .trim = HCDPS_TRIM,
                                           .lookahead = HCDPS_LOOKAHEAD,
                                           .published = HCDPS_PUBLISHED,
                                           .cutoff = HCDPS_CUTOFF};

static way_status hcdps_prepare(way_navigator *navigator, const way_job *job)
{
    return wayi_guide_prepare(navigator, &hcdps_kind, job);
}

static way_status hcdps_open(way_navigator *navigator, const wayi_blob *blob)
{
    return wayi_guide_open(navigator, &hcdps_kind, blob);
}

const wayi_algorithm wayi_algorithm_hcdps = {
    .info = {.name = "hcdps",
             .title = "HCDPS",
             .family = "subgoal",
             .summary = "Hill climbing along prepared subgoals, nothing else",
             .reference = "Lawrence, Bulitko, Database-Driven Real-Time Heuristic Search in "
                          "Video-Game Pathfinding, 2013",
             .traits = WAY_TRAIT_COMPLETE | WAY_TRAIT_REALTIME | WAY_TRAIT_PREPARED |
                       WAY_TRAIT_HANDLES_EDITS,
             .needs = WAY_SPACE_GRID | WAY_SPACE_UNLINKED,
             .params = hcdps_params,
             .param_count = sizeof hcdps_params / sizeof *hcdps_params},
    .relief = "raise spacing",
    .prepare = hcdps_prepare,
    .open = hcdps_open,
    WAYI_PILOT_HOOKS,
};
