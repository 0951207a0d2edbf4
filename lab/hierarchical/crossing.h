// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A trip across clusters, as HPA* and DHPA* make it: costs between start, goal and the gates of
// their clusters; a search over gates; then, piece by piece, the way inside each cluster that it
// crosses, which is smoothed and committed before the next piece is looked for. With two levels the
// gates inside a large cluster are looked for when the way has come there. The database is only
// read: nothing of a trip is ever put into it.
#pragma once

#include "lab/hierarchical/abstract.h"
#include "search/engine/held.h"
#include "search/trip/algorithm.h"

/// Clusters a side of one of the upper level.
#define WAYI_CROSSING_FACTOR 4u

/// The head of a database that is crossed.
typedef struct wayi_crossing_database {
    wayi_clusters clusters; ///< with `upper` where there are two levels
    wayi_clusters upper;
    wayi_held_smooth smooth;
    bool each; ///< an end finds the way to each gate of its cluster by a search of its own
} wayi_crossing_database;

typedef enum wayi_crossing_phase {
    WAYI_CROSSING_AROUND, ///< finding a goal in the start's cluster
    WAYI_CROSSING_START,  ///< finding the costs from the start to its gates
    WAYI_CROSSING_GOAL,   ///< finding the costs from the goal's gates to it
    WAYI_CROSSING_GATES,  ///< finding the gates to go through
    WAYI_CROSSING_LEGS,   ///< finding those inside a large cluster that is crossed at once
    WAYI_CROSSING_INSIDE, ///< finding the ways between them
    WAYI_CROSSING_SMOOTH, ///< shortening the piece in hand
    WAYI_CROSSING_DONE
} wayi_crossing_phase;

/// One end of a trip.
typedef struct wayi_crossing_end {
    way_cell cell;
    wayi_confined local;    ///< around it, inside its cluster
    wayi_path_buffer costs; ///< between it and the gates of its cluster, as far as they are known
} wayi_crossing_end;

/// The memory of an agent.
typedef struct wayi_crossing {
    way_agent *agent; ///< whose trip it is
    const wayi_crossing_database *database;
    const wayi_clusters *clusters; ///< of it
    wayi_crossing_phase phase;
    bool searching;          ///< a local search is under way
    bool many;               ///< the goal is a set or a range: its cells are met on the way,
                             ///< or one in the start's cluster is that of `goal`
    wayi_crossing_end start; ///< where the plan starts: the last cell that was committed then
    wayi_crossing_end goal;
    way_cost direct; ///< from start to goal inside their cluster; WAY_COST_MAX = no such way
    wayi_abstract abstract;
    wayi_path_buffer gates; ///< that the way comes in by, the next one last
    uint32_t coarse;        ///< of them, the first: large clusters are to be crossed on the way
    uint32_t before;        ///< that was come in by last; WAYI_GATE_NONE = none yet
    wayi_held held;         ///< the way, as far as it is known
    bool complete;          ///< up to the goal
} wayi_crossing;

way_status wayi_crossing_create(way_agent *agent);
void wayi_crossing_destroy(way_agent *agent);
way_status wayi_crossing_begin(way_agent *agent);
way_outcome wayi_crossing_step(way_agent *agent, uint32_t budget);
void wayi_crossing_give_up(way_agent *agent);
