// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Clusters and the searches that cross them: costs and ways inside clusters against a naive search,
// all variants at the same cost, repairs that leave what a fresh build leaves, in what they touch.
#include "lab/hierarchical/crossing.h"
#include "search/stage.h"
#include "support/test.h"
#include "support/test_allocator.h"

#include <waymark/database.h>

#include <string.h>

static stage_set clusters_stages;

static way_navigator *open_navigator(way_space *space, const char *spec)
{
    way_navigator *navigator = NULL;
    const way_navigator_config config = {.space = space, .algorithm = spec};
    assert_int_equal(way_navigator_create(&config, &navigator), WAY_STATUS_OK);
    return navigator;
}

static way_agent *open_agent(way_navigator *navigator)
{
    way_agent *agent = NULL;
    assert_int_equal(way_agent_create(&(way_agent_config){.navigator = navigator}, &agent),
                     WAY_STATUS_OK);
    return agent;
}

static wayi_clusters *clusters_of(const way_navigator *navigator)
{
    wayi_crossing_database *database = navigator->database;
    return &database->clusters;
}

static way_cost travel(way_agent *agent, const stage_problem *problem)
{
    const way_trip trip = {.start = problem->start, .goal = problem->goal};
    assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
    way_agent_run(agent);
    return way_agent_cost(agent);
}

// Inside ------------------------------------------------------------------------------------------

/// Costs from a cell inside a rectangle, by looking at all steps until nothing gets better.
static void fill_naively(const test_stage *stage, way_rect rect, way_cell from, way_cost *costs)
{
    const uint32_t width = way_map_width(stage->map);
    const uint32_t area = rect.width * rect.height;
    for (uint32_t i = 0; i < area; i++) {
        const way_cell cell = (rect.y + i / rect.width) * width + rect.x + i % rect.width;
        costs[i] = cell == from ? 0 : WAY_COST_MAX;
    }
    for (bool better = true; better;) {
        better = false;
        for (uint32_t i = 0; i < area * area; i++) {
            const uint32_t a = i / area;
            const uint32_t b = i % area;
            const way_cell cell = (rect.y + a / rect.width) * width + rect.x + a % rect.width;
            const way_cell to = (rect.y + b / rect.width) * width + rect.x + b % rect.width;
            const way_cost step = costs[a] == WAY_COST_MAX
                                      ? WAY_COST_MAX
                                      : oracle_step_cost(stage->map, cell, to, stage->size);
            if (step != WAY_COST_MAX && costs[a] + step < costs[b]) {
                costs[b] = costs[a] + step;
                better = true;
            }
        }
    }
}

static void check_way(const test_stage *stage, const wayi_clusters *clusters, uint32_t a,
                      uint32_t b, way_cost told)
{
    wayi_path_buffer path;
    wayi_path_buffer_init(&path, &clusters->allocator);
    assert_true(wayi_path_buffer_push(&path, clusters->gates[a].cell));
    assert_true(wayi_clusters_trace(clusters, a, b, &path));
    way_cost cost = 0;
    char message[160] = "";
    assert_true(
        stage_check_path(stage, clusters->gates[a].cell, path.states, path.count, &cost, message));
    assert_int_equal(path.states[path.count - 1], clusters->gates[b].cell);
    assert_int_equal(cost, told);
    wayi_path_buffer_fini(&path);
}

static void check_gate(const test_stage *stage, const wayi_clusters *clusters, uint32_t gate)
{
    static way_cost costs[WAYI_CLUSTER_MAX * WAYI_CLUSTER_MAX];
    const wayi_gate *own = &clusters->gates[gate];
    const wayi_gate *other = &clusters->gates[own->partner];
    const uint32_t index = wayi_gate_cluster(own);
    const wayi_cluster *cluster = &clusters->clusters[index];
    const way_rect rect = wayi_clusters_rect(clusters, index);
    const uint32_t width = way_map_width(stage->map);
    assert_int_equal(other->partner, gate);
    assert_int_not_equal(wayi_gate_cluster(other), index);
    assert_int_equal(oracle_step_cost(stage->map, own->cell, other->cell, stage->size), own->step);
    fill_naively(stage, rect, own->cell, costs);
    const way_cost *row = wayi_clusters_row(clusters, gate);
    for (uint32_t i = 0; i < cluster->count; i++) {
        const way_cell cell = clusters->gates[cluster->first + i].cell;
        const uint32_t place = (cell / width - rect.y) * rect.width + cell % width - rect.x;
        assert_int_equal(row[i], costs[place]);
        if (row[i] != WAY_COST_MAX && gate != cluster->first + i) {
            check_way(stage, clusters, gate, cluster->first + i, row[i]);
        }
    }
    if (clusters->config.cache != WAYI_CACHE_MOVES) {
        return;
    }
    for (uint32_t i = 0; i < rect.width * rect.height; i++) {
        const way_cell cell = (rect.y + i / rect.width) * width + rect.x + i % rect.width;
        way_cost cost = 0;
        assert_true(wayi_clusters_follow(clusters, cell, gate, NULL, &cost));
        assert_int_equal(cost, costs[i]);
    }
}

static void ways_inside_are_best(void **state)
{
    (void)state;
    static const char *const specs[] = {"hpastar(size=5)", "dhpastar(size=4)",
                                        "hpastar(size=6, two_from=2)",
                                        "dhpastar(size=7, two_from=7)"};
    uint32_t gates = 0;
    for (uint32_t i = 0; i < clusters_stages.count; i++) {
        const test_stage *stage = &clusters_stages.stages[i];
        way_navigator *navigator = open_navigator(stage->space, specs[i % 4]);
        const wayi_clusters *clusters = clusters_of(navigator);
        for (uint32_t gate = 0; gate < clusters->gate_count; gate++) {
            check_gate(stage, clusters, gate);
            gates++;
        }
        way_navigator_destroy(navigator);
    }
    assert_true(gates > 200);
}

// Trips -------------------------------------------------------------------------------------------

/// All ways to keep or find costs come to the same; smoothing only ever saves.
static void variants_agree(void **state)
{
    (void)state;
    static const char *const specs[] = {"hpastar(size=%u, smooth=off)",
                                        "dhpastar(size=%u, smooth=off)",
                                        "hpastar(size=%u, smooth=off, insert=astar)",
                                        "hpastar(size=%u, smooth=off, lazy=on)",
                                        "hpastar(size=%u, smooth=off, levels=2)",
                                        "hpastar(size=%u, smooth=box)",
                                        "hpastar(size=%u, smooth=all)"};
    enum { SPECS = sizeof specs / sizeof *specs, EQUAL = 5 };
    uint32_t saved = 0;
    for (uint32_t i = 0; i < clusters_stages.count; i++) {
        const test_stage *stage = &clusters_stages.stages[i];
        way_navigator *navigators[SPECS];
        way_agent *agents[SPECS];
        for (uint32_t k = 0; k < SPECS; k++) {
            char spec[96];
            snprintf(spec, sizeof spec, specs[k], 2 + i % 8);
            navigators[k] = open_navigator(stage->space, spec);
            agents[k] = open_agent(navigators[k]);
        }
        for (uint32_t p = 0; p < stage->problem_count; p++) {
            const way_cost cost = travel(agents[0], &stage->problems[p]);
            for (uint32_t k = 1; k < SPECS; k++) {
                const way_cost other = travel(agents[k], &stage->problems[p]);
                assert_true(k < EQUAL ? other == cost : other <= cost);
                saved += k >= EQUAL && other < cost;
            }
        }
        for (uint32_t k = 0; k < SPECS; k++) {
            way_agent_destroy(agents[k]);
            way_navigator_destroy(navigators[k]);
        }
    }
    assert_true(saved > 0);
}

static void run_backwards(uint32_t count, void (*body)(uint32_t index, void *argument),
                          void *argument, void *user)
{
    (void)user;
    for (uint32_t i = count; i-- > 0;) {
        body(i, argument);
    }
}

static void assert_same_saved(const way_navigator *a, const way_navigator *b)
{
    way_database first;
    way_database second;
    assert_int_equal(way_navigator_save(a, NULL, &first), WAY_STATUS_OK);
    assert_int_equal(way_navigator_save(b, NULL, &second), WAY_STATUS_OK);
    assert_int_equal(first.size, second.size);
    assert_memory_equal(first.bytes, second.bytes, first.size);
    way_database_free(&first);
    way_database_free(&second);
}

static void workers_do_not_matter(void **state)
{
    (void)state;
    const stage_grid_config config = {.generator = "caves",
                                      .width = 150,
                                      .height = 130,
                                      .seed = 5,
                                      .neighbours = WAY_NEIGHBOURS_8,
                                      .lightest = 1,
                                      .heaviest = 1,
                                      .size = 1};
    test_stage stage;
    stage_create_grid(&stage, &config);
    const way_job job = {.parallel_for = run_backwards};
    way_navigator *plain = open_navigator(stage.space, "hpastar(size=7)");
    way_navigator *spread = NULL;
    const way_navigator_config plan = {
        .space = stage.space, .algorithm = "hpastar(size=7)", .job = &job};
    assert_int_equal(way_navigator_create(&plan, &spread), WAY_STATUS_OK);
    assert_same_saved(plain, spread);
    way_navigator_destroy(plain);
    way_navigator_destroy(spread);
    stage_destroy(&stage);
}

// Repairs -----------------------------------------------------------------------------------------

static way_edit random_edit(const way_map *map, way_rng *rng, bool weighted)
{
    const uint32_t width = way_map_width(map);
    const uint32_t height = way_map_height(map);
    way_edit edit = {way_rng_below(rng, width), way_rng_below(rng, height), 1, 1,
                     (uint8_t)way_rng_below(rng, weighted ? 4 : 2)};
    if (way_rng_below(rng, 3) == 0) {
        edit.width = 1 + way_rng_below(rng, width - edit.x < 6 ? width - edit.x : 6);
        edit.height = 1 + way_rng_below(rng, height - edit.y < 6 ? height - edit.y : 6);
    }
    return edit;
}

static void repair(way_navigator *navigator, uint32_t budget)
{
    bool done = false;
    for (uint32_t rounds = 0; !done; rounds++) {
        assert_true(rounds < 10000);
        assert_int_equal(way_navigator_repair(navigator, budget, &done), WAY_STATUS_OK);
    }
}

static void repaired_is_as_good_as_new(void **state)
{
    (void)state;
    static const char *const specs[] = {"hpastar(size=4)", "dhpastar(size=5)",
                                        "hpastar(size=3, levels=2)", "hpastar(size=3, lazy=on)"};
    way_rng rng = way_rng_seed(7);
    for (uint32_t i = 0; i < clusters_stages.count; i++) {
        const test_stage *stage = &clusters_stages.stages[i];
        const char *spec = specs[i % 4];
        const bool weighted = !(way_space_traits(stage->space) & WAY_SPACE_UNIFORM_COST);
        way_navigator *navigator = open_navigator(stage->space, spec);
        for (uint32_t round = 0; round < 8; round++) {
            for (uint32_t k = 0; k <= way_rng_below(&rng, 3); k++) {
                const way_edit edit = random_edit(stage->map, &rng, weighted);
                assert_int_equal(way_map_edit(stage->map, &edit, 1), WAY_STATUS_OK);
            }
            repair(navigator, round % 2 ? 1 : UINT32_MAX);
            way_navigator *fresh = open_navigator(stage->space, spec);
            assert_same_saved(navigator, fresh);
            way_agent *a = open_agent(navigator);
            way_agent *b = open_agent(fresh);
            for (uint32_t p = 0; p < stage->problem_count; p++) {
                assert_int_equal(travel(a, &stage->problems[p]), travel(b, &stage->problems[p]));
            }
            way_agent_destroy(a);
            way_agent_destroy(b);
            way_navigator_destroy(fresh);
        }
        way_navigator_destroy(navigator);
    }
}

/// What repairing one changed cell of an open map took; and how many squares of clusters.
static wayi_clusters_work work_of_edit(uint32_t side, uint32_t x, uint32_t y, uint64_t *supers)
{
    way_map *map = NULL;
    way_space *space = NULL;
    const way_map_config config = way_map_config_default(side, side);
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    assert_int_equal(way_space_create_grid(map, 1, NULL, &space), WAY_STATUS_OK);
    way_navigator *navigator = open_navigator(space, "hpastar(size=10)");
    const way_edit edit = {x, y, 1, 1, 0};
    assert_int_equal(way_map_edit(map, &edit, 1), WAY_STATUS_OK);
    repair(navigator, UINT32_MAX);
    const wayi_clusters_work work = clusters_of(navigator)->work;
    *supers = ((const wayi_crossing_database *)navigator->database)->upper.work.rebuilt;
    way_navigator_destroy(navigator);
    way_space_destroy(space);
    way_map_destroy(map);
    return work;
}

static void work_depends_on_the_cluster(void **state)
{
    (void)state;
    static const struct {
        uint32_t x, y, recut, rebuilt, supers;
    } cases[] = {
        {25, 25, 1, 1, 1}, // in the middle: nobody else notices
        {20, 25, 2, 2, 1}, // at a border: both sides have new gates
        {20, 20, 4, 3, 1}, // at a corner: the gates of the cluster across it stay as they are
        {40, 25, 2, 2, 2}, // at a border of squares
        {40, 40, 4, 3, 3}, // and at a corner of them: the one across it stays as it is
    };
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint64_t supers[2];
        const wayi_clusters_work small = work_of_edit(60, cases[i].x, cases[i].y, &supers[0]);
        const wayi_clusters_work large = work_of_edit(600, cases[i].x, cases[i].y, &supers[1]);
        assert_int_equal(supers[0], cases[i].supers);
        assert_int_equal(supers[1], cases[i].supers);
        assert_int_equal(small.recut, cases[i].recut);
        assert_int_equal(small.rebuilt, cases[i].rebuilt);
        assert_int_equal(large.recut, small.recut);
        assert_int_equal(large.rebuilt, small.rebuilt);
        assert_int_equal(large.expansions, small.expansions);
        // At most one search over a cluster for each of its gates.
        assert_true(large.expansions <= (uint64_t)cases[i].rebuilt * 12 * 100);
    }
}

/// The same place given up and taken again, often: runs of gates that grew are used again.
static void gates_do_not_pile_up(void **state)
{
    (void)state;
    const test_stage *stage = &clusters_stages.stages[0];
    way_rng rng = way_rng_seed(3);
    way_navigator *navigator = open_navigator(stage->space, "hpastar(size=4)");
    uint32_t settled = 0;
    for (uint32_t round = 0; round < 600; round++) {
        const way_edit edit = random_edit(stage->map, &rng, false);
        assert_int_equal(way_map_edit(stage->map, &edit, 1), WAY_STATUS_OK);
        repair(navigator, UINT32_MAX);
        settled = round == 300 ? clusters_of(navigator)->gate_count : settled;
    }
    assert_true(clusters_of(navigator)->gate_count <= settled + settled / 2);
    way_navigator_destroy(navigator);
}

static bool repair_with(test_allocator *memory)
{
    const stage_grid_config config = {.generator = "rooms",
                                      .width = 16,
                                      .height = 12,
                                      .seed = 2,
                                      .neighbours = WAY_NEIGHBOURS_8,
                                      .lightest = 1,
                                      .heaviest = 1,
                                      .size = 1};
    test_stage stage;
    stage_create_grid(&stage, &config);
    const uint64_t armed = memory->fail_at;
    memory->fail_at = 0;
    way_navigator *navigator = NULL;
    const way_navigator_config plan = {
        .space = stage.space, .algorithm = "hpastar(size=4)", .allocator = &memory->allocator};
    assert_int_equal(way_navigator_create(&plan, &navigator), WAY_STATUS_OK);
    const way_edit edit = {3, 3, 6, 6, 1};
    assert_int_equal(way_map_edit(stage.map, &edit, 1), WAY_STATUS_OK);
    memory->fail_at = armed ? memory->calls + armed : 0;
    bool done = false;
    const way_status status = way_navigator_repair(navigator, UINT32_MAX, &done);
    assert_true(status == WAY_STATUS_OK || status == WAY_STATUS_NO_MEMORY);
    memory->fail_at = 0;
    // With memory again it goes on as if nothing had happened.
    repair(navigator, UINT32_MAX);
    way_navigator *fresh = open_navigator(stage.space, "hpastar(size=4)");
    assert_same_saved(navigator, fresh);
    way_navigator_destroy(fresh);
    way_navigator_destroy(navigator);
    stage_destroy(&stage);
    memory->fail_at = armed;
    return status == WAY_STATUS_OK;
}

static void repairs_survive_failures(void **state)
{
    (void)state;
    for (uint64_t nth = 1;; nth++) {
        test_allocator memory;
        test_allocator_init(&memory);
        memory.fail_at = nth;
        const bool worked = repair_with(&memory);
        test_allocator_check_empty(&memory);
        if (worked && memory.failures == 0) {
            assert_true(nth > 5);
            return;
        }
        assert_false(worked);
    }
}

/// Ground where one cell in five is blocked.
static void open_rubble(test_stage *out, uint64_t seed)
{
    const stage_grid_config config = stage_strewn(96, 20, seed);
    stage_create_grid(out, &config);
}

/// Lazy costs are found once, and paths cost what they do with prepared ones; an edit costs those
/// it touches. Whether an agent has found them or a repair has made them, the work left is the
/// same.
static void lazy_costs_are_kept(void **state)
{
    (void)state;
    test_stage stage;
    open_rubble(&stage, 11);
    way_navigator *lazy = open_navigator(stage.space, "hpastar(lazy=on, smooth=off)");
    way_navigator *eager = open_navigator(stage.space, "hpastar(levels=1, smooth=off)");
    way_agent *agent = open_agent(lazy);
    way_agent *other = open_agent(eager);
    stage_problem problem = {0};
    while (!way_map_is_passable(stage.map, problem.start)) {
        problem.start++;
    }
    problem.goal = stage.count - 1;
    while (!way_map_is_reachable(stage.map, problem.start, problem.goal, 1)) {
        problem.goal--;
    }
    uint64_t fresh = 0;
    for (uint32_t round = 0; round < 2; round++) {
        const way_cost first = travel(agent, &problem);
        const uint64_t work = way_agent_stats(agent).expansions;
        fresh = round ? fresh : work;
        assert_int_equal(travel(agent, &problem), first);
        const uint64_t again = way_agent_stats(agent).expansions;
        assert_int_equal(travel(other, &problem), first);
        assert_true(round ? work * 2 < fresh : again * 2 < work);
        assert_true(way_agent_stats(other).expansions < again); // ways are searched again
        bool done = false;
        for (uint32_t i = 0; i < 20000; i++) {
            assert_int_equal(way_navigator_repair(lazy, 16, &done), WAY_STATUS_OK);
        }
        way_agent *late = open_agent(lazy);
        assert_int_equal(travel(late, &problem), first);
        assert_int_equal(again, way_agent_stats(late).expansions);
        way_agent_destroy(late);
        const way_edit edit = {48, 40, 1, 4, 0};
        assert_int_equal(way_map_edit(stage.map, &edit, 1), WAY_STATUS_OK);
        assert_int_equal(way_navigator_repair(lazy, UINT32_MAX, &done), WAY_STATUS_OK);
        assert_int_equal(way_navigator_repair(eager, UINT32_MAX, &done), WAY_STATUS_OK);
    }
    way_agent_destroy(agent);
    way_agent_destroy(other);
    way_navigator_destroy(lazy);
    way_navigator_destroy(eager);
    stage_destroy(&stage);
}

/// How much work an agent of its own has with a trip; the path goes into `sum`.
static uint64_t work_alone(way_navigator *navigator, const stage_problem *problem, uint64_t *sum)
{
    way_agent *agent = open_agent(navigator);
    *sum = *sum * 31 + travel(agent, problem);
    uint32_t count = 0;
    const way_state *path = way_agent_path(agent, &count);
    for (uint32_t i = 0; i < count; i++) {
        *sum = *sum * 31 + path[i];
    }
    const uint64_t work = way_agent_stats(agent).expansions;
    way_agent_destroy(agent);
    return work;
}

/// What one agent asked for a repair makes, in slices, for all: others find the same paths with the
/// same work whoever came first, and at the cost that prepared ones have.
static void lazy_costs_are_shared(void **state)
{
    (void)state;
    test_stage stage;
    open_rubble(&stage, 12);
    way_navigator *eager = open_navigator(stage.space, "hpastar(levels=1, smooth=off)");
    way_agent *prepared = open_agent(eager);
    const uint32_t count = stage.problem_count;
    uint64_t sums[2] = {0};
    uint64_t works[2] = {0};
    for (uint32_t order = 0; order < 2; order++) {
        way_navigator *lazy = open_navigator(stage.space, "hpastar(lazy=on, smooth=off)");
        uint64_t ignored = 0;
        for (uint32_t i = 0; i < count; i++) {
            work_alone(lazy, &stage.problems[order ? count - 1 - i : i], &ignored);
        }
        const size_t before = way_navigator_bytes(lazy);
        bool done = false;
        for (uint32_t i = 0; i < 20000; i++) {
            assert_int_equal(way_navigator_repair(lazy, 16, &done), WAY_STATUS_OK);
            assert_true(done && way_navigator_is_current(lazy)); // nobody waits for it
        }
        assert_true(way_navigator_bytes(lazy) > before);
        for (uint32_t i = 0; i < count; i++) {
            const stage_problem *problem = &stage.problems[i];
            works[order] = works[order] * 31 + work_alone(lazy, problem, &sums[order]);
            uint64_t cost = 0;
            way_agent *late = open_agent(lazy);
            cost = travel(late, problem);
            assert_int_equal(cost, travel(prepared, problem));
            way_agent_destroy(late);
        }
        way_navigator_destroy(lazy);
    }
    assert_true(sums[0] == sums[1] && works[0] == works[1]);
    way_agent_destroy(prepared);
    way_navigator_destroy(eager);
    stage_destroy(&stage);
}

/// A trip, a unit of work at a time: in how many pieces its moves came, how many came at once at
/// most, and how much work was done before the first and in all.
typedef struct piece_meal {
    uint32_t pieces, longest, moves;
    uint32_t first, work;
} piece_meal;

static piece_meal walk_piecewise(way_agent *agent, const way_trip *trip)
{
    piece_meal meal = {0};
    assert_int_equal(way_agent_begin(agent, trip), WAY_STATUS_OK);
    while (way_agent_outcome(agent) == WAY_OUTCOME_WORKING) {
        way_agent_step(agent, 1);
        meal.work++;
        uint32_t count = 0;
        way_agent_path(agent, &count);
        const uint32_t fresh = count - 1 - meal.moves;
        meal.first = meal.moves == 0 && fresh ? meal.work : meal.first;
        meal.pieces += fresh > 0;
        meal.longest = fresh > meal.longest ? fresh : meal.longest;
        meal.moves = count - 1;
    }
    assert_int_equal(way_agent_outcome(agent), WAY_OUTCOME_FOUND);
    return meal;
}

/// Refinement is spread over the walk: once the route is known moves come a few clusters at a time,
/// and what lies further on is not looked at until then; with smooth=all they come as a whole.
static void paths_are_refined_piece_by_piece(void **state)
{
    (void)state;
    static const struct {
        const char *spec;
        uint32_t most; ///< moves at once, in sides of a cluster; 0: all
    } cases[] = {{"hpastar(size=10, smooth=off)", 4},
                 {"hpastar(size=10)", 12},
                 {"dhpastar(size=10, smooth=off)", 4},
                 {"hpastar(size=10, insert=astar)", 12},
                 {"hpastar(size=10, smooth=all)", 0}};
    test_stage stage;
    const stage_grid_config config = stage_plain("open", 320, 320, 3);
    stage_create_grid(&stage, &config);
    const way_trip trip = {.start = way_map_cell(stage.map, 5, 7),
                           .goal = way_map_cell(stage.map, 311, 290)};
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        way_navigator *navigator = open_navigator(stage.space, cases[i].spec);
        way_agent *agent = open_agent(navigator);
        const piece_meal meal = walk_piecewise(agent, &trip);
        print_message("%s: %u moves in %u pieces, the first after %u of %u\n", cases[i].spec,
                      meal.moves, meal.pieces, meal.first, meal.work);
        if (cases[i].most) {
            assert_true(meal.longest <= 10 * cases[i].most);
            assert_true(meal.first < meal.work);
        } else {
            assert_int_equal(meal.pieces, 1);
        }
        way_agent_destroy(agent);
        way_navigator_destroy(navigator);
    }
    stage_destroy(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ways_inside_are_best),
        cmocka_unit_test(variants_agree),
        cmocka_unit_test(workers_do_not_matter),
        cmocka_unit_test(repaired_is_as_good_as_new),
        cmocka_unit_test(work_depends_on_the_cluster),
        cmocka_unit_test(gates_do_not_pile_up),
        cmocka_unit_test(repairs_survive_failures),
        cmocka_unit_test(lazy_costs_are_kept),
        cmocka_unit_test(lazy_costs_are_shared),
        cmocka_unit_test(paths_are_refined_piece_by_piece),
    };
    stage_set_add_grids(&clusters_stages, 1, stage_rounds(16));
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    stage_set_destroy(&clusters_stages);
    return failed;
}
