// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/kit/trial.h"
#include "bench/suites/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLAN_LEAST 3u // problems of a map that are left of many

const bench_suite *bench_suite_find(const char *name)
{
    for (uint32_t i = 0; bench_suite_at(i); i++) {
        if (strcmp(bench_suite_at(i)->name, name) == 0) {
            return bench_suite_at(i);
        }
    }
    return NULL;
}

uint32_t bench_set_entries(const bench_set *set)
{
    uint32_t count = 0;
    while (set->entries[count].spec) {
        count++;
    }
    return count;
}

static uint32_t plan_words(const char *const *words)
{
    uint32_t count = 0;
    while (words && words[count]) {
        count++;
    }
    return count;
}

// How many maps a word stands for.
static uint32_t plan_copies(const bench_set *set, const char *word)
{
    return strchr(word, '%') ? set->copies : 1;
}

// Copies the sets that are wanted with what the command line changes of them.
static way_status plan_sets(bench_plan *plan, const bench_suite *suite,
                            const bench_changes *changes)
{
    uint32_t count = 0;
    while (suite->sets[count].name) {
        count++;
    }
    plan->sets = calloc(count + 1, sizeof *plan->sets);
    plan->entries = calloc(changes->spec_count + 1, sizeof *plan->entries);
    if (!plan->sets || !plan->entries) {
        return WAY_STATUS_NO_MEMORY;
    }
    for (uint32_t i = 0; i < changes->spec_count; i++) {
        plan->entries[i].spec = changes->specs[i];
    }
    for (uint32_t i = 0; i < count; i++) {
        const bench_set *set = &suite->sets[i];
        if (changes->set && strcmp(changes->set, set->name) != 0) {
            continue;
        }
        bench_set *copy = &plan->sets[plan->set_count++];
        *copy = *set;
        copy->entries = changes->spec_count ? plan->entries : set->entries;
        // Where each map has one problem, maps are what there are more or fewer of.
        const bool maps = set->copies && set->problems <= 1 && !changes->map_count;
        uint32_t *wanted = maps ? &copy->copies : &copy->problems;
        const bool none = *wanted == 0; // a study that draws its own
        *wanted = changes->problems && !none ? changes->problems : *wanted;
        if (changes->one_in && !set->whole && !none) {
            const uint32_t least = *wanted < PLAN_LEAST ? *wanted : PLAN_LEAST;
            const uint32_t part = *wanted / changes->one_in;
            *wanted = part > least ? part : least;
        }
        if (changes->map_count) {
            return WAY_STATUS_OK; // all maps of the command line have these rules
        }
    }
    return plan->set_count ? WAY_STATUS_OK : WAY_STATUS_NOT_FOUND;
}

// Adds a task if it is of this shard. False if the word is too long.
static bool plan_add(bench_plan *plan, uint32_t set, uint32_t index, const char *word)
{
    bench_task *task = &plan->tasks[plan->task_count];
    const uint32_t place = plan->whole++;
    const char *mark = strchr(word, '%');
    int size = 0;
    *task = (bench_task){.set = set, .place = place, .index = index};
    if (mark) {
        size = snprintf(task->map, BENCH_WORD_MAX, "%.*s%u%s", (int)(mark - word), word, index + 1,
                        mark + 1);
    } else {
        size = snprintf(task->map, BENCH_WORD_MAX, "%s", word);
    }
    plan->words = way_hash_bytes(plan->words, task->map, strlen(task->map) + 1);
    plan->task_count += place % plan->shards + 1 == plan->shard;
    return (uint32_t)size < BENCH_WORD_MAX;
}

static way_status plan_tasks(bench_plan *plan, const bench_changes *changes)
{
    size_t most = 1;
    for (uint32_t i = 0; i < plan->set_count; i++) {
        const bench_set *set = &plan->sets[i];
        const uint32_t words = changes->map_count ? changes->map_count : plan_words(set->maps);
        most += (size_t)words * (set->copies > 1 ? set->copies : 1);
    }
    plan->tasks = calloc(most, sizeof *plan->tasks);
    if (!plan->tasks) {
        return WAY_STATUS_NO_MEMORY;
    }
    bool good = true;
    for (uint32_t i = 0; i < plan->set_count; i++) {
        const bench_set *set = &plan->sets[i];
        const char *const *maps = changes->map_count ? changes->maps : set->maps;
        const uint32_t words = changes->map_count ? changes->map_count : plan_words(maps);
        uint32_t index = 0;
        for (uint32_t k = 0; k < words; k++) {
            for (uint32_t copy = 0; copy < plan_copies(set, maps[k]); copy++) {
                if (!changes->map_limit || index < changes->map_limit) {
                    good = plan_add(plan, i, index++, maps[k]) && good;
                }
            }
        }
    }
    return good ? WAY_STATUS_OK : WAY_STATUS_OUT_OF_RANGE;
}

// Whether all specs of the command line are some.
static way_status plan_check(const bench_changes *changes, way_problem *problem)
{
    way_status status = WAY_STATUS_OK;
    for (uint32_t i = 0; i < changes->spec_count && status == WAY_STATUS_OK; i++) {
        way_problem said = {0};
        status = bench_spec_check(changes->specs[i], &said);
        if (status != WAY_STATUS_OK) {
            (void)snprintf(problem->text, sizeof problem->text, "%.60s: %.120s", changes->specs[i],
                           said.text);
        }
    }
    return status;
}

way_status bench_plan_create(const bench_suite *suite, const bench_changes *changes,
                             bench_plan *out, way_problem *problem)
{
    *out = (bench_plan){.suite = *suite,
                        .scenarios = changes->scenarios,
                        .seed = changes->seed ? changes->seed : 1,
                        .shard = changes->shards ? changes->shard : 1,
                        .shards = changes->shards ? changes->shards : 1,
                        .counts = changes->counts};
    if (changes->repetitions) {
        out->suite.repetitions = changes->repetitions;
    }
    way_status status = plan_check(changes, problem);
    if (status == WAY_STATUS_OK) {
        status = plan_sets(out, suite, changes);
        if (status == WAY_STATUS_NOT_FOUND) {
            (void)snprintf(problem->text, sizeof problem->text, "%.60s has no set '%.60s'",
                           suite->name, changes->set);
        }
    }
    if (status == WAY_STATUS_OK) {
        status = plan_tasks(out, changes);
    }
    if (status == WAY_STATUS_OUT_OF_RANGE) {
        (void)snprintf(problem->text, sizeof problem->text, "the name of a map is too long");
    }
    if (status != WAY_STATUS_OK) {
        bench_plan_free(out);
    }
    return status;
}

void bench_plan_free(bench_plan *plan)
{
    free(plan->sets);
    free(plan->entries);
    free(plan->tasks);
    *plan = (bench_plan){.shard = 0};
}

static uint64_t plan_hash_text(uint64_t hash, const char *text)
{
    return way_hash_bytes(hash, text, strlen(text) + 1);
}

static uint64_t plan_hash_set(uint64_t hash, const bench_plan *plan, const bench_set *set)
{
    const uint32_t words[] = {set->copies,     set->kind,           set->pick,
                              set->problems,   set->costs.cardinal, set->costs.diagonal,
                              set->neighbours, set->unit,           set->share,
                              set->near,       plan->whole,         set->angles};
    const double lengths[] = {set->shortest, set->longest};
    hash = plan_hash_text(hash, set->name);
    hash = way_hash_bytes(hash, words, sizeof words);
    hash = way_hash_bytes(hash, lengths, sizeof lengths);
    hash = way_hash_bytes(hash, &set->limit, sizeof set->limit);
    hash = set->training ? plan_hash_text(hash, set->training) : hash;
    for (uint32_t i = 0; set->entries[i].spec; i++) {
        hash = plan_hash_text(hash, set->entries[i].spec);
        hash = way_hash_bytes(hash, &set->entries[i].every, sizeof set->entries[i].every);
    }
    return hash;
}

uint64_t bench_plan_hash(const bench_plan *plan)
{
    uint64_t hash = plan_hash_text(plan->seed, plan->suite.name);
    const uint32_t rounds = plan->counts ? 0 : plan->suite.repetitions;
    hash = way_hash_bytes(hash, &rounds, sizeof rounds);
    hash = way_hash_bytes(hash, &plan->words, sizeof plan->words);
    for (uint32_t i = 0; i < plan->set_count; i++) {
        hash = plan_hash_set(hash, plan, &plan->sets[i]);
    }
    return hash;
}
