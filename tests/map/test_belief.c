// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What a team believes: looks against their definition, edits in one batch, the newer look wins,
// and every search that plans on maps plans on a belief.
#include "scenes/oracle.h"
#include "scenes/scene.h"
#include "support/sizes.h"
#include "support/test.h"
#include "support/test_allocator.h"

#include <waymark/agent.h>
#include <waymark/belief.h>
#include <waymark/database.h>
#include <waymark/field.h>
#include <waymark/format.h>
#include <waymark/path.h>

#include <stdlib.h>
#include <string.h>

static way_map *belief_truth(uint32_t side, uint64_t seed, uint32_t heaviest)
{
    uint8_t *weights = malloc((size_t)side * side);
    way_rng rng = way_rng_seed(seed);
    way_map_config config = way_map_config_default(side, side);
    assert_non_null(weights);
    for (uint32_t i = 0; i < side * side; i++) {
        const bool wall = way_rng_below(&rng, 4) == 0;
        weights[i] = wall ? 0 : (uint8_t)(1 + way_rng_below(&rng, heaviest));
    }
    config.weights = weights;
    way_map *map = NULL;
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    free(weights);
    return map;
}

static way_belief *belief_of(const way_map *truth, uint8_t unseen)
{
    const way_belief_config config = {.truth = truth, .unseen = unseen};
    way_belief *belief = NULL;
    assert_int_equal(way_belief_create(&config, &belief), WAY_STATUS_OK);
    return belief;
}

/// Everything within the radius is known, nothing else; one call is one revision.
static void near_looks_when_compared_cell_by_cell(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < 30; seed++) {
        way_rng rng = way_rng_seed(seed);
        const uint32_t side = 5 + way_rng_below(&rng, 90);
        way_map *truth = belief_truth(side, seed, seed % 2 ? 1 : 4);
        const uint8_t unseen = (uint8_t)way_rng_below(&rng, 3);
        way_belief *belief = belief_of(truth, unseen);
        const way_map *map = way_belief_map(belief);
        way_sensor sensors[5];
        for (uint32_t i = 0; i < 5; i++) {
            sensors[i] = (way_sensor){.cell = way_rng_below(&rng, side * side),
                                      .radius = way_rng_below(&rng, 9)};
        }
        const uint64_t revision = way_map_revision(map);
        uint32_t changed = 0;
        assert_int_equal(way_belief_look(belief, 7, sensors, 5, &changed), WAY_STATUS_OK);
        uint32_t expected = 0;
        for (way_cell cell = 0; cell < side * side; cell++) {
            bool seen = false;
            for (uint32_t i = 0; i < 5; i++) {
                const int32_t dx = (int32_t)(cell % side) - (int32_t)(sensors[i].cell % side);
                const int32_t dy = (int32_t)(cell / side) - (int32_t)(sensors[i].cell / side);
                const int32_t far = abs(dx) > abs(dy) ? abs(dx) : abs(dy);
                seen = seen || far <= (int32_t)sensors[i].radius;
            }
            const uint8_t is = way_map_terrain(truth, cell);
            assert_int_equal(way_map_terrain(map, cell), seen ? is : unseen);
            assert_int_equal(way_belief_seen(belief, cell), seen ? 7 : WAY_BELIEF_NEVER);
            expected += seen && is != unseen;
        }
        assert_int_equal(changed, expected);
        assert_int_equal(way_map_revision(map), revision + (expected > 0));
        way_belief_destroy(belief);
        way_map_destroy(truth);
    }
}

/// Whether a cell is seen from another, by a belief of its own.
static bool belief_sees(const way_map *truth, way_cell from, way_cell to, uint32_t radius)
{
    way_belief *belief = belief_of(truth, 1);
    const way_sensor sensor = {.cell = from, .radius = radius, .line_of_sight = true};
    assert_int_equal(way_belief_look(belief, 1, &sensor, 1, NULL), WAY_STATUS_OK);
    const bool seen = way_belief_seen(belief, to) != WAY_BELIEF_NEVER;
    way_belief_destroy(belief);
    return seen;
}

/// Sight stays within the radius, holds over open ground, both ways between free cells, and never
/// passes a closed wall.
static void sight_when_compared_with_its_promises(void **state)
{
    (void)state;
    way_rng rng = way_rng_seed(3);
    for (uint32_t i = 0; i < 300; i++) {
        const uint32_t side = 12 + i % 9;
        way_map *truth = belief_truth(side, i % 7, 1);
        const way_cell a = way_rng_below(&rng, side * side);
        const way_cell b = way_rng_below(&rng, side * side);
        const uint32_t radius = 1 + way_rng_below(&rng, 12);
        const int32_t dx = abs((int32_t)(a % side) - (int32_t)(b % side));
        const int32_t dy = abs((int32_t)(a / side) - (int32_t)(b / side));
        const bool near = (uint32_t)(dx > dy ? dx : dy) <= radius;
        const bool forth = belief_sees(truth, a, b, radius);
        assert_true(near || !forth);
        if (way_map_is_passable(truth, a) && way_map_is_passable(truth, b)) {
            assert_int_equal(forth, belief_sees(truth, b, a, radius));
            assert_true(!near || forth || !way_map_sees(truth, a, b, WAY_SIGHT_ANY_ANGLE, 1));
        }
        const way_edit open = {0, 0, side, side, 1};
        assert_int_equal(way_map_edit(truth, &open, 1), WAY_STATUS_OK);
        assert_int_equal(belief_sees(truth, a, b, radius), near);
        const way_edit wall = {side / 2, 0, 1, side, 0};
        assert_int_equal(way_map_edit(truth, &wall, 1), WAY_STATUS_OK);
        const bool apart = (a % side < side / 2 && b % side > side / 2) ||
                           (a % side > side / 2 && b % side < side / 2);
        assert_true(!apart || !belief_sees(truth, a, b, radius));
        way_map_destroy(truth);
    }
}

/// A unit believes what it saw last; what another saw later wins.
/// Rows between floors are believed to be what they are, and no sensor sees another floor.
static void floors_when_believed(void **state)
{
    (void)state;
    const way_floors floors = {2, 9};
    way_map_config config = way_map_config_default(12, way_floors_rows(&floors));
    config.floors = floors;
    way_map *truth = NULL;
    assert_int_equal(way_map_create(&config, &truth), WAY_STATUS_OK);
    way_belief *belief = belief_of(truth, 1);
    const way_map *map = way_belief_map(belief);
    assert_int_equal(way_map_floors(map).count, 2);
    assert_false(way_map_is_reachable(map, 0, way_floors_cell(map, &floors, 1, 0, 0), 1));
    for (uint32_t sight = 0; sight < 2; sight++) {
        const way_sensor sensor = {
            .cell = way_floors_cell(map, &floors, 0, 5, 7), .radius = 6, .line_of_sight = sight};
        assert_int_equal(way_belief_look(belief, 1, &sensor, 1, NULL), WAY_STATUS_OK);
    }
    for (way_cell cell = 0; cell < 12 * 19; cell++) {
        assert_true(cell / 12 <= 9 || way_belief_seen(belief, cell) == WAY_BELIEF_NEVER);
    }
    way_belief_destroy(belief);
    way_map_destroy(truth);
}

/// Links that are believed in, in the plainest way: each way of a pair of eight mouths, by whether
/// the truth has it and whether the team believes in it.
enum { LINK_ENDS = 8, LINK_SIDE = 24 };

typedef struct link_model {
    way_cell ends[LINK_ENDS];
    way_cost there[LINK_ENDS][LINK_ENDS];    ///< what one costs in truth; 0 = there is none
    way_cost believed[LINK_ENDS][LINK_ENDS]; ///< as believed
} link_model;

static void model_look(link_model *model, const way_belief *belief, uint32_t now)
{
    for (uint32_t a = 0; a < LINK_ENDS; a++) {
        for (uint32_t b = 0; b < LINK_ENDS; b++) {
            const uint32_t from = way_belief_seen(belief, model->ends[a]);
            const uint32_t to = way_belief_seen(belief, model->ends[b]);
            const bool met = from == now || to == now;
            const bool gone = model->believed[a][b] != model->there[a][b];
            model->believed[a][b] = met && gone ? 0 : model->believed[a][b];
            if (met && from && to) {
                model->believed[a][b] = model->there[a][b];
            }
        }
    }
}

static void model_compare(const link_model *model, const way_map *map)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < way_map_link_count(map); i++) {
        const way_map_link link = way_map_link_at(map, i);
        uint32_t a = 0;
        uint32_t b = 0;
        while (model->ends[a] != link.from) {
            a++;
        }
        while (model->ends[b] != link.to) {
            b++;
        }
        assert_int_equal(link.cost, model->believed[a][b]);
    }
    for (uint32_t k = 0; k < LINK_ENDS * LINK_ENDS; k++) {
        count += model->believed[k / LINK_ENDS][k % LINK_ENDS] != 0;
    }
    assert_int_equal(way_map_link_count(map), count);
}

/// A link comes, goes or gets another price.
static void model_edit(link_model *model, way_map *truth, way_rng *rng)
{
    const uint32_t a = way_rng_below(rng, LINK_ENDS);
    const uint32_t b = (a + 1 + way_rng_below(rng, LINK_ENDS - 1)) % LINK_ENDS;
    const way_cost cost = way_rng_below(rng, 3) * 500;
    const way_map_link link = {
        .from = model->ends[a], .to = model->ends[b], .cost = cost ? cost : model->there[a][b]};
    if (link.cost) {
        assert_int_equal(cost ? way_map_add_links(truth, &link, 1)
                              : way_map_remove_links(truth, &link, 1),
                         WAY_STATUS_OK);
    }
    model->there[a][b] = cost;
}

static void links_when_both_ends_were_seen(void **state)
{
    (void)state;
    uint32_t learned = 0;
    for (uint64_t seed = 0; seed < 60; seed++) {
        way_rng rng = way_rng_seed(seed);
        link_model model = {0};
        way_map *truth = belief_truth(LINK_SIDE, 3, 1);
        way_belief *belief = belief_of(truth, 1);
        for (uint32_t i = 0; i < LINK_ENDS; i++) {
            model.ends[i] = 71 * i + way_rng_below(&rng, 71);
        }
        for (uint32_t now = 1; now < 60; now++) {
            way_sensor sensors[2];
            for (uint32_t i = 0; i < 2; i++) {
                sensors[i] = (way_sensor){way_rng_below(&rng, LINK_SIDE * LINK_SIDE),
                                          way_rng_below(&rng, 6), way_rng_below(&rng, 2)};
            }
            model_edit(&model, truth, &rng);
            assert_int_equal(way_belief_look(belief, now, sensors, 1 + now % 2, NULL),
                             WAY_STATUS_OK);
            model_look(&model, belief, now);
            model_compare(&model, way_belief_map(belief));
        }
        learned += way_map_link_count(way_belief_map(belief));
        way_belief_destroy(belief);
        way_map_destroy(truth);
    }
    assert_true(learned > 60);
}

/// A team takes over what another has found out of a link since: that it is there, that it is gone.
static void links_when_shared(void **state)
{
    (void)state;
    way_map *truth = belief_truth(20, 3, 1);
    way_belief *one = belief_of(truth, 1);
    way_belief *two = NULL;
    const way_map_link link = {.from = 42, .to = 357, .cost = 700, .both_ways = true};
    assert_int_equal(way_map_add_links(truth, &link, 1), WAY_STATUS_OK);
    const way_belief_config config = {.truth = truth, .unseen = 1, .known_links = true};
    assert_int_equal(way_belief_create(&config, &two), WAY_STATUS_OK);
    assert_int_equal(way_map_link_count(way_belief_map(two)), 2);
    way_belief_destroy(two);
    two = belief_of(truth, 1);
    const way_sensor both[] = {{42, 1, false}, {357, 1, false}};
    assert_int_equal(way_belief_look(one, 1, both, 2, NULL), WAY_STATUS_OK);
    assert_int_equal(way_belief_look(two, 1, both, 1, NULL), WAY_STATUS_OK);
    assert_int_equal(way_belief_share(one, two, NULL), WAY_STATUS_OK); // who knows less
    assert_int_equal(way_map_link_count(way_belief_map(one)), 2);
    assert_int_equal(way_belief_share(two, one, NULL), WAY_STATUS_OK);
    assert_int_equal(way_map_link_count(way_belief_map(two)), 2);
    assert_int_equal(way_map_remove_links(truth, &link, 1), WAY_STATUS_OK);
    assert_int_equal(way_belief_look(two, 2, both, 1, NULL), WAY_STATUS_OK);
    assert_int_equal(way_map_link_count(way_belief_map(two)), 0);
    assert_int_equal(way_belief_share(one, two, NULL), WAY_STATUS_OK);
    assert_int_equal(way_map_link_count(way_belief_map(one)), 0);
    way_belief_destroy(one);
    way_belief_destroy(two);
    way_map_destroy(truth);
}

/// Profiles have the numbers of the truth, those that come later too; what only the belief knows
/// takes another.
static void profiles_when_inherited(void **state)
{
    (void)state;
    way_map *truth = belief_truth(16, 3, 3);
    const way_profile kinds[3] = {{.unit_size = 1, .weights = {[1] = 1, [10] = 1}},
                                  {.unit_size = 2, .weights = {[1] = 1, [11] = 1}},
                                  {.unit_size = 1, .weights = {[1] = 4}}};
    const way_sensor sensor = {.cell = 100, .radius = 3};
    uint32_t numbers[3] = {0};
    way_profile found;
    assert_int_equal(way_map_add_profile(truth, &kinds[0], &numbers[0]), WAY_STATUS_OK);
    assert_int_equal(sizes_add(truth, 3), WAY_STATUS_OK);
    way_belief *belief = belief_of(truth, 1);
    way_map *map = way_belief_map(belief);
    assert_true(way_map_profile(map, numbers[0], &found) && found.weights[10] == 1);
    assert_true(way_map_profile(map, 3, &found) && found.unit_size == 3);
    assert_int_equal(way_map_add_profile(map, &kinds[2], &numbers[2]), WAY_STATUS_OK);
    assert_int_equal(way_map_add_profile(truth, &kinds[1], &numbers[1]), WAY_STATUS_OK);
    assert_true(numbers[2] != numbers[1] && !way_map_profile(map, numbers[1], &found));
    assert_int_equal(way_belief_look(belief, 1, &sensor, 1, NULL), WAY_STATUS_OK);
    assert_true(way_map_profile(map, numbers[1], &found) && found.unit_size == 2);
    assert_true(way_map_profile(map, numbers[2], &found) && found.weights[1] == 4);
    // The truth gets what the belief has under a number of its own: nothing is learned.
    uint32_t other = 0;
    assert_int_equal(way_map_add_profile(truth, &kinds[2], &other), WAY_STATUS_OK);
    assert_int_equal(way_belief_look(belief, 2, &sensor, 1, NULL), WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_map_remove_profile(map, numbers[2]), WAY_STATUS_OK);
    assert_int_equal(way_belief_look(belief, 2, &sensor, 1, NULL), WAY_STATUS_OK);
    assert_true(way_map_profile(map, other, &found) && found.weights[1] == 4);
    way_belief_destroy(belief);
    way_map_destroy(truth);
}

static void newer_look_when_shared(void **state)
{
    (void)state;
    way_map *truth = belief_truth(9, 1, 1);
    way_belief *one = belief_of(truth, 1);
    way_belief *two = belief_of(truth, 1);
    const way_sensor sensor = {.cell = 40, .radius = 1};
    way_edit edit = {4, 4, 1, 1, 0};
    assert_int_equal(way_map_edit(truth, &edit, 1), WAY_STATUS_OK);
    assert_int_equal(way_belief_look(one, 1, &sensor, 1, NULL), WAY_STATUS_OK);
    edit.weight = 6;
    assert_int_equal(way_map_edit(truth, &edit, 1), WAY_STATUS_OK);
    assert_int_equal(way_map_terrain(way_belief_map(one), 40), 0);
    assert_int_equal(way_belief_look(two, 2, &sensor, 1, NULL), WAY_STATUS_OK);
    assert_int_equal(way_belief_share(two, one, NULL), WAY_STATUS_OK);
    assert_int_equal(way_map_terrain(way_belief_map(two), 40), 6);
    uint32_t changed = 0;
    assert_int_equal(way_belief_share(one, two, &changed), WAY_STATUS_OK);
    assert_int_equal(changed, 1);
    assert_int_equal(way_map_terrain(way_belief_map(one), 40), 6);
    assert_int_equal(way_belief_seen(one, 40), 2);
    way_belief_destroy(one);
    way_belief_destroy(two);
    way_map_destroy(truth);
}

/// Every algorithm of the registry that takes the believed map plans on it as the oracle does.
static void plans_when_on_a_belief(void **state)
{
    (void)state;
    way_map *truth = belief_truth(24, 5, 1);
    way_belief *belief = belief_of(truth, 1);
    way_map *map = way_belief_map(belief);
    way_sensor sensors[6];
    for (uint32_t i = 0; i < 6; i++) {
        sensors[i] = (way_sensor){.cell = 97 * i, .radius = 5, .line_of_sight = i % 2};
    }
    assert_int_equal(way_belief_look(belief, 1, sensors, 6, NULL), WAY_STATUS_OK);
    uint32_t planned = 0;
    for (uint32_t i = 0; i < way_algorithm_count(); i++) {
        const way_algorithm *algorithm = way_algorithm_at(i);
        way_cell goal = 24 * 24 - 1;
        while (!way_map_is_reachable(map, 30, goal, 1)) {
            goal--;
        }
        way_path path = {0};
        const way_status status = way_find(map, algorithm->name, 30, goal, &path);
        assert_true(status == WAY_STATUS_OK || status == WAY_STATUS_UNSUPPORTED);
        if (status == WAY_STATUS_OK && (algorithm->traits & WAY_TRAIT_OPTIMAL) &&
            path.outcome == WAY_OUTCOME_FOUND) {
            assert_int_equal(path.cost, oracle_cost(map, 30, goal, 1));
        }
        planned += status == WAY_STATUS_OK && path.outcome == WAY_OUTCOME_FOUND;
        way_path_free(&path);
    }
    assert_true(planned > 30);
    way_belief_destroy(belief);
    way_map_destroy(truth);
}

/// A thousand sensors are one look: one revision, all that is near is known, and nothing is left to
/// learn by looking again.
static void a_thousand_sensors_when_at_once(void **state)
{
    (void)state;
    static way_sensor sensors[1000];
    way_rng rng = way_rng_seed(31);
    way_map *truth = belief_truth(256, 9, 3);
    way_belief *belief = belief_of(truth, 1);
    const way_map *map = way_belief_map(belief);
    for (uint32_t i = 0; i < 1000; i++) {
        sensors[i] = (way_sensor){way_rng_below(&rng, 256 * 256), 8, i % 2 == 0};
    }
    const uint64_t revision = way_map_revision(map);
    uint32_t changed = 0;
    assert_int_equal(way_belief_look(belief, 1, sensors, 1000, &changed), WAY_STATUS_OK);
    assert_true(changed > 256 * 256 / 4);
    assert_int_equal(way_map_revision(map), revision + 1);
    for (uint32_t i = 1; i < 1000; i += 2) {
        for (int32_t k = 0; k < 17 * 17; k++) {
            const way_cell cell = way_map_cell(truth, (int64_t)(sensors[i].cell % 256) + k % 17 - 8,
                                               (int64_t)(sensors[i].cell / 256) + k / 17 - 8);
            assert_true(cell == WAY_CELL_NONE || way_belief_seen(belief, cell) == 1);
        }
    }
    for (way_cell cell = 0; cell < 256 * 256; cell++) {
        assert_true(way_belief_seen(belief, cell) == WAY_BELIEF_NEVER ||
                    way_map_terrain(map, cell) == way_map_terrain(truth, cell));
    }
    assert_int_equal(way_belief_look(belief, 2, sensors, 1000, &changed), WAY_STATUS_OK);
    assert_int_equal(changed, 0);
    assert_int_equal(way_map_revision(map), revision + 1);
    way_belief_destroy(belief);
    way_map_destroy(truth);
}

/// What the oracle says of a believed map: reachability, a field, and a path of a database.
static void check_believed(way_map *map, uint32_t profile, way_rng *rng)
{
    const uint32_t cells = way_map_width(map) * way_map_height(map);
    way_cost *costs = malloc(cells * sizeof *costs);
    const way_cell goal = way_map_nearest_passable(map, way_rng_below(rng, cells), profile);
    way_space *space = NULL;
    way_field *field = NULL;
    assert_non_null(costs);
    assert_int_equal(oracle_costs_to(map, goal, profile, costs), WAY_STATUS_OK);
    assert_int_equal(way_space_create_grid(map, profile, NULL, &space), WAY_STATUS_OK);
    assert_int_equal(
        way_field_create(&(way_field_config){.space = space, .backward = true}, &field),
        WAY_STATUS_OK);
    assert_int_equal(way_field_begin(field, &goal, 1, WAY_COST_MAX), WAY_STATUS_OK);
    assert_int_equal(way_field_run(field), WAY_OUTCOME_FOUND);
    for (way_cell cell = 0; cell < cells; cell++) {
        if (way_map_weight(map, cell, profile)) {
            assert_int_equal(way_field_cost(field, cell), costs[cell]);
            assert_int_equal(way_map_is_reachable(map, cell, goal, profile),
                             costs[cell] != WAY_COST_MAX);
        }
    }
    way_field_destroy(field);
    way_space_destroy(space);
    free(costs);
}

/// Sizes, profiles, components, fields and databases follow what is learned.
static void sizes_and_profiles_when_on_a_belief(void **state)
{
    (void)state;
    way_rng rng = way_rng_seed(77);
    way_map *truth = belief_truth(48, 6, 5);
    way_belief *belief = belief_of(truth, 1);
    way_map *map = way_belief_map(belief);
    way_profile wheels = {.unit_size = 1, .weights = {[1] = 2, [2] = 1, [4] = 9}};
    uint32_t number = 0;
    way_space *space = NULL;
    way_navigator *navigator = NULL;
    assert_int_equal(sizes_add(map, 2), WAY_STATUS_OK);
    assert_int_equal(way_map_add_profile(map, &wheels, &number), WAY_STATUS_OK);
    assert_int_equal(way_space_create_grid(map, number, NULL, &space), WAY_STATUS_OK);
    const way_navigator_config plan = {.space = space, .algorithm = "hpastar"};
    assert_int_equal(way_navigator_create(&plan, &navigator), WAY_STATUS_OK);
    way_agent *agent = NULL;
    const way_agent_config config = {.navigator = navigator};
    assert_int_equal(way_agent_create(&config, &agent), WAY_STATUS_OK);
    for (uint32_t frame = 1; frame <= 8; frame++) {
        const way_sensor sensors[2] = {{way_rng_below(&rng, 48 * 48), 7, true},
                                       {way_rng_below(&rng, 48 * 48), 5, false}};
        assert_int_equal(way_belief_look(belief, frame, sensors, 2, NULL), WAY_STATUS_OK);
        check_believed(map, 1, &rng);
        check_believed(map, 2, &rng);
        check_believed(map, number, &rng);
        for (bool done = false; !done;) {
            assert_int_equal(way_navigator_repair(navigator, 1000, &done), WAY_STATUS_OK);
        }
        const way_cell start = way_map_nearest_passable(map, way_rng_below(&rng, 48 * 48), number);
        const way_cell goal = way_map_nearest_reachable(map, start, 0, number);
        const way_trip trip = {.start = start, .goal = goal};
        assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
        assert_int_equal(way_agent_run(agent), WAY_OUTCOME_FOUND);
        uint32_t count = 0;
        const way_state *path = way_agent_path(agent, &count);
        assert_true(way_path_check(map, number, path, count, NULL));
    }
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
    way_space_destroy(space);
    way_belief_destroy(belief);
    way_map_destroy(truth);
}

/// Profiles of each kind: the plain one, a unit of two by two cells, wheels on terrain.
static uint32_t belief_profile(way_map *map, uint32_t kind)
{
    const way_profile wheels = {.unit_size = 1, .weights = {[1] = 2, [2] = 1, [3] = 5}};
    const way_profile profile = kind == 2 ? wheels : way_profile_default(kind + 1);
    uint32_t number = 0;
    assert_int_equal(way_map_add_profile(map, &profile, &number), WAY_STATUS_OK);
    return number;
}

/// A trip on what is believed now: legal, and the best where that is promised.
static void check_trip(way_agent *agent, const way_map *map, uint32_t profile, way_rng *rng,
                       bool optimal)
{
    const uint32_t cells = way_map_width(map) * way_map_height(map);
    const way_cell start = way_map_nearest_passable(map, way_rng_below(rng, cells), profile);
    const way_cell goal = way_map_nearest_reachable(map, start, way_rng_below(rng, cells), profile);
    const way_trip trip = {.start = start, .goal = goal, .expansion_limit = 20000};
    assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
    const way_outcome outcome = way_agent_run(agent);
    uint32_t count = 0;
    way_cost cost = 0;
    const way_state *path = way_agent_path(agent, &count);
    assert_true(way_path_check(map, profile, path, count, &cost));
    if (outcome == WAY_OUTCOME_LIMIT || outcome == WAY_OUTCOME_CAPACITY) {
        return; // the search explodes
    }
    assert_int_equal(outcome, WAY_OUTCOME_FOUND);
    assert_true(!optimal || cost == oracle_cost(map, start, goal, profile));
}

/// One algorithm for one kind of units while their team looks around; false if it takes no such
/// ground. A database follows, or the trip is refused.
static bool check_search(const way_algorithm *algorithm, uint32_t kind)
{
    way_rng rng = way_rng_seed(5 + kind);
    way_map *truth = belief_truth(28, 6, kind == 2 ? 3 : 1);
    way_belief *belief = belief_of(truth, 1);
    way_map *map = way_belief_map(belief);
    const uint32_t profile = belief_profile(map, kind);
    way_space *space = NULL;
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
    assert_int_equal(way_space_create_grid(map, profile, NULL, &space), WAY_STATUS_OK);
    const way_navigator_config plan = {.space = space, .algorithm = algorithm->name};
    const bool takes = !(algorithm->needs & (WAY_SPACE_MESH_POINTS | WAY_SPACE_ANGLES));
    assert_int_equal(way_navigator_create(&plan, &navigator),
                     takes ? WAY_STATUS_OK : WAY_STATUS_UNSUPPORTED);
    const way_agent_config config = {.navigator = navigator};
    assert_true(!takes || way_agent_create(&config, &agent) == WAY_STATUS_OK);
    for (uint32_t frame = 1; takes && frame <= 3; frame++) {
        const way_sensor sensors[2] = {{way_rng_below(&rng, 28 * 28), 7, true},
                                       {way_rng_below(&rng, 28 * 28), 5, false}};
        assert_int_equal(way_belief_look(belief, frame, sensors, 2, NULL), WAY_STATUS_OK);
        bool done = !(algorithm->traits & WAY_TRAIT_PREPARED);
        way_status status = WAY_STATUS_OK;
        while (!done && status == WAY_STATUS_OK) {
            status = way_navigator_repair(navigator, 1000, &done);
        }
        const bool suits = way_algorithm_suits(algorithm, space); // else another one searches
        if (status == WAY_STATUS_OK || !suits) {
            check_trip(agent, map, profile, &rng,
                       !suits || (algorithm->traits & WAY_TRAIT_OPTIMAL));
        } else {
            assert_int_equal(way_agent_begin(agent, &(way_trip){.goal = 1}), WAY_STATUS_STALE);
        }
    }
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
    way_space_destroy(space);
    way_belief_destroy(belief);
    way_map_destroy(truth);
    return takes;
}

/// Every algorithm, with its database if it has one, for every kind of units.
static void searches_when_on_a_belief(void **state)
{
    (void)state;
    uint32_t taken[3] = {0};
    uint32_t grids = 0; // algorithms for them
    for (uint32_t i = 0; i < 3 * way_algorithm_count(); i++) {
        taken[i % 3] += check_search(way_algorithm_at(i / 3), i % 3);
        grids += i % 3 == 0 &&
                 !(way_algorithm_at(i / 3)->needs & (WAY_SPACE_MESH_POINTS | WAY_SPACE_ANGLES));
    }
    assert_true(taken[0] == grids && taken[1] > 35 && taken[2] > 30);
}

static void looks_when_wrong(void **state)
{
    (void)state;
    way_map *truth = belief_truth(9, 1, 1);
    way_belief *belief = belief_of(truth, 1);
    way_sensor sensor = {.cell = 81, .radius = 1};
    assert_int_equal(way_belief_look(belief, 1, &sensor, 1, NULL), WAY_STATUS_OUT_OF_RANGE);
    sensor = (way_sensor){.cell = 8, .radius = WAY_SENSOR_RADIUS_MAX + 1};
    assert_int_equal(way_belief_look(belief, 1, &sensor, 1, NULL), WAY_STATUS_OUT_OF_RANGE);
    sensor.radius = WAY_SENSOR_RADIUS_MAX;
    assert_int_equal(way_belief_look(belief, 0, &sensor, 1, NULL), WAY_STATUS_OUT_OF_RANGE);
    assert_int_equal(way_belief_look(belief, 5, &sensor, 1, NULL), WAY_STATUS_OK);
    assert_int_equal(way_belief_look(belief, 4, &sensor, 1, NULL), WAY_STATUS_OUT_OF_RANGE);
    assert_int_equal(way_belief_look(belief, 5, NULL, 1, NULL), WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_belief_look(NULL, 5, NULL, 0, NULL), WAY_STATUS_INVALID_ARGUMENT);
    way_map *other = belief_truth(9, 1, 1);
    way_belief *stranger = belief_of(other, 1);
    assert_int_equal(way_belief_share(belief, stranger, NULL), WAY_STATUS_INVALID_ARGUMENT);
    way_belief_destroy(stranger);
    way_map_destroy(other);
    way_belief_destroy(belief);
    way_map_destroy(truth);
    way_map_config config = way_map_config_default(5, 5);
    config.neighbours = WAY_NEIGHBOURS_6;
    assert_int_equal(way_map_create(&config, &truth), WAY_STATUS_OK);
    belief = belief_of(truth, 0);
    sensor = (way_sensor){.cell = 12, .radius = 1, .line_of_sight = true};
    assert_int_equal(way_belief_look(belief, 1, &sensor, 1, NULL), WAY_STATUS_UNSUPPORTED);
    sensor.line_of_sight = false;
    assert_int_equal(way_belief_look(belief, 1, &sensor, 1, NULL), WAY_STATUS_OK);
    assert_int_equal(way_map_passable_count(way_belief_map(belief)), 7);
    way_belief_destroy(belief);
    way_map_destroy(truth);
}

static bool belief_try(test_allocator *memory)
{
    way_map *truth = belief_truth(20, 3, 4);
    const way_belief_config config = {.truth = truth, .unseen = 1, .allocator = &memory->allocator};
    way_belief *first = NULL;
    way_belief *second = NULL;
    bool worked = way_belief_create(&config, &first) == WAY_STATUS_OK;
    worked = worked && way_belief_create(&config, &second) == WAY_STATUS_OK;
    const way_sensor sensor = {.cell = 210, .radius = 9, .line_of_sight = true};
    const uint64_t hash = worked ? way_map_hash(way_belief_map(first)) : 0;
    const bool looked = worked && way_belief_look(first, 1, &sensor, 1, NULL) == WAY_STATUS_OK;
    if (worked && !looked) {
        assert_true(way_map_hash(way_belief_map(first)) == hash);
        assert_int_equal(way_belief_seen(first, 210), WAY_BELIEF_NEVER);
        assert_int_equal(way_belief_look(first, 1, &sensor, 1, NULL), WAY_STATUS_OK);
    }
    const bool shared = looked && way_belief_share(second, first, NULL) == WAY_STATUS_OK;
    way_belief_destroy(first);
    way_belief_destroy(second);
    way_map_destroy(truth);
    return shared;
}

static void looks_when_memory_fails(void **state)
{
    (void)state;
    test_allocator_fail_each(belief_try);
}

/// All that was taken is told, with what looks have added.
static void bytes_when_counted(void **state)
{
    (void)state;
    test_allocator memory;
    test_allocator_init(&memory);
    way_map *truth = belief_truth(70, 4, 3);
    const way_belief_config config = {.truth = truth, .unseen = 1, .allocator = &memory.allocator};
    const way_sensor sensor = {.cell = 2000, .radius = 20};
    way_belief *belief = NULL;
    assert_int_equal(way_belief_create(&config, &belief), WAY_STATUS_OK);
    assert_int_equal(way_belief_bytes(belief), memory.live_bytes);
    assert_int_equal(way_belief_look(belief, 1, &sensor, 1, NULL), WAY_STATUS_OK);
    assert_int_equal(way_belief_bytes(belief), memory.live_bytes);
    way_belief_destroy(belief);
    test_allocator_check_empty(&memory);
    way_map_destroy(truth);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(near_looks_when_compared_cell_by_cell),
        cmocka_unit_test(sight_when_compared_with_its_promises),
        cmocka_unit_test(floors_when_believed),
        cmocka_unit_test(links_when_both_ends_were_seen),
        cmocka_unit_test(links_when_shared),
        cmocka_unit_test(profiles_when_inherited),
        cmocka_unit_test(newer_look_when_shared),
        cmocka_unit_test(plans_when_on_a_belief),
        cmocka_unit_test(a_thousand_sensors_when_at_once),
        cmocka_unit_test(sizes_and_profiles_when_on_a_belief),
        cmocka_unit_test(searches_when_on_a_belief),
        cmocka_unit_test(looks_when_wrong),
        cmocka_unit_test(looks_when_memory_fails),
        cmocka_unit_test(bytes_when_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
