// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/hierarchical/supers.h"

#include <string.h>

/// Supers per piece of work.
#define SUPERS_PIECE 4u

#define SUPERS_COSTS WAYI_BLOB_TAG('S', 'U', 'P', 'S')

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

static void maker_init(wayi_super_maker *maker, const way_allocator *allocator)
{
    *maker = (wayi_super_maker){.index = UINT32_MAX};
    wayi_path_buffer_init(&maker->costs, allocator);
    wayi_path_buffer_init(&maker->out, allocator);
    wayi_heap_init(&maker->heap, allocator);
}

static size_t supers_size(uint32_t count)
{
    return (size_t)count * (count + 1);
}

static size_t super_size(const wayi_super *super)
{
    return super->borrowed ? super->count : supers_size(super->count);
}

static void super_clear(wayi_super *super, const way_allocator *allocator)
{
    wayi_free(allocator, super->gates, super_size(super), sizeof *super->gates);
    *super = (wayi_super){0};
}

/// Gives up the super in hand.
static void maker_drop(wayi_super_maker *maker, const way_allocator *allocator)
{
    wayi_free(allocator, maker->gates, supers_size(maker->count), sizeof *maker->gates);
    maker->gates = NULL;
    maker->count = 0;
    maker->index = UINT32_MAX;
}

static void maker_fini(wayi_super_maker *maker, const way_allocator *allocator)
{
    maker_drop(maker, allocator);
    wayi_path_buffer_fini(&maker->costs);
    wayi_path_buffer_fini(&maker->out);
    wayi_heap_fini(&maker->heap);
}

/// The cluster of a super at a row and column of the map.
static uint32_t supers_cluster(const wayi_supers *supers, uint32_t row, uint32_t column)
{
    return row * supers->clusters->columns + column;
}

/// Whether a gate leads out of its super.
static bool supers_leads_out(const wayi_supers *supers, uint32_t gate)
{
    const wayi_gate *gates = supers->clusters->gates;
    return wayi_gate_leads(&gates[gate]) &&
           wayi_supers_of_gate(supers, gate) != wayi_supers_of_gate(supers, gates[gate].partner);
}

/// Goes on from a gate that was come in by; false without memory.
static bool maker_settle(wayi_super_maker *maker, const wayi_supers *supers, uint32_t gate,
                         way_cost g)
{
    const uint32_t *ranks = supers->ranks;
    const wayi_clusters *clusters = supers->clusters;
    const wayi_cluster *cluster = &clusters->clusters[wayi_gate_cluster(&clusters->gates[gate])];
    const way_cost *row = wayi_clusters_row(clusters, gate);
    for (uint32_t i = 0; i < cluster->count; i++) {
        const uint32_t to = cluster->first + i;
        if (!wayi_gate_leads(&clusters->gates[to])) {
            continue;
        }
        const bool leads_out = !(ranks[to] & WAYI_RANK_INNER);
        const uint32_t next = leads_out ? to : clusters->gates[to].partner;
        way_cost *known = leads_out ? &maker->out.states[ranks[to]]
                                    : &maker->costs.states[ranks[next] & ~WAYI_RANK_INNER];
        const way_cost cost =
            way_cost_add(way_cost_add(g, row[i]), leads_out ? 0 : clusters->gates[to].step);
        if (cost >= *known) {
            continue;
        }
        *known = cost;
        if (!leads_out && !wayi_heap_push(&maker->heap, (wayi_heap_item){cost, next, next})) {
            return false;
        }
    }
    return true;
}

/// Goes on with the costs from one gate to all gates of the super. ARRIVED when they are known.
static way_outcome maker_explore(wayi_super_maker *maker, const wayi_supers *supers,
                                 uint32_t *budget)
{
    const wayi_clusters *clusters = supers->clusters;
    if (!maker->exploring) {
        memset(maker->costs.states, 0xff, maker->costs.count * sizeof *maker->costs.states);
        memset(maker->out.states, 0xff, maker->out.count * sizeof *maker->out.states);
        wayi_heap_clear(&maker->heap);
        if (!maker_settle(maker, supers, maker->gates[maker->gate], 0)) {
            return WAY_OUTCOME_CAPACITY;
        }
        maker->exploring = true;
    }
    while (maker->heap.count) {
        if (*budget == 0) {
            return WAY_OUTCOME_MOVING;
        }
        const wayi_heap_item top = wayi_heap_pop(&maker->heap);
        const way_cost known = maker->costs.states[supers->ranks[top.id] & ~WAYI_RANK_INNER];
        if (known != top.key) {
            continue;
        }
        if (!maker_settle(maker, supers, top.id, (way_cost)top.key)) {
            return WAY_OUTCOME_CAPACITY;
        }
        const uint32_t index = wayi_gate_cluster(&clusters->gates[top.id]);
        maker->units += wayi_budget_take(budget, 1 + clusters->clusters[index].count / 16);
    }
    maker->exploring = false;
    return WAY_OUTCOME_ARRIVED;
}

/// Ranks the gates of a super and lists those that lead out, if there is a list yet; returns how
/// many gates there are.
static uint32_t maker_rank(wayi_super_maker *maker, const wayi_supers *supers)
{
    const wayi_clusters *clusters = supers->clusters;
    const supers_span span = supers_span_of(supers, maker->index);
    uint32_t inner = 0;
    uint32_t leading = 0;
    for (uint32_t row = span.top; row < span.bottom; row++) {
        for (uint32_t column = span.left; column < span.right; column++) {
            const wayi_cluster *cluster = &clusters->clusters[supers_cluster(supers, row, column)];
            for (uint32_t i = cluster->first; i < cluster->first + cluster->count; i++) {
                const bool leads_out = supers_leads_out(supers, i);
                if (leads_out && maker->gates) {
                    maker->gates[leading] = i;
                }
                supers->ranks[i] = leads_out ? leading++ : WAYI_RANK_INNER | inner++;
            }
        }
    }
    maker->count = leading;
    return inner + leading;
}

/// Starts on a super; false without memory.
static bool maker_begin(wayi_super_maker *maker, const wayi_supers *supers, uint32_t index,
                        uint32_t *budget)
{
    maker->index = index;
    maker->gate = 0;
    maker->exploring = false;
    const uint32_t gates = maker_rank(maker, supers);
    const size_t size = supers_size(maker->count);
    maker->units += wayi_budget_take(budget, 1 + gates / 8);
    maker->gates = maker->count ? wayi_alloc(&supers->allocator, size, sizeof(uint32_t)) : NULL;
    if ((maker->count && !maker->gates) || !wayi_path_buffer_reserve(&maker->costs, gates + 1) ||
        !wayi_path_buffer_reserve(&maker->out, maker->count + 1)) {
        maker->count = maker->gates ? maker->count : 0;
        maker_drop(maker, &supers->allocator);
        return false;
    }
    maker->costs.count = gates - maker->count;
    maker->out.count = maker->count;
    maker_rank(maker, supers);
    return true;
}

/// Goes on with the super in hand. ARRIVED when it is there, CAPACITY without memory.
static way_outcome maker_step(wayi_super_maker *maker, const wayi_supers *supers, uint32_t *budget)
{
    wayi_super *super = &supers->supers[maker->index];
    while (maker->gate < maker->count) {
        const way_outcome outcome = maker_explore(maker, supers, budget);
        if (outcome != WAY_OUTCOME_ARRIVED) {
            return outcome;
        }
        memcpy(maker->gates + maker->count + (size_t)maker->gate * maker->count, maker->out.states,
               maker->count * sizeof *maker->gates);
        maker->gate++;
    }
    super_clear(super, &supers->allocator);
    *super = (wayi_super){.count = maker->count,
                          .gates = maker->gates,
                          .costs = maker->count ? maker->gates + maker->count : NULL};
    maker->gates = NULL;
    maker->count = 0;
    maker->index = UINT32_MAX;
    return WAY_OUTCOME_ARRIVED;
}

// Building ----------------------------------------------------------------------------------------

typedef struct supers_job {
    wayi_supers *supers;
    bool *failed; ///< by piece
} supers_job;

static void supers_make_piece(uint32_t index, void *argument)
{
    const supers_job *job = argument;
    const way_allocator *allocator = &job->supers->allocator;
    wayi_super_maker maker;
    bool fits = true;
    maker_init(&maker, allocator);
    for (uint32_t i = index * SUPERS_PIECE;
         fits && i < (index + 1) * SUPERS_PIECE && i < job->supers->count; i++) {
        uint32_t budget = UINT32_MAX;
        fits = maker_begin(&maker, job->supers, i, &budget) &&
               maker_step(&maker, job->supers, &budget) == WAY_OUTCOME_ARRIVED;
    }
    maker_fini(&maker, allocator);
    job->failed[index] = !fits;
}

/// Makes room for the ranks of all gates; false without memory.
static bool supers_reserve_ranks(wayi_supers *supers)
{
    void *ranks = supers->ranks;
    const bool fits = wayi_grow_little(&supers->allocator, &ranks, &supers->rank_capacity,
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
    return supers->supers && supers->homes && supers_reserve_ranks(supers) &&
           wayi_ring_init(&supers->dirty, supers->count, &supers->allocator);
}

static void supers_init(wayi_supers *supers, const wayi_clusters *clusters, uint32_t factor)
{
    const uint32_t columns = (clusters->columns + factor - 1) / factor;
    const uint32_t rows = (clusters->count / clusters->columns + factor - 1) / factor;
    *supers = (wayi_supers){.clusters = clusters,
                            .factor = factor,
                            .columns = columns,
                            .count = columns * rows,
                            .allocator = clusters->allocator};
    maker_init(&supers->maker, &supers->allocator);
}

way_status wayi_supers_build(wayi_supers *supers, const wayi_clusters *clusters, uint32_t factor,
                             wayi_job_stage stage)
{
    supers_init(supers, clusters, factor);
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
        super_clear(&supers->supers[i], allocator);
    }
    wayi_free(allocator, supers->supers, supers->count, sizeof *supers->supers);
    wayi_free(allocator, supers->homes, supers->clusters->count, sizeof *supers->homes);
    wayi_free(allocator, supers->ranks, supers->rank_capacity, sizeof *supers->ranks);
    wayi_ring_fini(&supers->dirty, allocator);
    maker_fini(&supers->maker, allocator);
}

size_t wayi_supers_bytes(const wayi_supers *supers)
{
    if (!supers->clusters) {
        return 0;
    }
    size_t bytes = supers->count * sizeof *supers->supers +
                   supers->clusters->count * sizeof *supers->homes +
                   supers->rank_capacity * sizeof *supers->ranks +
                   ((size_t)supers->dirty.capacity + supers->maker.costs.capacity +
                    supers->maker.out.capacity + supers_size(supers->maker.count)) *
                       sizeof(uint32_t) +
                   supers->maker.heap.capacity * sizeof *supers->maker.heap.items;
    for (uint32_t i = 0; i < supers->count; i++) {
        bytes += super_size(&supers->supers[i]) * sizeof(uint32_t);
    }
    return bytes;
}

// Blobs -------------------------------------------------------------------------------------------

void wayi_supers_save(const wayi_supers *supers, wayi_blob_writer *writer)
{
    size_t total = 0;
    for (uint32_t i = 0; i < supers->count; i++) {
        total += (size_t)supers->supers[i].count * supers->supers[i].count;
    }
    way_cost *costs = wayi_blob_reserve(writer, SUPERS_COSTS, sizeof *costs, total);
    for (uint32_t i = 0; costs && i < supers->count; i++) {
        const size_t size = (size_t)supers->supers[i].count * supers->supers[i].count;
        if (size) {
            memcpy(costs, supers->supers[i].costs, size * sizeof *costs);
        }
        costs += size;
    }
}

/// Whether costs are nothing from a gate to itself, and without links the same both ways.
static bool supers_check(const wayi_supers *supers, const way_cost *costs, uint32_t count)
{
    const bool linked = supers->clusters->grid->layer->links;
    for (uint32_t a = 0; a < count; a++) {
        for (uint32_t b = 0; b < a && !linked; b++) {
            if (costs[(size_t)a * count + b] != costs[(size_t)b * count + a]) {
                return false;
            }
        }
        if (costs[(size_t)a * count + a] != 0) {
            return false;
        }
    }
    return true;
}

/// Ranks the gates of a super and gives it the costs of a blob, of which there are `left`.
static way_status supers_open_one(wayi_supers *supers, uint32_t index, const way_cost *costs,
                                  size_t left)
{
    wayi_super_maker *maker = &supers->maker;
    wayi_super *super = &supers->supers[index];
    maker->index = index;
    maker_rank(maker, supers);
    const uint32_t count = maker->count;
    const bool fits = (size_t)count * count <= left && supers_check(supers, costs, count);
    maker->gates = fits && count ? wayi_alloc(&supers->allocator, count, sizeof(uint32_t)) : NULL;
    if (maker->gates) {
        maker_rank(maker, supers);
    }
    *super = (wayi_super){
        .count = maker->gates ? count : 0, .gates = maker->gates, .costs = costs, .borrowed = true};
    maker->gates = NULL;
    maker->count = 0;
    maker->index = UINT32_MAX;
    return !fits                   ? WAY_STATUS_BAD_FORMAT
           : super->count == count ? WAY_STATUS_OK
                                   : WAY_STATUS_NO_MEMORY;
}

way_status wayi_supers_open(wayi_supers *supers, const wayi_clusters *clusters, uint32_t factor,
                            const wayi_blob *blob)
{
    size_t left = 0;
    supers_init(supers, clusters, factor);
    const way_cost *costs = wayi_blob_section(blob, SUPERS_COSTS, sizeof *costs, &left);
    if (!costs) {
        return WAY_STATUS_BAD_FORMAT;
    }
    way_status status = supers_reserve(supers) ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
    for (uint32_t i = 0; status == WAY_STATUS_OK && i < supers->count; i++) {
        status = supers_open_one(supers, i, costs, left);
        const size_t size = (size_t)supers->supers[i].count * supers->supers[i].count;
        costs += size;
        left -= size;
    }
    return status == WAY_STATUS_OK && left ? WAY_STATUS_BAD_FORMAT : status;
}

// Repairs -----------------------------------------------------------------------------------------

void wayi_supers_note(void *user, uint32_t cluster)
{
    wayi_supers *supers = user;
    const uint32_t index = supers->homes[cluster];
    wayi_super *super = &supers->supers[index];
    if (supers->maker.index == index) { // behind the others
        maker_drop(&supers->maker, &supers->allocator);
        super->dirty = false;
    }
    if (!super->dirty) {
        wayi_ring_push(&supers->dirty, index);
        super->dirty = true;
    }
}

way_status wayi_supers_repair(wayi_supers *supers, uint32_t *budget, bool *done)
{
    wayi_super_maker *maker = &supers->maker;
    bool fits = supers_reserve_ranks(supers);
    while (fits && *budget > 0 && (maker->index != UINT32_MAX || supers->dirty.count)) {
        if (maker->index == UINT32_MAX) {
            const uint32_t index = supers->dirty.items[supers->dirty.first];
            fits = maker_begin(maker, supers, index, budget);
            if (!fits) {
                break;
            }
            wayi_ring_pop(&supers->dirty);
        }
        const uint32_t index = maker->index;
        const way_outcome outcome = maker_step(maker, supers, budget);
        supers->rebuilt += outcome == WAY_OUTCOME_ARRIVED;
        if (outcome == WAY_OUTCOME_CAPACITY) {
            maker_drop(maker, &supers->allocator);
            wayi_ring_push(&supers->dirty, index);
            fits = false;
        }
    }
    *done = fits && maker->index == UINT32_MAX && supers->dirty.count == 0;
    return fits ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}
