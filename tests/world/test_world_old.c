// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A save of version 6 is still read. It was written by a world of those times, four ticks after its
// orders: nine units walk down the field that their group shares round the end of a wall, a large
// one has an order that waits, and one of a team in the fog is on patrol.
#include "support/test.h"

#include <waymark/world_more.h>

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 14, HEIGHT = 9, GROUP = 9, LARGE = 9, PATROL = 10 };

/// Bytes in hexadecimal; behind an asterisk, how many there are of the one before it.
static const char *const old_save[] = {
    "57574159524c4431060000000e000000090000000800980141020201000102030405060708090a0b0c0d0e0f",
    "101112131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e2f303132333435363738393a3b",
    "3c3d3e3f404142434445464748494a4b4c4d4e4f505152535455565758595a5b5c5d5e5f6061626364656667",
    "68696a6b6c6d6e6f707172737475767778797a7b7c7d7e7f808182838485868788898a8b8c8d8e8f90919293",
    "9495969798999a9b9c9d9e9fa0a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3b4b5b6b7b8b9babbbcbdbebf",
    "c0c1c2c3c4c5c6c7c8c9cacbcccdcecfd0d1d2d3d4d5d6d7d8d9dadbdcdddedfe0e1e2e3e4e5e6e7e8e9eaeb",
    "ecedeeeff0f1f2f3f4f5f6f7f8f9fafbfcfdfeff000100*0602000102030405060708090a0b0c0d0e0f1011",
    "12131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d",
    "3e3f404142434445464748494a4b4c4d4e4f505152535455565758595a5b5c5d5e5f60616263646566676869",
    "6a6b6c6d6e6f707172737475767778797a7b7c7d7e7f808182838485868788898a8b8c8d8e8f909192939495",
    "969798999a9b9c9d9e9fa0a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3b4b5b6b7b8b9babbbcbdbebfc0c1",
    "c2c3c4c5c6c7c8c9cacbcccdcecfd0d1d2d3d4d5d6d7d8d9dadbdcdddedfe0e1e2e3e4e5e6e7e8e9eaebeced",
    "eeeff0f1f2f3f4f5f6f7f8f9fafbfcfdfeff000100*0602000801020010000000010200100000feffffff00",
    "400100*89010700*0401000000010d00*0401000000010d00*0401000000010d00*0401000000010d00*0401",
    "000000010d00*04010000000130000000ff*0400*04ff*040400*0f2800*07d10b000000ff*0500*05ff*04",
    "00*042800000004000000010000000300*044c00007800*080100*05ba1900000511190000026818000002bf",
    "1700000216170000026d16000002c415000002ff*0408b2070000011a060000018204000005d90300000230",
    "03000002d903000002ff*0408ff*040811190000017917000005d01600000227160000027e15000002d51400",
    "00022c14000002ff*040809070000017105000001d903000001410200000598010000024102000006ff*0408",
    "ff*04086818000001d01600000138150000058f14000002e6130000023d130000029412000002ff*04086006",
    "000001c8040000013003000001980100000100*04089801000003ff*0408ff*0408bf170000012716000001",
    "8f14000001f7120000054e12000002a511000002fc10000002ff*040809070000017105000001d903000001",
    "410200000498010000004102000007ff*0408ff*040816170000017e15000001e6130000014e12000001b610",
    "0000050d10000002640f000002ff*0408b2070000011a060000018204000004d9030000003003000000d903",
    "000000ff*0408ff*04086d16000001d5140000013d13000001a5110000010d10000001750e000005cc0d0000",
    "02ff*04085b08000001c3060000041a060000007105000000c8040000007105000000ff*0408ff*0408c415",
    "0000012c140000019412000001fc10000001640f000001cc0d000001340c0000019c0a00000104090000045b",
    "08000000b207000000090700000060060000000907000000ff*0408ff*04086d16000001d5140000013d1300",
    "0001a5110000010d10000001750e000001dd0c000001450b0000049c0a000000f3090000004a09000000a108",
    "000000f807000000a108000000ff*0408ff*040816170000017e15000001e6130000014e12000001b6100000",
    "011e0f000001860d000004dd0c000000340c0000008b0b000000e20a000000390a0000009009000000390a00",
    "0000ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408",
    "ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408",
    "ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408",
    "ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408",
    "ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408",
    "ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408",
    "ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408",
    "ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408",
    "ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408",
    "ff*0408ff*0408ff*0408ff*0408ff*0408ff*0408ff*0800*040300*0419000000ff*0c0b0000000100*05",
    "2d00*073e0600000c05020200*090600270000002700*2dff*0c00*0e0100*052e00*073e0600000c050202",
    "00*0b19000000190000000100*29ff*0c00*0e0100*052f00*073e0600000c05020200*0b1b0000001b0000",
    "000200*29ff*0c00*0e0100*053b00*073e0600000c05020200*0b35000000350000000e00*29ff*0c00*0e",
    "0100*053c00*073e0600000c05020200*0906001a0000001a0000000f00*29ff*0c00*0e0100*053d00*073e",
    "0600001c05020200*0b29000000290000001000*29ff*0c00*0e0100*054900*073e0600000c05020200*0b",
    "36000000360000001c00*29ff*0c00*0e0100*054a00*073e0600001c05020200*0b28000000280000001d",
    "00*29ff*0c00*0e0100*054b00*073e0600000c05020200*09060037000000370000001e00*29ff*0c00*0e",
    "0100000001005700*073e0600001c050102000100*092e0000002e0000005400*0fff*0400*080800*090100",
    "0000025d00*300100*082e0000002e000000ff*040100*0d0100*04015000*073e0500000407010600*0b1e",
    "0000001e0000007d00*0b7d000000ff*0400*080800*0d500000001e000000ff*040100*070200*04032f23",
    "ff*040b00*070100000002000000030000000400000005000000060000000700000008000000090000000a",
    "00*07ff*0400*04017e00*097c003fc00ff003fc003e00*497f098d38ff3e58c4",
};

static uint32_t old_byte(const char *text)
{
    const char digits[] = {text[0], text[1], '\0'};
    return (uint32_t)strtoul(digits, NULL, 16);
}

/// Writes the bytes of the save; returns how many.
static size_t old_write(uint8_t *bytes)
{
    size_t size = 0;
    for (size_t line = 0; line < sizeof old_save / sizeof *old_save; line++) {
        for (const char *at = old_save[line]; *at; at += 2) {
            const uint8_t byte = (uint8_t)old_byte(at);
            const bool many = at[2] == '*';
            const uint32_t count = many ? old_byte(at + 3) : 1;
            at += many ? 3 : 0;
            memset(bytes + size, byte, count);
            size += count;
        }
    }
    return size;
}

static way_world *old_restore(void)
{
    uint8_t bytes[4096];
    way_problem problem = {0};
    way_world *world = NULL;
    const size_t size = old_write(bytes);
    assert_int_equal(way_world_restore(bytes, size, NULL, &world, &problem), WAY_STATUS_OK);
    return world;
}

static void old_save_when_restored(void **state)
{
    (void)state;
    way_world *world = old_restore();
    assert_int_equal(way_map_width(way_world_map(world)), WIDTH);
    assert_int_equal(way_world_unit_count(world), GROUP + 2);
    assert_int_equal(way_world_statistics(world).tick, 4);
    for (uint32_t k = 0; k < GROUP + 2; k++) {
        way_unit_view view;
        assert_true(way_world_unit(world, way_world_unit_in_slot(world, k), &view));
        assert_int_not_equal(view.goal, WAY_CELL_NONE);
        assert_int_equal(view.size, k == LARGE ? 2 : 1);
    }
    way_world_destroy(world);
}

/// Everybody gets to where it was sent, and the world can be saved again at any time.
static void old_world_when_it_goes_on(void **state)
{
    (void)state;
    way_world *world = old_restore();
    uint32_t arrived[GROUP + 2] = {0};
    for (uint32_t tick = 0; tick < 120; tick++) {
        uint8_t bytes[8192];
        size_t size = 0;
        way_world *twin = NULL;
        way_world_event event;
        assert_int_equal(way_world_frame(world, 400), WAY_STATUS_OK);
        while (way_world_event_next(world, &event)) {
            arrived[(uint32_t)event.unit] += event.kind == WAY_WORLD_ARRIVED;
        }
        assert_int_equal(way_world_save(world, bytes, sizeof bytes, &size), WAY_STATUS_OK);
        assert_int_equal(way_world_restore(bytes, size, NULL, &twin, NULL), WAY_STATUS_OK);
        assert_true(way_world_hash(world) == way_world_hash(twin));
        way_world_destroy(twin);
    }
    for (uint32_t k = 0; k < GROUP; k++) {
        assert_int_equal(arrived[k], 1);
    }
    assert_int_equal(arrived[LARGE], 2); // what waited, too
    assert_true(arrived[PATROL] >= 2);
    way_world_destroy(world);
}

/// A save that is changed anywhere is refused, or makes a world that goes on.
static void old_save_when_damaged(void **state)
{
    (void)state;
    uint8_t bytes[4096];
    const size_t size = old_write(bytes);
    way_rng rng = way_rng_seed(6);
    for (uint32_t round = 0; round < 800; round++) {
        uint8_t damaged[4096];
        way_world *world = NULL;
        memcpy(damaged, bytes, size);
        for (uint32_t k = 0; k < 1 + round % 4; k++) {
            const size_t at = 12 + way_rng_below(&rng, (uint32_t)size - 20);
            damaged[at] = (uint8_t)way_rng_below(&rng, 256);
        }
        const uint64_t hash = way_hash_bytes(0, damaged, size - 8);
        for (uint32_t k = 0; k < 8; k++) {
            damaged[size - 8 + k] = (uint8_t)(hash >> 8 * k);
        }
        const way_world_host host = {.cells_max = 4096, .units_max = 4096};
        if (way_world_restore(damaged, size, &host, &world, NULL) == WAY_STATUS_OK) {
            for (uint32_t tick = 0; tick < 4; tick++) {
                assert_int_equal(way_world_frame(world, 200), WAY_STATUS_OK);
            }
        }
        way_world_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(old_save_when_restored),
        cmocka_unit_test(old_world_when_it_goes_on),
        cmocka_unit_test(old_save_when_damaged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
