// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What a navigator prepared, kept: saved to a blob, opened in place, repaired after edits. And many
// questions in one call, which databases answer fastest.
//
//     status = way_navigator_save(navigator, NULL, &database);
//     status = way_navigator_open(&config, database.bytes, database.size, &navigator);
//
//     status = way_map_edit(map, &door, 1);
//     bool done = false;
//     while (!done) { status = way_navigator_repair(navigator, 200, &done); next_frame(); }
#pragma once

#include <waymark/agent.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Brings the database up to date with the edits of its map, for up to `budget` expansions of work
/// and at most 2,048 more, since a square of the database is not split. That holds for an
/// algorithm's default parameters (larger squares take more). "beacon" takes at most 512 more, or a
/// look around one cell where more than 4,096 cells of the diagonals from there are free. Noting
/// edits takes a bounded amount on top (docs/algorithms/beacon.md). `*done` says whether nothing is
/// left to do. Agents may step between calls, never during one. UNSUPPORTED if the algorithm keeps
/// no database or can't repair it; NO_MEMORY leaves it as it was before; TOO_LARGE if places of the
/// database lie too far apart, as they may in bytes that were forged.
WAY_API WAY_NODISCARD way_status way_navigator_repair(way_navigator *navigator, uint32_t budget,
                                                      bool *done);

/// Whether the database is right about the map as it is; not on ground that is not what it needs,
/// nor where that of "beacon" would take more than its memory: there another search makes the trips
/// and repairs have nothing to do. Repairs may have work left that only makes it faster to use
/// (rows of "dba" and "hcdps"), in proportion to what changed. Always true for algorithms without
/// one.
WAY_API bool way_navigator_is_current(const way_navigator *navigator);

/// What calls of way_navigator_repair have come to.
typedef struct way_repair_stats {
    uint64_t calls;   ///< so far
    uint64_t current; ///< those after which way_navigator_is_current said true
    uint64_t done;    ///< those after which nothing was left to do
    uint64_t work;    ///< of all of them, in expansions
} way_repair_stats;

WAY_API way_repair_stats way_navigator_repair_stats(const way_navigator *navigator);

/// Most cells that are favoured at once.
enum { WAY_NAVIGATOR_FAVOURED_MAX = 32 };

/// What lies near to these cells is repaired first, until another call says otherwise; 0 of them =
/// one thing after the other. That is where units are, or what a player looks at. Every eighth
/// piece of work is done in turn all the same, so nothing is left out. They are copied.
/// INVALID_ARGUMENT, TOO_LARGE (more than WAY_NAVIGATOR_FAVOURED_MAX), OUT_OF_RANGE (no such cell),
/// UNSUPPORTED (the algorithm has no order to choose: "dba" and "hcdps" have).
WAY_API WAY_NODISCARD way_status way_navigator_favour(way_navigator *navigator,
                                                      const way_cell *cells, uint32_t count);

// Saving and opening ------------------------------------------------------------------------------

/// The bytes of a saved database.
typedef struct way_database {
    void *bytes;
    size_t size;
    way_allocator allocator;
} way_database;

/// Saves what a navigator prepared. The same database gives the same bytes. "dba" and "hcdps" save
/// at any moment: what way_navigator_repair has left to do is saved, too, and goes on where the
/// database is opened. UNSUPPORTED if the algorithm keeps none; STALE where another search answers,
/// and, for other algorithms, if it is not current or way_navigator_repair has work left;
/// NO_MEMORY.
WAY_API WAY_NODISCARD way_status way_navigator_save(const way_navigator *navigator,
                                                    const way_allocator *allocator,
                                                    way_database *out);
WAY_API void way_database_free(way_database *database);

/// Makes a navigator of saved bytes, for instance of a mapped file. They are borrowed, start at a
/// multiple of 8, and must stay as they are while the navigator lives. `config->algorithm` may be
/// NULL: then it is what the database says; otherwise the spec that made it, with the parameters in
/// force or with the defaults that the algorithm has replaced by what suits the map. STALE if it
/// was made for another map, UNSUPPORTED (another algorithm or version of the library), BAD_FORMAT,
/// NO_MEMORY, and what way_navigator_create says of a config; `config->problem` says more.
WAY_API WAY_NODISCARD way_status way_navigator_open(const way_navigator_config *config,
                                                    const void *bytes, size_t size,
                                                    way_navigator **out);

/// One part of a saved database.
typedef struct way_database_section {
    char name[8]; ///< four letters
    uint64_t offset;
    uint64_t size;         ///< bytes
    uint32_t element_size; ///< bytes
} way_database_section;

/// Most sections of a database.
enum { WAY_DATABASE_SECTIONS_MAX = 32 };

/// What a saved database says about itself.
typedef struct way_database_info {
    char algorithm[32];
    char parameters[192]; ///< "sector=16, depth=1, ..."
    uint64_t map_hash;    ///< way_map_hash; with the weights of a profile that is not plain
    uint32_t width, height;
    way_neighbours neighbours;
    way_corners corners;
    way_cost_model costs;
    uint32_t unit_size;
    uint64_t size; ///< bytes
    uint32_t section_count;
    way_database_section sections[WAY_DATABASE_SECTIONS_MAX];
} way_database_info;

/// Checks saved bytes, which start at a multiple of 8, and describes them. BAD_FORMAT, UNSUPPORTED
/// (another version or byte order); `problem` [opt] says more.
WAY_API WAY_NODISCARD way_status way_database_inspect(const void *bytes, size_t size,
                                                      way_database_info *out, way_problem *problem);

/// The region of a state in the database, and its place [opt], the state that stands for it.
/// WAY_STATE_NONE if the algorithm has no regions or the state is in none.
WAY_API uint32_t way_navigator_region(const way_navigator *navigator, way_state state,
                                      way_state *place);

// Many questions in one call ----------------------------------------------------------------------
//
// Trips one after another, or costs of many ways without the ways themselves: which of a hundred
// bases is nearest, who of a squad gets there first, a table for a planner. With "beacon" an entry
// takes about a microsecond; other algorithms make a trip for each.
//
//     way_cost costs[3 * 2];
//     way_status status = way_agent_distances(
//         agent, &(way_distances){.from = units, .from_count = 3, .to = bases, .to_count = 2},
//         costs);

/// From each of some states to each of others.
typedef struct way_distances {
    const way_state *from; ///< [from_count]
    uint32_t from_count;
    const way_state *to; ///< [to_count]
    uint32_t to_count;
} way_distances;

/// Writes what the agent's trips would cost, row by row, one for each of `from`: WAY_COST_MAX where
/// there is no way. The agent's own trip is forgotten. INVALID_ARGUMENT, OUT_OF_RANGE (no such
/// state), TOO_LARGE (more than 2^32 - 1 entries), and whatever way_agent_begin says.
WAY_API WAY_NODISCARD way_status way_agent_distances(way_agent *agent,
                                                     const way_distances *question, way_cost *out);

/// What one of many trips came to.
typedef struct way_answer {
    way_outcome outcome;
    way_cost cost;
    uint32_t count; ///< cells of its path
} way_answer;

/// Makes trips one after another, as way_agent_begin and way_agent_run. Writes an answer for each
/// and, one behind the other, the states of their paths, as long as these fit into `capacity`:
/// `*done` is how many trips that was; go on with the next. INVALID_ARGUMENT, and whatever
/// way_agent_begin says of trip number `*done`.
WAY_API WAY_NODISCARD way_status way_agent_trips(way_agent *agent, const way_trip *trips,
                                                 uint32_t count, way_answer *answers,
                                                 way_state *states, size_t capacity,
                                                 uint32_t *done);

#ifdef __cplusplus
}
#endif
