// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Maps of many regions, with trips and edits on them.
#pragma once

#include "search/stage.h"
#include "search/subgoal/pilot.h"
#include "support/test.h"

#include <waymark/all.h>
#include <waymark/database.h>

#define ROUTE_NEAR 48u ///< cells between the ends of every second trip at most
#define ROUTE_BUDGET 100u
#define ROUTE_BEYOND 64u ///< what a step may do beyond its budget

typedef struct route_rig {
    way_map *map;
    way_space *space;
    way_navigator *navigator;
    way_rng rng;
} route_rig;

const wayi_guide *route_guide(const route_rig *rig);

void route_open(const char *words, const char *spec, const way_job *job, route_rig *rig);

void route_close(route_rig *rig);

way_trip route_trip(route_rig *rig, bool near);

/// Walls come and go; now and then one that shuts off a good part of the map opens.
void route_edit(route_rig *rig, uint32_t round);

/// Makes a trip in steps; with what is still to be counted, none does more than it may.
way_cost route_walk(way_agent *agent, const way_trip *trip);

way_agent *route_agent(const route_rig *rig);

void route_repair(route_rig *rig);
