// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/hierarchical/sector_database.h"

/// Maps with more sectors than this get a second level, if it is left to the library.
#define DATABASE_MANY 4096u
/// Side of the smallest sectors.
#define DATABASE_SIDE 16u
/// Small sectors a side of a large one.
#define DATABASE_FACTOR 4u

static way_status database_set_up(way_navigator *navigator)
{
    wayi_sector_database *database = navigator->database;
    const way_map *map = way_space_map(navigator->space);
    const uint32_t asked = (uint32_t)navigator->params[WAYI_SECTOR_SECTOR];
    const int32_t levels = navigator->params[WAYI_SECTOR_LEVELS];
    const uint32_t chosen = map->cell_count > 2048u * 2048u ? 2 : 1;
    const uint32_t side = DATABASE_SIDE << ((asked ? asked : chosen) - 1);
    const wayi_atlas_config lower = {
        .space = navigator->space, .side = side, .depth = 1, .bare = true};
    wayi_atlas_config upper = lower;
    upper.side = side * DATABASE_FACTOR;
    upper.lower = &database->lower;
    const way_status status = wayi_atlas_init(&database->lower, &lower, &navigator->allocator);
    database->two = levels == 2 || (levels == 0 && database->lower.square_count > DATABASE_MANY);
    return status == WAY_STATUS_OK && database->two
               ? wayi_atlas_init(&database->upper, &upper, &navigator->allocator)
               : status;
}

/// The upper level is made of the lower one, as quickly as it could be read.
static way_status database_rise(wayi_sector_database *database, const way_job *job)
{
    return database->two ? wayi_atlas_build(&database->upper, (wayi_job_stage){job, 900, 1000})
                         : WAY_STATUS_OK;
}

way_status wayi_sector_prepare(way_navigator *navigator, const way_job *job)
{
    wayi_sector_database *database = navigator->database;
    way_status status = database_set_up(navigator);
    if (status == WAY_STATUS_OK) {
        status = wayi_atlas_build(&database->lower,
                                  (wayi_job_stage){job, 0, database->two ? 900 : 1000});
    }
    return status == WAY_STATUS_OK ? database_rise(database, job) : status;
}

void wayi_sector_discard(way_navigator *navigator)
{
    wayi_sector_database *database = navigator->database;
    wayi_atlas_fini(&database->lower);
    wayi_atlas_fini(&database->upper);
}

size_t wayi_sector_database_bytes(const way_navigator *navigator)
{
    const wayi_sector_database *database = navigator->database;
    return wayi_atlas_bytes(&database->lower) + wayi_atlas_bytes(&database->upper);
}

way_status wayi_sector_repair(way_navigator *navigator, const way_rect *rects, uint32_t count,
                              uint32_t budget, bool *done)
{
    wayi_sector_database *database = navigator->database;
    const uint64_t before = database->lower.mended + database->upper.mended;
    *done = false;
    way_status status = wayi_atlas_note(&database->lower, rects, count);
    if (status == WAY_STATUS_OK && database->two) {
        status = wayi_atlas_note(&database->upper, rects, count);
    }
    if (status == WAY_STATUS_OK) {
        status = wayi_atlas_mend(&database->lower, &budget, done);
    }
    if (status == WAY_STATUS_OK && database->two && *done) {
        status = wayi_atlas_mend(&database->upper, &budget, done);
    }
    navigator->repaired += database->lower.mended + database->upper.mended - before;
    return status;
}

void wayi_sector_save(const way_navigator *navigator, wayi_blob_writer *writer)
{
    const wayi_sector_database *database = navigator->database;
    wayi_atlas_save(&database->lower, writer);
}

way_status wayi_sector_open(way_navigator *navigator, const wayi_blob *blob)
{
    wayi_sector_database *database = navigator->database;
    way_status status = database_set_up(navigator);
    if (status == WAY_STATUS_OK) {
        status = wayi_atlas_open(&database->lower, blob);
    }
    return status == WAY_STATUS_OK ? database_rise(database, NULL) : status;
}

uint32_t wayi_sector_region(const way_navigator *navigator, way_state state, way_state *place)
{
    const wayi_sector_database *database = navigator->database;
    const uint32_t region = wayi_atlas_find(&database->lower, state);
    if (region == WAYI_REGION_NONE) {
        return WAY_STATE_NONE;
    }
    *place = wayi_atlas_region_at(&database->lower, region)->place;
    return *place;
}
