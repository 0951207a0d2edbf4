// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/beacon/openings.h"

bool wayi_beacon_openings_reserve(wayi_beacon_openings *openings, const wayi_beacon_index *index,
                                  const way_allocator *allocator)
{
    return wayi_beacon_sums_reserve(&openings->sums, index, allocator);
}

void wayi_beacon_openings_fini(wayi_beacon_openings *openings, const way_allocator *allocator)
{
    wayi_beacon_sums_fini(&openings->sums, allocator);
}

size_t wayi_beacon_openings_bytes(const wayi_beacon_openings *openings)
{
    return wayi_beacon_sums_bytes(&openings->sums);
}

/// What is known of the openings that a way can pass.
typedef struct openings_work {
    const wayi_beacon_stale *stale;
    const wayi_beacon_query *query;
    uint32_t count;
    const wayi_beacon_patch *patches[WAYI_BEACON_RECTS];
    way_cost bounds[2][WAYI_BEACON_RECTS]; ///< of what it takes to get there from both ends
    bool asked[WAYI_BEACON_RECTS];         ///< a way that passes it may be cheaper than the old one
} openings_work;

/// Lists openings, with the open distance for bounds.
static void openings_list(openings_work *work)
{
    const wayi_beacon_stale *stale = work->stale;
    for (uint32_t i = 0; i < stale->count; i++) {
        const wayi_beacon_patch *patch = &stale->patches[i];
        if (!patch->opened || patch->shut) {
            continue;
        }
        for (uint32_t side = 0; side < 2; side++) {
            const wayi_reach cell = work->query->cells[side];
            work->bounds[side][work->count] = wayi_beacon_rect_distance(
                &stale->now, (way_rect){cell.x, cell.y, 1, 1}, patch->grown);
        }
        work->patches[work->count++] = patch;
    }
}

/// The nearest opening that nobody went on from; NONE if none is nearer than that.
static uint32_t openings_nearest(const openings_work *work, const way_cost *costs, const bool *done,
                                 way_cost most)
{
    uint32_t best = WAYI_BEACON_NONE;
    for (uint32_t i = 0; i < work->count; i++) {
        if (!done[i] && costs[i] < most) {
            best = i;
            most = costs[i];
        }
    }
    return best;
}

/// Whether a way by openings may be cheaper than the old one, for all that bounds tell: the nearest
/// first, from each on to the others.
static bool openings_compare(openings_work *work)
{
    const way_cost step = work->stale->now.diagonal;
    const way_cost cost = work->query->cost > step ? work->query->cost - step : 0;
    way_cost costs[WAYI_BEACON_RECTS]; // to each, and of a step there
    bool done[WAYI_BEACON_RECTS];
    bool doubt = false;
    for (uint32_t i = 0; i < work->count; i++) {
        costs[i] = work->bounds[0][i];
        done[i] = false;
        work->asked[i] = false;
    }
    for (uint32_t at = openings_nearest(work, costs, done, cost); at != WAYI_BEACON_NONE;
         at = openings_nearest(work, costs, done, cost)) {
        done[at] = true;
        work->asked[at] = true; // a way may go on from it
        doubt |= costs[at] + work->bounds[1][at] < cost;
        for (uint32_t i = 0; i < work->count; i++) {
            const way_cost sum =
                costs[at] + step +
                wayi_beacon_stale_gap(work->stale, work->patches[at], work->patches[i]);
            costs[i] = sum < costs[i] ? sum : costs[i];
        }
    }
    return doubt;
}

/// The nearest vertex that an end reaches in one of four directions, or NULL.
static const wayi_beacon_end *openings_choose(const wayi_beacon_query *query, uint32_t side,
                                              uint32_t quadrant)
{
    const wayi_reach cell = query->cells[side];
    const wayi_beacon_end *best = NULL;
    for (uint32_t i = 0; i < query->counts[side]; i++) {
        const wayi_beacon_end *end = &query->all[side][i];
        const wayi_reach to = query->lists[side][i];
        const uint32_t number = (to.x < cell.x) * 2u + (to.y < cell.y);
        best = number == quadrant && (!best || end->cost < best->cost) ? end : best;
    }
    return best;
}

/// Raises the bounds from one end, by what labels say of a vertex that it reaches.
static void openings_raise(openings_work *work, wayi_beacon_sums *sums, uint32_t side,
                           const wayi_beacon_end *end)
{
    const wayi_beacon_query *query = work->query;
    wayi_beacon_sums_clear(sums, query->index);
    wayi_beacon_sums_add(sums, query->index, end->vertex, 0);
    for (uint32_t i = 0; i < work->count; i++) {
        const wayi_beacon_patch *patch = work->patches[i];
        if (work->asked[i] && patch->ready) {
            const way_cost cost =
                wayi_beacon_kept_between(&patch->kept, sums, query->index, query->cost + end->cost);
            const way_cost bound = cost > end->cost ? cost - end->cost : 0;
            work->bounds[side][i] = bound > work->bounds[side][i] ? bound : work->bounds[side][i];
        }
    }
}

bool wayi_beacon_openings_doubt(wayi_beacon_openings *openings, const wayi_beacon_stale *stale,
                                const wayi_beacon_query *query)
{
    openings_work work;
    work.stale = stale;
    work.query = query;
    work.count = 0;
    openings_list(&work);
    bool doubt = openings_compare(&work);
    for (uint32_t i = 0; i < 8 && doubt; i++) {
        const wayi_beacon_end *end = openings_choose(query, i % 2, i / 2);
        if (end) {
            openings_raise(&work, &openings->sums, i % 2, end);
            doubt = openings_compare(&work);
        }
    }
    return doubt;
}
