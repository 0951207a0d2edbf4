// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Whether the old way is still a best one on a map that changed. No way that passes nothing new
// costs less than the old one did; so if that is legal as it stands, and no opening can lead to a
// cheaper one, it is. Its legs are looked at from both ends to the hub; then it is walked as ever.
#include "search/beacon/ask/beacon.h"

/// Legs of a piece of work, and looks from a cell to another that take the time of an expansion.
#define CHECK_LEGS 4u
#define CHECK_LOOKS 8u
/// Patches that are compared in the time of a look.
#define CHECK_PATCHES 4u

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

static wayi_reach check_place(const wayi_beacon_memory *memory, uint32_t vertex)
{
    const wayi_beacon_vertex *place = &memory->query.index->vertices[vertex];
    return (wayi_reach){place->x, place->y, 0};
}

/// Whether the leg between an end of the way and the graph holds; what follows leads on to the hub.
static bool check_end(wayi_beacon_memory *memory, uint32_t side, uint32_t *looks)
{
    const wayi_beacon_query *query = &memory->query;
    const wayi_reach first = check_place(memory, query->ends[side]);
    memory->vertex = query->ends[side];
    memory->hops = 0;
    memory->turn = side ? WAYI_BEACON_CHECK_BACK : WAYI_BEACON_CHECK_AHEAD;
    return side ? check_leg(memory, first, query->cells[1], looks)
                : check_leg(memory, query->cells[0], first, looks);
}

/// The answer: can it be beaten, and does its last leg hold.
static bool check_begin(wayi_beacon_memory *memory, uint32_t *looks)
{
    const wayi_beacon_query *query = &memory->query;
    *looks += memory->stale->count / CHECK_PATCHES;
    return wayi_beacon_stale_holds(memory->stale, query->cells, query->cost) &&
           check_end(memory, 1, looks);
}

/// The next leg to the hub, as it is walked; there, the other half or the way itself.
static bool check_on(wayi_beacon_memory *memory, uint32_t *looks)
{
    const bool back = memory->turn == WAYI_BEACON_CHECK_BACK;
    if (memory->vertex == wayi_beacon_walk_hub(memory)) {
        memory->turn = WAYI_BEACON_LEAVE;
        return !back || check_end(memory, 0, looks);
    }
    const wayi_reach here = check_place(memory, memory->vertex);
    memory->vertex = wayi_beacon_walk_hop(memory, memory->vertex);
    if (memory->vertex == WAYI_BEACON_NONE) {
        return false;
    }
    const wayi_reach next = check_place(memory, memory->vertex);
    return back ? check_leg(memory, next, here, looks) : check_leg(memory, here, next, looks);
}

uint32_t wayi_beacon_check_step(wayi_beacon_memory *memory)
{
    uint32_t looks = 0;
    bool holds = true;
    if (memory->turn == WAYI_BEACON_CHECK_BEGIN) {
        holds = check_begin(memory, &looks);
    }
    for (uint32_t i = 0; i < CHECK_LEGS && holds && memory->turn != WAYI_BEACON_LEAVE; i++) {
        holds = check_on(memory, &looks);
    }
    if (!holds) {
        memory->turn = WAYI_BEACON_SEARCH;
    }
    return looks / CHECK_LOOKS;
}
