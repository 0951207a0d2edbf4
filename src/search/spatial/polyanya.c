// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Polyanya: the shortest way over a navigation mesh, at any angle. A node of the search is a gap: a
// piece of a side of a polygon, all of which is seen from one point, the root, to which the way is
// known. It is pushed on through the polygon behind it: over the sides that the root sees through
// the gap, and, where an end of the gap is a corner that a string would bend round, over those
// beside them with that corner as the root. A gap's value is the shortest way over it to the goal
// if nothing else were there, so gaps are taken as A* takes states.
//
// Invariant: every taut way from the start to the goal passes gaps that were made or are to come; a
// root that is reached by a shorter way makes all gaps of the longer one stale. The first time the
// goal comes up, no way is shorter.
//
// Everything is decided in whole numbers. The ends of a gap are hardly ever whole, but each lies on
// a ray from the root through another point of the mesh: gaps keep that point, and which side of a
// ray something lies on is exact. Lengths are counted in units of which 2^28 to 2^29 are the larger
// side of the mesh (in thousandths of a cell: 2^-8 of them on a map of 1000 cells), each rounded
// down. Values of gaps involve divisions and are lowered by POLYANYA_SLACK units, more than
// rounding can add. A straight way may be counted in one piece or in several, which differ by
// rounding, and come to its end on either side: both must go on, so ways to a root are equal within
// POLYANYA_TIE.
//
// Departs from the paper: gaps by rays instead of by ends; corners are found by exact angles when
// the mesh is made.
//
// Cui, Harabor, Grastien: Compromise-free Pathfinding on a Navigation Mesh, 2017.
#include "core/heap.h"
#include "core/nodes.h"
#include "search/frame/algorithm.h"
#include "search/frame/observer.h"
#include "space/mesh.h"

#include <math.h>

#define POLYANYA_BITS 28         ///< of the scaled size of a mesh
#define POLYANYA_SLACK 8         ///< units: what rounding may add to a value
#define POLYANYA_TIE 256         ///< units: ways to a root that differ by less are equal
#define POLYANYA_GOALS 16u       ///< polygons round the goal that are listed
#define POLYANYA_GAPS 8u         ///< gaps that an agent with a limit has room for, for each state
#define POLYANYA_LAST UINT32_MAX ///< instead of a side: the goal itself

enum {
    POLYANYA_RIGHT_END = 1, ///< the gap goes as far as the side does
    POLYANYA_LEFT_END = 2,
    POLYANYA_RIGHT_BEHIND = 4, ///< the ray goes away from its point
    POLYANYA_LEFT_BEHIND = 8
};

/// A place in scaled units, from the mesh's low corner.
typedef struct polyanya_spot {
    int64_t x, y;
} polyanya_spot;

typedef struct polyanya_gap {
    uint32_t side; ///< of the polygon behind it
    uint32_t flags;
    way_state root;
    way_state right, left; ///< on the rays from the root that bound it
    uint32_t next;         ///< free gaps: the next one
    uint64_t g;            ///< length to the root
} polyanya_gap;

/// What is known of a state that was a root.
typedef struct polyanya_root {
    uint32_t stamp;
    way_state parent;
    uint64_t g;
} polyanya_root;

static const polyanya_root polyanya_blank = {.g = UINT64_MAX, .parent = WAY_STATE_NONE};

typedef struct polyanya_memory {
    wayi_nodes roots;
    wayi_heap open;
    polyanya_gap *gaps;
    uint32_t gap_count, gap_capacity;
    uint32_t free; ///< first free gap, or LAST
    bool full;     ///< there was no room
    bool chained;  ///< `only` is to be expanded next: it was the only successor
    bool offered;  ///< `only` is the first successor of this expansion
    polyanya_gap only;
    int32_t shift;
    way_point goal;
    polyanya_spot goal_spot;
    uint32_t goals[POLYANYA_GOALS]; ///< polygons that hold the goal
    uint32_t goal_count;            ///< more than POLYANYA_GOALS: not all are listed
    way_state closest;
    uint64_t closest_square;
} polyanya_memory;

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

static inline uint64_t polyanya_length(polyanya_spot a, polyanya_spot b)
{
    const int64_t dx = a.x - b.x;
    const int64_t dy = a.y - b.y;
    return polyanya_root_of((uint64_t)(dx * dx + dy * dy));
}

/// Positive if c lies left of the line from a to b.
static inline int64_t polyanya_turn(polyanya_spot a, polyanya_spot b, polyanya_spot c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static inline int64_t polyanya_scaled(int64_t value, int32_t shift)
{
    return shift >= 0 ? value * (INT64_C(1) << shift) : value / (INT64_C(1) << -shift);
}

static inline polyanya_spot polyanya_spot_of(const way_agent *agent, way_point at)
{
    const way_mesh *mesh = wayi_space_points(agent->space)->mesh;
    const int32_t shift = ((const polyanya_memory *)agent->memory)->shift;
    return (polyanya_spot){polyanya_scaled((int64_t)at.x - mesh->low.x, shift),
                           polyanya_scaled((int64_t)at.y - mesh->low.y, shift)};
}

static inline way_point polyanya_at(const way_agent *agent, way_state state)
{
    return wayi_points_at(wayi_space_points(agent->space), state);
}

static inline uint64_t polyanya_between(const way_agent *agent, way_point a, way_point b)
{
    return polyanya_length(polyanya_spot_of(agent, a), polyanya_spot_of(agent, b));
}

/// On which side of a gap's right or left ray a point lies.
static inline int64_t polyanya_right_of(const way_agent *agent, const polyanya_gap *gap,
                                        way_point at)
{
    return wayi_mesh_ray_turn(polyanya_at(agent, gap->root), polyanya_at(agent, gap->right),
                              gap->flags & POLYANYA_RIGHT_BEHIND, at);
}

static inline int64_t polyanya_left_of(const way_agent *agent, const polyanya_gap *gap,
                                       way_point at)
{
    return wayi_mesh_ray_turn(polyanya_at(agent, gap->root), polyanya_at(agent, gap->left),
                              gap->flags & POLYANYA_LEFT_BEHIND, at);
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
static polyanya_spot polyanya_hit(polyanya_spot a, polyanya_spot b, int64_t turn_a, int64_t turn_b)
{
    const double share = (double)turn_a / ((double)turn_a - (double)turn_b);
    return (polyanya_spot){a.x + (int64_t)((double)(b.x - a.x) * share),
                           a.y + (int64_t)((double)(b.y - a.y) * share)};
}

/// The goal, or its mirror image behind a side if it lies before it.
static polyanya_spot polyanya_goal_beyond(const polyanya_memory *memory, way_point from,
                                          way_point to, polyanya_spot from_spot,
                                          polyanya_spot to_spot)
{
    const int64_t turn = wayi_mesh_turn(from, to, memory->goal);
    if (turn >= 0) {
        return memory->goal_spot;
    }
    const int64_t dx = (int64_t)to.x - from.x;
    const int64_t dy = (int64_t)to.y - from.y;
    const double twice = 2.0 * ((double)turn / (double)(dx * dx + dy * dy));
    return (polyanya_spot){
        memory->goal_spot.x + (int64_t)(twice * (double)(to_spot.y - from_spot.y)),
        memory->goal_spot.y - (int64_t)(twice * (double)(to_spot.x - from_spot.x))};
}

/// A lower bound of the way from the root over the gap to the goal.
static uint64_t polyanya_estimate(const way_agent *agent, const polyanya_gap *gap)
{
    const polyanya_memory *memory = agent->memory;
    const way_mesh *mesh = wayi_space_points(agent->space)->mesh;
    const way_point from = wayi_mesh_at(mesh, gap->side);
    const way_point to = wayi_mesh_at(mesh, wayi_mesh_next(mesh, gap->side));
    const polyanya_spot from_spot = polyanya_spot_of(agent, from);
    const polyanya_spot to_spot = polyanya_spot_of(agent, to);
    const polyanya_spot root = polyanya_spot_of(agent, polyanya_at(agent, gap->root));
    const polyanya_spot right =
        gap->flags & POLYANYA_RIGHT_END
            ? to_spot
            : polyanya_hit(to_spot, from_spot, polyanya_right_of(agent, gap, to),
                           polyanya_right_of(agent, gap, from));
    const polyanya_spot left =
        gap->flags & POLYANYA_LEFT_END
            ? from_spot
            : polyanya_hit(from_spot, to_spot, polyanya_left_of(agent, gap, from),
                           polyanya_left_of(agent, gap, to));
    const polyanya_spot goal = polyanya_goal_beyond(memory, from, to, from_spot, to_spot);
    const bool passes_right = polyanya_turn(root, right, goal) < 0;
    const bool passes_left = !passes_right && polyanya_turn(root, left, goal) > 0;
    const polyanya_spot over = passes_right ? right : left;
    const uint64_t length = passes_right || passes_left
                                ? polyanya_length(root, over) + polyanya_length(over, goal)
                                : polyanya_length(root, goal);
    return length > POLYANYA_SLACK ? length - POLYANYA_SLACK : 0;
}

// Memory ------------------------------------------------------------------------------------------

static inline polyanya_root *polyanya_find(const polyanya_memory *memory, way_state state)
{
    const uint32_t slot = wayi_nodes_find(&memory->roots, state, sizeof(polyanya_root));
    return slot == WAYI_SLOT_NONE ? NULL
                                  : wayi_nodes_at(&memory->roots, slot, sizeof(polyanya_root));
}

/// Tells of a root; its length as a cost.
static void polyanya_report(const way_agent *agent, way_event_kind kind, way_state state,
                            const polyanya_root *root)
{
    const polyanya_memory *memory = agent->memory;
    if (agent->observer) {
        const uint64_t cells = (uint64_t)polyanya_scaled((int64_t)root->g, -memory->shift);
        const way_cost g = (way_cost)(cells * WAY_NAVGRAPH_CELL / WAY_MESH_UNIT);
        wayi_observer_write(agent->observer, (way_event){kind, state, root->parent, g, g});
    }
}

/// Whether a way to a state is as short as any so far, as far as rounding lets tell; notes the
/// best.
static bool polyanya_reach(way_agent *agent, way_state state, uint64_t g, way_state parent)
{
    polyanya_memory *memory = agent->memory;
    const uint32_t slot = wayi_nodes_touch(&memory->roots, state, sizeof(polyanya_root));
    if (slot == WAYI_SLOT_NONE) {
        memory->full = true;
        return false;
    }
    polyanya_root *root = wayi_nodes_at(&memory->roots, slot, sizeof *root);
    if (g < root->g) {
        root->g = g;
        root->parent = parent;
        agent->stats.generations++;
        polyanya_report(agent, WAY_EVENT_GENERATE, state, root);
    }
    return g <= root->g + POLYANYA_TIE;
}

static void polyanya_push(way_agent *agent, const polyanya_gap *gap, uint64_t value)
{
    polyanya_memory *memory = agent->memory;
    uint32_t slot = memory->free;
    if (slot != POLYANYA_LAST) {
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

static void polyanya_push_valued(way_agent *agent, const polyanya_gap *gap)
{
    polyanya_push(agent, gap, gap->g + polyanya_estimate(agent, gap));
}

// Successors --------------------------------------------------------------------------------------

static bool polyanya_holds_goal(const way_agent *agent, uint32_t polygon)
{
    const polyanya_memory *memory = agent->memory;
    if (memory->goal_count > POLYANYA_GOALS) {
        return wayi_mesh_holds(wayi_space_points(agent->space)->mesh, polygon, memory->goal);
    }
    for (uint32_t i = 0; i < memory->goal_count; i++) {
        if (memory->goals[i] == polygon) {
            return true;
        }
    }
    return false;
}

/// The goal is seen from a root, or from a bend behind it.
static void polyanya_finish(way_agent *agent, way_state root, uint64_t g, way_state bend)
{
    polyanya_memory *memory = agent->memory;
    const way_point at = polyanya_at(agent, root);
    if (bend != root) {
        g += polyanya_between(agent, at, polyanya_at(agent, bend));
        if (!polyanya_reach(agent, bend, g, root)) {
            return;
        }
    }
    g += polyanya_between(agent, polyanya_at(agent, bend), memory->goal);
    if (bend == agent->goal.state || polyanya_reach(agent, agent->goal.state, g, bend)) {
        const polyanya_gap last = {.side = POLYANYA_LAST, .root = agent->goal.state, .g = g};
        polyanya_push(agent, &last, g);
    }
}

/// The end of a side where a root on its line, but not on it, comes to it first.
static uint32_t polyanya_nearer(const way_agent *agent, const polyanya_gap *gap)
{
    const way_mesh *mesh = wayi_space_points(agent->space)->mesh;
    const uint32_t next = wayi_mesh_next(mesh, gap->side);
    const bool beyond = wayi_mesh_on_side(polyanya_at(agent, gap->root), wayi_mesh_at(mesh, next),
                                          wayi_mesh_at(mesh, gap->side));
    return beyond ? gap->side : next;
}

/// The gap leads into a polygon that holds the goal.
static void polyanya_arrive(way_agent *agent, const polyanya_gap *gap)
{
    const polyanya_memory *memory = agent->memory;
    const wayi_points *points = wayi_space_points(agent->space);
    const way_mesh *mesh = points->mesh;
    const uint32_t next = wayi_mesh_next(mesh, gap->side);
    const way_point root = polyanya_at(agent, gap->root);
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
        polyanya_finish(agent, gap->root, gap->g, bend);
    }
}

/// Takes a successor: the first is held back, since an only one need not be queued.
static void polyanya_offer(way_agent *agent, polyanya_gap gap, uint32_t side)
{
    polyanya_memory *memory = agent->memory;
    const way_mesh *mesh = wayi_space_points(agent->space)->mesh;
    gap.side = mesh->twins[side];
    if (gap.side == WAYI_MESH_NONE || memory->full) {
        return;
    }
    const uint32_t polygon = mesh->owners[gap.side];
    if (polyanya_holds_goal(agent, polygon)) {
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

/// A whole side, seen from a root.
static void polyanya_offer_side(way_agent *agent, way_state root, uint64_t g, uint32_t side)
{
    const wayi_points *points = wayi_space_points(agent->space);
    const polyanya_gap gap = {.flags = POLYANYA_RIGHT_END | POLYANYA_LEFT_END,
                              .root = root,
                              .right = wayi_points_of(points, side),
                              .left = wayi_points_of(points, wayi_mesh_next(points->mesh, side)),
                              .g = g};
    polyanya_offer(agent, gap, side);
}

/// The root lies on the line of the side: it sees all behind it, or nothing but its nearer end.
static void polyanya_expand_flat(way_agent *agent, const polyanya_gap *gap)
{
    const wayi_points *points = wayi_space_points(agent->space);
    const way_mesh *mesh = points->mesh;
    const uint32_t next = wayi_mesh_next(mesh, gap->side);
    const way_point at = polyanya_at(agent, gap->root);
    way_state root = gap->root;
    uint64_t g = gap->g;
    if (!wayi_mesh_same(at, wayi_mesh_at(mesh, gap->side)) &&
        !wayi_mesh_same(at, wayi_mesh_at(mesh, next))) {
        const uint32_t end = polyanya_nearer(agent, gap);
        root = wayi_points_of(points, end);
        g += polyanya_between(agent, at, wayi_mesh_at(mesh, end));
        if (!mesh->bends[mesh->stops[end]] || !polyanya_reach(agent, root, g, gap->root)) {
            return;
        }
    }
    for (uint32_t side = next; side != gap->side; side = wayi_mesh_next(mesh, side)) {
        polyanya_offer_side(agent, root, g, side);
    }
}

/// Offers what the root sees through the gap of the side `side`, which the rays meet between them.
static void polyanya_offer_seen(way_agent *agent, const polyanya_gap *gap, uint32_t side)
{
    const wayi_points *points = wayi_space_points(agent->space);
    const uint32_t next = wayi_mesh_next(points->mesh, side);
    polyanya_gap seen = *gap;
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
static void polyanya_bend_right(way_agent *agent, const polyanya_gap *gap, uint32_t last)
{
    const wayi_points *points = wayi_space_points(agent->space);
    const way_mesh *mesh = points->mesh;
    const uint32_t first = wayi_mesh_next(mesh, gap->side);
    const way_state bend = wayi_points_of(points, first);
    const uint64_t g =
        gap->g + polyanya_between(agent, polyanya_at(agent, gap->root), polyanya_at(agent, bend));
    if (!polyanya_reach(agent, bend, g, gap->root)) {
        return;
    }
    for (uint32_t side = first; side != last; side = wayi_mesh_next(mesh, side)) {
        polyanya_offer_side(agent, bend, g, side);
    }
    if (polyanya_right_of(agent, gap, wayi_mesh_at(mesh, last)) < 0) {
        const polyanya_gap beside = {.flags = POLYANYA_RIGHT_END | POLYANYA_LEFT_BEHIND,
                                     .root = bend,
                                     .right = wayi_points_of(points, last),
                                     .left = gap->root,
                                     .g = g};
        polyanya_offer(agent, beside, last);
    }
}

/// The same from the left end: from the side that the left ray meets on.
static void polyanya_bend_left(way_agent *agent, const polyanya_gap *gap, uint32_t first)
{
    const wayi_points *points = wayi_space_points(agent->space);
    const way_mesh *mesh = points->mesh;
    const way_state bend = wayi_points_of(points, gap->side);
    const uint64_t g =
        gap->g + polyanya_between(agent, polyanya_at(agent, gap->root), polyanya_at(agent, bend));
    if (!polyanya_reach(agent, bend, g, gap->root)) {
        return;
    }
    const uint32_t after = wayi_mesh_next(mesh, first);
    if (polyanya_left_of(agent, gap, wayi_mesh_at(mesh, after)) > 0) {
        const polyanya_gap beside = {.flags = POLYANYA_LEFT_END | POLYANYA_RIGHT_BEHIND,
                                     .root = bend,
                                     .right = gap->root,
                                     .left = wayi_points_of(points, after),
                                     .g = g};
        polyanya_offer(agent, beside, first);
    }
    for (uint32_t side = after; side != gap->side; side = wayi_mesh_next(mesh, side)) {
        polyanya_offer_side(agent, bend, g, side);
    }
}

/// What lies right of the right ray is reached round the gap's right end if a string bends there.
/// Else the ray may run along sides, which are passed at a bend farther on.
static void polyanya_beside_right(way_agent *agent, const polyanya_gap *gap, uint32_t met)
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
        polyanya_offer_side(agent, gap->root, gap->g, side);
    }
}

static void polyanya_beside_left(way_agent *agent, const polyanya_gap *gap, uint32_t met)
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
        polyanya_offer_side(agent, gap->root, gap->g, side);
    }
}

/// Pushes a gap on through the polygon behind it.
static void polyanya_expand(way_agent *agent, const polyanya_gap *gap)
{
    polyanya_memory *memory = agent->memory;
    const way_mesh *mesh = wayi_space_points(agent->space)->mesh;
    const way_point root = polyanya_at(agent, gap->root);
    memory->chained = memory->offered = false;
    agent->stats.expansions++;
    polyanya_report(agent, WAY_EVENT_EXPAND, gap->root, polyanya_find(memory, gap->root));
    const polyanya_spot spot = polyanya_spot_of(agent, root);
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
    const polyanya_ray right =
        polyanya_ray_to(root, polyanya_at(agent, gap->right), gap->flags & POLYANYA_RIGHT_BEHIND);
    const polyanya_ray left =
        polyanya_ray_to(root, polyanya_at(agent, gap->left), gap->flags & POLYANYA_LEFT_BEHIND);
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

// The algorithm -----------------------------------------------------------------------------------

static way_status polyanya_create(way_agent *agent)
{
    polyanya_memory *memory = agent->memory;
    const way_mesh *mesh = wayi_space_points(agent->space)->mesh;
    const wayi_nodes_config config = {.blank = &polyanya_blank,
                                      .stride = sizeof polyanya_blank,
                                      .id_count = agent->space->state_count,
                                      .limit = agent->capacity,
                                      .sparse = wayi_agent_wants_sparse(agent)};
    wayi_heap_init(&memory->open, &agent->allocator);
    const uint64_t across = (uint64_t)((int64_t)mesh->high.x - mesh->low.x);
    const uint64_t down = (uint64_t)((int64_t)mesh->high.y - mesh->low.y);
    const uint64_t size = across > down ? across : down;
    memory->shift = POLYANYA_BITS;
    while (memory->shift > -POLYANYA_BITS &&
           polyanya_scaled((int64_t)size, memory->shift) >= INT64_C(1) << POLYANYA_BITS) {
        memory->shift--;
    }
    const way_status status = wayi_nodes_init(&memory->roots, &config, &agent->allocator);
    if (status != WAY_STATUS_OK || !agent->capacity) {
        return status;
    }
    void *gaps = NULL;
    const uint32_t room = agent->capacity > UINT32_MAX / POLYANYA_GAPS / 2
                              ? UINT32_MAX / 2
                              : agent->capacity * POLYANYA_GAPS;
    if (!wayi_grow(&agent->allocator, &gaps, &memory->gap_capacity, room, sizeof *memory->gaps) ||
        !wayi_heap_reserve(&memory->open, room)) {
        memory->gaps = gaps;
        return WAY_STATUS_NO_MEMORY;
    }
    memory->gaps = gaps;
    return WAY_STATUS_OK;
}

static void polyanya_destroy(way_agent *agent)
{
    polyanya_memory *memory = agent->memory;
    wayi_free(&agent->allocator, memory->gaps, memory->gap_capacity, sizeof *memory->gaps);
    wayi_heap_fini(&memory->open);
    wayi_nodes_fini(&memory->roots);
}

static size_t polyanya_bytes(const way_agent *agent)
{
    const polyanya_memory *memory = agent->memory;
    return wayi_nodes_bytes(&memory->roots) + memory->gap_capacity * sizeof *memory->gaps +
           memory->open.capacity * sizeof *memory->open.items;
}

static uint32_t polyanya_states_max(const way_agent *agent)
{
    return ((const polyanya_memory *)agent->memory)->roots.count;
}

static void polyanya_list_goals(way_agent *agent)
{
    polyanya_memory *memory = agent->memory;
    const way_mesh *mesh = wayi_space_points(agent->space)->mesh;
    const uint32_t home = wayi_points_home(wayi_space_points(agent->space), agent->goal.state);
    wayi_mesh_round round = wayi_mesh_round_begin(mesh, home, memory->goal);
    memory->goal_count = 0;
    do {
        if (memory->goal_count < POLYANYA_GOALS) {
            memory->goals[memory->goal_count] = round.polygon;
        }
        memory->goal_count++;
    } while (wayi_mesh_round_next(&round));
}

/// Looks round from the start in one polygon that holds it; true if that holds the goal as well.
static bool polyanya_look_round(way_agent *agent, uint32_t polygon)
{
    const way_mesh *mesh = wayi_space_points(agent->space)->mesh;
    const way_point start = polyanya_at(agent, agent->start);
    if (polyanya_holds_goal(agent, polygon)) {
        return true;
    }
    for (uint32_t side = mesh->starts[polygon]; side < mesh->starts[polygon + 1]; side++) {
        if (!wayi_mesh_on_side(wayi_mesh_at(mesh, side),
                               wayi_mesh_at(mesh, wayi_mesh_next(mesh, side)), start)) {
            polyanya_offer_side(agent, agent->start, 0, side);
        }
    }
    return false;
}

static way_status polyanya_begin(way_agent *agent)
{
    polyanya_memory *memory = agent->memory;
    const way_mesh *mesh = wayi_space_points(agent->space)->mesh;
    const way_point start = polyanya_at(agent, agent->start);
    wayi_nodes_clear(&memory->roots);
    wayi_heap_clear(&memory->open);
    memory->gap_count = 0;
    memory->free = POLYANYA_LAST;
    memory->full = memory->chained = false;
    memory->offered = true; // all successors of the start are queued
    memory->goal = polyanya_at(agent, agent->goal.state);
    memory->goal_spot = polyanya_spot_of(agent, memory->goal);
    memory->closest = agent->start;
    memory->closest_square = UINT64_MAX;
    polyanya_list_goals(agent);
    if (!polyanya_reach(agent, agent->start, 0, WAY_STATE_NONE)) {
        return WAY_STATUS_NO_MEMORY;
    }
    bool near_goal = false;
    wayi_mesh_round round = wayi_mesh_round_begin(
        mesh, wayi_points_home(wayi_space_points(agent->space), agent->start), start);
    do {
        near_goal = polyanya_look_round(agent, round.polygon);
    } while (!near_goal && wayi_mesh_round_next(&round));
    if (near_goal) {
        polyanya_finish(agent, agent->start, 0, agent->start);
    }
    return WAY_STATUS_OK;
}

/// Commits the way to a state over its roots.
static bool polyanya_commit(way_agent *agent, way_state last)
{
    const polyanya_memory *memory = agent->memory;
    const wayi_points *points = wayi_space_points(agent->space);
    const uint32_t first = agent->path.count;
    way_cost cost = 0;
    for (way_state state = last; state != agent->start;) {
        const way_state parent = polyanya_find(memory, state)->parent;
        if (!wayi_path_buffer_push(&agent->path, state)) {
            agent->path.count = first;
            return false;
        }
        cost = way_cost_add(cost, wayi_points_cost(points, parent, state));
        state = parent;
    }
    wayi_path_buffer_reverse(&agent->path, first);
    agent->cost = way_cost_add(agent->cost, cost);
    return true;
}

static way_outcome polyanya_step(way_agent *agent, uint32_t budget)
{
    polyanya_memory *memory = agent->memory;
    for (; budget > 0 && !memory->full; budget--) {
        polyanya_gap gap;
        if (memory->chained) {
            gap = memory->only;
        } else {
            if (memory->open.count == 0) {
                return WAY_OUTCOME_NO_PATH;
            }
            const uint32_t slot = wayi_heap_pop(&memory->open).slot;
            agent->stats.heap_pops++;
            gap = memory->gaps[slot];
            memory->gaps[slot].next = memory->free;
            memory->free = slot;
        }
        if (gap.g > polyanya_find(memory, gap.root)->g + POLYANYA_TIE) {
            memory->chained = false;
            continue; // its root has been reached by a shorter way since
        }
        if (gap.side == POLYANYA_LAST) {
            return polyanya_commit(agent, gap.root) ? WAY_OUTCOME_ARRIVED : WAY_OUTCOME_CAPACITY;
        }
        polyanya_expand(agent, &gap);
    }
    return memory->full ? WAY_OUTCOME_CAPACITY : WAY_OUTCOME_MOVING;
}

static void polyanya_give_up(way_agent *agent)
{
    polyanya_commit(agent, ((const polyanya_memory *)agent->memory)->closest);
}

const wayi_algorithm wayi_algorithm_polyanya = {
    .info = {.name = "polyanya",
             .title = "Polyanya",
             .family = "spatial",
             .summary = "The shortest way over a navigation mesh, at any angle",
             .reference = "Cui, Harabor, Grastien: Compromise-free Pathfinding on a Navigation "
                          "Mesh, 2017",
             .traits = WAY_TRAIT_COMPLETE | WAY_TRAIT_PARTIAL_PATHS,
             .needs = WAY_SPACE_MESH_POINTS},
    .memory_size = sizeof(polyanya_memory),
    .create = polyanya_create,
    .destroy = polyanya_destroy,
    .memory_bytes = polyanya_bytes,
    .states_max = polyanya_states_max,
    .begin = polyanya_begin,
    .step = polyanya_step,
    .give_up = polyanya_give_up,
};
