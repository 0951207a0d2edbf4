// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What a walker makes of changes. One matters to a plan if a way over what it touched could cost as
// little as the rest of the plan: everything else lies so far from the unit and its goal that no
// best way comes by. (Ways over it cost no less than the estimates there and from there on.)
//
// Agents that can be told late are told of a change when it matters, and the others are kept until
// a plan comes out longer: values that are wrong where no way is as good as the plan can't spoil
// it, and the unit's moves make what matters only less. So a team that shares what it sees replans
// where it must. Agents that can't go on from their last plan begin again, but only when they must:
// a plan that is still legal stays best as long as cells only got blocked.
#include "search/trip/walker.h"

/// Most changed cells that are looked at, and kept; more are no less work than to begin again.
#define NOTICE_MOST 4096u
#define NOTICE_KEPT_MOST 8192u

// Listing -----------------------------------------------------------------------------------------

/// Lists the cells of the changed rectangles of a map: the news. STALE if they are forgotten or
/// very many.
static way_status notice_list(way_walker *walker, const way_map *map)
{
    uint32_t rects = 0;
    way_status status = way_map_changes(map, walker->seen, NULL, 0, &rects);
    if (status == WAY_STATUS_OK &&
        !WAYI_GROW(&walker->allocator, walker->rects, walker->rect_capacity, rects)) {
        return WAY_STATUS_NO_MEMORY;
    }
    if (status == WAY_STATUS_OK) {
        status = way_map_changes(map, walker->seen, walker->rects, rects, &rects);
    }
    uint64_t total = 0;
    for (uint32_t i = 0; status == WAY_STATUS_OK && i < rects; i++) {
        total += (uint64_t)walker->rects[i].width * walker->rects[i].height;
    }
    walker->looks += rects;
    if (status != WAY_STATUS_OK || total > NOTICE_MOST) {
        return WAY_STATUS_STALE;
    }
    bool fits = true;
    wayi_path_buffer_clear(&walker->news);
    for (uint32_t i = 0; i < rects; i++) {
        const way_rect rect = walker->rects[i];
        for (uint32_t cell = 0; fits && cell < rect.width * rect.height; cell++) {
            fits = wayi_path_buffer_push(&walker->news, wayi_rect_at(rect, cell, map->width));
        }
    }
    return fits ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

// Weighing ----------------------------------------------------------------------------------------

/// What the plan in hand costs from here on, or must at least.
static uint64_t notice_rest(const way_walker *walker)
{
    const way_space *space = walker->space;
    return walker->agent->at.outcome == WAY_OUTCOME_FOUND
               ? walker->agent->cost - walker->spent
               : space->type->estimate(space, walker->place, walker->goal);
}

/// Whether a cell of ground without links is so far from the unit and its goal that no way over it
/// or past it costs as little as `rest`: what an edit touches is at most a unit's size nearer.
static bool notice_is_far(const way_walker *walker, const wayi_flat_ground *ground, way_cell cell,
                          uint64_t rest)
{
    const way_map *map = ground->map;
    const wayi_offset from = wayi_map_offset(map, walker->place, cell);
    const wayi_offset to = wayi_map_offset(map, walker->goal, cell);
    const uint64_t a = wayi_map_plain_distance(map, 1, 1);
    const uint64_t b = wayi_map_plain_distance(map, 1, -1);
    return (wayi_map_plain_distance(map, from.x, from.y) +
            wayi_map_plain_distance(map, to.x, to.y)) *
               ground->scale >
           rest + 2 * ground->layer->size * ground->scale * (a > b ? a : b);
}

/// Whether a way over what a change touched could cost no more than `rest`; with `free` only if
/// there is such a way now. Counts looks.
static bool notice_matters(way_walker *walker, way_state changed, uint64_t rest, bool free)
{
    const way_space *space = walker->space;
    wayi_flat_ground ground = {0};
    walker->looks++;
    if (wayi_space_ground(space, &ground) && notice_is_far(walker, &ground, changed, rest)) {
        return false;
    }
    wayi_touched touched = wayi_space_touched(space, changed);
    walker->looks += (uint64_t)touched.across * touched.down;
    for (way_state state = wayi_touched_next(&touched); state != WAY_STATE_NONE;
         state = wayi_touched_next(&touched)) {
        const way_cost least = way_cost_add(space->type->estimate(space, walker->place, state),
                                            space->type->estimate(space, state, walker->goal));
        if (least <= rest && (!free || way_space_can_stand(space, state))) {
            return true;
        }
    }
    return false;
}

/// Whether the rest of the path is legal, as far as the walker looks ahead and if there is time to
/// find out; counts its steps.
static bool notice_path_holds(way_walker *walker)
{
    uint32_t count = 0;
    (void)way_agent_path(walker->agent, &count);
    const uint32_t rest = count - walker->index;
    const uint32_t steps = rest < walker->foresight ? rest : walker->foresight;
    const uint32_t price = wayi_space_plain_grid(walker->space) ? 1 : WAYI_LOOKS;
    if (walker->looks + (uint64_t)steps * price > walker->end) {
        return false;
    }
    walker->looks += (uint64_t)steps * price;
    return wayi_agent_moves_hold(walker->agent, walker->index, steps);
}

/// Whether a cell of a map is blocked now, so that no step beside it is new or cheaper.
static bool notice_is_closed(const way_walker *walker, way_cell cell)
{
    const wayi_grid *grid = wayi_space_grid(walker->space);
    if (!grid) {
        return false;
    }
    const uint32_t y = wayi_map_row(grid->map, cell);
    return !wayi_layer_has(grid->map, grid->layer->table->base, cell - y * grid->map->width, y);
}

/// Whether the agent is at a plan and knows of all changes so far: then it takes note of more by
/// itself, and has a plan in time however many there are. Moves that it has decided on must hold.
static bool notice_agent_sees(way_walker *walker)
{
    const way_agent *agent = walker->agent;
    return agent->at.outcome == WAY_OUTCOME_WORKING && walker->untold.count == 0 &&
           (agent->algorithm->info.traits & WAY_TRAIT_HANDLES_EDITS) &&
           (!wayi_agent_is_realtime(agent) || notice_path_holds(walker));
}

/// Whether a plan made before the changes is still a best one. To find out takes no more than
/// planning may.
static bool notice_plan_stands(way_walker *walker)
{
    const way_agent *agent = walker->agent;
    const uint32_t traits = agent->algorithm->info.traits;
    if (agent->at.outcome != WAY_OUTCOME_FOUND || (traits & WAY_TRAIT_REALTIME) ||
        agent->at.scale != wayi_space_scale(walker->space)) {
        return false;
    }
    for (uint32_t i = 0; i < walker->news.count; i++) {
        if (walker->looks > walker->end ||
            (!notice_is_closed(walker, walker->news.states[i]) &&
             notice_matters(walker, walker->news.states[i], notice_rest(walker), true))) {
            return false;
        }
    }
    return notice_path_holds(walker);
}

// Telling -----------------------------------------------------------------------------------------

static way_status notice_tell(way_walker *walker)
{
    const wayi_path_buffer *news = &walker->news;
    walker->agent->told.behind = walker->untold.count > 0;
    walker->agent->at.revision = way_space_revision(walker->space);
    if (news->count == 0) {
        return WAY_STATUS_OK;
    }
    walker->walk.changes += news->count;
    walker->planned = false;
    walker->outcome = WAY_OUTCOME_WORKING;
    return way_agent_notify(walker->agent, news->states, news->count);
}

/// Whether the agent can be told of some changes later than of others.
static bool notice_may_wait(const way_walker *walker)
{
    const way_agent *agent = walker->agent;
    return agent->algorithm->waits && !walker->chases && wayi_trip_is_own(agent) &&
           agent->exit.deep == 0 && agent->at.from == 0 &&
           agent->at.scale == wayi_space_scale(walker->space) &&
           (agent->at.outcome == WAY_OUTCOME_FOUND || agent->at.outcome == WAY_OUTCOME_WORKING);
}

/// By how many moves a changed cell is farther away than the walker looks ahead; 0 where links may
/// lead there sooner.
static uint32_t notice_away(const way_walker *walker, way_cell cell)
{
    const wayi_grid *grid = wayi_space_plain_grid(walker->space);
    if (!grid || walker->foresight == UINT32_MAX) {
        return 0;
    }
    const uint64_t near = (uint64_t)walker->foresight + grid->layer->size;
    const uint32_t steps = wayi_map_open_steps(grid->map, walker->place, cell);
    return steps > near ? (uint32_t)(steps - near) : 0;
}

/// Whether a changed cell is to be told of now: it matters and is near.
static bool notice_is_due(way_walker *walker, way_cell cell, uint64_t rest)
{
    if (!notice_matters(walker, cell, rest, false)) {
        return false;
    }
    const uint32_t away = notice_away(walker, cell);
    walker->away = away < walker->away ? away : walker->away;
    return away == 0;
}

/// Keeps those of the news that don't matter yet for later; false without memory.
static bool notice_sift(way_walker *walker)
{
    wayi_path_buffer *news = &walker->news;
    const uint32_t count = news->count;
    if (!notice_may_wait(walker)) {
        return true;
    }
    const uint64_t rest = notice_rest(walker);
    walker->level = walker->untold.count && walker->level < rest ? walker->level : rest;
    walker->away = walker->untold.count ? walker->away : UINT32_MAX;
    wayi_path_buffer_clear(news);
    bool fits = true;
    for (uint32_t i = 0; fits && i < count; i++) {
        const way_cell cell = news->states[i];
        const bool due = walker->untold.count >= NOTICE_KEPT_MOST || walker->looks > walker->end ||
                         notice_is_due(walker, cell, rest);
        fits = wayi_path_buffer_push(due ? news : &walker->untold, cell);
    }
    return fits;
}

/// Takes note of the news for an agent that goes on from its last plan. Of those that matter before
/// the next one is ready it is told once, with all that was kept, and then sees to them by itself.
static way_status notice_advance(way_walker *walker)
{
    wayi_path_buffer *untold = &walker->untold;
    if (!notice_sift(walker)) {
        return WAY_STATUS_NO_MEMORY;
    }
    if (walker->news.count && walker->agent->at.outcome == WAY_OUTCOME_WORKING) {
        if (!wayi_path_buffer_append(&walker->news, untold->states, untold->count)) {
            return WAY_STATUS_NO_MEMORY;
        }
        wayi_path_buffer_clear(untold);
        walker->hurries = true;
    }
    return notice_tell(walker);
}

/// Takes note of the news.
static way_status notice_take(way_walker *walker)
{
    walker->looks += walker->news.count;
    walker->seen = way_space_revision(walker->space);
    if (walker->advances) {
        return notice_advance(walker);
    }
    walker->walk.changes += walker->news.count;
    return notice_plan_stands(walker) ? WAY_STATUS_OK : wayi_walker_restart(walker);
}

way_status wayi_walker_weigh(way_walker *walker)
{
    const bool none = walker->agent->at.outcome != WAY_OUTCOME_FOUND;
    const uint64_t rest = notice_rest(walker);
    if (!none && rest <= walker->level && walker->away > 0) {
        return WAY_STATUS_OK;
    }
    // When one is due, all that matter are told: as they are met, one by one, they cost more.
    const bool all = none || walker->away == 0;
    wayi_path_buffer *untold = &walker->untold;
    const uint32_t count = untold->count;
    if (!wayi_path_buffer_reserve(&walker->news, count)) {
        return WAY_STATUS_NO_MEMORY;
    }
    wayi_path_buffer_clear(&walker->news);
    wayi_path_buffer_clear(untold);
    walker->away = UINT32_MAX;
    walker->looks += count;
    for (uint32_t i = 0; i < count; i++) {
        const way_cell cell = untold->states[i];
        const bool due =
            none || walker->looks > walker->end ||
            (all ? notice_matters(walker, cell, rest, false) : notice_is_due(walker, cell, rest));
        (void)wayi_path_buffer_push(due ? &walker->news : untold, cell); // there is room
    }
    walker->level = rest;
    return notice_tell(walker);
}

way_status way_walker_change(way_walker *walker, const way_state *states, uint32_t count)
{
    if (!walker || (count && !states)) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    const way_outcome outcome = way_agent_outcome(walker->agent);
    if (walker->place == WAY_STATE_NONE || outcome == WAY_OUTCOME_CANCELLED) {
        return WAY_STATUS_WRONG_STATE;
    }
    if (!wayi_space_has_all(walker->space, states, count)) {
        return WAY_STATUS_OUT_OF_RANGE;
    }
    wayi_path_buffer_clear(&walker->news);
    if (!wayi_path_buffer_append(&walker->news, states, count)) {
        return WAY_STATUS_NO_MEMORY;
    }
    walker->end = UINT64_MAX;
    return notice_take(walker);
}

/// Whether the unit crosses a courtyard on its way out of deep inside blocked ground: it goes on to
/// the gate before it takes note of anything, for from there steps might lead nowhere.
static bool notice_crosses(const way_walker *walker)
{
    return walker->index < walker->agent->exit.deep &&
           !wayi_agent_is_deep(walker->agent, walker->place);
}

/// What was farther away than the walker looks ahead may be near by now.
static way_status notice_ahead(way_walker *walker)
{
    if (walker->foresight == UINT32_MAX || walker->agent->at.outcome != WAY_OUTCOME_FOUND) {
        return WAY_STATUS_OK;
    }
    if (walker->advances) {
        return walker->untold.count && walker->away == 0 ? wayi_walker_weigh(walker)
                                                         : WAY_STATUS_OK;
    }
    return notice_path_holds(walker) ? WAY_STATUS_OK : wayi_walker_restart(walker);
}

way_status wayi_walker_notice(way_walker *walker)
{
    const wayi_grid *grid = wayi_space_grid(walker->space);
    if (walker->belief && walker->sensed != way_map_revision(walker->belief->truth)) {
        const way_status status = wayi_walker_sense(walker);
        if (status != WAY_STATUS_OK) {
            return status;
        }
    }
    if (!grid || way_space_revision(walker->space) == walker->seen) {
        return notice_ahead(walker);
    }
    if (notice_crosses(walker)) {
        walker->agent->at.revision = way_space_revision(walker->space);
        return WAY_STATUS_OK;
    }
    // To be told at every step might keep an agent from ever having a plan.
    const bool sees = notice_agent_sees(walker);
    const bool left = sees && (walker->hurries || !notice_may_wait(walker));
    way_status status = left ? WAY_STATUS_STALE : notice_list(walker, grid->map);
    if (status == WAY_STATUS_STALE) { // or more than can be told
        walker->seen = way_space_revision(walker->space);
        return sees ? WAY_STATUS_OK : wayi_walker_restart(walker);
    }
    status = status == WAY_STATUS_OK ? notice_take(walker) : status;
    return status == WAY_STATUS_OK ? notice_ahead(walker) : status;
}
