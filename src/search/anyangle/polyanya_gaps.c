// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Polyanya: its gaps. What they are worth, and how one is pushed through the polygon behind it.
#include "base/root.h"
#include "search/anyangle/polyanya.h"

#define POLYANYA_SLACK 8 ///< units: what rounding may add to a value

enum {
    POLYANYA_RIGHT_END = 1, ///< the gap goes as far as the door does
    POLYANYA_LEFT_END = 2,
    POLYANYA_RIGHT_BEHIND = 4, ///< the ray goes away from its point
    POLYANYA_LEFT_BEHIND = 8
};

// Numbers -----------------------------------------------------------------------------------------

/// Of a square in units of points, in scaled units.
static inline uint64_t polyanya_scaled_root(const wayi_polyanya *memory, uint64_t square)
{
    const int32_t twice = 2 * memory->shift;
    return wayi_root(twice >= 0 ? square << twice : square >> -twice);
}

static inline uint64_t polyanya_between(const wayi_polyanya *memory, way_point a, way_point b)
{
    return polyanya_scaled_root(memory, wayi_polyanya_square(a, b));
}

/// From a root, in units of points.
typedef struct polyanya_way {
    int64_t x, y;
} polyanya_way;

static inline polyanya_way polyanya_way_to(way_point root, way_point at)
{
    return (polyanya_way){(int64_t)at.x - root.x, (int64_t)at.y - root.y};
}

/// The direction of a ray from the root through another point, or away from it.
static inline polyanya_way polyanya_ray(way_point root, way_point other, bool behind)
{
    return behind ? polyanya_way_to(other, root) : polyanya_way_to(root, other);
}

static inline polyanya_way polyanya_right_ray(const wayi_polyanya_gap *gap)
{
    return polyanya_ray(gap->at, gap->right, gap->flags & POLYANYA_RIGHT_BEHIND);
}

static inline polyanya_way polyanya_left_ray(const wayi_polyanya_gap *gap)
{
    return polyanya_ray(gap->at, gap->left, gap->flags & POLYANYA_LEFT_BEHIND);
}

/// On which side of a ray something lies: positive is left.
static inline int64_t polyanya_side_of(polyanya_way ray, polyanya_way at)
{
    return ray.x * at.y - ray.y * at.x;
}

/// A door as it is entered: `to` is on the right.
typedef struct polyanya_entry {
    way_point from, to;
} polyanya_entry;

// Values ------------------------------------------------------------------------------------------

/// A place in scaled units, from a root.
typedef struct polyanya_spot {
    int64_t x, y;
} polyanya_spot;

static inline polyanya_spot polyanya_spot_of(const wayi_polyanya *memory, polyanya_way at)
{
    return (polyanya_spot){wayi_polyanya_scaled(at.x, memory->shift),
                           wayi_polyanya_scaled(at.y, memory->shift)};
}

static inline uint64_t polyanya_length(polyanya_spot a, polyanya_spot b)
{
    const int64_t dx = a.x - b.x;
    const int64_t dy = a.y - b.y;
    return wayi_root((uint64_t)(dx * dx + dy * dy));
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
static polyanya_spot polyanya_goal_beyond(const wayi_polyanya *memory, polyanya_entry door,
                                          const polyanya_spot ends[2], way_point root)
{
    const polyanya_spot goal = polyanya_spot_of(memory, polyanya_way_to(root, memory->goal));
    const int64_t turn = wayi_mesh_turn(door.from, door.to, memory->goal);
    if (turn >= 0) {
        return goal;
    }
    const double square = (double)wayi_polyanya_square(door.from, door.to);
    const double twice = 2.0 * ((double)turn / square);
    return (polyanya_spot){goal.x + (int64_t)(twice * (double)(ends[1].y - ends[0].y)),
                           goal.y - (int64_t)(twice * (double)(ends[1].x - ends[0].x))};
}

/// The two ends of a gap, and those of its door.
typedef struct polyanya_ends {
    polyanya_spot right, left;
    polyanya_spot door[2]; ///< from, to
} polyanya_ends;

static inline polyanya_ends polyanya_ends_of(const wayi_polyanya *memory, polyanya_entry door,
                                             const wayi_polyanya_gap *gap)
{
    const polyanya_way from = polyanya_way_to(gap->at, door.from);
    const polyanya_way to = polyanya_way_to(gap->at, door.to);
    polyanya_ends ends = {.door = {polyanya_spot_of(memory, from), polyanya_spot_of(memory, to)}};
    ends.right = ends.door[1];
    ends.left = ends.door[0];
    if (!(gap->flags & POLYANYA_RIGHT_END)) {
        const polyanya_way ray = polyanya_right_ray(gap);
        ends.right = polyanya_hit(ends.door[1], ends.door[0], polyanya_side_of(ray, to),
                                  polyanya_side_of(ray, from));
    }
    if (!(gap->flags & POLYANYA_LEFT_END)) {
        const polyanya_way ray = polyanya_left_ray(gap);
        ends.left = polyanya_hit(ends.door[0], ends.door[1], polyanya_side_of(ray, from),
                                 polyanya_side_of(ray, to));
    }
    return ends;
}

/// A lower bound of the way from the root over the gap to the goal.
static uint64_t polyanya_estimate(const wayi_polyanya *memory, polyanya_entry door,
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
    const wayi_turns_root *corner = wayi_turns_find(&memory->turns, memory->spots + stop);
    if (!corner) {
        return false; // there was no room for it
    }
    const polyanya_ends ends =
        polyanya_ends_of(memory, (polyanya_entry){door->from, door->to}, gap);
    const polyanya_spot far = is_right ? ends.left : ends.right;
    return corner->g + polyanya_length(ends.door[is_right], far) + WAYI_POLYANYA_TIE <
           gap->g + polyanya_length(root, far);
}

// Memory ------------------------------------------------------------------------------------------

static void polyanya_push_valued(way_agent *agent, uint32_t slot, const wayi_mesh_door *door)
{
    wayi_polyanya *memory = agent->memory;
    const wayi_polyanya_gap *gap = wayi_turns_piece(&memory->turns, slot);
    wayi_turns_push(agent, &memory->turns, slot,
                    gap->g +
                        polyanya_estimate(memory, (polyanya_entry){door->to, door->from}, gap));
}

// Successors --------------------------------------------------------------------------------------

bool wayi_polyanya_holds_goal(const way_agent *agent, uint32_t polygon)
{
    const wayi_polyanya *memory = agent->memory;
    if (memory->goal_count > WAYI_POLYANYA_GOALS) {
        return wayi_mesh_holds(wayi_space_points(agent->space)->mesh, polygon, memory->goal);
    }
    bool holds = memory->goals[0] == polygon;
    for (uint32_t i = 1; i < memory->goal_count && !holds; i++) {
        holds = memory->goals[i] == polygon;
    }
    return holds;
}

/// Whether a way to the goal may pass a door and need not come back.
static inline bool polyanya_leads_on(const wayi_polyanya *memory, const wayi_mesh_door *door)
{
    bool leads = wayi_mesh_leads_to(door, memory->ranks[0]);
    for (uint32_t i = 1; i < memory->goal_count && !leads; i++) {
        leads = i == WAYI_POLYANYA_GOALS || wayi_mesh_leads_to(door, memory->ranks[i]);
    }
    return leads;
}

void wayi_polyanya_finish(way_agent *agent, const wayi_polyanya_gap *gap, way_state bend)
{
    wayi_polyanya *memory = agent->memory;
    way_point at = gap->at;
    uint64_t g = gap->g;
    if (bend != gap->root) {
        const way_point next = wayi_polyanya_at(agent, bend);
        g += polyanya_between(memory, at, next);
        at = next;
        if (!wayi_turns_reach(agent, &memory->turns, bend, g, gap->root)) {
            return;
        }
    }
    g += polyanya_between(memory, at, memory->goal);
    if (bend == agent->goal.state ||
        wayi_turns_reach(agent, &memory->turns, agent->goal.state, g, bend)) {
        const uint32_t slot = wayi_turns_take(agent, &memory->turns);
        if (slot != WAYI_TURNS_NONE) {
            *(wayi_polyanya_gap *)wayi_turns_piece(&memory->turns, slot) =
                (wayi_polyanya_gap){.door = WAYI_POLYANYA_LAST, .root = agent->goal.state, .g = g};
            wayi_turns_push(agent, &memory->turns, slot, g);
        }
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
    const polyanya_way goal = polyanya_way_to(gap->at, memory->goal);
    way_state bend = gap->root;
    if (wayi_mesh_turn(door->from, door->to, gap->at) == 0) {
        if (!wayi_mesh_on_side(door->from, door->to, gap->at)) {
            bend = polyanya_is_nearer(door, gap->at) ? from : to;
        }
    } else if (polyanya_side_of(polyanya_right_ray(gap), goal) < 0) {
        bend = gap->flags & POLYANYA_RIGHT_END ? to : WAY_STATE_NONE;
    } else if (polyanya_side_of(polyanya_left_ray(gap), goal) > 0) {
        bend = gap->flags & POLYANYA_LEFT_END ? from : WAY_STATE_NONE;
    }
    if (bend != WAY_STATE_NONE) {
        wayi_polyanya_finish(agent, gap, bend);
    }
}

/// Where the next successor is to be written: the first is held back, since an only one need not be
/// queued. NULL: there is no room. To be queued with its door if it is not the first.
static wayi_polyanya_gap *polyanya_make_room(way_agent *agent, const wayi_mesh_door *door,
                                             uint32_t *slot)
{
    wayi_polyanya *memory = agent->memory;
    *slot = WAYI_TURNS_NONE;
    if (!memory->offered) {
        memory->offered = memory->chained = true;
        memory->held_door = door;
        return &memory->hold[memory->held];
    }
    if (memory->chained) {
        memory->chained = false;
        *slot = wayi_turns_take(agent, &memory->turns);
        if (*slot != WAYI_TURNS_NONE) {
            *(wayi_polyanya_gap *)wayi_turns_piece(&memory->turns, *slot) =
                memory->hold[memory->held];
            polyanya_push_valued(agent, *slot, memory->held_door);
        }
    }
    *slot = wayi_turns_take(agent, &memory->turns);
    return *slot != WAYI_TURNS_NONE ? wayi_turns_piece(&memory->turns, *slot) : NULL;
}

/// Takes as a successor what a root sees of a door between two rays.
static inline void polyanya_offer(way_agent *agent, const wayi_polyanya_gap *from,
                                  const wayi_mesh_door *door, way_point right, way_point left,
                                  uint32_t flags)
{
    const wayi_polyanya_gap gap = {.at = from->at,
                                   .right = right,
                                   .left = left,
                                   .door = door->twin,
                                   .flags = flags,
                                   .root = from->root,
                                   .polygon = door->beyond,
                                   .g = from->g};
    if (wayi_polyanya_holds_goal(agent, door->beyond)) {
        polyanya_arrive(agent, &gap);
        return;
    }
    uint32_t slot = 0;
    wayi_polyanya_gap *room = polyanya_make_room(agent, door, &slot);
    if (room) {
        *room = gap;
        if (slot != WAYI_TURNS_NONE) {
            polyanya_push_valued(agent, slot, door);
        }
    }
}

void wayi_polyanya_offer_door(way_agent *agent, const wayi_polyanya_gap *from,
                              const wayi_mesh_door *door)
{
    if (polyanya_leads_on(agent->memory, door)) {
        polyanya_offer(agent, from, door, door->from, door->to,
                       POLYANYA_RIGHT_END | POLYANYA_LEFT_END);
    }
}

/// The doors of the polygon behind a gap, beginning after the one that it is entered by:
///     polyanya_doors doors = polyanya_doors_of(mesh, gap);
///     while (polyanya_doors_next(&doors)) { ... doors.at ... }
typedef struct polyanya_doors {
    const wayi_mesh_door *at, *entry;
    const wayi_mesh_door *first, *last;
} polyanya_doors;

static inline polyanya_doors polyanya_doors_of(const way_mesh *mesh, const wayi_polyanya_gap *gap)
{
    const wayi_mesh_polygon *polygon = &mesh->polygons[gap->polygon];
    const wayi_mesh_door *entry = &mesh->doors[gap->door];
    const wayi_mesh_door *first = &mesh->doors[polygon->first];
    return (polyanya_doors){entry, entry, first, first + polygon->doors - 1};
}

static inline bool polyanya_doors_next(polyanya_doors *doors)
{
    doors->at = doors->at == doors->last ? doors->first : doors->at + 1;
    return doors->at != doors->entry;
}

/// The root lies on the line of the door: it sees all behind it, or nothing but its nearer end.
static void polyanya_expand_flat(way_agent *agent, const wayi_polyanya_gap *gap)
{
    const wayi_points *points = wayi_space_points(agent->space);
    const way_mesh *mesh = points->mesh;
    const wayi_mesh_door *door = &mesh->doors[gap->door];
    wayi_turns *turns = &((wayi_polyanya *)agent->memory)->turns;
    wayi_polyanya_gap from = *gap;
    if (!wayi_mesh_same(gap->at, door->from) && !wayi_mesh_same(gap->at, door->to)) {
        const bool nearer = polyanya_is_nearer(door, gap->at);
        from.at = nearer ? door->from : door->to;
        from.root = points->spot_count + (nearer ? door->from_stop : door->to_stop);
        from.g += polyanya_between(agent->memory, gap->at, from.at);
        if (!(nearer ? door->from_bends : door->to_bends) ||
            !wayi_turns_reach(agent, turns, from.root, from.g, gap->root)) {
            return;
        }
    }
    polyanya_doors doors = polyanya_doors_of(mesh, gap);
    while (polyanya_doors_next(&doors)) {
        wayi_polyanya_offer_door(agent, &from, doors.at);
    }
}

/// An end of a gap that is pushed on.
typedef struct polyanya_end {
    polyanya_way ray;
    wayi_polyanya_gap from; ///< the corner there as the next root
    bool reached;           ///< the gap goes as far as the door does
    bool bends;             ///< and a string bends there
    bool serves;            ///< and no shorter way to the corner is known
} polyanya_end;

/// False if the corner there beats the gap.
static inline bool polyanya_look_at_end(way_agent *agent, const wayi_polyanya_gap *gap,
                                        const wayi_mesh_door *entry, bool is_right,
                                        polyanya_end *end)
{
    wayi_turns *turns = &((wayi_polyanya *)agent->memory)->turns;
    const uint32_t spots = wayi_space_points(agent->space)->spot_count;
    end->ray = is_right ? polyanya_right_ray(gap) : polyanya_left_ray(gap);
    end->reached = gap->flags & (is_right ? POLYANYA_RIGHT_END : POLYANYA_LEFT_END);
    end->bends = end->reached && (is_right ? entry->to_bends : entry->from_bends);
    end->serves = false;
    if (end->bends) {
        end->from.at = is_right ? entry->to : entry->from;
        end->from.root = spots + (is_right ? entry->to_stop : entry->from_stop);
        end->from.g = gap->g + polyanya_between(agent->memory, gap->at, end->from.at);
        end->serves = wayi_turns_reach(agent, turns, end->from.root, end->from.g, gap->root);
    }
    return !end->bends || end->serves || !polyanya_is_beaten(agent->memory, entry, gap, is_right);
}

/// A gap that is pushed on.
typedef struct polyanya_push_on {
    const wayi_polyanya_gap *gap;
    polyanya_end right, left;
} polyanya_push_on;

/// A door beside what the root sees is reached round the gap's end if a string bends there. Else
/// the ray may run along the door, which is passed at a bend farther on.
static void polyanya_pass_beside(way_agent *agent, const wayi_polyanya_gap *gap,
                                 const polyanya_end *end, const wayi_mesh_door *door)
{
    if (end->serves) {
        wayi_polyanya_offer_door(agent, &end->from, door);
    } else if (end->reached && !end->bends &&
               polyanya_side_of(end->ray, polyanya_way_to(gap->at, door->from)) == 0 &&
               polyanya_side_of(end->ray, polyanya_way_to(gap->at, door->to)) == 0) {
        wayi_polyanya_offer_door(agent, gap, door);
    }
}

/// Offers what the root sees of a door through the gap, and what is cut off to its sides, which is
/// reached round the gap's ends if a string bends there.
static inline void polyanya_pass(way_agent *agent, const polyanya_push_on *on,
                                 const wayi_mesh_door *door)
{
    const wayi_polyanya_gap *gap = on->gap;
    const polyanya_way from = polyanya_way_to(gap->at, door->from);
    const polyanya_way to = polyanya_way_to(gap->at, door->to);
    if (polyanya_side_of(on->right.ray, to) <= 0) {
        polyanya_pass_beside(agent, gap, &on->right, door);
        return;
    }
    if (polyanya_side_of(on->left.ray, from) >= 0) {
        polyanya_pass_beside(agent, gap, &on->left, door);
        return;
    }
    const bool cut_right = polyanya_side_of(on->right.ray, from) < 0;
    const bool cut_left = polyanya_side_of(on->left.ray, to) > 0;
    const uint32_t flags =
        (cut_right ? gap->flags & POLYANYA_RIGHT_BEHIND : (uint32_t)POLYANYA_RIGHT_END) |
        (cut_left ? gap->flags & POLYANYA_LEFT_BEHIND : (uint32_t)POLYANYA_LEFT_END);
    polyanya_offer(agent, gap, door, cut_right ? gap->right : door->from,
                   cut_left ? gap->left : door->to, flags);
    if (cut_right && on->right.serves) {
        polyanya_offer(agent, &on->right.from, door, door->from, gap->at,
                       POLYANYA_RIGHT_END | POLYANYA_LEFT_BEHIND);
    }
    if (cut_left && on->left.serves) {
        polyanya_offer(agent, &on->left.from, door, gap->at, door->to,
                       POLYANYA_LEFT_END | POLYANYA_RIGHT_BEHIND);
    }
}

void wayi_polyanya_expand(way_agent *agent, const wayi_polyanya_gap *gap)
{
    wayi_polyanya *memory = agent->memory;
    const way_mesh *mesh = wayi_space_points(agent->space)->mesh;
    const wayi_mesh_door *entry = &mesh->doors[gap->door];
    memory->chained = memory->offered = false;
    wayi_turns_expand(agent, &memory->turns, gap->root,
                      wayi_polyanya_square(gap->at, memory->goal));
    if (wayi_mesh_turn(gap->at, entry->to, entry->from) <= 0) {
        polyanya_expand_flat(agent, gap);
        return;
    }
    polyanya_push_on on;
    on.gap = gap;
    if (!polyanya_look_at_end(agent, gap, entry, true, &on.right) ||
        !polyanya_look_at_end(agent, gap, entry, false, &on.left)) {
        return;
    }
    polyanya_doors doors = polyanya_doors_of(mesh, gap);
    while (polyanya_doors_next(&doors)) {
        if (polyanya_leads_on(memory, doors.at)) {
            polyanya_pass(agent, &on, doors.at);
        }
    }
}
