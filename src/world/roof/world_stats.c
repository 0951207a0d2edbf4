// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What a world has done, and what it holds.
#include "world/move/agree.h"
#include "world/order/orders.h"

/// What one more unit of capacity takes.
static size_t world_stats_unit(void)
{
    return sizeof(wayi_body) + sizeof(wayi_mind) + sizeof(wayi_chunk) +
           4 * sizeof(uint32_t) + // active twice, decided, queue
           2 * sizeof(uint64_t) + // scratch
           sizeof(wayi_waiting_order) / 8;
}

static way_world_memory world_stats_memory(const way_world *world)
{
    const size_t cells = world->map->cell_count;
    const size_t units = world->unit_capacity;
    const size_t routes = world->routes.capacity * sizeof(wayi_chunk);
    const size_t orders = world->order_capacity * sizeof(wayi_waiting_order);
    const size_t scratch = world->scratch_capacity * sizeof(uint64_t);
    way_world_memory memory = {
        .units = units * (sizeof(wayi_body) + sizeof(wayi_mind) + 4 * sizeof(uint32_t)) + routes +
                 orders + scratch,
        .cells = cells * sizeof(wayi_spot),
        .rest = sizeof *world + world->event_capacity * sizeof(way_world_event) +
                WAYI_CHAIN_MAX * sizeof(wayi_push) + WAYI_BLOCKERS_MAX * sizeof(uint32_t) +
                WAYI_GROUPS_MAX * sizeof(wayi_group) +
                (world->lifts ? WAYI_LIFTS_MAX * sizeof(wayi_lift) : 0)};
    for (uint32_t t = 0; t < world->team_count; t++) {
        const wayi_team *team = &world->teams[t];
        memory.teams += team->map ? way_map_bytes(team->map) + (cells + 63) / 64 * 16 : 0;
    }
    memory.searches = sizeof *world + (size_t)world->meter.bytes - memory.units - memory.cells -
                      memory.teams - memory.rest; // and all else
    return memory;
}

way_world_stats way_world_statistics(const way_world *world)
{
    way_world_stats stats = world->stats;
    stats.tick = world->tick;
    stats.active = world->active_count - world->active_holes;
    stats.waiting = world->planner.queue_count;
    for (uint32_t l = 0; l < world->planner.lane_count; l++) {
        stats.waiting += world->planner.lanes[l].count - world->planner.lanes[l].next;
    }
    const way_world_memory memory = world_stats_memory(world);
    stats.memory = memory;
    stats.bytes = sizeof *world + (size_t)world->meter.bytes;
    stats.unit_bytes = world_stats_unit();
    return stats;
}
