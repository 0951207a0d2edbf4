// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Repairs: records. The list of a region that changes is written anew at the end of its pool; the
// old one stays where it is until the rows have been compared with it.
#include "search/subgoal/mender.h"

#include <string.h>

/// Keeps the records of a region as the rows know them.
static void mender_records_keep_old(wayi_mender *mender, uint32_t region)
{
    wayi_mender_region *entry = &mender->regions[region];
    if (!entry->has_old) {
        entry->has_old = true;
        entry->old_first = mender->routes->regions[region].edge_first;
        entry->old_count = mender->routes->regions[region].edge_count;
    }
}

static way_status mender_records_change(wayi_mender *mender, wayi_mender_change change)
{
    if (change.before == change.after) {
        return WAY_STATUS_OK;
    }
    if (!wayi_grow(&mender->allocator, (void **)&mender->changes, &mender->change_capacity,
                   mender->change_count + 1, sizeof *mender->changes)) {
        return WAY_STATUS_NO_MEMORY;
    }
    mender->changes[mender->change_count++] = change;
    return WAY_STATUS_OK;
}

/// Appends a copy of a record; false without memory.
static bool mender_records_copy(wayi_mender *mender, uint32_t old)
{
    wayi_routes *routes = mender->routes;
    const uint32_t edge = routes->edge_count;
    const wayi_route_edge copy = routes->edges[old];
    if (!wayi_routes_add_edge(routes, copy.target, NULL, 0)) {
        return false;
    }
    routes->edges[edge] = copy;
    mender->costs[edge] = mender->costs[old];
    mender->traces[edge] = mender->traces[old];
    mender->bad[edge] = false;
    return true;
}

/// Whether two costs are the same but for a sixteenth.
static bool mender_records_is_close(way_cost a, way_cost b)
{
    const way_cost apart = a < b ? b - a : a - b;
    return apart <= (a < b ? a : b) / 16;
}

/// Makes a record and appends it. `old` is the one before between the same places, or UINT32_MAX.
static way_status mender_records_make(wayi_mender *mender, uint32_t region, uint32_t target,
                                      uint32_t old)
{
    wayi_routes *routes = mender->routes;
    const uint32_t edge = routes->edge_count;
    const way_status status = wayi_record_make(&mender->maker, routes->regions[region].place,
                                               routes->regions[target].place);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    const wayi_path_buffer *subgoals = &mender->maker.subgoals;
    if (!wayi_routes_add_edge(routes, target, subgoals->states, subgoals->count)) {
        return WAY_STATUS_NO_MEMORY;
    }
    wayi_mender_trace_edge(mender, region, edge);
    if (old != UINT32_MAX && mender_records_is_close(mender->costs[old], mender->costs[edge])) {
        mender->costs[edge] = mender->costs[old];
    }
    return WAY_STATUS_OK;
}

/// Appends the record of a region to a target: a copy of the old one if that holds.
static way_status mender_records_append(wayi_mender *mender, uint32_t region, uint32_t target,
                                        uint32_t old)
{
    if (!wayi_mender_reserve_edges(mender, mender->routes->edge_count + 1)) {
        return WAY_STATUS_NO_MEMORY;
    }
    if (mender->regions[region].moved || mender->regions[target].moved) {
        old = UINT32_MAX;
    }
    if (old == UINT32_MAX || mender->bad[old]) {
        return mender_records_make(mender, region, target, old);
    }
    return mender_records_copy(mender, old) ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

/// The regions that the records of one lead to, ascending, in mender->targets.
static bool mender_records_find_targets(wayi_mender *mender, uint32_t region)
{
    wayi_path_buffer *out = &mender->targets;
    if (!wayi_mender_find_within(mender, region)) {
        return false;
    }
    out->states[0] = out->states[--out->count];
    for (uint32_t i = 1; i < out->count; i++) {
        const uint32_t value = out->states[i];
        uint32_t hole = i;
        for (; hole > 0 && out->states[hole - 1] > value; hole--) {
            out->states[hole] = out->states[hole - 1];
        }
        out->states[hole] = value;
    }
    return true;
}

/// Writes the list of records of a region anew.
static way_status mender_records_renew(wayi_mender *mender, uint32_t region)
{
    wayi_routes *routes = mender->routes;
    mender_records_keep_old(mender, region);
    const wayi_route_region before = routes->regions[region];
    if (!mender_records_find_targets(mender, region)) {
        return WAY_STATUS_NO_MEMORY;
    }
    const uint32_t first = routes->edge_count;
    way_status status = WAY_STATUS_OK;
    uint32_t old = before.edge_first;
    const uint32_t old_end = old + before.edge_count;
    for (uint32_t i = 0; i < mender->targets.count && status == WAY_STATUS_OK; i++) {
        const uint32_t target = mender->targets.states[i];
        while (old < old_end && routes->edges[old].target < target) {
            old++;
        }
        const bool known = old < old_end && routes->edges[old].target == target;
        status = mender_records_append(mender, region, target, known ? old : UINT32_MAX);
    }
    routes->regions[region].edge_first = first;
    routes->regions[region].edge_count = (uint16_t)(routes->edge_count - first);
    return status;
}

/// Compares the records of a region with those that the rows know.
static way_status mender_records_compare(wayi_mender *mender, uint32_t region)
{
    const wayi_routes *routes = mender->routes;
    wayi_mender_region *entry = &mender->regions[region];
    uint32_t old = entry->old_first;
    const uint32_t old_end = old + entry->old_count;
    uint32_t now = routes->regions[region].edge_first;
    const uint32_t now_end = now + routes->regions[region].edge_count;
    way_status status = WAY_STATUS_OK;
    while ((old < old_end || now < now_end) && status == WAY_STATUS_OK) {
        const uint32_t gone = old < old_end ? routes->edges[old].target : UINT32_MAX;
        const uint32_t come = now < now_end ? routes->edges[now].target : UINT32_MAX;
        const uint32_t target = gone < come ? gone : come;
        entry->stale_row |= gone != come; // its row counts records
        status = mender_records_change(
            mender, (wayi_mender_change){region, target,
                                         gone == target ? mender->costs[old++] : WAY_COST_MAX,
                                         come == target ? mender->costs[now++] : WAY_COST_MAX});
    }
    return status;
}

static way_status mender_records_finish(wayi_mender *mender)
{
    way_status status = WAY_STATUS_OK;
    mender->change_count = 0;
    for (uint32_t i = 0; i < mender->partition.region_count && status == WAY_STATUS_OK; i++) {
        mender->all_rows |= mender->regions[i].moved;
        mender->regions[i].moved = false;
        if (mender->regions[i].has_old && !mender->all_rows) {
            status = mender_records_compare(mender, i);
        }
    }
    if (status == WAY_STATUS_OK) {
        status = wayi_mender_judge_rows(mender);
    }
    mender->next_row = 0;
    mender->rows_begun = true;
    return status;
}

way_status wayi_mender_run(wayi_mender *mender, uint32_t budget, bool *done)
{
    *done = false;
    const uint64_t before = mender->maker.stats.expansions;
    while (mender->queue.count) {
        if (mender->maker.stats.expansions - before >= budget) {
            return WAY_STATUS_OK;
        }
        // Rows that were begun are not all of one kind any more.
        mender->all_rows |= mender->rows_begun;
        mender->rows_begun = false;
        const uint32_t region = mender->queue.states[--mender->queue.count];
        mender->regions[region].stale_edges = false;
        const way_status status = mender_records_renew(mender, region);
        if (status != WAY_STATUS_OK) {
            return status;
        }
    }
    if (!mender->rows_begun) {
        const way_status status = mender_records_finish(mender);
        if (status != WAY_STATUS_OK) {
            return status;
        }
    }
    const uint64_t spent = mender->maker.stats.expansions - before;
    return wayi_mender_rows(mender, spent < budget ? budget - (uint32_t)spent : 1, done);
}

way_status wayi_mender_settle(way_navigator *navigator, way_status status)
{
    wayi_guide *guide = navigator->database;
    guide->broken = status != WAY_STATUS_OK && status != WAY_STATUS_UNSUPPORTED;
    return status;
}

way_status wayi_mender_rebuild(way_navigator *navigator)
{
    wayi_guide *guide = navigator->database;
    const uint64_t version = guide->version;
    navigator->algorithm->discard(navigator);
    memset(navigator->database, 0, navigator->algorithm->database_size);
    const way_status status = navigator->algorithm->prepare(navigator, NULL);
    guide->version = version + 1;
    return wayi_mender_settle(navigator, status);
}
