// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What is in a graph, a mesh or a level: the part of `waymark info` that is not about maps.
#pragma once

#include "cli/options.h"

/// Whether a file's name ends in .graph, .mesh or .lvl.
bool cli_info_is_world(const char *path);

/// Reads such a file and tells what is in it, or complains where it is wrong.
cli_exit cli_info_world(const cli_arguments *arguments, const char *path);
