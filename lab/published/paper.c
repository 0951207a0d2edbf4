// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "lab/published/paper.h"

#include "search/engine/hillclimb.h"
#include "search/trip/algorithm.h"
#include "search/trip/observer.h"

#include <string.h>

/// Regions of a piece of work: they share the memory of a search.
#define PAPER_PIECE 16u

// Searches ----------------------------------------------------------------------------------------

bool wayi_paper_search_init(wayi_paper_search *search, const wayi_grid *grid, uint32_t area,
                            const way_allocator *allocator)
{
    *search = (wayi_paper_search){.grid = grid, .area = area, .allocator = *allocator};
    wayi_path_buffer_init(&search->met, allocator);
    wayi_heap_init(&search->open, allocator);
    search->costs = wayi_alloc(allocator, area, sizeof *search->costs);
    search->steps = wayi_alloc(allocator, area, sizeof *search->steps);
    if (search->costs) {
        memset(search->costs, 0xff, area * sizeof *search->costs);
    }
    return area == 0 || (search->costs && search->steps);
}

void wayi_paper_search_fini(wayi_paper_search *search)
{
    if (!search->grid) {
        return; // never begun
    }
    WAYI_FREE(&search->allocator, search->costs, search->area);
    WAYI_FREE(&search->allocator, search->steps, search->area);
    wayi_path_buffer_fini(&search->met);
    wayi_heap_fini(&search->open);
}

/// The place of a cell in the rectangle; of one outside, no place.
static inline uint32_t paper_place(const wayi_paper_search *search, way_cell cell)
{
    const uint32_t y = wayi_map_row(search->grid->map, cell);
    const uint32_t column = cell - y * search->grid->map->width - search->rect.x;
    const uint32_t row = y - search->rect.y;
    return column < search->rect.width && row < search->rect.height
               ? row * search->rect.width + column
               : UINT32_MAX;
}

static bool paper_meet(wayi_paper_search *search, way_cell cell, uint32_t place, way_cost cost)
{
    const bool full = search->limit && search->met.count >= search->limit;
    const bool fits = search->costs[place] != WAY_COST_MAX ||
                      (!full && wayi_path_buffer_push(&search->met, cell));
    search->costs[place] = fits ? cost : search->costs[place];
    return fits;
}

bool wayi_paper_search_begin(wayi_paper_search *search, way_rect rect, way_cell source)
{
    for (uint32_t i = 0; i < search->met.count; i++) {
        search->costs[paper_place(search, search->met.states[i])] = WAY_COST_MAX;
    }
    wayi_path_buffer_clear(&search->met);
    wayi_heap_clear(&search->open);
    search->rect = rect;
    search->source = source;
    search->next = 0;
    return paper_meet(search, source, paper_place(search, source), 0) &&
           wayi_heap_push(&search->open, (wayi_heap_item){.key = UINT32_MAX, .id = source});
}

/// Tells who watches of a cell whose neighbours are looked at.
static inline void paper_tell(const wayi_paper_search *search, way_cell cell, way_cost cost)
{
    if (search->observer) {
        wayi_observer_write(search->observer,
                            (way_event){WAY_EVENT_EXPAND, cell, WAY_STATE_NONE, cost, cost});
    }
}

static bool paper_expand(wayi_paper_search *search, way_cell cell, way_cell aim, way_cost g)
{
    const wayi_grid *grid = search->grid;
    const way_map *map = grid->map;
    for (uint32_t moves = wayi_layer_moves(map, grid->layer, cell); moves; moves &= moves - 1) {
        const uint32_t direction = wayi_bits_lowest(moves);
        const way_cell to = cell + (uint32_t)map->offsets[direction];
        const uint32_t place = paper_place(search, to);
        const way_cost cost = way_cost_add(g, wayi_map_step(map, grid->layer, cell, to, direction));
        if (place == UINT32_MAX || cost >= search->costs[place]) {
            continue;
        }
        const uint64_t f = (uint64_t)cost + wayi_grid_distance(grid, to, aim);
        const wayi_heap_item item = {.key = f << 32 | (UINT32_MAX - cost), .id = to};
        if (!paper_meet(search, to, place, cost) || !wayi_heap_push(&search->open, item)) {
            return false;
        }
        search->steps[place] = (uint8_t)direction;
    }
    return true;
}

way_outcome wayi_paper_search_run(wayi_paper_search *search, way_cell aim, uint32_t *budget)
{
    while (search->open.count) {
        if (*budget == 0) {
            return WAY_OUTCOME_WORKING;
        }
        const wayi_heap_item top = wayi_heap_pop(&search->open);
        const way_cost g = UINT32_MAX - (uint32_t)top.key;
        if (g != search->costs[paper_place(search, top.id)]) {
            continue; // a better way to it came later
        }
        if (top.id == aim) {
            return WAY_OUTCOME_FOUND;
        }
        --*budget;
        paper_tell(search, top.id, g);
        if (!paper_expand(search, top.id, aim, g)) {
            return WAY_OUTCOME_CAPACITY;
        }
    }
    return WAY_OUTCOME_NO_PATH;
}

way_outcome wayi_paper_search_flood(wayi_paper_search *search, const way_cell *places,
                                    uint32_t count, uint32_t *budget, uint32_t *found)
{
    const wayi_grid *grid = search->grid;
    const way_map *map = grid->map;
    for (; search->next < search->met.count; search->next++) {
        if (*budget == 0) {
            return WAY_OUTCOME_WORKING;
        }
        --*budget;
        const way_cell cell = search->met.states[search->next];
        paper_tell(search, cell, 0);
        for (uint32_t i = 0; i < count; i++) {
            if (places[i] == cell) {
                *found = i;
                return WAY_OUTCOME_FOUND;
            }
        }
        for (uint32_t moves = wayi_layer_moves(map, grid->layer, cell); moves; moves &= moves - 1) {
            const uint32_t direction = wayi_bits_lowest(moves);
            const way_cell to = cell + (uint32_t)map->offsets[direction];
            const uint32_t place = paper_place(search, to);
            if (place == UINT32_MAX || search->costs[place] != WAY_COST_MAX) {
                continue;
            }
            if (!paper_meet(search, to, place, 0)) {
                return WAY_OUTCOME_CAPACITY;
            }
            search->steps[place] = (uint8_t)direction;
        }
    }
    return WAY_OUTCOME_NO_PATH;
}

/// What the way to a cell that was met costs.
static way_cost paper_search_cost(const wayi_paper_search *search, way_cell cell)
{
    return search->costs[paper_place(search, cell)];
}

bool wayi_paper_search_trace(const wayi_paper_search *search, way_cell cell, wayi_path_buffer *path)
{
    const uint32_t first = path->count;
    bool fits = wayi_path_buffer_push(path, cell);
    while (fits && cell != search->source) {
        cell -= (uint32_t)search->grid->map->offsets[search->steps[paper_place(search, cell)]];
        fits = wayi_path_buffer_push(path, cell);
    }
    wayi_path_buffer_reverse(path, first);
    return fits;
}

// Compression -------------------------------------------------------------------------------------

/// Whether a climb leads there, however long it is and whatever it costs.
static bool paper_climbs(const wayi_grid *grid, way_cell from, way_cell to)
{
    return wayi_climb_reaches(grid, from, to, UINT32_MAX, NULL);
}

/// The index of the state of a path that follows on path[first] when it is compressed.
static uint32_t paper_next(const wayi_grid *grid, const way_cell *path, uint32_t first,
                           uint32_t last, bool farthest)
{
    if (first + 1 == last || paper_climbs(grid, path[first], path[last])) {
        return last;
    }
    uint32_t low = first + 1; // can be climbed to, for it is one step away
    uint32_t high = last;     // can't
    for (uint32_t i = last - 1; farthest && i > low; i--) {
        if (paper_climbs(grid, path[first], path[i])) {
            return i;
        }
    }
    while (!farthest && high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (paper_climbs(grid, path[first], path[middle])) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

uint32_t wayi_paper_compress(const wayi_grid *grid, const way_cell *path, uint32_t count,
                             bool farthest, way_cell *out)
{
    uint32_t written = 0;
    out[written++] = path[0];
    for (uint32_t at = 0; at + 1 < count;) {
        at = paper_next(grid, path, at, count - 1, farthest);
        out[written++] = path[at];
    }
    return written;
}

// Base paths --------------------------------------------------------------------------------------

/// Which regions border on which: [count] rows of bits.
typedef struct paper_borders {
    uint64_t *bits;
    uint32_t count;
    uint32_t words; ///< of a row
    way_allocator allocator;
} paper_borders;

/// Finds out which regions border on which; false without memory.
static bool paper_borders_find(paper_borders *borders, const wayi_paper_config *config)
{
    const wayi_grid *grid = config->grid;
    const way_map *map = grid->map;
    borders->bits = wayi_alloc_zero(&borders->allocator, (size_t)borders->count * borders->words,
                                    sizeof *borders->bits);
    for (way_cell cell = 0; borders->bits && cell < map->cell_count; cell++) {
        const uint32_t from = config->regions[cell];
        uint32_t moves = from == UINT32_MAX ? 0 : wayi_layer_moves(map, grid->layer, cell);
        for (; moves; moves &= moves - 1) {
            const way_cell beside = cell + (uint32_t)map->offsets[wayi_bits_lowest(moves)];
            const uint32_t to = config->regions[beside];
            borders->bits[(size_t)from * borders->words + to / 64] |= UINT64_C(1) << to % 64;
        }
    }
    return borders->bits;
}

/// Appends the regions up to `depth` borders away from a region, ascending and without it; false
/// without memory. `rows` has room for three.
static bool paper_neighbourhood(const paper_borders *borders, uint32_t region, uint32_t depth,
                                uint64_t *rows, wayi_path_buffer *near)
{
    const uint32_t words = borders->words;
    uint64_t *reached = rows;
    uint64_t *edge = rows + words;
    uint64_t *beyond = rows + 2 * words;
    memset(rows, 0, 3 * words * sizeof *rows);
    reached[region / 64] = edge[region / 64] = UINT64_C(1) << region % 64;
    for (uint32_t i = 0; i < depth; i++) {
        memset(beyond, 0, words * sizeof *beyond);
        for (uint32_t k = 0; k < borders->count; k++) {
            const uint64_t *row = borders->bits + (size_t)k * words;
            for (uint32_t w = 0; (edge[k / 64] >> k % 64 & 1u) && w < words; w++) {
                beyond[w] |= row[w];
            }
        }
        for (uint32_t w = 0; w < words; w++) {
            edge[w] = beyond[w] & ~reached[w];
            reached[w] |= beyond[w];
        }
    }
    bool fits = true;
    for (uint32_t k = 0; k < borders->count && fits; k++) {
        const bool other = k != region && (reached[k / 64] >> k % 64 & 1u);
        fits = !other || wayi_path_buffer_push(near, k);
    }
    return fits;
}

typedef struct paper_job {
    const wayi_paper_config *config;
    wayi_paper_paths *paths;
} paper_job;

/// Makes the paths from one region, all of whose cells `path` and `out` have room for.
static way_status paper_make_paths(const paper_job *job, uint32_t region, wayi_paper_search *search,
                                   wayi_path_buffer *path)
{
    const wayi_paper_config *config = job->config;
    const way_map *map = config->grid->map;
    wayi_paper_paths *paths = job->paths;
    wayi_path_buffer *cells = &paths->cells[region];
    const way_rect all = {0, 0, map->width, map->height};
    for (uint32_t i = paths->first[region]; i < paths->first[region + 1]; i++) {
        const way_cell aim = config->places[paths->to[i]];
        uint32_t budget = UINT32_MAX;
        wayi_path_buffer_clear(path);
        if (!wayi_paper_search_begin(search, all, config->places[region]) ||
            wayi_paper_search_run(search, aim, &budget) != WAY_OUTCOME_FOUND ||
            !wayi_paper_search_trace(search, aim, path) ||
            !wayi_path_buffer_reserve(cells, cells->count + path->count)) {
            return WAY_STATUS_NO_MEMORY; // there is a way: neighbourhoods are connected
        }
        paths->costs[i] = paper_search_cost(search, aim);
        way_cell *out = cells->states + cells->count;
        paths->lengths[i] = path->count;
        if (config->compress) {
            paths->lengths[i] =
                wayi_paper_compress(config->grid, path->states, path->count, config->farthest, out);
        } else {
            memcpy(out, path->states, path->count * sizeof *out);
        }
        cells->count += paths->lengths[i];
    }
    return WAY_STATUS_OK;
}

static way_status paper_make_piece(uint32_t piece, void *argument)
{
    const paper_job *job = argument;
    const way_allocator *allocator = &job->paths->allocator;
    const uint32_t last = (piece + 1) * PAPER_PIECE;
    wayi_paper_search search;
    wayi_path_buffer path;
    wayi_path_buffer_init(&path, allocator);
    const uint32_t area = job->config->grid->map->cell_count;
    way_status status = wayi_paper_search_init(&search, job->config->grid, area, allocator)
                            ? WAY_STATUS_OK
                            : WAY_STATUS_NO_MEMORY;
    for (uint32_t i = piece * PAPER_PIECE;
         i < last && i < job->paths->count && status == WAY_STATUS_OK; i++) {
        status = paper_make_paths(job, i, &search, &path);
    }
    wayi_paper_search_fini(&search);
    wayi_path_buffer_fini(&path);
    return status;
}

/// Lists who is near whom; false without memory.
static bool paper_list(wayi_paper_paths *paths, const wayi_paper_config *config)
{
    const way_allocator *allocator = &paths->allocator;
    const uint32_t words = paths->count / 64 + 1;
    paper_borders borders = {.count = paths->count, .words = words, .allocator = paths->allocator};
    wayi_path_buffer near;
    wayi_path_buffer_init(&near, allocator);
    uint64_t *rows = wayi_alloc(allocator, (size_t)3 * words, sizeof *rows);
    bool fits = rows && paths->first && paper_borders_find(&borders, config);
    for (uint32_t i = 0; i < paths->count && fits; i++) {
        paths->first[i] = near.count;
        fits = paper_neighbourhood(&borders, i, config->depth, rows, &near);
    }
    size_t total = 0;
    paths->first[paths->count] = near.count;
    WAYI_FREE(allocator, borders.bits, (size_t)borders.count * words);
    WAYI_FREE(allocator, rows, (size_t)3 * words);
    return wayi_path_buffer_join(&near, 1, 1, allocator, (void **)&paths->to, &total) && fits;
}

way_status wayi_paper_paths_make(wayi_paper_paths *paths, const wayi_paper_config *config,
                                 wayi_job_stage stage, const way_allocator *allocator)
{
    const uint32_t count = config->count;
    *paths = (wayi_paper_paths){.count = count, .allocator = *allocator};
    paths->first = wayi_alloc_zero(allocator, (size_t)count + 1, sizeof *paths->first);
    paths->cells = wayi_alloc(allocator, count, sizeof *paths->cells);
    for (uint32_t i = 0; paths->cells && i < count; i++) {
        wayi_path_buffer_init(&paths->cells[i], allocator);
    }
    if (!paths->first || !paths->cells || !paper_list(paths, config)) {
        return WAY_STATUS_NO_MEMORY;
    }
    const uint32_t pairs = paths->first[count];
    paths->costs = wayi_alloc(allocator, pairs, sizeof *paths->costs);
    paths->lengths = wayi_alloc(allocator, pairs, sizeof *paths->lengths);
    if (pairs && (!paths->costs || !paths->lengths)) {
        return WAY_STATUS_NO_MEMORY;
    }
    paper_job job = {config, paths};
    return wayi_job_run(stage, (count + PAPER_PIECE - 1) / PAPER_PIECE, paper_make_piece, &job);
}

void wayi_paper_paths_fini(wayi_paper_paths *paths)
{
    const way_allocator *allocator = &paths->allocator;
    const uint32_t pairs = paths->first ? paths->first[paths->count] : 0;
    for (uint32_t i = 0; paths->cells && i < paths->count; i++) {
        wayi_path_buffer_fini(&paths->cells[i]);
    }
    WAYI_FREE(allocator, paths->cells, paths->count);
    WAYI_FREE(allocator, paths->to, pairs);
    WAYI_FREE(allocator, paths->costs, pairs);
    WAYI_FREE(allocator, paths->lengths, pairs);
    WAYI_FREE(allocator, paths->first, (size_t)paths->count + 1);
}

uint32_t wayi_paper_find(const uint32_t *regions, uint32_t count, uint32_t region)
{
    uint32_t low = 0;
    for (uint32_t high = count; low < high;) {
        const uint32_t middle = low + (high - low) / 2;
        if (regions[middle] < region) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < count && regions[low] == region ? low : UINT32_MAX;
}
