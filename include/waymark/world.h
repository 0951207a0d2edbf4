// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A world of units: give orders, call one function per frame, draw. Plans are made within a budget,
// moves are agreed on tick by tick, and no two units ever stand in one place.
//
//     way_world_config config = {.map = map, .kinds = &kind, .kind_count = 1, .unit_capacity = 9};
//     status = way_world_create(&config, &world);
//     status = way_world_add(world, &(way_unit_config){.cell = 17}, &unit);
//     status = way_world_order(world, &unit, 1, &(way_order){.kind = WAY_ORDER_GO, .cell = 900});
//     for (;;) { status = way_world_frame(world, 8000); draw(world); }
//
// Two machines that make the same calls in the same order have the same world, tick by tick, with
// any number of workers: way_world_hash compares them. Calls between two frames take effect at
// once; the work that they ask for is spread over the frames to come.
#pragma once

#include <waymark/algorithm.h>
#include <waymark/orders.h>

#ifdef __cplusplus
extern "C" {
#endif

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
    /// Cells that a unit sees around itself, as a square [0..64]; 0 = 8.
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
    size_t field_bytes;    ///< not used any more
    const char *algorithm; ///< [opt] for all plans, see way_world_choice; NULL = "auto"
    /// [opt] Runs body(index, argument) for all indices below count, on any threads, and returns
    /// when all are done. Results never depend on it. The allocator must be safe to call on those
    /// threads.
    void (*parallel_for)(uint32_t count, void (*body)(uint32_t index, void *argument),
                         void *argument, void *user);
    void *user;                     ///< handed to parallel_for
    const way_allocator *allocator; ///< [opt]
} way_world_config;

typedef struct way_world way_world;

/// Allocates all memory that frames will need, except for searches: those grow when first needed,
/// and are kept. INVALID_ARGUMENT, OUT_OF_RANGE, UNSUPPORTED (an algorithm that does not suit the
/// map, whose database can't follow edits, or whose trips leave in it what a save would lose),
/// NOT_FOUND (no such algorithm), NO_MEMORY.
WAY_API WAY_NODISCARD way_status way_world_create(const way_world_config *config, way_world **out);

/// NULL is fine.
WAY_API void way_world_destroy(way_world *world);

WAY_API const way_map *way_world_map(const way_world *world);

/// The map as a team knows it: the true one for a team that sees everything.
WAY_API const way_map *way_world_team_map(const way_world *world, uint32_t team);

/// Whether a team has ever seen a cell.
WAY_API bool way_world_team_knows(const way_world *world, uint32_t team, way_cell cell);

// Units -------------------------------------------------------------------------------------------

/// `cell` must be set; zero is the default of the rest: the first kind, the first team.
typedef struct way_unit_config {
    way_cell cell; ///< top left; all its cells passable and free
    uint32_t kind;
    uint32_t team;
} way_unit_config;

/// Puts a unit on the map. OUT_OF_RANGE (no such cell, kind or team), WRONG_STATE (a unit or a wall
/// is there), TOO_LARGE (there are unit_capacity already), STALE as way_world_frame.
WAY_API WAY_NODISCARD way_status way_world_add(way_world *world, const way_unit_config *config,
                                               way_unit *out);

/// Takes a unit away at once. NOT_FOUND if it is gone; STALE as way_world_frame.
WAY_API WAY_NODISCARD way_status way_world_remove(way_world *world, way_unit unit);

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

/// False if the unit is gone.
WAY_API bool way_world_unit(const way_world *world, way_unit unit, way_unit_view *out);

/// How many units there are, and all of them in the order of their places: place numbers below
/// way_world_slot_count, WAY_UNIT_NONE where nobody is.
WAY_API uint32_t way_world_unit_count(const way_world *world);
WAY_API uint32_t way_world_slot_count(const way_world *world);
WAY_API way_unit way_world_unit_in_slot(const way_world *world, uint32_t place);

/// What can be seen of all units, in that order; at most `capacity` are written. Returns how many
/// there are.
WAY_API uint32_t way_world_views(const way_world *world, way_unit_view *views, uint32_t capacity);

/// The unit that stands on a cell, or WAY_UNIT_NONE.
WAY_API way_unit way_world_unit_on(const way_world *world, way_cell cell);

/// The cells that a unit means to walk from where it stands, start first; at most `capacity` are
/// written. 0 if it has no path.
WAY_API uint32_t way_world_unit_path(const way_world *world, way_unit unit, way_cell *cells,
                                     uint32_t capacity);

// Orders ------------------------------------------------------------------------------------------

/// Orders all the units. Several with one GO get a place each around the cell. What an order of
/// this kind does not use is not looked at; a queued FOLLOW or FLEE whose target is gone when its
/// turn comes is passed over. NOT_FOUND (a unit is gone), OUT_OF_RANGE (no such cell or target),
/// INVALID_ARGUMENT, TOO_LARGE (too many orders wait), STALE as way_world_frame. All obey or none.
WAY_API WAY_NODISCARD way_status way_world_order(way_world *world, const way_unit *units,
                                                 uint32_t count, const way_order *order);

// Edits -------------------------------------------------------------------------------------------

/// As way_map_edit, one revision. Units inside a new building leave it; plans that it touches are
/// made again, others stay as they are. Edits that change nothing are none: no revision, no plan
/// is touched, and nothing is to be paid for. STALE, and the map's own errors.
WAY_API WAY_NODISCARD way_status way_world_edit(way_world *world, const way_edit *edits,
                                                uint32_t count);

/// How many units' plans the last way_world_edit touched: those whose rest stands on a cell that it
/// named, or takes a step that is no longer legal. Each has got a REPLANNED event.
WAY_API uint32_t way_world_replanned_count(const way_world *world);

/// As way_map_add_links: ladders, stairs, teleports, which units enter in one tick and stay on for
/// as long as they cost. With a `capacity` [1..WAY_WORLD_LIFT_MAX], at most that many are on one
/// link at a time, both ways together (lifts); 0 = any number. A profile must be that of a kind:
/// way_world_kind_profile. STALE, and the map's own errors.
WAY_API WAY_NODISCARD way_status way_world_add_links(way_world *world, const way_map_link *links,
                                                     uint32_t count, uint32_t capacity);

/// As way_map_remove_links.
WAY_API WAY_NODISCARD way_status way_world_remove_links(way_world *world, const way_map_link *links,
                                                        uint32_t count);

/// The number that the profile of a kind has on the world's map; 0 if there is no such kind.
WAY_API uint32_t way_world_kind_profile(const way_world *world, uint32_t kind);

/// The search that plans for a kind of unit of a team, and why, in words. It is the one asked for,
/// except that databases don't serve teams in the fog, and that an edit may leave ground which the
/// search can't handle. way_world_edit repairs databases at once, however much work that is, and
/// the budgets of the frames to come pay for it; a frame may exceed its budget by a step of their
/// searches.
WAY_API way_choice way_world_choice(const way_world *world, uint32_t team, uint32_t kind);

// Frames ------------------------------------------------------------------------------------------

/// One frame: plans for about `budget` units of work, and at the first frame of each tick moves all
/// units. Up to half of it may go into one jam in narrow ground that is solved as a whole. If
/// several plans of the same urgency are asked for at once, each is ready, or at least its first
/// part, within 1.5 * max(64, 256 * plans / budget) frames. STALE if the map was edited by anything
/// but the world; NO_MEMORY: the frame is complete, and what it could not plan waits. A search that
/// can't grow gives a plan that leads nearer and goes on from there.
WAY_API WAY_NODISCARD way_status way_world_frame(way_world *world, uint32_t budget);

/// No frame plans for more than its budget and this much for each lane.
enum { WAY_WORLD_WORK_SLACK = 64 };

typedef struct way_world_stats {
    uint32_t tick;
    uint64_t frames;
    uint64_t work;          ///< units of planning done by the last frame
    uint64_t work_max;      ///< the most in one frame
    uint64_t work_total;    ///< in all frames
    uint64_t probes;        ///< cells looked at by the last agreement
    uint32_t active;        ///< units with something to do
    uint32_t waiting;       ///< plans that wait
    uint32_t waited_max;    ///< longest wait for a plan, in ticks
    uint64_t plans;         ///< made
    uint64_t partial_plans; ///< of them, pieces of longer ways: they go on from there
    uint64_t replans;       ///< asked for because ground or crowd left no other way
    uint64_t field_cells;   ///< 0: worlds have no fields any more
    uint32_t fields;        ///< 0
    uint64_t pushes;        ///< moves made for the sake of others
    uint64_t rungs[4];      ///< how often standing units went on to: straight steps only, pushing
                            ///< those who hold, going back to let others pass, BLOCKED
    uint64_t rescues;       ///< jams in narrow ground that were solved as a whole
    size_t bytes;           ///< held by the world without the map: way_world_memory_held in all
    size_t unit_bytes;      ///< of it, for each unit of unit_capacity
} way_world_stats;

WAY_API way_world_stats way_world_statistics(const way_world *world);

/// Bytes that a world holds now, without the layers that it asked its map for; the parts add up to
/// what its allocator gave.
typedef struct way_world_memory {
    size_t units;    ///< unit_bytes for each of unit_capacity: bodies, plans, orders, lists
    size_t cells;    ///< who stands where: 8 bytes per cell
    size_t fields;   ///< 0: worlds have no fields any more
    size_t searches; ///< by lane and ground: grow with the longest trip so far, to a bound
    size_t teams;    ///< what teams in the fog believe
    size_t rest;     ///< events and stacks: the same for every world with such settings
} way_world_memory;

WAY_API way_world_memory way_world_memory_held(const way_world *world);

// Events ------------------------------------------------------------------------------------------

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

/// One English word or two for an event.
WAY_API const char *way_world_event_text(way_world_event_kind kind);

/// Takes the oldest event; false if there is none. At event_capacity the oldest are lost.
WAY_API bool way_world_event_next(way_world *world, way_world_event *out);

// The same everywhere -----------------------------------------------------------------------------

/// Parts of the hash of a world, so that a difference can be located.
typedef enum way_world_part {
    WAY_WORLD_PART_CLOCK,
    WAY_WORLD_PART_MAP,
    WAY_WORLD_PART_UNITS,
    WAY_WORLD_PART_PLANS,
    WAY_WORLD_PART_QUEUE,
    WAY_WORLD_PART_FIELDS, ///< groups
    WAY_WORLD_PART_FOG,
    WAY_WORLD_PARTS
} way_world_part;

/// A hash of everything that decides what will happen: equal on every machine.
WAY_API uint64_t way_world_hash(const way_world *world);
WAY_API uint64_t way_world_part_hash(const way_world *world, way_world_part part);

#ifdef __cplusplus
}
#endif
