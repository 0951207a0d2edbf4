// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// `waymark bench achieve`: goal achievement times of algorithms, by how long a move takes.
#include "bench/gat/gat_report.h"
#include "cli/commands.h"
#include "cli/json.h"
#include "cli/progress.h"
#include "cli/table.h"
#include "cli/trip.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define GAT_LIMIT 60000000u
#define GAT_LIMIT_TRAINING 3000000u

static const char *const command_gat_over[] = {"best", "optimal", "cost", NULL};
static const char *const command_gat_sizings[] = {"paper", "program", NULL};

static const cli_option command_gat_options[] = {
    {.name = "algo",
     .letter = 'a',
     .type = CLI_TYPE_ALGORITHM,
     .value = "SPEC",
     .repeats = true,
     .help = "algorithm to run, may be repeated [astar, speedy, single-step lsslrta]"},
    {.name = "durations",
     .letter = 'd',
     .type = CLI_TYPE_WORD,
     .value = "LIST",
     .help = "how long a move takes [1us,10us,100us,1ms,10ms,100ms,1s]"},
    {.name = "expansion-ns",
     .type = CLI_TYPE_NUMBER,
     .value = "NS",
     .min = 1,
     .max = 1000000000,
     .help = "time of an expansion, unless the training says otherwise [500]"},
    {.name = "measure", .help = "measure processor time instead of counting expansions"},
    {.name = "intervals",
     .help = "the game-time model: moves last, and begin with, whole intervals"},
    {.name = "training",
     .letter = 't',
     .type = CLI_TYPE_FILE,
     .value = "FILE",
     .help = "size look-aheads to the durations, as 'bench achieve --train' measured them"},
    {.name = "sizing",
     .type = CLI_TYPE_CHOICE,
     .value = "RULE",
     .choices = command_gat_sizings,
     .help = "how move=dynamic sizes them: as the paper or its program [paper]"},
    {.name = "train",
     .type = CLI_TYPE_FILE,
     .value = "FILE",
     .help = "measure how long look-aheads take on the instances; write it there"},
    {.name = "sizes",
     .type = CLI_TYPE_WORD,
     .value = "LIST",
     .help = "look-aheads to train [1,5,10,20,50,100,...,512000]"},
    {.name = "worst-mean", .help = "train by the worst instance's mean, as the study did"},
    {.name = "count",
     .letter = 'c',
     .type = CLI_TYPE_NUMBER,
     .value = "N",
     .min = 1,
     .max = 1000,
     .help = "at most N instances of a .csv or .scen file [25]"},
    {.name = "limit",
     .type = CLI_TYPE_NUMBER,
     .value = "N",
     .max = UINT64_MAX,
     .help = "at most N expansions of a real-time search; 0 = no limit [60000000]"},
    {.name = "move-limit",
     .type = CLI_TYPE_NUMBER,
     .value = "N",
     .max = UINT64_MAX,
     .help = "at most N moves of an agent; 0 = no limit [0]"},
    {.name = "limit-first",
     .type = CLI_TYPE_NUMBER,
     .value = "N",
     .max = UINT64_MAX,
     .help = "at most N expansions of a search that plans everything first [60000000]"},
    {.name = "over",
     .type = CLI_TYPE_CHOICE,
     .value = "WHAT",
     .choices = command_gat_over,
     .help = "factors over the best time, an optimal walk, or its cost [best]"},
    CLI_OPTION_JSON,
    CLI_OPTION_PROGRESS,
    {0},
};

#ifndef CLI_WITHOUT_BENCH

static const char *const command_gat_axes[] = {"time / best time", "time / optimal walk",
                                               "cost / optimal cost"};
static const uint64_t command_gat_durations[] = {1000,     10000,     100000,    1000000,
                                                 10000000, 100000000, 1000000000};
static const char *const command_gat_specs[] = {"astar", "speedy", "lsslrta(move=single)"};

/// Everything a run needs.
typedef struct command_gat_job {
    const cli_arguments *arguments;
    gat_instances instances;
    gat_trainings trainings;
    uint64_t durations[BENCH_GAT_DURATIONS_MAX];
    uint32_t sizes[GAT_SIZES_MAX];
    const char *specs[GAT_SPECS_MAX];
    gat_plan plan;
    cli_progress progress;
} command_gat_job;

static void command_gat_progress(uint64_t done, uint64_t total, void *user)
{
    cli_progress_update(user, done, total);
}

// Reading -----------------------------------------------------------------------------------------

/// One duration such as "20ms"; 0 if it is none. `*text` moves behind it.
static uint64_t command_gat_read_duration(const char **text)
{
    static const char *const units[] = {"ns", "us", "ms", "s"};
    static const uint64_t factors[] = {1, 1000, 1000000, 1000000000};
    char *end = NULL;
    const unsigned long long number = strtoull(*text, &end, 10);
    for (uint32_t i = 0; i < 4 && number > 0 && number <= BENCH_GAT_DURATION_MAX; i++) {
        const size_t size = strlen(units[i]);
        if (end > *text && strncmp(end, units[i], size) == 0 &&
            (end[size] == ',' || end[size] == '\0')) {
            *text = end + size;
            return number * factors[i] <= BENCH_GAT_DURATION_MAX ? number * factors[i] : 0;
        }
    }
    return 0;
}

/// A list of growing durations.
static bool command_gat_read_durations(command_gat_job *job)
{
    const char *list = cli_options_text(job->arguments, "durations", NULL);
    uint32_t count = 0;
    if (!list) {
        memcpy(job->durations, command_gat_durations, sizeof command_gat_durations);
        job->plan.duration_count = sizeof command_gat_durations / sizeof *command_gat_durations;
        return true;
    }
    for (const char *at = list; count < BENCH_GAT_DURATIONS_MAX; at++) {
        job->durations[count] = command_gat_read_duration(&at);
        if (job->durations[count] == 0 ||
            (count && job->durations[count] <= job->durations[count - 1])) {
            break;
        }
        count++;
        if (*at == '\0') {
            job->plan.duration_count = count;
            return true;
        }
    }
    cli_complain("bench achieve: '%s' is not a list of increasing durations such as 1us,20ms,1s "
                 "(at most 4s)",
                 list);
    return false;
}

/// A list of growing look-aheads.
static bool command_gat_read_sizes(command_gat_job *job, uint32_t *count)
{
    const char *list = cli_options_text(job->arguments, "sizes", NULL);
    *count = 0;
    if (!list) {
        memcpy(job->sizes, gat_sizes, sizeof gat_sizes);
        *count = GAT_SIZES;
        return true;
    }
    for (const char *at = list; *count < GAT_SIZES_MAX; at++) {
        char *end = NULL;
        const unsigned long size = strtoul(at, &end, 10);
        const uint32_t last = *count ? job->sizes[*count - 1] : 0;
        if (end == at || size <= last || size > 1u << 24 || (*end && *end != ',')) {
            break;
        }
        job->sizes[(*count)++] = (uint32_t)size;
        if (*end == '\0') {
            return true;
        }
        at = end;
    }
    cli_complain("bench achieve: '%s' is not a list of increasing look-aheads such as 10,100,1000",
                 list);
    return false;
}

static cli_exit command_gat_read_specs(command_gat_job *job)
{
    const cli_value *given = cli_options_get(job->arguments, "algo");
    const uint32_t presets = sizeof command_gat_specs / sizeof *command_gat_specs;
    job->plan.spec_count = given->count ? given->count : presets;
    for (uint32_t i = 0; i < job->plan.spec_count; i++) {
        job->specs[i] = given->count ? given->texts[i] : command_gat_specs[i];
        if (!cli_trip_algorithm(job->specs[i])) {
            return CLI_EXIT_USAGE;
        }
        if (strlen(job->specs[i]) >= GAT_SPEC_MAX) {
            cli_complain("bench achieve: the algorithm '%.40s...' is too long", job->specs[i]);
            return CLI_EXIT_USAGE;
        }
    }
    return CLI_EXIT_OK;
}

static cli_exit command_gat_read(command_gat_job *job)
{
    const cli_arguments *arguments = job->arguments;
    const uint32_t most = (uint32_t)cli_options_number(arguments, "count", 25);
    const char *training = cli_options_text(arguments, "training", NULL);
    way_problem problem = {0};
    cli_exit result = command_gat_read_specs(job);
    if (result == CLI_EXIT_OK && !command_gat_read_durations(job)) {
        result = CLI_EXIT_USAGE;
    }
    for (uint32_t i = 0; result == CLI_EXIT_OK && i < arguments->operand_count; i++) {
        const char *word = arguments->operands[i];
        const way_status status = gat_instances_add(&job->instances, word, most, &problem);
        result =
            status == WAY_STATUS_OK ? CLI_EXIT_OK : cli_complain_problem(word, status, &problem);
    }
    if (result == CLI_EXIT_OK && training) {
        const way_status status = gat_trainings_read(training, &job->trainings, &problem);
        result = status == WAY_STATUS_OK ? CLI_EXIT_OK
                                         : cli_complain_problem(training, status, &problem);
        job->plan.trainings = &job->trainings;
    }
    return result;
}

// Telling -----------------------------------------------------------------------------------------

/// The look-ahead of a spec at a duration; 0 = none or its own.
static uint32_t command_gat_lookahead(const gat_plan *plan, uint32_t spec, uint32_t duration)
{
    const gat_training *training =
        plan->trainings ? gat_trainings_find(plan->trainings, plan->specs[spec]) : NULL;
    if (!training || !gat_spec_is_sized(plan->specs[spec])) {
        return 0;
    }
    const bench_gat_training rows = {training->rows, training->row_count};
    return bench_gat_lookahead(&rows, plan->durations[duration]);
}

static void command_gat_table(const gat_plan *plan, const gat_points *points)
{
    cli_table table =
        cli_table_begin("<move <algorithm >look-ahead >arrived >over >factor >from >to");
    for (uint32_t k = 0; k < plan->duration_count; k++) {
        for (uint32_t i = 0; i < plan->spec_count; i++) {
            const gat_point *point = &points->at[i][k];
            const uint32_t lookahead = command_gat_lookahead(plan, i, k);
            char move[32];
            gat_report_duration(plan->durations[k], move, sizeof move);
            cli_table_add(&table, "%s", i ? "" : move);
            cli_table_add(&table, "%s", plan->specs[i]);
            cli_table_add(&table, "%s", lookahead ? cli_number_group(lookahead).text : "");
            cli_table_add(&table, "%u/%u", point->arrived, plan->instances->count);
            if (point->count) {
                cli_table_add(&table, "%u", point->count);
                cli_table_add(&table, "%s%.3f", point->censored ? ">" : "", point->mean);
                cli_table_add(&table, "%.3f", point->low);
                cli_table_add(&table, "%.3f", point->high);
            } else {
                cli_table_add(&table, "0");
                for (uint32_t c = 0; c < 3; c++) {
                    cli_table_add(&table, "none");
                }
            }
        }
    }
    (void)cli_table_end(&table, stdout);
}

static void command_gat_json(const gat_plan *plan, const gat_points *points, const char *over)
{
    cli_json json = cli_json_begin(stdout);
    cli_json_open(&json, NULL, '{');
    cli_json_text(&json, "over", over);
    cli_json_number(&json, "instances", plan->instances->count);
    cli_json_open(&json, "points", '[');
    for (uint32_t k = 0; k < plan->duration_count; k++) {
        for (uint32_t i = 0; i < plan->spec_count; i++) {
            const gat_point *point = &points->at[i][k];
            cli_json_open_inline(&json, NULL, '{');
            cli_json_number(&json, "duration_ns", plan->durations[k]);
            cli_json_text(&json, "algorithm", plan->specs[i]);
            cli_json_number(&json, "lookahead", command_gat_lookahead(plan, i, k));
            cli_json_number(&json, "arrived", point->arrived);
            cli_json_number(&json, "count", point->count);
            cli_json_number(&json, "censored", point->censored);
            cli_json_decimal(&json, "factor", point->mean, 4);
            cli_json_decimal(&json, "low", point->low, 4);
            cli_json_decimal(&json, "high", point->high, 4);
            cli_json_close(&json);
        }
    }
    cli_json_close(&json);
    cli_json_close(&json);
}

static cli_exit command_gat_tell(const command_gat_job *job)
{
    const cli_value *over = cli_options_get(job->arguments, "over");
    const gat_measure measure = over->text ? (gat_measure)over->choice : GAT_OVER_BEST;
    const gat_plan *plan = &job->plan;
    gat_points *points = malloc(sizeof *points);
    if (!points) {
        return cli_complain_problem("gat", WAY_STATUS_NO_MEMORY, NULL);
    }
    if (gat_report_points(plan, measure, points) != WAY_STATUS_OK) {
        free(points);
        return cli_complain_problem("gat", WAY_STATUS_NO_MEMORY, NULL);
    }
    if (cli_options_has(job->arguments, "json")) {
        command_gat_json(plan, points, command_gat_over[measure]);
    } else {
        command_gat_table(plan, points);
        (void)printf("\n%s, mean of logarithms over the instances on which one arrived, 95 %% "
                     "interval;\n>: who did not arrive counts with what it had spent\n",
                     command_gat_axes[measure]);
    }
    free(points);
    return CLI_EXIT_OK;
}

// Running -----------------------------------------------------------------------------------------

static cli_exit command_gat_train(command_gat_job *job, const char *path)
{
    way_problem problem = {0};
    gat_training_plan plan = {.instances = &job->instances,
                              .specs = job->specs,
                              .spec_count = job->plan.spec_count,
                              .sizes = job->sizes,
                              .limit =
                                  cli_options_number(job->arguments, "limit", GAT_LIMIT_TRAINING),
                              .worst_mean = cli_options_has(job->arguments, "worst-mean"),
                              .progress = command_gat_progress,
                              .user = &job->progress};
    if (!command_gat_read_sizes(job, &plan.size_count)) {
        return CLI_EXIT_USAGE;
    }
    way_status status = gat_run_training(&plan, &job->trainings, &problem);
    cli_progress_end(&job->progress);
    if (status != WAY_STATUS_OK) {
        return cli_complain_problem("gat", status, &problem);
    }
    status = gat_trainings_write(path, &job->trainings, &problem);
    return status == WAY_STATUS_OK ? CLI_EXIT_OK : cli_complain_problem(path, status, &problem);
}

static cli_exit command_gat_measure(command_gat_job *job)
{
    gat_plan *plan = &job->plan;
    way_problem problem = {0};
    plan->instances = &job->instances;
    plan->specs = job->specs;
    plan->durations = job->durations;
    plan->expansion_ns = cli_options_number(job->arguments, "expansion-ns", 500);
    plan->in_intervals = cli_options_has(job->arguments, "intervals");
    const cli_value *sizing = cli_options_get(job->arguments, "sizing");
    plan->sizing = sizing->text ? (bench_gat_sizing)sizing->choice : BENCH_GAT_SIZING_PAPER;
    plan->measured = cli_options_has(job->arguments, "measure");
    plan->limit = cli_options_number(job->arguments, "limit", GAT_LIMIT);
    plan->move_limit = cli_options_number(job->arguments, "move-limit", 0);
    plan->limit_first = cli_options_number(job->arguments, "limit-first", GAT_LIMIT);
    plan->progress = command_gat_progress;
    plan->user = &job->progress;
    way_status status = gat_plan_open(plan);
    status = status == WAY_STATUS_OK ? gat_run_all(plan, &problem) : status;
    cli_progress_end(&job->progress);
    const cli_exit result = status == WAY_STATUS_OK ? command_gat_tell(job)
                                                    : cli_complain_problem("gat", status, &problem);
    gat_plan_close(plan);
    return result;
}

static cli_exit command_gat_run(const cli_arguments *arguments)
{
    command_gat_job *job = calloc(1, sizeof *job);
    const char *train = cli_options_text(arguments, "train", NULL);
    if (!job) {
        return cli_complain_problem("gat", WAY_STATUS_NO_MEMORY, NULL);
    }
    job->arguments = arguments;
    job->progress =
        cli_progress_begin(train ? "training" : "running", cli_options_has(arguments, "progress"));
    cli_exit result = command_gat_read(job);
    if (result == CLI_EXIT_OK) {
        result = train ? command_gat_train(job, train) : command_gat_measure(job);
    }
    gat_instances_free(&job->instances);
    free(job);
    return result;
}

#else

static cli_exit command_gat_run(const cli_arguments *arguments)
{
    (void)arguments;
    cli_complain("bench achieve: this command was built without SQLite");
    return CLI_EXIT_SYSTEM;
}

#endif

const cli_command cli_command_achieve = {
    .name = "bench achieve",
    .summary = "Simulate planning and acting side by side: goal achievement times",
    .operands = "INSTANCES...",
    .details = GAT_INSTANCES_HELP
    "Each algorithm walks each instance. A search that plans everything first lets\n"
    "its agent wait; a real-time search plans the next moves during the last ones.\n"
    "Planning takes a fixed time per expansion, so that results are the same on every\n"
    "machine, or with --measure the time that it really takes.\n\n"
    "  waymark bench achieve --train t.txt -a 'lsslrta(move=single)' train/*.lvl\n"
    "  waymark bench achieve --training t.txt -a astar -a 'lsslrta(move=single)' \\\n"
    "      test/*.lvl\n",
    .options = command_gat_options,
    .operand_min = 1,
    .operand_max = UINT32_MAX,
    .completes = "file",
    .run = command_gat_run,
};
