// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "cli/bench_table.h"

#ifndef CLI_WITHOUT_BENCH

#include "bench/suite/summary.h"
#include "cli/table.h"

static void bench_table_ratio(cli_table *table, double ratio)
{
    if (ratio < 0) {
        cli_table_add(table, "%s", "");
    } else {
        cli_table_add(table, "%.2f", ratio);
    }
}

static void bench_table_time(cli_table *table, double seconds)
{
    cli_table_add(table, "%s", seconds < 0 ? "" : cli_number_seconds(seconds).text);
}

static void bench_table_bytes(cli_table *table, double bytes)
{
    cli_table_add(table, "%s", bytes < 0 ? "" : cli_number_bytes((uint64_t)bytes).text);
}

static void bench_table_percent(cli_table *table, double part)
{
    if (part < 0) {
        cli_table_add(table, "%s", "");
    } else {
        cli_table_add(table, "%.2f%%", part * 100);
    }
}

static void bench_table_row(cli_table *table, const bench_summary *item, bool times)
{
    cli_table_add(table, "%s%s", item->spec, item->dominated || !times ? "" : " *");
    cli_table_add(table, "%u/%u", item->solved, item->queries);
    cli_table_add(table, "%u", item->valid);
    bench_table_percent(table, item->excess);
    bench_table_percent(table, item->excess_max);
    cli_table_add(table, "%s", cli_number_group((uint64_t)item->expansions).text);
    cli_table_add(table, "%s", cli_number_group((uint64_t)item->revisits).text);
    if (times) {
        bench_table_time(table, item->total);
        bench_table_time(table, item->move);
        bench_table_time(table, item->move_p99);
        bench_table_time(table, item->move_max);
        bench_table_time(table, item->first);
        bench_table_ratio(table, item->speed);
        bench_table_time(table, item->one);
        bench_table_bytes(table, item->disk);
        bench_table_bytes(table, item->agent);
    }
}

static void bench_table_notes(const bench_summaries *all, FILE *stream)
{
    for (uint32_t i = 0; i < all->count; i++) {
        if (all->items[i].note[0]) {
            (void)fprintf(stream, "%s: %s\n", all->items[i].spec, all->items[i].note);
        }
    }
}

cli_exit cli_bench_print(bench_store *store, int64_t run, bool times, FILE *stream)
{
    bench_summaries all;
    const way_status status = bench_summaries_create(store, run, NULL, &all);
    if (status != WAY_STATUS_OK) {
        return cli_complain_problem("bench", status, NULL);
    }
    cli_table table = cli_table_begin(
        times ? "<algorithm >solved >valid >excess >worst >expanded >revisits >a_trip >a_move "
                ">p99 >longest >first >speed-up >prepare >database >agent"
              : "<algorithm >solved >valid >excess >worst >expanded >revisits");
    for (uint32_t i = 0; i < all.count; i++) {
        if (all.items[i].queries) {
            bench_table_row(&table, &all.items[i], times);
        }
    }
    const bool good = cli_table_end(&table, stream);
    if (times) {
        (void)fputs("\n* nobody else is better in excess, time per move and memory at once\n",
                    stream);
    }
    bench_table_notes(&all, stream);
    bench_summaries_free(&all);
    return good ? CLI_EXIT_OK : cli_complain_problem("bench", WAY_STATUS_NO_MEMORY, NULL);
}

cli_exit cli_bench_compare(const bench_side *a, const bench_side *b, bool times, FILE *stream)
{
    bench_comparison all;
    way_problem problem = {0};
    const way_status status = bench_comparison_create(a, b, &all, &problem);
    if (status == WAY_STATUS_STALE) {
        cli_complain("bench compare: %s", problem.text);
        return CLI_EXIT_NEGATIVE;
    }
    if (status != WAY_STATUS_OK) {
        return cli_complain_problem("bench compare", status, &problem);
    }
    bool same = true;
    cli_table table =
        cli_table_begin(times ? "<algorithm >queries >time_B/A >low >high >expanded_B/A "
                                ">other_costs >other_walks"
                              : "<algorithm >queries >expanded_B/A >other_costs >other_walks");
    for (uint32_t i = 0; i < all.count; i++) {
        const bench_pair *pair = &all.items[i];
        cli_table_add(&table, "%s", pair->spec);
        cli_table_add(&table, "%u", pair->queries);
        if (times) {
            cli_table_add(&table, "%.3f", pair->ratio);
            cli_table_add(&table, "%.3f", pair->low);
            cli_table_add(&table, "%.3f", pair->high);
        }
        cli_table_add(&table, "%.4f", pair->expansions);
        cli_table_add(&table, "%u", pair->costs);
        cli_table_add(&table, "%u", pair->walks);
        same = same && pair->walks == 0 && pair->costs == 0;
    }
    const bool good = cli_table_end(&table, stream);
    (void)fprintf(stream, "\n%u maps and %u algorithms in both runs\n", all.maps, all.count);
    bench_comparison_free(&all);
    if (!good) {
        return cli_complain_problem("bench", WAY_STATUS_NO_MEMORY, NULL);
    }
    return same ? CLI_EXIT_OK : CLI_EXIT_NEGATIVE;
}

#endif
