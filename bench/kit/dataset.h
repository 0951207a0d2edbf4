// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The benchmark maps and their longest problems, read from the data directory where there is one.
#pragma once

#include <waymark/format.h>

/// The ten large Dragon Age maps of the database studies.
#define DATASET_TEN_MAPS 10u
extern const char *const dataset_ten_maps[DATASET_TEN_MAPS];

/// A map with some of its problems, longest first.
typedef struct dataset_map {
    char name[64];
    way_map *map;
    way_scenario scenario; ///< cut to the problems asked for
} dataset_map;

/// Where the data is: `argument` if given, else $WAYMARK_DATA, else ../shared.
const char *dataset_directory(const char *argument);

/// Reads maps/SET/NAME.map. `costs` {0, 0} = the default model. NULL if the data is not there;
/// anything else that is wrong ends the program with a message.
way_map *dataset_read_map(const char *directory, const char *set, const char *name,
                          way_cost_model costs);

/// Reads a map and its problems, keeping the `count` longest that have a path. False if the data is
/// not there.
bool dataset_read(const char *directory, const char *set, const char *name, uint32_t count,
                  way_cost_model costs, dataset_map *out);
void dataset_free(dataset_map *dataset);

/// The cells of a problem.
way_cell dataset_start(const dataset_map *dataset, uint32_t problem);
way_cell dataset_goal(const dataset_map *dataset, uint32_t problem);
