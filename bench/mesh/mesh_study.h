// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What the parts of waymark_mesh share: mesh_study.c has ways over meshes, mesh_edits.c meshes that
// follow edits.
#pragma once

#include "bench/ground/ground.h"
#include "bench/kit/page.h"
#include "bench/kit/trial.h"
#include "bench/store/study.h"

#include <waymark/navgraph.h>

/// Maps that are measured together.
typedef struct mesh_maps {
    const char *title;
    const char *const *words;
    uint32_t problems; ///< of each map, of all lengths
} mesh_maps;

/// The sets of maps, up to the first without a title.
extern const mesh_maps mesh_study_maps[];

/// Opens map `index` of a set; false, with a word on stderr, if it is not at hand.
bool mesh_open(const mesh_maps *maps, uint32_t index, bench_ground *out);

/// The middle of a cell.
way_point mesh_middle(const way_map *map, way_cell cell);

/// Writes the part about meshes that follow edits.
void mesh_edits(bench_study *study);
