// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What real-time searches make of changes. An estimate that was learned stays a lower bound as long
// as steps only get lost or dearer, as in the fog of war; when something may have become cheaper it
// has to be forgotten.
#pragma once

#include "search/frame/algorithm.h"

/// Whether steps from or to these states may have become cheaper: all that is certain is that none
/// leads to where nobody can stand.
static inline bool wayi_changes_may_help(const way_agent *agent, const way_state *states,
                                         uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (way_space_can_stand(agent->space, states[i])) {
            return true;
        }
    }
    return false;
}

/// The `advance` of an agent that plans from the end of its committed moves: nothing to do.
static inline way_status wayi_changes_advance(way_agent *agent, way_cost walked)
{
    (void)agent;
    (void)walked;
    return WAY_STATUS_OK;
}
