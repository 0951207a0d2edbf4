// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/store/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COMPARE_CHANCE 0.05

/// What is gathered of an algorithm.
typedef struct compare_work {
    double *logs;             ///< [tasks] mean logarithm of the ratios on a map; NAN = none
    bench_sample before, now; ///< times of queries
    double sum;               ///< of logarithms on the map at hand
    uint32_t count;           ///< of them
    double expansions[2];
} compare_work;

static way_status compare_maps(const bench_side *a, const bench_side *b, bench_comparison *out,
                               way_problem *problem)
{
    way_status status = WAY_STATUS_OK;
    bench_rows rows = bench_rows_begin(
        a->store, "SELECT ground, map, hash FROM maps WHERE run = ?1", "i", a->run);
    while (status == WAY_STATUS_OK && bench_rows_next(&rows)) {
        bench_rows other = bench_rows_begin(
            b->store, "SELECT hash FROM maps WHERE run = ?1 AND ground = ?2 AND map = ?3", "itt",
            b->run, bench_rows_text(&rows, 0), bench_rows_text(&rows, 1));
        const bool known = bench_rows_next(&other);
        if (known && strcmp(bench_rows_text(&other, 0), bench_rows_text(&rows, 2)) != 0) {
            (void)snprintf(problem->text, sizeof problem->text,
                           "the map %.120s is not the same in both runs",
                           bench_rows_text(&rows, 1));
            status = WAY_STATUS_STALE;
        }
        out->maps += known;
        status = bench_rows_end(&other) ? status : WAY_STATUS_IO;
    }
    return bench_rows_end(&rows) ? status : WAY_STATUS_IO;
}

// One query of both runs. Rows: total, expansions, cost, hash.
static void compare_query(compare_work *work, const bench_rows *a, const bench_rows *b,
                          bench_pair *out)
{
    const double before = bench_rows_real(a, 0);
    const double now = bench_rows_real(b, 0);
    if (before > 0 && now > 0) {
        bench_sample_add(&work->before, before);
        bench_sample_add(&work->now, now);
        work->sum += log(now / before);
        work->count++;
    }
    out->queries++;
    out->costs += bench_rows_real(a, 2) != bench_rows_real(b, 2);
    out->walks += strcmp(bench_rows_text(a, 3), bench_rows_text(b, 3)) != 0;
    work->expansions[0] += bench_rows_real(a, 1);
    work->expansions[1] += bench_rows_real(b, 1);
}

static way_status compare_gather(const bench_side *a, const bench_side *b, compare_work *work,
                                 bench_pair *out)
{
    way_status status = WAY_STATUS_OK;
    int64_t last = -1;
    bench_rows rows = bench_rows_begin(
        a->store,
        "SELECT total, expansions, cost, hash, ground, map, problem, task FROM answers WHERE"
        " run = ?1 AND spec = ?2 ORDER BY task, problem",
        "it", a->run, out->spec);
    while (status == WAY_STATUS_OK && bench_rows_next(&rows)) {
        bench_rows other = bench_rows_begin(
            b->store,
            "SELECT total, expansions, cost, hash FROM answers WHERE run = ?1 AND ground = ?2 AND"
            " map = ?3 AND problem = ?4 AND spec = ?5",
            "ittit", b->run, bench_rows_text(&rows, 4), bench_rows_text(&rows, 5),
            bench_rows_integer(&rows, 6), out->spec);
        const int64_t task = bench_rows_integer(&rows, 7);
        work->sum = task == last ? work->sum : 0;
        work->count = task == last ? work->count : 0;
        last = task;
        if (bench_rows_next(&other)) {
            compare_query(work, &rows, &other, out);
        }
        work->logs[task] = work->count ? work->sum / work->count : NAN;
        status = bench_rows_end(&other) ? status : WAY_STATUS_IO;
    }
    return bench_rows_end(&rows) ? status : WAY_STATUS_IO;
}

static double compare_ratio(compare_work *work, double part)
{
    return bench_sample_quantile(&work->now, part) / bench_sample_quantile(&work->before, part);
}

// Settles what needs no other algorithm.
static void compare_settle(compare_work *work, bench_pair *out)
{
    out->timed = work->before.count > 0;
    out->expansions = work->expansions[0] > 0 ? work->expansions[1] / work->expansions[0] : 1;
    if (out->timed) {
        out->p99 = compare_ratio(work, 0.99);
        out->worst = compare_ratio(work, 1);
    }
}

// Takes off what all algorithms have in common on a map, where they take turns: the median.
static bool compare_drift(compare_work *works, uint32_t task, double *values, uint32_t count,
                          double *drift)
{
    uint32_t known = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!isnan(works[i].logs[task])) {
            values[known++] = works[i].logs[task];
        }
    }
    bench_sort(values, known);
    *drift = bench_quantile(values, known, 0.5);
    for (uint32_t i = 0; i < count && known >= BENCH_MEANS_MIN; i++) {
        works[i].logs[task] -= *drift;
    }
    return known >= BENCH_MEANS_MIN;
}

// The interval of each algorithm: over maps, widened by what moves all maps of an algorithm alike.
static void compare_intervals(compare_work *works, uint32_t tasks, double *values,
                              bench_mean *means, bench_comparison *out)
{
    double drift = 0;
    double sum = 0;
    uint32_t drifting = 0;
    for (uint32_t task = 0; task < tasks; task++) {
        if (compare_drift(works, task, values, out->count, &drift)) {
            sum += drift;
            drifting++;
        }
    }
    out->drift = drifting ? exp(sum / drifting) : 1;
    for (uint32_t i = 0; i < out->count; i++) {
        uint32_t maps = 0;
        for (uint32_t task = 0; task < tasks; task++) {
            if (!isnan(works[i].logs[task])) {
                values[maps++] = works[i].logs[task];
            }
        }
        out->items[i].maps = maps;
        means[i] = bench_mean_of(values, maps);
    }
    bench_means_widen(means, out->count);
    for (uint32_t i = 0; i < out->count; i++) {
        bench_pair *pair = &out->items[i];
        pair->ratio = exp(means[i].mean);
        pair->low = exp(means[i].low);
        pair->high = exp(means[i].high);
        values[i] = means[i].chance;
    }
    bench_chances_correct(values, out->count);
    for (uint32_t i = 0; i < out->count; i++) {
        out->items[i].chance = values[i];
    }
}

static way_status compare_list(const bench_side *a, bench_comparison *out)
{
    way_status status = WAY_STATUS_OK;
    bench_rows rows = bench_rows_begin(
        a->store,
        "SELECT spec FROM answers WHERE run = ?1 GROUP BY spec ORDER BY min(task), min(entry)", "i",
        a->run);
    while (status == WAY_STATUS_OK && bench_rows_next(&rows)) {
        bench_pair *items = realloc(out->items, (out->count + 1) * sizeof *items);
        if (!items) {
            status = WAY_STATUS_NO_MEMORY;
            break;
        }
        out->items = items;
        items[out->count] = (bench_pair){.queries = 0};
        (void)snprintf(items[out->count++].spec, BENCH_WORD_MAX, "%s", bench_rows_text(&rows, 0));
    }
    return bench_rows_end(&rows) ? status : WAY_STATUS_IO;
}

static void compare_free(compare_work *work)
{
    free(work->logs);
    bench_sample_free(&work->before);
    bench_sample_free(&work->now);
}

// Places of maps in the plan.
static uint32_t compare_tasks(const bench_side *side)
{
    bench_rows rows = bench_rows_begin(
        side->store, "SELECT max(task) + 1 FROM answers WHERE run = ?1", "i", side->run);
    const int64_t tasks = bench_rows_next(&rows) ? bench_rows_integer(&rows, 0) : 0;
    (void)bench_rows_end(&rows);
    return (uint32_t)tasks;
}

static way_status compare_specs(const bench_side *a, const bench_side *b, bench_comparison *out)
{
    const uint32_t listed = out->count;
    const uint32_t tasks = compare_tasks(a);
    compare_work *works = calloc(listed + 1, sizeof *works);
    bench_mean *means = calloc(listed + 1, sizeof *means);
    double *values = calloc((size_t)listed + tasks + 1, sizeof *values);
    way_status status = works && means && values ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
    out->count = 0;
    for (uint32_t i = 0; i < listed && status == WAY_STATUS_OK; i++) {
        bench_pair pair = out->items[i];
        compare_work *work = &works[out->count];
        compare_free(work); // of one that the runs do not share
        *work = (compare_work){.logs = malloc((tasks + 1) * sizeof *work->logs)};
        for (uint32_t k = 0; work->logs && k < tasks; k++) {
            work->logs[k] = NAN;
        }
        status = work->logs ? compare_gather(a, b, work, &pair) : WAY_STATUS_NO_MEMORY;
        compare_settle(work, &pair);
        if (pair.queries) {
            out->items[out->count++] = pair;
        }
    }
    if (status == WAY_STATUS_OK) {
        compare_intervals(works, tasks, values, means, out);
    }
    for (uint32_t i = 0; works && i < listed; i++) {
        compare_free(&works[i]);
    }
    free(works);
    free(means);
    free(values);
    return status;
}

way_status bench_comparison_create(const bench_side *a, const bench_side *b, bench_comparison *out,
                                   way_problem *problem)
{
    *out = (bench_comparison){.drift = 1};
    way_status status = compare_maps(a, b, out, problem);
    status = status == WAY_STATUS_OK ? compare_list(a, out) : status;
    status = status == WAY_STATUS_OK ? compare_specs(a, b, out) : status;
    if (status == WAY_STATUS_OK && out->count == 0) {
        (void)snprintf(problem->text, sizeof problem->text, "the runs share no query");
        status = WAY_STATUS_NOT_FOUND;
    }
    if (status != WAY_STATUS_OK) {
        bench_comparison_free(out);
    }
    return status;
}

void bench_comparison_free(bench_comparison *comparison)
{
    free(comparison->items);
    *comparison = (bench_comparison){.count = 0};
}

bool bench_pair_is_slower(const bench_pair *pair, double part)
{
    return pair->timed && pair->low > 1 + part && pair->chance < COMPARE_CHANCE;
}
