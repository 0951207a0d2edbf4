// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Trips in slots: an algorithm at work on one of the worlds, step by step, with or without a ring
// of events for the page to read.
#include "web/engine/engine.h"

#include <waymark/database.h>

#include <stdlib.h>

#define TRIP_EVENTS (1u << 17)

/// The page's own: told how far a preparation is; asked whether it should stop.
__attribute__((import_module("host"), import_name("progress"))) void host_progress(uint32_t);
__attribute__((import_module("host"), import_name("cancelled"))) int32_t host_cancelled(void);

typedef struct trip_slot {
    engine_kind kind;
    way_space *space;
    way_navigator *navigator;
    way_agent *agent;
    way_observer observer;
} trip_slot;

static trip_slot trip_slots[ENGINE_TRIPS_MAX];

static void trip_progress(uint32_t thousandths, void *user)
{
    (void)user;
    host_progress(thousandths);
}

static bool trip_cancelled(void *user)
{
    (void)user;
    return host_cancelled() != 0;
}

static void trip_close(trip_slot *slot)
{
    way_agent_destroy(slot->agent);
    way_navigator_destroy(slot->navigator);
    if (slot->space && slot->kind != ENGINE_GRID) {
        engine_worlds_forget(slot->kind);
    }
    way_space_destroy(slot->space);
    free(slot->observer.events);
    *slot = (trip_slot){0};
}

void engine_trip_close_world(engine_kind kind)
{
    for (uint32_t i = 0; i < ENGINE_TRIPS_MAX; i++) {
        if (trip_slots[i].space && trip_slots[i].kind == kind) {
            trip_close(&trip_slots[i]);
        }
    }
}

const way_navigator *engine_trip_navigator(uint32_t slot)
{
    return trip_slots[slot].navigator;
}

way_status engine_trip_prepare(way_space *space, const char *spec, way_problem *problem,
                               way_navigator **out)
{
    const way_job job = {.progress = trip_progress, .cancelled = trip_cancelled};
    const way_navigator_config config = {
        .space = space, .algorithm = spec, .job = &job, .problem = problem};
    return way_navigator_create(&config, out);
}

/// The space that a search of this kind and name goes through: lines at any angle, if it needs
/// them.
static way_status trip_create_space(engine_kind kind, uint32_t size, const char *spec,
                                    way_space **out)
{
    if (kind != ENGINE_GRID) {
        return engine_worlds_create(kind, out);
    }
    const way_status status = engine_map_prepare(size);
    return status ? status : way_space_create_for(engine_map(), size, spec, NULL, out);
}

static way_status trip_create_agent(trip_slot *slot, bool observe)
{
    if (observe) {
        slot->observer.capacity = TRIP_EVENTS;
        slot->observer.events = malloc(TRIP_EVENTS * sizeof *slot->observer.events);
        if (!slot->observer.events) {
            return WAY_STATUS_NO_MEMORY;
        }
    }
    const way_agent_config config = {.navigator = slot->navigator,
                                     .observer = observe ? &slot->observer : NULL};
    return way_agent_create(&config, &slot->agent);
}

/// `options` is the slot, the kind of space, the unit's size, and whether to keep events.
ENGINE_CALL(int32_t, trip_open, (const uint32_t *options, const char *spec))
{
    trip_slot *slot = &trip_slots[options[0] % ENGINE_TRIPS_MAX];
    way_problem problem = {0};
    trip_close(slot);
    slot->kind = (engine_kind)options[1];
    way_status status = trip_create_space(slot->kind, options[2], spec, &slot->space);
    if (status == WAY_STATUS_OK) {
        status = engine_trip_prepare(slot->space, spec, &problem, &slot->navigator);
    }
    if (status == WAY_STATUS_OK) {
        status = trip_create_agent(slot, options[3] != 0);
    }
    if (status != WAY_STATUS_OK) {
        trip_close(slot);
        return (int32_t)engine_reply_problem(status, &problem);
    }
    engine_reply_begin();
    engine_reply_open(NULL, '{');
    engine_reply_whole("lookahead", way_navigator_lookahead(slot->navigator));
    engine_reply_whole("databaseBytes", (int64_t)way_navigator_bytes(slot->navigator));
    engine_reply_close('}');
    return WAY_STATUS_OK;
}

/// Whether the slot's database, if it has one, knows of all edits.
ENGINE_CALL(uint32_t, trip_is_current, (uint32_t slot))
{
    return way_navigator_is_current(trip_slots[slot].navigator);
}

/// What a database came to, brought up to date.
typedef enum trip_follow { TRIP_BEHIND, TRIP_CURRENT, TRIP_UNABLE } trip_follow;

/// Brings the slot's database up to date with the map, a slice at a time.
ENGINE_CALL(uint32_t, trip_follow, (uint32_t slot, uint32_t budget))
{
    way_navigator *navigator = trip_slots[slot].navigator;
    bool done = true;
    if (way_navigator_is_current(navigator)) {
        return TRIP_CURRENT;
    }
    const way_status status = way_navigator_repair(navigator, budget, &done);
    return status != WAY_STATUS_OK ? TRIP_UNABLE : done ? TRIP_CURRENT : TRIP_BEHIND;
}

ENGINE_CALL(void, trip_close, (uint32_t slot))
{
    trip_close(&trip_slots[slot % ENGINE_TRIPS_MAX]);
}

/// What is wanted of a trip beyond going there; sums of these.
enum { TRIP_NEAREST = 1, TRIP_PARTIAL = 2, TRIP_SPACE = 4 };

/// `trip` is start, goal, wishes, and the most expansions (0 = no limit).
ENGINE_CALL(int32_t, trip_begin, (uint32_t slot, const uint32_t *trip))
{
    trip_slot *at = &trip_slots[slot % ENGINE_TRIPS_MAX];
    at->observer.count = 0;
    const way_trip wanted = {.start = trip[0],
                             .goal = trip[1],
                             .mode = trip[2] & TRIP_SPACE ? WAY_GOAL_SPACE : WAY_GOAL_EXACT,
                             .fall_back_to_nearest = (trip[2] & TRIP_NEAREST) != 0,
                             .partial = (trip[2] & TRIP_PARTIAL) != 0,
                             .expansion_limit = trip[3]};
    return (int32_t)engine_reply_status(way_agent_begin(at->agent, &wanted));
}

ENGINE_CALL(uint32_t, trip_step, (uint32_t slot, uint32_t budget))
{
    return way_agent_step(trip_slots[slot].agent, budget);
}

ENGINE_CALL(uint32_t, trip_outcome, (uint32_t slot))
{
    return way_agent_outcome(trip_slots[slot].agent);
}

// Events: the page reads event i at events + 20 * (i % capacity) ---------------------------------

ENGINE_CALL(const way_event *, trip_events, (uint32_t slot))
{
    return trip_slots[slot].observer.events;
}

ENGINE_CALL(uint32_t, trip_event_count, (uint32_t slot))
{
    return (uint32_t)trip_slots[slot].observer.count;
}

ENGINE_CALL(uint32_t, trip_event_capacity, (void))
{
    return TRIP_EVENTS;
}

_Static_assert(sizeof(way_event) == 20, "the page reads events as five numbers");

// Results -----------------------------------------------------------------------------------------

ENGINE_CALL(const way_state *, trip_path, (uint32_t slot))
{
    uint32_t count = 0;
    return way_agent_path(trip_slots[slot].agent, &count);
}

ENGINE_CALL(uint32_t, trip_path_count, (uint32_t slot))
{
    uint32_t count = 0;
    (void)way_agent_path(trip_slots[slot].agent, &count);
    return count;
}

ENGINE_CALL(double, trip_expansions, (uint32_t slot))
{
    return (double)way_agent_stats(trip_slots[slot].agent).expansions;
}

ENGINE_CALL(int32_t, trip_result, (uint32_t slot))
{
    const way_agent *agent = trip_slots[slot].agent;
    const way_stats stats = way_agent_stats(agent);
    engine_reply_begin();
    engine_reply_open(NULL, '{');
    engine_reply_whole("outcome", way_agent_outcome(agent));
    engine_reply_whole("cost", way_agent_cost(agent));
    engine_reply_whole("goal", way_agent_goal(agent));
    engine_reply_whole("bound", way_agent_bound_thousandths(agent));
    engine_reply_whole("databaseBytes", (int64_t)way_navigator_bytes(trip_slots[slot].navigator));
    engine_reply_stats("stats", &stats);
    engine_reply_close('}');
    return WAY_STATUS_OK;
}
