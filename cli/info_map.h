// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Maps to be had and maps to be kept: parts of `waymark info`.
#pragma once

#include "cli/source.h"

/// Lists the generators with their settings, and the gallery.
cli_exit cli_info_list(void);

/// Writes a map as a MovingAI .map with its floors and links; "-" is stdout.
cli_exit cli_info_save(const cli_source *source, const char *path);
