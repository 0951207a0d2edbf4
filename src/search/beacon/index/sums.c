// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/beacon/index/sums.h"

#include "base/expect.h"

#include <string.h>

#define SUMS_NONE (2 * WAYI_BEACON_FAR)

bool wayi_beacon_sums_reserve(wayi_beacon_sums *sums, const wayi_beacon_index *index,
                              const way_allocator *allocator)
{
    if (sums->node_count < index->node_count) {
        sums->wiped = false;
    }
    return WAYI_GROW(allocator, sums->places, sums->node_count, index->node_count) &&
           WAYI_GROW(allocator, sums->nodes, sums->list_count, index->node_count) &&
           WAYI_GROW(allocator, sums->values, sums->value_room, index->vertex_count + 1);
}

void wayi_beacon_sums_fini(wayi_beacon_sums *sums, const way_allocator *allocator)
{
    WAYI_FREE(allocator, sums->places, sums->node_count);
    WAYI_FREE(allocator, sums->nodes, sums->list_count);
    WAYI_FREE(allocator, sums->values, sums->value_room);
    *sums = (wayi_beacon_sums){0};
}

void wayi_beacon_sums_clear(wayi_beacon_sums *sums, const wayi_beacon_index *index)
{
    for (uint32_t i = 0; i < sums->used && sums->wiped; i++) {
        sums->places[sums->nodes[i]] = WAYI_BEACON_NONE;
    }
    if (!sums->wiped) {
        memset(sums->places, 0xff, index->node_count * sizeof *sums->places);
        sums->wiped = true;
    }
    sums->value_count = 0;
    sums->used = 0;
}

/// Lowers the values of the hubs of a row to their labels and a cost.
static void sums_lower(const wayi_beacon_index *index, const wayi_beacon_node *node,
                       uint32_t vertex, way_cost *values, way_cost cost)
{
    const uint32_t *row = index->rows + node->rows + (size_t)(vertex - node->first) * node->stride;
    for (uint32_t i = 0; i < node->frames; i++) {
        const uint32_t width = index->widths[node->widths + i];
        way_cost labels[WAYI_BEACON_FRAME];
        wayi_beacon_unpack(row, width, labels);
        for (uint32_t k = 0; k < width; k++) {
            const way_cost sum = labels[k] + cost;
            values[k] = sum < values[k] ? sum : values[k];
        }
        row += wayi_beacon_frame_size(width);
        values += width;
    }
}

/// Says that the rows of a vertex will be read: each waits for memory.
static void sums_expect(const wayi_beacon_index *index, uint32_t vertex)
{
    for (uint32_t at = index->vertices[vertex].node; at != WAYI_BEACON_NONE;
         at = index->nodes[at].parent) {
        const wayi_beacon_node *node = &index->nodes[at];
        const uint32_t local = vertex - node->first;
        wayi_expect(index->rows + node->rows + (size_t)local * node->stride);
    }
}

void wayi_beacon_sums_add(wayi_beacon_sums *sums, const wayi_beacon_index *index, uint32_t vertex,
                          way_cost cost)
{
    sums_expect(index, vertex);
    for (uint32_t at = index->vertices[vertex].node; at != WAYI_BEACON_NONE;
         at = index->nodes[at].parent) {
        const wayi_beacon_node *node = &index->nodes[at];
        if (sums->places[at] == WAYI_BEACON_NONE) {
            sums->places[at] = sums->value_count;
            sums->nodes[sums->used++] = at;
            for (uint32_t hub = 0; hub < node->cut; hub++) {
                sums->values[sums->value_count++] = SUMS_NONE;
            }
        }
        sums_lower(index, node, vertex, sums->values + sums->places[at], cost);
    }
}

/// The least sum of the hubs of a node.
static way_cost sums_least(const way_cost *first, const way_cost *second, uint32_t hubs,
                           way_cost least)
{
    for (uint32_t hub = 0; hub < hubs; hub++) {
        const way_cost sum = first[hub] + second[hub];
        least = sum < least ? sum : least;
    }
    return least;
}

way_cost wayi_beacon_sums_between(const wayi_beacon_sums *a, const wayi_beacon_sums *b,
                                  const wayi_beacon_index *index)
{
    const way_cost *values = a->values;
    way_cost least = SUMS_NONE;
    for (uint32_t i = 0; i < a->used; i++) {
        const uint32_t hubs = index->nodes[a->nodes[i]].cut;
        const uint32_t place = b->places[a->nodes[i]];
        if (place != WAYI_BEACON_NONE) {
            least = sums_least(values, b->values + place, hubs, least);
        }
        values += hubs;
    }
    return least;
}
