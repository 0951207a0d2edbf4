// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// waymark-knight: plans a run through a level of the platform game and draws it as a GIF.
//
//     waymark-knight gen:4,40,22 run.gif 'astar(open=bucket)'
//     waymark-knight my.lvl run.gif
//
// A level is a file of tiles (docs/formats.md), or gen:SEED or gen:SEED,WIDTH,HEIGHT for one that
// is made and can be solved. Exits with 1 if there is no run, 2 for a wrong call.
#include "cli/knight.h"
#include "scenes/levels.h"

#include <waymark/agent.h>
#include <waymark/file.h>
#include <waymark/lab.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define KNIGHT_TICK 2u   ///< hundredths of a second to a frame
#define KNIGHT_REST 200u ///< ... for the last one

typedef struct knight_run {
    way_level level;
    way_space *space;
    way_navigator *navigator;
    way_agent *agent;
    const way_state *path; ///< [count]
    uint32_t count;
} knight_run;

static way_status knight_open(const char *name, way_level *out, way_problem *problem)
{
    levels_request request = {.width = LEVELS_SIDE, .height = LEVELS_SIDE};
    char end = 0;
    const int read = sscanf(name, "gen:%" SCNu64 ",%" SCNu32 ",%" SCNu32 "%c", &request.seed,
                            &request.width, &request.height, &end);
    if (read == 1 || read == 3) {
        return levels_create(&request, out);
    }
    way_file file;
    way_status status = way_file_read(name, 0, NULL, &file, problem);
    if (status == WAY_STATUS_OK) {
        status = way_level_parse(file.bytes, file.size, NULL, out, problem);
        way_file_free(&file);
    }
    return status;
}

static way_status knight_plan(knight_run *run, const char *algorithm, way_problem *problem)
{
    const way_platform_config config = {.level = &run->level};
    way_status status = way_space_create_platform(&config, &run->space);
    const way_navigator_config plan = {
        .space = run->space, .algorithm = algorithm, .problem = problem};
    status = status ? status : way_navigator_create(&plan, &run->navigator);
    const way_agent_config agents = {.navigator = run->navigator};
    status = status ? status : way_agent_create(&agents, &run->agent);
    if (status == WAY_STATUS_OK) {
        const way_trip trip = {.start = way_platform_start(run->space), .mode = WAY_GOAL_SPACE};
        status = way_agent_begin(run->agent, &trip);
    }
    if (status == WAY_STATUS_OK && way_agent_run(run->agent) == WAY_OUTCOME_FOUND) {
        run->path = way_agent_path(run->agent, &run->count);
    }
    return status;
}

static way_status knight_write(const knight_run *run, const char *path, way_problem *problem)
{
    cli_knight knight;
    way_status status = WAY_STATUS_NO_MEMORY;
    if (cli_knight_begin(&knight, &run->level)) {
        cli_gif gif = cli_gif_begin(knight.width, knight.height, cli_knight_palette);
        for (uint32_t i = 0; i < run->count; i++) {
            const way_platform_state state = way_platform_get(run->space, run->path[i]);
            const uint32_t keys =
                i ? way_platform_keys(run->space, run->path[i - 1], run->path[i]) : 0;
            const way_rect changed = cli_knight_draw(&knight, &state, keys, i);
            cli_gif_add(&gif, knight.picture,
                        i ? changed : (way_rect){0, 0, knight.width, knight.height},
                        i + 1 == run->count ? KNIGHT_REST : KNIGHT_TICK);
        }
        if (cli_gif_end(&gif)) {
            status = way_file_write(path, gif.bytes, gif.size, problem);
        }
        cli_gif_free(&gif);
    }
    cli_knight_end(&knight);
    return status;
}

int main(int count, char **words)
{
    if (count < 3 || count > 4) {
        (void)fprintf(stderr,
                      "usage: waymark-knight LEVEL|gen:SEED[,WIDTH,HEIGHT] FILE.gif [ALGORITHM]\n");
        return 2;
    }
    knight_run run = {0};
    way_problem problem = {0};
    way_status status = knight_open(words[1], &run.level, &problem);
    if (status == WAY_STATUS_OK) {
        status = knight_plan(&run, count == 4 ? words[3] : "weighted(weight=2)", &problem);
    }
    if (status == WAY_STATUS_OK && run.count) {
        status = knight_write(&run, words[2], &problem);
        (void)printf("%u frames, %u states met\n", run.count - 1, way_platform_count(run.space));
    }
    if (status != WAY_STATUS_OK || !run.count) {
        (void)fprintf(stderr, "waymark-knight: %s: %s\n", words[1],
                      problem.text[0] ? problem.text
                      : status        ? way_status_text(status)
                                      : "no run");
    }
    const int result = status ? 3 : run.count == 0;
    way_agent_destroy(run.agent);
    way_navigator_destroy(run.navigator);
    way_space_destroy(run.space);
    way_level_free(&run.level);
    return result;
}
