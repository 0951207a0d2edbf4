// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What holds for any partition of a map: boxes, borders, neighbours at a depth, numbering.
#include "core/sort.h"
#include "search/subgoal/routes.h"

#include <string.h>

void wayi_partition_boxes(const wayi_partition *partition, wayi_climb_box *boxes)
{
    const way_map *map = way_space_map(partition->space);
    for (uint32_t region = 0; region < partition->region_count; region++) {
        boxes[region] = wayi_climb_box_none();
    }
    const uint16_t *label = partition->labels;
    for (uint32_t y = 0; y < map->height; y++) {
        for (uint32_t x = 0; x < map->width; x++, label++) {
            if (*label == WAYI_REGION_NONE) {
                continue;
            }
            wayi_climb_box *box = &boxes[*label];
            box->left = x < box->left ? (uint16_t)x : box->left;
            box->top = y < box->top ? (uint16_t)y : box->top;
            box->right = x > box->right ? (uint16_t)x : box->right;
            box->bottom = y > box->bottom ? (uint16_t)y : box->bottom;
        }
    }
}

/// Puts a region into an ascending list unless it is there; false without memory.
static bool partition_insert(wayi_path_buffer *out, uint32_t first, uint32_t region)
{
    uint32_t place = out->count;
    while (place > first && out->states[place - 1] > region) {
        place--;
    }
    if (place > first && out->states[place - 1] == region) {
        return true;
    }
    if (!wayi_path_buffer_push(out, region)) {
        return false;
    }
    memmove(out->states + place + 1, out->states + place,
            (out->count - 1 - place) * sizeof *out->states);
    out->states[place] = region;
    return true;
}

bool wayi_partition_neighbours(const wayi_partition *partition, wayi_climb_box box, uint32_t region,
                               wayi_path_buffer *out)
{
    const wayi_grid *grid = wayi_space_grid(partition->space);
    const way_map *map = grid->map;
    const uint32_t first = out->count;
    uint32_t last = WAYI_REGION_NONE; // most cells of a border have the same neighbour
    for (uint32_t y = box.top; y <= box.bottom; y++) {
        for (uint32_t x = box.left; x <= box.right; x++) {
            const way_cell cell = y * map->width + x;
            if (partition->labels[cell] != region) {
                continue;
            }
            uint32_t moves = map->moves[wayi_layer_around(map, grid->layer, x, y)];
            for (; moves; moves &= moves - 1) {
                const way_cell to = cell + (uint32_t)map->offsets[wayi_bits_lowest(moves)];
                const uint32_t other = partition->labels[to];
                if (other == region || other == last || other == WAYI_REGION_NONE) {
                    continue;
                }
                last = other;
                if (!partition_insert(out, first, other)) {
                    return false;
                }
            }
        }
    }
    return true;
}

bool wayi_adjacency_within(const wayi_adjacency *adjacency, uint32_t region, uint32_t depth,
                           uint32_t *seen, wayi_path_buffer *out)
{
    const uint32_t first = out->count;
    const uint32_t stamp = region + 1; // regions ask once each, so their numbers serve as stamps
    seen[region] = stamp;
    if (!wayi_path_buffer_push(out, region)) {
        return false;
    }
    uint32_t next = first;
    for (uint32_t level = 0; level < depth; level++) {
        for (const uint32_t end = out->count; next < end; next++) {
            const uint32_t from = out->states[next];
            for (uint32_t i = adjacency->first[from]; i < adjacency->first[from + 1]; i++) {
                const uint32_t other = adjacency->list[i];
                if (seen[other] == stamp) {
                    continue;
                }
                seen[other] = stamp;
                if (!wayi_path_buffer_push(out, other)) {
                    return false;
                }
            }
        }
    }
    memmove(out->states + first, out->states + first + 1,
            (out->count - first - 1) * sizeof *out->states);
    out->count--;
    wayi_sort32(out->states + first, out->count - first);
    return true;
}

// Numbering ---------------------------------------------------------------------------------------

/// Where a cell comes on Hilbert's curve over a square of 65536 cells a side: places that are near
/// to each other on it are near on the map, too.
static uint64_t partition_rank(uint32_t x, uint32_t y)
{
    uint64_t rank = 0;
    for (uint32_t side = UINT32_C(1) << 15; side; side /= 2) {
        const uint32_t right = (x & side) != 0;
        const uint32_t down = (y & side) != 0;
        rank += (uint64_t)side * side * ((3 * right) ^ down);
        // The next smaller squares are passed through turned or mirrored.
        if (!down) {
            const uint32_t turned = right ? side - 1 - (y & (side - 1)) : y;
            y = right ? side - 1 - (x & (side - 1)) : x;
            x = turned;
        }
    }
    return rank;
}

way_status wayi_partition_renumber(wayi_partition *partition, const way_allocator *allocator)
{
    const way_map *map = way_space_map(partition->space);
    const uint32_t count = partition->region_count;
    if (count == 0) {
        return WAY_STATUS_OK;
    }
    uint64_t *keys = wayi_alloc(allocator, count, sizeof *keys);
    uint16_t *numbers = wayi_alloc(allocator, count, sizeof *numbers);
    way_cell *places = wayi_alloc(allocator, count, sizeof *places);
    const bool enough = keys && numbers && places;
    for (uint32_t i = 0; enough && i < count; i++) {
        const uint32_t y = wayi_map_row(map, partition->places[i]);
        const uint32_t x = partition->places[i] - y * map->width;
        keys[i] = partition_rank(x, y) << 32 | i;
    }
    if (enough) {
        wayi_sort64(keys, count);
        for (uint32_t i = 0; i < count; i++) {
            numbers[(uint32_t)keys[i]] = (uint16_t)i;
            places[i] = partition->places[(uint32_t)keys[i]];
        }
        memcpy(partition->places, places, count * sizeof *places);
        for (uint32_t cell = 0; cell < map->cell_count; cell++) {
            const uint16_t label = partition->labels[cell];
            partition->labels[cell] = label == WAYI_REGION_NONE ? label : numbers[label];
        }
    }
    wayi_free(allocator, keys, count, sizeof *keys);
    wayi_free(allocator, numbers, count, sizeof *numbers);
    wayi_free(allocator, places, count, sizeof *places);
    return enough ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}
