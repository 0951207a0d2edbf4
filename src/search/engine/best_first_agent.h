// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// An agent whose whole memory is one best-first search: all that A* and its relatives add is a
// configuration and a table.
#pragma once

#include "search/engine/best_first.h"
#include "search/trip/algorithm.h"

/// Sets up agent->memory, a wayi_best_first. The caller fills in what makes the algorithm; space,
/// goal, scratch, store and limits are filled in here.
way_status wayi_best_first_agent_create(way_agent *agent, wayi_best_first_config config);
void wayi_best_first_agent_destroy(way_agent *agent);
uint32_t wayi_best_first_agent_states_max(const way_agent *agent);
way_status wayi_best_first_agent_begin(way_agent *agent);
way_outcome wayi_best_first_agent_step(way_agent *agent, uint32_t budget);
bool wayi_best_first_agent_outlives(way_agent *agent, const way_rect *rects, uint32_t count,
                                    uint64_t *work);
void wayi_best_first_agent_look_again(way_agent *agent, const way_rect *rects, uint32_t count);
void wayi_best_first_agent_give_up(way_agent *agent);

/// What tables have of it; `create` is the algorithm's, and whoever leaves partial paths gives up.
#define WAYI_BEST_FIRST_HOOKS                                                                      \
    .destroy = wayi_best_first_agent_destroy, .states_max = wayi_best_first_agent_states_max,      \
    .begin = wayi_best_first_agent_begin, .step = wayi_best_first_agent_step,                      \
    .outlives = wayi_best_first_agent_outlives, .look_again = wayi_best_first_agent_look_again
