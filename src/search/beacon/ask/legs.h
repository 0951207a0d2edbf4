// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The runs of the legs of a way, eight legs at a time, in plain C and with vectors of ARM or x86.
// All give the same. With vectors runs stay in registers on their way to the path, and places had
// better be noted a while before: who reads at once what was written in smaller pieces waits for
// it. Plain C is always there, for those who compare.
#pragma once

#include "base/inline.h"
#include "search/beacon/index/index.h"

#include <waymark/search.h>

#include <assert.h>
#include <string.h>

#if defined(__ARM_NEON) && defined(__aarch64__) && !defined(__AARCH64EB__)
#include <arm_neon.h>
#define LEGS_NEON 1
#elif defined(__SSE2__) && defined(__GNUC__)
#include <emmintrin.h>
#define LEGS_SSE2 1
#endif

#define WAYI_LEGS 8u
/// Runs behind or in front of those of a round that it writes over.
#define WAYI_LEGS_SPARE 2u

/// Places one after the other.
typedef struct wayi_legs_round {
    wayi_beacon_place places[WAYI_LEGS];
} wayi_legs_round;

/// Moves of all legs, the diagonal ones among them, and legs that lead anywhere.
typedef struct wayi_legs_sums {
    uint32_t moves;
    uint32_t slanted;
    uint32_t legs;
} wayi_legs_sums;

/// Legs from each place to the next, or from each back to the one before.
typedef struct wayi_plain_legs {
    uint32_t width; ///< of the map
    wayi_beacon_place last;
    wayi_legs_sums sums;
} wayi_plain_legs;

static WAYI_ALWAYS_INLINE wayi_plain_legs wayi_plain_legs_start(uint32_t width,
                                                                wayi_beacon_place place)
{
    return (wayi_plain_legs){.width = width, .last = place};
}

/// Writes the runs of a round behind those before; of legs that lead back, in front of them. Two
/// are written of each leg: those that it has not are written over. Returns where the next ones go.
static WAYI_ALWAYS_INLINE way_segment *wayi_plain_legs_write(wayi_plain_legs *legs,
                                                             const wayi_legs_round *round,
                                                             bool back, way_segment *out)
{
    for (uint32_t i = 0; i < WAYI_LEGS; i++) {
        const wayi_beacon_place from = back ? round->places[i] : legs->last;
        const wayi_beacon_place to = back ? legs->last : round->places[i];
        const uint32_t wide = from.x < to.x ? to.x - from.x : from.x - to.x;
        const uint32_t high = from.y < to.y ? to.y - from.y : from.y - to.y;
        const uint32_t low = wide < high ? wide : high;
        const uint32_t rest = (wide < high ? high : wide) - low;
        const uint32_t x = from.x < to.x ? from.x + low : from.x - low;
        const uint32_t y = from.y < to.y ? from.y + low : from.y - low;
        const way_segment first = {y * legs->width + x, low};
        const way_segment second = {to.y * legs->width + to.x, rest};
        if (back) {
            out[-1] = second;
            out -= rest != 0;
            out[-1] = first;
            out -= low != 0;
        } else {
            out[0] = first;
            out += low != 0;
            out[0] = second;
            out += rest != 0;
        }
        legs->last = round->places[i];
        legs->sums.moves += low + rest;
        legs->sums.slanted += low;
        legs->sums.legs += low + rest != 0;
    }
    return out;
}

static WAYI_ALWAYS_INLINE wayi_legs_sums wayi_plain_legs_sum(const wayi_plain_legs *legs)
{
    return legs->sums;
}

#if defined(LEGS_NEON)

static_assert(sizeof(way_segment) == 8, "a vector holds two runs");

typedef struct wayi_legs {
    uint32_t width;
    uint16x8_t x; ///< of the last round
    uint16x8_t y;
    uint32x4_t moves;
    uint32x4_t slanted;
    uint32x4_t legs;
} wayi_legs;

static WAYI_ALWAYS_INLINE wayi_legs wayi_legs_start(uint32_t width, wayi_beacon_place place)
{
    const uint32x4_t none = vdupq_n_u32(0);
    return (wayi_legs){width, vdupq_n_u16(place.x), vdupq_n_u16(place.y), none, none, none};
}

/// The lower or the higher four of eight numbers, and of eight masks.
static WAYI_ALWAYS_INLINE uint32x4_t legs_widen(uint16x8_t all, bool high)
{
    return high ? vmovl_high_u16(all) : vmovl_u16(vget_low_u16(all));
}

static WAYI_ALWAYS_INLINE uint32x4_t legs_widen_mask(uint16x8_t all, bool high)
{
    const int16x8_t masks = vreinterpretq_s16_u16(all);
    return vreinterpretq_u32_s32(high ? vmovl_high_s16(masks) : vmovl_s16(vget_low_s16(masks)));
}

/// Where the shorter side of a leg ends, along one axis.
static WAYI_ALWAYS_INLINE uint16x8_t legs_bend(uint16x8_t from, uint16x8_t to, uint16x8_t low)
{
    return vbslq_u16(vcgtq_u16(to, from), vaddq_u16(from, low), vsubq_u16(from, low));
}

/// The same; the only run of a leg comes first of the two, or, back, last.
static WAYI_ALWAYS_INLINE way_segment *
wayi_legs_write(wayi_legs *legs, const wayi_legs_round *round, bool back, way_segment *out)
{
    const uint16x8_t first = vld1q_u16(&round->places[0].x);
    const uint16x8_t second = vld1q_u16(&round->places[WAYI_LEGS / 2].x);
    const uint16x8_t there[2] = {vuzp1q_u16(first, second), vuzp2q_u16(first, second)};
    const uint16x8_t here[2] = {vextq_u16(legs->x, there[0], 7), vextq_u16(legs->y, there[1], 7)};
    const uint16x8_t *from = back ? there : here;
    const uint16x8_t *to = back ? here : there;
    const uint16x8_t wide = vabdq_u16(from[0], to[0]);
    const uint16x8_t high = vabdq_u16(from[1], to[1]);
    const uint16x8_t low = vminq_u16(wide, high);
    const uint16x8_t most = vmaxq_u16(wide, high);
    const uint16x8_t rest = vsubq_u16(most, low);
    const uint16x8_t slants = vtstq_u16(low, low);
    const uint16x8_t goes_on = vtstq_u16(rest, rest);
    const uint16x8_t bend_x = legs_bend(from[0], to[0], low);
    const uint16x8_t bend_y = legs_bend(from[1], to[1], low);
    const uint16x8_t steps[2] = {back ? low : vbslq_u16(slants, low, rest),
                                 back ? vbslq_u16(goes_on, rest, low) : rest};
    uint32x4_t runs[2][4];
    for (uint32_t i = 0; i < 2; i++) {
        const uint32x4_t bend =
            vmlaq_n_u32(legs_widen(bend_x, i), legs_widen(bend_y, i), legs->width);
        const uint32x4_t end = vmlaq_n_u32(legs_widen(to[0], i), legs_widen(to[1], i), legs->width);
        const uint32x4_t ends[2] = {back ? bend : vbslq_u32(legs_widen_mask(slants, i), bend, end),
                                    back ? vbslq_u32(legs_widen_mask(goes_on, i), end, bend) : end};
        for (uint32_t k = 0; k < 2; k++) {
            runs[k][2 * i] = vzip1q_u32(ends[k], legs_widen(steps[k], i));
            runs[k][2 * i + 1] = vzip2q_u32(ends[k], legs_widen(steps[k], i));
        }
    }
    // Counts of runs as bytes of a word, and then of all up to each leg.
    const uint16x8_t counts = vsubq_u16(vshrq_n_u16(slants, 15), goes_on);
    const uint64_t sums =
        vget_lane_u64(vreinterpret_u64_u8(vmovn_u16(counts)), 0) * UINT64_C(0x0101010101010101);
    for (uint32_t i = 0; i < WAYI_LEGS; i++) {
        const uint64x2_t one = vreinterpretq_u64_u32(runs[0][i / 2]);
        const uint64x2_t two = vreinterpretq_u64_u32(runs[1][i / 2]);
        const uint64x2_t both = i % 2 ? vzip2q_u64(one, two) : vzip1q_u64(one, two);
        const size_t before = sums << 8 >> 8 * i & UINT8_MAX;
        vst1q_u8((uint8_t *)(back ? out - before - 2 : out + before), vreinterpretq_u8_u64(both));
    }
    legs->x = there[0];
    legs->y = there[1];
    legs->moves = vpadalq_u16(legs->moves, most);
    legs->slanted = vpadalq_u16(legs->slanted, low);
    legs->legs = vpadalq_u16(legs->legs, vshrq_n_u16(vtstq_u16(most, most), 15));
    return back ? out - (sums >> 56) : out + (sums >> 56);
}

static WAYI_ALWAYS_INLINE wayi_legs_sums wayi_legs_sum(const wayi_legs *legs)
{
    return (wayi_legs_sums){vaddvq_u32(legs->moves), vaddvq_u32(legs->slanted),
                            vaddvq_u32(legs->legs)};
}

#elif defined(LEGS_SSE2)

static_assert(sizeof(way_segment) == 8, "a vector holds two runs");

typedef struct wayi_legs {
    uint32_t width;
    __m128i x; ///< of the last round
    __m128i y;
    __m128i moves;
    __m128i slanted;
    __m128i legs;
} wayi_legs;

static WAYI_ALWAYS_INLINE wayi_legs wayi_legs_start(uint32_t width, wayi_beacon_place place)
{
    const __m128i none = _mm_setzero_si128();
    return (wayi_legs){
        width, _mm_set1_epi16((short)place.x), _mm_set1_epi16((short)place.y), none, none, none};
}

/// The lower or the higher four of eight numbers with four more above them.
static WAYI_ALWAYS_INLINE __m128i legs_widen(__m128i low, __m128i above, bool high)
{
    return high ? _mm_unpackhi_epi16(low, above) : _mm_unpacklo_epi16(low, above);
}

/// What is before each of eight numbers: the last of those before, then they themselves.
static WAYI_ALWAYS_INLINE __m128i legs_before(__m128i last, __m128i all)
{
    return _mm_or_si128(_mm_srli_si128(last, 14), _mm_slli_si128(all, 2));
}

/// One number where a mask is set, the other where it is not.
static WAYI_ALWAYS_INLINE __m128i legs_choose(__m128i mask, __m128i set, __m128i clear)
{
    return _mm_or_si128(_mm_and_si128(mask, set), _mm_andnot_si128(mask, clear));
}

/// Where the shorter side of a leg ends, along one axis.
static WAYI_ALWAYS_INLINE __m128i legs_bend(__m128i from, __m128i to, __m128i low)
{
    const __m128i back = _mm_cmpeq_epi16(_mm_subs_epu16(to, from), _mm_setzero_si128());
    return _mm_add_epi16(from, _mm_sub_epi16(_mm_xor_si128(low, back), back));
}

static WAYI_ALWAYS_INLINE __m128i legs_apart(__m128i a, __m128i b)
{
    return _mm_or_si128(_mm_subs_epu16(a, b), _mm_subs_epu16(b, a));
}

/// Adds eight numbers to four.
static WAYI_ALWAYS_INLINE __m128i legs_add(__m128i sums, __m128i all)
{
    const __m128i zero = _mm_setzero_si128();
    return _mm_add_epi32(sums,
                         _mm_add_epi32(legs_widen(all, zero, false), legs_widen(all, zero, true)));
}

static WAYI_ALWAYS_INLINE way_segment *
wayi_legs_write(wayi_legs *legs, const wayi_legs_round *round, bool back, way_segment *out)
{
    const __m128i zero = _mm_setzero_si128();
    const __m128i one = _mm_set1_epi16(1);
    const __m128i width = _mm_set1_epi16((short)legs->width);
    const __m128i *places = (const __m128i *)(const void *)round->places;
    const __m128i first = _mm_loadu_si128(places);
    const __m128i second = _mm_loadu_si128(places + 1);
    // Numbers are packed with their sign, whatever that means, so that none is too large.
    const __m128i there[2] = {
        _mm_packs_epi32(_mm_srai_epi32(_mm_slli_epi32(first, 16), 16),
                        _mm_srai_epi32(_mm_slli_epi32(second, 16), 16)),
        _mm_packs_epi32(_mm_srai_epi32(first, 16), _mm_srai_epi32(second, 16))};
    const __m128i here[2] = {legs_before(legs->x, there[0]), legs_before(legs->y, there[1])};
    const __m128i *from = back ? there : here;
    const __m128i *to = back ? here : there;
    const __m128i wide = legs_apart(from[0], to[0]);
    const __m128i high = legs_apart(from[1], to[1]);
    const __m128i more = _mm_subs_epu16(wide, high);
    const __m128i low = _mm_sub_epi16(wide, more);
    const __m128i most = _mm_add_epi16(high, more);
    const __m128i rest = _mm_sub_epi16(most, low);
    const __m128i flat = _mm_cmpeq_epi16(low, zero);
    const __m128i ends = _mm_cmpeq_epi16(rest, zero);
    const __m128i bend[2] = {legs_bend(from[0], to[0], low), legs_bend(from[1], to[1], low)};
    __m128i runs[2][4];
    for (uint32_t k = 0; k < 2; k++) {
        const __m128i bends = k == 0 ? (back ? _mm_set1_epi16(-1) : _mm_cmpeq_epi16(flat, zero))
                                     : (back ? ends : zero);
        const __m128i x = legs_choose(bends, bend[0], to[0]);
        const __m128i y = legs_choose(bends, bend[1], to[1]);
        const __m128i steps = legs_choose(bends, low, rest);
        const __m128i products[2] = {_mm_mullo_epi16(y, width), _mm_mulhi_epu16(y, width)};
        for (uint32_t i = 0; i < 2; i++) {
            const __m128i cells =
                _mm_add_epi32(legs_widen(products[0], products[1], i), legs_widen(x, zero, i));
            runs[k][2 * i] = _mm_unpacklo_epi32(cells, legs_widen(steps, zero, i));
            runs[k][2 * i + 1] = _mm_unpackhi_epi32(cells, legs_widen(steps, zero, i));
        }
    }
    // Counts of runs as bytes of a word, and then of all up to each leg.
    const __m128i counts = _mm_add_epi16(_mm_add_epi16(one, one), _mm_add_epi16(flat, ends));
    uint64_t sums = 0;
    _mm_storel_epi64((__m128i *)(void *)&sums, _mm_packus_epi16(counts, counts));
    sums *= UINT64_C(0x0101010101010101);
    for (uint32_t i = 0; i < WAYI_LEGS; i++) {
        const __m128i both = i % 2 ? _mm_unpackhi_epi64(runs[0][i / 2], runs[1][i / 2])
                                   : _mm_unpacklo_epi64(runs[0][i / 2], runs[1][i / 2]);
        const size_t before = sums << 8 >> 8 * i & UINT8_MAX;
        _mm_storeu_si128((__m128i *)(void *)(back ? out - before - 2 : out + before), both);
    }
    legs->x = there[0];
    legs->y = there[1];
    legs->moves = legs_add(legs->moves, most);
    legs->slanted = legs_add(legs->slanted, low);
    legs->legs = legs_add(legs->legs, _mm_andnot_si128(_mm_cmpeq_epi16(most, zero), one));
    return back ? out - (sums >> 56) : out + (sums >> 56);
}

static WAYI_ALWAYS_INLINE uint32_t legs_total(__m128i all)
{
    uint32_t each[4];
    _mm_storeu_si128((__m128i *)(void *)each, all);
    return each[0] + each[1] + each[2] + each[3];
}

static WAYI_ALWAYS_INLINE wayi_legs_sums wayi_legs_sum(const wayi_legs *legs)
{
    return (wayi_legs_sums){legs_total(legs->moves), legs_total(legs->slanted),
                            legs_total(legs->legs)};
}

#else

typedef wayi_plain_legs wayi_legs;

static WAYI_ALWAYS_INLINE wayi_legs wayi_legs_start(uint32_t width, wayi_beacon_place place)
{
    return wayi_plain_legs_start(width, place);
}

static WAYI_ALWAYS_INLINE way_segment *
wayi_legs_write(wayi_legs *legs, const wayi_legs_round *round, bool back, way_segment *out)
{
    return wayi_plain_legs_write(legs, round, back, out);
}

static WAYI_ALWAYS_INLINE wayi_legs_sums wayi_legs_sum(const wayi_legs *legs)
{
    return wayi_plain_legs_sum(legs);
}

#endif
