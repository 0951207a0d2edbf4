// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "cli/board.h"
#include "cli/pixels.h"
#include "cli/play.h"
#include "cli/table.h"
#include "cli/terminal.h"
#include "cli/trip.h"

#include <waymark/file.h>
#include <waymark/lab.h>

#include <stdlib.h>
#include <string.h>

#define TILES_ALGORITHM "idastar(limit=0)"
#define TILES_CELLS_MAX 16u
#define TILES_SHUFFLE 1000u ///< random steps away from the goal
#define TILES_PARTS 4u      ///< pictures of one step
#define TILES_TICK 4u       ///< hundredths of a second to a picture
#define TILES_LARGE 40u     ///< pixels of a tile that moves
#define TILES_SMALL 20u     ///< ... in a picture of all boards
#define TILES_TINY 10u      ///< ... in the terminal
#define TILES_ACROSS 7u

typedef struct tiles_job {
    const cli_arguments *arguments;
    const char *name;
    uint32_t columns, rows;
    uint8_t start[TILES_CELLS_MAX];
    way_space *space;
    way_navigator *navigator;
    way_agent *agent;
    way_outcome outcome;
    uint8_t (*boards)[TILES_CELLS_MAX]; ///< [count] along the path
    uint32_t count;
    double seconds;
} tiles_job;

// The board ---------------------------------------------------------------------------------------

/// Boards of these numbers of cells are as square as they can be.
static bool tiles_set_sides(tiles_job *job, uint32_t cells)
{
    static const uint32_t sides[][2] = {{2, 2}, {3, 2}, {4, 2}, {3, 3}, {5, 2},
                                        {4, 3}, {7, 2}, {5, 3}, {4, 4}};
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        if (sides[i][0] * sides[i][1] == cells) {
            job->columns = sides[i][0];
            job->rows = sides[i][1];
            return true;
        }
    }
    return false;
}

/// Reads "8,6,7,2,5,4,3,0,1"; whether it is a board is found out by the space.
static bool tiles_read(tiles_job *job)
{
    uint32_t count = 0;
    for (const char *rest = job->name; *rest; count++) {
        const size_t size = strcspn(rest, ", ");
        char word[4];
        uint64_t number = 0;
        if (count == TILES_CELLS_MAX || size >= sizeof word) {
            return false;
        }
        memcpy(word, rest, size);
        word[size] = 0;
        if (!cli_options_read_number(word, 0, TILES_CELLS_MAX - 1, &number)) {
            return false;
        }
        job->start[count] = (uint8_t)number;
        rest += size + (rest[size] != 0);
    }
    return tiles_set_sides(job, count);
}

/// Slides at random from the goal, so that there is always a way back.
static void tiles_shuffle(tiles_job *job, uint64_t seed)
{
    way_rng rng = way_rng_seed(seed);
    uint32_t gap = 0;
    for (uint32_t cell = 0; cell < job->columns * job->rows; cell++) {
        job->start[cell] = (uint8_t)cell;
    }
    for (uint32_t i = 0; i < TILES_SHUFFLE; i++) {
        const uint32_t side = way_rng_below(&rng, 4);
        const uint32_t x = gap % job->columns + (side == 0) - (side == 1);
        const uint32_t y = gap / job->columns + (side == 2) - (side == 3);
        if (x < job->columns && y < job->rows) {
            job->start[gap] = job->start[y * job->columns + x];
            gap = y * job->columns + x;
            job->start[gap] = 0;
        }
    }
}

static cli_exit tiles_open(tiles_job *job)
{
    uint64_t seed = 0;
    uint32_t sides[2] = {3, 3};
    if (strncmp(job->name, "gen:", 4) == 0) {
        if (!cli_play_read_request(job->name + 4, &seed, sides)) {
            cli_complain("play: expected gen:SEED or gen:SEED,COLUMNS,ROWS, found '%s'", job->name);
            return CLI_EXIT_USAGE;
        }
        if (sides[0] < 2 || sides[1] < 2 || sides[0] > 8 || sides[1] > 8 ||
            sides[0] * sides[1] > TILES_CELLS_MAX) {
            cli_complain("play: a board has sides of 2 to 8 tiles and at most %u cells",
                         TILES_CELLS_MAX);
            return CLI_EXIT_USAGE;
        }
        job->columns = sides[0];
        job->rows = sides[1];
        tiles_shuffle(job, seed);
        return CLI_EXIT_OK;
    }
    if (!tiles_read(job)) {
        cli_complain("play: expected gen:SEED or a board such as 8,6,7,2,5,4,3,0,1, found '%s'",
                     job->name);
        return CLI_EXIT_USAGE;
    }
    return CLI_EXIT_OK;
}

/// Half of all boards can't be brought home, which parity tells without a search.
static cli_exit tiles_check(const tiles_job *job)
{
    const way_tiles_config config = {.columns = job->columns, .rows = job->rows};
    way_space *space = NULL;
    const way_status status = way_space_create_tiles(&config, &space);
    if (status != WAY_STATUS_OK) {
        return cli_complain_problem("play", status, NULL);
    }
    uint8_t goal[TILES_CELLS_MAX];
    for (uint32_t cell = 0; cell < job->columns * job->rows; cell++) {
        goal[cell] = (uint8_t)cell;
    }
    cli_exit result = CLI_EXIT_OK;
    const way_state start = way_tiles_find(space, job->start);
    if (start == WAY_STATE_NONE) {
        cli_complain("play: a board has every number from 0 to %u once, found '%s'",
                     job->columns * job->rows - 1, job->name);
        result = CLI_EXIT_USAGE;
    } else if (!space->type->is_reachable(space, start, way_tiles_find(space, goal))) {
        cli_complain("play: no steps lead from '%s' to the goal: its parity is odd", job->name);
        result = CLI_EXIT_NEGATIVE;
    }
    way_space_destroy(space);
    return result;
}

// The way -----------------------------------------------------------------------------------------

/// Depth-first searches keep nothing but their branch, others all boards.
static way_status tiles_create_space(tiles_job *job, const way_algorithm *algorithm)
{
    const way_tiles_config config = {.columns = job->columns, .rows = job->rows};
    return strcmp(algorithm->name, "idastar") == 0
               ? way_space_create_tiles_trail(&config, &job->space)
               : way_space_create_tiles(&config, &job->space);
}

static way_status tiles_keep(tiles_job *job)
{
    const way_state *path = way_agent_path(job->agent, &job->count);
    job->boards = calloc(job->count + 1u, sizeof *job->boards);
    if (!job->boards) {
        return WAY_STATUS_NO_MEMORY;
    }
    for (uint32_t i = 0; i < job->count; i++) {
        way_tiles_get(job->space, path[i], job->boards[i]);
    }
    return WAY_STATUS_OK;
}

static way_status tiles_walk(tiles_job *job)
{
    const way_trip trip = {.start = way_tiles_find(job->space, job->start),
                           .mode = WAY_GOAL_SPACE,
                           .partial = true,
                           .expansion_limit =
                               cli_options_number(job->arguments, "limit", 30000000)};
    const double before = cli_clock_seconds();
    const way_status status = way_agent_begin(job->agent, &trip);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    job->outcome = way_agent_run(job->agent);
    job->seconds = cli_clock_seconds() - before;
    return tiles_keep(job);
}

static cli_exit tiles_search(tiles_job *job)
{
    const char *spec = cli_options_text(job->arguments, "algo", TILES_ALGORITHM);
    const way_algorithm *algorithm = cli_trip_algorithm(spec);
    way_problem problem = {0};
    if (!algorithm) {
        return CLI_EXIT_USAGE;
    }
    way_status status = tiles_create_space(job, algorithm);
    if (status == WAY_STATUS_OK) {
        const way_navigator_config plan = {
            .space = job->space, .algorithm = spec, .problem = &problem};
        status = way_navigator_create(&plan, &job->navigator);
    }
    if (status == WAY_STATUS_OK) {
        const way_agent_config config = {.navigator = job->navigator};
        status = way_agent_create(&config, &job->agent);
    }
    status = status == WAY_STATUS_OK ? tiles_walk(job) : status;
    return status == WAY_STATUS_OK ? CLI_EXIT_OK : cli_trip_complain(spec, status, &problem);
}

static void tiles_report(const tiles_job *job)
{
    const way_stats stats = way_agent_stats(job->agent);
    (void)printf("%s by %s: %s, %u steps\n", job->name,
                 way_navigator_algorithm(job->navigator)->title, way_outcome_text(job->outcome),
                 job->count ? job->count - 1 : 0);
    (void)printf("%s boards expanded, %s generated", cli_number_group(stats.expansions).text,
                 cli_number_group(stats.generations).text);
    if (!cli_options_has(job->arguments, "no-times")) {
        (void)printf(", %.3f s, %.2f MB", job->seconds,
                     (double)(way_tiles_bytes(job->space) + stats.bytes) / 1e6);
    }
    (void)printf("\n");
}

// Pictures ----------------------------------------------------------------------------------------

/// Draws part of the step to board `index`, or the board itself, and returns what changed.
static way_rect tiles_draw_step(const tiles_job *job, const cli_board *board, uint32_t index,
                                uint32_t part)
{
    cli_board_scene scene = {.tiles = job->boards[index], .part = 8};
    for (uint32_t cell = 0; index > 0 && cell < job->columns * job->rows; cell++) {
        if (job->boards[index - 1][cell] == 0) {
            scene.moved = cell;
        }
        if (job->boards[index][cell] == 0) {
            scene.gap = cell;
        }
    }
    if (index > 0) {
        scene.part = 8 * part / TILES_PARTS;
    }
    return cli_board_draw(board, &scene);
}

static way_status tiles_gif(const tiles_job *job, const char *path, way_problem *problem)
{
    cli_board board = {.columns = job->columns,
                       .rows = job->rows,
                       .across = 1,
                       .tile = TILES_LARGE,
                       .gap = TILES_LARGE / 2};
    way_status status = WAY_STATUS_NO_MEMORY;
    if (cli_board_begin(&board, 1)) {
        const way_rect all = {0, 0, board.width, board.height};
        cli_gif gif = cli_gif_begin(board.width, board.height, cli_board_palette);
        (void)tiles_draw_step(job, &board, 0, 0);
        cli_gif_add(&gif, board.picture, all, CLI_PLAY_REST / 2);
        for (uint32_t i = TILES_PARTS; i < job->count * TILES_PARTS; i++) {
            const way_rect changed =
                tiles_draw_step(job, &board, i / TILES_PARTS, i % TILES_PARTS + 1);
            cli_gif_add(&gif, board.picture, changed,
                        i + 1 == job->count * TILES_PARTS ? CLI_PLAY_REST : TILES_TICK);
        }
        if (cli_gif_end(&gif)) {
            status = way_file_write(path, gif.bytes, gif.size, problem);
        }
        cli_gif_free(&gif);
    }
    cli_board_end(&board);
    return status;
}

static way_status tiles_png(const tiles_job *job, const char *path, way_problem *problem)
{
    cli_board board = {.columns = job->columns,
                       .rows = job->rows,
                       .across = job->count < TILES_ACROSS ? job->count : TILES_ACROSS,
                       .tile = TILES_SMALL,
                       .gap = TILES_SMALL / 2};
    way_status status = WAY_STATUS_NO_MEMORY;
    if (cli_board_begin(&board, (job->count + TILES_ACROSS - 1) / TILES_ACROSS)) {
        for (uint32_t i = 0; i < job->count; i++) {
            const cli_board_scene scene = {.tiles = job->boards[i], .index = i, .part = 8};
            (void)cli_board_draw(&board, &scene);
        }
        const cli_pixels pixels = {board.picture, cli_board_palette, board.width, board.height};
        status = cli_pixels_write_png(&pixels, path, problem);
    }
    cli_board_end(&board);
    return status;
}

static cli_exit tiles_write(const tiles_job *job)
{
    const cli_value *files = cli_options_get(job->arguments, "output");
    for (uint32_t i = 0; i < files->count; i++) {
        const char *path = files->texts[i];
        way_problem problem = {0};
        const way_status status =
            cli_play_is_gif(path) ? tiles_gif(job, path, &problem) : tiles_png(job, path, &problem);
        if (status != WAY_STATUS_OK) {
            return cli_complain_problem(path, status, &problem);
        }
    }
    return CLI_EXIT_OK;
}

// Terminal ----------------------------------------------------------------------------------------

/// All boards in letters, side by side as far as they fit.
static void tiles_letters(const tiles_job *job, uint32_t width)
{
    const uint32_t room = 3 * job->columns + 2;
    const uint32_t across = width > room ? width / room : 1;
    for (uint32_t first = 0; first < job->count; first += across) {
        const uint32_t end = first + across < job->count ? first + across : job->count;
        for (uint32_t row = 0; row < job->rows; row++) {
            for (uint32_t i = first; i < end; i++) {
                for (uint32_t column = 0; column < job->columns; column++) {
                    const uint8_t tile = job->boards[i][row * job->columns + column];
                    (void)printf(tile ? "%3u" : "  .", tile);
                }
                (void)printf("%s", i + 1 < end ? "  " : "");
            }
            (void)printf("\n");
        }
        (void)printf("\n");
    }
}

static cli_exit tiles_animate(const tiles_job *job, const cli_terminal *terminal)
{
    cli_board board = {
        .columns = job->columns, .rows = job->rows, .across = 1, .tile = TILES_TINY, .gap = 1};
    if (!cli_board_begin(&board, 1)) {
        return cli_complain_problem("play", WAY_STATUS_NO_MEMORY, NULL);
    }
    const cli_pixels pixels = {board.picture, cli_board_palette, board.width, board.height};
    const cli_pixels_view view =
        cli_pixels_fit(&pixels, terminal->columns, terminal->rows > 4 ? terminal->rows - 3 : 1, 8);
    const double tick = TILES_TICK / (double)cli_options_number(job->arguments, "speed", 100);
    const double start = cli_clock_seconds();
    cli_terminal_begin_screen();
    for (uint32_t i = TILES_PARTS - 1; i < job->count * TILES_PARTS; i++) {
        (void)tiles_draw_step(job, &board, i / TILES_PARTS, i % TILES_PARTS + 1);
        (void)fputs("\033[H", stdout);
        cli_pixels_print(&pixels, &view, terminal->colors, stdout);
        (void)fflush(stdout);
        cli_clock_wait(start + (i + 1) * tick);
    }
    cli_terminal_end_screen();
    cli_board_end(&board);
    return CLI_EXIT_OK;
}

static cli_exit tiles_present(const tiles_job *job)
{
    const cli_terminal terminal =
        cli_terminal_of_stdout(cli_options_get(job->arguments, "color")->choice);
    cli_exit result = CLI_EXIT_OK;
    if (cli_options_has(job->arguments, "output")) {
        result = tiles_write(job);
    } else if (terminal.is_terminal && terminal.colors != CLI_COLORS_NONE) {
        result = tiles_animate(job, &terminal);
    } else {
        tiles_letters(job, terminal.columns);
    }
    if (result == CLI_EXIT_OK) {
        tiles_report(job);
        result = job->outcome == WAY_OUTCOME_FOUND ? CLI_EXIT_OK : CLI_EXIT_NEGATIVE;
    }
    return result;
}

cli_exit cli_play_tiles(const cli_arguments *arguments)
{
    tiles_job job = {.arguments = arguments, .name = arguments->operands[1]};
    if (cli_options_has(arguments, "save")) {
        cli_complain("play: --save is for levels of the platform game");
        return CLI_EXIT_USAGE;
    }
    cli_exit result = tiles_open(&job);
    if (result == CLI_EXIT_OK) {
        result = tiles_check(&job);
    }
    if (result == CLI_EXIT_OK) {
        result = tiles_search(&job);
    }
    if (result == CLI_EXIT_OK) {
        result = tiles_present(&job);
    }
    free(job.boards);
    way_agent_destroy(job.agent);
    way_navigator_destroy(job.navigator);
    way_space_destroy(job.space);
    return result;
}
