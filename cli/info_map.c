// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
#include "cli/info_map.h"

#include "cli/table.h"

#include <waymark/file.h>
#include <waymark/format.h>

#include <stdlib.h>
#include <string.h>

// Listing -----------------------------------------------------------------------------------------

cli_exit cli_info_list(void)
{
    cli_table table = cli_table_begin("<generator <setting >default <range <meaning");
    for (uint32_t i = 0; i < scene_generator_count(); i++) {
        const scene_generator *generator = scene_generator_at(i);
        cli_table_add(&table, "%s", generator->name);
        cli_table_add(&table, "%s", "");
        cli_table_add(&table, "%s", "");
        cli_table_add(&table, "%s", "");
        cli_table_add(&table, "%s", generator->summary);
        for (uint32_t k = 0; k < generator->parameter_count; k++) {
            const scene_parameter *parameter = &generator->parameters[k];
            cli_table_add(&table, "%s", "");
            cli_table_add(&table, "%s", parameter->name);
            cli_table_add(&table, "%d", parameter->initial);
            cli_table_add(&table, "%d..%d", parameter->min, parameter->max);
            cli_table_add(&table, "%s", parameter->help);
        }
    }
    if (!cli_table_end(&table, stdout)) {
        return CLI_EXIT_SYSTEM;
    }
    (void)putchar('\n');
    table = cli_table_begin("<scene >size <story");
    for (uint32_t i = 0; i < scene_gallery_count(); i++) {
        const scene_exhibit *exhibit = scene_gallery_at(i);
        cli_table_add(&table, "%s", exhibit->name);
        cli_table_add(&table, "%ux%u", exhibit->request.width, exhibit->request.height);
        cli_table_add(&table, "%s", exhibit->story);
    }
    return cli_table_end(&table, stdout) ? CLI_EXIT_OK : CLI_EXIT_SYSTEM;
}

// Writing -----------------------------------------------------------------------------------------

static cli_exit info_map_write(const char *text, size_t size, const char *path)
{
    if (strcmp(path, "-") == 0) {
        return fwrite(text, 1, size, stdout) == size ? CLI_EXIT_OK : CLI_EXIT_SYSTEM;
    }
    way_problem problem;
    const way_status status = way_file_write(path, text, size, &problem);
    return status == WAY_STATUS_OK ? CLI_EXIT_OK : cli_complain_problem(path, status, &problem);
}

cli_exit cli_info_save(const cli_source *source, const char *path)
{
    const size_t size = way_floors_format(source->map, &source->floors, NULL, NULL, 0);
    char *text = malloc(size);
    if (!text) {
        return cli_complain_problem(path, WAY_STATUS_NO_MEMORY, NULL);
    }
    (void)way_floors_format(source->map, &source->floors, NULL, text, size);
    const cli_exit result = info_map_write(text, size, path);
    free(text);
    return result;
}
