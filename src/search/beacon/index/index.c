// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/beacon/index/index.h"

#include "map/grid/layer.h"

#include <string.h>

#define INDEX_VERTICES WAYI_BLOB_TAG('V', 'E', 'R', 'T')
#define INDEX_NODES WAYI_BLOB_TAG('N', 'O', 'D', '4')
#define INDEX_EDGES WAYI_BLOB_TAG('E', 'D', 'G', 'E')
#define INDEX_WIDTHS WAYI_BLOB_TAG('F', 'R', 'A', 'M')
#define INDEX_ROWS WAYI_BLOB_TAG('R', 'O', 'W', 'S')
#define INDEX_NEXT WAYI_BLOB_TAG('N', 'E', 'X', 'T')

static uint64_t index_subgoals(const wayi_board *board, size_t word)
{
    return board->beside[0][word] | board->beside[1][word];
}

bool wayi_beacon_index_open_ranks(wayi_beacon_index *index)
{
    index->rank_count = (index->still.height + 2) * index->still.row_words;
    index->rank_bases = wayi_alloc(&index->allocator, index->rank_count, sizeof(uint32_t));
    return index->rank_bases != NULL;
}

void wayi_beacon_index_count(wayi_beacon_index *index, uint32_t piece)
{
    const uint32_t words = wayi_board_piece_rows(&index->still) * index->still.row_words;
    const uint32_t first = piece * words;
    const uint32_t end = first + words;
    for (uint32_t word = first; word < end && word < index->rank_count; word++) {
        index->rank_bases[word] = index->vertex_count;
        index->vertex_count += wayi_bits_count(index_subgoals(&index->still, word));
    }
}

bool wayi_beacon_index_close_ranks(wayi_beacon_index *index)
{
    index->ranks = wayi_alloc(&index->allocator, (size_t)index->vertex_count + 1, sizeof(uint32_t));
    return index->ranks != NULL;
}

bool wayi_beacon_index_init(wayi_beacon_index *index, const wayi_board *board, const way_map *map,
                            const way_allocator *allocator)
{
    index->allocator = *allocator;
    if (!wayi_board_still(board, map, allocator, &index->still) ||
        !wayi_beacon_index_open_ranks(index)) {
        return false;
    }
    for (uint32_t piece = 0; piece < wayi_board_row_pieces(&index->still); piece++) {
        wayi_beacon_index_count(index, piece);
    }
    return wayi_beacon_index_close_ranks(index);
}

/// Next hops of a node.
static uint64_t index_count_hops(const wayi_beacon_node *node)
{
    return (uint64_t)node->cut * (node->end - node->first);
}

uint64_t wayi_beacon_index_bytes(const wayi_beacon_index *index)
{
    const uint64_t vertex = sizeof *index->vertices + sizeof *index->ranks;
    return wayi_board_bytes(&index->still) + index->rank_count * sizeof *index->rank_bases +
           ((uint64_t)index->vertex_count + 1) * vertex +
           ((uint64_t)index->edge_count + 1) * wayi_beacon_edge_bytes(index) +
           index->node_count * sizeof *index->nodes + index->width_count + 1 +
           index->row_count * sizeof *index->rows + index->next_count + 1;
}

void wayi_beacon_index_fini(wayi_beacon_index *index)
{
    const way_allocator *allocator = &index->allocator;
    const size_t vertices = (size_t)index->vertex_count + 1;
    if (!allocator->alloc) {
        return;
    }
    if (!index->borrowed) {
        WAYI_FREE(allocator, index->vertices, vertices);
        WAYI_FREE(allocator, index->nodes, index->node_count);
        wayi_free(allocator, index->edges, (size_t)index->edge_count + 1, index->edge_bytes);
        wayi_free(allocator, index->widths, (size_t)index->width_count + 1, 1);
        WAYI_FREE(allocator, index->rows, index->row_count);
        wayi_free(allocator, index->next, (size_t)index->next_count + 1, 1);
    }
    WAYI_FREE(allocator, index->ranks, vertices);
    WAYI_FREE(allocator, index->rank_bases, index->rank_count);
    wayi_board_fini(&index->still, allocator);
    *index = (wayi_beacon_index){0};
}

// Asking ------------------------------------------------------------------------------------------

wayi_beacon_column wayi_beacon_column_of(const wayi_beacon_index *index,
                                         const wayi_beacon_node *node, uint32_t hub)
{
    wayi_beacon_column column = {.rows = index->rows + node->rows, .stride = node->stride};
    for (uint32_t frame = 0; frame < node->frames; frame++) {
        const uint32_t width = index->widths[node->widths + frame];
        if (hub < width) {
            column.packed = width >= WAYI_BEACON_PACKED;
            break;
        }
        hub -= width;
        column.rows += wayi_beacon_frame_size(width);
    }
    column.hub = hub;
    return column;
}

/// The label of a vertex of the node for one of its hubs; FAR or more if it has none.
static way_cost index_label(const wayi_beacon_index *index, const wayi_beacon_node *node,
                            uint32_t vertex, uint32_t hub)
{
    const wayi_beacon_column column = wayi_beacon_column_of(index, node, hub);
    return wayi_beacon_column_label(&column, vertex - node->first);
}

/// A hub, and what the way there costs.
typedef struct index_aim {
    uint32_t hub;
    way_cost cost;
} index_aim;

/// Whether a shortest way to a hub leads by an edge of a vertex. What is too far by the open
/// distance needs no label.
static bool index_leads(const wayi_beacon_index *index, const wayi_beacon_node *node,
                        uint32_t vertex, uint32_t to, index_aim aim)
{
    const way_cost weight = wayi_beacon_weight(index, vertex, to);
    return to >= node->first && to < node->end &&
           weight + wayi_beacon_weight(index, to, node->first + aim.hub) <= aim.cost &&
           index_label(index, node, to, aim.hub) + weight == aim.cost;
}

/// The lowest edge that lies on a shortest way to the hub.
static uint32_t index_look(const wayi_beacon_index *index, const wayi_beacon_node *node,
                           uint32_t vertex, index_aim aim)
{
    for (uint32_t e = index->vertices[vertex].edges; e < index->vertices[vertex + 1].edges; e++) {
        const uint32_t to = wayi_beacon_edge(index, e);
        if (index_leads(index, node, vertex, to, aim)) {
            return to;
        }
    }
    return WAYI_BEACON_NONE;
}

uint32_t wayi_beacon_hop(const wayi_beacon_index *index, const wayi_beacon_node *node,
                         uint32_t vertex, uint32_t hub)
{
    const uint64_t column = node->next + (uint64_t)hub * (node->end - node->first);
    const uint32_t edge = index->next[column + (vertex - node->first)];
    if (edge >= WAYI_BEACON_LOOK) {
        const index_aim aim = {hub, index_label(index, node, vertex, hub)};
        return edge == WAYI_BEACON_LOOK ? index_look(index, node, vertex, aim) : WAYI_BEACON_NONE;
    }
    return wayi_beacon_edge(index, index->vertices[vertex].edges + edge);
}

// Saving ------------------------------------------------------------------------------------------

void wayi_beacon_index_save(const wayi_beacon_index *index, wayi_blob_writer *writer)
{
    wayi_blob_add(writer, INDEX_VERTICES, sizeof *index->vertices, index->vertices,
                  (size_t)index->vertex_count + 1);
    wayi_blob_add(writer, INDEX_NODES, sizeof *index->nodes, index->nodes, index->node_count);
    wayi_blob_add(writer, INDEX_EDGES, index->edge_bytes, index->edges, index->edge_count);
    wayi_blob_add(writer, INDEX_WIDTHS, 1, index->widths, index->width_count);
    wayi_blob_add(writer, INDEX_ROWS, sizeof *index->rows, index->rows, index->row_count);
    wayi_blob_add(writer, INDEX_NEXT, 1, index->next, (size_t)index->next_count);
}

/// A section to be read in place; no more items than fit its count.
static void *index_borrow(const wayi_blob *blob, uint32_t tag, uint32_t size, uint64_t *count)
{
    size_t items = 0;
    const void *section = wayi_blob_section(blob, tag, size, &items);
    *count = items;
    return (void *)(uintptr_t)section; // only ever read: `borrowed` says so
}

static bool index_take(wayi_beacon_index *index, const wayi_blob *blob)
{
    uint64_t counts[6];
    index->borrowed = true;
    index->vertices = index_borrow(blob, INDEX_VERTICES, sizeof *index->vertices, &counts[0]);
    index->nodes = index_borrow(blob, INDEX_NODES, sizeof *index->nodes, &counts[1]);
    index->edge_bytes = wayi_beacon_edge_bytes(index);
    index->edges = index_borrow(blob, INDEX_EDGES, index->edge_bytes, &counts[2]);
    index->widths = index_borrow(blob, INDEX_WIDTHS, 1, &counts[3]);
    index->rows = index_borrow(blob, INDEX_ROWS, sizeof *index->rows, &counts[4]);
    index->next = index_borrow(blob, INDEX_NEXT, 1, &counts[5]);
    for (uint32_t i = 0; i < 5; i++) {
        if (counts[i] >= UINT32_MAX) {
            return false;
        }
    }
    index->node_count = (uint32_t)counts[1];
    index->edge_count = (uint32_t)counts[2];
    index->width_count = (uint32_t)counts[3];
    index->row_count = (uint32_t)counts[4];
    index->next_count = counts[5];
    return index->vertices && index->nodes && index->edges && index->widths && index->rows &&
           index->next && counts[0] == (uint64_t)index->vertex_count + 1;
}

/// Whether the places of a node's labels are where they can be.
static bool index_check_labels(const wayi_beacon_index *index, const wayi_beacon_node *node)
{
    const uint64_t size = node->end - node->first;
    if ((uint64_t)node->rows + node->row_words + WAYI_BEACON_SPARE > index->row_count ||
        (uint64_t)node->widths + node->frames > index->width_count) {
        return false;
    }
    uint64_t hubs = 0;
    uint64_t stride = 0;
    for (uint32_t i = 0; i < node->frames; i++) {
        const uint32_t width = index->widths[node->widths + i];
        if (width == 0 || width > WAYI_BEACON_FRAME) {
            return false;
        }
        hubs += width;
        stride += wayi_beacon_frame_size(width);
    }
    return hubs == node->cut && stride == node->stride && size * stride == node->row_words &&
           node->next <= index->next_count && size * hubs <= index->next_count - node->next;
}

/// Whether a node is a side of its parent.
static bool index_check_node(const wayi_beacon_index *index, uint32_t number)
{
    const wayi_beacon_node *node = &index->nodes[number];
    if (node->first > node->end || node->end > index->vertex_count ||
        node->cut > node->end - node->first || !index_check_labels(index, node)) {
        return false;
    }
    if (number == 0) {
        return node->parent == WAYI_BEACON_NONE && node->depth == 0 && node->path == 0 &&
               node->first == 0 && node->end == index->vertex_count;
    }
    if (node->parent >= number) {
        return false;
    }
    const wayi_beacon_node *parent = &index->nodes[node->parent];
    const uint64_t turn = UINT64_C(1) << (63u - parent->depth);
    return node->depth == parent->depth + 1 && node->depth <= WAYI_BEACON_DEPTH &&
           node->first >= parent->first + parent->cut && node->end <= parent->end &&
           (node->path == parent->path || node->path == (parent->path | turn));
}

/// Whether a vertex is a subgoal in the cut of its node, and its edges are the board's.
static bool index_check_vertex(wayi_beacon_index *index, uint32_t number, wayi_reach *list)
{
    const wayi_beacon_vertex *vertex = &index->vertices[number];
    const wayi_board *still = &index->still;
    if (vertex->node >= index->node_count || vertex->edges > vertex[1].edges ||
        vertex[1].edges > index->edge_count || vertex->x >= still->width ||
        vertex->y >= still->height || !wayi_board_is_subgoal(still, vertex->x, vertex->y)) {
        return false;
    }
    const wayi_beacon_node *node = &index->nodes[vertex->node];
    if (number < node->first || number >= node->first + node->cut ||
        wayi_beacon_vertex_at(index, vertex->x, vertex->y) != number) {
        return false;
    }
    const uint32_t count = wayi_board_full(still, vertex->x, vertex->y, list);
    if (vertex[1].edges - vertex->edges != count) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (wayi_beacon_edge(index, vertex->edges + i) !=
            wayi_beacon_vertex_at(index, list[i].x, list[i].y)) {
            return false;
        }
    }
    return true;
}

/// Whether a hop of a vertex is an edge, and stays in the node.
static bool index_check_hop(const wayi_beacon_index *index, const wayi_beacon_node *node,
                            uint32_t number, uint32_t hop)
{
    const wayi_beacon_vertex *vertex = &index->vertices[number];
    const uint32_t degree = vertex[1].edges - vertex->edges;
    const uint32_t to = hop < degree ? wayi_beacon_edge(index, vertex->edges + hop) : 0;
    return hop < degree && to >= node->first && to < node->end;
}

/// Whether the hops of a vertex in its node and those above do.
static bool index_check_hops(const wayi_beacon_index *index, uint32_t number)
{
    bool sound = true;
    for (uint32_t at = index->vertices[number].node; sound && at != WAYI_BEACON_NONE;
         at = index->nodes[at].parent) {
        const wayi_beacon_node *node = &index->nodes[at];
        const uint8_t *hop = index->next + node->next + (number - node->first);
        for (uint32_t hub = 0; sound && hub < node->cut; hub++) {
            sound = *hop >= WAYI_BEACON_LOOK || index_check_hop(index, node, number, *hop);
            hop += node->end - node->first;
        }
    }
    return sound;
}

/// Numbers the subgoals as the vertices say; false if two are the same.
static bool index_rank(wayi_beacon_index *index)
{
    memset(index->ranks, 0xff, index->vertex_count * sizeof *index->ranks);
    for (uint32_t i = 0; i < index->vertex_count; i++) {
        const wayi_beacon_vertex *vertex = &index->vertices[i];
        if (vertex->x >= index->still.width || vertex->y >= index->still.height ||
            !wayi_board_is_subgoal(&index->still, vertex->x, vertex->y)) {
            return false;
        }
        uint32_t *rank = &index->ranks[wayi_beacon_rank(index, vertex->x, vertex->y)];
        if (*rank != WAYI_BEACON_NONE) {
            return false;
        }
        *rank = i;
    }
    return true;
}

way_status wayi_beacon_index_open(wayi_beacon_index *index, const wayi_blob *blob)
{
    if (!index_take(index, blob) || index->node_count == 0 || !index_rank(index) ||
        index->vertices[0].edges != 0) {
        return WAY_STATUS_BAD_FORMAT;
    }
    const uint32_t most = wayi_board_reach_max(&index->still);
    wayi_reach *list = wayi_alloc(&index->allocator, most, sizeof *list);
    if (!list) {
        return WAY_STATUS_NO_MEMORY;
    }
    bool sound = true;
    uint64_t next = 0; // columns of hops lie one behind the other
    for (uint32_t i = 0; i < index->node_count && sound; i++) {
        const wayi_beacon_node *node = &index->nodes[i];
        sound = index_check_node(index, i) && node->next >= next;
        next = node->next + index_count_hops(node);
    }
    for (uint32_t i = 0; i < index->vertex_count && sound; i++) {
        sound = index_check_vertex(index, i, list);
    }
    for (uint32_t i = 0; i < index->vertex_count && sound; i++) {
        sound = index_check_hops(index, i);
    }
    WAYI_FREE(&index->allocator, list, most);
    return sound ? WAY_STATUS_OK : WAY_STATUS_BAD_FORMAT;
}
