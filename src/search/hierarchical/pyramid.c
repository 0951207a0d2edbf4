// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The blocks of a pyramid: how their children are grouped, what becomes of the groups, and how they
// are linked. Nothing here looks at more than a block and what its children are linked to.
#include "search/hierarchical/pyramid.h"

#include "base/check.h"
#include "core/sort.h"
#include "search/engine/clique_groups.h"

#include <string.h>

/// Group of a child that is a whole component.
#define PYRAMID_CLOSED (UINT32_MAX - 1)

// Memory ------------------------------------------------------------------------------------------

size_t wayi_pyramid_size(const wayi_pyramid_level *level, uint32_t nodes, uint32_t edges)
{
    return nodes * (sizeof(wayi_pyramid_node) / 4) +
           ((size_t)edges * (level->wide ? 4 : 2) + 3) / 4;
}

bool wayi_pyramid_reserve(const wayi_pyramid *pyramid, const wayi_pyramid_level *level,
                          wayi_pyramid_block *block, uint32_t nodes, uint32_t edges)
{
    const size_t size = wayi_pyramid_size(level, nodes, edges);
    wayi_pyramid_node *fresh = size ? wayi_alloc_zero(&pyramid->allocator, size, 4) : NULL;
    if (size && !fresh) {
        return false;
    }
    wayi_free(&pyramid->allocator, block->nodes,
              wayi_pyramid_size(level, block->node_count, block->edge_count), 4);
    block->nodes = fresh;
    block->node_count = (uint16_t)nodes;
    block->edge_count = (uint16_t)edges;
    return true;
}

// Children ----------------------------------------------------------------------------------------

way_rect wayi_pyramid_rect(const wayi_pyramid *pyramid, uint32_t level, uint32_t block)
{
    const wayi_pyramid_level *own = &pyramid->levels[level];
    const way_map *map = pyramid->grid->map;
    const way_rect whole = {block % own->columns << own->shift_x,
                            block / own->columns << own->shift_y, 1u << own->shift_x,
                            1u << own->shift_y};
    return wayi_rect_grow(whole, 0, map->width, map->height);
}

static bool pyramid_gather_cells(const wayi_pyramid *pyramid, way_rect rect,
                                 wayi_pyramid_scratch *scratch)
{
    const wayi_grid *grid = pyramid->grid;
    for (uint32_t y = 0; y < rect.height; y++) {
        for (uint32_t x = 0; x < rect.width; x++) {
            if (!wayi_layer_has(grid->map, grid->layer, rect.x + x, rect.y + y)) {
                continue;
            }
            scratch->places[y * WAYI_PYRAMID_SIDE + x] = scratch->children.count;
            if (!wayi_path_buffer_push(&scratch->children,
                                       (rect.y + y) * grid->map->width + rect.x + x)) {
                return false;
            }
        }
    }
    return true;
}

/// Lists the children of a block.
static bool pyramid_gather(const wayi_pyramid *pyramid, uint32_t level, uint32_t block,
                           wayi_pyramid_scratch *scratch)
{
    const way_rect rect = wayi_pyramid_rect(pyramid, level, block);
    wayi_path_buffer_clear(&scratch->children);
    if (level == 0) {
        return pyramid_gather_cells(pyramid, rect, scratch);
    }
    const wayi_pyramid_level *below = &pyramid->levels[level - 1];
    scratch->source = wayi_pyramid_block_at(below, rect.x, rect.y);
    for (uint32_t y = rect.y; y < rect.y + rect.height; y += 1u << below->shift_y) {
        for (uint32_t x = rect.x; x < rect.x + rect.width; x += 1u << below->shift_x) {
            const uint32_t source = wayi_pyramid_block_at(below, x, y);
            scratch->second = scratch->children.count;
            for (uint32_t i = 0; i < below->blocks[source].node_count; i++) {
                if (!wayi_path_buffer_push(&scratch->children, source << below->bits | i)) {
                    return false;
                }
            }
        }
    }
    return true;
}

/// The place of a child in the list, or NONE if it is in another block.
static uint32_t pyramid_place(const wayi_pyramid *pyramid, uint32_t level, way_rect rect,
                              const wayi_pyramid_scratch *scratch, uint32_t child)
{
    if (level == 0) {
        const way_map *map = pyramid->grid->map;
        const uint32_t y = wayi_map_row(map, child);
        const uint32_t x = child - y * map->width;
        const bool inside = x - rect.x < rect.width && y - rect.y < rect.height;
        return inside ? scratch->places[(y - rect.y) * WAYI_PYRAMID_SIDE + x - rect.x]
                      : WAYI_PYRAMID_NONE;
    }
    const wayi_pyramid_level *below = &pyramid->levels[level - 1];
    const uint32_t source = child >> below->bits;
    const uint32_t x = source % below->columns << below->shift_x;
    const uint32_t y = source / below->columns << below->shift_y;
    if (x - rect.x >= rect.width || y - rect.y >= rect.height) {
        return WAYI_PYRAMID_NONE;
    }
    return (source == scratch->source ? 0 : scratch->second) + (child & ((1u << below->bits) - 1u));
}

/// Appends a place to the list that starts at `from` and ascends.
static bool pyramid_add_place(wayi_path_buffer *list, uint32_t from, uint32_t place)
{
    if (!wayi_path_buffer_push(list, place)) {
        return false;
    }
    uint32_t at = list->count - 1;
    for (; at > from && list->states[at - 1] > place; at--) {
        list->states[at] = list->states[at - 1];
    }
    list->states[at] = place;
    return true;
}

/// Lists what a child is linked to.
static bool pyramid_look(const wayi_pyramid *pyramid, uint32_t level, uint32_t child,
                         wayi_path_buffer *around)
{
    const way_map *map = pyramid->grid->map;
    bool fits = true;
    wayi_path_buffer_clear(around);
    if (level == 0) {
        uint32_t moves = wayi_layer_moves(map, pyramid->grid->layer, child);
        for (; moves && fits; moves &= moves - 1) {
            fits = wayi_path_buffer_push(around,
                                         child + (uint32_t)map->offsets[wayi_bits_lowest(moves)]);
        }
        return fits;
    }
    const wayi_pyramid_level *below = &pyramid->levels[level - 1];
    const wayi_pyramid_node *node = wayi_pyramid_node_at(below, child);
    for (uint32_t i = 0; i < node->edge_count && fits; i++) {
        fits = wayi_path_buffer_push(
            around, wayi_pyramid_to(below, child >> below->bits, node->edge_first + i));
    }
    return fits;
}

/// Lists the links between the children of a block.
static bool pyramid_connect(const wayi_pyramid *pyramid, uint32_t level, uint32_t block,
                            wayi_pyramid_scratch *scratch)
{
    const way_rect rect = wayi_pyramid_rect(pyramid, level, block);
    wayi_path_buffer_clear(&scratch->first);
    wayi_path_buffer_clear(&scratch->list);
    bool fits = wayi_path_buffer_push(&scratch->first, 0);
    for (uint32_t i = 0; i < scratch->children.count && fits; i++) {
        const uint32_t from = scratch->list.count;
        fits = pyramid_look(pyramid, level, scratch->children.states[i], &scratch->around);
        for (uint32_t k = 0; k < scratch->around.count && fits; k++) {
            const uint32_t place =
                pyramid_place(pyramid, level, rect, scratch, scratch->around.states[k]);
            fits = place == WAYI_PYRAMID_NONE || pyramid_add_place(&scratch->list, from, place);
        }
        fits = fits && wayi_path_buffer_push(&scratch->first, scratch->list.count);
    }
    return fits;
}

// Nodes -------------------------------------------------------------------------------------------

/// Groups the groups of cells in the scratch as if they were nodes; returns how many there are
/// then, or NONE without memory.
static uint32_t pyramid_group_again(wayi_pyramid_scratch *scratch, uint32_t count)
{
    uint32_t *groups = scratch->groups.states;
    memset(scratch->beside, 0, count * sizeof *scratch->beside);
    for (uint32_t i = 0; i < scratch->children.count; i++) {
        for (uint32_t k = scratch->first.states[i]; k < scratch->first.states[i + 1]; k++) {
            const uint32_t to = groups[scratch->list.states[k]];
            scratch->beside[groups[i]][to / 64] |= UINT64_C(1) << to % 64;
        }
    }
    wayi_path_buffer_clear(&scratch->first);
    wayi_path_buffer_clear(&scratch->list);
    bool fits = wayi_path_buffer_push(&scratch->first, 0);
    for (uint32_t i = 0; i < count && fits; i++) {
        for (uint32_t k = 0; k < count && fits; k++) {
            const bool linked = k != i && scratch->beside[i][k / 64] >> k % 64 & 1u;
            fits = !linked || wayi_path_buffer_push(&scratch->list, k);
        }
        fits = fits && wayi_path_buffer_push(&scratch->first, scratch->list.count);
    }
    if (!fits) {
        return WAYI_PYRAMID_NONE;
    }
    uint32_t merged[WAYI_PYRAMID_CELLS];
    memset(merged, 0xff, sizeof merged);
    const wayi_clique_graph graph = {scratch->first.states, scratch->list.states, count};
    const uint32_t left = wayi_clique_groups(&graph, merged);
    for (uint32_t i = 0; i < scratch->children.count; i++) {
        groups[i] = merged[groups[i]];
    }
    return left;
}

/// A child as a node; a cell is one of itself.
static wayi_pyramid_node pyramid_child(const wayi_pyramid *pyramid, uint32_t level, uint32_t child)
{
    if (level > 0) {
        return *wayi_pyramid_node_at(&pyramid->levels[level - 1], child);
    }
    const way_map *map = pyramid->grid->map;
    const uint32_t y = wayi_map_row(map, child);
    const uint32_t x = child - y * map->width;
    return (wayi_pyramid_node){
        .x = x * WAYI_PYRAMID_PARTS,
        .y = y * WAYI_PYRAMID_PARTS,
        .cells = 1,
        .weight =
            (uint16_t)(wayi_layer_weight_at(map, pyramid->grid->layer, x, y) * WAYI_PYRAMID_PARTS)};
}

/// The mean of two values that stand for so many cells each; between the two.
static uint32_t pyramid_mean(uint32_t a, uint32_t cells_a, uint32_t b, uint32_t cells_b)
{
    return (uint32_t)(((uint64_t)a * cells_a + (uint64_t)b * cells_b) /
                      ((uint64_t)cells_a + cells_b));
}

/// Adds a child to the node of its group, and tells it its parent.
static void pyramid_join(wayi_pyramid *pyramid, uint32_t level, uint32_t id, uint32_t group,
                         wayi_pyramid_scratch *scratch)
{
    if (level) {
        wayi_pyramid_node_at(&pyramid->levels[level - 1], id)->parent =
            group == PYRAMID_CLOSED ? WAYI_PYRAMID_ROOT : (uint16_t)group;
    } else {
        pyramid->places[id] = (uint8_t)group;
    }
    if (group == PYRAMID_CLOSED) {
        return;
    }
    const wayi_pyramid_node child = pyramid_child(pyramid, level, id);
    wayi_pyramid_node *node = &scratch->nodes[group];
    node->x = pyramid_mean(node->x, node->cells, child.x, child.cells);
    node->y = pyramid_mean(node->y, node->cells, child.y, child.cells);
    node->weight = (uint16_t)pyramid_mean(node->weight, node->cells, child.weight, child.cells);
    node->cells += child.cells;
}

/// Whether a block has the nodes in the scratch.
static bool pyramid_has_nodes(const wayi_pyramid_block *block, const wayi_pyramid_scratch *scratch)
{
    bool same = block->node_count == scratch->node_count;
    for (uint32_t i = 0; i < block->node_count && same; i++) {
        const wayi_pyramid_node *was = &block->nodes[i];
        const wayi_pyramid_node *is = &scratch->nodes[i];
        same = was->x == is->x && was->y == is->y && was->cells == is->cells &&
               was->weight == is->weight;
    }
    return same;
}

bool wayi_pyramid_group(wayi_pyramid *pyramid, uint32_t level, uint32_t block,
                        wayi_pyramid_scratch *scratch, bool *changed)
{
    wayi_path_buffer *groups = &scratch->groups;
    wayi_pyramid_block *own = &pyramid->levels[level].blocks[block];
    const wayi_pyramid_level *below = level ? &pyramid->levels[level - 1] : NULL;
    wayi_path_buffer_clear(groups);
    if (level == 0) { // cells that can't be stood on have no parent
        const way_rect rect = wayi_pyramid_rect(pyramid, level, block);
        for (uint32_t y = rect.y; y < rect.y + rect.height; y++) {
            memset(pyramid->places + (size_t)y * pyramid->grid->map->width + rect.x,
                   WAYI_PYRAMID_OUT, rect.width);
        }
    }
    if (!pyramid_gather(pyramid, level, block, scratch) ||
        !pyramid_connect(pyramid, level, block, scratch) ||
        !wayi_path_buffer_reserve(groups, scratch->children.count)) {
        return false;
    }
    for (uint32_t i = 0; i < scratch->children.count; i++) {
        const bool closed =
            below && wayi_pyramid_node_at(below, scratch->children.states[i])->edge_count == 0;
        groups->states[i] = closed ? PYRAMID_CLOSED : UINT32_MAX;
    }
    const wayi_clique_graph graph = {scratch->first.states, scratch->list.states,
                                     scratch->children.count};
    uint32_t count = wayi_clique_groups(&graph, groups->states);
    count = below || count == 0 ? count : pyramid_group_again(scratch, count);
    if (count == WAYI_PYRAMID_NONE ||
        !wayi_grow(&scratch->allocator, (void **)&scratch->nodes, &scratch->node_capacity, count,
                   sizeof *scratch->nodes)) {
        return false;
    }
    scratch->node_count = count;
    for (uint32_t i = 0; i < count; i++) {
        scratch->nodes[i] = (wayi_pyramid_node){.parent = WAYI_PYRAMID_ROOT};
    }
    for (uint32_t i = 0; i < scratch->children.count; i++) {
        pyramid_join(pyramid, level, scratch->children.states[i], groups->states[i], scratch);
    }
    *changed = !pyramid_has_nodes(own, scratch);
    scratch->large = count >= WAYI_PYRAMID_ROOT;
    if (scratch->large ||
        (*changed && !wayi_pyramid_reserve(pyramid, &pyramid->levels[level], own, count, 0))) {
        return false;
    }
    if (*changed && count) {
        memcpy(own->nodes, scratch->nodes, count * sizeof *scratch->nodes);
    }
    return true;
}

// Links -------------------------------------------------------------------------------------------

static bool pyramid_add_pair(wayi_pyramid_scratch *scratch, uint32_t from, uint32_t to)
{
    // Most pairs are found many times, one soon after the other.
    const uint64_t pair = (uint64_t)from << 32 | to;
    uint64_t *recent = &scratch->recent[(from * 31u + to) % WAYI_PYRAMID_RECENT];
    if (*recent == pair) {
        return true;
    }
    *recent = pair;
    if (!wayi_grow(&scratch->allocator, (void **)&scratch->pairs, &scratch->pair_capacity,
                   scratch->pair_count + 1, sizeof *scratch->pairs)) {
        return false;
    }
    scratch->pairs[scratch->pair_count++] = pair;
    return true;
}

/// Pairs the parent of a child with those of what it is linked to.
static bool pyramid_pair(const wayi_pyramid *pyramid, uint32_t level, uint32_t child,
                         wayi_pyramid_scratch *scratch)
{
    const uint32_t from = wayi_pyramid_above(pyramid, level, child);
    bool fits = pyramid_look(pyramid, level, child, &scratch->around);
    for (uint32_t i = 0; i < scratch->around.count && fits; i++) {
        const uint32_t to = wayi_pyramid_above(pyramid, level, scratch->around.states[i]);
        fits = to == from || pyramid_add_pair(scratch, from, to);
    }
    return fits;
}

/// Finds the links of a block's nodes; leaves them, sorted, in the scratch.
static bool pyramid_find_links(const wayi_pyramid *pyramid, uint32_t level, uint32_t block,
                               wayi_pyramid_scratch *scratch)
{
    scratch->pair_count = 0;
    memset(scratch->recent, 0xff, sizeof scratch->recent);
    if (!pyramid_gather(pyramid, level, block, scratch)) {
        return false;
    }
    for (uint32_t i = 0; i < scratch->children.count; i++) {
        if (!pyramid_pair(pyramid, level, scratch->children.states[i], scratch)) {
            return false;
        }
    }
    if (scratch->pair_count == 0) {
        return true;
    }
    wayi_sort64(scratch->pairs, scratch->pair_count);
    uint32_t kept = 1;
    for (uint32_t i = 1; i < scratch->pair_count; i++) {
        if (scratch->pairs[i] != scratch->pairs[i - 1]) {
            scratch->pairs[kept++] = scratch->pairs[i];
        }
    }
    scratch->pair_count = kept;
    return true;
}

/// A link as it is kept in a block.
static uint32_t pyramid_link(const wayi_pyramid_level *level, uint32_t block, uint32_t to)
{
    const uint32_t there = to >> level->bits;
    const uint32_t across = there % level->columns + 1 - block % level->columns;
    const uint32_t down = there / level->columns + 1 - block / level->columns;
    return (down * 3 + across) << (level->wide ? 28 : 12) | (to & ((1u << level->bits) - 1u));
}

/// Whether the links found are those that a block has.
static bool pyramid_has_links(const wayi_pyramid_level *level, uint32_t id,
                              const wayi_pyramid_scratch *scratch)
{
    const wayi_pyramid_block *block = &level->blocks[id];
    bool same = block->edge_count == scratch->pair_count;
    for (uint32_t i = 0, at = 0; i < block->node_count && same; i++) {
        const uint64_t from = (uint64_t)(id << level->bits | i) << 32;
        for (uint32_t k = 0; k < block->nodes[i].edge_count && same; k++, at++) {
            same = scratch->pairs[at] == (from | wayi_pyramid_to(level, id, at));
        }
    }
    return same;
}

bool wayi_pyramid_relink(wayi_pyramid *pyramid, uint32_t level, uint32_t block,
                         wayi_pyramid_scratch *scratch, bool *changed)
{
    const wayi_pyramid_level *own = &pyramid->levels[level];
    wayi_pyramid_block *place = &own->blocks[block];
    if (!pyramid_find_links(pyramid, level, block, scratch)) {
        return false;
    }
    const uint32_t count = scratch->pair_count;
    *changed = !pyramid_has_links(own, block, scratch);
    if (!*changed) {
        return true;
    }
    // The nodes stay: they are put aside while the block gets its new room.
    scratch->large = count > UINT16_MAX;
    if (scratch->large ||
        !wayi_grow(&scratch->allocator, (void **)&scratch->nodes, &scratch->node_capacity,
                   place->node_count, sizeof *scratch->nodes)) {
        return false;
    }
    if (place->node_count) {
        memcpy(scratch->nodes, place->nodes, place->node_count * sizeof *place->nodes);
    }
    if (!wayi_pyramid_reserve(pyramid, own, place, place->node_count, count)) {
        return false;
    }
    void *edges = place->nodes + place->node_count;
    WAYI_ASSERT(place->nodes || place->node_count == 0);
    for (uint32_t i = 0, at = 0; i < place->node_count; i++) {
        wayi_pyramid_node *node = &place->nodes[i];
        *node = scratch->nodes[i];
        node->edge_first = (uint16_t)at;
        for (; at < count && scratch->pairs[at] >> 32 == (block << own->bits | i); at++) {
            const uint32_t link = pyramid_link(own, block, (uint32_t)scratch->pairs[at]);
            if (own->wide) {
                ((uint32_t *)edges)[at] = link;
            } else {
                ((uint16_t *)edges)[at] = (uint16_t)link;
            }
        }
        node->edge_count = (uint16_t)(at - node->edge_first);
    }
    return true;
}
