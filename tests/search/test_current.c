// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// How soon hierarchical databases are current again: what docs/hierarchical.md promises, counted in
// calls of way_navigator_repair and in the work that these do.
#include "search/frame/algorithm.h"
#include "search/stage.h"
#include "support/test.h"

#include <waymark/database.h>

#define CURRENT_BUDGET 500u
#define CURRENT_EDITS 60u
#define CURRENT_FRAMES 800u

static const char *const current_scenes[] = {"rooms,width=160,height=160,seed=5",
                                             "caves,width=160,height=160,seed=3"};
enum { CURRENT_SCENES = sizeof current_scenes / sizeof *current_scenes };

/// What one edited cell may take until a database is current, in units of work, and how many frames
/// apart edits must be to leave half of the budget.
typedef struct current_promise {
    const char *spec;
    uint32_t mean, most;
    uint32_t every;
} current_promise;

static const current_promise current_promises[] = {{"hpastar", 2000, 4500, 14},
                                                   {"dhpastar", 2000, 4500, 14},
                                                   {"hpastar(levels=1)", 2000, 4000, 8},
                                                   {"prastar", 500, 1000, 2},
                                                   {"sectors", 500, 1000, 2}};
enum { CURRENT_SPECS = sizeof current_promises / sizeof *current_promises };

typedef struct current_rig {
    way_map *map;
    way_space *space;
    way_navigator *navigator;
    way_rng rng;
} current_rig;

static void current_open(uint32_t index, current_rig *rig)
{
    *rig = (current_rig){.map = stage_scene_map(current_scenes[index / CURRENT_SPECS]),
                         .rng = way_rng_seed(11)};
    assert_int_equal(way_space_create_grid(rig->map, 1, NULL, &rig->space), WAY_STATUS_OK);
    const way_navigator_config config = {.space = rig->space,
                                         .algorithm = current_promises[index % CURRENT_SPECS].spec};
    assert_int_equal(way_navigator_create(&config, &rig->navigator), WAY_STATUS_OK);
}

static void current_close(current_rig *rig)
{
    way_navigator_destroy(rig->navigator);
    way_space_destroy(rig->space);
    way_map_destroy(rig->map);
}

/// A cell of the ground is blocked, or one of a wall opened.
static void current_edit(current_rig *rig)
{
    const uint32_t x = 1 + way_rng_below(&rig->rng, way_map_width(rig->map) - 2);
    const uint32_t y = 1 + way_rng_below(&rig->rng, way_map_height(rig->map) - 2);
    const way_cell cell = way_map_cell(rig->map, x, y);
    const way_edit edit = {x, y, 1, 1, way_map_is_passable(rig->map, cell) ? 0 : 1};
    assert_int_equal(way_map_edit(rig->map, &edit, 1), WAY_STATUS_OK);
}

static bool current_repair(current_rig *rig)
{
    bool done = false;
    assert_int_equal(way_navigator_repair(rig->navigator, CURRENT_BUDGET, &done), WAY_STATUS_OK);
    return way_navigator_is_current(rig->navigator);
}

static void one_cell_is_soon_repaired(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < CURRENT_SPECS * CURRENT_SCENES; i++) {
        const current_promise *promise = &current_promises[i % CURRENT_SPECS];
        current_rig rig;
        current_open(i, &rig);
        uint64_t longest = 0;
        for (uint32_t k = 0; k < CURRENT_EDITS; k++) {
            const uint64_t before = rig.navigator->repaired;
            current_edit(&rig);
            assert_false(way_navigator_is_current(rig.navigator));
            while (!current_repair(&rig)) {
            }
            const uint64_t spent = rig.navigator->repaired - before;
            longest = spent > longest ? spent : longest;
        }
        const uint64_t mean = rig.navigator->repaired / CURRENT_EDITS;
        print_message("%s on %s: %llu units of work in the mean, %llu at most\n", promise->spec,
                      current_scenes[i / CURRENT_SPECS], (unsigned long long)mean,
                      (unsigned long long)longest);
        assert_true(mean <= promise->mean && longest <= promise->most);
        current_close(&rig);
    }
}

/// Twice the most work of one edit, in calls, is what docs/hierarchical.md says.
static void current_again_while_edits_leave_budget(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < CURRENT_SPECS * CURRENT_SCENES; i++) {
        const current_promise *promise = &current_promises[i % CURRENT_SPECS];
        current_rig rig;
        current_open(i, &rig);
        uint32_t behind = 0;
        uint32_t longest = 0;
        for (uint32_t frame = 0; frame < CURRENT_FRAMES; frame++) {
            if (frame % promise->every == 0) {
                current_edit(&rig);
            }
            behind = current_repair(&rig) ? 0 : behind + 1;
            longest = behind > longest ? behind : longest;
        }
        print_message("%s on %s: behind for %u calls at most\n", promise->spec,
                      current_scenes[i / CURRENT_SPECS], longest);
        assert_true(rig.navigator->repaired <= CURRENT_FRAMES * CURRENT_BUDGET / 2);
        assert_true(longest <= 2 * promise->most / CURRENT_BUDGET);
        current_close(&rig);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_cell_is_soon_repaired),
        cmocka_unit_test(current_again_while_edits_leave_budget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
