// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// An entry for the dynamic track of the Grid-Based Path Planning Competition: jump point search on
// a map that is edited between queries.
//
// In the competition's start kit this file takes the place of Entry.c: with GPPC_ENTRY_ONLY it
// declares nothing of its own but includes the kit's Entry.h. Here a main stands in for its
// program.
#include <waymark/agent.h>
#include <waymark/lab.h>

#include <stdio.h>
#include <stdlib.h>

#ifdef GPPC_ENTRY_ONLY
#include "Entry.h"
#else
struct gppc_point {
    uint16_t x, y;
};

struct gppc_path {
    const struct gppc_point *path;
    uint32_t length;    // points; 0 = no path
    uint8_t incomplete; // 1 = ask again
};

// A rectangle of the map: one bit a cell, row by row, 1 = traversable.
struct gppc_patch {
    const uint8_t *bitarray;
    uint16_t width, height;
    struct gppc_point pos;
};

void gppc_preprocess_init_map(struct gppc_patch init_map, const char *preprocess_filename);
void *gppc_search_init(struct gppc_patch active_map, const char *preprocess_filename);
void gppc_map_change(void *data, const struct gppc_patch *changes, uint32_t changes_length);
struct gppc_path gppc_get_path(void *data, struct gppc_point start, struct gppc_point goal);
void gppc_free_data(void *data);
const char *gppc_get_name(void);
#endif

typedef struct entry {
    way_map *map;
    way_navigator *navigator;
    way_agent *agent;
    struct gppc_point *points;
    uint32_t capacity;
} entry;

static bool entry_bit(const struct gppc_patch *patch, uint32_t index)
{
    return patch->bitarray[index / 8] >> (index % 8) & 1;
}

// One edit of the map for all cells of a patch.
static way_status entry_apply(entry *self, const struct gppc_patch *patch)
{
    const uint32_t cells = (uint32_t)patch->width * patch->height;
    uint8_t *weights = malloc(cells + 1u);
    if (!weights) {
        return WAY_STATUS_NO_MEMORY;
    }
    for (uint32_t i = 0; i < cells; i++) {
        weights[i] = entry_bit(patch, i);
    }
    const way_patch laid = {patch->width, patch->height, weights};
    const way_status status = way_patch_apply(&laid, self->map, patch->pos.x, patch->pos.y);
    free(weights);
    return status;
}

void gppc_preprocess_init_map(struct gppc_patch init_map, const char *preprocess_filename)
{
    (void)init_map; // nothing is prepared: the map will change
    (void)preprocess_filename;
}

void *gppc_search_init(struct gppc_patch active_map, const char *preprocess_filename)
{
    (void)preprocess_filename;
    entry *self = calloc(1, sizeof *self);
    if (!self) {
        return NULL;
    }
    const way_map_config config = way_map_config_default(active_map.width, active_map.height);
    way_status status = way_map_create(&config, &self->map);
    status = status ? status : entry_apply(self, &active_map);
    const way_navigator_config plan = {.map = self->map, .algorithm = "jps"};
    status = status ? status : way_navigator_create(&plan, &self->navigator);
    const way_agent_config unit = {.navigator = self->navigator};
    status = status ? status : way_agent_create(&unit, &self->agent);
    if (status) {
        gppc_free_data(self);
        return NULL;
    }
    return self;
}

void gppc_map_change(void *data, const struct gppc_patch *changes, uint32_t changes_length)
{
    for (uint32_t i = 0; i < changes_length; i++) {
        if (entry_apply(data, &changes[i])) {
            fprintf(stderr, "%s: a change could not be applied\n", gppc_get_name());
        }
    }
}

struct gppc_path gppc_get_path(void *data, struct gppc_point start, struct gppc_point goal)
{
    entry *self = data;
    const struct gppc_path none = {0};
    const way_trip trip = {.start = way_map_cell(self->map, start.x, start.y),
                           .goal = way_map_cell(self->map, goal.x, goal.y)};
    if (way_agent_begin(self->agent, &trip) || way_agent_run(self->agent) != WAY_OUTCOME_FOUND) {
        return none;
    }
    uint32_t count = 0;
    const way_state *states = way_agent_path(self->agent, &count);
    if (count > self->capacity) {
        struct gppc_point *points = realloc(self->points, count * sizeof *points);
        if (!points) {
            return none;
        }
        self->points = points;
        self->capacity = count;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t x = 0;
        uint32_t y = 0;
        way_map_position(self->map, states[i], &x, &y);
        self->points[i] = (struct gppc_point){(uint16_t)x, (uint16_t)y};
    }
    return (struct gppc_path){.path = self->points, .length = count};
}

void gppc_free_data(void *data)
{
    entry *self = data;
    if (self) {
        way_agent_destroy(self->agent);
        way_navigator_destroy(self->navigator);
        way_map_destroy(self->map);
        free(self->points);
        free(self);
    }
}

const char *gppc_get_name(void)
{
    return "waymark-jps";
}

#ifndef GPPC_ENTRY_ONLY
int main(void)
{
    enum { SIDE = 32 };
    uint8_t open[SIDE * SIDE / 8];
    const uint8_t wall[SIDE / 8] = {0};
    for (size_t i = 0; i < sizeof open; i++) {
        open[i] = 0xff;
    }
    const struct gppc_point start = {0, 5};
    const struct gppc_point goal = {31, 5};
    void *data = gppc_search_init((struct gppc_patch){open, SIDE, SIDE, {0, 0}}, "");
    if (!data) {
        return 1;
    }
    const uint32_t before = gppc_get_path(data, start, goal).length;
    gppc_map_change(data, &(struct gppc_patch){wall, 1, SIDE - 1, {16, 0}}, 1);
    const uint32_t round = gppc_get_path(data, start, goal).length;
    gppc_map_change(data, &(struct gppc_patch){wall, 1, SIDE, {16, 0}}, 1);
    const uint32_t shut = gppc_get_path(data, start, goal).length;
    gppc_free_data(data);
    printf("%s: %u cells, %u round a wall, %u when it is shut\n", gppc_get_name(), before, round,
           shut);
    return before == SIDE && round > before && shut == 0 ? 0 : 1;
}
#endif
