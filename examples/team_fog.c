// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A team in the fog: what it believes is a map, so that any search plans on it. A unit sets out on
// what the team knows, all units look around once a frame, and a scout's look spares the others the
// dead end that it saw.
#include <waymark/fog.h>

#include <stdio.h>

#define SIDE 48u
#define UNITS 2u

/// A long dead end that opens towards the west.
static way_status build(way_map **map)
{
    const way_map_config config = way_map_config_default(SIDE, SIDE);
    const way_edit walls[] = {{10, 2, 21, 1, 0}, {10, 14, 21, 1, 0}, {30, 2, 1, 13, 0}};
    const way_status status = way_map_create(&config, map);
    return status ? status : way_map_edit(*map, walls, 3);
}

/// The next cell on the way that the team believes in.
static way_cell next(const way_map *believed, way_cell from, way_cell to)
{
    way_path path = {0};
    const way_status status = way_find(believed, "jps", from, to, &path);
    const way_cell cell = !status && path.count > 1 ? path.states[1] : from;
    way_path_free(&path);
    return cell;
}

/// How many moves the first unit needs to its goal; the second looks around where it stands.
static uint32_t march(const way_map *truth, way_cell scout)
{
    const way_belief_config config = {.truth = truth, .unseen = 1};
    const way_cell goal = way_map_cell(truth, 44, 8);
    way_cell places[UNITS] = {way_map_cell(truth, 4, 8), scout};
    way_belief *team = NULL;
    uint32_t moves = 0;
    way_status status = way_belief_create(&config, &team);
    for (uint32_t frame = 1; !status && places[0] != goal && frame < 1000; frame++) {
        way_sensor sensors[UNITS];
        for (uint32_t i = 0; i < UNITS; i++) {
            const uint32_t radius = i == 0 ? 6 : 24;
            sensors[i] = (way_sensor){.cell = places[i], .radius = radius, .line_of_sight = true};
        }
        status = way_belief_look(team, frame, sensors, UNITS, NULL);
        const way_cell cell = next(way_belief_map(team), places[0], goal);
        // What is believed may be wrong; what was just looked at is not.
        moves += cell != places[0];
        places[0] = cell;
    }
    way_belief_destroy(team);
    return moves;
}

int main(void)
{
    way_map *truth = NULL;
    if (build(&truth)) {
        return 1;
    }
    const uint32_t alone = march(truth, way_map_cell(truth, 4, 8));
    const uint32_t scouted = march(truth, way_map_cell(truth, 20, 8));
    printf("alone: %u moves; with a scout in the dead end: %u moves\n", alone, scouted);
    way_map_destroy(truth);
    return scouted < alone ? 0 : 1;
}
