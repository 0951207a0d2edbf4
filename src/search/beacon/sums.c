// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/beacon/sums.h"

#include "search/beacon/sparse.h"

#include <string.h>

#define SUMS_NONE (2 * WAYI_BEACON_FAR)

bool wayi_beacon_sums_reserve(wayi_beacon_sums *sums, const wayi_beacon_index *index,
                              const way_allocator *allocator)
{
    if (sums->node_count < index->node_count) {
        sums->wiped = 0;
    }
    return wayi_grow(allocator, (void **)&sums->places, &sums->node_count, index->node_count,
                     sizeof *sums->places) &&
           wayi_grow(allocator, (void **)&sums->nodes, &sums->list_count, index->node_count,
                     sizeof *sums->nodes) &&
           wayi_grow(allocator, (void **)&sums->values, &sums->value_room,
                     index->vertex_count + index->node_count + 1, sizeof *sums->values);
}

void wayi_beacon_sums_fini(wayi_beacon_sums *sums, const way_allocator *allocator)
{
    wayi_free(allocator, sums->places, sums->node_count, sizeof *sums->places);
    wayi_free(allocator, sums->nodes, sums->list_count, sizeof *sums->nodes);
    wayi_free(allocator, sums->values, sums->value_room, sizeof *sums->values);
    *sums = (wayi_beacon_sums){0};
}

void wayi_beacon_sums_clear(wayi_beacon_sums *sums, const wayi_beacon_index *index)
{
    for (uint32_t i = 0; i < sums->used && sums->wiped; i++) {
        sums->places[sums->nodes[i]] = WAYI_BEACON_NONE;
    }
    if (sums->wiped < index->node_count) {
        memset(sums->places, 0xff, index->node_count * sizeof *sums->places);
        sums->wiped = index->node_count;
    }
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
            sums->values[sums->value_count++] = SUMS_NONE;
            sums->places[at] = sums->value_count;
            sums->nodes[sums->used++] = at;
            for (uint32_t hub = 0; hub < node->kept; hub++) {
                sums->values[sums->value_count++] = SUMS_NONE;
            }
        }
        way_cost *values = sums->values + sums->places[at];
        way_cost *low = values - 1;
        wayi_beacon_reader reader = wayi_beacon_read(index, node, vertex);
        way_cost labels[WAYI_BEACON_FRAME];
        for (uint32_t width = 0; (width = wayi_beacon_read_next(&reader, labels)) > 0;) {
            for (uint32_t i = 0; i < width; i++) {
                const way_cost sum = labels[i] + cost;
                values[i] = sum < values[i] ? sum : values[i];
                *low = sum < *low ? sum : *low;
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
    way_cost least = SUMS_NONE;
    for (uint32_t i = 0; i < a->used; i++) {
        const uint32_t at = a->nodes[i];
        if (b->places[at] != WAYI_BEACON_NONE) {
            least = sums_least(a->values + a->places[at], b->values + b->places[at],
                               index->nodes[at].kept, least);
        }
    }
    return least;
}

// Kept --------------------------------------------------------------------------------------------

bool wayi_beacon_sums_keep(const wayi_beacon_sums *sums, const way_allocator *allocator,
                           wayi_beacon_kept *out)
{
    wayi_beacon_kept_fini(out, allocator);
    out->nodes = wayi_alloc(allocator, sums->used, sizeof *out->nodes);
    out->values = wayi_alloc(allocator, sums->value_count, sizeof *out->values);
    out->node_count = out->nodes ? sums->used : 0;
    out->value_count = out->values ? sums->value_count : 0;
    if (!out->nodes || !out->values) {
        wayi_beacon_kept_fini(out, allocator);
        return false;
    }
    // Hubs lie in the order in which their nodes were found.
    memcpy(out->nodes, sums->nodes, sums->used * sizeof *out->nodes);
    memcpy(out->values, sums->values, sums->value_count * sizeof *out->values);
    return true;
}

void wayi_beacon_kept_fini(wayi_beacon_kept *kept, const way_allocator *allocator)
{
    wayi_free(allocator, kept->nodes, kept->node_count, sizeof *kept->nodes);
    wayi_free(allocator, kept->values, kept->value_count, sizeof *kept->values);
    *kept = (wayi_beacon_kept){0};
}

way_cost wayi_beacon_kept_between(const wayi_beacon_kept *kept, const wayi_beacon_sums *sums,
                                  const wayi_beacon_index *index, way_cost most)
{
    const way_cost *first = kept->values;
    for (uint32_t i = 0; i < kept->node_count; i++) {
        const uint32_t at = kept->nodes[i];
        const uint32_t hubs = index->nodes[at].kept;
        const uint32_t place = sums->places[at];
        if (place != WAYI_BEACON_NONE && first[0] + sums->values[place - 1] < most) {
            most = sums_least(first + 1, sums->values + place, hubs, most);
        }
        first += 1 + hubs;
    }
    return most;
}
