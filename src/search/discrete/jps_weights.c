// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Jump point search over weighted ground. Where ground is flat (see map/flat.c) steps cost alike,
// and runs and diagonal walks go on as over uniform ground, 64 cells at a time: a run ends at a
// jump point, at a wall, or at the first cell that is not flat. Such a cell has a node, and is left
// as its nine weights call for (search/engine/patches.c). All that a run has passed weighs what its
// end weighs, so nothing need be added up.
//
// Nodes are those of A*. What is scanned is not kept: a scan is a count of zeros in a word or two,
// and patches of ground are small beside a map.
#include "base/inline.h"
#include "search/discrete/jps.h"
#include "search/engine/best_first_parts.h"
#include "search/trip/observer.h"

/// What an offer of a way to a cell counts for among looks, and how many cells of a run count for
/// one. Patches count for none: what an agent remembers of them must not show in a trip's work.
#define WEIGHTS_RUN 128u
#define WEIGHTS_OFFER 4u

/// What a call of step works with.
typedef struct weights_search {
    way_agent *agent;
    wayi_jps *memory;
    const way_map *map;
    const wayi_layer *layer;
    wayi_jps_leap leap;
    uint64_t looked;
    bool square; ///< the map has 4 neighbours
    bool full;   ///< memory ran out, or the limit was reached
} weights_search;

static weights_search weights_resume(way_agent *agent)
{
    wayi_jps *memory = agent->memory;
    return (weights_search){.agent = agent,
                            .memory = memory,
                            .map = memory->graph.map,
                            .layer = memory->graph.layer,
                            .leap = memory->leap,
                            .square = memory->graph.square};
}

// Ways --------------------------------------------------------------------------------------------

static void weights_push(weights_search *search, way_cell cell, const wayi_best_first_wide *node,
                         uint32_t arrival)
{
    search->agent->stats.heap_pushes++;
    const uint64_t f = way_cost_add(node->node.g, node->estimate);
    const wayi_heap_item item = {f << 32 | (way_cost)~node->node.g, cell, arrival};
    search->full |= !wayi_calendar_push(&search->memory->open, item);
}

static void weights_report(const weights_search *search, way_event_kind kind, way_cell cell,
                           const wayi_best_first_wide *node)
{
    const uint32_t estimate = node->estimate & WAYI_BEST_FIRST_ESTIMATE;
    wayi_observer_write(search->agent->observer, (way_event){kind, cell, node->parent, node->node.g,
                                                             way_cost_add(node->node.g, estimate)});
}

/// The estimate of a cell; WAY_COST_MAX if no link leads on from its floor.
static way_cost weights_estimate(const wayi_jps *memory, way_cell cell)
{
    if (!memory->links.on) {
        return wayi_best_first_estimate(&memory->walk, cell);
    }
    const way_cost estimate = wayi_aims_cell_distance(&memory->links.aims, cell);
    return estimate == WAY_COST_MAX || estimate < WAYI_BEST_FIRST_ESTIMATE
               ? estimate
               : WAYI_BEST_FIRST_ESTIMATE;
}

/// Offers a cell the way that leads to it from the one that is left.
static void weights_offer(weights_search *search, wayi_jump_spot spot, uint32_t arrival)
{
    wayi_best_first *walk = &search->memory->walk;
    const way_cell cell = spot.y * search->map->width + spot.x;
    const uint32_t slot = wayi_nodes_touch(&walk->nodes, cell, sizeof(wayi_best_first_wide));
    search->looked += WEIGHTS_OFFER;
    if (slot == WAYI_SLOT_NONE) {
        search->full = true;
        return;
    }
    wayi_best_first_wide *node = wayi_nodes_at(&walk->nodes, slot, sizeof *node);
    if (spot.g >= node->node.g || spot.g > walk->cost_limit) {
        return;
    }
    if (node->node.g == WAY_COST_MAX) {
        const way_cost estimate = weights_estimate(search->memory, cell);
        if (estimate == WAY_COST_MAX) {
            return;
        }
        node->estimate = estimate;
    }
    node->node.g = spot.g;
    node->parent = search->leap.cell;
    search->agent->stats.generations++;
    if (search->agent->observer) {
        weights_report(search, WAY_EVENT_GENERATE, cell, node);
    }
    weights_push(search, cell, node, arrival);
}

// Scanning ----------------------------------------------------------------------------------------

static WAYI_ALWAYS_INLINE bool weights_has(const uint64_t *line, uint32_t bit)
{
    return line[bit >> 6] >> (bit & 63u) & 1u;
}

static WAYI_ALWAYS_INLINE bool weights_is_flat(const weights_search *search, wayi_jump_spot spot)
{
    const size_t row = ((size_t)spot.y + 1) * search->map->row_words;
    return weights_has(search->layer->rows + row, spot.x + 1) &&
           !weights_has(search->layer->rough + row, spot.x + 1);
}

static WAYI_ALWAYS_INLINE bool weights_is_goal(const weights_search *search, wayi_jump_spot spot)
{
    const wayi_jps *memory = search->memory;
    uint32_t goal = 0;
    while (goal < memory->goal_count &&
           (memory->goals[goal].x != (int32_t)spot.x || memory->goals[goal].y != (int32_t)spot.y)) {
        goal++;
    }
    return goal < memory->goal_count;
}

/// Whether links begin at a cell.
static WAYI_ALWAYS_INLINE bool weights_is_mouth(const weights_search *search, way_cell cell)
{
    const wayi_jps_links *links = &search->memory->links;
    return links->on && wayi_links_near(search->map, cell) && wayi_jps_links_begin_at(links, cell);
}

/// A row or column to run along.
typedef struct weights_line {
    const uint64_t *free;
    const uint64_t *rough;
    const uint64_t *jumps;
} weights_line;

/// Where a run from a bit stops: at a jump point, or where it is not flat, as at a wall.
static WAYI_ALWAYS_INLINE uint32_t weights_stop(weights_search *search, const weights_line *line,
                                                uint32_t from, bool up)
{
    const uint32_t first = up ? from + 1 : from - 1;
    uint32_t word = first >> 6;
    const uint64_t mask = up ? UINT64_MAX << (first & 63u) : UINT64_MAX >> (63u - (first & 63u));
    uint64_t stops = (~line->free[word] | line->rough[word] | line->jumps[word]) & mask;
    while (!stops) {
        word = up ? word + 1 : word - 1;
        stops = ~line->free[word] | line->rough[word] | line->jumps[word];
    }
    const uint32_t end = word * 64 + (up ? wayi_bits_lowest(stops) : wayi_bits_highest(stops));
    search->looked += 1 + (up ? end - from : from - end) / WEIGHTS_RUN;
    return end;
}

/// The first goal or origin of a link on a run, or else its end.
static WAYI_ALWAYS_INLINE uint32_t weights_meet(const weights_search *search, wayi_jump_spot spot,
                                                bool across, uint32_t from, uint32_t stop)
{
    const wayi_jps *memory = search->memory;
    for (uint32_t i = 0; i < memory->goal_count; i++) {
        const wayi_jump_target *goal = &memory->goals[i];
        if (across ? goal->y != (int32_t)spot.y : goal->x != (int32_t)spot.x) {
            continue;
        }
        const uint32_t bit = (uint32_t)(across ? goal->x : goal->y) + 1;
        const bool before = from < stop ? bit > from && bit < stop : bit < from && bit > stop;
        stop = before ? bit : stop;
    }
    return memory->links.on ? wayi_jps_links_meet(memory, spot, across, from, stop) : stop;
}

/// A spot so many steps on in a direction, the last one onto ground that all before weigh as much
/// as, or the only one.
static WAYI_ALWAYS_INLINE wayi_jump_spot weights_ahead(const weights_search *search,
                                                       wayi_jump_spot spot, uint32_t direction,
                                                       uint32_t length)
{
    const way_map *map = search->map;
    const uint8_t *weights = search->layer->weights;
    const size_t from = (size_t)spot.y * map->width + spot.x;
    spot.x = (uint32_t)((int32_t)spot.x + (int32_t)length * wayi_direction_x[direction]);
    spot.y = (uint32_t)((int32_t)spot.y + (int32_t)length * wayi_direction_y[direction]);
    const uint8_t weight = weights[(size_t)spot.y * map->width + spot.x];
    const uint64_t cost = length == 1 ? wayi_step_cost(map->steps[direction], weights[from], weight)
                                      : (uint64_t)length * map->steps[direction] * weight;
    spot.g = way_cost_add(spot.g, cost < WAY_COST_MAX ? (way_cost)cost : WAY_COST_MAX);
    return spot;
}

/// Runs in a cardinal direction, and offers where it ends a way if that is no wall.
static WAYI_ALWAYS_INLINE void weights_run(weights_search *search, wayi_jump_spot spot,
                                           uint32_t direction)
{
    const way_map *map = search->map;
    const wayi_layer *layer = search->layer;
    const bool across = direction == WAYI_EAST || direction == WAYI_WEST;
    const bool up = direction == WAYI_EAST || direction == WAYI_SOUTH;
    const size_t at =
        across ? ((size_t)spot.y + 1) * map->row_words : ((size_t)spot.x + 1) * map->column_words;
    const weights_line line = {(across ? layer->rows : layer->columns) + at,
                               (across ? layer->rough : layer->rough_columns) + at,
                               layer->jumps[direction] + at};
    const uint32_t from = (across ? spot.x : spot.y) + 1;
    const uint32_t end = weights_stop(search, &line, from, up);
    const uint32_t stop = weights_meet(search, spot, across, from, end);
    if (weights_has(line.free, stop)) {
        const uint32_t length = up ? stop - from : from - stop;
        weights_offer(search, weights_ahead(search, spot, direction, length), direction);
    }
}

/// Walks on in a direction, with runs in two others that branch off at flat cells: those that a
/// diagonal one is made of; with 4 neighbours walks go along rows. Ends at a cell that is not flat,
/// where a corner is cut, or at a wall; false if so much was looked at before.
static WAYI_ALWAYS_INLINE bool weights_walk(weights_search *search, uint32_t direction,
                                            uint32_t side, uint32_t along, uint64_t stop)
{
    const uint8_t *canonical = search->map->canonical[direction];
    const uint32_t ahead = 1u << direction | 1u << side | 1u << along;
    wayi_jump_spot spot = search->leap.spot;
    while (search->looked < stop) {
        spot = weights_ahead(search, spot, direction, 1);
        search->looked++;
        const uint32_t onward =
            canonical[search->layer->around[(size_t)spot.y * search->map->width + spot.x]];
        if (!weights_is_flat(search, spot) || (onward & ~ahead) || weights_is_goal(search, spot) ||
            weights_is_mouth(search, spot.y * search->map->width + spot.x)) {
            weights_offer(search, spot, direction);
            return true;
        }
        if (onward >> side & 1u) {
            weights_run(search, spot, side);
        }
        if (onward >> along & 1u) {
            weights_run(search, spot, along);
        }
        if (!(onward >> direction & 1u)) {
            return true;
        }
    }
    search->leap.spot = spot;
    return false;
}

/// Follows a direction on; false if so much was looked at before its end. One instance of all there
/// is for each.
static bool weights_go_on(weights_search *search, uint32_t direction, uint64_t stop)
{
    if (search->square && (direction == WAYI_EAST || direction == WAYI_WEST)) {
        return weights_walk(search, direction, WAYI_NORTH, WAYI_SOUTH, stop);
    }
    switch (direction) {
    case WAYI_NORTH_EAST:
        return weights_walk(search, WAYI_NORTH_EAST, WAYI_EAST, WAYI_NORTH, stop);
    case WAYI_SOUTH_EAST:
        return weights_walk(search, WAYI_SOUTH_EAST, WAYI_EAST, WAYI_SOUTH, stop);
    case WAYI_SOUTH_WEST:
        return weights_walk(search, WAYI_SOUTH_WEST, WAYI_WEST, WAYI_SOUTH, stop);
    case WAYI_NORTH_WEST:
        return weights_walk(search, WAYI_NORTH_WEST, WAYI_WEST, WAYI_NORTH, stop);
    default:
        weights_run(search, search->leap.spot, direction);
        return true;
    }
}

// Expanding ---------------------------------------------------------------------------------------

/// Follows the directions in which a cell is left until all are, or until so much was looked at.
static void weights_follow(weights_search *search, uint64_t stop)
{
    wayi_jps_leap *leap = &search->leap;
    while (leap->directions && search->looked < stop && !search->full) {
        if (weights_go_on(search, wayi_bits_lowest(leap->directions), stop)) {
            leap->directions &= leap->directions - 1;
            leap->spot = leap->origin;
        }
    }
}

/// The directions in which a cell is left that was reached by a step in a direction, or by none.
static uint32_t weights_onward(weights_search *search, wayi_jump_spot spot, way_cell cell,
                               uint32_t arrival)
{
    const uint32_t around = search->layer->around[cell];
    if (arrival == WAYI_DIRECTIONS || weights_is_flat(search, spot)) {
        return search->map->canonical[arrival][around];
    }
    return wayi_patches_onward(&search->memory->patches, spot.x, spot.y, arrival);
}

/// Takes all links from the cell that is left.
static void weights_take_links(weights_search *search)
{
    const wayi_jps *memory = search->memory;
    wayi_link out[WAY_MAP_CELL_LINKS_MAX];
    const uint32_t count =
        wayi_links_list(search->map, search->layer, search->leap.cell, false, out);
    for (uint32_t i = 0; i < count; i++) {
        wayi_jump_spot spot = wayi_jump_graph_spot(&memory->graph, out[i].to);
        spot.g = way_cost_add(search->leap.origin.g, out[i].cost);
        weights_offer(search, spot, WAYI_DIRECTIONS);
    }
}

/// Takes the next cell from the queue; false if it was expanded before.
static bool weights_take(weights_search *search)
{
    wayi_best_first *walk = &search->memory->walk;
    const wayi_heap_item item = wayi_calendar_pop(&search->memory->open);
    search->agent->stats.heap_pops++;
    wayi_best_first_wide *node = wayi_nodes_at(
        &walk->nodes, wayi_nodes_find(&walk->nodes, item.id, sizeof *node), sizeof *node);
    if (node->estimate & WAYI_BEST_FIRST_CLOSED) {
        return false;
    }
    search->agent->stats.expansions++;
    if (search->agent->observer) {
        weights_report(search, WAY_EVENT_EXPAND, item.id, node);
    }
    if (node->estimate < walk->closest_estimate) {
        walk->closest_estimate = node->estimate;
        walk->closest = item.id;
    }
    node->estimate |= WAYI_BEST_FIRST_CLOSED;
    wayi_jump_spot spot = wayi_jump_graph_spot(&search->memory->graph, item.id);
    spot.g = node->node.g;
    search->leap = (wayi_jps_leap){.cell = item.id,
                                   .directions = weights_onward(search, spot, item.id, item.slot),
                                   .origin = spot,
                                   .spot = spot};
    if (weights_is_mouth(search, item.id)) {
        weights_take_links(search);
    }
    return true;
}

bool wayi_jps_weights_begin(way_agent *agent)
{
    wayi_jps *memory = agent->memory;
    wayi_best_first *walk = &memory->walk;
    wayi_best_first_clear(walk);
    memory->leap = (wayi_jps_leap){.cell = agent->start};
    memory->rest = 0;
    const uint32_t slot =
        wayi_nodes_touch(&walk->nodes, agent->start, sizeof(wayi_best_first_wide));
    if (slot == WAYI_SLOT_NONE) {
        return false;
    }
    wayi_best_first_wide *node = wayi_nodes_at(&walk->nodes, slot, sizeof *node);
    node->node.g = 0;
    const way_cost estimate = weights_estimate(memory, agent->start);
    node->estimate = estimate < WAYI_BEST_FIRST_ESTIMATE ? estimate : WAYI_BEST_FIRST_ESTIMATE;
    wayi_calendar_clear(&memory->open, (uint64_t)node->estimate << 32,
                        30 + wayi_bits_highest(memory->graph.map->costs.cardinal));
    weights_search search = weights_resume(agent);
    weights_push(&search, agent->start, node, WAYI_DIRECTIONS);
    return !search.full;
}

way_outcome wayi_jps_weights_search(way_agent *agent, uint32_t budget, way_cell *reached)
{
    weights_search search = weights_resume(agent);
    wayi_jps *memory = agent->memory;
    way_outcome outcome = WAY_OUTCOME_WORKING;
    while (budget > 0 && outcome == WAY_OUTCOME_WORKING) {
        search.looked = memory->rest;
        if (search.leap.directions) {
            weights_follow(&search, (uint64_t)budget * WAYI_JPS_SCANNED);
        } else if (wayi_calendar_count(&memory->open) == 0) {
            outcome = WAY_OUTCOME_NO_PATH;
        } else if (weights_take(&search)) {
            budget--;
            if (weights_is_goal(&search, search.leap.origin)) {
                *reached = search.leap.cell;
                outcome = WAY_OUTCOME_FOUND;
            }
        }
        const uint64_t units = search.looked / WAYI_JPS_SCANNED;
        memory->rest = (uint32_t)(search.looked % WAYI_JPS_SCANNED);
        agent->looked += units;
        budget = units < budget ? budget - (uint32_t)units : 0;
        outcome = search.full ? WAY_OUTCOME_CAPACITY : outcome;
    }
    memory->leap = search.leap;
    return outcome;
}
