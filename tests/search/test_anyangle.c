// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Ways at any angle over a grid, compared with a graph of all corners in sight of each other that
// shares nothing with the library: Anya's are as short as any, and those of Lazy Theta* are legal,
// no shorter, and on the whole little longer. WAYMARK_ANGLE_ROUNDS makes it look longer.
#include "data/data.h"
#include "scenes/scene.h"
#include "search/body_sight.h"
#include "support/sizes.h"
#include "support/test.h"

#include <waymark/agent.h>
#include <waymark/algorithm.h>
#include <waymark/path.h>

#include <math.h>
#include <string.h>

#define ANGLE_QUERIES 20u ///< on each map

typedef struct angle_rig {
    char name[96];
    scene made;
    body_ground ground;
    body_corners corners;
    way_map *map;
    way_space *space;
    way_navigator *navigators[2];
    way_agent *agents[2];
} angle_rig;

static const char *const angle_names[2] = {"anya", "lazytheta"};

/// Over the scene of the rig.
static void open_scene(angle_rig *rig, uint32_t size)
{
    const uint32_t cells = rig->made.width * rig->made.height;
    for (uint32_t i = 0; i < cells; i++) {
        rig->made.weights[i] = rig->made.weights[i] != 0;
    }
    assert_int_equal(scene_create_map(&rig->made, WAY_NEIGHBOURS_8, WAY_CORNERS_STRICT, &rig->map),
                     WAY_STATUS_OK);
    assert_int_equal(sizes_add(rig->map, size), WAY_STATUS_OK);
    for (uint32_t i = 0; i < cells; i++) {
        rig->made.weights[i] = way_map_weight(rig->map, i, size) != 0;
    }
    rig->ground =
        (body_ground){(int32_t)rig->made.width, (int32_t)rig->made.height, rig->made.weights};
    body_corners_make(&rig->ground, &rig->corners);
    assert_int_equal(way_space_create_angles(rig->map, size, NULL, &rig->space), WAY_STATUS_OK);
    for (uint32_t i = 0; i < 2; i++) {
        const way_navigator_config plan = {.space = rig->space, .algorithm = angle_names[i]};
        assert_int_equal(way_navigator_create(&plan, &rig->navigators[i]), WAY_STATUS_OK);
        const way_agent_config unit = {.navigator = rig->navigators[i]};
        assert_int_equal(way_agent_create(&unit, &rig->agents[i]), WAY_STATUS_OK);
    }
}

static void open_rig(angle_rig *rig, const scene_request *request, uint32_t size)
{
    *rig = (angle_rig){0};
    snprintf(rig->name, sizeof rig->name, "%s %ux%u seed %llu unit %u", request->generator,
             request->width, request->height, (unsigned long long)request->seed, size);
    assert_int_equal(scene_create(request, &rig->made, NULL), WAY_STATUS_OK);
    open_scene(rig, size);
}

/// A map of the benchmark sets.
static void open_game(angle_rig *rig, const char *name, uint32_t size)
{
    way_file file;
    *rig = (angle_rig){0};
    snprintf(rig->name, sizeof rig->name, "%s unit %u", name, size);
    data_read("dao", name, &file);
    const char *text = (const char *)file.bytes;
    assert_int_equal(
        sscanf(text, "type octile height %u width %u map", &rig->made.height, &rig->made.width), 2);
    const char *cells = strstr(text, "map");
    rig->made.weights = malloc((size_t)rig->made.width * rig->made.height);
    assert_non_null(rig->made.weights);
    for (uint32_t i = 0; i < rig->made.width * rig->made.height; i++) {
        cells += strcspn(cells, ".GSW@OT"); // past line ends, and the word before them
        rig->made.weights[i] = strchr(".GS", *cells++) != NULL;
    }
    way_file_free(&file);
    open_scene(rig, size);
}

static void close_rig(angle_rig *rig)
{
    for (uint32_t i = 0; i < 2; i++) {
        way_agent_destroy(rig->agents[i]);
        way_navigator_destroy(rig->navigators[i]);
    }
    way_space_destroy(rig->space);
    way_map_destroy(rig->map);
    body_corners_free(&rig->corners);
    scene_destroy(&rig->made);
}

/// Runs a trip; its length, checked line by line, or INFINITY. `count` is of its cells.
static double run(const angle_rig *rig, uint32_t which, way_cell start, way_cell goal,
                  uint32_t *count)
{
    way_agent *agent = rig->agents[which];
    const way_trip trip = {.start = start, .goal = goal};
    assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
    const way_outcome outcome = way_agent_run(agent);
    if (outcome != WAY_OUTCOME_FOUND) {
        assert_int_equal(outcome, WAY_OUTCOME_NO_PATH);
        return INFINITY;
    }
    const way_state *path = way_agent_path(agent, count);
    double length = 0;
    way_cost cost = 0;
    for (uint32_t i = 0; i + 1 < *count; i++) {
        const double leg = body_length(&rig->ground, path[i], path[i + 1]);
        assert_true(body_sees(&rig->ground, path[i], path[i + 1]));
        length += leg;
        cost += (way_cost)ceil(leg * 408 - 1e-6);
    }
    assert_int_equal(path[0], start);
    assert_int_equal(path[*count - 1], goal);
    assert_int_equal(cost, way_agent_cost(agent));
    return length;
}

/// What was found on all maps.
typedef struct angle_sums {
    uint32_t queries, wrong, reached;
    double excess, worst; ///< of Lazy Theta*, over the shortest
} angle_sums;

static void ask(const angle_rig *rig, way_rng *rng, angle_sums *sums)
{
    const uint32_t cells = (uint32_t)(rig->ground.width * rig->ground.height);
    const way_cell start = way_rng_below(rng, cells);
    const way_cell goal = way_rng_below(rng, cells);
    if (!rig->ground.free[start] || !rig->ground.free[goal]) {
        return;
    }
    uint32_t count = 0;
    const double best = body_shortest(&rig->ground, &rig->corners, start, goal);
    const double found = run(rig, 0, start, goal, &count);
    sums->queries++;
    assert_int_equal(isfinite(found), isfinite(best));
    if (!isfinite(best)) {
        return;
    }
    // Lengths are counted in units of 2^-14, each leg by itself.
    if (fabs(found - best) > (count + 2) / 16384.0) {
        print_error("%s: from %u to %u: %.6f, the shortest is %.6f\n", rig->name, start, goal,
                    found, best);
        sums->wrong++;
    }
    const double theta = run(rig, 1, start, goal, &count);
    assert_true(theta > best - 1e-6);
    sums->reached++;
    sums->excess += best > 0 ? theta / best - 1 : 0;
    sums->worst = best > 0 && theta / best > sums->worst ? theta / best : sums->worst;
}

/// The scenes in turn, of all sizes up to 40 by 40.
static scene_request pick_scene(uint32_t turn, way_rng *rng)
{
    static const char *const generators[] = {"random", "rooms", "maze", "caves", "random"};
    const char *generator = generators[turn % 5];
    const uint32_t width = 2 + way_rng_below(rng, 39);
    const uint32_t height = 2 + way_rng_below(rng, 39);
    scene_request request =
        scene_request_default(generator, width, height, way_rng_below(rng, 1u << 30));
    if (turn % 5 == 0 || turn % 5 == 4) {
        request.settings[0] = (scene_setting){"blocked", (int32_t)(turn / 5 % 46)};
    }
    return request;
}

static uint32_t rounds(uint32_t usual)
{
    const char *given = getenv("WAYMARK_ANGLE_ROUNDS");
    return given ? (uint32_t)strtoul(given, NULL, 10) : usual;
}

static void report(const angle_sums *sums)
{
    print_message("%u queries, %u ways, %u wrong; lazytheta %.3f %% longer, at worst %.1f %%\n",
                  sums->queries, sums->reached, sums->wrong, 100 * sums->excess / sums->reached,
                  100 * (sums->worst - 1));
    assert_int_equal(sums->wrong, 0);
    assert_true(sums->excess / sums->reached < 0.01);
}

static void ways_when_compared_with_all_corners(void **state)
{
    (void)state;
    way_rng rng = test_rng(2016);
    angle_sums sums = {0};
    const uint32_t maps = rounds(300);
    for (uint32_t i = 0; i < maps; i++) {
        const scene_request request = pick_scene(i, &rng);
        angle_rig rig;
        open_rig(&rig, &request, i % 7 == 6 ? 2 : 1);
        for (uint32_t k = 0; k < ANGLE_QUERIES; k++) {
            ask(&rig, &rng, &sums);
        }
        close_rig(&rig);
    }
    report(&sums);
    assert_true(sums.reached > maps);
}

/// The small maps of the game whose larger ones are measured.
static void ways_when_compared_on_game_maps(void **state)
{
    static const char *const names[] = {"orz106d.map", "lak104d.map", "arena.map", "den312d.map",
                                        "rmtst01.map"};
    (void)state;
    if (!data_is_there()) {
        skip();
    }
    way_rng rng = test_rng(2019);
    angle_sums sums = {0};
    for (uint32_t i = 0; i < 2 * (sizeof names / sizeof *names); i++) {
        angle_rig rig;
        open_game(&rig, names[i / 2], 1 + i % 2);
        for (uint32_t asked = sums.queries; sums.queries < asked + rounds(60);) {
            ask(&rig, &rng, &sums);
        }
        close_rig(&rig);
    }
    report(&sums);
    assert_true(sums.reached > sums.queries / 2);
}

/// Puts up or takes down a few cells, on the map and in what the test knows of it.
static void edit(angle_rig *rig, way_rng *rng)
{
    const way_edit change = {way_rng_below(rng, (uint32_t)rig->ground.width),
                             way_rng_below(rng, (uint32_t)rig->ground.height), 1, 1,
                             (uint8_t)way_rng_below(rng, 2)};
    assert_int_equal(way_map_edit(rig->map, &change, 1), WAY_STATUS_OK);
    rig->made.weights[change.y * (uint32_t)rig->ground.width + change.x] = change.weight;
}

/// Steps a trip while the map changes; what it hands out is legal on the map as it is then.
static void walk_under_edits(angle_rig *rig, uint32_t which, way_rng *rng)
{
    const uint32_t cells = (uint32_t)(rig->ground.width * rig->ground.height);
    const way_trip trip = {.start = way_rng_below(rng, cells), .goal = way_rng_below(rng, cells)};
    way_agent *agent = rig->agents[which];
    if (!rig->ground.free[trip.start] || !rig->ground.free[trip.goal]) {
        return;
    }
    assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
    way_outcome outcome = way_agent_outcome(agent);
    for (uint32_t i = 0; outcome == WAY_OUTCOME_WORKING; i++) {
        assert_true(i < 100000);
        if (i % 3 == 0) {
            edit(rig, rng);
        }
        outcome = way_agent_step(agent, 2);
    }
    assert_true(outcome == WAY_OUTCOME_FOUND || outcome == WAY_OUTCOME_NO_PATH ||
                outcome == WAY_OUTCOME_PARTIAL);
    uint32_t count = 0;
    const way_state *path = way_agent_path(agent, &count);
    for (uint32_t i = 0; outcome == WAY_OUTCOME_FOUND && i + 1 < count; i++) {
        const bool leaves = i == 0 && !rig->ground.free[path[0]]; // somebody built over it
        assert_true(leaves || body_sees(&rig->ground, path[i], path[i + 1]));
    }
}

/// One edit amid a trip: the way is that of a trip that begins after it, whether the search has
/// noticed or not.
static void edit_amid_a_trip(angle_rig *rig, uint32_t which, way_rng *rng, uint32_t *amid)
{
    const uint32_t cells = (uint32_t)(rig->ground.width * rig->ground.height);
    const way_trip trip = {.start = way_rng_below(rng, cells), .goal = way_rng_below(rng, cells)};
    const uint32_t steps = way_rng_below(rng, 40);
    way_agent *agent = rig->agents[which];
    assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
    for (uint32_t i = 0; i < steps && way_agent_outcome(agent) == WAY_OUTCOME_WORKING; i++) {
        (void)way_agent_step(agent, 1);
    }
    const bool works = way_agent_outcome(agent) == WAY_OUTCOME_WORKING;
    edit(rig, rng);
    if (!works || !rig->ground.free[trip.start] || !rig->ground.free[trip.goal]) {
        return;
    }
    const way_outcome outcome = way_agent_run(agent);
    uint32_t counts[2] = {0};
    const way_state *path = way_agent_path(agent, &counts[0]);
    const size_t size = counts[0] * sizeof *path;
    way_state *kept = malloc(size);
    assert_non_null(kept);
    memcpy(kept, path, size);
    assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
    assert_int_equal(way_agent_run(agent), outcome);
    path = way_agent_path(agent, &counts[1]);
    assert_int_equal(counts[0], counts[1]);
    assert_memory_equal(kept, path, size);
    free(kept);
    (*amid)++;
}

static void ways_after_an_edit_amid_a_trip(void **state)
{
    (void)state;
    way_rng rng = test_rng(2019);
    uint32_t amid = 0;
    for (uint32_t i = 0; i < 60; i++) {
        const scene_request request = pick_scene(i, &rng);
        angle_rig rig;
        open_rig(&rig, &request, 1);
        for (uint32_t k = 0; k < 60; k++) {
            edit_amid_a_trip(&rig, k % 2, &rng, &amid);
        }
        close_rig(&rig);
    }
    print_message("%u edits amid a trip\n", amid);
    assert_true(amid > 300);
}

/// A corridor round two sides of a map, and a chamber apart in what it goes round.
static way_map *make_bend(uint32_t side)
{
    way_map_config config = way_map_config_default(side, side);
    uint8_t *weights = calloc((size_t)side * side, 1);
    assert_non_null(weights);
    for (uint32_t y = 0; y < side; y++) {
        for (uint32_t x = 0; x < side; x++) {
            const bool bend = y < 4 || x >= side - 4;
            const bool chamber = x >= 16 && x < 32 && y >= side - 32 && y < side - 16;
            weights[y * side + x] = bend || chamber;
        }
    }
    config.weights = weights;
    way_map *map = NULL;
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    free(weights);
    return map;
}

static void edits_beside_the_way_leave_it_alone(void **state)
{
    enum { SIDE = 160 };
    (void)state;
    for (uint32_t which = 0; which < 2; which++) {
        way_map *map = make_bend(SIDE);
        way_agent *agent = NULL;
        way_space *space = NULL;
        way_navigator *navigator = NULL;
        assert_int_equal(way_space_create_angles(map, 1, NULL, &space), WAY_STATUS_OK);
        const way_navigator_config plan = {.space = space, .algorithm = angle_names[which]};
        assert_int_equal(way_navigator_create(&plan, &navigator), WAY_STATUS_OK);
        const way_agent_config unit = {.navigator = navigator};
        assert_int_equal(way_agent_create(&unit, &agent), WAY_STATUS_OK);
        const way_trip trip = {.start = 0, .goal = SIDE * SIDE - 1};
        uint64_t expansions[2];
        for (uint32_t turn = 0; turn < 2; turn++) {
            assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
            uint8_t weight = 0;
            while (way_agent_step(agent, 2) == WAY_OUTCOME_WORKING) {
                const way_edit change = {20, SIDE - 24, 1, 1, weight};
                weight = !weight;
                assert_int_equal(way_map_edit(map, &change, turn), WAY_STATUS_OK);
            }
            assert_int_equal(way_agent_outcome(agent), WAY_OUTCOME_FOUND);
            expansions[turn] = way_agent_stats(agent).expansions;
        }
        assert_int_equal(expansions[0], expansions[1]);
        way_agent_destroy(agent);
        way_navigator_destroy(navigator);
        way_space_destroy(space);
        way_map_destroy(map);
    }
}

static void ways_when_the_map_changes(void **state)
{
    (void)state;
    way_rng rng = test_rng(2017);
    for (uint32_t i = 0; i < 150; i++) {
        const scene_request request = pick_scene(i, &rng);
        angle_sums sums = {0};
        angle_rig rig;
        open_rig(&rig, &request, 1);
        for (uint32_t k = 0; k < 12; k++) {
            walk_under_edits(&rig, k % 2, &rng);
        }
        body_corners_free(&rig.corners);
        body_corners_make(&rig.ground, &rig.corners);
        for (uint32_t k = 0; k < 6; k++) {
            ask(&rig, &rng, &sums);
        }
        assert_int_equal(sums.wrong, 0);
        close_rig(&rig);
    }
}

/// Every pair of cells: the space's steps are the body's lines, and cost their length.
static void steps_when_compared_with_the_body(void **state)
{
    (void)state;
    way_rng rng = test_rng(2018);
    for (uint32_t i = 0; i < 20; i++) {
        scene_request request = pick_scene(i, &rng);
        request.width = 2 + request.width % 16;
        request.height = 2 + request.height % 16;
        angle_rig rig;
        open_rig(&rig, &request, 1 + i % 2);
        const uint32_t cells = request.width * request.height;
        for (uint32_t k = 0; k < cells * cells; k++) {
            const way_cell from = k / cells;
            const way_cell to = k % cells;
            if (from == to || !rig.ground.free[from]) {
                continue;
            }
            const double length = body_length(&rig.ground, from, to);
            const way_cost cost = way_space_step_cost(rig.space, from, to);
            assert_int_equal(cost, body_sees(&rig.ground, from, to)
                                       ? (way_cost)ceil(length * 408 - 1e-6)
                                       : WAY_COST_MAX);
            assert_true(rig.space->type->estimate(rig.space, from, to) <= length * 408);
        }
        close_rig(&rig);
    }
}

/// What is looked at along lines counts as work, and no line is so long that a step takes more than
/// it may.
static void looks_along_lines_are_work(void **state)
{
    (void)state;
    const uint32_t side = 1200;
    way_map *map = NULL;
    way_space *space = NULL;
    const way_map_config config = way_map_config_default(side, side);
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    assert_int_equal(way_space_create_angles(map, 1, NULL, &space), WAY_STATUS_OK);
    for (uint32_t i = 0; i < 2; i++) {
        way_navigator *navigator = NULL;
        way_agent *agent = NULL;
        const way_navigator_config plan = {.space = space, .algorithm = angle_names[i]};
        assert_int_equal(way_navigator_create(&plan, &navigator), WAY_STATUS_OK);
        const way_agent_config unit = {.navigator = navigator};
        assert_int_equal(way_agent_create(&unit, &agent), WAY_STATUS_OK);
        const way_trip trip = {.start = 0, .goal = side * side - 90};
        assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
        uint64_t work = 0;
        while (way_agent_step(agent, 64) == WAY_OUTCOME_WORKING) {
            work += 64;
        }
        const way_stats stats = way_agent_stats(agent);
        assert_int_equal(way_agent_outcome(agent), WAY_OUTCOME_FOUND);
        assert_in_range(stats.step_work_max, 1, 64 + 64);
        assert_true(i == 0 || work > 4 * stats.expansions);
        uint32_t count = 0;
        assert_non_null(way_agent_path(agent, &count));
        assert_int_equal(count, i == 0 ? 2 : 3); // it bends where a line gets too long
        way_agent_destroy(agent);
        way_navigator_destroy(navigator);
    }
    way_space_destroy(space);
    way_map_destroy(map);
}

/// Who does not know of angles walks; other corner rules, hexes and sizes are refused.
static void space_when_badly_asked(void **state)
{
    (void)state;
    way_map *map = NULL;
    way_space *space = NULL;
    way_path path = {0};
    way_map_config config = way_map_config_default(9, 7);
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    assert_int_equal(way_space_create_angles(map, 1, NULL, NULL), WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_space_create_angles(NULL, 1, NULL, &space), WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_space_create_angles(map, 0, NULL, &space), WAY_STATUS_OUT_OF_RANGE);
    assert_int_equal(way_space_create_angles(map, 3, NULL, &space), WAY_STATUS_UNSUPPORTED);
    assert_null(space);
    assert_int_equal(way_space_create_for(map, 1, "anya", NULL, &space), WAY_STATUS_OK);
    assert_true(way_space_traits(space) & WAY_SPACE_ANGLES);
    assert_int_equal(way_find_in(space, "astar", 0, 8, &path), WAY_STATUS_OK);
    assert_int_equal(path.count, 9);
    way_path_free(&path);
    way_space_destroy(space);
    assert_int_equal(way_find(map, "lazytheta", 0, 8, &path), WAY_STATUS_OK);
    assert_int_equal(path.count, 2);
    way_path_free(&path);
    assert_int_equal(way_find(map, "anya", 0, 62, &path), WAY_STATUS_OK);
    assert_int_equal(path.count, 2);
    assert_int_equal(path.cost, 4080); // 8 across, 6 down
    way_path_free(&path);
    way_map_destroy(map);
    config.corners = WAY_CORNERS_LOOSE;
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    assert_int_equal(way_space_create_angles(map, 1, NULL, &space), WAY_STATUS_UNSUPPORTED);
    assert_int_equal(way_find(map, "anya", 0, 62, &path), WAY_STATUS_UNSUPPORTED);
    way_map_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ways_when_the_map_changes),
        cmocka_unit_test(ways_after_an_edit_amid_a_trip),
        cmocka_unit_test(edits_beside_the_way_leave_it_alone),
        cmocka_unit_test(steps_when_compared_with_the_body),
        cmocka_unit_test(space_when_badly_asked),
        cmocka_unit_test(looks_along_lines_are_work),
        cmocka_unit_test(ways_when_compared_with_all_corners),
        cmocka_unit_test(ways_when_compared_on_game_maps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
