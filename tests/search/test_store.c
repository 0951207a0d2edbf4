// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What the agents of all algorithms hold: when they are made, after a short trip and after long
// ones; and that their store changes neither paths nor counts.
#include "search/stage.h"
#include "support/test.h"

#include <waymark/agent.h>
#include <waymark/algorithm.h>

#include <string.h>

/// Large enough that no store is dense for being little.
#define SIDE 264u
#define CELLS (SIDE * SIDE)

/// Bytes a cell that an agent may hold at most: when it is made, after a short trip, and with an
/// array.
typedef struct store_law {
    const char *name;
    double made, near, array;
} store_law;

/// Who keeps more than the pages that it came by, an index; and whose array takes more.
static const store_law store_laws[] = {
    {"beacon", 4, 4, 10},    {"hpastar", 1, 4, 10},       {"prastar", 1.6, 4, 10},
    {"lazytheta", 1, 3, 13}, {"meidastar", 1, 3, 13},     {"lrtastar", 1, 3, 17},
    {"dstar", 1, 3, 21},     {"fringe", 1, 3, 21},        {"adaptive", 1, 3, 25},
    {"gaa", 1, 3, 25},       {"mtadaptive", 1, 3, 25},    {"dstarlite", 1, 3, 25},
    {"lpastar", 1, 3, 25},   {"mtdstarlite", 1, 3, 25},   {"adstar", 1, 3, 26},
    {"arastar", 1, 3, 28},   {"bidirectional", 1, 3, 29}, {"lsslrta", 1, 3, 49},
    {"rtaa", 1, 3, 49},      {"tbaa", 1, 3, 21},          {"frit", 1, 3, 49},
    {"rtd", 1, 3, 73}};

static store_law law_of(const way_algorithm *info)
{
    for (uint32_t i = 0; i < sizeof store_laws / sizeof *store_laws; i++) {
        if (strcmp(store_laws[i].name, info->name) == 0) {
            return store_laws[i];
        }
    }
    return (store_law){info->name, 1, 3, 10};
}

typedef struct store_rig {
    way_map *map;
    way_space *space;
    way_navigator *navigator;
} store_rig;

/// False if the algorithm is not for such a map.
static bool open_rig(store_rig *rig, const char *name)
{
    *rig = (store_rig){.map = stage_scene_map("caves,width=264,height=264,seed=4")};
    assert_int_equal(way_space_create_for(rig->map, 1, name, NULL, &rig->space), WAY_STATUS_OK);
    const way_navigator_config plan = {.space = rig->space, .algorithm = name};
    const way_status status = way_navigator_create(&plan, &rig->navigator);
    assert_true(status == WAY_STATUS_OK || status == WAY_STATUS_UNSUPPORTED ||
                status == WAY_STATUS_TOO_LARGE);
    return status == WAY_STATUS_OK;
}

static void close_rig(store_rig *rig)
{
    way_navigator_destroy(rig->navigator);
    way_space_destroy(rig->space);
    way_map_destroy(rig->map);
}

static way_agent *make(const store_rig *rig, way_store store)
{
    way_agent *agent = NULL;
    const way_agent_config config = {.navigator = rig->navigator, .store = store};
    assert_int_equal(way_agent_create(&config, &agent), WAY_STATUS_OK);
    return agent;
}

static double bytes_a_cell(const way_agent *agent)
{
    return (double)way_agent_stats(agent).bytes / CELLS;
}

/// A cell where a unit can stand, from a number on.
static way_cell stand(const store_rig *rig, way_cell cell)
{
    const way_cell middle = way_map_nearest_reachable(rig->map, CELLS / 2 + SIDE / 2, cell, 1);
    return middle == WAY_CELL_NONE ? cell : middle;
}

/// Bytes a cell of an agent that was made, and after a short trip.
static void hold(const store_rig *rig, way_store store, double *made, double *near)
{
    way_agent *agent = make(rig, store);
    *made = bytes_a_cell(agent);
    const way_cell start = stand(rig, CELLS / 2 + SIDE / 2);
    const way_trip trip = {.start = start, .goal = stand(rig, start + 3)};
    assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
    (void)way_agent_run(agent);
    *near = bytes_a_cell(agent);
    way_agent_destroy(agent);
}

static void agents_hold_what_they_use(void **state)
{
    (void)state;
    uint32_t looked = 0;
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < way_algorithm_count(); i++) {
        const way_algorithm *info = way_algorithm_at(i);
        const store_law law = law_of(info);
        store_rig rig;
        if (open_rig(&rig, info->name)) {
            store_law held = {info->name, 0, 0, 0};
            double empty = 0;
            hold(&rig, WAY_STORE_AUTO, &held.made, &held.near);
            hold(&rig, WAY_STORE_DENSE, &empty, &held.array);
            print_message("%-14s %6.2f made, %6.2f after a short trip, %6.2f with an array\n",
                          held.name, held.made, held.near, held.array);
            if (held.made > law.made || held.near > law.near || held.array > law.array) {
                print_error("%s: no more than %.2f, %.2f and %.2f\n", info->name, law.made,
                            law.near, law.array);
                wrong++;
            }
            looked++;
        }
        close_rig(&rig);
    }
    assert_int_equal(wrong, 0);
    assert_true(looked * 10 >= way_algorithm_count() * 7);
}

/// Trips near and far by pages, by arrays and by what adapts: paths and counts are the same. Far
/// ones make an array of pages.
static void stores_when_compared(void **state)
{
    static const char *const names[] = {"lsslrta",
                                        "lsslrta(lookahead=10)",
                                        "rtaa",
                                        "frit",
                                        "lrtastar(rule=rta)",
                                        "tbastar",
                                        "arastar",
                                        "rtd",
                                        "astar",
                                        "astar(open=heap4)",
                                        "dstarlite",
                                        "lpastar",
                                        "adaptive",
                                        "bidirectional",
                                        "fringe",
                                        "dstar"};
    (void)state;
    way_rng rng = test_rng(31);
    uint32_t arrays = 0;
    for (uint32_t i = 0; i < sizeof names / sizeof *names; i++) {
        way_agent *agents[WAY_STORE_SPARSE + 1] = {NULL};
        store_rig rig;
        if (!way_algorithm_find("frit") || !open_rig(&rig, names[i])) {
            continue; // without the laboratory
        }
        for (uint32_t k = 0; k <= WAY_STORE_SPARSE; k++) {
            agents[k] = make(&rig, (way_store)k);
        }
        for (uint32_t turn = 0; turn < 12; turn += TEST_STRIDE) {
            const way_cell start = stand(&rig, way_rng_below(&rng, CELLS));
            const way_cell goal = turn % 3 == 0 ? start + 2 : way_rng_below(&rng, CELLS);
            const way_trip trip = {.start = start, .goal = stand(&rig, goal)};
            for (uint32_t k = 0; k <= WAY_STORE_SPARSE; k++) {
                uint32_t counts[2] = {0};
                assert_int_equal(way_agent_begin(agents[k], &trip), WAY_STATUS_OK);
                assert_int_equal(way_agent_run(agents[k]), WAY_OUTCOME_FOUND);
                const way_state *first = way_agent_path(agents[0], &counts[0]);
                const way_state *path = way_agent_path(agents[k], &counts[1]);
                const way_stats a = way_agent_stats(agents[0]);
                const way_stats b = way_agent_stats(agents[k]);
                assert_int_equal(counts[0], counts[1]);
                assert_memory_equal(first, path, counts[0] * sizeof *path);
                assert_int_equal(a.expansions, b.expansions);
                assert_int_equal(a.heap_pushes, b.heap_pushes);
            }
        }
        const double held = bytes_a_cell(agents[WAY_STORE_AUTO]);
        print_message("%s: %.2f bytes a cell of %.2f\n", names[i], held,
                      bytes_a_cell(agents[WAY_STORE_DENSE]));
        arrays += held >= 16;
        assert_true(held < bytes_a_cell(agents[WAY_STORE_DENSE]) * 1.1);
        for (uint32_t k = 0; k <= WAY_STORE_SPARSE; k++) {
            way_agent_destroy(agents[k]);
        }
        close_rig(&rig);
    }
    assert_true(arrays >= 4 || !way_algorithm_find("frit"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agents_hold_what_they_use),
        cmocka_unit_test(stores_when_compared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
