// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// `waymark report`: what benchmark runs say, as a page.
#include "cli/bench_table.h"
#include "cli/commands.h"

static const cli_option command_report_options[] = {
    {.name = "db",
     .type = CLI_TYPE_FILE,
     .value = "FILE",
     .help = "where the results are [waymark-results.db]"},
    {.name = "html",
     .letter = 'o',
     .type = CLI_TYPE_FILE,
     .value = "FILE",
     .help = "the explorer with all rows in it [waymark-report.html]"},
    {.name = "explorer",
     .type = CLI_TYPE_FILE,
     .value = "FILE",
     .help = "the explorer's page, which 'make web' builds [that or the installed one]"},
    {.name = "markdown",
     .type = CLI_TYPE_FILE,
     .value = "FILE",
     .help = "the tables and claims as Markdown [waymark-report.md]"},
    {.name = "title",
     .type = CLI_TYPE_WORD,
     .value = "TEXT",
     .help = "heading of the page [that of the suite]"},
    {.name = "suite",
     .letter = 's',
     .type = CLI_TYPE_WORD,
     .value = "NAME",
     .help = "only this suite [the last run of each]"},
    {.name = "json",
     .type = CLI_TYPE_FILE,
     .value = "FILE",
     .help = "only the claims, their figures and verdicts, as JSON; - is stdout"},
    {.name = "claims", .help = "only what papers claim, sentence by sentence"},
    {.name = "rules", .help = "only print the hash of the rules for the claims of each suite"},
    {.name = "one-build", .help = "fail if the runs are from different builds or machines"},
    {0},
};

#ifndef CLI_WITHOUT_BENCH

#include "bench/claims/claims.h"
#include "bench/report/report.h"

static cli_exit command_report_write(const bench_report_config *config, bench_store *store)
{
    way_problem problem = {0};
    const way_status status = bench_report_write(store, config, &problem);
    if (status == WAY_STATUS_NOT_FOUND || status == WAY_STATUS_STALE) {
        cli_complain("report: %s", problem.text);
        return CLI_EXIT_NEGATIVE;
    }
    if (status != WAY_STATUS_OK) {
        return cli_complain_problem("report", status, &problem);
    }
    (void)printf("Report: %s%s%s\n", config->markdown, config->html ? ", " : "",
                 config->html ? config->html : "");
    return CLI_EXIT_OK;
}

static cli_exit command_report_rules(void)
{
    for (uint32_t i = 0; bench_suite_at(i); i++) {
        char rules[BENCH_RULES_SIZE];
        bench_claim_rules(bench_suite_at(i)->name, rules);
        if (bench_claim_has(bench_suite_at(i)->name)) {
            (void)printf("%s %s\n", bench_suite_at(i)->name, rules);
        }
    }
    return CLI_EXIT_OK;
}

/// The explorer's page: as told, as installed or as built; NULL if there is none.
static const char *command_report_explorer(const cli_arguments *arguments)
{
    static const char *const places[] = {CLI_EXPLORER, "build/site/explorer.html"};
    const char *found = cli_options_text(arguments, "explorer", NULL);
    for (uint32_t i = 0; i < sizeof places / sizeof *places && !found; i++) {
        FILE *file = fopen(places[i], "rb");
        if (file) {
            (void)fclose(file);
            found = places[i];
        }
    }
    return found;
}

static cli_exit command_report_run(const cli_arguments *arguments)
{
    const char *explorer = command_report_explorer(arguments);
    const bool by_default = explorer && !cli_options_has(arguments, "markdown");
    const bench_report_config config = {
        .markdown = cli_options_text(arguments, "markdown", "waymark-report.md"),
        .html = cli_options_text(arguments, "html", by_default ? "waymark-report.html" : NULL),
        .explorer = explorer,
        .title = cli_options_text(arguments, "title", NULL),
        .suite = cli_options_text(arguments, "suite", NULL),
        .claims = cli_options_has(arguments, "claims"),
        .one_build = cli_options_has(arguments, "one-build")};
    if (cli_options_has(arguments, "rules")) {
        return command_report_rules();
    }
    if (config.html && !explorer) {
        cli_complain(
            "report: there is no explorer for %s: build it with 'make web', or name it with "
            "--explorer",
            config.html);
        return CLI_EXIT_SYSTEM;
    }
    const char *path = cli_options_text(arguments, "db", CLI_BENCH_FILE);
    bench_store *store = NULL;
    way_problem problem = {0};
    const way_status status = bench_store_open(path, false, &store, &problem);
    if (status != WAY_STATUS_OK) {
        return cli_complain_problem(path, status, &problem);
    }
    cli_exit result = CLI_EXIT_SYSTEM;
    if (cli_options_has(arguments, "json")) {
        result = cli_bench_claims(store, cli_options_text(arguments, "json", "-"));
    } else {
        result = command_report_write(&config, store);
    }
    bench_store_close(store);
    return result;
}

#else

static cli_exit command_report_run(const cli_arguments *arguments)
{
    (void)arguments;
    cli_complain("report: this command was built without SQLite");
    return CLI_EXIT_SYSTEM;
}

#endif

const cli_command cli_command_report = {
    .name = "report",
    .summary = "Write a report on benchmark results: Markdown, HTML",
    .operands = "",
    .details = "The last run of each suite in the results file: a summary, the claims of papers\n"
               "with the rules that judge them, a table of each set.\n"
               "It fails if the rules for a claim are not those that the run began with.\n"
               "The HTML page is the site's explorer with the same tables and all rows in it: one\n"
               "file that needs no network.\n\n"
               "  waymark bench quick && waymark report\n",
    .options = command_report_options,
    .completes = "",
    .run = command_report_run,
};
