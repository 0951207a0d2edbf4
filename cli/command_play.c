// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// `waymark play`: plans a run through a level of the platform game and shows it.
#include "cli/commands.h"
#include "cli/image.h"
#include "cli/knight.h"
#include "cli/pixels.h"
#include "cli/table.h"
#include "cli/terminal.h"
#include "cli/trip.h"
#include "scenes/levels.h"

#include <waymark/file.h>

#include <stdlib.h>
#include <string.h>

#define COMMAND_PLAY_ALGORITHM "weighted(weight=2)"
#define COMMAND_PLAY_TICK 2u   ///< hundredths of a second to a frame
#define COMMAND_PLAY_REST 200u ///< at the door
#define COMMAND_PLAY_NEAR 4u   ///< most pixels to a block of the terminal when the knight runs
#define COMMAND_PLAY_FAR 16u   ///< ... when all is shown at once
#define COMMAND_PLAY_STAMP 12u ///< frames between two knights of a still picture

static const cli_option command_play_options[] = {
    {.name = "algo",
     .letter = 'a',
     .type = CLI_TYPE_ALGORITHM,
     .value = "SPEC",
     .help = "the search [" COMMAND_PLAY_ALGORITHM "]"},
    {.name = "limit",
     .type = CLI_TYPE_NUMBER,
     .value = "N",
     .min = 1,
     .max = UINT64_MAX,
     .help = "most expansions [30000000]"},
    {.name = "output",
     .letter = 'o',
     .type = CLI_TYPE_FILE,
     .value = "FILE",
     .repeats = true,
     .help = "a .gif that moves or a .png of the whole run; may be repeated"},
    {.name = "save",
     .type = CLI_TYPE_FILE,
     .value = "FILE",
     .help = "write the level itself, such as one from gen:"},
    {.name = "speed",
     .type = CLI_TYPE_NUMBER,
     .value = "PERCENT",
     .min = 1,
     .max = 10000,
     .help = "how fast the terminal shows it; 100 is 50 frames a second [100]"},
    CLI_OPTION_NO_TIMES,
    CLI_OPTION_COLOR,
    {0},
};

typedef struct command_play_job {
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
} command_play_job;

// The level --------------------------------------------------------------------------------------

/// Reads "SEED" or "SEED,WIDTH,HEIGHT".
static bool command_play_request(const char *text, levels_request *request)
{
    uint64_t numbers[3] = {0, LEVELS_SIDE, LEVELS_SIDE};
    char word[24];
    uint32_t count = 0;
    for (const char *rest = text; rest; count++) {
        const size_t size = strcspn(rest, ",");
        if (count == 3 || size >= sizeof word) {
            return false;
        }
        memcpy(word, rest, size);
        word[size] = 0;
        const uint64_t most = count == 0 ? UINT64_MAX : UINT32_MAX;
        if (!cli_options_read_number(word, 0, most, &numbers[count])) {
            return false;
        }
        rest = rest[size] ? rest + size + 1 : NULL;
    }
    *request = (levels_request){(uint32_t)numbers[1], (uint32_t)numbers[2], numbers[0]};
    return count != 2;
}

static cli_exit command_play_generate(command_play_job *job, const char *text)
{
    levels_request request;
    if (!command_play_request(text, &request)) {
        cli_complain("play: expected gen:SEED or gen:SEED,WIDTH,HEIGHT, found 'gen:%s'", text);
        return CLI_EXIT_USAGE;
    }
    const way_status status = levels_create(&request, &job->level);
    if (status == WAY_STATUS_OUT_OF_RANGE) {
        cli_complain("play: a generated level has sides from %u to %u tiles", LEVELS_SIDE_MIN,
                     WAY_LEVEL_SIDE_MAX);
        return CLI_EXIT_USAGE;
    }
    return status == WAY_STATUS_OK ? CLI_EXIT_OK : cli_complain_problem(job->name, status, NULL);
}

static cli_exit command_play_read(command_play_job *job)
{
    way_file file;
    way_problem problem;
    if (strncmp(job->name, "gen:", 4) == 0) {
        return command_play_generate(job, job->name + 4);
    }
    way_status status = way_file_read(job->name, 0, NULL, &file, &problem);
    if (status == WAY_STATUS_OK) {
        status = way_level_parse(file.bytes, file.size, NULL, &job->level, &problem);
        way_file_free(&file);
    }
    return status == WAY_STATUS_OK ? CLI_EXIT_OK
                                   : cli_complain_problem(job->name, status, &problem);
}

static cli_exit command_play_save(const command_play_job *job, const char *path)
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

// The run ----------------------------------------------------------------------------------------

static cli_exit command_play_search(command_play_job *job)
{
    const char *spec = cli_options_text(job->arguments, "algo", COMMAND_PLAY_ALGORITHM);
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

static void command_play_report(const command_play_job *job)
{
    const way_stats stats = way_agent_stats(job->agent);
    (void)printf("%s by %s: %s after %u frames (%.2f s of play)\n", job->name,
                 way_navigator_algorithm(job->navigator)->title, way_outcome_text(job->outcome),
                 job->count - 1, (job->count - 1) * COMMAND_PLAY_TICK / 100.0);
    (void)printf("%s states expanded, %s met", cli_number_group(stats.expansions).text,
                 cli_number_group(way_platform_count(job->space)).text);
    if (!cli_options_has(job->arguments, "no-times")) {
        (void)printf(", %.3f s, %.1f MB", job->seconds,
                     (double)(way_platform_bytes(job->space) + stats.bytes) / 1e6);
    }
    (void)printf("\n");
}

/// The keys that led to a state of the path; 0 at the start.
static uint32_t command_play_keys(const command_play_job *job, uint32_t index)
{
    return index == 0 ? 0 : way_platform_keys(job->space, job->path[index - 1], job->path[index]);
}

// Pictures ---------------------------------------------------------------------------------------

static bool command_play_ends_with(const char *text, const char *end)
{
    const size_t size = strlen(text);
    return size > strlen(end) && strcmp(text + size - strlen(end), end) == 0;
}

static way_status command_play_gif(const command_play_job *job, const char *path,
                                   way_problem *problem)
{
    cli_knight knight;
    way_status status = WAY_STATUS_NO_MEMORY;
    if (cli_knight_begin(&knight, &job->level)) {
        cli_gif gif = cli_gif_begin(knight.width, knight.height, cli_knight_palette);
        for (uint32_t i = 0; i < job->count; i++) {
            const way_platform_state state = way_platform_get(job->space, job->path[i]);
            way_rect area = cli_knight_draw(&knight, &state, command_play_keys(job, i), i);
            area = i == 0 ? (way_rect){0, 0, knight.width, knight.height} : area;
            cli_gif_add(&gif, knight.picture, area,
                        i + 1 == job->count ? COMMAND_PLAY_REST : COMMAND_PLAY_TICK);
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
static way_status command_play_still(const command_play_job *job, cli_knight *knight)
{
    if (!cli_knight_begin(knight, &job->level)) {
        return WAY_STATUS_NO_MEMORY;
    }
    for (uint32_t i = 0; i < job->count; i++) {
        const way_platform_state state = way_platform_get(job->space, job->path[i]);
        (void)cli_knight_draw(knight, &state, command_play_keys(job, i), i);
        if (i % COMMAND_PLAY_STAMP == 0 || i + 1 == job->count) {
            cli_knight_stamp(knight);
        }
    }
    return WAY_STATUS_OK;
}

static way_status command_play_png(const command_play_job *job, const char *path,
                                   way_problem *problem)
{
    cli_knight knight;
    cli_image image = {0};
    way_status status = command_play_still(job, &knight);
    if (status == WAY_STATUS_OK) {
        status = cli_image_create(knight.width, knight.height, cli_knight_palette[0], &image);
    }
    if (status == WAY_STATUS_OK) {
        for (size_t i = 0; i < (size_t)knight.width * knight.height; i++) {
            const cli_color color = cli_knight_palette[knight.picture[i]];
            image.pixels[3 * i] = color.red;
            image.pixels[3 * i + 1] = color.green;
            image.pixels[3 * i + 2] = color.blue;
        }
        status = cli_image_write_png(&image, path, problem);
    }
    cli_image_destroy(&image);
    cli_knight_end(&knight);
    return status;
}

static cli_exit command_play_write(const command_play_job *job)
{
    const cli_value *files = cli_options_get(job->arguments, "output");
    for (uint32_t i = 0; i < files->count; i++) {
        const char *path = files->texts[i];
        way_problem problem = {0};
        const bool moves = command_play_ends_with(path, ".gif");
        const way_status status =
            moves ? command_play_gif(job, path, &problem) : command_play_png(job, path, &problem);
        if (status != WAY_STATUS_OK) {
            return cli_complain_problem(path, status, &problem);
        }
    }
    return CLI_EXIT_OK;
}

static bool command_play_knows_files(const cli_arguments *arguments)
{
    const cli_value *files = cli_options_get(arguments, "output");
    for (uint32_t i = 0; i < files->count; i++) {
        if (!command_play_ends_with(files->texts[i], ".gif") &&
            !command_play_ends_with(files->texts[i], ".png")) {
            cli_complain("play: '%s' is neither .gif nor .png", files->texts[i]);
            return false;
        }
    }
    return true;
}

// Terminal ---------------------------------------------------------------------------------------

/// The level in letters with the way of the knight's middle.
static cli_exit command_play_letters(const command_play_job *job)
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

static cli_pixels command_play_pixels(const cli_knight *knight)
{
    return (cli_pixels){knight->picture, cli_knight_palette, knight->width, knight->height};
}

/// The whole run at once, where nothing can move.
static cli_exit command_play_print(const command_play_job *job, const cli_terminal *terminal)
{
    cli_knight knight;
    const way_status status = command_play_still(job, &knight);
    if (status == WAY_STATUS_OK) {
        const cli_pixels pixels = command_play_pixels(&knight);
        const cli_pixels_view view =
            cli_pixels_fit(&pixels, terminal->columns, UINT32_MAX / 2, COMMAND_PLAY_FAR);
        cli_pixels_print(&pixels, &view, terminal->colors, stdout);
    }
    cli_knight_end(&knight);
    return status == WAY_STATUS_OK ? CLI_EXIT_OK : cli_complain_problem("play", status, NULL);
}

/// Frames come when they are due; those that are late are not shown.
static void command_play_frames(const command_play_job *job, const cli_terminal *terminal,
                                cli_knight *knight)
{
    const cli_pixels pixels = command_play_pixels(knight);
    cli_pixels_view view = cli_pixels_fit(
        &pixels, terminal->columns, terminal->rows > 4 ? terminal->rows - 3 : 1, COMMAND_PLAY_NEAR);
    const double tick =
        COMMAND_PLAY_TICK / (double)cli_options_number(job->arguments, "speed", 100);
    const double start = cli_clock_seconds();
    for (uint32_t i = 0; i < job->count; i++) {
        const way_platform_state state = way_platform_get(job->space, job->path[i]);
        const double due = start + i * tick;
        (void)cli_knight_draw(knight, &state, command_play_keys(job, i), i);
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

static cli_exit command_play_animate(const command_play_job *job, const cli_terminal *terminal)
{
    cli_knight knight;
    if (!cli_knight_begin(&knight, &job->level)) {
        cli_knight_end(&knight);
        return cli_complain_problem("play", WAY_STATUS_NO_MEMORY, NULL);
    }
    cli_terminal_begin_screen();
    command_play_frames(job, terminal, &knight);
    cli_terminal_end_screen();
    cli_knight_end(&knight);
    return CLI_EXIT_OK;
}

static cli_exit command_play_present(const command_play_job *job)
{
    const cli_terminal terminal =
        cli_terminal_of_stdout(cli_options_get(job->arguments, "color")->choice);
    cli_exit result = CLI_EXIT_OK;
    if (cli_options_has(job->arguments, "output")) {
        result = command_play_write(job);
    } else if (terminal.colors == CLI_COLORS_NONE) {
        result = command_play_letters(job);
    } else if (terminal.is_terminal) {
        result = command_play_animate(job, &terminal);
    } else {
        result = command_play_print(job, &terminal);
    }
    if (result == CLI_EXIT_OK) {
        command_play_report(job);
        result = job->outcome == WAY_OUTCOME_ARRIVED ? CLI_EXIT_OK : CLI_EXIT_NEGATIVE;
    }
    return result;
}

static cli_exit command_play_run(const cli_arguments *arguments)
{
    command_play_job job = {.arguments = arguments, .name = arguments->operands[1]};
    if (strcmp(arguments->operands[0], "platform") != 0) {
        cli_complain("play: the game is 'platform', found '%s'", arguments->operands[0]);
        return CLI_EXIT_USAGE;
    }
    if (!command_play_knows_files(arguments)) {
        return CLI_EXIT_USAGE;
    }
    const char *save = cli_options_text(arguments, "save", NULL);
    cli_exit result = command_play_read(&job);
    if (result == CLI_EXIT_OK && save) {
        result = command_play_save(&job, save);
    }
    if (result == CLI_EXIT_OK) {
        result = command_play_search(&job);
    }
    if (result == CLI_EXIT_OK) {
        result = command_play_present(&job);
    }
    way_agent_destroy(job.agent);
    way_navigator_destroy(job.navigator);
    way_space_destroy(job.space);
    way_level_free(&job.level);
    return result;
}

const cli_command cli_command_play = {
    .name = "play",
    .summary = "Plan a run through a level of the platform game and show it",
    .operands = "platform LEVEL",
    .details = "LEVEL is a file of tiles (see docs/formats.md), or gen:SEED or\n"
               "gen:SEED,WIDTH,HEIGHT for one that is made up and can be solved. Without --output\n"
               "the knight runs in the terminal; where that is none, or has no colours, the whole\n"
               "run is printed at once. If the search ends at its limit, the way to the most\n"
               "promising state is shown, and the exit code is 1.\n\n"
               "  waymark play platform gen:7\n"
               "  waymark play platform gen:7 --algo 'astar(open=bucket)' -o run.gif -o run.png\n",
    .options = command_play_options,
    .operand_min = 2,
    .operand_max = 2,
    .completes = "level",
    .run = command_play_run,
};
