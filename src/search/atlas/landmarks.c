// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/atlas/landmarks.h"

#include "base/flag.h"

#include <string.h>

#define LANDMARKS_OWED WAYI_BLOB_TAG('L', 'O', 'W', 'E')
#define LANDMARKS_COSTS WAYI_BLOB_TAG('L', 'C', 'S', 'T')
#define LANDMARKS_SIGNS WAYI_BLOB_TAG('S', 'I', 'G', 'N')

/// Words that the signs of a region take.
#define LANDMARKS_SIGN_WORDS ((WAYI_SIGNS + 3u) / 4u)

void wayi_landmarks_init(wayi_landmarks *landmarks, wayi_atlas *atlas,
                         const way_allocator *allocator)
{
    *landmarks = (wayi_landmarks){.atlas = atlas, .allocator = *allocator};
    wayi_path_buffer_init(&landmarks->due, allocator);
    wayi_heap_init(&landmarks->open, allocator);
}

/// Puts a list in place of a square's, which was for so many regions.
static void landmarks_put(wayi_landmarks *landmarks, uint32_t square, uint32_t regions,
                          uint32_t *list)
{
    uint32_t *before = landmarks->squares[square];
    if (before && (before < landmarks->words || before >= landmarks->words + landmarks->count)) {
        WAYI_FREE(&landmarks->allocator, before, (size_t)regions * landmarks->stride);
    }
    landmarks->squares[square] = list;
}

void wayi_landmarks_fini(wayi_landmarks *landmarks)
{
    const wayi_atlas *atlas = landmarks->atlas;
    const uint32_t count = landmarks->squares ? atlas->square_count : 0;
    for (uint32_t i = 0; i < count; i++) {
        landmarks_put(landmarks, i, wayi_atlas_region_numbers(atlas->squares[i]), NULL);
    }
    WAYI_FREE(&landmarks->allocator, landmarks->squares, count);
    WAYI_FREE(&landmarks->allocator, landmarks->words, landmarks->count);
    wayi_path_buffer_fini(&landmarks->due);
    wayi_heap_fini(&landmarks->open);
    wayi_signs_fini(landmarks);
    landmarks->squares = NULL;
    landmarks->words = NULL;
    landmarks->count = 0;
}

// Spreading ---------------------------------------------------------------------------------------

/// Takes note of a way from a region to a landmark; false without memory.
static bool landmarks_reach(const wayi_landmarks *landmarks, wayi_heap *open, uint32_t region,
                            uint32_t landmark, way_cost cost)
{
    way_cost *known = wayi_landmarks_at(landmarks, region);
    if (!known || known[landmark] <= cost) {
        return true;
    }
    known[landmark] = cost;
    return wayi_heap_push(open, (wayi_heap_item){(uint64_t)cost << 32 | landmark, region, 0});
}

/// Looks at the links of the cheapest region whose cost has fallen; false without memory.
static bool landmarks_spread(const wayi_landmarks *landmarks, wayi_heap *open)
{
    const wayi_atlas *atlas = landmarks->atlas;
    const wayi_heap_item item = wayi_heap_pop(open);
    const uint32_t landmark = (uint32_t)item.key;
    const way_cost cost = (way_cost)(item.key >> 32);
    const way_cost *known = wayi_landmarks_at(landmarks, item.id);
    const wayi_atlas_region *region = wayi_atlas_region_at(atlas, item.id);
    bool fits = true;
    if (!known || !region || known[landmark] != cost) {
        return true;
    }
    for (uint32_t i = 0; i < region->link_count && fits; i++) {
        way_cost step = 0;
        const uint32_t to =
            wayi_atlas_hop(atlas, item.id >> atlas->bits, region->link_first + i, &step);
        fits = step == WAY_COST_MAX ||
               landmarks_reach(landmarks, open, to, landmark, way_cost_add(cost, step));
    }
    return fits;
}

// Making them -------------------------------------------------------------------------------------

/// Room for all regions, nothing of them known; false without memory.
static bool landmarks_allocate(wayi_landmarks *landmarks)
{
    const wayi_atlas *atlas = landmarks->atlas;
    size_t count = 0;
    landmarks->stride = WAYI_LANDMARKS + (wayi_signs_lead(atlas) ? LANDMARKS_SIGN_WORDS : 0);
    for (uint32_t i = 0; i < atlas->square_count; i++) {
        count += (size_t)wayi_atlas_region_numbers(atlas->squares[i]) * landmarks->stride;
    }
    landmarks->squares =
        wayi_alloc_zero(&landmarks->allocator, atlas->square_count, sizeof *landmarks->squares);
    landmarks->words = wayi_alloc(&landmarks->allocator, count, sizeof *landmarks->words);
    landmarks->count = landmarks->words ? count : 0;
    if (!landmarks->squares || !landmarks->words) {
        return false;
    }
    memset(landmarks->words, 0xff, count * sizeof *landmarks->words);
    uint32_t *next = landmarks->words;
    for (uint32_t i = 0; i < atlas->square_count; i++) {
        landmarks->squares[i] = atlas->squares[i] ? next : NULL;
        next += (size_t)wayi_atlas_region_numbers(atlas->squares[i]) * landmarks->stride;
    }
    return true;
}

/// Where a landmark should be: at the corners and halfway between them.
static uint64_t landmarks_off(const way_map *map, uint32_t landmark, way_cell cell)
{
    static const uint8_t halves[WAYI_LANDMARKS][2] = {{0, 0}, {2, 2}, {2, 0}, {0, 2},
                                                      {1, 0}, {1, 2}, {0, 1}, {2, 1}};
    const int64_t y = wayi_map_row(map, cell);
    const int64_t x = (int64_t)cell - y * map->width;
    const int64_t dx = 2 * x - (int64_t)halves[landmark][0] * (map->width - 1);
    const int64_t dy = 2 * y - (int64_t)halves[landmark][1] * (map->height - 1);
    return (uint64_t)(dx * dx + dy * dy);
}

typedef struct landmarks_making {
    wayi_landmarks *landmarks;
    uint32_t regions[WAYI_LANDMARKS]; ///< WAYI_REGION_NONE = there is none
    uint64_t off[WAYI_LANDMARKS];
    way_cell most; ///< where most regions can be reached from, if more than half can
    uint32_t ahead;
} landmarks_making;

/// Lets a region vote on what most of them can reach, or takes it for a landmark.
static void landmarks_consider(landmarks_making *making, uint32_t id, bool votes)
{
    const wayi_atlas *atlas = making->landmarks->atlas;
    const wayi_atlas_region *region = wayi_atlas_region_at(atlas, id);
    if (!region || !region->link_count) {
        return;
    }
    making->most = votes && !making->ahead ? region->place : making->most;
    const bool same = wayi_space_may_reach(atlas->config.space, making->most, region->place);
    if (votes) {
        making->ahead += same ? 1u : UINT32_MAX;
    }
    for (uint32_t i = 0; i < WAYI_LANDMARKS && same && !votes; i++) {
        const uint64_t off = landmarks_off(atlas->grid->map, i, region->place);
        if (off < making->off[i]) {
            making->off[i] = off;
            making->regions[i] = id;
        }
    }
}

static way_status landmarks_make(uint32_t index, void *argument)
{
    const landmarks_making *making = argument;
    wayi_landmarks *landmarks = making->landmarks;
    uint32_t expansions = 0;
    wayi_heap open;
    wayi_heap_init(&open, &landmarks->allocator);
    bool fits = making->regions[index] == WAYI_REGION_NONE ||
                landmarks_reach(landmarks, &open, making->regions[index], index, 0);
    for (; open.count && fits; expansions++) {
        fits = landmarks_spread(landmarks, &open);
    }
    wayi_tally_add(&landmarks->made, expansions);
    wayi_heap_fini(&open);
    return fits ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

static void landmarks_follow(void *user, uint32_t square, const wayi_atlas_block *before,
                             wayi_atlas_block *after);

way_status wayi_landmarks_build(wayi_landmarks *landmarks, wayi_job_stage stage)
{
    wayi_atlas *atlas = landmarks->atlas;
    landmarks_making making = {.landmarks = landmarks};
    if (!landmarks_allocate(landmarks)) {
        return WAY_STATUS_NO_MEMORY;
    }
    memset(making.off, 0xff, sizeof making.off);
    memset(making.regions, 0xff, sizeof making.regions);
    for (uint32_t i = 0; i < 2 * atlas->square_count; i++) {
        const uint32_t square = i < atlas->square_count ? i : i - atlas->square_count;
        const wayi_atlas_block *block = atlas->squares[square];
        for (uint32_t k = 0; block && k < block->region_count; k++) {
            landmarks_consider(&making, square << atlas->bits | k, i < atlas->square_count);
        }
    }
    atlas->changed = landmarks_follow;
    atlas->user = landmarks;
    const uint32_t half = stage.first + (stage.last - stage.first) / 2;
    const way_status status = wayi_job_run((wayi_job_stage){stage.job, stage.first, half},
                                           WAYI_LANDMARKS, landmarks_make, &making);
    return status == WAY_STATUS_OK
               ? wayi_signs_build(landmarks, (wayi_job_stage){stage.job, half, stage.last})
               : status;
}

// Keeping them ------------------------------------------------------------------------------------

/// Notes that the links of a square are other ones. Without memory there are no landmarks any more.
static void landmarks_follow(void *user, uint32_t square, const wayi_atlas_block *before,
                             wayi_atlas_block *after)
{
    wayi_landmarks *landmarks = user;
    const uint32_t count = wayi_atlas_region_numbers(after);
    const uint32_t known = wayi_atlas_region_numbers(before);
    const bool told = landmarks->atlas->flags[square] & WAYI_ATLAS_TOLD;
    if (!landmarks->squares) {
        return;
    }
    uint32_t *list = landmarks->squares[square];
    const uint32_t stride = landmarks->stride;
    if (count != known) {
        list = wayi_alloc(&landmarks->allocator, (size_t)count * stride, sizeof *list);
        if (count && !list) {
            wayi_landmarks_fini(landmarks);
            return;
        }
        if (count && known) {
            memcpy(list, landmarks->squares[square],
                   (size_t)(count < known ? count : known) * stride * sizeof *list);
        }
        landmarks_put(landmarks, square, known, list);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (i >= known ||
            wayi_atlas_regions(before)[i].place != wayi_atlas_regions(after)[i].place) {
            memset(list + i * stride, 0xff, WAYI_LANDMARKS * sizeof *list);
        }
    }
    if ((!told && !wayi_path_buffer_push(&landmarks->due, square)) ||
        !wayi_signs_follow(landmarks, square, before, after)) {
        landmarks_put(landmarks, square, count, NULL); // the atlas still has the other block
        wayi_landmarks_fini(landmarks);
        return;
    }
    landmarks->atlas->flags[square] |= WAYI_ATLAS_TOLD;
}

/// Lets costs go on from the regions of a square whose links have changed; false without memory.
/// Squares with links to new regions have changed as well.
static bool landmarks_open_square(wayi_landmarks *landmarks, uint32_t square)
{
    const wayi_atlas *atlas = landmarks->atlas;
    const uint32_t count = wayi_atlas_region_numbers(atlas->squares[square]);
    bool fits = true;
    for (uint32_t i = 0; i < count * WAYI_LANDMARKS && fits; i++) {
        const uint32_t region = square << atlas->bits | i / WAYI_LANDMARKS;
        const uint32_t landmark = i % WAYI_LANDMARKS;
        const uint64_t cost = wayi_landmarks_at(landmarks, region)[landmark];
        fits = cost == WAY_COST_MAX ||
               wayi_heap_push(&landmarks->open, (wayi_heap_item){cost << 32 | landmark, region, 0});
    }
    return fits;
}

/// Whether anything is left to do.
static bool landmarks_are_due(const wayi_landmarks *landmarks)
{
    return landmarks->open.count || landmarks->due.count || wayi_signs_are_due(&landmarks->signs);
}

way_status wayi_landmarks_mend(wayi_landmarks *landmarks, uint32_t *budget, bool *done)
{
    wayi_path_buffer *due = &landmarks->due;
    bool fits = true;
    while (*budget && fits && landmarks_are_due(landmarks)) {
        uint32_t work = 1;
        if (landmarks->open.count) {
            fits = landmarks_spread(landmarks, &landmarks->open);
        } else if (due->count) {
            const uint32_t square = due->states[--due->count];
            landmarks->atlas->flags[square] &= (uint16_t)~WAYI_ATLAS_TOLD;
            work += wayi_atlas_region_numbers(landmarks->atlas->squares[square]);
            fits = landmarks_open_square(landmarks, square);
        } else {
            work = wayi_signs_mend(landmarks, &fits);
        }
        landmarks->worked += wayi_budget_take(budget, work);
    }
    if (!fits) {
        wayi_landmarks_fini(landmarks); // nobody needs them
    }
    *done = !landmarks_are_due(landmarks);
    if (*done) {
        wayi_heap_fini(&landmarks->open);
        wayi_path_buffer_fini(due);
        wayi_path_buffer_fini(&landmarks->signs.due);
        wayi_path_buffer_fini(&landmarks->signs.other);
    }
    return WAY_STATUS_OK;
}

// Files -------------------------------------------------------------------------------------------

/// Writes what is known of all regions into a section: so many bytes of each, from a word on.
static void landmarks_save(const wayi_landmarks *landmarks, wayi_blob_writer *writer, uint32_t tag,
                           uint32_t element, uint32_t first, size_t size)
{
    const wayi_atlas *atlas = landmarks->atlas;
    const bool any =
        landmarks->squares && first < landmarks->stride && !landmarks_are_due(landmarks);
    const uint32_t squares = any ? atlas->square_count : 0;
    size_t count = 0;
    for (uint32_t i = 0; i < squares; i++) {
        count += wayi_atlas_region_numbers(atlas->squares[i]);
    }
    uint8_t *out = wayi_blob_reserve(writer, tag, element, count * size / element);
    for (uint32_t i = 0; out && i < squares; i++) {
        for (uint32_t k = 0; k < wayi_atlas_region_numbers(atlas->squares[i]); k++) {
            memcpy(out, landmarks->squares[i] + k * landmarks->stride + first, size);
            out += size;
        }
    }
}

void wayi_landmarks_save(const wayi_landmarks *landmarks, wayi_blob_writer *writer)
{
    const uint8_t owed = landmarks->squares && landmarks_are_due(landmarks);
    wayi_blob_add(writer, LANDMARKS_OWED, 1, &owed, 1);
    landmarks_save(landmarks, writer, LANDMARKS_COSTS, sizeof(way_cost), 0,
                   WAYI_LANDMARKS * sizeof(way_cost));
    landmarks_save(landmarks, writer, LANDMARKS_SIGNS, 1, WAYI_LANDMARKS, WAYI_SIGNS);
    wayi_signs_save(landmarks, writer);
}

way_status wayi_landmarks_open(wayi_landmarks *landmarks, const wayi_blob *blob, bool *owed)
{
    size_t count = 0;
    size_t flags = 0;
    const uint8_t *flag = wayi_blob_section(blob, LANDMARKS_OWED, 1, &flags);
    size_t sign_count = 0;
    const way_cost *costs = wayi_blob_section(blob, LANDMARKS_COSTS, sizeof *costs, &count);
    const uint8_t *signs = wayi_blob_section(blob, LANDMARKS_SIGNS, sizeof *signs, &sign_count);
    if (!costs || !signs || !flag || flags != 1 || *flag > 1) {
        return WAY_STATUS_BAD_FORMAT;
    }
    *owed = *flag;
    if (*owed || (count == 0 && sign_count == 0)) {
        return WAY_STATUS_OK; // or there was no memory for them
    }
    if (!landmarks_allocate(landmarks)) {
        return WAY_STATUS_NO_MEMORY;
    }
    const size_t regions = landmarks->count / landmarks->stride;
    const size_t own = landmarks->stride > WAYI_LANDMARKS ? WAYI_SIGNS : 0;
    if (count != regions * WAYI_LANDMARKS || sign_count != regions * own) {
        return WAY_STATUS_BAD_FORMAT;
    }
    for (size_t i = 0; i < regions; i++) {
        uint32_t *region = landmarks->words + i * landmarks->stride;
        memcpy(region, costs + i * WAYI_LANDMARKS, WAYI_LANDMARKS * sizeof *region);
        memcpy(region + WAYI_LANDMARKS, signs + i * own, own);
    }
    landmarks->atlas->changed = landmarks_follow;
    landmarks->atlas->user = landmarks;
    return wayi_signs_open(landmarks, blob);
}
