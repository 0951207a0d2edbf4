// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/atlas/landmarks.h"

#include "base/flag.h"

#include <string.h>

#define LANDMARKS_COSTS WAYI_BLOB_TAG('L', 'A', 'N', 'D')

void wayi_landmarks_init(wayi_landmarks *landmarks, wayi_atlas *atlas,
                         const way_allocator *allocator)
{
    *landmarks = (wayi_landmarks){.atlas = atlas, .allocator = *allocator};
    wayi_path_buffer_init(&landmarks->due, allocator);
    wayi_heap_init(&landmarks->open, allocator);
}

/// Numbers that so many regions of a square take.
static size_t landmarks_room(uint32_t regions)
{
    return 1 + (size_t)regions * WAYI_LANDMARKS;
}

/// Puts a list in place of a square's.
static void landmarks_put(wayi_landmarks *landmarks, uint32_t square, way_cost *list)
{
    way_cost *before = landmarks->squares[square];
    if (before && (before < landmarks->costs || before >= landmarks->costs + landmarks->size)) {
        wayi_free(&landmarks->allocator, before, landmarks_room(before[0]), sizeof *before);
    }
    landmarks->squares[square] = list;
}

void wayi_landmarks_fini(wayi_landmarks *landmarks)
{
    const uint32_t count = landmarks->atlas->square_count;
    for (uint32_t i = 0; landmarks->costs && landmarks->squares && i < count; i++) {
        landmarks_put(landmarks, i, NULL);
    }
    wayi_free(&landmarks->allocator, landmarks->squares, landmarks->squares ? count : 0,
              sizeof *landmarks->squares);
    wayi_free(&landmarks->allocator, landmarks->costs, landmarks->size, sizeof *landmarks->costs);
    wayi_path_buffer_fini(&landmarks->due);
    wayi_heap_fini(&landmarks->open);
    wayi_signs_fini(landmarks);
    landmarks->costs = NULL;
    landmarks->squares = NULL;
    landmarks->size = 0;
}

way_cost wayi_landmarks_differ(const way_cost *a, const way_cost *b)
{
    way_cost most = 0;
    for (uint32_t i = 0; i < WAYI_LANDMARKS; i++) {
        const way_cost differ = a[i] < b[i] ? b[i] - a[i] : a[i] - b[i];
        const bool known = a[i] != WAY_COST_MAX && b[i] != WAY_COST_MAX;
        most = known && differ > most ? differ : most;
    }
    return most;
}

way_cost wayi_landmarks_least(const wayi_landmarks *landmarks, uint32_t from, uint32_t to)
{
    const way_cost *a = wayi_landmarks_at(landmarks, from);
    const way_cost *b = wayi_landmarks_at(landmarks, to);
    return a && b ? wayi_landmarks_differ(a, b) : 0;
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

/// Room for the costs of all regions, none of them known; false without memory.
static bool landmarks_allocate(wayi_landmarks *landmarks)
{
    const wayi_atlas *atlas = landmarks->atlas;
    size_t size = 0;
    for (uint32_t i = 0; i < atlas->square_count; i++) {
        size += atlas->squares[i] ? landmarks_room(atlas->squares[i]->region_count) : 0;
    }
    landmarks->squares =
        wayi_alloc_zero(&landmarks->allocator, atlas->square_count, sizeof *landmarks->squares);
    landmarks->costs = wayi_alloc(&landmarks->allocator, size, sizeof *landmarks->costs);
    landmarks->size = landmarks->costs ? size : 0;
    if (!landmarks->squares || !landmarks->costs) {
        return false;
    }
    memset(landmarks->costs, 0xff, size * sizeof *landmarks->costs);
    way_cost *next = landmarks->costs;
    for (uint32_t i = 0; i < atlas->square_count; i++) {
        if (atlas->squares[i]) {
            landmarks->squares[i] = next;
            next[0] = atlas->squares[i]->region_count;
            next += landmarks_room(next[0]);
        }
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
    const uint32_t count = after ? after->region_count : 0;
    const uint32_t known = before ? before->region_count : 0;
    const bool told = landmarks->atlas->flags[square] & WAYI_ATLAS_TOLD;
    if (!landmarks->costs) {
        return;
    }
    way_cost *list = landmarks->squares[square];
    if (count != known) {
        const size_t kept = landmarks_room(count < known ? count : known);
        way_cost *others =
            wayi_alloc(&landmarks->allocator, count ? landmarks_room(count) : 0, sizeof *others);
        if (count && !others) {
            wayi_landmarks_fini(landmarks);
            return;
        }
        if (others && list) {
            memcpy(others, list, kept * sizeof *others);
        }
        if (others) {
            others[0] = count;
        }
        landmarks_put(landmarks, square, others);
        list = others;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (i >= known ||
            wayi_atlas_regions(before)[i].place != wayi_atlas_regions(after)[i].place) {
            memset(list + landmarks_room(i), 0xff, WAYI_LANDMARKS * sizeof *list);
        }
    }
    if ((!told && !wayi_path_buffer_push(&landmarks->due, square)) ||
        !wayi_signs_follow(landmarks, square, before, after)) {
        wayi_landmarks_fini(landmarks);
        return;
    }
    landmarks->atlas->flags[square] |= WAYI_ATLAS_TOLD;
}

/// Looks what the links from and to a region change; false without memory.
static bool landmarks_learn(wayi_landmarks *landmarks, uint32_t id)
{
    const wayi_atlas *atlas = landmarks->atlas;
    const wayi_atlas_region *region = wayi_atlas_region_at(atlas, id);
    const way_cost *own = wayi_landmarks_at(landmarks, id);
    bool fits = true;
    for (uint32_t i = 0; i < region->link_count; i++) {
        const wayi_atlas_link link = wayi_atlas_link_at(atlas, id, i);
        const way_cost *other = wayi_landmarks_at(landmarks, link.to);
        wayi_atlas_link back = {.cost = WAY_COST_MAX};
        (void)wayi_atlas_link_between(atlas, link.to, id, &back);
        for (uint32_t k = 0; own && other && k < WAYI_LANDMARKS && fits; k++) {
            fits = landmarks_reach(landmarks, &landmarks->open, link.to, k,
                                   way_cost_add(own[k], link.cost)) &&
                   landmarks_reach(landmarks, &landmarks->open, id, k,
                                   way_cost_add(other[k], back.cost));
        }
    }
    return fits;
}

/// The same for all regions of a square.
static bool landmarks_learn_square(wayi_landmarks *landmarks, uint32_t square, uint32_t *work)
{
    const wayi_atlas *atlas = landmarks->atlas;
    const wayi_atlas_block *block = atlas->squares[square];
    bool fits = true;
    for (uint32_t i = 0; block && i < block->region_count && fits; i++) {
        const uint32_t id = square << atlas->bits | i;
        if (wayi_atlas_region_at(atlas, id)) {
            *work += 1 + 2u * wayi_atlas_regions(block)[i].link_count;
            fits = landmarks_learn(landmarks, id);
        }
    }
    return fits;
}

way_status wayi_landmarks_mend(wayi_landmarks *landmarks, uint32_t *budget, bool *done)
{
    wayi_path_buffer *due = &landmarks->due;
    bool fits = true;
    while (*budget && fits && (landmarks->open.count || due->count)) {
        uint32_t work = 1;
        if (landmarks->open.count) {
            fits = landmarks_spread(landmarks, &landmarks->open);
        } else {
            const uint32_t square = due->states[--due->count];
            landmarks->atlas->flags[square] &= (uint16_t)~WAYI_ATLAS_TOLD;
            fits = landmarks_learn_square(landmarks, square, &work);
        }
        landmarks->worked += work;
        *budget -= work < *budget ? work : *budget;
    }
    *done = fits && landmarks->open.count == 0 && due->count == 0;
    if (*done) {
        wayi_heap_fini(&landmarks->open);
        wayi_path_buffer_fini(due);
        fits = wayi_signs_mend(landmarks, budget, done);
    }
    if (!fits) {
        wayi_landmarks_fini(landmarks); // nobody needs them
        *done = true;
    }
    return WAY_STATUS_OK;
}

// Files -------------------------------------------------------------------------------------------

void wayi_landmarks_save(const wayi_landmarks *landmarks, wayi_blob_writer *writer)
{
    const uint32_t count = landmarks->costs ? landmarks->atlas->square_count : 0;
    size_t size = 0;
    for (uint32_t i = 0; i < count; i++) {
        size += landmarks->squares[i] ? landmarks_room(landmarks->squares[i][0]) : 0;
    }
    way_cost *out = wayi_blob_reserve(writer, LANDMARKS_COSTS, sizeof *out, size);
    for (uint32_t i = 0; out && i < count; i++) {
        if (landmarks->squares[i]) {
            const size_t room = landmarks_room(landmarks->squares[i][0]);
            memcpy(out, landmarks->squares[i], room * sizeof *out);
            out += room;
        }
    }
    wayi_signs_save(landmarks, writer);
}

way_status wayi_landmarks_open(wayi_landmarks *landmarks, const wayi_blob *blob)
{
    wayi_atlas *atlas = landmarks->atlas;
    size_t size = 0;
    const way_cost *costs = wayi_blob_section(blob, LANDMARKS_COSTS, sizeof *costs, &size);
    if (!costs) {
        return WAY_STATUS_BAD_FORMAT;
    }
    if (size == 0) {
        return WAY_STATUS_OK; // there was no memory for them
    }
    if (!landmarks_allocate(landmarks)) {
        return WAY_STATUS_NO_MEMORY;
    }
    bool sound = size == landmarks->size;
    for (uint32_t i = 0; i < atlas->square_count && sound; i++) {
        const way_cost *square = landmarks->squares[i];
        sound = !square || costs[square - landmarks->costs] == square[0];
    }
    if (sound) {
        memcpy(landmarks->costs, costs, size * sizeof *costs);
        atlas->changed = landmarks_follow;
        atlas->user = landmarks;
    }
    return sound ? wayi_signs_open(landmarks, blob) : WAY_STATUS_BAD_FORMAT;
}
