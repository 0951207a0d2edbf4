// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Where to stop: on the goal, beside it, within range of it, or on the nearest of many.
#include <waymark/agent.h>
#include <waymark/ground.h>

#include <stdio.h>

static way_status go(way_agent *agent, const char *what, const way_trip *trip)
{
    const way_status status = way_agent_begin(agent, trip);
    if (status) {
        printf("%-34s %s\n", what, way_status_text(status));
        return status;
    }
    const way_outcome outcome = way_agent_run(agent);
    uint32_t count = 0;
    const way_state *path = way_agent_path(agent, &count);
    const way_state end = path[count - 1]; // a trip without a path stays where it began
    printf("%-34s %s; ends on %u,%u\n", what, way_outcome_text(outcome), end % 32, end / 32);
    return WAY_STATUS_OK;
}

static way_status run(way_map *map, way_agent *agent)
{
    const way_cell start = way_map_cell(map, 2, 2);
    const way_cell rock = way_map_cell(map, 20, 20); // blocked
    const way_cell camps[] = {way_map_cell(map, 30, 2), way_map_cell(map, 9, 12),
                              way_map_cell(map, 2, 30)};
    const way_edit block = {.x = 20, .y = 20, .width = 1, .height = 1};
    way_status status = way_map_edit(map, &block, 1);

    way_trip trip = {.start = start, .goal = way_map_cell(map, 20, 10)};
    status = status ? status : go(agent, "on the goal:", &trip);

    trip = (way_trip){.start = start, .goal = rock};
    status = status ? status : go(agent, "on a rock, refused:", &trip);
    trip.fall_back_to_nearest = true;
    status = status ? status : go(agent, "on a rock, or as near as possible:", &trip);

    trip = (way_trip){.start = start, .goal = rock, .mode = WAY_GOAL_ADJACENT};
    status = status ? status : go(agent, "beside the rock, to mine it:", &trip);

    // Ranges are costs: five straight steps of this map.
    trip = (way_trip){.start = start, .goal = rock, .mode = WAY_GOAL_RANGE};
    trip.range = 5u * way_map_costs(map).cardinal;
    status = status ? status : go(agent, "within five cells, to shoot:", &trip);

    trip = (way_trip){.start = start, .mode = WAY_GOAL_ANY_OF, .goals = camps, .goal_count = 3};
    status = status ? status : go(agent, "to the nearest camp:", &trip);

    // A limit on work, and the path so far when it is reached.
    trip = (way_trip){.start = start, .goal = way_map_cell(map, 30, 30), .expansion_limit = 10};
    trip.partial = true;
    status = status ? status : go(agent, "ten expansions towards the corner:", &trip);
    return status;
}

int main(void)
{
    const way_map_config config = way_map_config_default(32, 32);
    way_map *map = NULL;
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
    way_status status = way_map_create(&config, &map);
    const way_navigator_config plan = {.map = map, .algorithm = "astar"};
    status = status ? status : way_navigator_create(&plan, &navigator);
    const way_agent_config unit = {.navigator = navigator};
    status = status ? status : way_agent_create(&unit, &agent);
    status = status ? status : run(map, agent);
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
    way_map_destroy(map);
    return status ? 1 : 0;
}
