// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A map from 64-bit keys to 32-bit values, open addressing with backward-shift deletion.
// Iteration order is never exposed: it would depend on history.
#pragma once

#include "base/alloc.h"

typedef struct wayi_hash_entry {
    uint64_t key;
    uint32_t value;
    uint32_t stamp; ///< in use when it equals the table's
} wayi_hash_entry;

typedef struct wayi_hash_table {
    wayi_hash_entry *entries;
    uint32_t capacity; ///< power of two, or 0
    uint32_t count;
    uint32_t stamp;
    way_allocator allocator;
} wayi_hash_table;

void wayi_hash_table_init(wayi_hash_table *table, const way_allocator *allocator);
void wayi_hash_table_fini(wayi_hash_table *table);

/// Empties the table in constant time.
void wayi_hash_table_clear(wayi_hash_table *table);
bool wayi_hash_table_reserve(wayi_hash_table *table, uint32_t count);

/// The value of `key`, or NULL. Valid until the next change.
uint32_t *wayi_hash_table_find(const wayi_hash_table *table, uint64_t key);

/// The value of `key`, inserted as `value` if it was missing. NULL without memory.
uint32_t *wayi_hash_table_get_or_add(wayi_hash_table *table, uint64_t key, uint32_t value);

/// True if the key was there.
bool wayi_hash_table_remove(wayi_hash_table *table, uint64_t key);
