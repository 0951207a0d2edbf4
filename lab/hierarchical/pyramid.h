// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A pyramid of ever smaller graphs over a map. Level 0 are the cells. The nodes of a level are
// groups of nodes of the one below: cliques of up to four, and dead ends with their only neighbour.
// Those of the first level are cliques of cliques of cells: the level between would take more
// memory than all others. Two nodes are linked if some of their children are. A node without links
// is a whole component and has no parent. What a link costs follows from the two nodes and is not
// kept.
//
// Every level is cut into blocks, whose area doubles from level to level, about as the number of
// nodes halves; so a block has few nodes on every level. Groups never cross blocks, and how a block
// is grouped depends on nothing outside it. So blocks can be made in any order and at once, and an
// edit concerns a few blocks per level, whatever the size of the map.
//
// Reference: Sturtevant and Buro, Partial Pathfinding Using Map Abstraction and Refinement, 2005.
// There, cliques are taken anywhere, which ties every group to all that were made before it.
#pragma once

#include "base/job.h"
#include "core/blob.h"
#include "core/path_buffer.h"
#include "lab/hierarchical/notes.h"
#include "search/trip/algorithm.h"
#include "space/grid.h"

#define WAYI_PYRAMID_NONE UINT32_MAX
/// The largest map has 27 sizes of blocks; the last one takes some more levels to become a node.
/// There is always one above.
#define WAYI_PYRAMID_LEVELS 50u
/// A block of the first level is two squares of 1 << SHIFT cells a side, one beside the other.
#define WAYI_PYRAMID_SHIFT 3u
#define WAYI_PYRAMID_CELLS (2u << 2 * WAYI_PYRAMID_SHIFT)
/// The place of a cell's node in its block if it has none.
#define WAYI_PYRAMID_OUT UINT8_MAX
/// Positions and weights are kept in parts of one.
#define WAYI_PYRAMID_PARTS 16u
/// Instead of a parent: a node without links has none.
#define WAYI_PYRAMID_ROOT UINT16_MAX
/// Most units of work above the budget of a repair.
#define WAYI_PYRAMID_EXCESS 256u
/// Levels up to this have blocks of no more than 4096 cells, and links of 16 bits.
#define WAYI_PYRAMID_NARROW 6u

typedef struct wayi_pyramid_node {
    uint32_t x, y;       ///< mean of its cells, in parts; inside its block
    uint32_t cells;      ///< how many there are in it
    uint16_t weight;     ///< their mean, in parts
    uint16_t parent;     ///< a number in the block above, or ROOT
    uint16_t edge_first; ///< of its block's links: its own, ascending
    uint16_t edge_count;
} wayi_pyramid_node;

/// What is kept of a block: one piece of memory.
typedef struct wayi_pyramid_block {
    wayi_pyramid_node *nodes; ///< [node_count], and behind them the links: which of the blocks
                              ///< around, above 12 bits of the number there, or above 28
    uint16_t node_count;
    uint16_t edge_count;
    bool listed[2]; ///< to be made again, by pass
    bool torn;      ///< it has changed and those around do not know
} wayi_pyramid_block;

/// A block is made in two passes.
typedef enum wayi_pyramid_pass { WAYI_PYRAMID_GROUP, WAYI_PYRAMID_LINK } wayi_pyramid_pass;

/// A node is named by its block and its number there: names stay while other blocks change.
typedef struct wayi_pyramid_level {
    uint32_t shift_x, shift_y; ///< a block measures 1 << shift cells
    uint32_t bits;             ///< of a number in a block
    uint32_t columns, rows;
    bool wide;                  ///< links take 32 bits
    uint32_t ways[16];          ///< by what a link says of its block: what to add to one's own
    wayi_pyramid_block *blocks; ///< [columns * rows]; NULL where each is a cell
    wayi_path_buffer lists[2];  ///< blocks to be made again, by pass
} wayi_pyramid_level;

#define WAYI_PYRAMID_RECENT 256u

/// Memory for work on one block at a time.
typedef struct wayi_pyramid_scratch {
    wayi_path_buffer children;
    wayi_path_buffer first; ///< links between children, as lists of places among them
    wayi_path_buffer list;
    wayi_path_buffer groups;
    wayi_path_buffer around; ///< what a child is linked to
    wayi_path_buffer made;   ///< the block as it shall be, by words
    uint64_t *pairs;         ///< links of a block: number << 32 | link as it is kept
    uint32_t pair_count;
    uint32_t pair_capacity;
    bool large;                         ///< a block was more than there are numbers for
    bool apart;                         ///< a node got its first links or lost its last
    uint8_t places[WAYI_PYRAMID_CELLS]; ///< of cells among the children
    uint64_t beside[WAYI_PYRAMID_CELLS][WAYI_PYRAMID_CELLS / 64]; ///< cliques of cells
    uint64_t recent[WAYI_PYRAMID_RECENT];                         ///< pairs found, by hash
    way_allocator allocator;
} wayi_pyramid_scratch;

typedef struct wayi_pyramid {
    const wayi_grid *grid;
    uint8_t *places; ///< [cells] number of its node of the first level in its block; OUT where
                     ///< nobody can stand
    uint32_t cell_count;
    wayi_pyramid_level levels[WAYI_PYRAMID_LEVELS]; ///< cells first; the last one has no links
    uint32_t level_count;                           ///< down to one block at least
    wayi_notes notes;                               ///< changed, their blocks not yet listed
    wayi_pyramid_scratch scratch;                   ///< of repairs
    uint32_t repaired;                              ///< blocks grouped or linked by repairs so far
    uint64_t worked;                                ///< units of work that repairs have done so far
    way_allocator allocator;
} wayi_pyramid;

static inline way_cost wayi_pyramid_distance(const way_map *map, int64_t dx, int64_t dy,
                                             uint32_t weight)
{
    const uint64_t plain = wayi_map_plain_distance(map, dx, dy) * weight;
    const uint64_t cost = plain / ((uint64_t)WAYI_PYRAMID_PARTS * WAYI_PYRAMID_PARTS);
    return cost < WAY_COST_MAX ? (way_cost)cost : WAY_COST_MAX - 1;
}

/// The cost of a link: as far as the means are apart, over ground as heavy as the mean of both.
static inline way_cost wayi_pyramid_link(const way_map *map, const wayi_pyramid_node *a,
                                         const wayi_pyramid_node *b)
{
    const way_cost cost = wayi_pyramid_distance(map, (int64_t)a->x - b->x, (int64_t)a->y - b->y,
                                                ((uint32_t)a->weight + b->weight) / 2);
    return cost ? cost : 1;
}

// What a navigator does with its database ---------------------------------------------------------

way_status wayi_pyramid_prepare(way_navigator *navigator, const way_job *job);
void wayi_pyramid_discard(way_navigator *navigator);

/// Repairs the blocks of changed rectangles, for as many looked-at nodes as the budget says and
/// WAYI_PYRAMID_EXCESS more at most. The result is what a fresh build gives.
way_status wayi_pyramid_repair(way_navigator *navigator, const way_rect *rects, uint32_t count,
                               uint32_t budget, bool *done);
void wayi_pyramid_save(const way_navigator *navigator, wayi_blob_writer *writer);
way_status wayi_pyramid_open(way_navigator *navigator, const wayi_blob *blob);

// Nodes -------------------------------------------------------------------------------------------

/// The block of a position in cells.
static inline uint32_t wayi_pyramid_block_at(const wayi_pyramid_level *level, uint32_t x,
                                             uint32_t y)
{
    return (y >> level->shift_y) * level->columns + (x >> level->shift_x);
}

/// A node by its name.
static inline wayi_pyramid_node *wayi_pyramid_node_at(const wayi_pyramid_level *level, uint32_t id)
{
    return &level->blocks[id >> level->bits].nodes[id & ((1u << level->bits) - 1u)];
}

/// What a name of any level stands for; a cell is a node of itself.
wayi_pyramid_node wayi_pyramid_look_up(const wayi_pyramid *pyramid, uint32_t level, uint32_t id);

/// The name of a node's parent on the level above, or NONE.
static inline uint32_t wayi_pyramid_rise_to(const wayi_pyramid_level *above,
                                            const wayi_pyramid_node *node)
{
    const uint32_t block =
        wayi_pyramid_block_at(above, node->x / WAYI_PYRAMID_PARTS, node->y / WAYI_PYRAMID_PARTS);
    return node->parent == WAYI_PYRAMID_ROOT ? WAYI_PYRAMID_NONE
                                             : block << above->bits | node->parent;
}

/// Where a link leads, of those behind the nodes of a block.
static inline uint32_t wayi_pyramid_follow(const wayi_pyramid_level *level, uint32_t block,
                                           const void *edges, uint32_t edge)
{
    const uint32_t link =
        level->wide ? ((const uint32_t *)edges)[edge] : ((const uint16_t *)edges)[edge];
    const uint32_t shift = level->wide ? 28 : 12;
    return (block + level->ways[link >> shift]) << level->bits | (link & ((1u << shift) - 1u));
}

static inline uint32_t wayi_pyramid_to(const wayi_pyramid_level *level, uint32_t block,
                                       uint32_t edge)
{
    const wayi_pyramid_block *own = &level->blocks[block];
    return wayi_pyramid_follow(level, block, own->nodes + own->node_count, edge);
}

/// The node of the first level that a cell belongs to, or NONE.
static inline uint32_t wayi_pyramid_node_of(const wayi_pyramid *pyramid, way_cell cell)
{
    const uint8_t place = pyramid->places[cell];
    const way_map *map = pyramid->grid->map;
    const wayi_pyramid_level *level = &pyramid->levels[1];
    const uint32_t y = wayi_map_row(map, cell);
    return place == WAYI_PYRAMID_OUT
               ? WAYI_PYRAMID_NONE
               : wayi_pyramid_block_at(level, cell - y * map->width, y) << level->bits | place;
}

/// The name of a cell's or node's parent on the level above, or NONE.
static inline uint32_t wayi_pyramid_above(const wayi_pyramid *pyramid, uint32_t level, uint32_t id)
{
    const wayi_pyramid_level *own = &pyramid->levels[level];
    return level == 0 ? wayi_pyramid_node_of(pyramid, id)
                      : wayi_pyramid_rise_to(own + 1, wayi_pyramid_node_at(own, id));
}

// Parts of building and repairing -----------------------------------------------------------------

/// Sets up a pyramid of cells, their places to be filled in; false without memory.
bool wayi_pyramid_init(wayi_pyramid *pyramid, const way_navigator *navigator);

/// Makes a block, as far as a pass does. The first groups the children: they get parents, the block
/// its nodes, without links, if they are not those that it had (*changed). The second gives it the
/// links of its nodes, in the same way. False without memory, or where they are too many.
bool wayi_pyramid_make(wayi_pyramid *pyramid, uint32_t level, uint32_t block,
                       wayi_pyramid_pass pass, wayi_pyramid_scratch *scratch, bool *changed);

/// Bytes of a block, in units of 4.
size_t wayi_pyramid_size(const wayi_pyramid_level *level, uint32_t nodes, uint32_t edges);

/// Puts a copy of nodes and links in place of what a block has; false without memory.
bool wayi_pyramid_put(const wayi_pyramid *pyramid, const wayi_pyramid_level *level,
                      wayi_pyramid_block *block, uint32_t nodes, uint32_t edges,
                      const uint32_t *words);

/// Adds a level of empty blocks: from level to level they double, one side at a time, as long as
/// the map is longer. NULL without memory, and then nothing is added.
wayi_pyramid_level *wayi_pyramid_add_level(wayi_pyramid *pyramid);

/// Whether the last level is more than one block: then there is another one, be it empty.
static inline bool wayi_pyramid_is_low(const wayi_pyramid *pyramid)
{
    const wayi_pyramid_level *last = &pyramid->levels[pyramid->level_count - 1];
    return !last->blocks || last->columns * last->rows > 1;
}

bool wayi_pyramid_has_links(const wayi_pyramid_level *level);
