// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Which labels are needed, and how they are packed. The hub that makes the most labels of a sample
// of vertices needless ranks highest; then the one that makes most of the others so. Then, vertex
// by vertex, every hub that is kept strikes out all that are reached by way of it; those that rank
// higher were kept or struck out before, so that it does not matter if they are struck out again.
#include "search/beacon/build/build.h"
#include "search/beacon/index/sparse.h"

#define SPARSE_SAMPLES 48u
/// Nodes with fewer hubs are not worth it; of one with more eight rows may be too long.
#define SPARSE_HUBS_MIN 6u
#define SPARSE_HUBS_MAX 2048u
/// Most long trips meet a node with more than half of all vertices: with no more hubs than these
/// its rows stay plain, which are faster, unless none should be.
#define SPARSE_HUBS_PLAIN 16u

bool wayi_sparse_wants(const wayi_beacon_build *build, const wayi_beacon_node *node)
{
    const wayi_beacon_index *index = build->index;
    const bool plain = index->plain && node->kept <= SPARSE_HUBS_PLAIN &&
                       node->end - node->first > index->vertex_count / 2;
    return build->sparse && node->kept >= SPARSE_HUBS_MIN && node->kept <= SPARSE_HUBS_MAX &&
           !plain;
}

/// Vertices that ranks go by.
static uint32_t sparse_samples(const wayi_beacon_labelling *work)
{
    return work->size < SPARSE_SAMPLES ? work->size : SPARSE_SAMPLES;
}

bool wayi_sparse_open(wayi_beacon_labelling *work, const wayi_beacon_build *build)
{
    wayi_beacon_sparse *sparse = &work->sparse;
    const uint32_t kept = work->node->kept;
    *sparse = (wayi_beacon_sparse){.open = true, .groups = wayi_sparse_groups(kept)};
    const size_t sampled = (size_t)sparse_samples(work) * kept;
    const size_t masks = (size_t)sparse->groups * work->size;
    sparse->order = wayi_alloc(build->allocator, kept, sizeof *sparse->order);
    sparse->scores = wayi_alloc(build->allocator, kept, sizeof *sparse->scores);
    sparse->sampled = wayi_alloc(build->allocator, sampled, sizeof *sparse->sampled);
    sparse->open_pairs = wayi_alloc(build->allocator, sampled, sizeof *sparse->open_pairs);
    sparse->row = wayi_alloc(build->allocator, kept, sizeof *sparse->row);
    sparse->struck = wayi_alloc(build->allocator, kept, sizeof *sparse->struck);
    sparse->masks = wayi_alloc(build->allocator, masks, 1);
    sparse->places = wayi_alloc(build->allocator, (size_t)work->size + 1, sizeof *sparse->places);
    if (!sparse->order || !sparse->scores || !sparse->sampled || !sparse->open_pairs ||
        !sparse->row || !sparse->struck || !sparse->masks || !sparse->places) {
        return false;
    }
    memset(sparse->scores, 0xff, kept * sizeof *sparse->scores);
    sparse->counted = kept;
    // Labels of one vertex are no further apart than two hubs.
    while (work->apart >> sparse->shift >= WAYI_SPARSE_WIDE) {
        sparse->shift++;
    }
    return true;
}

void wayi_sparse_close(wayi_beacon_labelling *work, const wayi_beacon_build *build)
{
    wayi_beacon_sparse *sparse = &work->sparse;
    if (!sparse->open) {
        return;
    }
    const uint32_t kept = work->node->kept;
    const size_t sampled = (size_t)sparse_samples(work) * kept;
    const size_t masks = (size_t)sparse->groups * work->size;
    wayi_free(build->allocator, sparse->order, kept, sizeof *sparse->order);
    wayi_free(build->allocator, sparse->scores, kept, sizeof *sparse->scores);
    wayi_free(build->allocator, sparse->sampled, sampled, sizeof *sparse->sampled);
    wayi_free(build->allocator, sparse->open_pairs, sampled, sizeof *sparse->open_pairs);
    wayi_free(build->allocator, sparse->row, kept, sizeof *sparse->row);
    wayi_free(build->allocator, sparse->struck, kept, sizeof *sparse->struck);
    wayi_free(build->allocator, sparse->masks, masks, 1);
    wayi_free(build->allocator, sparse->places, (size_t)work->size + 1, sizeof *sparse->places);
    *sparse = (wayi_beacon_sparse){0};
}

// Ranks -------------------------------------------------------------------------------------------

/// The labels of a vertex, hub by hub.
static void sparse_take_row(const wayi_beacon_labelling *work, uint32_t vertex, way_cost *row)
{
    for (uint32_t hub = 0; hub < work->node->kept; hub++) {
        row[hub] = work->costs[(size_t)hub * work->size + vertex];
    }
}

/// Takes the next vertex of the sample; false if there is none left.
static bool sparse_take_sample(const wayi_beacon_labelling *work, wayi_beacon_sparse *sparse)
{
    const uint32_t kept = work->node->kept;
    const uint32_t samples = sparse_samples(work);
    if (sparse->taken == samples) {
        return false;
    }
    const size_t first = (size_t)sparse->taken * kept;
    sparse_take_row(work, (uint32_t)((uint64_t)work->size * sparse->taken++ / samples),
                    sparse->sampled + first);
    for (uint32_t i = 0; i < kept; i++) {
        sparse->open_pairs[first + i] = sparse->sampled[first + i] < WAYI_BEACON_FAR;
    }
    return true;
}

/// How many labels of the sample a hub would make needless, of those that none has; or makes them.
static uint32_t sparse_score(const wayi_beacon_labelling *work, uint32_t hub, bool strikes)
{
    const wayi_beacon_sparse *sparse = &work->sparse;
    const uint32_t kept = work->node->kept;
    const way_cost *others = work->costs + (size_t)hub * work->size;
    uint32_t score = 0;
    for (uint32_t i = 0; i < sparse_samples(work); i++) {
        const way_cost *row = sparse->sampled + (size_t)i * kept;
        uint32_t *pairs = sparse->open_pairs + (size_t)i * kept;
        for (uint32_t k = 0; k < kept && pairs[hub] && !strikes; k++) {
            score += pairs[k] & (row[hub] + others[k] == row[k]);
        }
        const uint32_t needed = pairs[hub];
        for (uint32_t k = 0; k < kept && needed && strikes; k++) {
            pairs[k] &= row[hub] + others[k] != row[k];
        }
    }
    return score;
}

/// Takes the sample, then counts the score of the hub that may rank next. Scores only fall, so that
/// one which is still the highest after it was counted again is the highest of all.
void wayi_sparse_rank(wayi_beacon_labelling *work)
{
    wayi_beacon_sparse *sparse = &work->sparse;
    uint32_t best = WAYI_BEACON_NONE;
    if (sparse_take_sample(work, sparse)) {
        return;
    }
    for (uint32_t hub = 0; hub < work->node->kept; hub++) {
        const bool ranked = sparse->scores[hub] == 0;
        best = !ranked && (best == WAYI_BEACON_NONE || sparse->scores[hub] > sparse->scores[best])
                   ? hub
                   : best;
    }
    if (best == sparse->counted) {
        (void)sparse_score(work, best, true);
        sparse->order[sparse->ranked++] = best;
        sparse->scores[best] = 0;
        sparse->counted = work->node->kept;
    } else {
        sparse->counted = best;
        sparse->scores[best] = 1 + sparse_score(work, best, false); // 0 = it has a rank
    }
}

// Rows --------------------------------------------------------------------------------------------

/// What a row is made of.
typedef struct sparse_shape {
    way_cost base;
    uint32_t size; ///< bytes of groups
    bool wide;     ///< some of it is
} sparse_shape;

/// The lowest label of a group, or MAX.
static way_cost sparse_least(const wayi_beacon_sparse *sparse, const uint8_t *masks, uint32_t group)
{
    way_cost least = WAY_COST_MAX;
    for (uint32_t bits = masks[group]; bits; bits &= bits - 1) {
        const way_cost cost = sparse->row[group * 8 + wayi_bits_lowest(bits)];
        least = cost < least ? cost : least;
    }
    return least;
}

/// What labels of a group are above the base at least, in steps, or WIDE.
static uint32_t sparse_fit(const wayi_beacon_sparse *sparse, const uint8_t *masks, uint32_t group,
                           way_cost base)
{
    const way_cost least = sparse_least(sparse, masks, group);
    if (least == WAY_COST_MAX) {
        return 0;
    }
    const uint32_t steps = (least - base) >> sparse->shift;
    const way_cost floor = base + (steps << sparse->shift);
    bool fits = steps < WAYI_SPARSE_WIDE;
    for (uint32_t bits = masks[group]; bits; bits &= bits - 1) {
        fits &= sparse->row[group * 8 + wayi_bits_lowest(bits)] - floor <= UINT16_MAX;
    }
    return fits ? steps : WAYI_SPARSE_WIDE;
}

static sparse_shape sparse_measure(const wayi_beacon_sparse *sparse, const uint8_t *masks)
{
    sparse_shape shape = {.base = WAY_COST_MAX};
    for (uint32_t group = 0; group < sparse->groups; group++) {
        const way_cost least = sparse_least(sparse, masks, group);
        shape.base = least < shape.base ? least : shape.base;
    }
    shape.base = shape.base == WAY_COST_MAX ? 0 : shape.base; // it reaches no hub
    for (uint32_t group = 0; group < sparse->groups; group++) {
        const bool wide = sparse_fit(sparse, masks, group, shape.base) == WAYI_SPARSE_WIDE;
        shape.size += (masks[group] && !wide) + (wayi_bits_count(masks[group]) << (1u + wide));
        shape.wide |= wide;
    }
    return shape;
}

void wayi_sparse_choose(wayi_beacon_labelling *work, uint32_t vertex)
{
    wayi_beacon_sparse *sparse = &work->sparse;
    const uint32_t kept = work->node->kept;
    uint8_t *masks = sparse->masks + (size_t)vertex * sparse->groups;
    way_cost *row = sparse->row;
    sparse_take_row(work, vertex, row);
    memset(masks, 0, sparse->groups);
    memset(sparse->struck, 0, kept * sizeof *sparse->struck);
    for (uint32_t i = 0; i < kept; i++) {
        const uint32_t hub = sparse->order[i];
        if (sparse->struck[hub] || row[hub] >= WAYI_BEACON_FAR) {
            continue;
        }
        const way_cost *others = work->costs + (size_t)hub * work->size;
        masks[hub / 8] |= (uint8_t)(1u << (hub & 7u));
        for (uint32_t k = 0; k < kept; k++) {
            sparse->struck[k] |= row[hub] + others[k] == row[k];
        }
    }
    const sparse_shape shape = sparse_measure(sparse, masks);
    sparse->places[vertex] = (uint32_t)sparse->halves;
    sparse->halves += (wayi_sparse_before(sparse->groups, shape.wide) + shape.size + 1) / 2;
    sparse->places[vertex + 1] = (uint32_t)sparse->halves;
}

/// The hint of a group: the edge that the ways to most of its hubs have in common.
static uint8_t sparse_find_hint(const wayi_beacon_labelling *work, uint32_t vertex, uint32_t group,
                                uint32_t mask)
{
    const uint8_t *next = work->block->next + (size_t)group * 8 * work->size + vertex;
    uint32_t best = WAYI_SPARSE_LOOK;
    uint32_t most = 0;
    uint32_t all = 0;
    for (uint32_t bits = mask; bits; bits &= bits - 1) {
        const uint32_t edge = next[(size_t)wayi_bits_lowest(bits) * work->size];
        uint32_t same = 0;
        for (uint32_t others = mask; others; others &= others - 1) {
            same += next[(size_t)wayi_bits_lowest(others) * work->size] == edge;
        }
        all += edge != WAYI_BEACON_HERE;
        if (edge < WAYI_SPARSE_LOOK && same > most) {
            best = edge;
            most = same;
        }
    }
    const bool doubt = most < all || best == WAYI_SPARSE_LOOK;
    return (uint8_t)(best | (doubt ? WAYI_SPARSE_DOUBT : 0));
}

/// Says where a row begins.
static void sparse_start_row(const wayi_beacon_labelling *work, uint32_t vertex)
{
    uint32_t *rows = work->block->rows;
    const uint32_t *places = work->sparse.places;
    uint8_t *offsets = (uint8_t *)(rows + work->size / 8 + 1);
    const uint16_t offset = (uint16_t)(places[vertex] - places[vertex & ~7u]);
    rows[vertex / 8] = places[vertex & ~7u];
    memcpy(offsets + 2 * (size_t)vertex, &offset, sizeof offset);
}

void wayi_sparse_pack(wayi_beacon_labelling *work, uint32_t vertex)
{
    const wayi_beacon_sparse *sparse = &work->sparse;
    sparse_start_row(work, vertex);
    const uint8_t *masks = sparse->masks + (size_t)vertex * sparse->groups;
    uint8_t *row = (uint8_t *)(work->block->rows + wayi_sparse_starts(work->size)) +
                   2 * (size_t)sparse->places[vertex];
    sparse_take_row(work, vertex, sparse->row);
    const sparse_shape shape = sparse_measure(sparse, masks);
    const uint32_t base = shape.base | (shape.wide ? WAYI_SPARSE_WIDE_ROW : 0);
    uint8_t *wides = row + wayi_sparse_before(sparse->groups, false);
    uint8_t *value = row + wayi_sparse_before(sparse->groups, shape.wide);
    memcpy(row, &base, sizeof base);
    memset(wides, 0, (size_t)(value - wides));
    for (uint32_t group = 0; group < sparse->groups; group++) {
        uint8_t *head = row + WAYI_SPARSE_HEAD + group;
        head[0] = masks[group];
        head[sparse->groups] = sparse_find_hint(work, vertex, group, masks[group]);
        if (!masks[group]) {
            continue;
        }
        const uint32_t steps = sparse_fit(sparse, masks, group, shape.base);
        const bool wide = steps == WAYI_SPARSE_WIDE;
        const way_cost floor = shape.base + (wide ? 0 : steps << sparse->shift);
        if (wide) {
            wides[group / 8] |= (uint8_t)(1u << (group & 7u));
        } else {
            *value++ = (uint8_t)steps;
        }
        for (uint32_t bits = masks[group]; bits; bits &= bits - 1) {
            const way_cost above = sparse->row[group * 8 + wayi_bits_lowest(bits)] - floor;
            const uint16_t low = (uint16_t)above;
            memcpy(value, wide ? (const void *)&above : &low, wide ? sizeof above : sizeof low);
            value += wide ? sizeof above : sizeof low;
        }
    }
    if ((value - row) % 2) {
        *value = 0;
    }
}

bool wayi_sparse_settle(wayi_beacon_labelling *work)
{
    wayi_beacon_sparse *sparse = &work->sparse;
    const wayi_beacon_block *block = work->block;
    const uint64_t words = wayi_sparse_starts(work->size) + (sparse->halves + 1) / 2;
    const uint64_t framed = (uint64_t)block->stride * work->size * 4 + block->next_count;
    sparse->chosen = words <= UINT32_MAX / 2 && words * 4 < framed;
    sparse->words = (uint32_t)words;
    return sparse->chosen;
}

void wayi_sparse_start_rows(wayi_beacon_labelling *work)
{
    wayi_beacon_block *block = work->block;
    block->stride = 0;
    block->shift = work->sparse.shift;
    block->width_count = 0;
    block->rows[wayi_sparse_starts(work->size) - 1] = 0; // halves may stay so
    block->rows[block->row_count - 1] = 0;
    sparse_start_row(work, work->size);
}
