// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/gat/gat_training.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TRAINING_HEAD "waymark-training 1"
#define TRAINING_LINE_MAX 256u

const gat_training *gat_trainings_find(const gat_trainings *trainings, const char *spec)
{
    for (uint32_t i = 0; i < trainings->count; i++) {
        if (strcmp(trainings->items[i].spec, spec) == 0) {
            return &trainings->items[i];
        }
    }
    return NULL;
}

/// A new entry; false if there is one, or too many.
static bool gat_trainings_add(gat_trainings *trainings, const char *spec)
{
    if (gat_trainings_find(trainings, spec) || trainings->count == GAT_TRAININGS_MAX ||
        strlen(spec) >= GAT_SPEC_MAX) {
        return false;
    }
    gat_training *training = &trainings->items[trainings->count++];
    *training = (gat_training){.row_count = 0};
    (void)snprintf(training->spec, sizeof training->spec, "%s", spec);
    return true;
}

/// "lookahead SIZE NS": sizes grow.
static bool gat_training_add_row(gat_training *training, const char *text)
{
    char *end = NULL;
    const unsigned long size = strtoul(text, &end, 10);
    const unsigned long long ns = strtoull(end, &end, 10);
    const uint32_t last =
        training->row_count ? training->rows[training->row_count - 1].lookahead : 0;
    if (*end || size <= last || size > UINT32_MAX || ns == 0 ||
        training->row_count == GAT_SIZES_MAX) {
        return false;
    }
    training->rows[training->row_count++] = (bench_gat_row){(uint32_t)size, ns};
    return true;
}

/// One line without its comment; false if it makes no sense.
static bool gat_training_read_line(gat_trainings *trainings, const char *line)
{
    gat_training *training = trainings->count ? &trainings->items[trainings->count - 1] : NULL;
    if (line[0] == '\0') {
        return true;
    }
    if (strncmp(line, "algorithm ", 10) == 0) {
        return gat_trainings_add(trainings, line + 10);
    }
    if (training && strncmp(line, "expansion ", 10) == 0) {
        char *end = NULL;
        training->expansion_ns = strtoull(line + 10, &end, 10);
        return *end == '\0' && training->expansion_ns > 0;
    }
    return training && strncmp(line, "lookahead ", 10) == 0 &&
           gat_training_add_row(training, line + 10);
}

way_status gat_trainings_parse(const char *text, gat_trainings *out, way_problem *problem)
{
    *out = (gat_trainings){.count = 0};
    for (uint32_t number = 1; *text; number++) {
        char line[TRAINING_LINE_MAX];
        const size_t whole = strcspn(text, "\n");
        size_t size = strcspn(text, "#\r\n");
        while (size > 0 && text[size - 1] == ' ') {
            size--;
        }
        (void)snprintf(line, sizeof line, "%.*s", (int)size, text);
        const bool good = size < sizeof line && (number == 1 ? strcmp(line, TRAINING_HEAD) == 0
                                                             : gat_training_read_line(out, line));
        if (!good) {
            *problem = (way_problem){.line = number};
            (void)snprintf(problem->text, sizeof problem->text, "%s",
                           number == 1 ? "the first line is not '" TRAINING_HEAD "'"
                                       : "neither 'algorithm SPEC', 'expansion NS' nor "
                                         "'lookahead SIZE NS' with growing sizes");
            return WAY_STATUS_BAD_FORMAT;
        }
        text += whole + (text[whole] == '\n');
    }
    return WAY_STATUS_OK;
}
