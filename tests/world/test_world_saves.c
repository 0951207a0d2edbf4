// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Every world that a call leaves can be saved, and the save restored to the same future: amid
// rescues, in walls, on maps one cell wide, with orders that say more than they need.
#include "world/drawn.h"
#include "world/twin.h"

// Orders ------------------------------------------------------------------------------------------

/// What an order does not use may hold anything.
static void save_when_orders_hold_rubbish(void **state)
{
    (void)state;
    const way_cell rubbish[] = {WAY_CELL_NONE, WAY_CELL_NONE - 1u, 0xdeadbeefu, 400u};
    for (uint32_t kind = 0; kind < WAY_ORDER_KINDS; kind++) {
        for (uint32_t k = 0; k < 16; k++) {
            drawn_stage stage;
            drawn_create(&stage, "........../..####..../........../..........", NULL);
            const way_unit a = drawn_add(&stage, 1, 0, 0, 0);
            const way_unit b = drawn_add(&stage, 8, 3, 0, 0);
            const bool aims =
                kind == WAY_ORDER_GO || kind == WAY_ORDER_NEAR || kind == WAY_ORDER_PATROL;
            const bool chases = kind == WAY_ORDER_FOLLOW || kind == WAY_ORDER_FLEE;
            const way_cell cells[] = {7, 33};
            way_order order = {.kind = (way_order_kind)kind,
                               .cell = aims ? 9 : rubbish[k % 4],
                               .target = chases ? b : UINT64_C(0x0123456789abcdef) * (k + 1),
                               .range = chases || kind == WAY_ORDER_NEAR ? 2 : 0x80000000u + k,
                               .cells = kind == WAY_ORDER_ANY ? cells : NULL,
                               .cell_count = kind == WAY_ORDER_ANY ? 2 : 9 + 100 * k,
                               .queued = k & 4,
                               .keep_pace = k & 1,
                               .keep_formation = k & 2,
                               .formation = (way_formation)(k % 4)};
            const way_order go = {.kind = WAY_ORDER_GO, .cell = 39};
            assert_int_equal(way_world_order(stage.world, &a, 1, &go), WAY_STATUS_OK);
            assert_int_equal(way_world_order(stage.world, &a, 1, &order), WAY_STATUS_OK);
            twin_check(stage.world);
            for (uint32_t tick = 0; tick < 20; tick++) {
                assert_int_equal(way_world_frame(stage.world, 500), WAY_STATUS_OK);
                twin_check(stage.world);
                if (tick == 8 && (k & 8)) {
                    assert_int_equal(way_world_remove(stage.world, b), WAY_STATUS_OK);
                    twin_check(stage.world);
                }
            }
            drawn_destroy(&stage);
        }
    }
}

/// Cells beside an order that is no ANY are not read, however many it says there are.
static void order_when_it_says_too_many_cells(void **state)
{
    (void)state;
    drawn_stage stage;
    drawn_create(&stage, "........../..........", NULL);
    const way_unit unit = drawn_add(&stage, 0, 0, 0, 0);
    static const way_cell cells[40] = {0};
    way_order order = {.kind = WAY_ORDER_PATROL, .cell = 9, .cells = cells, .cell_count = 3000};
    order.queued = true;
    uint32_t taken = 0;
    while (way_world_order(stage.world, &unit, 1, &order) == WAY_STATUS_OK) {
        taken++; // until no more can wait
    }
    assert_true(taken > 32);
    twin_check(stage.world);
    order.kind = WAY_ORDER_ANY;
    assert_int_equal(way_world_order(stage.world, &unit, 1, &order), WAY_STATUS_INVALID_ARGUMENT);
    order.cells = NULL;
    order.cell_count = 1;
    assert_int_equal(way_world_order(stage.world, &unit, 1, &order), WAY_STATUS_INVALID_ARGUMENT);
    drawn_destroy(&stage);
}

/// A queued order whose target is gone when its turn comes is over at once, or leads to its cell.
static void order_when_its_target_dies(void **state)
{
    (void)state;
    const way_order_kind kinds[] = {WAY_ORDER_FOLLOW, WAY_ORDER_FLEE};
    const way_cell cells[] = {WAY_CELL_NONE, 0xdeadbeefu, 21};
    for (uint32_t k = 0; k < 6; k++) {
        drawn_stage stage;
        drawn_create(&stage, "........../........../..........", NULL);
        const way_unit unit = drawn_add(&stage, 0, 0, 0, 0);
        const way_unit target = drawn_add(&stage, 5, 2, 0, 0);
        const way_order first = {.kind = WAY_ORDER_GO, .cell = 3};
        const way_order next = {.kind = kinds[k % 2],
                                .cell = cells[k / 2],
                                .target = target,
                                .range = 2,
                                .queued = true};
        const way_order last = {.kind = WAY_ORDER_GO, .cell = 29, .queued = true};
        assert_int_equal(way_world_order(stage.world, &unit, 1, &first), WAY_STATUS_OK);
        assert_int_equal(way_world_order(stage.world, &unit, 1, &next), WAY_STATUS_OK);
        assert_int_equal(way_world_order(stage.world, &unit, 1, &last), WAY_STATUS_OK);
        assert_int_equal(way_world_remove(stage.world, target), WAY_STATUS_OK);
        way_unit_view view = {0};
        for (uint32_t tick = 0; tick < 60; tick++) {
            twin_check(stage.world);
            assert_int_equal(way_world_frame(stage.world, 500), WAY_STATUS_OK);
            assert_true(way_world_unit(stage.world, unit, &view));
            assert_true(view.goal == WAY_CELL_NONE || view.goal < 30);
        }
        assert_int_equal(view.cell, 29);
        drawn_destroy(&stage);
    }
}

static void calls_when_pointers_are_null(void **state)
{
    (void)state;
    drawn_stage stage;
    drawn_create(&stage, "....", NULL);
    const way_order stop = {.kind = WAY_ORDER_STOP};
    assert_int_equal(way_world_order(stage.world, NULL, 0, &stop), WAY_STATUS_OK);
    assert_int_equal(way_world_order(stage.world, NULL, 1, &stop), WAY_STATUS_INVALID_ARGUMENT);
    const way_world_kind kind = {0};
    way_world_config config = {
        .map = stage.map, .kinds = &kind, .kind_count = 1, .team_count = 2, .unit_capacity = 1};
    way_world *world = NULL;
    assert_int_equal(way_world_create(&config, &world), WAY_STATUS_INVALID_ARGUMENT);
    drawn_destroy(&stage);
}

/// Nothing but reads goes on after somebody else has edited the map.
static void calls_when_the_map_is_edited_behind_it(void **state)
{
    (void)state;
    drawn_stage stage;
    drawn_create(&stage, "....", NULL);
    const way_unit unit = drawn_add(&stage, 0, 0, 0, 0);
    const way_edit edit = {3, 0, 1, 1, 0};
    const way_order go = {.kind = WAY_ORDER_GO, .cell = 2};
    way_unit other = WAY_UNIT_NONE;
    size_t size = 0;
    assert_int_equal(way_map_edit(stage.map, &edit, 1), WAY_STATUS_OK);
    assert_int_equal(way_world_frame(stage.world, 10), WAY_STATUS_STALE);
    assert_int_equal(way_world_edit(stage.world, &edit, 1), WAY_STATUS_STALE);
    assert_int_equal(way_world_order(stage.world, &unit, 1, &go), WAY_STATUS_STALE);
    assert_int_equal(way_world_add(stage.world, &(way_unit_config){.cell = 1}, &other),
                     WAY_STATUS_STALE);
    assert_int_equal(way_world_remove(stage.world, unit), WAY_STATUS_STALE);
    assert_int_equal(way_world_save(stage.world, NULL, 0, &size), WAY_STATUS_STALE);
    drawn_destroy(&stage);
}

// Rescues -----------------------------------------------------------------------------------------

/// What becomes of one of those who are being led out of a jam.
typedef enum saves_fate {
    FATE_NONE,
    FATE_ORDER,
    FATE_STOP,
    FATE_REMOVE,
    FATE_WALL,
    FATES
} saves_fate;

static void saves_meet_fate(way_world *world, way_unit unit, saves_fate fate, uint32_t width)
{
    const way_order order = {.kind = fate == FATE_STOP ? WAY_ORDER_STOP : WAY_ORDER_GO, .cell = 80};
    way_unit_view view;
    assert_true(way_world_unit(world, unit, &view));
    const way_edit wall = {view.cell % width, view.cell / width, 1, 1, 0};
    switch (fate) {
    case FATE_ORDER:
    case FATE_STOP:
        assert_int_equal(way_world_order(world, &unit, 1, &order), WAY_STATUS_OK);
        break;
    case FATE_REMOVE:
        assert_int_equal(way_world_remove(world, unit), WAY_STATUS_OK);
        break;
    case FATE_WALL:
        assert_int_equal(way_world_edit(world, &wall, 1), WAY_STATUS_OK);
        break;
    default:
        break;
    }
}

/// Units that meet in a street with one bay, ordered to and fro; counts the rescues.
static uint64_t saves_meet_in_a_street(uint32_t count)
{
    drawn_stage stage;
    drawn_create(&stage,
                 "########################/########################/############.###########/"
                 "#......................#/########################",
                 NULL);
    way_rng rng = way_rng_seed(count);
    way_unit units[8];
    for (uint32_t k = 0; k < count; k++) {
        units[k] = drawn_add(&stage, k % 2 ? 1 + k / 2 : 22 - k / 2, 3, 0, 0);
    }
    uint64_t rescues = 0;
    for (uint32_t tick = 0; tick < 1000; tick++) {
        for (uint32_t k = 0; tick % 200 == 0 && k < count; k++) {
            const uint32_t in = way_rng_below(&rng, 4);
            const way_cell to = 3 * 24 + ((k + tick / 200) % 2 ? 22 - in : 1 + in);
            const way_order go = {.kind = WAY_ORDER_GO, .cell = to};
            assert_int_equal(way_world_order(stage.world, &units[k], 1, &go), WAY_STATUS_OK);
        }
        assert_int_equal(way_world_frame(stage.world, 20000), WAY_STATUS_OK);
        const uint64_t begun = way_world_statistics(stage.world).rescues;
        if (begun == rescues && tick % 64 != 31) {
            continue;
        }
        rescues = begun;
        for (uint32_t k = 0; k < count * FATES; k++) {
            way_world *twin = twin_restore(stage.world);
            saves_meet_fate(twin, units[k / FATES], (saves_fate)(k % FATES), 24);
            twin_check(twin);
            assert_int_equal(way_world_frame(twin, 20000), WAY_STATUS_OK);
            twin_check(twin);
            way_world_destroy(twin);
        }
    }
    drawn_destroy(&stage);
    return rescues;
}

static void save_amid_rescues(void **state)
{
    (void)state;
    uint64_t rescues = 0;
    for (uint32_t count = 4; count <= 8; count++) {
        rescues += saves_meet_in_a_street(count);
    }
    assert_true(rescues > 2);
}

// Ground ------------------------------------------------------------------------------------------

/// On maps of one or two columns directions share the offsets of their cells.
static void save_when_the_map_is_narrow(void **state)
{
    (void)state;
    const way_neighbours neighbours[] = {WAY_NEIGHBOURS_4, WAY_NEIGHBOURS_6, WAY_NEIGHBOURS_8};
    const char *const algorithms[] = {NULL, "astar", "jps", "hpastar"};
    uint32_t made = 0;
    for (uint32_t k = 0; k < 2 * 3 * 3 * 4; k++) {
        const uint32_t narrow = 1 + k / 2 % 3;
        way_map_config ground = way_map_config_default(k % 2 ? 40 : narrow, k % 2 ? narrow : 40);
        ground.neighbours = neighbours[k / 6 % 3];
        ground.costs = (way_cost_model){0};
        const way_world_kind kind = {0};
        way_map *map = NULL;
        way_world *world = NULL;
        assert_int_equal(way_map_create(&ground, &map), WAY_STATUS_OK);
        const way_world_config config = {.map = map,
                                         .kinds = &kind,
                                         .kind_count = 1,
                                         .unit_capacity = 4,
                                         .algorithm = algorithms[k / 18]};
        if (way_world_create(&config, &world) != WAY_STATUS_OK) {
            way_map_destroy(map);
            continue;
        }
        made++;
        way_unit unit = WAY_UNIT_NONE;
        const way_order go = {.kind = WAY_ORDER_GO, .cell = 40 * narrow - 1};
        assert_int_equal(way_world_add(world, &(way_unit_config){0}, &unit), WAY_STATUS_OK);
        assert_int_equal(way_world_order(world, &unit, 1, &go), WAY_STATUS_OK);
        way_unit_view view = {0};
        for (uint32_t tick = 0; tick < 60 && view.cell != go.cell; tick++) {
            assert_int_equal(way_world_frame(world, 500), WAY_STATUS_OK);
            assert_true(way_world_unit(world, unit, &view));
            twin_check(world);
        }
        assert_int_equal(view.cell, go.cell);
        way_world_destroy(world);
        way_map_destroy(map);
    }
    assert_true(made > 50);
}

/// Who stands in a new wall leaves it whatever it is told, at the pace of plain ground even if the
/// map once had weights; so does its twin.
static void unit_when_it_is_walled_in(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 8; k++) {
        drawn_stage stage;
        drawn_create(&stage,
                     "........./........./........./........./........./........./........./"
                     "........./.........",
                     NULL);
        const way_edit once[] = {{8, 8, 1, 1, 3}, {8, 8, 1, 1, 1}};
        for (uint32_t e = 0; e < 2 && k % 2; e++) {
            assert_int_equal(way_world_edit(stage.world, &once[e], 1), WAY_STATUS_OK);
        }
        const way_unit unit = drawn_add(&stage, 4, 4, 2, 0);
        const way_edit wall = {2, 2, 5, 5, 0};
        const way_order order = {.kind = k / 2 == 1   ? WAY_ORDER_STOP
                                         : k / 2 == 2 ? WAY_ORDER_HOLD
                                                      : WAY_ORDER_GO};
        assert_int_equal(way_world_edit(stage.world, &wall, 1), WAY_STATUS_OK);
        if (k / 2) {
            assert_int_equal(way_world_order(stage.world, &unit, 1, &order), WAY_STATUS_OK);
        }
        twin_begin(&stage.twin, stage.world);
        way_unit_view view = {0};
        uint32_t ticks = 0;
        do {
            assert_int_equal(way_world_frame(stage.world, 500), WAY_STATUS_OK);
            assert_true(way_world_unit(stage.world, unit, &view));
            assert_true(++ticks < 40);
        } while (!way_map_is_passable(stage.map, view.cell));
        assert_true(ticks > 3); // two steps at half speed, not at once
        twin_meet(&stage.twin);
        drawn_destroy(&stage);
    }
}

// Edits -------------------------------------------------------------------------------------------

/// An edit that changes nothing costs nothing, touches nobody and is not recorded.
static void edit_when_it_changes_nothing(void **state)
{
    (void)state;
    const char *const algorithms[] = {NULL, "hpastar", "dba", "hcdps", "beacon"};
    for (uint32_t k = 0; k < 5 * 4; k++) {
        const way_world_config config = {.algorithm = algorithms[k / 4]};
        drawn_stage stage;
        drawn_create(&stage,
                     "................../.######.########../.#....#.#......#../.#....#.#.####.#../"
                     ".####.#.#.#....#../.......#...####.../..................",
                     &config);
        const way_unit unit = drawn_add(&stage, 3, 2, 0, 0);
        const way_order go = {.kind = WAY_ORDER_GO, .cell = 2 * 18 + 12};
        const way_edit none = {0, 0, 0, 3, 0};
        const way_edit same = {0, 6, 5, 1, 1};
        assert_int_equal(way_world_order(stage.world, &unit, 1, &go), WAY_STATUS_OK);
        twin_begin(&stage.twin, stage.world);
        const uint64_t revision = way_map_revision(stage.map);
        static uint32_t arrival;
        way_unit_view view = {0};
        uint32_t tick = 0;
        for (; tick < 200 && view.cell != go.cell; tick++) {
            if (k % 4) {
                assert_int_equal(way_world_edit(stage.world,
                                                k % 4 == 1   ? NULL
                                                : k % 4 == 2 ? &none
                                                             : &same,
                                                k % 4 != 1),
                                 WAY_STATUS_OK);
                assert_int_equal(way_world_replanned_count(stage.world), 0);
            }
            assert_int_equal(way_world_frame(stage.world, 200), WAY_STATUS_OK);
            assert_true(way_world_unit(stage.world, unit, &view));
        }
        arrival = k % 4 ? arrival : tick;
        assert_int_equal(tick, arrival);
        assert_int_equal(way_map_revision(stage.map), revision);
        assert_int_equal(view.cell, go.cell);
        twin_meet(&stage.twin);
        drawn_destroy(&stage);
    }
}

// Hashes ------------------------------------------------------------------------------------------

/// Everything that a waiting order says decides what will happen, so the hash has it.
static void hash_when_waiting_orders_differ(void **state)
{
    (void)state;
    const way_cell cells[] = {3, 9};
    const way_cell others[] = {3, 19};
    const way_order pairs[][2] = {
        {{.kind = WAY_ORDER_NEAR, .cell = 9, .range = 1}, {.kind = WAY_ORDER_NEAR, .cell = 9}},
        {{.kind = WAY_ORDER_FLEE, .cell = 9, .range = 3},
         {.kind = WAY_ORDER_FLEE, .cell = 9, .range = 4}},
        {{.kind = WAY_ORDER_FOLLOW, .range = 1}, {.kind = WAY_ORDER_FOLLOW, .range = 2}},
        {{.kind = WAY_ORDER_GO, .cell = 9, .period = 4}, {.kind = WAY_ORDER_GO, .cell = 9}},
        {{.kind = WAY_ORDER_GO, .cell = 9, .urgency = WAY_URGENCY_SELECTED},
         {.kind = WAY_ORDER_GO, .cell = 9}},
        {{.kind = WAY_ORDER_ANY, .cells = cells, .cell_count = 2},
         {.kind = WAY_ORDER_ANY, .cells = others, .cell_count = 2}},
    };
    for (uint32_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
        uint64_t hashes[2];
        for (uint32_t w = 0; w < 2; w++) {
            drawn_stage stage;
            drawn_create(&stage, "........../..........", NULL);
            const way_unit unit = drawn_add(&stage, 0, 0, 0, 0);
            const way_unit target = drawn_add(&stage, 5, 1, 0, 0);
            const way_order go = {.kind = WAY_ORDER_GO, .cell = 8};
            way_order order = pairs[k][w];
            order.queued = true;
            order.target = order.kind == WAY_ORDER_FOLLOW ? target : WAY_UNIT_NONE;
            assert_int_equal(way_world_order(stage.world, &unit, 1, &go), WAY_STATUS_OK);
            assert_int_equal(way_world_order(stage.world, &unit, 1, &order), WAY_STATUS_OK);
            hashes[w] = way_world_part_hash(stage.world, WAY_WORLD_PART_PLANS);
            drawn_destroy(&stage);
        }
        assert_int_not_equal(hashes[0], hashes[1]);
    }
}

/// A world whose map once had weights breaks ties as its twin does, whose map never had any.
static void save_when_the_map_once_had_weights(void **state)
{
    (void)state;
    const char *const algorithms[] = {NULL, "astar", "hpastar", "jps", "dba"};
    for (uint32_t k = 0; k < 5; k++) {
        const way_world_config config = {.algorithm = algorithms[k]};
        drawn_stage stage;
        drawn_create(
            &stage,
            "............/............/..###.###.../............/............/....##....../"
            "............/............",
            &config);
        const way_unit unit = drawn_add(&stage, 0, 0, 0, 0);
        const way_edit once[] = {{11, 7, 1, 1, 3}, {11, 7, 1, 1, 1}};
        for (uint32_t e = 0; e < 2; e++) {
            assert_int_equal(way_world_edit(stage.world, &once[e], 1), WAY_STATUS_OK);
        }
        twin_begin(&stage.twin, stage.world);
        for (uint32_t tick = 0; tick < 120; tick++) {
            const way_order go = {.kind = WAY_ORDER_GO, .cell = (tick * 37 + 11) % 96};
            if (tick % 10 == 0) {
                assert_int_equal(way_world_order(stage.world, &unit, 1, &go), WAY_STATUS_OK);
            }
            assert_int_equal(way_world_frame(stage.world, 40), WAY_STATUS_OK);
            twin_check(stage.world);
        }
        twin_meet(&stage.twin);
        drawn_destroy(&stage);
    }
}

/// Rows between floors stay blocked in a restored world, and a search that an edit has overtaken
/// begins again even if the restored map was never edited.
static void save_when_the_map_has_floors(void **state)
{
    (void)state;
    const way_map_config ground = {.width = 6, .height = 9, .floors = {2, 4}};
    const way_world_kind kind = {0};
    const way_world_team teams[] = {{.fog = true}, {0}};
    way_map *map = NULL;
    way_world *world = NULL;
    assert_int_equal(way_map_create(&ground, &map), WAY_STATUS_OK);
    const way_world_config config = {.map = map,
                                     .kinds = &kind,
                                     .kind_count = 1,
                                     .teams = teams,
                                     .team_count = 2,
                                     .unit_capacity = 2};
    assert_int_equal(way_world_create(&config, &world), WAY_STATUS_OK);
    way_world *twin = twin_restore(world);
    const way_edit open = {0, 4, 6, 1, 1};
    assert_int_equal(way_world_edit(world, &open, 1), WAY_STATUS_OK);
    assert_int_equal(way_world_edit(twin, &open, 1), WAY_STATUS_OK);
    assert_int_equal(way_map_floors(way_world_map(twin)).count, 2);
    twin_compare(world, twin, "after an edit of the row between");
    way_world_destroy(twin);
    way_world_destroy(world);
    way_map_destroy(map);
}

/// What a map is before its terrain is read leaves nothing behind: here what it usually is would be
/// dear to the kind, so that jumps could not be made.
static void save_when_plain_ground_is_dear(void **state)
{
    (void)state;
    way_profile boat = way_profile_default(1);
    boat.weights[0] = 26; // but not between floors, where nobody walks
    boat.weights[1] = 5;
    boat.weights[2] = 1;
    const way_world_kind kind = {.profile = &boat};
    const char *const algorithms[] = {NULL, "jps", "astar"};
    for (uint32_t k = 0; k < 6; k++) {
        const way_edit lake = {0, 0, 6, 5, 2};
        const way_map_config ground = {
            .width = 6, .height = 5, .floors = k < 3 ? (way_floors){0} : (way_floors){2, 2}};
        way_world_config config = {
            .kinds = &kind, .kind_count = 1, .unit_capacity = 2, .algorithm = algorithms[k % 3]};
        assert_int_equal(way_map_create(&ground, &config.map), WAY_STATUS_OK);
        assert_int_equal(way_map_edit(config.map, &lake, 1), WAY_STATUS_OK);
        way_world *world = NULL;
        assert_int_equal(way_world_create(&config, &world), WAY_STATUS_OK);
        way_world *twin = twin_restore(world);
        twin_compare(world, twin, algorithms[k % 3] ? algorithms[k % 3] : "auto");
        way_world_destroy(twin);
        way_world_destroy(world);
        way_map_destroy(config.map);
    }
}

/// The map of a loaded world has the profiles of its kinds alone, by other numbers, and none of the
/// links that no kind may take: hashes and databases must not depend on either.
static void save_when_the_map_has_other_profiles(void **state)
{
    (void)state;
    const char *const algorithms[] = {NULL, "astar", "dba(shortcuts=0)", "hpastar"};
    for (uint32_t k = 0; k < 4; k++) {
        const way_map_config ground = {.width = 24, .height = 9};
        way_map *map = NULL;
        assert_int_equal(way_map_create(&ground, &map), WAY_STATUS_OK);
        const way_edit wall = {11, 1, 1, 8, 0};
        assert_int_equal(way_map_edit(map, &wall, 1), WAY_STATUS_OK);
        way_profile foreign = way_profile_default(1);
        foreign.weights[7] = 3;
        way_profile own = way_profile_default(1);
        own.weights[9] = 2;
        uint32_t numbers[2];
        assert_int_equal(way_map_add_profile(map, &foreign, &numbers[0]), WAY_STATUS_OK);
        assert_int_equal(way_map_add_profile(map, &own, &numbers[1]), WAY_STATUS_OK);
        const way_map_link links[] = {{3, 3 + 5 * 24, 70000, numbers[0], true},
                                      {10 + 8 * 24, 12 + 8 * 24, 4000, numbers[1], true}};
        const uint32_t link_count = k < 2 ? 2 : 1; // databases of regions and jumps take none
        assert_int_equal(way_map_add_links(map, links, link_count), WAY_STATUS_OK);
        const way_world_kind kinds[] = {{0}, {.profile = &own}};
        const way_world_team teams[] = {{.fog = true}, {0}};
        const way_world_config config = {.map = map,
                                         .kinds = kinds,
                                         .kind_count = 2,
                                         .teams = teams,
                                         .team_count = 2,
                                         .unit_capacity = 4,
                                         .algorithm = algorithms[k]};
        way_world *world = NULL;
        assert_int_equal(way_world_create(&config, &world), WAY_STATUS_OK);
        way_unit units[2];
        for (uint32_t u = 0; u < 2; u++) {
            const way_unit_config unit = {.cell = u * 48, .kind = u, .team = u};
            assert_int_equal(way_world_add(world, &unit, &units[u]), WAY_STATUS_OK);
        }
        const way_order go = {.kind = WAY_ORDER_GO, .cell = 23 + 8 * 24};
        assert_int_equal(way_world_order(world, units, 2, &go), WAY_STATUS_OK);
        for (uint32_t frame = 0; frame < 12; frame++) {
            assert_int_equal(way_world_frame(world, 60), WAY_STATUS_OK);
            way_world *twin = twin_restore(world);
            twin_compare(world, twin, algorithms[k] ? algorithms[k] : "auto");
            way_world_destroy(twin);
        }
        way_world_destroy(world);
        way_map_destroy(map);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(save_when_orders_hold_rubbish),
        cmocka_unit_test(order_when_it_says_too_many_cells),
        cmocka_unit_test(order_when_its_target_dies),
        cmocka_unit_test(calls_when_pointers_are_null),
        cmocka_unit_test(calls_when_the_map_is_edited_behind_it),
        cmocka_unit_test(save_amid_rescues),
        cmocka_unit_test(save_when_the_map_is_narrow),
        cmocka_unit_test(unit_when_it_is_walled_in),
        cmocka_unit_test(edit_when_it_changes_nothing),
        cmocka_unit_test(hash_when_waiting_orders_differ),
        cmocka_unit_test(save_when_the_map_once_had_weights),
        cmocka_unit_test(save_when_the_map_has_floors),
        cmocka_unit_test(save_when_the_map_has_other_profiles),
        cmocka_unit_test(save_when_plain_ground_is_dear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
