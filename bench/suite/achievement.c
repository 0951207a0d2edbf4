// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/suite/achievement.h"

#include <stdlib.h>
#include <string.h>

// Takes "lookahead=N" out of a spec and returns N, or 0.
static uint32_t achievement_split(const char *spec, char family[BENCH_WORD_MAX])
{
    static const char word[] = "lookahead=";
    (void)snprintf(family, BENCH_WORD_MAX, "%s", spec);
    char *place = strstr(family, word);
    if (!place) {
        return 0;
    }
    char *end = NULL;
    const uint32_t number = (uint32_t)strtoul(place + strlen(word), &end, 10);
    end += strspn(end, ", ");
    memmove(place, end, strlen(end) + 1);
    char *empty = strstr(family, "()");
    if (empty) {
        *empty = '\0';
    }
    return number;
}

static bench_curve *achievement_curve(bench_curves *curves, const char *family)
{
    for (uint32_t i = 0; i < curves->count; i++) {
        if (strcmp(curves->items[i].family, family) == 0) {
            return &curves->items[i];
        }
    }
    bench_curve *items = realloc(curves->items, (curves->count + 1) * sizeof *items);
    if (!items) {
        return NULL;
    }
    curves->items = items;
    items[curves->count] = (bench_curve){.lookahead = {0}};
    (void)snprintf(items[curves->count].family, BENCH_WORD_MAX, "%s", family);
    return &items[curves->count++];
}

static uint32_t achievement_duration(double seconds)
{
    uint32_t i = 0;
    while (i + 1 < BENCH_DURATIONS && bench_durations[i] < seconds * 0.99) {
        i++;
    }
    return i;
}

way_status bench_curves_create(bench_store *store, int64_t run, const char *maps, bench_curves *out)
{
    *out = (bench_curves){.count = 0};
    way_status status = WAY_STATUS_OK;
    // Only durations at which everybody arrived count, so that means are over the same problems.
    bench_rows rows = bench_rows_begin(
        store,
        "SELECT a.spec, a.duration, avg(a.gat / a.best), avg(q.first), min(q.solved)"
        " FROM achievements a JOIN queries q ON q.run = a.run AND q.map = a.map AND q.problem ="
        " a.problem AND q.spec = a.spec WHERE a.run = ?1 AND a.map LIKE ?2 GROUP BY a.spec, "
        "a.duration"
        " ORDER BY min(q.rowid), a.duration",
        "it", run, maps);
    while (status == WAY_STATUS_OK && bench_rows_next(&rows)) {
        char family[BENCH_WORD_MAX];
        const uint32_t lookahead = achievement_split(bench_rows_text(&rows, 0), family);
        bench_curve *curve = achievement_curve(out, family);
        if (!curve) {
            status = WAY_STATUS_NO_MEMORY;
            break;
        }
        const double seconds = bench_rows_real(&rows, 1);
        const uint32_t i = achievement_duration(seconds);
        // The largest look-ahead that an action hides, or else the smallest there is.
        const bool first = curve->factor[i] <= 0;
        const bool fits = bench_rows_real(&rows, 3) <= seconds;
        if (bench_rows_integer(&rows, 4) && (first || (fits && lookahead > curve->lookahead[i]))) {
            curve->factor[i] = bench_rows_real(&rows, 2);
            curve->lookahead[i] = lookahead;
        }
    }
    status = bench_rows_end(&rows) ? status : WAY_STATUS_IO;
    if (status != WAY_STATUS_OK) {
        bench_curves_free(out);
    }
    return status;
}

void bench_curves_free(bench_curves *curves)
{
    free(curves->items);
    *curves = (bench_curves){.count = 0};
}

const bench_curve *bench_curves_find(const bench_curves *curves, const char *family)
{
    for (uint32_t i = 0; i < curves->count; i++) {
        if (strcmp(curves->items[i].family, family) == 0) {
            return &curves->items[i];
        }
    }
    return NULL;
}
