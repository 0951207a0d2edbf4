// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "scenes/oracle.h"
#include "scenes/probe.h"
#include "scenes/problems.h"
#include "support/sizes.h"

#include <string.h>

#define PROBLEMS_COUNT 200u

static way_map *problems_make_map(const char *generator, uint32_t side, uint64_t seed)
{
    const scene_request request = scene_request_default(generator, side, side, seed);
    scene made = probe_make(&request);
    way_map *map = NULL;
    assert_int_equal(scene_create_map(&made, WAY_NEIGHBOURS_8, WAY_CORNERS_STRICT, &map),
                     WAY_STATUS_OK);
    scene_destroy(&made);
    return map;
}

/// A row of cells: passable where the text has a dot.
static way_map *problems_make_row(const char *row)
{
    uint8_t weights[32];
    const uint32_t width = (uint32_t)strlen(row);
    for (uint32_t x = 0; x < width; x++) {
        weights[x] = row[x] == '.';
    }
    way_map_config config = way_map_config_default(width, 1);
    config.weights = weights;
    way_map *map = NULL;
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    return map;
}

static void solvable_when_drawn(void **state)
{
    (void)state;
    for (uint32_t size = 1; size <= 2; size++) {
        way_map *map = problems_make_map("pockets", 64, 3);
        assert_int_equal(sizes_add(map, size), WAY_STATUS_OK);
        const scene_problems_config config = {size, 5, PROBLEMS_COUNT};
        scene_problem problems[PROBLEMS_COUNT];
        assert_int_equal(scene_problems_draw_solvable(map, &config, problems), WAY_STATUS_OK);
        for (uint32_t i = 0; i < PROBLEMS_COUNT; i++) {
            assert_int_not_equal(problems[i].start, problems[i].goal);
            assert_int_equal(problems[i].cost, WAY_COST_MAX);
        }
        assert_int_equal(scene_problems_measure(map, size, problems, PROBLEMS_COUNT),
                         WAY_STATUS_OK);
        for (uint32_t i = 0; i < PROBLEMS_COUNT; i++) {
            assert_true(problems[i].cost > 0 && problems[i].cost < WAY_COST_MAX);
        }
        way_map_destroy(map);
    }
}

static void solvable_when_drawn_one_by_one(void **state)
{
    (void)state;
    way_map *map = problems_make_map("pockets", 64, 3);
    way_rng rng = way_rng_seed(5);
    for (uint32_t i = 0; i < PROBLEMS_COUNT; i++) {
        scene_problem problem = scene_problems_draw(map, &rng);
        assert_int_not_equal(problem.start, problem.goal);
        assert_int_equal(scene_problems_measure(map, 1, &problem, 1), WAY_STATUS_OK);
        assert_true(problem.cost > 0 && problem.cost < WAY_COST_MAX);
    }
    way_map_destroy(map);
}

static void cells_when_shuffled(void **state)
{
    (void)state;
    way_map *map = problems_make_row("@..@.....@......");
    way_rng rng = way_rng_seed(1);
    way_cell cells[16];
    const uint32_t component = way_map_component(map, 6, 1);
    uint32_t seen = 0;
    bool moved = false;
    assert_int_equal(scene_problems_shuffle(map, component, &rng, cells), 5);
    for (uint32_t i = 0; i < 5; i++) {
        seen |= 1u << cells[i];
        moved = moved || cells[i] != 4 + i;
    }
    assert_int_equal(seen, 0x1f0);
    assert_true(moved);
    assert_int_equal(scene_problems_shuffle(map, WAY_CELL_NONE, &rng, cells), 0);
    way_map_destroy(map);
}

static void unsolvable_when_drawn(void **state)
{
    (void)state;
    way_map *map = problems_make_map("pockets", 64, 3);
    const scene_problems_config config = {1, 5, PROBLEMS_COUNT};
    scene_problem problems[PROBLEMS_COUNT];
    assert_int_equal(scene_problems_draw_unsolvable(map, &config, problems), WAY_STATUS_OK);
    for (uint32_t i = 0; i < PROBLEMS_COUNT; i++) {
        assert_true(way_map_is_passable(map, problems[i].start));
        assert_true(way_map_is_passable(map, problems[i].goal));
        assert_int_equal(oracle_cost(map, problems[i].start, problems[i].goal, 1), WAY_COST_MAX);
    }
    way_map_destroy(map);
}

/// Every legal pair comes up, and only legal ones.
static void pairs_when_few_all_come_up(void **state)
{
    (void)state;
    way_map *map = problems_make_row("..#.#...");
    const scene_problems_config config = {1, 9, PROBLEMS_COUNT};
    scene_problem problems[PROBLEMS_COUNT];
    bool seen[8][8] = {{false}};
    assert_int_equal(scene_problems_draw_solvable(map, &config, problems), WAY_STATUS_OK);
    for (uint32_t i = 0; i < PROBLEMS_COUNT; i++) {
        seen[problems[i].start][problems[i].goal] = true;
    }
    assert_int_equal(scene_problems_draw_unsolvable(map, &config, problems), WAY_STATUS_OK);
    for (uint32_t i = 0; i < PROBLEMS_COUNT; i++) {
        assert_false(seen[problems[i].start][problems[i].goal]);
    }
    for (way_cell from = 0; from < 8; from++) {
        for (way_cell to = 0; to < 8; to++) {
            const bool legal = from != to && oracle_cost(map, from, to, 1) != WAY_COST_MAX &&
                               way_map_is_passable(map, from);
            assert_int_equal(seen[from][to], legal);
        }
    }
    way_map_destroy(map);
}

static void problems_when_there_are_none(void **state)
{
    (void)state;
    const scene_problems_config config = {1, 9, 1};
    scene_problem problem;
    way_map *apart = problems_make_row(".#.");
    assert_int_equal(scene_problems_draw_solvable(apart, &config, &problem), WAY_STATUS_NOT_FOUND);
    assert_int_equal(scene_problems_draw_unsolvable(apart, &config, &problem), WAY_STATUS_OK);
    way_map *joined = problems_make_row("...");
    assert_int_equal(scene_problems_draw_unsolvable(joined, &config, &problem),
                     WAY_STATUS_NOT_FOUND);
    way_map *blocked = problems_make_row("###");
    assert_int_equal(scene_problems_draw_solvable(blocked, &config, &problem),
                     WAY_STATUS_NOT_FOUND);
    assert_int_equal(scene_problems_draw_unsolvable(blocked, &config, &problem),
                     WAY_STATUS_NOT_FOUND);
    problem = (scene_problem){0, 3, 0};
    assert_int_equal(scene_problems_measure(joined, 1, &problem, 1), WAY_STATUS_OUT_OF_RANGE);
    way_map_destroy(apart);
    way_map_destroy(joined);
    way_map_destroy(blocked);
}

static void seeds_when_repeated(void **state)
{
    (void)state;
    way_map *map = problems_make_map("caves", 64, 3);
    scene_problems_config config = {1, 5, 50};
    scene_problem first[50];
    scene_problem second[50];
    assert_int_equal(scene_problems_draw_solvable(map, &config, first), WAY_STATUS_OK);
    assert_int_equal(scene_problems_draw_solvable(map, &config, second), WAY_STATUS_OK);
    assert_memory_equal(first, second, sizeof first);
    config.seed = 6;
    assert_int_equal(scene_problems_draw_solvable(map, &config, second), WAY_STATUS_OK);
    assert_memory_not_equal(first, second, sizeof first);
    way_map_destroy(map);
}

static void buckets_when_filled(void **state)
{
    (void)state;
    way_map *map = problems_make_map("caves", 64, 3);
    const scene_buckets_config config = {1, 8, 12, 10};
    scene_problem problems[120];
    uint32_t found = 0;
    assert_int_equal(scene_problems_draw_buckets(map, &config, problems, &found), WAY_STATUS_OK);
    assert_int_equal(found, 120);
    for (uint32_t i = 0; i < found; i++) {
        assert_int_equal(scene_problem_bucket(map, problems[i].cost), i / 10);
        assert_int_equal(oracle_cost(map, problems[i].start, problems[i].goal, 1),
                         problems[i].cost);
        assert_int_not_equal(problems[i].start, problems[i].goal);
    }
    way_map_destroy(map);
}

static void buckets_when_lengths_are_missing(void **state)
{
    (void)state;
    // No walk is longer than four: bucket 0 fills, bucket 1 has only the longest, the rest nothing.
    way_map *map = problems_make_row(".....");
    const scene_buckets_config config = {1, 8, 5, 6};
    scene_problem problems[30];
    uint32_t found = 0;
    assert_int_equal(scene_problems_draw_buckets(map, &config, problems, &found), WAY_STATUS_OK);
    assert_in_range(found, 7, 12);
    for (uint32_t i = 0; i < found; i++) {
        assert_int_equal(scene_problem_bucket(map, problems[i].cost), i < 6 ? 0 : 1);
    }
    way_map_destroy(map);
}

static void longest_when_kept(void **state)
{
    (void)state;
    scene_problem problems[] = {
        {1, 2, 50}, {3, 4, WAY_COST_MAX}, {5, 6, 90}, {0, 1, 90}, {7, 8, 0}};
    assert_int_equal(scene_problems_keep_longest(problems, 5, 3), 3);
    assert_int_equal(problems[0].start, 0);
    assert_int_equal(problems[1].start, 5);
    assert_int_equal(problems[2].start, 1);
    assert_int_equal(scene_problems_keep_longest(problems, 5, 9), 4);
    assert_int_equal(problems[4].cost, WAY_COST_MAX);
    assert_int_equal(scene_problems_keep_longest(NULL, 0, 3), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solvable_when_drawn),
        cmocka_unit_test(solvable_when_drawn_one_by_one),
        cmocka_unit_test(cells_when_shuffled),
        cmocka_unit_test(unsolvable_when_drawn),
        cmocka_unit_test(pairs_when_few_all_come_up),
        cmocka_unit_test(problems_when_there_are_none),
        cmocka_unit_test(seeds_when_repeated),
        cmocka_unit_test(buckets_when_filled),
        cmocka_unit_test(buckets_when_lengths_are_missing),
        cmocka_unit_test(longest_when_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
