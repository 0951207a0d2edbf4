// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// After each call to an agent all that is kept of its trip goes together.
#pragma once

#include "fuzz/fuzz_bytes.h"
#include "search/trip/algorithm.h"

#include <waymark/all.h>

#include <stdio.h>

static inline void fuzz_check_trip(const way_agent *agent)
{
    if (!wayi_trip_check(agent)) {
        (void)fprintf(stderr, "what is kept of the trip does not go together\n");
        abort();
    }
}

static inline way_status fuzz_after(const way_agent *agent, way_status status)
{
    fuzz_check_trip(agent);
    return status;
}

static inline way_outcome fuzz_after_step(const way_agent *agent, way_outcome outcome)
{
    fuzz_check_trip(agent);
    return outcome;
}

#define way_agent_begin(agent, trip) fuzz_after(agent, way_agent_begin(agent, trip))
#define way_agent_step(agent, budget) fuzz_after_step(agent, way_agent_step(agent, budget))
#define way_agent_run(agent) fuzz_after_step(agent, way_agent_run(agent))
#define way_agent_notify(agent, states, count)                                                     \
    fuzz_after(agent, way_agent_notify(agent, states, count))
#define way_agent_retarget(agent, goal) fuzz_after(agent, way_agent_retarget(agent, goal))
#define way_agent_advance(agent, moves) fuzz_after(agent, way_agent_advance(agent, moves))
#define way_agent_resume(agent, bytes, size) fuzz_after(agent, way_agent_resume(agent, bytes, size))
#define way_agent_park(agent, bytes, capacity, size)                                               \
    fuzz_after(agent, way_agent_park(agent, bytes, capacity, size))
#define way_agent_set_lookahead(agent, expansions)                                                 \
    fuzz_after(agent, way_agent_set_lookahead(agent, expansions))
#define way_agent_cancel(agent) (way_agent_cancel(agent), fuzz_check_trip(agent))
