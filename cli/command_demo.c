// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// `waymark demo`: the whole gallery by every algorithm that suits, as tables and pictures.
#define _POSIX_C_SOURCE 200809L

#include "cli/ansi.h"
#include "cli/commands.h"
#include "cli/demo.h"
#include "cli/picture_file.h"
#include "cli/progress.h"
#include "cli/table.h"

#include <waymark/file.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define COMMAND_DEMO_RUNS 3u
#define COMMAND_DEMO_TRIP_SECONDS 0.5
#define COMMAND_DEMO_SLOW_SECONDS 0.1
#define COMMAND_DEMO_SHORT_SECONDS 0.02
#define COMMAND_DEMO_PICTURE 1200u
#define COMMAND_DEMO_PREVIEW_ROWS 40u

static const cli_option command_demo_options[] = {
    {.name = "out",
     .letter = 'o',
     .type = CLI_TYPE_FOLDER,
     .value = "DIR",
     .help = "folder for pictures and demo.csv; created if missing"},
    {.name = "scene",
     .letter = 's',
     .type = CLI_TYPE_WORD,
     .value = "NAME",
     .help = "the scene to show in the terminal [the first]"},
    {.name = "seconds",
     .type = CLI_TYPE_NUMBER,
     .value = "N",
     .min = 1,
     .max = 3600,
     .help = "after N seconds, run only what has been quick so far [12]"},
    CLI_OPTION_NO_TIMES,
    CLI_OPTION_COLOR,
    CLI_OPTION_PROGRESS,
    {0},
};

typedef struct command_demo_job {
    const cli_arguments *arguments;
    cli_demo demo;
    cli_progress progress;
    double deadline;
    const char *folder; // NULL = no pictures
    bool *slow;         // [algorithms] whether a trip took long or did not arrive
    uint32_t skipped;
} command_demo_job;

// One scene as a map, with its trip.
typedef struct command_demo_scene {
    const scene_exhibit *exhibit;
    uint32_t index;
    way_map *map;
    way_space *space;
    way_trip trip;
} command_demo_scene;

static cli_exit command_demo_open(uint32_t index, command_demo_scene *out)
{
    *out = (command_demo_scene){.exhibit = scene_gallery_at(index), .index = index};
    scene made = {0};
    way_status status = scene_gallery_create(out->exhibit, &made);
    if (status == WAY_STATUS_OK) {
        out->trip = (way_trip){.start = made.start, .goal = made.goal};
        status =
            scene_create_map(&made, out->exhibit->neighbours, out->exhibit->corners, &out->map);
    }
    if (status == WAY_STATUS_OK) {
        status = way_space_create_grid(out->map, 1, NULL, &out->space);
    }
    scene_destroy(&made);
    return status == WAY_STATUS_OK ? CLI_EXIT_OK
                                   : cli_complain_problem(out->exhibit->name, status, NULL);
}

static void command_demo_close(command_demo_scene *stage)
{
    way_space_destroy(stage->space);
    way_map_destroy(stage->map);
}

// Trips -------------------------------------------------------------------------------------------

static cli_trip_request command_demo_request(const command_demo_scene *stage, uint32_t algorithm)
{
    return (cli_trip_request){.map = stage->map,
                              .algorithm = way_algorithm_at(algorithm)->name,
                              .trip = stage->trip,
                              .unit = 1,
                              .seconds_limit = COMMAND_DEMO_TRIP_SECONDS};
}

static void command_demo_keep(const cli_trip_result *result, cli_demo_cell *cell)
{
    const double before = cell->seconds;
    const bool first = cell->state != CLI_DEMO_DONE;
    *cell = (cli_demo_cell){.state = CLI_DEMO_DONE,
                            .outcome = result->outcome,
                            .cost = result->cost,
                            .length = result->length,
                            .seconds = result->search_seconds,
                            .expansions = result->stats.expansions,
                            .agent_bytes = result->stats.bytes,
                            .database_bytes = result->database_bytes};
    if (!first && before < cell->seconds) {
        cell->seconds = before;
    }
    if (result->outcome == WAY_OUTCOME_CANCELLED) {
        cell->state = result->too_large ? CLI_DEMO_UNSUITED : CLI_DEMO_LATE;
    }
}

static void command_demo_trip(const command_demo_scene *stage, uint32_t algorithm,
                              cli_demo_cell *cell)
{
    const cli_trip_request request = command_demo_request(stage, algorithm);
    for (uint32_t run = 0; run < COMMAND_DEMO_RUNS; run++) {
        cli_trip_result result;
        if (cli_trip_run(&request, &result) != CLI_EXIT_OK) {
            cell->state = CLI_DEMO_FAILED;
            return;
        }
        command_demo_keep(&result, cell);
        cli_trip_free(&result);
        // Only short trips are worth repeating.
        if (cell->state != CLI_DEMO_DONE || cell->seconds > COMMAND_DEMO_SHORT_SECONDS) {
            return;
        }
    }
}

static bool command_demo_is_slow(const cli_demo_cell *cell)
{
    return cell->state != CLI_DEMO_UNSUITED &&
           (cell->state != CLI_DEMO_DONE || cell->outcome != WAY_OUTCOME_ARRIVED ||
            cell->seconds > COMMAND_DEMO_SLOW_SECONDS);
}

static void command_demo_trips(command_demo_job *job, const command_demo_scene *stage)
{
    for (uint32_t i = 0; i < job->demo.algorithms; i++) {
        cli_demo_cell *cell = cli_demo_at(&job->demo, stage->index, i);
        if (!way_algorithm_suits(way_algorithm_at(i), stage->space)) {
            continue;
        }
        if (job->slow[i] && cli_clock_seconds() > job->deadline) {
            cell->state = CLI_DEMO_SKIPPED;
            job->skipped++;
            continue;
        }
        command_demo_trip(stage, i, cell);
        job->slow[i] |= command_demo_is_slow(cell);
        cli_progress_update(&job->progress, (uint64_t)stage->index * job->demo.algorithms + i,
                            (uint64_t)job->demo.scenes * job->demo.algorithms);
    }
}

// Pictures ----------------------------------------------------------------------------------------

// The first optimal algorithm of the registry beside the one that expanded least.
static uint32_t command_demo_pick(const command_demo_job *job, const command_demo_scene *stage,
                                  uint32_t picked[2])
{
    const uint32_t best = cli_demo_best(&job->demo, stage->index, cli_demo_expansions);
    if (best == UINT32_MAX) {
        return 0;
    }
    uint32_t count = 0;
    for (uint32_t i = 0; i < job->demo.algorithms && count == 0; i++) {
        const cli_demo_cell *cell = cli_demo_at(&job->demo, stage->index, i);
        if (i != best && cell->state == CLI_DEMO_DONE && cell->outcome == WAY_OUTCOME_ARRIVED &&
            (way_algorithm_at(i)->traits & WAY_TRAIT_OPTIMAL)) {
            picked[count++] = i;
        }
    }
    picked[count++] = best;
    return count;
}

static void command_demo_panel(const command_demo_scene *stage, const cli_trip_result *result,
                               cli_panel *panel)
{
    *panel = (cli_panel){.map = stage->map,
                         .order = result->order,
                         .order_max = result->order_max,
                         .path = result->path,
                         .path_count = result->path_count,
                         .start = stage->trip.start,
                         .goal = result->goal};
    (void)snprintf(panel->title, sizeof panel->title, "%.40s: %.40s", stage->exhibit->title,
                   result->algorithm->title);
    (void)snprintf(panel->caption, sizeof panel->caption, "length %.2f, %s states expanded",
                   result->length, cli_number_group(result->stats.expansions).text);
}

static cli_exit command_demo_write(const command_demo_job *job, const command_demo_scene *stage,
                                   const cli_picture *picture)
{
    static const char *const kinds[] = {"png", "svg"};
    cli_exit result = CLI_EXIT_OK;
    for (uint32_t i = 0; result == CLI_EXIT_OK && i < 2; i++) {
        char path[4096];
        (void)snprintf(path, sizeof path, "%s/%s.%s", job->folder, stage->exhibit->name, kinds[i]);
        result = cli_picture_write(picture, path);
    }
    return result;
}

static cli_exit command_demo_draw(const command_demo_job *job, const command_demo_scene *stage,
                                  const cli_terminal *terminal)
{
    uint32_t picked[2] = {0};
    cli_trip_result results[2] = {0};
    cli_picture picture = {.panel_count = command_demo_pick(job, stage, picked)};
    cli_exit result = CLI_EXIT_OK;
    for (uint32_t i = 0; result == CLI_EXIT_OK && i < picture.panel_count; i++) {
        cli_trip_request request = command_demo_request(stage, picked[i]);
        request.observe = true;
        request.seconds_limit = 0;
        result = cli_trip_run(&request, &results[i]);
        if (result == CLI_EXIT_OK) {
            command_demo_panel(stage, &results[i], &picture.panels[i]);
        }
    }
    if (result == CLI_EXIT_OK && picture.panel_count > 0) {
        picture.scale = cli_picture_fit(&picture, COMMAND_DEMO_PICTURE);
        if (terminal) {
            cli_ansi_print(&picture, terminal, COMMAND_DEMO_PREVIEW_ROWS, stdout);
            (void)putchar('\n');
        } else {
            result = command_demo_write(job, stage, &picture);
        }
    }
    cli_trip_free(&results[0]);
    cli_trip_free(&results[1]);
    return result;
}

// Running -----------------------------------------------------------------------------------------

static cli_exit command_demo_scenes(command_demo_job *job)
{
    cli_exit result = CLI_EXIT_OK;
    for (uint32_t i = 0; result == CLI_EXIT_OK && i < job->demo.scenes; i++) {
        command_demo_scene stage;
        result = command_demo_open(i, &stage);
        if (result == CLI_EXIT_OK) {
            command_demo_trips(job, &stage);
        }
        if (result == CLI_EXIT_OK && job->folder) {
            result = command_demo_draw(job, &stage, NULL);
        }
        command_demo_close(&stage);
    }
    cli_progress_end(&job->progress);
    return result;
}

static cli_exit command_demo_preview(const command_demo_job *job)
{
    const cli_value *color = cli_options_get(job->arguments, "color");
    const cli_terminal terminal = cli_terminal_of_stdout(color->choice);
    const char *name = cli_options_text(job->arguments, "scene", NULL);
    if (terminal.colors == CLI_COLORS_NONE && !name) {
        return CLI_EXIT_OK;
    }
    uint32_t index = 0;
    while (name && index < job->demo.scenes && strcmp(scene_gallery_at(index)->name, name) != 0) {
        index++;
    }
    if (index == job->demo.scenes) {
        cli_complain("demo: unknown scene '%s'; see 'waymark gen --list'", name);
        return CLI_EXIT_USAGE;
    }
    command_demo_scene stage;
    cli_exit result = command_demo_open(index, &stage);
    if (result == CLI_EXIT_OK) {
        result = command_demo_draw(job, &stage, &terminal);
    }
    command_demo_close(&stage);
    return result;
}

static cli_exit command_demo_make_folder(const char *path)
{
    char part[4096];
    for (size_t i = 0; i <= strlen(path) && i < sizeof part; i++) {
        if (i > 0 && (path[i] == '/' || path[i] == '\0')) {
            memcpy(part, path, i);
            part[i] = '\0';
            if (mkdir(part, 0777) != 0 && errno != EEXIST) {
                cli_complain("%s: %s", part, strerror(errno));
                return CLI_EXIT_SYSTEM;
            }
        }
    }
    return CLI_EXIT_OK;
}

static cli_exit command_demo_save_csv(const command_demo_job *job)
{
    char path[4096];
    char *bytes = NULL;
    size_t size = 0;
    way_problem problem = {0};
    (void)snprintf(path, sizeof path, "%s/demo.csv", job->folder);
    FILE *stream = open_memstream(&bytes, &size);
    way_status status = WAY_STATUS_NO_MEMORY;
    if (stream) {
        cli_demo_write_csv(&job->demo, stream);
        status = fclose(stream) == 0 ? way_file_write(path, bytes, size, &problem) : status;
    }
    free(bytes);
    return status == WAY_STATUS_OK ? CLI_EXIT_OK : cli_complain_problem(path, status, &problem);
}

static cli_exit command_demo_report(const command_demo_job *job)
{
    cli_exit result = command_demo_preview(job);
    if (result == CLI_EXIT_OK) {
        result = cli_demo_print(&job->demo, stdout);
    }
    if (result == CLI_EXIT_OK && job->skipped) {
        (void)printf("\n%u slow trips were skipped for want of time; see --seconds\n",
                     job->skipped);
    }
    if (result == CLI_EXIT_OK && job->folder) {
        result = command_demo_save_csv(job);
        (void)printf("\nPictures of every scene and demo.csv are in %s\n", job->folder);
    }
    return result;
}

static cli_exit command_demo_run(const cli_arguments *arguments)
{
    command_demo_job job = {.arguments = arguments,
                            .folder = cli_options_text(arguments, "out", NULL)};
    job.demo.scenes = scene_gallery_count();
    job.demo.algorithms = way_algorithm_count();
    job.demo.times = !cli_options_has(arguments, "no-times");
    job.demo.cells = calloc((size_t)job.demo.scenes * job.demo.algorithms, sizeof *job.demo.cells);
    job.slow = calloc(job.demo.algorithms, sizeof *job.slow);
    if (!job.demo.cells || !job.slow) {
        free(job.demo.cells);
        free(job.slow);
        return cli_complain_problem("demo", WAY_STATUS_NO_MEMORY, NULL);
    }
    job.deadline = cli_clock_seconds() + (double)cli_options_number(arguments, "seconds", 12);
    job.progress = cli_progress_begin("demo", cli_options_has(arguments, "progress"));
    cli_exit result = job.folder ? command_demo_make_folder(job.folder) : CLI_EXIT_OK;
    if (result == CLI_EXIT_OK) {
        result = command_demo_scenes(&job);
    }
    if (result == CLI_EXIT_OK) {
        result = command_demo_report(&job);
    }
    free(job.demo.cells);
    free(job.slow);
    return result;
}

const cli_command cli_command_demo = {
    .name = "demo",
    .summary = "Run every algorithm on the built-in scenes; tables and pictures",
    .operands = "",
    .details = "",
    .options = command_demo_options,
    .completes = "",
    .run = command_demo_run,
};
