// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "cli/database.h"

#include <stdlib.h>
#include <string.h>

cli_exit cli_database_read(const cli_arguments *arguments, cli_database *out)
{
    *out = (cli_database){.path = cli_options_text(arguments, "database", NULL)};
    if (!out->path) {
        return CLI_EXIT_OK;
    }
    way_problem problem = {0};
    way_database_info info;
    way_status status = way_file_read(out->path, 0, NULL, &out->file, &problem);
    if (status == WAY_STATUS_OK) {
        status = way_database_inspect(out->file.bytes, out->file.size, &info, &problem);
    }
    if (status != WAY_STATUS_OK) {
        return cli_complain_problem(out->path, status, &problem);
    }
    (void)snprintf(out->spec, sizeof out->spec, "%s(%s)", info.algorithm, info.parameters);
    return CLI_EXIT_OK;
}

void cli_database_free(cli_database *database)
{
    way_file_free(&database->file);
    database->path = NULL;
}

const char *cli_database_algorithm(const cli_database *database, const cli_arguments *arguments,
                                   const char *otherwise)
{
    return cli_options_text(arguments, "algo", database->path ? database->spec : otherwise);
}

const char **cli_database_specs(const cli_database *database, const cli_arguments *arguments,
                                uint32_t *count)
{
    const cli_value *specs = cli_options_get(arguments, "algo");
    const char **all = calloc(specs->count + 2, sizeof *all);
    *count = 0;
    for (uint32_t i = 0; all && i < specs->count; i++) {
        all[(*count)++] = specs->texts[i];
    }
    if (all && database->path && *count == 0) {
        all[(*count)++] = "astar";
    }
    if (all && database->path) {
        all[(*count)++] = database->spec;
    }
    return all;
}

way_status cli_database_navigator(const cli_database *database, const way_navigator_config *config,
                                  way_navigator **out)
{
    if (!database || !database->path) {
        return way_navigator_create(config, out);
    }
    const way_status status =
        way_navigator_open(config, database->file.bytes, database->file.size, out);
    if (status != WAY_STATUS_OK && config->problem && config->problem->text[0]) {
        const way_problem said = *config->problem;
        const size_t room = sizeof said.text - sizeof ": " - strlen(said.text);
        const size_t length = strlen(database->path);
        // Of a long path the end tells most.
        (void)snprintf(config->problem->text, sizeof said.text, "%s: %.150s",
                       database->path + (length > room ? length - room : 0), said.text);
    }
    return status;
}
