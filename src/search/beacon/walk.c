// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Along the answer of an index, a leg at a time or all legs at once. Hops lead to hubs, so the way
// from its end back to the hub is walked first and noted.
#include "base/inline.h"
#include "search/beacon/beacon.h"

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
    if (memory->late) {
        const wayi_grid *grid = wayi_space_grid(agent->space);
        const wayi_board now = wayi_board_of(grid->map, grid->layer);
        if (!wayi_board_is_free(&now, memory->place.x, memory->place.y) ||
            !wayi_board_sees(&now, memory->place, (wayi_reach){(uint16_t)x, (uint16_t)y, 0})) {
            return wayi_beacon_trip_begin_again(agent);
        }
    }
    wayi_reach via;
    if (memory->bent &&
        wayi_beacon_check_bend(&memory->now, memory->place,
                               (wayi_reach){(uint16_t)x, (uint16_t)y, 0}, &via) &&
        !walk_commit(agent, via.x, via.y)) {
        return WAY_OUTCOME_CAPACITY;
    }
    memory->moved |= memory->place.x != x || memory->place.y != y;
    return walk_commit(agent, x, y) ? WAY_OUTCOME_MOVING : WAY_OUTCOME_CAPACITY;
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
    return memory->hops++ < index->vertex_count
               ? wayi_beacon_hop(index, &index->nodes[match.node], vertex, match.hub)
               : WAYI_BEACON_NONE;
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
    memory->turn = WAYI_BEACON_BACK;
    return walk_go_to_vertex(agent, *first);
}

static way_outcome walk_back(wayi_beacon_memory *memory)
{
    if (memory->vertex == wayi_beacon_walk_hub(memory)) {
        memory->vertex = memory->query.ends[0];
        memory->hops = 0;
        memory->turn = WAYI_BEACON_AHEAD;
        return WAY_OUTCOME_MOVING;
    }
    const uint32_t next = wayi_beacon_walk_hop(memory, memory->vertex);
    if (next == WAYI_BEACON_NONE) {
        return WAY_OUTCOME_NO_PATH;
    }
    memory->noted[memory->noted_count++] = memory->vertex;
    memory->vertex = next;
    return WAY_OUTCOME_MOVING;
}

static way_outcome walk_ahead(way_agent *agent)
{
    wayi_beacon_memory *memory = agent->memory;
    if (memory->vertex == wayi_beacon_walk_hub(memory)) {
        memory->turn = WAYI_BEACON_DOWN;
        return WAY_OUTCOME_MOVING;
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
        return WAY_OUTCOME_MOVING;
    }
    return walk_go_to_vertex(agent, memory->noted[--memory->noted_count]);
}

static way_outcome walk_arrive(way_agent *agent)
{
    const wayi_beacon_memory *memory = agent->memory;
    const wayi_reach to = memory->query.cells[1];
    const way_outcome outcome = wayi_beacon_walk_go(agent, to.x, to.y);
    const bool there = memory->place.x == to.x && memory->place.y == to.y;
    return outcome == WAY_OUTCOME_MOVING && there ? WAY_OUTCOME_ARRIVED : outcome;
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

/// Legs that are measured at a time.
#define WALK_LEGS 64u

/// The two runs of a leg, either of which may have no moves.
typedef struct walk_legs {
    way_run slanted[WALK_LEGS];
    way_run straight[WALK_LEGS];
} walk_legs;

/// Measures legs, each from the place after it to its own, in a loop without branches that
/// compilers turn into vector code. Counts moves, straight and diagonal.
static void walk_measure(const uint32_t *places, uint32_t count, uint32_t width, walk_legs *legs,
                         uint32_t moves[2])
{
    uint32_t straight = 0;
    uint32_t slanted = 0;
    for (uint32_t i = 0; i < count; i++) {
        const int32_t x = (int32_t)(places[i + 1] & UINT16_MAX);
        const int32_t y = (int32_t)(places[i + 1] >> 16);
        const int32_t to_x = (int32_t)(places[i] & UINT16_MAX);
        const int32_t to_y = (int32_t)(places[i] >> 16);
        const int32_t dx = to_x - x;
        const int32_t dy = to_y - y;
        const int32_t wide = dx < 0 ? -dx : dx;
        const int32_t high = dy < 0 ? -dy : dy;
        const int32_t low = wide < high ? wide : high;
        const int32_t rest = (wide < high ? high : wide) - low;
        const uint32_t bend_x = (uint32_t)(x + (dx < 0 ? -low : low));
        const uint32_t bend_y = (uint32_t)(y + (dy < 0 ? -low : low));
        legs->slanted[i].to = bend_y * width + bend_x;
        legs->slanted[i].steps = (uint32_t)low;
        legs->straight[i].to = (uint32_t)to_y * width + (uint32_t)to_x;
        legs->straight[i].steps = (uint32_t)rest;
        straight += (uint32_t)rest;
        slanted += (uint32_t)low;
    }
    moves[0] += straight;
    moves[1] += slanted;
}

/// Writes the runs of legs to some places, from the last of them to the first; behind the last is
/// where the first leg starts. Without a branch: a run of no moves is written over.
static way_run *walk_write(const wayi_board *still, const uint32_t *places, uint32_t count,
                           way_run *out, uint32_t moves[2])
{
    walk_legs legs;
    for (uint32_t end = count; end > 0;) {
        const uint32_t some = end < WALK_LEGS ? end : WALK_LEGS;
        end -= some;
        walk_measure(places + end, some, still->width, &legs, moves);
        for (uint32_t i = some; i-- > 0;) {
            out[0] = legs.slanted[i];
            out += legs.slanted[i].steps != 0;
            out[0] = legs.straight[i];
            out += legs.straight[i].steps != 0;
        }
    }
    return out;
}

/// Both halves of a way, each on its own walk to the hub.
typedef struct walk_halves {
    const wayi_beacon_index *index;
    const wayi_beacon_node *node; ///< of the hub
    const uint8_t *column;        ///< next hops to it; NULL where rows are sparse
    uint32_t hub;
    uint32_t from; ///< vertices that they came to
    uint32_t to;
    way_cost left[2]; ///< from there to the hub, where rows are sparse
    uint32_t *noted;  ///< places of the half from the end, and from the back those of the other
    uint32_t front;
    uint32_t back;
} walk_halves;

/// Where a vertex is, in one number.
static WAYI_ALWAYS_INLINE uint32_t walk_place(const wayi_beacon_index *index, uint32_t vertex,
                                              bool stops)
{
    const uint32_t x = stops ? index->stops[vertex].x : index->vertices[vertex].x;
    const uint32_t y = stops ? index->stops[vertex].y : index->vertices[vertex].y;
    return x | y << 16;
}

/// The next vertex, or NONE if the index lies. With stops it waits for memory once: where an edge
/// leads lies beside the place of the vertex.
static WAYI_ALWAYS_INLINE uint32_t walk_next(walk_halves *halves, uint32_t side, bool stops)
{
    const wayi_beacon_index *index = halves->index;
    const uint32_t vertex = side ? halves->to : halves->from;
    const uint32_t first = halves->node->first;
    if (!stops && !halves->column) {
        return wayi_beacon_hop_sparse(index, halves->node, vertex, halves->hub - first,
                                      &halves->left[side]);
    }
    const uint32_t edge = halves->column[vertex - first];
    if (stops && edge < WAYI_BEACON_NEAR) {
        return index->stops[vertex].near[edge];
    }
    return edge < WAYI_BEACON_LOOK
               ? wayi_beacon_edge(index, index->vertices[vertex].edges + edge)
               : wayi_beacon_hop(index, halves->node, vertex, halves->hub - first);
}

/// Walks on: both halves together as long as neither is there, so that the two wait for memory at
/// the same time, then what is left of each. False if the index lies.
static WAYI_ALWAYS_INLINE bool walk_on(walk_halves *all, bool stops)
{
    walk_halves now = *all;
    const uint32_t hub = now.hub;
    while (now.from != hub && now.to != hub && now.front + 2 <= now.back) {
        now.noted[now.front++] = walk_place(now.index, now.to, stops);
        now.to = walk_next(&now, 1, stops);
        now.from = walk_next(&now, 0, stops);
        if (now.from == WAYI_BEACON_NONE || now.to == WAYI_BEACON_NONE) {
            return false;
        }
        now.noted[--now.back] = walk_place(now.index, now.from, stops);
    }
    while (now.from != hub && now.from != WAYI_BEACON_NONE && now.front < now.back) {
        now.from = walk_next(&now, 0, stops);
        if (now.from != WAYI_BEACON_NONE) {
            now.noted[--now.back] = walk_place(now.index, now.from, stops);
        }
    }
    while (now.to != hub && now.to != WAYI_BEACON_NONE && now.front < now.back) {
        now.noted[now.front++] = walk_place(now.index, now.to, stops);
        now.to = walk_next(&now, 1, stops);
    }
    *all = now;
    return now.from == hub && now.to == hub;
}

/// Commits the legs to the places noted.
static bool walk_commit_all(way_agent *agent, const walk_halves *halves, uint32_t room)
{
    wayi_beacon_memory *memory = agent->memory;
    const wayi_board *still = &halves->index->still;
    uint32_t *noted = halves->noted;
    const uint32_t ahead = room - halves->back;
    const uint32_t legs = ahead + halves->front;
    // A run of no moves may be written behind the last.
    way_run *out = wayi_agent_open_runs(agent, 2 * legs + 1);
    uint32_t moves[2] = {0, 0};
    if (!out) {
        return false;
    }
    noted[room] = (uint32_t)memory->place.x | (uint32_t)memory->place.y << 16;
    const uint32_t hub = noted[halves->back];
    out = walk_write(still, noted + halves->back, ahead, out, moves);
    noted[halves->front] = hub;
    out = walk_write(still, noted, halves->front, out, moves);
    const uint32_t last = legs == 0 ? noted[room] : halves->front ? noted[0] : hub;
    memory->place = (wayi_reach){(uint16_t)last, (uint16_t)(last >> 16), 0};
    const uint64_t cost =
        (uint64_t)moves[0] * still->cardinal + (uint64_t)moves[1] * still->diagonal;
    return wayi_agent_close_runs(agent, out, moves[0] + moves[1],
                                 cost < WAY_COST_MAX ? (way_cost)cost : WAY_COST_MAX);
}

uint32_t wayi_beacon_walk_at_once(way_agent *agent)
{
    wayi_beacon_memory *memory = agent->memory;
    const wayi_beacon_index *index = memory->query.index;
    const wayi_beacon_match match = memory->query.match;
    const wayi_beacon_node *node = &index->nodes[match.node];
    const uint32_t room = index->vertex_count + 1;
    walk_halves halves = {.index = index,
                          .node = node,
                          .column = wayi_beacon_is_sparse(node)
                                        ? NULL
                                        : index->next + node->next +
                                              (uint64_t)match.hub * (node->end - node->first),
                          .hub = node->first + match.hub,
                          .from = memory->query.ends[0],
                          .to = memory->query.ends[1],
                          .noted = memory->noted,
                          .back = room};
    for (uint32_t side = 0; side < 2 && !halves.column; side++) {
        halves.left[side] = wayi_beacon_label(index, node, memory->query.ends[side], match.hub);
    }
    const bool there =
        index->stops && halves.column ? walk_on(&halves, true) : walk_on(&halves, false);
    if (!there || !walk_commit_all(agent, &halves, room)) {
        return 0;
    }
    memory->turn = WAYI_BEACON_ARRIVE;
    return halves.front + 1 + (room - halves.back) + 1 + halves.front + 1;
}
