// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Maps and contenders that suites are made of; only suites.c includes this.
#pragma once

#include "bench/suites/suite.h"

#include <stddef.h>

/// A list of maps, and one of contenders: who takes part in all problems, or in one of so many.
#define SUITES_MAPS(name, ...) static const char *const name[] = {__VA_ARGS__, NULL}
#define SUITES_WHO(name, ...) static const bench_entry name[] = {__VA_ARGS__, {NULL, 0}}
#define ALL(spec)                                                                                  \
    {                                                                                              \
        spec, 0                                                                                    \
    }
#define SOME(spec, every)                                                                          \
    {                                                                                              \
        spec, every                                                                                \
    }

// Maps --------------------------------------------------------------------------------------------

const char *const bench_ten_maps[] = {"dao/hrt000d", "dao/orz100d", "dao/orz103d", "dao/orz300d",
                                      "dao/orz700d", "dao/orz702d", "dao/orz900d", "dao/ost000a",
                                      "dao/ost000t", "dao/ost100d", NULL};
SUITES_MAPS(suites_dao_four, "dao/orz103d", "dao/orz700d", "dao/orz702d", "dao/orz900d");
/// About as large as the maps of the HCDPS paper.
SUITES_MAPS(suites_dao_paper, "magnify:4,dao/orz103d", "magnify:4,dao/orz700d",
            "magnify:4,dao/orz702d", "magnify:4,dao/orz900d");
/// Small enough for a search from every cell.
SUITES_MAPS(suites_dao_small, "dao/den312d", "dao/brc300d", "dao/lak202d");
SUITES_MAPS(suites_peers_maps, "dao/den312d", "dao/brc300d", "dao/lak202d", "dao/orz100d",
            "sc1/Aftershock", "room/32room_000");
SUITES_MAPS(suites_dao_large, "magnify:3,dao/ost100d", "magnify:5,dao/ost100d");
SUITES_MAPS(suites_dao_twice, "magnify:4,dao/hrt000d", "magnify:4,dao/orz702d");
#define SUITES_BG512                                                                               \
    "bg512/AR0011SR", "bg512/AR0044SR", "bg512/AR0072SR", "bg512/AR0202SR", "bg512/AR0300SR",      \
        "bg512/AR0307SR", "bg512/AR0400SR", "bg512/AR0411SR", "bg512/AR0513SR", "bg512/AR0605SR",  \
        "bg512/AR0700SR", "bg512/AR0711SR"
#define SUITES_SC1                                                                                 \
    "sc1/Aftershock", "sc1/Archipelago", "sc1/ArcticStation", "sc1/Aurora", "sc1/BigGameHunters",  \
        "sc1/CatwalkAlley", "sc1/Entanglement", "sc1/NovaStation", "sc1/TheFrozenSea",             \
        "sc1/Typhoon"
#define SUITES_ROOM                                                                                \
    "room/8room_000", "room/8room_001", "room/16room_000", "room/16room_001", "room/32room_000",   \
        "room/32room_001", "room/64room_000", "room/64room_001"
SUITES_MAPS(suites_bg512, SUITES_BG512);
SUITES_MAPS(suites_sc1, SUITES_SC1);
SUITES_MAPS(suites_room, SUITES_ROOM);
SUITES_MAPS(suites_games, "bg512/AR0011SR", "bg512/AR0072SR", "bg512/AR0400SR", "bg512/AR0700SR",
            "sc1/Aftershock", "sc1/CatwalkAlley", "sc1/Entanglement", "sc1/TheFrozenSea");
SUITES_MAPS(suites_room_four, "room/8room_000", "room/16room_000", "room/32room_000",
            "room/64room_000");
SUITES_MAPS(suites_random512, "random/random512-10-0", "random/random512-20-0",
            "random/random512-30-0");
/// Passages of 1 to 32 cells, without loops and with.
SUITES_MAPS(suites_maze_widths, "maze/maze512-1-0", "maze/maze512-2-0", "maze/maze512-8-0",
            "maze/maze512-32-0", "gen:maze,width=201,height=201,seed=3,braid=300");
SUITES_MAPS(suites_mazes, "gen:maze,width=201,height=201,seed=%,braid=750,pillars=1");
SUITES_MAPS(suites_rooms_mazes, "gen:maze,width=201,height=201,seed=%,braid=750");
SUITES_MAPS(suites_rts, "gen:rts,width=512,height=512,seed=%");
SUITES_MAPS(suites_bunker, "gen:bunker,width=1024,height=768,seed=%");
SUITES_MAPS(suites_field, "gen:field,width=768,height=768,seed=%");
SUITES_MAPS(suites_pockets, "gen:pockets,width=512,height=512,seed=%,pockets=400");
SUITES_MAPS(suites_islands, "gen:islands,width=512,height=512,seed=%,islands=60,apart=30");
SUITES_MAPS(suites_caves, "gen:caves,width=64,height=64,seed=1",
            "gen:caves,width=128,height=128,seed=1", "gen:caves,width=256,height=256,seed=1",
            "gen:caves,width=512,height=512,seed=1", "gen:caves,width=1024,height=1024,seed=1");
SUITES_MAPS(suites_terrain, "gen:terrain,width=512,height=512,seed=%");
SUITES_MAPS(suites_patches, "gen:terrain,width=512,height=512,seed=%,scale=64,rough=1,heaviest=3",
            "gen:terrain,width=512,height=512,seed=%,scale=64,rough=2,heaviest=5");
SUITES_MAPS(suites_rough, "gen:terrain,width=512,height=512,seed=%,scale=16,rough=4,heaviest=9",
            "gen:terrain,width=512,height=512,seed=%,scale=2,rough=1,heaviest=9");
SUITES_MAPS(suites_mixed, "gen:caves,width=512,height=512,seed=21",
            "gen:city,width=512,height=512,seed=22", "gen:bunker,width=512,height=512,seed=23",
            "gen:field,width=512,height=512,seed=24", "gen:pockets,width=512,height=512,seed=25");
SUITES_MAPS(suites_wide, "gen:bunker,width=512,height=512,seed=%,corridor=8",
            "gen:caves,width=512,height=512,seed=%,tunnels=6");
SUITES_MAPS(suites_levels, "level/test/01", "level/test/06", "level/test/07", "level/test/10",
            "level/test/15", "level/test/17", "level/test/20", "level/test/25");
/// The seven that the authors have rows of stand first: `--maps 7` is them.
#define SUITES_LEVELS(folder)                                                                      \
    folder "01.lvl", folder "03.lvl", folder "06.lvl", folder "07.lvl", folder "10.lvl",           \
        folder "12.lvl", folder "13.lvl", folder "02.lvl", folder "04.lvl", folder "05.lvl",       \
        folder "08.lvl", folder "09.lvl", folder "11.lvl", folder "14.lvl", folder "15.lvl",       \
        folder "16.lvl", folder "17.lvl", folder "18.lvl", folder "19.lvl", folder "20.lvl",       \
        folder "21.lvl", folder "22.lvl", folder "23.lvl", folder "24.lvl", folder "25.lvl"
SUITES_MAPS(suites_platform, SUITES_LEVELS("platformer/test/"));
SUITES_MAPS(suites_mirrored, SUITES_LEVELS("mirror:platformer/test/"));
SUITES_MAPS(suites_train_levels, SUITES_LEVELS("made:platformer/train/"));
SUITES_MAPS(suites_train_puzzles, "made:tiles:10,walk=1000000,seed=77");
SUITES_MAPS(suites_train_grid, "made:maps/dao/hrt201d.map.scen");
SUITES_MAPS(suites_puzzles, "puzzle15/korf100.csv");
SUITES_MAPS(suites_orz100d, "maps/dao/orz100d.map.scen");
/// Ground of every kind, for searches of every length.
SUITES_MAPS(suites_grounds, "maze/maze512-1-0", "maze/maze512-2-0", "maze/maze512-16-0",
            "random/random512-10-0", "random/random512-25-0", "random/random512-35-0",
            "room/8room_000", "room/16room_000", "room/32room_000", "sc1/TheFrozenSea",
            "bg512/AR0072SR", "dao/orz100d", "gen:rts,width=256,height=192,seed=3",
            "gen:rts,width=384,height=384,seed=88,swamps=0",
            "gen:caves,width=192,height=128,seed=7", "gen:rooms,width=256,height=256,seed=1",
            "gen:city,width=256,height=256,seed=1", "gen:field,width=256,height=256,seed=1");
SUITES_MAPS(suites_dao_two, "dao/orz100d", "dao/hrt000d");
SUITES_MAPS(suites_made, "gen:rooms,width=256,height=256,seed=5",
            "gen:caves,width=256,height=256,seed=3", "gen:maze,width=201,height=201,seed=3",
            "gen:random,width=256,height=256,seed=2");
SUITES_MAPS(suites_tiny, "gen:random,width=24,height=24,seed=%,blocked=20");
SUITES_MAPS(suites_scenes, "gen:random,width=64,height=64,seed=%,blocked=20",
            "gen:rooms,width=64,height=64,seed=%", "gen:caves,width=64,height=64,seed=%");

/// All maps of the sets, so far as the memory of a first look goes.
SUITES_MAPS(suites_folders, "dao/arena", "dao/arena2", "dao/brc000d", "dao/brc202d", "dao/brc300d",
            "dao/den000d", "dao/den011d", "dao/den012d", "dao/den312d", "dao/den500d",
            "dao/den510d", "dao/den602d", "dao/hrt000d", "dao/hrt201d", "dao/lak104d",
            "dao/lak202d", "dao/lak303d", "dao/lak400d", "dao/lak512d", "dao/lgt601d",
            "dao/orz100d", "dao/orz103d", "dao/orz106d", "dao/orz300d", "dao/orz700d",
            "dao/orz702d", "dao/orz800d", "dao/orz900d", "dao/orz901d", "dao/ost000a",
            "dao/ost000t", "dao/ost100d", "dao/oth000d", "dao/rmtst01", "da2/ca_cave",
            "da2/ca_caverns1", "da2/dr_0_deeproads", "da2/dr_primevaltomb", "da2/ht_0_hightown",
            "da2/ht_chantry", "da2/ht_mansion2", "da2/lt_0_lowtown", "da2/lt_gallowstemplar",
            "da2/lt_undercitydungeon", "da2/lt_warehouse", "da2/w_sundermount",
            "da2/w_woundedcoast", SUITES_BG512, "wc3/bloodvenomfalls", "wc3/darkforest",
            "wc3/dustwallowkeys", "wc3/gardenofwar", "wc3/golemsinthemist", "wc3/heart2heart",
            "wc3/moonglade", "wc3/theglaive", "wc3/timbermawhold", SUITES_SC1, SUITES_ROOM,
            "street/Berlin_0_256", "street/Boston_0_512", "street/Denver_1_256",
            "street/London_0_512", "street/Milan_2_256", "street/Moscow_2_1024",
            "street/NewYork_0_512", "street/Paris_1_1024", "street/Shanghai_0_512",
            "street/Sydney_1_256", "maze/maze512-1-0", "maze/maze512-16-0", "maze/maze512-2-0",
            "maze/maze512-32-0", "maze/maze512-4-0", "maze/maze512-8-0");
SUITES_MAPS(suites_bounded, SUITES_SC1, "random/random512-10-0", "random/random512-15-0",
            "random/random512-20-0", "random/random512-25-0", "random/random512-30-0");
SUITES_MAPS(suites_edited, "dao/orz100d", "sc1/Aurora");
SUITES_MAPS(suites_one, "dao/orz100d");
SUITES_MAPS(suites_huge, "gen:rts,width=4096,height=4096,seed=1");
SUITES_MAPS(suites_chased, "gen:caves,width=256,height=256,seed=7",
            "gen:rts,width=256,height=256,seed=3", "gen:maze,width=201,height=201,seed=3,braid=750",
            "dao/den312d", "dao/orz100d", "maze/maze512-4-0", "street/Berlin_0_256",
            "street/London_0_512");
SUITES_MAPS(suites_cave, "gen:caves,width=512,height=512,seed=1");
SUITES_MAPS(suites_restless, "dao/orz100d", "gen:rooms,width=256,height=256,seed=5",
            "gen:maze,width=129,height=129,seed=7,braid=300");
SUITES_MAPS(suites_larger, "gen:caves,width=448,height=448,seed=1",
            "gen:caves,width=1344,height=1344,seed=1", "gen:caves,width=7800,height=7800,seed=1");
SUITES_MAPS(suites_worlds_made, "made:world");
SUITES_MAPS(suites_crossed, "dao/lak303d", "da2/w_woundedcoast", "mapf/ost003d", "maze/maze512-8-0",
            "mapf/Berlin_1_256", "street/London_0_512", "sc1/Aftershock", "room/8room_000",
            "random/random512-20-0", "random/random512-40-0", "made:swamps", "made:cups");
SUITES_MAPS(suites_berlin, "mapf/Berlin_1_256");
SUITES_MAPS(suites_mapf, "mapf/random-32-32-20", "mapf/empty-48-48", "mapf/room-64-64-16",
            "mapf/maze-128-128-10", "mapf/ost003d");
SUITES_MAPS(suites_mapf_large, "mapf/warehouse-20-40-10-2-2", "mapf/Berlin_1_256");
SUITES_MAPS(suites_walled, "dao/arena2", "dao/orz100d", "dao/den312d", "sc1/Aurora",
            "maze/maze512-4-0", "room/16room_000", "street/Berlin_0_256");

// Specs by which claims are judged keep the names of parameters that their runs began with: a
// rule's hash is of its words.

// Contenders --------------------------------------------------------------------------------------

/// The paper's HCDPS, and the thesis' DBA*.
#define SUITES_HCDPS(depth) "hcdps_paper(depth=" depth ")"
#define SUITES_DBA_STAR(sector, depth) "dba_paper(sector=" sector ", depth=" depth ")"

SUITES_WHO(suites_usual, ALL("astar"), ALL("dijkstra"), ALL("jps"), ALL("weighted(weight=1.5)"),
           ALL("fringe"), ALL("bidirectional"), ALL("sgastar"), ALL("prastar"), ALL("sectors"),
           ALL("hpastar"), ALL("hcdps"), ALL("dba"), ALL("regioncpd"), ALL("tbastar"),
           ALL("lsslrta"), ALL("rtaa"), ALL("beacon"));

SUITES_WHO(suites_jumps, ALL("astar"), ALL("jps"), ALL("jps(keep=off)"), ALL("jps(jumps=always)"),
           ALL("jps(keep=off, jumps=always)"));
SUITES_WHO(suites_expansions, ALL("astar"), ALL("backward"), ALL("dstarlite"),
           ALL("dstarlite(queue=heap_large_g)"), ALL("lpastar"), ALL("dstar"), ALL("adstar"),
           ALL("mtdstarlite"), ALL("adaptive"), ALL("mtadaptive"), ALL("rtaa(lookahead=1000)"),
           ALL("lsslrta(lookahead=1000)"), ALL("lsslrta(lookahead=1000, order=fhat)"),
           ALL("lsslrta(lookahead=100)"), ALL("lsslrta(lookahead=100, order=fhat)"),
           ALL("lsslrta(lookahead=10)"), ALL("lsslrta(lookahead=10, order=fhat)"));

SUITES_WHO(suites_estimates, ALL("astar"), ALL("astar(estimate=differential)"), ALL("gateway"),
           ALL("gateway(gates=off, deadends=on)"), ALL("gateway(deadends=on)"));

SUITES_WHO(suites_databases, ALL("astar"), ALL("jps"), ALL("prastar"),
           ALL("sectors(ahead=1, trim=0.1)"), ALL("sectors"), ALL("hpastar"),
           ALL(SUITES_HCDPS("1")), ALL("hcdps(depth=1)"), ALL("hcdps(depth=3)"),
           ALL("dba(sector=16, depth=2)"), ALL("dba(sector=32, depth=2)"),
           ALL("dba(sector=64, depth=2)"), ALL("regioncpd"), ALL("tbastar(lookahead=100)"),
           ALL("beacon"));

SUITES_WHO(suites_hcdps, ALL("astar"), ALL("dlrta(level=9)"), ALL("dlrta(level=10)"),
           ALL("knnlrta(records=10000, again=0)"), ALL("knnlrta(records=40000, again=0)"),
           ALL("tbastar(lookahead=5)"), ALL("tbastar(lookahead=10)"), ALL("tbastar(lookahead=50)"),
           ALL("tbastar(lookahead=100)"), ALL("tbastar(lookahead=500)"),
           ALL("tbastar(lookahead=1000)"), ALL(SUITES_HCDPS("1")), ALL(SUITES_HCDPS("2")),
           ALL(SUITES_HCDPS("3")), ALL(SUITES_HCDPS("4")), ALL(SUITES_HCDPS("5")),
           ALL("hcdps(depth=1)"), ALL("hcdps(depth=2)"), ALL("hcdps(depth=3)"),
           ALL("hcdps(depth=4)"), ALL("hcdps(depth=5)"));

#define SUITES_DBA(sector)                                                                         \
    ALL("sectors(sector=" sector ", centres=mean, ahead=1, trim=0.1, hurry=off)"),                 \
        ALL("sectors(sector=" sector ")"), ALL(SUITES_DBA_STAR(sector, "1")),                      \
        ALL(SUITES_DBA_STAR(sector, "2")), ALL(SUITES_DBA_STAR(sector, "3")),                      \
        ALL(SUITES_DBA_STAR(sector, "4")), ALL("dba_paper(sector=" sector ", depth=1, trim=off)"), \
        ALL("dba(sector=" sector ", depth=1)"), ALL("dba(sector=" sector ", depth=2)"),            \
        ALL("dba(sector=" sector ", depth=3)"), ALL("dba(sector=" sector ", depth=4)")
SUITES_WHO(suites_dba, ALL("astar"), SUITES_DBA("16"), SUITES_DBA("32"), SUITES_DBA("64"),
           SUITES_DBA("128"), ALL(SUITES_HCDPS("1")), ALL(SUITES_HCDPS("2")),
           ALL(SUITES_HCDPS("3")), ALL(SUITES_HCDPS("4")), ALL("hcdps(depth=1)"),
           ALL("hcdps(depth=3)"), ALL("regioncpd"), ALL("regioncpd(spacing=32)"), ALL("beacon"));
/// As they come, and without looks past subgoals: what these gain, and what they cost.
#define SUITES_PRESETS                                                                             \
    ALL("astar"), ALL("dba"), ALL("dba(trim=off)"), ALL("hcdps"), ALL("hcdps(trim=off)")
SUITES_WHO(suites_presets, SUITES_PRESETS);
SUITES_WHO(suites_presets_cpd, SUITES_PRESETS, ALL("regioncpd"));
SUITES_WHO(suites_every_cell, ALL("astar"), ALL("cpd(cells=10000)"), ALL("regioncpd"),
           ALL("sglrta(cells=10000)"), ALL(SUITES_HCDPS("3")), ALL(SUITES_DBA_STAR("16", "2")),
           ALL("hcdps(depth=3)"), ALL("dba(sector=16, depth=2)"), SOME("dlrta(level=4)", 4),
           SOME("knnlrta(records=1000, again=0)", 4));
SUITES_WHO(suites_large, ALL("astar"), ALL("jps"), ALL("dba(sector=64, depth=1, lookahead=250)"),
           ALL("dba(sector=64, depth=2, lookahead=250)"),
           ALL("hcdps(spacing=64, depth=1, lookahead=250)"),
           ALL("hcdps(spacing=64, depth=2, lookahead=250)"), ALL("beacon"));

// A* as the thesis had it stands beside ours: a binary heap, of equal f the smaller g first. SGA*
// as printed has that one inside, and its loops; once more with refinements forwards.
#define SUITES_SGA "labels=off, informed=off, solver=classic, loops=keep"
SUITES_WHO(suites_sga, ALL("astar"), ALL("astar(open=binary, tie=low_g)"),
           ALL("sgastar(variant=v1, " SUITES_SGA ")"),
           ALL("sgastar(variant=v2, trim=max_dist, " SUITES_SGA ")"),
           ALL("sgastar(variant=v2, trim=max_dev, " SUITES_SGA ")"),
           ALL("sgastar(variant=v3, trim=max_dist, " SUITES_SGA ")"),
           ALL("sgastar(variant=v2, trim=max_dev, " SUITES_SGA ", refine=forward)"),
           ALL("sgastar(informed=off, solver=astar)"), ALL("sgastar(solver=astar)"),
           ALL("sgastar(informed=off)"), ALL("sgastar"));

SUITES_WHO(suites_hierarchies, ALL("astar"), ALL("astar(open=binary)"), ALL("jps"),
           ALL("hpastar(size=10, levels=1, insert=astar, smooth=off)"),
           ALL("hpastar(size=10, smooth=off)"), ALL("hpastar(size=10, levels=1)"),
           ALL("hpastar(size=10, levels=1, insert=astar, smooth=all)"),
           ALL("hpastar(levels=1, smooth=off)"), ALL("hpastar(levels=1, insert=astar, smooth=off)"),
           ALL("hpastar(lazy=on, smooth=off)"), ALL("hpastar(smooth=off)"), ALL("hpastar"),
           ALL("hpastar(smooth=all)"), ALL("dhpastar(levels=1, smooth=off)"),
           ALL("dhpastar(smooth=off)"), ALL("dhpastar"), ALL("prastar"), ALL("prastar(partial=16)"),
           ALL("prastar(height=0.5, skip=off, wide=off)"),
           ALL("prastar(height=0.5, skip=off, wide=off, partial=16)"),
           ALL("sectors(centres=mean, ahead=1, trim=0.1, hurry=off)"),
           ALL("sectors(centres=mean, ahead=2, trim=0.15, hurry=off)"), ALL("sectors"));
SUITES_WHO(suites_anywhere, ALL("astar"), ALL("jps"), ALL("hpastar"), ALL("dhpastar"),
           ALL("prastar"), ALL("sectors"));

SUITES_WHO(suites_discrete, ALL("astar"), ALL("dijkstra"), ALL("jps"), ALL("bucketastar"),
           ALL("weighted"), ALL("weighted(weight=1.5)"), ALL("greedy"), ALL("speedy"),
           ALL("fringe"), ALL("bidirectional"), SOME("idastar(limit=2000000)", 20),
           SOME("meidastar(limit=2000000)", 20), SOME("smastar(limit=2000000)", 50),
           SOME("astar(open=unsorted)", 20), SOME("astar(open=sorted)", 20),
           ALL("astar(open=binary)"), ALL("astar(open=heap4)"), SOME("astar(open=skew)", 10),
           ALL("astar(open=heap4, tie=low_g)"), ALL("astar(open=heap4, fast=on)"));
SUITES_WHO(suites_weights, ALL("astar"), ALL("jps"), ALL("jps(jumps=always)"));
SUITES_WHO(suites_angles, ALL("anya"), ALL("lazytheta"), ALL("astar"));
SUITES_WHO(suites_thresholds, ALL("astar"), ALL("astar(open=binary)"), ALL("fringe"));
SUITES_WHO(suites_memory_bound, ALL("astar"), ALL("astar(open=binary)"), ALL("fringe"),
           ALL("idastar(limit=2000000)"), ALL("meidastar"), ALL("smastar"),
           ALL("smastar(nodes=32)"));
SUITES_WHO(suites_deepening, ALL("astar"), ALL("astar(open=binary)"), ALL("fringe"),
           ALL("meidastar"));

SUITES_WHO(suites_realtime, ALL("astar"), SOME("lrtastar", 10), SOME("lsslrta(lookahead=10)", 10),
           ALL("lsslrta(lookahead=100)"), ALL("lsslrta(lookahead=1000)"),
           ALL("lsslrta(lookahead=100, move=dynamic)"),
           ALL("lsslrta(lookahead=100, target=border)"),
           ALL("lsslrta(lookahead=1000, target=border)"), ALL("rtaa(lookahead=100)"),
           ALL("rtaa(lookahead=1000)"), ALL("frit(lookahead=100)"), ALL("rtd(lookahead=100)"),
           ALL("tbastar(lookahead=10)"), ALL("tbastar(lookahead=100)"),
           ALL("tbastar(lookahead=1000)"), ALL("tbaa(lookahead=100, away=restart)"),
           ALL("hcdps(depth=1)"), ALL("hcdps(depth=3)"), ALL("dba(sector=32, depth=2)"),
           ALL("regioncpd"));
SUITES_WHO(suites_realtime_large, ALL("astar"), ALL("lsslrta(lookahead=1000)"),
           ALL("tbastar(lookahead=100)"), ALL("tbastar(lookahead=1000)"), ALL("hcdps(depth=1)"),
           ALL("dba(sector=32, depth=2)"));

SUITES_WHO(suites_fog, ALL("dstarlite(queue=heap_large_g)"), ALL("dstarlite(queue=heap_small_g)"),
           ALL("dstarlite(queue=bucket)"), ALL("dstar"), ALL("adaptive"), ALL("gaa"),
           ALL("backward"), ALL("tbaa(lookahead=100)"));
/// Who the paper's table is not about takes part in some. Odd, so that shards share the work.
SUITES_WHO(suites_fog_whole, ALL("dstarlite(queue=heap_large_g)"),
           ALL("dstarlite(queue=heap_small_g)"), ALL("dstarlite(queue=bucket)"), SOME("dstar", 11),
           SOME("adaptive", 11), SOME("gaa", 11), SOME("backward", 51));
SUITES_WHO(suites_edits, ALL("astar"), ALL("jps"), ALL("dstarlite(queue=heap_large_g)"),
           ALL("dstarlite(queue=bucket)"), ALL("gaa"), ALL("mtdstarlite"), ALL("adstar"),
           ALL("backward"), ALL("hpastar"), ALL("prastar"), ALL("sectors"), ALL("dba(sector=32)"),
           ALL("beacon"));

SUITES_WHO(suites_worlds, ALL("astar"), ALL("astar(open=heap4)"), ALL("bucketastar"), ALL("fringe"),
           ALL("weighted(weight=2)"), ALL("weighted(weight=4)"), ALL("greedy"), ALL("speedy"));

SUITES_WHO(suites_competition, ALL("astar"), ALL("astar(open=bucket)"), ALL("jps"),
           ALL("weighted(weight=1.5)"), ALL("fringe"), ALL("bidirectional"), ALL("sgastar"),
           ALL("prastar"), ALL("sectors"), ALL("hpastar"), ALL("dhpastar"), ALL("hcdps(depth=2)"),
           ALL("dba(sector=16, depth=2)"), ALL("dba(sector=32)"), ALL("regioncpd"), ALL("beacon"));
/// Ours first, then other people's.
SUITES_WHO(suites_peers, ALL("astar"), ALL("jps"), ALL("beacon"), ALL("peer:boost"),
           ALL("peer:tcod"), ALL("peer:networkx"), ALL("peer:skimage"), ALL("peer:pathfindingjs"),
           ALL("peer:pathfindingjs-jps"), ALL("peer:easystarjs"), ALL("peer:ngraph"));
SUITES_WHO(suites_growing, ALL("astar"), ALL("jps"), ALL("sgastar"), ALL("tbastar"), ALL("lsslrta"),
           ALL("prastar"), ALL("sectors"), ALL("hcdps"), ALL("dba"), ALL("beacon"));
SUITES_MAPS(suites_largest_caves, "gen:caves,width=1024,height=1024,seed=1");

/// All that the figures of the study of goal achievement times compare, as printed.
SUITES_WHO(suites_gat, ALL("astar"), ALL("speedy"), ALL("lsslrta(move=multi)"),
           ALL("lsslrta(move=single, arrive=look)"), ALL("lsslrta(move=dynamic)"),
           ALL("lsslrta(move=multi, target=layer)"), ALL("lsslrta(move=multi, order=fhat)"),
           ALL("lsslrta(move=single, arrive=look, order=fhat)"),
           ALL("lsslrta(move=dynamic, order=fhat)"));
SUITES_WHO(suites_gat_puzzles, ALL("astar"), ALL("speedy"),
           ALL("lsslrta(move=single, arrive=look)"), ALL("lsslrta(move=dynamic, order=fhat)"));
/// Those of them that have a look-ahead: move=dynamic has the figures of move=multi, as in the
/// study.
SUITES_WHO(suites_train, ALL("astar"), ALL("speedy"), ALL("lsslrta(move=multi)"),
           ALL("lsslrta(move=single, arrive=look)"), ALL("lsslrta(move=multi, target=layer)"),
           ALL("lsslrta(move=multi, order=fhat)"),
           ALL("lsslrta(move=single, arrive=look, order=fhat)"));
SUITES_WHO(suites_train_tiles, ALL("astar"), ALL("speedy"),
           ALL("lsslrta(move=single, arrive=look)"), ALL("lsslrta(move=multi, order=fhat)"));
SUITES_WHO(suites_train_cells, ALL("astar"), ALL("speedy"),
           ALL("lsslrta(move=single, arrive=look, steps=all)"),
           ALL("lsslrta(move=multi, order=fhat, steps=all)"));
SUITES_WHO(suites_gat_grid, ALL("astar"), ALL("speedy"),
           ALL("lsslrta(move=single, arrive=look, steps=all)"),
           ALL("lsslrta(move=dynamic, order=fhat, steps=all)"));

// What studies measure (bench/studies) ------------------------------------------------------------

SUITES_WHO(suites_caches, ALL("beacon; alone"), ALL("beacon; as runs, alone"),
           ALL("beacon; first move, alone"), ALL("jps; alone"), ALL("astar; alone"),
           ALL("beacon; in company"), ALL("jps; in company"), ALL("beacon; cold"),
           ALL("beacon; as runs, cold"), ALL("beacon; first move, cold"), ALL("jps; cold"),
           ALL("astar; cold"));
SUITES_WHO(suites_lengths, ALL("beacon"), ALL("jps"), ALL("beacon; cold, every=10"));
SUITES_WHO(suites_budgets, ALL("beacon(memory=15625)"), ALL("beacon(memory=4096)"), ALL("jps"));
#define SUITES_EDITS(kind) ALL(kind "; edits=1"), ALL(kind "; edits=10"), ALL(kind "; edits=100")
SUITES_WHO(suites_edit_kinds, SUITES_EDITS("walls across paths"), SUITES_EDITS("walls"),
           SUITES_EDITS("openings"));
SUITES_WHO(suites_beacon, ALL("beacon"));
SUITES_WHO(suites_beacon_large, ALL("beacon(memory=98304)"), ALL("jps"));
SUITES_WHO(suites_chasers, ALL("astar"), ALL("jps"), ALL("mtadaptive"), ALL("mtdstarlite"),
           ALL("mtdstarlite(form=basic)"), ALL("dstarlite"));
SUITES_WHO(suites_profiles, ALL("profiles=0"), ALL("profiles=1"), ALL("profiles=2"),
           ALL("profiles=4"), ALL("profiles=8"));
SUITES_WHO(suites_astar_on, ALL("plain"), ALL("another profile"), ALL("penalties, all 0"),
           ALL("with a link"));
SUITES_WHO(suites_sight, ALL("everything near"), ALL("by line of sight"));
SUITES_WHO(suites_sides, ALL("side=512"), ALL("side=1024"), ALL("side=2048"), ALL("side=4096"));
#define SUITES_RATES(spec) ALL(spec "; rate=6"), ALL(spec "; rate=60")
SUITES_WHO(suites_living, SUITES_RATES("dba"), SUITES_RATES("hcdps"), SUITES_RATES("hpastar"),
           SUITES_RATES("sectors"), SUITES_RATES("prastar"), SUITES_RATES("beacon"));
SUITES_WHO(suites_repaired, ALL("dba"), ALL("hcdps"), ALL("hpastar"), ALL("sectors"),
           ALL("prastar"), ALL("beacon"));
SUITES_WHO(suites_sized, ALL("dba"), ALL("hcdps"));
SUITES_WHO(suites_whole_mesh, ALL("whole"));
SUITES_WHO(suites_tiled, ALL("whole"), ALL("tile=128"), ALL("tile=64"), ALL("tile=32"));
SUITES_WHO(suites_game, ALL("side=512 units=1000"), ALL("side=1024 units=10000"));
SUITES_WHO(suites_sealed, ALL("units=1000"));
SUITES_WHO(suites_agreement, ALL("units=1000"), ALL("units=10000"), ALL("units=100000"));
SUITES_WHO(suites_buildings, ALL("the world's choice"), ALL("sectors"), ALL("hpastar"), ALL("dba"),
           ALL("beacon"));
SUITES_WHO(suites_crowd, ALL("units=1000"));
SUITES_WHO(suites_crowd_harder, ALL("a quarter of 2 x 2"), ALL("fog"), ALL("an edit a tick"));
SUITES_WHO(suites_hundreds, ALL("units=100"), ALL("units=200"), ALL("units=400"));
SUITES_WHO(suites_thousands, ALL("units=100"), ALL("units=1000"), ALL("units=4000"),
           ALL("units=10000"));
SUITES_WHO(suites_thousand, ALL("units=1000"));
SUITES_WHO(suites_barriers, ALL("sides of cells"), ALL("straight stretches"));
