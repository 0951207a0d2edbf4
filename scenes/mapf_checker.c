// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "scenes/mapf_checker.h"

#include <stdlib.h>

static bool mapf_checker_is_step(const way_map *map, way_cell from, way_cell to)
{
    const uint32_t width = way_map_width(map);
    const uint32_t dx =
        from % width > to % width ? from % width - to % width : to % width - from % width;
    const uint32_t dy =
        from / width > to / width ? from / width - to / width : to / width - from / width;
    return dx + dy <= 1;
}

/// Who stands where at two times; 0 = nobody, else unit + 1.
typedef struct mapf_checker_boards {
    uint32_t *before, *after;
} mapf_checker_boards;

static const char *mapf_checker_step(const way_map *map, const way_mapf_plan *plan, uint32_t t,
                                     mapf_checker_boards *boards)
{
    const way_cell *now = plan->cells + (size_t)t * plan->count;
    const way_cell *last = now - plan->count;
    for (uint32_t k = 0; k < plan->count; k++) {
        if (!way_map_is_passable(map, now[k])) {
            return "a unit stands in a wall";
        }
        if (!mapf_checker_is_step(map, last[k], now[k])) {
            return "a unit jumps";
        }
        if (boards->after[now[k]]) {
            return "two units stand on one cell";
        }
        boards->after[now[k]] = k + 1;
    }
    for (uint32_t k = 0; k < plan->count; k++) {
        const uint32_t other = boards->before[now[k]];
        if (other && other != k + 1 && now[other - 1] == last[k]) {
            return "two units swap places";
        }
    }
    for (uint32_t k = 0; k < plan->count; k++) {
        boards->before[last[k]] = 0;
    }
    uint32_t *swap = boards->before;
    boards->before = boards->after;
    boards->after = swap;
    return NULL;
}

static const char *mapf_checker_costs(const way_cell *goals, const way_mapf_plan *plan)
{
    uint64_t sum = 0;
    uint64_t loss = 0;
    for (uint32_t k = 0; k < plan->count; k++) {
        uint32_t end = plan->makespan;
        while (end > 0 && plan->cells[(size_t)(end - 1) * plan->count + k] == goals[k]) {
            end--;
        }
        sum += end;
        for (uint32_t t = 0; t < plan->makespan; t++) {
            loss += plan->cells[(size_t)t * plan->count + k] != goals[k] ||
                    plan->cells[(size_t)(t + 1) * plan->count + k] != goals[k];
        }
    }
    return sum != plan->sum || loss != plan->loss || plan->bound > plan->loss ? "costs don't add up"
                                                                              : NULL;
}

const char *mapf_checker_fault(const way_map *map, const way_cell *starts, const way_cell *goals,
                               const way_mapf_plan *plan)
{
    const size_t cells = (size_t)way_map_width(map) * way_map_height(map);
    mapf_checker_boards boards = {calloc(cells, sizeof(uint32_t)), calloc(cells, sizeof(uint32_t))};
    const char *fault = NULL;
    for (uint32_t k = 0; k < plan->count && !fault; k++) {
        if (plan->cells[k] != starts[k]) {
            fault = "a unit starts elsewhere";
        } else if (plan->cells[(size_t)plan->makespan * plan->count + k] != goals[k]) {
            fault = "a unit ends elsewhere";
        } else if (boards.before) {
            boards.before[starts[k]] = k + 1;
        }
    }
    for (uint32_t t = 1; t <= plan->makespan && !fault && boards.before && boards.after; t++) {
        fault = mapf_checker_step(map, plan, t, &boards);
    }
    free(boards.before);
    free(boards.after);
    return fault ? fault : mapf_checker_costs(goals, plan);
}
