// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Making rows of hops, by Dijkstra's search over the links.
#pragma once

#include "search/atlas/hops.h"

/// For as many rows as there are now. False without memory; `fini` is fine in both cases.
bool wayi_hops_maker_init(wayi_hops_maker *maker, const wayi_hops *hops);
void wayi_hops_maker_fini(wayi_hops_maker *maker);
size_t wayi_hops_maker_bytes(const wayi_hops_maker *maker);

/// Makes a row for up to *budget expansions, which are taken off it: MOVING, to be called again for
/// the same row; ARRIVED with the row in maker->runs; CAPACITY without memory.
way_outcome wayi_hops_make(wayi_hops_maker *maker, const wayi_hops *hops, uint32_t row,
                           uint32_t *budget);

/// Told by the atlas of squares that change.
void wayi_hops_follow(void *user, uint32_t square, const wayi_atlas_block *before,
                      wayi_atlas_block *after);
