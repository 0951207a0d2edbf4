// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The suites: tables and nothing else. The first entry of a set is what the others are compared
// with. An algorithm that this build lacks is reported as missing, not left out.
#include "bench/studies/studies.h"
#include "bench/suites/lists.h"
#include "bench/suites/trainings.h"

/// What every set has: its name and title, who takes part, maps, how many problems of each.
#define SET(word, heading, who, where, count)                                                      \
    .name = (word), .title = (heading), .entries = (who), .maps = (where), .problems = (count)

/// A study: its function, the rows of its table, what its figures are.
#define STUDY(function, row, words)                                                                \
    .kind = BENCH_KIND_STUDY, .study = (function), .rows = BENCH_ROWS_##row, .note = (words)

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

#define SUITES_TRAINING(words) .rounds = 1, STUDY(bench_study_training, ALL, words)
static const bench_set suites_training_sets[] = {
    {SET("platform", "The study's 25 training levels", suites_train, suites_train_levels, 0),
     SUITES_TRAINING("Nanoseconds of an expansion, and of episodes by their look-ahead: the worst "
                     "instance's mean, of walks of up to 20,000 expansions.")},
    {SET("puzzles", "Ten 15-puzzles from a million random moves", suites_train_tiles,
         suites_train_puzzles, 0),
     SUITES_TRAINING("The same.")},
    {SET("grid", "The eight longest problems of hrt201d", suites_train_cells, suites_train_grid, 0),
     SUITES_TRAINING("The same.")},
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
    {SET("crowds", "Crowds", suites_growing, suites_largest_caves, 10),
     STUDY(bench_study_crowd, ALL,
           "Every frame steps every agent once, with up to 100 expansions; agents that arrive are "
           "sent out again. 1,000 agents, or as many as 256 MB hold; KB beside the shared "
           "navigator.")},
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

static const bench_set suites_beacon_sets[] = {
    {SET("caches", "Ten dao maps, the 100 longest problems of each", suites_caches, bench_ten_maps,
         100),
     STUDY(bench_study_paths, ALL,
           "Microseconds per path, as cells unless a row says otherwise, the median of three "
           "passes. Alone: one trip after another, with the processor's caches to itself. In "
           "company: A* makes every trip first, with an agent of its own, and leaves the caches "
           "full of what it read, as in the other suites, where all algorithms take turns. Cold: "
           "nothing that is needed is in any cache, since 96 MB were written just before; most of "
           "the time then goes into waiting for memory.")},
    {SET("folders", "Sets, all lengths", suites_lengths, suites_folders, 200),
     .pick = BENCH_PICK_SPREAD,
     STUDY(bench_study_paths, FOLDER, "Paths as cells, caches alone; cold of one in ten.")},
    {SET("bounded", "Less memory than an index takes", suites_budgets, suites_bounded, 200),
     .pick = BENCH_PICK_SPREAD, STUDY(bench_study_paths, FOLDER, "The same with a bound in KB.")},
    {SET("edits", "Edits", suites_edit_kinds, suites_edited, 200), .pick = BENCH_PICK_SPREAD,
     STUDY(bench_study_edited, MAP,
           "Single cells anywhere on the map, or walls in the middle of the paths of the very "
           "problems that are asked, others in each round, the database told of each with a budget "
           "of 300 expansions; then all problems before any rebuild is done, as cells, caches "
           "alone, beside `jps` on the same map; then the rest of the rebuild in slices.")},
    {SET("table", "Distances only", suites_beacon, suites_one, 100), .pick = BENCH_PICK_SPREAD,
     STUDY(bench_study_distances, MAP, "A table of 100 x 100 costs.")},
    {SET("large", "16 million cells", suites_beacon_large, suites_huge, 50),
     .pick = BENCH_PICK_SPREAD,
     STUDY(bench_study_large, MAP,
           "Paths between cells drawn anywhere, the first time. The map is rough: its 1.7 million "
           "subgoals and their 15.7 million edges alone take more than the limit, which leaves no "
           "room for labels, so that jump point search answers.")},
    {.name = NULL}};

static const bench_set suites_ground_sets[] = {
    {SET("chases", "Chases", suites_chasers, suites_chased, 0),
     STUDY(bench_study_chase, MAP,
           "Eight hunters, one after the other, each after a target that runs along a best path at "
           "80 % of its speed, up to 200 turns. After every move a plan is made; A* and jump point "
           "search begin again.")},
    {SET("profiles", "Profiles", suites_profiles, suites_cave, 0),
     STUDY(bench_study_profiles, ALL, "Edits of single cells, by profiles beside the plain one.")},
    {SET("grounds", "A* by ground", suites_astar_on, suites_cave, 0),
     STUDY(bench_study_grounds, ALL, "Between far corners of the map.")},
    {SET("sensors", "Looks", suites_sight, suites_cave, 0),
     STUDY(bench_study_sensors, ALL, "1,000 sensors of radius 8, which move by a cell a frame.")},
    {SET("sides", "The longest calls", suites_sides, suites_worlds_made, 0),
     STUDY(bench_study_sides, ALL, "In ms, by the side of an open map strewn with buildings.")},
    {.name = NULL}};

static const bench_set suites_living_sets[] = {
    {SET("living", "Databases on maps that never rest", suites_living, suites_restless, 0),
     STUDY(bench_study_living, MAP,
           "1,200 frames, 60 a second. Cells of the ground or of walls beside it flip anywhere on "
           "the map, `rate` a second; up to 64 differ from the first map at a time. In every frame "
           "the database is repaired with a budget of 500 expansions. Current: share of frames at "
           "whose end `way_navigator_is_current`. Call: mean time of a repair; longest: of one. "
           "Every 20 frames a trip is made whole, and all arrive; above best: beyond the best path "
           "on the map of that moment.")},
    {SET("single", "Single edits", suites_repaired, suites_restless, 0),
     STUDY(bench_study_repairs, MAP,
           "Calls until the database is current again, and until nothing is left to do.")},
    {SET("size", "Large maps", suites_sized, suites_larger, 0), .rounds = 1,
     STUDY(bench_study_size, MAP,
           "Prepared by one worker and by two, for which pieces are timed one by one and go to the "
           "worker with less to do. At most: what preparing held, beside the map. First move: how "
           "long a trip waits for it; per move: planning for each later one; 100 trips between "
           "cells up to 400 cells apart, then as many between any, the second time.")},
    {.name = NULL}};

#define SUITES_WAYS                                                                                \
    "Problems of all lengths, between the middles of cells, least of three passes; dense stores. " \
    "Gaps: polygons that gaps were pushed through per path. us: per path of Polyanya, then of A* " \
    "over the cells. cells/mesh: length of A*'s path over Polyanya's; pulled/mesh: of a string "   \
    "pulled through A*'s chain of polygons."
#define SUITES_FOLLOWING                                                                           \
    "50 times on each map a cell of the ground, or a wall beside it, flips, and "                  \
    "`way_mesh_repair` makes its tile again. Another mesh follows in calls with a budget of "      \
    "2,000: how many they were, and what one took. Last a path of Polyanya, before the edits."
static const bench_set suites_mesh_sets[] = {
    {SET("dao", "Polyanya, and A* over cells: Dragon Age", suites_whole_mesh, bench_ten_maps, 200),
     .pick = BENCH_PICK_SPREAD, STUDY(bench_study_mesh, ALL, SUITES_WAYS)},
    {SET("made", "Rooms, caves, a maze, noise", suites_whole_mesh, suites_made, 100),
     .pick = BENCH_PICK_SPREAD, STUDY(bench_study_mesh, ALL, "The same.")},
    {SET("dao-edits", "Meshes that follow a map: Dragon Age", suites_tiled, bench_ten_maps, 200),
     .pick = BENCH_PICK_SPREAD, STUDY(bench_study_mesh_repairs, ALL, SUITES_FOLLOWING)},
    {SET("made-edits", "Rooms, caves, a maze, noise, edited", suites_tiled, suites_made, 100),
     .pick = BENCH_PICK_SPREAD, STUDY(bench_study_mesh_repairs, ALL, "The same.")},
    {.name = NULL}};

/// Problems of many units: steps of 1, four neighbours.
#define SUITES_MAPF .neighbours = 4, .costs = {1, 0}
static const bench_set suites_world_sets[] = {
    {SET("game", "The game", suites_game, suites_worlds_made, 0),
     STUDY(bench_study_game, ALL,
           "20 % of the cells are walls in patches of 3 to 12, 15 % swamps of weight 3; 25 % of "
           "the units are two cells wide; two teams, one in the fog; orders in waves of "
           "50 units, one wave per second for each thousand units, to goals at least 150 cells "
           "off, half of each wave one group; every second a building of 4 to 8 cells per side "
           "goes up and one comes down; 20 ticks and 60 frames per second; 4,000 units of planning "
           "per frame. A trip is in time if it takes at most 2.5 times what the unit would need "
           "alone, and four ticks. Every tick is checked for units that overlap or stand in walls, "
           "and for illegal steps. Each round has a seed of its own.")},
    {SET("sealed", "A sealed room", suites_sealed, suites_worlds_made, 0),
     STUDY(bench_study_sealed, ALL,
           "1,000 units on 256 x 256 are sent, one by one, into a room without a door, for 600 "
           "frames; plans lead to the nearest cell that can be reached.")},
    {SET("agreement", "Agreement", suites_agreement, suites_worlds_made, 0),
     STUDY(bench_study_agreement, ALL,
           "Processor time for each unit of a tick: agreement by priority inheritance, following "
           "routes, and noticing arrivals; plans are made between the ticks that are timed. 1024 x "
           "1024 with 5 % of the cells blocked at random, 64 groups, the best of 30 ticks. What "
           "limits it is memory: at 100,000 units more than the caches hold. The authors' C++ on "
           "an ARM machine takes 435 to 710 ns at 1,000 units and 1,085 to 1,280 at 10,000.")},
    {SET("edits", "Edits", suites_buildings, suites_worlds_made, 0),
     STUDY(bench_study_buildings, ALL,
           "What a call of way_world_edit takes: 60 buildings of 4 to 8 cells per side go up and "
           "down on 512 x 512 of plain ground with 1,000 units on their way, 20 frames of 4,000 "
           "units after each. Where a database plans, the call repairs it completely, and the "
           "budgets of the frames to come pay for that: \"work\" is all that frames counted for "
           "each edit.")},
    {SET("arrivals", "Everybody arrives", suites_crowd, suites_crossed, 0),
     STUDY(bench_study_arrivals, MAP,
           "1,000 units at cells by lot in one component, each ordered to another at tick 0; 2,000 "
           "units of work a tick, 6,000 ticks at most. In time: within 3 times the best path alone "
           "and 100 ticks. Planning frames and ticks are timed apart. Above best: what 20 of the "
           "trips take longer than the best path when they are walked by one unit in a world of "
           "its own, wait for the plan included; without fog.")},
    {SET("harder", "Large units, fog, edits", suites_crowd_harder, suites_berlin, 0),
     STUDY(bench_study_arrivals, MAP, "The same.")},
    {SET("mapf", "Whole problems", suites_hundreds, suites_mapf, 0), SUITES_MAPF,
     STUDY(bench_study_mapf, MAP,
           "LaCAM, the first plan found, one thread; seconds of the processor, 60 at most and 2 "
           "GB. Pairs are the first of the scenario `random-1`, or drawn by lot where it holds "
           "fewer. In all: the whole call of `way_mapf_solve`. Loss counts the steps at which a "
           "unit is not resting at its goal; the bound is the sum of the shortest ways. Every plan "
           "is checked by other code.")},
    {SET("mapf-large", "Whole problems of 10,000 units", suites_thousands, suites_mapf_large, 0),
     SUITES_MAPF,
     STUDY(bench_study_mapf, MAP,
           "The authors' C++, first solution, one thread, pairs drawn by lot, search alone, "
           "without the time of its distances: warehouse 8.1 s at a loss of 1.74 times the bound "
           "and Berlin 20.4 s at 2.19 with 10,000 units; both 0.25 to 0.29 s at 1.05 to 1.07 with "
           "1,000.")},
    {SET("better", "Plans made better", suites_thousand, suites_mapf_large, 0), SUITES_MAPF,
     STUDY(bench_study_mapf_better, MAP,
           "By `way_mapf_improve`: the sum of costs above the bound, so many seconds after the "
           "start of `way_mapf_solve`, in slices of 100,000 units of work.")},
    {SET("avoid", "Discs among walls", suites_barriers, suites_walled, 0),
     STUDY(bench_study_avoid, MAP,
           "1,000 movers of radius 0.4 cells on free cells by lot, each with a direction of its "
           "own, 100 ticks of way_avoider_step; the barriers are the walls of a map. The first "
           "step sorts the barriers, later ones see that they are the same.")},
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
    {SUITE("training", "What look-aheads take", "The times that the suite gat counts with.",
           suites_training_sets),
     .repetitions = 1},
    {SUITE("gppc", "Grid-Based Path Planning Competition",
           "The classic and the dynamic track's own maps, and one map of each set.",
           suites_gppc_sets),
     .repetitions = 3, .seconds = 10},
    {SUITE("scaling", "Larger maps, more agents",
           "The same caves from 64 to 1024 cells per side, and crowds of 1000 agents.",
           suites_scaling_sets),
     .extras = BENCH_EXTRA_REPAIR, .repetitions = 3, .seconds = 5},
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
    {SUITE("beacon", "Beacon", "What beacon takes by the state of the caches, and after edits.",
           suites_beacon_sets),
     .repetitions = 3},
    {SUITE("ground", "The ground of a game",
           "Chases, and what profiles, links, penalties and looks cost.", suites_ground_sets),
     .repetitions = 7},
    {SUITE("living", "Databases on living maps",
           "How databases follow maps that never rest, and what large maps take.",
           suites_living_sets),
     .repetitions = 3},
    {SUITE("mesh", "Navigation meshes",
           "Ways over meshes beside paths over cells; meshes that follow edits.", suites_mesh_sets),
     .repetitions = 3},
    {SUITE("world", "A world of units",
           "A game of two teams, ticks without planning, edits, whole problems, discs.",
           suites_world_sets),
     .repetitions = 3},
    {SUITE("own", "Maps of one's own",
           "The usual algorithms on any maps: 'waymark bench FOLDER', or files by their path.",
           suites_own_sets),
     .repetitions = 3, .seconds = 10},
};

const bench_suite *bench_suite_at(uint32_t index)
{
    return index < sizeof suites_all / sizeof *suites_all ? &suites_all[index] : NULL;
}
