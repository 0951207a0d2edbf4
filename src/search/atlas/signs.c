// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "base/flag.h"
#include "search/atlas/signs_squares.h"

#include <string.h>

#define SIGNS_POSTS WAYI_BLOB_TAG('P', 'O', 'S', 'T')
#define SIGNS_COSTS WAYI_BLOB_TAG('P', 'C', 'S', 'T')

/// Of a post, as it is saved.
#define SIGNS_POST_WORDS (sizeof(wayi_signs_post) / sizeof(uint32_t))

/// Regions written that take as long as an expansion.
#define SIGNS_WRITTEN 8u

bool wayi_signs_lead(const wayi_atlas *atlas)
{
    const uint32_t far = WAYI_SIGNS_FAR * WAYI_SIGNS_SPAN;
    return atlas->columns > far || atlas->rows > far;
}

// Posts -------------------------------------------------------------------------------------------

/// The squares of the large ones up to so many away from one, by columns and rows.
static way_rect signs_span(const wayi_landmarks *landmarks, uint32_t large, uint32_t reach)
{
    const wayi_atlas *atlas = landmarks->atlas;
    const uint32_t columns = landmarks->signs.columns;
    const way_rect own = {large % columns * WAYI_SIGNS_SPAN, large / columns * WAYI_SIGNS_SPAN,
                          WAYI_SIGNS_SPAN, WAYI_SIGNS_SPAN};
    return wayi_rect_grow(own, reach * WAYI_SIGNS_SPAN, atlas->columns, atlas->rows);
}

/// A square of such a part of the map, row by row.
static uint32_t signs_square(const wayi_atlas *atlas, const way_rect *span, uint32_t index)
{
    return (span->y + index / span->width) * atlas->columns + span->x + index % span->width;
}

/// Whether any landmark can be reached from a region, and so most of the map.
static bool signs_is_connected(const wayi_landmarks *landmarks, uint32_t region)
{
    const way_cost *costs = wayi_landmarks_at(landmarks, region);
    bool known = false;
    for (uint32_t i = 0; costs && i < WAYI_LANDMARKS; i++) {
        known = known || costs[i] != WAY_COST_MAX;
    }
    return known;
}

/// Takes a region for the post of a large square.
static void signs_note(wayi_landmarks *landmarks, uint32_t large, uint32_t region)
{
    const wayi_atlas_region *own = wayi_atlas_region_at(landmarks->atlas, region);
    const way_cost *costs = own ? wayi_landmarks_at(landmarks, region) : NULL;
    wayi_signs_post *post = &landmarks->signs.posts[large];
    memset(post, 0xff, sizeof *post);
    if (costs) {
        post->region = region;
        post->place = own->place;
        memcpy(post->costs, costs, sizeof post->costs);
    }
}

/// Chooses the post of a large square: the region nearest to its middle.
static void signs_vote(wayi_landmarks *landmarks, uint32_t large)
{
    const wayi_atlas *atlas = landmarks->atlas;
    const way_map *map = atlas->grid->map;
    const way_rect span = signs_span(landmarks, large, 0);
    const int64_t side = atlas->config.side;
    uint64_t least = UINT64_MAX;
    uint32_t post = WAYI_REGION_NONE;
    for (uint32_t i = 0; i < span.width * span.height; i++) {
        const uint32_t square = signs_square(atlas, &span, i);
        for (uint32_t k = 0; k < wayi_atlas_region_numbers(atlas->squares[square]); k++) {
            const uint32_t id = square << atlas->bits | k;
            const wayi_atlas_region *region = wayi_atlas_region_at(atlas, id);
            if (!region || !signs_is_connected(landmarks, id)) {
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
    signs_note(landmarks, large, post);
}

// Fields ------------------------------------------------------------------------------------------

static void signs_field_fini(wayi_signs_field *field, const way_allocator *allocator)
{
    const size_t squares = (size_t)field->span.width * field->span.height;
    wayi_free(allocator, field->first, field->first ? squares + 1 : 0, sizeof *field->first);
    wayi_free(allocator, field->costs, field->room, sizeof *field->costs);
    wayi_free(allocator, field->next, field->room, sizeof *field->next);
    wayi_heap_fini(&field->open);
    *field = (wayi_signs_field){0};
}

/// Which region of a field one is, or UINT32_MAX.
static uint32_t signs_field_index(const wayi_landmarks *landmarks, const wayi_signs_field *field,
                                  uint32_t region)
{
    const wayi_atlas *atlas = landmarks->atlas;
    const uint32_t square = region >> atlas->bits;
    const uint32_t x = square % atlas->columns - field->span.x;
    const uint32_t y = square / atlas->columns - field->span.y;
    if (x >= field->span.width || y >= field->span.height) {
        return UINT32_MAX;
    }
    const uint32_t *first = field->first + y * field->span.width + x;
    const uint32_t index = first[0] + (region & ((1u << atlas->bits) - 1u));
    return index < first[1] ? index : UINT32_MAX;
}

/// Takes note of a way from a region to the post; false without memory.
static bool signs_field_reach(const wayi_landmarks *landmarks, wayi_signs_field *field,
                              uint32_t region, uint32_t next, way_cost cost)
{
    const uint32_t index = signs_field_index(landmarks, field, region);
    if (index == UINT32_MAX || field->costs[index] <= cost) {
        return true;
    }
    field->costs[index] = cost;
    field->next[index] = next;
    return wayi_heap_push(&field->open, (wayi_heap_item){cost, region, index});
}

/// Starts on the signs to a post; false without memory.
static bool signs_field_begin(const wayi_landmarks *landmarks, uint32_t large,
                              wayi_signs_field *field)
{
    const wayi_atlas *atlas = landmarks->atlas;
    const way_allocator *allocator = &landmarks->allocator;
    *field =
        (wayi_signs_field){.post = large, .span = signs_span(landmarks, large, WAYI_SIGNS_REACH)};
    const uint32_t squares = field->span.width * field->span.height;
    wayi_heap_init(&field->open, allocator);
    field->first = wayi_alloc(allocator, (size_t)squares + 1, sizeof *field->first);
    if (!field->first) {
        return false;
    }
    field->first[0] = 0;
    for (uint32_t i = 0; i < squares; i++) {
        field->first[i + 1] =
            field->first[i] +
            wayi_atlas_region_numbers(atlas->squares[signs_square(atlas, &field->span, i)]);
    }
    const uint32_t room = field->first[squares];
    field->room = room;
    field->costs = wayi_alloc(allocator, room, sizeof *field->costs);
    field->next = wayi_alloc(allocator, room, sizeof *field->next);
    if (room && (!field->costs || !field->next)) {
        return false;
    }
    for (uint32_t i = 0; i < room; i++) {
        field->costs[i] = WAY_COST_MAX;
        field->next[i] = WAYI_REGION_NONE;
    }
    const uint32_t post = landmarks->signs.posts[large].region;
    return post == WAYI_REGION_NONE ||
           signs_field_reach(landmarks, field, post, WAYI_REGION_NONE, 0);
}

/// Looks at the links of the region nearest to the post; false without memory. What it costs along
/// a link is taken for what it costs back.
static bool signs_field_spread(const wayi_landmarks *landmarks, wayi_signs_field *field)
{
    const wayi_atlas *atlas = landmarks->atlas;
    const wayi_heap_item item = wayi_heap_pop(&field->open);
    const wayi_atlas_region *region = wayi_atlas_region_at(atlas, item.id);
    bool fits = true;
    if (!region || field->costs[item.slot] != (way_cost)item.key) {
        return true;
    }
    for (uint32_t i = 0; i < region->link_count && fits; i++) {
        way_cost step = 0;
        const uint32_t to =
            wayi_atlas_hop(atlas, item.id >> atlas->bits, region->link_first + i, &step);
        fits = step == WAY_COST_MAX ||
               signs_field_reach(landmarks, field, to, item.id,
                                 way_cost_add((way_cost)item.key, step ? step : 1));
    }
    return fits;
}

/// Writes the signs of a square; how many.
static uint32_t signs_field_write(wayi_landmarks *landmarks, const wayi_signs_field *field,
                                  uint32_t index)
{
    const wayi_atlas *atlas = landmarks->atlas;
    wayi_signs *signs = &landmarks->signs;
    const uint32_t square = signs_square(atlas, &field->span, index);
    const uint32_t count = field->first[index + 1] - field->first[index];
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t id = square << atlas->bits | i;
        const uint32_t large = wayi_signs_large(landmarks, id);
        const uint32_t slot = wayi_signs_slot(signs, large, field->post);
        const uint32_t at = field->first[index] + i;
        const uint32_t next = field->next[at];
        const uint32_t link = next == WAYI_REGION_NONE || !wayi_atlas_region_at(atlas, id)
                                  ? UINT32_MAX
                                  : wayi_atlas_link_to(atlas, id, next);
        wayi_signs_at(landmarks, id)[slot] =
            (uint8_t)(link < WAYI_SIGNS_NO_LINK ? link : WAYI_SIGNS_NO_LINK);
        if (signs->posts[large].region == id) {
            signs->costs[(size_t)large * WAYI_SIGNS + slot] = field->costs[at];
        }
    }
    return count;
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
        signs_field_fini(&signs->field, allocator);
    }
    wayi_free(allocator, signs->posts, signs->posts ? count : 0, sizeof *signs->posts);
    wayi_free(allocator, signs->costs, signs->costs ? count * WAYI_SIGNS : 0, sizeof *signs->costs);
    wayi_free(allocator, signs->flags, signs->flags ? count : 0, sizeof *signs->flags);
    wayi_path_buffer_fini(&signs->due);
    *signs = (wayi_signs){0};
}

static way_status signs_make(uint32_t index, void *argument)
{
    wayi_landmarks *landmarks = argument;
    wayi_signs_field field;
    uint32_t expansions = 0;
    bool fits = signs_field_begin(landmarks, index, &field);
    for (; fits && field.open.count; expansions++) {
        fits = signs_field_spread(landmarks, &field);
    }
    for (uint32_t i = 0; fits && i < field.span.width * field.span.height; i++) {
        (void)signs_field_write(landmarks, &field, i);
    }
    wayi_tally_add(&landmarks->made, expansions);
    signs_field_fini(&field, &landmarks->allocator);
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
        signs_vote(landmarks, i);
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

/// Has the signs to a post made again; false without memory.
static bool signs_mark(wayi_signs *signs, uint32_t large, uint8_t flags)
{
    const bool known = signs->flags[large] & WAYI_SIGNS_DUE;
    signs->flags[large] |= (uint8_t)(WAYI_SIGNS_DUE | flags);
    return known || wayi_path_buffer_push(&signs->due, large);
}

bool wayi_signs_follow(wayi_landmarks *landmarks, uint32_t square, const wayi_atlas_block *before,
                       const wayi_atlas_block *after)
{
    wayi_signs *signs = &landmarks->signs;
    const uint32_t count = wayi_atlas_region_numbers(after);
    const uint32_t known = wayi_atlas_region_numbers(before);
    const uint32_t large = wayi_signs_large(landmarks, square << landmarks->atlas->bits);
    bool fits = true;
    bool other = count != known;
    if (!signs->posts) {
        return true;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (i >= known || !signs_hold(before, after, i, &other)) {
            memset(wayi_signs_at(landmarks, square << landmarks->atlas->bits | i),
                   WAYI_SIGNS_NO_LINK, WAYI_SIGNS);
        }
    }
    for (uint32_t i = 0; i < WAYI_SIGNS && fits && other; i++) {
        const uint32_t at = wayi_signs_around(signs, large, i);
        fits = at == UINT32_MAX || signs_mark(signs, at, at == large ? WAYI_SIGNS_VOTE : 0);
    }
    if (other && signs->making &&
        wayi_signs_apart(signs->columns, large, signs->field.post) <= WAYI_SIGNS_REACH) {
        signs_field_fini(&signs->field, &landmarks->allocator);
        signs->making = false;
    }
    return fits;
}

/// Goes on with the signs to a post: all of its ways, or a few of its signs. How much that took.
static uint32_t signs_advance(wayi_landmarks *landmarks, bool *fits)
{
    wayi_signs *signs = &landmarks->signs;
    wayi_signs_field *field = &signs->field;
    if (field->open.count) {
        *fits = signs_field_spread(landmarks, field);
        return 1;
    }
    signs->flags[field->post] |= WAYI_SIGNS_HALF;
    uint32_t written = 0;
    while (field->written < field->span.width * field->span.height && written < SIGNS_WRITTEN) {
        written += signs_field_write(landmarks, field, field->written++);
    }
    if (field->written == field->span.width * field->span.height) {
        signs->flags[field->post] &= (uint8_t)~WAYI_SIGNS_HALF;
        signs_field_fini(field, &landmarks->allocator);
        signs->making = false;
    }
    return 1 + written / SIGNS_WRITTEN;
}

/// Begins with the next post that is due. How much that took.
static uint32_t signs_take(wayi_landmarks *landmarks, bool *fits)
{
    wayi_signs *signs = &landmarks->signs;
    const uint32_t large = signs->due.states[signs->taken];
    uint32_t work = WAYI_SIGNS_SPAN;
    // Posts are chosen before ways lead from one to another.
    for (uint32_t i = signs->taken; i < signs->due.count; i++) {
        const uint32_t at = signs->due.states[i];
        if (signs->flags[at] & WAYI_SIGNS_VOTE) {
            signs_vote(landmarks, at);
            signs->flags[at] &= (uint8_t)~WAYI_SIGNS_VOTE;
            return work;
        }
    }
    if (++signs->taken == signs->due.count) {
        wayi_path_buffer_clear(&signs->due);
        signs->taken = 0;
    }
    signs->flags[large] &= (uint8_t)~WAYI_SIGNS_DUE;
    signs->making = true;
    *fits = signs_field_begin(landmarks, large, &signs->field);
    return work * WAYI_SIGNS_SIDE;
}

bool wayi_signs_mend(wayi_landmarks *landmarks, uint32_t *budget, bool *done)
{
    wayi_signs *signs = &landmarks->signs;
    bool fits = true;
    while (*budget && fits && (signs->making || signs->due.count)) {
        const uint32_t work =
            signs->making ? signs_advance(landmarks, &fits) : signs_take(landmarks, &fits);
        landmarks->worked += work;
        *budget -= work < *budget ? work : *budget;
    }
    *done = !signs->making && !signs->due.count;
    if (*done) {
        wayi_path_buffer_fini(&signs->due);
    }
    return fits;
}

// Files -------------------------------------------------------------------------------------------

void wayi_signs_save(const wayi_landmarks *landmarks, wayi_blob_writer *writer)
{
    const wayi_signs *signs = &landmarks->signs;
    const size_t count = signs->posts ? wayi_signs_count(signs) : 0;
    wayi_blob_add(writer, SIGNS_POSTS, sizeof(uint32_t), signs->posts, count * SIGNS_POST_WORDS);
    wayi_blob_add(writer, SIGNS_COSTS, sizeof *signs->costs, signs->costs, count * WAYI_SIGNS);
}

way_status wayi_signs_open(wayi_landmarks *landmarks, const wayi_blob *blob)
{
    wayi_signs *signs = &landmarks->signs;
    size_t posts_size = 0;
    size_t costs_size = 0;
    const wayi_signs_post *posts =
        wayi_blob_section(blob, SIGNS_POSTS, sizeof(uint32_t), &posts_size);
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
    bool sound = posts_size == count * SIGNS_POST_WORDS && costs_size == (size_t)count * WAYI_SIGNS;
    for (uint32_t i = 0; i < count && sound; i++) {
        const wayi_atlas_region *post = wayi_atlas_region_at(landmarks->atlas, posts[i].region);
        sound = posts[i].region == WAYI_REGION_NONE ||
                (post && wayi_signs_large(landmarks, posts[i].region) == i &&
                 posts[i].place == post->place);
    }
    if (sound) {
        memcpy(signs->posts, posts, posts_size * sizeof(uint32_t));
        memcpy(signs->costs, costs, costs_size * sizeof *costs);
    }
    return sound ? WAY_STATUS_OK : WAY_STATUS_BAD_FORMAT;
}
