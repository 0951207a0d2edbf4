// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Ways over regions: there is one where the map says so, its hops hold, what is left falls with
// each of them, and edits are followed.
#include "support/test.h"
#include "world/plan/regions.h"

#include <waymark/map.h>

#include <string.h>

enum { SIDE = 96, MOST = 4096 };

typedef struct test_stage {
    way_map *map;
    uint32_t profile;
    wayi_regions regions;
    wayi_region_search search;
    way_rng rng;
} test_stage;

typedef struct stage_plan {
    way_neighbours neighbours;
    way_corners corners;
    uint32_t walls; ///< per thousand
    uint32_t size;
    uint32_t weight;
    uint32_t links;
} stage_plan;

static const stage_plan plans[] = {
    {WAY_NEIGHBOURS_8, WAY_CORNERS_STRICT, 150, 1, 1, 0},
    {WAY_NEIGHBOURS_8, WAY_CORNERS_STRICT, 380, 1, 1, 0},
    {WAY_NEIGHBOURS_8, WAY_CORNERS_LOOSE, 350, 1, 4, 0},
    {WAY_NEIGHBOURS_8, WAY_CORNERS_ANY, 450, 1, 1, 0},
    {WAY_NEIGHBOURS_4, WAY_CORNERS_STRICT, 300, 1, 9, 0},
    {WAY_NEIGHBOURS_6, WAY_CORNERS_STRICT, 400, 1, 1, 0},
    {WAY_NEIGHBOURS_8, WAY_CORNERS_STRICT, 60, 2, 3, 0},
    {WAY_NEIGHBOURS_8, WAY_CORNERS_STRICT, 25, 3, 1, 0},
    {WAY_NEIGHBOURS_8, WAY_CORNERS_STRICT, 420, 1, 1, 12},
};

static void stage_set(test_stage *stage, const stage_plan *plan, uint64_t seed)
{
    memset(stage, 0, sizeof *stage);
    stage->rng = way_rng_seed(seed);
    static uint8_t weights[SIDE * SIDE];
    for (uint32_t c = 0; c < SIDE * SIDE; c++) {
        weights[c] = way_rng_below(&stage->rng, 1000) < plan->walls
                         ? 0
                         : (uint8_t)(1 + way_rng_below(&stage->rng, plan->weight));
    }
    way_map_config config = way_map_config_default(SIDE, SIDE);
    config.neighbours = plan->neighbours;
    config.corners = plan->corners;
    config.weights = weights;
    assert_int_equal(way_map_create(&config, &stage->map), WAY_STATUS_OK);
    const way_profile profile = way_profile_default(plan->size);
    assert_int_equal(way_map_add_profile(stage->map, &profile, &stage->profile), WAY_STATUS_OK);
    for (uint32_t k = 0; k < plan->links; k++) {
        const way_map_link link = {.from = way_rng_below(&stage->rng, SIDE * SIDE),
                                   .to = way_rng_below(&stage->rng, SIDE * SIDE),
                                   .cost = 100 + way_rng_below(&stage->rng, 5000)};
        (void)!way_map_add_links(stage->map, &link, 1); // two may join the same cells
    }
    const way_allocator allocator = wayi_allocator_or_default(NULL);
    assert_true(wayi_regions_init(&stage->regions, stage->map,
                                  wayi_map_layer(stage->map, stage->profile), &allocator));
    assert_true(wayi_region_search_init(&stage->search, stage->regions.sectors, &allocator));
}

static void stage_clear(test_stage *stage)
{
    wayi_region_search_fini(&stage->search);
    wayi_regions_fini(&stage->regions);
    way_map_destroy(stage->map);
}

static way_cell stage_cell(test_stage *stage)
{
    for (;;) {
        const way_cell cell = way_rng_below(&stage->rng, SIDE * SIDE);
        if (way_map_weight(stage->map, cell, stage->profile)) {
            return cell;
        }
    }
}

/// Searches in slices of a few.
static way_outcome stage_search(test_stage *stage, way_cell from, way_cell to, uint32_t slice)
{
    wayi_region_search_begin(&stage->search, &stage->regions, from, &to, 1);
    way_outcome outcome = WAY_OUTCOME_WORKING;
    while (outcome == WAY_OUTCOME_WORKING) {
        uint32_t budget = slice;
        outcome = wayi_region_search_step(&stage->search, &budget);
    }
    return outcome;
}

/// Follows hops to the goal, searching again where they are used up or at a link; what is left must
/// fall all the way.
static void stage_walk(test_stage *stage, way_cell from, way_cell goal)
{
    way_cost left = WAY_COST_MAX;
    for (uint32_t legs = 0; legs < MOST; legs++) {
        assert_int_equal(stage_search(stage, from, goal, 1 + legs % 7), WAY_OUTCOME_FOUND);
        wayi_region_hops hops;
        wayi_region_search_trace(&stage->search, &hops);
        assert_int_equal(hops.goal, goal);
        way_cell cells[8 * WAYI_REGION_HOPS_BYTES];
        uint8_t bits[8 * WAYI_REGION_HOPS_BYTES];
        wayi_region_walk walk = {cells, bits, 8 * WAYI_REGION_HOPS_BYTES - 1, 0, false};
        wayi_region_hops_follow(&stage->regions, &hops, &walk);
        assert_int_equal(bits[walk.count], hops.count); // all of them hold
        assert_true(walk.whole || hops.end == WAY_CELL_NONE);
        for (uint32_t k = 0; k <= walk.count; k++) {
            assert_int_equal(stage_search(stage, cells[k], goal, MOST), WAY_OUTCOME_FOUND);
            const way_cost rest = wayi_region_search_cost(&stage->search);
            assert_true(k == 0 ? rest <= left : rest < left);
            left = rest;
        }
        if (hops.end == goal && hops.link == 0) {
            assert_int_equal(left, 0);
            return;
        }
        from = cells[walk.count];
        if (hops.link) {
            from = wayi_region_hops_link(&stage->regions, &hops);
            assert_int_not_equal(from, WAY_CELL_NONE);
        }
    }
    fail();
}

static void regions_lead_where_the_map_says(void **state)
{
    (void)state;
    for (uint32_t p = 0; p < sizeof plans / sizeof *plans; p++) {
        test_stage stage;
        stage_set(&stage, &plans[p], 7 + p);
        uint32_t ways = 0;
        for (uint32_t k = 0; k < 60; k++) {
            const way_cell from = stage_cell(&stage);
            const way_cell to = stage_cell(&stage);
            if (way_map_is_reachable(stage.map, from, to, stage.profile)) {
                stage_walk(&stage, from, to);
                ways++;
            } else {
                assert_int_equal(stage_search(&stage, from, to, 3), WAY_OUTCOME_NO_PATH);
            }
        }
        assert_true(ways > 5);
        stage_clear(&stage);
    }
}

/// After any edits the notes are those of a map that was like that from the start, and hops lead
/// on.
static void regions_follow_edits(void **state)
{
    (void)state;
    for (uint32_t p = 0; p < sizeof plans / sizeof *plans; p++) {
        test_stage stage;
        stage_set(&stage, &plans[p], 70 + p);
        for (uint32_t round = 0; round < 20; round++) {
            way_edit edits[5];
            for (uint32_t e = 0; e < 5; e++) {
                edits[e] = (way_edit){.x = way_rng_below(&stage.rng, SIDE - 9),
                                      .y = way_rng_below(&stage.rng, SIDE - 9),
                                      .width = 1 + way_rng_below(&stage.rng, 8),
                                      .height = 1 + way_rng_below(&stage.rng, 8),
                                      .weight = (uint8_t)way_rng_below(&stage.rng, 3)};
            }
            assert_int_equal(way_map_edit(stage.map, edits, 5), WAY_STATUS_OK);
            (void)wayi_regions_follow(&stage.regions, edits, 5);
            wayi_regions fresh;
            const way_allocator allocator = wayi_allocator_or_default(NULL);
            assert_true(wayi_regions_init(&fresh, stage.map, stage.regions.layer, &allocator));
            for (uint32_t n = 0; n < fresh.sectors * WAYI_REGIONS_NOTED; n++) {
                assert_int_equal(stage.regions.notes[n].place, fresh.notes[n].place);
                assert_int_equal(stage.regions.notes[n].mean, fresh.notes[n].mean);
            }
            wayi_regions_fini(&fresh);
            const way_cell from = stage_cell(&stage);
            const way_cell to = stage_cell(&stage);
            if (way_map_is_reachable(stage.map, from, to, stage.profile)) {
                stage_walk(&stage, from, to);
            }
        }
        stage_clear(&stage);
    }
}

/// An edit of a sector that a search has not looked at changes nothing of what it finds.
static void regions_know_what_they_read(void **state)
{
    (void)state;
    uint32_t unread = 0;
    for (uint32_t k = 0; k < 200; k++) {
        test_stage stage;
        stage_set(&stage, &plans[k % 3], 700 + k);
        const way_cell from = stage_cell(&stage);
        const way_cell to = stage_cell(&stage);
        if (stage_search(&stage, from, to, MOST) == WAY_OUTCOME_FOUND) {
            wayi_region_hops before;
            wayi_region_search_trace(&stage.search, &before);
            const way_edit edit = {.x = way_rng_below(&stage.rng, SIDE - 4),
                                   .y = way_rng_below(&stage.rng, SIDE - 4),
                                   .width = 4,
                                   .height = 4,
                                   .weight = (uint8_t)(k % 2)};
            const way_rect rect = {edit.x, edit.y, edit.width, edit.height};
            if (!wayi_region_search_read(&stage.search, rect)) {
                unread++;
                assert_int_equal(way_map_edit(stage.map, &edit, 1), WAY_STATUS_OK);
                (void)wayi_regions_follow(&stage.regions, &edit, 1);
                assert_int_equal(stage_search(&stage, from, to, MOST), WAY_OUTCOME_FOUND);
                wayi_region_hops after;
                wayi_region_search_trace(&stage.search, &after);
                assert_memory_equal(&before, &after, sizeof before);
            }
        }
        stage_clear(&stage);
    }
    assert_true(unread > 20);
}

/// Over open ground a way aslant costs what the ground does, not what going round corners does.
static void regions_lead_aslant(void **state)
{
    (void)state;
    const stage_plan open = {WAY_NEIGHBOURS_8, WAY_CORNERS_STRICT, 0, 1, 1, 0};
    test_stage stage;
    stage_set(&stage, &open, 1);
    const way_cell from = way_map_cell(stage.map, 8, 8);
    for (uint32_t k = 0; k < 5; k++) {
        const way_cell to = way_map_cell(stage.map, 88, 88 - 16 * k);
        assert_int_equal(stage_search(&stage, from, to, MOST), WAY_OUTCOME_FOUND);
        const uint64_t cost = (uint64_t)wayi_region_search_cost(&stage.search) * WAYI_REGION_UNIT;
        const uint64_t best = way_map_estimate(stage.map, from, to);
        assert_in_range(cost, best, best + best / 20);
    }
    stage_clear(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(regions_lead_where_the_map_says),
        cmocka_unit_test(regions_follow_edits),
        cmocka_unit_test(regions_know_what_they_read),
        cmocka_unit_test(regions_lead_aslant),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
