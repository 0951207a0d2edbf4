// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Who borrows what (docs/embedding.md): everything that one map can be lent to, and each change of
// what is borrowed, before its first step, amid its work and after it. Whoever borrows is asked all
// there is to ask and says what his header allows; the sanitized runs see that he reads nothing
// that is gone.
#include "support/test.h"

#include <waymark/all.h>
#include <waymark/lab.h>

#include <stdlib.h>
#include <string.h>

#define SIDE 24u
#define CELLS (SIDE * SIDE)

/// One of each kind of borrower, all on one map.
typedef struct household {
    way_map *map;
    way_space *space;
    way_space *penalized;
    uint8_t penalties[CELLS];
    way_database database; ///< what `navigator` was opened from, if it was
    way_navigator *navigator;
    way_agent *agent;
    way_walker *walker;
    way_agent *careful; ///< on the penalties
    way_navigator *fears;
    way_field *field;
    way_belief *belief;
    way_mesh *mesh;
    way_space *points;
    way_navigator *guide;
    way_agent *pointer;
    way_space *graph;
    way_space *attached;
    uint32_t nodes; ///< of the graph
    uint8_t parked[256];
    size_t parked_size; ///< of the latest; 0 = nothing is parked
    uint32_t links;     ///< that are there
} household;

static const way_trip household_trip = {.start = SIDE + 1, .goal = CELLS - SIDE - 2};
static const way_map_link household_link = {.from = 3, .to = 200, .cost = 500, .both_ways = true};

// Changes -----------------------------------------------------------------------------------------

static void house_edit(household *house, uint32_t x, uint32_t y, uint32_t size, uint8_t weight)
{
    const way_edit edit = {x, y, size, size, weight};
    assert_int_equal(way_map_edit(house->map, &edit, 1), WAY_STATUS_OK);
}

static void change_nothing(household *house)
{
    (void)house;
}

static void change_wall(household *house)
{
    house_edit(house, 10, 10, 4, 0);
}

static void change_gate(household *house)
{
    house_edit(house, 8, 4, 1, 1);
}

static void change_weight(household *house)
{
    house_edit(house, 2, 2, 3, 5);
}

/// More than the journal of a map remembers.
static void change_for_long(household *house)
{
    for (uint32_t k = 0; k < 5000; k++) {
        house_edit(house, 20, 2 + k % 7, 1, k / 7 % 2);
    }
}

static void change_link(household *house)
{
    assert_int_equal(way_map_add_links(house->map, &household_link, 1), WAY_STATUS_OK);
    house->links++;
}

static void change_link_and_back(household *house)
{
    change_link(house);
    assert_int_equal(way_map_remove_links(house->map, &household_link, 1), WAY_STATUS_OK);
    house->links--;
}

static void change_profiles(household *house)
{
    for (uint8_t k = 0; k < 6; k++) {
        way_profile profile = way_profile_default(1 + k);
        profile.weights[7] = k;
        uint32_t number = 0;
        assert_int_equal(way_map_add_profile(house->map, &profile, &number), WAY_STATUS_OK);
        if (k % 2) { // nobody uses it
            assert_int_equal(way_map_remove_profile(house->map, number), WAY_STATUS_OK);
        }
    }
}

static void change_penalties(household *house)
{
    for (uint32_t k = 0; k < CELLS; k++) {
        house->penalties[k] = (uint8_t)(k * 37);
    }
}

static void house_repair(household *house, uint32_t budget, bool all)
{
    bool done = false;
    do {
        const way_status status = way_navigator_repair(house->navigator, budget, &done);
        assert_true(status == WAY_STATUS_OK || status == WAY_STATUS_UNSUPPORTED);
        done = done || status != WAY_STATUS_OK;
    } while (all && !done);
}

static void change_and_begin_repair(household *house)
{
    change_wall(house);
    house_repair(house, 1, false);
}

static void change_and_repair(household *house)
{
    change_wall(house);
    house_repair(house, 50, true);
}

static void change_and_repair_mesh(household *house)
{
    change_wall(house);
    for (bool done = false; !done;) {
        assert_int_equal(way_mesh_repair(house->mesh, 500, &done), WAY_STATUS_OK);
    }
}

static void change_belief(household *house)
{
    const way_sensor sensor = {household_trip.start, 9, false};
    change_wall(house);
    assert_int_equal(way_belief_look(house->belief, 7, &sensor, 1, NULL), WAY_STATUS_OK);
}

static const struct {
    const char *name;
    void (*change)(household *house);
} household_changes[] = {
    {"nothing", change_nothing},
    {"an edit: a wall", change_wall},
    {"an edit: a gate", change_gate},
    {"an edit: weights", change_weight},
    {"more edits than are remembered", change_for_long},
    {"a link", change_link},
    {"a link that goes again", change_link_and_back},
    {"profiles", change_profiles},
    {"penalties", change_penalties},
    {"a repair that begins", change_and_begin_repair},
    {"a repair", change_and_repair},
    {"a repair of the mesh", change_and_repair_mesh},
    {"a look around", change_belief},
};

// Borrowers ---------------------------------------------------------------------------------------

static bool ask_is_any(way_outcome outcome, const way_outcome *allowed, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++) {
        if (outcome == allowed[k]) {
            return true;
        }
    }
    return false;
}

#define ASK_IS_ANY(outcome, ...)                                                                   \
    ask_is_any(outcome, (const way_outcome[]){__VA_ARGS__},                                        \
               sizeof((const way_outcome[]){__VA_ARGS__}) / sizeof(way_outcome))

static bool house_handles_edits(const household *house)
{
    return way_navigator_algorithm(house->navigator)->traits & WAY_TRAIT_HANDLES_EDITS;
}

/// The path of an agent that has arrived is one of the map as it is.
static bool ask_path(const way_agent *agent)
{
    uint32_t count = 0;
    const way_state *states = way_agent_path(agent, &count);
    return states && count && states[0] == household_trip.start &&
           states[count - 1] == household_trip.goal && way_agent_path_holds(agent, 0);
}

/// An agent amid its trip, and begun anew.
static bool ask_agent(household *house)
{
    way_outcome outcome = way_agent_run(house->agent);
    const bool goes_on = house_handles_edits(house);
    bool fine = ASK_IS_ANY(outcome, WAY_OUTCOME_FOUND, WAY_OUTCOME_STALE) &&
                (outcome != WAY_OUTCOME_STALE || !goes_on);
    const way_status status = way_agent_begin(house->agent, &household_trip);
    fine = fine && (status == WAY_STATUS_OK || (status == WAY_STATUS_STALE && !goes_on));
    if (status == WAY_STATUS_OK) {
        outcome = way_agent_run(house->agent);
        fine = fine && outcome == WAY_OUTCOME_FOUND && ask_path(house->agent);
    }
    return fine;
}

static bool ask_parked(household *house)
{
    if (house->parked_size == 0) {
        return true;
    }
    const way_status status = way_agent_resume(house->agent, house->parked, house->parked_size);
    return status == WAY_STATUS_STALE || status == WAY_STATUS_UNSUPPORTED ||
           (status == WAY_STATUS_OK &&
            ASK_IS_ANY(way_agent_run(house->agent), WAY_OUTCOME_FOUND, WAY_OUTCOME_STALE));
}

static bool ask_walker(household *house)
{
    way_outcome outcome = WAY_OUTCOME_WORKING;
    for (uint32_t k = 0; k < 20000 && outcome == WAY_OUTCOME_WORKING; k++) {
        outcome = way_walker_step(house->walker, 64);
    }
    if (outcome != WAY_OUTCOME_FOUND) { // it gives up
        return outcome != WAY_OUTCOME_WORKING && !house_handles_edits(house);
    }
    return way_walker_state(house->walker) == household_trip.goal;
}

static bool ask_careful(household *house)
{
    return way_agent_run(house->careful) == WAY_OUTCOME_FOUND &&
           way_agent_begin(house->careful, &household_trip) == WAY_STATUS_OK &&
           way_agent_run(house->careful) == WAY_OUTCOME_FOUND;
}

/// A field that follows has the costs of one that is made now.
static bool ask_field(household *house)
{
    way_field *fresh = NULL;
    const way_field_config config = {.space = house->space, .backward = true};
    const way_state goal = household_trip.goal;
    uint32_t count = 0;
    const way_state *states = way_field_states(house->field, &count); // valid until the next step
    uint64_t sum = 0;
    for (uint32_t k = 0; k < count; k++) {
        sum += states[k];
    }
    bool fine = sum < (uint64_t)CELLS * CELLS && way_field_run(house->field) == WAY_OUTCOME_FOUND;
    assert_int_equal(way_field_create(&config, &fresh), WAY_STATUS_OK);
    assert_int_equal(way_field_begin(fresh, &goal, 1, WAY_COST_MAX), WAY_STATUS_OK);
    assert_int_equal(way_field_run(fresh), WAY_OUTCOME_FOUND);
    for (way_state state = 0; state < CELLS; state++) {
        fine = fine && way_field_cost(house->field, state) == way_field_cost(fresh, state);
    }
    way_field_destroy(fresh);
    return fine;
}

static bool ask_belief(household *house)
{
    const way_sensor sensor = {household_trip.start, 12, true};
    uint32_t changed = 0;
    return way_belief_look(house->belief, 9, &sensor, 1, &changed) == WAY_STATUS_OK &&
           way_map_terrain(way_belief_map(house->belief), sensor.cell) ==
               way_map_terrain(house->map, sensor.cell);
}

static bool ask_mesh(household *house)
{
    uint64_t sum = 0;
    for (uint32_t k = 0; k < way_mesh_polygon_count(house->mesh); k++) {
        uint32_t count = 0;
        const uint32_t *points = way_mesh_polygon(house->mesh, k, &count);
        for (uint32_t p = 0; p < count; p++) {
            sum += points[p] < way_mesh_point_count(house->mesh);
        }
    }
    bool done = false;
    const way_status status = way_mesh_repair(house->mesh, UINT32_MAX, &done);
    return sum && (status == WAY_STATUS_OK ? done && way_mesh_is_current(house->mesh)
                                           : status == WAY_STATUS_TOO_LARGE);
}

static bool ask_points(household *house)
{
    const way_trip trip = {.start = 0, .goal = 1};
    const way_outcome outcome = way_agent_run(house->pointer);
    return ASK_IS_ANY(outcome, WAY_OUTCOME_FOUND, WAY_OUTCOME_STALE) &&
           way_agent_begin(house->pointer, &trip) == WAY_STATUS_OK &&
           way_agent_run(house->pointer) == WAY_OUTCOME_FOUND;
}

static bool ask_attached(household *house)
{
    way_path path = {0};
    const way_status status =
        way_find_in(house->attached, "astar", house->nodes, house->nodes + 1, &path);
    const bool fine = status == WAY_STATUS_OK && path.outcome == WAY_OUTCOME_FOUND;
    way_path_free(&path);
    return fine;
}

static const struct {
    const char *name;
    bool (*ask)(household *house);
} household_asks[] = {
    {"a parked trip", ask_parked},
    {"an agent", ask_agent},
    {"a walker", ask_walker},
    {"penalties", ask_careful},
    {"a field", ask_field},
    {"a belief", ask_belief},
    {"a space of points", ask_points},
    {"a mesh", ask_mesh},
    {"a space of points after its mesh", ask_points},
    {"two cells of a graph", ask_attached},
};

// Houses ------------------------------------------------------------------------------------------

static way_status house_agent(way_space *space, const char *algorithm, way_navigator **navigator,
                              way_agent **agent)
{
    const way_navigator_config config = {.space = space, .algorithm = algorithm};
    way_status status = way_navigator_create(&config, navigator);
    if (status == WAY_STATUS_OK) {
        const way_agent_config plan = {.navigator = *navigator};
        status = way_agent_create(&plan, agent);
    }
    return status;
}

/// Lets a navigator work on the bytes of its own database, in place, where it keeps one.
static void house_reopen(household *house)
{
    if (way_navigator_save(house->navigator, NULL, &house->database) != WAY_STATUS_OK) {
        return;
    }
    const way_navigator_config config = {.space = house->space};
    way_navigator *opened = NULL;
    assert_int_equal(
        way_navigator_open(&config, house->database.bytes, house->database.size, &opened),
        WAY_STATUS_OK);
    way_agent_destroy(house->agent);
    way_navigator_destroy(house->navigator);
    house->navigator = opened;
    const way_agent_config plan = {.navigator = opened};
    assert_int_equal(way_agent_create(&plan, &house->agent), WAY_STATUS_OK);
}

static void house_add_points(household *house)
{
    const way_mesh_map_config mesh = {.map = house->map, .tile = 8, .any_weight = true};
    assert_int_equal(way_mesh_create_for(&mesh, &house->mesh), WAY_STATUS_OK);
    assert_int_equal(way_space_create_points(house->mesh, 2, NULL, &house->points), WAY_STATUS_OK);
    assert_int_equal(way_points_set(house->points, 0, (way_point){1500, 1500}), WAY_STATUS_OK);
    assert_int_equal(way_points_set(house->points, 1, (way_point){22500, 22500}), WAY_STATUS_OK);
    assert_int_equal(house_agent(house->points, "polyanya", &house->guide, &house->pointer),
                     WAY_STATUS_OK);
    way_waypoints corners = {0};
    assert_int_equal(way_waypoints_corners(house->map, NULL, &corners), WAY_STATUS_OK);
    const way_waypoints_config config = {
        .map = house->map, .cells = corners.cells, .cell_count = corners.count};
    assert_int_equal(way_space_create_waypoints(&config, &house->graph), WAY_STATUS_OK);
    assert_int_equal(way_space_attach(house->graph, &config, household_trip.start,
                                      household_trip.goal, &house->attached),
                     WAY_STATUS_OK);
    house->nodes = corners.count;
    way_waypoints_free(&corners);
}

/// False if the algorithm is not for maps.
static bool house_open(household *house, const char *algorithm)
{
    memset(house, 0, sizeof *house);
    const way_map_config ground = way_map_config_default(SIDE, SIDE);
    const way_edit bars[] = {{8, 0, 1, 20, 0}, {16, 4, 1, 20, 0}};
    assert_int_equal(way_map_create(&ground, &house->map), WAY_STATUS_OK);
    assert_int_equal(way_map_edit(house->map, bars, 2), WAY_STATUS_OK);
    assert_int_equal(way_space_create_grid(house->map, 1, NULL, &house->space), WAY_STATUS_OK);
    if (house_agent(house->space, algorithm, &house->navigator, &house->agent) != WAY_STATUS_OK) {
        way_space_destroy(house->space);
        way_map_destroy(house->map);
        return false;
    }
    house_reopen(house);
    const way_penalty_config fear = {
        .map = house->map, .profile = 1, .penalties = house->penalties, .unit = 3};
    assert_int_equal(way_space_create_penalty(&fear, &house->penalized), WAY_STATUS_OK);
    assert_int_equal(house_agent(house->penalized, "astar", &house->fears, &house->careful),
                     WAY_STATUS_OK);
    const way_walker_config walk = {.navigator = house->navigator};
    assert_int_equal(way_walker_create(&walk, &house->walker), WAY_STATUS_OK);
    const way_field_config field = {.space = house->space, .backward = true};
    assert_int_equal(way_field_create(&field, &house->field), WAY_STATUS_OK);
    const way_belief_config belief = {.truth = house->map, .unseen = 1};
    assert_int_equal(way_belief_create(&belief, &house->belief), WAY_STATUS_OK);
    house_add_points(house);
    return true;
}

/// Everybody begins, and works for so many steps.
static void house_begin(household *house, uint32_t steps)
{
    const way_trip points = {.start = 0, .goal = 1};
    const way_state goal = household_trip.goal;
    assert_int_equal(way_agent_begin(house->careful, &household_trip), WAY_STATUS_OK);
    assert_int_equal(way_agent_begin(house->agent, &household_trip), WAY_STATUS_OK);
    assert_int_equal(way_agent_begin(house->pointer, &points), WAY_STATUS_OK);
    assert_int_equal(way_field_begin(house->field, &goal, 1, WAY_COST_MAX), WAY_STATUS_OK);
    assert_int_equal(way_walker_begin(house->walker, household_trip.start, goal), WAY_STATUS_OK);
    for (uint32_t k = 0; k < steps; k++) {
        size_t size = 0;
        if (way_agent_park(house->agent, house->parked, sizeof house->parked, &size) ==
            WAY_STATUS_OK) {
            house->parked_size = size;
        }
        (void)way_agent_step(house->agent, 4);
        (void)way_agent_step(house->careful, 4);
        (void)way_agent_step(house->pointer, 1);
        (void)way_field_step(house->field, 8);
        (void)way_walker_step(house->walker, 8);
    }
}

static void house_close(household *house)
{
    way_space_destroy(house->attached);
    way_space_destroy(house->graph);
    way_agent_destroy(house->pointer);
    way_navigator_destroy(house->guide);
    way_space_destroy(house->points);
    way_mesh_destroy(house->mesh);
    way_belief_destroy(house->belief);
    way_field_destroy(house->field);
    way_walker_destroy(house->walker);
    way_agent_destroy(house->careful);
    way_navigator_destroy(house->fears);
    way_space_destroy(house->penalized);
    way_agent_destroy(house->agent);
    way_navigator_destroy(house->navigator);
    way_database_free(&house->database);
    way_space_destroy(house->space);
    way_map_destroy(house->map);
}

static void borrowers_when_what_they_borrow_changes(void **state)
{
    (void)state;
    enum {
        CHANGES = sizeof household_changes / sizeof *household_changes,
        ASKS = sizeof household_asks / sizeof *household_asks
    };
    const uint32_t steps[] = {0, 5, 500};
    household house;
    uint32_t algorithms = 0;
    for (uint32_t a = 0; a < way_algorithm_count(); a++) {
        const char *algorithm = way_algorithm_at(a)->name;
        if (strcmp(algorithm, "idastar") == 0) {
            continue; // remembers nothing, and so takes for ever
        }
        for (uint32_t k = 0; k < CHANGES; k++) {
            if (!house_open(&house, algorithm)) {
                break;
            }
            algorithms += k == 0;
            house_begin(&house, steps[(a + k) % 3]);
            household_changes[k].change(&house);
            for (uint32_t q = 0; q < ASKS; q++) {
                if (!household_asks[q].ask(&house)) {
                    fail_msg("%s, %s after %u steps: %s", algorithm, household_changes[k].name,
                             steps[(a + k) % 3], household_asks[q].name);
                }
            }
            house_close(&house);
        }
    }
    assert_true(algorithms > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(borrowers_when_what_they_borrow_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
