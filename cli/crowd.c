// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "cli/crowd.h"

#include <stdlib.h>
#include <string.h>

/// Ticks between two waves of orders, and between two lots of buildings.
#define CROWD_WAVE 20u

enum {
    CROWD_FLOOR,
    CROWD_WALL,
    CROWD_SWAMP,
    CROWD_HIDDEN,
    CROWD_TEAM_A,
    CROWD_TEAM_B = 6,
    CROWD_STUCK = 8
};

const cli_color cli_crowd_palette[CLI_GIF_COLORS] = {
    [CROWD_FLOOR] = {0xf3, 0xf1, 0xea},  [CROWD_WALL] = {0x3a, 0x3f, 0x4b},
    [CROWD_SWAMP] = {0xc9, 0xd3, 0xb0},  [CROWD_HIDDEN] = {0xb9, 0xb9, 0xc4},
    [CROWD_TEAM_A] = {0x1f, 0x77, 0xb4}, [CROWD_TEAM_A + 1] = {0x9b, 0xb8, 0xd3},
    [CROWD_TEAM_B] = {0xd6, 0x45, 0x27}, [CROWD_TEAM_B + 1] = {0xe0, 0xb0, 0x9f},
    [CROWD_STUCK] = {0x8e, 0x24, 0xaa},
};

static way_cell crowd_cell(cli_crowd *crowd, uint32_t kind)
{
    const way_map *map = crowd->config.map;
    const uint32_t profile = way_world_kind_profile(crowd->world, kind);
    const uint32_t cells = way_map_width(map) * way_map_height(map);
    for (uint32_t tries = 0; tries < 1000; tries++) {
        const way_cell cell = way_rng_below(&crowd->rng, cells);
        if (way_map_weight(map, cell, profile)) {
            return cell;
        }
    }
    return WAY_CELL_NONE;
}

static void crowd_fill(cli_crowd *crowd)
{
    for (uint32_t tries = 0;
         crowd->unit_count < crowd->config.units && tries < 64 * crowd->config.units; tries++) {
        const uint32_t kind =
            crowd->unit_count % 4 == 3 && way_map_neighbours(crowd->config.map) != 6;
        const way_unit_config config = {
            .cell = crowd_cell(crowd, kind), .kind = kind, .team = crowd->unit_count / 4 % 2};
        way_unit unit = WAY_UNIT_NONE;
        if (config.cell != WAY_CELL_NONE &&
            way_world_add(crowd->world, &config, &unit) == WAY_STATUS_OK) {
            crowd->units[crowd->unit_count++] = unit;
        }
    }
}

way_status cli_crowd_begin(cli_crowd *crowd, const cli_crowd_config *config)
{
    *crowd = (cli_crowd){.config = *config, .rng = way_rng_seed(config->seed)};
    way_world_kind kinds[2] = {{.size = 1}, {.size = 2}};
    way_profile wide;
    if (config->profile) {
        wide = *config->profile;
        wide.unit_size = (uint8_t)(wide.unit_size + (wide.unit_size < WAY_MAP_UNIT_MAX));
        kinds[0] = (way_world_kind){.profile = config->profile};
        kinds[1] = (way_world_kind){.profile = &wide};
    }
    const way_world_team teams[2] = {{.fog = false}, {.fog = config->fog}};
    const uint32_t kind_count = way_map_neighbours(config->map) == WAY_NEIGHBOURS_6 ? 1 : 2;
    const way_world_config world = {.map = config->map,
                                    .kinds = kinds,
                                    .kind_count = kind_count,
                                    .teams = teams,
                                    .team_count = 2,
                                    .unit_capacity = config->units};
    const way_status status = way_world_create(&world, &crowd->world);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    const uint32_t width = way_map_width(config->map);
    const uint32_t height = way_map_height(config->map);
    const uint32_t side = width > height ? width : height;
    crowd->zoom = side < CLI_CROWD_PICTURE ? CLI_CROWD_PICTURE / side : 1;
    crowd->zoom = crowd->zoom > 8 ? 8 : crowd->zoom;
    crowd->width = width * crowd->zoom;
    crowd->height = height * crowd->zoom;
    crowd->units = calloc(config->units, sizeof *crowd->units);
    crowd->team = calloc(config->units, sizeof *crowd->team);
    crowd->picture = malloc((size_t)crowd->width * crowd->height);
    if (!crowd->units || !crowd->team || !crowd->picture) {
        cli_crowd_end(crowd);
        return WAY_STATUS_NO_MEMORY;
    }
    crowd_fill(crowd);
    return WAY_STATUS_OK;
}

void cli_crowd_end(cli_crowd *crowd)
{
    way_world_destroy(crowd->world);
    free(crowd->units);
    free(crowd->team);
    free(crowd->picture);
    *crowd = (cli_crowd){.world = NULL};
}

// Playing -----------------------------------------------------------------------------------------

/// Orders for a part of those who stand: half of them one by one, the others as a group.
static way_status crowd_command(cli_crowd *crowd)
{
    way_unit group[64];
    uint32_t count = 0;
    way_status status = WAY_STATUS_OK;
    for (uint32_t k = 0; k < crowd->unit_count && status == WAY_STATUS_OK; k++) {
        way_unit_view view;
        if (!way_world_unit(crowd->world, crowd->units[k], &view) || view.state != WAY_UNIT_IDLE ||
            way_rng_below(&crowd->rng, 8)) {
            continue;
        }
        crowd->orders++;
        if (view.team == 0 && count < 64) {
            group[count++] = view.unit;
            continue;
        }
        const way_order order = {.kind = WAY_ORDER_GO, .cell = crowd_cell(crowd, view.kind)};
        status = order.cell == WAY_CELL_NONE ? status
                                             : way_world_order(crowd->world, &view.unit, 1, &order);
    }
    if (count && status == WAY_STATUS_OK) {
        const way_order order = {.kind = WAY_ORDER_GO, .cell = crowd_cell(crowd, 0)};
        status = order.cell == WAY_CELL_NONE ? status
                                             : way_world_order(crowd->world, group, count, &order);
    }
    return status;
}

/// One order for all of a team, when all of them stand: a box that is kept on the way.
static way_status crowd_march(cli_crowd *crowd, uint32_t team)
{
    uint32_t count = 0;
    uint32_t members = 0;
    for (uint32_t k = 0; k < crowd->unit_count; k++) {
        way_unit_view view;
        if (way_world_unit(crowd->world, crowd->units[k], &view) && view.team == team) {
            members++;
            crowd->team[count] = view.unit;
            count += view.state == WAY_UNIT_IDLE;
        }
    }
    const way_order order = {.kind = WAY_ORDER_GO,
                             .cell = crowd_cell(crowd, 0),
                             .formation = WAY_FORMATION_BOX,
                             .keep_formation = true};
    if (count == 0 || count < members || order.cell == WAY_CELL_NONE) {
        return WAY_STATUS_OK;
    }
    crowd->orders += count;
    return way_world_order(crowd->world, crowd->team, count, &order);
}

/// A building goes up on free plain ground, and the oldest comes down when there are many.
static way_status crowd_build(cli_crowd *crowd)
{
    const way_map *map = crowd->config.map;
    const uint32_t side = 2 + way_rng_below(&crowd->rng, 4);
    if (way_map_width(map) <= side || way_map_height(map) <= side) {
        return WAY_STATUS_OK;
    }
    const way_rect at = {way_rng_below(&crowd->rng, way_map_width(map) - side),
                         way_rng_below(&crowd->rng, way_map_height(map) - side), side, side};
    for (uint32_t k = 0; k < side * side; k++) {
        if (way_map_terrain(map, way_map_cell(map, at.x + k % side, at.y + k / side)) != 1) {
            return WAY_STATUS_OK;
        }
    }
    way_edit edits[2] = {{at.x, at.y, at.width, at.height, 0}};
    uint32_t count = 1;
    if (crowd->building_count == 64) {
        const way_rect old = crowd->buildings[0];
        edits[count++] = (way_edit){old.x, old.y, old.width, old.height, 1};
        memmove(crowd->buildings, crowd->buildings + 1, 63 * sizeof *crowd->buildings);
        crowd->building_count--;
    }
    crowd->buildings[crowd->building_count++] = at;
    return way_world_edit(crowd->world, edits, count);
}

way_status cli_crowd_tick(cli_crowd *crowd)
{
    const uint32_t tick = way_world_statistics(crowd->world).tick;
    way_status status = WAY_STATUS_OK;
    if (crowd->config.march) {
        status = crowd_march(crowd, 0);
        status = status == WAY_STATUS_OK ? crowd_march(crowd, 1) : status;
    } else if (tick % CROWD_WAVE == 0) {
        status = crowd_command(crowd);
    }
    if (status == WAY_STATUS_OK && (tick + 1) * (uint64_t)crowd->config.edits / 1000 !=
                                       tick * (uint64_t)crowd->config.edits / 1000) {
        status = crowd_build(crowd);
    }
    status = status == WAY_STATUS_OK ? way_world_frame(crowd->world, crowd->config.budget) : status;
    way_world_event event;
    while (way_world_event_next(crowd->world, &event)) {
        crowd->arrived += event.kind == WAY_WORLD_ARRIVED;
        crowd->blocked += event.kind == WAY_WORLD_BLOCKED;
        crowd->unreachable += event.kind == WAY_WORLD_UNREACHABLE;
    }
    return status;
}

// Drawing -----------------------------------------------------------------------------------------

static void crowd_rect(cli_crowd *crowd, int64_t x, int64_t y, uint32_t side, uint8_t color)
{
    for (int64_t v = y < 0 ? 0 : y; v < y + side && v < crowd->height; v++) {
        for (int64_t u = x < 0 ? 0 : x; u < x + side && u < crowd->width; u++) {
            crowd->picture[v * crowd->width + u] = color;
        }
    }
}

void cli_crowd_draw(cli_crowd *crowd)
{
    const way_map *map = crowd->config.map;
    const uint32_t width = way_map_width(map);
    for (uint32_t cell = 0; cell < width * way_map_height(map); cell++) {
        const uint8_t terrain = way_map_terrain(map, cell);
        const uint8_t weight =
            crowd->config.profile ? crowd->config.profile->weights[terrain] : terrain;
        const uint8_t ground = weight == 0 ? CROWD_WALL : weight > 1 ? CROWD_SWAMP : CROWD_FLOOR;
        const bool hidden =
            weight && crowd->config.fog && !way_world_team_knows(crowd->world, 1, cell);
        crowd_rect(crowd, (int64_t)(cell % width) * crowd->zoom,
                   (int64_t)(cell / width) * crowd->zoom, crowd->zoom,
                   hidden ? CROWD_HIDDEN : ground);
    }
    for (uint32_t k = 0; k < crowd->unit_count; k++) {
        way_unit_view view;
        if (way_world_unit(crowd->world, crowd->units[k], &view)) {
            const uint32_t gap = crowd->zoom > 2;
            const uint32_t team = view.team ? CROWD_TEAM_B : CROWD_TEAM_A;
            const uint32_t color = team + (view.state == WAY_UNIT_IDLE);
            crowd_rect(crowd, (int64_t)(view.cell % width) * crowd->zoom + gap,
                       (int64_t)(view.cell / width) * crowd->zoom + gap,
                       view.size * crowd->zoom - gap,
                       (uint8_t)(view.standing > 24 ? CROWD_STUCK : color));
        }
    }
}
