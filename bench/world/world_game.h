// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The game that the world is measured by: two sizes of units, two teams of which one is in the fog,
// walls and swamps, orders in waves, a building put up and one torn down every second.
#pragma once

#include <waymark/world.h>

typedef struct game_config {
    uint32_t side;
    uint32_t units;
    uint32_t waves_per_second; ///< of 50 units each
    uint32_t budget;           ///< of a frame
    uint32_t workers;
    uint64_t seed;
} game_config;

typedef struct game_result {
    uint32_t trips;
    uint32_t in_time;       ///< arrived within 2.5 times what they need alone
    uint32_t late_standing; ///< of those who were late: stood when time was up
    uint32_t late_waiting;  ///< had no plan
    uint32_t late_walking;  ///< were on their way
    uint64_t overlaps;
    uint64_t illegal;
    uint64_t work_max;
    double frame_max;  ///< seconds of planning in the worst frame
    double frame_mean; ///< of all frames
    double tick_mean;  ///< seconds of a tick, without planning
    uint64_t ticks;
    double ratio_median; ///< time over time alone
} game_result;

/// Plays the game to its end, and checks every tick that nobody is in another's place or in a wall.
way_status game_play(const game_config *config, game_result *result);
