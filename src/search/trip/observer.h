// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Writing into an observer's ring.
#pragma once

#include "search/trip/algorithm.h"

static inline void wayi_observer_write(way_observer *observer, way_event event)
{
    observer->events[observer->count++ % observer->capacity] = event;
}

/// Tells whoever watches an agent of a state that it met over another, with cost and estimate.
static inline void wayi_agent_report(const way_agent *agent, way_event_kind kind, way_state state,
                                     way_state from, way_cost g, way_cost h)
{
    if (agent->observer) {
        wayi_observer_write(agent->observer, (way_event){kind, state, from, g, way_cost_add(g, h)});
    }
}
