// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Units of a world: their kinds and teams, what they can be told to do, what is seen of them and
// what they report. The calls are in waymark.h and world_more.h.
//
//     const way_order order = {.kind = WAY_ORDER_GO, .cell = 900};
//     status = way_world_order(world, units, count, &order);
#pragma once

#include <waymark/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A unit: its place in the world and a generation, so that the handle of a unit that is gone never
/// means another one.
typedef uint64_t way_unit;
#define WAY_UNIT_NONE UINT64_C(0)

/// The most of each that a world has, and the most units on a link at once.
enum {
    WAY_WORLD_KINDS_MAX = 16,
    WAY_WORLD_TEAMS_MAX = 8,
    WAY_WORLD_LANES_MAX = 8,
    WAY_WORLD_UNITS_MAX = 1 << 22,
    WAY_WORLD_LIFT_MAX = 4
};

/// The full speed of a unit: one straight step over plain ground per tick.
enum { WAY_SPEED_FULL = 256 };

/// What units have in common.
typedef struct way_world_kind {
    const way_profile *profile; ///< [opt] size and what terrain weighs; NULL = plain, of `size`
    uint32_t size;              ///< cells per side [1..WAY_MAP_UNIT_MAX]; 0 = 1
    uint32_t speed;             ///< [1..WAY_SPEED_FULL]; 0 = WAY_SPEED_FULL
    uint32_t turn;              ///< what an eighth of a turn takes, in 1/256 ticks [0..4096]
} way_world_kind;

typedef struct way_world_team {
    bool fog; ///< plans with what its own units have seen
    /// Cells that a unit sees around itself, as a square on its floor [0..64]; 0 = 8.
    WAY_RENAMED(uint32_t, sight_radius, sight);
} way_world_team;

/// `map`, `kinds`, `kind_count` and `unit_capacity` must be set; zero is the default of the rest.
typedef struct way_world_config {
    way_map *map; ///< borrowed; edited by way_world_edit only while the world lives
    const way_world_kind *kinds;
    uint32_t kind_count;         ///< [1..WAY_WORLD_KINDS_MAX]
    const way_world_team *teams; ///< [opt] [team_count]
    uint32_t team_count;         ///< [0..WAY_WORLD_TEAMS_MAX]; 0 = one that sees everything
    bool rivals;                 ///< units of different teams don't make way for each other
    uint32_t unit_capacity;      ///< most units at once [1..WAY_WORLD_UNITS_MAX]
    uint32_t frames_per_tick;    ///< frames that a step is drawn over [0..64]; 0 = 1
    uint32_t lanes;              ///< searches under way at once [0..WAY_WORLD_LANES_MAX]; 0 = 4
    uint32_t event_capacity;     ///< events kept until asked for; 0 = 4096
    uint32_t event_mask;   ///< which events to report, as bits 1 << kind; 0 = all except MOVED
    const char *algorithm; ///< [opt] for all plans, see way_world_choice; NULL = "auto"
    /// [opt] Runs body(index, argument) for all indices below count, on any threads, and returns
    /// when all are done. Results never depend on it. The allocator must be safe to call on those
    /// threads.
    void (*parallel_for)(uint32_t count, void (*body)(uint32_t index, void *argument),
                         void *argument, void *user);
    void *user;                     ///< handed to parallel_for
    const way_allocator *allocator; ///< [opt]
} way_world_config;

/// `cell` must be set; zero is the default of the rest: the first kind, the first team.
typedef struct way_unit_config {
    way_cell cell; ///< top left; all its cells passable and free
    uint32_t kind;
    uint32_t team;
} way_unit_config;

// Orders ------------------------------------------------------------------------------------------

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
    /// GO: who can't get there goes as near as can be, keeps the order, and goes on when a way
    /// opens.
    bool patient;
    way_formation formation;
    way_urgency urgency;
    uint32_t period; ///< plan again every so many ticks; 0 = when there is a reason
} way_order;

// What is seen of them ----------------------------------------------------------------------------

/// What a unit is doing.
typedef enum way_unit_state {
    WAY_UNIT_IDLE,     ///< without an order; makes way and comes back
    WAY_UNIT_PLANNING, ///< waits for its first plan
    WAY_UNIT_WALKING,  ///< on its way
    WAY_UNIT_HOLDING   ///< stays where it is
} way_unit_state;

/// What can be seen of a unit. Positions are those of the middle of the unit, in 1/1024 of a cell,
/// between the cells of its last step according to how far the tick has come.
typedef struct way_unit_view {
    way_unit unit;
    way_cell cell; ///< top left, at the end of the tick
    way_cell goal; ///< of its order, as far as it has one; WAY_CELL_NONE = none
    int32_t x, y;
    uint8_t heading; ///< of its last step: N, E, S, W, NE, SE, SW, NW
    uint8_t kind;
    uint8_t team;
    uint8_t size;
    way_unit_state state;
    uint32_t standing; ///< ticks that it has stood while it wanted to go on
} way_unit_view;

#define WAY_WORLD_EVENT_LIST(X)                                                                    \
    X(MOVED, "moved")                                                                              \
    X(ARRIVED, "arrived")                                                                          \
    X(WAITING, "waits")                                                                            \
    X(BLOCKED, "is blocked")                                                                       \
    X(REPLANNED, "plans again")                                                                    \
    X(UNREACHABLE, "can't get there")                                                              \
    X(GOAL_CHANGED, "got another goal")

#define WAY_WORLD_EVENT_ENUM(name, text) WAY_WORLD_##name,
typedef enum way_world_event_kind {
    WAY_WORLD_EVENT_LIST(WAY_WORLD_EVENT_ENUM) WAY_WORLD_EVENT_KINDS
} way_world_event_kind;
#undef WAY_WORLD_EVENT_ENUM

typedef struct way_world_event {
    way_world_event_kind kind;
    uint32_t tick;
    way_unit unit;
    way_cell cell;  ///< MOVED, ARRIVED: where; UNREACHABLE, GOAL_CHANGED: the goal instead
    way_unit other; ///< BLOCKED: by whom; WAY_UNIT_NONE = nobody that can be named
} way_world_event;

#ifdef __cplusplus
}
#endif
