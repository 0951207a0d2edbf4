// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "map/sight/rays.h"

#include "map/sight/board_scan.h"

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
    WAYI_FREE(allocator, rays->steps, rays->capacity);
    WAYI_FREE(allocator, rays->places, rays->place_capacity);
    WAYI_FREE(allocator, rays->words, rays->word_capacity);
}

// Tables ------------------------------------------------------------------------------------------

/// Makes room for at least `count` entries, all free. Returns the shift of hashes; 0 without
/// memory.
static uint32_t rays_reserve_table(const way_allocator *allocator, void **items, uint32_t *capacity,
                                   uint64_t count, size_t size)
{
    uint32_t bits = 6;
    while (bits < 31 && (UINT64_C(1) << bits) < count) {
        bits++;
    }
    if (!wayi_grow(allocator, items, capacity, 1u << bits, size)) {
        return 0;
    }
    memset(*items, 0xff, size << bits);
    return 32 - bits;
}

static bool rays_reserve(wayi_rays *rays)
{
    void *places = rays->places;
    void *words = rays->words;
    const bool fits = WAYI_GROW(&rays->allocator, rays->steps, rays->capacity, rays->count);
    rays->place_shift = rays_reserve_table(&rays->allocator, &places, &rays->place_capacity,
                                           UINT64_C(2) * rays->count, sizeof *rays->places);
    rays->places = places;
    // A cell marks a word on each of its four lines; long rays need summaries of these as well.
    const uint64_t needed = UINT64_C(5) * rays->count * (rays->reach > 64 ? 2 : 1);
    rays->word_shift = rays_reserve_table(&rays->allocator, &words, &rays->word_capacity, needed,
                                          sizeof *rays->words);
    rays->words = words;
    return fits && rays->place_shift && rays->word_shift;
}

static inline uint32_t rays_hash(uint32_t key, uint32_t shift)
{
    return (uint32_t)(key * UINT32_C(2654435769)) >> shift;
}

/// The entry of a cell, or the free one where it belongs.
static inline wayi_rays_place *rays_find_place(const wayi_rays *rays, way_cell cell)
{
    const uint32_t mask = UINT32_MAX >> rays->place_shift;
    uint32_t at = rays_hash(cell, rays->place_shift);
    while (rays->places[at].cell != cell && rays->places[at].cell != WAY_CELL_NONE) {
        at = (at + 1) & mask;
    }
    return &rays->places[at];
}

/// The entry of a word, or the free one where it belongs.
static inline wayi_rays_word *rays_find_word(const wayi_rays *rays, uint32_t key)
{
    const uint32_t mask = UINT32_MAX >> rays->word_shift;
    uint32_t at = rays_hash(key, rays->word_shift);
    while (rays->words[at].key != key && rays->words[at].key != UINT32_MAX) {
        at = (at + 1) & mask;
    }
    return &rays->words[at];
}

// Lines -------------------------------------------------------------------------------------------

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
    wayi_rays_word *word = rays_find_word(rays, key);
    if (word->key != key) {
        *word = (wayi_rays_word){.key = key};
    }
    word->marks |= UINT64_C(1) << (bit & 63u);
}

/// The marks of a word.
static inline uint64_t rays_get(const wayi_rays *rays, uint32_t key)
{
    const wayi_rays_word *word = rays_find_word(rays, key);
    return word->key == key ? word->marks : 0;
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
    if (rays_find_place(rays, cell)->place != place) {
        return; // it comes once more
    }
    const uint32_t y = wayi_map_row(rays->map, cell);
    const uint32_t x = cell - y * rays->map->width;
    for (uint32_t kind = 0; kind < RAYS_KINDS; kind++) {
        const rays_line line = rays_line_of(rays, kind, x, y);
        rays_find_word(rays, line.key + line.at / 64)->marks &= ~(UINT64_C(1) << (line.at & 63u));
    }
}

/// The next marked place after `at` and up to `end`, or, with `down`, before `at` and down to
/// `end`; UINT32_MAX if there is none. `marks` are those of the word that `at` is in.
static uint32_t rays_next_mark(const wayi_rays *rays, rays_line line, uint32_t end, uint64_t marks,
                               bool down)
{
    const uint32_t first = line.at / 64;
    const uint32_t words = 1 + (down ? first - end / 64 : end / 64 - first);
    uint64_t summary = 0;
    marks &= down ? (UINT64_C(1) << (line.at & 63u)) - 1 : UINT64_MAX << (line.at & 63u) << 1;
    for (uint32_t i = 0; i < words; i++) {
        const uint32_t word = down ? first - i : first + i;
        if (i == 2) {
            summary = rays_get(rays, line.key + RAYS_SUMMARY);
        }
        if (i > 0) {
            const bool may = i < 2 || (summary >> (word & 63u) & 1u);
            marks = may ? rays_get(rays, line.key + word) : 0;
        }
        if (marks) {
            const uint32_t found =
                word * 64 + (down ? wayi_bits_highest(marks) : wayi_bits_lowest(marks));
            return (down ? found >= end : found <= end) ? found : UINT32_MAX;
        }
    }
    return UINT32_MAX;
}

/// Sums up the steps of the old path and sees how far each goes straight on.
static void rays_read_steps(wayi_rays *rays)
{
    wayi_rays_move *steps = rays->steps;
    steps[0] = (wayi_rays_move){0, WAYI_DIRECTIONS, 0};
    for (uint32_t i = 1; i < rays->count; i++) {
        const way_cell from = rays->cells[i - 1];
        const way_cell to = rays->cells[i];
        const uint32_t direction = wayi_map_direction(rays->map, from, to);
        const uint64_t cost =
            steps[i - 1].cost + wayi_map_step(rays->map, rays->layer, from, to, direction);
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
        wayi_rays_place *entry = rays_find_place(rays, cells[i]);
        rays->crosses |= entry->cell == cells[i];
        *entry = (wayi_rays_place){cells[i], i};
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

/// A ray: which way, on which line, and how far.
typedef struct rays_ray {
    uint32_t direction;
    rays_line line; ///< where it starts
    uint32_t end;   ///< place on the line that it does not go beyond
    uint64_t marks; ///< of the word where it starts
} rays_ray;

static bool rays_goes_down(const rays_ray *ray)
{
    return ray->end < ray->line.at;
}

/// Where a ray has got to.
typedef struct rays_head {
    way_cell cell;
    uint32_t at;    ///< place on its line
    uint32_t steps; ///< made
    uint64_t cost;
} rays_head;

/// The head of a ray before its first step: where the path goes the same way, behind that.
static rays_head rays_start(const wayi_rays *rays, const rays_ray *ray)
{
    const wayi_rays_move *next = &rays->steps[rays->next];
    const bool down = rays_goes_down(ray);
    rays_head head = {rays->cells[rays->at], ray->line.at, 0, 0};
    if (rays->at == rays->last && rays->next < rays->count && next->direction == ray->direction &&
        !rays->crosses) {
        const uint32_t left = down ? head.at - ray->end : ray->end - head.at;
        head.steps = next->straight < left ? next->straight : left;
        head.at = down ? head.at - head.steps : head.at + head.steps;
        head.cell += head.steps * (uint32_t)rays->map->offsets[ray->direction];
        head.cost = rays->steps[rays->next + head.steps - 1].cost - next[-1].cost;
    }
    return head;
}

/// The next mark before the head of a ray.
static uint32_t rays_see(const wayi_rays *rays, const rays_ray *ray, const rays_head *head)
{
    const rays_line from = {ray->line.key, head->at};
    const uint64_t marks = from.at / 64 == ray->line.at / 64
                               ? ray->marks
                               : rays_get(rays, ray->line.key + from.at / 64);
    return rays_next_mark(rays, from, ray->end, marks, rays_goes_down(ray));
}

/// Goes on to a place on the line; false if something is in the way, or whatever is there would be
/// costlier than `rest`. Straight rays end before walls.
static bool rays_reach(const wayi_rays *rays, rays_head *head, uint32_t mark, uint32_t direction,
                       uint64_t rest)
{
    const way_map *map = rays->map;
    const uint32_t step = mark < head->at ? UINT32_MAX : 1u;
    if (!rays->layer->weights && direction < WAYI_NORTH_EAST) {
        const uint32_t steps = (mark - head->at) * step;
        head->cost += (uint64_t)steps * map->steps[direction];
        head->cell += steps * (uint32_t)map->offsets[direction];
        head->steps += steps;
        head->at = mark;
        return head->cost < rest;
    }
    for (; head->at != mark; head->at += step) {
        const way_cell to = head->cell + (uint32_t)map->offsets[direction];
        if (!(wayi_layer_moves(map, rays->layer, head->cell) >> direction & 1u)) {
            return false;
        }
        head->cost += wayi_map_step(map, rays->layer, head->cell, to, direction);
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
static void rays_shoot(const wayi_rays *rays, uint64_t ahead, const rays_ray *ray, rays_hit *best)
{
    const wayi_rays_move *steps = rays->steps;
    const uint64_t rest = ahead + steps[rays->count - 1].cost - steps[rays->next - 1].cost;
    rays_head head = rays_start(rays, ray);
    for (;;) {
        const uint32_t mark = rays_see(rays, ray, &head);
        if (mark == UINT32_MAX || !rays_reach(rays, &head, mark, ray->direction, rest)) {
            return;
        }
        const uint32_t place = rays_find_place(rays, head.cell)->place;
        const uint64_t old = ahead + steps[place].cost - steps[rays->next - 1].cost;
        if (old > head.cost && old - head.cost > best->saved) {
            *best = (rays_hit){old - head.cost, place, ray->direction, head.steps};
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

/// The places on a row or column next to the first walls on both sides of a cell.
static void rays_find_walls(const wayi_rays *rays, uint32_t kind, uint32_t x, uint32_t y,
                            uint32_t *low, uint32_t *high)
{
    const wayi_layer *layer = rays->layer;
    const uint64_t *line = kind == RAYS_ROW
                               ? layer->rows + ((size_t)y + 1) * rays->map->row_words
                               : layer->columns + ((size_t)x + 1) * rays->map->column_words;
    const uint32_t at = kind == RAYS_ROW ? x : y;
    *low = wayi_scan_down(line, NULL, NULL, at + 1); // padded: one above the wall
    *high = wayi_scan_up(line, NULL, NULL, at + 1) - 2;
}

/// Looks along both ways of the line of one kind.
static void rays_look_along(const wayi_rays *rays, uint32_t kind, uint32_t moves, uint64_t ahead,
                            rays_hit *best)
{
    static const uint8_t ups[RAYS_KINDS] = {
        [RAYS_ROW] = WAYI_EAST,
        [RAYS_COLUMN] = WAYI_SOUTH,
        [RAYS_FALLING] = WAYI_SOUTH_EAST,
        [RAYS_RISING] = WAYI_NORTH_EAST,
    };
    const uint32_t up = ups[kind];
    const uint32_t down = wayi_direction_opposite(up);
    if (!((moves >> up | moves >> down) & 1u)) {
        return;
    }
    const way_cell cell = rays->cells[rays->at];
    const uint32_t y = wayi_map_row(rays->map, cell);
    const uint32_t x = cell - y * rays->map->width;
    uint32_t low = 0;
    uint32_t high = rays->map->width - 1;
    if (kind == RAYS_ROW || kind == RAYS_COLUMN) {
        rays_find_walls(rays, kind, x, y, &low, &high);
    }
    rays_ray ray = {.line = rays_line_of(rays, kind, x, y)};
    ray.marks = rays_get(rays, ray.line.key + ray.line.at / 64);
    if (moves >> up & 1u) {
        const uint32_t left = high - ray.line.at;
        ray.direction = up;
        ray.end = ray.line.at + (rays->reach < left ? rays->reach : left);
        rays_shoot(rays, ahead, &ray, best);
    }
    if (moves >> down & 1u) {
        ray.direction = down;
        ray.end = rays->reach < ray.line.at - low ? ray.line.at - rays->reach : low;
        rays_shoot(rays, ahead, &ray, best);
    }
}

/// Looks around for the run that saves most; of equal ones the first met.
static rays_hit rays_look(const wayi_rays *rays)
{
    rays_hit best = {0};
    uint64_t ahead = 0;
    for (uint32_t i = rays->at; i < rays->last; i++) {
        const way_cell from = rays->cells[i];
        const way_cell to = rays->cells[i + 1];
        ahead += wayi_map_step(rays->map, rays->layer, from, to,
                               wayi_map_direction(rays->map, from, to));
    }
    const uint32_t moves = wayi_layer_moves(rays->map, rays->layer, rays->cells[rays->at]);
    for (uint32_t kind = 0; kind < RAYS_KINDS; kind++) {
        rays_look_along(rays, kind, moves, ahead, &best);
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
