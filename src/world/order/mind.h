// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What a unit is about: its order, its way and its group.
#pragma once

#include "map/grid/map.h"
#include "world/plan/regions.h"
#include "world/plan/trail.h"

#include <waymark/world.h>

/// How a unit finds its way.
typedef enum wayi_task {
    WAYI_TASK_REST,  ///< back to its home, as the crow flies
    WAYI_TASK_ROUTE, ///< along a route of its own
    WAYI_TASK_RESCUE ///< out of a jam, step by step with the others in it
} wayi_task;

/// Why a search has begun again.
enum {
    WAYI_RESTARTS_EDIT = 1, ///< what it had read was edited
    WAYI_RESTARTS_ROOM      ///< the ground's algorithm had too little room: it is not asked again
};

/// What an order comes to whose goal can't be reached.
enum {
    WAYI_INSTEAD = 1 << 0, ///< it goes as near as can be, and was told so
    WAYI_PATIENT = 1 << 1  ///< it is to go on when a way opens
};

typedef struct wayi_mind {
    uint32_t generation; ///< odd while the unit lives
    uint8_t kind;
    uint8_t task;
    uint8_t order;   ///< way_order_kind
    uint8_t urgency; ///< of its plans
    way_cell goal;   ///< in force: the cell of the order, its replacement or its place in a group
    way_cell home;   ///< idle: where it belongs; patrol: the other end
    uint32_t group;  ///< WAYI_NOBODY = none
    uint32_t place;  ///< in the queue of requests; WAYI_NOBODY = none
    uint16_t standing;
    uint8_t astray;    ///< ticks off its route
    uint8_t restarts;  ///< of the search under way: 0 or WAYI_RESTARTS_...
    uint8_t part;      ///< that its request is for: WAYI_PLAN_...
    uint8_t displaced; ///< idle: times pushed away lately; travelling: times it has gone back
    uint8_t calm;      ///< idle: ticks since the last push; travelling: until it need not yield
    uint8_t patience;  ///< ticks until a lost unit tries again
    uint8_t around;    ///< its request is for a way around the next regions of the last one
    uint8_t instead;   ///< WAYI_INSTEAD, WAYI_PATIENT
    uint16_t beyond;   ///< left beyond the end of its route, in straight steps, or more
    uint16_t least;    ///< that was left at any time since its order; UINT16_MAX = or more
    uint16_t stuck;    ///< ticks since that fell
    // Up to here: what each tick asks of each unit.
    wayi_trail route;
    wayi_region_hops hops; ///< on from its end
    way_cell cell;         ///< of the order
    uint32_t range;
    way_unit target;
    uint32_t orders_first; ///< that wait, in world->orders
    uint32_t orders_last;
    uint32_t any;    ///< of world->orders: the cells of an ANY order; WAYI_NOBODY = none
    uint32_t period; ///< of planning again
    uint32_t due;    ///< tick at which its request should be answered
    uint32_t asked;  ///< tick of the request
} wayi_mind;

/// An order that waits for its turn.
typedef struct wayi_waiting_order {
    way_order order; ///< without `cells`
    way_cell cells[WAY_ORDER_CELLS_MAX];
    uint32_t next;
} wayi_waiting_order;

typedef struct wayi_group {
    way_cell goal;
    uint32_t count;   ///< members on their way
    way_cost reach;   ///< of the places around the goal, as the crow flies
    uint32_t leader;  ///< whose way the formation follows; WAYI_NOBODY = each walks by itself
    uint16_t waited;  ///< ticks that the leader has waited for the others
    uint16_t go;      ///< ticks that it will not wait
    uint16_t members; ///< of the formation in this tick, the leader apart
    uint16_t lagging; ///< of them, who have fallen behind
    uint8_t halted;   ///< the leader waits
    uint8_t ground;
    uint8_t speed; ///< of the slowest less one, if they go together; else 255
    uint8_t used;
} wayi_group;

/// A formation that has lost its leader until the next tick.
#define WAYI_MARCH_OPEN (WAYI_NOBODY - 1u)
