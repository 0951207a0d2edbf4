// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "map/rays.h"

#include <string.h>

/// How many cells before a meeting smoothing goes on.
#define RAYS_BACK 2u

/// A run that would save something.
typedef struct rays_hit {
    uint64_t saved;
    uint32_t place; ///< where it meets the old path
    uint32_t direction;
    uint32_t steps;
} rays_hit;

void wayi_rays_init(wayi_rays *rays, const way_map *map, const wayi_layer *layer,
                    const way_allocator *allocator)
{
    *rays = (wayi_rays){.map = map, .layer = layer, .allocator = *allocator};
}

void wayi_rays_fini(wayi_rays *rays)
{
    const way_allocator *allocator = &rays->allocator;
    if (!rays->map) {
        return; // never begun
    }
    wayi_free(allocator, rays->steps, rays->capacity, sizeof *rays->steps);
    wayi_free(allocator, rays->cell_table.keys, rays->cell_table.capacity, sizeof(uint32_t));
    wayi_free(allocator, rays->places, rays->cell_table.capacity, sizeof *rays->places);
    wayi_free(allocator, rays->line_table.keys, rays->line_table.capacity, sizeof(uint32_t));
    wayi_free(allocator, rays->lines, rays->line_table.capacity, sizeof *rays->lines);
}

size_t wayi_rays_bytes(const wayi_rays *rays)
{
    return rays->capacity * sizeof *rays->steps +
           rays->cell_table.capacity * (sizeof(uint32_t) + sizeof *rays->places) +
           rays->line_table.capacity * (sizeof(uint32_t) + sizeof *rays->lines);
}

// Tables
// -------------------------------------------------------------------------------------------

/// Makes room for `count` keys, of which there are none yet; `values` have `size` bytes each.
static bool rays_table_reserve(wayi_rays_table *table, void **values, size_t size, uint64_t count,
                               const way_allocator *allocator)
{
    uint32_t bits = 6;
    while (bits < 31 && (UINT64_C(1) << bits) < count) {
        bits++;
    }
    const uint32_t needed = 1u << bits;
    if (needed > table->capacity) {
        wayi_free(allocator, table->keys, table->capacity, sizeof *table->keys);
        wayi_free(allocator, *values, table->capacity, size);
        table->keys = wayi_alloc(allocator, needed, sizeof *table->keys);
        *values = wayi_alloc(allocator, needed, size);
        table->capacity = needed;
        if (!table->keys || !*values) {
            wayi_free(allocator, table->keys, needed, sizeof *table->keys);
            wayi_free(allocator, *values, needed, size);
            table->keys = NULL;
            *values = NULL;
            table->capacity = 0;
            return false;
        }
    }
    table->mask = needed - 1;
    table->shift = 32 - bits;
    memset(table->keys, 0xff, needed * sizeof *table->keys);
    return true;
}

/// Where a key is, or the free entry where it belongs.
static inline uint32_t rays_table_find(const wayi_rays_table *table, uint32_t key)
{
    uint32_t at = (uint32_t)(key * UINT32_C(2654435769)) >> table->shift;
    while (table->keys[at] != key && table->keys[at] != UINT32_MAX) {
        at = (at + 1) & table->mask;
    }
    return at;
}

static bool rays_reserve(wayi_rays *rays)
{
    void *steps = rays->steps;
    void *places = rays->places;
    void *lines = rays->lines;
    bool fits =
        wayi_grow(&rays->allocator, &steps, &rays->capacity, rays->count, sizeof *rays->steps);
    rays->steps = steps;
    fits = fits && rays_table_reserve(&rays->cell_table, &places, sizeof *rays->places,
                                      UINT64_C(2) * rays->count + 1, &rays->allocator);
    rays->places = places;
    // A cell marks a word on each of its four lines; long rays need summaries of these as well.
    const uint64_t words = UINT64_C(4) * rays->count * (rays->reach > 64 ? 2 : 1);
    fits = fits && rays_table_reserve(&rays->line_table, &lines, sizeof *rays->lines,
                                      words + words / 4 + 1, &rays->allocator);
    rays->lines = lines;
    return fits;
}

// Lines
// --------------------------------------------------------------------------------------------

/// The kinds of lines, each along a direction and its opposite.
enum { RAYS_ROW, RAYS_COLUMN, RAYS_FALLING, RAYS_RISING, RAYS_KINDS };

/// A word of a line, or the summary that tells which of its words are marked.
#define RAYS_SUMMARY 1023u

typedef struct rays_line {
    uint32_t key; ///< of its first word; 1024 a line
    uint32_t at;  ///< place on it
} rays_line;

static rays_line rays_line_of(const wayi_rays *rays, uint32_t kind, uint32_t x, uint32_t y)
{
    uint32_t line = 0;
    switch (kind) {
    case RAYS_ROW:
        line = y;
        break;
    case RAYS_COLUMN:
        line = x;
        break;
    case RAYS_FALLING:
        line = x + rays->map->height - y;
        break;
    default:
        line = x + y;
        break;
    }
    return (rays_line){(line * RAYS_KINDS + kind) << 10, kind == RAYS_COLUMN ? y : x};
}

static void rays_set(wayi_rays *rays, uint32_t key, uint32_t bit)
{
    const uint32_t at = rays_table_find(&rays->line_table, key);
    if (rays->line_table.keys[at] == UINT32_MAX) {
        rays->line_table.keys[at] = key;
        rays->lines[at] = 0;
    }
    rays->lines[at] |= UINT64_C(1) << (bit & 63u);
}

/// The marks of a word.
static uint64_t rays_get(const wayi_rays *rays, uint32_t key)
{
    const uint32_t at = rays_table_find(&rays->line_table, key);
    return rays->line_table.keys[at] == key ? rays->lines[at] : 0;
}

static void rays_mark(wayi_rays *rays, way_cell cell)
{
    const uint32_t y = wayi_map_row(rays->map, cell);
    const uint32_t x = cell - y * rays->map->width;
    for (uint32_t kind = 0; kind < RAYS_KINDS; kind++) {
        const rays_line line = rays_line_of(rays, kind, x, y);
        rays_set(rays, line.key + line.at / 64, line.at);
        if (rays->reach > 64) {
            rays_set(rays, line.key + RAYS_SUMMARY, line.at / 64);
        }
    }
}

/// Takes the marks off a cell of the old path that is no longer part of the rest.
static void rays_clear(wayi_rays *rays, uint32_t place)
{
    const way_cell cell = rays->cells[place];
    if (rays->places[rays_table_find(&rays->cell_table, cell)] != place) {
        return; // it comes once more
    }
    const uint32_t y = wayi_map_row(rays->map, cell);
    const uint32_t x = cell - y * rays->map->width;
    for (uint32_t kind = 0; kind < RAYS_KINDS; kind++) {
        const rays_line line = rays_line_of(rays, kind, x, y);
        const uint32_t at = rays_table_find(&rays->line_table, line.key + line.at / 64);
        rays->lines[at] &= ~(UINT64_C(1) << (line.at & 63u));
    }
}

/// The next marked place after `at` and up to `end`; UINT32_MAX if there is none.
static uint32_t rays_next_mark(const wayi_rays *rays, uint32_t key, uint32_t at, uint32_t end)
{
    uint64_t summary = 0;
    for (uint32_t word = (at + 1) / 64; word <= end / 64; word++) {
        if (word == (at + 1) / 64 + 2) {
            summary = rays_get(rays, key + RAYS_SUMMARY);
        }
        if (word >= (at + 1) / 64 + 2 && !(summary >> (word & 63u) & 1u)) {
            continue;
        }
        uint64_t marks = rays_get(rays, key + word);
        marks &= word == (at + 1) / 64 ? UINT64_MAX << ((at + 1) & 63u) : UINT64_MAX;
        if (marks) {
            const uint32_t found = word * 64 + wayi_bits_lowest(marks);
            return found <= end ? found : UINT32_MAX;
        }
    }
    return UINT32_MAX;
}

/// The same downwards: before `at` and down to `end`.
static uint32_t rays_last_mark(const wayi_rays *rays, uint32_t key, uint32_t at, uint32_t end)
{
    uint64_t summary = 0;
    if (at == 0) {
        return UINT32_MAX;
    }
    const uint32_t first = (at - 1) / 64;
    for (uint32_t word = first + 1; word-- > end / 64;) {
        if (word + 2 == first) {
            summary = rays_get(rays, key + RAYS_SUMMARY);
        }
        if (word + 2 <= first && !(summary >> (word & 63u) & 1u)) {
            continue;
        }
        uint64_t marks = rays_get(rays, key + word);
        marks &= word == first ? UINT64_MAX >> (63u - ((at - 1) & 63u)) : UINT64_MAX;
        if (marks) {
            const uint32_t found = word * 64 + wayi_bits_highest(marks);
            return found >= end ? found : UINT32_MAX;
        }
    }
    return UINT32_MAX;
}

/// The direction of a step between neighbours.
static uint32_t rays_direction(const wayi_rays *rays, way_cell from, way_cell to)
{
    const uint32_t offset = to - from;
    uint32_t direction = 0;
    while (direction + 1 < WAYI_DIRECTIONS && (uint32_t)rays->map->offsets[direction] != offset) {
        direction++;
    }
    return direction;
}

/// Sums up the steps of the old path and sees how far each goes straight on.
static void rays_read_steps(wayi_rays *rays)
{
    wayi_rays_move *steps = rays->steps;
    steps[0] = (wayi_rays_move){0, WAYI_DIRECTIONS, 0};
    for (uint32_t i = 1; i < rays->count; i++) {
        const way_cell from = rays->cells[i - 1];
        const way_cell to = rays->cells[i];
        const uint32_t direction = rays_direction(rays, from, to);
        const uint64_t cost = steps[i - 1].cost + wayi_map_step(rays->map, from, to, direction);
        steps[i] = (wayi_rays_move){cost, direction, 1};
    }
    for (uint32_t i = rays->count - 1; i > 1; i--) {
        if (steps[i].direction == steps[i - 1].direction) {
            steps[i - 1].straight = steps[i].straight + 1;
        }
    }
}

bool wayi_rays_begin(wayi_rays *rays, uint32_t reach, way_cell *cells, uint32_t count)
{
    rays->reach = reach;
    rays->cells = cells;
    rays->count = count;
    if (!rays_reserve(rays)) {
        return false;
    }
    rays_read_steps(rays);
    rays->crosses = false;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t entry = rays_table_find(&rays->cell_table, cells[i]);
        rays->crosses |= rays->cell_table.keys[entry] == cells[i];
        rays->cell_table.keys[entry] = cells[i];
        rays->places[entry] = i;
        if (i) {
            rays_mark(rays, cells[i]);
        }
    }
    rays->at = 0;
    rays->last = 0;
    rays->next = 1;
    rays->saved = 0;
    return true;
}

/// How far a ray goes and on which line.
typedef struct rays_ray {
    rays_line line;
    uint32_t end; ///< place on the line that it does not go beyond
    bool down;    ///< places get smaller
} rays_ray;

static rays_ray rays_aim(const wayi_rays *rays, way_cell cell, uint32_t direction)
{
    static const uint8_t kinds[WAYI_DIRECTIONS] = {
        [WAYI_NORTH] = RAYS_COLUMN,      [WAYI_EAST] = RAYS_ROW,
        [WAYI_SOUTH] = RAYS_COLUMN,      [WAYI_WEST] = RAYS_ROW,
        [WAYI_NORTH_EAST] = RAYS_RISING, [WAYI_SOUTH_EAST] = RAYS_FALLING,
        [WAYI_SOUTH_WEST] = RAYS_RISING, [WAYI_NORTH_WEST] = RAYS_FALLING,
    };
    const uint32_t y = wayi_map_row(rays->map, cell);
    const uint32_t x = cell - y * rays->map->width;
    const uint32_t kind = kinds[direction];
    const uint32_t length = kind == RAYS_COLUMN ? rays->map->height : rays->map->width;
    const int32_t step =
        kind == RAYS_COLUMN ? wayi_direction_y[direction] : wayi_direction_x[direction];
    rays_ray ray = {.line = rays_line_of(rays, kind, x, y), .down = step < 0};
    if (ray.down) {
        ray.end = rays->reach < ray.line.at ? ray.line.at - rays->reach : 0;
    } else {
        const uint32_t left = length - 1 - ray.line.at;
        ray.end = ray.line.at + (rays->reach < left ? rays->reach : left);
    }
    return ray;
}

/// Where a ray has got to.
typedef struct rays_head {
    way_cell cell;
    uint32_t at;    ///< place on its line
    uint32_t steps; ///< made
    uint64_t cost;
} rays_head;

/// The head of a ray before its first step: where the path goes the same way, behind that.
static rays_head rays_start(const wayi_rays *rays, const rays_ray *ray, uint32_t direction)
{
    const wayi_rays_move *next = &rays->steps[rays->next];
    rays_head head = {rays->cells[rays->at], ray->line.at, 0, 0};
    if (rays->at == rays->last && rays->next < rays->count && next->direction == direction &&
        !rays->crosses) {
        const uint32_t left = ray->down ? head.at - ray->end : ray->end - head.at;
        head.steps = next->straight < left ? next->straight : left;
        head.at = ray->down ? head.at - head.steps : head.at + head.steps;
        head.cell += head.steps * (uint32_t)rays->map->offsets[direction];
        head.cost = rays->steps[rays->next + head.steps - 1].cost - next[-1].cost;
    }
    return head;
}

/// Goes on to a place on the line; false if something is in the way, or whatever is there would be
/// dearer than `rest`.
static bool rays_reach(const wayi_rays *rays, rays_head *head, uint32_t mark, uint32_t direction,
                       uint64_t rest)
{
    const way_map *map = rays->map;
    const uint32_t step = mark < head->at ? UINT32_MAX : 1u;
    for (; head->at != mark; head->at += step) {
        const way_cell to = head->cell + (uint32_t)map->offsets[direction];
        if (!(wayi_layer_moves(map, rays->layer, head->cell) >> direction & 1u)) {
            return false;
        }
        head->cost += wayi_map_step(map, head->cell, to, direction);
        if (head->cost >= rest) {
            return false;
        }
        head->cell = to;
        head->steps++;
    }
    return true;
}

/// Follows one ray from a cell that is `ahead` in cost before the end of the finished part; keeps
/// the meeting that saves most.
static void rays_shoot(const wayi_rays *rays, uint64_t ahead, uint32_t direction, rays_hit *best)
{
    const wayi_rays_move *steps = rays->steps;
    const uint64_t rest = ahead + steps[rays->count - 1].cost - steps[rays->next - 1].cost;
    const rays_ray ray = rays_aim(rays, rays->cells[rays->at], direction);
    rays_head head = rays_start(rays, &ray, direction);
    for (;;) {
        const uint32_t mark = ray.down ? rays_last_mark(rays, ray.line.key, head.at, ray.end)
                                       : rays_next_mark(rays, ray.line.key, head.at, ray.end);
        if (mark == UINT32_MAX || !rays_reach(rays, &head, mark, direction, rest)) {
            return;
        }
        const uint32_t place = rays->places[rays_table_find(&rays->cell_table, head.cell)];
        const uint64_t old = ahead + steps[place].cost - steps[rays->next - 1].cost;
        if (old > head.cost && old - head.cost > best->saved) {
            *best = (rays_hit){old - head.cost, place, direction, head.steps};
        }
    }
}

/// Puts the run in place of what is behind the start of the rays.
static void rays_take(wayi_rays *rays, const rays_hit *hit)
{
    way_cell *cells = rays->cells + rays->at;
    while (rays->next <= hit->place) {
        rays_clear(rays, rays->next++);
    }
    for (uint32_t i = 0; i < hit->steps; i++) {
        cells[i + 1] = cells[i] + (uint32_t)rays->map->offsets[hit->direction];
    }
    rays->last = rays->at + hit->steps;
    rays->at = hit->steps > RAYS_BACK ? rays->last - RAYS_BACK : rays->at;
    rays->saved += hit->saved;
}

/// Looks around for the run that saves most.
static rays_hit rays_look(const wayi_rays *rays)
{
    rays_hit best = {0};
    uint64_t ahead = 0;
    for (uint32_t i = rays->at; i < rays->last; i++) {
        const way_cell from = rays->cells[i];
        const way_cell to = rays->cells[i + 1];
        ahead += wayi_map_step(rays->map, from, to, rays_direction(rays, from, to));
    }
    for (uint32_t moves = wayi_layer_moves(rays->map, rays->layer, rays->cells[rays->at]); moves;
         moves &= moves - 1) {
        rays_shoot(rays, ahead, wayi_bits_lowest(moves), &best);
    }
    return best;
}

bool wayi_rays_step(wayi_rays *rays, uint32_t *budget)
{
    while (rays->at < rays->last || rays->next < rays->count) {
        if (*budget == 0) {
            return false;
        }
        --*budget;
        if (rays->at > rays->last) {
            rays->last = rays->at;
            rays_clear(rays, rays->next);
            rays->cells[rays->at] = rays->cells[rays->next++];
        }
        const rays_hit hit = rays_look(rays);
        if (hit.saved) {
            rays_take(rays, &hit);
        } else {
            rays->at++;
        }
    }
    return true;
}
