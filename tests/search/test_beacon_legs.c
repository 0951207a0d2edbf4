// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The runs of legs on random boards are what legs are by definition.
#include "search/beacon/ask/legs.h"
#include "support/test.h"

#define LEGS_ROUNDS 6u
#define LEGS_COUNT (LEGS_ROUNDS * WAYI_LEGS)
#define LEGS_ROOM (2 * LEGS_COUNT + 2 * WAYI_LEGS_SPARE)

/// A way: a place to begin with, and rounds of others.
typedef struct legs_way {
    uint32_t width;
    uint32_t height;
    wayi_beacon_place start;
    wayi_legs_round rounds[LEGS_ROUNDS];
} legs_way;

/// What came of it.
typedef struct legs_result {
    way_segment runs[LEGS_ROOM]; ///< of legs that lead back, at its end
    uint32_t count;
    wayi_legs_sums sums;
} legs_result;

/// Any board, long ones and the largest among them.
static uint32_t legs_draw_side(way_rng *rng)
{
    const uint32_t most[] = {4, 100, 1024, 32767, 65535};
    return 1 + way_rng_below(rng, most[way_rng_below(rng, 5)]);
}

/// A coordinate so far from another, up or down, as the side allows.
static uint16_t legs_move(way_rng *rng, uint32_t from, uint32_t by, uint32_t side)
{
    const bool up = way_rng_below(rng, 2);
    return (uint16_t)(up ? (from + by < side ? from + by : from) : (from >= by ? from - by : from));
}

/// The next place: the same, straight on, diagonally, or anywhere.
static wayi_beacon_place legs_draw(way_rng *rng, const legs_way *way, wayi_beacon_place last)
{
    const uint32_t side = way->width < way->height ? way->width : way->height;
    const uint32_t far = way_rng_below(rng, way_rng_below(rng, 2) ? side : 4);
    switch (way_rng_below(rng, 5)) {
    case 0:
        return last;
    case 1:
        return (wayi_beacon_place){legs_move(rng, last.x, far, way->width), last.y};
    case 2:
        return (wayi_beacon_place){last.x, legs_move(rng, last.y, far, way->height)};
    case 3:
        return (wayi_beacon_place){legs_move(rng, last.x, far, way->width),
                                   legs_move(rng, last.y, far, way->height)};
    default:
        return (wayi_beacon_place){(uint16_t)way_rng_below(rng, way->width),
                                   (uint16_t)way_rng_below(rng, way->height)};
    }
}

static legs_way legs_draw_way(way_rng *rng)
{
    legs_way way = {.width = legs_draw_side(rng), .height = legs_draw_side(rng)};
    wayi_beacon_place last = {(uint16_t)way_rng_below(rng, way.width),
                              (uint16_t)way_rng_below(rng, way.height)};
    way.start = last;
    for (uint32_t i = 0; i < LEGS_COUNT; i++) {
        last = legs_draw(rng, &way, last);
        way.rounds[i / WAYI_LEGS].places[i % WAYI_LEGS] = last;
    }
    return way;
}

/// A leg by definition: step by step, first diagonally, then straight.
static void legs_expect_leg(const legs_way *way, wayi_beacon_place from, wayi_beacon_place to,
                            legs_result *out)
{
    const uint32_t before = out->count;
    uint32_t slanted = 0;
    uint32_t straight = 0;
    uint32_t x = from.x;
    uint32_t y = from.y;
    for (; x != to.x && y != to.y; slanted++) {
        x += x < to.x ? 1 : UINT32_MAX;
        y += y < to.y ? 1 : UINT32_MAX;
    }
    if (slanted) {
        out->runs[out->count++] = (way_segment){y * way->width + x, slanted};
    }
    for (; x != to.x || y != to.y; straight++) {
        x += x == to.x ? 0 : x < to.x ? 1 : UINT32_MAX;
        y += y == to.y ? 0 : y < to.y ? 1 : UINT32_MAX;
    }
    if (straight) {
        out->runs[out->count++] = (way_segment){y * way->width + x, straight};
    }
    out->sums.moves += slanted + straight;
    out->sums.slanted += slanted;
    out->sums.legs += out->count > before;
}

static void legs_expect(const legs_way *way, bool back, legs_result *out)
{
    *out = (legs_result){.count = 0};
    for (uint32_t i = 0; i < LEGS_COUNT; i++) {
        const uint32_t to = back ? LEGS_COUNT - 1 - i : i;
        const wayi_beacon_place place = way->rounds[to / WAYI_LEGS].places[to % WAYI_LEGS];
        const wayi_beacon_place before =
            to ? way->rounds[(to - 1) / WAYI_LEGS].places[(to - 1) % WAYI_LEGS] : way->start;
        legs_expect_leg(way, back ? place : before, back ? before : place, out);
    }
}

static void legs_write(const legs_way *way, bool back, legs_result *out)
{
    way_segment *const start = back ? out->runs + LEGS_ROOM : out->runs;
    way_segment *at = start;
    wayi_legs legs = wayi_legs_start(way->width, way->start);
    for (uint32_t i = 0; i < LEGS_ROUNDS; i++) {
        at = wayi_legs_write(&legs, &way->rounds[i], back, at);
    }
    out->count = (uint32_t)(back ? start - at : at - start);
    out->sums = legs.sums;
}

static void legs_check(const legs_result *found, const legs_result *expected, bool back)
{
    const way_segment *runs = found->runs + (back ? LEGS_ROOM - found->count : 0);
    assert_int_equal(found->count, expected->count);
    assert_memory_equal(runs, expected->runs, expected->count * sizeof *runs);
    assert_memory_equal(&found->sums, &expected->sums, sizeof found->sums);
}

static void runs_when_legs_are_drawn(void **state)
{
    (void)state;
    way_rng rng = test_rng(1807);
    for (uint32_t i = 0; i < 600; i++) {
        const legs_way way = legs_draw_way(&rng);
        for (uint32_t back = 0; back < 2; back++) {
            legs_result expected;
            legs_result found;
            legs_expect(&way, back, &expected);
            legs_write(&way, back, &found);
            legs_check(&found, &expected, back);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(runs_when_legs_are_drawn)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
