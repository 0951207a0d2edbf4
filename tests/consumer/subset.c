// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Lists the algorithms that a library has; each must find a path.
#include <waymark/all.h>

#include <stdio.h>

int main(void)
{
    const way_map_config config = way_map_config_default(8, 8);
    way_map *map = NULL;
    if (way_map_create(&config, &map) != WAY_STATUS_OK) {
        return 1;
    }
    for (uint32_t i = 0; i < way_algorithm_count(); i++) {
        const char *name = way_algorithm_at(i)->name;
        way_path path;
        if (way_find(map, name, 0, 63, &path) != WAY_STATUS_OK || path.cost != 7 * 577) {
            return 1;
        }
        way_path_free(&path);
        printf("%s ", name);
    }
    putchar('\n');
    way_map_destroy(map);
    return 0;
}
