// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// One trip from a command: navigator, agent, observer, and what came of it.
#pragma once

#include "cli/database.h"
#include "cli/options.h"
#include "cli/trace.h"

#include <waymark/agent.h>
#include <waymark/path.h>

/// In the order of cli_choices_smooth.
typedef enum cli_smooth {
    CLI_SMOOTH_NONE,
    CLI_SMOOTH_RAYS,
    CLI_SMOOTH_BOX,
    CLI_SMOOTH_PULL,
    CLI_SMOOTH_ANGLE,
    CLI_SMOOTH_SPLINE
} cli_smooth;

typedef struct cli_trip_request {
    way_map *map;
    const char *algorithm;        ///< "astar" or "astar(open=bucket)"
    const cli_database *database; ///< [opt] to open instead of preparing
    way_trip trip;
    uint32_t unit;            ///< cells per side, or another profile of the map
    const uint8_t *penalties; ///< [opt] by cell
    uint32_t budget;          ///< expansions per step; 0 = all at once
    uint32_t capacity;        ///< most states remembered; 0 = no limit
    way_store store;
    cli_smooth smooth;
    bool observe;         ///< record the order of the expansions
    bool regions;         ///< ask the database for the regions of cells
    cli_trace *trace;     ///< [opt] where events go; borrowed
    double seconds_limit; ///< gives up with CANCELLED after that; 0 = never
} cli_trip_request;

typedef struct cli_trip_result {
    const way_algorithm *algorithm;
    way_outcome outcome;
    bool too_large; ///< with a limit: the algorithm prepares for no map of this size
    way_cell *path; ///< [path_count]; owned; turning points only if there is a curve
    uint32_t path_count;
    way_cell goal; ///< the one in force
    way_cost cost;
    uint32_t cardinals, diagonals, links; ///< steps of the path
    double length;                        ///< of the path, or of the curve
    double length_before;                 ///< of the path before it was smoothed; 0 = it was not
    way_curve curve;                      ///< points smoothed at any angle; owned
    way_stats stats;
    size_t database_bytes;
    double prepare_seconds, search_seconds;
    uint32_t *order; ///< by cell: when it was first expanded, from 1; NULL if not observed
    uint32_t order_max;
    uint32_t *regions; ///< by cell: number of the region in the database, from 2, or 0; NULL if the
                       ///< algorithm has none
} cli_trip_result;

/// Prepares and walks a trip; complains if that fails. The path may still be missing: see outcome.
cli_exit cli_trip_run(const cli_trip_request *request, cli_trip_result *out);
void cli_trip_free(cli_trip_result *result);

/// Whether the outcome left a path to be shown.
bool cli_trip_has_path(const cli_trip_result *result);

/// The algorithm of a spec such as "astar(tie=low_g)"; complains with a suggestion if there is
/// none.
const way_algorithm *cli_trip_algorithm(const char *spec);

/// Complains that an algorithm could not be prepared, in the library's own words if it has some.
cli_exit cli_trip_complain(const char *spec, way_status status, const way_problem *problem);

/// The name at `index` of the registry, for suggestions and completion.
const char *cli_trip_algorithm_name(uint32_t index, const void *user);
