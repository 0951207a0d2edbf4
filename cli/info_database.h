// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What a saved database is, for which map, and what its regions look like: a part of `waymark
// info`.
#pragma once

#include "cli/options.h"

/// Whether a file is a database, or its name, ending in .way, says so.
bool cli_info_is_database(const char *path);

/// Reads a database and tells what is in it, or complains; with --map it must be of that map.
cli_exit cli_info_database(const cli_arguments *arguments, const char *name);
