// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Polyanya: its gaps. What they are worth, and how one is pushed through the polygon behind it.
#include "search/frame/observer.h"
#include "search/spatial/polyanya.h"

#include <math.h>

#define POLYANYA_SLACK 8 ///< units: what rounding may add to a value

enum {
    POLYANYA_RIGHT_END = 1, ///< the gap goes as far as the door does
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

/// Of a square in units of points, in scaled units.
static inline uint64_t polyanya_scaled_root(const wayi_polyanya *memory, uint64_t square)
{
    const int32_t twice = 2 * memory->shift;
    return polyanya_root_of(twice >= 0 ? square << twice : square >> -twice);
}

static inline uint64_t polyanya_between(const wayi_polyanya *memory, way_point a, way_point b)
{
    return polyanya_scaled_root(memory, wayi_polyanya_square(a, b));
}

/// A line that a ray lies on, in its direction.
typedef struct polyanya_ray {
    way_point from, to;
} polyanya_ray;

static inline polyanya_ray polyanya_ray_to(way_point root, way_point other, bool behind)
{
    return behind ? (polyanya_ray){other, root} : (polyanya_ray){root, other};
}

static inline polyanya_ray polyanya_right_ray(const wayi_polyanya_gap *gap)
{
    return polyanya_ray_to(gap->at, gap->right, gap->flags & POLYANYA_RIGHT_BEHIND);
}

static inline polyanya_ray polyanya_left_ray(const wayi_polyanya_gap *gap)
{
    return polyanya_ray_to(gap->at, gap->left, gap->flags & POLYANYA_LEFT_BEHIND);
}

/// On which side of a ray a point lies: positive is left.
static inline int64_t polyanya_side_of(polyanya_ray ray, way_point at)
{
    return wayi_mesh_turn(ray.from, ray.to, at);
}

// Values ------------------------------------------------------------------------------------------

/// A place in scaled units, from a root.
typedef struct polyanya_spot {
    int64_t x, y;
} polyanya_spot;

static inline polyanya_spot polyanya_spot_of(const wayi_polyanya *memory, way_point root,
                                             way_point at)
{
    return (polyanya_spot){wayi_polyanya_scaled((int64_t)at.x - root.x, memory->shift),
                           wayi_polyanya_scaled((int64_t)at.y - root.y, memory->shift)};
}

static inline uint64_t polyanya_length(polyanya_spot a, polyanya_spot b)
{
    const int64_t dx = a.x - b.x;
    const int64_t dy = a.y - b.y;
    return polyanya_root_of((uint64_t)(dx * dx + dy * dy));
}

/// Positive if b lies left of the line from the root to a.
static inline int64_t polyanya_turn(polyanya_spot a, polyanya_spot b)
{
    return a.x * b.y - a.y * b.x;
}

/// The place between two where a ray crosses.
static polyanya_spot polyanya_hit(polyanya_spot a, polyanya_spot b, int64_t turn_a, int64_t turn_b)
{
    const double share = (double)turn_a / ((double)turn_a - (double)turn_b);
    return (polyanya_spot){a.x + (int64_t)((double)(b.x - a.x) * share),
                           a.y + (int64_t)((double)(b.y - a.y) * share)};
}

/// The goal, or its mirror image behind a door if it lies before it.
static polyanya_spot polyanya_goal_beyond(const wayi_polyanya *memory, const wayi_mesh_door *door,
                                          const polyanya_spot ends[2], way_point root)
{
    const polyanya_spot goal = polyanya_spot_of(memory, root, memory->goal);
    const int64_t turn = wayi_mesh_turn(door->from, door->to, memory->goal);
    if (turn >= 0) {
        return goal;
    }
    const double square = (double)wayi_polyanya_square(door->from, door->to);
    const double twice = 2.0 * ((double)turn / square);
    return (polyanya_spot){goal.x + (int64_t)(twice * (double)(ends[1].y - ends[0].y)),
                           goal.y - (int64_t)(twice * (double)(ends[1].x - ends[0].x))};
}

/// The two ends of a gap, and those of its door.
typedef struct polyanya_ends {
    polyanya_spot right, left;
    polyanya_spot door[2]; ///< from, to
} polyanya_ends;

static inline polyanya_ends polyanya_ends_of(const wayi_polyanya *memory,
                                             const wayi_mesh_door *door,
                                             const wayi_polyanya_gap *gap)
{
    polyanya_ends ends = {.door = {polyanya_spot_of(memory, gap->at, door->from),
                                   polyanya_spot_of(memory, gap->at, door->to)}};
    ends.right = ends.door[1];
    ends.left = ends.door[0];
    if (!(gap->flags & POLYANYA_RIGHT_END)) {
        const polyanya_ray ray = polyanya_right_ray(gap);
        ends.right = polyanya_hit(ends.door[1], ends.door[0], polyanya_side_of(ray, door->to),
                                  polyanya_side_of(ray, door->from));
    }
    if (!(gap->flags & POLYANYA_LEFT_END)) {
        const polyanya_ray ray = polyanya_left_ray(gap);
        ends.left = polyanya_hit(ends.door[0], ends.door[1], polyanya_side_of(ray, door->from),
                                 polyanya_side_of(ray, door->to));
    }
    return ends;
}

/// A lower bound of the way from the root over the gap to the goal.
static uint64_t polyanya_estimate(const wayi_polyanya *memory, const wayi_mesh_door *door,
                                  const wayi_polyanya_gap *gap)
{
    const polyanya_spot root = {0, 0};
    const polyanya_ends ends = polyanya_ends_of(memory, door, gap);
    const polyanya_spot goal = polyanya_goal_beyond(memory, door, ends.door, gap->at);
    const bool passes_right = polyanya_turn(ends.right, goal) < 0;
    const bool passes_left = !passes_right && polyanya_turn(ends.left, goal) > 0;
    const polyanya_spot over = passes_right ? ends.right : ends.left;
    const uint64_t length = passes_right || passes_left
                                ? polyanya_length(root, over) + polyanya_length(over, goal)
                                : polyanya_length(root, goal);
    return length > POLYANYA_SLACK ? length - POLYANYA_SLACK : 0;
}

/// Whether every point of a gap is reached by a shorter way than from its root: along the door from
/// the corner at an end of it, to which a length is known. What is gained that way shrinks with the
/// distance from the corner, so the other end decides.
static bool polyanya_is_beaten(const wayi_polyanya *memory, const wayi_mesh_door *door,
                               const wayi_polyanya_gap *gap, bool is_right)
{
    const polyanya_spot root = {0, 0};
    const uint32_t stop = is_right ? door->to_stop : door->from_stop;
    const wayi_polyanya_root *corner = wayi_polyanya_find(memory, memory->spots + stop);
    if (!corner) {
        return false; // there was no room for it
    }
    const polyanya_ends ends = polyanya_ends_of(memory, door, gap);
    const polyanya_spot far = is_right ? ends.left : ends.right;
    return corner->g + polyanya_length(ends.door[is_right], far) + WAYI_POLYANYA_TIE <
           gap->g + polyanya_length(root, far);
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
    const way_mesh *mesh = wayi_space_points(agent->space)->mesh;
    polyanya_push(agent, gap,
                  gap->g + polyanya_estimate(agent->memory, &mesh->doors[gap->door], gap));
}

// Successors --------------------------------------------------------------------------------------

bool wayi_polyanya_holds_goal(const way_agent *agent, uint32_t polygon)
{
    const wayi_polyanya *memory = agent->memory;
    const way_mesh *mesh = wayi_space_points(agent->space)->mesh;
    if (memory->goal_count > WAYI_POLYANYA_GOALS) {
        return wayi_mesh_holds(mesh, polygon, memory->goal);
    }
    for (uint32_t i = 0; i < memory->goal_count; i++) {
        if (memory->goals[i] == mesh->polygons[polygon].rank) {
            return true;
        }
    }
    return false;
}

/// Whether a way to the goal may pass a door and need not come back.
static inline bool polyanya_leads_on(const wayi_polyanya *memory, const wayi_mesh_door *door)
{
    bool leads = memory->goal_count > WAYI_POLYANYA_GOALS;
    for (uint32_t i = 0; i < memory->goal_count && !leads; i++) {
        leads = wayi_mesh_leads_to(door, memory->goals[i]);
    }
    return leads;
}

void wayi_polyanya_finish(way_agent *agent, const wayi_polyanya_gap *gap, way_state bend)
{
    const wayi_polyanya *memory = agent->memory;
    way_point at = gap->at;
    uint64_t g = gap->g;
    if (bend != gap->root) {
        const way_point next = wayi_polyanya_at(agent, bend);
        g += polyanya_between(memory, at, next);
        at = next;
        if (!wayi_polyanya_reach(agent, bend, g, gap->root)) {
            return;
        }
    }
    g += polyanya_between(memory, at, memory->goal);
    if (bend == agent->goal.state || wayi_polyanya_reach(agent, agent->goal.state, g, bend)) {
        const wayi_polyanya_gap last = {
            .door = WAYI_POLYANYA_LAST, .root = agent->goal.state, .g = g};
        polyanya_push(agent, &last, g);
    }
}

/// Whether a root on the line of a door, but not on it, comes to its `from` first.
static bool polyanya_is_nearer(const wayi_mesh_door *door, way_point root)
{
    return wayi_mesh_on_side(root, door->to, door->from);
}

/// The gap leads into a polygon that holds the goal.
static void polyanya_arrive(way_agent *agent, const wayi_polyanya_gap *gap)
{
    const wayi_polyanya *memory = agent->memory;
    const wayi_points *points = wayi_space_points(agent->space);
    const wayi_mesh_door *door = &points->mesh->doors[gap->door];
    const way_state from = points->spot_count + door->from_stop;
    const way_state to = points->spot_count + door->to_stop;
    way_state bend = gap->root;
    if (wayi_mesh_turn(door->from, door->to, gap->at) == 0) {
        if (!wayi_mesh_on_side(door->from, door->to, gap->at)) {
            bend = polyanya_is_nearer(door, gap->at) ? from : to;
        }
    } else if (polyanya_side_of(polyanya_right_ray(gap), memory->goal) < 0) {
        bend = gap->flags & POLYANYA_RIGHT_END ? to : WAY_STATE_NONE;
    } else if (polyanya_side_of(polyanya_left_ray(gap), memory->goal) > 0) {
        bend = gap->flags & POLYANYA_LEFT_END ? from : WAY_STATE_NONE;
    }
    if (bend != WAY_STATE_NONE) {
        wayi_polyanya_finish(agent, gap, bend);
    }
}

/// Takes a successor: the first is held back, since an only one need not be queued.
static void polyanya_offer(way_agent *agent, const wayi_polyanya_gap *gap,
                           const wayi_mesh_door *door)
{
    wayi_polyanya *memory = agent->memory;
    if (memory->full) {
        return;
    }
    if (wayi_polyanya_holds_goal(agent, door->beyond)) {
        polyanya_arrive(agent, gap);
    } else if (!memory->chained && !memory->offered) {
        memory->only = *gap;
        memory->offered = true;
        memory->chained = true;
    } else {
        if (memory->chained) {
            polyanya_push_valued(agent, &memory->only);
            memory->chained = false;
        }
        polyanya_push_valued(agent, gap);
    }
}

void wayi_polyanya_offer_door(way_agent *agent, const wayi_polyanya_gap *from, uint32_t door)
{
    const wayi_mesh_door *way = &wayi_space_points(agent->space)->mesh->doors[door];
    if (polyanya_leads_on(agent->memory, way)) {
        const wayi_polyanya_gap gap = {.at = from->at,
                                       .right = way->from,
                                       .left = way->to,
                                       .door = way->twin,
                                       .flags = POLYANYA_RIGHT_END | POLYANYA_LEFT_END,
                                       .root = from->root,
                                       .g = from->g};
        polyanya_offer(agent, &gap, way);
    }
}

/// The door after another one of a polygon that has them from `begin` to `end`.
static inline uint32_t polyanya_next(uint32_t door, uint32_t begin, uint32_t end)
{
    return door + 1 < end ? door + 1 : begin;
}

/// The root lies on the line of the door: it sees all behind it, or nothing but its nearer end.
static void polyanya_expand_flat(way_agent *agent, const wayi_polyanya_gap *gap)
{
    const wayi_points *points = wayi_space_points(agent->space);
    const way_mesh *mesh = points->mesh;
    const wayi_mesh_door *door = &mesh->doors[gap->door];
    wayi_polyanya_gap from = *gap;
    if (!wayi_mesh_same(gap->at, door->from) && !wayi_mesh_same(gap->at, door->to)) {
        const bool nearer = polyanya_is_nearer(door, gap->at);
        from.at = nearer ? door->from : door->to;
        from.root = points->spot_count + (nearer ? door->from_stop : door->to_stop);
        from.g += polyanya_between(agent->memory, gap->at, from.at);
        if (!(nearer ? door->from_bends : door->to_bends) ||
            !wayi_polyanya_reach(agent, from.root, from.g, gap->root)) {
            return;
        }
    }
    const wayi_mesh_polygon *polygon = &mesh->polygons[mesh->doors[door->twin].beyond];
    const uint32_t begin = polygon->first;
    const uint32_t end = begin + polygon->doors;
    for (uint32_t i = polyanya_next(gap->door, begin, end); i != gap->door;
         i = polyanya_next(i, begin, end)) {
        wayi_polyanya_offer_door(agent, &from, i);
    }
}

/// A corner at an end of a gap as the next root; it is looked up once it is needed.
typedef struct polyanya_bend {
    wayi_polyanya_gap from;
    bool asked, serves;
} polyanya_bend;

static bool polyanya_bend_serves(way_agent *agent, const wayi_polyanya_gap *gap,
                                 polyanya_bend *bend)
{
    if (!bend->asked) {
        bend->asked = true;
        bend->from.g = gap->g + polyanya_between(agent->memory, gap->at, bend->from.at);
        bend->serves = wayi_polyanya_reach(agent, bend->from.root, bend->from.g, gap->root);
    }
    return bend->serves;
}

/// A gap that is pushed on.
typedef struct polyanya_push_on {
    const wayi_polyanya_gap *gap;
    polyanya_ray right_ray, left_ray;
    polyanya_bend right, left;    ///< the corners at its ends
    bool right_bends, left_bends; ///< a string bends there, and the gap reaches it
} polyanya_push_on;

/// Offers the part of a door that is reached round one end of the gap, if a string bends there.
static void polyanya_pass_round(way_agent *agent, polyanya_push_on *on, const wayi_mesh_door *door,
                                bool is_right)
{
    polyanya_bend *bend = is_right ? &on->right : &on->left;
    if (!(is_right ? on->right_bends : on->left_bends) ||
        !polyanya_bend_serves(agent, on->gap, bend)) {
        return;
    }
    wayi_polyanya_gap beside = bend->from;
    beside.right = is_right ? door->from : on->gap->at;
    beside.left = is_right ? on->gap->at : door->to;
    beside.door = door->twin;
    beside.flags = is_right ? POLYANYA_RIGHT_END | POLYANYA_LEFT_BEHIND
                            : POLYANYA_LEFT_END | POLYANYA_RIGHT_BEHIND;
    polyanya_offer(agent, &beside, door);
}

/// Offers what the root sees of a door through the gap, and what is cut off to its sides.
static void polyanya_pass(way_agent *agent, polyanya_push_on *on, const wayi_mesh_door *door)
{
    const wayi_polyanya_gap *gap = on->gap;
    const bool cut_right = polyanya_side_of(on->right_ray, door->from) < 0;
    const bool cut_left = polyanya_side_of(on->left_ray, door->to) > 0;
    wayi_polyanya_gap seen = *gap;
    seen.door = door->twin;
    if (!cut_right) {
        seen.right = door->from;
        seen.flags = (seen.flags & ~(uint32_t)POLYANYA_RIGHT_BEHIND) | POLYANYA_RIGHT_END;
    } else {
        seen.flags &= ~(uint32_t)POLYANYA_RIGHT_END;
    }
    if (!cut_left) {
        seen.left = door->to;
        seen.flags = (seen.flags & ~(uint32_t)POLYANYA_LEFT_BEHIND) | POLYANYA_LEFT_END;
    } else {
        seen.flags &= ~(uint32_t)POLYANYA_LEFT_END;
    }
    polyanya_offer(agent, &seen, door);
    if (cut_right) {
        polyanya_pass_round(agent, on, door, true);
    }
    if (cut_left) {
        polyanya_pass_round(agent, on, door, false);
    }
}

/// A door beside what the root sees is reached round the gap's end if a string bends there. Else
/// the ray may run along the door, which is passed at a bend farther on.
static void polyanya_pass_beside(way_agent *agent, polyanya_push_on *on, uint32_t index,
                                 bool is_right)
{
    const wayi_polyanya_gap *gap = on->gap;
    const wayi_mesh_door *door = &wayi_space_points(agent->space)->mesh->doors[index];
    polyanya_bend *bend = is_right ? &on->right : &on->left;
    const polyanya_ray ray = is_right ? on->right_ray : on->left_ray;
    if (is_right ? on->right_bends : on->left_bends) {
        if (polyanya_bend_serves(agent, gap, bend)) {
            wayi_polyanya_offer_door(agent, &bend->from, index);
        }
    } else if (polyanya_side_of(ray, door->from) == 0 && polyanya_side_of(ray, door->to) == 0 &&
               (gap->flags & (is_right ? POLYANYA_RIGHT_END : POLYANYA_LEFT_END))) {
        wayi_polyanya_offer_door(agent, gap, index);
    }
}

/// Keeps in mind the root that is nearest to the goal.
static void polyanya_note_closest(way_agent *agent, const wayi_polyanya_gap *gap)
{
    wayi_polyanya *memory = agent->memory;
    const uint64_t rest = wayi_polyanya_square(gap->at, memory->goal);
    if (rest < memory->closest_square) {
        memory->closest_square = rest;
        memory->closest = gap->root;
    }
}

void wayi_polyanya_expand(way_agent *agent, const wayi_polyanya_gap *gap)
{
    wayi_polyanya *memory = agent->memory;
    const wayi_points *points = wayi_space_points(agent->space);
    const way_mesh *mesh = points->mesh;
    const wayi_mesh_door *entry = &mesh->doors[gap->door];
    memory->chained = memory->offered = false;
    agent->stats.expansions++;
    if (agent->observer) {
        polyanya_report(agent, WAY_EVENT_EXPAND, gap->root, wayi_polyanya_find(memory, gap->root));
    }
    polyanya_note_closest(agent, gap);
    if (wayi_mesh_turn(gap->at, entry->to, entry->from) <= 0) {
        polyanya_expand_flat(agent, gap);
        return;
    }
    polyanya_push_on on = {
        .gap = gap,
        .right_ray = polyanya_right_ray(gap),
        .left_ray = polyanya_left_ray(gap),
        .right = {.from = {.at = entry->to, .root = points->spot_count + entry->to_stop}},
        .left = {.from = {.at = entry->from, .root = points->spot_count + entry->from_stop}},
        .right_bends = entry->to_bends && (gap->flags & POLYANYA_RIGHT_END),
        .left_bends = entry->from_bends && (gap->flags & POLYANYA_LEFT_END)};
    if ((on.right_bends && !polyanya_bend_serves(agent, gap, &on.right) &&
         polyanya_is_beaten(memory, entry, gap, true)) ||
        (on.left_bends && !polyanya_bend_serves(agent, gap, &on.left) &&
         polyanya_is_beaten(memory, entry, gap, false))) {
        return;
    }
    const wayi_mesh_polygon *polygon = &mesh->polygons[mesh->doors[entry->twin].beyond];
    const uint32_t begin = polygon->first;
    const uint32_t end = begin + polygon->doors;
    for (uint32_t i = polyanya_next(gap->door, begin, end); i != gap->door;
         i = polyanya_next(i, begin, end)) {
        const wayi_mesh_door *door = &mesh->doors[i];
        if (!polyanya_leads_on(memory, door)) {
            continue;
        }
        if (polyanya_side_of(on.right_ray, door->to) <= 0) {
            polyanya_pass_beside(agent, &on, i, true);
        } else if (polyanya_side_of(on.left_ray, door->from) >= 0) {
            polyanya_pass_beside(agent, &on, i, false);
        } else {
            polyanya_pass(agent, &on, door);
        }
    }
}
