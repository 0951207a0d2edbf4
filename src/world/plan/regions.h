// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Ways over the regions that every map keeps (map/reach/components.h): the connected cells of each
// sector of 16 x 16. They are there for every size and profile, follow every edit at once, and cost
// nothing to prepare; so a way over them is found in a few hundred looks on any ground.
//
// A hop leads from a region over the border of its sector into the next one. What it costs depends
// on the two regions alone, not on who asks: `place` is one cell for each region, and a hop costs
// the way between both; two hops aslant cost the way between the first region and the last. So as
// long as the map stays as it is, the cost that is left falls with
// every hop of every way to a goal, however often it is planned anew and from wherever a unit was
// pushed. Nobody goes in circles between two plans.
//
// Hops are kept as sides of sectors. Edits number the regions of a sector anew, so a hop is looked
// up when it is needed: whether a step leads over that side, from the region in which the hop
// before it ended, and where to.
#pragma once

#include "core/heap.h"
#include "core/nodes.h"
#include "map/reach/components.h"

/// Regions of a sector whose place and weight are noted; those of others are found out when asked.
#define WAYI_REGIONS_NOTED 8u

/// Costs are counted in so many units of the map's, so that they fit on any of them.
#define WAYI_REGION_UNIT 16u

/// What is known of a region.
typedef struct wayi_region_note {
    uint16_t mean; ///< weight of its cells, times 16
    uint8_t place; ///< within the sector: its cell nearest to the middle of all of them
} wayi_region_note;

/// The regions of one layer.
typedef struct wayi_regions {
    const way_map *map;
    const wayi_layer *layer;
    wayi_region_note *notes; ///< WAYI_REGIONS_NOTED for each sector
    uint32_t sectors;
    uint64_t *changed; ///< a bit for each sector, all clear between calls
    way_allocator allocator;
} wayi_regions;

bool wayi_regions_init(wayi_regions *regions, const way_map *map, const wayi_layer *layer,
                       const way_allocator *allocator);
void wayi_regions_fini(wayi_regions *regions);

/// Catches up with a map that may have changed anywhere.
void wayi_regions_note(wayi_regions *regions);

/// Catches up with edits of the map; returns the work that it took.
uint32_t wayi_regions_follow(wayi_regions *regions, const way_edit *edits, uint32_t count);

/// The region of a cell, or WAYI_REGION_NONE where nobody can stand.
#define WAYI_REGION_NONE UINT32_MAX
uint32_t wayi_region_at(const wayi_regions *regions, way_cell cell);

/// The cell that stands for a region.
way_cell wayi_region_place(const wayi_regions *regions, uint32_t region);

/// What the cells of a region weigh on average, times 16.
uint32_t wayi_region_mean(const wayi_regions *regions, uint32_t region);

// Hops --------------------------------------------------------------------------------------------

#define WAYI_REGION_HOPS_BYTES 17u

/// The next hops on the way to a goal, as bits: two say over which side of its sector a hop leads,
/// and where that leads into several regions, five more say which.
typedef struct wayi_region_hops {
    way_cell goal; ///< that they lead to; WAY_CELL_NONE = there are none
    way_cell at;   ///< a cell of the region that the next one leaves
    way_cell end;  ///< in the last region: the goal, or where a link starts; WAY_CELL_NONE = there
                   ///< are more than fit
    uint8_t link;  ///< which one of those that start there, counted from 1; 0 = none
    uint8_t count; ///< of bits
    uint8_t next;
    uint8_t bits[WAYI_REGION_HOPS_BYTES];
} wayi_region_hops;

static inline wayi_region_hops wayi_region_hops_none(void)
{
    return (wayi_region_hops){.goal = WAY_CELL_NONE, .end = WAY_CELL_NONE};
}

/// Where hops lead, as far as they were looked at.
typedef struct wayi_region_walk {
    way_cell *cells; ///< one of the region before each hop, and of the last region
    uint8_t *bits;   ///< where each hop starts; and where the last ends
    uint32_t most;   ///< hops that there is room for; one more of each of the above
    uint32_t count;  ///< hops that hold
    bool whole;      ///< those are all, and end where they should
} wayi_region_walk;

/// Follows hops from the next one on as long as they hold.
void wayi_region_hops_follow(const wayi_regions *regions, const wayi_region_hops *hops,
                             wayi_region_walk *walk);

/// Where the link at the end of hops leads; WAY_CELL_NONE if there is none, or it is there no more.
way_cell wayi_region_hops_link(const wayi_regions *regions, const wayi_region_hops *hops);

// Searching ---------------------------------------------------------------------------------------

/// Most sectors that a search goes around.
#define WAYI_REGION_AVOID 4u

/// A* from the regions of goals back to that of a start, so that parents lead forward.
typedef struct wayi_region_search {
    const wayi_regions *regions;
    wayi_nodes nodes;
    wayi_heap open;
    way_cell start;
    uint32_t start_region;
    int32_t start_x, start_y;          ///< of the place of that region
    uint32_t avoid[WAYI_REGION_AVOID]; ///< sectors that are to be gone around if that is not far
    uint32_t avoid_count;
    uint64_t *read; ///< a bit for each sector that was looked at
    uint32_t read_words;
    bool full; ///< without memory
} wayi_region_search;

/// For layers of maps with so many sectors.
bool wayi_region_search_init(wayi_region_search *search, uint32_t sectors,
                             const way_allocator *allocator);
void wayi_region_search_fini(wayi_region_search *search);

/// Begins a search from a cell that somebody can stand on to any of some others.
void wayi_region_search_begin(wayi_region_search *search, const wayi_regions *regions,
                              way_cell start, const way_cell *goals, uint32_t count);

/// Expands up to *budget regions, which are taken off it. FOUND, NO_PATH, CAPACITY, WORKING.
way_outcome wayi_region_search_step(wayi_region_search *search, uint32_t *budget);

/// Whether the search has looked at a sector that a rectangle meets.
bool wayi_region_search_read(const wayi_region_search *search, way_rect rect);

/// What is left from the region of the start by the way that was found, in WAYI_REGION_UNIT of the
/// map's costs.
way_cost wayi_region_search_cost(const wayi_region_search *search);

/// The way that was found.
void wayi_region_search_trace(const wayi_region_search *search, wayi_region_hops *hops);
