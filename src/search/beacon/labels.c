// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Labels: from each hub of a node one search over the node's vertices, then the rows are packed.
// Hubs that follow each other in a cut are near each other, so their distances from a vertex are,
// too: a frame is closed after eight of them, or before one that would not fit for some vertex.
#include "search/beacon/build.h"

#include <string.h>

/// Bytes of a label with its next hop, about.
#define LABELS_BYTES 4u
/// Hubs that have labels however short memory is: they lead the search.
#define LABELS_FEWEST 4u

// One node ----------------------------------------------------------------------------------------

/// Distances from a hub inside the node. The queue has a bin for each stretch of distances that is
/// no longer than the shortest edge: what is in the nearest bin can't improve any more, in any
/// order.
static void labels_search(const wayi_beacon_labelling *work, const wayi_beacon_build *build,
                          uint32_t hub, way_cost *costs)
{
    const wayi_beacon_vertex *vertices = build->index->vertices;
    const uint32_t *edges = build->index->edges;
    const uint32_t first = work->node->first;
    const uint32_t shift = build->bin_shift;
    const uint32_t mask = build->bin_count - 1;
    uint32_t count = 1;
    uint32_t waiting = 1;
    memset(costs, 0xff, work->size * sizeof *costs);
    costs[hub] = 0;
    work->items[0] = (wayi_beacon_item){0, hub, WAYI_BEACON_NONE};
    work->bins[0] = 0;
    for (uint32_t bin = 0; waiting; bin++) {
        uint32_t at = work->bins[bin & mask];
        work->bins[bin & mask] = WAYI_BEACON_NONE;
        while (at != WAYI_BEACON_NONE) {
            const wayi_beacon_item item = work->items[at];
            at = item.next;
            waiting--;
            if (costs[item.vertex] < item.cost) {
                continue;
            }
            const wayi_beacon_vertex *vertex = &vertices[first + item.vertex];
            for (uint32_t e = vertex->edges; e < vertex[1].edges; e++) {
                const uint32_t to = edges[e] - first;
                const way_cost sum = item.cost + build->weights[e];
                if (to < work->size && sum < costs[to]) {
                    costs[to] = sum;
                    uint32_t *head = &work->bins[sum >> shift & mask];
                    work->items[count] = (wayi_beacon_item){sum, to, *head};
                    *head = count++;
                    waiting++;
                }
            }
        }
    }
}

/// Whether labels are less than they may be; vertices out of reach get that.
static bool labels_are_small(const wayi_beacon_labelling *work, way_cost *costs)
{
    bool small = true;
    for (uint32_t v = 0; v < work->size; v++) {
        small &= costs[v] < WAYI_BEACON_FAR || costs[v] == WAY_COST_MAX;
        costs[v] = costs[v] == WAY_COST_MAX ? WAYI_BEACON_FAR : costs[v];
    }
    return small;
}

/// Of every vertex the lowest edge on a shortest way to the hub.
static void labels_find_hops(const wayi_beacon_labelling *work, const wayi_beacon_build *build,
                             uint32_t hub, const way_cost *costs)
{
    uint8_t *hops = work->block->next + (size_t)hub * work->size;
    const wayi_beacon_vertex *vertices = build->index->vertices;
    const uint32_t *edges = build->index->edges;
    const uint32_t first = work->node->first;
    for (uint32_t v = 0; v < work->size; v++) {
        const uint32_t start = vertices[first + v].edges;
        uint32_t e = costs[v] < WAYI_BEACON_FAR ? start : start + WAYI_BEACON_LOOK;
        for (; v != hub && e - start < WAYI_BEACON_LOOK; e++) {
            const uint32_t to = edges[e] - first;
            if (to < work->size && costs[to] + build->weights[e] == costs[v]) {
                break;
            }
        }
        hops[v] = (uint8_t)(e - start < WAYI_BEACON_LOOK ? e - start : WAYI_BEACON_LOOK);
    }
    hops[hub] = WAYI_BEACON_HERE;
}

/// Whether a column can join a frame; notes it if so.
static bool labels_join_frame(wayi_beacon_labelling *work, const way_cost *costs, bool first)
{
    bool fits = true;
    for (uint32_t v = 0; v < work->size && !first; v++) {
        const way_cost low = costs[v] < work->lows[v] ? costs[v] : work->lows[v];
        const way_cost high = costs[v] > work->highs[v] ? costs[v] : work->highs[v];
        fits &= high - low <= UINT16_MAX;
    }
    for (uint32_t v = 0; v < work->size && fits; v++) {
        work->lows[v] = first || costs[v] < work->lows[v] ? costs[v] : work->lows[v];
        work->highs[v] = first || costs[v] > work->highs[v] ? costs[v] : work->highs[v];
    }
    return fits;
}

/// Cuts the hubs into frames.
static void labels_cut_frames(wayi_beacon_labelling *work)
{
    wayi_beacon_block *block = work->block;
    for (uint32_t hub = 0; hub < work->node->kept;) {
        uint32_t width = 0;
        while (
            width < WAYI_BEACON_FRAME && hub + width < work->node->kept &&
            labels_join_frame(work, work->costs + (size_t)(hub + width) * work->size, width == 0)) {
            width++;
        }
        // Four numbers in frames of two take no more than a frame of three and one.
        block->widths[block->width_count++] = (uint8_t)width;
        block->stride += wayi_beacon_frame_size(width);
        hub += width;
    }
}

static void labels_pack_row(const wayi_beacon_labelling *work, uint32_t v, uint32_t *row)
{
    uint32_t hub = 0;
    for (uint32_t frame = 0; frame < work->block->width_count; frame++) {
        const uint32_t width = work->block->widths[frame];
        way_cost costs[WAYI_BEACON_FRAME];
        way_cost base = WAY_COST_MAX;
        for (uint32_t i = 0; i < width; i++) {
            costs[i] = work->costs[(size_t)(hub + i) * work->size + v];
            base = costs[i] < base ? costs[i] : base;
        }
        if (width < WAYI_BEACON_PACKED) {
            memcpy(row, costs, width * sizeof *row);
        } else {
            row[0] = base;
            for (uint32_t i = 0; i < width; i++) {
                const uint16_t above = (uint16_t)(costs[i] - base);
                memcpy((unsigned char *)(row + 1) + i * sizeof above, &above, sizeof above);
            }
        }
        row += wayi_beacon_frame_size(width);
        hub += width;
    }
}

way_status wayi_beacon_labelling_open(wayi_beacon_labelling *work, const wayi_beacon_build *build,
                                      uint32_t number)
{
    const way_allocator *allocator = build->allocator;
    const wayi_beacon_vertex *vertices = build->index->vertices;
    const wayi_beacon_node *node = &build->index->nodes[number];
    *work = (wayi_beacon_labelling){
        .node = node, .block = &build->blocks[number], .size = node->end - node->first};
    work->item_count = vertices[node->end].edges - vertices[node->first].edges + 1;
    work->costs = wayi_alloc(allocator, (size_t)node->kept * work->size, sizeof *work->costs);
    work->lows = wayi_alloc(allocator, work->size, sizeof *work->lows);
    work->highs = wayi_alloc(allocator, work->size, sizeof *work->highs);
    work->items = wayi_alloc(allocator, work->item_count, sizeof *work->items);
    work->bins = wayi_alloc(allocator, build->bin_count, sizeof *work->bins);
    if (work->bins) {
        memset(work->bins, 0xff, build->bin_count * sizeof *work->bins);
    }
    work->block->next = wayi_alloc(allocator, (size_t)node->kept * work->size, 1);
    work->block->next_count = node->kept * work->size;
    work->block->widths = wayi_alloc(allocator, node->kept, 1);
    return work->costs && work->lows && work->highs && work->items && work->bins &&
                   work->block->next && work->block->widths
               ? WAY_STATUS_OK
               : WAY_STATUS_NO_MEMORY;
}

void wayi_beacon_labelling_close(wayi_beacon_labelling *work, const wayi_beacon_build *build)
{
    const way_allocator *allocator = build->allocator;
    if (work->node) {
        wayi_free(allocator, work->costs, (size_t)work->node->kept * work->size,
                  sizeof *work->costs);
        wayi_free(allocator, work->lows, work->size, sizeof *work->lows);
        wayi_free(allocator, work->highs, work->size, sizeof *work->highs);
        wayi_free(allocator, work->items, work->item_count, sizeof *work->items);
        wayi_free(allocator, work->bins, build->bin_count, sizeof *work->bins);
    }
    *work = (wayi_beacon_labelling){0};
}

way_status wayi_beacon_labelling_hub(wayi_beacon_labelling *work, const wayi_beacon_build *build,
                                     uint32_t hub)
{
    way_cost *costs = work->costs + (size_t)hub * work->size;
    labels_search(work, build, hub, costs);
    if (!labels_are_small(work, costs)) {
        return WAY_STATUS_TOO_LARGE;
    }
    labels_find_hops(work, build, hub, costs);
    return WAY_STATUS_OK;
}

way_status wayi_beacon_labelling_pack(wayi_beacon_labelling *work, const wayi_beacon_build *build)
{
    wayi_beacon_block *block = work->block;
    labels_cut_frames(work);
    const uint64_t total = (uint64_t)block->stride * work->size;
    if (total > UINT32_MAX) {
        return WAY_STATUS_TOO_LARGE;
    }
    block->row_count = (uint32_t)total;
    block->rows = wayi_alloc_zero(build->allocator, block->row_count, sizeof *block->rows);
    for (uint32_t v = 0; block->rows && v < work->size; v++) {
        labels_pack_row(work, v, block->rows + (size_t)v * block->stride);
    }
    return block->rows ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

void wayi_beacon_labels_node(uint32_t number, void *argument)
{
    const wayi_beacon_build *build = argument;
    const uint32_t kept = build->index->nodes[number].kept;
    if (kept == 0) {
        return;
    }
    wayi_beacon_labelling work;
    way_status status = wayi_beacon_labelling_open(&work, build, number);
    for (uint32_t hub = 0; hub < kept && status == WAY_STATUS_OK; hub++) {
        status = wayi_beacon_labelling_hub(&work, build, hub);
    }
    if (status == WAY_STATUS_OK) {
        status = wayi_beacon_labelling_pack(&work, build);
    }
    build->blocks[number].status = status;
    wayi_beacon_labelling_close(&work, build);
}

// All of them -------------------------------------------------------------------------------------

/// Numbers vertices in the order of the tree, and their edges.
static bool labels_number(wayi_beacon_build *build)
{
    wayi_beacon_index *index = build->index;
    const uint32_t count = index->vertex_count;
    const size_t edges = (size_t)index->edge_count + 1;
    index->vertices = wayi_alloc_zero(build->allocator, (size_t)count + 1, sizeof *index->vertices);
    index->edges = wayi_alloc_zero(build->allocator, edges, sizeof *index->edges);
    build->weights = wayi_alloc(build->allocator, edges, sizeof *build->weights);
    if (!index->vertices || !index->edges || !build->weights) {
        return false;
    }
    for (uint32_t v = 0; v < count; v++) {
        const uint32_t rank = build->order[v];
        index->ranks[rank] = v;
        index->vertices[v] = (wayi_beacon_vertex){
            .x = build->places[rank].x, .y = build->places[rank].y, .node = build->owners[rank]};
    }
    uint32_t at = 0;
    way_cost longest = 0;
    for (uint32_t v = 0; v < count; v++) {
        const uint32_t rank = build->order[v];
        index->vertices[v].edges = at;
        for (uint32_t e = build->starts[rank]; e < build->starts[rank + 1]; e++) {
            index->edges[at] = index->ranks[build->targets[e]];
            build->weights[at] = wayi_beacon_weight(index, v, index->edges[at]);
            longest = build->weights[at] > longest ? build->weights[at] : longest;
            at++;
        }
    }
    index->vertices[count].edges = at;
    // No edge is shorter than a straight step.
    build->bin_shift = wayi_bits_highest(index->still.cardinal);
    for (build->bin_count = 4; build->bin_count < (longest >> build->bin_shift) + 3;) {
        build->bin_count *= 2;
    }
    return true;
}

/// Labels of the whole tree if no node has them for more than so many hubs.
static uint64_t labels_count(const wayi_beacon_build *build, uint32_t most)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < build->split_count; i++) {
        const wayi_beacon_split *split = &build->splits[i];
        const uint32_t hubs = split->cut < most ? split->cut : most;
        count += (uint64_t)hubs * (split->end - split->first);
    }
    return count;
}

/// How many hubs of a node can have labels within the memory of the index.
static uint32_t labels_limit(const wayi_beacon_build *build)
{
    const wayi_beacon_index *index = build->index;
    const uint64_t graph = index->vertex_count * (sizeof *index->vertices + sizeof *index->ranks) +
                           index->edge_count * sizeof *index->edges +
                           build->split_count * sizeof *index->nodes;
    const uint64_t room = index->memory > graph ? index->memory - graph : 0;
    if (index->memory == 0 || labels_count(build, UINT32_MAX) * LABELS_BYTES <= room) {
        return UINT32_MAX;
    }
    uint32_t low = LABELS_FEWEST;
    for (uint32_t high = index->vertex_count; low + 1 < high;) {
        const uint32_t middle = low + (high - low) / 2;
        const bool fits = labels_count(build, middle) * LABELS_BYTES <= room;
        low = fits ? middle : low;
        high = fits ? high : middle;
    }
    return low;
}

/// Puts hubs that shall have labels to the front of a cut: some from all along it.
static void labels_spread(const wayi_beacon_build *build, const wayi_beacon_split *split,
                          uint32_t kept)
{
    uint32_t *order = build->order + split->first;
    for (uint32_t i = 0; i < kept; i++) {
        const uint32_t from = (uint32_t)((uint64_t)i * split->cut / kept);
        const uint32_t rank = order[from];
        order[from] = order[i];
        order[i] = rank;
    }
}

static bool labels_plant(wayi_beacon_build *build)
{
    wayi_beacon_index *index = build->index;
    const uint32_t limit = labels_limit(build);
    index->nodes = wayi_alloc_zero(build->allocator, build->split_count, sizeof *index->nodes);
    build->blocks = wayi_alloc_zero(build->allocator, build->split_count, sizeof *build->blocks);
    if (index->nodes) {
        index->node_count = build->split_count;
    }
    for (uint32_t i = 0; index->nodes && i < index->node_count; i++) {
        const wayi_beacon_split *split = &build->splits[i];
        index->nodes[i] = (wayi_beacon_node){.path = split->path,
                                             .depth = split->depth,
                                             .parent = split->parent,
                                             .first = split->first,
                                             .end = split->end,
                                             .cut = split->cut,
                                             .kept = split->cut < limit ? split->cut : limit};
        if (split->cut > limit) {
            index->thin = true;
            if (!build->ordered) {
                labels_spread(build, split, limit);
            }
        }
    }
    return index->nodes && build->blocks;
}

way_status wayi_beacon_labels_end(wayi_beacon_build *build)
{
    wayi_beacon_index *index = build->index;
    uint64_t rows = 0;
    uint64_t widths = 0;
    uint64_t next = 0;
    for (uint32_t i = 0; i < index->node_count; i++) {
        const wayi_beacon_block *block = &build->blocks[i];
        wayi_beacon_node *node = &index->nodes[i];
        if (block->status != WAY_STATUS_OK) {
            return block->status;
        }
        node->rows = (uint32_t)rows;
        node->widths = (uint32_t)widths;
        node->next = next;
        node->frames = block->width_count;
        node->stride = block->stride;
        rows += block->row_count;
        widths += block->width_count;
        next += block->next_count;
    }
    if (rows + WAYI_BEACON_SPARE >= UINT32_MAX || next >= SIZE_MAX) {
        return WAY_STATUS_TOO_LARGE;
    }
    index->row_count = (uint32_t)rows + WAYI_BEACON_SPARE;
    index->width_count = (uint32_t)widths;
    index->next_count = next;
    index->rows = wayi_alloc_zero(build->allocator, index->row_count, sizeof *index->rows);
    index->widths = wayi_alloc(build->allocator, (size_t)widths + 1, 1);
    index->next = wayi_alloc(build->allocator, (size_t)next + 1, 1);
    if (!index->rows || !index->widths || !index->next) {
        return WAY_STATUS_NO_MEMORY;
    }
    for (uint32_t i = 0; i < index->node_count; i++) {
        const wayi_beacon_block *block = &build->blocks[i];
        const wayi_beacon_node *node = &index->nodes[i];
        if (node->kept) {
            memcpy(index->rows + node->rows, block->rows, block->row_count * sizeof *block->rows);
            memcpy(index->widths + node->widths, block->widths, block->width_count);
            memcpy(index->next + node->next, block->next, block->next_count);
        }
    }
    return WAY_STATUS_OK;
}

bool wayi_beacon_labels_begin(wayi_beacon_build *build)
{
    return labels_plant(build) && labels_number(build);
}

// Building ----------------------------------------------------------------------------------------

way_status wayi_beacon_build_run(wayi_beacon_build *build, const way_job *job)
{
    if (!wayi_beacon_edges_begin(build)) {
        return WAY_STATUS_NO_MEMORY;
    }
    if (!wayi_job_run((wayi_job_stage){job, 0, 100}, build->piece_count, wayi_beacon_edges_piece,
                      build)) {
        return WAY_STATUS_CANCELLED;
    }
    way_status status = wayi_beacon_edges_end(build);
    if (status == WAY_STATUS_OK) {
        status = wayi_beacon_grow_tree(build, (wayi_job_stage){job, 100, 500});
    }
    if (status != WAY_STATUS_OK) {
        return status;
    }
    if (!wayi_beacon_labels_begin(build)) {
        return WAY_STATUS_NO_MEMORY;
    }
    return wayi_job_run((wayi_job_stage){job, 500, 1000}, build->index->node_count,
                        wayi_beacon_labels_node, build)
               ? wayi_beacon_labels_end(build)
               : WAY_STATUS_CANCELLED;
}

void wayi_beacon_build_fini(wayi_beacon_build *build)
{
    const way_allocator *allocator = build->allocator;
    wayi_beacon_edges_fini(build);
    const size_t count = (size_t)build->index->vertex_count + 1;
    const size_t edges = (size_t)build->index->edge_count + 1;
    wayi_free(allocator, build->starts, count, sizeof *build->starts);
    wayi_free(allocator, build->places, count, sizeof *build->places);
    wayi_free(allocator, build->targets, edges, sizeof *build->targets);
    wayi_free(allocator, build->weights, edges, sizeof *build->weights);
    wayi_free(allocator, build->order, count, sizeof *build->order);
    wayi_free(allocator, build->locals, count, sizeof *build->locals);
    wayi_free(allocator, build->owners, count, sizeof *build->owners);
    wayi_free(allocator, build->splits, build->split_capacity, sizeof *build->splits);
    for (uint32_t i = 0; build->blocks && i < build->index->node_count; i++) {
        const wayi_beacon_block *block = &build->blocks[i];
        const wayi_beacon_node *node = &build->index->nodes[i];
        wayi_free(allocator, block->rows, block->row_count, sizeof *block->rows);
        wayi_free(allocator, block->next, block->next_count, 1);
        wayi_free(allocator, block->widths, node->kept, 1);
    }
    wayi_free(allocator, build->blocks, build->split_count, sizeof *build->blocks);
    *build = (wayi_beacon_build){.index = build->index, .allocator = allocator};
}
