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

#include <waymark/agent.h>
#include <waymark/lab.h>

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

/// Adds what `word` names, of a list at most `most`: a level (.lvl), levels:COUNT,side=S,seed=N of
/// the generator, 15-puzzles (.csv, those that IDA* found easiest first), tiles:COUNT,walk=W,seed=N
/// made by random moves, a scenario (.scen, the longest problems first); mirror:LEVELS are levels
/// with left and right changed, where ties fall otherwise. NOT_FOUND (no such kind of word), IO,
/// BAD_FORMAT, OUT_OF_RANGE, NO_MEMORY; `problem` says where.
WAY_NODISCARD way_status gat_instances_add(gat_instances *instances, const char *word,
                                           uint32_t most, way_problem *problem);
/// What a word of a suite is to gat_instances_add: files by their place in the data.
void gat_instances_place(const char *data, const char *word, char *out, size_t size);
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
