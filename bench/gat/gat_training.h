// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// How long planning takes, found out beforehand on problems of the same kind (the suite `training`)
// and kept in a text:
//
//     waymark-training 1
//     algorithm lsslrta(move=single)
//     expansion 640            nanoseconds for each, over all that was run
//     lookahead 100 71000      expansions, and nanoseconds that an episode takes
//
// '#' starts a comment.
#pragma once

#include "bench/gat/gat_walk.h"

#define GAT_TRAININGS_MAX 24u
#define GAT_SIZES_MAX 32u
#define GAT_SPEC_MAX 128u

/// One algorithm.
typedef struct gat_training {
    char spec[GAT_SPEC_MAX]; ///< without its look-ahead
    uint64_t expansion_ns;
    bench_gat_row rows[GAT_SIZES_MAX];
    uint32_t row_count; ///< 0 for searches that plan everything first
} gat_training;

typedef struct gat_trainings {
    gat_training items[GAT_TRAININGS_MAX];
    uint32_t count;
} gat_trainings;

/// Reads a text. BAD_FORMAT; `problem` says where.
WAY_NODISCARD way_status gat_trainings_parse(const char *text, gat_trainings *out,
                                             way_problem *problem);

/// What is known of a spec without look-ahead; NULL if nothing is.
const gat_training *gat_trainings_find(const gat_trainings *trainings, const char *spec);
