// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Creating the components of a layer, preparing them for edits and catching up afterwards, and the
// questions about reachability. Regions live in one array of slots; a sector holds a block of them
// whose size is a power of two, and blocks given up are kept by size. Before the bits change, the
// most slots and numbers that the edit can take are reserved, so that nothing can fail after.
#include "map/components.h"

#include "base/check.h"

#include <string.h>

static uint32_t components_sector_count(const wayi_components *components)
{
    return components->columns * components->rows;
}

/// The class of the smallest block for that many regions.
static uint32_t components_class(uint32_t count)
{
    return count <= 1 ? 0 : wayi_bits_highest(count - 1) + 1;
}

static bool components_reserve_slots(const way_map *map, wayi_components *components,
                                     uint32_t count)
{
    return wayi_grow(&map->allocator, (void **)&components->regions, &components->region_capacity,
                     components->region_count + count, sizeof *components->regions);
}

static void components_free_block(wayi_components *components, wayi_sector *sector)
{
    if (sector->block != WAYI_NONE) {
        components->regions[sector->first].link = components->free_blocks[sector->block];
        components->free_blocks[sector->block] = sector->first;
        sector->block = WAYI_NONE;
    }
}

/// Gives a sector room for its regions. Needs a reservation.
static void components_take_block(wayi_components *components, wayi_sector *sector)
{
    const uint32_t block = components_class(sector->count);
    if (sector->block == block) {
        return;
    }
    components_free_block(components, sector);
    sector->block = block;
    sector->first = components->free_blocks[block];
    if (sector->first != WAYI_NONE) {
        components->free_blocks[block] = components->regions[sector->first].link;
        return;
    }
    sector->first = components->region_count;
    components->region_count += 1u << block;
    for (uint32_t i = 0; i < 1u << block; i++) {
        components->regions[sector->first + i].stamp = 0;
    }
}

/// A fresh generation: all stamps become old.
static void components_begin(wayi_components *components)
{
    components->generation++;
    if (components->generation == 0) {
        for (uint32_t i = 0; i < components->region_count; i++) {
            components->regions[i].stamp = 0;
        }
        for (uint32_t i = 0; i < components_sector_count(components); i++) {
            components->sectors[i].stamp = 0;
        }
        components->generation = 1;
    }
    components->touched = WAYI_NONE;
    components->outside = WAYI_NONE;
}

static void components_touch(wayi_components *components, uint32_t index)
{
    wayi_sector *sector = &components->sectors[index];
    sector->stamp = components->generation;
    sector->bound = sector->count;
    sector->link = components->touched;
    components->touched = index;
}

/// Labels a touched sector and starts a front at each of its regions.
static void components_relabel(const way_map *map, const wayi_layer *layer, uint32_t index)
{
    wayi_components *components = layer->components;
    wayi_sector *sector = &components->sectors[index];
    for (uint32_t i = 0; i < sector->count; i++) {
        wayi_number_release(components, components->regions[sector->first + i].number);
    }
    sector->count = (uint16_t)wayi_sector_label(map, layer, index);
    components_take_block(components, sector);
    for (uint32_t i = 0; i < sector->count; i++) {
        components->regions[sector->first + i].sector = index;
        wayi_front_begin(components, sector->first + i);
    }
}

/// Numbers the regions of a touched sector: as their front claims, or afresh.
static void components_number(wayi_components *components, uint32_t index)
{
    const wayi_sector *sector = &components->sectors[index];
    for (uint32_t slot = sector->first; slot < sector->first + sector->count; slot++) {
        wayi_region *front = &components->regions[wayi_front_find(components, slot)];
        if (front->claim == WAYI_NONE) {
            front->claim = wayi_number_create(components);
        }
        const uint32_t number = components->numbers[front->claim].root;
        components->regions[slot].number = number;
        components->numbers[number].regions++;
    }
}

/// How many fronts the touched sectors hold.
static uint32_t components_count_fronts(const wayi_components *components)
{
    uint32_t count = 0;
    for (uint32_t index = components->touched; index != WAYI_NONE;
         index = components->sectors[index].link) {
        const wayi_sector *sector = &components->sectors[index];
        for (uint32_t slot = sector->first; slot < sector->first + sector->count; slot++) {
            count += components->regions[slot].front == slot;
        }
    }
    return count;
}

/// Fills components that have no regions yet: all sectors are touched.
static bool components_fill(const way_map *map, const wayi_layer *layer)
{
    wayi_components *components = layer->components;
    components_begin(components);
    for (uint32_t index = components_sector_count(components); index-- > 0;) {
        if (!components_reserve_slots(map, components, WAYI_SECTOR_REGIONS)) {
            return false;
        }
        components_touch(components, index);
        components_relabel(map, layer, index);
    }
    for (uint32_t i = components->touched; i != WAYI_NONE; i = components->sectors[i].link) {
        wayi_front_connect(map, layer, i);
    }
    if (!wayi_number_reserve(map, components, components_count_fronts(components))) {
        return false;
    }
    for (uint32_t i = components->touched; i != WAYI_NONE; i = components->sectors[i].link) {
        components_number(components, i);
    }
    return true;
}

wayi_components *wayi_components_create(const way_map *map, const wayi_layer *layer)
{
    wayi_components *components = wayi_alloc_zero(&map->allocator, 1, sizeof *components);
    if (!components) {
        return NULL;
    }
    components->columns = (map->width + 2 + WAYI_SECTOR_SIDE - 1) >> WAYI_SECTOR_SHIFT;
    components->rows = (map->height + 2 + WAYI_SECTOR_SIDE - 1) >> WAYI_SECTOR_SHIFT;
    components->free_numbers = WAYI_NONE;
    memset(components->free_blocks, 0xff, sizeof components->free_blocks);
    const uint32_t count = components_sector_count(components);
    components->sectors = wayi_alloc_zero(&map->allocator, count, sizeof *components->sectors);
    components->labels = wayi_alloc_zero(&map->allocator, (size_t)count * WAYI_SECTOR_CELLS,
                                         sizeof *components->labels);
    if (!components->sectors || !components->labels) {
        wayi_components_destroy(map, components);
        return NULL;
    }
    for (uint32_t i = 0; i < count; i++) {
        components->sectors[i].block = WAYI_NONE;
    }
    wayi_layer filled = *layer;
    filled.components = components;
    if (!components_fill(map, &filled)) {
        wayi_components_destroy(map, components);
        return NULL;
    }
    return components;
}

void wayi_components_destroy(const way_map *map, wayi_components *components)
{
    if (!components) {
        return;
    }
    const uint32_t count = components_sector_count(components);
    wayi_free(&map->allocator, components->sectors, count, sizeof *components->sectors);
    wayi_free(&map->allocator, components->labels, (size_t)count * WAYI_SECTOR_CELLS,
              sizeof *components->labels);
    wayi_free(&map->allocator, components->regions, components->region_capacity,
              sizeof *components->regions);
    wayi_free(&map->allocator, components->numbers, components->number_capacity,
              sizeof *components->numbers);
    wayi_free(&map->allocator, components, 1, sizeof *components);
}

size_t wayi_components_bytes(const wayi_components *components)
{
    const size_t count = components_sector_count(components);
    return sizeof *components + count * sizeof *components->sectors +
           count * WAYI_SECTOR_CELLS * sizeof *components->labels +
           (size_t)components->region_capacity * sizeof *components->regions +
           (size_t)components->number_capacity * sizeof *components->numbers;
}

/// A rectangle in cells of the map: left, top, and the first column and row past it.
typedef struct components_box {
    uint32_t left, top, right, bottom;
} components_box;

static components_box components_overlap(components_box a, components_box b)
{
    return (components_box){
        a.left > b.left ? a.left : b.left,
        a.top > b.top ? a.top : b.top,
        a.right < b.right ? a.right : b.right,
        a.bottom < b.bottom ? a.bottom : b.bottom,
    };
}

static bool components_is_empty(components_box box)
{
    return box.left >= box.right || box.top >= box.bottom;
}

/// The cells of a sector.
static components_box components_sector_box(const way_map *map, const wayi_components *components,
                                            uint32_t index)
{
    // Sectors lie in padded coordinates, one more than those of the map.
    const uint32_t left = index % components->columns << WAYI_SECTOR_SHIFT;
    const uint32_t top = index / components->columns << WAYI_SECTOR_SHIFT;
    const uint32_t right = left + WAYI_SECTOR_SIDE - 1;
    const uint32_t bottom = top + WAYI_SECTOR_SIDE - 1;
    return (components_box){
        left ? left - 1 : 0,
        top ? top - 1 : 0,
        right < map->width ? right : map->width,
        bottom < map->height ? bottom : map->height,
    };
}

/// Whether setting a box of layer 1 to `passable` would change a bit.
static bool components_differs(const way_map *map, components_box box, bool passable)
{
    const uint32_t first = box.left + 1;
    const uint32_t last = box.right;
    for (uint32_t y = box.top; y < box.bottom; y++) {
        const uint64_t *row = map->layers[1]->rows + ((size_t)y + 1) * map->row_words;
        for (uint32_t word = first >> 6; word <= last >> 6; word++) {
            uint64_t mask = word == first >> 6 ? UINT64_MAX << (first & 63u) : UINT64_MAX;
            mask &= word == last >> 6 ? UINT64_MAX >> (63u - (last & 63u)) : UINT64_MAX;
            if ((passable ? ~row[word] : row[word]) & mask) {
                return true;
            }
        }
    }
    return false;
}

/// Notes what an edit does to one sector of a layer of units of `reach` + 1 cells.
static void components_note(const way_map *map, wayi_components *components, uint32_t index,
                            const way_edit *edit, uint32_t reach)
{
    const components_box box = components_sector_box(map, components, index);
    components_box window = {box.left, box.top, box.right + reach, box.bottom + reach};
    const components_box all = {0, 0, map->width, map->height};
    window = components_overlap(window, all);
    const components_box rect = {edit->x, edit->y, edit->x + edit->width, edit->y + edit->height};
    const components_box changed = components_overlap(window, rect);
    if (components_is_empty(changed)) {
        return;
    }
    wayi_sector *sector = &components->sectors[index];
    if (sector->stamp != components->generation) {
        if (!components_differs(map, changed, edit->weight != 0)) {
            return;
        }
        components_touch(components, index);
    }
    if (memcmp(&changed, &window, sizeof window) == 0) {
        sector->bound = edit->weight != 0;
        return;
    }
    // A cell less splits a region into four at most.
    const uint32_t width = changed.right - changed.left + reach;
    const uint32_t height = changed.bottom - changed.top + reach;
    const uint32_t bound = sector->bound + 3 * width * height;
    sector->bound = (uint16_t)(bound < WAYI_SECTOR_REGIONS ? bound : WAYI_SECTOR_REGIONS);
}

/// Notes what an edit does to all sectors near it.
static void components_note_edit(const way_map *map, const wayi_layer *layer, const way_edit *edit)
{
    if (edit->width == 0 || edit->height == 0) {
        return;
    }
    const uint32_t reach = layer->size - 1;
    const uint32_t left = (edit->x < reach ? 0 : edit->x - reach) + 1;
    const uint32_t top = (edit->y < reach ? 0 : edit->y - reach) + 1;
    const uint32_t right = edit->x + edit->width;
    const uint32_t bottom = edit->y + edit->height;
    for (uint32_t y = top >> WAYI_SECTOR_SHIFT; y <= bottom >> WAYI_SECTOR_SHIFT; y++) {
        for (uint32_t x = left >> WAYI_SECTOR_SHIFT; x <= right >> WAYI_SECTOR_SHIFT; x++) {
            components_note(map, layer->components, y * layer->components->columns + x, edit,
                            reach);
        }
    }
}

/// Starts fronts at the regions around a touched sector, before it changes; returns how many.
static uint32_t components_note_outside(const way_map *map, const wayi_layer *layer, uint32_t index)
{
    wayi_components *components = layer->components;
    wayi_contact contacts[WAYI_CONTACTS_MAX];
    const uint32_t count = wayi_sector_contacts(map, layer, index, WAYI_LABEL_ANY, contacts);
    uint32_t started = 0;
    for (uint32_t i = 0; i < count; i++) {
        const wayi_region *region = &components->regions[contacts[i].other];
        if (region->stamp != components->generation &&
            components->sectors[region->sector].stamp != components->generation) {
            wayi_front_begin_outside(components, contacts[i].other);
            started++;
        }
    }
    return started;
}

bool wayi_components_prepare(const way_map *map, wayi_layer *layer, const way_edit *edits,
                             uint32_t count)
{
    wayi_components *components = layer->components;
    components_begin(components);
    for (uint32_t i = 0; i < count; i++) {
        components_note_edit(map, layer, &edits[i]);
    }
    uint32_t slots = 0;
    uint32_t numbers = 0;
    for (uint32_t i = components->touched; i != WAYI_NONE; i = components->sectors[i].link) {
        slots += 1u << components_class(components->sectors[i].bound);
        numbers += components->sectors[i].bound;
        numbers += components_note_outside(map, layer, i);
    }
    return components_reserve_slots(map, components, slots) &&
           wayi_number_reserve(map, components, numbers);
}

void wayi_components_commit(const way_map *map, wayi_layer *layer)
{
    wayi_components *components = layer->components;
    for (uint32_t i = components->touched; i != WAYI_NONE; i = components->sectors[i].link) {
        components_relabel(map, layer, i);
    }
    for (uint32_t i = components->touched; i != WAYI_NONE; i = components->sectors[i].link) {
        wayi_front_connect(map, layer, i);
    }
    for (uint32_t i = components->touched; i != WAYI_NONE; i = components->sectors[i].link) {
        components_number(components, i);
    }
    wayi_front_search(map, layer);
}

/// The component at a cell, or WAYI_NONE.
static uint32_t components_at(const way_map *map, const wayi_layer *layer, way_cell cell)
{
    const uint32_t y = wayi_map_row(map, cell);
    const uint32_t x = cell - y * map->width;
    if (!wayi_layer_has(map, layer, x, y)) {
        return WAYI_NONE;
    }
    const wayi_components *components = layer->components;
    return wayi_components_root(components, wayi_components_region(components, x, y));
}

uint32_t way_map_component(const way_map *map, way_cell cell, uint32_t size)
{
    const wayi_layer *layer = wayi_map_layer(map, size);
    return layer && cell < map->cell_count ? components_at(map, layer, cell) : WAY_CELL_NONE;
}

uint32_t wayi_components_reach(const way_map *map, const wayi_layer *layer, way_cell from,
                               uint32_t roots[WAYI_DIRECTIONS])
{
    roots[0] = components_at(map, layer, from);
    if (roots[0] != WAYI_NONE) {
        return 1;
    }
    uint32_t count = 0;
    for (uint32_t moves = wayi_layer_moves(map, layer, from); moves; moves &= moves - 1) {
        const int32_t offset = map->offsets[wayi_bits_lowest(moves)];
        roots[count++] = components_at(map, layer, from + (uint32_t)offset);
    }
    return count;
}

bool way_map_is_reachable(const way_map *map, way_cell from, way_cell to, uint32_t size)
{
    const uint32_t goal = way_map_component(map, to, size);
    if (goal == WAY_CELL_NONE || from >= map->cell_count) {
        return false;
    }
    uint32_t roots[WAYI_DIRECTIONS];
    const uint32_t count = wayi_components_reach(map, wayi_map_layer(map, size), from, roots);
    for (uint32_t i = 0; i < count; i++) {
        if (roots[i] == goal) {
            return true;
        }
    }
    return false;
}
