// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The tree: nodes that are cut (separators.c), and their sides, down to those that are all cut. All
// nodes of a depth are cut at once, each for itself.
#include "search/beacon/build/build.h"

bool wayi_beacon_add_split(wayi_beacon_build *build, wayi_beacon_split split)
{
    if (!WAYI_GROW(build->allocator, build->splits, build->split_capacity,
                   build->split_count + 1)) {
        return false;
    }
    build->splits[build->split_count++] = split;
    return true;
}

bool wayi_beacon_add_sides(wayi_beacon_build *build, uint32_t number)
{
    const wayi_beacon_split split = build->splits[number];
    const uint32_t bounds[3] = {split.first + split.cut, split.middle, split.end};
    for (uint32_t side = 0; side < 2; side++) {
        const uint64_t turn = side ? UINT64_C(1) << (63u - split.depth) : 0;
        const wayi_beacon_split child = {.path = split.path | turn,
                                         .depth = split.depth + 1,
                                         .parent = number,
                                         .first = bounds[side],
                                         .end = bounds[side + 1]};
        if (bounds[side] < bounds[side + 1] && !wayi_beacon_add_split(build, child)) {
            return false;
        }
    }
    return true;
}

void wayi_beacon_drop_splits(wayi_beacon_build *build)
{
    const size_t count = (size_t)build->index->vertex_count + 1;
    WAYI_FREE(build->allocator, build->locals, count);
    WAYI_FREE(build->allocator, build->splits, build->split_capacity);
    build->locals = NULL;
    build->splits = NULL;
    build->split_capacity = 0;
}

void wayi_beacon_drop_tree(wayi_beacon_build *build)
{
    const size_t count = (size_t)build->index->vertex_count + 1;
    wayi_beacon_drop_splits(build);
    WAYI_FREE(build->allocator, build->order, count);
    WAYI_FREE(build->allocator, build->owners, count);
    build->order = NULL;
    build->owners = NULL;
    build->split_count = 0;
}

bool wayi_beacon_plant_tree(wayi_beacon_build *build, uint32_t nodes)
{
    const uint32_t count = build->index->vertex_count;
    build->order = wayi_alloc(build->allocator, (size_t)count + 1, sizeof *build->order);
    build->locals = wayi_alloc(build->allocator, (size_t)count + 1, sizeof *build->locals);
    build->owners = wayi_alloc(build->allocator, (size_t)count + 1, sizeof *build->owners);
    const wayi_beacon_split root = {.parent = WAYI_BEACON_NONE, .end = count};
    return build->order && build->locals && build->owners &&
           WAYI_GROW(build->allocator, build->splits, build->split_capacity, nodes) &&
           wayi_beacon_add_split(build, root);
}

void wayi_beacon_plant_vertices(const wayi_beacon_build *build, uint32_t first, uint32_t end)
{
    for (uint32_t i = first; i < end; i++) {
        build->owners[i] = WAYI_BEACON_NONE;
        build->order[i] = i;
    }
}

static way_status tree_split(uint32_t number, void *argument)
{
    const wayi_beacon_build *build = ((const wayi_beacon_build *const *)argument)[0];
    const uint32_t node = *((const uint32_t *const *)argument)[1] + number;
    wayi_beacon_cutter work;
    wayi_beacon_cutter_open(&work, build, node);
    way_status status = WAY_STATUS_OK;
    for (bool done = false; !done && status == WAY_STATUS_OK;) {
        uint32_t budget = UINT32_MAX;
        status = wayi_beacon_cutter_step(&work, &budget, &done);
    }
    wayi_beacon_cutter_close(&work);
    return status;
}

/// Bytes of a node and its labels, at least: frames may be shorter.
static uint64_t tree_weigh(const wayi_beacon_split *split)
{
    const uint64_t words =
        (uint64_t)split->cut / WAYI_BEACON_FRAME * wayi_beacon_frame_size(WAYI_BEACON_FRAME) +
        wayi_beacon_frame_size(split->cut % WAYI_BEACON_FRAME);
    return sizeof(wayi_beacon_node) +
           (split->end - split->first) * (words * sizeof(uint32_t) + split->cut);
}

/// Whether what is known of the index is more than its memory.
static void tree_judge(wayi_beacon_build *build)
{
    build->outgrown = wayi_beacon_index_bytes(build->index) + build->least > build->index->memory;
}

way_status wayi_beacon_grow_tree(wayi_beacon_build *build, wayi_job_stage stage)
{
    if (!wayi_beacon_plant_tree(build, 1)) {
        return WAY_STATUS_NO_MEMORY;
    }
    wayi_beacon_plant_vertices(build, 0, build->index->vertex_count);
    tree_judge(build);
    const uint32_t span = (stage.last - stage.first) / 16;
    for (uint32_t first = 0, last = 1; first < last && !build->outgrown;
         last = build->split_count) {
        const void *argument[2] = {build, &first};
        stage.last = stage.first + (last > 16 ? 0 : span);
        const way_status status = wayi_job_run(stage, last - first, tree_split, argument);
        if (status != WAY_STATUS_OK) {
            return status;
        }
        stage.first = stage.last;
        for (; first < last; first++) {
            build->least += tree_weigh(&build->splits[first]);
            if (!wayi_beacon_add_sides(build, first)) {
                return WAY_STATUS_NO_MEMORY;
            }
        }
        tree_judge(build);
    }
    return WAY_STATUS_OK;
}
