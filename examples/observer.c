// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Looking inside: an observer records what a search does, in memory of yours.
#include <waymark/agent.h>

#include <stdio.h>

#define WIDTH 48u
#define HEIGHT 14u

/// Draws when each cell was expanded, '0' to '9', and the path as '*'.
static void draw(const way_map *map, const way_observer *observer, const way_agent *agent)
{
    char cells[WIDTH * HEIGHT];
    for (way_cell cell = 0; cell < WIDTH * HEIGHT; cell++) {
        cells[cell] = way_map_is_passable(map, cell) ? ' ' : '#';
    }
    // A ring keeps the last `capacity` events; this one is large enough for all.
    for (uint64_t i = 0; i < observer->count && i < observer->capacity; i++) {
        const way_event *event = &observer->events[i];
        if (event->kind == WAY_EVENT_EXPAND) {
            cells[event->state] = (char)('0' + 10 * i / observer->count);
        }
    }
    uint32_t count = 0;
    const way_state *path = way_agent_path(agent, &count);
    for (uint32_t i = 0; i < count; i++) {
        cells[path[i]] = '*';
    }
    for (uint32_t y = 0; y < HEIGHT; y++) {
        printf("%.*s\n", (int)WIDTH, cells + (size_t)y * WIDTH);
    }
}

static way_status watch(way_map *map, const char *algorithm)
{
    static way_event events[8 * WIDTH * HEIGHT];
    way_observer observer = {.events = events, .capacity = 8 * WIDTH * HEIGHT};
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
    const way_navigator_config plan = {.map = map, .algorithm = algorithm};
    way_status status = way_navigator_create(&plan, &navigator);
    const way_agent_config config = {.navigator = navigator, .observer = &observer};
    status = status ? status : way_agent_create(&config, &agent);
    const way_trip trip = {.start = way_map_cell(map, 4, 7), .goal = way_map_cell(map, 43, 7)};
    status = status ? status : way_agent_begin(agent, &trip);
    if (!status) {
        const way_outcome outcome = way_agent_run(agent);
        printf("%s: %s, cost %u, %u expansions\n", algorithm, way_outcome_text(outcome),
               way_agent_cost(agent), (unsigned)way_agent_stats(agent).expansions);
        draw(map, &observer, agent);
    }
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
    return status;
}

int main(void)
{
    const way_map_config config = way_map_config_default(WIDTH, HEIGHT);
    const way_edit walls[] = {{.x = 28, .y = 2, .width = 1, .height = 11},
                              {.x = 18, .y = 2, .width = 10, .height = 1}};
    way_map *map = NULL;
    way_status status = way_map_create(&config, &map);
    status = status ? status : way_map_edit(map, walls, 2);
    status = status ? status : watch(map, "astar");
    status = status ? status : watch(map, "weighted(weight=2)");
    way_map_destroy(map);
    return status ? 1 : 0;
}
