// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "base/bits.h"
#include "support/test.h"

#include <string.h>

typedef struct hash_test_golden {
    const char *text;
    uint64_t hash;
} hash_test_golden;

// Reference values of XXH64 with seed 0; they cover each tail length class and the stripes.
static const hash_test_golden hash_test_goldens[] = {
    {"", UINT64_C(0xEF46DB3751D8E999)},
    {"a", UINT64_C(0xD24EC4F1A98C6E5B)},
    {"abc", UINT64_C(0x44BC2CF5AD770999)},
    {"waymark: 20 bytes !!", UINT64_C(0x390AB2778AB9BA3D)},
    {"0123456789abcdef0123456789abcdef", UINT64_C(0x642A94958E71E6C5)},
    {"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abc",
     UINT64_C(0xD0A6B2FD482E7746)},
};

static void hash_when_golden(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(hash_test_goldens) / sizeof(hash_test_goldens[0]); i++) {
        const hash_test_golden *golden = &hash_test_goldens[i];
        const uint64_t hash = way_hash_bytes(0, golden->text, strlen(golden->text));
        if (hash != golden->hash) {
            fail_msg("\"%s\" hashes to %016llx", golden->text, (unsigned long long)hash);
        }
    }
}

static void hash_when_continued(void **state)
{
    (void)state;
    assert_true(way_hash_bytes(1, "abc", 3) != way_hash_bytes(0, "abc", 3));
    const uint64_t first = way_hash_bytes(0, "abc", 3);
    const uint64_t swapped = way_hash_bytes(0, "def", 3);
    assert_true(way_hash_bytes(first, "def", 3) != way_hash_bytes(swapped, "abc", 3));
    assert_true(way_hash_bytes(first, NULL, 0) == way_hash_bytes(first, "", 0));
}

static void hash_when_misaligned(void **state)
{
    (void)state;
    unsigned char bytes[160];
    for (int i = 0; i < 100; i++) {
        bytes[i] = (unsigned char)(i * 37);
    }
    const uint64_t expected = way_hash_bytes(5, bytes, 100);
    for (int shift = 1; shift < 16; shift++) {
        memmove(bytes + shift, bytes + shift - 1, 100);
        assert_true(way_hash_bytes(5, bytes + shift, 100) == expected);
    }
}

// Flipping any input bit flips each output bit about half of the time.
static void hash_when_one_bit_flips(void **state)
{
    (void)state;
    way_rng rng = test_rng(2);
    uint64_t flipped = 0;
    uint32_t trials = 0;
    for (int round = 0; round < 200; round++) {
        unsigned char bytes[48];
        const uint32_t size = 1 + way_rng_below(&rng, 48);
        for (uint32_t i = 0; i < size; i++) {
            bytes[i] = (unsigned char)way_rng_next(&rng);
        }
        const uint64_t before = way_hash_bytes(0, bytes, size);
        for (uint32_t bit = 0; bit < size * 8; bit++, trials++) {
            bytes[bit / 8] ^= (unsigned char)(1u << (bit % 8));
            const uint64_t changed = before ^ way_hash_bytes(0, bytes, size);
            assert_true(changed != 0);
            flipped += wayi_bits_count(changed);
            bytes[bit / 8] ^= (unsigned char)(1u << (bit % 8));
        }
    }
    const double mean = (double)flipped / trials;
    assert_true(mean > 31.8 && mean < 32.2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hash_when_golden),
        cmocka_unit_test(hash_when_continued),
        cmocka_unit_test(hash_when_misaligned),
        cmocka_unit_test(hash_when_one_bit_flips),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
