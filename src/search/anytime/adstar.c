// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// AD*, anytime dynamic A*: ARA* for a unit that walks over a map that changes. The search runs
// backward from the goal like D* Lite's, with inflated estimates that shrink round by round; after
// a change the bound rises no higher than it must and the rounds go on.
//
// Invariant: see search/engine/lifelong.h; an inconsistent state is queued, or was expanded in this
// round and waits for the next. Estimates of underconsistent states are never inflated: raising
// values goes first, or the bound would not hold.
//
// Likhachev, Ferguson, Gordon, Stentz, Thrun: Anytime Dynamic A*: An Anytime, Replanning Algorithm,
// 2005.
//
// Deviations: a change is large, and starts with full inflation again, when it touches more than a
// tenth as many states as the search knows. When the unit moves, or the inflation rises, keys in
// the queue stay as they are, as in D* Lite: they are lower bounds. With buckets priorities are the
// scalars of D* Lite's buckets with the estimate inflated, which meet both conditions of the proof.
#include "search/engine/lifelong_agent.h"

enum { ADSTAR_INFLATION, ADSTAR_STEP, ADSTAR_BOUND, ADSTAR_QUEUE };

static const char *const adstar_queue_names[] = {"heap_small_g", "bucket"};

static const way_param adstar_params[] = {
    [ADSTAR_INFLATION] = {"inflation", "weight of the estimate in the first round", WAY_PARAM_RATIO,
                          2500, 1000, 20000, NULL},
    [ADSTAR_STEP] = {"step", "how much that weight drops in each further round", WAY_PARAM_RATIO,
                     500, 10, 10000, NULL},
    [ADSTAR_BOUND] = {"bound", "good enough: rounds end when this is proven", WAY_PARAM_RATIO, 1000,
                      1000, 20000, NULL},
    [ADSTAR_QUEUE] = {"queue",
                      "buckets on maps with small step costs and weights that are multiples of "
                      "0.05, elsewhere heap_small_g",
                      WAY_PARAM_CHOICE, 1, 0, 1, adstar_queue_names},
};

/// Looks that a step may do beyond its budget.
enum { ADSTAR_SPARE = 60 * WAYI_LOOKS };

/// Between two rounds all that is queued waits with what was put off, tells what is proven, and is
/// queued again.
typedef enum adstar_phase {
    ADSTAR_SEARCHES,
    ADSTAR_GATHERS,
    ADSTAR_PROVES,
    ADSTAR_RELEASES
} adstar_phase;

typedef struct adstar_memory {
    wayi_lifelong search; ///< first: the shared parts of the agent take it for the whole
    adstar_phase phase;
    uint32_t next;   ///< PROVES: of those that wait
    way_cost least;  ///< PROVES: what a way costs at least, by those before it
    way_cost floor;  ///< proven: no way is cheaper, or than the one in hand
    uint32_t weight; ///< of the round that runs or ran last
    uint32_t bound;  ///< of the path in hand; UINT32_MAX = none
    uint32_t laid;   ///< weight of the round that laid it out
    uint64_t told;   ///< states that changed since the search went on
} adstar_memory;

static uint32_t adstar_divisor(uint32_t a, uint32_t b)
{
    while (b) {
        const uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static way_status adstar_create(way_agent *agent)
{
    const int32_t *params = agent->navigator->params;
    const uint32_t grain = adstar_divisor(adstar_divisor(1000, (uint32_t)params[ADSTAR_INFLATION]),
                                          (uint32_t)params[ADSTAR_STEP]);
    const wayi_lifelong_config config = {.queue = params[ADSTAR_QUEUE] ? WAYI_LIFELONG_BUCKET
                                                                       : WAYI_LIFELONG_SMALL_G,
                                         .backward = true,
                                         .inflated = true,
                                         .unit = 1000 / grain};
    return wayi_lifelong_agent_create(agent, config);
}

/// Begins a round of at least the weight of the last one; what waits is queued at the next steps.
static void adstar_begin_round(adstar_memory *memory, uint32_t weight)
{
    memory->weight = weight;
    memory->phase = ADSTAR_RELEASES;
    memory->floor = 0;
    wayi_lifelong_set_round(&memory->search, weight);
}

static way_status adstar_begin(way_agent *agent)
{
    adstar_memory *memory = agent->memory;
    memory->phase = ADSTAR_SEARCHES;
    memory->floor = 0;
    memory->weight = (uint32_t)agent->navigator->params[ADSTAR_INFLATION];
    memory->bound = UINT32_MAX;
    memory->told = 0;
    wayi_lifelong_weigh(&memory->search, memory->weight);
    return wayi_lifelong_agent_begin(agent);
}

/// What is proven of the path in hand: the weight of its round, or less if what waits can't be much
/// better. The first state of a best path whose values disagree, seen from the goal, has a value
/// that is not too high, so no path is cheaper than the least such value with its estimate.
static void adstar_prove(way_agent *agent)
{
    adstar_memory *memory = agent->memory;
    const uint64_t least = memory->floor;
    const uint64_t cost = agent->cost - wayi_agent_lead_cost(agent); // what was searched
    uint64_t bound = memory->weight;
    if (least >= cost) {
        bound = 1000;
    } else if (least > 0) {
        const uint64_t proven = (cost * 1000 + least - 1) / least;
        bound = proven < bound ? proven : bound;
    }
    memory->bound = (uint32_t)bound;
    memory->laid = memory->weight;
}

/// Lays the path of the round out and sums it up; false without memory.
static bool adstar_publish(way_agent *agent)
{
    adstar_memory *memory = agent->memory;
    agent->path.count = agent->exit.deep + 1;
    agent->cost = 0;
    memory->bound = UINT32_MAX;
    if (!wayi_lifelong_trace(&memory->search, &agent->path, UINT32_MAX)) {
        agent->path.count = agent->exit.deep + 1;
        return false;
    }
    agent->cost = wayi_agent_whole_cost(agent);
    adstar_prove(agent);
    return true;
}

/// Sees what a way costs at least; false if there is more to do.
static bool adstar_measure(adstar_memory *memory, uint64_t *looks)
{
    const wayi_lifelong *search = &memory->search;
    const uint32_t left = search->put_off.count - memory->next;
    const uint32_t count = *looks < left ? (uint32_t)*looks : left;
    const way_cost least = wayi_lifelong_least(search, memory->next, count);
    memory->least = least < memory->least ? least : memory->least;
    memory->next += count;
    *looks -= count;
    return memory->next == search->put_off.count;
}

/// Goes on from one round to the next. FOUND if it begins, or the search can't go on, as its next
/// step will tell, or, in another phase, if all is proven that was asked for; WORKING if there is
/// more to do.
static way_outcome adstar_turn(way_agent *agent, uint64_t *looks)
{
    adstar_memory *memory = agent->memory;
    const int32_t *params = agent->navigator->params;
    if (memory->phase == ADSTAR_GATHERS) {
        if (!wayi_lifelong_gather(&memory->search, looks)) {
            memory->phase = memory->search.full ? ADSTAR_SEARCHES : ADSTAR_GATHERS;
            return memory->search.full ? WAY_OUTCOME_FOUND : WAY_OUTCOME_WORKING;
        }
        memory->phase = ADSTAR_PROVES;
        memory->next = 0;
        memory->least = WAY_COST_MAX;
    }
    if (memory->phase == ADSTAR_PROVES) {
        if (!adstar_measure(memory, looks)) {
            return WAY_OUTCOME_WORKING;
        }
        memory->floor = memory->least > memory->floor ? memory->least : memory->floor;
        adstar_prove(agent);
        if (memory->weight <= (uint32_t)params[ADSTAR_BOUND] || memory->bound == 1000) {
            return WAY_OUTCOME_FOUND;
        }
        const uint32_t step = (uint32_t)params[ADSTAR_STEP];
        memory->weight = memory->weight > 1000 + step ? memory->weight - step : 1000;
        memory->phase = ADSTAR_RELEASES;
        wayi_lifelong_set_round(&memory->search, memory->weight);
    }
    if (!wayi_lifelong_release(&memory->search, looks) && !memory->search.full) {
        return WAY_OUTCOME_WORKING;
    }
    memory->phase = ADSTAR_SEARCHES;
    memory->told = 0;
    return WAY_OUTCOME_FOUND;
}

/// Goes on with the round and publishes its path.
static way_outcome adstar_search(way_agent *agent, uint32_t *budget)
{
    adstar_memory *memory = agent->memory;
    const uint64_t before = agent->stats.expansions;
    const uint64_t other = memory->search.other_work;
    const way_outcome outcome = wayi_lifelong_step(&memory->search, *budget);
    agent->looked += memory->search.other_work - other;
    *budget -= (uint32_t)(agent->stats.expansions - before + memory->search.other_work - other);
    if (outcome != WAY_OUTCOME_FOUND) {
        return outcome;
    }
    memory->phase = ADSTAR_GATHERS;
    return adstar_publish(agent) ? WAY_OUTCOME_FOUND : WAY_OUTCOME_CAPACITY;
}

static way_outcome adstar_step(way_agent *agent, uint32_t budget)
{
    const adstar_memory *memory = agent->memory;
    uint64_t spare = ADSTAR_SPARE;
    for (;;) {
        if (memory->phase == ADSTAR_SEARCHES) {
            const way_outcome outcome = adstar_search(agent, &budget);
            if (outcome != WAY_OUTCOME_FOUND) {
                return outcome;
            }
        }
        const uint64_t before = spare + (uint64_t)budget * WAYI_LOOKS;
        uint64_t looks = before;
        const way_outcome outcome = adstar_turn(agent, &looks);
        agent->looked += (before - looks) / WAYI_LOOKS;
        spare = looks < spare ? looks : spare;
        budget = (uint32_t)((looks - spare) / WAYI_LOOKS);
        if (outcome != WAY_OUTCOME_FOUND || memory->phase != ADSTAR_SEARCHES) {
            return outcome;
        }
    }
}

static way_status adstar_change(way_agent *agent, const way_state *states, uint32_t count)
{
    adstar_memory *memory = agent->memory;
    const way_status status = wayi_lifelong_agent_change(agent, states, count);
    memory->bound = UINT32_MAX;
    memory->told += count;
    const bool large = memory->told > memory->search.nodes.count / 10;
    adstar_begin_round(memory, large ? (uint32_t)agent->navigator->params[ADSTAR_INFLATION]
                                     : memory->weight);
    return status;
}

/// Every state of a published path has a value within the weight of its round, so the rest of it
/// has, too; what was proven beyond that holds for the whole of it, but that the rest of a best
/// path is a best path.
static way_status adstar_advance(way_agent *agent, way_cost walked)
{
    adstar_memory *memory = agent->memory;
    if (memory->bound != UINT32_MAX && memory->bound != 1000) {
        memory->bound = memory->laid;
    }
    memory->floor = 0;
    memory->least = 0;
    wayi_lifelong_move_target(&memory->search, agent->start, walked);
    return WAY_STATUS_OK;
}

static way_status adstar_retarget(way_agent *agent)
{
    adstar_memory *memory = agent->memory;
    wayi_lifelong_move_root(&memory->search, agent->goal.state);
    memory->bound = UINT32_MAX;
    adstar_begin_round(memory, (uint32_t)agent->navigator->params[ADSTAR_INFLATION]);
    return WAY_STATUS_OK;
}

static uint32_t adstar_bound(const way_agent *agent)
{
    return ((const adstar_memory *)agent->memory)->bound;
}

const wayi_algorithm wayi_algorithm_adstar = {
    .info = {.name = "adstar",
             .title = "AD*",
             .family = "anytime",
             .summary = "Paths with a proven bound for a walking unit on a changing map",
             .reference = "Likhachev, Ferguson, Gordon, Stentz, Thrun: Anytime Dynamic A*, 2005",
             .traits = WAY_TRAIT_BOUNDED | WAY_TRAIT_COMPLETE | WAY_TRAIT_ANYTIME |
                       WAY_TRAIT_INCREMENTAL | WAY_TRAIT_BLOCKED_START | WAY_TRAIT_HANDLES_EDITS,
             .needs = WAY_SPACE_PREDECESSORS | WAY_SPACE_CONSISTENT,
             WAYI_PARAMS(adstar_params)},
    .memory_size = sizeof(adstar_memory),
    .create = adstar_create,
    .destroy = wayi_lifelong_agent_destroy,
    .begin = adstar_begin,
    .step = adstar_step,
    .outlives = wayi_lifelong_agent_outlives,
    .change = adstar_change,
    .advance = adstar_advance,
    .retarget = adstar_retarget,
    .bound = adstar_bound,
};
