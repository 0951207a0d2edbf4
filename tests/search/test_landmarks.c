// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Databases of so many regions that there are no rows of hops: landmarks lead the search for a
// route. They are right, fresh and after edits, the same whoever makes them, and trips by them are
// good at all lengths, within their budgets.
#include "base/alloc.h"
#include "search/route_rig.h"
#include "support/test_allocator.h"

#include <waymark/database.h>
#include <waymark/waymark.h>

#include <stdlib.h>
#include <string.h>

#define ROUTE_TRIPS 160u
#define ROUTE_WALLS 60u
#define ROUTE_WALL 24u    ///< cells of each
#define ROUTE_LONGER 110u ///< per cent of the expansions with landmarks that are made again

// Landmarks ---------------------------------------------------------------------------------------

/// No link leads to a region that costs more than the one that it leaves and the link; how many
/// regions know what it costs to the first landmark.
static uint32_t route_check_costs(const route_rig *rig)
{
    const wayi_atlas *atlas = &route_guide(rig)->atlas;
    const wayi_landmarks *landmarks = &route_guide(rig)->landmarks;
    uint32_t known = 0;
    for (uint32_t square = 0; square < atlas->square_count; square++) {
        const wayi_atlas_block *block = atlas->squares[square];
        for (uint32_t i = 0; block && i < block->region_count; i++) {
            const uint32_t id = square << atlas->bits | i;
            const wayi_atlas_region *region = wayi_atlas_region_at(atlas, id);
            const way_cost *own = wayi_landmarks_at(landmarks, id);
            assert_non_null(own);
            known += region && own[0] != WAY_COST_MAX;
            for (uint32_t k = 0; region && k < region->link_count * WAYI_LANDMARKS; k++) {
                const wayi_atlas_link link = wayi_atlas_link_at(atlas, id, k / WAYI_LANDMARKS);
                const uint32_t mark = k % WAYI_LANDMARKS;
                const way_cost there = wayi_landmarks_at(landmarks, link.to)[mark];
                assert_true(there <= way_cost_add(own[mark], link.cost));
            }
        }
    }
    return known;
}

static void costs_hold_through_edits(void **state)
{
    (void)state;
    static const char *const specs[] = {"dba(sector=3, depth=2)", "hcdps(spacing=3, depth=1)"};
    for (uint32_t i = 0; i < 2; i++) {
        route_rig rig;
        route_open("caves,width=384,height=384,seed=3", specs[i], NULL, &rig);
        const uint32_t regions = route_guide(&rig)->atlas.region_count;
        assert_true(route_check_costs(&rig) > regions / 2);
        const uint32_t signs = route_check_signs(&rig);
        assert_true(signs > regions / 8);
        uint64_t longest = 0;
        for (uint32_t round = 0; round < 24; round++) {
            route_edit(&rig, round);
            for (bool done = false; !done;) {
                const uint64_t before = route_guide(&rig)->landmarks.worked;
                assert_int_equal(way_navigator_repair(rig.navigator, ROUTE_BUDGET, &done),
                                 WAY_STATUS_OK);
                const uint64_t spent = route_guide(&rig)->landmarks.worked - before;
                longest = spent > longest ? spent : longest;
            }
            assert_true(route_check_costs(&rig) > regions / 2);
            assert_true(route_check_signs(&rig) > signs / 2);
        }
        assert_true(longest > 0 && longest <= ROUTE_BUDGET + 2048);
        route_close(&rig);
    }
}

static void job_backwards(uint32_t count, void (*body)(uint32_t, void *), void *argument,
                          void *user)
{
    (void)user;
    while (count > 0) {
        body(--count, argument);
    }
}

/// The same bytes whoever makes them and in whichever order, and the same trips after opening.
static void landmarks_are_saved(void **state)
{
    (void)state;
    const way_job job = {.parallel_for = job_backwards};
    route_rig rigs[2];
    way_database saved[2];
    for (uint32_t i = 0; i < 2; i++) {
        route_open("rooms,width=400,height=400,seed=3", "dba(sector=4, depth=1)", i ? &job : NULL,
                   &rigs[i]);
        assert_int_equal(way_navigator_save(rigs[i].navigator, NULL, &saved[i]), WAY_STATUS_OK);
    }
    assert_int_equal(saved[0].size, saved[1].size);
    assert_memory_equal(saved[0].bytes, saved[1].bytes, saved[0].size);
    way_navigator_destroy(rigs[1].navigator);
    const way_navigator_config config = {.space = rigs[0].space};
    assert_int_equal(way_navigator_open(&config, saved[0].bytes, saved[0].size, &rigs[1].navigator),
                     WAY_STATUS_OK);
    for (uint32_t i = 0; i < 20; i++) {
        const way_trip trip = route_trip(&rigs[0], false);
        uint64_t work[2];
        way_cost cost[2];
        for (uint32_t k = 0; k < 2; k++) {
            way_agent *agent = NULL;
            const way_agent_config own = {.navigator = rigs[k].navigator};
            assert_int_equal(way_agent_create(&own, &agent), WAY_STATUS_OK);
            assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
            assert_int_equal(way_agent_run(agent), WAY_OUTCOME_FOUND);
            work[k] = way_agent_stats(agent).expansions;
            cost[k] = way_agent_cost(agent);
            way_agent_destroy(agent);
        }
        assert_true(work[0] == work[1] && cost[0] == cost[1]);
    }
    way_navigator_destroy(rigs[1].navigator);
    rigs[1].navigator = NULL;
    for (uint32_t i = 0; i < 2; i++) {
        way_database_free(&saved[i]);
        route_close(&rigs[i]);
    }
}

/// A map of nothing but single cells: more than 8192 regions, and no links to lead anywhere.
/// Without memory at any point of the end of preparing it, all is given back.
static void islands_have_no_landmarks(void **state)
{
    (void)state;
    test_allocator memory;
    way_map *map = NULL;
    way_space *space = NULL;
    way_navigator *navigator = NULL;
    const way_map_config ground = way_map_config_default(184, 184);
    assert_int_equal(way_map_create(&ground, &map), WAY_STATUS_OK);
    for (uint32_t i = 1; i < 184; i += 2) {
        const way_edit walls[] = {{i, 0, 1, 184, 0}, {0, i, 184, 1, 0}};
        assert_int_equal(way_map_edit(map, walls, 2), WAY_STATUS_OK);
    }
    assert_int_equal(way_space_create_grid(map, 1, NULL, &space), WAY_STATUS_OK);
    test_allocator_init(&memory);
    const way_navigator_config config = {
        .space = space, .algorithm = "dba(sector=2, depth=1)", .allocator = &memory.allocator};
    assert_int_equal(way_navigator_create(&config, &navigator), WAY_STATUS_OK);
    const wayi_guide *guide = navigator->database;
    assert_true(guide->atlas.region_count > WAYI_HOPS_MAX && guide->landmarks.squares);
    assert_int_equal(wayi_landmarks_least(&guide->landmarks, 0, 1u << guide->atlas.bits), 0);
    way_navigator_destroy(navigator);
    const uint64_t calls = memory.calls;
    for (uint64_t i = 0; i < 24; i++) {
        test_allocator_fail_next(&memory, calls - i * i);
        assert_int_equal(way_navigator_create(&config, &navigator), WAY_STATUS_NO_MEMORY);
    }
    test_allocator_check_empty(&memory);
    way_space_destroy(space);
    way_map_destroy(map);
}

// Routes ------------------------------------------------------------------------------------------

/// Per cent above the best of all trips, no more than: mean, nineteen of twenty, worst.
typedef struct route_case {
    const char *scene, *spec;
    double mean, most, worst;
} route_case;

/// The greatest that eight draws of trips gave, with a tenth to spare: bounds hold for the terrain,
/// not for one draw.
static const route_case route_cases[] = {
    {"random,width=448,height=448,seed=11", "dba(sector=6, depth=2)", 2.7, 7.8, 20},
    {"random,width=448,height=448,seed=11", "hcdps(spacing=6, depth=2)", 3.8, 14, 67},
    {"rooms,width=400,height=400,seed=11", "dba(sector=4, depth=2)", 1.3, 4.3, 12},
    {"rooms,width=400,height=400,seed=11", "hcdps(spacing=4, depth=2)", 2.7, 9.4, 50},
    {"caves,width=768,height=768,seed=11", "dba(sector=4, depth=2)", 1.3, 3.6, 9.2},
    {"caves,width=768,height=768,seed=11", "hcdps(spacing=5, depth=2)", 1.8, 6.6, 23},
};

static int route_less(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

static void trips_without_rows_are_good(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < sizeof route_cases / sizeof *route_cases; i++) {
        const route_case *one = &route_cases[i];
        double excess[ROUTE_TRIPS];
        double sum = 0;
        route_rig rig;
        way_agent *agent = NULL;
        route_open(one->scene, one->spec, NULL, &rig);
        assert_int_equal(way_agent_create(&(way_agent_config){.navigator = rig.navigator}, &agent),
                         WAY_STATUS_OK);
        for (uint32_t k = 0; k < ROUTE_TRIPS; k++) {
            const way_trip trip = route_trip(&rig, k % 2);
            way_path best = {0};
            assert_int_equal(way_find(rig.map, "jps", trip.start, trip.goal, &best), WAY_STATUS_OK);
            excess[k] = 100.0 * route_walk(agent, &trip) / best.cost - 100;
            sum += excess[k];
            way_path_free(&best);
        }
        qsort(excess, ROUTE_TRIPS, sizeof *excess, route_less);
        const double most = excess[ROUTE_TRIPS * 19 / 20];
        const double worst = excess[ROUTE_TRIPS - 1];
        print_message("%s on %s: %.2f, %.2f, %.1f %% above the best\n", one->spec, one->scene,
                      sum / ROUTE_TRIPS, most, worst);
        if (sum / ROUTE_TRIPS > one->mean || most > one->most || worst > one->worst) {
            fail_msg("%s on %s is worse than %.1f, %.1f, %.1f", one->spec, one->scene, one->mean,
                     one->most, one->worst);
        }
        way_agent_destroy(agent);
        route_close(&rig);
    }
}

/// Without signs a route ends in pieces, each nearer to the goal than the one before: also for the
/// agent that a trip is handed over to amid one of them.
static void pieces_are_handed_over(void **state)
{
    (void)state;
    uint32_t handed = 0;
    route_rig rig;
    way_agent *agents[2] = {NULL};
    route_open("caves,width=800,height=800,seed=3", "dba(sector=5, depth=1)", NULL, &rig);
    wayi_signs_fini(&((wayi_guide *)rig.navigator->database)->landmarks);
    for (uint32_t i = 0; i < 2; i++) {
        assert_int_equal(
            way_agent_create(&(way_agent_config){.navigator = rig.navigator}, &agents[i]),
            WAY_STATUS_OK);
    }
    for (uint32_t i = 0; i < 20; i++) {
        const way_trip trip = route_trip(&rig, false);
        way_agent *walker = agents[i % 2];
        way_agent *other = agents[1 - i % 2];
        way_cost least = WAY_COST_MAX;
        uint8_t bytes[1024];
        size_t size = 0;
        assert_int_equal(way_agent_begin(walker, &trip), WAY_STATUS_OK);
        while (way_agent_step(walker, ROUTE_BUDGET) == WAY_OUTCOME_WORKING) {
            const way_cost now = ((const wayi_pilot *)walker->memory)->least;
            assert_true(now <= least);
            if (now == least || way_agent_park(walker, bytes, sizeof bytes, &size) != 0) {
                continue;
            }
            assert_int_equal(way_agent_resume(other, bytes, size), WAY_STATUS_OK);
            assert_int_equal(((const wayi_pilot *)other->memory)->least, now);
            least = now;
            handed++;
            way_agent *const spare = walker;
            walker = other;
            other = spare;
        }
        assert_int_equal(way_agent_outcome(walker), WAY_OUTCOME_FOUND);
    }
    assert_true(handed > 0);
    way_agent_destroy(agents[0]);
    way_agent_destroy(agents[1]);
    route_close(&rig);
}

/// The expansions of some trips, the same each time.
static uint64_t route_work(route_rig *rig)
{
    way_agent *agent = NULL;
    uint64_t work = 0;
    rig->rng = way_rng_seed(21);
    assert_int_equal(way_agent_create(&(way_agent_config){.navigator = rig->navigator}, &agent),
                     WAY_STATUS_OK);
    for (uint32_t i = 0; i < ROUTE_TRIPS / 2; i++) {
        const way_trip trip = route_trip(rig, false);
        (void)route_walk(agent, &trip);
        work += way_agent_stats(agent).expansions;
    }
    way_agent_destroy(agent);
    return work;
}

/// Costs that rose stay as they were, and still searches among new walls take hardly more than with
/// landmarks that are made again.
static void searches_stay_short_among_new_walls(void **state)
{
    (void)state;
    static const char *const specs[] = {"dba(sector=3, depth=2)", "hcdps(spacing=3, depth=2)"};
    for (uint32_t i = 0; i < 2; i++) {
        route_rig rig;
        bool done = false;
        route_open("caves,width=384,height=384,seed=3", specs[i], NULL, &rig);
        for (uint32_t k = 0; k < ROUTE_WALLS; k++) {
            const uint32_t x = way_rng_below(&rig.rng, 384 - ROUTE_WALL);
            const uint32_t y = way_rng_below(&rig.rng, 384 - ROUTE_WALL);
            const way_edit wall = {x, y, k % 2 ? 1 : ROUTE_WALL, k % 2 ? ROUTE_WALL : 1, 0};
            assert_int_equal(way_map_edit(rig.map, &wall, 1), WAY_STATUS_OK);
        }
        while (!done) {
            assert_int_equal(way_navigator_repair(rig.navigator, UINT32_MAX, &done), WAY_STATUS_OK);
        }
        const uint64_t repaired = route_work(&rig);
        wayi_landmarks *landmarks = &((wayi_guide *)rig.navigator->database)->landmarks;
        wayi_landmarks_fini(landmarks);
        assert_int_equal(wayi_landmarks_build(landmarks, (wayi_job_stage){NULL, 900, 1000}),
                         WAY_STATUS_OK);
        const uint64_t fresh = route_work(&rig);
        print_message("%s: %.2f times the expansions\n", specs[i],
                      (double)repaired / (double)fresh);
        assert_true(repaired * 100 <= fresh * ROUTE_LONGER);
        route_close(&rig);
    }
}

/// With rows, too: among many small regions an end is chosen after no more climbs than that.
static void ends_keep_to_the_budget(void **state)
{
    (void)state;
    static const char *const specs[] = {"hcdps(spacing=6, depth=5)", "dba(sector=6, depth=5)"};
    for (uint32_t i = 0; i < 2; i++) {
        route_rig rig = {.map = stage_scene_map("rooms,width=96,height=96,seed=5"),
                         .rng = way_rng_seed(7)};
        way_agent *agent = NULL;
        assert_int_equal(way_space_create_grid(rig.map, 1, NULL, &rig.space), WAY_STATUS_OK);
        const way_navigator_config config = {.space = rig.space, .algorithm = specs[i]};
        assert_int_equal(way_navigator_create(&config, &rig.navigator), WAY_STATUS_OK);
        assert_int_equal(way_agent_create(&(way_agent_config){.navigator = rig.navigator}, &agent),
                         WAY_STATUS_OK);
        for (uint32_t k = 0; k < ROUTE_TRIPS; k++) {
            const way_trip trip = route_trip(&rig, k % 2);
            (void)route_walk(agent, &trip);
        }
        way_agent_destroy(agent);
        route_close(&rig);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(costs_hold_through_edits),
        cmocka_unit_test(landmarks_are_saved),
        cmocka_unit_test(islands_have_no_landmarks),
        cmocka_unit_test(trips_without_rows_are_good),
        cmocka_unit_test(pieces_are_handed_over),
        cmocka_unit_test(searches_stay_short_among_new_walls),
        cmocka_unit_test(ends_keep_to_the_budget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
