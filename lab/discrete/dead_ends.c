// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Bridges by one search in depth (Tarjan 1974), without recursion.
#include "lab/discrete/dead_ends.h"

#include "base/alloc.h"

#include <string.h>

#define DEAD_ENDS_NONE WAYI_AREA_NONE

typedef struct wayi_area_visit {
    uint32_t rank;    ///< or NONE
    uint32_t lowest;  ///< rank that is reached from its branch without the opening that led here
    uint32_t entered; ///< that opening, or NONE
    uint32_t next;    ///< of its openings, the one to try
    uint32_t part;
} wayi_area_visit;

typedef struct wayi_dead_end {
    uint32_t parent, depth;
} wayi_dead_end;

// The graph ---------------------------------------------------------------------------------------

static void dead_ends_drop_graph(wayi_dead_ends *ends)
{
    const way_allocator *allocator = &ends->ground->allocator;
    WAYI_FREE(allocator, ends->starts, (size_t)ends->graph_areas + 2);
    WAYI_FREE(allocator, ends->halves, (size_t)ends->graph_edges * 2);
    WAYI_FREE(allocator, ends->visits, ends->graph_areas);
    WAYI_FREE(allocator, ends->order, ends->graph_areas);
    wayi_areas_drop_openings(&ends->areas);
    ends->starts = ends->halves = ends->order = NULL;
    ends->visits = NULL;
    ends->graph_areas = ends->graph_edges = 0;
}

/// Lists for every area its openings.
static bool dead_ends_link(wayi_dead_ends *ends)
{
    const way_allocator *allocator = &ends->ground->allocator;
    ends->graph_areas = ends->areas.count;
    ends->graph_edges = ends->areas.opening_count;
    ends->starts = wayi_alloc_zero(allocator, (size_t)ends->areas.count + 2, sizeof *ends->starts);
    ends->halves =
        wayi_alloc(allocator, (size_t)ends->areas.opening_count * 2, sizeof *ends->halves);
    ends->visits = wayi_alloc(allocator, ends->areas.count, sizeof *ends->visits);
    ends->order = wayi_alloc(allocator, ends->areas.count, sizeof *ends->order);
    if (!ends->starts || (ends->areas.count && (!ends->visits || !ends->order)) ||
        (ends->areas.opening_count && !ends->halves)) {
        return false;
    }
    for (uint32_t i = 0; i < 2 * ends->areas.opening_count; i++) {
        ends->starts[ends->areas.openings[i / 2].areas[i % 2] + 2]++;
    }
    for (uint32_t i = 0; i < ends->areas.count; i++) {
        ends->starts[i + 2] += ends->starts[i + 1];
        ends->visits[i] = (wayi_area_visit){.rank = DEAD_ENDS_NONE};
    }
    for (uint32_t i = 0; i < 2 * ends->areas.opening_count; i++) {
        ends->halves[ends->starts[ends->areas.openings[i / 2].areas[i % 2] + 1]++] = i / 2;
    }
    return true;
}

static void dead_ends_meet(wayi_dead_ends *ends, uint32_t area, uint32_t entered)
{
    ends->order[ends->met] = area;
    ends->visits[area] = (wayi_area_visit){
        .rank = ends->met, .lowest = ends->met, .entered = entered, .next = ends->starts[area]};
    ends->met++;
    ends->at = area;
}

static uint32_t dead_ends_beyond(const wayi_dead_ends *ends, uint32_t edge, uint32_t area)
{
    const uint32_t *areas = ends->areas.openings[edge].areas;
    return areas[0] == area ? areas[1] : areas[0];
}

/// One move of the search in depth; false when all areas were met.
static bool dead_ends_search(wayi_dead_ends *ends)
{
    if (ends->at == DEAD_ENDS_NONE) {
        while (ends->cursor < ends->areas.count &&
               ends->visits[ends->cursor].rank != DEAD_ENDS_NONE) {
            ends->cursor++;
        }
        if (ends->cursor == ends->areas.count) {
            return false;
        }
        dead_ends_meet(ends, ends->cursor, DEAD_ENDS_NONE);
        return true;
    }
    wayi_area_visit *visit = &ends->visits[ends->at];
    if (visit->next < ends->starts[ends->at + 1]) {
        const uint32_t edge = ends->halves[visit->next++];
        const uint32_t beyond = dead_ends_beyond(ends, edge, ends->at);
        const uint32_t rank = ends->visits[beyond].rank;
        if (rank == DEAD_ENDS_NONE) {
            dead_ends_meet(ends, beyond, edge);
        } else if (edge != visit->entered && rank < visit->lowest) {
            visit->lowest = rank;
        }
        return true;
    }
    if (visit->entered == DEAD_ENDS_NONE) {
        ends->at = DEAD_ENDS_NONE;
        return true;
    }
    const uint32_t before = dead_ends_beyond(ends, visit->entered, ends->at);
    if (visit->lowest < ends->visits[before].lowest) {
        ends->visits[before].lowest = visit->lowest;
    }
    ends->at = before;
    return true;
}

/// Gives an area its part: that of the area before it, or a new one behind a bridge.
static void dead_ends_part(wayi_dead_ends *ends, uint32_t area)
{
    wayi_area_visit *visit = &ends->visits[area];
    const bool root = visit->entered == DEAD_ENDS_NONE;
    const uint32_t before =
        root ? DEAD_ENDS_NONE : ends->visits[dead_ends_beyond(ends, visit->entered, area)].part;
    if (!root && visit->lowest < visit->rank) {
        visit->part = before;
        return;
    }
    visit->part = ends->part_count;
    ends->tree[ends->part_count++] =
        (wayi_dead_end){before, root ? 0 : ends->tree[before].depth + 1};
}

// Making ------------------------------------------------------------------------------------------

way_status wayi_dead_ends_open(wayi_dead_ends *ends, way_space *ground)
{
    *ends = (wayi_dead_ends){
        .ground = ground, .at = DEAD_ENDS_NONE, .revision = way_space_revision(ground)};
    const way_status status = wayi_areas_find(&ends->areas, ground);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    if (!dead_ends_link(ends) ||
        !WAYI_GROW(&ground->allocator, ends->tree, ends->tree_capacity, ends->areas.count)) {
        return WAY_STATUS_NO_MEMORY;
    }
    while (dead_ends_search(ends)) {
    }
    for (uint32_t i = 0; i < ends->areas.count; i++) {
        dead_ends_part(ends, ends->order[i]);
    }
    for (uint32_t i = 0; i < ends->areas.cells; i++) {
        uint32_t *area = &ends->areas.of[i];
        *area = *area == DEAD_ENDS_NONE ? DEAD_ENDS_NONE : ends->visits[*area].part;
    }
    dead_ends_drop_graph(ends);
    return WAY_STATUS_OK;
}

void wayi_dead_ends_close(wayi_dead_ends *ends)
{
    if (ends->ground) {
        const way_allocator *allocator = &ends->ground->allocator;
        dead_ends_drop_graph(ends);
        wayi_areas_close(&ends->areas);
        WAYI_FREE(allocator, ends->tree, ends->tree_capacity);
    }
    *ends = (wayi_dead_ends){0};
}

bool wayi_dead_ends_hold(const wayi_dead_ends *ends, const way_space *space)
{
    const uint32_t wanted = WAY_SPACE_GRID | WAY_SPACE_UNIFORM_COST | WAY_SPACE_UNLINKED;
    const uint32_t traits = way_space_traits(space);
    return ends->ground && (traits & wanted) == wanted && wayi_areas_suit(ends->ground) &&
           ends->revision == way_space_revision(ends->ground);
}

way_status wayi_dead_ends_reserve(const wayi_dead_ends *ends, wayi_dead_ends_trip *trip,
                                  const way_allocator *allocator)
{
    const uint32_t before = trip->capacity;
    if (!WAYI_GROW(allocator, trip->marks, trip->capacity, ends->part_count)) {
        return WAY_STATUS_NO_MEMORY;
    }
    if (trip->capacity > before) {
        memset(trip->marks + before, 0, (trip->capacity - before) * sizeof *trip->marks);
    }
    return WAY_STATUS_OK;
}

void wayi_dead_ends_aim(const wayi_dead_ends *ends, wayi_dead_ends_trip *trip, way_cell start,
                        way_cell goal)
{
    trip->stamp++;
    uint32_t a = ends->areas.of[start];
    uint32_t b = ends->areas.of[goal];
    while (a != b && a != DEAD_ENDS_NONE && b != DEAD_ENDS_NONE) {
        uint32_t *deeper = ends->tree[a].depth >= ends->tree[b].depth ? &a : &b;
        trip->marks[*deeper] = trip->stamp;
        *deeper = ends->tree[*deeper].parent;
    }
    if (a < trip->capacity) {
        trip->marks[a] = trip->stamp;
    }
    if (b < trip->capacity) {
        trip->marks[b] = trip->stamp;
    }
}

void wayi_dead_ends_trip_fini(wayi_dead_ends_trip *trip, const way_allocator *allocator)
{
    WAYI_FREE(allocator, trip->marks, trip->capacity);
    *trip = (wayi_dead_ends_trip){0};
}
