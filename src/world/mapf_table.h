// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The ground of a whole problem as padded rows of bits, and the distances on it.
#pragma once

#include "world/mapf.h"

/// Workers take the units in so many parts.
#define WAYI_MAPF_CREWS 8u

typedef struct wayi_mapf_ground {
    const uint64_t *open; ///< [words] the passable cells
    size_t row_words;
    size_t rows; ///< a blocked one above and below included
    size_t words;
} wayi_mapf_ground;

/// Words that one part needs while it works.
#define WAYI_MAPF_SCRATCH(ground) (3 * ((ground)->words + 2 * (ground)->row_words + 2) + 4)

typedef struct wayi_mapf_problem {
    const wayi_mapf_spot *starts;
    const wayi_mapf_spot *goals;
    uint32_t count;
    void (*parallel_for)(uint32_t count, void (*body)(uint32_t index, void *argument),
                         void *argument, void *user);
    void *user;
} wayi_mapf_problem;

/// Fills in the distances to all goals. `scratch` has WAYI_MAPF_CREWS * WAYI_MAPF_SCRATCH words.
void wayi_mapf_table_fill(const wayi_mapf_ground *ground, wayi_mapf_table *table,
                          const wayi_mapf_problem *problem, uint64_t *scratch);
