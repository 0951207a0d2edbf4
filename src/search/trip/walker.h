// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A walker: its loop (walker.c) and what it makes of changes (walker_notice.c).
#pragma once

#include "map/belief/belief.h"
#include "search/trip/algorithm.h"
#include "space/ground.h"

#include <waymark/agent.h>
#include <waymark/fog.h>

struct way_walker {
    way_agent *agent;
    way_space *space;
    way_belief *belief; ///< NULL without
    way_sensor sensor;
    way_state place;
    way_state goal;
    way_outcome outcome;
    uint32_t index;  ///< place on the agent's path; 0 where the agent advances itself
    uint64_t spent;  ///< walked on the plan in hand; as `index`
    uint64_t seen;   ///< revision of the space that the walker knows of
    uint64_t sensed; ///< revision of the truth when the walker last looked around
    uint64_t looks;  ///< at cells, made by the walker itself
    uint64_t end;    ///< as many looks may be made before a step's budget is spent on them
    uint64_t done;   ///< work of the agent before it last began
    uint64_t level;  ///< changes that the agent was not told of matter to no plan that costs less,
    uint32_t away;   ///< or are so many moves farther away than it looks ahead
    uint32_t foresight;      ///< moves that it looks ahead; UINT32_MAX = to the end
    bool advances;           ///< the agent walks along, others are asked again
    bool planned;            ///< the plan in hand was counted
    bool chases;             ///< the goal has moved
    bool hurries;            ///< changes that mattered came before the plan was ready
    wayi_path_buffer untold; ///< changed cells that the agent was not told of
    wayi_path_buffer news;   ///< those that it is being told of
    way_rect *rects;
    uint32_t rect_capacity;
    way_walk walk;
    way_allocator allocator;
};

/// Plans again from where the unit is.
way_status wayi_walker_restart(way_walker *walker);

/// Looks around, if it has a belief.
way_status wayi_walker_sense(way_walker *walker);

/// Looks around if the truth has changed since the last time, and tells the agent what is new.
way_status wayi_walker_notice(way_walker *walker);

/// Tells the agent of those changes that were kept and matter to the plan that it has come to, all
/// of them if it has found none.
way_status wayi_walker_weigh(way_walker *walker);
