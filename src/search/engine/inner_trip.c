// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/engine/inner.h"

way_status wayi_inner_begin_trip(wayi_inner *inner, const way_trip *trip)
{
    inner->counted = (way_stats){0};
    inner->looked = 0;
    inner->trip = true;
    const way_status status = way_agent_begin(inner->agent, trip);
    inner->looked = inner->agent->looked; // is of no step
    return status;
}

way_outcome wayi_inner_step_trip(wayi_inner *inner, way_agent *outer, uint32_t budget)
{
    const way_outcome outcome = way_agent_step(inner->agent, budget);
    wayi_inner_count(inner, outer);
    return outcome;
}
