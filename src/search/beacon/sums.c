// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/beacon/sums.h"

#include "search/beacon/sparse.h"

#include <string.h>

#define SUMS_NONE (2 * WAYI_BEACON_FAR)

bool wayi_beacon_sums_reserve(wayi_beacon_sums *sums, const wayi_beacon_index *index,
                              const way_allocator *allocator)
{
    return wayi_grow(allocator, (void **)&sums->places, &sums->node_count, index->node_count,
                     sizeof *sums->places) &&
           wayi_grow(allocator, (void **)&sums->nodes, &sums->list_count, index->node_count,
                     sizeof *sums->nodes) &&
           wayi_grow(allocator, (void **)&sums->values, &sums->vertex_count,
                     index->vertex_count + 1, sizeof *sums->values);
}

void wayi_beacon_sums_fini(wayi_beacon_sums *sums, const way_allocator *allocator)
{
    wayi_free(allocator, sums->places, sums->node_count, sizeof *sums->places);
    wayi_free(allocator, sums->nodes, sums->list_count, sizeof *sums->nodes);
    wayi_free(allocator, sums->values, sums->vertex_count, sizeof *sums->values);
    *sums = (wayi_beacon_sums){0};
}

size_t wayi_beacon_sums_bytes(const wayi_beacon_sums *sums)
{
    return sums->node_count * sizeof *sums->places + sums->list_count * sizeof *sums->nodes +
           sums->vertex_count * sizeof *sums->values;
}

void wayi_beacon_sums_clear(wayi_beacon_sums *sums, const wayi_beacon_index *index)
{
    memset(sums->places, 0xff, index->node_count * sizeof *sums->places);
    sums->value_count = 0;
    sums->used = 0;
}

void wayi_beacon_sums_add(wayi_beacon_sums *sums, const wayi_beacon_index *index, uint32_t vertex,
                          way_cost cost)
{
    for (uint32_t at = index->vertices[vertex].node; at != WAYI_BEACON_NONE;
         at = index->nodes[at].parent) {
        const wayi_beacon_node *node = &index->nodes[at];
        if (sums->places[at] == WAYI_BEACON_NONE) {
            sums->places[at] = sums->value_count;
            sums->nodes[sums->used++] = at;
            for (uint32_t hub = 0; hub < node->kept; hub++) {
                sums->values[sums->value_count++] = SUMS_NONE;
            }
        }
        way_cost *values = sums->values + sums->places[at];
        wayi_beacon_reader reader = wayi_beacon_read(index, node, vertex);
        way_cost labels[WAYI_BEACON_FRAME];
        for (uint32_t width = 0; (width = wayi_beacon_read_next(&reader, labels)) > 0;) {
            for (uint32_t i = 0; i < width; i++) {
                const way_cost sum = labels[i] + cost;
                values[i] = sum < values[i] ? sum : values[i];
            }
            values += width;
        }
    }
}

way_cost wayi_beacon_sums_from(const wayi_beacon_sums *sums, const wayi_beacon_index *index,
                               uint32_t vertex)
{
    way_cost least = SUMS_NONE;
    for (uint32_t at = index->vertices[vertex].node; at != WAYI_BEACON_NONE;
         at = index->nodes[at].parent) {
        if (sums->places[at] == WAYI_BEACON_NONE) {
            continue;
        }
        const wayi_beacon_node *node = &index->nodes[at];
        const way_cost *values = sums->values + sums->places[at];
        wayi_beacon_reader reader = wayi_beacon_read(index, node, vertex);
        way_cost labels[WAYI_BEACON_FRAME];
        for (uint32_t width = 0; (width = wayi_beacon_read_next(&reader, labels)) > 0;) {
            for (uint32_t i = 0; i < width; i++) {
                const way_cost sum = labels[i] + values[i];
                least = sum < least ? sum : least;
            }
            values += width;
        }
    }
    return least;
}

way_cost wayi_beacon_sums_between(const wayi_beacon_sums *a, const wayi_beacon_sums *b,
                                  const wayi_beacon_index *index)
{
    way_cost least = SUMS_NONE;
    for (uint32_t i = 0; i < a->used; i++) {
        const uint32_t at = a->nodes[i];
        if (b->places[at] == WAYI_BEACON_NONE) {
            continue;
        }
        const way_cost *first = a->values + a->places[at];
        const way_cost *second = b->values + b->places[at];
        const uint32_t kept = index->nodes[at].kept;
        for (uint32_t hub = 0; hub < kept; hub++) {
            const way_cost sum = first[hub] + second[hub];
            least = sum < least ? sum : least;
        }
    }
    return least;
}
