// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What docs/embedding.md forbids of lifetimes stops a debug build with the sentence that stands
// there, each in a process of its own. In the right order nothing is said. Needs POSIX.
#include "support/test.h"

#include <waymark/all.h>
#include <waymark/lab.h>

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define SIDE 12u

/// One of each that lends, and of each that borrows, on one map.
typedef struct loans {
    way_map *map;
    uint32_t profile;
    way_space *space;
    way_navigator *navigator;
    way_agent *agent;
    way_field *field;
    way_space *penalized;
    way_space *angles;
    way_belief *belief;
    way_space *believed;
    way_navigator *guide;
    way_walker *walker;
    way_mesh *mesh;
    way_space *points;
    way_space *graph;
    way_space *attached;
    way_world *world;
    way_space *roads; ///< for the profile of the world's kind
} loans;

static loans lent;
static const uint8_t lent_penalties[SIDE * SIDE];

#define OK(call) assert_int_equal(call, WAY_STATUS_OK)

static void make_map(void)
{
    const way_map_config ground = way_map_config_default(SIDE, SIDE);
    way_profile boat = way_profile_default(1);
    boat.weights[2] = 0;
    OK(way_map_create(&ground, &lent.map));
    OK(way_map_add_profile(lent.map, &boat, &lent.profile));
}

static void make_space(void)
{
    make_map();
    OK(way_space_create_grid(lent.map, lent.profile, NULL, &lent.space));
}

static void make_navigator(void)
{
    make_space();
    const way_navigator_config config = {.space = lent.space, .algorithm = "astar"};
    OK(way_navigator_create(&config, &lent.navigator));
}

static void make_agent(void)
{
    make_navigator();
    OK(way_agent_create(&(way_agent_config){.navigator = lent.navigator}, &lent.agent));
}

static void make_field(void)
{
    make_space();
    OK(way_field_create(&(way_field_config){.space = lent.space}, &lent.field));
}

static void make_penalized(void)
{
    make_map();
    const way_penalty_config config = {
        .map = lent.map, .profile = lent.profile, .penalties = lent_penalties, .unit = 3};
    OK(way_space_create_penalty(&config, &lent.penalized));
}

static void make_angles(void)
{
    make_map();
    OK(way_space_create_angles(lent.map, lent.profile, NULL, &lent.angles));
}

static void make_own_space(void)
{
    make_map();
    const way_navigator_config config = {
        .map = lent.map, .profile = lent.profile, .algorithm = "astar"};
    OK(way_navigator_create(&config, &lent.navigator));
}

static void make_belief(void)
{
    make_map();
    OK(way_belief_create(&(way_belief_config){.truth = lent.map, .unseen = 1}, &lent.belief));
}

static void make_believed(void)
{
    make_belief();
    OK(way_space_create_grid(way_belief_map(lent.belief), 1, NULL, &lent.believed));
    const way_navigator_config config = {.space = lent.believed, .algorithm = "dstarlite"};
    OK(way_navigator_create(&config, &lent.guide));
}

static void make_walker(void)
{
    make_believed();
    const way_walker_config config = {
        .navigator = lent.guide, .belief = lent.belief, .sensor = {.radius = 3}};
    OK(way_walker_create(&config, &lent.walker));
}

static void make_points(void)
{
    make_map();
    const way_mesh_map_config config = {.map = lent.map, .tile = 8};
    OK(way_mesh_create_for(&config, &lent.mesh));
    OK(way_space_create_points(lent.mesh, 2, NULL, &lent.points));
}

static void make_attached(void)
{
    make_map();
    const way_cell cells[] = {3, 40, 99};
    const way_waypoints_config config = {.map = lent.map, .cells = cells, .cell_count = 3};
    OK(way_space_create_waypoints(&config, &lent.graph));
    OK(way_space_attach(lent.graph, &config, 5, 50, &lent.attached));
}

static void make_world(void)
{
    make_map();
    const way_world_kind kind = {.size = 2};
    const way_world_config config = {
        .map = lent.map, .kinds = &kind, .kind_count = 1, .unit_capacity = 2};
    OK(way_world_create(&config, &lent.world));
    OK(way_space_create_grid(lent.map, 2, NULL, &lent.roads));
}

// What goes too early -----------------------------------------------------------------------------

static void drop_map(void)
{
    way_map_destroy(lent.map);
}

static void drop_profile(void)
{
    OK(way_map_remove_profile(lent.map, lent.profile));
}

static void drop_space(void)
{
    way_space_destroy(lent.space);
}

static void drop_navigator(void)
{
    way_navigator_destroy(lent.navigator);
}

static void drop_belief(void)
{
    way_belief_destroy(lent.belief);
}

static void drop_guide(void)
{
    way_navigator_destroy(lent.guide);
}

static void drop_mesh(void)
{
    way_mesh_destroy(lent.mesh);
}

static void drop_graph(void)
{
    way_space_destroy(lent.graph);
}

static void drop_world(void)
{
    way_world_destroy(lent.world);
}

static const char of_map[] = "spaces, navigators, beliefs and worlds go before their map";
static const char of_profile[] = "spaces and navigators go before the profile that they are for";
static const char of_space[] = "navigators, fields and attached spaces go before their space";
static const char of_navigator[] = "agents and walkers go before their navigator";
static const char of_belief[] = "walkers go before the belief that they look around in";
static const char of_mesh[] = "spaces of points go before their mesh";

static const struct {
    const char *name;
    void (*make)(void);
    void (*drop)(void);
    const char *rule;
} forbidden[] = {
    {"a map before a space", make_space, drop_map, of_map},
    {"a map before penalties", make_penalized, drop_map, of_map},
    {"a map before a space of angles", make_angles, drop_map, of_map},
    {"a map before a navigator", make_own_space, drop_map, of_map},
    {"a map before a belief", make_belief, drop_map, of_map},
    {"a map before a world", make_world, drop_map, of_map},
    {"a profile before a space", make_space, drop_profile, of_profile},
    {"a profile before penalties", make_penalized, drop_profile, of_profile},
    {"a profile before a space of angles", make_angles, drop_profile, of_profile},
    {"a profile before a navigator", make_own_space, drop_profile, of_profile},
    {"a world before a space of its kind", make_world, drop_world, of_profile},
    {"a space before a navigator", make_navigator, drop_space, of_space},
    {"a space before a field", make_field, drop_space, of_space},
    {"a graph before what is attached", make_attached, drop_graph, of_space},
    {"a navigator before an agent", make_agent, drop_navigator, of_navigator},
    {"a navigator before a walker", make_walker, drop_guide, of_navigator},
    {"a belief before a space of its map", make_believed, drop_belief, of_map},
    {"a belief before a walker", make_walker, drop_belief, of_belief},
    {"a mesh before a space of points", make_points, drop_mesh, of_mesh},
};

/// Those who borrow first.
static void drop_all(void)
{
    way_space_destroy(lent.roads);
    way_world_destroy(lent.world);
    way_space_destroy(lent.attached);
    way_space_destroy(lent.graph);
    way_space_destroy(lent.points);
    way_mesh_destroy(lent.mesh);
    way_walker_destroy(lent.walker);
    way_navigator_destroy(lent.guide);
    way_space_destroy(lent.believed);
    way_belief_destroy(lent.belief);
    way_space_destroy(lent.angles);
    way_space_destroy(lent.penalized);
    way_field_destroy(lent.field);
    way_agent_destroy(lent.agent);
    way_navigator_destroy(lent.navigator);
    way_space_destroy(lent.space);
    if (lent.map) {
        drop_profile();
    }
    way_map_destroy(lent.map);
    lent = (loans){0};
}

/// What a process says that drops something too early, and whether it was stopped.
static bool is_stopped(uint32_t which, char *said, size_t room)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        forbidden[which].drop();
        _exit(0);
    }
    close(ends[1]);
    size_t size = 0;
    for (ssize_t more = 1; more > 0 && size + 1 < room; size += more > 0 ? (size_t)more : 0) {
        more = read(ends[0], said + size, room - 1 - size);
    }
    said[size] = '\0';
    close(ends[0]);
    int status = 0;
    assert_true(child > 0 && waitpid(child, &status, 0) == child);
    return WIFSIGNALED(status) || WEXITSTATUS(status) != 0;
}

static void what_is_lent_does_not_go(void **state)
{
    (void)state;
#ifdef NDEBUG
    skip(); // nobody counts
#endif
    char said[4096];
    for (uint32_t k = 0; k < sizeof forbidden / sizeof *forbidden; k++) {
        forbidden[k].make();
        if (!is_stopped(k, said, sizeof said) || !strstr(said, forbidden[k].rule)) {
            fail_msg("%s: %s", forbidden[k].name, said[0] ? said : "nothing is said");
        }
        drop_all();
    }
}

static void rules_are_in_the_docs(void **state)
{
    (void)state;
    FILE *file = fopen("docs/embedding.md", "r");
    assert_non_null(file);
    static char text[1 << 17];
    const size_t size = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    assert_true(size > 0 && size < sizeof text - 1);
    for (uint32_t k = 0; k < sizeof forbidden / sizeof *forbidden; k++) {
        if (!strstr(text, forbidden[k].rule)) {
            fail_msg("%s: \"%s\" is not said", forbidden[k].name, forbidden[k].rule);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_lent_does_not_go),
        cmocka_unit_test(rules_are_in_the_docs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
