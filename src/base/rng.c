// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Seeded random numbers: splitmix64 (Steele, Lea and Flood 2014). The state is a counter that
// steps by the golden ratio and the output is a mix of it, so no seed is a bad one.
//
// Bounded numbers: multiply-and-shift with rejection on the low half (Lemire 2019), which is
// unbiased and almost never divides.
#include <waymark/base.h>

way_rng way_rng_seed(uint64_t seed)
{
    return (way_rng){.state = seed};
}

uint64_t way_rng_next(way_rng *rng)
{
    rng->state += UINT64_C(0x9E3779B97F4A7C15);
    uint64_t mixed = rng->state;
    mixed = (mixed ^ (mixed >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    mixed = (mixed ^ (mixed >> 27)) * UINT64_C(0x94D049BB133111EB);
    return mixed ^ (mixed >> 31);
}

uint32_t way_rng_below(way_rng *rng, uint32_t bound)
{
    uint64_t product = (way_rng_next(rng) >> 32) * bound;
    if ((uint32_t)product < bound) {
        // 2^32 mod bound: this many low halves would be drawn once too often.
        const uint32_t surplus = (uint32_t)(0U - bound) % bound;
        while ((uint32_t)product < surplus) {
            product = (way_rng_next(rng) >> 32) * bound;
        }
    }
    return (uint32_t)(product >> 32);
}
