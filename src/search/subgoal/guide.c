// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The database of a pilot: an atlas and its rows of hops.
#include "search/subgoal/pilot.h"

/// Smaller squares are taken for this.
#define GUIDE_SIDE_MIN 2

/// Squares a side of a larger one.
#define GUIDE_FACTOR 8u

/// Steps from the start and from the goal within which better ends are looked for.
#define GUIDE_REACH 24u

/// Puts what suits the map in the place of zeros.
static void guide_choose(way_navigator *navigator, const wayi_guide_kind *kind)
{
    int32_t *side = &navigator->params[kind->side];
    int32_t *depth = &navigator->params[kind->depth];
    uint32_t chosen_side = (uint32_t)*side;
    uint32_t chosen_depth = (uint32_t)*depth;
    if (*side == 0 || *depth == 0) {
        wayi_atlas_choose(wayi_space_grid(navigator->space), kind->cutoff != WAYI_GUIDE_CONNECTED,
                          &chosen_side, &chosen_depth);
    }
    *side = *side ? *side : (int32_t)chosen_side;
    *depth = *depth ? *depth : (int32_t)chosen_depth;
    *side = *side < GUIDE_SIDE_MIN ? GUIDE_SIDE_MIN : *side;
}

/// Everything but the squares.
static way_status guide_set_up(way_navigator *navigator, const wayi_guide_kind *kind)
{
    wayi_guide *guide = navigator->database;
    const int32_t *params = navigator->params;
    guide_choose(navigator, kind);
    guide->lookahead = (uint32_t)params[kind->lookahead];
    guide->reach = GUIDE_REACH;
    guide->searches = kind->searches;
    guide->trim = params[kind->trim] != 0;
    guide->published = params[kind->published] != 0;
    const bool climbs = kind->cutoff != WAYI_GUIDE_CONNECTED;
    const wayi_atlas_config config = {.space = navigator->space,
                                      .side = (uint32_t)params[kind->side],
                                      .depth = (uint32_t)params[kind->depth],
                                      .cutoff = climbs ? (uint32_t)params[kind->cutoff] : 0,
                                      .lattice = climbs && guide->published};
    wayi_hops_init(&guide->hops, &guide->atlas, &navigator->allocator);
    return wayi_atlas_init(&guide->atlas, &config, &navigator->allocator);
}

void wayi_guide_discard(way_navigator *navigator)
{
    wayi_guide *guide = navigator->database;
    if (guide->hops.atlas) {
        wayi_hops_fini(&guide->hops);
        wayi_atlas_fini(&guide->atlas);
        wayi_atlas_fini(&guide->upper);
    }
}

/// Makes the level above where there are many regions.
static way_status guide_rise(way_navigator *navigator)
{
    wayi_guide *guide = navigator->database;
    const wayi_atlas_config config = {.space = navigator->space,
                                      .side = guide->atlas.config.side * GUIDE_FACTOR,
                                      .depth = 1,
                                      .bare = true,
                                      .lower = &guide->atlas};
    if (guide->atlas.region_count <= WAYI_GUIDE_MANY) {
        return WAY_STATUS_OK;
    }
    const way_status status = wayi_atlas_init(&guide->upper, &config, &navigator->allocator);
    return status == WAY_STATUS_OK ? wayi_atlas_build(&guide->upper, (wayi_job_stage){0}) : status;
}

const wayi_atlas *wayi_guide_upper(const wayi_guide *guide)
{
    const bool whole = guide->upper.squares && !guide->upper.repairs && !guide->atlas.repairs;
    return whole ? &guide->upper : NULL;
}

way_status wayi_guide_prepare(way_navigator *navigator, const wayi_guide_kind *kind,
                              const way_job *job)
{
    wayi_guide *guide = navigator->database;
    way_status status = guide_set_up(navigator, kind);
    if (status == WAY_STATUS_OK) {
        status = wayi_atlas_build(&guide->atlas, (wayi_job_stage){job, 0, 600});
    }
    if (status == WAY_STATUS_OK) {
        status = wayi_hops_build(&guide->hops, (wayi_job_stage){job, 600, 1000});
    }
    return status == WAY_STATUS_OK ? guide_rise(navigator) : status;
}

way_status wayi_guide_repair(way_navigator *navigator, const way_rect *rects, uint32_t count,
                             uint32_t budget, bool *done)
{
    wayi_guide *guide = navigator->database;
    *done = false;
    bool whole = false;
    if (!(way_space_traits(navigator->space) & WAY_SPACE_UNLINKED)) {
        return WAY_STATUS_UNSUPPORTED;
    }
    const uint64_t before = guide->atlas.repaired + guide->hops.worked + guide->upper.repaired;
    way_status status = wayi_atlas_note(&guide->atlas, rects, count);
    if (status == WAY_STATUS_OK && guide->upper.squares) {
        status = wayi_atlas_note(&guide->upper, rects, count);
    }
    if (status == WAY_STATUS_OK) {
        status = wayi_atlas_mend(&guide->atlas, &budget, &whole);
    }
    if (status == WAY_STATUS_OK && whole && guide->upper.squares) {
        status = wayi_atlas_mend(&guide->upper, &budget, &whole);
    }
    if (status == WAY_STATUS_OK && whole) {
        status = wayi_hops_mend(&guide->hops, &budget, done);
    }
    navigator->repaired +=
        guide->atlas.repaired + guide->hops.worked + guide->upper.repaired - before;
    return status;
}

bool wayi_guide_is_behind(const way_navigator *navigator)
{
    const wayi_guide *guide = navigator->database;
    return guide->atlas.repairs != NULL;
}

void wayi_guide_save(const way_navigator *navigator, wayi_blob_writer *writer)
{
    const wayi_guide *guide = navigator->database;
    wayi_atlas_save(&guide->atlas, writer);
    wayi_hops_save(&guide->hops, writer);
}

way_status wayi_guide_open(way_navigator *navigator, const wayi_guide_kind *kind,
                           const wayi_blob *blob)
{
    wayi_guide *guide = navigator->database;
    way_status status = guide_set_up(navigator, kind);
    if (status == WAY_STATUS_OK) {
        status = wayi_atlas_open(&guide->atlas, blob);
    }
    if (status == WAY_STATUS_OK) {
        status = wayi_hops_open(&guide->hops, blob);
    }
    return status == WAY_STATUS_OK ? guide_rise(navigator) : status;
}
