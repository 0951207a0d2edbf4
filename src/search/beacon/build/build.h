// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// How an index is made: the graph, the tree, the labels; each in pieces that do not depend on each
// other, so that any number of workers gives the same bytes, and so that it can be made a little at
// a time beside everything else.
#pragma once

#include "core/heap.h"
#include "core/path_buffer.h"
#include "search/beacon/build/max_flow.h"
#include "search/beacon/build/sorter.h"
#include "search/beacon/index/index.h"

/// Edges of so many subgoals.
#define WAYI_BEACON_SUBGOALS 32u
typedef struct wayi_beacon_piece {
    wayi_path_buffer targets;
    uint32_t legs; ///< looked along
} wayi_beacon_piece;

/// A node of the tree in the making: [first, end) of the order.
typedef struct wayi_beacon_split {
    uint64_t path;
    uint32_t depth;
    uint32_t parent;
    uint32_t first;
    uint32_t end;
    uint32_t cut;
    uint32_t middle; ///< where the second side begins; `end` = there is none
} wayi_beacon_split;

/// The labels of a node.
typedef struct wayi_beacon_block {
    uint32_t *rows;
    uint8_t *widths;
    uint8_t *next;
    uint32_t row_count;
    uint32_t width_count;
    uint32_t next_count;
    uint32_t stride;
    bool borrowed; ///< rows, widths and next are those of another index
} wayi_beacon_block;

/// A vertex that waits to be looked at.
typedef struct wayi_beacon_item {
    way_cost cost;
    uint32_t vertex;
    uint32_t next; ///< in the same bin
} wayi_beacon_item;

/// What is done about old labels for a hub (recall.c).
typedef enum wayi_recall_turn {
    WAYI_RECALL_BREAK, ///< those that hold no longer are lost
    WAYI_RECALL_MEND,  ///< what is new, or less, is found
    WAYI_RECALL_MARK   ///< whose next hops may be others
} wayi_recall_turn;

/// Labels of the same node in the index before.
typedef struct wayi_beacon_recall {
    const wayi_beacon_node *node; ///< NULL = there are none, or too much has changed
    uint32_t *was;                ///< [size] numbers in it, NONE of those that are new
    uint32_t *due;                ///< [size] hub + 1 = the next hop is to be found for that one
    uint32_t *losers;             ///< [size] hub + 1 = it is among the lost for that one
    uint32_t *odd;                ///< [odd_count] those with other edges in the node
    uint32_t odd_count;
    uint32_t *lost; ///< [lost_count] whose labels for the hub in hand are others, or may be
    uint32_t lost_count;
    uint32_t asked;            ///< of those, in this turn
    uint32_t at;               ///< of odd and lost ones
    wayi_heap heap;            ///< vertices in line
    wayi_beacon_column column; ///< of the hub in hand, and its next hops
    const uint8_t *hops;
    wayi_recall_turn turn;
    bool open;
    bool on; ///< for the hub in hand
} wayi_beacon_recall;

/// What is done for each hub of a node, all but the search vertex by vertex.
typedef enum wayi_labels_pass {
    WAYI_LABELS_MEET, ///< which vertices are known, before the first hub
    WAYI_LABELS_WIPE, ///< nothing is reached yet
    WAYI_LABELS_SEARCH,
    WAYI_LABELS_READ,  ///< or old labels are read
    WAYI_LABELS_MEND,  ///< and put right
    WAYI_LABELS_LIMIT, ///< are labels less than they may be
    WAYI_LABELS_HOPS,  ///< next ones
    WAYI_LABELS_FIT,   ///< can the column be part of the frame that is open
    WAYI_LABELS_JOIN   ///< it is
} wayi_labels_pass;

/// The labels of a node in the making, hub by hub: a search, next hops, a column of its frame; then
/// row by row.
typedef struct wayi_beacon_labelling {
    const wayi_beacon_node *node;
    wayi_beacon_block *block;
    uint32_t size;   ///< vertices of the node
    way_cost *costs; ///< [cut * size] column by column
    way_cost *lows;  ///< [size]
    way_cost *highs; ///< [size]
    uint32_t *bins;  ///< [bin_count of the build] first item of each; all empty between searches
    wayi_beacon_item *items; ///< [item_count]
    uint32_t item_count;
    uint32_t hub; ///< in hand
    wayi_labels_pass pass;
    uint32_t past;    ///< vertices that it has been at
    bool fits;        ///< all of those
    uint32_t bin;     ///< of its search, and where in it
    uint32_t at;      ///< item
    uint32_t used;    ///< items
    uint32_t waiting; ///< of those
    uint32_t width;   ///< of the frame that is open
    uint32_t row;     ///< vertices whose rows are packed
    wayi_beacon_recall recall;
} wayi_beacon_labelling;

typedef struct wayi_beacon_build {
    wayi_beacon_index *index;
    const wayi_beacon_index *old; ///< [opt] where to look for edges that are what they were
    const uint8_t *touched;       ///< [its vertex_count] those that may not be
    bool ordered;                 ///< cuts are to stay in the order they are in
    wayi_beacon_piece *pieces;    ///< of edges
    uint32_t piece_count;         ///< those that are zero or begun
    uint64_t edge_total;          ///< of those that were summed up
    uint32_t gathered;            ///< edges so far, by rank, then by vertex
    uint32_t *starts;             ///< [vertex_count + 1] edges by rank
    uint32_t *targets;            ///< [edge_count] likewise
    way_cost *weights;            ///< [edge_count] by vertex, in place of targets
    uint32_t *order;              ///< [vertex_count] ranks, by vertex when the tree is done
    uint32_t *locals;   ///< [vertex_count] by rank: number within the node that is being cut
    uint32_t *owners;   ///< [vertex_count] by rank: the node in whose cut it is
    wayi_reach *places; ///< [vertex_count] by rank
    wayi_beacon_split *splits;
    uint32_t split_count;
    uint32_t split_capacity;
    wayi_beacon_block *blocks; ///< [node_count]
    uint32_t block_count;      ///< of those that are zero or made
    uint64_t least;            ///< bytes of the nodes that were cut, at least
    bool outgrown;             ///< the index would take more than its memory
    uint64_t row_total;        ///< of nodes whose labels have a place
    uint64_t width_total;
    uint64_t next_total;
    way_cost longest;   ///< edge
    uint32_t bin_shift; ///< distances of a bin: this power of two
    uint32_t bin_count; ///< a power of two
    const way_allocator *allocator;
} wayi_beacon_build;

/// Makes all of an index that was initialised, or none of it if that is `outgrown`, which is known
/// as soon as cuts are: NO_MEMORY, TOO_LARGE, CANCELLED.
way_status wayi_beacon_build_run(wayi_beacon_build *build, const way_job *job);
void wayi_beacon_build_fini(wayi_beacon_build *build);

/// Gives back a few of the arrays that are many, of pieces and nodes: false when there are none.
/// That comes before fini where time counts.
bool wayi_beacon_build_shed(wayi_beacon_build *build, uint32_t most);

/// Gives back what vertices are numbered by, what edges are, and the labels of a node that are part
/// of the index, with the last one all of them.
void wayi_beacon_build_free_places(wayi_beacon_build *build);
void wayi_beacon_build_free_starts(wayi_beacon_build *build);
void wayi_beacon_build_free_block(wayi_beacon_build *build, uint32_t number);

/// Edges (subgoals.c): begin; note where subgoals are, some rows a piece; every piece below
/// piece_count, at once or a subgoal at a time, with room for a list; sum up [first, end) of those,
/// all of them; end; gather each, in their order, which gives it back, with the last one all.
bool wayi_beacon_edges_begin(wayi_beacon_build *build);
void wayi_beacon_edges_place(wayi_beacon_build *build, uint32_t piece);
way_status wayi_beacon_edges_piece(uint32_t number, void *argument);
bool wayi_beacon_edges_one(const wayi_beacon_build *build, uint32_t rank, wayi_reach *list);
void wayi_beacon_edges_sum(wayi_beacon_build *build, uint32_t first, uint32_t end);
way_status wayi_beacon_edges_end(wayi_beacon_build *build);
void wayi_beacon_edges_gather(wayi_beacon_build *build, uint32_t number);
/// Gives pieces back, at most so many, which are taken off; false when there are none.
bool wayi_beacon_edges_shed(wayi_beacon_build *build, uint32_t *most);

/// A node that is being cut (separators.c).
typedef struct wayi_beacon_cutter {
    const wayi_beacon_build *build;
    uint32_t node;
    const uint32_t *ranks; ///< [count] of its vertices, ascending
    uint32_t count;
    uint32_t edge_count;
    bool open;
    bool fits;       ///< there is memory for it
    uint32_t pass;   ///< over vertices
    uint32_t past;   ///< those that it has been at
    uint32_t looked; ///< edges that the last piece went over
    uint32_t beyond; ///< states that the last step took beyond its budget
    wayi_cut_flow flow;
    uint32_t *starts;  ///< [count + 1]
    uint32_t *targets; ///< [room] edges; when they are not needed, what vertices are
    uint32_t room;
    uint32_t *keys;   ///< [count]
    uint32_t *sorted; ///< [count]
    uint32_t *bins;   ///< [bin_count]
    uint32_t bin_count;
    wayi_sorter sorter;
    uint32_t then;   ///< the pass that follows it
    bool sorts;      ///< the cut is not in the order of rows
    uint32_t low[2]; ///< keys, or columns and rows
    uint32_t high[2];
    uint32_t parts;
    uint32_t begun;                   ///< vertices at which a part may have begun
    uint32_t waiting;                 ///< those to go on from
    uint32_t weighed;                 ///< parts
    uint32_t key;                     ///< direction of the attempt at a cut
    uint32_t longer;                  ///< direction in which it is
    uint32_t attempt;                 ///< at a cut
    uint32_t share;                   ///< of sources and sinks
    uint32_t shares;                  ///< that the last one was made with
    uint32_t places[WAYI_FLOW_SIDES]; ///< of the next vertex of each side, or their number
    uint8_t *best;                    ///< [count] sides
    uint32_t best_cut;
    uint32_t best_side; ///< the smaller; 0 = there is no cut yet
    uint32_t best_near;
} wayi_beacon_cutter;

/// Opens a node of the tree; looks for the best cut and makes it the node's, in pieces of about
/// `budget` states, which are taken off it; `done` when it is. NO_MEMORY. Close copes with a
/// half-done one.
void wayi_beacon_cutter_open(wayi_beacon_cutter *work, const wayi_beacon_build *build,
                             uint32_t node);
way_status wayi_beacon_cutter_step(wayi_beacon_cutter *work, uint32_t *budget, bool *done);
void wayi_beacon_cutter_close(wayi_beacon_cutter *work);

/// Adds the sides of a node that was cut to the tree; false without memory.
bool wayi_beacon_add_sides(wayi_beacon_build *build, uint32_t node);

/// Cuts the graph into a tree and orders vertices.
way_status wayi_beacon_grow_tree(wayi_beacon_build *build, wayi_job_stage stage);
/// Makes room for the order of vertices and the root of a tree of about so many nodes; false
/// without memory. Then vertices [first, end), all of them, have no owner and are in order.
bool wayi_beacon_plant_tree(wayi_beacon_build *build, uint32_t nodes);
void wayi_beacon_plant_vertices(const wayi_beacon_build *build, uint32_t first, uint32_t end);
/// Gives back what is of no use when the index has its nodes; and all that the two before and this
/// made.
void wayi_beacon_drop_splits(wayi_beacon_build *build);
void wayi_beacon_drop_tree(wayi_beacon_build *build);
bool wayi_beacon_add_split(wayi_beacon_build *build, wayi_beacon_split split);

/// Labels (labels.c): open makes room, when their limit is known; nodes [first, end) are planted,
/// all of them; vertices are numbered, then their edges, for which there must be room, in order,
/// then what edges cost; then labels of every node, at once or in pieces; each gets its place; end
/// makes room for all of them; gather copies those of a node, part by part.
bool wayi_beacon_labels_open(wayi_beacon_build *build);
void wayi_beacon_labels_plant(wayi_beacon_build *build, uint32_t first, uint32_t end);
bool wayi_beacon_labels_open_edges(wayi_beacon_build *build);
void wayi_beacon_labels_number(wayi_beacon_build *build, uint32_t first, uint32_t end);
void wayi_beacon_labels_connect(wayi_beacon_build *build, uint32_t first, uint32_t end);
void wayi_beacon_labels_weigh(wayi_beacon_build *build, uint32_t first, uint32_t end);
way_status wayi_beacon_labels_node(uint32_t number, void *argument);
void wayi_beacon_labels_place(wayi_beacon_build *build, uint32_t first, uint32_t end);
way_status wayi_beacon_labels_end(wayi_beacon_build *build);
uint32_t wayi_beacon_labels_parts(const wayi_beacon_build *build, uint32_t number);
void wayi_beacon_labels_gather(const wayi_beacon_build *build, uint32_t number, uint32_t part);

/// Makes room for the labels of a node with hubs, finds them in pieces of about `budget`
/// expansions, which are taken off it, and what the last of them took beyond; `done` when they are
/// packed. NO_MEMORY, TOO_LARGE. `close` copes with a half-opened one.
way_status wayi_beacon_labelling_open(wayi_beacon_labelling *work, const wayi_beacon_build *build,
                                      uint32_t number);
way_status wayi_beacon_labelling_step(wayi_beacon_labelling *work, const wayi_beacon_build *build,
                                      int64_t *budget, bool *done);
void wayi_beacon_labelling_close(wayi_beacon_labelling *work, const wayi_beacon_build *build);

/// Old labels (recall.c). Room for them, if there are any: false without memory; vertices up to
/// `end` that were there are met, by which so many edges are looked at; a hub is begun, false if it
/// has none; labels and next hops of vertices up to `end` are read; they are put right, `done` when
/// they are, or `on` is unset, and a search is to be made; whether a next hop may not be kept.
bool wayi_recall_open(wayi_beacon_labelling *work, const wayi_beacon_build *build, uint32_t number);
void wayi_recall_close(wayi_beacon_labelling *work, const wayi_beacon_build *build);
uint32_t wayi_recall_meet(wayi_beacon_labelling *work, const wayi_beacon_build *build,
                          uint32_t end);
bool wayi_recall_begin(wayi_beacon_labelling *work, const wayi_beacon_build *build);
void wayi_recall_read(wayi_beacon_labelling *work, way_cost *costs, uint8_t *hops, uint32_t end);
way_status wayi_recall_step(wayi_beacon_labelling *work, const wayi_beacon_build *build,
                            way_cost *costs, int64_t *budget, bool *done);
bool wayi_recall_is_due(const wayi_beacon_labelling *work, uint32_t vertex);
