// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Dijkstra in its plainest form: what every clever search is compared with.
//
//     way_cost *costs = malloc(cell_count * sizeof *costs);
//     way_status status = oracle_costs(map, start, 1, costs);
//     assert(path_cost == costs[goal]);
//
// It shares no code with the searches, nor with the map's own step tables.
#pragma once

#include "scenes/rules.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The least cost from `source` to each cell [width * height] for a unit of a profile (a plain size
/// need not be prepared); WAY_COST_MAX where no walk leads. OUT_OF_RANGE if the source is not on
/// the map or the profile is 0, NO_MEMORY.
WAY_NODISCARD way_status oracle_costs(const way_map *map, way_cell source, uint32_t profile,
                                      way_cost *costs);

/// The least cost from each cell to `goal`; blocked cells have one too if a step leads out of them.
/// Nothing but the goal itself has one if the unit can't stand on the goal. Fails like
/// oracle_costs.
WAY_NODISCARD way_status oracle_costs_to(const way_map *map, way_cell goal, uint32_t profile,
                                         way_cost *costs);

/// The gate (see rules.h) of a trip from deep inside blocked ground to any of some goals [marked]:
/// exits from which one can be reached are taken before others. Aborts when out of memory.
way_cell oracle_gate_to(const way_map *map, way_cell from, const uint8_t *goals, uint32_t profile,
                        way_cost *cost);

/// What a trip from `a` to `b` costs, or WAY_COST_MAX if there is none. Aborts when out of memory.
way_cost oracle_cost(const way_map *map, way_cell a, way_cell b, uint32_t profile);

/// The next cell of a best walk, given the result of oracle_costs_to; the lower cell if several are
/// equally good. The goal itself on the goal, WAY_CELL_NONE if no walk leads there.
way_cell oracle_next(const way_map *map, const way_cost *costs_to, way_cell cell, uint32_t profile);

/// A directed edge of an explicit graph.
typedef struct oracle_edge {
    uint32_t from, to;
    way_cost cost;
} oracle_edge;

/// A directed graph of the nodes [0..node_count).
typedef struct oracle_graph {
    uint32_t node_count;
    uint32_t edge_count;
    const oracle_edge *edges;
} oracle_graph;

/// The least cost from `source` to each node [node_count]. OUT_OF_RANGE if the source or the end of
/// an edge is not a node, NO_MEMORY.
WAY_NODISCARD way_status oracle_graph_costs(const oracle_graph *graph, uint32_t source,
                                            way_cost *costs);

#ifdef __cplusplus
}
#endif
