// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/engine/compass.h"

#include "base/alloc.h"
#include "base/budget.h"
#include "space/grid.h"

#include <waymark/database.h>

way_status wayi_compass_open(wayi_compass *compass, const way_navigator *outer,
                             const wayi_compass_plan *plan, const way_job *job)
{
    const way_space *below = wayi_space_below(outer->space);
    const wayi_grid *grid = wayi_space_grid(below);
    if (!grid) {
        return WAY_STATUS_OK;
    }
    way_status status = way_space_create_grid(grid->map, way_space_profile(below),
                                              &outer->allocator, &compass->ground);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    if (plan->ends) {
        status = wayi_dead_ends_open(&compass->ends, compass->ground);
    }
    if (plan->swamps) {
        status = wayi_swamps_open(&compass->swamps, compass->ground);
    }
    if (status == WAY_STATUS_OK && plan->pivots &&
        (way_space_traits(compass->ground) & WAY_SPACE_SYMMETRIC)) {
        status = wayi_pivots_open(&compass->pivots, compass->ground, job);
    }
    if (status == WAY_STATUS_OK && plan->gates) {
        status = wayi_gates_open(&compass->gates, compass->ground, job);
    }
    if (status != WAY_STATUS_OK || !plan->spec) {
        return status;
    }
    compass->ground->traits |= WAY_SPACE_UNIFORM_COST; // it is never walked on
    const way_navigator_config guide = {.space = compass->ground,
                                        .algorithm = plan->spec,
                                        .job = job,
                                        .allocator = &outer->allocator};
    status = outer->roof->create(&guide, &compass->navigator);
    // Builds of a part of the library may have no such algorithm.
    return status == WAY_STATUS_UNSUPPORTED || status == WAY_STATUS_NOT_FOUND ? WAY_STATUS_OK
                                                                              : status;
}

void wayi_compass_close(wayi_compass *compass)
{
    way_navigator_destroy(compass->navigator);
    wayi_pivots_close(&compass->pivots);
    wayi_gates_close(&compass->gates);
    wayi_dead_ends_close(&compass->ends);
    wayi_swamps_close(&compass->swamps);
    way_space_destroy(compass->ground);
    *compass = (wayi_compass){0};
}

way_status wayi_compass_repair(wayi_compass *compass, const way_rect *rects, uint32_t count,
                               uint32_t *budget, bool *done)
{
    *done = true;
    if (compass->ends.ground) {
        const way_status status = wayi_dead_ends_repair(&compass->ends, budget);
        *done = compass->ends.whole;
        if (status != WAY_STATUS_OK) {
            return status;
        }
    }
    if (compass->swamps.ground) {
        wayi_swamps_repair(&compass->swamps, rects, count, budget);
        *done = *done && compass->swamps.whole;
    }
    if (compass->pivots.ground) {
        const way_status status = wayi_pivots_repair(&compass->pivots, rects, count, budget);
        *done = *done && compass->pivots.whole;
        return status;
    }
    if (compass->gates.ground) {
        const way_status status = wayi_gates_repair(&compass->gates, rects, count, budget);
        *done = *done && compass->gates.whole;
        return status;
    }
    if (!compass->navigator) {
        return WAY_STATUS_OK;
    }
    const bool ended = *done;
    // It hears of changes from the map itself.
    const uint64_t before = compass->navigator->repaired;
    const way_status status = way_navigator_repair(compass->navigator, *budget, done);
    wayi_budget_take(budget, compass->navigator->repaired - before);
    *done = *done && ended;
    return status;
}

way_status wayi_asker_open(wayi_asker *asker, const wayi_compass *compass, const way_agent *outer)
{
    *asker = (wayi_asker){.compass = compass, .goal = &outer->goal, .outer = outer};
    if (compass->ends.ground) {
        const way_status status =
            wayi_dead_ends_reserve(&compass->ends, &asker->trip, &outer->allocator);
        if (status != WAY_STATUS_OK) {
            return status;
        }
    }
    if (compass->swamps.ground) {
        asker->wade = wayi_alloc(&outer->allocator, 1, sizeof *asker->wade);
        if (!asker->wade) {
            return WAY_STATUS_NO_MEMORY;
        }
    }
    if (!compass->navigator) {
        return WAY_STATUS_OK;
    }
    const way_agent_config config = {.navigator = compass->navigator,
                                     .allocator = &outer->allocator};
    return way_agent_create(&config, &asker->agent);
}

void wayi_asker_close(wayi_asker *asker)
{
    way_agent_destroy(asker->agent);
    if (asker->outer) {
        wayi_dead_ends_trip_fini(&asker->trip, &asker->outer->allocator);
        wayi_free(&asker->outer->allocator, asker->wade, 1, sizeof *asker->wade);
    }
    *asker = (wayi_asker){0};
}

/// Turns to the dead ends and swamps that the trip need not enter.
static way_status asker_prune(wayi_asker *asker)
{
    const wayi_dead_ends *ends = &asker->compass->ends;
    const way_agent *outer = asker->outer;
    const wayi_swamps *swamps = &asker->compass->swamps;
    const bool plain = asker->goal->kind == WAYI_GOAL_ONE &&
                       way_space_can_stand(outer->space, outer->start) &&
                       way_space_can_stand(outer->space, asker->goal->state);
    asker->prunes = plain && wayi_dead_ends_hold(ends, outer->space);
    asker->wades = plain && wayi_swamps_hold(swamps, outer->space);
    if (asker->prunes || asker->wades) {
        asker->revision = way_space_revision(asker->compass->ground);
    }
    if (asker->wades) {
        wayi_swamps_aim(swamps, asker->wade, outer->start, asker->goal->state);
    }
    if (!asker->prunes) {
        return WAY_STATUS_OK;
    }
    const way_status status = wayi_dead_ends_reserve(ends, &asker->trip, &outer->allocator);
    if (status == WAY_STATUS_OK) {
        wayi_dead_ends_aim(ends, &asker->trip, outer->start, asker->goal->state);
    }
    return status;
}

/// Grows whenever distances are found again.
static uint32_t compass_rounds(const wayi_compass *compass)
{
    return compass->pivots.rounds + compass->gates.rounds;
}

way_status wayi_asker_aim(wayi_asker *asker)
{
    const wayi_goal *goal = asker->goal;
    const way_status pruned = asker_prune(asker);
    if (pruned != WAY_STATUS_OK) {
        return pruned;
    }
    const bool several = goal->kind == WAYI_GOAL_SET && goal->count <= WAYI_GOAL_ESTIMATES;
    asker->aimed = false;
    asker->rounds = compass_rounds(asker->compass);
    if (asker->compass->pivots.ground) {
        asker->aimed =
            (goal->kind == WAYI_GOAL_ONE || several) && wayi_pivots_hold(&asker->compass->pivots);
        asker->revision = way_space_revision(asker->compass->ground);
        return WAY_STATUS_OK;
    }
    if (asker->compass->gates.ground) {
        asker->aimed = goal->kind == WAYI_GOAL_ONE && wayi_gates_hold(&asker->compass->gates);
        asker->revision = way_space_revision(asker->compass->ground);
        if (asker->aimed) {
            wayi_gates_aim(&asker->compass->gates, &asker->gates, goal->state);
        }
        return WAY_STATUS_OK;
    }
    if (!asker->agent || !way_navigator_is_current(asker->compass->navigator) ||
        (goal->kind != WAYI_GOAL_ONE && !several)) {
        return WAY_STATUS_OK;
    }
    asker->scale = wayi_space_grid(asker->compass->ground)->layer->min_weight;
    asker->revision = way_space_revision(asker->compass->ground);
    const way_status status = asker->agent->algorithm->aim(
        asker->agent, several ? goal->states : &goal->state, several ? goal->count : 1);
    asker->aimed = status == WAY_STATUS_OK;
    return status == WAY_STATUS_UNSUPPORTED ? WAY_STATUS_OK : status;
}

bool wayi_asker_outlives(wayi_asker *asker)
{
    const wayi_compass *compass = asker->compass;
    const bool holds =
        !asker->aimed || (asker->rounds == compass_rounds(compass) &&
                          ((compass->pivots.ground && wayi_pivots_hold(&compass->pivots)) ||
                           (compass->gates.ground && wayi_gates_hold(&compass->gates))));
    if (asker->prunes || asker->wades || !holds) {
        return false;
    }
    if (!asker->aimed) {
        return true;
    }
    asker->revision = way_space_revision(asker->compass->ground);
    return true;
}

/// How far the pivots say that the nearest goal is at least.
static way_cost asker_pivots(const wayi_asker *asker, way_state state)
{
    const wayi_pivots *pivots = &asker->compass->pivots;
    const wayi_goal *goal = asker->goal;
    if (goal->kind == WAYI_GOAL_ONE) {
        return wayi_pivots_between(pivots, state, goal->state);
    }
    way_cost least = WAY_COST_MAX;
    for (uint32_t i = 0; i < goal->count; i++) {
        const way_cost apart = wayi_pivots_between(pivots, state, goal->states[i]);
        least = apart < least ? apart : least;
    }
    return least;
}

way_cost wayi_asker_ask(void *argument, way_state state)
{
    const wayi_asker *asker = argument;
    const way_cost open = wayi_goal_distance(asker->goal, state);
    if (!(asker->aimed || asker->prunes || asker->wades) ||
        asker->revision != way_space_revision(asker->compass->ground)) {
        return open;
    }
    if ((asker->prunes && wayi_dead_ends_skip(&asker->compass->ends, &asker->trip, state)) ||
        (asker->wades && wayi_swamps_skip(&asker->compass->swamps, asker->wade, state))) {
        return WAY_COST_MAX;
    }
    if (!asker->aimed) {
        return open;
    }
    if (asker->compass->pivots.ground) {
        const way_cost apart = asker_pivots(asker, state);
        return apart > open ? apart : open;
    }
    if (asker->compass->gates.ground) {
        const way_cost apart = wayi_gates_ask(&asker->compass->gates, &asker->gates, state);
        return apart > open ? apart : open;
    }
    const uint64_t cost =
        (uint64_t)asker->agent->algorithm->ask(asker->agent, state) * asker->scale;
    return cost > open && cost < WAY_COST_MAX ? (way_cost)cost : open;
}

uint32_t wayi_asker_around(void *argument, way_cell cell, uint32_t around)
{
    const wayi_asker *asker = argument;
    return asker->wades && asker->revision == way_space_revision(asker->compass->ground)
               ? wayi_swamps_around(&asker->compass->swamps, asker->wade, cell, around)
               : around;
}
