// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The claims. A figure that a paper gives as a number holds within a tenth of it, "about" included;
// one that it gives as a limit holds up to the limit. Sentences about several sizes hold if they do
// for every size that the paper counts in, and for "most" if they do for more than half.
#include "bench/claims/claims.h"

#include <math.h>
#include <stddef.h>

static const bench_paper table_papers[] = {
    {"HCDPS",
     "Lawrence, Bulitko: Taking Learning Out of Real-Time Heuristic Search for Video-Game "
     "Pathfinding, 2010",
     "The paper's four maps (18 to 30 million cells) are not published. Ours are the four dao maps "
     "with problems as long as theirs, of about a million cells, so their hours are our seconds; "
     "D LRTA* takes levels 6 and 7 where they take 9 and 10. Faithful is `trim=off`: a unit "
     "follows its subgoals and nothing else; but regions are cut to suit the map and the ends of a "
     "trip are chosen among several of them, so that paths come out shorter than the paper's."},
    {"DBA*", "Lee: DBA*: A Real-Time Path Finding Algorithm, 2013",
     "The same ten maps and the same hundred longest problems of each. The thesis looks past a "
     "subgoal at the start and the end of a path; our preset does so at every subgoal, and "
     "`trim=off`, which stands as faithful, nowhere: the thesis lies between the two columns. "
     "PRA* is Dragon Age's, with one region at a time and a tenth trimmed."},
    {"SGA*",
     "Anguelov: Video Game Pathfinding and Improvements to Discrete Search on Grid-based "
     "Maps, 2011, chapter 8",
     "Baldur's Gate and StarCraft maps as published today (12 of the 75 and 10); generated maps "
     "stand for the other games. Faithful is `labels=off, informed=off`. Times are against our "
     "A*, which does an expansion in much less time than the thesis' did."},
    {"Survey", "Anguelov: the same, chapters 4 and 7, on the searches of others",
     "Its figures are those of the papers that it reports, on the maps of Baldur's Gate where the "
     "study had them."},
    {"D* Lite",
     "Likhachev, Koenig: Incremental Heuristic Search in Games: The Quest for Speed, 2006",
     "Mazes made by the same rule; starts and goals are ours."},
    {"GAT",
     "Burns, Kiesel, Ruml: Experimental Real-time Heuristic Search Results in a Video Game, 2013",
     "The study's own 25 levels and 25 problems of orz100d; of Korf's puzzles the 25 that IDA* "
     "finds easiest, since the study does not name its own. Time is counted: an expansion stands "
     "for what it took in training. One figure for each duration of a move, over the instances on "
     "which both arrived within the limits; above 1 the first is sooner. Half of a plot is 10 us "
     "to 1 ms on the left and 10 ms to 1 s on the right; a sentence holds if it does for more than "
     "half of its durations."},
};

/// The rows that a claim is judged by, and how many maps and problems it takes.
#define TABLE_DATA(whose, study, where, least_maps, least_problems)                                \
    .paper = (whose), .suite = (study), .ground = (where), .maps = (least_maps),                   \
    .problems = (least_problems)
#define TABLE_V2 "sgastar(variant=v2, trim=max_dev, labels=off, informed=off)"
#define TABLE_V1 "sgastar(variant=v1, labels=off, informed=off)"
#define TABLE_V3 "sgastar(variant=v3, labels=off, informed=off)"
#define TABLE_PRA(sector) "sectors(sector=" sector ", ahead=1, trim=0.1)"
#define TABLE_DBA(sector, depth) "dba(sector=" sector ", depth=" depth ", trim=off)"
#define TABLE_OURS(sector, depth) "dba(sector=" sector ", depth=" depth ")"
#define TABLE_HCDPS(depth) "hcdps(depth=" depth ", trim=off)"
#define TABLE_MULTI "lsslrta(move=multi)"
#define TABLE_SINGLE "lsslrta(move=single)"
#define TABLE_DYNAMIC "lsslrta(move=dynamic)"
#define TABLE_COMPLETE "lsslrta(move=multi, target=layer)"
#define TABLE_FHAT "lsslrta(move=multi, order=fhat)"
#define TABLE_DYNAMIC_FHAT "lsslrta(move=dynamic, order=fhat)"
/// The first against the second on the left half, the right one, and all of a plot.
#define TABLE_LEFT(a, b)                                                                           \
    {a, NULL, b, 1}, {a, NULL, b, 2},                                                              \
    {                                                                                              \
        a, NULL, b, 3                                                                              \
    }
#define TABLE_RIGHT(a, b)                                                                          \
    {a, NULL, b, 4}, {a, NULL, b, 5},                                                              \
    {                                                                                              \
        a, NULL, b, 6                                                                              \
    }
#define TABLE_RACE(where, words, said, races, holds)                                               \
    TABLE_DATA("GAT", "gat", where, races, races), .sentence = (words), .figure = (said),          \
                                                   .measure = BENCH_FIGURE_SOONER, .low = 1.0001,  \
                                                   .high = INFINITY, .least = (holds)
#define TABLE_HPA "hpastar(size=10, levels=1, smooth=off)"

static const bench_claim table_claims[] = {
    // HCDPS ---------------------------------------------------------------------------------------
    {TABLE_DATA("HCDPS", "subgoal", "table1", 4, 40),
     .sentence = "With one level of neighbours paths are 12.1 % longer than the best",
     .figure = "12.1 %", .measure = BENCH_FIGURE_EXCESS, .low = 10.9, .high = 13.3,
     .cases = {{TABLE_HCDPS("1"), "hcdps(depth=1)", NULL, 0}}},
    {TABLE_DATA("HCDPS", "subgoal", "table1", 4, 40),
     .sentence = "More levels of neighbours give better paths: five against one",
     .figure = "83 % of it", .measure = BENCH_FIGURE_EXCESS_PART, .low = 0, .high = 99.9,
     .cases = {{TABLE_HCDPS("5"), "hcdps(depth=5)", TABLE_HCDPS("1"), 0}}},
    {TABLE_DATA("HCDPS", "subgoal", "table1", 4, 200),
     .sentence = "The worst of 1000 paths with three levels is 49 % too long",
     .figure = "at most 49 %", .measure = BENCH_FIGURE_EXCESS_MAX, .low = 0, .high = 49,
     .cases = {{TABLE_HCDPS("3"), "hcdps(depth=3)", NULL, 0}}},
    {TABLE_DATA("HCDPS", "subgoal", "table1", 4, 40),
     .sentence = "Moves come 60 to 1000 times faster than those of TBA* (R = 5 to 1000)",
     .figure = "60 to 1000", .measure = BENCH_FIGURE_MOVE_FASTER, .low = 60, .high = INFINITY,
     .cases = {{TABLE_HCDPS("1"), "hcdps(depth=1)", "tbastar(lookahead=5)", 0},
               {TABLE_HCDPS("1"), "hcdps(depth=1)", "tbastar(lookahead=10)", 0},
               {TABLE_HCDPS("1"), "hcdps(depth=1)", "tbastar(lookahead=50)", 0},
               {TABLE_HCDPS("1"), "hcdps(depth=1)", "tbastar(lookahead=100)", 0},
               {TABLE_HCDPS("1"), "hcdps(depth=1)", "tbastar(lookahead=500)", 0},
               {TABLE_HCDPS("1"), "hcdps(depth=1)", "tbastar(lookahead=1000)", 0}}},
    {TABLE_DATA("HCDPS", "subgoal", "table1", 4, 40),
     .sentence = "A move is about 1.5 million times faster than the first one of A*",
     .figure = "1,500,000", .measure = BENCH_FIGURE_FIRST_FASTER, .low = 1.35e6, .high = INFINITY,
     .cases = {{TABLE_HCDPS("1"), "hcdps(depth=1)", "astar", 0}}},
    {TABLE_DATA("HCDPS", "subgoal", "table1", 4, 40),
     .sentence = "A whole trip is planned around 450 times faster than by A*", .figure = "450",
     .measure = BENCH_FIGURE_FASTER, .low = 405, .high = INFINITY,
     .cases = {{TABLE_HCDPS("1"), "hcdps(depth=1)", "astar", 0}}},
    {TABLE_DATA("HCDPS", "subgoal", "table1", 4, 40),
     .sentence = "Paths are greatly better than those of D LRTA*",
     .figure = "0.1 to 1.5 % of its excess", .measure = BENCH_FIGURE_EXCESS_PART, .low = 0,
     .high = 50,
     .cases = {{TABLE_HCDPS("1"), "hcdps(depth=1)", "dlrta(level=6)", 0},
               {TABLE_HCDPS("1"), "hcdps(depth=1)", "dlrta(level=7)", 0}}},
    {TABLE_DATA("HCDPS", "subgoal", "table1", 4, 40),
     .sentence = "Paths are better than those of kNN LRTA* with 10,000 records",
     .figure = "0.2 % of its excess", .measure = BENCH_FIGURE_EXCESS_PART, .low = 0, .high = 99.9,
     .cases = {{TABLE_HCDPS("1"), "hcdps(depth=1)", "knnlrta(records=10000)", 0}}},
    {TABLE_DATA("HCDPS", "subgoal", "table1", 4, 0),
     .sentence = "Databases are made one to two orders of magnitude faster than those of D LRTA* "
                 "and kNN LRTA*",
     .figure = "149 to 1289", .measure = BENCH_FIGURE_PREPARE_FASTER, .low = 10, .high = INFINITY,
     .cases = {{TABLE_HCDPS("1"), "hcdps(depth=1)", "dlrta(level=6)", 0},
               {TABLE_HCDPS("1"), "hcdps(depth=1)", "dlrta(level=7)", 0},
               {TABLE_HCDPS("1"), "hcdps(depth=1)", "knnlrta(records=10000)", 0}}},
    {TABLE_DATA("HCDPS", "subgoal", "table1", 4, 0),
     .sentence = "Databases are much smaller than those of D LRTA*", .figure = "39",
     .measure = BENCH_FIGURE_SMALLER, .low = 35, .high = INFINITY,
     .cases = {{TABLE_HCDPS("1"), "hcdps(depth=1)", "dlrta(level=6)", 0},
               {TABLE_HCDPS("1"), "hcdps(depth=1)", "dlrta(level=7)", 0}}},
    {TABLE_DATA("HCDPS", "subgoal", "table1", 4, 40),
     .sentence = "TBA* with R = 1000 walks 5.3 % more than the best", .figure = "5.3 %",
     .measure = BENCH_FIGURE_EXCESS, .low = 4.8, .high = 5.8,
     .cases = {{"tbastar(lookahead=1000)", NULL, NULL, 0}}},

    // DBA* ----------------------------------------------------------------------------------------
    {TABLE_DATA("DBA*", "subgoal", "dao", 10, 100),
     .sentence = "Paths are less than 3 % longer than the best", .figure = "under 3 %",
     .measure = BENCH_FIGURE_EXCESS, .low = 0, .high = 3,
     .cases = {{TABLE_DBA("16", "2"), TABLE_OURS("16", "2"), NULL, 0},
               {TABLE_DBA("32", "2"), TABLE_OURS("32", "2"), NULL, 0},
               {TABLE_DBA("64", "2"), TABLE_OURS("64", "2"), NULL, 0},
               {TABLE_DBA("128", "2"), TABLE_OURS("128", "2"), NULL, 0}}},
    {TABLE_DATA("DBA*", "subgoal", "dao", 10, 100),
     .sentence = "Those of PRA* are about 6 % longer; 5 to 15 % have been reported",
     .figure = "about 6 %", .measure = BENCH_FIGURE_EXCESS, .low = 5, .high = 15,
     .cases = {{TABLE_PRA("16"), "sectors(sector=16)", NULL, 0},
               {TABLE_PRA("32"), "sectors(sector=32)", NULL, 0},
               {TABLE_PRA("64"), "sectors(sector=64)", NULL, 0},
               {TABLE_PRA("128"), "sectors(sector=128)", NULL, 0}}},
    {TABLE_DATA("DBA*", "subgoal", "dao", 10, 100),
     .sentence = "Moves are faster than those of PRA*, sectors of 128 excepted", .figure = "faster",
     .measure = BENCH_FIGURE_MOVE_FASTER, .low = 1.0001, .high = INFINITY,
     .cases = {{TABLE_DBA("16", "1"), TABLE_OURS("16", "1"), TABLE_PRA("16"), 0},
               {TABLE_DBA("32", "1"), TABLE_OURS("32", "1"), TABLE_PRA("32"), 0},
               {TABLE_DBA("64", "1"), TABLE_OURS("64", "1"), TABLE_PRA("64"), 0}}},
    {TABLE_DATA("DBA*", "subgoal", "dao", 10, 100),
     .sentence = "Moves are faster than those of HCDPS, sectors of 128 excepted",
     .figure = "faster", .measure = BENCH_FIGURE_MOVE_FASTER, .low = 1.0001, .high = INFINITY,
     .cases = {{TABLE_DBA("16", "1"), TABLE_OURS("16", "1"), TABLE_HCDPS("1"), 0},
               {TABLE_DBA("32", "1"), TABLE_OURS("32", "1"), TABLE_HCDPS("1"), 0},
               {TABLE_DBA("64", "1"), TABLE_OURS("64", "1"), TABLE_HCDPS("1"), 0}}},
    {TABLE_DATA("DBA*", "subgoal", "dao", 10, 100),
     .sentence = "For smaller sectors paths are as good as those of HCDPS or better",
     .figure = "at most 100 %", .measure = BENCH_FIGURE_EXCESS_PART, .low = 0, .high = 100,
     .cases = {{TABLE_DBA("16", "1"), TABLE_OURS("16", "1"), TABLE_HCDPS("1"), 0},
               {TABLE_DBA("16", "2"), TABLE_OURS("16", "2"), TABLE_HCDPS("2"), 0},
               {TABLE_DBA("16", "3"), TABLE_OURS("16", "3"), TABLE_HCDPS("3"), 0},
               {TABLE_DBA("16", "4"), TABLE_OURS("16", "4"), TABLE_HCDPS("4"), 0}}},
    {TABLE_DATA("DBA*", "subgoal", "dao", 10, 100),
     .sentence = "Larger sectors hurt the paths of DBA* and of PRA*: 128 against 16",
     .figure = "above 100 %", .measure = BENCH_FIGURE_EXCESS_PART, .low = 100.1, .high = INFINITY,
     .cases = {{TABLE_DBA("128", "1"), TABLE_OURS("128", "1"), TABLE_DBA("16", "1"), 0},
               {TABLE_PRA("128"), "sectors(sector=128)", TABLE_PRA("16"), 0}}},
    {TABLE_DATA("DBA*", "subgoal", "dao", 10, 0),
     .sentence = "The database takes 50 to 250 KB more memory than that of PRA*",
     .figure = "50 to 250 KB", .measure = BENCH_FIGURE_DATABASE_MORE, .low = 50, .high = 250,
     .cases = {{TABLE_DBA("16", "1"), TABLE_OURS("16", "1"), TABLE_PRA("16"), 0},
               {TABLE_DBA("16", "4"), TABLE_OURS("16", "4"), TABLE_PRA("16"), 0},
               {TABLE_DBA("128", "1"), TABLE_OURS("128", "1"), TABLE_PRA("128"), 0},
               {TABLE_DBA("128", "4"), TABLE_OURS("128", "4"), TABLE_PRA("128"), 0}}},
    {TABLE_DATA("DBA*", "subgoal", "dao", 10, 100),
     .sentence = "Larger sectors dramatically increase the time of PRA*: 128 against 16",
     .figure = "20 us a move", .measure = BENCH_FIGURE_MOVE_FASTER, .low = 2, .high = INFINITY,
     .cases = {{TABLE_PRA("16"), "sectors(sector=16)", TABLE_PRA("128"), 0}}},
    {TABLE_DATA("DBA*", "subgoal", "dao", 10, 0),
     .sentence = "In most configurations the database is smaller than that of HCDPS",
     .figure = "smaller", .measure = BENCH_FIGURE_SMALLER, .low = 1.0001, .high = INFINITY,
     .least = 3,
     .cases = {{TABLE_DBA("16", "1"), NULL, TABLE_HCDPS("1"), 0},
               {TABLE_DBA("32", "1"), NULL, TABLE_HCDPS("1"), 0},
               {TABLE_DBA("64", "1"), NULL, TABLE_HCDPS("1"), 0},
               {TABLE_DBA("128", "1"), NULL, TABLE_HCDPS("1"), 0}}},
    {TABLE_DATA("DBA*", "subgoal", "dao", 10, 0),
     .sentence = "In most configurations it is made faster than that of HCDPS", .figure = "faster",
     .measure = BENCH_FIGURE_PREPARE_FASTER, .low = 1.0001, .high = INFINITY, .least = 3,
     .cases = {{TABLE_DBA("16", "1"), NULL, TABLE_HCDPS("1"), 0},
               {TABLE_DBA("32", "1"), NULL, TABLE_HCDPS("1"), 0},
               {TABLE_DBA("64", "1"), NULL, TABLE_HCDPS("1"), 0},
               {TABLE_DBA("128", "1"), NULL, TABLE_HCDPS("1"), 0}}},

    // SGA* ----------------------------------------------------------------------------------------
    {TABLE_DATA("SGA*", "sga", "bg512", 10, 100),
     .sentence = "Baldur's Gate: around 55 % less time than A*", .figure = "45 % of A*",
     .measure = BENCH_FIGURE_TIME, .low = 0, .high = 50,
     .cases = {{TABLE_V2, "sgastar", "astar", 0}}},
    {TABLE_DATA("SGA*", "sga", "bg512", 10, 100),
     .sentence = "Baldur's Gate: around 55 % less memory", .figure = "45 % of A*",
     .measure = BENCH_FIGURE_STATES, .low = 0, .high = 50,
     .cases = {{TABLE_V2, "sgastar", "astar", 0}}},
    {TABLE_DATA("SGA*", "sga", "rts", 10, 100), .sentence = "Pseudo-RTS: over 90 % less time",
     .figure = "under 10 % of A*", .measure = BENCH_FIGURE_TIME, .low = 0, .high = 10,
     .cases = {{TABLE_V2, "sgastar", "astar", 0}}},
    {TABLE_DATA("SGA*", "sga", "rts", 10, 100), .sentence = "Pseudo-RTS: over 90 % less memory",
     .figure = "under 10 % of A*", .measure = BENCH_FIGURE_STATES, .low = 0, .high = 10,
     .cases = {{TABLE_V2, "sgastar", "astar", 0}}},
    {TABLE_DATA("SGA*", "sga", "bunker", 10, 100),
     .sentence = "Counter-Strike: on average half of the time and memory of A*: expansions",
     .figure = "50 % of A*", .measure = BENCH_FIGURE_EXPANSIONS, .low = 0, .high = 55,
     .cases = {{TABLE_V2, "sgastar", "astar", 0}}},
    {TABLE_DATA("SGA*", "sga", "field", 10, 100),
     .sentence = "Company of Heroes: at worst 35 % less memory", .figure = "6 to 65 % of A*",
     .measure = BENCH_FIGURE_STATES, .low = 0, .high = 65,
     .cases = {{TABLE_V2, "sgastar", "astar", 0}}},
    {TABLE_DATA("SGA*", "sga", "sc1", 10, 100),
     .sentence = "StarCraft: in some cases it takes over 2000 % more: expansions of the worst",
     .figure = "above 2100 % of A*", .measure = BENCH_FIGURE_EXPANSIONS_MAX, .low = 2100,
     .high = INFINITY, .cases = {{TABLE_V2, "sgastar", "astar", 0}}},
    {TABLE_DATA("SGA*", "sga", "bunker", 10, 100),
     .sentence = "Before smoothing the paths of V1 are around 37 % too long", .figure = "37 %",
     .measure = BENCH_FIGURE_EXCESS, .low = 33.3, .high = 40.7,
     .cases = {{TABLE_V1, "sgastar", NULL, 0}}},
    {TABLE_DATA("SGA*", "sga", "bunker", 10, 100), .sentence = "Those of V2 around 21 %",
     .figure = "21 %", .measure = BENCH_FIGURE_EXCESS, .low = 18.9, .high = 23.1,
     .cases = {{TABLE_V2, "sgastar", NULL, 0}}},
    {TABLE_DATA("SGA*", "sga", "bunker", 10, 100), .sentence = "V3 has the best paths of the three",
     .figure = "below 100 %", .measure = BENCH_FIGURE_EXCESS_PART, .low = 0, .high = 99.9,
     .cases = {{TABLE_V3, NULL, TABLE_V1, 0}, {TABLE_V3, NULL, TABLE_V2, 0}}},
    {TABLE_DATA("SGA*", "sga", "bunker", 10, 100),
     .sentence = "After smoothing paths are around 4 % too long (Counter-Strike)", .figure = "4 %",
     .measure = BENCH_FIGURE_SMOOTHED, .low = 0, .high = 4.4,
     .cases = {{TABLE_V2, "sgastar", NULL, 0}}},
    {TABLE_DATA("SGA*", "sga", "rts", 10, 100), .sentence = "Around 7 % on pseudo-RTS maps",
     .figure = "7 %", .measure = BENCH_FIGURE_SMOOTHED, .low = 0, .high = 7.7,
     .cases = {{TABLE_V2, "sgastar", NULL, 0}}},

    // Survey --------------------------------------------------------------------------------------
    {TABLE_DATA("Survey", "hierarchical", "bg512", 10, 100),
     .sentence = "HPA* before smoothing: less than 10 % too long", .figure = "under 10 %",
     .measure = BENCH_FIGURE_EXCESS, .low = 0, .high = 10,
     .cases = {{TABLE_HPA, "hpastar", NULL, 0}}},
    {TABLE_DATA("Survey", "hierarchical", "bg512", 10, 100), .sentence = "... on average 6 %",
     .figure = "6 %", .measure = BENCH_FIGURE_EXCESS, .low = 5.4, .high = 6.6,
     .cases = {{TABLE_HPA, "hpastar", NULL, 0}}},
    {TABLE_DATA("Survey", "hierarchical", "bg512", 10, 100),
     .sentence = "... and on average 1 % after it", .figure = "1 %", .measure = BENCH_FIGURE_EXCESS,
     .low = 0, .high = 1.1,
     .cases = {{"hpastar(size=10, levels=1, smooth=all)", "hpastar", NULL, 0}}},
    {TABLE_DATA("Survey", "hierarchical", "bg512", 10, 100),
     .sentence = "PRA*(infinity): paths within 1 % of the best 98 % of the time", .figure = "98 %",
     .measure = BENCH_FIGURE_WITHIN, .argument = 0.01, .low = 98, .high = 100,
     .cases = {{"prastar", NULL, NULL, 0}}},
    {TABLE_DATA("Survey", "discrete", "dao", 10, 100),
     .sentence = "Fringe search takes around 25 % less time than A* with a binary heap",
     .figure = "75 % of A*", .measure = BENCH_FIGURE_TIME, .low = 0, .high = 82.5,
     .cases = {{"fringe", NULL, "astar(open=binary)", 0}}},

    // D* Lite -------------------------------------------------------------------------------------
    {TABLE_DATA("D* Lite", "incremental", "mazes", 100, 100),
     .sentence = "With buckets the runtime is only half of that with a heap", .figure = "2.35",
     .measure = BENCH_FIGURE_FASTER, .low = 2, .high = INFINITY,
     .cases = {{"dstarlite(queue=bucket)", NULL, "dstarlite(queue=heap_large_g)", 0}}},
    {TABLE_DATA("D* Lite", "incremental", "mazes", 100, 100),
     .sentence = "... with 1.9 % more expansions", .figure = "1.9 %",
     .measure = BENCH_FIGURE_MORE_WORK, .low = 0, .high = 3.8,
     .cases = {{"dstarlite(queue=bucket)", NULL, "dstarlite(queue=heap_large_g)", 0}}},
    {TABLE_DATA("D* Lite", "incremental", "mazes", 100, 100),
     .sentence = "A walk takes 11,416 expansions with a heap that prefers larger g",
     .figure = "11,416", .measure = BENCH_FIGURE_EXPANDED, .low = 10275, .high = 12558,
     .cases = {{"dstarlite(queue=heap_large_g)", NULL, NULL, 0}}},

    // GAT -----------------------------------------------------------------------------------------
    {TABLE_RACE("platform", "Levels: single steps arrive sooner than many steps at once", "sooner",
                8, 2),
     .cases = {TABLE_LEFT(TABLE_SINGLE, TABLE_MULTI)}},
    {TABLE_RACE("platform", "Levels: a dynamic look-ahead arrives sooner than many steps at once",
                "sooner", 8, 4),
     .cases = {TABLE_LEFT(TABLE_DYNAMIC, TABLE_MULTI), TABLE_RIGHT(TABLE_DYNAMIC, TABLE_MULTI)}},
    {TABLE_RACE("platform", "Levels: complete layers of f are worse than plain LSS-LRTA* at first",
                "later", 8, 2),
     .cases = {TABLE_LEFT(TABLE_MULTI, TABLE_COMPLETE)}},
    {TABLE_RACE("platform", "... and become the best of the three on the right: against plain",
                "sooner", 8, 2),
     .cases = {TABLE_RIGHT(TABLE_COMPLETE, TABLE_MULTI)}},
    {TABLE_RACE("platform", "... against f-hat", "sooner", 8, 2),
     .cases = {TABLE_RIGHT(TABLE_COMPLETE, TABLE_FHAT)}},
    {TABLE_RACE("platform", "Levels: f-hat is the best of the three on the left: against plain",
                "sooner", 8, 2),
     .cases = {TABLE_LEFT(TABLE_FHAT, TABLE_MULTI)}},
    {TABLE_RACE("platform", "... against complete layers", "sooner", 8, 2),
     .cases = {TABLE_LEFT(TABLE_FHAT, TABLE_COMPLETE)}},
    {TABLE_RACE("platform",
                "Levels: f-hat with a dynamic look-ahead is the best of all on the left: against "
                "dynamic by f",
                "sooner", 8, 2),
     .cases = {TABLE_LEFT(TABLE_DYNAMIC_FHAT, TABLE_DYNAMIC)}},
    {TABLE_RACE("platform", "... against single steps", "sooner", 8, 2),
     .cases = {TABLE_LEFT(TABLE_DYNAMIC_FHAT, TABLE_SINGLE)}},
    {TABLE_RACE("platform", "Levels: dynamic f-hat arrives sooner than A*", "sooner", 8, 4),
     .cases = {TABLE_LEFT(TABLE_DYNAMIC_FHAT, "astar"), TABLE_RIGHT(TABLE_DYNAMIC_FHAT, "astar")}},
    {TABLE_RACE("platform", "... and than Speedy", "sooner", 8, 4),
     .cases = {TABLE_LEFT(TABLE_DYNAMIC_FHAT, "speedy"),
               TABLE_RIGHT(TABLE_DYNAMIC_FHAT, "speedy")}},
    {TABLE_RACE("puzzles", "15-puzzle: dynamic f-hat arrives sooner than A*, moves being short",
                "sooner", 8, 2),
     .cases = {TABLE_LEFT(TABLE_DYNAMIC_FHAT, "astar")}},
    {TABLE_RACE("puzzles", "... until moves get long and A* beats it", "later", 8, 2),
     .cases = {TABLE_RIGHT("astar", TABLE_DYNAMIC_FHAT)}},
    {TABLE_RACE("grid", "orz100d: A* is clearly the best", "sooner", 5, 4),
     .cases = {TABLE_LEFT("astar", TABLE_DYNAMIC_FHAT), TABLE_RIGHT("astar", TABLE_DYNAMIC_FHAT)}},
};

const bench_claim *bench_claim_at(uint32_t index)
{
    return index < sizeof table_claims / sizeof *table_claims ? &table_claims[index] : NULL;
}

const bench_paper *bench_paper_at(uint32_t index)
{
    return index < sizeof table_papers / sizeof *table_papers ? &table_papers[index] : NULL;
}
