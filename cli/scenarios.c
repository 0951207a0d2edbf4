// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L

#include "cli/scenarios.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SCENARIOS_PATH_MAX 4096u
#define SCENARIOS_DEPTH_MAX 8u

static bool scenarios_ends(const char *name, const char *ending)
{
    const size_t size = strlen(name);
    const size_t tail = strlen(ending);
    return size > tail && strcmp(name + size - tail, ending) == 0;
}

static cli_exit scenarios_push(cli_scenarios *scenarios, const char *path)
{
    if (scenarios->count == scenarios->capacity) {
        const uint32_t capacity = scenarios->capacity ? scenarios->capacity * 2 : 16;
        char **paths = realloc(scenarios->paths, capacity * sizeof *paths);
        if (!paths) {
            return cli_complain_problem(path, WAY_STATUS_NO_MEMORY, NULL);
        }
        scenarios->paths = paths;
        scenarios->capacity = capacity;
    }
    char *copy = strdup(path);
    if (!copy) {
        return cli_complain_problem(path, WAY_STATUS_NO_MEMORY, NULL);
    }
    scenarios->paths[scenarios->count++] = copy;
    return CLI_EXIT_OK;
}

static cli_exit scenarios_walk(cli_scenarios *scenarios, const char *folder, const char *ending,
                               uint32_t depth)
{
    DIR *listing = opendir(folder);
    if (!listing) {
        cli_complain("%s: %s", folder, strerror(errno));
        return CLI_EXIT_SYSTEM;
    }
    cli_exit result = CLI_EXIT_OK;
    for (struct dirent *entry = readdir(listing); entry && result == CLI_EXIT_OK;
         entry = readdir(listing)) {
        char path[SCENARIOS_PATH_MAX];
        struct stat about;
        if (entry->d_name[0] == '.' ||
            snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) >= (int)sizeof path ||
            stat(path, &about) != 0) {
            continue;
        }
        if (S_ISDIR(about.st_mode) && depth < SCENARIOS_DEPTH_MAX) {
            result = scenarios_walk(scenarios, path, ending, depth + 1);
        } else if (S_ISREG(about.st_mode) && scenarios_ends(path, ending)) {
            result = scenarios_push(scenarios, path);
        }
    }
    (void)closedir(listing);
    return result;
}

static int scenarios_compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

cli_exit cli_scenarios_add(cli_scenarios *scenarios, const char *path, const char *ending)
{
    struct stat about;
    const uint32_t before = scenarios->count;
    if (stat(path, &about) != 0 || !S_ISDIR(about.st_mode)) {
        return scenarios_push(scenarios, path);
    }
    const cli_exit result = scenarios_walk(scenarios, path, ending, 0);
    if (result == CLI_EXIT_OK && scenarios->count == before) {
        cli_complain("%s: no %s files in this folder", path, ending);
        return CLI_EXIT_BAD_INPUT;
    }
    if (scenarios->count > before) {
        qsort(scenarios->paths + before, scenarios->count - before, sizeof *scenarios->paths,
              scenarios_compare);
    }
    return result;
}

cli_exit cli_scenarios_add_alone(cli_scenarios *scenarios, const char *folder)
{
    struct stat about;
    cli_scenarios all = {0};
    if (stat(folder, &about) != 0 || !S_ISDIR(about.st_mode)) {
        return CLI_EXIT_OK;
    }
    cli_exit result = scenarios_walk(&all, folder, ".map.scen", 0);
    for (uint32_t i = 0; i < all.count && result == CLI_EXIT_OK; i++) {
        char map[SCENARIOS_PATH_MAX];
        (void)snprintf(map, sizeof map, "%.*s", (int)(strlen(all.paths[i]) - strlen(".scen")),
                       all.paths[i]);
        if (access(map, F_OK) != 0) {
            result = scenarios_push(scenarios, all.paths[i]);
        }
    }
    cli_scenarios_free(&all);
    return result;
}

void cli_scenarios_free(cli_scenarios *scenarios)
{
    for (uint32_t i = 0; i < scenarios->count; i++) {
        free(scenarios->paths[i]);
    }
    free(scenarios->paths);
    *scenarios = (cli_scenarios){0};
}

void cli_scenarios_map(const char *path, const char *map_name, char *out, size_t size)
{
    (void)snprintf(out, size, "%s", path);
    if (scenarios_ends(out, ".scen")) {
        out[strlen(out) - 5] = '\0';
        if (access(out, R_OK) == 0) {
            return;
        }
    }
    const char *slash = strrchr(path, '/');
    (void)snprintf(out, size, "%.*s%s", slash ? (int)(slash - path) + 1 : 0, path, map_name);
}
