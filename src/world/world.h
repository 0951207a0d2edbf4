// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What the parts of a world share. A unit is a body (32 bytes, read by agreement every tick) and a
// mind (what it is about). Everything above agreement only changes what a body wants; that no two
// bodies share a cell is kept by agree.c alone, however wrong a plan is.
#pragma once

#include "base/alloc.h"
#include "map/grid/map.h"
#include "world/plan/planner.h"
#include "world/plan/trail.h"
#include "world/world_ground.h"

#include <waymark/world.h>

#define WAYI_NOBODY UINT32_MAX

/// Values of a direction beyond the eight.
enum { WAYI_STAY = WAYI_DIRECTIONS, WAYI_ASK, WAYI_LINK };

/// What has become of a body in this tick's agreement.
enum {
    WAYI_UNDECIDED,
    WAYI_TRYING,
    WAYI_REFUSED, ///< was pushed in vain: stands for all others, and chooses when its turn comes
    WAYI_DECIDED
};

/// Flags of a body.
enum {
    WAYI_BODY_STRAIGHT = 1 << 0, ///< has stood for long: straight steps only
    WAYI_BODY_HOLD = 1 << 1,     ///< gives way only to those who have stood for long
    WAYI_BODY_ACTIVE = 1 << 2,   ///< listed in world->active
    WAYI_BODY_MOVED = 1 << 3,    ///< made a step in the last tick
    WAYI_BODY_PUSHED = 1 << 4,   ///< ... for the sake of another
    WAYI_BODY_TRAPPED = 1 << 5,  ///< stands in a wall
    WAYI_BODY_BOLD = 1 << 6,     ///< has stood for very long: pushes those who hold, too
    WAYI_BODY_LOST = 1 << 7      ///< has nowhere to go for the moment
};

typedef struct wayi_body {
    way_cell cell;
    way_cell to;     ///< where this tick ends for it
    uint32_t stamp;  ///< tick of its order: lower ones choose first
    uint32_t depth;  ///< on the stack, while TRYING
    uint32_t ready;  ///< when its last step is over, in 1/256 ticks
    uint32_t serial; ///< where world->active lists it
    uint8_t size;
    uint8_t ground; ///< what it walks on, in truth
    uint8_t state;
    uint8_t want; ///< direction that it would take, WAYI_STAY, or WAYI_ASK: see prefer.c
    uint8_t dir;  ///< direction of `to`
    uint8_t flags;
    uint8_t heading;
    uint8_t team;
} wayi_body;

/// Who stands on a cell, and who has claimed it for the end of the tick.
typedef struct wayi_spot {
    uint32_t now;
    uint32_t next;
} wayi_spot;

/// How a unit finds its way.
typedef enum wayi_task {
    WAYI_TASK_REST,  ///< back to its home, as the crow flies
    WAYI_TASK_ROUTE, ///< along a route of its own
    WAYI_TASK_RESCUE ///< out of a jam, step by step with the others in it
} wayi_task;

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
    uint8_t restarts;  ///< of the search under way, by edits
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

/// A link that bears only so many units at a time, both ways together.
typedef struct wayi_lift {
    way_cell ends[2];
    uint32_t capacity;
    uint32_t until[WAY_WORLD_LIFT_MAX]; ///< when those on it are over, in 1/256 ticks
    uint32_t claims; ///< of those who take it in the tick that is being agreed on
} wayi_lift;

/// One unit that is being moved, on the stack of agreement.
typedef struct wayi_push {
    uint32_t unit;
    uint32_t blockers; ///< where they start in the list
    int32_t bar;       ///< nearest frame below with blockers still to come; -1 = none
    uint8_t dirs[WAYI_DIRECTIONS + 1];
    uint8_t count;
    uint8_t next;
    uint8_t blocker_count;
    uint8_t claimed;
    uint8_t sorted; ///< dirs hold all candidates, not only `want`
} wayi_push;

/// Longest chain of pushes, and most units that they list.
#define WAYI_CHAIN_MAX 4096u
#define WAYI_BLOCKERS_MAX (4u * WAYI_CHAIN_MAX)

/// Most grounds: each size as it is, and as each team in the fog knows it.
#define WAYI_GROUNDS_MAX 64u
#define WAYI_GROUPS_MAX 1024u
#define WAYI_LIFTS_MAX 256u

/// Most units that choose before all others because they go back to let somebody pass.
#define WAYI_RETREATS_MAX 64u

/// What small worlds get beyond their share for each unit.
#define WAYI_CHUNKS_LEAST 64u
#define WAYI_ORDERS_LEAST 64u
#define WAYI_SCRATCH_LEAST 32768u

typedef struct wayi_team {
    bool fog;
    uint32_t sight;
    way_map *map;                         ///< what it believes; NULL = the truth
    uint64_t *seen;                       ///< a bit a cell
    uint64_t *news;                       ///< a bit a cell: seen to be other than believed
    uint32_t news_words;                  ///< of them with a bit
    uint8_t grounds[WAY_WORLD_KINDS_MAX]; ///< to plan on, by kind
} wayi_team;

/// See jam.h.
typedef struct wayi_jams wayi_jams;

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
    uint32_t work_owed; ///< done between frames, to be taken off the next budgets
    way_world_stats stats;
    char algorithm[128];
    void (*recorder)(const void *bytes, size_t size, void *user);
    void *recorder_user;
    void (*parallel_for)(uint32_t count, void (*body)(uint32_t index, void *argument),
                         void *argument, void *user);
    void *user;
    way_allocator allocator;
};

// units.c -----------------------------------------------------------------------------------------

/// The place of a living unit, or WAYI_NOBODY.
uint32_t wayi_world_place(const way_world *world, way_unit unit);

static inline way_unit wayi_world_handle(const way_world *world, uint32_t place)
{
    return (uint64_t)world->minds[place].generation << 32 | place;
}

/// Puts a unit among the active ones with the lowest priority of all.
void wayi_world_activate(way_world *world, uint32_t place);
void wayi_world_deactivate(way_world *world, uint32_t place);

/// Lets a unit that is active choose before all others.
void wayi_world_promote(way_world *world, uint32_t place);

/// Closes the holes in world->active.
void wayi_world_compact(way_world *world);

/// Puts those who became active since the last tick in order: by where they are, so that what lies
/// together is decided together, then by place. From then on their order stays.
void wayi_world_rank(way_world *world);

void wayi_world_tell(way_world *world, way_world_event_kind kind, uint32_t place, way_cell cell,
                     way_unit other);

/// Writes or clears a unit's footprint.
void wayi_world_stand(way_world *world, uint32_t place, uint32_t who);

static inline const wayi_ground *wayi_world_truth(const way_world *world, uint32_t place)
{
    return &world->grounds[world->bodies[place].ground];
}

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

// save/save.c -------------------------------------------------------------------------------------

/// A hash of what a unit is and means to do.
uint64_t wayi_world_unit_hash(const way_world *world, uint32_t place);

// agree.c -----------------------------------------------------------------------------------------

/// Decides where everybody stands at the end of the tick, and lets them.
void wayi_world_agree(way_world *world);

// probe.c -----------------------------------------------------------------------------------------

/// Where a direction leads a unit.
static inline way_cell wayi_world_target(const way_world *world, uint32_t i, uint32_t dir)
{
    const way_cell cell = world->bodies[i].cell;
    if (dir == WAYI_LINK) {
        return world->minds[i].route.link;
    }
    return dir == WAYI_STAY ? cell : cell + (uint32_t)world->map->offsets[dir];
}

/// Whether the unit of a frame may go there; lists whom it would have to push.
bool wayi_world_probe(way_world *world, wayi_push *push, uint32_t dir);

// prefer.c ----------------------------------------------------------------------------------------

/// The direction that a unit would take now, or WAYI_STAY.
uint32_t wayi_world_want(way_world *world, uint32_t place);

/// All directions that a unit may take, WAYI_STAY among them, best first; returns how many.
uint32_t wayi_world_prefer(way_world *world, uint32_t place, uint8_t *dirs);

// orders.c ----------------------------------------------------------------------------------------

/// An order that has been checked, with nothing in what its kind does not use: worlds, saves and
/// records hold no others.
way_order wayi_order_canonical(const way_world *world, const way_order *order);

/// Begins an order that has been checked.
void wayi_world_begin_order(way_world *world, uint32_t place, const way_order *order);

/// Ends what a unit is about and begins its next order, if any.
void wayi_world_end_order(way_world *world, uint32_t place);

/// Leaves group, route and request.
void wayi_world_forget_plan(way_world *world, uint32_t place);

/// Puts an order that has been checked behind those that a unit has.
void wayi_world_queue_order(way_world *world, uint32_t place, const way_order *order);

/// Gives back the orders that a unit has not begun.
void wayi_world_drop_orders(way_world *world, uint32_t place);

/// Asks for a plan from where the unit stands to its goal.
void wayi_world_ask(way_world *world, uint32_t place, way_urgency urgency);

/// Takes the answer of a search: a route, or none.
void wayi_world_answer(way_world *world, const wayi_answer *answer, const uint8_t *runs);

/// What active units do after a tick: arrive, notice that they stand or strayed, follow.
void wayi_world_think(way_world *world);

// yield.c -----------------------------------------------------------------------------------------

/// The unit in the way of what this one wants, or WAY_UNIT_NONE.
way_unit wayi_world_blocker(way_world *world, uint32_t place);

/// Whether those who block a unit, one behind the other, are a queue, which moves on by itself:
/// none of them wants to go the other way.
bool wayi_world_queues(way_world *world, uint32_t place);

/// Lets a unit that has stood for long go back, so that others can pass.
void wayi_world_yield(way_world *world, uint32_t place);

// jam.c ----------------------------------------------------------------------------------------

/// Whether there is so little ground around a unit that a jam may not come apart by itself.
bool wayi_world_is_narrow(way_world *world, uint32_t place);

/// Looks for a way out for whom world->jam_due asks, within a budget; returns what it took.
uint32_t wayi_world_rescue(way_world *world, uint32_t budget);

/// Begins the next steps of rescues under way, or ends them.
void wayi_world_rescue_tick(way_world *world);

/// Ends the rescue that a unit takes part in, if any, for all of them: nobody leaves one alone.
void wayi_world_rescue_leave(way_world *world, uint32_t place);

/// The units of rescues by number: WAYI_NOBODY = a gap, one less than that = no more.
uint32_t wayi_world_rescued(const way_world *world, uint32_t index);

/// What a unit that is being rescued does now: a direction, or WAYI_STAY.
uint32_t wayi_world_rescue_move(const way_world *world, uint32_t place);

// sense.c -----------------------------------------------------------------------------------------

/// Looks around: all that the unit sees, or only what its last step brought into view. What turns
/// out other than believed is believed by and by.
void wayi_world_sense(way_world *world, uint32_t place, bool all);

/// Lets the teams in the fog believe what they have seen, as far as a budget goes, one revision for
/// each team; adds to the work that is owed.
way_status wayi_world_learn(way_world *world, uint32_t budget);

/// Looks again at what was edited, for all who see it.
void wayi_world_look(way_world *world, const way_edit *edits, uint32_t count);

static inline uint32_t wayi_world_words(const way_world *world)
{
    return (world->map->cell_count + 63u) / 64u;
}

// edits.c -----------------------------------------------------------------------------------------

/// Asks for new plans where changes of a map touch the old ones; returns how many units' do.
uint32_t wayi_world_touch(way_world *world, const way_map *map, const way_edit *edits,
                          uint32_t count);

/// Asks for a way round the break of a unit's route, or back to it.
void wayi_world_mend(way_world *world, uint32_t place);

/// A mark in world->spots[].next while routes are held against edits.
#define WAYI_EDITED (UINT32_MAX - 1u)

/// Whether the rest of a unit's route takes a step or a link that is none any more, or stands on a
/// cell that is marked as edited.
bool wayi_world_is_broken(const way_world *world, uint32_t place);

/// Asks for the rest of a route that was cut.
void wayi_world_extend(way_world *world, uint32_t place);

/// Where a plan that mends or extends the route of a unit starts and ends; false if there is
/// nothing to mend.
bool wayi_world_break(const way_world *world, uint32_t place, way_cell *from, way_cell *to);

/// Puts a way into the route of a unit, or behind it; false if it does not fit.
bool wayi_world_splice(way_world *world, const wayi_answer *answer, const uint8_t *runs);

/// Lets a unit that stands in a wall make for the nearest ground that it fits on, whatever it is
/// told.
void wayi_world_evade(way_world *world, uint32_t place);

/// Brings databases up to date after an edit, and takes another search where the one in use can't
/// do with the map as it has become.
way_status wayi_world_choose(way_world *world);

/// The directions in which a unit may step now; one that stands in a wall may cross it.
uint32_t wayi_world_moves(const way_world *world, uint32_t place);

// world_links.c -----------------------------------------------------------------------------------

/// The kind that the links of a profile are for, counted from 1; 0 = all, WAYI_NOBODY = none.
uint32_t wayi_world_link_kind(const way_world *world, uint32_t profile);

/// The other way; WAYI_NOBODY, which is no profile, for no kind.
uint32_t wayi_world_link_profile(const way_world *world, uint32_t kind);

/// The lift between two cells, or NULL.
wayi_lift *wayi_world_lift(const way_world *world, way_cell from, way_cell to);

/// Whether a unit may take the link from where it stands to a cell: it is there, and bears one
/// more.
bool wayi_world_may_link(const way_world *world, uint32_t place, way_cell to);

/// Gives a fog map the links of the true one. One that no kind can take is left out.
way_status wayi_world_teach_links(way_world *world, wayi_team *team);

/// Makes room for a lift; NULL if there is none or they are too many.
wayi_lift *wayi_world_add_lift(way_world *world, way_cell from, way_cell to);

// march.c -----------------------------------------------------------------------------------------

/// Finds leaders for formations that have none, and lets leaders wait for those behind.
void wayi_world_march(way_world *world);

/// Ends the formations that a unit leads.
void wayi_world_march_end(way_world *world, uint32_t leader);

/// Where a unit should be in its formation if straight steps lead there, or where it stands if that
/// lies behind it; else WAY_CELL_NONE.
way_cell wayi_world_march_slot(const way_world *world, uint32_t place);

/// Whether a unit stands for the sake of its formation.
bool wayi_world_march_waits(const way_world *world, uint32_t place);

// groups.c ----------------------------------------------------------------------------------------

/// Sends units that have been checked to places of their own around one cell.
void wayi_world_order_group(way_world *world, const way_unit *units, uint32_t count,
                            const way_order *order);
void wayi_world_leave_group(way_world *world, uint32_t place);
