// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/store/summary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SUMMARY_KEY " FROM queries WHERE run = ?1 AND ground = ?2 AND spec = ?3"

void bench_summaries_free(bench_summaries *summaries)
{
    free(summaries->items);
    *summaries = (bench_summaries){.count = 0};
}

double bench_summary_bytes(const bench_summary *summary)
{
    return (summary->memory > 0 ? summary->memory : 0) + (summary->agent > 0 ? summary->agent : 0);
}

bool bench_run_ground(bench_store *store, int64_t run, uint32_t index, char out[BENCH_WORD_MAX])
{
    bench_rows rows = bench_rows_begin(
        store,
        "SELECT ground FROM maps WHERE run = ?1 GROUP BY ground ORDER BY min(task) LIMIT 1"
        " OFFSET ?2",
        "ii", run, (int64_t)index);
    const bool found = bench_rows_next(&rows);
    if (found) {
        (void)snprintf(out, BENCH_WORD_MAX, "%s", bench_rows_text(&rows, 0));
    }
    return bench_rows_end(&rows) && found;
}

const bench_set *bench_run_set(bench_store *store, int64_t run, const char *ground)
{
    bench_rows rows = bench_rows_begin(store, "SELECT suite FROM runs WHERE id = ?1", "i", run);
    const bench_suite *suite =
        bench_rows_next(&rows) ? bench_suite_find(bench_rows_text(&rows, 0)) : NULL;
    (void)bench_rows_end(&rows);
    for (const bench_set *set = suite ? suite->sets : NULL; set && set->name; set++) {
        if (strcmp(set->name, ground) == 0) {
            return set;
        }
    }
    return NULL;
}

// A column, or -1 if it is NULL.
static double summary_real(const bench_rows *rows, int column)
{
    return bench_rows_null(rows, column) ? -1 : bench_rows_real(rows, column);
}

static way_status summary_list(bench_store *store, int64_t run, const char *ground,
                               bench_summaries *out)
{
    bench_rows rows = bench_rows_begin(store,
                                       "SELECT spec FROM preparations WHERE run = ?1 AND"
                                       " ground = ?2 GROUP BY spec ORDER BY min(entry)",
                                       "it", run, ground);
    while (bench_rows_next(&rows)) {
        bench_summary *items = realloc(out->items, (out->count + 1) * sizeof *items);
        if (!items) {
            (void)bench_rows_end(&rows);
            return WAY_STATUS_NO_MEMORY;
        }
        out->items = items;
        items[out->count] = (bench_summary){.queries = 0};
        (void)snprintf(items[out->count].spec, BENCH_WORD_MAX, "%s", bench_rows_text(&rows, 0));
        out->count++;
    }
    if (!bench_rows_end(&rows)) {
        return WAY_STATUS_IO;
    }
    rows = bench_rows_begin(store,
                            "SELECT count(DISTINCT map), count(DISTINCT map || ' ' || problem) FROM"
                            " queries WHERE run = ?1 AND ground = ?2",
                            "it", run, ground);
    if (bench_rows_next(&rows)) {
        out->maps = (uint32_t)bench_rows_integer(&rows, 0);
        out->problems = (uint32_t)bench_rows_integer(&rows, 1);
    }
    return bench_rows_end(&rows) ? WAY_STATUS_OK : WAY_STATUS_IO;
}

static way_status summary_prepare(bench_store *store, int64_t run, const char *ground,
                                  bench_summary *out)
{
    bench_rows rows = bench_rows_begin(
        store,
        "SELECT avg(prepare_one), avg(disk_bytes), avg(memory_bytes), max(note) FROM preparations"
        " WHERE run = ?1 AND ground = ?2 AND spec = ?3",
        "itt", run, ground, out->spec);
    if (bench_rows_next(&rows)) {
        out->one = summary_real(&rows, 0);
        out->disk = summary_real(&rows, 1);
        out->memory = summary_real(&rows, 2);
        (void)snprintf(out->note, sizeof out->note, "%s", bench_rows_text(&rows, 3));
    }
    return bench_rows_end(&rows) ? WAY_STATUS_OK : WAY_STATUS_IO;
}

static way_status summary_queries(bench_store *store, int64_t run, const char *ground,
                                  bench_summary *out)
{
    bench_rows rows = bench_rows_begin(
        store,
        "SELECT count(*), sum(solved), sum(valid), avg(cold), avg(total), max(total),"
        " sum(total) / max(sum(CASE WHEN total IS NULL THEN 0 ELSE moves END), 1), max(max),"
        " avg(first), avg(expansions), avg(revisits), avg(agent_bytes), avg(excess),"
        " max(excess)" SUMMARY_KEY,
        "itt", run, ground, out->spec);
    if (bench_rows_next(&rows)) {
        double *const fields[] = {&out->cold,     &out->total,  &out->total_max,  &out->move,
                                  &out->wait_max, &out->first,  &out->expansions, &out->revisits,
                                  &out->agent,    &out->excess, &out->excess_max};
        out->queries = (uint32_t)bench_rows_integer(&rows, 0);
        out->solved = (uint32_t)bench_rows_integer(&rows, 1);
        out->valid = (uint32_t)bench_rows_integer(&rows, 2);
        for (int i = 0; i < (int)(sizeof fields / sizeof *fields); i++) {
            *fields[i] = summary_real(&rows, i + 3);
        }
    }
    return bench_rows_end(&rows) ? WAY_STATUS_OK : WAY_STATUS_IO;
}

// What the time of 95 of 100 trips does not exceed.
static double summary_p95(bench_store *store, int64_t run, const char *ground,
                          const bench_summary *item)
{
    bench_sample values = {0};
    bench_rows rows = bench_rows_begin(store, "SELECT total" SUMMARY_KEY " AND total IS NOT NULL",
                                       "itt", run, ground, item->spec);
    while (bench_rows_next(&rows)) {
        bench_sample_add(&values, bench_rows_real(&rows, 0));
    }
    const bool known = bench_rows_end(&rows) && values.count;
    const double result = known ? bench_sample_quantile(&values, 0.95) : -1;
    bench_sample_free(&values);
    return result;
}

// Percentiles over all moves of all trips, from the histograms of each.
static way_status summary_waits(bench_store *store, int64_t run, const char *ground,
                                bench_summary *out)
{
    bench_waits waits = {{0}};
    bench_rows rows = bench_rows_begin(store, "SELECT waits" SUMMARY_KEY " AND total IS NOT NULL",
                                       "itt", run, ground, out->spec);
    while (bench_rows_next(&rows)) {
        bench_waits_parse(&waits, bench_rows_text(&rows, 0));
    }
    out->wait99 = out->total < 0 ? -1 : bench_waits_quantile(&waits, 0.99);
    return bench_rows_end(&rows) ? WAY_STATUS_OK : WAY_STATUS_IO;
}

// How many times faster than the first algorithm, map by map, on the trips that both made.
static way_status summary_speed(bench_store *store, int64_t run, const char *ground,
                                const char *first, bench_summary *out)
{
    bench_sample logs = {0};
    bench_rows rows = bench_rows_begin(
        store,
        "SELECT sum(a.total), sum(b.total) FROM queries a JOIN queries b ON b.run = a.run AND "
        "b.ground = a.ground AND b.map = a.map"
        " AND b.problem = a.problem AND b.spec = ?4 WHERE a.run = ?1 AND a.ground = ?2 AND"
        " a.spec = ?3 AND a.solved AND b.solved GROUP BY a.map",
        "ittt", run, ground, first, out->spec);
    while (bench_rows_next(&rows)) {
        const double a = bench_rows_real(&rows, 0);
        const double b = bench_rows_real(&rows, 1);
        if (a > 0 && b > 0) {
            bench_sample_add(&logs, log(a / b));
        }
    }
    const bench_mean mean = bench_mean_of(logs.values, logs.count);
    out->speed = logs.count ? exp(mean.mean) : -1;
    out->speed_low = logs.count > 2 ? exp(mean.low) : -1;
    out->speed_high = logs.count > 2 ? exp(mean.high) : -1;
    bench_sample_free(&logs);
    return bench_rows_end(&rows) ? WAY_STATUS_OK : WAY_STATUS_IO;
}

static bool summary_beats(const bench_summary *a, const bench_summary *b)
{
    const double bytes_a = bench_summary_bytes(a);
    const double bytes_b = bench_summary_bytes(b);
    const bool no_worse = (uint64_t)a->solved * b->queries >= (uint64_t)b->solved * a->queries &&
                          a->excess <= b->excess && a->move <= b->move && bytes_a <= bytes_b;
    const bool better = a->excess < b->excess || a->move < b->move || bytes_a < bytes_b;
    return a->queries && a->solved == a->queries && a->excess >= 0 && no_worse && better;
}

// Who solved all problems of the set by its rules, and is beaten by nobody who solved all of
// theirs.
static void summary_fronts(bench_summaries *all)
{
    for (uint32_t i = 0; i < all->count; i++) {
        bench_summary *item = &all->items[i];
        item->front =
            item->queries == all->problems && item->solved == item->queries && item->excess >= 0;
        for (uint32_t j = 0; j < all->count && item->queries && item->move >= 0; j++) {
            if (j != i && !item->dominated && summary_beats(&all->items[j], item)) {
                item->dominated = true;
                item->front = false;
            }
        }
    }
}

static way_status summary_fill(bench_store *store, int64_t run, const char *ground,
                               const char *first, bench_summary *item)
{
    way_status status = summary_prepare(store, run, ground, item);
    if (status == WAY_STATUS_OK) {
        status = summary_queries(store, run, ground, item);
    }
    if (status == WAY_STATUS_OK) {
        status = summary_waits(store, run, ground, item);
    }
    if (status == WAY_STATUS_OK) {
        status = summary_speed(store, run, ground, first, item);
    }
    item->total_p95 = summary_p95(store, run, ground, item);
    return status;
}

way_status bench_summaries_create(bench_store *store, int64_t run, const char *ground,
                                  bench_summaries *out)
{
    *out = (bench_summaries){.count = 0};
    way_status status = summary_list(store, run, ground, out);
    for (uint32_t i = 0; i < out->count && status == WAY_STATUS_OK; i++) {
        status = summary_fill(store, run, ground, out->items[0].spec, &out->items[i]);
    }
    summary_fronts(out);
    if (status != WAY_STATUS_OK) {
        bench_summaries_free(out);
    }
    return status;
}
