// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/gat/gat_run.h"

#include "bench/kit/trial.h"

#include <stdio.h>
#include <string.h>

// Specs -------------------------------------------------------------------------------------------

bool gat_spec_is_sized(const char *spec)
{
    const way_algorithm *algorithm = bench_spec_algorithm(spec);
    bool has = false;
    for (uint32_t i = 0; algorithm && i < algorithm->param_count; i++) {
        has = has || strcmp(algorithm->params[i].name, "lookahead") == 0;
    }
    return has && !strstr(spec, "lookahead=");
}

void gat_spec_set(const char *spec, const char *setting, uint32_t number, char *out, size_t size)
{
    const size_t length = strlen(spec);
    if (length > 0 && spec[length - 1] == ')') {
        (void)snprintf(out, size, "%.*s, %s=%u)", (int)length - 1, spec, setting, number);
    } else {
        (void)snprintf(out, size, "%s(%s=%u)", spec, setting, number);
    }
}

/// How a spec is run at a duration.
typedef struct gat_setup {
    char spec[GAT_SPEC_MAX + 32];
    bench_gat_training sizes; ///< of each look-ahead; no rows = fixed
    uint64_t expansion_ns;
} gat_setup;

/// False if no look-ahead fits.
static bool gat_run_set_up(const gat_plan *plan, const char *spec, uint64_t duration,
                           gat_setup *out)
{
    const gat_training *training =
        plan->trainings ? gat_trainings_find(plan->trainings, spec) : NULL;
    *out = (gat_setup){.expansion_ns = training && training->expansion_ns ? training->expansion_ns
                                                                          : plan->expansion_ns};
    (void)snprintf(out->spec, sizeof out->spec, "%s", spec);
    if (!training || !training->row_count || !gat_spec_is_sized(spec)) {
        return true;
    }
    const bench_gat_training rows = {training->rows, training->row_count};
    const uint32_t lookahead = bench_gat_lookahead(&rows, duration);
    if (strstr(spec, "move=dynamic")) { // it follows the moves in hand
        out->sizes = rows;
        gat_spec_set(spec, "most", rows.rows[rows.count - 1].lookahead, out->spec,
                     sizeof out->spec);
    } else {
        gat_spec_set(spec, "lookahead", lookahead, out->spec, sizeof out->spec);
    }
    return lookahead > 0;
}

// Running -----------------------------------------------------------------------------------------

static way_status gat_run_complain(way_problem *problem, const char *spec, const char *instance,
                                   way_status status)
{
    if (status != WAY_STATUS_OK && problem->text[0] == '\0') {
        (void)snprintf(problem->text, sizeof problem->text, "%.80s on %.60s: %s", spec, instance,
                       way_status_text(status));
    }
    return status;
}

way_status gat_run_walk(gat_arena *arena, const char *spec, bench_gat_config *config, gat_row *rows,
                        way_problem *problem)
{
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
    bench_gat_time times[BENCH_GAT_DURATIONS_MAX];
    bench_gat_result result;
    const way_navigator_config plan = {
        .space = arena->space, .algorithm = spec, .problem = problem};
    way_status status = gat_arena_reset(arena);
    status = status == WAY_STATUS_OK ? way_navigator_create(&plan, &navigator) : status;
    if (status == WAY_STATUS_OK) {
        status = way_agent_create(&(way_agent_config){.navigator = navigator}, &agent);
    }
    if (status == WAY_STATUS_OK) {
        config->agent = agent;
        config->trip = &arena->trip;
        config->unit_cost = arena->instance->unit;
        status = bench_gat_run(config, times, &result);
    }
    for (uint32_t i = 0; status == WAY_STATUS_OK && i < config->duration_count; i++) {
        rows[i] = (gat_row){true, result, times[i]};
    }
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
    return gat_run_complain(problem, spec, arena->instance->name, status);
}

/// Runs one spec: durations of the same set-up in one walk.
static way_status gat_run_spec(gat_plan *plan, gat_arena *arena, uint32_t spec,
                               way_problem *problem)
{
    gat_row *known = plan->rows[spec];
    way_status status = WAY_STATUS_OK;
    for (uint32_t i = 0; i < plan->duration_count && status == WAY_STATUS_OK; i++) {
        gat_setup setup;
        gat_row rows[BENCH_GAT_DURATIONS_MAX];
        uint32_t places[BENCH_GAT_DURATIONS_MAX] = {i};
        uint64_t durations[BENCH_GAT_DURATIONS_MAX] = {plan->durations[i]};
        bench_gat_config config = {.durations = durations, .duration_count = 1};
        if (known[i].known ||
            !gat_run_set_up(plan, plan->specs[spec], plan->durations[i], &setup)) {
            continue;
        }
        for (uint32_t k = i + 1; k < plan->duration_count && !setup.sizes.count; k++) {
            gat_setup other;
            if (gat_run_set_up(plan, plan->specs[spec], plan->durations[k], &other) &&
                strcmp(other.spec, setup.spec) == 0) {
                places[config.duration_count] = k;
                durations[config.duration_count++] = plan->durations[k];
            }
        }
        config.training = setup.sizes.count ? &setup.sizes : NULL;
        config.expansion_ns = setup.expansion_ns;
        status = gat_run_walk(arena, setup.spec, &config, rows, problem);
        for (uint32_t k = 0; k < config.duration_count && status == WAY_STATUS_OK; k++) {
            known[places[k]] = rows[k];
        }
    }
    return status;
}

way_status gat_run_all(gat_plan *plan, way_problem *problem)
{
    gat_arena arena = {0};
    *problem = (way_problem){0};
    memset(plan->rows, 0, sizeof plan->rows);
    way_status status = gat_run_complain(problem, "all", plan->instance->name,
                                         gat_arena_open(plan->instance, &arena));
    arena.limit = plan->limit;
    for (uint32_t i = 0; i < plan->spec_count && status == WAY_STATUS_OK; i++) {
        status = gat_run_spec(plan, &arena, i, problem);
    }
    gat_arena_close(&arena);
    return status;
}

way_cost gat_run_optimum(const gat_plan *plan, uint32_t duration)
{
    way_cost optimal = plan->instance->optimal;
    for (uint32_t i = 0; i < plan->spec_count && !optimal; i++) {
        const gat_row *row = &plan->rows[i][duration];
        const way_algorithm *algorithm = bench_spec_algorithm(plan->specs[i]);
        if (algorithm && (algorithm->traits & WAY_TRAIT_OPTIMAL) && row->known &&
            row->result.outcome == WAY_OUTCOME_FOUND) {
            optimal = row->result.cost;
        }
    }
    return optimal;
}
