// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/beacon/index/sparse.h"

way_cost wayi_sparse_label(const wayi_beacon_index *index, const wayi_beacon_node *node,
                           uint32_t vertex, uint32_t hub)
{
    const wayi_sparse_rows rows = wayi_sparse_of(index, node);
    const uint8_t *row = wayi_sparse_row(&rows, vertex - node->first);
    const uint32_t bit = 1u << (hub & 7u);
    const uint32_t mask = row[WAYI_SPARSE_HEAD + hub / 8];
    if (!(mask & bit)) {
        return WAYI_BEACON_FAR;
    }
    const wayi_sparse_part part =
        wayi_sparse_take(&rows, row, hub / 8, wayi_sparse_size_before(&rows, row, hub / 8));
    const uint32_t before = wayi_bits_count(mask & (bit - 1));
    return wayi_sparse_value(&part, part.values + ((size_t)before << (1u + part.wide)));
}

/// Whether one row does.
static bool sparse_check_row(const wayi_sparse_rows *rows, const wayi_beacon_node *node,
                             uint32_t local)
{
    const uint8_t *row = wayi_sparse_row(rows, local);
    const size_t room = (size_t)(wayi_sparse_row(rows, local + 1) - row);
    const size_t before = wayi_sparse_before(rows->groups, wayi_sparse_is_wide(row));
    size_t size = 0;
    bool sound = true;
    for (uint32_t i = 0; i < rows->groups && before + size <= room; i++) {
        // What is behind the last row can be read.
        const wayi_sparse_part part = wayi_sparse_take(rows, row, i, size);
        size += wayi_sparse_size(&part);
        sound = sound && (part.mask || !part.wide);
    }
    const uint32_t last = node->kept & 7u;
    return (before + size + 1) / 2 * 2 == room && sound &&
           !(last && (uint32_t)row[WAYI_SPARSE_HEAD + rows->groups - 1] >> last);
}

bool wayi_sparse_check(const wayi_beacon_index *index, const wayi_beacon_node *node)
{
    const uint32_t size = node->end - node->first;
    const uint64_t starts = wayi_sparse_starts(size);
    if (node->shift > 16 || node->frames != wayi_sparse_groups(node->kept) ||
        node->row_words < starts) {
        return false;
    }
    const wayi_sparse_rows rows = wayi_sparse_of(index, node);
    const uint64_t room = (node->row_words - starts) * 2;
    bool sound = wayi_sparse_start(&rows, 0) == 0;
    for (uint32_t i = 0; i < size && sound; i++) {
        const uint32_t end = wayi_sparse_start(&rows, i + 1);
        sound =
            wayi_sparse_start(&rows, i) <= end && end <= room && sparse_check_row(&rows, node, i);
    }
    return sound;
}
