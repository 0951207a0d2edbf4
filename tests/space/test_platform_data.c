// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The platform game against recorded runs and known optimal costs: every frame of the traces,
// estimates near walls, and A* on the levels. Without arguments only the cheap levels are searched;
// "all" takes all 50.
#include "data/data.h"
#include "lab/domains/platform.h"
#include "support/test.h"

#include <waymark/agent.h>
#include <waymark/lab.h>

#include <stdio.h>
#include <string.h>

#define CHEAP_EXPANSIONS 300000u

static bool all_levels;

/// Opens a table behind its header.
static FILE *table_open(const char *path)
{
    char header[512];
    FILE *stream = fopen(path, "r");
    assert_non_null(stream);
    assert_non_null(fgets(header, sizeof header, stream));
    return stream;
}

static FILE *data_open(const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/platformer/%s", data_root(), name);
    return table_open(path);
}

/// Reads a level; writing it gives the same text.
static void data_level(const char *set, const char *number, way_level *level)
{
    char path[512];
    snprintf(path, sizeof path, "%s/platformer/%s/%s.lvl", data_root(), set, number);
    way_file file;
    way_problem problem = {0};
    assert_int_equal(way_file_read(path, 0, NULL, &file, &problem), WAY_STATUS_OK);
    assert_int_equal(way_level_parse(file.bytes, file.size, NULL, level, &problem), WAY_STATUS_OK);
    char *again = malloc(file.size);
    assert_non_null(again);
    assert_int_equal(way_level_format(level, again, file.size), file.size);
    assert_memory_equal(again, file.bytes, file.size);
    free(again);
    way_file_free(&file);
}

static way_space *data_space(const way_level *level)
{
    way_space *space = NULL;
    const way_platform_config config = {.level = level};
    assert_int_equal(way_space_create_platform(&config, &space), WAY_STATUS_OK);
    return space;
}

// Traces ------------------------------------------------------------------------------------------

/// One line of the traces.
typedef struct trace_row {
    char set[8], number[4];
    unsigned frame, keys, jump, falling, at_goal, h;
    double x, y, speed;
} trace_row;

/// The run that is traced: the space, and its parts for what the space rounds away.
typedef struct trace_run {
    way_space *space;
    wayi_terrain terrain;
    wayi_door_map door;
    way_platform_state state;
    unsigned frames, whole_differences;
} trace_run;

static bool trace_read(FILE *stream, trace_row *row)
{
    return fscanf(stream, " %7[^,],%3[^,],%u,%u,%lf,%lf,%lf,%u,%u,%u,%u", row->set, row->number,
                  &row->frame, &row->keys, &row->x, &row->y, &row->speed, &row->jump, &row->falling,
                  &row->at_goal, &row->h) == 11;
}

static void trace_end(trace_run *run)
{
    if (run->space) {
        way_space_destroy(run->space);
        wayi_terrain_fini(&run->terrain);
        wayi_door_map_fini(&run->door);
    }
}

static void trace_begin(trace_run *run, const trace_row *row)
{
    const way_allocator allocator = wayi_allocator_or_default(NULL);
    way_level level;
    trace_end(run);
    data_level(row->set, row->number, &level);
    run->space = data_space(&level);
    assert_true(wayi_terrain_init(&run->terrain, &level, &allocator));
    assert_true(wayi_door_map_init(&run->door, &run->terrain, &level, &allocator));
    run->state = way_platform_get(run->space, way_platform_start(run->space));
    way_level_free(&level);
}

static void trace_check_state(const trace_run *run, const trace_row *row)
{
    const way_platform_state *state = &run->state;
    const bool same = state->x == (int32_t)(row->x * 4) && state->y == (int32_t)(row->y * 4) &&
                      state->speed == (int32_t)(row->speed * 4) && state->jump == row->jump &&
                      state->falling == (row->falling != 0);
    if (!same) {
        fail_msg("%s/%s frame %u: (%d %d) speed %d jump %u falling %d", row->set, row->number,
                 row->frame, state->x, state->y, state->speed, state->jump, state->falling);
    }
}

/// Estimates are equal, but where the exact value is a whole number: there the recorded one, made
/// with rounded numbers, may fall just short of it.
static void trace_check_estimate(trace_run *run, const trace_row *row)
{
    way_space *space = run->space;
    const way_state id = way_platform_find(space, &run->state);
    assert_int_not_equal(id, WAY_STATE_NONE);
    assert_int_equal(space->type->is_goal(space, id), row->h == 0);
    const way_cost estimate = space->type->goal_estimate(space, id);
    const wayi_platform_spot middle = {run->state.x + WAY_PLATFORM_WIDTH / 2,
                                       run->state.y + WAY_PLATFORM_HEIGHT / 2};
    const uint32_t parts = wayi_door_map_parts(&run->door, &run->terrain, middle);
    assert_int_equal(estimate, parts / WAYI_PLATFORM_PARTS);
    if (estimate == row->h) {
        return;
    }
    run->whole_differences++;
    if (estimate != row->h + 1 || parts % WAYI_PLATFORM_PARTS != 0) {
        fail_msg("%s/%s frame %u: estimate %u + %u/624, recorded %u", row->set, row->number,
                 row->frame, estimate, parts % WAYI_PLATFORM_PARTS, row->h);
    }
}

static void frames_when_traced(void **unused)
{
    (void)unused;
    FILE *stream = data_open("traces.csv");
    trace_run run = {0};
    trace_row row;
    while (trace_read(stream, &row)) {
        if (row.frame == 0) {
            trace_begin(&run, &row);
        } else {
            run.state = way_platform_step(run.space, &run.state, row.keys);
        }
        trace_check_state(&run, &row);
        trace_check_estimate(&run, &row);
        assert_int_equal(row.h == 0, row.at_goal);
        run.frames++;
    }
    (void)fclose(stream);
    trace_end(&run);
    print_message("%u frames: all states equal, %u estimates equal, %u exactly whole and recorded "
                  "as one less\n",
                  run.frames, run.frames - run.whole_differences, run.whole_differences);
    assert_int_equal(run.frames, 14014);
    assert_int_equal(run.whole_differences, 483);
}

// The door ----------------------------------------------------------------------------------------

/// The estimates of the authors' program at spots beside walls, where the traces do not lead.
static void estimates_when_recorded(void **unused)
{
    (void)unused;
    FILE *stream = table_open("tests/space/door_h.csv");
    trace_run run = {0};
    trace_row row = {.frame = 0};
    char open[16] = "";
    unsigned spots = 0;
    while (fscanf(stream, " %7[^,],%3[^,],%lf,%lf,%u", row.set, row.number, &row.x, &row.y,
                  &row.h) == 5) {
        char name[16];
        snprintf(name, sizeof name, "%s/%s", row.set, row.number);
        if (strcmp(name, open) != 0) {
            trace_begin(&run, &row);
            memcpy(open, name, sizeof open);
        }
        run.state = (way_platform_state){.x = (int32_t)(row.x * 4), .y = (int32_t)(row.y * 4)};
        trace_check_estimate(&run, &row);
        spots++;
    }
    (void)fclose(stream);
    trace_end(&run);
    print_message("%u spots: %u exactly whole and recorded as one less\n", spots,
                  run.whole_differences);
    assert_int_equal(spots, 948);
    assert_int_equal(run.whole_differences, 16);
}

// Optimal costs -----------------------------------------------------------------------------------

typedef struct reference_row {
    char set[8], number[4];
    unsigned start_estimate, optimal;
    uint64_t expanded; ///< by another program's A*
} reference_row;

static bool reference_read(FILE *stream, reference_row *row)
{
    char line[512];
    if (!fgets(line, sizeof line, stream)) {
        return false;
    }
    // reachable_states, the seventh column, is mostly empty.
    unsigned long long expanded = 0;
    const char *rest = line;
    for (uint32_t commas = 0; commas < 8 && rest; commas++) {
        rest = strchr(rest, ',');
        rest = rest ? rest + 1 : NULL;
    }
    const bool complete = rest && sscanf(rest, "%llu", &expanded) == 1 &&
                          sscanf(line, "%7[^,],%3[^,],%u,%u", row->set, row->number,
                                 &row->start_estimate, &row->optimal) == 4;
    row->expanded = expanded;
    return complete;
}

/// Walks the path with its keys from the start by the physics alone.
static void check_replay(way_space *space, way_agent *agent)
{
    uint32_t count = 0;
    const way_state *path = way_agent_path(agent, &count);
    way_platform_state state = way_platform_get(space, path[0]);
    for (uint32_t i = 0; i + 1 < count; i++) {
        assert_false(space->type->is_goal(space, path[i]));
        const uint32_t keys = way_platform_keys(space, path[i], path[i + 1]);
        assert_int_not_equal(keys, 0);
        state = way_platform_step(space, &state, keys);
        assert_int_equal(way_platform_find(space, &state), path[i + 1]);
    }
    assert_true(space->type->is_goal(space, path[count - 1]));
}

static void check_level(const reference_row *row)
{
    way_level level;
    data_level(row->set, row->number, &level);
    way_space *space = data_space(&level);
    way_level_free(&level);
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
    const way_state start = way_platform_start(space);
    const way_cost estimate = space->type->goal_estimate(space, start);
    assert_true(estimate == row->start_estimate || estimate == row->start_estimate + 1);
    const way_navigator_config plan = {.space = space, .algorithm = "astar(open=bucket)"};
    assert_int_equal(way_navigator_create(&plan, &navigator), WAY_STATUS_OK);
    const way_agent_config config = {.navigator = navigator};
    assert_int_equal(way_agent_create(&config, &agent), WAY_STATUS_OK);
    const way_trip trip = {.start = start, .mode = WAY_GOAL_SPACE};
    assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
    assert_int_equal(way_agent_run(agent), WAY_OUTCOME_FOUND);
    print_message("%s/%s: %u frames, %llu expansions\n", row->set, row->number,
                  way_agent_cost(agent), (unsigned long long)way_agent_stats(agent).expansions);
    assert_int_equal(way_agent_cost(agent), row->optimal);
    check_replay(space, agent);
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
    way_space_destroy(space);
}

static void costs_when_searched(void **unused)
{
    (void)unused;
    FILE *stream = data_open("reference.csv");
    reference_row row;
    uint32_t levels = 0;
    while (reference_read(stream, &row)) {
        if (all_levels || row.expanded <= CHEAP_EXPANSIONS) {
            check_level(&row);
            levels++;
        }
    }
    (void)fclose(stream);
    print_message("%u levels\n", levels);
    assert_int_equal(levels, all_levels ? 50 : 7);
}

int main(int count, char **arguments)
{
    all_levels = count > 1 && strcmp(arguments[1], "all") == 0;
    char path[512];
    way_file file;
    snprintf(path, sizeof path, "%s/platformer/reference.csv", data_root());
    if (way_file_read(path, 0, NULL, &file, NULL) != WAY_STATUS_OK) {
        printf("skipped: no platform levels in %s/platformer\n", data_root());
        return DATA_MISSING;
    }
    way_file_free(&file);
    const struct CMUnitTest tests[] = {cmocka_unit_test(frames_when_traced),
                                       cmocka_unit_test(estimates_when_recorded),
                                       cmocka_unit_test(costs_when_searched)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
