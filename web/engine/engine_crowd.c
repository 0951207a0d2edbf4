// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Units that walk while the map changes under them: walkers that share one navigator, each with a
// small ring of events so that the page can show what an edit made them look at again.
#include "web/engine/engine.h"

#include <waymark/agent.h>
#include <waymark/database.h>

#include <stdlib.h>

#define CROWD_MAX 64u
#define CROWD_EVENTS 8192u

typedef struct crowd_unit {
    way_walker *walker;
    way_observer observer;
    uint64_t seen;
    way_outcome outcome;
} crowd_unit;

static struct {
    way_space *space;
    way_navigator *navigator;
    crowd_unit units[CROWD_MAX];
    uint32_t count;
} crowd;

void engine_crowd_close(void)
{
    for (uint32_t i = 0; i < crowd.count; i++) {
        way_walker_destroy(crowd.units[i].walker);
        free(crowd.units[i].observer.events);
        crowd.units[i] = (crowd_unit){0};
    }
    way_navigator_destroy(crowd.navigator);
    way_space_destroy(crowd.space);
    crowd.navigator = NULL;
    crowd.space = NULL;
    crowd.count = 0;
}

ENGINE_CALL(int32_t, crowd_open, (const char *spec, uint32_t size))
{
    way_problem problem = {0};
    engine_crowd_close();
    way_status status = engine_map_prepare(size);
    status = status ? status : way_space_create_for(engine_map(), size, spec, NULL, &crowd.space);
    status = status ? status : engine_trip_prepare(crowd.space, spec, &problem, &crowd.navigator);
    if (status != WAY_STATUS_OK) {
        engine_crowd_close();
    }
    return (int32_t)engine_reply_problem(status, &problem);
}

static way_status crowd_begin(crowd_unit *unit, way_cell start, way_cell goal)
{
    unit->observer.capacity = CROWD_EVENTS;
    unit->observer.events = malloc(CROWD_EVENTS * sizeof *unit->observer.events);
    if (!unit->observer.events) {
        return WAY_STATUS_NO_MEMORY;
    }
    const way_walker_config config = {.navigator = crowd.navigator, .observer = &unit->observer};
    const way_status status = way_walker_create(&config, &unit->walker);
    return status ? status : way_walker_begin(unit->walker, start, goal);
}

ENGINE_CALL(int32_t, crowd_add, (uint32_t start, uint32_t goal))
{
    if (crowd.count == CROWD_MAX) {
        return (int32_t)engine_reply_status(WAY_STATUS_TOO_LARGE);
    }
    crowd_unit *unit = &crowd.units[crowd.count];
    const way_status status = crowd_begin(unit, start, goal);
    if (status == WAY_STATUS_OK) {
        crowd.count++;
    } else {
        way_walker_destroy(unit->walker);
        free(unit->observer.events);
        *unit = (crowd_unit){0};
    }
    return (int32_t)engine_reply_status(status);
}

ENGINE_CALL(int32_t, crowd_send, (uint32_t unit, uint32_t goal))
{
    return (int32_t)engine_reply_status(way_walker_retarget(crowd.units[unit].walker, goal));
}

/// Brings the database up to date, a slice at a time; 1 = nothing is left to do.
ENGINE_CALL(int32_t, crowd_repair, (uint32_t budget))
{
    bool done = true;
    const way_status status = way_navigator_repair(crowd.navigator, budget, &done);
    return status != WAY_STATUS_OK || done;
}

/// One step of every unit.
ENGINE_CALL(void, crowd_step, (uint32_t budget))
{
    for (uint32_t i = 0; i < crowd.count; i++) {
        crowd.units[i].outcome = way_walker_step(crowd.units[i].walker, budget);
    }
}

/// What the page draws of a unit: place, outcome, moves, plans, cost of the rest, expansions.
ENGINE_CALL(uint32_t, crowd_read, (uint32_t * out))
{
    for (uint32_t i = 0; i < crowd.count; i++) {
        const way_walk walk = way_walker_walk(crowd.units[i].walker);
        uint32_t *row = &out[i * 6];
        row[0] = way_walker_state(crowd.units[i].walker);
        row[1] = crowd.units[i].outcome;
        row[2] = (uint32_t)walk.moves;
        row[3] = (uint32_t)walk.plans;
        row[4] = walk.remaining;
        row[5] = (uint32_t)walk.stats.expansions;
    }
    return crowd.count;
}

/// The cells that units looked at since the last call, at most `capacity`.
ENGINE_CALL(uint32_t, crowd_looked, (uint32_t * out, uint32_t capacity))
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < crowd.count; i++) {
        crowd_unit *unit = &crowd.units[i];
        const uint64_t end = unit->observer.count;
        if (end - unit->seen > CROWD_EVENTS) {
            unit->seen = end - CROWD_EVENTS;
        }
        for (; unit->seen < end; unit->seen++) {
            const way_event *event = &unit->observer.events[unit->seen % CROWD_EVENTS];
            if (event->kind == WAY_EVENT_EXPAND && count < capacity) {
                out[count++] = event->state;
            }
        }
    }
    return count;
}

/// The planned cells of a unit, at most `capacity`.
ENGINE_CALL(uint32_t, crowd_path, (uint32_t unit, uint32_t *out, uint32_t capacity))
{
    uint32_t count = 0;
    const way_state *path = way_agent_path(way_walker_agent(crowd.units[unit].walker), &count);
    count = count < capacity ? count : capacity;
    for (uint32_t i = 0; i < count; i++) {
        out[i] = path[i];
    }
    return count;
}
