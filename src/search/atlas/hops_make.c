// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A row names the first link of a cheapest chain. Of several such links that one is named which
// serves the longest run: a compressed path database of the regions. What is left to go falls with
// every link, so a chain over rows of one version ends.
#include "base/flag.h"
#include "core/bucket_queue.h"
#include "search/atlas/hops_keep.h"

#include <string.h>

/// A link as rows are made of it.
typedef struct hops_edge {
    uint16_t to; ///< a row
    uint16_t link;
    way_cost cost;
} hops_edge;

/// All links, at hand. Keys of the queue are distances without their lowest bits: no link is
/// cheaper than those are worth, so whatever shares a key is settled by then, and in any order.
typedef struct hops_graph {
    uint32_t *firsts; ///< [row_count + 1] the edges of each row
    hops_edge *edges; ///< [edge_count]
    uint32_t row_count, edge_count;
    uint32_t words; ///< of 64 bits, one for each link of a row
    uint32_t shift;
} hops_graph;

/// What it takes to make rows, one after the other. One per thread.
typedef struct hops_maker {
    const hops_graph *graph;
    way_cost *distances; ///< [row_count] by row
    uint64_t *firsts;    ///< [row_count * words] the links of the source that begin a best way
    uint64_t *shared;    ///< [words] those that all targets of the run at hand have in common
    uint32_t *picked;    ///< [words * 64] edges of a row
    uint32_t source;     ///< the row that is under way
    wayi_bucket_queue queue;
    wayi_path_buffer runs; ///< of the last row
    way_allocator allocator;
} hops_maker;

// The graph ---------------------------------------------------------------------------------------

static void hops_graph_fini(hops_graph *graph, const way_allocator *allocator)
{
    wayi_free(allocator, graph->firsts, graph->row_count + 1, sizeof *graph->firsts);
    wayi_free(allocator, graph->edges, graph->edge_count, sizeof *graph->edges);
}

/// Lists the links of all rows; false without memory. `fini` is fine in both cases.
static bool hops_graph_init(hops_graph *graph, const wayi_hops *hops)
{
    *graph = (hops_graph){.row_count = hops->count, .words = 1};
    for (uint32_t i = 0; i < hops->count; i++) {
        const uint32_t links = wayi_hops_links_of(hops, i).count;
        const uint32_t words = (links + 63) / 64;
        graph->edge_count += links;
        graph->words = words > graph->words ? words : graph->words;
    }
    const way_allocator *allocator = &hops->allocator;
    graph->firsts = wayi_alloc(allocator, hops->count + 1, sizeof *graph->firsts);
    graph->edges = wayi_alloc(allocator, graph->edge_count, sizeof *graph->edges);
    if (!graph->firsts || (graph->edge_count && !graph->edges)) {
        return false;
    }
    uint32_t count = 0;
    way_cost least = WAY_COST_MAX;
    way_cost most = 0;
    for (uint32_t i = 0; i < hops->count; i++) {
        const wayi_hops_links links = wayi_hops_links_of(hops, i);
        graph->firsts[i] = count;
        for (uint32_t k = 0; k < links.count; k++) {
            const wayi_atlas_region *to =
                wayi_atlas_region_at(hops->atlas, wayi_hops_target(hops, &links, k));
            const way_cost cost = wayi_atlas_decode(links.costs[k]);
            if (to && to->row < hops->count && cost != WAY_COST_MAX) {
                graph->edges[count++] = (hops_edge){to->row, (uint16_t)k, cost};
                least = cost < least ? cost : least;
                most = cost > most ? cost : most;
            }
        }
    }
    graph->firsts[hops->count] = count;
    // If costs are too far apart for the queue, some that tie are missed and runs may be shorter.
    while (least >> graph->shift > 1 || most >> graph->shift >= WAYI_BUCKET_QUEUE_SPAN / 2) {
        graph->shift++;
    }
    return true;
}

// Rows ------------------------------------------------------------------------------------------

static bool hops_maker_init(hops_maker *maker, const hops_graph *graph,
                            const way_allocator *allocator)
{
    *maker = (hops_maker){.graph = graph, .allocator = *allocator};
    wayi_bucket_queue_init(&maker->queue, &maker->allocator);
    wayi_path_buffer_init(&maker->runs, &maker->allocator);
    maker->distances = wayi_alloc(allocator, graph->row_count, sizeof *maker->distances);
    maker->firsts =
        wayi_alloc(allocator, (size_t)graph->row_count * graph->words, sizeof *maker->firsts);
    maker->shared = wayi_alloc(allocator, graph->words, sizeof *maker->shared);
    maker->picked = wayi_alloc(allocator, (size_t)graph->words * 64, sizeof *maker->picked);
    return maker->distances && maker->firsts && maker->shared && maker->picked;
}

static void hops_maker_fini(hops_maker *maker)
{
    const hops_graph *graph = maker->graph;
    const way_allocator *allocator = &maker->allocator;
    wayi_free(allocator, maker->distances, graph->row_count, sizeof *maker->distances);
    wayi_free(allocator, maker->firsts, (size_t)graph->row_count * graph->words,
              sizeof *maker->firsts);
    wayi_free(allocator, maker->shared, graph->words, sizeof *maker->shared);
    wayi_free(allocator, maker->picked, (size_t)graph->words * 64, sizeof *maker->picked);
    wayi_bucket_queue_fini(&maker->queue);
    wayi_path_buffer_fini(&maker->runs);
}

/// Adds what begins a best way to `from` to what begins one to `to`, or puts it in its place.
static void hops_make_share(hops_maker *maker, uint32_t from, uint32_t to, bool better)
{
    const uint32_t words = maker->graph->words;
    uint64_t *firsts = maker->firsts + (size_t)to * words;
    const uint64_t *more = maker->firsts + (size_t)from * words;
    for (uint32_t i = 0; i < words; i++) {
        firsts[i] = better ? more[i] : firsts[i] | more[i];
    }
}

static bool hops_make_open(hops_maker *maker, uint32_t row, way_cost distance)
{
    maker->distances[row] = distance;
    return wayi_bucket_queue_push(&maker->queue,
                                  (wayi_heap_item){distance >> maker->graph->shift, row, distance});
}

/// Looks at the links of a region; those of the source itself begin a way each.
static bool hops_make_relax(hops_maker *maker, uint32_t from)
{
    const hops_graph *graph = maker->graph;
    const way_cost base = maker->distances[from];
    // Those that lead somewhere are picked out first, without a branch that nobody can foretell.
    uint32_t picked = 0;
    const uint32_t end = graph->firsts[from + 1];
    for (uint32_t i = graph->firsts[from]; i < end; i++) {
        maker->picked[picked] = i;
        picked += (uint64_t)base + graph->edges[i].cost <= maker->distances[graph->edges[i].to];
    }
    for (uint32_t i = 0; i < picked; i++) {
        const hops_edge *edge = &graph->edges[maker->picked[i]];
        const way_cost distance = way_cost_add(base, edge->cost);
        const way_cost known = maker->distances[edge->to];
        if (distance == WAY_COST_MAX) {
            continue;
        }
        // Equals come in time: a target is settled after all that lead to it.
        if (from == maker->source) {
            uint64_t *firsts = maker->firsts + (size_t)edge->to * graph->words;
            memset(firsts, 0, graph->words * sizeof *firsts);
            firsts[edge->link / 64] = UINT64_C(1) << edge->link % 64;
        } else {
            hops_make_share(maker, from, edge->to, distance < known);
        }
        if (distance < known && !hops_make_open(maker, edge->to, distance)) {
            return false;
        }
    }
    return true;
}

/// Whether some link serves the run at hand and one more target; if so, only such are left.
static bool hops_make_extend(hops_maker *maker, uint32_t target)
{
    const uint32_t words = maker->graph->words;
    const uint64_t *firsts = maker->firsts + (size_t)target * words;
    uint64_t any = 0;
    for (uint32_t i = 0; i < words; i++) {
        any |= maker->shared[i] & firsts[i];
    }
    for (uint32_t i = 0; i < words && any; i++) {
        maker->shared[i] &= firsts[i];
    }
    return any != 0;
}

/// Ends a run that starts at `first`; false without memory.
static bool hops_make_end_run(hops_maker *maker, uint32_t first)
{
    uint32_t word = 0;
    while (maker->shared[word] == 0) {
        word++;
    }
    const uint32_t link = word * 64 + wayi_bits_lowest(maker->shared[word]);
    return wayi_path_buffer_push(&maker->runs, first << 16 | link);
}

/// Regions that can't be reached and the source itself go with whatever comes before.
static bool hops_make_runs(hops_maker *maker)
{
    uint32_t first = 0; // the first run starts at 0, so that every target is in one
    bool open = false;
    bool fits = true;
    wayi_path_buffer_clear(&maker->runs);
    for (uint32_t target = 0; target < maker->graph->row_count && fits; target++) {
        if (target == maker->source || maker->distances[target] == WAY_COST_MAX ||
            (open && hops_make_extend(maker, target))) {
            continue;
        }
        if (open) {
            fits = hops_make_end_run(maker, first);
            first = target;
        }
        memcpy(maker->shared, maker->firsts + (size_t)target * maker->graph->words,
               maker->graph->words * sizeof *maker->shared);
        open = true;
    }
    return fits && (!open || hops_make_end_run(maker, first));
}

/// Makes a row; false without memory.
static bool hops_make(hops_maker *maker, wayi_hops *hops, uint32_t row)
{
    uint32_t expansions = 0;
    memset(maker->distances, 0xff, maker->graph->row_count * sizeof *maker->distances);
    maker->source = row;
    bool fits = hops_make_open(maker, row, 0);
    while (wayi_bucket_queue_count(&maker->queue) && fits) {
        const wayi_heap_item item = wayi_bucket_queue_pop(&maker->queue);
        if (item.slot == maker->distances[item.id]) {
            expansions++;
            fits = hops_make_relax(maker, item.id);
        }
    }
    wayi_tally_add(&hops->made, expansions);
    return fits && hops_make_runs(maker) && maker->runs.count <= UINT16_MAX;
}

// All of them -------------------------------------------------------------------------------------

/// Gives every region a row; false without memory.
static bool hops_make_number(wayi_hops *hops)
{
    const uint32_t total = hops->atlas->region_count;
    uint32_t *names = wayi_alloc(&hops->allocator, total, sizeof *names);
    hops->rows = wayi_alloc_zero(&hops->allocator, total, sizeof *hops->rows);
    hops->capacity = hops->rows ? total : 0;
    const bool enough = names && hops->rows && wayi_atlas_number(hops->atlas, names);
    for (uint32_t i = 0; enough && i < total; i++) {
        hops->rows[i] = (wayi_hops_row){.region = names[i]};
    }
    hops->count = enough ? total : 0;
    wayi_free(&hops->allocator, names, total, sizeof *names);
    return enough;
}

/// Rows of a piece of the work.
#define HOPS_MAKE_PIECE 32u

typedef struct hops_making {
    wayi_hops *hops;
    hops_graph graph;
} hops_making;

static way_status hops_make_piece(uint32_t index, void *argument)
{
    const hops_making *making = argument;
    wayi_hops *hops = making->hops;
    hops_maker maker;
    bool fits = hops_maker_init(&maker, &making->graph, &hops->allocator);
    const uint32_t first = index * HOPS_MAKE_PIECE;
    for (uint32_t i = first; i < first + HOPS_MAKE_PIECE && i < hops->count && fits; i++) {
        fits = hops_make(&maker, hops, i);
        fits = fits && wayi_hops_replace(hops, &hops->rows[i], maker.runs.states, maker.runs.count);
    }
    hops_maker_fini(&maker);
    return fits ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

way_status wayi_hops_build(wayi_hops *hops, wayi_job_stage stage)
{
    wayi_atlas *atlas = hops->atlas;
    hops->off = atlas->region_count > WAYI_HOPS_MAX;
    atlas->changed = wayi_hops_follow;
    atlas->user = hops;
    if (hops->off || atlas->region_count == 0) {
        return wayi_job_report(stage, 1, 1) ? WAY_STATUS_OK : WAY_STATUS_CANCELLED;
    }
    if (!hops_make_number(hops)) {
        return WAY_STATUS_NO_MEMORY;
    }
    hops->version = atlas->version;
    hops_making making = {.hops = hops};
    const uint32_t pieces = (hops->count + HOPS_MAKE_PIECE - 1) / HOPS_MAKE_PIECE;
    const way_status status = hops_graph_init(&making.graph, hops)
                                  ? wayi_job_run(stage, pieces, hops_make_piece, &making)
                                  : WAY_STATUS_NO_MEMORY;
    hops_graph_fini(&making.graph, &hops->allocator);
    return status;
}
