// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// DBA* as it was printed. Off-line, the map is cut into sectors of `sector` x `sector` cells and
// these into regions of connected cells, each with a representative at the mean of its cells. A*
// finds best paths between the representatives of regions up to `depth` borders apart, which are
// kept as states that hill climbing connects, and a matrix says for every pair of regions what the
// way costs and to which region it leads first. On-line, the unit finds its region and its goal's
// by a flood of their sectors, where these have more than one, and climbs from state to state,
// record by record. Wherever a representative is its next target it looks whether it can climb past
// it (path trimming).
//
// It is here to be judged by and compared with: `dba` is what games want. The matrix grows with the
// square of the number of regions, so maps with too many are refused.
//
// Reference: William Lee, DBA*: A Real-Time Path Finding Algorithm, 2013; sections are its own.
// What it leaves open, and how that is read here, is told on the page of this algorithm.
#include "lab/published/paper.h"
#include "search/subgoal/walk.h"

#include <string.h>

enum { DBA_PAPER_SECTOR, DBA_PAPER_DEPTH, DBA_PAPER_TRIM, DBA_PAPER_ROUNDING };
enum { DBA_PAPER_TRIM_ONE, DBA_PAPER_TRIM_CHAIN, DBA_PAPER_TRIM_OFF };

static const char *const dba_paper_trims[] = {"one", "chain", "off"};
static const char *const dba_paper_roundings[] = {"down", "near"};

static const way_param dba_paper_params[] = {
    [DBA_PAPER_SECTOR] = {"sector", "side of a sector in cells", WAY_PARAM_INTEGER, 16, 4, 1024,
                          NULL},
    [DBA_PAPER_DEPTH] = {"depth", "borders crossed by the longest paths that are kept",
                         WAY_PARAM_INTEGER, 1, 1, 4, NULL},
    [DBA_PAPER_TRIM] = {"trim", "looks past a representative: one, or on as long as they succeed",
                        WAY_PARAM_CHOICE, DBA_PAPER_TRIM_ONE, DBA_PAPER_TRIM_ONE,
                        DBA_PAPER_TRIM_OFF, dba_paper_trims},
    [DBA_PAPER_ROUNDING] = {"rounding", "of the mean of a region's cells", WAY_PARAM_CHOICE, 0, 0,
                            1, dba_paper_roundings},
};

#define DBA_PAPER_NONE UINT32_MAX

/// What the matrix has for a pair of regions.
typedef struct dba_paper_hop {
    uint32_t next; ///< the region to go to first; DBA_PAPER_NONE = there is no way
    way_cost cost;
} dba_paper_hop;

typedef struct dba_paper_database {
    uint32_t *sectors; ///< [sectors + 1] the first region of each, in rows of sectors
    size_t sectors_count;
    way_cell *places; ///< by region: its representative
    size_t places_count;
    uint32_t *first; ///< [regions + 1] where the records from a region start
    size_t first_count;
    uint32_t *to; ///< by record: the region that it leads to, ascending
    size_t to_count;
    way_cost *costs; ///< by record
    size_t costs_count;
    uint32_t *starts; ///< [records + 1] where the states of a record start
    size_t starts_count;
    way_cell *states; ///< of all records: representative, subgoals, representative
    size_t states_count;
    dba_paper_hop *matrix; ///< [regions * regions] by from, to
    size_t matrix_count;
} dba_paper_database;

static const wayi_blob_list dba_paper_lists[] = {
    WAYI_BLOB_LIST(WAYI_BLOB_TAG('S', 'E', 'C', 'T'), dba_paper_database, sectors),
    WAYI_BLOB_LIST(WAYI_BLOB_TAG('R', 'E', 'P', 'R'), dba_paper_database, places),
    WAYI_BLOB_LIST(WAYI_BLOB_TAG('F', 'R', 'O', 'M'), dba_paper_database, first),
    WAYI_BLOB_LIST(WAYI_BLOB_TAG('E', 'N', 'D', 'S'), dba_paper_database, to),
    WAYI_BLOB_LIST(WAYI_BLOB_TAG('C', 'O', 'S', 'T'), dba_paper_database, costs),
    WAYI_BLOB_LIST(WAYI_BLOB_TAG('B', 'E', 'G', 'I'), dba_paper_database, starts),
    WAYI_BLOB_LIST(WAYI_BLOB_TAG('P', 'A', 'T', 'H'), dba_paper_database, states),
    WAYI_BLOB_LIST(WAYI_BLOB_TAG('M', 'A', 'T', 'R'), dba_paper_database, matrix),
};

// Sectors -----------------------------------------------------------------------------------------

/// Columns, or rows, of sectors: the last may be cut off.
static uint32_t dba_paper_across(const way_navigator *navigator, uint32_t cells)
{
    const uint32_t side = (uint32_t)navigator->params[DBA_PAPER_SECTOR];
    return (cells + side - 1) / side;
}

/// The number of a cell's sector; `rect` gets the sector.
static uint32_t dba_paper_sector(const way_navigator *navigator, way_cell cell, way_rect *rect)
{
    const way_map *map = way_space_map(navigator->space);
    const uint32_t side = (uint32_t)navigator->params[DBA_PAPER_SECTOR];
    const uint32_t y = wayi_map_row(map, cell);
    const uint32_t row = y / side;
    const uint32_t column = (cell - y * map->width) / side;
    const uint32_t wide = map->width - column * side;
    const uint32_t high = map->height - row * side;
    *rect =
        (way_rect){column * side, row * side, wide < side ? wide : side, high < side ? high : side};
    return row * dba_paper_across(navigator, map->width) + column;
}

/// Cells of the largest sector.
static uint32_t dba_paper_area(const way_navigator *navigator)
{
    const way_map *map = way_space_map(navigator->space);
    const uint32_t side = (uint32_t)navigator->params[DBA_PAPER_SECTOR];
    return (map->width < side ? map->width : side) * (map->height < side ? map->height : side);
}

typedef struct dba_paper_cut {
    const way_map *map;
    uint32_t *regions; ///< by cell; DBA_PAPER_NONE = none
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
    dba_paper_database *database = navigator->database;
    const way_map *map = cut->map;
    const uint32_t side = (uint32_t)navigator->params[DBA_PAPER_SECTOR];
    const uint32_t columns = dba_paper_across(navigator, map->width);
    const uint32_t sectors = columns * dba_paper_across(navigator, map->height);
    database->sectors =
        wayi_alloc(&navigator->allocator, (size_t)sectors + 1, sizeof *database->sectors);
    database->sectors_count = database->sectors ? (size_t)sectors + 1 : 0;
    bool fits = database->sectors;
    for (uint32_t i = 0; i < sectors && fits; i++) {
        way_rect rect;
        (void)dba_paper_sector(navigator, i / columns * side * map->width + i % columns * side,
                               &rect);
        database->sectors[i] = cut->places.count;
        for (uint32_t place = 0; place < rect.width * rect.height && fits; place++) {
            const way_cell cell =
                (rect.y + place / rect.width) * map->width + rect.x + place % rect.width;
            fits = cut->regions[cell] != DBA_PAPER_NONE ||
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
static bool dba_paper_keep(dba_paper_database *database, wayi_paper_paths *paths,
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
    wayi_free(allocator, paths->lengths, records, sizeof *paths->lengths);
    const bool fits = wayi_path_buffer_join(paths->cells, paths->count, 1, allocator,
                                            (void **)&database->states, &database->states_count);
    wayi_free(allocator, paths->cells, paths->count, sizeof *paths->cells);
    *paths = (wayi_paper_paths){.allocator = *allocator};
    return fits && database->starts;
}

/// One round over all pairs; whether some way became cheaper.
static bool dba_paper_round(const dba_paper_database *database)
{
    const size_t count = database->places_count;
    bool changed = false;
    for (uint32_t i = 0; i < count; i++) {
        dba_paper_hop *row = database->matrix + i * count;
        for (uint32_t record = database->first[i]; record < database->first[i + 1]; record++) {
            const uint32_t by = database->to[record];
            const dba_paper_hop *onward = database->matrix + by * count;
            const way_cost there = row[by].cost;
            for (uint32_t k = 0; k < count; k++) {
                const way_cost cost = way_cost_add(there, onward[k].cost);
                if (cost < row[k].cost) {
                    row[k] = (dba_paper_hop){by, cost};
                    changed = true;
                }
            }
        }
    }
    return changed;
}

/// Fills the matrix by dynamic programming (section 4.2, appendix A).
static way_status dba_paper_program(dba_paper_database *database, wayi_job_stage stage,
                                    const way_allocator *allocator)
{
    const size_t count = database->places_count;
    database->matrix = wayi_alloc(allocator, count * count, sizeof *database->matrix);
    if (!database->matrix) {
        return WAY_STATUS_NO_MEMORY;
    }
    database->matrix_count = count * count;
    memset(database->matrix, 0xff, count * count * sizeof *database->matrix);
    for (uint32_t i = 0; i < count; i++) {
        database->matrix[i * count + i] = (dba_paper_hop){i, 0};
        for (uint32_t k = database->first[i]; k < database->first[i + 1]; k++) {
            database->matrix[i * count + database->to[k]] =
                (dba_paper_hop){database->to[k], database->costs[k]};
        }
    }
    for (uint32_t rounds = 1; dba_paper_round(database); rounds++) {
        if (!wayi_job_report(stage, rounds, rounds + 1)) {
            return WAY_STATUS_CANCELLED;
        }
    }
    return WAY_STATUS_OK;
}

static way_status dba_paper_connect(way_navigator *navigator, const dba_paper_cut *cut,
                                    const way_job *job)
{
    dba_paper_database *database = navigator->database;
    const way_allocator *allocator = &navigator->allocator;
    const wayi_paper_config config = {.grid = cut->search.grid,
                                      .regions = cut->regions,
                                      .places = database->places,
                                      .count = (uint32_t)database->places_count,
                                      .depth = (uint32_t)navigator->params[DBA_PAPER_DEPTH],
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

static way_status dba_paper_prepare(way_navigator *navigator, const way_job *job)
{
    dba_paper_database *database = navigator->database;
    const way_allocator *allocator = &navigator->allocator;
    const wayi_grid *grid = wayi_space_grid(navigator->space);
    const uint32_t cells = grid->map->cell_count;
    dba_paper_cut cut = {.map = grid->map, .nearest = navigator->params[DBA_PAPER_ROUNDING] != 0};
    wayi_path_buffer_init(&cut.places, allocator);
    cut.regions = wayi_alloc(allocator, cells, sizeof *cut.regions);
    way_status status = WAY_STATUS_NO_MEMORY;
    if (wayi_paper_search_init(&cut.search, grid, dba_paper_area(navigator), allocator) &&
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
    wayi_free(allocator, cut.regions, cells, sizeof *cut.regions);
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

/// The record between two regions, or DBA_PAPER_NONE.
static uint32_t dba_paper_record(const dba_paper_database *database, uint32_t from, uint32_t to)
{
    const uint32_t first = database->first[from];
    const uint32_t found =
        wayi_paper_find(database->to + first, database->first[from + 1] - first, to);
    return found == UINT32_MAX ? DBA_PAPER_NONE : first + found;
}

/// Whether records lead from representative to representative, over cells.
static bool dba_paper_records_are_sound(const dba_paper_database *database, uint32_t cells)
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
static bool dba_paper_matrix_is_sound(const dba_paper_database *database)
{
    const size_t count = database->places_count;
    bool sound = database->matrix_count == count * count;
    for (size_t i = 0; i < database->matrix_count && sound; i++) {
        const uint32_t from = (uint32_t)(i / count);
        const uint32_t to = (uint32_t)(i % count);
        const dba_paper_hop hop = database->matrix[i];
        if (from == to) {
            sound = hop.next == to && hop.cost == 0;
        } else if (hop.next != DBA_PAPER_NONE) {
            const uint32_t record = dba_paper_record(database, from, hop.next);
            sound = record != DBA_PAPER_NONE;
            const dba_paper_hop onward = database->matrix[sound ? hop.next * count + to : i];
            sound = sound && onward.next != DBA_PAPER_NONE && hop.cost >= onward.cost &&
                    hop.cost - onward.cost == database->costs[record];
        }
    }
    return sound;
}

/// Whether representatives are in their sectors.
static bool dba_paper_places_are_sound(const way_navigator *navigator, size_t sectors)
{
    const dba_paper_database *database = navigator->database;
    const uint32_t cells = way_space_map(navigator->space)->cell_count;
    bool sound = true;
    for (size_t i = 0; i < sectors && sound; i++) {
        for (uint32_t k = database->sectors[i]; k < database->sectors[i + 1] && sound; k++) {
            way_rect rect;
            const way_cell place = database->places[k];
            sound = place < cells && dba_paper_sector(navigator, place, &rect) == i;
        }
    }
    return sound;
}

static way_status dba_paper_open(way_navigator *navigator, const wayi_blob *blob)
{
    (void)blob;
    const dba_paper_database *database = navigator->database;
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

static uint32_t dba_paper_find_region(const way_navigator *navigator, way_state state,
                                      way_state *place)
{
    const dba_paper_database *database = navigator->database;
    const way_allocator *allocator = &navigator->allocator;
    way_rect rect;
    const uint32_t sector = dba_paper_sector(navigator, state, &rect);
    const uint32_t first = database->sectors[sector];
    const uint32_t count = database->sectors[sector + 1] - first;
    uint32_t found = count == 1 ? 0 : DBA_PAPER_NONE;
    wayi_paper_search search = {0};
    if (!way_space_can_stand(navigator->space, state)) {
        return WAY_STATE_NONE;
    }
    uint32_t budget = UINT32_MAX;
    if (count > 1 &&
        wayi_paper_search_init(&search, wayi_space_grid(navigator->space),
                               dba_paper_area(navigator), allocator) &&
        wayi_paper_search_begin(&search, rect, state)) {
        (void)wayi_paper_search_flood(&search, database->places + first, count, &budget, &found);
    }
    wayi_paper_search_fini(&search);
    *place = found == DBA_PAPER_NONE ? WAY_STATE_NONE : database->places[first + found];
    return found == DBA_PAPER_NONE ? WAY_STATE_NONE : first + found;
}

// Agents ------------------------------------------------------------------------------------------

typedef enum dba_paper_phase {
    DBA_PAPER_FIND_START, ///< floods the start's sector
    DBA_PAPER_FIND_GOAL,
    DBA_PAPER_AIM,    ///< decides on the next target
    DBA_PAPER_LOOK,   ///< past the representative that is the next target
    DBA_PAPER_TRY,    ///< to climb to the first representative
    DBA_PAPER_SEARCH, ///< a sector for the way to the first representative, or to the goal
    DBA_PAPER_CLIMB,  ///< moves
    DBA_PAPER_FOLLOW, ///< moves on a way that was found
    DBA_PAPER_PHASES
} dba_paper_phase;

typedef struct dba_paper_memory {
    wayi_paper_search search; ///< of a sector
    wayi_path_buffer ways[2]; ///< from the start to its representative, from the goal's to the goal
    wayi_climb look;
    uint32_t region[2]; ///< of both ends
    uint32_t joint;     ///< region of the next representative on the way
    uint32_t next;      ///< state of the record at hand; the last one is that representative
    uint32_t last;
    uint32_t leg;   ///< which of `ways` is followed
    uint32_t along; ///< cells of it that were walked
    way_cell cell;
    way_cell target; ///< of the climb, or of the search
    dba_paper_phase phase;
    bool starts; ///< the next representative is the start's
    bool looks;  ///< a look past the next representative is due
} dba_paper_memory;

static way_status dba_paper_create(way_agent *agent)
{
    dba_paper_memory *memory = agent->memory;
    const way_allocator *allocator = &agent->allocator;
    wayi_path_buffer_init(&memory->ways[0], allocator);
    wayi_path_buffer_init(&memory->ways[1], allocator);
    const bool fits = wayi_paper_search_init(&memory->search, wayi_space_grid(agent->space),
                                             dba_paper_area(agent->navigator), allocator);
    memory->search.limit = agent->capacity;
    memory->search.observer = agent->observer;
    return fits ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

static void dba_paper_destroy(way_agent *agent)
{
    dba_paper_memory *memory = agent->memory;
    wayi_path_buffer_fini(&memory->ways[0]);
    wayi_path_buffer_fini(&memory->ways[1]);
    wayi_paper_search_fini(&memory->search);
}

/// Begins to look for the region of an end. False without memory.
static bool dba_paper_seek(way_agent *agent, dba_paper_phase phase, way_cell cell)
{
    dba_paper_memory *memory = agent->memory;
    way_rect rect;
    (void)dba_paper_sector(agent->navigator, cell, &rect);
    memory->phase = phase;
    return wayi_paper_search_begin(&memory->search, rect, cell);
}

static way_status dba_paper_begin(way_agent *agent)
{
    dba_paper_memory *memory = agent->memory;
    memory->cell = agent->start;
    wayi_path_buffer_clear(&memory->ways[0]);
    wayi_path_buffer_clear(&memory->ways[1]);
    return dba_paper_seek(agent, DBA_PAPER_FIND_START, agent->start) ? WAY_STATUS_OK
                                                                     : WAY_STATUS_NO_MEMORY;
}

/// Begins with the record from one region to another, or the joint's own if there is none.
static void dba_paper_enter(dba_paper_memory *memory, const dba_paper_database *database,
                            uint32_t from, uint32_t to)
{
    const uint32_t record = dba_paper_record(database, from, to);
    memory->joint = to;
    memory->next = database->starts[record] + 1;
    memory->last = database->starts[record + 1] - 1;
}

static way_outcome dba_paper_find(way_agent *agent, uint32_t *budget)
{
    dba_paper_memory *memory = agent->memory;
    const dba_paper_database *database = agent->navigator->database;
    const uint32_t end = memory->phase == DBA_PAPER_FIND_START ? 0 : 1;
    way_rect rect;
    const uint32_t sector = dba_paper_sector(agent->navigator, memory->search.source, &rect);
    const uint32_t first = database->sectors[sector];
    const uint32_t count = database->sectors[sector + 1] - first;
    uint32_t found = 0;
    if (count != 1) {
        const uint32_t before = *budget;
        const way_outcome outcome = wayi_paper_search_flood(
            &memory->search, database->places + first, count, budget, &found);
        agent->stats.expansions += before - *budget;
        if (outcome != WAY_OUTCOME_ARRIVED) {
            return outcome;
        }
        if (!wayi_paper_search_trace(&memory->search, database->places[first + found],
                                     &memory->ways[end])) {
            return WAY_OUTCOME_CAPACITY;
        }
    }
    memory->region[end] = first + found;
    if (end == 0) {
        return dba_paper_seek(agent, DBA_PAPER_FIND_GOAL, agent->goal.state) ? WAY_OUTCOME_MOVING
                                                                             : WAY_OUTCOME_CAPACITY;
    }
    wayi_path_buffer_reverse(&memory->ways[1], 0);
    memory->phase = DBA_PAPER_AIM;
    memory->joint = memory->region[0];
    memory->next = memory->last = 0;
    memory->starts = true;
    memory->looks = agent->navigator->params[DBA_PAPER_TRIM] != DBA_PAPER_TRIM_OFF;
    const size_t pair = memory->region[0] * database->places_count + memory->region[1];
    return database->matrix[pair].next == DBA_PAPER_NONE ? WAY_OUTCOME_NO_PATH : WAY_OUTCOME_MOVING;
}

/// The region after the joint on the way to the goal.
static uint32_t dba_paper_onward(const dba_paper_memory *memory, const dba_paper_database *database)
{
    return database->matrix[memory->joint * database->places_count + memory->region[1]].next;
}

/// What comes after the representative that is the next target: a state, or the goal.
static way_cell dba_paper_beyond(const way_agent *agent)
{
    const dba_paper_memory *memory = agent->memory;
    const dba_paper_database *database = agent->navigator->database;
    if (memory->joint == memory->region[1]) {
        return agent->goal.state;
    }
    const uint32_t record =
        dba_paper_record(database, memory->joint, dba_paper_onward(memory, database));
    return database->states[database->starts[record] + 1];
}

/// Follows a way that was found, from its second cell on.
static void dba_paper_take_way(dba_paper_memory *memory, uint32_t leg)
{
    memory->phase = DBA_PAPER_FOLLOW;
    memory->leg = leg;
    memory->along = 1;
}

/// Begins to search the sector of a target for a way there.
static way_outcome dba_paper_search(way_agent *agent, uint32_t leg, way_cell target)
{
    dba_paper_memory *memory = agent->memory;
    way_rect rect;
    (void)dba_paper_sector(agent->navigator, target, &rect);
    memory->leg = leg;
    memory->target = target;
    memory->phase = DBA_PAPER_SEARCH;
    return wayi_paper_search_begin(&memory->search, rect, memory->cell) ? WAY_OUTCOME_MOVING
                                                                        : WAY_OUTCOME_CAPACITY;
}

/// Sets out for the representative that is the next target.
static void dba_paper_approach(way_agent *agent)
{
    dba_paper_memory *memory = agent->memory;
    const dba_paper_database *database = agent->navigator->database;
    memory->target = database->places[memory->joint];
    memory->phase = DBA_PAPER_CLIMB;
    if (memory->starts && memory->ways[0].count) {
        dba_paper_take_way(memory, 0);
    } else if (memory->starts) {
        memory->phase = DBA_PAPER_TRY;
        memory->look =
            wayi_climb_begin(wayi_space_grid(agent->space), memory->cell, memory->target);
    }
}

/// At a representative: goes on to the next region, or to the goal.
static way_outcome dba_paper_leave(way_agent *agent)
{
    dba_paper_memory *memory = agent->memory;
    const dba_paper_database *database = agent->navigator->database;
    memory->starts = false;
    memory->looks = agent->navigator->params[DBA_PAPER_TRIM] != DBA_PAPER_TRIM_OFF;
    if (memory->joint != memory->region[1]) {
        dba_paper_enter(memory, database, memory->joint, dba_paper_onward(memory, database));
        return WAY_OUTCOME_MOVING;
    }
    if (memory->ways[1].count) {
        dba_paper_take_way(memory, 1);
        return WAY_OUTCOME_MOVING;
    }
    return dba_paper_search(agent, 1, agent->goal.state);
}

/// Decides where to go from here.
static way_outcome dba_paper_aim(way_agent *agent, uint32_t *budget)
{
    (void)budget;
    dba_paper_memory *memory = agent->memory;
    const dba_paper_database *database = agent->navigator->database;
    if (memory->next < memory->last) {
        memory->target = database->states[memory->next++];
        memory->phase = DBA_PAPER_CLIMB;
    } else if (memory->looks) {
        memory->phase = DBA_PAPER_LOOK;
        memory->look =
            wayi_climb_begin(wayi_space_grid(agent->space), memory->cell, dba_paper_beyond(agent));
    } else if (memory->cell == database->places[memory->joint]) {
        return dba_paper_leave(agent);
    } else {
        dba_paper_approach(agent);
    }
    return WAY_OUTCOME_MOVING;
}

/// Goes on with a climb to see where it leads: as wayi_walk_check, however long it is.
static way_outcome dba_paper_check(way_agent *agent, uint32_t *budget)
{
    dba_paper_memory *memory = agent->memory;
    uint32_t left = UINT32_MAX;
    return wayi_walk_check(agent, &memory->look, &left, budget);
}

static way_outcome dba_paper_look(way_agent *agent, uint32_t *budget)
{
    dba_paper_memory *memory = agent->memory;
    const dba_paper_database *database = agent->navigator->database;
    const way_outcome outcome = dba_paper_check(agent, budget);
    if (outcome == WAY_OUTCOME_MOVING) {
        return WAY_OUTCOME_MOVING;
    }
    memory->phase = DBA_PAPER_AIM;
    memory->looks = false;
    if (outcome != WAY_OUTCOME_ARRIVED) {
        return WAY_OUTCOME_MOVING;
    }
    memory->starts = false;
    if (memory->joint == memory->region[1]) {
        memory->target = agent->goal.state;
        memory->phase = DBA_PAPER_CLIMB;
        return WAY_OUTCOME_MOVING;
    }
    dba_paper_enter(memory, database, memory->joint, dba_paper_onward(memory, database));
    // Past a representative to the next one: that is where to go, unless looks go on.
    memory->looks = memory->next < memory->last ||
                    agent->navigator->params[DBA_PAPER_TRIM] == DBA_PAPER_TRIM_CHAIN;
    return WAY_OUTCOME_MOVING;
}

static way_outcome dba_paper_try(way_agent *agent, uint32_t *budget)
{
    dba_paper_memory *memory = agent->memory;
    const way_outcome outcome = dba_paper_check(agent, budget);
    if (outcome == WAY_OUTCOME_NO_PATH) {
        return dba_paper_search(agent, 0, memory->target);
    }
    memory->phase = outcome == WAY_OUTCOME_ARRIVED ? DBA_PAPER_CLIMB : DBA_PAPER_TRY;
    return WAY_OUTCOME_MOVING;
}

static way_outcome dba_paper_look_around(way_agent *agent, uint32_t *budget)
{
    dba_paper_memory *memory = agent->memory;
    const uint32_t before = *budget;
    const way_outcome outcome = wayi_paper_search_run(&memory->search, memory->target, budget);
    agent->stats.expansions += before - *budget;
    if (outcome != WAY_OUTCOME_ARRIVED) {
        return outcome;
    }
    wayi_path_buffer *way = &memory->ways[memory->leg];
    if (!wayi_paper_search_trace(&memory->search, memory->target, way)) {
        return WAY_OUTCOME_CAPACITY;
    }
    dba_paper_take_way(memory, memory->leg);
    return WAY_OUTCOME_MOVING;
}

/// Makes a move in a direction.
static way_outcome dba_paper_move(way_agent *agent, uint32_t direction, uint32_t *budget)
{
    dba_paper_memory *memory = agent->memory;
    *budget = 0;
    wayi_walk_look(agent, memory->cell, agent->cost);
    return wayi_walk_step(agent, &memory->cell, direction);
}

static way_outcome dba_paper_climb(way_agent *agent, uint32_t *budget)
{
    dba_paper_memory *memory = agent->memory;
    if (memory->cell == memory->target) {
        memory->phase = DBA_PAPER_AIM;
        return WAY_OUTCOME_MOVING;
    }
    const uint32_t direction =
        wayi_climb_next(wayi_space_grid(agent->space), memory->cell, memory->target);
    return direction == WAYI_CLIMB_STUCK ? WAY_OUTCOME_NO_PATH
                                         : dba_paper_move(agent, direction, budget);
}

static way_outcome dba_paper_follow(way_agent *agent, uint32_t *budget)
{
    dba_paper_memory *memory = agent->memory;
    const way_map *map = wayi_space_grid(agent->space)->map;
    const wayi_path_buffer *way = &memory->ways[memory->leg];
    if (memory->along >= way->count) {
        memory->phase = DBA_PAPER_AIM;
        return WAY_OUTCOME_MOVING;
    }
    const way_cell to = way->states[memory->along++];
    return dba_paper_move(agent, wayi_map_direction(map, memory->cell, to), budget);
}

static way_outcome dba_paper_step(way_agent *agent, uint32_t budget)
{
    static way_outcome (*const phases[DBA_PAPER_PHASES])(way_agent *, uint32_t *) = {
        [DBA_PAPER_FIND_START] = dba_paper_find, [DBA_PAPER_FIND_GOAL] = dba_paper_find,
        [DBA_PAPER_AIM] = dba_paper_aim,         [DBA_PAPER_LOOK] = dba_paper_look,
        [DBA_PAPER_TRY] = dba_paper_try,         [DBA_PAPER_SEARCH] = dba_paper_look_around,
        [DBA_PAPER_CLIMB] = dba_paper_climb,     [DBA_PAPER_FOLLOW] = dba_paper_follow,
    };
    dba_paper_memory *memory = agent->memory;
    way_outcome outcome =
        memory->cell == agent->goal.state ? WAY_OUTCOME_ARRIVED : WAY_OUTCOME_MOVING;
    while (budget && outcome == WAY_OUTCOME_MOVING) {
        outcome = phases[memory->phase](agent, &budget);
    }
    return outcome;
}

/// The most steps that a climb across the map can take: each brings the estimate down by one of
/// four differences, or more.
static uint32_t dba_paper_longest_climb(const way_map *map)
{
    const uint32_t straight = map->costs.cardinal;
    const uint32_t slant = map->costs.diagonal;
    const uint32_t less =
        slant > straight && slant - straight < straight ? slant - straight : straight;
    const uint32_t off = 2 * straight > slant ? 2 * straight - slant : straight;
    const uint64_t far = wayi_map_plain_distance(map, map->width, -(int64_t)map->height) +
                         wayi_map_plain_distance(map, map->width, map->height);
    const uint64_t steps = far / (less < off ? less : off);
    return steps < UINT32_MAX / 16 ? (uint32_t)steps : UINT32_MAX / 16;
}

/// Two floods, a look, a climb and a search; or a look for every region that looks skip.
static uint32_t dba_paper_lookahead(const way_navigator *navigator)
{
    const dba_paper_database *database = navigator->database;
    const bool chain = navigator->params[DBA_PAPER_TRIM] == DBA_PAPER_TRIM_CHAIN;
    const uint64_t looks = 2 + (chain ? database->places_count : 0);
    const uint64_t most = (uint64_t)3 * dba_paper_area(navigator) +
                          looks * dba_paper_longest_climb(way_space_map(navigator->space)) + 1;
    return most < UINT32_MAX ? (uint32_t)most : UINT32_MAX;
}

const wayi_algorithm wayi_algorithm_dba_paper = {
    .info = {.name = "dba_paper",
             .title = "DBA* as printed",
             .family = "subgoal",
             .summary = "Hill climbing along prepared paths, led by a matrix of regions",
             .reference = "Lee, DBA*: A Real-Time Path Finding Algorithm, 2013",
             .traits = WAY_TRAIT_COMPLETE | WAY_TRAIT_REALTIME | WAY_TRAIT_PREPARED,
             .needs = WAY_SPACE_GRID | WAY_SPACE_UNLINKED | WAY_SPACE_UNIFORM_COST,
             .params = dba_paper_params,
             .param_count = sizeof dba_paper_params / sizeof *dba_paper_params},
    .database_size = sizeof(dba_paper_database),
    .relief = "raise sector",
    .memory_size = sizeof(dba_paper_memory),
    .prepare = dba_paper_prepare,
    .lists = dba_paper_lists,
    .list_count = sizeof dba_paper_lists / sizeof *dba_paper_lists,
    .open = dba_paper_open,
    .find_region = dba_paper_find_region,
    .lookahead = dba_paper_lookahead,
    .create = dba_paper_create,
    .destroy = dba_paper_destroy,
    .begin = dba_paper_begin,
    .step = dba_paper_step,
};
