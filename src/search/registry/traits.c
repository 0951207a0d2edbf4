// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What algorithms promise and need, in words.
#include <waymark/agent.h>

typedef struct traits_name {
    uint32_t bit;
    const char *text;
} traits_name;

static const traits_name traits_promises[] = {
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

static const traits_name traits_needs[] = {
    {WAY_SPACE_GRID, "grid"},
    {WAY_SPACE_GRID_8, "8 neighbours"},
    {WAY_SPACE_STRICT_CORNERS, "no cut corners"},
    {WAY_SPACE_UNIFORM_COST, "uniform cost"},
    {WAY_SPACE_DENSE_IDS, "known states"},
    {WAY_SPACE_PREDECESSORS, "predecessors"},
    {WAY_SPACE_SYMMETRIC, "symmetric steps"},
    {WAY_SPACE_CONSISTENT, "consistent estimate"},
    {WAY_SPACE_OWN_GOAL, "own goal"},
    {WAY_SPACE_COMPACT_IDS, "compact numbers"},
    {WAY_SPACE_OCTILE, "diagonals between one and two straight steps"},
    {WAY_SPACE_UNLINKED, "no links"},
    {WAY_SPACE_MESH_POINTS, "points of a mesh"},
    {WAY_SPACE_ANGLES, "lines at any angle"},
};

static const char *traits_text(const traits_name *names, size_t count, uint32_t bit)
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
    return traits_text(traits_promises, sizeof traits_promises / sizeof *traits_promises, trait);
}

const char *way_need_text(uint32_t need)
{
    return traits_text(traits_needs, sizeof traits_needs / sizeof *traits_needs, need);
}
