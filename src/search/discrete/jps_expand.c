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
    const wayi_aims *aims; ///< over links; else NULL
    way_cost cardinal, slant;
    uint32_t slot; ///< of the point under expansion
    way_cost g;
    uint32_t state; ///< of a mark of this trip
    uint32_t width; ///< of the map
} jps_origin;

static WAYI_ALWAYS_INLINE jps_origin jps_origin_of(const jps_search *search, bool linked)
{
    const wayi_jps *memory = search->memory;
    return (jps_origin){.marks = memory->marks,
                        .goal = memory->goals[0],
                        .goals = memory->goals,
                        .goal_count = memory->goal_count,
                        .aims = linked ? &memory->links.aims : NULL,
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
    if (origin->aims) {
        return wayi_aims_distance(origin->aims, x, y);
    }
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
    return slot == WAYI_JPS_START ? start : wayi_jps_slot_cell(memory, slot);
}

/// Tells the observer of a way to a point.
static void jps_report(const jps_search *search, way_event_kind kind, uint32_t slot, way_cost f)
{
    const way_agent *agent = search->agent;
    const wayi_jps *memory = search->memory;
    wayi_observer_write(agent->observer,
                        (way_event){kind, wayi_jps_slot_cell(memory, slot),
                                    jps_cell(memory, agent->start, memory->item.slot),
                                    wayi_jps_mark_of(memory, slot)->g, f});
}

/// Finds out where a point is that no trip has looked at.
static inline void jps_place(const jps_search *search, wayi_jps_mark *mark, uint32_t slot)
{
    const wayi_jump_graph *graph = &search->memory->graph;
    const wayi_jump_spot spot = wayi_jump_graph_spot(graph, wayi_jump_graph_cell(graph, slot));
    mark->x = (uint16_t)spot.x;
    mark->y = (uint16_t)spot.y;
    mark->state = search->memory->trip << 4;
}

// Stops -------------------------------------------------------------------------------------------

/// What the best way over a place and on to a stop, then over a link, may cost; WAY_COST_MAX if the
/// stop can't be seen from there, or is reached as cheaply otherwise.
static way_cost jps_promise(const jps_search *search, const jps_origin *origin, uint32_t stop,
                            wayi_jump_spot spot)
{
    wayi_jps *memory = search->memory;
    const wayi_jump_target *target = &memory->links.stops[stop].target;
    if (!wayi_jump_could_see(target, spot.x, spot.y)) {
        return WAY_COST_MAX;
    }
    const way_cost g = way_cost_add(spot.g, jps_distance(origin, target, spot.x, spot.y));
    const wayi_jps_mark *mark = &memory->links.marks[stop];
    return mark->state && g >= mark->g ? WAY_COST_MAX
                                       : way_cost_add(g, wayi_jps_links_rest(memory, stop));
}

/// Queues a point from which stops are to be looked for once what they promise is the least.
static void jps_push_pass(jps_search *search, uint32_t slot, way_cost g, way_cost promise)
{
    if (promise != WAY_COST_MAX) {
        jps_push(search, WAYI_JPS_PASS, slot, g, promise);
    }
}

/// The least that a stop promises which could be seen from a place.
static way_cost jps_least_promise(jps_search *search, const jps_origin *origin, wayi_jump_spot spot)
{
    wayi_jps_view view;
    way_cost least = WAY_COST_MAX;
    if (!wayi_jps_links_view(search->memory, spot.x, spot.y, &view)) {
        search->full = true;
        return least;
    }
    for (uint32_t i = 0; i < view.count; i++) {
        const uint32_t stop = search->memory->links.seen[view.first + i];
        const way_cost promise = jps_promise(search, origin, stop, spot);
        least = promise < least ? promise : least;
    }
    return least;
}

/// Counts a stop that is met; where states are limited it takes the place of a point. False if
/// there is none left.
static bool jps_meets_stop(jps_search *search)
{
    wayi_jps *memory = search->memory;
    wayi_nodes *points = &memory->graph.points;
    search->full |= points->count >= points->limit;
    points->limit -= search->agent->capacity && !search->full;
    memory->seen += !search->full;
    return !search->full;
}

/// Reaches a stop from the point under expansion, on foot or by a link.
static void jps_reach(jps_search *search, const jps_origin *origin, uint32_t stop, way_cost g,
                      bool linked)
{
    wayi_jps *memory = search->memory;
    wayi_jps_mark *mark = &memory->links.marks[stop];
    const uint32_t slot = WAYI_JPS_STOP + stop;
    if (mark->state && g >= mark->g) {
        return;
    }
    const way_cost rest = linked ? wayi_aims_distance(origin->aims, mark->x, mark->y)
                                 : wayi_jps_links_rest(memory, stop);
    if (rest == WAY_COST_MAX) {
        return;
    }
    if (mark->state == 0 && !jps_meets_stop(search)) {
        return;
    }
    search->agent->stats.generations++;
    mark->g = g;
    mark->parent = origin->slot;
    mark->state = origin->state | WAYI_JPS_OPEN | (linked ? WAYI_JPS_LINKED : 0u);
    if (search->agent->observer) {
        jps_report(search, WAY_EVENT_GENERATE, slot, way_cost_add(g, rest));
    }
    jps_push(search, memory->links.stops[stop].cell, slot, g, way_cost_add(g, rest));
}

/// Takes all links from the stop under expansion.
static void jps_take_links(jps_search *search)
{
    wayi_jps *memory = search->memory;
    wayi_link out[WAY_MAP_CELL_LINKS_MAX];
    const jps_origin origin = jps_origin_of(search, search->memory->links.on);
    const uint32_t count =
        wayi_links_list(memory->graph.map, memory->graph.layer, memory->item.id, false, out);
    for (uint32_t i = 0; i < count; i++) {
        jps_reach(search, &origin, wayi_jps_links_find(&memory->links, out[i].to),
                  way_cost_add(origin.g, out[i].cost), true);
    }
}

// Points ------------------------------------------------------------------------------------------

/// Offers a point behind which nothing is, and which sees no goal: it is left for stops alone, once
/// they promise as little as what is queued then.
static void jps_relax_leaf(jps_search *search, const jps_origin *origin, wayi_jump jump,
                           wayi_jps_mark *mark, way_cost g)
{
    const wayi_jump_spot spot = {mark->x, mark->y, g};
    const way_cost promise = jps_least_promise(search, origin, spot);
    if (promise == WAY_COST_MAX) {
        return;
    }
    const uint32_t slot = wayi_jump_slot(jump);
    search->memory->seen += (mark->state ^ origin->state) - WAYI_JPS_OPEN >= 16 - WAYI_JPS_OPEN;
    search->agent->stats.generations++;
    mark->g = g;
    mark->parent = origin->slot;
    mark->state = origin->state | WAYI_JPS_OPEN | wayi_jump_arrival(jump);
    if (search->agent->observer) {
        jps_report(search, WAY_EVENT_GENERATE, slot, promise);
    }
    jps_push_pass(search, slot, g, promise);
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
        if (origin->aims) {
            jps_relax_leaf(search, origin, jump, mark, g);
        }
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
    const jps_origin origin = jps_origin_of(&search, search.memory->links.on);
    const way_cost estimate = jps_estimate(&origin, start.x, start.y);
    if (memory->seen == 0) {
        // Days short enough that most hold one point.
        wayi_calendar_clear(&memory->open, (uint64_t)estimate << 32,
                            30 + wayi_bits_highest(search.cardinal));
        memory->seen = 1;
    }
    jps_push(&search, agent->start, WAYI_JPS_START, 0, estimate);
    return !search.full;
}

/// Whether a point might see a goal.
static bool jps_might_arrive(const jps_origin *origin, uint32_t x, uint32_t y)
{
    return jps_could_see(origin->goals, origin->goal_count, 0, x, y) < origin->goal_count;
}

/// Whether a point that was left has jumps that were not offered, or are not known any more.
static bool jps_is_due(jps_search *search, const jps_origin *origin, uint32_t slot, bool goals)
{
    wayi_jump_graph *graph = &search->memory->graph;
    const wayi_jps_mark *mark = &origin->marks[slot];
    const wayi_jump_point *point = wayi_jump_graph_at(graph, slot);
    const uint32_t arrival = mark->state & 3u;
    bool due =
        !(point->known >> arrival & 1u) || (goals && jps_might_arrive(origin, mark->x, mark->y));
    const wayi_jump_list list = point->lists[arrival];
    for (uint32_t i = 0; i < list.count && !due; i++) {
        const wayi_jump jump = graph->kept.items[list.first + i];
        const uint32_t to = wayi_jump_slot(jump);
        const wayi_jump_spot spot = wayi_jump_graph_spot(graph, wayi_jump_graph_cell(graph, to));
        due = origin->marks[to].state >> 4 != search->memory->trip &&
              (!wayi_jump_is_leaf(jump) || (goals && jps_might_arrive(origin, spot.x, spot.y)));
    }
    return due;
}

/// Queues a point again.
static void jps_leave_again(jps_search *search, const jps_origin *origin, uint32_t slot)
{
    wayi_jps_mark *mark = &origin->marks[slot];
    mark->state |= WAYI_JPS_OPEN;
    search->memory->again++;
    jps_push(search, mark->y * origin->width + mark->x, slot, mark->g,
             way_cost_add(mark->g, jps_estimate(origin, mark->x, mark->y)));
}

void wayi_jps_leave_again(way_agent *agent, bool start, bool goals)
{
    wayi_jps *memory = agent->memory;
    jps_search search = jps_resume(agent, 0);
    const jps_origin origin = jps_origin_of(&search, search.memory->links.on);
    const uint32_t under_way = memory->phase == WAYI_JPS_TAKE ? WAYI_JPS_NONE : memory->item.slot;
    const uint32_t points = memory->graph.points.count;
    const uint32_t count = memory->mark_capacity < points ? memory->mark_capacity : points;
    memory->phase = WAYI_JPS_TAKE;
    if (under_way < count && !(memory->marks[under_way].state & WAYI_JPS_OPEN)) {
        jps_leave_again(&search, &origin, under_way);
    }
    for (uint32_t slot = 0; slot < count && memory->again < memory->seen; slot++) {
        const uint32_t state = memory->marks[slot].state;
        if (state >> 4 == memory->trip &&
            (state & (WAYI_JPS_OPEN | WAYI_JPS_EXPANDED)) == WAYI_JPS_EXPANDED &&
            jps_is_due(&search, &origin, slot, goals)) {
            jps_leave_again(&search, &origin, slot);
        }
    }
    memory->graph.looked += count / 4;
    const bool from_start = start || under_way == WAYI_JPS_START;
    if (search.full || (from_start && !wayi_jps_push_start(agent))) {
        memory->way = WAYI_JPS_FAILS;
    }
}

// Expanding, a piece at a time --------------------------------------------------------------------

/// Turns to what is behind the point under expansion, or around the start or a stop.
static WAYI_ALWAYS_INLINE void jps_follow(jps_search *search)
{
    wayi_jps *memory = search->memory;
    if (memory->item.slot >= WAYI_JPS_STOP) {
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

static WAYI_ALWAYS_INLINE void jps_scan(jps_search *search)
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

static WAYI_ALWAYS_INLINE void jps_relax_some(jps_search *search, bool linked)
{
    wayi_jps *memory = search->memory;
    const wayi_jump *jumps =
        memory->item.slot >= WAYI_JPS_STOP ? memory->graph.passing.items : memory->graph.kept.items;
    const uint32_t first = memory->list.first;
    const uint32_t count = memory->list.count < JPS_OFFERS ? memory->list.count : JPS_OFFERS;
    const jps_origin origin = jps_origin_of(search, linked);
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
static inline void jps_note_expansion(way_agent *agent, wayi_heap_item item,
                                      const wayi_jps_mark *mark)
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

/// Turns to the stops that are seen from the point, those that promise `level`.
static void jps_seek(jps_search *search, way_cost level, bool first)
{
    wayi_jps *memory = search->memory;
    const wayi_jump_spot spot = wayi_jump_graph_spot(&memory->graph, memory->item.id);
    const uint64_t looked = memory->graph.looked;
    wayi_jps_view view = {0};
    search->full |= !wayi_jps_links_view(memory, spot.x, spot.y, &view);
    jps_charge(search, memory->graph.looked - looked + view.count);
    memory->pass = (wayi_jps_pass){.place = view.first,
                                   .end = view.first + view.count,
                                   .level = level,
                                   .next = WAY_COST_MAX,
                                   .first = first};
    memory->phase = WAYI_JPS_SEEK;
}

/// Turns to what is left to do at a point that sees no other goal.
static WAYI_ALWAYS_INLINE void jps_turn(jps_search *search, bool linked)
{
    if (linked) {
        jps_seek(search, (way_cost)(search->memory->item.key >> 32), true);
    } else {
        jps_follow(search);
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
        jps_turn(search, memory->links.on);
    }
}

/// Begins to look for stops from a point, and for these alone.
static void jps_take_pass(jps_search *search, wayi_heap_item item)
{
    wayi_jps *memory = search->memory;
    wayi_jps_mark *mark = wayi_jps_mark_of(memory, item.slot);
    if (mark && mark->g != (way_cost)~item.key) {
        return;
    }
    memory->item = item;
    memory->item.id = jps_cell(memory, search->agent->start, item.slot);
    if (mark && mark->state & WAYI_JPS_OPEN) { // nothing else is behind it
        jps_note_expansion(search->agent, memory->item, mark);
        mark->state ^= WAYI_JPS_OPEN | WAYI_JPS_EXPANDED;
    }
    search->budget--;
    jps_seek(search, (way_cost)(item.key >> 32), false);
}

/// Takes an entry that is no cell.
static void jps_take_mark(jps_search *search, wayi_heap_item item)
{
    wayi_jps *memory = search->memory;
    if (item.id == WAYI_JPS_PASS) {
        jps_take_pass(search, item);
        return;
    }
    memory->item = item;
    memory->goal = item.id - WAYI_JPS_ARRIVAL;
    memory->phase = WAYI_JPS_END;
}

/// Begins to expand the next point, or the start, if its entry is not stale: followed already from
/// a better one.
static WAYI_ALWAYS_INLINE void jps_take(jps_search *search, bool linked)
{
    wayi_jps *memory = search->memory;
    const wayi_heap_item item = wayi_calendar_pop(&memory->open);
    search->agent->stats.heap_pops++;
    if (item.id >= WAYI_JPS_PASS) {
        jps_take_mark(search, item);
        return;
    }
    wayi_jps_mark *mark = linked                        ? wayi_jps_mark_of(memory, item.slot)
                          : item.slot == WAYI_JPS_START ? NULL
                                                        : &memory->marks[item.slot];
    if (mark && (!(mark->state & WAYI_JPS_OPEN) || (linked && mark->g != (way_cost)~item.key))) {
        return;
    }
    memory->item = item;
    jps_note_expansion(search->agent, item, mark);
    search->budget--;
    if (mark) {
        mark->state ^= WAYI_JPS_OPEN;
        mark->state |= WAYI_JPS_EXPANDED;
    }
    if (linked && wayi_jps_is_stop(item.slot)) {
        jps_take_links(search);
        if (!(mark->state & WAYI_JPS_LINKED)) {
            return; // whoever saw it serves what lies around
        }
    }
    if (mark && memory->goal_count == 1 && !wayi_jump_could_see(memory->goals, mark->x, mark->y)) {
        jps_turn(search, linked); // as nearly always
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
    const jps_origin origin = jps_origin_of(search, search->memory->links.on);
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
static WAYI_ALWAYS_INLINE void jps_look(jps_search *search)
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

/// Turns to the next stop to look at; false if there is none.
static bool jps_next_stop(jps_search *search)
{
    wayi_jps *memory = search->memory;
    wayi_jps_pass *pass = &memory->pass;
    const jps_origin origin = jps_origin_of(search, search->memory->links.on);
    wayi_jump_spot spot = wayi_jump_graph_spot(&memory->graph, memory->item.id);
    spot.g = origin.g;
    const way_cost least = pass->first ? 0 : pass->level; // the others were looked at before
    for (; pass->place < pass->end; pass->place++) {
        const way_cost promise =
            jps_promise(search, &origin, memory->links.seen[pass->place], spot);
        if (promise >= least && promise <= pass->level) {
            memory->sight = spot;
            return true;
        }
        pass->next = promise > pass->level && promise < pass->next ? promise : pass->next;
    }
    return false;
}

/// Looks towards a stop, or ends the pass.
static void jps_seek_on(jps_search *search)
{
    wayi_jps *memory = search->memory;
    wayi_jps_pass *pass = &memory->pass;
    if (!pass->looks && !jps_next_stop(search)) {
        jps_push_pass(search, memory->item.slot, ~(way_cost)memory->item.key, pass->next);
        memory->phase = WAYI_JPS_TAKE;
        if (pass->first) {
            jps_follow(search);
        }
        return;
    }
    const uint32_t stop = memory->links.seen[pass->place];
    const uint64_t looked = memory->graph.looked;
    const wayi_jump_sight sight = wayi_jump_graph_look(
        &memory->graph, &memory->sight, memory->links.stops[stop].cell, JPS_LOOK_PIECE);
    jps_charge(search, memory->graph.looked - looked);
    pass->looks = sight == WAYI_JUMP_MORE;
    pass->place += !pass->looks;
    if (sight == WAYI_JUMP_SEEN) {
        const jps_origin origin = jps_origin_of(search, search->memory->links.on);
        const wayi_jump_spot spot = wayi_jump_graph_spot(&memory->graph, memory->item.id);
        const wayi_jump_target *target = &memory->links.stops[stop].target;
        jps_reach(search, &origin, stop,
                  way_cost_add(origin.g, jps_distance(&origin, target, spot.x, spot.y)), false);
    }
}

/// The search itself; over ground with links if it is `linked`.
static WAYI_ALWAYS_INLINE way_outcome jps_run(way_agent *agent, uint32_t budget, bool linked)
{
    jps_search search = jps_resume(agent, budget);
    wayi_jps *memory = agent->memory;
    while (search.budget > 0 && !search.full) {
        switch (memory->phase) {
        case WAYI_JPS_TAKE:
            if (wayi_calendar_count(&memory->open) == 0) {
                return WAY_OUTCOME_NO_PATH;
            }
            jps_take(&search, linked);
            if (memory->phase == WAYI_JPS_RELAX && search.budget > 0) {
                jps_relax_some(&search, linked); // as nearly always
            }
            break;
        case WAYI_JPS_LOOK:
            jps_look(&search);
            break;
        case WAYI_JPS_SEEK:
            jps_seek_on(&search);
            break;
        case WAYI_JPS_END:
            return WAY_OUTCOME_FOUND;
        case WAYI_JPS_SCAN:
            jps_scan(&search);
            break;
        default:
            jps_relax_some(&search, linked);
            break;
        }
    }
    return search.full ? WAY_OUTCOME_CAPACITY : WAY_OUTCOME_WORKING;
}

way_outcome wayi_jps_search(way_agent *agent, uint32_t budget)
{
    const wayi_jps *memory = agent->memory;
    return memory->links.on ? jps_run(agent, budget, true) : jps_run(agent, budget, false);
}
