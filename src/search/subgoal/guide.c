// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// DBA*: the map is cut into sectors and these into regions, sets of cells connected inside the
// sector. Each region has a place near its mean. Best paths between places of regions up to `depth`
// borders apart are kept as subgoals that hill climbing connects; tiers of costs tell from every
// region which one is next. An agent finds its region by a flood over its sector, climbs from
// subgoal to subgoal, and searches only near its start and its goal, and only where climbs there
// fail or make a detour.
//
// Reference: William Lee, DBA*: A Real-Time Path Finding Algorithm, 2013.
// Deviations: the number of columns of sectors is rounded up; a place is the cell of its own region
// nearest to the mean; best paths are those inside the sectors around; tiers of costs (tiers.h)
// take the place of the matrix; trimming is tried at every subgoal and may skip several. Weights
// count. The thesis to the letter is `dba_paper`.
//
// HCDPS: the map is cut into squares and these into regions whose cells climb to their place and
// are climbed to from it. Best paths between places of regions up to `depth` borders apart are kept
// as subgoals that hill climbing connects, with tiers of costs that tell from every region which
// one is next. An agent looks up two regions and climbs all the way: start, place, subgoals, place,
// goal. It never searches the map and never learns. It tries to climb from the start straight to
// the goal, from the start past its place, from places near the goal straight to it, and from every
// subgoal past the next ones, looking at no more than `lookahead` cells per move.
//
// Reference: Lawrence and Bulitko, Database-Driven Real-Time Heuristic Search in Video-Game
// Pathfinding, 2013.
// Deviations: the records of all pairs are not stored but strung together from those between near
// regions, so memory grows with regions and not with their square; skipping subgoals on the way
// saves what compressing whole paths would. Regions keep to squares, so that an edit concerns few
// of them, and the region of a cell is found by climbing, not looked up. Ties are fixed. Ends are
// chosen among the regions around. Weights count. The first paper to the letter is `hcdps_paper`.
//
// The database of both: an atlas and its tiers.
#include "search/subgoal/pilot.h"

/// Smaller squares are taken for this.
#define GUIDE_SIDE_MIN 2

/// Of a budget tiers get at least this part.
#define GUIDE_SHARE 4u

/// Which parameters of an algorithm say what of its guide, and what else is its own.
typedef struct guide_kind {
    uint8_t side, depth, trim, lookahead; ///< indices of parameters
    uint8_t cutoff;                       ///< the same, or GUIDE_CONNECTED
    bool searches;
} guide_kind;

/// Instead of a cutoff: regions are what is connected.
#define GUIDE_CONNECTED UINT8_MAX

/// Puts what suits the map in the place of zeros in the parameters that say how to cut it: those in
/// force are known and saved.
static void guide_choose(way_navigator *navigator)
{
    const guide_kind *kind = navigator->algorithm->kind;
    int32_t *side = &navigator->params[kind->side];
    int32_t *depth = &navigator->params[kind->depth];
    uint32_t chosen_side = (uint32_t)*side;
    uint32_t chosen_depth = (uint32_t)*depth;
    if (*side == 0 || *depth == 0) {
        wayi_atlas_choose(wayi_space_grid(navigator->space), kind->cutoff != GUIDE_CONNECTED,
                          &chosen_side, &chosen_depth);
    }
    *side = *side ? *side : (int32_t)chosen_side;
    *depth = *depth ? *depth : (int32_t)chosen_depth;
    *side = *side < GUIDE_SIDE_MIN ? GUIDE_SIDE_MIN : *side;
}

/// Everything but the squares.
static way_status guide_set_up(way_navigator *navigator)
{
    const guide_kind *kind = navigator->algorithm->kind;
    wayi_guide *guide = navigator->database;
    const int32_t *params = navigator->params;
    guide_choose(navigator);
    guide->lookahead = (uint32_t)params[kind->lookahead];
    guide->searches = kind->searches;
    guide->trim = params[kind->trim] != 0;
    const bool climbs = kind->cutoff != GUIDE_CONNECTED;
    const wayi_atlas_config config = {.space = navigator->space,
                                      .side = (uint32_t)params[kind->side],
                                      .depth = (uint32_t)params[kind->depth],
                                      .cutoff = climbs ? (uint32_t)params[kind->cutoff] : 0};
    wayi_tiers_init(&guide->tiers, &guide->atlas, &navigator->allocator);
    return wayi_atlas_init(&guide->atlas, &config, &navigator->allocator);
}

static void guide_discard(way_navigator *navigator)
{
    wayi_guide *guide = navigator->database;
    if (guide->tiers.atlas) {
        wayi_tiers_fini(&guide->tiers);
        wayi_atlas_fini(&guide->atlas);
    }
}

static way_status guide_prepare(way_navigator *navigator, const way_job *job)
{
    wayi_guide *guide = navigator->database;
    const wayi_blob *blob = navigator->blob;
    way_status status = guide_set_up(navigator);
    if (status == WAY_STATUS_OK) {
        status = blob ? wayi_atlas_open(&guide->atlas, blob)
                      : wayi_atlas_build(&guide->atlas, (wayi_job_stage){job, 0, 800});
    }
    if (status == WAY_STATUS_OK) {
        status = blob ? wayi_tiers_open(&guide->tiers, blob)
                      : wayi_tiers_build(&guide->tiers, (wayi_job_stage){job, 800, 1000});
    }
    navigator->repairing = guide->atlas.repairs || !wayi_tiers_are_made(&guide->tiers);
    return status;
}

static way_status guide_repair(way_navigator *navigator, const way_rect *rects, uint32_t count,
                               uint32_t budget, bool *done)
{
    wayi_guide *guide = navigator->database;
    *done = false;
    bool whole = false;
    if (!(way_space_traits(navigator->space) & WAY_SPACE_UNLINKED)) {
        return WAY_STATUS_UNSUPPORTED;
    }
    guide->atlas.favoured = navigator->favoured;
    guide->atlas.favoured_count = navigator->favoured_count;
    const uint64_t before = guide->atlas.repaired + guide->tiers.worked;
    // Tiers follow meanwhile: under steady edits the atlas is never whole.
    uint32_t share = budget / GUIDE_SHARE;
    budget -= share;
    way_status status = wayi_tiers_mend(&guide->tiers, &share, done);
    budget += share;
    if (status == WAY_STATUS_OK) {
        status = wayi_atlas_repair(&guide->atlas, rects, count, &budget, &whole);
    }
    if (status == WAY_STATUS_OK && budget) {
        status = wayi_tiers_mend(&guide->tiers, &budget, done);
    }
    *done = *done && whole && wayi_tiers_are_made(&guide->tiers);
    navigator->repaired += guide->atlas.repaired + guide->tiers.worked - before;
    return status;
}

static bool guide_is_behind(const way_navigator *navigator)
{
    const wayi_guide *guide = navigator->database;
    return guide->atlas.repairs != NULL;
}

static void guide_save(const way_navigator *navigator, wayi_blob_writer *writer)
{
    const wayi_guide *guide = navigator->database;
    way_rect rects[WAYI_NAVIGATOR_RECTS];
    uint32_t count = 0;
    const way_status status = wayi_navigator_changes(navigator, rects, &count);
    if (status != WAY_STATUS_OK && writer->status == WAY_STATUS_OK) {
        writer->status = status;
    }
    wayi_atlas_save(&guide->atlas, rects, count, writer);
    wayi_tiers_save(&guide->tiers, writer);
}

// Algorithms --------------------------------------------------------------------------------------

/// Parameters that both have.
#define GUIDE_DEPTH                                                                                \
    {                                                                                              \
        .name = "depth", .help = "borders crossed by the longest records; 0 = automatic",          \
        .type = WAY_PARAM_INTEGER, .max = (int32_t)WAYI_ATLAS_DEPTH_MAX                            \
    }
#define GUIDE_TRIM                                                                                 \
    {                                                                                              \
        .name = "shortcuts", .help = "try shortcuts past the next subgoal",                        \
        .type = WAY_PARAM_SWITCH, .default_value = 1, .max = 1                                     \
    }

/// The region of a cell and its place.
static uint32_t guide_find_region(const way_navigator *navigator, way_state state, way_state *place)
{
    const wayi_guide *guide = navigator->database;
    const uint32_t region = wayi_atlas_find(&guide->atlas, state);
    if (region == WAYI_REGION_NONE) {
        return WAY_STATE_NONE;
    }
    *place = wayi_atlas_region_at(&guide->atlas, region)->place;
    return region;
}

/// What both tables have in common.
#define GUIDE_HOOKS                                                                                \
    .database.size = sizeof(wayi_guide), .memory_size = sizeof(wayi_pilot),                        \
    .database.prepare = guide_prepare, .database.discard = guide_discard,                          \
    .database.repair = guide_repair, .database.favours = true, .database.saves_amid = true,        \
    .database.is_behind = guide_is_behind, .database.save = guide_save,                            \
    .database.find_region = guide_find_region, .lookahead = wayi_pilot_bound,                      \
    .create = wayi_pilot_create, .destroy = wayi_pilot_destroy, .check = wayi_pilot_check,         \
    .begin = wayi_pilot_begin, .step = wayi_pilot_step, .rush = wayi_pilot_rush,                   \
    .park = wayi_pilot_park, .resume = wayi_pilot_resume

enum { DBA_SECTOR, DBA_DEPTH, DBA_TRIM, DBA_LOOKAHEAD };

static const way_param dba_params[] = {
    [DBA_SECTOR] =
        {"sector",
         "side of a sector in cells, smaller finds better paths with more memory; 0 = automatic",
         WAY_PARAM_INTEGER, 0, 0, (int32_t)WAYI_SQUARE_MAX, NULL},
    [DBA_DEPTH] = GUIDE_DEPTH,
    [DBA_TRIM] = GUIDE_TRIM,
    [DBA_LOOKAHEAD] = {"reads",
                       "most cells read between two moves, not counting searches in a sector",
                       WAY_PARAM_INTEGER, 150, 1, 10000, NULL},
};

static const guide_kind dba_kind = {.side = DBA_SECTOR,
                                    .depth = DBA_DEPTH,
                                    .trim = DBA_TRIM,
                                    .lookahead = DBA_LOOKAHEAD,
                                    .cutoff = GUIDE_CONNECTED,
                                    .searches = true};

const wayi_algorithm wayi_algorithm_dba = {
    .info = {.name = "dba",
             .title = "DBA*",
             .family = "subgoal",
             .summary = "Hill climbing along prepared paths between regions of sectors",
             .reference = "Lee, DBA*: A Real-Time Path Finding Algorithm, 2013",
             .traits = WAY_TRAIT_COMPLETE | WAY_TRAIT_REALTIME | WAY_TRAIT_PREPARED |
                       WAY_TRAIT_HANDLES_EDITS,
             .needs = WAY_SPACE_GRID | WAY_SPACE_UNLINKED,
             WAYI_PARAMS(dba_params)},
    .database.relief = "raise sector",
    .kind = &dba_kind,
    GUIDE_HOOKS,
};

enum { HCDPS_DEPTH, HCDPS_SPACING, HCDPS_CUTOFF, HCDPS_TRIM, HCDPS_LOOKAHEAD };

static const way_param hcdps_params[] = {
    [HCDPS_DEPTH] = GUIDE_DEPTH,
    [HCDPS_SPACING] =
        {"spacing",
         "cells between places, smaller finds better paths with more memory; 0 = automatic",
         WAY_PARAM_INTEGER, 0, 0, (int32_t)WAYI_SQUARE_MAX, NULL},
    [HCDPS_CUTOFF] = {"cutoff", "most steps between a cell and the place of its region",
                      WAY_PARAM_INTEGER, 250, 1, 10000, NULL},
    [HCDPS_TRIM] = GUIDE_TRIM,
    [HCDPS_LOOKAHEAD] = {"reads", "most cells read between two moves", WAY_PARAM_INTEGER, 150, 1,
                         10000, NULL},
};

static const guide_kind hcdps_kind = {.side = HCDPS_SPACING,
                                      .depth = HCDPS_DEPTH,
                                      .trim = HCDPS_TRIM,
                                      .lookahead = HCDPS_LOOKAHEAD,
                                      .cutoff = HCDPS_CUTOFF};

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
             WAYI_PARAMS(hcdps_params)},
    .database.relief = "raise spacing",
    .kind = &hcdps_kind,
    GUIDE_HOOKS,
};
