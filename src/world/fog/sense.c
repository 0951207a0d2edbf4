// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The fog: what a team believes is a map of its own, plain where nobody has been. Units see a
// square around them; what turns out other than believed becomes one edit of that map a tick.
#include "world/world.h"

/// News of a tick for which all routes are looked at; with more of them units look ahead
/// themselves.
#define SENSE_EXACT 32u

/// Sees one rectangle of the true map.
static void sense_rect(way_world *world, wayi_team *team, way_rect rect)
{
    const way_map *map = world->map;
    for (uint32_t y = rect.y; y < rect.y + rect.height; y++) {
        for (uint32_t x = rect.x; x < rect.x + rect.width; x++) {
            const way_cell cell = y * map->width + x;
            team->seen[cell >> 6] |= UINT64_C(1) << (cell & 63u);
            const uint8_t terrain = wayi_map_terrain_at(map, x, y);
            if (terrain == wayi_map_terrain_at(team->map, x, y)) {
                continue;
            }
            way_edit *last = team->news_count ? &team->news[team->news_count - 1] : NULL;
            if (last && last->y == y && last->x + last->width == x && last->weight == terrain) {
                last->width++;
            } else if (team->news_count < team->news_capacity) {
                team->news[team->news_count++] =
                    (way_edit){.x = x, .y = y, .width = 1, .height = 1, .weight = terrain};
            } else {
                team->news_lost = true;
            }
        }
    }
}

/// The part of the map that a unit sees.
static way_rect sense_view(const way_world *world, uint32_t place, uint32_t sight)
{
    const way_map *map = world->map;
    const wayi_body *body = &world->bodies[place];
    const uint32_t y = wayi_map_row(map, body->cell);
    const uint32_t x = body->cell - y * map->width;
    const uint32_t left = x > sight ? x - sight : 0;
    const uint32_t top = y > sight ? y - sight : 0;
    const uint32_t right =
        x + body->size + sight < map->width ? x + body->size + sight : map->width;
    const uint32_t bottom =
        y + body->size + sight < map->height ? y + body->size + sight : map->height;
    return (way_rect){left, top, right - left, bottom - top};
}

void wayi_world_sense(way_world *world, uint32_t place, bool all)
{
    const wayi_body *body = &world->bodies[place];
    wayi_team *team = &world->teams[body->team];
    if (!team->fog) {
        return;
    }
    const way_rect view = sense_view(world, place, team->sight);
    if (all) {
        sense_rect(world, team, view);
        return;
    }
    // A step brings a row, a column or both into view.
    const int dx = wayi_direction_x[body->heading];
    const int dy = wayi_direction_y[body->heading];
    if (dx) {
        const uint32_t x = dx > 0 ? view.x + view.width - 1 : view.x;
        sense_rect(world, team, (way_rect){x, view.y, 1, view.height});
    }
    if (dy) {
        const uint32_t y = dy > 0 ? view.y + view.height - 1 : view.y;
        sense_rect(world, team, (way_rect){view.x, y, view.width, 1});
    }
}

void wayi_world_look(way_world *world, way_rect rect)
{
    for (uint32_t t = 0; t < world->team_count; t++) {
        wayi_team *team = &world->teams[t];
        if (!team->fog) {
            continue;
        }
        for (uint32_t place = 0; place < world->place_count; place++) {
            if (!(world->minds[place].generation & 1u) || world->bodies[place].team != t) {
                continue;
            }
            const way_rect view = sense_view(world, place, team->sight);
            const uint32_t left = view.x > rect.x ? view.x : rect.x;
            const uint32_t top = view.y > rect.y ? view.y : rect.y;
            const uint32_t right = view.x + view.width < rect.x + rect.width ? view.x + view.width
                                                                             : rect.x + rect.width;
            const uint32_t bottom = view.y + view.height < rect.y + rect.height
                                        ? view.y + view.height
                                        : rect.y + rect.height;
            if (left < right && top < bottom) {
                sense_rect(world, team, (way_rect){left, top, right - left, bottom - top});
            }
        }
    }
}

way_status wayi_world_learn(way_world *world)
{
    for (uint32_t t = 0; t < world->team_count; t++) {
        wayi_team *team = &world->teams[t];
        if (!team->fog || team->news_count == 0) {
            continue;
        }
        const way_status status = way_map_edit(team->map, team->news, team->news_count);
        if (status != WAY_STATUS_OK) {
            return status;
        }
        wayi_planner_edit(world, team->map, team->news, team->news_count);
        if (team->news_count <= SENSE_EXACT) {
            (void)wayi_world_touch(world, team->map, team->news, team->news_count);
        }
        team->news_count = 0;
        for (uint32_t place = 0; team->news_lost && place < world->place_count; place++) {
            if ((world->minds[place].generation & 1u) && world->bodies[place].team == t) {
                wayi_world_sense(world, place, true);
            }
        }
        team->news_lost = false;
    }
    return WAY_STATUS_OK;
}

const way_map *way_world_team_map(const way_world *world, uint32_t team)
{
    const bool fog = team < world->team_count && world->teams[team].fog;
    return fog ? world->teams[team].map : world->map;
}

bool way_world_team_knows(const way_world *world, uint32_t team, way_cell cell)
{
    if (team >= world->team_count || cell >= world->map->cell_count) {
        return false;
    }
    const wayi_team *one = &world->teams[team];
    return !one->fog || (one->seen[cell >> 6] >> (cell & 63u) & 1u);
}
