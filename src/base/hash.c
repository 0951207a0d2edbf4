// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The 64-bit hash of maps, paths and databases: the XXH64 function (Collet 2012), seeded with the
// hash so far. Words are put together byte by byte, least significant first, so that every machine
// agrees; compilers turn that into one load where they can.
//
// Cutting the same bytes into different calls gives different hashes.
#include <waymark/base.h>

#define HASH_PRIME_1 UINT64_C(0x9E3779B185EBCA87)
#define HASH_PRIME_2 UINT64_C(0xC2B2AE3D27D4EB4F)
#define HASH_PRIME_3 UINT64_C(0x165667B19E3779F9)
#define HASH_PRIME_4 UINT64_C(0x85EBCA77C2B2AE63)
#define HASH_PRIME_5 UINT64_C(0x27D4EB2F165667C5)

static uint64_t hash_rotate(uint64_t word, unsigned count)
{
    return (word << count) | (word >> (64 - count));
}

static uint32_t hash_load32(const unsigned char *bytes)
{
    return (uint32_t)bytes[0] | ((uint32_t)bytes[1] << 8) | ((uint32_t)bytes[2] << 16) |
           ((uint32_t)bytes[3] << 24);
}

// One expression, and inline said aloud: gcc then makes a single load of it.
static inline uint64_t hash_load64(const unsigned char *bytes)
{
    return (uint64_t)bytes[0] | ((uint64_t)bytes[1] << 8) | ((uint64_t)bytes[2] << 16) |
           ((uint64_t)bytes[3] << 24) | ((uint64_t)bytes[4] << 32) | ((uint64_t)bytes[5] << 40) |
           ((uint64_t)bytes[6] << 48) | ((uint64_t)bytes[7] << 56);
}

static uint64_t hash_round(uint64_t lane, uint64_t word)
{
    return hash_rotate(lane + word * HASH_PRIME_2, 31) * HASH_PRIME_1;
}

static uint64_t hash_merge(uint64_t hash, uint64_t lane)
{
    return (hash ^ hash_round(0, lane)) * HASH_PRIME_1 + HASH_PRIME_4;
}

// Four independent lanes keep the multipliers of one core busy. Takes whole stripes of 32 bytes.
static uint64_t hash_stripes(uint64_t seed, const unsigned char *bytes, size_t size)
{
    uint64_t a = seed + HASH_PRIME_1 + HASH_PRIME_2;
    uint64_t b = seed + HASH_PRIME_2;
    uint64_t c = seed;
    uint64_t d = seed - HASH_PRIME_1;
    for (size_t at = 0; size - at >= 32; at += 32) {
        a = hash_round(a, hash_load64(bytes + at));
        b = hash_round(b, hash_load64(bytes + at + 8));
        c = hash_round(c, hash_load64(bytes + at + 16));
        d = hash_round(d, hash_load64(bytes + at + 24));
    }
    uint64_t hash = hash_rotate(a, 1) + hash_rotate(b, 7) + hash_rotate(c, 12) + hash_rotate(d, 18);
    hash = hash_merge(hash, a);
    hash = hash_merge(hash, b);
    hash = hash_merge(hash, c);
    return hash_merge(hash, d);
}

static uint64_t hash_tail(uint64_t hash, const unsigned char *bytes, size_t size)
{
    for (; size >= 8; bytes += 8, size -= 8) {
        hash ^= hash_round(0, hash_load64(bytes));
        hash = hash_rotate(hash, 27) * HASH_PRIME_1 + HASH_PRIME_4;
    }
    if (size >= 4) {
        hash ^= hash_load32(bytes) * HASH_PRIME_1;
        hash = hash_rotate(hash, 23) * HASH_PRIME_2 + HASH_PRIME_3;
        bytes += 4;
        size -= 4;
    }
    for (; size > 0; bytes++, size--) {
        hash ^= *bytes * HASH_PRIME_5;
        hash = hash_rotate(hash, 11) * HASH_PRIME_1;
    }
    return hash;
}

uint64_t way_hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
    const unsigned char *from = bytes;
    uint64_t mixed = size >= 32 ? hash_stripes(hash, from, size) : hash + HASH_PRIME_5;
    mixed += size;
    if (size > 0) { // An empty range may come with a NULL pointer, which must not be added to.
        mixed = hash_tail(mixed, from + (size - size % 32), size % 32);
    }
    mixed = (mixed ^ (mixed >> 33)) * HASH_PRIME_2;
    mixed = (mixed ^ (mixed >> 29)) * HASH_PRIME_3;
    return mixed ^ (mixed >> 32);
}
