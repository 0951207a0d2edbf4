// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What is special about the incremental and anytime searches: the queue of a lifelong search holds
// exactly the inconsistent states at every moment, also on graphs whose links change; the three
// queues of D* Lite agree and prefer what they say; learned estimates stay consistent; bounds of
// ARA* only fall and costs never rise.
#include "lab/incremental/adaptive_search.h"
#include "scenes/oracle.h"
#include "scenes/scene.h"
#include "search/conformance.h"
#include "search/engine/lifelong.h"
#include "search/trip/algorithm.h"
#include "support/test.h"

#include <waymark/agent.h>
#include <waymark/fog.h>

#include <math.h>
#include <string.h>

#define ELASTIC_NODES 60u
#define ELASTIC_LINKS 240u

// A graph whose links change ----------------------------------------------------------------------

/// Links cost at least the straight distance between their ends, rounded up; estimates are rounded
/// down, so they are consistent but no metric.
typedef struct elastic_space {
    way_space space;
    double x[ELASTIC_NODES], y[ELASTIC_NODES];
    oracle_edge links[ELASTIC_LINKS];
    bool cut[ELASTIC_LINKS];
    uint64_t revision;
} elastic_space;

static double elastic_length(const elastic_space *elastic, way_state a, way_state b)
{
    return hypot(elastic->x[a] - elastic->x[b], elastic->y[a] - elastic->y[b]);
}

static uint32_t elastic_list(const elastic_space *elastic, way_state state, bool back,
                             way_edge *edges)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < ELASTIC_LINKS; i++) {
        const oracle_edge link = elastic->links[i];
        if (!elastic->cut[i] && (back ? link.to : link.from) == state) {
            edges[count++] = (way_edge){back ? link.from : link.to, link.cost};
        }
    }
    return count;
}

static uint32_t elastic_expand(way_space *space, way_state state, way_edge *edges)
{
    return elastic_list((const elastic_space *)space, state, false, edges);
}

static uint32_t elastic_expand_back(way_space *space, way_state state, way_edge *edges)
{
    return elastic_list((const elastic_space *)space, state, true, edges);
}

static way_cost elastic_distance(const way_space *space, way_state from, way_state to)
{
    return (way_cost)elastic_length((const elastic_space *)space, from, to);
}

static uint64_t elastic_revision(const way_space *space)
{
    return ((const elastic_space *)space)->revision;
}

static const way_space_type elastic_type = {.name = "elastic",
                                            .expand = elastic_expand,
                                            .expand_back = elastic_expand_back,
                                            .estimate = elastic_distance,
                                            .revision = elastic_revision};

static void elastic_change_link(elastic_space *elastic, uint32_t link, way_rng *rng)
{
    const oracle_edge old = elastic->links[link];
    const double length = ceil(elastic_length(elastic, old.from, old.to));
    elastic->links[link].cost = 1 + (way_cost)length + way_rng_below(rng, 60);
    elastic->cut[link] = way_rng_below(rng, 3) == 0;
    elastic->revision++;
}

static void elastic_create(elastic_space *elastic, way_rng *rng)
{
    *elastic = (elastic_space){
        .space = {.type = &elastic_type,
                  .state_count = ELASTIC_NODES,
                  .degree_max = ELASTIC_LINKS,
                  .traits = WAY_SPACE_DENSE_IDS | WAY_SPACE_PREDECESSORS | WAY_SPACE_CONSISTENT}};
    for (uint32_t i = 0; i < ELASTIC_NODES; i++) {
        elastic->x[i] = way_rng_below(rng, 10000) / 100.0;
        elastic->y[i] = way_rng_below(rng, 10000) / 100.0;
    }
    for (uint32_t i = 0; i < ELASTIC_LINKS; i++) {
        elastic->links[i].from = way_rng_below(rng, ELASTIC_NODES);
        elastic->links[i].to = way_rng_below(rng, ELASTIC_NODES);
        elastic_change_link(elastic, i, rng);
    }
}

static way_cost elastic_best(const elastic_space *elastic, way_state from, way_state to)
{
    oracle_edge edges[ELASTIC_LINKS];
    way_cost costs[ELASTIC_NODES];
    oracle_graph graph = {ELASTIC_NODES, 0, edges};
    for (uint32_t i = 0; i < ELASTIC_LINKS; i++) {
        if (!elastic->cut[i]) {
            edges[graph.edge_count++] = elastic->links[i];
        }
    }
    assert_int_equal(oracle_graph_costs(&graph, from, costs), WAY_STATUS_OK);
    return costs[to];
}

/// One agent through many changes of links; the caller names both ends.
static void elastic_run(const way_algorithm *algorithm, uint64_t seed)
{
    way_rng rng = way_rng_seed(seed);
    elastic_space elastic;
    elastic_create(&elastic, &rng);
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
    const way_navigator_config plan = {.space = &elastic.space, .algorithm = algorithm->name};
    if (way_navigator_create(&plan, &navigator) != WAY_STATUS_OK) {
        return;
    }
    const way_agent_config config = {.navigator = navigator,
                                     .store = seed % 2 ? WAY_STORE_SPARSE : WAY_STORE_DENSE};
    assert_int_equal(way_agent_create(&config, &agent), WAY_STATUS_OK);
    const way_trip trip = {.start = way_rng_below(&rng, ELASTIC_NODES),
                           .goal = way_rng_below(&rng, ELASTIC_NODES)};
    assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
    for (uint32_t turn = 0; turn < 25; turn++) {
        const way_outcome outcome = way_agent_run(agent);
        const way_cost best = elastic_best(&elastic, way_agent_position(agent), trip.goal);
        if (way_agent_cost(agent) != best ||
            (outcome == WAY_OUTCOME_FOUND) != (best != WAY_COST_MAX)) {
            fail_msg("%s, seed %llu: %s at %u, the best is %u", algorithm->name,
                     (unsigned long long)seed, way_outcome_name(outcome), way_agent_cost(agent),
                     best);
        }
        if (outcome == WAY_OUTCOME_FOUND && way_rng_below(&rng, 2)) {
            const way_status status = way_agent_advance(agent, 1 + way_rng_below(&rng, 2));
            assert_true(status == WAY_STATUS_OK || status == WAY_STATUS_UNSUPPORTED);
        }
        way_state ends[8];
        for (uint32_t i = 0; i < 4; i++) {
            const uint32_t link = way_rng_below(&rng, ELASTIC_LINKS);
            elastic_change_link(&elastic, link, &rng);
            ends[2 * i] = elastic.links[link].from;
            ends[2 * i + 1] = elastic.links[link].to;
        }
        assert_int_equal(way_agent_notify(agent, ends, 8), WAY_STATUS_OK);
    }
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
}

static void links_may_change(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < way_algorithm_count(); i++) {
        const way_algorithm *algorithm = way_algorithm_at(i);
        if ((algorithm->traits & WAY_TRAIT_INCREMENTAL) &&
            !(algorithm->traits & WAY_TRAIT_REALTIME)) {
            for (uint64_t seed = 0; seed < stage_rounds(100); seed++) {
                elastic_run(algorithm, seed);
            }
        }
    }
}

// The queue ---------------------------------------------------------------------------------------

typedef struct lifelong_rig {
    way_rng rng;
    way_map *map;
    way_space *space;
    way_edge edges[8 + WAY_MAP_CELL_LINKS_MAX];
    way_stats stats;
    wayi_lifelong search;
    uint32_t heaviest; ///< 1 = uniform ground
} lifelong_rig;

static void lifelong_open(lifelong_rig *rig, uint64_t seed, wayi_lifelong_config config)
{
    rig->rng = way_rng_seed(seed);
    rig->heaviest = seed / 5 % 2 ? 1 : 3;
    way_map_config plan = way_map_config_default(20, 20);
    uint8_t weights[400];
    for (uint32_t i = 0; i < 400; i++) {
        const bool blocked = way_rng_below(&rig->rng, 3) == 0;
        weights[i] = blocked ? 0 : (uint8_t)(1 + way_rng_below(&rig->rng, rig->heaviest));
    }
    plan.neighbours = seed / 11 % 3 ? WAY_NEIGHBOURS_8 : WAY_NEIGHBOURS_4;
    plan.corners = (way_corners)(seed / 7 % 3);
    plan.weights = weights;
    plan.costs = (way_cost_model){5, 7};
    assert_int_equal(way_map_create(&plan, &rig->map), WAY_STATUS_OK);
    assert_int_equal(way_space_create_grid(rig->map, 1, NULL, &rig->space), WAY_STATUS_OK);
    rig->stats = (way_stats){0};
    config.space = rig->space;
    config.edges = rig->edges;
    config.stats = &rig->stats;
    assert_int_equal(wayi_lifelong_init(&rig->search, &config, NULL), WAY_STATUS_OK);
}

static void lifelong_close(lifelong_rig *rig)
{
    wayi_lifelong_fini(&rig->search);
    way_space_destroy(rig->space);
    way_map_destroy(rig->map);
}

static void lifelong_edit(lifelong_rig *rig)
{
    const way_cell cell = way_rng_below(&rig->rng, 400);
    const way_edit edit = {cell % 20, cell / 20, 1, 1,
                           (uint8_t)way_rng_below(&rig->rng, rig->heaviest + 1)};
    assert_int_equal(way_map_edit(rig->map, &edit, 1), WAY_STATUS_OK);
    wayi_lifelong_change(&rig->search, &cell, 1);
}

static void lifelong_begin_round(wayi_lifelong *search, uint32_t weight)
{
    uint64_t looks = UINT64_MAX;
    if (weight * search->unit < search->weight * 1000) {
        assert_true(wayi_lifelong_gather(search, &looks));
    }
    wayi_lifelong_set_round(search, weight);
    assert_true(wayi_lifelong_release(search, &looks));
}

/// Looks at the invariants after every single expansion, edit and move.
static void lifelong_run(uint64_t seed, wayi_lifelong_config config)
{
    lifelong_rig rig;
    lifelong_open(&rig, seed, config);
    const way_state start = way_rng_below(&rig.rng, 400);
    assert_true(wayi_lifelong_begin(&rig.search, start, way_rng_below(&rig.rng, 400)));
    for (uint32_t turn = 0; turn < 12; turn++) {
        way_outcome outcome = WAY_OUTCOME_WORKING;
        for (uint32_t i = 0; i < 60 && outcome == WAY_OUTCOME_WORKING; i++) {
            outcome = wayi_lifelong_step(&rig.search, 1);
            assert_true(wayi_lifelong_check(&rig.search));
        }
        if (way_rng_below(&rig.rng, 3) == 0) {
            wayi_lifelong_move_target(&rig.search, way_rng_below(&rig.rng, 400), WAY_COST_MAX);
        }
        if (way_rng_below(&rig.rng, 4) == 0) {
            wayi_lifelong_move_root(&rig.search, way_rng_below(&rig.rng, 400));
        }
        lifelong_edit(&rig);
        if (config.inflated) {
            lifelong_begin_round(&rig.search, 1000 + 50 * way_rng_below(&rig.rng, 40));
        }
        assert_true(wayi_lifelong_check(&rig.search));
    }
    lifelong_close(&rig);
}

static void queue_holds_what_is_inconsistent(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < stage_rounds(120); seed++) {
        const wayi_lifelong_config config = {.queue = (wayi_lifelong_queue)(seed % 3),
                                             .backward = seed / 3 % 2,
                                             .nodes.sparse = seed / 6 % 2,
                                             .sheds = seed / 12 % 2};
        lifelong_run(seed, config);
        const wayi_lifelong_config inflated = {.queue = seed / 2 % 2 ? WAYI_LIFELONG_SMALL_G
                                                                     : WAYI_LIFELONG_BUCKET,
                                               .backward = true,
                                               .inflated = true,
                                               .unit = 20,
                                               .nodes.sparse = seed % 2};
        lifelong_run(seed, inflated);
    }
}

/// The check itself finds what is wrong.
static void check_finds_faults(void **state)
{
    (void)state;
    lifelong_rig rig;
    lifelong_open(&rig, 1, (wayi_lifelong_config){.queue = WAYI_LIFELONG_LARGE_G});
    assert_true(wayi_lifelong_begin(&rig.search, 21, 378));
    (void)wayi_lifelong_step(&rig.search, 40);
    assert_true(wayi_lifelong_check(&rig.search));
    const uint32_t slot = rig.search.heap.items[0].slot;
    wayi_lifelong_node *node = wayi_nodes_at(&rig.search.nodes, slot, sizeof(wayi_lifelong_node));
    node->rhs++;
    assert_false(wayi_lifelong_check(&rig.search));
    node->rhs--;
    wayi_indexed_heap_remove(&rig.search.heap, slot);
    assert_false(wayi_lifelong_check(&rig.search));
    lifelong_close(&rig);
}

// Walks through mazes -----------------------------------------------------------------------------

static way_walk maze_walk(const way_map *map, const char *spec, way_cell start, way_cell goal)
{
    way_belief *belief = NULL;
    way_space *fog = NULL;
    way_navigator *navigator = NULL;
    way_walker *walker = NULL;
    const way_belief_config unseen = {.truth = map, .unseen = 1};
    assert_int_equal(way_belief_create(&unseen, &belief), WAY_STATUS_OK);
    assert_int_equal(way_space_create_grid(way_belief_map(belief), 1, NULL, &fog), WAY_STATUS_OK);
    const way_navigator_config plan = {.space = fog, .algorithm = spec};
    assert_int_equal(way_navigator_create(&plan, &navigator), WAY_STATUS_OK);
    const way_walker_config config = {
        .navigator = navigator, .belief = belief, .sensor = {.radius = 1}};
    assert_int_equal(way_walker_create(&config, &walker), WAY_STATUS_OK);
    assert_int_equal(way_walker_begin(walker, start, goal), WAY_STATUS_OK);
    while (way_walker_step(walker, UINT32_MAX) == WAY_OUTCOME_WORKING) {
    }
    assert_int_equal(way_walker_outcome(walker), WAY_OUTCOME_FOUND);
    const way_walk walk = way_walker_walk(walker);
    way_walker_destroy(walker);
    way_navigator_destroy(navigator);
    way_space_destroy(fog);
    way_belief_destroy(belief);
    return walk;
}

/// Larger g expands fewer states than smaller g; buckets stay within a few per cent of it.
static void ties_cost_what_they_should(void **state)
{
    (void)state;
    static const char *const specs[] = {"dstarlite(queue=heap_small_g)",
                                        "dstarlite(queue=heap_large_g)", "dstarlite(queue=bucket)",
                                        "backward"};
    uint64_t expansions[4] = {0};
    for (uint64_t seed = 1; seed <= 16; seed++) {
        scene_request request = scene_request_default("maze", 101, 101, seed);
        request.settings[0] = (scene_setting){"braid", 190};
        scene made;
        way_map *map = NULL;
        assert_int_equal(scene_create(&request, &made, NULL), WAY_STATUS_OK);
        assert_int_equal(scene_create_map(&made, WAY_NEIGHBOURS_4, WAY_CORNERS_STRICT, &map),
                         WAY_STATUS_OK);
        for (uint32_t i = 0; i < 4; i++) {
            expansions[i] += maze_walk(map, specs[i], made.start, made.goal).stats.expansions;
        }
        way_map_destroy(map);
        scene_destroy(&made);
    }
    assert_true(expansions[1] < expansions[0]);
    assert_true(expansions[2] * 100 < expansions[1] * 110);
    assert_true(expansions[2] * 100 > expansions[1] * 90);
    assert_true(expansions[1] * 5 < expansions[3]);
}

// Learned estimates -------------------------------------------------------------------------------

static void adaptive_check_estimates(way_agent *agent)
{
    way_space *space = agent->space;
    way_edge edges[8 + WAY_MAP_CELL_LINKS_MAX];
    const way_state goal = way_agent_goal(agent);
    assert_int_equal(wayi_adaptive_estimate(agent, goal), 0);
    for (way_state from = 0; from < space->state_count; from++) {
        const way_cost h = wayi_adaptive_estimate(agent, from);
        assert_true(h >= space->type->estimate(space, from, goal));
        if (!way_space_can_stand(space, from) || from == goal) {
            continue;
        }
        const uint32_t count = space->type->expand(space, from, edges);
        for (uint32_t i = 0; i < count; i++) {
            if (h > edges[i].cost + wayi_adaptive_estimate(agent, edges[i].to)) {
                fail_msg("%s: the estimate of %u is %u, that of %u is %u, the step costs %u",
                         agent->algorithm->info.name, from, h, edges[i].to,
                         wayi_adaptive_estimate(agent, edges[i].to), edges[i].cost);
            }
        }
    }
}

static void adaptive_run(const char *spec, uint64_t seed)
{
    lifelong_rig rig;
    lifelong_open(&rig, seed, (wayi_lifelong_config){0});
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
    const way_navigator_config plan = {.space = rig.space, .algorithm = spec};
    assert_int_equal(way_navigator_create(&plan, &navigator), WAY_STATUS_OK);
    const way_agent_config config = {.navigator = navigator};
    assert_int_equal(way_agent_create(&config, &agent), WAY_STATUS_OK);
    const way_cell end = way_map_nearest_passable(rig.map, way_rng_below(&rig.rng, 400), 1);
    const way_cell other = way_map_nearest_passable(rig.map, way_rng_below(&rig.rng, 400), 1);
    const way_trip trip = {.start = way_map_nearest_reachable(rig.map, end, other, 1), .goal = end};
    assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
    for (uint32_t turn = 0; turn < 10; turn++) {
        (void)way_agent_run(agent);
        adaptive_check_estimates(agent);
        if (way_agent_outcome(agent) == WAY_OUTCOME_FOUND) {
            assert_int_equal(way_agent_advance(agent, 1), WAY_STATUS_OK);
        }
        way_cell cell = way_rng_below(&rig.rng, 400);
        cell = cell == end || cell == way_agent_position(agent) ? (cell + 1) % 400 : cell;
        const way_edit edit = {cell % 20, cell / 20, 1, 1, (uint8_t)way_rng_below(&rig.rng, 4)};
        assert_int_equal(way_map_edit(rig.map, &edit, 1), WAY_STATUS_OK);
        assert_int_equal(way_agent_notify(agent, &cell, 1), WAY_STATUS_OK);
        if (turn % 3 == 2 && strcmp(spec, "mtadaptive") == 0) {
            (void)way_agent_run(agent);
            const way_cell next = way_map_nearest_reachable(rig.map, way_agent_position(agent),
                                                            way_rng_below(&rig.rng, 400), 1);
            assert_int_equal(way_agent_retarget(agent, next), WAY_STATUS_OK);
        }
        if (way_agent_outcome(agent) == WAY_OUTCOME_NO_PATH) {
            break;
        }
    }
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
    lifelong_close(&rig);
}

static void estimates_stay_consistent(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < stage_rounds(60); seed++) {
        adaptive_run("adaptive", seed);
        adaptive_run("adaptive(update=eager)", seed);
        adaptive_run("gaa", seed);
        adaptive_run("mtadaptive", seed);
    }
}

// Anytime -----------------------------------------------------------------------------------------

static void bounds_only_fall(void **state)
{
    (void)state;
    uint32_t published = 0;
    for (uint64_t seed = 0; seed < stage_rounds(150); seed++) {
        lifelong_rig rig;
        lifelong_open(&rig, seed, (wayi_lifelong_config){0});
        way_navigator *navigator = NULL;
        way_agent *agent = NULL;
        const way_navigator_config plan = {.space = rig.space,
                                           .algorithm = seed % 2 ? "arastar" : "adstar"};
        assert_int_equal(way_navigator_create(&plan, &navigator), WAY_STATUS_OK);
        const way_agent_config config = {.navigator = navigator};
        assert_int_equal(way_agent_create(&config, &agent), WAY_STATUS_OK);
        const way_trip trip = {.start = way_rng_below(&rig.rng, 400),
                               .goal = way_rng_below(&rig.rng, 400)};
        const way_cost best = oracle_cost(rig.map, trip.start, trip.goal, 1);
        assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
        uint64_t bound = UINT32_MAX;
        way_cost cost = WAY_COST_MAX;
        while (way_agent_step(agent, 3) == WAY_OUTCOME_WORKING) {
            const uint32_t now = way_agent_bound_thousandths(agent);
            assert_true(now <= bound);
            published += now < bound;
            if (now != UINT32_MAX) {
                assert_true((uint64_t)way_agent_cost(agent) * 1000 <= (uint64_t)now * best);
                assert_true(seed % 2 == 0 || way_agent_cost(agent) <= cost);
                cost = way_agent_cost(agent);
            }
            bound = now;
        }
        if (way_agent_outcome(agent) == WAY_OUTCOME_FOUND) {
            assert_int_equal(way_agent_bound_thousandths(agent), 1000);
            assert_int_equal(way_agent_cost(agent), best);
        }
        way_agent_destroy(agent);
        way_navigator_destroy(navigator);
        lifelong_close(&rig);
    }
    assert_true(published > stage_rounds(150) / 8);
}

/// From one round to the next all that waits is looked at and queued again: that is work like any
/// other, and cut into pieces like it.
static void rounds_begin_within_the_budget(void **state)
{
    (void)state;
    static const char *const specs[] = {"arastar", "adstar", "arastar(step=0.1)",
                                        "adstar(step=0.1)", "adstar(queue=heap_small_g)"};
    for (uint32_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        test_stage stage;
        stage_grid_config ground = stage_strewn(240, 30, i);
        ground.heaviest = i % 2 ? 9 : 1;
        stage_create_grid(&stage, &ground);
        conformance_rig rig;
        conformance_open(&rig, &stage, specs[i], NULL);
        const way_trip trip = {.start = stage.problems[0].start, .goal = stage.problems[0].goal};
        const conformance_result whole = conformance_run(&rig, rig.agent, &trip, UINT32_MAX);
        const conformance_result pieces = conformance_run(&rig, rig.agent, &trip, 50);
        assert_int_equal(whole.outcome, WAY_OUTCOME_FOUND);
        conformance_compare(&rig, &whole, &pieces, "in steps of 50");
        assert_in_range(pieces.stats.step_work_max, 51, 50 + 64);
        conformance_close(&rig);
        stage_destroy(&stage);
    }
}

/// A call does the work that its header allows, and what it queues is in proportion.
static void lifelong_holds(const conformance_rig *rig, uint64_t work, uint64_t pushes,
                           uint64_t most)
{
    const uint64_t done = rig->agent->looked + rig->agent->stats.expansions - work;
    assert_in_range(done, 0, most);
    assert_in_range(rig->agent->stats.heap_pushes - pushes, 0, 8 * (done + 1));
}

/// So is a round that begins since the map changed, the goal or the unit moved, and so are keys
/// that are made again for the unit's new place.
static void rounds_begin_again_within_the_budget(void **state)
{
    (void)state;
    static const char *const specs[] = {"adstar", "adstar(queue=heap_small_g)", "adstar(step=0.1)",
                                        "dstarlite", "dstar"};
    enum { BUDGET = 40, BEYOND = 64 };
    uint32_t moves = 0;
    for (uint32_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        test_stage stage;
        const stage_grid_config ground = stage_strewn(240, 30, i);
        stage_create_grid(&stage, &ground);
        conformance_rig rig;
        conformance_open(&rig, &stage, specs[i], NULL);
        way_rng rng = way_rng_seed(i);
        const way_trip trip = {.start = stage.problems[0].start, .goal = stage.problems[0].goal};
        assert_int_equal(way_agent_begin(rig.agent, &trip), WAY_STATUS_OK);
        for (uint32_t turn = 0; turn < 400; turn++) {
            uint64_t work = rig.agent->looked + rig.agent->stats.expansions;
            uint64_t pushes = rig.agent->stats.heap_pushes;
            const way_outcome outcome = way_agent_step(rig.agent, BUDGET);
            lifelong_holds(&rig, work, pushes, BUDGET + BEYOND);
            work = rig.agent->looked + rig.agent->stats.expansions;
            pushes = rig.agent->stats.heap_pushes;
            if (rig.agent->path.count > 8) {
                moves += way_agent_advance(rig.agent, 1 + turn % 3) == WAY_STATUS_OK;
            }
            if (outcome != WAY_OUTCOME_WORKING || turn % 29 == 28) {
                const uint32_t side = turn % 3 ? 1 : 9;
                const way_edit edit = {way_rng_below(&rng, 230), way_rng_below(&rng, 230), side,
                                       side, (uint8_t)(turn % 2)};
                assert_int_equal(way_map_edit(stage.map, &edit, 1), WAY_STATUS_OK);
            }
            lifelong_holds(&rig, work, pushes, BEYOND);
        }
        conformance_close(&rig);
        stage_destroy(&stage);
    }
    assert_true(moves > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(links_may_change),
        cmocka_unit_test(queue_holds_what_is_inconsistent),
        cmocka_unit_test(check_finds_faults),
        cmocka_unit_test(ties_cost_what_they_should),
        cmocka_unit_test(estimates_stay_consistent),
        cmocka_unit_test(bounds_only_fall),
        cmocka_unit_test(rounds_begin_within_the_budget),
        cmocka_unit_test(rounds_begin_again_within_the_budget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
