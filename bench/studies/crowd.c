// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Many agents on one navigator: what a frame costs and what they hold.
#include "bench/studies/studies.h"
#include "bench/studies/study.h"

#include <stdlib.h>

#define CROWD_FRAMES 20u
#define CROWD_BUDGET 100u          // expansions per agent and frame
#define CROWD_BYTES_MAX 268435456. // of all agents: fewer where they would need more

// Sends an agent on its way, or back.
static void crowd_send(const bench_ground *ground, way_agent *agent, uint32_t number)
{
    way_trip trip = bench_ground_trip(ground, number / 2 % ground->count);
    if (number % 2) {
        trip = (way_trip){.start = trip.goal, .goal = trip.start};
    }
    bench_need(way_agent_begin(agent, &trip), "begin");
}

void bench_study_crowd(bench_study *study)
{
    const bench_ground *ground = study->ground;
    uint32_t count = bench_study_number(study, "agents", 1000);
    char spec[BENCH_WORD_MAX];
    bench_study_algorithm(study, spec);
    bench_rig rig = bench_rig_open(ground->space, spec);
    crowd_send(ground, rig.agent, 0);
    (void)way_agent_run(rig.agent);
    const double most = CROWD_BYTES_MAX / (double)way_agent_stats(rig.agent).bytes;
    count = most < count ? (uint32_t)most : count;
    way_agent **agents = calloc(count, sizeof *agents);
    bench_hold(agents, "no memory");
    for (uint32_t i = 0; i < count; i++) {
        const way_agent_config config = {.navigator = rig.navigator};
        bench_need(way_agent_create(&config, &agents[i]), "agent");
        crowd_send(ground, agents[i], i);
    }
    double sum = 0;
    double longest = 0;
    for (uint32_t frame = 0; frame < CROWD_FRAMES; frame++) {
        const double before = stopwatch_worked();
        for (uint32_t i = 0; i < count; i++) {
            if (way_agent_step(agents[i], CROWD_BUDGET) != WAY_OUTCOME_WORKING) {
                crowd_send(ground, agents[i], i);
            }
        }
        const double spent = stopwatch_worked() - before;
        sum += spent;
        longest = spent > longest ? spent : longest;
    }
    double bytes = 0;
    for (uint32_t i = 0; i < count; i++) {
        bytes += (double)way_agent_stats(agents[i]).bytes;
        way_agent_destroy(agents[i]);
    }
    free(agents);
    bench_study_note(study, "agents", 0, count);
    bench_study_note(study, "frame us", BENCH_TIMED, sum * 1e6 / CROWD_FRAMES);
    bench_study_note(study, "longest us", BENCH_TIMED | BENCH_LARGEST, longest * 1e6);
    bench_study_note(study, "KB each", 0, bytes / count / 1024);
    bench_study_note(study, "shared KB", 0, (double)way_navigator_bytes(rig.navigator) / 1024);
    bench_rig_close(&rig);
}
