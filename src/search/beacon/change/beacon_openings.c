// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/beacon/change/beacon_openings.h"

/// Most ends of a patch, and patches that are compared with a way: with more it is searched for.
#define OPENINGS_ENDS 160u
#define OPENINGS_MOST 32u
/// Expansions that it takes to look around a portal; ends that are added in the time of one, places
/// of samples and ends that are compared.
#define OPENINGS_LOOK 5u
#define OPENINGS_ADDED 2u
#define OPENINGS_PLACES 64u

void wayi_beacon_samples_fini(wayi_beacon_samples *samples, const way_allocator *allocator)
{
    for (uint32_t i = 0; i < WAYI_BEACON_SAMPLED; i++) {
        wayi_beacon_sums_fini(&samples->sums[i], allocator);
    }
    WAYI_FREE(allocator, samples->places, samples->room);
    *samples = (wayi_beacon_samples){0};
}

// Sums --------------------------------------------------------------------------------------------

typedef struct openings_ends {
    wayi_reach items[OPENINGS_ENDS];
    uint32_t count; ///< one more if there are too many
} openings_ends;

static void openings_add(openings_ends *ends, wayi_reach reach)
{
    uint32_t i = 0;
    while (i < ends->count && (ends->items[i].x != reach.x || ends->items[i].y != reach.y)) {
        i++;
    }
    if (i < ends->count) {
        ends->items[i].cost = reach.cost < ends->items[i].cost ? reach.cost : ends->items[i].cost;
    } else if (i < OPENINGS_ENDS) {
        ends->items[ends->count++] = reach;
    } else {
        ends->count = OPENINGS_ENDS + 1;
    }
}

/// Adds what a free cell of the old board reaches.
static void openings_look(const wayi_beacon_stale *stale, openings_ends *ends, uint32_t x,
                          uint32_t y)
{
    wayi_taut taut;
    wayi_taut_begin(&taut, &stale->index->still, x, y, stale->list);
    (void)wayi_taut_step(&taut, &stale->index->still, UINT32_MAX, stale->list);
    for (uint32_t i = 0; i < taut.count && ends->count <= OPENINGS_ENDS; i++) {
        openings_add(ends, stale->list[i]);
    }
}

/// Sums up ends in the scratch.
static void openings_sum(wayi_beacon_stale *stale, const openings_ends *ends)
{
    const wayi_beacon_index *index = stale->index;
    wayi_beacon_sums_clear(&stale->sums, index);
    for (uint32_t i = 0; i < ends->count; i++) {
        const wayi_reach end = ends->items[i];
        wayi_beacon_sums_add(&stale->sums, index, wayi_beacon_vertex_at(index, end.x, end.y),
                             end.cost);
    }
}

static wayi_reach openings_portal(const wayi_beacon_patch *patch, uint32_t number)
{
    return (wayi_reach){(uint16_t)(patch->grown.x + number % patch->grown.width),
                        (uint16_t)(patch->grown.y + number / patch->grown.width), 0};
}

/// The old cost between a cell and the nearest portal, where some sums say so much unless the one
/// sees the other.
static way_cost openings_nearest(const wayi_beacon_index *index, const wayi_beacon_patch *patch,
                                 way_cost least, wayi_reach cell)
{
    const bool stood = wayi_board_is_free(&index->still, cell.x, cell.y);
    for (uint64_t left = stood ? patch->portals : 0; left; left &= left - 1) {
        const wayi_reach to = openings_portal(patch, wayi_bits_lowest(left));
        const way_cost open = wayi_board_distance(&index->still, cell.x, cell.y, to.x, to.y);
        if (open < least && wayi_board_sees(&index->still, cell, to)) {
            least = open;
        }
    }
    return least;
}

// Measures ----------------------------------------------------------------------------------------

/// Whether a patch is on the way of a sample, as its legs lie.
static bool openings_block(const wayi_beacon_stale *stale, const wayi_beacon_samples *samples,
                           const wayi_beacon_patch *patch, uint32_t pair)
{
    bool legal = true;
    for (uint32_t half = 2 * pair; half < 2 * pair + 2; half++) {
        const uint32_t end = samples->ends[half];
        for (uint32_t i = (half ? samples->ends[half - 1] : 0) + 1; i < end && legal; i++) {
            const wayi_beacon_place *legs = &samples->places[i - 1];
            const wayi_reach from = {legs[0].x, legs[0].y, 0};
            const wayi_reach to = {legs[1].x, legs[1].y, 0};
            legal =
                !wayi_beacon_patch_meets(patch, from, to) || wayi_board_sees(&stale->now, from, to);
        }
    }
    return !legal;
}

/// How many of the samples that may pass a patch it makes longer or shorter, in 256ths.
static uint32_t openings_misses(const wayi_beacon_stale *stale, const wayi_beacon_samples *samples,
                                const wayi_beacon_patch *patch)
{
    way_cost bounds[WAYI_BEACON_SAMPLED] = {0};
    for (uint32_t i = 0; i < WAYI_BEACON_SAMPLED && patch->portals; i++) {
        bounds[i] = openings_nearest(
            stale->index, patch,
            wayi_beacon_sums_between(&samples->sums[i], &stale->sums, stale->index),
            samples->cells[i]);
    }
    uint32_t near = 1;
    uint32_t missed = 0;
    for (uint32_t a = 1, pair = 0; a < WAYI_BEACON_SAMPLED; a++) {
        for (uint32_t b = 0; b < a; b++, pair++) {
            const wayi_reach cells[2] = {samples->cells[a], samples->cells[b]};
            if (wayi_beacon_patch_is_near(stale, patch, cells, samples->costs[pair])) {
                near++;
                missed += (patch->leads &&
                           bounds[a] + stale->now.diagonal + bounds[b] < samples->costs[pair]) ||
                          openings_block(stale, samples, patch, pair);
            }
        }
    }
    return (missed * 256 + 32) / near;
}

/// Sums up the next cell of the samples for the index in hand.
static bool openings_sum_sample(wayi_beacon_stale *stale, wayi_beacon_samples *samples)
{
    if (samples->index != stale->index) {
        samples->index = stale->index;
        samples->summed = 0;
    }
    const wayi_reach cell = samples->cells[samples->summed];
    openings_ends ends = {.count = 0};
    if (wayi_board_is_free(&stale->index->still, cell.x, cell.y)) {
        openings_look(stale, &ends, cell.x, cell.y);
    }
    ends.count = ends.count > OPENINGS_ENDS ? OPENINGS_ENDS : ends.count;
    openings_sum(stale, &ends);
    wayi_beacon_sums *sums = &samples->sums[samples->summed++];
    wayi_beacon_sums_fini(sums, &stale->allocator);
    return wayi_beacon_sums_copy(&stale->sums, &stale->allocator, sums);
}

/// The old cost between two openings.
static way_cost *openings_gap(const wayi_beacon_stale *stale, const wayi_beacon_patch *a,
                              const wayi_beacon_patch *b)
{
    const uint32_t low = a->slot < b->slot ? a->slot : b->slot;
    const uint32_t high = a->slot < b->slot ? b->slot : a->slot;
    return &stale->gaps[high * (high - 1) / 2 + low];
}

/// A slot that no other opening has.
static uint32_t openings_find_slot(const wayi_beacon_stale *stale)
{
    uint64_t used[WAYI_BEACON_RECTS / 64] = {0};
    for (uint32_t i = 0; i < stale->count; i++) {
        const wayi_beacon_patch *patch = &stale->patches[i];
        if (patch->measured && patch->portals) {
            used[patch->slot / 64] |= UINT64_C(1) << patch->slot % 64;
        }
    }
    const uint32_t word = used[0] == UINT64_MAX;
    return word * 64 + wayi_bits_lowest(~used[word]);
}

/// Measures how far an opening, whose sums are in the scratch, is from all others.
static bool openings_part(wayi_beacon_stale *stale, wayi_beacon_patch *patch, uint32_t *work)
{
    if (!stale->gaps) {
        stale->gaps = wayi_alloc(&stale->allocator, WAYI_BEACON_GAPS, sizeof *stale->gaps);
    }
    patch->slot = openings_find_slot(stale);
    for (uint32_t i = 0; i < stale->count && stale->gaps; i++) {
        const wayi_beacon_patch *other = &stale->patches[i];
        if (!other->measured || !other->portals) {
            continue;
        }
        way_cost gap = wayi_beacon_sums_between(&other->sums, &stale->sums, stale->index);
        ++*work;
        if (wayi_beacon_rect_distance(&stale->now, patch->grown, other->grown) < gap) {
            for (uint64_t left = other->portals; left; left &= left - 1) {
                gap = openings_nearest(stale->index, patch, gap,
                                       openings_portal(other, wayi_bits_lowest(left)));
                ++*work;
            }
        }
        *openings_gap(stale, patch, other) = gap;
    }
    return stale->gaps != NULL;
}

static bool openings_measure(wayi_beacon_stale *stale, const wayi_beacon_samples *samples,
                             wayi_beacon_patch *patch, uint32_t *work)
{
    openings_ends ends = {.count = 0};
    for (uint64_t left = patch->portals; left; left &= left - 1) {
        const wayi_reach portal = openings_portal(patch, wayi_bits_lowest(left));
        openings_look(stale, &ends, portal.x, portal.y);
        *work += OPENINGS_LOOK + ends.count / OPENINGS_PLACES;
    }
    if (ends.count > OPENINGS_ENDS) {
        patch->portals = 0;
        ends.count = 0;
    }
    openings_sum(stale, &ends);
    const bool fits = !patch->portals || openings_part(stale, patch, work);
    patch->misses = patch->leads && !patch->portals ? 256 : openings_misses(stale, samples, patch);
    patch->measured = true;
    *work += ends.count / OPENINGS_ADDED + samples->count / OPENINGS_PLACES;
    return wayi_beacon_sums_copy(&stale->sums, &stale->allocator, &patch->sums) && fits;
}

/// The first patch that was not measured, or NULL.
static wayi_beacon_patch *openings_find(const wayi_beacon_stale *stale)
{
    for (uint32_t i = 0; i < stale->count; i++) {
        if (!stale->patches[i].measured) {
            return &stale->patches[i];
        }
    }
    return NULL;
}

uint32_t wayi_beacon_openings_measure(wayi_beacon_stale *stale, wayi_beacon_samples *samples,
                                      way_status *status)
{
    wayi_beacon_patch *patch = openings_find(stale);
    if (!patch) {
        return 0;
    }
    uint32_t work = 1;
    bool fits = WAYI_GROW(&stale->allocator, stale->list, stale->list_count,
                          wayi_board_reach_max(&stale->now)) &&
                wayi_beacon_sums_reserve(&stale->sums, stale->index, &stale->allocator);
    if (fits && (samples->index != stale->index || samples->summed < WAYI_BEACON_SAMPLED)) {
        work += 2 * OPENINGS_LOOK;
        fits = openings_sum_sample(stale, samples);
    } else if (fits) {
        fits = openings_measure(stale, samples, patch, &work);
    }
    *status = fits ? *status : WAY_STATUS_NO_MEMORY;
    return work;
}

// Questions ---------------------------------------------------------------------------------------

/// Sums up what both ends of a way reach.
static void openings_sum_ends(const wayi_beacon_stale *stale, const wayi_beacon_old_way *way,
                              uint32_t *work)
{
    for (uint32_t side = 0; side < 2; side++) {
        wayi_beacon_sums_clear(&way->sums[side], stale->index);
        for (uint32_t i = 0; i < way->ends.counts[side]; i++) {
            const wayi_beacon_end *end = &way->ends.ends[side][i];
            wayi_beacon_sums_add(&way->sums[side], stale->index, end->vertex, end->cost);
        }
        *work += way->ends.counts[side] / OPENINGS_ADDED;
    }
}

/// An opening that a way may take, and bounds of the cost from its start and to its end.
typedef struct openings_bounds {
    const wayi_beacon_patch *patch;
    way_cost from;
    way_cost to;
} openings_bounds;

typedef struct openings_doubt {
    openings_bounds items[OPENINGS_MOST];
    uint32_t count;
} openings_doubt;

/// Gathers them; false if there are too many, or one is not measured.
static bool openings_gather(const wayi_beacon_stale *stale, const wayi_beacon_old_way *way,
                            openings_doubt *doubt)
{
    bool known = true;
    for (uint32_t i = 0; i < stale->count && known; i++) {
        const wayi_beacon_patch *patch = &stale->patches[i];
        if (patch->leads && wayi_beacon_patch_is_near(stale, patch, way->cells, way->cost)) {
            known = patch->measured && patch->portals && doubt->count < OPENINGS_MOST;
            doubt->items[known ? doubt->count++ : 0].patch = patch;
        }
    }
    return known;
}

/// Whether a way by one of them after another may cost less: the nearest first.
static bool openings_compare(const wayi_beacon_stale *stale, openings_doubt *doubt, way_cost cost)
{
    const way_cost step = stale->now.diagonal;
    for (uint32_t done = 0; done < doubt->count; done++) {
        uint32_t best = done;
        for (uint32_t i = done + 1; i < doubt->count; i++) {
            best = doubt->items[i].from < doubt->items[best].from ? i : best;
        }
        const openings_bounds next = doubt->items[best];
        doubt->items[best] = doubt->items[done];
        if (next.from + step + next.to < cost) {
            return true;
        }
        for (uint32_t i = done + 1; i < doubt->count; i++) {
            openings_bounds *other = &doubt->items[i];
            const way_cost from = next.from + step + *openings_gap(stale, next.patch, other->patch);
            other->from = from < other->from ? from : other->from;
        }
    }
    return false;
}

bool wayi_beacon_openings_lead(const wayi_beacon_stale *stale, const wayi_beacon_old_way *way,
                               uint32_t *work)
{
    openings_doubt doubt = {.count = 0};
    if (!openings_gather(stale, way, &doubt)) {
        return true;
    }
    if (!doubt.count) {
        return false;
    }
    openings_sum_ends(stale, way, work);
    for (uint32_t i = 0; i < doubt.count; i++) {
        openings_bounds *item = &doubt.items[i];
        const wayi_beacon_patch *patch = item->patch;
        const wayi_beacon_index *index = stale->index;
        item->from = openings_nearest(index, patch,
                                      wayi_beacon_sums_between(&patch->sums, &way->sums[0], index),
                                      way->cells[0]);
        item->to = openings_nearest(index, patch,
                                    wayi_beacon_sums_between(&patch->sums, &way->sums[1], index),
                                    way->cells[1]);
    }
    *work += doubt.count * (2 + doubt.count / OPENINGS_PLACES);
    return openings_compare(stale, &doubt, way->cost);
}
