// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Stages: small spaces of every kind with problems whose exact answers are known from the oracle.
// Everything about a stage follows from its name, so a failure can be repeated.
#pragma once

#include "scenes/oracle.h"
#include "scenes/scene.h"

#include <waymark/agent.h>
#include <waymark/algorithm.h>

#define STAGE_PROBLEMS_MAX 12u
#define STAGE_ORIGINS_MAX (3u + STAGE_PROBLEMS_MAX)

/// One question and its answer.
typedef struct stage_problem {
    const char *kind; ///< "farthest", "unreachable", "blocked start", ...
    way_state start;
    way_state goal;
    way_cost best;         ///< WAY_COST_MAX = there is no way
    const way_cost *costs; ///< [stage count] least cost from `start` to every state; from deep
                           ///< inside blocked ground by the gate for `goal`
} stage_problem;

typedef struct test_stage {
    char name[224];
    way_map *map; ///< NULL unless the space is a grid
    way_space *space;
    way_space *base;       ///< what the space borrows, or NULL
    way_map *ground;       ///< the same: under penalties
    struct way_mesh *mesh; ///< the same: under its points
    oracle_edge *edges;    ///< directed; NULL on a grid
    way_cost *costs[STAGE_ORIGINS_MAX];
    stage_problem problems[STAGE_PROBLEMS_MAX];
    uint32_t problem_count;
    uint32_t edge_count;
    uint32_t size;  ///< of the unit, or its profile; 0 unless the space is a grid
    uint32_t count; ///< of states
    bool safe;      ///< wherever a step leads, one can get back from: nobody is ever caught
} test_stage;

/// How a grid stage is made.
typedef struct stage_grid_config {
    const char *generator; ///< of the scenes, or "comb"
    scene_setting setting; ///< for the generator; no name = none
    uint32_t width, height;
    uint64_t seed;
    way_neighbours neighbours;
    way_corners corners;
    way_cost_model costs;
    uint32_t lightest; ///< passable cells weigh [lightest..heaviest]
    uint32_t heaviest;
    uint32_t size;
    uint32_t links; ///< so many at random, one way or both
    bool profiled;  ///< terrain is any byte, and a profile of the size says what it weighs
    const way_allocator *allocator; ///< [opt] of the space; the map uses malloc
} stage_grid_config;

/// Plain ground: 8 neighbours, no cut corners, the usual costs, cells of weight 1, a unit of one.
static inline stage_grid_config stage_plain(const char *generator, uint32_t width, uint32_t height,
                                            uint64_t seed)
{
    return (stage_grid_config){.generator = generator,
                               .width = width,
                               .height = height,
                               .seed = seed,
                               .neighbours = WAY_NEIGHBOURS_8,
                               .corners = WAY_CORNERS_STRICT,
                               .costs = {408, 577},
                               .lightest = 1,
                               .heaviest = 1,
                               .size = 1};
}

/// The same with walls at random, so many of a hundred cells.
static inline stage_grid_config stage_strewn(uint32_t side, int blocked, uint64_t seed)
{
    stage_grid_config config = stage_plain("random", side, side, seed);
    config.setting = (scene_setting){"blocked", blocked};
    return config;
}

typedef enum stage_graph_kind {
    STAGE_GRAPH_PLAIN,   ///< way_space_create_graph without positions
    STAGE_GRAPH_PLACED,  ///< ... with positions
    STAGE_GRAPH_STRANGE, ///< a space of the test's own: states not known in advance, estimates
                         ///< admissible but not consistent, goals of its own
    STAGE_GRAPH_KINDS
} stage_graph_kind;

typedef struct stage_graph_config {
    stage_graph_kind kind;
    uint32_t node_count;
    uint32_t link_count;
    bool directed; ///< strange ones always are
    way_cost costliest;
    uint64_t seed;
    bool ring; ///< the last links are 0 > 1 > ... > 0, so that nobody is ever caught
} stage_graph_config;

/// Both fail the running test when something does not work.
void stage_create_grid(test_stage *out, const stage_grid_config *config);
void stage_create_graph(test_stage *out, const stage_graph_config *config);

/// A small map at any angle; odd ones have weights.
void stage_create_angles(test_stage *out, uint64_t seed);
void stage_destroy(test_stage *stage);

/// Puts the edges of a graph into order by where they start, as paths are checked by.
void stage_sort_edges(test_stage *stage);

/// The oracle's costs from a state to every other one [stage count].
void stage_fill_costs(const test_stage *stage, way_state from, way_cost *costs);

/// Whether a trip begins deep inside blocked ground of a map, under a grid or under penalties.
bool stage_is_deep(const test_stage *stage, way_state start);

/// The same for a trip to any marked state [stage count], which from deep inside blocked ground
/// first goes to the gate.
void stage_fill_trip_costs(const test_stage *stage, way_state from, const uint8_t *marked,
                           way_cost *costs);

/// Whether a path is legal and starts where it should; its cost is summed up by the oracle's rules.
/// `message` [160] says what is wrong.
bool stage_check_path(const test_stage *stage, way_state start, const way_state *states,
                      uint32_t count, way_cost *cost, char *message);

/// Prints a small map, with start and goal marked.
void stage_print(const test_stage *stage, way_state start, way_state goal);

/// Whether an algorithm is to be asked there. Others walk where lines lead at any angle, too, but
/// from cell to cell, which is not what is compared.
bool stage_suits(const test_stage *stage, const way_algorithm *algorithm);

/// Many stages.
typedef struct stage_set {
    test_stage *stages;
    uint32_t count;
    uint32_t capacity;
} stage_set;

/// Every neighbour rule x corner rule x cost model x uniform and weighted x unit size, each with
/// the next scene of a long list; then `extra` more plain 8-neighbour ones.
void stage_set_add_grids(stage_set *set, uint32_t rounds, uint32_t extra);

/// Terrain of the map that is blocked for the unit of a grid stage, or its lightest.
uint8_t stage_terrain(const test_stage *stage, bool passable);

/// Adds 15 grids with links for each round.
void stage_set_add_linked(stage_set *set, uint32_t rounds);

/// All kinds of graphs, `rounds` of each.
void stage_set_add_graphs(stage_set *set, uint32_t rounds);

/// Sliding tiles, small platform levels, points of visibility, waypoints and meshes, `rounds` of
/// each.
void stage_set_add_worlds(stage_set *set, uint32_t rounds);
void stage_set_add_penalties(stage_set *set, uint32_t rounds);
void stage_set_destroy(stage_set *set);

/// `count`, or less of it where a sanitizer makes everything slow.
uint32_t stage_rounds(uint32_t count);

/// The map of a generated scene such as "rooms,width=160,height=160,seed=5": 8 neighbours, no cut
/// corners.
way_map *stage_scene_map(const char *words);
