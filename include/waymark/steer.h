// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Reciprocal avoidance (ORCA) for discs that move freely, for games without cells and on meshes.
// Each mover says where it would like to go; all get velocities that keep them apart, as if each
// did half of the dodging. Whole numbers only: the same on every machine.
//
//     way_avoider *avoider = NULL;
//     status = way_avoider_create(&(way_avoider_config){.capacity = 500}, &avoider);
//     ... set wish_x, wish_y of every mover, for instance towards the next corner of its path ...
//     status = way_avoider_step(avoider, movers, count, walls, wall_count);
//
// This keeps crowds apart but does not promise to: where there is no room at all, discs overlap as
// little as possible and separate again. A way_world does promise.
#pragma once

#include <waymark/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Positions are in 1/1024 of a cell, velocities in 1/65536 of a cell per tick.
typedef struct way_mover {
    int32_t x, y;                   ///< [-2^28..2^28]
    int32_t velocity_x, velocity_y; ///< [-2^18..2^18]
    int32_t wish_x, wish_y;         ///< the velocity it would like [-2^18..2^18]
    int32_t radius;                 ///< 1/1024 of a cell [1..8192]
    int32_t speed;                  ///< the most, 1/65536 of a cell per tick [0..131072]
    bool fixed;                     ///< stays; others do all of the dodging
} way_mover;

/// A line that nobody crosses, in 1/1024 of a cell.
typedef struct way_barrier {
    int32_t x1, y1, x2, y2; ///< [-2^28..2^28]
} way_barrier;

/// `capacity` must be set; zero is the default of the rest.
typedef struct way_avoider_config {
    uint32_t capacity;              ///< most movers [1..2^20]
    uint32_t horizon;               ///< ticks ahead in which movers must not meet [0..256]; 0 = 40
    uint32_t wall_horizon;          ///< ... and barriers must not be met [0..256]; 0 = 10
    const way_allocator *allocator; ///< [opt]
} way_avoider_config;

typedef struct way_avoider way_avoider;

/// OUT_OF_RANGE, NO_MEMORY.
WAY_API WAY_NODISCARD way_status way_avoider_create(const way_avoider_config *config,
                                                    way_avoider **out);

/// NULL is fine.
WAY_API void way_avoider_destroy(way_avoider *avoider);

/// Chooses new velocities for all movers and moves them by one tick. All of them look at the same
/// moment, so their order matters for ties only: on one point they part by it. Who would leave the
/// bounds of positions stays on them. Barriers are sorted by place when they are not those of the
/// step before; a mover then looks at those beside it only. Allocates nothing but room for more
/// barriers than ever. OUT_OF_RANGE (a value of a mover or barrier, or more movers than the
/// capacity), INVALID_ARGUMENT (NULL beside a count), NO_MEMORY: nothing moved.
WAY_API WAY_NODISCARD way_status way_avoider_step(way_avoider *avoider, way_mover *movers,
                                                  uint32_t count, const way_barrier *barriers,
                                                  uint32_t barrier_count);

#ifdef __cplusplus
}
#endif
