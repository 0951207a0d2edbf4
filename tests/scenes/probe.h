// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Makes scenes and counts their areas, without the generators' own floods.
#pragma once

#include "scenes/scene.h"
#include "support/test.h"

typedef struct probe_areas {
    uint32_t count;    ///< areas of cardinally joined cells
    uint32_t largest;  ///< cells in the largest
    uint32_t passable; ///< cells in all
} probe_areas;

/// Makes a scene or fails the test.
static inline scene probe_make(const scene_request *request)
{
    scene made;
    const char *offender = NULL;
    const way_status status = scene_create(request, &made, &offender);
    if (status != WAY_STATUS_OK) {
        print_error("%s: %s (%s)\n", request->generator, way_status_text(status),
                    offender ? offender : "-");
    }
    assert_int_equal(status, WAY_STATUS_OK);
    return made;
}

/// The root of a cell in a forest; shortens the way on the walk.
static inline uint32_t probe_root(uint32_t *roots, uint32_t cell)
{
    while (roots[cell] != cell) {
        roots[cell] = roots[roots[cell]];
        cell = roots[cell];
    }
    return cell;
}

/// By cell: a number that two passable cells share exactly if they are joined. The caller frees it.
static inline uint32_t *probe_label(const scene *made)
{
    const uint32_t cells = made->width * made->height;
    uint32_t *roots = malloc(cells * sizeof *roots);
    assert_non_null(roots);
    for (uint32_t cell = 0; cell < cells; cell++) {
        roots[cell] = cell;
        if (made->weights[cell] == 0) {
            continue;
        }
        if (cell % made->width > 0 && made->weights[cell - 1] > 0) {
            roots[probe_root(roots, cell)] = probe_root(roots, cell - 1);
        }
        if (cell >= made->width && made->weights[cell - made->width] > 0) {
            roots[probe_root(roots, cell)] = probe_root(roots, cell - made->width);
        }
    }
    for (uint32_t cell = 0; cell < cells; cell++) {
        roots[cell] = probe_root(roots, cell);
    }
    return roots;
}

static inline probe_areas probe_count(const scene *made)
{
    const uint32_t cells = made->width * made->height;
    uint32_t *labels = probe_label(made);
    uint32_t *sizes = calloc(cells, sizeof *sizes);
    assert_non_null(sizes);
    probe_areas areas = {0};
    for (uint32_t cell = 0; cell < cells; cell++) {
        if (made->weights[cell] > 0) {
            const uint32_t size = ++sizes[labels[cell]];
            areas.passable++;
            areas.count += size == 1;
            areas.largest = size > areas.largest ? size : areas.largest;
        }
    }
    free(labels);
    free(sizes);
    return areas;
}

/// How many pairs of cells side by side are both passable.
static inline uint32_t probe_links(const scene *made)
{
    uint32_t links = 0;
    for (uint32_t cell = 0; cell < made->width * made->height; cell++) {
        if (made->weights[cell] == 0) {
            continue;
        }
        links += cell % made->width > 0 && made->weights[cell - 1] > 0;
        links += cell >= made->width && made->weights[cell - made->width] > 0;
    }
    return links;
}
