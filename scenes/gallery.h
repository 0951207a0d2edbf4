// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Named scenes with a start and a goal worth travelling between: what the command's demo, the docs
// and the playground show.
//
//     const scene_exhibit *exhibit = scene_gallery_find("harbour");
//     scene made;
//     way_status status = scene_gallery_create(exhibit, &made);
//     status = scene_create_map(&made, exhibit->neighbours, exhibit->corners, &map);
//     ... from made.start to made.goal ...
#pragma once

#include "scenes/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct scene_place {
    uint32_t x, y;
} scene_place;

typedef struct scene_exhibit {
    const char *name;  ///< as typed, such as "old-town"
    const char *title; ///< as printed
    const char *story; ///< one sentence
    scene_request request;
    way_neighbours neighbours;
    way_corners corners;
    scene_place start; ///< joined to the goal
    scene_place goal;
} scene_exhibit;

/// How many exhibits there are.
uint32_t scene_gallery_count(void);

/// The exhibit at `index`; NULL beyond the last.
const scene_exhibit *scene_gallery_at(uint32_t index);

/// The exhibit of that name, or NULL.
const scene_exhibit *scene_gallery_find(const char *name);

/// Makes the scene, with the exhibit's own start and goal. NO_MEMORY.
WAY_NODISCARD way_status scene_gallery_create(const scene_exhibit *exhibit, scene *out);

#ifdef __cplusplus
}
#endif
