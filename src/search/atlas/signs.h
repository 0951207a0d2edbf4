// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Signs: where there are too many regions for rows of hops, every region knows which of its links
// leads to each of the posts around. A post is a region near the middle of a large square of
// squares, and signs lead to it from the large squares up to three away, by ways inside these.
//
// A long route is a search over the posts, of which there are few, and then only signs to follow:
// always to the post farthest along that search which can be seen from the region at hand, so that
// no post needs to be passed. Where a sign is missing the route ends, and whoever follows it
// searches from there.
//
// An edit concerns the posts around it. Signs of regions whose links are other ones are taken down
// at once. Then, for one post after the other and in slices, so are those that lead over such
// regions, and made again from around, and from there on wherever a way got cheaper. Those to a
// post are never read while they are half made: all lead to it, and nobody goes round in circles.
#pragma once

#include "core/heap.h"
#include "search/atlas/atlas.h"
#include "search/engine/frontier.h"

#define WAYI_SIGNS_SPAN 8u  ///< squares a side of a large one
#define WAYI_SIGNS_REACH 3u ///< large squares away that a sign leads at most
#define WAYI_SIGNS_SIDE (2 * WAYI_SIGNS_REACH + 1)
#define WAYI_SIGNS (WAYI_SIGNS_SIDE * WAYI_SIGNS_SIDE) ///< of a region

/// Instead of the index of a link: there is none, or none that a sign has room to name.
#define WAYI_SIGNS_NO_LINK UINT8_MAX

/// Most regions of a route.
#define WAYI_SIGNS_ROUTE 240u

struct wayi_landmarks;

/// The signs to a post as they are made.
typedef struct wayi_signs_field {
    uint32_t post;         ///< its large square
    way_rect span;         ///< the squares that it is seen from, by columns and rows
    uint32_t cleared;      ///< of these, those whose signs to it are down
    uint32_t *first;       ///< [opt] [span] number of the first region of each
    wayi_path_buffer down; ///< regions whose signs are taken down then, those behind them last
    uint32_t looked;       ///< at those that lead over them
    uint32_t opened;       ///< of them, those around which ways begin
    wayi_frontier ways;    ///< regions, or their numbers, by what it costs to the post; parent: the
                           ///< region that comes next
    wayi_path_buffer chain; ///< along signs to where that is known
} wayi_signs_field;

typedef struct wayi_signs {
    uint32_t columns, rows; ///< of large squares
    uint32_t *posts;        ///< [columns * rows] their regions; NULL = there are no signs
    way_cost *costs;        ///< [columns * rows][WAYI_SIGNS] from a post to those around
    uint8_t *flags;         ///< [columns * rows] see signs.c
    wayi_path_buffer due;   ///< large squares whose posts are to be looked at
    wayi_path_buffer other; ///< regions whose links are other ones than some of these know
    wayi_signs_field field; ///< under way
    bool making;            ///< there is one
} wayi_signs;

/// Whether some routes are so long that they go by signs; else there are none.
bool wayi_signs_lead(const wayi_atlas *atlas);

/// Makes them for landmarks that were made.
way_status wayi_signs_build(struct wayi_landmarks *landmarks, wayi_job_stage stage);
void wayi_signs_fini(struct wayi_landmarks *landmarks);

/// Takes down what another block of a square makes wrong. False without memory.
bool wayi_signs_follow(struct wayi_landmarks *landmarks, uint32_t square,
                       const wayi_atlas_block *before, const wayi_atlas_block *after);

/// Whether signs are to be made again.
static inline bool wayi_signs_are_due(const wayi_signs *signs)
{
    return signs->making || signs->due.count;
}

/// Goes on with that. How much it took, in expansions.
uint32_t wayi_signs_mend(struct wayi_landmarks *landmarks, bool *fits);

void wayi_signs_save(const struct wayi_landmarks *landmarks, wayi_blob_writer *writer);
way_status wayi_signs_open(struct wayi_landmarks *landmarks, const wayi_blob *blob);

// Routes ------------------------------------------------------------------------------------------

/// Whether two regions are so far from each other that a route between them goes by signs.
bool wayi_signs_are_far(const struct wayi_landmarks *landmarks, uint32_t from, uint32_t to);

/// A search over the posts between two such regions.
typedef struct wayi_signs_search {
    wayi_frontier *frontier; ///< empty at first
    uint32_t from, to;
    uint32_t looked; ///< at posts around the start; 0 at first
} wayi_signs_search;

/// Goes on with it for up to *budget expansions, which are taken off it: WORKING, FOUND, NO_PATH,
/// CAPACITY.
way_outcome wayi_signs_step(const struct wayi_landmarks *landmarks, wayi_signs_search *search,
                            uint32_t *budget);

/// Appends the regions that signs lead along towards the end of a search that has arrived; false
/// without memory. There may be none but the first.
bool wayi_signs_trace(const struct wayi_landmarks *landmarks, const wayi_signs_search *search,
                      wayi_path_buffer *out);
