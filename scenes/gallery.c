// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The exhibits. A change of a generator or a seed may wall in a start or a goal; the tests tell.
#include "scenes/gallery.h"

#include <string.h>

static const scene_exhibit gallery_exhibits[] = {
    {"harbour",
     "Harbour",
     "Every quay is one bridge away from the next, if you know which.",
     {"islands", 192, 128, 3, {{"islands", 15}, {"bridge", 3}, {"loops", 10}, {"land", 76}}, 0, 0},
     WAY_NEIGHBOURS_8,
     WAY_CORNERS_STRICT,
     {3, 40},
     {161, 3}},
    {"archipelago",
     "Archipelago",
     "Some islands have no bridge at all: a good search says so at once.",
     {"islands", 320, 240, 6, {{"islands", 40}, {"apart", 9}, {"loops", 35}, {"land", 78}}, 0, 0},
     WAY_NEIGHBOURS_8,
     WAY_CORNERS_STRICT,
     {6, 210},
     {313, 46}},
    {"old-town",
     "Old town",
     "Crooked alleys and courtyards with one way in.",
     {"city", 128, 96, 5, {{"block", 10}, {"street", 2}, {"alleys", 85}, {"parks", 6}}, 0, 0},
     WAY_NEIGHBOURS_8,
     WAY_CORNERS_STRICT,
     {30, 77},
     {93, 33}},
    {"metropolis",
     "Metropolis",
     "A grid of streets, and boulevards that a straight mind finds first.",
     {"city", 384, 256, 8, {{"block", 20}, {"street", 4}, {"diagonals", 3}, {"parks", 12}}, 0, 0},
     WAY_NEIGHBOURS_8,
     WAY_CORNERS_STRICT,
     {0, 0},
     {383, 251}},
    {"labyrinth",
     "Labyrinth",
     "A perfect maze: one way through, and every heuristic lies.",
     {"maze", 101, 101, 7, {{NULL, 0}}, 0, 0},
     WAY_NEIGHBOURS_4,
     WAY_CORNERS_STRICT,
     {1, 1},
     {99, 99}},
    {"hedge-maze",
     "Hedge maze",
     "Seven hundred and fifty holes in the hedge: many ways, few of them short.",
     {"maze", 201, 201, 4, {{"braid", 750}}, 0, 0},
     WAY_NEIGHBOURS_4,
     WAY_CORNERS_STRICT,
     {1, 1},
     {199, 199}},
    {"frontier",
     "Frontier",
     "Open country with rocks and groves, as armies like it.",
     {"rts", 256, 192, 21, {{"cover", 14}, {"clump", 4}}, 0, 0},
     WAY_NEIGHBOURS_8,
     WAY_CORNERS_STRICT,
     {0, 0},
     {255, 191}},
    {"badlands",
     "Badlands",
     "Cliffs, ramps and sealed hollows; the way round is the way.",
     {"pockets", 320, 240, 17, {{"scale", 72}, {"pockets", 30}}, 0, 0},
     WAY_NEIGHBOURS_8,
     WAY_CORNERS_STRICT,
     {0, 196},
     {319, 39}},
    {"deep-caves",
     "Deep caves",
     "Winding natural caves with no straight line in them.",
     {"caves", 192, 128, 9, {{"rock", 48}, {"smallest", 40}}, 0, 0},
     WAY_NEIGHBOURS_8,
     WAY_CORNERS_STRICT,
     {18, 4},
     {165, 121}},
    {"manor",
     "Manor",
     "Room after room, and not every wall has a door.",
     {"rooms", 121, 97, 2, {{"size", 12}, {"doors", 25}}, 0, 0},
     WAY_NEIGHBOURS_8,
     WAY_CORNERS_STRICT,
     {6, 90},
     {115, 6}},
    {"bocage",
     "Bocage",
     "Fields behind thick hedges: find the gaps.",
     {"field", 384, 288, 6, {{"parcel", 52}}, 0, 0},
     WAY_NEIGHBOURS_8,
     WAY_CORNERS_STRICT,
     {0, 0},
     {383, 287}},
    {"compound",
     "Compound",
     "Halls, yards and crates, with corridors wide enough for a squad.",
     {"bunker", 256, 192, 13, {{"room", 36}, {"corridor", 5}}, 0, 0},
     WAY_NEIGHBOURS_8,
     WAY_CORNERS_STRICT,
     {3, 3},
     {252, 188}},
    {"highlands",
     "Highlands",
     "The straight way climbs; the valleys are quicker.",
     {"terrain", 256, 192, 19, {{"scale", 48}, {"water", 14}}, 0, 0},
     WAY_NEIGHBOURS_8,
     WAY_CORNERS_STRICT,
     {8, 70},
     {246, 150}},
    {"snail",
     "Snail",
     "The goal is near all the time and far all the way.",
     {"spiral", 96, 96, 1, {{"corridor", 4}}, 0, 0},
     WAY_NEIGHBOURS_8,
     WAY_CORNERS_STRICT,
     {0, 0},
     {50, 45}},
    {"dead-ends",
     "Dead ends",
     "Each pocket opens towards you and closes towards the goal.",
     {"comb", 128, 96, 1, {{"corridor", 4}, {"depth", 20}}, 0, 0},
     WAY_NEIGHBOURS_8,
     WAY_CORNERS_STRICT,
     {0, 48},
     {127, 48}},
    {"switchback",
     "Switchback",
     "Up the mountain, one long bend after the other.",
     {"zigzag", 96, 64, 1, {{"corridor", 4}}, 0, 0},
     WAY_NEIGHBOURS_8,
     WAY_CORNERS_STRICT,
     {0, 0},
     {95, 63}},
    {"asteroids",
     "Asteroids",
     "A third of all space is rock, and nobody cleaned up.",
     {"random", 128, 96, 30, {{"blocked", 33}}, 0, 0},
     WAY_NEIGHBOURS_8,
     WAY_CORNERS_LOOSE,
     {2, 0},
     {115, 95}},
    {"hive",
     "Hive",
     "Chambers on a hexagonal grid: six ways out of every cell.",
     {"caves", 96, 64, 33, {{"rock", 46}, {"rounds", 4}}, 0, 0},
     WAY_NEIGHBOURS_6,
     WAY_CORNERS_STRICT,
     {7, 57},
     {85, 62}},
};

uint32_t scene_gallery_count(void)
{
    return sizeof gallery_exhibits / sizeof gallery_exhibits[0];
}

const scene_exhibit *scene_gallery_at(uint32_t index)
{
    return index < scene_gallery_count() ? &gallery_exhibits[index] : NULL;
}

const scene_exhibit *scene_gallery_find(const char *name)
{
    for (uint32_t i = 0; name && i < scene_gallery_count(); i++) {
        if (strcmp(gallery_exhibits[i].name, name) == 0) {
            return &gallery_exhibits[i];
        }
    }
    return NULL;
}

way_status scene_gallery_create(const scene_exhibit *exhibit, scene *out)
{
    const way_status status = scene_create(&exhibit->request, out, NULL);
    if (status == WAY_STATUS_OK) {
        out->start = exhibit->start.y * out->width + exhibit->start.x;
        out->goal = exhibit->goal.y * out->width + exhibit->goal.x;
    }
    return status;
}
