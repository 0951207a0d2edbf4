// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Building a pyramid: each level takes two passes over its blocks, group the children, then find
// the links between the groups.
//
// Repairing it after edits is the same for some blocks, level by level from the bottom. Blocks with
// edits are grouped again, then linked again. If one has turned out as it was, nothing else needs
// to know. Otherwise those around it are linked again, too, and the block above is grouped again. A
// block has few nodes on every level, so a repair costs about the same per level. A block that
// there is no memory for stays listed: the next repair goes on with it.
#include "lab/hierarchical/pyramid.h"
#include "map/grid/layer.h"

/// Blocks are handed to threads in so many pieces.
#define PYRAMID_PIECES 32u
/// Children whose links are looked at for a unit of work.
#define PYRAMID_REPAIR_LINKS 8u

// Memory ------------------------------------------------------------------------------------------

static void pyramid_scratch_init(wayi_pyramid_scratch *scratch, const way_allocator *allocator)
{
    *scratch = (wayi_pyramid_scratch){.allocator = *allocator};
    wayi_path_buffer_init(&scratch->children, allocator);
    wayi_path_buffer_init(&scratch->first, allocator);
    wayi_path_buffer_init(&scratch->list, allocator);
    wayi_path_buffer_init(&scratch->groups, allocator);
    wayi_path_buffer_init(&scratch->around, allocator);
    wayi_path_buffer_init(&scratch->made, allocator);
}

static void pyramid_scratch_fini(wayi_pyramid_scratch *scratch)
{
    wayi_path_buffer_fini(&scratch->children);
    wayi_path_buffer_fini(&scratch->first);
    wayi_path_buffer_fini(&scratch->list);
    wayi_path_buffer_fini(&scratch->groups);
    wayi_path_buffer_fini(&scratch->around);
    wayi_path_buffer_fini(&scratch->made);
    WAYI_FREE(&scratch->allocator, scratch->pairs, scratch->pair_capacity);
}

bool wayi_pyramid_init(wayi_pyramid *pyramid, const way_navigator *navigator)
{
    const wayi_grid *grid = wayi_space_grid(navigator->space);
    *pyramid = (wayi_pyramid){.grid = grid,
                              .cell_count = grid->map->cell_count,
                              .levels[0] = {.columns = grid->map->width, .rows = grid->map->height},
                              .level_count = 1,
                              .allocator = navigator->allocator};
    pyramid_scratch_init(&pyramid->scratch, &pyramid->allocator);
    pyramid->places = wayi_alloc(&pyramid->allocator, pyramid->cell_count, 1);
    return pyramid->places;
}

void wayi_pyramid_discard(way_navigator *navigator)
{
    wayi_pyramid *pyramid = navigator->database;
    for (uint32_t i = 1; i < pyramid->level_count; i++) {
        wayi_pyramid_level *level = &pyramid->levels[i];
        const uint32_t count = level->columns * level->rows;
        for (uint32_t k = 0; k < count; k++) {
            (void)wayi_pyramid_put(pyramid, level, &level->blocks[k], 0, 0, NULL);
        }
        WAYI_FREE(&pyramid->allocator, level->blocks, count);
        wayi_path_buffer_fini(&level->lists[WAYI_PYRAMID_GROUP]);
        wayi_path_buffer_fini(&level->lists[WAYI_PYRAMID_LINK]);
    }
    wayi_free(&pyramid->allocator, pyramid->places, pyramid->cell_count, 1);
    pyramid_scratch_fini(&pyramid->scratch);
}

// Levels ------------------------------------------------------------------------------------------

typedef struct pyramid_build_work {
    wayi_pyramid *pyramid;
    uint32_t level;
    uint32_t block_count;
    wayi_pyramid_pass pass;
} pyramid_build_work;

static way_status pyramid_status(const wayi_pyramid_scratch *scratch, bool fits)
{
    return fits ? WAY_STATUS_OK : scratch->large ? WAY_STATUS_TOO_LARGE : WAY_STATUS_NO_MEMORY;
}

static way_status pyramid_build_do_piece(uint32_t index, void *argument)
{
    const pyramid_build_work *work = argument;
    const uint64_t count = work->block_count;
    const uint32_t last = (uint32_t)(count * (index + 1) / PYRAMID_PIECES);
    wayi_pyramid_scratch scratch;
    pyramid_scratch_init(&scratch, &work->pyramid->allocator);
    bool fits = true;
    for (uint32_t i = (uint32_t)(count * index / PYRAMID_PIECES); i < last && fits; i++) {
        bool changed = false;
        fits = wayi_pyramid_make(work->pyramid, work->level, i, work->pass, &scratch, &changed);
    }
    pyramid_scratch_fini(&scratch);
    return pyramid_status(&scratch, fits);
}

static way_status pyramid_build_fill_level(wayi_pyramid *pyramid, uint32_t index,
                                           const way_job *job)
{
    const wayi_pyramid_level *level = &pyramid->levels[index];
    pyramid_build_work work = {pyramid, index, level->columns * level->rows, WAYI_PYRAMID_GROUP};
    // Of all that is to be done each level is half of what is left.
    const uint32_t left = 1000u >> (index < 10 ? index : 10);
    const wayi_job_stage first = {job, 1000 - 2 * left, 1000 - left - left / 2};
    const wayi_job_stage second = {job, 1000 - left - left / 2, 1000 - left};
    const way_status status = wayi_job_run(first, PYRAMID_PIECES, pyramid_build_do_piece, &work);
    work.pass = WAYI_PYRAMID_LINK;
    return status == WAY_STATUS_OK
               ? wayi_job_run(second, PYRAMID_PIECES, pyramid_build_do_piece, &work)
               : status;
}

wayi_pyramid_level *wayi_pyramid_add_level(wayi_pyramid *pyramid)
{
    const way_map *map = pyramid->grid->map;
    const uint32_t index = pyramid->level_count++;
    wayi_pyramid_level *level = &pyramid->levels[index];
    *level = (wayi_pyramid_level){.shift_x = WAYI_PYRAMID_SHIFT, .shift_y = WAYI_PYRAMID_SHIFT};
    for (uint32_t i = 0; i < index; i++) {
        const bool wide = map->width > 1u << level->shift_x;
        const bool high = map->height > 1u << level->shift_y;
        const bool across = wide && (!high || level->shift_x <= level->shift_y);
        level->shift_x += across;
        level->shift_y += high && !across;
    }
    level->columns = ((map->width - 1) >> level->shift_x) + 1;
    level->rows = ((map->height - 1) >> level->shift_y) + 1;
    level->bits = level->shift_x + level->shift_y < 16 ? level->shift_x + level->shift_y : 16;
    level->wide = index > WAYI_PYRAMID_NARROW;
    for (uint32_t i = 0; i < 9; i++) {
        level->ways[i] = (i / 3 - 1) * level->columns + i % 3 - 1;
    }
    wayi_path_buffer_init(&level->lists[WAYI_PYRAMID_GROUP], &pyramid->allocator);
    wayi_path_buffer_init(&level->lists[WAYI_PYRAMID_LINK], &pyramid->allocator);
    level->blocks = wayi_alloc_zero(&pyramid->allocator, (size_t)level->columns * level->rows,
                                    sizeof *level->blocks);
    pyramid->level_count -= !level->blocks;
    return level->blocks ? level : NULL;
}

bool wayi_pyramid_has_links(const wayi_pyramid_level *level)
{
    bool found = false;
    for (uint32_t i = 0; i < level->columns * level->rows && !found; i++) {
        found = level->blocks[i].edge_count > 0;
    }
    return found;
}

/// Adds levels until the last one has no links. CANCELLED, NO_MEMORY, TOO_LARGE.
way_status wayi_pyramid_prepare(way_navigator *navigator, const way_job *job)
{
    wayi_pyramid *pyramid = navigator->database;
    way_status status =
        wayi_pyramid_init(pyramid, navigator) ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
    while (status == WAY_STATUS_OK && pyramid->level_count + 1 < WAYI_PYRAMID_LEVELS &&
           (wayi_pyramid_is_low(pyramid) ||
            wayi_pyramid_has_links(&pyramid->levels[pyramid->level_count - 1]))) {
        status = wayi_pyramid_add_level(pyramid)
                     ? pyramid_build_fill_level(pyramid, pyramid->level_count - 1, job)
                     : WAY_STATUS_NO_MEMORY;
    }
    return status;
}

// Lists of repairs --------------------------------------------------------------------------------

/// Makes room for lists of all blocks; false without memory.
static bool pyramid_repair_reserve(wayi_pyramid *pyramid)
{
    bool fits = true;
    for (uint32_t i = 1; i < pyramid->level_count && fits; i++) {
        wayi_pyramid_level *level = &pyramid->levels[i];
        const uint32_t count = level->columns * level->rows;
        fits = wayi_path_buffer_reserve(&level->lists[WAYI_PYRAMID_GROUP], count) &&
               wayi_path_buffer_reserve(&level->lists[WAYI_PYRAMID_LINK], count);
    }
    return fits;
}

/// Lists a block to be made again by a pass, unless it is.
static void pyramid_repair_list(wayi_pyramid_level *level, wayi_pyramid_pass pass, uint32_t block)
{
    wayi_path_buffer *list = &level->lists[pass];
    if (!level->blocks[block].listed[pass]) {
        list->states[list->count++] = block;
    }
    level->blocks[block].listed[pass] = true;
}

/// Lists a few blocks of noted rectangles.
static void pyramid_repair_note(wayi_pyramid *pyramid)
{
    const wayi_grid *grid = pyramid->grid;
    wayi_pyramid_level *level = &pyramid->levels[1];
    wayi_notes *notes = &pyramid->notes;
    for (uint32_t i = 0; i < WAYI_NOTES_UNIT && notes->count; i++) {
        uint32_t column;
        uint32_t row;
        wayi_notes_take(notes,
                        wayi_layer_touched(grid->map, grid->layer, notes->rects[notes->count - 1]),
                        1u << level->shift_x, 1u << level->shift_y, &column, &row);
        pyramid_repair_list(level, WAYI_PYRAMID_GROUP, row * level->columns + column);
    }
}

/// The block above one is to be grouped again.
static void pyramid_repair_above(wayi_pyramid *pyramid, uint32_t index, uint32_t id)
{
    const wayi_pyramid_level *level = &pyramid->levels[index];
    wayi_pyramid_level *above = &pyramid->levels[index + 1];
    if (index + 1 < pyramid->level_count) {
        pyramid_repair_list(above, WAYI_PYRAMID_GROUP,
                            wayi_pyramid_block_at(above, id % level->columns << level->shift_x,
                                                  id / level->columns << level->shift_y));
    }
}

// Repairs -----------------------------------------------------------------------------------------

/// Groups a block again. False without memory, and then it is to be done again.
static bool pyramid_repair_group(wayi_pyramid *pyramid, uint32_t index, uint32_t id)
{
    wayi_pyramid_level *level = &pyramid->levels[index];
    bool changed = false;
    if (!wayi_pyramid_make(pyramid, index, id, WAYI_PYRAMID_GROUP, &pyramid->scratch, &changed)) {
        return false;
    }
    pyramid->worked += pyramid->scratch.children.count;
    if (changed) {
        level->blocks[id].torn = true;
        pyramid_repair_above(pyramid, index, id);
    }
    pyramid_repair_list(level, WAYI_PYRAMID_LINK, id);
    return true;
}

/// Links a block again; *changed says whether that made a difference. The block above must know if
/// some node has got its first links or lost its last. False without memory.
static bool pyramid_repair_relink(wayi_pyramid *pyramid, uint32_t index, uint32_t id, bool *changed)
{
    const wayi_pyramid_scratch *scratch = &pyramid->scratch;
    if (!wayi_pyramid_make(pyramid, index, id, WAYI_PYRAMID_LINK, &pyramid->scratch, changed)) {
        return false;
    }
    pyramid->worked += 1 + scratch->children.count / PYRAMID_REPAIR_LINKS;
    pyramid->repaired += *changed;
    if (scratch->apart) {
        pyramid_repair_above(pyramid, index, id);
    }
    return true;
}

/// Links a block again, and those around it if it has changed; those that are listed see for
/// themselves. The last level has one block: if that may get links there must be another one above.
/// False without memory.
static bool pyramid_repair_link(wayi_pyramid *pyramid, uint32_t index, uint32_t id)
{
    const wayi_pyramid_level *level = &pyramid->levels[index];
    wayi_pyramid_block *block = &level->blocks[id];
    if (index + 1 == pyramid->level_count && index + 2 < WAYI_PYRAMID_LEVELS && block->node_count &&
        !(wayi_pyramid_add_level(pyramid) && pyramid_repair_reserve(pyramid))) {
        return false;
    }
    bool changed = false;
    bool fits = pyramid_repair_relink(pyramid, index, id, &changed);
    block->torn |= changed; // until those around know
    for (uint32_t i = 0; i < 9 && block->torn && fits; i++) {
        const uint32_t x = id % level->columns + i % 3 - 1;
        const uint32_t y = id / level->columns + i / 3 - 1;
        const uint32_t beside = y * level->columns + x;
        if (x < level->columns && y < level->rows && beside != id &&
            !level->blocks[beside].listed[WAYI_PYRAMID_LINK]) {
            fits = pyramid_repair_relink(pyramid, index, beside, &changed);
        }
    }
    if (fits && block->torn) {
        pyramid_repair_above(pyramid, index, id);
        block->torn = false;
    }
    return fits;
}

/// Lists blocks or does the next one of the lowest level that has one; its cost is taken off the
/// budget. False without memory.
static bool pyramid_repair_next(wayi_pyramid *pyramid, uint32_t *budget, bool *done)
{
    if (pyramid->notes.count) {
        pyramid_repair_note(pyramid);
        pyramid->worked += wayi_budget_take(budget, 1);
        return true;
    }
    // Level by level, both passes of each.
    uint32_t at = 2;
    while (at < 2 * pyramid->level_count && pyramid->levels[at / 2].lists[at % 2].count == 0) {
        at++;
    }
    *done = at == 2 * pyramid->level_count;
    if (*done) {
        return true;
    }
    wayi_pyramid_level *level = &pyramid->levels[at / 2];
    const uint64_t before = pyramid->worked++;
    const uint32_t id = level->lists[at % 2].states[level->lists[at % 2].count - 1];
    const bool fits = at % 2 == WAYI_PYRAMID_GROUP ? pyramid_repair_group(pyramid, at / 2, id)
                                                   : pyramid_repair_link(pyramid, at / 2, id);
    if (fits) {
        level->lists[at % 2].count--;
        level->blocks[id].listed[at % 2] = false;
    }
    wayi_budget_take(budget, (uint32_t)(pyramid->worked - before));
    pyramid->repaired++;
    return fits;
}

way_status wayi_pyramid_repair(way_navigator *navigator, const way_rect *rects, uint32_t count,
                               uint32_t budget, bool *done)
{
    wayi_pyramid *pyramid = navigator->database;
    const uint64_t before = pyramid->worked;
    *done = false;
    if (!pyramid_repair_reserve(pyramid)) {
        return WAY_STATUS_NO_MEMORY;
    }
    for (uint32_t i = 0; i < count; i++) {
        wayi_notes_add(&pyramid->notes, rects[i]);
    }
    bool fits = true;
    while (fits && !*done && budget > 0) {
        fits = pyramid_repair_next(pyramid, &budget, done);
    }
    navigator->repaired += pyramid->worked - before;
    return pyramid_status(&pyramid->scratch, fits);
}
