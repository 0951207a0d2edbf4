// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The memory of shared fields. Blocks and entries come in slabs that are taken when they are first
// needed and kept, so a world without groups pays for no field, and one that has had its largest
// group does not call the allocator again.
#include "world/plan/flow.h"

#include <string.h>

static uint32_t flow_pool_slabs(uint32_t count, uint32_t each)
{
    return (count + each - 1) / each;
}

bool wayi_flows_init(wayi_flows *fields, const way_map *map, size_t bytes,
                     const way_allocator *allocator)
{
    const size_t wanted = bytes / sizeof(wayi_flow_block);
    fields->allocator = *allocator;
    fields->columns = (map->width + 15u) >> 4;
    fields->rows = (map->height + 15u) >> 4;
    // All fields whole are the most that can be used.
    const uint64_t most = (uint64_t)fields->columns * fields->rows * WAYI_FLOWS_MAX;
    fields->block_count = wanted < 16 ? 16 : wanted > most ? (uint32_t)most : (uint32_t)wanted;
    fields->entry_count = map->cell_count / 2 + 1024u;
    fields->slabs = wayi_alloc_zero(allocator, flow_pool_slabs(fields->block_count, WAYI_FLOW_SLAB),
                                    sizeof *fields->slabs);
    fields->entry_slabs =
        wayi_alloc_zero(allocator, flow_pool_slabs(fields->entry_count, WAYI_ENTRY_SLAB),
                        sizeof *fields->entry_slabs);
    fields->entry_free = WAYI_FLOW_NONE;
    fields->current = WAYI_FLOW_NONE;
    for (uint32_t step = map->costs.cardinal; step > 1; step >>= 1) {
        fields->shift++;
    }
    return fields->slabs && fields->entry_slabs;
}

void wayi_flows_fini(wayi_flows *fields)
{
    const way_allocator *allocator = &fields->allocator;
    const size_t table = (size_t)fields->columns * fields->rows;
    const uint32_t slabs = flow_pool_slabs(fields->block_count, WAYI_FLOW_SLAB);
    const uint32_t entry_slabs = flow_pool_slabs(fields->entry_count, WAYI_ENTRY_SLAB);
    for (uint32_t f = 0; f < WAYI_FLOWS_MAX; f++) {
        wayi_free(allocator, fields->fields[f].table, table, sizeof(wayi_flow_block *));
    }
    for (uint32_t s = 0; fields->slabs && s < slabs; s++) {
        wayi_free(allocator, fields->slabs[s], WAYI_FLOW_SLAB, sizeof(wayi_flow_block));
    }
    for (uint32_t s = 0; fields->entry_slabs && s < entry_slabs; s++) {
        wayi_free(allocator, fields->entry_slabs[s], WAYI_ENTRY_SLAB, sizeof(wayi_flow_entry));
    }
    wayi_free(allocator, fields->slabs, slabs, sizeof *fields->slabs);
    wayi_free(allocator, fields->entry_slabs, entry_slabs, sizeof *fields->entry_slabs);
}

size_t wayi_flows_bytes(const wayi_flows *fields)
{
    const uint32_t slabs = flow_pool_slabs(fields->block_count, WAYI_FLOW_SLAB);
    const uint32_t entry_slabs = flow_pool_slabs(fields->entry_count, WAYI_ENTRY_SLAB);
    size_t bytes = slabs * sizeof *fields->slabs + entry_slabs * sizeof *fields->entry_slabs;
    for (uint32_t f = 0; f < WAYI_FLOWS_MAX; f++) {
        bytes += fields->fields[f].table
                     ? (size_t)fields->columns * fields->rows * sizeof(wayi_flow_block *)
                     : 0;
    }
    for (uint32_t s = 0; s < slabs; s++) {
        bytes += fields->slabs[s] ? WAYI_FLOW_SLAB * sizeof(wayi_flow_block) : 0;
    }
    for (uint32_t s = 0; s < entry_slabs; s++) {
        bytes += fields->entry_slabs[s] ? WAYI_ENTRY_SLAB * sizeof(wayi_flow_entry) : 0;
    }
    return bytes;
}

wayi_flow_block *wayi_flows_new_block(wayi_flows *fields)
{
    wayi_flow_block *block = fields->block_free;
    if (block) {
        fields->block_free = block->next;
    } else if (fields->block_top < fields->block_count) {
        wayi_flow_block **slab = &fields->slabs[fields->block_top / WAYI_FLOW_SLAB];
        *slab =
            *slab ? *slab : wayi_alloc(&fields->allocator, WAYI_FLOW_SLAB, sizeof(wayi_flow_block));
        if (!*slab) {
            fields->starved = true;
            return NULL;
        }
        block = &(*slab)[fields->block_top++ % WAYI_FLOW_SLAB];
    } else {
        return NULL;
    }
    fields->block_used++;
    memset(block->costs, 0xff, sizeof block->costs);
    memset(block->steps, WAYI_FLOW_NO_STEP, sizeof block->steps);
    return block;
}

void wayi_flows_free_block(wayi_flows *fields, wayi_flow_block *block)
{
    block->next = fields->block_free;
    fields->block_free = block;
    fields->block_used--;
}

bool wayi_flows_make_table(wayi_flows *fields, wayi_flow *field)
{
    if (!field->table) {
        field->table = wayi_alloc_zero(&fields->allocator, (size_t)fields->columns * fields->rows,
                                       sizeof *field->table);
    }
    return field->table != NULL;
}

uint32_t wayi_flows_new_entry(wayi_flows *fields)
{
    const uint32_t entry = fields->entry_free;
    if (entry != WAYI_FLOW_NONE) {
        fields->entry_free = wayi_flow_entry_at(fields, entry)->next;
        return entry;
    }
    if (fields->entry_top == fields->entry_count) {
        return WAYI_FLOW_NONE;
    }
    wayi_flow_entry **slab = &fields->entry_slabs[fields->entry_top / WAYI_ENTRY_SLAB];
    *slab = *slab ? *slab : wayi_alloc(&fields->allocator, WAYI_ENTRY_SLAB, sizeof **slab);
    if (!*slab) {
        fields->starved = true;
        return WAYI_FLOW_NONE;
    }
    return fields->entry_top++;
}
