// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Large squares, for those who make signs and those who read them.
#pragma once

#include "search/atlas/landmarks.h"

/// Routes begin with signs if their ends are so many large squares apart.
#define WAYI_SIGNS_FAR 8u

/// What is up with a large square.
enum {
    WAYI_SIGNS_DUE = 1u << 0,  ///< signs to its post may be other ones
    WAYI_SIGNS_VOTE = 1u << 1, ///< another region may be its post
    WAYI_SIGNS_HALF = 1u << 2, ///< some of the signs to its post are new and some old
    WAYI_SIGNS_NEW = 1u << 3   ///< all signs to its post are to be made
};

/// Signs read or taken down that take as long as an expansion.
#define WAYI_SIGNS_READ 8u

static inline uint32_t wayi_signs_count(const wayi_signs *signs)
{
    return signs->columns * signs->rows;
}

/// The large square of a region.
static inline uint32_t wayi_signs_large(const wayi_landmarks *landmarks, uint32_t region)
{
    const wayi_atlas *atlas = landmarks->atlas;
    const uint32_t square = region >> atlas->bits;
    return square / atlas->columns / WAYI_SIGNS_SPAN * landmarks->signs.columns +
           square % atlas->columns / WAYI_SIGNS_SPAN;
}

/// How far two squares of a map with so many columns of them are apart, large ones or not.
static inline uint32_t wayi_signs_apart(uint32_t columns, uint32_t a, uint32_t b)
{
    const uint32_t ax = a % columns;
    const uint32_t ay = a / columns;
    const uint32_t bx = b % columns;
    const uint32_t by = b / columns;
    const uint32_t x = ax < bx ? bx - ax : ax - bx;
    const uint32_t y = ay < by ? by - ay : ay - by;
    return x > y ? x : y;
}

/// The place of a large square among those around another one, no more than the reach away.
static inline uint32_t wayi_signs_slot(const wayi_signs *signs, uint32_t around, uint32_t large)
{
    const uint32_t x = large % signs->columns + WAYI_SIGNS_REACH - around % signs->columns;
    const uint32_t y = large / signs->columns + WAYI_SIGNS_REACH - around / signs->columns;
    return y * WAYI_SIGNS_SIDE + x;
}

/// The large square at a place around one; UINT32_MAX off the map.
static inline uint32_t wayi_signs_around(const wayi_signs *signs, uint32_t large, uint32_t slot)
{
    const uint32_t x = large % signs->columns + slot % WAYI_SIGNS_SIDE - WAYI_SIGNS_REACH;
    const uint32_t y = large / signs->columns + slot / WAYI_SIGNS_SIDE - WAYI_SIGNS_REACH;
    return x < signs->columns && y < signs->rows ? y * signs->columns + x : UINT32_MAX;
}

/// The signs of a region.
static inline uint8_t *wayi_signs_at(const wayi_landmarks *landmarks, uint32_t region)
{
    const uint32_t bits = landmarks->atlas->bits;
    uint32_t *own =
        landmarks->squares[region >> bits] + (region & ((1u << bits) - 1u)) * landmarks->stride;
    return (uint8_t *)(own + WAYI_LANDMARKS);
}

/// Whether signs may lead from a region to the post of a large square.
static inline bool wayi_signs_sees(const wayi_landmarks *landmarks, uint32_t region, uint32_t large)
{
    return wayi_signs_apart(landmarks->signs.columns, wayi_signs_large(landmarks, region), large) <=
           WAYI_SIGNS_REACH;
}

/// The region that the sign of one to a post leads on to, and what it costs there is added; or
/// WAYI_REGION_NONE.
uint32_t wayi_signs_next(const wayi_landmarks *landmarks, uint32_t region, uint32_t large,
                         way_cost *cost);

/// The squares of the large ones up to so many away from one, by columns and rows.
static inline way_rect wayi_signs_span(const wayi_landmarks *landmarks, uint32_t large,
                                       uint32_t reach)
{
    const wayi_atlas *atlas = landmarks->atlas;
    const uint32_t columns = landmarks->signs.columns;
    const way_rect own = {large % columns * WAYI_SIGNS_SPAN, large / columns * WAYI_SIGNS_SPAN,
                          WAYI_SIGNS_SPAN, WAYI_SIGNS_SPAN};
    return wayi_rect_grow(own, reach * WAYI_SIGNS_SPAN, atlas->columns, atlas->rows);
}

// The signs to a post -----------------------------------------------------------------------------

/// Signs to the post of a large square. First of all those of a part of the map are taken down;
/// where nobody has any, all of it is `blank`. False without memory; `fini` is fine in both cases.
bool wayi_signs_field_init(const wayi_landmarks *landmarks, uint32_t large, bool blank,
                           wayi_signs_field *field);
void wayi_signs_field_fini(const wayi_landmarks *landmarks, wayi_signs_field *field);

/// Has the sign of a region made again, and of those that lead over it; the post's: of all. False
/// without memory.
bool wayi_signs_field_add(const wayi_landmarks *landmarks, wayi_signs_field *field,
                          uint32_t region);

/// Goes on with them. How much that took; 0 = they are made.
uint32_t wayi_signs_field_advance(wayi_landmarks *landmarks, wayi_signs_field *field, bool *fits);
