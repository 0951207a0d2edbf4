// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What beacon prepares: the graph of a map's subgoals (see board.h), a tree of separators over it,
// and labels.
//
//   tree     a node has a set of vertices, of which some, its cut, part the others in two sides
//            without an edge between them: those of its children. Every vertex is in one cut.
//   labels   for every node, of each of its vertices the distance to each vertex of its cut, its
//            hubs, inside the node's set. The distance of two vertices is the least sum over the
//            hubs of their common ancestors: of a shortest path take the vertex in the highest cut;
//            the path lies in that node's set, for it can't pass a higher cut.
//   next     for each of those distances the edge by which a shortest way leaves the vertex.
//
// Vertices are numbered so that every node's set is a range which begins with its cut. Labels lie
// node by node, a row for each vertex, in frames of up to eight hubs: a base and what each hub is
// above it in 16 bits, or one or two plain numbers. All of it is arrays and offsets.
//
// Memory is given out by a law: where board, graph and labels take more than allowed there is no
// index. So one is never larger than allowed, and more room never makes it slower.
#pragma once

#include "base/job.h"
#include "core/blob.h"
#include "search/beacon/index/board.h"

#include <string.h>

#define WAYI_BEACON_NONE UINT32_MAX
/// Most hubs of a frame, and the fewest that are worth a base.
#define WAYI_BEACON_FRAME 8u
#define WAYI_BEACON_PACKED 3u
/// Next hops: this is the hub; the edge is to be looked for.
#define WAYI_BEACON_HERE 255u
#define WAYI_BEACON_LOOK 254u
/// More than any label: the hub can't be reached inside the node. Sums of two labels and what it
/// takes to reach the graph are int32_t.
#define WAYI_BEACON_FAR (1u << 29)
/// Most turns from the root of the tree: they are bits of a word.
#define WAYI_BEACON_DEPTH 62u

typedef struct wayi_beacon_vertex {
    uint16_t x;
    uint16_t y;
    uint32_t node;  ///< in whose cut it is
    uint32_t edges; ///< its first; the next vertex's is the end, and there is one vertex more
} wayi_beacon_vertex;

/// The place of a vertex.
typedef struct wayi_beacon_place {
    uint16_t x;
    uint16_t y;
} wayi_beacon_place;

typedef struct wayi_beacon_node {
    uint64_t path;   ///< turns from the root, the first one highest
    uint32_t depth;  ///< turns
    uint32_t parent; ///< before it; NONE of the root
    uint32_t first;  ///< vertices [first, end), of which [first, first + cut) are its cut
    uint32_t end;
    uint32_t cut;
    uint32_t widths; ///< of its frames
    uint32_t frames;
    uint32_t rows;   ///< of its first vertex
    uint32_t stride; ///< from row to row
    uint32_t row_words;
    uint64_t next; ///< columns of end - first hops, one for each hub
} wayi_beacon_node;

typedef struct wayi_beacon_index {
    wayi_board still; ///< of the layer that it was made for
    uint32_t vertex_count;
    uint32_t node_count;
    uint32_t edge_count;
    uint32_t width_count;
    uint32_t row_count; ///< of 4 bytes, with a few to spare at the end
    uint64_t next_count;
    wayi_beacon_vertex *vertices; ///< [vertex_count + 1]
    wayi_beacon_node *nodes;      ///< parents before children
    void *edges;                  ///< where they lead, in 2 bytes each or 4
    uint32_t edge_bytes;
    uint8_t *widths; ///< hubs in each frame
    uint32_t *rows;
    uint8_t *next;
    bool borrowed;        ///< those six belong to a blob
    uint64_t memory;      ///< most bytes of board, graph and labels
    uint32_t rank_count;  ///< words of all rows
    uint32_t *rank_bases; ///< [rank_count] subgoals before each word of the rows
    uint32_t *ranks;      ///< [vertex_count] vertices in the order of rows
    way_allocator allocator;
} wayi_beacon_index;

/// Words to spare behind the rows: frames are read eight hubs at a time.
#define WAYI_BEACON_SPARE 8u

/// Takes a still of the board and numbers its subgoals; false without memory. The index is zeroed.
bool wayi_beacon_index_init(wayi_beacon_index *index, const wayi_board *board, const way_map *map,
                            const way_allocator *allocator);

/// The second half of that for an index whose still is there: makes room, counts subgoals, 64 rows
/// a piece and in their order, makes room for their numbers. False without memory.
bool wayi_beacon_index_open_ranks(wayi_beacon_index *index);
void wayi_beacon_index_count(wayi_beacon_index *index, uint32_t piece);
bool wayi_beacon_index_close_ranks(wayi_beacon_index *index);

/// Bytes of all that is there.
uint64_t wayi_beacon_index_bytes(const wayi_beacon_index *index);

void wayi_beacon_index_fini(wayi_beacon_index *index);

void wayi_beacon_index_save(const wayi_beacon_index *index, wayi_blob_writer *writer);

/// Borrows all but ranks from a blob, and checks that no number in it points nowhere and that its
/// graph is the board's: BAD_FORMAT, NO_MEMORY. The index was initialised.
way_status wayi_beacon_index_open(wayi_beacon_index *index, const wayi_blob *blob);

/// How many subgoals come before a cell, row by row.
static inline uint32_t wayi_beacon_rank(const wayi_beacon_index *index, uint32_t x, uint32_t y)
{
    const wayi_board *still = &index->still;
    const size_t at = (size_t)(y + 1) * still->row_words + ((x + 1) >> 6);
    const uint64_t subgoals = still->beside[0][at] | still->beside[1][at];
    return index->rank_bases[at] +
           wayi_bits_count(subgoals & ((UINT64_C(1) << ((x + 1) & 63u)) - 1));
}

/// The vertex on a cell that is a subgoal.
static inline uint32_t wayi_beacon_vertex_at(const wayi_beacon_index *index, uint32_t x, uint32_t y)
{
    return index->ranks[wayi_beacon_rank(index, x, y)];
}

/// Bytes that hold the number of any vertex.
static inline uint32_t wayi_beacon_edge_bytes(const wayi_beacon_index *index)
{
    return index->vertex_count <= UINT16_MAX ? 2 : 4;
}

/// Where an edge leads.
static inline uint32_t wayi_beacon_edge(const wayi_beacon_index *index, uint32_t edge)
{
    return index->edge_bytes == 2 ? ((const uint16_t *)index->edges)[edge]
                                  : ((const uint32_t *)index->edges)[edge];
}

/// Open distance between two vertices: what an edge costs.
static inline way_cost wayi_beacon_weight(const wayi_beacon_index *index, uint32_t a, uint32_t b)
{
    const wayi_beacon_vertex *from = &index->vertices[a];
    const wayi_beacon_vertex *to = &index->vertices[b];
    return wayi_board_distance(&index->still, from->x, from->y, to->x, to->y);
}

/// Words of 4 bytes that a frame takes.
static inline uint32_t wayi_beacon_frame_size(uint32_t width)
{
    return width < WAYI_BEACON_PACKED ? width : 1 + (width + 1) / 2;
}

/// The labels of a frame, all eight or, where they are plain, its width of them.
static inline void wayi_beacon_unpack(const uint32_t *row, uint32_t width, way_cost *out)
{
    if (width < WAYI_BEACON_PACKED) {
        memcpy(out, row, width * sizeof *out);
        return;
    }
    uint16_t above[WAYI_BEACON_FRAME];
    memcpy(above, row + 1, sizeof above);
    for (uint32_t i = 0; i < WAYI_BEACON_FRAME; i++) {
        out[i] = row[0] + above[i];
    }
}

/// Where the labels for one hub lie in the rows of a node.
typedef struct wayi_beacon_column {
    const uint32_t *rows; ///< of the node's first vertex, from the hub's frame on
    uint32_t stride;
    uint32_t hub; ///< of the frame
    bool packed;  ///< the frame has a base
} wayi_beacon_column;

wayi_beacon_column wayi_beacon_column_of(const wayi_beacon_index *index,
                                         const wayi_beacon_node *node, uint32_t hub);

/// The label for it of a vertex, by its number in the node.
static inline way_cost wayi_beacon_column_label(const wayi_beacon_column *column, uint32_t local)
{
    const uint32_t *row = column->rows + (size_t)local * column->stride;
    uint16_t above = 0;
    if (!column->packed) {
        return row[column->hub];
    }
    memcpy(&above, (const unsigned char *)(row + 1) + column->hub * sizeof above, sizeof above);
    return row[0] + above;
}

/// The vertex after this one on the way to a hub of the node, or NONE if the index lies.
uint32_t wayi_beacon_hop(const wayi_beacon_index *index, const wayi_beacon_node *node,
                         uint32_t vertex, uint32_t hub);
