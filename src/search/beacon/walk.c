// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Along the answer of an index, a leg at a time or all legs at once. Hops lead to hubs, so the way
// from its end back to the hub is walked first and noted.
#include "base/inline.h"
#include "search/beacon/beacon.h"

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
    if (memory->late) {
        const wayi_grid *grid = wayi_space_grid(agent->space);
        const wayi_board now = wayi_board_of(grid->map, grid->layer);
        if (!wayi_board_is_free(&now, memory->place.x, memory->place.y) ||
            !wayi_board_sees(&now, memory->place, (wayi_reach){(uint16_t)x, (uint16_t)y, 0})) {
            return wayi_beacon_trip_begin_again(agent);
        }
    }
    if (memory->bent) {
        wayi_reach via;
        uint32_t looks = 0;
        const bool bends = wayi_beacon_check_bend(
            &memory->now, memory->place, (wayi_reach){(uint16_t)x, (uint16_t)y, 0}, &via, &looks);
        agent->stats.expansions += looks / WAYI_BEACON_LOOKS;
        if (bends && !walk_commit(agent, via.x, via.y)) {
            return WAY_OUTCOME_CAPACITY;
        }
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

/// How far it is to the hub, for rows that are sparse: others need not know.
static way_cost walk_left(const wayi_beacon_index *index, wayi_beacon_match match, uint32_t vertex)
{
    const wayi_beacon_node *node = &index->nodes[match.node];
    return wayi_beacon_is_sparse(node) ? wayi_beacon_label(index, node, vertex, match.hub) : 0;
}

uint32_t wayi_beacon_walk_hop(wayi_beacon_memory *memory, uint32_t vertex)
{
    const wayi_beacon_index *index = memory->query.index;
    const wayi_beacon_match match = memory->query.match;
    const wayi_beacon_node *node = &index->nodes[match.node];
    if (memory->hops == 0) {
        memory->left = walk_left(index, match, vertex);
    }
    return memory->hops++ < index->vertex_count
               ? wayi_beacon_hop(index, node, vertex, match.hub, &memory->left)
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
        return WAY_OUTCOME_MOVING;
    }
    const uint32_t next = wayi_beacon_walk_hop(memory, memory->vertex);
    if (next == WAYI_BEACON_NONE) {
        return WAY_OUTCOME_NO_PATH;
    }
    memory->noted[memory->noted_count++] =
        walk_place(&memory->query.index->vertices[memory->vertex]);
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
    const wayi_beacon_place place = memory->noted[--memory->noted_count];
    return wayi_beacon_walk_go(agent, place.x, place.y);
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

/// Legs that are measured at a time, and those of one round of vector code.
#define WALK_LEGS 64u
#define WALK_ROUND 8u

/// Legs as they are written: the runs of each, of which there are two, one or none; the only one
/// comes first.
typedef struct walk_legs {
    way_run first[WALK_LEGS];
    way_run second[WALK_LEGS];
    uint32_t counts[WALK_LEGS];
} walk_legs;

/// Measures legs, each from the place after it to its own, in a loop without branches that
/// compilers turn into vector code: a multiple of WALK_ROUND. Counts moves, and diagonal ones.
static void walk_measure(const wayi_beacon_place *places, uint32_t count, uint32_t width,
                         walk_legs *legs, uint32_t moves[2])
{
    uint32_t all = 0;
    uint32_t slanted = 0;
    count &= ~(WALK_ROUND - 1);
    for (uint32_t i = 0; i < count; i++) {
        const uint16_t x = places[i + 1].x;
        const uint16_t y = places[i + 1].y;
        const uint16_t to_x = places[i].x;
        const uint16_t to_y = places[i].y;
        const uint16_t wide = (uint16_t)(x < to_x ? to_x - x : x - to_x);
        const uint16_t high = (uint16_t)(y < to_y ? to_y - y : y - to_y);
        const uint16_t low = wide < high ? wide : high;
        const uint16_t most = wide < high ? high : wide;
        const uint16_t rest = (uint16_t)(most - low);
        const uint16_t bend_x = (uint16_t)(x < to_x ? x + low : x - low);
        const uint16_t bend_y = (uint16_t)(y < to_y ? y + low : y - low);
        const uint32_t bend = (uint32_t)bend_y * width + bend_x;
        const uint32_t end = (uint32_t)to_y * width + to_x;
        legs->first[i].to = low ? bend : end;
        legs->first[i].steps = low ? low : rest;
        legs->second[i].to = end;
        legs->second[i].steps = rest;
        legs->counts[i] = (uint32_t)(low != 0) + (uint32_t)(rest != 0);
        all += most;
        slanted += low;
    }
    moves[0] += all;
    moves[1] += slanted;
}

/// Writes the runs of the legs to some places, from the last of them to the first; behind the last
/// is where the first leg starts, once and WALK_ROUND times more. Two runs are written of each leg:
/// those that it has not are written over.
static way_run *walk_write(const wayi_beacon_place *places, uint32_t count, uint32_t width,
                           way_run *out, uint32_t moves[2])
{
    walk_legs legs;
    for (uint32_t end = (count + WALK_ROUND - 1) / WALK_ROUND * WALK_ROUND; end > 0;) {
        const uint32_t some = end % WALK_LEGS ? end % WALK_LEGS : WALK_LEGS;
        end -= some;
        walk_measure(places + end, some, width, &legs, moves);
        for (uint32_t i = some; i-- > 0;) {
            out[0] = legs.first[i];
            out[1] = legs.second[i];
            out += legs.counts[i];
        }
    }
    return out;
}

/// Both halves of a way, each on its own walk to the hub.
typedef struct walk_halves {
    const wayi_beacon_index *index;
    const wayi_beacon_node *node; ///< of the hub
    const uint16_t *trail;        ///< hops to it, or NULL
    uint32_t hub;
    uint32_t from; ///< vertices that they came to
    uint32_t to;
    way_cost left[2];         ///< from there to the hub, where rows are sparse
    wayi_beacon_place *noted; ///< the half from the end, and from the back the other one
    uint32_t front;
    uint32_t back;
} walk_halves;

/// Follows trails: both halves together as long as neither is there, so that the two wait for
/// memory at the same time, then what is left of each. Ends where they do not tell, too.
static void walk_follow(walk_halves *halves)
{
    const wayi_beacon_vertex *vertices = halves->index->vertices + halves->node->first;
    const uint16_t *trail = halves->trail;
    const uint32_t hub = halves->hub - halves->node->first;
    wayi_beacon_place *up = halves->noted + halves->front;
    wayi_beacon_place *down = halves->noted + halves->back;
    uint32_t from = halves->from - halves->node->first;
    uint32_t to = halves->to - halves->node->first;
    for (uint32_t hops = (uint32_t)(down - up) / 2; hops && from != hub && to != hub; hops--) {
        const uint32_t next[2] = {trail[from], trail[to]};
        if (next[0] == WAYI_BEACON_ASTRAY || next[1] == WAYI_BEACON_ASTRAY) {
            break;
        }
        from = next[0];
        to = next[1];
        *--down = walk_place(&vertices[from]);
        *up++ = walk_place(&vertices[to]);
    }
    for (; from != hub && up < down && trail[from] != WAYI_BEACON_ASTRAY;) {
        from = trail[from];
        *--down = walk_place(&vertices[from]);
    }
    for (; to != hub && up < down && trail[to] != WAYI_BEACON_ASTRAY;) {
        to = trail[to];
        *up++ = walk_place(&vertices[to]);
    }
    halves->front = (uint32_t)(up - halves->noted);
    halves->back = (uint32_t)(down - halves->noted);
    halves->from = from + halves->node->first;
    halves->to = to + halves->node->first;
}

/// The next vertex, or NONE if the index lies.
static uint32_t walk_next(walk_halves *halves, uint32_t side)
{
    return wayi_beacon_hop(halves->index, halves->node, side ? halves->to : halves->from,
                           halves->hub - halves->node->first, &halves->left[side]);
}

/// The same without trails. False if the index lies.
static bool walk_on(walk_halves *halves)
{
    const wayi_beacon_vertex *vertices = halves->index->vertices;
    while ((halves->from != halves->hub || halves->to != halves->hub) &&
           halves->front + 2 <= halves->back) {
        if (halves->from != halves->hub) {
            halves->from = walk_next(halves, 0);
            if (halves->from == WAYI_BEACON_NONE) {
                return false;
            }
            halves->noted[--halves->back] = walk_place(&vertices[halves->from]);
        }
        if (halves->to != halves->hub) {
            halves->to = walk_next(halves, 1);
            if (halves->to == WAYI_BEACON_NONE) {
                return false;
            }
            halves->noted[halves->front++] = walk_place(&vertices[halves->to]);
        }
    }
    return halves->from == halves->hub && halves->to == halves->hub;
}

/// Commits the legs to the places noted, `ahead` of which are those from the start to the hub.
static bool walk_commit_all(way_agent *agent, const walk_halves *halves, uint32_t ahead)
{
    const wayi_board *still = &halves->index->still;
    wayi_beacon_place *noted = halves->noted;
    const uint32_t legs = halves->front + ahead - 1;
    memmove(noted + halves->front, noted + halves->back, ahead * sizeof *noted);
    for (uint32_t i = 0; i <= WALK_ROUND; i++) {
        noted[legs + i] = noted[legs];
    }
    // Two runs may be written behind the last.
    way_run *out = wayi_agent_open_runs(agent, 2 * legs + 2);
    uint32_t moves[2] = {0, 0};
    if (!out) {
        return false;
    }
    out = walk_write(noted, legs, still->width, out, moves);
    const uint64_t cost =
        (uint64_t)(moves[0] - moves[1]) * still->cardinal + (uint64_t)moves[1] * still->diagonal;
    return wayi_agent_close_runs(agent, out, moves[0],
                                 cost < WAY_COST_MAX ? (way_cost)cost : WAY_COST_MAX);
}

uint32_t wayi_beacon_walk_at_once(way_agent *agent)
{
    wayi_beacon_memory *memory = agent->memory;
    const wayi_beacon_query *query = &memory->query;
    const wayi_beacon_index *index = query->index;
    const wayi_beacon_match match = query->match;
    const wayi_beacon_node *node = &index->nodes[match.node];
    const uint32_t room = index->vertex_count + 3;
    walk_halves halves = {
        .index = index,
        .node = node,
        .trail = wayi_beacon_trail(index, node, match.hub),
        .hub = node->first + match.hub,
        .from = query->ends[0],
        .to = query->ends[1],
        .left = {walk_left(index, match, query->ends[0]), walk_left(index, match, query->ends[1])},
        .noted = memory->noted,
        .front = 2,
        .back = room - 2};
    halves.noted[0] = (wayi_beacon_place){query->cells[1].x, query->cells[1].y};
    halves.noted[1] = walk_place(&index->vertices[halves.to]);
    halves.noted[room - 1] = (wayi_beacon_place){memory->place.x, memory->place.y};
    halves.noted[room - 2] = walk_place(&index->vertices[halves.from]);
    if (halves.trail) {
        walk_follow(&halves);
    }
    const bool there = walk_on(&halves);
    const uint32_t hops[2] = {room - 2 - halves.back, halves.front - 2};
    if (!there || !walk_commit_all(agent, &halves, hops[0] + 2)) {
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
