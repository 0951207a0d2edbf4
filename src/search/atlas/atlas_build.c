// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Making a whole atlas, rows of squares side by side on the caller's threads: first all regions,
// then who is next to whom, then the records. Nothing depends on how the rows are shared out.
#include "base/check.h"
#include "base/flag.h"
#include "search/atlas/atlas.h"

typedef struct atlas_build {
    wayi_atlas *atlas;
    uint16_t *labels;        ///< [square_count * side * side]
    wayi_atlas_block **made; ///< [square_count]
    uint32_t piece;          ///< squares of a piece of work
    bool (*make)(struct atlas_build *build, uint32_t square, wayi_atlas_tools *tools);
} atlas_build;

static uint16_t *atlas_build_tile(const atlas_build *build, uint32_t square)
{
    const size_t area = (size_t)build->atlas->config.side * build->atlas->config.side;
    return build->labels + square * area;
}

static bool atlas_build_cut(atlas_build *build, uint32_t square, wayi_atlas_tools *tools)
{
    return wayi_atlas_make_regions(build->atlas, square, tools, &build->made[square]);
}

static bool atlas_build_label(atlas_build *build, uint32_t square, wayi_atlas_tools *tools)
{
    wayi_atlas *atlas = build->atlas;
    uint16_t *labels = atlas_build_tile(build, square);
    wayi_atlas_label(atlas, square, WAYI_ATLAS_AROUND, labels, tools);
    if (atlas->outlines) {
        atlas->outlines[square] = wayi_atlas_outline(atlas, square, labels);
    }
    return true;
}

static bool atlas_build_borders(atlas_build *build, uint32_t square, wayi_atlas_tools *tools)
{
    const wayi_atlas *atlas = build->atlas;
    const uint16_t *labels[9];
    for (uint32_t i = 0; i < 9; i++) {
        const uint32_t near = wayi_atlas_beside(atlas, square, i);
        labels[i] = near == UINT32_MAX ? NULL : atlas_build_tile(build, near);
    }
    bool changed = false;
    return wayi_atlas_make_borders(atlas, square, WAYI_ATLAS_AROUND, labels, tools,
                                   &build->made[square], &changed);
}

static bool atlas_build_records(atlas_build *build, uint32_t square, wayi_atlas_tools *tools)
{
    uint32_t budget = UINT32_MAX;
    return wayi_atlas_make_records(build->atlas, square, NULL, tools, &budget,
                                   &build->made[square]) == WAY_OUTCOME_FOUND;
}

static way_status atlas_build_piece(uint32_t index, void *argument)
{
    atlas_build *build = argument;
    const uint32_t first = index * build->piece;
    const uint32_t rest = build->atlas->square_count - first;
    const uint32_t count = rest < build->piece ? rest : build->piece;
    wayi_atlas_tools tools;
    bool fits = wayi_atlas_tools_init(&tools, build->atlas, build->make == atlas_build_records);
    for (uint32_t i = 0; i < count && fits; i++) {
        fits = build->make(build, first + i, &tools);
    }
    wayi_tally_add(&build->atlas->built, tools.work);
    wayi_atlas_tools_fini(&tools);
    return fits ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

/// Runs a stage over all squares and puts the blocks that it made in place.
static way_status atlas_build_stage(atlas_build *build, wayi_job_stage stage,
                                    bool (*make)(atlas_build *, uint32_t, wayi_atlas_tools *))
{
    wayi_atlas *atlas = build->atlas;
    const uint32_t pieces = (atlas->square_count + build->piece - 1) / build->piece;
    build->make = make;
    const way_status status = wayi_job_run(stage, pieces, atlas_build_piece, build);
    for (uint32_t i = 0; i < atlas->square_count; i++) {
        if (build->made[i]) {
            wayi_atlas_replace(atlas, i, build->made[i]);
            build->made[i] = NULL;
        }
    }
    return status;
}

static way_status atlas_build_run(atlas_build *build, wayi_job_stage whole)
{
    const uint32_t span = whole.last - whole.first;
    const uint32_t ends[] = {whole.first + span / 12, whole.first + span / 8,
                             whole.first + span / 5, whole.last};
    bool (*const makes[])(atlas_build *, uint32_t, wayi_atlas_tools *) = {
        atlas_build_cut, atlas_build_label, atlas_build_borders, atlas_build_records};
    way_status status = WAY_STATUS_OK;
    // Without links there is nothing to do but cut, and bare ones may have nothing to record.
    const uint32_t stages = !build->atlas->config.depth ? 1 : build->atlas->recorded ? 4 : 3;
    for (uint32_t i = 0; i < stages && status == WAY_STATUS_OK; i++) {
        const wayi_job_stage stage = {whole.job, i ? ends[i - 1] : whole.first, ends[i]};
        status = atlas_build_stage(build, stage, makes[i]);
    }
    return status;
}

way_status wayi_atlas_build(wayi_atlas *atlas, wayi_job_stage stage)
{
    const way_allocator *allocator = &atlas->allocator;
    const size_t cells = (size_t)atlas->square_count * atlas->config.side * atlas->config.side;
    // Pieces are large enough to pay for their tools, and many enough to share out.
    uint32_t piece = atlas->square_count / 256 + 1;
    piece = piece < 16 ? 16 : piece;
    atlas_build build = {.atlas = atlas,
                         .labels = wayi_alloc(allocator, cells, sizeof *build.labels),
                         .made =
                             wayi_alloc_zero(allocator, atlas->square_count, sizeof *build.made),
                         .piece = piece};
    way_status status = WAY_STATUS_NO_MEMORY;
    if (build.labels && build.made) {
        status = atlas_build_run(&build, stage);
    }
    WAYI_FREE(allocator, build.labels, cells);
    WAYI_FREE(allocator, build.made, atlas->square_count);
    atlas->version = 0;
    return status;
}
