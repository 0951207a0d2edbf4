// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Sectors after edits.
#pragma once

#include "search/subgoal/mender.h"
#include "search/subgoal/sector_regions.h"

/// Floods the sectors anew that were changed in some rectangles. A set of cells that holds the
/// place of an old region goes on as that region (the lowest number if there are several), any
/// other becomes a new one; regions whose place is in no set are retired. Tells the mender.
/// NO_MEMORY.
way_status wayi_sectors_mend(wayi_sectors *sectors, wayi_mender *mender, const way_rect *rects,
                             uint32_t count);
