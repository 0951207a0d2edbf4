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

/// How far a diagonal is walked at a time, and to find out whether anything follows a point.
#define JUMP_GRAPH_WALK 256u
#define JUMP_GRAPH_JUDGE 128u

way_status wayi_jump_graph_init(wayi_jump_graph *graph, const wayi_grid *grid, uint32_t limit,
                                const way_allocator *allocator)
{
    *graph = (wayi_jump_graph){.map = grid->map,
                               .layer = grid->layer,
                               .revision = way_map_revision(grid->map),
                               .stop = UINT64_MAX,
                               .square = grid->map->neighbours == WAY_NEIGHBOURS_4,
                               .cuts = grid->map->neighbours == WAY_NEIGHBOURS_8 &&
                                       grid->map->corners != WAY_CORNERS_STRICT,
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
    const wayi_jumps all[] = {graph->kept, graph->passing};
    for (uint32_t i = 0; i < 2; i++) {
        WAYI_FREE(&graph->allocator, all[i].items, all[i].capacity);
    }
}

void wayi_jump_graph_clear(wayi_jump_graph *graph)
{
    wayi_nodes_clear(&graph->points);
    graph->kept.count = 0;
    graph->lost = 0;
    graph->cleared = graph->looked;
    graph->unsure = false;
    graph->full = false;
    graph->revision = way_map_revision(graph->map);
}

// Density -----------------------------------------------------------------------------------------

static uint64_t jump_graph_per_thousand(uint64_t part, uint64_t whole)
{
    return whole ? part * 1000 / whole : 0;
}

wayi_jump_density wayi_jump_density_of(const wayi_grid *grid)
{
    const wayi_layer *layer = grid->layer;
    const bool square = grid->map->neighbours == WAY_NEIGHBOURS_4;
    const wayi_line_counts rows = square ? (wayi_line_counts){0} : layer->row_counts;
    const wayi_line_counts columns = layer->column_counts;
    return (wayi_jump_density){
        .free = (uint32_t)jump_graph_per_thousand(rows.jumps + columns.jumps, layer->free_count),
        .stretch = (uint32_t)(jump_graph_per_thousand(rows.jumps, rows.stretches) +
                              jump_graph_per_thousand(columns.jumps, columns.stretches)),
        .flat = (uint32_t)jump_graph_per_thousand(
            layer->weights ? layer->free_count - layer->rough_count : 0, layer->free_count),
        .otherwise = square || grid->map->corners != WAY_CORNERS_STRICT};
}

// Lines of bits -----------------------------------------------------------------------------------

static WAYI_ALWAYS_INLINE bool jump_graph_is_row(uint32_t direction)
{
    return direction == WAYI_EAST || direction == WAYI_WEST;
}

/// The line of a cell among rows for runs east and west, else among columns.
static WAYI_ALWAYS_INLINE const uint64_t *jump_graph_line(const wayi_jump_graph *graph,
                                                          const uint64_t *lines,
                                                          wayi_jump_spot spot, uint32_t direction)
{
    return jump_graph_is_row(direction) ? lines + ((size_t)spot.y + 1) * graph->map->row_words
                                        : lines + ((size_t)spot.x + 1) * graph->map->column_words;
}

/// What can be seen from a cell and its row neighbours.
static WAYI_ALWAYS_INLINE const wayi_views *jump_graph_views(const wayi_jump_graph *graph,
                                                             wayi_jump_spot spot)
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

/// The cell `length` steps on.
static WAYI_ALWAYS_INLINE wayi_jump_spot jump_graph_ahead(const wayi_jump_graph *graph,
                                                          wayi_jump_spot spot, uint32_t direction,
                                                          uint32_t length)
{
    const int32_t columns = wayi_direction_x[direction] * (int32_t)length;
    const int32_t rows = wayi_direction_y[direction] * (int32_t)length;
    return (wayi_jump_spot){spot.x + (uint32_t)columns, spot.y + (uint32_t)rows,
                            way_cost_add(spot.g, length * graph->map->steps[direction])};
}

static uint32_t jump_graph_room(const wayi_jump_graph *graph, wayi_jump_spot spot,
                                uint32_t direction)
{
    const bool row = jump_graph_is_row(direction);
    const uint64_t *lines = row ? graph->layer->rows : graph->layer->columns;
    const uint64_t *line = jump_graph_line(graph, lines, spot, direction);
    return jump_graph_reach(line, (row ? spot.x : spot.y) + 1, direction, true) - 1;
}

wayi_jump_target wayi_jump_graph_aim(const wayi_jump_graph *graph, way_cell cell)
{
    const wayi_jump_spot spot = wayi_jump_graph_spot(graph, cell);
    int32_t room[4];
    for (uint32_t direction = 0; direction < 4; direction++) {
        room[direction] = (int32_t)jump_graph_room(graph, spot, direction) + 1;
    }
    return (wayi_jump_target){(int32_t)spot.x, (int32_t)spot.y,   -room[WAYI_WEST],
                              room[WAYI_EAST], -room[WAYI_NORTH], room[WAYI_SOUTH],
                              graph->square};
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

typedef enum jump_graph_end {
    JUMP_GRAPH_WALL,
    JUMP_GRAPH_BRANCH, ///< runs branch off that meet jump points
    JUMP_GRAPH_POINT,  ///< a jump point of the walk
    JUMP_GRAPH_FAR
} jump_graph_end;

/// Walks along a row to the next cell where runs branch off that meet jump points, or to a wall.
static jump_graph_end jump_graph_walk_row(wayi_jump_graph *graph, wayi_jump_spot *spot,
                                          uint32_t direction)
{
    const size_t at = ((size_t)spot->y + 1) * graph->map->row_words;
    const uint64_t *free = graph->layer->rows + at;
    const wayi_views *views = graph->layer->views + at;
    const bool east = direction == WAYI_EAST;
    const uint32_t from = east ? spot->x + 2 : spot->x;
    uint32_t word = from >> 6;
    uint64_t mask = east ? UINT64_MAX << (from & 63u) : UINT64_MAX >> (63u - (from & 63u));
    uint64_t stops = 0;
    for (;; word = east ? word + 1 : word - 1, mask = UINT64_MAX) {
        graph->looked++;
        stops = (~free[word] | views[word].runs[WAYI_NORTH] | views[word].runs[WAYI_SOUTH]) & mask;
        if (stops) {
            break;
        }
    }
    const uint32_t bit = east ? wayi_bits_lowest(stops) : wayi_bits_highest(stops);
    if (!(free[word] >> bit & 1u)) {
        return JUMP_GRAPH_WALL;
    }
    const uint32_t x = word * 64 + bit - 1;
    *spot = jump_graph_ahead(graph, *spot, direction, east ? x - spot->x : spot->x - x);
    return JUMP_GRAPH_BRANCH;
}

/// The directions that lie ahead on a diagonal walk: any other is a reason to stop.
static WAYI_ALWAYS_INLINE uint32_t jump_graph_ahead_of(uint32_t direction)
{
    return 1u << direction | 1u << jump_graph_side(direction) | 1u << jump_graph_along(direction);
}

/// Walks a diagonal to the next cell where runs branch off that meet jump points, to one that is a
/// jump point itself, to a wall, or so far.
static WAYI_ALWAYS_INLINE jump_graph_end jump_graph_walk(wayi_jump_graph *graph,
                                                         wayi_jump_spot *spot, uint32_t direction,
                                                         uint32_t limit)
{
    const bool east = wayi_direction_x[direction] > 0;
    const bool south = wayi_direction_y[direction] > 0;
    const size_t words = graph->map->row_words;
    const wayi_views *row = graph->layer->views + ((size_t)spot->y + 1) * words;
    const uint8_t *onward = graph->cuts ? graph->map->jump_onward[direction] : NULL;
    const uint8_t *around = graph->layer->around + ((size_t)spot->y * graph->map->width + spot->x);
    const ptrdiff_t offset = graph->map->offsets[direction];
    uint32_t bit = spot->x + 1;
    uint32_t length = 0;
    bool branches;
    bool stops = false;
    do {
        if (row[bit >> 6].walls[direction - WAYI_NORTH_EAST] >> (bit & 63u) & 1u) {
            graph->looked += length;
            return JUMP_GRAPH_WALL;
        }
        row = south ? row + words : row - words;
        bit = east ? bit + 1 : bit - 1;
        const wayi_views *views = row + (bit >> 6);
        branches =
            (views->runs[jump_graph_side(direction)] | views->runs[jump_graph_along(direction)]) >>
                (bit & 63u) &
            1u;
        length++;
        if (onward) {
            around += offset;
            stops = onward[*around] & ~jump_graph_ahead_of(direction);
        }
    } while (!branches && !stops && length < limit);
    graph->looked += length;
    *spot = jump_graph_ahead(graph, *spot, direction, length);
    return stops ? JUMP_GRAPH_POINT : branches ? JUMP_GRAPH_BRANCH : JUMP_GRAPH_FAR;
}

/// Whether a direction is walked along, with runs that branch off, and not run.
static WAYI_ALWAYS_INLINE bool jump_graph_walks(const wayi_jump_graph *graph, uint32_t direction)
{
    return direction >= WAYI_NORTH_EAST || (graph->square && jump_graph_is_row(direction));
}

/// Whether a run from a cell meets a jump point.
static WAYI_ALWAYS_INLINE bool jump_graph_meets(const wayi_jump_graph *graph, wayi_jump_spot spot,
                                                uint32_t direction)
{
    return jump_graph_views(graph, spot)->runs[direction] >> ((spot.x + 1) & 63u) & 1u;
}

// Scanning ----------------------------------------------------------------------------------------

/// The direction of the run or walk that met a point, by the two bits of it that jumps keep.
static uint32_t jump_graph_arrival(const wayi_jump_graph *graph, uint32_t slot, uint32_t arrival)
{
    return wayi_nodes_id(&graph->points, slot) < graph->map->cell_count ? arrival
                                                                        : arrival + WAYI_NORTH_EAST;
}

/// The directions in which a jump point that a run in a direction met is left.
static uint32_t jump_graph_onward(const wayi_jump_graph *graph, wayi_jump_spot spot,
                                  uint32_t arrival)
{
    const way_cell cell = spot.y * graph->map->width + spot.x;
    return graph->map->jump_onward[arrival][graph->layer->around[cell]];
}

/// Whether no jump point follows in any of these directions; where a diagonal is long it is not
/// looked to its end.
static bool jump_graph_is_leaf(wayi_jump_graph *graph, wayi_jump_spot spot, uint32_t directions)
{
    for (; directions; directions &= directions - 1) {
        const uint32_t direction = wayi_bits_lowest(directions);
        wayi_jump_spot end = spot;
        const bool follows =
            !jump_graph_walks(graph, direction) ? jump_graph_meets(graph, spot, direction)
            : graph->square
                ? jump_graph_walk_row(graph, &end, direction) != JUMP_GRAPH_WALL
                : jump_graph_walk(graph, &end, direction, JUMP_GRAPH_JUDGE) != JUMP_GRAPH_WALL;
        if (follows) {
            return false;
        }
    }
    return true;
}

static bool jump_graph_judge(wayi_jump_graph *graph, uint32_t slot, wayi_jump_spot spot,
                             uint32_t arrival)
{
    wayi_jump_point *point = wayi_nodes_at(&graph->points, slot, sizeof *point);
    const uint32_t bit = arrival & 3u;
    if (!((uint32_t)point->judged >> bit & 1u)) {
        const bool leaf = jump_graph_is_leaf(graph, spot, jump_graph_onward(graph, spot, arrival));
        point->judged |= (uint8_t)(1u << bit);
        point->leaf |= (uint8_t)(leaf << bit);
    }
    return (uint32_t)point->leaf >> bit & 1u;
}

static bool jump_graph_push(wayi_jump_graph *graph, wayi_jumps *jumps, wayi_jump jump)
{
    if (jumps->count == jumps->capacity) {
        if (!WAYI_GROW(&graph->allocator, jumps->items, jumps->capacity, jumps->count + 1)) {
            return false;
        }
    }
    jumps->items[jumps->count++] = jump;
    return true;
}

/// Appends the jump to a point that was met.
static void jump_graph_keep(wayi_jump_graph *graph, wayi_jumps *jumps, wayi_jump_spot spot,
                            uint32_t arrival)
{
    const way_cell cell = spot.y * graph->map->width + spot.x;
    const uint32_t slot = wayi_jump_graph_touch(graph, wayi_jump_graph_id(graph, cell, arrival));
    if (slot == WAYI_SLOT_NONE) {
        graph->full = true;
        return;
    }
    const uint32_t leaf = jump_graph_judge(graph, slot, spot, arrival);
    const wayi_jump jump = {slot << 3 | (arrival & 3u) << 1 | leaf, spot.g};
    graph->full |= !jump_graph_push(graph, jumps, jump);
}

/// Appends the jump whose last run from a cell meets a jump point.
static WAYI_ALWAYS_INLINE void jump_graph_add(wayi_jump_graph *graph, wayi_jumps *jumps,
                                              wayi_jump_spot spot, uint32_t direction)
{
    const uint64_t *line = jump_graph_line(graph, graph->layer->jumps[direction], spot, direction);
    const uint32_t bit = (jump_graph_is_row(direction) ? spot.x : spot.y) + 1;
    const uint32_t length = jump_graph_reach(line, bit, direction, false);
    graph->looked += 1 + (length >> 6);
    jump_graph_keep(graph, jumps, jump_graph_ahead(graph, spot, direction, length), direction);
}

static WAYI_ALWAYS_INLINE void jump_graph_run(wayi_jump_graph *graph, wayi_jumps *jumps,
                                              wayi_jump_spot spot, uint32_t direction)
{
    if (jump_graph_meets(graph, spot, direction)) {
        jump_graph_add(graph, jumps, spot, direction);
    }
}

/// Follows a row on from a spot, with runs along columns that branch off; true at its end.
static bool jump_graph_follow_row(wayi_jump_graph *graph, wayi_jumps *jumps, wayi_jump_scan *scan,
                                  uint32_t direction, uint64_t stop)
{
    while (jump_graph_walk_row(graph, &scan->spot, direction) == JUMP_GRAPH_BRANCH) {
        jump_graph_run(graph, jumps, scan->spot, WAYI_NORTH);
        jump_graph_run(graph, jumps, scan->spot, WAYI_SOUTH);
        if (graph->looked >= stop) {
            return false;
        }
    }
    return true;
}

/// Follows a direction on from a spot; true at its end. One instance of all there is for each.
static WAYI_ALWAYS_INLINE bool jump_graph_follow(wayi_jump_graph *graph, wayi_jumps *jumps,
                                                 wayi_jump_scan *scan, uint32_t direction,
                                                 uint64_t stop)
{
    if (direction < WAYI_NORTH_EAST) {
        jump_graph_run(graph, jumps, scan->spot, direction);
        return true;
    }
    for (;;) {
        const jump_graph_end end = jump_graph_walk(graph, &scan->spot, direction, JUMP_GRAPH_WALK);
        if (end == JUMP_GRAPH_WALL) {
            return true;
        }
        if (end == JUMP_GRAPH_POINT) {
            jump_graph_keep(graph, jumps, scan->spot, direction);
            return true;
        }
        if (end == JUMP_GRAPH_BRANCH) {
            jump_graph_run(graph, jumps, scan->spot, jump_graph_side(direction));
            jump_graph_run(graph, jumps, scan->spot, jump_graph_along(direction));
        }
        if (graph->looked >= stop) {
            return false;
        }
    }
}

/// Follows a direction on from where a scan is; true at its end.
static bool jump_graph_go_on(wayi_jump_graph *graph, wayi_jumps *jumps, wayi_jump_scan *scan,
                             uint64_t stop)
{
    const uint32_t direction = wayi_bits_lowest(scan->directions);
    switch (direction) {
    case WAYI_NORTH_EAST:
        return jump_graph_follow(graph, jumps, scan, WAYI_NORTH_EAST, stop);
    case WAYI_SOUTH_EAST:
        return jump_graph_follow(graph, jumps, scan, WAYI_SOUTH_EAST, stop);
    case WAYI_SOUTH_WEST:
        return jump_graph_follow(graph, jumps, scan, WAYI_SOUTH_WEST, stop);
    case WAYI_NORTH_WEST:
        return jump_graph_follow(graph, jumps, scan, WAYI_NORTH_WEST, stop);
    default:
        return jump_graph_walks(graph, direction)
                   ? jump_graph_follow_row(graph, jumps, scan, direction, stop)
                   : jump_graph_follow(graph, jumps, scan, direction & 3u, stop);
    }
}

wayi_jump_scan wayi_jump_scan_point(wayi_jump_graph *graph, uint32_t slot, uint32_t arrival)
{
    const wayi_jump_spot spot = wayi_jump_graph_spot(graph, wayi_jump_graph_cell(graph, slot));
    return (wayi_jump_scan){
        .slot = slot,
        .arrival = arrival,
        .first = graph->kept.count,
        .directions = jump_graph_onward(graph, spot, jump_graph_arrival(graph, slot, arrival)),
        .origin = spot,
        .spot = spot};
}

wayi_jump_scan wayi_jump_scan_cell(wayi_jump_graph *graph, way_cell cell)
{
    const wayi_jump_spot spot = wayi_jump_graph_spot(graph, cell);
    graph->passing.count = 0;
    return (wayi_jump_scan){.slot = WAYI_SLOT_NONE,
                            .directions = graph->square ? 0xfu : 0xffu,
                            .origin = spot,
                            .spot = spot};
}

bool wayi_jump_scan_step(wayi_jump_graph *graph, wayi_jump_scan *scan, uint64_t stop)
{
    wayi_jumps *jumps = scan->slot == WAYI_SLOT_NONE ? &graph->passing : &graph->kept;
    while (scan->directions && !graph->full) {
        if (!jump_graph_go_on(graph, jumps, scan, stop)) {
            return false;
        }
        scan->directions &= scan->directions - 1;
        scan->spot = scan->origin;
    }
    if (graph->full) {
        jumps->count = scan->first;
    } else if (scan->slot != WAYI_SLOT_NONE) {
        wayi_jump_point *point = wayi_nodes_at(&graph->points, scan->slot, sizeof *point);
        point->lists[scan->arrival] = (wayi_jump_list){scan->first, jumps->count - scan->first};
        point->known |= (uint8_t)(1u << scan->arrival);
    }
    return true;
}

/// Goes along a row to the column of a cell; false if there is a wall.
static bool jump_graph_square_up(wayi_jump_graph *graph, wayi_jump_spot *spot, uint32_t x)
{
    const uint32_t direction = spot->x < x ? WAYI_EAST : WAYI_WEST;
    const uint32_t length = spot->x < x ? x - spot->x : spot->x - x;
    graph->looked += 1 + (length >> 6);
    if (length > jump_graph_room(graph, *spot, direction)) {
        return false;
    }
    *spot = jump_graph_ahead(graph, *spot, direction, length);
    return true;
}

wayi_jump_sight wayi_jump_graph_look(wayi_jump_graph *graph, wayi_jump_spot *spot, way_cell to,
                                     uint32_t limit)
{
    const wayi_jump_spot end = wayi_jump_graph_spot(graph, to);
    if (graph->square && spot->x != end.x && spot->y != end.y &&
        !jump_graph_square_up(graph, spot, end.x)) {
        return WAYI_JUMP_HIDDEN;
    }
    const uint32_t slant = spot->x < end.x ? (spot->y < end.y ? WAYI_SOUTH_EAST : WAYI_NORTH_EAST)
                                           : (spot->y < end.y ? WAYI_SOUTH_WEST : WAYI_NORTH_WEST);
    for (; spot->x != end.x && spot->y != end.y; limit--) {
        const uint64_t walls = jump_graph_views(graph, *spot)->walls[slant - WAYI_NORTH_EAST];
        if (walls >> ((spot->x + 1) & 63u) & 1u) {
            return WAYI_JUMP_HIDDEN;
        }
        if (limit == 0) {
            return WAYI_JUMP_MORE;
        }
        *spot = jump_graph_ahead(graph, *spot, slant, 1);
        graph->looked++;
    }
    const bool across = spot->y == end.y;
    const uint32_t from = across ? spot->x : spot->y;
    const uint32_t until = across ? end.x : end.y;
    const uint32_t direction =
        across ? (from < until ? WAYI_EAST : WAYI_WEST) : (from < until ? WAYI_SOUTH : WAYI_NORTH);
    const uint32_t length = from < until ? until - from : from - until;
    return length <= jump_graph_room(graph, *spot, direction) ? WAYI_JUMP_SEEN : WAYI_JUMP_HIDDEN;
}
