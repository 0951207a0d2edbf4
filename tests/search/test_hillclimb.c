// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Hill climbing against its definition, and compression that keeps only what was climbed.
#include "search/engine/hillclimb.h"
#include "search/stage.h"
#include "support/test.h"

#include <waymark/agent.h>

/// The definition, word by word: WAY_CELL_NONE if stuck.
static way_cell defined_step(const test_stage *stage, way_cell from, way_cell to)
{
    way_edge edges[8 + WAY_MAP_CELL_LINKS_MAX];
    const uint32_t count = stage->space->type->expand(stage->space, from, edges);
    way_cell best = WAY_CELL_NONE;
    way_cost best_f = WAY_COST_MAX;
    way_cost best_cost = 0;
    for (uint32_t i = 0; i < count; i++) {
        const way_cost f =
            edges[i].cost + stage->space->type->estimate(stage->space, edges[i].to, to);
        if (f < best_f || (f == best_f && edges[i].cost > best_cost)) {
            best = edges[i].to;
            best_f = f;
            best_cost = edges[i].cost;
        }
    }
    const bool closer =
        best != WAY_CELL_NONE && stage->space->type->estimate(stage->space, best, to) <
                                     stage->space->type->estimate(stage->space, from, to);
    return closer ? best : WAY_CELL_NONE;
}

/// How many steps the definition takes, or UINT32_MAX if it gets stuck.
static uint32_t defined_climb(const test_stage *stage, way_cell from, way_cell to)
{
    uint32_t steps = 0;
    for (; from != to; steps++) {
        from = defined_step(stage, from, to);
        if (from == WAY_CELL_NONE) {
            return UINT32_MAX;
        }
    }
    return steps;
}

static const wayi_grid *grid_of(const test_stage *stage)
{
    return wayi_space_grid(stage->space);
}

static void steps_follow_the_definition(const test_stage *stage)
{
    const way_map *map = stage->map;
    for (way_cell from = 0; from < stage->count; from++) {
        for (way_cell to = from % 7; to < stage->count; to += 7) {
            if (from == to || !way_space_can_stand(stage->space, from)) {
                continue;
            }
            const uint32_t direction = wayi_climb_next(grid_of(stage), from, to);
            const way_cell next = direction == WAYI_CLIMB_STUCK
                                      ? WAY_CELL_NONE
                                      : from + (uint32_t)map->offsets[direction];
            assert_int_equal(next, defined_step(stage, from, to));
        }
    }
}

static void cut_off_counts_steps(const test_stage *stage)
{
    for (way_cell from = 0; from < stage->count; from += 5) {
        for (way_cell to = 0; to < stage->count; to += 11) {
            if (!way_space_can_stand(stage->space, from)) {
                continue;
            }
            const uint32_t steps = defined_climb(stage, from, to);
            const wayi_grid *grid = grid_of(stage);
            const bool reaches = steps != UINT32_MAX;
            assert_int_equal(wayi_climb_reaches(grid, from, to, UINT32_MAX, NULL), reaches);
            if (reaches) {
                assert_true(wayi_climb_reaches(grid, from, to, steps, NULL));
                assert_false(steps && wayi_climb_reaches(grid, from, to, steps - 1, NULL));
            }
        }
    }
}

/// Climbs in slices, the cells written down, against the definition step by step.
static void strides_follow_the_definition(const test_stage *stage)
{
    const wayi_grid *grid = grid_of(stage);
    way_rng rng = way_rng_seed(stage->count);
    for (uint32_t i = 0; i < 400; i++) {
        const way_cell from = way_rng_below(&rng, stage->count);
        const way_cell to = way_rng_below(&rng, stage->count);
        way_cell at = from;
        way_cost cost = 0;
        bool free = way_space_can_stand(stage->space, from);
        wayi_climb climb = wayi_climb_begin(grid, from, to);
        wayi_climb silent = climb;
        while (free && !wayi_climb_is_there(&climb)) {
            const uint32_t limit = 1 + way_rng_below(&rng, 30);
            way_cell cells[30];
            uint32_t left = limit;
            uint32_t same = limit;
            free = wayi_climb_record(grid, &climb, &left, cells);
            assert_int_equal(wayi_climb_run(grid, &silent, &same), free);
            assert_int_equal(same, left);
            for (uint32_t k = 0; k < limit - left - !free; k++) {
                const way_cell next = defined_step(stage, at, to);
                assert_int_equal(next, cells[k]);
                cost += stage->space->type->estimate(stage->space, at, next);
                at = next;
            }
            assert_int_equal(climb.y * way_map_width(stage->map) + climb.x, at);
            assert_int_equal(climb.cost, cost);
            assert_memory_equal(&climb, &silent, sizeof climb);
            assert_true(free || defined_step(stage, at, to) == WAY_CELL_NONE);
            assert_true(!free || left == 0 || wayi_climb_is_there(&climb));
        }
    }
}

/// Every leg of a compressed path is climbed by the definition, ends included, at the same cost.
static void check_compressed(const test_stage *stage, const way_path *path)
{
    way_cell *subgoals = calloc(path->count + 1, sizeof *subgoals);
    assert_non_null(subgoals);
    way_cost cost = 0;
    uint32_t count =
        wayi_climb_compress(grid_of(stage), NULL, path->states, path->count, subgoals, &cost);
    assert_true(count + 2 <= path->count || (count == 0 && path->count == 1));
    assert_int_equal(cost, path->cost);
    subgoals[count++] = path->states[path->count - 1];
    way_cell at = path->states[0];
    for (uint32_t i = 0; i < count; i++) {
        assert_int_not_equal(defined_climb(stage, at, subgoals[i]), UINT32_MAX);
        at = subgoals[i];
    }
    free(subgoals);
}

static void compression_is_verified(const test_stage *stage)
{
    for (uint32_t i = 0; i < stage->problem_count && stage->size == 1; i++) {
        const stage_problem *problem = &stage->problems[i];
        if (problem->best == WAY_COST_MAX || !way_space_can_stand(stage->space, problem->start)) {
            continue;
        }
        way_path path;
        assert_int_equal(way_find(stage->map, "astar", problem->start, problem->goal, &path),
                         WAY_STATUS_OK);
        check_compressed(stage, &path);
        way_path_free(&path);
    }
}

static stage_set hillclimb_stages;

static void each_uniform_stage(void (*check)(const test_stage *))
{
    uint32_t checked = 0;
    for (uint32_t i = 0; i < hillclimb_stages.count; i++) {
        const test_stage *stage = &hillclimb_stages.stages[i];
        if (stage->count < 700 && (way_space_traits(stage->space) & WAY_SPACE_UNIFORM_COST)) {
            check(stage);
            checked++;
        }
    }
    assert_true(checked > 10);
}

static void steps_on_all_stages(void **state)
{
    (void)state;
    each_uniform_stage(steps_follow_the_definition);
}

static void strides_on_all_stages(void **state)
{
    (void)state;
    each_uniform_stage(strides_follow_the_definition);
}

static void cut_off_on_all_stages(void **state)
{
    (void)state;
    each_uniform_stage(cut_off_counts_steps);
}

static void compression_on_all_stages(void **state)
{
    (void)state;
    each_uniform_stage(compression_is_verified);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_on_all_stages),
        cmocka_unit_test(strides_on_all_stages),
        cmocka_unit_test(cut_off_on_all_stages),
        cmocka_unit_test(compression_on_all_stages),
    };
    stage_set_add_grids(&hillclimb_stages, stage_rounds(2), stage_rounds(40));
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    stage_set_destroy(&hillclimb_stages);
    return failed;
}
