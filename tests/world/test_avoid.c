// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Discs that dodge each other: they pass, hardly ever touch, and do the same whatever their order.
#include "support/test.h"

#include <waymark/avoid.h>

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
        assert_true(deepest <= AVOID_RADIUS / 8); // rounding and what no velocity can mend
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(movers_pass_each_other),
        cmocka_unit_test(movers_do_the_same_in_any_order),
        cmocka_unit_test(movers_stay_behind_barriers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
