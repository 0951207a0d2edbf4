// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/report/report.h"

#include "bench/report/claims.h"
#include "bench/report/sections.h"

#include <stdio.h>
#include <string.h>

typedef struct report {
    bench_store *store;
    const bench_report_config *config;
    bench_page *page;
    way_problem *problem;
    uint32_t runs; ///< told of
} report;

static way_status report_head(report *work, int64_t run)
{
    bench_rows rows = bench_rows_begin(
        work->store,
        "SELECT suite, title, started, finished, version, processor, processors, system, compiler,"
        " flags, clock, clock_overhead * 1e9, pinned, seed, problems, map_count, repetitions,"
        " workers, (SELECT count(*) FROM queries WHERE run = ?1), (SELECT count(DISTINCT map) FROM "
        "queries WHERE"
        " run = ?1), command, (SELECT count(*) FROM (SELECT DISTINCT map, problem FROM queries"
        " WHERE run = ?1)) FROM runs WHERE id = ?1",
        "i", run);
    if (bench_rows_next(&rows)) {
        bench_page_title(work->page, 2, bench_rows_text(&rows, 1));
        const bench_suite *suite = bench_suite_find(bench_rows_text(&rows, 0));
        const bool many = suite && suite->kind == BENCH_KIND_FOG;
        bench_page_text(work->page, "%s", suite ? suite->summary : "");
        bench_page_code(work->page, bench_rows_text(&rows, 20));
        bench_page_text(
            work->page,
            "%lld maps, %lld problems in all, %lld rows, %lld timed rounds after one that "
            "warms up; seed %lld; %s%s. Version %s, %s, `%s`; %s, %lld processors, %s; %s (%.0f "
            "ns taken off each move), %s, %lld workers.",
            (long long)bench_rows_integer(&rows, 19), (long long)bench_rows_integer(&rows, 21),
            (long long)bench_rows_integer(&rows, 18), (long long)bench_rows_integer(&rows, 16),
            (long long)bench_rows_integer(&rows, 13),
            bench_rows_null(&rows, 3) ? "not finished, begun " : "finished ",
            bench_rows_text(&rows, bench_rows_null(&rows, 3) ? 2 : 3), bench_rows_text(&rows, 4),
            bench_rows_text(&rows, 8), bench_rows_text(&rows, 9), bench_rows_text(&rows, 5),
            (long long)bench_rows_integer(&rows, 6), bench_rows_text(&rows, 7),
            bench_rows_text(&rows, 10), bench_rows_real(&rows, 11),
            bench_rows_integer(&rows, 12) ? "pinned" : "not pinned",
            (long long)bench_rows_integer(&rows, 17));
        const int64_t problems = bench_rows_integer(&rows, 14);
        if (suite && problems < suite->problems) {
            bench_page_text(work->page,
                            "This is a part of the suite: %lld problems of %u%s. Without "
                            "`--problems` the command runs all of them.",
                            (long long)problems, suite->problems, many ? "" : " on each map");
        }
    }
    return bench_rows_end(&rows) ? WAY_STATUS_OK : WAY_STATUS_IO;
}

static way_status report_suite(report *work, const char *suite, int64_t run)
{
    bench_summaries all;
    way_status status = report_head(work, run);
    if (status == WAY_STATUS_OK) {
        status = bench_summaries_create(work->store, run, NULL, &all);
    }
    if (status != WAY_STATUS_OK) {
        return status;
    }
    const bench_section section = {.store = work->store,
                                   .page = work->page,
                                   .pictures = work->config->pictures,
                                   .suite = suite,
                                   .run = run,
                                   .all = &all,
                                   .problem = work->problem};
    const bench_suite *known = bench_suite_find(suite);
    const uint32_t extras = known ? known->extras : 0;
    bench_section_tables(&section);
    if (!known || known->kind != BENCH_KIND_FOG) {
        bench_section_fronts(&section);
    }
    if (extras & BENCH_EXTRA_GAT) {
        status = bench_section_gat(&section);
    }
    if (status == WAY_STATUS_OK && (extras & BENCH_EXTRA_SMOOTH)) {
        status = bench_section_shares(&section);
    }
    if (status == WAY_STATUS_OK && (extras & BENCH_EXTRA_CROWD)) {
        status = bench_section_scaling(&section);
    }
    bench_summaries_free(&all);
    work->runs++;
    return status;
}

static bool report_wants(const report *work, const char *suite)
{
    return !work->config->suite || strcmp(work->config->suite, suite) == 0;
}

static way_status report_claims(report *work)
{
    bool titled = false;
    for (uint32_t i = 0; bench_paper_at(i); i++) {
        const bench_paper *paper = bench_paper_at(i);
        int64_t run = 0;
        if (!report_wants(work, paper->suite)) {
            continue;
        }
        way_status status = bench_store_last(work->store, paper->suite, &run);
        if (status == WAY_STATUS_NOT_FOUND) {
            continue;
        }
        if (!titled) {
            bench_page_title(work->page, 2, "What the papers claim");
            bench_page_text(work->page,
                            "Worked out from the rows of the runs below; figures of other machines "
                            "and maps are compared as ratios or as limits.");
            titled = true;
        }
        if (status == WAY_STATUS_OK) {
            status = bench_claims_write(paper, work->page, work->store, run);
        }
        if (status != WAY_STATUS_OK) {
            return status;
        }
    }
    return WAY_STATUS_OK;
}

static way_status report_all(report *work)
{
    way_status status = report_claims(work);
    for (uint32_t i = 0; bench_suite_at(i) && status == WAY_STATUS_OK; i++) {
        const char *suite = bench_suite_at(i)->name;
        int64_t run = 0;
        if (!report_wants(work, suite)) {
            continue;
        }
        status = bench_store_last(work->store, suite, &run);
        if (status == WAY_STATUS_OK) {
            status = report_suite(work, suite, run);
        } else if (status == WAY_STATUS_NOT_FOUND) {
            status = WAY_STATUS_OK;
        }
    }
    return status;
}

way_status bench_report_write(bench_store *store, const bench_report_config *config,
                              way_problem *problem)
{
    *problem = (way_problem){.line = 0};
    report work = {.store = store, .config = config, .problem = problem};
    const bench_page_config page = {.html = config->html,
                                    .markdown = config->markdown,
                                    .pictures = config->pictures,
                                    .title = config->title};
    way_status status = bench_page_create(&page, &work.page);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    bench_page_text(work.page,
                    "Made by `waymark report` from the rows of an SQLite file that `waymark bench` "
                    "filled. Counts are the same on every machine; times are compared within one "
                    "run, in which all algorithms take turns on every problem.");
    status = report_all(&work);
    if (status == WAY_STATUS_IO && !problem->text[0]) {
        (void)snprintf(problem->text, sizeof problem->text, "%.180s", bench_store_problem(store));
    }
    if (status == WAY_STATUS_OK && work.runs == 0) {
        (void)snprintf(problem->text, sizeof problem->text, "there is no run in the file");
        status = WAY_STATUS_NOT_FOUND;
    }
    if (status != WAY_STATUS_OK) {
        bench_page_discard(work.page);
        return status;
    }
    way_problem writing = {0};
    status = bench_page_finish(work.page, &writing);
    if (status != WAY_STATUS_OK) {
        *problem = writing;
    }
    return status;
}
