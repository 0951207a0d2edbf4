// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "base/flag.h"
#include "search/atlas/signs_squares.h"

#include <string.h>

#define SIGNS_POSTS WAYI_BLOB_TAG('P', 'S', 'T', 'S')
#define SIGNS_COSTS WAYI_BLOB_TAG('P', 'C', 'S', 'T')

/// Most regions whose links are other ones, beyond which all signs around are made again.
#define SIGNS_OTHER 256u

bool wayi_signs_lead(const wayi_atlas *atlas)
{
    const uint32_t far = WAYI_SIGNS_FAR * WAYI_SIGNS_SPAN;
    return atlas->columns > far || atlas->rows > far;
}

// Posts -------------------------------------------------------------------------------------------

/// Chooses the post of a large square: the region nearest to its middle of those that landmarks,
/// and so most of the map, can be reached from. How many it looked at.
static uint32_t signs_vote(wayi_landmarks *landmarks, uint32_t large)
{
    const wayi_atlas *atlas = landmarks->atlas;
    const way_map *map = atlas->grid->map;
    const way_rect span = wayi_signs_span(landmarks, large, 0);
    const int64_t side = atlas->config.side;
    uint64_t least = UINT64_MAX;
    uint32_t post = WAYI_REGION_NONE;
    uint32_t looked = span.width * span.height;
    for (uint32_t i = 0; i < span.width * span.height; i++) {
        const uint32_t square = wayi_rect_at(span, i, atlas->columns);
        looked += wayi_atlas_region_numbers(atlas->squares[square]);
        for (uint32_t k = 0; k < wayi_atlas_region_numbers(atlas->squares[square]); k++) {
            const uint32_t id = square << atlas->bits | k;
            const wayi_atlas_region *region = wayi_atlas_region_at(atlas, id);
            if (!region || wayi_landmarks_at(landmarks, id)[0] == WAY_COST_MAX) {
                continue;
            }
            const int64_t y = wayi_map_row(map, region->place);
            const int64_t x = (int64_t)region->place - y * map->width;
            const int64_t dx = 2 * x - (2 * (int64_t)span.x + span.width) * side;
            const int64_t dy = 2 * y - (2 * (int64_t)span.y + span.height) * side;
            const uint64_t off = (uint64_t)(dx * dx + dy * dy);
            post = off < least ? id : post;
            least = off < least ? off : least;
        }
    }
    landmarks->signs.posts[large] = post;
    return looked;
}

// Making them -------------------------------------------------------------------------------------

/// Room for all posts, none of them chosen; false without memory.
static bool signs_allocate(wayi_landmarks *landmarks)
{
    const wayi_atlas *atlas = landmarks->atlas;
    const way_allocator *allocator = &landmarks->allocator;
    wayi_signs *signs = &landmarks->signs;
    *signs = (wayi_signs){.columns = (atlas->columns + WAYI_SIGNS_SPAN - 1) / WAYI_SIGNS_SPAN,
                          .rows = (atlas->rows + WAYI_SIGNS_SPAN - 1) / WAYI_SIGNS_SPAN};
    const size_t count = wayi_signs_count(signs);
    wayi_path_buffer_init(&signs->due, allocator);
    wayi_path_buffer_init(&signs->other, allocator);
    signs->posts = wayi_alloc(allocator, count, sizeof *signs->posts);
    signs->costs = wayi_alloc(allocator, count * WAYI_SIGNS, sizeof *signs->costs);
    signs->flags = wayi_alloc_zero(allocator, count, sizeof *signs->flags);
    if (!signs->posts || !signs->costs || !signs->flags) {
        return false;
    }
    memset(signs->posts, 0xff, count * sizeof *signs->posts);
    memset(signs->costs, 0xff, count * WAYI_SIGNS * sizeof *signs->costs);
    return true;
}

void wayi_signs_fini(wayi_landmarks *landmarks)
{
    const way_allocator *allocator = &landmarks->allocator;
    wayi_signs *signs = &landmarks->signs;
    const size_t count = wayi_signs_count(signs);
    if (signs->making) {
        wayi_signs_field_fini(landmarks, &signs->field);
    }
    WAYI_FREE(allocator, signs->posts, signs->posts ? count : 0);
    WAYI_FREE(allocator, signs->costs, signs->costs ? count * WAYI_SIGNS : 0);
    WAYI_FREE(allocator, signs->flags, signs->flags ? count : 0);
    wayi_path_buffer_fini(&signs->due);
    wayi_path_buffer_fini(&signs->other);
    *signs = (wayi_signs){0};
}

static way_status signs_make(uint32_t index, void *argument)
{
    wayi_landmarks *landmarks = argument;
    wayi_signs_field field;
    uint32_t expansions = 0;
    bool fits = wayi_signs_field_init(landmarks, index, true, &field) &&
                wayi_signs_field_add(landmarks, &field, landmarks->signs.posts[index]);
    for (uint32_t work = 1; fits && work; expansions += work) {
        work = wayi_signs_field_advance(landmarks, &field, &fits);
    }
    wayi_tally_add(&landmarks->made, expansions);
    wayi_signs_field_fini(landmarks, &field);
    return fits ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

way_status wayi_signs_build(wayi_landmarks *landmarks, wayi_job_stage stage)
{
    if (!wayi_signs_lead(landmarks->atlas)) {
        return WAY_STATUS_OK;
    }
    if (!signs_allocate(landmarks)) {
        return WAY_STATUS_NO_MEMORY;
    }
    const uint32_t count = wayi_signs_count(&landmarks->signs);
    for (uint32_t i = 0; i < count; i++) {
        (void)signs_vote(landmarks, i);
    }
    return wayi_job_run(stage, count, signs_make, landmarks);
}

// Keeping them ------------------------------------------------------------------------------------

/// Whether the links of a region lead where they led; *other becomes true if they do not, or one
/// costs another quarter more or less.
static bool signs_hold(const wayi_atlas_block *before, const wayi_atlas_block *after,
                       uint32_t number, bool *other)
{
    const uint32_t whither = ~(WAYI_ATLAS_SUBGOALS_MAX << 8 | WAYI_ATLAS_NEAR);
    const wayi_atlas_region *old = wayi_atlas_regions(before) + number;
    const wayi_atlas_region *now = wayi_atlas_regions(after) + number;
    bool same = old->link_count == now->link_count;
    for (uint32_t i = 0; i < old->link_count && same; i++) {
        const way_cost was = wayi_atlas_decode(wayi_atlas_costs(before)[old->link_first + i]);
        const way_cost is = wayi_atlas_decode(wayi_atlas_costs(after)[now->link_first + i]);
        same = (wayi_atlas_word(before, old->link_first + i) & whither) ==
               (wayi_atlas_word(after, now->link_first + i) & whither);
        *other = *other || (was < is ? is - was : was - is) > was / 4;
    }
    *other = *other || !same;
    return same;
}

/// Has the signs to a post looked at; false without memory.
static bool signs_mark(wayi_signs *signs, uint32_t large, uint8_t flags)
{
    const bool known = signs->flags[large] & WAYI_SIGNS_DUE;
    signs->flags[large] |= (uint8_t)(WAYI_SIGNS_DUE | flags);
    return known || wayi_path_buffer_push(&signs->due, large);
}

/// Has the posts around a large square looked at; false without memory.
static bool signs_mark_around(wayi_landmarks *landmarks, uint32_t large)
{
    wayi_signs *signs = &landmarks->signs;
    const uint32_t post = signs->field.post;
    bool fits = true;
    for (uint32_t i = 0; i < WAYI_SIGNS && fits; i++) {
        const uint32_t at = wayi_signs_around(signs, large, i);
        fits = at == UINT32_MAX || signs_mark(signs, at, at == large ? WAYI_SIGNS_VOTE : 0);
    }
    if (signs->making && wayi_signs_apart(signs->columns, large, post) <= WAYI_SIGNS_REACH) {
        wayi_signs_field_fini(landmarks, &signs->field);
        signs->making = false;
        signs->flags[post] |= WAYI_SIGNS_NEW;
    }
    return fits;
}

/// Remembers a region whose links are other ones, for all posts that are due; false without memory.
static bool signs_remember(wayi_signs *signs, uint32_t region)
{
    wayi_path_buffer *other = &signs->other;
    for (uint32_t i = 0; i < other->count; i++) {
        if (other->states[i] == region) {
            return true;
        }
    }
    if (other->count == SIGNS_OTHER) {
        for (uint32_t i = 0; i < signs->due.count; i++) {
            signs->flags[signs->due.states[i]] |= WAYI_SIGNS_NEW;
        }
        wayi_path_buffer_clear(other);
    }
    return wayi_path_buffer_push(other, region);
}

bool wayi_signs_follow(wayi_landmarks *landmarks, uint32_t square, const wayi_atlas_block *before,
                       const wayi_atlas_block *after)
{
    wayi_signs *signs = &landmarks->signs;
    const uint32_t first = square << landmarks->atlas->bits;
    const uint32_t large = wayi_signs_large(landmarks, first);
    const uint32_t count = wayi_atlas_region_numbers(after);
    const uint32_t known = wayi_atlas_region_numbers(before);
    if (!signs->posts) {
        return true;
    }
    bool fits = count == known || signs_mark_around(landmarks, large);
    for (uint32_t i = 0; i < count && fits; i++) {
        bool other = i >= known;
        if (other || !signs_hold(before, after, i, &other)) {
            memset(wayi_signs_at(landmarks, first + i), WAYI_SIGNS_NO_LINK, WAYI_SIGNS);
        }
        fits = !other || (signs_mark_around(landmarks, large) && signs_remember(signs, first + i));
    }
    return fits;
}

/// Chooses the post of a large square again. How much that took.
static uint32_t signs_vote_again(wayi_landmarks *landmarks, uint32_t large, bool *fits)
{
    wayi_signs *signs = &landmarks->signs;
    const uint32_t before = signs->posts[large];
    const uint32_t looked = signs_vote(landmarks, large);
    const uint32_t post = signs->posts[large];
    signs->flags[large] &= (uint8_t)~WAYI_SIGNS_VOTE;
    if (post != before) {
        // What it costs from another one to those around is found when its signs are made again.
        signs->flags[large] |= WAYI_SIGNS_NEW;
        memset(signs->costs + (size_t)large * WAYI_SIGNS, 0xff, WAYI_SIGNS * sizeof *signs->costs);
        *fits = post == WAYI_REGION_NONE || signs_remember(signs, post);
    }
    return 1 + looked / WAYI_SIGNS_READ;
}

/// Begins with the next post that is due. How much that took.
static uint32_t signs_take(wayi_landmarks *landmarks, bool *fits)
{
    wayi_signs *signs = &landmarks->signs;
    // Posts are chosen before ways lead from one to another.
    for (uint32_t i = 0; i < signs->due.count; i++) {
        if (signs->flags[signs->due.states[i]] & WAYI_SIGNS_VOTE) {
            return signs_vote_again(landmarks, signs->due.states[i], fits) + i / WAYI_SIGNS_READ;
        }
    }
    const uint32_t large = signs->due.states[0];
    wayi_path_buffer_drop(&signs->due, 1);
    const bool whole = signs->flags[large] & WAYI_SIGNS_NEW;
    const uint32_t others = whole ? 0 : signs->other.count;
    *fits = wayi_signs_field_init(landmarks, large, false, &signs->field);
    signs->making = true;
    signs->flags[large] = WAYI_SIGNS_HALF;
    if (whole) {
        signs->field.cleared = 0;
        *fits = *fits && wayi_signs_field_add(landmarks, &signs->field, signs->posts[large]);
    }
    for (uint32_t i = 0; i < others && *fits; i++) {
        *fits = wayi_signs_field_add(landmarks, &signs->field, signs->other.states[i]);
    }
    return 1 + (others + signs->due.count) / WAYI_SIGNS_READ;
}

uint32_t wayi_signs_mend(wayi_landmarks *landmarks, bool *fits)
{
    wayi_signs *signs = &landmarks->signs;
    if (!signs->making) {
        return signs_take(landmarks, fits);
    }
    const uint32_t work = wayi_signs_field_advance(landmarks, &signs->field, fits);
    if (work == 0) {
        signs->flags[signs->field.post] &= (uint8_t)~WAYI_SIGNS_HALF;
        wayi_signs_field_fini(landmarks, &signs->field);
        signs->making = false;
    }
    return work;
}

// Files -------------------------------------------------------------------------------------------

void wayi_signs_save(const wayi_landmarks *landmarks, wayi_blob_writer *writer)
{
    const wayi_signs *signs = &landmarks->signs;
    const size_t count = signs->posts ? wayi_signs_count(signs) : 0;
    wayi_blob_add(writer, SIGNS_POSTS, sizeof(uint32_t), signs->posts, count);
    wayi_blob_add(writer, SIGNS_COSTS, sizeof *signs->costs, signs->costs, count * WAYI_SIGNS);
}

way_status wayi_signs_open(wayi_landmarks *landmarks, const wayi_blob *blob)
{
    wayi_signs *signs = &landmarks->signs;
    size_t posts_size = 0;
    size_t costs_size = 0;
    const uint32_t *posts = wayi_blob_section(blob, SIGNS_POSTS, sizeof *posts, &posts_size);
    const way_cost *costs = wayi_blob_section(blob, SIGNS_COSTS, sizeof *costs, &costs_size);
    if (!posts || !costs) {
        return WAY_STATUS_BAD_FORMAT;
    }
    if (!wayi_signs_lead(landmarks->atlas)) {
        return posts_size || costs_size ? WAY_STATUS_BAD_FORMAT : WAY_STATUS_OK;
    }
    if (!signs_allocate(landmarks)) {
        return WAY_STATUS_NO_MEMORY;
    }
    const uint32_t count = wayi_signs_count(signs);
    bool sound = posts_size == count && costs_size == (size_t)count * WAYI_SIGNS;
    for (uint32_t i = 0; i < count && sound; i++) {
        sound = posts[i] == WAYI_REGION_NONE || (wayi_atlas_region_at(landmarks->atlas, posts[i]) &&
                                                 wayi_signs_large(landmarks, posts[i]) == i);
    }
    if (sound) {
        memcpy(signs->posts, posts, posts_size * sizeof *posts);
        memcpy(signs->costs, costs, costs_size * sizeof *costs);
    }
    return sound ? WAY_STATUS_OK : WAY_STATUS_BAD_FORMAT;
}
