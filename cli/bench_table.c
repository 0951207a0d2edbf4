// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "cli/bench_table.h"

#ifndef CLI_WITHOUT_BENCH

#include "bench/claims/claims.h"
#include "bench/store/findings.h"
#include "bench/store/summary.h"
#include "cli/json.h"
#include "cli/table.h"

#include <errno.h>
#include <math.h>
#include <string.h>

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
    cli_table_add(table, "%s%s", item->spec, item->front && times ? " *" : "");
    cli_table_add(table, "%u/%u", item->solved, item->queries);
    cli_table_add(table, "%u", item->valid);
    bench_table_percent(table, item->excess);
    bench_table_percent(table, item->excess_max);
    cli_table_add(table, "%s", cli_number_group((uint64_t)item->expansions).text);
    cli_table_add(table, "%s", cli_number_group((uint64_t)item->revisits).text);
    if (times) {
        bench_table_time(table, item->cold);
        bench_table_time(table, item->total);
        bench_table_time(table, item->first);
        bench_table_time(table, item->move);
        bench_table_time(table, item->wait99);
        bench_table_time(table, item->wait_max);
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

// A set of a study.
static cli_exit bench_table_figures_of(bench_store *store, int64_t run, const bench_set *set,
                                       FILE *stream)
{
    bench_findings all;
    char text[2048];
    const way_status status = bench_findings_create(store, run, set, &all);
    bench_findings_heads(set, &all, text, sizeof text);
    cli_table table = cli_table_begin(text);
    for (uint32_t i = 0; i < all.row_count; i++) {
        if (set->rows != BENCH_ROWS_ALL) {
            cli_table_add(&table, "%s", bench_findings_map(&all, i));
        }
        cli_table_add(&table, "%s", bench_findings_entry(&all, i));
        for (uint32_t k = 0; k < all.measure_count; k++) {
            bench_findings_cell(&all, i, k, text);
            cli_table_add(&table, "%s", text);
        }
    }
    bench_findings_free(&all);
    const bool good = cli_table_end(&table, stream) && status == WAY_STATUS_OK;
    return good ? CLI_EXIT_OK : cli_complain_problem("bench", WAY_STATUS_NO_MEMORY, NULL);
}

// One set of a run.
static cli_exit bench_table_ground(bench_store *store, int64_t run, const char *ground, bool times,
                                   FILE *stream)
{
    bench_summaries all;
    const bench_set *set = bench_run_set(store, run, ground);
    if (set && set->kind == BENCH_KIND_STUDY) {
        return bench_table_figures_of(store, run, set, stream);
    }
    const way_status status = bench_summaries_create(store, run, ground, &all);
    if (status != WAY_STATUS_OK) {
        return cli_complain_problem("bench", status, NULL);
    }
    cli_table table = cli_table_begin(
        times ? "<algorithm >solved >valid >excess >worst >expanded >revisits >cold >warm >first "
                ">per_move >p99 >longest >speed-up >prepare >database >agent"
              : "<algorithm >solved >valid >excess >worst >expanded >revisits");
    for (uint32_t i = 0; i < all.count; i++) {
        if (all.items[i].queries) {
            bench_table_row(&table, &all.items[i], times);
        }
    }
    const bool good = cli_table_end(&table, stream);
    bench_table_notes(&all, stream);
    bench_summaries_free(&all);
    return good ? CLI_EXIT_OK : cli_complain_problem("bench", WAY_STATUS_NO_MEMORY, NULL);
}

cli_exit cli_bench_print(bench_store *store, int64_t run, bool times, FILE *stream)
{
    char ground[BENCH_WORD_MAX];
    char other[BENCH_WORD_MAX];
    cli_exit result = CLI_EXIT_OK;
    const bool several = bench_run_ground(store, run, 1, other);
    uint32_t i = 0;
    for (; result == CLI_EXIT_OK && bench_run_ground(store, run, i, ground); i++) {
        if (several) {
            (void)fprintf(stream, "%s%s\n", i ? "\n" : "", ground);
        }
        result = bench_table_ground(store, run, ground, times, stream);
    }
    const bench_set *set = i ? bench_run_set(store, run, ground) : NULL;
    if (times && !(set && set->kind == BENCH_KIND_STUDY)) {
        (void)fputs("\n* solved all, and nobody else is better in excess, time per move and memory "
                    "at once\n",
                    stream);
    }
    return result;
}

// Opens what JSON goes to; NULL if that can't be done.
static FILE *bench_table_open(const char *path)
{
    FILE *stream = strcmp(path, "-") == 0 ? stdout : fopen(path, "w");
    if (!stream) {
        cli_complain("%s: %s", path, strerror(errno));
    }
    return stream;
}

static cli_exit bench_table_close(const char *path, FILE *stream)
{
    if (stream != stdout && fclose(stream) != 0) {
        cli_complain("%s: %s", path, strerror(errno));
        return CLI_EXIT_SYSTEM;
    }
    return CLI_EXIT_OK;
}

// Suites ------------------------------------------------------------------------------------------

/// What there is of a suite.
typedef struct bench_table_size {
    uint32_t sets, maps, algorithms; ///< of the set that has most
    uint64_t problems;
} bench_table_size;

static way_status bench_table_measure(const bench_suite *suite, bench_table_size *out)
{
    bench_plan plan;
    way_problem problem = {0};
    const way_status status =
        bench_plan_create(suite, &(bench_changes){.seed = 0}, &plan, &problem);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    *out = (bench_table_size){.sets = plan.set_count, .maps = plan.task_count};
    for (uint32_t i = 0; i < plan.set_count; i++) {
        const uint32_t count = bench_set_entries(&plan.sets[i]);
        out->algorithms = count > out->algorithms ? count : out->algorithms;
    }
    for (uint32_t i = 0; i < plan.task_count; i++) {
        out->problems += plan.sets[plan.tasks[i].set].problems;
    }
    bench_plan_free(&plan);
    return WAY_STATUS_OK;
}

static void bench_table_suite_json(cli_json *json, const bench_suite *suite,
                                   const bench_table_size *size)
{
    cli_json_open(json, NULL, '{');
    cli_json_text(json, "suite", suite->name);
    cli_json_text(json, "title", suite->title);
    cli_json_number(json, "sets", size->sets);
    cli_json_number(json, "maps", size->maps);
    cli_json_number(json, "algorithms", size->algorithms);
    cli_json_number(json, "problems", size->problems);
    cli_json_text(json, "what", suite->summary);
    cli_json_close(json);
}

cli_exit cli_bench_list(const char *path)
{
    FILE *stream = path ? bench_table_open(path) : stdout;
    way_status status = WAY_STATUS_OK;
    if (!stream) {
        return CLI_EXIT_SYSTEM;
    }
    cli_json json = cli_json_begin(stream);
    cli_table table = cli_table_begin("<suite >sets >maps >algorithms >problems <what");
    if (path) {
        cli_json_open(&json, NULL, '[');
    }
    for (uint32_t i = 0; bench_suite_at(i) && status == WAY_STATUS_OK; i++) {
        const bench_suite *suite = bench_suite_at(i);
        bench_table_size size = {0};
        status = bench_table_measure(suite, &size);
        if (path) {
            bench_table_suite_json(&json, suite, &size);
            continue;
        }
        cli_table_add(&table, "%s", suite->name);
        cli_table_add(&table, "%u", size.sets);
        cli_table_add(&table, "%u", size.maps);
        cli_table_add(&table, "%u", size.algorithms);
        cli_table_add(&table, "%llu", (unsigned long long)size.problems);
        cli_table_add(&table, "%s", suite->summary);
    }
    bool good = status == WAY_STATUS_OK;
    if (path) {
        cli_json_close(&json);
        cli_table_drop(&table);
        return good ? bench_table_close(path, stream) : cli_complain_problem("bench", status, NULL);
    }
    good = cli_table_end(&table, stdout) && good;
    return good ? CLI_EXIT_OK : cli_complain_problem("bench", WAY_STATUS_NO_MEMORY, NULL);
}

// Comparisons -------------------------------------------------------------------------------------

static void bench_table_pair(cli_table *table, const bench_pair *pair, bool times)
{
    cli_table_add(table, "%s", pair->spec);
    cli_table_add(table, "%u", pair->queries);
    if (times && pair->timed) {
        const double figures[] = {pair->ratio, pair->low, pair->high, pair->p99, pair->worst};
        for (uint32_t i = 0; i < sizeof figures / sizeof *figures; i++) {
            cli_table_add(table, "%.3f", figures[i]);
        }
        cli_table_add(table, "%.3f", pair->chance);
    } else if (times) {
        for (uint32_t i = 0; i < 6; i++) {
            cli_table_add(table, "%s", "");
        }
    }
    cli_table_add(table, "%.4f", pair->expansions);
    cli_table_add(table, "%u", pair->costs);
    cli_table_add(table, "%u", pair->walks);
}

static void bench_table_pair_json(cli_json *json, const bench_pair *pair, bool times)
{
    cli_json_open(json, NULL, '{');
    cli_json_text(json, "algorithm", pair->spec);
    cli_json_number(json, "queries", pair->queries);
    if (times && pair->timed) {
        cli_json_decimal(json, "time", pair->ratio, 4);
        cli_json_decimal(json, "low", pair->low, 4);
        cli_json_decimal(json, "high", pair->high, 4);
        cli_json_decimal(json, "p99", pair->p99, 4);
        cli_json_decimal(json, "worst", pair->worst, 4);
        cli_json_decimal(json, "chance", pair->chance, 4);
    }
    cli_json_decimal(json, "expansions", pair->expansions, 6);
    cli_json_number(json, "other_costs", pair->costs);
    cli_json_number(json, "other_walks", pair->walks);
    cli_json_close(json);
}

static cli_exit bench_table_tell(const bench_comparison *all, const cli_bench_wish *wish)
{
    cli_table table = cli_table_begin(
        wish->times ? "<algorithm >queries >time_B/A >low >high >p99 >worst >chance >expanded_B/A "
                      ">other_costs >other_walks"
                    : "<algorithm >queries >expanded_B/A >other_costs >other_walks");
    for (uint32_t i = 0; i < all->count; i++) {
        bench_table_pair(&table, &all->items[i], wish->times);
    }
    const bool good = cli_table_end(&table, stdout);
    (void)printf("\n%u maps and %u algorithms in both runs\n", all->maps, all->count);
    if (wish->times && all->drift != 1) {
        (void)printf("time B/A is beside what all algorithms have in common: %.3f\n", all->drift);
    }
    if (wish->times && all->count < BENCH_MEANS_MIN) {
        (void)printf(
            "with fewer than %u algorithms nothing tells what the runs did to all of them: "
            "intervals are over maps alone\n",
            BENCH_MEANS_MIN);
    }
    return good ? CLI_EXIT_OK : cli_complain_problem("bench", WAY_STATUS_NO_MEMORY, NULL);
}

static cli_exit bench_table_tell_json(const bench_comparison *all, const cli_bench_wish *wish)
{
    FILE *stream = bench_table_open(wish->json);
    if (!stream) {
        return CLI_EXIT_SYSTEM;
    }
    cli_json json = cli_json_begin(stream);
    cli_json_open(&json, NULL, '{');
    cli_json_number(&json, "maps", all->maps);
    cli_json_decimal(&json, "drift", all->drift, 4);
    cli_json_open(&json, "algorithms", '[');
    for (uint32_t i = 0; i < all->count; i++) {
        bench_table_pair_json(&json, &all->items[i], wish->times);
    }
    cli_json_close(&json);
    cli_json_close(&json);
    return bench_table_close(wish->json, stream);
}

cli_exit cli_bench_compare(const bench_side *a, const bench_side *b, const cli_bench_wish *wish)
{
    bench_comparison all;
    way_problem problem = {0};
    const way_status status = bench_comparison_create(a, b, &all, &problem);
    if (status == WAY_STATUS_STALE || status == WAY_STATUS_NOT_FOUND) {
        cli_complain("bench compare: %s", problem.text);
        return CLI_EXIT_NEGATIVE;
    }
    if (status != WAY_STATUS_OK) {
        return cli_complain_problem("bench compare", status, &problem);
    }
    cli_exit result = wish->json ? bench_table_tell_json(&all, wish) : bench_table_tell(&all, wish);
    for (uint32_t i = 0; i < all.count; i++) {
        const bench_pair *pair = &all.items[i];
        const bool slower = wish->fail_above >= 0 && bench_pair_is_slower(pair, wish->fail_above);
        if (slower) {
            cli_complain("bench compare: %s is slower: %.1f %% (%.1f to %.1f %%)", pair->spec,
                         100 * (pair->ratio - 1), 100 * (pair->low - 1), 100 * (pair->high - 1));
        }
        if (result == CLI_EXIT_OK && (slower || pair->walks || pair->costs)) {
            result = CLI_EXIT_NEGATIVE;
        }
    }
    bench_comparison_free(&all);
    return result;
}

// Runs --------------------------------------------------------------------------------------------

static const char bench_table_runs[] =
    "SELECT id, suite, started, finished, commit_id, processor, tasks || '/' || whole AS maps,"
    " shard, (SELECT count(*) FROM queries q WHERE q.run = r.id) +"
    " (SELECT count(*) FROM figures f WHERE f.run = r.id) AS rows, compiler, flags, build,"
    " command FROM runs r ORDER BY id";

static void bench_table_run_json(cli_json *json, const bench_rows *rows)
{
    cli_json_open(json, NULL, '{');
    for (int i = 0; i < bench_rows_columns(rows); i++) {
        const char *name = bench_rows_name(rows, i);
        if (bench_rows_null(rows, i)) {
            cli_json_null(json, name);
        } else if (bench_rows_is_text(rows, i)) {
            cli_json_text(json, name, bench_rows_text(rows, i));
        } else {
            cli_json_number(json, name, (uint64_t)bench_rows_integer(rows, i));
        }
    }
    cli_json_close(json);
}

cli_exit cli_bench_runs(bench_store *store, const char *path)
{
    FILE *stream = path ? bench_table_open(path) : stdout;
    if (!stream) {
        return CLI_EXIT_SYSTEM;
    }
    cli_json json = cli_json_begin(stream);
    cli_table table = cli_table_begin(">run <suite <started <state <commit <processor >maps <shard "
                                      ">rows <command");
    bench_rows rows = bench_rows_begin(store, bench_table_runs, "");
    if (path) {
        cli_json_open(&json, NULL, '[');
    }
    while (bench_rows_next(&rows)) {
        if (path) {
            bench_table_run_json(&json, &rows);
            continue;
        }
        static const int columns[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 12};
        for (uint32_t i = 0; i < sizeof columns / sizeof *columns; i++) {
            const char *text = bench_rows_text(&rows, columns[i]);
            cli_table_add(&table, "%s",
                          columns[i] != 3             ? text
                          : bench_rows_null(&rows, 3) ? "unfinished"
                                                      : "finished");
        }
    }
    const bool good = bench_rows_end(&rows);
    if (path) {
        cli_json_close(&json);
        cli_table_drop(&table);
        return good ? bench_table_close(path, stream) : CLI_EXIT_SYSTEM;
    }
    return cli_table_end(&table, stdout) && good
               ? CLI_EXIT_OK
               : cli_complain_problem("bench", WAY_STATUS_NO_MEMORY, NULL);
}

// Claims ------------------------------------------------------------------------------------------

static void bench_table_figures(cli_json *json, const char *key, const bench_mean *means,
                                uint32_t count)
{
    cli_json_open(json, key, '[');
    for (uint32_t i = 0; i < count; i++) {
        cli_json_open_inline(json, NULL, '{');
        cli_json_decimal(json, "mean", means[i].count ? means[i].mean : NAN, 6);
        cli_json_decimal(json, "low", means[i].count ? means[i].low : NAN, 6);
        cli_json_decimal(json, "high", means[i].count ? means[i].high : NAN, 6);
        cli_json_close(json);
    }
    cli_json_close(json);
}

static void bench_table_claim(cli_json *json, const bench_claim *claim,
                              const bench_judgement *judgement)
{
    cli_json_open(json, NULL, '{');
    cli_json_text(json, "paper", claim->paper);
    cli_json_text(json, "section", claim->section);
    cli_json_text(json, "sentence", claim->sentence);
    cli_json_text(json, "kind", bench_claim_kind_text(claim->kind));
    cli_json_text(json, "figure", claim->figure);
    cli_json_text(json, "suite", claim->suite);
    cli_json_text(json, "set", claim->ground);
    cli_json_text(json, "unit", bench_figure_unit(claim->measure));
    cli_json_decimal(json, "low", claim->low, 6);
    cli_json_decimal(json, "high", claim->high, 6);
    cli_json_number(json, "maps", judgement->maps);
    cli_json_number(json, "problems", judgement->problems);
    bench_table_figures(json, "faithful", judgement->faithful, judgement->cases);
    bench_table_figures(json, "preset", judgement->preset,
                        claim->cases[0].preset ? judgement->cases : 0);
    cli_json_text(json, "verdict", bench_verdict_text(judgement->verdict));
    cli_json_close(json);
}

cli_exit cli_bench_claims(bench_store *store, const char *path)
{
    FILE *stream = bench_table_open(path);
    if (!stream) {
        return CLI_EXIT_SYSTEM;
    }
    cli_json json = cli_json_begin(stream);
    way_status status = WAY_STATUS_OK;
    cli_json_open(&json, NULL, '[');
    for (uint32_t i = 0; bench_claim_at(i) && status == WAY_STATUS_OK; i++) {
        bench_judgement judgement;
        status = bench_claim_judge(bench_claim_at(i), store, &judgement);
        if (status == WAY_STATUS_OK) {
            bench_table_claim(&json, bench_claim_at(i), &judgement);
        }
    }
    cli_json_close(&json);
    const cli_exit result = bench_table_close(path, stream);
    const way_problem stale = {.text = "the rules are not those that the run began with"};
    return status == WAY_STATUS_OK
               ? result
               : cli_complain_problem(path, status, status == WAY_STATUS_STALE ? &stale : NULL);
}

#endif
