// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Rectangles of a map that changed and wait until the squares that they concern are listed, a few
// of them at a time.
#pragma once

#include "base/budget.h"
#include "map/grid/map.h"

/// Most rectangles noted one by one; more are taken together.
#define WAYI_NOTES 64u
/// Squares that are listed for a unit of work.
#define WAYI_NOTES_UNIT 16u

typedef struct wayi_notes {
    way_rect rects[WAYI_NOTES]; ///< the last one is in hand
    uint32_t count;
    uint32_t at; ///< square of that one that is next, counted from its corner
} wayi_notes;

/// Takes note of a rectangle. The one in hand may be half listed, so others go before it.
static inline void wayi_notes_add(wayi_notes *notes, way_rect rect)
{
    if (notes->count == WAYI_NOTES) {
        notes->rects[0] = wayi_rect_join(notes->rects[0], rect);
        return;
    }
    const uint32_t last = notes->count++;
    notes->rects[last] = rect;
    if (last > 0) {
        notes->rects[last] = notes->rects[last - 1];
        notes->rects[last - 1] = rect;
    }
}

/// The column and the row of the next square, so many cells wide and high, of those that an area
/// around the rectangle in hand meets. There is one; after the last it is the next one's turn.
static inline void wayi_notes_take(wayi_notes *notes, way_rect area, uint32_t width,
                                   uint32_t height, uint32_t *column, uint32_t *row)
{
    const uint32_t columns = (area.x + area.width - 1) / width - area.x / width + 1;
    const uint32_t rows = (area.y + area.height - 1) / height - area.y / height + 1;
    *column = area.x / width + notes->at % columns;
    *row = area.y / height + notes->at / columns;
    if (++notes->at == columns * rows) {
        notes->at = 0;
        notes->count--;
    }
}
