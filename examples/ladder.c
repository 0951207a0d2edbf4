// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Links: two floors of a house above each other on one map, joined by a ladder and by a hole in the
// upper floor that leads down only.
#include <waymark/ground.h>

#include <stdio.h>

#define WIDTH 16u
#define FLOOR 6u // rows of a floor; one blocked row lies between two

static way_cell at(const way_map *map, uint32_t floor, uint32_t x, uint32_t y)
{
    return way_map_cell(map, x, (int64_t)floor * (FLOOR + 1) + y);
}

static void walk(const way_map *map, way_cell from, way_cell to, way_cost *cost)
{
    way_path path = {0};
    const way_status status = way_find(map, "astar", from, to, &path);
    const bool arrived = !status && path.outcome == WAY_OUTCOME_FOUND;
    *cost = arrived ? path.cost : WAY_COST_MAX;
    for (uint32_t i = 0; i < path.count; i++) {
        uint32_t x = 0;
        uint32_t y = 0;
        way_map_position(map, path.states[i], &x, &y);
        printf("%u:%u,%u ", y / (FLOOR + 1), x, y % (FLOOR + 1));
    }
    printf("%s\n", status ? way_status_text(status) : way_outcome_text(path.outcome));
    way_path_free(&path);
}

int main(void)
{
    const way_map_config config = way_map_config_default(WIDTH, 2 * FLOOR + 1);
    const way_edit between = {0, FLOOR, WIDTH, 1, 0};
    way_map *map = NULL;
    way_status status = way_map_create(&config, &map);
    status = status ? status : way_map_edit(map, &between, 1);
    if (status) {
        return 1;
    }
    const way_map_link links[] = {
        {.from = at(map, 1, 2, 2), .to = at(map, 0, 2, 2), .cost = 3 * 408, .both_ways = true},
        {.from = at(map, 0, 12, 3), .to = at(map, 1, 12, 3), .cost = 408}};
    way_cost up = 0;
    way_cost down = 0;
    way_cost kept = 0;
    status = way_map_add_links(map, links, 2);
    walk(map, at(map, 1, 13, 3), at(map, 0, 13, 3), &up);
    walk(map, at(map, 0, 13, 3), at(map, 1, 13, 3), &down);

    // The ladder is taken away: up is no longer possible, down still is.
    status = status ? status : way_map_remove_links(map, links, 1);
    walk(map, at(map, 0, 13, 3), at(map, 1, 13, 3), &kept);
    const bool stuck = !way_map_is_reachable(map, at(map, 1, 0, 0), at(map, 0, 0, 0), 1);
    printf("without the ladder one %s up\n", stuck ? "can't get" : "gets");
    way_map_destroy(map);
    return !status && down == 3 * 408 && up > down && kept == down && stuck ? 0 : 1;
}
