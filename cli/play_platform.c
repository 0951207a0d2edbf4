// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "cli/image.h"
#include "cli/knight.h"
#include "cli/pixels.h"
#include "cli/play.h"
#include "cli/table.h"
#include "cli/terminal.h"
#include "cli/trip.h"
#include "scenes/levels.h"

#include <waymark/file.h>
#include <waymark/lab.h>

#include <stdlib.h>
#include <string.h>

#define PLAY_ALGORITHM "weighted(weight=2)"
#define PLAY_TICK 2u   ///< hundredths of a second to a frame
#define PLAY_NEAR 4u   ///< most pixels to a block of the terminal when the knight runs
#define PLAY_FAR 16u   ///< ... when all is shown at once
#define PLAY_STAMP 12u ///< frames between two knights of a still picture

/// A run through a level.
typedef struct play_job {
    const cli_arguments *arguments;
    const char *name; ///< of the level
    way_level level;
    way_space *space;
    way_navigator *navigator;
    way_agent *agent;
    way_outcome outcome;
    const way_state *path;
    uint32_t count;
    double seconds;
} play_job;

// The level ---------------------------------------------------------------------------------------

static cli_exit play_generate(play_job *job, const char *text)
{
    levels_request request = {0};
    uint32_t sides[2] = {LEVELS_SIDE, LEVELS_SIDE};
    if (!cli_play_read_request(text, &request.seed, sides)) {
        cli_complain("play: expected gen:SEED or gen:SEED,WIDTH,HEIGHT, found 'gen:%s'", text);
        return CLI_EXIT_USAGE;
    }
    request.width = sides[0];
    request.height = sides[1];
    const way_status status = levels_create(&request, &job->level);
    if (status == WAY_STATUS_OUT_OF_RANGE) {
        cli_complain("play: a generated level has sides from %u to %u tiles", LEVELS_SIDE_MIN,
                     WAY_LEVEL_SIDE_MAX);
        return CLI_EXIT_USAGE;
    }
    return status == WAY_STATUS_OK ? CLI_EXIT_OK : cli_complain_problem(job->name, status, NULL);
}

static cli_exit play_read(play_job *job)
{
    way_file file;
    way_problem problem;
    if (strncmp(job->name, "gen:", 4) == 0) {
        return play_generate(job, job->name + 4);
    }
    way_status status = way_file_read(job->name, 0, NULL, &file, &problem);
    if (status == WAY_STATUS_OK) {
        status = way_level_parse(file.bytes, file.size, NULL, &job->level, &problem);
        way_file_free(&file);
    }
    return status == WAY_STATUS_OK ? CLI_EXIT_OK
                                   : cli_complain_problem(job->name, status, &problem);
}

static cli_exit play_save(const play_job *job, const char *path)
{
    const size_t size = way_level_format(&job->level, NULL, 0);
    char *text = malloc(size);
    way_problem problem = {0};
    way_status status = WAY_STATUS_NO_MEMORY;
    if (text) {
        (void)way_level_format(&job->level, text, size);
        status = way_file_write(path, text, size, &problem);
    }
    free(text);
    return status == WAY_STATUS_OK ? CLI_EXIT_OK : cli_complain_problem(path, status, &problem);
}

// The run -----------------------------------------------------------------------------------------

static cli_exit play_search(play_job *job)
{
    const char *spec = cli_options_text(job->arguments, "algo", PLAY_ALGORITHM);
    way_problem problem = {0};
    if (!cli_trip_algorithm(spec)) {
        return CLI_EXIT_USAGE;
    }
    const way_platform_config config = {.level = &job->level};
    way_status status = way_space_create_platform(&config, &job->space);
    if (status != WAY_STATUS_OK) {
        return cli_complain_problem(job->name, status, NULL);
    }
    const way_navigator_config plan = {.space = job->space, .algorithm = spec, .problem = &problem};
    status = way_navigator_create(&plan, &job->navigator);
    if (status == WAY_STATUS_OK) {
        const way_agent_config agents = {.navigator = job->navigator};
        status = way_agent_create(&agents, &job->agent);
    }
    if (status == WAY_STATUS_OK) {
        const way_trip trip = {.start = way_platform_start(job->space),
                               .mode = WAY_GOAL_SPACE,
                               .partial = true,
                               .expansion_limit =
                                   cli_options_number(job->arguments, "limit", 30000000)};
        const double start = cli_clock_seconds();
        status = way_agent_begin(job->agent, &trip);
        job->outcome = status == WAY_STATUS_OK ? way_agent_run(job->agent) : WAY_OUTCOME_NO_PATH;
        job->seconds = cli_clock_seconds() - start;
    }
    if (status != WAY_STATUS_OK) {
        return cli_trip_complain(spec, status, &problem);
    }
    job->path = way_agent_path(job->agent, &job->count);
    return CLI_EXIT_OK;
}

static void play_report(const play_job *job)
{
    const way_stats stats = way_agent_stats(job->agent);
    (void)printf("%s by %s: %s, %u frames (%.2f s of play)\n", job->name,
                 way_navigator_algorithm(job->navigator)->title, way_outcome_text(job->outcome),
                 job->count - 1, (job->count - 1) * PLAY_TICK / 100.0);
    (void)printf("%s states expanded, %s met", cli_number_group(stats.expansions).text,
                 cli_number_group(way_platform_count(job->space)).text);
    if (!cli_options_has(job->arguments, "no-times")) {
        (void)printf(", %.3f s, %.1f MB", job->seconds,
                     (double)(way_platform_bytes(job->space) + stats.bytes) / 1e6);
    }
    (void)printf("\n");
}

/// The keys that led to a state of the path; 0 at the start.
static uint32_t play_keys(const play_job *job, uint32_t index)
{
    return index == 0 ? 0 : way_platform_keys(job->space, job->path[index - 1], job->path[index]);
}

// Pictures ----------------------------------------------------------------------------------------

static way_status play_gif(const play_job *job, const char *path, way_problem *problem)
{
    cli_knight knight;
    way_status status = WAY_STATUS_NO_MEMORY;
    if (cli_knight_begin(&knight, &job->level)) {
        cli_gif gif = cli_gif_begin(knight.width, knight.height, cli_knight_palette);
        for (uint32_t i = 0; i < job->count; i++) {
            const way_platform_state state = way_platform_get(job->space, job->path[i]);
            way_rect area = cli_knight_draw(&knight, &state, play_keys(job, i), i);
            area = i == 0 ? (way_rect){0, 0, knight.width, knight.height} : area;
            cli_gif_add(&gif, knight.picture, area,
                        i + 1 == job->count ? CLI_PLAY_REST : PLAY_TICK);
        }
        if (cli_gif_end(&gif)) {
            status = way_file_write(path, gif.bytes, gif.size, problem);
        }
        cli_gif_free(&gif);
    }
    cli_knight_end(&knight);
    return status;
}

/// The whole run in one picture: the way, and a knight now and then.
static way_status play_still(const play_job *job, cli_knight *knight)
{
    if (!cli_knight_begin(knight, &job->level)) {
        return WAY_STATUS_NO_MEMORY;
    }
    for (uint32_t i = 0; i < job->count; i++) {
        const way_platform_state state = way_platform_get(job->space, job->path[i]);
        (void)cli_knight_draw(knight, &state, play_keys(job, i), i);
        if (i % PLAY_STAMP == 0 || i + 1 == job->count) {
            cli_knight_stamp(knight);
        }
    }
    return WAY_STATUS_OK;
}

static cli_pixels play_pixels(const cli_knight *knight)
{
    return (cli_pixels){knight->picture, cli_knight_palette, knight->width, knight->height};
}

static way_status play_png(const play_job *job, const char *path, way_problem *problem)
{
    cli_knight knight;
    way_status status = play_still(job, &knight);
    if (status == WAY_STATUS_OK) {
        const cli_pixels pixels = play_pixels(&knight);
        status = cli_pixels_write_png(&pixels, path, problem);
    }
    cli_knight_end(&knight);
    return status;
}

static cli_exit play_write(const play_job *job)
{
    const cli_value *files = cli_options_get(job->arguments, "output");
    for (uint32_t i = 0; i < files->count; i++) {
        const char *path = files->texts[i];
        way_problem problem = {0};
        const bool moves = cli_play_is_gif(path);
        const way_status status =
            moves ? play_gif(job, path, &problem) : play_png(job, path, &problem);
        if (status != WAY_STATUS_OK) {
            return cli_complain_problem(path, status, &problem);
        }
    }
    return CLI_EXIT_OK;
}

// Terminal ----------------------------------------------------------------------------------------

/// The level in letters with the way of the knight's middle.
static cli_exit play_letters(const play_job *job)
{
    const way_level *level = &job->level;
    char *letters = malloc((size_t)level->width * level->height);
    if (!letters) {
        return cli_complain_problem("play", WAY_STATUS_NO_MEMORY, NULL);
    }
    for (size_t i = 0; i < (size_t)level->width * level->height; i++) {
        letters[i] = level->solid[i] ? '#' : ' ';
    }
    for (uint32_t i = 0; i < job->count; i++) {
        const way_platform_state at = way_platform_get(job->space, job->path[i]);
        const uint32_t x = (uint32_t)(at.x + WAY_PLATFORM_WIDTH / 2) / WAY_PLATFORM_TILE;
        const uint32_t y = (uint32_t)(at.y + WAY_PLATFORM_HEIGHT / 2) / WAY_PLATFORM_TILE;
        letters[(size_t)y * level->width + x] = 'o';
    }
    letters[(size_t)level->start_y * level->width + level->start_x] = 'S';
    letters[(size_t)level->door_y * level->width + level->door_x] = 'D';
    for (uint32_t y = 0; y < level->height; y++) {
        (void)printf("%.*s\n", (int)level->width, letters + (size_t)y * level->width);
    }
    free(letters);
    return CLI_EXIT_OK;
}

/// The whole run at once, where nothing can move.
static cli_exit play_print(const play_job *job, const cli_terminal *terminal)
{
    cli_knight knight;
    const way_status status = play_still(job, &knight);
    if (status == WAY_STATUS_OK) {
        const cli_pixels pixels = play_pixels(&knight);
        const cli_pixels_view view =
            cli_pixels_fit(&pixels, terminal->columns, UINT32_MAX / 2, PLAY_FAR);
        cli_pixels_print(&pixels, &view, terminal->colors, stdout);
    }
    cli_knight_end(&knight);
    return status == WAY_STATUS_OK ? CLI_EXIT_OK : cli_complain_problem("play", status, NULL);
}

/// Frames come when they are due; those that are late are not shown.
static void play_frames(const play_job *job, const cli_terminal *terminal, cli_knight *knight)
{
    const cli_pixels pixels = play_pixels(knight);
    cli_pixels_view view = cli_pixels_fit(&pixels, terminal->columns,
                                          terminal->rows > 4 ? terminal->rows - 3 : 1, PLAY_NEAR);
    const double tick = PLAY_TICK / (double)cli_options_number(job->arguments, "speed", 100);
    const double start = cli_clock_seconds();
    for (uint32_t i = 0; i < job->count; i++) {
        const way_platform_state state = way_platform_get(job->space, job->path[i]);
        const double due = start + i * tick;
        (void)cli_knight_draw(knight, &state, play_keys(job, i), i);
        if (i + 1 == job->count || cli_clock_seconds() < due + tick) {
            cli_pixels_look_at(&view, &pixels, knight->last.x + knight->last.width / 2,
                               knight->last.y + knight->last.height / 2);
            (void)fputs("\033[H", stdout);
            cli_pixels_print(&pixels, &view, terminal->colors, stdout);
            (void)fflush(stdout);
            cli_clock_wait(due + tick);
        }
    }
}

static cli_exit play_animate(const play_job *job, const cli_terminal *terminal)
{
    cli_knight knight;
    if (!cli_knight_begin(&knight, &job->level)) {
        cli_knight_end(&knight);
        return cli_complain_problem("play", WAY_STATUS_NO_MEMORY, NULL);
    }
    cli_terminal_begin_screen();
    play_frames(job, terminal, &knight);
    cli_terminal_end_screen();
    cli_knight_end(&knight);
    return CLI_EXIT_OK;
}

static cli_exit play_present(const play_job *job)
{
    const cli_terminal terminal =
        cli_terminal_of_stdout(cli_options_get(job->arguments, "color")->choice);
    cli_exit result = CLI_EXIT_OK;
    if (cli_options_has(job->arguments, "output")) {
        result = play_write(job);
    } else if (terminal.colors == CLI_COLORS_NONE) {
        result = play_letters(job);
    } else if (terminal.is_terminal) {
        result = play_animate(job, &terminal);
    } else {
        result = play_print(job, &terminal);
    }
    if (result == CLI_EXIT_OK) {
        play_report(job);
        result = job->outcome == WAY_OUTCOME_FOUND ? CLI_EXIT_OK : CLI_EXIT_NEGATIVE;
    }
    return result;
}

cli_exit cli_play_platform(const cli_arguments *arguments)
{
    play_job job = {.arguments = arguments, .name = arguments->operands[1]};
    const char *save = cli_options_text(arguments, "save", NULL);
    cli_exit result = play_read(&job);
    if (result == CLI_EXIT_OK && save) {
        result = play_save(&job, save);
    }
    if (result == CLI_EXIT_OK) {
        result = play_search(&job);
    }
    if (result == CLI_EXIT_OK) {
        result = play_present(&job);
    }
    way_agent_destroy(job.agent);
    way_navigator_destroy(job.navigator);
    way_space_destroy(job.space);
    way_level_free(&job.level);
    return result;
}
