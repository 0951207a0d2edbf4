// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Your own memory: everything comes from one allocator, and nothing is taken while units plan.
#include <waymark/agent.h>
#include <waymark/ground.h>

#include <stdio.h>
#include <stdlib.h>

/// A heap with a limit that counts; an engine would hand out its own here.
typedef struct pool {
    size_t limit;
    size_t used;
    size_t peak;
    unsigned calls;
} pool;

static void *pool_alloc(size_t size, void *user)
{
    pool *memory = user;
    memory->calls++;
    if (size > memory->limit - memory->used) {
        return NULL; // the call that asked ends with NO_MEMORY, and nothing is lost
    }
    memory->used += size;
    memory->peak = memory->used > memory->peak ? memory->used : memory->peak;
    return malloc(size);
}

static void pool_free(void *pointer, size_t size, void *user)
{
    pool *memory = user;
    memory->used -= size;
    free(pointer);
}

/// Plans trips over the whole map; returns how often the allocator was called after the first.
static unsigned plan(way_map *map, way_agent *agent, const pool *memory)
{
    const uint32_t side = way_map_width(map);
    unsigned warm = 0;
    for (uint32_t i = 0; i < side; i++) {
        const way_trip trip = {.start = i, .goal = side * side - 1 - i};
        if (way_agent_begin(agent, &trip) || way_agent_run(agent) != WAY_OUTCOME_FOUND) {
            return UINT32_MAX;
        }
        warm = i == 0 ? memory->calls : warm;
    }
    return memory->calls - warm;
}

int main(void)
{
    pool memory = {.limit = (size_t)8 << 20};
    const way_allocator allocator = {pool_alloc, pool_free, &memory};
    way_map_config config = way_map_config_default(256, 256);
    config.allocator = &allocator;
    way_map *map = NULL;
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
    way_status status = way_map_create(&config, &map);
    const way_navigator_config way = {.map = map, .algorithm = "jps", .allocator = &allocator};
    status = status ? status : way_navigator_create(&way, &navigator);
    const way_agent_config unit = {.navigator = navigator, .allocator = &allocator};
    status = status ? status : way_agent_create(&unit, &agent);
    printf("map %zu KB, agent %zu KB\n", status ? 0 : way_map_bytes(map) / 1024,
           status ? 0 : way_agent_stats(agent).bytes / 1024);
    const unsigned later = status ? 0 : plan(map, agent, &memory);
    printf("256 trips; calls of the allocator after the first: %u\n", later);
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
    way_map_destroy(map);
    printf("peak %zu KB, left over %zu bytes\n", memory.peak / 1024, memory.used);
    return status || later || memory.used ? 1 : 0;
}
