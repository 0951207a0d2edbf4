// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What holds inside a pyramid, fresh or after thousands of edits: groups are connected, links go
// both ways, and a repair leaves what a fresh build makes. It costs about the same
// on a small map and on a large one, and leaves paths as good as a fresh build gives.
#include "lab/hierarchical/pyramid.h"
#include "search/stage.h"
#include "search/trip/algorithm.h"
#include "support/test.h"

#include <waymark/database.h>
#include <waymark/path.h>

#include <string.h>

static stage_set pyramid_stages;

static way_navigator *prepare(way_space *space)
{
    way_navigator *navigator = NULL;
    const way_navigator_config config = {.space = space, .algorithm = "prastar"};
    assert_int_equal(way_navigator_create(&config, &navigator), WAY_STATUS_OK);
    return navigator;
}

// Invariants --------------------------------------------------------------------------------------

/// Cells join the set of a neighbour with the same ancestor until nothing changes; one set per
/// ancestor must be left. Sets are named by their lowest cell.
static void check_connected(const test_stage *stage, const uint32_t *ancestors, uint32_t names)
{
    const wayi_grid *grid = wayi_space_grid(stage->space);
    uint32_t *sets = malloc(stage->count * sizeof *sets);
    uint32_t *firsts = malloc((names + 1) * sizeof *firsts);
    assert_non_null(sets);
    assert_non_null(firsts);
    for (uint32_t cell = 0; cell < stage->count; cell++) {
        sets[cell] = cell;
    }
    memset(firsts, 0xff, names * sizeof *firsts);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t cell = 0; cell < stage->count; cell++) {
            for (uint32_t moves = ancestors[cell] == UINT32_MAX
                                      ? 0
                                      : wayi_layer_moves(grid->map, grid->layer, cell);
                 moves; moves &= moves - 1) {
                const uint32_t to = cell + (uint32_t)grid->map->offsets[wayi_bits_lowest(moves)];
                if (ancestors[to] == ancestors[cell] && sets[to] < sets[cell]) {
                    sets[cell] = sets[to];
                    changed = true;
                }
            }
        }
    }
    for (uint32_t cell = 0; cell < stage->count; cell++) {
        if (ancestors[cell] == UINT32_MAX) {
            continue;
        }
        assert_true(ancestors[cell] < names);
        uint32_t *first = &firsts[ancestors[cell]];
        *first = *first == UINT32_MAX ? sets[cell] : *first;
        assert_int_equal(*first, sets[cell]);
    }
    free(sets);
    free(firsts);
}

static bool is_linked(const wayi_pyramid_level *level, uint32_t from, uint32_t to)
{
    const wayi_pyramid_node *node = wayi_pyramid_node_at(level, from);
    bool found = false;
    for (uint32_t i = 0; i < node->edge_count && !found; i++) {
        found = wayi_pyramid_to(level, from >> level->bits, node->edge_first + i) == to;
    }
    return found;
}

/// Links go both ways, and never lead from a node to itself.
static void check_links(const wayi_pyramid_level *level, uint32_t id)
{
    const wayi_pyramid_node *node = wayi_pyramid_node_at(level, id);
    for (uint32_t i = 0; i < node->edge_count; i++) {
        const uint32_t to = wayi_pyramid_to(level, id >> level->bits, node->edge_first + i);
        assert_true(to != id && is_linked(level, to, id));
    }
}

/// Nodes have the cells that say so, and lie in their blocks.
static void check_level(const test_stage *stage, const wayi_pyramid *pyramid, uint32_t index,
                        const uint32_t *ancestors)
{
    const wayi_pyramid_level *level = &pyramid->levels[index];
    const uint32_t names = level->columns * level->rows << level->bits;
    uint32_t *cells = calloc(names + 1, sizeof *cells);
    assert_non_null(cells);
    for (uint32_t cell = 0; cell < stage->count; cell++) {
        if (ancestors[cell] != UINT32_MAX) {
            cells[ancestors[cell]]++;
        }
    }
    for (uint32_t b = 0; b < level->columns * level->rows; b++) {
        const wayi_pyramid_block *block = &level->blocks[b];
        assert_true(!block->listed[WAYI_PYRAMID_GROUP] && !block->listed[WAYI_PYRAMID_LINK] &&
                    !block->torn);
        for (uint32_t i = 0; i < block->node_count; i++) {
            const uint32_t id = b << level->bits | i;
            const wayi_pyramid_node *node = &block->nodes[i];
            assert_true(cells[id] > 0);
            assert_int_equal(node->cells, cells[id]);
            assert_int_equal(wayi_pyramid_block_at(level, node->x / WAYI_PYRAMID_PARTS,
                                                   node->y / WAYI_PYRAMID_PARTS),
                             b);
            cells[id] = 0;
            check_links(level, id);
        }
    }
    for (uint32_t i = 0; i < names; i++) {
        assert_int_equal(cells[i], 0);
    }
    free(cells);
    check_connected(stage, ancestors, names);
}

static void check_pyramid(const test_stage *stage, const wayi_pyramid *pyramid)
{
    uint32_t *ancestors = malloc(stage->count * sizeof *ancestors);
    assert_non_null(ancestors);
    for (uint32_t cell = 0; cell < stage->count; cell++) {
        ancestors[cell] = wayi_pyramid_node_of(pyramid, cell);
        assert_int_equal(ancestors[cell] != UINT32_MAX, way_space_can_stand(stage->space, cell));
    }
    for (uint32_t level = 1; level < pyramid->level_count; level++) {
        check_level(stage, pyramid, level, ancestors);
        for (uint32_t cell = 0; cell < stage->count; cell++) {
            if (ancestors[cell] != UINT32_MAX) {
                ancestors[cell] = wayi_pyramid_above(pyramid, level, ancestors[cell]);
            }
        }
    }
    assert_false(wayi_pyramid_has_links(&pyramid->levels[pyramid->level_count - 1]));
    free(ancestors);
}

static void pyramids_hold(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < pyramid_stages.count; i++) {
        const test_stage *stage = &pyramid_stages.stages[i];
        way_navigator *navigator = prepare(stage->space);
        check_pyramid(stage, navigator->database);
        way_navigator_destroy(navigator);
    }
}

// Edits -------------------------------------------------------------------------------------------

#define PYRAMID_SIDE 96u
#define PYRAMID_EDITS 3000u
#define PYRAMID_TRIPS 120u

/// A map with every fifth cell blocked at random.
static void open_stage(test_stage *stage, uint32_t side)
{
    *stage = (test_stage){.count = side * side, .size = 1};
    uint8_t *weights = malloc(stage->count);
    assert_non_null(weights);
    way_rng rng = way_rng_seed(side);
    for (uint32_t i = 0; i < stage->count; i++) {
        weights[i] = way_rng_below(&rng, 5) != 0;
    }
    way_map_config config = way_map_config_default(side, side);
    config.weights = weights;
    assert_int_equal(way_map_create(&config, &stage->map), WAY_STATUS_OK);
    assert_int_equal(way_space_create_grid(stage->map, 1, NULL, &stage->space), WAY_STATUS_OK);
    free(weights);
}

static void close_stage(test_stage *stage)
{
    way_space_destroy(stage->space);
    way_map_destroy(stage->map);
}

/// Turns a cell over and repairs; what that took.
static uint64_t edit_cell(const test_stage *stage, way_navigator *navigator, way_rng *rng)
{
    const wayi_pyramid *pyramid = navigator->database;
    const uint32_t side = way_map_width(stage->map);
    const way_cell cell = way_rng_below(rng, stage->count);
    const way_edit edit = {cell % side, cell / side, 1, 1,
                           way_map_is_passable(stage->map, cell) ? 0 : 1};
    const uint64_t before = pyramid->worked;
    bool done = false;
    assert_int_equal(way_map_edit(stage->map, &edit, 1), WAY_STATUS_OK);
    assert_int_equal(way_navigator_repair(navigator, UINT32_MAX, &done), WAY_STATUS_OK);
    assert_true(done);
    return pyramid->worked - before;
}

/// How much all paths of some trips cost together; those that can't arrive must not.
static uint64_t cost_of_trips(const test_stage *stage, way_navigator *navigator, uint64_t *least)
{
    way_agent *agent = NULL;
    const way_agent_config config = {.navigator = navigator};
    assert_int_equal(way_agent_create(&config, &agent), WAY_STATUS_OK);
    way_rng rng = way_rng_seed(5);
    uint64_t sum = 0;
    *least = 0;
    for (uint32_t i = 0; i < stage_rounds(PYRAMID_TRIPS); i++) {
        const way_trip trip = {.start = way_rng_below(&rng, stage->count),
                               .goal = way_rng_below(&rng, stage->count)};
        if (!way_space_can_stand(stage->space, trip.start) ||
            !way_space_can_stand(stage->space, trip.goal)) {
            continue;
        }
        const way_cost best = oracle_cost(stage->map, trip.start, trip.goal, 1);
        assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
        assert_int_equal(way_agent_run(agent),
                         best == WAY_COST_MAX ? WAY_OUTCOME_NO_PATH : WAY_OUTCOME_FOUND);
        uint32_t count = 0;
        way_cost cost = 0;
        const way_state *path = way_agent_path(agent, &count);
        if (best != WAY_COST_MAX) {
            assert_true(way_path_check(stage->map, 1, path, count, &cost) && cost >= best);
            sum += cost;
            *least += best;
        }
    }
    way_agent_destroy(agent);
    return sum;
}

/// 150 MB for 4000 by 4000 cells are 9.375 bytes per cell: on no ground does it take more.
static void a_few_bytes_per_cell(void **state)
{
    (void)state;
    static const char *const generators[] = {"open", "caves", "rooms", "random", "maze"};
    for (uint32_t i = 0; i < sizeof generators / sizeof *generators; i++) {
        const stage_grid_config config = stage_plain(generators[i], 256, 256, 4);
        test_stage stage;
        stage_create_grid(&stage, &config);
        way_navigator *navigator = prepare(stage.space);
        const size_t bytes = way_navigator_bytes(navigator);
        if (bytes * 1000 > (size_t)stage.count * 9375) {
            fail_msg("%s: %u bytes for %u cells", generators[i], (unsigned)bytes, stage.count);
        }
        way_navigator_destroy(navigator);
        stage_destroy(&stage);
    }
}

static void repaired_for_long(void **state)
{
    (void)state;
    test_stage stage;
    open_stage(&stage, PYRAMID_SIDE);
    way_navigator *navigator = prepare(stage.space);
    const wayi_pyramid *pyramid = navigator->database;
    const size_t bytes = way_navigator_bytes(navigator);
    way_rng rng = way_rng_seed(2);
    for (uint32_t i = 0; i < stage_rounds(PYRAMID_EDITS); i++) {
        edit_cell(&stage, navigator, &rng);
    }
    way_navigator *fresh = prepare(stage.space);
    check_pyramid(&stage, pyramid);
    assert_true(2 * way_navigator_bytes(navigator) <= 3 * bytes);
    uint64_t least = 0;
    const uint64_t ours = cost_of_trips(&stage, navigator, &least);
    const uint64_t theirs = cost_of_trips(&stage, fresh, &least);
    // Within one percentage point of each other, and few above the best.
    assert_true(least > 0 && 100 * ours <= 100 * theirs + least);
    assert_true(100 * ours <= 105 * least);
    way_navigator_destroy(fresh);
    way_navigator_destroy(navigator);
    close_stage(&stage);
}

/// One call of repair, which keeps to its budget.
static void repair_once(way_navigator *navigator, uint32_t budget, bool *done)
{
    const wayi_pyramid *pyramid = navigator->database;
    const uint64_t before = pyramid->worked;
    assert_int_equal(way_navigator_repair(navigator, budget, done), WAY_STATUS_OK);
    assert_true(pyramid->worked - before <= (uint64_t)budget + WAYI_PYRAMID_EXCESS);
}

/// Edits come before the repair of the last ones is done: blocks are grouped several times before
/// they are linked, and those around them are linked in between.
static void repaired_in_slices(void **state)
{
    (void)state;
    test_stage stage;
    open_stage(&stage, PYRAMID_SIDE);
    way_navigator *navigator = prepare(stage.space);
    way_rng rng = way_rng_seed(4);
    bool done = false;
    for (uint32_t i = 0; i < stage_rounds(2000); i++) {
        const way_cell cell = way_rng_below(&rng, stage.count);
        const way_edit edit = {cell % PYRAMID_SIDE, cell / PYRAMID_SIDE, 1, 1,
                               way_map_is_passable(stage.map, cell) ? 0 : 1};
        assert_int_equal(way_map_edit(stage.map, &edit, 1), WAY_STATUS_OK);
        repair_once(navigator, 50 + i % 400, &done);
    }
    assert_int_equal(way_navigator_repair(navigator, UINT32_MAX, &done), WAY_STATUS_OK);
    assert_true(done);
    check_pyramid(&stage, navigator->database);
    way_navigator_destroy(navigator);
    close_stage(&stage);
}

/// However much of the map an edit covers, from whatever there was before.
static void repairs_keep_to_their_budget(void **state)
{
    (void)state;
    const uint32_t side = 256;
    const uint32_t rooms = 3; // that the map is cut into and one again, first and last
    test_stage stage;
    open_stage(&stage, side);
    const way_edit blocked = {0, 0, side, side, 0};
    assert_int_equal(way_map_edit(stage.map, &blocked, 1), WAY_STATUS_OK);
    way_navigator *navigator = prepare(stage.space);
    static const uint32_t budgets[] = {1, 40, 1000};
    for (uint32_t i = 0; i < 12; i++) {
        const way_edit open = {0, 0, side, side, (uint8_t)(i & 1u ? 0 : 1)};
        const way_edit wall = {side / rooms * (i % rooms + 1) - 1, 0, 1, side, 0};
        const way_edit edits[] = {open, wall};
        assert_int_equal(way_map_edit(stage.map, edits, 2), WAY_STATUS_OK);
        bool done = false;
        for (uint32_t calls = 0; !done; calls++) {
            repair_once(navigator, budgets[i % 3], &done);
            assert_true(calls < 10000000);
        }
        way_navigator *fresh = prepare(stage.space);
        way_database ours;
        way_database theirs;
        assert_int_equal(way_navigator_save(navigator, NULL, &ours), WAY_STATUS_OK);
        assert_int_equal(way_navigator_save(fresh, NULL, &theirs), WAY_STATUS_OK);
        assert_int_equal(ours.size, theirs.size);
        assert_memory_equal(ours.bytes, theirs.bytes, ours.size);
        way_database_free(&ours);
        way_database_free(&theirs);
        way_navigator_destroy(fresh);
    }
    way_navigator_destroy(navigator);
    close_stage(&stage);
}

/// Nodes grouped and links written by a repair, in the mean.
static uint64_t work_of_edits(uint32_t side)
{
    test_stage stage;
    open_stage(&stage, side);
    way_navigator *navigator = prepare(stage.space);
    way_rng rng = way_rng_seed(9);
    const uint32_t edits = 200;
    uint64_t work = 0;
    for (uint32_t i = 0; i < edits; i++) {
        work += edit_cell(&stage, navigator, &rng);
    }
    way_navigator_destroy(navigator);
    close_stage(&stage);
    return work / edits;
}

static void repairs_do_not_grow(void **state)
{
    (void)state;
    // A map of eight times the side has six levels more, of about a dozen.
    const uint64_t small = work_of_edits(256);
    const uint64_t large = work_of_edits(stage_rounds(4) == 4 ? 2048 : 1024);
    assert_true(small > 0 && large > 0);
    assert_true(large <= 2 * small);
    assert_true(large <= 8000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pyramids_hold),        cmocka_unit_test(repaired_for_long),
        cmocka_unit_test(a_few_bytes_per_cell), cmocka_unit_test(repaired_in_slices),
        cmocka_unit_test(repairs_do_not_grow),  cmocka_unit_test(repairs_keep_to_their_budget),
    };
    stage_set_add_grids(&pyramid_stages, 1, stage_rounds(8));
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    stage_set_destroy(&pyramid_stages);
    return failed;
}
