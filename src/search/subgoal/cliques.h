// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Clique abstraction: states that are all next to each other become one, level by level.
#pragma once

#include "core/path_buffer.h"
#include "space/grid.h"

/// A level: neighbours of all nodes, ascending, as lists in one array.
typedef struct wayi_cliques {
    uint32_t *first; ///< [count + 1]
    uint32_t *list;
    uint32_t count;
    uint32_t edge_count;
    uint32_t *groups; ///< [cells] the node of each cell, or UINT32_MAX
    uint32_t cell_count;
    way_allocator allocator;
} wayi_cliques;

/// The cells themselves. NO_MEMORY; fini is fine then.
way_status wayi_cliques_init(wayi_cliques *cliques, const wayi_grid *grid,
                             const way_allocator *allocator);
void wayi_cliques_fini(wayi_cliques *cliques);

/// Goes up one level: cliques of four, three, two, orphans with their only neighbour. NO_MEMORY.
way_status wayi_cliques_rise(wayi_cliques *cliques);
