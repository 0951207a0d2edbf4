// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/beacon/ask/query.h"

#include <string.h>

bool wayi_beacon_query_init(wayi_beacon_query *query, const wayi_board *board,
                            const way_allocator *allocator)
{
    query->allocator = *allocator;
    query->reach_max = wayi_board_reach_max(board);
    bool fits = true;
    for (uint32_t side = 0; side < 2; side++) {
        query->lists[side] = wayi_alloc(allocator, query->reach_max, sizeof *query->lists[side]);
        query->all[side] = wayi_alloc(allocator, query->reach_max, sizeof *query->all[side]);
        query->used[side] = wayi_alloc(allocator, query->reach_max, sizeof *query->used[side]);
        fits = fits && query->lists[side] && query->all[side] && query->used[side];
    }
    return fits;
}

void wayi_beacon_query_fini(wayi_beacon_query *query)
{
    for (uint32_t side = 0; side < 2; side++) {
        WAYI_FREE(&query->allocator, query->lists[side], query->reach_max);
        WAYI_FREE(&query->allocator, query->all[side], query->reach_max);
        WAYI_FREE(&query->allocator, query->used[side], query->reach_max);
    }
}

uint32_t wayi_beacon_query_most(const wayi_beacon_index *index)
{
    // Lists by their legs, and the join by all of the tree at most.
    const wayi_board *still = &index->still;
    const uint32_t side = still->width < still->height ? still->width : still->height;
    return 2 * (8 * side / WAYI_BEACON_LEGS + 9) + index->node_count;
}

void wayi_beacon_query_begin(wayi_beacon_query *query, const wayi_beacon_index *index,
                             wayi_reach from, wayi_reach to)
{
    query->kept_to = query->kept_to && query->index == index && query->cells[1].x == to.x &&
                     query->cells[1].y == to.y;
    query->index = index;
    query->cells[0] = from;
    query->cells[1] = to;
    query->stage = WAYI_BEACON_SEE;
    query->sees = false;
    query->cost = WAY_COST_MAX;
    query->match = (wayi_beacon_match){WAYI_BEACON_FAR, WAYI_BEACON_NONE, 0};
    query->join.index = index;
}

/// Looks up the vertices of a list.
static void query_find_ends(wayi_beacon_query *query, uint32_t side)
{
    const wayi_beacon_index *index = query->index;
    const wayi_reach *list = query->lists[side];
    query->counts[side] = query->taut.count;
    for (uint32_t i = 0; i < query->counts[side]; i++) {
        const uint32_t vertex = wayi_beacon_vertex_at(index, list[i].x, list[i].y);
        query->all[side][i] = wayi_beacon_end_of(index, vertex, list[i].cost);
    }
}

/// Joins all ends. To leave out those that the cost of some way rules out takes longer than it
/// saves: few are, and that way takes a join of its own.
static void query_begin_join(wayi_beacon_query *query)
{
    if (query->counts[0] == 0 || query->counts[1] == 0) {
        query->stage = WAYI_BEACON_DONE;
        return;
    }
    for (uint32_t side = 0; side < 2; side++) {
        memcpy(query->used[side], query->all[side],
               query->counts[side] * sizeof *query->used[side]);
    }
    query->stage = WAYI_BEACON_JOIN;
    wayi_beacon_join_begin(&query->join, query->used, query->counts, query->match);
}

/// The first end of a side that is as near to the hub as any. There is no branch: ends outside of
/// the node are as far as can be.
static uint32_t query_choose(const wayi_beacon_query *query, uint32_t side)
{
    const wayi_beacon_index *index = query->index;
    const wayi_beacon_node *node = &index->nodes[query->match.node];
    const wayi_beacon_end *ends = query->all[side];
    const uint32_t count = query->counts[side];
    const uint32_t size = node->end - node->first;
    const wayi_beacon_column column = wayi_beacon_column_of(index, node, query->match.hub);
    uint32_t best = WAYI_BEACON_NONE;
    way_cost least = WAY_COST_MAX;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t local = ends[i].vertex - node->first;
        const way_cost label = wayi_beacon_column_label(&column, local < size ? local : 0);
        const way_cost cost = local < size ? ends[i].cost + label : WAY_COST_MAX;
        best = cost < least ? ends[i].vertex : best;
        least = cost < least ? cost : least;
    }
    return best;
}

static void query_finish(wayi_beacon_query *query)
{
    query->stage = WAYI_BEACON_DONE;
    query->match = query->join.match;
    if (query->match.node != WAYI_BEACON_NONE) {
        query->cost = query->match.cost;
        query->ends[0] = query_choose(query, 0);
        query->ends[1] = query_choose(query, 1);
    }
}

/// Looks around the first cell, and begins on the second when that is done.
static void query_reach_from(wayi_beacon_query *query)
{
    const wayi_board *still = &query->index->still;
    if (!wayi_taut_step(&query->taut, still, WAYI_BEACON_LEGS, query->lists[0])) {
        return;
    }
    query_find_ends(query, 0);
    query->stage = WAYI_BEACON_REACH_TO;
    query->pieces = 0;
    if (!query->kept_to) {
        wayi_taut_begin(&query->taut, still, query->cells[1].x, query->cells[1].y, query->lists[1]);
    }
}

static void query_reach_to(wayi_beacon_query *query)
{
    query->pieces++;
    if (!query->kept_to &&
        wayi_taut_step(&query->taut, &query->index->still, WAYI_BEACON_LEGS, query->lists[1])) {
        query_find_ends(query, 1);
        query->kept_to = true;
        query->kept_pieces = query->pieces;
    }
    // Pieces count the same whether they are done again or not.
    if (query->kept_to && query->pieces == query->kept_pieces) {
        query_begin_join(query);
    }
}

static void query_see(wayi_beacon_query *query)
{
    const wayi_board *still = &query->index->still;
    const wayi_reach from = query->cells[0];
    const wayi_reach to = query->cells[1];
    query->sees = wayi_board_sees(still, from, to);
    if (query->sees) {
        query->cost = wayi_board_distance(still, from.x, from.y, to.x, to.y);
        query->stage = WAYI_BEACON_DONE;
        return;
    }
    query->stage = WAYI_BEACON_REACH_FROM;
    wayi_taut_begin(&query->taut, still, from.x, from.y, query->lists[0]);
    query_reach_from(query);
}

void wayi_beacon_query_step(wayi_beacon_query *query)
{
    switch (query->stage) {
    case WAYI_BEACON_SEE:
        query_see(query);
        break;
    case WAYI_BEACON_REACH_FROM:
        query_reach_from(query);
        break;
    case WAYI_BEACON_REACH_TO:
        query_reach_to(query);
        break;
    case WAYI_BEACON_JOIN:
        if (!wayi_beacon_join_step(&query->join)) {
            query_finish(query);
        }
        break;
    default:
        break;
    }
}
