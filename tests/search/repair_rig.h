// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A rig: a subgoal database (hcdps, dba) over a stage whose map is edited, and what must hold of
// it.
#pragma once

#include "search/stage.h"

#include <waymark/database.h>

typedef struct repair_rig {
    const test_stage *stage;
    way_navigator *navigator;
    way_rng rng;
    uint32_t edits; ///< made so far
} repair_rig;

/// Fails the running test and says everything that repeats the failure.
void rig_fail(const repair_rig *rig, const char *what);

#define rig_check(rig, condition)                                                                  \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            rig_fail(rig, #condition);                                                             \
        }                                                                                          \
    } while (0)

/// Makes the database of an algorithm over a stage.
void rig_open(repair_rig *rig, const test_stage *stage, const char *spec);

/// Blocks or opens a cell, a line or a block; sometimes the place of a region.
void rig_edit(repair_rig *rig);

/// Repairs in slices to the end.
void rig_repair(repair_rig *rig, uint32_t budget);

/// An agent; the caller destroys it.
way_agent *rig_agent(const repair_rig *rig, way_observer *observer);

/// Every cell has a region, and those of climbs climb both ways.
void rig_check_regions(repair_rig *rig);

/// Trips arrive exactly if there is a way, without learning anything.
void rig_check_trips(repair_rig *rig, uint32_t trips);

/// These, and that links lead to exactly the regions around, that their records can be climbed and
/// cost what the best way does, and that chains by tiers are hardly longer than the best ones.
void rig_check_everything(repair_rig *rig);
