// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Units of a world and what they can be told to do. See world.h.
//
//     const way_order order = {.kind = WAY_ORDER_GO, .cell = 900};
//     status = way_world_order(world, units, count, &order);
#pragma once

#include <waymark/map.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A unit: its place in the world and a generation, so that the handle of a unit that is gone never
/// means another one.
typedef uint64_t way_unit;
#define WAY_UNIT_NONE UINT64_C(0)

typedef enum way_order_kind {
    WAY_ORDER_STOP,   ///< stand here, make way for others
    WAY_ORDER_HOLD,   ///< stand here; only one's own team may push, after a while
    WAY_ORDER_GO,     ///< stand on `cell`, or as near as can be
    WAY_ORDER_NEAR,   ///< stand within `range` cells of `cell`
    WAY_ORDER_ANY,    ///< stand on the nearest of `cells`
    WAY_ORDER_FOLLOW, ///< keep within `range` cells of `target`
    WAY_ORDER_PATROL, ///< between here and `cell`, for ever
    WAY_ORDER_FLEE,   ///< get `range` cells away from `target`, or from `cell` without one
    WAY_ORDER_KINDS
} way_order_kind;

/// Most cells of one order.
enum { WAY_ORDER_CELLS_MAX = 8 };

/// How soon a plan is due. Plans are made in the order of the ticks they are due at.
typedef enum way_urgency {
    WAY_URGENCY_VISIBLE,  ///< within 8 ticks
    WAY_URGENCY_SELECTED, ///< within 2
    WAY_URGENCY_OTHER,    ///< within 32
    WAY_URGENCY_PERIODIC  ///< within 128
} way_urgency;

/// How a group stands at its goal, and on the way if `keep_formation`.
typedef enum way_formation {
    WAY_FORMATION_NONE,  ///< each on the free place that suits it best
    WAY_FORMATION_BOX,   ///< in ranks
    WAY_FORMATION_LINE,  ///< side by side
    WAY_FORMATION_COLUMN ///< one behind the other
} way_formation;

typedef struct way_order {
    way_order_kind kind;
    way_cell cell;
    way_unit target;
    uint32_t range;        ///< cells; NEAR, FOLLOW, FLEE
    const way_cell *cells; ///< ANY: [cell_count]
    uint32_t cell_count;   ///< [1..WAY_ORDER_CELLS_MAX]
    bool queued;           ///< after the orders that it has; false = instead of them
    /// A group goes at the pace of its slowest.
    WAY_RENAMED(bool, keep_pace, together);
    /// A group keeps its formation on the way, as far as the ground allows.
    WAY_RENAMED(bool, keep_formation, kept);
    way_formation formation;
    way_urgency urgency;
    uint32_t period; ///< plan again every so many ticks; 0 = when there is a reason
} way_order;

#ifdef __cplusplus
}
#endif
