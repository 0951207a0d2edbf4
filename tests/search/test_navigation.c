// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Every INCREMENTAL algorithm of the registry on maps that change while it plans and walks: after
// every change the rest of the way costs what the oracle says, the path is legal, and a bound is
// never too low.
#include "scenes/checker.h"
#include "scenes/oracle.h"
#include "search/conformance.h"
#include "support/sizes.h"
#include "support/test.h"

#include <waymark/agent.h>

#include <string.h>

#define NAVIGATION_CELLS_MAX 1024u
#define NAVIGATION_TURNS 16u

/// One agent on one map; everything follows from the seed.
typedef struct navigation_rig {
    const char *spec;
    uint64_t seed;
    way_rng rng;
    way_map *map;
    way_space *space;
    way_navigator *navigator;
    way_agent *agent;
    const way_algorithm *algorithm;
    uint32_t size;
    uint32_t heaviest;
    uint32_t horizon;
    bool linked;
    bool leads; ///< the plan before began on the way out of blocked ground
    way_state goal;
    way_cost costs[NAVIGATION_CELLS_MAX]; ///< to the goal
} navigation_rig;

#define navigation_check(rig, condition, ...)                                                      \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            print_error("%s, seed %llu: ", (rig)->spec, (unsigned long long)(rig)->seed);          \
            fail_msg(__VA_ARGS__);                                                                 \
        }                                                                                          \
    } while (0)

static uint32_t navigation_below(navigation_rig *rig, uint32_t bound)
{
    return way_rng_below(&rig->rng, bound);
}

static uint8_t navigation_weight(navigation_rig *rig)
{
    const bool blocked = navigation_below(rig, 100) < 35;
    return blocked ? 0 : (uint8_t)(1 + navigation_below(rig, rig->heaviest));
}

static void navigation_create_map(navigation_rig *rig)
{
    static const way_neighbours neighbours[] = {WAY_NEIGHBOURS_4, WAY_NEIGHBOURS_8,
                                                WAY_NEIGHBOURS_8, WAY_NEIGHBOURS_6};
    uint8_t weights[NAVIGATION_CELLS_MAX];
    way_map_config config =
        way_map_config_default(2 + navigation_below(rig, 22), 2 + navigation_below(rig, 22));
    config.neighbours = neighbours[navigation_below(rig, 4)];
    config.corners = (way_corners)navigation_below(rig, 3);
    config.costs = navigation_below(rig, 2) ? (way_cost_model){5, 7} : (way_cost_model){0, 0};
    rig->heaviest = navigation_below(rig, 3) ? 1 : 6;
    rig->size = navigation_below(rig, 8) ? 1 : 2;
    for (uint32_t i = 0; i < config.width * config.height; i++) {
        weights[i] = navigation_weight(rig);
    }
    config.weights = weights;
    assert_int_equal(way_map_create(&config, &rig->map), WAY_STATUS_OK);
    assert_int_equal(sizes_add(rig->map, rig->size), WAY_STATUS_OK);
}

static way_cell navigation_cell(navigation_rig *rig)
{
    return navigation_below(rig, way_map_width(rig->map) * way_map_height(rig->map));
}

static void navigation_aim(navigation_rig *rig, way_cell goal)
{
    rig->goal = goal;
    assert_int_equal(oracle_costs_to(rig->map, goal, rig->size, rig->costs), WAY_STATUS_OK);
}

/// A link between any two cells, of any cost; both ways for who can't do without.
static way_map_link navigation_link(navigation_rig *rig)
{
    const uint32_t count = way_map_width(rig->map) * way_map_height(rig->map);
    const bool symmetric = rig->algorithm && (rig->algorithm->needs & WAY_SPACE_SYMMETRIC);
    way_map_link link = {.from = navigation_cell(rig),
                         .cost = 1 + navigation_below(rig, way_map_costs(rig->map).cardinal * 15u),
                         .both_ways = symmetric || navigation_below(rig, 2)};
    link.to = (link.from + 1 + navigation_below(rig, count - 1)) % count;
    return link;
}

/// Adds or removes a link, and tells which cells that concerns.
static uint32_t navigation_edit_links(navigation_rig *rig, way_cell *cells)
{
    way_map_link link = navigation_link(rig);
    const uint32_t links = way_map_link_count(rig->map);
    if (links && navigation_below(rig, 2)) {
        link = way_map_link_at(rig->map, navigation_below(rig, links));
        link.both_ways = rig->algorithm->needs & WAY_SPACE_SYMMETRIC;
        assert_int_equal(way_map_remove_links(rig->map, &link, 1), WAY_STATUS_OK);
    } else if (way_map_add_links(rig->map, &link, 1) != WAY_STATUS_OK) {
        return 0;
    }
    cells[0] = link.from;
    cells[1] = link.to;
    return 2;
}

/// False if the algorithm does not take such a map.
static bool navigation_open(navigation_rig *rig, const char *spec, uint64_t seed)
{
    *rig = (navigation_rig){.spec = spec, .seed = seed, .rng = way_rng_seed(seed)};
    navigation_create_map(rig);
    assert_int_equal(way_space_create_grid(rig->map, rig->size, NULL, &rig->space), WAY_STATUS_OK);
    const way_navigator_config plan = {.space = rig->space, .algorithm = spec};
    const way_status status = way_navigator_create(&plan, &rig->navigator);
    if (status == WAY_STATUS_UNSUPPORTED) {
        return false;
    }
    assert_int_equal(status, WAY_STATUS_OK);
    rig->algorithm = way_navigator_algorithm(rig->navigator);
    const way_agent_config config = {.navigator = rig->navigator,
                                     .store = (way_store)navigation_below(rig, 3)};
    assert_int_equal(way_agent_create(&config, &rig->agent), WAY_STATUS_OK);
    rig->horizon = navigation_below(rig, 2) ? 0 : 1 + navigation_below(rig, 3);
    way_agent_set_horizon(rig->agent, rig->horizon);
    rig->linked = navigation_below(rig, 4) == 0;
    for (uint32_t i = 0; rig->linked && i < 3; i++) {
        const way_map_link link = navigation_link(rig);
        assert_int_equal(way_map_add_links(rig->map, &link, 1), WAY_STATUS_OK);
    }
    const way_trip trip = {.start = navigation_cell(rig), .goal = navigation_cell(rig)};
    navigation_aim(rig, trip.goal);
    assert_int_equal(way_agent_begin(rig->agent, &trip), WAY_STATUS_OK);
    return true;
}

static void navigation_close(navigation_rig *rig)
{
    way_agent_destroy(rig->agent);
    way_navigator_destroy(rig->navigator);
    way_space_destroy(rig->space);
    way_map_destroy(rig->map);
}

static bool navigation_stands(const navigation_rig *rig, way_cell cell)
{
    const uint32_t width = way_map_width(rig->map);
    return oracle_stands(rig->map, cell % width, cell / width, rig->size);
}

/// How many moves of the plan are of the way out of blocked ground; half way, some of that may be
/// ground to stand on.
static uint32_t navigation_lead(navigation_rig *rig)
{
    uint32_t count = 0;
    const way_state *path = way_agent_path(rig->agent, &count);
    uint32_t lead = 0;
    const bool out = rig->leads || !navigation_stands(rig, path[0]);
    for (uint32_t i = 1; out && i < count; i++) {
        lead = navigation_stands(rig, path[i]) ? lead : i;
    }
    return lead;
}

/// The path is legal, but for the way out of blocked ground, and as long as the horizon says;
/// returns its cost.
static way_cost navigation_check_path(navigation_rig *rig)
{
    uint32_t count = 0;
    const uint32_t first = navigation_lead(rig);
    const way_state *path = way_agent_path(rig->agent, &count);
    rig->leads = first > 0;
    navigation_check(rig, count > 0 && path[0] == way_agent_position(rig->agent),
                     "the path begins elsewhere");
    const checker_trip trip = {path[first], path[count - 1], path + first, count - first};
    checker_report report;
    assert_int_equal(checker_check(rig->map, rig->size, &trip, &report), WAY_STATUS_OK);
    navigation_check(rig, report.fault == CHECKER_FAULT_NONE, "illegal path: %s", report.message);
    const bool whole = path[count - 1] == rig->goal;
    navigation_check(rig, whole || (rig->horizon && count > rig->horizon),
                     "the path ends after %u states", count);
    return whole ? report.cost : report.cost + rig->costs[path[count - 1]];
}

static void navigation_check_plan(navigation_rig *rig)
{
    const way_state place = way_agent_position(rig->agent);
    const way_outcome outcome = way_agent_outcome(rig->agent);
    // Half way out of a building another exit may have come nearer.
    if (outcome == WAY_OUTCOME_FOUND && navigation_lead(rig)) {
        (void)navigation_check_path(rig);
        return;
    }
    const bool deep = place != rig->goal && oracle_is_deep(rig->map, place, rig->size);
    const way_cost best =
        deep ? oracle_cost(rig->map, place, rig->goal, rig->size) : rig->costs[place];
    const uint64_t bound = way_agent_bound_thousandths(rig->agent);
    if (best == WAY_COST_MAX) {
        navigation_check(rig, outcome == WAY_OUTCOME_NO_PATH, "there is no way: %s",
                         way_outcome_name(outcome));
        return;
    }
    navigation_check(rig, outcome == WAY_OUTCOME_FOUND, "there is a way of %u: %s", best,
                     way_outcome_name(outcome));
    const way_cost cost = way_agent_cost(rig->agent);
    const way_cost sum = navigation_check_path(rig);
    navigation_check(rig, bound != UINT32_MAX && (uint64_t)cost * 1000 <= bound * best,
                     "cost %u of %u, the bound is %llu", cost, best, (unsigned long long)bound);
    if (rig->algorithm->traits & WAY_TRAIT_OPTIMAL) {
        navigation_check(rig, cost == best && sum == best && bound == 1000,
                         "cost %u, path %u, the best is %u", cost, sum, best);
    }
}

/// Steps to the end, or leaves the search somewhere in the middle.
static void navigation_plan(navigation_rig *rig)
{
    const uint32_t budget = 1 + navigation_below(rig, 60);
    const bool leave = navigation_below(rig, 5) == 0;
    for (uint32_t i = 0; way_agent_step(rig->agent, budget) == WAY_OUTCOME_WORKING; i++) {
        navigation_check(rig, i < 100000, "the search does not end");
        const uint64_t bound = way_agent_bound_thousandths(rig->agent);
        const way_cost best = rig->costs[way_agent_position(rig->agent)];
        navigation_check(
            rig, bound == UINT32_MAX || (uint64_t)way_agent_cost(rig->agent) * 1000 <= bound * best,
            "on the way: cost %u of %u, the bound is %llu", way_agent_cost(rig->agent), best,
            (unsigned long long)bound);
        if (leave && i == 2) {
            return;
        }
    }
    navigation_check_plan(rig);
}

static void navigation_walk(navigation_rig *rig)
{
    const uint32_t moves = 1 + navigation_below(rig, 4);
    const bool ready = way_agent_outcome(rig->agent) == WAY_OUTCOME_FOUND;
    const way_status status = way_agent_advance(rig->agent, moves);
    if (status == WAY_STATUS_UNSUPPORTED || !ready) {
        return;
    }
    navigation_check(rig, status == WAY_STATUS_OK, "advance: %s", way_status_name(status));
    if (way_agent_outcome(rig->agent) == WAY_OUTCOME_FOUND) {
        navigation_check_plan(rig);
    }
}

static void navigation_edit(navigation_rig *rig)
{
    const uint32_t width = way_map_width(rig->map);
    way_cell cells[6 * 9 + 2];
    uint32_t count = 0;
    way_edit edits[6];
    const uint32_t edit_count = 1 + navigation_below(rig, 6);
    for (uint32_t i = 0; i < edit_count; i++) {
        const way_cell cell = navigation_cell(rig);
        const uint32_t x = cell % width;
        const uint32_t y = cell / width;
        const uint32_t across = 1 + (navigation_below(rig, 4) == 0 && x + 2 < width ? 2 : 0);
        edits[i] = (way_edit){x, y, across, 1, navigation_weight(rig)};
        for (uint32_t k = 0; k < across; k++) {
            cells[count++] = cell + k;
        }
    }
    assert_int_equal(way_map_edit(rig->map, edits, edit_count), WAY_STATUS_OK);
    if (rig->linked && navigation_below(rig, 2)) {
        count += navigation_edit_links(rig, cells + count);
    }
    navigation_aim(rig, rig->goal);
    assert_int_equal(way_agent_notify(rig->agent, cells, count), WAY_STATUS_OK);
}

static void navigation_retarget(navigation_rig *rig)
{
    // Near the last goal, as a target that walks, or anywhere.
    way_cell goal = navigation_cell(rig);
    if (navigation_below(rig, 3)) {
        goal = (rig->goal + navigation_below(rig, 3)) %
               (way_map_width(rig->map) * way_map_height(rig->map));
    }
    const way_status status = way_agent_retarget(rig->agent, goal);
    if (status == WAY_STATUS_UNSUPPORTED) {
        return;
    }
    assert_int_equal(status, WAY_STATUS_OK);
    navigation_aim(rig, goal);
}

static void navigation_run(const char *spec, uint64_t seed)
{
    navigation_rig rig;
    if (navigation_open(&rig, spec, seed)) {
        const bool chases = navigation_below(&rig, 2);
        for (uint32_t turn = 0; turn < NAVIGATION_TURNS; turn++) {
            navigation_plan(&rig);
            if (navigation_below(&rig, 4)) {
                navigation_walk(&rig);
            }
            if (!chases || navigation_below(&rig, 2)) {
                navigation_edit(&rig);
            }
            if (chases) {
                navigation_retarget(&rig);
            }
        }
    }
    navigation_close(&rig);
}

static void changes_are_followed(void **state)
{
    (void)state;
    char spec[CONFORMANCE_SPEC_MAX];
    for (uint32_t i = 0; i < way_algorithm_count(); i++) {
        const way_algorithm *algorithm = way_algorithm_at(i);
        // Real-time agents move before they have planned to the end: see test_fog.
        if (!(algorithm->traits & WAY_TRAIT_INCREMENTAL) ||
            (algorithm->traits & WAY_TRAIT_REALTIME)) {
            continue;
        }
        for (uint32_t variant = 0; conformance_variant(algorithm, variant, spec); variant++) {
            const uint32_t rounds = stage_rounds(variant ? 200 : 800);
            for (uint64_t seed = 0; seed < rounds; seed++) {
                navigation_run(spec, seed * 64 + variant);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changes_are_followed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
