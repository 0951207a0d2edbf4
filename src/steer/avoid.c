// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// For each neighbour a mover gets a half-plane of velocities that it may choose: those which, if
// the other does its half, keep both apart for the horizon. The velocity nearest to the wish that
// lies in all half-planes is found one line at a time; if there is none, those of barriers stay and
// the worst violation of the others is made as small as possible.
//
// Fixed point: positions and velocities in 1/65536 of a cell, unit vectors in 1/32768. Lines come
// in a fixed order (barriers, then neighbours by distance and number), with no shuffling.
//
// Reference: J. van den Berg, S. Guy, M. Lin, D. Manocha, Reciprocal n-body collision avoidance,
// ISRR 2009.
#include "core/sort.h"
#include "steer/barriers.h"
#include "steer/vector.h"

#define AVOID_NEIGHBOURS 10u
#define AVOID_BARRIERS 8u
#define AVOID_LINES (AVOID_NEIGHBOURS + AVOID_BARRIERS)

/// Side of the squares by which neighbours are found, and the farthest that counts, as positions.
#define AVOID_BLOCK 13
#define AVOID_REACH (1 << AVOID_BLOCK)

/// Bits of a mover's number.
#define AVOID_NUMBER 20
#define AVOID_MASK ((1u << AVOID_NUMBER) - 1)

#define AVOID_PARALLEL 3 ///< directions whose cross product is less are parallel
#define AVOID_POSITION (1 << 28)

/// Lines that nearly have one direction meet out there, where a rounded direction leads nowhere.
#define AVOID_FAR (INT64_C(1) << 30)

/// Feasible velocities lie on the left of a line.
typedef struct avoid_line {
    wayi_vector point;
    wayi_vector direction; ///< unit
} avoid_line;

typedef struct avoid_program {
    avoid_line lines[AVOID_LINES];
    uint32_t count;
    uint32_t barriers; ///< of the lines, the first
    int64_t speed;
} avoid_program;

struct way_avoider {
    uint32_t capacity;
    int64_t horizon;
    int64_t wall_horizon;
    uint64_t *blocks;    ///< [capacity] block << AVOID_NUMBER | mover, sorted
    wayi_vector *chosen; ///< [capacity]
    wayi_barrier_index barriers;
    way_allocator allocator;
};

// The program -------------------------------------------------------------------------------------

/// How far a velocity is on the wrong side of a line.
static int64_t avoid_violation(const avoid_line *line, wayi_vector velocity)
{
    return wayi_of_unit(wayi_cross(line->direction, wayi_minus(line->point, velocity)));
}

/// The best velocity on line `index` within the speed and all lines before it; false if none.
static bool avoid_on_line(const avoid_program *program, uint32_t index, wayi_vector wish,
                          bool along, wayi_vector *velocity)
{
    const avoid_line *line = &program->lines[index];
    if (line->point.x > AVOID_FAR || line->point.x < -AVOID_FAR || line->point.y > AVOID_FAR ||
        line->point.y < -AVOID_FAR) {
        return false;
    }
    const int64_t dot = wayi_of_unit(wayi_dot(line->point, line->direction));
    const int64_t inside =
        dot * dot + program->speed * program->speed - wayi_dot(line->point, line->point);
    if (inside < 0) {
        return false;
    }
    int64_t left = -dot - wayi_root_of(inside);
    int64_t right = -dot + wayi_root_of(inside);
    for (uint32_t k = 0; k < index; k++) {
        const avoid_line *other = &program->lines[k];
        const int64_t angle = wayi_of_unit(wayi_cross(line->direction, other->direction));
        const int64_t gap =
            wayi_of_unit(wayi_cross(other->direction, wayi_minus(line->point, other->point)));
        if (angle <= AVOID_PARALLEL && angle >= -AVOID_PARALLEL) {
            if (gap < 0) {
                return false;
            }
            continue;
        }
        const int64_t at = wayi_divide(gap * WAYI_UNIT_ONE, angle);
        if (angle > 0) {
            right = at < right ? at : right;
        } else {
            left = at > left ? at : left;
        }
        if (left > right) {
            return false;
        }
    }
    int64_t at =
        wayi_of_unit(wayi_dot(line->direction, along ? wish : wayi_minus(wish, line->point)));
    if (along) {
        at = at > 0 ? right : left;
    }
    at = at < left ? left : at > right ? right : at;
    const wayi_vector step = wayi_along(line->direction, at);
    *velocity = (wayi_vector){line->point.x + step.x, line->point.y + step.y};
    return true;
}

/// The velocity nearest to the wish, or farthest along it; returns the first line that can't be
/// kept, or the number of lines.
static uint32_t avoid_solve(const avoid_program *program, wayi_vector wish, bool along,
                            wayi_vector *velocity)
{
    const int64_t length = wayi_root_of(wayi_dot(wish, wish));
    *velocity = wish;
    if (along || length > program->speed) {
        *velocity = wayi_along(along ? wish : wayi_unit(wish), program->speed);
    }
    for (uint32_t k = 0; k < program->count; k++) {
        if (avoid_violation(&program->lines[k], *velocity) > 0) {
            const wayi_vector before = *velocity;
            if (!avoid_on_line(program, k, wish, along, velocity)) {
                *velocity = before;
                return k;
            }
        }
    }
    return program->count;
}

/// Where there is no velocity for all lines, keeps those of barriers and makes the worst of the
/// others as small as can be.
static void avoid_relax(const avoid_program *program, uint32_t from, wayi_vector *velocity)
{
    int64_t worst = 0;
    for (uint32_t k = from; k < program->count; k++) {
        const avoid_line *line = &program->lines[k];
        if (avoid_violation(line, *velocity) <= worst) {
            continue;
        }
        avoid_program narrow = {.speed = program->speed, .barriers = program->barriers};
        for (uint32_t j = 0; j < k; j++) {
            const avoid_line *other = &program->lines[j];
            if (j < program->barriers) {
                narrow.lines[narrow.count++] = *other;
                continue;
            }
            const int64_t angle = wayi_of_unit(wayi_cross(line->direction, other->direction));
            avoid_line *bisector = &narrow.lines[narrow.count];
            if (angle <= AVOID_PARALLEL && angle >= -AVOID_PARALLEL) {
                if (wayi_dot(line->direction, other->direction) > 0) {
                    continue;
                }
                bisector->point = (wayi_vector){wayi_divide(line->point.x + other->point.x, 2),
                                                wayi_divide(line->point.y + other->point.y, 2)};
            } else {
                const int64_t gap =
                    wayi_cross(other->direction, wayi_minus(line->point, other->point));
                const wayi_vector step = wayi_along(line->direction, wayi_divide(gap, angle));
                bisector->point = (wayi_vector){line->point.x + step.x, line->point.y + step.y};
            }
            bisector->direction = wayi_unit(wayi_minus(other->direction, line->direction));
            narrow.count++;
        }
        const wayi_vector inwards = {-line->direction.y, line->direction.x};
        const wayi_vector before = *velocity;
        if (avoid_solve(&narrow, inwards, true, velocity) < narrow.count) {
            *velocity = before; // only rounding can bring us here
        }
        const int64_t violation = avoid_violation(line, *velocity);
        worst = violation > worst ? violation : worst;
    }
}

/// The velocity nearest to the wish that does the least harm, no faster than the mover can be:
/// rounding adds a little, and much where lines nearly have one direction.
static void avoid_choose(const avoid_program *program, wayi_vector wish, wayi_vector *velocity)
{
    const uint32_t kept = avoid_solve(program, wish, false, velocity);
    if (kept < program->count) {
        avoid_relax(program, kept, velocity);
    }
    const int64_t square = wayi_dot(*velocity, *velocity);
    if (square > program->speed * program->speed) {
        const int64_t length = wayi_root_of(square) + 1;
        *velocity = (wayi_vector){velocity->x * program->speed / length,
                                  velocity->y * program->speed / length};
    }
}

// Lines -------------------------------------------------------------------------------------------

/// Where a mover goes that is on one point with another and as fast: the one opposite to the other.
/// Aslant, so that walls of usual directions leave a way.
static wayi_vector avoid_parting(const way_mover *a, const way_mover *b)
{
    static const wayi_vector ways[] = {{29, 12}, {-12, 29}, {12, 29}, {-29, 12}};
    const wayi_vector way = ways[(uint32_t)(a < b ? b - a : a - b) % 4];
    return wayi_unit(a < b ? way : (wayi_vector){-way.x, -way.y});
}

/// What one mover must not do for the sake of another of the same array.
static avoid_line avoid_mover_line(const way_mover *a, const way_mover *b, int64_t horizon)
{
    const wayi_vector p = {((int64_t)b->x - a->x) * 64, ((int64_t)b->y - a->y) * 64};
    const wayi_vector v = {a->velocity_x - (b->fixed ? 0 : b->velocity_x),
                           a->velocity_y - (b->fixed ? 0 : b->velocity_y)};
    const int64_t r = ((int64_t)a->radius + b->radius + 1) * 64;
    const int64_t apart = wayi_dot(p, p);
    const bool touch = apart <= r * r;
    const int64_t ticks = touch ? 1 : horizon;
    const wayi_vector w = {v.x - wayi_divide(p.x, ticks), v.y - wayi_divide(p.y, ticks)};
    const int64_t length = wayi_root_of(wayi_dot(w, w));
    avoid_line line;
    wayi_vector u;
    if (touch || -wayi_dot(w, p) > r * length) {
        // The nose of the cone, or already touching: straight away.
        const wayi_vector n = length  ? wayi_unit(w)
                              : apart ? wayi_unit((wayi_vector){-p.x, -p.y})
                                      : avoid_parting(a, b);
        line.direction = (wayi_vector){n.y, -n.x};
        u = wayi_along(n, wayi_divide(r, ticks) - length);
    } else {
        const int64_t leg = wayi_root_of(apart - r * r);
        // Who meets head-on goes to the same hand.
        const bool left = wayi_cross(p, w) > 0;
        const wayi_vector side =
            left ? (wayi_vector){p.x * leg - p.y * r, p.x * r + p.y * leg}
                 : (wayi_vector){-(p.x * leg + p.y * r), -(-p.x * r + p.y * leg)};
        line.direction =
            wayi_unit((wayi_vector){wayi_divide(side.x, 1 << 16), wayi_divide(side.y, 1 << 16)});
        const int64_t dot = wayi_of_unit(wayi_dot(v, line.direction));
        u = wayi_minus(wayi_along(line.direction, dot), v);
    }
    const int64_t share = b->fixed ? 1 : 2;
    line.point = (wayi_vector){a->velocity_x + wayi_divide(u.x, share),
                               a->velocity_y + wayi_divide(u.y, share)};
    return line;
}

/// The point of a barrier nearest to a mover, as seen from it.
static wayi_vector avoid_nearest(const way_mover *mover, const wayi_barrier *barrier)
{
    const wayi_vector a = {(int64_t)barrier->x - mover->x, (int64_t)barrier->y - mover->y};
    const wayi_vector unit = {barrier->unit_x, barrier->unit_y};
    const int64_t at = wayi_of_unit(-wayi_dot(a, unit));
    const int64_t length = barrier->length;
    const wayi_vector step = wayi_along(unit, at < 0 ? 0 : at > length ? length : at);
    return (wayi_vector){a.x + step.x, a.y + step.y};
}

/// The barriers nearest to a mover, so far.
typedef struct avoid_walls {
    const way_mover *mover;
    const wayi_barrier *barriers[AVOID_BARRIERS];
    wayi_vector nearest[AVOID_BARRIERS]; ///< points of them, as seen from the mover
    uint64_t keys[AVOID_BARRIERS];       ///< how near they are << 32 | barrier, sorted
    uint32_t count;
    wayi_box box; ///< those outside are too far
} avoid_walls;

/// Leaves out barriers that are farther from the mover.
static void avoid_look_no_farther(avoid_walls *walls, int32_t reach)
{
    const way_mover *mover = walls->mover;
    walls->box = (wayi_box){mover->x - reach, mover->y - reach, mover->x + reach, mover->y + reach};
}

static void avoid_see_barrier(const wayi_barrier *barrier, void *argument)
{
    avoid_walls *walls = argument;
    const wayi_vector q = avoid_nearest(walls->mover, barrier);
    const int64_t far = wayi_root_of(wayi_dot(q, q));
    const uint64_t key = (uint64_t)far << 32 | barrier->number;
    uint32_t at = AVOID_BARRIERS - 1;
    if (far - walls->mover->radius > AVOID_REACH / 2) {
        return;
    }
    if (walls->count < AVOID_BARRIERS) {
        at = walls->count++;
    } else if (walls->keys[at] <= key) {
        return;
    }
    for (; at > 0 && walls->keys[at - 1] > key; at--) {
        walls->keys[at] = walls->keys[at - 1];
        walls->nearest[at] = walls->nearest[at - 1];
        walls->barriers[at] = walls->barriers[at - 1];
    }
    walls->keys[at] = key;
    walls->nearest[at] = q;
    walls->barriers[at] = barrier;
    if (walls->count == AVOID_BARRIERS) {
        avoid_look_no_farther(walls, (int32_t)(walls->keys[AVOID_BARRIERS - 1] >> 32) + 1);
    }
}

/// Away from a barrier; to its right for who stands on it.
static wayi_vector avoid_off(const wayi_barrier *barrier, wayi_vector nearest)
{
    if (nearest.x || nearest.y) {
        return wayi_unit((wayi_vector){-nearest.x, -nearest.y});
    }
    return (wayi_vector){barrier->unit_y, -barrier->unit_x};
}

static void avoid_add_barriers(const way_avoider *avoider, const way_mover *mover,
                               avoid_program *program)
{
    avoid_walls walls = {.mover = mover};
    avoid_look_no_farther(&walls, AVOID_REACH / 2 + mover->radius + 1);
    wayi_barrier_index_visit(&avoider->barriers, &walls.box, avoid_see_barrier, &walls);
    for (uint32_t k = 0; k < walls.count; k++) {
        const int64_t gap = (int64_t)(walls.keys[k] >> 32) - mover->radius;
        const wayi_vector n = avoid_off(walls.barriers[k], walls.nearest[k]);
        avoid_line *line = &program->lines[program->count++];
        line->direction = (wayi_vector){n.y, -n.x};
        line->point = wayi_along(n, wayi_divide(-gap * 64, avoider->wall_horizon));
    }
    program->barriers = program->count;
}

/// The key of a block; blocks of a row follow each other.
static uint64_t avoid_block(int64_t x, int64_t y)
{
    const int64_t shift = AVOID_POSITION + AVOID_REACH; // nothing is below zero
    const uint64_t column = (uint64_t)(x + shift) >> AVOID_BLOCK;
    const uint64_t row = (uint64_t)(y + shift) >> AVOID_BLOCK;
    return (row << 17 | column) << AVOID_NUMBER;
}

/// The first entry of a block or those after it, by halving.
static uint32_t avoid_find(const way_avoider *avoider, uint32_t count, uint64_t block)
{
    uint32_t low = 0;
    uint32_t high = count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (avoider->blocks[middle] < block) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/// The movers nearest to one, so far.
typedef struct avoid_others {
    uint64_t keys[AVOID_NEIGHBOURS]; ///< square of the distance << AVOID_NUMBER | mover, sorted
    uint32_t count;
    int64_t reach; ///< farther ones don't count
} avoid_others;

static void avoid_see_mover(avoid_others *others, uint64_t key)
{
    uint32_t place = AVOID_NEIGHBOURS - 1;
    if (others->count < AVOID_NEIGHBOURS) {
        place = others->count++;
    } else if (others->keys[place] <= key) {
        return;
    }
    for (; place > 0 && others->keys[place - 1] > key; place--) {
        others->keys[place] = others->keys[place - 1];
    }
    others->keys[place] = key;
}

/// Looks at the movers in the row of squares of the mover, that above (-1) or below (1), as far as
/// they may be near enough.
static void avoid_see_row(const way_avoider *avoider, const way_mover *movers, uint32_t count,
                          uint32_t index, int64_t down, avoid_others *others)
{
    const way_mover *mover = &movers[index];
    const int64_t inside = ((int64_t)mover->y + AVOID_POSITION) % AVOID_REACH;
    const int64_t gap = down > 0 ? AVOID_REACH - inside : down < 0 ? inside + 1 : 0;
    if (gap > others->reach) {
        return;
    }
    const int64_t y = mover->y + down * AVOID_REACH;
    const uint64_t last = avoid_block(mover->x + others->reach, y) | AVOID_MASK;
    for (uint32_t at = avoid_find(avoider, count, avoid_block(mover->x - others->reach, y));
         at < count && avoider->blocks[at] <= last; at++) {
        const uint32_t other = (uint32_t)avoider->blocks[at] & AVOID_MASK;
        const int64_t dx = (int64_t)movers[other].x - mover->x;
        const int64_t dy = (int64_t)movers[other].y - mover->y;
        const uint64_t far = (uint64_t)(dx * dx + dy * dy);
        if (other != index && far <= (uint64_t)AVOID_REACH * AVOID_REACH) {
            avoid_see_mover(others, far << AVOID_NUMBER | other);
        }
    }
    if (others->count == AVOID_NEIGHBOURS) {
        const uint64_t far = others->keys[AVOID_NEIGHBOURS - 1] >> AVOID_NUMBER;
        others->reach = wayi_root_of((int64_t)far) + 1;
    }
}

static void avoid_add_movers(const way_avoider *avoider, const way_mover *movers, uint32_t count,
                             uint32_t index, avoid_program *program)
{
    avoid_others others = {.reach = AVOID_REACH};
    avoid_see_row(avoider, movers, count, index, 0, &others);
    avoid_see_row(avoider, movers, count, index, -1, &others);
    avoid_see_row(avoider, movers, count, index, 1, &others);
    for (uint32_t k = 0; k < others.count; k++) {
        program->lines[program->count++] = avoid_mover_line(
            &movers[index], &movers[others.keys[k] & AVOID_MASK], avoider->horizon);
    }
}

// Steps -------------------------------------------------------------------------------------------

way_status way_avoider_create(const way_avoider_config *config, way_avoider **out)
{
    *out = NULL;
    if (config->capacity == 0 || config->capacity > 1u << AVOID_NUMBER || config->horizon > 256 ||
        config->wall_horizon > 256) {
        return WAY_STATUS_OUT_OF_RANGE;
    }
    const way_allocator allocator = wayi_allocator_or_default(config->allocator);
    way_avoider *avoider = wayi_alloc_zero(&allocator, 1, sizeof *avoider);
    if (!avoider) {
        return WAY_STATUS_NO_MEMORY;
    }
    avoider->allocator = allocator;
    avoider->capacity = config->capacity;
    avoider->horizon = config->horizon ? config->horizon : 40;
    avoider->wall_horizon = config->wall_horizon ? config->wall_horizon : 10;
    avoider->blocks = wayi_alloc(&allocator, config->capacity, sizeof *avoider->blocks);
    avoider->chosen = wayi_alloc(&allocator, config->capacity, sizeof *avoider->chosen);
    if (!avoider->blocks || !avoider->chosen) {
        way_avoider_destroy(avoider);
        return WAY_STATUS_NO_MEMORY;
    }
    *out = avoider;
    return WAY_STATUS_OK;
}

void way_avoider_destroy(way_avoider *avoider)
{
    if (avoider) {
        const way_allocator allocator = avoider->allocator;
        WAYI_FREE(&allocator, avoider->blocks, avoider->capacity);
        WAYI_FREE(&allocator, avoider->chosen, avoider->capacity);
        wayi_barrier_index_fini(&avoider->barriers, &allocator);
        WAYI_FREE(&allocator, avoider, 1);
    }
}

static bool avoid_is_sound(const way_mover *mover)
{
    const int32_t most = 1 << 18;
    return mover->x >= -AVOID_POSITION && mover->x <= AVOID_POSITION &&
           mover->y >= -AVOID_POSITION && mover->y <= AVOID_POSITION && mover->radius >= 1 &&
           mover->radius <= 8192 && mover->speed >= 0 && mover->speed <= 131072 &&
           mover->velocity_x >= -most && mover->velocity_x <= most && mover->velocity_y >= -most &&
           mover->velocity_y <= most && mover->wish_x >= -most && mover->wish_x <= most &&
           mover->wish_y >= -most && mover->wish_y <= most;
}

/// Where a velocity leads, no further than positions go.
static int32_t avoid_move(int32_t position, int32_t velocity)
{
    const int64_t to = position + wayi_divide(velocity + 32, 64);
    return (int32_t)(to < -AVOID_POSITION  ? -AVOID_POSITION
                     : to > AVOID_POSITION ? AVOID_POSITION
                                           : to);
}

way_status way_avoider_step(way_avoider *avoider, way_mover *movers, uint32_t count,
                            const way_barrier *barriers, uint32_t barrier_count)
{
    if (count > avoider->capacity) {
        return WAY_STATUS_OUT_OF_RANGE;
    }
    if ((!movers && count > 0) || (!barriers && barrier_count > 0)) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    for (uint32_t k = 0; k < count; k++) {
        if (!avoid_is_sound(&movers[k])) {
            return WAY_STATUS_OUT_OF_RANGE;
        }
        avoider->blocks[k] = avoid_block(movers[k].x, movers[k].y) | k;
    }
    const way_status status =
        wayi_barrier_index_update(&avoider->barriers, barriers, barrier_count, &avoider->allocator);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    wayi_sort64(avoider->blocks, count);
    for (uint32_t k = 0; k < count; k++) {
        const way_mover *mover = &movers[k];
        avoid_program program = {.speed = mover->speed};
        wayi_vector *velocity = &avoider->chosen[k];
        if (mover->fixed) {
            *velocity = (wayi_vector){0, 0};
            continue;
        }
        avoid_add_barriers(avoider, mover, &program);
        avoid_add_movers(avoider, movers, count, k, &program);
        // A hair to the right, so that those who meet head-on pass.
        const wayi_vector wish = {mover->wish_x - mover->wish_y / 64,
                                  mover->wish_y + mover->wish_x / 64};
        avoid_choose(&program, wish, velocity);
    }
    for (uint32_t k = 0; k < count; k++) {
        way_mover *mover = &movers[k];
        mover->velocity_x = (int32_t)avoider->chosen[k].x;
        mover->velocity_y = (int32_t)avoider->chosen[k].y;
        mover->x = avoid_move(mover->x, mover->velocity_x);
        mover->y = avoid_move(mover->y, mover->velocity_y);
    }
    return WAY_STATUS_OK;
}
