// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/atlas/repairs.h"

#include <string.h>

// Setting up --------------------------------------------------------------------------------------

static void repairs_destroy(wayi_repairs *repairs)
{
    if (!repairs) {
        return;
    }
    const way_allocator allocator = repairs->allocator;
    wayi_atlas_tools_fini(&repairs->tools);
    wayi_atlas_tools_fini(&repairs->cutter);
    wayi_hash_table_fini(&repairs->places);
    wayi_path_buffer_fini(&repairs->cuts);
    wayi_path_buffer_fini(&repairs->borders);
    wayi_free(&allocator, repairs->labels, repairs->label_count, sizeof *repairs->labels);
    wayi_free(&allocator, repairs->queue, repairs->capacity, sizeof *repairs->queue);
    wayi_free(&allocator, repairs, 1, sizeof *repairs);
}

static wayi_repairs *repairs_create(wayi_atlas *atlas)
{
    wayi_repairs *repairs = wayi_alloc_zero(&atlas->allocator, 1, sizeof *repairs);
    const uint32_t tiles = WAYI_REPAIRS_TILES(atlas->config.side);
    const size_t cells = (size_t)tiles * tiles * atlas->config.side * atlas->config.side;
    if (!repairs) {
        return NULL;
    }
    repairs->allocator = atlas->allocator;
    wayi_hash_table_init(&repairs->places, &repairs->allocator);
    wayi_path_buffer_init(&repairs->cuts, &repairs->allocator);
    wayi_path_buffer_init(&repairs->borders, &repairs->allocator);
    memset(repairs->labelled, 0xff, sizeof repairs->labelled);
    repairs->labels = wayi_alloc(&repairs->allocator, cells, sizeof *repairs->labels);
    repairs->label_count = repairs->labels ? cells : 0;
    const bool tools = wayi_atlas_tools_init(&repairs->tools, atlas, true);
    if (!wayi_atlas_tools_init(&repairs->cutter, atlas, false) || !tools ||
        repairs->label_count != cells) {
        repairs_destroy(repairs);
        return NULL;
    }
    return repairs;
}

// Marking -----------------------------------------------------------------------------------------

/// Grows a rectangle to hold another one.
static void repairs_join(way_rect *rect, way_rect more)
{
    *rect = rect->width ? wayi_rect_join(*rect, more) : more;
}

/// Adds to what changed around a square; `cut`: it must be cut, too.
static void repairs_add(wayi_repairs_square *square, const wayi_repairs_part *part, bool cut)
{
    if (part->rect.width == 0) {
        return;
    }
    uint32_t i = 0;
    while (i < square->part_count && i + 1 < WAYI_REPAIRS_PARTS &&
           (square->parts[i].moved != part->moved ||
            !wayi_rect_meets(square->parts[i].rect, part->rect))) {
        i++;
    }
    if (i == square->part_count) {
        square->parts[square->part_count++] = *part;
    }
    repairs_join(&square->parts[i].rect, part->rect);
    square->parts[i].edited |= part->edited;
    square->parts[i].opened |= part->opened;
    square->parts[i].moved |= part->moved;
    if (cut) {
        repairs_join(&square->cut, part->rect);
    }
}

/// If the records of a square are under way they start over.
static void repairs_restart(wayi_repairs *repairs, uint32_t square)
{
    uint32_t *current = &repairs->tools.current;
    *current = *current == square ? UINT32_MAX : *current;
}

/// Puts a square into the queue of records, or adds to what changed around it; false without
/// memory.
static bool repairs_queue(wayi_atlas *atlas, uint32_t square, const wayi_repairs_part *part,
                          bool cut)
{
    wayi_repairs *repairs = atlas->repairs;
    const uint32_t *known = wayi_hash_table_find(&repairs->places, square);
    const uint32_t index = known ? *known : repairs->count;
    if (!known) {
        if (!wayi_grow(&repairs->allocator, (void **)&repairs->queue, &repairs->capacity,
                       repairs->count + 1, sizeof *repairs->queue) ||
            !wayi_hash_table_get_or_add(&repairs->places, square, repairs->count)) {
            return false;
        }
        repairs->queue[repairs->count++] = (wayi_repairs_square){.square = square};
    }
    repairs_add(&repairs->queue[index], part, cut);
    repairs_restart(repairs, square);
    return true;
}

/// Where the labels of a square are kept.
static uint32_t repairs_tile(const wayi_atlas *atlas, uint32_t square)
{
    const uint32_t tiles = WAYI_REPAIRS_TILES(atlas->config.side);
    return square / atlas->columns % tiles * tiles + square % atlas->columns % tiles;
}

/// Forgets the labels of a square.
static void repairs_unlabel(wayi_atlas *atlas, uint32_t square)
{
    uint32_t *labelled = &atlas->repairs->labelled[repairs_tile(atlas, square)];
    *labelled = *labelled == square ? UINT32_MAX : *labelled;
}

/// Marks a square; false without memory.
static bool repairs_mark(wayi_atlas *atlas, uint32_t square, uint32_t flags,
                         const wayi_repairs_part *part)
{
    wayi_repairs *repairs = atlas->repairs;
    const uint32_t fresh = flags & ~(uint32_t)atlas->flags[square];
    if (flags & WAYI_ATLAS_CUT) {
        repairs_unlabel(atlas, square);
    }
    if (((fresh & WAYI_ATLAS_CUT) && !wayi_path_buffer_push(&repairs->cuts, square)) ||
        ((fresh & WAYI_ATLAS_BORDERS) && !wayi_path_buffer_push(&repairs->borders, square)) ||
        ((flags & WAYI_ATLAS_RECORDS) &&
         !repairs_queue(atlas, square, part, flags & WAYI_ATLAS_CUT))) {
        return false;
    }
    atlas->flags[square] |= (uint16_t)flags;
    return true;
}

/// Marks the squares up to `reach` around those of an area.
static bool repairs_mark_around(wayi_atlas *atlas, way_rect area, uint32_t reach, uint32_t flags,
                                const wayi_repairs_part *part)
{
    const uint32_t side = atlas->config.side;
    const uint32_t left = area.x / side;
    const uint32_t top = area.y / side;
    const way_rect own = {left, top, (area.x + area.width - 1) / side - left + 1,
                          (area.y + area.height - 1) / side - top + 1};
    const way_rect rect = wayi_rect_grow(own, reach, atlas->columns, atlas->rows);
    bool fits = true;
    for (uint32_t i = 0; i < rect.width * rect.height && fits; i++) {
        fits = repairs_mark(atlas, wayi_rect_at(rect, i, atlas->columns), flags, part);
    }
    return fits;
}

/// Whether some cell of a rectangle can be entered and left by another way now: then it may have
/// been opened, and make ways shorter.
static bool repairs_is_open(const wayi_atlas *atlas, const way_rect *rect)
{
    const way_map *map = atlas->grid->map;
    if ((uint64_t)rect->width * rect->height > 64 || atlas->grid->layer->size > 1) {
        return true;
    }
    for (uint32_t i = 0; i < rect->width * rect->height; i++) {
        const uint32_t x = rect->x + i % rect->width;
        const uint32_t y = rect->y + i / rect->width;
        const uint32_t moves = map->moves[wayi_layer_around(map, atlas->grid->layer, x, y)];
        if (wayi_layer_has(map, atlas->grid->layer, x, y) && (moves & (moves - 1))) {
            return true;
        }
    }
    return false;
}

/// What a changed rectangle reaches: a larger unit stands with its top left corner, and steps look
/// at the cells beside them.
static wayi_repairs_part repairs_part(const wayi_atlas *atlas, const way_rect *rect)
{
    const way_map *map = atlas->grid->map;
    const uint32_t more = atlas->grid->layer->size - 1u;
    const uint32_t x = rect->x > more ? rect->x - more : 0;
    const uint32_t y = rect->y > more ? rect->y - more : 0;
    const way_rect own = {x, y, rect->x + rect->width - x, rect->y + rect->height - y};
    return (wayi_repairs_part){.rect = wayi_rect_grow(own, 1, map->width, map->height),
                               .edited = true,
                               .opened = repairs_is_open(atlas, rect)};
}

static way_status repairs_note(wayi_atlas *atlas, const way_rect *rects, uint32_t count)
{
    const way_map *map = atlas->grid->map;
    const wayi_repairs_part all = {.rect = {0, 0, map->width, map->height}, .edited = true};
    if (count && !atlas->repairs) {
        atlas->repairs = repairs_create(atlas);
        if (!atlas->repairs) {
            return WAY_STATUS_NO_MEMORY;
        }
    }
    bool fits = true;
    if (count && !atlas->recorded && atlas->grid->layer->weights) { // the first ones
        fits = repairs_mark_around(atlas, all.rect, 0, WAYI_ATLAS_RECORDS, &all);
        atlas->recorded = fits;
    }
    // A climb to a place may leave its square, but not farther than that is wide.
    const uint32_t near = atlas->config.cutoff ? 1 : 0;
    const uint32_t records = atlas->recorded ? WAYI_ATLAS_RECORDS : 0;
    for (uint32_t i = 0; i < count && fits; i++) {
        const wayi_repairs_part part = repairs_part(atlas, &rects[i]);
        fits = repairs_mark_around(atlas, part.rect, near, WAYI_ATLAS_CUT | records, &part) &&
               repairs_mark_around(atlas, part.rect, atlas->config.depth + 1, records, &part);
    }
    return fits ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

// Stages ------------------------------------------------------------------------------------------

/// Instead of a part of the map that changed.
static const wayi_repairs_part repairs_nothing;

/// Grows a part of the map to hold a cell, if it is one.
static void repairs_enclose(const way_map *map, wayi_repairs_part *part, way_cell cell)
{
    const uint32_t y = cell == WAY_CELL_NONE ? 0 : wayi_map_row(map, cell);
    if (cell != WAY_CELL_NONE) {
        repairs_join(&part->rect, (way_rect){cell - y * map->width, y, 1, 1});
    }
}

/// Marks the records that lead to or from places of the square that moved, came or went.
static bool repairs_mark_moves(wayi_atlas *atlas, uint32_t square)
{
    const wayi_path_buffer *places = &atlas->repairs->cutter.places;
    const wayi_atlas_block *block = atlas->squares[square];
    const uint32_t known = block ? block->region_count : 0;
    wayi_repairs_part moved = {.moved = true};
    for (uint32_t i = 0; atlas->recorded && (i < known || i < places->count); i++) {
        const way_cell old = i < known ? wayi_atlas_regions(block)[i].place : WAY_CELL_NONE;
        const way_cell now = i < places->count ? places->states[i] : WAY_CELL_NONE;
        if (old != now) {
            repairs_enclose(atlas->grid->map, &moved, old);
            repairs_enclose(atlas->grid->map, &moved, now);
        }
    }
    return moved.rect.width == 0 ||
           repairs_mark_around(atlas, wayi_atlas_rect(atlas, square), atlas->config.depth,
                               WAYI_ATLAS_TARGETS | WAYI_ATLAS_RECORDS, &moved);
}

/// Tells the squares around one that it is cut, itself last: its labels, which the others need, are
/// made first.
static bool repairs_mark_borders(wayi_atlas *atlas, uint32_t square)
{
    bool fits = true;
    for (uint32_t k = 0; k < 9 && fits; k++) {
        const uint32_t i = (k + 5) % 9;
        const uint32_t near = wayi_atlas_beside(atlas, square, i);
        const uint32_t flags = WAYI_ATLAS_BORDERS | (uint32_t)WAYI_ATLAS_BESIDE << (8 - i);
        fits = near == UINT32_MAX || repairs_mark(atlas, near, flags, &repairs_nothing);
    }
    return fits;
}

/// What has changed around a square since it was cut, where that is known; or NULL.
static way_rect *repairs_changed(const wayi_atlas *atlas, uint32_t square)
{
    const uint32_t *index = wayi_hash_table_find(&atlas->repairs->places, square);
    return index && atlas->config.cutoff ? &atlas->repairs->queue[*index].cut : NULL;
}

/// Finds the regions of a square again, unless no climb comes by what has changed.
static bool repairs_cut(wayi_atlas *atlas, uint32_t square)
{
    wayi_repairs *repairs = atlas->repairs;
    wayi_atlas_tools *cutter = &repairs->cutter;
    wayi_atlas_block *block = NULL;
    way_rect *changed = repairs_changed(atlas, square);
    if (!changed || wayi_atlas_is_concerned(atlas, square, changed, cutter)) {
        if (!repairs_mark_borders(atlas, square) ||
            !wayi_atlas_make_regions(atlas, square, cutter, &block)) {
            return false;
        }
        if (!repairs_mark_moves(atlas, square)) {
            wayi_atlas_give_back(atlas, block);
            return false;
        }
        repairs_restart(repairs, square);
        wayi_atlas_replace(atlas, square, block);
    }
    changed = repairs_changed(atlas, square);
    if (changed) {
        changed->width = 0;
    }
    repairs_unlabel(atlas, square);
    atlas->flags[square] &= (uint16_t)~WAYI_ATLAS_CUT;
    return true;
}

/// Gathers the labels of a square and of those beside it that were cut, or all around if it was cut
/// itself; NULL for others. Makes those of one whole square at most; false if there are more to
/// make.
static bool repairs_label(wayi_atlas *atlas, uint32_t square, uint32_t beside,
                          const uint16_t *labels[9])
{
    wayi_repairs *repairs = atlas->repairs;
    const size_t area = (size_t)atlas->config.side * atlas->config.side;
    const bool self = beside & WAYI_ATLAS_SELF;
    bool made = false;
    for (uint32_t k = 0; k < 9; k++) {
        const uint32_t i = (k + 4) % 9; // its own come first
        const uint32_t near = wayi_atlas_beside(atlas, square, i);
        labels[i] = NULL;
        if (near == UINT32_MAX || (i != 4 && !self && !(beside >> i & 1u))) {
            continue;
        }
        const uint32_t part = !atlas->config.cutoff ? WAYI_ATLAS_SELF
                              : i == 4              ? beside
                                                    : 1u << (8 - i);
        const uint32_t tile = repairs_tile(atlas, near);
        uint16_t *cells = repairs->labels + tile * area;
        const bool known =
            repairs->labelled[tile] == near && !(part & ~(uint32_t)repairs->beside[tile]);
        if (!known && made) {
            return false;
        }
        if (!known) {
            wayi_atlas_label(atlas, near, part, cells, &repairs->cutter);
            made = part & WAYI_ATLAS_SELF;
            repairs->labelled[tile] = near;
            repairs->beside[tile] = made ? WAYI_ATLAS_AROUND : (uint16_t)part;
        }
        labels[i] = cells;
    }
    return true;
}

static bool repairs_borders(wayi_atlas *atlas, uint32_t square)
{
    wayi_repairs *repairs = atlas->repairs;
    const uint16_t *labels[9];
    const uint32_t beside = (uint32_t)atlas->flags[square] / WAYI_ATLAS_BESIDE & WAYI_ATLAS_AROUND;
    if (!repairs_label(atlas, square, beside, labels)) {
        return true; // the next call goes on
    }
    wayi_atlas_block *block = NULL;
    bool changed = false;
    if (!wayi_atlas_make_borders(atlas, square, beside, labels, &repairs->cutter, &block,
                                 &changed)) {
        return false;
    }
    changed = changed && atlas->recorded;
    if (changed &&
        !repairs_mark_around(atlas, wayi_atlas_rect(atlas, square), atlas->config.depth - 1,
                             WAYI_ATLAS_TARGETS | WAYI_ATLAS_RECORDS, &repairs_nothing)) {
        wayi_atlas_give_back(atlas, block);
        return false;
    }
    repairs_restart(repairs, square);
    wayi_atlas_replace(atlas, square, block);
    atlas->flags[square] &=
        (uint16_t) ~(WAYI_ATLAS_BORDERS | WAYI_ATLAS_AROUND * WAYI_ATLAS_BESIDE);
    return true;
}

// Order -------------------------------------------------------------------------------------------

/// Takes a square out of the queue: the last one takes its place.
static void repairs_drop(wayi_repairs *repairs, uint32_t index)
{
    (void)wayi_hash_table_remove(&repairs->places, repairs->queue[index].square);
    repairs->queue[index] = repairs->queue[--repairs->count];
    if (index < repairs->count) {
        *wayi_hash_table_find(&repairs->places, repairs->queue[index].square) = index;
    }
}

/// Takes the next square off a list whose flag is still set, or UINT32_MAX.
static uint32_t repairs_pop(const wayi_atlas *atlas, wayi_path_buffer *list, uint32_t flag)
{
    while (list->count && !(atlas->flags[list->states[list->count - 1]] & flag)) {
        list->count--;
    }
    return list->count ? list->states[list->count - 1] : UINT32_MAX;
}

/// The square whose records come next, as an index into the queue.
static uint32_t repairs_turn(wayi_repairs *repairs)
{
    const uint32_t current = repairs->tools.current;
    const uint32_t *under_way =
        current == UINT32_MAX ? NULL : wayi_hash_table_find(&repairs->places, current);
    if (!under_way) {
        repairs->next = repairs->next + 1 < repairs->count ? repairs->next + 1 : 0;
    }
    return under_way ? *under_way : repairs->next;
}

/// Does the next piece of work: CAPACITY without memory, NO_PATH if there is none.
static way_outcome repairs_next(wayi_atlas *atlas, uint32_t *budget)
{
    wayi_repairs *repairs = atlas->repairs;
    const uint32_t cut = repairs_pop(atlas, &repairs->cuts, WAYI_ATLAS_CUT);
    if (cut != UINT32_MAX) {
        return repairs_cut(atlas, cut) ? WAY_OUTCOME_WORKING : WAY_OUTCOME_CAPACITY;
    }
    const uint32_t border = repairs_pop(atlas, &repairs->borders, WAYI_ATLAS_BORDERS);
    if (border != UINT32_MAX) {
        return repairs_borders(atlas, border) ? WAY_OUTCOME_WORKING : WAY_OUTCOME_CAPACITY;
    }
    if (repairs->count == 0) {
        return WAY_OUTCOME_NO_PATH;
    }
    const uint32_t index = repairs_turn(repairs);
    const uint32_t square = repairs->queue[index].square;
    wayi_atlas_block *block = NULL;
    const way_outcome outcome = wayi_atlas_make_records(atlas, square, &repairs->queue[index],
                                                        &repairs->tools, budget, &block);
    if (outcome == WAY_OUTCOME_FOUND) {
        wayi_atlas_replace(atlas, square, block);
        atlas->flags[square] &= (uint16_t) ~(WAYI_ATLAS_RECORDS | WAYI_ATLAS_TARGETS);
        repairs_drop(repairs, index);
    }
    return outcome == WAY_OUTCOME_CAPACITY ? outcome : WAY_OUTCOME_WORKING;
}

way_status wayi_atlas_repair(wayi_atlas *atlas, const way_rect *rects, uint32_t count,
                             uint32_t *budget, bool *done)
{
    const way_status status = repairs_note(atlas, rects, count);
    wayi_repairs *repairs = atlas->repairs;
    *done = status == WAY_STATUS_OK && !repairs;
    while (status == WAY_STATUS_OK && repairs && *budget) {
        const uint64_t before = repairs->tools.work + repairs->cutter.work;
        uint32_t left = *budget;
        const way_outcome outcome = repairs_next(atlas, &left);
        if (outcome == WAY_OUTCOME_CAPACITY) {
            return WAY_STATUS_NO_MEMORY;
        }
        if (outcome == WAY_OUTCOME_NO_PATH) {
            repairs_destroy(repairs);
            atlas->repairs = NULL;
            *done = true;
            break;
        }
        const uint64_t worked = repairs->tools.work + repairs->cutter.work - before + 1;
        atlas->repaired += wayi_budget_take(budget, worked);
    }
    return status;
}

void wayi_atlas_fini(wayi_atlas *atlas)
{
    repairs_destroy(atlas->repairs);
    atlas->repairs = NULL;
    wayi_atlas_release(atlas);
}
