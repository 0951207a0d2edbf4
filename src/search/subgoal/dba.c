// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// DBA*: the map is cut into sectors and these into regions, sets of cells connected inside the
// sector. Each region has a representative near its mean. Best paths between representatives of
// regions up to `depth` borders apart are kept as subgoals that hill climbing connects; rows of
// next hops lead from every region to every other. An agent finds its region by a flood over its
// sector, climbs from subgoal to subgoal, and searches only near its start and its goal, and only
// where climbs there fail or make a detour.
//
// Reference: William Lee, DBA*: A Real-Time Path Finding Algorithm, 2013.
// Deviations: sectors are numbered with a rounded-up number of columns; a representative is the
// cell of its own region nearest to the mean; best paths are those inside the sectors around; rows
// are run-length encoded in place of a matrix, and beyond 8192 regions a search over the records
// takes their place; trimming is tried at every subgoal and may skip several; unless `published`,
// ends are chosen among the regions around. Weights count.
#include "search/subgoal/pilot.h"

enum { DBA_SECTOR, DBA_DEPTH, DBA_TRIM, DBA_LOOKAHEAD, DBA_PUBLISHED };

static const way_param dba_params[] = {
    [DBA_SECTOR] = {"sector",
                    "side of a sector in cells, smaller finds better paths with more memory; 0 = "
                    "what suits the map",
                    WAY_PARAM_INTEGER, 0, 0, (int32_t)WAYI_SQUARE_MAX, NULL},
    [DBA_DEPTH] = WAYI_GUIDE_DEPTH,
    [DBA_TRIM] = WAYI_GUIDE_TRIM,
    [DBA_LOOKAHEAD] = {"lookahead",
                       "most cells looked at between two moves, searches in a sector apart",
                       WAY_PARAM_INTEGER, 150, 1, 10000, NULL},
    [DBA_PUBLISHED] = {"published",
                       "as in the thesis: a trip by way of the representatives of its own regions",
                       WAY_PARAM_SWITCH, 0, 0, 1, NULL},
};

static const wayi_guide_kind dba_kind = {.side = DBA_SECTOR,
                                         .depth = DBA_DEPTH,
                                         .trim = DBA_TRIM,
                                         .lookahead = DBA_LOOKAHEAD,
                                         .published = DBA_PUBLISHED,
                                         .cutoff = WAYI_GUIDE_CONNECTED,
                                         .searches = true};

static way_status dba_prepare(way_navigator *navigator, const way_job *job)
{
    return wayi_guide_prepare(navigator, &dba_kind, job);
}

static way_status dba_open(way_navigator *navigator, const wayi_blob *blob)
{
    return wayi_guide_open(navigator, &dba_kind, blob);
}

const wayi_algorithm wayi_algorithm_dba = {
    .info = {.name = "dba",
             .title = "DBA*",
             .family = "subgoal",
             .summary = "Hill climbing along prepared paths between regions of sectors",
             .reference = "Lee, DBA*: A Real-Time Path Finding Algorithm, 2013",
             .traits = WAY_TRAIT_COMPLETE | WAY_TRAIT_REALTIME | WAY_TRAIT_PREPARED |
                       WAY_TRAIT_HANDLES_EDITS,
             .needs = WAY_SPACE_GRID | WAY_SPACE_UNLINKED,
             .params = dba_params,
             .param_count = sizeof dba_params / sizeof *dba_params},
    .relief = "raise sector",
    .prepare = dba_prepare,
    .open = dba_open,
    WAYI_PILOT_HOOKS,
};
