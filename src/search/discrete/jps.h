// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What the files of jump point search share: jps.c has the trip, jps_expand.c the search over
// uniform ground, jps_weights.c the one over weights, jps_links.c what both know of links.
#pragma once

#include "core/calendar.h"
#include "search/engine/best_first_agent.h"
#include "search/engine/jump_graph.h"
#include "search/engine/patches.h"

/// How many cells of a diagonal, or words of a run, cost as much to scan as an expansion.
#define WAYI_JPS_SCANNED 32u

/// Slots from here on are stops: ends of links, by number.
#define WAYI_JPS_STOP (UINT32_C(1) << 30)

/// The slot of the start, which need not be a jump point, and of none.
#define WAYI_JPS_START UINT32_MAX
#define WAYI_JPS_NONE (UINT32_MAX - 1u)

/// Most goals of a trip; with more, A* walks.
#define WAYI_JPS_GOALS WAYI_GOAL_ESTIMATES

/// Queued in place of a cell: the way from a point on to a goal that it sees, this plus its number.
#define WAYI_JPS_ARRIVAL (UINT32_MAX - WAYI_JPS_GOALS)

/// Queued in place of a cell: a point, or the start, from which stops are to be looked for.
#define WAYI_JPS_PASS (WAYI_JPS_ARRIVAL - 1u)

/// Trips are counted so far, and then all marks are cleared.
#define WAYI_JPS_TRIPS (UINT32_MAX >> 4)

/// Bits of a mark, below its trip; the lowest two are the direction of the run that met the point
/// with its g, the first one that did; of a stop, whether it was a link.
#define WAYI_JPS_LINKED 1u
#define WAYI_JPS_OPEN 4u     ///< not yet expanded with this g
#define WAYI_JPS_EXPANDED 8u ///< ever, on this trip

/// What a search remembers about a jump point, apart from the graph so that many fit a cache.
typedef struct wayi_jps_mark {
    uint16_t x, y;
    way_cost g;
    uint32_t parent; ///< slot
    uint32_t state;  ///< the trip that used this last << 4, and bits
} wayi_jps_mark;

/// Where the expansion of a point stands.
typedef enum wayi_jps_phase {
    WAYI_JPS_TAKE,  ///< none is under way
    WAYI_JPS_LOOK,  ///< whether it sees a goal
    WAYI_JPS_SEEK,  ///< or stops
    WAYI_JPS_SCAN,  ///< what is behind it
    WAYI_JPS_RELAX, ///< what was found there
    WAYI_JPS_END    ///< no way to a goal is cheaper than the one that was taken up
} wayi_jps_phase;

/// How a trip searches.
typedef enum wayi_jps_way {
    WAYI_JPS_JUMPS,  ///< from jump point to jump point
    WAYI_JPS_WEIGHS, ///< over weights, from border to border of flat ground
    WAYI_JPS_WALKS,  ///< as A* does
    WAYI_JPS_FAILS   ///< not: there was no memory to walk
} wayi_jps_way;

/// Where the expansion of a cell over weights stands.
typedef struct wayi_jps_leap {
    way_cell cell;       ///< that is left
    uint32_t directions; ///< in which it was not left to the end
    wayi_jump_spot origin;
    wayi_jump_spot spot; ///< how far the first direction was walked
} wayi_jps_leap;

/// A cell at an end of a link.
typedef struct wayi_jps_stop {
    wayi_jump_target target;
    way_cell cell;
    uint32_t trip; ///< the last that asked for the rest
    way_cost rest; ///< by its links to the goal, as estimated; WAY_COST_MAX if there is no such way
    bool mouth;    ///< a link begins here
} wayi_jps_stop;

/// A stretch of what is seen.
typedef struct wayi_jps_view {
    uint32_t stamp;
    uint32_t first, count;
} wayi_jps_view;

/// The links of the ground, as this search wants them.
typedef struct wayi_jps_links {
    bool on;              ///< there are any on this trip
    uint32_t generation;  ///< of the links by which the stops are
    uint64_t revision;    ///< of the map that their targets are of
    wayi_jps_stop *stops; ///< ascending
    wayi_jps_mark *marks; ///< of each
    uint32_t count, stop_room, mark_room;
    uint32_t *across; ///< cells where links begin, ascending
    uint32_t *down;   ///< the same, numbered along columns
    uint32_t mouth_count, across_room, down_room;
    wayi_aims aims;
    wayi_nodes views; ///< by sector: stops that might be seen from there
    uint16_t *seen;   ///< of all views
    uint32_t seen_count, seen_room;
} wayi_jps_links;

/// Stops that are looked for from a point, those that promise one cost; and what the others do.
typedef struct wayi_jps_pass {
    uint32_t place, end; ///< among those that are seen
    way_cost level;
    way_cost next;
    bool first; ///< what is behind the point comes afterwards
    bool looks; ///< a look is under way
} wayi_jps_pass;

typedef struct wayi_jps {
    wayi_best_first walk;  ///< first: the engine's functions take it for all there is
    bool can_walk;         ///< `walk` is set up
    wayi_jps_way way;      ///< of this trip
    wayi_patches patches;  ///< over weights
    wayi_jps_leap leap;    ///< over weights
    wayi_jump_graph graph; ///< what the agent has seen
    uint32_t generation;   ///< of its slots, by which the marks are
    wayi_jps_mark *marks;
    uint32_t mark_capacity;
    wayi_calendar open;
    uint32_t trip;
    uint32_t since; ///< first trip with these slots
    uint32_t seen;  ///< points met on this trip, and the start
    uint32_t again; ///< how often one was left again for edits: no more than there are
    wayi_jump_target goals[WAYI_JPS_GOALS];
    uint32_t goal_count;
    uint32_t goal;    ///< that is looked for, or was reached
    uint32_t closest; ///< expanded point with the least estimate
    way_cost closest_estimate;
    wayi_jps_phase phase;
    wayi_heap_item item;  ///< under expansion
    wayi_jump_spot sight; ///< how far it was looked towards that goal
    wayi_jump_scan scan;
    wayi_jump_list list; ///< jumps still to be offered
    uint32_t rest;       ///< looks that were not charged yet
    wayi_jps_links links;
    wayi_jps_pass pass;
} wayi_jps;

/// A stop's slot, by number.
static inline bool wayi_jps_is_stop(uint32_t slot)
{
    return slot >= WAYI_JPS_STOP && slot < WAYI_JPS_NONE;
}

/// What is remembered about a point or a stop; NULL of the start.
static inline wayi_jps_mark *wayi_jps_mark_of(const wayi_jps *memory, uint32_t slot)
{
    if (slot >= WAYI_JPS_STOP) {
        return slot < WAYI_JPS_NONE ? &memory->links.marks[slot - WAYI_JPS_STOP] : NULL;
    }
    return &memory->marks[slot];
}

/// The cell of a point or a stop.
static inline way_cell wayi_jps_slot_cell(const wayi_jps *memory, uint32_t slot)
{
    return wayi_jps_is_stop(slot) ? memory->links.stops[slot - WAYI_JPS_STOP].cell
                                  : wayi_jump_graph_cell(&memory->graph, slot);
}

way_status wayi_jps_links_init(way_agent *agent);
void wayi_jps_links_fini(way_agent *agent);

/// Takes note of the links as they are, and of the goal; false without memory.
bool wayi_jps_links_begin(way_agent *agent);

/// The stops with links out of them that might be seen from a place; false without memory.
bool wayi_jps_links_view(wayi_jps *memory, uint32_t x, uint32_t y, wayi_jps_view *view);

/// What is left from a stop by its links, as estimated.
way_cost wayi_jps_links_rest(wayi_jps *memory, uint32_t stop);

/// The number of the stop of a cell that is one.
uint32_t wayi_jps_links_find(const wayi_jps_links *links, way_cell cell);

/// Whether a link begins at a cell; there are some.
bool wayi_jps_links_begin_at(const wayi_jps_links *links, way_cell cell);

/// Whether the way from a cell to the next of a chain is a link, by what it costs.
bool wayi_jps_links_joins(const wayi_jps *memory, way_cell from, way_cell to, way_cost cost);

/// The place next to `from`, before `stop`, where links begin along the row or column of a spot;
/// else `stop`. Places are bits of lines: a column's or row's number and one.
uint32_t wayi_jps_links_meet(const wayi_jps *memory, wayi_jump_spot spot, bool across,
                             uint32_t from, uint32_t stop);

/// Whether a change in a rectangle concerns what is known of stops, or their sight.
bool wayi_jps_links_concern(wayi_jps *memory, way_rect rect);

/// Queues the start; false without memory.
bool wayi_jps_push_start(way_agent *agent);

/// Queues points again that were left and whose jumps were forgotten, or of which one leads to a
/// point that was never offered a way; if asked for the start as well, and what might see a goal.
/// No more of them on a trip than it has met: so it takes twice its work at most.
void wayi_jps_leave_again(way_agent *agent, bool start, bool goals);

/// Gives every point of the graph a mark; false without memory. Marks by slots that
/// were forgotten count for nothing.
bool wayi_jps_fit(way_agent *agent);

/// The cell of a goal.
static inline way_cell wayi_jps_goal_cell(const wayi_jps *memory, uint32_t goal)
{
    return (uint32_t)memory->goals[goal].y * memory->graph.map->width +
           (uint32_t)memory->goals[goal].x;
}

/// Searches on. On FOUND the point that sees the goal is `item`, and its key has the cost.
way_outcome wayi_jps_search(way_agent *agent, uint32_t budget);

/// Over weights: queues the start, with the nodes of `walk`; false without memory.
bool wayi_jps_weights_begin(way_agent *agent);

/// Searches on. On FOUND `*reached` is the goal; parents of nodes are cells that were left.
way_outcome wayi_jps_weights_search(way_agent *agent, uint32_t budget, way_cell *reached);
