// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Makes the database of HCDPS as printed (section 5.1 of the paper): regions, their index, base
// paths, the ways between all seeds, records; and checks one that was saved.
#include "lab/published/hcdps_paper.h"
#include "search/engine/hillclimb.h"

#include <string.h>

// Regions -----------------------------------------------------------------------------------------

#define HCDPS_PAPER_UNTRIED UINT16_MAX
#define HCDPS_PAPER_REFUSED (UINT16_MAX - 1u)

typedef struct hcdps_paper_cut {
    const wayi_grid *grid;
    uint32_t cutoff;
    uint32_t *regions;      ///< by cell; UINT32_MAX = none yet
    uint16_t *climbs;       ///< by cell: steps to the seed at hand, HCDPS_PAPER_UNTRIED or REFUSED
    wayi_path_buffer seeds; ///< by region
    wayi_path_buffer tried; ///< cells with other `climbs` than HCDPS_PAPER_UNTRIED
    wayi_path_buffer queue; ///< cells of the region at hand
} hcdps_paper_cut;

/// The steps of the climb from a cell to the seed, or HCDPS_PAPER_REFUSED if it takes too many.
/// Where it meets a cell of the region it goes on as the climb from there did.
static uint32_t hcdps_paper_climb(const hcdps_paper_cut *cut, way_cell cell, way_cell seed)
{
    wayi_climb climb = wayi_climb_begin(cut->grid, cell, seed);
    const uint32_t width = cut->grid->map->width;
    for (uint32_t steps = 0; steps <= cut->cutoff; steps++) {
        const uint32_t known = cut->climbs[climb.y * width + climb.x];
        if (known < HCDPS_PAPER_REFUSED) {
            return steps + known <= cut->cutoff ? steps + known : HCDPS_PAPER_REFUSED;
        }
        const uint32_t direction =
            wayi_climb_direction(cut->grid, climb.x, climb.y, climb.dx, climb.dy);
        if (direction == WAYI_CLIMB_STUCK) {
            break;
        }
        wayi_climb_shift(&climb, direction, 1);
    }
    return HCDPS_PAPER_REFUSED;
}

/// Tries to take a cell into the newest region; false without memory.
static bool hcdps_paper_take(hcdps_paper_cut *cut, way_cell cell, way_cell seed)
{
    const wayi_grid *grid = cut->grid;
    const uint32_t has = cut->regions[cell];
    if (cut->climbs[cell] != HCDPS_PAPER_UNTRIED ||
        (has != UINT32_MAX && wayi_grid_distance(grid, cell, seed) >=
                                  wayi_grid_distance(grid, cell, cut->seeds.states[has]))) {
        return true;
    }
    uint32_t steps = hcdps_paper_climb(cut, cell, seed);
    if (steps != HCDPS_PAPER_REFUSED && !wayi_climb_reaches(grid, seed, cell, cut->cutoff, NULL)) {
        steps = HCDPS_PAPER_REFUSED;
    }
    cut->climbs[cell] = (uint16_t)steps;
    if (!wayi_path_buffer_push(&cut->tried, cell)) {
        return false;
    }
    if (steps == HCDPS_PAPER_REFUSED) {
        return true;
    }
    cut->regions[cell] = cut->seeds.count - 1;
    return wayi_path_buffer_push(&cut->queue, cell);
}

/// Grows a region around a seed; false without memory.
static bool hcdps_paper_grow(hcdps_paper_cut *cut, way_cell seed)
{
    const way_map *map = cut->grid->map;
    wayi_path_buffer_clear(&cut->tried);
    wayi_path_buffer_clear(&cut->queue);
    bool fits = wayi_path_buffer_push(&cut->tried, seed) &&
                wayi_path_buffer_push(&cut->queue, seed) &&
                wayi_path_buffer_push(&cut->seeds, seed);
    cut->climbs[seed] = 0;
    cut->regions[seed] = cut->seeds.count - 1;
    for (uint32_t i = 0; i < cut->queue.count && fits; i++) {
        const way_cell cell = cut->queue.states[i];
        uint32_t moves = wayi_layer_moves(map, cut->grid->layer, cell);
        for (; moves && fits; moves &= moves - 1) {
            fits =
                hcdps_paper_take(cut, cell + (uint32_t)map->offsets[wayi_bits_lowest(moves)], seed);
        }
    }
    for (uint32_t i = 0; i < cut->tried.count; i++) {
        cut->climbs[cut->tried.states[i]] = HCDPS_PAPER_UNTRIED;
    }
    return fits;
}

/// Grows regions around the points of the lattice, then around all cells without one, both row by
/// row (section 5.1).
static way_status hcdps_paper_partition(hcdps_paper_cut *cut, const way_navigator *navigator,
                                        wayi_job_stage stage)
{
    const way_map *map = cut->grid->map;
    const way_space *space = &cut->grid->space;
    const uint32_t spacing = navigator->params[WAYI_HCDPS_PAPER_SPACING]
                                 ? (uint32_t)navigator->params[WAYI_HCDPS_PAPER_SPACING]
                                 : cut->cutoff;
    const bool all = navigator->params[WAYI_HCDPS_PAPER_SEEDS];
    bool fits = true;
    bool goes_on = true;
    for (uint32_t turn = 0; turn < 2; turn++) { // the lattice, and all cells
        const uint32_t apart = turn ? 1 : spacing;
        for (uint32_t y = apart / 2; y < map->height && fits && goes_on; y += apart) {
            for (uint32_t x = apart / 2; x < map->width && fits; x += apart) {
                const way_cell cell = y * map->width + x;
                const bool free = cut->regions[cell] == UINT32_MAX || (all && turn == 0);
                fits = !free || !way_space_can_stand(space, cell) || hcdps_paper_grow(cut, cell);
            }
            goes_on = wayi_job_report(stage, turn * map->height + y, 2 * map->height);
        }
    }
    return !fits ? WAY_STATUS_NO_MEMORY : goes_on ? WAY_STATUS_OK : WAY_STATUS_CANCELLED;
}

/// Writes the index: the regions of all cells in runs, and the run of every thousandth cell.
static bool hcdps_paper_index(wayi_hcdps_paper *database, const hcdps_paper_cut *cut,
                              const way_allocator *allocator)
{
    const uint32_t cells = cut->grid->map->cell_count;
    wayi_path_buffer runs;
    wayi_path_buffer_init(&runs, allocator);
    const size_t entries = ((size_t)cells + WAYI_HCDPS_PAPER_STRIDE - 1) / WAYI_HCDPS_PAPER_STRIDE;
    database->table = wayi_alloc(allocator, entries, sizeof *database->table);
    database->table_count = database->table ? entries : 0;
    uint32_t last = UINT32_MAX;
    bool fits = database->table;
    for (way_cell cell = 0; cell < cells && fits; cell++) {
        const uint32_t region = cut->regions[cell];
        if (region != UINT32_MAX && region != last) {
            const uint32_t words[] = {cell, region};
            fits = wayi_path_buffer_append(&runs, words, 2);
            last = region;
        }
        if (cell % WAYI_HCDPS_PAPER_STRIDE == 0) {
            database->table[cell / WAYI_HCDPS_PAPER_STRIDE] = runs.count ? runs.count / 2 - 1 : 0;
        }
    }
    return wayi_path_buffer_join(&runs, 1, 2, allocator, (void **)&database->runs,
                                 &database->runs_count) &&
           fits;
}

// Records -----------------------------------------------------------------------------------------

/// Between all seeds, by way of base paths.
typedef struct hcdps_paper_ways {
    way_cost *costs; ///< [count * count] by from, to; WAY_COST_MAX = none
    uint16_t *next;  ///< the same: the region after the first
    uint32_t count;
} hcdps_paper_ways;

/// Dynamic programming: all ways by way of ever more regions. False if the caller stopped it.
static bool hcdps_paper_program(hcdps_paper_ways *ways, const wayi_paper_paths *paths,
                                wayi_job_stage stage)
{
    const size_t count = ways->count;
    memset(ways->costs, 0xff, count * count * sizeof *ways->costs);
    for (uint32_t i = 0; i < count; i++) {
        ways->costs[i * count + i] = 0;
        for (uint32_t k = paths->first[i]; k < paths->first[i + 1]; k++) {
            ways->costs[i * count + paths->to[k]] = paths->costs[k];
            ways->next[i * count + paths->to[k]] = (uint16_t)paths->to[k];
        }
    }
    bool goes_on = true;
    for (uint32_t k = 0; k < count && goes_on; k++) {
        const way_cost *onward = ways->costs + k * count;
        for (uint32_t i = 0; i < count; i++) {
            way_cost *costs = ways->costs + i * count;
            const way_cost there = costs[k];
            for (uint32_t j = 0; there != WAY_COST_MAX && i != k && j < count; j++) {
                const way_cost cost = way_cost_add(there, onward[j]);
                if (cost < costs[j]) {
                    costs[j] = cost;
                    ways->next[i * count + j] = ways->next[i * count + k];
                }
            }
        }
        goes_on = wayi_job_report(stage, k, ways->count);
    }
    return goes_on;
}

typedef struct hcdps_paper_job {
    const wayi_grid *grid;
    const wayi_paper_paths *paths;
    const hcdps_paper_ways *ways;
    const uint32_t *offsets; ///< by base path: where in the cells of its region it starts
    uint32_t *pairs;         ///< filled with the states of each record, behind its place
    wayi_path_buffer *rows;  ///< [regions] the records from each
    bool farthest;
    way_allocator allocator;
} hcdps_paper_job;

/// Writes the whole path between two seeds, base path by base path; false without memory.
static bool hcdps_paper_string(const hcdps_paper_job *job, uint32_t from, uint32_t to,
                               wayi_path_buffer *path)
{
    const wayi_paper_paths *paths = job->paths;
    const size_t count = job->ways->count;
    bool fits = true;
    wayi_path_buffer_clear(path);
    for (uint32_t at = from; at != to && fits;) {
        const uint32_t next = job->ways->next[at * count + to];
        const uint32_t first = paths->first[at];
        const uint32_t base =
            first + wayi_paper_find(paths->to + first, paths->first[at + 1] - first, next);
        const uint32_t joint = path->count ? 1 : 0; // is there already
        fits = wayi_path_buffer_append(path, paths->cells[at].states + job->offsets[base] + joint,
                                       paths->lengths[base] - joint);
        at = next;
    }
    return fits;
}

/// Makes the records from one region to all others.
static way_status hcdps_paper_make_row(uint32_t from, void *argument)
{
    const hcdps_paper_job *job = argument;
    const size_t count = job->ways->count;
    wayi_path_buffer *row = &job->rows[from];
    wayi_path_buffer path;
    wayi_path_buffer_init(&path, &job->allocator);
    bool fits = true;
    for (uint32_t to = 0; to < count && fits; to++) {
        const size_t pair = from * count + to;
        if (from == to || job->ways->costs[pair] == WAY_COST_MAX) {
            continue;
        }
        fits = hcdps_paper_string(job, from, to, &path) &&
               wayi_path_buffer_reserve(row, row->count + path.count);
        if (fits) {
            const uint32_t written = wayi_paper_compress(job->grid, path.states, path.count,
                                                         job->farthest, row->states + row->count);
            job->pairs[pair + 1] = written;
            row->count += written;
        }
    }
    wayi_path_buffer_fini(&path);
    return fits ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

/// Makes all records and puts them behind each other.
static way_status hcdps_paper_make_records(wayi_hcdps_paper *database, hcdps_paper_job *work,
                                           wayi_job_stage stage)
{
    const uint32_t count = work->ways->count;
    const way_allocator *allocator = &work->allocator;
    const size_t pairs = (size_t)count * count + 1;
    database->pairs = wayi_alloc_zero(allocator, pairs, sizeof *database->pairs);
    database->pairs_count = database->pairs ? pairs : 0;
    work->pairs = database->pairs;
    work->rows = wayi_alloc(allocator, count, sizeof *work->rows);
    for (uint32_t i = 0; i < count && work->rows; i++) {
        wayi_path_buffer_init(&work->rows[i], allocator);
    }
    way_status status = WAY_STATUS_NO_MEMORY;
    if (database->pairs && work->rows) {
        status = wayi_job_run(stage, count, hcdps_paper_make_row, work);
    }
    uint64_t sum = 0;
    for (size_t i = 0; i < database->pairs_count; i++) {
        sum += database->pairs[i];
        database->pairs[i] = (uint32_t)sum;
    }
    status = sum > UINT32_MAX ? WAY_STATUS_NO_MEMORY : status;
    const bool fits =
        work->rows && wayi_path_buffer_join(work->rows, count, 1, allocator,
                                            (void **)&database->states, &database->states_count);
    WAYI_FREE(allocator, work->rows, count);
    return status == WAY_STATUS_OK && !fits ? WAY_STATUS_NO_MEMORY : status;
}

/// Base paths, the ways between all seeds, records.
static way_status hcdps_paper_connect(way_navigator *navigator, const hcdps_paper_cut *cut,
                                      const way_job *job)
{
    wayi_hcdps_paper *database = navigator->database;
    const way_allocator *allocator = &navigator->allocator;
    const uint32_t count = (uint32_t)database->seeds_count;
    const size_t pairs = (size_t)count * count;
    const bool farthest = navigator->params[WAYI_HCDPS_PAPER_COMPRESS];
    const wayi_paper_config config = {.grid = cut->grid,
                                      .regions = cut->regions,
                                      .places = database->seeds,
                                      .count = count,
                                      .depth = (uint32_t)navigator->params[WAYI_HCDPS_PAPER_DEPTH],
                                      .compress = navigator->params[WAYI_HCDPS_PAPER_RECORDS] != 0,
                                      .farthest = farthest};
    wayi_paper_paths paths;
    way_status status =
        wayi_paper_paths_make(&paths, &config, (wayi_job_stage){job, 300, 500}, allocator);
    const uint32_t bases = status == WAY_STATUS_OK ? paths.first[count] : 0;
    uint32_t *offsets = wayi_alloc(allocator, (size_t)bases + 1, sizeof *offsets);
    hcdps_paper_ways ways = {wayi_alloc(allocator, pairs, sizeof *ways.costs),
                             wayi_alloc(allocator, pairs, sizeof *ways.next), count};
    if (status == WAY_STATUS_OK && (!offsets || !ways.costs || !ways.next)) {
        status = WAY_STATUS_NO_MEMORY;
    }
    if (status == WAY_STATUS_OK &&
        !hcdps_paper_program(&ways, &paths, (wayi_job_stage){job, 500, 600})) {
        status = WAY_STATUS_CANCELLED;
    }
    for (uint32_t i = 0, base = 0; i < count && status == WAY_STATUS_OK; i++) {
        for (uint32_t sum = 0; base < paths.first[i + 1]; base++) {
            offsets[base] = sum;
            sum += paths.lengths[base];
        }
    }
    hcdps_paper_job work = {.grid = cut->grid,
                            .paths = &paths,
                            .ways = &ways,
                            .offsets = offsets,
                            .farthest = farthest,
                            .allocator = *allocator};
    if (status == WAY_STATUS_OK) {
        status = hcdps_paper_make_records(database, &work, (wayi_job_stage){job, 600, 1000});
    }
    WAYI_FREE(allocator, ways.costs, pairs);
    WAYI_FREE(allocator, ways.next, pairs);
    WAYI_FREE(allocator, offsets, (size_t)bases + 1);
    wayi_paper_paths_fini(&paths);
    return status;
}

way_status wayi_hcdps_paper_prepare(way_navigator *navigator, const way_job *job)
{
    wayi_hcdps_paper *database = navigator->database;
    const way_allocator *allocator = &navigator->allocator;
    hcdps_paper_cut cut = {.grid = wayi_space_grid(navigator->space),
                           .cutoff = (uint32_t)navigator->params[WAYI_HCDPS_PAPER_CUTOFF]};
    const uint32_t cells = cut.grid->map->cell_count;
    wayi_path_buffer_init(&cut.seeds, allocator);
    wayi_path_buffer_init(&cut.tried, allocator);
    wayi_path_buffer_init(&cut.queue, allocator);
    cut.regions = wayi_alloc(allocator, cells, sizeof *cut.regions);
    cut.climbs = wayi_alloc(allocator, cells, sizeof *cut.climbs);
    way_status status = WAY_STATUS_NO_MEMORY;
    if (cut.regions && cut.climbs) {
        memset(cut.regions, 0xff, cells * sizeof *cut.regions);
        memset(cut.climbs, 0xff, cells * sizeof *cut.climbs);
        status = hcdps_paper_partition(&cut, navigator, (wayi_job_stage){job, 0, 300});
    }
    const uint32_t count = cut.seeds.count;
    WAYI_FREE(allocator, cut.climbs, cells);
    wayi_path_buffer_fini(&cut.tried);
    wayi_path_buffer_fini(&cut.queue);
    if (status == WAY_STATUS_OK && count > WAYI_PAPER_REGIONS) {
        status = wayi_navigator_refuse(navigator, count, WAYI_PAPER_REGIONS);
    }
    if (status == WAY_STATUS_OK && !hcdps_paper_index(database, &cut, allocator)) {
        status = WAY_STATUS_NO_MEMORY;
    }
    if (!wayi_path_buffer_join(&cut.seeds, 1, 1, allocator, (void **)&database->seeds,
                               &database->seeds_count)) {
        status = WAY_STATUS_NO_MEMORY;
    }
    if (status == WAY_STATUS_OK && count) {
        status = hcdps_paper_connect(navigator, &cut, job);
    }
    WAYI_FREE(allocator, cut.regions, cells);
    return status;
}

// Opening -----------------------------------------------------------------------------------------

/// Whether the index leads to regions, and each entry to the run of its cell.
static bool hcdps_paper_index_is_sound(const wayi_hcdps_paper *database, uint32_t cells)
{
    bool sound = database->table_count ==
                 ((size_t)cells + WAYI_HCDPS_PAPER_STRIDE - 1) / WAYI_HCDPS_PAPER_STRIDE;
    for (size_t i = 0; i < database->runs_count && sound; i++) {
        const wayi_hcdps_paper_run *run = &database->runs[i];
        sound = run->first < cells && run->region < database->seeds_count &&
                (i == 0 || run->first > run[-1].first);
    }
    size_t run = 0;
    for (size_t i = 0; i < database->table_count && sound; i++) {
        while (run + 1 < database->runs_count &&
               database->runs[run + 1].first <= i * WAYI_HCDPS_PAPER_STRIDE) {
            run++;
        }
        sound = database->table[i] == run;
    }
    return sound;
}

/// Whether the records are those of pairs of seeds, and of cells.
static bool hcdps_paper_records_are_sound(const wayi_hcdps_paper *database, uint32_t cells)
{
    const size_t count = database->seeds_count;
    bool sound = database->pairs_count == (count ? count * count + 1 : 0) &&
                 (count ? database->pairs[0] == 0 : database->states_count == 0);
    for (size_t i = 0; i + 1 < database->pairs_count && sound; i++) {
        const uint32_t first = database->pairs[i];
        const uint32_t last = database->pairs[i + 1];
        sound = first == last || (last >= first && last - first >= 2 && i / count != i % count &&
                                  last <= database->states_count &&
                                  database->states[first] == database->seeds[i / count] &&
                                  database->states[last - 1] == database->seeds[i % count]);
    }
    sound = sound && (!count || database->pairs[count * count] == database->states_count);
    for (size_t i = 0; i < database->states_count && sound; i++) {
        sound = database->states[i] < cells;
    }
    return sound;
}

way_status wayi_hcdps_paper_open(way_navigator *navigator, const wayi_blob *blob)
{
    (void)blob;
    const wayi_hcdps_paper *database = navigator->database;
    const uint32_t cells = way_space_map(navigator->space)->cell_count;
    bool sound = database->seeds_count <= WAYI_PAPER_REGIONS;
    for (size_t i = 0; i < database->seeds_count && sound; i++) {
        sound = database->seeds[i] < cells;
    }
    return sound && hcdps_paper_index_is_sound(database, cells) &&
                   hcdps_paper_records_are_sound(database, cells)
               ? WAY_STATUS_OK
               : WAY_STATUS_BAD_FORMAT;
}
