// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/beacon/change/rebuild.h"

#include <string.h>

/// Cells that count as one expansion where whole words of them are looked at.
#define REBUILD_CELLS 1024u
/// Legs that are looked along in the time of one, edges that are found, copied and moved, and
/// vertices that are compared, so many at once; bins that are emptied.
#define REBUILD_LEGS 16u
#define REBUILD_EDGES 16u
#define REBUILD_COPIED 256u
#define REBUILD_MOVED 64u
#define REBUILD_SAME 64u
#define REBUILD_COMPARED 4096u
#define REBUILD_BINS 1024u
/// Expansions of a piece in which subgoals are connected, about.
#define REBUILD_CONNECTED 16u

way_status wayi_beacon_rebuild_begin(wayi_beacon_rebuild *rebuild, const wayi_beacon_stale *stale,
                                     const way_map *map, const way_allocator *allocator)
{
    *rebuild = (wayi_beacon_rebuild){.old = stale->index,
                                     .map = map,
                                     .now = stale->now,
                                     .samples = stale->samples,
                                     .unit = stale->unit,
                                     .allocator = *allocator};
    rebuild->index = wayi_alloc_zero(allocator, 1, sizeof *rebuild->index);
    if (!rebuild->index) {
        return WAY_STATUS_NO_MEMORY;
    }
    rebuild->index->allocator = *allocator;
    rebuild->index->memory = stale->index->memory;
    wayi_beacon_touched *change = &rebuild->change;
    wayi_board *still = &rebuild->index->still;
    if (!wayi_board_open(&stale->now, allocator, still) ||
        !wayi_beacon_touched_init(change, stale->index, still, allocator)) {
        return WAY_STATUS_NO_MEMORY;
    }
    for (uint32_t i = 0; i < stale->count; i++) {
        change->pending.items[i] = stale->patches[i].rect;
    }
    change->pending.count = stale->count;
    return WAY_STATUS_OK;
}

bool wayi_beacon_rebuild_note(wayi_beacon_rebuild *rebuild, way_rect rect)
{
    if (rebuild->next.index) {
        return wayi_beacon_stale_note(&rebuild->next, &rect, 1);
    }
    wayi_beacon_rects_add(&rebuild->later, rect);
    if (rebuild->phase == 0) { // some rows may be copied with it
        wayi_beacon_rects_add(&rebuild->change.pending,
                              wayi_beacon_rect_grow(&rebuild->now, rect, rebuild->unit - 1, 0));
    }
    return true;
}

bool wayi_beacon_rebuild_shed(wayi_beacon_rebuild *rebuild, uint32_t *work)
{
    *work = 1 + WAYI_BEACON_PIECE / 4;
    return rebuild->build.index && wayi_beacon_build_shed(&rebuild->build, WAYI_BEACON_PIECE);
}

void wayi_beacon_rebuild_fini(wayi_beacon_rebuild *rebuild)
{
    if (!rebuild->old) {
        return;
    }
    wayi_beacon_labelling_close(&rebuild->work, &rebuild->build);
    wayi_beacon_cutter_close(&rebuild->cutter);
    wayi_beacon_touched_fini(&rebuild->change);
    wayi_beacon_stale_fini(&rebuild->next);
    if (rebuild->build.index) {
        wayi_beacon_build_fini(&rebuild->build);
    }
    if (rebuild->index) {
        wayi_beacon_index_fini(rebuild->index);
    }
    WAYI_FREE(&rebuild->allocator, rebuild->index, 1);
    *rebuild = (wayi_beacon_rebuild){0};
}

// Pieces ------------------------------------------------------------------------------------------

uint32_t wayi_beacon_rebuild_range(const wayi_beacon_rebuild *rebuild, uint32_t count,
                                   uint32_t *first)
{
    *first = rebuild->at * WAYI_BEACON_PIECE;
    return count - *first < WAYI_BEACON_PIECE ? count : *first + WAYI_BEACON_PIECE;
}

uint32_t wayi_beacon_rebuild_vertices(const wayi_beacon_rebuild *rebuild)
{
    return (rebuild->index->vertex_count + WAYI_BEACON_PIECE - 1) / WAYI_BEACON_PIECE;
}

uint32_t wayi_beacon_rebuild_once(const wayi_beacon_rebuild *rebuild)
{
    (void)rebuild;
    return 1;
}

// The board ---------------------------------------------------------------------------------------

static uint32_t rebuild_bands(const wayi_beacon_rebuild *rebuild)
{
    return wayi_board_row_pieces(&rebuild->index->still);
}

/// About as many expansions as a piece of the board is, whatever the size of the map.
static uint32_t rebuild_band_work(const wayi_beacon_rebuild *rebuild)
{
    return 1 + wayi_board_piece_cells(&rebuild->index->still) / REBUILD_CELLS;
}

static way_status rebuild_copy_rows(wayi_beacon_rebuild *rebuild, uint32_t *work)
{
    wayi_board_copy_rows(&rebuild->index->still, &rebuild->now, rebuild->at);
    *work = rebuild_band_work(rebuild);
    return WAY_STATUS_OK;
}

static uint32_t rebuild_count_planes(const wayi_beacon_rebuild *rebuild)
{
    return wayi_board_plane_pieces(&rebuild->index->still);
}

static way_status rebuild_make_planes(wayi_beacon_rebuild *rebuild, uint32_t *work)
{
    wayi_board_make_planes(&rebuild->index->still, rebuild->map, rebuild->at);
    *work = 2 * rebuild_band_work(rebuild);
    return WAY_STATUS_OK;
}

/// Looks at what the changes touch; pieces without a number.
static uint32_t rebuild_count_looks(const wayi_beacon_rebuild *rebuild)
{
    const wayi_beacon_touched *change = &rebuild->change;
    return change->pending.count || change->wiped < rebuild->old->vertex_count ? UINT32_MAX : 0;
}

static way_status rebuild_look(wayi_beacon_rebuild *rebuild, uint32_t *work)
{
    *work = wayi_beacon_touched_look(&rebuild->change);
    return WAY_STATUS_OK;
}

static uint32_t rebuild_count_slants(const wayi_beacon_rebuild *rebuild)
{
    // Room is made in the first piece, of which there is one in any case.
    return rebuild->at ? wayi_board_slant_pieces(&rebuild->index->still) : 1;
}

static way_status rebuild_make_slants(wayi_beacon_rebuild *rebuild, uint32_t *work)
{
    wayi_board *still = &rebuild->index->still;
    if (rebuild->at == 0 && !wayi_board_open_slants(still, &rebuild->allocator)) {
        return WAY_STATUS_NO_MEMORY;
    }
    wayi_board_make_slants(still, rebuild->at);
    *work = 4 * rebuild_band_work(rebuild) + (rebuild->at ? 0 : still->width / REBUILD_BINS);
    return WAY_STATUS_OK;
}

// The graph ---------------------------------------------------------------------------------------

static way_status rebuild_count(wayi_beacon_rebuild *rebuild, uint32_t *work)
{
    wayi_beacon_index *index = rebuild->index;
    if (rebuild->at == 0) {
        wayi_board_close_slants(&index->still, &rebuild->allocator);
        if (!wayi_beacon_index_open_ranks(index)) {
            return WAY_STATUS_NO_MEMORY;
        }
    }
    wayi_beacon_index_count(index, rebuild->at);
    *work = rebuild_band_work(rebuild);
    return WAY_STATUS_OK;
}

static way_status rebuild_place(wayi_beacon_rebuild *rebuild, uint32_t *work)
{
    if (rebuild->at == 0) {
        rebuild->build = (wayi_beacon_build){.index = rebuild->index,
                                             .old = rebuild->old,
                                             .touched = rebuild->change.marks,
                                             .allocator = &rebuild->allocator};
        if (!wayi_beacon_index_close_ranks(rebuild->index) ||
            !wayi_beacon_edges_begin(&rebuild->build)) {
            return WAY_STATUS_NO_MEMORY;
        }
    }
    wayi_beacon_edges_place(&rebuild->build, rebuild->at);
    *work = rebuild_band_work(rebuild);
    return WAY_STATUS_OK;
}

static uint32_t rebuild_count_pieces(const wayi_beacon_rebuild *rebuild)
{
    return rebuild->build.piece_count;
}

/// Subgoal by subgoal: where much is in sight, one is a piece.
static way_status rebuild_connect(wayi_beacon_rebuild *rebuild, uint32_t *work)
{
    const wayi_beacon_build *build = &rebuild->build;
    const wayi_beacon_piece *piece = &build->pieces[rebuild->at];
    const uint32_t legs = piece->legs;
    const uint32_t edges = piece->targets.count;
    const uint32_t begun = rebuild->part;
    const uint32_t first = rebuild->at * WAYI_BEACON_SUBGOALS;
    const uint32_t left = rebuild->index->vertex_count - first;
    const uint32_t count = left < WAYI_BEACON_SUBGOALS ? left : WAYI_BEACON_SUBGOALS;
    *work = 0;
    while (rebuild->part < count && *work < REBUILD_CONNECTED) {
        if (!wayi_beacon_edges_one(build, first + rebuild->part, rebuild->change.list)) {
            return WAY_STATUS_NO_MEMORY;
        }
        rebuild->part++;
        *work = (rebuild->part - begun) / 8 + (piece->legs - legs) / REBUILD_LEGS +
                (piece->targets.count - edges) / REBUILD_EDGES;
    }
    if (rebuild->part < count) {
        rebuild->at--;
    } else {
        rebuild->part = 0;
    }
    return WAY_STATUS_OK;
}

/// How many edges there are, a few pieces at a time.
static uint32_t rebuild_count_sums(const wayi_beacon_rebuild *rebuild)
{
    return (rebuild->build.piece_count + WAYI_BEACON_PIECE - 1) / WAYI_BEACON_PIECE;
}

static way_status rebuild_sum(wayi_beacon_rebuild *rebuild, uint32_t *work)
{
    uint32_t first = 0;
    const uint32_t end = wayi_beacon_rebuild_range(rebuild, rebuild->build.piece_count, &first);
    wayi_beacon_edges_sum(&rebuild->build, first, end);
    *work = WAYI_BEACON_PIECE / 64;
    return WAY_STATUS_OK;
}

static uint32_t rebuild_count_gather(const wayi_beacon_rebuild *rebuild)
{
    return rebuild->build.piece_count ? rebuild->build.piece_count : 1;
}

static way_status rebuild_gather(wayi_beacon_rebuild *rebuild, uint32_t *work)
{
    const way_status status =
        rebuild->at == 0 ? wayi_beacon_edges_end(&rebuild->build) : WAY_STATUS_OK;
    *work = 1;
    if (status == WAY_STATUS_OK && rebuild->build.piece_count) {
        *work += rebuild->build.pieces[rebuild->at].targets.count / REBUILD_COPIED;
        wayi_beacon_edges_gather(&rebuild->build, rebuild->at);
    }
    return status;
}

// Labels ------------------------------------------------------------------------------------------

static way_status rebuild_open_labels(wayi_beacon_rebuild *rebuild, uint32_t *work)
{
    wayi_beacon_build *build = &rebuild->build;
    *work = 1;
    return wayi_beacon_labels_open(build) && wayi_beacon_labels_open_edges(build)
               ? WAY_STATUS_OK
               : WAY_STATUS_NO_MEMORY;
}

/// Nodes of the new tree, a piece of them at a time.
static uint32_t rebuild_node_pieces(const wayi_beacon_rebuild *rebuild)
{
    return (rebuild->index->node_count + WAYI_BEACON_PIECE - 1) / WAYI_BEACON_PIECE;
}

static way_status rebuild_plant(wayi_beacon_rebuild *rebuild, uint32_t *work)
{
    uint32_t first = 0;
    const uint32_t end = wayi_beacon_rebuild_range(rebuild, rebuild->index->node_count, &first);
    wayi_beacon_labels_plant(&rebuild->build, first, end);
    *work = WAYI_BEACON_PIECE / 16;
    return WAY_STATUS_OK;
}

static way_status rebuild_number(wayi_beacon_rebuild *rebuild, uint32_t *work)
{
    uint32_t first = 0;
    const uint32_t end = wayi_beacon_rebuild_range(rebuild, rebuild->index->vertex_count, &first);
    if (first == 0) {
        wayi_beacon_drop_splits(&rebuild->build);
    }
    wayi_beacon_labels_number(&rebuild->build, first, end);
    *work = WAYI_BEACON_PIECE / 32;
    return WAY_STATUS_OK;
}

/// Edges of some vertices.
static uint32_t rebuild_edges(const wayi_beacon_rebuild *rebuild, uint32_t first, uint32_t end)
{
    return rebuild->index->vertices[end].edges - rebuild->index->vertices[first].edges;
}

static way_status rebuild_connect_labels(wayi_beacon_rebuild *rebuild, uint32_t *work)
{
    uint32_t first = 0;
    const uint32_t end = wayi_beacon_rebuild_range(rebuild, rebuild->index->vertex_count, &first);
    if (first == 0) {
        wayi_beacon_build_free_places(&rebuild->build);
    }
    wayi_beacon_labels_connect(&rebuild->build, first, end);
    *work = rebuild_edges(rebuild, first, end) / REBUILD_MOVED;
    return WAY_STATUS_OK;
}

static way_status rebuild_weigh(wayi_beacon_rebuild *rebuild, uint32_t *work)
{
    uint32_t first = 0;
    const uint32_t end = wayi_beacon_rebuild_range(rebuild, rebuild->index->vertex_count, &first);
    if (first == 0) {
        wayi_beacon_build_free_starts(&rebuild->build);
    }
    wayi_beacon_labels_weigh(&rebuild->build, first, end);
    *work = rebuild_edges(rebuild, first, end) / REBUILD_MOVED;
    return WAY_STATUS_OK;
}

/// Whether a node of the same tree has the vertices [first, end) that it had, and nothing touched
/// them.
static bool rebuild_is_same(const wayi_beacon_rebuild *rebuild, uint32_t first, uint32_t end)
{
    if (rebuild->grown || rebuild->at >= rebuild->old->node_count) {
        return false;
    }
    const wayi_beacon_node *node = &rebuild->index->nodes[rebuild->at];
    const wayi_beacon_node *old = &rebuild->old->nodes[rebuild->at];
    if (node->cut != old->cut || node->path != old->path || node->depth != old->depth ||
        node->end - node->first != old->end - old->first) {
        return false;
    }
    for (uint32_t i = first; i < end; i++) {
        const wayi_beacon_vertex *now = &rebuild->index->vertices[node->first + i];
        const wayi_beacon_vertex *then = &rebuild->old->vertices[old->first + i];
        if (now->x != then->x || now->y != then->y || rebuild->change.marks[old->first + i]) {
            return false;
        }
    }
    return true;
}

/// Takes over the labels of a node.
static void rebuild_keep(wayi_beacon_rebuild *rebuild, uint32_t number)
{
    const wayi_beacon_index *old = rebuild->old;
    const wayi_beacon_node *node = &old->nodes[number];
    const uint32_t size = node->end - node->first;
    rebuild->build.blocks[number] = (wayi_beacon_block){.rows = old->rows + node->rows,
                                                        .widths = old->widths + node->widths,
                                                        .next = old->next + node->next,
                                                        .row_count = node->row_words,
                                                        .width_count = node->frames,
                                                        .next_count = node->cut * size,
                                                        .stride = node->stride,
                                                        .borrowed = true};
}

static uint32_t rebuild_count_nodes(const wayi_beacon_rebuild *rebuild)
{
    return rebuild->index->node_count;
}

/// Compares some vertices of a node; when all are what they were its labels are kept, or else made.
static way_status rebuild_begin_label(wayi_beacon_rebuild *rebuild, uint32_t *work)
{
    const wayi_beacon_node *node = &rebuild->index->nodes[rebuild->at];
    const uint32_t size = node->end - node->first;
    const uint32_t first = rebuild->part;
    const uint32_t end = size - first < REBUILD_COMPARED ? size : first + REBUILD_COMPARED;
    const bool same = rebuild_is_same(rebuild, first, end);
    *work = 1 + (end - first) / REBUILD_SAME;
    rebuild->part = same && end < size ? end : 0;
    if (rebuild->part) {
        rebuild->at--;
        return WAY_STATUS_OK;
    }
    if (same) {
        rebuild_keep(rebuild, rebuild->at);
        return WAY_STATUS_OK;
    }
    const way_status status =
        wayi_beacon_labelling_open(&rebuild->work, &rebuild->build, rebuild->at);
    *work += rebuild->build.bin_count / REBUILD_BINS;
    rebuild->at -= status == WAY_STATUS_OK;
    return status;
}

/// A slice of a node's labels; the piece is done when they are.
static way_status rebuild_label(wayi_beacon_rebuild *rebuild, uint32_t *work)
{
    const wayi_beacon_build *build = &rebuild->build;
    *work = 1;
    if (rebuild->index->nodes[rebuild->at].cut == 0) {
        return WAY_STATUS_OK;
    }
    if (!rebuild->work.node) {
        return rebuild_begin_label(rebuild, work);
    }
    int64_t left = WAYI_BEACON_SLICE;
    bool done = false;
    const way_status status = wayi_beacon_labelling_step(&rebuild->work, build, &left, &done);
    *work = (uint32_t)(WAYI_BEACON_SLICE - left) / 4 + 1;
    if (done) {
        wayi_beacon_labelling_close(&rebuild->work, build);
    } else {
        rebuild->at--;
    }
    return status;
}

static way_status rebuild_place_labels(wayi_beacon_rebuild *rebuild, uint32_t *work)
{
    uint32_t first = 0;
    const uint32_t end = wayi_beacon_rebuild_range(rebuild, rebuild->index->node_count, &first);
    wayi_beacon_labels_place(&rebuild->build, first, end);
    *work = WAYI_BEACON_PIECE / 32;
    return WAY_STATUS_OK;
}

static way_status rebuild_open_rows(wayi_beacon_rebuild *rebuild, uint32_t *work)
{
    *work = 1;
    return wayi_beacon_labels_end(&rebuild->build);
}

static way_status rebuild_gather_labels(wayi_beacon_rebuild *rebuild, uint32_t *work)
{
    wayi_beacon_labels_gather(&rebuild->build, rebuild->at, rebuild->part);
    const wayi_beacon_block *block = &rebuild->build.blocks[rebuild->at];
    *work = 1 + (block->row_count / 256 + block->next_count / 64) /
                    wayi_beacon_labels_parts(&rebuild->build, rebuild->at);
    if (++rebuild->part < wayi_beacon_labels_parts(&rebuild->build, rebuild->at)) {
        rebuild->at--;
    } else {
        wayi_beacon_build_free_block(&rebuild->build, rebuild->at);
        rebuild->part = 0;
    }
    return WAY_STATUS_OK;
}

// All of it ---------------------------------------------------------------------------------------

static const wayi_beacon_phase rebuild_graph_phases[] = {
    {rebuild_bands, rebuild_copy_rows},      {rebuild_count_planes, rebuild_make_planes},
    {rebuild_count_looks, rebuild_look},     {rebuild_count_slants, rebuild_make_slants},
    {rebuild_bands, rebuild_count},          {rebuild_bands, rebuild_place},
    {rebuild_count_pieces, rebuild_connect}, {rebuild_count_sums, rebuild_sum},
    {rebuild_count_gather, rebuild_gather},
};

static const wayi_beacon_phase rebuild_label_phases[] = {
    {wayi_beacon_rebuild_once, rebuild_open_labels},
    {rebuild_node_pieces, rebuild_plant},
    {wayi_beacon_rebuild_vertices, rebuild_number},
    {wayi_beacon_rebuild_vertices, rebuild_connect_labels},
    {wayi_beacon_rebuild_vertices, rebuild_weigh},
    {rebuild_count_nodes, rebuild_label},
    {rebuild_node_pieces, rebuild_place_labels},
    {wayi_beacon_rebuild_once, rebuild_open_rows},
    {rebuild_count_nodes, rebuild_gather_labels},
};

enum {
    REBUILD_GRAPH = sizeof rebuild_graph_phases / sizeof *rebuild_graph_phases,
    REBUILD_LABELS = sizeof rebuild_label_phases / sizeof *rebuild_label_phases
};

static const wayi_beacon_phase *rebuild_find_phase(uint32_t number)
{
    if (number < REBUILD_GRAPH) {
        return &rebuild_graph_phases[number];
    }
    number -= REBUILD_GRAPH;
    return number < WAYI_BEACON_TREE_PHASES
               ? &wayi_beacon_tree_phases[number]
               : &rebuild_label_phases[number - WAYI_BEACON_TREE_PHASES];
}

/// Notes one of the rectangles that changed since rows were begun as a difference to the new index;
/// those that change from now on are noted at once.
static way_status rebuild_catch_up(wayi_beacon_rebuild *rebuild, uint32_t *work)
{
    wayi_beacon_stale *next = &rebuild->next;
    if (!next->index) {
        wayi_beacon_stale_init(next, rebuild->index, rebuild->now, rebuild->unit, rebuild->samples,
                               &rebuild->allocator);
    }
    rebuild->done = rebuild->later.count == 0;
    *work = 1;
    if (rebuild->done) {
        return WAY_STATUS_OK;
    }
    const uint64_t before = next->words;
    const bool noted =
        wayi_beacon_stale_note(next, &rebuild->later.items[--rebuild->later.count], 1);
    *work += (uint32_t)((next->words - before) / WAYI_BEACON_WORDS);
    return noted ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

way_status wayi_beacon_rebuild_step(wayi_beacon_rebuild *rebuild, uint32_t *work)
{
    if (rebuild->phase == REBUILD_GRAPH + WAYI_BEACON_TREE_PHASES + REBUILD_LABELS) {
        return rebuild_catch_up(rebuild, work);
    }
    const wayi_beacon_phase *phase = rebuild_find_phase(rebuild->phase);
    way_status status = WAY_STATUS_OK;
    *work = 1;
    if (rebuild->at < phase->count(rebuild)) {
        uint32_t spent = 0;
        status = phase->piece(rebuild, &spent);
        *work += spent;
        rebuild->at++;
    } else {
        rebuild->at = 0;
        rebuild->phase++;
    }
    return status;
}
