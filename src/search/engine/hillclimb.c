// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Hill climbing and what rests on it: reachability with a cut-off, and path compression.
//
// Compression looks for a far climbable cell of the path by halving. Climbability is not monotone,
// so halving may miss the farthest one; what it accepts has been climbed, or is the next cell of
// the path, which is always one step away. A climb that is costlier than the piece of path it would
// replace is not accepted, so a compressed path costs what the path did. Reference: Lawrence and
// Bulitko, Database-Driven Real-Time Heuristic Search in Video-Game Pathfinding, 2013 (there ties
// are broken at random, which would make checks worthless).
#include "search/engine/hillclimb.h"

#include "base/inline.h"

/// Whether one step along the shorter side loses less than one that slants off along the longer.
static bool hillclimb_is_dear(const way_map *map)
{
    return 3 * map->costs.diagonal > 4 * map->costs.cardinal;
}

/// The rule where a slanted step costs more than a straight one and less than two, and the one at
/// the target is shut. In line with it or on its diagonal there is only what lies beside: either is
/// as good. Elsewhere a step along the longer side loses nothing; then comes the shorter one, or
/// the slant that leads off along the longer.
static uint32_t hillclimb_evade(const way_map *map, uint32_t moves, int32_t dx, int32_t dy)
{
    const uint32_t across = (uint32_t)(dx < 0 ? -dx : dx);
    const uint32_t along = (uint32_t)(dy < 0 ? -dy : dy);
    const uint32_t toward = wayi_climb_aim(dx, dy);
    if (across == 0 || along == 0 || across == along) {
        const uint32_t beside = moves & wayi_direction_fan[toward];
        return beside && across + along > 1 ? wayi_bits_lowest(beside) : WAYI_CLIMB_STUCK;
    }
    const bool wide = across > along;
    const uint32_t longer = wide ? wayi_climb_aim(dx, 0) : wayi_climb_aim(0, dy);
    const uint32_t shorter = wide ? wayi_climb_aim(0, dy) : wayi_climb_aim(dx, 0);
    const uint32_t off = wide ? wayi_climb_aim(dx, -dy) : wayi_climb_aim(-dx, dy);
    const bool spare = (wide ? across - along : along - across) > 1 && (moves >> off & 1u);
    return moves >> longer & 1u                                            ? longer
           : (moves >> shorter & 1u) && (hillclimb_is_dear(map) || !spare) ? shorter
           : spare                                                         ? off
                                                                           : WAYI_CLIMB_STUCK;
}

uint32_t wayi_climb_choose(const way_map *map, uint32_t moves, int32_t dx, int32_t dy)
{
    if (wayi_climb_is_straight(map) && map->costs.diagonal < 2 * map->costs.cardinal &&
        !(moves >> wayi_climb_aim(dx, dy) & 1u)) {
        return hillclimb_evade(map, moves, dx, dy);
    }
    uint64_t best_f = UINT64_MAX;
    uint64_t best_h = UINT64_MAX;
    way_cost best_cost = 0;
    uint32_t best = WAYI_CLIMB_STUCK;
    for (; moves; moves &= moves - 1) {
        const uint32_t direction = wayi_bits_lowest(moves);
        const uint64_t h = wayi_map_plain_distance(map, (int64_t)dx - wayi_direction_x[direction],
                                                   (int64_t)dy - wayi_direction_y[direction]);
        const way_cost cost = map->steps[direction];
        const uint64_t f = cost + h;
        if (f < best_f || (f == best_f && cost > best_cost)) {
            best = direction;
            best_f = f;
            best_h = h;
            best_cost = cost;
        }
    }
    return best_h < wayi_map_plain_distance(map, dx, dy) ? best : WAYI_CLIMB_STUCK;
}

wayi_climb wayi_climb_begin(const wayi_grid *grid, way_cell from, way_cell to)
{
    const way_map *map = grid->map;
    const uint32_t y = wayi_map_row(map, from);
    const wayi_offset by = wayi_map_offset(map, from, to);
    return (wayi_climb){from - y * map->width, y, (int32_t)by.x, (int32_t)by.y, 0};
}

uint32_t wayi_climb_next(const wayi_grid *grid, way_cell from, way_cell to)
{
    const wayi_climb climb = wayi_climb_begin(grid, from, to);
    return wayi_climb_direction(grid, climb.x, climb.y, climb.dx, climb.dy);
}

static inline bool hillclimb_step(const wayi_grid *grid, wayi_climb *climb)
{
    const uint32_t direction = wayi_climb_direction(grid, climb->x, climb->y, climb->dx, climb->dy);
    if (direction == WAYI_CLIMB_STUCK) {
        return false;
    }
    const way_cell from = climb->y * grid->map->width + climb->x;
    wayi_climb_shift(climb, direction, 1);
    const way_cell to = climb->y * grid->map->width + climb->x;
    climb->cost =
        way_cost_add(climb->cost, wayi_map_step(grid->map, grid->layer, from, to, direction));
    return true;
}

/// A climb where steps straight at the target have no rivals, while it is under way.
typedef struct hillclimb_run {
    const uint8_t *around; ///< by cell
    const uint8_t *moves;  ///< by what is around
    way_cell cell;
    way_cell *cells;               ///< where to write those met; NULL = nowhere
    uint32_t across, along;        ///< what is left
    uint32_t left;                 ///< steps that may be made
    uint32_t cardinals, diagonals; ///< steps made
} hillclimb_run;

static inline uint32_t hillclimb_size(int32_t length)
{
    return (uint32_t)(length < 0 ? -length : length);
}

/// Steps at the target along both sides, or along the longer one where that is shut, or else along
/// the shorter one. Ends in line with the target, on its diagonal where neither is as good as the
/// other, or where nothing of it is open.
static WAYI_ALWAYS_INLINE void hillclimb_slant(hillclimb_run *run, const way_map *map, int32_t dx,
                                               int32_t dy)
{
    const bool wide = run->across > run->along;
    const uint32_t toward = wayi_climb_aim(dx, dy);
    const uint32_t level = wayi_climb_aim(dx, 0);
    const uint32_t upright = wayi_climb_aim(0, dy);
    const uint32_t longer = wide ? level : upright;
    const uint32_t shorter = wide ? upright : level;
    const uint32_t slant = (uint32_t)map->offsets[toward];
    const uint32_t slide = (uint32_t)map->offsets[longer];
    const uint32_t pass = (uint32_t)map->offsets[shorter];
    const uint32_t passable = hillclimb_is_dear(map) ? 1u << shorter : 0;
    const uint32_t low = wide ? run->along : run->across;
    const uint32_t spare = wide ? run->across - low : run->along - low;
    uint32_t slants = low;
    uint32_t slides = spare;
    uint32_t passes = 0;
    way_cell cell = run->cell;
    for (uint32_t left = run->left; left && slants; left--) {
        const uint32_t moves = run->moves[run->around[cell]];
        if (moves >> toward & 1u) {
            cell += slant;
            slants--;
        } else if (slides && (moves >> longer & 1u)) {
            cell += slide;
            slides--;
        } else if (slides && (moves & passable)) {
            cell += pass;
            slants--;
            slides++;
            passes++;
        } else {
            break;
        }
        if (run->cells) {
            *run->cells++ = cell;
        }
    }
    const uint32_t diagonals = low - slants - passes;
    const uint32_t cardinals = spare - slides + 2 * passes;
    run->cell = cell;
    run->left -= diagonals + cardinals;
    run->diagonals += diagonals;
    run->cardinals += cardinals;
    run->across = wide ? slants + slides : slants;
    run->along = wide ? slants : slants + slides;
}

/// Steps straight at a target in the same row or column, as far as that is open.
static WAYI_ALWAYS_INLINE void hillclimb_line(hillclimb_run *run, const way_map *map, int32_t dx,
                                              int32_t dy)
{
    const uint32_t toward = wayi_climb_aim(dx, dy);
    const uint32_t offset = (uint32_t)map->offsets[toward];
    const uint32_t far = run->across + run->along;
    const uint32_t limit = far < run->left ? far : run->left;
    way_cell cell = run->cell;
    uint32_t count = 0;
    for (; count < limit && (run->moves[run->around[cell]] >> toward & 1u); count++) {
        cell += offset;
        if (run->cells) {
            *run->cells++ = cell;
        }
    }
    run->cell = cell;
    run->left -= count;
    run->across -= dx ? count : 0;
    run->along -= dy ? count : 0;
    run->cardinals += count;
}

/// One step by the rule; false if stuck.
static bool hillclimb_turn(hillclimb_run *run, const way_map *map, int32_t *dx, int32_t *dy)
{
    const uint32_t direction = wayi_climb_choose(map, run->moves[run->around[run->cell]], *dx, *dy);
    run->left--;
    if (direction == WAYI_CLIMB_STUCK) {
        return false;
    }
    run->cell += (uint32_t)map->offsets[direction];
    if (run->cells) {
        *run->cells++ = run->cell;
    }
    *dx -= wayi_direction_x[direction];
    *dy -= wayi_direction_y[direction];
    const bool slants = wayi_direction_x[direction] && wayi_direction_y[direction];
    run->diagonals += slants;
    run->cardinals += !slants;
    run->across = hillclimb_size(*dx);
    run->along = hillclimb_size(*dy);
    return true;
}

static way_cost hillclimb_cost(const way_map *map, const hillclimb_run *run)
{
    const uint64_t cost = (uint64_t)run->cardinals * map->steps[WAYI_NORTH] +
                          (uint64_t)run->diagonals * map->steps[WAYI_NORTH_EAST];
    return cost < WAY_COST_MAX ? (way_cost)cost : WAY_COST_MAX;
}

/// The climb in long strides: the same steps, with less to look at for each.
static WAYI_ALWAYS_INLINE bool hillclimb_stride(const wayi_grid *grid, wayi_climb *climb,
                                                uint32_t *steps, way_cell *cells)
{
    const way_map *map = grid->map;
    int32_t dx = climb->dx;
    int32_t dy = climb->dy;
    hillclimb_run run = {.around = grid->layer->around,
                         .moves = map->moves,
                         .cell = climb->y * map->width + climb->x,
                         .cells = cells,
                         .across = hillclimb_size(dx),
                         .along = hillclimb_size(dy),
                         .left = *steps};
    const bool slides = map->costs.diagonal < 2 * map->costs.cardinal;
    bool free = true;
    while (free && run.left && (run.across | run.along)) {
        const uint32_t before = run.left;
        if (!run.across || !run.along) {
            hillclimb_line(&run, map, dx, dy);
        } else if (slides) {
            hillclimb_slant(&run, map, dx, dy);
        }
        dx = dx < 0 ? -(int32_t)run.across : (int32_t)run.across;
        dy = dy < 0 ? -(int32_t)run.along : (int32_t)run.along;
        free = run.left < before || hillclimb_turn(&run, map, &dx, &dy);
    }
    climb->x = (uint32_t)((int32_t)climb->x + climb->dx - dx);
    climb->y = (uint32_t)((int32_t)climb->y + climb->dy - dy);
    climb->dx = dx;
    climb->dy = dy;
    climb->cost = way_cost_add(climb->cost, hillclimb_cost(map, &run));
    *steps = run.left;
    return free;
}

/// The climb step by step.
static bool hillclimb_walk(const wayi_grid *grid, wayi_climb *climb, uint32_t *steps,
                           way_cell *cells)
{
    bool free = true;
    for (; free && *steps && !wayi_climb_is_there(climb); --*steps) {
        free = hillclimb_step(grid, climb);
        if (free && cells) {
            *cells++ = climb->y * grid->map->width + climb->x;
        }
    }
    return free;
}

/// Whether steps straight at the target have no rivals, and cost what their direction does.
static bool hillclimb_strides(const wayi_grid *grid)
{
    return wayi_climb_is_straight(grid->map) && !grid->layer->weights;
}

bool wayi_climb_record(const wayi_grid *grid, wayi_climb *climb, uint32_t *steps, way_cell *cells)
{
    return hillclimb_strides(grid) ? hillclimb_stride(grid, climb, steps, cells)
                                   : hillclimb_walk(grid, climb, steps, cells);
}

bool wayi_climb_run(const wayi_grid *grid, wayi_climb *climb, uint32_t *steps)
{
    return hillclimb_strides(grid) ? hillclimb_stride(grid, climb, steps, NULL)
                                   : hillclimb_walk(grid, climb, steps, NULL);
}

bool wayi_climb_reaches(const wayi_grid *grid, way_cell from, way_cell to, uint32_t steps,
                        way_cost *cost)
{
    wayi_climb climb = wayi_climb_begin(grid, from, to);
    const bool free = wayi_climb_run(grid, &climb, &steps);
    if (cost) {
        *cost = climb.cost;
    }
    return free && wayi_climb_is_there(&climb);
}

/// The cost of a piece of a path.
static way_cost hillclimb_walk_cost(const wayi_grid *grid, const way_cell *path, uint32_t first,
                                    uint32_t last)
{
    const way_map *map = grid->map;
    way_cost cost = 0;
    for (uint32_t i = first; i < last; i++) {
        const uint32_t apart =
            path[i] < path[i + 1] ? path[i + 1] - path[i] : path[i] - path[i + 1];
        // On a map two columns wide a slanted step may lead to the next number, too.
        const bool beside =
            apart == 1 && wayi_map_row(map, path[i]) == wayi_map_row(map, path[i + 1]);
        const bool straight = beside || apart == map->width;
        cost = way_cost_add(cost, wayi_map_step(map, grid->layer, path[i], path[i + 1],
                                                straight ? WAYI_NORTH : WAYI_NORTH_EAST));
    }
    return cost;
}

/// The same on a path that a search found: what the search knows of its cells, and of any on a
/// climb that costs no more. One that it knows to be cheaper than the climb makes it ends that
/// climb.
static bool hillclimb_replaces_known(const wayi_grid *grid, const wayi_confined *search,
                                     way_cell from, way_cell to, way_cost *cost)
{
    const way_cost before = wayi_confined_cost(search, from);
    wayi_climb climb = wayi_climb_begin(grid, from, to);
    bool free = true;
    while (free && !wayi_climb_is_there(&climb)) {
        const uint32_t x = climb.x - search->rect.x;
        const uint32_t y = climb.y - search->rect.y;
        const bool inside = x < search->rect.width && y < search->rect.height;
        free = !(inside &&
                 way_cost_add(before, climb.cost) > search->costs[y * search->rect.width + x]) &&
               hillclimb_step(grid, &climb);
    }
    *cost = climb.cost;
    return free && way_cost_add(before, climb.cost) <= wayi_confined_cost(search, to);
}

/// Whether the climb between two cells of a path gets there at no more than the path's own cost.
static bool hillclimb_replaces(const wayi_grid *grid, const wayi_confined *search,
                               const way_cell *path, uint32_t first, uint32_t last, way_cost *cost)
{
    if (search && grid->layer->weights) {
        return hillclimb_replaces_known(grid, search, path[first], path[last], cost);
    }
    return wayi_climb_reaches(grid, path[first], path[last], UINT32_MAX, cost) &&
           *cost <= hillclimb_walk_cost(grid, path, first, last);
}

/// The index of a cell of the path, far along it, that the climb from path[first] reaches.
static uint32_t hillclimb_farthest(const wayi_grid *grid, const wayi_confined *search,
                                   const way_cell *path, uint32_t first, uint32_t last,
                                   way_cost *cost)
{
    if (hillclimb_replaces(grid, search, path, first, last, cost)) {
        return last;
    }
    uint32_t best = first + 1;
    *cost = hillclimb_walk_cost(grid, path, first, best);
    uint32_t high = last;
    for (uint32_t low = first + 2; low < high;) {
        const uint32_t middle = low + (high - low) / 2;
        way_cost climbed = 0;
        if (hillclimb_replaces(grid, search, path, first, middle, &climbed)) {
            best = middle;
            *cost = climbed;
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return best;
}

uint32_t wayi_climb_compress(const wayi_grid *grid, const wayi_confined *search,
                             const way_cell *path, uint32_t count, way_cell *subgoals,
                             way_cost *cost)
{
    uint32_t written = 0;
    *cost = 0;
    for (uint32_t at = 0; at + 1 < count;) {
        way_cost climbed = 0;
        at = hillclimb_farthest(grid, search, path, at, count - 1, &climbed);
        *cost = way_cost_add(*cost, climbed);
        if (at + 1 < count) {
            subgoals[written++] = path[at];
        }
    }
    return written;
}
