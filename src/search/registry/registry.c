// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The registry, roof of the searches: the one place that names them all, those of the laboratory
// behind those of the library. Tools iterate it and name no algorithm themselves.
#include "search/trip/algorithm.h"

#include <string.h>

#define WAYI_ALGORITHM(name) extern const wayi_algorithm wayi_algorithm_##name;
#include "search/registry/registry.def"
#ifdef WAYI_LAB
#include "lab/lab.def"
#endif
#undef WAYI_ALGORITHM

const wayi_algorithm *const wayi_algorithms[] = {
#define WAYI_ALGORITHM(name) &wayi_algorithm_##name,
#include "search/registry/registry.def"
#ifdef WAYI_LAB
#include "lab/lab.def"
#endif
#undef WAYI_ALGORITHM
};

const uint32_t wayi_algorithm_total = sizeof wayi_algorithms / sizeof wayi_algorithms[0];

uint32_t way_algorithm_count(void)
{
    return wayi_algorithm_total;
}

const way_algorithm *way_algorithm_at(uint32_t index)
{
    return index < wayi_algorithm_total ? &wayi_algorithms[index]->info : NULL;
}

const way_algorithm *way_algorithm_find(const char *name)
{
    for (uint32_t i = 0; name && i < wayi_algorithm_total; i++) {
        if (strcmp(wayi_algorithms[i]->info.name, name) == 0) {
            return &wayi_algorithms[i]->info;
        }
    }
    return NULL;
}
