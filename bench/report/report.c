// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// First what came of it in a few lines, then the claims, then every suite set by set. Everything is
// from rows.
#define _POSIX_C_SOURCE 200809L

#include "bench/report/report.h"

#include "bench/claims/claims.h"
#include "bench/report/sections.h"
#include "bench/store/export.h"

#include <waymark/file.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REPORT_FIGURES 2u // of a claim that are all told

typedef struct report {
    bench_store *store;
    const bench_report_config *config;
    bench_page *page;
    way_problem *problem;
    uint32_t runs;       ///< of suites that were told of
    bool paths, times;   ///< tables of paths, of goal achievement times were shown
    const char *why;     ///< [opt] the last reason that was told
    const char *section; ///< of the sentence above
} report;

static bool report_wants(const report *work, const char *suite)
{
    return !work->config->suite || strcmp(work->config->suite, suite) == 0;
}

// Summary -----------------------------------------------------------------------------------------

static way_status report_machine(report *work, int64_t run)
{
    bench_rows rows = bench_rows_begin(
        work->store,
        "SELECT commit_id, compiler, flags, processor, processors, system, pinned FROM runs"
        " WHERE id = ?1",
        "i", run);
    if (bench_rows_next(&rows)) {
        bench_page_text(work->page, "Commit `%s`, %s, `%s`; %s, %lld processor%s, %s%s.",
                        bench_rows_text(&rows, 0), bench_rows_text(&rows, 1),
                        bench_rows_text(&rows, 2), bench_rows_text(&rows, 3),
                        (long long)bench_rows_integer(&rows, 4),
                        bench_rows_integer(&rows, 4) == 1 ? "" : "s", bench_rows_text(&rows, 5),
                        bench_rows_integer(&rows, 6) ? ", pinned" : "");
    }
    return bench_rows_end(&rows) ? WAY_STATUS_OK : WAY_STATUS_IO;
}

// Runs of more than one build on one page would be compared with each other: it says so.
static way_status report_builds(report *work)
{
    int64_t builds = 0;
    bench_rows rows =
        bench_rows_begin(work->store,
                         "SELECT max(count(DISTINCT commit_id || compiler || flags || processor),"
                         " count(DISTINCT build)) FROM runs WHERE id IN"
                         " (SELECT max(id) FROM runs WHERE suite LIKE ?1 GROUP BY suite)",
                         "t", work->config->suite ? work->config->suite : "%");
    builds = bench_rows_next(&rows) ? bench_rows_integer(&rows, 0) : 0;
    if (builds > 1) {
        bench_page_text(work->page,
                        "The runs below are of %lld builds or machines: figures of one suite are "
                        "not to be compared with those of another.",
                        (long long)builds);
    }
    if (!bench_rows_end(&rows)) {
        return WAY_STATUS_IO;
    }
    if (builds > 1 && work->config->one_build) {
        (void)snprintf(work->problem->text, sizeof work->problem->text,
                       "the runs are of %lld builds or machines; run the older suites again",
                       (long long)builds);
        return WAY_STATUS_STALE;
    }
    return WAY_STATUS_OK;
}

static void report_summary_row(report *work, const char *suite, const char *ground,
                               const bench_summaries *all)
{
    const bench_summary *fastest = NULL;
    uint32_t queries = 0;
    uint32_t valid = 0;
    for (uint32_t i = 0; i < all->count; i++) {
        const bench_summary *item = &all->items[i];
        queries += item->queries;
        valid += item->valid;
        if (item->queries && item->solved == item->queries && item->speed > 0 &&
            (!fastest || item->speed > fastest->speed)) {
            fastest = item;
        }
    }
    bench_page_row(work->page, "%s|%s|%u|%u|%u/%u", suite, ground, all->maps, all->problems, valid,
                   queries);
    if (fastest) {
        bench_page_cell(work->page, "`%s`: %.1f x `%s`, %.2f %% above the best", fastest->spec,
                        fastest->speed, all->items[0].spec, fastest->excess * 100);
    } else {
        bench_page_cell(work->page, "%s", "counts only");
    }
}

// One line for each set of each suite.
static way_status report_summary(report *work)
{
    way_status status = WAY_STATUS_OK;
    bench_page_title(work->page, 2, "Summary");
    status = report_builds(work);
    bench_page_table(work->page,
                     "<suite <set >maps >problems >valid_walks <fastest_that_solved_all");
    for (uint32_t i = 0; bench_suite_at(i) && status == WAY_STATUS_OK; i++) {
        const char *suite = bench_suite_at(i)->name;
        char ground[BENCH_WORD_MAX];
        int64_t run = 0;
        if (bench_store_last(work->store, suite, &run) != WAY_STATUS_OK) {
            continue;
        }
        for (uint32_t k = 0; bench_run_ground(work->store, run, k, ground); k++) {
            bench_summaries all;
            status = bench_summaries_create(work->store, run, ground, &all);
            if (status == WAY_STATUS_OK) {
                report_summary_row(work, suite, ground, &all);
                bench_summaries_free(&all);
            }
        }
    }
    bench_page_end_table(work->page);
    return status;
}

// Claims ------------------------------------------------------------------------------------------

// A figure with its interval, where there are maps enough for one.
static void report_figure(char *out, size_t size, const bench_mean *mean, const char *unit)
{
    const double value = mean->mean;
    const int digits = fabs(value) < 1 ? 3 : fabs(value) < 10 ? 2 : fabs(value) < 100 ? 1 : 0;
    const bool ratio = strcmp(unit, "x") == 0;
    const char *gap = *unit && !ratio ? " " : "";
    const char *to = mean->low < 0 ? " to " : "-";
    unit = ratio ? "" : unit;
    if (mean->count == 0) {
        (void)snprintf(out, size, "-");
    } else if (mean->count >= BENCH_CLAIM_MAPS && mean->low < mean->high && isfinite(mean->low)) {
        (void)snprintf(out, size, "%.*f%s%s (%.*f%s%.*f)", digits, value, gap, unit, digits,
                       mean->low, to, digits, mean->high);
    } else {
        (void)snprintf(out, size, "%.*f%s%s", digits, value, gap, unit);
    }
}

// Figures of all cases; of many only the least and the largest.
static void report_figures(report *work, const bench_claim *claim, const bench_mean *means,
                           uint32_t count)
{
    char text[400] = "";
    size_t used = 0;
    uint32_t least = 0;
    uint32_t most = 0;
    for (uint32_t i = 0; i < count; i++) {
        least = means[i].mean < means[least].mean ? i : least;
        most = means[i].mean > means[most].mean ? i : most;
    }
    const bool many = count > REPORT_FIGURES;
    for (uint32_t i = 0; i < (many ? 2 : count) && used < sizeof text; i++) {
        char figure[64];
        const uint32_t place = !many ? i : i ? most : least;
        report_figure(figure, sizeof figure, &means[place], bench_figure_unit(claim->measure));
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s",
                                 i == 0 ? ""
                                 : many ? " to "
                                        : "; ",
                                 figure);
    }
    bench_page_cell(work->page, "%s", text);
}

// What the paper says, the range that it means, and which of several cases have to be in it.
static void report_rule(report *work, const bench_claim *claim)
{
    static const char *const over[] = {"", ", most", ", one", ", mean"};
    const char *figure = claim->figure;
    const bool open = isinf(claim->low) || isinf(claim->high);
    const bool plain = open && (claim->low == 1 || claim->high == 1);
    if (!claim->cases[0].faithful) {
        bench_page_cell(work->page, "%s", figure);
    } else if (plain && !strpbrk(figure, "0123456789")) {
        bench_page_cell(work->page, "%s%s", figure, over[claim->over]);
    } else if (isinf(claim->high)) {
        bench_page_cell(work->page, "%s: >%g%s", figure, claim->low, over[claim->over]);
    } else if (isinf(claim->low)) {
        bench_page_cell(work->page, "%s: <%g%s", figure, claim->high, over[claim->over]);
    } else {
        bench_page_cell(work->page, "%s: %.4g-%.4g%s", figure, claim->low, claim->high,
                        over[claim->over]);
    }
}

/// The verdict, with the reason where it is needed; not twice what the row above says.
static void report_verdict(report *work, const bench_claim *claim, bench_verdict verdict)
{
    const bool told = verdict == BENCH_VERDICT_CONTRADICTED || verdict == BENCH_VERDICT_UNTESTED;
    if (claim->why && told && work->why && strcmp(claim->why, work->why) == 0) {
        bench_page_cell(work->page, "%s: the same", bench_verdict_text(verdict));
    } else if (claim->why && told) {
        bench_page_cell(work->page, "%s: %s", bench_verdict_text(verdict), claim->why);
        work->why = claim->why;
    } else {
        bench_page_cell(work->page, "%s", bench_verdict_text(verdict));
    }
}

static way_status report_claim(report *work, const bench_claim *claim)
{
    bench_judgement judgement;
    const way_status status = bench_claim_judge(claim, work->store, &judgement);
    const bool on = work->section && strncmp(claim->sentence, "...", 3) == 0;
    const bool same = on && strcmp(claim->section, work->section) == 0;
    bench_page_cell(work->page, "%s%s%s%s", claim->sentence, same ? "" : " (",
                    same ? "" : claim->section, same ? "" : ")");
    work->section = claim->section;
    report_rule(work, claim);
    if (judgement.problems) {
        bench_page_cell(work->page, "%u", judgement.maps);
    } else {
        bench_page_cell(work->page, "%s", "");
    }
    report_figures(work, claim, judgement.faithful, judgement.cases);
    report_verdict(work, claim, judgement.verdict);
    if (status == WAY_STATUS_STALE) {
        (void)snprintf(work->problem->text, sizeof work->problem->text,
                       "the rules for %s are not those that its run began with: run it again",
                       claim->suite);
    }
    return status;
}

static bool report_has_claims(const report *work, const bench_paper *paper)
{
    for (uint32_t i = 0; bench_claim_at(i); i++) {
        const bench_claim *claim = bench_claim_at(i);
        int64_t run = 0;
        if (strcmp(claim->paper, paper->name) == 0 &&
            bench_store_last(work->store, claim->suite, &run) == WAY_STATUS_OK) {
            return true;
        }
    }
    return false;
}

static way_status report_paper(report *work, const bench_paper *paper)
{
    way_status status = WAY_STATUS_OK;
    bench_page_title(work->page, 3, paper->name);
    bench_page_text(work->page, "%s. %s", paper->reference, paper->note);
    bench_page_table(work->page, "<claim <rule >maps <ours <verdict");
    for (uint32_t i = 0; bench_claim_at(i) && status == WAY_STATUS_OK; i++) {
        const bench_claim *claim = bench_claim_at(i);
        if (strcmp(claim->paper, paper->name) == 0) {
            status = report_claim(work, claim);
        }
    }
    bench_page_end_table(work->page);
    return status;
}

// How many sentences of each paper hold.
static way_status report_verdicts(report *work)
{
    way_status status = WAY_STATUS_OK;
    bench_page_table(work->page,
                     "<paper >sentences >reproduced >contradicted >undecided >not_testable_here");
    for (uint32_t i = 0; bench_paper_at(i) && status == WAY_STATUS_OK; i++) {
        uint32_t counts[BENCH_VERDICTS] = {0};
        uint32_t all = 0;
        for (uint32_t k = 0; bench_claim_at(k) && status == WAY_STATUS_OK; k++) {
            bench_judgement judgement;
            if (strcmp(bench_claim_at(k)->paper, bench_paper_at(i)->name) == 0) {
                status = bench_claim_judge(bench_claim_at(k), work->store, &judgement);
                counts[judgement.verdict]++;
                all++;
            }
        }
        bench_page_row(work->page, "%s|%u|%u|%u|%u|%u", bench_paper_at(i)->name, all,
                       counts[BENCH_VERDICT_REPRODUCED], counts[BENCH_VERDICT_CONTRADICTED],
                       counts[BENCH_VERDICT_UNDECIDED], counts[BENCH_VERDICT_UNTESTED]);
    }
    bench_page_end_table(work->page);
    return status == WAY_STATUS_STALE ? WAY_STATUS_OK : status; // told where it is
}

// The last run of each set of a suite that has claims.
static way_status report_rules_of(report *work, const char *suite)
{
    char rules[BENCH_RULES_SIZE];
    uint32_t runs = 0;
    bench_claim_rules(suite, rules);
    bench_rows rows = bench_rows_begin(
        work->store,
        "SELECT command, finished, substr(commit_id, 1, 12), processor, tasks, whole FROM runs"
        " WHERE id IN (SELECT max(r.id) FROM runs r JOIN maps m ON m.run = r.id WHERE r.suite = ?1"
        " GROUP BY m.ground) ORDER BY id",
        "t", suite);
    for (; bench_rows_next(&rows); runs++) {
        bench_page_row(work->page, "%s|%s", suite, rules);
        bench_page_cell(
            work->page, "`%s`, %s, %lld of %lld maps, commit %s, %s", bench_rows_text(&rows, 0),
            bench_rows_null(&rows, 1) ? "not finished" : "finished",
            (long long)bench_rows_integer(&rows, 4), (long long)bench_rows_integer(&rows, 5),
            bench_rows_text(&rows, 2), bench_rows_text(&rows, 3));
    }
    if (runs == 0) {
        bench_page_row(work->page, "%s|%s", suite, rules);
        bench_page_cell(work->page, "%s", "not run");
    }
    return bench_rows_end(&rows) ? WAY_STATUS_OK : WAY_STATUS_IO;
}

// Which rules, and by which runs.
static way_status report_rules(report *work)
{
    way_status status = WAY_STATUS_OK;
    bench_page_table(work->page, "<suite <rules <run");
    for (uint32_t i = 0; bench_suite_at(i) && status == WAY_STATUS_OK; i++) {
        if (bench_claim_has(bench_suite_at(i)->name)) {
            status = report_rules_of(work, bench_suite_at(i)->name);
        }
    }
    bench_page_end_table(work->page);
    return status;
}

static way_status report_claims(report *work)
{
    bool titled = false;
    way_status status = WAY_STATUS_OK;
    for (uint32_t i = 0; bench_paper_at(i) && status == WAY_STATUS_OK; i++) {
        if (!report_has_claims(work, bench_paper_at(i))) {
            continue;
        }
        if (!titled) {
            bench_page_title(work->page, 2, "What the papers claim");
            bench_page_text(work->page,
                            "How sentences are judged: `docs/benchmarking.md`. Of several "
                            "configurations the least and the largest are shown.");
            titled = true;
            status = report_verdicts(work);
            status = status == WAY_STATUS_OK ? report_rules(work) : status;
        }
        status = status == WAY_STATUS_OK ? report_paper(work, bench_paper_at(i)) : status;
    }
    return status;
}

// Suites ------------------------------------------------------------------------------------------

static way_status report_head(report *work, int64_t run)
{
    bench_rows rows = bench_rows_begin(
        work->store,
        "SELECT title, command, substr(coalesce(finished, started), 1, 10), finished IS NULL,"
        " tasks, whole, counts, suite FROM runs WHERE id = ?1",
        "i", run);
    if (bench_rows_next(&rows)) {
        const bench_suite *suite = bench_suite_find(bench_rows_text(&rows, 7));
        if (!work->config->suite) {
            bench_page_title(work->page, 2, bench_rows_text(&rows, 0));
        }
        bench_page_text(work->page, "%s", suite ? suite->summary : "");
        bench_page_code(work->page, bench_rows_text(&rows, 1));
        bench_page_text(work->page, "%s %s; %lld of %lld maps%s.",
                        bench_rows_integer(&rows, 3) ? "Not finished, begun" : "Finished",
                        bench_rows_text(&rows, 2), (long long)bench_rows_integer(&rows, 4),
                        (long long)bench_rows_integer(&rows, 5),
                        bench_rows_integer(&rows, 6) ? "; counts only, no times" : "");
    }
    return bench_rows_end(&rows) ? report_machine(work, run) : WAY_STATUS_IO;
}

/// What a set is over, and whether its walks are what they should be.
static void report_problems(report *work, const bench_summaries *all)
{
    uint32_t queries = 0;
    uint32_t valid = 0;
    char wrong[64] = "";
    for (uint32_t i = 0; i < all->count; i++) {
        queries += all->items[i].queries;
        valid += all->items[i].valid;
    }
    if (valid < queries) {
        (void)snprintf(wrong, sizeof wrong, "; %u of %u walks are not valid", queries - valid,
                       queries);
    }
    bench_page_text(work->page, "%u maps, %u problems%s.", all->maps, all->problems, wrong);
}

static way_status report_ground(report *work, const bench_suite *suite, int64_t run,
                                const char *ground)
{
    bench_summaries all;
    const bench_set *set = bench_run_set(work->store, run, ground);
    if (set && set->kind == BENCH_KIND_STUDY) {
        bench_page_title(work->page, 3 - (work->config->suite != NULL), set->title);
        bench_page_text(work->page, "%s", set->note);
        return bench_section_findings(work->store, run, set, work->page);
    }
    way_status status = bench_summaries_create(work->store, run, ground, &all);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    const bench_section section = {.store = work->store,
                                   .page = work->page,
                                   .ground = ground,
                                   .run = run,
                                   .all = &all,
                                   .effort = suite->extras & BENCH_EXTRA_EFFORT};
    if (all.problems) {
        bench_page_title(work->page, 3 - (work->config->suite != NULL), set ? set->title : ground);
    }
    if (all.problems && set && set->kind == BENCH_KIND_GAT) {
        status = bench_section_durations(&section);
        work->times = true;
    } else if (all.problems) {
        report_problems(work, &all);
        bench_section_table(&section);
        work->paths = true;
    }
    bench_summaries_free(&all);
    return status;
}

static way_status report_suite(report *work, const bench_suite *suite, int64_t run)
{
    char ground[BENCH_WORD_MAX];
    way_status status = report_head(work, run);
    for (uint32_t i = 0; status == WAY_STATUS_OK && bench_run_ground(work->store, run, i, ground);
         i++) {
        status = report_ground(work, suite, run, ground);
    }
    work->runs++;
    return status;
}

static way_status report_all(report *work)
{
    way_status status =
        work->config->claims || work->config->suite ? report_builds(work) : report_summary(work);
    if (status == WAY_STATUS_OK && !work->config->suite) {
        status = report_claims(work);
    }
    if (work->config->claims) {
        return status;
    }
    for (uint32_t i = 0; bench_suite_at(i) && status == WAY_STATUS_OK; i++) {
        const bench_suite *suite = bench_suite_at(i);
        int64_t run = 0;
        if (!report_wants(work, suite->name)) {
            continue;
        }
        status = bench_store_last(work->store, suite->name, &run);
        if (status == WAY_STATUS_OK) {
            status = report_suite(work, suite, run);
        } else if (status == WAY_STATUS_NOT_FOUND) {
            status = WAY_STATUS_OK;
        }
    }
    return status;
}

// The words of the tables, once for all of them.
static void report_words(report *work)
{
    if (work->times) {
        bench_page_text(work->page, "Factors of the best on the instance by how long a move takes, "
                                    "means of logarithms; in brackets on how many it arrived, "
                                    "where not on all.");
    }
    if (work->paths) {
        bench_page_text(work->page, "Times in us, warm; KB: database and one agent.");
    }
}

/// What the page is called: as told, or after its suite.
static void report_name(const bench_report_config *config, char *title, size_t size)
{
    const bench_suite *suite = config->suite ? bench_suite_find(config->suite) : NULL;
    (void)snprintf(title, size, "%s%s",
                   config->title ? config->title
                   : suite       ? suite->title
                                 : "Benchmarks",
                   suite && !config->title ? ", measured" : "");
}

// The report and the rows of its runs, as the explorer takes them.
static way_status report_results(const report *work, const bench_page *page, FILE *out)
{
    way_status status = WAY_STATUS_OK;
    const char *gap = "";
    (void)fputs("{\"markdown\": ", out);
    bench_json_text(out, page->bytes);
    (void)fputs(", \"pages\": [], \"runs\": [", out);
    for (uint32_t i = 0; bench_suite_at(i) && status == WAY_STATUS_OK; i++) {
        int64_t run = 0;
        const char *suite = bench_suite_at(i)->name;
        if (!report_wants(work, suite) ||
            bench_store_last(work->store, suite, &run) != WAY_STATUS_OK) {
            continue;
        }
        (void)fprintf(out, "%s{\"name\": \"%s\", \"tables\": ", gap, suite);
        status = bench_export_json(work->store, run, out);
        (void)fputc('}', out);
        gap = ", ";
    }
    (void)fputs("]}", out);
    return status;
}

// The explorer's page with the results in it: they stand between a mark and the end of a script.
static way_status report_explorer(const report *work, const bench_page *page)
{
    const bench_report_config *config = work->config;
    way_file file = {0};
    bench_page out = {.columns = 0};
    way_status status = way_file_read(config->explorer, 0, NULL, &file, work->problem);
    const char *at = status == WAY_STATUS_OK ? strstr(file.bytes, "/*RESULTS*/") : NULL;
    const char *end = at ? strstr(at, "</script>") : NULL;
    if (status == WAY_STATUS_OK && !end) {
        (void)snprintf(work->problem->text, sizeof work->problem->text, "%.150s is no explorer",
                       config->explorer);
        status = WAY_STATUS_BAD_FORMAT;
    }
    if (status == WAY_STATUS_OK) {
        out.out = open_memstream(&out.bytes, &out.size);
        status = out.out ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
    }
    if (status == WAY_STATUS_OK) {
        (void)fwrite(file.bytes, 1, (size_t)(at - file.bytes), out.out);
        status = report_results(work, page, out.out);
        (void)fputs(end, out.out);
        const way_status closed = bench_page_close(&out);
        status = status == WAY_STATUS_OK ? closed : status;
    }
    if (status == WAY_STATUS_OK) {
        status = way_file_write(config->html, out.bytes, out.size, work->problem);
    }
    free(out.bytes);
    way_file_free(&file);
    return status;
}

way_status bench_report_write(bench_store *store, const bench_report_config *config,
                              way_problem *problem)
{
    char title[128];
    bench_page page;
    report_name(config, title, sizeof title);
    *problem = (way_problem){.line = 0};
    report work = {.store = store, .config = config, .problem = problem, .page = &page};
    way_status status = bench_page_open(&page, title);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    bench_page_text(&page, "Made by `waymark report`.");
    status = report_all(&work);
    if (work.runs) {
        report_words(&work);
    }
    if (status == WAY_STATUS_IO && !problem->text[0]) {
        (void)snprintf(problem->text, sizeof problem->text, "%.180s", bench_store_problem(store));
    }
    if (status == WAY_STATUS_OK && work.runs == 0 && !config->claims) {
        (void)snprintf(problem->text, sizeof problem->text, "there is no run in the file%s%.60s",
                       config->suite ? " of the suite " : "", config->suite ? config->suite : "");
        status = WAY_STATUS_NOT_FOUND;
    }
    const way_status closed = bench_page_close(&page);
    status = status == WAY_STATUS_OK ? closed : status;
    if (status == WAY_STATUS_OK && config->markdown) {
        status = way_file_write(config->markdown, page.bytes, page.size, problem);
    }
    if (status == WAY_STATUS_OK && config->html) {
        status = report_explorer(&work, &page);
    }
    free(page.bytes);
    return status;
}
