// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What the searches see of a map. Cells are bits: one layer per profile holds every row and every
// column as words of 64 with a blocked border, so a ray is a scan; and as bytes that tell which of
// a cell's neighbours are passable, so its steps are two look-ups. The cell (x, y) is bit x + 1 of
// row y + 1, and bit y + 1 of column x + 1. Layers of one table share what terrain weighs.
#pragma once

#include "base/alloc.h"
#include "base/bits.h"
#include "base/lend.h"
#include "map/grid/directions.h"

#include <waymark/map.h>

/// How many changed rectangles a map remembers.
#define WAYI_JOURNAL_CAPACITY 1024u

/// Room for the layers of unit sizes and of further profiles.
#define WAYI_LAYERS_MAX (WAY_MAP_UNIT_MAX + 1 + WAY_MAP_PROFILES_MAX)

typedef struct wayi_components wayi_components;
typedef struct wayi_table wayi_table;
typedef struct wayi_links wayi_links;
typedef struct wayi_link_table wayi_link_table;

/// What jump point search can see from 64 cells of a row (see runs.c), one bit each.
typedef struct wayi_views {
    uint64_t runs[4];  ///< by cardinal direction: a run that way finds a jump point
    uint64_t walls[4]; ///< by diagonal direction: a step that way is not legal
} wayi_views;

/// Rows of a square of 64 x 64 bits, the first to before `end`; none if that is 0.
typedef struct wayi_late_rows {
    uint8_t first, end;
} wayi_late_rows;

/// What rows, or columns, hold altogether.
typedef struct wayi_line_counts {
    uint64_t stretches; ///< of free cells, from wall to wall
    uint64_t jumps;     ///< jump points of runs up and down them that have a free cell before them
} wayi_line_counts;

/// Where units of one profile can stand. The base of a table that no profile uses itself is bare:
/// rows and columns only.
typedef struct wayi_layer {
    uint32_t size;
    uint32_t min_weight;     ///< of passable cells; 1 when there are none
    const uint8_t *weights;  ///< by cell: the plane of the table, or the footprint; NULL until a
                             ///< passable cell weighs more than 1
    uint32_t profile;        ///< its number
    uint32_t users;          ///< how often it was added
    uint32_t lent;           ///< to spaces (base/lend.h)
    const wayi_table *table; ///< what terrain weighs
    struct wayi_layer *next; ///< of the same table
    uint8_t *footprint;      ///< what units of several cells cover, by cell; 0 where they don't
                             ///< fit; NULL for tables of 0 and 1
    uint64_t *rows;          ///< (height + 2) rows of row_words, and one word more
    uint64_t *columns;       ///< (width + 2) columns of column_words, and one word more
    uint8_t *around;    ///< by cell: bit d is set where the neighbour in direction d is passable
    uint64_t *jumps[4]; ///< by cardinal direction, like rows or columns: jump points (see runs.c);
                        ///< this and the next NULL with 6 neighbours
    wayi_views *views;  ///< like rows, but for the word more
    wayi_late_rows *late;  ///< by squares of 64 x 64 bits: runs north and south still to be renewed
    way_rect late_squares; ///< where there are any
    wayi_line_counts row_counts, column_counts; ///< this and the next 0 with 6 neighbours
    uint64_t free_count;                        ///< free cells
    uint64_t *beside[2]; ///< like rows: where a way that goes NE or SW [0], SE or NW [1] may bend
                         ///< round a corner beside it (see runs.c); NULL but with 8 neighbours
                         ///< and no corner cut
    uint64_t *beside_columns[2]; ///< the same like columns
    uint64_t *rough;         ///< like rows: free cells beside a free one that weighs otherwise (see
                             ///< rough.c); NULL for tables of 0 and 1, and with 6 neighbours
    uint64_t *rough_columns; ///< the same like columns
    uint64_t rough_count;    ///< rough cells
    wayi_components *components;
    wayi_links *links; ///< NULL without any for the profile
} wayi_layer;

/// What terrain weighs, and what follows from it for units of one cell.
struct wayi_table {
    uint8_t weights[256]; ///< by terrain; 0 = may not enter
    bool uniform;         ///< all passable cells weigh 1
    uint32_t min_weight;  ///< of passable cells; 1 when there are none
    uint8_t *plane;       ///< weights by cell; NULL for tables of 0 and 1. The plain table's is
                          ///< the terrain itself
    wayi_layer *base;     ///< for units of one cell
    wayi_layer *layers;   ///< all of them, the base first
};

typedef struct wayi_journal_entry {
    uint64_t revision;
    way_rect rect;
} wayi_journal_entry;

struct way_map {
    uint32_t width;
    uint32_t height;
    uint32_t cell_count;
    uint32_t row_words;
    uint32_t column_words;
    uint64_t reciprocal; ///< cell / width = cell * reciprocal >> reciprocal_shift
    uint32_t reciprocal_shift;
    way_floors floors;         ///< one that is as high as the map, or several
    uint32_t floor_reciprocal; ///< row / rows of a floor = row * reciprocal >> 32
    way_neighbours neighbours;
    way_corners corners;
    way_cost_model costs;
    uint8_t moves[256];          ///< legal directions, by the neighbours that are passable
    uint8_t onward[9][256];      ///< those that a uniform search need look at after a step in each
                                 ///< direction; [8]: all, as at a start
    uint8_t canonical[9][256];   ///< of those, the ones that no other way of two steps serves as
                                 ///< well and earlier (see moves.c)
    uint8_t jump_onward[8][256]; ///< those in which jump point search leaves a jump point that a
                                 ///< run or a walk in each direction met
    int32_t offsets[WAYI_DIRECTIONS]; ///< what a step adds to a cell
    way_cost steps[WAYI_DIRECTIONS];  ///< what a step costs over weight 1
    uint32_t terrain_counts[256];
    wayi_table *tables[WAY_MAP_PROFILES_MAX + 1]; ///< [0] is the plain one: terrain is its weight
    uint32_t table_count;
    bool believed;                       ///< it is the map of a belief
    wayi_layer *layers[WAYI_LAYERS_MAX]; ///< by unit size, then by profile; [1] is always there
    wayi_link_table *links;              ///< NULL without any
    uint32_t link_generation;            ///< grows when links change
    uint64_t links_hash;                 ///< like cells_hash
    uint64_t revision;
    uint64_t cells_hash;         ///< order-independent, so an edit costs what it changes
    wayi_journal_entry *journal; ///< circular
    uint32_t journal_count;      ///< entries held
    uint32_t journal_next;       ///< where the next one goes
    uint64_t journal_floor;      ///< changes up to this revision are forgotten
    uint32_t lent;               ///< to spaces, beliefs and worlds (base/lend.h)
    wayi_meter meter;            ///< of all that it holds
    way_allocator allocator;
};

/// The layer of a unit size or of another profile, or NULL.
static inline const wayi_layer *wayi_map_layer(const way_map *map, uint32_t profile)
{
    if (profile <= WAY_MAP_UNIT_MAX) {
        return map->layers[profile];
    }
    const uint32_t place = profile - WAY_PROFILE_FIRST; // wraps for what is neither
    return place < WAY_MAP_PROFILES_MAX ? map->layers[WAY_MAP_UNIT_MAX + 1 + place] : NULL;
}

static inline uint32_t wayi_map_row(const way_map *map, way_cell cell)
{
    return (uint32_t)((uint64_t)cell * map->reciprocal >> map->reciprocal_shift);
}

/// The floor of a row; the row below a floor counts as its own.
static inline uint32_t wayi_map_floor(const way_map *map, uint32_t y)
{
    return (uint32_t)((uint64_t)y * map->floor_reciprocal >> 32);
}

/// Whether a row lies between two floors.
static inline bool wayi_map_divides(const way_map *map, uint32_t y)
{
    return y - wayi_map_floor(map, y) * (map->floors.height + 1) == map->floors.height;
}

/// Whether steps may lead from one cell to another, as far as floors tell. Cells between floors can
/// be left to both sides.
static inline bool wayi_map_share_floor(const way_map *map, way_cell a, way_cell b)
{
    const uint32_t y = wayi_map_row(map, a);
    const uint32_t row = wayi_map_row(map, b);
    return wayi_map_floor(map, y) == wayi_map_floor(map, row) || wayi_map_divides(map, y) ||
           wayi_map_divides(map, row);
}

/// The rectangle around two.
static inline way_rect wayi_rect_join(way_rect a, way_rect b)
{
    const uint32_t x = a.x < b.x ? a.x : b.x;
    const uint32_t y = a.y < b.y ? a.y : b.y;
    const uint32_t right = a.x + a.width > b.x + b.width ? a.x + a.width : b.x + b.width;
    const uint32_t bottom = a.y + a.height > b.y + b.height ? a.y + a.height : b.y + b.height;
    return (way_rect){x, y, right - x, bottom - y};
}

/// A rectangle and so much around it, as far as that lies in one that begins at 0, 0.
static inline way_rect wayi_rect_grow(way_rect rect, uint32_t margin, uint32_t width,
                                      uint32_t height)
{
    const uint32_t x = rect.x > margin ? rect.x - margin : 0;
    const uint32_t y = rect.y > margin ? rect.y - margin : 0;
    const uint32_t right = rect.x + rect.width + margin;
    const uint32_t bottom = rect.y + rect.height + margin;
    return (way_rect){x, y, (right < width ? right : width) - x,
                      (bottom < height ? bottom : height) - y};
}

/// The square at an index of those of a side that a map is cut into, row by row; those at its far
/// sides may be smaller.
static inline way_rect wayi_map_square(const way_map *map, uint32_t side, uint32_t index)
{
    const uint32_t columns = (map->width + side - 1) / side;
    const way_rect whole = {index % columns * side, index / columns * side, side, side};
    return wayi_rect_grow(whole, 0, map->width, map->height);
}

/// The number at an index of a rectangle, row by row, where rows have so many columns.
static inline uint32_t wayi_rect_at(way_rect rect, uint32_t index, uint32_t columns)
{
    return (rect.y + index / rect.width) * columns + rect.x + index % rect.width;
}

/// Whether a rectangle has a cell of the map in it.
static inline bool wayi_rect_has(way_rect rect, const way_map *map, way_cell cell)
{
    const uint32_t y = wayi_map_row(map, cell);
    const uint32_t x = cell - y * map->width;
    return x - rect.x < rect.width && y - rect.y < rect.height;
}

/// Whether two rectangles have a cell in common.
static inline bool wayi_rect_meets(way_rect a, way_rect b)
{
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height &&
           b.y < a.y + a.height;
}

/// Whether a direction leads from a cell to its neighbour `offset` numbers on. On maps one or two
/// columns wide several directions have the same offset: there the row decides.
static inline bool wayi_map_leads(const way_map *map, uint32_t direction, way_cell from,
                                  uint32_t offset)
{
    return (uint32_t)map->offsets[direction] == offset &&
           (map->width > 2 || wayi_map_row(map, from + offset) - wayi_map_row(map, from) ==
                                  (uint32_t)wayi_direction_y[direction]);
}

/// How far one cell lies from another: columns to the east, rows to the south.
typedef struct wayi_offset {
    int64_t x, y;
} wayi_offset;

static inline wayi_offset wayi_map_offset(const way_map *map, way_cell from, way_cell to)
{
    const int64_t from_y = wayi_map_row(map, from);
    const int64_t to_y = wayi_map_row(map, to);
    return (wayi_offset){(to - to_y * map->width) - (from - from_y * map->width), to_y - from_y};
}

/// The direction of a step to a neighbour.
static inline uint32_t wayi_map_direction(const way_map *map, way_cell from, way_cell to)
{
    const wayi_offset by = wayi_map_offset(map, from, to);
    return wayi_direction_at[by.y + 1][by.x + 1];
}

/// The cost of a step to a neighbour over plain ground, whatever stands there; WAY_COST_MAX if the
/// cells are not neighbours.
static inline way_cost wayi_map_plain_step(const way_map *map, way_cell from, way_cell to)
{
    const wayi_offset by = wayi_map_offset(map, from, to);
    const uint32_t direction = wayi_direction_of(by.x, by.y);
    return map->moves[UINT8_MAX] >> direction & 1u ? map->steps[direction] : WAY_COST_MAX;
}

static inline bool wayi_layer_has(const way_map *map, const wayi_layer *layer, uint32_t x,
                                  uint32_t y)
{
    const uint64_t *row = layer->rows + ((size_t)y + 1) * map->row_words;
    return (row[(x + 1) >> 6] >> ((x + 1) & 63u)) & 1u;
}

/// Which neighbours of (x, y) are passable, one bit per direction: an index into map->moves.
static inline uint32_t wayi_layer_around(const way_map *map, const wayi_layer *layer, uint32_t x,
                                         uint32_t y)
{
    return layer->around[(size_t)y * map->width + x];
}

/// The directions in which a unit may step from a cell (that may itself be blocked).
static inline uint32_t wayi_layer_moves(const way_map *map, const wayi_layer *layer, way_cell cell)
{
    return map->moves[layer->around[cell]];
}

/// What a step costs between weights: the mean of both ends, rounded up (see map.h). A blocked
/// origin weighs what the step leads to.
static inline way_cost wayi_step_cost(way_cost step, uint32_t from, uint32_t to)
{
    return (step * ((from ? from : to) + to) + 1u) / 2u;
}

/// The cost of a legal step.
static inline way_cost wayi_map_step(const way_map *map, const wayi_layer *layer, way_cell from,
                                     way_cell to, uint32_t direction)
{
    if (!layer->weights) {
        return map->steps[direction];
    }
    return wayi_step_cost(map->steps[direction], layer->weights[from], layer->weights[to]);
}

/// Distance over open ground for a displacement, in cost units over weight 1.
static inline uint64_t wayi_map_plain_distance(const way_map *map, int64_t dx, int64_t dy)
{
    const uint64_t ax = (uint64_t)(dx < 0 ? -dx : dx);
    const uint64_t ay = (uint64_t)(dy < 0 ? -dy : dy);
    if (map->neighbours == WAY_NEIGHBOURS_8) {
        const uint64_t low = ax < ay ? ax : ay;
        const uint64_t high = ax < ay ? ay : ax;
        return map->costs.diagonal * low + map->costs.cardinal * (high - low);
    }
    if (map->neighbours == WAY_NEIGHBOURS_4 || (dx < 0) == (dy < 0)) {
        return (ax + ay) * map->costs.cardinal;
    }
    return (ax < ay ? ay : ax) * map->costs.cardinal;
}

/// Distance over open ground for a displacement, at the least weight; below WAY_COST_MAX.
static inline way_cost wayi_map_open_distance(const way_map *map, const wayi_layer *layer,
                                              int64_t dx, int64_t dy)
{
    const uint64_t distance = wayi_map_plain_distance(map, dx, dy) * layer->min_weight;
    return distance < WAY_COST_MAX ? (way_cost)distance : WAY_COST_MAX - 1u;
}

/// What a cell adds to cells_hash. Plain ground adds nothing, so an open map costs nothing.
static inline uint64_t wayi_map_cell_hash(way_cell cell, uint8_t terrain)
{
    if (terrain == 1) {
        return 0;
    }
    uint64_t z = ((uint64_t)cell << 8 | terrain) + UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/// The terrain of a cell of the map whose coordinates are known.
static inline uint8_t wayi_map_terrain_at(const way_map *map, uint32_t x, uint32_t y)
{
    return map->tables[0]->plane[(size_t)y * map->width + x];
}

/// What a cell weighs for units of a layer; 0 where they can't stand.
static inline uint8_t wayi_layer_weight_at(const way_map *map, const wayi_layer *layer, uint32_t x,
                                           uint32_t y)
{
    if (layer->weights) {
        return layer->weights[(size_t)y * map->width + x];
    }
    return wayi_layer_has(map, layer, x, y) ? 1 : 0;
}

/// The cost of a step between neighbours, whatever links there are; WAY_COST_MAX if it is not
/// legal.
way_cost wayi_map_ground_cost(const way_map *map, const wayi_layer *layer, way_cell from,
                              way_cell to);

/// How many steps at least: Chebyshev, Manhattan or hex distance.
uint32_t wayi_map_open_steps(const way_map *map, way_cell a, way_cell b);

/// Whether the straight line between two cells of the map touches only free cells that weigh at
/// most `heaviest`; from UINT8_MAX on all weights will do.
bool wayi_map_sees_over(const way_map *map, const wayi_layer *layer, way_cell a, way_cell b,
                        uint32_t heaviest);

/// A hash of the map and of what decides paths for units of a layer: equal on maps that differ only
/// in ground that is no business of theirs. Looks at all links.
uint64_t wayi_layer_hash(const way_map *map, const wayi_layer *layer);

/// way_map_hash of a map with other links, of which that is the sum of hashes.
uint64_t wayi_map_hash_with(const way_map *map, uint64_t links);

/// Says how a map is divided. The reciprocal is exact: its error, at most the rows of a floor in
/// 2^32, never carries one of 2^16 rows over.
static inline void wayi_map_set_floors(way_map *map, way_floors floors)
{
    map->floors = floors;
    map->floor_reciprocal = (uint32_t)((UINT64_C(1) << 32) / (floors.height + UINT64_C(1)) + 1);
}

/// Fills map->moves for the map's neighbours and corner rule.
void wayi_map_fill_moves(way_map *map);

/// A step between two neighbours of a cell, past it.
typedef struct wayi_step_beside {
    bool legal;      ///< if all of `needed` are passable, beside both ends
    uint32_t needed; ///< a set of neighbours
    way_cost cost;   ///< over weight 1
} wayi_step_beside;

/// The one between the neighbours in two directions from a passable cell.
wayi_step_beside wayi_map_step_beside(const way_map *map, uint32_t from, uint32_t to);
