// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Profiles: every layer says what the rules of movement, applied to terrain and table, say, and
// goes on saying so under edits; and the rule of step costs as the header tells it.
#include "scenes/rules.h"
#include "support/sizes.h"
#include "support/test.h"
#include "support/test_allocator.h"

#include <waymark/format.h>

#define PROFILES_SIDE 21u

static way_map *profiles_map(const way_map_config *config)
{
    way_map *map = NULL;
    assert_int_equal(way_map_create(config, &map), WAY_STATUS_OK);
    return map;
}

/// A table with blocked terrain and weights up to `heaviest`.
static way_profile profiles_draw(way_rng *rng, uint32_t heaviest)
{
    way_profile profile = {.unit_size = (uint8_t)(1 + way_rng_below(rng, 3))};
    for (uint32_t terrain = 0; terrain < 256; terrain++) {
        profile.weights[terrain] =
            (uint8_t)(way_rng_below(rng, 3) ? 1 + way_rng_below(rng, heaviest) : 0);
    }
    return profile;
}

/// Compares one profile with the rules at every cell.
static void profiles_check(const way_map *map, uint32_t profile)
{
    const uint32_t width = way_map_width(map);
    const uint32_t count = width * way_map_height(map);
    for (way_cell cell = 0; cell < count; cell++) {
        const bool stands = oracle_stands(map, cell % width, cell / width, profile);
        assert_int_equal(way_map_weight(map, cell, profile) != 0, stands);
        assert_int_equal(way_map_component(map, cell, profile) != WAY_CELL_NONE, stands);
        oracle_step steps[ORACLE_STEPS_MAX];
        const uint32_t found = oracle_steps_from(map, cell, profile, steps);
        for (uint32_t i = 0; i < found; i++) {
            assert_int_equal(way_map_step_cost(map, cell, steps[i].cell, profile), steps[i].cost);
            assert_true(!stands || way_map_component(map, cell, profile) ==
                                       way_map_component(map, steps[i].cell, profile));
        }
        for (uint32_t i = 0; i < 4; i++) {
            const way_cell other = (cell * 7 + i * 31) % count;
            assert_int_equal(way_map_step_cost(map, cell, other, profile),
                             oracle_step_cost(map, cell, other, profile));
        }
    }
}

static void profiles_edit(way_map *map, way_rng *rng)
{
    way_edit edits[3];
    for (uint32_t i = 0; i < 3; i++) {
        const uint32_t x = way_rng_below(rng, PROFILES_SIDE);
        const uint32_t y = way_rng_below(rng, PROFILES_SIDE);
        edits[i] =
            (way_edit){x, y, 1 + way_rng_below(rng, PROFILES_SIDE - x),
                       1 + way_rng_below(rng, PROFILES_SIDE - y), (uint8_t)way_rng_below(rng, 12)};
    }
    assert_int_equal(way_map_edit(map, edits, 3), WAY_STATUS_OK);
}

static void profiles_when_edited(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < 12; seed++) {
        way_rng rng = way_rng_seed(seed);
        const way_map_config config = way_map_config_default(PROFILES_SIDE, PROFILES_SIDE);
        way_map *map = profiles_map(&config);
        uint32_t profiles[4] = {2};
        assert_int_equal(sizes_add(map, 2), WAY_STATUS_OK);
        profiles_edit(map, &rng);
        for (uint32_t i = 1; i < 4; i++) {
            const way_profile profile = profiles_draw(&rng, i == 1 ? 1 : 9);
            assert_int_equal(way_map_add_profile(map, &profile, &profiles[i]), WAY_STATUS_OK);
            assert_true(profiles[i] >= WAY_PROFILE_FIRST);
        }
        for (uint32_t round = 0; round < 6; round++) {
            profiles_edit(map, &rng);
            for (uint32_t i = 0; i < 4; i++) {
                profiles_check(map, profiles[i]);
            }
        }
        assert_int_equal(way_map_remove_profile(map, profiles[1 + seed % 3]), WAY_STATUS_OK);
        assert_false(way_map_weight(map, 0, profiles[1 + seed % 3]));
        profiles_edit(map, &rng);
        profiles_check(map, profiles[1 + (seed + 1) % 3]);
        profiles_check(map, 1);
        way_map_destroy(map);
    }
}

/// Rows between floors are blocked for profiles that walk through walls too, whether the map was
/// divided before they came or after.
static void profiles_when_divided(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < 12; seed++) {
        way_rng rng = way_rng_seed(seed);
        const way_floors floors = {2, PROFILES_SIDE / 2};
        way_map_config config = way_map_config_default(PROFILES_SIDE, PROFILES_SIDE);
        config.floors = seed % 2 ? floors : (way_floors){0, 0};
        way_map *map = profiles_map(&config);
        uint32_t profiles[3] = {1};
        for (uint32_t i = 1; i < 3; i++) {
            way_profile profile = profiles_draw(&rng, i == 1 ? 1 : 9);
            profile.weights[0] = (uint8_t)i;
            assert_int_equal(way_map_add_profile(map, &profile, &profiles[i]), WAY_STATUS_OK);
        }
        profiles_edit(map, &rng);
        assert_int_equal(way_floors_divide(map, &floors), WAY_STATUS_OK);
        assert_int_equal(way_map_floors(map).count, 2);
        for (uint32_t round = 0; round < 4; round++) {
            for (uint32_t i = 0; i < 3; i++) {
                profiles_check(map, profiles[i]);
            }
            profiles_edit(map, &rng);
        }
        way_map_destroy(map);
    }
}

/// A division is told at creation or by an edit, once, and both ways hash alike.
static void floors_when_told(void **state)
{
    (void)state;
    const way_floors floors = {2, 10};
    way_map_config config = way_map_config_default(PROFILES_SIDE, PROFILES_SIDE);
    way_map *map = profiles_map(&config);
    assert_int_equal(way_map_floors(map).count, 1);
    assert_int_equal(way_map_floors(map).height, PROFILES_SIDE);
    assert_int_equal(way_floors_divide(map, &floors), WAY_STATUS_OK);
    assert_int_equal(way_map_revision(map), 2);
    assert_int_equal(way_floors_divide(map, &floors), WAY_STATUS_OK);
    assert_int_equal(way_map_revision(map), 2);
    const way_edit door = {4, 8, 1, 4, 1};
    assert_int_equal(way_map_edit(map, &door, 1), WAY_STATUS_OK);
    assert_int_equal(way_map_revision(map), 2);
    const way_floors others = {11, 1};
    assert_int_equal(way_floors_divide(map, &others), WAY_STATUS_INVALID_ARGUMENT);
    config.floors = floors;
    way_map *other = profiles_map(&config);
    assert_int_equal(way_map_revision(other), 1);
    assert_int_equal(way_map_hash(other), way_map_hash(map));
    assert_int_equal(way_map_passable_count(other), way_map_passable_count(map));
    way_map_destroy(other);
    config.floors = (way_floors){2, 11};
    assert_int_equal(way_map_create(&config, &other), WAY_STATUS_OUT_OF_RANGE);
    way_map_destroy(map);
}

/// A profile that was added under way equals one that was there from the start.
static void profiles_when_added_late(void **state)
{
    (void)state;
    way_rng rng = way_rng_seed(5);
    const way_map_config config = way_map_config_default(PROFILES_SIDE, PROFILES_SIDE);
    way_map *early = profiles_map(&config);
    const way_profile profile = profiles_draw(&rng, 5);
    uint32_t number = 0;
    assert_int_equal(way_map_add_profile(early, &profile, &number), WAY_STATUS_OK);
    way_rng again = rng;
    profiles_edit(early, &rng);
    way_map *late = profiles_map(&config);
    profiles_edit(late, &again);
    uint32_t other = 0;
    assert_int_equal(way_map_add_profile(late, &profile, &other), WAY_STATUS_OK);
    assert_int_equal(number, other);
    for (way_cell cell = 0; cell < PROFILES_SIDE * PROFILES_SIDE; cell++) {
        assert_int_equal(way_map_weight(early, cell, number), way_map_weight(late, cell, number));
        assert_int_equal(way_map_component(early, cell, number),
                         way_map_component(late, cell, number));
        assert_int_equal(way_map_clearance(early, cell, number),
                         way_map_clearance(late, cell, number));
    }
    way_map_destroy(early);
    way_map_destroy(late);
}

static void profiles_when_shared(void **state)
{
    (void)state;
    const way_map_config config = way_map_config_default(8, 8);
    way_map *map = profiles_map(&config);
    const size_t before = way_map_bytes(map);
    way_profile profile = way_profile_default(1);
    profile.weights[7] = 0;
    uint32_t first = 0;
    uint32_t second = 0;
    assert_int_equal(way_map_add_profile(map, &profile, &first), WAY_STATUS_OK);
    assert_int_equal(way_map_add_profile(map, &profile, &second), WAY_STATUS_OK);
    assert_int_equal(first, second);
    way_profile read;
    assert_true(way_map_profile(map, first, &read));
    assert_memory_equal(&read, &profile, sizeof read);
    assert_int_equal(way_map_remove_profile(map, first), WAY_STATUS_OK);
    assert_true(way_map_weight(map, 0, first));
    assert_int_equal(way_map_remove_profile(map, first), WAY_STATUS_OK);
    assert_false(way_map_weight(map, 0, first));
    assert_false(way_map_profile(map, first, &read));
    assert_int_equal(way_map_bytes(map), before);
    // The plain profile of a size is the size.
    profile = way_profile_default(3);
    assert_int_equal(way_map_add_profile(map, &profile, &first), WAY_STATUS_OK);
    assert_int_equal(first, 3);
    assert_int_equal(way_map_remove_profile(map, 3), WAY_STATUS_OK);
    assert_int_equal(way_map_bytes(map), before);
    way_map_destroy(map);
}

static void profiles_when_wrong(void **state)
{
    (void)state;
    const way_map_config config = way_map_config_default(4, 4);
    way_map *map = profiles_map(&config);
    uint32_t number = 0;
    way_profile profile = way_profile_default(0);
    assert_int_equal(way_map_add_profile(map, &profile, &number), WAY_STATUS_OUT_OF_RANGE);
    profile.unit_size = 17;
    assert_int_equal(way_map_add_profile(map, &profile, &number), WAY_STATUS_OUT_OF_RANGE);
    assert_int_equal(way_map_add_profile(map, NULL, &number), WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_map_remove_profile(map, 1), WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_map_remove_profile(map, 2), WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_map_remove_profile(map, WAY_PROFILE_FIRST), WAY_STATUS_INVALID_ARGUMENT);
    profile = way_profile_default(1);
    for (uint32_t i = 0; i <= WAY_MAP_PROFILES_MAX; i++) {
        profile.weights[0] = (uint8_t)(i + 1);
        assert_int_equal(way_map_add_profile(map, &profile, &number),
                         i < WAY_MAP_PROFILES_MAX ? WAY_STATUS_OK : WAY_STATUS_TOO_LARGE);
    }
    assert_int_equal(way_map_remove_profile(map, WAY_PROFILE_FIRST + 9), WAY_STATUS_OK);
    assert_int_equal(way_map_add_profile(map, &profile, &number), WAY_STATUS_OK);
    assert_int_equal(number, WAY_PROFILE_FIRST + 9);
    way_map_destroy(map);
}

static bool profiles_try(test_allocator *memory)
{
    way_map_config config = way_map_config_default(20, 20);
    config.allocator = &memory->allocator;
    way_map *map = NULL;
    bool worked = way_map_create(&config, &map) == WAY_STATUS_OK;
    way_profile profile = way_profile_default(2);
    profile.weights[3] = 9;
    uint32_t number = 0;
    const way_edit edit = {2, 2, 5, 5, 3};
    worked = worked && way_map_add_profile(map, &profile, &number) == WAY_STATUS_OK;
    const uint64_t hash = map ? way_map_hash(map) : 0;
    const bool edited = worked && way_map_edit(map, &edit, 1) == WAY_STATUS_OK;
    assert_true(edited || !map || way_map_hash(map) == hash);
    if (worked) {
        assert_int_equal(way_map_edit(map, &edit, 1), WAY_STATUS_OK);
        profiles_check(map, number);
    }
    way_map_destroy(map);
    return edited;
}

/// Every allocation of adding a profile, and of the edit that first gives it weights, fails once;
/// the edit works afterwards.
static void profiles_when_memory_fails(void **state)
{
    (void)state;
    test_allocator_fail_each(profiles_try);
}

/// The example of the header, and that nothing is rounded where costs are even.
static void step_cost_when_weights_are_odd(void **state)
{
    (void)state;
    const uint8_t weights[3] = {1, 2, 1};
    for (uint16_t step = 1; step <= 2; step++) {
        way_map_config config = way_map_config_default(3, 1);
        config.neighbours = WAY_NEIGHBOURS_4;
        config.costs = (way_cost_model){step, 0};
        config.weights = weights;
        way_map *map = profiles_map(&config);
        assert_int_equal(way_map_step_cost(map, 0, 1, 1), step == 1 ? 2 : 3);
        assert_int_equal(way_map_step_cost(map, 1, 2, 1), step == 1 ? 2 : 3);
        way_map_destroy(map);
    }
}

/// Steps cost the same both ways, at least the lesser weight, at most half a unit more than the
/// mean, and more than over plain ground wherever a weight is above 1; estimates are consistent.
static void step_cost_when_any_weights(void **state)
{
    (void)state;
    static const way_cost_model models[] = {{1, 1}, {1, 2}, {5, 7}, {408, 577}, {4096, 8191}};
    for (uint32_t i = 0; i < sizeof models / sizeof *models; i++) {
        for (uint32_t a = 1; a < 256; a += 1 + a / 9) {
            for (uint32_t b = 1; b < 256; b += 1 + b / 7) {
                const uint8_t weights[4] = {(uint8_t)a, (uint8_t)b, (uint8_t)b, (uint8_t)b};
                way_map_config config = way_map_config_default(2, 2);
                config.costs = models[i];
                config.weights = weights;
                way_map *map = profiles_map(&config);
                const uint32_t least = a < b ? a : b;
                for (way_cell to = 1; to < 4; to++) {
                    const uint32_t step = to == 3 ? models[i].diagonal : models[i].cardinal;
                    const way_cost cost = way_map_step_cost(map, 0, to, 1);
                    assert_int_equal(cost, way_map_step_cost(map, to, 0, 1));
                    assert_true(2 * cost >= step * (a + b) && 2 * cost <= step * (a + b) + 1);
                    assert_true(cost >= step * least && (a + b == 2 || cost > step));
                    assert_true(way_map_estimate(map, 0, 3) <= cost + way_map_estimate(map, to, 3));
                }
                way_map_destroy(map);
            }
        }
    }
}

/// A blocked origin weighs what the step leads to: leaving it costs no less than the estimate says.
static void step_cost_when_origin_is_blocked(void **state)
{
    (void)state;
    const uint8_t weights[3] = {0, 5, 7};
    way_map_config config = way_map_config_default(3, 1);
    config.weights = weights;
    way_map *map = profiles_map(&config);
    assert_int_equal(way_map_step_cost(map, 0, 1, 1), 5 * 408);
    assert_true(way_map_estimate(map, 0, 2) <=
                way_map_step_cost(map, 0, 1, 1) + way_map_step_cost(map, 1, 2, 1));
    way_map_destroy(map);
}

/// A large unit pays for all that it covers.
static void step_cost_when_unit_is_large(void **state)
{
    (void)state;
    const uint8_t weights[2 * 4] = {1, 1, 9, 9, 1, 1, 1, 1};
    way_map_config config = way_map_config_default(4, 2);
    config.weights = weights;
    way_map *map = profiles_map(&config);
    assert_int_equal(sizes_add(map, 2), WAY_STATUS_OK);
    assert_int_equal(way_map_weight(map, 0, 2), 1);
    assert_int_equal(way_map_weight(map, 1, 2), 3);
    assert_int_equal(way_map_weight(map, 2, 2), 5);
    assert_int_equal(way_map_weight(map, 3, 2), 0);
    assert_int_equal(way_map_step_cost(map, 0, 1, 2), 408 * (1 + 3) / 2);
    assert_int_equal(way_map_step_cost(map, 1, 2, 2), 408 * (3 + 5) / 2);
    way_map_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(profiles_when_edited),
        cmocka_unit_test(profiles_when_divided),
        cmocka_unit_test(floors_when_told),
        cmocka_unit_test(profiles_when_added_late),
        cmocka_unit_test(profiles_when_shared),
        cmocka_unit_test(profiles_when_wrong),
        cmocka_unit_test(profiles_when_memory_fails),
        cmocka_unit_test(step_cost_when_weights_are_odd),
        cmocka_unit_test(step_cost_when_any_weights),
        cmocka_unit_test(step_cost_when_origin_is_blocked),
        cmocka_unit_test(step_cost_when_unit_is_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
