// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Sweeps against the oracle: costs to all cells, and the last step of a best way to each.
#include "lab/subgoal/sweep.h"
#include "search/stage.h"
#include "support/test.h"

static stage_set sweep_stages;

/// Every cell's cost, and the order.
static void check_costs(const test_stage *stage, const wayi_sweep *sweep, const way_cost *costs)
{
    uint32_t reached = 0;
    for (way_cell cell = 0; cell < stage->count; cell++) {
        assert_int_equal(sweep->costs[cell], costs[cell]);
        reached += costs[cell] != WAY_COST_MAX;
    }
    assert_int_equal(sweep->order.count, reached);
    const wayi_grid *grid = wayi_space_grid(stage->space);
    for (uint32_t i = 1; i < sweep->order.count; i++) {
        const way_cell cell = sweep->order.states[i];
        const uint32_t direction = sweep->arrivals[cell];
        const way_cell before = cell - (uint32_t)stage->map->offsets[direction];
        assert_true(costs[sweep->order.states[i - 1]] >> sweep->shift <= costs[cell] >>
                    sweep->shift);
        assert_int_equal(costs[before] +
                             wayi_map_step(stage->map, grid->layer, before, cell, direction),
                         costs[cell]);
    }
}

static void sweeps_equal_the_oracle(void **state)
{
    (void)state;
    const way_allocator allocator = wayi_allocator_or_default(NULL);
    static way_cost costs[65536];
    uint32_t checked = 0;
    uint32_t weighed = 0;
    way_rng rng = way_rng_seed(2);
    for (uint32_t i = 0; i < sweep_stages.count; i++) {
        const test_stage *stage = &sweep_stages.stages[i];
        if (!(way_space_traits(stage->space) & WAY_SPACE_UNLINKED) || stage->count > 65536) {
            continue;
        }
        wayi_sweep sweep;
        assert_true(wayi_sweep_init(&sweep, wayi_space_grid(stage->space), i % 2, &allocator));
        for (uint32_t k = 0; k < 6; k++) {
            const way_cell source = way_rng_below(&rng, stage->count);
            if (way_space_can_stand(stage->space, source)) {
                stage_fill_costs(stage, source, costs);
                assert_true(wayi_sweep_run(&sweep, source));
                check_costs(stage, &sweep, costs);
                checked++;
                weighed += !(way_space_traits(stage->space) & WAY_SPACE_UNIFORM_COST);
            }
        }
        wayi_sweep_fini(&sweep);
    }
    assert_true(checked > 40 && weighed > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sweeps_equal_the_oracle)};
    stage_set_add_grids(&sweep_stages, stage_rounds(2), stage_rounds(60));
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    stage_set_destroy(&sweep_stages);
    return failed;
}
