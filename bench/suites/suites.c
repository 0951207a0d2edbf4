// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The suites: tables and nothing else. The first entry of a set is what the others are compared
// with. An algorithm that this build lacks is reported as missing, not left out.
#include "bench/suites/lists.h"
#include "bench/suites/trainings.h"

/// What every set has: its name and title, who takes part, maps, how many problems of each.
#define SET(word, heading, who, where, count)                                                      \
    .name = (word), .title = (heading), .entries = (who), .maps = (where), .problems = (count)

// Sets --------------------------------------------------------------------------------------------

SUITES_MAPS(suites_quick_maps, "gen:caves,width=192,height=128,seed=5",
            "gen:city,width=192,height=160,seed=2", "gen:rooms,width=161,height=161,seed=3",
            "gen:rts,width=256,height=192,seed=4",
            "gen:maze,width=101,height=101,seed=7,braid=300");
static const bench_set suites_quick_sets[] = {
    {SET("scenes", "Generated scenes", suites_usual, suites_quick_maps, 10)}, {.name = NULL}};

static const bench_set suites_dao10_sets[] = {
    {SET("dao", "Dragon Age, longest problems", suites_databases, bench_ten_maps, 100),
     .costs = {5, 7}},
    {.name = NULL}};

static const bench_set suites_subgoal_sets[] = {
    {SET("table1", "Maps as large and problems as long as in table 1 of the HCDPS paper",
         suites_hcdps, suites_dao_paper, 25),
     .costs = {5, 7}, .pick = BENCH_PICK_SPREAD, .shortest = 1000, .longest = 3000},
    {SET("dao", "Ten maps, as in figures 6 to 8 of the DBA* thesis", suites_dba, bench_ten_maps,
         100),
     .costs = {5, 7}},
    {SET("small", "Small maps, where a search from every cell is soon done", suites_every_cell,
         suites_dao_small, 100),
     .costs = {5, 7}},
    {SET("large", "Magnified maps", suites_large, suites_dao_large, 10), .costs = {5, 7}},
    {SET("lengths", "Dragon Age, all lengths, defaults", suites_presets_cpd, bench_ten_maps, 100),
     .pick = BENCH_PICK_SPREAD},
    {SET("games", "Baldur's Gate and StarCraft, all lengths", suites_presets, suites_games, 50),
     .pick = BENCH_PICK_SPREAD},
    {SET("rooms", "Rooms, all lengths", suites_presets, suites_room_four, 50),
     .pick = BENCH_PICK_SPREAD},
    {SET("random", "Random walls, all lengths", suites_presets, suites_random512, 100),
     .pick = BENCH_PICK_SPREAD},
    {SET("mazes", "Mazes, all lengths", suites_presets, suites_maze_widths, 50),
     .pick = BENCH_PICK_SPREAD},
    {SET("caves", "Caves, all lengths", suites_presets, suites_caves, 50),
     .pick = BENCH_PICK_SPREAD},
    {.name = NULL}};

static const bench_set suites_sga_sets[] = {
    {SET("bg512", "Baldur's Gate", suites_sga, suites_bg512, 60), .pick = BENCH_PICK_SPREAD},
    {SET("sc1", "StarCraft", suites_sga, suites_sc1, 50), .pick = BENCH_PICK_SPREAD},
    {SET("rts", "Pseudo-RTS", suites_sga, suites_rts, 128), .copies = 50,
     .pick = BENCH_PICK_SPREAD},
    {SET("bunker", "Counter-Strike-like", suites_sga, suites_bunker, 20), .copies = 18,
     .pick = BENCH_PICK_SPREAD},
    {SET("field", "Company-of-Heroes-like", suites_sga, suites_field, 25), .copies = 17,
     .pick = BENCH_PICK_SPREAD},
    {SET("pockets", "Pockets, as the thesis describes StarCraft", suites_sga, suites_pockets, 20),
     .copies = 10, .pick = BENCH_PICK_SPREAD},
    {SET("islands", "Islands apart", suites_sga, suites_islands, 20), .copies = 10,
     .pick = BENCH_PICK_SPREAD},
    {.name = NULL}};

static const bench_set suites_hierarchical_sets[] = {
    {SET("dao", "Dragon Age, longest problems", suites_hierarchies, bench_ten_maps, 100)},
    {SET("bg512", "Baldur's Gate", suites_hierarchies, suites_bg512, 25),
     .pick = BENCH_PICK_SPREAD},
    {SET("sc1", "StarCraft", suites_hierarchies, suites_sc1, 25), .pick = BENCH_PICK_SPREAD},
    {SET("room", "Rooms", suites_hierarchies, suites_room, 25), .pick = BENCH_PICK_SPREAD},
    {SET("weights", "Weighted ground", suites_anywhere, suites_terrain, 20), .copies = 5},
    {SET("hexes", "Hexes", suites_anywhere, suites_mixed, 20), .neighbours = 6},
    {SET("units", "Units of 3 x 3 cells", suites_anywhere, suites_wide, 20), .copies = 3,
     .unit = 3},
    {.name = NULL}};

static const bench_set suites_discrete_sets[] = {
    {SET("dao", "Dragon Age, longest problems", suites_discrete, bench_ten_maps, 100)},
    {SET("coarse", "The same with steps of 5 and 7", suites_thresholds, bench_ten_maps, 100),
     .costs = {5, 7}},
    {SET("patches", "Weighted ground in patches", suites_weights, suites_patches, 20), .copies = 5},
    {SET("rough", "Rough ground and noise of weights", suites_weights, suites_rough, 20),
     .copies = 5},
    {SET("tiny", "Tiny scenes, 4 neighbours, steps of 1", suites_memory_bound, suites_tiny, 1),
     .copies = 40, .pick = BENCH_PICK_SPREAD, .neighbours = 4},
    {SET("scenes", "Small scenes, steps of 5 and 7", suites_deepening, suites_scenes, 1),
     .copies = 10, .costs = {5, 7}},
    {.name = NULL}};

static const bench_set suites_realtime_sets[] = {
    {SET("dao", "Dragon Age, longest problems", suites_realtime, bench_ten_maps, 10)},
    {SET("large", "Every cell 4 x 4", suites_realtime_large, suites_dao_twice, 3)},
    {.name = NULL}};

#define SUITES_CHANGING(word, heading, thousandths, close)                                         \
    {                                                                                              \
        SET(word, heading, suites_edits, suites_dao_four, 5),                                      \
            .kind = BENCH_KIND_EDITS, .share = (thousandths), .near = (close)                      \
    }
static const bench_set suites_incremental_sets[] = {
    {SET("mazes", "Mazes through the fog, as in table 1 of the D* Lite paper", suites_fog_whole,
         suites_mazes, 1),
     .whole = true, .copies = 5000, .kind = BENCH_KIND_FOG, .pick = BENCH_PICK_SPREAD,
     .neighbours = 4},
    {SET("rooms", "The same with walls removed between two rooms only", suites_fog,
         suites_rooms_mazes, 1),
     .copies = 1000, .kind = BENCH_KIND_FOG, .pick = BENCH_PICK_SPREAD, .neighbours = 4},
    SUITES_CHANGING("far1", "0.1 % of the ground changes, anywhere", 1, false),
    SUITES_CHANGING("far10", "1 % changes, anywhere", 10, false),
    SUITES_CHANGING("far50", "5 % changes, anywhere", 50, false),
    SUITES_CHANGING("near1", "0.1 % changes, near the unit", 1, true),
    {.name = NULL}};

static const bench_set suites_worlds_sets[] = {
    {SET("platform", "Levels of the platform game", suites_worlds, suites_levels, 1)},
    {.name = NULL}};

/// The study has no limits: few walks need as much up to moves of 100 ms.
#define SUITES_GAT(text) .kind = BENCH_KIND_GAT, .training = (text), .limit = 60000000
static const bench_set suites_gat_sets[] = {
    {SET("puzzles", "The 15-puzzle: Korf's 25 easiest for IDA*", suites_gat_puzzles, suites_puzzles,
         25),
     SUITES_GAT(suites_training_puzzles)},
    {SET("grid", "The 25 longest problems of orz100d", suites_gat_grid, suites_orz100d, 25),
     SUITES_GAT(suites_training_grid)},
    {SET("platform", "Levels of the study's generator, 50 x 50", suites_gat, suites_platform, 1),
     SUITES_GAT(suites_training_platform)},
    {SET("mirrored", "The same levels with left and right changed: other ties", suites_gat,
         suites_mirrored, 1),
     SUITES_GAT(suites_training_platform)},
    {.name = NULL}};

SUITES_MAPS(suites_gppc_maps, "other/gppc-classic/AcrosstheCape", "sc1/Aftershock",
            "bg512/AR0400SR", "room/32room_000", "maze/maze512-8-0", "random/random512-25-0",
            "street/Berlin_0_256", "da2/lt_0_lowtown", "wc3/darkforest");
SUITES_MAPS(suites_gppc_dynamic, "dynamic:other/gppc-dynamic/dao_arena2",
            "dynamic:other/gppc-dynamic/switch_sc1_Aurora_TheFrozenSea");
static const bench_set suites_gppc_sets[] = {
    {SET("classic", "The classic track's map, one of each set", suites_competition,
         suites_gppc_maps, 100),
     .pick = BENCH_PICK_SPREAD},
    {SET("dynamic", "Maps of the dynamic track", suites_competition, suites_gppc_dynamic, 100),
     .pick = BENCH_PICK_SPREAD},
    {.name = NULL}};

static const bench_set suites_scaling_sets[] = {
    {SET("caves", "The same caves, larger and larger", suites_growing, suites_caves, 10)},
    {.name = NULL}};

static const bench_set suites_peers_sets[] = {
    {SET("games", "Game maps, all lengths", suites_peers, suites_peers_maps, 20),
     .pick = BENCH_PICK_SPREAD},
    {SET("scenes", "Generated scenes, longest problems", suites_peers, suites_quick_maps, 10)},
    {.name = NULL}};

static const bench_set suites_angles_sets[] = {
    {SET("dao", "Dragon Age, all lengths", suites_angles, bench_ten_maps, 100),
     .pick = BENCH_PICK_SPREAD, .angles = true},
    {SET("scenes", "Generated scenes, all lengths", suites_angles, suites_quick_maps, 20),
     .pick = BENCH_PICK_SPREAD, .angles = true},
    {.name = NULL}};

static const bench_set suites_estimates_sets[] = {
    {SET("dao", "Dragon Age, all lengths", suites_estimates, bench_ten_maps, 200),
     .pick = BENCH_PICK_SPREAD},
    {SET("made", "Rooms, caves, a maze, noise", suites_estimates, suites_made, 100),
     .pick = BENCH_PICK_SPREAD},
    {.name = NULL}};

static const bench_set suites_kernels_sets[] = {
    {SET("dao", "Jumps on Dragon Age, longest problems", suites_jumps, bench_ten_maps, 10)},
    {SET("grounds", "Where jumps do not pay", suites_jumps, suites_grounds, 20),
     .pick = BENCH_PICK_SPREAD},
    {SET("searches", "What an expansion costs", suites_expansions, suites_dao_two, 4)},
    {.name = NULL}};

static const bench_set suites_own_sets[] = {
    {SET("maps", "Maps of one's own", suites_usual, NULL, 100), .pick = BENCH_PICK_SPREAD},
    {.name = NULL}};

// Suites ------------------------------------------------------------------------------------------

#define SUITE(word, heading, sentence, parts)                                                      \
    .name = (word), .title = (heading), .summary = (sentence), .sets = (parts)
static const bench_suite suites_all[] = {
    {SUITE("quick", "A first look",
           "Generated scenes, the usual algorithms, no data needed: under a minute.",
           suites_quick_sets),
     .extras = BENCH_EXTRA_REPAIR, .repetitions = 5, .seconds = 2},
    {SUITE("dao10", "Ten Dragon Age maps",
           "Databases, hierarchies and A* on the longest problems of the ten largest maps.",
           suites_dao10_sets),
     .extras = BENCH_EXTRA_REPAIR, .repetitions = 3, .seconds = 10},
    {SUITE("discrete", "Discrete searches",
           "Every discrete search and every open list of A* on game maps and small scenes.",
           suites_discrete_sets),
     .repetitions = 3, .seconds = 10},
    {SUITE("hierarchical", "Hierarchical searches",
           "Game maps, rooms, and where they earn their keep: weights, hexes, large units.",
           suites_hierarchical_sets),
     .extras = BENCH_EXTRA_SMOOTH | BENCH_EXTRA_REPAIR, .repetitions = 3, .seconds = 10},
    {SUITE("subgoal", "Subgoal databases",
           "HCDPS, DBA*, their rivals and the papers' variants, every sector size and depth.",
           suites_subgoal_sets),
     .extras = BENCH_EXTRA_REPAIR, .repetitions = 3, .seconds = 10},
    {SUITE("realtime", "Real-time searches",
           "What a move takes and how much longer the walk is, on game maps.",
           suites_realtime_sets),
     .repetitions = 1, .seconds = 5},
    {SUITE("incremental", "Incremental searches",
           "Walks through fog and over ground that changes, far from the unit and near it.",
           suites_incremental_sets),
     .repetitions = 3, .seconds = 10},
    {SUITE("sga", "SGA*",
           "SGA* as in chapter 8 of the thesis and as we have it, against A*, all lengths.",
           suites_sga_sets),
     .extras = BENCH_EXTRA_SMOOTH, .repetitions = 3, .seconds = 10},
    {SUITE("worlds", "Beyond the grid", "Levels of the platform game; up to 4 GB of memory.",
           suites_worlds_sets),
     .repetitions = 1, .seconds = 60},
    {SUITE("gat", "Goal achievement time",
           "When a unit that plans and walks at once arrives, by how long a move takes.",
           suites_gat_sets)},
    {SUITE("gppc", "Grid-Based Path Planning Competition",
           "The classic and the dynamic track's own maps, and one map of each set.",
           suites_gppc_sets),
     .repetitions = 3, .seconds = 10},
    {SUITE("scaling", "Larger maps, more agents",
           "The same caves from 64 to 1024 cells per side, and crowds of 1 to 1000 agents.",
           suites_scaling_sets),
     .extras = BENCH_EXTRA_CROWD | BENCH_EXTRA_REPAIR, .repetitions = 3, .seconds = 5},
    {SUITE("angles", "Any angle",
           "Shortest and nearly shortest ways at any angle against steps from cell to cell.",
           suites_angles_sets),
     .repetitions = 3, .seconds = 10},
    {SUITE("kernels", "Jumps and expansions",
           "What jumps save on ground that is known and on ground that is not; a search's step.",
           suites_kernels_sets),
     .extras = BENCH_EXTRA_EFFORT, .repetitions = 5, .seconds = 10},
    {SUITE("estimates", "Estimates with a memory",
           "A* with what it can prepare: distances to pivots, gateways, dead ends.",
           suites_estimates_sets),
     .repetitions = 3, .seconds = 10},
    {SUITE(
         "peers", "Other people's libraries",
         "What one would pick instead: Boost, libtcod, networkx, scikit-image, PathFinding.js, ...",
         suites_peers_sets),
     .repetitions = 3, .seconds = 60},
    {SUITE("own", "Maps of one's own",
           "The usual algorithms on any maps: 'waymark bench FOLDER', or files by their path.",
           suites_own_sets),
     .repetitions = 3, .seconds = 10},
};

const bench_suite *bench_suite_at(uint32_t index)
{
    return index < sizeof suites_all / sizeof *suites_all ? &suites_all[index] : NULL;
}
