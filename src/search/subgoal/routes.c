// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Routes: the lists, asking them, and making rows by Dijkstra's search over the region graph.
#include "search/subgoal/routes.h"

#include <string.h>

void wayi_routes_init(wayi_routes *routes, const way_allocator *allocator)
{
    *routes = (wayi_routes){.allocator = *allocator};
}

void wayi_routes_fini(wayi_routes *routes)
{
    const way_allocator *allocator = &routes->allocator;
    if (routes->region_capacity) {
        wayi_free(allocator, routes->regions, routes->region_capacity, sizeof *routes->regions);
    }
    if (routes->edge_capacity) {
        wayi_free(allocator, routes->edges, routes->edge_capacity, sizeof *routes->edges);
    }
    if (routes->subgoal_capacity) {
        wayi_free(allocator, routes->subgoals, routes->subgoal_capacity, sizeof *routes->subgoals);
    }
    if (routes->run_capacity) {
        wayi_free(allocator, routes->runs, routes->run_capacity, sizeof *routes->runs);
    }
    wayi_routes_init(routes, &routes->allocator);
}

static size_t routes_held(uint32_t count, uint32_t capacity, size_t size)
{
    return (capacity > count ? capacity : count) * size;
}

size_t wayi_routes_bytes(const wayi_routes *routes)
{
    return routes_held(routes->region_count, routes->region_capacity, sizeof *routes->regions) +
           routes_held(routes->edge_count, routes->edge_capacity, sizeof *routes->edges) +
           routes_held(routes->subgoal_count, routes->subgoal_capacity, sizeof(way_cell)) +
           routes_held(routes->run_count, routes->run_capacity, sizeof *routes->runs);
}

bool wayi_routes_add_edge(wayi_routes *routes, uint32_t target, const way_cell *subgoals,
                          uint32_t count)
{
    const way_allocator *allocator = &routes->allocator;
    if (count > UINT16_MAX || !wayi_grow(allocator, (void **)&routes->edges, &routes->edge_capacity,
                                         routes->edge_count + 1, sizeof *routes->edges)) {
        return false;
    }
    uint32_t first = count == 1 ? subgoals[0] : routes->subgoal_count;
    if (count > 1) {
        if (!wayi_grow(allocator, (void **)&routes->subgoals, &routes->subgoal_capacity,
                       routes->subgoal_count + count, sizeof *routes->subgoals)) {
            return false;
        }
        memcpy(routes->subgoals + first, subgoals, count * sizeof *subgoals);
        routes->subgoal_count += count;
    } else if (count == 0) {
        first = 0;
    }
    routes->edges[routes->edge_count++] =
        (wayi_route_edge){first, (uint16_t)target, (uint16_t)count};
    return true;
}

uint32_t wayi_routes_hop(const wayi_routes *routes, uint32_t from, uint32_t to)
{
    const wayi_route_region *region = &routes->regions[from];
    if (region->run_count == 0) {
        return UINT32_MAX;
    }
    const uint32_t *runs = routes->runs + region->run_first;
    uint32_t low = 0;
    for (uint32_t size = region->run_count; size > 1;) {
        const uint32_t half = size / 2;
        low += runs[low + half] >> 16 <= to ? half : 0;
        size -= half;
    }
    return region->edge_first + (runs[low] & 0xffffu);
}

// Rows --------------------------------------------------------------------------------------------

way_status wayi_row_maker_init(wayi_row_maker *maker, const wayi_routes *routes,
                               const way_cost *costs, const way_allocator *allocator)
{
    *maker = (wayi_row_maker){.routes = routes,
                              .costs = costs,
                              .region_count = routes->region_count,
                              .words = 1,
                              .allocator = *allocator};
    for (uint32_t i = 0; i < routes->region_count; i++) {
        const uint32_t words = (routes->regions[i].edge_count + 63u) / 64;
        maker->words = words > maker->words ? words : maker->words;
    }
    wayi_heap_init(&maker->heap, allocator);
    wayi_path_buffer_init(&maker->runs, allocator);
    maker->distances = wayi_alloc(allocator, maker->region_count, sizeof *maker->distances);
    maker->firsts =
        wayi_alloc(allocator, (size_t)maker->region_count * maker->words, sizeof *maker->firsts);
    maker->shared = wayi_alloc(allocator, maker->words, sizeof *maker->shared);
    return maker->distances && maker->firsts && maker->shared ? WAY_STATUS_OK
                                                              : WAY_STATUS_NO_MEMORY;
}

void wayi_row_maker_fini(wayi_row_maker *maker)
{
    wayi_free(&maker->allocator, maker->distances, maker->region_count, sizeof *maker->distances);
    wayi_free(&maker->allocator, maker->firsts, (size_t)maker->region_count * maker->words,
              sizeof *maker->firsts);
    wayi_free(&maker->allocator, maker->shared, maker->words, sizeof *maker->shared);
    wayi_heap_fini(&maker->heap);
    wayi_path_buffer_fini(&maker->runs);
}

/// Adds what begins a best way to `from` to what begins one to `to`, or puts it in its place.
static void routes_share(wayi_row_maker *maker, uint32_t from, uint32_t to, bool better)
{
    uint64_t *firsts = maker->firsts + (size_t)to * maker->words;
    const uint64_t *more = maker->firsts + (size_t)from * maker->words;
    for (uint32_t i = 0; i < maker->words; i++) {
        firsts[i] = better ? more[i] : firsts[i] | more[i];
    }
}

static bool routes_relax(wayi_row_maker *maker, uint32_t from)
{
    const wayi_routes *routes = maker->routes;
    const wayi_route_region *region = &routes->regions[from];
    for (uint32_t i = 0; i < region->edge_count; i++) {
        const uint32_t edge = region->edge_first + i;
        const uint32_t target = routes->edges[edge].target;
        const way_cost distance = way_cost_add(maker->distances[from], maker->costs[edge]);
        const way_cost known = maker->distances[target];
        // Equals come in time: a target is settled after all that lead to it.
        if (distance <= known && distance != WAY_COST_MAX) {
            routes_share(maker, from, target, distance < known);
        }
        if (distance < known) {
            maker->distances[target] = distance;
            if (!wayi_heap_push(&maker->heap, (wayi_heap_item){distance, target, 0})) {
                return false;
            }
        }
    }
    return true;
}

/// The edges of the source begin a way each; there is one to a target at most.
static bool routes_begin(wayi_row_maker *maker, uint32_t source)
{
    const wayi_routes *routes = maker->routes;
    const wayi_route_region *region = &routes->regions[source];
    memset(maker->distances, 0xff, maker->region_count * sizeof *maker->distances);
    wayi_heap_clear(&maker->heap);
    maker->distances[source] = 0;
    for (uint32_t i = 0; i < region->edge_count; i++) {
        const uint32_t target = routes->edges[region->edge_first + i].target;
        const way_cost distance = maker->costs[region->edge_first + i];
        uint64_t *firsts = maker->firsts + (size_t)target * maker->words;
        memset(firsts, 0, maker->words * sizeof *firsts);
        firsts[i / 64] = UINT64_C(1) << i % 64;
        maker->distances[target] = distance;
        if (!wayi_heap_push(&maker->heap, (wayi_heap_item){distance, target, 0})) {
            return false;
        }
    }
    return true;
}

static bool routes_settle(wayi_row_maker *maker, uint32_t source)
{
    if (!routes_begin(maker, source)) {
        return false;
    }
    while (maker->heap.count) {
        const wayi_heap_item item = wayi_heap_pop(&maker->heap);
        if (item.key != maker->distances[item.id]) {
            continue;
        }
        maker->work++;
        if (!routes_relax(maker, item.id)) {
            return false;
        }
    }
    return true;
}

/// Whether some edge serves the run at hand and one more target; if so, only such are left.
static bool routes_extend(wayi_row_maker *maker, uint32_t target)
{
    const uint64_t *firsts = maker->firsts + (size_t)target * maker->words;
    uint64_t any = 0;
    for (uint32_t i = 0; i < maker->words; i++) {
        any |= maker->shared[i] & firsts[i];
    }
    for (uint32_t i = 0; i < maker->words && any; i++) {
        maker->shared[i] &= firsts[i];
    }
    return any != 0;
}

/// Ends a run that starts at `first`; false without memory.
static bool routes_end_run(wayi_row_maker *maker, uint32_t first)
{
    uint32_t word = 0;
    while (maker->shared[word] == 0) {
        word++;
    }
    const uint32_t edge = word * 64 + wayi_bits_lowest(maker->shared[word]);
    return wayi_path_buffer_push(&maker->runs, first << 16 | edge);
}

/// Regions that can't be reached and the source itself go with whatever comes before.
bool wayi_row_make(wayi_row_maker *maker, uint32_t region)
{
    wayi_path_buffer_clear(&maker->runs);
    if (!routes_settle(maker, region)) {
        return false;
    }
    uint32_t first = 0; // the first run starts at 0, so that every target is in one
    bool open = false;
    for (uint32_t target = 0; target < maker->region_count; target++) {
        if (target == region || maker->distances[target] == WAY_COST_MAX ||
            (open && routes_extend(maker, target))) {
            continue;
        }
        if (open && !routes_end_run(maker, first)) {
            return false;
        }
        first = open ? target : 0;
        open = true;
        memcpy(maker->shared, maker->firsts + (size_t)target * maker->words,
               maker->words * sizeof *maker->shared);
    }
    return !open || routes_end_run(maker, first);
}
