// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/studies/study.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void bench_study_note(bench_study *study, const char *measure, uint32_t kind, double value)
{
    bench_finding *figures = realloc(study->figures, (study->count + 1) * sizeof *figures);
    bench_hold(figures, "no memory");
    study->figures = figures;
    figures[study->count] = (bench_finding){.kind = kind, .value = value};
    (void)snprintf(figures[study->count++].measure, BENCH_MEASURE_MAX, "%s", measure);
}

void bench_study_note_times(bench_study *study, const char *measure, bench_sample *times)
{
    char name[BENCH_MEASURE_MAX];
    bench_study_note(study, measure, BENCH_TIMED, bench_sample_mean(times));
    (void)snprintf(name, sizeof name, "%s p95", measure);
    bench_study_note(study, name, BENCH_TIMED, bench_sample_quantile(times, 0.95));
    (void)snprintf(name, sizeof name, "%s worst", measure);
    bench_study_note(study, name, BENCH_TIMED | BENCH_LARGEST, bench_sample_quantile(times, 1));
    bench_sample_free(times);
}

void bench_study_algorithm(const bench_study *study, char out[BENCH_WORD_MAX])
{
    (void)snprintf(out, BENCH_WORD_MAX, "%.*s", (int)strcspn(study->entry, ";"), study->entry);
}

uint32_t bench_study_number(const bench_study *study, const char *key, uint32_t fallback)
{
    const size_t size = strlen(key);
    for (const char *at = strstr(study->entry, key); at; at = strstr(at + 1, key)) {
        if ((at == study->entry || at[-1] == ' ') && at[size] == '=') {
            return (uint32_t)strtoul(at + size + 1, NULL, 10);
        }
    }
    return fallback;
}

bench_yard bench_yard_open(const bench_ground *ground)
{
    bench_yard yard = {.map = bench_copy_map(ground->map)};
    bench_need(way_space_create_grid(yard.map, 1, NULL, &yard.space), "space");
    return yard;
}

void bench_yard_close(bench_yard *yard)
{
    way_space_destroy(yard->space);
    way_map_destroy(yard->map);
}

way_cell bench_yard_cell(const way_map *map, way_rng *rng)
{
    const uint32_t width = way_map_width(map);
    for (;;) {
        const way_cell cell = way_rng_below(rng, width * way_map_height(map));
        for (int64_t i = 0; i < 9; i++) {
            const way_cell near =
                way_map_cell(map, cell % width + i % 3 - 1, cell / width + i / 3 - 1);
            if (near != WAY_CELL_NONE && way_map_is_passable(map, near)) {
                return cell;
            }
        }
    }
}

void bench_yard_flip(way_map *map, way_cell cell)
{
    const uint32_t width = way_map_width(map);
    const way_edit edit = {cell % width, cell / width, 1, 1, !way_map_is_passable(map, cell)};
    bench_need(way_map_edit(map, &edit, 1), "edit");
}
