// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Jump point search: its loop. An expansion is done in pieces, each of them small: a look for the
// goal, scans, and offers of what they found.
#include "base/inline.h"
#include "search/discrete/jps.h"
#include "search/frame/observer.h"

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
    const wayi_jump_graph *graph; ///< whose slots and lists count
    way_cost cardinal;
    way_cost slant; ///< what a diagonal step costs more
    bool full;      ///< memory ran out
} jps_search;

static jps_search jps_resume(way_agent *agent)
{
    const way_cost_model costs = wayi_space_grid(agent->space)->map->costs;
    return (jps_search){.agent = agent,
                        .memory = agent->memory,
                        .graph = wayi_jps_graph(agent->memory),
                        .cardinal = costs.cardinal,
                        .slant = (way_cost)costs.diagonal - costs.cardinal};
}

// Relaxing ----------------------------------------------------------------------------------------

/// The octile distance to the goal, over ground of weight 1.
static WAYI_ALWAYS_INLINE way_cost jps_estimate(const jps_search *search, uint32_t x, uint32_t y)
{
    const wayi_jump_target *goal = &search->memory->goal;
    const int32_t dx = (int32_t)x - goal->x;
    const int32_t dy = (int32_t)y - goal->y;
    const uint32_t columns = (uint32_t)(dx < 0 ? -dx : dx);
    const uint32_t rows = (uint32_t)(dy < 0 ? -dy : dy);
    const uint32_t low = columns < rows ? columns : rows;
    const uint32_t high = columns < rows ? rows : columns;
    return search->cardinal * high + search->slant * low;
}

/// Of equal f the costliest way so far goes first.
static void jps_push(jps_search *search, way_cell cell, uint32_t slot, way_cost g, way_cost f)
{
    search->agent->stats.heap_pushes++;
    const wayi_heap_item item = {(uint64_t)f << 32 | (way_cost)~g, cell, slot};
    search->full |= !wayi_calendar_push(&search->memory->open, item);
}

static way_cell jps_cell(const wayi_jps *memory, way_cell start, uint32_t slot)
{
    return slot == WAYI_JPS_START ? start : wayi_jump_graph_cell(wayi_jps_graph(memory), slot);
}

/// Tells the observer of a way to a point.
static void jps_report(const jps_search *search, way_event_kind kind, uint32_t slot, way_cost f)
{
    const way_agent *agent = search->agent;
    const wayi_jps *memory = search->memory;
    wayi_observer_write(agent->observer,
                        (way_event){kind, wayi_jump_graph_cell(wayi_jps_graph(memory), slot),
                                    jps_cell(memory, agent->start, memory->item.slot),
                                    memory->marks[slot].g, f});
}

/// Gives a point the way over the origin, to be left as its arrival calls for.
static WAYI_ALWAYS_INLINE void jps_improve(jps_search *search, wayi_jps_mark *mark, wayi_jump jump,
                                           bool again)
{
    way_stats *stats = &search->agent->stats;
    const bool queued = mark->todo != 0;
    mark->todo |= (uint8_t)(1u << wayi_jump_arrival(jump));
    stats->generations++;
    stats->reopenings += again;
    const way_cost f = way_cost_add(mark->g, jps_estimate(search, mark->x, mark->y));
    if (search->agent->observer) {
        jps_report(search, again ? WAY_EVENT_REOPEN : WAY_EVENT_GENERATE, wayi_jump_slot(jump), f);
    }
    if (!queued) {
        const way_map *map = search->memory->graph.map;
        jps_push(search, mark->y * map->width + mark->x, wayi_jump_slot(jump), mark->g, f);
    }
}

/// Offers a jump point a way over the point under expansion.
static WAYI_ALWAYS_INLINE void jps_relax(jps_search *search, wayi_jump jump)
{
    wayi_jps *memory = search->memory;
    wayi_jps_mark *mark = &memory->marks[wayi_jump_slot(jump)];
    if (mark->trip != memory->trip) {
        const way_cell cell = wayi_jump_graph_cell(search->graph, wayi_jump_slot(jump));
        const wayi_jump_spot spot = wayi_jump_graph_spot(search->graph, cell);
        *mark = (wayi_jps_mark){.x = (uint16_t)spot.x,
                                .y = (uint16_t)spot.y,
                                .trip = memory->trip,
                                .g = WAY_COST_MAX,
                                .parent = WAYI_JPS_NONE};
    }
    if (wayi_jump_is_leaf(jump) && !wayi_jump_could_see(&memory->goal, mark->x, mark->y)) {
        return;
    }
    const way_cost g = way_cost_add(~(way_cost)memory->item.key, jump.cost);
    bool again = false;
    if (mark->parent == WAYI_JPS_NONE || g < mark->g) {
        again = mark->expanded;
        memory->seen += mark->parent == WAYI_JPS_NONE;
        mark->g = g;
        mark->parent = memory->item.slot;
        mark->done = 0;
        mark->todo = 0;
        mark->expanded = false;
    } else if (g > mark->g || ((mark->done | mark->todo) & 1u << wayi_jump_arrival(jump))) {
        return;
    }
    jps_improve(search, mark, jump, again);
}

bool wayi_jps_fit(way_agent *agent)
{
    wayi_jps *memory = agent->memory;
    const uint32_t count = wayi_jps_graph(memory)->points.count;
    const uint32_t before = memory->mark_capacity;
    if (count <= before) {
        return true;
    }
    void *marks = memory->marks;
    if (!wayi_grow(&agent->allocator, &marks, &memory->mark_capacity, count,
                   sizeof *memory->marks)) {
        return false;
    }
    memory->marks = marks;
    memset(memory->marks + before, 0, (memory->mark_capacity - before) * sizeof *memory->marks);
    return true;
}

bool wayi_jps_push_start(way_agent *agent)
{
    wayi_jps *memory = agent->memory;
    jps_search search = jps_resume(agent);
    const wayi_jump_spot start = wayi_jump_graph_spot(&memory->graph, agent->start);
    const way_cost estimate = jps_estimate(&search, start.x, start.y);
    // Days short enough that most hold one point.
    wayi_calendar_clear(&memory->open, (uint64_t)estimate << 32,
                        30 + wayi_bits_highest(search.cardinal));
    jps_push(&search, agent->start, WAYI_JPS_START, 0, estimate);
    return !search.full;
}

// Expanding, a piece at a time --------------------------------------------------------------------

/// Goes on with the next arrival of the point under expansion.
static void jps_follow(wayi_jps *memory)
{
    wayi_jump_graph *graph = &memory->graph;
    if (!memory->arrivals) {
        memory->phase = WAYI_JPS_TAKE;
        return;
    }
    const uint32_t arrival = wayi_bits_lowest(memory->arrivals);
    memory->arrivals &= memory->arrivals - 1;
    if (memory->item.slot == WAYI_JPS_START) {
        memory->scan = wayi_jump_scan_cell(graph, memory->item.id);
        memory->phase = WAYI_JPS_SCAN;
        return;
    }
    const wayi_jump_point *point = wayi_jump_graph_at(wayi_jps_graph(memory), memory->item.slot);
    if (point->known >> arrival & 1u) {
        memory->list = point->lists[arrival];
        memory->phase = WAYI_JPS_RELAX;
        return;
    }
    memory->scan = wayi_jump_scan_point(graph, memory->item.slot, arrival);
    memory->phase = WAYI_JPS_SCAN;
}

/// Finds the points of the jumps from the start among those of the navigator; where one is missing,
/// as next to a blocked start, the trip is the agent's own.
static void jps_join(jps_search *search)
{
    wayi_jps *memory = search->memory;
    const wayi_jumps *passing = &memory->graph.passing;
    for (uint32_t i = 0; memory->shared && i < passing->count; i++) {
        const wayi_jump jump = passing->items[i];
        const way_cell cell = wayi_jump_graph_cell(&memory->graph, wayi_jump_slot(jump));
        const uint32_t slot =
            wayi_nodes_find(&memory->shared->points, cell, sizeof(wayi_jump_point));
        if (slot == WAYI_SLOT_NONE ||
            !(wayi_jump_graph_at(memory->shared, slot)->known >> wayi_jump_arrival(jump) & 1u)) {
            memory->shared = NULL;
        }
    }
    for (uint32_t i = 0; memory->shared && i < passing->count; i++) {
        wayi_jump *jump = &passing->items[i];
        const way_cell cell = wayi_jump_graph_cell(&memory->graph, wayi_jump_slot(*jump));
        const uint32_t slot =
            wayi_nodes_find(&memory->shared->points, cell, sizeof(wayi_jump_point));
        jump->to = slot << 3 | (jump->to & 7u);
    }
    search->graph = wayi_jps_graph(memory);
}

static void jps_scan(jps_search *search, uint32_t budget)
{
    wayi_jps *memory = search->memory;
    wayi_jump_graph *graph = &memory->graph;
    const uint64_t stop = graph->looked + (uint64_t)budget * WAYI_JPS_SCANNED;
    if (!wayi_jump_scan_step(graph, &memory->scan, stop)) {
        return;
    }
    const bool start = memory->scan.slot == WAYI_SLOT_NONE;
    if (start && memory->shared) {
        jps_join(search);
    }
    search->full |= graph->full || !wayi_jps_fit(search->agent);
    memory->list = start
                       ? (wayi_jump_list){0, graph->passing.count}
                       : wayi_jump_graph_at(graph, memory->scan.slot)->lists[memory->scan.arrival];
    memory->phase = WAYI_JPS_RELAX;
}

static void jps_relax_some(jps_search *search)
{
    wayi_jps *memory = search->memory;
    wayi_jump_graph *graph = &memory->graph;
    const wayi_jump *jumps =
        memory->item.slot == WAYI_JPS_START ? graph->passing.items : search->graph->kept.items;
    const uint32_t count = memory->list.count < JPS_OFFERS ? memory->list.count : JPS_OFFERS;
    for (uint32_t i = 0; i < count; i++) {
        jps_relax(search, jumps[memory->list.first + i]);
    }
    graph->looked += JPS_OFFER * count;
    memory->list.first += count;
    memory->list.count -= count;
    if (memory->list.count == 0) {
        memory->phase = memory->arrivals ? WAYI_JPS_FOLLOW : WAYI_JPS_TAKE;
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

/// Begins to expand the next point, or the start; false if its entry is stale: it was followed
/// already from a better one.
static bool jps_take(jps_search *search)
{
    wayi_jps *memory = search->memory;
    const wayi_heap_item item = wayi_calendar_pop(&memory->open);
    search->agent->stats.heap_pops++;
    wayi_jps_mark *mark = item.slot == WAYI_JPS_START ? NULL : &memory->marks[item.slot];
    if (mark && !mark->todo) {
        return false;
    }
    memory->item = item;
    memory->arrivals = mark ? mark->todo : 1;
    memory->sight = wayi_jump_graph_spot(&memory->graph, item.id);
    jps_note_expansion(search->agent, item, mark);
    if (mark) {
        mark->done |= mark->todo;
        mark->todo = 0;
        mark->expanded = true;
    }
    const bool could = !mark || wayi_jump_could_see(&memory->goal, mark->x, mark->y);
    memory->phase = could ? WAYI_JPS_LOOK : WAYI_JPS_FOLLOW;
    return true;
}

/// Takes what was looked at off the budget, and `spent`.
static uint32_t jps_charge(jps_search *search, uint32_t budget, uint64_t looked, uint32_t spent)
{
    const uint64_t looks = search->memory->rest + looked;
    const uint64_t units = looks / WAYI_JPS_SCANNED;
    search->memory->rest = (uint32_t)(looks % WAYI_JPS_SCANNED);
    search->agent->looked += units;
    return units + spent < budget ? budget - spent - (uint32_t)units : 0;
}

/// One piece of work; whether the goal is seen. `*spent` is 1 where an expansion begins.
static bool jps_work(jps_search *search, uint32_t budget, uint32_t *spent)
{
    wayi_jps *memory = search->memory;
    wayi_jump_sight sight = WAYI_JUMP_HIDDEN;
    switch (memory->phase) {
    case WAYI_JPS_TAKE:
        *spent = jps_take(search);
        break;
    case WAYI_JPS_LOOK:
        sight = wayi_jump_graph_look(&memory->graph, &memory->sight, search->agent->goal.state,
                                     JPS_LOOK_PIECE);
        memory->phase = sight == WAYI_JUMP_HIDDEN ? WAYI_JPS_FOLLOW : WAYI_JPS_LOOK;
        break;
    case WAYI_JPS_FOLLOW:
        jps_follow(memory);
        break;
    case WAYI_JPS_SCAN:
        jps_scan(search, budget);
        break;
    default:
        jps_relax_some(search);
        break;
    }
    return sight == WAYI_JUMP_SEEN;
}

way_outcome wayi_jps_search(way_agent *agent, uint32_t budget)
{
    jps_search search = jps_resume(agent);
    wayi_jps *memory = agent->memory;
    while (budget > 0) {
        if (memory->phase == WAYI_JPS_TAKE && wayi_calendar_count(&memory->open) == 0) {
            return WAY_OUTCOME_NO_PATH;
        }
        const uint64_t looked = memory->graph.looked;
        uint32_t spent = 0;
        const bool seen = jps_work(&search, budget, &spent);
        budget = jps_charge(&search, budget, memory->graph.looked - looked, spent);
        if (seen) {
            return WAY_OUTCOME_ARRIVED;
        }
        if (search.full) {
            return WAY_OUTCOME_CAPACITY;
        }
    }
    return WAY_OUTCOME_MOVING;
}
