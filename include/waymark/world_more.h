// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// More of worlds: what is in them, links and lifts, statistics, hashes. And worlds that are kept:
// saved at any frame and restored to the same future, and recorded so that a game can be replayed
// and two games compared.
//
//     status = way_world_save(world, NULL, 0, &size);          // OUT_OF_RANGE: says the size
//     status = way_world_save(world, bytes, size, &size);
//     status = way_world_restore(bytes, size, NULL, &restored, NULL);
//
// Bytes are little-endian and the same on every machine. Damaged or hostile ones are refused; what
// is restored is a whole world in any case.
#pragma once

#include <waymark/algorithm.h>

#ifdef __cplusplus
extern "C" {
#endif

WAY_API const way_map *way_world_map(const way_world *world);

/// The map as a team knows it: the true one for a team that sees everything.
WAY_API const way_map *way_world_team_map(const way_world *world, uint32_t team);

/// Whether a team has ever seen a cell.
WAY_API bool way_world_team_knows(const way_world *world, uint32_t team, way_cell cell);

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

/// How many units' plans the last way_world_edit touched: those whose rest stands on a cell that it
/// named, or takes a step that is no longer legal. Each has got a REPLANNED event.
WAY_API uint32_t way_world_replanned_count(const way_world *world);

/// As way_map_add_links: ladders, stairs, teleports, which units enter in one tick and stay on for
/// as long as they cost. With a `capacity` [1..WAY_WORLD_LIFT_MAX], at most that many are on one
/// link at a time, both ways together (lifts); 0 = any number. A profile must be that of a kind:
/// way_world_kind_profile. STALE, and the map's own errors.
WAY_API WAY_NODISCARD way_status way_world_add_links(way_world *world, const way_map_link *links,
                                                     uint32_t count, uint32_t capacity);

/// As way_map_remove_links; STALE as way_world_frame.
WAY_API WAY_NODISCARD way_status way_world_remove_links(way_world *world, const way_map_link *links,
                                                        uint32_t count);

/// The number that the profile of a kind has on the world's map; 0 if there is no such kind. A
/// profile that the world added goes with the world: spaces and navigators for it go first.
WAY_API uint32_t way_world_kind_profile(const way_world *world, uint32_t kind);

/// The search that plans for a kind of unit of a team, and why, in words. It is the one asked for,
/// except that databases don't serve teams in the fog, and that an edit may leave ground which the
/// search can't handle. way_world_edit repairs databases at once, however much work that is, and
/// the budgets of the frames to come pay for it; a frame may exceed its budget by a step of their
/// searches.
WAY_API way_choice way_world_choice(const way_world *world, uint32_t team, uint32_t kind);

/// No frame plans for more than its budget and this much for each lane.
enum { WAY_WORLD_WORK_SLACK = 64 };

/// Bytes that a world holds now, without the layers that it asked its map for; the parts add up to
/// what its allocator gave.
typedef struct way_world_memory {
    size_t units;    ///< unit_bytes for each of unit_capacity: bodies, plans, orders, lists
    size_t cells;    ///< who stands where: 8 bytes per cell
    size_t searches; ///< by lane and ground: grow with the longest trip so far, to a bound
    size_t teams;    ///< what teams in the fog believe
    size_t rest;     ///< events and stacks: the same for every world with such settings
} way_world_memory;

typedef struct way_world_stats {
    uint32_t tick;
    uint64_t frames;
    uint64_t work;                             ///< units of planning done by the last frame
    uint64_t work_max;                         ///< the most in one frame
    uint64_t work_total;                       ///< in all frames
    WAY_RENAMED(uint64_t, cells_read, probes); ///< to decide on the moves of the last tick
    uint32_t active;                           ///< units with something to do
    uint32_t waiting;                          ///< plans that wait
    uint32_t waited_max;                       ///< longest wait for a plan, in ticks
    uint64_t plans;                            ///< made
    uint64_t partial_plans; ///< of them, pieces of longer ways: they go on from there
    uint64_t replans;       ///< asked for because ground or crowd left no other way
    uint64_t pushes;        ///< moves made for the sake of others
    /// How often units that stood took to straight steps only, and such as got no nearer to
    /// pushing those who hold, going back, BLOCKED.
    WAY_RENAMED(uint64_t, escalations[4], rungs[4]);
    uint64_t rescues;  ///< jams in narrow ground that were solved as a whole
    size_t bytes;      ///< held by the world without the map: all of `memory`
    size_t unit_bytes; ///< of it, for each unit of unit_capacity
    way_world_memory memory;
} way_world_stats;

WAY_API way_world_stats way_world_statistics(const way_world *world);

/// One English word or two for an event.
WAY_API const char *way_world_event_text(way_world_event_kind kind);

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

// Saving ------------------------------------------------------------------------------------------

/// Writes everything that decides what will happen; `*size` is how many bytes that takes, and
/// OUT_OF_RANGE says that `capacity` is less. Events that nobody has taken and statistics are left
/// out. Saving does not change the world. STALE as way_world_frame.
WAY_API WAY_NODISCARD way_status way_world_save(const way_world *world, void *bytes,
                                                size_t capacity, size_t *size);

/// What a restored world gets from its caller. Zero is the default of every field.
typedef struct way_world_host {
    uint32_t cells_max; ///< larger maps are refused; 0 = 2^24
    uint32_t units_max; ///< worlds for more units are refused; 0 = 2^20
    void (*parallel_for)(uint32_t count, void (*body)(uint32_t index, void *argument),
                         void *argument, void *user); ///< [opt] as in way_world_config
    void *user;
    const way_allocator *allocator; ///< [opt]
} way_world_host;

/// A world as it was saved, with a map of its own. Searches under way are done again up to where
/// they were, so this takes as long as they did. BAD_FORMAT, TOO_LARGE, UNSUPPORTED (another
/// version), NO_MEMORY; `problem` [opt] says what is wrong and at which byte (its `column`).
WAY_API WAY_NODISCARD way_status way_world_restore(const void *bytes, size_t size,
                                                   const way_world_host *host, way_world **out,
                                                   way_problem *problem);

// Records -----------------------------------------------------------------------------------------

/// Takes the bytes of a record, piece by piece.
typedef void (*way_world_recorder)(const void *bytes, size_t size, void *user);

/// Records everything from now on: the world as it is, every call that changes it, and the hash
/// after each frame. NULL ends the record. NO_MEMORY; STALE as way_world_frame.
WAY_API WAY_NODISCARD way_status way_world_record(way_world *world, way_world_recorder recorder,
                                                  void *user);

/// A record that is being replayed.
typedef struct way_replay way_replay;

/// Starts where the record starts. The bytes are borrowed. Fails like way_world_restore.
WAY_API WAY_NODISCARD way_status way_replay_create(const void *bytes, size_t size,
                                                   const way_world_host *host, way_replay **out,
                                                   way_problem *problem);

/// NULL is fine.
WAY_API void way_replay_destroy(way_replay *replay);

/// The world of the replay, to look at.
WAY_API way_world *way_replay_world(way_replay *replay);

/// Makes the calls of one frame. `*over` at the end of the record; otherwise `*same` says whether
/// the hash is the recorded one. BAD_FORMAT, and what the calls
/// return: those of way_world_add, way_world_order, way_world_edit and way_world_frame.
WAY_API WAY_NODISCARD way_status way_replay_frame(way_replay *replay, bool *over, bool *same);

/// The hash that the record has for the last frame.
WAY_API uint64_t way_replay_hash(const way_replay *replay);

/// The first unit in which two worlds differ, by place; false if none does. `*place` may be one
/// that only one of them has.
WAY_API bool way_world_difference(const way_world *a, const way_world *b, uint32_t *place);

#ifdef __cplusplus
}
#endif
