// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What the files of Polyanya share: polyanya.c has the trip, polyanya_gaps.c pushes a gap through a
// polygon.
#pragma once

#include "mesh/mesh.h"
#include "search/anyangle/turns.h"

#define WAYI_POLYANYA_TIE 256         ///< units: ways to a root that differ by no more are equal
#define WAYI_POLYANYA_GOALS 16u       ///< polygons round the goal that are listed
#define WAYI_POLYANYA_LAST UINT32_MAX ///< instead of a door: the goal itself

typedef struct wayi_polyanya_gap {
    way_point at;          ///< of the root
    way_point right, left; ///< on the rays from the root that bound it
    uint32_t door;         ///< of the polygon behind it; LAST = it is the goal
    uint32_t flags;        ///< of its ends and rays: see polyanya_gaps.c
    way_state root;
    uint32_t polygon; ///< behind it
    uint64_t g;       ///< length to the root
} wayi_polyanya_gap;

typedef struct wayi_polyanya {
    wayi_turns turns; ///< whose pieces are gaps
    bool chained;     ///< the held gap is to be expanded next: it was the only successor
    bool offered;     ///< this expansion has a first successor
    uint32_t held;    ///< which of `hold`; the other one is being expanded
    wayi_polyanya_gap hold[2];
    const wayi_mesh_door *held_door; ///< the held gap is seen through it
    int32_t shift;
    uint32_t spots; ///< states before those of the mesh
    way_point goal;
    uint32_t goals[WAYI_POLYANYA_GOALS]; ///< polygons that hold the goal
    uint32_t ranks[WAYI_POLYANYA_GOALS]; ///< and their ranks
    uint32_t goal_count;                 ///< more than WAYI_POLYANYA_GOALS: not all are listed
} wayi_polyanya;

static inline int64_t wayi_polyanya_scaled(int64_t value, int32_t shift)
{
    return shift >= 0 ? value * (INT64_C(1) << shift) : value / (INT64_C(1) << -shift);
}

static inline way_point wayi_polyanya_at(const way_agent *agent, way_state state)
{
    return wayi_points_at(wayi_space_points(agent->space), state);
}

bool wayi_polyanya_holds_goal(const way_agent *agent, uint32_t polygon);

/// Squared, in units of points.
static inline uint64_t wayi_polyanya_square(way_point a, way_point b)
{
    const int64_t dx = (int64_t)a.x - b.x;
    const int64_t dy = (int64_t)a.y - b.y;
    return (uint64_t)(dx * dx + dy * dy);
}

/// A root that the goal is seen from, or from a bend behind it: queues the goal.
void wayi_polyanya_finish(way_agent *agent, const wayi_polyanya_gap *gap, way_state bend);

/// Takes a whole door, seen from a root, as a successor.
void wayi_polyanya_offer_door(way_agent *agent, const wayi_polyanya_gap *from,
                              const wayi_mesh_door *door);

/// Pushes a gap on through the polygon behind it.
void wayi_polyanya_expand(way_agent *agent, const wayi_polyanya_gap *gap);
