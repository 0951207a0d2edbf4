// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The claims. A figure that a paper gives as a number holds within a tenth of it, "about" included
// and either way: a path that is better than said is not what was said. One that it gives as a
// limit
// ("over", "under", "at worst") holds up to the limit. Sentences about several sizes hold if they
// do for every size that the paper counts in, and for "most" if they do for more than half.
#include "bench/claims/claims.h"

#include <math.h>
#include <stddef.h>

static const bench_paper table_papers[] = {
    {"HCDPS",
     "Lawrence, Bulitko: Taking Learning Out of Real-Time Heuristic Search for Video-Game "
     "Pathfinding, 2010",
     "The paper's four maps (18 to 30 million cells) are not published. Ours are the four dao maps "
     "with problems as long as theirs, of about a million cells, so their hours are our seconds; "
     "D LRTA* takes levels 6 and 7 where they take 9 and 10. Faithful is `hcdps_paper`, the paper "
     "to "
     "the letter; what that leaves open is told on its page. The distance between seeds, which it "
     "does not give, moves the length of paths by a factor of up to two either way."},
    {"DBA*", "Lee: DBA*: A Real-Time Path Finding Algorithm, 2013",
     "The same ten maps and the longest problems of each. Faithful is `dba_paper`, the thesis to "
     "the "
     "letter; what that leaves open is told on its page. PRA* is Dragon Age's, with one region at "
     "a "
     "time and a tenth trimmed; HCDPS is the faithful one."},
    {"SGA*",
     "Anguelov: Video Game Pathfinding and Improvements to Discrete Search on Grid-based "
     "Maps, 2011, chapter 8",
     "Baldur's Gate and StarCraft maps as published today (12 of the 75 and 10); generated maps "
     "stand for the other games. Faithful is `labels=off, informed=off, solver=classic, "
     "loops=keep`: the search round obstacles is `astar(open=binary, tie=low_g)`, a binary heap "
     "that prefers the smaller g among equal f, and time and memory are told in percent of that "
     "A*. A trip without a search counts as one state. Our own A* takes a third to a sixth of its "
     "time; the preset, which has jumps and a rival, stands beside it."},
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
#define TABLE_SGA(variant)                                                                         \
    "sgastar(variant=" variant ", labels=off, informed=off, solver=classic, loops=keep)"
#define TABLE_V1 TABLE_SGA("v1")
#define TABLE_V2 TABLE_SGA("v2, trim=max_dev")
#define TABLE_V2_DIST TABLE_SGA("v2, trim=max_dist")
#define TABLE_V3 TABLE_SGA("v3, trim=max_dist")
#define TABLE_FORWARD                                                                              \
    "sgastar(variant=v2, trim=max_dev, labels=off, informed=off, solver=classic, loops=keep, "     \
    "refine=forward)"
#define TABLE_HEAP "astar(open=binary, tie=low_g)"
#define TABLE_PRA(sector) "sectors(sector=" sector ", ahead=1, trim=0.1)"
#define TABLE_DBA(sector, depth) "dba_paper(sector=" sector ", depth=" depth ")"
#define TABLE_OURS(sector, depth) "dba(sector=" sector ", depth=" depth ")"
#define TABLE_HCDPS(depth) "hcdps_paper(depth=" depth ")"
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
    TABLE_DATA("GAT", "gat", where, races, races),                                                 \
        .sentence = (words), .figure = (said), .measure = BENCH_FIGURE_SOONER, .low = 1.0001,      \
        .high = INFINITY, .least = (holds),                                                        \
        .why = "The study gives curves, not figures; where an interval includes 1 the two are "    \
               "level here."
#define TABLE_HPA "hpastar(size=10, levels=1, smooth=off)"

static const bench_claim table_claims[] = {
    // HCDPS ---------------------------------------------------------------------------------------
    {TABLE_DATA("HCDPS", "subgoal", "table1", 4, 40),
     .sentence = "With one level of neighbours paths are 12.1 % longer than the best",
     .figure = "12.1 %", .measure = BENCH_FIGURE_EXCESS, .low = 10.9, .high = 13.3,
     .why = "It depends on how far apart seeds are, which the paper does not say; on maps of the "
            "paper's size we get 12.6 to 14.9 %.",
     .cases = {{TABLE_HCDPS("1"), "hcdps(depth=1)", NULL, 0}}},
    {TABLE_DATA("HCDPS", "subgoal", "table1", 4, 40),
     .sentence = "More levels of neighbours give better paths: five against one",
     .figure = "83 % of it", .measure = BENCH_FIGURE_EXCESS_PART, .low = 0, .high = 99.9,
     .cases = {{TABLE_HCDPS("5"), "hcdps(depth=5)", TABLE_HCDPS("1"), 0}}},
    {TABLE_DATA("HCDPS", "subgoal", "table1", 4, 200),
     .sentence = "The worst of 1000 paths with three levels is 49 % too long",
     .figure = "at most 49 %", .measure = BENCH_FIGURE_EXCESS_MAX, .low = 0, .high = 49,
     .why = "Corridors of these maps are winding, and a seed off the way costs a longer detour.",
     .cases = {{TABLE_HCDPS("3"), "hcdps(depth=3)", NULL, 0}}},
    {TABLE_DATA("HCDPS", "subgoal", "table1", 4, 40),
     .sentence = "Moves come 60 to 1000 times faster than those of TBA* (R = 5 to 1000)",
     .figure = "60 to 1000", .measure = BENCH_FIGURE_MOVE_FASTER, .low = 54, .high = 1100,
     .why = "An expansion of TBA* takes 0.1 to 0.2 us here; the paper's program took about 4.",
     .cases = {{TABLE_HCDPS("1"), "hcdps(depth=1)", "tbastar(lookahead=5)", 0},
               {TABLE_HCDPS("1"), "hcdps(depth=1)", "tbastar(lookahead=10)", 0},
               {TABLE_HCDPS("1"), "hcdps(depth=1)", "tbastar(lookahead=50)", 0},
               {TABLE_HCDPS("1"), "hcdps(depth=1)", "tbastar(lookahead=100)", 0},
               {TABLE_HCDPS("1"), "hcdps(depth=1)", "tbastar(lookahead=500)", 0},
               {TABLE_HCDPS("1"), "hcdps(depth=1)", "tbastar(lookahead=1000)", 0}}},
    {TABLE_DATA("HCDPS", "subgoal", "table1", 4, 40),
     .sentence = "A move is about 1.5 million times faster than the first one of A*",
     .figure = "1,500,000", .measure = BENCH_FIGURE_FIRST_FASTER, .low = 1.35e6, .high = 1.65e6,
     .why = "The first move of A* takes a search over maps a twentieth the size of the paper's, in "
            "a hundredth of the time or less.",
     .cases = {{TABLE_HCDPS("1"), "hcdps(depth=1)", "astar", 0}}},
    {TABLE_DATA("HCDPS", "subgoal", "table1", 4, 40),
     .sentence = "A whole trip is planned around 450 times faster than by A*", .figure = "450",
     .measure = BENCH_FIGURE_FASTER, .low = 405, .high = 495,
     .why = "The same: A* takes a hundredth of the paper's time or less, a trip of HCDPS about a "
            "seventh.",
     .cases = {{TABLE_HCDPS("1"), "hcdps(depth=1)", "astar", 0}}},
    {TABLE_DATA("HCDPS", "subgoal", "table1", 4, 40),
     .sentence = "Paths are greatly better than those of D LRTA*",
     .figure = "0.1 to 1.5 % of its excess", .measure = BENCH_FIGURE_EXCESS_PART, .low = 0,
     .high = 50,
     .cases = {{TABLE_HCDPS("1"), "hcdps(depth=1)", "dlrta(level=6)", 0},
               {TABLE_HCDPS("1"), "hcdps(depth=1)", "dlrta(level=7)", 0}}},
    {TABLE_DATA("HCDPS", "subgoal", "table1", 4, 40),
     .sentence = "Paths are better than those of kNN LRTA* with 10,000 to 80,000 records: as many "
                 "for the size of the map (400, 3,300), and 10,000",
     .figure = "0.2 to 101 % of its excess", .measure = BENCH_FIGURE_EXCESS_PART, .low = 0,
     .high = 99.9,
     .why = "With as many records on a map a twentieth of the size, most problems have one that "
            "fits, and it leads along an optimal path.",
     .cases = {{TABLE_HCDPS("1"), "hcdps(depth=1)", "knnlrta(records=400)", 0},
               {TABLE_HCDPS("1"), "hcdps(depth=1)", "knnlrta(records=3300)", 0},
               {TABLE_HCDPS("1"), "hcdps(depth=1)", "knnlrta(records=10000)", 0}}},
    {TABLE_DATA("HCDPS", "subgoal", "table1", 4, 0),
     .sentence = "Databases are made one to two orders of magnitude faster than those of D LRTA* "
                 "and kNN LRTA*",
     .figure = "149 to 1289", .measure = BENCH_FIGURE_PREPARE_FASTER, .low = 10, .high = INFINITY,
     .why = "The number of pairs of abstract states that D LRTA* searches between grows with the "
            "square of the map, which is small here, and HCDPS spends most of its time on climbs "
            "over regions as wide as the paper's.",
     .cases = {{TABLE_HCDPS("1"), "hcdps(depth=1)", "dlrta(level=6)", 0},
               {TABLE_HCDPS("1"), "hcdps(depth=1)", "dlrta(level=7)", 0},
               {TABLE_HCDPS("1"), "hcdps(depth=1)", "knnlrta(records=10000)", 0}}},
    {TABLE_DATA("HCDPS", "subgoal", "table1", 4, 0),
     .sentence = "Databases are two orders of magnitude smaller than those of D LRTA*: by the "
                 "paper's table 39 times",
     .figure = "39", .measure = BENCH_FIGURE_SMALLER, .low = 35.1, .high = 42.9,
     .why = "Most of the database of D LRTA* is a number for every cell, and our maps have fewer "
            "cells.",
     .cases = {{TABLE_HCDPS("1"), "hcdps(depth=1)", "dlrta(level=6)", 0},
               {TABLE_HCDPS("1"), "hcdps(depth=1)", "dlrta(level=7)", 0}}},
    {TABLE_DATA("HCDPS", "subgoal", "table1", 4, 40),
     .sentence = "TBA* with R = 1000 walks 5.3 % more than the best", .figure = "5.3 %",
     .measure = BENCH_FIGURE_EXCESS, .low = 4.8, .high = 5.8,
     .why = "With a thousand expansions per move, a search of these maps is done after a few "
            "moves; the paper's problems took 118,000.",
     .cases = {{"tbastar(lookahead=1000)", NULL, NULL, 0}}},

    // DBA* ----------------------------------------------------------------------------------------
    {TABLE_DATA("DBA*", "subgoal", "dao", 10, 100),
     .sentence = "Paths are less than 3 % longer than the best", .figure = "under 3 %",
     .measure = BENCH_FIGURE_EXCESS, .low = 0, .high = 3,
     .why = "Places of sectors of 128 cells lie far from best paths, as the thesis itself says.",
     .cases = {{TABLE_DBA("16", "2"), TABLE_OURS("16", "2"), NULL, 0},
               {TABLE_DBA("32", "2"), TABLE_OURS("32", "2"), NULL, 0},
               {TABLE_DBA("64", "2"), TABLE_OURS("64", "2"), NULL, 0},
               {TABLE_DBA("128", "2"), TABLE_OURS("128", "2"), NULL, 0}}},
    {TABLE_DATA("DBA*", "subgoal", "dao", 10, 100),
     .sentence = "Those of PRA* are about 6 % longer; 5 to 15 % have been reported",
     .figure = "about 6 %", .measure = BENCH_FIGURE_EXCESS, .low = 5, .high = 15,
     .why = "The thesis gives one figure for all four sizes of sectors; ours is below 5 % with the "
            "smaller ones, above 9 % with the largest.",
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
     .figure = "faster",
     .why = "Both climb along subgoals; what differs is how the regions of the ends are found.",
     .measure = BENCH_FIGURE_MOVE_FASTER, .low = 1.0001, .high = INFINITY,
     .cases = {{TABLE_DBA("16", "1"), TABLE_OURS("16", "1"), TABLE_HCDPS("1"), 0},
               {TABLE_DBA("32", "1"), TABLE_OURS("32", "1"), TABLE_HCDPS("1"), 0},
               {TABLE_DBA("64", "1"), TABLE_OURS("64", "1"), TABLE_HCDPS("1"), 0}}},
    {TABLE_DATA("DBA*", "subgoal", "dao", 10, 100),
     .sentence = "For smaller sectors paths are as good as those of HCDPS or better",
     .figure = "at most 100 %", .measure = BENCH_FIGURE_EXCESS_PART, .low = 0, .high = 100,
     .why = "The more borders records cross, the less is left to lose for either.",
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
     .why =
         "The thesis keeps next hop and cost of every pair of regions, 8 bytes each: 4 MB with "
         "sectors of 16. Its paths alone, both ends included, take 30 to 281 KB, so it seems not "
         "to count the matrix.",
     .cases = {{TABLE_DBA("16", "1"), TABLE_OURS("16", "1"), TABLE_PRA("16"), 0},
               {TABLE_DBA("16", "4"), TABLE_OURS("16", "4"), TABLE_PRA("16"), 0},
               {TABLE_DBA("128", "1"), TABLE_OURS("128", "1"), TABLE_PRA("128"), 0},
               {TABLE_DBA("128", "4"), TABLE_OURS("128", "4"), TABLE_PRA("128"), 0}}},
    {TABLE_DATA("DBA*", "subgoal", "dao", 10, 100),
     .sentence = "Larger sectors dramatically increase the time of PRA*: 128 against 16",
     .figure = "20 us per move", .measure = BENCH_FIGURE_MOVE_FASTER, .low = 2, .high = INFINITY,
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

    {TABLE_DATA("DBA*", "subgoal", "small", 3, 30),
     .sentence = "LRTA* with subgoals is almost optimal", .figure = "almost optimal",
     .measure = BENCH_FIGURE_EXCESS, .low = 0, .high = 0.5,
     .cases = {{"sglrta(cells=10000)", NULL, NULL, 0}}},
    {TABLE_DATA("DBA*", "subgoal", "small", 3, 0),
     .sentence = "... and takes considerably more space than all others, and longer to make: space",
     .figure = "more", .measure = BENCH_FIGURE_SMALLER, .low = 2, .high = INFINITY,
     .cases = {{"dba(sector=16, depth=2)", NULL, "sglrta(cells=10000)", 0},
               {"hcdps(depth=3)", NULL, "sglrta(cells=10000)", 0}}},
    {TABLE_DATA("DBA*", "subgoal", "small", 3, 0), .sentence = "... time", .figure = "longer",
     .measure = BENCH_FIGURE_PREPARE_FASTER, .low = 2, .high = INFINITY,
     .cases = {{"dba(sector=16, depth=2)", NULL, "sglrta(cells=10000)", 0},
               {"hcdps(depth=3)", NULL, "sglrta(cells=10000)", 0}}},

    // SGA* ----------------------------------------------------------------------------------------
    {TABLE_DATA("SGA*", "sga", "bg512", 10, 100),
     .sentence = "Baldur's Gate: around 55 % less time than A*", .figure = "45 % of A*",
     .measure = BENCH_FIGURE_TIME, .low = 40.5, .high = 49.5,
     .why = "AR0400SR, which the thesis names as its worst, is one of our 12 maps and one of its "
            "75.",
     .cases = {{TABLE_V2, "sgastar", TABLE_HEAP, 0}}},
    {TABLE_DATA("SGA*", "sga", "bg512", 10, 100),
     .sentence = "Baldur's Gate: around 55 % less memory", .figure = "45 % of A*",
     .measure = BENCH_FIGURE_STATES, .low = 40.5, .high = 49.5, .why = "The same.",
     .cases = {{TABLE_V2, "sgastar", TABLE_HEAP, 0}}},
    {TABLE_DATA("SGA*", "sga", "bg512", 10, 100), .sentence = "AR0400SR: paths over 100 % too long",
     .figure = "above 100 %", .measure = BENCH_FIGURE_EXCESS_WORST, .low = 100, .high = INFINITY,
     .why = "Single trips are; on average those of the map are not.",
     .cases = {{TABLE_V1, "sgastar", NULL, 0},
               {TABLE_V2, "sgastar", NULL, 0},
               {TABLE_V3, "sgastar", NULL, 0}}},
    {TABLE_DATA("SGA*", "sga", "rts", 10, 100), .sentence = "Pseudo-RTS: over 90 % less time",
     .figure = "under 10 % of A*", .measure = BENCH_FIGURE_TIME, .low = 0, .high = 10,
     .why = "V3 searches along free lines, too.",
     .cases = {{TABLE_V1, "sgastar", TABLE_HEAP, 0},
               {TABLE_V2, "sgastar", TABLE_HEAP, 0},
               {TABLE_V3, "sgastar", TABLE_HEAP, 0}}},
    {TABLE_DATA("SGA*", "sga", "rts", 10, 100), .sentence = "Pseudo-RTS: over 90 % less memory",
     .figure = "under 10 % of A*", .measure = BENCH_FIGURE_STATES, .low = 0, .high = 10,
     .why = "The same.",
     .cases = {{TABLE_V1, "sgastar", TABLE_HEAP, 0},
               {TABLE_V2, "sgastar", TABLE_HEAP, 0},
               {TABLE_V3, "sgastar", TABLE_HEAP, 0}}},
    {TABLE_DATA("SGA*", "sga", "bunker", 10, 100),
     .sentence = "Counter-Strike: on average 50 % less search time", .figure = "50 % of A*",
     .measure = BENCH_FIGURE_TIME, .low = 45, .high = 55,
     .why = "Generated maps stand for the game's: more rooms with one door, which are searched "
            "again and again.",
     .cases = {{TABLE_V2, "sgastar", TABLE_HEAP, 0}}},
    {TABLE_DATA("SGA*", "sga", "bunker", 10, 100), .sentence = "... and 50 % less memory",
     .figure = "50 % of A*", .measure = BENCH_FIGURE_STATES, .low = 45, .high = 55,
     .why = "The same.", .cases = {{TABLE_V2, "sgastar", TABLE_HEAP, 0}}},
    {TABLE_DATA("SGA*", "sga", "bunker", 10, 100),
     .sentence = "V2 uses less memory than both V1 and V3", .figure = "below 100 %",
     .measure = BENCH_FIGURE_STATES, .low = 0, .high = 99.9,
     .why = "V3 searches as much from sub-goal to sub-goal as V2 does.",
     .cases = {{TABLE_V2, NULL, TABLE_V1, 0}, {TABLE_V2, NULL, TABLE_V3, 0}}},
    {TABLE_DATA("SGA*", "sga", "field", 10, 100), .sentence = "V3 takes longer than V2",
     .figure = "above 100 %", .measure = BENCH_FIGURE_TIME, .low = 100.1, .high = INFINITY,
     .cases = {{TABLE_V3, NULL, TABLE_V2_DIST, 0}}},
    {TABLE_DATA("SGA*", "sga", "field", 10, 100),
     .sentence = "Company of Heroes: V2 takes at worst 39 % less time than A* on a map",
     .figure = "4 to 61 % of A*", .measure = BENCH_FIGURE_TIME_MAX, .low = 0, .high = 61,
     .cases = {{TABLE_V2, "sgastar", TABLE_HEAP, 0}}},
    {TABLE_DATA("SGA*", "sga", "field", 10, 100),
     .sentence = "... and at worst 35 % less memory, all variants", .figure = "6 to 65 % of A*",
     .measure = BENCH_FIGURE_STATES_MAX, .low = 0, .high = 65,
     .cases = {{TABLE_V1, "sgastar", TABLE_HEAP, 0},
               {TABLE_V2, "sgastar", TABLE_HEAP, 0},
               {TABLE_V3, "sgastar", TABLE_HEAP, 0}}},
    {TABLE_DATA("SGA*", "sga", "field", 10, 100),
     .sentence = "Company of Heroes: before smoothing the paths of V2 are around 16 % too long",
     .figure = "16 %", .measure = BENCH_FIGURE_EXCESS, .low = 14.4, .high = 17.6,
     .why = "Obstacles of generated maps are not the game's.",
     .cases = {{TABLE_V2, "sgastar", NULL, 0}}},
    {TABLE_DATA("SGA*", "sga", "field", 10, 100),
     .sentence = "... and no different whichever way they are trimmed", .figure = "100 %",
     .measure = BENCH_FIGURE_EXCESS_PART, .low = 90, .high = 110,
     .cases = {{TABLE_V2, NULL, TABLE_V2_DIST, 0}}},
    {TABLE_DATA("SGA*", "sga", "rts", 10, 100),
     .sentence = "Pseudo-RTS: trimming by deviation gives better paths than by distance",
     .figure = "below 100 %", .measure = BENCH_FIGURE_EXCESS_PART, .low = 0, .high = 99.9,
     .cases = {{TABLE_V2, NULL, TABLE_V2_DIST, 0}}},
    {TABLE_DATA("SGA*", "sga", "sc1", 10, 100),
     .sentence = "StarCraft: on some maps it takes over 2000 % more time than A*",
     .figure = "above 2100 % of A*", .measure = BENCH_FIGURE_TIME_MAX, .low = 2100,
     .high = INFINITY,
     .why = "The thesis says that refinements are searched from the sub-goal back, which costs no "
            "more than the pocket that it is in; the second figure is without that rule.",
     .cases = {{TABLE_V2, "sgastar", TABLE_HEAP, 0}, {TABLE_FORWARD, NULL, TABLE_HEAP, 0}}},
    {TABLE_DATA("SGA*", "sga", "bunker", 10, 100),
     .sentence = "Before smoothing the paths of V1 are around 37 % too long", .figure = "37 %",
     .measure = BENCH_FIGURE_EXCESS, .low = 33.3, .high = 40.7,
     .why = "Generated maps stand for the game's: more corridors, longer ways round.",
     .cases = {{TABLE_V1, "sgastar", NULL, 0}}},
    {TABLE_DATA("SGA*", "sga", "bunker", 10, 100), .sentence = "Those of V2 around 21 %",
     .figure = "21 %", .measure = BENCH_FIGURE_EXCESS, .low = 18.9, .high = 23.1,
     .why = "The same.", .cases = {{TABLE_V2, "sgastar", NULL, 0}}},
    {TABLE_DATA("SGA*", "sga", "bunker", 10, 100), .sentence = "V3 has the best paths of the three",
     .figure = "below 100 %", .measure = BENCH_FIGURE_EXCESS_PART, .low = 0, .high = 99.9,
     .cases = {{TABLE_V3, NULL, TABLE_V1, 0}, {TABLE_V3, NULL, TABLE_V2, 0}}},
    {TABLE_DATA("SGA*", "sga", "bunker", 10, 100),
     .sentence = "... and after smoothing none that are better than those of V2", .figure = "100 %",
     .measure = BENCH_FIGURE_SMOOTHED_PART, .low = 90, .high = 110,
     .why = "A little: lines lead round the wrong side more often.",
     .cases = {{TABLE_V3, NULL, TABLE_V2_DIST, 0}}},
    {TABLE_DATA("SGA*", "sga", "bunker", 10, 100),
     .sentence = "After smoothing paths are around 4 % too long (Counter-Strike)", .figure = "4 %",
     .measure = BENCH_FIGURE_SMOOTHED, .low = 3.6, .high = 4.4,
     .why = "As before smoothing, which does not fix a way round the wrong side.",
     .cases = {{TABLE_V2, "sgastar", NULL, 0}}},
    {TABLE_DATA("SGA*", "sga", "rts", 10, 100),
     .sentence = "Around 7 % on pseudo-RTS maps, V2 and V3", .figure = "7 %",
     .measure = BENCH_FIGURE_SMOOTHED, .low = 6.3, .high = 7.7,
     .why = "Shorter: obstacles of generated maps are small, and smoothing sees past most of them.",
     .cases = {{TABLE_V2, "sgastar", NULL, 0}, {TABLE_V3, "sgastar", NULL, 0}}},

    // Survey --------------------------------------------------------------------------------------
    {TABLE_DATA("Survey", "hierarchical", "bg512", 10, 100),
     .sentence = "HPA* before smoothing: less than 10 % too long", .figure = "under 10 %",
     .measure = BENCH_FIGURE_EXCESS, .low = 0, .high = 10,
     .cases = {{TABLE_HPA, "hpastar", NULL, 0}}},
    {TABLE_DATA("Survey", "hierarchical", "bg512", 10, 100), .sentence = "... on average 6 %",
     .figure = "6 %", .measure = BENCH_FIGURE_EXCESS, .low = 5.4, .high = 6.6,
     .why = "Shorter: the maps are scaled to 512 cells, so that clusters of 10 are small beside "
            "their rooms.",
     .cases = {{TABLE_HPA, "hpastar", NULL, 0}}},
    {TABLE_DATA("Survey", "hierarchical", "bg512", 10, 100),
     .sentence = "... and under 1 % after it", .figure = "under 1 %",
     .measure = BENCH_FIGURE_EXCESS, .low = 0, .high = 1,
     .cases = {{"hpastar(size=10, levels=1, smooth=all)", "hpastar", NULL, 0}}},
    {TABLE_DATA("Survey", "hierarchical", "bg512", 10, 100),
     .sentence = "PRA*(infinity): paths within 1 % of the best 98 % of the time", .figure = "98 %",
     .measure = BENCH_FIGURE_WITHIN, .argument = 0.01, .low = 98, .high = 100,
     .cases = {{"prastar", NULL, NULL, 0}}},
    {TABLE_DATA("Survey", "hierarchical", "bg512", 10, 100),
     .sentence = "PRA*(16): complete paths within 5 % of the best 98 % of the time",
     .figure = "98 %", .measure = BENCH_FIGURE_WITHIN, .argument = 0.05, .low = 98, .high = 100,
     .why = "Windows of 16 abstract steps end where the ground may turn.",
     .cases = {{"prastar(partial=16)", NULL, NULL, 0}}},
    {TABLE_DATA("Survey", "hierarchical", "bg512", 10, 100),
     .sentence = "MM abstraction (sectors), trimmed: paths only 5 % too long", .figure = "5 %",
     .measure = BENCH_FIGURE_EXCESS, .low = 4.5, .high = 5.5,
     .why = "The survey does not give the size of the sectors.",
     .cases = {{"sectors(ahead=1, trim=0.1)", "sectors", NULL, 0}}},
    {TABLE_DATA("Survey", "discrete", "dao", 10, 100),
     .sentence = "Fringe search takes around 25 % less time than A* with a binary heap",
     .figure = "75 % of A*", .measure = BENCH_FIGURE_TIME, .low = 67.5, .high = 82.5,
     .why = "It walks its list once for every distinct cost, and steps of 408 and 577 make many of "
            "them; with 5 and 7 (set coarse) it does better.",
     .cases = {{"fringe", NULL, "astar(open=binary)", 0}}},

    // D* Lite -------------------------------------------------------------------------------------
    {TABLE_DATA("D* Lite", "incremental", "mazes", 100, 100),
     .sentence = "With buckets the runtime is only half of that with a heap: by its table 2.35 "
                 "times as fast",
     .figure = "2 to 2.35", .measure = BENCH_FIGURE_FASTER, .low = 1.8, .high = 2.59,
     .why = "More than stated. All but the queue is the same code, and of a search with a heap the "
            "heap takes three fifths of the time: the less the rest takes, the more it weighs.",
     .cases = {{"dstarlite(queue=bucket)", NULL, "dstarlite(queue=heap_large_g)", 0}}},
    {TABLE_DATA("D* Lite", "incremental", "mazes", 100, 100),
     // The paper's own interval is wider than the figure: up to twice of it.
     .sentence = "... with 1.9 % more expansions", .figure = "1.9 %",
     .measure = BENCH_FIGURE_MORE_WORK, .low = 0, .high = 3.8,
     .cases = {{"dstarlite(queue=bucket)", NULL, "dstarlite(queue=heap_large_g)", 0}}},
    {TABLE_DATA("D* Lite", "incremental", "mazes", 100, 100),
     .sentence = "A walk takes 11,416 expansions with a heap that prefers larger g",
     .figure = "11,416", .measure = BENCH_FIGURE_EXPANDED, .low = 10275, .high = 12558,
     .cases = {{"dstarlite(queue=heap_large_g)", NULL, NULL, 0}}},

    {TABLE_DATA("D* Lite", "incremental", "mazes", 100, 100),
     .sentence = "Ties broken towards larger g: fewer expansions than towards smaller g",
     .figure = "fewer", .measure = BENCH_FIGURE_MORE_WORK, .low = 0.01, .high = INFINITY,
     .cases = {{"dstarlite(queue=heap_small_g)", NULL, "dstarlite(queue=heap_large_g)", 0}}},
    {TABLE_DATA("D* Lite", "incremental", "mazes", 100, 100), .sentence = "... and less time",
     .figure = "less", .measure = BENCH_FIGURE_FASTER, .low = 1.0001, .high = INFINITY,
     .cases = {{"dstarlite(queue=heap_large_g)", NULL, "dstarlite(queue=heap_small_g)", 0}}},

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
