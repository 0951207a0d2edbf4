// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Portals of openings: cells that were free and from which a step is legal that was not. What they
// reach on the old board is summed up, portal by portal, and what lies between the openings is
// measured, pair by pair.
#include "search/beacon/change/stale.h"

#include <string.h>

/// Expansions that a look around counts as, and legs that are looked along in the time of one more;
/// cells that are looked at or for, sums that are compared, and nodes that are wiped in that time,
/// so many at once.
#define PORTALS_LOOK 2u
#define PORTALS_LEGS 16u
#define PORTALS_CELLS 8u
#define PORTALS_SUMS 64u
#define PORTALS_NODES 1024u
#define PORTALS_WIPED (1u << 16)

static uint32_t portals_area(way_rect rect)
{
    return rect.width * rect.height;
}

static wayi_reach portals_cell(way_rect rect, uint32_t number)
{
    return (wayi_reach){(uint16_t)(rect.x + number % rect.width),
                        (uint16_t)(rect.y + number / rect.width), 0};
}

/// Whether a cell is a portal: a step from it is legal that was not, and it was free.
static bool portals_has_step(const wayi_beacon_stale *stale, uint32_t x, uint32_t y)
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

/// The next cell of a rectangle, by rows from a number on, that has such a step; or their count.
static uint32_t portals_find(const wayi_beacon_stale *stale, way_rect rect, uint32_t number)
{
    const uint32_t count = portals_area(rect);
    while (number < count &&
           !portals_has_step(stale, rect.x + number % rect.width, rect.y + number / rect.width)) {
        number++;
    }
    return number;
}

bool wayi_beacon_portals_fit(way_rect grown)
{
    return (uint64_t)grown.width * grown.height <= WAYI_BEACON_PORTALS;
}

bool wayi_beacon_portals_shut(const wayi_beacon_stale *stale, way_rect grown)
{
    if (!wayi_beacon_portals_fit(grown)) {
        return false;
    }
    const uint32_t area = portals_area(grown);
    const uint32_t first = portals_find(stale, grown, 0);
    return first == area || portals_find(stale, grown, first + 1) == area;
}

/// An opening whose sums are not there.
static wayi_beacon_patch *portals_find_opening(const wayi_beacon_stale *stale)
{
    for (uint32_t i = 0; i < stale->count; i++) {
        wayi_beacon_patch *patch = &stale->patches[i];
        if (patch->opened && !patch->shut && !patch->ready &&
            wayi_beacon_portals_fit(patch->grown)) {
            return patch;
        }
    }
    return NULL;
}

/// Sums up what a portal reaches on the old board; returns about how many expansions that was.
static uint32_t portals_sum(wayi_beacon_stale *stale, uint32_t x, uint32_t y)
{
    const wayi_beacon_index *index = stale->index;
    if (wayi_board_is_subgoal(&index->still, x, y)) {
        wayi_beacon_sums_add(&stale->sums, index, wayi_beacon_vertex_at(index, x, y), 0);
        return 1;
    }
    uint32_t legs = 0;
    const uint32_t found = wayi_board_full_counted(&index->still, x, y, stale->list, &legs);
    for (uint32_t i = 0; i < found; i++) {
        const wayi_reach reach = stale->list[i];
        wayi_beacon_sums_add(&stale->sums, index, wayi_beacon_vertex_at(index, reach.x, reach.y),
                             reach.cost);
    }
    return PORTALS_LOOK + legs / PORTALS_LEGS + found;
}

/// The least open distance from a cell to a portal of an opening that it sees on the old board, or
/// what was the least.
static way_cost portals_see(const wayi_beacon_stale *stale, way_rect rect, wayi_reach from,
                            way_cost least)
{
    const wayi_board *old = &stale->index->still;
    const uint32_t area = portals_area(rect);
    for (uint32_t i = portals_find(stale, rect, 0); i < area;
         i = portals_find(stale, rect, i + 1)) {
        const wayi_reach to = portals_cell(rect, i);
        const way_cost open = wayi_board_distance(old, from.x, from.y, to.x, to.y);
        least = open < least && wayi_board_sees(old, from, to) ? open : least;
    }
    return least;
}

way_cost wayi_beacon_stale_see(const wayi_beacon_stale *stale, const wayi_beacon_patch *patch,
                               wayi_reach from)
{
    return portals_see(stale, patch->grown, from, WAY_COST_MAX);
}

way_cost wayi_beacon_stale_gap(const wayi_beacon_stale *stale, const wayi_beacon_patch *from,
                               const wayi_beacon_patch *to)
{
    return from->ready && to->ready
               ? stale->gaps[from->slot * WAYI_BEACON_RECTS + to->slot]
               : wayi_beacon_rect_distance(&stale->now, from->grown, to->grown);
}

/// The next opening to measure to: the one in hand and those whose sums are there, in the order of
/// their places among gaps. NULL when there is no more.
static const wayi_beacon_patch *portals_next(const wayi_beacon_stale *stale,
                                             const wayi_beacon_patch *patch)
{
    const wayi_beacon_patch *next = NULL;
    for (uint32_t i = 0; i < stale->count; i++) {
        const wayi_beacon_patch *other = &stale->patches[i];
        if ((other->ready || other == patch) && other->slot >= stale->measured &&
            (!next || other->slot < next->slot)) {
            next = other;
        }
    }
    return next;
}

/// Measures from the next portal of the opening in hand to another opening: what labels tell, or
/// the open distance where one sees the other, for of such ways labels know nothing. Those that
/// become ready later measure what is between them and this one. Returns as above.
static uint32_t portals_measure(wayi_beacon_stale *stale, wayi_beacon_patch *patch)
{
    const wayi_beacon_patch *other = portals_next(stale, patch);
    const uint32_t area = portals_area(patch->grown);
    uint32_t work = 2 + stale->count / PORTALS_SUMS;
    patch->ready = !other;
    if (!other) {
        return work;
    }
    const uint32_t first = other->slot == stale->measured ? stale->from : 0;
    way_cost *gap = &stale->gaps[patch->slot * WAYI_BEACON_RECTS + other->slot];
    if (first == 0) {
        *gap =
            wayi_beacon_kept_between(&other->kept, &stale->sums, stale->index, 2 * WAYI_BEACON_FAR);
        work += other->kept.value_count / PORTALS_SUMS;
    }
    const uint32_t at = portals_find(stale, patch->grown, first);
    if (at < area) {
        *gap = portals_see(stale, other->grown, portals_cell(patch->grown, at), *gap);
        work += 2 * portals_area(other->grown) / PORTALS_CELLS;
    }
    stale->gaps[other->slot * WAYI_BEACON_RECTS + patch->slot] = *gap;
    stale->measured = at < area ? other->slot : other->slot + 1;
    stale->from = at < area ? at + 1 : 0;
    return work + (at - first) / PORTALS_CELLS;
}

/// Keeps the sums of an opening; returns as above, 0 without memory.
static uint32_t portals_keep(wayi_beacon_stale *stale, wayi_beacon_patch *patch)
{
    if (!stale->gaps) {
        stale->gaps = wayi_alloc(&stale->allocator, WAYI_BEACON_RECTS * WAYI_BEACON_RECTS,
                                 sizeof *stale->gaps);
    }
    stale->measured = 0;
    stale->from = 0;
    return stale->gaps && wayi_beacon_sums_keep(&stale->sums, &stale->allocator, &patch->kept)
               ? 1 + patch->kept.value_count / PORTALS_SUMS
               : 0;
}

uint32_t wayi_beacon_stale_sum(wayi_beacon_stale *stale)
{
    const wayi_beacon_index *index = stale->index;
    wayi_beacon_patch *patch = portals_find_opening(stale);
    if (!patch || !wayi_beacon_sums_reserve(&stale->sums, index, &stale->allocator)) {
        return 0;
    }
    if (stale->sums.wiped < index->node_count) {
        const uint32_t before = stale->sums.wiped;
        wayi_beacon_sums_wipe(&stale->sums, index, PORTALS_WIPED);
        return 1 + (stale->sums.wiped - before) / PORTALS_NODES;
    }
    const way_rect rect = patch->grown;
    const uint32_t area = portals_area(rect);
    uint32_t work = 1;
    if (memcmp(&stale->summed, &rect, sizeof rect) != 0 || patch->cell == 0) {
        work += stale->sums.used / PORTALS_SUMS;
        wayi_beacon_sums_clear(&stale->sums, index);
        stale->summed = rect;
        patch->cell = 0;
    }
    if (patch->cell > area) {
        return portals_measure(stale, patch);
    }
    const uint32_t at = portals_find(stale, rect, patch->cell);
    work += (at - patch->cell) / PORTALS_CELLS;
    patch->cell = at + 1;
    if (at < area) {
        const wayi_reach cell = portals_cell(rect, at);
        return work + portals_sum(stale, cell.x, cell.y);
    }
    const uint32_t more = portals_keep(stale, patch);
    patch->cell = more ? patch->cell : 0;
    return more ? work + more : 0;
}
