// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The library as a page sees it: a few dozen calls with numbers, pointers and texts. What a call
// has to say beyond its status it writes as JSON into one reply, which the page reads afterwards.
// All state is here, in the worker's own memory: one map, one level, one board, some trips on them.
#pragma once

#include <waymark/all.h>

/// Defines a function that the page can call by `name`.
#define ENGINE_CALL(type, name, parameters)                                                        \
    type page_##name parameters;                                                                   \
    __attribute__((export_name(#name))) type page_##name parameters

#define ENGINE_TRIPS_MAX 8u

// The reply ---------------------------------------------------------------------------------------

/// Starts a reply; the one before is gone.
void engine_reply_begin(void);
void engine_reply_open(const char *key, char bracket);
void engine_reply_close(char bracket);
void engine_reply_text(const char *key, const char *text);
/// `size` bytes that may be anything.
void engine_reply_bytes(const char *key, const char *bytes, size_t size);
void engine_reply_whole(const char *key, int64_t number);
void engine_reply_decimal(const char *key, double number);

/// A reply that says what went wrong and where; gives the status back.
way_status engine_reply_problem(way_status status, const way_problem *problem);

/// A reply without content, or one about the failure.
way_status engine_reply_status(way_status status);

// What is walked on -------------------------------------------------------------------------------

/// The kinds of spaces that a trip can be on.
typedef enum engine_kind { ENGINE_GRID, ENGINE_PLATFORM, ENGINE_TILES } engine_kind;

/// The map in force; NULL before the first.
way_map *engine_map(void);

/// Prepares the map for units of a size; a profile that was added already is.
WAY_NODISCARD way_status engine_map_prepare(uint32_t profile);

/// A space of the world that is loaded. The caller destroys it.
WAY_NODISCARD way_status engine_worlds_create(engine_kind kind, way_space **out);

/// The space of that kind is about to go.
void engine_worlds_forget(engine_kind kind);

// Everything that borrows a map has to go before it does.
void engine_trip_close_world(engine_kind kind);
void engine_crowd_close(void);
void engine_world_close(void);

/// The world on the map, or NULL: while there is one, the map is changed through it.
way_world *engine_world(void);

/// A navigator whose preparation the page can watch and stop.
WAY_NODISCARD way_status engine_trip_prepare(way_space *space, const char *spec,
                                             way_problem *problem, way_navigator **out);

/// The navigator of a slot, or NULL.
const way_navigator *engine_trip_navigator(uint32_t slot);

void engine_reply_stats(const char *key, const way_stats *stats);
