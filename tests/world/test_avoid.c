// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Discs that dodge each other: they pass, hardly ever touch, and do the same whatever their order.
#include "support/test.h"

#include <waymark/agent.h>
#include <waymark/mesh.h>
#include <waymark/steer.h>

#include <math.h>
#include <string.h>

enum { AVOID_RADIUS = 400, AVOID_SPEED = 6000 };

static void avoid_head_for(way_mover *mover, int32_t x, int32_t y)
{
    const double dx = x - mover->x;
    const double dy = y - mover->y;
    const double far = sqrt(dx * dx + dy * dy);
    const double speed = far * 64 < AVOID_SPEED ? far * 64 : AVOID_SPEED;
    mover->wish_x = far > 0 ? (int32_t)(dx / far * speed) : 0;
    mover->wish_y = far > 0 ? (int32_t)(dy / far * speed) : 0;
}

/// The deepest that two discs are in each other, in 1/1024 of a cell.
static double avoid_depth(const way_mover *movers, uint32_t count)
{
    double deepest = 0;
    for (uint32_t a = 0; a < count; a++) {
        for (uint32_t b = a + 1; b < count; b++) {
            const double far = hypot(movers[a].x - movers[b].x, movers[a].y - movers[b].y);
            deepest = fmax(deepest, movers[a].radius + movers[b].radius - far);
        }
    }
    return deepest;
}

/// All go to the other side of a circle; returns how many are there after `ticks`.
static uint32_t avoid_circle(way_mover *movers, uint32_t count, uint32_t ticks, double *deepest)
{
    way_avoider *avoider = NULL;
    assert_int_equal(way_avoider_create(&(way_avoider_config){.capacity = count}, &avoider),
                     WAY_STATUS_OK);
    int32_t goals[64][2];
    for (uint32_t k = 0; k < count; k++) {
        goals[k][0] = -movers[k].x;
        goals[k][1] = -movers[k].y;
    }
    *deepest = 0;
    for (uint32_t t = 0; t < ticks; t++) {
        for (uint32_t k = 0; k < count; k++) {
            avoid_head_for(&movers[k], goals[k][0], goals[k][1]);
        }
        assert_int_equal(way_avoider_step(avoider, movers, count, NULL, 0), WAY_STATUS_OK);
        *deepest = fmax(*deepest, avoid_depth(movers, count));
    }
    uint32_t there = 0;
    for (uint32_t k = 0; k < count; k++) {
        there += hypot(movers[k].x - goals[k][0], movers[k].y - goals[k][1]) < 512;
    }
    way_avoider_destroy(avoider);
    return there;
}

static void avoid_place(way_mover *movers, uint32_t count, double radius)
{
    memset(movers, 0, count * sizeof *movers);
    for (uint32_t k = 0; k < count; k++) {
        movers[k].x = (int32_t)(cos(6.283185307 * k / count) * radius);
        movers[k].y = (int32_t)(sin(6.283185307 * k / count) * radius);
        movers[k].radius = AVOID_RADIUS;
        movers[k].speed = AVOID_SPEED;
    }
}

static void movers_pass_each_other(void **state)
{
    (void)state;
    static const uint32_t counts[] = {2, 3, 5, 8, 16, 24};
    for (uint32_t c = 0; c < sizeof counts / sizeof *counts; c++) {
        way_mover movers[64];
        double deepest = 0;
        avoid_place(movers, counts[c], 8000 + 500.0 * counts[c]);
        assert_int_equal(avoid_circle(movers, counts[c], 1500, &deepest), counts[c]);
        assert_true(deepest <= AVOID_RADIUS / 8.0); // rounding and what no velocity can mend
    }
}

static void movers_do_the_same_in_any_order(void **state)
{
    (void)state;
    way_mover one[12];
    way_mover two[12];
    double deepest = 0;
    avoid_place(one, 12, 12000);
    for (uint32_t k = 0; k < 12; k++) {
        two[k] = one[11 - k];
    }
    (void)avoid_circle(one, 12, 60, &deepest);
    (void)avoid_circle(two, 12, 60, &deepest);
    for (uint32_t k = 0; k < 12; k++) {
        assert_memory_equal(&one[k], &two[11 - k], sizeof one[k]);
    }
}

static void movers_stay_behind_barriers(void **state)
{
    (void)state;
    way_mover movers[6];
    memset(movers, 0, sizeof movers);
    const way_barrier wall = {-20000, 0, 20000, 0};
    way_avoider *avoider = NULL;
    assert_int_equal(way_avoider_create(&(way_avoider_config){.capacity = 6}, &avoider),
                     WAY_STATUS_OK);
    for (uint32_t k = 0; k < 6; k++) {
        movers[k] = (way_mover){.x = (int32_t)k * 1200 - 3000,
                                .y = 4000,
                                .radius = AVOID_RADIUS,
                                .speed = AVOID_SPEED,
                                .wish_y = -AVOID_SPEED};
    }
    for (uint32_t t = 0; t < 400; t++) {
        assert_int_equal(way_avoider_step(avoider, movers, 6, &wall, 1), WAY_STATUS_OK);
        for (uint32_t k = 0; k < 6; k++) {
            assert_true(movers[k].y >= AVOID_RADIUS - 8);
        }
    }
    movers[3].radius = 0;
    assert_int_equal(way_avoider_step(avoider, movers, 6, &wall, 1), WAY_STATUS_OUT_OF_RANGE);
    assert_int_equal(way_avoider_step(avoider, movers, 7, &wall, 1), WAY_STATUS_OUT_OF_RANGE);
    way_avoider_destroy(avoider);
}

/// So many movers on one point with one wish; true if none touch after 60 ticks.
static bool avoid_part(uint32_t count, way_mover like, const way_barrier *walls,
                       uint32_t wall_count)
{
    way_mover movers[8];
    way_avoider *avoider = NULL;
    assert_int_equal(way_avoider_create(&(way_avoider_config){.capacity = 8}, &avoider),
                     WAY_STATUS_OK);
    for (uint32_t k = 0; k < count; k++) {
        movers[k] = like;
    }
    for (uint32_t t = 0; t < 60; t++) {
        assert_int_equal(way_avoider_step(avoider, movers, count, walls, wall_count),
                         WAY_STATUS_OK);
    }
    way_avoider_destroy(avoider);
    return avoid_depth(movers, count) <= 1;
}

static void movers_on_one_point_part(void **state)
{
    (void)state;
    static const int32_t wishes[][2] = {{0, 0},    {6000, 0},    {-6000, 0},    {0, 6000},
                                        {0, -300}, {2900, 1200}, {-1200, 2900}, {3000, -3000}};
    for (uint32_t k = 0; k < sizeof wishes / sizeof *wishes; k++) {
        way_mover like = {.x = 5000,
                          .y = -700,
                          .wish_x = wishes[k][0],
                          .wish_y = wishes[k][1],
                          .radius = AVOID_RADIUS,
                          .speed = AVOID_SPEED};
        for (uint32_t count = 2; count <= 8; count++) {
            assert_true(avoid_part(count, like, NULL, 0));
        }
        like.velocity_x = 4000;
        assert_true(avoid_part(2, like, NULL, 0));
    }
}

/// In corridors just as wide as they are, of all directions.
static void movers_on_one_point_part_between_walls(void **state)
{
    (void)state;
    const way_mover like = {.radius = AVOID_RADIUS, .speed = AVOID_SPEED};
    for (uint32_t k = 0; k < 16; k++) {
        const double angle = 3.14159265 * k / 16;
        const int32_t x = (int32_t)(30000 * cos(angle));
        const int32_t y = (int32_t)(30000 * sin(angle));
        const int32_t aside_x = (int32_t)(AVOID_RADIUS * 1.02 * sin(angle));
        const int32_t aside_y = (int32_t)(AVOID_RADIUS * -1.02 * cos(angle));
        const way_barrier walls[] = {{aside_x - x, aside_y - y, aside_x + x, aside_y + y},
                                     {-aside_x - x, -aside_y - y, x - aside_x, y - aside_y}};
        assert_true(avoid_part(2, like, walls, 2));
    }
}

static void mover_on_a_barrier_leaves_it(void **state)
{
    (void)state;
    static const way_barrier walls[] = {
        {-9000, 0, 9000, 0}, {0, -9000, 0, 9000}, {-9000, -9000, 9000, 9000}, {0, 0, 0, 0}};
    for (uint32_t k = 0; k < 4; k++) {
        way_mover mover = {.radius = AVOID_RADIUS, .speed = AVOID_SPEED};
        way_avoider *avoider = NULL;
        assert_int_equal(way_avoider_create(&(way_avoider_config){.capacity = 1}, &avoider),
                         WAY_STATUS_OK);
        for (uint32_t t = 0; t < 60; t++) {
            assert_int_equal(way_avoider_step(avoider, &mover, 1, &walls[k], 1), WAY_STATUS_OK);
        }
        assert_true(hypot(mover.x, mover.y) >= AVOID_RADIUS - 8);
        way_avoider_destroy(avoider);
    }
}

static int32_t avoid_draw(way_rng *rng, int32_t most)
{
    return (int32_t)way_rng_below(rng, (uint32_t)most * 2 + 1) - most;
}

/// Crowds too dense for anything, among walls in disorder: each step is taken, nobody is faster
/// than it can be.
static void movers_keep_their_speed_in_any_crowd(void **state)
{
    (void)state;
    enum { MOVERS = 80, WALLS = 40 };
    for (uint64_t seed = 1; seed <= 150; seed++) {
        way_rng rng = way_rng_seed(seed);
        way_mover movers[MOVERS];
        way_barrier walls[WALLS];
        const int32_t side = seed % 5 ? 30000 : 1 << 28;
        for (uint32_t k = 0; k < WALLS; k++) {
            walls[k] = (way_barrier){avoid_draw(&rng, side), avoid_draw(&rng, side),
                                     avoid_draw(&rng, side), avoid_draw(&rng, side)};
        }
        for (uint32_t k = 0; k < MOVERS; k++) {
            const way_barrier *wall = &walls[k % WALLS];
            movers[k] = (way_mover){.x = wall->x1 / 2 + wall->x2 / 2,
                                    .y = wall->y1 / 2 + wall->y2 / 2,
                                    .wish_x = avoid_draw(&rng, 6000),
                                    .wish_y = avoid_draw(&rng, 6000),
                                    .radius = 1 + (int32_t)way_rng_below(&rng, 8192),
                                    .speed = (int32_t)way_rng_below(&rng, 131073),
                                    .fixed = k % 9 == 0};
        }
        way_avoider *avoider = NULL;
        assert_int_equal(way_avoider_create(&(way_avoider_config){.capacity = MOVERS}, &avoider),
                         WAY_STATUS_OK);
        for (uint32_t t = 0; t < 60; t++) {
            assert_int_equal(way_avoider_step(avoider, movers, MOVERS, walls, WALLS),
                             WAY_STATUS_OK);
            for (uint32_t k = 0; k < MOVERS; k++) {
                const double speed = hypot(movers[k].velocity_x, movers[k].velocity_y);
                if (speed > movers[k].speed) {
                    fail_msg("seed %u: mover %u at %.0f of %d", (unsigned)seed, k, speed,
                             movers[k].speed);
                }
            }
        }
        way_avoider_destroy(avoider);
    }
}

// On a mesh ---------------------------------------------------------------------------------------

enum { MESH_MOVERS = 8, MESH_CORNERS = 4, MESH_NEAR = 1300 };

typedef struct mesh_walk {
    way_point corners[MESH_CORNERS];
    uint32_t count;
    uint32_t next;
} mesh_walk;

/// A knee: a room to the west and one to the south of a corner.
static way_mesh *mesh_knee(void)
{
    static const way_point points[] = {{0, 0},       {8000, 0},     {12000, 0},    {0, 4000},
                                       {8000, 4000}, {12000, 4000}, {8000, 12000}, {12000, 12000}};
    static const uint32_t corners[] = {0, 1, 4, 3, 1, 2, 5, 4, 4, 5, 7, 6};
    static const uint32_t sizes[] = {4, 4, 4};
    const way_mesh_config config = {
        .points = points, .point_count = 8, .corners = corners, .sizes = sizes, .polygon_count = 3};
    way_mesh *mesh = NULL;
    assert_int_equal(way_mesh_create(&config, &mesh, NULL), WAY_STATUS_OK);
    return mesh;
}

/// The sides of a mesh beyond which there is nothing.
static uint32_t mesh_walls(const way_mesh *mesh, way_barrier *walls)
{
    uint32_t count = 0;
    for (uint32_t p = 0; p < way_mesh_polygon_count(mesh); p++) {
        uint32_t sides = 0;
        const uint32_t *corners = way_mesh_polygon(mesh, p, &sides);
        for (uint32_t side = 0; side < sides; side++) {
            const way_point a = way_mesh_point(mesh, corners[side]);
            const way_point b = way_mesh_point(mesh, corners[(side + 1) % sides]);
            if (way_mesh_neighbour(mesh, p, side) == WAY_STATE_NONE) {
                walls[count++] = (way_barrier){a.x * 1024 / 1000, a.y * 1024 / 1000,
                                               b.x * 1024 / 1000, b.y * 1024 / 1000};
            }
        }
    }
    return count;
}

/// A search over the polygons, and a string pulled through them.
static void mesh_plan(const way_mesh *mesh, way_point start, way_point goal, mesh_walk *walk)
{
    way_space *space = NULL;
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
    assert_int_equal(way_space_create_mesh(mesh, NULL, &space), WAY_STATUS_OK);
    const way_navigator_config plan = {.space = space, .algorithm = "astar"};
    assert_int_equal(way_navigator_create(&plan, &navigator), WAY_STATUS_OK);
    assert_int_equal(way_agent_create(&(way_agent_config){.navigator = navigator}, &agent),
                     WAY_STATUS_OK);
    const way_trip trip = {.start = way_mesh_locate(mesh, start),
                           .goal = way_mesh_locate(mesh, goal)};
    assert_int_equal(way_agent_begin(agent, &trip), WAY_STATUS_OK);
    assert_int_equal(way_agent_run(agent), WAY_OUTCOME_FOUND);
    way_mesh_chain chain = {.start = start, .goal = goal};
    chain.polygons = way_agent_path(agent, &chain.count);
    *walk = (mesh_walk){.next = 1};
    assert_int_equal(way_mesh_pull(mesh, &chain, walk->corners, MESH_CORNERS, &walk->count),
                     WAY_STATUS_OK);
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
    way_space_destroy(space);
}

/// Heads for the next corner of a way; true if the last is reached.
static bool mesh_follow(way_mover *mover, mesh_walk *walk)
{
    const way_point to = walk->corners[walk->next];
    const int32_t x = to.x * 1024 / 1000;
    const int32_t y = to.y * 1024 / 1000;
    const double far = hypot(x - mover->x, y - mover->y);
    if (far < MESH_NEAR && walk->next + 1 < walk->count) {
        walk->next++;
    }
    avoid_head_for(mover, x, y);
    return walk->next + 1 == walk->count && far < 600;
}

static void movers_follow_ways_on_a_mesh(void **state)
{
    (void)state;
    way_mesh *mesh = mesh_knee();
    way_barrier walls[16];
    const uint32_t wall_count = mesh_walls(mesh, walls);
    way_mover movers[MESH_MOVERS];
    mesh_walk walks[MESH_MOVERS];
    memset(movers, 0, sizeof movers);
    for (uint32_t k = 0; k < MESH_MOVERS; k++) {
        const way_point west = {1000 + (int32_t)(k / 2 % 2) * 1000, 1000 + (int32_t)(k / 4) * 1500};
        const way_point south = {9000 + (int32_t)(k / 4) * 1500,
                                 10000 + (int32_t)(k / 2 % 2) * 1000};
        mesh_plan(mesh, k % 2 ? south : west, k % 2 ? west : south, &walks[k]);
        movers[k] = (way_mover){.x = (k % 2 ? south : west).x * 1024 / 1000,
                                .y = (k % 2 ? south : west).y * 1024 / 1000,
                                .radius = AVOID_RADIUS,
                                .speed = AVOID_SPEED};
    }
    way_avoider *avoider = NULL;
    assert_int_equal(way_avoider_create(&(way_avoider_config){.capacity = MESH_MOVERS}, &avoider),
                     WAY_STATUS_OK);
    uint32_t there = 0;
    for (uint32_t t = 0; t < 2000 && there != (1u << MESH_MOVERS) - 1; t++) {
        for (uint32_t k = 0; k < MESH_MOVERS; k++) {
            there |= (uint32_t)mesh_follow(&movers[k], &walks[k]) << k;
        }
        assert_int_equal(way_avoider_step(avoider, movers, MESH_MOVERS, walls, wall_count),
                         WAY_STATUS_OK);
        for (uint32_t k = 0; k < MESH_MOVERS; k++) {
            const way_point at = {movers[k].x * 1000 / 1024, movers[k].y * 1000 / 1024};
            assert_true(way_mesh_locate(mesh, at) != WAY_STATE_NONE);
        }
        assert_true(avoid_depth(movers, MESH_MOVERS) <= AVOID_RADIUS / 4.0);
    }
    assert_int_equal(there, (1u << MESH_MOVERS) - 1);
    way_avoider_destroy(avoider);
    way_mesh_destroy(mesh);
}

/// How many movers are nearer to the first than one is, those of lower numbers first among equals.
static uint32_t avoid_rank(const way_mover *movers, uint32_t count, uint32_t one)
{
    const int64_t x = movers[one].x - movers[0].x;
    const int64_t y = movers[one].y - movers[0].y;
    uint32_t rank = 0;
    for (uint32_t k = 1; k < count; k++) {
        const int64_t dx = movers[k].x - movers[0].x;
        const int64_t dy = movers[k].y - movers[0].y;
        const int64_t more = dx * dx + dy * dy - x * x - y * y;
        rank += more < 0 || (more == 0 && k < one);
    }
    return rank;
}

/// Who is not among the ten nearest may as well not be there.
static void movers_mind_the_ten_nearest(void **state)
{
    (void)state;
    enum { CROWD = 120, MINDED = 10, APART = 9000 };
    way_rng rng = test_rng(41);
    way_avoider *avoider = NULL;
    assert_int_equal(way_avoider_create(&(way_avoider_config){.capacity = CROWD}, &avoider),
                     WAY_STATUS_OK);
    for (uint32_t turn = 0; turn < 400; turn++) {
        const uint32_t spread = 1000 + way_rng_below(&rng, 2 * APART);
        const int32_t corner = (int32_t)way_rng_below(&rng, 1 << 16) - (1 << 15);
        way_mover all[CROWD], few[CROWD];
        uint32_t count = 1;
        for (uint32_t k = 0; k < CROWD; k++) {
            all[k] = (way_mover){.x = corner + (int32_t)way_rng_below(&rng, spread),
                                 .y = corner + (int32_t)way_rng_below(&rng, spread),
                                 .wish_x = (int32_t)way_rng_below(&rng, 12001) - 6000,
                                 .wish_y = (int32_t)way_rng_below(&rng, 12001) - 6000,
                                 .radius = AVOID_RADIUS,
                                 .speed = AVOID_SPEED};
        }
        few[0] = all[0];
        for (uint32_t k = 1; k < CROWD; k++) {
            if (avoid_rank(all, CROWD, k) < MINDED) {
                few[count++] = all[k];
            }
        }
        assert_int_equal(way_avoider_step(avoider, all, CROWD, NULL, 0), WAY_STATUS_OK);
        assert_int_equal(way_avoider_step(avoider, few, count, NULL, 0), WAY_STATUS_OK);
        assert_memory_equal(&all[0], &few[0], sizeof *all);
    }
    way_avoider_destroy(avoider);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(movers_pass_each_other),
        cmocka_unit_test(movers_do_the_same_in_any_order),
        cmocka_unit_test(movers_mind_the_ten_nearest),
        cmocka_unit_test(movers_stay_behind_barriers),
        cmocka_unit_test(movers_on_one_point_part),
        cmocka_unit_test(movers_on_one_point_part_between_walls),
        cmocka_unit_test(mover_on_a_barrier_leaves_it),
        cmocka_unit_test(movers_keep_their_speed_in_any_crowd),
        cmocka_unit_test(movers_follow_ways_on_a_mesh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
