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

typedef struct registry_name {
    uint32_t bit;
    const char *text;
} registry_name;

static const registry_name registry_traits[] = {
    {WAY_TRAIT_OPTIMAL, "optimal"},
    {WAY_TRAIT_BOUNDED, "bounded"},
    {WAY_TRAIT_COMPLETE, "complete"},
    {WAY_TRAIT_REALTIME, "real-time"},
    {WAY_TRAIT_INCREMENTAL, "incremental"},
    {WAY_TRAIT_ANYTIME, "anytime"},
    {WAY_TRAIT_PARTIAL_PATHS, "partial paths"},
    {WAY_TRAIT_HANDLES_EDITS, "handles edits"},
    {WAY_TRAIT_ANY_GOAL, "any goal"},
    {WAY_TRAIT_BLOCKED_START, "blocked start"},
    {WAY_TRAIT_PREPARED, "prepared"},
};

static const registry_name registry_needs[] = {
    {WAY_SPACE_GRID, "grid"},
    {WAY_SPACE_GRID_8, "8 neighbours"},
    {WAY_SPACE_STRICT_CORNERS, "no cut corners"},
    {WAY_SPACE_UNIFORM_COST, "uniform cost"},
    {WAY_SPACE_DENSE_IDS, "known states"},
    {WAY_SPACE_REVERSIBLE, "predecessors"},
    {WAY_SPACE_SYMMETRIC, "symmetric steps"},
    {WAY_SPACE_CONSISTENT, "consistent estimate"},
    {WAY_SPACE_OWN_GOAL, "own goal"},
    {WAY_SPACE_COMPACT_IDS, "compact numbers"},
    {WAY_SPACE_OCTILE, "diagonals between one and two straight steps"},
    {WAY_SPACE_UNLINKED, "no links"},
    {WAY_SPACE_MESH_POINTS, "points of a mesh"},
};

static const char *registry_text(const registry_name *names, size_t count, uint32_t bit)
{
    for (size_t i = 0; i < count; i++) {
        if (names[i].bit == bit) {
            return names[i].text;
        }
    }
    return "";
}

const char *way_trait_text(uint32_t trait)
{
    return registry_text(registry_traits, sizeof registry_traits / sizeof *registry_traits, trait);
}

const char *way_need_text(uint32_t need)
{
    return registry_text(registry_needs, sizeof registry_needs / sizeof *registry_needs, need);
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
    return NULL;
}

bool way_algorithm_suits(const way_algorithm *algorithm, const way_space *space)
{
    return (way_space_traits(space) & algorithm->needs) == algorithm->needs;
}
