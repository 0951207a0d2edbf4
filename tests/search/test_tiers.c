// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Tiers of costs, on maps of many regions: what they promise of groups and posts, fresh and after
// edits; chains that end where they should and are hardly longer than the best; the same bytes
// whoever makes them; and trips by them at all lengths, amid repairs, faults of memory and lies,
// from agent to agent and from file to file.
#include "base/alloc.h"
#include "search/route_rig.h"
#include "support/test_allocator.h"

#include <waymark/database.h>
#include <waymark/waymark.h>

#include <stdlib.h>
#include <string.h>

#define ROUTE_TRIPS 160u

// What groups hold --------------------------------------------------------------------------------

/// The costs inside a group of tier 1 are those of the best ways along its links, to what rounding
/// takes.
static void tiers_check_inside(const route_rig *rig, uint32_t group)
{
    const wayi_tiers *tiers = &route_guide(rig)->tiers;
    const wayi_atlas *atlas = tiers->atlas;
    const wayi_tiers_inside *inside = &tiers->tiers[0].groups[group].inside;
    const uint32_t count = inside->count;
    way_cost *best = malloc(((size_t)count * count + 1) * sizeof *best);
    assert_non_null(best);
    memset(best, 0xff, (size_t)count * count * sizeof *best);
    for (uint32_t square = 0; square < atlas->square_count; square++) {
        const wayi_atlas_block *block = atlas->squares[square];
        const bool own = wayi_tiers_group_of(tiers, 0, square) == group;
        for (uint32_t i = 0; own && block && i < block->region_count; i++) {
            const uint32_t id = square << atlas->bits | i;
            const uint32_t node = wayi_tiers_node(tiers, inside, id);
            const wayi_atlas_region *region = wayi_atlas_region_at(atlas, id);
            assert_int_equal(node != WAYI_TIERS_NONE, region && region->link_count);
            for (uint32_t k = 0; region && k < region->link_count; k++) {
                const wayi_atlas_link link = wayi_atlas_link_at(atlas, id, k);
                if (wayi_tiers_group_of(tiers, 0, link.to >> atlas->bits) == group) {
                    best[node * count + wayi_tiers_node(tiers, inside, link.to)] = link.cost;
                }
            }
        }
    }
    for (uint32_t k = 0; k < count; k++) {
        for (uint32_t i = 0; i < count * count; i++) {
            const way_cost over =
                way_cost_add(best[i / count * count + k], best[k * count + i % count]);
            best[i] = i / count == i % count ? 0 : over < best[i] ? over : best[i];
        }
    }
    for (uint32_t i = 0; i < count * count; i++) {
        const uint16_t cost = wayi_tiers_row(inside, i / count)[i % count];
        const way_cost known = (way_cost)cost << inside->shift;
        const way_cost spare = count << inside->shift;
        assert_int_equal(cost == WAYI_TIERS_FAR, best[i] == WAY_COST_MAX);
        assert_true(cost == WAYI_TIERS_FAR ||
                    (known <= best[i] + spare && best[i] <= known + spare));
    }
    free(best);
}

/// Whether a link between two groups is near to a post of theirs on both sides.
static bool tiers_is_near(const wayi_tiers *tiers, uint32_t from, uint32_t to, uint64_t post,
                          way_cost near)
{
    const uint32_t bits = tiers->atlas->bits;
    const uint32_t ends[2] = {(uint32_t)(post >> 32), (uint32_t)post};
    const uint32_t group = wayi_tiers_group_of(tiers, 0, from >> bits);
    const uint32_t first = wayi_tiers_group_of(tiers, 0, ends[0] >> bits) == group ? 0 : 1;
    const uint32_t regions[2] = {from, to};
    bool is = true;
    for (uint32_t i = 0; i < 2 && is; i++) {
        const uint32_t end = ends[i ? 1 - first : first];
        const uint32_t own = wayi_tiers_group_of(tiers, 0, regions[i] >> bits);
        const wayi_tiers_inside *inside = &tiers->tiers[0].groups[own].inside;
        is = own == wayi_tiers_group_of(tiers, 0, end >> bits);
        const uint16_t cost =
            is ? wayi_tiers_row(inside,
                                wayi_tiers_node(tiers, inside,
                                                regions[i]))[wayi_tiers_node(tiers, inside, end)]
               : WAYI_TIERS_FAR;
        is = cost != WAYI_TIERS_FAR && (way_cost)cost << inside->shift <= near;
    }
    return is;
}

/// Every link that leads over a border of tier 1 is near to a post there on both sides.
static void tiers_check_cover(const route_rig *rig)
{
    const wayi_tiers *tiers = &route_guide(rig)->tiers;
    const wayi_atlas *atlas = tiers->atlas;
    const way_cost near = 3 * atlas->config.side * way_map_costs(rig->map).cardinal / 2;
    for (uint32_t square = 0; square < atlas->square_count; square++) {
        const wayi_atlas_block *block = atlas->squares[square];
        const uint32_t own = wayi_tiers_group_of(tiers, 0, square);
        const wayi_tiers_group *group = &tiers->tiers[0].groups[own];
        for (uint32_t i = 0; block && i < block->region_count; i++) {
            const wayi_atlas_region *region = &wayi_atlas_regions(block)[i];
            for (uint32_t k = 0; k < region->link_count; k++) {
                const wayi_atlas_link link =
                    wayi_atlas_link_at(atlas, square << atlas->bits | i, k);
                const uint32_t other = wayi_tiers_group_of(tiers, 0, link.to >> atlas->bits);
                const bool beside =
                    (other % tiers->tiers[0].columns == own % tiers->tiers[0].columns) !=
                    (other / tiers->tiers[0].columns == own / tiers->tiers[0].columns);
                bool covered = !link.near || !beside;
                for (uint32_t p = 0; p < group->post_count && !covered; p++) {
                    covered = tiers_is_near(tiers, square << atlas->bits | i, link.to,
                                            group->posts[p].link, near);
                }
                assert_true(covered);
            }
        }
    }
}

/// The group above knows costs between posts that differ little from those of today.
static void tiers_check_told(const route_rig *rig)
{
    const wayi_tiers *tiers = &route_guide(rig)->tiers;
    for (uint32_t tier = 0; tier + 1 < tiers->count; tier++) {
        const wayi_tiers_tier *own = &tiers->tiers[tier];
        for (uint32_t i = 0; i < own->columns * own->rows; i++) {
            const wayi_tiers_group *group = &own->groups[i];
            const wayi_tiers_inside *above =
                &own[1].groups[wayi_tiers_parent(tiers, tier, i)].inside;
            for (uint32_t p = 0; p < group->post_count * group->post_count; p++) {
                const wayi_tiers_post *from = &group->posts[p / group->post_count];
                const wayi_tiers_post *to = &group->posts[p % group->post_count];
                const way_cost cost =
                    wayi_tiers_between(group, p / group->post_count, p % group->post_count);
                assert_true(from->up < above->count && above->links[from->up] == from->link);
                const uint16_t known = wayi_tiers_row(above, from->up)[to->up];
                assert_true(cost == WAY_COST_MAX || known != WAYI_TIERS_FAR);
                assert_true(cost == WAY_COST_MAX ||
                            (uint64_t)known << above->shift <=
                                cost + cost / 32 + ((uint64_t)above->count << above->shift));
            }
        }
    }
}

/// Chains arrive exactly where there is a way, and are hardly longer than the best.
static void tiers_check_chains(route_rig *rig, uint32_t count)
{
    const wayi_guide *guide = route_guide(rig);
    const wayi_atlas *atlas = &guide->atlas;
    const way_allocator allocator = wayi_allocator_or_default(NULL);
    wayi_tiers_ask ask;
    wayi_path_buffer chain;
    wayi_tiers_ask_init(&ask, &allocator);
    wayi_path_buffer_init(&chain, &allocator);
    for (uint32_t i = 0; i < count; i++) {
        const way_trip trip = route_trip(rig, i % 2);
        const uint32_t from = wayi_atlas_find(atlas, trip.start);
        const uint32_t to = wayi_atlas_find(atlas, trip.goal);
        way_cost cost = 0;
        way_cost left = 0;
        wayi_path_buffer_clear(&chain);
        assert_true(wayi_tiers_aim(&ask, &guide->tiers, to));
        assert_true(wayi_tiers_chain(&ask, from, UINT32_MAX, WAY_COST_MAX, &chain, &cost, &left));
        assert_int_equal(left, 0);
        for (uint32_t k = 0, at = from; k < chain.count; at = chain.states[k++]) {
            assert_true(wayi_atlas_link_to(atlas, at, chain.states[k], NULL) != UINT32_MAX);
        }
        assert_true(from == to || chain.states[chain.count - 1] == to);
    }
    wayi_path_buffer_fini(&chain);
    wayi_tiers_ask_fini(&ask);
}

static void tiers_check(route_rig *rig)
{
    const wayi_tiers_tier *tier = &route_guide(rig)->tiers.tiers[0];
    assert_true(wayi_tiers_are_made(&route_guide(rig)->tiers));
    for (uint32_t i = 0; i < tier->columns * tier->rows; i += 5) {
        tiers_check_inside(rig, i);
    }
    tiers_check_cover(rig);
    tiers_check_told(rig);
    tiers_check_chains(rig, 24);
}

static void tiers_hold_through_edits(void **state)
{
    (void)state;
    static const char *const specs[] = {"dba(sector=3, depth=2)", "hcdps(spacing=6, depth=1)",
                                        "dba(sector=6, depth=1)"};
    static const char *const scenes[] = {"caves,width=384,height=384,seed=3",
                                         "random,width=400,height=400,seed=5",
                                         "maze,width=511,height=511,corridor=2,seed=5"};
    for (uint32_t i = 0; i < 3; i++) {
        route_rig rig;
        uint64_t longest = 0;
        route_open(scenes[i], specs[i], NULL, &rig);
        tiers_check(&rig);
        for (uint32_t round = 0; round < 8; round++) {
            route_edit(&rig, round);
            for (bool done = false; !done;) {
                const uint64_t before = route_guide(&rig)->tiers.worked;
                assert_int_equal(way_navigator_repair(rig.navigator, ROUTE_BUDGET, &done),
                                 WAY_STATUS_OK);
                const uint64_t spent = route_guide(&rig)->tiers.worked - before;
                longest = spent > longest ? spent : longest;
            }
            tiers_check(&rig);
        }
        print_message("%s on %s: %llu in a call of %u\n", specs[i], scenes[i],
                      (unsigned long long)longest, ROUTE_BUDGET);
        assert_true(longest > 0 && longest <= ROUTE_BUDGET + 400);
        route_close(&rig);
    }
}

// Made and saved ----------------------------------------------------------------------------------

static void job_backwards(uint32_t count, void (*body)(uint32_t, void *), void *argument,
                          void *user)
{
    (void)user;
    while (count > 0) {
        body(--count, argument);
    }
}

/// The same bytes whoever makes them and in whichever order, and the same trips after opening.
static void tiers_are_saved(void **state)
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

/// A map of nothing but single cells: many regions, and no links to lead anywhere.
/// Without memory at any point of the end of preparing it, all is given back.
static void islands_are_led_nowhere(void **state)
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
    assert_true(guide->atlas.region_count > 8192 && guide->tiers.tiers[0].widest == 0);
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

/// Saved after repairs: opened, all is as it was, and trips are the same.
static void repaired_tiers_are_saved(void **state)
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

// Routes ------------------------------------------------------------------------------------------

/// Per cent above the best of all trips, no more than: mean, nineteen of twenty, worst.
typedef struct route_case {
    const char *scene, *spec;
    double mean, most, worst;
} route_case;

/// The greatest that eight draws of trips gave with landmarks, and a tenth. Tiers keep to it, hcdps
/// among scattered walls by little: draws of other seeds have had means of 4.0 to 4.1 there.
static const route_case route_cases[] = {
    {"random,width=448,height=448,seed=11", "dba(sector=6, depth=2)", 2.7, 7.8, 20},
    {"random,width=448,height=448,seed=11", "hcdps(spacing=6, depth=2)", 4, 14, 67},
    {"rooms,width=400,height=400,seed=11", "dba(sector=4, depth=2)", 1.3, 4.3, 12},
    {"rooms,width=400,height=400,seed=11", "hcdps(spacing=4, depth=2)", 2.7, 9.4, 50},
    {"caves,width=768,height=768,seed=11", "dba(sector=4, depth=2)", 1.3, 4, 9.2},
    {"caves,width=768,height=768,seed=11", "hcdps(spacing=5, depth=2)", 1.8, 6.6, 23},
};

static int route_less(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

static void trips_of_many_regions_are_good(void **state)
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

/// While edits come faster than tiers are made again, every trip arrives.
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
    tiers_check(&rig);
    way_agent_destroy(agent);
    route_close(&rig);
}

/// Trips that go from agent to agent every few moves arrive, and are hardly longer.
static void pieces_are_handed_over(void **state)
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
        while (way_agent_step(agents[at], ROUTE_BUDGET) == WAY_OUTCOME_WORKING) {
            uint8_t bytes[1024];
            size_t size = 0;
            if (++moves % 64 == 0 &&
                way_agent_park(agents[at], bytes, sizeof bytes, &size) == WAY_STATUS_OK) {
                at = 1 - at;
                assert_int_equal(way_agent_resume(agents[at], bytes, size), WAY_STATUS_OK);
            }
            assert_true(moves < 1u << 16);
        }
        assert_int_equal(way_agent_outcome(agents[at]), WAY_OUTCOME_FOUND);
        parked += way_agent_cost(agents[at]);
    }
    print_message("handed over: %.3f times as long\n", (double)parked / (double)whole);
    assert_true(parked * 100 <= whole * 105);
    way_agent_destroy(agents[0]);
    way_agent_destroy(agents[1]);
    route_close(&rig);
}

/// Costs that are anything, as in a file that lies: every trip arrives.
static void lies_lead_nobody_round_in_circles(void **state)
{
    (void)state;
    route_rig rig;
    route_open("caves,width=384,height=384,seed=3", "dba(sector=3, depth=2)", NULL, &rig);
    wayi_tiers *tiers = &((wayi_guide *)rig.navigator->database)->tiers;
    way_agent *agent = route_agent(&rig);
    for (uint32_t round = 1; round < 4; round++) {
        for (uint32_t i = 0; i < tiers->count; i++) {
            for (uint32_t k = 0; k < tiers->tiers[i].columns * tiers->tiers[i].rows; k++) {
                wayi_tiers_inside *inside = &tiers->tiers[i].groups[k].inside;
                for (size_t at = 0; at < (size_t)inside->count * inside->stride; at++) {
                    const bool lies = way_rng_below(&rig.rng, 4) < round;
                    const uint32_t lie = way_rng_below(&rig.rng, WAYI_TIERS_FAR + 1u);
                    inside->costs[at] = lies ? (uint16_t)lie : inside->costs[at];
                }
            }
        }
        for (uint32_t i = 0; i < 24; i++) {
            const way_trip trip = route_trip(&rig, false);
            (void)route_walk(agent, &trip);
        }
    }
    way_agent_destroy(agent);
    route_close(&rig);
}

/// Repairs, and memory that runs out in them, come amid trips.
static void tiers_go_amid_trips(void **state)
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
        way_agent *agent = route_agent(&rig);
        for (uint32_t i = 0; i < 12; i++) {
            const way_trip trip = route_trip(&rig, false);
            way_outcome outcome = WAY_OUTCOME_WORKING;
            assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
            for (uint32_t k = 0; k < 16 && outcome == WAY_OUTCOME_WORKING; k++) {
                outcome = way_agent_step(agent, 8);
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
            const way_trip other = route_trip(&rig, false);
            (void)route_walk(agent, &other);
        }
        way_agent_destroy(agent);
        route_close(&rig);
        test_allocator_check_empty(&memory);
    }
    assert_true(amid > 100);
}

/// On ground where each link costs much, chains arrive like on any other.
static void dear_ground_has_ways(void **state)
{
    (void)state;
    route_rig rig = {.rng = way_rng_seed(7)};
    const way_map_config ground = way_map_config_default(300, 300);
    const way_edit dear = {0, 0, 300, 300, 255};
    assert_int_equal(way_map_create(&ground, &rig.map), WAY_STATUS_OK);
    assert_int_equal(way_map_edit(rig.map, &dear, 1), WAY_STATUS_OK);
    assert_int_equal(way_space_create_grid(rig.map, 1, NULL, &rig.space), WAY_STATUS_OK);
    const way_navigator_config config = {.space = rig.space, .algorithm = "dba(sector=3, depth=1)"};
    assert_int_equal(way_navigator_create(&config, &rig.navigator), WAY_STATUS_OK);
    tiers_check_chains(&rig, 24);
    route_close(&rig);
}

/// Among many small regions an end is chosen after no more climbs than that.
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
        cmocka_unit_test(tiers_hold_through_edits),
        cmocka_unit_test(tiers_are_saved),
        cmocka_unit_test(islands_are_led_nowhere),
        cmocka_unit_test(repaired_tiers_are_saved),
        cmocka_unit_test(trips_of_many_regions_are_good),
        cmocka_unit_test(trips_arrive_amid_repairs),
        cmocka_unit_test(pieces_are_handed_over),
        cmocka_unit_test(lies_lead_nobody_round_in_circles),
        cmocka_unit_test(tiers_go_amid_trips),
        cmocka_unit_test(ends_keep_to_the_budget),
        cmocka_unit_test(dear_ground_has_ways),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
