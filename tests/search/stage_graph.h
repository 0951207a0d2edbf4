// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What the files behind stage.h share.
#pragma once

#include "search/stage.h"

/// Asks about a stage whose space is ready.
void stage_add_problems(test_stage *stage, way_rng *rng);

/// A new stage at the end of a set.
test_stage *stage_set_add(stage_set *set);
