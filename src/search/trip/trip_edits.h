// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What changed under a search, as rectangles of cells.
#pragma once

#include "search/trip/algorithm.h"

/// More rectangles than this are taken as the one around them.
#define WAYI_EDITS_MAX 256u

/// What changed since the search last knew, as rectangles of cells.
typedef struct wayi_edits {
    way_rect rects[WAYI_EDITS_MAX];
    uint32_t count;
} wayi_edits;

/// Lists what changed since agent->at.revision; false if the space keeps no journal.
bool wayi_edits_list(const way_agent *agent, wayi_edits *changes);

/// Adds what links join to all rectangles; false if that would take more than `*work` looks at
/// cells.
bool wayi_edits_link(const way_agent *agent, wayi_edits *changes, uint64_t *work);

/// Makes rectangles hold all cells whose steps changed, but for those that links join.
void wayi_edits_widen(const way_agent *agent, wayi_edits *changes);
