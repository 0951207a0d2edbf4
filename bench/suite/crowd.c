// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/suite/crowd.h"

#include "bench/kit/stopwatch.h"

#include <stdlib.h>

#define CROWD_MAX 1000u
#define CROWD_FRAMES 20u
#define CROWD_BUDGET 100u          // expansions per agent and frame
#define CROWD_BYTES_MAX 268435456. // of all agents

// Sends an agent on its way, or back.
static way_status crowd_send(const bench_ground *ground, way_agent *agent, uint32_t number)
{
    const bench_problem *problem = &ground->problems[number / 2 % ground->count];
    const bool back = number % 2;
    const way_trip trip = {.start = back ? problem->goal : problem->start,
                           .goal = back ? problem->start : problem->goal};
    return way_agent_begin(agent, &trip);
}

static way_status crowd_create(const bench_contender *contender, const bench_ground *ground,
                               way_agent **agents, uint32_t count)
{
    way_status status = WAY_STATUS_OK;
    const way_agent_config config = {.navigator = contender->navigator};
    for (uint32_t i = 0; i < count && status == WAY_STATUS_OK; i++) {
        status = way_agent_create(&config, &agents[i]);
        if (status == WAY_STATUS_OK) {
            status = crowd_send(ground, agents[i], i);
        }
    }
    return status;
}

static void crowd_frame(const bench_ground *ground, way_agent **agents, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (way_agent_step(agents[i], CROWD_BUDGET) != WAY_OUTCOME_MOVING) {
            (void)!crowd_send(ground, agents[i], i);
        }
    }
}

static void crowd_measure(const bench_ground *ground, way_agent **agents, bench_crowd *out)
{
    double total = 0;
    for (uint32_t frame = 0; frame < CROWD_FRAMES; frame++) {
        const double before = stopwatch_now();
        crowd_frame(ground, agents, out->agents);
        const double spent = stopwatch_now() - before;
        total += spent;
        out->frame_max = spent > out->frame_max ? spent : out->frame_max;
    }
    out->frame_mean = total / CROWD_FRAMES;
    for (uint32_t i = 0; i < out->agents; i++) {
        out->bytes += (double)way_agent_stats(agents[i]).bytes;
    }
}

way_status bench_crowd_run(const bench_order *order, const bench_contender *contender,
                           const bench_ground *ground, int64_t run)
{
    way_status status = WAY_STATUS_OK;
    double each = 0;
    const bench_key key = {.run = run, .ground = ground, .spec = contender->spec};
    for (uint32_t count = 1; count <= CROWD_MAX && status == WAY_STATUS_OK; count *= 10) {
        if (each * count > CROWD_BYTES_MAX) {
            break;
        }
        way_agent **agents = calloc(count, sizeof *agents);
        bench_crowd crowd = {.agents = count,
                             .shared = (double)way_navigator_bytes(contender->navigator)};
        status = agents ? crowd_create(contender, ground, agents, count) : WAY_STATUS_NO_MEMORY;
        if (status == WAY_STATUS_OK) {
            crowd_measure(ground, agents, &crowd);
            each = crowd.bytes / count;
            status = bench_store_crowd(order->store, &key, &crowd);
        }
        for (uint32_t i = 0; agents && i < count; i++) {
            way_agent_destroy(agents[i]);
        }
        free(agents);
    }
    return status;
}
