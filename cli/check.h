// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Running the problems of one scenario file, for `waymark bench check`.
#pragma once

#include "cli/json.h"
#include "cli/progress.h"
#include "cli/source.h"
#include "cli/table.h"
#include "cli/trip.h"

#include <waymark/format.h>

typedef struct cli_check_totals {
    uint64_t problems, mismatches, without_path, expansions;
    double seconds;           ///< of searching, not of checking
    double published, walked; ///< lengths of the problems that agree
} cli_check_totals;

typedef struct cli_check {
    const cli_arguments *arguments;
    const char *spec;
    const char *map; ///< NULL = beside each scenario
    cli_database database;
    cli_progress progress;
    uint32_t told; ///< mismatches complained of
    uint32_t files, file;
    cli_table table;
    cli_json json;
    cli_check_totals all;
} cli_check;

/// Runs all problems of a file, or the sample asked for, and adds them up. Wrong answers are told
/// on stderr, the first few of them.
cli_exit cli_check_file(cli_check *job, const char *path, cli_check_totals *totals);
