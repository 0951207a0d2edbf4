// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/hierarchical/sector_database.h"

/// Maps with more sectors than this get a second level, if it is left to the library.
#define DATABASE_MANY 4096u

/// The side of a sector, as a power of two.
static uint32_t database_shift(const way_navigator *navigator)
{
    const way_map *map = way_space_map(navigator->space);
    const uint32_t asked = (uint32_t)navigator->params[WAYI_SECTOR_SECTOR];
    if (asked) {
        return WAYI_REGIONS_SHIFT + asked - 1;
    }
    return map->cell_count > 2048u * 2048u ? WAYI_REGIONS_SHIFT + 1 : WAYI_REGIONS_SHIFT;
}

static void database_set_up(way_navigator *navigator)
{
    wayi_sector_database *database = navigator->database;
    const wayi_grid *grid = wayi_space_grid(navigator->space);
    const uint32_t shift = database_shift(navigator);
    const int32_t levels = navigator->params[WAYI_SECTOR_LEVELS];
    wayi_regions_init(&database->lower, grid, shift, &navigator->allocator);
    wayi_regions_init(&database->upper, grid, shift + 2, &navigator->allocator);
    database->upper.lower = &database->lower;
    database->lower.best_centres = navigator->params[WAYI_SECTOR_CENTRES] == 1;
    const uint32_t sectors = database->lower.columns * database->lower.rows;
    database->two = levels == 2 || (levels == 0 && sectors > DATABASE_MANY);
}

way_status wayi_sector_prepare(way_navigator *navigator, const way_job *job)
{
    wayi_sector_database *database = navigator->database;
    database_set_up(navigator);
    const way_status status =
        wayi_regions_build(&database->lower, (wayi_job_stage){job, 0, database->two ? 700 : 1000});
    return status == WAY_STATUS_OK && database->two
               ? wayi_regions_build(&database->upper, (wayi_job_stage){job, 700, 1000})
               : status;
}

void wayi_sector_discard(way_navigator *navigator)
{
    wayi_sector_database *database = navigator->database;
    wayi_regions_fini(&database->lower);
    wayi_regions_fini(&database->upper);
}

size_t wayi_sector_database_bytes(const way_navigator *navigator)
{
    const wayi_sector_database *database = navigator->database;
    return wayi_regions_bytes(&database->lower) + wayi_regions_bytes(&database->upper);
}

way_status wayi_sector_repair(way_navigator *navigator, const way_rect *rects, uint32_t count,
                              uint32_t budget, bool *done)
{
    wayi_sector_database *database = navigator->database;
    const uint64_t before = database->lower.worked + database->upper.worked;
    *done = false;
    way_status status = wayi_regions_note(&database->lower, rects, count);
    if (status == WAY_STATUS_OK && database->two) {
        status = wayi_regions_note(&database->upper, rects, count);
    }
    if (status == WAY_STATUS_OK) {
        status = wayi_regions_mend(&database->lower, &budget, done);
    }
    if (status == WAY_STATUS_OK && database->two && *done) {
        status = wayi_regions_mend(&database->upper, &budget, done);
    }
    navigator->repaired += database->lower.worked + database->upper.worked - before;
    return status;
}

void wayi_sector_save(const way_navigator *navigator, wayi_blob_writer *writer)
{
    const wayi_sector_database *database = navigator->database;
    wayi_regions_save(&database->lower, '1', writer);
    if (database->two) {
        wayi_regions_save(&database->upper, '2', writer);
    }
}

way_status wayi_sector_open(way_navigator *navigator, const wayi_blob *blob)
{
    wayi_sector_database *database = navigator->database;
    database_set_up(navigator);
    const way_status status = wayi_regions_open(&database->lower, '1', blob);
    return status == WAY_STATUS_OK && database->two ? wayi_regions_open(&database->upper, '2', blob)
                                                    : status;
}

uint32_t wayi_sector_region(const way_navigator *navigator, way_state state, way_state *place)
{
    const wayi_sector_database *database = navigator->database;
    const wayi_region_place found = wayi_regions_find(&database->lower, state);
    if (found.region >= database->lower.sectors[found.sector].region_count) {
        return WAY_STATE_NONE;
    }
    *place = database->lower.sectors[found.sector].regions[found.region].centre;
    return *place;
}
