// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Linear probing, at most three quarters full. An entry is in use when its stamp equals the
// table's, so emptying the table is one increment.
#include "core/hash_table.h"

#include "base/check.h"

#include <string.h>

#define HASH_TABLE_LIMIT (UINT32_C(1) << 31)

#ifdef WAY_HOSTILE
#define HASH_TABLE_FIRST_STAMP (UINT32_MAX - 1) // Wraps soon.
#else
#define HASH_TABLE_FIRST_STAMP UINT32_C(1)
#endif

void wayi_hash_table_init(wayi_hash_table *table, const way_allocator *allocator)
{
    *table = (wayi_hash_table){.stamp = HASH_TABLE_FIRST_STAMP,
                               .allocator = wayi_allocator_or_default(allocator)};
}

void wayi_hash_table_fini(wayi_hash_table *table)
{
    wayi_free(&table->allocator, table->entries, table->capacity, sizeof(*table->entries));
    wayi_hash_table_init(table, &table->allocator);
}

void wayi_hash_table_clear(wayi_hash_table *table)
{
    table->count = 0;
    table->stamp++;
    if (table->stamp == 0) {
        if (table->entries != NULL) {
            memset(table->entries, 0, table->capacity * sizeof(*table->entries));
        }
        table->stamp = 1;
    }
}

static uint32_t hash_table_home(uint64_t key, uint32_t mask)
{
    key = (key ^ (key >> 32)) * UINT64_C(0xD6E8FEB86659FD93);
    key = (key ^ (key >> 32)) * UINT64_C(0xD6E8FEB86659FD93);
    return (uint32_t)(key >> 32) & mask;
}

// The place of `key`, or the unused place where it would go. The table has unused places.
static uint32_t hash_table_place(const wayi_hash_table *table, uint64_t key)
{
    const uint32_t mask = table->capacity - 1;
    uint32_t place = hash_table_home(key, mask);
    while (table->entries[place].stamp == table->stamp && table->entries[place].key != key) {
        place = (place + 1) & mask;
    }
    return place;
}

// How many entries a table of `capacity` may hold.
static uint32_t hash_table_room(uint32_t capacity)
{
    return capacity - capacity / 4;
}

static bool hash_table_rehash(wayi_hash_table *table, uint32_t capacity)
{
    wayi_hash_table grown = *table;
    grown.capacity = capacity;
    grown.entries = wayi_alloc_zero(&table->allocator, capacity, sizeof(*grown.entries));
    if (grown.entries == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < table->capacity; i++) {
        if (table->entries[i].stamp == table->stamp) {
            grown.entries[hash_table_place(&grown, table->entries[i].key)] = table->entries[i];
        }
    }
    wayi_free(&table->allocator, table->entries, table->capacity, sizeof(*table->entries));
    *table = grown;
    return true;
}

bool wayi_hash_table_reserve(wayi_hash_table *table, uint32_t count)
{
    if (count > hash_table_room(HASH_TABLE_LIMIT)) {
        return false;
    }
    // Four places at least: probing ends at an unused one.
    uint32_t capacity = table->capacity == 0 ? WAYI_INITIAL(8u) * 2 : table->capacity;
    while (hash_table_room(capacity) < count) {
        capacity *= 2;
    }
    return capacity == table->capacity || count == 0 || hash_table_rehash(table, capacity);
}

uint32_t *wayi_hash_table_find(const wayi_hash_table *table, uint64_t key)
{
    if (table->count == 0) {
        return NULL;
    }
    wayi_hash_entry *entry = &table->entries[hash_table_place(table, key)];
    return entry->stamp == table->stamp ? &entry->value : NULL;
}

uint32_t *wayi_hash_table_get_or_add(wayi_hash_table *table, uint64_t key, uint32_t value)
{
    uint32_t *found = wayi_hash_table_find(table, key);
    if (found != NULL) {
        return found;
    }
    if (table->count == UINT32_MAX || !wayi_hash_table_reserve(table, table->count + 1)) {
        return NULL;
    }
    wayi_hash_entry *entry = &table->entries[hash_table_place(table, key)];
    *entry = (wayi_hash_entry){.key = key, .value = value, .stamp = table->stamp};
    table->count++;
    return &entry->value;
}

// Closes the hole by moving back entries that it separates from their homes.
static void hash_table_close(wayi_hash_table *table, uint32_t hole)
{
    const uint32_t mask = table->capacity - 1;
    for (uint32_t place = (hole + 1) & mask; table->entries[place].stamp == table->stamp;
         place = (place + 1) & mask) {
        const uint32_t home = hash_table_home(table->entries[place].key, mask);
        if (((place - home) & mask) >= ((place - hole) & mask)) {
            table->entries[hole] = table->entries[place];
            hole = place;
        }
    }
    table->entries[hole].stamp = 0;
}

bool wayi_hash_table_remove(wayi_hash_table *table, uint64_t key)
{
    if (table->count == 0) {
        return false;
    }
    const uint32_t place = hash_table_place(table, key);
    if (table->entries[place].stamp != table->stamp) {
        return false;
    }
    hash_table_close(table, place);
    table->count--;
    return true;
}
