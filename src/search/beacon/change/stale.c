// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/beacon/change/stale.h"

/// Cells of a patch, with those around, beyond which a way is taken to lead through.
#define STALE_SMALL 64u
/// Patches beyond which it is faster to look along a leg than to compare rectangles.
#define STALE_SPARED 16u

void wayi_beacon_stale_init(wayi_beacon_stale *stale, const wayi_beacon_index *index,
                            wayi_board now, uint32_t unit, const wayi_beacon_samples *samples,
                            const way_allocator *allocator)
{
    *stale = (wayi_beacon_stale){
        .index = index, .now = now, .unit = unit, .samples = samples, .allocator = *allocator};
}

void wayi_beacon_stale_fini(wayi_beacon_stale *stale)
{
    if (stale->index) {
        WAYI_FREE(&stale->allocator, stale->patches, WAYI_BEACON_RECTS);
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

/// Open distance from a cell to a rectangle.
static way_cost stale_distance(const wayi_board *board, wayi_reach from, way_rect to)
{
    return wayi_board_distance(board, 0, 0, stale_gap(from.x, 1, to.x, to.width),
                               stale_gap(from.y, 1, to.y, to.height));
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

uint64_t wayi_beacon_rect_mask(way_rect rect, uint32_t word)
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
            const uint64_t differ =
                (now ^ old->rows[row + word]) & wayi_beacon_rect_mask(*rect, word);
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

static uint64_t stale_area(way_rect rect)
{
    return (uint64_t)rect.width * rect.height;
}

/// Whether a cell was free and is, and a step from it is legal that was not.
static bool stale_has_step(const wayi_beacon_stale *stale, uint32_t x, uint32_t y)
{
    const wayi_board *old = &stale->index->still;
    const wayi_board *now = &stale->now;
    bool found = false;
    if (!wayi_board_is_free(old, x, y) || !wayi_board_is_free(now, x, y)) {
        return false;
    }
    for (uint32_t direction = 0; direction < WAYI_DIRECTIONS; direction++) {
        const int32_t dx = wayi_direction_x[direction];
        const int32_t dy = wayi_direction_y[direction];
        const uint32_t to_x = x + (uint32_t)dx;
        const uint32_t to_y = y + (uint32_t)dy;
        found |= dx && dy
                     ? wayi_board_steps(now, x + 1, y + 1, dx, dy) &&
                           !wayi_board_steps(old, x + 1, y + 1, dx, dy)
                     : wayi_board_is_free(now, to_x, to_y) && !wayi_board_is_free(old, to_x, to_y);
    }
    return found;
}

/// Whether a way can pass an opening: what leads in and out by the same cell is no short cut.
static bool stale_leads(wayi_beacon_stale *stale, way_rect grown)
{
    const uint64_t area = stale_area(grown);
    if (area > STALE_SMALL) {
        return true;
    }
    stale->words += area * 8;
    uint32_t portals = 0;
    for (uint32_t i = 0; i < area && portals < 2; i++) {
        portals += stale_has_step(stale, grown.x + i % grown.width, grown.y + i / grown.width);
    }
    return portals == 2;
}

/// Whether the box of two cells meets a patch.
static bool stale_meets(const wayi_beacon_patch *patch, wayi_reach from, wayi_reach to)
{
    const uint32_t x = from.x < to.x ? from.x : to.x;
    const uint32_t y = from.y < to.y ? from.y : to.y;
    const uint32_t right = from.x < to.x ? to.x : from.x;
    const uint32_t down = from.y < to.y ? to.y : from.y;
    const way_rect rect = patch->grown;
    return right >= rect.x && down >= rect.y && x < rect.x + rect.width && y < rect.y + rect.height;
}

/// Whether a way between two cells that costs less than so much may pass a patch; the cells were
/// free.
static bool stale_may_pass(const wayi_beacon_stale *stale, const wayi_beacon_patch *patch,
                           const wayi_reach cells[2], way_cost cost)
{
    // A straight step between two cells that were free was legal: a new one is a diagonal step, or
    // there are two.
    const wayi_board *now = &stale->now;
    return stale_distance(now, cells[0], patch->grown) + now->diagonal +
               stale_distance(now, cells[1], patch->grown) <
           cost;
}

static wayi_reach stale_sampled(const wayi_beacon_stale *stale, uint32_t number)
{
    const wayi_beacon_place place = stale->samples->places[number];
    return (wayi_reach){place.x, place.y, 0};
}

/// Whether a leg of a sample that meets a patch is legal no more; its places begin at `first`.
static bool stale_blocks(const wayi_beacon_stale *stale, const wayi_beacon_patch *patch,
                         const wayi_beacon_sample *sample, uint32_t first)
{
    for (uint32_t half = 0; half < 2; half++) {
        for (; first + 1 < sample->ends[half]; first++) {
            const wayi_reach from = stale_sampled(stale, first);
            const wayi_reach to = stale_sampled(stale, first + 1);
            if (stale_meets(patch, from, to) && !wayi_board_sees(&stale->now, from, to)) {
                return true;
            }
        }
        first = sample->ends[half];
    }
    return false;
}

/// How many of the samples that may pass a patch it ends, in 256ths.
static uint32_t stale_misses(wayi_beacon_stale *stale, const wayi_beacon_patch *patch)
{
    uint32_t near = 1;
    uint32_t missed = 0;
    uint32_t first = 0;
    for (uint32_t i = 0; i < stale->samples->count; i++) {
        const wayi_beacon_sample *sample = &stale->samples->items[i];
        const wayi_reach cells[2] = {stale_sampled(stale, first),
                                     stale_sampled(stale, sample->ends[0])};
        if (stale_may_pass(stale, patch, cells, sample->cost)) {
            near++;
            missed += stale_blocks(stale, patch, sample, first);
        }
        first = sample->ends[1];
    }
    stale->words += first;
    return (missed * 256 + 32) / near;
}

/// Puts a rectangle that differs in place of a patch.
static void stale_set(wayi_beacon_stale *stale, wayi_beacon_patch *patch, way_rect rect,
                      bool opened)
{
    *patch = (wayi_beacon_patch){
        .rect = rect, .grown = wayi_beacon_rect_grow(&stale->now, rect, 1, 1), .opened = opened};
    patch->leads = opened && stale_leads(stale, patch->grown);
    patch->misses = stale_misses(stale, patch);
}

/// Takes a patch out; the last one takes its place.
static void stale_remove(wayi_beacon_stale *stale, uint32_t number)
{
    stale->patches[number] = stale->patches[--stale->count];
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

bool wayi_beacon_stale_note(wayi_beacon_stale *stale, const way_rect *rects, uint32_t count)
{
    if (count && !stale->patches) {
        stale->patches = wayi_alloc(&stale->allocator, WAYI_BEACON_RECTS, sizeof *stale->patches);
    }
    if (count && !stale->patches) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        // A large unit stands on cells to the right and below.
        const way_rect changed = wayi_beacon_rect_grow(&stale->now, rects[i], stale->unit - 1, 0);
        stale_review(stale, changed);
        stale_add(stale, changed);
    }
    return true;
}

// Questions ---------------------------------------------------------------------------------------

bool wayi_beacon_stale_spares(const wayi_beacon_stale *stale, wayi_reach from, wayi_reach to)
{
    bool spares = stale->count <= STALE_SPARED;
    for (uint32_t i = 0; spares && i < stale->count; i++) {
        spares = !stale_meets(&stale->patches[i], from, to);
    }
    return spares;
}

uint32_t wayi_beacon_stale_holds(const wayi_beacon_stale *stale, const wayi_reach cells[2],
                                 way_cost cost)
{
    uint32_t holds = 1u << 16;
    for (uint32_t i = 0; i < stale->count && holds; i++) {
        const wayi_beacon_patch *patch = &stale->patches[i];
        if (stale_may_pass(stale, patch, cells, cost)) {
            holds -= patch->leads ? holds : holds / 256 * patch->misses;
        }
    }
    return holds;
}
