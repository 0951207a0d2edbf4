// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
#include "data/data.h"

#include "support/test.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

const char *data_root(void)
{
    const char *given = getenv("WAYMARK_DATA");
    return given != NULL && given[0] != '\0' ? given : "../shared";
}

bool data_is_there(void)
{
    data_names names;
    data_list("dao", ".map", &names);
    if (names.count == 0) {
        printf("skipped: no benchmark maps in %s/maps; set WAYMARK_DATA to the folder that holds "
               "maps/dao and its siblings\n",
               data_root());
    }
    return names.count > 0;
}

static int data_compare(const void *a, const void *b)
{
    return strcmp(a, b);
}

void data_list(const char *folder, const char *suffix, data_names *out)
{
    char path[512];
    snprintf(path, sizeof path, "%s/maps/%s", data_root(), folder);
    out->count = 0;
    DIR *directory = opendir(path);
    if (directory == NULL) {
        return;
    }
    const size_t tail = strlen(suffix);
    for (struct dirent *entry = readdir(directory); entry != NULL; entry = readdir(directory)) {
        const size_t length = strlen(entry->d_name);
        if (length >= tail && length < sizeof out->names[0] && out->count < DATA_NAMES_MAX &&
            strcmp(entry->d_name + length - tail, suffix) == 0) {
            memcpy(out->names[out->count++], entry->d_name, length + 1);
        }
    }
    closedir(directory);
    qsort(out->names, out->count, sizeof out->names[0], data_compare);
}

void data_read(const char *folder, const char *name, way_file *out)
{
    char path[512];
    snprintf(path, sizeof path, "%s/maps/%s/%s", data_root(), folder, name);
    way_problem problem = {0};
    if (way_file_read(path, 0, NULL, out, &problem) != WAY_STATUS_OK) {
        fail_msg("%s: %s", path, problem.text);
    }
}
