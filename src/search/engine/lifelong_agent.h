// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// An agent whose whole memory is one lifelong search: all that LPA*, D* Lite and MT-D* Lite add is
// a configuration and a table.
#pragma once

#include "search/engine/lifelong.h"
#include "search/trip/algorithm.h"

/// Where buckets can't serve, the first parameter, the queue, says what takes their place.
void wayi_lifelong_agent_settle(way_navigator *navigator);

/// Sets up agent->memory, a wayi_lifelong. Space, scratch, store and limits are filled in here.
way_status wayi_lifelong_agent_create(way_agent *agent, wayi_lifelong_config config);
void wayi_lifelong_agent_destroy(way_agent *agent);
way_status wayi_lifelong_agent_begin(way_agent *agent);
way_outcome wayi_lifelong_agent_step(way_agent *agent, uint32_t budget);
bool wayi_lifelong_agent_outlives(way_agent *agent, const way_rect *rects, uint32_t count,
                                  uint64_t *work);
way_status wayi_lifelong_agent_change(way_agent *agent, const way_state *states, uint32_t count);
way_status wayi_lifelong_agent_advance(way_agent *agent, way_cost walked);
way_status wayi_lifelong_agent_retarget(way_agent *agent);

/// What tables have of it.
#define WAYI_LIFELONG_HOOKS                                                                        \
    .settle = wayi_lifelong_agent_settle, .memory_size = sizeof(wayi_lifelong),                    \
    .destroy = wayi_lifelong_agent_destroy, .begin = wayi_lifelong_agent_begin,                    \
    .step = wayi_lifelong_agent_step, .outlives = wayi_lifelong_agent_outlives,                    \
    .change = wayi_lifelong_agent_change
