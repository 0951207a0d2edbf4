// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Beacon on the published problems: every cost is exactly that of jump point search, every step is
// legal, and every length is the published one.
//
//     test_beacon_data sample    one map of each set, some of its problems
//     test_beacon_data all       everything; or the sets that are named
#include "data/data.h"
#include "scenes/checker.h"
#include "support/test.h"

#include <waymark/agent.h>
#include <waymark/format.h>

#include <math.h>
#include <string.h>

/// Problems of a map in a sample.
#define BEACON_SAMPLE 40u

static bool beacon_all;

typedef struct beacon_map {
    char name[160];
    way_map *map;
    way_space *space;
    way_scenario scenario;
    way_navigator *navigators[2];
    way_agent *agents[2]; ///< jps, beacon
} beacon_map;

static void prepare(beacon_map *map, uint32_t index, const char *spec)
{
    const way_navigator_config plan = {.space = map->space, .algorithm = spec};
    assert_int_equal(way_navigator_create(&plan, &map->navigators[index]), WAY_STATUS_OK);
    const way_agent_config config = {.navigator = map->navigators[index]};
    assert_int_equal(way_agent_create(&config, &map->agents[index]), WAY_STATUS_OK);
}

static void load(const char *folder, const char *scenario_name, beacon_map *out)
{
    char map_name[80];
    snprintf(map_name, sizeof map_name, "%.*s", (int)(strlen(scenario_name) - strlen(".scen")),
             scenario_name);
    snprintf(out->name, sizeof out->name, "%s/%s", folder, map_name);
    way_file file;
    data_read(folder, map_name, &file);
    const way_map_config config = {.neighbours = WAY_NEIGHBOURS_8, .corners = WAY_CORNERS_STRICT};
    assert_int_equal(way_map_parse(file.bytes, file.size, &config, NULL, &out->map, NULL),
                     WAY_STATUS_OK);
    way_file_free(&file);
    data_read(folder, scenario_name, &file);
    assert_int_equal(way_scenario_parse(file.bytes, file.size, NULL, &out->scenario, NULL),
                     WAY_STATUS_OK);
    way_file_free(&file);
    assert_int_equal(way_space_create_grid(out->map, 1, NULL, &out->space), WAY_STATUS_OK);
    prepare(out, 0, "jps");
    // Where a map is all corners, labels are cut to what a game would spend on them.
    const bool random = strcmp(folder, "random") == 0;
    prepare(out, 1, random ? "beacon(memory=16384)" : "beacon");
    assert_true(!random || way_navigator_bytes(out->navigators[1]) <= (size_t)16384 * 1024);
}

static void unload(beacon_map *map)
{
    for (uint32_t i = 0; i < 2; i++) {
        way_agent_destroy(map->agents[i]);
        way_navigator_destroy(map->navigators[i]);
    }
    way_scenario_free(&map->scenario);
    way_space_destroy(map->space);
    way_map_destroy(map->map);
}

static void check_entry(const beacon_map *map, const way_scenario_entry *entry)
{
    const way_trip trip = {.start = way_map_cell(map->map, entry->start_x, entry->start_y),
                           .goal = way_map_cell(map->map, entry->goal_x, entry->goal_y)};
    way_outcome outcomes[2];
    for (uint32_t i = 0; i < 2; i++) {
        assert_int_equal(way_agent_begin(map->agents[i], &trip), WAY_STATUS_OK);
        outcomes[i] = way_agent_run(map->agents[i]);
    }
    const way_cost best = way_agent_cost(map->agents[0]);
    const way_cost cost = way_agent_cost(map->agents[1]);
    if (outcomes[0] != outcomes[1] || cost != best) {
        fail_msg("%s line %u: %s, cost %u, the best is %u", map->name, entry->line,
                 way_outcome_name(outcomes[1]), cost, best);
    }
    if (outcomes[1] != WAY_OUTCOME_FOUND) {
        return;
    }
    checker_trip walk = {.start = trip.start, .goal = trip.goal};
    walk.cells = way_agent_path(map->agents[1], &walk.count);
    checker_report report;
    assert_int_equal(checker_check(map->map, 1, &walk, &report), WAY_STATUS_OK);
    if (report.fault != CHECKER_FAULT_NONE || report.cost != cost) {
        fail_msg("%s line %u: cost %u, path of %u: %s", map->name, entry->line, cost, report.cost,
                 report.message);
    }
    const double cut = 1e-8 * entry->length;
    const double slack = entry->tolerance > cut ? entry->tolerance : cut;
    if (fabs(report.length - entry->length) > slack) {
        fail_msg("%s line %u: length %.9f, published is %.9f (+- %.2g)", map->name, entry->line,
                 report.length, entry->length, slack);
    }
}

static void costs_are_exact(void **state)
{
    const char *folder = *state;
    data_names names;
    data_list(folder, ".map.scen", &names);
    assert_true(names.count > 0);
    uint32_t checked = 0;
    uint32_t maps = 0;
    for (uint32_t i = 0; i < names.count && (beacon_all || i < 1); i++, maps++) {
        beacon_map map;
        load(folder, names.names[i], &map);
        const uint32_t stride = beacon_all ? 1 : 1 + map.scenario.count / BEACON_SAMPLE;
        for (uint32_t k = 0; k < map.scenario.count; k += stride, checked++) {
            check_entry(&map, &map.scenario.entries[k]);
        }
        unload(&map);
    }
    print_message("%s: %u trips on %u of %u maps\n", folder, checked, maps, names.count);
}

int main(int argument_count, char **arguments)
{
    static char *const sets[] = {"dao",  "bg512", "sc1",    "wc3",   "da2",
                                 "maze", "room",  "random", "street"};
    enum { SETS = sizeof sets / sizeof *sets };
    if (!data_is_there()) {
        return DATA_MISSING;
    }
    beacon_all = argument_count > 1 && strcmp(arguments[1], "sample") != 0;
    struct CMUnitTest tests[SETS];
    size_t count = 0;
    for (uint32_t i = 0; i < SETS; i++) {
        bool named = !beacon_all || strcmp(arguments[1], "all") == 0;
        for (int k = 1; k < argument_count; k++) {
            named = named || strcmp(arguments[k], sets[i]) == 0;
        }
        // One random map takes longer than all the rest of a sample.
        if (named && (beacon_all || strcmp(sets[i], "random") != 0)) {
            tests[count++] = (struct CMUnitTest){
                .name = sets[i], .test_func = costs_are_exact, .initial_state = sets[i]};
        }
    }
    return count ? _cmocka_run_group_tests("beacon", tests, count, NULL, NULL) : 1;
}
