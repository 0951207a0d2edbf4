// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A map cut into square clusters. Where two of them touch, transitions lead across: each is a pair
// of gates, one in either cluster. A cluster keeps the costs of best ways between its gates that
// stay inside it, and how these ways go, in one block of bytes:
//
//   costs   uint32_t [count * count]
//   ways    PATHS: uint16_t [count * (count - 1) / 2] where the moves of each pair end, and the
//           moves, 4 bits each; MOVES: of each gate, 4 bits per cell: the next move towards it
//
// Invariants: the partner of a gate's partner is the gate; two cells of a map are connected exactly
// if they are through gates. A cell may have several gates, each with its own partner: a search
// that only ever looks at the far sides of gates needs no more.
//
// A link is a pair of gates, too, wherever its ends are: one that leads out at its origin, and one
// at its target that can only be come in by. Ways inside clusters take no links.
//
// The clusters of an upper level are squares of those of a lower one. Their gates are those below
// that lead to another square; costs between them are those of best ways over the gates inside, so
// a path over the upper level costs what the same path over the lower one does. Of links it knows
// nothing. Everything else is the same on both levels, but that the partner of a gate is itself, on
// the lower one: searches go over the gates of that.
#pragma once

#include "base/job.h"
#include "core/blob.h"
#include "core/path_buffer.h"
#include "core/ring.h"
#include "lab/hierarchical/notes.h"
#include "search/engine/confined.h"

#define WAYI_GATE_NONE UINT32_MAX

/// Longest side of a cluster of the lowest level in cells.
#define WAYI_CLUSTER_MAX 64u

/// A next move that is none: the gate's own cell, and cells that can't reach it.
#define WAYI_MOVE_HERE 8u
#define WAYI_MOVE_NONE 15u

/// What clusters keep of the ways inside.
typedef enum wayi_cluster_cache {
    WAYI_CACHE_ASKED, ///< costs, of clusters that somebody asked for: repairs make them
    WAYI_CACHE_COSTS,
    WAYI_CACHE_PATHS, ///< costs, and a best way for each pair of gates
    WAYI_CACHE_MOVES  ///< costs, and the next move from each cell to each gate
} wayi_cluster_cache;

/// In place of a direction: gates at the origin and at the target of a link.
#define WAYI_GATE_ORIGIN 8u
#define WAYI_GATE_TARGET 9u

typedef struct wayi_gate {
    way_cell cell;
    uint32_t partner; ///< the gate on the other side; upper levels: the same one below
    uint32_t place;   ///< cluster << 4 | direction that leads across, or an end of a link
    way_cost step;    ///< what that costs
} wayi_gate;

typedef struct wayi_cluster {
    uint32_t first; ///< gate
    uint32_t count;
    uint32_t capacity;    ///< gates that fit from `first` on
    uint32_t size;        ///< bytes of the block
    uint32_t epoch;       ///< counts costs given up: those inside are no longer what they were
    uint32_t home;        ///< the cluster of the level above that it is a part of
    unsigned char *block; ///< NULL if nothing is kept, or not yet
    bool owned;           ///< the block is its own, not a part of a blob
    bool to_cut;          ///< listed: its borders must be looked at
    bool touched;         ///< then: steps inside changed
    bool to_fill;         ///< listed: its block must be made
    uint8_t asked; ///< raised by who finds no costs in it, whoever else does at the same time
} wayi_cluster;

struct wayi_clusters;

typedef struct wayi_clusters_config {
    uint32_t side;            ///< of a cluster [2..WAYI_CLUSTER_MAX], or a multiple of that below
    uint32_t wide;            ///< entrances of at least this many cells get two transitions
    wayi_cluster_cache cache; ///< COSTS where there is a level below
    const struct wayi_clusters *lower; ///< the level below; NULL = none
} wayi_clusters_config;

/// How much work repairs were, since the start.
typedef struct wayi_clusters_work {
    uint64_t recut;      ///< clusters whose borders were looked at
    uint64_t rebuilt;    ///< clusters whose ways were found again
    uint64_t expansions; ///< cells looked at for that
    uint64_t units;      ///< all of it, in units of the budget
} wayi_clusters_work;

/// Makes the block of one cluster after the other, a slice at a time.
typedef struct wayi_cluster_maker {
    struct wayi_clusters *clusters;
    struct wayi_abstract *search; ///< over the gates below; lowest level: its local search
    way_stats stats;
    uint64_t units; ///< of work beside expansions
    uint32_t index; ///< the cluster in hand; WAYI_GATE_NONE = none
    uint32_t gate;  ///< of it, whose ways are looked for
    bool searching;
    unsigned char *bytes; ///< [room] the block, of `size` bytes so far
    uint32_t size;
    uint32_t room;
    uint32_t ways;   ///< where in it what follows the costs begins
    uint32_t length; ///< moves so far, for PATHS
    bool fits;       ///< PATHS: they can be counted in 16 bits
} wayi_cluster_maker;

/// What a repair has left to do, taken with the first one.
typedef struct wayi_clusters_repairs {
    bool begun;
    wayi_notes notes; ///< changed, their clusters not yet listed
    wayi_ring cuts;   ///< clusters whose borders must be looked at
    wayi_ring fills;  ///< and whose blocks must be made
    uint32_t looked;  ///< flag that is looked at next
    wayi_gate *gates; ///< of one cluster, as they should be
    uint32_t gate_count, gate_room;
    wayi_cluster_maker maker;
} wayi_clusters_repairs;

typedef struct wayi_clusters {
    wayi_clusters_config config;
    const wayi_grid *grid;
    uint32_t columns;
    uint32_t count; ///< of clusters
    wayi_cluster *clusters;
    wayi_gate *gates;
    uint32_t gate_count; ///< in use, holes included
    uint32_t gate_capacity;
    wayi_clusters_repairs repairs;
    struct wayi_clusters *upper; ///< [opt] the level above, told of costs that changed
    wayi_clusters_work work;
    way_allocator allocator;
} wayi_clusters;

/// Cuts the map of a space, or opens what the navigator's blob says of it. On failure `fini` gives
/// everything back. CANCELLED, NO_MEMORY, BAD_FORMAT.
way_status wayi_clusters_build(wayi_clusters *clusters, const wayi_clusters_config *config,
                               const way_navigator *navigator, wayi_job_stage stage);
void wayi_clusters_fini(wayi_clusters *clusters);

/// Takes note of changed rectangles and repairs for up to *budget units of work, which are taken
/// off it: first borders, then blocks, each in the order in which they were touched. What was
/// finished stays finished. A call exceeds its budget by less than a border or a row of a block
/// takes, WAYI_CLUSTERS_EXCESS times the side. `*done` = nothing is left. NO_MEMORY: go on later.
/// An upper level is repaired without rectangles, when the one below is done.
way_status wayi_clusters_repair(wayi_clusters *clusters, const way_rect *rects, uint32_t count,
                                uint32_t *budget, bool *done);

/// Whether gates are not what they should be. Blocks may be missing: who needs one looks for the
/// costs itself.
bool wayi_clusters_is_behind(const wayi_clusters *clusters);

/// Most units of work above the budget of a repair, by the side of a cluster.
#define WAYI_CLUSTERS_EXCESS 16u

void wayi_clusters_save(const wayi_clusters *clusters, wayi_blob_writer *writer);

/// Appends the kept way between two gates of a cluster, the first excluded. False without memory.
/// Only where wayi_clusters_keeps_ways says so.
bool wayi_clusters_trace(const wayi_clusters *clusters, uint32_t from, uint32_t to,
                         wayi_path_buffer *path);

/// MOVES: the next move towards a gate, by place in its cluster.
uint32_t wayi_clusters_move(const wayi_clusters *clusters, uint32_t gate, uint32_t place);

/// MOVES: the cost of the way from a cell to a gate of its cluster, WAY_COST_MAX if moves lead
/// nowhere; appends that, the cell excluded [opt]. False without memory.
bool wayi_clusters_follow(const wayi_clusters *clusters, way_cell cell, uint32_t gate,
                          wayi_path_buffer *path, way_cost *cost);

// Parts for those who build and repair ------------------------------------------------------------

/// Gives a cluster the gates that its borders ask for; they and those across that are cut already
/// find each other. False without memory.
bool wayi_clusters_recut(wayi_clusters *clusters, uint32_t index, bool *changed);

/// Bytes of a cluster's block that are known before its ways are: the costs, and all next moves, or
/// where the moves of pairs end.
uint64_t wayi_clusters_size(const wayi_clusters *clusters, uint32_t index);

/// False without memory; `fini` is fine in both cases.
bool wayi_cluster_maker_init(wayi_cluster_maker *maker, wayi_clusters *clusters);
void wayi_cluster_maker_fini(wayi_cluster_maker *maker);

/// Starts on the block of a cluster. False without memory.
bool wayi_cluster_maker_begin(wayi_cluster_maker *maker, uint32_t index);

/// Goes on for up to *budget units, which are taken off it. FOUND: the cluster has its block, a
/// multiple of 4 bytes. WORKING, CAPACITY.
way_outcome wayi_cluster_maker_step(wayi_cluster_maker *maker, uint32_t *budget);

/// Gives back what repairs took.
void wayi_clusters_repairs_fini(wayi_clusters *clusters);

// Asking ------------------------------------------------------------------------------------------

static inline uint32_t wayi_gate_cluster(const wayi_gate *gate)
{
    return gate->place >> 4;
}

static inline uint32_t wayi_gate_direction(const wayi_gate *gate)
{
    return gate->place & 15u;
}

/// Whether one can leave by a gate.
static inline bool wayi_gate_leads(const wayi_gate *gate)
{
    return wayi_gate_direction(gate) != WAYI_GATE_TARGET;
}

static inline uint32_t wayi_clusters_at(const wayi_clusters *clusters, uint32_t x, uint32_t y)
{
    return y / clusters->config.side * clusters->columns + x / clusters->config.side;
}

static inline uint32_t wayi_clusters_of(const wayi_clusters *clusters, way_cell cell)
{
    const uint32_t y = wayi_map_row(clusters->grid->map, cell);
    return wayi_clusters_at(clusters, cell - y * clusters->grid->map->width, y);
}

/// The cells of a cluster; those at the far sides may be smaller.
static inline way_rect wayi_clusters_rect(const wayi_clusters *clusters, uint32_t index)
{
    return wayi_map_square(clusters->grid->map, clusters->config.side, index);
}

/// Whether only those costs are made that somebody asked for.
static inline bool wayi_clusters_are_lazy(const wayi_clusters *clusters)
{
    return clusters->config.cache == WAYI_CACHE_ASKED;
}

/// The cells of a cell's cluster.
static inline way_rect wayi_clusters_around(const wayi_clusters *clusters, way_cell cell)
{
    return wayi_clusters_rect(clusters, wayi_clusters_of(clusters, cell));
}

/// The cluster of the level above that a gate is in.
static inline uint32_t wayi_clusters_home(const wayi_clusters *clusters, const wayi_gate *gate)
{
    return clusters->clusters[wayi_gate_cluster(gate)].home;
}

/// Whether a step from (x, y), counted from the corner of the rectangle, stays in it.
static inline bool wayi_rect_keeps(way_rect rect, uint32_t x, uint32_t y, uint32_t direction)
{
    const int32_t to_x = (int32_t)x + wayi_direction_x[direction];
    const int32_t to_y = (int32_t)y + wayi_direction_y[direction];
    return to_x >= 0 && to_y >= 0 && (uint32_t)to_x < rect.width && (uint32_t)to_y < rect.height;
}

/// The costs from a gate to all gates of its cluster, in their order; NULL if they are not kept.
static inline const way_cost *wayi_clusters_row(const wayi_clusters *clusters, uint32_t gate)
{
    const wayi_cluster *cluster = &clusters->clusters[wayi_gate_cluster(&clusters->gates[gate])];
    return cluster->block ? (const way_cost *)(const void *)cluster->block +
                                (size_t)(gate - cluster->first) * cluster->count
                          : NULL;
}

/// Whether ways inside the cluster are kept; rarely not, where they would take too much room.
static inline bool wayi_clusters_keeps_ways(const wayi_clusters *clusters, uint32_t index)
{
    const wayi_cluster *cluster = &clusters->clusters[index];
    return clusters->config.cache >= WAYI_CACHE_PATHS &&
           cluster->size > (size_t)cluster->count * cluster->count * sizeof(way_cost);
}
