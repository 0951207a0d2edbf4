// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Makes the database of DBA* as printed, section by section of the thesis: sectors and regions (3,
// 4.1), base paths (4.2, 4.6), the matrix (4.2, appendix A); and checks one that was saved.
#include "lab/published/dba_paper.h"

#include <string.h>

// Sectors -----------------------------------------------------------------------------------------

/// Columns, or rows, of sectors: the last may be cut off.
static uint32_t dba_paper_across(const way_navigator *navigator, uint32_t cells)
{
    const uint32_t side = (uint32_t)navigator->params[WAYI_DBA_PAPER_SECTOR];
    return (cells + side - 1) / side;
}

uint32_t wayi_dba_paper_sector(const way_navigator *navigator, way_cell cell, way_rect *rect)
{
    const way_map *map = way_space_map(navigator->space);
    const uint32_t side = (uint32_t)navigator->params[WAYI_DBA_PAPER_SECTOR];
    const uint32_t y = wayi_map_row(map, cell);
    const uint32_t row = y / side;
    const uint32_t column = (cell - y * map->width) / side;
    const uint32_t wide = map->width - column * side;
    const uint32_t high = map->height - row * side;
    *rect =
        (way_rect){column * side, row * side, wide < side ? wide : side, high < side ? high : side};
    return row * dba_paper_across(navigator, map->width) + column;
}

uint32_t wayi_dba_paper_area(const way_navigator *navigator)
{
    const way_map *map = way_space_map(navigator->space);
    const uint32_t side = (uint32_t)navigator->params[WAYI_DBA_PAPER_SECTOR];
    return (map->width < side ? map->width : side) * (map->height < side ? map->height : side);
}

uint32_t wayi_dba_paper_record(const wayi_dba_paper *database, uint32_t from, uint32_t to)
{
    const uint32_t first = database->first[from];
    const uint32_t found =
        wayi_paper_find(database->to + first, database->first[from + 1] - first, to);
    return found == UINT32_MAX ? WAYI_DBA_PAPER_NONE : first + found;
}

typedef struct dba_paper_cut {
    const way_map *map;
    uint32_t *regions; ///< by cell; WAYI_DBA_PAPER_NONE = none
    wayi_path_buffer places;
    wayi_paper_search search;
    bool nearest; ///< how means are rounded
} dba_paper_cut;

/// The cell of a region at a mean, or the first of the nearest ring around that has one, row by
/// row.
static way_cell dba_paper_place(const dba_paper_cut *cut, uint32_t region, uint64_t mean_x,
                                uint64_t mean_y)
{
    const int64_t width = cut->map->width;
    const int64_t height = cut->map->height;
    for (int64_t ring = 0;; ring++) {
        for (int64_t dy = -ring; dy <= ring; dy++) {
            const bool rim = dy == -ring || dy == ring;
            for (int64_t dx = -ring; dx <= ring; dx += rim ? 1 : 2 * ring) {
                const int64_t x = (int64_t)mean_x + dx;
                const int64_t y = (int64_t)mean_y + dy;
                if (x >= 0 && y >= 0 && x < width && y < height &&
                    cut->regions[y * width + x] == region) {
                    return (way_cell)(y * width + x);
                }
            }
        }
    }
}

/// Makes a region of all that is connected with a cell inside a sector; false without memory.
static bool dba_paper_add_region(dba_paper_cut *cut, way_rect rect, way_cell cell)
{
    const uint32_t region = cut->places.count;
    const way_map *map = cut->map;
    uint32_t budget = UINT32_MAX;
    if (!wayi_paper_search_begin(&cut->search, rect, cell) ||
        wayi_paper_search_flood(&cut->search, NULL, 0, &budget, NULL) != WAY_OUTCOME_NO_PATH) {
        return false;
    }
    const uint64_t count = cut->search.met.count;
    uint64_t across = 0;
    uint64_t along = 0;
    for (uint32_t i = 0; i < count; i++) {
        const way_cell met = cut->search.met.states[i];
        const uint32_t y = wayi_map_row(map, met);
        cut->regions[met] = region;
        across += met - y * map->width;
        along += y;
    }
    const uint64_t half = cut->nearest ? count : 0;
    return wayi_path_buffer_push(&cut->places,
                                 dba_paper_place(cut, region, (2 * across + half) / (2 * count),
                                                 (2 * along + half) / (2 * count)));
}

/// Cuts all sectors into regions, row by row (sections 3 and 4.1).
static way_status dba_paper_partition(way_navigator *navigator, dba_paper_cut *cut,
                                      wayi_job_stage stage)
{
    wayi_dba_paper *database = navigator->database;
    const way_map *map = cut->map;
    const uint32_t side = (uint32_t)navigator->params[WAYI_DBA_PAPER_SECTOR];
    const uint32_t columns = dba_paper_across(navigator, map->width);
    const uint32_t sectors = columns * dba_paper_across(navigator, map->height);
    database->sectors =
        wayi_alloc(&navigator->allocator, (size_t)sectors + 1, sizeof *database->sectors);
    database->sectors_count = database->sectors ? (size_t)sectors + 1 : 0;
    bool fits = database->sectors;
    for (uint32_t i = 0; i < sectors && fits; i++) {
        way_rect rect;
        (void)wayi_dba_paper_sector(navigator, i / columns * side * map->width + i % columns * side,
                                    &rect);
        database->sectors[i] = cut->places.count;
        for (uint32_t place = 0; place < rect.width * rect.height && fits; place++) {
            const way_cell cell =
                (rect.y + place / rect.width) * map->width + rect.x + place % rect.width;
            fits = cut->regions[cell] != WAYI_DBA_PAPER_NONE ||
                   !way_space_can_stand(navigator->space, cell) ||
                   dba_paper_add_region(cut, rect, cell);
        }
        if (i % columns == 0 && !wayi_job_report(stage, i, sectors)) {
            return WAY_STATUS_CANCELLED;
        }
    }
    if (fits) {
        database->sectors[sectors] = cut->places.count;
    }
    return fits ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

// Records and matrix ------------------------------------------------------------------------------

/// Takes over the base paths; false without memory.
static bool dba_paper_keep(wayi_dba_paper *database, wayi_paper_paths *paths,
                           const way_allocator *allocator)
{
    const size_t records = paths->first[paths->count];
    database->first = paths->first;
    database->first_count = (size_t)paths->count + 1;
    database->to = paths->to;
    database->to_count = database->to ? records : 0;
    database->costs = paths->costs;
    database->costs_count = database->costs ? records : 0;
    database->starts = wayi_alloc(allocator, records + 1, sizeof *database->starts);
    database->starts_count = database->starts ? records + 1 : 0;
    uint32_t sum = 0;
    for (size_t i = 0; i < database->starts_count; i++) {
        database->starts[i] = sum;
        sum += i < records ? paths->lengths[i] : 0;
    }
    WAYI_FREE(allocator, paths->lengths, records);
    const bool fits = wayi_path_buffer_join(paths->cells, paths->count, 1, allocator,
                                            (void **)&database->states, &database->states_count);
    WAYI_FREE(allocator, paths->cells, paths->count);
    *paths = (wayi_paper_paths){.allocator = *allocator};
    return fits && database->starts;
}

/// Columns of a row that the last round made cheaper: from `first` on, before `end`.
typedef struct dba_paper_span {
    uint32_t first, end;
} dba_paper_span;

/// The rounds of appendix A. A pair of rows is gone over where something changed since it was gone
/// over last, so all rounds find what the printed ones find: what is left out can change nothing.
typedef struct dba_paper_rounds {
    const wayi_dba_paper *database;
    dba_paper_span *news; ///< of every row, since it was last gone over
    way_cost *there;      ///< by record: what the way to its end cost when it was last gone over
} dba_paper_rounds;

/// Goes over the ways that begin with a record; which columns of the row became cheaper.
static dba_paper_span dba_paper_begin_with(const dba_paper_rounds *rounds, uint32_t from,
                                           uint32_t record, dba_paper_span news)
{
    const wayi_dba_paper *database = rounds->database;
    const uint32_t count = (uint32_t)database->places_count;
    const uint32_t by = database->to[record];
    wayi_dba_paper_hop *row = database->matrix + (size_t)from * count;
    const wayi_dba_paper_hop *onward = database->matrix + (size_t)by * count;
    const way_cost there = row[by].cost;
    const bool whole = there != rounds->there[record];
    const dba_paper_span look = whole ? (dba_paper_span){0, count} : rounds->news[by];
    rounds->there[record] = there;
    for (uint32_t k = look.first; k < look.end; k++) {
        const way_cost cost = way_cost_add(there, onward[k].cost);
        if (cost < row[k].cost) {
            row[k] = (wayi_dba_paper_hop){by, cost};
            news.first = k < news.first ? k : news.first;
            news.end = k >= news.end ? k + 1 : news.end;
        }
    }
    return news;
}

/// One round over all pairs; whether some way became cheaper.
static bool dba_paper_round(const dba_paper_rounds *rounds)
{
    const wayi_dba_paper *database = rounds->database;
    bool changed = false;
    for (uint32_t i = 0; i < database->places_count; i++) {
        dba_paper_span news = {UINT32_MAX, 0};
        for (uint32_t k = database->first[i]; k < database->first[i + 1]; k++) {
            news = dba_paper_begin_with(rounds, i, k, news);
        }
        rounds->news[i] = news;
        changed |= news.end > 0;
    }
    return changed;
}

/// The matrix of base paths alone.
static void dba_paper_seed(wayi_dba_paper *database)
{
    const size_t count = database->places_count;
    memset(database->matrix, 0xff, count * count * sizeof *database->matrix);
    for (uint32_t i = 0; i < count; i++) {
        database->matrix[i * count + i] = (wayi_dba_paper_hop){i, 0};
        for (uint32_t k = database->first[i]; k < database->first[i + 1]; k++) {
            database->matrix[i * count + database->to[k]] =
                (wayi_dba_paper_hop){database->to[k], database->costs[k]};
        }
    }
}

/// Fills the matrix by dynamic programming (section 4.2, appendix A).
static way_status dba_paper_program(wayi_dba_paper *database, wayi_job_stage stage,
                                    const way_allocator *allocator)
{
    const size_t count = database->places_count;
    const size_t records = database->to_count;
    const dba_paper_rounds rounds = {.database = database,
                                     .news = wayi_alloc(allocator, count, sizeof *rounds.news),
                                     .there =
                                         wayi_alloc(allocator, records + 1, sizeof *rounds.there)};
    database->matrix = wayi_alloc(allocator, count * count, sizeof *database->matrix);
    database->matrix_count = database->matrix ? count * count : 0;
    way_status status = WAY_STATUS_NO_MEMORY;
    if (rounds.news && rounds.there && database->matrix) {
        memset(rounds.there, 0xff, records * sizeof *rounds.there);
        dba_paper_seed(database);
        status = WAY_STATUS_OK;
        for (uint32_t done = 1; status == WAY_STATUS_OK && dba_paper_round(&rounds); done++) {
            status = wayi_job_report(stage, done, done + 1) ? WAY_STATUS_OK : WAY_STATUS_CANCELLED;
        }
    }
    WAYI_FREE(allocator, rounds.news, count);
    WAYI_FREE(allocator, rounds.there, records + 1);
    return status;
}

static way_status dba_paper_connect(way_navigator *navigator, const dba_paper_cut *cut,
                                    const way_job *job)
{
    wayi_dba_paper *database = navigator->database;
    const way_allocator *allocator = &navigator->allocator;
    const wayi_paper_config config = {.grid = cut->search.grid,
                                      .regions = cut->regions,
                                      .places = database->places,
                                      .count = (uint32_t)database->places_count,
                                      .depth = (uint32_t)navigator->params[WAYI_DBA_PAPER_DEPTH],
                                      .compress = true};
    wayi_paper_paths paths;
    way_status status =
        wayi_paper_paths_make(&paths, &config, (wayi_job_stage){job, 100, 600}, allocator);
    if (status == WAY_STATUS_OK && !dba_paper_keep(database, &paths, allocator)) {
        status = WAY_STATUS_NO_MEMORY;
    }
    wayi_paper_paths_fini(&paths);
    return status != WAY_STATUS_OK
               ? status
               : dba_paper_program(database, (wayi_job_stage){job, 600, 1000}, allocator);
}

way_status wayi_dba_paper_prepare(way_navigator *navigator, const way_job *job)
{
    wayi_dba_paper *database = navigator->database;
    const way_allocator *allocator = &navigator->allocator;
    const wayi_grid *grid = wayi_space_grid(navigator->space);
    const uint32_t cells = grid->map->cell_count;
    dba_paper_cut cut = {.map = grid->map,
                         .nearest = navigator->params[WAYI_DBA_PAPER_ROUNDING] != 0};
    wayi_path_buffer_init(&cut.places, allocator);
    cut.regions = wayi_alloc(allocator, cells, sizeof *cut.regions);
    way_status status = WAY_STATUS_NO_MEMORY;
    if (wayi_paper_search_init(&cut.search, grid, wayi_dba_paper_area(navigator), allocator) &&
        cut.regions) {
        memset(cut.regions, 0xff, cells * sizeof *cut.regions);
        status = dba_paper_partition(navigator, &cut, (wayi_job_stage){job, 0, 100});
    }
    const uint32_t count = cut.places.count;
    if (status == WAY_STATUS_OK && count > WAYI_PAPER_REGIONS) {
        status = wayi_navigator_refuse(navigator, count, WAYI_PAPER_REGIONS);
    }
    if (!wayi_path_buffer_join(&cut.places, 1, 1, allocator, (void **)&database->places,
                               &database->places_count)) {
        status = WAY_STATUS_NO_MEMORY;
    }
    if (status == WAY_STATUS_OK && count) {
        status = dba_paper_connect(navigator, &cut, job);
    }
    WAYI_FREE(allocator, cut.regions, cells);
    wayi_paper_search_fini(&cut.search);
    return status;
}

// Opening -----------------------------------------------------------------------------------------

/// Whether offsets rise from zero to a total.
static bool dba_paper_rises(const uint32_t *offsets, size_t count, size_t total)
{
    bool sound = count && offsets[0] == 0 && offsets[count - 1] == total;
    for (size_t i = 1; i < count && sound; i++) {
        sound = offsets[i] >= offsets[i - 1];
    }
    return sound;
}

/// Whether records lead from representative to representative, over cells.
static bool dba_paper_records_are_sound(const wayi_dba_paper *database, uint32_t cells)
{
    const size_t count = database->places_count;
    const size_t records = database->to_count;
    bool sound = database->first_count == count + 1 && database->costs_count == records &&
                 database->starts_count == records + 1 &&
                 dba_paper_rises(database->first, count + 1, records) &&
                 dba_paper_rises(database->starts, records + 1, database->states_count);
    for (size_t i = 0; i < count && sound; i++) {
        for (uint32_t k = database->first[i]; k < database->first[i + 1] && sound; k++) {
            const uint32_t first = database->starts[k];
            const uint32_t last = database->starts[k + 1];
            sound = database->to[k] < count && database->to[k] != i && database->costs[k] > 0 &&
                    (k == database->first[i] || database->to[k] > database->to[k - 1]) &&
                    last - first >= 2 && database->states[first] == database->places[i] &&
                    database->states[last - 1] == database->places[database->to[k]];
        }
    }
    for (size_t i = 0; i < database->states_count && sound; i++) {
        sound = database->states[i] < cells;
    }
    return sound;
}

/// Whether every hop is a record, with what is left of the cost behind it: no way is endless.
static bool dba_paper_matrix_is_sound(const wayi_dba_paper *database)
{
    const size_t count = database->places_count;
    bool sound = database->matrix_count == count * count;
    for (size_t i = 0; i < database->matrix_count && sound; i++) {
        const uint32_t from = (uint32_t)(i / count);
        const uint32_t to = (uint32_t)(i % count);
        const wayi_dba_paper_hop hop = database->matrix[i];
        if (from == to) {
            sound = hop.next == to && hop.cost == 0;
        } else if (hop.next != WAYI_DBA_PAPER_NONE) {
            const uint32_t record = wayi_dba_paper_record(database, from, hop.next);
            sound = record != WAYI_DBA_PAPER_NONE;
            const wayi_dba_paper_hop onward = database->matrix[sound ? hop.next * count + to : i];
            sound = sound && onward.next != WAYI_DBA_PAPER_NONE && hop.cost >= onward.cost &&
                    hop.cost - onward.cost == database->costs[record];
        }
    }
    return sound;
}

/// Whether representatives are in their sectors.
static bool dba_paper_places_are_sound(const way_navigator *navigator, size_t sectors)
{
    const wayi_dba_paper *database = navigator->database;
    const uint32_t cells = way_space_map(navigator->space)->cell_count;
    bool sound = true;
    for (size_t i = 0; i < sectors && sound; i++) {
        for (uint32_t k = database->sectors[i]; k < database->sectors[i + 1] && sound; k++) {
            way_rect rect;
            const way_cell place = database->places[k];
            sound = place < cells && wayi_dba_paper_sector(navigator, place, &rect) == i;
        }
    }
    return sound;
}

way_status wayi_dba_paper_open(way_navigator *navigator, const wayi_blob *blob)
{
    (void)blob;
    const wayi_dba_paper *database = navigator->database;
    const way_map *map = way_space_map(navigator->space);
    const size_t count = database->places_count;
    const size_t sectors =
        (size_t)dba_paper_across(navigator, map->width) * dba_paper_across(navigator, map->height);
    bool sound = count <= WAYI_PAPER_REGIONS && database->sectors_count == sectors + 1 &&
                 dba_paper_rises(database->sectors, sectors + 1, count) &&
                 dba_paper_places_are_sound(navigator, sectors);
    sound = sound && (count == 0 || (dba_paper_records_are_sound(database, map->cell_count) &&
                                     dba_paper_matrix_is_sound(database)));
    return sound ? WAY_STATUS_OK : WAY_STATUS_BAD_FORMAT;
}
