// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Labels: from each hub of a node one search over the node's vertices, or, in an index that follows
// another, what has changed of those that were there (recall.c); then the rows are packed.
// Hubs that follow each other in a cut are near each other, so their distances from a vertex are,
// too: a frame is closed after eight of them, or before one that would not fit for some vertex.
#include "search/beacon/build/build.h"

#include <string.h>

/// Vertices whose next hops are a piece of work, and of the other passes; edges in the time of an
/// expansion, where they are gone over and where one is looked for, and in that of a vertex there.
#define LABELS_PIECE 64u
#define LABELS_PASSED 1024u
#define LABELS_EDGES 16u
#define LABELS_LOOKED 32u
#define LABELS_HOP 4u

/// Labels of the hub in hand.
static way_cost *labels_column(const wayi_beacon_labelling *work)
{
    return work->costs + (size_t)work->hub * work->size;
}

/// Begins another pass over the vertices.
static void labels_pass(wayi_beacon_labelling *work, wayi_labels_pass pass)
{
    work->pass = pass;
    work->past = 0;
    work->fits = true;
}

/// Begins with the hub in hand.
static void labels_begin_hub(wayi_beacon_labelling *work, const wayi_beacon_build *build)
{
    labels_pass(work, wayi_recall_begin(work, build) ? WAYI_LABELS_READ : WAYI_LABELS_WIPE);
}

/// Starts the search from it. The queue has a bin for each stretch of distances that
/// is no longer than the shortest edge: what is in the nearest bin can't improve any more, in any
/// order.
static void labels_begin_search(wayi_beacon_labelling *work)
{
    labels_column(work)[work->hub] = 0;
    work->items[0] = (wayi_beacon_item){0, work->hub, WAYI_BEACON_NONE};
    work->bins[0] = 0;
    work->bin = 0;
    work->at = WAYI_BEACON_NONE;
    work->used = 1;
    work->waiting = 1;
    labels_pass(work, WAYI_LABELS_SEARCH);
}

/// Goes on with it for so many vertices.
static void labels_search(wayi_beacon_labelling *work, const wayi_beacon_build *build,
                          int64_t *budget)
{
    const wayi_beacon_vertex *vertices = build->index->vertices;
    const wayi_beacon_index *index = build->index;
    way_cost *costs = labels_column(work);
    const uint32_t first = work->node->first;
    const uint32_t shift = build->bin_shift;
    const uint32_t mask = build->bin_count - 1;
    while (work->waiting && *budget > 0) {
        if (work->at == WAYI_BEACON_NONE) {
            work->at = work->bins[work->bin & mask];
            work->bins[work->bin++ & mask] = WAYI_BEACON_NONE;
            continue;
        }
        const wayi_beacon_item item = work->items[work->at];
        work->at = item.next;
        work->waiting--;
        if (costs[item.vertex] < item.cost) {
            continue;
        }
        const wayi_beacon_vertex *vertex = &vertices[first + item.vertex];
        *budget -= 1 + (vertex[1].edges - vertex->edges) / LABELS_EDGES;
        for (uint32_t e = vertex->edges; e < vertex[1].edges; e++) {
            const uint32_t to = wayi_beacon_edge(index, e) - first;
            const way_cost sum = item.cost + build->weights[e];
            if (to < work->size && sum < costs[to]) {
                costs[to] = sum;
                uint32_t *head = &work->bins[sum >> shift & mask];
                work->items[work->used] = (wayi_beacon_item){sum, to, *head};
                *head = work->used++;
                work->waiting++;
            }
        }
    }
}

/// Whether labels are less than they may be; vertices out of reach get that.
static void labels_limit_some(wayi_beacon_labelling *work, uint32_t end)
{
    way_cost *costs = labels_column(work);
    bool fits = work->fits;
    for (uint32_t v = work->past; v < end; v++) {
        fits &= costs[v] < WAYI_BEACON_FAR || costs[v] == WAY_COST_MAX;
        costs[v] = costs[v] == WAY_COST_MAX ? WAYI_BEACON_FAR : costs[v];
    }
    work->fits = fits;
}

/// Of some vertices the lowest edge on a shortest way to the hub in hand; returns about how many
/// were looked at. Labels from a file that lies may have none.
static uint32_t labels_find_hops(wayi_beacon_labelling *work, const wayi_beacon_build *build,
                                 uint32_t end)
{
    const uint32_t hub = work->hub;
    const way_cost *costs = labels_column(work);
    uint8_t *hops = work->block->next + (size_t)hub * work->size;
    const wayi_beacon_vertex *vertices = build->index->vertices;
    const wayi_beacon_index *index = build->index;
    const uint32_t first = work->node->first;
    uint32_t looked = 0;
    for (uint32_t v = work->past; v < end; v++) {
        if (work->recall.on && !wayi_recall_is_due(work, v)) {
            continue;
        }
        const uint32_t start = vertices[first + v].edges;
        const uint32_t count = vertices[first + v + 1].edges - start;
        const uint32_t most = count < WAYI_BEACON_LOOK ? count : WAYI_BEACON_LOOK;
        uint32_t i = costs[v] < WAYI_BEACON_FAR ? 0 : most;
        for (; v != hub && i < most; i++) {
            const uint32_t to = wayi_beacon_edge(index, start + i) - first;
            if (to < work->size && costs[to] + build->weights[start + i] == costs[v]) {
                break;
            }
        }
        hops[v] = (uint8_t)(i < most ? i : WAYI_BEACON_LOOK);
        hops[v] = v == hub ? WAYI_BEACON_HERE : hops[v];
        looked += LABELS_HOP + (costs[v] < WAYI_BEACON_FAR ? i : 0);
    }
    return looked;
}

/// Whether the column of the hub in hand can join the frame that is open.
static void labels_fit_some(wayi_beacon_labelling *work, uint32_t end)
{
    const way_cost *costs = labels_column(work);
    const way_cost *lows = work->lows;
    const way_cost *highs = work->highs;
    bool fits = work->fits;
    for (uint32_t v = work->past; v < end; v++) {
        const way_cost low = costs[v] < lows[v] ? costs[v] : lows[v];
        const way_cost high = costs[v] > highs[v] ? costs[v] : highs[v];
        fits &= high - low <= UINT16_MAX;
    }
    work->fits = fits;
}

/// It does, as the first one or not.
static void labels_join_some(wayi_beacon_labelling *work, uint32_t end)
{
    const way_cost *costs = labels_column(work);
    const uint32_t past = work->past;
    way_cost *lows = work->lows;
    way_cost *highs = work->highs;
    if (work->width == 0) {
        memcpy(lows + past, costs + past, (end - past) * sizeof *costs);
        memcpy(highs + past, costs + past, (end - past) * sizeof *costs);
        return;
    }
    for (uint32_t v = past; v < end; v++) {
        lows[v] = costs[v] < lows[v] ? costs[v] : lows[v];
        highs[v] = costs[v] > highs[v] ? costs[v] : highs[v];
    }
}

static void labels_close_frame(wayi_beacon_labelling *work)
{
    wayi_beacon_block *block = work->block;
    block->widths[block->width_count++] = (uint8_t)work->width;
    block->stride += wayi_beacon_frame_size(work->width);
    work->width = 0;
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
            row[wayi_beacon_frame_size(width) - 1] = 0; // half of it may stay so
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
    work->costs = wayi_alloc(allocator, (size_t)node->cut * work->size, sizeof *work->costs);
    work->lows = wayi_alloc(allocator, work->size, sizeof *work->lows);
    work->highs = wayi_alloc(allocator, work->size, sizeof *work->highs);
    work->items = wayi_alloc(allocator, work->item_count, sizeof *work->items);
    work->bins = wayi_alloc(allocator, build->bin_count, sizeof *work->bins);
    if (work->bins) {
        memset(work->bins, 0xff, build->bin_count * sizeof *work->bins);
    }
    work->block->next = wayi_alloc(allocator, (size_t)node->cut * work->size, 1);
    work->block->next_count = node->cut * work->size;
    work->block->widths = wayi_alloc(allocator, node->cut, 1);
    const bool fits = work->costs && work->lows && work->highs && work->items && work->bins &&
                      work->block->next && work->block->widths &&
                      wayi_recall_open(work, build, number);
    work->pass = work->recall.node ? WAYI_LABELS_MEET : WAYI_LABELS_WIPE;
    return fits ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

void wayi_beacon_labelling_close(wayi_beacon_labelling *work, const wayi_beacon_build *build)
{
    const way_allocator *allocator = build->allocator;
    wayi_recall_close(work, build);
    if (work->node) {
        WAYI_FREE(allocator, work->costs, (size_t)work->node->cut * work->size);
        WAYI_FREE(allocator, work->lows, work->size);
        WAYI_FREE(allocator, work->highs, work->size);
        WAYI_FREE(allocator, work->items, work->item_count);
        WAYI_FREE(allocator, work->bins, build->bin_count);
    }
    *work = (wayi_beacon_labelling){0};
}

/// Makes room for the rows: all columns are there.
static way_status labels_open_rows(wayi_beacon_labelling *work, const wayi_beacon_build *build)
{
    wayi_beacon_block *block = work->block;
    labels_close_frame(work);
    const uint64_t total = (uint64_t)block->stride * work->size;
    if (total > UINT32_MAX) {
        return WAY_STATUS_TOO_LARGE;
    }
    block->row_count = (uint32_t)total;
    block->rows = wayi_alloc(build->allocator, block->row_count, sizeof *block->rows);
    return block->rows ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

/// What comes after a pass over all vertices.
static way_status labels_end_pass(wayi_beacon_labelling *work, const wayi_beacon_build *build)
{
    switch (work->pass) {
    case WAYI_LABELS_MEET:
        labels_begin_hub(work, build);
        return WAY_STATUS_OK;
    case WAYI_LABELS_READ:
        labels_pass(work, WAYI_LABELS_MEND);
        return WAY_STATUS_OK;
    case WAYI_LABELS_WIPE:
        labels_begin_search(work);
        return WAY_STATUS_OK;
    case WAYI_LABELS_LIMIT:
        if (!work->fits) {
            return WAY_STATUS_TOO_LARGE;
        }
        labels_pass(work, WAYI_LABELS_HOPS);
        return WAY_STATUS_OK;
    case WAYI_LABELS_HOPS:
        if (work->width == WAYI_BEACON_FRAME) {
            labels_close_frame(work);
        }
        labels_pass(work, work->width ? WAYI_LABELS_FIT : WAYI_LABELS_JOIN);
        return WAY_STATUS_OK;
    case WAYI_LABELS_FIT:
        if (!work->fits) {
            labels_close_frame(work);
        }
        labels_pass(work, WAYI_LABELS_JOIN);
        return WAY_STATUS_OK;
    default:
        work->width++;
        work->hub++;
        if (work->hub == work->node->cut) {
            return labels_open_rows(work, build);
        }
        labels_begin_hub(work, build);
        return WAY_STATUS_OK;
    }
}

/// Goes on with putting old labels right; where that is no gain a search does it.
static way_status labels_mend(wayi_beacon_labelling *work, const wayi_beacon_build *build,
                              int64_t *budget)
{
    bool done = false;
    const way_status status = wayi_recall_step(work, build, labels_column(work), budget, &done);
    if (done) {
        labels_pass(work, WAYI_LABELS_LIMIT);
    } else if (!work->recall.on) {
        labels_pass(work, WAYI_LABELS_WIPE);
    }
    return status;
}

/// Vertices of a piece of the pass in hand, and of them those that take the time of an expansion.
static uint32_t labels_piece(const wayi_beacon_labelling *work, uint32_t *some)
{
    const bool near = work->pass == WAYI_LABELS_MEET || work->pass == WAYI_LABELS_HOPS;
    *some = work->pass == WAYI_LABELS_MEET ? 8 : work->pass == WAYI_LABELS_READ ? 16 : 64;
    return near ? LABELS_PIECE : LABELS_PASSED;
}

/// Goes on with the pass in hand.
static way_status labels_do_hub(wayi_beacon_labelling *work, const wayi_beacon_build *build,
                                int64_t *budget)
{
    if (work->pass == WAYI_LABELS_SEARCH) {
        labels_search(work, build, budget);
        if (work->waiting == 0) {
            labels_pass(work, WAYI_LABELS_LIMIT);
        }
        return WAY_STATUS_OK;
    }
    if (work->pass == WAYI_LABELS_MEND) {
        return labels_mend(work, build, budget);
    }
    uint32_t some = 0;
    const uint32_t most = labels_piece(work, &some);
    const uint32_t left = work->size - work->past;
    const uint32_t end = work->past + (left < most ? left : most);
    *budget -= 1 + (end - work->past) / some;
    switch (work->pass) {
    case WAYI_LABELS_MEET:
        *budget -= wayi_recall_meet(work, build, end) / LABELS_EDGES;
        break;
    case WAYI_LABELS_READ:
        wayi_recall_read(work, labels_column(work),
                         work->block->next + (size_t)work->hub * work->size, end);
        break;
    case WAYI_LABELS_WIPE:
        memset(labels_column(work) + work->past, 0xff, (end - work->past) * sizeof *work->costs);
        break;
    case WAYI_LABELS_LIMIT:
        labels_limit_some(work, end);
        break;
    case WAYI_LABELS_HOPS:
        *budget -= labels_find_hops(work, build, end) / LABELS_LOOKED;
        break;
    case WAYI_LABELS_FIT:
        labels_fit_some(work, end);
        break;
    default:
        labels_join_some(work, end);
        break;
    }
    work->past = end;
    return end < work->size ? WAY_STATUS_OK : labels_end_pass(work, build);
}

way_status wayi_beacon_labelling_step(wayi_beacon_labelling *work, const wayi_beacon_build *build,
                                      int64_t *budget, bool *done)
{
    way_status status = WAY_STATUS_OK;
    while (*budget > 0 && status == WAY_STATUS_OK && work->hub < work->node->cut) {
        status = labels_do_hub(work, build, budget);
    }
    while (*budget > 0 && status == WAY_STATUS_OK && work->block->rows && work->row < work->size) {
        labels_pack_row(work, work->row,
                        work->block->rows + (size_t)work->row * work->block->stride);
        *budget -= 1 + work->node->cut / 8; // they lie far apart
        work->row++;
    }
    *done = work->row == work->size;
    return status;
}

way_status wayi_beacon_labels_node(uint32_t number, void *argument)
{
    const wayi_beacon_build *build = argument;
    if (build->index->nodes[number].cut == 0) {
        return WAY_STATUS_OK;
    }
    wayi_beacon_labelling work;
    way_status status = wayi_beacon_labelling_open(&work, build, number);
    for (bool done = false; !done && status == WAY_STATUS_OK;) {
        int64_t budget = INT64_MAX;
        status = wayi_beacon_labelling_step(&work, build, &budget, &done);
    }
    wayi_beacon_labelling_close(&work, build);
    return status;
}
