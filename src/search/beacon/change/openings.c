// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/beacon/change/openings.h"

/// Rounds in which a vertex is asked, one for each quarter around both ends.
#define OPENINGS_ROUNDS 8u
/// Vertices that are summed up in a piece of work.
#define OPENINGS_SOME 16u
/// Gaps between openings, or sums, that are compared in the time of an expansion.
#define OPENINGS_GAPS 64u
/// Cells of an opening that are looked for in that time, and expansions of a piece, about.
#define OPENINGS_LOOKS 8u
#define OPENINGS_PIECE 8u

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
static uint32_t openings_nearest(const wayi_beacon_openings *work, way_cost most)
{
    uint32_t best = WAYI_BEACON_NONE;
    for (uint32_t i = 0; i < work->count; i++) {
        if (!work->asked[i] && work->costs[i] < most) {
            best = i;
            most = work->costs[i];
        }
    }
    return best;
}

/// Begins to find out whether a way by openings may be cheaper than the old one, for all that
/// bounds tell: the nearest first, from each on to the others.
static void openings_begin_compare(wayi_beacon_openings *work)
{
    work->turn = WAYI_OPENINGS_COMPARE;
    work->doubt = false;
    for (uint32_t i = 0; i < work->count; i++) {
        work->costs[i] = work->bounds[0][i];
        work->asked[i] = false;
    }
}

/// Goes on from the nearest openings.
static uint32_t openings_compare(wayi_beacon_openings *work)
{
    const way_cost step = work->stale->now.diagonal;
    const way_cost cost = work->query->cost > step ? work->query->cost - step : 0;
    uint32_t gaps = 0;
    while (gaps < OPENINGS_GAPS * OPENINGS_PIECE) {
        const uint32_t at = openings_nearest(work, cost);
        if (at == WAYI_BEACON_NONE) {
            work->turn = WAYI_OPENINGS_ASK;
            break;
        }
        work->asked[at] = true; // a way may go on from it
        work->doubt |= work->costs[at] + work->bounds[1][at] < cost;
        for (uint32_t i = 0; i < work->count; i++) {
            const way_cost sum =
                work->costs[at] + step +
                wayi_beacon_stale_gap(work->stale, work->patches[at], work->patches[i]);
            work->costs[i] = sum < work->costs[i] ? sum : work->costs[i];
        }
        gaps += work->count;
    }
    return gaps / OPENINGS_GAPS;
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

/// Begins to raise the bounds from one end to the openings that may matter, by what labels say of
/// vertices around it that were summed up: it is no nearer than they are, less `off`.
static void openings_begin_raise(wayi_beacon_openings *work, uint32_t side, way_cost off)
{
    work->turn = WAYI_OPENINGS_RAISE;
    work->side = side;
    work->off = off;
    work->at = 0;
}

/// Raises the bounds of some.
static uint32_t openings_raise(wayi_beacon_openings *work)
{
    const wayi_beacon_query *query = work->query;
    const uint32_t side = work->side;
    const way_cost off = work->off;
    uint32_t spent = 0;
    for (; work->at < work->count && spent < OPENINGS_PIECE; work->at++) {
        const wayi_beacon_patch *patch = work->patches[work->at];
        way_cost *old = &work->bounds[side][work->at];
        if (!work->asked[work->at] || !patch->ready) {
            continue;
        }
        way_cost cost =
            wayi_beacon_kept_between(&patch->kept, &work->sums, query->index, query->cost + off);
        spent += 1 + patch->kept.value_count / OPENINGS_GAPS;
        if (!off) {
            const way_cost seen = wayi_beacon_stale_see(work->stale, patch, query->cells[side]);
            cost = seen < cost ? seen : cost;
            spent += patch->grown.width * patch->grown.height / OPENINGS_LOOKS;
        }
        const way_cost bound = cost > off ? cost - off : 0;
        *old = bound > *old ? bound : *old;
    }
    if (work->at == work->count) {
        work->at = 0;
        openings_begin_compare(work);
    }
    return spent;
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
    openings_begin_raise(work, side, end->cost);
    return 1;
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
    if (count == left) {
        work->round++;
        openings_begin_raise(work, side, 0);
    }
    return 2 * count;
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
    openings_begin_compare(openings);
}

uint32_t wayi_beacon_openings_step(wayi_beacon_openings *openings, bool *done)
{
    *done = false;
    switch (openings->turn) {
    case WAYI_OPENINGS_COMPARE:
        return openings_compare(openings);
    case WAYI_OPENINGS_RAISE:
        return openings_raise(openings);
    default:
        break;
    }
    *done = !openings->doubt || openings->round == OPENINGS_ROUNDS + 2;
    if (*done) {
        return 0;
    }
    return openings->round < OPENINGS_ROUNDS ? openings_ask(openings) : openings_ask_all(openings);
}
