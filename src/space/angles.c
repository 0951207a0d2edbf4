// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The cells of a map as a space of straight lines. All in whole numbers: a line crosses the strip
// between two rows from one quotient to the next, and all cells of both rows between must be free.
#include "space/angles.h"

#include "base/root.h"
#include "map/sight/board_scan.h"

/// A line from a cell, seen along the axis that it goes farther on.
typedef struct angles_line {
    uint32_t x, y; ///< of its origin
    int64_t dx, dy;
    uint32_t longer, shorter; ///< of |dx| and |dy|
    bool steep;               ///< the longer is |dy|
} angles_line;

static uint32_t angles_size(int64_t value)
{
    return (uint32_t)(value < 0 ? -value : value);
}

static angles_line angles_between(const way_map *map, way_cell from, way_cell to)
{
    const uint32_t y = wayi_map_row(map, from);
    const wayi_offset by = wayi_map_offset(map, from, to);
    const bool steep = angles_size(by.y) > angles_size(by.x);
    return (angles_line){.x = from - y * map->width,
                         .y = y,
                         .dx = by.x,
                         .dy = by.y,
                         .longer = angles_size(steep ? by.y : by.x),
                         .shorter = angles_size(steep ? by.x : by.y),
                         .steep = steep};
}

// Sight -------------------------------------------------------------------------------------------

/// Whether cells of a row, or of a column, weigh what the origin does.
static bool angles_is_even(const wayi_angles *angles, const angles_line *line, uint32_t row,
                           uint32_t from, uint32_t count)
{
    const uint8_t *weights = angles->grid->layer->weights;
    const size_t width = angles->grid->map->width;
    const size_t apart = line->steep ? width : 1;
    const uint8_t *at = weights + (line->steep ? from * width + row : row * width + from);
    const uint8_t weight = weights[line->y * width + line->x];
    uint32_t same = 0;
    while (same < count && at[same * apart] == weight) {
        same++;
    }
    return same == count;
}

/// Whether a body may be moved along the line between two free cells, over ground that weighs what
/// the first does.
static bool angles_sees(const wayi_angles *angles, way_cell from, way_cell to)
{
    const way_map *map = angles->grid->map;
    const wayi_layer *layer = angles->grid->layer;
    const angles_line line = angles_between(map, from, to);
    const size_t words = line.steep ? map->column_words : map->row_words;
    const uint64_t *lines = line.steep ? layer->columns : layer->rows;
    const bool back = (line.steep ? line.dy : line.dx) < 0;
    const uint32_t aside = (line.steep ? line.dx : line.dy) < 0 ? UINT32_MAX : 1;
    const uint32_t at = line.steep ? line.y : line.x;
    const uint32_t whole = line.shorter ? line.longer / line.shorter : 0;
    const uint32_t part = line.shorter ? line.longer % line.shorter : 0;
    uint32_t row = line.steep ? line.x : line.y;
    uint32_t near = 0; // where the line crosses the row before, rounded down
    uint32_t here = 0; // and this one
    uint32_t error = 0;
    for (uint32_t i = 0; i <= line.shorter; i++, row += aside) {
        error += part;
        const uint32_t carry = line.shorter && error >= line.shorter;
        const uint32_t next = here + whole + carry;
        error -= carry ? line.shorter : 0;
        const uint32_t far = i < line.shorter ? next + (error > 0) : line.longer;
        const uint32_t low = back ? at - far : at + near;
        if (!wayi_scan_is_free(lines + ((size_t)row + 1) * words, low + 1, low + 1 + far - near) ||
            (layer->weights && !angles_is_even(angles, &line, row, low, far - near + 1))) {
            return false;
        }
        near = here;
        here = next;
    }
    return true;
}

uint32_t wayi_angles_looks(const wayi_angles *angles, way_cell from, way_cell to)
{
    const angles_line line = angles_between(angles->grid->map, from, to);
    return 1 + (angles->grid->layer->weights ? line.longer : line.shorter);
}

// Costs -------------------------------------------------------------------------------------------

/// Half the length of a line times a factor, rounded up or down. Short lengths are counted in finer
/// units, so that all are about as exact.
static way_cost angles_length(uint64_t square, uint64_t twice, bool up)
{
    const uint32_t shift = square ? (62 - wayi_bits_highest(square)) / 2 : 0;
    const uint64_t fine = square << 2 * shift;
    const uint64_t root = wayi_root(fine);
    const uint64_t length = root + (up && root * root < fine);
    const uint64_t unit = UINT64_C(2) << shift;
    const uint64_t cost = (length * twice + (up ? unit - 1 : 0)) / unit;
    return cost < WAY_COST_MAX ? (way_cost)cost : WAY_COST_MAX - 1u;
}

static uint64_t angles_square(const angles_line *line)
{
    return (uint64_t)(line->dx * line->dx + line->dy * line->dy);
}

way_cost wayi_angles_cost(const wayi_angles *angles, way_cell from, way_cell to)
{
    const way_map *map = angles->grid->map;
    const uint8_t *weights = angles->grid->layer->weights;
    const angles_line line = angles_between(map, from, to);
    const uint32_t ahead = weights ? weights[to] : 1;
    const uint32_t behind = weights && weights[from] ? weights[from] : ahead;
    return angles_length(angles_square(&line), map->costs.cardinal * (ahead + behind), true);
}

way_cost wayi_angles_step(const wayi_angles *angles, way_cell from, way_cell to)
{
    const way_map *map = angles->grid->map;
    const wayi_layer *layer = angles->grid->layer;
    if (from == to || from >= map->cell_count || to >= map->cell_count) {
        return WAY_COST_MAX;
    }
    const angles_line line = angles_between(map, from, to);
    const bool legal =
        line.longer == 1
            ? wayi_layer_moves(map, layer, from) >> wayi_map_direction(map, from, to) & 1u
            : angles_sees(angles, from, to);
    return legal ? wayi_angles_cost(angles, from, to) : WAY_COST_MAX;
}

// The space ---------------------------------------------------------------------------------------

static uint32_t angles_expand(way_space *space, way_state state, way_edge *edges)
{
    const wayi_angles *angles = wayi_space_angles(space);
    const way_map *map = angles->grid->map;
    const uint8_t *weights = angles->grid->layer->weights;
    uint32_t count = 0;
    for (uint32_t moves = wayi_layer_moves(map, angles->grid->layer, state); moves;
         moves &= moves - 1) {
        const uint32_t direction = wayi_bits_lowest(moves);
        const way_cell to = state + (uint32_t)map->offsets[direction];
        const bool slanted = wayi_direction_x[direction] && wayi_direction_y[direction];
        const bool even = !weights || (weights[state] == 1 && weights[to] == 1);
        edges[count++] = (way_edge){to, !even     ? wayi_angles_cost(angles, state, to)
                                        : slanted ? angles->diagonal
                                                  : map->costs.cardinal};
    }
    return count;
}

static uint32_t angles_expand_back(way_space *space, way_state state, way_edge *edges)
{
    return way_space_can_stand(space, state) ? angles_expand(space, state, edges) : 0;
}

static way_cost angles_distance(const way_space *space, way_state from, way_state to)
{
    const wayi_angles *angles = wayi_space_angles(space);
    const angles_line line = angles_between(angles->grid->map, from, to);
    return angles_length(angles_square(&line),
                         2u * angles->grid->map->costs.cardinal * angles->grid->layer->min_weight,
                         false);
}

static uint32_t angles_traits(const way_space *space)
{
    const way_space *ground = ((const wayi_above *)space)->ground;
    return space->traits |
           (way_space_traits(ground) & (WAY_SPACE_UNIFORM_COST | WAY_SPACE_UNLINKED));
}

static void angles_destroy(way_space *space)
{
    wayi_above_destroy(space, sizeof(wayi_angles));
}

const way_space_type wayi_angles_type = {
    .name = "angles",
    .expand = angles_expand,
    .expand_back = angles_expand_back,
    .estimate = angles_distance,
    .estimate_steps = wayi_above_steps,
    .can_stand = wayi_above_can_stand,
    .is_reachable = wayi_above_is_reachable,
    .nearest_reachable = wayi_above_nearest_reachable,
    .revision = wayi_above_revision,
    .traits = angles_traits,
    .position = wayi_above_position,
    .destroy = angles_destroy,
};

way_status way_space_create_angles(const way_map *map, uint32_t profile,
                                   const way_allocator *allocator, way_space **out)
{
    way_space *ground = NULL;
    const way_status status =
        out ? way_space_create_grid(map, profile, allocator, &ground) : WAY_STATUS_INVALID_ARGUMENT;
    if (out) {
        *out = NULL;
    }
    if (status != WAY_STATUS_OK) {
        return status;
    }
    const bool strict = ground->traits & WAY_SPACE_STRICT_CORNERS;
    wayi_angles *angles = strict ? wayi_alloc_zero(&ground->allocator, 1, sizeof *angles) : NULL;
    if (!angles) {
        way_space_destroy(ground);
        return strict ? WAY_STATUS_NO_MEMORY : WAY_STATUS_UNSUPPORTED;
    }
    angles->above.space =
        (way_space){.type = &wayi_angles_type,
                    .state_count = ground->state_count,
                    .degree_max = WAYI_DIRECTIONS,
                    .traits = WAY_SPACE_DENSE_IDS | WAY_SPACE_PREDECESSORS | WAY_SPACE_SYMMETRIC |
                              WAY_SPACE_CONSISTENT | WAY_SPACE_ANGLES,
                    .allocator = ground->allocator};
    angles->above.ground = ground;
    angles->grid = wayi_space_grid(ground);
    angles->diagonal = angles_length(2, 2u * map->costs.cardinal, true);
    *out = &angles->above.space;
    return WAY_STATUS_OK;
}
