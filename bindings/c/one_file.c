// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The whole library inside one file of a program's own, as `make amalgamation` writes it.
#define WAY_STATIC
#include "waymark.c"

#include <stdio.h>

int main(void)
{
    const way_map_config config = way_map_config_default(64, 64);
    const way_edit wall = {.x = 20, .y = 0, .width = 1, .height = 40, .weight = 0};
    way_map *map = NULL;
    way_path path = {0};
    way_status status = way_map_create(&config, &map);
    status = status ? status : way_map_edit(map, &wall, 1);
    status = status ? status : way_find(map, "jps", 2 * 64 + 2, 60 * 64 + 60, &path);
    printf("%s, %u cells\n", status ? way_status_text(status) : way_outcome_text(path.outcome),
           path.count);
    way_path_free(&path);
    way_map_destroy(map);
    return status ? 1 : 0;
}
