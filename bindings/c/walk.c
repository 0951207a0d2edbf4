// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Every algorithm across one map: name, cost and hash of the path. The programs of this name in the
// other folders print the same lines through their bindings, which is how we know that they agree.
#ifdef WAYMARK_ONE_FILE
#include "waymark.h"
#else
#include <waymark/waymark.h>
#endif

#include <inttypes.h>
#include <stdio.h>

#define SIDE 32u

/// Pillars in a pattern that any language can repeat.
static void fill(uint8_t *weights)
{
    for (uint32_t y = 0; y < SIDE; y++) {
        for (uint32_t x = 0; x < SIDE; x++) {
            weights[y * SIDE + x] = (x * x + 3 * y + x * y) % 7 != 1;
        }
    }
}

int main(void)
{
    uint8_t weights[SIDE * SIDE];
    fill(weights);
    way_map_config config = way_map_config_default(SIDE, SIDE);
    config.weights = weights;
    way_map *map = NULL;
    way_status status = way_map_create(&config, &map);
    for (uint32_t i = 0; !status && i < way_algorithm_count(); i++) {
        const char *name = way_algorithm_at(i)->name;
        way_path path = {0};
        status = way_find(map, name, 0, SIDE * SIDE - 1, &path);
        if (status == WAY_STATUS_UNSUPPORTED) {
            printf("%s unsupported\n", name);
            status = WAY_STATUS_OK;
            continue;
        }
        printf("%s %" PRIu32 " %016" PRIx64 "\n", name, path.cost,
               way_hash_bytes(0, path.states, path.count * sizeof *path.states));
        way_path_free(&path);
    }
    way_map_destroy(map);
    if (status) {
        fprintf(stderr, "%s\n", way_status_text(status));
    }
    return status ? 1 : 0;
}
