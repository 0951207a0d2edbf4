// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/suite/summary.h"

#include <stdlib.h>
#include <string.h>

const bench_summary *bench_summaries_find(const bench_summaries *summaries, const char *spec)
{
    for (uint32_t i = 0; i < summaries->count; i++) {
        if (strcmp(summaries->items[i].spec, spec) == 0) {
            return &summaries->items[i];
        }
    }
    return NULL;
}

void bench_summaries_free(bench_summaries *summaries)
{
    free(summaries->items);
    *summaries = (bench_summaries){.count = 0};
}

double bench_summary_bytes(const bench_summary *summary)
{
    return (summary->memory > 0 ? summary->memory : 0) + (summary->agent > 0 ? summary->agent : 0);
}

// A mean of a column, or -1 if it is NULL.
static double summary_mean(const bench_rows *rows, int column)
{
    return bench_rows_null(rows, column) ? -1 : bench_rows_real(rows, column);
}

// Lists the algorithms: those that were prepared, in order, and those of walks in the fog.
static way_status summary_list(bench_store *store, int64_t run, const char *maps,
                               bench_summaries *out)
{
    bench_rows rows = bench_rows_begin(
        store,
        "SELECT spec, min(place) FROM (SELECT spec, rowid AS place FROM preparations WHERE run = ?1"
        " AND map LIKE ?2 UNION ALL SELECT spec, 1000000000 + rowid FROM queries WHERE run = ?1 AND"
        " map LIKE ?2) GROUP BY spec ORDER BY 2",
        "it", run, maps);
    while (bench_rows_next(&rows)) {
        bench_summary *items = realloc(out->items, (out->count + 1) * sizeof *items);
        if (!items) {
            (void)bench_rows_end(&rows);
            return WAY_STATUS_NO_MEMORY;
        }
        out->items = items;
        items[out->count] = (bench_summary){.maps = 0};
        (void)snprintf(items[out->count].spec, BENCH_WORD_MAX, "%s", bench_rows_text(&rows, 0));
        out->count++;
    }
    return bench_rows_end(&rows) ? WAY_STATUS_OK : WAY_STATUS_IO;
}

static way_status summary_prepare(bench_store *store, int64_t run, const char *maps,
                                  bench_summary *out)
{
    bench_rows rows = bench_rows_begin(
        store,
        "SELECT sum(status = 'OK'), avg(prepare_one), avg(prepare_many), avg(load), avg(repair),"
        " avg(disk_bytes), avg(memory_bytes), max(note) FROM preparations"
        " WHERE run = ?1 AND spec = ?2 AND map LIKE ?3",
        "itt", run, out->spec, maps);
    if (bench_rows_next(&rows)) {
        out->maps = (uint32_t)bench_rows_integer(&rows, 0);
        out->one = summary_mean(&rows, 1);
        out->many = summary_mean(&rows, 2);
        out->load = summary_mean(&rows, 3);
        out->repair = summary_mean(&rows, 4);
        out->disk = summary_mean(&rows, 5);
        out->memory = summary_mean(&rows, 6);
        (void)snprintf(out->note, sizeof out->note, "%s", bench_rows_text(&rows, 7));
    }
    return bench_rows_end(&rows) ? WAY_STATUS_OK : WAY_STATUS_IO;
}

static way_status summary_queries(bench_store *store, int64_t run, const char *maps,
                                  bench_summary *out)
{
    bench_rows rows = bench_rows_begin(
        store,
        "SELECT count(*), sum(solved), sum(valid), avg(smoothed), avg(total),"
        " avg((high - low) / 2) / max(avg(total), 1e-12), sum(total) / max(sum(moves), 1),"
        " avg(median), avg(p95), avg(p99), max(max), avg(first), avg(first20), avg(expansions),"
        " avg(generations), avg(revisits), max(step_work_max), avg(agent_bytes), avg(repair)"
        " FROM queries WHERE run = ?1 AND spec = ?2 AND map LIKE ?3",
        "itt", run, out->spec, maps);
    if (bench_rows_next(&rows)) {
        double *const fields[] = {
            &out->smoothed,   &out->total,       &out->interval, &out->move,     &out->move_median,
            &out->move_p95,   &out->move_p99,    &out->move_max, &out->first,    &out->first20,
            &out->expansions, &out->generations, &out->revisits, &out->work_max, &out->agent};
        out->queries = (uint32_t)bench_rows_integer(&rows, 0);
        out->solved = (uint32_t)bench_rows_integer(&rows, 1);
        out->valid = (uint32_t)bench_rows_integer(&rows, 2);
        for (int i = 0; i < (int)(sizeof fields / sizeof *fields); i++) {
            *fields[i] = summary_mean(&rows, i + 3);
        }
        // What edits cost on maps that change between queries counts before a single edit.
        out->repair = bench_rows_null(&rows, 18) ? out->repair : bench_rows_real(&rows, 18);
    }
    return bench_rows_end(&rows) ? WAY_STATUS_OK : WAY_STATUS_IO;
}

static way_status summary_excess(bench_store *store, int64_t run, const char *maps,
                                 bench_summary *out)
{
    double *values = calloc(out->queries + 1, sizeof *values);
    uint32_t count = 0;
    if (!values) {
        return WAY_STATUS_NO_MEMORY;
    }
    bench_rows rows = bench_rows_begin(store,
                                       "SELECT excess FROM queries WHERE run = ?1 AND spec = ?2 AND"
                                       " map LIKE ?3 AND excess IS NOT NULL ORDER BY excess",
                                       "itt", run, out->spec, maps);
    double sum = 0;
    while (bench_rows_next(&rows) && count < out->queries) {
        values[count] = bench_rows_real(&rows, 0);
        sum += values[count++];
    }
    out->excess = count ? sum / count : -1;
    out->excess_p95 = count ? bench_quantile(values, count, 0.95) : -1;
    out->excess_max = count ? values[count - 1] : -1;
    free(values);
    return bench_rows_end(&rows) ? WAY_STATUS_OK : WAY_STATUS_IO;
}

static bool summary_beats(const bench_summary *a, const bench_summary *b)
{
    const double bytes_a = bench_summary_bytes(a);
    const double bytes_b = bench_summary_bytes(b);
    const bool no_worse = a->solved * b->queries >= b->solved * a->queries &&
                          a->excess <= b->excess && a->move <= b->move && bytes_a <= bytes_b;
    const bool better = a->excess < b->excess || a->move < b->move || bytes_a < bytes_b;
    return a->queries && no_worse && better;
}

static void summary_compare(bench_summaries *all)
{
    for (uint32_t i = 0; i < all->count; i++) {
        bench_summary *item = &all->items[i];
        const double first = all->items[0].total;
        item->speed = item->queries && item->total > 0 && first > 0 ? first / item->total : -1;
        for (uint32_t j = 0; j < all->count && item->queries; j++) {
            if (j != i && !item->dominated && summary_beats(&all->items[j], item)) {
                item->dominated = true;
                memcpy(item->dominator, all->items[j].spec, sizeof item->dominator);
            }
        }
    }
}

way_status bench_summaries_create(bench_store *store, int64_t run, const char *maps,
                                  bench_summaries *out)
{
    *out = (bench_summaries){.count = 0};
    maps = maps ? maps : "%";
    way_status status = summary_list(store, run, maps, out);
    for (uint32_t i = 0; i < out->count && status == WAY_STATUS_OK; i++) {
        bench_summary *item = &out->items[i];
        status = summary_prepare(store, run, maps, item);
        if (status == WAY_STATUS_OK) {
            status = summary_queries(store, run, maps, item);
        }
        if (status == WAY_STATUS_OK) {
            status = summary_excess(store, run, maps, item);
        }
    }
    if (status != WAY_STATUS_OK) {
        bench_summaries_free(out);
        return status;
    }
    summary_compare(out);
    return WAY_STATUS_OK;
}
