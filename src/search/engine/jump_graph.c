// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A scan from a cell looks at one bit per run and, if that is set, at 64 cells at a time; diagonal
// walks go cell by cell, with an eye on the runs that branch off.
#include "search/engine/jump_graph.h"

#include "base/inline.h"

/// Three bits of a jump tell more than its slot.
#define JUMP_GRAPH_POINTS_MAX (UINT32_C(1) << 29)

static const wayi_jump_point jump_graph_blank = {.stamp = 0};

/// A cell on the way, and what it cost to get there.
typedef struct jump_graph_spot {
    uint32_t x, y;
    way_cost g;
} jump_graph_spot;

way_status wayi_jump_graph_init(wayi_jump_graph *graph, const wayi_grid *grid, uint32_t limit,
                                const way_allocator *allocator)
{
    *graph = (wayi_jump_graph){.map = grid->map,
                               .layer = grid->layer,
                               .revision = way_map_revision(grid->map),
                               .allocator = wayi_allocator_or_default(allocator)};
    const wayi_nodes_config config = {
        .blank = &jump_graph_blank,
        .stride = sizeof jump_graph_blank,
        .limit = limit && limit < JUMP_GRAPH_POINTS_MAX ? limit : JUMP_GRAPH_POINTS_MAX,
        .sparse = true};
    return wayi_nodes_init(&graph->points, &config, allocator);
}

void wayi_jump_graph_fini(wayi_jump_graph *graph)
{
    wayi_nodes_fini(&graph->points);
    wayi_free(&graph->allocator, graph->marks, graph->mark_capacity, sizeof *graph->marks);
    const wayi_jumps all[] = {graph->kept, graph->passing};
    for (uint32_t i = 0; i < 2; i++) {
        wayi_free(&graph->allocator, all[i].items, all[i].capacity, sizeof *all[i].items);
    }
}

size_t wayi_jump_graph_bytes(const wayi_jump_graph *graph)
{
    return wayi_nodes_bytes(&graph->points) + graph->mark_capacity * sizeof *graph->marks +
           ((size_t)graph->kept.capacity + graph->passing.capacity) * sizeof *graph->kept.items;
}

void wayi_jump_graph_clear(wayi_jump_graph *graph)
{
    wayi_nodes_clear(&graph->points);
    graph->kept.count = 0;
    graph->full = false;
    graph->revision = way_map_revision(graph->map);
}

// Lines of bits -----------------------------------------------------------------------------------

static WAYI_ALWAYS_INLINE bool jump_graph_is_row(uint32_t direction)
{
    return direction == WAYI_EAST || direction == WAYI_WEST;
}

/// The line of a cell among rows for runs east and west, else among columns.
static WAYI_ALWAYS_INLINE const uint64_t *jump_graph_line(const wayi_jump_graph *graph,
                                                          const uint64_t *lines,
                                                          jump_graph_spot spot, uint32_t direction)
{
    return jump_graph_is_row(direction) ? lines + ((size_t)spot.y + 1) * graph->map->row_words
                                        : lines + ((size_t)spot.x + 1) * graph->map->column_words;
}

/// What can be seen from a cell and its row neighbours.
static WAYI_ALWAYS_INLINE const wayi_views *jump_graph_views(const wayi_jump_graph *graph,
                                                             jump_graph_spot spot)
{
    return graph->layer->views + ((size_t)spot.y + 1) * graph->map->row_words + ((spot.x + 1) >> 6);
}

/// The distance from `bit` to the next one that is set in the direction of a run, or is not set
/// for `flip`; there is one.
static WAYI_ALWAYS_INLINE uint32_t jump_graph_reach(const uint64_t *line, uint32_t bit,
                                                    uint32_t direction, bool flip)
{
    const uint64_t inverse = flip ? UINT64_MAX : 0;
    if (direction == WAYI_EAST || direction == WAYI_SOUTH) {
        uint32_t word = (bit + 1) >> 6;
        uint64_t found = (line[word] ^ inverse) & UINT64_MAX << ((bit + 1) & 63u);
        while (!found) {
            found = line[++word] ^ inverse;
        }
        return word * 64 + wayi_bits_lowest(found) - bit;
    }
    uint32_t word = (bit - 1) >> 6;
    uint64_t found = (line[word] ^ inverse) & UINT64_MAX >> (63u - ((bit - 1) & 63u));
    while (!found) {
        found = line[--word] ^ inverse;
    }
    return bit - word * 64 - wayi_bits_highest(found);
}

static jump_graph_spot jump_graph_spot_of(const wayi_jump_graph *graph, way_cell cell)
{
    const uint32_t y = wayi_map_row(graph->map, cell);
    return (jump_graph_spot){cell - y * graph->map->width, y, 0};
}

/// The cell `length` steps on.
static WAYI_ALWAYS_INLINE jump_graph_spot jump_graph_ahead(const wayi_jump_graph *graph,
                                                           jump_graph_spot spot, uint32_t direction,
                                                           uint32_t length)
{
    const int32_t columns = wayi_direction_x[direction] * (int32_t)length;
    const int32_t rows = wayi_direction_y[direction] * (int32_t)length;
    return (jump_graph_spot){spot.x + (uint32_t)columns, spot.y + (uint32_t)rows,
                             way_cost_add(spot.g, length * graph->map->steps[direction])};
}

static uint32_t jump_graph_room(const wayi_jump_graph *graph, jump_graph_spot spot,
                                uint32_t direction)
{
    const bool row = jump_graph_is_row(direction);
    const uint64_t *lines = row ? graph->layer->rows : graph->layer->columns;
    const uint64_t *line = jump_graph_line(graph, lines, spot, direction);
    return jump_graph_reach(line, (row ? spot.x : spot.y) + 1, direction, true) - 1;
}

uint32_t wayi_jump_graph_room(const wayi_jump_graph *graph, way_cell cell, uint32_t direction)
{
    return jump_graph_room(graph, jump_graph_spot_of(graph, cell), direction);
}

/// The two cardinal directions that a diagonal one is made of.
static WAYI_ALWAYS_INLINE uint32_t jump_graph_side(uint32_t direction)
{
    return wayi_direction_x[direction] > 0 ? WAYI_EAST : WAYI_WEST;
}

static WAYI_ALWAYS_INLINE uint32_t jump_graph_along(uint32_t direction)
{
    return wayi_direction_y[direction] > 0 ? WAYI_SOUTH : WAYI_NORTH;
}

/// Walks a diagonal to the next cell where runs branch off that meet jump points; false if a wall
/// comes first.
static WAYI_ALWAYS_INLINE bool jump_graph_walk(wayi_jump_graph *graph, jump_graph_spot *spot,
                                               uint32_t direction)
{
    const bool east = wayi_direction_x[direction] > 0;
    const bool south = wayi_direction_y[direction] > 0;
    const size_t words = graph->map->row_words;
    const wayi_views *row = graph->layer->views + ((size_t)spot->y + 1) * words;
    uint32_t bit = spot->x + 1;
    uint32_t length = 0;
    uint64_t branches;
    do {
        if (row[bit >> 6].walls[direction - WAYI_NORTH_EAST] >> (bit & 63u) & 1u) {
            graph->looked += length;
            return false;
        }
        row = south ? row + words : row - words;
        bit = east ? bit + 1 : bit - 1;
        const wayi_views *views = row + (bit >> 6);
        branches =
            views->runs[jump_graph_side(direction)] | views->runs[jump_graph_along(direction)];
        length++;
    } while (!(branches >> (bit & 63u) & 1u));
    graph->looked += length;
    *spot = jump_graph_ahead(graph, *spot, direction, length);
    return true;
}

/// Whether a run from a cell meets a jump point.
static WAYI_ALWAYS_INLINE bool jump_graph_meets(const wayi_jump_graph *graph, jump_graph_spot spot,
                                                uint32_t direction)
{
    return jump_graph_views(graph, spot)->runs[direction] >> ((spot.x + 1) & 63u) & 1u;
}

// Scanning ----------------------------------------------------------------------------------------

/// The directions in which a jump point that a run in a direction met is left.
static uint32_t jump_graph_onward(const wayi_jump_graph *graph, jump_graph_spot spot,
                                  uint32_t arrival)
{
    const way_cell cell = spot.y * graph->map->width + spot.x;
    return graph->map->jump_onward[arrival][graph->layer->around[cell]];
}

/// Whether no jump point follows in any of these directions.
static bool jump_graph_is_leaf(wayi_jump_graph *graph, jump_graph_spot spot, uint32_t directions)
{
    for (; directions; directions &= directions - 1) {
        const uint32_t direction = wayi_bits_lowest(directions);
        jump_graph_spot end = spot;
        if (direction < WAYI_NORTH_EAST ? jump_graph_meets(graph, spot, direction)
                                        : jump_graph_walk(graph, &end, direction)) {
            return false;
        }
    }
    return true;
}

uint32_t wayi_jump_graph_touch(wayi_jump_graph *graph, way_cell cell)
{
    const uint32_t count = graph->points.count;
    const uint32_t slot = wayi_nodes_touch(&graph->points, cell, sizeof(wayi_jump_point));
    if (graph->points.count == count) {
        return slot;
    }
    void *marks = graph->marks;
    if (!wayi_grow(&graph->allocator, &marks, &graph->mark_capacity, count + 1,
                   sizeof *graph->marks)) {
        graph->full = true; // a point without a mark is of no use: all is to be forgotten
        return WAYI_SLOT_NONE;
    }
    graph->marks = marks;
    const jump_graph_spot spot = jump_graph_spot_of(graph, cell);
    graph->marks[slot] = (wayi_jump_mark){.x = (uint16_t)spot.x, .y = (uint16_t)spot.y};
    return slot;
}

static bool jump_graph_judge(wayi_jump_graph *graph, uint32_t slot, jump_graph_spot spot,
                             uint32_t arrival)
{
    wayi_jump_point *point = wayi_nodes_at(&graph->points, slot, sizeof *point);
    if (!((uint32_t)point->judged >> arrival & 1u)) {
        const bool leaf = jump_graph_is_leaf(graph, spot, jump_graph_onward(graph, spot, arrival));
        point->judged |= (uint8_t)(1u << arrival);
        point->leaf |= (uint8_t)(leaf << arrival);
    }
    return (uint32_t)point->leaf >> arrival & 1u;
}

static bool jump_graph_push(wayi_jump_graph *graph, wayi_jumps *jumps, wayi_jump jump)
{
    if (jumps->count == jumps->capacity) {
        void *items = jumps->items;
        if (!wayi_grow(&graph->allocator, &items, &jumps->capacity, jumps->count + 1,
                       sizeof *jumps->items)) {
            return false;
        }
        jumps->items = items;
    }
    jumps->items[jumps->count++] = jump;
    return true;
}

/// Appends the jump whose last run from a cell meets a jump point.
static WAYI_ALWAYS_INLINE void jump_graph_add(wayi_jump_graph *graph, wayi_jumps *jumps,
                                              jump_graph_spot spot, uint32_t direction)
{
    const uint64_t *line = jump_graph_line(graph, graph->layer->jumps[direction], spot, direction);
    const uint32_t bit = (jump_graph_is_row(direction) ? spot.x : spot.y) + 1;
    const uint32_t length = jump_graph_reach(line, bit, direction, false);
    graph->looked += 1 + (length >> 6);
    spot = jump_graph_ahead(graph, spot, direction, length);
    const uint32_t slot = wayi_jump_graph_touch(graph, spot.y * graph->map->width + spot.x);
    if (slot == WAYI_SLOT_NONE) {
        graph->full = true;
        return;
    }
    const uint32_t leaf = jump_graph_judge(graph, slot, spot, direction);
    const wayi_jump jump = {slot << 3 | direction << 1 | leaf, spot.g};
    graph->full |= !jump_graph_push(graph, jumps, jump);
}

static WAYI_ALWAYS_INLINE void jump_graph_run(wayi_jump_graph *graph, wayi_jumps *jumps,
                                              jump_graph_spot spot, uint32_t direction)
{
    if (jump_graph_meets(graph, spot, direction)) {
        jump_graph_add(graph, jumps, spot, direction);
    }
}

/// Follows one direction from a cell; one instance of all there is for each.
static WAYI_ALWAYS_INLINE void jump_graph_follow(wayi_jump_graph *graph, wayi_jumps *jumps,
                                                 jump_graph_spot spot, uint32_t direction)
{
    if (direction < WAYI_NORTH_EAST) {
        jump_graph_run(graph, jumps, spot, direction);
        return;
    }
    while (jump_graph_walk(graph, &spot, direction)) {
        jump_graph_run(graph, jumps, spot, jump_graph_side(direction));
        jump_graph_run(graph, jumps, spot, jump_graph_along(direction));
    }
}

/// Appends the jumps from a cell in a set of directions; none without memory.
static void jump_graph_collect(wayi_jump_graph *graph, wayi_jumps *jumps, jump_graph_spot spot,
                               uint32_t directions)
{
    const uint32_t first = jumps->count;
    for (; directions; directions &= directions - 1) {
        switch (wayi_bits_lowest(directions)) {
        case WAYI_NORTH_EAST:
            jump_graph_follow(graph, jumps, spot, WAYI_NORTH_EAST);
            break;
        case WAYI_SOUTH_EAST:
            jump_graph_follow(graph, jumps, spot, WAYI_SOUTH_EAST);
            break;
        case WAYI_SOUTH_WEST:
            jump_graph_follow(graph, jumps, spot, WAYI_SOUTH_WEST);
            break;
        case WAYI_NORTH_WEST:
            jump_graph_follow(graph, jumps, spot, WAYI_NORTH_WEST);
            break;
        default:
            jump_graph_run(graph, jumps, spot, wayi_bits_lowest(directions));
            break;
        }
    }
    if (graph->full) {
        jumps->count = first;
    }
}

void wayi_jump_graph_scan(wayi_jump_graph *graph, uint32_t slot, uint32_t arrival)
{
    const jump_graph_spot spot = jump_graph_spot_of(graph, wayi_jump_graph_cell(graph, slot));
    const uint32_t first = graph->kept.count;
    jump_graph_collect(graph, &graph->kept, spot, jump_graph_onward(graph, spot, arrival));
    if (!graph->full) {
        wayi_jump_point *point = wayi_nodes_at(&graph->points, slot, sizeof *point);
        point->lists[arrival] = (wayi_jump_list){first, graph->kept.count - first};
        point->known |= (uint8_t)(1u << arrival);
    }
}

void wayi_jump_graph_leave(wayi_jump_graph *graph, way_cell cell)
{
    graph->passing.count = 0;
    jump_graph_collect(graph, &graph->passing, jump_graph_spot_of(graph, cell), 0xffu);
}

bool wayi_jump_graph_sees(const wayi_jump_graph *graph, way_cell from, way_cell to)
{
    jump_graph_spot spot = jump_graph_spot_of(graph, from);
    const jump_graph_spot end = jump_graph_spot_of(graph, to);
    while (spot.x != end.x && spot.y != end.y) {
        const uint32_t slant = spot.x < end.x
                                   ? (spot.y < end.y ? WAYI_SOUTH_EAST : WAYI_NORTH_EAST)
                                   : (spot.y < end.y ? WAYI_SOUTH_WEST : WAYI_NORTH_WEST);
        const uint64_t walls = jump_graph_views(graph, spot)->walls[slant - WAYI_NORTH_EAST];
        if (walls >> ((spot.x + 1) & 63u) & 1u) {
            return false;
        }
        spot = jump_graph_ahead(graph, spot, slant, 1);
    }
    if (spot.y == end.y) {
        return spot.x < end.x ? end.x - spot.x <= jump_graph_room(graph, spot, WAYI_EAST)
                              : spot.x - end.x <= jump_graph_room(graph, spot, WAYI_WEST);
    }
    return spot.y < end.y ? end.y - spot.y <= jump_graph_room(graph, spot, WAYI_SOUTH)
                          : spot.y - end.y <= jump_graph_room(graph, spot, WAYI_NORTH);
}
