// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Fields that many units share: what it costs from every cell to one goal, and the step to take.
// They grow from the goal only as far as somebody asks, follow edits, and lie in blocks of 16 x 16
// cells from one pool, so that a field holds what it needs and gives it back.
#pragma once

#include "world/world_ground.h"

#define WAYI_FLOWS_MAX 64u
#define WAYI_FLOW_NONE UINT32_MAX
#define WAYI_FLOW_BUCKETS 1024u
#define WAYI_FLOW_RECTS 16u
#define WAYI_BLOCK_CELLS 256u
#define WAYI_FLOW_SLAB 32u    ///< blocks
#define WAYI_ENTRY_SLAB 1024u ///< entries

/// What is done for the field in hand.
enum { WAYI_FLOW_LIST, WAYI_FLOW_RAISE, WAYI_FLOW_LOWER, WAYI_FLOW_GROW, WAYI_FLOW_STAGES };

/// A direction, none, or along a link; with WAYI_FLOW_OPEN while the cost may still fall.
enum { WAYI_FLOW_NO_STEP = WAYI_DIRECTIONS, WAYI_FLOW_LINK, WAYI_FLOW_OPEN = 0x80 };

typedef struct wayi_flow_block {
    union {
        way_cost costs[WAYI_BLOCK_CELLS]; ///< WAY_COST_MAX = not met
        struct wayi_flow_block *next;     ///< of the free ones
    };
    uint8_t steps[WAYI_BLOCK_CELLS];
} wayi_flow_block;

typedef struct wayi_flow {
    wayi_flow_block **table; ///< by block of the map; NULL where there is none
    way_cell goal;
    uint32_t references;             ///< groups that walk it
    uint32_t used;                   ///< tick of the last use
    uint32_t asked;                  ///< tick at which somebody last stood outside it
    uint32_t since;                  ///< tick of the first ask that was not answered
    way_cost limit;                  ///< grown this far even if nobody asks
    uint32_t cells;                  ///< settled, all repairs included
    way_rect rects[WAYI_FLOW_RECTS]; ///< edited since it was last worked on
    uint32_t rect_count;
    uint8_t ground;
    uint8_t live;
    uint8_t whole; ///< nothing left to grow into
    uint8_t fresh; ///< goal not yet entered
} wayi_flow;

/// A cell that waits in a list.
typedef struct wayi_flow_entry {
    way_cell cell;
    uint32_t next;
} wayi_flow_entry;

typedef struct wayi_flows {
    wayi_flow fields[WAYI_FLOWS_MAX];
    wayi_flow_block **slabs; ///< blocks come in slabs, taken when they are first needed
    wayi_flow_block *block_free;
    uint32_t block_count; ///< the most that there may be
    uint32_t block_top;   ///< ever used
    uint32_t block_used;
    uint32_t columns; ///< blocks a row of the map
    uint32_t rows;
    wayi_flow_entry **entry_slabs;
    uint32_t entry_count; ///< the most that there may be
    uint32_t entry_top;   ///< entries ever used
    uint32_t entry_free;
    uint32_t current; ///< the field that is worked on; its lists are below
    uint32_t heads[WAYI_FLOW_BUCKETS];
    uint32_t waiting; ///< entries in heads
    uint32_t level;   ///< bucket in hand, not folded
    uint32_t raising; ///< list of cells whose way may be gone
    uint32_t raised;  ///< list of cells that lost theirs
    uint32_t scan;    ///< block of the table that is looked at next, when its frontier is listed
    uint8_t shift;    ///< cost >> shift is the bucket
    uint8_t stage;
    bool overflow; ///< the pool was too small: the field starts again
    bool starved;  ///< the allocator gave nothing, which the frame tells
    uint64_t settled;
    way_allocator allocator;
} wayi_flows;

/// What has to be known of the world to work on a field.
typedef struct wayi_flow_site {
    wayi_flows *fields;
    const wayi_ground *grounds;
    uint32_t tick;
} wayi_flow_site;

/// Fields may grow to `bytes` in all; what they take is what wayi_flows_bytes says.
bool wayi_flows_init(wayi_flows *fields, const way_map *map, size_t bytes,
                     const way_allocator *allocator);
void wayi_flows_fini(wayi_flows *fields);
size_t wayi_flows_bytes(const wayi_flows *fields);

/// A block with nothing met in it, or NULL: all are in use, or there is no memory.
wayi_flow_block *wayi_flows_new_block(wayi_flows *fields);
void wayi_flows_free_block(wayi_flows *fields, wayi_flow_block *block);

/// The table of a field, empty, made if it has none; false without memory.
bool wayi_flows_make_table(wayi_flows *fields, wayi_flow *field);

/// The number of an entry that nobody uses, or WAYI_FLOW_NONE.
uint32_t wayi_flows_new_entry(wayi_flows *fields);

static inline wayi_flow_entry *wayi_flow_entry_at(const wayi_flows *fields, uint32_t entry)
{
    return &fields->entry_slabs[entry / WAYI_ENTRY_SLAB][entry % WAYI_ENTRY_SLAB];
}

/// The field towards a goal on a ground, made if need be at the cost of one that nobody uses;
/// WAYI_FLOW_NONE if all are in use. Counts as one more reference.
uint32_t wayi_flows_take(const wayi_flow_site *site, way_cell goal, uint32_t ground);
void wayi_flows_release(wayi_flows *fields, uint32_t field);

/// Tells all fields on grounds of this map that a rectangle changed.
void wayi_flows_edit(const wayi_flow_site *site, const way_map *map, way_rect rect);

/// Works on fields that need it for about `budget` units; returns what it took.
uint32_t wayi_flows_step(const wayi_flow_site *site, uint32_t budget);

/// Where a field keeps the block that holds a cell.
static inline wayi_flow_block **wayi_flow_slot(const wayi_flows *fields, const wayi_flow *field,
                                               const way_map *map, way_cell cell)
{
    const uint32_t y = wayi_map_row(map, cell);
    const uint32_t x = cell - y * map->width;
    return &field->table[(y >> 4) * fields->columns + (x >> 4)];
}

/// The block that holds a cell, or NULL; `*index` is its place there.
static inline const wayi_flow_block *wayi_flow_find(const wayi_flows *fields,
                                                    const wayi_flow *field, const way_map *map,
                                                    way_cell cell, uint32_t *index)
{
    const uint32_t y = wayi_map_row(map, cell);
    const uint32_t x = cell - y * map->width;
    *index = (y & 15u) << 4 | (x & 15u);
    return field->table[(y >> 4) * fields->columns + (x >> 4)];
}

/// The cost from a cell to the goal, or WAY_COST_MAX if it is not known.
static inline way_cost wayi_flow_cost_at(const wayi_flows *fields, const wayi_flow *field,
                                         const way_map *map, way_cell cell)
{
    uint32_t index = 0;
    const wayi_flow_block *block = wayi_flow_find(fields, field, map, cell, &index);
    return block ? block->costs[index] : WAY_COST_MAX;
}

/// The step to take, or WAYI_FLOW_NO_STEP.
static inline uint32_t wayi_flow_step_at(const wayi_flows *fields, const wayi_flow *field,
                                         const way_map *map, way_cell cell)
{
    uint32_t index = 0;
    const wayi_flow_block *block = wayi_flow_find(fields, field, map, cell, &index);
    return block ? block->steps[index] & (WAYI_FLOW_OPEN - 1u) : WAYI_FLOW_NO_STEP;
}
