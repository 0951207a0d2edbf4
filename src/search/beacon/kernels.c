// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The one loop that beacon spends its time in besides looking around, in plain C and with vectors.
// A frame of eight hubs stays in registers while the ends of both sides go by. All kernels find the
// same least sum, and of equal ones the first hub, so it does not matter which one runs.
#include "search/beacon/join.h"

#include <string.h>

#if defined(__ARM_NEON) && defined(__aarch64__)
#include <arm_neon.h>
#define KERNELS_NEON 1
#elif defined(__SSE2__) && defined(__GNUC__)
#include <immintrin.h>
#define KERNELS_SSE2 1
#endif

/// More than any sum of a label and a cost to begin with; twice it is still a positive int32_t.
#define KERNELS_FAR 0x3fffffffu

/// The row of a vertex in a node, from a frame on.
static inline const uint32_t *kernels_row(const wayi_beacon_index *index,
                                          const wayi_beacon_node *node, uint32_t vertex,
                                          uint32_t at)
{
    return index->rows + node->rows + (size_t)(vertex - node->first) * node->stride + at;
}

/// Notes a better sum than the best so far, the first of its frame.
static void kernels_note(const way_cost *sums, uint32_t width, uint32_t node, uint32_t hub,
                         wayi_beacon_match *match)
{
    for (uint32_t i = 0; i < width; i++) {
        if (sums[i] < match->cost) {
            *match = (wayi_beacon_match){sums[i], node, hub + i};
        }
    }
}

/// Least labels of one side for each hub of a frame.
static void kernels_plain_side(const wayi_beacon_index *index, const wayi_beacon_node *node,
                               const wayi_beacon_end *ends, uint32_t count, uint32_t at,
                               uint32_t width, way_cost *least)
{
    for (uint32_t i = 0; i < width; i++) {
        least[i] = KERNELS_FAR;
    }
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t *row = kernels_row(index, node, ends[k].vertex, at);
        const way_cost cost = ends[k].cost;
        if (width < WAYI_BEACON_PACKED) {
            for (uint32_t i = 0; i < width; i++) {
                const way_cost sum = row[i] + cost;
                least[i] = sum < least[i] ? sum : least[i];
            }
            continue;
        }
        uint16_t above[WAYI_BEACON_FRAME];
        memcpy(above, row + 1, sizeof above);
        for (uint32_t i = 0; i < width; i++) {
            const way_cost sum = row[0] + cost + above[i];
            least[i] = sum < least[i] ? sum : least[i];
        }
    }
}

static void kernels_plain_frame(const wayi_beacon_index *index, uint32_t number,
                                const wayi_beacon_sides *sides, uint32_t at, uint32_t hub,
                                uint32_t width, wayi_beacon_match *match)
{
    const wayi_beacon_node *node = &index->nodes[number];
    way_cost least[2][WAYI_BEACON_FRAME];
    kernels_plain_side(index, node, sides->ends[0], sides->counts[0], at, width, least[0]);
    kernels_plain_side(index, node, sides->ends[1], sides->counts[1], at, width, least[1]);
    for (uint32_t i = 0; i < width; i++) {
        least[0][i] += least[1][i];
    }
    kernels_note(least[0], width, number, hub, match);
}

static void kernels_plain(const wayi_beacon_index *index, uint32_t number,
                          const wayi_beacon_sides *sides, wayi_beacon_match *match)
{
    const wayi_beacon_node *node = &index->nodes[number];
    uint32_t at = 0;
    uint32_t hub = 0;
    for (uint32_t frame = 0; frame < node->frames; frame++) {
        const uint32_t width = index->widths[node->widths + frame];
        kernels_plain_frame(index, number, sides, at, hub, width, match);
        at += wayi_beacon_frame_size(width);
        hub += width;
    }
}

#if defined(KERNELS_NEON)

static inline void kernels_neon_side(const wayi_beacon_index *index, const wayi_beacon_node *node,
                                     const wayi_beacon_end *ends, uint32_t count, uint32_t at,
                                     uint32x4_t *low, uint32x4_t *high)
{
    uint32x4_t least_low = vdupq_n_u32(KERNELS_FAR);
    uint32x4_t least_high = vdupq_n_u32(KERNELS_FAR);
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t *row = kernels_row(index, node, ends[k].vertex, at);
        const uint32x4_t base = vdupq_n_u32(row[0] + ends[k].cost);
        const uint16x8_t above = vreinterpretq_u16_u32(vld1q_u32(row + 1));
        least_low = vminq_u32(least_low, vaddw_u16(base, vget_low_u16(above)));
        least_high = vminq_u32(least_high, vaddw_high_u16(base, above));
    }
    *low = least_low;
    *high = least_high;
}

static void kernels_neon(const wayi_beacon_index *index, uint32_t number,
                         const wayi_beacon_sides *sides, wayi_beacon_match *match)
{
    const wayi_beacon_node *node = &index->nodes[number];
    uint32_t at = 0;
    uint32_t hub = 0;
    for (uint32_t frame = 0; frame < node->frames; frame++) {
        const uint32_t width = index->widths[node->widths + frame];
        if (width < WAYI_BEACON_PACKED) {
            kernels_plain_frame(index, number, sides, at, hub, width, match);
        } else {
            uint32x4_t low[2];
            uint32x4_t high[2];
            kernels_neon_side(index, node, sides->ends[0], sides->counts[0], at, &low[0], &high[0]);
            kernels_neon_side(index, node, sides->ends[1], sides->counts[1], at, &low[1], &high[1]);
            way_cost sums[WAYI_BEACON_FRAME];
            vst1q_u32(sums, vaddq_u32(low[0], low[1]));
            vst1q_u32(sums + 4, vaddq_u32(high[0], high[1]));
            kernels_note(sums, width, number, hub, match);
        }
        at += wayi_beacon_frame_size(width);
        hub += width;
    }
}

#elif defined(KERNELS_SSE2)

/// The less of two vectors of numbers below 2^31, which SSE2 has no word for.
static inline __m128i kernels_sse2_min(__m128i a, __m128i b)
{
    const __m128i more = _mm_cmpgt_epi32(a, b);
    return _mm_or_si128(_mm_and_si128(more, b), _mm_andnot_si128(more, a));
}

static inline void kernels_sse2_side(const wayi_beacon_index *index, const wayi_beacon_node *node,
                                     const wayi_beacon_end *ends, uint32_t count, uint32_t at,
                                     __m128i *low, __m128i *high)
{
    const __m128i zero = _mm_setzero_si128();
    __m128i least_low = _mm_set1_epi32((int)KERNELS_FAR);
    __m128i least_high = least_low;
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t *row = kernels_row(index, node, ends[k].vertex, at);
        const __m128i base = _mm_set1_epi32((int)(row[0] + ends[k].cost));
        const __m128i above = _mm_loadu_si128((const __m128i *)(const void *)(row + 1));
        least_low =
            kernels_sse2_min(least_low, _mm_add_epi32(base, _mm_unpacklo_epi16(above, zero)));
        least_high =
            kernels_sse2_min(least_high, _mm_add_epi32(base, _mm_unpackhi_epi16(above, zero)));
    }
    *low = least_low;
    *high = least_high;
}

static void kernels_sse2(const wayi_beacon_index *index, uint32_t number,
                         const wayi_beacon_sides *sides, wayi_beacon_match *match)
{
    const wayi_beacon_node *node = &index->nodes[number];
    uint32_t at = 0;
    uint32_t hub = 0;
    for (uint32_t frame = 0; frame < node->frames; frame++) {
        const uint32_t width = index->widths[node->widths + frame];
        if (width < WAYI_BEACON_PACKED) {
            kernels_plain_frame(index, number, sides, at, hub, width, match);
        } else {
            __m128i low[2];
            __m128i high[2];
            kernels_sse2_side(index, node, sides->ends[0], sides->counts[0], at, &low[0], &high[0]);
            kernels_sse2_side(index, node, sides->ends[1], sides->counts[1], at, &low[1], &high[1]);
            way_cost sums[WAYI_BEACON_FRAME];
            _mm_storeu_si128((__m128i *)(void *)sums, _mm_add_epi32(low[0], low[1]));
            _mm_storeu_si128((__m128i *)(void *)(sums + 4), _mm_add_epi32(high[0], high[1]));
            kernels_note(sums, width, number, hub, match);
        }
        at += wayi_beacon_frame_size(width);
        hub += width;
    }
}

__attribute__((target("avx2"))) static inline __m256i
kernels_avx2_side(const wayi_beacon_index *index, const wayi_beacon_node *node,
                  const wayi_beacon_end *ends, uint32_t count, uint32_t at)
{
    __m256i least = _mm256_set1_epi32((int)KERNELS_FAR);
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t *row = kernels_row(index, node, ends[k].vertex, at);
        const __m256i base = _mm256_set1_epi32((int)(row[0] + ends[k].cost));
        const __m128i above = _mm_loadu_si128((const __m128i *)(const void *)(row + 1));
        least = _mm256_min_epu32(least, _mm256_add_epi32(base, _mm256_cvtepu16_epi32(above)));
    }
    return least;
}

__attribute__((target("avx2"))) static void kernels_avx2(const wayi_beacon_index *index,
                                                         uint32_t number,
                                                         const wayi_beacon_sides *sides,
                                                         wayi_beacon_match *match)
{
    const wayi_beacon_node *node = &index->nodes[number];
    uint32_t at = 0;
    uint32_t hub = 0;
    for (uint32_t frame = 0; frame < node->frames; frame++) {
        const uint32_t width = index->widths[node->widths + frame];
        if (width < WAYI_BEACON_PACKED) {
            kernels_plain_frame(index, number, sides, at, hub, width, match);
        } else {
            const __m256i a = kernels_avx2_side(index, node, sides->ends[0], sides->counts[0], at);
            const __m256i b = kernels_avx2_side(index, node, sides->ends[1], sides->counts[1], at);
            way_cost sums[WAYI_BEACON_FRAME];
            _mm256_storeu_si256((__m256i *)(void *)sums, _mm256_add_epi32(a, b));
            kernels_note(sums, width, number, hub, match);
        }
        at += wayi_beacon_frame_size(width);
        hub += width;
    }
}

#endif

wayi_beacon_kernel wayi_beacon_kernel_at(uint32_t number)
{
    switch (number) {
    case 0:
        return kernels_plain;
#if defined(KERNELS_NEON)
    case 1:
        return kernels_neon;
#elif defined(KERNELS_SSE2)
    case 1:
        return kernels_sse2;
    case 2:
        return __builtin_cpu_supports("avx2") ? kernels_avx2 : NULL;
#endif
    default:
        return NULL;
    }
}

wayi_beacon_kernel wayi_beacon_kernel_best(void)
{
    wayi_beacon_kernel best = kernels_plain;
    for (uint32_t i = 1; wayi_beacon_kernel_at(i); i++) {
        best = wayi_beacon_kernel_at(i);
    }
    return best;
}
