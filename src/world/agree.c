// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Who moves where: priority inheritance with backtracking (PIBT), one tick at a time.
//
// Units choose in the order of their stamps. One that wants the cell of another pushes it, and the
// pushed one chooses next, with the priority of the pusher; if it finds no place, the pusher takes
// its next candidate. Nobody is pushed twice in a tick, so a tick costs at most nine candidates for
// each unit, and staying is always possible: a claim on the cell of an undecided unit belongs to
// one that waits for it.
//
// A unit of several cells may have to push several others at once. Undoing a chain of pushes when a
// later one fails is never needed, because of the bar: while a unit has blockers still to come, the
// chain below it may not end on cells that it, or anybody who waits for it, is only about to leave.
//
// Moves are straight and simultaneous. Two of them conflict if bodies of (size - 1/2) cells would
// touch on the way: one target, swapped places, diagonals that cross, and entering a cell that is
// left at an acute angle. A unit that stands never conflicts with a move past it.
//
// References: K. Okumura, M. Machida, X. Defago, Y. Tamura, Priority inheritance with backtracking
// for iterative multi-agent path finding, Artificial Intelligence 310 (2022). Here: an explicit
// stack, stamps for priorities, eight neighbours, units of several cells, and the bar.
#include "base/check.h"
#include "base/expect.h"
#include "base/inline.h"
#include "world/conflict.h"
#include "world/world.h"

/// How far ahead of the unit in hand bodies, the cells under them, and the steps of their fields
/// are read.
#define AGREE_BODIES 24u
#define AGREE_CELLS 16u
#define AGREE_STEPS 8u

/// Fewer units than this are in the caches anyway.
#define AGREE_MANY 4096u

static inline uint32_t agree_target(const way_world *world, uint32_t i, uint32_t dir)
{
    const way_cell cell = world->bodies[i].cell;
    if (dir == WAYI_LINK) {
        return world->minds[i].route.link;
    }
    return dir == WAYI_STAY ? cell : cell + (uint32_t)world->map->offsets[dir];
}

/// Who takes a link is nowhere on the way: only a swap along it is refused.
static inline bool agree_clash_link(const wayi_body *body, uint32_t to, const wayi_body *other)
{
    return other->to == body->cell && to == other->cell;
}

/// Whether the unit in the way may be asked to move.
static bool agree_may_push(const way_world *world, const wayi_body *pusher, const wayi_body *other)
{
    if ((world->rivals && other->team != pusher->team) || !wayi_world_is_ready(world, other)) {
        return false;
    }
    return !(other->flags & WAYI_BODY_HOLD) || (pusher->flags & WAYI_BODY_BOLD);
}

static inline bool agree_clash(const way_world *world, uint32_t dir, const wayi_body *other, int dx,
                               int dy)
{
    return wayi_conflict(
        world->map->neighbours,
        (wayi_encounter){.x = dx, .y = dy, .a = dir, .b = other->dir, .a_size = 1, .b_size = 1});
}

/// Whether the link that a unit wants bears one more in this tick.
static bool agree_bears(const way_world *world, uint32_t i)
{
    const wayi_lift *lift =
        wayi_world_lift(world, world->bodies[i].cell, world->minds[i].route.link);
    return !lift ||
           (lift->claims == 0 && wayi_world_may_link(world, i, world->minds[i].route.link));
}

/// Whether a unit of one cell may go there where all units are that small. Only the pusher, the one
/// who stands there and, on a diagonal, those beside it can conflict.
static bool agree_probe_small(way_world *world, wayi_push *push, uint32_t dir)
{
    const uint32_t i = push->unit;
    const wayi_body *body = &world->bodies[i];
    const wayi_spot *here = &world->spots[body->cell];
    const uint32_t u = agree_target(world, i, dir);
    const wayi_spot there = world->spots[u];
    push->blocker_count = 0;
    if (there.next != WAYI_NOBODY && there.next != i) {
        return false;
    }
    if (dir == WAYI_STAY) {
        return true;
    }
    if (dir == WAYI_LINK && !agree_bears(world, i)) {
        return false;
    }
    if (here->next != WAYI_NOBODY && here->next != i) {
        const wayi_body *pusher = &world->bodies[here->next];
        if (dir == WAYI_LINK || pusher->dir == WAYI_LINK) {
            if (agree_clash_link(body, u, pusher)) {
                return false;
            }
        } else if (pusher->dir != WAYI_STAY &&
                   agree_clash(world, dir, pusher, -wayi_direction_x[pusher->dir],
                               -wayi_direction_y[pusher->dir])) {
            return false;
        }
    }
    const int dx = wayi_move_x(dir);
    const int dy = wayi_move_y(dir);
    if (there.now != WAYI_NOBODY) {
        const wayi_body *other = &world->bodies[there.now];
        if (other->state != WAYI_UNDECIDED && (dir == WAYI_LINK || other->dir == WAYI_LINK)) {
            if (other->dir == WAYI_STAY || agree_clash_link(body, u, other)) {
                return false;
            }
        } else if (other->state == WAYI_UNDECIDED) {
            if (!agree_may_push(world, body, other)) {
                return false;
            }
            world->blockers[push->blockers] = there.now;
            push->blocker_count = 1;
        } else if (agree_clash(world, dir, other, dx, dy)) {
            return false;
        }
    }
    if (dir >= WAYI_NORTH_EAST && dir < WAYI_STAY && world->map->neighbours == WAY_NEIGHBOURS_8) {
        const uint32_t sides[2] = {world->spots[body->cell + (uint32_t)dx].now,
                                   world->spots[u - (uint32_t)dx].now};
        for (uint32_t s = 0; s < 2; s++) {
            const wayi_body *side = sides[s] == WAYI_NOBODY ? NULL : &world->bodies[sides[s]];
            if (side && side->state != WAYI_UNDECIDED && side->dir != WAYI_LINK &&
                agree_clash(world, dir, side, s ? 0 : dx, s ? dy : 0)) {
                return false;
            }
        }
    }
    return true;
}

/// Lists the unit among the blockers; false if it may not be pushed or there is no room.
static bool agree_list(way_world *world, wayi_push *push, uint32_t other)
{
    for (uint32_t b = 0; b < push->blocker_count; b++) {
        if (world->blockers[push->blockers + b] == other) {
            return true;
        }
    }
    if (!agree_may_push(world, &world->bodies[push->unit], &world->bodies[other]) ||
        push->blocker_count == UINT8_MAX ||
        push->blockers + push->blocker_count >= WAYI_BLOCKERS_MAX) {
        return false;
    }
    world->blockers[push->blockers + push->blocker_count++] = other;
    return true;
}

/// Whether the cells of the target are, or may become, free.
static bool agree_probe_cells(way_world *world, wayi_push *push, uint32_t u)
{
    const uint32_t i = push->unit;
    const uint32_t size = world->bodies[i].size;
    for (uint32_t row = 0; row < size; row++) {
        for (uint32_t column = 0; column < size; column++) {
            const wayi_spot spot = world->spots[u + row * world->map->width + column];
            if (spot.next != WAYI_NOBODY && spot.next != i) {
                return false;
            }
            if (spot.now == WAYI_NOBODY || spot.now == i) {
                continue;
            }
            const wayi_body *other = &world->bodies[spot.now];
            if (other->state == WAYI_TRYING && (int32_t)other->depth <= push->bar) {
                return false; // not certain to leave
            }
            if (other->state == WAYI_UNDECIDED && !agree_list(world, push, spot.now)) {
                return false;
            }
        }
    }
    return true;
}

/// Whether the move comes too near to another that is decided or being tried.
static bool agree_probe_moves(const way_world *world, uint32_t i, uint32_t dir)
{
    const way_map *map = world->map;
    const wayi_body *body = &world->bodies[i];
    const uint32_t y = wayi_map_row(map, body->cell);
    const uint32_t x = body->cell - y * map->width;
    const uint32_t left = x ? x - 1 : 0;
    const uint32_t top = y ? y - 1 : 0;
    const uint32_t right = x + body->size < map->width ? x + body->size : map->width - 1;
    const uint32_t bottom = y + body->size < map->height ? y + body->size : map->height - 1;
    for (uint32_t r = top; r <= bottom; r++) {
        for (uint32_t c = left; c <= right; c++) {
            const uint32_t j = world->spots[(size_t)r * map->width + c].now;
            if (j == WAYI_NOBODY || j == i || world->bodies[j].state == WAYI_UNDECIDED) {
                continue;
            }
            const wayi_body *other = &world->bodies[j];
            if (other->dir == WAYI_LINK) {
                continue;
            }
            const uint32_t oy = wayi_map_row(map, other->cell);
            const uint32_t ox = other->cell - oy * map->width;
            if (wayi_conflict(map->neighbours, (wayi_encounter){.x = (int)ox - (int)x,
                                                                .y = (int)oy - (int)y,
                                                                .a = dir,
                                                                .b = other->dir,
                                                                .a_size = body->size,
                                                                .b_size = other->size})) {
                return false;
            }
        }
    }
    return true;
}

/// Whether somebody on the cells of a link's end takes it the other way.
static bool agree_probe_swap(const way_world *world, uint32_t i, uint32_t u)
{
    const wayi_body *body = &world->bodies[i];
    for (uint32_t k = 0; k < (uint32_t)body->size * body->size; k++) {
        const uint32_t j =
            world->spots[u + k / body->size * world->map->width + k % body->size].now;
        if (j != WAYI_NOBODY && j != i && world->bodies[j].state != WAYI_UNDECIDED &&
            world->bodies[j].dir == WAYI_LINK && world->bodies[j].to == body->cell) {
            return false;
        }
    }
    return true;
}

static bool agree_probe(way_world *world, wayi_push *push, uint32_t dir)
{
    world->stats.probes++;
    if (world->size_max == 1) {
        return agree_probe_small(world, push, dir);
    }
    push->blocker_count = 0;
    const uint32_t u = agree_target(world, push->unit, dir);
    if (dir == WAYI_LINK) {
        return agree_bears(world, push->unit) && agree_probe_cells(world, push, u) &&
               agree_probe_swap(world, push->unit, u);
    }
    return agree_probe_cells(world, push, u) &&
           (dir == WAYI_STAY || agree_probe_moves(world, push->unit, dir));
}

/// Writes `who` over the claims on a footprint; with `mine`, only over those of that unit.
static void agree_claim(way_world *world, uint32_t cell, uint32_t size, uint32_t who, uint32_t mine)
{
    for (uint32_t row = 0; row < size; row++) {
        wayi_spot *spots = &world->spots[cell + row * world->map->width];
        for (uint32_t column = 0; column < size; column++) {
            if (mine == WAYI_NOBODY || spots[column].next == mine) {
                spots[column].next = who;
            }
        }
    }
}

static void agree_decide(way_world *world, uint32_t i)
{
    world->bodies[i].state = WAYI_DECIDED;
    world->decided[world->decided_count++] = i;
}

/// Whether two squares of cells overlap.
static bool agree_overlaps(const way_world *world, const wayi_body *a, const wayi_body *b)
{
    const uint32_t width = world->map->width;
    const uint32_t ay = wayi_map_row(world->map, a->to);
    const uint32_t by = wayi_map_row(world->map, b->to);
    const uint32_t ax = a->to - ay * width;
    const uint32_t bx = b->to - by * width;
    return ax < bx + b->size && bx < ax + a->size && ay < by + b->size && by < ay + a->size;
}

/// The next candidate of a frame, or false when there is none left.
static bool agree_next(way_world *world, wayi_push *push, uint32_t *dir)
{
    if (push->next < push->count) {
        *dir = push->dirs[push->next++];
        return true;
    }
    if (push->sorted) {
        return false;
    }
    const uint32_t tried = push->count ? push->dirs[0] : WAYI_ASK;
    uint8_t all[WAYI_DIRECTIONS + 1];
    const uint32_t count = wayi_world_prefer(world, push->unit, all);
    push->sorted = 1;
    push->count = 0;
    for (uint32_t k = 0; k < count; k++) {
        if (all[k] != tried) {
            push->dirs[push->count++] = all[k];
        }
    }
    push->next = 0;
    return push->next < push->count && (*dir = push->dirs[push->next++], true);
}

static void agree_push(way_world *world, uint32_t depth, uint32_t unit, int32_t bar,
                       uint32_t blockers)
{
    wayi_body *body = &world->bodies[unit];
    wayi_push *push = &world->stack[depth];
    *push = (wayi_push){.unit = unit, .blockers = blockers, .bar = bar};
    if (body->want == WAYI_ASK) {
        body->want = (uint8_t)wayi_world_want(world, unit);
    }
    if (body->want == WAYI_LINK ||
        (body->want != WAYI_STAY && (wayi_world_moves(world, unit) >> body->want & 1u))) {
        push->dirs[0] = body->want;
        push->count = 1;
    }
    body->state = WAYI_TRYING;
    body->flags = (uint8_t)(depth ? body->flags | WAYI_BODY_PUSHED
                                  : body->flags & ~(uint32_t)WAYI_BODY_PUSHED);
    body->to = body->cell;
    body->dir = WAYI_STAY;
    body->depth = depth;
}

/// Stays for good, whatever was claimed: the pushers notice.
static void agree_stay(way_world *world, uint32_t i)
{
    wayi_body *body = &world->bodies[i];
    body->to = body->cell;
    body->dir = WAYI_STAY;
    agree_claim(world, body->cell, body->size, i, WAYI_NOBODY);
    agree_decide(world, i);
}

/// Claims the lift that a move takes, or gives the claim back.
static void agree_board(way_world *world, const wayi_body *body, uint32_t claims)
{
    wayi_lift *lift = body->dir == WAYI_LINK ? wayi_world_lift(world, body->cell, body->to) : NULL;
    if (lift) {
        lift->claims = claims;
    }
}

/// Takes the first candidate that is not refused; false if there is none.
static bool agree_take(way_world *world, wayi_push *push)
{
    uint32_t dir = 0;
    while (agree_next(world, push, &dir)) {
        if (agree_probe(world, push, dir)) {
            wayi_body *body = &world->bodies[push->unit];
            body->to = agree_target(world, push->unit, dir);
            body->dir = (uint8_t)dir;
            agree_claim(world, body->to, body->size, push->unit, WAYI_NOBODY);
            agree_board(world, body, 1);
            push->claimed = 1;
            return true;
        }
    }
    return false;
}

typedef enum agree_step { AGREE_DONE, AGREE_BLOCKED, AGREE_PUSH } agree_step;

/// What is left to do for a claim: nothing, to withdraw it, or to push the blocker `*other`.
static agree_step agree_look(const way_world *world, const wayi_push *push, uint32_t *other,
                             bool *more)
{
    const wayi_body *body = &world->bodies[push->unit];
    agree_step step = AGREE_DONE;
    *more = false;
    for (uint32_t b = 0; b < push->blocker_count; b++) {
        const uint32_t j = world->blockers[push->blockers + b];
        if (world->bodies[j].state == WAYI_DECIDED) {
            if (agree_overlaps(world, body, &world->bodies[j])) {
                return AGREE_BLOCKED;
            }
        } else if (step == AGREE_PUSH) {
            *more = true;
        } else {
            *other = j;
            step = AGREE_PUSH;
        }
    }
    return step;
}

/// Finds a place for a unit and for all whom it pushes.
static void agree_plan(way_world *world, uint32_t root)
{
    uint32_t depth = 0;
    agree_push(world, depth++, root, -1, 0);
    while (depth > 0) {
        wayi_push *push = &world->stack[depth - 1];
        if (!push->claimed && !agree_take(world, push)) {
            agree_stay(world, push->unit);
            depth--;
            continue;
        }
        uint32_t other = 0;
        bool more = false;
        wayi_body *body = &world->bodies[push->unit];
        agree_step step = agree_look(world, push, &other, &more);
        if (step == AGREE_PUSH && depth == WAYI_CHAIN_MAX) {
            step = AGREE_BLOCKED;
        }
        if (step == AGREE_DONE) {
            agree_decide(world, push->unit);
            depth--;
        } else if (step == AGREE_BLOCKED) {
            agree_claim(world, body->to, body->size, WAYI_NOBODY, push->unit);
            agree_board(world, body, 0);
            body->to = body->cell;
            body->dir = WAYI_STAY;
            push->claimed = 0;
        } else {
            const int32_t bar = more ? (int32_t)depth - 1 : push->bar;
            agree_push(world, depth++, other, bar, push->blockers + push->blocker_count);
        }
    }
}

/// Most units get what they want at once: a free cell that nobody claims.
static inline bool agree_fast(way_world *world, uint32_t i)
{
    wayi_body *body = &world->bodies[i];
    const uint32_t dir = body->want;
    if (body->size != 1 || dir >= WAYI_STAY) {
        return false;
    }
    const wayi_ground *ground = &world->grounds[body->ground];
    if (!(wayi_ground_moves(ground, body->cell) >> dir & 1u)) {
        return false;
    }
    const uint32_t u = body->cell + (uint32_t)world->map->offsets[dir];
    wayi_spot *spot = &world->spots[u];
    if (spot->now != WAYI_NOBODY || spot->next != WAYI_NOBODY) {
        return false;
    }
    if (dir >= WAYI_NORTH_EAST) {
        const int dx = wayi_direction_x[dir];
        const uint32_t one = world->spots[body->cell + (uint32_t)dx].now;
        const uint32_t two = world->spots[u - (uint32_t)dx].now;
        if ((one != WAYI_NOBODY && world->bodies[one].state != WAYI_UNDECIDED) ||
            (two != WAYI_NOBODY && world->bodies[two].state != WAYI_UNDECIDED)) {
            return false;
        }
    }
    world->stats.probes++;
    spot->next = i;
    body->flags &= (uint8_t)~WAYI_BODY_PUSHED;
    body->to = u;
    body->dir = (uint8_t)dir;
    agree_decide(world, i);
    return true;
}

static void agree_unit(way_world *world, uint32_t i)
{
    wayi_body *body = &world->bodies[i];
    if (body->state != WAYI_UNDECIDED) {
        return;
    }
    if (!wayi_world_is_ready(world, body)) {
        agree_stay(world, i);
        return;
    }
    if (body->want == WAYI_ASK) {
        body->want = (uint8_t)wayi_world_want(world, i);
    }
    if (!agree_fast(world, i)) {
        agree_plan(world, i);
    }
}

/// How long a step takes, in 1/256 ticks.
static uint32_t agree_duration(const way_world *world, uint32_t i)
{
    const wayi_body *body = &world->bodies[i];
    const way_world_kind *kind = &world->kinds[world->minds[i].kind];
    uint32_t speed = kind->speed;
    const uint32_t group = world->minds[i].group;
    if (group != WAYI_NOBODY && world->groups[group].speed + 1u < speed) {
        speed = world->groups[group].speed + 1u;
    }
    const wayi_ground *ground = &world->grounds[body->ground];
    const uint64_t cost = body->dir == WAYI_LINK ? wayi_ground_link(ground, body->cell, body->to)
                                                 : wayi_ground_step(ground, body->cell, body->dir);
    const uint64_t full = (uint64_t)world->map->costs.cardinal * speed;
    uint32_t duration = (uint32_t)((cost * 256u * WAY_SPEED_FULL + full / 2) / full);
    if (kind->turn && body->heading != body->dir && body->dir != WAYI_LINK) {
        duration += kind->turn * wayi_direction_eighths(body->heading, body->dir);
    }
    return duration;
}

/// A lift is taken until the step along it is over.
static void agree_ride(way_world *world, const wayi_body *body)
{
    wayi_lift *lift = wayi_world_lift(world, body->cell, body->to);
    for (uint32_t k = 0; lift && k < lift->capacity; k++) {
        if ((int32_t)(lift->until[k] - (world->tick + 1) * 256u) < 0) {
            lift->until[k] = body->ready;
            break;
        }
    }
    if (lift) {
        lift->claims = 0;
    }
}

/// Makes the move of a unit: its old cells first, unless somebody has already come.
static inline void agree_apply(way_world *world, uint32_t i)
{
    wayi_body *body = &world->bodies[i];
    const uint32_t width = world->map->width;
    if (body->to != body->cell) {
        const uint32_t now = world->tick * 256u;
        const uint32_t from = (int32_t)(body->ready - now) > 0 ? body->ready : now;
        body->ready = from + agree_duration(world, i);
        if (body->dir == WAYI_LINK) {
            agree_ride(world, body);
        }
        for (uint32_t row = 0; row < body->size; row++) {
            for (uint32_t column = 0; column < body->size; column++) {
                wayi_spot *spot = &world->spots[body->cell + row * width + column];
                if (spot->now == i) {
                    spot->now = WAYI_NOBODY;
                }
            }
        }
        body->flags |= WAYI_BODY_MOVED;
        if (body->want == body->dir) {
            body->flags &= (uint8_t)~WAYI_BODY_PUSHED;
            world->minds[i].ahead >>= 4;
        } else {
            world->minds[i].ahead = 0;
        }
        body->heading = body->dir < WAYI_STAY ? body->dir : body->heading;
    } else {
        body->flags &= (uint8_t)~WAYI_BODY_MOVED;
        if (body->want != WAYI_ASK) {
            world->minds[i].ahead = 0; // it could have gone
        }
    }
    for (uint32_t row = 0; row < body->size; row++) {
        for (uint32_t column = 0; column < body->size; column++) {
            world->spots[body->to + row * width + column] = (wayi_spot){i, WAYI_NOBODY};
        }
    }
    body->cell = body->to;
    body->state = WAYI_UNDECIDED;
    body->want = WAYI_ASK;
}

/// The field that a unit will have to ask.
static inline const wayi_flow *agree_field(const way_world *world, uint32_t place)
{
    return world->minds[place].ahead ? NULL : wayi_world_field(world, place);
}

/// Has what units to come will ask for on its way from memory.
static inline void agree_expect(const way_world *world, uint32_t k)
{
    const uint32_t *active = world->active;
    const uint32_t count = world->active_count;
    if (k + AGREE_BODIES < count && active[k + AGREE_BODIES] != WAYI_NOBODY) {
        wayi_expect(&world->bodies[active[k + AGREE_BODIES]]);
        wayi_expect_all(&world->minds[active[k + AGREE_BODIES]], sizeof *world->minds);
    }
    if (k + AGREE_CELLS < count && active[k + AGREE_CELLS] != WAYI_NOBODY) {
        const wayi_body *body = &world->bodies[active[k + AGREE_CELLS]];
        const wayi_flow *field = agree_field(world, active[k + AGREE_CELLS]);
        wayi_expect(&world->spots[body->cell]);
        wayi_expect(&world->spots[body->cell + (uint32_t)world->map->offsets[body->heading]]);
        wayi_expect(&world->grounds[body->ground].layer->around[body->cell]);
        if (field) {
            wayi_expect(wayi_flow_slot(&world->fields, field, world->map, body->cell));
        }
    }
    if (k + AGREE_STEPS < count && active[k + AGREE_STEPS] != WAYI_NOBODY) {
        const wayi_flow *field = agree_field(world, active[k + AGREE_STEPS]);
        uint32_t index = 0;
        const wayi_flow_block *block =
            field ? wayi_flow_find(&world->fields, field, world->map,
                                   world->bodies[active[k + AGREE_STEPS]].cell, &index)
                  : NULL;
        if (block) {
            wayi_expect(&block->steps[index]);
        }
    }
}

void wayi_world_agree(way_world *world)
{
    world->decided_count = 0;
    world->stats.probes = 0;
    const uint32_t count = world->active_count;
    const bool expects = count >= AGREE_MANY;
    for (uint32_t k = 0; k < count; k++) {
        if (expects) {
            agree_expect(world, k);
        }
        if (world->active[k] != WAYI_NOBODY) {
            agree_unit(world, world->active[k]);
        }
    }
    for (uint32_t k = 0; k < world->decided_count; k++) {
        if (expects && k + AGREE_STEPS < world->decided_count) {
            const wayi_body *soon = &world->bodies[world->decided[k + AGREE_STEPS]];
            wayi_expect(&world->spots[soon->cell]);
            wayi_expect(&world->spots[soon->to]);
        }
        agree_apply(world, world->decided[k]);
    }
}
