// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The one loop that beacon spends its time in besides looking around, in plain C and with vectors.
// A frame of eight hubs stays in registers while the ends of both sides go by. All kernels find the
// same least sum, and of equal ones the first hub, so it does not matter which one runs: they
// differ in how they sum up a packed frame, nothing else.
#include "base/inline.h"
#include "search/beacon/index/join.h"

#include <string.h>

#if defined(__ARM_NEON) && defined(__aarch64__)
#include <arm_neon.h>
#define KERNELS_NEON 1
#elif defined(__SSE2__) && defined(__GNUC__)
#include <emmintrin.h>
#define KERNELS_SSE2 1
#endif

/// More than any sum of a label and a cost to begin with; twice it is still a positive int32_t.
#define KERNELS_FAR 0x3fffffffu

/// A frame of a node, for the vertices of both sides.
typedef struct kernels_frame {
    const uint32_t *rows; ///< of the node's first vertex, from the frame on
    uint32_t first;       ///< that vertex
    uint32_t stride;
    uint32_t width;
    const wayi_beacon_sides *sides;
} kernels_frame;

/// Least sums of the hubs of a packed frame; false = none is below `most`. Sums beyond the width
/// are anything.
typedef bool (*kernels_packed)(const kernels_frame *frame, way_cost most, way_cost *sums);

static WAYI_ALWAYS_INLINE const uint32_t *kernels_row(const kernels_frame *frame,
                                                      const wayi_beacon_end *end)
{
    return frame->rows + (size_t)(end->vertex - frame->first) * frame->stride;
}

// Plain C -----------------------------------------------------------------------------------------

static bool kernels_plain_frame(const kernels_frame *frame, way_cost most, way_cost *sums)
{
    const uint32_t width = frame->width;
    way_cost least[2][WAYI_BEACON_FRAME];
    bool less = false;
    for (uint32_t side = 0; side < 2; side++) {
        const wayi_beacon_end *ends = frame->sides->ends[side];
        for (uint32_t i = 0; i < width; i++) {
            least[side][i] = KERNELS_FAR;
        }
        for (uint32_t k = 0; k < frame->sides->counts[side]; k++) {
            way_cost labels[WAYI_BEACON_FRAME];
            wayi_beacon_unpack(kernels_row(frame, &ends[k]), width, labels);
            for (uint32_t i = 0; i < width; i++) {
                const way_cost sum = labels[i] + ends[k].cost;
                least[side][i] = sum < least[side][i] ? sum : least[side][i];
            }
        }
    }
    for (uint32_t i = 0; i < width; i++) {
        sums[i] = least[0][i] + least[1][i];
        less |= sums[i] < most;
    }
    return less;
}

/// The same of a frame that is not packed: one hub or two.
static WAYI_ALWAYS_INLINE bool kernels_short_frame(const kernels_frame *frame, way_cost most,
                                                   way_cost *sums)
{
    way_cost least[2][2];
    for (uint32_t side = 0; side < 2; side++) {
        const wayi_beacon_end *ends = frame->sides->ends[side];
        way_cost first = KERNELS_FAR;
        way_cost second = KERNELS_FAR;
        for (uint32_t k = 0; k < frame->sides->counts[side]; k++) {
            // What is behind a row can be read.
            const uint32_t *row = kernels_row(frame, &ends[k]);
            const way_cost cost = ends[k].cost;
            first = row[0] + cost < first ? row[0] + cost : first;
            second = row[1] + cost < second ? row[1] + cost : second;
        }
        least[side][0] = first;
        least[side][1] = second;
    }
    sums[0] = least[0][0] + least[1][0];
    sums[1] = least[0][1] + least[1][1];
    return sums[0] < most || (frame->width > 1 && sums[1] < most);
}

/// The one loop over the frames of a node.
static WAYI_ALWAYS_INLINE void kernels_run(const wayi_beacon_index *index, uint32_t number,
                                           const wayi_beacon_sides *sides, wayi_beacon_match *match,
                                           kernels_packed packed)
{
    const wayi_beacon_node *node = &index->nodes[number];
    const uint8_t *widths = index->widths + node->widths;
    kernels_frame frame = {.rows = index->rows + node->rows,
                           .first = node->first,
                           .stride = node->stride,
                           .sides = sides};
    uint32_t hub = 0;
    for (uint32_t i = 0; i < node->frames; i++) {
        way_cost sums[WAYI_BEACON_FRAME];
        frame.width = widths[i];
        const bool less = frame.width < WAYI_BEACON_PACKED
                              ? kernels_short_frame(&frame, match->cost, sums)
                              : packed(&frame, match->cost, sums);
        for (uint32_t k = 0; less && k < frame.width; k++) {
            if (sums[k] < match->cost) {
                *match = (wayi_beacon_match){sums[k], number, hub + k};
            }
        }
        frame.rows += wayi_beacon_frame_size(frame.width);
        hub += frame.width;
    }
}

static void kernels_plain(const wayi_beacon_index *index, uint32_t number,
                          const wayi_beacon_sides *sides, wayi_beacon_match *match)
{
    kernels_run(index, number, sides, match, kernels_plain_frame);
}

#if defined(KERNELS_NEON)

static WAYI_ALWAYS_INLINE bool kernels_neon_frame(const kernels_frame *frame, way_cost most,
                                                  way_cost *sums)
{
    uint32x4_t low[2];
    uint32x4_t high[2];
    for (uint32_t side = 0; side < 2; side++) {
        const wayi_beacon_end *ends = frame->sides->ends[side];
        low[side] = vdupq_n_u32(KERNELS_FAR);
        high[side] = vdupq_n_u32(KERNELS_FAR);
        for (uint32_t k = 0; k < frame->sides->counts[side]; k++) {
            const uint32_t *row = kernels_row(frame, &ends[k]);
            const uint32x4_t base = vdupq_n_u32(row[0] + ends[k].cost);
            const uint16x8_t above = vreinterpretq_u16_u32(vld1q_u32(row + 1));
            low[side] = vminq_u32(low[side], vaddw_u16(base, vget_low_u16(above)));
            high[side] = vminq_u32(high[side], vaddw_high_u16(base, above));
        }
    }
    low[0] = vaddq_u32(low[0], low[1]);
    high[0] = vaddq_u32(high[0], high[1]);
    vst1q_u32(sums, low[0]);
    vst1q_u32(sums + 4, high[0]);
    return vminvq_u32(vminq_u32(low[0], high[0])) < most;
}

static void kernels_neon(const wayi_beacon_index *index, uint32_t number,
                         const wayi_beacon_sides *sides, wayi_beacon_match *match)
{
    kernels_run(index, number, sides, match, kernels_neon_frame);
}

#elif defined(KERNELS_SSE2)

/// The less of two vectors of numbers below 2^31, which SSE2 has no word for.
static inline __m128i kernels_sse2_min(__m128i a, __m128i b)
{
    const __m128i more = _mm_cmpgt_epi32(a, b);
    return _mm_or_si128(_mm_and_si128(more, b), _mm_andnot_si128(more, a));
}

static WAYI_ALWAYS_INLINE bool kernels_sse2_frame(const kernels_frame *frame, way_cost most,
                                                  way_cost *sums)
{
    const __m128i zero = _mm_setzero_si128();
    __m128i low[2];
    __m128i high[2];
    for (uint32_t side = 0; side < 2; side++) {
        const wayi_beacon_end *ends = frame->sides->ends[side];
        low[side] = _mm_set1_epi32((int)KERNELS_FAR);
        high[side] = low[side];
        for (uint32_t k = 0; k < frame->sides->counts[side]; k++) {
            const uint32_t *row = kernels_row(frame, &ends[k]);
            const __m128i base = _mm_set1_epi32((int)(row[0] + ends[k].cost));
            const __m128i above = _mm_loadu_si128((const __m128i *)(const void *)(row + 1));
            low[side] =
                kernels_sse2_min(low[side], _mm_add_epi32(base, _mm_unpacklo_epi16(above, zero)));
            high[side] =
                kernels_sse2_min(high[side], _mm_add_epi32(base, _mm_unpackhi_epi16(above, zero)));
        }
    }
    low[0] = _mm_add_epi32(low[0], low[1]);
    high[0] = _mm_add_epi32(high[0], high[1]);
    _mm_storeu_si128((__m128i *)(void *)sums, low[0]);
    _mm_storeu_si128((__m128i *)(void *)(sums + 4), high[0]);
    const __m128i bound = _mm_set1_epi32((int)most);
    return _mm_movemask_epi8(_mm_cmpgt_epi32(bound, kernels_sse2_min(low[0], high[0]))) != 0;
}

static void kernels_sse2(const wayi_beacon_index *index, uint32_t number,
                         const wayi_beacon_sides *sides, wayi_beacon_match *match)
{
    kernels_run(index, number, sides, match, kernels_sse2_frame);
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
