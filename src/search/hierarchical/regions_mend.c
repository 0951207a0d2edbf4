// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Sectors made all at once, on whatever threads there are, and again after edits. Costs between
// centres come last: they need the centres on both sides.
#include "search/hierarchical/regions.h"

/// Sectors are handed to threads in so many pieces.
#define REGIONS_PIECES 32u

// Costs -------------------------------------------------------------------------------------------

/// The cost of the way from the centre of a region along an edge; false without memory.
static bool price_edge(const wayi_regions *regions, wayi_region_place from, uint32_t edge,
                       wayi_regions_scratch *scratch, way_cost *cost)
{
    const wayi_region_place to = wayi_regions_follow(regions, from.sector, edge);
    const way_cell start = regions->sectors[from.sector].regions[from.region].centre;
    const way_cell end = regions->sectors[to.sector].regions[to.region].centre;
    const way_rect rect = wayi_regions_around(regions, from.sector, to.sector);
    uint32_t budget = UINT32_MAX;
    if (!wayi_confined_begin(&scratch->search, rect, start, end)) {
        return false;
    }
    const way_outcome outcome = wayi_confined_step(&scratch->search, &budget);
    scratch->looked += UINT32_MAX - budget;
    *cost =
        outcome == WAY_OUTCOME_ARRIVED ? wayi_confined_cost(&scratch->search, end) : WAY_COST_MAX;
    return outcome != WAY_OUTCOME_CAPACITY;
}

/// Finds the costs of a sector's edges; false without memory.
static bool price_sector(wayi_regions *regions, uint32_t index, wayi_regions_scratch *scratch)
{
    wayi_region_sector *sector = &regions->sectors[index];
    if (!sector->costs && sector->edge_count) {
        sector->costs = wayi_alloc(&regions->allocator, sector->edge_count, sizeof *sector->costs);
    }
    bool fits = sector->costs || sector->edge_count == 0;
    for (uint32_t i = 0, k = 0; fits && i < sector->region_count; i++) {
        for (; fits && k < sector->regions[i].edge_end; k++) {
            fits = price_edge(regions, (wayi_region_place){index, i}, sector->edges[k], scratch,
                              &sector->costs[k]);
        }
    }
    return fits;
}

// Building ----------------------------------------------------------------------------------------

typedef struct build_work {
    wayi_regions *regions;
    bool pricing; ///< find costs, do not make sectors
    bool failed[REGIONS_PIECES];
} build_work;

static void build_do_piece(uint32_t index, void *argument)
{
    build_work *work = argument;
    wayi_regions *regions = work->regions;
    const uint64_t count = (uint64_t)regions->columns * regions->rows;
    const uint32_t last = (uint32_t)(count * (index + 1) / REGIONS_PIECES);
    wayi_regions_scratch scratch;
    bool fits = wayi_regions_scratch_init(&scratch, regions);
    for (uint32_t i = (uint32_t)(count * index / REGIONS_PIECES); i < last && fits; i++) {
        fits = work->pricing ? price_sector(regions, i, &scratch)
                             : wayi_regions_make(regions, i, &scratch);
    }
    work->failed[index] = !fits;
    wayi_regions_scratch_fini(&scratch);
}

static way_status build_run(build_work *work, wayi_job_stage stage)
{
    if (!wayi_job_run(stage, REGIONS_PIECES, build_do_piece, work)) {
        return WAY_STATUS_CANCELLED;
    }
    bool failed = false;
    for (uint32_t i = 0; i < REGIONS_PIECES; i++) {
        failed |= work->failed[i];
    }
    return failed ? WAY_STATUS_NO_MEMORY : WAY_STATUS_OK;
}

way_status wayi_regions_build(wayi_regions *regions, wayi_job_stage stage)
{
    regions->sectors = wayi_alloc_zero(
        &regions->allocator, (size_t)regions->columns * regions->rows, sizeof *regions->sectors);
    if (!regions->sectors) {
        return WAY_STATUS_NO_MEMORY;
    }
    regions->priced = wayi_regions_are_priced(regions);
    const uint32_t middle = regions->priced ? (stage.first + stage.last) / 2 : stage.last;
    build_work work = {.regions = regions};
    const way_status status = build_run(&work, (wayi_job_stage){stage.job, stage.first, middle});
    if (status != WAY_STATUS_OK || !regions->priced) {
        return status;
    }
    work.pricing = true;
    return build_run(&work, (wayi_job_stage){stage.job, middle, stage.last});
}

// Repairs -----------------------------------------------------------------------------------------

way_rect wayi_regions_span(const wayi_regions *regions, way_rect rect)
{
    const uint32_t size = regions->grid->layer->size;
    const uint32_t left = (rect.x > size ? rect.x - size : 0) >> regions->shift;
    const uint32_t top = (rect.y > size ? rect.y - size : 0) >> regions->shift;
    const uint32_t right = ((rect.x + rect.width) >> regions->shift) + 2;
    const uint32_t bottom = ((rect.y + rect.height) >> regions->shift) + 2;
    const uint32_t x = left ? left - 1 : 0;
    const uint32_t y = top ? top - 1 : 0;
    return (way_rect){x, y, (right < regions->columns ? right : regions->columns) - x,
                      (bottom < regions->rows ? bottom : regions->rows) - y};
}

/// Lists a sector whose costs are to be found; false without memory.
static bool note_price(wayi_regions *regions, uint32_t index)
{
    wayi_region_sector *sector = &regions->sectors[index];
    if (!sector->unpriced && !wayi_path_buffer_push(&regions->unpriced, index)) {
        return false;
    }
    sector->unpriced = true;
    return true;
}

/// Lists a sector to be made again; false without memory.
static bool note_sector(wayi_regions *regions, uint32_t index)
{
    wayi_region_sector *sector = &regions->sectors[index];
    if (!sector->dirty && !wayi_path_buffer_push(&regions->dirty, index)) {
        return false;
    }
    sector->dirty = true;
    return !wayi_regions_are_priced(regions) || note_price(regions, index);
}

way_status wayi_regions_note(wayi_regions *regions, const way_rect *rects, uint32_t count)
{
    const bool weighted = wayi_regions_are_priced(regions);
    // Chosen centres depend on the sectors around, and costs on the centres.
    const uint32_t wide = regions->best_centres && weighted ? 1u << regions->shift : 0;
    for (uint32_t i = 0; i < count; i++) {
        way_rect rect = rects[i];
        rect.width += wide + (rect.x < wide ? rect.x : wide);
        rect.height += wide + (rect.y < wide ? rect.y : wide);
        rect.x -= rect.x < wide ? rect.x : wide;
        rect.y -= rect.y < wide ? rect.y : wide;
        const way_rect span = wayi_regions_span(regions, rect);
        for (uint32_t y = span.y; y < span.y + span.height; y++) {
            for (uint32_t x = span.x; x < span.x + span.width; x++) {
                if (!note_sector(regions, y * regions->columns + x)) {
                    return WAY_STATUS_NO_MEMORY;
                }
            }
        }
    }
    for (uint32_t i = 0; weighted && !regions->priced && i < regions->columns * regions->rows;
         i++) {
        if (!note_price(regions, i)) {
            return WAY_STATUS_NO_MEMORY;
        }
    }
    regions->priced = weighted;
    return WAY_STATUS_OK;
}

/// Does one listed sector; false without memory.
static bool mend_one(wayi_regions *regions, wayi_regions_scratch *scratch)
{
    const bool making = regions->dirty.count;
    wayi_path_buffer *list = making ? &regions->dirty : &regions->unpriced;
    const uint32_t index = list->states[list->count - 1];
    wayi_region_sector *sector = &regions->sectors[index];
    if (making) {
        if (!wayi_regions_make(regions, index, scratch)) {
            return false;
        }
        sector->dirty = false;
        regions->repaired++;
    } else {
        if (wayi_regions_are_priced(regions) && !price_sector(regions, index, scratch)) {
            return false;
        }
        sector->unpriced = false;
    }
    list->count--;
    regions->looked += scratch->looked;
    return true;
}

way_status wayi_regions_mend(wayi_regions *regions, uint32_t *budget, bool *done)
{
    wayi_regions_scratch scratch;
    bool fits = wayi_regions_scratch_init(&scratch, regions);
    while (fits && *budget && (regions->dirty.count || regions->unpriced.count)) {
        const uint32_t least = regions->dirty.count ? 1u << (2 * regions->shift) : 1;
        scratch.looked = 0;
        fits = mend_one(regions, &scratch);
        const uint64_t cost = scratch.looked > least ? scratch.looked : least;
        regions->worked += cost;
        *budget = *budget > cost ? *budget - (uint32_t)cost : 0;
    }
    wayi_regions_scratch_fini(&scratch);
    *done = fits && regions->dirty.count == 0 && regions->unpriced.count == 0;
    return fits ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}
