// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// D* Lite as printed: a walk through the fog by hand, plan by plan, and what the printed priorities
// of buckets lack.
#include "search/engine/lifelong.h"
#include "search/trip/algorithm.h"
#include "support/test.h"

#include <waymark/agent.h>
#include <waymark/fog.h>

#include <string.h>

enum { WIDTH = 11, HEIGHT = 7, START = 3 * WIDTH + 1, GOAL = 2 * WIDTH + 10, PLANS_MAX = 64 };

static const char hand_made[] = "..........."
                                ".......@@@."
                                "...@@@@@.@."
                                ".......@.@."
                                "...@@@@@..."
                                "...@......."
                                "...........";

/// A plan: where it was made, what it costs, and how many expansions it took.
typedef struct fog_plan {
    uint32_t x, y, cost, expansions;
} fog_plan;

typedef struct fog_walk {
    fog_plan plans[PLANS_MAX];
    uint32_t plan_count, steps;
    bool arrived, best; ///< every plan was the best on what was known
} fog_walk;

typedef struct fog_rig {
    const char *ground;
    way_map *map;
    way_belief *belief;
    way_space *space;
    way_navigator *navigator;
    way_agent *agent;
    bool known[WIDTH * HEIGHT];
    way_cell here;
} fog_rig;

static void rig_open(fog_rig *rig, const char *ground, const char *spec)
{
    uint8_t weights[WIDTH * HEIGHT];
    for (uint32_t i = 0; i < WIDTH * HEIGHT; i++) {
        weights[i] = ground[i] == '.';
    }
    *rig = (fog_rig){.ground = ground, .here = START};
    way_map_config config = way_map_config_default(WIDTH, HEIGHT);
    config.neighbours = WAY_NEIGHBOURS_4;
    config.weights = weights;
    config.costs = (way_cost_model){1, 1};
    assert_int_equal(way_map_create(&config, &rig->map), WAY_STATUS_OK);
    const way_belief_config unseen = {.truth = rig->map, .unseen = 1};
    assert_int_equal(way_belief_create(&unseen, &rig->belief), WAY_STATUS_OK);
    assert_int_equal(way_space_create_grid(way_belief_map(rig->belief), 1, NULL, &rig->space),
                     WAY_STATUS_OK);
    const way_navigator_config plan = {.space = rig->space, .algorithm = spec};
    assert_int_equal(way_navigator_create(&plan, &rig->navigator), WAY_STATUS_OK);
    const way_agent_config agent = {.navigator = rig->navigator};
    assert_int_equal(way_agent_create(&agent, &rig->agent), WAY_STATUS_OK);
    way_agent_set_horizon(rig->agent, 1);
}

static void rig_close(fog_rig *rig)
{
    way_agent_destroy(rig->agent);
    way_navigator_destroy(rig->navigator);
    way_space_destroy(rig->space);
    way_belief_destroy(rig->belief);
    way_map_destroy(rig->map);
}

/// The neighbours of a cell on the map; returns how many.
static uint32_t rig_neighbours(way_cell cell, way_cell *out)
{
    const uint32_t x = cell % WIDTH;
    uint32_t count = 0;
    if (cell >= WIDTH) {
        out[count++] = cell - WIDTH;
    }
    if (x + 1 < WIDTH) {
        out[count++] = cell + 1;
    }
    if (cell + WIDTH < WIDTH * HEIGHT) {
        out[count++] = cell + WIDTH;
    }
    if (x > 0) {
        out[count++] = cell - 1;
    }
    return count;
}

/// Senses around the agent; returns how many cells have changed.
static uint32_t rig_sense(fog_rig *rig)
{
    way_cell around[4];
    const uint32_t count = rig_neighbours(rig->here, around);
    for (uint32_t i = 0; i < count; i++) {
        rig->known[around[i]] = true;
    }
    uint32_t changed = 0;
    const way_sensor sensor = {.cell = rig->here, .radius = 1};
    assert_int_equal(way_belief_look(rig->belief, 1, &sensor, 1, &changed), WAY_STATUS_OK);
    return changed;
}

/// The best way from the agent to the goal on what is known, by a search of its own.
static uint32_t rig_best(const fog_rig *rig)
{
    uint32_t costs[WIDTH * HEIGHT];
    way_cell queue[WIDTH * HEIGHT];
    uint32_t last = 0;
    memset(costs, 0xff, sizeof costs);
    costs[rig->here] = 0;
    queue[last++] = rig->here;
    for (uint32_t first = 0; first < last && queue[first] != GOAL; first++) {
        way_cell around[4];
        const uint32_t count = rig_neighbours(queue[first], around);
        for (uint32_t i = 0; i < count; i++) {
            const way_cell to = around[i];
            if (costs[to] == UINT32_MAX && !(rig->known[to] && rig->ground[to] != '.')) {
                costs[to] = costs[queue[first]] + 1;
                queue[last++] = to;
            }
        }
    }
    return costs[GOAL];
}

static bool rig_plan(fog_rig *rig, fog_walk *walk)
{
    const uint64_t before = way_agent_stats(rig->agent).expansions;
    const bool made = way_agent_run(rig->agent) == WAY_OUTCOME_FOUND;
    const uint32_t cost = way_agent_cost(rig->agent);
    assert_true(walk->plan_count < PLANS_MAX);
    walk->best = walk->best && cost == rig_best(rig);
    walk->plans[walk->plan_count++] =
        (fog_plan){rig->here % WIDTH, rig->here / WIDTH, cost,
                   (uint32_t)(way_agent_stats(rig->agent).expansions - before)};
    return made;
}

/// Walks until it arrives, or has taken more steps than there are cells. Without `biased`, keys do
/// not follow the unit (k_m = 0), as printed for buckets.
static fog_walk rig_walk(fog_rig *rig, bool biased)
{
    fog_walk walk = {.best = true};
    (void)rig_sense(rig);
    uint64_t told = way_space_revision(rig->space);
    const way_trip trip = {.start = START, .goal = GOAL};
    assert_int_equal(way_agent_begin(rig->agent, &trip), WAY_STATUS_OK);
    bool going = rig_plan(rig, &walk);
    while (going && rig->here != GOAL && walk.steps < WIDTH * HEIGHT) {
        if (way_agent_advance(rig->agent, 1) != WAY_STATUS_OK ||
            way_agent_position(rig->agent) == rig->here) {
            break;
        }
        rig->here = way_agent_position(rig->agent);
        walk.steps++;
        wayi_lifelong *search = rig->agent->memory;
        search->aimed = biased ? search->aimed : search->target;
        if (rig_sense(rig) == 0 || rig->here == GOAL) {
            continue;
        }
        way_cell cells[16];
        way_rect rects[16]; // of one cell, or two side by side
        uint32_t count = 0;
        uint32_t rect_count = 0;
        assert_int_equal(way_map_changes(way_belief_map(rig->belief), told, rects, 16, &rect_count),
                         WAY_STATUS_OK);
        for (uint32_t i = 0; i < rect_count; i++) {
            for (uint32_t k = 0; k < rects[i].width * rects[i].height; k++) {
                cells[count++] =
                    (rects[i].y + k / rects[i].width) * WIDTH + rects[i].x + k % rects[i].width;
            }
        }
        told = way_space_revision(rig->space);
        assert_int_equal(way_agent_notify(rig->agent, cells, count), WAY_STATUS_OK);
        going = rig_plan(rig, &walk);
    }
    walk.arrived = rig->here == GOAL;
    return walk;
}

// Rows: the listing of the paper, run by hand; ties of a walk go to the first of north, east, south
// and west. Nobody plans at the goal.
static const fog_plan small_g[] = {{1, 3, 10, 19}, {2, 2, 10, 12}, {4, 1, 7, 1}, {5, 1, 6, 1},
                                   {6, 1, 7, 9},   {8, 0, 4, 1},   {9, 0, 3, 1}};
static const fog_plan buckets[] = {{1, 3, 10, 10}, {2, 2, 10, 12}, {3, 3, 8, 0},
                                   {4, 3, 7, 1},   {5, 3, 6, 1},   {6, 3, 15, 45},
                                   {6, 1, 7, 3},   {8, 0, 4, 1},   {9, 0, 3, 1}};

static void check_plans(const char *spec, const fog_plan *plans, uint32_t count, uint32_t steps)
{
    fog_rig rig;
    rig_open(&rig, hand_made, spec);
    const fog_walk walk = rig_walk(&rig, true);
    assert_true(walk.arrived);
    assert_true(walk.best);
    if (plans) {
        assert_int_equal(walk.plan_count, count);
        assert_int_equal(walk.steps, steps);
        assert_memory_equal(walk.plans, plans, count * sizeof *plans);
    }
    rig_close(&rig);
}

static void plans_when_walked(void **state)
{
    (void)state;
    check_plans("dstarlite(queue=heap_small_g)", small_g, sizeof small_g / sizeof *small_g, 14);
    check_plans("dstarlite(queue=bucket)", buckets, sizeof buckets / sizeof *buckets, 24);
    check_plans("dstarlite(queue=heap_large_g)", NULL, 0, 0); // equal triples go another way
}

/// Without k_m a key in the queue may be above the true one: plans are wrong, or there is none.
static void plans_when_keys_stay_behind(void **state)
{
    (void)state;
    way_rng rng = test_rng(4);
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < 300; i++) {
        char strewn[WIDTH * HEIGHT];
        for (uint32_t k = 0; k < WIDTH * HEIGHT; k++) {
            strewn[k] = way_rng_below(&rng, 100) < 35 && k != START && k != GOAL ? '@' : '.';
        }
        fog_rig rig;
        rig_open(&rig, strewn, "dstarlite(queue=bucket)");
        const fog_walk with = rig_walk(&rig, true);
        rig_close(&rig);
        rig_open(&rig, strewn, "dstarlite(queue=bucket)");
        const fog_walk without = rig_walk(&rig, false);
        rig_close(&rig);
        assert_true(with.best);
        wrong += with.arrived && !(without.arrived && without.best);
    }
    print_message("%u walks go wrong\n", wrong);
    assert_true(wrong > 0);
}

/// Which queue is in force: buckets on maps and in the fog, a heap in any other space.
static void queue_when_made(void **state)
{
    (void)state;
    static const uint8_t penalties[16 * 16];
    way_map *map = NULL;
    way_space *spaces[2] = {NULL, NULL};
    const way_map_config config = way_map_config_default(16, 16);
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    const way_penalty_config penalty = {.map = map, .profile = 1, .penalties = penalties};
    assert_int_equal(way_space_create_grid(map, 1, NULL, &spaces[0]), WAY_STATUS_OK);
    assert_int_equal(way_space_create_penalty(&penalty, &spaces[1]), WAY_STATUS_OK);
    for (uint32_t i = 0; i < 2; i++) {
        way_navigator *navigator = NULL;
        way_agent *agent = NULL;
        const way_navigator_config plan = {.space = spaces[i],
                                           .algorithm = "dstarlite(queue=bucket)"};
        assert_int_equal(way_navigator_create(&plan, &navigator), WAY_STATUS_OK);
        const way_agent_config one = {.navigator = navigator};
        assert_int_equal(way_agent_create(&one, &agent), WAY_STATUS_OK);
        const wayi_lifelong *search = agent->memory;
        const wayi_lifelong_queue queue = i ? WAYI_LIFELONG_LARGE_G : WAYI_LIFELONG_BUCKET;
        assert_int_equal(search->config.queue, queue);
        assert_int_equal(way_navigator_param(navigator, 0), queue);
        way_agent_destroy(agent);
        way_navigator_destroy(navigator);
        way_space_destroy(spaces[i]);
    }
    way_map_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plans_when_walked),
        cmocka_unit_test(plans_when_keys_stay_behind),
        cmocka_unit_test(queue_when_made),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
