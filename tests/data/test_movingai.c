// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Published problems of the MovingAI sets: every length, every missing path, every step.
//
//     test_movingai sample    a few maps of each set, some of their problems
//     test_movingai all       everything
#include "data/data.h"
#include "scenes/checker.h"
#include "support/test.h"

#include <waymark/agent.h>
#include <waymark/format.h>

#include <math.h>
#include <string.h>

/// Problems per map and algorithm in a sample.
#define MOVINGAI_SAMPLE 60u

static bool movingai_all;

static const char *const movingai_algorithms[] = {"astar", "jps"};

typedef struct movingai_map {
    char name[160];
    way_map *map;
    way_space *space;
    way_scenario scenario;
} movingai_map;

static void load(const char *folder, const char *scenario_name, movingai_map *out)
{
    // NAME.map.scen belongs to NAME.map.
    char map_name[80];
    snprintf(map_name, sizeof map_name, "%.*s", (int)(strlen(scenario_name) - strlen(".scen")),
             scenario_name);
    snprintf(out->name, sizeof out->name, "%s/%s", folder, map_name);
    way_file file;
    way_problem problem = {0};
    data_read(folder, map_name, &file);
    const way_map_config config = {.neighbours = WAY_NEIGHBOURS_8, .corners = WAY_CORNERS_STRICT};
    if (way_map_parse(file.bytes, file.size, &config, NULL, &out->map, &problem) != WAY_STATUS_OK) {
        fail_msg("%s:%u:%u: %s", out->name, problem.line, problem.column, problem.text);
    }
    way_file_free(&file);
    data_read(folder, scenario_name, &file);
    if (way_scenario_parse(file.bytes, file.size, NULL, &out->scenario, &problem) !=
        WAY_STATUS_OK) {
        fail_msg("%s.scen:%u:%u: %s", out->name, problem.line, problem.column, problem.text);
    }
    way_file_free(&file);
    assert_int_equal(way_space_create_grid(out->map, 1, NULL, &out->space), WAY_STATUS_OK);
}

static void unload(movingai_map *map)
{
    way_scenario_free(&map->scenario);
    way_space_destroy(map->space);
    way_map_destroy(map->map);
}

static void check_entry(const movingai_map *map, way_agent *agent, const way_scenario_entry *entry,
                        const char *algorithm)
{
    const way_trip trip = {.start = way_map_cell(map->map, entry->start_x, entry->start_y),
                           .goal = way_map_cell(map->map, entry->goal_x, entry->goal_y)};
    assert_int_equal(entry->map_width, way_map_width(map->map));
    assert_int_equal(entry->map_height, way_map_height(map->map));
    assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
    const way_outcome outcome = way_agent_run(agent);
    const bool pathless = entry->length == 0 && trip.start != trip.goal;
    if (outcome != (pathless ? WAY_OUTCOME_NO_PATH : WAY_OUTCOME_FOUND)) {
        fail_msg("%s line %u, %s: %s", map->name, entry->line, algorithm,
                 way_outcome_name(outcome));
    }
    if (pathless) {
        return;
    }
    checker_trip walk = {.start = trip.start, .goal = trip.goal};
    walk.cells = way_agent_path(agent, &walk.count);
    checker_report report;
    assert_int_equal(checker_check(map->map, 1, &walk, &report), WAY_STATUS_OK);
    if (report.fault != CHECKER_FAULT_NONE || report.cost != way_agent_cost(agent)) {
        fail_msg("%s line %u, %s: cost %u, path of %u: %s", map->name, entry->line, algorithm,
                 way_agent_cost(agent), report.cost, report.message);
    }
    // The longest prints were summed up with a root of two that was cut to 8 decimals.
    const double cut = 1e-8 * entry->length;
    const double slack = entry->tolerance > cut ? entry->tolerance : cut;
    if (fabs(report.length - entry->length) > slack) {
        fail_msg("%s line %u, %s: length %.9f, published is %.9f (+- %.2g)", map->name, entry->line,
                 algorithm, report.length, entry->length, slack);
    }
}

static uint32_t check_map(const movingai_map *map)
{
    const uint32_t count = map->scenario.count;
    const uint32_t wide = count / MOVINGAI_SAMPLE;
    const uint32_t stride = movingai_all ? 1 : wide < 20 ? 20 : wide;
    uint32_t checked = 0;
    for (uint32_t i = 0; i < sizeof movingai_algorithms / sizeof *movingai_algorithms; i++) {
        const way_navigator_config plan = {.space = map->space,
                                           .algorithm = movingai_algorithms[i]};
        way_navigator *navigator = NULL;
        way_agent *agent = NULL;
        assert_int_equal(way_navigator_create(&plan, &navigator), WAY_STATUS_OK);
        const way_agent_config config = {.navigator = navigator};
        assert_int_equal(way_agent_create(&config, &agent), WAY_STATUS_OK);
        for (uint32_t k = 0; k < count; k += stride, checked++) {
            check_entry(map, agent, &map->scenario.entries[k], movingai_algorithms[i]);
        }
        way_agent_destroy(agent);
        way_navigator_destroy(navigator);
    }
    return checked;
}

static void lengths_equal_the_published(void **state)
{
    const char *folder = *state;
    data_names names;
    data_list(folder, ".map.scen", &names);
    assert_true(names.count > 0);
    const uint32_t stride = movingai_all || names.count < 3 ? 1 : names.count / 3;
    uint32_t checked = 0;
    uint32_t maps = 0;
    for (uint32_t i = 0; i < names.count; i += stride, maps++) {
        movingai_map map;
        load(folder, names.names[i], &map);
        checked += check_map(&map);
        unload(&map);
    }
    print_message("%s: %u trips on %u of %u maps\n", folder, checked, maps, names.count);
}

/// Expansions for some problems of a map.
static uint64_t expansions_of(const movingai_map *map, const char *algorithm)
{
    const way_navigator_config plan = {.space = map->space, .algorithm = algorithm};
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
    uint64_t expansions = 0;
    assert_int_equal(way_navigator_create(&plan, &navigator), WAY_STATUS_OK);
    const way_agent_config config = {.navigator = navigator};
    assert_int_equal(way_agent_create(&config, &agent), WAY_STATUS_OK);
    const uint32_t stride = 1 + map->scenario.count / MOVINGAI_SAMPLE;
    for (uint32_t k = 0; k < map->scenario.count; k += stride) {
        check_entry(map, agent, &map->scenario.entries[k], algorithm);
        expansions += way_agent_stats(agent).expansions;
    }
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
    return expansions;
}

/// With the differential estimate A* takes at most a quarter of the expansions on game maps.
static void differential_estimate_saves_expansions(void **state)
{
    (void)state;
    data_names names;
    data_list("dao", ".map.scen", &names);
    assert_true(names.count > 0);
    uint64_t plain = 0;
    uint64_t informed = 0;
    for (uint32_t i = 0; i < names.count; i += movingai_all ? 1 : 3) {
        movingai_map map;
        load("dao", names.names[i], &map);
        plain += expansions_of(&map, "astar");
        informed += expansions_of(&map, "astar(estimate=differential)");
        unload(&map);
    }
    print_message("dao: %.1f times fewer expansions\n", (double)plain / (double)informed);
    assert_true(4 * informed <= plain);
}

/// Toy maps without problems: they can be read.
static void local_maps_are_read(void **state)
{
    (void)state;
    data_names names;
    data_list("other/local", ".map", &names);
    assert_true(names.count > 0);
    for (uint32_t i = 0; i < names.count; i++) {
        way_file file;
        data_read("other/local", names.names[i], &file);
        const way_map_config config = {.neighbours = WAY_NEIGHBOURS_8};
        way_map *map = NULL;
        way_problem problem = {0};
        if (way_map_parse(file.bytes, file.size, &config, NULL, &map, &problem) != WAY_STATUS_OK) {
            fail_msg("%s:%u:%u: %s", names.names[i], problem.line, problem.column, problem.text);
        }
        assert_true(way_map_passable_count(map) > 0);
        way_map_destroy(map);
        way_file_free(&file);
    }
}

#define MOVINGAI_SET(folder)                                                                       \
    {                                                                                              \
        .name = folder, .test_func = lengths_equal_the_published, .initial_state = folder          \
    }

int main(int argument_count, char **arguments)
{
    if (!data_is_there()) {
        return DATA_MISSING;
    }
    movingai_all = argument_count > 1 && strcmp(arguments[1], "all") == 0;
    const struct CMUnitTest tests[] = {
        MOVINGAI_SET("dao"),
        MOVINGAI_SET("bg512"),
        MOVINGAI_SET("sc1"),
        MOVINGAI_SET("wc3"),
        MOVINGAI_SET("da2"),
        MOVINGAI_SET("maze"),
        MOVINGAI_SET("room"),
        MOVINGAI_SET("random"),
        MOVINGAI_SET("street"),
        MOVINGAI_SET("other/gppc-classic"),
        MOVINGAI_SET("other/iron-harvest"),
        cmocka_unit_test(local_maps_are_read),
        cmocka_unit_test(differential_estimate_saves_expansions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
