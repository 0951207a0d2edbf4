// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Along the answer of an index, a leg at a time or all legs at once. Hops lead to hubs, so the way
// from its end back to the hub is walked first and noted.
#include "base/inline.h"
#include "search/beacon/ask/beacon.h"
#include "search/beacon/ask/legs.h"

#include <string.h>

/// Commits the moves to a place, first diagonal, then straight. False without memory.
static bool walk_commit(way_agent *agent, uint32_t x, uint32_t y)
{
    wayi_beacon_memory *memory = agent->memory;
    const way_map *map = wayi_space_grid(agent->space)->map;
    const wayi_reach from = memory->place;
    const int32_t dx = (int32_t)x - from.x;
    const int32_t dy = (int32_t)y - from.y;
    const uint32_t wide = (uint32_t)(dx < 0 ? -dx : dx);
    const uint32_t high = (uint32_t)(dy < 0 ? -dy : dy);
    const uint32_t low = wide < high ? wide : high;
    const uint32_t rest = (wide < high ? high : wide) - low;
    const way_cell end = y * map->width + x;
    memory->place = (wayi_reach){(uint16_t)x, (uint16_t)y, 0};
    if (low) {
        const uint32_t right = dx < 0 ? 0u - low : low;
        const uint32_t down = dy < 0 ? 0u - low : low;
        const way_cell bend = (from.y + down) * map->width + from.x + right;
        if (!wayi_agent_commit_run(agent, bend, low, low * map->costs.diagonal)) {
            return false;
        }
    }
    return !rest || wayi_agent_commit_run(agent, end, rest, rest * map->costs.cardinal);
}

way_outcome wayi_beacon_walk_go(way_agent *agent, uint32_t x, uint32_t y)
{
    wayi_beacon_memory *memory = agent->memory;
    memory->moved |= memory->place.x != x || memory->place.y != y;
    return walk_commit(agent, x, y) ? WAY_OUTCOME_WORKING : WAY_OUTCOME_CAPACITY;
}

static way_outcome walk_go_to_vertex(way_agent *agent, uint32_t vertex)
{
    const wayi_beacon_memory *memory = agent->memory;
    const wayi_beacon_vertex *place = &memory->query.index->vertices[vertex];
    return wayi_beacon_walk_go(agent, place->x, place->y);
}

uint32_t wayi_beacon_walk_hub(const wayi_beacon_memory *memory)
{
    return memory->query.index->nodes[memory->query.match.node].first + memory->query.match.hub;
}

uint32_t wayi_beacon_walk_hop(wayi_beacon_memory *memory, uint32_t vertex)
{
    const wayi_beacon_index *index = memory->query.index;
    const wayi_beacon_match match = memory->query.match;
    const wayi_beacon_node *node = &index->nodes[match.node];
    return memory->hops++ < index->vertex_count ? wayi_beacon_hop(index, node, vertex, match.hub)
                                                : WAYI_BEACON_NONE;
}

static WAYI_ALWAYS_INLINE wayi_beacon_place walk_place(const wayi_beacon_vertex *vertex)
{
    wayi_beacon_place place;
    memcpy(&place, vertex, sizeof place); // which it begins with
    return place;
}

// The index's way ---------------------------------------------------------------------------------

/// From the start to the graph, or a hop on if it is there.
static way_outcome walk_leave(way_agent *agent)
{
    wayi_beacon_memory *memory = agent->memory;
    uint32_t *first = &memory->query.ends[0];
    const wayi_beacon_vertex *vertex = &memory->query.index->vertices[*first];
    memory->hops = 0;
    if (vertex->x == memory->place.x && vertex->y == memory->place.y &&
        *first != wayi_beacon_walk_hub(memory)) {
        *first = wayi_beacon_walk_hop(memory, *first);
        if (*first == WAYI_BEACON_NONE) {
            return WAY_OUTCOME_NO_PATH;
        }
    }
    memory->vertex = memory->query.ends[1];
    memory->hops = 0;
    memory->turn = WAYI_BEACON_BACK;
    return walk_go_to_vertex(agent, *first);
}

static way_outcome walk_back(wayi_beacon_memory *memory)
{
    if (memory->vertex == wayi_beacon_walk_hub(memory)) {
        memory->vertex = memory->query.ends[0];
        memory->hops = 0;
        memory->turn = WAYI_BEACON_AHEAD;
        return WAY_OUTCOME_WORKING;
    }
    const uint32_t next = wayi_beacon_walk_hop(memory, memory->vertex);
    if (next == WAYI_BEACON_NONE) {
        return WAY_OUTCOME_NO_PATH;
    }
    memory->noted[memory->noted_count++] =
        walk_place(&memory->query.index->vertices[memory->vertex]);
    memory->vertex = next;
    return WAY_OUTCOME_WORKING;
}

static way_outcome walk_ahead(way_agent *agent)
{
    wayi_beacon_memory *memory = agent->memory;
    if (memory->vertex == wayi_beacon_walk_hub(memory)) {
        memory->turn = WAYI_BEACON_DOWN;
        return WAY_OUTCOME_WORKING;
    }
    memory->vertex = wayi_beacon_walk_hop(memory, memory->vertex);
    return memory->vertex == WAYI_BEACON_NONE ? WAY_OUTCOME_NO_PATH
                                              : walk_go_to_vertex(agent, memory->vertex);
}

static way_outcome walk_down(way_agent *agent)
{
    wayi_beacon_memory *memory = agent->memory;
    if (memory->noted_count == 0) {
        memory->turn = WAYI_BEACON_ARRIVE;
        return WAY_OUTCOME_WORKING;
    }
    const wayi_beacon_place place = memory->noted[--memory->noted_count];
    return wayi_beacon_walk_go(agent, place.x, place.y);
}

static way_outcome walk_arrive(way_agent *agent)
{
    const wayi_beacon_memory *memory = agent->memory;
    const wayi_reach to = memory->query.cells[1];
    const way_outcome outcome = wayi_beacon_walk_go(agent, to.x, to.y);
    const bool there = memory->place.x == to.x && memory->place.y == to.y;
    return outcome == WAY_OUTCOME_WORKING && there ? WAY_OUTCOME_FOUND : outcome;
}

way_outcome wayi_beacon_walk_step(way_agent *agent)
{
    wayi_beacon_memory *memory = agent->memory;
    switch (memory->turn) {
    case WAYI_BEACON_LEAVE:
        return walk_leave(agent);
    case WAYI_BEACON_BACK:
        return walk_back(memory);
    case WAYI_BEACON_AHEAD:
        return walk_ahead(agent);
    case WAYI_BEACON_DOWN:
        return walk_down(agent);
    default:
        return walk_arrive(agent);
    }
}

// All at once -------------------------------------------------------------------------------------

/// Both halves of a way, from its ends to the hub.
typedef struct walk_way {
    const wayi_beacon_query *query;
    const wayi_beacon_node *node;       ///< of the hub
    const wayi_beacon_vertex *vertices; ///< its own, by whose numbers they go
    const uint8_t *next;                ///< edges that lead to the hub
} walk_way;

/// Where the halves are after a round of hops.
typedef struct walk_state {
    uint32_t last[2];
    uint32_t next[2]; ///< the vertices after those; one that is at the hub stays there
} walk_state;

/// The vertex after another one of the node; the same one at the hub, or if the index lies.
static WAYI_ALWAYS_INLINE uint32_t walk_next(const walk_way *way, uint32_t vertex)
{
    const wayi_beacon_index *index = way->query->index;
    const wayi_beacon_node *node = way->node;
    const uint32_t edge = way->next[vertex];
    if (edge < WAYI_BEACON_LOOK) {
        return wayi_beacon_edge(index, way->vertices[vertex].edges + edge) - node->first;
    }
    const uint32_t next = wayi_beacon_hop(index, node, node->first + vertex, way->query->match.hub);
    return next == WAYI_BEACON_NONE ? vertex : next - node->first;
}

/// A round of both halves together, so that the two wait for memory at the same time.
static WAYI_ALWAYS_INLINE walk_state walk_on(const walk_way *way, walk_state state,
                                             wayi_legs_round rounds[2])
{
    for (uint32_t i = 0; i < WAYI_LEGS; i++) {
        for (uint32_t side = 0; side < 2; side++) {
            const uint32_t vertex = state.next[side];
            rounds[side].places[i] = walk_place(&way->vertices[vertex]);
            state.last[side] = vertex;
            state.next[side] = walk_next(way, vertex);
        }
    }
    return state;
}

/// Whether a half came to an end that is not the hub: the index lies.
static bool walk_is_stuck(walk_state state, uint32_t hub)
{
    return (state.last[0] == state.next[0] && state.last[0] != hub) ||
           (state.last[1] == state.next[1] && state.last[1] != hub);
}

/// Commits a way; returns the hops of both halves, or false, and then nothing is committed. The
/// half from the start is written from the front of the room for runs, the one from the goal from
/// its back. The hops of the next round are on their way while the legs of one are written.
static bool walk_all(way_agent *agent, const walk_way *way, uint32_t hops[2])
{
    const wayi_beacon_memory *memory = agent->memory;
    const wayi_beacon_query *query = way->query;
    const wayi_board *still = &query->index->still;
    const uint32_t hub = query->match.hub;
    const uint32_t first = query->index->nodes[query->match.node].first;
    const uint32_t starts[2] = {query->ends[0] - first, query->ends[1] - first};
    const wayi_beacon_place cells[2] = {{memory->place.x, memory->place.y},
                                        {query->cells[1].x, query->cells[1].y}};
    // Each run takes a step, each leg two runs at most.
    const uint32_t steps = query->cost / still->cardinal;
    const uint32_t most = 2 * (query->index->vertex_count + 2);
    const uint32_t spare = 2 * (2 * WAYI_LEGS + WAYI_LEGS_SPARE);
    const uint32_t room = (steps < most ? steps : most) + spare;
    way_segment *out = wayi_agent_open_runs(agent, room);
    if (!out) {
        return false;
    }
    way_segment *const end = out + room;
    way_segment *back = end;
    wayi_legs legs[2] = {wayi_legs_start(still->width, cells[0]),
                         wayi_legs_start(still->width, cells[1])};
    bool there[2] = {false, false};
    wayi_legs_round rounds[2][2];
    walk_state state = {.next = {starts[0], starts[1]}};
    state = walk_on(way, state, rounds[0]);
    for (uint32_t now = 0; !there[0] || !there[1]; now = 1 - now) {
        if (back - out < (ptrdiff_t)spare || walk_is_stuck(state, hub)) {
            return false;
        }
        const walk_state then = walk_on(way, state, rounds[1 - now]);
        if (!there[0]) {
            out = wayi_legs_write(&legs[0], &rounds[now][0], false, out);
            there[0] = state.last[0] == hub;
        }
        if (!there[1]) {
            back = wayi_legs_write(&legs[1], &rounds[now][1], true, back);
            there[1] = state.last[1] == hub;
        }
        state = then;
    }
    memmove(out, back, (size_t)(end - back) * sizeof *out);
    const wayi_legs_sums sums[2] = {legs[0].sums, legs[1].sums};
    for (uint32_t side = 0; side < 2; side++) {
        const wayi_beacon_vertex *vertex = &way->vertices[starts[side]];
        const bool on = vertex->x == cells[side].x && vertex->y == cells[side].y;
        hops[side] = sums[side].legs - !on;
    }
    const uint32_t moves = sums[0].moves + sums[1].moves;
    const uint32_t slanted = sums[0].slanted + sums[1].slanted;
    const uint64_t cost =
        (uint64_t)(moves - slanted) * still->cardinal + (uint64_t)slanted * still->diagonal;
    return wayi_agent_close_runs(agent, out + (end - back), moves,
                                 cost < WAY_COST_MAX ? (way_cost)cost : WAY_COST_MAX);
}

uint32_t wayi_beacon_walk_at_once(way_agent *agent)
{
    wayi_beacon_memory *memory = agent->memory;
    const wayi_beacon_query *query = &memory->query;
    const wayi_beacon_index *index = query->index;
    const wayi_beacon_node *node = &index->nodes[query->match.node];
    const uint64_t column = (uint64_t)query->match.hub * (node->end - node->first);
    const walk_way way = {.query = query,
                          .node = node,
                          .vertices = index->vertices + node->first,
                          .next = index->next + node->next + column};
    uint32_t hops[2] = {0, 0};
    if (!walk_all(agent, &way, hops)) {
        return 0;
    }
    // A leg at a time, the first piece is a hop if the start is on the graph.
    const wayi_beacon_vertex *first = &index->vertices[query->ends[0]];
    const bool leaves = memory->turn == WAYI_BEACON_LEAVE;
    const bool on = first->x == memory->place.x && first->y == memory->place.y;
    memory->place = query->cells[1];
    memory->turn = WAYI_BEACON_ARRIVE;
    return (leaves && !(on && hops[0])) + (hops[0] + 1) + 2 * (hops[1] + 1) + 1;
}
