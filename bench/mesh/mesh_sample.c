// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/kit/numbers.h"
#include "bench/mesh/mesh_study.h"

#include <stdio.h>
#include <stdlib.h>

void mesh_need(way_status status, const char *what)
{
    if (status != WAY_STATUS_OK) {
        (void)fprintf(stderr, "waymark_mesh: %s: %s\n", what, way_status_text(status));
        exit(1);
    }
}

void mesh_sample_add(mesh_sample *sample, double value)
{
    if (sample->count == sample->capacity) {
        sample->capacity = sample->capacity ? 2 * sample->capacity : 1024;
        sample->values = realloc(sample->values, sample->capacity * sizeof *sample->values);
        mesh_need(sample->values ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY, "numbers");
    }
    sample->values[sample->count++] = value;
}

double mesh_sample_mean(const mesh_sample *sample)
{
    double sum = 0;
    for (uint32_t i = 0; i < sample->count; i++) {
        sum += sample->values[i];
    }
    return sample->count ? sum / sample->count : 0;
}

double mesh_sample_quantile(mesh_sample *sample, double part)
{
    bench_sort(sample->values, sample->count);
    return sample->count ? bench_quantile(sample->values, sample->count, part) : 0;
}

void mesh_sample_clear(mesh_sample *sample)
{
    sample->count = 0;
}

void mesh_sample_free(mesh_sample *sample)
{
    free(sample->values);
    *sample = (mesh_sample){0};
}
