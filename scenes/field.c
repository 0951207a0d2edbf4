// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Farm country as in Company of Heroes: parcels of open ground between hedges and walls with gaps,
// farm buildings here and there, groves, and a road or two that nothing stands on. All connected.
#include "scenes/parcels.h"

enum { FIELD_PARCEL, FIELD_GAP, FIELD_BUILDINGS, FIELD_TREES, FIELD_ROADS };

static const scene_parameter field_parameters[] = {
    {"parcel", 48, 8, 1024, "mean side of a parcel, cells"},
    {"gap", 6, 1, 64, "width of a gap in a hedge, cells"},
    {"buildings", 50, 0, 100, "percent of parcels with farm buildings"},
    {"trees", 40, 0, 100, "percent of parcels with groves"},
    {"roads", 2, 0, 8, "roads across the country"},
};

/// A hedge two or three cells thick with bushes along it, or a wall of one. Gaps come about once a
/// parcel.
static void field_draw_hedge(scene_canvas *canvas, scene_box line)
{
    const int32_t parcel = canvas->values[FIELD_PARCEL];
    const int32_t gap = canvas->values[FIELD_GAP];
    const bool is_tall = line.height > line.width;
    const int32_t length = is_tall ? line.height : line.width;
    const int32_t thick = scene_canvas_between(canvas, 1, 3);
    const scene_box hedge = {line.x, line.y, is_tall ? thick : line.width,
                             is_tall ? line.height : thick};
    scene_canvas_draw_box(canvas, hedge, SCENE_BLOCKED);
    for (int32_t at = 0; thick > 1 && at < length; at += scene_canvas_between(canvas, 3, 14)) {
        const scene_point bush = {is_tall ? line.x + at % 2 : line.x + at,
                                  is_tall ? line.y + at : line.y + at % 2};
        scene_canvas_draw_disc(canvas, bush, scene_canvas_between(canvas, 1, 2), SCENE_BLOCKED);
    }
    for (int32_t at = scene_canvas_between(canvas, 1, parcel / 2); at < length;
         at += scene_canvas_between(canvas, parcel / 2 + gap, parcel + gap)) {
        const scene_box opening = {is_tall ? line.x - 2 : line.x + at,
                                   is_tall ? line.y + at : line.y - 2, is_tall ? 6 : gap,
                                   is_tall ? gap : 6};
        scene_canvas_draw_box(canvas, opening, SCENE_PLAIN);
    }
}

/// A house with walls of one cell and a door, or a solid barn.
static void field_draw_house(scene_canvas *canvas, scene_box house)
{
    const bool is_solid = house.width < 5 || house.height < 5 || scene_canvas_chance(canvas, 40);
    if (is_solid) {
        scene_canvas_draw_box(canvas, house, SCENE_BLOCKED);
        return;
    }
    scene_canvas_draw_frame(canvas, house, SCENE_BLOCKED);
    const int32_t door = scene_canvas_between(canvas, 1, house.width - 3);
    const int32_t y = scene_canvas_chance(canvas, 50) ? house.y : house.y + house.height - 1;
    scene_canvas_draw_box(canvas, (scene_box){house.x + door, y, 2, 1}, SCENE_PLAIN);
    if (house.width > 9) {
        const scene_box wall = {house.x + house.width / 2, house.y + 1, 1, house.height - 4};
        scene_canvas_draw_box(canvas, wall, SCENE_BLOCKED);
    }
}

static void field_draw_farm(scene_canvas *canvas, scene_box parcel)
{
    const int32_t houses = scene_canvas_between(canvas, 1, 4);
    for (int32_t i = 0; i < houses; i++) {
        const int32_t width = scene_canvas_between(canvas, 4, 6 + parcel.width / 6);
        const int32_t height = scene_canvas_between(canvas, 4, 6 + parcel.height / 6);
        const scene_box house = {
            parcel.x + 4 + scene_canvas_between(canvas, 0, parcel.width - width - 8),
            parcel.y + 4 + scene_canvas_between(canvas, 0, parcel.height - height - 8), width,
            height};
        field_draw_house(canvas, house);
    }
}

/// Trees around one place, denser towards the middle: the sum of two throws.
static void field_draw_grove(scene_canvas *canvas, scene_box parcel)
{
    const int32_t trees = parcel.width * parcel.height / 110 + 1;
    const int32_t left = parcel.x - scene_canvas_between(canvas, 0, parcel.width / 3);
    const int32_t top = parcel.y - scene_canvas_between(canvas, 0, parcel.height / 3);
    for (int32_t i = 0; i < trees; i++) {
        const scene_point at = {left + scene_canvas_between(canvas, 0, parcel.width / 2) +
                                    scene_canvas_between(canvas, 0, parcel.width / 2),
                                top + scene_canvas_between(canvas, 0, parcel.height / 2) +
                                    scene_canvas_between(canvas, 0, parcel.height / 2)};
        scene_canvas_draw_disc(canvas, at, scene_canvas_chance(canvas, 20) ? 2 : 1, SCENE_BLOCKED);
    }
}

static void field_draw_road(scene_canvas *canvas, bool is_tall)
{
    const int32_t side = (int32_t)(is_tall ? canvas->width : canvas->height);
    const int32_t length = (int32_t)(is_tall ? canvas->height : canvas->width);
    int32_t along = 0;
    int32_t across = scene_canvas_between(canvas, side / 6, side - side / 6);
    while (along < length) {
        const int32_t next = along + scene_canvas_between(canvas, length / 6 + 1, length / 3 + 1);
        const int32_t aside = across + scene_canvas_between(canvas, -side / 8, side / 8);
        const scene_point from =
            is_tall ? (scene_point){across, along} : (scene_point){along, across};
        const scene_point to = is_tall ? (scene_point){aside, next} : (scene_point){next, aside};
        scene_canvas_draw_line(canvas, from, to, 5, SCENE_PLAIN);
        along = next;
        across = aside;
    }
}

static way_status field_generate(scene_canvas *canvas)
{
    scene_parcels parcels;
    way_status status = scene_parcels_create(canvas, canvas->values[FIELD_PARCEL], &parcels);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    for (uint32_t i = 0; i < parcels.count; i++) {
        if (scene_canvas_chance(canvas, canvas->values[FIELD_TREES])) {
            field_draw_grove(canvas, parcels.boxes[i]);
        }
        if (scene_canvas_chance(canvas, canvas->values[FIELD_BUILDINGS])) {
            field_draw_farm(canvas, parcels.boxes[i]);
        }
    }
    for (uint32_t i = 0; i < parcels.cut_count; i++) {
        field_draw_hedge(canvas, parcels.cuts[i]);
    }
    scene_parcels_destroy(&parcels);
    for (int32_t i = 0; i < canvas->values[FIELD_ROADS]; i++) {
        field_draw_road(canvas, i % 2 == 0);
    }
    status = scene_canvas_drop_areas(canvas, 16);
    return status == WAY_STATUS_OK ? scene_canvas_join_areas(canvas, 1, 3) : status;
}

const scene_generator scene_generator_field = {
    .name = "field",
    .title = "Farm country",
    .summary = "Open fields between hedges with gaps, farm buildings, groves and roads.",
    .parameters = field_parameters,
    .parameter_count = sizeof field_parameters / sizeof field_parameters[0],
    .generate = field_generate,
};
