// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Preparing the subgoal databases, by counts of its work: shared out among workers, in proportion
// to the map, stopped at any time, cut as suits the map and said so.
#include "base/alloc.h"
#include "scenes/scene.h"
#include "search/subgoal/pilot.h"
#include "search/trip/algorithm.h"
#include "support/test.h"

#include <waymark/database.h>

#include <stdio.h>
#include <string.h>

typedef struct preparation_rig {
    way_map *map;
    way_space *space;
    wayi_guide guide;
    uint64_t total;    ///< work of all pieces
    uint64_t makespan; ///< work of the busier of two workers, stretch by stretch
    uint64_t polled;   ///< work that was done when the last poll came
    uint64_t longest;  ///< work between two polls
} preparation_rig;

static uint64_t preparation_work(const preparation_rig *rig)
{
    return rig->guide.atlas.built + rig->guide.tiers.made;
}

static void preparation_open(const char *scene_name, uint32_t side, preparation_rig *rig)
{
    const scene_request request = scene_request_default(scene_name, side, side, 11);
    scene made;
    *rig = (preparation_rig){0};
    assert_int_equal(scene_create(&request, &made, NULL), WAY_STATUS_OK);
    assert_int_equal(scene_create_map(&made, WAY_NEIGHBOURS_8, WAY_CORNERS_STRICT, &rig->map),
                     WAY_STATUS_OK);
    scene_destroy(&made);
    assert_int_equal(way_space_create_grid(rig->map, 1, NULL, &rig->space), WAY_STATUS_OK);
}

static void preparation_close(preparation_rig *rig)
{
    way_space_destroy(rig->space);
    way_map_destroy(rig->map);
}

/// Builds and discards; a cutoff cuts as HCDPS does.
static void preparation_build(preparation_rig *rig, uint32_t side, uint32_t cutoff, way_job job)
{
    const way_allocator allocator = wayi_allocator_or_default(NULL);
    wayi_atlas_config config = {.space = rig->space, .side = side, .depth = 2, .cutoff = cutoff};
    if (side == 0) {
        wayi_atlas_choose(wayi_space_grid(rig->space), config.cutoff != 0, &config.side,
                          &config.depth);
    }
    job.user = rig;
    wayi_guide *guide = &rig->guide;
    wayi_tiers_init(&guide->tiers, &guide->atlas, &allocator);
    assert_int_equal(wayi_atlas_init(&guide->atlas, &config, &allocator), WAY_STATUS_OK);
    assert_int_equal(wayi_atlas_build(&guide->atlas, (wayi_job_stage){&job, 0, 600}),
                     WAY_STATUS_OK);
    assert_int_equal(wayi_tiers_build(&guide->tiers, (wayi_job_stage){&job, 600, 1000}),
                     WAY_STATUS_OK);
    wayi_tiers_fini(&rig->guide.tiers);
    wayi_atlas_fini(&rig->guide.atlas);
}

/// Two workers, each of which takes the next piece when it is done with one.
static void preparation_share(uint32_t count, void (*body)(uint32_t, void *), void *argument,
                              void *user)
{
    preparation_rig *rig = user;
    uint64_t loads[2] = {0, 0};
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t before = preparation_work(rig);
        body(i, argument);
        loads[loads[1] < loads[0]] += preparation_work(rig) - before;
    }
    rig->total += loads[0] + loads[1];
    rig->makespan += loads[loads[1] > loads[0]];
}

static void two_workers_share_the_work(void **state)
{
    (void)state;
    static const char *const scenes[] = {"rooms", "random"};
    for (uint32_t i = 0; i < 4; i++) {
        preparation_rig rig;
        preparation_open(scenes[i / 2], 160, &rig);
        preparation_build(&rig, 0, i % 2 ? 250 : 0, (way_job){.parallel_for = preparation_share});
        print_message("%s on %s: two workers are %.2f times as fast as one\n",
                      i % 2 ? "hcdps" : "dba", scenes[i / 2],
                      (double)rig.total / (double)rig.makespan);
        assert_true(rig.total * 10 >= rig.makespan * 17);
        preparation_close(&rig);
    }
}

static bool preparation_poll(void *user)
{
    preparation_rig *rig = user;
    const uint64_t work = preparation_work(rig);
    rig->longest = work - rig->polled > rig->longest ? work - rig->polled : rig->longest;
    rig->polled = work;
    return false;
}

/// Whoever wants to stop is asked from the beginning on.
static void polls_come_from_the_beginning(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 2; i++) {
        preparation_rig rig;
        preparation_open(i ? "caves" : "rooms", 160, &rig);
        preparation_build(&rig, 0, i ? 250 : 0, (way_job){.cancelled = preparation_poll});
        print_message("%s: %llu of %llu between two polls\n", i ? "hcdps" : "dba",
                      (unsigned long long)rig.longest, (unsigned long long)preparation_work(&rig));
        assert_true(rig.longest * 10 <= preparation_work(&rig));
        preparation_close(&rig);
    }
}

/// Four times as many cells, four times as much work.
static void work_follows_the_size_of_the_map(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 2; i++) {
        uint64_t work[2];
        for (uint32_t k = 0; k < 2; k++) {
            preparation_rig rig;
            preparation_open("caves", k ? 256 : 128, &rig);
            preparation_build(&rig, 16, i ? 250 : 0, (way_job){0});
            work[k] = preparation_work(&rig);
            preparation_close(&rig);
        }
        print_message("%s: %llu for 128 x 128 cells, %llu for 256 x 256\n", i ? "hcdps" : "dba",
                      (unsigned long long)work[0], (unsigned long long)work[1]);
        assert_true(work[1] <= 5 * work[0]);
    }
}

/// A database says how its map was cut.
static void choices_are_told(void **state)
{
    (void)state;
    static const char *const specs[] = {"dba", "hcdps"};
    for (uint32_t i = 0; i < 2; i++) {
        preparation_rig rig;
        way_navigator *navigator = NULL;
        way_database saved;
        way_database_info info;
        char expected[64];
        uint32_t side = 0;
        uint32_t depth = 0;
        preparation_open("rooms", 128, &rig);
        const way_navigator_config config = {.space = rig.space, .algorithm = specs[i]};
        assert_int_equal(way_navigator_create(&config, &navigator), WAY_STATUS_OK);
        assert_int_equal(way_navigator_save(navigator, NULL, &saved), WAY_STATUS_OK);
        assert_int_equal(way_database_inspect(saved.bytes, saved.size, &info, NULL), WAY_STATUS_OK);
        wayi_atlas_choose(wayi_space_grid(rig.space), i != 0, &side, &depth);
        assert_true(side >= 2 && depth >= 1);
        if (i) {
            (void)snprintf(expected, sizeof expected, "depth=%u, spacing=%u,", depth, side);
        } else {
            (void)snprintf(expected, sizeof expected, "sector=%u, depth=%u,", side, depth);
        }
        assert_memory_equal(info.parameters, expected, strlen(expected));
        way_database_free(&saved);
        way_navigator_destroy(navigator);
        preparation_close(&rig);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_workers_share_the_work),
        cmocka_unit_test(polls_come_from_the_beginning),
        cmocka_unit_test(work_follows_the_size_of_the_map),
        cmocka_unit_test(choices_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
