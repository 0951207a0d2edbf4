// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What is different about an upper level: its gates are chosen among those below, and ways inside
// its clusters lead over them.
#include "search/hierarchical/clusters.h"

#include <string.h>

/// Whether a gate below, which is no link, stays in a cluster.
static bool rise_keeps(const wayi_clusters *clusters, uint32_t index, const wayi_gate *gate)
{
    const wayi_clusters *lower = clusters->config.lower;
    return clusters->homes[wayi_gate_cluster(&lower->gates[gate->partner])].index == index;
}

/// The clusters below that make up one, by column and row.
static wayi_clusters_span rise_span(const wayi_clusters *clusters, uint32_t index)
{
    return wayi_clusters_under(clusters->config.lower, wayi_clusters_rect(clusters, index));
}

uint32_t wayi_clusters_cut_upper(const wayi_clusters *clusters, uint32_t index, wayi_gate *out)
{
    const wayi_clusters *lower = clusters->config.lower;
    const wayi_clusters_span span = rise_span(clusters, index);
    uint32_t count = 0;
    for (uint32_t row = span.top; row <= span.bottom; row++) {
        for (uint32_t column = span.left; column <= span.right; column++) {
            const wayi_cluster *cluster = &lower->clusters[row * lower->columns + column];
            for (uint32_t i = cluster->first; i < cluster->first + cluster->count; i++) {
                const wayi_gate *gate = &lower->gates[i];
                const uint32_t direction = wayi_gate_direction(gate);
                if (direction < WAYI_DIRECTIONS && !rise_keeps(clusters, index, gate)) {
                    out[count++] =
                        (wayi_gate){gate->cell, WAYI_GATE_NONE, index << 4 | direction, gate->step};
                }
            }
        }
    }
    return count;
}

bool wayi_cluster_maker_rise(wayi_cluster_maker *maker)
{
    const wayi_clusters *clusters = maker->clusters;
    const wayi_clusters *lower = clusters->config.lower;
    const wayi_cluster *own = &clusters->clusters[maker->index];
    const wayi_clusters_span span = rise_span(clusters, maker->index);
    uint32_t ranks = 0;
    for (uint32_t row = span.top; row <= span.bottom; row++) {
        for (uint32_t column = span.left; column <= span.right; column++) {
            const uint32_t index = row * lower->columns + column;
            clusters->homes[index].rank = ranks;
            ranks += lower->clusters[index].count;
        }
    }
    if (!wayi_path_buffer_reserve(&maker->costs, ranks + 1) ||
        !wayi_path_buffer_reserve(&maker->below, own->count + 1)) {
        return false;
    }
    maker->costs.count = ranks;
    maker->below.count = own->count;
    for (uint32_t i = 0; i < own->count; i++) {
        maker->below.states[i] = wayi_clusters_below(clusters, own->first + i);
    }
    return true;
}

/// Goes on from a gate below that was come in by; false without memory.
static bool rise_settle(wayi_cluster_maker *maker, uint32_t from, way_cost g)
{
    const wayi_clusters *clusters = maker->clusters;
    const wayi_clusters *lower = clusters->config.lower;
    const wayi_cluster *cluster = &lower->clusters[wayi_gate_cluster(&lower->gates[from])];
    const way_cost *row = wayi_clusters_row(lower, from);
    for (uint32_t i = 0; i < cluster->count; i++) {
        const wayi_gate *gate = &lower->gates[cluster->first + i];
        if (wayi_gate_direction(gate) >= WAYI_GATE_ORIGIN) {
            continue;
        }
        const bool keeps = rise_keeps(clusters, maker->index, gate);
        const uint32_t next = keeps ? gate->partner : cluster->first + i;
        const way_cost cost = way_cost_add(way_cost_add(g, row[i]), keeps ? gate->step : 0);
        way_cost *known = &maker->costs.states[wayi_clusters_rank(clusters, next)];
        if (cost >= *known) {
            continue;
        }
        *known = cost;
        if (keeps && !wayi_heap_push(&maker->open, (wayi_heap_item){cost, next, next})) {
            return false;
        }
    }
    return true;
}

way_outcome wayi_cluster_maker_explore(wayi_cluster_maker *maker, uint32_t *budget)
{
    const wayi_clusters *lower = maker->clusters->config.lower;
    if (!maker->searching) {
        memset(maker->costs.states, 0xff, maker->costs.count * sizeof *maker->costs.states);
        wayi_heap_clear(&maker->open);
        if (!rise_settle(maker, maker->below.states[maker->gate], 0)) {
            return WAY_OUTCOME_CAPACITY;
        }
        maker->searching = true;
    }
    while (maker->open.count) {
        if (*budget == 0) {
            return WAY_OUTCOME_MOVING;
        }
        const wayi_heap_item top = wayi_heap_pop(&maker->open);
        if (maker->costs.states[wayi_clusters_rank(maker->clusters, top.id)] != top.key) {
            continue;
        }
        if (!rise_settle(maker, top.id, (way_cost)top.key)) {
            return WAY_OUTCOME_CAPACITY;
        }
        const uint32_t index = wayi_gate_cluster(&lower->gates[top.id]);
        maker->units += wayi_budget_take(budget, 1 + lower->clusters[index].count / 16);
    }
    return WAY_OUTCOME_NO_PATH;
}
