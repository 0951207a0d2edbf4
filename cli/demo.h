// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What `waymark demo` found out: every scene of the gallery by every algorithm that suits it.
#pragma once

#include "cli/trip.h"
#include "scenes/gallery.h"

typedef enum cli_demo_state {
    CLI_DEMO_UNSUITED, ///< the algorithm can't work on the scene
    CLI_DEMO_DONE,     ///< see the outcome
    CLI_DEMO_LATE,     ///< it took too long
    CLI_DEMO_SKIPPED,  ///< there was no time left to try
    CLI_DEMO_FAILED    ///< it refused, with a complaint
} cli_demo_state;

/// One trip. Times are the least of a few runs.
typedef struct cli_demo_cell {
    cli_demo_state state;
    way_outcome outcome;
    way_cost cost;
    double length;
    double seconds;
    uint64_t expansions;
    size_t agent_bytes, database_bytes;
} cli_demo_cell;

typedef struct cli_demo {
    uint32_t scenes, algorithms;
    cli_demo_cell *cells; ///< [scenes * algorithms], scene by scene
    bool times;           ///< whether times may be shown
} cli_demo;

/// The result of an algorithm on a scene.
cli_demo_cell *cli_demo_at(const cli_demo *demo, uint32_t scene_index, uint32_t algorithm_index);

/// The algorithm that did best on a scene: least `measure` among those that arrived at the least
/// cost; UINT32_MAX if none did.
typedef double (*cli_demo_measure)(const cli_demo_cell *cell);
double cli_demo_expansions(const cli_demo_cell *cell);
double cli_demo_seconds(const cli_demo_cell *cell);
uint32_t cli_demo_best(const cli_demo *demo, uint32_t scene_index, cli_demo_measure measure);

/// The least cost on a scene; WAY_COST_MAX if nobody arrived.
way_cost cli_demo_least_cost(const cli_demo *demo, uint32_t scene_index);

/// The tables, and a CSV of everything.
cli_exit cli_demo_print(const cli_demo *demo, FILE *stream);
void cli_demo_write_csv(const cli_demo *demo, FILE *stream);
