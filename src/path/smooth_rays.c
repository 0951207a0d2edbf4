// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Smoothing by rays, all at once.
#include "map/sight/rays.h"
#include "path/smooth.h"

uint32_t wayi_smooth_rays(wayi_smoother *smoother)
{
    wayi_rays rays;
    uint32_t budget = UINT32_MAX;
    uint32_t kept = 0;
    wayi_rays_init(&rays, smoother->map, smoother->layer, &smoother->allocator);
    if (wayi_rays_begin(&rays, smoother->reach, smoother->cells, smoother->count)) {
        while (!wayi_rays_step(&rays, &budget)) {
            budget = UINT32_MAX;
        }
        kept = rays.last + 1;
    }
    wayi_rays_fini(&rays);
    return kept;
}
