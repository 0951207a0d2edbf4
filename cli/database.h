// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A saved database in place of preparation: the option --database of `find`, `draw`, `check` and
// `bench`.
#pragma once

#include "cli/options.h"

#include <waymark/database.h>
#include <waymark/file.h>

typedef struct cli_database {
    const char *path; ///< NULL = there is none
    way_file file;
    char spec[256]; ///< the algorithm that it was made by, such as "dba(sector=16, ...)"
} cli_database;

#define CLI_OPTION_DATABASE                                                                        \
    {                                                                                              \
        .name = "database", .type = CLI_TYPE_FILE, .value = "FILE",                                \
        .help = "open what 'waymark build' saved instead of preparing the algorithm"               \
    }

/// Reads the file that --database names; without the option there is nothing to do. Complains.
/// `free` is fine in all cases.
cli_exit cli_database_read(const cli_arguments *arguments, cli_database *out);
void cli_database_free(cli_database *database);

/// The algorithm asked for: what --algo says, then what the database does, then `otherwise`.
const char *cli_database_algorithm(const cli_database *database, const cli_arguments *arguments,
                                   const char *otherwise);

/// The algorithms that --algo names, then that of the database, with A* before it if it would be
/// alone. The caller frees the list; NULL without memory.
const char **cli_database_specs(const cli_database *database, const cli_arguments *arguments,
                                uint32_t *count);

/// Makes a navigator of the database, or prepares one if there is none.
WAY_NODISCARD way_status cli_database_navigator(const cli_database *database,
                                                const way_navigator_config *config,
                                                way_navigator **out);
