// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/atlas/signs.h"

#include "base/flag.h"
#include "search/atlas/landmarks.h"

#include <string.h>

#define SIGNS_POSTS WAYI_BLOB_TAG('P', 'O', 'S', 'T')
#define SIGNS_COSTS WAYI_BLOB_TAG('P', 'C', 'S', 'T')
#define SIGNS_BYTES WAYI_BLOB_TAG('S', 'I', 'G', 'N')

/// Of a post, as it is saved.
#define SIGNS_POST_WORDS (sizeof(wayi_signs_post) / sizeof(uint32_t))

/// What is up with a large square.
enum {
    SIGNS_DUE = 1u << 0,  ///< the signs to its post are to be made
    SIGNS_VOTE = 1u << 1, ///< another region may be its post
    SIGNS_HALF = 1u << 2  ///< some of the signs to its post are new and some old
};

/// Regions written that take as long as an expansion.
#define SIGNS_WRITTEN 8u

/// Routes begin with signs if their ends are so many large squares apart, and end with a search of
/// the regions so many squares from the goal.
#define SIGNS_FAR 8u
#define SIGNS_NEAR 24u

/// A search takes what is left for longer by this part of it.
#define SIGNS_HURRY 32u

/// What looking at a post takes, in expansions.
#define SIGNS_POST 2u

/// Signs read that take as long as an expansion.
#define SIGNS_READ 8u

// Large squares -----------------------------------------------------------------------------------

static uint32_t signs_count(const wayi_signs *signs)
{
    return signs->columns * signs->rows;
}

/// The large square of a region.
static uint32_t signs_large(const wayi_landmarks *landmarks, uint32_t region)
{
    const wayi_atlas *atlas = landmarks->atlas;
    const uint32_t square = region >> atlas->bits;
    return square / atlas->columns / WAYI_SIGNS_SPAN * landmarks->signs.columns +
           square % atlas->columns / WAYI_SIGNS_SPAN;
}

/// How many large squares are between two, the second included.
static uint32_t signs_apart(const wayi_signs *signs, uint32_t a, uint32_t b)
{
    const uint32_t ax = a % signs->columns;
    const uint32_t ay = a / signs->columns;
    const uint32_t bx = b % signs->columns;
    const uint32_t by = b / signs->columns;
    const uint32_t x = ax < bx ? bx - ax : ax - bx;
    const uint32_t y = ay < by ? by - ay : ay - by;
    return x > y ? x : y;
}

/// The place of a large square among those around another one, no more than the reach away.
static uint32_t signs_slot(const wayi_signs *signs, uint32_t around, uint32_t large)
{
    const uint32_t x = large % signs->columns + WAYI_SIGNS_REACH - around % signs->columns;
    const uint32_t y = large / signs->columns + WAYI_SIGNS_REACH - around / signs->columns;
    return y * WAYI_SIGNS_SIDE + x;
}

/// The large square at a place around one; UINT32_MAX off the map.
static uint32_t signs_around(const wayi_signs *signs, uint32_t large, uint32_t slot)
{
    const uint32_t x = large % signs->columns + slot % WAYI_SIGNS_SIDE - WAYI_SIGNS_REACH;
    const uint32_t y = large / signs->columns + slot / WAYI_SIGNS_SIDE - WAYI_SIGNS_REACH;
    return x < signs->columns && y < signs->rows ? y * signs->columns + x : UINT32_MAX;
}

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

static uint32_t signs_regions(const wayi_atlas_block *block)
{
    return block ? block->region_count : 0;
}

/// The signs of a region.
static uint8_t *signs_at(const wayi_landmarks *landmarks, uint32_t region)
{
    const uint32_t bits = landmarks->atlas->bits;
    return landmarks->signs.squares[region >> bits] +
           (size_t)(region & ((1u << bits) - 1u)) * WAYI_SIGNS;
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
        for (uint32_t k = 0; k < signs_regions(atlas->squares[square]); k++) {
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
            field->first[i] + signs_regions(atlas->squares[signs_square(atlas, &field->span, i)]);
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
    const uint32_t square = item.id >> atlas->bits;
    const wayi_atlas_block *block = atlas->squares[square];
    for (uint32_t i = region->link_first; i < region->link_first + region->link_count && fits;
         i++) {
        const way_cost step = wayi_atlas_decode(wayi_atlas_costs(block)[i]);
        const uint32_t to = wayi_atlas_target(atlas, square, wayi_atlas_word(block, i));
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
        const uint32_t large = signs_large(landmarks, id);
        const uint32_t slot = signs_slot(signs, large, field->post);
        const uint32_t at = field->first[index] + i;
        const uint32_t next = field->next[at];
        const uint32_t link = next == WAYI_REGION_NONE || !wayi_atlas_region_at(atlas, id)
                                  ? UINT32_MAX
                                  : wayi_atlas_link_to(atlas, id, next);
        signs_at(landmarks, id)[slot] =
            (uint8_t)(link < WAYI_SIGNS_NO_LINK ? link : WAYI_SIGNS_NO_LINK);
        if (signs->posts[large].region == id) {
            signs->costs[(size_t)large * WAYI_SIGNS + slot] = field->costs[at];
        }
    }
    return count;
}

// Making them -------------------------------------------------------------------------------------

/// Room for the signs of all regions, none of them made; false without memory.
static bool signs_allocate(wayi_landmarks *landmarks)
{
    const wayi_atlas *atlas = landmarks->atlas;
    const way_allocator *allocator = &landmarks->allocator;
    wayi_signs *signs = &landmarks->signs;
    size_t size = 0;
    for (uint32_t i = 0; i < atlas->square_count; i++) {
        size += (size_t)signs_regions(atlas->squares[i]) * WAYI_SIGNS;
    }
    *signs = (wayi_signs){.columns = (atlas->columns + WAYI_SIGNS_SPAN - 1) / WAYI_SIGNS_SPAN,
                          .rows = (atlas->rows + WAYI_SIGNS_SPAN - 1) / WAYI_SIGNS_SPAN};
    const size_t count = signs_count(signs);
    wayi_path_buffer_init(&signs->due, allocator);
    signs->posts = wayi_alloc(allocator, count, sizeof *signs->posts);
    signs->costs = wayi_alloc(allocator, count * WAYI_SIGNS, sizeof *signs->costs);
    signs->flags = wayi_alloc_zero(allocator, count, sizeof *signs->flags);
    signs->squares = wayi_alloc_zero(allocator, atlas->square_count, sizeof *signs->squares);
    signs->bytes = wayi_alloc(allocator, size, sizeof *signs->bytes);
    signs->size = signs->bytes ? size : 0;
    if (!signs->posts || !signs->costs || !signs->flags || !signs->squares || !signs->bytes) {
        return false;
    }
    memset(signs->posts, 0xff, count * sizeof *signs->posts);
    memset(signs->costs, 0xff, count * WAYI_SIGNS * sizeof *signs->costs);
    memset(signs->bytes, WAYI_SIGNS_NO_LINK, size);
    uint8_t *next = signs->bytes;
    for (uint32_t i = 0; i < atlas->square_count; i++) {
        signs->squares[i] = atlas->squares[i] ? next : NULL;
        next += (size_t)signs_regions(atlas->squares[i]) * WAYI_SIGNS;
    }
    return true;
}

/// Puts a list in place of a square's, which was for so many regions.
static void signs_put(wayi_landmarks *landmarks, uint32_t square, uint32_t regions, uint8_t *list)
{
    wayi_signs *signs = &landmarks->signs;
    uint8_t *before = signs->squares[square];
    if (before && (before < signs->bytes || before >= signs->bytes + signs->size)) {
        wayi_free(&landmarks->allocator, before, (size_t)regions * WAYI_SIGNS, sizeof *before);
    }
    signs->squares[square] = list;
}

void wayi_signs_fini(wayi_landmarks *landmarks)
{
    const wayi_atlas *atlas = landmarks->atlas;
    const way_allocator *allocator = &landmarks->allocator;
    wayi_signs *signs = &landmarks->signs;
    const size_t count = signs_count(signs);
    for (uint32_t i = 0; signs->bytes && signs->squares && i < atlas->square_count; i++) {
        signs_put(landmarks, i, signs_regions(atlas->squares[i]), NULL);
    }
    if (signs->making) {
        signs_field_fini(&signs->field, allocator);
    }
    wayi_free(allocator, signs->posts, signs->posts ? count : 0, sizeof *signs->posts);
    wayi_free(allocator, signs->costs, signs->costs ? count * WAYI_SIGNS : 0, sizeof *signs->costs);
    wayi_free(allocator, signs->flags, signs->flags ? count : 0, sizeof *signs->flags);
    wayi_free(allocator, signs->squares, signs->squares ? atlas->square_count : 0,
              sizeof *signs->squares);
    wayi_free(allocator, signs->bytes, signs->size, sizeof *signs->bytes);
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
    if (!signs_allocate(landmarks)) {
        return WAY_STATUS_NO_MEMORY;
    }
    const uint32_t count = signs_count(&landmarks->signs);
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
    const bool known = signs->flags[large] & SIGNS_DUE;
    signs->flags[large] |= (uint8_t)(SIGNS_DUE | flags);
    return known || wayi_path_buffer_push(&signs->due, large);
}

bool wayi_signs_follow(wayi_landmarks *landmarks, uint32_t square, const wayi_atlas_block *before,
                       const wayi_atlas_block *after)
{
    wayi_signs *signs = &landmarks->signs;
    const uint32_t count = signs_regions(after);
    const uint32_t known = signs_regions(before);
    const uint32_t large = signs_large(landmarks, square << landmarks->atlas->bits);
    bool fits = true;
    bool other = count != known;
    if (!signs->posts) {
        return true;
    }
    if (other) {
        const size_t size = (size_t)count * WAYI_SIGNS;
        uint8_t *list = wayi_alloc(&landmarks->allocator, size, sizeof *list);
        if (count && !list) {
            return false;
        }
        for (uint32_t i = 0; i < count && i < known; i++) {
            memcpy(list + (size_t)i * WAYI_SIGNS, signs->squares[square] + (size_t)i * WAYI_SIGNS,
                   WAYI_SIGNS);
        }
        signs_put(landmarks, square, known, list);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (i >= known || !signs_hold(before, after, i, &other)) {
            memset(signs->squares[square] + (size_t)i * WAYI_SIGNS, WAYI_SIGNS_NO_LINK, WAYI_SIGNS);
        }
    }
    for (uint32_t i = 0; i < WAYI_SIGNS && fits && other; i++) {
        const uint32_t at = signs_around(signs, large, i);
        fits = at == UINT32_MAX || signs_mark(signs, at, at == large ? SIGNS_VOTE : 0);
    }
    if (other && signs->making &&
        signs_apart(signs, large, signs->field.post) <= WAYI_SIGNS_REACH) {
        signs_field_fini(&signs->field, &landmarks->allocator);
        signs->making = false;
    }
    if (!fits) {
        signs_put(landmarks, square, count, NULL); // the atlas still has the other block
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
    signs->flags[field->post] |= SIGNS_HALF;
    uint32_t written = 0;
    while (field->written < field->span.width * field->span.height && written < SIGNS_WRITTEN) {
        written += signs_field_write(landmarks, field, field->written++);
    }
    if (field->written == field->span.width * field->span.height) {
        signs->flags[field->post] &= (uint8_t)~SIGNS_HALF;
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
        if (signs->flags[at] & SIGNS_VOTE) {
            signs_vote(landmarks, at);
            signs->flags[at] &= (uint8_t)~SIGNS_VOTE;
            return work;
        }
    }
    if (++signs->taken == signs->due.count) {
        wayi_path_buffer_clear(&signs->due);
        signs->taken = 0;
    }
    signs->flags[large] &= (uint8_t)~SIGNS_DUE;
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

// Routes ------------------------------------------------------------------------------------------

/// What it costs at least from a post to a region.
static way_cost signs_least(const wayi_landmarks *landmarks, const wayi_signs_post *post,
                            uint32_t to)
{
    const wayi_atlas *atlas = landmarks->atlas;
    const way_cost *costs = wayi_landmarks_at(landmarks, to);
    const way_cost far = costs ? wayi_landmarks_differ(post->costs, costs) : 0;
    const way_cost near =
        wayi_grid_distance(atlas->grid, post->place, wayi_atlas_region_at(atlas, to)->place);
    const way_cost least = far > near ? far : near;
    return way_cost_add(least, least / SIGNS_HURRY);
}

/// The post of a large square, if it is there and all signs to it are of one time.
static uint32_t signs_post(const wayi_landmarks *landmarks, uint32_t large)
{
    const wayi_signs *signs = &landmarks->signs;
    return signs->flags[large] & SIGNS_HALF ? WAYI_REGION_NONE : signs->posts[large].region;
}

/// The region that a sign leads on to, or WAYI_REGION_NONE.
static uint32_t signs_next(const wayi_landmarks *landmarks, uint32_t region, uint32_t slot,
                           way_cost *cost)
{
    const wayi_atlas *atlas = landmarks->atlas;
    const wayi_atlas_region *own = wayi_atlas_region_at(atlas, region);
    const uint32_t sign = own ? signs_at(landmarks, region)[slot] : WAYI_SIGNS_NO_LINK;
    if (!own || sign >= own->link_count || sign == WAYI_SIGNS_NO_LINK) {
        return WAYI_REGION_NONE;
    }
    const uint32_t square = region >> atlas->bits;
    const wayi_atlas_block *block = atlas->squares[square];
    const uint32_t link = own->link_first + sign;
    const uint32_t to = wayi_atlas_target(atlas, square, wayi_atlas_word(block, link));
    *cost = way_cost_add(*cost, wayi_atlas_decode(wayi_atlas_costs(block)[link]));
    return wayi_atlas_region_at(atlas, to) ? to : WAYI_REGION_NONE;
}

/// What it costs to follow the signs from a region to a post; WAY_COST_MAX if they do not lead
/// there. What that takes is added to *work, in expansions.
static way_cost signs_walk(const wayi_landmarks *landmarks, uint32_t region, uint32_t large,
                           uint32_t *work)
{
    const wayi_signs *signs = &landmarks->signs;
    const uint32_t post = signs_post(landmarks, large);
    way_cost cost = post == WAYI_REGION_NONE ? WAY_COST_MAX : 0;
    uint32_t i = 0;
    for (; region != post && cost != WAY_COST_MAX; i++) {
        const uint32_t own = signs_large(landmarks, region);
        region = i == WAYI_SIGNS_ROUTE || signs_apart(signs, own, large) > WAYI_SIGNS_REACH
                     ? WAYI_REGION_NONE
                     : signs_next(landmarks, region, signs_slot(signs, own, large), &cost);
        cost = region == WAYI_REGION_NONE ? WAY_COST_MAX : cost;
    }
    *work += i / SIGNS_READ;
    return cost;
}

/// Takes note of a way to a post, which is looked at once only; false without memory.
static bool signs_reach(const wayi_landmarks *landmarks, wayi_frontier *frontier, uint32_t large,
                        uint32_t from, way_cost g, uint32_t to)
{
    const bool end = large == signs_count(&landmarks->signs);
    const uint32_t post = end ? to : signs_post(landmarks, large);
    uint32_t slot = WAYI_SLOT_NONE;
    const bool fits = post == WAYI_REGION_NONE || wayi_frontier_meet(frontier, large, g, &slot);
    if (slot == WAYI_SLOT_NONE || wayi_frontier_at(frontier, slot)->closed) {
        return fits;
    }
    const way_cost f =
        end ? g : way_cost_add(g, signs_least(landmarks, &landmarks->signs.posts[large], to));
    return wayi_frontier_open(frontier, slot, &(wayi_frontier_way){from, g, f, large});
}

bool wayi_signs_are_far(const wayi_landmarks *landmarks, uint32_t from, uint32_t to)
{
    return landmarks->signs.posts && signs_apart(&landmarks->signs, signs_large(landmarks, from),
                                                 signs_large(landmarks, to)) >= SIGNS_FAR;
}

/// Takes the next post around the start.
static bool signs_look(const wayi_landmarks *landmarks, wayi_signs_search *search, uint32_t *work)
{
    const uint32_t large = signs_large(landmarks, search->from);
    const uint32_t at = signs_around(&landmarks->signs, large, search->looked++);
    const way_cost g =
        at == UINT32_MAX ? WAY_COST_MAX : signs_walk(landmarks, search->from, at, work);
    return g == WAY_COST_MAX ||
           signs_reach(landmarks, search->frontier, at, UINT32_MAX, g, search->to);
}

/// Looks what can be reached from a post.
static bool signs_expand(const wayi_landmarks *landmarks, wayi_signs_search *search, uint32_t large,
                         way_cost g, uint32_t *work)
{
    const wayi_signs *signs = &landmarks->signs;
    const uint32_t to = search->to;
    bool fits = true;
    if (signs_apart(signs, large, signs_large(landmarks, to)) <= WAYI_SIGNS_REACH) {
        // What it costs there is taken for what it costs back.
        const way_cost step = signs_walk(landmarks, to, large, work);
        fits = step == WAY_COST_MAX || signs_reach(landmarks, search->frontier, signs_count(signs),
                                                   large, wayi_frontier_add(g, step), to);
    }
    for (uint32_t i = 0; i < WAYI_SIGNS && fits; i++) {
        const uint32_t at = signs_around(signs, large, i);
        const way_cost step = signs->costs[(size_t)large * WAYI_SIGNS + i];
        if (at != UINT32_MAX && at != large && step != WAY_COST_MAX) {
            fits =
                signs_reach(landmarks, search->frontier, at, large, wayi_frontier_add(g, step), to);
        }
    }
    return fits;
}

way_outcome wayi_signs_step(const wayi_landmarks *landmarks, wayi_signs_search *search,
                            uint32_t *budget)
{
    const wayi_atlas *atlas = landmarks->atlas;
    while (*budget) {
        uint32_t work = 1;
        bool fits = true;
        if (!landmarks->signs.posts || !wayi_atlas_region_at(atlas, search->from) ||
            !wayi_atlas_region_at(atlas, search->to)) {
            return WAY_OUTCOME_NO_PATH; // a repair took them
        }
        if (search->looked < WAYI_SIGNS) {
            fits = signs_look(landmarks, search, &work);
        } else {
            const uint32_t slot = wayi_frontier_take(search->frontier);
            const uint32_t end = signs_count(&landmarks->signs);
            const uint32_t large =
                slot == WAYI_SLOT_NONE ? end : wayi_nodes_id(&search->frontier->nodes, slot);
            if (large == end) {
                return slot == WAYI_SLOT_NONE ? WAY_OUTCOME_NO_PATH : WAY_OUTCOME_ARRIVED;
            }
            work = SIGNS_POST;
            fits = signs_expand(landmarks, search, large,
                                wayi_frontier_at(search->frontier, slot)->g, &work);
        }
        *budget -= work < *budget ? work : *budget;
        if (!fits) {
            return WAY_OUTCOME_CAPACITY;
        }
    }
    return WAY_OUTCOME_MOVING;
}

/// The region that comes next on a route by posts, the last one first; those left behind are
/// dropped. WAYI_REGION_NONE where no sign leads on.
static uint32_t signs_go(const wayi_landmarks *landmarks, uint32_t region, const uint32_t *posts,
                         uint32_t *count)
{
    const wayi_signs *signs = &landmarks->signs;
    const uint32_t large = signs_large(landmarks, region);
    uint32_t next = WAYI_REGION_NONE;
    for (uint32_t i = *count; i > 0 && signs_apart(signs, large, posts[i - 1]) <= WAYI_SIGNS_REACH;
         i--) {
        way_cost cost = 0;
        const uint32_t to =
            signs_post(landmarks, posts[i - 1]) == WAYI_REGION_NONE
                ? WAYI_REGION_NONE
                : signs_next(landmarks, region, signs_slot(signs, large, posts[i - 1]), &cost);
        next = to == WAYI_REGION_NONE ? next : to;
        *count = to == WAYI_REGION_NONE ? *count : i;
    }
    return next;
}

/// Whether a region is so near to another one that a search finds the way.
static bool signs_is_near(const wayi_landmarks *landmarks, uint32_t a, uint32_t b)
{
    const wayi_atlas *atlas = landmarks->atlas;
    const uint32_t ax = (a >> atlas->bits) % atlas->columns;
    const uint32_t ay = (a >> atlas->bits) / atlas->columns;
    const uint32_t bx = (b >> atlas->bits) % atlas->columns;
    const uint32_t by = (b >> atlas->bits) / atlas->columns;
    const uint32_t x = ax < bx ? bx - ax : ax - bx;
    const uint32_t y = ay < by ? by - ay : ay - by;
    return (x > y ? x : y) < SIGNS_NEAR;
}

bool wayi_signs_trace(const wayi_landmarks *landmarks, const wayi_signs_search *search,
                      wayi_path_buffer *out)
{
    const wayi_frontier *frontier = search->frontier;
    const uint32_t first = out->count;
    bool fits = wayi_frontier_trace_back(
        frontier, wayi_frontier_find(frontier, signs_count(&landmarks->signs))->parent, out);
    const uint32_t posts = out->count - first;
    uint32_t ahead = posts;
    for (uint32_t region = search->from; fits && region != WAYI_REGION_NONE;) {
        fits = wayi_path_buffer_push(out, region);
        const bool ends = !fits || out->count - first - posts == WAYI_SIGNS_ROUTE ||
                          // Near enough for a search.
                          signs_is_near(landmarks, region, search->to);
        region = ends ? WAYI_REGION_NONE : signs_go(landmarks, region, out->states + first, &ahead);
    }
    out->count -= posts;
    memmove(out->states + first, out->states + first + posts,
            (out->count - first) * sizeof *out->states);
    return fits;
}

// Files -------------------------------------------------------------------------------------------

void wayi_signs_save(const wayi_landmarks *landmarks, wayi_blob_writer *writer)
{
    const wayi_atlas *atlas = landmarks->atlas;
    const wayi_signs *signs = &landmarks->signs;
    const uint32_t count = signs->posts ? signs_count(signs) : 0;
    size_t size = 0;
    for (uint32_t i = 0; i < atlas->square_count && count; i++) {
        size += (size_t)signs_regions(atlas->squares[i]) * WAYI_SIGNS;
    }
    wayi_blob_add(writer, SIGNS_POSTS, sizeof(uint32_t), signs->posts,
                  (size_t)count * SIGNS_POST_WORDS);
    wayi_blob_add(writer, SIGNS_COSTS, sizeof *signs->costs, signs->costs,
                  (size_t)count * WAYI_SIGNS);
    uint8_t *out = wayi_blob_reserve(writer, SIGNS_BYTES, sizeof *out, size);
    for (uint32_t i = 0; i < atlas->square_count && out && count; i++) {
        if (signs->squares[i]) {
            const size_t own = (size_t)signs_regions(atlas->squares[i]) * WAYI_SIGNS;
            memcpy(out, signs->squares[i], own);
            out += own;
        }
    }
}

way_status wayi_signs_open(wayi_landmarks *landmarks, const wayi_blob *blob)
{
    wayi_signs *signs = &landmarks->signs;
    size_t posts_size = 0;
    size_t costs_size = 0;
    size_t size = 0;
    const wayi_signs_post *posts =
        wayi_blob_section(blob, SIGNS_POSTS, sizeof(uint32_t), &posts_size);
    const way_cost *costs = wayi_blob_section(blob, SIGNS_COSTS, sizeof *costs, &costs_size);
    const uint8_t *bytes = wayi_blob_section(blob, SIGNS_BYTES, sizeof *bytes, &size);
    if (!posts || !costs || !bytes) {
        return WAY_STATUS_BAD_FORMAT;
    }
    if (posts_size == 0) {
        return costs_size || size ? WAY_STATUS_BAD_FORMAT : WAY_STATUS_OK;
    }
    if (!signs_allocate(landmarks)) {
        return WAY_STATUS_NO_MEMORY;
    }
    const uint32_t count = signs_count(signs);
    bool sound = posts_size == count * SIGNS_POST_WORDS &&
                 costs_size == (size_t)count * WAYI_SIGNS && size == signs->size;
    for (uint32_t i = 0; i < count && sound; i++) {
        const wayi_atlas_region *post = wayi_atlas_region_at(landmarks->atlas, posts[i].region);
        sound =
            posts[i].region == WAYI_REGION_NONE ||
            (post && signs_large(landmarks, posts[i].region) == i && posts[i].place == post->place);
    }
    if (sound) {
        memcpy(signs->posts, posts, posts_size * sizeof(uint32_t));
        memcpy(signs->costs, costs, costs_size * sizeof *costs);
        memcpy(signs->bytes, bytes, size);
    }
    return sound ? WAY_STATUS_OK : WAY_STATUS_BAD_FORMAT;
}
