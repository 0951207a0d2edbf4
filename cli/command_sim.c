// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// `waymark sim`: a world of units, live in the terminal, as figures and as a moving picture.
#include "cli/commands.h"
#include "cli/crowd.h"
#include "cli/ground.h"
#include "cli/json.h"
#include "cli/pixels.h"
#include "cli/table.h"

#include <waymark/file.h>
#include <waymark/world_more.h>

#include <stdlib.h>
#include <string.h>

static const cli_option command_sim_options[] = {
    {.name = "units",
     .letter = 'u',
     .type = CLI_TYPE_NUMBER,
     .value = "N",
     .min = 1,
     .max = 1000000,
     .help = "units, a quarter of them two cells wide [200]"},
    {.name = "ticks",
     .letter = 't',
     .type = CLI_TYPE_NUMBER,
     .value = "T",
     .min = 1,
     .max = 10000000,
     .help = "how long [400]"},
    {.name = "edits",
     .letter = 'e',
     .type = CLI_TYPE_NUMBER,
     .value = "R",
     .max = 1000,
     .help = "buildings put up per 1000 ticks [0]"},
    {.name = "march", .help = "each team walks as one group and keeps its formation"},
    {.name = "team-fog", .help = "the second team knows only what it has seen"},
    {.name = "budget",
     .letter = 'b',
     .type = CLI_TYPE_NUMBER,
     .value = "N",
     .min = 1,
     .max = UINT32_MAX,
     .help = "units of planning per tick [8000]"},
    {.name = "seed",
     .letter = 's',
     .type = CLI_TYPE_NUMBER,
     .value = "N",
     .max = UINT64_MAX,
     .help = "seed of units and orders [1]"},
    {.name = "output",
     .letter = 'o',
     .type = CLI_TYPE_FILE,
     .value = "FILE",
     .help = "write a .gif of every other tick"},
    {.name = "record",
     .type = CLI_TYPE_FILE,
     .value = "FILE",
     .help = "write a record for 'waymark replay'"},
    CLI_OPTIONS_RULES,
    CLI_OPTION_JSON,
    CLI_OPTION_NO_TIMES,
    CLI_OPTION_COLOR,
    {0},
};

typedef struct command_sim_job {
    const cli_arguments *arguments;
    cli_crowd crowd;
    cli_gif gif;
    const char *output;
    cli_terminal terminal;
    char *record;
    size_t record_size, record_capacity;
    bool record_failed;
    double seconds, worst;
} command_sim_job;

static void command_sim_record(const void *bytes, size_t size, void *user)
{
    command_sim_job *job = user;
    if (job->record_size + size > job->record_capacity) {
        const size_t capacity = 2 * (job->record_size + size);
        char *grown = realloc(job->record, capacity);
        job->record_failed = job->record_failed || !grown;
        if (!grown) {
            return;
        }
        job->record = grown;
        job->record_capacity = capacity;
    }
    memcpy(job->record + job->record_size, bytes, size);
    job->record_size += size;
}

/// Whether the run is shown as it goes.
static bool command_sim_is_live(const command_sim_job *job)
{
    return job->terminal.is_terminal && job->terminal.colors != CLI_COLORS_NONE &&
           !cli_options_has(job->arguments, "json");
}

static void command_sim_show(command_sim_job *job, uint32_t tick)
{
    cli_crowd *crowd = &job->crowd;
    const bool live = command_sim_is_live(job);
    if (!live && !(job->output && tick % 2 == 0)) {
        return;
    }
    cli_crowd_draw(crowd);
    if (job->output && tick % 2 == 0) {
        cli_gif_add(&job->gif, crowd->picture, (way_rect){0, 0, crowd->width, crowd->height}, 8);
    }
    if (live) {
        const cli_pixels pixels = {crowd->picture, cli_crowd_palette, crowd->width, crowd->height};
        const cli_pixels_view view =
            cli_pixels_fit(&pixels, job->terminal.columns, job->terminal.rows - 2, 64);
        (void)fputs("\033[H", stdout);
        cli_pixels_print(&pixels, &view, job->terminal.colors, stdout);
        (void)printf("tick %u, %llu arrived \033[K\n", tick, (unsigned long long)crowd->arrived);
        (void)fflush(stdout);
    }
}

static way_status command_sim_play(command_sim_job *job, uint32_t ticks)
{
    const bool live = command_sim_is_live(job);
    way_status status = WAY_STATUS_OK;
    if (live) {
        cli_terminal_begin_screen();
    }
    for (uint32_t tick = 0; tick < ticks && status == WAY_STATUS_OK; tick++) {
        const double start = cli_clock_seconds();
        status = cli_crowd_tick(&job->crowd);
        const double spent = cli_clock_seconds() - start;
        job->seconds += spent;
        job->worst = spent > job->worst ? spent : job->worst;
        command_sim_show(job, tick);
        if (live) {
            cli_clock_wait(start + 0.05);
        }
    }
    if (live) {
        cli_terminal_end_screen();
    }
    return status;
}

/// What a run came to: in words, and its key in JSON.
typedef struct command_sim_fact {
    const char *name;
    const char *key;
    uint64_t value;
} command_sim_fact;

enum { COMMAND_SIM_FACTS = 17 };

static void command_sim_facts(const cli_crowd *crowd, command_sim_fact facts[COMMAND_SIM_FACTS])
{
    const way_world_stats stats = way_world_statistics(crowd->world);
    const command_sim_fact all[COMMAND_SIM_FACTS] = {
        {"units", "units", crowd->unit_count},
        {"ticks", "ticks", stats.tick},
        {"orders", "orders", crowd->orders},
        {"arrived", "arrived", crowd->arrived},
        {"out of reach", "unreachable", crowd->unreachable},
        {"told to be blocked", "blocked", crowd->blocked},
        {"on their way", "active", stats.active},
        {"plans", "plans", stats.plans},
        {"plans after changes", "replans", stats.replans},
        {"longest wait for a plan, ticks", "waited_max", stats.waited_max},
        {"most work in a tick", "work_max", stats.work_max},
        {"moves for others", "pushes", stats.pushes},
        {"stood: straight steps only", "stood_straight", stats.escalations[0]},
        {"stood: pushed all", "stood_bold", stats.escalations[1]},
        {"stood: went back", "stood_yielded", stats.escalations[2]},
        {"jams solved as a whole", "rescues", stats.rescues},
        {"bytes per unit", "unit_bytes", stats.unit_bytes}};
    memcpy(facts, all, sizeof all);
}

static void command_sim_json(const command_sim_job *job)
{
    command_sim_fact facts[COMMAND_SIM_FACTS];
    char hash[20];
    command_sim_facts(&job->crowd, facts);
    (void)snprintf(hash, sizeof hash, "%016llx",
                   (unsigned long long)way_world_hash(job->crowd.world));
    cli_json json = cli_json_begin(stdout);
    cli_json_open(&json, NULL, '{');
    cli_json_text(&json, "map", job->arguments->operands[0]);
    for (uint32_t k = 0; k < COMMAND_SIM_FACTS; k++) {
        cli_json_number(&json, facts[k].key, facts[k].value);
    }
    if (!cli_options_has(job->arguments, "no-times")) {
        cli_json_decimal(&json, "tick_seconds",
                         job->seconds / (facts[1].value ? (double)facts[1].value : 1.0), 9);
        cli_json_decimal(&json, "tick_seconds_max", job->worst, 9);
    }
    cli_json_text(&json, "hash", hash);
    cli_json_close(&json);
}

static bool command_sim_print(const command_sim_job *job)
{
    const uint32_t ticks = way_world_statistics(job->crowd.world).tick;
    command_sim_fact facts[COMMAND_SIM_FACTS];
    command_sim_facts(&job->crowd, facts);
    cli_table table = cli_table_begin("<world >");
    for (uint32_t k = 0; k < COMMAND_SIM_FACTS; k++) {
        cli_table_add(&table, "%s", facts[k].name);
        cli_table_add(&table, "%s", cli_number_group(facts[k].value).text);
    }
    if (!cli_options_has(job->arguments, "no-times")) {
        cli_table_add(&table, "%s", "time of a tick");
        cli_table_add(&table, "%s", cli_number_seconds(job->seconds / (ticks ? ticks : 1)).text);
        cli_table_add(&table, "%s", "worst tick");
        cli_table_add(&table, "%s", cli_number_seconds(job->worst).text);
    }
    const bool good = cli_table_end(&table, stdout);
    (void)printf("\nhash %016llx\n", (unsigned long long)way_world_hash(job->crowd.world));
    return good;
}

/// Prints what the run came to; false without memory.
static bool command_sim_report(const command_sim_job *job)
{
    if (cli_options_has(job->arguments, "json")) {
        command_sim_json(job);
        return true;
    }
    return command_sim_print(job);
}

static cli_exit command_sim_write(const char *path, const void *bytes, size_t size)
{
    way_problem problem;
    const way_status status = way_file_write(path, bytes, size, &problem);
    return status == WAY_STATUS_OK ? CLI_EXIT_OK : cli_complain_problem(path, status, &problem);
}

static cli_exit command_sim_finish(command_sim_job *job)
{
    const char *record = cli_options_text(job->arguments, "record", NULL);
    if (job->record_failed || !command_sim_report(job)) {
        return cli_complain_problem("sim", WAY_STATUS_NO_MEMORY, NULL);
    }
    cli_exit result = CLI_EXIT_OK;
    if (job->output) {
        result = cli_gif_end(&job->gif)
                     ? command_sim_write(job->output, job->gif.bytes, job->gif.size)
                     : cli_complain_problem("sim", WAY_STATUS_NO_MEMORY, NULL);
    }
    if (record && result == CLI_EXIT_OK) {
        result = command_sim_write(record, job->record, job->record_size);
    }
    return result;
}

static cli_exit command_sim_run(const cli_arguments *arguments)
{
    cli_source source;
    cli_exit opened = cli_ground_refuse_penalty(arguments);
    opened = opened == CLI_EXIT_OK ? cli_source_open(arguments, arguments->operands[0], &source)
                                   : opened;
    if (opened != CLI_EXIT_OK) {
        return opened;
    }
    way_profile profile;
    const bool profiled =
        cli_ground_has_profile(arguments) && way_map_profile(source.map, source.profile, &profile);
    command_sim_job job = {.arguments = arguments,
                           .output = cli_options_text(arguments, "output", NULL),
                           .terminal =
                               cli_terminal_of_stdout(cli_options_get(arguments, "color")->choice)};
    const cli_crowd_config config = {.map = source.map,
                                     .profile = profiled ? &profile : NULL,
                                     .units = (uint32_t)cli_options_number(arguments, "units", 200),
                                     .edits = (uint32_t)cli_options_number(arguments, "edits", 0),
                                     .fog = cli_options_has(arguments, "team-fog"),
                                     .march = cli_options_has(arguments, "march"),
                                     .budget =
                                         (uint32_t)cli_options_number(arguments, "budget", 8000),
                                     .seed = cli_options_number(arguments, "seed", 1)};
    way_status status = cli_crowd_begin(&job.crowd, &config);
    if (status == WAY_STATUS_OK && cli_options_has(arguments, "record")) {
        status = way_world_record(job.crowd.world, command_sim_record, &job);
    }
    if (status == WAY_STATUS_OK && job.output) {
        job.gif = cli_gif_begin(job.crowd.width, job.crowd.height, cli_crowd_palette);
    }
    status = status == WAY_STATUS_OK
                 ? command_sim_play(&job, (uint32_t)cli_options_number(arguments, "ticks", 400))
                 : status;
    const cli_exit result = status == WAY_STATUS_OK ? command_sim_finish(&job)
                                                    : cli_complain_problem("sim", status, NULL);
    cli_gif_free(&job.gif);
    free(job.record);
    cli_crowd_end(&job.crowd);
    cli_source_close(&source);
    return result;
}

const cli_command cli_command_sim = {
    .name = "sim",
    .summary = "Watch units walk about on a map",
    .operands = "MAP",
    .details = CLI_SOURCE_HELP
    "Two teams of units, a quarter of them two cells wide, get orders again and again,\n"
    "one by one or as groups. With --profile, all units have that profile, a quarter of\n"
    "them a cell wider than it says. Purple units have not moved for a while. The hash at\n"
    "the end is the same on every machine.\n",
    .options = command_sim_options,
    .operand_min = 1,
    .operand_max = 1,
    .completes = "map",
    .run = command_sim_run,
};
