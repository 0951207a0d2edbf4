// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Buildings at high resolution as in Counter-Strike: halls, small rooms and open yards with crates,
// cut out of solid mass and joined by corridors many cells wide. A corridor leads from each part to
// the one cut off it, so all are connected; some more make loops.
#include "scenes/parcels.h"

enum { BUNKER_ROOM, BUNKER_CORRIDOR, BUNKER_WALL, BUNKER_CRATES, BUNKER_YARDS };

static const scene_parameter bunker_parameters[] = {
    {"room", 44, 8, 1024, "mean side of a room, cells"},
    {"corridor", 6, 1, 64, "width of a corridor, cells"},
    {"wall", 3, 1, 32, "thickness of the outer walls of a room, cells"},
    {"crates", 60, 0, 100, "percent of rooms with crates or pillars"},
    {"yards", 20, 0, 100, "percent of rooms that are open to their neighbours"},
};

static scene_point bunker_middle(scene_box box)
{
    return (scene_point){box.x + box.width / 2, box.y + box.height / 2};
}

static void bunker_draw_pillars(scene_canvas *canvas, scene_box room)
{
    const int32_t pitch = scene_canvas_between(canvas, 7, 10);
    for (int32_t y = room.y + pitch / 2; y < room.y + room.height - 3; y += pitch) {
        for (int32_t x = room.x + pitch / 2; x < room.x + room.width - 3; x += pitch) {
            scene_canvas_draw_box(canvas, (scene_box){x, y, 2, 2}, SCENE_BLOCKED);
        }
    }
}

static void bunker_draw_crates(scene_canvas *canvas, scene_box room)
{
    const int32_t crates = room.width * room.height / 160 + 1;
    for (int32_t i = 0; i < crates; i++) {
        const int32_t side = scene_canvas_between(canvas, 2, 5);
        const scene_box crate = {room.x + scene_canvas_between(canvas, 0, room.width - side),
                                 room.y + scene_canvas_between(canvas, 0, room.height - side), side,
                                 side};
        scene_canvas_draw_box(canvas, crate, SCENE_BLOCKED);
    }
}

/// Walls off part of a large room, with a door as wide as half a corridor.
static void bunker_divide(scene_canvas *canvas, scene_box room)
{
    const int32_t door = canvas->values[BUNKER_CORRIDOR] / 2 + 1;
    const int32_t x = room.x + scene_canvas_between(canvas, room.width / 3, room.width * 2 / 3);
    const int32_t y = room.y + scene_canvas_between(canvas, 1, room.height - door - 1);
    scene_canvas_draw_box(canvas, (scene_box){x, room.y, 1, room.height}, SCENE_BLOCKED);
    scene_canvas_draw_box(canvas, (scene_box){x, y, 1, door}, SCENE_PLAIN);
}

static void bunker_draw_room(scene_canvas *canvas, scene_box box)
{
    const bool is_yard = scene_canvas_chance(canvas, canvas->values[BUNKER_YARDS]);
    int32_t inset = is_yard ? 0 : canvas->values[BUNKER_WALL];
    inset += is_yard ? 0 : scene_canvas_between(canvas, 0, canvas->values[BUNKER_ROOM] / 10);
    const scene_box room = {box.x + inset, box.y + inset, box.width - 2 * inset,
                            box.height - 2 * inset};
    if (room.width < 3 || room.height < 3) {
        return;
    }
    scene_canvas_draw_box(canvas, room, SCENE_PLAIN);
    const int32_t kind = scene_canvas_between(canvas, 0, 2);
    if (!scene_canvas_chance(canvas, canvas->values[BUNKER_CRATES])) {
        return;
    }
    if (kind == 0) {
        bunker_draw_pillars(canvas, room);
    } else if (kind == 1 && !is_yard && room.width > 16 && room.height > 16) {
        bunker_divide(canvas, room);
    } else {
        bunker_draw_crates(canvas, room);
    }
}

/// A corridor with one bend; either leg first.
static void bunker_dig_corridor(scene_canvas *canvas, scene_point from, scene_point to)
{
    const int32_t width = canvas->values[BUNKER_CORRIDOR];
    const bool across = scene_canvas_chance(canvas, 50);
    const scene_point bend = across ? (scene_point){to.x, from.y} : (scene_point){from.x, to.y};
    scene_canvas_draw_line(canvas, from, bend, width, SCENE_PLAIN);
    scene_canvas_draw_line(canvas, bend, to, width, SCENE_PLAIN);
}

/// The box whose middle is nearest to that of box `from` among the boxes before it.
static uint32_t bunker_nearest(const scene_parcels *parcels, uint32_t from)
{
    const scene_point here = bunker_middle(parcels->boxes[from]);
    uint32_t best = 0;
    int64_t least = INT64_MAX;
    for (uint32_t i = 0; i < from; i++) {
        const scene_point there = bunker_middle(parcels->boxes[i]);
        const int64_t dx = there.x - here.x;
        const int64_t dy = there.y - here.y;
        if (dx * dx + dy * dy < least) {
            least = dx * dx + dy * dy;
            best = i;
        }
    }
    return best;
}

static void bunker_draw(scene_canvas *canvas, const scene_parcels *parcels)
{
    for (uint32_t i = 0; i < parcels->count; i++) {
        bunker_draw_room(canvas, parcels->boxes[i]);
    }
    for (uint32_t i = 1; i < parcels->count; i++) {
        const scene_point here = bunker_middle(parcels->boxes[i]);
        const uint32_t near = bunker_nearest(parcels, i);
        bunker_dig_corridor(canvas, here, bunker_middle(parcels->boxes[near]));
        if (scene_canvas_chance(canvas, 25)) {
            bunker_dig_corridor(canvas, here, bunker_middle(parcels->boxes[i - 1]));
        }
    }
}

static way_status bunker_generate(scene_canvas *canvas)
{
    scene_parcels parcels;
    way_status status = scene_parcels_create(canvas, canvas->values[BUNKER_ROOM], &parcels);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    scene_canvas_fill(canvas, SCENE_BLOCKED);
    bunker_draw(canvas, &parcels);
    scene_parcels_destroy(&parcels);
    const scene_box all = {0, 0, (int32_t)canvas->width, (int32_t)canvas->height};
    if (canvas->width > 4 && canvas->height > 4) {
        scene_canvas_draw_frame(canvas, all, SCENE_BLOCKED);
    }
    status = scene_canvas_drop_areas(canvas, 9);
    return status == WAY_STATUS_OK ? scene_canvas_join_areas(canvas, 1, 2) : status;
}

const scene_generator scene_generator_bunker = {
    .name = "bunker",
    .title = "Bunkers",
    .summary = "Halls, rooms and yards with crates, joined by wide corridors.",
    .parameters = bunker_parameters,
    .parameter_count = sizeof bunker_parameters / sizeof bunker_parameters[0],
    .generate = bunker_generate,
};
