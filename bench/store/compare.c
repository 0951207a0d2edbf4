// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/store/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COMPARE_DRIFTING 5u // algorithms that it takes to tell what is common to all
#define COMPARE_CHANCE 0.05

/// What is gathered of an algorithm.
typedef struct compare_work {
    double *logs;         ///< [maps] mean logarithm of the ratios on a map
    double *before, *now; ///< [queries] times
    uint32_t maps, queries, capacity;
    double sum;     ///< of logarithms on the map at hand
    uint32_t count; ///< of them
    char map[2 * BENCH_WORD_MAX];
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

static void compare_end_map(compare_work *work)
{
    if (work->count) {
        work->logs[work->maps++] = work->sum / work->count;
    }
    work->sum = 0;
    work->count = 0;
}

static bool compare_grow(compare_work *work)
{
    if (work->queries < work->capacity) {
        return true;
    }
    const uint32_t capacity = work->capacity ? work->capacity * 2 : 256;
    double **const arrays[] = {&work->logs, &work->before, &work->now};
    for (uint32_t i = 0; i < 3; i++) {
        double *grown = realloc(*arrays[i], (capacity + 1) * sizeof *grown);
        if (!grown) {
            return false;
        }
        *arrays[i] = grown;
    }
    work->capacity = capacity;
    return true;
}

// One query of both runs. Rows: ground, map, problem, total, expansions, cost, hash.
static bool compare_query(compare_work *work, const bench_rows *a, const bench_rows *b,
                          bench_pair *out)
{
    char map[2 * BENCH_WORD_MAX];
    (void)snprintf(map, sizeof map, "%.100s %.150s", bench_rows_text(a, 0), bench_rows_text(a, 1));
    if (!compare_grow(work)) {
        return false;
    }
    if (strcmp(map, work->map) != 0) {
        compare_end_map(work);
        memcpy(work->map, map, sizeof map);
    }
    const double before = bench_rows_real(a, 3);
    const double now = bench_rows_real(b, 0);
    if (before > 0 && now > 0) {
        work->sum += log(now / before);
        work->count++;
        work->before[work->queries] = before;
        work->now[work->queries++] = now;
    }
    out->queries++;
    out->costs += bench_rows_integer(a, 5) != bench_rows_integer(b, 2);
    out->walks += strcmp(bench_rows_text(a, 6), bench_rows_text(b, 3)) != 0;
    work->expansions[0] += bench_rows_real(a, 4);
    work->expansions[1] += bench_rows_real(b, 1);
    return true;
}

static way_status compare_gather(const bench_side *a, const bench_side *b, compare_work *work,
                                 bench_pair *out)
{
    way_status status = WAY_STATUS_OK;
    bench_rows rows = bench_rows_begin(
        a->store,
        "SELECT ground, map, problem, total, expansions, cost, hash FROM queries WHERE run = ?1 AND"
        " spec = ?2 ORDER BY ground, map, problem",
        "it", a->run, out->spec);
    while (status == WAY_STATUS_OK && bench_rows_next(&rows)) {
        bench_rows other = bench_rows_begin(
            b->store,
            "SELECT total, expansions, cost, hash FROM queries WHERE run = ?1 AND ground = ?2 AND"
            " map = ?3 AND problem = ?4 AND spec = ?5",
            "ittit", b->run, bench_rows_text(&rows, 0), bench_rows_text(&rows, 1),
            bench_rows_integer(&rows, 2), out->spec);
        if (bench_rows_next(&other) && !compare_query(work, &rows, &other, out)) {
            status = WAY_STATUS_NO_MEMORY;
        }
        status = bench_rows_end(&other) ? status : WAY_STATUS_IO;
    }
    if (work->logs) {
        compare_end_map(work);
    }
    return bench_rows_end(&rows) ? status : WAY_STATUS_IO;
}

static double compare_ratio(double *before, double *now, uint32_t count, double part)
{
    return bench_quantile(now, count, part) / bench_quantile(before, count, part);
}

// Settles what needs no other algorithm.
static void compare_settle(compare_work *work, bench_pair *out)
{
    bench_sort(work->before, work->queries);
    bench_sort(work->now, work->queries);
    out->maps = work->maps;
    out->timed = work->maps > 0;
    out->expansions = work->expansions[0] > 0 ? work->expansions[1] / work->expansions[0] : 1;
    if (out->timed) {
        out->p99 = compare_ratio(work->before, work->now, work->queries, 0.99);
        out->worst = compare_ratio(work->before, work->now, work->queries, 1);
    }
}

static void compare_free(compare_work *work)
{
    free(work->logs);
    free(work->before);
    free(work->now);
}

// Takes off what is common to all, the median over algorithms, and works out the intervals.
static way_status compare_intervals(compare_work *works, bench_comparison *out)
{
    double *values = calloc(out->count + 1, sizeof *values);
    uint32_t count = 0;
    if (!values) {
        return WAY_STATUS_NO_MEMORY;
    }
    for (uint32_t i = 0; i < out->count; i++) {
        if (works[i].maps) {
            values[count++] = bench_mean_of(works[i].logs, works[i].maps).mean;
        }
    }
    bench_sort(values, count);
    const double drift = count >= COMPARE_DRIFTING ? bench_quantile(values, count, 0.5) : 0;
    out->drift = exp(drift);
    for (uint32_t i = 0; i < out->count; i++) {
        bench_pair *pair = &out->items[i];
        for (uint32_t k = 0; k < works[i].maps; k++) {
            works[i].logs[k] -= drift;
        }
        const bench_mean mean = bench_mean_of(works[i].logs, works[i].maps);
        pair->ratio = exp(mean.mean);
        pair->low = exp(mean.low);
        pair->high = exp(mean.high);
        values[i] = bench_mean_chance(works[i].logs, works[i].maps);
    }
    bench_chances_correct(values, out->count);
    for (uint32_t i = 0; i < out->count; i++) {
        out->items[i].chance = values[i];
    }
    free(values);
    return WAY_STATUS_OK;
}

static way_status compare_list(const bench_side *a, bench_comparison *out)
{
    way_status status = WAY_STATUS_OK;
    bench_rows rows = bench_rows_begin(
        a->store,
        "SELECT spec FROM queries WHERE run = ?1 GROUP BY spec ORDER BY min(task), min(entry)", "i",
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

static way_status compare_specs(const bench_side *a, const bench_side *b, bench_comparison *out)
{
    const uint32_t listed = out->count;
    way_status status = WAY_STATUS_OK;
    compare_work *works = calloc(listed + 1, sizeof *works);
    if (!works) {
        return WAY_STATUS_NO_MEMORY;
    }
    out->count = 0;
    for (uint32_t i = 0; i < listed && status == WAY_STATUS_OK; i++) {
        bench_pair pair = out->items[i];
        compare_work *work = &works[out->count];
        status = compare_gather(a, b, work, &pair);
        compare_settle(work, &pair);
        if (pair.queries) {
            out->items[out->count++] = pair;
        }
    }
    status = status == WAY_STATUS_OK ? compare_intervals(works, out) : status;
    for (uint32_t i = 0; i < listed; i++) {
        compare_free(&works[i]);
    }
    free(works);
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
