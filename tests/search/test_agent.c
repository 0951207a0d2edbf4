// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Navigators, agents and the one call: misuse yields a status, never a crash; and what is the same
// for all algorithms and not a matter of conformance.
#include "scenes/checker.h"
#include "search/conformance.h"
#include "support/test.h"
#include "support/test_allocator.h"

#include <waymark/database.h>

#include <string.h>

static test_stage agent_stage;

static const stage_grid_config agent_grid = {.generator = "random",
                                             .setting = {"blocked", 25},
                                             .width = 20,
                                             .height = 15,
                                             .seed = 3,
                                             .neighbours = WAY_NEIGHBOURS_8,
                                             .costs = {408, 577},
                                             .lightest = 1,
                                             .heaviest = 1,
                                             .size = 1};

static way_navigator *navigator_on(way_space *space, const char *spec)
{
    const way_navigator_config config = {.space = space, .algorithm = spec};
    way_navigator *navigator = NULL;
    assert_int_equal(way_navigator_create(&config, &navigator), WAY_STATUS_OK);
    return navigator;
}

static way_agent *agent_on(way_navigator *navigator)
{
    const way_agent_config config = {.navigator = navigator};
    way_agent *agent = NULL;
    assert_int_equal(way_agent_create(&config, &agent), WAY_STATUS_OK);
    return agent;
}

static void navigator_when_misused(void **state)
{
    (void)state;
    way_space *space = agent_stage.space;
    way_navigator *navigator = NULL;
    const way_navigator_config good = {.space = space, .algorithm = way_algorithm_at(0)->name};
    const way_navigator_config spaceless = {.algorithm = way_algorithm_at(0)->name};
    const way_navigator_config nameless = {.space = space};
    assert_int_equal(way_navigator_create(NULL, &navigator), WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_navigator_create(&good, NULL), WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_navigator_create(&spaceless, &navigator), WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_navigator_create(&nameless, &navigator), WAY_STATUS_INVALID_ARGUMENT);
    way_problem problem;
    const way_navigator_config unknown = {
        .space = space, .algorithm = "nonsense", .problem = &problem};
    assert_int_equal(way_navigator_create(&unknown, &navigator), WAY_STATUS_NOT_FOUND);
    assert_int_equal(problem.column, 1);
    assert_null(navigator);
    way_navigator_destroy(NULL);
}

static void navigator_when_asked(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < way_algorithm_count(); i++) {
        const way_algorithm *algorithm = way_algorithm_at(i);
        if (!way_algorithm_suits(algorithm, agent_stage.space)) {
            continue;
        }
        way_navigator *navigator = navigator_on(agent_stage.space, algorithm->name);
        assert_ptr_equal(way_navigator_algorithm(navigator), algorithm);
        assert_ptr_equal(way_navigator_space(navigator), agent_stage.space);
        assert_true(way_navigator_bytes(navigator) > 0);
        for (uint32_t k = 0; k < algorithm->param_count; k++) {
            const way_param *param = &algorithm->params[k];
            const int32_t value = way_navigator_param(navigator, k);
            const bool chosen = strstr(param->help, "0 = automatic") != NULL;
            assert_true(chosen ? value > 0 && value <= param->max : value == param->default_value);
        }
        assert_int_equal(way_navigator_param(navigator, algorithm->param_count), 0);
        assert_int_equal(way_navigator_param(navigator, UINT32_MAX), 0);
        way_navigator_destroy(navigator);
    }
}

/// A space that lacks what is needed is refused with a list of what that is.
static void navigator_when_unsuited(void **state)
{
    (void)state;
    const stage_graph_config config = {STAGE_GRAPH_STRANGE, 12, 30, true, 5, 1, false};
    test_stage graph;
    stage_create_graph(&graph, &config);
    for (uint32_t i = 0; i < way_algorithm_count(); i++) {
        const way_algorithm *algorithm = way_algorithm_at(i);
        way_problem problem = {0};
        const way_navigator_config plan = {
            .space = graph.space, .algorithm = algorithm->name, .problem = &problem};
        way_navigator *navigator = NULL;
        const way_status status = way_navigator_create(&plan, &navigator);
        const bool suits = way_algorithm_suits(algorithm, graph.space);
        assert_int_equal(status, suits ? WAY_STATUS_OK : WAY_STATUS_UNSUPPORTED);
        for (uint32_t bit = 1; bit && !suits; bit <<= 1) {
            if (algorithm->needs & bit & ~way_space_traits(graph.space)) {
                assert_non_null(strstr(problem.text, way_need_text(bit)));
            }
        }
        way_navigator_destroy(navigator);
    }
    stage_destroy(&graph);
}

/// A trip by a navigator of this config: its outcome and its path, hashed.
static uint64_t trip_by(const way_navigator_config *config, const way_trip *trip)
{
    way_navigator *navigator = NULL;
    assert_int_equal(way_navigator_create(config, &navigator), WAY_STATUS_OK);
    way_agent *agent = agent_on(navigator);
    assert_int_equal(way_agent_begin(agent, trip), WAY_STATUS_OK);
    const way_outcome outcome = way_agent_run(agent);
    uint32_t count = 0;
    const way_state *path = way_agent_path(agent, &count);
    const uint64_t hash = way_hash_bytes((uint64_t)outcome, path, count * sizeof *path);
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
    return hash;
}

static void navigator_of_a_map(void **state)
{
    (void)state;
    way_map *map = agent_stage.map;
    const way_profile large = way_profile_default(2);
    uint32_t profile = 0;
    assert_int_equal(way_map_add_profile(map, &large, &profile), WAY_STATUS_OK);
    way_state ends[2][2] = {{0}};
    const uint32_t sizes[] = {0, profile};
    for (uint32_t size = 0; size < 2; size++) {
        const uint32_t used = sizes[size] ? sizes[size] : 1;
        way_space *grid = NULL;
        assert_int_equal(way_space_create_grid(map, used, NULL, &grid), WAY_STATUS_OK);
        ends[size][0] = way_map_nearest_passable(map, 0, used);
        ends[size][1] = way_map_nearest_reachable(map, ends[size][0], agent_stage.count - 1, used);
        const way_trip trip = {.start = ends[size][0], .goal = ends[size][1]};
        for (uint32_t i = 0; i < way_algorithm_count(); i++) {
            const char *name = way_algorithm_at(i)->name;
            way_space *space = NULL;
            assert_int_equal(way_space_create_for(map, used, name, NULL, &space), WAY_STATUS_OK);
            const way_navigator_config on_map = {
                .map = map, .profile = sizes[size], .algorithm = name};
            const way_navigator_config on_space = {.space = space, .algorithm = name};
            way_navigator *navigator = NULL;
            const way_status status = way_navigator_create(&on_space, &navigator);
            way_navigator_destroy(navigator);
            if (status == WAY_STATUS_OK) {
                assert_true(trip_by(&on_map, &trip) == trip_by(&on_space, &trip));
            } else {
                assert_int_equal(way_navigator_create(&on_map, &navigator), status);
            }
            way_space_destroy(space);
        }
        way_space_destroy(grid);
    }
    assert_int_equal(way_map_remove_profile(map, profile), WAY_STATUS_OK);
}

static void navigator_of_a_map_when_misused(void **state)
{
    (void)state;
    way_navigator *navigator = NULL;
    way_navigator_config config = {
        .map = agent_stage.map, .space = agent_stage.space, .algorithm = "astar"};
    assert_int_equal(way_navigator_create(&config, &navigator), WAY_STATUS_INVALID_ARGUMENT);
    config = (way_navigator_config){.space = agent_stage.space, .profile = 1, .algorithm = "astar"};
    assert_int_equal(way_navigator_create(&config, &navigator), WAY_STATUS_INVALID_ARGUMENT);
    config = (way_navigator_config){.map = agent_stage.map, .profile = 3, .algorithm = "astar"};
    assert_int_equal(way_navigator_create(&config, &navigator), WAY_STATUS_UNSUPPORTED);
    assert_null(navigator);
}

static bool navigator_of_a_map_within(test_allocator *memory)
{
    const way_navigator_config config = {
        .map = agent_stage.map, .algorithm = "auto", .allocator = &memory->allocator};
    way_navigator *navigator = NULL;
    const way_status status = way_navigator_create(&config, &navigator);
    way_navigator_destroy(navigator);
    return status == WAY_STATUS_OK;
}

static void navigator_of_a_map_without_memory(void **state)
{
    (void)state;
    test_allocator_fail_each(navigator_of_a_map_within);
}

static void agent_when_misused(void **state)
{
    (void)state;
    way_navigator *navigator = navigator_on(agent_stage.space, way_algorithm_at(0)->name);
    way_agent *agent = NULL;
    const way_agent_config good = {.navigator = navigator};
    const way_agent_config without = {0};
    assert_int_equal(way_agent_create(NULL, &agent), WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_agent_create(&without, &agent), WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_agent_create(&good, NULL), WAY_STATUS_INVALID_ARGUMENT);
    way_event event;
    way_observer observers[] = {{.events = NULL, .capacity = 1}, {.events = &event}};
    for (uint32_t i = 0; i < 2; i++) {
        const way_agent_config blind = {.navigator = navigator, .observer = &observers[i]};
        assert_int_equal(way_agent_create(&blind, &agent), WAY_STATUS_INVALID_ARGUMENT);
    }
    assert_null(agent);
    way_agent_destroy(NULL);
    way_navigator_destroy(navigator);
}

/// Before the first trip there is nothing, and nothing breaks.
static void agent_when_out_of_order(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < way_algorithm_count(); i++) {
        if (!way_algorithm_suits(way_algorithm_at(i), agent_stage.space)) {
            continue;
        }
        way_navigator *navigator = navigator_on(agent_stage.space, way_algorithm_at(i)->name);
        way_agent *agent = agent_on(navigator);
        uint32_t count = 7;
        assert_int_equal(way_agent_step(agent, 1), WAY_OUTCOME_CANCELLED);
        assert_int_equal(way_agent_run(agent), WAY_OUTCOME_CANCELLED);
        assert_int_equal(way_agent_outcome(agent), WAY_OUTCOME_CANCELLED);
        (void)way_agent_path(agent, &count);
        assert_int_equal(count, 0);
        (void)way_agent_path(agent, NULL);
        assert_int_equal(way_agent_cost(agent), WAY_COST_MAX);
        assert_true(way_agent_path_holds(agent, 0));
        assert_true(way_agent_path_holds(agent, UINT32_MAX));
        assert_true(way_agent_stats(agent).bytes > 0);
        assert_int_equal(way_agent_stats(agent).expansions, 0);
        (void)way_agent_goal(agent);
        way_agent_cancel(agent);
        assert_int_equal(way_agent_outcome(agent), WAY_OUTCOME_CANCELLED);
        way_agent_destroy(agent);
        way_navigator_destroy(navigator);
    }
}

static void trip_when_malformed(void **state)
{
    (void)state;
    const uint32_t count = agent_stage.count;
    const way_state goals[] = {0, count};
    const struct {
        way_trip trip;
        way_status status;
    } cases[] = {
        {{.start = count}, WAY_STATUS_OUT_OF_RANGE},
        {{.start = WAY_STATE_NONE}, WAY_STATUS_OUT_OF_RANGE},
        {{.goal = count}, WAY_STATUS_OUT_OF_RANGE},
        {{.goal = WAY_STATE_NONE}, WAY_STATUS_OUT_OF_RANGE},
        {{.goal = count, .mode = WAY_GOAL_RANGE}, WAY_STATUS_OUT_OF_RANGE},
        {{.goal = count, .mode = WAY_GOAL_ADJACENT}, WAY_STATUS_OUT_OF_RANGE},
        {{.mode = WAY_GOAL_ANY_OF}, WAY_STATUS_INVALID_ARGUMENT},
        {{.mode = WAY_GOAL_ANY_OF, .goals = goals}, WAY_STATUS_INVALID_ARGUMENT},
        {{.mode = WAY_GOAL_ANY_OF, .goal_count = 1}, WAY_STATUS_INVALID_ARGUMENT},
        {{.mode = WAY_GOAL_ANY_OF, .goals = goals, .goal_count = 2}, WAY_STATUS_OUT_OF_RANGE},
        {{.mode = WAY_GOAL_SPACE}, WAY_STATUS_UNSUPPORTED},
        {{.mode = (way_goal_mode)99}, WAY_STATUS_INVALID_ARGUMENT},
    };
    for (uint32_t i = 0; i < way_algorithm_count(); i++) {
        if (!way_algorithm_suits(way_algorithm_at(i), agent_stage.space)) {
            continue;
        }
        way_navigator *navigator = navigator_on(agent_stage.space, way_algorithm_at(i)->name);
        way_agent *agent = agent_on(navigator);
        assert_int_equal(way_agent_begin(NULL, &cases[0].trip), WAY_STATUS_INVALID_ARGUMENT);
        assert_int_equal(way_agent_begin(agent, NULL), WAY_STATUS_INVALID_ARGUMENT);
        for (uint32_t k = 0; k < sizeof cases / sizeof *cases; k++) {
            assert_int_equal(way_agent_begin(agent, &cases[k].trip), cases[k].status);
            assert_int_not_equal(way_agent_step(agent, 1), WAY_OUTCOME_WORKING);
        }
        way_agent_destroy(agent);
        way_navigator_destroy(navigator);
    }
}

static void trip_when_goals_are_too_many(void **state)
{
    (void)state;
    way_state *goals = calloc(65537, sizeof *goals);
    assert_non_null(goals);
    way_navigator *navigator = navigator_on(agent_stage.space, "astar");
    way_agent *agent = agent_on(navigator);
    way_trip trip = {.mode = WAY_GOAL_ANY_OF, .goals = goals, .goal_count = 65537};
    assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_TOO_LARGE);
    goals[0] = WAY_STATE_NONE; // none of them is read
    assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_TOO_LARGE);
    goals[0] = 0;
    trip.goal_count = 65536;
    assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
    free(goals);
}

static void change_when_not_incremental(void **state)
{
    (void)state;
    const way_state states[] = {0, agent_stage.count};
    for (uint32_t i = 0; i < way_algorithm_count(); i++) {
        const way_algorithm *algorithm = way_algorithm_at(i);
        if (!way_algorithm_suits(algorithm, agent_stage.space)) {
            continue;
        }
        way_navigator *navigator = navigator_on(agent_stage.space, algorithm->name);
        way_agent *agent = agent_on(navigator);
        assert_int_equal(way_agent_notify(NULL, states, 1), WAY_STATUS_INVALID_ARGUMENT);
        assert_int_equal(way_agent_notify(agent, NULL, 1), WAY_STATUS_INVALID_ARGUMENT);
        if (!(algorithm->traits & WAY_TRAIT_INCREMENTAL)) {
            assert_int_equal(way_agent_notify(agent, states, 1), WAY_STATUS_UNSUPPORTED);
        } else {
            assert_int_equal(way_agent_notify(agent, states, 2), WAY_STATUS_OUT_OF_RANGE);
        }
        way_agent_destroy(agent);
        way_navigator_destroy(navigator);
    }
}

/// More goals around than any fixed list would hold.
static void adjacent_when_a_hub_is_the_goal(void **state)
{
    (void)state;
    way_link links[300];
    for (uint32_t i = 0; i < 299; i++) {
        links[i] = (way_link){i, 299, 5};
    }
    links[299] = (way_link){300, 298, 7};
    const way_graph_config config = {
        .node_count = 301, .links = links, .link_count = 300, .directed = true};
    way_space *space = NULL;
    assert_int_equal(way_space_create_graph(&config, &space), WAY_STATUS_OK);
    way_navigator *navigator = navigator_on(space, "astar");
    way_agent *agent = agent_on(navigator);
    const way_trip trip = {.start = 300, .goal = 299, .mode = WAY_GOAL_ADJACENT};
    assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
    assert_int_equal(way_agent_run(agent), WAY_OUTCOME_FOUND);
    assert_int_equal(way_agent_goal(agent), 298);
    assert_int_equal(way_agent_cost(agent), 7);
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
    way_space_destroy(space);
}

static void find_when_called_once(void **state)
{
    (void)state;
    const way_map *map = agent_stage.map;
    for (uint32_t i = 0; i < agent_stage.problem_count; i++) {
        const stage_problem *problem = &agent_stage.problems[i];
        way_path path;
        assert_int_equal(way_find(map, "astar", problem->start, problem->goal, &path),
                         WAY_STATUS_OK);
        assert_int_equal(path.cost, problem->best);
        assert_int_equal(path.outcome,
                         problem->best == WAY_COST_MAX ? WAY_OUTCOME_NO_PATH : WAY_OUTCOME_FOUND);
        if (problem->best != WAY_COST_MAX) {
            const checker_trip trip = {problem->start, problem->goal, path.states, path.count};
            checker_report report;
            assert_int_equal(checker_check(map, 1, &trip, &report), WAY_STATUS_OK);
            assert_string_equal(report.message, "ok");
        } else {
            assert_int_equal(path.count, 0);
        }
        way_path_free(&path);
        way_path_free(&path);
    }
    way_path_free(NULL);
}

static void find_when_misused(void **state)
{
    (void)state;
    const way_map *map = agent_stage.map;
    way_path path;
    assert_int_equal(way_find(NULL, "astar", 0, 1, &path), WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_find(map, NULL, 0, 1, &path), WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_find(map, "astar", 0, 1, NULL), WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_find(map, "nonsense", 0, 1, &path), WAY_STATUS_NOT_FOUND);
    assert_int_equal(way_find(map, "astar(", 0, 1, &path), WAY_STATUS_NOT_FOUND);
    assert_int_equal(way_find(map, "astar", agent_stage.count, 1, &path), WAY_STATUS_OUT_OF_RANGE);
    assert_null(path.states);
    way_path_free(&path);
}

#define NARROW_CELLS 120u

/// On narrow maps several directions lead to the same neighbour number: costs are still those of
/// the steps, for every algorithm that finds a way (HPA* in parts small enough to matter).
static void cost_when_the_map_is_narrow(void **state)
{
    (void)state;
    way_rng rng = way_rng_seed(2);
    for (uint32_t round = 0; round < 40; round++) {
        uint8_t weights[NARROW_CELLS];
        const uint32_t width = 1 + round % 2;
        way_map_config config = way_map_config_default(width, NARROW_CELLS / width);
        config.corners = (way_corners)(round / 2 % 3);
        config.weights = weights;
        for (uint32_t i = 0; i < NARROW_CELLS; i++) {
            const bool end = i == 0 || i == NARROW_CELLS - 1;
            weights[i] =
                !end && way_rng_below(&rng, 8) == 0 ? 0 : (uint8_t)(1 + i * (round % 4) % 5);
        }
        way_map *map = NULL;
        assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
        for (uint32_t a = 0; a <= way_algorithm_count(); a++) {
            const way_algorithm *algorithm = way_algorithm_at(a);
            const char *name = algorithm ? algorithm->name : "hpastar(size=5)";
            way_path path;
            if (way_find(map, name, 0, NARROW_CELLS - 1, &path) == WAY_STATUS_OK &&
                path.outcome == WAY_OUTCOME_FOUND) {
                const checker_trip trip = {0, NARROW_CELLS - 1, path.states, path.count};
                checker_report report;
                assert_int_equal(checker_check(map, 1, &trip, &report), WAY_STATUS_OK);
                assert_int_equal(report.fault, CHECKER_FAULT_NONE);
                if (path.cost != report.cost) {
                    fail_msg("%s, round %u: %u, not %u", name, round, path.cost, report.cost);
                }
            }
            way_path_free(&path);
        }
        way_map_destroy(map);
    }
}

/// A search without a database has nothing that an edit could leave behind.
static void navigator_without_a_database_is_current(void **state)
{
    (void)state;
    way_map_config config = way_map_config_default(8, 8);
    way_map *map = NULL;
    way_space *space = NULL;
    way_navigator *navigator = NULL;
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    assert_int_equal(way_space_create_grid(map, 1, NULL, &space), WAY_STATUS_OK);
    const way_navigator_config plan = {.space = space, .algorithm = "astar"};
    assert_int_equal(way_navigator_create(&plan, &navigator), WAY_STATUS_OK);
    assert_int_equal(way_map_edit(map, &(way_edit){.x = 3, .width = 1, .height = 4}, 1),
                     WAY_STATUS_OK);
    assert_true(way_navigator_is_current(navigator));
    way_navigator_destroy(navigator);
    way_space_destroy(space);
    way_map_destroy(map);
}

/// An estimate that counts a hundred times spans more than buckets hold, on a map of this size.
static void find_when_estimates_are_heavy(void **state)
{
    (void)state;
    const way_map_config config = way_map_config_default(1000, 1000);
    const way_edit wall = {.x = 500, .width = 1, .height = 700};
    way_map *map = NULL;
    way_path path = {0};
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    assert_int_equal(way_map_edit(map, &wall, 1), WAY_STATUS_OK);
    assert_int_equal(way_find(map, "weighted(weight=100)", 0, 999, &path), WAY_STATUS_OK);
    assert_int_equal(path.outcome, WAY_OUTCOME_FOUND);
    way_path_free(&path);
    way_map_destroy(map);
}

// Memory ------------------------------------------------------------------------------------------

/// What an agent remembers on an open map of side x side, next to its goal, in the last corner:
/// what grows with the number of the state is as large as it can get.
static size_t remembered(const char *spec, uint32_t side)
{
    const way_map_config config = way_map_config_default(side, side);
    way_map *map = NULL;
    test_stage stage = {.count = side * side};
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    assert_int_equal(way_space_create_grid(map, 1, NULL, &stage.space), WAY_STATUS_OK);
    conformance_rig rig;
    const way_agent_config dense = {.store = WAY_STORE_DENSE};
    conformance_open(&rig, &stage, spec, &dense);
    const way_trip trip = {.start = side * side - 1, .goal = side * side - 2};
    assert_int_equal(way_agent_begin(rig.agent, &trip), WAY_STATUS_OK);
    assert_int_equal(way_agent_run(rig.agent), WAY_OUTCOME_FOUND);
    const size_t bytes = way_agent_stats(rig.agent).bytes;
    conformance_close(&rig);
    way_space_destroy(stage.space);
    way_map_destroy(map);
    return bytes;
}

/// The bytes for each state that the pages of the algorithms state.
static void memory_is_as_stated(void **state)
{
    (void)state;
    static const struct {
        const char *spec;
        size_t bytes;
    } cases[] = {{"astar", 8},
                 {"dijkstra", 8},
                 {"bucketastar", 8},
                 {"arastar", 28},
                 {"bidirectional", 28},
                 {"adaptive", 24},
                 {"gaa", 24},
                 {"mtadaptive", 24},
                 {"lpastar", 24},
                 {"lpastar(queue=heap_large_g)", 28},
                 {"dstarlite", 24},
                 {"dstarlite(queue=heap_large_g)", 28},
                 {"mtdstarlite", 24},
                 {"adstar", 24},
                 {"adstar(queue=heap_small_g)", 28},
                 {"dstar", 20},
                 {"lrtastar", 16},
                 {"lsslrta", 48},
                 {"rtaa", 48},
                 {"frit", 48},
                 {"tbaa", 20},
                 {"tbastar", 8},
                 {"rtd", 24 + 48}};
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const size_t growth = remembered(cases[i].spec, 64) - remembered(cases[i].spec, 32);
        const size_t stated = cases[i].bytes * (64 * 64 - 32 * 32);
        if (growth < stated || growth > stated + stated / 8) {
            fail_msg("%s: %zu bytes for each state, stated are %zu", cases[i].spec,
                     growth / (64 * 64 - 32 * 32), cases[i].bytes);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(navigator_when_misused),
        cmocka_unit_test(navigator_when_asked),
        cmocka_unit_test(navigator_when_unsuited),
        cmocka_unit_test(navigator_of_a_map),
        cmocka_unit_test(navigator_of_a_map_when_misused),
        cmocka_unit_test(navigator_of_a_map_without_memory),
        cmocka_unit_test(agent_when_misused),
        cmocka_unit_test(agent_when_out_of_order),
        cmocka_unit_test(trip_when_malformed),
        cmocka_unit_test(trip_when_goals_are_too_many),
        cmocka_unit_test(change_when_not_incremental),
        cmocka_unit_test(adjacent_when_a_hub_is_the_goal),
        cmocka_unit_test(find_when_called_once),
        cmocka_unit_test(find_when_misused),
        cmocka_unit_test(cost_when_the_map_is_narrow),
        cmocka_unit_test(find_when_estimates_are_heavy),
        cmocka_unit_test(navigator_without_a_database_is_current),
        cmocka_unit_test(memory_is_as_stated),
    };
    stage_create_grid(&agent_stage, &agent_grid);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    stage_destroy(&agent_stage);
    return failed;
}
