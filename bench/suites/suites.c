// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The suites: tables and nothing else. The first entry of a set is what the others are compared
// with. An algorithm that this build lacks is reported as missing, not left out.
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
static const char *const suites_mazes[] = {"gen:maze,width=201,height=201,seed=%,braid=750", NULL};
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
static const char *const suites_tiny[] = {"gen:random,width=24,height=24,seed=%,blocked=20", NULL};
static const char *const suites_scenes[] = {"gen:random,width=64,height=64,seed=%,blocked=20",
                                            "gen:rooms,width=64,height=64,seed=%",
                                            "gen:caves,width=64,height=64,seed=%", NULL};

// Contenders --------------------------------------------------------------------------------------

static const bench_entry suites_usual[] = {
    {"astar", 0},     {"dijkstra", 0},      {"jps", 0},     {"weighted(weight=1.5)", 0},
    {"fringe", 0},    {"bidirectional", 0}, {"sgastar", 0}, {"prastar", 0},
    {"sectors", 0},   {"hpastar", 0},       {"hcdps", 0},   {"dba", 0},
    {"regioncpd", 0}, {"tbastar", 0},       {"lsslrta", 0}, {"rtaa", 0},
    SUITES_END};

static const bench_entry suites_databases[] = {{"astar", 0},
                                               {"jps", 0},
                                               {"prastar", 0},
                                               {"sectors(ahead=1, trim=0.1)", 0},
                                               {"sectors", 0},
                                               {"hpastar", 0},
                                               {"hcdps(depth=1, trim=off)", 0},
                                               {"hcdps(depth=1)", 0},
                                               {"hcdps(depth=3)", 0},
                                               {"dba(sector=16, depth=2)", 0},
                                               {"dba(sector=32, depth=2)", 0},
                                               {"dba(sector=64, depth=2)", 0},
                                               {"regioncpd", 0},
                                               {"tbastar(lookahead=100)", 0},
                                               SUITES_END};

/// The paper's HCDPS follows its subgoals and nothing else: our looking past them is off.
static const bench_entry suites_hcdps[] = {{"astar", 0},
                                           {"dlrta(level=6)", 4},
                                           {"dlrta(level=7)", 4},
                                           {"dlrta(level=8)", 4},
                                           {"dlrta(level=9)", 4},
                                           {"knnlrta(records=10000)", 4},
                                           {"tbastar(lookahead=5)", 0},
                                           {"tbastar(lookahead=10)", 0},
                                           {"tbastar(lookahead=50)", 0},
                                           {"tbastar(lookahead=100)", 0},
                                           {"tbastar(lookahead=500)", 0},
                                           {"tbastar(lookahead=1000)", 0},
                                           {"hcdps(depth=1, trim=off)", 0},
                                           {"hcdps(depth=2, trim=off)", 0},
                                           {"hcdps(depth=3, trim=off)", 0},
                                           {"hcdps(depth=4, trim=off)", 0},
                                           {"hcdps(depth=5, trim=off)", 0},
                                           {"hcdps(depth=1)", 0},
                                           {"hcdps(depth=2)", 0},
                                           {"hcdps(depth=3)", 0},
                                           {"hcdps(depth=4)", 0},
                                           {"hcdps(depth=5)", 0},
                                           SUITES_END};

#define SUITES_DBA(sector)                                                                         \
    {"sectors(sector=" sector ", ahead=1, trim=0.1)", 0}, {"sectors(sector=" sector ")", 0},       \
        {"dba(sector=" sector ", depth=1, trim=off)", 0},                                          \
        {"dba(sector=" sector ", depth=2, trim=off)", 0},                                          \
        {"dba(sector=" sector ", depth=3, trim=off)", 0},                                          \
        {"dba(sector=" sector ", depth=4, trim=off)", 0}, {"dba(sector=" sector ", depth=1)", 0},  \
        {"dba(sector=" sector ", depth=2)", 0}, {"dba(sector=" sector ", depth=3)", 0},            \
    {                                                                                              \
        "dba(sector=" sector ", depth=4)", 0                                                       \
    }
static const bench_entry suites_dba[] = {{"astar", 0},
                                         SUITES_DBA("16"),
                                         SUITES_DBA("32"),
                                         SUITES_DBA("64"),
                                         SUITES_DBA("128"),
                                         {"hcdps(depth=1, trim=off)", 0},
                                         {"hcdps(depth=2, trim=off)", 0},
                                         {"hcdps(depth=3, trim=off)", 0},
                                         {"hcdps(depth=4, trim=off)", 0},
                                         {"hcdps(depth=1)", 0},
                                         {"hcdps(depth=3)", 0},
                                         {"regioncpd", 0},
                                         {"regioncpd(spacing=32)", 0},
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
                                           SUITES_END};

static const bench_entry suites_sga[] = {
    {"astar", 0},
    {"sgastar(variant=v1, labels=off, informed=off)", 0},
    {"sgastar(variant=v2, trim=max_dist, labels=off, informed=off)", 0},
    {"sgastar(variant=v2, trim=max_dev, labels=off, informed=off)", 0},
    {"sgastar(variant=v3, labels=off, informed=off)", 0},
    {"sgastar(variant=v2, trim=max_dev, labels=on, informed=off)", 0},
    {"sgastar(variant=v2, trim=max_dev, labels=on, informed=on)", 0},
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
                                                 {"guided", 0},
                                                 {"guided(weight=1.2)", 0},
                                                 SUITES_END};
static const bench_entry suites_anywhere[] = {{"astar", 0},    {"jps", 0},     {"hpastar", 0},
                                              {"dhpastar", 0}, {"prastar", 0}, {"sectors", 0},
                                              {"guided", 0},   SUITES_END};

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
                                                 {"guided", 0},
                                                 {"hcdps(depth=2)", 0},
                                                 {"dba(sector=16, depth=2)", 0},
                                                 {"dba(sector=32)", 0},
                                                 {"regioncpd", 0},
                                                 SUITES_END};
static const bench_entry suites_growing[] = {
    {"astar", 0},   {"jps", 0},     {"sgastar", 0}, {"tbastar", 0}, {"lsslrta", 0},
    {"prastar", 0}, {"sectors", 0}, {"hcdps", 0},   {"dba", 0},     SUITES_END};

// Sets --------------------------------------------------------------------------------------------

static const char *const suites_quick_maps[] = {
    "gen:caves,width=192,height=128,seed=5",          "gen:city,width=192,height=160,seed=2",
    "gen:rooms,width=161,height=161,seed=3",          "gen:rts,width=256,height=192,seed=4",
    "gen:maze,width=101,height=101,seed=7,braid=300", NULL};
static const bench_set suites_quick_sets[] = {{.name = "scenes",
                                               .title = "Generated scenes",
                                               .entries = suites_usual,
                                               .maps = suites_quick_maps,
                                               .problems = 10},
                                              {.name = NULL}};

static const bench_set suites_dao10_sets[] = {{.name = "dao",
                                               .title = "Dragon Age, longest problems",
                                               .entries = suites_databases,
                                               .maps = suites_dao,
                                               .problems = 100,
                                               .costs = {5, 7}},
                                              {.name = NULL}};

static const bench_set suites_subgoal_sets[] = {
    {.name = "table1",
     .title = "Problems as long as in table 1 of the HCDPS paper",
     .entries = suites_hcdps,
     .maps = suites_dao_four,
     .problems = 100,
     .costs = {5, 7},
     .shortest = 1004,
     .longest = 3000},
    {.name = "dao",
     .title = "Ten maps, as in figures 6 to 8 of the DBA* thesis",
     .entries = suites_dba,
     .maps = suites_dao,
     .problems = 100,
     .costs = {5, 7}},
    {.name = "small",
     .title = "Small maps, where a search from every cell is soon done",
     .entries = suites_every_cell,
     .maps = suites_dao_small,
     .problems = 100,
     .costs = {5, 7}},
    {.name = "large",
     .title = "Magnified maps",
     .entries = suites_large,
     .maps = suites_dao_large,
     .problems = 10,
     .costs = {5, 7}},
    {.name = NULL}};

static const bench_set suites_sga_sets[] = {{.name = "bg512",
                                             .title = "Baldur's Gate",
                                             .entries = suites_sga,
                                             .maps = suites_bg512,
                                             .pick = BENCH_PICK_SPREAD,
                                             .problems = 60},
                                            {.name = "sc1",
                                             .title = "StarCraft",
                                             .entries = suites_sga,
                                             .maps = suites_sc1,
                                             .pick = BENCH_PICK_SPREAD,
                                             .problems = 50},
                                            {.name = "rts",
                                             .title = "Pseudo-RTS",
                                             .entries = suites_sga,
                                             .maps = suites_rts,
                                             .copies = 50,
                                             .pick = BENCH_PICK_SPREAD,
                                             .problems = 128},
                                            {.name = "bunker",
                                             .title = "Counter-Strike-like",
                                             .entries = suites_sga,
                                             .maps = suites_bunker,
                                             .copies = 18,
                                             .pick = BENCH_PICK_SPREAD,
                                             .problems = 20},
                                            {.name = "field",
                                             .title = "Company-of-Heroes-like",
                                             .entries = suites_sga,
                                             .maps = suites_field,
                                             .copies = 17,
                                             .pick = BENCH_PICK_SPREAD,
                                             .problems = 25},
                                            {.name = "pockets",
                                             .title = "Pockets, as the thesis describes StarCraft",
                                             .entries = suites_sga,
                                             .maps = suites_pockets,
                                             .copies = 10,
                                             .pick = BENCH_PICK_SPREAD,
                                             .problems = 20},
                                            {.name = "islands",
                                             .title = "Islands apart",
                                             .entries = suites_sga,
                                             .maps = suites_islands,
                                             .copies = 10,
                                             .pick = BENCH_PICK_SPREAD,
                                             .problems = 20},
                                            {.name = NULL}};

static const bench_set suites_hierarchical_sets[] = {{.name = "dao",
                                                      .title = "Dragon Age, longest problems",
                                                      .entries = suites_hierarchies,
                                                      .maps = suites_dao,
                                                      .problems = 100},
                                                     {.name = "bg512",
                                                      .title = "Baldur's Gate",
                                                      .entries = suites_hierarchies,
                                                      .maps = suites_bg512,
                                                      .pick = BENCH_PICK_SPREAD,
                                                      .problems = 25},
                                                     {.name = "sc1",
                                                      .title = "StarCraft",
                                                      .entries = suites_hierarchies,
                                                      .maps = suites_sc1,
                                                      .pick = BENCH_PICK_SPREAD,
                                                      .problems = 25},
                                                     {.name = "room",
                                                      .title = "Rooms",
                                                      .entries = suites_hierarchies,
                                                      .maps = suites_room,
                                                      .pick = BENCH_PICK_SPREAD,
                                                      .problems = 25},
                                                     {.name = "weights",
                                                      .title = "Weighted ground",
                                                      .entries = suites_anywhere,
                                                      .maps = suites_terrain,
                                                      .copies = 5,
                                                      .problems = 20},
                                                     {.name = "hexes",
                                                      .title = "Hexes",
                                                      .entries = suites_anywhere,
                                                      .maps = suites_mixed,
                                                      .neighbours = 6,
                                                      .problems = 20},
                                                     {.name = "units",
                                                      .title = "Units of 3 x 3 cells",
                                                      .entries = suites_anywhere,
                                                      .maps = suites_wide,
                                                      .copies = 3,
                                                      .unit = 3,
                                                      .problems = 20},
                                                     {.name = NULL}};

static const bench_set suites_discrete_sets[] = {{.name = "dao",
                                                  .title = "Dragon Age, longest problems",
                                                  .entries = suites_discrete,
                                                  .maps = suites_dao,
                                                  .problems = 100},
                                                 {.name = "coarse",
                                                  .title = "The same with steps of 5 and 7",
                                                  .entries = suites_thresholds,
                                                  .maps = suites_dao,
                                                  .problems = 100,
                                                  .costs = {5, 7}},
                                                 {.name = "tiny",
                                                  .title = "Tiny scenes, 4 neighbours, steps of 1",
                                                  .entries = suites_memory_bound,
                                                  .maps = suites_tiny,
                                                  .copies = 40,
                                                  .pick = BENCH_PICK_SPREAD,
                                                  .neighbours = 4,
                                                  .problems = 1},
                                                 {.name = "scenes",
                                                  .title = "Small scenes, steps of 5 and 7",
                                                  .entries = suites_deepening,
                                                  .maps = suites_scenes,
                                                  .copies = 10,
                                                  .problems = 1,
                                                  .costs = {5, 7}},
                                                 {.name = NULL}};

static const bench_set suites_realtime_sets[] = {{.name = "dao",
                                                  .title = "Dragon Age, longest problems",
                                                  .entries = suites_realtime,
                                                  .maps = suites_dao,
                                                  .problems = 10},
                                                 {.name = "large",
                                                  .title = "Every cell 4 x 4",
                                                  .entries = suites_realtime_large,
                                                  .maps = suites_dao_twice,
                                                  .problems = 3},
                                                 {.name = NULL}};

#define SUITES_CHANGING(word, heading, thousandths, close)                                         \
    {                                                                                              \
        .name = (word), .title = (heading), .entries = suites_edits, .maps = suites_dao,           \
        .kind = BENCH_KIND_EDITS, .problems = 5, .share = (thousandths), .near = (close)           \
    }
static const bench_set suites_incremental_sets[] = {
    {.name = "mazes",
     .title = "Mazes through the fog, as in table 1 of the D* Lite paper",
     .entries = suites_fog,
     .maps = suites_mazes,
     .copies = 1000,
     .kind = BENCH_KIND_FOG,
     .pick = BENCH_PICK_SPREAD,
     .neighbours = 4,
     .problems = 1},
    SUITES_CHANGING("far1", "A thousandth of the ground changes, anywhere", 1, false),
    SUITES_CHANGING("far10", "A hundredth changes, anywhere", 10, false),
    SUITES_CHANGING("far50", "A twentieth changes, anywhere", 50, false),
    SUITES_CHANGING("near1", "A thousandth changes, near the unit", 1, true),
    {.name = NULL}};

static const bench_set suites_worlds_sets[] = {{.name = "platform",
                                                .title = "Levels of the platform game",
                                                .entries = suites_worlds,
                                                .maps = suites_levels,
                                                .problems = 1},
                                               {.name = NULL}};

static const char *const suites_gppc_maps[] = {"other/gppc-classic/AcrosstheCape",
                                               "sc1/Aftershock",
                                               "bg512/AR0400SR",
                                               "room/32room_000",
                                               "maze/maze512-8-0",
                                               "random/random512-25-0",
                                               "street/Berlin_0_256",
                                               "da2/lt_0_lowtown",
                                               "wc3/divideandconquer",
                                               NULL};
static const char *const suites_gppc_dynamic[] = {
    "dynamic:other/gppc-dynamic/dao_arena2",
    "dynamic:other/gppc-dynamic/switch_sc1_Aurora_TheFrozenSea", NULL};
static const bench_set suites_gppc_sets[] = {{.name = "classic",
                                              .title = "The classic track's map, one of each set",
                                              .entries = suites_competition,
                                              .maps = suites_gppc_maps,
                                              .pick = BENCH_PICK_SPREAD,
                                              .problems = 100},
                                             {.name = "dynamic",
                                              .title = "Maps of the dynamic track",
                                              .entries = suites_competition,
                                              .maps = suites_gppc_dynamic,
                                              .pick = BENCH_PICK_SPREAD,
                                              .problems = 100},
                                             {.name = NULL}};

static const bench_set suites_scaling_sets[] = {{.name = "caves",
                                                 .title = "The same caves, larger and larger",
                                                 .entries = suites_growing,
                                                 .maps = suites_caves,
                                                 .problems = 10},
                                                {.name = NULL}};

// Suites ------------------------------------------------------------------------------------------

static const bench_suite suites_all[] = {
    {.name = "quick",
     .title = "A first look",
     .summary = "Generated scenes, the usual algorithms, no data needed: under a minute.",
     .sets = suites_quick_sets,
     .extras = BENCH_EXTRA_REPAIR,
     .repetitions = 5,
     .seconds = 2},
    {.name = "dao10",
     .title = "Ten Dragon Age maps",
     .summary = "Databases, hierarchies and A* on the longest problems of the ten largest maps.",
     .sets = suites_dao10_sets,
     .extras = BENCH_EXTRA_REPAIR,
     .repetitions = 3,
     .seconds = 10},
    {.name = "discrete",
     .title = "Discrete searches",
     .summary = "Every discrete search and every open list of A* on game maps and small scenes.",
     .sets = suites_discrete_sets,
     .repetitions = 3,
     .seconds = 10},
    {.name = "hierarchical",
     .title = "Hierarchical searches",
     .summary = "Game maps, rooms, and where they earn their keep: weights, hexes, large units.",
     .sets = suites_hierarchical_sets,
     .extras = BENCH_EXTRA_SMOOTH | BENCH_EXTRA_REPAIR,
     .repetitions = 3,
     .seconds = 10},
    {.name = "subgoal",
     .title = "Subgoal databases",
     .summary = "HCDPS, DBA*, their rivals and the papers' variants, every sector size and depth.",
     .sets = suites_subgoal_sets,
     .extras = BENCH_EXTRA_REPAIR,
     .repetitions = 3,
     .seconds = 10},
    {.name = "realtime",
     .title = "Real-time searches",
     .summary = "What a move takes and how much longer the walk is, on game maps.",
     .sets = suites_realtime_sets,
     .repetitions = 1,
     .seconds = 5},
    {.name = "incremental",
     .title = "Incremental searches",
     .summary = "Walks through fog and over ground that changes, far from the unit and near it.",
     .sets = suites_incremental_sets,
     .repetitions = 3,
     .seconds = 10},
    {.name = "sga",
     .title = "SGA*",
     .summary = "SGA* as in chapter 8 of the thesis and as we have it, against A*, all lengths.",
     .sets = suites_sga_sets,
     .extras = BENCH_EXTRA_SMOOTH,
     .repetitions = 3,
     .seconds = 10},
    {.name = "worlds",
     .title = "Beyond the grid",
     .summary = "Levels of the platform game; up to 4 GB of memory.",
     .sets = suites_worlds_sets,
     .repetitions = 1,
     .seconds = 60},
    {.name = "gppc",
     .title = "Grid-Based Path Planning Competition",
     .summary = "The classic and the dynamic track's own maps, and one map of each set.",
     .sets = suites_gppc_sets,
     .repetitions = 3,
     .seconds = 10},
    {.name = "scaling",
     .title = "Larger maps, more agents",
     .summary = "The same caves from 64 to 1024 cells a side, and crowds of 1 to 1000 agents.",
     .sets = suites_scaling_sets,
     .extras = BENCH_EXTRA_CROWD | BENCH_EXTRA_REPAIR,
     .repetitions = 3,
     .seconds = 5},
};

const bench_suite *bench_suite_at(uint32_t index)
{
    return index < sizeof suites_all / sizeof *suites_all ? &suites_all[index] : NULL;
}
