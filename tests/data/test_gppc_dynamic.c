// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Maps that change between queries (Grid-Based Path Planning Competition, dynamic track): each
// patch is one edit of a live map with its space, navigators and agents left standing.
//
//     test_gppc_dynamic sample    every query of the small file, a part of the large one
//     test_gppc_dynamic all       everything
#include "data/data.h"
#include "scenes/checker.h"
#include "support/test.h"

#include <waymark/agent.h>

#include <math.h>
#include <string.h>

#define DYNAMIC_FOLDER "other/gppc-dynamic"
#define DYNAMIC_PATCHES_MAX 6000u
#define DYNAMIC_AGENTS 2u

static bool dynamic_all;

typedef struct dynamic_patch {
    uint32_t width, height;
    const char *rows; ///< height rows of width letters, each followed by a line end
} dynamic_patch;

typedef struct dynamic_run {
    way_map *map;
    way_space *space;
    way_navigator *navigators[DYNAMIC_AGENTS];
    way_agent *agents[DYNAMIC_AGENTS];
    dynamic_patch *patches;
    uint32_t queries;
} dynamic_run;

static const char *const dynamic_algorithms[DYNAMIC_AGENTS] = {"astar", "jps"};

static const char *next_line(const char *text)
{
    const char *end = strchr(text, '\n');
    return end ? end + 1 : text + strlen(text);
}

static dynamic_patch *read_patches(const char *text)
{
    dynamic_patch *patches = calloc(DYNAMIC_PATCHES_MAX, sizeof *patches);
    assert_non_null(patches);
    while (*text) {
        uint32_t id = 0;
        uint32_t height = 0;
        uint32_t width = 0;
        if (sscanf(text, "patch %u height %u width %u map", &id, &height, &width) != 3) {
            text = next_line(text);
            continue;
        }
        assert_true(id < DYNAMIC_PATCHES_MAX);
        text = next_line(next_line(next_line(next_line(text))));
        patches[id] = (dynamic_patch){width, height, text};
        for (uint32_t row = 0; row < height; row++) {
            text = next_line(text);
        }
    }
    return patches;
}

/// One patch is one revision: rows are cut into runs of equal weight.
static void apply(const dynamic_run *run, uint32_t id, uint32_t x, uint32_t y)
{
    const dynamic_patch *patch = &run->patches[id];
    assert_non_null(patch->rows);
    way_edit *edits = malloc(((size_t)patch->width * patch->height + 1) * sizeof *edits);
    assert_non_null(edits);
    uint32_t count = 0;
    const char *row = patch->rows;
    for (uint32_t dy = 0; dy < patch->height; dy++, row = next_line(row)) {
        for (uint32_t dx = 0; dx < patch->width; dx++) {
            const uint8_t weight = row[dx] == '.' || row[dx] == 'G' || row[dx] == 'S';
            way_edit *last = count && dx ? &edits[count - 1] : NULL;
            if (last && last->weight == weight) {
                last->width++;
            } else {
                edits[count++] = (way_edit){x + dx, y + dy, 1, 1, weight};
            }
        }
    }
    assert_int_equal(way_map_edit(run->map, edits, count), WAY_STATUS_OK);
    free(edits);
}

static void check_query(dynamic_run *run, const uint32_t *place, double length)
{
    const way_trip trip = {.start = way_map_cell(run->map, place[0], place[1]),
                           .goal = way_map_cell(run->map, place[2], place[3])};
    for (uint32_t i = 0; i < DYNAMIC_AGENTS; i++) {
        way_agent *agent = run->agents[i];
        assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
        const way_outcome outcome = way_agent_run(agent);
        const bool pathless = length <= 0 && trip.start != trip.goal; // 0 or -1
        if (outcome != (pathless ? WAY_OUTCOME_NO_PATH : WAY_OUTCOME_FOUND)) {
            fail_msg("query %u, %s: %s", run->queries, dynamic_algorithms[i],
                     way_outcome_name(outcome));
        }
        if (pathless) {
            continue;
        }
        checker_trip walk = {.start = trip.start, .goal = trip.goal};
        walk.cells = way_agent_path(agent, &walk.count);
        checker_report report;
        assert_int_equal(checker_check(run->map, 1, &walk, &report), WAY_STATUS_OK);
        if (report.fault != CHECKER_FAULT_NONE || fabs(report.length - length) > 1e-6) {
            fail_msg("query %u, %s: length %.9f, published is %.9f; %s", run->queries,
                     dynamic_algorithms[i], report.length, length, report.message);
        }
    }
}

static void start(dynamic_run *run, uint32_t width, uint32_t height)
{
    const way_map_config config = way_map_config_default(width, height);
    assert_int_equal(way_map_create(&config, &run->map), WAY_STATUS_OK);
    assert_int_equal(way_space_create_grid(run->map, 1, NULL, &run->space), WAY_STATUS_OK);
    for (uint32_t i = 0; i < DYNAMIC_AGENTS; i++) {
        const way_navigator_config plan = {.space = run->space, .algorithm = dynamic_algorithms[i]};
        assert_int_equal(way_navigator_create(&plan, &run->navigators[i]), WAY_STATUS_OK);
        const way_agent_config agent = {.navigator = run->navigators[i]};
        assert_int_equal(way_agent_create(&agent, &run->agents[i]), WAY_STATUS_OK);
    }
}

static void finish(dynamic_run *run)
{
    for (uint32_t i = 0; i < DYNAMIC_AGENTS; i++) {
        way_agent_destroy(run->agents[i]);
        way_navigator_destroy(run->navigators[i]);
    }
    way_space_destroy(run->space);
    way_map_destroy(run->map);
    free(run->patches);
}

/// Follows the commands; every `stride`-th query is asked.
static void follow(dynamic_run *run, const char *text, uint32_t stride)
{
    uint32_t bucket = 0;
    uint32_t n[4];
    double length = 0;
    for (; *text; text = next_line(text)) {
        if (sscanf(text, "P %u %u %u %u", &bucket, &n[0], &n[1], &n[2]) == 4) {
            apply(run, n[0], n[1], n[2]);
        } else if (sscanf(text, "Q %u %u %u %u %u %lf", &bucket, &n[0], &n[1], &n[2], &n[3],
                          &length) == 6) {
            if (run->queries++ % stride == 0) {
                check_query(run, n, length);
            }
        }
    }
}

static void run_file(const char *stem, uint32_t stride)
{
    char name[80];
    way_file patches;
    way_file commands;
    snprintf(name, sizeof name, "%s.patch", stem);
    data_read(DYNAMIC_FOLDER, name, &patches);
    snprintf(name, sizeof name, "%s.scen", stem);
    data_read(DYNAMIC_FOLDER, name, &commands);
    uint32_t height = 0;
    uint32_t width = 0;
    assert_int_equal(sscanf(commands.bytes, "version 2 height %u width %u", &height, &width), 2);
    dynamic_run run = {.patches = read_patches(patches.bytes)};
    start(&run, width, height);
    follow(&run, commands.bytes, stride);
    assert_true(run.queries > 1000);
    finish(&run);
    way_file_free(&patches);
    way_file_free(&commands);
}

static void small_file(void **state)
{
    (void)state;
    run_file("dao_arena2", dynamic_all ? 1 : 4);
}

static void large_file(void **state)
{
    (void)state;
    run_file("switch_sc1_Aurora_TheFrozenSea", dynamic_all ? 1 : 100);
}

int main(int argument_count, char **arguments)
{
    if (!data_is_there()) {
        return DATA_MISSING;
    }
    dynamic_all = argument_count > 1 && strcmp(arguments[1], "all") == 0;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_file),
        cmocka_unit_test(large_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
