// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// `waymark bench`: runs suites of benchmarks, compares and exports what came of them.
#define _POSIX_C_SOURCE 200809L

#include "cli/bench_table.h"
#include "cli/commands.h"
#include "cli/database.h"
#include "cli/progress.h"
#include "cli/scenarios.h"
#include "cli/threads.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const cli_option command_bench_options[] = {
    {.name = "db",
     .type = CLI_TYPE_FILE,
     .value = "FILE",
     .help = "where results go [waymark-results.db]"},
    {.name = "data",
     .type = CLI_TYPE_FOLDER,
     .value = "DIR",
     .help = "folder with maps/ [$WAYMARK_DATA, or ../shared]"},
    {.name = "algo",
     .letter = 'a',
     .type = CLI_TYPE_ALGORITHM,
     .value = "SPEC",
     .repeats = true,
     .help = "run these algorithms instead of the suite's"},
    {.name = "map",
     .letter = 'm',
     .type = CLI_TYPE_WORD,
     .value = "MAP",
     .repeats = true,
     .help = "run on these maps instead: SET/NAME in the data, gen:..., scene:..., X.map"},
    {.name = "scen",
     .type = CLI_TYPE_WORD,
     .value = "PATH",
     .help = "scenario of a map of one's own, or the folder of several [beside the map]"},
    {.name = "database",
     .type = CLI_TYPE_FILE,
     .value = "FILE",
     .help = "also run what 'waymark build' saved, beside --algo or astar"},
    {.name = "peers",
     .type = CLI_TYPE_FOLDER,
     .value = "DIR",
     .help = "programs of other people's libraries, 'peer:NAME' [build/peers]"},
    {.name = "set", .type = CLI_TYPE_WORD, .value = "NAME", .help = "only this set of the suite"},
    {.name = "problems",
     .type = CLI_TYPE_NUMBER,
     .value = "N",
     .min = 1,
     .max = 1000000,
     .help = "problems on each map [the suite's own]"},
    {.name = "one-in",
     .type = CLI_TYPE_NUMBER,
     .value = "N",
     .min = 1,
     .max = 1000000,
     .help = "one problem in N of each map, but at least three [1]"},
    {.name = "maps",
     .type = CLI_TYPE_NUMBER,
     .value = "N",
     .min = 1,
     .max = 1000000,
     .help = "only the first N maps of each set"},
    {.name = "repetitions",
     .type = CLI_TYPE_NUMBER,
     .value = "N",
     .min = 1,
     .max = 15,
     .help = "timed rounds of each problem [the suite's own]"},
    {.name = "seed",
     .type = CLI_TYPE_NUMBER,
     .value = "N",
     .min = 1,
     .max = INT64_MAX,
     .help = "seed of the problems on generated maps [1]"},
    {.name = "threads",
     .letter = 'j',
     .type = CLI_TYPE_NUMBER,
     .value = "N",
     .min = 1,
     .max = 64,
     .help = "threads for parallel preparation [one per core]"},
    CLI_OPTION_SHARD,
    {.name = "tasks", .help = "only print how many shards make sense, and which are not in --db"},
    {.name = "counts", .help = "one round and no times: costs, expansions, bytes"},
    {.name = "restart", .help = "start a new run even if the last one is not finished"},
    {.name = "csv",
     .type = CLI_TYPE_FILE,
     .value = "FILE",
     .help = "also export the rows as CSV; with --no-times, counts only"},
    {.name = "json",
     .type = CLI_TYPE_FILE,
     .value = "FILE",
     .help = "the run, or what is printed, as JSON; - is stdout"},
    {.name = "run",
     .type = CLI_TYPE_NUMBER,
     .value = "ID",
     .min = 1,
     .max = INT64_MAX,
     .help = "export: which run [the last]"},
    {.name = "fail-above",
     .type = CLI_TYPE_NUMBER,
     .value = "PERCENT",
     .min = 0,
     .max = 100000,
     .help = "compare: fail if an algorithm is slower by more, beyond chance"},
    CLI_OPTION_NO_TIMES,
    CLI_OPTION_PROGRESS,
    {0},
};

#ifndef CLI_WITHOUT_BENCH

#include "bench/claims/claims.h"
#include "bench/store/export.h"

static volatile sig_atomic_t command_bench_stopped;

static void command_bench_stop(int number)
{
    (void)number;
    command_bench_stopped = 1;
}

#define COMMAND_BENCH_FAULTS 20u // that are named

typedef struct command_bench_job {
    cli_progress progress;
    uint32_t threads, faults;
} command_bench_job;

static void command_bench_progress(uint64_t done, uint64_t total, void *user)
{
    command_bench_job *job = user;
    cli_progress_update(&job->progress, done, total);
}

static void command_bench_fault(const char *text, void *user)
{
    command_bench_job *job = user;
    if (job->faults++ < COMMAND_BENCH_FAULTS) {
        cli_complain("%s", text);
    }
}

static bool command_bench_is_stopped(void *user)
{
    (void)user;
    return command_bench_stopped;
}

static void command_bench_parallel(uint32_t count, void (*body)(uint32_t, void *), void *argument,
                                   void *user)
{
    const command_bench_job *job = user;
    cli_threads_run(job->threads, count, body, argument);
}

// Lists -------------------------------------------------------------------------------------------

static const char *command_bench_name_at(uint32_t index, const void *user)
{
    (void)user;
    const bench_suite *suite = bench_suite_at(index);
    return suite ? suite->name : NULL;
}

static const bench_suite *command_bench_suite(const char *name)
{
    const bench_suite *suite = bench_suite_find(name);
    if (!suite) {
        const char *nearest = cli_options_nearest(name, command_bench_name_at, NULL);
        if (nearest) {
            cli_complain("unknown suite '%s'; did you mean '%s'?", name, nearest);
        } else {
            cli_complain("unknown suite '%s'; see 'waymark bench'", name);
        }
    }
    return suite;
}

// Running -----------------------------------------------------------------------------------------

static cli_exit command_bench_open(const cli_arguments *arguments, bool create, bench_store **out)
{
    const char *path = cli_options_text(arguments, "db", CLI_BENCH_FILE);
    way_problem problem = {0};
    const way_status status = bench_store_open(path, create, out, &problem);
    return status == WAY_STATUS_OK ? CLI_EXIT_OK : cli_complain_problem(path, status, &problem);
}

static cli_exit command_bench_tell(const cli_arguments *arguments, bench_store *store,
                                   const bench_record *record)
{
    const bool times =
        !cli_options_has(arguments, "no-times") && !cli_options_has(arguments, "counts");
    const cli_exit result = cli_bench_print(store, record->run, times, stdout);
    if (record->maps_missing) {
        cli_complain("bench: %u maps are missing, the first is %s; see --data",
                     record->maps_missing, record->missing);
    }
    if (record->faults > COMMAND_BENCH_FAULTS) {
        cli_complain("bench: %u faults, of which the first %u are named", record->faults,
                     COMMAND_BENCH_FAULTS);
    }
    if (result == CLI_EXIT_OK && record->cancelled) {
        (void)printf("\nStopped; the same command goes on from here.\n");
    }
    if (result != CLI_EXIT_OK) {
        return result;
    }
    return record->cancelled                        ? CLI_EXIT_INTERRUPTED
           : record->maps_missing || record->faults ? CLI_EXIT_NEGATIVE
                                                    : CLI_EXIT_OK;
}

static cli_exit command_bench_export(const cli_arguments *arguments, bench_store *store,
                                     int64_t run)
{
    static const struct {
        const char *option;
        bench_format format;
    } kinds[] = {{"csv", BENCH_FORMAT_CSV}, {"json", BENCH_FORMAT_JSON}};
    cli_exit result = CLI_EXIT_OK;
    for (uint32_t i = 0; i < 2 && result == CLI_EXIT_OK; i++) {
        const char *path = cli_options_text(arguments, kinds[i].option, NULL);
        way_problem problem = {0};
        way_status status = WAY_STATUS_OK;
        const bool counts =
            kinds[i].format == BENCH_FORMAT_CSV && cli_options_has(arguments, "no-times");
        if (path) {
            status = bench_export(store, run, counts ? BENCH_FORMAT_COUNTS : kinds[i].format, path,
                                  &problem);
        }
        if (status == WAY_STATUS_NOT_FOUND) {
            cli_complain("bench export: %s", problem.text);
            result = CLI_EXIT_NEGATIVE;
        } else if (status != WAY_STATUS_OK) {
            result = cli_complain_problem(path, status, &problem);
        }
    }
    return result;
}

// The command that gives the same rows again, wherever they go.
static void command_bench_words(const cli_arguments *arguments, char *out, size_t size)
{
    static const char *const kept[] = {"algo",        "map",      "scen",   "database",
                                       "set",         "problems", "one-in", "maps",
                                       "repetitions", "seed",     "shard"};
    size_t used = (size_t)snprintf(out, size, "waymark bench");
    for (uint32_t i = 0; i < arguments->operand_count && used < size; i++) {
        used += (size_t)snprintf(out + used, size - used, " %s", arguments->operands[i]);
    }
    for (uint32_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        const cli_value *value = cli_options_get(arguments, kept[i]);
        const bool repeats = cli_options_find(arguments->command, kept[i])->repeats;
        for (uint32_t k = 0; k < (repeats ? value->count : value->count > 0) && used < size; k++) {
            const char *text = repeats ? value->texts[k] : value->text;
            const char *quote = strpbrk(text, " (") ? "'" : "";
            used += (size_t)snprintf(out + used, size - used, " --%s %s%s%s", kept[i], quote, text,
                                     quote);
        }
    }
    if (cli_options_has(arguments, "counts") && used < size) {
        (void)snprintf(out + used, size - used, " --counts");
    }
}

static cli_exit command_bench_measure(const cli_arguments *arguments, const bench_plan *plan,
                                      const cli_database *database, bench_store *store)
{
    const char *variable = getenv("WAYMARK_DATA");
    command_bench_job job = {
        .progress = cli_progress_begin(plan->suite.name, cli_options_has(arguments, "progress")),
        .threads = (uint32_t)cli_options_number(arguments, "threads", cli_threads_count())};
    const bench_watch watch = {.progress = command_bench_progress,
                               .cancelled = command_bench_is_stopped,
                               .complain = command_bench_fault,
                               .parallel_for = command_bench_parallel,
                               .user = &job,
                               .workers = job.threads};
    char words[1024];
    char rules[BENCH_RULES_SIZE];
    bench_claim_rules(plan->suite.name, rules);
    command_bench_words(arguments, words, sizeof words);
    const bench_order order = {
        .plan = plan,
        .command = words,
        .rules = rules,
        .data = cli_options_text(arguments, "data", variable ? variable : "../shared"),
        .store = store,
        .watch = &watch,
        .restart = cli_options_has(arguments, "restart"),
        .peers = cli_options_text(arguments, "peers", NULL),
        .opened = database->path ? database->spec : NULL,
        .path = database->path,
        .bytes = database->file.bytes,
        .size = database->file.size};
    bench_record record;
    way_problem problem = {0};
    const struct sigaction action = {.sa_handler = command_bench_stop};
    struct sigaction before;
    (void)sigaction(SIGINT, &action, &before);
    const way_status status = bench_run(&order, &record, &problem);
    (void)sigaction(SIGINT, &before, NULL);
    cli_progress_end(&job.progress);
    if (status != WAY_STATUS_OK) {
        return cli_complain_problem(record.place[0] ? record.place : plan->suite.name, status,
                                    &problem);
    }
    cli_exit result = command_bench_tell(arguments, store, &record);
    const cli_exit exported = command_bench_export(arguments, store, record.run);
    return result == CLI_EXIT_OK ? exported : result;
}

// The number of tasks, then a line for each that no merged run in the file has.
static cli_exit command_bench_tasks(const cli_arguments *arguments, const bench_plan *plan)
{
    bool *done = calloc(plan->whole + 1, sizeof *done);
    bench_store *store = NULL;
    way_problem problem = {0};
    const bench_machine machine = bench_machine_look();
    const bench_run_head head = {.plan = plan, .machine = &machine};
    const char *path = cli_options_text(arguments, "db", CLI_BENCH_FILE);
    way_status status = done ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
    if (done && bench_store_open(path, false, &store, &problem) == WAY_STATUS_OK) {
        status = bench_store_tasks(store, &head, done);
    }
    bench_store_close(store);
    if (status == WAY_STATUS_OK) {
        (void)printf("%u\n", plan->whole);
        for (uint32_t i = 0; i < plan->whole; i++) {
            if (!done[i]) {
                (void)printf("%u\n", i + 1);
            }
        }
    }
    free(done);
    return status == WAY_STATUS_OK ? CLI_EXIT_OK : cli_complain_problem(path, status, NULL);
}

// Runs a suite, on maps of one's own if there are any.
static cli_exit command_bench_planned(const cli_arguments *arguments, const bench_suite *suite,
                                      const cli_scenarios *own, const cli_database *database)
{
    uint32_t spec_count = 0;
    const char **specs = cli_database_specs(database, arguments, &spec_count);
    const cli_value *maps = cli_options_get(arguments, "map");
    bench_changes changes = {.specs = specs,
                             .spec_count = spec_count,
                             .maps = own->count ? (const char *const *)own->paths : maps->texts,
                             .map_count = own->count ? own->count : maps->count,
                             .scenarios = cli_options_text(arguments, "scen", NULL),
                             .problems = (uint32_t)cli_options_number(arguments, "problems", 0),
                             .one_in = (uint32_t)cli_options_number(arguments, "one-in", 0),
                             .repetitions =
                                 (uint32_t)cli_options_number(arguments, "repetitions", 0),
                             .map_limit = (uint32_t)cli_options_number(arguments, "maps", 0),
                             .set = cli_options_text(arguments, "set", NULL),
                             .counts = cli_options_has(arguments, "counts"),
                             .seed = cli_options_number(arguments, "seed", 0)};
    bench_plan plan;
    bench_store *store = NULL;
    way_problem problem = {0};
    if (!cli_options_shard(arguments, &changes.shard, &changes.shards)) {
        free(specs);
        return CLI_EXIT_USAGE;
    }
    const way_status status =
        specs ? bench_plan_create(suite, &changes, &plan, &problem) : WAY_STATUS_NO_MEMORY;
    free(specs); // the plan has its own list
    if (status == WAY_STATUS_NOT_FOUND) {
        cli_complain("bench: %s", problem.text);
        return CLI_EXIT_USAGE;
    }
    if (status != WAY_STATUS_OK) {
        return cli_complain_problem("bench", status, &problem);
    }
    cli_exit result = CLI_EXIT_OK;
    if (plan.whole == 0) {
        cli_complain("bench %s: name a folder of maps, or files", suite->name);
        result = CLI_EXIT_USAGE;
    } else if (cli_options_has(arguments, "tasks")) {
        result = command_bench_tasks(arguments, &plan);
    } else {
        result = command_bench_open(arguments, true, &store);
        result = result == CLI_EXIT_OK ? command_bench_measure(arguments, &plan, database, store)
                                       : result;
    }
    bench_store_close(store);
    bench_plan_free(&plan);
    return result;
}

// Whether a word is a folder or file of one's own, not the name of a suite.
static bool command_bench_is_path(const char *word)
{
    struct stat about;
    return strchr(word, '/') || strstr(word, ".map") || strstr(word, ".scen") ||
           (!bench_suite_find(word) && stat(word, &about) == 0);
}

// The maps that the operands mean, if they are paths.
static cli_exit command_bench_own(const cli_arguments *arguments, cli_scenarios *out)
{
    cli_exit result = CLI_EXIT_OK;
    for (uint32_t i = 0; i < arguments->operand_count && result == CLI_EXIT_OK; i++) {
        if (!command_bench_is_path(arguments->operands[i])) {
            cli_complain("bench: '%s' is no folder, map or scenario", arguments->operands[i]);
            return CLI_EXIT_USAGE;
        }
        result = cli_scenarios_add(out, arguments->operands[i], ".map");
        if (result == CLI_EXIT_OK && !cli_options_has(arguments, "scen")) {
            result = cli_scenarios_add_alone(out, arguments->operands[i]);
        }
    }
    if (result == CLI_EXIT_OK && cli_options_has(arguments, "map")) {
        cli_complain("bench: --map goes with a suite, not with maps of one's own");
        result = CLI_EXIT_USAGE;
    }
    return result;
}

static cli_exit command_bench_suite_run(const cli_arguments *arguments)
{
    const bool path = command_bench_is_path(arguments->operands[0]);
    const bench_suite *suite = command_bench_suite(path ? "own" : arguments->operands[0]);
    cli_scenarios own = {0};
    if (!suite) {
        return CLI_EXIT_USAGE;
    }
    if (!path && arguments->operand_count > 1) {
        cli_complain("bench: one suite at a time");
        return CLI_EXIT_USAGE;
    }
    cli_database database;
    cli_exit result = cli_database_read(arguments, &database);
    if (result == CLI_EXIT_OK && path) {
        result = command_bench_own(arguments, &own);
    }
    if (result == CLI_EXIT_OK) {
        result = command_bench_planned(arguments, suite, &own, &database);
    }
    cli_scenarios_free(&own);
    cli_database_free(&database);
    return result;
}

// What there is already ---------------------------------------------------------------------------

static cli_exit command_bench_export_run(const cli_arguments *arguments)
{
    bench_store *store = NULL;
    if (!cli_options_has(arguments, "csv") && !cli_options_has(arguments, "json")) {
        cli_complain("bench export: say where with --csv FILE or --json FILE");
        return CLI_EXIT_USAGE;
    }
    cli_exit result = command_bench_open(arguments, false, &store);
    if (result != CLI_EXIT_OK) {
        return result;
    }
    int64_t run = (int64_t)cli_options_number(arguments, "run", 0);
    const way_status status = run ? WAY_STATUS_OK : bench_store_last(store, NULL, &run);
    if (status != WAY_STATUS_OK) {
        cli_complain("bench export: there is no run in the file");
        result = CLI_EXIT_NEGATIVE;
    } else {
        result = command_bench_export(arguments, store, run);
        if (result == CLI_EXIT_OK && !bench_store_is_finished(store, run)) {
            cli_complain("bench export: run %lld is not finished", (long long)run);
            result = CLI_EXIT_NEGATIVE;
        }
    }
    bench_store_close(store);
    return result;
}

// Opens "FILE", "FILE:RUN" or "RUN" of --db.
static cli_exit command_bench_side(const cli_arguments *arguments, const char *word,
                                   bench_side *out)
{
    char path[4096];
    uint64_t number = 0;
    way_problem problem = {0};
    const char *colon = strrchr(word, ':');
    const bool plain = cli_options_read_number(word, 1, INT64_MAX, &number);
    if (plain) {
        (void)snprintf(path, sizeof path, "%s", cli_options_text(arguments, "db", CLI_BENCH_FILE));
    } else if (colon && cli_options_read_number(colon + 1, 1, INT64_MAX, &number)) {
        (void)snprintf(path, sizeof path, "%.*s", (int)(colon - word), word);
    } else {
        (void)snprintf(path, sizeof path, "%s", word);
    }
    way_status status = bench_store_open(path, false, &out->store, &problem);
    if (status != WAY_STATUS_OK) {
        return cli_complain_problem(path, status, &problem);
    }
    out->run = (int64_t)number;
    if (number && !bench_store_has(out->store, out->run)) {
        cli_complain("%s: there is no run %lld in the file", path, (long long)number);
        return CLI_EXIT_BAD_INPUT;
    }
    if (number == 0 && bench_store_last(out->store, NULL, &out->run) != WAY_STATUS_OK) {
        cli_complain("%s: there is no run in the file", path);
        return CLI_EXIT_BAD_INPUT;
    }
    return CLI_EXIT_OK;
}

static cli_exit command_bench_compare(const cli_arguments *arguments)
{
    if (arguments->operand_count != 3) {
        cli_complain("bench compare: two runs are needed: FILE, FILE:RUN or RUN");
        return CLI_EXIT_USAGE;
    }
    bench_side sides[2] = {{.run = 0}, {.run = 0}};
    cli_exit result = command_bench_side(arguments, arguments->operands[1], &sides[0]);
    if (result == CLI_EXIT_OK) {
        result = command_bench_side(arguments, arguments->operands[2], &sides[1]);
    }
    const bool limited = cli_options_has(arguments, "fail-above");
    const cli_bench_wish wish = {
        .times = !cli_options_has(arguments, "no-times"),
        .fail_above = limited ? (double)cli_options_number(arguments, "fail-above", 0) / 100 : -1,
        .json = cli_options_text(arguments, "json", NULL)};
    if (result == CLI_EXIT_OK) {
        result = cli_bench_compare(&sides[0], &sides[1], &wish);
    }
    bench_store_close(sides[0].store);
    bench_store_close(sides[1].store);
    return result;
}

static cli_exit command_bench_runs(const cli_arguments *arguments)
{
    bench_store *store = NULL;
    if (arguments->operand_count > 1 && strcmp(arguments->operands[1], "list") != 0) {
        cli_complain("bench runs: unknown word '%s'; expected list", arguments->operands[1]);
        return CLI_EXIT_USAGE;
    }
    cli_exit result = command_bench_open(arguments, false, &store);
    if (result == CLI_EXIT_OK) {
        result = cli_bench_runs(store, cli_options_text(arguments, "json", NULL));
    }
    bench_store_close(store);
    return result;
}

// Joins files into the one of --db.
static cli_exit command_bench_merge(const cli_arguments *arguments)
{
    bench_store *store = NULL;
    if (arguments->operand_count < 2) {
        cli_complain("bench merge: name the files to merge into that of --db");
        return CLI_EXIT_USAGE;
    }
    cli_exit result = command_bench_open(arguments, true, &store);
    for (uint32_t i = 1; i < arguments->operand_count && result == CLI_EXIT_OK; i++) {
        way_problem problem = {0};
        const way_status status = bench_store_merge(store, arguments->operands[i], &problem);
        if (status == WAY_STATUS_STALE) {
            cli_complain("bench merge: %s: %s", arguments->operands[i], problem.text);
            result = CLI_EXIT_NEGATIVE;
        } else if (status != WAY_STATUS_OK) {
            result = cli_complain_problem(arguments->operands[i], status, &problem);
        }
    }
    result = result == CLI_EXIT_OK
                 ? cli_bench_runs(store, cli_options_text(arguments, "json", NULL))
                 : result;
    bench_store_close(store);
    return result;
}

static cli_exit command_bench_run(const cli_arguments *arguments)
{
    static const struct {
        const char *word;
        uint32_t most;
        cli_exit (*run)(const cli_arguments *arguments);
    } kinds[] = {{"compare", 3, command_bench_compare},
                 {"export", 1, command_bench_export_run},
                 {"runs", 2, command_bench_runs},
                 {"merge", UINT32_MAX, command_bench_merge}};
    const char *word = arguments->operand_count ? arguments->operands[0] : NULL;
    if (!word) {
        return cli_bench_list(cli_options_text(arguments, "json", NULL));
    }
    for (uint32_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(word, kinds[i].word) == 0) {
            if (arguments->operand_count > kinds[i].most) {
                cli_complain("bench %s: too many words", word);
                return CLI_EXIT_USAGE;
            }
            return kinds[i].run(arguments);
        }
    }
    return command_bench_suite_run(arguments);
}

#else

static cli_exit command_bench_run(const cli_arguments *arguments)
{
    (void)arguments;
    cli_complain("bench: this command was built without SQLite");
    return CLI_EXIT_SYSTEM;
}

#endif

const cli_command cli_command_bench = {
    .name = "bench",
    .summary = "Run a benchmark suite; compare, merge and export results",
    .operands = "[SUITE | PATH... | compare A B | runs | export | merge FILE...]",
    .details =
        "Without an operand the suites are listed. PATH is a folder of maps or a file, X.map or\n"
        "X.map.scen: a map without a scenario gets problems that are drawn. It fails if a spec\n"
        "is wrong, an answer is no path, a published length is not that of the shortest path, a\n"
        "map has no problem or the run is not finished. Results go to an SQLite file, one row per\n"
        "query; an interrupted run continues when the same command is given again, and Ctrl-C\n"
        "leaves a usable file. Algorithms take turns on every problem, so ratios\n"
        "hold on a busy machine; counts beside them are the same on every machine.\n"
        "compare takes two runs as FILE, FILE:RUN or RUN and refuses different maps.\n"
        "merge adds files, such as those of shards, to that of --db, and refuses rows of\n"
        "other builds; what is there already stays as it is.\n"
        "check compares with published lengths: see 'waymark help bench check'.\n\n"
        "  waymark bench quick\n"
        "  waymark bench dao10 --problems 20 --algo astar --algo 'dba(sector=32)'\n"
        "  waymark bench maps/ --scen scenarios/ --algo jps --algo beacon --problems 500\n"
        "  waymark bench quick --map dao/arena --database arena.way\n"
        "  waymark bench compare before.db after.db --fail-above 5\n"
        "  waymark bench dao10 --shard 2/4 --db part2.db\n"
        "  waymark bench merge --db all.db part*.db\n"
        "  waymark bench export --csv rows.csv --json run.json\n",
    .options = command_bench_options,
    .operand_min = 0,
    .operand_max = UINT32_MAX,
    .completes = "suite",
    .run = command_bench_run,
};
