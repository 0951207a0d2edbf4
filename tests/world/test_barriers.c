// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The index of barriers finds what looking at all of them finds, for long and short ones, few and
// many, whatever it held before.
#include "steer/barriers.h"
#include "support/test.h"

#include <math.h>
#include <string.h>

enum { BARRIERS_MOST = 1500 };

typedef struct barriers_seen {
    bool marks[BARRIERS_MOST];
    uint32_t count;
} barriers_seen;

static void barriers_mark(const wayi_barrier *barrier, void *argument)
{
    barriers_seen *seen = argument;
    assert_false(seen->marks[barrier->number]);
    seen->marks[barrier->number] = true;
    seen->count++;
}

static int32_t barriers_draw(way_rng *rng, int32_t most)
{
    return (int32_t)way_rng_below(rng, (uint32_t)most * 2 + 1) - most;
}

static int32_t barriers_clamp(int64_t position)
{
    const int64_t most = 1 << 28;
    return (int32_t)(position < -most ? -most : position > most ? most : position);
}

/// How far a barrier is from a point.
static double barriers_far(const way_barrier *b, double x, double y)
{
    const double dx = (double)b->x2 - b->x1;
    const double dy = (double)b->y2 - b->y1;
    const double length = dx * dx + dy * dy;
    double at = length > 0 ? ((x - b->x1) * dx + (y - b->y1) * dy) / length : 0;
    at = at < 0 ? 0 : at > 1 ? 1 : at;
    return hypot(b->x1 + at * dx - x, b->y1 + at * dy - y);
}

static void barriers_fill(way_rng *rng, way_barrier *barriers, uint32_t count, int32_t side)
{
    for (uint32_t k = 0; k < count; k++) {
        const int32_t length = way_rng_below(rng, 5) ? 2000 : side;
        const int32_t x = barriers_draw(rng, side);
        const int32_t y = barriers_draw(rng, side);
        barriers[k] = (way_barrier){x, y, barriers_clamp((int64_t)x + barriers_draw(rng, length)),
                                    barriers_clamp((int64_t)y + barriers_draw(rng, length))};
    }
}

static void index_finds_all_that_are_near(void **state)
{
    (void)state;
    static const uint32_t counts[] = {1, 7, 8, 9, 64, 65, 0, 513, BARRIERS_MOST, 3};
    static way_barrier barriers[BARRIERS_MOST];
    static barriers_seen seen;
    const way_allocator allocator = wayi_allocator_or_default(NULL);
    wayi_barrier_index index = {0};
    for (uint32_t round = 0; round < 60; round++) {
        way_rng rng = way_rng_seed(round);
        const uint32_t count = counts[round % 10];
        const int32_t side = round % 3 ? 50000 : 1 << 28;
        barriers_fill(&rng, barriers, count, side);
        assert_int_equal(wayi_barrier_index_update(&index, barriers, count, &allocator),
                         WAY_STATUS_OK);
        for (uint32_t k = 0; k < 50; k++) {
            const way_barrier *near = &barriers[count ? k % count : 0];
            const int32_t x = k % 2 && count ? near->x1 + 900 : barriers_draw(&rng, side);
            const int32_t y = k % 2 && count ? near->y1 : barriers_draw(&rng, side);
            const wayi_box box = {x - 4500, y - 4500, x + 4500, y + 4500};
            memset(&seen, 0, sizeof seen);
            wayi_barrier_index_visit(&index, &box, barriers_mark, &seen);
            for (uint32_t b = 0; b < count; b++) {
                assert_true(seen.marks[b] || barriers_far(&barriers[b], x, y) > 4500);
            }
        }
    }
    wayi_barrier_index_fini(&index, &allocator);
}

/// Nearly all of many short barriers stay unseen.
static void index_leaves_out_what_is_far(void **state)
{
    (void)state;
    static way_barrier barriers[BARRIERS_MOST];
    static barriers_seen seen;
    const way_allocator allocator = wayi_allocator_or_default(NULL);
    wayi_barrier_index index = {0};
    for (uint32_t k = 0; k < BARRIERS_MOST; k++) {
        const int32_t x = (int32_t)(k % 40) * 10000;
        const int32_t y = (int32_t)(k / 40) * 10000;
        barriers[k] = (way_barrier){x, y, x + 1024, y};
    }
    assert_int_equal(wayi_barrier_index_update(&index, barriers, BARRIERS_MOST, &allocator),
                     WAY_STATUS_OK);
    for (int32_t k = 0; k < 40; k++) {
        const wayi_box box = {k * 10000 - 4000, k * 9000 - 4000, k * 10000 + 4000, k * 9000 + 4000};
        memset(&seen, 0, sizeof seen);
        wayi_barrier_index_visit(&index, &box, barriers_mark, &seen);
        assert_true(seen.count <= 2);
    }
    wayi_barrier_index_fini(&index, &allocator);
}

static void index_when_a_barrier_changes(void **state)
{
    (void)state;
    way_barrier barriers[2] = {{0, 0, 10, 0}, {90000, 0, 90010, 0}};
    const wayi_box box = {-5, -5, 5, 5};
    const way_allocator allocator = wayi_allocator_or_default(NULL);
    wayi_barrier_index index = {0};
    barriers_seen seen = {.count = 0};
    assert_int_equal(wayi_barrier_index_update(&index, barriers, 2, &allocator), WAY_STATUS_OK);
    wayi_barrier_index_visit(&index, &box, barriers_mark, &seen);
    assert_int_equal(seen.count, 1);
    barriers[1].x1 = 0;
    assert_int_equal(wayi_barrier_index_update(&index, barriers, 2, &allocator), WAY_STATUS_OK);
    seen = (barriers_seen){.count = 0};
    wayi_barrier_index_visit(&index, &box, barriers_mark, &seen);
    assert_int_equal(seen.count, 2);
    barriers[0].y2 = (1 << 28) + 1;
    assert_int_equal(wayi_barrier_index_update(&index, barriers, 2, &allocator),
                     WAY_STATUS_OUT_OF_RANGE);
    wayi_barrier_index_fini(&index, &allocator);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(index_finds_all_that_are_near),
        cmocka_unit_test(index_leaves_out_what_is_far),
        cmocka_unit_test(index_when_a_barrier_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
