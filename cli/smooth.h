// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What `--smooth` does to the path of a trip.
#pragma once

#include "cli/trip.h"

#define CLI_OPTION_SMOOTH                                                                          \
    {                                                                                              \
        .name = "smooth", .type = CLI_TYPE_CHOICE, .value = "KIND", .choices = cli_choices_smooth, \
        .repeats = true, .help = "smooth the path: none, rays, box, pull, angle, spline [none]"    \
    }

extern const char *const cli_choices_smooth[];

/// The kind of that name, one of cli_choices_smooth.
cli_smooth cli_smooth_find(const char *name);

/// Smooths the path of a result as the request says. In a space (its traits) of lines at any angle
/// the path is straight as it is, and at most its corners are bent.
way_status cli_smooth_apply(const cli_trip_request *request, cli_trip_result *result,
                            uint32_t space);
