// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Jump point search: its loop. An expansion is done in pieces, each of them small: a look for the
// goal, scans, and offers of what they found.
#include "base/check.h"
#include "base/inline.h"
#include "search/discrete/jps.h"
#include "search/trip/observer.h"

#include <string.h>

/// What an offer of a way to a point counts for among these.
#define JPS_OFFER 4u

/// Cells on the way to the goal that are looked at, and offers that are made, at a time.
#define JPS_LOOK_PIECE 256u
#define JPS_OFFERS 64u

/// What one step of the search works with.
typedef struct jps_search {
    way_agent *agent;
    wayi_jps *memory;
    way_cost cardinal;
    way_cost slant; ///< what a diagonal step costs more; with 4 neighbours, one to the side
    uint32_t budget;
    bool full; ///< memory ran out
} jps_search;

static jps_search jps_resume(way_agent *agent, uint32_t budget)
{
    const way_cost_model costs = wayi_space_grid(agent->space)->map->costs;
    return (jps_search){.agent = agent,
                        .memory = agent->memory,
                        .cardinal = costs.cardinal,
                        .slant = ((const wayi_jps *)agent->memory)->graph.square
                                     ? costs.cardinal
                                     : (way_cost)costs.diagonal - costs.cardinal,
                        .budget = budget};
}

// Relaxing ----------------------------------------------------------------------------------------

/// What offers are made with: copies, which nothing that is written can change.
typedef struct jps_origin {
    wayi_jps_mark *marks;
    wayi_jump_target goal;         ///< the first
    const wayi_jump_target *goals; ///< all of them
    uint32_t goal_count;
    way_cost cardinal, slant;
    uint32_t slot; ///< of the point under expansion
    way_cost g;
    uint32_t state; ///< of a mark of this trip
    uint32_t width; ///< of the map
} jps_origin;

static WAYI_ALWAYS_INLINE jps_origin jps_origin_of(const jps_search *search)
{
    const wayi_jps *memory = search->memory;
    return (jps_origin){.marks = memory->marks,
                        .goal = memory->goals[0],
                        .goals = memory->goals,
                        .goal_count = memory->goal_count,
                        .cardinal = search->cardinal,
                        .slant = search->slant,
                        .slot = memory->item.slot,
                        .g = ~(way_cost)memory->item.key,
                        .state = memory->trip << 4,
                        .width = memory->graph.map->width};
}

/// The octile distance to a goal, over ground of weight 1; with 4 neighbours the other one.
static WAYI_ALWAYS_INLINE way_cost jps_distance(const jps_origin *origin,
                                                const wayi_jump_target *goal, uint32_t x,
                                                uint32_t y)
{
    const int32_t dx = (int32_t)x - goal->x;
    const int32_t dy = (int32_t)y - goal->y;
    const uint32_t columns = (uint32_t)(dx < 0 ? -dx : dx);
    const uint32_t rows = (uint32_t)(dy < 0 ? -dy : dy);
    const uint32_t low = columns < rows ? columns : rows;
    const uint32_t high = columns < rows ? rows : columns;
    return origin->cardinal * high + origin->slant * low;
}

/// The distance to the nearest goal.
static WAYI_ALWAYS_INLINE way_cost jps_estimate(const jps_origin *origin, uint32_t x, uint32_t y)
{
    way_cost least = jps_distance(origin, &origin->goal, x, y);
    for (uint32_t i = 1; i < origin->goal_count; i++) {
        const way_cost distance = jps_distance(origin, &origin->goals[i], x, y);
        least = distance < least ? distance : least;
    }
    return least;
}

/// The first goal from number `goal` on that could be seen from a cell; `count` if there is none.
static WAYI_ALWAYS_INLINE uint32_t jps_could_see(const wayi_jump_target *goals, uint32_t count,
                                                 uint32_t goal, uint32_t x, uint32_t y)
{
    while (goal < count && !wayi_jump_could_see(&goals[goal], x, y)) {
        goal++;
    }
    return goal;
}

/// Of equal f the costliest way so far goes first.
static WAYI_ALWAYS_INLINE void jps_push(jps_search *search, way_cell cell, uint32_t slot,
                                        way_cost g, way_cost f)
{
    search->agent->stats.heap_pushes++;
    const wayi_heap_item item = {(uint64_t)f << 32 | (way_cost)~g, cell, slot};
    search->full |= !wayi_calendar_push(&search->memory->open, item);
}

static way_cell jps_cell(const wayi_jps *memory, way_cell start, uint32_t slot)
{
    return slot == WAYI_JPS_START ? start : wayi_jump_graph_cell(&memory->graph, slot);
}

/// Tells the observer of a way to a point.
static void jps_report(const jps_search *search, way_event_kind kind, uint32_t slot, way_cost f)
{
    const way_agent *agent = search->agent;
    const wayi_jps *memory = search->memory;
    wayi_observer_write(agent->observer,
                        (way_event){kind, wayi_jump_graph_cell(&memory->graph, slot),
                                    jps_cell(memory, agent->start, memory->item.slot),
                                    memory->marks[slot].g, f});
}

/// Finds out where a point is that no trip has looked at.
static void jps_place(const jps_search *search, wayi_jps_mark *mark, uint32_t slot)
{
    const wayi_jump_graph *graph = &search->memory->graph;
    const wayi_jump_spot spot = wayi_jump_graph_spot(graph, wayi_jump_graph_cell(graph, slot));
    mark->x = (uint16_t)spot.x;
    mark->y = (uint16_t)spot.y;
    mark->state = search->memory->trip << 4;
}

/// Offers a jump point a way over the point under expansion.
static WAYI_ALWAYS_INLINE void jps_relax(jps_search *search, const jps_origin *origin,
                                         wayi_jump jump)
{
    const uint32_t slot = wayi_jump_slot(jump);
    wayi_jps_mark *mark = &origin->marks[slot];
    const way_cost g = way_cost_add(origin->g, jump.cost);
    const uint32_t state = mark->state;
    const bool met = (state ^ origin->state) - WAYI_JPS_OPEN < 16 - WAYI_JPS_OPEN;
    if (met && g >= mark->g) {
        return;
    }
    if (state >> 4 < search->memory->since) {
        jps_place(search, mark, slot);
    }
    const uint32_t x = mark->x;
    const uint32_t y = mark->y;
    if (wayi_jump_is_leaf(jump) && !wayi_jump_could_see(&origin->goal, x, y) &&
        jps_could_see(origin->goals, origin->goal_count, 1, x, y) >= origin->goal_count) {
        return;
    }
    const uint32_t expanded = met ? state & WAYI_JPS_EXPANDED : 0;
    const bool again = expanded && !(state & WAYI_JPS_OPEN);
    mark->g = g;
    mark->parent = origin->slot;
    mark->state = origin->state | expanded | WAYI_JPS_OPEN | wayi_jump_arrival(jump);
    way_stats *stats = &search->agent->stats;
    search->memory->seen += !met;
    stats->generations++;
    stats->reopenings += again;
    const way_cost f = way_cost_add(g, jps_estimate(origin, x, y));
    if (search->agent->observer) {
        jps_report(search, again ? WAY_EVENT_REOPEN : WAY_EVENT_GENERATE, slot, f);
    }
    jps_push(search, y * origin->width + x, slot, g, f);
}

bool wayi_jps_fit(way_agent *agent)
{
    wayi_jps *memory = agent->memory;
    const wayi_nodes *points = &memory->graph.points;
    if (memory->generation != points->generation) {
        memory->generation = points->generation;
        memory->since = memory->trip;
    }
    const uint32_t count = points->count;
    const uint32_t before = memory->mark_capacity;
    if (count <= before) {
        return true;
    }
    if (!WAYI_GROW(&agent->allocator, memory->marks, memory->mark_capacity, count)) {
        return false;
    }
    memset(memory->marks + before, 0, (memory->mark_capacity - before) * sizeof *memory->marks);
    return true;
}

bool wayi_jps_push_start(way_agent *agent)
{
    wayi_jps *memory = agent->memory;
    jps_search search = jps_resume(agent, 0);
    const wayi_jump_spot start = wayi_jump_graph_spot(&memory->graph, agent->start);
    const jps_origin origin = jps_origin_of(&search);
    const way_cost estimate = jps_estimate(&origin, start.x, start.y);
    // Days short enough that most hold one point.
    wayi_calendar_clear(&memory->open, (uint64_t)estimate << 32,
                        30 + wayi_bits_highest(search.cardinal));
    jps_push(&search, agent->start, WAYI_JPS_START, 0, estimate);
    return !search.full;
}

// Expanding, a piece at a time --------------------------------------------------------------------

/// Turns to what is behind the point under expansion, or around the start.
static WAYI_ALWAYS_INLINE void jps_follow(jps_search *search)
{
    wayi_jps *memory = search->memory;
    if (memory->item.slot == WAYI_JPS_START) {
        memory->scan = wayi_jump_scan_cell(&memory->graph, memory->item.id);
        memory->phase = WAYI_JPS_SCAN;
        return;
    }
    WAYI_ASSERT(memory->marks);
    const uint32_t arrival = memory->marks[memory->item.slot].state & 3u;
    const wayi_jump_point *point = wayi_jump_graph_at(&memory->graph, memory->item.slot);
    if (point->known >> arrival & 1u) {
        memory->list = point->lists[arrival];
        memory->phase = WAYI_JPS_RELAX;
        return;
    }
    memory->scan = wayi_jump_scan_point(&memory->graph, memory->item.slot, arrival);
    memory->phase = WAYI_JPS_SCAN;
}

/// Takes looks off the budget.
static WAYI_ALWAYS_INLINE void jps_charge(jps_search *search, uint64_t looked)
{
    const uint64_t looks = search->memory->rest + looked;
    const uint64_t units = looks / WAYI_JPS_SCANNED;
    search->memory->rest = (uint32_t)(looks % WAYI_JPS_SCANNED);
    search->agent->looked += units;
    search->budget = units < search->budget ? search->budget - (uint32_t)units : 0;
}

static void jps_scan(jps_search *search)
{
    wayi_jps *memory = search->memory;
    wayi_jump_graph *graph = &memory->graph;
    const uint64_t looked = graph->looked;
    const uint64_t stop = looked + (uint64_t)search->budget * WAYI_JPS_SCANNED;
    const bool done = wayi_jump_scan_step(graph, &memory->scan, stop);
    jps_charge(search, graph->looked - looked);
    if (!done) {
        return;
    }
    const bool start = memory->scan.slot == WAYI_SLOT_NONE;
    search->full |= graph->full || !wayi_jps_fit(search->agent);
    memory->list = start
                       ? (wayi_jump_list){0, graph->passing.count}
                       : wayi_jump_graph_at(graph, memory->scan.slot)->lists[memory->scan.arrival];
    memory->phase = WAYI_JPS_RELAX;
}

static WAYI_ALWAYS_INLINE void jps_relax_some(jps_search *search)
{
    wayi_jps *memory = search->memory;
    const wayi_jump *jumps = memory->item.slot == WAYI_JPS_START ? memory->graph.passing.items
                                                                 : memory->graph.kept.items;
    const uint32_t first = memory->list.first;
    const uint32_t count = memory->list.count < JPS_OFFERS ? memory->list.count : JPS_OFFERS;
    const jps_origin origin = jps_origin_of(search);
    for (uint32_t i = 0; i < count; i++) {
        jps_relax(search, &origin, jumps[first + i]);
    }
    jps_charge(search, (uint64_t)JPS_OFFER * count);
    memory->list.first += count;
    memory->list.count -= count;
    if (memory->list.count == 0) {
        memory->phase = WAYI_JPS_TAKE;
    }
}

/// `mark` is NULL at the start.
static void jps_note_expansion(way_agent *agent, wayi_heap_item item, const wayi_jps_mark *mark)
{
    agent->stats.expansions++;
    wayi_jps *memory = agent->memory;
    const way_cost g = ~(way_cost)item.key;
    const way_cost f = (way_cost)(item.key >> 32);
    if (agent->observer) {
        const way_cell from =
            mark ? jps_cell(memory, agent->start, mark->parent) : (way_cell)WAY_STATE_NONE;
        wayi_observer_write(agent->observer, (way_event){WAY_EVENT_EXPAND, item.id, from, g, f});
    }
    if (f - g < memory->closest_estimate) {
        memory->closest_estimate = f - g;
        memory->closest = item.slot;
    }
}

/// Turns to the first goal from number `goal` on that could be seen, or to what is behind the
/// point.
static void jps_look_for(jps_search *search, uint32_t goal)
{
    wayi_jps *memory = search->memory;
    memory->sight = wayi_jump_graph_spot(&memory->graph, memory->item.id);
    memory->goal = memory->item.slot == WAYI_JPS_START
                       ? goal
                       : jps_could_see(memory->goals, memory->goal_count, goal, memory->sight.x,
                                       memory->sight.y);
    if (memory->goal < memory->goal_count) {
        memory->phase = WAYI_JPS_LOOK;
    } else {
        jps_follow(search);
    }
}

/// Begins to expand the next point, or the start, if its entry is not stale: followed already from
/// a better one.
static WAYI_ALWAYS_INLINE void jps_take(jps_search *search)
{
    wayi_jps *memory = search->memory;
    const wayi_heap_item item = wayi_calendar_pop(&memory->open);
    search->agent->stats.heap_pops++;
    if (item.id >= WAYI_JPS_ARRIVAL) {
        memory->item = item;
        memory->goal = item.id - WAYI_JPS_ARRIVAL;
        memory->phase = WAYI_JPS_END;
        return;
    }
    wayi_jps_mark *mark = item.slot == WAYI_JPS_START ? NULL : &memory->marks[item.slot];
    if (mark && !(mark->state & WAYI_JPS_OPEN)) {
        return;
    }
    memory->item = item;
    jps_note_expansion(search->agent, item, mark);
    search->budget--;
    if (mark) {
        mark->state ^= WAYI_JPS_OPEN;
        mark->state |= WAYI_JPS_EXPANDED;
    }
    if (mark && memory->goal_count == 1 && !wayi_jump_could_see(memory->goals, mark->x, mark->y)) {
        jps_follow(search); // as nearly always
    } else {
        jps_look_for(search, 0);
    }
}

/// A goal is seen: the search is over if no other can be nearer, else the way there is queued.
static void jps_sight(jps_search *search)
{
    wayi_jps *memory = search->memory;
    const way_cost g = ~(way_cost)memory->item.key;
    const way_cost f = (way_cost)(memory->item.key >> 32);
    const wayi_jump_spot spot = wayi_jump_graph_spot(&memory->graph, memory->item.id);
    const jps_origin origin = jps_origin_of(search);
    const way_cost cost =
        way_cost_add(g, jps_distance(&origin, &memory->goals[memory->goal], spot.x, spot.y));
    if (cost == f) {
        memory->phase = WAYI_JPS_END;
        return;
    }
    jps_push(search, WAYI_JPS_ARRIVAL + memory->goal, memory->item.slot, cost, cost);
    jps_look_for(search, memory->goal + 1);
}

/// Looks towards a goal.
static void jps_look(jps_search *search)
{
    wayi_jps *memory = search->memory;
    const uint64_t looked = memory->graph.looked;
    const way_cell goal = wayi_jps_goal_cell(memory, memory->goal);
    const wayi_jump_sight sight =
        wayi_jump_graph_look(&memory->graph, &memory->sight, goal, JPS_LOOK_PIECE);
    jps_charge(search, memory->graph.looked - looked);
    if (sight == WAYI_JUMP_HIDDEN) {
        jps_look_for(search, memory->goal + 1);
    } else if (sight == WAYI_JUMP_SEEN) {
        jps_sight(search);
    }
}

way_outcome wayi_jps_search(way_agent *agent, uint32_t budget)
{
    jps_search search = jps_resume(agent, budget);
    wayi_jps *memory = agent->memory;
    while (search.budget > 0 && !search.full) {
        switch (memory->phase) {
        case WAYI_JPS_TAKE:
            if (wayi_calendar_count(&memory->open) == 0) {
                return WAY_OUTCOME_NO_PATH;
            }
            jps_take(&search);
            if (memory->phase == WAYI_JPS_RELAX && search.budget > 0) {
                jps_relax_some(&search); // as nearly always
            }
            break;
        case WAYI_JPS_LOOK:
            jps_look(&search);
            break;
        case WAYI_JPS_END:
            return WAY_OUTCOME_FOUND;
        case WAYI_JPS_SCAN:
            jps_scan(&search);
            break;
        default:
            jps_relax_some(&search);
            break;
        }
    }
    return search.full ? WAY_OUTCOME_CAPACITY : WAY_OUTCOME_WORKING;
}
