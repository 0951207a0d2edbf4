// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cli/options.h"
#include "cli/picture.h"

/// Writes a .png or .svg file, as its name says; complains if that fails.
cli_exit cli_picture_write(const cli_picture *picture, const char *path);
