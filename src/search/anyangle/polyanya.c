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
// WAYI_POLYANYA_TIE.
//
// Departs from the paper: gaps by rays instead of by ends; corners are found by exact angles when
// the mesh is made; of a polygon only the doors are looked at, and none that is the only way to
// where the goal is not (mesh_doors.c), which takes dead ends of any size away.
//
// Cui, Harabor, Grastien: Compromise-free Pathfinding on a Navigation Mesh, 2017.
#include "search/anyangle/polyanya.h"

#define POLYANYA_BITS 28 ///< of the scaled size of a mesh
#define POLYANYA_GAPS 8u ///< gaps that an agent with a limit has room for, for each state

/// Chooses the unit of lengths for the mesh as it is.
static void polyanya_scale(wayi_polyanya *memory, const way_mesh *mesh)
{
    const uint64_t across = (uint64_t)((int64_t)mesh->high.x - mesh->low.x);
    const uint64_t down = (uint64_t)((int64_t)mesh->high.y - mesh->low.y);
    const uint64_t size = across > down ? across : down;
    memory->shift = POLYANYA_BITS;
    while (memory->shift > -POLYANYA_BITS &&
           wayi_polyanya_scaled((int64_t)size, memory->shift) >= INT64_C(1) << POLYANYA_BITS) {
        memory->shift--;
    }
}

/// As the observer is told.
static way_cost polyanya_cost(const way_agent *agent, uint64_t length)
{
    const wayi_polyanya *memory = agent->memory;
    const uint64_t cells = (uint64_t)wayi_polyanya_scaled((int64_t)length, -memory->shift);
    return (way_cost)(cells * WAY_NAVGRAPH_CELL / WAY_MESH_UNIT);
}

static way_cost polyanya_step_cost(const way_agent *agent, way_state from, way_state to)
{
    return wayi_points_cost(wayi_space_points(agent->space), from, to);
}

static const wayi_turns_kind polyanya_kind = {.stride = sizeof(wayi_polyanya_gap),
                                              .per_state = POLYANYA_GAPS,
                                              .tie = WAYI_POLYANYA_TIE,
                                              .cost = polyanya_cost,
                                              .step = polyanya_step_cost};

static way_status polyanya_create(way_agent *agent)
{
    wayi_polyanya *memory = agent->memory;
    memory->spots = wayi_space_points(agent->space)->spot_count;
    return wayi_turns_create(agent, &memory->turns, &polyanya_kind);
}

static void polyanya_destroy(way_agent *agent)
{
    wayi_turns_destroy(agent, &((wayi_polyanya *)agent->memory)->turns);
}

static uint32_t polyanya_states_max(const way_agent *agent)
{
    return ((const wayi_polyanya *)agent->memory)->turns.roots.count;
}

static void polyanya_list_goals(way_agent *agent)
{
    wayi_polyanya *memory = agent->memory;
    const way_mesh *mesh = wayi_space_points(agent->space)->mesh;
    const uint32_t home = wayi_points_home(wayi_space_points(agent->space), agent->goal.state);
    wayi_mesh_round round = wayi_mesh_round_begin(mesh, home, memory->goal);
    memory->goal_count = 0;
    do {
        if (memory->goal_count < WAYI_POLYANYA_GOALS) {
            memory->goals[memory->goal_count] = round.polygon;
        }
        memory->goal_count++;
    } while (wayi_mesh_round_next(&round));
}

/// Looks up the ranks of the goal, which repairs of a mesh change even if it stays the same.
static void polyanya_rank_goals(way_agent *agent)
{
    wayi_polyanya *memory = agent->memory;
    const way_mesh *mesh = wayi_space_points(agent->space)->mesh;
    for (uint32_t i = 0; i < memory->goal_count && i < WAYI_POLYANYA_GOALS; i++) {
        memory->ranks[i] = mesh->polygons[memory->goals[i]].rank;
    }
}

/// Looks round from the start in one polygon that holds it; true if that holds the goal as well.
static bool polyanya_look_round(way_agent *agent, const wayi_polyanya_gap *start, uint32_t polygon)
{
    const way_mesh *mesh = wayi_space_points(agent->space)->mesh;
    if (wayi_polyanya_holds_goal(agent, polygon)) {
        return true;
    }
    const wayi_mesh_polygon *here = &mesh->polygons[polygon];
    for (uint32_t i = here->first; i < here->first + here->doors; i++) {
        if (!wayi_mesh_on_side(mesh->doors[i].from, mesh->doors[i].to, start->at)) {
            wayi_polyanya_offer_door(agent, start, &mesh->doors[i]);
        }
    }
    return false;
}

static way_status polyanya_begin(way_agent *agent)
{
    wayi_polyanya *memory = agent->memory;
    const wayi_points *points = wayi_space_points(agent->space);
    if (wayi_points_home(points, agent->start) == WAYI_MESH_NONE) {
        agent->at.outcome = WAY_OUTCOME_NO_PATH; // not even to itself
        return WAY_STATUS_OK;
    }
    const way_mesh *mesh = points->mesh;
    const wayi_polyanya_gap start = {.at = wayi_polyanya_at(agent, agent->start),
                                     .root = agent->start};
    polyanya_scale(memory, mesh);
    memory->chained = false;
    memory->offered = true; // all successors of the start are queued
    memory->goal = wayi_polyanya_at(agent, agent->goal.state);
    polyanya_list_goals(agent);
    polyanya_rank_goals(agent);
    if (!wayi_turns_begin(agent, &memory->turns)) {
        return WAY_STATUS_NO_MEMORY;
    }
    bool near_goal = false;
    wayi_mesh_round round = wayi_mesh_round_begin(
        mesh, wayi_points_home(wayi_space_points(agent->space), agent->start), start.at);
    do {
        near_goal = polyanya_look_round(agent, &start, round.polygon);
    } while (!near_goal && wayi_mesh_round_next(&round));
    if (near_goal) {
        wayi_polyanya_finish(agent, &start, agent->start);
    }
    return WAY_STATUS_OK;
}

static way_outcome polyanya_step(way_agent *agent, uint32_t budget)
{
    wayi_polyanya *memory = agent->memory;
    polyanya_rank_goals(agent);
    for (; budget > 0 && !memory->turns.full; budget--) {
        wayi_polyanya_gap *gap = &memory->hold[memory->held];
        if (!memory->chained) {
            if (!wayi_turns_pop(agent, &memory->turns, gap)) {
                return WAY_OUTCOME_NO_PATH;
            }
            if (gap->g > wayi_turns_find(&memory->turns, gap->root)->g + WAYI_POLYANYA_TIE) {
                continue; // its root has been reached by a shorter way since
            }
            if (gap->door == WAYI_POLYANYA_LAST) {
                return wayi_turns_commit(agent, &memory->turns, gap->root) ? WAY_OUTCOME_FOUND
                                                                           : WAY_OUTCOME_CAPACITY;
            }
        }
        memory->held = !memory->held;
        wayi_polyanya_expand(agent, gap);
    }
    return memory->turns.full ? WAY_OUTCOME_CAPACITY : WAY_OUTCOME_WORKING;
}

static void polyanya_give_up(way_agent *agent)
{
    const wayi_turns *turns = &((const wayi_polyanya *)agent->memory)->turns;
    wayi_turns_commit(agent, turns, turns->closest);
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
    .memory_size = sizeof(wayi_polyanya),
    .create = polyanya_create,
    .destroy = polyanya_destroy,
    .states_max = polyanya_states_max,
    .begin = polyanya_begin,
    .step = polyanya_step,
    .give_up = polyanya_give_up,
};
