// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The entries of a record.
#pragma once

#include <waymark/world.h>

#define WAYI_RECORD_MAGIC UINT64_C(0x324c504552594157) // "WAYREPL2"

enum {
    WAYI_RECORD_ADD = 1,
    WAYI_RECORD_REMOVE,
    WAYI_RECORD_ORDER, ///< what; to whom follows
    WAYI_RECORD_UNITS, ///< more to come
    WAYI_RECORD_OBEY,  ///< the last units
    WAYI_RECORD_EDIT,  ///< more to come
    WAYI_RECORD_BUILD, ///< the last edit of a call
    WAYI_RECORD_FRAME,
    WAYI_RECORD_LINK,  ///< more to come
    WAYI_RECORD_LINKS, ///< the last link of a call that adds or removes
};

/// The capacity that stands for links that are taken away.
#define WAYI_RECORD_NO_LINK UINT32_MAX

/// Each writes the call that has just worked; the world has a recorder.
void wayi_record_add(way_world *world, const way_unit_config *config);
void wayi_record_remove(way_world *world, way_unit unit);
void wayi_record_order(way_world *world, const way_unit *units, uint32_t count,
                       const way_order *order);
void wayi_record_edit(way_world *world, const way_edit *edits, uint32_t count);
void wayi_record_links(way_world *world, const way_map_link *links, uint32_t count,
                       uint32_t capacity);
void wayi_record_frame(way_world *world, uint32_t budget);
