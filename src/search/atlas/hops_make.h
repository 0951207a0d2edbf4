// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Making rows of hops, by Dijkstra's search over the links, and keeping them.
#pragma once

#include "search/atlas/hops.h"

/// Gives back a row.
void wayi_hops_drop(wayi_hops *hops, wayi_hops_row *row);

/// Gives back what keeping rows takes.
void wayi_hops_stop_mending(wayi_hops *hops);

/// Told by the atlas of squares that change.
void wayi_hops_follow(void *user, uint32_t square, const wayi_atlas_block *before,
                      wayi_atlas_block *after);
