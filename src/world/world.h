// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What the parts of a world share. A unit is a body (32 bytes, read by agreement every tick) and a
// mind (what it is about). Everything above agreement only changes what a body wants; that no two
// bodies share a cell is kept by agree.c alone, however wrong a plan is.
#pragma once

#include "base/alloc.h"
#include "world/body/body.h"
#include "world/order/mind.h"
#include "world/plan/planner.h"
#include "world/world_ground.h"

#include <waymark/world.h>

/// Most grounds: each size as it is, and as each team in the fog knows it.
#define WAYI_GROUNDS_MAX 64u
#define WAYI_GROUPS_MAX 1024u
#define WAYI_LIFTS_MAX 256u

/// Most units that choose before all others because they go back to let somebody pass.
#define WAYI_RETREATS_MAX 64u

/// Most words of news that are believed before all others in a tick.
#define WAYI_URGENT_MAX 64u

/// What small worlds get beyond their share for each unit.
#define WAYI_CHUNKS_LEAST 64u
#define WAYI_ORDERS_LEAST 64u
#define WAYI_SCRATCH_LEAST 32768u

typedef struct wayi_team {
    bool fog;
    uint32_t sight;
    way_map *map;                     ///< what it believes; NULL = the truth
    uint64_t *seen;                   ///< a bit a cell
    uint64_t *news;                   ///< a bit a cell: seen to be other than believed
    uint32_t news_words;              ///< of them with a bit
    uint32_t urgent[WAYI_URGENT_MAX]; ///< words of news that units wait for, in this tick
    uint32_t urgent_count;
    uint8_t grounds[WAY_WORLD_KINDS_MAX]; ///< to plan on, by kind
} wayi_team;

typedef struct wayi_jams wayi_jams; ///< see order/orders.h
typedef struct wayi_push wayi_push; ///< see move/agree.h

struct way_world {
    way_map *map;
    bool owns_map;
    uint64_t revision; ///< of the map after the world's last edit
    uint32_t tick;
    uint32_t frame; ///< within the tick
    uint32_t frames_per_tick;
    uint32_t kind_count;
    uint32_t team_count;
    way_world_kind kinds[WAY_WORLD_KINDS_MAX];
    way_profile profiles[WAY_WORLD_KINDS_MAX]; ///< of the kinds
    uint8_t kind_grounds[WAY_WORLD_KINDS_MAX]; ///< in truth
    wayi_team teams[WAY_WORLD_TEAMS_MAX];
    wayi_ground grounds[WAYI_GROUNDS_MAX];
    uint32_t ground_count;
    uint32_t size_max;
    bool rivals;

    uint32_t unit_capacity;
    uint32_t unit_count;
    uint32_t place_count; ///< places ever used
    uint32_t free_first;  ///< of the places that are free again, linked by mind.place
    wayi_body *bodies;
    wayi_mind *minds;
    wayi_spot *spots; ///< by cell

    uint32_t *active; ///< by stamp; WAYI_NOBODY = a hole
    uint32_t active_count;
    uint32_t active_holes;
    uint32_t active_capacity;
    uint32_t retreats[WAYI_RETREATS_MAX]; ///< who go back, before `active`; some no more
    uint32_t retreat_count;
    uint32_t jam_due; ///< who asks for a rescue; WAYI_NOBODY = nobody
    wayi_jams *jams;
    uint32_t *decided; ///< in this tick; from the end, idle ones who were pushed in vain
    uint32_t decided_count;
    uint32_t refused_count;
    uint32_t refused_root; ///< who was pushed in vain and chooses now
    wayi_push *stack;
    uint32_t *blockers;

    wayi_waiting_order *orders;
    uint32_t order_capacity;
    uint32_t order_free;
    wayi_group *groups;
    uint32_t march_count; ///< groups in formation
    wayi_lift *lifts;     ///< none until the first is added
    uint32_t lift_count;
    uint64_t *scratch; ///< for groups
    uint32_t scratch_capacity;
    wayi_trails routes;
    wayi_planner planner;

    way_world_event *events;
    uint32_t event_capacity;
    uint32_t event_count;
    uint32_t event_first;
    uint32_t event_mask;

    uint32_t touched;
    bool late; ///< a change lacked memory for what follows from it: the next frame sees to that
    uint32_t work_owed; ///< done between frames, to be taken off the next budgets
    way_world_stats stats;
    char algorithm[128];
    void (*recorder)(const void *bytes, size_t size, void *user);
    void *recorder_user;
    void (*parallel_for)(uint32_t count, void (*body)(uint32_t index, void *argument),
                         void *argument, void *user);
    void *user;
    wayi_meter meter; ///< of all that it holds
    way_allocator allocator;
};

static inline way_unit wayi_world_handle(const way_world *world, uint32_t place)
{
    return (uint64_t)world->minds[place].generation << 32 | place;
}

static inline const wayi_ground *wayi_world_truth(const way_world *world, uint32_t place)
{
    return &world->grounds[world->bodies[place].ground];
}

/// Does what a change had no memory for, and lets the plans in hand begin again.
way_status wayi_world_catch_up(way_world *world);

/// Begins a call: STALE if somebody else has edited the map. What a change had no memory for is
/// done first, as loading does it.
way_status wayi_world_enter(way_world *world);

/// The ground that a unit plans on.
static inline uint32_t wayi_world_belief(const way_world *world, uint32_t place)
{
    return world->teams[world->bodies[place].team].grounds[world->minds[place].kind];
}

/// Whether a unit is on its way back to let others pass; `home` is where to.
static inline bool wayi_world_yields(const wayi_mind *mind)
{
    return mind->calm && mind->order != WAY_ORDER_STOP && mind->order != WAY_ORDER_HOLD;
}

/// Lets what is left for a unit be measured afresh.
static inline void wayi_world_measure(way_world *world, uint32_t place)
{
    world->minds[place].least = UINT16_MAX;
    world->minds[place].stuck = 0;
}

/// Whether the last step of a body is over before this tick ends.
static inline bool wayi_world_is_ready(const way_world *world, const wayi_body *body)
{
    return (int32_t)(body->ready - (world->tick + 1) * 256u) < 0;
}

static inline uint32_t wayi_world_words(const way_world *world)
{
    return (world->map->cell_count + 63u) / 64u;
}
