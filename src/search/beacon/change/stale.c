// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/beacon/change/stale.h"

#include <string.h>

/// A rectangle with a longer rim touches everything: looking would take longer than to search.
#define STALE_RIM_MAX 2048u

/// Expansions that a look counts as, and legs that are looked along in the time of one more.
#define STALE_LOOK 2u
#define STALE_LEGS 16u
/// Marks of a piece of work, rows of bits and marks in the time of an expansion, and what it takes
/// to take note of a rectangle beside others.
#define STALE_MARKED (1u << 18)
#define STALE_ROWS 16u
#define STALE_TOUCHED 8u
#define STALE_WAIT 3u

void wayi_beacon_stale_init(wayi_beacon_stale *stale, const wayi_beacon_index *index,
                            wayi_board now, uint32_t unit, const way_allocator *allocator)
{
    *stale = (wayi_beacon_stale){.index = index, .now = now, .unit = unit, .allocator = *allocator};
    stale->list_count = wayi_board_reach_max(&now);
    stale->touched_count = index->vertex_count + 1;
}

static void stale_drop(wayi_beacon_stale *stale)
{
    const way_allocator *allocator = &stale->allocator;
    for (uint32_t i = 0; stale->patches && i < WAYI_BEACON_RECTS; i++) {
        wayi_beacon_kept_fini(&stale->patches[i].kept, allocator);
    }
    wayi_beacon_sums_fini(&stale->sums, allocator);
    wayi_free(allocator, stale->gaps, WAYI_BEACON_RECTS * WAYI_BEACON_RECTS, sizeof *stale->gaps);
    stale->gaps = NULL;
    wayi_free(allocator, stale->list, stale->list_count, sizeof *stale->list);
    wayi_free(allocator, stale->touched, stale->touched_count, 1);
    wayi_free(allocator, stale->pending, 1, sizeof *stale->pending);
    wayi_free(allocator, stale->patches, WAYI_BEACON_RECTS, sizeof *stale->patches);
    stale->list = NULL;
    stale->touched = NULL;
    stale->pending = NULL;
    stale->patches = NULL;
}

/// Makes room once something differs; false without memory.
static bool stale_reserve(wayi_beacon_stale *stale)
{
    const way_allocator *allocator = &stale->allocator;
    if (stale->patches) {
        return true;
    }
    stale->list = wayi_alloc(allocator, stale->list_count, sizeof *stale->list);
    stale->touched = wayi_alloc(allocator, stale->touched_count, 1);
    stale->pending = wayi_alloc_zero(allocator, 1, sizeof *stale->pending);
    stale->patches = wayi_alloc_zero(allocator, WAYI_BEACON_RECTS, sizeof *stale->patches);
    if (!stale->list || !stale->touched || !stale->pending || !stale->patches) {
        stale_drop(stale);
        return false;
    }
    for (uint32_t i = 0; i < WAYI_BEACON_RECTS; i++) {
        stale->patches[i].slot = i;
    }
    return true;
}

void wayi_beacon_stale_fini(wayi_beacon_stale *stale)
{
    if (stale->index) {
        stale_drop(stale);
    }
    *stale = (wayi_beacon_stale){0};
}

// Rectangles --------------------------------------------------------------------------------------

static uint32_t stale_gap(uint32_t a, uint32_t a_size, uint32_t b, uint32_t b_size)
{
    if (a + a_size <= b) {
        return b - (a + a_size) + 1;
    }
    return b + b_size <= a ? a - (b + b_size) + 1 : 0;
}

way_cost wayi_beacon_rect_distance(const wayi_board *board, way_rect a, way_rect b)
{
    return wayi_board_distance(board, 0, 0, stale_gap(a.x, a.width, b.x, b.width),
                               stale_gap(a.y, a.height, b.y, b.height));
}

way_rect wayi_beacon_rect_grow(const wayi_board *board, way_rect rect, uint32_t before,
                               uint32_t after)
{
    const uint32_t left = rect.x < before ? rect.x : before;
    const uint32_t up = rect.y < before ? rect.y : before;
    const uint32_t right = board->width - (rect.x + rect.width);
    const uint32_t down = board->height - (rect.y + rect.height);
    return (way_rect){rect.x - left, rect.y - up,
                      rect.width + left + (right < after ? right : after),
                      rect.height + up + (down < after ? down : after)};
}

/// Bits of a padded row that lie in a rectangle, one word of it.
static uint64_t stale_mask(way_rect rect, uint32_t word)
{
    const uint32_t first = rect.x + 1;
    const uint32_t last = rect.x + rect.width;
    uint64_t mask = UINT64_MAX;
    if (word == first >> 6) {
        mask &= UINT64_MAX << (first & 63u);
    }
    if (word == last >> 6) {
        mask &= UINT64_MAX >> (63u - (last & 63u));
    }
    return mask;
}

/// Shrinks a rectangle to what differs in it; false if nothing does.
static bool stale_shrink(wayi_beacon_stale *stale, way_rect *rect, bool *opened)
{
    const wayi_board *old = &stale->index->still;
    stale->words += 64 + (uint64_t)rect->height * (1 + rect->width / 64);
    uint64_t found = 0;
    uint32_t low_x = UINT32_MAX;
    uint32_t high_x = 0;
    uint32_t low_y = UINT32_MAX;
    uint32_t high_y = 0;
    *opened = false;
    for (uint32_t y = rect->y + 1; y <= rect->y + rect->height; y++) {
        const size_t row = (size_t)y * old->row_words;
        for (uint32_t word = (rect->x + 1) >> 6; word <= (rect->x + rect->width) >> 6; word++) {
            const uint64_t now = stale->now.rows[row + word];
            const uint64_t differ = (now ^ old->rows[row + word]) & stale_mask(*rect, word);
            if (differ) {
                const uint32_t left = word * 64 + wayi_bits_lowest(differ);
                const uint32_t right = word * 64 + wayi_bits_highest(differ);
                low_x = left < low_x ? left : low_x;
                high_x = right > high_x ? right : high_x;
                low_y = y < low_y ? y : low_y;
                high_y = y;
                *opened |= (differ & now) != 0;
                found |= differ;
            }
        }
    }
    if (found) {
        *rect = (way_rect){low_x - 1, low_y - 1, high_x - low_x + 1, high_y - low_y + 1};
    }
    return found != 0;
}

uint32_t wayi_beacon_rim_count(way_rect rect)
{
    return rect.width == 1 || rect.height == 1 ? rect.width * rect.height
                                               : 2 * (rect.width + rect.height) - 4;
}

wayi_reach wayi_beacon_rim_cell(way_rect rect, uint32_t number)
{
    uint32_t x = number;
    uint32_t y = 0;
    if (rect.width == 1) {
        x = 0;
        y = number;
    } else if (number >= 2 * rect.width) {
        x = number % 2 ? rect.width - 1 : 0;
        y = 1 + (number - 2 * rect.width) / 2;
    } else if (number >= rect.width) {
        x = number - rect.width;
        y = rect.height - 1;
    }
    return (wayi_reach){(uint16_t)(rect.x + x), (uint16_t)(rect.y + y), 0};
}

static uint64_t stale_area(way_rect rect)
{
    return (uint64_t)rect.width * rect.height;
}

/// Puts a rectangle that differs in place of a patch.
static void stale_set(wayi_beacon_stale *stale, wayi_beacon_patch *patch, way_rect rect,
                      bool opened)
{
    patch->rect = rect;
    patch->grown = wayi_beacon_rect_grow(&stale->now, rect, 1, 1);
    patch->opened = opened;
    patch->shut = opened && wayi_beacon_portals_shut(stale, patch->grown);
    stale->words +=
        opened && wayi_beacon_portals_fit(patch->grown) ? stale_area(patch->grown) * 8 : 0;
    patch->ready = false;
    patch->cell = 0;
}

/// Takes a patch out; the last one takes its place.
static void stale_remove(wayi_beacon_stale *stale, uint32_t number)
{
    const wayi_beacon_patch gone = stale->patches[number];
    stale->patches[number] = stale->patches[--stale->count];
    stale->patches[stale->count] = gone; // keeps its memory
}

/// Looks at all patches again; those where nothing differs any more go.
static void stale_review(wayi_beacon_stale *stale, way_rect changed)
{
    for (uint32_t i = stale->count; i-- > 0;) {
        wayi_beacon_patch *patch = &stale->patches[i];
        way_rect rect = patch->rect;
        bool opened = false;
        if (stale_gap(rect.x, rect.width, changed.x, changed.width) ||
            stale_gap(rect.y, rect.height, changed.y, changed.height)) {
            continue;
        }
        if (!stale_shrink(stale, &rect, &opened)) {
            stale_remove(stale, i);
        } else {
            stale_set(stale, patch, rect, opened);
        }
    }
}

/// Whether two rectangles are better one.
static bool stale_is_near(way_rect a, way_rect b)
{
    return stale_gap(a.x, a.width, b.x, b.width) <= 2 &&
           stale_gap(a.y, a.height, b.y, b.height) <= 2;
}

/// The patch that a rectangle should become part of, or NONE: one that is next to it, or, if there
/// is no room, the one that grows least.
static uint32_t stale_find_partner(const wayi_beacon_stale *stale, way_rect rect)
{
    uint32_t best = WAYI_BEACON_NONE;
    uint64_t least = UINT64_MAX;
    for (uint32_t i = 0; i < stale->count; i++) {
        const way_rect other = stale->patches[i].rect;
        if (stale_is_near(rect, other)) {
            return i;
        }
        const uint64_t growth = stale_area(wayi_rect_join(rect, other)) - stale_area(other);
        if (growth < least) {
            least = growth;
            best = i;
        }
    }
    return stale->count < WAYI_BEACON_RECTS ? WAYI_BEACON_NONE : best;
}

void wayi_beacon_rects_add(wayi_beacon_rects *rects, way_rect rect)
{
    uint32_t best = WAYI_BEACON_NONE;
    uint64_t least = UINT64_MAX;
    for (uint32_t i = 0; i < rects->count && least; i++) {
        const way_rect other = rects->items[i];
        const uint64_t growth = stale_area(wayi_rect_join(rect, other)) - stale_area(other);
        if (stale_is_near(rect, other) || growth < least) {
            least = stale_is_near(rect, other) ? 0 : growth;
            best = i;
        }
    }
    if (rects->count < WAYI_BEACON_RECTS && least) {
        rects->items[rects->count++] = rect;
    } else {
        rects->items[best] = wayi_rect_join(rect, rects->items[best]);
    }
}

static void stale_add(wayi_beacon_stale *stale, way_rect rect)
{
    bool opened = false;
    if (!stale_shrink(stale, &rect, &opened)) {
        return;
    }
    for (uint32_t partner = stale_find_partner(stale, rect); partner != WAYI_BEACON_NONE;
         partner = stale_find_partner(stale, rect)) {
        // Both reach as far as something differs, so what joins them does.
        rect = wayi_rect_join(rect, stale->patches[partner].rect);
        opened |= stale->patches[partner].opened;
        stale_remove(stale, partner);
    }
    stale_set(stale, &stale->patches[stale->count++], rect, opened);
}

// Touched vertices --------------------------------------------------------------------------------

/// Marks a cell's vertex, if it was one.
static void stale_touch_cell(wayi_beacon_stale *stale, uint32_t x, uint32_t y)
{
    if (wayi_board_is_subgoal(&stale->index->still, x, y)) {
        stale->touched[wayi_beacon_vertex_at(stale->index, x, y)] = 1;
    }
}

/// Marks what a cell reaches on a board; returns about how many expansions that was.
static uint32_t stale_touch_from(wayi_beacon_stale *stale, const wayi_board *board, uint32_t x,
                                 uint32_t y)
{
    if (!wayi_board_is_free(board, x, y)) {
        return 0;
    }
    uint32_t legs = 0;
    const uint32_t count = wayi_board_full_counted(board, x, y, stale->list, &legs);
    for (uint32_t i = 0; i < count; i++) {
        stale_touch_cell(stale, stale->list[i].x, stale->list[i].y);
    }
    return STALE_LOOK + legs / STALE_LEGS;
}

/// Marks the subgoals of a row of a rectangle; returns as above.
static uint32_t stale_touch_row(wayi_beacon_stale *stale, way_rect rect, uint32_t number)
{
    const wayi_board *old = &stale->index->still;
    const uint32_t y = rect.y + number;
    const size_t row = (size_t)(y + 1) * old->row_words;
    uint32_t touched = 0;
    for (uint32_t word = (rect.x + 1) >> 6; word <= (rect.x + rect.width) >> 6; word++) {
        uint64_t bits =
            (old->beside[0][row + word] | old->beside[1][row + word]) & stale_mask(rect, word);
        for (; bits; bits &= bits - 1, touched++) {
            stale_touch_cell(stale, word * 64 + wayi_bits_lowest(bits) - 1, y);
        }
    }
    return rect.width / 64 / STALE_ROWS + touched / STALE_TOUCHED;
}

/// Sets marks from a vertex on, as many as are a piece of work; returns where they end.
static uint32_t stale_mark(wayi_beacon_stale *stale, uint32_t first, bool touched)
{
    const uint32_t left = stale->index->vertex_count - first;
    const uint32_t count = left < STALE_MARKED ? left : STALE_MARKED;
    memset(stale->touched + first, touched, count);
    return first + count;
}

/// Takes out the first of the rectangles that wait.
static void stale_look_elsewhere(wayi_beacon_stale *stale)
{
    stale->pending->items[0] = stale->pending->items[--stale->pending->count];
    stale->rim = 0;
}

/// An edge that passes a changed rectangle comes in over its rim.
uint32_t wayi_beacon_stale_look(wayi_beacon_stale *stale)
{
    if (!stale->pending) {
        return 0;
    }
    if (stale->wiped < stale->index->vertex_count) {
        const uint32_t first = stale->wiped;
        stale->wiped = stale_mark(stale, first, false);
        return 1 + (stale->wiped - first) / WAYI_BEACON_MARKS;
    }
    if (stale->pending->count == 0) {
        return 0;
    }
    const way_rect grown = wayi_beacon_rect_grow(&stale->now, stale->pending->items[0], 1, 1);
    const uint32_t count = wayi_beacon_rim_count(grown);
    const bool all = count > STALE_RIM_MAX;
    uint32_t work = 1;
    if (all) {
        stale->rim = stale_mark(stale, stale->rim, true);
        work += STALE_MARKED / WAYI_BEACON_MARKS;
    } else if (stale->rim < grown.height) {
        work += stale_touch_row(stale, grown, stale->rim++);
    } else {
        const uint32_t look = stale->rim++ - grown.height;
        const wayi_reach cell = wayi_beacon_rim_cell(grown, look / 2);
        work +=
            stale_touch_from(stale, look % 2 ? &stale->now : &stale->index->still, cell.x, cell.y);
    }
    if (stale->rim == (all ? stale->index->vertex_count : grown.height + 2 * count)) {
        stale_look_elsewhere(stale);
    }
    return work;
}

/// Notes a rectangle around which to look; if it is part of the first one, that begins again.
static void stale_wait(wayi_beacon_stale *stale, way_rect rect)
{
    const way_rect first = stale->pending->items[0];
    wayi_beacon_rects_add(stale->pending, rect);
    if (stale_is_near(rect, first) ||
        memcmp(&first, &stale->pending->items[0], sizeof first) != 0) {
        stale->rim = 0;
    }
}

bool wayi_beacon_stale_note(wayi_beacon_stale *stale, const way_rect *rects, uint32_t count)
{
    if (count && !stale_reserve(stale)) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        // A large unit stands on cells to the right and below.
        const way_rect changed = wayi_beacon_rect_grow(&stale->now, rects[i], stale->unit - 1, 0);
        stale_review(stale, changed);
        stale_add(stale, changed);
        stale_wait(stale, changed);
    }
    if (stale->count == 0 && stale->pending) {
        stale->wiped = 0;
        stale->pending->count = 0;
        stale->rim = 0;
    }
    return true;
}

uint32_t wayi_beacon_stale_scan(wayi_beacon_stale *stale, uint32_t first, uint32_t end)
{
    const wayi_board *old = &stale->index->still;
    uint32_t found = 0;
    if (!stale_reserve(stale)) {
        return 0;
    }
    for (uint32_t i = first; i < end; i++) {
        const uint64_t differ = stale->now.rows[i + old->row_words] ^ old->rows[i + old->row_words];
        if (differ) {
            const uint32_t word = i % old->row_words;
            const uint32_t low = word * 64 + wayi_bits_lowest(differ);
            const uint32_t high = word * 64 + wayi_bits_highest(differ);
            stale_wait(stale, (way_rect){low - 1, i / old->row_words, high - low + 1, 1});
            found++;
        }
    }
    return 1 + (end - first) / WAYI_BEACON_WORDS + found * STALE_WAIT;
}
