// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The blocks of a pyramid: how their children are grouped, what becomes of the groups, and how they
// are linked. Nothing here looks at more than a block and what its children are linked to.
#include "lab/hierarchical/pyramid.h"

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

bool wayi_pyramid_put(const wayi_pyramid *pyramid, const wayi_pyramid_level *level,
                      wayi_pyramid_block *block, uint32_t nodes, uint32_t edges,
                      const uint32_t *words)
{
    const size_t size = wayi_pyramid_size(level, nodes, edges);
    wayi_pyramid_node *fresh = size ? wayi_alloc(&pyramid->allocator, size, 4) : NULL;
    if (size && !fresh) {
        return false;
    }
    if (fresh) {
        memcpy(fresh, words, size * sizeof *words);
    }
    wayi_free(&pyramid->allocator, block->nodes,
              wayi_pyramid_size(level, block->node_count, block->edge_count), 4);
    block->nodes = fresh;
    block->node_count = (uint16_t)nodes;
    block->edge_count = (uint16_t)edges;
    return true;
}

// Children ----------------------------------------------------------------------------------------

/// The part of the map that a block covers.
static way_rect pyramid_rect(const wayi_pyramid *pyramid, const wayi_pyramid_level *level,
                             uint32_t block)
{
    const way_rect whole = {block % level->columns << level->shift_x,
                            block / level->columns << level->shift_y, 1u << level->shift_x,
                            1u << level->shift_y};
    return wayi_rect_grow(whole, 0, pyramid->levels[0].columns, pyramid->levels[0].rows);
}

/// Where a cell is in its block.
static uint32_t pyramid_spot(const wayi_pyramid_level *level, uint32_t x, uint32_t y)
{
    return (y & ((1u << level->shift_y) - 1u)) << level->shift_x |
           (x & ((1u << level->shift_x) - 1u));
}

/// Lists the children of a block, ascending.
static bool pyramid_gather(const wayi_pyramid *pyramid, uint32_t level, uint32_t block,
                           wayi_pyramid_scratch *scratch)
{
    const wayi_grid *grid = pyramid->grid;
    const wayi_pyramid_level *own = &pyramid->levels[level];
    const wayi_pyramid_level *below = own - 1;
    const way_rect rect = pyramid_rect(pyramid, own, block);
    wayi_path_buffer *children = &scratch->children;
    bool fits = true;
    wayi_path_buffer_clear(children);
    for (uint32_t y = rect.y; y < rect.y + rect.height; y += 1u << below->shift_y) {
        for (uint32_t x = rect.x; x < rect.x + rect.width; x += 1u << below->shift_x) {
            const uint32_t source = wayi_pyramid_block_at(below, x, y);
            const uint32_t count = below->blocks ? below->blocks[source].node_count
                                                 : wayi_layer_has(grid->map, grid->layer, x, y);
            if (!below->blocks) {
                scratch->places[pyramid_spot(own, x, y)] = (uint8_t)children->count;
            }
            for (uint32_t i = 0; i < count && fits; i++) {
                fits = wayi_path_buffer_push(children, source << below->bits | i);
            }
        }
    }
    return fits;
}

/// The place of a child in the list, or NONE if it is in another block.
static uint32_t pyramid_place(const wayi_pyramid *pyramid, uint32_t level, uint32_t block,
                              const wayi_pyramid_scratch *scratch, uint32_t child)
{
    const wayi_pyramid_level *own = &pyramid->levels[level];
    const wayi_pyramid_level *below = own - 1;
    const uint32_t source = child >> below->bits;
    const uint32_t first = scratch->children.states[0] >> below->bits;
    const uint32_t row =
        below->blocks ? source / below->columns : wayi_map_row(pyramid->grid->map, source);
    const uint32_t x = (source - row * below->columns) << below->shift_x;
    const uint32_t y = row << below->shift_y;
    if (wayi_pyramid_block_at(own, x, y) != block) {
        return WAYI_PYRAMID_NONE;
    }
    // A block is made of two at most.
    return !below->blocks ? scratch->places[pyramid_spot(own, x, y)]
                          : (source == first ? 0 : below->blocks[first].node_count) +
                                (child & ((1u << below->bits) - 1u));
}

/// Lists what a child is linked to, ascending.
static bool pyramid_look(const wayi_pyramid *pyramid, uint32_t level, uint32_t child,
                         wayi_path_buffer *around)
{
    static const uint8_t directions[] = {WAYI_NORTH_WEST, WAYI_NORTH,     WAYI_NORTH_EAST,
                                         WAYI_WEST,       WAYI_EAST,      WAYI_SOUTH_WEST,
                                         WAYI_SOUTH,      WAYI_SOUTH_EAST};
    const way_map *map = pyramid->grid->map;
    const wayi_pyramid_level *below = &pyramid->levels[level - 1];
    bool fits = true;
    wayi_path_buffer_clear(around);
    if (!below->blocks) {
        const uint32_t moves = wayi_layer_moves(map, pyramid->grid->layer, child);
        for (uint32_t i = 0; i < WAYI_DIRECTIONS && fits; i++) {
            fits = !(moves >> directions[i] & 1u) ||
                   wayi_path_buffer_push(around, child + (uint32_t)map->offsets[directions[i]]);
        }
        return fits;
    }
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
    wayi_path_buffer_clear(&scratch->first);
    wayi_path_buffer_clear(&scratch->list);
    bool fits = wayi_path_buffer_push(&scratch->first, 0);
    for (uint32_t i = 0; i < scratch->children.count && fits; i++) {
        fits = pyramid_look(pyramid, level, scratch->children.states[i], &scratch->around);
        for (uint32_t k = 0; k < scratch->around.count && fits; k++) {
            const uint32_t place =
                pyramid_place(pyramid, level, block, scratch, scratch->around.states[k]);
            fits = place == WAYI_PYRAMID_NONE || wayi_path_buffer_push(&scratch->list, place);
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

wayi_pyramid_node wayi_pyramid_look_up(const wayi_pyramid *pyramid, uint32_t level, uint32_t id)
{
    if (level > 0) {
        // cppcheck-suppress arrayIndexOutOfBoundsCond ; levels are below level_count
        return *wayi_pyramid_node_at(&pyramid->levels[level], id);
    }
    const way_map *map = pyramid->grid->map;
    const uint32_t y = wayi_map_row(map, id);
    const uint32_t x = id - y * map->width;
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
                         wayi_pyramid_node *nodes)
{
    if (level > 1) {
        wayi_pyramid_node_at(&pyramid->levels[level - 1], id)->parent =
            group == PYRAMID_CLOSED ? WAYI_PYRAMID_ROOT : (uint16_t)group;
    } else {
        pyramid->places[id] = (uint8_t)group;
    }
    if (group == PYRAMID_CLOSED) {
        return;
    }
    const wayi_pyramid_node child = wayi_pyramid_look_up(pyramid, level - 1, id);
    wayi_pyramid_node *node = &nodes[group];
    node->x = pyramid_mean(node->x, node->cells, child.x, child.cells);
    node->y = pyramid_mean(node->y, node->cells, child.y, child.cells);
    node->weight = (uint16_t)pyramid_mean(node->weight, node->cells, child.weight, child.cells);
    node->cells += child.cells;
}

/// Whether a block has these nodes, whatever their parents and links are.
static bool pyramid_has_nodes(const wayi_pyramid_block *block, const wayi_pyramid_node *nodes,
                              uint32_t count)
{
    bool same = block->node_count == count;
    for (uint32_t i = 0; i < count && same; i++) {
        same = memcmp(&block->nodes[i], &nodes[i], offsetof(wayi_pyramid_node, parent)) == 0;
    }
    return same;
}

static bool pyramid_group(wayi_pyramid *pyramid, uint32_t level, uint32_t block,
                          wayi_pyramid_scratch *scratch, bool *changed)
{
    const wayi_pyramid_level *own = &pyramid->levels[level];
    const wayi_pyramid_level *below = own - 1;
    wayi_path_buffer *groups = &scratch->groups;
    if (!below->blocks) { // cells that can't be stood on have no parent
        const way_rect rect = pyramid_rect(pyramid, own, block);
        for (uint32_t y = rect.y; y < rect.y + rect.height; y++) {
            memset(pyramid->places + (size_t)y * below->columns + rect.x, WAYI_PYRAMID_OUT,
                   rect.width);
        }
    }
    if (!pyramid_gather(pyramid, level, block, scratch) ||
        !pyramid_connect(pyramid, level, block, scratch) ||
        !wayi_path_buffer_reserve(groups, scratch->children.count)) {
        return false;
    }
    for (uint32_t i = 0; i < scratch->children.count; i++) {
        const bool closed =
            below->blocks &&
            wayi_pyramid_node_at(below, scratch->children.states[i])->edge_count == 0;
        groups->states[i] = closed ? PYRAMID_CLOSED : UINT32_MAX;
    }
    const wayi_clique_graph graph = {scratch->first.states, scratch->list.states,
                                     scratch->children.count};
    uint32_t count = wayi_clique_groups(&graph, groups->states);
    count = below->blocks || count == 0 ? count : pyramid_group_again(scratch, count);
    scratch->large = count >= WAYI_PYRAMID_ROOT && count != WAYI_PYRAMID_NONE;
    if (count >= WAYI_PYRAMID_ROOT ||
        !wayi_path_buffer_reserve(&scratch->made, (uint32_t)wayi_pyramid_size(own, count, 0))) {
        return false;
    }
    wayi_pyramid_node *nodes = (wayi_pyramid_node *)scratch->made.states;
    for (uint32_t i = 0; i < count; i++) {
        nodes[i] = (wayi_pyramid_node){.parent = WAYI_PYRAMID_ROOT};
    }
    for (uint32_t i = 0; i < scratch->children.count; i++) {
        pyramid_join(pyramid, level, scratch->children.states[i], groups->states[i], nodes);
    }
    *changed = !pyramid_has_nodes(&own->blocks[block], nodes, count);
    return !*changed ||
           wayi_pyramid_put(pyramid, own, &own->blocks[block], count, 0, scratch->made.states);
}

// Links -------------------------------------------------------------------------------------------

/// A link as it is kept in a block.
static uint32_t pyramid_link(const wayi_pyramid_level *level, uint32_t block, uint32_t to)
{
    const uint32_t there = to >> level->bits;
    const uint32_t across = there % level->columns + 1 - block % level->columns;
    const uint32_t down = there / level->columns + 1 - block / level->columns;
    return (down * 3 + across) << (level->wide ? 28 : 12) | (to & ((1u << level->bits) - 1u));
}

/// Pairs the parent of a child with those of what it is linked to.
static bool pyramid_pair(const wayi_pyramid *pyramid, uint32_t level, uint32_t child,
                         wayi_pyramid_scratch *scratch)
{
    const wayi_pyramid_level *own = &pyramid->levels[level];
    const uint32_t from = wayi_pyramid_above(pyramid, level - 1, child);
    if (!pyramid_look(pyramid, level, child, &scratch->around)) {
        return false;
    }
    for (uint32_t i = 0; i < scratch->around.count; i++) {
        // Most pairs are found many times, one soon after the other.
        const uint32_t to = wayi_pyramid_above(pyramid, level - 1, scratch->around.states[i]);
        const uint64_t pair = (uint64_t)from << 32 | to;
        uint64_t *recent = &scratch->recent[(from * 31u + to) % WAYI_PYRAMID_RECENT];
        if (to == from || *recent == pair) {
            continue;
        }
        *recent = pair;
        if (!WAYI_GROW(&scratch->allocator, scratch->pairs, scratch->pair_capacity,
                       scratch->pair_count + 1)) {
            return false;
        }
        scratch->pairs[scratch->pair_count++] = (uint64_t)(from & ((1u << own->bits) - 1u)) << 32 |
                                                pyramid_link(own, from >> own->bits, to);
    }
    return true;
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
    wayi_sort64(scratch->pairs, scratch->pair_count);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < scratch->pair_count; i++) {
        if (i == 0 || scratch->pairs[i] != scratch->pairs[i - 1]) {
            scratch->pairs[kept++] = scratch->pairs[i];
        }
    }
    scratch->pair_count = kept;
    return true;
}

static bool pyramid_relink(const wayi_pyramid *pyramid, uint32_t level, uint32_t block,
                           wayi_pyramid_scratch *scratch, bool *changed)
{
    const wayi_pyramid_level *own = &pyramid->levels[level];
    wayi_pyramid_block *place = &own->blocks[block];
    if (!pyramid_find_links(pyramid, level, block, scratch)) {
        return false;
    }
    const uint32_t count = scratch->pair_count;
    const size_t size = wayi_pyramid_size(own, place->node_count, count);
    scratch->large = count > UINT16_MAX;
    scratch->apart = false;
    if (scratch->large || !wayi_path_buffer_reserve(&scratch->made, (uint32_t)size + 1)) {
        return false;
    }
    wayi_pyramid_node *nodes = (wayi_pyramid_node *)scratch->made.states;
    void *edges = nodes + place->node_count;
    for (uint32_t i = 0, at = 0; i < place->node_count; i++) {
        const uint32_t first = at;
        for (; at < count && scratch->pairs[at] >> 32 == i; at++) {
            if (own->wide) {
                ((uint32_t *)edges)[at] = (uint32_t)scratch->pairs[at];
            } else {
                ((uint16_t *)edges)[at] = (uint16_t)scratch->pairs[at];
            }
        }
        nodes[i] = place->nodes[i];
        nodes[i].edge_first = (uint16_t)first;
        nodes[i].edge_count = (uint16_t)(at - first);
        scratch->apart |= (place->nodes[i].edge_count == 0) != (at == first);
    }
    if (!own->wide && count % 2) {
        ((uint16_t *)edges)[count] = 0;
    }
    *changed = count != place->edge_count ||
               (size && memcmp(nodes, place->nodes, size * sizeof(uint32_t)) != 0);
    return !*changed ||
           wayi_pyramid_put(pyramid, own, place, place->node_count, count, scratch->made.states);
}

bool wayi_pyramid_make(wayi_pyramid *pyramid, uint32_t level, uint32_t block,
                       wayi_pyramid_pass pass, wayi_pyramid_scratch *scratch, bool *changed)
{
    return pass == WAYI_PYRAMID_GROUP ? pyramid_group(pyramid, level, block, scratch, changed)
                                      : pyramid_relink(pyramid, level, block, scratch, changed);
}
