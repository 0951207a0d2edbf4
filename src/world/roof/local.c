// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "world/world.h"

#include <waymark/local.h>

/// Once this much time has been noted, half of it is forgotten.
#define LOCAL_MEMORY UINT64_C(100000)

#define LOCAL_FIRST 1024u

struct way_preview {
    const way_world *world;
    way_agent *agent;
    way_allocator allocator;
};

way_status way_preview_create(const way_world *world, uint32_t kind, uint32_t team,
                              way_preview **out)
{
    *out = NULL;
    if (kind >= world->kind_count || team >= world->team_count) {
        return WAY_STATUS_OUT_OF_RANGE;
    }
    way_preview *preview = wayi_alloc_zero(&world->allocator, 1, sizeof *preview);
    if (!preview) {
        return WAY_STATUS_NO_MEMORY;
    }
    preview->world = world;
    preview->allocator = world->allocator;
    const way_agent_config config = {.navigator =
                                         world->grounds[world->teams[team].grounds[kind]].navigator,
                                     .store = WAY_STORE_SPARSE,
                                     .allocator = &world->allocator};
    const way_status status = way_agent_create(&config, &preview->agent);
    if (status != WAY_STATUS_OK) {
        way_preview_destroy(preview);
        return status;
    }
    *out = preview;
    return WAY_STATUS_OK;
}

void way_preview_destroy(way_preview *preview)
{
    if (preview) {
        const way_allocator allocator = preview->allocator;
        way_agent_destroy(preview->agent);
        wayi_free(&allocator, preview, 1, sizeof *preview);
    }
}

way_status way_preview_begin(way_preview *preview, way_cell from, way_cell to)
{
    const way_trip trip = {.start = from, .goal = to, .nearest_instead = true};
    return way_agent_begin(preview->agent, &trip);
}

way_outcome way_preview_step(way_preview *preview, uint32_t budget)
{
    return way_agent_step(preview->agent, budget);
}

const way_cell *way_preview_path(const way_preview *preview, uint32_t *count)
{
    const way_outcome outcome = way_agent_outcome(preview->agent);
    const way_cell *path = way_agent_path(preview->agent, count);
    if (outcome != WAY_OUTCOME_ARRIVED && outcome != WAY_OUTCOME_PARTIAL) {
        *count = 0;
    }
    return path;
}

way_cell way_world_cell_at(const way_world *world, int64_t x, int64_t y)
{
    if (x < 0 || y < 0) {
        return WAY_CELL_NONE;
    }
    return way_map_cell(world->map, x / 1024, y / 1024);
}

void way_world_middle(const way_world *world, way_cell cell, int64_t *x, int64_t *y)
{
    const uint32_t row = wayi_map_row(world->map, cell);
    *x = (int64_t)(cell - row * world->map->width) * 1024 + 512;
    *y = (int64_t)row * 1024 + 512;
}

void way_pace_note(way_pace *pace, uint64_t work, uint64_t microseconds)
{
    pace->work += work < UINT32_MAX ? work : UINT32_MAX;
    pace->microseconds += microseconds < LOCAL_MEMORY ? microseconds : LOCAL_MEMORY;
    if (pace->microseconds > LOCAL_MEMORY) {
        pace->work /= 2;
        pace->microseconds /= 2;
    }
}

uint32_t way_pace_budget(const way_pace *pace, uint64_t microseconds)
{
    if (pace->microseconds == 0 || pace->work == 0) {
        return LOCAL_FIRST;
    }
    const uint64_t time = microseconds < LOCAL_MEMORY ? microseconds : LOCAL_MEMORY;
    const uint64_t work = pace->work / pace->microseconds >= (UINT64_C(1) << 40)
                              ? UINT64_C(1) << 31
                              : pace->work * time / pace->microseconds;
    if (work == 0) {
        return 1;
    }
    const uint32_t bit = wayi_bits_highest(work);
    return UINT32_C(1) << (bit < 31 ? bit : 31);
}
