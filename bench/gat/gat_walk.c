// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Planning and acting side by side, on a time line for each duration of a move.
//
// An episode is planning up to the next committed moves. It begins when the moves of the episode
// before begin, so it has as long as those last; its own moves begin when both are over. A discrete
// search is one episode. What the agent does depends on the duration only if its look-ahead does,
// so one walk serves any number of durations.
//
// Burns, Kiesel, Ruml: Experimental Real-time Heuristic Search Results in a Video Game, 2013. They
// trust that no episode but the first is ever waited for: their figure is total - waiting.
#include "bench/gat/gat_walk.h"

/// One duration.
typedef struct gat_line {
    uint64_t duration;
    uint64_t begin; ///< when planning goes on: the moves in hand begin
    uint64_t free;  ///< when the moves in hand are over
    bench_gat_time time;
} gat_line;

/// What the agent has done so far.
typedef struct gat_run {
    const bench_gat_config *config;
    gat_line lines[BENCH_GAT_DURATIONS_MAX];
    bench_gat_result result;
    uint64_t episode_ns; ///< of the episode under way
} gat_run;

uint32_t bench_gat_lookahead(const bench_gat_training *training, uint64_t ns)
{
    uint32_t best = 0;
    for (uint32_t i = 0; i < training->count && training->rows[i].ns <= ns; i++) {
        best = training->rows[i].lookahead;
    }
    return best;
}

static way_status gat_check(const bench_gat_config *config, const bench_gat_time *times)
{
    if (!config || !times || !config->agent || !config->trip || !config->durations ||
        config->duration_count == 0 || config->duration_count > BENCH_GAT_DURATIONS_MAX ||
        !config->expansion_ns) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    if (config->training &&
        (config->duration_count != 1 || config->training->count == 0 || !config->training->rows)) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    for (uint32_t i = 0; i < config->duration_count; i++) {
        if (config->durations[i] == 0 || config->durations[i] > BENCH_GAT_DURATION_MAX) {
            return WAY_STATUS_OUT_OF_RANGE;
        }
    }
    return WAY_STATUS_OK;
}

/// How long a walk of that cost takes.
static uint64_t gat_act(const gat_run *run, uint64_t duration, way_cost cost)
{
    return duration * cost / (run->config->unit_cost ? run->config->unit_cost : 1);
}

/// Ends an episode on one time line: `acting` is how long its moves take.
static void gat_line_add(const gat_run *run, gat_line *line, uint64_t acting)
{
    uint64_t begin = line->begin + run->episode_ns;
    const bool is_late = begin > line->free;
    begin = is_late ? begin : line->free;
    if (run->result.episodes > 0 && is_late) {
        line->time.waiting += begin - line->free;
        line->time.late++;
    }
    line->begin = begin;
    line->free = begin + acting;
    line->time.total = line->free;
}

/// Books the episode that has just ended with the path as it now is.
static void gat_end_episode(gat_run *run)
{
    bench_gat_result *result = &run->result;
    const way_agent *agent = run->config->agent;
    uint32_t count = 0;
    way_agent_path(agent, &count);
    const uint64_t moves = count > 0 ? count - 1 : 0;
    const way_cost cost = way_agent_cost(agent);
    const way_cost reached = cost == WAY_COST_MAX ? result->cost : cost;
    for (uint32_t i = 0; i < run->config->duration_count; i++) {
        gat_line *line = &run->lines[i];
        gat_line_add(run, line,
                     gat_act(run, line->duration, reached) -
                         gat_act(run, line->duration, result->cost));
    }
    result->first_ns = result->episodes ? result->first_ns : run->episode_ns;
    result->first_expansions = result->episodes ? result->first_expansions : result->expansions;
    result->worst_ns = run->episode_ns > result->worst_ns ? run->episode_ns : result->worst_ns;
    result->moves = moves;
    result->cost = reached;
    result->episodes++;
    run->episode_ns = 0;
}

/// Sizes the next look-ahead to the moves in hand, the first one to a single move.
static way_status gat_fit_lookahead(const gat_run *run)
{
    const bench_gat_config *config = run->config;
    if (!config->training) {
        return WAY_STATUS_OK;
    }
    const gat_line *line = &run->lines[0];
    const uint64_t available =
        run->result.episodes ? line->free - line->begin : config->durations[0];
    const uint32_t lookahead = bench_gat_lookahead(config->training, available);
    return way_agent_set_lookahead(config->agent,
                                   lookahead ? lookahead : config->training->rows[0].lookahead);
}

/// One call of the planner; true if it ended an episode.
static bool gat_plan(gat_run *run)
{
    const bench_gat_config *config = run->config;
    bench_gat_result *result = &run->result;
    result->outcome = way_agent_step(config->agent, UINT32_MAX);
    const uint64_t expansions = way_agent_stats(config->agent).expansions;
    const uint64_t ns = (expansions - result->expansions) * config->expansion_ns;
    result->expansions = expansions;
    result->planning_ns += ns;
    run->episode_ns += ns;
    uint32_t count = 0;
    way_agent_path(config->agent, &count);
    return result->outcome != WAY_OUTCOME_WORKING || count > result->moves + 1;
}

static way_status gat_walk(gat_run *run)
{
    const bench_gat_config *config = run->config;
    bench_gat_result *result = &run->result;
    result->outcome = way_agent_outcome(config->agent);
    while (result->outcome == WAY_OUTCOME_WORKING) {
        const way_status status = gat_fit_lookahead(run);
        if (status != WAY_STATUS_OK) {
            return status;
        }
        while (!gat_plan(run)) {
        }
        gat_end_episode(run);
    }
    return WAY_STATUS_OK;
}

way_status bench_gat_run(const bench_gat_config *config, bench_gat_time *times,
                         bench_gat_result *result)
{
    way_status status = gat_check(config, times);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    gat_run run = {.config = config};
    for (uint32_t i = 0; i < config->duration_count; i++) {
        run.lines[i].duration = config->durations[i];
    }
    status = way_agent_begin(config->agent, config->trip);
    status = status == WAY_STATUS_OK ? gat_walk(&run) : status;
    if (status != WAY_STATUS_OK) {
        return status;
    }
    for (uint32_t i = 0; i < config->duration_count; i++) {
        times[i] = run.lines[i].time;
    }
    if (result) {
        *result = run.result;
    }
    return WAY_STATUS_OK;
}
