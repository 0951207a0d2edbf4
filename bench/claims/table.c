// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The claims: every sentence of the papers that says what comes out, also those that can't be
// tested here, with the reason. Sentences that begin with "..." go on with the one before. A range
// follows from its sentence: for a figure a tenth of it or half of its last digit, for "under" and
// "over" the limit, for "no different" a tenth either way. A row that changes gets another hash,
// and runs from before are not judged by it.
#include "bench/claims/claims.h"

#include <math.h>
#include <stddef.h>

static const bench_paper table_papers[] = {
    {"HCDPS",
     "Lawrence, Bulitko: Taking Learning Out of Real-Time Heuristic Search for Video-Game "
     "Pathfinding, 2010",
     "The paper's four maps (18 to 30 million cells) are not published. Ours are four dao maps "
     "with "
     "every cell 4 x 4, and problems as long as theirs. Faithful is `hcdps_paper`, the paper to "
     "the "
     "letter; what that leaves open is told on its page."},
    {"DBA*", "Lee: DBA*: A Real-Time Path Finding Algorithm, 2013",
     "The same ten maps and the longest problems of each. Faithful is `dba_paper`, the thesis to "
     "the letter; what that leaves open is told on its page. PRA* is Dragon Age's: means as "
     "centres, one region at a time, a tenth trimmed; HCDPS is the faithful one. Memory is all "
     "that the algorithm "
     "holds, the matrix of all pairs with it."},
    {"SGA*",
     "Anguelov: Video Game Pathfinding and Improvements to Discrete Search on Grid-based Maps, "
     "2011, chapter 8",
     "Baldur's Gate and StarCraft maps as published today (12 of the 75, 10 of the 125); generated "
     "maps stand for the other games. Faithful is `labels=off, informed=off, solver=classic, "
     "loops=keep`: SGA* and its rival have the same A* inside, a binary heap that prefers the "
     "smaller g among equal f. A trip without a search counts as one state. Our own A* takes a "
     "third to a sixth of its time."},
    {"Survey", "Anguelov: the same, chapters 4 to 7, on the searches of others",
     "Its figures are those of the papers that it reports, on the maps of Baldur's Gate where the "
     "study had them."},
    {"D* Lite",
     "Likhachev, Koenig: Incremental Heuristic Search in Games: The Quest for Speed, 2006",
     "Mazes made by the same rule; starts and goals are ours."},
    {"GAT",
     "Burns, Kiesel, Ruml: Experimental Real-time Heuristic Search Results in a Video Game, 2013",
     "25 new draws of the study's generator of levels, 25 problems of orz100d, and of Korf's "
     "puzzles the 25 that IDA* finds easiest. Time is counted: an expansion stands for what it "
     "took in training. One limit of expansions holds for all. The figure is the share of "
     "instances on which the first arrives sooner, or alone; those on which neither does count "
     "half. Half of a plot is 10 us to 1 ms on the left and 10 ms to 1 s on the right."},
};

/// Where a sentence stands, and the rows that it is judged by.
#define TABLE_ROW(whose, where, study, set)                                                        \
    .paper = (whose), .section = (where), .suite = (study), .ground = (set)
#define TABLE_H(where) TABLE_ROW("HCDPS", where, "subgoal", "table1")
#define TABLE_D(where) TABLE_ROW("DBA*", where, "subgoal", "dao")
#define TABLE_S(where, set) TABLE_ROW("SGA*", where, "sga", set)
#define TABLE_L(where) TABLE_ROW("D* Lite", where, "incremental", "mazes")
#define TABLE_G(where, set) TABLE_ROW("GAT", where, "gat", set)
#define TABLE_OF(what) .measure = BENCH_FIGURE_##what
/// A number, and half of its last digit.
#define TABLE_FIGURE(x, half)                                                                      \
    .kind = BENCH_CLAIM_FIGURE, .low = (x) - ((half) > (x) / 10 ? (half) : (x) / 10),              \
    .high = (x) + ((half) > (x) / 10 ? (half) : (x) / 10)
#define TABLE_MORE .kind = BENCH_CLAIM_DIRECTION, .low = 1, .high = INFINITY
#define TABLE_LESS .kind = BENCH_CLAIM_DIRECTION, .low = -INFINITY, .high = 1
#define TABLE_ALIKE .kind = BENCH_CLAIM_ALIKE, .low = 0.9, .high = 1.1
#define TABLE_BELOW(x) .kind = BENCH_CLAIM_BOUND, .low = -INFINITY, .high = (x)
#define TABLE_ABOVE(x) .kind = BENCH_CLAIM_BOUND, .low = (x), .high = INFINITY
#define TABLE_ONCE(x) .kind = BENCH_CLAIM_ONCE, .low = (x), .high = INFINITY
#define TABLE_ONCE_BELOW(x) .kind = BENCH_CLAIM_ONCE, .low = -INFINITY, .high = (x)

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
#define TABLE_PRA(sector) "sectors(sector=" sector ", centres=mean, ahead=1, trim=0.1, hurry=off)"
#define TABLE_DBA(sector, depth) "dba_paper(sector=" sector ", depth=" depth ")"
#define TABLE_OURS(sector, depth) "dba(sector=" sector ", depth=" depth ")"
#define TABLE_HCDPS(depth) "hcdps_paper(depth=" depth ")"
#define TABLE_MULTI "lsslrta(move=multi)"
#define TABLE_SINGLE "lsslrta(move=single, arrive=look)"
#define TABLE_DYNAMIC "lsslrta(move=dynamic)"
#define TABLE_COMPLETE "lsslrta(move=multi, target=layer)"
#define TABLE_FHAT "lsslrta(move=multi, order=fhat)"
#define TABLE_SINGLE_FHAT "lsslrta(move=single, arrive=look, order=fhat)"
#define TABLE_DYNAMIC_FHAT "lsslrta(move=dynamic, order=fhat)"
#define TABLE_SINGLE_GRID "lsslrta(move=single, arrive=look, steps=all)"
#define TABLE_DYNAMIC_FHAT_GRID "lsslrta(move=dynamic, order=fhat, steps=all)"
#define TABLE_HPA "hpastar(size=10, levels=1, insert=astar, smooth=off)"

/// DBA* of every size and depth, and of all sectors but the largest.
#define TABLE_DEPTHS(one, sector)                                                                  \
    one(sector, "1"), one(sector, "2"), one(sector, "3"), one(sector, "4")
#define TABLE_SMALL(one) TABLE_DEPTHS(one, "16"), TABLE_DEPTHS(one, "32"), TABLE_DEPTHS(one, "64")
#define TABLE_SIZES(one) TABLE_SMALL(one), TABLE_DEPTHS(one, "128")
#define TABLE_ALONE(sector, depth)                                                                 \
    {                                                                                              \
        TABLE_DBA(sector, depth), TABLE_OURS(sector, depth), NULL, 0                               \
    }
#define TABLE_TO_PRA(sector, depth)                                                                \
    {                                                                                              \
        TABLE_DBA(sector, depth), TABLE_OURS(sector, depth), TABLE_PRA(sector), 0                  \
    }
#define TABLE_TO_HCDPS(sector, depth)                                                              \
    {                                                                                              \
        TABLE_DBA(sector, depth), TABLE_OURS(sector, depth), TABLE_HCDPS(depth), 0                 \
    }

/// Contradicted by those that stand for Counter-Strike's.
#define TABLE_ALIKE_SMOOTHED                                                                       \
    TABLE_ALIKE, .why = "Generated maps leave V2 far from the best even when smoothed: 19.5 % "    \
                        "where the thesis has 4 %."

/// What the thesis says of the variants of SGA* on every game.
#define TABLE_VARIANTS(where, set, words, said, range, what, a, b)                                 \
    {                                                                                              \
        TABLE_S(where ", 8.4", set), .sentence = words, .figure = said, range, TABLE_OF(what),     \
                                     .cases = {                                                    \
                                         {a, NULL, b, 0}                                           \
                                     }                                                             \
    }
#define TABLE_GAME(set, game, where)                                                               \
    TABLE_VARIANTS(where, set, game ": V2 is better than V1 in time", "less", TABLE_LESS, TIME,    \
                   TABLE_V2, TABLE_V1),                                                            \
        TABLE_VARIANTS(where, set, "... in memory", "less", TABLE_LESS, STATES, TABLE_V2,          \
                       TABLE_V1),                                                                  \
        TABLE_VARIANTS(where, set, "... in paths", "less", TABLE_LESS, EXCESS_OVER, TABLE_V2,      \
                       TABLE_V1),                                                                  \
        TABLE_VARIANTS(where, set, "... V3 takes longer than V2", "longer", TABLE_MORE, TIME,      \
                       TABLE_V3, TABLE_V2_DIST),                                                   \
        TABLE_VARIANTS(where, set, "... V3 has better paths than V1", "better", TABLE_LESS,        \
                       EXCESS_OVER, TABLE_V3, TABLE_V1),                                           \
        TABLE_VARIANTS(where, set, "... and than V2", "better", TABLE_LESS, EXCESS_OVER, TABLE_V3, \
                       TABLE_V2),                                                                  \
        TABLE_VARIANTS(where, set, "... after smoothing V2 and V3 are no different", "alike",      \
                       TABLE_ALIKE_SMOOTHED, SMOOTHED_OVER, TABLE_V3, TABLE_V2_DIST),              \
        TABLE_VARIANTS(where, set, "... nor are paths trimmed by distance and by deviation",       \
                       "alike", TABLE_ALIKE, SMOOTHED_OVER, TABLE_V2, TABLE_V2_DIST),              \
        TABLE_VARIANTS(where, set, "... nor before smoothing, pseudo-RTS excepted", "alike",       \
                       TABLE_ALIKE, EXCESS_OVER, TABLE_V2, TABLE_V2_DIST)

// A row is a line.
// clang-format off
static const bench_claim table_claims[] = {
    // HCDPS ---------------------------------------------------------------------------------------
    {TABLE_H("table 1"), .sentence = "With one level of neighbours paths are 12.1 % longer than the best", .figure = "12.1 %", TABLE_FIGURE(12.1, 0.05), TABLE_OF(EXCESS), .why = "The spacing of seeds, which the paper leaves open, moves the mean by a factor of two. On maps of its size an independent program comes to 12.6 to 14.9 % (docs/algorithms/hcdps_paper.md); these have a tenth of its open cells.", .cases = {{TABLE_HCDPS("1"), "hcdps(depth=1)", NULL, 0}}},
    {TABLE_H("table 1"), .sentence = "... with two to five 10.6, 10.1, 10.0 and 10.0 %: two", .figure = "10.6 %", TABLE_FIGURE(10.6, 0.05), TABLE_OF(EXCESS), .why = "The same.", .cases = {{TABLE_HCDPS("2"), "hcdps(depth=2)", NULL, 0}}},
    {TABLE_H("table 1"), .sentence = "... three", .figure = "10.1 %", TABLE_FIGURE(10.1, 0.05), TABLE_OF(EXCESS), .why = "The same.", .cases = {{TABLE_HCDPS("3"), "hcdps(depth=3)", NULL, 0}}},
    {TABLE_H("table 1"), .sentence = "... four", .figure = "10.0 %", TABLE_FIGURE(10.0, 0.05), TABLE_OF(EXCESS), .why = "The same.", .cases = {{TABLE_HCDPS("4"), "hcdps(depth=4)", NULL, 0}}},
    {TABLE_H("table 1"), .sentence = "... five", .figure = "10.0 %", TABLE_FIGURE(10.0, 0.05), TABLE_OF(EXCESS), .why = "The same.", .cases = {{TABLE_HCDPS("5"), "hcdps(depth=5)", NULL, 0}}},
    {TABLE_H("7.1"), .sentence = "More levels of neighbours give better paths: five against one", .figure = "83 % of the excess", TABLE_LESS, TABLE_OF(EXCESS_OVER), .cases = {{TABLE_HCDPS("5"), "hcdps(depth=5)", TABLE_HCDPS("1"), 0}}},
    {TABLE_H("7.2"), .sentence = "The worst path with three levels is 49 % too long", .figure = "at most 49 %", TABLE_BELOW(49), TABLE_OF(EXCESS_MAX), .cases = {{TABLE_HCDPS("3"), "hcdps(depth=3)", NULL, 0}}},
    {TABLE_H("table 1"), .sentence = "Moves come 60 to 1000 times faster than those of TBA*: R = 5", .figure = "65", TABLE_FIGURE(65, 0.5), TABLE_OF(MOVE_FASTER), .why = "An expansion of TBA* takes 0.1 to 0.2 us here; the paper's took about 4.", .cases = {{TABLE_HCDPS("1"), "hcdps(depth=1)", "tbastar(lookahead=5)", 0}}},
    {TABLE_H("table 1"), .sentence = "Moves come 60 to 1000 times faster than those of TBA*: R = 10", .figure = "120", TABLE_FIGURE(120, 0.5), TABLE_OF(MOVE_FASTER), .why = "An expansion of TBA* takes 0.1 to 0.2 us here; the paper's took about 4.", .cases = {{TABLE_HCDPS("1"), "hcdps(depth=1)", "tbastar(lookahead=10)", 0}}},
    {TABLE_H("table 1"), .sentence = "Moves come 60 to 1000 times faster than those of TBA*: R = 50", .figure = "379", TABLE_FIGURE(379, 0.5), TABLE_OF(MOVE_FASTER), .why = "An expansion of TBA* takes 0.1 to 0.2 us here; the paper's took about 4.", .cases = {{TABLE_HCDPS("1"), "hcdps(depth=1)", "tbastar(lookahead=50)", 0}}},
    {TABLE_H("table 1"), .sentence = "Moves come 60 to 1000 times faster than those of TBA*: R = 100", .figure = "534", TABLE_FIGURE(534, 0.5), TABLE_OF(MOVE_FASTER), .why = "An expansion of TBA* takes 0.1 to 0.2 us here; the paper's took about 4.", .cases = {{TABLE_HCDPS("1"), "hcdps(depth=1)", "tbastar(lookahead=100)", 0}}},
    {TABLE_H("table 1"), .sentence = "Moves come 60 to 1000 times faster than those of TBA*: R = 500", .figure = "936", TABLE_FIGURE(936, 0.5), TABLE_OF(MOVE_FASTER), .why = "An expansion of TBA* takes 0.1 to 0.2 us here; the paper's took about 4.", .cases = {{TABLE_HCDPS("1"), "hcdps(depth=1)", "tbastar(lookahead=500)", 0}}},
    {TABLE_H("table 1"), .sentence = "Moves come 60 to 1000 times faster than those of TBA*: R = 1000", .figure = "1042", TABLE_FIGURE(1042, 0.5), TABLE_OF(MOVE_FASTER), .why = "An expansion of TBA* takes 0.1 to 0.2 us here; the paper's took about 4.", .cases = {{TABLE_HCDPS("1"), "hcdps(depth=1)", "tbastar(lookahead=1000)", 0}}},
    {TABLE_H("7.2"), .sentence = "A move is about 1.5 million times faster than the first one of A*", .figure = "1,500,000", TABLE_FIGURE(1500000.0, 0), TABLE_OF(FIRST_FASTER), .why = "A* takes a hundredth of the paper's time or less.", .cases = {{TABLE_HCDPS("1"), "hcdps(depth=1)", "astar", 0}}},
    {TABLE_H("7.2"), .sentence = "A whole trip is planned around 450 times faster than by A*", .figure = "450", TABLE_FIGURE(450, 0), TABLE_OF(FASTER), .why = "A* takes a hundredth of the paper's time or less.", .cases = {{TABLE_HCDPS("1"), "hcdps(depth=1)", "astar", 0}}},
    {TABLE_H("1"), .sentence = "... and two orders of magnitude faster than by TBA*, R = 5 to 1000", .figure = "100", TABLE_ABOVE(100), TABLE_OF(FASTER), .cases = {{TABLE_HCDPS("1"), "hcdps(depth=1)", "tbastar(lookahead=5)", 0}, {TABLE_HCDPS("1"), "hcdps(depth=1)", "tbastar(lookahead=10)", 0}, {TABLE_HCDPS("1"), "hcdps(depth=1)", "tbastar(lookahead=50)", 0}, {TABLE_HCDPS("1"), "hcdps(depth=1)", "tbastar(lookahead=100)", 0}, {TABLE_HCDPS("1"), "hcdps(depth=1)", "tbastar(lookahead=500)", 0}, {TABLE_HCDPS("1"), "hcdps(depth=1)", "tbastar(lookahead=1000)", 0}}},
    {TABLE_H("7.2"), .sentence = "Paths are greatly better than those of D LRTA*", .figure = "0.1 to 1.5 % of its excess", TABLE_LESS, TABLE_OF(EXCESS_OVER), .cases = {{TABLE_HCDPS("1"), "hcdps(depth=1)", "dlrta(level=9)", 0}, {TABLE_HCDPS("1"), "hcdps(depth=1)", "dlrta(level=10)", 0}}},
    {TABLE_H("7.2"), .sentence = "Paths are better than those of kNN LRTA* with 10,000 to 80,000 records", .figure = "0.2 to 101 % of its excess", TABLE_LESS, TABLE_OF(EXCESS_OVER), .why = "60,000 and 80,000 records take hours.", .cases = {{TABLE_HCDPS("1"), "hcdps(depth=1)", "knnlrta(records=10000, again=0)", 0}, {TABLE_HCDPS("1"), "hcdps(depth=1)", "knnlrta(records=40000, again=0)", 0}}},
    {TABLE_H("7.1"), .sentence = "Databases are made one to two orders of magnitude faster than those of D LRTA* and kNN LRTA*", .figure = "10 to 100", TABLE_ABOVE(10), TABLE_OF(PREPARE_FASTER), .why = "Both rivals are prepared by A*, which takes a hundredth of the paper's time or less here.", .cases = {{TABLE_HCDPS("1"), "hcdps(depth=1)", "dlrta(level=9)", 0}, {TABLE_HCDPS("1"), "hcdps(depth=1)", "dlrta(level=10)", 0}, {TABLE_HCDPS("1"), "hcdps(depth=1)", "knnlrta(records=10000, again=0)", 0}}},
    {TABLE_H("7.1"), .sentence = "Databases are two orders of magnitude smaller than those of D LRTA*: by the table 39 times", .figure = "39", TABLE_FIGURE(39, 0.5), TABLE_OF(SMALLER), .cases = {{TABLE_HCDPS("1"), "hcdps(depth=1)", "dlrta(level=9)", 0}, {TABLE_HCDPS("1"), "hcdps(depth=1)", "dlrta(level=10)", 0}}},
    {TABLE_H("7.1"), .sentence = "The database is smaller than that of kNN LRTA* with better paths: size", .figure = "smaller", TABLE_MORE, TABLE_OF(SMALLER), .why = "A path for each of 60,000 pairs of regions takes more than 10,000 records.", .cases = {{TABLE_HCDPS("1"), NULL, "knnlrta(records=10000, again=0)", 0}, {TABLE_HCDPS("1"), NULL, "knnlrta(records=40000, again=0)", 0}}},
    {TABLE_H("table 1"), .sentence = "TBA* with R = 1000 walks 5.3 % more than the best", .figure = "5.3 %", TABLE_FIGURE(5.3, 0.05), TABLE_OF(EXCESS), .why = "How far it goes astray depends on the maps.", .cases = {{"tbastar(lookahead=1000)", NULL, NULL, 0}}},
    {TABLE_H("table 1"), .sentence = "The time of a move is the same for one to five levels", .figure = "0.23 us each", TABLE_ALIKE, TABLE_OF(MOVE_FASTER), .cases = {{TABLE_HCDPS("2"), "hcdps(depth=2)", TABLE_HCDPS("1"), 0}, {TABLE_HCDPS("3"), "hcdps(depth=3)", TABLE_HCDPS("1"), 0}, {TABLE_HCDPS("4"), "hcdps(depth=4)", TABLE_HCDPS("1"), 0}, {TABLE_HCDPS("5"), "hcdps(depth=5)", TABLE_HCDPS("1"), 0}}},
    {TABLE_H("7.2"), .sentence = "The fastest moves of all algorithms", .figure = "fastest", TABLE_MORE, TABLE_OF(MOVE_FASTER), .cases = {{TABLE_HCDPS("1"), "hcdps(depth=1)", "dlrta(level=9)", 0}, {TABLE_HCDPS("1"), "hcdps(depth=1)", "dlrta(level=10)", 0}, {TABLE_HCDPS("1"), "hcdps(depth=1)", "knnlrta(records=10000, again=0)", 0}, {TABLE_HCDPS("1"), "hcdps(depth=1)", "tbastar(lookahead=5)", 0}, {TABLE_HCDPS("1"), "hcdps(depth=1)", "tbastar(lookahead=1000)", 0}}},
    {TABLE_H("7.2"), .sentence = "No memory of its own for an agent, beside its path", .figure = "0 KB", TABLE_BELOW(1), TABLE_OF(AGENT), .why = "An agent of ours keeps the path and a store of states.", .cases = {{TABLE_HCDPS("1"), "hcdps(depth=1)", NULL, 0}}},
    {TABLE_H("7.2"), .sentence = "... where A* and TBA* have 1354 KB: less than A*", .figure = "less", TABLE_LESS, TABLE_OF(AGENT_OVER), .cases = {{TABLE_HCDPS("1"), "hcdps(depth=1)", "astar", 0}, {TABLE_HCDPS("1"), "hcdps(depth=1)", "tbastar(lookahead=100)", 0}}},
    {TABLE_H("7.2, 6"), .sentence = "A record is always found; every problem is solved", .figure = "never fails", TABLE_BELOW(0), TABLE_OF(FAILED), .cases = {{TABLE_HCDPS("1"), NULL, NULL, 0}, {TABLE_HCDPS("2"), NULL, NULL, 0}, {TABLE_HCDPS("3"), NULL, NULL, 0}, {TABLE_HCDPS("4"), NULL, NULL, 0}, {TABLE_HCDPS("5"), NULL, NULL, 0}}},
    {TABLE_H("7.2"), .sentence = "The worst paths of D LRTA* (277,000 %) and of kNN LRTA* (2600 %) are far worse", .figure = "worse", TABLE_MORE, TABLE_OF(EXCESS_OVER), .why = "Judged by means over maps: a largest value has no interval.", .cases = {{"dlrta(level=9)", NULL, TABLE_HCDPS("1"), 0}, {"knnlrta(records=10000, again=0)", NULL, TABLE_HCDPS("1"), 0}}},
    {TABLE_H("1"), .sentence = "About five minutes of preparation for a map", .figure = "5 minutes", TABLE_FIGURE(0, 0), .why = "A figure of another machine."},
    {TABLE_H("7.1"), .sentence = "Preparation by A* grows with the levels from 4 to 1250 s, the other phases stay", .figure = "4 to 1250 s", TABLE_FIGURE(0, 0), .why = "Rows do not tell phases of a preparation apart."},
    {TABLE_H("7.1"), .sentence = "58, 38 and 4 % of the database are records, mapping and hash table", .figure = "58 / 38 / 4 %", TABLE_FIGURE(0, 0), .why = "Rows do not tell parts of a database apart."},
    {TABLE_H("7.1"), .sentence = "The mapping is below 1 % of the number of states (the DBA* thesis says about 10 %)", .figure = "under 1 %", TABLE_FIGURE(0, 0), .why = "The same. The two papers contradict each other."},
    {TABLE_H("7.2"), .sentence = "All memory is 50 % above that of A* and TBA*, and less from two agents on", .figure = "1.5", TABLE_FIGURE(0, 0), .why = "Rows have one agent."},
    {TABLE_H("6"), .sentence = "No state is visited more than twice", .figure = "2", TABLE_FIGURE(0, 0), .why = "Rows count visits of all states together."},
    {TABLE_H("1"), .sentence = "Dynamic programming is two orders of magnitude faster than A* for all pairs", .figure = "100", TABLE_FIGURE(0, 0), .why = "There is no preparation by A* for all pairs."},

    // DBA* ----------------------------------------------------------------------------------------
    {TABLE_D("abstract, 5.1"), .sentence = "Paths are less than 3 % longer than the best, over all configurations", .figure = "under 3 %", TABLE_BELOW(3), TABLE_OF(EXCESS), .over = BENCH_OVER_MEAN, .cases = {TABLE_SIZES(TABLE_ALONE)}},
    {TABLE_D("5.1"), .sentence = "Those of PRA* are about 6 % longer, over all sizes", .figure = "about 6 %", TABLE_FIGURE(6, 0.6), TABLE_OF(EXCESS), .over = BENCH_OVER_MEAN, .cases = {{TABLE_PRA("16"), "sectors(sector=16)", NULL, 0}, {TABLE_PRA("32"), "sectors(sector=32)", NULL, 0}, {TABLE_PRA("64"), "sectors(sector=64)", NULL, 0}, {TABLE_PRA("128"), "sectors(sector=128)", NULL, 0}}},
    {TABLE_D("5.1"), .sentence = "Moves are faster than those of PRA*, sectors of 128 excepted", .figure = "faster", TABLE_MORE, TABLE_OF(MOVE_FASTER), .cases = {TABLE_SMALL(TABLE_TO_PRA)}},
    {TABLE_D("5.1"), .sentence = "Moves are faster than those of HCDPS, sectors of 128 excepted", .figure = "faster", TABLE_MORE, TABLE_OF(MOVE_FASTER), .why = "They differ in how the regions of the ends are found.", .cases = {TABLE_SMALL(TABLE_TO_HCDPS)}},
    {TABLE_D("5.1"), .sentence = "For smaller sectors paths are as good as those of HCDPS or better", .figure = "at most 1", TABLE_LESS, TABLE_OF(EXCESS_OVER), .cases = {{TABLE_DBA("16", "1"), TABLE_OURS("16", "1"), TABLE_HCDPS("1"), 0}, {TABLE_DBA("16", "2"), TABLE_OURS("16", "2"), TABLE_HCDPS("2"), 0}, {TABLE_DBA("16", "3"), TABLE_OURS("16", "3"), TABLE_HCDPS("3"), 0}, {TABLE_DBA("16", "4"), TABLE_OURS("16", "4"), TABLE_HCDPS("4"), 0}}},
    {TABLE_D("5.1"), .sentence = "Larger sectors hurt the paths of DBA* and of PRA*: each size against the next", .figure = "more", TABLE_MORE, TABLE_OF(EXCESS_OVER), .cases = {{TABLE_DBA("32", "1"), NULL, TABLE_DBA("16", "1"), 0}, {TABLE_DBA("64", "1"), NULL, TABLE_DBA("32", "1"), 0}, {TABLE_DBA("128", "1"), NULL, TABLE_DBA("64", "1"), 0}, {TABLE_PRA("32"), NULL, TABLE_PRA("16"), 0}, {TABLE_PRA("64"), NULL, TABLE_PRA("32"), 0}, {TABLE_PRA("128"), NULL, TABLE_PRA("64"), 0}}},
    {TABLE_D("5.1"), .sentence = "The database takes 50 to 250 KB more memory than that of PRA*", .figure = "50 to 250 KB", .kind = BENCH_CLAIM_FIGURE, .low = 50, .high = 250, TABLE_OF(MEMORY_MORE), .why = "The matrix of all pairs of regions, 8 bytes each, is 4 MB with sectors of 16; the thesis seems not to count it.", .cases = {TABLE_SIZES(TABLE_TO_PRA)}},
    {TABLE_D("5.1"), .sentence = "Larger sectors increase the time of PRA*: 128 against 16", .figure = "20 us per move", TABLE_MORE, TABLE_OF(MOVE_FASTER), .cases = {{TABLE_PRA("16"), NULL, TABLE_PRA("128"), 0}}},
    {TABLE_D("5.2"), .sentence = "In most configurations the database is smaller than that of HCDPS", .figure = "smaller", TABLE_MORE, TABLE_OF(SMALLER), .over = BENCH_OVER_MOST, .cases = {TABLE_SIZES(TABLE_TO_HCDPS)}},
    {TABLE_D("5.2"), .sentence = "In most configurations it is made faster than that of HCDPS", .figure = "faster", TABLE_MORE, TABLE_OF(PREPARE_FASTER), .over = BENCH_OVER_MOST, .cases = {TABLE_SIZES(TABLE_TO_HCDPS)}},
    {TABLE_ROW("DBA*", "5.1", "subgoal", "small"), .sentence = "LRTA* with subgoals is almost optimal", .figure = "almost", TABLE_BELOW(0.5), TABLE_OF(EXCESS), .why = "Judged on maps below 10,000 cells: a search from every cell of the others takes hours.", .cases = {{"sglrta(cells=10000)", NULL, NULL, 0}}},
    {TABLE_ROW("DBA*", "5.2", "subgoal", "small"), .sentence = "... and takes considerably more space than all others", .figure = "more", TABLE_ABOVE(2), TABLE_OF(SMALLER), .cases = {{TABLE_DBA("16", "2"), NULL, "sglrta(cells=10000)", 0}, {TABLE_HCDPS("3"), NULL, "sglrta(cells=10000)", 0}}},
    {TABLE_ROW("DBA*", "5.2", "subgoal", "small"), .sentence = "... and longer to make", .figure = "longer", TABLE_ABOVE(2), TABLE_OF(PREPARE_FASTER), .cases = {{TABLE_DBA("16", "2"), NULL, "sglrta(cells=10000)", 0}, {TABLE_HCDPS("3"), NULL, "sglrta(cells=10000)", 0}}},
    {TABLE_ROW("DBA*", "5.1", "subgoal", "small"), .sentence = "... with relatively high move times", .figure = "slower", TABLE_MORE, TABLE_OF(MOVE_FASTER), .why = "A move of all three is a step of a climb.", .cases = {{TABLE_DBA("16", "2"), NULL, "sglrta(cells=10000)", 0}, {TABLE_HCDPS("3"), NULL, "sglrta(cells=10000)", 0}}},
    {TABLE_D("1"), .sentence = "Below 200 KB of memory on average, databases of all configurations", .figure = "under 200 KB", TABLE_BELOW(200), TABLE_OF(MEMORY), .over = BENCH_OVER_MEAN, .why = "With the matrix of all pairs.", .cases = {TABLE_SIZES(TABLE_ALONE)}},
    {TABLE_D("abstract, 5.1"), .sentence = "Better paths than PRA*, most variants", .figure = "better", TABLE_LESS, TABLE_OF(EXCESS_OVER), .over = BENCH_OVER_MOST, .cases = {TABLE_SIZES(TABLE_TO_PRA)}},
    {TABLE_D("5.1"), .sentence = "DBA* dominates HCDPS: for each level a sector size with better paths", .figure = "better", TABLE_LESS, TABLE_OF(EXCESS_OVER), .cases = {{TABLE_DBA("32", "1"), NULL, TABLE_HCDPS("1"), 0}, {TABLE_DBA("32", "2"), NULL, TABLE_HCDPS("2"), 0}, {TABLE_DBA("32", "3"), NULL, TABLE_HCDPS("3"), 0}, {TABLE_DBA("32", "4"), NULL, TABLE_HCDPS("4"), 0}}},
    {TABLE_D("5.1"), .sentence = "... and less memory", .figure = "less", TABLE_LESS, TABLE_OF(MEMORY_OVER), .cases = {{TABLE_DBA("32", "1"), NULL, TABLE_HCDPS("1"), 0}, {TABLE_DBA("32", "2"), NULL, TABLE_HCDPS("2"), 0}, {TABLE_DBA("32", "3"), NULL, TABLE_HCDPS("3"), 0}, {TABLE_DBA("32", "4"), NULL, TABLE_HCDPS("4"), 0}}},
    {TABLE_D("5.1"), .sentence = "Its time hardly grows with the sectors: 128 against 16", .figure = "hardly", TABLE_ALIKE, TABLE_OF(MOVE_FASTER), .cases = {{TABLE_DBA("128", "1"), NULL, TABLE_DBA("16", "1"), 0}, {TABLE_DBA("128", "2"), NULL, TABLE_DBA("16", "2"), 0}, {TABLE_DBA("128", "3"), NULL, TABLE_DBA("16", "3"), 0}, {TABLE_DBA("128", "4"), NULL, TABLE_DBA("16", "4"), 0}}},
    {TABLE_D("5.2, 5.5"), .sentence = "PRA* takes least memory", .figure = "least", TABLE_LESS, TABLE_OF(MEMORY_OVER), .cases = {{TABLE_PRA("16"), NULL, TABLE_DBA("16", "1"), 0}, {TABLE_PRA("32"), NULL, TABLE_DBA("32", "1"), 0}, {TABLE_PRA("64"), NULL, TABLE_DBA("64", "1"), 0}, {TABLE_PRA("128"), NULL, TABLE_DBA("128", "1"), 0}, {TABLE_PRA("16"), NULL, TABLE_HCDPS("1"), 0}}},
    {TABLE_D("5.2, 5.5"), .sentence = "... and least preparation", .figure = "least", TABLE_MORE, TABLE_OF(PREPARE_FASTER), .cases = {{TABLE_PRA("16"), NULL, TABLE_DBA("16", "1"), 0}, {TABLE_PRA("32"), NULL, TABLE_DBA("32", "1"), 0}, {TABLE_PRA("64"), NULL, TABLE_DBA("64", "1"), 0}, {TABLE_PRA("128"), NULL, TABLE_DBA("128", "1"), 0}, {TABLE_PRA("16"), NULL, TABLE_HCDPS("1"), 0}}},
    {TABLE_D("4.5"), .sentence = "Path trimming makes paths better", .figure = "better", TABLE_LESS, TABLE_OF(EXCESS_OVER), .cases = {{TABLE_DBA("16", "1"), NULL, "dba_paper(sector=16, depth=1, trim=off)", 0}, {TABLE_DBA("32", "1"), NULL, "dba_paper(sector=32, depth=1, trim=off)", 0}, {TABLE_DBA("64", "1"), NULL, "dba_paper(sector=64, depth=1, trim=off)", 0}, {TABLE_DBA("128", "1"), NULL, "dba_paper(sector=128, depth=1, trim=off)", 0}}},
    {TABLE_D("4.6"), .sentence = "More borders crossed, better paths: four against one", .figure = "better", TABLE_LESS, TABLE_OF(EXCESS_OVER), .cases = {{TABLE_DBA("16", "4"), NULL, TABLE_DBA("16", "1"), 0}, {TABLE_DBA("32", "4"), NULL, TABLE_DBA("32", "1"), 0}, {TABLE_DBA("64", "4"), NULL, TABLE_DBA("64", "1"), 0}, {TABLE_DBA("128", "4"), NULL, TABLE_DBA("128", "1"), 0}}},
    {TABLE_D("2.7"), .sentence = "HCDPS moves faster than PRA*", .figure = "faster", TABLE_MORE, TABLE_OF(MOVE_FASTER), .cases = {{TABLE_HCDPS("1"), NULL, TABLE_PRA("16"), 0}, {TABLE_HCDPS("1"), NULL, TABLE_PRA("32"), 0}, {TABLE_HCDPS("1"), NULL, TABLE_PRA("64"), 0}, {TABLE_HCDPS("1"), NULL, TABLE_PRA("128"), 0}}},
    {TABLE_D("2.7"), .sentence = "... with better paths", .figure = "better", TABLE_LESS, TABLE_OF(EXCESS_OVER), .why = "With one level sectors of 16 have the better paths.", .cases = {{TABLE_HCDPS("1"), NULL, TABLE_PRA("16"), 0}, {TABLE_HCDPS("1"), NULL, TABLE_PRA("32"), 0}, {TABLE_HCDPS("1"), NULL, TABLE_PRA("64"), 0}, {TABLE_HCDPS("1"), NULL, TABLE_PRA("128"), 0}}},
    {TABLE_D("2.7"), .sentence = "... and more memory", .figure = "more", TABLE_MORE, TABLE_OF(MEMORY_OVER), .cases = {{TABLE_HCDPS("1"), NULL, TABLE_PRA("16"), 0}, {TABLE_HCDPS("1"), NULL, TABLE_PRA("32"), 0}, {TABLE_HCDPS("1"), NULL, TABLE_PRA("64"), 0}, {TABLE_HCDPS("1"), NULL, TABLE_PRA("128"), 0}}},
    {TABLE_D("1"), .sentence = "1 to 10 s of preparation", .figure = "1 to 10 s", TABLE_FIGURE(0, 0), .why = "A figure of another machine. Ours take 5 to 300 ms."},
    {TABLE_D("5.4"), .sentence = "On larger maps all three have better paths and faster moves", .figure = "better", TABLE_FIGURE(0, 0), .why = "The thesis' large maps are not published. One of 16.8 million cells is on the page of dba_paper: better paths; one map has no interval."},
    {TABLE_D("5.4"), .sentence = "There the same paths as HCDPS with slightly more memory than PRA*", .figure = "same", TABLE_FIGURE(0, 0), .why = "The same. On that map 2 % against 14 %: far better than HCDPS as printed."},
    {TABLE_D("4.3"), .sentence = "The first answer takes a search of the sector of the start", .figure = "one sector", TABLE_FIGURE(0, 0), .why = "Rows do not count cells read; tests bound them."},
    {TABLE_D("4.3"), .sentence = "An agent takes at most the states of a sector", .figure = "one sector", TABLE_FIGURE(0, 0), .why = "The same."},
    {TABLE_D("4.1"), .sentence = "Regions are found in linear time, each state once", .figure = "1", TABLE_FIGURE(0, 0), .why = "The same."},

    // SGA* ----------------------------------------------------------------------------------------
    {TABLE_S("8.3.4", "bg512"), .sentence = "Baldur's Gate: around 55 % less time than A*", .figure = "0.45 of A*", TABLE_FIGURE(0.45, 0.005), TABLE_OF(TIME), .stand_in = true, .why = "12 of the 75 maps, of which AR0400SR, the worst, is one.", .cases = {{TABLE_V2, "sgastar", TABLE_HEAP, 0}}},
    {TABLE_S("8.3.4", "bg512"), .sentence = "... around 55 % less memory", .figure = "0.45 of A*", TABLE_FIGURE(0.45, 0.005), TABLE_OF(STATES), .stand_in = true, .why = "12 of the 75 maps, of which AR0400SR, the worst, is one.", .cases = {{TABLE_V2, "sgastar", TABLE_HEAP, 0}}},
    {TABLE_S("8.3.4", "bg512"), .sentence = "... with an improvement except on three maps", .figure = "3 maps", TABLE_FIGURE(0, 0), .why = "12 of the 75 maps, of which AR0400SR, the worst, is one."},
    {TABLE_S("8.3.4", "bg512"), .sentence = "AR0400SR: paths over 100 % too long", .figure = "over 100 %", TABLE_ABOVE(100), TABLE_OF(EXCESS_MAP), .why = "Single trips are; on average those of the map are not.", .cases = {{TABLE_V1, "sgastar", NULL, 0}, {TABLE_V2, "sgastar", NULL, 0}, {TABLE_V3, "sgastar", NULL, 0}}},
    {TABLE_S("8.3.4", "bg512"), .sentence = "... many smoothed paths are optimal: more than half", .figure = "many", TABLE_ABOVE(50), TABLE_OF(SMOOTHED_WITHIN), .argument = 1e-9, .cases = {{TABLE_V2, "sgastar", NULL, 0}, {TABLE_V3, "sgastar", NULL, 0}}},
    {TABLE_S("8.3.6", "rts"), .sentence = "Pseudo-RTS: over 90 % less time", .figure = "under 0.1 of A*", TABLE_BELOW(0.1), TABLE_OF(TIME), .why = "V1 and V2 expand 5 % of what A* does, V3 24 %, but to begin a search costs as much as ten expansions here.", .cases = {{TABLE_V1, "sgastar", TABLE_HEAP, 0}, {TABLE_V2, "sgastar", TABLE_HEAP, 0}, {TABLE_V3, "sgastar", TABLE_HEAP, 0}}},
    {TABLE_S("8.3.6", "rts"), .sentence = "... over 90 % less memory", .figure = "under 0.1 of A*", TABLE_BELOW(0.1), TABLE_OF(STATES), .cases = {{TABLE_V1, "sgastar", TABLE_HEAP, 0}, {TABLE_V2, "sgastar", TABLE_HEAP, 0}, {TABLE_V3, "sgastar", TABLE_HEAP, 0}}},
    {TABLE_S("8.3.6", "rts"), .sentence = "... after smoothing around 7 % too long", .figure = "7 %", TABLE_FIGURE(7, 0.5), TABLE_OF(SMOOTHED), .stand_in = true, .why = "The thesis' generator is not known.", .cases = {{TABLE_V2, "sgastar", NULL, 0}, {TABLE_V3, "sgastar", NULL, 0}}},
    {TABLE_S("8.3.6", "rts"), .sentence = "... trimming by deviation gives better paths than by distance", .figure = "better", TABLE_LESS, TABLE_OF(EXCESS_OVER), .cases = {{TABLE_V2, NULL, TABLE_V2_DIST, 0}}},
    {TABLE_S("8.3.6", "rts"), .sentence = "... and no other times", .figure = "alike", TABLE_ALIKE, TABLE_OF(TIME), .cases = {{TABLE_V2, NULL, TABLE_V2_DIST, 0}}},
    {TABLE_S("8.4", "rts"), .sentence = "Up to 90 % better at about 6 % of the length in its domain: paths", .figure = "6 %", TABLE_FIGURE(6, 0.5), TABLE_OF(EXCESS), .stand_in = true, .why = "Generated maps stand for the game's.", .cases = {{TABLE_V2, "sgastar", NULL, 0}}},
    {TABLE_S("8.3.2", "bunker"), .sentence = "Counter-Strike: on average 50 % less search time", .figure = "0.5 of A*", TABLE_FIGURE(0.5, 0.005), TABLE_OF(TIME), .stand_in = true, .why = "Generated maps stand for the game's.", .cases = {{TABLE_V2, "sgastar", TABLE_HEAP, 0}}},
    {TABLE_S("8.3.2", "bunker"), .sentence = "... and 50 % less memory", .figure = "0.5 of A*", TABLE_FIGURE(0.5, 0.005), TABLE_OF(STATES), .stand_in = true, .why = "Generated maps stand for the game's.", .cases = {{TABLE_V2, "sgastar", TABLE_HEAP, 0}}},
    {TABLE_S("8.3.2", "bunker"), .sentence = "... V2 uses less memory than both V1 and V3", .figure = "less", TABLE_LESS, TABLE_OF(STATES), .why = "V3 searches as much from sub-goal to sub-goal as V2 does.", .cases = {{TABLE_V2, NULL, TABLE_V1, 0}, {TABLE_V2, NULL, TABLE_V3, 0}}},
    {TABLE_S("8.3.2", "bunker"), .sentence = "... before smoothing the paths of V1 are around 37 % too long", .figure = "37 %", TABLE_FIGURE(37, 0.5), TABLE_OF(EXCESS), .stand_in = true, .why = "Generated maps stand for the game's.", .cases = {{TABLE_V1, "sgastar", NULL, 0}}},
    {TABLE_S("8.3.2", "bunker"), .sentence = "... those of V2 around 21 %", .figure = "21 %", TABLE_FIGURE(21, 0.5), TABLE_OF(EXCESS), .stand_in = true, .why = "Generated maps stand for the game's.", .cases = {{TABLE_V2, "sgastar", NULL, 0}}},
    {TABLE_S("8.3.2", "bunker"), .sentence = "... after smoothing around 4 %", .figure = "4 %", TABLE_FIGURE(4, 0.5), TABLE_OF(SMOOTHED), .stand_in = true, .why = "Generated maps stand for the game's.", .cases = {{TABLE_V2, "sgastar", NULL, 0}}},
    {TABLE_S("8.3.2", "bunker"), .sentence = "... V1 on average over 35 %, V2 15 points better", .figure = "35 %, 15 points", TABLE_FIGURE(0, 0), .why = "Generated maps stand for the game's."},
    {TABLE_S("8.3.2", "bunker"), .sentence = "cs_militia: V1 130 % slower, V2 and V3 nearly 50 %", .figure = "130, 50 %", TABLE_FIGURE(0, 0), .why = "The map is not published."},
    {TABLE_S("8.3.3", "field"), .sentence = "Company of Heroes: V2 takes at worst 39 % less time than A* on a map", .figure = "0.04 to 0.61 of A*", TABLE_BELOW(0.61), TABLE_OF(TIME_MAP), .why = "On generated maps, which stand for the game's; the thesis' own may bear it out.", .cases = {{TABLE_V2, "sgastar", TABLE_HEAP, 0}}},
    {TABLE_S("8.3.3", "field"), .sentence = "... and at worst 35 % less memory, all variants", .figure = "0.06 to 0.65 of A*", TABLE_BELOW(0.65), TABLE_OF(STATES_MAP), .cases = {{TABLE_V1, "sgastar", TABLE_HEAP, 0}, {TABLE_V2, "sgastar", TABLE_HEAP, 0}, {TABLE_V3, "sgastar", TABLE_HEAP, 0}}},
    {TABLE_S("8.3.3", "field"), .sentence = "... at best 96 % less time and 94 % less memory", .figure = "96, 94 %", TABLE_FIGURE(0, 0), .why = "Generated maps stand for the game's."},
    {TABLE_S("8.3.3", "field"), .sentence = "... before smoothing the paths of V2 are around 16 % too long, 4 % in some cases", .figure = "16 %", TABLE_FIGURE(16, 0.5), TABLE_OF(EXCESS), .stand_in = true, .why = "Generated maps stand for the game's.", .cases = {{TABLE_V2, "sgastar", NULL, 0}}},
    {TABLE_S("8.3.3", "field"), .sentence = "... those of V1 are poor: worse than V2's", .figure = "worse", TABLE_MORE, TABLE_OF(EXCESS_OVER), .cases = {{TABLE_V1, NULL, TABLE_V2, 0}}},
    {TABLE_S("8.3.5", "sc1"), .sentence = "StarCraft: over 2000 % more time than A* in certain cases", .figure = "over 21 x A*", TABLE_ONCE(21), TABLE_OF(TIME_MAX), .over = BENCH_OVER_SOME, .why = "10 of 125 maps. The thesis says that refinements are searched from the sub-goal back, which costs no more than the pocket that it is in; the second figure is without that rule.", .cases = {{TABLE_V2, "sgastar", TABLE_HEAP, 0}, {TABLE_FORWARD, NULL, TABLE_HEAP, 0}}},
    {TABLE_S("8.3.5", "sc1"), .sentence = "... some maps improve", .figure = "below A*", TABLE_FIGURE(0, 0), .why = "10 of 125 maps."},
    {TABLE_S("8.3.5", "sc1"), .sentence = "... memory suffers less than time", .figure = "less", TABLE_FIGURE(0, 0), .why = "10 of 125 maps; time and memory are rows of their own, whose ratio has no interval."},
    {TABLE_S("8.3.2, 8.4", "sc1"), .sentence = "Some problems take orders of magnitude longer than by A*", .figure = "10 x A*", TABLE_ONCE(10), TABLE_OF(TIME_MAX), .over = BENCH_OVER_SOME, .cases = {{TABLE_V1, NULL, TABLE_HEAP, 0}, {TABLE_V2, NULL, TABLE_HEAP, 0}, {TABLE_V3, NULL, TABLE_HEAP, 0}}},
    {TABLE_S("8.3.3", "pockets"), .sentence = "V2 and V3 handle maps of low connectivity better than V1: time", .figure = "less", TABLE_LESS, TABLE_OF(TIME), .why = "By V3, which searches what the others walk in lines; V2 alone is undecided. The cause is not known.", .cases = {{TABLE_V2, NULL, TABLE_V1, 0}, {TABLE_V3, NULL, TABLE_V1, 0}}},
    TABLE_GAME("bg512", "Baldur's Gate", "8.3.4"),
    TABLE_GAME("sc1", "StarCraft", "8.3.5"),
    TABLE_GAME("rts", "Pseudo-RTS", "8.3.6"),
    TABLE_GAME("bunker", "Counter-Strike", "8.3.2"),
    TABLE_GAME("field", "Company of Heroes", "8.3.3"),
    {TABLE_S("8.3.2 to 8.3.6", "bg512"), .sentence = "Standard deviations are extremely high, except on pseudo-RTS maps, and highest on StarCraft's", .figure = "high", TABLE_FIGURE(0, 0), .why = "A spread over maps needs the thesis' maps: here are 12 of 75, 10 of 125, and generated ones."},
    {TABLE_S("8.2.1.3", "bg512"), .sentence = "A failed search leaves a partial path at no cost", .figure = "none", TABLE_FIGURE(0, 0), .why = "The suite has no trips without a way."},
    {TABLE_S("8.2.1.2", "bg512"), .sentence = "A failed search of SGA* costs more than one of A*", .figure = "more", TABLE_FIGURE(0, 0), .why = "The same."},

    // Survey --------------------------------------------------------------------------------------
    {TABLE_ROW("Survey", "7.2", "hierarchical", "bg512"), .sentence = "HPA* before smoothing: less than 10 % too long", .figure = "under 10 %", TABLE_BELOW(10), TABLE_OF(EXCESS), .cases = {{TABLE_HPA, "hpastar", NULL, 0}}},
    {TABLE_ROW("Survey", "7.3", "hierarchical", "bg512"), .sentence = "... on average 6 %", .figure = "6 %", TABLE_FIGURE(6, 0.5), TABLE_OF(EXCESS), .why = "Shorter: on maps scaled to 512 cells clusters of 10 are small beside their rooms.", .cases = {{TABLE_HPA, "hpastar", NULL, 0}}},
    {TABLE_ROW("Survey", "7.2", "hierarchical", "bg512"), .sentence = "... and under 1 % after it", .figure = "under 1 %", TABLE_BELOW(1), TABLE_OF(EXCESS), .cases = {{"hpastar(size=10, levels=1, insert=astar, smooth=all)", "hpastar", NULL, 0}}},
    {TABLE_ROW("Survey", "7.1.5, 7.5", "hierarchical", "bg512"), .sentence = "... up to 9 times faster than A*", .figure = "9 x", TABLE_ONCE(9), TABLE_OF(FASTER_MAX), .over = BENCH_OVER_SOME, .cases = {{TABLE_HPA, "hpastar", "astar(open=binary)", 0}, {TABLE_HPA, "hpastar", "astar", 0}}},
    {TABLE_ROW("Survey", "7.3", "hierarchical", "bg512"), .sentence = "PRA*(infinity): paths within 1 % of the best 98 % of the time", .figure = "98 %", TABLE_ABOVE(98), TABLE_OF(WITHIN), .argument = 0.01, .why = "Our groups stay inside blocks, and the level of cliques of cells is not kept, so the corridors are others.", .cases = {{"prastar(height=0.5, skip=off, wide=off)", "prastar", NULL, 0}}},
    {TABLE_ROW("Survey", "7.3", "hierarchical", "bg512"), .sentence = "PRA*(16): complete paths within 5 % of the best 98 % of the time", .figure = "98 %", TABLE_ABOVE(98), TABLE_OF(WITHIN), .argument = 0.05, .why = "Our groups stay inside blocks, and the level of cliques of cells is not kept, so the corridors are others.", .cases = {{"prastar(height=0.5, skip=off, wide=off, partial=16)", "prastar", NULL, 0}}},
    {TABLE_ROW("Survey", "7.3", "hierarchical", "bg512"), .sentence = "PRA* takes as long as HPA*", .figure = "similar", TABLE_ALIKE, TABLE_OF(TIME), .cases = {{"prastar(height=0.5, skip=off, wide=off)", "prastar", TABLE_HPA, 0}}},
    {TABLE_ROW("Survey", "7.3", "hierarchical", "bg512"), .sentence = "... and more memory", .figure = "more", TABLE_MORE, TABLE_OF(MEMORY_OVER), .cases = {{"prastar(height=0.5, skip=off, wide=off)", "prastar", TABLE_HPA, 0}}},
    {TABLE_ROW("Survey", "7.4, 7.5", "hierarchical", "bg512"), .sentence = "MM abstraction (sectors), trimmed: paths as little as 5 % too long", .figure = "5 %", TABLE_ONCE_BELOW(5), TABLE_OF(EXCESS), .over = BENCH_OVER_SOME, .cases = {{"sectors(centres=mean, ahead=1, trim=0.1, hurry=off)", "sectors", NULL, 0}}},
    {TABLE_ROW("Survey", "7.4", "hierarchical", "bg512"), .sentence = "... better with 15 % trimmed and two sub-problems at once", .figure = "better", TABLE_LESS, TABLE_OF(EXCESS_OVER), .cases = {{"sectors(centres=mean, ahead=2, trim=0.15, hurry=off)", NULL, "sectors(centres=mean, ahead=1, trim=0.1, hurry=off)", 0}}},
    {TABLE_ROW("Survey", "7.4", "hierarchical", "bg512"), .sentence = "... with fewer abstract nodes than HPA*", .figure = "fewer", TABLE_FIGURE(0, 0), .why = "Rows do not count abstract nodes."},
    {TABLE_ROW("Survey", "7.2", "hierarchical", "bg512"), .sentence = "DHPA* is 1.9 times faster than HPA*", .figure = "1.9", TABLE_FIGURE(1.9, 0.05), TABLE_OF(FASTER), .why = "The search over gates, which both do, is most of a trip.", .cases = {{"dhpastar(levels=1, smooth=off)", NULL, "hpastar(levels=1, smooth=off)", 0}}},
    {TABLE_ROW("Survey", "7.2", "hierarchical", "bg512"), .sentence = "... with longer paths", .figure = "longer", TABLE_MORE, TABLE_OF(EXCESS_OVER), .cases = {{"dhpastar(levels=1, smooth=off)", NULL, "hpastar(levels=1, smooth=off)", 0}}},
    {TABLE_ROW("Survey", "7.2", "hierarchical", "bg512"), .sentence = "... and more memory", .figure = "more", TABLE_MORE, TABLE_OF(MEMORY_OVER), .cases = {{"dhpastar(levels=1, smooth=off)", NULL, "hpastar(levels=1, smooth=off)", 0}}},
    {TABLE_ROW("Survey", "7.2", "hierarchical", "bg512"), .sentence = "Larger clusters help HPA* more than more levels: size 16 against levels 2", .figure = "more", TABLE_MORE, TABLE_OF(FASTER), .cases = {{"hpastar(levels=1, smooth=off)", NULL, "hpastar(size=10, smooth=off)", 0}}},
    {TABLE_ROW("Survey", "5.7", "discrete", "dao"), .sentence = "Fringe search takes around 25 % less time than A* with a binary heap", .figure = "0.75 of A*", TABLE_FIGURE(0.75, 0.005), TABLE_OF(TIME), .why = "It walks its list once for every distinct cost, and steps of 408 and 577 make many.", .cases = {{"fringe", NULL, "astar(open=binary)", 0}}},
    {TABLE_ROW("Survey", "5.7", "discrete", "dao"), .sentence = "... with more nodes expanded", .figure = "more", TABLE_MORE, TABLE_OF(WORK), .cases = {{"fringe", NULL, "astar(open=binary)", 0}}},
    {TABLE_ROW("Survey", "5.7", "discrete", "dao"), .sentence = "... and more memory", .figure = "more", TABLE_MORE, TABLE_OF(AGENT_OVER), .cases = {{"fringe", NULL, "astar(open=binary)", 0}}},
    {TABLE_ROW("Survey", "5.4", "discrete", "dao"), .sentence = "A* explores far less than Dijkstra's search", .figure = "less", TABLE_LESS, TABLE_OF(WORK), .cases = {{"astar", NULL, "dijkstra", 0}}},
    {TABLE_ROW("Survey", "5.4.3", "discrete", "dao"), .sentence = "A skew heap is the best open list: against a binary heap", .figure = "faster", TABLE_MORE, TABLE_OF(FASTER), .why = "It links its nodes; those of a binary heap lie side by side.", .cases = {{"astar(open=skew)", NULL, "astar(open=binary)", 0}}},
    {TABLE_ROW("Survey", "5.4.3", "discrete", "dao"), .sentence = "A sorted list is not recommended: slower than a binary heap", .figure = "slower", TABLE_LESS, TABLE_OF(FASTER), .cases = {{"astar(open=sorted)", NULL, "astar(open=binary)", 0}}},
    {TABLE_ROW("Survey", "5.4.3", "discrete", "dao"), .sentence = "Expanding equal f at once pays", .figure = "faster", TABLE_MORE, TABLE_OF(FASTER), .cases = {{"astar(open=heap4, fast=on)", NULL, "astar(open=heap4)", 0}}},
    {TABLE_ROW("Survey", "5.5", "discrete", "tiny"), .sentence = "Memory for IDA* takes 50 % off the nodes", .figure = "0.5 of IDA*", TABLE_BELOW(0.5), TABLE_OF(WORK), .cases = {{"meidastar", NULL, "idastar(limit=2000000)", 0}}},
    {TABLE_ROW("Survey", "5.5", "discrete", "tiny"), .sentence = "... and 30 % off the time", .figure = "0.7 of IDA*", TABLE_BELOW(0.7), TABLE_OF(TIME), .cases = {{"meidastar", NULL, "idastar(limit=2000000)", 0}}},
    {TABLE_ROW("Survey", "5.5", "discrete", "scenes"), .sentence = "... and is over 19 times slower than A*", .figure = "19", TABLE_ABOVE(19), TABLE_OF(TIME), .cases = {{"meidastar", NULL, "astar(open=binary)", 0}}},
    {TABLE_ROW("Survey", "5.6", "discrete", "tiny"), .sentence = "An expansion of SMA* costs about 17.5 times that of A*", .figure = "17.5", TABLE_FIGURE(17.5, 1.75), TABLE_OF(EXPANSION), .why = "A new successor backs up through its ancestors, and trips in these scenes are short.", .cases = {{"smastar(nodes=32)", NULL, "astar(open=binary)", 0}}},
    {TABLE_ROW("Survey", "6.6", "incremental", "rooms"), .sentence = "Incremental search is orders of magnitude cheaper than replanning", .figure = "10 x", TABLE_ABOVE(10), TABLE_OF(FASTER), .cases = {{"dstarlite(queue=heap_large_g)", NULL, "backward", 0}, {"dstarlite(queue=bucket)", NULL, "backward", 0}}},

    // D* Lite -------------------------------------------------------------------------------------
    {TABLE_L("table 1"), .sentence = "With buckets the runtime is half of that with a heap: by the table 2.35 times as fast", .figure = "2.35", TABLE_FIGURE(2.35, 0.005), TABLE_OF(FASTER), .cases = {{"dstarlite(queue=bucket)", NULL, "dstarlite(queue=heap_large_g)", 0}}},
    {TABLE_L("abstract"), .sentence = "... so that a game can afford twice the characters", .figure = "2", TABLE_ABOVE(2), TABLE_OF(FASTER), .cases = {{"dstarlite(queue=bucket)", NULL, "dstarlite(queue=heap_large_g)", 0}}},
    {TABLE_L("table 1"), .sentence = "... with 1.9 % more expansions", .figure = "1.9 %", .kind = BENCH_CLAIM_FIGURE, .low = 1.0171, .high = 1.0209, TABLE_OF(WORK), .why = "The paper's own two intervals overlap.", .cases = {{"dstarlite(queue=bucket)", NULL, "dstarlite(queue=heap_large_g)", 0}}},
    {TABLE_L("table 1"), .sentence = "A walk takes 11,416 expansions with a heap that prefers larger g", .figure = "11,416", TABLE_FIGURE(11416, 0.5), TABLE_OF(EXPANDED), .cases = {{"dstarlite(queue=heap_large_g)", NULL, NULL, 0}}},
    {TABLE_L("table 1"), .sentence = "... and 11,632.5 with buckets", .figure = "11,632.5", TABLE_FIGURE(11632.5, 0.05), TABLE_OF(EXPANDED), .cases = {{"dstarlite(queue=bucket)", NULL, NULL, 0}}},
    {TABLE_L("table 1"), .sentence = "Ties broken towards larger g: fewer expansions than towards smaller g", .figure = "fewer", TABLE_LESS, TABLE_OF(WORK), .cases = {{"dstarlite(queue=heap_large_g)", NULL, "dstarlite(queue=heap_small_g)", 0}}},
    {TABLE_L("table 1"), .sentence = "... and less time", .figure = "less", TABLE_MORE, TABLE_OF(FASTER), .cases = {{"dstarlite(queue=heap_large_g)", NULL, "dstarlite(queue=heap_small_g)", 0}}},

    // GAT -----------------------------------------------------------------------------------------
    {TABLE_G("figure 2", "platform"), .sentence = "Levels: single steps arrive sooner than many at once, left half", .figure = "sooner", .kind = BENCH_CLAIM_DIRECTION, .low = 50, .high = INFINITY, TABLE_OF(SOONER), .over = BENCH_OVER_MOST, .cases = {{TABLE_SINGLE, NULL, TABLE_MULTI, 1}, {TABLE_SINGLE, NULL, TABLE_MULTI, 2}, {TABLE_SINGLE, NULL, TABLE_MULTI, 3}}},
    {TABLE_G("figure 2", "platform"), .sentence = "... right half", .figure = "sooner", .kind = BENCH_CLAIM_DIRECTION, .low = 50, .high = INFINITY, TABLE_OF(SOONER), .over = BENCH_OVER_MOST, .cases = {{TABLE_SINGLE, NULL, TABLE_MULTI, 4}, {TABLE_SINGLE, NULL, TABLE_MULTI, 5}, {TABLE_SINGLE, NULL, TABLE_MULTI, 6}}},
    {TABLE_G("figure 2", "platform"), .sentence = "Levels: a dynamic look-ahead arrives sooner than many steps at once, left half", .figure = "sooner", .kind = BENCH_CLAIM_DIRECTION, .low = 50, .high = INFINITY, TABLE_OF(SOONER), .over = BENCH_OVER_MOST, .cases = {{TABLE_DYNAMIC, NULL, TABLE_MULTI, 1}, {TABLE_DYNAMIC, NULL, TABLE_MULTI, 2}, {TABLE_DYNAMIC, NULL, TABLE_MULTI, 3}}},
    {TABLE_G("figure 2", "platform"), .sentence = "... right half", .figure = "sooner", .kind = BENCH_CLAIM_DIRECTION, .low = 50, .high = INFINITY, TABLE_OF(SOONER), .over = BENCH_OVER_MOST, .cases = {{TABLE_DYNAMIC, NULL, TABLE_MULTI, 4}, {TABLE_DYNAMIC, NULL, TABLE_MULTI, 5}, {TABLE_DYNAMIC, NULL, TABLE_MULTI, 6}}},
    {TABLE_G("figure 2", "platform"), .sentence = "At 1 s all perform similarly", .figure = "alike", .kind = BENCH_CLAIM_ALIKE, .low = 35, .high = 65, TABLE_OF(SOONER), .over = BENCH_OVER_ALL, .why = "25 levels would have to be split evenly to show it.", .cases = {{TABLE_SINGLE, NULL, TABLE_MULTI, 6}, {TABLE_DYNAMIC, NULL, TABLE_MULTI, 6}}},
    {TABLE_G("abstract", "platform"), .sentence = "Better to plan after each action than with a dynamic look-ahead: by f", .figure = "sooner", .kind = BENCH_CLAIM_DIRECTION, .low = 50, .high = INFINITY, TABLE_OF(SOONER), .over = BENCH_OVER_MOST, .cases = {{TABLE_SINGLE, NULL, TABLE_DYNAMIC, 1}, {TABLE_SINGLE, NULL, TABLE_DYNAMIC, 2}, {TABLE_SINGLE, NULL, TABLE_DYNAMIC, 3}, {TABLE_SINGLE, NULL, TABLE_DYNAMIC, 4}, {TABLE_SINGLE, NULL, TABLE_DYNAMIC, 5}, {TABLE_SINGLE, NULL, TABLE_DYNAMIC, 6}}},
    {TABLE_G("figure 7", "platform"), .sentence = "... by f-hat, where the figure says the opposite", .figure = "later", .kind = BENCH_CLAIM_DIRECTION, .low = 50, .high = INFINITY, TABLE_OF(SOONER), .over = BENCH_OVER_MOST, .cases = {{TABLE_DYNAMIC_FHAT, NULL, TABLE_SINGLE_FHAT, 1}, {TABLE_DYNAMIC_FHAT, NULL, TABLE_SINGLE_FHAT, 2}, {TABLE_DYNAMIC_FHAT, NULL, TABLE_SINGLE_FHAT, 3}, {TABLE_DYNAMIC_FHAT, NULL, TABLE_SINGLE_FHAT, 4}, {TABLE_DYNAMIC_FHAT, NULL, TABLE_SINGLE_FHAT, 5}, {TABLE_DYNAMIC_FHAT, NULL, TABLE_SINGLE_FHAT, 6}}},
    {TABLE_G("figure 6", "platform"), .sentence = "Levels: complete layers of f are worse than plain LSS-LRTA* at first", .figure = "later", .kind = BENCH_CLAIM_DIRECTION, .low = 50, .high = INFINITY, TABLE_OF(SOONER), .over = BENCH_OVER_MOST, .cases = {{TABLE_MULTI, NULL, TABLE_COMPLETE, 1}, {TABLE_MULTI, NULL, TABLE_COMPLETE, 2}, {TABLE_MULTI, NULL, TABLE_COMPLETE, 3}}},
    {TABLE_G("figure 6", "platform"), .sentence = "... and the best of the three on the right: against plain", .figure = "sooner", .kind = BENCH_CLAIM_DIRECTION, .low = 50, .high = INFINITY, TABLE_OF(SOONER), .over = BENCH_OVER_MOST, .cases = {{TABLE_COMPLETE, NULL, TABLE_MULTI, 4}, {TABLE_COMPLETE, NULL, TABLE_MULTI, 5}, {TABLE_COMPLETE, NULL, TABLE_MULTI, 6}}},
    {TABLE_G("figure 6", "platform"), .sentence = "... against f-hat", .figure = "sooner", .kind = BENCH_CLAIM_DIRECTION, .low = 50, .high = INFINITY, TABLE_OF(SOONER), .over = BENCH_OVER_MOST, .cases = {{TABLE_COMPLETE, NULL, TABLE_FHAT, 4}, {TABLE_COMPLETE, NULL, TABLE_FHAT, 5}, {TABLE_COMPLETE, NULL, TABLE_FHAT, 6}}},
    {TABLE_G("figure 6", "platform"), .sentence = "f-hat is the best of the three on the left: against plain", .figure = "sooner", .kind = BENCH_CLAIM_DIRECTION, .low = 50, .high = INFINITY, TABLE_OF(SOONER), .over = BENCH_OVER_MOST, .cases = {{TABLE_FHAT, NULL, TABLE_MULTI, 1}, {TABLE_FHAT, NULL, TABLE_MULTI, 2}, {TABLE_FHAT, NULL, TABLE_MULTI, 3}}},
    {TABLE_G("figure 6", "platform"), .sentence = "... against complete layers", .figure = "sooner", .kind = BENCH_CLAIM_DIRECTION, .low = 50, .high = INFINITY, TABLE_OF(SOONER), .over = BENCH_OVER_MOST, .cases = {{TABLE_FHAT, NULL, TABLE_COMPLETE, 1}, {TABLE_FHAT, NULL, TABLE_COMPLETE, 2}, {TABLE_FHAT, NULL, TABLE_COMPLETE, 3}}},
    {TABLE_G("figure 6", "platform"), .sentence = "... and slightly worse than plain on the right", .figure = "later", .kind = BENCH_CLAIM_DIRECTION, .low = 50, .high = INFINITY, TABLE_OF(SOONER), .over = BENCH_OVER_MOST, .cases = {{TABLE_MULTI, NULL, TABLE_FHAT, 4}, {TABLE_MULTI, NULL, TABLE_FHAT, 5}, {TABLE_MULTI, NULL, TABLE_FHAT, 6}}},
    {TABLE_G("figure 7", "platform"), .sentence = "Dynamic f-hat is the best of the four on the left: against dynamic f", .figure = "sooner", .kind = BENCH_CLAIM_DIRECTION, .low = 50, .high = INFINITY, TABLE_OF(SOONER), .over = BENCH_OVER_MOST, .cases = {{TABLE_DYNAMIC_FHAT, NULL, TABLE_DYNAMIC, 1}, {TABLE_DYNAMIC_FHAT, NULL, TABLE_DYNAMIC, 2}, {TABLE_DYNAMIC_FHAT, NULL, TABLE_DYNAMIC, 3}}},
    {TABLE_G("figure 7", "platform"), .sentence = "... against single f", .figure = "sooner", .kind = BENCH_CLAIM_DIRECTION, .low = 50, .high = INFINITY, TABLE_OF(SOONER), .over = BENCH_OVER_MOST, .cases = {{TABLE_DYNAMIC_FHAT, NULL, TABLE_SINGLE, 1}, {TABLE_DYNAMIC_FHAT, NULL, TABLE_SINGLE, 2}, {TABLE_DYNAMIC_FHAT, NULL, TABLE_SINGLE, 3}}},
    {TABLE_G("figure 7", "platform"), .sentence = "... against single f-hat", .figure = "sooner", .kind = BENCH_CLAIM_DIRECTION, .low = 50, .high = INFINITY, TABLE_OF(SOONER), .over = BENCH_OVER_MOST, .cases = {{TABLE_DYNAMIC_FHAT, NULL, TABLE_SINGLE_FHAT, 1}, {TABLE_DYNAMIC_FHAT, NULL, TABLE_SINGLE_FHAT, 2}, {TABLE_DYNAMIC_FHAT, NULL, TABLE_SINGLE_FHAT, 3}}},
    {TABLE_G("figure 8", "platform"), .sentence = "Levels: dynamic f-hat arrives sooner than A*, all durations", .figure = "sooner", .kind = BENCH_CLAIM_DIRECTION, .low = 50, .high = INFINITY, TABLE_OF(SOONER), .over = BENCH_OVER_ALL, .why = "With long moves the planning of A* takes little of the time.", .cases = {{TABLE_DYNAMIC_FHAT, NULL, "astar", 1}, {TABLE_DYNAMIC_FHAT, NULL, "astar", 2}, {TABLE_DYNAMIC_FHAT, NULL, "astar", 3}, {TABLE_DYNAMIC_FHAT, NULL, "astar", 4}, {TABLE_DYNAMIC_FHAT, NULL, "astar", 5}, {TABLE_DYNAMIC_FHAT, NULL, "astar", 6}}},
    {TABLE_G("figure 8", "platform"), .sentence = "... and than Speedy", .figure = "sooner", .kind = BENCH_CLAIM_DIRECTION, .low = 50, .high = INFINITY, TABLE_OF(SOONER), .over = BENCH_OVER_ALL, .cases = {{TABLE_DYNAMIC_FHAT, NULL, "speedy", 1}, {TABLE_DYNAMIC_FHAT, NULL, "speedy", 2}, {TABLE_DYNAMIC_FHAT, NULL, "speedy", 3}, {TABLE_DYNAMIC_FHAT, NULL, "speedy", 4}, {TABLE_DYNAMIC_FHAT, NULL, "speedy", 5}, {TABLE_DYNAMIC_FHAT, NULL, "speedy", 6}}},
    {TABLE_G("figure 8", "puzzles"), .sentence = "15-puzzle: dynamic f-hat arrives sooner than A*, moves being short", .figure = "sooner", .kind = BENCH_CLAIM_DIRECTION, .low = 50, .high = INFINITY, TABLE_OF(SOONER), .over = BENCH_OVER_MOST, .cases = {{TABLE_DYNAMIC_FHAT, NULL, "astar", 1}, {TABLE_DYNAMIC_FHAT, NULL, "astar", 2}, {TABLE_DYNAMIC_FHAT, NULL, "astar", 3}}},
    {TABLE_G("figure 8", "puzzles"), .sentence = "... until moves get long and A* beats it", .figure = "later", .kind = BENCH_CLAIM_DIRECTION, .low = 50, .high = INFINITY, TABLE_OF(SOONER), .over = BENCH_OVER_MOST, .cases = {{"astar", NULL, TABLE_DYNAMIC_FHAT, 4}, {"astar", NULL, TABLE_DYNAMIC_FHAT, 5}, {"astar", NULL, TABLE_DYNAMIC_FHAT, 6}}},
    {TABLE_G("figure 8", "puzzles"), .sentence = "... than Speedy", .figure = "sooner", .kind = BENCH_CLAIM_DIRECTION, .low = 50, .high = INFINITY, TABLE_OF(SOONER), .over = BENCH_OVER_MOST, .cases = {{TABLE_DYNAMIC_FHAT, NULL, "speedy", 1}, {TABLE_DYNAMIC_FHAT, NULL, "speedy", 2}, {TABLE_DYNAMIC_FHAT, NULL, "speedy", 3}}},
    {TABLE_G("figure 8", "puzzles"), .sentence = "... than single steps by f", .figure = "sooner", .kind = BENCH_CLAIM_DIRECTION, .low = 50, .high = INFINITY, TABLE_OF(SOONER), .over = BENCH_OVER_MOST, .cases = {{TABLE_DYNAMIC_FHAT, NULL, TABLE_SINGLE, 1}, {TABLE_DYNAMIC_FHAT, NULL, TABLE_SINGLE, 2}, {TABLE_DYNAMIC_FHAT, NULL, TABLE_SINGLE, 3}}},
    {TABLE_G("figure 8", "grid"), .sentence = "orz100d: A* is clearly the best: against dynamic f-hat", .figure = "sooner", .kind = BENCH_CLAIM_DIRECTION, .low = 50, .high = INFINITY, TABLE_OF(SOONER), .over = BENCH_OVER_MOST, .cases = {{"astar", NULL, TABLE_DYNAMIC_FHAT_GRID, 1}, {"astar", NULL, TABLE_DYNAMIC_FHAT_GRID, 2}, {"astar", NULL, TABLE_DYNAMIC_FHAT_GRID, 3}, {"astar", NULL, TABLE_DYNAMIC_FHAT_GRID, 4}, {"astar", NULL, TABLE_DYNAMIC_FHAT_GRID, 5}, {"astar", NULL, TABLE_DYNAMIC_FHAT_GRID, 6}}},
    {TABLE_G("figure 8", "grid"), .sentence = "... against Speedy", .figure = "sooner", .kind = BENCH_CLAIM_DIRECTION, .low = 50, .high = INFINITY, TABLE_OF(SOONER), .over = BENCH_OVER_MOST, .cases = {{"astar", NULL, "speedy", 1}, {"astar", NULL, "speedy", 2}, {"astar", NULL, "speedy", 3}, {"astar", NULL, "speedy", 4}, {"astar", NULL, "speedy", 5}, {"astar", NULL, "speedy", 6}}},
    {TABLE_G("figure 8", "grid"), .sentence = "... against single steps", .figure = "sooner", .kind = BENCH_CLAIM_DIRECTION, .low = 50, .high = INFINITY, TABLE_OF(SOONER), .over = BENCH_OVER_MOST, .cases = {{"astar", NULL, TABLE_SINGLE_GRID, 1}, {"astar", NULL, TABLE_SINGLE_GRID, 2}, {"astar", NULL, TABLE_SINGLE_GRID, 3}, {"astar", NULL, TABLE_SINGLE_GRID, 4}, {"astar", NULL, TABLE_SINGLE_GRID, 5}, {"astar", NULL, TABLE_SINGLE_GRID, 6}}},
    {TABLE_G("conclusion", "platform"), .sentence = "A* is not difficult to outperform in challenging domains: levels, any variant", .figure = "sooner", .kind = BENCH_CLAIM_DIRECTION, .low = 50, .high = INFINITY, TABLE_OF(SOONER), .over = BENCH_OVER_SOME, .cases = {{TABLE_DYNAMIC_FHAT, NULL, "astar", 1}, {TABLE_DYNAMIC_FHAT, NULL, "astar", 2}, {TABLE_DYNAMIC_FHAT, NULL, "astar", 3}, {TABLE_SINGLE, NULL, "astar", 1}, {TABLE_SINGLE, NULL, "astar", 2}, {TABLE_SINGLE, NULL, "astar", 3}, {TABLE_MULTI, NULL, "astar", 1}, {TABLE_MULTI, NULL, "astar", 2}, {TABLE_MULTI, NULL, "astar", 3}}},
    {TABLE_G("conclusion", "puzzles"), .sentence = "... 15-puzzle", .figure = "sooner", .kind = BENCH_CLAIM_DIRECTION, .low = 50, .high = INFINITY, TABLE_OF(SOONER), .over = BENCH_OVER_SOME, .cases = {{TABLE_DYNAMIC_FHAT, NULL, "astar", 1}, {TABLE_DYNAMIC_FHAT, NULL, "astar", 2}, {TABLE_DYNAMIC_FHAT, NULL, "astar", 3}, {TABLE_SINGLE, NULL, "astar", 1}, {TABLE_SINGLE, NULL, "astar", 2}, {TABLE_SINGLE, NULL, "astar", 3}}},
    {TABLE_G("conclusion", "grid"), .sentence = "... or when moves are short beside the search: orz100d", .figure = "sooner", .kind = BENCH_CLAIM_DIRECTION, .low = 50, .high = INFINITY, TABLE_OF(SOONER), .over = BENCH_OVER_SOME, .why = "A* plans these trips in 2 ms as counted, less than real-time searches lose in pockets.", .cases = {{TABLE_DYNAMIC_FHAT_GRID, NULL, "astar", 1}, {TABLE_DYNAMIC_FHAT_GRID, NULL, "astar", 2}, {TABLE_SINGLE_GRID, NULL, "astar", 1}, {TABLE_SINGLE_GRID, NULL, "astar", 2}}},
    {TABLE_G("figure 9", "platform"), .sentence = "Real-time searches walk further than A*: levels, dynamic f-hat", .figure = "more", TABLE_ABOVE(0.01), TABLE_OF(EXCESS), .cases = {{TABLE_DYNAMIC_FHAT, NULL, NULL, 0}, {TABLE_SINGLE, NULL, NULL, 0}}},
    {TABLE_G("figure 9", "puzzles"), .sentence = "... 15-puzzle", .figure = "more", TABLE_ABOVE(0.01), TABLE_OF(EXCESS), .cases = {{TABLE_DYNAMIC_FHAT, NULL, NULL, 0}, {TABLE_SINGLE, NULL, NULL, 0}}},
    {TABLE_G("figure 9", "grid"), .sentence = "... orz100d", .figure = "more", TABLE_ABOVE(0.01), TABLE_OF(EXCESS), .cases = {{TABLE_DYNAMIC_FHAT_GRID, NULL, NULL, 0}, {TABLE_SINGLE_GRID, NULL, NULL, 0}}},
    {TABLE_G("evaluation", "platform"), .sentence = "Look-aheads are sized by the mean time of a step", .figure = "mean", TABLE_FIGURE(0, 0), .why = "A setting, not a claim."},
};
// clang-format on

const bench_claim *bench_claim_at(uint32_t index)
{
    return index < sizeof table_claims / sizeof *table_claims ? &table_claims[index] : NULL;
}

const bench_paper *bench_paper_at(uint32_t index)
{
    return index < sizeof table_papers / sizeof *table_papers ? &table_papers[index] : NULL;
}
