// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Along the answer of an index, a leg at a time or all legs at once. Hops lead to hubs, so the way
// from its end back to the hub is walked first and noted.
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
    memory->moved = true;
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

/// The next vertex on the way, by the column of the hub if it has one, or NONE if the index lies.
static inline uint32_t walk_next(const wayi_beacon_memory *memory, const uint8_t *column,
                                 uint32_t first, uint32_t vertex)
{
    const wayi_beacon_index *index = memory->query.index;
    const uint32_t edge = column ? column[vertex - first] : WAYI_BEACON_LOOK;
    if (edge >= WAYI_BEACON_LOOK) {
        const wayi_beacon_match match = memory->query.match;
        return wayi_beacon_hop(index, &index->nodes[match.node], vertex, match.hub);
    }
    return wayi_beacon_edge(index, index->vertices[vertex].edges + edge);
}

/// Where a vertex is, in one number.
static inline uint32_t walk_pack(const wayi_beacon_vertex *vertex)
{
    return (uint32_t)vertex->x | (uint32_t)vertex->y << 16;
}

/// Writes the runs of legs to some places, from the last of them to the first, without a branch:
/// a run of no moves is written over. Counts moves, straight and diagonal.
static way_run *walk_write(wayi_beacon_memory *memory, const uint32_t *places, uint32_t count,
                           way_run *out, uint32_t moves[2])
{
    const int32_t width = (int32_t)memory->query.index->still.width;
    int32_t x = memory->place.x;
    int32_t y = memory->place.y;
    int32_t straight = 0;
    int32_t slanted = 0;
    for (uint32_t i = count; i-- > 0;) {
        const int32_t to_x = (int32_t)(places[i] & UINT16_MAX);
        const int32_t to_y = (int32_t)(places[i] >> 16);
        const int32_t dx = to_x - x;
        const int32_t dy = to_y - y;
        const int32_t wide = dx < 0 ? -dx : dx;
        const int32_t high = dy < 0 ? -dy : dy;
        const int32_t low = wide < high ? wide : high;
        const int32_t rest = (wide < high ? high : wide) - low;
        const int32_t bend_x = x + (dx < 0 ? -low : low);
        const int32_t bend_y = y + (dy < 0 ? -low : low);
        *out = (way_run){(uint32_t)(bend_y * width + bend_x), (uint32_t)low};
        out += low != 0;
        x = to_x;
        y = to_y;
        *out = (way_run){(uint32_t)(y * width + x), (uint32_t)rest};
        out += rest != 0;
        straight += rest;
        slanted += low;
    }
    moves[0] += (uint32_t)straight;
    moves[1] += (uint32_t)slanted;
    memory->place = (wayi_reach){(uint16_t)x, (uint16_t)y, 0};
    return out;
}

/// Commits the legs to those places and then to others.
static bool walk_commit_all(way_agent *agent, const uint32_t *first, uint32_t first_count,
                            const uint32_t *second, uint32_t second_count)
{
    wayi_beacon_memory *memory = agent->memory;
    const wayi_board *still = &memory->query.index->still;
    // A run of no moves may be written behind the last.
    way_run *out = wayi_agent_open_runs(agent, 2 * (first_count + second_count) + 1);
    uint32_t moves[2] = {0, 0};
    if (!out) {
        return false;
    }
    out = walk_write(memory, first, first_count, out, moves);
    out = walk_write(memory, second, second_count, out, moves);
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
    const uint8_t *column =
        wayi_beacon_is_sparse(node)
            ? NULL
            : index->next + node->next + (uint64_t)match.hub * (node->end - node->first);
    const uint32_t hub = node->first + match.hub;
    uint32_t *noted = memory->noted;
    const uint32_t room = index->vertex_count + 1;
    uint32_t front = 0;
    uint32_t back = room;
    uint32_t from = memory->query.ends[0];
    uint32_t to = memory->query.ends[1];
    while (from != hub || to != hub) {
        if (front + 1 >= back) {
            return 0;
        }
        if (to != hub) {
            noted[front++] = walk_pack(&index->vertices[to]);
            to = walk_next(memory, column, node->first, to);
        }
        const bool moves = from != hub;
        if (moves) {
            from = walk_next(memory, column, node->first, from);
        }
        if (from == WAYI_BEACON_NONE || to == WAYI_BEACON_NONE) {
            return 0;
        }
        if (moves) {
            noted[--back] = walk_pack(&index->vertices[from]);
        }
    }
    if (!walk_commit_all(agent, noted + back, room - back, noted, front)) {
        return 0;
    }
    memory->turn = WAYI_BEACON_ARRIVE;
    return front + 1 + (room - back) + 1 + front + 1;
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
