// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What a navigator prepared, kept: saved to a blob, opened in place, repaired after edits.
//
//     status = way_map_edit(map, &door, 1);
//     bool done = false;
//     while (!done) { status = way_navigator_repair(navigator, 200, &done); next_frame(); }
#pragma once

#include <waymark/search.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Brings the database up to date with the edits of its map, with up to about `budget` expansions
/// of work; `*done` says whether it is. Agents may step between calls, never during one.
/// UNSUPPORTED if the algorithm keeps no database or can't repair it; NO_MEMORY leaves it as it was
/// before.
WAY_API WAY_NODISCARD way_status way_navigator_repair(way_navigator *navigator, uint32_t budget,
                                                      bool *done);

/// Whether the database knows of all edits and has nothing left to repair.
WAY_API bool way_navigator_is_current(const way_navigator *navigator);

#ifdef __cplusplus
}
#endif
