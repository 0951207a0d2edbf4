// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Rows of a node that hold only labels which some shortest way needs. Hubs of a node are ranked;
// the label of a vertex for a hub is left out if a shortest way between the two passes a hub of
// higher rank. Of all hubs on shortest ways between two vertices, the one that ranks highest is
// left out on neither side, so sums find every distance; and where a vertex has a label for a hub,
// so has every vertex on its shortest ways there, so next hops can be followed.
//
// A node's part of the rows, in place of frames: where each vertex's row begins, a word for every
// eight of them and half a word for each, in halves of a word; then the rows:
//
//   base     4 bytes: the least label; WIDE_ROW is set if one of the groups is wide
//   masks    1 byte for each group of eight hubs: those that have a label
//   hints    1 byte for each group: the edge by which the way to most of its hubs leaves; DOUBT is
//            set unless it is all of them
//   wides    1 bit for each group, if WIDE_ROW is set: its labels are too far apart for 2 bytes
//
// and for each group that has labels at all
//
//   steps    1 byte, unless it is wide: what it is above the base, in units of the node (a power
//            of 2)
//   values   2 bytes for each label, above base and step, or 4 of a wide group, above the base
//
// so that masks and wides alone say where each group is.
#pragma once

#include "search/beacon/index/index.h"

#define WAYI_SPARSE_HEAD 4u
#define WAYI_SPARSE_WIDE_ROW (UINT32_C(1) << 31)
/// Of steps: there are too many of them.
#define WAYI_SPARSE_WIDE 255u
/// Of a hint: it does not lead to all hubs of the group; there is none.
#define WAYI_SPARSE_DOUBT 128u
#define WAYI_SPARSE_LOOK 127u

static inline uint32_t wayi_sparse_groups(uint32_t hubs)
{
    return (hubs + 7) / 8;
}

static inline uint16_t wayi_sparse_get16(const uint8_t *at)
{
    uint16_t value = 0;
    memcpy(&value, at, sizeof value);
    return value;
}

static inline uint32_t wayi_sparse_get32(const uint8_t *at)
{
    uint32_t value = 0;
    memcpy(&value, at, sizeof value);
    return value;
}

static inline uint64_t wayi_sparse_get64(const uint8_t *at)
{
    uint64_t value = 0;
    memcpy(&value, at, sizeof value);
    return value;
}

/// Words that say where rows begin, of a node of so many vertices.
static inline size_t wayi_sparse_starts(uint32_t size)
{
    return size / 8 + 1 + (size_t)size / 2 + 1;
}

/// The rows of a node.
typedef struct wayi_sparse_rows {
    const uint32_t *starts; ///< of every eighth row
    const uint8_t *offsets; ///< of each above that, 2 bytes
    const uint8_t *bytes;   ///< rows
    uint32_t groups;
    uint32_t shift; ///< of steps
} wayi_sparse_rows;

static inline wayi_sparse_rows wayi_sparse_of(const wayi_beacon_index *index,
                                              const wayi_beacon_node *node)
{
    const uint32_t *starts = index->rows + node->rows;
    const uint32_t size = node->end - node->first;
    return (wayi_sparse_rows){starts, (const uint8_t *)(starts + size / 8 + 1),
                              (const uint8_t *)(starts + wayi_sparse_starts(size)),
                              wayi_sparse_groups(node->kept), node->shift};
}

/// Where the row of a vertex begins, in halves of a word; of one after the last, where that ends.
static inline uint32_t wayi_sparse_start(const wayi_sparse_rows *rows, uint32_t local)
{
    return rows->starts[local / 8] + wayi_sparse_get16(rows->offsets + 2 * (size_t)local);
}

static inline const uint8_t *wayi_sparse_row(const wayi_sparse_rows *rows, uint32_t local)
{
    return rows->bytes + 2 * (size_t)wayi_sparse_start(rows, local);
}

/// The least label of a row.
static inline way_cost wayi_sparse_base(const uint8_t *row)
{
    return wayi_sparse_get32(row) & ~WAYI_SPARSE_WIDE_ROW;
}

/// A group of a row.
typedef struct wayi_sparse_part {
    const uint8_t *values;
    way_cost base; ///< of its labels
    uint32_t mask;
    bool wide;
} wayi_sparse_part;

static inline bool wayi_sparse_is_wide(const uint8_t *row)
{
    return wayi_sparse_get32(row) & WAYI_SPARSE_WIDE_ROW;
}

/// Bytes of a row before its first group.
static inline uint32_t wayi_sparse_before(uint32_t groups, bool wide)
{
    return WAYI_SPARSE_HEAD + 2 * groups + (wide ? (groups + 7) / 8 : 0);
}

/// Bits of a byte, each in a byte of a word, the highest one.
static inline uint64_t wayi_sparse_widen(uint32_t bits)
{
    const uint64_t each = (bits * UINT64_C(0x0101010101010101)) & UINT64_C(0x8040201008040201);
    return ((each + UINT64_C(0x7f7f7f7f7f7f7f7f)) | each) & UINT64_C(0x8080808080808080);
}

/// Masks of eight groups, and which of those with labels are wide: the highest bit of each byte.
typedef struct wayi_sparse_eight {
    uint64_t masks;
    uint64_t filled; ///< likewise which have labels at all
    uint64_t wides;
} wayi_sparse_eight;

static inline wayi_sparse_eight wayi_sparse_see(const wayi_sparse_rows *rows, const uint8_t *row,
                                                uint32_t eight)
{
    const uint64_t low = UINT64_C(0x7f7f7f7f7f7f7f7f);
    const uint64_t masks = wayi_sparse_get64(row + WAYI_SPARSE_HEAD + 8 * (size_t)eight);
    const uint32_t wides = row[wayi_sparse_before(rows->groups, false) + eight];
    const uint64_t filled = (((masks & low) + low) | masks) & ~low;
    return (wayi_sparse_eight){masks, filled,
                               wayi_sparse_is_wide(row) ? wayi_sparse_widen(wides) & filled : 0};
}

/// Bytes of each of eight groups: 1 and 2 for each bit of its mask, or 4 for each if it is wide.
static inline uint64_t wayi_sparse_sizes(wayi_sparse_eight eight)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    const uint64_t pairs = eight.masks - (eight.masks >> 1 & 0x55 * ones);
    const uint64_t fours = (pairs & 0x33 * ones) + (pairs >> 2 & 0x33 * ones);
    const uint64_t doubles = ((fours + (fours >> 4)) & 0x0f * ones) << 1;
    const uint64_t wides = (eight.wides >> 7) * UINT8_MAX;
    return doubles + (doubles & wides) + ((eight.filled & ~eight.wides) >> 7);
}

/// Of each of eight groups the bytes of those before it, by their sizes. The last byte of it, and
/// what the last takes, is all of them.
static inline uint64_t wayi_sparse_places(uint64_t sizes)
{
    return (sizes * UINT64_C(0x0101010101010101)) << 8;
}

/// A group, with so many bytes of groups before it. What is there of one without labels is read
/// and counts for nothing.
static inline wayi_sparse_part wayi_sparse_take(const wayi_sparse_rows *rows, const uint8_t *row,
                                                uint32_t group, size_t before)
{
    const bool wide_row = wayi_sparse_is_wide(row);
    const uint8_t *wides = row + wayi_sparse_before(rows->groups, false);
    const uint8_t *part = row + wayi_sparse_before(rows->groups, wide_row) + before;
    const bool wide = wide_row && ((uint32_t)wides[group / 8] >> (group & 7u) & 1u);
    return (wayi_sparse_part){part + !wide,
                              wayi_sparse_base(row) + (wide ? 0 : (uint32_t)part[0] << rows->shift),
                              row[WAYI_SPARSE_HEAD + group], wide};
}

/// The next label of a group.
static inline way_cost wayi_sparse_value(const wayi_sparse_part *part, const uint8_t *value)
{
    return part->base + (part->wide ? wayi_sparse_get32(value) : wayi_sparse_get16(value));
}

/// Bytes of a group.
static inline uint32_t wayi_sparse_size(const wayi_sparse_part *part)
{
    return (part->mask && !part->wide) + (wayi_bits_count(part->mask) << (1u + part->wide));
}

/// Bytes of groups before one.
static inline size_t wayi_sparse_size_before(const wayi_sparse_rows *rows, const uint8_t *row,
                                             uint32_t group)
{
    size_t size = 0;
    for (uint32_t eight = 0;; eight++) {
        const uint64_t sizes = wayi_sparse_sizes(wayi_sparse_see(rows, row, eight));
        const uint64_t places = wayi_sparse_places(sizes);
        if (eight == group / 8) {
            return size + (places >> (group & 7u) * 8 & UINT8_MAX);
        }
        size += (places >> 56) + (sizes >> 56);
    }
}

/// The label of a vertex of the node for a hub; FAR = it has none.
way_cost wayi_sparse_label(const wayi_beacon_index *index, const wayi_beacon_node *node,
                           uint32_t vertex, uint32_t hub);

/// The hint of a vertex for a group of hubs. In doubt, somebody must check that the label of what
/// it leads to fits.
static inline uint32_t wayi_sparse_hint(const wayi_beacon_index *index,
                                        const wayi_beacon_node *node, uint32_t vertex,
                                        uint32_t group)
{
    const wayi_sparse_rows rows = wayi_sparse_of(index, node);
    return wayi_sparse_row(&rows, vertex - node->first)[WAYI_SPARSE_HEAD + rows.groups + group];
}

/// Whether the rows of a node keep within their room and say nothing impossible.
bool wayi_sparse_check(const wayi_beacon_index *index, const wayi_beacon_node *node);
