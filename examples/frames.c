// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Many units, one budget per frame: searches are sliced and nobody holds up the frame.
#include <waymark/agent.h>

#include <stdio.h>

#define SIDE 128u
#define UNITS 6u
#define FRAME_BUDGET 600u // expansions for all units together; measure what your frame can afford

/// Gives each waiting unit its share until the frame's budget is spent; true when none waits.
static bool plan_one_frame(way_agent *const *units, uint32_t *next)
{
    const uint32_t share = FRAME_BUDGET / UNITS;
    uint32_t waiting = 0;
    for (uint32_t i = 0; i < UNITS; i++) {
        way_agent *unit = units[(*next + i) % UNITS];
        waiting += way_agent_step(unit, share) == WAY_OUTCOME_WORKING;
    }
    *next = (*next + 1) % UNITS; // another one goes first in the next frame
    return waiting == 0;
}

static way_status run(way_map *map, way_navigator **navigator, way_agent **units)
{
    const way_edit walls[] = {{.x = 40, .y = 0, .width = 2, .height = 100},
                              {.x = 80, .y = 28, .width = 2, .height = 100}};
    way_status status = way_map_edit(map, walls, 2);
    const way_navigator_config plan = {.map = map, .algorithm = "astar"};
    status = status ? status : way_navigator_create(&plan, navigator);
    // One agent per unit; they share the navigator.
    const way_agent_config config = {.navigator = *navigator};
    for (uint32_t i = 0; !status && i < UNITS; i++) {
        const way_trip trip = {.start = way_map_cell(map, 2, 10 + 18 * i),
                               .goal = way_map_cell(map, 125, 117 - 18 * i)};
        status = way_agent_create(&config, &units[i]);
        status = status ? status : way_agent_begin(units[i], &trip);
    }
    uint32_t frames = 0;
    for (uint32_t next = 0; !status; frames++) {
        if (plan_one_frame(units, &next)) {
            break;
        }
    }
    for (uint32_t i = 0; !status && i < UNITS; i++) {
        const way_stats stats = way_agent_stats(units[i]);
        printf("unit %u: %s, cost %u, at most %u expansions in a frame\n", i,
               way_outcome_text(way_agent_outcome(units[i])), way_agent_cost(units[i]),
               (unsigned)stats.step_work_max);
    }
    printf("all planned within %u frames\n", frames + 1);
    return status;
}

int main(void)
{
    const way_map_config config = way_map_config_default(SIDE, SIDE);
    way_map *map = NULL;
    way_navigator *navigator = NULL;
    way_agent *units[UNITS] = {NULL};
    way_status status = way_map_create(&config, &map);
    status = status ? status : run(map, &navigator, units);
    for (uint32_t i = 0; i < UNITS; i++) {
        way_agent_destroy(units[i]);
    }
    way_navigator_destroy(navigator);
    way_map_destroy(map);
    if (status) {
        fprintf(stderr, "%s\n", way_status_text(status));
    }
    return status ? 1 : 0;
}
