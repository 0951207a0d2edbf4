// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Databases on maps that never rest: what docs/changing.md promises of the work that a repair takes
// and of trips that are made meanwhile.
#include "search/atlas/repairs.h"
#include "search/living_rig.h"
#include "search/subgoal/pilot.h"
#include "search/trip/algorithm.h"

#include <string.h>

#define LIVING_CHANGED 64u

// Many regions ------------------------------------------------------------------------------------

/// Trips of a database on a map as it is now: expansions before the first moves, and what the paths
/// cost, beside the best.
typedef struct living_routes {
    uint64_t first, cost, best;
} living_routes;

static living_routes living_set_out(living_rig *rig, uint32_t trips)
{
    living_routes sum = {0};
    way_agent *agent = NULL;
    const way_agent_config config = {.navigator = rig->navigator};
    assert_int_equal(way_agent_create(&config, &agent), WAY_STATUS_OK);
    for (uint32_t i = 0; i < trips; i++) {
        const way_trip trip = living_trip(rig);
        uint32_t count = 0;
        way_path best = {0};
        assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
        while (count < 2) {
            assert_true(way_agent_step(agent, 100) == WAY_OUTCOME_WORKING ||
                        way_agent_outcome(agent) == WAY_OUTCOME_FOUND);
            (void)way_agent_path(agent, &count);
        }
        sum.first += way_agent_stats(agent).expansions;
        assert_int_equal(way_agent_run(agent), WAY_OUTCOME_FOUND);
        assert_true(way_agent_path_holds(agent, 0));
        assert_int_equal(way_find(rig->map, "jps", trip.start, trip.goal, &best), WAY_STATUS_OK);
        sum.cost += way_agent_cost(agent);
        sum.best += best.cost;
        way_path_free(&best);
    }
    way_agent_destroy(agent);
    return sum;
}

/// Where there are many regions a first move takes few of them, and paths stay good, fresh and
/// after edits.
static void many_regions_are_no_matter(void **state)
{
    (void)state;
    static const char *const specs[] = {"dba(sector=3, depth=1)", "hcdps(spacing=3, depth=1)"};
    for (uint32_t i = 0; i < 4; i++) {
        living_rig rig;
        living_open(i / 2 ? "rooms,width=540,height=540" : "caves,width=540,height=540",
                    specs[i % 2], &rig);
        const wayi_guide *guide = rig.navigator->database;
        assert_true(guide->atlas.region_count > 16384 && guide->tiers.count > 1);
        for (uint32_t round = 0; round < 2; round++) {
            const living_routes sum = living_set_out(&rig, 16);
            if (sum.first > 16 * guide->atlas.region_count / 20 ||
                100 * sum.cost > 107 * sum.best) {
                fail_msg("%s: %.0f expansions before the first move of %u regions, %.2f times the "
                         "best cost",
                         specs[i % 2], (double)sum.first / 16, guide->atlas.region_count,
                         (double)sum.cost / (double)sum.best);
            }
            for (uint32_t k = 0; k < 40; k++) {
                living_edit(&rig);
                (void)living_repair(&rig, 5000);
            }
            while (!living_repair(&rig, UINT32_MAX)) {
            }
        }
        living_close(&rig);
    }
}

// Work --------------------------------------------------------------------------------------------

static wayi_guide *living_guide(const living_rig *rig)
{
    return rig->navigator->database;
}

static const char *const living_specs[] = {"dba", "hcdps"};

/// A call takes its budget and no more than the work on one square.
static void calls_end_soon(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 2 * LIVING_SCENES; i++) {
        living_rig rig;
        living_open(living_scenes[i / 2], living_specs[i % 2], &rig);
        const uint32_t side = living_guide(&rig)->atlas.config.side;
        uint64_t longest = 0;
        for (uint32_t k = 0; k < 60; k++) {
            living_edit(&rig);
            for (bool current = false; !current;) {
                const uint64_t before = living_guide(&rig)->atlas.repaired;
                (void)living_repair(&rig, 100);
                const uint64_t spent = living_guide(&rig)->atlas.repaired - before;
                longest = spent > longest ? spent : longest;
                current = way_navigator_is_current(rig.navigator);
            }
        }
        if (longest > 100 + 2 * side * side) {
            fail_msg("%s on %s: %llu expansions in one call, side %u", living_specs[i % 2],
                     living_scenes[i / 2], (unsigned long long)longest, side);
        }
        living_close(&rig);
    }
}

/// The work that one cell makes until the database is current: see docs/changing.md.
static void one_cell_is_soon_repaired(void **state)
{
    (void)state;
    static const uint32_t means[] = {400, 600};
    static const uint32_t most[] = {1200, 1500};
    for (uint32_t i = 0; i < 2 * LIVING_SCENES; i++) {
        living_rig rig;
        living_open(living_scenes[i / 2], living_specs[i % 2], &rig);
        uint64_t longest = 0;
        for (uint32_t k = 0; k < 60; k++) {
            const uint64_t before = living_guide(&rig)->atlas.repaired;
            living_edit(&rig);
            do {
                (void)living_repair(&rig, LIVING_BUDGET);
            } while (!way_navigator_is_current(rig.navigator));
            const uint64_t spent = living_guide(&rig)->atlas.repaired - before;
            longest = spent > longest ? spent : longest;
        }
        const uint64_t mean = living_guide(&rig)->atlas.repaired / 60;
        if (mean > means[i % 2] || longest > most[i % 2]) {
            fail_msg("%s on %s: %llu expansions in the mean, %llu at most", living_specs[i % 2],
                     living_scenes[i / 2], (unsigned long long)mean, (unsigned long long)longest);
        }
        living_close(&rig);
    }
}

/// A map that has changed all over is repaired with at most the work of four builds.
static void everything_is_repaired_like_a_build(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 2 * LIVING_SCENES; i++) {
        living_rig rig;
        living_open(living_scenes[i / 2], living_specs[i % 2], &rig);
        for (uint32_t k = 0; k < 500; k++) {
            living_edit(&rig);
        }
        while (!living_repair(&rig, UINT32_MAX)) {
        }
        const wayi_guide *guide = living_guide(&rig);
        const uint64_t spent = guide->atlas.repaired + guide->tiers.worked;
        way_navigator_destroy(rig.navigator);
        living_prepare(&rig, living_specs[i % 2]);
        guide = living_guide(&rig);
        const uint64_t built = guide->atlas.built + guide->tiers.made;
        print_message("%s on %s: %llu, a build %llu\n", living_specs[i % 2], living_scenes[i / 2],
                      (unsigned long long)spent, (unsigned long long)built);
        assert_true(spent <= 4 * built);
        living_close(&rig);
    }
}

/// Under steady edits a database is current again and again, and in the end all is done.
static void steady_edits_do_not_starve(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 2 * LIVING_SCENES; i++) {
        living_rig rig;
        living_open(living_scenes[i / 2], living_specs[i % 2], &rig);
        uint32_t current = 0;
        for (uint32_t frame = 0; frame < 600; frame++) {
            if (frame % 60 == 0) {
                living_edit(&rig);
            }
            (void)living_repair(&rig, LIVING_BUDGET);
            current += way_navigator_is_current(rig.navigator);
        }
        if (current < 500) {
            fail_msg("%s on %s: current in %u frames of 600", living_specs[i % 2],
                     living_scenes[i / 2], current);
        }
        uint32_t calls = 0;
        const uint32_t regions = living_guide(&rig)->atlas.region_count;
        while (!living_repair(&rig, LIVING_BUDGET)) {
            calls++;
        }
        assert_true(calls <= 4 * regions * regions / LIVING_BUDGET);
        living_close(&rig);
    }
}

/// Edits that leave half of the budget: how soon the database is current again, see
/// docs/changing.md.
static void current_again_while_edits_leave_budget(void **state)
{
    (void)state;
    enum { EVERY = 4 };
    static const uint32_t most[] = {5, 6};
    for (uint32_t i = 0; i < 2 * LIVING_SCENES; i++) {
        living_rig rig;
        living_open(living_scenes[i / 2], living_specs[i % 2], &rig);
        uint32_t behind = 0;
        uint32_t longest = 0;
        for (uint32_t frame = 0; frame < 800; frame++) {
            if (frame % EVERY == 0) {
                living_edit(&rig);
            }
            (void)living_repair(&rig, LIVING_BUDGET);
            behind = way_navigator_is_current(rig.navigator) ? 0 : behind + 1;
            longest = behind > longest ? behind : longest;
        }
        print_message("%s on %s: behind for %u calls at most\n", living_specs[i % 2],
                      living_scenes[i / 2], longest);
        assert_true(2 * living_guide(&rig)->atlas.repaired <= 800 * LIVING_BUDGET);
        assert_true(longest <= most[i % 2]);
        living_close(&rig);
    }
}

/// Calls until nothing is left to do after a single cell, of all that are repaired: see
/// docs/changing.md.
static void one_cell_is_soon_done(void **state)
{
    (void)state;
    static const struct {
        const char *spec;
        uint32_t mean, most;           ///< on two maps
        uint32_t maze_mean, maze_most; ///< on the third
    } promises[] = {{"dba", 10, 120, 100, 400}, {"hcdps", 16, 50, 70, 400},
                    {"hpastar", 8, 16, 20, 50}, {"sectors", 2, 4, 2, 4},
                    {"prastar", 2, 4, 2, 4},    {"beacon", 40, 46, 40, 46}};
    static const char *const scenes[] = {"rooms,width=160,height=160,seed=5",
                                         "caves,width=160,height=160,seed=3",
                                         "maze,width=101,height=101,seed=7,braid=300"};
    enum { EDITS = 40, PROMISES = sizeof promises / sizeof *promises };
    for (uint32_t i = 0; i < PROMISES * sizeof scenes / sizeof *scenes; i++) {
        living_rig rig;
        uint32_t sum = 0;
        uint32_t longest = 0;
        living_open(scenes[i / PROMISES], promises[i % PROMISES].spec, &rig);
        for (uint32_t k = 0; k < EDITS; k++) {
            uint32_t calls = 1;
            living_edit(&rig);
            while (!living_repair(&rig, LIVING_BUDGET)) {
                calls++;
            }
            sum += calls;
            longest = calls > longest ? calls : longest;
        }
        print_message("%s on %s: done after %.1f calls, %u at most\n", promises[i % PROMISES].spec,
                      scenes[i / PROMISES], (double)sum / EDITS, longest);
        const bool maze = i / PROMISES == 2;
        const uint32_t mean = maze ? promises[i % PROMISES].maze_mean : promises[i % PROMISES].mean;
        const uint32_t most = maze ? promises[i % PROMISES].maze_most : promises[i % PROMISES].most;
        assert_true(sum <= EDITS * mean && longest <= most);
        living_close(&rig);
    }
}

/// Whether something is left to do in the squares up to two around a cell.
static bool living_owes_around(const living_rig *rig, way_cell cell)
{
    const wayi_atlas *atlas = &living_guide(rig)->atlas;
    const way_rect own = wayi_atlas_rect(atlas, wayi_atlas_square_of(atlas, cell));
    const way_rect rect = wayi_repairs_around(atlas, own, 2);
    bool owes = false;
    for (uint32_t i = 0; i < rect.width * rect.height; i++) {
        const uint32_t square = wayi_rect_at(rect, i, atlas->columns);
        owes = owes || (atlas->flags[square] & WAYI_ATLAS_DIRTY);
    }
    return owes;
}

/// Calls until nothing is left to do around a cell after edits all over the map.
static uint32_t living_wait_for(const char *spec, uint32_t seed, bool favoured)
{
    living_rig rig;
    living_open(living_scenes[0], spec, &rig);
    rig.rng = way_rng_seed(seed);
    const way_cell cell = living_trip(&rig).start;
    for (uint32_t i = 0; i < 100; i++) {
        living_edit(&rig);
    }
    assert_int_equal(way_navigator_favour(rig.navigator, &cell, favoured), WAY_STATUS_OK);
    uint32_t calls = 0;
    do {
        calls++;
        (void)living_repair(&rig, 100);
    } while (living_owes_around(&rig, cell));
    living_close(&rig);
    return calls;
}

/// Where units are is repaired in three quarters of the time that it takes otherwise.
static void favoured_ground_comes_first(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t favoured = 0;
        uint32_t plain = 0;
        for (uint32_t seed = 1; seed <= 12; seed++) {
            favoured += living_wait_for(living_specs[i], seed, true);
            plain += living_wait_for(living_specs[i], seed, false);
        }
        print_message("%s: %u calls, %u where nothing is favoured\n", living_specs[i], favoured,
                      plain);
        assert_true(4 * favoured <= 3 * plain);
    }
}

static void favour_refuses(void **state)
{
    (void)state;
    living_rig rig;
    living_open(living_scenes[0], "dba", &rig);
    way_cell cells[WAY_NAVIGATOR_FAVOURED_MAX + 1] = {0};
    const uint32_t most = WAY_NAVIGATOR_FAVOURED_MAX;
    assert_int_equal(way_navigator_favour(NULL, cells, 1), WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_navigator_favour(rig.navigator, NULL, 1), WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_navigator_favour(rig.navigator, NULL, 0), WAY_STATUS_OK);
    assert_int_equal(way_navigator_favour(rig.navigator, cells, most), WAY_STATUS_OK);
    assert_int_equal(way_navigator_favour(rig.navigator, cells, most + 1), WAY_STATUS_TOO_LARGE);
    cells[3] = 160 * 160;
    assert_int_equal(way_navigator_favour(rig.navigator, cells, 4), WAY_STATUS_OUT_OF_RANGE);
    way_navigator_destroy(rig.navigator);
    living_prepare(&rig, "beacon");
    assert_int_equal(way_navigator_favour(rig.navigator, cells, 1), WAY_STATUS_UNSUPPORTED);
    living_close(&rig);
}

/// Both notions of being up to date are counted, and so is the work.
static void repairs_are_counted(void **state)
{
    (void)state;
    living_rig rig;
    living_open(living_scenes[1], "dba", &rig);
    uint64_t current = 0;
    uint64_t done = 0;
    for (uint32_t i = 0; i < 100; i++) {
        if (i % 10 == 0) {
            living_edit(&rig);
        }
        done += living_repair(&rig, 50);
        current += way_navigator_is_current(rig.navigator);
    }
    const way_repair_stats stats = way_navigator_repair_stats(rig.navigator);
    assert_int_equal(stats.calls, 100);
    assert_true(stats.current == current && stats.done == done && done <= current);
    assert_true(current > 0 && current < 100);
    const wayi_guide *guide = living_guide(&rig);
    assert_true(stats.work == guide->atlas.repaired + guide->tiers.worked);
    living_close(&rig);
}

/// A door is of use before all is done: links to neighbours come first.
static void near_links_come_first(void **state)
{
    (void)state;
    uint32_t early = 0;
    for (uint32_t i = 0; i < 2 * LIVING_SCENES; i++) {
        living_rig rig;
        living_open(living_scenes[i / 2], living_specs[i % 2], &rig);
        const wayi_atlas *atlas = &living_guide(&rig)->atlas;
        for (uint32_t k = 0; k < 40; k++) {
            living_edit(&rig);
            do {
                (void)living_repair(&rig, 1);
            } while (atlas->repairs && (atlas->repairs->near_left || atlas->repairs->cuts.count ||
                                        atlas->repairs->borders.count));
            early += atlas->repairs != NULL;
            for (uint32_t square = 0; square < atlas->square_count; square++) {
                const wayi_atlas_block *block = atlas->squares[square];
                for (uint32_t link = 0; block && link < block->link_count; link++) {
                    way_cost cost = 0;
                    (void)wayi_atlas_hop(atlas, square, link, &cost);
                    assert_true(cost != WAY_COST_MAX ||
                                !(wayi_atlas_word(block, link) & WAYI_ATLAS_NEAR));
                }
            }
        }
        living_close(&rig);
    }
    assert_true(early > 80);
}

// Trips -------------------------------------------------------------------------------------------

/// Walks while the map changes; what the walk costs, and the best on the map that it began on.
static void living_walk(living_rig *rig, uint32_t budget, uint64_t *walked, uint64_t *best)
{
    way_agent *agent = NULL;
    const way_agent_config config = {.navigator = rig->navigator};
    assert_int_equal(way_agent_create(&config, &agent), WAY_STATUS_OK);
    for (uint32_t i = 0; i < 12; i++) {
        const way_trip trip = living_trip(rig);
        way_path path = {0};
        assert_int_equal(way_find(rig->map, "astar", trip.start, trip.goal, &path), WAY_STATUS_OK);
        assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
        uint32_t frames = 0;
        while (way_agent_step(agent, LIVING_BUDGET) == WAY_OUTCOME_WORKING) {
            if (++frames % 10 == 0) {
                living_edit(rig);
            }
            if (budget) {
                (void)living_repair(rig, budget);
            }
            assert_true(frames < 4000);
        }
        if (way_agent_outcome(agent) == WAY_OUTCOME_FOUND) {
            *walked += way_agent_cost(agent);
            *best += path.cost;
        }
        way_path_free(&path);
    }
    way_agent_destroy(agent);
}

/// Units under way get there at about the cost that they would without edits, whether the database
/// follows or not.
static void trips_go_on_meanwhile(void **state)
{
    (void)state;
    static const uint32_t budgets[] = {LIVING_BUDGET, 0};
    static const uint32_t most[] = {105, 110};
    for (uint32_t i = 0; i < 4 * LIVING_SCENES; i++) {
        living_rig rig;
        uint64_t walked = 0;
        uint64_t best = 0;
        const char *words = living_scenes[i / 4];
        living_open(words, living_specs[i % 2], &rig);
        living_walk(&rig, budgets[i / 2 % 2], &walked, &best);
        if (walked * 100 > best * most[i / 2 % 2]) {
            fail_msg("%s on %s, repaired with %u: %llu hundredths of the best", living_specs[i % 2],
                     words, budgets[i / 2 % 2], (unsigned long long)(walked * 100 / best));
        }
        living_close(&rig);
    }
}

/// A chain is climbed link by link before it is followed: no call does much more than its budget,
/// however long the chain is.
static void chains_are_verified_in_slices(void **state)
{
    (void)state;
    enum { BUDGET = 20, LINK = 64 };
    for (uint32_t i = 0; i < 2; i++) {
        living_rig rig;
        way_agent *agent = NULL;
        uint32_t longest = 0;
        living_open("maze,width=201,height=201,seed=3", living_specs[i], &rig);
        const way_agent_config config = {.navigator = rig.navigator};
        assert_int_equal(way_agent_create(&config, &agent), WAY_STATUS_OK);
        const wayi_pilot *pilot = agent->memory;
        for (uint32_t k = 0; k < 8; k++) {
            const way_trip trip = living_trip(&rig);
            living_edit(&rig); // and no repair: any link of the chain may be broken
            if (!way_map_is_reachable(rig.map, trip.start, trip.goal, 1)) {
                continue;
            }
            assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
            while (way_agent_step(agent, BUDGET) == WAY_OUTCOME_WORKING) {
                assert_true(pilot->due <= LINK);
                longest = pilot->chain.count > longest ? pilot->chain.count : longest;
            }
        }
        print_message("%s: chains of up to %u links\n", living_specs[i], longest);
        assert_true(longest > 2 * LINK);
        way_agent_destroy(agent);
        living_close(&rig);
    }
}

/// Most work of a call of a trip, whether it was taken off a budget or is due.
static uint64_t living_longest(way_agent *agent, const way_trip *trip, uint32_t budget)
{
    const wayi_pilot *pilot = agent->memory;
    uint64_t longest = 0;
    uint64_t before = 0;
    assert_int_equal(way_agent_begin(agent, trip), WAY_STATUS_OK);
    way_outcome outcome = way_agent_outcome(agent);
    for (uint32_t i = 0; i < 24 && outcome == WAY_OUTCOME_WORKING; i++) {
        outcome = way_agent_step(agent, budget);
        const uint64_t work = way_agent_stats(agent).expansions + pilot->due;
        longest = work - before > longest ? work - before : longest;
        before = work;
    }
    return longest;
}

/// While the regions of its ends have no links, a trip looks for others near them, climb by climb:
/// no call does much more than its budget, however many there are.
static void ends_are_found_in_slices(void **state)
{
    (void)state;
    enum { BUDGET = 4, TRIPS = 12, WALL = 24, CALLS = 40 };
    static const char *const specs[] = {"dba(sector=48)", "hcdps(spacing=48)"};
    static const char *const scenes[] = {"caves,width=160,height=160,seed=3",
                                         "maze,width=161,height=161,seed=3,braid=300"};
    for (uint32_t i = 0; i < 4; i++) {
        living_rig rig;
        way_agent *agent = NULL;
        uint64_t longest = 0;
        living_open(scenes[i / 2], specs[i % 2], &rig);
        const way_agent_config config = {.navigator = rig.navigator};
        assert_int_equal(way_agent_create(&config, &agent), WAY_STATUS_OK);
        for (uint32_t k = 0; k < TRIPS; k++) {
            const way_trip trip = living_trip(&rig);
            const uint32_t x = trip.start % way_map_width(rig.map);
            const uint32_t y = trip.start / way_map_width(rig.map);
            const way_edit wall = {x ? x - 1 : 1, y > WALL ? y - WALL : 0, 1, WALL + 2, 0};
            assert_int_equal(way_map_edit(rig.map, &wall, 1), WAY_STATUS_OK);
            const bool there = way_map_is_reachable(rig.map, trip.start, trip.goal, 1);
            for (uint32_t call = 0; there && call < CALLS; call++) {
                (void)living_repair(&rig, 1);
                const uint64_t work = living_longest(agent, &trip, BUDGET);
                longest = work > longest ? work : longest;
            }
        }
        print_message("%s: %llu expansions at most\n", specs[i % 2], (unsigned long long)longest);
        assert_true(longest <= BUDGET + 64);
        way_agent_destroy(agent);
        living_close(&rig);
    }
}

/// What a trip between any two cells costs more than the best on the map as it is, in per cent.
static double living_excess(living_rig *rig, way_agent *agent)
{
    const way_trip trip = living_trip(rig);
    way_path best = {0};
    assert_int_equal(way_find(rig->map, "astar", trip.start, trip.goal, &best), WAY_STATUS_OK);
    assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
    assert_int_equal(way_agent_run(agent), WAY_OUTCOME_FOUND);
    const double excess = 100.0 * way_agent_cost(agent) / best.cost - 100;
    way_path_free(&best);
    return excess;
}

/// A cell flips, and in every other frame the one of long ago flips back.
static void living_storm(living_rig *rig, uint32_t frame, way_cell *changed)
{
    way_cell *slot = &changed[frame / 2 % LIVING_CHANGED];
    if (frame % 2 == 0 && *slot != WAY_CELL_NONE) {
        living_flip(rig, *slot);
    } else if (frame % 2) {
        const uint32_t x = 1 + way_rng_below(&rig->rng, way_map_width(rig->map) - 2);
        const uint32_t y = 1 + way_rng_below(&rig->rng, way_map_height(rig->map) - 2);
        *slot = way_map_cell(rig->map, x, y);
        living_flip(rig, *slot);
    }
}

/// With an edit every frame a database never catches up. Trips then know which of their records
/// hold and get past the others: nobody wanders about.
static void trips_are_good_in_a_storm(void **state)
{
    (void)state;
    static const char *const scenes[] = {"rooms,width=160,height=160,seed=7",
                                         "caves,width=160,height=160,seed=7",
                                         "maze,width=101,height=101,seed=7,braid=300"};
    static const double most[][2] = {{4.5, 18}, {3, 11}, {8, 100}};
    enum { FRAMES = 400, TRIP = 10 };
    for (uint32_t i = 0; i < 2 * sizeof scenes / sizeof *scenes; i++) {
        living_rig rig;
        way_agent *agent = NULL;
        double sum = 0;
        double worst = 0;
        way_cell changed[LIVING_CHANGED];
        memset(changed, 0xff, sizeof changed);
        living_open(scenes[i / 2], living_specs[i % 2], &rig);
        const way_agent_config config = {.navigator = rig.navigator};
        assert_int_equal(way_agent_create(&config, &agent), WAY_STATUS_OK);
        for (uint32_t frame = 1; frame <= FRAMES; frame++) {
            living_storm(&rig, frame, changed);
            (void)living_repair(&rig, LIVING_BUDGET);
            const double excess = frame % TRIP == 0 ? living_excess(&rig, agent) : 0;
            sum += excess;
            worst = excess > worst ? excess : worst;
        }
        const double mean = sum / (FRAMES / TRIP);
        print_message("%s on %s: %.2f, %.1f %% above the best\n", living_specs[i % 2],
                      scenes[i / 2], mean, worst);
        assert_true(mean < most[i / 2][0] && worst < most[i / 2][1]);
        way_agent_destroy(agent);
        living_close(&rig);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_regions_are_no_matter),
        cmocka_unit_test(calls_end_soon),
        cmocka_unit_test(one_cell_is_soon_repaired),
        cmocka_unit_test(everything_is_repaired_like_a_build),
        cmocka_unit_test(favoured_ground_comes_first),
        cmocka_unit_test(favour_refuses),
        cmocka_unit_test(repairs_are_counted),
        cmocka_unit_test(near_links_come_first),
        cmocka_unit_test(steady_edits_do_not_starve),
        cmocka_unit_test(current_again_while_edits_leave_budget),
        cmocka_unit_test(one_cell_is_soon_done),
        cmocka_unit_test(trips_go_on_meanwhile),
        cmocka_unit_test(chains_are_verified_in_slices),
        cmocka_unit_test(ends_are_found_in_slices),
        cmocka_unit_test(trips_are_good_in_a_storm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
