// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// HCDPS: the map is partitioned into regions whose cells climb to their seed and are climbed to
// from it. Best paths between seeds of regions up to `depth` borders apart are kept as subgoals
// that hill climbing connects, with rows of next hops from every region to every other. An agent
// looks up two regions and climbs all the way: start, seed, subgoals, seed, goal. It never
// searches and never learns, and remembers nothing but where it is on its route. It tries to climb
// from the start straight to the goal, from the start past its seed, and from every subgoal past
// the next ones or straight to the goal, within `lookahead` cells a move.
//
// Reference: Lawrence and Bulitko, Database-Driven Real-Time Heuristic Search in Video-Game
// Pathfinding, 2013.
// Deviations: the records of all pairs are not stored but strung together from those between
// near regions, so memory grows with regions and not with their square; what compressing a whole
// path would gain is had by skipping subgoals on the way. Seeds grow all at once. Ties are fixed.
#include "search/subgoal/climb_mend.h"
#include "search/subgoal/routes_blob.h"

enum { HCDPS_DEPTH, HCDPS_SPACING, HCDPS_CUTOFF, HCDPS_TRIM, HCDPS_LOOKAHEAD };

static const way_param hcdps_params[] = {
    [HCDPS_DEPTH] = {.name = "depth",
                     .help = "borders crossed by the longest records",
                     .type = WAY_PARAM_INTEGER,
                     .preset = 1,
                     .min = 1,
                     .max = 5},
    [HCDPS_SPACING] = {.name = "spacing",
                       .help = "cells between seeds; smaller finds better paths with more memory",
                       .type = WAY_PARAM_INTEGER,
                       .preset = 16,
                       .min = 2,
                       .max = 1024},
    [HCDPS_CUTOFF] = {.name = "cutoff",
                      .help = "most steps between a cell and the seed of its region",
                      .type = WAY_PARAM_INTEGER,
                      .preset = 250,
                      .min = 1,
                      .max = 10000},
    [HCDPS_TRIM] = {.name = "trim",
                    .help = "look for shorter ways past the next subgoal",
                    .type = WAY_PARAM_SWITCH,
                    .preset = 1,
                    .min = 0,
                    .max = 1},
    [HCDPS_LOOKAHEAD] = {.name = "lookahead",
                         .help = "most cells looked at between two moves",
                         .type = WAY_PARAM_INTEGER,
                         .preset = 150,
                         .min = 1,
                         .max = 10000},
};

typedef struct hcdps_database {
    wayi_guide guide;
    wayi_region_index index;
    wayi_climb_mender *mender; ///< NULL until the first repair
} hcdps_database;

static uint32_t hcdps_find_region(const wayi_guide *guide, const wayi_grid *grid, way_cell cell)
{
    const hcdps_database *database = (const hcdps_database *)guide;
    const uint32_t y = wayi_map_row(grid->map, cell);
    return database->index.blocks &&
                   wayi_layer_has(grid->map, grid->layer, cell - y * grid->map->width, y)
               ? wayi_region_index_find(&database->index, cell)
               : WAYI_REGION_NONE;
}

/// Everything but the lists.
static void hcdps_set_up(way_navigator *navigator)
{
    hcdps_database *database = navigator->database;
    wayi_routes_init(&database->guide.routes, &navigator->allocator);
    wayi_region_index_init(&database->index, &navigator->allocator);
    database->guide.lookahead = (uint32_t)navigator->params[HCDPS_LOOKAHEAD];
    database->guide.trim = navigator->params[HCDPS_TRIM] != 0;
    database->guide.find_region = hcdps_find_region;
}

static way_status hcdps_build(way_navigator *navigator, wayi_climb_partition *climbs,
                              const way_job *job)
{
    hcdps_database *database = navigator->database;
    wayi_partition *partition = climbs->partition;
    const way_map *map = way_space_map(navigator->space);
    way_status status = wayi_climb_partition_run(climbs, (uint32_t)navigator->params[HCDPS_SPACING],
                                                 (wayi_job_stage){job, 0, 400});
    if (status == WAY_STATUS_OK) {
        status = wayi_partition_renumber(partition, &navigator->allocator);
    }
    if (status == WAY_STATUS_OK) {
        status = wayi_region_index_build(&database->index, partition->labels, map->cell_count);
    }
    if (status == WAY_STATUS_OK) {
        status = wayi_routes_build(&database->guide.routes, partition,
                                   (uint32_t)navigator->params[HCDPS_DEPTH],
                                   (wayi_job_stage){job, 400, 1000});
    }
    return status;
}

static way_status hcdps_prepare(way_navigator *navigator, const way_job *job)
{
    const way_map *map = way_space_map(navigator->space);
    const way_allocator *allocator = &navigator->allocator;
    hcdps_set_up(navigator);
    wayi_partition partition = {.space = navigator->space};
    partition.labels = wayi_alloc(allocator, map->cell_count, sizeof *partition.labels);
    if (!partition.labels) {
        return WAY_STATUS_NO_MEMORY;
    }
    for (uint32_t cell = 0; cell < map->cell_count; cell++) {
        partition.labels[cell] = WAYI_REGION_NONE;
    }
    wayi_climb_partition climbs;
    way_status status = wayi_climb_partition_init(
        &climbs, &partition, (uint32_t)navigator->params[HCDPS_CUTOFF], allocator);
    if (status == WAY_STATUS_OK) {
        status = hcdps_build(navigator, &climbs, job);
    }
    wayi_free(allocator, partition.labels, map->cell_count, sizeof *partition.labels);
    wayi_free(allocator, partition.places, climbs.capacity, sizeof *partition.places);
    wayi_climb_partition_fini(&climbs);
    return status;
}

static void hcdps_discard(way_navigator *navigator)
{
    hcdps_database *database = navigator->database;
    wayi_climb_mender_destroy(database->mender);
    database->mender = NULL;
    wayi_routes_fini(&database->guide.routes);
    wayi_region_index_fini(&database->index);
}

static void hcdps_save(const way_navigator *navigator, wayi_blob_writer *writer)
{
    const hcdps_database *database = navigator->database;
    wayi_routes_save(&database->guide.routes, writer);
    wayi_region_index_save(&database->index, writer);
}

static way_status hcdps_open(way_navigator *navigator, const wayi_blob *blob)
{
    hcdps_set_up(navigator);
    hcdps_database *database = navigator->database;
    const wayi_routes *routes = &database->guide.routes;
    const uint32_t cells = way_space_map(navigator->space)->cell_count;
    if (wayi_routes_open(&database->guide.routes, blob, cells) != WAY_STATUS_OK ||
        wayi_region_index_open(&database->index, blob, cells, routes->region_count) !=
            WAY_STATUS_OK) {
        return WAY_STATUS_BAD_FORMAT;
    }
    for (uint32_t i = 0; i < database->index.run_count; i++) {
        const uint32_t region = database->index.runs[i] & 0xffffu;
        if (region != WAYI_REGION_NONE && routes->regions[region].place == WAY_CELL_NONE) {
            return WAY_STATUS_BAD_FORMAT;
        }
    }
    return WAY_STATUS_OK;
}

static size_t hcdps_database_bytes(const way_navigator *navigator)
{
    const hcdps_database *database = navigator->database;
    return wayi_routes_bytes(&database->guide.routes) + wayi_region_index_bytes(&database->index) +
           wayi_climb_mender_bytes(database->mender);
}

static way_status hcdps_repair(way_navigator *navigator, const way_rect *rects, uint32_t count,
                               uint32_t budget, bool *done)
{
    hcdps_database *database = navigator->database;
    *done = false;
    if (!(way_space_traits(navigator->space) & WAY_SPACE_UNIFORM_COST)) {
        return WAY_STATUS_UNSUPPORTED;
    }
    if (database->guide.broken) {
        const way_status status = wayi_mender_rebuild(navigator);
        *done = status == WAY_STATUS_OK;
        return status;
    }
    way_status status = WAY_STATUS_OK;
    if (!database->mender) {
        status = wayi_climb_mender_create(
            navigator, &database->index, (uint32_t)navigator->params[HCDPS_DEPTH],
            (uint32_t)navigator->params[HCDPS_CUTOFF], &database->mender);
        if (status == WAY_STATUS_OK) {
            database->mender->spacing = (uint32_t)navigator->params[HCDPS_SPACING];
        }
    }
    if (status == WAY_STATUS_OK) {
        status = wayi_climb_mend(database->mender, rects, count);
    }
    if (status == WAY_STATUS_OK) {
        status = wayi_mender_note_all(database->mender->mender, rects, count);
    }
    if (status == WAY_STATUS_OK) {
        status = wayi_mender_run(database->mender->mender, budget, done);
    }
    return wayi_mender_settle(navigator, status);
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
             .needs = WAY_SPACE_GRID | WAY_SPACE_UNLINKED | WAY_SPACE_UNIFORM_COST,
             .params = hcdps_params,
             .param_count = sizeof hcdps_params / sizeof *hcdps_params},
    .database_size = sizeof(hcdps_database),
    .memory_size = sizeof(wayi_pilot),
    .prepare = hcdps_prepare,
    .discard = hcdps_discard,
    .database_bytes = hcdps_database_bytes,
    .repair = hcdps_repair,
    .save = hcdps_save,
    .open = hcdps_open,
    .find_region = wayi_pilot_region,
    .lookahead = wayi_pilot_bound,
    .create = wayi_pilot_create,
    .destroy = wayi_pilot_destroy,
    .memory_bytes = wayi_pilot_bytes,
    .begin = wayi_pilot_begin,
    .step = wayi_pilot_step,
    .rush = wayi_pilot_rush,
    .park = wayi_pilot_park,
    .resume = wayi_pilot_resume,
};
