// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A crowd on a map: units that go to and fro, buildings that come and go, and pictures of them.
#pragma once

#include "cli/gif.h"

#include <waymark/world.h>

/// Longest side of a picture in pixels, as far as a cell has one.
#define CLI_CROWD_PICTURE 720u

extern const cli_color cli_crowd_palette[CLI_GIF_COLORS];

typedef struct cli_crowd_config {
    way_map *map;
    const way_profile *profile; ///< [opt] of the units
    uint32_t units;
    uint32_t edits; ///< buildings for each 1000 ticks
    bool fog;       ///< the second team sees only what it has seen
    bool march;     ///< each team walks as one group that keeps its formation
    uint32_t budget;
    uint64_t seed;
} cli_crowd_config;

typedef struct cli_crowd {
    cli_crowd_config config;
    way_world *world;
    way_unit *units;
    uint32_t unit_count;
    way_unit *team; ///< [unit_count] of a team that is to march
    way_rng rng;
    way_rect buildings[256];
    uint32_t building_count;
    uint64_t arrived, orders, blocked, unreachable; ///< events so far
    uint32_t zoom;
    uint32_t width, height; ///< of the picture
    uint8_t *picture;       ///< [width * height] palette indices
} cli_crowd;

/// Puts units of two sizes, that of the profile and the next, and two teams on the map. Fails like
/// way_world_create.
WAY_NODISCARD way_status cli_crowd_begin(cli_crowd *crowd, const cli_crowd_config *config);
void cli_crowd_end(cli_crowd *crowd);

/// One tick: orders for those who stand, a building now and then, a frame.
WAY_NODISCARD way_status cli_crowd_tick(cli_crowd *crowd);

/// Draws the world as it is.
void cli_crowd_draw(cli_crowd *crowd);
