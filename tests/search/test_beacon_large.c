// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Beacon on 16 million cells: with labels or, where `memory` does not do for them, without, it
// takes no more than that, and its answers are the best, before and after edits.
#include "search/stage.h"
#include "support/test.h"
#include "support/test_allocator.h"

#include <waymark/agent.h>
#include <waymark/database.h>

typedef struct large_case {
    const char *scene;
    uint32_t memory; ///< KB
    uint32_t peak;   ///< that may be held while it is made
} large_case;

static const large_case large_rough = {"rts,width=4096,height=4096,seed=1", 98304, 250000};
static const large_case large_rooms = {"rooms,width=4096,height=4096,seed=1", 163840, 327680};

static void large_compare(const way_map *map, way_agent *const agents[2], uint32_t count,
                          way_rng *rng)
{
    const uint32_t cells = way_map_width(map) * way_map_height(map);
    for (uint32_t done = 0; done < count;) {
        const way_trip trip = {.start = way_rng_below(rng, cells),
                               .goal = way_rng_below(rng, cells)};
        if (!way_map_is_reachable(map, trip.start, trip.goal, 1)) {
            continue;
        }
        for (uint32_t i = 0; i < 2; i++) {
            assert_int_equal(way_agent_begin(agents[i], &trip), WAY_STATUS_OK);
            assert_int_equal(way_agent_run(agents[i]), WAY_OUTCOME_FOUND);
        }
        assert_int_equal(way_agent_cost(agents[1]), way_agent_cost(agents[0]));
        assert_true(way_agent_path_holds(agents[1], 0));
        done++;
    }
}

static void answers_are_the_best_within_memory(void **state)
{
    const large_case *on = *state;
    char spec[40];
    (void)snprintf(spec, sizeof spec, "beacon(memory=%u)", on->memory);
    way_rng rng = test_rng(16);
    way_map *map = stage_scene_map(on->scene);
    way_space *space = NULL;
    way_navigator *navigators[2];
    way_agent *agents[2];
    test_allocator memory;
    test_allocator_init(&memory);
    assert_int_equal(way_space_create_grid(map, 1, NULL, &space), WAY_STATUS_OK);
    const way_navigator_config configs[2] = {
        {.space = space, .algorithm = "jps"},
        {.space = space, .algorithm = spec, .allocator = &memory.allocator}};
    for (uint32_t i = 0; i < 2; i++) {
        assert_int_equal(way_navigator_create(&configs[i], &navigators[i]), WAY_STATUS_OK);
        const way_agent_config config = {.navigator = navigators[i]};
        assert_int_equal(way_agent_create(&config, &agents[i]), WAY_STATUS_OK);
    }
    print_message("             %u KB, at most %u\n", (unsigned)(memory.live_bytes / 1024),
                  (unsigned)(memory.peak_bytes / 1024));
    assert_true(memory.live_bytes <= (size_t)on->memory * 1024);
    assert_true(memory.peak_bytes <= (size_t)on->peak * 1024);
    large_compare(map, agents, 12, &rng);
    for (uint32_t i = 0; i < 4; i++) {
        bool done = false;
        const way_edit edit = {way_rng_below(&rng, 4000), way_rng_below(&rng, 4000), 9, 9, i % 2};
        assert_int_equal(way_map_edit(map, &edit, 1), WAY_STATUS_OK);
        assert_int_equal(way_navigator_repair(navigators[1], 5000, &done), WAY_STATUS_OK);
        large_compare(map, agents, 2, &rng);
    }
    for (uint32_t i = 0; i < 2; i++) {
        way_agent_destroy(agents[i]);
        way_navigator_destroy(navigators[i]);
    }
    test_allocator_check_empty(&memory);
    way_space_destroy(space);
    way_map_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        {.name = "rough",
         .test_func = answers_are_the_best_within_memory,
         .initial_state = (void *)&large_rough},
        {.name = "rooms",
         .test_func = answers_are_the_best_within_memory,
         .initial_state = (void *)&large_rooms},
    };
    return _cmocka_run_group_tests("beacon on large maps", tests, 2, NULL, NULL);
}
