// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// How the index of beacon follows edits: within the budget of every call, whatever the size of the
// map; it grows nothing, and no rebuild is thrown away.
#include "search/beacon_rig.h"
#include "search/stage.h"
#include "support/test.h"
#include "support/test_allocator.h"

#include <waymark/database.h>

#include <stdlib.h>
#include <string.h>

/// Most expansions of a call beyond its budget: those of a piece of work.
#define REBUILD_BEYOND 512u

/// A door that opens and closes leaves nothing behind: the second half of a thousand times takes
/// no more memory than the first.
static void doors_grow_nothing(void **state)
{
    (void)state;
    way_rng rng = test_rng(17);
    beacon_rig rig;
    beacon_rig_open(&rig, "beacon", 60, 60, 15, 1, &rng);
    const way_cell cell = beacon_rig_pick(&rig, &rng);
    way_edit door = {.x = cell % 60, .y = cell / 60, .width = 1, .height = 1};
    size_t most[2] = {0, 0};
    const uint64_t epoch = beacon_rig_database(&rig)->epoch;
    for (uint32_t i = 0; i < 1000; i++) {
        door.weight = i % 2;
        assert_int_equal(way_map_edit(rig.map, &door, 1), WAY_STATUS_OK);
        bool done = false;
        assert_int_equal(way_navigator_repair(rig.navigator, 200, &done), WAY_STATUS_OK);
        assert_true(beacon_rig_database(&rig)->stale.count <= 1);
        const size_t bytes = way_navigator_bytes(rig.navigator);
        most[i / 500] = bytes > most[i / 500] ? bytes : most[i / 500];
    }
    assert_true(beacon_rig_database(&rig)->epoch >= epoch + 4); // both halves saw whole rebuilds
    assert_true(most[1] <= most[0]);
    for (bool done = false; !done;) {
        assert_int_equal(way_navigator_repair(rig.navigator, 1, &done), WAY_STATUS_OK);
    }
    beacon_rig_ask_some(&rig, 50, &rng, "after a door");
    way_database saved;
    assert_int_equal(way_navigator_save(rig.navigator, NULL, &saved), WAY_STATUS_OK);
    way_navigator *opened = NULL;
    const way_navigator_config config = {.space = rig.space};
    assert_int_equal(way_navigator_open(&config, saved.bytes, saved.size, &opened), WAY_STATUS_OK);
    way_navigator_destroy(opened);
    way_database_free(&saved);
    beacon_rig_close(&rig);
}

/// Edits in every frame starve nobody: indices still follow each other.
static void rebuilds_are_never_thrown_away(void **state)
{
    (void)state;
    way_rng rng = test_rng(18);
    beacon_rig rig;
    beacon_rig_open(&rig, "beacon", 50, 50, 15, 1, &rng);
    const beacon_edits plan = {.walls = 5, .side = 1};
    uint64_t epoch = 0;
    for (uint32_t i = 0; i < 4000 && epoch < 4; i++) {
        const way_edit edit = beacon_rig_draw(&rig, &plan, &rng);
        assert_int_equal(way_map_edit(rig.map, &edit, 1), WAY_STATUS_OK);
        bool done = false;
        assert_int_equal(way_navigator_repair(rig.navigator, 100, &done), WAY_STATUS_OK);
        epoch = beacon_rig_database(&rig)->epoch;
    }
    assert_true(epoch >= 4);
    beacon_rig_ask_some(&rig, 50, &rng, "amid edits");
    beacon_rig_close(&rig);
}

/// However small the budget, no call does more than one piece of work beyond it, and what that took
/// is made up for.
static void repairs_keep_to_their_budget(void **state)
{
    (void)state;
    way_rng rng = test_rng(19);
    beacon_rig rig;
    beacon_rig_open(&rig, "beacon", 150, 130, 20, 1, &rng);
    const beacon_edits plan = {.walls = 5, .side = 2};
    uint32_t calls = 0;
    for (uint32_t round = 0; round < 40; round++) {
        const way_edit edit = beacon_rig_draw(&rig, &plan, &rng);
        assert_int_equal(way_map_edit(rig.map, &edit, 1), WAY_STATUS_OK);
        bool done = false;
        for (uint32_t i = 0; i < 500 || (round == 39 && !done); i++, calls++) {
            const uint64_t before = beacon_rig_database(&rig)->debt;
            assert_int_equal(way_navigator_repair(rig.navigator, 3, &done), WAY_STATUS_OK);
            assert_true(beacon_rig_database(&rig)->debt <=
                        (before > 3 ? before - 3 : REBUILD_BEYOND));
        }
    }
    assert_true(calls > 1000 && beacon_rig_database(&rig)->epoch > 0);
    beacon_rig_ask_some(&rig, 20, &rng, "after small repairs");
    beacon_rig_close(&rig);
}

/// Repairs until all is done, with an edit now and then in the beginning; no call does more than
/// its budget and a piece of work.
static void keep_to_budget(way_map *map, way_navigator *navigator, uint32_t budget, uint32_t edits,
                           uint32_t beyond)
{
    way_rng rng = test_rng(29);
    uint32_t calls = 0;
    for (bool done = false; !done; calls++) {
        if (calls % 100 == 0 && calls / 100 < edits) {
            const uint32_t x = way_rng_below(&rng, way_map_width(map));
            const uint32_t y = way_rng_below(&rng, way_map_height(map));
            const bool open = way_map_is_passable(map, way_map_cell(map, x, y));
            const way_edit edit = {x, y, 1, 1, !open};
            assert_int_equal(way_map_edit(map, &edit, 1), WAY_STATUS_OK);
        }
        const uint64_t before = navigator->repaired;
        assert_int_equal(way_navigator_repair(navigator, budget, &done), WAY_STATUS_OK);
        if (navigator->repaired - before > budget + beyond) {
            const wayi_beacon_database *database = navigator->database;
            fail_msg("a call of %u did %u, phase %u", budget,
                     (unsigned)(navigator->repaired - before), database->rebuild.phase);
        }
    }
}

/// Indices of tens of megabytes take the place of others, and those are given back, without a call
/// that takes longer than others.
static void large_indices_are_swapped_without_a_hitch(void **state)
{
    (void)state;
    way_map *map = stage_scene_map("rooms,width=1024,height=1024,seed=5");
    way_space *space = NULL;
    way_navigator *navigator = NULL;
    assert_int_equal(way_space_create_grid(map, 1, NULL, &space), WAY_STATUS_OK);
    const way_navigator_config config = {.space = space, .algorithm = "beacon"};
    assert_int_equal(way_navigator_create(&config, &navigator), WAY_STATUS_OK);
    const wayi_beacon_database *database = navigator->database;
    assert_true(database->index->row_count * sizeof *database->index->rows > 32u << 20);
    const size_t bytes = way_navigator_bytes(navigator);
    keep_to_budget(map, navigator, 300, 5, REBUILD_BEYOND);
    assert_true(database->epoch >= 1);
    assert_in_range(way_navigator_bytes(navigator), bytes / 8 * 7, bytes / 8 * 9);
    way_navigator_destroy(navigator);
    way_space_destroy(space);
    way_map_destroy(map);
}

/// Asserts that another navigator of the same map would be saved as the same bytes.
static void is_as_built(const way_navigator *navigator, way_space *space)
{
    way_navigator *fresh = NULL;
    const way_navigator_config config = {.space = space, .algorithm = "beacon"};
    assert_int_equal(way_navigator_create(&config, &fresh), WAY_STATUS_OK);
    way_database saved;
    way_database other;
    assert_int_equal(way_navigator_save(navigator, NULL, &saved), WAY_STATUS_OK);
    assert_int_equal(way_navigator_save(fresh, NULL, &other), WAY_STATUS_OK);
    assert_int_equal(saved.size, other.size);
    assert_memory_equal(saved.bytes, other.bytes, saved.size);
    way_database_free(&saved);
    way_database_free(&other);
    way_navigator_destroy(fresh);
}

/// A tree of cuts that is grown again takes no more of a call than anything else, and is the one
/// that would be built, on a map in many parts as well.
static void grow_again(const char *name)
{
    way_map *map = stage_scene_map(name);
    way_space *space = NULL;
    way_navigator *navigator = NULL;
    assert_int_equal(way_space_create_grid(map, 1, NULL, &space), WAY_STATUS_OK);
    const way_navigator_config config = {.space = space, .algorithm = "beacon"};
    assert_int_equal(way_navigator_create(&config, &navigator), WAY_STATUS_OK);
    wayi_beacon_database *database = navigator->database;
    database->entries = 0; // as if the tree had been much smaller
    keep_to_budget(map, navigator, 300, 1, REBUILD_BEYOND);
    assert_true(database->epoch == 1 && database->entries > 0);
    is_as_built(navigator, space);
    way_navigator_destroy(navigator);
    way_space_destroy(space);
    way_map_destroy(map);
}

static void trees_grow_again_in_pieces(void **state)
{
    (void)state;
    grow_again("caves,width=400,height=400,seed=3");
    grow_again("caves,width=300,height=300,tunnels=0,seed=4");
}

/// A map of noise, so many cells of ten thousand blocked, and a navigator.
typedef struct noise_rig {
    test_allocator memory; ///< of the navigator
    way_map *map;
    way_space *space;
    way_navigator *navigator;
} noise_rig;

static void noise_open(noise_rig *rig, uint32_t side, uint32_t blocked, const char *spec)
{
    uint8_t *weights = malloc((size_t)side * side);
    assert_non_null(weights);
    way_rng rng = test_rng(31);
    for (uint32_t i = 0; i < side * side; i++) {
        weights[i] = way_rng_below(&rng, 10000) >= blocked;
    }
    way_map_config plan = way_map_config_default(side, side);
    plan.weights = weights;
    test_allocator_init(&rig->memory);
    assert_int_equal(way_map_create(&plan, &rig->map), WAY_STATUS_OK);
    assert_int_equal(way_space_create_grid(rig->map, 1, NULL, &rig->space), WAY_STATUS_OK);
    const way_navigator_config config = {
        .space = rig->space, .algorithm = spec, .allocator = &rig->memory.allocator};
    assert_int_equal(way_navigator_create(&config, &rig->navigator), WAY_STATUS_OK);
    free(weights);
}

static void noise_close(noise_rig *rig)
{
    way_navigator_destroy(rig->navigator);
    way_space_destroy(rig->space);
    way_map_destroy(rig->map);
    test_allocator_check_empty(&rig->memory);
}

/// Where ground is wide open a subgoal takes a long look: of many that have to look again, each is
/// a piece.
static void long_looks_keep_to_the_budget(void **state)
{
    (void)state;
    noise_rig rig;
    noise_open(&rig, 1000, 4, "beacon");
    const way_edit edit = {100, 100, 560, 560, 0}; // its rim is so long that all are looked at
    assert_int_equal(way_map_edit(rig.map, &edit, 1), WAY_STATUS_OK);
    keep_to_budget(rig.map, rig.navigator, 1, 0, REBUILD_BEYOND);
    assert_true(((const wayi_beacon_database *)rig.navigator->database)->epoch >= 1);
    noise_close(&rig);
}

/// An index for which there is no memory is given back in pieces, too: no call gives back more
/// arrays than it may work.
static void failures_keep_to_the_budget(void **state)
{
    (void)state;
    noise_rig rig;
    noise_open(&rig, 300, 2500, "beacon");
    const wayi_beacon_database *database = rig.navigator->database;
    for (uint32_t i = 0; i < 3; i++) {
        const way_cell cell = 7200 + 40 * i;
        const way_edit edit = {cell % 300, cell / 300, 1, 1, !way_map_is_passable(rig.map, cell)};
        const wayi_beacon_build *build = &database->rebuild.build;
        bool done = false;
        assert_int_equal(way_map_edit(rig.map, &edit, 1), WAY_STATUS_OK);
        // With all edges found, with some of the tree, and with all labels.
        while (i == 0 ? !build->edge_total : i == 1 ? !build->split_count : !build->row_total) {
            assert_int_equal(way_navigator_repair(rig.navigator, 20, &done), WAY_STATUS_OK);
            assert_false(done);
        }
        assert_true(i == 1 || build->piece_count > 512 || build->block_count > 512);
        rig.memory.limit_bytes = 1;
        way_status status = WAY_STATUS_OK;
        for (uint32_t calls = 0; status == WAY_STATUS_OK && calls < 20000; calls++) {
            status = way_navigator_repair(rig.navigator, 20, &done);
        }
        assert_int_equal(status, WAY_STATUS_NO_MEMORY);
        rig.memory.limit_bytes = 0;
        while (database->rebuild.failed) {
            const size_t before = rig.memory.live_blocks;
            const uint64_t work = rig.navigator->repaired;
            assert_int_equal(way_navigator_repair(rig.navigator, 20, &done), WAY_STATUS_OK);
            assert_true(rig.navigator->repaired - work <= 20 + REBUILD_BEYOND);
            assert_true(before <= rig.memory.live_blocks + 20 + REBUILD_BEYOND);
        }
    }
    const uint64_t epoch = database->epoch;
    keep_to_budget(rig.map, rig.navigator, 300, 0, REBUILD_BEYOND);
    assert_true(database->epoch == epoch + 1);
    noise_close(&rig);
}

/// Only nodes above a change get new labels: after an edit most of them keep theirs, and those that
/// do not hold a vertex that was touched, or others than before.
static void most_nodes_keep_their_labels(void **state)
{
    (void)state;
    noise_rig rig;
    noise_open(&rig, 200, 1500, "beacon");
    const wayi_beacon_database *database = rig.navigator->database;
    const wayi_beacon_rebuild *rebuild = &database->rebuild;
    const way_cell cell = 200 * 40 + 40;
    const way_edit edit = {40, 40, 1, 1, !way_map_is_passable(rig.map, cell)};
    bool done = false;
    assert_int_equal(way_map_edit(rig.map, &edit, 1), WAY_STATUS_OK);
    while (!rebuild->build.row_total) { // all are made, and none was gathered
        assert_int_equal(way_navigator_repair(rig.navigator, 1, &done), WAY_STATUS_OK);
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < rebuild->index->node_count; i++) {
        const wayi_beacon_node *node = &rebuild->old->nodes[i];
        bool touched = rebuild->build.blocks[i].borrowed || node->cut == 0;
        kept += touched;
        for (uint32_t v = node->first; v < node->end && !touched; v++) {
            const wayi_beacon_vertex *vertex = &rebuild->old->vertices[v];
            touched = rebuild->change.marks[v] ||
                      !wayi_board_is_subgoal(&rebuild->index->still, vertex->x, vertex->y);
        }
        const wayi_beacon_node *next = &rebuild->index->nodes[i];
        assert_true(touched || next->end - next->first != node->end - node->first);
    }
    assert_true(kept > rebuild->index->node_count / 4 * 3);
    noise_close(&rig);
}

/// Makes the labels of every node afresh, by searches, and compares.
static uint32_t labels_by_search(const wayi_beacon_index *index)
{
    const way_allocator *allocator = &index->allocator;
    wayi_beacon_index copy = *index;
    wayi_beacon_block *blocks = calloc(index->node_count, sizeof *blocks);
    way_cost *weights = calloc((size_t)index->edge_count + 1, sizeof *weights);
    assert_true(blocks && weights);
    wayi_beacon_build build = {
        .index = &copy, .blocks = blocks, .weights = weights, .allocator = allocator};
    wayi_beacon_labels_weigh(&build, 0, index->vertex_count);
    uint32_t labels = 0;
    for (uint32_t i = 0; i < index->node_count; i++) {
        const wayi_beacon_node *node = &index->nodes[i];
        const wayi_beacon_block *block = &blocks[i];
        if (node->cut == 0) {
            continue;
        }
        assert_int_equal(wayi_beacon_labels_node(i, &build), WAY_STATUS_OK);
        assert_int_equal(block->row_count, node->row_words);
        assert_int_equal(block->width_count, node->frames);
        assert_memory_equal(block->widths, index->widths + node->widths, node->frames);
        assert_memory_equal(block->rows, index->rows + node->rows,
                            node->row_words * sizeof *block->rows);
        assert_memory_equal(block->next, index->next + node->next, block->next_count);
        labels += block->next_count;
        wayi_free(allocator, block->rows, block->row_count, sizeof *block->rows);
        wayi_free(allocator, block->next, block->next_count, 1);
        wayi_free(allocator, block->widths, node->cut, 1);
    }
    free(weights);
    free(blocks);
    return labels;
}

/// Labels that were put right after edits, and their next hops, are to the bit those that searches
/// find: walls, openings and both, one after the other and many at once, for units of two sizes.
static void labels_are_what_searches_find(void **state)
{
    (void)state;
    uint64_t labels = 0;
    for (uint32_t round = 0; round < 24; round += TEST_STRIDE) {
        way_rng rng = test_rng(400 + round);
        const beacon_edits plan = {.walls = round % 3 * 5, .side = 1 + round % 4};
        beacon_rig rig;
        beacon_rig_open(&rig, "beacon", 40 + 4 * round, 110 - 3 * round, 3 + round % 6 * 6,
                        1 + round % 5 / 4, &rng);
        for (uint32_t i = 0; i < 16; i++) {
            for (uint32_t k = 0; k < (i % 4 == 3 ? 12 : 1); k++) {
                const way_edit edit = beacon_rig_draw(&rig, &plan, &rng);
                assert_int_equal(way_map_edit(rig.map, &edit, 1), WAY_STATUS_OK);
            }
            for (bool done = false; !done;) {
                assert_int_equal(way_navigator_repair(rig.navigator, 700, &done), WAY_STATUS_OK);
            }
            labels += labels_by_search(beacon_rig_database(&rig)->index);
        }
        beacon_rig_close(&rig);
    }
    print_message("             %u labels\n", (unsigned)labels);
}

/// An edit that is put back leaves the index as it was, and no more memory.
static void what_is_put_back_leaves_no_trace(void **state)
{
    (void)state;
    noise_rig rig;
    noise_open(&rig, 100, 1000, "beacon");
    const wayi_beacon_database *database = rig.navigator->database;
    const size_t bytes = rig.memory.live_bytes;
    const uint8_t weight = way_map_terrain(rig.map, 5050);
    bool done = false;
    for (uint32_t i = 0; i < 20; i++) {
        const way_edit edit = {50, 50, 1, 1, i % 2 ? weight : !weight};
        assert_int_equal(way_map_edit(rig.map, &edit, 1), WAY_STATUS_OK);
        assert_int_equal(way_navigator_repair(rig.navigator, 1, &done), WAY_STATUS_OK);
        assert_int_equal(database->stale.count, i % 2 ? 0 : 1);
        assert_false(done);
    }
    assert_int_equal(database->epoch, 0);
    while (!done) {
        assert_int_equal(way_navigator_repair(rig.navigator, 1000, &done), WAY_STATUS_OK);
    }
    assert_in_range(rig.memory.live_bytes, bytes / 8 * 7, bytes / 8 * 9);
    noise_close(&rig);
}

/// What a rectangle counts when it is compared, and samples with it.
static uint64_t noted_work(way_rect rect)
{
    return 64 + (uint64_t)rect.height * (1 + rect.width / 64) + WAYI_BEACON_SAMPLE_PLACES;
}

/// To take note of an edit is no part of the budget, and is bounded: by the words of its own
/// rectangle and of those that differ already and that it meets, by the places of samples, and 33
/// for each of them that is small; twice while another index is on its way.
static void notes_are_bounded(void **state)
{
    (void)state;
    way_rng rng = test_rng(33);
    beacon_rig rig;
    beacon_rig_open(&rig, "beacon", 300, 300, 10, 1, &rng);
    const wayi_beacon_database *database = beacon_rig_database(&rig);
    uint64_t met = 0;
    for (uint32_t i = 0; i < 600; i++) {
        const uint32_t side = i % 10 == 9 ? 40 : 1;
        const way_rect rect = {way_rng_below(&rng, 260), way_rng_below(&rng, 260), side, side};
        const way_edit edit = {rect.x, rect.y, side, side, i % 3 == 0};
        uint64_t words = noted_work(rect) + 33 * 64;
        for (uint32_t k = 0; k < database->stale.count; k++) {
            const way_rect other = database->stale.patches[k].rect;
            if (rect.x < other.x + other.width && other.x < rect.x + side &&
                rect.y < other.y + other.height && other.y < rect.y + side) {
                words += noted_work(other) + 33 * 64;
                met++;
            }
        }
        bool done = false;
        assert_int_equal(way_map_edit(rig.map, &edit, 1), WAY_STATUS_OK);
        const uint64_t before = rig.navigator->repaired;
        assert_int_equal(
            rig.navigator->algorithm->database.repair(rig.navigator, &rect, 1, 0, &done),
            WAY_STATUS_OK);
        assert_true(rig.navigator->repaired - before <= words / 64);
        assert_int_equal(way_navigator_repair(rig.navigator, 1, &done), WAY_STATUS_OK);
    }
    assert_true(met > 50);
    beacon_rig_close(&rig);
}

/// Nor do maps that are as wide, or as high, as can be.
static void follow_on_strip(uint32_t width, uint32_t height)
{
    uint8_t *weights = malloc((size_t)width * height);
    assert_non_null(weights);
    memset(weights, 1, (size_t)width * height);
    for (uint32_t i = 0; i < width * height; i += 1237) {
        weights[i] = 0;
    }
    way_map_config plan = way_map_config_default(width, height);
    plan.weights = weights;
    way_map *map = NULL;
    way_space *space = NULL;
    way_navigator *navigator = NULL;
    assert_int_equal(way_map_create(&plan, &map), WAY_STATUS_OK);
    assert_int_equal(way_space_create_grid(map, 1, NULL, &space), WAY_STATUS_OK);
    const way_navigator_config config = {.space = space, .algorithm = "beacon"};
    assert_int_equal(way_navigator_create(&config, &navigator), WAY_STATUS_OK);
    keep_to_budget(map, navigator, 300, 2, REBUILD_BEYOND);
    assert_true(((const wayi_beacon_database *)navigator->database)->epoch >= 1);
    way_navigator_destroy(navigator);
    way_space_destroy(space);
    way_map_destroy(map);
    free(weights);
}

static void strips_keep_to_the_budget(void **state)
{
    (void)state;
    follow_on_strip(WAY_MAP_SIDE_MAX, 20);
    follow_on_strip(20, WAY_MAP_SIDE_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(doors_grow_nothing),
        cmocka_unit_test(rebuilds_are_never_thrown_away),
        cmocka_unit_test(repairs_keep_to_their_budget),
        cmocka_unit_test(large_indices_are_swapped_without_a_hitch),
        cmocka_unit_test(trees_grow_again_in_pieces),
        cmocka_unit_test(strips_keep_to_the_budget),
        cmocka_unit_test(long_looks_keep_to_the_budget),
        cmocka_unit_test(failures_keep_to_the_budget),
        cmocka_unit_test(most_nodes_keep_their_labels),
        cmocka_unit_test(labels_are_what_searches_find),
        cmocka_unit_test(what_is_put_back_leaves_no_trace),
        cmocka_unit_test(notes_are_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
