// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "scenes/levels.h"
#include "support/test.h"

#include <waymark/agent.h>
#include <waymark/lab.h>

#include <string.h>

/// Hashes of levels 20 x 20 and larger: they are the same on every machine.
static const struct {
    uint32_t width, height;
    uint64_t seed, hash;
} known[] = {
    {20, 20, 1, UINT64_C(0xbdcbb49a0d764560)},
    {12, 30, 2, UINT64_C(0x650e8071de4f282d)},
    {50, 50, 3, UINT64_C(0xb95ebf95432aef6f)},
};

static uint64_t level_hash(const way_level *level)
{
    const size_t size = way_level_format(level, NULL, 0);
    char *text = malloc(size);
    assert_non_null(text);
    assert_int_equal(way_level_format(level, text, size), size);
    way_level again;
    way_problem problem;
    assert_int_equal(way_level_parse(text, size, NULL, &again, &problem), WAY_STATUS_OK);
    way_level_free(&again);
    const uint64_t hash = way_hash_bytes(0, text, size);
    free(text);
    return hash;
}

static void levels_when_repeated(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < sizeof known / sizeof *known; i++) {
        const levels_request request = {known[i].width, known[i].height, known[i].seed};
        way_level level;
        assert_int_equal(levels_create(&request, &level), WAY_STATUS_OK);
        assert_int_equal(level.width, known[i].width);
        assert_int_equal(level.height, known[i].height);
        const uint64_t hash = level_hash(&level);
        way_level_free(&level);
        if (hash != known[i].hash) {
            fail_msg("level %u: hash 0x%llx", i, (unsigned long long)hash);
        }
    }
}

/// Runs the knight by its keys alone.
static void replay(way_space *space, const way_state *path, uint32_t count)
{
    way_platform_state knight = way_platform_get(space, path[0]);
    for (uint32_t i = 0; i + 1 < count; i++) {
        const uint32_t keys = way_platform_keys(space, path[i], path[i + 1]);
        assert_int_not_equal(keys, 0);
        knight = way_platform_step(space, &knight, keys);
    }
    const way_state end = way_platform_find(space, &knight);
    assert_true(space->type->is_goal(space, end));
}

static void levels_when_solved(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 12; seed++) {
        const levels_request request = {20 + (uint32_t)seed, 24, seed};
        way_level level;
        way_space *space = NULL;
        way_navigator *navigator = NULL;
        way_agent *agent = NULL;
        assert_int_equal(levels_create(&request, &level), WAY_STATUS_OK);
        assert_true(level.start_x != level.door_x || level.start_y != level.door_y);
        // Both stand on something.
        assert_true(level.solid[(level.start_y + 1) * level.width + level.start_x]);
        assert_true(level.solid[(level.door_y + 1) * level.width + level.door_x]);
        const way_platform_config config = {.level = &level};
        assert_int_equal(way_space_create_platform(&config, &space), WAY_STATUS_OK);
        const way_navigator_config plan = {.space = space, .algorithm = "greedy"};
        assert_int_equal(way_navigator_create(&plan, &navigator), WAY_STATUS_OK);
        const way_agent_config agents = {.navigator = navigator};
        assert_int_equal(way_agent_create(&agents, &agent), WAY_STATUS_OK);
        const way_trip trip = {.start = way_platform_start(space), .mode = WAY_GOAL_SPACE};
        assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
        assert_int_equal(way_agent_run(agent), WAY_OUTCOME_FOUND);
        uint32_t count = 0;
        const way_state *path = way_agent_path(agent, &count);
        replay(space, path, count);
        way_agent_destroy(agent);
        way_navigator_destroy(navigator);
        way_space_destroy(space);
        way_level_free(&level);
    }
}

static void levels_when_refused(void **state)
{
    (void)state;
    way_level level;
    const levels_request narrow = {LEVELS_SIDE_MIN - 1, 30, 1};
    const levels_request tall = {30, WAY_LEVEL_SIDE_MAX + 1, 1};
    assert_int_equal(levels_create(&narrow, &level), WAY_STATUS_OUT_OF_RANGE);
    assert_null(level.solid);
    assert_int_equal(levels_create(&tall, &level), WAY_STATUS_OUT_OF_RANGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levels_when_repeated),
        cmocka_unit_test(levels_when_solved),
        cmocka_unit_test(levels_when_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
