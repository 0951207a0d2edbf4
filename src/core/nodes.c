// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Growth builds the new arrays beside the old ones and swaps them in when all are there, so that a
// failed touch leaves the store as it was.
#include "core/nodes.h"

#include "base/check.h"

// The first pages of a store, all at once.
#define NODES_PAGES_LEAST WAYI_INITIAL(16u)

// A store of so many bytes need not adapt.
#define NODES_LITTLE (UINT32_C(1) << 19)

// One that does is dense after a search that came by more than this share of its pages.
#define NODES_SHARE 10u

// Keeps the table of twice as many entries within 32 bits.
#define NODES_SPARSE_LIMIT (UINT32_C(1) << 30)

// An array of ids not known in advance has so many stamps left for a generation, at least.
#define NODES_ORDERS (UINT32_C(1) << 31)

#ifdef WAY_HOSTILE
#define NODES_FIRST_GENERATION (UINT32_MAX - 1) // Wraps soon.
#else
#define NODES_FIRST_GENERATION UINT32_C(1)
#endif

static uint32_t nodes_limit(const wayi_nodes_config *config)
{
    uint32_t limit = config->limit == 0 ? UINT32_MAX : config->limit;
    if (config->id_count != 0 && config->id_count < limit) {
        limit = config->id_count;
    }
    if (config->id_count == 0 && limit > NODES_ORDERS) {
        limit = NODES_ORDERS;
    }
    return config->sparse && limit > NODES_SPARSE_LIMIT ? NODES_SPARSE_LIMIT : limit;
}

// Whether stamps say in which order nodes were touched.
static bool nodes_counts_on(const wayi_nodes *nodes)
{
    return nodes->ordered && !nodes->sparse;
}

static size_t nodes_entry_count(const wayi_nodes *nodes)
{
    return nodes->entries == NULL ? 0 : (size_t)nodes->entry_mask + 1;
}

static void nodes_free_arrays(wayi_nodes *nodes)
{
    const uint32_t ids = nodes->paged ? nodes->capacity / WAYI_NODES_PAGE : nodes->capacity;
    wayi_free(&nodes->allocator, nodes->items, nodes->capacity, nodes->stride);
    WAYI_FREE(&nodes->allocator, nodes->ids, ids);
    WAYI_FREE(&nodes->allocator, nodes->entries, nodes_entry_count(nodes));
}

void wayi_nodes_fini(wayi_nodes *nodes)
{
    nodes_free_arrays(nodes);
    WAYI_FREE(&nodes->allocator, nodes->pages, nodes->table_count);
    nodes->pages = NULL;
    nodes->table_count = 0;
    nodes->items = NULL;
    nodes->ids = NULL;
    nodes->entries = NULL;
    nodes->entry_mask = 0;
    nodes->capacity = 0;
    nodes->count = 0;
}

// As map.c: exact for cells below 2^30.
static void nodes_set_row(wayi_nodes *nodes, uint32_t row)
{
    uint32_t log = 0;
    while ((UINT32_C(1) << log) < row) {
        log++;
    }
    nodes->row = row;
    nodes->row_pages = (row + WAYI_NODES_COLUMNS - 1) / WAYI_NODES_COLUMNS;
    nodes->shift = 30 + log;
    nodes->reciprocal = (UINT64_C(1) << nodes->shift) / row + 1;
}

// Where the page of an id is in the table.
static uint32_t nodes_place(const wayi_nodes *nodes, uint32_t id)
{
    return nodes->row ? id / nodes->row / WAYI_NODES_ROWS * nodes->row_pages +
                            id % nodes->row / WAYI_NODES_COLUMNS
                      : id >> WAYI_NODES_PAGE_SHIFT;
}

// The table, and the empty page that stands for all that were never touched.
static way_status nodes_init_pages(wayi_nodes *nodes, const wayi_nodes_config *config)
{
    nodes->paged = true;
    nodes->page_count = 1;
    nodes->page_clear = 1;
    nodes->capacity = WAYI_NODES_PAGE;
    if (config->row) {
        nodes_set_row(nodes, config->row);
    }
    const uint32_t last = nodes_place(nodes, config->id_count - 1);
    nodes->table_count = (nodes->row ? (last / nodes->row_pages + 1) * nodes->row_pages : last + 1);
    nodes->pages = wayi_alloc_zero(&nodes->allocator, nodes->table_count, sizeof(*nodes->pages));
    nodes->items = wayi_alloc_zero(&nodes->allocator, nodes->capacity, nodes->stride);
    nodes->ids = wayi_alloc_zero(&nodes->allocator, 1, sizeof(*nodes->ids));
    if (nodes->pages && nodes->items && nodes->ids) {
        return WAY_STATUS_OK;
    }
    wayi_nodes_fini(nodes);
    return WAY_STATUS_NO_MEMORY;
}

way_status wayi_nodes_init(wayi_nodes *nodes, const wayi_nodes_config *config,
                           const way_allocator *allocator)
{
    *nodes = (wayi_nodes){
        .blank = config->blank,
        .stride = config->stride,
        .generation = NODES_FIRST_GENERATION,
        .limit = nodes_limit(config),
        .id_count = config->id_count,
        .sparse = config->sparse,
        .ordered = config->id_count == 0,
        .allocator = wayi_allocator_or_default(allocator),
    };
    nodes->span = nodes_counts_on(nodes) ? 0 : 1;
    if (config->marks && !nodes->ordered) {
        nodes->span = WAYI_NODES_MARKS;
        nodes->generation *= WAYI_NODES_MARKS; // their low bits are 0, and so they wrap to 0
    }
    if (nodes_counts_on(nodes) && nodes->generation > NODES_ORDERS) {
        nodes->generation = NODES_ORDERS;
    }
    if (config->blank == NULL || config->stride == 0 || config->stride % 4 != 0) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    const uint32_t most = NODES_LITTLE / config->stride;
    nodes->adapts = config->adapts && !config->sparse && config->id_count > most &&
                    nodes->limit == config->id_count && nodes->limit <= NODES_SPARSE_LIMIT;
    nodes->sparse |= nodes->adapts;
    nodes->expected = config->expected;
    if (nodes->sparse && config->id_count != 0 && nodes->limit == config->id_count) {
        return nodes_init_pages(nodes, config);
    }
    if (nodes->sparse || config->id_count == 0) {
        return WAY_STATUS_OK;
    }
    nodes->items = wayi_alloc_zero(&nodes->allocator, config->id_count, config->stride);
    if (nodes->items == NULL) {
        return WAY_STATUS_NO_MEMORY;
    }
    nodes->capacity = config->id_count;
    return WAY_STATUS_OK;
}

// Marks `count` dense nodes from `first` as never touched: no generation is 0.
static void nodes_forget(wayi_nodes *nodes, uint32_t first, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t *stamp = wayi_nodes_at(nodes, first + i, nodes->stride);
        *stamp = 0;
    }
}

// Puts an array in the place of pages if the last generation came by many, or the next one may.
static void nodes_adapt(wayi_nodes *nodes)
{
    if (nodes->page_count <= nodes->table_count / NODES_SHARE + 1 &&
        (!nodes->expected || *nodes->expected <= nodes->limit / NODES_SHARE)) {
        return;
    }
    unsigned char *items = wayi_alloc_zero(&nodes->allocator, nodes->limit, nodes->stride);
    if (items == NULL) {
        return;
    }
    wayi_nodes dense = *nodes;
    wayi_nodes_fini(nodes);
    dense.items = items;
    dense.capacity = nodes->limit;
    dense.ids = dense.pages = NULL;
    dense.table_count = dense.page_count = 0;
    dense.sparse = dense.paged = dense.adapts = false;
    dense.row = 0;
    *nodes = dense;
}

void wayi_nodes_clear(wayi_nodes *nodes)
{
    if (nodes->adapts) {
        nodes_adapt(nodes);
    }
    nodes->count = 0;
    nodes->generation += nodes->span;
    nodes->span = nodes_counts_on(nodes) ? 0 : nodes->span;
    for (uint32_t page = 1; nodes->paged && page < nodes->page_count; page++) {
        nodes->pages[nodes_place(nodes, nodes->ids[page])] = 0;
    }
    nodes->page_count = nodes->paged ? 1 : 0;
    if (nodes_counts_on(nodes) ? nodes->generation - 1 < NODES_ORDERS : nodes->generation != 0) {
        return;
    }
    nodes->generation = nodes->span > 1 ? nodes->span : 1;
    if (nodes->entries != NULL) {
        memset(nodes->entries, 0, nodes_entry_count(nodes) * sizeof(*nodes->entries));
    } else {
        nodes_forget(nodes, 0,
                     nodes->paged ? nodes->page_clear << WAYI_NODES_PAGE_SHIFT : nodes->capacity);
    }
}

// Doubles until `needed` fits, within the limit. `needed` is within it.
static uint32_t nodes_grown_capacity(const wayi_nodes *nodes, uint32_t needed)
{
    uint64_t capacity = nodes->capacity == 0 ? WAYI_INITIAL(64u) : (uint64_t)nodes->capacity * 2;
    while (capacity < needed) {
        capacity *= 2;
    }
    return capacity > nodes->limit ? nodes->limit : (uint32_t)capacity;
}

static bool nodes_grow_dense(wayi_nodes *nodes, uint32_t needed)
{
    const uint32_t capacity = nodes_grown_capacity(nodes, needed);
    unsigned char *items = wayi_alloc(&nodes->allocator, capacity, nodes->stride);
    if (items == NULL) {
        return false;
    }
    const uint32_t old_capacity = nodes->capacity;
    if (old_capacity > 0) {
        memcpy(items, nodes->items, (size_t)old_capacity * nodes->stride);
    }
    nodes_free_arrays(nodes);
    nodes->items = items;
    nodes->capacity = capacity;
    nodes_forget(nodes, old_capacity, capacity - old_capacity);
    return true;
}

// The entry of `id`, or the unused entry where it would go. There are unused ones.
static wayi_nodes_entry *nodes_entry(const wayi_nodes *nodes, uint32_t id)
{
    uint32_t place = wayi_bits_mix(id) & nodes->entry_mask;
    for (;;) {
        wayi_nodes_entry *entry = &nodes->entries[place];
        if (entry->stamp != nodes->generation || nodes->ids[entry->slot] == id) {
            return entry;
        }
        place = (place + 1) & nodes->entry_mask;
    }
}

uint32_t wayi_nodes_find_hashed(const wayi_nodes *nodes, uint32_t id)
{
    if (nodes->count == 0) {
        return WAYI_SLOT_NONE;
    }
    const wayi_nodes_entry *entry = nodes_entry(nodes, id);
    return entry->stamp == nodes->generation ? entry->slot : WAYI_SLOT_NONE;
}

// Takes over the nodes of this generation; what came before them is gone.
static void nodes_take_over(wayi_nodes *nodes, const wayi_nodes *from)
{
    if (from->count == 0) {
        return;
    }
    memcpy(nodes->items, from->items, (size_t)from->count * from->stride);
    memcpy(nodes->ids, from->ids, from->count * sizeof(*from->ids));
    for (uint32_t slot = 0; slot < from->count; slot++) {
        *nodes_entry(nodes, nodes->ids[slot]) =
            (wayi_nodes_entry){.stamp = nodes->generation, .slot = slot};
    }
}

// The table has at least twice as many entries as the pool has slots.
static bool nodes_grow_hashed(wayi_nodes *nodes)
{
    wayi_nodes grown = *nodes;
    grown.capacity = nodes_grown_capacity(nodes, nodes->count + 1);
    grown.entry_mask = (UINT32_C(2) << wayi_bits_highest((uint64_t)grown.capacity * 2 - 1)) - 1;
    const size_t entry_count = (size_t)grown.entry_mask + 1;
    grown.items = wayi_alloc(&nodes->allocator, grown.capacity, nodes->stride);
    grown.ids = wayi_alloc(&nodes->allocator, grown.capacity, sizeof(*grown.ids));
    grown.entries = wayi_alloc_zero(&nodes->allocator, entry_count, sizeof(*grown.entries));
    if (grown.items == NULL || grown.ids == NULL || grown.entries == NULL) {
        nodes_free_arrays(&grown);
        return false;
    }
    nodes_take_over(&grown, nodes);
    nodes_free_arrays(nodes);
    *nodes = grown;
    return true;
}

static void nodes_reset(wayi_nodes *nodes, uint32_t slot)
{
    uint32_t *stamp = wayi_nodes_at(nodes, slot, nodes->stride);
    memcpy(stamp, nodes->blank, nodes->stride);
    *stamp = nodes->generation + (nodes_counts_on(nodes) ? nodes->span++ : 0);
    nodes->count++;
}

static uint32_t nodes_touch_hashed(wayi_nodes *nodes, uint32_t id)
{
    const uint32_t found = wayi_nodes_find_hashed(nodes, id);
    if (found != WAYI_SLOT_NONE) {
        return found;
    }
    if (nodes->count >= nodes->limit) {
        return WAYI_SLOT_NONE;
    }
    if (nodes->count == nodes->capacity && !nodes_grow_hashed(nodes)) {
        return WAYI_SLOT_NONE;
    }
    const uint32_t slot = nodes->count;
    *nodes_entry(nodes, id) = (wayi_nodes_entry){.stamp = nodes->generation, .slot = slot};
    nodes->ids[slot] = id;
    nodes_reset(nodes, slot);
    return slot;
}

// Pages keep the stamps of older searches, which count as untouched; new ones are cleared when they
// are taken.
static bool nodes_grow_pages(wayi_nodes *nodes)
{
    wayi_nodes grown = *nodes;
    const uint64_t most = (uint64_t)nodes->table_count + 1; // and the empty one
    // By half: hundreds of units keep a store each, and what is not in use is theirs, too.
    const uint64_t more = (uint64_t)nodes->capacity / WAYI_NODES_PAGE * 3 / 2;
    const uint64_t least = more < NODES_PAGES_LEAST ? NODES_PAGES_LEAST : more;
    const uint32_t pages = (uint32_t)(least < most ? least : most);
    grown.capacity = pages * WAYI_NODES_PAGE;
    grown.page_clear = nodes->page_count;
    grown.items = wayi_alloc(&nodes->allocator, grown.capacity, nodes->stride);
    grown.ids = wayi_alloc_zero(&nodes->allocator, pages, sizeof(*grown.ids));
    if (grown.items == NULL || grown.ids == NULL) {
        nodes_free_arrays(&grown);
        return false;
    }
    memcpy(grown.items, nodes->items,
           ((size_t)nodes->page_count << WAYI_NODES_PAGE_SHIFT) * nodes->stride);
    memcpy(grown.ids, nodes->ids, nodes->page_count * sizeof(*nodes->ids));
    nodes_free_arrays(nodes);
    *nodes = grown;
    return true;
}

// Takes a page for an id and its neighbours; false without memory.
static bool nodes_take_page(wayi_nodes *nodes, uint32_t id, uint32_t place)
{
    if (nodes->page_count == nodes->capacity / WAYI_NODES_PAGE && !nodes_grow_pages(nodes)) {
        return false;
    }
    const uint32_t page = nodes->page_count++;
    if (page >= nodes->page_clear) {
        memset(wayi_nodes_at(nodes, page << WAYI_NODES_PAGE_SHIFT, nodes->stride), 0,
               (size_t)WAYI_NODES_PAGE * nodes->stride);
        nodes->page_clear = page + 1;
    }
    const uint32_t x = nodes->row ? id % nodes->row : id;
    nodes->ids[page] =
        nodes->row ? id - x % WAYI_NODES_COLUMNS - id / nodes->row % WAYI_NODES_ROWS * nodes->row
                   : place << WAYI_NODES_PAGE_SHIFT;
    nodes->pages[place] = page;
    return true;
}

static uint32_t nodes_touch_paged(wayi_nodes *nodes, uint32_t id)
{
    if (id >= nodes->id_count || nodes->count >= nodes->limit) {
        return WAYI_SLOT_NONE;
    }
    const uint32_t place = nodes_place(nodes, id);
    if (nodes->pages[place] == 0 && !nodes_take_page(nodes, id, place)) {
        return WAYI_SLOT_NONE;
    }
    const uint32_t slot = wayi_nodes_paged_slot(nodes, id);
    nodes_reset(nodes, slot);
    return slot;
}

uint32_t wayi_nodes_touch_slow(wayi_nodes *nodes, uint32_t id)
{
    if (nodes->paged) {
        return nodes_touch_paged(nodes, id);
    }
    if (nodes->sparse) {
        return nodes_touch_hashed(nodes, id);
    }
    if (nodes->count >= nodes->limit) {
        return WAYI_SLOT_NONE;
    }
    if (id >= nodes->capacity && (id >= nodes->limit || !nodes_grow_dense(nodes, id + 1))) {
        return WAYI_SLOT_NONE;
    }
    nodes_reset(nodes, id);
    return id;
}
