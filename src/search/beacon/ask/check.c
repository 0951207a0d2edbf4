// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Whether the old way is still a best one on a map that changed. No way that passes nothing new
// costs less than the old one did; so if that is legal as it stands, and no opening can lead to a
// cheaper one, it is. Its places are noted leg by leg, from the end back to the hub and from the
// start on, so that it is walked once.
#include "search/beacon/ask/beacon.h"

/// Looks from a cell to another that take the time of an expansion, and patches that are compared.
#define CHECK_LOOKS 8u
#define CHECK_PATCHES 32u

uint32_t wayi_beacon_check_room(const wayi_beacon_index *index)
{
    return index->vertex_count + 4;
}

/// Notes a place on the way: back from its end, or on from its start.
static void check_note(wayi_beacon_memory *memory, wayi_reach cell)
{
    const wayi_beacon_place place = {cell.x, cell.y};
    if (memory->turn == WAYI_BEACON_CHECK_AHEAD) {
        memory->noted[memory->noted_capacity - ++memory->route_count] = place;
    } else {
        memory->noted[memory->noted_count++] = place;
    }
}

// Legs --------------------------------------------------------------------------------------------

/// Whether a leg of the old way is legal now.
static bool check_leg(const wayi_beacon_memory *memory, wayi_reach from, wayi_reach to,
                      uint32_t *looks)
{
    if (wayi_beacon_stale_spares(memory->stale, from, to)) {
        return true;
    }
    ++*looks;
    return wayi_board_sees(&memory->now, from, to);
}

// The old way -------------------------------------------------------------------------------------

static wayi_reach check_place(const wayi_beacon_memory *memory, uint32_t vertex)
{
    const wayi_beacon_vertex *place = &memory->query.index->vertices[vertex];
    return (wayi_reach){place->x, place->y, 0};
}

/// The answer: can it be beaten, and do both ends of it hold.
static bool check_begin(wayi_beacon_memory *memory, uint32_t *looks)
{
    const wayi_beacon_query *query = &memory->query;
    const wayi_beacon_old_way way = {
        .cells = {query->cells[0], query->cells[1]},
        .ends = {{query->all[0], query->all[1]}, {query->counts[0], query->counts[1]}},
        .sums = memory->sums,
        .cost = query->cost};
    uint32_t work = memory->stale->count / CHECK_PATCHES;
    const bool leads = wayi_beacon_openings_lead(memory->stale, &way, &work);
    *looks += work * CHECK_LOOKS;
    if (leads) {
        return false;
    }
    memory->vertex = query->ends[1];
    memory->hops = 0;
    memory->turn = WAYI_BEACON_CHECK_BACK;
    return check_leg(memory, check_place(memory, query->ends[1]), query->cells[1], looks);
}

/// The next leg from the end of the way back to the hub.
static bool check_back(wayi_beacon_memory *memory, uint32_t *looks)
{
    const wayi_beacon_query *query = &memory->query;
    const wayi_reach here = check_place(memory, memory->vertex);
    if (memory->vertex == wayi_beacon_walk_hub(memory)) {
        const wayi_reach first = check_place(memory, query->ends[0]);
        memory->vertex = query->ends[0];
        memory->hops = 0;
        memory->turn = WAYI_BEACON_CHECK_AHEAD;
        const bool holds = check_leg(memory, query->cells[0], first, looks);
        check_note(memory, first);
        return holds;
    }
    const uint32_t next = wayi_beacon_walk_hop(memory, memory->vertex);
    check_note(memory, here);
    memory->vertex = next;
    return next != WAYI_BEACON_NONE && check_leg(memory, check_place(memory, next), here, looks);
}

/// The next leg on to the hub.
static bool check_ahead(wayi_beacon_memory *memory, uint32_t *looks)
{
    const wayi_reach here = check_place(memory, memory->vertex);
    if (memory->vertex == wayi_beacon_walk_hub(memory)) {
        memory->routed = 0;
        memory->turn = WAYI_BEACON_ROUTE;
        return true;
    }
    const uint32_t next = wayi_beacon_walk_hop(memory, memory->vertex);
    memory->vertex = next;
    if (next == WAYI_BEACON_NONE || !check_leg(memory, here, check_place(memory, next), looks)) {
        return false;
    }
    check_note(memory, check_place(memory, next));
    return true;
}

uint32_t wayi_beacon_check_step(wayi_beacon_memory *memory)
{
    uint32_t looks = 0;
    // A piece notes two places at most; the ways of an index that does not lie fit.
    bool holds = memory->noted_count + memory->route_count + 2 <= memory->noted_capacity;
    if (memory->turn == WAYI_BEACON_CHECK_BEGIN) {
        holds = holds && check_begin(memory, &looks);
    } else if (memory->turn == WAYI_BEACON_CHECK_BACK) {
        holds = holds && check_back(memory, &looks);
    } else {
        holds = holds && check_ahead(memory, &looks);
    }
    if (!holds) {
        memory->turn = WAYI_BEACON_SEARCH;
    }
    return looks / CHECK_LOOKS;
}
