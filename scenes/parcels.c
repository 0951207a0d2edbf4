// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Binary space partition with the list of boxes as its own work list: a box that is too large is
// replaced by its first half, and the second half is appended.
#include "scenes/parcels.h"

#include <stdlib.h>

/// Cuts a box in two, both wide enough, and returns the second part. The cut belongs to neither.
static scene_box parcels_cut(scene_canvas *canvas, scene_box *box, int32_t least, scene_box *line)
{
    scene_box rest = *box;
    *line = *box;
    if (box->width >= box->height) {
        const int32_t at = scene_canvas_between(canvas, least, box->width - least - 1);
        line->x += at;
        line->width = 1;
        rest.x += at + 1;
        rest.width -= at + 1;
        box->width = at;
    } else {
        const int32_t at = scene_canvas_between(canvas, least, box->height - least - 1);
        line->y += at;
        line->height = 1;
        rest.y += at + 1;
        rest.height -= at + 1;
        box->height = at;
    }
    return rest;
}

way_status scene_parcels_create(scene_canvas *canvas, int32_t side, scene_parcels *out)
{
    const int32_t least = side / 2 > 0 ? side / 2 : 1;
    // Every leaf has at least least * least cells, or there is only one.
    const size_t most = scene_canvas_cells(canvas) / ((size_t)least * (size_t)least) + 1;
    *out = (scene_parcels){
        .boxes = malloc(most * sizeof *out->boxes),
        .cuts = malloc(most * sizeof *out->cuts),
    };
    if (!out->boxes || !out->cuts) {
        scene_parcels_destroy(out);
        return WAY_STATUS_NO_MEMORY;
    }
    out->boxes[out->count++] = (scene_box){0, 0, (int32_t)canvas->width, (int32_t)canvas->height};
    for (uint32_t i = 0; i < out->count;) {
        scene_box *box = &out->boxes[i];
        const int32_t longer = box->width > box->height ? box->width : box->height;
        const int32_t shorter = box->width > box->height ? box->height : box->width;
        if (longer <= side + side / 2 || longer < 2 * least + 1 || shorter < least) {
            i++;
            continue;
        }
        const scene_box rest = parcels_cut(canvas, box, least, &out->cuts[out->cut_count++]);
        out->boxes[out->count++] = rest;
    }
    return WAY_STATUS_OK;
}

void scene_parcels_destroy(scene_parcels *parcels)
{
    free(parcels->boxes);
    free(parcels->cuts);
    *parcels = (scene_parcels){0};
}
