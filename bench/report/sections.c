// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/report/sections.h"

#include "bench/measure/achieve.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SECTIONS_PREPARED 1e-4 // seconds: what takes less prepares nothing

// Cells -------------------------------------------------------------------------------------------

static void sections_cell(bench_page *page, double value, double unit)
{
    char text[32];
    bench_page_cell(page, "%s", bench_number(value < 0 ? -1 : value * unit, text));
}

static void sections_speed(bench_page *page, const bench_summary *item)
{
    char mean[32];
    char low[32];
    char high[32];
    bench_number(item->speed, mean);
    if (item->speed_low > 0 && item->speed_high > item->speed_low) {
        bench_page_cell(page, "%s (%s-%s)", mean, bench_number(item->speed_low, low),
                        bench_number(item->speed_high, high));
    } else {
        bench_page_cell(page, "%s", mean);
    }
}

// Tables ------------------------------------------------------------------------------------------

/// A variant that says nothing which another row does not say better.
static bool sections_is_spare(const bench_summaries *all, uint32_t index)
{
    return index > 0 && all->items[index].dominated && strchr(all->items[index].spec, '(');
}

static void sections_row(const bench_section *section, const bench_summary *item, bool prepared)
{
    bench_page *page = section->page;
    const uint32_t problems = section->all->problems;
    if (item->solved < problems) {
        bench_page_cell(page, "`%s`, %u/%u", item->spec, item->solved, problems);
    } else {
        bench_page_cell(page, "`%s`", item->spec);
    }
    sections_speed(page, item);
    sections_cell(page, item->total, 1e6);
    sections_cell(page, item->total_p95, 1e6);
    sections_cell(page, item->total_max, 1e6);
    sections_cell(page, item->first, 1e6);
    sections_cell(page, item->excess, 100);
    sections_cell(page, item->excess_max, 100);
    if (prepared) {
        sections_cell(page, item->one < SECTIONS_PREPARED ? -1 : item->one, 1e3);
    }
    sections_cell(page, bench_summary_bytes(item), 1.0 / 1024);
    if (section->effort) {
        sections_cell(page, item->expansions, 1);
        sections_cell(page, item->total < 0 ? -1 : item->total / item->expansions, 1e9);
    }
}

void bench_section_table(const bench_section *section)
{
    const bench_summaries *all = section->all;
    uint32_t spare = 0;
    bool prepared = false;
    for (uint32_t i = 0; i < all->count; i++) {
        prepared |= all->items[i].queries && all->items[i].one >= SECTIONS_PREPARED;
    }
    char heads[160];
    (void)snprintf(heads, sizeof heads,
                   "<algorithm >speedup >trip_us >p95 >worst >first_move >excess_%% >worst_%%%s "
                   ">KB%s",
                   prepared ? " >prepare_ms" : "",
                   section->effort ? " >expansions >ns_for_each" : "");
    bench_page_table(section->page, heads);
    for (uint32_t i = 0; i < all->count; i++) {
        const bool shown = all->items[i].queries && (section->effort || !sections_is_spare(all, i));
        spare += all->items[i].queries && !shown;
        if (shown) {
            sections_row(section, &all->items[i], prepared);
        }
    }
    bench_page_end_table(section->page);
    if (spare) {
        bench_page_text(section->page, spare == 1 ? "%u other." : "%u others.", spare);
    }
    for (uint32_t i = 0; i < all->count; i++) {
        if (all->items[i].note[0] && !all->items[i].queries) {
            bench_page_text(section->page, "`%s`: not measured: %s.", all->items[i].spec,
                            all->items[i].note);
        }
    }
}

// Durations ---------------------------------------------------------------------------------------

// An algorithm at a duration: over the instances on which it arrived.
typedef struct sections_factor_mean {
    double sum; ///< of logarithms
    uint32_t count;
} sections_factor_mean;

// Goal achievement times over the best on the same instance.
static way_status sections_read_durations(const bench_section *section,
                                          sections_factor_mean (*out)[BENCH_DURATIONS])
{
    bench_rows rows = bench_rows_begin(
        section->store,
        "SELECT entry, problem, total / (SELECT min(b.total) FROM queries b WHERE b.run = q.run AND"
        " b.ground = q.ground AND b.map = q.map AND b.problem = q.problem) FROM queries q"
        " WHERE run = ?1 AND ground = ?2 AND solved",
        "it", section->run, section->ground);
    while (bench_rows_next(&rows)) {
        const uint32_t entry = (uint32_t)bench_rows_integer(&rows, 0);
        const uint32_t duration = (uint32_t)bench_rows_integer(&rows, 1);
        if (entry < section->all->count && duration < BENCH_DURATIONS) {
            out[entry][duration].sum += log(bench_rows_real(&rows, 2));
            out[entry][duration].count++;
        }
    }
    return bench_rows_end(&rows) ? WAY_STATUS_OK : WAY_STATUS_IO;
}

static void sections_durations_row(bench_page *page, const sections_factor_mean *means,
                                   uint32_t instances)
{
    for (uint32_t k = 0; k < BENCH_DURATIONS; k++) {
        if (means[k].count == 0) {
            bench_page_cell(page, "%s", "-");
        } else if (means[k].count < instances) {
            bench_page_cell(page, "%.2f (%u)", exp(means[k].sum / means[k].count), means[k].count);
        } else {
            bench_page_cell(page, "%.2f", exp(means[k].sum / means[k].count));
        }
    }
}

way_status bench_section_durations(const bench_section *section)
{
    bench_page *page = section->page;
    sections_factor_mean(*means)[BENCH_DURATIONS] = calloc(section->all->count + 1, sizeof *means);
    const way_status status =
        means ? sections_read_durations(section, means) : WAY_STATUS_NO_MEMORY;
    if (status == WAY_STATUS_OK) {
        bench_page_text(page, "%u instances.", section->all->maps);
        bench_page_table(page, "<algorithm >1_us >10_us >100_us >1_ms >10_ms >100_ms >1_s");
        for (uint32_t i = 0; i < section->all->count; i++) {
            bench_page_cell(page, "`%s`", section->all->items[i].spec);
            sections_durations_row(page, means[i], section->all->maps);
        }
        bench_page_end_table(page);
    }
    free(means);
    return status;
}

// Studies -----------------------------------------------------------------------------------------

way_status bench_section_findings(bench_store *store, int64_t run, const bench_set *set,
                                  bench_page *page)
{
    bench_findings table;
    char heads[2048];
    char text[64];
    const way_status status = bench_findings_create(store, run, set, &table);
    bench_findings_heads(set, &table, heads, sizeof heads);
    bench_page_table(page, heads);
    for (uint32_t i = 0; i < table.row_count; i++) {
        if (set->rows != BENCH_ROWS_ALL) {
            bench_page_cell(page, "%s", bench_findings_map(&table, i));
        }
        bench_page_cell(page, "%s", bench_findings_entry(&table, i));
        for (uint32_t k = 0; k < table.measure_count; k++) {
            bench_findings_cell(&table, i, k, text);
            bench_page_cell(page, "%s", text);
        }
    }
    bench_page_end_table(page);
    bench_findings_free(&table);
    return status;
}
