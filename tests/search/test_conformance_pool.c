// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A pool is all there is: navigators and agents made from one block never ask the system for
// memory, and do what they do with all the memory in the world. With too little of it they say so.
#include "search/conformance.h"
#include "support/test.h"

#include <waymark/pool.h>

#include <stdalign.h>
#include <string.h>

#define POOL_BYTES (UINT32_C(1) << 25)

static alignas(max_align_t) unsigned char pool_memory[POOL_BYTES];

/// Calls of malloc and its kin, where they can be counted.
static uint64_t pool_system_calls;

#ifdef POOL_COUNTS_CALLS
// The linker sends the library's calls here (see CMakeLists.txt).
void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__real_realloc(void *pointer, size_t size);
void *__wrap_realloc(void *pointer, size_t size);

void *__wrap_malloc(size_t size)
{
    pool_system_calls++;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    pool_system_calls++;
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *pointer, size_t size)
{
    pool_system_calls++;
    return __real_realloc(pointer, size);
}
#endif

/// A rig on a pool; false if it does not fit.
static bool pool_open(const conformance_rig *rig, const way_allocator *door, way_store store,
                      way_navigator **navigator, way_agent **agent)
{
    const way_navigator_config plan = {
        .space = rig->stage->space, .algorithm = rig->spec, .allocator = door};
    way_status status = way_navigator_create(&plan, navigator);
    if (status == WAY_STATUS_OK) {
        const way_agent_config config = {
            .navigator = *navigator, .store = store, .allocator = door};
        status = way_agent_create(&config, agent);
    }
    conformance_check(rig, status == WAY_STATUS_OK || status == WAY_STATUS_NO_MEMORY, "create: %s",
                      way_status_text(status));
    return status == WAY_STATUS_OK;
}

static way_trip pool_trip(const conformance_rig *rig, uint32_t index)
{
    const stage_problem *problem = &rig->stage->problems[index % rig->stage->problem_count];
    return (way_trip){.start = problem->start, .goal = problem->goal, .partial = index % 3 == 1};
}

/// All problems twice, so that later trips find memory that earlier ones used.
static void nothing_is_taken_from_the_system(conformance_rig *rig)
{
    for (uint32_t sparse = 0; sparse < 2; sparse++) {
        const way_store store = sparse ? WAY_STORE_SPARSE : WAY_STORE_AUTO;
        const uint64_t idle = pool_system_calls;
        (void)idle;
        way_agent *usual = conformance_agent(rig, &(way_agent_config){.store = store});
#ifdef POOL_COUNTS_CALLS
        assert_true(pool_system_calls > idle); // calls do get here
#endif
        conformance_rig small = *rig;
        way_pool *pool = way_pool_init(pool_memory, sizeof pool_memory);
        const way_allocator door = way_pool_allocator(pool);
        const uint64_t before = pool_system_calls;
        conformance_check(rig, pool_open(rig, &door, store, &small.navigator, &small.agent),
                          "%u bytes do not do", POOL_BYTES);
        const uint64_t created = pool_system_calls - before;
        for (uint32_t i = 0; i < 2 * rig->stage->problem_count; i++) {
            const way_trip trip = pool_trip(rig, i);
            const uint64_t calls = pool_system_calls;
            small.trip = trip;
            const way_status status = way_agent_begin(small.agent, &trip);
            conformance_check(rig, status == WAY_STATUS_OK, "begin: %s", way_status_text(status));
            way_agent_run(small.agent);
            (void)way_agent_stats(small.agent);
            conformance_check(rig, created + pool_system_calls - calls == 0,
                              "%llu calls of malloc in create, %llu on trip %u",
                              (unsigned long long)created,
                              (unsigned long long)(pool_system_calls - calls), i);
            const conformance_result a = conformance_run(rig, usual, &trip, UINT32_MAX);
            const conformance_result b = conformance_run(&small, small.agent, &trip, UINT32_MAX);
            conformance_compare(rig, &a, &b, "from a pool");
        }
        way_agent_destroy(usual);
        way_agent_destroy(small.agent);
        way_navigator_destroy(small.navigator);
        conformance_check(rig, way_pool_is_empty(pool), "the pool is not empty");
    }
}

/// Blocks of every size from nothing to enough: a trip ends for lack of room with a legal path, or
/// as it should; nothing is lost from the pool.
static void too_little_is_told(conformance_rig *rig)
{
    for (size_t size = WAY_POOL_LEAST; size < 400000; size += size / 3) {
        way_pool *pool = way_pool_init(pool_memory, size);
        const way_allocator door = way_pool_allocator(pool);
        conformance_rig small = *rig;
        small.navigator = NULL;
        small.agent = NULL;
        const bool fits = pool_open(rig, &door, WAY_STORE_AUTO, &small.navigator, &small.agent);
        for (uint32_t i = 0; fits && i < rig->stage->problem_count; i++) {
            const way_trip trip = pool_trip(rig, i);
            small.trip = trip;
            const way_status status = way_agent_begin(small.agent, &trip);
            if (status != WAY_STATUS_OK) {
                conformance_check(rig, status == WAY_STATUS_NO_MEMORY, "begin: %s",
                                  way_status_text(status));
                continue;
            }
            way_agent_run(small.agent);
            uint32_t count = 0;
            const way_state *path = way_agent_path(small.agent, &count);
            way_cost cost = 0;
            char message[160] = "";
            conformance_check(&small,
                              stage_check_path(rig->stage, trip.start, path, count, &cost, message),
                              "%zu bytes, %s: %s", size,
                              way_outcome_name(way_agent_outcome(small.agent)), message);
        }
        way_agent_destroy(small.agent);
        way_navigator_destroy(small.navigator);
        conformance_check(rig, way_pool_is_empty(pool), "%zu bytes: the pool is not empty", size);
    }
}

int main(void)
{
    static const conformance_test tests[] = {
        {"nothing is taken from the system", nothing_is_taken_from_the_system, 0, 9},
        {"too little is told", too_little_is_told, 0, 24},
    };
    stage_set stages = {0};
    stage_set_add_grids(&stages, 1, stage_rounds(40));
    stage_set_add_graphs(&stages, stage_rounds(12));
    stage_set_add_worlds(&stages, stage_rounds(3));
    const int failed = conformance_main(&stages, tests, sizeof tests / sizeof *tests);
    stage_set_destroy(&stages);
    return failed;
}
