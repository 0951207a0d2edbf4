// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/beacon/openings.h"

/// Rounds in which a vertex is asked, one for each quarter around both ends.
#define OPENINGS_ROUNDS 8u
/// Vertices that are summed up in a piece of work.
#define OPENINGS_SOME 16u
/// Gaps between openings that are compared in the time of an expansion.
#define OPENINGS_GAPS 64u

bool wayi_beacon_openings_reserve(wayi_beacon_openings *openings, const wayi_beacon_index *index,
                                  const way_allocator *allocator)
{
    return wayi_beacon_sums_reserve(&openings->sums, index, allocator);
}

void wayi_beacon_openings_fini(wayi_beacon_openings *openings, const way_allocator *allocator)
{
    wayi_beacon_sums_fini(&openings->sums, allocator);
}

/// Lists openings, with the open distance for bounds.
static void openings_list(wayi_beacon_openings *work)
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
static uint32_t openings_nearest(const wayi_beacon_openings *work, const way_cost *costs,
                                 const bool *done, way_cost most)
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

/// Finds out whether a way by openings may be cheaper than the old one, for all that bounds tell:
/// the nearest first, from each on to the others. Returns how many of them that was.
static uint32_t openings_compare(wayi_beacon_openings *work)
{
    const way_cost step = work->stale->now.diagonal;
    const way_cost cost = work->query->cost > step ? work->query->cost - step : 0;
    way_cost costs[WAYI_BEACON_RECTS]; // to each, and of a step there
    bool done[WAYI_BEACON_RECTS];
    uint32_t asked = 0;
    work->doubt = false;
    for (uint32_t i = 0; i < work->count; i++) {
        costs[i] = work->bounds[0][i];
        done[i] = false;
        work->asked[i] = false;
    }
    for (uint32_t at = openings_nearest(work, costs, done, cost); at != WAYI_BEACON_NONE;
         at = openings_nearest(work, costs, done, cost)) {
        done[at] = true;
        work->asked[at] = true; // a way may go on from it
        asked++;
        work->doubt |= costs[at] + work->bounds[1][at] < cost;
        for (uint32_t i = 0; i < work->count; i++) {
            const way_cost sum =
                costs[at] + step +
                wayi_beacon_stale_gap(work->stale, work->patches[at], work->patches[i]);
            costs[i] = sum < costs[i] ? sum : costs[i];
        }
    }
    return asked;
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

/// Raises the bounds from one end to the openings that may matter, by what labels say of vertices
/// around it that were summed up: it is no nearer than they are, less `off`.
static void openings_raise(wayi_beacon_openings *work, uint32_t side, way_cost off)
{
    const wayi_beacon_query *query = work->query;
    for (uint32_t i = 0; i < work->count; i++) {
        const wayi_beacon_patch *patch = work->patches[i];
        if (work->asked[i] && patch->ready) {
            way_cost cost = wayi_beacon_kept_between(&patch->kept, &work->sums, query->index,
                                                     query->cost + off);
            if (!off) {
                const way_cost seen = wayi_beacon_stale_see(work->stale, patch, query->cells[side]);
                cost = seen < cost ? seen : cost;
            }
            const way_cost bound = cost > off ? cost - off : 0;
            work->bounds[side][i] = bound > work->bounds[side][i] ? bound : work->bounds[side][i];
        }
    }
}

/// Asks one vertex near an end.
static uint32_t openings_ask(wayi_beacon_openings *work)
{
    const wayi_beacon_query *query = work->query;
    const uint32_t side = work->round % 2;
    const wayi_beacon_end *end = openings_choose(query, side, work->round / 2);
    work->round++;
    if (!end) {
        return 0;
    }
    wayi_beacon_sums_clear(&work->sums, query->index);
    wayi_beacon_sums_add(&work->sums, query->index, end->vertex, 0);
    // One that is the end itself tells all that there is to know, as the last round does.
    openings_raise(work, side, end->cost);
    const uint32_t asked = openings_compare(work);
    return 2 + asked * work->count / OPENINGS_GAPS;
}

/// Asks all vertices that an end reaches: they tell what it costs from there on the old board.
static uint32_t openings_ask_all(wayi_beacon_openings *work)
{
    const wayi_beacon_query *query = work->query;
    const uint32_t side = work->round % 2;
    if (work->at == 0) {
        wayi_beacon_sums_clear(&work->sums, query->index);
    }
    const uint32_t left = query->counts[side] - work->at;
    const uint32_t count = left < OPENINGS_SOME ? left : OPENINGS_SOME;
    for (uint32_t i = 0; i < count; i++) {
        const wayi_beacon_end *end = &query->all[side][work->at++];
        wayi_beacon_sums_add(&work->sums, query->index, end->vertex, end->cost);
    }
    if (count < left) {
        return 2 * count;
    }
    work->at = 0;
    work->round++;
    openings_raise(work, side, 0);
    const uint32_t asked = openings_compare(work);
    return 2 * count + asked * work->count / OPENINGS_GAPS;
}

void wayi_beacon_openings_begin(wayi_beacon_openings *openings, const wayi_beacon_stale *stale,
                                const wayi_beacon_query *query)
{
    openings->stale = stale;
    openings->query = query;
    openings->count = 0;
    openings->round = 0;
    openings->at = 0;
    openings_list(openings);
    (void)openings_compare(openings);
}

uint32_t wayi_beacon_openings_step(wayi_beacon_openings *openings, bool *done)
{
    *done = !openings->doubt || openings->round == OPENINGS_ROUNDS + 2;
    if (*done) {
        return 0;
    }
    return openings->round < OPENINGS_ROUNDS ? openings_ask(openings) : openings_ask_all(openings);
}
