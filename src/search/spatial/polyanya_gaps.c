// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Polyanya: its gaps. What they are worth, and how one is pushed through the polygon behind it.
#include "search/frame/observer.h"
#include "search/spatial/polyanya.h"

#include <math.h>

#define POLYANYA_SLACK 8 ///< units: what rounding may add to a value

enum {
    POLYANYA_RIGHT_END = 1, ///< the gap goes as far as the side does
    POLYANYA_LEFT_END = 2,
    POLYANYA_RIGHT_BEHIND = 4, ///< the ray goes away from its point
    POLYANYA_LEFT_BEHIND = 8
};

// Numbers -----------------------------------------------------------------------------------------

static uint64_t polyanya_root_of(uint64_t square)
{
    // Any square root that is nearly right will do: whole numbers settle it.
    uint64_t root = (uint64_t)sqrt((double)square);
    while (root * root > square) {
        root--;
    }
    while ((root + 1) * (root + 1) <= square) {
        root++;
    }
    return root;
}

static inline uint64_t polyanya_length(wayi_polyanya_spot a, wayi_polyanya_spot b)
{
    const int64_t dx = a.x - b.x;
    const int64_t dy = a.y - b.y;
    return polyanya_root_of((uint64_t)(dx * dx + dy * dy));
}

/// Positive if c lies left of the line from a to b.
static inline int64_t polyanya_turn(wayi_polyanya_spot a, wayi_polyanya_spot b,
                                    wayi_polyanya_spot c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static inline uint64_t polyanya_between(const way_agent *agent, way_point a, way_point b)
{
    return polyanya_length(wayi_polyanya_spot_of(agent, a), wayi_polyanya_spot_of(agent, b));
}

/// On which side of a gap's right or left ray a point lies.
static inline int64_t polyanya_right_of(const way_agent *agent, const wayi_polyanya_gap *gap,
                                        way_point at)
{
    return wayi_mesh_ray_turn(wayi_polyanya_at(agent, gap->root),
                              wayi_polyanya_at(agent, gap->right),
                              gap->flags & POLYANYA_RIGHT_BEHIND, at);
}

static inline int64_t polyanya_left_of(const way_agent *agent, const wayi_polyanya_gap *gap,
                                       way_point at)
{
    return wayi_mesh_ray_turn(wayi_polyanya_at(agent, gap->root),
                              wayi_polyanya_at(agent, gap->left), gap->flags & POLYANYA_LEFT_BEHIND,
                              at);
}

/// A line that a ray lies on, in its direction.
typedef struct polyanya_ray {
    way_point from, to;
} polyanya_ray;

static inline polyanya_ray polyanya_ray_to(way_point root, way_point other, bool behind)
{
    return behind ? (polyanya_ray){other, root} : (polyanya_ray){root, other};
}

// Values ------------------------------------------------------------------------------------------

/// The place between two where a ray crosses, from how far they lie on either side of it.
static wayi_polyanya_spot polyanya_hit(wayi_polyanya_spot a, wayi_polyanya_spot b, int64_t turn_a,
                                       int64_t turn_b)
{
    const double share = (double)turn_a / ((double)turn_a - (double)turn_b);
    return (wayi_polyanya_spot){a.x + (int64_t)((double)(b.x - a.x) * share),
                                a.y + (int64_t)((double)(b.y - a.y) * share)};
}

/// The goal, or its mirror image behind a side if it lies before it.
static wayi_polyanya_spot polyanya_goal_beyond(const wayi_polyanya *memory, way_point from,
                                               way_point to, wayi_polyanya_spot from_spot,
                                               wayi_polyanya_spot to_spot)
{
    const int64_t turn = wayi_mesh_turn(from, to, memory->goal);
    if (turn >= 0) {
        return memory->goal_spot;
    }
    const int64_t dx = (int64_t)to.x - from.x;
    const int64_t dy = (int64_t)to.y - from.y;
    const double twice = 2.0 * ((double)turn / (double)(dx * dx + dy * dy));
    return (wayi_polyanya_spot){
        memory->goal_spot.x + (int64_t)(twice * (double)(to_spot.y - from_spot.y)),
        memory->goal_spot.y - (int64_t)(twice * (double)(to_spot.x - from_spot.x))};
}

/// A lower bound of the way from the root over the gap to the goal.
static uint64_t polyanya_estimate(const way_agent *agent, const wayi_polyanya_gap *gap)
{
    const wayi_polyanya *memory = agent->memory;
    const way_mesh *mesh = wayi_space_points(agent->space)->mesh;
    const way_point from = wayi_mesh_at(mesh, gap->side);
    const way_point to = wayi_mesh_at(mesh, wayi_mesh_next(mesh, gap->side));
    const wayi_polyanya_spot from_spot = wayi_polyanya_spot_of(agent, from);
    const wayi_polyanya_spot to_spot = wayi_polyanya_spot_of(agent, to);
    const wayi_polyanya_spot root =
        wayi_polyanya_spot_of(agent, wayi_polyanya_at(agent, gap->root));
    const wayi_polyanya_spot right =
        gap->flags & POLYANYA_RIGHT_END
            ? to_spot
            : polyanya_hit(to_spot, from_spot, polyanya_right_of(agent, gap, to),
                           polyanya_right_of(agent, gap, from));
    const wayi_polyanya_spot left =
        gap->flags & POLYANYA_LEFT_END
            ? from_spot
            : polyanya_hit(from_spot, to_spot, polyanya_left_of(agent, gap, from),
                           polyanya_left_of(agent, gap, to));
    const wayi_polyanya_spot goal = polyanya_goal_beyond(memory, from, to, from_spot, to_spot);
    const bool passes_right = polyanya_turn(root, right, goal) < 0;
    const bool passes_left = !passes_right && polyanya_turn(root, left, goal) > 0;
    const wayi_polyanya_spot over = passes_right ? right : left;
    const uint64_t length = passes_right || passes_left
                                ? polyanya_length(root, over) + polyanya_length(over, goal)
                                : polyanya_length(root, goal);
    return length > POLYANYA_SLACK ? length - POLYANYA_SLACK : 0;
}

// Memory ------------------------------------------------------------------------------------------

/// Tells of a root; its length as a cost.
static void polyanya_report(const way_agent *agent, way_event_kind kind, way_state state,
                            const wayi_polyanya_root *root)
{
    const wayi_polyanya *memory = agent->memory;
    if (agent->observer) {
        const uint64_t cells = (uint64_t)wayi_polyanya_scaled((int64_t)root->g, -memory->shift);
        const way_cost g = (way_cost)(cells * WAY_NAVGRAPH_CELL / WAY_MESH_UNIT);
        wayi_observer_write(agent->observer, (way_event){kind, state, root->parent, g, g});
    }
}

bool wayi_polyanya_reach(way_agent *agent, way_state state, uint64_t g, way_state parent)
{
    wayi_polyanya *memory = agent->memory;
    const uint32_t slot = wayi_nodes_touch(&memory->roots, state, sizeof(wayi_polyanya_root));
    if (slot == WAYI_SLOT_NONE) {
        memory->full = true;
        return false;
    }
    wayi_polyanya_root *root = wayi_nodes_at(&memory->roots, slot, sizeof *root);
    if (g < root->g) {
        root->g = g;
        root->parent = parent;
        agent->stats.generations++;
        polyanya_report(agent, WAY_EVENT_GENERATE, state, root);
    }
    return g <= root->g + WAYI_POLYANYA_TIE;
}

static void polyanya_push(way_agent *agent, const wayi_polyanya_gap *gap, uint64_t value)
{
    wayi_polyanya *memory = agent->memory;
    uint32_t slot = memory->free;
    if (slot != WAYI_POLYANYA_LAST) {
        memory->free = memory->gaps[slot].next;
    } else {
        void *gaps = memory->gaps;
        const bool limited = agent->capacity && memory->gap_count == memory->gap_capacity;
        if (limited || !wayi_grow(&agent->allocator, &gaps, &memory->gap_capacity,
                                  memory->gap_count + 1, sizeof *memory->gaps)) {
            memory->full = true;
            return;
        }
        memory->gaps = gaps;
        slot = memory->gap_count++;
    }
    memory->gaps[slot] = *gap;
    agent->stats.heap_pushes++;
    if (!wayi_heap_push(&memory->open, (wayi_heap_item){value, UINT32_MAX - slot, slot})) {
        memory->full = true;
    }
}

static void polyanya_push_valued(way_agent *agent, const wayi_polyanya_gap *gap)
{
    polyanya_push(agent, gap, gap->g + polyanya_estimate(agent, gap));
}

// Successors --------------------------------------------------------------------------------------

bool wayi_polyanya_holds_goal(const way_agent *agent, uint32_t polygon)
{
    const wayi_polyanya *memory = agent->memory;
    if (memory->goal_count > WAYI_POLYANYA_GOALS) {
        return wayi_mesh_holds(wayi_space_points(agent->space)->mesh, polygon, memory->goal);
    }
    for (uint32_t i = 0; i < memory->goal_count; i++) {
        if (memory->goals[i] == polygon) {
            return true;
        }
    }
    return false;
}

void wayi_polyanya_finish(way_agent *agent, way_state root, uint64_t g, way_state bend)
{
    wayi_polyanya *memory = agent->memory;
    const way_point at = wayi_polyanya_at(agent, root);
    if (bend != root) {
        g += polyanya_between(agent, at, wayi_polyanya_at(agent, bend));
        if (!wayi_polyanya_reach(agent, bend, g, root)) {
            return;
        }
    }
    g += polyanya_between(agent, wayi_polyanya_at(agent, bend), memory->goal);
    if (bend == agent->goal.state || wayi_polyanya_reach(agent, agent->goal.state, g, bend)) {
        const wayi_polyanya_gap last = {
            .side = WAYI_POLYANYA_LAST, .root = agent->goal.state, .g = g};
        polyanya_push(agent, &last, g);
    }
}

/// The end of a side where a root on its line, but not on it, comes to it first.
static uint32_t polyanya_nearer(const way_agent *agent, const wayi_polyanya_gap *gap)
{
    const way_mesh *mesh = wayi_space_points(agent->space)->mesh;
    const uint32_t next = wayi_mesh_next(mesh, gap->side);
    const bool beyond = wayi_mesh_on_side(wayi_polyanya_at(agent, gap->root),
                                          wayi_mesh_at(mesh, next), wayi_mesh_at(mesh, gap->side));
    return beyond ? gap->side : next;
}

/// The gap leads into a polygon that holds the goal.
static void polyanya_arrive(way_agent *agent, const wayi_polyanya_gap *gap)
{
    const wayi_polyanya *memory = agent->memory;
    const wayi_points *points = wayi_space_points(agent->space);
    const way_mesh *mesh = points->mesh;
    const uint32_t next = wayi_mesh_next(mesh, gap->side);
    const way_point root = wayi_polyanya_at(agent, gap->root);
    const way_point from = wayi_mesh_at(mesh, gap->side);
    const way_point to = wayi_mesh_at(mesh, next);
    way_state bend = gap->root;
    if (wayi_mesh_turn(from, to, root) == 0) {
        bend = wayi_mesh_on_side(from, to, root)
                   ? gap->root
                   : wayi_points_of(points, polyanya_nearer(agent, gap));
    } else if (polyanya_right_of(agent, gap, memory->goal) < 0) {
        bend = gap->flags & POLYANYA_RIGHT_END ? wayi_points_of(points, next) : WAY_STATE_NONE;
    } else if (polyanya_left_of(agent, gap, memory->goal) > 0) {
        bend = gap->flags & POLYANYA_LEFT_END ? wayi_points_of(points, gap->side) : WAY_STATE_NONE;
    }
    if (bend != WAY_STATE_NONE) {
        wayi_polyanya_finish(agent, gap->root, gap->g, bend);
    }
}

/// Takes a successor: the first is held back, since an only one need not be queued.
static void polyanya_offer(way_agent *agent, wayi_polyanya_gap gap, uint32_t side)
{
    wayi_polyanya *memory = agent->memory;
    const way_mesh *mesh = wayi_space_points(agent->space)->mesh;
    gap.side = mesh->twins[side];
    if (gap.side == WAYI_MESH_NONE || memory->full) {
        return;
    }
    const uint32_t polygon = mesh->owners[gap.side];
    if (wayi_polyanya_holds_goal(agent, polygon)) {
        polyanya_arrive(agent, &gap);
    } else if (mesh->doors[polygon] > 1) {
        if (!memory->chained && !memory->offered) {
            memory->only = gap;
            memory->offered = true;
            memory->chained = true;
            return;
        }
        if (memory->chained) {
            polyanya_push_valued(agent, &memory->only);
            memory->chained = false;
        }
        polyanya_push_valued(agent, &gap);
    }
}

void wayi_polyanya_offer_side(way_agent *agent, way_state root, uint64_t g, uint32_t side)
{
    const wayi_points *points = wayi_space_points(agent->space);
    const wayi_polyanya_gap gap = {.flags = POLYANYA_RIGHT_END | POLYANYA_LEFT_END,
                                   .root = root,
                                   .right = wayi_points_of(points, side),
                                   .left =
                                       wayi_points_of(points, wayi_mesh_next(points->mesh, side)),
                                   .g = g};
    polyanya_offer(agent, gap, side);
}

/// The root lies on the line of the side: it sees all behind it, or nothing but its nearer end.
static void polyanya_expand_flat(way_agent *agent, const wayi_polyanya_gap *gap)
{
    const wayi_points *points = wayi_space_points(agent->space);
    const way_mesh *mesh = points->mesh;
    const uint32_t next = wayi_mesh_next(mesh, gap->side);
    const way_point at = wayi_polyanya_at(agent, gap->root);
    way_state root = gap->root;
    uint64_t g = gap->g;
    if (!wayi_mesh_same(at, wayi_mesh_at(mesh, gap->side)) &&
        !wayi_mesh_same(at, wayi_mesh_at(mesh, next))) {
        const uint32_t end = polyanya_nearer(agent, gap);
        root = wayi_points_of(points, end);
        g += polyanya_between(agent, at, wayi_mesh_at(mesh, end));
        if (!mesh->bends[mesh->stops[end]] || !wayi_polyanya_reach(agent, root, g, gap->root)) {
            return;
        }
    }
    for (uint32_t side = next; side != gap->side; side = wayi_mesh_next(mesh, side)) {
        wayi_polyanya_offer_side(agent, root, g, side);
    }
}

/// Offers what the root sees through the gap of the side `side`, which the rays meet between them.
static void polyanya_offer_seen(way_agent *agent, const wayi_polyanya_gap *gap, uint32_t side)
{
    const wayi_points *points = wayi_space_points(agent->space);
    const uint32_t next = wayi_mesh_next(points->mesh, side);
    wayi_polyanya_gap seen = *gap;
    if (polyanya_right_of(agent, gap, wayi_mesh_at(points->mesh, side)) >= 0) {
        seen.right = wayi_points_of(points, side);
        seen.flags = (seen.flags & ~(uint32_t)POLYANYA_RIGHT_BEHIND) | POLYANYA_RIGHT_END;
    } else {
        seen.flags &= ~(uint32_t)POLYANYA_RIGHT_END;
    }
    if (polyanya_left_of(agent, gap, wayi_mesh_at(points->mesh, next)) <= 0) {
        seen.left = wayi_points_of(points, next);
        seen.flags = (seen.flags & ~(uint32_t)POLYANYA_LEFT_BEHIND) | POLYANYA_LEFT_END;
    } else {
        seen.flags &= ~(uint32_t)POLYANYA_LEFT_END;
    }
    polyanya_offer(agent, seen, side);
}

/// Offers what is seen from the right end of the gap and not from the root: sides up to the one
/// that the right ray meets, and that as far as the ray.
static void polyanya_bend_right(way_agent *agent, const wayi_polyanya_gap *gap, uint32_t last)
{
    const wayi_points *points = wayi_space_points(agent->space);
    const way_mesh *mesh = points->mesh;
    const uint32_t first = wayi_mesh_next(mesh, gap->side);
    const way_state bend = wayi_points_of(points, first);
    const uint64_t g = gap->g + polyanya_between(agent, wayi_polyanya_at(agent, gap->root),
                                                 wayi_polyanya_at(agent, bend));
    if (!wayi_polyanya_reach(agent, bend, g, gap->root)) {
        return;
    }
    for (uint32_t side = first; side != last; side = wayi_mesh_next(mesh, side)) {
        wayi_polyanya_offer_side(agent, bend, g, side);
    }
    if (polyanya_right_of(agent, gap, wayi_mesh_at(mesh, last)) < 0) {
        const wayi_polyanya_gap beside = {.flags = POLYANYA_RIGHT_END | POLYANYA_LEFT_BEHIND,
                                          .root = bend,
                                          .right = wayi_points_of(points, last),
                                          .left = gap->root,
                                          .g = g};
        polyanya_offer(agent, beside, last);
    }
}

/// The same from the left end: from the side that the left ray meets on.
static void polyanya_bend_left(way_agent *agent, const wayi_polyanya_gap *gap, uint32_t first)
{
    const wayi_points *points = wayi_space_points(agent->space);
    const way_mesh *mesh = points->mesh;
    const way_state bend = wayi_points_of(points, gap->side);
    const uint64_t g = gap->g + polyanya_between(agent, wayi_polyanya_at(agent, gap->root),
                                                 wayi_polyanya_at(agent, bend));
    if (!wayi_polyanya_reach(agent, bend, g, gap->root)) {
        return;
    }
    const uint32_t after = wayi_mesh_next(mesh, first);
    if (polyanya_left_of(agent, gap, wayi_mesh_at(mesh, after)) > 0) {
        const wayi_polyanya_gap beside = {.flags = POLYANYA_LEFT_END | POLYANYA_RIGHT_BEHIND,
                                          .root = bend,
                                          .right = gap->root,
                                          .left = wayi_points_of(points, after),
                                          .g = g};
        polyanya_offer(agent, beside, first);
    }
    for (uint32_t side = after; side != gap->side; side = wayi_mesh_next(mesh, side)) {
        wayi_polyanya_offer_side(agent, bend, g, side);
    }
}

/// What lies right of the right ray is reached round the gap's right end if a string bends there.
/// Else the ray may run along sides, which are passed at a bend farther on.
static void polyanya_beside_right(way_agent *agent, const wayi_polyanya_gap *gap, uint32_t met)
{
    const way_mesh *mesh = wayi_space_points(agent->space)->mesh;
    uint32_t side = wayi_mesh_next(mesh, gap->side);
    if (mesh->bends[mesh->stops[side]]) {
        polyanya_bend_right(agent, gap, met);
        return;
    }
    for (; side != met; side = wayi_mesh_next(mesh, side)) {
        if (polyanya_right_of(agent, gap, wayi_mesh_at(mesh, wayi_mesh_next(mesh, side))) != 0) {
            return;
        }
        wayi_polyanya_offer_side(agent, gap->root, gap->g, side);
    }
}

static void polyanya_beside_left(way_agent *agent, const wayi_polyanya_gap *gap, uint32_t met)
{
    const way_mesh *mesh = wayi_space_points(agent->space)->mesh;
    if (mesh->bends[mesh->stops[gap->side]]) {
        polyanya_bend_left(agent, gap, met);
        return;
    }
    uint32_t side = wayi_mesh_next(mesh, met);
    if (polyanya_left_of(agent, gap, wayi_mesh_at(mesh, side)) != 0 ||
        polyanya_left_of(agent, gap, wayi_mesh_at(mesh, wayi_mesh_next(mesh, side))) != 0) {
        return; // the ray passes through the polygon
    }
    for (; side != gap->side; side = wayi_mesh_next(mesh, side)) {
        wayi_polyanya_offer_side(agent, gap->root, gap->g, side);
    }
}

void wayi_polyanya_expand(way_agent *agent, const wayi_polyanya_gap *gap)
{
    wayi_polyanya *memory = agent->memory;
    const way_mesh *mesh = wayi_space_points(agent->space)->mesh;
    const way_point root = wayi_polyanya_at(agent, gap->root);
    memory->chained = memory->offered = false;
    agent->stats.expansions++;
    polyanya_report(agent, WAY_EVENT_EXPAND, gap->root, wayi_polyanya_find(memory, gap->root));
    const wayi_polyanya_spot spot = wayi_polyanya_spot_of(agent, root);
    const int64_t across = spot.x - memory->goal_spot.x;
    const int64_t along = spot.y - memory->goal_spot.y;
    const uint64_t rest = (uint64_t)(across * across + along * along);
    if (rest < memory->closest_square) {
        memory->closest_square = rest;
        memory->closest = gap->root;
    }
    uint32_t first = wayi_mesh_next(mesh, gap->side);
    if (wayi_mesh_turn(root, wayi_mesh_at(mesh, first), wayi_mesh_at(mesh, gap->side)) <= 0) {
        polyanya_expand_flat(agent, gap);
        return;
    }
    const polyanya_ray right = polyanya_ray_to(root, wayi_polyanya_at(agent, gap->right),
                                               gap->flags & POLYANYA_RIGHT_BEHIND);
    const polyanya_ray left = polyanya_ray_to(root, wayi_polyanya_at(agent, gap->left),
                                              gap->flags & POLYANYA_LEFT_BEHIND);
    const uint32_t begin = mesh->starts[mesh->owners[gap->side]];
    const uint32_t end = mesh->starts[mesh->owners[gap->side] + 1];
    uint32_t next = first + 1 < end ? first + 1 : begin;
    while (wayi_mesh_turn(right.from, right.to, wayi_mesh_at(mesh, next)) <= 0) {
        first = next;
        next = next + 1 < end ? next + 1 : begin;
    }
    uint32_t last = first;
    while (next != gap->side && wayi_mesh_turn(left.from, left.to, wayi_mesh_at(mesh, next)) < 0) {
        last = next;
        next = next + 1 < end ? next + 1 : begin;
    }
    for (uint32_t side = first;; side = side + 1 < end ? side + 1 : begin) {
        if (mesh->twins[side] != WAYI_MESH_NONE) {
            polyanya_offer_seen(agent, gap, side);
        }
        if (side == last) {
            break;
        }
    }
    if (gap->flags & POLYANYA_RIGHT_END) {
        polyanya_beside_right(agent, gap, first);
    }
    if (gap->flags & POLYANYA_LEFT_END) {
        polyanya_beside_left(agent, gap, last);
    }
}
