// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Plans that get better: groups of units are taken out of a plan and led anew among the others.
#pragma once

#include "mapf/mapf_table.h"

/// A unit on a spot from one time to another. Stays of a spot follow each other, and so do those of
/// a unit.
typedef struct wayi_mapf_stay {
    uint32_t from, to;
    uint32_t next;  ///< of the spot
    uint32_t after; ///< of the unit; of those not in use
    wayi_mapf_spot spot;
    uint32_t unit;
} wayi_mapf_stay;

/// The time between two stays of a spot, as a search reaches it. Those before the first stay are
/// numbered by spot, the others follow by the stay that they come after.
typedef struct wayi_mapf_seat {
    uint32_t stamp; ///< of the search that reached it
    uint32_t time;
    uint32_t parent; ///< seat
} wayi_mapf_seat;

typedef struct wayi_mapf_open {
    uint32_t seat, time;
    uint32_t left; ///< distance to the goal
    uint32_t next; ///< of the same sum
} wayi_mapf_open;

typedef enum wayi_mapf_phase {
    WAYI_MAPF_MEASURE, ///< the way of one unit after the other
    WAYI_MAPF_PICK,    ///< a group, and takes it out
    WAYI_MAPF_LEAD,    ///< the units of the group, one after the other
    WAYI_MAPF_JUDGE    ///< whether they are to stay
} wayi_mapf_phase;

typedef struct wayi_mapf_refine {
    wayi_mapf_table table;
    int32_t offsets[4];
    uint32_t spots;
    uint32_t makespan; ///< of the plan at first
    uint32_t latest;   ///< ... and now: no unit comes later
    uint64_t spent;
    way_rng rng;
    wayi_mapf_phase phase;
    uint32_t turn; ///< units looked at

    uint32_t *heads; ///< [spots] first stay
    uint32_t *first; ///< [count] stay of each unit
    uint32_t *costs; ///< [count] when each is at its goal for good
    wayi_mapf_stay *stays;
    uint32_t stay_count, stay_capacity, spare;
    wayi_mapf_seat *seats; ///< [spots + stays]
    uint32_t seat_capacity;
    uint32_t stamp;
    wayi_mapf_open *open;
    uint32_t open_count, open_capacity;
    uint32_t *sums; ///< [makespan + 1] open seats by time and distance
    uint32_t lowest;

    uint32_t *order;     ///< [count] in which all units are led
    uint32_t *group;     ///< [count] units
    uint32_t *old_first; ///< [count] stay of each unit, before it was taken out
    uint32_t *old_cost;  ///< [count] of the same
    uint32_t *failures;  ///< [count] searches in vain since all were taken out
    uint32_t group_count, led;
    uint32_t tries;       ///< left to the group of all
    uint64_t next_try;    ///< ... when so much is spent
    uint64_t began;       ///< what was spent when the group was taken out
    uint64_t given_up;    ///< when so much is spent, the group is
    uint64_t search_ends; ///< ... the search in hand is
    uint32_t allowed;     ///< that the units not yet led may cost
    uint32_t limit;       ///< ... and the one in hand
    uint32_t hold;        ///< before then its goal is not free
    bool whole;           ///< the group is that of all
    bool searching, starved;
    way_allocator allocator;
} wayi_mapf_refine;

/// What a refinement of a plan starts with. What it names is borrowed.
typedef struct wayi_mapf_refine_config {
    wayi_mapf_ground ground;
    const wayi_mapf_spot *starts;
    const wayi_mapf_spot *goals;
    uint32_t count;
    uint32_t makespan;
    uint64_t seed;
    wayi_mapf_spot (*spot)(const void *plan, uint32_t time, uint32_t unit);
    const void *plan;
} wayi_mapf_refine_config;

/// False without memory; wayi_mapf_refine_fini is due all the same.
bool wayi_mapf_refine_init(wayi_mapf_refine *refine, const wayi_mapf_refine_config *config,
                           const way_allocator *allocator);
void wayi_mapf_refine_fini(wayi_mapf_refine *refine);

/// One step of the refinement. True if the units of the group have got better ways, which cost no
/// more and are legal together with all others.
bool wayi_mapf_refine_step(wayi_mapf_refine *refine);
