// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Reference: Sturtevant and Buro, Partial Pathfinding Using Map Abstraction and Refinement, 2005.
#include "search/engine/clique_groups.h"

#include <stdbool.h>

#define CLIQUE_GROUPS_LARGEST 4u

static bool clique_groups_are_linked(const wayi_clique_graph *graph, uint32_t a, uint32_t b)
{
    uint32_t low = graph->first[a];
    uint32_t high = graph->first[a + 1];
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (graph->list[middle] == b) {
            return true;
        }
        if (graph->list[middle] < b) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return false;
}

/// Extends a clique by free neighbours of its first node until it has `size`. Tries choices in
/// order; depth is at most four.
static bool clique_groups_extend(const wayi_clique_graph *graph, const uint32_t *groups,
                                 uint32_t *members, uint32_t count, uint32_t size)
{
    if (count == size) {
        return true;
    }
    for (uint32_t i = graph->first[members[0]]; i < graph->first[members[0] + 1]; i++) {
        const uint32_t node = graph->list[i];
        bool fits = groups[node] == UINT32_MAX && (count == 1 || node > members[count - 1]);
        for (uint32_t k = 1; k < count && fits; k++) {
            fits = clique_groups_are_linked(graph, members[k], node);
        }
        if (fits) {
            members[count] = node;
            if (clique_groups_extend(graph, groups, members, count + 1, size)) {
                return true;
            }
        }
    }
    return false;
}

static uint32_t clique_groups_degree(const wayi_clique_graph *graph, uint32_t node)
{
    return graph->first[node + 1] - graph->first[node];
}

uint32_t wayi_clique_groups(const wayi_clique_graph *graph, uint32_t *groups)
{
    uint32_t count = 0;
    for (uint32_t node = 0; node < graph->count; node++) {
        if (groups[node] != UINT32_MAX || clique_groups_degree(graph, node) == 1) {
            continue;
        }
        uint32_t members[CLIQUE_GROUPS_LARGEST] = {node};
        uint32_t size = CLIQUE_GROUPS_LARGEST;
        while (size > 1 && !clique_groups_extend(graph, groups, members, 1, size)) {
            size--;
        }
        for (uint32_t i = 0; i < size; i++) {
            groups[members[i]] = count;
        }
        count++;
    }
    // Orphans go with their only neighbour; two of them with each other.
    for (uint32_t node = 0; node < graph->count; node++) {
        if (groups[node] == UINT32_MAX) {
            uint32_t *other = &groups[graph->list[graph->first[node]]];
            if (*other == UINT32_MAX) {
                *other = count++;
            }
            groups[node] = *other;
        }
    }
    return count;
}
