// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The registry, roof of the searches: the one place that names them all, those of the laboratory
// behind those of the library. Tools iterate it and name no algorithm themselves.
#include "search/registry/registry.h"

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

// An entry is what a paper names; what is a parameter away from another has its name here.
const wayi_alias wayi_aliases[] = {{"bucketastar", "astar(open=bucket)"}};

const uint32_t wayi_alias_total = sizeof wayi_aliases / sizeof wayi_aliases[0];

const char *way_algorithm_alias_at(uint32_t index, const char **spec)
{
    *spec = index < wayi_alias_total ? wayi_aliases[index].spec : NULL;
    return index < wayi_alias_total ? wayi_aliases[index].name : NULL;
}

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
    const wayi_algorithm *algorithm = NULL;
    int32_t params[WAY_PARAMS_MAX];
    for (uint32_t i = 0; name && i < wayi_alias_total; i++) {
        if (strcmp(wayi_aliases[i].name, name) == 0 &&
            wayi_spec_parse(wayi_aliases[i].spec, &algorithm, params, NULL) == WAY_STATUS_OK) {
            return &algorithm->info;
        }
    }
    return NULL;
}
