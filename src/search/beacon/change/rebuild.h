// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Another index for a map that changed, a little at a time, while the old one serves. The tree is
// the old one: a vertex that is new goes to the lowest node above all that it has edges with, and
// of an edge between two sides one end moves up. Nodes in which nothing was touched keep their
// labels; the others, which are those above a change, get new ones, hub by hub. When all is there
// it takes the old one's place at once.
//
// It is built from a snapshot, which may mix revisions since rows are copied one after another;
// whatever changed before or after a row was copied is recorded as a difference to the new index.
// All of it is pieces that are small against the map and the graph.
#pragma once

#include "search/beacon/build/build.h"
#include "search/beacon/change/touched.h"

typedef struct wayi_beacon_rebuild {
    const wayi_beacon_index *old;
    wayi_beacon_index *index; ///< the new one
    const way_map *map;
    wayi_board now; ///< the layer
    wayi_beacon_build build;
    wayi_beacon_touched change; ///< vertices of the old one that the new one's map touches
    wayi_beacon_rects later;    ///< what changed since rows were begun
    wayi_beacon_stale next;     ///< how the map differs from the new index, when that is there
    const wayi_beacon_samples *samples;
    uint32_t unit;        ///< cells that a unit covers across
    uint32_t phase;       ///< see rebuild.c
    uint32_t at;          ///< piece of it
    uint32_t part;        ///< of a node that is compared or gathered, or subgoals of a piece
    uint64_t entries;     ///< labels of the old tree with its new vertices
    uint64_t entries_max; ///< labels beyond which the tree is grown again
    bool grown;           ///< it was
    bool done;            ///< the new index is there, and what differs from it is known
    bool failed;          ///< it is to be given back
    wayi_beacon_labelling work;
    wayi_beacon_cutter cutter;
    way_allocator allocator;
} wayi_beacon_rebuild;

/// A phase is over when as many pieces of it are done as there are. One tells about how many
/// expansions it was.
typedef struct wayi_beacon_phase {
    uint32_t (*count)(const wayi_beacon_rebuild *rebuild);
    way_status (*piece)(wayi_beacon_rebuild *rebuild, uint32_t *work);
} wayi_beacon_phase;

/// Vertices, or nodes, of a piece of the simpler phases, and expansions of one of the others, in
/// which a vertex takes less than one.
#define WAYI_BEACON_PIECE 128u
#define WAYI_BEACON_SLICE 512u

/// Phases in one piece, and in pieces of the new index's vertices.
uint32_t wayi_beacon_rebuild_once(const wayi_beacon_rebuild *rebuild);
uint32_t wayi_beacon_rebuild_vertices(const wayi_beacon_rebuild *rebuild);

/// What a piece is about, of so many: returns where it ends.
uint32_t wayi_beacon_rebuild_range(const wayi_beacon_rebuild *rebuild, uint32_t count,
                                   uint32_t *first);

/// Those of the tree (rebuild_tree.c), between those of the graph and of labels.
#define WAYI_BEACON_TREE_PHASES 13u
extern const wayi_beacon_phase wayi_beacon_tree_phases[WAYI_BEACON_TREE_PHASES];

/// Starts on the map as it is: the index that is to be replaced and what is known to differ.
way_status wayi_beacon_rebuild_begin(wayi_beacon_rebuild *rebuild, const wayi_beacon_stale *stale,
                                     const way_map *map, const way_allocator *allocator);
/// Takes note of a changed rectangle; false without memory.
bool wayi_beacon_rebuild_note(wayi_beacon_rebuild *rebuild, way_rect rect);
/// Does one piece of work and tells about how many expansions that was.
way_status wayi_beacon_rebuild_step(wayi_beacon_rebuild *rebuild, uint32_t *work);
/// Gives back a piece of one that failed and tells about how many expansions that was; false if
/// what is left takes no time.
bool wayi_beacon_rebuild_shed(wayi_beacon_rebuild *rebuild, uint32_t *work);
/// Gives back everything but an index that was taken (set to NULL).
void wayi_beacon_rebuild_fini(wayi_beacon_rebuild *rebuild);
