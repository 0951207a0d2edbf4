// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Maps and contenders that suites are made of; only suites.c includes this.
#pragma once

#include "bench/suites/suite.h"

#include <stddef.h>

#define SUITES_END                                                                                 \
    {                                                                                              \
        NULL, 0                                                                                    \
    }

// Maps --------------------------------------------------------------------------------------------

/// The ten of the studies of databases: the largest of Dragon Age: Origins.
static const char *const suites_dao[] = {"dao/hrt000d", "dao/orz100d", "dao/orz103d", "dao/orz300d",
                                         "dao/orz700d", "dao/orz702d", "dao/orz900d", "dao/ost000a",
                                         "dao/ost000t", "dao/ost100d", NULL};
/// Those of them with problems as long as in the first table of the HCDPS paper.
static const char *const suites_dao_four[] = {"dao/orz103d", "dao/orz700d", "dao/orz702d",
                                              "dao/orz900d", NULL};
/// Small enough for a search from every cell.
static const char *const suites_dao_small[] = {"dao/den312d", "dao/brc300d", "dao/lak202d", NULL};
static const char *const suites_dao_large[] = {"magnify:3,dao/ost100d", "magnify:5,dao/ost100d",
                                               NULL};
static const char *const suites_dao_twice[] = {"magnify:4,dao/hrt000d", "magnify:4,dao/orz702d",
                                               NULL};
static const char *const suites_bg512[] = {"bg512/AR0011SR",
                                           "bg512/AR0044SR",
                                           "bg512/AR0072SR",
                                           "bg512/AR0202SR",
                                           "bg512/AR0300SR",
                                           "bg512/AR0307SR",
                                           "bg512/AR0400SR",
                                           "bg512/AR0411SR",
                                           "bg512/AR0513SR",
                                           "bg512/AR0605SR",
                                           "bg512/AR0700SR",
                                           "bg512/AR0711SR",
                                           NULL};
static const char *const suites_sc1[] = {"sc1/Aftershock",
                                         "sc1/Archipelago",
                                         "sc1/ArcticStation",
                                         "sc1/Aurora",
                                         "sc1/BigGameHunters",
                                         "sc1/CatwalkAlley",
                                         "sc1/Entanglement",
                                         "sc1/NovaStation",
                                         "sc1/TheFrozenSea",
                                         "sc1/Typhoon",
                                         NULL};
static const char *const suites_room[] = {"room/8room_000",  "room/8room_001",  "room/16room_000",
                                          "room/16room_001", "room/32room_000", "room/32room_001",
                                          "room/64room_000", "room/64room_001", NULL};
static const char *const suites_mazes[] = {
    "gen:maze,width=201,height=201,seed=%,braid=750,pillars=1", NULL};
static const char *const suites_rooms_mazes[] = {"gen:maze,width=201,height=201,seed=%,braid=750",
                                                 NULL};
static const char *const suites_rts[] = {"gen:rts,width=512,height=512,seed=%", NULL};
static const char *const suites_bunker[] = {"gen:bunker,width=1024,height=768,seed=%", NULL};
static const char *const suites_field[] = {"gen:field,width=768,height=768,seed=%", NULL};
static const char *const suites_pockets[] = {"gen:pockets,width=512,height=512,seed=%,pockets=400",
                                             NULL};
static const char *const suites_islands[] = {
    "gen:islands,width=512,height=512,seed=%,islands=60,apart=30", NULL};
static const char *const suites_caves[] = {
    "gen:caves,width=64,height=64,seed=1",     "gen:caves,width=128,height=128,seed=1",
    "gen:caves,width=256,height=256,seed=1",   "gen:caves,width=512,height=512,seed=1",
    "gen:caves,width=1024,height=1024,seed=1", NULL};
static const char *const suites_terrain[] = {"gen:terrain,width=512,height=512,seed=%", NULL};
static const char *const suites_mixed[] = {
    "gen:caves,width=512,height=512,seed=21",   "gen:city,width=512,height=512,seed=22",
    "gen:bunker,width=512,height=512,seed=23",  "gen:field,width=512,height=512,seed=24",
    "gen:pockets,width=512,height=512,seed=25", NULL};
static const char *const suites_wide[] = {"gen:bunker,width=512,height=512,seed=%,corridor=8",
                                          "gen:caves,width=512,height=512,seed=%,tunnels=6", NULL};
static const char *const suites_levels[] = {"level/test/01", "level/test/06", "level/test/07",
                                            "level/test/10", "level/test/15", "level/test/17",
                                            "level/test/20", "level/test/25", NULL};
static const char *const suites_platform[] = {"platformer/test/01.lvl", "platformer/test/02.lvl",
                                              "platformer/test/03.lvl", "platformer/test/04.lvl",
                                              "platformer/test/05.lvl", "platformer/test/06.lvl",
                                              "platformer/test/07.lvl", "platformer/test/08.lvl",
                                              "platformer/test/09.lvl", "platformer/test/10.lvl",
                                              "platformer/test/11.lvl", "platformer/test/12.lvl",
                                              "platformer/test/13.lvl", "platformer/test/14.lvl",
                                              "platformer/test/15.lvl", "platformer/test/16.lvl",
                                              "platformer/test/17.lvl", "platformer/test/18.lvl",
                                              "platformer/test/19.lvl", "platformer/test/20.lvl",
                                              "platformer/test/21.lvl", "platformer/test/22.lvl",
                                              "platformer/test/23.lvl", "platformer/test/24.lvl",
                                              "platformer/test/25.lvl", NULL};
static const char *const suites_made_levels[] = {"levels:1,side=50,seed=%", NULL};
static const char *const suites_puzzles[] = {"puzzle15/korf100.csv", NULL};
static const char *const suites_orz100d[] = {"maps/dao/orz100d.map.scen", NULL};
static const char *const suites_tiny[] = {"gen:random,width=24,height=24,seed=%,blocked=20", NULL};
static const char *const suites_scenes[] = {"gen:random,width=64,height=64,seed=%,blocked=20",
                                            "gen:rooms,width=64,height=64,seed=%",
                                            "gen:caves,width=64,height=64,seed=%", NULL};

// Contenders --------------------------------------------------------------------------------------

/// The paper's HCDPS. It does not say how far apart seeds are, but its databases are of some two
/// hundred regions, which ours are with the largest spacing.
#define SUITES_HCDPS(depth) "hcdps(depth=" depth ", spacing=128, lookahead=250, published=on)"
/// The thesis' DBA*.
#define SUITES_DBA_STAR(sector, depth)                                                             \
    "dba(sector=" sector ", depth=" depth ", lookahead=250, published=on)"

static const bench_entry suites_usual[] = {{"astar", 0},     {"dijkstra", 0},
                                           {"jps", 0},       {"weighted(weight=1.5)", 0},
                                           {"fringe", 0},    {"bidirectional", 0},
                                           {"sgastar", 0},   {"prastar", 0},
                                           {"sectors", 0},   {"hpastar", 0},
                                           {"hcdps", 0},     {"dba", 0},
                                           {"regioncpd", 0}, {"tbastar", 0},
                                           {"lsslrta", 0},   {"rtaa", 0},
                                           {"beacon", 0},    SUITES_END};

static const bench_entry suites_databases[] = {{"astar", 0},
                                               {"jps", 0},
                                               {"prastar", 0},
                                               {"sectors(ahead=1, trim=0.1)", 0},
                                               {"sectors", 0},
                                               {"hpastar", 0},
                                               {SUITES_HCDPS("1"), 0},
                                               {"hcdps(depth=1)", 0},
                                               {"hcdps(depth=3)", 0},
                                               {"dba(sector=16, depth=2)", 0},
                                               {"dba(sector=32, depth=2)", 0},
                                               {"dba(sector=64, depth=2)", 0},
                                               {"regioncpd", 0},
                                               {"tbastar(lookahead=100)", 0},
                                               {"beacon", 0},
                                               SUITES_END};

static const bench_entry suites_hcdps[] = {{"astar", 0},
                                           {"dlrta(level=6)", 4},
                                           {"dlrta(level=7)", 4},
                                           {"dlrta(level=8)", 4},
                                           {"dlrta(level=9)", 4},
                                           {"knnlrta(records=400)", 4},
                                           {"knnlrta(records=3300)", 4},
                                           {"knnlrta(records=10000)", 4},
                                           {"tbastar(lookahead=5)", 0},
                                           {"tbastar(lookahead=10)", 0},
                                           {"tbastar(lookahead=50)", 0},
                                           {"tbastar(lookahead=100)", 0},
                                           {"tbastar(lookahead=500)", 0},
                                           {"tbastar(lookahead=1000)", 0},
                                           {SUITES_HCDPS("1"), 0},
                                           {SUITES_HCDPS("2"), 0},
                                           {SUITES_HCDPS("3"), 0},
                                           {SUITES_HCDPS("4"), 0},
                                           {SUITES_HCDPS("5"), 0},
                                           {"hcdps(depth=1)", 0},
                                           {"hcdps(depth=2)", 0},
                                           {"hcdps(depth=3)", 0},
                                           {"hcdps(depth=4)", 0},
                                           {"hcdps(depth=5)", 0},
                                           SUITES_END};

#define SUITES_DBA(sector)                                                                         \
    {"sectors(sector=" sector ", ahead=1, trim=0.1)", 0}, {"sectors(sector=" sector ")", 0},       \
        {SUITES_DBA_STAR(sector, "1"), 0}, {SUITES_DBA_STAR(sector, "2"), 0},                      \
        {SUITES_DBA_STAR(sector, "3"), 0}, {SUITES_DBA_STAR(sector, "4"), 0},                      \
        {"dba(sector=" sector ", depth=1)", 0}, {"dba(sector=" sector ", depth=2)", 0},            \
        {"dba(sector=" sector ", depth=3)", 0},                                                    \
    {                                                                                              \
        "dba(sector=" sector ", depth=4)", 0                                                       \
    }
static const bench_entry suites_dba[] = {{"astar", 0},
                                         SUITES_DBA("16"),
                                         SUITES_DBA("32"),
                                         SUITES_DBA("64"),
                                         SUITES_DBA("128"),
                                         {SUITES_HCDPS("1"), 0},
                                         {SUITES_HCDPS("2"), 0},
                                         {SUITES_HCDPS("3"), 0},
                                         {SUITES_HCDPS("4"), 0},
                                         {"hcdps(depth=1)", 0},
                                         {"hcdps(depth=3)", 0},
                                         {"regioncpd", 0},
                                         {"regioncpd(spacing=32)", 0},
                                         {"beacon", 0},
                                         SUITES_END};
static const bench_entry suites_every_cell[] = {{"astar", 0},
                                                {"cpd(cells=10000)", 0},
                                                {"regioncpd", 0},
                                                {"sglrta(cells=10000)", 0},
                                                {"hcdps(depth=3)", 0},
                                                {"dba(sector=16, depth=2)", 0},
                                                {"dlrta(level=4)", 4},
                                                {"knnlrta(records=1000)", 4},
                                                SUITES_END};
static const bench_entry suites_large[] = {{"astar", 0},
                                           {"jps", 0},
                                           {"dba(sector=64, depth=1, lookahead=250)", 0},
                                           {"dba(sector=64, depth=2, lookahead=250)", 0},
                                           {"hcdps(spacing=64, depth=1, lookahead=250)", 0},
                                           {"hcdps(spacing=64, depth=2, lookahead=250)", 0},
                                           {"beacon", 0},
                                           SUITES_END};

// A* as the thesis had it stands beside ours: a binary heap, of equal f the smaller g first.
static const bench_entry suites_sga[] = {
    {"astar", 0},
    {"astar(open=binary, tie=low_g)", 0},
    {"sgastar(variant=v1, labels=off, informed=off)", 0},
    {"sgastar(variant=v2, trim=max_dist, labels=off, informed=off)", 0},
    {"sgastar(variant=v2, trim=max_dev, labels=off, informed=off)", 0},
    {"sgastar(variant=v3, labels=off, informed=off)", 0},
    {"sgastar(variant=v2, trim=max_dev, labels=on, informed=off)", 0},
    {"sgastar(variant=v2, trim=max_dev, labels=on, informed=on)", 0},
    {"sgastar(solver=jps, informed=off)", 0},
    {"sgastar", 0},
    SUITES_END};

static const bench_entry suites_hierarchies[] = {{"astar", 0},
                                                 {"jps", 0},
                                                 {"hpastar(size=10, levels=1, smooth=off)", 0},
                                                 {"hpastar(size=10, levels=1)", 0},
                                                 {"hpastar(size=10, levels=1, smooth=all)", 0},
                                                 {"hpastar(levels=1, smooth=off)", 0},
                                                 {"hpastar(levels=1, paths=off, smooth=off)", 0},
                                                 {"hpastar(lazy=on, smooth=off)", 0},
                                                 {"hpastar(smooth=off)", 0},
                                                 {"hpastar", 0},
                                                 {"hpastar(smooth=all)", 0},
                                                 {"dhpastar(levels=1, smooth=off)", 0},
                                                 {"dhpastar(smooth=off)", 0},
                                                 {"dhpastar", 0},
                                                 {"prastar", 0},
                                                 {"prastar(partial=16)", 0},
                                                 {"sectors(ahead=1, trim=0.1)", 0},
                                                 {"sectors", 0},
                                                 SUITES_END};
static const bench_entry suites_anywhere[] = {{"astar", 0},    {"jps", 0},     {"hpastar", 0},
                                              {"dhpastar", 0}, {"prastar", 0}, {"sectors", 0},
                                              SUITES_END};

static const bench_entry suites_discrete[] = {{"astar", 0},
                                              {"dijkstra", 0},
                                              {"jps", 0},
                                              {"bucketastar", 0},
                                              {"weighted", 0},
                                              {"weighted(weight=1.5)", 0},
                                              {"greedy", 0},
                                              {"speedy", 0},
                                              {"fringe", 0},
                                              {"bidirectional", 0},
                                              {"idastar(limit=2000000)", 20},
                                              {"meidastar(limit=2000000)", 20},
                                              {"smastar(limit=2000000)", 50},
                                              {"astar(open=unsorted)", 20},
                                              {"astar(open=sorted)", 20},
                                              {"astar(open=binary)", 0},
                                              {"astar(open=heap4)", 0},
                                              {"astar(open=skew)", 10},
                                              {"astar(open=heap4, tie=low_g)", 0},
                                              {"astar(open=heap4, fast=on)", 0},
                                              SUITES_END};
static const bench_entry suites_thresholds[] = {
    {"astar", 0}, {"astar(open=binary)", 0}, {"fringe", 0}, SUITES_END};
static const bench_entry suites_memory_bound[] = {{"astar", 0},
                                                  {"astar(open=binary)", 0},
                                                  {"fringe", 0},
                                                  {"idastar(limit=2000000)", 0},
                                                  {"meidastar", 0},
                                                  {"smastar", 0},
                                                  {"smastar(nodes=32)", 0},
                                                  SUITES_END};
static const bench_entry suites_deepening[] = {
    {"astar", 0}, {"astar(open=binary)", 0}, {"fringe", 0}, {"meidastar", 0}, SUITES_END};

static const bench_entry suites_realtime[] = {{"astar", 0},
                                              {"lrtastar", 10},
                                              {"lsslrta(lookahead=10)", 10},
                                              {"lsslrta(lookahead=100)", 0},
                                              {"lsslrta(lookahead=1000)", 0},
                                              {"lsslrta(lookahead=100, move=dynamic)", 0},
                                              {"lsslrta(lookahead=100, target=border)", 0},
                                              {"lsslrta(lookahead=1000, target=border)", 0},
                                              {"rtaa(lookahead=100)", 0},
                                              {"rtaa(lookahead=1000)", 0},
                                              {"frit(lookahead=100)", 0},
                                              {"rtd(lookahead=100)", 0},
                                              {"tbastar(lookahead=10)", 0},
                                              {"tbastar(lookahead=100)", 0},
                                              {"tbastar(lookahead=1000)", 0},
                                              {"hcdps(depth=1)", 0},
                                              {"hcdps(depth=3)", 0},
                                              {"dba(sector=32, depth=2)", 0},
                                              {"regioncpd", 0},
                                              SUITES_END};
static const bench_entry suites_realtime_large[] = {{"astar", 0},
                                                    {"lsslrta(lookahead=1000)", 0},
                                                    {"tbastar(lookahead=100)", 0},
                                                    {"tbastar(lookahead=1000)", 0},
                                                    {"hcdps(depth=1)", 0},
                                                    {"dba(sector=32, depth=2)", 0},
                                                    SUITES_END};

static const bench_entry suites_fog[] = {{"dstarlite(queue=heap_large_g)", 0},
                                         {"dstarlite(queue=heap_small_g)", 0},
                                         {"dstarlite(queue=bucket)", 0},
                                         {"dstar", 5},
                                         {"adaptive", 5},
                                         {"gaa", 5},
                                         {"backward", 20},
                                         SUITES_END};
static const bench_entry suites_edits[] = {{"astar", 0},
                                           {"jps", 0},
                                           {"dstarlite(queue=heap_large_g)", 0},
                                           {"dstarlite(queue=bucket)", 0},
                                           {"gaa", 0},
                                           {"mtdstarlite", 0},
                                           {"adstar", 0},
                                           {"backward", 0},
                                           {"hpastar", 0},
                                           {"prastar", 0},
                                           {"sectors", 0},
                                           {"dba(sector=32)", 0},
                                           {"beacon", 0},
                                           SUITES_END};

static const bench_entry suites_worlds[] = {{"astar", 0},
                                            {"astar(open=heap4)", 0},
                                            {"bucketastar", 0},
                                            {"fringe", 0},
                                            {"weighted(weight=2)", 0},
                                            {"weighted(weight=4)", 0},
                                            {"greedy", 0},
                                            {"speedy", 0},
                                            SUITES_END};

static const bench_entry suites_competition[] = {{"astar", 0},
                                                 {"astar(open=bucket)", 0},
                                                 {"jps", 0},
                                                 {"weighted(weight=1.5)", 0},
                                                 {"fringe", 0},
                                                 {"bidirectional", 0},
                                                 {"sgastar", 0},
                                                 {"prastar", 0},
                                                 {"sectors", 0},
                                                 {"hpastar", 0},
                                                 {"dhpastar", 0},
                                                 {"hcdps(depth=2)", 0},
                                                 {"dba(sector=16, depth=2)", 0},
                                                 {"dba(sector=32)", 0},
                                                 {"regioncpd", 0},
                                                 {"beacon", 0},
                                                 SUITES_END};
static const bench_entry suites_growing[] = {
    {"astar", 0},   {"jps", 0},   {"sgastar", 0}, {"tbastar", 0}, {"lsslrta", 0}, {"prastar", 0},
    {"sectors", 0}, {"hcdps", 0}, {"dba", 0},     {"beacon", 0},  SUITES_END};

/// All that the figures of the study of goal achievement times compare, and the nanoseconds that an
/// expansion of each took when `waymark gat --train` was run on 25 other problems of the kind.
static const bench_entry suites_gat[] = {{"astar", 0},
                                         {"speedy", 0},
                                         {"lsslrta(move=multi)", 0},
                                         {"lsslrta(move=single)", 0},
                                         {"lsslrta(move=dynamic)", 0},
                                         {"lsslrta(move=multi, target=layer)", 0},
                                         {"lsslrta(move=multi, order=fhat)", 0},
                                         {"lsslrta(move=single, order=fhat)", 0},
                                         {"lsslrta(move=dynamic, order=fhat)", 0},
                                         SUITES_END};
static const bench_entry suites_gat_offline[] = {{"astar", 0},
                                                 {"speedy", 0},
                                                 {"lsslrta(move=single)", 0},
                                                 {"lsslrta(move=dynamic, order=fhat)", 0},
                                                 SUITES_END};
#define SUITES_PACES(astar, speedy, multi, single, layer, fhat, single_fhat)                       \
    {                                                                                              \
        {"astar", astar}, {"speedy", speedy}, {"lsslrta(move=multi)", multi},                      \
            {"lsslrta(move=single)", single}, {"lsslrta(move=dynamic)", multi},                    \
            {"lsslrta(move=multi, target=layer)", layer},                                          \
            {"lsslrta(move=multi, order=fhat)", fhat},                                             \
            {"lsslrta(move=single, order=fhat)", single_fhat},                                     \
            {"lsslrta(move=dynamic, order=fhat)", fhat},                                           \
        {                                                                                          \
            NULL, 0                                                                                \
        }                                                                                          \
    }
static const bench_pace suites_paces_platform[] = SUITES_PACES(515, 475, 720, 727, 772, 897, 835);
static const bench_pace suites_paces_levels[] = SUITES_PACES(434, 423, 557, 572, 633, 643, 664);
static const bench_pace suites_paces_puzzles[] = SUITES_PACES(724, 369, 974, 974, 974, 1257, 1257);
static const bench_pace suites_paces_grid[] = SUITES_PACES(54, 101, 553, 553, 553, 623, 623);
