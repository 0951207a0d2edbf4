// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The fog: what a team believes is a map of its own, plain where nobody has been. Units see a
// square around them. What turns out other than believed is marked, so nothing is lost and nobody
// has to look twice; each tick takes some of the marked cells, as many as the budget allows, for
// one edit of that map.
#include "world/fog/sense.h"

#include "world/plan/routes.h"
#include "world/world.h"

/// News of a tick for which all routes are looked at; with more of them units look ahead
/// themselves.
#define SENSE_EXACT 32u

/// Most rectangles that a team learns in a tick, and the work that each is.
#define SENSE_RECTS 256u
#define SENSE_WORK 8u

/// Sees one rectangle of the true map.
static void sense_rect(way_world *world, wayi_team *team, way_rect rect)
{
    const way_map *map = world->map;
    for (uint32_t y = rect.y; y < rect.y + rect.height; y++) {
        for (uint32_t x = rect.x; x < rect.x + rect.width; x++) {
            const way_cell cell = y * map->width + x;
            const uint64_t bit = UINT64_C(1) << (cell & 63u);
            team->seen[cell >> 6] |= bit;
            if (wayi_map_terrain_at(map, x, y) != wayi_map_terrain_at(team->map, x, y)) {
                team->news_words += team->news[cell >> 6] == 0;
                team->news[cell >> 6] |= bit;
            }
        }
    }
}

/// The part of the map that a unit sees, on its floor.
static way_rect sense_view(const way_world *world, uint32_t place, uint32_t sight)
{
    const way_map *map = world->map;
    const wayi_body *body = &world->bodies[place];
    const uint32_t y = wayi_map_row(map, body->cell);
    const uint32_t x = body->cell - y * map->width;
    const way_rect body_rect = {x, y, body->size, body->size};
    way_rect view = wayi_rect_grow(body_rect, sight, map->width, map->height);
    const uint32_t rows = map->floors.height + 1; // of a floor, with the one below it
    const uint32_t floor = y / rows * rows;
    const uint32_t end = view.y + view.height < floor + rows ? view.y + view.height : floor + rows;
    view.y = view.y > floor ? view.y : floor;
    view.height = end - view.y;
    return view;
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

void wayi_world_look(way_world *world, const way_edit *edits, uint32_t count)
{
    for (uint32_t place = 0; place < world->place_count; place++) {
        wayi_team *team = &world->teams[world->bodies[place].team];
        if (!(world->minds[place].generation & 1u) || !team->fog) {
            continue;
        }
        const way_rect view = sense_view(world, place, team->sight);
        for (uint32_t e = 0; e < count; e++) {
            const way_edit *edit = &edits[e];
            const uint32_t left = view.x > edit->x ? view.x : edit->x;
            const uint32_t top = view.y > edit->y ? view.y : edit->y;
            const uint32_t view_right = view.x + view.width;
            const uint32_t view_bottom = view.y + view.height;
            const uint32_t right =
                view_right < edit->x + edit->width ? view_right : edit->x + edit->width;
            const uint32_t bottom =
                view_bottom < edit->y + edit->height ? view_bottom : edit->y + edit->height;
            if (left < right && top < bottom) {
                sense_rect(world, team, (way_rect){left, top, right - left, bottom - top});
            }
        }
    }
}

bool wayi_world_urge(way_world *world, uint32_t place, uint32_t direction)
{
    const wayi_body *body = &world->bodies[place];
    wayi_team *team = &world->teams[body->team];
    const int32_t dx = wayi_direction_x[direction];
    const int32_t dy = wayi_direction_y[direction];
    const uint32_t width = body->size + (dx ? 1u : 0u); // of all cells that decide on the step
    const uint32_t height = body->size + (dy ? 1u : 0u);
    const way_cell first = // the north west of them
        body->cell - (dx < 0 ? 1u : 0u) - (dy < 0 ? world->map->width : 0u);
    bool waits = false;
    for (uint32_t k = 0; team->fog && k < width * height; k++) {
        const way_cell cell = first + k / width * world->map->width + k % width;
        if (!(team->news[cell / 64u] >> cell % 64u & 1u)) {
            continue;
        }
        waits = true;
        const uint32_t count = team->urgent_count;
        if (count < WAYI_URGENT_MAX && (!count || team->urgent[count - 1] != cell / 64u)) {
            team->urgent[team->urgent_count++] = cell / 64u;
        }
    }
    return waits;
}

// Learning ----------------------------------------------------------------------------------------

/// What a team learns in a tick.
typedef struct sense_lesson {
    way_edit edits[SENSE_RECTS];
    uint32_t count;
    uint32_t most;
} sense_lesson;

/// Takes the marked cells of a word into a lesson, as far as there is room.
static void sense_take(way_world *world, wayi_team *team, uint32_t word, sense_lesson *lesson)
{
    const way_map *map = world->map;
    uint64_t *news = &team->news[word];
    for (; *news; *news &= *news - 1) {
        const way_cell cell = word * 64u + wayi_bits_lowest(*news);
        const uint32_t y = wayi_map_row(map, cell);
        const uint32_t x = cell - y * map->width;
        const uint8_t terrain = wayi_map_terrain_at(map, x, y);
        way_edit *last = lesson->count ? &lesson->edits[lesson->count - 1] : NULL;
        if (terrain == wayi_map_terrain_at(team->map, x, y)) {
            continue; // it was for a while
        }
        if (last && last->y == y && last->x + last->width == x && last->weight == terrain) {
            last->width++;
        } else if (lesson->count < lesson->most) {
            lesson->edits[lesson->count++] = (way_edit){x, y, 1, 1, terrain};
        } else {
            return;
        }
    }
    team->news_words--;
}

/// Lets one team believe some of what it has seen, from anywhere on, so that none of it waits for
/// ever.
static way_status sense_learn(way_world *world, wayi_team *team, uint32_t budget)
{
    const uint32_t words = wayi_world_words(world);
    sense_lesson lesson = {.most = budget / SENSE_WORK + 1};
    lesson.most = lesson.most < SENSE_RECTS ? lesson.most : SENSE_RECTS;
    for (uint32_t k = 0; k < team->urgent_count && lesson.count < lesson.most; k++) {
        if (team->news[team->urgent[k]]) {
            sense_take(world, team, team->urgent[k], &lesson);
        }
    }
    team->urgent_count = 0;
    uint32_t word = wayi_bits_mix(world->tick) % words;
    for (uint32_t k = 0; k < words && team->news_words && lesson.count < lesson.most; k++) {
        if (team->news[word]) {
            sense_take(world, team, word, &lesson);
        }
        word = word + 1 < words ? word + 1 : 0;
    }
    if (lesson.count == 0) {
        return WAY_STATUS_OK;
    }
    world->work_owed += lesson.count * SENSE_WORK;
    const way_status status = way_map_edit(team->map, lesson.edits, lesson.count);
    if (status == WAY_STATUS_OK) {
        wayi_planner_edit(world, team->map, lesson.edits, lesson.count);
        if (lesson.count <= SENSE_EXACT) {
            (void)wayi_world_touch(world, team->map, lesson.edits, lesson.count);
        }
        return WAY_STATUS_OK;
    }
    for (uint32_t e = 0; e < lesson.count; e++) { // another time
        const way_edit *edit = &lesson.edits[e];
        sense_rect(world, team, (way_rect){edit->x, edit->y, edit->width, edit->height});
    }
    return status;
}

way_status wayi_world_learn(way_world *world, uint32_t budget)
{
    way_status status = WAY_STATUS_OK;
    for (uint32_t t = 0; t < world->team_count; t++) {
        wayi_team *team = &world->teams[t];
        const way_status learnt =
            team->fog && team->news_words ? sense_learn(world, team, budget) : WAY_STATUS_OK;
        status = status == WAY_STATUS_OK ? learnt : status;
    }
    return status;
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
    return !one->fog || ((one->seen[cell >> 6] & ~one->news[cell >> 6]) >> (cell & 63u) & 1u);
}
