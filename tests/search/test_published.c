// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// HCDPS and DBA* as printed, held against programs that were written from the papers alone: a map
// small enough to follow by hand, with every region, record and cost, and generated maps with the
// sizes of all parts and every cell of many walks. And what the papers promise, for any map.
#include "core/blob.h"
#include "lab/published/dba_paper.h"
#include "search/engine/hillclimb.h"
#include "search/stage.h"
#include "space/grid.h"
#include "support/test.h"

#include <waymark/database.h>

#include <string.h>

#define PUBLISHED_REGIONS 4096u

// Databases, part by part -------------------------------------------------------------------------

/// A navigator and what it saves, which is where its database can be read.
typedef struct published_rig {
    way_space *space;
    way_navigator *navigator;
    way_agent *agent;
    way_database saved;
    wayi_blob blob;
} published_rig;

static void rig_open(published_rig *rig, way_space *space, const char *spec)
{
    const way_navigator_config config = {.space = space, .algorithm = spec};
    *rig = (published_rig){.space = space};
    assert_int_equal(way_navigator_create(&config, &rig->navigator), WAY_STATUS_OK);
    const way_agent_config agent = {.navigator = rig->navigator};
    assert_int_equal(way_agent_create(&agent, &rig->agent), WAY_STATUS_OK);
    assert_int_equal(way_navigator_save(rig->navigator, NULL, &rig->saved), WAY_STATUS_OK);
    assert_int_equal(wayi_blob_open(rig->saved.bytes, rig->saved.size, &rig->blob, NULL),
                     WAY_STATUS_OK);
}

static void rig_close(published_rig *rig)
{
    way_database_free(&rig->saved);
    way_agent_destroy(rig->agent);
    way_navigator_destroy(rig->navigator);
}

/// The numbers of a part and how many there are; a part of pairs has twice as many.
static const uint32_t *rig_part(const published_rig *rig, const char *name, uint32_t *count)
{
    for (uint32_t i = 0; i < rig->blob.header->section_count; i++) {
        const wayi_blob_section_entry *entry = &rig->blob.header->sections[i];
        if (entry->tag == WAYI_BLOB_TAG(name[0], name[1], name[2], name[3])) {
            *count = (uint32_t)(entry->size / sizeof(uint32_t));
            return (const void *)(rig->blob.bytes + entry->offset);
        }
    }
    fail_msg("no part %s", name);
    return NULL;
}

static uint32_t rig_count(const published_rig *rig, const char *name)
{
    uint32_t count = 0;
    (void)rig_part(rig, name, &count);
    return count;
}

/// Walks from a cell to another one; the path belongs to the agent.
static const way_state *rig_walk(const published_rig *rig, way_cell from, way_cell to,
                                 uint32_t *count)
{
    const way_trip trip = {.start = from, .goal = to};
    assert_int_equal(way_agent_begin(rig->agent, &trip), WAY_STATUS_OK);
    assert_int_equal(way_agent_run(rig->agent), WAY_OUTCOME_FOUND);
    return way_agent_path(rig->agent, count);
}

// The example -------------------------------------------------------------------------------------

#define EXAMPLE_WIDTH 20u
#define EXAMPLE_HEIGHT 12u

static const char example_map[EXAMPLE_HEIGHT][EXAMPLE_WIDTH + 1] = {
    "....................", "....................", "...@@@@@@...........", "........@...@@@@....",
    "........@......@....", "..@@@@@@@......@....", "....@...@...@@@@....", "....@...............",
    "..@@@.......@.......", "............@.......", "....................", "....................",
};

/// Capitals are seeds.
static const char *const example_hcdps[EXAMPLE_HEIGHT] = {
    "ccCccccdddDddddeeeeE", "cccccccddddddddeeeee", "ccc@@@@@@ddbdddeeeee", "ffaaaaaa@bbb@@@@eeee",
    "ffaaAaaa@bbbBbb@eeee", "ff@@@@@@@bbbbbb@heee", "fFff@Ggg@hhh@@@@hhee", "ffff@gggghhhHhhhhhhe",
    "ff@@@gggghhh@hhhhhhh", "ffggggggghhh@hhhhhhh", "ffggggggghhhghhhhhhh", "ffgggggghhhggghhhhhh",
};

/// Capitals are representatives.
static const char *const example_dba[EXAMPLE_HEIGHT] = {
    "aaaaaaaaccccccccdddd", "aaaaaaaaccccccccdddd", "aaA@@@@@@cccccccdddd", "aaaaaaaa@ccC@@@@dDdd",
    "aaaaaaaa@cccccc@dddd", "aa@@@@@@@cccccc@dddd", "aaaa@bBb@ccc@@@@dddd", "aaaa@bbbccccccccdddd",
    "ee@@@eeeffff@fffgggg", "eeeEeeeefffF@fffgGgg", "eeeeeeeeffffffffgggg", "eeeeeeeeffffffffgggg",
};

static const uint32_t example_problems[4][4] = {
    {0, 5, 17, 4}, {7, 3, 13, 4}, {3, 6, 19, 11}, {19, 0, 0, 11}};

/// The subgoals of all records between seeds, by from and to: "x,y" each.
static const char *const example_records[2][8] = {
    {"|2,0||2,0|2,0||1,9|1,9", "2,1||||11,0|1,1|7,7|11,7", "2,3||||||1,9|11,7",
     "2,3|11,4|||||7,7|11,4 11,7", "2,1|11,2||||1,1|7,7|", "3,4|5,0||5,0|5,0||1,9|1,9",
     "1,9 1,4|11,7|1,9 1,4|11,7|16,7|1,9||", "1,9 1,4|11,5||||1,9|7,7|"},
    {"|2,0||2,1|2,1||1,9|1,9", "2,1||||11,2|1,1|7,7|11,7", "2,3||||||1,9|11,7",
     "2,3|11,4|||||7,7|11,7", "2,1|11,2||||2,1|11,2 7,7|", "3,4|4,1||5,0|5,0||1,9|1,9",
     "1,9 1,4|9,7|1,9 1,4|9,7|9,7 11,2|1,9||", "1,9 1,4|11,5||||1,9|7,7|"},
};

static way_space *example_open(way_map **map)
{
    uint8_t weights[EXAMPLE_WIDTH * EXAMPLE_HEIGHT];
    for (uint32_t i = 0; i < sizeof weights; i++) {
        weights[i] = example_map[i / EXAMPLE_WIDTH][i % EXAMPLE_WIDTH] == '.';
    }
    way_map_config config = way_map_config_default(EXAMPLE_WIDTH, EXAMPLE_HEIGHT);
    config.corners = WAY_CORNERS_STRICT;
    config.costs = (way_cost_model){10, 14};
    config.weights = weights;
    way_space *space = NULL;
    assert_int_equal(way_map_create(&config, map), WAY_STATUS_OK);
    assert_int_equal(way_space_create_grid(*map, 1, NULL, &space), WAY_STATUS_OK);
    return space;
}

static void check_picture(const published_rig *rig, const char *const *picture)
{
    for (way_cell cell = 0; cell < EXAMPLE_WIDTH * EXAMPLE_HEIGHT; cell++) {
        way_state place = WAY_STATE_NONE;
        const uint32_t region = way_navigator_region(rig->navigator, cell, &place);
        const char letter = (char)(region == WAY_STATE_NONE ? '@'
                                   : place == cell          ? 'A' + (int)region
                                                            : 'a' + (int)region);
        assert_int_equal(picture[cell / EXAMPLE_WIDTH][cell % EXAMPLE_WIDTH], letter);
    }
}

/// The states of a record between its ends, as text.
static void write_subgoals(const uint32_t *states, uint32_t count, char out[64])
{
    size_t size = 0;
    out[0] = 0;
    for (uint32_t i = 1; i + 1 < count; i++) {
        size += (size_t)snprintf(out + size, 64 - size, "%s%u,%u", i > 1 ? " " : "",
                                 states[i] % EXAMPLE_WIDTH, states[i] / EXAMPLE_WIDTH);
    }
}

static void check_costs(const published_rig *rig, const uint32_t costs[4])
{
    for (uint32_t i = 0; i < 4; i++) {
        const uint32_t *ends = example_problems[i];
        uint32_t count = 0;
        (void)rig_walk(rig, ends[1] * EXAMPLE_WIDTH + ends[0], ends[3] * EXAMPLE_WIDTH + ends[2],
                       &count);
        assert_int_equal(way_agent_cost(rig->agent), costs[i]);
    }
}

static void check_example_records(const published_rig *rig, const char *const *rows)
{
    uint32_t count = 0;
    const uint32_t *pairs = rig_part(rig, "PAIR", &count);
    const uint32_t *states = rig_part(rig, "RECS", &count);
    for (uint32_t from = 0; from < 8; from++) {
        char row[256];
        size_t size = 0;
        for (uint32_t to = 0; to < 8; to++) {
            const uint32_t first = pairs[from * 8 + to];
            char record[64];
            write_subgoals(states + first, pairs[from * 8 + to + 1] - first, record);
            size += (size_t)snprintf(row + size, sizeof row - size, "%s%s", to ? "|" : "", record);
        }
        assert_string_equal(row, rows[from]);
    }
}

static void the_example_of_hcdps(void **state)
{
    (void)state;
    static const uint32_t costs[2][4] = {{270, 212, 248, 288}, {270, 212, 248, 282}};
    static const uint32_t states[] = {153, 154};
    way_map *map = NULL;
    way_space *space = example_open(&map);
    for (uint32_t depth = 1; depth <= 2; depth++) {
        published_rig rig;
        rig_open(&rig, space,
                 depth == 1 ? "hcdps_paper(cutoff=8)" : "hcdps_paper(cutoff=8, depth=2)");
        check_picture(&rig, example_hcdps);
        check_example_records(&rig, example_records[depth - 1]);
        // As the paper counts: 4 bytes a state of a record, 8 a run, 4 a thousandth cell.
        assert_int_equal(rig_count(&rig, "RECS"), states[depth - 1]);
        assert_int_equal(rig_count(&rig, "RUNS"), 2 * 47);
        assert_int_equal(rig_count(&rig, "HASH"), 1);
        assert_int_equal(rig_count(&rig, "SEED"), 8);
        check_costs(&rig, costs[depth - 1]);
        rig_close(&rig);
    }
    way_space_destroy(space);
    way_map_destroy(map);
}

static void the_example_of_dba(void **state)
{
    (void)state;
    static const uint32_t costs[] = {216, 198, 308, 252};
    static const struct {
        char next[8];
        uint32_t costs[7];
    } matrix[7] = {
        {"AECCECC", {0, 148, 108, 182, 94, 168, 216}}, {"EBCCEFF", {148, 0, 82, 156, 54, 62, 136}},
        {"ABCDEFG", {108, 82, 0, 74, 116, 60, 108}},   {"CCCDCFG", {182, 156, 74, 0, 190, 114, 60}},
        {"ABCCEFF", {94, 54, 116, 190, 0, 80, 154}},   {"CBCDEFG", {168, 62, 60, 114, 80, 0, 74}},
        {"CFCDFFG", {216, 136, 108, 60, 154, 74, 0}},
    };
    static const char *const records[] = {
        "AC 9,1", "AE 1,9",  "BC 9,7",  "BE ",     "BF ",      "CA 2,1", "CB 7,7", "CD 16,2", "CE ",
        "CF ",    "CG 11,7", "DC 11,2", "DF 11,7", "DG ",      "EA 1,4", "EB ",    "EC 11,4", "EF ",
        "FB ",    "FC ",     "FD ",     "FE ",     "FG 13,10", "GC ",    "GD ",    "GF 11,10"};
    way_map *map = NULL;
    way_space *space = example_open(&map);
    published_rig rig;
    rig_open(&rig, space, "dba_paper(sector=8)");
    check_picture(&rig, example_dba);
    check_costs(&rig, costs);
    uint32_t count = 0;
    const uint32_t *hops = rig_part(&rig, "MATR", &count);
    assert_int_equal(count, 2 * 7 * 7);
    for (uint32_t i = 0; i < 49; i++) {
        assert_int_equal(hops[2 * i], matrix[i / 7].next[i % 7] - 'A');
        assert_int_equal(hops[2 * i + 1], matrix[i / 7].costs[i % 7]);
    }
    const uint32_t *first = rig_part(&rig, "FROM", &count);
    const uint32_t *starts = rig_part(&rig, "BEGI", &count);
    const uint32_t *states = rig_part(&rig, "PATH", &count);
    assert_int_equal(count, 13 + 2 * 26); // with both ends, as the thesis' figures count them
    const uint32_t *ends = rig_part(&rig, "ENDS", &count);
    assert_int_equal(count, 26);
    for (uint32_t from = 0, i = 0; i < count; i++) {
        char text[80];
        char subgoals[64];
        while (first[from + 1] <= i) {
            from++;
        }
        write_subgoals(states + starts[i], starts[i + 1] - starts[i], subgoals);
        (void)snprintf(text, sizeof text, "%c%c %s", (char)('A' + from), (char)('A' + ends[i]),
                       subgoals);
        assert_string_equal(text, records[i]);
    }
    // Sectors at the end of a row have numbers of their own: three columns of eight cells.
    const uint32_t *sectors = rig_part(&rig, "SECT", &count);
    static const uint32_t expected[] = {0, 2, 3, 4, 5, 6, 7};
    assert_int_equal(count, 7);
    assert_memory_equal(sectors, expected, sizeof expected);
    rig_close(&rig);
    way_space_destroy(space);
    way_map_destroy(map);
}

// Other programs ----------------------------------------------------------------------------------

#define PUBLISHED_WALKS 60u

static const stage_grid_config published_grounds[] = {
    {.generator = "caves", .width = 96, .height = 64, .seed = 5, .costs = {10, 14}},
    {.generator = "rooms", .width = 65, .height = 49, .seed = 3, .costs = {10, 14}},
    {.generator = "random",
     .setting = {"blocked", 25},
     .width = 50,
     .height = 44,
     .seed = 9,
     .costs = {408, 577}},
    {.generator = "maze",
     .setting = {"braid", 200},
     .width = 45,
     .height = 33,
     .seed = 2,
     .costs = {10, 14}},
    {.generator = "random",
     .setting = {"blocked", 35},
     .width = 60,
     .height = 37,
     .seed = 4,
     .corners = WAY_CORNERS_LOOSE,
     .costs = {10, 14}},
    {.generator = "caves",
     .width = 70,
     .height = 90,
     .seed = 8,
     .corners = WAY_CORNERS_ANY,
     .costs = {10, 14}},
};
enum { PUBLISHED_GROUNDS = sizeof published_grounds / sizeof *published_grounds };

static void ground_open(test_stage *stage, uint32_t index)
{
    stage_grid_config config = published_grounds[index];
    config.neighbours = WAY_NEIGHBOURS_8;
    config.size = 1;
    config.lightest = 1;
    config.heaviest = 1;
    stage_create_grid(stage, &config);
}

/// Draws two different cells that a way connects.
static void ground_draw(const test_stage *stage, way_rng *rng, way_cell ends[2])
{
    do {
        ends[0] = way_rng_below(rng, stage->count);
        ends[1] = way_rng_below(rng, stage->count);
    } while (ends[0] == ends[1] || !way_space_can_stand(stage->space, ends[0]) ||
             !way_space_can_stand(stage->space, ends[1]) ||
             !wayi_space_may_reach(stage->space, ends[0], ends[1]));
}

/// What programs of the papers made of the same: how many regions, records and states these have
/// (both ends included), runs of the index, what walks cost and where they led.
typedef struct published_row {
    uint32_t ground;
    const char *spec;
    uint32_t regions, records, states, runs;
    uint32_t cost;
    uint64_t walks;
} published_row;

static const published_row published_rows[] = {
    {0, "hcdps_paper", 49, 2352, 13961, 577, 39018, UINT64_C(0xeea7cabd91dbb7d0)},
    {0, "hcdps_paper(cutoff=12, depth=3)", 48, 2256, 12714, 516, 37936,
     UINT64_C(0x051f78ed7713db28)},
    {0, "hcdps_paper(cutoff=25, records=subgoals)", 44, 1892, 11727, 508, 40590,
     UINT64_C(0x6c74d26f86ea129e)},
    {0, "hcdps_paper(cutoff=40, depth=2, looks=off)", 48, 2256, 13072, 572, 45662,
     UINT64_C(0xd02b5f3452209e7b)},
    {0, "dba_paper(sector=8)", 112, 420, 889, 0, 37134, UINT64_C(0x1dee17898f5bc5fe)},
    {0, "dba_paper(depth=2)", 39, 340, 1048, 0, 37058, UINT64_C(0x11a0c281312c4446)},
    {0, "dba_paper(sector=10, depth=3, rounding=near)", 99, 1728, 4950, 0, 35786,
     UINT64_C(0x7439e8e3a2a9b1ef)},
    {1, "hcdps_paper", 48, 2256, 13744, 428, 25416, UINT64_C(0x8f69d312e8eeded9)},
    {1, "hcdps_paper(cutoff=20)", 48, 2256, 13257, 430, 25170, UINT64_C(0x4b985802b1df0661)},
    {1, "hcdps_paper(cutoff=30, spacing=9, seeds=all)", 52, 2652, 14919, 447, 25380,
     UINT64_C(0xd22ee3998ba8e696)},
    {1, "hcdps_paper(cutoff=16, compress=farthest)", 48, 2256, 12590, 428, 26064,
     UINT64_C(0x348294d747970d11)},
    {1, "dba_paper(sector=8)", 48, 142, 396, 0, 25116, UINT64_C(0x4fe63236fb980e9d)},
    {1, "dba_paper", 14, 38, 135, 0, 29578, UINT64_C(0xdfb41229ed6e068f)},
    {1, "dba_paper(sector=8, trim=chain)", 48, 142, 396, 0, 24998, UINT64_C(0x55a98084e6676ef8)},
    {1, "dba_paper(sector=12, trim=off)", 38, 132, 403, 0, 32192, UINT64_C(0x54a5728468672415)},
    {2, "hcdps_paper", 84, 5852, 34637, 559, 916325, UINT64_C(0x7cb12b5a56ef2bb0)},
    {2, "hcdps_paper(cutoff=12, depth=3)", 90, 6806, 34938, 562, 804318,
     UINT64_C(0x0ce10594f5c606b0)},
    {2, "hcdps_paper(cutoff=25, records=subgoals)", 90, 6806, 42037, 571, 886956,
     UINT64_C(0x9ecfeb1125969484)},
    {2, "hcdps_paper(cutoff=40, depth=2, looks=off)", 84, 5852, 32115, 559, 995552,
     UINT64_C(0x98763248ede90cf5)},
    {2, "dba_paper(sector=8)", 77, 210, 562, 0, 935066, UINT64_C(0x87d7ce5c18acab15)},
    {2, "dba_paper(depth=2)", 36, 206, 763, 0, 1020274, UINT64_C(0x82dfe9386a5c4adc)},
    {2, "dba_paper(sector=10, depth=3, rounding=near)", 48, 916, 3800, 0, 907513,
     UINT64_C(0x119baa27f5112c62)},
    {3, "hcdps_paper", 28, 756, 2707, 329, 20310, UINT64_C(0x218d864befd63cc5)},
    {3, "hcdps_paper(cutoff=20)", 33, 1056, 3815, 331, 20870, UINT64_C(0x7b9144d9055753f3)},
    {3, "hcdps_paper(cutoff=30, spacing=9, seeds=all)", 40, 1560, 5281, 337, 19690,
     UINT64_C(0x8031b1434075c1aa)},
    {3, "hcdps_paper(cutoff=16, compress=farthest)", 45, 1980, 6045, 338, 20990,
     UINT64_C(0x3d8b22c8dfc96721)},
    {3, "dba_paper(sector=8)", 26, 82, 214, 0, 22050, UINT64_C(0x88c810353cc85a24)},
    {3, "dba_paper", 8, 22, 63, 0, 23630, UINT64_C(0xddcf54707e0a3d35)},
    {3, "dba_paper(sector=8, trim=chain)", 26, 82, 214, 0, 21090, UINT64_C(0xd9a489cecb677136)},
    {3, "dba_paper(sector=12, trim=off)", 13, 38, 113, 0, 26850, UINT64_C(0xf32d55d5f03754aa)},
    {4, "hcdps_paper", 121, 5026, 27775, 568, 24278, UINT64_C(0x7734ffd3a63932b6)},
    {4, "hcdps_paper(cutoff=12, depth=3)", 117, 4722, 25303, 555, 23670,
     UINT64_C(0xbbb544f67ee39950)},
    {4, "hcdps_paper(cutoff=25, records=subgoals)", 121, 5026, 31092, 554, 25708,
     UINT64_C(0x608ce8898bf8b51c)},
    {4, "hcdps_paper(cutoff=40, depth=2, looks=off)", 123, 5312, 28468, 566, 27116,
     UINT64_C(0x58d05118a5b9ce65)},
    {4, "dba_paper(sector=8)", 144, 286, 663, 0, 25430, UINT64_C(0xbff550ab56b13466)},
    {4, "dba_paper(depth=2)", 88, 326, 1052, 0, 26614, UINT64_C(0x39d9d053a9737eec)},
    {4, "dba_paper(sector=10, depth=3, rounding=near)", 112, 1128, 3906, 0, 25202,
     UINT64_C(0x79b29779de7bc2ae)},
    {5, "hcdps_paper", 30, 870, 4305, 495, 42788, UINT64_C(0xa997da7c1ad0bd99)},
    {5, "hcdps_paper(cutoff=20)", 29, 812, 3779, 435, 41898, UINT64_C(0x11d77604ea2b81ca)},
    {5, "hcdps_paper(cutoff=30, spacing=9, seeds=all)", 49, 2352, 8824, 543, 40472,
     UINT64_C(0x3d1cf52a38c41c4b)},
    {5, "hcdps_paper(cutoff=16, compress=farthest)", 34, 1122, 4544, 479, 43554,
     UINT64_C(0x40368e511c5b796f)},
    {5, "dba_paper(sector=8)", 129, 506, 1028, 0, 40406, UINT64_C(0x17bde0a6e08cbcd0)},
    {5, "dba_paper", 56, 174, 365, 0, 42974, UINT64_C(0x908c6f87489e2cd5)},
    {5, "dba_paper(sector=8, trim=chain)", 129, 506, 1028, 0, 39940, UINT64_C(0x06308a54a3641de2)},
    {5, "dba_paper(sector=12, trim=off)", 71, 248, 522, 0, 43064, UINT64_C(0xe41158ce09339fe5)},
};
enum { PUBLISHED_ROWS = sizeof published_rows / sizeof *published_rows };

static uint32_t count_records(const published_rig *rig)
{
    uint32_t count = 0;
    uint32_t records = 0;
    const uint32_t *pairs = rig_part(rig, "PAIR", &count);
    for (uint32_t i = 0; i + 1 < count; i++) {
        records += pairs[i + 1] > pairs[i];
    }
    return records;
}

/// What the library makes of a row.
static published_row measure_row(const published_row *row, const test_stage *stage)
{
    published_rig rig;
    rig_open(&rig, stage->space, row->spec);
    const bool hcdps = strncmp(row->spec, "hcdps", 5) == 0;
    published_row found = {.ground = row->ground,
                           .spec = row->spec,
                           .regions = rig_count(&rig, hcdps ? "SEED" : "REPR"),
                           .records = hcdps ? count_records(&rig) : rig_count(&rig, "ENDS"),
                           .states = rig_count(&rig, hcdps ? "RECS" : "PATH"),
                           .runs = hcdps ? rig_count(&rig, "RUNS") / 2 : 0};
    way_rng rng = way_rng_seed(row->ground);
    for (uint32_t i = 0; i < PUBLISHED_WALKS; i++) {
        way_cell ends[2];
        uint32_t count = 0;
        ground_draw(stage, &rng, ends);
        const way_state *path = rig_walk(&rig, ends[0], ends[1], &count);
        for (uint32_t k = 0; k < count; k++) {
            found.walks = (found.walks ^ path[k]) * UINT64_C(1099511628211);
        }
        found.cost += way_agent_cost(rig.agent);
    }
    rig_close(&rig);
    return found;
}

static void check_row(const published_row *row)
{
    test_stage stage;
    ground_open(&stage, row->ground);
    const published_row found = measure_row(row, &stage);
    if (found.regions != row->regions || found.records != row->records ||
        found.states != row->states || found.runs != row->runs || found.cost != row->cost ||
        found.walks != row->walks) {
        fail_msg("%s on %s: %u regions, %u records of %u states, %u runs; walks cost %u, %016llx",
                 row->spec, stage.name, found.regions, found.records, found.states, found.runs,
                 found.cost, (unsigned long long)found.walks);
    }
    stage_destroy(&stage);
}

static void as_programs_of_the_papers(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < PUBLISHED_ROWS; i++) {
        check_row(&published_rows[i]);
    }
}

// Promises ----------------------------------------------------------------------------------------

static const char *const published_specs[] = {
    "hcdps_paper",
    "hcdps_paper(cutoff=6)",
    "hcdps_paper(cutoff=20, depth=2, compress=farthest)",
    "hcdps_paper(cutoff=9, spacing=5, seeds=all, looks=off)",
    "hcdps_paper(cutoff=12, records=subgoals)",
    "dba_paper",
    "dba_paper(sector=4)",
    "dba_paper(sector=8, depth=2, trim=chain)",
    "dba_paper(sector=5, depth=3, rounding=near)",
    "dba_paper(sector=7, trim=off)",
};
enum { PUBLISHED_SPECS = sizeof published_specs / sizeof *published_specs };

/// Every climb between the states of a record arrives.
static void check_climbs(const published_rig *rig, const uint32_t *starts, uint32_t records,
                         const uint32_t *states)
{
    const wayi_grid *grid = wayi_space_grid(rig->space);
    for (uint32_t i = 0; i < records; i++) {
        for (uint32_t k = starts[i]; k + 1 < starts[i + 1]; k++) {
            assert_true(wayi_climb_reaches(grid, states[k], states[k + 1], UINT32_MAX, NULL));
        }
    }
}

/// Every cell has a region, climbs to its seed and is climbed to from there; pairs of seeds have a
/// record if they are connected.
static void check_hcdps(const published_rig *rig, uint32_t cutoff)
{
    const wayi_grid *grid = wayi_space_grid(rig->space);
    uint32_t regions = 0;
    uint32_t count = 0;
    const uint32_t *seeds = rig_part(rig, "SEED", &regions);
    const uint32_t *pairs = rig_part(rig, "PAIR", &count);
    check_climbs(rig, pairs, regions * regions, rig_part(rig, "RECS", &count));
    for (uint32_t i = 0; i < regions * regions; i++) {
        const way_cell from = seeds[i / regions];
        const way_cell to = seeds[i % regions];
        assert_int_equal(pairs[i + 1] > pairs[i],
                         from != to && wayi_space_may_reach(rig->space, from, to));
    }
    for (way_cell cell = 0; cell < grid->map->cell_count; cell++) {
        way_state seed = WAY_STATE_NONE;
        const uint32_t region = way_navigator_region(rig->navigator, cell, &seed);
        assert_int_equal(region != WAY_STATE_NONE, way_space_can_stand(rig->space, cell));
        if (region != WAY_STATE_NONE) {
            assert_int_equal(seed, seeds[region]);
            assert_true(wayi_climb_reaches(grid, cell, seed, cutoff, NULL));
            assert_true(wayi_climb_reaches(grid, seed, cell, cutoff, NULL));
        }
    }
}

/// Appendix A, to the letter: all pairs, round after round, until nothing changes.
static void check_rounds(const uint32_t *first, const uint32_t *ends, const uint32_t *costs,
                         uint32_t regions, const uint32_t *hops)
{
    wayi_dba_paper_hop *rows = malloc((size_t)regions * regions * sizeof *rows);
    memset(rows, 0xff, (size_t)regions * regions * sizeof *rows);
    for (uint32_t i = 0; i < regions; i++) {
        rows[i * regions + i] = (wayi_dba_paper_hop){i, 0};
        for (uint32_t k = first[i]; k < first[i + 1]; k++) {
            rows[i * regions + ends[k]] = (wayi_dba_paper_hop){ends[k], costs[k]};
        }
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < regions; i++) {
            for (uint32_t k = first[i]; k < first[i + 1]; k++) {
                const way_cost there = rows[i * regions + ends[k]].cost;
                for (uint32_t to = 0; to < regions; to++) {
                    wayi_dba_paper_hop *hop = &rows[i * regions + to];
                    const way_cost cost = way_cost_add(there, rows[ends[k] * regions + to].cost);
                    if (cost < hop->cost) {
                        *hop = (wayi_dba_paper_hop){ends[k], cost};
                        changed = true;
                    }
                }
            }
        }
    }
    assert_memory_equal(rows, hops, (size_t)regions * regions * sizeof *rows);
    free(rows);
}

/// Every cell has a region of its own sector; the matrix has the cheapest ways over records, leads
/// along them, and is what the printed rounds make.
static void check_dba(const published_rig *rig)
{
    uint32_t regions = 0;
    uint32_t records = 0;
    uint32_t count = 0;
    (void)rig_part(rig, "REPR", &regions);
    const uint32_t *first = rig_part(rig, "FROM", &count);
    const uint32_t *ends = rig_part(rig, "ENDS", &records);
    const uint32_t *costs = rig_part(rig, "COST", &count);
    const uint32_t *hops = rig_part(rig, "MATR", &count);
    check_rounds(first, ends, costs, regions, hops);
    check_climbs(rig, rig_part(rig, "BEGI", &count), records, rig_part(rig, "PATH", &count));
    for (uint32_t i = 0; i < regions * regions; i++) {
        const uint32_t from = i / regions;
        const uint32_t to = i % regions;
        way_cost best = from == to ? 0 : WAY_COST_MAX;
        way_cost led = best;
        for (uint32_t k = first[from]; k < first[from + 1]; k++) {
            const way_cost cost = way_cost_add(costs[k], hops[2 * (ends[k] * regions + to) + 1]);
            best = cost < best ? cost : best;
            led = ends[k] == hops[2 * i] ? cost : led;
        }
        assert_int_equal(hops[2 * i + 1], best);
        assert_int_equal(led, best);
    }
    for (way_cell cell = 0; cell < wayi_space_grid(rig->space)->map->cell_count; cell++) {
        way_state place = WAY_STATE_NONE;
        const bool has = way_navigator_region(rig->navigator, cell, &place) != WAY_STATE_NONE;
        assert_int_equal(has, way_space_can_stand(rig->space, cell));
        assert_true(!has || wayi_space_may_reach(rig->space, cell, place));
    }
}

static void databases_keep_what_the_papers_promise(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < PUBLISHED_GROUNDS * PUBLISHED_SPECS; i++) {
        test_stage stage;
        published_rig rig;
        ground_open(&stage, i / PUBLISHED_SPECS);
        rig_open(&rig, stage.space, published_specs[i % PUBLISHED_SPECS]);
        if (strncmp(published_specs[i % PUBLISHED_SPECS], "hcdps", 5) == 0) {
            check_hcdps(&rig, (uint32_t)way_navigator_param(rig.navigator, 1));
        } else {
            check_dba(&rig);
        }
        rig_close(&rig);
        stage_destroy(&stage);
    }
}

/// Pairs of all cells of small maps, from every third.
static void every_trip_arrives(void **state)
{
    (void)state;
    static const struct {
        const char *generator;
        scene_setting setting;
    } maps[] = {{"random", {"blocked", 35}}, {"rooms", {0}}, {"maze", {"braid", 100}}};
    uint32_t trips = 0;
    for (uint32_t i = 0; i < 3 * PUBLISHED_SPECS; i++) {
        stage_grid_config config = stage_plain(maps[i % 3].generator, 24, 24, 3 + i % 3);
        config.setting = maps[i % 3].setting;
        test_stage stage;
        published_rig rig;
        stage_create_grid(&stage, &config);
        rig_open(&rig, stage.space, published_specs[i / 3]);
        for (way_cell from = i % 3; from < stage.count; from += 3) {
            for (way_cell to = 0; to < stage.count; to++) {
                if (way_space_can_stand(stage.space, from) &&
                    way_space_can_stand(stage.space, to) &&
                    wayi_space_may_reach(stage.space, from, to)) {
                    uint32_t count = 0;
                    (void)rig_walk(&rig, from, to, &count);
                    trips++;
                }
            }
        }
        rig_close(&rig);
        stage_destroy(&stage);
    }
    assert_true(trips > 500000);
}

/// The printed rounds go over all pairs of regions as often as there are regions in a row: along
/// this corridor 137 thousand million times.
static void a_long_corridor_is_soon_prepared(void **state)
{
    (void)state;
    const stage_grid_config config = stage_plain("open", 4 * PUBLISHED_REGIONS, 1, 1);
    test_stage stage;
    stage_create_grid(&stage, &config);
    published_rig rig;
    uint32_t count = 0;
    rig_open(&rig, stage.space, "dba_paper(sector=4)");
    const uint32_t *hops = rig_part(&rig, "MATR", &count);
    for (uint32_t i = 1; i < PUBLISHED_REGIONS; i++) { // towards the first, and from it
        assert_int_equal(hops[2 * i * PUBLISHED_REGIONS], i - 1);
        assert_int_equal(hops[2 * i], 1);
    }
    (void)rig_walk(&rig, 4 * PUBLISHED_REGIONS - 1, 0, &count);
    assert_int_equal(count, 4 * PUBLISHED_REGIONS);
    rig_close(&rig);
    stage_destroy(&stage);
}

// Refusals ----------------------------------------------------------------------------------------

static void too_many_regions_are_counted(void **state)
{
    (void)state;
    static const struct {
        const char *spec, *text;
    } cases[] = {
        {"hcdps_paper", "hcdps_paper: this map is too large: it has 10000 regions, at most 4096 "
                        "are taken"},
        {"dba_paper", "dba_paper: this map is too large: it has 10000 regions, at most 4096 are "
                      "taken; raise sector (16 now, at most 1024)"}};
    uint8_t *weights = calloc(200, 200);
    assert_non_null(weights);
    for (uint32_t i = 0; i < 10000; i++) { // each on its own
        weights[i / 100 * 400 + i % 100 * 2] = 1;
    }
    way_map_config config = way_map_config_default(200, 200);
    config.weights = weights;
    way_map *map = NULL;
    way_space *space = NULL;
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    assert_int_equal(way_space_create_grid(map, 1, NULL, &space), WAY_STATUS_OK);
    for (uint32_t i = 0; i < 2; i++) {
        way_problem problem = {0};
        way_navigator *navigator = NULL;
        const way_navigator_config plan = {
            .space = space, .algorithm = cases[i].spec, .problem = &problem};
        assert_int_equal(way_navigator_create(&plan, &navigator), WAY_STATUS_TOO_LARGE);
        assert_null(navigator);
        assert_string_equal(problem.text, cases[i].text);
    }
    // As many as are taken.
    memset(weights + 200 * 2 * 40, 0, 200 * 2 * 60);
    for (uint32_t i = 0; i < 96; i++) {
        weights[200 * 2 * 40 + i * 2] = 1;
    }
    way_space_destroy(space);
    way_map_destroy(map);
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    assert_int_equal(way_space_create_grid(map, 1, NULL, &space), WAY_STATUS_OK);
    published_rig rig;
    rig_open(&rig, space, "dba_paper");
    assert_int_equal(rig_count(&rig, "REPR"), PUBLISHED_REGIONS);
    rig_close(&rig);
    way_space_destroy(space);
    way_map_destroy(map);
    free(weights);
}

/// A copy of what was saved with one number of a part replaced, and its checksums right.
static way_status open_forged(const published_rig *rig, const char *part, uint32_t at,
                              uint32_t number)
{
    const wayi_blob_header *header = rig->blob.header;
    const wayi_blob_info info = {header->algorithm, header->parameters, header->map};
    wayi_blob_writer writer;
    way_database forged = {.allocator = rig->saved.allocator};
    wayi_blob_begin(&writer, &info, &forged.allocator);
    for (uint32_t i = 0; i < header->section_count; i++) {
        const wayi_blob_section_entry *entry = &header->sections[i];
        uint32_t *items = wayi_blob_reserve(&writer, entry->tag, entry->element_size,
                                            entry->size / entry->element_size);
        assert_non_null(items);
        memcpy(items, rig->blob.bytes + entry->offset, entry->size);
        if (entry->tag == WAYI_BLOB_TAG(part[0], part[1], part[2], part[3])) {
            assert_true(at < entry->size / sizeof *items && items[at] != number);
            items[at] = number;
        }
    }
    assert_int_equal(wayi_blob_finish(&writer, &forged.bytes, &forged.size), WAY_STATUS_OK);
    way_navigator *opened = NULL;
    const way_navigator_config config = {.space = rig->space};
    const way_status status = way_navigator_open(&config, forged.bytes, forged.size, &opened);
    way_navigator_destroy(opened);
    way_database_free(&forged);
    return status;
}

static void forged_numbers_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *spec, *part;
        uint32_t at, number;
    } lies[] = {
        {"hcdps_paper(cutoff=8)", "SEED", 3, 240},        // beyond the map
        {"hcdps_paper(cutoff=8)", "SEED", 3, 11},         // not where its records start
        {"hcdps_paper(cutoff=8)", "RUNS", 4, 1000},       // beyond the map
        {"hcdps_paper(cutoff=8)", "RUNS", 4, 0},          // before the one before
        {"hcdps_paper(cutoff=8)", "RUNS", 5, 8},          // no such region
        {"hcdps_paper(cutoff=8)", "HASH", 0, 1},          // not the run of its cell
        {"hcdps_paper(cutoff=8)", "PAIR", 1, 3},          // a way from a region to itself
        {"hcdps_paper(cutoff=8)", "PAIR", 9, 0},          // falls
        {"hcdps_paper(cutoff=8)", "PAIR", 64, 100000},    // beyond the states
        {"hcdps_paper(cutoff=8)", "RECS", 1, 240},        // beyond the map
        {"hcdps_paper(cutoff=8)", "RECS", 0, 5},          // does not start at its seed
        {"dba_paper(sector=8)", "SECT", 1, 9},            // more regions than there are
        {"dba_paper(sector=8)", "REPR", 2, 240},          // beyond the map
        {"dba_paper(sector=8)", "REPR", 2, 200},          // in another sector
        {"dba_paper(sector=8)", "FROM", 3, 100},          // beyond the records
        {"dba_paper(sector=8)", "ENDS", 0, 7},            // no such region
        {"dba_paper(sector=8)", "ENDS", 1, 2},            // twice the same
        {"dba_paper(sector=8)", "COST", 4, 0},            // for nothing, for ever
        {"dba_paper(sector=8)", "COST", 4, 7},            // not what the matrix says
        {"dba_paper(sector=8)", "BEGI", 2, 90},           // beyond the states
        {"dba_paper(sector=8)", "PATH", 1, 240},          // beyond the map
        {"dba_paper(sector=8)", "PATH", 0, 3},            // does not start at its representative
        {"dba_paper(sector=8)", "MATR", 2 * 3, 0},        // no record leads there
        {"dba_paper(sector=8)", "MATR", 2 * 1 + 1, 0},    // cheaper than its record
        {"dba_paper(sector=8)", "MATR", 2 * 8 + 1, 5},    // from a region to itself
        {"dba_paper(sector=8)", "MATR", 2 * 14 + 1, 109}, // not the sum of its parts
    };
    way_map *map = NULL;
    way_space *space = example_open(&map);
    for (uint32_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        published_rig rig;
        rig_open(&rig, space, lies[i].spec);
        if (open_forged(&rig, lies[i].part, lies[i].at, lies[i].number) != WAY_STATUS_BAD_FORMAT) {
            fail_msg("%s: %u at %u of %s is believed", lies[i].spec, lies[i].number, lies[i].at,
                     lies[i].part);
        }
        rig_close(&rig);
    }
    way_space_destroy(space);
    way_map_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_example_of_hcdps),
        cmocka_unit_test(the_example_of_dba),
        cmocka_unit_test(as_programs_of_the_papers),
        cmocka_unit_test(databases_keep_what_the_papers_promise),
        cmocka_unit_test(every_trip_arrives),
        cmocka_unit_test(a_long_corridor_is_soon_prepared),
        cmocka_unit_test(too_many_regions_are_counted),
        cmocka_unit_test(forged_numbers_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
