// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Whether the old way is still a best one on a map that changed. No way that passes no opening
// costs less than the old one did; so if that is legal as it stands, or with legs bent aside within
// their boxes, which costs nothing, and no opening can lead to a cheaper one, it is.
//
// The old way is asked of the old board. As long as that shares its planes with the layer, the
// answer holds for ends from which nothing that changed is in sight: a box that a change touches
// holds a cell of the rim around the change, and the box up to the first such cell is what it was.
#include "search/beacon/ask/beacon.h"

/// Moves by which a leg is put aside, at most.
#define CHECK_ASIDE 8
/// Cells of rims that are looked for, at most.
#define CHECK_RIM 96u

// Bends -------------------------------------------------------------------------------------------

/// Whether a leg is legal by way of a cell.
static bool check_sees_by(const wayi_board *now, wayi_reach from, wayi_reach via, wayi_reach to)
{
    return wayi_board_sees(now, from, via) && wayi_board_sees(now, via, to);
}

bool wayi_beacon_check_bend(const wayi_board *now, wayi_reach from, wayi_reach to, wayi_reach *via,
                            uint32_t *looks)
{
    const int32_t x = from.x < to.x ? 1 : -1; // of a diagonal move
    const int32_t y = from.y < to.y ? 1 : -1;
    const int32_t wide = (to.x - from.x) * x;
    const int32_t high = (to.y - from.y) * y;
    const int32_t slanted = wide < high ? wide : high;
    const int32_t straight = (wide < high ? high : wide) - slanted;
    ++*looks;
    if (slanted == 0 || straight == 0 || wayi_board_sees(now, from, to)) {
        return false; // there is no other way in the box, or no need of one
    }
    for (int32_t aside = 1; aside <= CHECK_ASIDE; aside++) {
        // First straight, so that the diagonal lies elsewhere; or some of the diagonal last.
        *via = (wayi_reach){(uint16_t)(from.x + (wide > high ? aside * x : 0)),
                            (uint16_t)(from.y + (wide > high ? 0 : aside * y)), 0};
        *looks += 4;
        if (aside <= straight && check_sees_by(now, from, *via, to)) {
            return true;
        }
        *via = (wayi_reach){(uint16_t)(to.x - aside * x), (uint16_t)(to.y - aside * y), 0};
        if (aside <= slanted && check_sees_by(now, from, *via, to)) {
            return true;
        }
    }
    return false;
}

/// Whether a leg of the old way is legal now, or with a bend.
static bool check_leg_holds(wayi_beacon_memory *memory, wayi_reach from, wayi_reach to)
{
    wayi_reach via;
    if (wayi_board_sees(&memory->now, from, to)) {
        return true;
    }
    uint32_t looks = 0;
    const bool bends = wayi_beacon_check_bend(&memory->now, from, to, &via, &looks);
    memory->extra += looks / WAYI_BEACON_LOOKS;
    memory->bent |= bends;
    return bends;
}

// The question ------------------------------------------------------------------------------------

/// Whether nothing that changed is in sight of a cell.
static bool check_is_aside(wayi_beacon_memory *memory, wayi_reach cell)
{
    const wayi_beacon_stale *stale = memory->stale;
    const wayi_board *now = &memory->now;
    uint32_t looks = 0;
    for (uint32_t i = 0; i < stale->count; i++) {
        const way_rect grown = stale->patches[i].grown;
        const uint32_t count = wayi_beacon_rim_count(grown);
        looks += count;
        if (looks > CHECK_RIM ||
            (cell.x - grown.x < grown.width && cell.y - grown.y < grown.height)) {
            return false;
        }
        memory->extra += count / WAYI_BEACON_LOOKS;
        for (uint32_t k = 0; k < count; k++) {
            if (wayi_board_sees(now, cell, wayi_beacon_rim_cell(grown, k))) {
                return false;
            }
        }
    }
    return true;
}

/// Whether one end sees the other, and else whether the index can be asked.
static void check_look(wayi_beacon_memory *memory)
{
    wayi_beacon_query *query = &memory->query;
    const wayi_board *old = &query->index->still;
    const wayi_reach from = query->cells[0];
    const wayi_reach to = query->cells[1];
    if (wayi_board_sees(&memory->now, from, to)) {
        memory->turn = WAYI_BEACON_ARRIVE;
        return;
    }
    query->shared = !old->planes;
    const bool asks =
        memory->told && !query->index->thin && wayi_board_is_free(old, from.x, from.y) &&
        wayi_board_is_free(old, to.x, to.y) &&
        (!query->shared || (check_is_aside(memory, from) && check_is_aside(memory, to)));
    memory->turn = asks ? WAYI_BEACON_ASK : WAYI_BEACON_SEARCH_BEGIN;
}

// The old way -------------------------------------------------------------------------------------

static wayi_reach check_place(const wayi_beacon_memory *memory, uint32_t vertex)
{
    const wayi_beacon_vertex *place = &memory->query.index->vertices[vertex];
    return (wayi_reach){place->x, place->y, 0};
}

/// Looks at the next leg of the old way, from the start on or from the goal back.
static void check_leg(wayi_beacon_memory *memory)
{
    const wayi_beacon_query *query = &memory->query;
    bool holds = true;
    if (memory->turn == WAYI_BEACON_CHECK_START) {
        holds = check_leg_holds(memory, query->cells[0], check_place(memory, query->ends[0])) &&
                check_leg_holds(memory, check_place(memory, query->ends[1]), query->cells[1]);
        memory->vertex = query->ends[0];
        memory->turn = WAYI_BEACON_CHECK_AHEAD;
        memory->hops = 0;
    } else if (memory->vertex == wayi_beacon_walk_hub(memory)) {
        const bool ahead = memory->turn == WAYI_BEACON_CHECK_AHEAD;
        memory->vertex = query->ends[1];
        memory->turn = ahead ? WAYI_BEACON_CHECK_BACK : WAYI_BEACON_CHECK_AIM;
        memory->hops = 0;
    } else {
        const uint32_t next = wayi_beacon_walk_hop(memory, memory->vertex);
        if (next != WAYI_BEACON_NONE) {
            const wayi_reach here = check_place(memory, memory->vertex);
            const wayi_reach there = check_place(memory, next);
            holds = memory->turn == WAYI_BEACON_CHECK_AHEAD ? check_leg_holds(memory, here, there)
                                                            : check_leg_holds(memory, there, here);
        }
        holds = holds && next != WAYI_BEACON_NONE;
        memory->vertex = next;
    }
    if (!holds) {
        memory->turn = WAYI_BEACON_SEARCH_BEGIN;
    }
}

/// The old way is legal: nothing is cheaper unless it passes an opening.
static void check_openings(wayi_beacon_memory *memory)
{
    wayi_beacon_openings *openings = &memory->openings;
    bool done = false;
    // Openings that were listed on another map say nothing.
    if (memory->late) {
        memory->turn = WAYI_BEACON_SEARCH_BEGIN;
        return;
    }
    if (memory->turn == WAYI_BEACON_CHECK_AIM) {
        wayi_beacon_openings_begin(openings, memory->stale, &memory->query);
        memory->extra += openings->count / WAYI_BEACON_LOOKS;
        memory->turn = WAYI_BEACON_CHECK_DOUBT;
    }
    memory->extra += wayi_beacon_openings_step(openings, &done);
    if (done) {
        memory->turn = openings->doubt ? WAYI_BEACON_SEARCH_BEGIN : WAYI_BEACON_LEAVE;
    }
}

uint32_t wayi_beacon_check_step(wayi_beacon_memory *memory)
{
    memory->extra = 0;
    switch (memory->turn) {
    case WAYI_BEACON_LOOK_AHEAD:
        check_look(memory);
        break;
    case WAYI_BEACON_CHECK_AIM:
    case WAYI_BEACON_CHECK_DOUBT:
        check_openings(memory);
        break;
    default:
        check_leg(memory);
        break;
    }
    return memory->extra;
}
