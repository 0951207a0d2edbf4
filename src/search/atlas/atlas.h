// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// An atlas: a map cut into squares, these into regions, and the ways between neighbouring regions.
//
//   regions   sets of cells of one square, each with a place that stands for it: what is connected
//             inside the square, or what climbing leads to the place and back
//   links     from a region to those up to `depth` borders away, with the cost of the best way
//             between their places inside the squares around the first, kept as the subgoals that
//             hill climbing connects; bare links have neither
//
// What is kept of a square depends on its cells and on those of the squares around it, and on
// nothing else: squares are made side by side on several threads, and an edit concerns the squares
// around it only. Repairs replace what is kept of one square after the other; what is finished
// stays finished, whatever is edited meanwhile.
//
// A region is named by its square and a number in it, so a map of any size has names enough, and
// names stay while other squares change. What is kept of a square is one run of bytes, owned or
// borrowed from a file.
#pragma once

#include "base/budget.h"
#include "base/job.h"
#include "core/blob.h"
#include "core/hash_table.h"
#include "search/atlas/square.h"
#include "search/engine/confined.h"
#include "search/engine/hillclimb.h"

#define WAYI_REGION_NONE UINT32_MAX
#define WAYI_ATLAS_DEPTH_MAX 5u

typedef struct wayi_atlas_region {
    way_cell place;         ///< WAY_CELL_NONE = the number is free
    uint32_t link_first;    ///< in its square
    uint32_t subgoal_first; ///< in its square
    uint16_t link_count;
    uint16_t row; ///< a number for whoever builds on the atlas
} wayi_atlas_region;

/// What is kept of a square. Behind it: regions, links and subgoals (32 or 16 bits), costs (16
/// bits).
typedef struct wayi_atlas_block {
    uint32_t link_count;
    uint32_t subgoal_count;
    uint16_t region_count;
    uint8_t split; ///< bits of how many subgoals there are, in a link of 16; 0 = links have 32
    uint8_t tight; ///< whether subgoals are places in the window of 256 x 256 around the square
} wayi_atlas_block;

/// A link as it is kept: number of the target << 18 | subgoals << 8 | next to it << 7 | its square,
/// as seen from the region's own. Where both numbers fit into a byte, a link has 16 bits. Links of
/// a region ascend by target.
#define WAYI_ATLAS_SUBGOALS_MAX 1023u
#define WAYI_ATLAS_SPAN (2 * WAYI_ATLAS_DEPTH_MAX + 1) ///< squares a side that a link may lead to
#define WAYI_ATLAS_NEAR 0x80u
#define WAYI_ATLAS_WHITHER (~(WAYI_ATLAS_SUBGOALS_MAX << 8 | WAYI_ATLAS_NEAR))

/// Instead of the cost of a link: its record is yet to be made.
#define WAYI_ATLAS_UNMADE UINT16_MAX

/// A link, taken apart.
typedef struct wayi_atlas_link {
    uint32_t to;
    const void *subgoals; ///< see wayi_atlas_subgoal
    uint32_t subgoal_count;
    bool tight;
    way_cell corner; ///< of the window, may lie off the map
    way_cost cost;   ///< WAY_COST_MAX = its record is yet to be made
    bool near;
} wayi_atlas_link;

/// What is wrong with a square.
typedef enum wayi_atlas_flag {
    WAYI_ATLAS_OWNED = 1u << 0,   ///< its block is the atlas's own
    WAYI_ATLAS_CUT = 1u << 1,     ///< its regions must be found again
    WAYI_ATLAS_BORDERS = 1u << 2, ///< its neighbours must be found again
    WAYI_ATLAS_TARGETS = 1u << 3, ///< other regions may be within reach
    WAYI_ATLAS_RECORDS = 1u << 4, ///< its records must be looked at
    WAYI_ATLAS_BESIDE = 1u << 5,  ///< and the next 8: which of the nine squares around were cut
} wayi_atlas_flag;

/// The flags of all nine squares around, row by row.
#define WAYI_ATLAS_AROUND 0x1ffu
/// That of the square itself.
#define WAYI_ATLAS_SELF (1u << 4)

#define WAYI_ATLAS_DIRTY                                                                           \
    (WAYI_ATLAS_CUT | WAYI_ATLAS_BORDERS | WAYI_ATLAS_TARGETS | WAYI_ATLAS_RECORDS)

typedef struct wayi_atlas_config {
    way_space *space;
    uint32_t side;   ///< of a square [2..WAYI_SQUARE_MAX]
    uint32_t depth;  ///< borders that links cross at most [..WAYI_ATLAS_DEPTH_MAX]; 0 = no links
    uint32_t cutoff; ///< most steps of a climb to a place; 0 = regions are what is connected
    bool centred;    ///< places lie where ways out of their square are short
    bool bare;       ///< links lead to neighbours, have no subgoals, and costs on weights only; a
                     ///< repair leaves what a fresh build makes
} wayi_atlas_config;

typedef struct wayi_atlas {
    wayi_atlas_config config;
    const wayi_grid *grid;
    uint32_t columns, rows, square_count;
    uint32_t bits;              ///< of a number within a square
    wayi_atlas_block **squares; ///< [square_count] NULL = no regions
    uint16_t *flags;            ///< [square_count] wayi_atlas_flag
    uint64_t *outlines;         ///< [square_count] which regions its border cells are in, in brief;
                                ///< 0 = not known; NULL if bare
    uint32_t region_count;
    uint64_t version; ///< grows when what is kept of a square changes
    bool recorded;    ///< links have records: bare ones once the ground has weights
    /// [opt] Told of a square whose block is replaced by another one.
    void (*changed)(void *user, uint32_t square, const wayi_atlas_block *before,
                    wayi_atlas_block *after);
    void *user;
    const way_cell *favoured; ///< [favoured_count] what lies near to these is repaired first
    uint32_t favoured_count;
    struct wayi_repairs *repairs; ///< NULL = nothing is under repair
    uint64_t built;               ///< expansions that building took
    uint64_t repaired;            ///< expansions that repairs have taken so far
    way_allocator allocator;
} wayi_atlas;

/// Sets up an atlas without any square. TOO_LARGE, NO_MEMORY; `fini` is fine in all cases.
way_status wayi_atlas_init(wayi_atlas *atlas, const wayi_atlas_config *config,
                           const way_allocator *allocator);
void wayi_atlas_fini(wayi_atlas *atlas);

/// The same for one without repairs.
void wayi_atlas_release(wayi_atlas *atlas);

/// Makes all squares.
way_status wayi_atlas_build(wayi_atlas *atlas, wayi_job_stage stage);

/// What suits a map: a side by how wide its passages are, a depth by how many regions that gives.
/// Looks at a sample of the map. `climbs`: regions are what climbing leads to.
void wayi_atlas_choose(const wayi_grid *grid, bool climbs, uint32_t *side, uint32_t *depth);

// Asking ------------------------------------------------------------------------------------------

/// The region of a cell, or WAYI_REGION_NONE. Looks at no more than its square.
uint32_t wayi_atlas_find(const wayi_atlas *atlas, way_cell cell);

static inline uint32_t wayi_atlas_square_of(const wayi_atlas *atlas, way_cell cell)
{
    const uint32_t y = wayi_map_row(atlas->grid->map, cell);
    const uint32_t x = cell - y * atlas->grid->map->width;
    return y / atlas->config.side * atlas->columns + x / atlas->config.side;
}

/// The cells of a region of what is connected.
void wayi_atlas_cells(const wayi_atlas *atlas, uint32_t id, wayi_square_bits *cells);

/// The square's part of the map.
way_rect wayi_atlas_rect(const wayi_atlas *atlas, uint32_t square);

/// The square at a place of the nine around one, row by row; UINT32_MAX off the map.
static inline uint32_t wayi_atlas_beside(const wayi_atlas *atlas, uint32_t square, uint32_t place)
{
    const uint32_t x = square % atlas->columns + place % 3 - 1;
    const uint32_t y = square / atlas->columns + place / 3 - 1;
    return x < atlas->columns && y < atlas->rows ? y * atlas->columns + x : UINT32_MAX;
}

static inline wayi_atlas_region *wayi_atlas_regions(const wayi_atlas_block *block)
{
    return (wayi_atlas_region *)(uintptr_t)(block + 1);
}

/// How many numbers the regions of a square have, in use or not.
static inline uint32_t wayi_atlas_region_numbers(const wayi_atlas_block *block)
{
    return block ? block->region_count : 0;
}

/// Words of 32 bits that a list takes.
static inline size_t wayi_atlas_room(uint32_t count, bool halves)
{
    return halves ? ((size_t)count + 1) / 2 : count;
}

/// The links of a block, of 32 or 16 bits.
static inline uint32_t *wayi_atlas_links(const wayi_atlas_block *block)
{
    return (uint32_t *)(wayi_atlas_regions(block) + block->region_count);
}

/// The subgoals of a block, of 32 or 16 bits.
static inline uint32_t *wayi_atlas_subgoals(const wayi_atlas_block *block)
{
    return wayi_atlas_links(block) + wayi_atlas_room(block->link_count, block->split != 0);
}

static inline uint16_t *wayi_atlas_costs(const wayi_atlas_block *block)
{
    return (uint16_t *)(wayi_atlas_subgoals(block) +
                        wayi_atlas_room(block->subgoal_count, block->tight));
}

/// Bytes of a block, a multiple of 4.
static inline size_t wayi_atlas_block_size(const wayi_atlas_block *block)
{
    return sizeof *block + block->region_count * sizeof(wayi_atlas_region) +
           (wayi_atlas_room(block->link_count, block->split != 0) +
            wayi_atlas_room(block->subgoal_count, block->tight) +
            wayi_atlas_room(block->link_count, true)) *
               4;
}

/// A link of a block, as one of 32 bits.
static inline uint32_t wayi_atlas_word(const wayi_atlas_block *block, uint32_t link)
{
    if (block->split == 0) {
        return wayi_atlas_links(block)[link];
    }
    const uint32_t word = ((const uint16_t *)wayi_atlas_links(block))[link];
    const uint32_t subgoals = word >> 8 & ((1u << block->split) - 1u);
    return word >> (8 + block->split) << 18 | subgoals << 8 | (word & 0xffu);
}

/// The region of a name, or NULL if there is none.
static inline wayi_atlas_region *wayi_atlas_region_at(const wayi_atlas *atlas, uint32_t id)
{
    const uint32_t square = id >> atlas->bits;
    const uint32_t number = id & ((1u << atlas->bits) - 1u);
    const wayi_atlas_block *block = square < atlas->square_count ? atlas->squares[square] : NULL;
    if (!block || number >= block->region_count) {
        return NULL;
    }
    wayi_atlas_region *region = wayi_atlas_regions(block) + number;
    return region->place == WAY_CELL_NONE ? NULL : region;
}

/// The target of a link of a region in a square.
static inline uint32_t wayi_atlas_target(const wayi_atlas *atlas, uint32_t square, uint32_t word)
{
    const uint32_t code = word & 0x7fu;
    const uint32_t to = square + (code / WAYI_ATLAS_SPAN - WAYI_ATLAS_DEPTH_MAX) * atlas->columns +
                        code % WAYI_ATLAS_SPAN - WAYI_ATLAS_DEPTH_MAX;
    return to << atlas->bits | word >> 18;
}

/// A cost in 16 bits: to one part in two thousand, rounded down.
static inline way_cost wayi_atlas_decode(uint16_t cost)
{
    return cost == WAYI_ATLAS_UNMADE ? WAY_COST_MAX : (way_cost)(cost & 0xfffu) << (cost >> 12);
}

/// The region that a link of a square leads to, which may be gone, and what that costs.
static inline uint32_t wayi_atlas_hop(const wayi_atlas *atlas, uint32_t square, uint32_t link,
                                      way_cost *cost)
{
    const wayi_atlas_block *block = atlas->squares[square];
    *cost = wayi_atlas_decode(wayi_atlas_costs(block)[link]);
    return wayi_atlas_target(atlas, square, wayi_atlas_word(block, link));
}

uint16_t wayi_atlas_encode(way_cost cost);

/// A subgoal of a link.
static inline way_cell wayi_atlas_subgoal(const wayi_atlas *atlas, const wayi_atlas_link *link,
                                          uint32_t index)
{
    if (!link->tight) {
        return ((const way_cell *)link->subgoals)[index];
    }
    const uint32_t place = ((const uint16_t *)link->subgoals)[index];
    return link->corner + (place >> 8) * atlas->grid->map->width + (place & 0xffu);
}

/// The link at an index of a region.
wayi_atlas_link wayi_atlas_link_at(const wayi_atlas *atlas, uint32_t id, uint32_t index);

/// The index of the link of a region to another one, or UINT32_MAX; `link` [opt] gets it.
uint32_t wayi_atlas_link_to(const wayi_atlas *atlas, uint32_t id, uint32_t to,
                            wayi_atlas_link *link);

/// Climbs a link on the map as it is; false if that does not lead to its end. `cost` gets what it
/// costs.
bool wayi_atlas_climb(const wayi_atlas *atlas, uint32_t id, const wayi_atlas_link *link,
                      way_cost *cost);

// Keeping it current ------------------------------------------------------------------------------

/// Marks what changed rectangles of the map concern, and makes squares again for up to *budget
/// expansions, which are taken off it. *done = nothing is left. NO_MEMORY leaves the rest for
/// another call, or nothing is marked that is not marked again by one with the same rectangles.
way_status wayi_atlas_repair(wayi_atlas *atlas, const way_rect *rects, uint32_t count,
                             uint32_t *budget, bool *done);

// Files -------------------------------------------------------------------------------------------

/// At any time: what is owed is written, too, and rectangles of the map that changed since the last
/// repair.
void wayi_atlas_save(const wayi_atlas *atlas, const way_rect *rects, uint32_t count,
                     wayi_blob_writer *writer);

/// Fills an atlas that was set up from a blob, in place; what was owed is under repair. BAD_FORMAT,
/// NO_MEMORY.
way_status wayi_atlas_open(wayi_atlas *atlas, const wayi_blob *blob);

// Between the files of the atlas ------------------------------------------------------------------

/// Room to make squares in; one per thread.
typedef struct wayi_atlas_tools {
    wayi_confined search;
    way_stats stats;
    wayi_path_buffer path;
    wayi_path_buffer places;                          ///< of a square, by number
    wayi_path_buffer targets;                         ///< of a region, ascending
    wayi_path_buffer regions, links, subgoals, costs; ///< of a block as it grows, by words
    uint64_t *pairs; ///< of neighbours: number of the region << 32 | name of the other one
    uint32_t pair_count, pair_capacity;
    uint32_t current;      ///< square whose records are under way, or UINT32_MAX
    uint32_t region, link; ///< of it
    bool targets_known;    ///< those of that region
    bool searching;        ///< a record is half made
    bool swept;            ///< a search from its place serves all its records
    uint64_t work;         ///< in expansions
    way_allocator allocator;
} wayi_atlas_tools;

/// Tools for records, or for regions and borders only. False without memory; `fini` is fine in both
/// cases.
bool wayi_atlas_tools_init(wayi_atlas_tools *tools, const wayi_atlas *atlas, bool records);
void wayi_atlas_tools_fini(wayi_atlas_tools *tools);

/// Goes on with a search for up to *budget expansions, which are taken off it and counted.
way_outcome wayi_atlas_search(wayi_confined *search, wayi_atlas_tools *tools, uint32_t *budget);

/// Whether a climb between a cell and a place of a square comes by a part of the map: if it has
/// changed and none does, the square's regions are what they were.
bool wayi_atlas_is_concerned(const wayi_atlas *atlas, uint32_t square, const way_rect *part,
                             wayi_atlas_tools *tools);

/// The place of what is connected in a square, if places are centred: WAY_CELL_NONE without memory.
way_cell wayi_atlas_centre(const wayi_atlas *atlas, const wayi_square_bits *cells,
                           wayi_atlas_tools *tools);

/// Writes the numbers of a square's cells [side * side]; UINT16_MAX where nobody can stand. Where
/// regions climb, only of those beside the squares around that are named, unless it is one of them.
void wayi_atlas_label(const wayi_atlas *atlas, uint32_t square, uint32_t beside, uint16_t *labels,
                      wayi_atlas_tools *tools);

/// The labels of a square's border cells in brief, never 0.
uint64_t wayi_atlas_outline(const wayi_atlas *atlas, uint32_t square, const uint16_t *labels);

/// Whether subgoals fit into a window of 256 x 256 around their square, the corner of that window,
/// and a subgoal as it is kept.
bool wayi_atlas_is_tight(const wayi_atlas *atlas);
way_cell wayi_atlas_corner(const wayi_atlas *atlas, uint32_t square);
uint32_t wayi_atlas_tighten(const wayi_atlas *atlas, uint32_t square, way_cell cell);

/// What of a link says where it leads.
uint32_t wayi_atlas_whither(const wayi_atlas *atlas, uint32_t square, uint32_t to);

/// Blocks grow region by region, and these link by link.
void wayi_atlas_block_begin(wayi_atlas_tools *tools);
bool wayi_atlas_block_add_region(wayi_atlas_tools *tools, way_cell place);
bool wayi_atlas_block_add_link(const wayi_atlas *atlas, uint32_t square,
                               const wayi_atlas_link *link, wayi_atlas_tools *tools);

/// Hands over what has grown; false without memory. *out = NULL if no number is in use.
bool wayi_atlas_block_end(const wayi_atlas *atlas, const wayi_atlas_tools *tools,
                          wayi_atlas_block **out);

/// Puts a block in place of a square's. NULL = no regions. One that is the same is given back, and
/// the one that is there stays.
void wayi_atlas_replace(wayi_atlas *atlas, uint32_t square, wayi_atlas_block *block);

/// Gives a block back; NULL is fine.
void wayi_atlas_give_back(const wayi_atlas *atlas, wayi_atlas_block *block);

// The three stages of a square. Each makes the block that comes after the one that is there, or
// finds that this is it.

/// Finds its regions, whose places are in tools->places. Those known before
/// keep their numbers and links, and their places where these are good enough. False without
/// memory.
bool wayi_atlas_make_regions(const wayi_atlas *atlas, uint32_t square, wayi_atlas_tools *tools,
                             wayi_atlas_block **out);

/// Finds out who is next to whom; `changed` says whether that was known before. `labels` are those
/// of the squares around, row by row, NULL off the map. Neighbours in squares around that are not
/// named in `beside` are those known, unless the square itself is. False without memory.
bool wayi_atlas_make_borders(const wayi_atlas *atlas, uint32_t square, uint32_t beside,
                             const uint16_t *const labels[9], wayi_atlas_tools *tools,
                             wayi_atlas_block **out, bool *changed);

/// Makes its records for up to *budget expansions: all of them, or those that do not hold after
/// changes, the near ones first. FOUND; WORKING, to be called again; CAPACITY without memory.
struct wayi_repairs_square;
way_outcome wayi_atlas_make_records(const wayi_atlas *atlas, uint32_t square,
                                    const struct wayi_repairs_square *changes,
                                    wayi_atlas_tools *tools, uint32_t *budget,
                                    wayi_atlas_block **out);
