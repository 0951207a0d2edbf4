// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/gat/gat_run.h"

#include "bench/kit/stopwatch.h"
#include "bench/kit/trial.h"

#include <stdio.h>
#include <stdlib.h>
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

/// Whether the look-ahead of a spec follows the moves in hand.
static bool gat_run_is_dynamic(const char *spec)
{
    return strstr(spec, "move=dynamic") != NULL;
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
    const gat_training *sizes; ///< of each look-ahead; NULL = fixed
    uint64_t expansion_ns;     ///< 0 = measured
    uint64_t limit, move_limit;
    bool in_intervals;
    bench_gat_sizing sizing;
} gat_setup;

/// False if no look-ahead fits, or the duration is too long for the spec.
static bool gat_run_set_up(const gat_plan *plan, const char *spec, uint64_t duration,
                           gat_setup *out)
{
    const way_algorithm *algorithm = bench_spec_algorithm(spec);
    const gat_training *training =
        plan->trainings ? gat_trainings_find(plan->trainings, spec) : NULL;
    const bool realtime = algorithm && (algorithm->traits & WAY_TRAIT_REALTIME);
    *out = (gat_setup){.expansion_ns = plan->expansion_ns,
                       .limit = realtime ? plan->limit : plan->limit_first,
                       .move_limit = plan->move_limit,
                       .in_intervals = plan->in_intervals,
                       .sizing = plan->sizing};
    if (training && training->expansion_ns) {
        out->expansion_ns = training->expansion_ns;
    }
    out->expansion_ns = plan->measured ? 0 : out->expansion_ns;
    (void)snprintf(out->spec, sizeof out->spec, "%s", spec);
    if (!training || !training->row_count || !gat_spec_is_sized(spec)) {
        return true;
    }
    const bench_gat_training rows = {training->rows, training->row_count};
    const uint32_t lookahead = bench_gat_lookahead(&rows, duration);
    if (gat_run_is_dynamic(spec)) {
        out->sizes = training;
        gat_spec_set(spec, "most", training->rows[training->row_count - 1].lookahead, out->spec,
                     sizeof out->spec);
    } else {
        gat_spec_set(spec, "lookahead", lookahead, out->spec, sizeof out->spec);
    }
    return lookahead > 0;
}

static gat_row *gat_run_row(const gat_plan *plan, uint32_t spec, uint32_t instance,
                            uint32_t duration)
{
    return &plan->rows[((size_t)spec * plan->instances->count + instance) * plan->duration_count +
                       duration];
}

way_status gat_plan_open(gat_plan *plan)
{
    const size_t count = (size_t)plan->spec_count * plan->instances->count * plan->duration_count;
    plan->rows = calloc(count + 1, sizeof *plan->rows);
    return plan->rows ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

void gat_plan_close(gat_plan *plan)
{
    free(plan->rows);
    plan->rows = NULL;
}

bool gat_run_find(const gat_plan *plan, uint32_t spec, uint32_t instance, uint32_t duration,
                  gat_row *out)
{
    *out = *gat_run_row(plan, spec, instance, duration);
    return out->known;
}

// Running -----------------------------------------------------------------------------------------

static uint64_t gat_run_clock(void *user)
{
    (void)user;
    return (uint64_t)(stopwatch_cpu() * 1e9);
}

static way_status gat_run_complain(way_problem *problem, const char *spec, const char *instance,
                                   way_status status)
{
    if (status != WAY_STATUS_OK && problem->text[0] == '\0') {
        (void)snprintf(problem->text, sizeof problem->text, "%.80s on %.60s: %s", spec, instance,
                       way_status_text(status));
    }
    return status;
}

/// Walks with a fresh agent in a space that has met nothing.
static way_status gat_run_walk(gat_arena *arena, const char *spec, bench_gat_config *config,
                               gat_row *rows, way_problem *problem)
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
        config->now = gat_run_clock;
        status = bench_gat_run(config, times, &result);
    }
    for (uint32_t i = 0; status == WAY_STATUS_OK && i < config->duration_count; i++) {
        rows[i] = (gat_row){true, result, times[i]};
    }
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
    return gat_run_complain(problem, spec, arena->instance->name, status);
}

/// Runs a set-up at some durations.
static way_status gat_run_durations(gat_arena *arena, const gat_setup *setup,
                                    const bench_gat_config *base, gat_row *rows,
                                    way_problem *problem)
{
    bench_gat_training sizes = {0};
    bench_gat_config config = *base;
    if (setup->sizes) {
        sizes = (bench_gat_training){setup->sizes->rows, setup->sizes->row_count};
        config.training = &sizes;
        config.sizing = setup->sizing;
    }
    arena->limit = setup->limit;
    config.expansion_ns = setup->expansion_ns;
    config.move_limit = setup->move_limit;
    config.in_intervals = setup->in_intervals;
    return gat_run_walk(arena, setup->spec, &config, rows, problem);
}

/// Runs one spec on one instance: durations of the same set-up in one walk.
static way_status gat_run_spec(const gat_plan *plan, gat_arena *arena, uint32_t instance,
                               uint32_t spec, way_problem *problem)
{
    way_status status = WAY_STATUS_OK;
    for (uint32_t i = 0; i < plan->duration_count && status == WAY_STATUS_OK; i++) {
        gat_setup setup;
        gat_row rows[BENCH_GAT_DURATIONS_MAX];
        uint32_t places[BENCH_GAT_DURATIONS_MAX] = {i};
        uint64_t durations[BENCH_GAT_DURATIONS_MAX] = {plan->durations[i]};
        bench_gat_config config = {.durations = durations, .duration_count = 1};
        if (!gat_run_set_up(plan, plan->specs[spec], plan->durations[i], &setup) ||
            gat_run_row(plan, spec, instance, i)->known) {
            continue;
        }
        for (uint32_t k = i + 1; k < plan->duration_count && !setup.sizes; k++) {
            gat_setup other;
            if (gat_run_set_up(plan, plan->specs[spec], plan->durations[k], &other) &&
                strcmp(other.spec, setup.spec) == 0) {
                places[config.duration_count] = k;
                durations[config.duration_count++] = plan->durations[k];
            }
        }
        status = gat_run_durations(arena, &setup, &config, rows, problem);
        for (uint32_t k = 0; k < config.duration_count && status == WAY_STATUS_OK; k++) {
            *gat_run_row(plan, spec, instance, places[k]) = rows[k];
        }
    }
    return status;
}

way_status gat_run_all(const gat_plan *plan, way_problem *problem)
{
    const uint64_t total = (uint64_t)plan->instances->count * plan->spec_count;
    way_status status = WAY_STATUS_OK;
    *problem = (way_problem){0};
    for (uint32_t i = 0; i < plan->instances->count && status == WAY_STATUS_OK; i++) {
        gat_arena arena = {0};
        const gat_instance *instance = &plan->instances->items[i];
        status = gat_run_complain(problem, "all", instance->name, gat_arena_open(instance, &arena));
        for (uint32_t k = 0; k < plan->spec_count && status == WAY_STATUS_OK; k++) {
            status = gat_run_spec(plan, &arena, i, k, problem);
            if (plan->progress) {
                plan->progress((uint64_t)i * plan->spec_count + k + 1, total, plan->user);
            }
        }
        gat_arena_close(&arena);
    }
    return status;
}

// Training ----------------------------------------------------------------------------------------

/// What all runs of one spec have taken, and those of each size.
typedef struct gat_effort {
    uint64_t ns, expansions;
    uint64_t size_ns[GAT_SIZES_MAX], size_expansions[GAT_SIZES_MAX];
    uint64_t worst_ns[GAT_SIZES_MAX]; ///< of a thousand expansions, mean of the worst instance
} gat_effort;

/// One measured run at the look-ahead of that index.
static way_status gat_run_measure(gat_arena *arena, const char *spec, uint32_t index,
                                  gat_effort *effort, way_problem *problem)
{
    static const uint64_t duration = 1000000;
    gat_row row;
    bench_gat_config config = {.durations = &duration, .duration_count = 1};
    const way_status status = gat_run_walk(arena, spec, &config, &row, problem);
    if (status == WAY_STATUS_OK) {
        effort->ns += row.result.planning_ns;
        effort->expansions += row.result.expansions;
        effort->size_ns[index] += row.result.planning_ns;
        effort->size_expansions[index] += row.result.expansions;
        const uint64_t expansions = row.result.expansions ? row.result.expansions : 1;
        const uint64_t mean = row.result.planning_ns * 1000 / expansions;
        effort->worst_ns[index] = mean > effort->worst_ns[index] ? mean : effort->worst_ns[index];
    }
    return status;
}

/// A look-ahead that follows the moves is trained at fixed sizes, otherwise the same.
static void gat_run_stand_in(const char *spec, char *out, size_t size)
{
    const char *dynamic = strstr(spec, "move=dynamic");
    if (dynamic) {
        (void)snprintf(out, size, "%.*smove=multi%s", (int)(dynamic - spec), spec,
                       dynamic + strlen("move=dynamic"));
    } else {
        (void)snprintf(out, size, "%s", spec);
    }
}

/// All look-aheads of one spec on one instance.
static way_status gat_run_train_on(const gat_training_plan *plan, gat_arena *arena,
                                   const char *spec, gat_effort *effort, way_problem *problem)
{
    const bool sized = gat_spec_is_sized(spec);
    char still[GAT_SPEC_MAX];
    way_status status = WAY_STATUS_OK;
    gat_run_stand_in(spec, still, sizeof still);
    for (uint32_t i = 0; i < (sized ? plan->size_count : 1) && status == WAY_STATUS_OK; i++) {
        char full[GAT_SPEC_MAX + 32];
        (void)snprintf(full, sizeof full, "%s", still);
        if (sized) {
            gat_spec_set(still, "lookahead", plan->sizes[i], full, sizeof full);
        }
        // At least one whole look-ahead.
        arena->limit = sized && plan->sizes[i] >= plan->limit ? plan->sizes[i] + 1ull : plan->limit;
        arena->limit = !sized && plan->limit_first ? plan->limit_first : arena->limit;
        status = gat_run_measure(arena, full, i, effort, problem);
    }
    return status;
}

/// Works out what an expansion and what an episode of each size took.
static void gat_run_conclude(const gat_training_plan *plan, const gat_effort *effort,
                             gat_training *training)
{
    const bool sized = gat_spec_is_sized(training->spec);
    training->expansion_ns = effort->expansions ? effort->ns / effort->expansions : 0;
    training->expansion_ns += training->expansion_ns == 0;
    training->row_count = sized ? plan->size_count : 0;
    for (uint32_t i = 0; i < training->row_count; i++) {
        // By expansions: the last episode of a run may be cut short.
        const uint64_t expansions = effort->size_expansions[i] ? effort->size_expansions[i] : 1;
        const uint64_t ns = plan->worst_mean ? effort->worst_ns[i] * plan->sizes[i] / 1000
                                             : effort->size_ns[i] * plan->sizes[i] / expansions;
        training->rows[i] = (bench_gat_row){plan->sizes[i], ns ? ns : 1};
    }
}

static way_status gat_run_train_spec(const gat_training_plan *plan, uint32_t index,
                                     gat_trainings *out, way_problem *problem)
{
    const char *spec = plan->specs[index];
    gat_training *training = gat_trainings_add(out, spec);
    gat_effort effort = {.ns = 0};
    if (!training) {
        return gat_run_complain(problem, spec, "the training", WAY_STATUS_TOO_LARGE);
    }
    char still[GAT_SPEC_MAX];
    gat_run_stand_in(spec, still, sizeof still);
    const gat_training *known = gat_trainings_find(out, still);
    *training = strcmp(still, spec) != 0 && known ? *known : (gat_training){.row_count = 0};
    (void)snprintf(training->spec, sizeof training->spec, "%s", spec);
    if (training->expansion_ns) {
        return WAY_STATUS_OK;
    }
    way_status status = WAY_STATUS_OK;
    for (uint32_t i = 0; i < plan->instances->count && status == WAY_STATUS_OK; i++) {
        gat_arena arena = {0};
        const gat_instance *instance = &plan->instances->items[i];
        status = gat_run_complain(problem, spec, instance->name, gat_arena_open(instance, &arena));
        if (status == WAY_STATUS_OK) {
            status = gat_run_train_on(plan, &arena, spec, &effort, problem);
        }
        gat_arena_close(&arena);
        if (plan->progress) {
            plan->progress((uint64_t)index * plan->instances->count + i + 1,
                           (uint64_t)plan->spec_count * plan->instances->count, plan->user);
        }
    }
    gat_run_conclude(plan, &effort, training);
    return status;
}

way_status gat_run_training(const gat_training_plan *plan, gat_trainings *out, way_problem *problem)
{
    way_status status = WAY_STATUS_OK;
    *problem = (way_problem){0};
    for (uint32_t i = 0; i < plan->spec_count && status == WAY_STATUS_OK; i++) {
        status = gat_run_train_spec(plan, i, out, problem);
    }
    return status;
}
