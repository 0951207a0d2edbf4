// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Work: how a search is sliced, stored, watched and repeated never changes what it finds.
#include "search/conformance.h"
#include "support/test.h"
#include "support/test_allocator.h"

#include <waymark/database.h>

#include <stdlib.h>
#include <string.h>

/// Enough for every event of a trip on a stage.
#define WORK_EVENTS 200000u

static way_event work_events[WORK_EVENTS];

static way_trip work_trip(const stage_problem *problem)
{
    return (way_trip){.start = problem->start, .goal = problem->goal};
}

static void slices(conformance_rig *rig)
{
    for (uint32_t i = 0; i < rig->stage->problem_count; i++) {
        const way_trip trip = work_trip(&rig->stage->problems[i]);
        if (conformance_learns(rig)) {
            (void)conformance_run(rig, rig->agent, &trip, UINT32_MAX);
        }
        const conformance_result whole = conformance_run(rig, rig->agent, &trip, UINT32_MAX);
        const conformance_result ones = conformance_run(rig, rig->agent, &trip, 1);
        conformance_compare(rig, &whole, &ones, "steps of one expansion");
        const conformance_result sevens = conformance_run(rig, rig->agent, &trip, 7);
        conformance_compare(rig, &whole, &sevens, "steps of seven expansions");
        conformance_check(rig, ones.stats.steps >= whole.stats.expansions,
                          "%llu steps of one for %llu expansions",
                          (unsigned long long)ones.stats.steps,
                          (unsigned long long)whole.stats.expansions);
    }
}

/// A trip that gives up leaves the same path however it was sliced.
static void partial_slices(conformance_rig *rig)
{
    for (uint32_t i = 0; i < rig->stage->problem_count; i++) {
        way_trip trip = work_trip(&rig->stage->problems[i]);
        trip.partial = true;
        if (conformance_learns(rig)) {
            (void)conformance_run(rig, rig->agent, &trip, UINT32_MAX);
        }
        for (trip.expansion_limit = 3; trip.expansion_limit < 100; trip.expansion_limit *= 3) {
            const conformance_result whole = conformance_run(rig, rig->agent, &trip, UINT32_MAX);
            const conformance_result ones = conformance_run(rig, rig->agent, &trip, 1);
            conformance_compare(rig, &whole, &ones, "a partial path in steps of one");
            const conformance_result fours = conformance_run(rig, rig->agent, &trip, 4);
            conformance_compare(rig, &whole, &fours, "a partial path in steps of four");
        }
    }
}

static void repeats(conformance_rig *rig)
{
    for (uint32_t i = 0; i < rig->stage->problem_count; i++) {
        const way_trip trip = work_trip(&rig->stage->problems[i]);
        const conformance_result first = conformance_run(rig, rig->agent, &trip, UINT32_MAX);
        const conformance_result again = conformance_run(rig, rig->agent, &trip, UINT32_MAX);
        conformance_compare(rig, &first, &again, "the same agent again");
        way_agent *fresh = conformance_agent(rig, NULL);
        const conformance_result other = conformance_run(rig, fresh, &trip, UINT32_MAX);
        conformance_compare(rig, &first, &other, "a fresh agent");
        way_agent_destroy(fresh);
    }
}

/// An unfinished trip leaves nothing behind that the next one meets.
static void restarts(conformance_rig *rig)
{
    const uint32_t count = rig->stage->problem_count;
    for (uint32_t i = 0; i < count; i++) {
        const way_trip trip = work_trip(&rig->stage->problems[i]);
        const way_trip other = work_trip(&rig->stage->problems[(i + 1) % count]);
        const conformance_result first = conformance_run(rig, rig->agent, &trip, UINT32_MAX);
        assert_int_equal(way_agent_begin(rig->agent, &other), WAY_STATUS_OK);
        (void)way_agent_step(rig->agent, 3);
        const conformance_result again = conformance_run(rig, rig->agent, &trip, UINT32_MAX);
        conformance_compare(rig, &first, &again, "after a trip that was left");
    }
}

static void stores(conformance_rig *rig)
{
    const way_agent_config dense = {.store = WAY_STORE_DENSE};
    const way_agent_config sparse = {.store = WAY_STORE_SPARSE};
    way_agent *a = conformance_agent(rig, &dense);
    way_agent *b = conformance_agent(rig, &sparse);
    for (uint32_t i = 0; i < rig->stage->problem_count; i++) {
        const way_trip trip = work_trip(&rig->stage->problems[i]);
        const conformance_result plain = conformance_run(rig, rig->agent, &trip, UINT32_MAX);
        const conformance_result first = conformance_run(rig, a, &trip, UINT32_MAX);
        conformance_compare(rig, &plain, &first, "a dense store");
        const conformance_result second = conformance_run(rig, b, &trip, UINT32_MAX);
        conformance_compare(rig, &plain, &second, "a sparse store");
    }
    way_agent_destroy(a);
    way_agent_destroy(b);
}

static void check_events(const conformance_rig *rig, const conformance_result *result,
                         uint64_t events)
{
    uint64_t counts[WAY_EVENT_LEARN + 1] = {0};
    for (uint64_t i = 0; i < events; i++) {
        const way_event *event = &work_events[i];
        conformance_check(rig, (uint32_t)event->kind <= WAY_EVENT_LEARN, "an unknown event");
        conformance_check(rig, event->state < rig->stage->count, "an event about state %u",
                          event->state);
        counts[event->kind]++;
    }
    const uint64_t made = counts[WAY_EVENT_GENERATE] + counts[WAY_EVENT_REOPEN];
    conformance_check(rig, counts[WAY_EVENT_EXPAND] == result->stats.expansions,
                      "%llu events of expansion, %llu expansions",
                      (unsigned long long)counts[WAY_EVENT_EXPAND],
                      (unsigned long long)result->stats.expansions);
    conformance_check(rig, made == result->stats.generations,
                      "%llu events of generation, %llu generations", (unsigned long long)made,
                      (unsigned long long)result->stats.generations);
    conformance_check(rig, counts[WAY_EVENT_REOPEN] == result->stats.reopenings,
                      "%llu events of reopening, %llu reopenings",
                      (unsigned long long)counts[WAY_EVENT_REOPEN],
                      (unsigned long long)result->stats.reopenings);
    if (rig->algorithm->traits & WAY_TRAIT_REALTIME) {
        conformance_check(rig, counts[WAY_EVENT_MOVE] == result->count,
                          "%llu events of moving, %u states on the walk",
                          (unsigned long long)counts[WAY_EVENT_MOVE], result->count);
    }
}

static void watched(conformance_rig *rig)
{
    way_observer observer = {.events = work_events, .capacity = WORK_EVENTS};
    const way_agent_config config = {.observer = &observer};
    way_agent *agent = conformance_agent(rig, &config);
    for (uint32_t i = 0; i < rig->stage->problem_count; i++) {
        const way_trip trip = work_trip(&rig->stage->problems[i]);
        const conformance_result plain = conformance_run(rig, rig->agent, &trip, UINT32_MAX);
        observer.count = 0;
        const conformance_result seen = conformance_run(rig, agent, &trip, UINT32_MAX);
        conformance_compare(rig, &plain, &seen, "an observer");
        if (observer.count <= WORK_EVENTS) {
            check_events(rig, &seen, observer.count);
        }
    }
    way_agent_destroy(agent);
}

/// Once an agent has made a trip, making it again asks for no memory.
static void memory_is_kept(conformance_rig *rig)
{
    static const way_store all[] = {WAY_STORE_AUTO, WAY_STORE_DENSE, WAY_STORE_SPARSE};
    for (uint32_t i = 0; i < rig->stage->problem_count; i++) {
        test_allocator memory;
        test_allocator_init(&memory);
        const way_agent_config config = {.store = all[i % 3], .allocator = &memory.allocator};
        way_agent *agent = conformance_agent(rig, &config);
        const way_trip trip = work_trip(&rig->stage->problems[i]);
        const conformance_result first = conformance_run(rig, agent, &trip, UINT32_MAX);
        const uint64_t calls = memory.calls;
        const conformance_result again = conformance_run(rig, agent, &trip, 5);
        conformance_check(rig, memory.calls == calls, "the second trip allocated %llu times",
                          (unsigned long long)(memory.calls - calls));
        conformance_check(rig, first.stats.bytes == again.stats.bytes, "the agent grew");
        conformance_check(rig, again.stats.bytes == memory.live_bytes,
                          "the agent says %zu bytes and holds %zu", again.stats.bytes,
                          memory.live_bytes);
        way_agent_destroy(agent);
        test_allocator_check_empty(&memory);
    }
}

/// The searches that way_agent_step names: their steps may make several moves at once.
static struct {
    const char *name;
    bool seen; ///< that one did
} work_several[] = {
    {"lsslrta", false}, {"rtaa", false}, {"rtd", false}, {"frit", false}, {"beacon", false}};

enum { WORK_SEVERAL = sizeof work_several / sizeof *work_several };

/// A step makes at most one move but in those.
static void check_moves(const conformance_rig *rig, uint32_t moves)
{
    uint32_t i = 0;
    while (i < WORK_SEVERAL && strcmp(work_several[i].name, rig->algorithm->name) != 0) {
        i++;
    }
    conformance_check(rig, moves <= 1 || i < WORK_SEVERAL, "%u moves in a step", moves);
    if (i < WORK_SEVERAL) {
        work_several[i].seen |= moves > 1;
    }
}

/// Whether those that this build has did make several.
static bool several_are_made(void)
{
    bool made = true;
    for (uint32_t i = 0; i < WORK_SEVERAL; i++) {
        if (way_algorithm_find(work_several[i].name) && !work_several[i].seen) {
            print_error("%s never made two moves in a step\n", work_several[i].name);
            made = false;
        }
    }
    return made;
}

/// Whatever the budget, a step of a real-time search takes one look ahead at most, but for ways out
/// of a blocked start that one which promises the best compares; and makes the moves decided on.
static void steps_end_with_a_look(conformance_rig *rig)
{
    const uint32_t most = way_navigator_lookahead(rig->navigator);
    for (uint32_t i = 0; i < rig->stage->problem_count; i++) {
        rig->trip = work_trip(&rig->stage->problems[i]);
        assert_int_equal(way_agent_begin(rig->agent, &rig->trip), WAY_STATUS_OK);
        uint32_t walked = 0;
        (void)way_agent_path(rig->agent, &walked);
        for (uint64_t before = 0; way_agent_outcome(rig->agent) == WAY_OUTCOME_WORKING;) {
            (void)way_agent_step(rig->agent, UINT32_MAX);
            const uint64_t now = way_agent_stats(rig->agent).expansions;
            const bool compares = before == 0 && (rig->algorithm->traits & WAY_TRAIT_OPTIMAL) &&
                                  !way_space_can_stand(rig->stage->space, rig->trip.start);
            conformance_check(rig, now - before <= most || compares,
                              "%llu expansions in a step, not %u",
                              (unsigned long long)(now - before), most);
            before = now;
            uint32_t count = 0;
            (void)way_agent_path(rig->agent, &count);
            check_moves(rig, count > walked ? count - walked : 0);
            walked = count;
        }
    }
}

/// Whether a real-time algorithm moves on after the work it declares.
static void moves_in_time(conformance_rig *rig)
{
    const uint32_t bound = way_navigator_lookahead(rig->navigator);
    const uint32_t best = WAY_TRAIT_OPTIMAL | WAY_TRAIT_BLOCKED_START;
    conformance_check(rig, bound > 0, "REALTIME without a bound on the work between moves");
    conformance_check(rig, (rig->algorithm->traits & best) != WAY_TRAIT_OPTIMAL,
                      "REALTIME and OPTIMAL, but not for all ways out of a blocked start");
    for (uint32_t i = 0; i < rig->stage->problem_count; i++) {
        rig->trip = work_trip(&rig->stage->problems[i]);
        assert_int_equal(way_agent_begin(rig->agent, &rig->trip), WAY_STATUS_OK);
        uint64_t since = 0;
        uint32_t length = 0;
        uint32_t first = 0;
        (void)way_agent_path(rig->agent, &first);
        uint32_t last = 1;
        for (uint32_t steps = 0; way_agent_step(rig->agent, 1) == WAY_OUTCOME_WORKING; steps++) {
            conformance_check(rig, steps < 1000000, "the trip does not end");
            const uint64_t expansions = way_agent_stats(rig->agent).expansions;
            (void)way_agent_path(rig->agent, &length);
            // Whoever promises the best compares all ways out of a blocked start before it moves.
            const bool compares = (rig->algorithm->traits & WAY_TRAIT_OPTIMAL) && length <= first &&
                                  !way_space_can_stand(rig->stage->space, rig->trip.start);
            if (length != last || compares) {
                last = length;
                since = expansions;
            }
            conformance_check(rig, expansions - since <= bound,
                              "%llu expansions without a move, declared are %u",
                              (unsigned long long)(expansions - since), bound);
        }
    }
}

/// Whether a move of the path goes the same way as the one before.
static bool goes_on(const conformance_rig *rig, const way_state *path, uint32_t move)
{
    const int64_t width = rig->stage->map ? way_map_width(rig->stage->map) : 1;
    const int64_t a = path[move - 1];
    const int64_t b = path[move];
    const int64_t c = path[move + 1];
    return b % width - a % width == c % width - b % width &&
           b / width - a / width == c / width - b / width;
}

/// Runs are the moves of the path, as long as they can be.
static void check_runs(const conformance_rig *rig)
{
    uint32_t run_count = 0;
    uint32_t state_count = 0;
    const way_segment *runs = way_agent_segments(rig->agent, &run_count);
    const way_state *path = way_agent_path(rig->agent, &state_count);
    conformance_check(rig, !runs == !run_count, "%u runs, but %p", run_count, (const void *)runs);
    uint32_t at = 0;
    for (uint32_t i = 0; i < run_count; i++) {
        conformance_check(rig, runs[i].steps > 0 && runs[i].steps < state_count - at,
                          "run %u of %u steps after %u of %u", i, runs[i].steps, at, state_count);
        for (uint32_t k = 1; k < runs[i].steps; k++) {
            conformance_check(rig, rig->stage->map && goes_on(rig, path, at + k),
                              "run %u turns at step %u", i, k);
        }
        at += runs[i].steps;
        conformance_check(rig, path[at] == runs[i].to, "run %u ends at %u, the path is at %u", i,
                          runs[i].to, path[at]);
    }
    conformance_check(rig, at + 1 == state_count, "runs of %u moves, a path of %u states", at,
                      state_count);
}

static void runs_are_the_path(conformance_rig *rig)
{
    for (uint32_t i = 0; i < rig->stage->problem_count; i++) {
        const way_trip trip = work_trip(&rig->stage->problems[i]);
        rig->trip = trip;
        assert_int_equal(way_agent_begin(rig->agent, &trip), WAY_STATUS_OK);
        while (way_agent_step(rig->agent, 50) == WAY_OUTCOME_WORKING) {
            check_runs(rig);
        }
        check_runs(rig);
        check_runs(rig);
    }
}

/// A table has what the trips cost.
static void distances_are_those_of_trips(conformance_rig *rig)
{
    enum { SIDE = 3 };
    way_state from[SIDE];
    way_state to[SIDE];
    way_cost costs[SIDE * SIDE];
    for (uint32_t i = 0; i < SIDE; i++) {
        from[i] = rig->stage->problems[i % rig->stage->problem_count].start;
        to[i] = rig->stage->problems[(i + 1) % rig->stage->problem_count].goal;
    }
    const way_distances question = {.from = from, .from_count = SIDE, .to = to, .to_count = SIDE};
    assert_int_equal(way_agent_distances(rig->agent, &question, costs), WAY_STATUS_OK);
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        const way_trip trip = {.start = from[i / SIDE], .goal = to[i % SIDE]};
        const conformance_result result = conformance_run(rig, rig->agent, &trip, UINT32_MAX);
        const way_cost cost = result.outcome == WAY_OUTCOME_FOUND ? result.cost : WAY_COST_MAX;
        conformance_check(rig, costs[i] == cost, "a distance of %u, a trip of %u", costs[i], cost);
    }
}

int main(void)
{
    static const conformance_test tests[] = {
        {"slices", slices, 0, 2},
        {"partial slices", partial_slices, WAY_TRAIT_PARTIAL_PATHS, 2},
        {"repeats", repeats, 0, 4},
        {"restarts", restarts, 0, 2},
        {"stores", stores, 0, 3},
        {"watched", watched, 0, 3},
        {"memory is kept", memory_is_kept, 0, 4},
        {"runs are the path", runs_are_the_path, 0, 4},
        {"distances", distances_are_those_of_trips, 0, 4},
        {"moves in time", moves_in_time, WAY_TRAIT_REALTIME, 2},
        {"steps end with a look", steps_end_with_a_look, WAY_TRAIT_REALTIME, 2},
    };
    stage_set stages = {0};
    stage_set_add_grids(&stages, stage_rounds(2), stage_rounds(60));
    stage_set_add_linked(&stages, stage_rounds(2));
    stage_set_add_graphs(&stages, stage_rounds(24));
    stage_set_add_worlds(&stages, stage_rounds(3));
    const int failed = conformance_main(&stages, tests, sizeof tests / sizeof *tests);
    stage_set_destroy(&stages);
    return failed || (!getenv("WAYMARK_ONLY") && !several_are_made());
}
