// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Databases of so many regions that there are no rows of hops: landmarks lead the search for a
// route, and signs those that are too long to search for. Both are right, fresh and after edits,
// the same whoever makes them, and trips by them are good at all lengths, within their budgets.
#include "base/alloc.h"
#include "search/stage.h"
#include "search/subgoal/pilot.h"
#include "support/test.h"
#include "support/test_allocator.h"

#include <waymark/database.h>
#include <waymark/waymark.h>

#include <stdlib.h>
#include <string.h>

#define ROUTE_TRIPS 160u
#define ROUTE_NEAR 48u ///< cells between the ends of every second trip at most
#define ROUTE_BUDGET 100u
#define ROUTE_WALLS 60u
#define ROUTE_CELLS 40u
#define ROUTE_WALL 24u    ///< cells of each
#define ROUTE_LONGER 110u ///< per cent of the expansions with landmarks that are made again
#define ROUTE_BEYOND 64u  ///< what a step may do beyond its budget

typedef struct route_rig {
    way_map *map;
    way_space *space;
    way_navigator *navigator;
    way_rng rng;
} route_rig;

static const wayi_guide *route_guide(const route_rig *rig)
{
    return rig->navigator->database;
}

static void route_open(const char *words, const char *spec, const way_job *job, route_rig *rig)
{
    *rig = (route_rig){.map = stage_scene_map(words), .rng = way_rng_seed(7)};
    assert_int_equal(way_space_create_grid(rig->map, 1, NULL, &rig->space), WAY_STATUS_OK);
    const way_navigator_config config = {.space = rig->space, .algorithm = spec, .job = job};
    assert_int_equal(way_navigator_create(&config, &rig->navigator), WAY_STATUS_OK);
    assert_true(route_guide(rig)->hops.off && route_guide(rig)->landmarks.costs);
}

static void route_close(route_rig *rig)
{
    way_navigator_destroy(rig->navigator);
    way_space_destroy(rig->space);
    way_map_destroy(rig->map);
}

static way_trip route_trip(route_rig *rig, bool near)
{
    const uint32_t width = way_map_width(rig->map);
    way_trip trip = {0};
    do {
        trip.start = way_rng_below(&rig->rng, width * way_map_height(rig->map));
        const uint32_t x = trip.start % width / ROUTE_NEAR * ROUTE_NEAR;
        const uint32_t y = trip.start / width / ROUTE_NEAR * ROUTE_NEAR;
        trip.goal = near ? way_map_cell(rig->map, x + way_rng_below(&rig->rng, ROUTE_NEAR),
                                        y + way_rng_below(&rig->rng, ROUTE_NEAR))
                         : way_rng_below(&rig->rng, width * way_map_height(rig->map));
    } while (trip.start == trip.goal || !way_map_is_passable(rig->map, trip.start) ||
             !way_map_is_passable(rig->map, trip.goal) ||
             !way_map_is_reachable(rig->map, trip.start, trip.goal, 1));
    return trip;
}

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

/// The large square that another one sees at a slot; UINT32_MAX off the map.
static uint32_t route_seen(const wayi_signs *signs, uint32_t large, uint32_t slot)
{
    const uint32_t x = large % signs->columns + slot % WAYI_SIGNS_SIDE - WAYI_SIGNS_REACH;
    const uint32_t y = large / signs->columns + slot / WAYI_SIGNS_SIDE - WAYI_SIGNS_REACH;
    return x < signs->columns && y < signs->rows ? y * signs->columns + x : UINT32_MAX;
}

/// The region that a sign of one to a post leads on to, or WAYI_REGION_NONE.
static uint32_t route_sign(const wayi_landmarks *landmarks, uint32_t id, uint32_t post)
{
    const wayi_atlas *atlas = landmarks->atlas;
    const wayi_signs *signs = &landmarks->signs;
    const uint32_t square = id >> atlas->bits;
    const uint32_t large = square / atlas->columns / WAYI_SIGNS_SPAN * signs->columns +
                           square % atlas->columns / WAYI_SIGNS_SPAN;
    const uint8_t *own =
        signs->squares[square] + (size_t)(id & ((1u << atlas->bits) - 1u)) * WAYI_SIGNS;
    for (uint32_t i = 0; i < WAYI_SIGNS; i++) {
        if (route_seen(signs, large, i) == post && own[i] != WAYI_SIGNS_NO_LINK) {
            assert_true(own[i] < wayi_atlas_region_at(atlas, id)->link_count);
            return wayi_atlas_link_at(atlas, id, own[i]).to;
        }
    }
    return WAYI_REGION_NONE;
}

/// Every sign leads to its post, without a turn that leads away; how many there are among some of
/// the regions.
static uint32_t route_check_signs(const route_rig *rig)
{
    const wayi_landmarks *landmarks = &route_guide(rig)->landmarks;
    const wayi_atlas *atlas = landmarks->atlas;
    const wayi_signs *signs = &landmarks->signs;
    uint32_t known = 0;
    for (uint32_t i = 0; i < atlas->square_count * (signs->columns * signs->rows); i += 97) {
        const uint32_t id = i % atlas->square_count << atlas->bits;
        const uint32_t large = i / atlas->square_count;
        uint32_t at =
            wayi_atlas_region_at(atlas, id) ? route_sign(landmarks, id, large) : WAYI_REGION_NONE;
        known += at != WAYI_REGION_NONE;
        for (uint32_t k = 0; at != WAYI_REGION_NONE && at != signs->posts[large].region; k++) {
            assert_true(k < 4 * WAYI_SIGNS_SIDE * WAYI_SIGNS_SPAN);
            at = route_sign(landmarks, at, large);
            assert_true(at != WAYI_REGION_NONE);
        }
    }
    return known;
}

/// Walls come and go; now and then one that shuts off a good part of the map opens.
static void route_edit(route_rig *rig, uint32_t round)
{
    const uint32_t side = way_map_width(rig->map);
    const uint32_t at = 1 + way_rng_below(&rig->rng, side - 2);
    const uint32_t down = 1 + way_rng_below(&rig->rng, side - 2);
    const way_edit wall = {side / 2, 0, 1, side - 2, round % 2 == 1};
    const way_edit cell = {at, down, 1, 1,
                           !way_map_is_passable(rig->map, way_map_cell(rig->map, at, down))};
    assert_int_equal(way_map_edit(rig->map, round % 8 < 2 ? &wall : &cell, 1), WAY_STATUS_OK);
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

/// Signs are made again where links lead elsewhere or cost much more or less: not for most cells.
static void most_cells_leave_signs_alone(void **state)
{
    (void)state;
    route_rig rig;
    uint32_t alone = 0;
    route_open("caves,width=720,height=720,seed=3", "dba(sector=6, depth=1)", NULL, &rig);
    const wayi_signs *signs = &route_guide(&rig)->landmarks.signs;
    for (uint32_t i = 0; i < ROUTE_CELLS; i++) {
        bool done = false;
        const way_state cell = route_trip(&rig, false).start;
        const uint32_t width = way_map_width(rig.map);
        const way_edit wall = {cell % width, cell / width, 1, 1, 0};
        assert_int_equal(way_map_edit(rig.map, &wall, 1), WAY_STATUS_OK);
        do {
            assert_int_equal(way_navigator_repair(rig.navigator, 1, &done), WAY_STATUS_OK);
        } while (!way_navigator_is_current(rig.navigator));
        alone += !signs->making && !signs->due.count;
        while (!done) {
            assert_int_equal(way_navigator_repair(rig.navigator, 10000, &done), WAY_STATUS_OK);
        }
    }
    print_message("%u of %u cells\n", alone, ROUTE_CELLS);
    assert_true(alone >= ROUTE_CELLS / 2);
    assert_true(alone < ROUTE_CELLS);
    route_close(&rig);
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
            assert_int_equal(way_agent_run(agent), WAY_OUTCOME_ARRIVED);
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
    assert_true(guide->atlas.region_count > WAYI_HOPS_MAX && guide->landmarks.costs);
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

/// What was measured with a tenth to spare.
static const route_case route_cases[] = {
    {"random,width=448,height=448,seed=11", "dba(sector=6, depth=2)", 2.3, 6, 14},
    {"random,width=448,height=448,seed=11", "hcdps(spacing=6, depth=2)", 3.4, 9.5, 36},
    {"rooms,width=400,height=400,seed=11", "dba(sector=4, depth=2)", 1.2, 3.7, 10},
    {"rooms,width=400,height=400,seed=11", "hcdps(spacing=4, depth=2)", 2, 6.2, 18},
    {"caves,width=768,height=768,seed=11", "dba(sector=4, depth=2)", 1.2, 3.6, 6.7},
    {"caves,width=768,height=768,seed=11", "hcdps(spacing=5, depth=2)", 1.5, 4.4, 7},
};

static int route_less(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

/// Makes a trip in steps; with what is still to be counted, none does more than it may.
static way_cost route_walk(way_agent *agent, const way_trip *trip)
{
    const wayi_pilot *pilot = agent->memory;
    way_outcome outcome = WAY_OUTCOME_MOVING;
    assert_int_equal(way_agent_begin(agent, trip), WAY_STATUS_OK);
    while (outcome == WAY_OUTCOME_MOVING) {
        const uint64_t before = agent->stats.expansions + agent->looked + pilot->due;
        outcome = way_agent_step(agent, ROUTE_BUDGET);
        const uint64_t work = agent->stats.expansions + agent->looked + pilot->due - before;
        if (work > ROUTE_BUDGET + ROUTE_BEYOND) {
            fail_msg("%llu of work in a step of %u", (unsigned long long)work, ROUTE_BUDGET);
        }
    }
    assert_int_equal(outcome, WAY_OUTCOME_ARRIVED);
    return way_agent_cost(agent);
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
        while (way_agent_step(walker, ROUTE_BUDGET) == WAY_OUTCOME_MOVING) {
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
        assert_int_equal(way_agent_outcome(walker), WAY_OUTCOME_ARRIVED);
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

/// While edits come faster than signs are made again, every trip arrives.
static void trips_arrive_amid_repairs(void **state)
{
    (void)state;
    route_rig rig;
    way_agent *agent = NULL;
    route_open("caves,width=512,height=512,seed=3", "dba(sector=4, depth=2)", NULL, &rig);
    assert_int_equal(way_agent_create(&(way_agent_config){.navigator = rig.navigator}, &agent),
                     WAY_STATUS_OK);
    bool done = false;
    for (uint32_t round = 0; round < 48; round++) {
        route_edit(&rig, round);
        for (uint32_t i = 0; i < 16 && !done; i++) {
            assert_int_equal(way_navigator_repair(rig.navigator, ROUTE_BUDGET, &done),
                             WAY_STATUS_OK);
        }
        done = false;
        const way_trip trip = route_trip(&rig, false);
        (void)route_walk(agent, &trip);
    }
    while (!done) {
        assert_int_equal(way_navigator_repair(rig.navigator, UINT32_MAX, &done), WAY_STATUS_OK);
    }
    assert_true(route_check_signs(&rig) > 0);
    way_agent_destroy(agent);
    route_close(&rig);
}

/// Whether a trip searches over posts just now.
static bool route_reads_signs(const way_agent *agent)
{
    const wayi_pilot *pilot = agent->memory;
    return pilot->stage == WAYI_PILOT_ROUTE && pilot->posts.frontier;
}

static way_agent *route_agent(const route_rig *rig)
{
    way_agent *agent = NULL;
    assert_int_equal(way_agent_create(&(way_agent_config){.navigator = rig->navigator}, &agent),
                     WAY_STATUS_OK);
    return agent;
}

static void route_repair(route_rig *rig)
{
    for (bool done = false; !done;) {
        assert_int_equal(way_navigator_repair(rig->navigator, UINT32_MAX, &done), WAY_STATUS_OK);
    }
}

/// Trips that go from agent to agent every few moves arrive, and are hardly longer.
static void signs_are_handed_over(void **state)
{
    (void)state;
    route_rig rig;
    uint64_t parked = 0;
    uint64_t whole = 0;
    route_open("caves,width=512,height=512,seed=3", "dba(sector=4, depth=2)", NULL, &rig);
    way_agent *agents[2] = {route_agent(&rig), route_agent(&rig)};
    for (uint32_t i = 0; i < 16; i++) {
        const way_trip trip = route_trip(&rig, false);
        uint32_t at = 0;
        uint32_t moves = 0;
        whole += route_walk(agents[0], &trip);
        assert_int_equal(way_agent_begin(agents[0], &trip), WAY_STATUS_OK);
        while (way_agent_step(agents[at], ROUTE_BUDGET) == WAY_OUTCOME_MOVING) {
            uint8_t bytes[1024];
            size_t size = 0;
            if (++moves % 64 == 0 &&
                way_agent_park(agents[at], bytes, sizeof bytes, &size) == WAY_STATUS_OK) {
                at = 1 - at;
                assert_int_equal(way_agent_resume(agents[at], bytes, size), WAY_STATUS_OK);
            }
            assert_true(moves < 1u << 16);
        }
        assert_int_equal(way_agent_outcome(agents[at]), WAY_OUTCOME_ARRIVED);
        parked += way_agent_cost(agents[at]);
    }
    print_message("handed over: %.3f times as long\n", (double)parked / (double)whole);
    assert_true(parked * 100 <= whole * 105);
    way_agent_destroy(agents[0]);
    way_agent_destroy(agents[1]);
    route_close(&rig);
}

/// Saved after repairs: opened, all is as it was, and trips are the same.
static void repaired_signs_are_saved(void **state)
{
    (void)state;
    route_rig rig;
    way_database saved[2];
    way_navigator *opened = NULL;
    route_open("caves,width=384,height=384,seed=3", "dba(sector=3, depth=2)", NULL, &rig);
    for (uint32_t round = 0; round < 40; round++) {
        route_edit(&rig, round);
    }
    route_repair(&rig);
    assert_int_equal(way_navigator_save(rig.navigator, NULL, &saved[0]), WAY_STATUS_OK);
    const way_navigator_config config = {.space = rig.space};
    assert_int_equal(way_navigator_open(&config, saved[0].bytes, saved[0].size, &opened),
                     WAY_STATUS_OK);
    assert_int_equal(way_navigator_save(opened, NULL, &saved[1]), WAY_STATUS_OK);
    assert_int_equal(saved[0].size, saved[1].size);
    assert_memory_equal(saved[0].bytes, saved[1].bytes, saved[0].size);
    way_agent *agents[2] = {route_agent(&rig), NULL};
    assert_int_equal(way_agent_create(&(way_agent_config){.navigator = opened}, &agents[1]),
                     WAY_STATUS_OK);
    for (uint32_t i = 0; i < 24; i++) {
        const way_trip trip = route_trip(&rig, false);
        assert_int_equal(route_walk(agents[0], &trip), route_walk(agents[1], &trip));
        assert_int_equal(way_agent_stats(agents[0]).expansions,
                         way_agent_stats(agents[1]).expansions);
    }
    way_agent_destroy(agents[0]);
    way_agent_destroy(agents[1]);
    way_navigator_destroy(opened);
    way_database_free(&saved[0]);
    way_database_free(&saved[1]);
    route_close(&rig);
}

/// Signs and costs between posts that are anything, as in a file that lies: every trip arrives.
static void lies_lead_nobody_round_in_circles(void **state)
{
    (void)state;
    route_rig rig;
    route_open("caves,width=384,height=384,seed=3", "dba(sector=3, depth=2)", NULL, &rig);
    wayi_signs *signs = &((wayi_guide *)rig.navigator->database)->landmarks.signs;
    way_agent *agent = route_agent(&rig);
    for (uint32_t round = 0; round < 4; round++) {
        for (size_t i = 0; i < signs->size; i++) {
            const bool lies = way_rng_below(&rig.rng, 4) < round;
            signs->bytes[i] = lies ? (uint8_t)way_rng_below(&rig.rng, 12) : signs->bytes[i];
        }
        for (uint32_t i = 0; i < signs->columns * signs->rows * WAYI_SIGNS; i++) {
            const bool lies = way_rng_below(&rig.rng, 4) < round;
            signs->costs[i] = lies ? way_rng_below(&rig.rng, 1u << (8 * round)) : signs->costs[i];
        }
        for (uint32_t i = 0; i < 24; i++) {
            const way_trip trip = route_trip(&rig, false);
            (void)route_walk(agent, &trip);
        }
    }
    way_agent_destroy(agent);
    route_close(&rig);
}

/// Repairs, and memory that runs out in them, come amid searches over posts.
static void signs_go_amid_searches(void **state)
{
    (void)state;
    test_allocator memory;
    uint32_t amid = 0;
    test_allocator_init(&memory);
    for (uint32_t round = 0; round < 10; round++) {
        route_rig rig = {.map = stage_scene_map("caves,width=384,height=384,seed=3"),
                         .rng = way_rng_seed(round)};
        assert_int_equal(way_space_create_grid(rig.map, 1, NULL, &rig.space), WAY_STATUS_OK);
        const way_navigator_config config = {.space = rig.space,
                                             .algorithm = "dba(sector=3, depth=2)",
                                             .allocator = &memory.allocator};
        assert_int_equal(way_navigator_create(&config, &rig.navigator), WAY_STATUS_OK);
        const wayi_signs *signs = &route_guide(&rig)->landmarks.signs;
        way_agent *agent = route_agent(&rig);
        for (uint32_t i = 0; i < 12; i++) {
            const way_trip trip = route_trip(&rig, false);
            way_outcome outcome = WAY_OUTCOME_MOVING;
            assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
            for (uint32_t k = 0; k < 64 && outcome == WAY_OUTCOME_MOVING; k++) {
                outcome = way_agent_step(agent, 8);
                if (!route_reads_signs(agent)) {
                    continue;
                }
                bool done = false;
                const way_cell cell = k % 2 ? trip.start : way_rng_below(&rig.rng, 384 * 384);
                const way_edit edit = {cell % 384, cell / 384, 1, 1, k % 4 >= 2};
                assert_int_equal(way_map_edit(rig.map, &edit, 1), WAY_STATUS_OK);
                test_allocator_fail_next(&memory,
                                         i % 4 == 3 ? 1 + way_rng_below(&rig.rng, 200) : 0);
                for (uint32_t turn = 0; turn < 64 && !done; turn++) {
                    const way_status status =
                        way_navigator_repair(rig.navigator, 1u << (k % 16), &done);
                    assert_true(status == WAY_STATUS_OK || status == WAY_STATUS_NO_MEMORY);
                }
                test_allocator_fail_next(&memory, 0);
                amid++;
            }
            way_agent_cancel(agent);
            bool done = false;
            while (!done) {
                assert_int_equal(way_navigator_repair(rig.navigator, UINT32_MAX, &done),
                                 WAY_STATUS_OK);
            }
            assert_true(!signs->posts || route_check_signs(&rig) > 0);
            const way_trip other = route_trip(&rig, false);
            (void)route_walk(agent, &other);
        }
        way_agent_destroy(agent);
        route_close(&rig);
        test_allocator_check_empty(&memory);
    }
    assert_true(amid > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(costs_hold_through_edits),
        cmocka_unit_test(most_cells_leave_signs_alone),
        cmocka_unit_test(landmarks_are_saved),
        cmocka_unit_test(islands_have_no_landmarks),
        cmocka_unit_test(trips_without_rows_are_good),
        cmocka_unit_test(pieces_are_handed_over),
        cmocka_unit_test(searches_stay_short_among_new_walls),
        cmocka_unit_test(ends_keep_to_the_budget),
        cmocka_unit_test(trips_arrive_amid_repairs),
        cmocka_unit_test(signs_are_handed_over),
        cmocka_unit_test(repaired_signs_are_saved),
        cmocka_unit_test(lies_lead_nobody_round_in_circles),
        cmocka_unit_test(signs_go_amid_searches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
