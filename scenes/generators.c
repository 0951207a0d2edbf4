// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The table of all generators.
#include "scenes/canvas.h"

#include <string.h>

#define SCENE_GENERATOR(name) &scene_generator_##name,
static const scene_generator *const generators_all[] = {
#include "scenes/generators.def"
};
#undef SCENE_GENERATOR

uint32_t scene_generator_count(void)
{
    return sizeof generators_all / sizeof generators_all[0];
}

const scene_generator *scene_generator_at(uint32_t index)
{
    return index < scene_generator_count() ? generators_all[index] : NULL;
}

const scene_generator *scene_generator_find(const char *name)
{
    for (uint32_t i = 0; name && i < scene_generator_count(); i++) {
        if (strcmp(generators_all[i]->name, name) == 0) {
            return generators_all[i];
        }
    }
    return NULL;
}
