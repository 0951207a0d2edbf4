// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/hierarchical/supers.h"

#include <string.h>

/// Supers per piece of work.
#define SUPERS_PIECE 4u

/// The clusters of a super, by row and column.
typedef struct supers_span {
    uint32_t left, top, right, bottom; ///< right and bottom excluded
} supers_span;

static supers_span supers_span_of(const wayi_supers *supers, uint32_t index)
{
    const uint32_t columns = supers->clusters->columns;
    const uint32_t rows = supers->clusters->count / columns;
    const uint32_t left = index % supers->columns * supers->factor;
    const uint32_t top = index / supers->columns * supers->factor;
    return (supers_span){left, top,
                         left + supers->factor < columns ? left + supers->factor : columns,
                         top + supers->factor < rows ? top + supers->factor : rows};
}

/// Scratch for the searches inside one super.
typedef struct supers_work {
    const wayi_supers *supers;
    supers_span span;
    wayi_path_buffer costs; ///< by rank of inner gates: cost to come in by them
    wayi_path_buffer out;   ///< by rank of those that lead out: cost to get there
    wayi_heap heap;
    uint64_t expansions;
} supers_work;

static void supers_work_init(supers_work *work, const wayi_supers *supers)
{
    *work = (supers_work){.supers = supers};
    wayi_path_buffer_init(&work->costs, &supers->allocator);
    wayi_path_buffer_init(&work->out, &supers->allocator);
    wayi_heap_init(&work->heap, &supers->allocator);
}

static void supers_work_fini(supers_work *work)
{
    wayi_path_buffer_fini(&work->costs);
    wayi_path_buffer_fini(&work->out);
    wayi_heap_fini(&work->heap);
}

/// The cluster of a super at a row and column of the map.
static uint32_t supers_cluster(const wayi_supers *supers, uint32_t row, uint32_t column)
{
    return row * supers->clusters->columns + column;
}

/// Whether a gate leads out of its super.
static bool supers_leads_out(const wayi_supers *supers, uint32_t gate)
{
    return wayi_supers_of_gate(supers, gate) !=
           wayi_supers_of_gate(supers, supers->clusters->gates[gate].partner);
}

/// Goes on from a gate that was come in by; false without memory.
static bool supers_settle(supers_work *work, uint32_t gate, way_cost g)
{
    const uint32_t *ranks = work->supers->ranks;
    const wayi_clusters *clusters = work->supers->clusters;
    const wayi_cluster *cluster = &clusters->clusters[wayi_gate_cluster(&clusters->gates[gate])];
    const way_cost *row = wayi_clusters_row(clusters, gate);
    work->expansions++;
    for (uint32_t i = 0; i < cluster->count; i++) {
        const uint32_t to = cluster->first + i;
        const bool leads_out = !(ranks[to] & WAYI_RANK_INNER);
        const uint32_t next = leads_out ? to : clusters->gates[to].partner;
        way_cost *known = leads_out ? &work->out.states[ranks[to]]
                                    : &work->costs.states[ranks[next] & ~WAYI_RANK_INNER];
        const way_cost cost =
            way_cost_add(way_cost_add(g, row[i]), leads_out ? 0 : clusters->gates[to].step);
        if (cost >= *known) {
            continue;
        }
        *known = cost;
        if (!leads_out && !wayi_heap_push(&work->heap, (wayi_heap_item){cost, next, next})) {
            return false;
        }
    }
    return true;
}

/// Finds the costs from one gate to all gates of the super; false without memory.
static bool supers_explore(supers_work *work, uint32_t gate)
{
    memset(work->costs.states, 0xff, work->costs.count * sizeof *work->costs.states);
    memset(work->out.states, 0xff, work->out.count * sizeof *work->out.states);
    wayi_heap_clear(&work->heap);
    if (!supers_settle(work, gate, 0)) {
        return false;
    }
    while (work->heap.count) {
        const wayi_heap_item top = wayi_heap_pop(&work->heap);
        const way_cost known = work->costs.states[work->supers->ranks[top.id] & ~WAYI_RANK_INNER];
        if (known == top.key && !supers_settle(work, top.id, (way_cost)top.key)) {
            return false;
        }
    }
    return true;
}

/// Ranks the gates of a super; false without memory.
static bool supers_rank_gates(supers_work *work, uint32_t index, uint32_t *leading)
{
    const wayi_supers *supers = work->supers;
    const wayi_clusters *clusters = supers->clusters;
    uint32_t inner = 0;
    work->span = supers_span_of(supers, index);
    *leading = 0;
    for (uint32_t row = work->span.top; row < work->span.bottom; row++) {
        for (uint32_t column = work->span.left; column < work->span.right; column++) {
            const wayi_cluster *cluster = &clusters->clusters[supers_cluster(supers, row, column)];
            for (uint32_t i = cluster->first; i < cluster->first + cluster->count; i++) {
                supers->ranks[i] =
                    supers_leads_out(supers, i) ? (*leading)++ : WAYI_RANK_INNER | inner++;
            }
        }
    }
    if (!wayi_path_buffer_reserve(&work->costs, inner + 1) ||
        !wayi_path_buffer_reserve(&work->out, *leading + 1)) {
        return false;
    }
    work->costs.count = inner;
    work->out.count = *leading;
    return true;
}

static size_t supers_size(uint32_t count)
{
    return (size_t)count * (count + 1);
}

/// Lists the gates that lead out, in the order of their ranks.
static void supers_list(const supers_work *work, uint32_t *gates)
{
    const wayi_supers *supers = work->supers;
    const wayi_clusters *clusters = supers->clusters;
    for (uint32_t row = work->span.top; row < work->span.bottom; row++) {
        for (uint32_t column = work->span.left; column < work->span.right; column++) {
            const wayi_cluster *cluster = &clusters->clusters[supers_cluster(supers, row, column)];
            for (uint32_t i = cluster->first; i < cluster->first + cluster->count; i++) {
                if (!(supers->ranks[i] & WAYI_RANK_INNER)) {
                    gates[supers->ranks[i]] = i;
                }
            }
        }
    }
}

/// Makes a super anew; false without memory, and then it is still to be made.
static bool supers_make(supers_work *work, uint32_t index)
{
    const wayi_supers *supers = work->supers;
    wayi_super *super = &supers->supers[index];
    uint32_t count = 0;
    if (!supers_rank_gates(work, index, &count)) {
        return false;
    }
    uint32_t *gates =
        count ? wayi_alloc(&supers->allocator, supers_size(count), sizeof *gates) : NULL;
    bool fits = gates || count == 0;
    if (gates) {
        supers_list(work, gates);
    }
    for (uint32_t i = 0; fits && i < count; i++) {
        fits = supers_explore(work, gates[i]);
        if (fits) {
            memcpy(gates + count + (size_t)i * count, work->out.states, count * sizeof *gates);
        }
    }
    if (!fits) {
        wayi_free(&supers->allocator, gates, supers_size(count), sizeof *gates);
        return false;
    }
    wayi_free(&supers->allocator, super->gates, supers_size(super->count), sizeof *gates);
    *super = (wayi_super){.count = count, .gates = gates};
    return true;
}

// Building ----------------------------------------------------------------------------------------

typedef struct supers_job {
    wayi_supers *supers;
    bool *failed; ///< by piece
} supers_job;

static void supers_make_piece(uint32_t index, void *argument)
{
    const supers_job *job = argument;
    supers_work work;
    bool fits = true;
    supers_work_init(&work, job->supers);
    for (uint32_t i = index * SUPERS_PIECE;
         fits && i < (index + 1) * SUPERS_PIECE && i < job->supers->count; i++) {
        fits = supers_make(&work, i);
    }
    supers_work_fini(&work);
    job->failed[index] = !fits;
}

/// Makes room for the ranks of all gates; false without memory.
static bool supers_reserve_ranks(wayi_supers *supers)
{
    void *ranks = supers->ranks;
    const bool fits = wayi_grow(&supers->allocator, &ranks, &supers->rank_capacity,
                                supers->clusters->gate_capacity, sizeof *supers->ranks);
    supers->ranks = ranks;
    return fits;
}

/// Makes room for everything and tells clusters their supers; false without memory.
static bool supers_reserve(wayi_supers *supers)
{
    const wayi_clusters *clusters = supers->clusters;
    supers->supers = wayi_alloc_zero(&supers->allocator, supers->count, sizeof *supers->supers);
    supers->homes = wayi_alloc(&supers->allocator, clusters->count, sizeof *supers->homes);
    for (uint32_t i = 0; supers->homes && i < clusters->count; i++) {
        supers->homes[i] = i / clusters->columns / supers->factor * supers->columns +
                           i % clusters->columns / supers->factor;
    }
    return supers->supers && supers->homes && supers_reserve_ranks(supers);
}

way_status wayi_supers_build(wayi_supers *supers, const wayi_clusters *clusters, uint32_t factor,
                             wayi_job_stage stage)
{
    const uint32_t columns = (clusters->columns + factor - 1) / factor;
    const uint32_t rows = (clusters->count / clusters->columns + factor - 1) / factor;
    *supers = (wayi_supers){.clusters = clusters,
                            .factor = factor,
                            .columns = columns,
                            .count = columns * rows,
                            .allocator = clusters->allocator};
    wayi_path_buffer_init(&supers->queue, &supers->allocator);
    const uint32_t pieces = (supers->count + SUPERS_PIECE - 1) / SUPERS_PIECE;
    supers_job job = {supers, wayi_alloc_zero(&supers->allocator, pieces, sizeof(bool))};
    way_status status = WAY_STATUS_NO_MEMORY;
    if (job.failed && supers_reserve(supers)) {
        status = wayi_job_run(stage, pieces, supers_make_piece, &job) ? WAY_STATUS_OK
                                                                      : WAY_STATUS_CANCELLED;
    }
    for (uint32_t i = 0; status == WAY_STATUS_OK && i < pieces; i++) {
        status = job.failed[i] ? WAY_STATUS_NO_MEMORY : WAY_STATUS_OK;
    }
    wayi_free(&supers->allocator, job.failed, pieces, sizeof(bool));
    return status;
}

void wayi_supers_fini(wayi_supers *supers)
{
    const way_allocator *allocator = &supers->allocator;
    if (!supers->clusters) {
        return; // never begun
    }
    for (uint32_t i = 0; supers->supers && i < supers->count; i++) {
        wayi_free(allocator, supers->supers[i].gates, supers_size(supers->supers[i].count),
                  sizeof(uint32_t));
    }
    wayi_free(allocator, supers->supers, supers->count, sizeof *supers->supers);
    wayi_free(allocator, supers->homes, supers->clusters->count, sizeof *supers->homes);
    wayi_free(allocator, supers->ranks, supers->rank_capacity, sizeof *supers->ranks);
    wayi_path_buffer_fini(&supers->queue);
}

size_t wayi_supers_bytes(const wayi_supers *supers)
{
    if (!supers->clusters) {
        return 0;
    }
    size_t bytes = supers->count * sizeof *supers->supers +
                   supers->clusters->count * sizeof *supers->homes +
                   supers->rank_capacity * sizeof *supers->ranks +
                   supers->queue.capacity * sizeof *supers->queue.states;
    for (uint32_t i = 0; i < supers->count; i++) {
        bytes += supers_size(supers->supers[i].count) * sizeof(uint32_t);
    }
    return bytes;
}

// Repairs -----------------------------------------------------------------------------------------

bool wayi_supers_note(wayi_supers *supers, const way_rect *rects, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const wayi_clusters_span span = wayi_clusters_reach(supers->clusters, rects[i], 1);
        for (uint32_t row = span.top / supers->factor; row <= span.bottom / supers->factor; row++) {
            for (uint32_t column = span.left / supers->factor;
                 column <= span.right / supers->factor; column++) {
                const uint32_t index = row * supers->columns + column;
                if (supers->supers[index].dirty) {
                    continue;
                }
                if (!wayi_path_buffer_push(&supers->queue, index)) {
                    return false;
                }
                supers->supers[index].dirty = true;
            }
        }
    }
    return true;
}

way_status wayi_supers_repair(wayi_supers *supers, uint32_t budget, bool *done)
{
    supers_work work;
    *done = false;
    if (!supers_reserve_ranks(supers)) {
        return WAY_STATUS_NO_MEMORY;
    }
    bool fits = true;
    supers_work_init(&work, supers);
    while (fits && supers->queue_next < supers->queue.count && work.expansions < budget) {
        fits = supers_make(&work, supers->queue.states[supers->queue_next]);
        supers->queue_next += fits;
        supers->rebuilt += fits;
    }
    supers_work_fini(&work);
    if (fits && supers->queue_next == supers->queue.count) {
        wayi_path_buffer_clear(&supers->queue);
        supers->queue_next = 0;
        *done = true;
    }
    return fits ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}
