// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Landmarks: what it costs from every region of an atlas to eight of them along the rim of the map.
// Where there are too many regions for rows of hops, searches of the links go by that: between two
// regions it costs at least as much as they differ in the cost to any landmark.
//
// Invariant: cost(to) <= cost(from) + cost(link) for every link. After an edit
// that is made so again, in slices: costs fall where a link came or got cheaper, and that spreads
// as far as it matters. Where links went or got dearer costs stay as they were, and differ by less
// than they might: searches look at more, and find what they would have found.
#pragma once

#include "core/heap.h"
#include "search/atlas/atlas.h"
#include "search/atlas/signs.h"

#define WAYI_LANDMARKS 8u

typedef struct wayi_landmarks {
    wayi_atlas *atlas;
    uint32_t **squares;   ///< what is known of each region; NULL = there are no landmarks
    uint32_t *words;      ///< of all squares as they were at first
    size_t count;         ///< of these
    uint32_t stride;      ///< words of a region: costs, then signs where there are any
    wayi_path_buffer due; ///< squares whose links have changed
    wayi_signs signs;     ///< for routes that are too long for a search
    wayi_heap open;       ///< regions whose costs have fallen, by cost << 32 | landmark
    uint64_t made;        ///< expansions that building took
    uint64_t worked;      ///< and keeping them so far
    way_allocator allocator;
} wayi_landmarks;

/// For an atlas that is built or opened; nothing is made yet.
void wayi_landmarks_init(wayi_landmarks *landmarks, wayi_atlas *atlas,
                         const way_allocator *allocator);
void wayi_landmarks_fini(wayi_landmarks *landmarks);

/// Makes them, and follows the atlas from then on.
way_status wayi_landmarks_build(wayi_landmarks *landmarks, wayi_job_stage stage);

/// Follows the changes of an atlas that was repaired, for up to *budget expansions, which are taken
/// off it.
way_status wayi_landmarks_mend(wayi_landmarks *landmarks, uint32_t *budget, bool *done);

/// The costs from a region to each landmark, or NULL if they are not known.
static inline way_cost *wayi_landmarks_at(const wayi_landmarks *landmarks, uint32_t region)
{
    const wayi_atlas *atlas = landmarks->atlas;
    const wayi_atlas_block *block =
        landmarks->squares ? atlas->squares[region >> atlas->bits] : NULL;
    const uint32_t number = region & ((1u << atlas->bits) - 1u);
    return block && number < block->region_count
               ? landmarks->squares[region >> atlas->bits] + number * landmarks->stride
               : NULL;
}

/// What it costs at least between two regions; 0 if that is not known.
static inline way_cost wayi_landmarks_least(const wayi_landmarks *landmarks, uint32_t from,
                                            uint32_t to)
{
    const way_cost *a = wayi_landmarks_at(landmarks, from);
    const way_cost *b = wayi_landmarks_at(landmarks, to);
    way_cost most = 0;
    for (uint32_t i = 0; a && b && i < WAYI_LANDMARKS; i++) {
        const way_cost differ = a[i] < b[i] ? b[i] - a[i] : a[i] - b[i];
        const bool known = a[i] != WAY_COST_MAX && b[i] != WAY_COST_MAX;
        most = known && differ > most ? differ : most;
    }
    return most;
}

/// At any time; those that are not done are left out.
void wayi_landmarks_save(const wayi_landmarks *landmarks, wayi_blob_writer *writer);

/// *owed = they were left out, and are to be built.
way_status wayi_landmarks_open(wayi_landmarks *landmarks, const wayi_blob *blob, bool *owed);
