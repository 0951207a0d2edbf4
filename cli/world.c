// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "cli/world.h"

#include "cli/table.h"
#include "cli/terminal.h"

#include <math.h>
#include <stdlib.h>

#define WORLD_REACH 24u ///< of a waypoint, in cells
#define WORLD_EVENTS (1u << 16)

const char *const cli_choices_world[] = {"grid", "corners", "waypoints", "mesh", NULL};

// Building ----------------------------------------------------------------------------------------

static way_curve_point world_spot(const way_map *map, way_cell cell)
{
    uint32_t x = 0;
    uint32_t y = 0;
    way_map_position(map, cell, &x, &y);
    return (way_curve_point){x, y};
}

/// Points of a mesh count from the corner of the first cell, spots from its middle.
static way_curve_point world_spot_of_point(way_point point)
{
    return (way_curve_point){(double)point.x / WAY_MESH_UNIT - 0.5,
                             (double)point.y / WAY_MESH_UNIT - 0.5};
}

static way_point world_point(const way_map *map, way_cell cell)
{
    const way_curve_point spot = world_spot(map, cell);
    return (way_point){(int32_t)((spot.x + 0.5) * WAY_MESH_UNIT),
                       (int32_t)((spot.y + 0.5) * WAY_MESH_UNIT)};
}

/// A cell that holds a point of the mesh or touches it.
static way_cell world_cell_of_point(const way_map *map, way_point point)
{
    const uint32_t x = (uint32_t)point.x / WAY_MESH_UNIT;
    const uint32_t y = (uint32_t)point.y / WAY_MESH_UNIT;
    return way_map_cell(map, x < way_map_width(map) ? x : x - 1,
                        y < way_map_height(map) ? y : y - 1);
}

static way_waypoints_config world_config(const cli_world *world)
{
    return (way_waypoints_config){.map = world->map,
                                  .cells = world->places.cells,
                                  .cell_count = world->places.count,
                                  .reach = world->kind == CLI_WORLD_WAYPOINTS ? WORLD_REACH : 0};
}

static way_status world_build(cli_world *world)
{
    if (world->kind == CLI_WORLD_MESH) {
        const way_status status =
            way_mesh_create_for(&(way_mesh_map_config){.map = world->map}, &world->mesh);
        return status == WAY_STATUS_OK ? way_space_create_mesh(world->mesh, NULL, &world->graph)
                                       : status;
    }
    const way_status status =
        world->kind == CLI_WORLD_CORNERS
            ? way_waypoints_corners(world->map, NULL, &world->places)
            : way_waypoints_cover(world->map, WORLD_REACH, NULL, &world->places);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    const way_waypoints_config config = world_config(world);
    return way_space_create_waypoints(&config, &world->graph);
}

static way_status world_list_sides(cli_world *world)
{
    uint32_t capacity = 0;
    for (uint32_t i = 0; i < world->state_count; i++) {
        uint32_t count = 0;
        (void)way_mesh_polygon(world->mesh, i, &count);
        capacity += count;
    }
    world->lines = malloc(2 * (capacity + 1u) * sizeof *world->lines);
    if (!world->lines) {
        return WAY_STATUS_NO_MEMORY;
    }
    for (uint32_t i = 0; i < world->state_count; i++) {
        uint32_t count = 0;
        const uint32_t *corners = way_mesh_polygon(world->mesh, i, &count);
        for (uint32_t side = 0; side < count; side++) {
            const uint32_t beyond = way_mesh_neighbour(world->mesh, i, side);
            if (beyond != WAY_STATE_NONE && beyond > i) {
                way_curve_point *ends = &world->lines[2 * (size_t)world->line_count++];
                ends[0] = world_spot_of_point(way_mesh_point(world->mesh, corners[side]));
                ends[1] =
                    world_spot_of_point(way_mesh_point(world->mesh, corners[(side + 1) % count]));
            }
        }
    }
    return WAY_STATUS_OK;
}

static way_status world_list_links(cli_world *world)
{
    const uint32_t most = world->graph->degree_max;
    way_edge *edges = malloc((most + 1u) * sizeof *edges);
    size_t capacity = 0;
    way_status status = edges ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
    for (uint32_t i = 0; status == WAY_STATUS_OK && i < world->state_count; i++) {
        const uint32_t degree = world->graph->type->expand(world->graph, i, edges);
        if (world->line_count + (size_t)degree > capacity) {
            capacity = 2 * (world->line_count + (size_t)degree);
            way_curve_point *grown = realloc(world->lines, 2 * capacity * sizeof *grown);
            status = grown ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
            world->lines = grown ? grown : world->lines;
        }
        for (uint32_t k = 0; status == WAY_STATUS_OK && k < degree; k++) {
            if (edges[k].to > i) {
                way_curve_point *ends = &world->lines[2 * (size_t)world->line_count++];
                ends[0] = world_spot(world->map, world->places.cells[i]);
                ends[1] = world_spot(world->map, world->places.cells[edges[k].to]);
            }
        }
    }
    free(edges);
    return status;
}

cli_exit cli_world_open(cli_world_kind kind, const way_map *map, cli_world *out)
{
    *out = (cli_world){.kind = kind, .map = map};
    way_status status = world_build(out);
    if (status == WAY_STATUS_OK) {
        out->state_count = out->graph->state_count;
        status = kind == CLI_WORLD_MESH ? world_list_sides(out) : world_list_links(out);
    }
    if (status == WAY_STATUS_UNSUPPORTED) {
        cli_complain("--graph %s is for maps of square cells without weights",
                     cli_choices_world[kind]);
        return CLI_EXIT_USAGE;
    }
    return status == WAY_STATUS_OK ? CLI_EXIT_OK
                                   : cli_complain_problem(cli_choices_world[kind], status, NULL);
}

void cli_world_close(cli_world *world)
{
    way_space_destroy(world->graph);
    way_mesh_destroy(world->mesh);
    way_waypoints_free(&world->places);
    free(world->lines);
    *world = (cli_world){0};
}

void cli_world_describe(const cli_world *world, char *text, size_t size)
{
    static const char *const words[][2] = {
        {"", ""}, {"points", "links"}, {"waypoints", "links"}, {"polygons", "shared sides"}};
    (void)snprintf(text, size, "%s %s, %s %s", cli_number_group(world->state_count).text,
                   words[world->kind][0], cli_number_group(world->line_count).text,
                   words[world->kind][1]);
}

// Searching ---------------------------------------------------------------------------------------

typedef struct world_trip {
    const cli_world *world;
    const cli_trip_request *request;
    way_space *space; ///< with the ends of the trip; the graph itself for polygons of a mesh
    way_navigator *navigator;
    way_agent *agent;
    way_observer observer;
    way_trip trip;
} world_trip;

/// A search over points of the mesh instead of polygons: the ends are two spots.
static way_status world_attach_points(world_trip *trip)
{
    const cli_world *world = trip->world;
    const way_trip *asked = &trip->request->trip;
    trip->trip.start = 0;
    trip->trip.goal = asked->start != asked->goal;
    way_status status = way_space_create_points(world->mesh, 2, NULL, &trip->space);
    if (status == WAY_STATUS_OK) {
        status = way_points_set(trip->space, 0, world_point(world->map, asked->start));
    }
    return status == WAY_STATUS_OK
               ? way_points_set(trip->space, 1, world_point(world->map, asked->goal))
               : status;
}

static bool world_is_points(const world_trip *trip)
{
    return trip->space && (way_space_traits(trip->space) & WAY_SPACE_MESH_POINTS);
}

static way_status world_attach(world_trip *trip)
{
    const cli_world *world = trip->world;
    const way_trip *asked = &trip->request->trip;
    trip->trip = (way_trip){.expansion_limit = asked->expansion_limit};
    if (world->kind == CLI_WORLD_MESH &&
        (cli_trip_algorithm(trip->request->algorithm)->needs & WAY_SPACE_MESH_POINTS)) {
        return world_attach_points(trip);
    }
    if (world->kind == CLI_WORLD_MESH) {
        trip->space = world->graph;
        trip->trip.start = way_mesh_locate(world->mesh, world_point(world->map, asked->start));
        trip->trip.goal = way_mesh_locate(world->mesh, world_point(world->map, asked->goal));
        return trip->trip.start == WAY_STATE_NONE || trip->trip.goal == WAY_STATE_NONE
                   ? WAY_STATUS_OUT_OF_RANGE
                   : WAY_STATUS_OK;
    }
    const way_waypoints_config config = world_config(world);
    trip->trip.start = world->state_count;
    trip->trip.goal = world->state_count + (asked->start != asked->goal);
    return way_space_attach(world->graph, &config, asked->start, asked->goal, &trip->space);
}

static way_status world_prepare(world_trip *trip, way_problem *problem)
{
    const way_navigator_config plan = {
        .space = trip->space, .algorithm = trip->request->algorithm, .problem = problem};
    way_status status = way_navigator_create(&plan, &trip->navigator);
    if (status == WAY_STATUS_OK && trip->request->observe) {
        trip->observer.capacity = WORLD_EVENTS;
        trip->observer.events = malloc(WORLD_EVENTS * sizeof *trip->observer.events);
        status = trip->observer.events ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
    }
    if (status == WAY_STATUS_OK) {
        const way_agent_config config = {.navigator = trip->navigator,
                                         .observer =
                                             trip->request->observe ? &trip->observer : NULL};
        status = way_agent_create(&config, &trip->agent);
    }
    return status;
}

/// The cell that stands for a state of a graph of places.
static way_cell world_cell(const world_trip *trip, way_state state)
{
    const way_trip *asked = &trip->request->trip;
    if (state < trip->world->state_count) {
        return trip->world->places.cells[state];
    }
    return state == trip->world->state_count ? asked->start : asked->goal;
}

/// Shows an expanded state as its cells: those of a polygon, or the one of a place.
static void world_mark(const world_trip *trip, way_state state, cli_trip_result *out)
{
    const cli_world *world = trip->world;
    if (world->kind != CLI_WORLD_MESH || world_is_points(trip)) {
        const way_cell cell =
            world_is_points(trip)
                ? world_cell_of_point(world->map, way_points_at(trip->space, state))
                : world_cell(trip, state);
        uint32_t *order = &out->order[cell];
        *order = *order ? *order : ++out->order_max;
        return;
    }
    uint32_t count = 0;
    const uint32_t *corners = way_mesh_polygon(world->mesh, state, &count);
    way_curve_point low = {INFINITY, INFINITY};
    way_curve_point high = {0, 0};
    for (uint32_t i = 0; i < count; i++) {
        const way_point point = way_mesh_point(world->mesh, corners[i]);
        low = (way_curve_point){fmin(low.x, point.x), fmin(low.y, point.y)};
        high = (way_curve_point){fmax(high.x, point.x), fmax(high.y, point.y)};
    }
    const uint32_t first = ++out->order_max;
    for (uint32_t y = (uint32_t)low.y / WAY_MESH_UNIT; y < (uint32_t)high.y / WAY_MESH_UNIT; y++) {
        for (uint32_t x = (uint32_t)low.x / WAY_MESH_UNIT; x < (uint32_t)high.x / WAY_MESH_UNIT;
             x++) {
            const way_cell cell = way_map_cell(world->map, x, y);
            uint32_t *order = &out->order[cell];
            const bool held = way_mesh_locate(world->mesh, world_point(world->map, cell)) == state;
            *order = held && !*order ? first : *order;
        }
    }
}

static way_status world_note_order(const world_trip *trip, cli_trip_result *out)
{
    const way_observer *observer = &trip->observer;
    if (!trip->request->observe) {
        return WAY_STATUS_OK;
    }
    const size_t cells = (size_t)way_map_width(trip->world->map) * way_map_height(trip->world->map);
    out->order = calloc(cells, sizeof *out->order);
    if (!out->order) {
        return WAY_STATUS_NO_MEMORY;
    }
    const uint64_t lost =
        observer->count > observer->capacity ? observer->count - observer->capacity : 0;
    for (uint64_t i = lost; i < observer->count; i++) {
        const way_event *event = &observer->events[i % observer->capacity];
        if (event->kind == WAY_EVENT_EXPAND) {
            world_mark(trip, event->state, out);
        }
    }
    return WAY_STATUS_OK;
}

/// The points where the path bends: places, or what is left of a chain of polygons when a string
/// is pulled through it.
static way_status world_bend(const world_trip *trip, cli_trip_result *out)
{
    const cli_world *world = trip->world;
    const way_trip *asked = &trip->request->trip;
    uint32_t count = 0;
    const way_state *path = way_agent_path(trip->agent, &count);
    out->path = malloc((count + 1u) * sizeof *out->path);
    out->curve.points = malloc((count + 1u) * sizeof *out->curve.points);
    way_point *points = malloc((count + 1u) * sizeof *points);
    way_status status =
        out->path && out->curve.points && points ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
    for (uint32_t i = 0; status == WAY_STATUS_OK && world_is_points(trip) && i < count; i++) {
        points[i] = way_points_at(trip->space, path[i]);
    }
    if (status == WAY_STATUS_OK && world->kind == CLI_WORLD_MESH && !world_is_points(trip)) {
        const way_mesh_chain chain = {world_point(world->map, asked->start),
                                      world_point(world->map, asked->goal), path, count};
        status = way_mesh_pull(world->mesh, &chain, points, count + 1, &count);
    }
    for (uint32_t i = 0; status == WAY_STATUS_OK && i < count; i++) {
        if (world->kind == CLI_WORLD_MESH) {
            out->path[i] = world_cell_of_point(world->map, points[i]);
            out->curve.points[i] = world_spot_of_point(points[i]);
        } else {
            out->path[i] = world_cell(trip, path[i]);
            out->curve.points[i] = world_spot(world->map, out->path[i]);
        }
    }
    free(points);
    out->path_count = status == WAY_STATUS_OK ? count : 0;
    out->curve.count = out->path_count;
    for (uint32_t i = 1; i < out->curve.count; i++) {
        const way_curve_point *to = &out->curve.points[i];
        out->length += hypot(to->x - to[-1].x, to->y - to[-1].y);
    }
    return status;
}

static way_status world_walk(world_trip *trip, cli_trip_result *out)
{
    way_status status = way_agent_begin(trip->agent, &trip->trip);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    const double started = cli_clock_seconds();
    out->outcome = way_agent_run(trip->agent);
    out->search_seconds = cli_clock_seconds() - started;
    out->algorithm = way_navigator_algorithm(trip->navigator);
    out->stats = way_agent_stats(trip->agent);
    out->cost = way_agent_cost(trip->agent);
    out->goal = trip->request->trip.goal;
    status = world_note_order(trip, out);
    return status == WAY_STATUS_OK && out->outcome == WAY_OUTCOME_FOUND ? world_bend(trip, out)
                                                                        : status;
}

cli_exit cli_world_run(const cli_world *world, const cli_trip_request *request,
                       cli_trip_result *out)
{
    world_trip trip = {.world = world, .request = request};
    way_problem problem = {0};
    *out = (cli_trip_result){.cost = WAY_COST_MAX};
    if (!cli_trip_algorithm(request->algorithm)) {
        return CLI_EXIT_USAGE;
    }
    way_status status = world_attach(&trip);
    cli_exit result = CLI_EXIT_OK;
    if (status == WAY_STATUS_OUT_OF_RANGE) {
        cli_complain("--graph %s needs both ends on passable cells",
                     cli_choices_world[world->kind]);
        result = CLI_EXIT_USAGE;
    } else {
        status = status == WAY_STATUS_OK ? world_prepare(&trip, &problem) : status;
        status = status == WAY_STATUS_OK ? world_walk(&trip, out) : status;
        if (status != WAY_STATUS_OK) {
            result = cli_trip_complain(request->algorithm, status, &problem);
            cli_trip_free(out);
        }
    }
    way_agent_destroy(trip.agent);
    way_navigator_destroy(trip.navigator);
    if (trip.space != world->graph) {
        way_space_destroy(trip.space);
    }
    free(trip.observer.events);
    return result;
}
