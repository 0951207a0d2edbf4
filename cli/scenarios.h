// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Which scenario files, or maps, the words of a command line mean, folders searched through.
#pragma once

#include "cli/options.h"

typedef struct cli_scenarios {
    char **paths; ///< sorted within each folder
    uint32_t count, capacity;
} cli_scenarios;

/// Adds a file, or all with an ending such as ".scen" below a folder. Complains if there are none.
cli_exit cli_scenarios_add(cli_scenarios *scenarios, const char *path, const char *ending);
/// Adds the scenarios below a folder, X.map.scen, that have no map beside them.
cli_exit cli_scenarios_add_alone(cli_scenarios *scenarios, const char *folder);
void cli_scenarios_free(cli_scenarios *scenarios);

/// Writes the path of the map of a scenario: the file without ".scen", or `map_name` beside it.
void cli_scenarios_map(const char *path, const char *map_name, char *out, size_t size);
