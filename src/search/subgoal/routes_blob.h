// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Routes in a blob.
#pragma once

#include "core/blob.h"
#include "search/subgoal/routes.h"

/// Appends the lists, without holes.
void wayi_routes_save(const wayi_routes *routes, wayi_blob_writer *writer);

/// Borrows the lists of a blob for a map of so many cells. BAD_FORMAT if a number in them points
/// nowhere.
way_status wayi_routes_open(wayi_routes *routes, const wayi_blob *blob, uint32_t cell_count);

/// A section to be read in place, or NULL.
void *wayi_blob_borrow(const wayi_blob *blob, uint32_t tag, uint32_t element_size, uint32_t *count);
