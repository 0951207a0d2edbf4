// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/beacon/change/touched.h"

#include <string.h>

/// A rectangle with a longer rim touches everything: looking would take longer.
#define TOUCHED_RIM_MAX 2048u
/// Expansions that a look counts as, and legs that are looked along in the time of one more.
#define TOUCHED_LOOK 2u
#define TOUCHED_LEGS 16u
/// Marks of a piece of work; in the time of an expansion marks, rows of bits and vertices.
#define TOUCHED_PIECE (1u << 18)
#define TOUCHED_MARKS 4096u
#define TOUCHED_ROWS 16u
#define TOUCHED_VERTICES 8u

bool wayi_beacon_touched_init(wayi_beacon_touched *touched, const wayi_beacon_index *index,
                              const wayi_board *now, const way_allocator *allocator)
{
    *touched = (wayi_beacon_touched){.index = index, .now = *now, .allocator = *allocator};
    touched->list_count = wayi_board_reach_max(now);
    touched->list = wayi_alloc(allocator, touched->list_count, sizeof *touched->list);
    touched->mark_count = index->vertex_count + 1;
    touched->marks = wayi_alloc(allocator, touched->mark_count, 1);
    return touched->list && touched->marks;
}

void wayi_beacon_touched_fini(wayi_beacon_touched *touched)
{
    if (touched->index) {
        WAYI_FREE(&touched->allocator, touched->list, touched->list_count);
        wayi_free(&touched->allocator, touched->marks, touched->mark_count, 1);
    }
    *touched = (wayi_beacon_touched){0};
}

/// Cells of the rim of a rectangle.
static uint32_t touched_rim_count(way_rect rect)
{
    return rect.width == 1 || rect.height == 1 ? rect.width * rect.height
                                               : 2 * (rect.width + rect.height) - 4;
}

/// One of them: the first row, the last one, then both sides.
static wayi_reach touched_rim_cell(way_rect rect, uint32_t number)
{
    uint32_t x = number;
    uint32_t y = 0;
    if (rect.width == 1) {
        x = 0;
        y = number;
    } else if (number >= 2 * rect.width) {
        x = number % 2 ? rect.width - 1 : 0;
        y = 1 + (number - 2 * rect.width) / 2;
    } else if (number >= rect.width) {
        x = number - rect.width;
        y = rect.height - 1;
    }
    return (wayi_reach){(uint16_t)(rect.x + x), (uint16_t)(rect.y + y), 0};
}

/// Marks a cell's vertex, if it was one.
static void touched_cell(wayi_beacon_touched *touched, uint32_t x, uint32_t y)
{
    if (wayi_board_is_subgoal(&touched->index->still, x, y)) {
        touched->marks[wayi_beacon_vertex_at(touched->index, x, y)] = 1;
    }
}

/// Marks what a cell reaches on a board; returns about how many expansions that was.
static uint32_t touched_from(wayi_beacon_touched *touched, const wayi_board *board, uint32_t x,
                             uint32_t y)
{
    if (!wayi_board_is_free(board, x, y)) {
        return 0;
    }
    uint32_t legs = 0;
    const uint32_t count = wayi_board_full_counted(board, x, y, touched->list, &legs);
    for (uint32_t i = 0; i < count; i++) {
        touched_cell(touched, touched->list[i].x, touched->list[i].y);
    }
    return TOUCHED_LOOK + legs / TOUCHED_LEGS;
}

/// Marks the subgoals of a row of a rectangle; returns as above.
static uint32_t touched_row(wayi_beacon_touched *touched, way_rect rect, uint32_t number)
{
    const wayi_board *old = &touched->index->still;
    const uint32_t y = rect.y + number;
    const size_t row = (size_t)(y + 1) * old->row_words;
    uint32_t found = 0;
    for (uint32_t word = (rect.x + 1) >> 6; word <= (rect.x + rect.width) >> 6; word++) {
        uint64_t bits = (old->beside[0][row + word] | old->beside[1][row + word]) &
                        wayi_beacon_rect_mask(rect, word);
        for (; bits; bits &= bits - 1, found++) {
            touched_cell(touched, word * 64 + wayi_bits_lowest(bits) - 1, y);
        }
    }
    return rect.width / 64 / TOUCHED_ROWS + found / TOUCHED_VERTICES;
}

/// Sets marks from a vertex on, as many as are a piece of work; returns where they end.
static uint32_t touched_mark(wayi_beacon_touched *touched, uint32_t first, bool mark)
{
    const uint32_t left = touched->index->vertex_count - first;
    const uint32_t count = left < TOUCHED_PIECE ? left : TOUCHED_PIECE;
    memset(touched->marks + first, mark, count);
    return first + count;
}

/// Takes out the first of the rectangles that wait.
static void touched_look_elsewhere(wayi_beacon_touched *touched)
{
    touched->pending.items[0] = touched->pending.items[--touched->pending.count];
    touched->rim = 0;
}

uint32_t wayi_beacon_touched_look(wayi_beacon_touched *touched)
{
    if (touched->wiped < touched->index->vertex_count) {
        const uint32_t first = touched->wiped;
        touched->wiped = touched_mark(touched, first, false);
        return 1 + (touched->wiped - first) / TOUCHED_MARKS;
    }
    if (touched->pending.count == 0) {
        return 0;
    }
    const way_rect grown = wayi_beacon_rect_grow(&touched->now, touched->pending.items[0], 1, 1);
    const uint32_t count = touched_rim_count(grown);
    const bool all = count > TOUCHED_RIM_MAX;
    uint32_t work = 1;
    if (all) {
        touched->rim = touched_mark(touched, touched->rim, true);
        work += TOUCHED_PIECE / TOUCHED_MARKS;
    } else if (touched->rim < grown.height) {
        work += touched_row(touched, grown, touched->rim++);
    } else {
        const uint32_t look = touched->rim++ - grown.height;
        const wayi_reach cell = touched_rim_cell(grown, look / 2);
        work += touched_from(touched, look % 2 ? &touched->now : &touched->index->still, cell.x,
                             cell.y);
    }
    if (touched->rim == (all ? touched->index->vertex_count : grown.height + 2 * count)) {
        touched_look_elsewhere(touched);
    }
    return work;
}
