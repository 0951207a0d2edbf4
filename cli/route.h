// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The options that say where to go and how: shared by `find` and `draw`.
#pragma once

#include "cli/smooth.h"
#include "cli/source.h"
#include "cli/trip.h"

#define CLI_ROUTE_GOALS_MAX CLI_REPEATS_MAX

typedef struct cli_route {
    way_state goals[CLI_ROUTE_GOALS_MAX];
    cli_trip_request request; ///< all but the algorithm
} cli_route;

extern const char *const cli_choices_goal[];
extern const char *const cli_choices_store[];

#define CLI_OPTIONS_ROUTE                                                                          \
    {.name = "from",                                                                               \
     .letter = 'f',                                                                                \
     .type = CLI_TYPE_PLACE,                                                                       \
     .value = "X,Y",                                                                               \
     .max = WAY_MAP_SIDE_MAX,                                                                      \
     .help = "where to start; FLOOR:X,Y if the map has several floors"},                           \
        {.name = "to",                                                                             \
         .letter = 't',                                                                            \
         .type = CLI_TYPE_PLACE,                                                                   \
         .value = "X,Y",                                                                           \
         .max = WAY_MAP_SIDE_MAX,                                                                  \
         .repeats = true,                                                                          \
         .help = "where to go; if repeated, the cheapest of them"},                                \
        {.name = "unit",                                                                           \
         .letter = 'u',                                                                            \
         .type = CLI_TYPE_NUMBER,                                                                  \
         .value = "K",                                                                             \
         .min = 1,                                                                                 \
         .max = WAY_MAP_UNIT_MAX,                                                                  \
         .help = "a unit of K x K cells [1]"},                                                     \
        {.name = "goal",                                                                           \
         .type = CLI_TYPE_CHOICE,                                                                  \
         .value = "MODE",                                                                          \
         .choices = cli_choices_goal,                                                              \
         .help = "exact, adjacent (one step from the goal) or range [exact]"},                     \
        {.name = "range",                                                                          \
         .type = CLI_TYPE_NUMBER,                                                                  \
         .value = "COST",                                                                          \
         .max = WAY_COST_MAX - 1,                                                                  \
         .help = "stop where the estimated cost to the goal is at most COST"},                     \
        {.name = "nearest",                                                                        \
         .help = "go to the nearest reachable cell if the goal is blocked or cut off"},            \
        {.name = "partial", .help = "when giving up, keep a path towards the goal"},               \
        {.name = "limit",                                                                          \
         .type = CLI_TYPE_NUMBER,                                                                  \
         .value = "N",                                                                             \
         .min = 1,                                                                                 \
         .max = UINT64_MAX,                                                                        \
         .help = "give up after N expansions"},                                                    \
        {.name = "capacity",                                                                       \
         .type = CLI_TYPE_NUMBER,                                                                  \
         .value = "N",                                                                             \
         .min = 1,                                                                                 \
         .max = UINT32_MAX,                                                                        \
         .help = "remember at most N states"},                                                     \
        {.name = "budget",                                                                         \
         .letter = 'b',                                                                            \
         .type = CLI_TYPE_NUMBER,                                                                  \
         .value = "N",                                                                             \
         .min = 1,                                                                                 \
         .max = UINT32_MAX,                                                                        \
         .help = "expansions per step [all at once]"},                                             \
        CLI_OPTION_SMOOTH,                                                                         \
    {                                                                                              \
        .name = "store", .type = CLI_TYPE_CHOICE, .value = "KIND", .choices = cli_choices_store,   \
        .help = "where states are kept: auto, dense, sparse [auto]"                                \
    }

/// Reads the options; where to start and to go come from the source if they are not given.
/// Complains and tells the exit code if something is wrong.
cli_exit cli_route_read(const cli_arguments *arguments, const cli_source *source, cli_route *out);
