// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Graphs of places on a map, linked by sight.
//
// A line of sight touches no blocked cell, so a taut way bends round the convex corners of blocked
// areas, and the cells diagonal to these are the nearest ones to bend at. A graph of all of them
// joins whatever the map joins and holds the shortest way among them. Lines can pass a corner
// closer than the cell's centre, so a way over other cells may be a little shorter still.
#include "lab/domains/places.h"

#include "core/hash_table.h"

static double places_across(const way_map *map, way_cell a, way_cell b)
{
    const uint32_t ax = a % map->width;
    const uint32_t bx = b % map->width;
    return (double)ax - (double)bx;
}

static double places_along(const way_map *map, way_cell a, way_cell b)
{
    return (double)wayi_map_row(map, a) - (double)wayi_map_row(map, b);
}

way_cost wayi_places_cost(const way_map *map, way_cell a, way_cell b)
{
    return wayi_straight_cost(places_across(map, a, b), places_along(map, a, b), 1);
}

bool wayi_places_link(const way_map *map, way_cell a, way_cell b, uint32_t reach)
{
    const double dx = places_across(map, a, b);
    const double dy = places_along(map, a, b);
    if (reach && dx * dx + dy * dy > (double)reach * reach) {
        return false;
    }
    return way_map_sees(map, a, b, WAY_SIGHT_ANY_ANGLE, 1);
}

way_status wayi_places_check(const way_waypoints_config *config)
{
    if (!config || !config->map || !config->cells) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    if (config->cell_count == 0) {
        return WAY_STATUS_OUT_OF_RANGE;
    }
    if (config->cell_count > WAYI_PLACES_MAX) {
        return WAY_STATUS_TOO_LARGE;
    }
    if (way_map_neighbours(config->map) == WAY_NEIGHBOURS_6 || !way_map_is_uniform(config->map)) {
        return WAY_STATUS_UNSUPPORTED;
    }
    for (uint32_t i = 0; i < config->cell_count; i++) {
        if (!way_map_is_passable(config->map, config->cells[i])) {
            return WAY_STATUS_OUT_OF_RANGE;
        }
    }
    return WAY_STATUS_OK;
}

// Graph -------------------------------------------------------------------------------------------

typedef struct places_links {
    way_link *links;
    uint32_t count, capacity;
    double *positions;
} places_links;

static bool places_find_links(const way_waypoints_config *config, const way_allocator *allocator,
                              places_links *found)
{
    const way_map *map = config->map;
    for (uint32_t i = 0; i < config->cell_count; i++) {
        const way_cell a = config->cells[i];
        found->positions[2 * (size_t)i] = a % map->width;
        found->positions[2 * (size_t)i + 1] = wayi_map_row(map, a);
        for (uint32_t k = i + 1; k < config->cell_count; k++) {
            const way_cell b = config->cells[k];
            if (!wayi_places_link(map, a, b, config->reach)) {
                continue;
            }
            if (!WAYI_GROW(allocator, found->links, found->capacity, found->count + 1)) {
                return false;
            }
            found->links[found->count++] = (way_link){i, k, wayi_places_cost(map, a, b)};
        }
    }
    return true;
}

way_status way_space_create_waypoints(const way_waypoints_config *config, way_space **out)
{
    way_status status = out ? wayi_places_check(config) : WAY_STATUS_INVALID_ARGUMENT;
    if (status != WAY_STATUS_OK) {
        return status;
    }
    *out = NULL;
    const way_allocator allocator = wayi_allocator_or_default(config->allocator);
    places_links found = {0};
    found.positions = wayi_alloc(&allocator, (size_t)config->cell_count * 2, sizeof(double));
    status = WAY_STATUS_NO_MEMORY;
    if (found.positions && places_find_links(config, &allocator, &found)) {
        const way_graph_config graph = {.node_count = config->cell_count,
                                        .links = found.links,
                                        .link_count = found.count,
                                        .positions = found.positions,
                                        .allocator = &allocator};
        status = way_space_create_graph(&graph, out);
    }
    WAYI_FREE(&allocator, found.links, found.capacity);
    wayi_free(&allocator, found.positions, (size_t)config->cell_count * 2, sizeof(double));
    return status;
}

uint32_t way_waypoints_coverage(const way_waypoints_config *config)
{
    uint32_t covered = 0;
    if (wayi_places_check(config) != WAY_STATUS_OK) {
        return 0;
    }
    for (way_cell cell = 0; cell < config->map->cell_count; cell++) {
        bool seen = false;
        for (uint32_t i = 0; i < config->cell_count && !seen; i++) {
            seen = way_map_is_passable(config->map, cell) &&
                   wayi_places_link(config->map, config->cells[i], cell, config->reach);
        }
        covered += seen;
    }
    return covered;
}

// Lists of places ---------------------------------------------------------------------------------

void way_waypoints_free(way_waypoints *places)
{
    if (places) {
        WAYI_FREE(&places->allocator, places->cells, places->count);
        *places = (way_waypoints){.allocator = places->allocator};
    }
}

static bool places_is_passable(const way_map *map, int64_t x, int64_t y)
{
    return way_map_is_passable(map, way_map_cell(map, x, y));
}

/// Whether a shortest way may bend here. Where corners may be cut it may do so beside any blocked
/// cell.
static bool places_is_corner(const way_map *map, int64_t x, int64_t y)
{
    const bool cuts =
        way_map_neighbours(map) == WAY_NEIGHBOURS_8 && way_map_corners(map) != WAY_CORNERS_STRICT;
    for (int64_t dy = -1; dy <= 1; dy += 2) {
        for (int64_t dx = -1; dx <= 1; dx += 2) {
            const bool across = places_is_passable(map, x + dx, y);
            const bool along = places_is_passable(map, x, y + dy);
            const bool beyond = places_is_passable(map, x + dx, y + dy);
            if (cuts ? !across || !along || !beyond : across && along && !beyond) {
                return true;
            }
        }
    }
    return false;
}

/// Copies the marked cells.
static way_status places_collect(const uint8_t *marks, uint32_t cell_count,
                                 const way_allocator *allocator, way_waypoints *out)
{
    uint32_t count = 0;
    for (way_cell cell = 0; cell < cell_count; cell++) {
        count += marks[cell] != 0;
    }
    *out = (way_waypoints){.allocator = *allocator};
    if (count == 0) {
        return WAY_STATUS_OK;
    }
    out->cells = wayi_alloc(allocator, count, sizeof *out->cells);
    if (!out->cells) {
        return WAY_STATUS_NO_MEMORY;
    }
    for (way_cell cell = 0; cell < cell_count; cell++) {
        if (marks[cell]) {
            out->cells[out->count++] = cell;
        }
    }
    return WAY_STATUS_OK;
}

way_status way_waypoints_corners(const way_map *map, const way_allocator *allocator,
                                 way_waypoints *out)
{
    if (!map || !out) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    const way_allocator door = wayi_allocator_or_default(allocator);
    *out = (way_waypoints){.allocator = door};
    if (way_map_neighbours(map) == WAY_NEIGHBOURS_6) {
        return WAY_STATUS_UNSUPPORTED;
    }
    uint8_t *marks = wayi_alloc_zero(&door, map->cell_count, sizeof *marks);
    if (!marks) {
        return WAY_STATUS_NO_MEMORY;
    }
    for (way_cell cell = 0; cell < map->cell_count; cell++) {
        const uint32_t y = wayi_map_row(map, cell);
        marks[cell] =
            way_map_is_passable(map, cell) && places_is_corner(map, cell - y * map->width, y);
    }
    const way_status status = places_collect(marks, map->cell_count, &door, out);
    WAYI_FREE(&door, marks, map->cell_count);
    return status;
}

// Cover -------------------------------------------------------------------------------------------

#define PLACES_NONE UINT32_MAX

/// Waypoints while they are chosen.
typedef struct places_cover {
    const way_map *map;
    uint32_t reach;
    uint8_t *marks;         ///< chosen cells
    uint32_t *watcher;      ///< a waypoint's cell that sees the cell, or PLACES_NONE
    wayi_hash_table joined; ///< pairs of watchers that need no more waypoints between them
} places_cover;

/// Makes a cell a waypoint that watches what it sees and nobody watches yet.
static void places_choose(const places_cover *cover, way_cell chosen)
{
    const way_map *map = cover->map;
    cover->marks[chosen] = 1;
    cover->watcher[chosen] = chosen;
    for (way_cell cell = 0; cell < map->cell_count; cell++) {
        if (cover->watcher[cell] == PLACES_NONE && way_map_is_passable(map, cell) &&
            wayi_places_link(map, chosen, cell, cover->reach)) {
            cover->watcher[cell] = chosen;
        }
    }
}

/// Joins the waypoints that watch two neighbouring cells, by making one or both of these waypoints
/// where they do not see each other. Each pair is joined where it first meets, not only if there is
/// no other way at all, so that ways need no detours. False without memory.
static bool places_join(places_cover *cover, way_cell a, way_cell b)
{
    const way_cell first = cover->watcher[a];
    const way_cell second = cover->watcher[b];
    if (first == second) {
        return true;
    }
    const uint64_t key =
        first < second ? (uint64_t)first << 32 | second : (uint64_t)second << 32 | first;
    uint32_t *joined = wayi_hash_table_get_or_add(&cover->joined, key, 0);
    if (!joined || *joined) {
        return joined;
    }
    *joined = 1;
    if (wayi_places_link(cover->map, first, second, cover->reach)) {
        return true;
    }
    const bool far = wayi_places_link(cover->map, b, first, cover->reach);
    const bool near = wayi_places_link(cover->map, a, second, cover->reach);
    if (far || !near) {
        places_choose(cover, b);
    }
    if (!far) {
        places_choose(cover, a);
    }
    return true;
}

/// The middles of roomy squares first: they see most and are on the way.
static void places_spread(const places_cover *cover)
{
    const way_map *map = cover->map;
    for (uint32_t room = WAY_MAP_UNIT_MAX; room > 0; room--) {
        for (way_cell cell = 0; cell < map->cell_count; cell++) {
            if (way_map_clearance(map, cell, 1) >= room) {
                const way_cell middle = cell + (room - 1) / 2 * (map->width + 1);
                if (cover->watcher[middle] == PLACES_NONE) {
                    places_choose(cover, middle);
                }
            }
        }
    }
}

/// False without memory.
static bool places_cover_all(places_cover *cover)
{
    const way_map *map = cover->map;
    bool done = true;
    places_spread(cover);
    for (way_cell cell = 0; done && cell < map->cell_count; cell++) {
        const uint32_t y = wayi_map_row(map, cell);
        const uint32_t x = cell - y * map->width;
        if (!way_map_is_passable(map, cell)) {
            continue;
        }
        if (places_is_passable(map, (int64_t)x + 1, y)) {
            done = places_join(cover, cell, cell + 1);
        }
        if (done && places_is_passable(map, x, (int64_t)y + 1)) {
            done = places_join(cover, cell, cell + map->width);
        }
    }
    return done;
}

way_status way_waypoints_cover(const way_map *map, uint32_t reach, const way_allocator *allocator,
                               way_waypoints *out)
{
    if (!map || !out) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    const way_allocator door = wayi_allocator_or_default(allocator);
    *out = (way_waypoints){.allocator = door};
    if (way_map_neighbours(map) == WAY_NEIGHBOURS_6) {
        return WAY_STATUS_UNSUPPORTED;
    }
    const size_t cells = map->cell_count;
    places_cover cover = {.map = map, .reach = reach};
    wayi_hash_table_init(&cover.joined, &door);
    cover.marks = wayi_alloc_zero(&door, cells, sizeof *cover.marks);
    cover.watcher = wayi_alloc(&door, cells, sizeof *cover.watcher);
    way_status status = WAY_STATUS_NO_MEMORY;
    if (cover.marks && cover.watcher) {
        for (way_cell cell = 0; cell < map->cell_count; cell++) {
            cover.watcher[cell] = PLACES_NONE;
        }
        if (places_cover_all(&cover)) {
            status = places_collect(cover.marks, map->cell_count, &door, out);
        }
    }
    wayi_hash_table_fini(&cover.joined);
    WAYI_FREE(&door, cover.marks, cells);
    WAYI_FREE(&door, cover.watcher, cells);
    return status;
}
