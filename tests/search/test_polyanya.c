// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Polyanya's ways are as short as any: compared with a graph of all points in sight of each other,
// where sight is worked out from the cells of the map and shares nothing with the library.
#include "support/sizes.h"
#include "support/test.h"

#include <waymark/agent.h>
#include <waymark/mesh.h>

#include <math.h>

#define SIDE_MAX 24
#define STOPS_MAX ((SIDE_MAX + 1) * (SIDE_MAX + 1) * 2 + 2)

typedef struct ground {
    int32_t width, height;
    uint8_t free[SIDE_MAX * SIDE_MAX];
} ground;

static bool is_free(const ground *at, int32_t x, int32_t y)
{
    return x >= 0 && y >= 0 && x < at->width && y < at->height && at->free[y * at->width + x];
}

// Sight -------------------------------------------------------------------------------------------

/// Along a line of the lattice: free ground on one side of every piece, and no change of sides in a
/// point.
static bool sees_along(const ground *at, way_point a, way_point b)
{
    const bool across = a.y == b.y;
    const int32_t line = (across ? a.y : a.x) / WAY_MESH_UNIT;
    int32_t low = across ? a.x : a.y;
    int32_t high = across ? b.x : b.y;
    if (low > high) {
        const int32_t other = low;
        low = high;
        high = other;
    }
    bool above = true;
    bool below = true;
    for (int32_t k = low / WAY_MESH_UNIT; k * WAY_MESH_UNIT < high; k++) {
        const bool up = across ? is_free(at, k, line - 1) : is_free(at, line - 1, k);
        const bool down = across ? is_free(at, k, line) : is_free(at, line, k);
        const bool opens = up && down; // here one may change sides
        above = (above && up) || (below && opens);
        below = (below && down) || (above && opens);
        if (!above && !below) {
            return false;
        }
    }
    return true;
}

static double crossing(double from, double delta, double line)
{
    return delta == 0 ? 2 : (line - from) / delta;
}

static bool sees(const ground *at, way_point a, way_point b)
{
    if ((a.x == b.x && a.x % WAY_MESH_UNIT == 0) || (a.y == b.y && a.y % WAY_MESH_UNIT == 0)) {
        return sees_along(at, a, b);
    }
    const double ax = (double)a.x / WAY_MESH_UNIT;
    const double ay = (double)a.y / WAY_MESH_UNIT;
    const double dx = (double)b.x / WAY_MESH_UNIT - ax;
    const double dy = (double)b.y / WAY_MESH_UNIT - ay;
    const int32_t step_x = dx > 0 ? 1 : -1;
    const int32_t step_y = dy > 0 ? 1 : -1;
    int32_t x = (int32_t)(dx >= 0 ? floor(ax) : ceil(ax) - 1);
    int32_t y = (int32_t)(dy >= 0 ? floor(ay) : ceil(ay) - 1);
    while (is_free(at, x, y)) {
        const double next_x = crossing(ax, dx, x + (dx > 0));
        const double next_y = crossing(ay, dy, y + (dy > 0));
        if (fmin(next_x, next_y) > 1 - 1e-10) {
            return true;
        }
        if (fabs(next_x - next_y) < 1e-10) {
            if (!is_free(at, x + step_x, y) && !is_free(at, x, y + step_y)) {
                return false;
            }
            x += step_x;
            y += step_y;
        } else if (next_x < next_y) {
            x += step_x;
        } else {
            y += step_y;
        }
    }
    return false;
}

static double straight(way_point a, way_point b)
{
    return hypot((double)a.x - b.x, (double)a.y - b.y) / WAY_MESH_UNIT;
}

/// A point to bend at. Where blocked cells touch by a corner nobody passes between them, so that
/// such a point belongs to one free cell.
typedef struct stop {
    way_point at;
    int32_t x, y; ///< that cell, or -1
} stop;

/// Whether the way from a stop begins in its cell.
static bool sets_out(const stop *from, way_point to)
{
    const int32_t x = from->at.x / WAY_MESH_UNIT - (to.x < from->at.x);
    const int32_t y = from->at.y / WAY_MESH_UNIT - (to.y < from->at.y);
    if (from->x >= 0 && to.x == from->at.x && to.y == from->at.y) {
        return false; // two sides of one point
    }
    const bool beside = (to.x == from->at.x && x - 1 == from->x && y == from->y) ||
                        (to.y == from->at.y && y - 1 == from->y && x == from->x);
    return from->x < 0 || (x == from->x && y == from->y) || beside;
}

static bool is_pinched(const ground *at, int32_t x, int32_t y)
{
    const bool down = is_free(at, x, y) && is_free(at, x - 1, y - 1);
    const bool up = is_free(at, x - 1, y) && is_free(at, x, y - 1);
    const int free = is_free(at, x, y) + is_free(at, x - 1, y) + is_free(at, x, y - 1) +
                     is_free(at, x - 1, y - 1);
    return free == 2 && (down || up);
}

/// The points of the lattice that touch free and blocked ground, and the ends.
static uint32_t list_stops(const ground *at, way_point start, way_point goal, stop *stops)
{
    uint32_t count = 0;
    stops[count++] = (stop){start, -1, -1};
    stops[count++] = (stop){goal, -1, -1};
    for (int32_t y = 0; y <= at->height; y++) {
        for (int32_t x = 0; x <= at->width; x++) {
            const way_point here = {x * WAY_MESH_UNIT, y * WAY_MESH_UNIT};
            const int free = is_free(at, x, y) + is_free(at, x - 1, y) + is_free(at, x, y - 1) +
                             is_free(at, x - 1, y - 1);
            const bool pinched = is_pinched(at, x, y);
            for (int32_t k = 0; k < 4 && pinched; k++) {
                if (is_free(at, x - k % 2, y - k / 2)) {
                    stops[count++] = (stop){here, x - k % 2, y - k / 2};
                }
            }
            if (free > 0 && free < 4 && !pinched) {
                stops[count++] = (stop){here, -1, -1};
            }
        }
    }
    return count;
}

/// The least length over all points in sight of each other; INFINITY if there is no way.
static double shortest(const ground *at, way_point start, way_point goal)
{
    stop stops[STOPS_MAX];
    double lengths[STOPS_MAX];
    bool closed[STOPS_MAX] = {false};
    const uint32_t count = list_stops(at, start, goal, stops);
    for (uint32_t i = 0; i < count; i++) {
        lengths[i] = INFINITY;
    }
    lengths[0] = 0;
    for (;;) {
        uint32_t least = count;
        for (uint32_t i = 0; i < count; i++) {
            if (!closed[i] && isfinite(lengths[i]) &&
                (least == count || lengths[i] < lengths[least])) {
                least = i;
            }
        }
        if (least == count || least == 1) {
            return lengths[1];
        }
        closed[least] = true;
        for (uint32_t i = 0; i < count; i++) {
            const way_point from = stops[least].at;
            const way_point to = stops[i].at;
            const double length = lengths[least] + straight(from, to);
            if (!closed[i] && length < lengths[i] && sets_out(&stops[least], to) &&
                sets_out(&stops[i], from) && sees(at, from, to)) {
                lengths[i] = length;
            }
        }
    }
}

// Trips -------------------------------------------------------------------------------------------

typedef struct mesh_trip {
    ground ground;
    way_map *map;
    way_mesh *mesh;
    way_space *space;
    way_navigator *navigator;
    way_agent *agent;
} mesh_trip;

/// Takes the ground for larger units: free where one with its top left cell there stands.
static void shrink(ground *at, int32_t size)
{
    const ground before = *at;
    for (int32_t i = 0; i < at->width * at->height; i++) {
        for (int32_t k = 0; k < size * size; k++) {
            at->free[i] &= is_free(&before, i % at->width + k % size, i / at->width + k / size);
        }
    }
}

static void open_agent(mesh_trip *trip)
{
    assert_int_equal(way_space_create_points(trip->mesh, 2, NULL, &trip->space), WAY_STATUS_OK);
    const way_navigator_config plan = {.space = trip->space, .algorithm = "polyanya"};
    assert_int_equal(way_navigator_create(&plan, &trip->navigator), WAY_STATUS_OK);
    const way_agent_config agents = {.navigator = trip->navigator};
    assert_int_equal(way_agent_create(&agents, &trip->agent), WAY_STATUS_OK);
}

static void open_ground(mesh_trip *trip)
{
    way_map_config config =
        way_map_config_default((uint32_t)trip->ground.width, (uint32_t)trip->ground.height);
    config.weights = trip->ground.free;
    assert_int_equal(way_map_create(&config, &trip->map), WAY_STATUS_OK);
    assert_int_equal(way_mesh_create_for(&(way_mesh_map_config){.map = trip->map}, &trip->mesh),
                     WAY_STATUS_OK);
    open_agent(trip);
}

static void close_ground(mesh_trip *trip)
{
    way_agent_destroy(trip->agent);
    way_navigator_destroy(trip->navigator);
    way_space_destroy(trip->space);
    way_mesh_destroy(trip->mesh);
    way_map_destroy(trip->map);
}

static void draw_noise(mesh_trip *trip, way_rng *rng, uint32_t blocked)
{
    *trip = (mesh_trip){.ground = {.width = 3 + (int32_t)way_rng_below(rng, SIDE_MAX - 2),
                                   .height = 3 + (int32_t)way_rng_below(rng, SIDE_MAX - 2)}};
    const uint32_t cells = (uint32_t)(trip->ground.width * trip->ground.height);
    for (uint32_t i = 0; i < cells; i++) {
        trip->ground.free[i] = way_rng_below(rng, 100) >= blocked;
    }
    trip->ground.free[0] = 1;
    open_ground(trip);
}

/// A point of the mesh: the middle of a cell, one of the lattice, or any.
static way_point pick(const mesh_trip *trip, way_rng *rng)
{
    const uint32_t kind = way_rng_below(rng, 3);
    for (;;) {
        way_point at = {
            (int32_t)way_rng_below(rng, (uint32_t)trip->ground.width * WAY_MESH_UNIT + 1),
            (int32_t)way_rng_below(rng, (uint32_t)trip->ground.height * WAY_MESH_UNIT + 1)};
        if (kind < 2) {
            const int32_t part = kind ? WAY_MESH_UNIT / 2 : 0;
            at.x = at.x / WAY_MESH_UNIT * WAY_MESH_UNIT + part;
            at.y = at.y / WAY_MESH_UNIT * WAY_MESH_UNIT + part;
        }
        const bool pinched =
            kind == 0 && is_pinched(&trip->ground, at.x / WAY_MESH_UNIT, at.y / WAY_MESH_UNIT);
        if (!pinched && way_mesh_locate(trip->mesh, at) != WAY_STATE_NONE) {
            return at;
        }
    }
}

static void check_trip(mesh_trip *trip, way_point start, way_point goal)
{
    assert_int_equal(way_points_set(trip->space, 0, start), WAY_STATUS_OK);
    assert_int_equal(way_points_set(trip->space, 1, goal), WAY_STATUS_OK);
    const way_trip there = {.start = 0, .goal = 1};
    assert_int_equal(way_agent_begin(trip->agent, &there), WAY_STATUS_OK);
    const bool arrived = way_agent_run(trip->agent) == WAY_OUTCOME_FOUND;
    const double best = shortest(&trip->ground, start, goal);
    assert_int_equal(arrived, isfinite(best));
    if (!arrived) {
        return;
    }
    uint32_t count = 0;
    const way_state *path = way_agent_path(trip->agent, &count);
    double length = 0;
    for (uint32_t i = 0; i + 1 < count; i++) {
        const way_point a = way_points_at(trip->space, path[i]);
        const way_point b = way_points_at(trip->space, path[i + 1]);
        assert_true(sees(&trip->ground, a, b));
        length += straight(a, b);
    }
    if (fabs(length - best) > 1e-5) {
        print_error("from %d,%d to %d,%d: %.6f, best %.6f\n", start.x, start.y, goal.x, goal.y,
                    length, best);
    }
    assert_true(fabs(length - best) < 1e-5);
}

static void ways_when_compared_with_all_sights(void **state)
{
    (void)state;
    way_rng rng = test_rng(4711);
    for (uint32_t round = 0; round < 300; round++) {
        mesh_trip trip;
        draw_noise(&trip, &rng, 2 + round % 45);
        for (uint32_t i = 0; i < 8; i++) {
            const way_point start = pick(&trip, &rng);
            check_trip(&trip, start, pick(&trip, &rng));
        }
        close_ground(&trip);
    }
}

/// Edits the map and what the test knows of it.
static void edit_noise(mesh_trip *trip, ground *cells, way_rng *rng)
{
    const uint32_t width = 1 + way_rng_below(rng, 3);
    const uint32_t height = 1 + way_rng_below(rng, 3);
    const way_edit edit = {
        .x = way_rng_below(rng, (uint32_t)cells->width - width + 1),
        .y = way_rng_below(rng, (uint32_t)cells->height - height + 1),
        .width = width,
        .height = height,
        .weight = (uint8_t)way_rng_below(rng, 2),
    };
    assert_int_equal(way_map_edit(trip->map, &edit, 1), WAY_STATUS_OK);
    for (uint32_t i = 0; i < width * height; i++) {
        const uint32_t x = edit.x + i % width;
        const uint32_t y = edit.y + i / width;
        cells->free[y * (uint32_t)cells->width + x] = edit.weight;
    }
}

/// A mesh in tiles for units of 1 to 3 cells, edited and repaired: its ways are as short as any,
/// and what was made of it before goes on.
static void ways_when_mesh_follows_edits(void **state)
{
    (void)state;
    way_rng rng = test_rng(815);
    for (uint32_t round = 0; round < 60; round++) {
        const uint32_t size = 1 + round % 3;
        mesh_trip trip;
        draw_noise(&trip, &rng, 2 + round % 30);
        close_ground(&trip);
        ground cells = trip.ground;
        way_map_config config =
            way_map_config_default((uint32_t)cells.width, (uint32_t)cells.height);
        config.weights = cells.free;
        assert_int_equal(way_map_create(&config, &trip.map), WAY_STATUS_OK);
        assert_int_equal(sizes_add(trip.map, size), WAY_STATUS_OK);
        const way_mesh_map_config plan = {.map = trip.map, .profile = size, .tile = 8};
        shrink(&trip.ground, (int32_t)size);
        if (way_mesh_create_for(&plan, &trip.mesh) != WAY_STATUS_OK) {
            way_map_destroy(trip.map);
            continue; // nowhere to stand
        }
        open_agent(&trip);
        for (uint32_t i = 0; i < 12; i++) {
            const way_point start = pick(&trip, &rng);
            check_trip(&trip, start, pick(&trip, &rng));
            edit_noise(&trip, &cells, &rng);
            trip.ground = cells;
            shrink(&trip.ground, (int32_t)size);
            bool done = false;
            const way_status status = way_mesh_repair(trip.mesh, UINT32_MAX, &done);
            assert_int_equal(done, status == WAY_STATUS_OK);
            assert_int_equal(way_mesh_is_current(trip.mesh), done);
            if (status != WAY_STATUS_OK) {
                assert_true(status == WAY_STATUS_OUT_OF_RANGE || status == WAY_STATUS_TOO_LARGE);
                break;
            }
        }
        close_ground(&trip);
    }
}

/// Trips over a map of noise, whole and in tiles: what they cost and how many polygons gaps were
/// pushed through are the same everywhere, and no more than they were.
static void work_when_recorded(void **state)
{
    enum { SIDE = 96, TRIPS = 40 };
    static const struct {
        uint32_t walls, tile, found;
        uint64_t expansions, cost; ///< of the trips that found a way
    } recorded[] = {{5, 0, 40, 1687, 778723},
                    {5, 32, 40, 2003, 778723},
                    {30, 0, 38, 15669, 815991},
                    {30, 32, 38, 16223, 815991}};
    static uint8_t weights[SIDE * SIDE];
    (void)state;
    for (uint32_t i = 0; i < sizeof recorded / sizeof *recorded; i++) {
        way_rng rng = way_rng_seed(5);
        mesh_trip trip = {.map = NULL};
        way_map_config config = way_map_config_default(SIDE, SIDE);
        config.weights = weights;
        for (uint32_t k = 0; k < SIDE * SIDE; k++) {
            weights[k] = way_rng_below(&rng, 100) >= recorded[i].walls;
        }
        assert_int_equal(way_map_create(&config, &trip.map), WAY_STATUS_OK);
        const way_mesh_map_config plan = {.map = trip.map, .tile = recorded[i].tile};
        assert_int_equal(way_mesh_create_for(&plan, &trip.mesh), WAY_STATUS_OK);
        open_agent(&trip);
        uint32_t found = 0;
        uint64_t expansions = 0;
        uint64_t cost = 0;
        for (uint32_t k = 0; k < TRIPS; k++) {
            for (uint32_t spot = 0; spot < 2;) {
                const way_point at = {(int32_t)way_rng_below(&rng, SIDE * WAY_MESH_UNIT),
                                      (int32_t)way_rng_below(&rng, SIDE * WAY_MESH_UNIT)};
                spot += way_points_set(trip.space, spot, at) == WAY_STATUS_OK;
            }
            const way_trip over = {.start = 0, .goal = 1};
            assert_int_equal(way_agent_begin(trip.agent, &over), WAY_STATUS_OK);
            const bool arrives = way_agent_run(trip.agent) == WAY_OUTCOME_FOUND;
            found += arrives;
            expansions += way_agent_stats(trip.agent).expansions;
            cost += arrives ? way_agent_cost(trip.agent) : 0;
        }
        close_ground(&trip);
        assert_int_equal(found, recorded[i].found);
        if (expansions != recorded[i].expansions || cost != recorded[i].cost) {
            fail_msg("{%u, %u, %u, %llu, %llu}", recorded[i].walls, recorded[i].tile, found,
                     (unsigned long long)expansions, (unsigned long long)cost);
        }
    }
}

static void trip_when_mesh_is_repaired_amid_it(void **state)
{
    (void)state;
    mesh_trip trip = {.ground = {.width = 24, .height = 24}};
    const way_map_config config = way_map_config_default(24, 24);
    assert_int_equal(way_map_create(&config, &trip.map), WAY_STATUS_OK);
    const way_edit wall = {.x = 12, .y = 0, .width = 1, .height = 23};
    assert_int_equal(way_map_edit(trip.map, &wall, 1), WAY_STATUS_OK);
    const way_mesh_map_config plan = {.map = trip.map, .tile = 8};
    assert_int_equal(way_mesh_create_for(&plan, &trip.mesh), WAY_STATUS_OK);
    open_agent(&trip);
    assert_int_equal(way_points_set(trip.space, 0, (way_point){500, 500}), WAY_STATUS_OK);
    assert_int_equal(way_points_set(trip.space, 1, (way_point){23500, 500}), WAY_STATUS_OK);
    const way_point nowhere = way_points_at(trip.space, WAY_STATE_NONE);
    assert_true(nowhere.x == 0 && nowhere.y == 0);
    const way_trip there = {.start = 0, .goal = 1};
    assert_int_equal(way_agent_begin(trip.agent, &there), WAY_STATUS_OK);
    assert_int_equal(way_agent_step(trip.agent, 1), WAY_OUTCOME_WORKING);
    const way_edit gate = {.x = 12, .y = 0, .width = 1, .height = 1, .weight = 1};
    assert_int_equal(way_map_edit(trip.map, &gate, 1), WAY_STATUS_OK);
    assert_false(way_mesh_is_current(trip.mesh));
    // Until it is done the mesh is the one of before, and trips go on.
    bool done = false;
    assert_int_equal(way_mesh_repair(trip.mesh, 1, &done), WAY_STATUS_OK);
    assert_false(done);
    assert_int_equal(way_agent_step(trip.agent, 1), WAY_OUTCOME_WORKING);
    assert_int_equal(way_mesh_repair(trip.mesh, UINT32_MAX, &done), WAY_STATUS_OK);
    assert_true(done);
    assert_int_equal(way_agent_step(trip.agent, 1000), WAY_OUTCOME_STALE);
    assert_int_equal(way_agent_begin(trip.agent, &there), WAY_STATUS_OK);
    assert_int_equal(way_agent_run(trip.agent), WAY_OUTCOME_FOUND);
    assert_int_equal(way_agent_cost(trip.agent), 23 * WAY_NAVGRAPH_CELL);
    close_ground(&trip);
}

static void mesh_when_badly_asked_to_follow(void **state)
{
    (void)state;
    way_map *map = NULL;
    way_mesh *mesh = NULL;
    const way_map_config config = way_map_config_default(8, 8);
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    const way_mesh_map_config none = {.map = NULL};
    const way_mesh_map_config narrow = {.map = map, .tile = 7};
    const way_mesh_map_config large = {.map = map, .profile = 4};
    assert_int_equal(way_mesh_create_for(&none, &mesh), WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_mesh_create_for(NULL, &mesh), WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_mesh_create_for(&narrow, &mesh), WAY_STATUS_OUT_OF_RANGE);
    assert_int_equal(way_mesh_create_for(&large, &mesh), WAY_STATUS_UNSUPPORTED);
    static const way_point corners[] = {{0, 0}, {2000, 0}, {0, 2000}};
    static const uint32_t around[] = {0, 1, 2};
    static const uint32_t three = 3;
    const way_mesh_config own = {corners, 3, around, &three, 1, NULL, NULL};
    assert_int_equal(way_mesh_create(&own, &mesh, NULL), WAY_STATUS_OK);
    bool done = false;
    assert_int_equal(way_mesh_repair(mesh, UINT32_MAX, &done), WAY_STATUS_UNSUPPORTED);
    assert_int_equal(way_mesh_repair(mesh, UINT32_MAX, NULL), WAY_STATUS_INVALID_ARGUMENT);
    assert_int_equal(way_mesh_repair(NULL, UINT32_MAX, &done), WAY_STATUS_INVALID_ARGUMENT);
    assert_true(way_mesh_is_current(mesh));
    way_mesh_destroy(mesh);
    way_map_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ways_when_compared_with_all_sights),
        cmocka_unit_test(ways_when_mesh_follows_edits),
        cmocka_unit_test(work_when_recorded),
        cmocka_unit_test(trip_when_mesh_is_repaired_amid_it),
        cmocka_unit_test(mesh_when_badly_asked_to_follow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
