// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Where maps come from: files, stdin, the gallery and the generators.
//
//     arena.map   -   scene:NAME   gen:maze,width=201,height=201,seed=7,braid=100
#pragma once

#include "cli/options.h"
#include "scenes/gallery.h"

#include <waymark/format.h>

typedef struct cli_source {
    way_map *map;
    char name[256];       ///< the file's own name, or what was asked for
    char title[256];      ///< for captions
    way_cell start, goal; ///< a suggestion for a trip; WAY_CELL_NONE = none
    way_floors floors;
    uint32_t profile;   ///< of the unit: its size, or what --profile made
    uint8_t *penalties; ///< by cell; owned; NULL without any
} cli_source;

/// Text that follows `MAP` in the help of a command.
#define CLI_SOURCE_HELP                                                                            \
    "MAP is a MovingAI .map file, - for stdin, scene:NAME from the gallery, or\n"                  \
    "gen:NAME,width=W,height=H,seed=N,... from a generator (see 'waymark info --list').\n"

/// Reads or makes the map that `word` names, by the rules of the command's CLI_OPTIONS_RULES.
/// Complains and tells the exit code if it can't.
cli_exit cli_source_open(const cli_arguments *arguments, const char *word, cli_source *out);
void cli_source_close(cli_source *source);

/// Makes the scene that "maze,width=201,seed=7" asks for; complains if it can't.
cli_exit cli_source_generate(const char *text, scene *out);

/// Makes a scene of the gallery; complains if there is none of that name.
cli_exit cli_source_gallery(const char *name, const scene_exhibit **exhibit, scene *out);
