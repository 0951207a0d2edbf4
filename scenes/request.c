// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A scene in words, as commands and tables of benchmarks write it.
#include "scenes/scene.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REQUEST_SIDE 64u

// A whole number and nothing else.
static bool request_read(const char *text, bool *negative, uint64_t *out)
{
    char *end = NULL;
    *negative = *text == '-';
    text += *negative;
    errno = 0;
    *out = strtoull(text, &end, 10);
    return isdigit((unsigned char)*text) && *end == '\0' && errno == 0;
}

static bool request_take(scene_request *request, char *word, uint32_t *settings)
{
    char *equals = strchr(word, '=');
    bool negative = false;
    uint64_t number = 0;
    if (!equals || !request_read(equals + 1, &negative, &number)) {
        return false;
    }
    *equals = '\0';
    const uint32_t side = negative ? 0 : number > UINT32_MAX ? UINT32_MAX : (uint32_t)number;
    if (strcmp(word, "width") == 0) {
        request->width = side;
    } else if (strcmp(word, "height") == 0) {
        request->height = side;
    } else if (strcmp(word, "floors") == 0) {
        request->floors = side ? side : UINT32_MAX;
    } else if (strcmp(word, "stairs") == 0) {
        request->stairs = side ? side : UINT32_MAX;
    } else if (strcmp(word, "seed") == 0) {
        request->seed = number;
    } else if (*settings < SCENE_PARAMETERS_MAX) {
        const int32_t value = number > INT32_MAX ? INT32_MAX : (int32_t)number;
        request->settings[(*settings)++] = (scene_setting){word, negative ? -value : value};
    } else {
        *equals = '=';
        return false;
    }
    return true;
}

way_status scene_request_parse(char *text, scene_request *out, way_problem *problem)
{
    uint32_t settings = 0;
    char *rest = text + strcspn(text, ",");
    bool more = *rest == ',';
    *rest = '\0';
    *out = scene_request_default(text, REQUEST_SIDE, REQUEST_SIDE, 1);
    while (more) {
        char *word = rest + 1;
        rest = word + strcspn(word, ",");
        more = *rest == ',';
        *rest = '\0';
        if (!request_take(out, word, &settings)) {
            const bool full = settings == SCENE_PARAMETERS_MAX && strchr(word, '=');
            (void)snprintf(
                problem->text, sizeof problem->text,
                full ? "too many settings at '%.60s'" : "expected NAME=NUMBER, not '%.60s'", word);
            return WAY_STATUS_BAD_FORMAT;
        }
    }
    return WAY_STATUS_OK;
}
