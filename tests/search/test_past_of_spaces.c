// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The past of a space: the platform game and sliding tiles number states as searches meet them, but
// what a trip comes to, and what it costs to find, follows from the space and the trip alone. It is
// the same whoever searched the space before, or at the same time, in every algorithm and variant.
#include "search/conformance.h"
#include "support/levels.h"
#include "support/test.h"

#include <waymark/lab.h>

#include <string.h>

#define PAST_TRIPS 3u
#define PAST_LIMIT 4000u
#define PAST_CAPACITY 20000u
#define PAST_WALK 3000u

/// A kind of space, made anew as often as needed.
typedef struct past_kind {
    const char *level; ///< NULL = sliding tiles
    bool exact;        ///< to a state, not to the space's own goal
} past_kind;

static const past_kind past_kinds[] = {{test_hall, false}, {NULL, false}, {NULL, true}};
#define PAST_KINDS (sizeof past_kinds / sizeof *past_kinds)

static way_space *past_make(const past_kind *kind)
{
    way_space *space = NULL;
    if (!kind->level) {
        const way_tiles_config config = {.columns = 3, .rows = 3};
        assert_int_equal(way_space_create_tiles(&config, &space), WAY_STATUS_OK);
        return space;
    }
    way_level level;
    assert_int_equal(way_level_parse(kind->level, strlen(kind->level), NULL, &level, NULL),
                     WAY_STATUS_OK);
    assert_int_equal(way_space_create_platform(&(way_platform_config){.level = &level}, &space),
                     WAY_STATUS_OK);
    way_level_free(&level);
    return space;
}

/// What a state stands for, whatever its number.
static uint64_t past_key(const way_space *space, way_state state)
{
    if (way_space_is_platform(space)) {
        const way_platform_state at = way_platform_get(space, state);
        return (uint64_t)at.x << 40 | (uint64_t)at.y << 16 | (uint64_t)(at.speed + 64) << 8 |
               (uint64_t)at.jump << 1 | at.falling;
    }
    uint8_t board[9];
    uint64_t key = 0;
    way_tiles_get(space, state, board);
    for (uint32_t i = 0; i < 9; i++) {
        key = key << 4 | board[i];
    }
    return key;
}

static way_trip past_trip(way_space *space, const past_kind *kind, uint32_t index)
{
    static const uint8_t boards[][9] = {
        {1, 4, 2, 3, 7, 5, 0, 6, 8}, {5, 6, 7, 4, 0, 8, 3, 2, 1}, {3, 1, 2, 0, 7, 5, 6, 4, 8}};
    static const uint8_t home[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    way_trip trip = {.mode = kind->exact ? WAY_GOAL_EXACT : WAY_GOAL_SPACE,
                     .partial = index % 2,
                     .expansion_limit = PAST_LIMIT};
    if (!kind->level) {
        trip.start = way_tiles_find(space, boards[index % 3]);
        trip.goal = kind->exact ? way_tiles_find(space, home) : 0;
        return trip;
    }
    way_platform_state knight = way_platform_get(space, way_platform_start(space));
    for (uint32_t i = 0; i < 3 * index; i++) {
        knight =
            way_platform_step(space, &knight, WAY_PLATFORM_RIGHT | (i % 4 ? 0 : WAY_PLATFORM_JUMP));
    }
    trip.start = way_platform_find(space, &knight);
    return trip;
}

/// Meets many states in an order that no search would.
static void past_wander(way_space *space, const past_kind *kind, uint64_t seed)
{
    way_edge edges[8];
    way_rng rng = way_rng_seed(seed);
    way_state at = past_trip(space, kind, 1).start;
    for (uint32_t i = 0; i < PAST_WALK; i++) {
        const uint32_t count = space->type->expand(space, at, edges);
        at = edges[way_rng_below(&rng, count)].to;
    }
}

static way_agent *past_agent(way_navigator *navigator, uint32_t capacity)
{
    way_agent *agent = NULL;
    const way_agent_config config = {.navigator = navigator, .capacity = capacity};
    assert_int_equal(way_agent_create(&config, &agent), WAY_STATUS_OK);
    return agent;
}

static way_navigator *past_navigator(way_space *space, const char *spec)
{
    way_navigator *navigator = NULL;
    const way_navigator_config config = {.space = space, .algorithm = spec};
    assert_int_equal(way_navigator_create(&config, &navigator), WAY_STATUS_OK);
    return navigator;
}

typedef struct past_result {
    way_outcome outcome;
    way_cost cost;
    uint32_t count;
    uint64_t path; ///< hash
    way_stats stats;
} past_result;

static past_result past_read(const way_space *space, const way_agent *agent)
{
    past_result result = {.outcome = way_agent_outcome(agent), .cost = way_agent_cost(agent)};
    const way_state *path = way_agent_path(agent, &result.count);
    for (uint32_t i = 0; i < result.count; i++) {
        result.path = (result.path ^ past_key(space, path[i])) * UINT64_C(0x9E3779B97F4A7C15) + i;
        result.path ^= result.path >> 29;
    }
    result.stats = way_agent_stats(agent);
    return result;
}

static void past_compare(const past_result *a, const past_result *b, const char *spec,
                         const char *what)
{
    const way_stats *x = &a->stats;
    const way_stats *y = &b->stats;
    const bool same = a->outcome == b->outcome && a->cost == b->cost && a->count == b->count &&
                      a->path == b->path && x->expansions == y->expansions &&
                      x->generations == y->generations && x->reopenings == y->reopenings &&
                      x->heap_pushes == y->heap_pushes && x->heap_pops == y->heap_pops &&
                      x->revisits == y->revisits && x->steps == y->steps &&
                      x->step_work_max == y->step_work_max && x->states_max == y->states_max;
    if (!same) {
        fail_msg("%s %s: cost %u, %llu expansions; on a fresh space cost %u, %llu", spec, what,
                 b->cost, (unsigned long long)y->expansions, a->cost,
                 (unsigned long long)x->expansions);
    }
}

/// The trip on a space of its own.
static bool past_run_fresh(const past_kind *kind, const char *spec, uint32_t index,
                           uint32_t capacity, past_result *out)
{
    way_space *space = past_make(kind);
    way_navigator *navigator = past_navigator(space, spec);
    way_agent *agent = past_agent(navigator, capacity);
    const way_trip trip = past_trip(space, kind, index);
    const bool begun = way_agent_begin(agent, &trip) == WAY_STATUS_OK;
    if (begun) {
        (void)way_agent_run(agent);
        *out = past_read(space, agent);
    }
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
    way_space_destroy(space);
    return begun;
}

/// The trip on a space that others have searched, and go on to search between its steps.
static void past_run_used(const past_kind *kind, const char *spec, uint32_t index,
                          uint32_t capacity, const past_result *fresh)
{
    way_space *space = past_make(kind);
    past_wander(space, kind, index);
    way_navigator *navigators[] = {past_navigator(space, "astar"), past_navigator(space, spec)};
    way_agent *others[] = {past_agent(navigators[0], 0), past_agent(navigators[1], 0)};
    way_agent *agent = past_agent(navigators[1], capacity);
    for (uint32_t i = 0; i < 2; i++) {
        const way_trip trip =
            past_trip(space, &(past_kind){kind->level, kind->exact && i}, index + 1);
        assert_int_equal(way_agent_begin(others[i], &trip), WAY_STATUS_OK);
    }
    const way_trip trip = past_trip(space, kind, index);
    assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
    do {
        (void)way_agent_step(others[0], 3);
        (void)way_agent_step(others[1], 5);
    } while (way_agent_step(agent, UINT32_MAX) == WAY_OUTCOME_WORKING);
    const past_result beside = past_read(space, agent);
    past_compare(fresh, &beside, spec, "beside others");
    way_agent_destroy(agent);
    agent = past_agent(navigators[1], capacity);
    assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
    (void)way_agent_run(agent);
    const past_result after = past_read(space, agent);
    past_compare(fresh, &after, spec, "after others");
    way_agent_destroy(agent);
    for (uint32_t i = 0; i < 2; i++) {
        way_agent_destroy(others[i]);
        way_navigator_destroy(navigators[i]);
    }
    way_space_destroy(space);
}

static void no_past_of_a_space_shows(void **state)
{
    (void)state;
    uint32_t compared = 0;
    way_space *spaces[PAST_KINDS];
    for (uint32_t k = 0; k < PAST_KINDS; k++) {
        spaces[k] = past_make(&past_kinds[k]);
    }
    for (uint32_t i = 0; i < way_algorithm_count(); i++) {
        const way_algorithm *algorithm = way_algorithm_at(i);
        char spec[CONFORMANCE_SPEC_MAX];
        for (uint32_t variant = 0; conformance_variant(algorithm, variant, spec); variant++) {
            for (uint32_t k = 0; k < PAST_KINDS; k++) {
                const uint32_t index = (variant + k) % PAST_TRIPS;
                const uint32_t capacity = (variant + i) % 2 ? PAST_CAPACITY : 0;
                past_result fresh;
                if (way_algorithm_suits(algorithm, spaces[k]) &&
                    past_run_fresh(&past_kinds[k], spec, index, capacity, &fresh)) {
                    past_run_used(&past_kinds[k], spec, index, capacity, &fresh);
                    compared++;
                }
            }
        }
    }
    assert_true(compared > 200);
    for (uint32_t k = 0; k < PAST_KINDS; k++) {
        way_space_destroy(spaces[k]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_past_of_a_space_shows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
