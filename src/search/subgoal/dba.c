// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// DBA*: the map is cut into sectors and these into regions, sets of cells connected inside the
// sector. Each region has a representative near its mean. Best paths between representatives of
// regions up to `depth` borders apart are kept as subgoals that hill climbing connects; rows of
// next hops lead from every region to every other. An agent finds its region by a flood over its
// sector, climbs from subgoal to subgoal, and searches only inside the sectors of its start and
// its goal, and only where climbing fails there.
//
// Reference: William Lee, DBA*: A Real-Time Path Finding Algorithm, 2013.
// Deviations: sectors are numbered with a rounded-up number of columns; a representative is the
// cell of its own region nearest to the mean; rows are run-length encoded in place of a matrix, and
// costs are dropped after the preparation; trimming is tried at every subgoal and may skip several.
#include "search/subgoal/mender.h"
#include "search/subgoal/routes_blob.h"
#include "search/subgoal/sector_mend.h"

#define DBA_SECTORS WAYI_BLOB_TAG('S', 'E', 'C', 'T')
#define DBA_SIBLINGS WAYI_BLOB_TAG('S', 'I', 'B', 'L')

enum { DBA_SECTOR, DBA_DEPTH, DBA_TRIM, DBA_LOOKAHEAD };

static const way_param dba_params[] = {
    [DBA_SECTOR] = {.name = "sector",
                    .help =
                        "side of a sector in cells; smaller finds better paths with more memory",
                    .type = WAY_PARAM_INTEGER,
                    .preset = 16,
                    .min = 4,
                    .max = (int32_t)WAYI_SECTOR_MAX},
    [DBA_DEPTH] = {.name = "depth",
                   .help = "borders crossed by the longest records",
                   .type = WAY_PARAM_INTEGER,
                   .preset = 1,
                   .min = 1,
                   .max = 4},
    [DBA_TRIM] = {.name = "trim",
                  .help = "look for shorter ways past the next subgoal",
                  .type = WAY_PARAM_SWITCH,
                  .preset = 1,
                  .min = 0,
                  .max = 1},
    [DBA_LOOKAHEAD] = {.name = "lookahead",
                       .help = "most cells looked at between two moves, searches in a sector apart",
                       .type = WAY_PARAM_INTEGER,
                       .preset = 150,
                       .min = 1,
                       .max = 10000},
};

typedef struct dba_database {
    wayi_guide guide;
    wayi_sectors sectors;
    wayi_mender *mender; ///< NULL until the first repair
} dba_database;

static uint32_t dba_find_region(const wayi_guide *guide, const wayi_grid *grid, way_cell cell)
{
    const dba_database *database = (const dba_database *)guide;
    return wayi_sectors_find(&database->sectors, &guide->routes, grid, cell);
}

/// Everything but the lists.
static void dba_set_up(way_navigator *navigator)
{
    dba_database *database = navigator->database;
    const way_map *map = way_space_map(navigator->space);
    const uint32_t side = (uint32_t)navigator->params[DBA_SECTOR];
    wayi_routes_init(&database->guide.routes, &navigator->allocator);
    database->guide.lookahead = (uint32_t)navigator->params[DBA_LOOKAHEAD];
    database->guide.side = side;
    database->guide.trim = navigator->params[DBA_TRIM] != 0;
    database->guide.find_region = dba_find_region;
    const uint32_t columns = (map->width + side - 1) / side;
    database->sectors = (wayi_sectors){
        .side = side, .columns = columns, .count = columns * ((map->height + side - 1) / side)};
}

static way_status dba_build(way_navigator *navigator, wayi_partition *partition, uint32_t *capacity,
                            const way_job *job)
{
    dba_database *database = navigator->database;
    const way_allocator *allocator = &navigator->allocator;
    way_status status = wayi_sectors_partition(&database->sectors, partition, capacity, allocator);
    if (status == WAY_STATUS_OK) {
        status = wayi_partition_renumber(partition, allocator);
    }
    if (status == WAY_STATUS_OK) {
        status = wayi_sectors_link(&database->sectors, partition, allocator);
    }
    if (status == WAY_STATUS_OK) {
        status = wayi_routes_build(&database->guide.routes, partition,
                                   (uint32_t)navigator->params[DBA_DEPTH],
                                   (wayi_job_stage){job, 50, 1000});
    }
    return status;
}

static way_status dba_prepare(way_navigator *navigator, const way_job *job)
{
    const way_map *map = way_space_map(navigator->space);
    const way_allocator *allocator = &navigator->allocator;
    dba_set_up(navigator);
    wayi_partition partition = {.space = navigator->space};
    partition.labels = wayi_alloc(allocator, map->cell_count, sizeof *partition.labels);
    if (!partition.labels) {
        return WAY_STATUS_NO_MEMORY;
    }
    for (uint32_t cell = 0; cell < map->cell_count; cell++) {
        partition.labels[cell] = WAYI_REGION_NONE;
    }
    uint32_t capacity = 0;
    const way_status status = dba_build(navigator, &partition, &capacity, job);
    wayi_free(allocator, partition.labels, map->cell_count, sizeof *partition.labels);
    wayi_free(allocator, partition.places, capacity, sizeof *partition.places);
    return status;
}

static void dba_discard(way_navigator *navigator)
{
    dba_database *database = navigator->database;
    const wayi_sectors *sectors = &database->sectors;
    wayi_mender_destroy(database->mender);
    database->mender = NULL;
    wayi_routes_fini(&database->guide.routes);
    if (!sectors->borrowed) {
        wayi_free(&navigator->allocator, sectors->first, sectors->count, sizeof *sectors->first);
        wayi_free(&navigator->allocator, sectors->sibling, sectors->sibling_capacity,
                  sizeof *sectors->sibling);
    }
}

static void dba_save(const way_navigator *navigator, wayi_blob_writer *writer)
{
    const dba_database *database = navigator->database;
    const wayi_sectors *sectors = &database->sectors;
    wayi_routes_save(&database->guide.routes, writer);
    wayi_blob_add(writer, DBA_SECTORS, sizeof *sectors->first, sectors->first, sectors->count);
    wayi_blob_add(writer, DBA_SIBLINGS, sizeof *sectors->sibling, sectors->sibling,
                  database->guide.routes.region_count);
}

static bool dba_is_region(const wayi_routes *routes, uint32_t region)
{
    return region == WAYI_REGION_NONE ||
           (region < routes->region_count && routes->regions[region].place != WAY_CELL_NONE);
}

static way_status dba_open(way_navigator *navigator, const wayi_blob *blob)
{
    dba_set_up(navigator);
    dba_database *database = navigator->database;
    wayi_sectors *sectors = &database->sectors;
    const wayi_routes *routes = &database->guide.routes;
    uint32_t count = 0;
    sectors->borrowed = true;
    sectors->first = wayi_blob_borrow(blob, DBA_SECTORS, sizeof *sectors->first, &count);
    sectors->sibling =
        wayi_blob_borrow(blob, DBA_SIBLINGS, sizeof *sectors->sibling, &sectors->sibling_capacity);
    if (!sectors->first || !sectors->sibling || count != sectors->count ||
        wayi_routes_open(&database->guide.routes, blob,
                         way_space_map(navigator->space)->cell_count) != WAY_STATUS_OK ||
        sectors->sibling_capacity != routes->region_count) {
        return WAY_STATUS_BAD_FORMAT;
    }
    for (uint32_t i = 0; i < sectors->count; i++) {
        if (!dba_is_region(routes, sectors->first[i])) {
            return WAY_STATUS_BAD_FORMAT;
        }
    }
    // Ascending lists end.
    for (uint32_t i = 0; i < routes->region_count; i++) {
        if (!dba_is_region(routes, sectors->sibling[i]) || sectors->sibling[i] <= i) {
            return WAY_STATUS_BAD_FORMAT;
        }
    }
    return WAY_STATUS_OK;
}

static size_t dba_database_bytes(const way_navigator *navigator)
{
    const dba_database *database = navigator->database;
    return wayi_routes_bytes(&database->guide.routes) +
           (size_t)database->sectors.count * sizeof *database->sectors.first +
           (size_t)database->sectors.sibling_capacity * sizeof *database->sectors.sibling +
           wayi_mender_bytes(database->mender);
}

static way_status dba_repair(way_navigator *navigator, const way_rect *rects, uint32_t count,
                             uint32_t budget, bool *done)
{
    dba_database *database = navigator->database;
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
        status = wayi_mender_create(navigator, (uint32_t)navigator->params[DBA_DEPTH],
                                    &database->mender);
    }
    if (status == WAY_STATUS_OK) {
        status = wayi_sectors_mend(&database->sectors, database->mender, rects, count);
    }
    if (status == WAY_STATUS_OK) {
        status = wayi_mender_note_all(database->mender, rects, count);
    }
    if (status == WAY_STATUS_OK) {
        status = wayi_mender_run(database->mender, budget, done);
    }
    return wayi_mender_settle(navigator, status);
}

const wayi_algorithm wayi_algorithm_dba = {
    .info = {.name = "dba",
             .title = "DBA*",
             .family = "subgoal",
             .summary = "Hill climbing along prepared paths between regions of sectors",
             .reference = "Lee, DBA*: A Real-Time Path Finding Algorithm, 2013",
             .traits = WAY_TRAIT_COMPLETE | WAY_TRAIT_REALTIME | WAY_TRAIT_PREPARED |
                       WAY_TRAIT_HANDLES_EDITS,
             .needs = WAY_SPACE_GRID | WAY_SPACE_UNLINKED | WAY_SPACE_UNIFORM_COST,
             .params = dba_params,
             .param_count = sizeof dba_params / sizeof *dba_params},
    .database_size = sizeof(dba_database),
    .memory_size = sizeof(wayi_pilot),
    .prepare = dba_prepare,
    .discard = dba_discard,
    .database_bytes = dba_database_bytes,
    .repair = dba_repair,
    .save = dba_save,
    .open = dba_open,
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
