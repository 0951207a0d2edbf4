// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Costs of many ways: at once where the algorithm can, else trip by trip.
#include "search/trip/algorithm.h"

#include <string.h>

static way_status distances_check(const way_agent *agent, const way_distances *question)
{
    if ((question->from_count && !question->from) || (question->to_count && !question->to)) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    if ((uint64_t)question->from_count * question->to_count > UINT32_MAX) {
        return WAY_STATUS_TOO_LARGE;
    }
    return wayi_space_has_all(agent->space, question->from, question->from_count) &&
                   wayi_space_has_all(agent->space, question->to, question->to_count)
               ? WAY_STATUS_OK
               : WAY_STATUS_OUT_OF_RANGE;
}

way_status way_agent_distances(way_agent *agent, const way_distances *question, way_cost *out)
{
    if (!agent || !question || !out) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    way_status status = distances_check(agent, question);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    const wayi_algorithm *algorithm = agent->algorithm;
    way_agent_cancel(agent);
    if (algorithm->distances && wayi_navigator_is_able(agent->navigator)) {
        status = algorithm->distances(agent, question, out);
        if (status != WAY_STATUS_UNSUPPORTED) {
            return status;
        }
    }
    status = WAY_STATUS_OK;
    // Goal by goal: some agents keep what they found at a goal.
    for (uint32_t k = 0; k < question->to_count && status == WAY_STATUS_OK; k++) {
        for (uint32_t i = 0; i < question->from_count && status == WAY_STATUS_OK; i++) {
            const way_trip trip = {.start = question->from[i], .goal = question->to[k]};
            status = way_agent_begin(agent, &trip);
            const bool arrived =
                status == WAY_STATUS_OK && way_agent_run(agent) == WAY_OUTCOME_FOUND;
            out[(size_t)i * question->to_count + k] =
                arrived ? way_agent_cost(agent) : WAY_COST_MAX;
        }
    }
    return status;
}

way_status way_agent_trips(way_agent *agent, const way_trip *trips, uint32_t count,
                           way_answer *answers, way_state *states, size_t capacity, uint32_t *done)
{
    if (!agent || !done || (count && (!trips || !answers)) || (capacity && !states)) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    size_t used = 0;
    for (*done = 0; *done < count; ++*done) {
        const way_status status = way_agent_begin(agent, &trips[*done]);
        if (status != WAY_STATUS_OK) {
            return status;
        }
        way_answer *answer = &answers[*done];
        answer->outcome = way_agent_run(agent);
        answer->cost = way_agent_cost(agent);
        const way_state *path = way_agent_path(agent, &answer->count);
        if (answer->count > capacity - used) {
            break;
        }
        if (answer->count) {
            memcpy(states + used, path, answer->count * sizeof *states);
            used += answer->count;
        }
    }
    return WAY_STATUS_OK;
}
