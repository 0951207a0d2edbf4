// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A judge who watches a world from outside, through its public face alone, and shares no code with
// it: nobody may stand in another, in a wall, take a step that there is not, or come too near to
// another on the way.
//
//     test_judge judge;
//     judge_init(&judge, world);
//     ... way_world_frame(world, budget) ...
//     judge_look(&judge);   // once for every tick; fails the running test, or counts
//     judge_fini(&judge);
#pragma once

#include <waymark/world.h>

typedef struct test_judge {
    const way_world *world;
    struct test_twin *twin; ///< [opt] makes the same calls, and is met now and then
    way_cell *before;       ///< by place
    bool *leaves;           ///< by place: was in a wall, and can't get to its goal yet
    uint32_t *occupants;    ///< by cell
    uint32_t place_capacity;
    bool counts; ///< count faults instead of failing
    bool places; ///< look at places only, not at steps
    uint64_t faults;
    uint64_t moves;
    uint64_t looks;
} test_judge;

void judge_init(test_judge *judge, const way_world *world);
void judge_fini(test_judge *judge);

/// Looks at the world after a tick; now and then it is saved, restored, and saved again.
void judge_look(test_judge *judge);

/// Remembers where everybody is without judging: after units came or went.
void judge_note(test_judge *judge);
