// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The signs to one post. Where links are other ones, the signs that lead over them are taken down.
// From those around, whose ways cost what they cost along signs, it is Dijkstra's search backwards
// over the links: over all regions without a sign, and those that get a better one.
#include "search/atlas/signs_squares.h"

void wayi_signs_field_fini(const wayi_landmarks *landmarks, wayi_signs_field *field)
{
    const size_t squares = (size_t)field->span.width * field->span.height;
    WAYI_FREE(&landmarks->allocator, field->first, field->first ? squares : 0);
    wayi_path_buffer_fini(&field->down);
    wayi_path_buffer_fini(&field->chain);
    wayi_frontier_fini(&field->ways);
}

/// The name of a region among the ways, or UINT32_MAX where the post can't be seen from.
static inline uint32_t signs_field_name(const wayi_landmarks *landmarks,
                                        const wayi_signs_field *field, uint32_t region)
{
    const wayi_atlas *atlas = landmarks->atlas;
    if (!field->first) {
        return wayi_signs_sees(landmarks, region, field->post) ? region : UINT32_MAX;
    }
    const uint32_t square = region >> atlas->bits;
    const uint32_t x = square % atlas->columns - field->span.x;
    const uint32_t y = square / atlas->columns - field->span.y;
    return x < field->span.width && y < field->span.height
               ? field->first[y * field->span.width + x] + (region & ((1u << atlas->bits) - 1u))
               : UINT32_MAX;
}

bool wayi_signs_field_init(const wayi_landmarks *landmarks, uint32_t large, bool blank,
                           wayi_signs_field *field)
{
    const wayi_atlas *atlas = landmarks->atlas;
    const uint32_t post = landmarks->signs.posts[large];
    const way_rect span = wayi_signs_span(landmarks, large, WAYI_SIGNS_REACH);
    const uint32_t squares = span.width * span.height;
    *field = (wayi_signs_field){.post = large, .span = span, .cleared = squares};
    wayi_path_buffer_init(&field->down, &landmarks->allocator);
    wayi_path_buffer_init(&field->chain, &landmarks->allocator);
    uint32_t names = 0;
    if (blank) {
        field->first = wayi_alloc(&landmarks->allocator, squares, sizeof *field->first);
        for (uint32_t i = 0; i < squares && field->first; i++) {
            field->first[i] = names;
            names +=
                wayi_atlas_region_numbers(atlas->squares[wayi_rect_at(span, i, atlas->columns)]);
        }
    }
    const bool fits = wayi_frontier_init(&field->ways, names, &landmarks->allocator);
    if (!fits || (blank && !field->first) || post == WAYI_REGION_NONE) {
        return fits && (field->first || !blank);
    }
    const uint32_t name = signs_field_name(landmarks, field, post);
    const uint32_t slot = wayi_nodes_touch(&field->ways.nodes, name, sizeof(wayi_frontier_node));
    if (slot != WAYI_SLOT_NONE) {
        wayi_frontier_at(&field->ways, slot)->g = 0;
        wayi_frontier_at(&field->ways, slot)->closed = true;
    }
    return slot != WAYI_SLOT_NONE;
}

bool wayi_signs_field_add(const wayi_landmarks *landmarks, wayi_signs_field *field, uint32_t region)
{
    const uint32_t name = signs_field_name(landmarks, field, region);
    const bool post = landmarks->signs.posts[field->post] == region;
    if (name == UINT32_MAX || !wayi_atlas_region_at(landmarks->atlas, region) ||
        (!post && wayi_frontier_slot(&field->ways, name) != WAYI_SLOT_NONE)) {
        return true;
    }
    return wayi_nodes_touch(&field->ways.nodes, name, sizeof(wayi_frontier_node)) !=
               WAYI_SLOT_NONE &&
           wayi_path_buffer_push(&field->down, region);
}

/// Writes the sign of a region to the post, and what it costs to get there.
static void signs_field_write(wayi_landmarks *landmarks, const wayi_signs_field *field, uint32_t id,
                              uint32_t next, way_cost cost)
{
    wayi_signs *signs = &landmarks->signs;
    const uint32_t large = wayi_signs_large(landmarks, id);
    const uint32_t slot = wayi_signs_slot(signs, large, field->post);
    const uint32_t link = next == WAYI_REGION_NONE
                              ? WAYI_SIGNS_NO_LINK
                              : wayi_atlas_link_to(landmarks->atlas, id, next, NULL);
    wayi_signs_at(landmarks, id)[slot] =
        (uint8_t)(link < WAYI_SIGNS_NO_LINK ? link : WAYI_SIGNS_NO_LINK);
    if (signs->posts[large] == id) {
        signs->costs[(size_t)large * WAYI_SIGNS + slot] = cost;
    }
}

/// Takes down the signs of a few squares to the post. How many signs and squares that were.
static uint32_t signs_field_clear(wayi_landmarks *landmarks, wayi_signs_field *field)
{
    const wayi_atlas *atlas = landmarks->atlas;
    uint32_t cleared = 0;
    while (field->cleared < field->span.width * field->span.height && cleared < WAYI_SIGNS_READ) {
        const uint32_t square = wayi_rect_at(field->span, field->cleared++, atlas->columns);
        const uint32_t count = wayi_atlas_region_numbers(atlas->squares[square]);
        for (uint32_t i = 0; i < count; i++) {
            signs_field_write(landmarks, field, square << atlas->bits | i, WAYI_REGION_NONE,
                              WAY_COST_MAX);
        }
        cleared += 1 + count;
    }
    return cleared;
}

/// Takes down the sign of a region to the post, and then of those that lead over it; false without
/// memory.
static bool signs_field_take_down(wayi_landmarks *landmarks, wayi_signs_field *field)
{
    const wayi_atlas *atlas = landmarks->atlas;
    const uint32_t id = field->down.states[field->looked++];
    const wayi_atlas_region *region = wayi_atlas_region_at(atlas, id);
    bool fits = true;
    for (uint32_t i = 0; i < region->link_count && fits; i++) {
        way_cost step = 0;
        const uint32_t from =
            wayi_atlas_hop(atlas, id >> atlas->bits, region->link_first + i, &step);
        fits = wayi_signs_next(landmarks, from, field->post, &step) != id ||
               wayi_signs_field_add(landmarks, field, from);
    }
    signs_field_write(landmarks, field, id, WAYI_REGION_NONE, WAY_COST_MAX);
    return fits;
}

/// Finds out what it costs from a region along signs: its slot, or WAYI_SLOT_NONE without memory.
static uint32_t signs_field_follow(const wayi_landmarks *landmarks, wayi_signs_field *field,
                                   uint32_t region, uint32_t *reads)
{
    wayi_frontier *ways = &field->ways;
    way_cost step = 0;
    uint32_t first = WAYI_SLOT_NONE;
    wayi_path_buffer_clear(&field->chain);
    for (uint32_t at = region;
         at != WAYI_REGION_NONE && wayi_frontier_slot(ways, at) == WAYI_SLOT_NONE;) {
        const uint32_t slot = wayi_nodes_touch(&ways->nodes, at, sizeof(wayi_frontier_node));
        if (slot == WAYI_SLOT_NONE || !wayi_path_buffer_push(&field->chain, at)) {
            return WAYI_SLOT_NONE;
        }
        first = first == WAYI_SLOT_NONE ? slot : first;
        at = wayi_signs_next(landmarks, at, field->post, &step);
        wayi_frontier_at(ways, slot)->parent = at;
        wayi_frontier_at(ways, slot)->closed = true;
    }
    *reads += field->chain.count;
    while (field->chain.count) {
        const uint32_t at = field->chain.states[--field->chain.count];
        wayi_frontier_node *node = wayi_frontier_find(ways, at);
        const wayi_frontier_node *next = wayi_frontier_find(ways, node->parent);
        if (next && next->g != WAY_COST_MAX) {
            step = 0;
            (void)wayi_signs_next(landmarks, at, field->post, &step);
            node->g = way_cost_add(next->g, step ? step : 1);
        }
    }
    return first;
}

/// The slot of a region, with what it costs as far as is known; WAYI_SLOT_NONE if the post can't be
/// seen from there, or without memory, which *fits tells. Signs that were read are counted.
static inline uint32_t signs_field_meet(const wayi_landmarks *landmarks, wayi_signs_field *field,
                                        uint32_t region, uint32_t *reads, bool *fits)
{
    wayi_frontier *ways = &field->ways;
    const uint32_t name = signs_field_name(landmarks, field, region);
    uint32_t slot = wayi_frontier_slot(ways, name);
    if (slot == WAYI_SLOT_NONE && name != UINT32_MAX &&
        wayi_atlas_region_at(landmarks->atlas, region)) {
        slot = field->first ? wayi_nodes_touch(&ways->nodes, name, sizeof(wayi_frontier_node))
                            : signs_field_follow(landmarks, field, region, reads);
        *fits = slot != WAYI_SLOT_NONE;
    }
    return slot;
}

/// Lets ways go on from a region whose sign was taken down, if it has one, and from those around;
/// false without memory.
static bool signs_field_open(const wayi_landmarks *landmarks, wayi_signs_field *field,
                             uint32_t *reads)
{
    const wayi_atlas *atlas = landmarks->atlas;
    const uint32_t id = field->down.states[field->opened++];
    const wayi_atlas_region *region = wayi_atlas_region_at(atlas, id);
    bool fits = true;
    for (uint32_t i = 0; i <= region->link_count && fits; i++) {
        way_cost step = 0;
        const uint32_t at =
            i ? wayi_atlas_hop(atlas, id >> atlas->bits, region->link_first + i - 1, &step) : id;
        const uint32_t slot = signs_field_meet(landmarks, field, at, reads, &fits);
        const wayi_frontier_node *node =
            slot == WAYI_SLOT_NONE ? NULL : wayi_frontier_at(&field->ways, slot);
        if (node && node->g != WAY_COST_MAX && node->closed) {
            fits = wayi_frontier_open(&field->ways, slot,
                                      &(wayi_frontier_way){node->parent, node->g, node->g, at});
        }
    }
    return fits;
}

/// Writes the sign of the region nearest to the post, and looks at its links; false without memory.
/// What it costs along a link is taken for what it costs back.
static bool signs_field_spread(wayi_landmarks *landmarks, wayi_signs_field *field, uint32_t *reads)
{
    const wayi_atlas *atlas = landmarks->atlas;
    wayi_frontier *ways = &field->ways;
    const wayi_heap_item *top = wayi_frontier_top(ways);
    if (!top) {
        return true;
    }
    const uint32_t id = top->id;
    const uint32_t slot = wayi_frontier_take(ways);
    const wayi_frontier_node own = *wayi_frontier_at(ways, slot);
    const wayi_atlas_region *region = wayi_atlas_region_at(atlas, id);
    bool fits = true;
    signs_field_write(landmarks, field, id, own.parent, own.g);
    for (uint32_t i = 0; i < region->link_count && fits; i++) {
        way_cost step = 0;
        const uint32_t to = wayi_atlas_hop(atlas, id >> atlas->bits, region->link_first + i, &step);
        const uint32_t met = step == WAY_COST_MAX
                                 ? WAYI_SLOT_NONE
                                 : signs_field_meet(landmarks, field, to, reads, &fits);
        const way_cost cost = way_cost_add(own.g, step ? step : 1);
        if (met != WAYI_SLOT_NONE && cost < wayi_frontier_at(ways, met)->g) {
            fits = wayi_frontier_open(ways, met, &(wayi_frontier_way){id, cost, cost, to});
        }
    }
    return fits;
}

/// Goes on with the signs to a post. How much that took; 0 = they are made.
uint32_t wayi_signs_field_advance(wayi_landmarks *landmarks, wayi_signs_field *field, bool *fits)
{
    uint32_t reads = 0;
    if (field->cleared < field->span.width * field->span.height) {
        return 1 + signs_field_clear(landmarks, field) / WAYI_SIGNS_READ;
    }
    if (field->looked < field->down.count) {
        *fits = signs_field_take_down(landmarks, field);
    } else if (field->opened < field->down.count) {
        *fits = signs_field_open(landmarks, field, &reads);
    } else if (field->ways.open.count) {
        *fits = signs_field_spread(landmarks, field, &reads);
    } else {
        return 0;
    }
    return 1 + reads / WAYI_SIGNS_READ;
}
