// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What a repair takes after one cell changed, on maps that get larger and larger.
#include "bench/kit/require.h"
#include "bench/kit/stopwatch.h"
#include "bench/studies/hierarchical.h"

#include <waymark/database.h>

#include <stdlib.h>

#define EDITS_COUNT 200u

/// No point takes longer than this many seconds of repairs.
#define EDITS_SECONDS 1.0

static const uint32_t edits_sides[HIERARCHICAL_SIDES] = {128, 256, 512, 1024, 2048};

/// A map with every fifth cell blocked at random.
static way_map *edits_map(uint32_t side)
{
    way_map *map = NULL;
    uint8_t *weights = require_memory((size_t)side * side, sizeof *weights);
    way_rng rng = way_rng_seed(side);
    for (uint32_t i = 0; i < side * side; i++) {
        weights[i] = way_rng_below(&rng, 5) != 0;
    }
    way_map_config config = way_map_config_default(side, side);
    config.weights = weights;
    require_ok(way_map_create(&config, &map), "map");
    free(weights);
    return map;
}

/// Mean seconds of a repair; 0 if the algorithm can't.
static double edits_measure(way_map *map, way_space *space, const char *spec)
{
    way_navigator *navigator = NULL;
    const way_navigator_config plan = {.space = space, .algorithm = spec};
    require_ok(way_navigator_create(&plan, &navigator), spec);
    const uint32_t side = way_map_width(map);
    way_rng rng = way_rng_seed(7);
    double seconds = 0;
    uint32_t count = 0;
    while (count < EDITS_COUNT && seconds < EDITS_SECONDS) {
        const way_cell cell = way_rng_below(&rng, side * side);
        const way_edit edit = {cell % side, cell / side, 1, 1,
                               way_map_is_passable(map, cell) ? 0 : 1};
        require_ok(way_map_edit(map, &edit, 1), "edit");
        const double before = stopwatch_worked();
        bool done = false;
        const way_status status = way_navigator_repair(navigator, UINT32_MAX, &done);
        seconds += stopwatch_worked() - before;
        if (status == WAY_STATUS_UNSUPPORTED) {
            break;
        }
        require_ok(status, "repair");
        count++;
    }
    way_navigator_destroy(navigator);
    return count ? seconds / count : 0;
}

/// Lists specs whose repairs differ: smoothing does not matter to them.
static void edits_list(hierarchical_bench *bench)
{
    static const char *const own[] = {"hpastar(levels=1)", "hpastar", "hpastar(lazy=on)",
                                      "dhpastar(levels=1)", "guided(sector=16)"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        snprintf(bench->edits[bench->edit_count++].spec, sizeof bench->edits->spec, "%s", own[i]);
    }
    for (uint32_t i = 0; i < way_algorithm_count(); i++) {
        const way_algorithm *algorithm = way_algorithm_at(i);
        const char *name = algorithm->name;
        const bool listed = name[0] == 'h' || name[0] == 'd';
        if (algorithm->family[0] == 'h' && !listed && bench->edit_count < HIERARCHICAL_ROWS_MAX) {
            snprintf(bench->edits[bench->edit_count++].spec, sizeof bench->edits->spec, "%s", name);
        }
    }
}

void hierarchical_run_edits(hierarchical_bench *bench)
{
    edits_list(bench);
    for (uint32_t k = 0; k < HIERARCHICAL_SIDES; k++) {
        way_map *map = edits_map(edits_sides[k]);
        way_space *space = NULL;
        require_ok(way_space_create_grid(map, 1, NULL, &space), "space");
        for (uint32_t i = 0; i < bench->edit_count; i++) {
            fprintf(stderr, "edits on %u x %u: %s\n", edits_sides[k], edits_sides[k],
                    bench->edits[i].spec);
            bench->edits[i].sides[k] = edits_sides[k];
            bench->edits[i].seconds[k] = edits_measure(map, space, bench->edits[i].spec);
        }
        way_space_destroy(space);
        way_map_destroy(map);
    }
}
