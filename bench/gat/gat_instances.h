// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Problems of all kinds to measure goal achievement time on.
//
//     gat_instances instances = {0};
//     way_status status = gat_instances_add(&instances, "orz100d.map.scen", 25, &problem);
//     gat_arena arena;
//     status = gat_arena_open(&instances.items[0], &arena);
//     ... arena.space, arena.trip ...   gat_arena_close(&arena);
//     gat_instances_free(&instances);
#pragma once

#include <waymark/lab.h>
#include <waymark/search.h>

#define GAT_MAPS_MAX 16u

typedef enum gat_kind { GAT_PLATFORM, GAT_TILES, GAT_GRID } gat_kind;

typedef struct gat_instance {
    char name[64];
    gat_kind kind;
    uint64_t fingerprint; ///< of what is to be solved
    way_cost optimal;     ///< as published; 0 = not known
    way_cost unit;        ///< cost of a move that lasts one duration
    way_level level;      ///< GAT_PLATFORM
    uint8_t board[16];    ///< GAT_TILES
    const way_map *map;   ///< GAT_GRID
    way_cell start, goal; ///< GAT_GRID
} gat_instance;

typedef struct gat_instances {
    gat_instance *items;
    uint32_t count, capacity;
    way_map *maps[GAT_MAPS_MAX];
    uint32_t map_count;
} gat_instances;

/// What a word may be, for the help of a command.
#define GAT_INSTANCES_HELP                                                                         \
    "INSTANCES is a platform level (.lvl), levels:COUNT,side=S,seed=N from the\n"                  \
    "generator of levels, a list of 15-puzzles (.csv, those that IDA* found easiest\n"             \
    "first), tiles:COUNT,walk=W,seed=N made by random moves, or a scenario (.scen,\n"              \
    "the longest problems first). mirror:LEVELS are the same levels with left and\n"               \
    "right changed, where ties fall otherwise.\n"

/// Adds what `word` names, of a list at most `most`. NOT_FOUND (no such kind of word), IO,
/// BAD_FORMAT, OUT_OF_RANGE, NO_MEMORY; `problem` says where.
WAY_NODISCARD way_status gat_instances_add(gat_instances *instances, const char *word,
                                           uint32_t most, way_problem *problem);
void gat_instances_free(gat_instances *instances);

/// A space to solve an instance in.
typedef struct gat_arena {
    const gat_instance *instance;
    way_space *space;
    way_trip trip;
    uint64_t limit; ///< most expansions of a trip; 0 = none
} gat_arena;

WAY_NODISCARD way_status gat_arena_open(const gat_instance *instance, gat_arena *out);
void gat_arena_close(gat_arena *arena);

/// Forgets the states that were met, as far as the space has any of its own.
WAY_NODISCARD way_status gat_arena_reset(gat_arena *arena);
