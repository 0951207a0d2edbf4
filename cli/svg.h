// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A picture as SVG: one path per colour, so that files stay small.
#pragma once

#include "cli/picture.h"

/// Writes an SVG file. IO, NO_MEMORY.
WAY_NODISCARD way_status cli_svg_write(const cli_picture *picture, const char *path,
                                       way_problem *problem);
