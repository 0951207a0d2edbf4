// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What belongs to one player and is no part of the game that all share: the way that a unit would
// take to the cell under the pointer, positions on the screen, and how much work fits into a time.
//
//     status = way_preview_create(world, kind, team, &preview);
//     status = way_preview_begin(preview, unit_cell, pointed_cell);
//     while (way_preview_step(preview, 500) == WAY_OUTCOME_MOVING) { next_frame(); }
//     path = way_preview_path(preview, &count);
//
// Nothing here changes a world: its hash, its work and its plans stay what they are.
#pragma once

#include <waymark/search.h>
#include <waymark/world.h>

#ifdef __cplusplus
extern "C" {
#endif

// Previews ----------------------------------------------------------------------------------------

/// A search beside the world's own, for units of one kind and team.
typedef struct way_preview way_preview;

/// Borrows the world. OUT_OF_RANGE (kind or team), NO_MEMORY.
WAY_API WAY_NODISCARD way_status way_preview_create(const way_world *world, uint32_t kind,
                                                    uint32_t team, way_preview **out);

/// NULL is fine.
WAY_API void way_preview_destroy(way_preview *preview);

/// Starts to look for a way; an earlier one is forgotten. Fails like way_agent_begin.
WAY_API WAY_NODISCARD way_status way_preview_begin(way_preview *preview, way_cell from,
                                                   way_cell to);

/// Works for up to `budget` expansions. STALE after an edit: begin again.
WAY_API way_outcome way_preview_step(way_preview *preview, uint32_t budget);

/// The way found, start first; 0 cells until it is there. Valid until the next call.
WAY_API const way_cell *way_preview_path(const way_preview *preview, uint32_t *count);

// Positions ---------------------------------------------------------------------------------------

/// The cell at a position in 1/1024 of a cell, as in way_unit_view; WAY_CELL_NONE outside.
WAY_API way_cell way_world_cell_at(const way_world *world, int64_t x, int64_t y);

/// The middle of a cell in 1/1024 of a cell.
WAY_API void way_world_middle(const way_world *world, way_cell cell, int64_t *x, int64_t *y);

// Paces -------------------------------------------------------------------------------------------

/// How much work a machine does in a microsecond, from what its last frames took. Zero to start.
typedef struct way_pace {
    uint64_t work;         ///< of the frames that count
    uint64_t microseconds; ///< that they took
} way_pace;

/// Notes what a frame took; older frames count less and less.
WAY_API void way_pace_note(way_pace *pace, uint64_t work, uint64_t microseconds);

/// The budget for a time, rounded down to a power of two so that it seldom changes; 1024 before
/// anything was noted. In lockstep games one machine decides the number and all use it.
WAY_API uint32_t way_pace_budget(const way_pace *pace, uint64_t microseconds);

#ifdef __cplusplus
}
#endif
