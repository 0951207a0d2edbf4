// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Runs a property over every algorithm of the registry, every variant of its parameters and every
// stage that it suits. Nothing here names an algorithm: a new one is tested by being registered.
#pragma once

#include "search/stage.h"

#include <waymark/agent.h>

#define CONFORMANCE_SPEC_MAX 128u

/// An algorithm at work on a stage: what a property looks at and what a failure prints.
typedef struct conformance_rig {
    const way_algorithm *algorithm;
    const test_stage *stage;
    char spec[CONFORMANCE_SPEC_MAX];
    way_navigator *navigator;
    way_agent *agent;
    way_trip trip; ///< the last one begun
} conformance_rig;

/// What a trip came to, to be compared.
typedef struct conformance_result {
    way_outcome outcome;
    way_cost cost;
    uint32_t count; ///< of states on the path
    uint64_t hash;  ///< of the path
    way_state goal;
    way_state last; ///< of the path
    way_stats stats;
} conformance_result;

/// Fails the running test with everything needed to repeat it.
_Noreturn void conformance_fail(const conformance_rig *rig, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#define conformance_check(rig, condition, ...)                                                     \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            conformance_fail(rig, __VA_ARGS__);                                                    \
        }                                                                                          \
    } while (0)

/// Makes the navigator and an agent. `config` [opt] gives store, capacity, observer and allocator.
void conformance_open(conformance_rig *rig, const test_stage *stage, const char *spec,
                      const way_agent_config *config);
void conformance_close(conformance_rig *rig);

/// A second agent on the same navigator.
way_agent *conformance_agent(const conformance_rig *rig, const way_agent_config *config);

/// Begins a trip, steps it with `budget` to its end and checks what holds for every trip: steps
/// keep to their budget, the trip ends, the path is legal and its cost is its own sum.
conformance_result conformance_run(conformance_rig *rig, way_agent *agent, const way_trip *trip,
                                   uint32_t budget);

/// Whether trips find things when they are first needed and keep them for the next.
bool conformance_learns(const conformance_rig *rig);

/// Fails unless both trips came to exactly the same; `what` says what was varied. Those who learn
/// may do less work another time.
void conformance_compare(const conformance_rig *rig, const conformance_result *a,
                         const conformance_result *b, const char *what);

/// Whether an algorithm with a limit of its own on its work (a parameter named "limit") hit it: an
/// honest end that proves nothing.
bool conformance_gave_up(const conformance_rig *rig, const conformance_result *result);

/// Whether the algorithm is COMPLETE and can't be caught on this stage: it must arrive whenever
/// there is a way.
bool conformance_is_complete(const conformance_rig *rig);

/// Whether the algorithm owes an arrival that a trip did not come to. One that moves before it has
/// planned to the end can't help walking to where no goal [marked, or the trip's] can be reached
/// from; but then it must really be so, and the outcome must say it.
bool conformance_owes(const conformance_rig *rig, const conformance_result *result,
                      const uint8_t *marked);

/// Whether what the algorithm promises of the cost of a path holds from a start: who commits moves
/// as it goes and does not plan the way out of a blocked start leaves it by the step that looks
/// best.
bool conformance_plans_all(const conformance_rig *rig, way_state start);

/// Whether the algorithm forgets states it has seen: those are the ones with a limit of their own.
bool conformance_forgets(const conformance_rig *rig);

/// The spec of a variant: 0 is the preset, then one parameter at a time. False past the last.
bool conformance_variant(const way_algorithm *algorithm, uint32_t index, char *spec);

/// The bound, in thousandths, that a BOUNDED algorithm was given; 0 if no parameter says.
uint32_t conformance_bound(const conformance_rig *rig);

/// What is checked for one algorithm in one variant on one stage.
typedef void (*conformance_property)(conformance_rig *rig);

typedef struct conformance_test {
    const char *name;
    conformance_property property; ///< gets an open rig
    uint32_t traits;               ///< only algorithms with all of these
    uint32_t stride;               ///< every how many stages; variants look at a quarter of those
} conformance_test;

/// Runs each test for each algorithm as a cmocka test of its own, "name: algorithm". The
/// environment may say which to run, by a pattern: WAYMARK_ONLY="*: astar".
int conformance_main(const stage_set *stages, const conformance_test *tests, uint32_t count);
