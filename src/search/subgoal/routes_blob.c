// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Routes in a blob. What is written is compact: lists that repairs have left holes in are closed
// up. What is read is used in place, after every number that something is looked up with has been
// checked.
#include "search/subgoal/routes_blob.h"

#include <string.h>

#define ROUTES_REGIONS WAYI_BLOB_TAG('R', 'E', 'G', 'N')
#define ROUTES_EDGES WAYI_BLOB_TAG('E', 'D', 'G', 'E')
#define ROUTES_SUBGOALS WAYI_BLOB_TAG('S', 'U', 'B', 'G')
#define ROUTES_RUNS WAYI_BLOB_TAG('R', 'U', 'N', 'S')

typedef struct routes_totals {
    uint32_t edges, subgoals, runs;
} routes_totals;

static uint32_t routes_blob_stored(const wayi_route_edge *edge)
{
    return edge->subgoal_count > 1 ? edge->subgoal_count : 0;
}

static void routes_blob_save_regions(const wayi_routes *routes, wayi_blob_writer *writer,
                                     routes_totals *totals)
{
    wayi_route_region *out =
        wayi_blob_reserve(writer, ROUTES_REGIONS, sizeof *routes->regions, routes->region_count);
    for (uint32_t i = 0; out && i < routes->region_count; i++) {
        out[i] = routes->regions[i];
        out[i].edge_first = totals->edges;
        out[i].run_first = totals->runs;
        totals->edges += out[i].edge_count;
        totals->runs += out[i].run_count;
        for (uint32_t k = 0; k < out[i].edge_count; k++) {
            totals->subgoals +=
                routes_blob_stored(&routes->edges[routes->regions[i].edge_first + k]);
        }
    }
}

static void routes_blob_save_edges(const wayi_routes *routes, wayi_blob_writer *writer,
                                   uint32_t total)
{
    wayi_route_edge *out = wayi_blob_reserve(writer, ROUTES_EDGES, sizeof *routes->edges, total);
    uint32_t subgoals = 0;
    for (uint32_t i = 0; out && i < routes->region_count; i++) {
        const wayi_route_region *region = &routes->regions[i];
        for (uint32_t k = 0; k < region->edge_count; k++, out++) {
            *out = routes->edges[region->edge_first + k];
            out->subgoals = out->subgoal_count > 1 ? subgoals : out->subgoals;
            subgoals += routes_blob_stored(out);
        }
    }
}

static void routes_blob_save_subgoals(const wayi_routes *routes, wayi_blob_writer *writer,
                                      uint32_t total)
{
    way_cell *out = wayi_blob_reserve(writer, ROUTES_SUBGOALS, sizeof *routes->subgoals, total);
    for (uint32_t i = 0; out && i < routes->region_count; i++) {
        const wayi_route_region *region = &routes->regions[i];
        for (uint32_t k = 0; k < region->edge_count; k++) {
            const wayi_route_edge *edge = &routes->edges[region->edge_first + k];
            const uint32_t count = routes_blob_stored(edge);
            if (count) {
                memcpy(out, routes->subgoals + edge->subgoals, count * sizeof *out);
                out += count;
            }
        }
    }
}

static void routes_blob_save_runs(const wayi_routes *routes, wayi_blob_writer *writer,
                                  uint32_t total)
{
    uint32_t *out = wayi_blob_reserve(writer, ROUTES_RUNS, sizeof *routes->runs, total);
    for (uint32_t i = 0; out && i < routes->region_count; i++) {
        const wayi_route_region *region = &routes->regions[i];
        if (region->run_count) {
            memcpy(out, routes->runs + region->run_first, region->run_count * sizeof *out);
            out += region->run_count;
        }
    }
}

void wayi_routes_save(const wayi_routes *routes, wayi_blob_writer *writer)
{
    routes_totals totals = {0, 0, 0};
    routes_blob_save_regions(routes, writer, &totals);
    routes_blob_save_edges(routes, writer, totals.edges);
    routes_blob_save_subgoals(routes, writer, totals.subgoals);
    routes_blob_save_runs(routes, writer, totals.runs);
}

// Opening -----------------------------------------------------------------------------------------

void *wayi_blob_borrow(const wayi_blob *blob, uint32_t tag, uint32_t element_size, uint32_t *count)
{
    size_t items = 0;
    const void *section = wayi_blob_section(blob, tag, element_size, &items);
    if (!section || items > UINT32_MAX) {
        return NULL;
    }
    *count = (uint32_t)items;
    // Borrowed lists are never written to: their capacity is 0, and repairs copy them first.
    return (void *)(uintptr_t)section;
}

static bool routes_blob_fits(uint32_t first, uint32_t count, uint32_t total)
{
    return first <= total && count <= total - first;
}

static bool routes_blob_check_region(const wayi_routes *routes, const wayi_route_region *region,
                                     uint32_t cell_count)
{
    const bool lives = region->place != WAY_CELL_NONE;
    if ((lives && region->place >= cell_count) || (!lives && region->edge_count) ||
        !routes_blob_fits(region->edge_first, region->edge_count, routes->edge_count) ||
        !routes_blob_fits(region->run_first, region->run_count, routes->run_count)) {
        return false;
    }
    for (uint32_t i = 0; i < region->run_count; i++) {
        if ((routes->runs[region->run_first + i] & 0xffffu) >= region->edge_count) {
            return false;
        }
    }
    return true;
}

static bool routes_blob_check_edge(const wayi_routes *routes, const wayi_route_edge *edge,
                                   uint32_t cell_count)
{
    if (edge->target >= routes->region_count ||
        routes->regions[edge->target].place == WAY_CELL_NONE) {
        return false;
    }
    if (edge->subgoal_count <= 1) {
        return edge->subgoal_count == 0 || edge->subgoals < cell_count;
    }
    return routes_blob_fits(edge->subgoals, edge->subgoal_count, routes->subgoal_count);
}

way_status wayi_routes_open(wayi_routes *routes, const wayi_blob *blob, uint32_t cell_count)
{
    routes->regions =
        wayi_blob_borrow(blob, ROUTES_REGIONS, sizeof *routes->regions, &routes->region_count);
    routes->edges =
        wayi_blob_borrow(blob, ROUTES_EDGES, sizeof *routes->edges, &routes->edge_count);
    routes->subgoals =
        wayi_blob_borrow(blob, ROUTES_SUBGOALS, sizeof *routes->subgoals, &routes->subgoal_count);
    routes->runs = wayi_blob_borrow(blob, ROUTES_RUNS, sizeof *routes->runs, &routes->run_count);
    bool sound = routes->regions && routes->edges && routes->subgoals && routes->runs &&
                 routes->region_count <= WAYI_REGIONS_MAX;
    for (uint32_t i = 0; sound && i < routes->region_count; i++) {
        sound = routes_blob_check_region(routes, &routes->regions[i], cell_count);
    }
    for (uint32_t i = 0; sound && i < routes->edge_count; i++) {
        sound = routes_blob_check_edge(routes, &routes->edges[i], cell_count);
    }
    for (uint32_t i = 0; sound && i < routes->subgoal_count; i++) {
        sound = routes->subgoals[i] < cell_count;
    }
    return sound ? WAY_STATUS_OK : WAY_STATUS_BAD_FORMAT;
}
