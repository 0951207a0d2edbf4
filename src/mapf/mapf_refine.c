// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Large neighbourhood search: a group of units is taken out of a plan and led anew, one after the
// other, each by the earliest way among all that stand and go elsewhere (safe intervals: what
// counts of time on a spot is between which two stays of others one is there). If all find ways
// that together cost no more than before, they keep them; else the old ones come back. So the plan
// is legal at any moment but within a group, and never gets dearer, nor later as a whole.
//
// A group is a unit that is late, and those who are in the way of a shortest way of it, drawn by
// lot: where it would go, and at its goal once it could rest there. When all are led anew and one
// finds no way, those in its way are taken out again and led after it.
//
// Invariant: stays of a spot are sorted and do not overlap; nobody swaps places.
//
// References: J. Li, Z. Chen, D. Harabor, P. Stuckey, S. Koenig, Anytime multi-agent path finding
// via large neighborhood search, IJCAI 2021; M. Phillips, M. Likhachev, SIPP: safe interval path
// planning for dynamic environments, ICRA 2011. Here distances come from two bits a cell, and open
// lists are stacks, one for each sum of time and distance.
#include "mapf/mapf_refine.h"

#include "core/sort.h"
#include "map/grid/directions.h"

#include <string.h>

#define REFINE_NEVER (UINT32_MAX / 2)

/// Ticks for which a unit that is yet to be led keeps the spot where it starts.
#define REFINE_HOLD 4u

/// Times that all units are led anew, each in the order that the last has come to.
#define REFINE_TRIES 8u

/// Work that the search for one of all may take, and how many in its way are taken out at first
/// when it fails, at most; twice as many every time, so many times.
#define REFINE_SEARCH (1u << 20)
#define REFINE_EJECTED 4u
#define REFINE_DOUBLED 6u

/// Beside the failures of a unit: it is in the way.
#define REFINE_PICKED 0x80000000u

/// Work that a group may take, in the lengths of its ways; all units get twice as much every time.
#define REFINE_PATIENCE 128u

// Stays -------------------------------------------------------------------------------------------

/// Room for one more stay, and its seat; WAYI_MAPF_NONE without memory.
static uint32_t refine_new(wayi_mapf_refine *refine)
{
    if (refine->spare != WAYI_MAPF_NONE) {
        const uint32_t stay = refine->spare;
        refine->spare = refine->stays[stay].after;
        return stay;
    }
    const uint32_t seats = refine->seat_capacity;
    if (!WAYI_GROW(&refine->allocator, refine->stays, refine->stay_capacity,
                   refine->stay_count + 1) ||
        !WAYI_GROW(&refine->allocator, refine->seats, refine->seat_capacity,
                   refine->spots + refine->stay_count + 1)) {
        refine->starved = true;
        return WAYI_MAPF_NONE;
    }
    if (refine->seat_capacity > seats) {
        memset(refine->seats + seats, 0, (refine->seat_capacity - seats) * sizeof *refine->seats);
    }
    return refine->stay_count++;
}

/// Puts the stays of a unit onto their spots.
static void refine_enter(wayi_mapf_refine *refine, uint32_t first)
{
    for (uint32_t k = first; k != WAYI_MAPF_NONE; k = refine->stays[k].after) {
        wayi_mapf_stay *stay = &refine->stays[k];
        uint32_t *at = &refine->heads[stay->spot];
        while (*at != WAYI_MAPF_NONE && refine->stays[*at].from < stay->from) {
            at = &refine->stays[*at].next;
        }
        stay->next = *at;
        *at = k;
    }
}

static void refine_leave(wayi_mapf_refine *refine, uint32_t first)
{
    for (uint32_t k = first; k != WAYI_MAPF_NONE; k = refine->stays[k].after) {
        uint32_t *at = &refine->heads[refine->stays[k].spot];
        while (*at != k) {
            at = &refine->stays[*at].next;
        }
        *at = refine->stays[k].next;
        refine->spent++;
    }
}

static void refine_discard(wayi_mapf_refine *refine, uint32_t first)
{
    while (first != WAYI_MAPF_NONE) {
        const uint32_t after = refine->stays[first].after;
        refine->stays[first].after = refine->spare;
        refine->spare = first;
        first = after;
    }
}

/// Notes that a unit is on a spot from a time on, which ends its stay before; the new stay, or
/// WAYI_MAPF_NONE without memory. Stays are put onto their spots later.
static uint32_t refine_stay(wayi_mapf_refine *refine, uint32_t unit, wayi_mapf_spot spot,
                            uint32_t from, uint32_t after)
{
    const uint32_t stay = refine_new(refine);
    if (stay != WAYI_MAPF_NONE) {
        refine->stays[stay] = (wayi_mapf_stay){
            .from = from,
            .to = after == WAYI_MAPF_NONE ? REFINE_NEVER : refine->stays[after].from - 1,
            .next = WAYI_MAPF_NONE,
            .after = after,
            .spot = spot,
            .unit = unit};
    }
    return stay;
}

// The way of one unit -----------------------------------------------------------------------------

static wayi_mapf_spot refine_spot(const wayi_mapf_refine *refine, uint32_t seat)
{
    return seat < refine->spots ? seat : refine->stays[seat - refine->spots].spot;
}

/// The stay that ends the time of a seat, or WAYI_MAPF_NONE.
static uint32_t refine_end(const wayi_mapf_refine *refine, uint32_t seat)
{
    return seat < refine->spots ? refine->heads[seat] : refine->stays[seat - refine->spots].next;
}

static void refine_push(wayi_mapf_refine *refine, wayi_mapf_open item, uint32_t parent)
{
    wayi_mapf_seat *seat = &refine->seats[item.seat];
    uint32_t sum = item.time + item.left;
    sum = sum > refine->hold ? sum : refine->hold;
    if (sum > refine->limit || (seat->stamp == refine->stamp && seat->time <= item.time)) {
        return;
    }
    if (refine->open_count == refine->open_capacity &&
        !WAYI_GROW(&refine->allocator, refine->open, refine->open_capacity,
                   refine->open_count + 1)) {
        refine->starved = true;
        return;
    }
    *seat = (wayi_mapf_seat){refine->stamp, item.time, parent};
    item.next = refine->sums[sum];
    refine->sums[sum] = refine->open_count;
    refine->open[refine->open_count++] = item;
}

/// Steps onto a spot in all times between stays that can be met before the seat in hand ends.
static void refine_cross(wayi_mapf_refine *refine, const wayi_mapf_open *item, wayi_mapf_spot to,
                         uint32_t left)
{
    const uint32_t end = refine_end(refine, item->seat);
    const uint32_t latest = end == WAYI_MAPF_NONE ? REFINE_NEVER : refine->stays[end].from;
    uint32_t seat = to;
    uint32_t free = 0;
    uint32_t who = WAYI_MAPF_NONE; // left the spot last
    for (uint32_t k = refine->heads[to];; k = refine->stays[k].next) {
        const uint32_t until = k == WAYI_MAPF_NONE ? REFINE_NEVER : refine->stays[k].from;
        const uint32_t time = item->time + 1 > free ? item->time + 1 : free;
        if (time > latest) {
            return;
        }
        const bool swaps = time == free && time == latest && end != WAYI_MAPF_NONE &&
                           refine->stays[end].unit == who;
        if (time < until && !swaps) {
            refine_push(refine, (wayi_mapf_open){.seat = seat, .time = time, .left = left},
                        item->seat);
        }
        refine->spent++;
        if (k == WAYI_MAPF_NONE || refine->stays[k].to == REFINE_NEVER) {
            return;
        }
        free = refine->stays[k].to + 1;
        who = refine->stays[k].unit;
        seat = refine->spots + k;
    }
}

static void refine_expand(wayi_mapf_refine *refine, uint32_t unit, const wayi_mapf_open *item)
{
    const wayi_mapf_spot spot = refine_spot(refine, item->seat);
    const uint32_t turn = (uint32_t)way_rng_next(&refine->rng) & 3u;
    for (uint32_t k = 0; k < 4; k++) {
        const uint32_t direction = (k + turn) & 3u;
        if (refine->table.ground.exits[spot] >> direction & 1u) {
            const wayi_mapf_spot to = spot + (uint32_t)refine->offsets[direction];
            const bool nearer = wayi_mapf_is_nearer(&refine->table, unit, spot, to);
            refine_cross(refine, item, to, nearer ? item->left - 1 : item->left + 1);
        }
    }
}

static void refine_begin(wayi_mapf_refine *refine)
{
    const uint32_t unit = refine->group[refine->led];
    const uint32_t length = refine->table.lengths[unit];
    refine_leave(refine, refine->first[unit]);
    refine_discard(refine, refine->first[unit]);
    refine->first[unit] = WAYI_MAPF_NONE;
    refine->stamp++;
    refine->open_count = 0;
    refine->lowest = length;
    refine->hold = 0;
    for (uint32_t k = refine->heads[refine->table.goals[unit]]; k != WAYI_MAPF_NONE;
         k = refine->stays[k].next) {
        refine->hold = refine->stays[k].to + 1;
    }
    refine->limit = refine->allowed + length;
    refine->limit = refine->limit < refine->latest ? refine->limit : refine->latest;
    for (uint32_t k = length; k <= refine->limit; k++) {
        refine->sums[k] = WAYI_MAPF_NONE;
    }
    refine_push(refine, (wayi_mapf_open){.seat = refine->table.starts[unit], .left = length},
                WAYI_MAPF_NONE);
    refine->search_ends = refine->whole ? refine->spent + REFINE_SEARCH : refine->given_up;
    refine->searching = true;
}

/// Makes stays of the way that ends in a seat and puts them onto their spots; false without memory.
static bool refine_keep(wayi_mapf_refine *refine, uint32_t seat)
{
    const uint32_t unit = refine->group[refine->led];
    uint32_t first = WAYI_MAPF_NONE;
    refine->costs[unit] = refine->seats[seat].time;
    for (; seat != WAYI_MAPF_NONE; seat = refine->seats[seat].parent) {
        const uint32_t stay =
            refine_stay(refine, unit, refine_spot(refine, seat), refine->seats[seat].time, first);
        if (stay == WAYI_MAPF_NONE) {
            refine_discard(refine, first);
            return false;
        }
        first = stay;
    }
    refine_enter(refine, first);
    refine->first[unit] = first;
    return true;
}

/// One seat of the search in hand. True if it is over: `*found` says how.
static bool refine_visit(wayi_mapf_refine *refine, bool *found)
{
    const uint32_t unit = refine->group[refine->led];
    while (refine->lowest <= refine->limit && refine->sums[refine->lowest] == WAYI_MAPF_NONE) {
        refine->lowest++;
    }
    *found = false;
    refine->spent++;
    if (refine->lowest > refine->limit || refine->spent > refine->given_up ||
        refine->spent > refine->search_ends || refine->starved) {
        return true;
    }
    const wayi_mapf_open item = refine->open[refine->sums[refine->lowest]];
    refine->sums[refine->lowest] = item.next;
    if (refine->seats[item.seat].time != item.time) {
        return false;
    }
    if (item.left == 0 && refine_end(refine, item.seat) == WAYI_MAPF_NONE) {
        *found = refine_keep(refine, item.seat);
        return true;
    }
    refine_expand(refine, unit, &item);
    return false;
}

// Groups ------------------------------------------------------------------------------------------

static uint32_t refine_late(const wayi_mapf_refine *refine, uint32_t unit)
{
    return refine->costs[unit] - refine->table.lengths[unit];
}

static void refine_shuffle(wayi_mapf_refine *refine, uint32_t count)
{
    for (uint32_t k = count; k > 1; k--) {
        const uint32_t pick = way_rng_below(&refine->rng, k);
        const uint32_t other = refine->group[k - 1];
        refine->group[k - 1] = refine->group[pick];
        refine->group[pick] = other;
    }
}

static void refine_join(wayi_mapf_refine *refine, uint32_t unit, uint32_t size)
{
    for (uint32_t k = 0; k < refine->group_count; k++) {
        if (refine->group[k] == unit) {
            return;
        }
    }
    if (refine->group_count < size) {
        refine->group[refine->group_count++] = unit;
    }
}

/// Who is on a spot at a time or comes next, if they overlap these times.
static void refine_join_there(wayi_mapf_refine *refine, wayi_mapf_spot spot, uint32_t from,
                              uint32_t to, uint32_t size)
{
    for (uint32_t k = refine->heads[spot]; k != WAYI_MAPF_NONE && refine->stays[k].from <= to;
         k = refine->stays[k].next) {
        refine->spent++;
        if (refine->stays[k].to >= from) {
            refine_join(refine, refine->stays[k].unit, size);
        }
    }
}

/// Walks a shortest way by lot from where a unit is at some time, and asks who is in the way.
static void refine_join_way(wayi_mapf_refine *refine, uint32_t unit, uint32_t size)
{
    uint32_t stay = refine->first[unit];
    uint32_t left = refine->table.lengths[unit];
    uint32_t time = 0;
    wayi_mapf_spot spot = refine->table.starts[unit];
    // From a stay by lot on: what is behind it keeps.
    const uint32_t skip = way_rng_below(&refine->rng, refine->costs[unit] + 1);
    while (refine->stays[stay].to < skip && refine->stays[stay].after != WAYI_MAPF_NONE) {
        const wayi_mapf_spot to = refine->stays[refine->stays[stay].after].spot;
        left += wayi_mapf_is_nearer(&refine->table, unit, spot, to) ? UINT32_MAX : 1;
        stay = refine->stays[stay].after;
        spot = to;
        time = refine->stays[stay].from;
    }
    while (left > 0 && refine->group_count < size) {
        wayi_mapf_spot best = spot;
        const uint32_t turn = (uint32_t)way_rng_next(&refine->rng) & 3u;
        for (uint32_t k = 0; k < 4; k++) {
            const uint32_t direction = (k + turn) & 3u;
            const wayi_mapf_spot to = spot + (uint32_t)refine->offsets[direction];
            if ((refine->table.ground.exits[spot] >> direction & 1u) &&
                wayi_mapf_is_nearer(&refine->table, unit, spot, to)) {
                best = to;
            }
        }
        spot = best;
        left--;
        time++;
        refine_join_there(refine, spot, time - 1, time, size);
    }
    if (left == 0) {
        refine_join_there(refine, spot, time, REFINE_NEVER, size);
    }
}

/// The next late unit and those in its way; false if nobody is late.
static bool refine_join_late(wayi_mapf_refine *refine)
{
    const uint32_t count = refine->table.count;
    uint32_t unit = 0;
    uint32_t looked = 0;
    for (; looked < count; looked++) {
        unit = refine->turn++ % count;
        if (refine_late(refine, unit) > 0) {
            break;
        }
    }
    refine->spent += looked + 1;
    if (looked == count) {
        return false;
    }
    uint32_t size = 2u << way_rng_below(&refine->rng, 4);
    size = size < count ? size : count;
    refine->group_count = 0;
    refine_join(refine, unit, size);
    for (uint32_t tries = 0; tries < 4 && refine->group_count < size; tries++) {
        const uint32_t who = refine->group[way_rng_below(&refine->rng, refine->group_count)];
        refine_join_way(refine, who, size);
    }
    refine_shuffle(refine, refine->group_count);
    return true;
}

/// Lets a unit keep the spot where it starts for a while, so that nobody who is led before it runs
/// it over; false without memory.
static bool refine_hold(wayi_mapf_refine *refine, uint32_t who)
{
    const uint32_t hold = refine_stay(refine, who, refine->table.starts[who], 0, WAYI_MAPF_NONE);
    refine->first[who] = hold;
    if (hold == WAYI_MAPF_NONE) {
        return false;
    }
    const uint32_t next = refine->heads[refine->table.starts[who]];
    const uint32_t free = next == WAYI_MAPF_NONE ? REFINE_NEVER : refine->stays[next].from - 1;
    refine->stays[hold].to = free < REFINE_HOLD ? free : REFINE_HOLD;
    refine_enter(refine, hold);
    return true;
}

static bool refine_hold_all(wayi_mapf_refine *refine, uint32_t from, uint32_t to)
{
    for (uint32_t k = from; k < to; k++) {
        if (!refine_hold(refine, refine->group[k])) {
            return false;
        }
    }
    return true;
}

/// Takes a group out of the plan; false if nobody is late.
static bool refine_pick(wayi_mapf_refine *refine)
{
    refine->whole = refine->tries > 0 && refine->spent >= refine->next_try;
    if (!refine->whole && !refine_join_late(refine)) {
        return false;
    }
    if (refine->whole) {
        memcpy(refine->group, refine->order, refine->table.count * sizeof *refine->group);
        refine->group_count = refine->table.count;
    }
    uint64_t lengths = 0;
    refine->began = refine->spent;
    refine->allowed = 0;
    for (uint32_t k = 0; k < refine->group_count; k++) {
        const uint32_t who = refine->group[k];
        refine->old_first[who] = refine->first[who];
        refine->old_cost[who] = refine->costs[who];
        refine->failures[who] = 0;
        refine->allowed += refine_late(refine, who);
        lengths += refine->table.lengths[who] + 1;
        refine_leave(refine, refine->first[who]);
    }
    refine->given_up = refine->spent + (lengths * REFINE_PATIENCE
                                        << (refine->whole ? REFINE_TRIES - refine->tries : 0));
    refine->led = 0;
    refine->searching = false;
    return refine_hold_all(refine, 0, refine->group_count);
}

/// Marks those in the way of a unit that found none, more every time.
static void refine_mark(wayi_mapf_refine *refine, uint32_t unit)
{
    const uint32_t count = refine->group_count;
    const uint32_t failures = refine->failures[unit]++;
    const uint32_t most =
        1 + (REFINE_EJECTED << (failures < REFINE_DOUBLED ? failures : REFINE_DOUBLED));
    refine->group_count = 0;
    refine_join(refine, unit, most);
    for (uint32_t k = 0; k < 3; k++) {
        refine_join_way(refine, unit, most < count ? most : count);
    }
    for (uint32_t k = 0; k < refine->group_count; k++) {
        refine->failures[refine->group[k]] |= REFINE_PICKED;
    }
    refine->group_count = count;
}

/// One of all found no way: takes those in its way out again, to be led after it. Without memory
/// the refinement is starved.
static void refine_eject(wayi_mapf_refine *refine)
{
    const uint32_t led = refine->led;
    const uint32_t unit = refine->group[led];
    memcpy(refine->order, refine->group, refine->group_count * sizeof *refine->group);
    if (!refine_hold(refine, unit)) {
        return;
    }
    refine_mark(refine, unit);
    uint32_t kept = 0;
    for (uint32_t k = 0; k < led; k++) {
        if (!(refine->failures[refine->order[k]] & REFINE_PICKED)) {
            refine->group[kept++] = refine->order[k];
        }
    }
    refine->led = kept;
    refine->group[kept++] = unit;
    for (uint32_t k = 0; k < led; k++) {
        const uint32_t who = refine->order[k];
        if (refine->failures[who] & REFINE_PICKED) {
            refine->group[kept++] = who;
            refine->allowed += refine_late(refine, who);
            refine_leave(refine, refine->first[who]);
            refine_discard(refine, refine->first[who]);
            refine->first[who] = WAYI_MAPF_NONE;
        }
    }
    memcpy(refine->group + kept, refine->order + kept,
           (refine->group_count - kept) * sizeof *refine->group);
    for (uint32_t k = 0; k < refine->group_count; k++) {
        refine->failures[refine->group[k]] &= ~REFINE_PICKED;
    }
    refine->spent += refine->group_count;
    (void)refine_hold_all(refine, refine->led + 1, led + 1);
}

/// One seat for the unit in hand; on to the judge when one has no way or all have.
static void refine_lead(wayi_mapf_refine *refine)
{
    bool found = false;
    if (!refine->searching) {
        refine_begin(refine);
    }
    if (!refine_visit(refine, &found)) {
        return;
    }
    refine->searching = false;
    if (found) {
        refine->allowed -= refine_late(refine, refine->group[refine->led++]);
    }
    if (!found && refine->whole && refine->spent <= refine->given_up && !refine->starved) {
        refine_eject(refine);
        return;
    }
    if (!found || refine->led == refine->group_count) {
        refine->phase = WAYI_MAPF_JUDGE;
    }
}

/// All units once more, as they are ordered now; from the second failure on after groups have had
/// as much work. Not if it went well.
static void refine_try_again(wayi_mapf_refine *refine, bool better)
{
    const uint64_t work = refine->tries == REFINE_TRIES ? 0 : refine->spent - refine->began;
    refine->tries = better ? 0 : refine->tries - 1;
    refine->next_try = refine->spent + work;
    memcpy(refine->order, refine->group, refine->group_count * sizeof *refine->order);
}

static uint32_t refine_latest(const wayi_mapf_refine *refine)
{
    uint32_t latest = 0;
    for (uint32_t unit = 0; unit < refine->table.count; unit++) {
        latest = refine->costs[unit] > latest ? refine->costs[unit] : latest;
    }
    return latest;
}

/// Keeps the new ways or brings the old ones back.
static bool refine_judge(wayi_mapf_refine *refine)
{
    const bool better = refine->led == refine->group_count;
    for (uint32_t k = 0; k < refine->group_count; k++) {
        const uint32_t unit = refine->group[k];
        if (better) {
            refine_discard(refine, refine->old_first[unit]);
            continue;
        }
        refine_leave(refine, refine->first[unit]);
        refine_discard(refine, refine->first[unit]);
    }
    for (uint32_t k = 0; k < refine->group_count && !better; k++) {
        const uint32_t unit = refine->group[k];
        refine->first[unit] = refine->old_first[unit];
        refine->costs[unit] = refine->old_cost[unit];
        refine_enter(refine, refine->first[unit]);
    }
    refine->latest = refine_latest(refine);
    if (refine->whole) {
        refine_try_again(refine, better);
    }
    refine->phase = WAYI_MAPF_PICK;
    return better;
}

// Steps -------------------------------------------------------------------------------------------

/// Units with short ways first: who arrives early and stays is walked round, but who comes late to
/// a goal that others cross waits for all of them. False without memory.
static bool refine_rank(wayi_mapf_refine *refine)
{
    const uint32_t count = refine->table.count;
    uint64_t *keys = wayi_alloc(&refine->allocator, count, sizeof *keys);
    if (!keys) {
        return false;
    }
    for (uint32_t k = 0; k < count; k++) {
        keys[k] = (uint64_t)refine->table.lengths[k] << 32 | k;
    }
    wayi_sort64(keys, count);
    for (uint32_t k = 0; k < count; k++) {
        refine->order[k] = (uint32_t)keys[k];
    }
    WAYI_FREE(&refine->allocator, keys, count);
    return true;
}

static void refine_measure(wayi_mapf_refine *refine)
{
    if (!wayi_mapf_table_measure(&refine->table, refine->turn)) {
        refine->starved = true;
        return;
    }
    refine->spent += 4 * (uint64_t)refine->table.lengths[refine->turn] + 1;
    if (++refine->turn == refine->table.count) {
        refine->turn = 0;
        refine->phase = WAYI_MAPF_PICK;
        refine->starved = !refine_rank(refine);
    }
}

bool wayi_mapf_refine_step(wayi_mapf_refine *refine)
{
    switch (refine->phase) {
    case WAYI_MAPF_MEASURE:
        refine_measure(refine);
        return false;
    case WAYI_MAPF_PICK:
        refine->phase = refine_pick(refine) ? WAYI_MAPF_LEAD : WAYI_MAPF_PICK;
        return false;
    case WAYI_MAPF_LEAD:
        refine_lead(refine);
        return false;
    default:
        return refine_judge(refine);
    }
}

/// Stays of a unit in the plan; false without memory.
static bool refine_read(wayi_mapf_refine *refine, const wayi_mapf_refine_config *config,
                        uint32_t unit)
{
    uint32_t first = WAYI_MAPF_NONE;
    for (uint32_t t = config->makespan + 1; t > 0; t--) {
        const wayi_mapf_spot spot = config->spot(config->plan, t - 1, unit);
        if (first != WAYI_MAPF_NONE && refine->stays[first].spot == spot) {
            refine->stays[first].from = t - 1;
            continue;
        }
        first = refine_stay(refine, unit, spot, t - 1, first);
        if (first == WAYI_MAPF_NONE) {
            return false;
        }
    }
    refine->first[unit] = first;
    uint32_t last = first;
    while (refine->stays[last].after != WAYI_MAPF_NONE) {
        last = refine->stays[last].after;
    }
    refine->costs[unit] = refine->stays[last].from;
    refine_enter(refine, first);
    return true;
}

bool wayi_mapf_refine_init(wayi_mapf_refine *refine, const wayi_mapf_refine_config *config,
                           const way_allocator *allocator)
{
    const uint32_t spots = config->ground.words * 64;
    const uint32_t row = config->ground.row;
    *refine = (wayi_mapf_refine){.spots = spots,
                                 .makespan = config->makespan,
                                 .latest = config->makespan,
                                 .rng = way_rng_seed(config->seed),
                                 .spare = WAYI_MAPF_NONE,
                                 .tries = REFINE_TRIES,
                                 .allocator = *allocator};
    for (uint32_t direction = 0; direction < 4; direction++) {
        refine->offsets[direction] = wayi_mapf_offset(row, direction);
    }
    const way_allocator *from = &refine->allocator;
    refine->table = (wayi_mapf_table){.ground = config->ground,
                                      .starts = config->starts,
                                      .goals = config->goals,
                                      .count = config->count,
                                      .crews = 1};
    refine->heads = wayi_alloc(from, spots, sizeof *refine->heads);
    refine->first = wayi_alloc(from, config->count, sizeof *refine->first);
    refine->costs = wayi_alloc(from, config->count, sizeof *refine->costs);
    refine->order = wayi_alloc(from, config->count, sizeof *refine->order);
    refine->group = wayi_alloc(from, config->count, sizeof *refine->group);
    refine->old_first = wayi_alloc(from, config->count, sizeof *refine->old_first);
    refine->old_cost = wayi_alloc(from, config->count, sizeof *refine->old_cost);
    refine->failures = wayi_alloc_zero(from, config->count, sizeof *refine->failures);
    refine->sums = wayi_alloc(from, (size_t)config->makespan + 1, sizeof *refine->sums);
    if (!wayi_mapf_table_init(&refine->table, from) || !refine->heads || !refine->first ||
        !refine->costs || !refine->order || !refine->group || !refine->old_first ||
        !refine->old_cost || !refine->failures || !refine->sums) {
        return false;
    }
    memset(refine->heads, 0xff, spots * sizeof *refine->heads);
    for (uint32_t unit = 0; unit < config->count; unit++) {
        if (!refine_read(refine, config, unit)) {
            return false;
        }
    }
    return true;
}

void wayi_mapf_refine_fini(wayi_mapf_refine *refine)
{
    const way_allocator *to = &refine->allocator;
    const uint32_t count = refine->table.count;
    wayi_mapf_table_fini(&refine->table);
    WAYI_FREE(to, refine->heads, refine->spots);
    WAYI_FREE(to, refine->first, count);
    WAYI_FREE(to, refine->costs, count);
    WAYI_FREE(to, refine->order, count);
    WAYI_FREE(to, refine->group, count);
    WAYI_FREE(to, refine->old_first, count);
    WAYI_FREE(to, refine->old_cost, count);
    WAYI_FREE(to, refine->failures, count);
    WAYI_FREE(to, refine->sums, (size_t)refine->makespan + 1);
    WAYI_FREE(to, refine->stays, refine->stay_capacity);
    WAYI_FREE(to, refine->seats, refine->seat_capacity);
    WAYI_FREE(to, refine->open, refine->open_capacity);
}
