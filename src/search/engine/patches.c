// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/engine/patches.h"

#include <string.h>

#define PATCHES_MIDDLE 4u

/// The places of neighbours among the nine, by direction.
static const uint8_t patches_places[WAYI_DIRECTIONS] = {1, 5, 7, 3, 2, 8, 6, 0};

/// What comes first of ways of the same cost, by their last step: the lower one.
static uint32_t patches_rank(int dx, int dy)
{
    return dx == 0 ? 0 : dy == 0 ? 1 : 2;
}

static void patches_add_step(wayi_patches *patches, uint32_t from, uint32_t to)
{
    const wayi_step_beside step = wayi_map_step_beside(patches->map, from, to);
    if (step.legal) {
        const uint32_t rank = patches_rank(wayi_direction_x[to] - wayi_direction_x[from],
                                           wayi_direction_y[to] - wayi_direction_y[from]);
        patches->steps[from][patches->counts[from]++] = (wayi_patch_step){
            .to = to, .needed = step.needed | 1u << to, .cost = step.cost, .rank = rank};
    }
}

way_status wayi_patches_init(wayi_patches *patches, const wayi_grid *grid,
                             const way_allocator *allocator)
{
    *patches = (wayi_patches){
        .map = grid->map, .layer = grid->layer, .allocator = wayi_allocator_or_default(allocator)};
    for (uint32_t i = 0; i < WAYI_DIRECTIONS * WAYI_DIRECTIONS; i++) {
        patches_add_step(patches, i / WAYI_DIRECTIONS, i % WAYI_DIRECTIONS);
    }
    patches->items = wayi_alloc_zero(&patches->allocator, WAYI_PATCHES, sizeof *patches->items);
    return patches->items ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

void wayi_patches_fini(wayi_patches *patches)
{
    wayi_free(&patches->allocator, patches->items, WAYI_PATCHES, sizeof *patches->items);
    patches->items = NULL;
}

/// Offers the neighbours that one step past the middle leads to from one of them a way over it;
/// tells which became cheaper.
static uint32_t patches_relax(const wayi_patches *patches, const uint8_t *weights, uint32_t around,
                              uint32_t from, uint64_t keys[WAYI_DIRECTIONS])
{
    const uint8_t weight = weights[patches_places[from]];
    uint32_t cheaper = 0;
    for (uint32_t i = 0; i < patches->counts[from]; i++) {
        const wayi_patch_step *step = &patches->steps[from][i];
        const uint64_t cost = (keys[from] >> 2) +
                              wayi_step_cost(step->cost, weight, weights[patches_places[step->to]]);
        const uint64_t key = cost << 2 | step->rank;
        if ((around & step->needed) == step->needed && key < keys[step->to]) {
            cheaper |= (uint32_t)(cost < keys[step->to] >> 2) << step->to;
            keys[step->to] = key;
        }
    }
    return cheaper;
}

/// The best ways past the middle from a neighbour to the others.
static void patches_go_around(const wayi_patches *patches, const uint8_t *weights, uint32_t around,
                              uint32_t before, uint64_t keys[WAYI_DIRECTIONS])
{
    memset(keys, 0xff, WAYI_DIRECTIONS * sizeof *keys);
    keys[before] = 0;
    for (uint32_t pending = 1u << before; pending;) {
        const uint32_t from = wayi_bits_lowest(pending);
        pending &= pending - 1;
        pending |= patches_relax(patches, weights, around, from, keys);
    }
}

static uint32_t patches_make(const wayi_patches *patches, const wayi_patch *patch, uint32_t arrival)
{
    const way_map *map = patches->map;
    uint8_t weights[9];
    for (uint32_t i = 0; i < 8; i++) {
        weights[i] = (uint8_t)(patch->eight >> 8 * i);
    }
    weights[8] = patch->ninth;
    uint32_t around = 0;
    for (uint32_t direction = 0; direction < WAYI_DIRECTIONS; direction++) {
        around |= (uint32_t)(weights[patches_places[direction]] != 0) << direction;
    }
    const uint32_t before = wayi_direction_opposite(arrival);
    uint64_t keys[WAYI_DIRECTIONS];
    patches_go_around(patches, weights, around, before, keys);
    const uint64_t here = wayi_step_cost(map->steps[arrival], weights[patches_places[before]],
                                         weights[PATCHES_MIDDLE]);
    uint32_t onward = 0;
    for (uint32_t moves = map->moves[around] & ~(1u << before); moves; moves &= moves - 1) {
        const uint32_t direction = wayi_bits_lowest(moves);
        const way_cost step = wayi_step_cost(map->steps[direction], weights[PATCHES_MIDDLE],
                                             weights[patches_places[direction]]);
        const uint64_t key = (here + step) << 2 |
                             patches_rank(wayi_direction_x[direction], wayi_direction_y[direction]);
        onward |= (uint32_t)(keys[direction] >= key) << direction;
    }
    return onward;
}

/// The weights of a cell and of those beside it in its row, a byte each; 0 past the edge of the
/// map.
static uint64_t patches_row(const wayi_patches *patches, uint32_t x, uint32_t y)
{
    const way_map *map = patches->map;
    if (y >= map->height) {
        return 0;
    }
    const uint8_t *at = patches->layer->weights + ((size_t)y * map->width + x);
    const uint64_t left = x > 0 ? at[-1] : 0;
    const uint64_t right = x + 1 < map->width ? at[1] : 0;
    return left | (uint64_t)*at << 8 | right << 16;
}

uint32_t wayi_patches_onward(wayi_patches *patches, uint32_t x, uint32_t y, uint32_t arrival)
{
    const uint64_t below = patches_row(patches, x, y + 1);
    const uint64_t eight =
        patches_row(patches, x, y - 1) | patches_row(patches, x, y) << 24 | below << 48;
    const uint8_t ninth = (uint8_t)(below >> 16);
    const uint64_t hash =
        (eight + ninth * UINT64_C(0x94d049bb133111eb)) * UINT64_C(0x9e3779b97f4a7c15);
    wayi_patch *patch = &patches->items[hash >> (64u - WAYI_PATCHES_SHIFT)];
    if (patch->eight != eight || patch->ninth != ninth) {
        *patch = (wayi_patch){.eight = eight, .ninth = ninth};
    }
    if (!((uint32_t)patch->known >> arrival & 1u)) {
        patch->onward[arrival] = (uint8_t)patches_make(patches, patch, arrival);
        patch->known |= (uint8_t)(1u << arrival);
    }
    return patch->onward[arrival];
}
