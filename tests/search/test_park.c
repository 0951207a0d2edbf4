// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Parked trips: agents that hand a trip to each other after every move walk like one that keeps it,
// also while the map changes; bytes that are not those of a trip do no harm.
#include "search/stage.h"
#include "search/trip/algorithm.h"
#include "support/test.h"

#include <waymark/database.h>
#include <waymark/path.h>

#include <string.h>

#define PARK_BYTES 8192u
#define PARK_TRIPS 24u

static stage_set park_stages;

static const char *const park_specs[] = {
    "hcdps",
    "dba(sector=8)",
    "cpd",
    "hcdps(spacing=5, depth=3)",
    "dba(sector=32)",
    "hcdps(shortcuts=off)",
    "hcdps(spacing=24)",
    "dba(sector=5, depth=2, reads=20)",
    "hcdps(reads=3)",
    "dba(sector=16, shortcuts=off)",
    "regioncpd(spacing=6)",
};
enum { PARK_SPECS = sizeof park_specs / sizeof *park_specs };

/// One agent that keeps its trip, and two that hand it to each other.
typedef struct park_team {
    way_navigator *navigator;
    way_agent *keeper;
    way_agent *sharers[2];
    uint32_t turn;
    const way_space *space;
    uint8_t bytes[PARK_BYTES];
    size_t size;
    size_t size_least, size_most;
    uint32_t hand_overs, refusals;
} park_team;

static park_team park_crew;

static void park_open(park_team *team, way_space *space, const char *spec)
{
    *team = (park_team){.space = space, .size_least = PARK_BYTES};
    const way_navigator_config config = {.space = space, .algorithm = spec};
    assert_int_equal(way_navigator_create(&config, &team->navigator), WAY_STATUS_OK);
    const way_agent_config made = {.navigator = team->navigator};
    assert_int_equal(way_agent_create(&made, &team->keeper), WAY_STATUS_OK);
    assert_int_equal(way_agent_create(&made, &team->sharers[0]), WAY_STATUS_OK);
    assert_int_equal(way_agent_create(&made, &team->sharers[1]), WAY_STATUS_OK);
}

static void park_close(park_team *team)
{
    way_agent_destroy(team->keeper);
    way_agent_destroy(team->sharers[0]);
    way_agent_destroy(team->sharers[1]);
    way_navigator_destroy(team->navigator);
}

static way_state park_place(const way_agent *agent)
{
    uint32_t count = 0;
    const way_state *path = way_agent_path(agent, &count);
    return path[count - 1];
}

/// Hands the trip over, unless this is no moment for it.
static void park_hand_over(park_team *team)
{
    way_agent *from = team->sharers[team->turn % 2];
    way_agent *to = team->sharers[(team->turn + 1) % 2];
    const way_status status = way_agent_park(from, team->bytes, PARK_BYTES, &team->size);
    if (status == WAY_STATUS_WRONG_STATE) {
        team->refusals++;
        return;
    }
    assert_int_equal(status, WAY_STATUS_OK);
    assert_int_equal(way_agent_resume(to, team->bytes, team->size), WAY_STATUS_OK);
    uint32_t count = 0;
    const way_state *path = way_agent_path(to, &count);
    assert_true(count == 1 || !way_space_can_stand(team->space, path[0])); // built over meanwhile
    team->size_least = team->size < team->size_least ? team->size : team->size_least;
    team->size_most = team->size > team->size_most ? team->size : team->size_most;
    team->hand_overs++;
    team->turn++;
}

/// One step of both; false when the trip is over.
static bool park_step(park_team *team, uint32_t budget)
{
    way_agent *sharer = team->sharers[team->turn % 2];
    const way_outcome kept = way_agent_step(team->keeper, budget);
    assert_int_equal(way_agent_step(sharer, budget), kept);
    assert_int_equal(park_place(sharer), park_place(team->keeper));
    assert_int_equal(way_agent_cost(sharer), way_agent_cost(team->keeper));
    assert_int_equal(way_agent_goal(sharer), way_agent_goal(team->keeper));
    return kept == WAY_OUTCOME_WORKING;
}

static void park_begin(park_team *team, const way_trip *trip)
{
    assert_int_equal(way_agent_begin(team->keeper, trip), WAY_STATUS_OK);
    assert_int_equal(way_agent_begin(team->sharers[team->turn % 2], trip), WAY_STATUS_OK);
}

static void park_walk(park_team *team, const test_stage *stage, way_rng *rng)
{
    const bool small = way_rng_below(rng, 4) == 0;
    const way_trip trip = {.start = way_rng_below(rng, stage->count),
                           .goal = way_rng_below(rng, stage->count),
                           .fall_back_to_nearest = way_rng_below(rng, 2),
                           .partial = way_rng_below(rng, 2),
                           .expansion_limit = way_rng_below(rng, 8) == 0 ? 200 : 0};
    park_begin(team, &trip);
    bool moving = way_agent_outcome(team->keeper) == WAY_OUTCOME_WORKING;
    while (moving) {
        park_hand_over(team);
        moving = park_step(team, small ? 1 + way_rng_below(rng, 9) : UINT32_MAX);
    }
}

static bool park_suits(const test_stage *stage, const char *spec)
{
    const uint32_t traits = way_space_traits(stage->space);
    const bool uniform = traits & WAY_SPACE_UNIFORM_COST;
    return (traits & WAY_SPACE_UNLINKED) && (uniform || !strstr(spec, "cpd")) &&
           (strcmp(spec, "cpd") != 0 || way_map_passable_count(stage->map) <= 2500);
}

/// Fewest and, but for legs that were searched, most bytes of a trip.
typedef struct park_bytes {
    size_t least, most;
} park_bytes;

static park_bytes park_usual(const char *spec)
{
    return strncmp(spec, "dba", 3) == 0     ? (park_bytes){39, SIZE_MAX}
           : strncmp(spec, "hcdps", 5) == 0 ? (park_bytes){35, WAY_PARKED_USUAL}
           : strncmp(spec, "cpd", 3) == 0   ? (park_bytes){22, 22}
                                            : (park_bytes){27, 27};
}

static void shared_agents_walk_alike(void **state)
{
    (void)state;
    size_t least[PARK_SPECS], most[PARK_SPECS] = {0};
    memset(least, 0xff, sizeof least);
    uint32_t hand_overs = 0;
    way_rng rng = way_rng_seed(3);
    for (uint32_t i = 0; i < park_stages.count; i++) {
        const test_stage *stage = &park_stages.stages[i];
        const char *spec = park_specs[i % PARK_SPECS];
        if (!park_suits(stage, spec)) {
            continue;
        }
        park_open(&park_crew, stage->space, spec);
        for (uint32_t k = 0; k < PARK_TRIPS; k++) {
            park_walk(&park_crew, stage, &rng);
        }
        hand_overs += park_crew.hand_overs;
        size_t *const sizes[] = {&least[i % PARK_SPECS], &most[i % PARK_SPECS]};
        *sizes[0] = park_crew.size_least < *sizes[0] ? park_crew.size_least : *sizes[0];
        *sizes[1] = park_crew.size_most > *sizes[1] ? park_crew.size_most : *sizes[1];
        park_close(&park_crew);
    }
    assert_true(hand_overs > 1000);
    for (uint32_t i = 0; i < PARK_SPECS; i++) {
        // The limit and the goal that was asked for take twelve bytes where they matter.
        const park_bytes usual = park_usual(park_specs[i]);
        print_message("%s: %zu to %zu bytes\n", park_specs[i], least[i], most[i]);
        assert_true(usual.most == SIZE_MAX || most[i] <= usual.most + 12);
        assert_int_equal(least[i], usual.least);
    }
}

// Maps that change --------------------------------------------------------------------------------

static void park_edit(way_map *map, way_rng *rng)
{
    const uint32_t x = way_rng_below(rng, way_map_width(map));
    const uint32_t y = way_rng_below(rng, way_map_height(map));
    const uint32_t wide = 1 + way_rng_below(rng, 3);
    const uint32_t high = 1 + way_rng_below(rng, 3);
    const way_edit edit = {x, y, x + wide > way_map_width(map) ? 1 : wide,
                           y + high > way_map_height(map) ? 1 : high,
                           (uint8_t)(way_rng_below(rng, 3) > 0)};
    assert_int_equal(way_map_edit(map, &edit, 1), WAY_STATUS_OK);
}

/// One step of who has the trip: a database that changed is asked again by those who resume, so
/// they need not walk alike, but legally. False when the trip is over.
static bool park_step_apart(park_team *team, const way_map *map)
{
    way_agent *sharer = team->sharers[team->turn % 2];
    uint32_t before = 0;
    (void)way_agent_path(sharer, &before);
    const way_outcome outcome = way_agent_step(sharer, UINT32_MAX);
    uint32_t count = 0;
    const way_state *path = way_agent_path(sharer, &count);
    if (count > before) {
        assert_true(way_path_check(map, 1, path + before - 1, count - before + 1, NULL));
    }
    if (outcome == WAY_OUTCOME_FOUND) {
        assert_int_equal(path[count - 1], way_agent_goal(sharer));
    }
    return outcome == WAY_OUTCOME_WORKING;
}

static void park_walk_among_edits(park_team *team, way_map *map, way_rng *rng)
{
    const uint32_t cells = way_map_width(map) * way_map_height(map);
    const way_trip trip = {.start = way_rng_below(rng, cells), .goal = way_rng_below(rng, cells)};
    park_begin(team, &trip);
    bool moving = way_agent_outcome(team->keeper) == WAY_OUTCOME_WORKING;
    for (uint32_t i = 0; moving; i++) {
        assert_true(i < 4000);
        if (i < 400 && way_rng_below(rng, 12) == 0) {
            park_edit(map, rng);
        }
        bool done = false;
        if (way_rng_below(rng, 3) == 0) {
            const uint32_t budget = 1 + way_rng_below(rng, 4000);
            assert_int_equal(way_navigator_repair(team->navigator, budget, &done), WAY_STATUS_OK);
        }
        park_hand_over(team);
        moving = park_step_apart(team, map);
    }
    assert_true(way_agent_outcome(team->sharers[team->turn % 2]) != WAY_OUTCOME_CAPACITY);
}

static void shared_agents_follow_edits(void **state)
{
    (void)state;
    static const char *const specs[] = {"hcdps(spacing=6, depth=2)", "dba(sector=8)",
                                        "dba(sector=16, depth=2)", "hcdps"};
    way_rng rng = way_rng_seed(11);
    uint32_t hand_overs = 0;
    uint32_t refusals = 0;
    for (uint32_t round = 0; round < stage_rounds(40) + 4; round++) {
        way_map_config config = way_map_config_default(48, 40);
        way_map *map = NULL;
        way_space *space = NULL;
        assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
        for (uint32_t i = 0; i < 120; i++) {
            park_edit(map, &rng);
        }
        assert_int_equal(way_space_create_grid(map, 1, NULL, &space), WAY_STATUS_OK);
        park_open(&park_crew, space, specs[round % 4]);
        for (uint32_t i = 0; i < 10; i++) {
            park_walk_among_edits(&park_crew, map, &rng);
        }
        hand_overs += park_crew.hand_overs;
        refusals += park_crew.refusals;
        park_close(&park_crew);
        way_space_destroy(space);
        way_map_destroy(map);
    }
    assert_true(hand_overs > 100 && refusals < hand_overs);
}

// Bytes that are wrong ----------------------------------------------------------------------------

/// A room with a wall across, and a trip in it that was begun and has made some moves.
typedef struct park_room {
    way_map *map;
    way_space *space;
    way_trip trip;
} park_room;

static void park_room_open(park_room *room, uint32_t width)
{
    const way_map_config config = way_map_config_default(width, 24);
    assert_int_equal(way_map_create(&config, &room->map), WAY_STATUS_OK);
    const way_edit walls[] = {{9, 0, 1, 20, 0}, {17, 4, 1, 20, 0}, {4, 10, 5, 1, 0}};
    assert_int_equal(way_map_edit(room->map, walls, 3), WAY_STATUS_OK);
    assert_int_equal(way_space_create_grid(room->map, 1, NULL, &room->space), WAY_STATUS_OK);
    room->trip = (way_trip){.start = way_map_cell(room->map, 6, 9),
                            .goal = way_map_cell(room->map, width - 2, 21)};
}

static void park_room_close(park_room *room)
{
    way_space_destroy(room->space);
    way_map_destroy(room->map);
}

static void park_room_walk(park_team *team, const park_room *room, uint32_t moves)
{
    park_begin(team, &room->trip);
    for (uint32_t i = 0; i < moves; i++) {
        assert_true(park_step(team, UINT32_MAX));
    }
    assert_int_equal(
        way_agent_park(team->sharers[team->turn % 2], team->bytes, PARK_BYTES, &team->size),
        WAY_STATUS_OK);
}

static void what_is_not_a_trip_is_refused(void **state)
{
    (void)state;
    static const char *const specs[] = {"hcdps", "dba(sector=8)", "cpd", "regioncpd"};
    for (uint32_t s = 0; s < 4; s++) {
        park_room room;
        park_room_open(&room, 30);
        park_open(&park_crew, room.space, specs[s]);
        for (uint32_t moves = 0; moves < 40; moves++) {
            park_room_walk(&park_crew, &room, moves);
            way_agent *agent = park_crew.sharers[park_crew.turn % 2];
            for (size_t size = 0; size < park_crew.size; size++) {
                assert_int_equal(way_agent_resume(agent, park_crew.bytes, size),
                                 WAY_STATUS_BAD_FORMAT);
            }
            assert_int_equal(way_agent_resume(agent, park_crew.bytes, park_crew.size + 1),
                             WAY_STATUS_BAD_FORMAT);
            // The trip at hand goes on as if nothing had happened.
            while (park_step(&park_crew, UINT32_MAX)) {
            }
        }
        park_close(&park_crew);
        park_room_close(&room);
    }
}

static void trips_of_others_are_refused(void **state)
{
    (void)state;
    park_room room;
    park_room wider;
    park_room_open(&room, 30);
    park_room_open(&wider, 31);
    park_open(&park_crew, room.space, "hcdps");
    park_room_walk(&park_crew, &room, 5);
    static park_team others[4];
    park_open(&others[0], room.space, "hcdps(depth=4)");
    park_open(&others[1], room.space, "dba");
    park_open(&others[2], wider.space, "hcdps");
    park_open(&others[3], room.space, "astar");
    static const way_status refusals[] = {WAY_STATUS_UNSUPPORTED, WAY_STATUS_UNSUPPORTED,
                                          WAY_STATUS_STALE, WAY_STATUS_UNSUPPORTED};
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(way_agent_resume(others[i].keeper, park_crew.bytes, park_crew.size),
                         refusals[i]);
        park_close(&others[i]);
    }
    size_t size = 0;
    assert_int_equal(way_agent_park(park_crew.keeper, NULL, 0, &size), WAY_STATUS_OUT_OF_RANGE);
    assert_true(size <= WAY_PARKED_USUAL);
    way_agent_cancel(park_crew.keeper);
    assert_int_equal(way_agent_park(park_crew.keeper, NULL, 0, &size), WAY_STATUS_WRONG_STATE);
    park_close(&park_crew);
    park_room_close(&room);
    park_room_close(&wider);
}

static void older_maps_are_refused_or_handled(void **state)
{
    (void)state;
    park_room room;
    park_room_open(&room, 30);
    park_open(&park_crew, room.space, "cpd");
    park_room_walk(&park_crew, &room, 3);
    const way_edit door = {9, 3, 1, 1, 1};
    assert_int_equal(way_map_edit(room.map, &door, 1), WAY_STATUS_OK);
    assert_int_equal(way_agent_resume(park_crew.keeper, park_crew.bytes, park_crew.size),
                     WAY_STATUS_STALE);
    park_close(&park_crew);
    park_open(&park_crew, room.space, "dba(sector=8)");
    park_room_walk(&park_crew, &room, 3);
    const way_edit wall = {0, 12, 30, 1, 0};
    assert_int_equal(way_map_edit(room.map, &wall, 1), WAY_STATUS_OK);
    assert_int_equal(way_agent_resume(park_crew.keeper, park_crew.bytes, park_crew.size),
                     WAY_STATUS_OK);
    assert_int_equal(way_agent_outcome(park_crew.keeper), WAY_OUTCOME_NO_PATH);
    park_close(&park_crew);
    park_room_close(&room);
}

/// Any bytes are refused, or make a trip that comes to an end with legal moves only.
static void any_bytes_do_no_harm(void **state)
{
    (void)state;
    static const char *const specs[] = {"hcdps(spacing=6)", "dba(sector=8)", "dba(sector=16)",
                                        "cpd", "regioncpd(spacing=5)"};
    way_rng rng = way_rng_seed(5);
    uint32_t accepted = 0;
    for (uint32_t round = 0; round < stage_rounds(4000) + 100; round++) {
        static park_room room;
        if (round % 50 == 0) {
            park_room_open(&room, 30);
            park_open(&park_crew, room.space, specs[round / 50 % 5]);
        }
        park_room_walk(&park_crew, &room, way_rng_below(&rng, 30));
        for (uint32_t i = 0; i < 1 + way_rng_below(&rng, 3); i++) {
            const uint32_t at = way_rng_below(&rng, (uint32_t)park_crew.size);
            park_crew.bytes[at] =
                (uint8_t)(way_rng_below(&rng, 2)
                              ? way_rng_next(&rng)
                              : park_crew.bytes[at] ^ 1u << way_rng_below(&rng, 8));
        }
        if (way_agent_resume(park_crew.keeper, park_crew.bytes, park_crew.size) == WAY_STATUS_OK) {
            accepted++;
            for (uint32_t i = 0; way_agent_step(park_crew.keeper, 400) == WAY_OUTCOME_WORKING;
                 i++) {
                assert_true(i < 20000);
            }
            assert_true(way_agent_path_holds(park_crew.keeper, 0));
        }
        if (round % 50 == 49 || round + 1 == stage_rounds(4000) + 100) {
            park_close(&park_crew);
            park_room_close(&room);
        }
    }
    assert_true(accepted > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shared_agents_walk_alike),
        cmocka_unit_test(shared_agents_follow_edits),
        cmocka_unit_test(what_is_not_a_trip_is_refused),
        cmocka_unit_test(trips_of_others_are_refused),
        cmocka_unit_test(older_maps_are_refused_or_handled),
        cmocka_unit_test(any_bytes_do_no_harm),
    };
    stage_set_add_grids(&park_stages, stage_rounds(2), stage_rounds(80));
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    stage_set_destroy(&park_stages);
    return failed;
}
