// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A tree of boxes without pointers. Barriers are sorted along a Z curve by their middles; eight in
// a row share a box, eight boxes in a row one of the next level, and so on to a level of eight at
// most. A long barrier makes a few boxes large and is in one place only. Sorting is the dear part,
// so a copy tells whether the barriers are those of the step before.
#include "steer/barriers.h"

#include "core/sort.h"
#include "steer/vector.h"

#include <string.h>

#define BARRIERS_POSITION (1 << 28)

static bool barriers_is_on(int32_t position)
{
    return position >= -BARRIERS_POSITION && position <= BARRIERS_POSITION;
}

static bool barriers_are_sound(const way_barrier *barriers, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++) {
        if (!barriers_is_on(barriers[k].x1) || !barriers_is_on(barriers[k].y1) ||
            !barriers_is_on(barriers[k].x2) || !barriers_is_on(barriers[k].y2)) {
            return false;
        }
    }
    return true;
}

/// Every second bit of a number below 2^16.
static uint32_t barriers_spread(uint32_t value)
{
    value = (value | value << 8) & 0x00ff00ffu;
    value = (value | value << 4) & 0x0f0f0f0fu;
    value = (value | value << 2) & 0x33333333u;
    return (value | value << 1) & 0x55555555u;
}

/// Twice the middle of a barrier, counted from the corner of a box.
static uint32_t barriers_middle(int32_t a, int32_t b, int32_t from)
{
    return (uint32_t)(a - from) + (uint32_t)(b - from);
}

static wayi_box barriers_box(const way_barrier *b)
{
    const int32_t left = b->x1 < b->x2 ? b->x1 : b->x2;
    const int32_t right = b->x1 < b->x2 ? b->x2 : b->x1;
    const int32_t top = b->y1 < b->y2 ? b->y1 : b->y2;
    const int32_t bottom = b->y1 < b->y2 ? b->y2 : b->y1;
    const int32_t stray = (right - left) / 8192 + (bottom - top) / 8192 + 2;
    return (wayi_box){left - stray, top - stray, right + stray, bottom + stray};
}

static wayi_barrier barriers_see(const way_barrier *b, uint32_t number)
{
    const wayi_vector d = {(int64_t)b->x2 - b->x1, (int64_t)b->y2 - b->y1};
    const wayi_vector unit = wayi_unit(d);
    return (wayi_barrier){.x = b->x1,
                          .y = b->y1,
                          .unit_x = (int32_t)unit.x,
                          .unit_y = (int32_t)unit.y,
                          .length = (int32_t)wayi_root_of(wayi_dot(d, d)),
                          .number = number,
                          .box = barriers_box(b)};
}

static void barriers_join(wayi_box *box, const wayi_box *other)
{
    box->left = other->left < box->left ? other->left : box->left;
    box->top = other->top < box->top ? other->top : box->top;
    box->right = other->right > box->right ? other->right : box->right;
    box->bottom = other->bottom > box->bottom ? other->bottom : box->bottom;
}

static bool barriers_meet(const wayi_box *a, const wayi_box *b)
{
    return a->left <= b->right && b->left <= a->right && a->top <= b->bottom && b->top <= a->bottom;
}

/// Boxes that `count` things need on the next level.
static uint32_t barriers_groups(uint32_t count)
{
    return count / WAYI_BARRIER_FAN + (count % WAYI_BARRIER_FAN != 0);
}

static bool barriers_reserve(wayi_barrier_index *index, uint32_t count,
                             const way_allocator *allocator)
{
    uint32_t boxes = 0;
    uint32_t level = count;
    do {
        level = barriers_groups(level);
        boxes += level;
    } while (level > WAYI_BARRIER_FAN);
    return WAYI_GROW(allocator, index->given, index->given_capacity, count) &&
           WAYI_GROW(allocator, index->barriers, index->barrier_capacity, count) &&
           WAYI_GROW(allocator, index->order, index->order_capacity, count) &&
           WAYI_GROW(allocator, index->boxes, index->box_capacity, boxes);
}

/// Sorts barriers by where their middles are on the curve.
static void barriers_sort(wayi_barrier_index *index)
{
    wayi_box all = barriers_box(&index->given[0]);
    for (uint32_t k = 1; k < index->count; k++) {
        const wayi_box box = barriers_box(&index->given[k]);
        barriers_join(&all, &box);
    }
    uint32_t shift = 1;
    while ((uint32_t)(all.right - all.left) >> (shift - 1) > 0xffffu ||
           (uint32_t)(all.bottom - all.top) >> (shift - 1) > 0xffffu) {
        shift++;
    }
    for (uint32_t k = 0; k < index->count; k++) {
        const way_barrier *b = &index->given[k];
        const uint32_t x = barriers_middle(b->x1, b->x2, all.left) >> shift;
        const uint32_t y = barriers_middle(b->y1, b->y2, all.top) >> shift;
        index->order[k] = (uint64_t)(barriers_spread(x) | barriers_spread(y) << 1) << 32 | k;
    }
    wayi_sort64(index->order, index->count);
    for (uint32_t k = 0; k < index->count; k++) {
        const uint32_t number = (uint32_t)index->order[k];
        index->barriers[k] = barriers_see(&index->given[number], number);
    }
}

/// The box of thing `k` below a level.
static wayi_box barriers_below(const wayi_barrier_index *index, uint32_t level, uint32_t k)
{
    return level == 0 ? index->barriers[k].box : index->boxes[index->first[level - 1] + k];
}

static void barriers_stack(wayi_barrier_index *index)
{
    uint32_t below = index->count;
    index->levels = 0;
    do {
        const uint32_t level = index->levels++;
        const uint32_t groups = barriers_groups(below);
        wayi_box *boxes = index->boxes + index->first[level];
        for (uint32_t k = 0; k < below; k++) {
            const wayi_box box = barriers_below(index, level, k);
            if (k % WAYI_BARRIER_FAN == 0) {
                boxes[k / WAYI_BARRIER_FAN] = box;
            } else {
                barriers_join(&boxes[k / WAYI_BARRIER_FAN], &box);
            }
        }
        index->first[level + 1] = index->first[level] + groups;
        below = groups;
    } while (below > WAYI_BARRIER_FAN);
}

way_status wayi_barrier_index_update(wayi_barrier_index *index, const way_barrier *barriers,
                                     uint32_t count, const way_allocator *allocator)
{
    const size_t size = (size_t)count * sizeof *barriers;
    if (count == index->count && (count == 0 || memcmp(index->given, barriers, size) == 0)) {
        return WAY_STATUS_OK;
    }
    if (!barriers_are_sound(barriers, count)) {
        return WAY_STATUS_OUT_OF_RANGE;
    }
    index->count = 0;
    if (count == 0) {
        return WAY_STATUS_OK;
    }
    if (!barriers_reserve(index, count, allocator)) {
        return WAY_STATUS_NO_MEMORY;
    }
    memcpy(index->given, barriers, size);
    index->count = count;
    barriers_sort(index);
    barriers_stack(index);
    return WAY_STATUS_OK;
}

void wayi_barrier_index_fini(wayi_barrier_index *index, const way_allocator *allocator)
{
    WAYI_FREE(allocator, index->given, index->given_capacity);
    WAYI_FREE(allocator, index->barriers, index->barrier_capacity);
    WAYI_FREE(allocator, index->order, index->order_capacity);
    WAYI_FREE(allocator, index->boxes, index->box_capacity);
}

/// A box on the stack of a visit: its level and number in it.
typedef struct barriers_item {
    uint32_t level, box;
} barriers_item;

void wayi_barrier_index_visit(const wayi_barrier_index *index, const wayi_box *box,
                              void (*visit)(const wayi_barrier *barrier, void *argument),
                              void *argument)
{
    barriers_item stack[WAYI_BARRIER_LEVELS * WAYI_BARRIER_FAN];
    // Above all levels a box that nobody has drawn.
    stack[0] = (barriers_item){index->levels, 0};
    for (uint32_t depth = index->count != 0; depth > 0;) {
        const barriers_item item = stack[--depth];
        const uint32_t below = item.level - 1;
        const uint32_t things =
            item.level == 0 ? index->count : index->first[item.level] - index->first[below];
        const uint32_t from = item.box * WAYI_BARRIER_FAN;
        const uint32_t to = things - from > WAYI_BARRIER_FAN ? from + WAYI_BARRIER_FAN : things;
        for (uint32_t k = from; k < to; k++) {
            if (item.level == 0) {
                if (barriers_meet(&index->barriers[k].box, box)) {
                    visit(&index->barriers[k], argument);
                }
            } else if (barriers_meet(&index->boxes[index->first[below] + k], box)) {
                stack[depth++] = (barriers_item){below, k};
            }
        }
    }
}
