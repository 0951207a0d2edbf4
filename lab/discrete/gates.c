// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "lab/discrete/gates.h"

#include "base/alloc.h"
#include "search/engine/walls_only.h"

#include <string.h>

#define GATES_SMALL 128u ///< cells of areas that are put together first
#define GATES_SPAN 32u   ///< cells from end to end of a gate
#define GATES_NAMED 0x80000000u

// Areas -------------------------------------------------------------------------------------------

static void gates_drop_roots(wayi_gates *gates)
{
    const way_allocator *allocator = &gates->ground->allocator;
    WAYI_FREE(allocator, gates->roots, gates->area_room);
    WAYI_FREE(allocator, gates->sizes, gates->area_room);
    gates->roots = gates->sizes = NULL;
    gates->area_room = 0;
}

/// Gets ready to put areas together; false without memory.
static bool gates_plant(wayi_gates *gates)
{
    const way_allocator *allocator = &gates->ground->allocator;
    const uint32_t count = gates->areas.count;
    gates->area_room = count;
    gates->roots = wayi_alloc(allocator, count, sizeof *gates->roots);
    gates->sizes = wayi_alloc(allocator, count, sizeof *gates->sizes);
    if (count && (!gates->roots || !gates->sizes)) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        gates->roots[i] = i;
        gates->sizes[i] = WAYI_AREAS_SIDE * WAYI_AREAS_SIDE;
    }
    return true;
}

static uint32_t gates_root(wayi_gates *gates, uint32_t area)
{
    while (gates->roots[area] != area) {
        area = gates->roots[area] = gates->roots[gates->roots[area]];
    }
    return area;
}

/// Puts the areas of an opening together if it is wide enough and they are not too large.
static void gates_join(wayi_gates *gates, const wayi_opening *opening, uint32_t width,
                       uint32_t size)
{
    const uint32_t a = gates_root(gates, opening->areas[0]);
    const uint32_t b = gates_root(gates, opening->areas[1]);
    if (a != b && opening->length >= width && gates->sizes[a] + gates->sizes[b] <= size) {
        gates->roots[b] = a;
        gates->sizes[a] += gates->sizes[b];
    }
}

// Gates -------------------------------------------------------------------------------------------

/// The box of a gate with an opening in it.
static wayi_gateway gates_widened(const wayi_gates *gates, const wayi_gateway *gate,
                                  const wayi_opening *opening)
{
    const way_map *map = wayi_space_grid(gates->ground)->map;
    const uint32_t y = wayi_map_row(map, opening->cell);
    const uint32_t x = opening->cell - y * map->width;
    const uint32_t x1 = x + (opening->across ? 1u : opening->length - 1u);
    const uint32_t y1 = y + (opening->across ? opening->length - 1u : 1u);
    return (wayi_gateway){.x0 = x < gate->x0 ? x : gate->x0,
                          .y0 = y < gate->y0 ? y : gate->y0,
                          .x1 = x1 > gate->x1 ? x1 : gate->x1,
                          .y1 = y1 > gate->y1 ? y1 : gate->y1,
                          .areas = {gate->areas[0], gate->areas[1]}};
}

/// Gives an opening between two areas to a gate; false if there would be too many.
static bool gates_list(wayi_gates *gates, wayi_opening *opening)
{
    const uint32_t a = gates_root(gates, opening->areas[0]);
    const uint32_t b = gates_root(gates, opening->areas[1]);
    wayi_gateway wide = {
        .x0 = UINT32_MAX, .y0 = UINT32_MAX, .areas = {a < b ? a : b, a < b ? b : a}};
    opening->gate = WAYI_GATES;
    if (a == b) {
        return true;
    }
    uint32_t i = 0;
    for (; i < gates->count; i++) {
        const wayi_gateway *gate = &gates->gates[i];
        if (gate->areas[0] == wide.areas[0] && gate->areas[1] == wide.areas[1]) {
            const wayi_gateway both = gates_widened(gates, gate, opening);
            if (both.x1 - both.x0 < GATES_SPAN && both.y1 - both.y0 < GATES_SPAN) {
                wide = both;
                break;
            }
        }
    }
    if (i == WAYI_GATES) {
        return false;
    }
    gates->count += i == gates->count;
    gates->gates[i] = gates_widened(gates, &wide, opening);
    opening->gate = i;
    return true;
}

/// Puts areas together, small ones and over wide openings first, until few enough gates are left.
static void gates_find(wayi_gates *gates)
{
    const uint32_t count = gates->areas.opening_count;
    wayi_opening *openings = gates->areas.openings;
    for (uint32_t most = 8 * GATES_SMALL;; most *= 2) {
        for (uint32_t width = WAYI_AREAS_SIDE; width > 0; width--) {
            for (uint32_t size = GATES_SMALL; size <= most; size *= 2) {
                for (uint32_t i = 0; i < count; i++) {
                    gates_join(gates, &openings[i], width, size);
                }
            }
        }
        gates->count = 0;
        uint32_t listed = 0;
        while (listed < count && gates_list(gates, &openings[listed])) {
            listed++;
        }
        if (listed == count) {
            return;
        }
    }
}

/// Notes a gate of an area, which gets the number by which cells will know it.
static void gates_add_side(wayi_gates *gates, uint32_t area, uint32_t gate)
{
    uint32_t i = 0;
    while (i < gates->side_count && gates->side_areas[i] != area) {
        i++;
    }
    if (i == gates->side_count) {
        gates->side_areas[i] = area;
        gates->sides[i] = 0;
        gates->sizes[area] = GATES_NAMED | i;
        gates->side_count++;
    }
    gates->sides[i] |= UINT64_C(1) << gate;
}

static void gates_write(wayi_gates *gates, way_cell cell)
{
    uint32_t *area = &gates->areas.of[cell];
    if (*area != WAYI_AREA_NONE) {
        const uint32_t name = gates->sizes[gates_root(gates, *area)];
        *area = name & GATES_NAMED ? name ^ GATES_NAMED : 2 * WAYI_GATES;
    }
}

// Distances ---------------------------------------------------------------------------------------

/// A cell of an opening: those of the near side, then those beyond.
static way_cell gates_cell(const wayi_gates *gates, const wayi_opening *opening, uint32_t index)
{
    const uint32_t width = wayi_space_grid(gates->ground)->map->width;
    const bool beyond = index >= opening->length;
    const uint32_t along = beyond ? index - opening->length : index;
    return opening->cell + along * (opening->across ? width : 1u) +
           (beyond ? (opening->across ? 1u : width) : 0u);
}

/// The search from a gate.
static way_status gates_search(wayi_gates *gates, uint32_t gate)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < gates->areas.opening_count; i++) {
        const wayi_opening *opening = &gates->areas.openings[i];
        if (opening->gate != gate) {
            continue;
        }
        if (!WAYI_GROW(&gates->ground->allocator, gates->sources, gates->source_capacity,
                       count + 2u * opening->length)) {
            return WAY_STATUS_NO_MEMORY;
        }
        for (uint32_t k = 0; k < 2u * opening->length; k++) {
            gates->sources[count++] = gates_cell(gates, opening, k);
        }
    }
    const way_status status = way_field_begin(gates->field, gates->sources, count, WAY_COST_MAX);
    return status == WAY_STATUS_OK && way_field_run(gates->field) == WAY_OUTCOME_CAPACITY
               ? WAY_STATUS_NO_MEMORY
               : status;
}

/// Finds how far the openings of all other gates are from one.
static way_status gates_measure(wayi_gates *gates, uint32_t gate)
{
    const way_status status = gates_search(gates, gate);
    way_cost *distances = gates->distances[gate];
    memset(distances, 0xff, gates->count * sizeof *distances);
    for (uint32_t i = 0; status == WAY_STATUS_OK && i < gates->areas.opening_count; i++) {
        const wayi_opening *opening = &gates->areas.openings[i];
        for (uint32_t k = 0; opening->gate < gates->count && k < 2u * opening->length; k++) {
            const way_cost cost = way_field_cost(gates->field, gates_cell(gates, opening, k));
            way_cost *least = &distances[opening->gate];
            *least = cost < *least ? cost : *least;
        }
    }
    return status;
}

// Making ------------------------------------------------------------------------------------------

/// Frees what was needed to make it.
static void gates_clear_up(wayi_gates *gates)
{
    way_field_destroy(gates->field);
    gates->field = NULL;
    gates_drop_roots(gates);
    wayi_areas_drop_openings(&gates->areas);
    WAYI_FREE(&gates->ground->allocator, gates->sources, gates->source_capacity);
    gates->sources = NULL;
    gates->source_capacity = 0;
}

way_status wayi_gates_open(wayi_gates *gates, way_space *ground, const way_job *job)
{
    const wayi_job_stage stage = {job, 0, 1000};
    const way_field_config config = {.space = ground, .allocator = &ground->allocator};
    *gates = (wayi_gates){.ground = ground,
                          .weight = wayi_space_grid(ground)->layer->min_weight,
                          .revision = way_space_revision(ground)};
    way_status status = wayi_areas_find(&gates->areas, ground);
    if (status == WAY_STATUS_OK) {
        status =
            gates_plant(gates) ? way_field_create(&config, &gates->field) : WAY_STATUS_NO_MEMORY;
    }
    if (status != WAY_STATUS_OK) {
        return status;
    }
    gates_find(gates);
    for (uint32_t i = 0; i < 2 * gates->count; i++) {
        gates_add_side(gates, gates->gates[i / 2].areas[i % 2], i / 2);
    }
    for (way_cell cell = 0; cell < gates->areas.cells; cell++) {
        gates_write(gates, cell);
    }
    for (uint32_t i = 0; i < gates->count && status == WAY_STATUS_OK; i++) {
        status = wayi_job_report(stage, i, gates->count) ? gates_measure(gates, i)
                                                         : WAY_STATUS_CANCELLED;
    }
    gates_clear_up(gates);
    return status;
}

void wayi_gates_close(wayi_gates *gates)
{
    if (gates->ground) {
        gates_clear_up(gates);
        wayi_areas_close(&gates->areas);
    }
    *gates = (wayi_gates){0};
}

// Edits -------------------------------------------------------------------------------------------

bool wayi_gates_hold(const wayi_gates *gates)
{
    const wayi_walls_only known = {gates->areas.of, 1, gates->weight};
    return wayi_areas_suit(gates->ground) &&
           (way_space_traits(gates->ground) & WAY_SPACE_UNLINKED) &&
           wayi_walls_only_since(&known, gates->ground, gates->revision);
}

// Trips -------------------------------------------------------------------------------------------

/// The open distance between a cell and a gate.
static way_cost gates_apart(const wayi_gates *gates, const wayi_gateway *gate, way_cell cell)
{
    const wayi_grid *grid = wayi_space_grid(gates->ground);
    const uint32_t y = wayi_map_row(grid->map, cell);
    const uint32_t x = cell - y * grid->map->width;
    const uint32_t dx = x < gate->x0 ? gate->x0 - x : x > gate->x1 ? x - gate->x1 : 0;
    const uint32_t dy = y < gate->y0 ? gate->y0 - y : y > gate->y1 ? y - gate->y1 : 0;
    return wayi_map_open_distance(grid->map, grid->layer, dx, dy);
}

/// The least over the gates of an area of the distance to a cell and what is known of the gate.
static way_cost gates_least(const wayi_gates *gates, uint32_t area, way_cell cell,
                            const way_cost *costs)
{
    way_cost least = WAY_COST_MAX;
    for (uint64_t sides = gates->sides[area]; sides; sides &= sides - 1) {
        const uint32_t gate = wayi_bits_lowest(sides);
        const way_cost cost =
            way_cost_add(gates_apart(gates, &gates->gates[gate], cell), costs[gate]);
        least = cost < least ? cost : least;
    }
    return least;
}

void wayi_gates_aim(const wayi_gates *gates, wayi_gates_trip *trip, way_cell goal)
{
    trip->area = gates->areas.of[goal];
    for (uint32_t i = 0; trip->area < gates->side_count && i < gates->count; i++) {
        trip->costs[i] = gates_least(gates, trip->area, goal, gates->distances[i]);
    }
}

way_cost wayi_gates_ask(const wayi_gates *gates, const wayi_gates_trip *trip, way_cell cell)
{
    const uint32_t area = gates->areas.of[cell];
    if (area == trip->area || area >= gates->side_count || trip->area >= gates->side_count) {
        return 0;
    }
    const way_cost least = gates_least(gates, area, cell, trip->costs);
    return least < WAY_COST_MAX ? least : 0;
}
