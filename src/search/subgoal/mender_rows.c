// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Repairs: rows. A record u -> v whose cost changed concerns the rows of those sources i only for
// which it was on a cheapest way (i to u, then it, cost as much as i to v) and got dearer, or for
// which it makes v cheaper. The distances come from the rows themselves.
#include "search/subgoal/mender.h"

#include <string.h>

/// More ends of changed records than this, and all rows are made again.
#define MENDER_ENDS_MAX 64u

/// The old record that a row names, or UINT32_MAX.
static uint32_t mender_rows_hop(const wayi_mender *mender, uint32_t from, uint32_t to)
{
    const uint32_t edge = wayi_routes_hop(mender->routes, from, to);
    const wayi_mender_region *entry = &mender->regions[from];
    if (edge == UINT32_MAX || !entry->has_old) {
        return edge;
    }
    return edge - mender->routes->regions[from].edge_first + entry->old_first;
}

/// Distances from all regions to one, by the old rows. Chains of hops are followed to a region that
/// is known already, then walked back; a chain that meets itself leads nowhere.
static void mender_rows_distances(wayi_mender *mender, uint32_t to, way_cost *out, uint32_t *chain)
{
    enum { UNKNOWN = 0, PENDING = 1, KNOWN = 2 };
    const uint32_t count = mender->routes->region_count;
    uint32_t *state = mender->seen;
    for (uint32_t i = 0; i < count; i++) {
        out[i] = WAY_COST_MAX;
    }
    out[to] = 0;
    state[to] = KNOWN;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t length = 0;
        uint32_t at = i;
        while (state[at] == UNKNOWN) {
            state[at] = PENDING;
            chain[length++] = at;
            const uint32_t edge = mender_rows_hop(mender, at, to);
            if (edge == UINT32_MAX) {
                break;
            }
            at = mender->routes->edges[edge].target;
        }
        while (length-- > 0) {
            const uint32_t edge = mender_rows_hop(mender, chain[length], to);
            if (edge != UINT32_MAX && state[mender->routes->edges[edge].target] == KNOWN) {
                out[chain[length]] =
                    way_cost_add(mender->costs[edge], out[mender->routes->edges[edge].target]);
            }
            state[chain[length]] = KNOWN;
        }
    }
    memset(state, 0, count * sizeof *state);
}

/// The ends of all changed records, each once; returns how many, or UINT32_MAX if too many.
static uint32_t mender_rows_ends(const wayi_mender *mender, uint32_t *ends)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < 2 * mender->change_count; i++) {
        const wayi_mender_change *change = &mender->changes[i / 2];
        const uint32_t end = i % 2 ? change->to : change->from;
        uint32_t k = 0;
        while (k < count && ends[k] != end) {
            k++;
        }
        if (k == count) {
            if (count == MENDER_ENDS_MAX) {
                return UINT32_MAX;
            }
            ends[count++] = end;
        }
    }
    return count;
}

/// Whether a changed record concerns a source that is so far from its ends.
static bool mender_rows_concerns(const wayi_mender_change *change, way_cost to_from,
                                 way_cost to_end)
{
    if (to_from == WAY_COST_MAX) {
        return false;
    }
    if (change->after > change->before) {
        return way_cost_add(to_from, change->before) == to_end;
    }
    return way_cost_add(to_from, change->after) < to_end;
}

static const way_cost *mender_rows_of(const way_cost *tables, const uint32_t *ends, uint32_t end,
                                      uint32_t count)
{
    uint32_t index = 0;
    while (ends[index] != end) {
        index++;
    }
    return tables + (size_t)index * count;
}

static void mender_rows_mark(wayi_mender *mender, const way_cost *tables, const uint32_t *ends)
{
    const uint32_t count = mender->routes->region_count;
    for (uint32_t k = 0; k < mender->change_count; k++) {
        const wayi_mender_change *change = &mender->changes[k];
        const way_cost *from = mender_rows_of(tables, ends, change->from, count);
        const way_cost *to = mender_rows_of(tables, ends, change->to, count);
        for (uint32_t i = 0; i < count; i++) {
            mender->regions[i].stale_row |= mender_rows_concerns(change, from[i], to[i]);
        }
    }
}

way_status wayi_mender_judge_rows(wayi_mender *mender)
{
    uint32_t ends[MENDER_ENDS_MAX];
    const uint32_t count = mender->routes->region_count;
    const uint32_t end_count = mender->all_rows ? UINT32_MAX : mender_rows_ends(mender, ends);
    if (end_count == UINT32_MAX) {
        for (uint32_t i = 0; i < count; i++) {
            mender->regions[i].stale_row = true;
        }
        return WAY_STATUS_OK;
    }
    if (end_count == 0) {
        return WAY_STATUS_OK;
    }
    way_cost *tables = wayi_alloc(&mender->allocator, (size_t)count * end_count, sizeof *tables);
    uint32_t *chain = wayi_alloc(&mender->allocator, count, sizeof *chain);
    const bool enough = tables && chain;
    for (uint32_t i = 0; enough && i < end_count; i++) {
        mender_rows_distances(mender, ends[i], tables + (size_t)i * count, chain);
    }
    if (enough) {
        mender_rows_mark(mender, tables, ends);
    }
    wayi_free(&mender->allocator, tables, (size_t)count * end_count, sizeof *tables);
    wayi_free(&mender->allocator, chain, count, sizeof *chain);
    return enough ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

/// Puts a new row in place of the old one, or behind all others if it is longer.
static bool mender_rows_store(wayi_routes *routes, uint32_t region, const wayi_path_buffer *runs)
{
    wayi_route_region *entry = &routes->regions[region];
    if (runs->count > entry->run_count) {
        if (!wayi_grow(&routes->allocator, (void **)&routes->runs, &routes->run_capacity,
                       routes->run_count + runs->count, sizeof *routes->runs)) {
            return false;
        }
        entry->run_first = routes->run_count;
        routes->run_count += runs->count;
    }
    entry->run_count = (uint16_t)runs->count;
    if (runs->count) {
        memcpy(routes->runs + entry->run_first, runs->states, runs->count * sizeof *routes->runs);
    }
    return true;
}

/// Closes the holes in the lists of neighbours.
static bool mender_rows_pack_near(wayi_mender *mender)
{
    wayi_path_buffer packed;
    wayi_path_buffer_init(&packed, &mender->allocator);
    if (!wayi_path_buffer_reserve(&packed, mender->near.count / 2 + 1)) {
        return false;
    }
    for (uint32_t i = 0; i < mender->partition.region_count; i++) {
        wayi_mender_region *entry = &mender->regions[i];
        const uint32_t first = packed.count;
        for (uint32_t k = 0; k < entry->near_count; k++) {
            packed.states[packed.count++] = mender->near.states[entry->near_first + k];
        }
        entry->near_first = first;
    }
    wayi_path_buffer_fini(&mender->near);
    mender->near = packed;
    return true;
}

/// Puts other lists of costs and traces in place of the mender's.
static void mender_rows_replace(wayi_mender *mender, way_cost *costs, wayi_mender_trace *traces,
                                uint32_t capacity)
{
    wayi_free(&mender->allocator, mender->costs, mender->cost_capacity, sizeof *costs);
    wayi_free(&mender->allocator, mender->traces, mender->trace_capacity, sizeof *traces);
    mender->costs = costs;
    mender->traces = traces;
    mender->cost_capacity = capacity;
    mender->trace_capacity = capacity;
}

/// Closes the holes in the lists of the routes: appends what is in use to empty ones, then swaps.
static bool mender_rows_pack_routes(wayi_mender *mender)
{
    wayi_routes *routes = mender->routes;
    wayi_routes packed;
    wayi_routes_init(&packed, &routes->allocator);
    const uint32_t capacity = routes->edge_count + 1;
    way_cost *costs = wayi_alloc(&mender->allocator, capacity, sizeof *costs);
    wayi_mender_trace *traces = wayi_alloc(&mender->allocator, capacity, sizeof *traces);
    bool fits = costs && traces;
    for (uint32_t i = 0; i < routes->region_count && fits; i++) {
        const wayi_route_region *region = &routes->regions[i];
        for (uint32_t k = 0; k < region->edge_count && fits; k++) {
            const wayi_route_edge *edge = &routes->edges[region->edge_first + k];
            const way_cell *subgoals =
                edge->subgoal_count > 1 ? routes->subgoals + edge->subgoals : &edge->subgoals;
            fits = wayi_routes_add_edge(&packed, edge->target, subgoals, edge->subgoal_count);
        }
        fits = fits && wayi_grow(&packed.allocator, (void **)&packed.runs, &packed.run_capacity,
                                 packed.run_count + region->run_count + 1, sizeof *packed.runs);
        for (uint32_t k = 0; k < region->run_count && fits; k++) {
            packed.runs[packed.run_count++] = routes->runs[region->run_first + k];
        }
    }
    if (!fits) {
        wayi_free(&mender->allocator, costs, capacity, sizeof *costs);
        wayi_free(&mender->allocator, traces, capacity, sizeof *traces);
        wayi_routes_fini(&packed);
        return false;
    }
    uint32_t edge = 0;
    uint32_t run = 0;
    for (uint32_t i = 0; i < routes->region_count; i++) {
        wayi_route_region *region = &routes->regions[i];
        for (uint32_t k = 0; k < region->edge_count; k++) {
            costs[edge + k] = mender->costs[region->edge_first + k];
            traces[edge + k] = mender->traces[region->edge_first + k];
            mender->bad[edge + k] = false;
        }
        region->edge_first = edge;
        region->run_first = run;
        edge += region->edge_count;
        run += region->run_count;
    }
    mender_rows_replace(mender, costs, traces, capacity);
    packed.regions = routes->regions;
    packed.region_count = routes->region_count;
    packed.region_capacity = routes->region_capacity;
    routes->regions = NULL;
    routes->region_capacity = 0;
    wayi_routes_fini(routes);
    *routes = packed;
    return true;
}

/// All is whole again: forgets what was old, and closes holes when they take more than half.
static void mender_rows_finish(wayi_mender *mender)
{
    wayi_routes *routes = mender->routes;
    uint32_t edges = 0;
    uint32_t runs = 0;
    uint32_t near = 0;
    for (uint32_t i = 0; i < routes->region_count; i++) {
        if (routes->regions[i].edge_count == 0) {
            routes->regions[i].run_count = 0; // a row without records leads nowhere
        }
        mender->regions[i].has_old = false;
        mender->regions[i].stale_row = false;
        edges += routes->regions[i].edge_count;
        runs += routes->regions[i].run_count;
        near += mender->regions[i].near_count;
    }
    mender->all_rows = false;
    mender->rows_begun = false;
    mender->change_count = 0;
    mender->guide->version++;
    // Without memory the holes stay for now.
    if (mender->near.count > 2 * near + 256) {
        (void)mender_rows_pack_near(mender);
    }
    if (routes->edge_count > 2 * edges + 256 || routes->run_count > 2 * runs + 256) {
        (void)mender_rows_pack_routes(mender);
    }
}

way_status wayi_mender_rows(wayi_mender *mender, uint32_t budget, bool *done)
{
    wayi_routes *routes = mender->routes;
    wayi_row_maker maker;
    way_status status = WAY_STATUS_OK;
    if (routes->region_count) {
        status = wayi_row_maker_init(&maker, routes, mender->costs, &mender->allocator);
        while (status == WAY_STATUS_OK && mender->next_row < routes->region_count &&
               maker.work < budget) {
            const uint32_t region = mender->next_row;
            wayi_mender_region *entry = &mender->regions[region];
            if (entry->stale_row && !(wayi_row_make(&maker, region) &&
                                      mender_rows_store(routes, region, &maker.runs))) {
                status = WAY_STATUS_NO_MEMORY;
                break;
            }
            entry->stale_row = false;
            mender->next_row++;
        }
        wayi_row_maker_fini(&maker);
    }
    *done = status == WAY_STATUS_OK && mender->next_row >= routes->region_count;
    if (*done) {
        mender_rows_finish(mender);
    }
    return status;
}
