// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A map that changes: is the plan still good, is the goal still reachable, what changed?
#include <waymark/agent.h>
#include <waymark/ground.h>

#include <stdio.h>

#define SIDE 32u

static void tell(const way_map *map, way_cell from, way_cell to)
{
    const way_cell nearest = way_map_nearest_reachable(map, from, to, 1);
    uint32_t x = 0;
    uint32_t y = 0;
    way_map_position(map, nearest, &x, &y);
    printf("revision %u: goal %s, nearest reachable cell %u,%u\n", (unsigned)way_map_revision(map),
           way_map_is_reachable(map, from, to, 1) ? "reachable" : "cut off", x, y);
}

static way_status run(way_map *map, way_agent *agent)
{
    const way_cell start = way_map_cell(map, 2, 16);
    const way_cell goal = way_map_cell(map, 29, 16);
    const way_trip trip = {.start = start, .goal = goal, .fall_back_to_nearest = true};
    way_status status = way_agent_begin(agent, &trip);
    if (status) {
        return status;
    }
    printf("planned: %s\n", way_outcome_text(way_agent_run(agent)));
    tell(map, start, goal);

    // A wall with a gate is built. One call is one revision.
    const uint64_t before = way_map_revision(map);
    const way_edit wall[] = {{.x = 15, .y = 0, .width = 1, .height = SIDE},
                             {.x = 15, .y = 30, .width = 1, .height = 1, .weight = 1}};
    way_rect changed[8];
    uint32_t count = 0;
    status = way_map_edit(map, wall, 2);
    status = status ? status : way_map_changes(map, before, changed, 8, &count);
    printf("%u rectangles changed; the old path %s\n", count,
           way_agent_path_holds(agent, 0) ? "holds" : "is broken");
    status = status ? status : way_agent_begin(agent, &trip);
    printf("planned again: %s\n", status ? "" : way_outcome_text(way_agent_run(agent)));
    tell(map, start, goal);

    // The gate shuts while a plan is being made.
    const way_edit gate = {.x = 15, .y = 30, .width = 1, .height = 1};
    status = status ? status : way_agent_begin(agent, &trip);
    way_agent_step(agent, 10);
    status = status ? status : way_map_edit(map, &gate, 1);
    printf("half a plan: %s\n", way_outcome_text(way_agent_step(agent, 10)));
    tell(map, start, goal);
    status = status ? status : way_agent_begin(agent, &trip);
    printf("planned once more: %s\n", status ? "" : way_outcome_text(way_agent_run(agent)));
    return status;
}

int main(void)
{
    const way_map_config config = way_map_config_default(SIDE, SIDE);
    way_map *map = NULL;
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
    way_status status = way_map_create(&config, &map);
    const way_navigator_config plan = {.map = map, .algorithm = "astar"};
    status = status ? status : way_navigator_create(&plan, &navigator);
    const way_agent_config unit = {.navigator = navigator};
    status = status ? status : way_agent_create(&unit, &agent);
    status = status ? status : run(map, agent);
    const bool near = agent && way_agent_outcome(agent) == WAY_OUTCOME_PARTIAL;
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
    way_map_destroy(map);
    return !status && near ? 0 : 1;
}
