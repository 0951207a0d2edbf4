// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// One question to an index: how far is it between two cells, and by which vertices. A piece of work
// at a time: does the one see the other; what do both reach; all pairs.
#pragma once

#include "search/beacon/index/join.h"

/// Legs that one piece of work looks along.
#define WAYI_BEACON_LEGS 32u

typedef enum wayi_beacon_stage {
    WAYI_BEACON_SEE,
    WAYI_BEACON_REACH_FROM,
    WAYI_BEACON_REACH_TO,
    WAYI_BEACON_JOIN,
    WAYI_BEACON_DONE
} wayi_beacon_stage;

typedef struct wayi_beacon_query {
    const wayi_beacon_index *index;
    uint64_t epoch; ///< of the index, for those who keep lists
    wayi_reach cells[2];
    wayi_beacon_stage stage;
    bool sees;       ///< the one sees the other: no vertex between
    bool kept_to;    ///< the second list is still good from the last time
    uint32_t pieces; ///< of work for the second list
    uint32_t kept_pieces;
    way_cost cost;    ///< WAY_COST_MAX = there is no way
    uint32_t ends[2]; ///< vertices at which the way meets the graph
    wayi_beacon_match match;
    wayi_taut taut;
    uint32_t reach_max;
    wayi_reach *lists[2]; ///< [reach_max] found at both cells
    uint32_t counts[2];
    wayi_beacon_end *all[2];  ///< [reach_max] the same as vertices, in that order
    wayi_beacon_end *used[2]; ///< [reach_max] again, for the join to put in another order
    wayi_beacon_join join;
    way_allocator allocator;
} wayi_beacon_query;

bool wayi_beacon_query_init(wayi_beacon_query *query, const wayi_board *board,
                            const way_allocator *allocator);
void wayi_beacon_query_fini(wayi_beacon_query *query);

/// Asks for the way between two free cells. What was found at the second cell is kept from the last
/// question if that was to the same index and cell.
void wayi_beacon_query_begin(wayi_beacon_query *query, const wayi_beacon_index *index,
                             wayi_reach from, wayi_reach to);

/// One piece of work; the stage says when the answer is there.
void wayi_beacon_query_step(wayi_beacon_query *query);

/// Most pieces of work of one question.
uint32_t wayi_beacon_query_most(const wayi_beacon_index *index);
