// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What an agent of SGA* remembers, and the rival that keeps it within three times the work of A*.
#pragma once

#include "core/bitset.h"
#include "core/hash_table.h"
#include "map/sight/line.h"
#include "search/engine/best_first.h"
#include "search/engine/inner.h"
#include "search/engine/jump_graph.h"
#include "space/grid.h"

typedef enum wayi_sgastar_phase {
    WAYI_SGASTAR_DRAW,   ///< next: a line from one end to the other
    WAYI_SGASTAR_REFINE, ///< a search round an obstacle is under way
    WAYI_SGASTAR_LAST,   ///< one for as near to the goal as a way leads
    WAYI_SGASTAR_JOINED, ///< both ends have met
    WAYI_SGASTAR_FAILED, ///< they can't meet
    WAYI_SGASTAR_FULL    ///< no memory
} wayi_sgastar_phase;

/// What the beginning and the end of a refinement take, in expansions, and how many cells of a line
/// are gone along in the time of one: counted with callgrind.
#define WAYI_SGASTAR_SETUP 10u
#define WAYI_SGASTAR_CELLS 3u

/// What jumps, and how many expansions of A* one of its takes.
#define WAYI_SGASTAR_JUMPS "jps"
#define WAYI_SGASTAR_JUMP 5u

enum { WAYI_SGASTAR_HEAD, WAYI_SGASTAR_TAIL };

/// How much the estimate counts over weights, in thousandths: where most of the ground is heavier
/// than the lightest, which is what estimates are made of, A* looks everywhere.
#define WAYI_SGASTAR_HASTE 2000u

/// Plain A* over the whole trip, or jump point search, run beside the refinements (see
/// sgastar_rival.c).
typedef struct wayi_sgastar_rival {
    wayi_best_first search;
    bool can_search; ///< which is set up
    wayi_goal goal;
    wayi_inner jumper; ///< in its place where the trip jumps
    uint64_t expansions;
    uint64_t least; ///< states of the shortest conceivable path
    uint32_t due;   ///< expansions until the refinement has its turn again
    uint32_t ahead; ///< steps from its nearest state to the goal when it last looked
    bool leads;     ///< it has gone straight on so far
    bool enabled;   ///< of the agent
    bool classic;   ///< of the agent: it is the A* of the thesis
    bool on;        ///< of this trip
    bool begun;
} wayi_sgastar_rival;

typedef struct wayi_sgastar {
    wayi_inner jumper;        ///< what goes round obstacles: by jumps,
    wayi_inner walker;        ///< by A* or fringe search,
    wayi_inner hasty;         ///< or over weights; each opened when needed
    wayi_inner *refiner;      ///< the one of them at work
    bool jumps;               ///< on this trip refinements and rival do
    wayi_path_buffer ways[2]; ///< from the start, and from the goal
    wayi_bitset marks;        ///< scratch: cells on a path; without words if stores are sparse
    wayi_hash_table places;   ///< scratch: the same where stores are sparse
    wayi_line line;           ///< the reference line under way
    bool drawn;               ///< it can go on; always false but in variant 1
    way_cell sub;             ///< the sub-goal of the refinement under way
    bool waits;               ///< which has not begun: the rival has its turn first
    uint32_t side;            ///< whose turn it is
    wayi_sgastar_phase phase;
    uint32_t nearest;        ///< steps between both ends, the least so far
    uint32_t stalled;        ///< rounds since then
    bool stand_in;           ///< the goal can't be reached; the tail begins as near as possible
    uint32_t stand_ins_left; ///< how often it may be replaced
    bool resorted;           ///< the nearest cell that can be reached was asked for
    uint64_t refined;        ///< expansions in refinements since the rival was reset
    uint64_t begun;          ///< refinements since then
    uint64_t cells;          ///< of lines gone along since then
    uint32_t turn;           ///< expansions until the rival may have its turn
    uint32_t states_max;     ///< remembered at once on this trip
    wayi_sgastar_rival rival;
} wayi_sgastar;

/// Where refinements and rival keep their states: unless told otherwise, where there are both, in
/// pages, so that they take what they touch and not twice what A* takes.
static inline way_store wayi_sgastar_store(const way_agent *agent)
{
    const wayi_sgastar *memory = agent->memory;
    const bool free_choice = agent->store == WAY_STORE_AUTO && agent->capacity == 0;
    return free_choice && memory->rival.enabled ? WAY_STORE_SPARSE : agent->store;
}

/// The last cell of a way.
static inline way_cell wayi_sgastar_end(const wayi_sgastar *memory, uint32_t side)
{
    const wayi_path_buffer *way = &memory->ways[side];
    return way->states[way->count - 1];
}

/// Whether a cell weighs no more than the lightest. Over such cells no way is cheaper than a
/// straight one; heavier ground obstructs a line like a wall, and a search decides whether to go
/// through or round.
static inline bool wayi_sgastar_is_light(const wayi_layer *layer, way_cell cell)
{
    return !layer->weights || layer->weights[cell] <= layer->min_weight;
}

/// Whether the next step of the line is legal and leads over the lightest ground. There is one.
static inline bool wayi_sgastar_may_step(const wayi_line *line, const wayi_grid *grid)
{
    const way_map *map = grid->map;
    const int32_t offset = map->offsets[wayi_line_direction(line)];
    return wayi_line_may_step(line, map, grid->layer) &&
           wayi_sgastar_is_light(grid->layer, wayi_line_cell(line, map) + (uint32_t)offset);
}

/// Goes along the line as far as it may.
static inline void wayi_sgastar_pass_run(wayi_line *line, const wayi_grid *grid)
{
    while (line->left && wayi_sgastar_may_step(line, grid)) {
        wayi_line_step(line);
    }
}

/// Goes on over the obstruction ahead to the first free and light cell, or to the end of the line.
static inline way_cell wayi_sgastar_pass_obstruction(wayi_line *line, const wayi_grid *grid)
{
    do {
        wayi_line_step(line);
    } while (line->left && (!wayi_layer_has(grid->map, grid->layer, line->x, line->y) ||
                            !wayi_sgastar_is_light(grid->layer, wayi_line_cell(line, grid->map))));
    return wayi_line_cell(line, grid->map);
}

/// Lays the way from the goal behind the one from the start, which ends where it does or next to
/// it; false without memory.
bool wayi_sgastar_concatenate(wayi_sgastar *memory);

/// Cuts loops out of the way from the start, each when it closes. False without memory.
bool wayi_sgastar_remove_loops(wayi_sgastar *memory);

/// Sets up what this trip needs if it is not there yet, for an agent whose memory is a
/// wayi_sgastar. False without memory.
bool wayi_sgastar_rival_open(way_agent *agent);
void wayi_sgastar_rival_destroy(wayi_sgastar_rival *rival);

/// Starts again for the trip agent->start -> agent->goal: nothing is spent until it is needed.
void wayi_sgastar_rival_reset(way_agent *agent);

/// Leaves the rest of the trip to the refinements.
void wayi_sgastar_rival_stop(wayi_sgastar_rival *rival);

/// What all but the rival has done since the rival was reset, in expansions of its kind.
static inline uint64_t wayi_sgastar_work(const wayi_sgastar *memory)
{
    const uint64_t rest = WAYI_SGASTAR_SETUP * memory->begun + memory->cells / WAYI_SGASTAR_CELLS;
    return memory->refined + (memory->jumps ? rest / WAYI_SGASTAR_JUMP : rest);
}

/// How many expansions the rival's next turn has.
uint32_t wayi_sgastar_rival_turn(const wayi_sgastar *memory);

/// How many expansions the refinement under way may do before the rival has its turn.
uint32_t wayi_sgastar_rival_credit(const wayi_sgastar *memory);

/// The rival's turn, for up to *budget expansions, which are taken off it. FOUND: it found the
/// whole way. NO_PATH: there is none. CAPACITY: no memory. WORKING otherwise; at its own limit it
/// leaves the trip to the refinements.
way_outcome wayi_sgastar_rival_step(way_agent *agent, uint32_t *budget);

/// Whether the rival knows a best way to the cell.
bool wayi_sgastar_rival_knows(const wayi_sgastar *memory, way_cell cell);

/// States that it remembers.
uint32_t wayi_sgastar_rival_states(const wayi_sgastar *memory);

/// Appends the way to a cell that it knows, or to the closest one or the goal that it has come to,
/// start excluded; false without memory.
bool wayi_sgastar_rival_trace(wayi_sgastar *memory, way_cell cell, wayi_path_buffer *path);

/// The cell nearest to the goal that it has expanded, or WAY_CELL_NONE.
way_cell wayi_sgastar_rival_closest(wayi_sgastar *memory);

/// Whether it has read nothing in these rectangles, as far as `*work` looks tell.
bool wayi_sgastar_rival_outlives(const wayi_sgastar *memory, const way_rect *rects, uint32_t count,
                                 uint64_t *work);

/// Aims at a free cell nearer to the start than the goal: the last one on the line there that can
/// be reached, or, where labels do not tell, the first behind the next obstruction. False if there
/// is none.
bool wayi_sgastar_stand_in(way_agent *agent, bool labels);

/// Aims, once, at the cell nearest to the goal of all that can be reached if the way from the start
/// has not come nearer; false if there is nothing to win.
bool wayi_sgastar_resort(way_agent *agent);

/// How many cells of the way from the start lead to where it is nearest to the goal, and how far
/// that is.
uint32_t wayi_sgastar_nearest(const way_agent *agent, way_cost *least);

/// The algorithm's hook: nothing that the trip relies on lies in the rectangles.
bool wayi_sgastar_outlives(way_agent *agent, const way_rect *rects, uint32_t count, uint64_t *work);
