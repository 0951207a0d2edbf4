// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Who moves where: priority inheritance with backtracking (PIBT), one tick at a time.
//
// Units choose in the order of their stamps. One that wants the cell of another pushes it, and the
// pushed one chooses next, with the priority of the pusher; if it finds no place, the pusher takes
// its next candidate, and the pushed one chooses again for itself when its turn comes: what it
// could not do for the pusher it may do alone. Nobody is pushed twice in a tick, so a tick costs at
// most eighteen candidates for each unit, and staying is always possible: a claim on the cell of an
// undecided unit belongs to one that waits for it.
//
// A unit of several cells may have to push several others at once. While it has blockers still to
// come there is a bar: no chain of pushes below it may end on a cell that is only about to be left,
// be it by the unit or by anybody who waits for it. So a chain never has to be undone when a later
// one fails.
//
// Moves are straight and simultaneous. Two of them conflict if bodies of (size - 1/2) cells would
// touch on the way: one target, swapped places, diagonals that cross, and entering a cell that is
// left at an acute angle. A unit that stands never conflicts with a move past it.
//
// References: K. Okumura, M. Machida, X. Defago, Y. Tamura, Priority inheritance with backtracking
// for iterative multi-agent path finding, Artificial Intelligence 310 (2022). Here: an explicit
// stack, stamps for priorities, eight neighbours, units of several cells, and the bar.
#include "world/move/agree.h"

#include "base/check.h"
#include "base/expect.h"
#include "base/inline.h"
#include "world/body/units.h"
#include "world/move/conflict.h"
#include "world/order/orders.h"
#include "world/world.h"

#include <stddef.h>

/// How far ahead of the unit in hand bodies, the cells under them, and the steps of their routes or
/// fields are read. Planning between two ticks leaves nothing of them in the caches.
#define AGREE_BODIES 40u
#define AGREE_CELLS 28u
#define AGREE_STEPS 14u

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
    body->flags =
        (uint8_t)(depth || world->refused_root == unit ? body->flags | WAYI_BODY_PUSHED
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

/// Stays for the one who pushed; chooses again by itself later.
static void agree_refuse(way_world *world, uint32_t i)
{
    wayi_body *body = &world->bodies[i];
    body->to = body->cell;
    body->dir = WAYI_STAY;
    body->state = WAYI_REFUSED;
    agree_claim(world, body->cell, body->size, i, WAYI_NOBODY);
    if (!(body->flags & WAYI_BODY_ACTIVE)) { // its turn would not come
        world->decided[world->unit_capacity - ++world->refused_count] = i;
    }
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
        if (wayi_world_probe(world, push, dir)) {
            wayi_body *body = &world->bodies[push->unit];
            body->to = wayi_world_target(world, push->unit, dir);
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
        if (world->bodies[j].state >= WAYI_REFUSED) {
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
            (depth > 1 ? agree_refuse : agree_stay)(world, push->unit);
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
    if (body->size != 1 || dir > WAYI_STAY) {
        return false;
    }
    if (dir == WAYI_STAY) { // waits for a plan, or is where it wants to be
        if (world->spots[body->cell].next != WAYI_NOBODY) {
            return false;
        }
        body->flags &= (uint8_t)~WAYI_BODY_PUSHED;
        agree_stay(world, i);
        return true;
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
    world->stats.cells_read++;
    spot->next = i;
    body->flags &= (uint8_t)~WAYI_BODY_PUSHED;
    body->to = u;
    body->dir = (uint8_t)dir;
    agree_decide(world, i);
    return true;
}

/// Whether a unit follows the leader of a formation.
static bool agree_is_led(const way_world *world, uint32_t i)
{
    const uint32_t group = world->minds[i].group;
    return group != WAYI_NOBODY && world->groups[group].leader != WAYI_NOBODY &&
           world->groups[group].leader != i;
}

/// Lets a unit that was pushed in vain choose for itself.
static void agree_again(way_world *world, uint32_t i)
{
    wayi_body *body = &world->bodies[i];
    agree_claim(world, body->cell, body->size, WAYI_NOBODY, i);
    body->state = WAYI_UNDECIDED;
    world->refused_root = i;
    agree_plan(world, i);
    world->refused_root = WAYI_NOBODY;
}

static void agree_unit(way_world *world, uint32_t i, bool last)
{
    wayi_body *body = &world->bodies[i];
    if (body->state == WAYI_REFUSED) {
        agree_again(world, i);
        return;
    }
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
    if (body->want == WAYI_STAY && !last && agree_is_led(world, i)) {
        return; // makes way for all who want to pass
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
        }
        body->heading = body->dir < WAYI_STAY ? body->dir : body->heading;
    } else {
        body->flags &= (uint8_t)~WAYI_BODY_MOVED;
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

/// Has what units to come will ask for on its way from memory.
static inline void agree_expect(const way_world *world, uint32_t k)
{
    const uint32_t *active = world->active;
    const uint32_t count = world->active_count;
    if (k + AGREE_BODIES < count && active[k + AGREE_BODIES] != WAYI_NOBODY) {
        wayi_expect(&world->bodies[active[k + AGREE_BODIES]]);
        wayi_expect_all(&world->minds[active[k + AGREE_BODIES]], offsetof(wayi_mind, route));
    }
    if (k + AGREE_CELLS < count && active[k + AGREE_CELLS] != WAYI_NOBODY) {
        const wayi_body *body = &world->bodies[active[k + AGREE_CELLS]];
        const wayi_mind *mind = &world->minds[active[k + AGREE_CELLS]];
        wayi_expect(&world->spots[body->cell]);
        wayi_expect(&world->spots[body->cell + (uint32_t)world->map->offsets[body->heading]]);
        wayi_expect(&world->grounds[body->ground].layer->around[body->cell]);
        if (mind->task == WAYI_TASK_ROUTE) {
            wayi_expect_all(&mind->route, sizeof mind->route);
        }
    }
    if (k + AGREE_STEPS < count && active[k + AGREE_STEPS] != WAYI_NOBODY) {
        const wayi_mind *mind = &world->minds[active[k + AGREE_STEPS]];
        if (mind->task == WAYI_TASK_ROUTE && mind->route.chunk != WAYI_CHUNK_NONE) {
            wayi_expect(&world->routes.chunks[mind->route.chunk]);
        }
    }
}

/// Those who are led out of a jam choose first of all.
static void agree_rescued(way_world *world)
{
    uint32_t place = 0;
    for (uint32_t k = 0; (place = wayi_world_rescued(world, k)) != WAYI_NOBODY - 1u; k++) {
        if (place != WAYI_NOBODY) {
            agree_unit(world, place, true);
        }
    }
}

/// Who goes back to let another pass pushes whoever stands behind it: it chooses first.
static void agree_retreats(way_world *world)
{
    uint32_t kept = 0;
    for (uint32_t k = 0; k < world->retreat_count; k++) {
        const uint32_t place = world->retreats[k];
        if ((world->minds[place].generation & 1u) && wayi_world_yields(&world->minds[place])) {
            world->retreats[kept++] = place;
            agree_unit(world, place, false);
        }
    }
    world->retreat_count = kept;
}

/// Leaders choose before those who follow them, who then know where to be.
static void agree_leaders(way_world *world)
{
    for (uint32_t g = 0; world->march_count && g < WAYI_GROUPS_MAX; g++) {
        const wayi_group *group = &world->groups[g];
        if (group->used && group->leader < WAYI_MARCH_OPEN) {
            agree_unit(world, group->leader, false);
        }
    }
}

/// Idle ones who were pushed in vain.
static void agree_refused(way_world *world)
{
    while (world->refused_count) {
        agree_again(world, world->decided[world->unit_capacity - world->refused_count--]);
    }
}

/// Those who are where their formation wants them choose last.
static void agree_ranks(way_world *world)
{
    for (uint32_t k = 0; world->march_count && k < world->active_count; k++) {
        if (world->active[k] != WAYI_NOBODY) {
            agree_unit(world, world->active[k], true);
        }
    }
}

void wayi_world_agree(way_world *world)
{
    world->decided_count = 0;
    world->refused_count = 0;
    world->stats.cells_read = 0;
    agree_rescued(world);
    agree_retreats(world);
    agree_leaders(world);
    const uint32_t count = world->active_count;
    for (uint32_t k = 0; k < count; k++) {
        agree_expect(world, k);
        if (world->active[k] != WAYI_NOBODY) {
            agree_unit(world, world->active[k], false);
        }
    }
    agree_ranks(world);
    agree_refused(world);
    for (uint32_t k = 0; k < world->decided_count; k++) {
        if (k + AGREE_STEPS < world->decided_count) {
            const wayi_body *soon = &world->bodies[world->decided[k + AGREE_STEPS]];
            wayi_expect(&world->spots[soon->cell]);
            wayi_expect(&world->spots[soon->to]);
        }
        agree_apply(world, world->decided[k]);
    }
}
