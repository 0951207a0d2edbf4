// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/conformance.h"

#include "support/test.h"

#include <string.h>

/// More steps than any trip on a stage takes: a search that runs for ever is found out.
#define CONFORMANCE_STEPS_MAX 2000000u

/// The rig at work; still set after a test that failed by a plain assertion.
static const conformance_rig *conformance_at_work;

static void conformance_print_state(const test_stage *stage, const char *what, way_state state)
{
    if (stage->map && state < stage->count) {
        const uint32_t width = way_map_width(stage->map);
        print_error("%s %u (%u, %u)  ", what, state, state % width, state / width);
    } else {
        print_error("%s %u  ", what, state);
    }
}

void conformance_fail(const conformance_rig *rig, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    conformance_at_work = NULL; // all is said here
    print_error("algorithm: %s\nstage: %s\ntrip: ", rig->spec, rig->stage->name);
    conformance_print_state(rig->stage, "from", rig->trip.start);
    conformance_print_state(rig->stage, "to", rig->trip.goal);
    print_error("mode %d range %u goals %u fall_back_to_nearest %d partial %d limit %llu\n",
                (int)rig->trip.mode, rig->trip.range, rig->trip.goal_count,
                rig->trip.fall_back_to_nearest, rig->trip.partial,
                (unsigned long long)rig->trip.expansion_limit);
    stage_print(rig->stage, rig->trip.start, rig->trip.goal);
    fail_msg("%s", text);
    abort(); // fail_msg does not return, but does not say so
}

way_agent *conformance_agent(const conformance_rig *rig, const way_agent_config *config)
{
    way_agent_config own = config ? *config : (way_agent_config){0};
    own.navigator = rig->navigator;
    way_agent *agent = NULL;
    const way_status status = way_agent_create(&own, &agent);
    conformance_check(rig, status == WAY_STATUS_OK, "no agent: %s", way_status_text(status));
    return agent;
}

void conformance_open(conformance_rig *rig, const test_stage *stage, const char *spec,
                      const way_agent_config *config)
{
    *rig = (conformance_rig){.stage = stage};
    snprintf(rig->spec, sizeof rig->spec, "%s", spec);
    way_problem problem = {0};
    const way_navigator_config plan = {.space = stage->space,
                                       .algorithm = spec,
                                       .problem = &problem,
                                       .allocator = config ? config->allocator : NULL};
    const way_status status = way_navigator_create(&plan, &rig->navigator);
    conformance_check(rig, status == WAY_STATUS_OK, "no navigator: %s (%s)",
                      way_status_text(status), problem.text);
    rig->algorithm = way_navigator_algorithm(rig->navigator);
    if ((rig->algorithm->traits & WAY_TRAIT_REALTIME) && !way_navigator_lookahead(rig->navigator)) {
        rig->algorithm = way_algorithm_find("jps"); // stands in, and its promises hold
    }
    rig->agent = conformance_agent(rig, config);
}

void conformance_close(conformance_rig *rig)
{
    way_agent_destroy(rig->agent);
    way_navigator_destroy(rig->navigator);
    rig->agent = NULL;
    rig->navigator = NULL;
}

static uint64_t conformance_hash(const way_state *states, uint32_t count)
{
    uint64_t hash = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t bytes[4] = {(uint8_t)states[i], (uint8_t)(states[i] >> 8),
                                  (uint8_t)(states[i] >> 16), (uint8_t)(states[i] >> 24)};
        hash = way_hash_bytes(hash, bytes, sizeof bytes);
    }
    return hash;
}

static conformance_result conformance_examine(const conformance_rig *rig, way_agent *agent,
                                              way_state start)
{
    conformance_result result = {.outcome = way_agent_outcome(agent),
                                 .cost = way_agent_cost(agent),
                                 .goal = way_agent_goal(agent),
                                 .stats = way_agent_stats(agent)};
    const way_state *path = way_agent_path(agent, &result.count);
    result.hash = conformance_hash(path, result.count);
    way_cost cost = 0;
    char message[160] = "";
    conformance_check(rig, stage_check_path(rig->stage, start, path, result.count, &cost, message),
                      "outcome %s, illegal path: %s", way_outcome_name(result.outcome), message);
    result.last = path[result.count - 1];
    const bool none = result.outcome == WAY_OUTCOME_NO_PATH && result.count == 1;
    const way_cost told = none ? WAY_COST_MAX : cost;
    conformance_check(rig, result.cost == told, "the path costs %u, the agent says %u", told,
                      result.cost);
    if (result.outcome == WAY_OUTCOME_FOUND || result.outcome == WAY_OUTCOME_PARTIAL) {
        conformance_check(rig, path[result.count - 1] == result.goal,
                          "the path ends at %u, the goal in force is %u", path[result.count - 1],
                          result.goal);
    }
    return result;
}

conformance_result conformance_run(conformance_rig *rig, way_agent *agent, const way_trip *trip,
                                   uint32_t budget)
{
    rig->trip = *trip;
    const way_status status = way_agent_begin(agent, trip);
    conformance_check(rig, status == WAY_STATUS_OK, "begin: %s", way_status_text(status));
    uint32_t steps = 0;
    while (way_agent_step(agent, budget) == WAY_OUTCOME_WORKING) {
        conformance_check(rig, ++steps < CONFORMANCE_STEPS_MAX, "the trip does not end");
    }
    const conformance_result result = conformance_examine(rig, agent, trip->start);
    conformance_check(rig, result.stats.step_work_max <= (uint64_t)budget + 64,
                      "a step of %llu expansions, the budget was %u",
                      (unsigned long long)result.stats.step_work_max, budget);
    return result;
}

bool conformance_learns(const conformance_rig *rig)
{
    return strstr(rig->spec, "lazy=on") != NULL;
}

void conformance_compare(const conformance_rig *rig, const conformance_result *a,
                         const conformance_result *b, const char *what)
{
    conformance_check(rig, a->outcome == b->outcome, "%s: outcome %s became %s", what,
                      way_outcome_name(a->outcome), way_outcome_name(b->outcome));
    conformance_check(rig, a->cost == b->cost, "%s: cost %u became %u", what, a->cost, b->cost);
    conformance_check(rig, a->count == b->count && a->hash == b->hash, "%s: another path", what);
    conformance_check(rig, a->goal == b->goal, "%s: goal %u became %u", what, a->goal, b->goal);
    const uint64_t counts[][2] = {
        {a->stats.expansions, b->stats.expansions}, {a->stats.generations, b->stats.generations},
        {a->stats.reopenings, b->stats.reopenings}, {a->stats.heap_pushes, b->stats.heap_pushes},
        {a->stats.heap_pops, b->stats.heap_pops},   {a->stats.revisits, b->stats.revisits}};
    static const char *const names[] = {"expansions",  "generations", "reopenings",
                                        "heap pushes", "heap pops",   "revisits"};
    const bool learns = conformance_learns(rig);
    for (uint32_t i = 0; i < sizeof counts / sizeof *counts && !learns; i++) {
        conformance_check(rig, counts[i][0] == counts[i][1], "%s: %llu %s became %llu", what,
                          (unsigned long long)counts[i][0], names[i],
                          (unsigned long long)counts[i][1]);
    }
}

// Variants ----------------------------------------------------------------------------------------

/// What a limit of an algorithm's own on its work is set to: small, for such algorithms explode.
#define CONFORMANCE_OWN_LIMIT 2000

static const way_param *conformance_own_limit(const way_algorithm *algorithm)
{
    for (uint32_t i = 0; i < algorithm->param_count; i++) {
        if (strcmp(algorithm->params[i].name, "limit") == 0) {
            return &algorithm->params[i];
        }
    }
    return NULL;
}

bool conformance_is_complete(const conformance_rig *rig)
{
    const uint32_t traits = rig->algorithm->traits;
    return (traits & WAY_TRAIT_COMPLETE) && (!(traits & WAY_TRAIT_REALTIME) || rig->stage->safe);
}

bool conformance_owes(const conformance_rig *rig, const conformance_result *result,
                      const uint8_t *marked)
{
    const uint32_t traits = rig->algorithm->traits;
    if (!(traits & WAY_TRAIT_COMPLETE) || conformance_is_complete(rig) ||
        result->outcome != WAY_OUTCOME_NO_PATH) {
        return traits & WAY_TRAIT_COMPLETE;
    }
    way_cost *costs = malloc(rig->stage->count * sizeof *costs);
    assert_non_null(costs);
    stage_fill_costs(rig->stage, result->last, costs);
    bool leads = false;
    for (way_state state = 0; state < rig->stage->count; state++) {
        const bool goal = marked ? marked[state] : state == rig->trip.goal;
        leads |= goal && costs[state] != WAY_COST_MAX;
    }
    free(costs);
    return leads;
}

bool conformance_plans_all(const conformance_rig *rig, way_state start)
{
    const uint32_t traits = rig->algorithm->traits;
    return !(traits & WAY_TRAIT_REALTIME) || (traits & WAY_TRAIT_BLOCKED_START) ||
           way_space_can_stand(rig->stage->space, start);
}

bool conformance_forgets(const conformance_rig *rig)
{
    return conformance_own_limit(rig->algorithm) != NULL;
}

bool conformance_gave_up(const conformance_rig *rig, const conformance_result *result)
{
    return conformance_own_limit(rig->algorithm) &&
           (result->outcome == WAY_OUTCOME_LIMIT || result->outcome == WAY_OUTCOME_CAPACITY);
}

/// The values of a parameter that are tried besides its preset; returns how many [16].
static uint32_t conformance_values(const way_param *param, int32_t *values)
{
    if (strcmp(param->name, "limit") == 0) {
        values[0] = 1;
        values[1] = CONFORMANCE_OWN_LIMIT / 10;
        return 2;
    }
    if (param->type == WAY_PARAM_INTEGER || param->type == WAY_PARAM_RATIO) {
        const bool deep = strcmp(param->name, "depth") == 0; // eight times the work for each step
        const int64_t wish =
            deep ? (int64_t)param->default_value + 2
                 : (int64_t)param->default_value * 2 + (param->type == WAY_PARAM_RATIO ? 500 : 3);
        const int32_t larger = wish < param->max ? (int32_t)wish : param->max;
        uint32_t count = 0;
        if (param->min != param->default_value) {
            values[count++] = param->min;
        }
        if (larger != param->default_value) {
            values[count++] = larger;
        }
        return count;
    }
    uint32_t count = 0;
    for (int32_t value = param->min; value <= param->max; value++) {
        if (value != param->default_value && count < 16) {
            values[count++] = value;
        }
    }
    return count;
}

static void conformance_format(const way_param *param, int32_t value, char *text, size_t size)
{
    switch (param->type) {
    case WAY_PARAM_CHOICE:
        snprintf(text, size, "%s", param->choices[value]);
        break;
    case WAY_PARAM_SWITCH:
        snprintf(text, size, "%s", value ? "on" : "off");
        break;
    case WAY_PARAM_RATIO:
        snprintf(text, size, "%d.%03d", value / 1000, value % 1000);
        break;
    default:
        snprintf(text, size, "%d", value);
        break;
    }
}

/// After all others: weights just above 1, with which closed states get better ways most often.
static bool conformance_light_variant(const way_algorithm *algorithm, uint32_t index,
                                      const char *limit, char *spec)
{
    for (uint32_t i = 0; i < algorithm->param_count; i++) {
        const way_param *param = &algorithm->params[i];
        const bool weight =
            param->type == WAY_PARAM_RATIO && param->min <= 1000 && param->max > 1050;
        if (weight && index-- == 0) {
            snprintf(spec, CONFORMANCE_SPEC_MAX, "%s(%s=1.05%s%s)", algorithm->name, param->name,
                     *limit ? ", " : "", limit);
            return true;
        }
    }
    return false;
}

bool conformance_variant(const way_algorithm *algorithm, uint32_t index, char *spec)
{
    char limit[40] = "";
    if (conformance_own_limit(algorithm)) {
        snprintf(limit, sizeof limit, "limit=%d", CONFORMANCE_OWN_LIMIT);
    }
    if (index == 0) {
        snprintf(spec, CONFORMANCE_SPEC_MAX, "%s(%s)", algorithm->name, limit);
        return true;
    }
    index--;
    for (uint32_t i = 0; i < algorithm->param_count; i++) {
        const way_param *param = &algorithm->params[i];
        int32_t values[16];
        const uint32_t count = conformance_values(param, values);
        if (index < count) {
            char value[40];
            conformance_format(param, values[index], value, sizeof value);
            const bool limits = param == conformance_own_limit(algorithm);
            snprintf(spec, CONFORMANCE_SPEC_MAX, "%s(%s=%s%s%s)", algorithm->name, param->name,
                     value, *limit && !limits ? ", " : "", limits ? "" : limit);
            return true;
        }
        index -= count;
    }
    return conformance_light_variant(algorithm, index, limit, spec);
}

uint32_t conformance_bound(const conformance_rig *rig)
{
    for (uint32_t i = 0; i < rig->algorithm->param_count; i++) {
        const way_param *param = &rig->algorithm->params[i];
        if (param->type == WAY_PARAM_RATIO &&
            (strcmp(param->name, "weight") == 0 || strcmp(param->name, "bound") == 0)) {
            return (uint32_t)way_navigator_param(rig->navigator, i);
        }
    }
    return 0;
}

// Running -----------------------------------------------------------------------------------------

typedef struct conformance_job {
    const conformance_test *test;
    const way_algorithm *algorithm;
    const stage_set *stages;
    char name[96];
} conformance_job;

static int conformance_name_failure(void **state)
{
    (void)state;
    if (conformance_at_work) {
        print_error("algorithm: %s\nstage: %s\nlast trip: from %u to %u\n",
                    conformance_at_work->spec, conformance_at_work->stage->name,
                    conformance_at_work->trip.start, conformance_at_work->trip.goal);
        conformance_at_work = NULL;
    }
    return 0;
}

/// The most cells that a spec takes, where the algorithm has a limit of its own on them.
static uint32_t conformance_cells(const way_algorithm *algorithm, const char *spec)
{
    for (uint32_t i = 0; i < algorithm->param_count; i++) {
        if (strcmp(algorithm->params[i].name, "cells") == 0) {
            const char *given = strstr(spec, "cells=");
            return given ? (uint32_t)strtoul(given + strlen("cells="), NULL, 10)
                         : (uint32_t)algorithm->params[i].default_value;
        }
    }
    return UINT32_MAX;
}

/// Whether a stage is past that limit; it must be refused then, before any work.
static bool conformance_is_refused(const conformance_job *job, const test_stage *stage,
                                   const char *spec)
{
    if (!stage->map ||
        way_map_passable_count(stage->map) <= conformance_cells(job->algorithm, spec)) {
        return false;
    }
    const way_navigator_config plan = {.space = stage->space, .algorithm = spec};
    way_navigator *navigator = NULL;
    assert_int_equal(way_navigator_create(&plan, &navigator), WAY_STATUS_TOO_LARGE);
    assert_null(navigator);
    return true;
}

static void conformance_do(void **state)
{
    const conformance_job *job = *state;
    uint32_t rigs = 0;
    char spec[CONFORMANCE_SPEC_MAX];
    for (uint32_t variant = 0; conformance_variant(job->algorithm, variant, spec); variant++) {
        const uint32_t stride = job->test->stride * (variant ? 4 : 1);
        uint32_t turn = variant;
        for (uint32_t i = 0; i < job->stages->count; i++) {
            const test_stage *stage = &job->stages->stages[i];
            if (!stage_suits(stage, job->algorithm) || turn++ % stride ||
                conformance_is_refused(job, stage, spec)) {
                continue;
            }
            static conformance_rig rig; // outlives a test that fails
            conformance_at_work = NULL;
            conformance_open(&rig, stage, spec, NULL);
            if ((rig.algorithm->traits & job->test->traits) == job->test->traits) {
                conformance_at_work = &rig;
                job->test->property(&rig);
                conformance_at_work = NULL;
                rigs++;
            }
            conformance_close(&rig);
        }
    }
    if (rigs == 0) {
        print_message("no stage suits %s\n", job->algorithm->name);
        skip();
    }
}

int conformance_main(const stage_set *stages, const conformance_test *tests, uint32_t count)
{
    const uint32_t total = way_algorithm_count() * count;
    conformance_job *jobs = calloc(total, sizeof *jobs);
    struct CMUnitTest *units = calloc(total, sizeof *units);
    uint32_t used = 0;
    for (uint32_t i = 0; jobs && units && i < total; i++) {
        const conformance_test *test = &tests[i / way_algorithm_count()];
        const way_algorithm *algorithm = way_algorithm_at(i % way_algorithm_count());
        if ((algorithm->traits & test->traits) != test->traits) {
            continue;
        }
        conformance_job *job = &jobs[used];
        *job = (conformance_job){.test = test, .algorithm = algorithm, .stages = stages};
        snprintf(job->name, sizeof job->name, "%s: %s", test->name, algorithm->name);
        units[used++] = (struct CMUnitTest){.name = job->name,
                                            .test_func = conformance_do,
                                            .teardown_func = conformance_name_failure,
                                            .initial_state = job};
    }
    cmocka_set_test_filter(getenv("WAYMARK_ONLY"));
    const int failed = used ? _cmocka_run_group_tests("conformance", units, used, NULL, NULL) : 1;
    free(units);
    free(jobs);
    return failed;
}
