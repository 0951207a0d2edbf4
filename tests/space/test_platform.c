// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "lab/domains/platform.h"
#include "support/levels.h"
#include "support/test.h"
#include "support/test_allocator.h"

#include <waymark/agent.h>
#include <waymark/lab.h>

#include <string.h>

static const char cell[] = "1 4 4 0\n####\n#u #\n# d#\n####\n";

static way_space *make(const char *text, const way_allocator *allocator, uint32_t limit)
{
    way_level level;
    way_space *space = NULL;
    assert_int_equal(way_level_parse(text, strlen(text), NULL, &level, NULL), WAY_STATUS_OK);
    const way_platform_config config = {
        .level = &level, .state_limit = limit, .allocator = allocator};
    const way_status status = way_space_create_platform(&config, &space);
    assert_true(status == WAY_STATUS_OK || (status == WAY_STATUS_NO_MEMORY && !space));
    way_level_free(&level);
    return space;
}

/// Half pixels risen and frames in the air when running right over flat ground and holding the jump
/// key for 1, 2, ... frames.
static const struct {
    int32_t rise, frames;
} jumps[] = {{29, 11},  {41, 13},  {52, 15},  {62, 17},  {71, 19},  {81, 20},
             {91, 22},  {100, 23}, {108, 25}, {115, 26}, {121, 28}, {126, 29},
             {130, 30}, {133, 31}, {135, 32}, {136, 34}, {136, 34}};

static void jump_when_held(void **state)
{
    (void)state;
    char text[2048] = "1 60 8 0\n";
    for (uint32_t y = 0; y < 8; y++) {
        char row[62];
        memset(row, y == 0 || y == 7 ? '#' : ' ', 60);
        row[0] = '#';
        row[59] = '#';
        row[1] = y == 6 ? 'u' : row[1];
        row[2] = y == 6 ? 'd' : row[2];
        memcpy(row + 60, "\n", 2);
        strcat(text, row);
    }
    way_space *space = make(text, NULL, 0);
    for (int32_t held = 1; held <= 17; held++) {
        way_platform_state knight = way_platform_get(space, way_platform_start(space));
        while (knight.falling || knight.speed == 0) {
            knight = way_platform_step(space, &knight, WAY_PLATFORM_RIGHT);
        }
        const int32_t floor = knight.y;
        int32_t top = floor;
        int32_t frames = 0;
        do {
            const uint32_t jump = frames < held ? WAY_PLATFORM_JUMP : 0;
            knight = way_platform_step(space, &knight, WAY_PLATFORM_RIGHT | jump);
            top = knight.y < top ? knight.y : top;
            frames++;
        } while (knight.falling);
        assert_int_equal(knight.y, floor);
        assert_int_equal((floor - top) / 2, jumps[held - 1].rise);
        assert_int_equal(frames, jumps[held - 1].frames);
    }
    way_space_destroy(space);
}

static void create_when_arguments_are_bad(void **state)
{
    (void)state;
    uint8_t solid[9] = {1, 1, 1, 1, 0, 1, 1, 1, 1};
    way_level level = {.width = 3, .height = 3, .solid = solid, 1, 1, 1, 1};
    const way_platform_config config = {.level = &level};
    way_space *space = NULL;
    assert_int_equal(way_space_create_platform(&config, &space), WAY_STATUS_OK);
    assert_true(space->type->is_goal(space, 0));
    way_space_destroy(space);
    assert_int_equal(way_space_create_platform(NULL, &space), WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_space_create_platform(&config, NULL), WAY_STATUS_INVALID_ARGUMENT);
    level.door_x = 2;
    assert_int_equal(way_space_create_platform(&config, &space), WAY_STATUS_OUT_OF_RANGE);
    level.door_x = 1;
    level.start_y = 70;
    assert_int_equal(way_space_create_platform(&config, &space), WAY_STATUS_OUT_OF_RANGE);
    level.start_y = 1;
    for (uint32_t tile = 0; tile < 9; tile++) {
        if (tile != 4 && tile % 2) {
            solid[tile] = 0;
            assert_int_equal(way_space_create_platform(&config, &space), WAY_STATUS_OUT_OF_RANGE);
            solid[tile] = 1;
        }
    }
    level.width = 2;
    assert_int_equal(way_space_create_platform(&config, &space), WAY_STATUS_OUT_OF_RANGE);
    level.width = 257;
    assert_int_equal(way_space_create_platform(&config, &space), WAY_STATUS_OUT_OF_RANGE);
    level.solid = NULL;
    assert_int_equal(way_space_create_platform(&config, &space), WAY_STATUS_INVALID_ARGUMENT);
}

static void find_when_impossible(void **state)
{
    (void)state;
    way_space *space = make(test_hall, NULL, 0);
    const way_platform_state start = way_platform_get(space, 0);
    assert_int_equal(way_platform_find(space, &start), 0);
    const way_platform_state bad[] = {
        {.x = -4, .y = start.y},
        {.x = start.x, .y = -2},
        {.x = 0, .y = start.y},
        {.x = start.x, .y = start.y + 6},
        {.x = start.x, .y = start.y + 1},
        {.x = 1 << 20, .y = start.y},
        {.x = start.x, .y = start.y, .speed = 50},
        {.x = start.x, .y = start.y, .speed = -34},
        {.x = start.x, .y = start.y, .speed = 3},
        {.x = start.x, .y = start.y, .jump = 9},
    };
    for (uint32_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(way_platform_find(space, &bad[i]), WAY_STATE_NONE);
    }
    const way_platform_state fine = {
        .x = start.x, .y = start.y + 4, .speed = 48, .jump = 8, .falling = true};
    const way_state id = way_platform_find(space, &fine);
    assert_int_equal(id, 1);
    const way_platform_state again = way_platform_get(space, id);
    assert_memory_equal(&again.x, &fine.x, sizeof fine.x * 3);
    assert_true(again.jump == 8 && again.falling);
    way_space_destroy(space);
}

/// Costs to the door from every state, by going round all steps until nothing changes.
static uint32_t *door_costs(way_space *space)
{
    way_edge edges[5];
    for (way_state from = 0; from < way_platform_count(space); from++) {
        assert_int_not_equal(space->type->expand(space, from, edges), WAY_EXPAND_FULL);
    }
    const uint32_t count = way_platform_count(space);
    uint32_t *costs = malloc(count * sizeof *costs);
    assert_non_null(costs);
    for (way_state from = 0; from < count; from++) {
        costs[from] = space->type->is_goal(space, from) ? 0 : WAY_COST_MAX;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (way_state from = count; from-- > 0;) {
            const uint32_t degree = space->type->expand(space, from, edges);
            for (uint32_t i = 0; i < degree; i++) {
                const way_cost over = way_cost_add(costs[edges[i].to], 1);
                changed = changed || over < costs[from];
                costs[from] = over < costs[from] ? over : costs[from];
            }
        }
    }
    assert_int_equal(way_platform_count(space), count);
    return costs;
}

static void estimates_when_compared_with_costs(void **state)
{
    (void)state;
    way_space *space = make(cell, NULL, 0);
    uint32_t *costs = door_costs(space);
    way_edge edges[5];
    way_rng rng = test_rng(5);
    const uint32_t count = way_platform_count(space);
    print_message("%u states\n", count);
    for (way_state from = 0; from < count; from++) {
        const way_cost estimate = space->type->goal_estimate(space, from);
        assert_true(estimate <= costs[from]);
        assert_int_equal(estimate == 0, space->type->is_goal(space, from));
        // The estimate between two states is consistent.
        const way_state to = way_rng_below(&rng, count);
        const uint32_t degree = space->type->expand(space, from, edges);
        assert_int_equal(space->type->estimate(space, from, from), 0);
        for (uint32_t i = 0; i < degree; i++) {
            assert_int_not_equal(edges[i].to, from);
            assert_int_equal(edges[i].cost, 1);
            assert_int_equal(space->type->estimate(space, from, edges[i].to), 1);
            assert_true(space->type->estimate(space, from, to) <=
                        space->type->estimate(space, edges[i].to, to) + 1);
        }
    }
    free(costs);
    way_space_destroy(space);
}

static way_outcome search(way_space *space, const char *algorithm, way_cost *cost)
{
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
    const way_navigator_config plan = {.space = space, .algorithm = algorithm};
    assert_int_equal(way_navigator_create(&plan, &navigator), WAY_STATUS_OK);
    const way_agent_config config = {.navigator = navigator};
    assert_int_equal(way_agent_create(&config, &agent), WAY_STATUS_OK);
    const way_trip trip = {.start = way_platform_start(space), .mode = WAY_GOAL_SPACE};
    assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
    const way_outcome outcome = way_agent_run(agent);
    *cost = way_agent_cost(agent);
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
    return outcome;
}

static void door_when_searched(void **state)
{
    (void)state;
    way_space *space = make(test_hall, NULL, 0);
    way_cost plain = 0;
    way_cost guided = 0;
    assert_int_equal(search(space, "dijkstra", &plain), WAY_OUTCOME_FOUND);
    const uint32_t met = way_platform_count(space);
    const size_t bytes = way_platform_bytes(space);
    const uint64_t revision = way_space_revision(space);
    way_platform_reset(space);
    assert_int_equal(way_platform_count(space), 1);
    assert_int_equal(way_platform_bytes(space), bytes);
    assert_true(way_space_revision(space) > revision);
    assert_int_equal(search(space, "astar", &guided), WAY_OUTCOME_FOUND);
    assert_true(way_platform_count(space) < met);
    assert_int_equal(plain, guided);
    assert_true(plain >= space->type->goal_estimate(space, 0));
    way_space_destroy(space);
}

/// Between two walls that touch at a corner of the door's tile there is no way, and of a point of
/// the door that a wall touches there is no sight: frames and parts of a frame, by hand from the
/// corners of the two walls.
static void door_when_a_wall_touches(void **state)
{
    (void)state;
    static const char text[] = "1 7 6 0\n#######\n#u    #\n#  #  #\n# #d  #\n#     #\n#######\n";
    static const struct {
        wayi_platform_spot middle;
        uint32_t parts;
    } rows[] = {
        {{2 * 128 + 64, 2 * 128 + 64}, 2 * 3072 + 6144 + 1664 - 3072}, // 17 frames; 4 as it flies
        {{4 * 128 + 100, 2 * 128 + 64}, 6144 - 36 * 48 - 3072},        // 2; 7 if the corner is seen
        {{4 * 128 + 100, 3 * 128 + 64}, 100 * 48},                     // 7: in view
        {{3 * 128 + 64, 4 * 128 + 64}, 64 * 13},                       // 1, likewise from below
    };
    const way_allocator allocator = wayi_allocator_or_default(NULL);
    way_level level;
    wayi_terrain terrain;
    wayi_door_map door;
    assert_int_equal(way_level_parse(text, strlen(text), NULL, &level, NULL), WAY_STATUS_OK);
    assert_true(wayi_terrain_init(&terrain, &level, &allocator));
    assert_true(wayi_door_map_init(&door, &terrain, &level, &allocator));
    for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(wayi_door_map_parts(&door, &terrain, rows[i].middle), rows[i].parts);
    }
    wayi_door_map_fini(&door);
    wayi_terrain_fini(&terrain);
    way_level_free(&level);
}

static void door_when_out_of_reach(void **state)
{
    (void)state;
    // Walled in, and behind two tiles that touch at a corner.
    static const char *const levels[] = {"1 6 3 0\n######\n#u# d#\n######\n",
                                         "1 4 4 0\n####\n#u##\n##d#\n####\n"};
    for (uint32_t i = 0; i < 2; i++) {
        way_space *space = make(levels[i], NULL, 0);
        way_cost cost = 0;
        assert_int_equal(space->type->goal_estimate(space, 0), WAY_COST_MAX);
        assert_int_equal(search(space, "astar", &cost), WAY_OUTCOME_NO_PATH);
        way_space_destroy(space);
    }
}

static void door_when_states_are_limited(void **state)
{
    (void)state;
    way_space *space = make(test_hall, NULL, 100);
    way_cost cost = 0;
    assert_int_equal(search(space, "dijkstra", &cost), WAY_OUTCOME_CAPACITY);
    assert_int_equal(way_platform_count(space), 100);
    way_space_destroy(space);
}

static void keys_when_asked_back(void **state)
{
    (void)state;
    way_space *space = make(test_hall, NULL, 0);
    way_edge edges[5];
    way_state at = 0;
    way_rng rng = test_rng(77);
    assert_true(way_space_is_platform(space));
    assert_false(way_space_is_platform(NULL));
    for (uint32_t frame = 0; frame < 2000; frame++) {
        const uint32_t degree = space->type->expand(space, at, edges);
        const way_state to = edges[way_rng_below(&rng, degree)].to;
        const uint32_t keys = way_platform_keys(space, at, to);
        const way_platform_state from = way_platform_get(space, at);
        const way_platform_state next = way_platform_step(space, &from, keys);
        assert_int_equal(way_platform_find(space, &next), to);
        at = to;
    }
    assert_int_equal(way_platform_keys(space, at, 0), 0);
    double x = 0;
    double y = 0;
    space->type->position(space, 0, &x, &y);
    assert_true(x > 0.5 && x < 1.5 && y > 5.5 && y < 6.5);
    way_space_destroy(space);
}

static bool platform_scenario(test_allocator *memory)
{
    way_space *space = make(test_hall, &memory->allocator, 0);
    if (!space) {
        return false;
    }
    bool fine = true;
    way_edge edges[5];
    for (way_state from = 0; from < 2000 && fine; from++) {
        fine = space->type->expand(space, from, edges) != WAY_EXPAND_FULL;
    }
    assert_int_equal(way_platform_bytes(space), memory->live_bytes);
    way_space_destroy(space);
    return fine;
}

static void platform_when_out_of_memory(void **state)
{
    (void)state;
    test_allocator_fail_each(platform_scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jump_when_held),
        cmocka_unit_test(create_when_arguments_are_bad),
        cmocka_unit_test(find_when_impossible),
        cmocka_unit_test(estimates_when_compared_with_costs),
        cmocka_unit_test(door_when_searched),
        cmocka_unit_test(door_when_a_wall_touches),
        cmocka_unit_test(door_when_out_of_reach),
        cmocka_unit_test(door_when_states_are_limited),
        cmocka_unit_test(keys_when_asked_back),
        cmocka_unit_test(platform_when_out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
