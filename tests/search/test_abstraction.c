// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What holds inside the abstractions: exits cost what the oracle says, and an edit costs blocks and
// sectors, not the map.
#include "scenes/oracle.h"
#include "search/algorithm.h"
#include "search/hierarchical/exits.h"
#include "search/hierarchical/pyramid.h"
#include "search/stage.h"
#include "support/test.h"

#include <waymark/database.h>

#include <string.h>

static stage_set abstraction_stages;

static way_navigator *prepare(const test_stage *stage, const char *spec)
{
    way_navigator *navigator = NULL;
    const way_navigator_config config = {.space = stage->space, .algorithm = spec};
    assert_int_equal(way_navigator_create(&config, &navigator), WAY_STATUS_OK);
    return navigator;
}

// Exits ------------------------------------------------------------------------------------------

/// Between exits of one cell what is kept is the cost of a real way, the same in both directions,
/// wherever they are in one region.
static void exits_cost_what_ways_cost(void **state)
{
    (void)state;
    uint32_t checked = 0;
    for (uint32_t i = 0; i < abstraction_stages.count; i++) {
        const test_stage *stage = &abstraction_stages.stages[i];
        way_navigator *navigator = prepare(stage, "guided(sector=16)");
        const wayi_exits *exits = navigator->database;
        const uint32_t width = way_map_width(stage->map);
        way_cost *costs = malloc(stage->count * sizeof *costs);
        assert_non_null(costs);
        for (uint32_t s = 0; s < exits->regions.columns * exits->regions.rows; s++) {
            const wayi_exit_sector *sector = &exits->sectors[s];
            if (sector->exit_count == 0) {
                continue;
            }
            const wayi_exit *from = &sector->exits[0];
            stage_fill_costs(stage, from->y * width + from->x, costs);
            for (uint32_t k = 0; k < sector->exit_count; k++) {
                const wayi_exit *to = &sector->exits[k];
                assert_true(sector->costs[k] >= costs[to->y * width + to->x]);
                assert_int_equal(sector->costs[k], sector->costs[k * sector->exit_count]);
                assert_int_equal(sector->costs[k] != WAY_COST_MAX, to->region == from->region);
                checked++;
            }
        }
        free(costs);
        way_navigator_destroy(navigator);
    }
    assert_true(checked > 50);
}

// Repairs ----------------------------------------------------------------------------------------

/// The blocks or sectors that a repair did anew.
static uint32_t repaired(const way_navigator *navigator, const char *name)
{
    if (strcmp(name, "prastar") == 0) {
        return ((const wayi_pyramid *)navigator->database)->repaired;
    }
    if (strcmp(name, "guided") == 0) {
        return ((const wayi_exits *)navigator->database)->repaired;
    }
    return ((const wayi_regions *)navigator->database)->repaired; // the lower level comes first
}

/// Most blocks or sectors that one changed cell costs on an open map of some side.
static uint32_t cost_of_edits(uint32_t side, const char *name, uint32_t *levels)
{
    test_stage stage;
    const stage_grid_config config = {.generator = "random",
                                      .setting = {"blocked", 20},
                                      .width = side,
                                      .height = side,
                                      .neighbours = WAY_NEIGHBOURS_8,
                                      .corners = WAY_CORNERS_NEVER,
                                      .costs = {408, 577},
                                      .lightest = 1,
                                      .heaviest = 1,
                                      .seed = 3,
                                      .size = 1};
    stage_create_grid(&stage, &config);
    way_navigator *navigator = prepare(&stage, name);
    way_rng rng = way_rng_seed(side);
    uint32_t most = 0;
    for (uint32_t i = 0; i < 12; i++) {
        const way_cell cell = way_rng_below(&rng, stage.count);
        const way_edit edit = {cell % side, cell / side, 1, 1,
                               way_map_weight(stage.map, cell) ? 0 : 1};
        assert_int_equal(way_map_edit(stage.map, &edit, 1), WAY_STATUS_OK);
        const uint32_t before = repaired(navigator, name);
        bool done = false;
        assert_int_equal(way_navigator_repair(navigator, UINT32_MAX, &done), WAY_STATUS_OK);
        assert_true(done);
        const uint32_t cost = repaired(navigator, name) - before;
        most = cost > most ? cost : most;
        assert_true(cost > 0);
    }
    *levels =
        strcmp(name, "prastar") == 0 ? ((const wayi_pyramid *)navigator->database)->level_count : 1;
    way_navigator_destroy(navigator);
    stage_destroy(&stage);
    return most;
}

static void edits_cost_sectors(void **state)
{
    (void)state;
    static const char *const names[] = {"prastar", "sectors", "guided"};
    static const uint32_t sides[] = {64, 128, 192};
    for (uint32_t i = 0; i < 3; i++) {
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t levels = 0;
            // At worst four blocks are grouped and sixteen linked per level, or sixteen sectors
            // made.
            const uint32_t most = cost_of_edits(sides[k], names[i], &levels);
            assert_true(most <= (i == 0 ? 20 * levels : 16));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exits_cost_what_ways_cost),
        cmocka_unit_test(edits_cost_sectors),
    };
    stage_set_add_grids(&abstraction_stages, 1, stage_rounds(8));
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    stage_set_destroy(&abstraction_stages);
    return failed;
}
