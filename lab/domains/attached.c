// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A graph of places with the two ends of one trip: the graph is read, never written, so any number
// of trips can share it. The ends keep the places they see in ascending order; a place looks itself
// up there. A place on the very cell of an end is not linked to it: the end sees all that it sees.
#include "lab/domains/places.h"

#include <waymark/lab.h>

#include <string.h>

typedef struct attached_end {
    way_cell cell;
    way_edge *edges; ///< to places, ascending
    uint32_t count, capacity;
} attached_end;

typedef struct attached_space {
    way_space space;
    way_space *graph;
    uint32_t width;   ///< of the map
    way_cost between; ///< from one end to the other; WAY_COST_MAX = not in sight
    attached_end ends[2];
    uint32_t end_count;
} attached_space;

/// The cost from a place to an end, or WAY_COST_MAX.
static way_cost attached_cost(const attached_end *end, way_state place)
{
    uint32_t low = 0;
    uint32_t high = end->count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (end->edges[middle].to < place) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < end->count && end->edges[low].to == place ? end->edges[low].cost : WAY_COST_MAX;
}

static uint32_t attached_expand(way_space *space, way_state state, way_edge *edges)
{
    attached_space *self = (attached_space *)space;
    const uint32_t places = self->graph->state_count;
    if (state >= places) {
        const attached_end *end = &self->ends[state - places];
        uint32_t count = end->count;
        if (count) {
            memcpy(edges, end->edges, count * sizeof *edges);
        }
        if (self->between != WAY_COST_MAX) {
            edges[count++] = (way_edge){places + 1 - (state - places), self->between};
        }
        return count;
    }
    uint32_t count = self->graph->type->expand(self->graph, state, edges);
    for (uint32_t i = 0; i < self->end_count; i++) {
        const way_cost cost = attached_cost(&self->ends[i], state);
        if (cost != WAY_COST_MAX) {
            edges[count++] = (way_edge){places + i, cost};
        }
    }
    return count;
}

static void attached_position(const way_space *space, way_state state, double *x, double *y)
{
    const attached_space *self = (const attached_space *)space;
    const uint32_t places = self->graph->state_count;
    if (state < places) {
        self->graph->type->position(self->graph, state, x, y);
        return;
    }
    const way_cell cell = self->ends[state - places].cell;
    const uint32_t row = cell / self->width;
    *x = cell % self->width;
    *y = row;
}

static way_cost attached_distance(const way_space *space, way_state from, way_state to)
{
    double ax = 0;
    double ay = 0;
    double bx = 0;
    double by = 0;
    attached_position(space, from, &ax, &ay);
    attached_position(space, to, &bx, &by);
    return wayi_straight_estimate(ax - bx, ay - by, 1);
}

static void attached_destroy(way_space *space)
{
    attached_space *self = (attached_space *)space;
    const way_allocator allocator = space->allocator;
    for (uint32_t i = 0; i < 2; i++) {
        wayi_free(&allocator, self->ends[i].edges, self->ends[i].capacity, sizeof(way_edge));
    }
    WAYI_GIVE_BACK(self->graph);
    WAYI_FREE(&allocator, self, 1);
}

static const way_space_type attached_type = {
    .name = "attached",
    .expand = attached_expand,
    .expand_back = attached_expand,
    .estimate = attached_distance,
    .position = attached_position,
    .destroy = attached_destroy,
};

static bool attached_look_round(attached_end *end, const way_waypoints_config *config,
                                const way_allocator *allocator)
{
    for (uint32_t i = 0; i < config->cell_count; i++) {
        const way_cell place = config->cells[i];
        if (place == end->cell || !wayi_places_link(config->map, end->cell, place, config->reach)) {
            continue;
        }
        if (!WAYI_GROW(allocator, end->edges, end->capacity, end->count + 1)) {
            return false;
        }
        end->edges[end->count++] = (way_edge){i, wayi_places_cost(config->map, end->cell, place)};
    }
    return true;
}

static bool attached_fill(attached_space *self, const way_waypoints_config *config)
{
    uint32_t most = self->graph->degree_max + 2;
    for (uint32_t i = 0; i < self->end_count; i++) {
        if (!attached_look_round(&self->ends[i], config, &self->space.allocator)) {
            return false;
        }
        most = self->ends[i].count + 1 > most ? self->ends[i].count + 1 : most;
    }
    const way_cell start = self->ends[0].cell;
    const way_cell goal = self->ends[1].cell;
    self->space.degree_max = most;
    self->between = WAY_COST_MAX;
    if (self->end_count == 2 && wayi_places_link(config->map, start, goal, config->reach)) {
        self->between = wayi_places_cost(config->map, start, goal);
    }
    return true;
}

way_status way_space_attach(way_space *graph, const way_waypoints_config *config, way_cell start,
                            way_cell goal, way_space **out)
{
    const way_status status =
        out && graph ? wayi_places_check(config) : WAY_STATUS_INVALID_ARGUMENT;
    if (status != WAY_STATUS_OK) {
        return status;
    }
    if (graph->state_count != config->cell_count || !graph->type->position) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    if (!way_map_is_passable(config->map, start) || !way_map_is_passable(config->map, goal)) {
        return WAY_STATUS_OUT_OF_RANGE;
    }
    const way_allocator allocator = wayi_allocator_or_default(config->allocator);
    attached_space *self = wayi_alloc_zero(&allocator, 1, sizeof *self);
    *out = NULL;
    if (!self) {
        return WAY_STATUS_NO_MEMORY;
    }
    self->end_count = start == goal ? 1 : 2;
    self->space = (way_space){.type = &attached_type,
                              .state_count = graph->state_count + self->end_count,
                              .traits = WAY_SPACE_DENSE_IDS | WAY_SPACE_PREDECESSORS |
                                        WAY_SPACE_SYMMETRIC | WAY_SPACE_CONSISTENT,
                              .allocator = allocator};
    self->graph = graph;
    WAYI_BORROW(graph);
    self->width = config->map->width;
    self->ends[0].cell = start;
    self->ends[1].cell = goal;
    if (!attached_fill(self, config)) {
        attached_destroy(&self->space);
        return WAY_STATUS_NO_MEMORY;
    }
    *out = &self->space;
    return WAY_STATUS_OK;
}
