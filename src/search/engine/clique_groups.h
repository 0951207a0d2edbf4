// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Grouping the nodes of a graph by cliques: four, three or two nodes that are all linked to each
// other become one group; dead ends go with their only neighbour.
#pragma once

#include <stdint.h>

/// A graph as lists in one array: the neighbours of node n, ascending, are list[first[n]] to
/// list[first[n + 1] - 1].
typedef struct wayi_clique_graph {
    const uint32_t *first; ///< [count + 1]
    const uint32_t *list;
    uint32_t count;
} wayi_clique_graph;

/// Gives every node whose entry in `groups` is UINT32_MAX a group, in the order of nodes; returns
/// how many groups there are. Every group is connected. Nodes with another entry are left alone.
uint32_t wayi_clique_groups(const wayi_clique_graph *graph, uint32_t *groups);
