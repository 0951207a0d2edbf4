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
#include "base/alloc.h"
#include "base/bits.h"
#include "core/sort.h"

#include <waymark/avoid.h>

#define AVOID_NEIGHBOURS 10u
#define AVOID_BARRIERS 8u
#define AVOID_LINES (AVOID_NEIGHBOURS + AVOID_BARRIERS)

/// Side of the squares by which neighbours are found, and the farthest that counts, as positions.
#define AVOID_BLOCK 13
#define AVOID_REACH (1 << AVOID_BLOCK)

#define AVOID_ONE 32768
#define AVOID_PARALLEL 3 ///< directions whose cross product is less are parallel
#define AVOID_POSITION (1 << 28)

typedef struct avoid_vector {
    int64_t x, y;
} avoid_vector;

/// Feasible velocities lie on the left of a line.
typedef struct avoid_line {
    avoid_vector point;
    avoid_vector direction; ///< unit
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
    uint64_t *blocks;     ///< [capacity] block << 32 | mover, sorted
    avoid_vector *chosen; ///< [capacity]
    way_allocator allocator;
};

// Arithmetic --------------------------------------------------------------------------------------

/// Division that rounds down, whatever the signs.
static int64_t avoid_divide(int64_t a, int64_t b)
{
    const int64_t quotient = a / b;
    return quotient - ((a % b != 0) && ((a < 0) != (b < 0)));
}

/// The whole part of a square root.
static int64_t avoid_root(int64_t value)
{
    if (value <= 0) {
        return 0;
    }
    uint64_t rest = (uint64_t)value;
    uint64_t root = 0;
    for (uint64_t bit = UINT64_C(1) << (wayi_bits_highest(rest) & ~1u); bit; bit >>= 2) {
        if (rest >= root + bit) {
            rest -= root + bit;
            root = (root >> 1) + bit;
        } else {
            root >>= 1;
        }
    }
    return (int64_t)root;
}

static int64_t avoid_dot(avoid_vector a, avoid_vector b)
{
    return a.x * b.x + a.y * b.y;
}

static int64_t avoid_cross(avoid_vector a, avoid_vector b)
{
    return a.x * b.y - a.y * b.x;
}

static avoid_vector avoid_minus(avoid_vector a, avoid_vector b)
{
    return (avoid_vector){a.x - b.x, a.y - b.y};
}

/// `length` along a unit vector.
static avoid_vector avoid_along(avoid_vector unit, int64_t length)
{
    return (avoid_vector){avoid_divide(unit.x * length, AVOID_ONE),
                          avoid_divide(unit.y * length, AVOID_ONE)};
}

/// The unit vector of a direction; east for none.
static avoid_vector avoid_unit(avoid_vector vector)
{
    const int64_t length = avoid_root(avoid_dot(vector, vector));
    if (length == 0) {
        return (avoid_vector){AVOID_ONE, 0};
    }
    return (avoid_vector){avoid_divide(vector.x * AVOID_ONE, length),
                          avoid_divide(vector.y * AVOID_ONE, length)};
}

// The program -------------------------------------------------------------------------------------

/// How far a velocity is on the wrong side of a line.
static int64_t avoid_violation(const avoid_line *line, avoid_vector velocity)
{
    return avoid_divide(avoid_cross(line->direction, avoid_minus(line->point, velocity)),
                        AVOID_ONE);
}

/// The best velocity on line `index` within the speed and all lines before it; false if none.
static bool avoid_on_line(const avoid_program *program, uint32_t index, avoid_vector wish,
                          bool along, avoid_vector *velocity)
{
    const avoid_line *line = &program->lines[index];
    const int64_t dot = avoid_divide(avoid_dot(line->point, line->direction), AVOID_ONE);
    const int64_t inside =
        dot * dot + program->speed * program->speed - avoid_dot(line->point, line->point);
    if (inside < 0) {
        return false;
    }
    int64_t left = -dot - avoid_root(inside);
    int64_t right = -dot + avoid_root(inside);
    for (uint32_t k = 0; k < index; k++) {
        const avoid_line *other = &program->lines[k];
        const int64_t angle =
            avoid_divide(avoid_cross(line->direction, other->direction), AVOID_ONE);
        const int64_t gap = avoid_divide(
            avoid_cross(other->direction, avoid_minus(line->point, other->point)), AVOID_ONE);
        if (angle <= AVOID_PARALLEL && angle >= -AVOID_PARALLEL) {
            if (gap < 0) {
                return false;
            }
            continue;
        }
        const int64_t at = avoid_divide(gap * AVOID_ONE, angle);
        if (angle > 0) {
            right = at < right ? at : right;
        } else {
            left = at > left ? at : left;
        }
        if (left > right) {
            return false;
        }
    }
    int64_t at = avoid_divide(
        avoid_dot(line->direction, along ? wish : avoid_minus(wish, line->point)), AVOID_ONE);
    if (along) {
        at = at > 0 ? right : left;
    }
    at = at < left ? left : at > right ? right : at;
    const avoid_vector step = avoid_along(line->direction, at);
    *velocity = (avoid_vector){line->point.x + step.x, line->point.y + step.y};
    return true;
}

/// The velocity nearest to the wish, or farthest along it; returns the first line that can't be
/// kept, or the number of lines.
static uint32_t avoid_solve(const avoid_program *program, avoid_vector wish, bool along,
                            avoid_vector *velocity)
{
    const int64_t length = avoid_root(avoid_dot(wish, wish));
    *velocity = wish;
    if (along || length > program->speed) {
        *velocity = avoid_along(along ? wish : avoid_unit(wish), program->speed);
    }
    for (uint32_t k = 0; k < program->count; k++) {
        if (avoid_violation(&program->lines[k], *velocity) > 0) {
            const avoid_vector before = *velocity;
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
static void avoid_relax(const avoid_program *program, uint32_t from, avoid_vector *velocity)
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
            const int64_t angle =
                avoid_divide(avoid_cross(line->direction, other->direction), AVOID_ONE);
            avoid_line *bisector = &narrow.lines[narrow.count];
            if (angle <= AVOID_PARALLEL && angle >= -AVOID_PARALLEL) {
                if (avoid_dot(line->direction, other->direction) > 0) {
                    continue;
                }
                bisector->point = (avoid_vector){avoid_divide(line->point.x + other->point.x, 2),
                                                 avoid_divide(line->point.y + other->point.y, 2)};
            } else {
                const int64_t gap =
                    avoid_cross(other->direction, avoid_minus(line->point, other->point));
                const avoid_vector step = avoid_along(line->direction, avoid_divide(gap, angle));
                bisector->point = (avoid_vector){line->point.x + step.x, line->point.y + step.y};
            }
            bisector->direction = avoid_unit(avoid_minus(other->direction, line->direction));
            narrow.count++;
        }
        const avoid_vector inwards = {-line->direction.y, line->direction.x};
        const avoid_vector before = *velocity;
        if (avoid_solve(&narrow, inwards, true, velocity) < narrow.count) {
            *velocity = before; // only rounding can bring us here
        }
        const int64_t violation = avoid_violation(line, *velocity);
        worst = violation > worst ? violation : worst;
    }
}

// Lines -------------------------------------------------------------------------------------------

/// What one mover must not do for the sake of another.
static avoid_line avoid_mover_line(const way_mover *a, const way_mover *b, int64_t horizon)
{
    const avoid_vector p = {((int64_t)b->x - a->x) * 64, ((int64_t)b->y - a->y) * 64};
    const avoid_vector v = {a->velocity_x - (b->fixed ? 0 : b->velocity_x),
                            a->velocity_y - (b->fixed ? 0 : b->velocity_y)};
    const int64_t r = ((int64_t)a->radius + b->radius + 1) * 64;
    const int64_t apart = avoid_dot(p, p);
    const bool touch = apart <= r * r;
    const int64_t ticks = touch ? 1 : horizon;
    const avoid_vector w = {v.x - avoid_divide(p.x, ticks), v.y - avoid_divide(p.y, ticks)};
    const int64_t length = avoid_root(avoid_dot(w, w));
    avoid_line line;
    avoid_vector u;
    if (touch || -avoid_dot(w, p) > r * length) {
        // The nose of the cone, or already touching: straight away.
        const avoid_vector n = length ? avoid_unit(w) : avoid_unit((avoid_vector){-p.x, -p.y});
        line.direction = (avoid_vector){n.y, -n.x};
        u = avoid_along(n, avoid_divide(r, ticks) - length);
    } else {
        const int64_t leg = avoid_root(apart - r * r);
        // Who meets head-on goes to the same hand.
        const bool left = avoid_cross(p, w) > 0;
        const avoid_vector side =
            left ? (avoid_vector){p.x * leg - p.y * r, p.x * r + p.y * leg}
                 : (avoid_vector){-(p.x * leg + p.y * r), -(-p.x * r + p.y * leg)};
        line.direction = avoid_unit(
            (avoid_vector){avoid_divide(side.x, 1 << 16), avoid_divide(side.y, 1 << 16)});
        const int64_t dot = avoid_divide(avoid_dot(v, line.direction), AVOID_ONE);
        u = avoid_minus(avoid_along(line.direction, dot), v);
    }
    const int64_t share = b->fixed ? 1 : 2;
    line.point = (avoid_vector){a->velocity_x + avoid_divide(u.x, share),
                                a->velocity_y + avoid_divide(u.y, share)};
    return line;
}

/// The point of a barrier nearest to a mover, as seen from it.
static avoid_vector avoid_nearest(const way_mover *mover, const way_barrier *barrier)
{
    const avoid_vector a = {(int64_t)barrier->x1 - mover->x, (int64_t)barrier->y1 - mover->y};
    const avoid_vector d = {(int64_t)barrier->x2 - barrier->x1, (int64_t)barrier->y2 - barrier->y1};
    const int64_t length = avoid_root(avoid_dot(d, d));
    if (length == 0) {
        return a;
    }
    const avoid_vector unit = avoid_unit(d);
    const int64_t at = avoid_divide(-avoid_dot(a, unit), AVOID_ONE);
    const avoid_vector step = avoid_along(unit, at < 0 ? 0 : at > length ? length : at);
    return (avoid_vector){a.x + step.x, a.y + step.y};
}

static void avoid_add_barriers(const way_avoider *avoider, const way_mover *mover,
                               const way_barrier *barriers, uint32_t count, avoid_program *program)
{
    int64_t gaps[AVOID_BARRIERS];
    for (uint32_t k = 0; k < count; k++) {
        const avoid_vector q = avoid_nearest(mover, &barriers[k]);
        const int64_t gap = avoid_root(avoid_dot(q, q)) - mover->radius;
        if (gap > AVOID_REACH / 2) {
            continue;
        }
        uint32_t at = AVOID_BARRIERS - 1;
        if (program->count < AVOID_BARRIERS) {
            at = program->count++;
        } else if (gaps[at] <= gap) {
            continue;
        }
        for (; at > 0 && gaps[at - 1] > gap; at--) {
            gaps[at] = gaps[at - 1];
            program->lines[at] = program->lines[at - 1];
        }
        const avoid_vector n = avoid_unit((avoid_vector){-q.x, -q.y});
        gaps[at] = gap;
        program->lines[at].direction = (avoid_vector){n.y, -n.x};
        program->lines[at].point = avoid_along(n, avoid_divide(-gap * 64, avoider->wall_horizon));
    }
    program->barriers = program->count;
}

static uint32_t avoid_block(int64_t x, int64_t y)
{
    const uint64_t shift = (uint64_t)AVOID_POSITION + AVOID_REACH; // nothing is below zero
    const uint32_t column = (uint32_t)(((uint64_t)x + shift) >> AVOID_BLOCK) & 0xffffu;
    const uint32_t row = (uint32_t)(((uint64_t)y + shift) >> AVOID_BLOCK) & 0xffffu;
    return row << 16 | column;
}

/// The first entry of a block, by halving.
static uint32_t avoid_find(const way_avoider *avoider, uint32_t count, uint32_t block)
{
    uint32_t low = 0;
    uint32_t high = count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (avoider->blocks[middle] >> 32 < block) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static void avoid_add_movers(const way_avoider *avoider, const way_mover *movers, uint32_t count,
                             uint32_t index, avoid_program *program)
{
    const way_mover *mover = &movers[index];
    uint64_t nearest[AVOID_NEIGHBOURS];
    uint32_t found = 0;
    for (int64_t k = 0; k < 9; k++) {
        const uint32_t block =
            avoid_block(mover->x + (k % 3 - 1) * AVOID_REACH, mover->y + (k / 3 - 1) * AVOID_REACH);
        for (uint32_t at = avoid_find(avoider, count, block);
             at < count && avoider->blocks[at] >> 32 == block; at++) {
            const uint32_t other = (uint32_t)avoider->blocks[at];
            const int64_t dx = (int64_t)movers[other].x - mover->x;
            const int64_t dy = (int64_t)movers[other].y - mover->y;
            const uint64_t far = (uint64_t)(dx * dx + dy * dy);
            if (other == index || far > (uint64_t)AVOID_REACH * AVOID_REACH) {
                continue;
            }
            const uint64_t key = far << 20 | other;
            uint32_t place = found < AVOID_NEIGHBOURS ? found++ : AVOID_NEIGHBOURS;
            if (place == AVOID_NEIGHBOURS) {
                if (nearest[AVOID_NEIGHBOURS - 1] <= key) {
                    continue;
                }
                place = AVOID_NEIGHBOURS - 1;
            }
            for (; place > 0 && nearest[place - 1] > key; place--) {
                nearest[place] = nearest[place - 1];
            }
            nearest[place] = key;
        }
    }
    for (uint32_t k = 0; k < found; k++) {
        program->lines[program->count++] =
            avoid_mover_line(mover, &movers[nearest[k] & 0xfffffu], avoider->horizon);
    }
}

// Steps -------------------------------------------------------------------------------------------

way_status way_avoider_create(const way_avoider_config *config, way_avoider **out)
{
    *out = NULL;
    if (config->capacity == 0 || config->capacity > 1u << 20 || config->horizon > 256 ||
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
        wayi_free(&allocator, avoider->blocks, avoider->capacity, sizeof *avoider->blocks);
        wayi_free(&allocator, avoider->chosen, avoider->capacity, sizeof *avoider->chosen);
        wayi_free(&allocator, avoider, 1, sizeof *avoider);
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

static bool avoid_is_on(int32_t position)
{
    return position >= -AVOID_POSITION && position <= AVOID_POSITION;
}

/// Where a velocity leads, no further than positions go.
static int32_t avoid_move(int32_t position, int32_t velocity)
{
    const int64_t to = position + avoid_divide(velocity + 32, 64);
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
    for (uint32_t k = 0; k < barrier_count; k++) {
        const way_barrier *barrier = &barriers[k];
        if (!avoid_is_on(barrier->x1) || !avoid_is_on(barrier->y1) || !avoid_is_on(barrier->x2) ||
            !avoid_is_on(barrier->y2)) {
            return WAY_STATUS_OUT_OF_RANGE;
        }
    }
    for (uint32_t k = 0; k < count; k++) {
        if (!avoid_is_sound(&movers[k])) {
            return WAY_STATUS_OUT_OF_RANGE;
        }
        avoider->blocks[k] = (uint64_t)avoid_block(movers[k].x, movers[k].y) << 32 | k;
    }
    wayi_sort64(avoider->blocks, count);
    for (uint32_t k = 0; k < count; k++) {
        const way_mover *mover = &movers[k];
        avoid_program program = {.speed = mover->speed};
        avoid_vector *velocity = &avoider->chosen[k];
        if (mover->fixed) {
            *velocity = (avoid_vector){0, 0};
            continue;
        }
        avoid_add_barriers(avoider, mover, barriers, barrier_count, &program);
        avoid_add_movers(avoider, movers, count, k, &program);
        // A hair to the right, so that those who meet head-on pass.
        const avoid_vector wish = {mover->wish_x - mover->wish_y / 64,
                                   mover->wish_y + mover->wish_x / 64};
        const uint32_t kept = avoid_solve(&program, wish, false, velocity);
        if (kept < program.count) {
            avoid_relax(&program, kept, velocity);
        }
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
