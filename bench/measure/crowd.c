// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/measure/crowd.h"

#include "bench/kit/stopwatch.h"

#include <stdlib.h>

#define CROWD_MAX 1000u
#define CROWD_FRAMES 20u
#define CROWD_ROUNDS 5u
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

static way_status crowd_create(const bench_contender *contender, way_agent **agents, uint32_t count)
{
    way_status status = WAY_STATUS_OK;
    const way_agent_config config = {.navigator = contender->navigator};
    for (uint32_t i = 0; i < count && status == WAY_STATUS_OK; i++) {
        status = way_agent_create(&config, &agents[i]);
    }
    return status;
}

static void crowd_frame(const bench_ground *ground, way_agent **agents, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (way_agent_step(agents[i], CROWD_BUDGET) != WAY_OUTCOME_WORKING) {
            (void)!crowd_send(ground, agents[i], i);
        }
    }
}

// Every round sends everybody out again and does the same work; medians over rounds count.
static way_status crowd_measure(const bench_ground *ground, way_agent **agents, bool counts,
                                bench_crowd *out)
{
    way_status status = WAY_STATUS_OK;
    double means[CROWD_ROUNDS] = {0};
    double longest[CROWD_ROUNDS] = {0};
    const uint32_t rounds = counts ? 1 : CROWD_ROUNDS;
    for (uint32_t round = 0; round < rounds && status == WAY_STATUS_OK; round++) {
        for (uint32_t i = 0; i < out->agents && status == WAY_STATUS_OK; i++) {
            status = crowd_send(ground, agents[i], i);
        }
        for (uint32_t frame = 0; frame < CROWD_FRAMES; frame++) {
            const stopwatch started = stopwatch_start();
            crowd_frame(ground, agents, out->agents);
            const double spent = stopwatch_spent(started, 0);
            means[round] += spent / CROWD_FRAMES;
            longest[round] = spent > longest[round] ? spent : longest[round];
        }
    }
    bench_sort(means, CROWD_ROUNDS);
    bench_sort(longest, CROWD_ROUNDS);
    out->frame_mean = counts ? -1 : bench_quantile(means, CROWD_ROUNDS, 0.5);
    out->frame_max = counts ? -1 : bench_quantile(longest, CROWD_ROUNDS, 0.5);
    for (uint32_t i = 0; i < out->agents; i++) {
        out->bytes += (double)way_agent_stats(agents[i]).bytes;
    }
    return status;
}

way_status bench_crowd_run(const bench_order *order, const bench_contender *contender,
                           const bench_ground *ground, int64_t run)
{
    way_status status = WAY_STATUS_OK;
    double each = 0;
    const bench_key key = {
        .run = run, .ground = ground, .entry = contender->entry, .spec = contender->spec};
    for (uint32_t count = 1; count <= CROWD_MAX && status == WAY_STATUS_OK; count *= 10) {
        if (each * count > CROWD_BYTES_MAX) {
            break;
        }
        way_agent **agents = calloc(count, sizeof *agents);
        bench_crowd crowd = {.agents = count,
                             .shared = (double)way_navigator_bytes(contender->navigator)};
        status = agents ? crowd_create(contender, agents, count) : WAY_STATUS_NO_MEMORY;
        if (status == WAY_STATUS_OK) {
            status = crowd_measure(ground, agents, order->plan->counts, &crowd);
        }
        if (status == WAY_STATUS_OK) {
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
