// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/atlas/repairs.h"

#include <string.h>

/// What lies so many squares around favoured cells comes first.
#define REPAIRS_FAVOURED 3u

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
    wayi_openings_fini(&repairs->openings);
    for (uint32_t i = 0; i < repairs->count; i++) {
        wayi_path_buffer_fini(&repairs->queue[i].owed);
    }
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
    wayi_openings_init(&repairs->openings, &repairs->allocator);
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
static void repairs_add(wayi_repairs_square *square, way_rect part, bool cut)
{
    uint32_t i = 0;
    while (i < square->part_count && i + 1 < WAYI_REPAIRS_PARTS &&
           !wayi_rect_meets(square->parts[i], part)) {
        i++;
    }
    if (i == square->part_count) {
        square->parts[square->part_count++] = part;
    }
    repairs_join(&square->parts[i], part);
    if (cut) {
        repairs_join(&square->cut, part);
    }
}

/// If the records of a square are under way they start over.
static void repairs_restart(wayi_repairs *repairs, uint32_t square)
{
    uint32_t *current = &repairs->tools.current;
    *current = *current == square ? UINT32_MAX : *current;
}

/// The square in the queue of records, put there if it was not; NULL without memory.
static wayi_repairs_square *repairs_queue(wayi_atlas *atlas, uint32_t square)
{
    wayi_repairs *repairs = atlas->repairs;
    const uint32_t *known = wayi_hash_table_find(&repairs->places, square);
    const uint32_t index = known ? *known : repairs->count;
    if (!known) {
        if (!wayi_grow(&repairs->allocator, (void **)&repairs->queue, &repairs->capacity,
                       repairs->count + 1, sizeof *repairs->queue) ||
            !wayi_hash_table_get_or_add(&repairs->places, square, repairs->count)) {
            return NULL;
        }
        repairs->queue[repairs->count] = (wayi_repairs_square){.square = square};
        wayi_path_buffer_init(&repairs->queue[repairs->count++].owed, &repairs->allocator);
        repairs->queue[index].near_made = true;
    }
    repairs->near_left += repairs->queue[index].near_made && !atlas->config.bare;
    repairs->queue[index].near_made = atlas->config.bare; // all of theirs are near
    repairs_restart(repairs, square);
    atlas->flags[square] |= WAYI_ATLAS_RECORDS;
    return &repairs->queue[index];
}

bool wayi_repairs_owe(wayi_atlas *atlas, uint32_t id, uint32_t to)
{
    wayi_repairs_square *square = repairs_queue(atlas, id >> atlas->bits);
    const uint32_t link[] = {id & ((1u << atlas->bits) - 1u), to};
    return square && (wayi_repairs_owes(square, link[0], to) ||
                      wayi_path_buffer_append(&square->owed, link, 2));
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

/// Marks a square, which something has changed around if `part` is not empty; false without memory.
static bool repairs_mark(wayi_atlas *atlas, uint32_t square, uint32_t flags, way_rect part)
{
    wayi_repairs *repairs = atlas->repairs;
    const uint32_t fresh = flags & ~(uint32_t)atlas->flags[square];
    if (flags & WAYI_ATLAS_CUT) {
        repairs_unlabel(atlas, square);
    }
    if (((fresh & WAYI_ATLAS_CUT) && !wayi_path_buffer_push(&repairs->cuts, square)) ||
        ((fresh & WAYI_ATLAS_BORDERS) && !wayi_path_buffer_push(&repairs->borders, square))) {
        return false;
    }
    wayi_repairs_square *entry = flags & WAYI_ATLAS_RECORDS ? repairs_queue(atlas, square) : NULL;
    if (entry && part.width) {
        repairs_add(entry, part, flags & WAYI_ATLAS_CUT);
    }
    atlas->flags[square] |= (uint16_t)flags;
    return entry || !(flags & WAYI_ATLAS_RECORDS);
}

way_rect wayi_repairs_around(const wayi_atlas *atlas, way_rect area, uint32_t reach)
{
    const uint32_t side = atlas->config.side;
    const uint32_t left = area.x / side;
    const uint32_t top = area.y / side;
    const way_rect own = {left, top, (area.x + area.width - 1) / side - left + 1,
                          (area.y + area.height - 1) / side - top + 1};
    return wayi_rect_grow(own, reach, atlas->columns, atlas->rows);
}

/// Marks the squares up to `reach` around those of an area.
static bool repairs_mark_around(wayi_atlas *atlas, way_rect area, uint32_t reach, uint32_t flags,
                                way_rect part)
{
    const way_rect rect = wayi_repairs_around(atlas, area, reach);
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

/// Where somebody may stand who fills a cell of a rectangle: a larger unit stands with its top left
/// corner.
static way_rect repairs_stands(const wayi_atlas *atlas, way_rect rect)
{
    const uint32_t more = atlas->grid->layer->size - 1u;
    const uint32_t x = rect.x > more ? rect.x - more : 0;
    const uint32_t y = rect.y > more ? rect.y - more : 0;
    return (way_rect){x, y, rect.x + rect.width - x, rect.y + rect.height - y};
}

/// Notes what a rectangle may have opened; false without memory.
static bool repairs_note_opening(wayi_atlas *atlas, const way_rect *rect)
{
    const way_rect own = repairs_stands(atlas, *rect);
    const uint32_t words[] = {own.x, own.y, own.width, own.height};
    return atlas->config.bare || !repairs_is_open(atlas, rect) ||
           wayi_path_buffer_append(&atlas->repairs->openings.waiting, words, 4);
}

static way_status repairs_note(wayi_atlas *atlas, const way_rect *rects, uint32_t count)
{
    const way_map *map = atlas->grid->map;
    const way_rect all = {0, 0, map->width, map->height};
    if (count && !atlas->repairs) {
        atlas->repairs = repairs_create(atlas);
        if (!atlas->repairs) {
            return WAY_STATUS_NO_MEMORY;
        }
    }
    bool fits = true;
    if (count && !atlas->recorded && atlas->grid->layer->weights) { // the first ones
        fits = repairs_mark_around(atlas, all, 0, WAYI_ATLAS_RECORDS, all);
        atlas->recorded = fits;
    }
    // A climb to a place may leave its square, but not farther than that is wide.
    const uint32_t near = atlas->config.cutoff ? 1 : 0;
    const uint32_t records = atlas->recorded ? WAYI_ATLAS_RECORDS : 0;
    for (uint32_t i = 0; i < count && fits; i++) {
        // Steps look at the cells beside them.
        const way_rect part =
            wayi_rect_grow(repairs_stands(atlas, rects[i]), 1, map->width, map->height);
        fits = repairs_note_opening(atlas, &rects[i]) &&
               repairs_mark_around(atlas, part, near, WAYI_ATLAS_CUT | records, part) &&
               repairs_mark_around(atlas, part, atlas->config.depth + 1, records, part);
    }
    return fits ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

// Stages ------------------------------------------------------------------------------------------

/// Instead of a part of the map that changed.
static const way_rect repairs_nothing;

/// Whether a region of a square is not where it was before the cutter looked.
static bool repairs_moves(const wayi_atlas *atlas, uint32_t square, uint32_t number)
{
    const wayi_path_buffer *places = &atlas->repairs->cutter.places;
    const wayi_atlas_block *block = atlas->squares[square];
    const way_cell old = number < wayi_atlas_region_numbers(block)
                             ? wayi_atlas_regions(block)[number].place
                             : WAY_CELL_NONE;
    const way_cell now = number < places->count ? places->states[number] : WAY_CELL_NONE;
    return old != now;
}

/// Owes the links from a square to places of another one that moved, came or went; false without
/// memory.
static bool repairs_owe_moves(wayi_atlas *atlas, uint32_t from, uint32_t square)
{
    const wayi_atlas_block *block = atlas->squares[from];
    const uint32_t mask = (1u << atlas->bits) - 1u;
    bool fits = true;
    for (uint32_t i = 0; i < wayi_atlas_region_numbers(block) && fits; i++) {
        const wayi_atlas_region *region = wayi_atlas_regions(block) + i;
        for (uint32_t k = 0; k < region->link_count && fits; k++) {
            way_cost cost = 0;
            const uint32_t to = wayi_atlas_hop(atlas, from, region->link_first + k, &cost);
            fits = to >> atlas->bits != square || !repairs_moves(atlas, square, to & mask) ||
                   wayi_repairs_owe(atlas, from << atlas->bits | i, to);
        }
        atlas->repairs->cutter.work += region->link_count / 32;
    }
    return fits;
}

/// Whether places of a square moved, came or went.
static bool repairs_moves_any(const wayi_atlas *atlas, uint32_t square)
{
    const uint32_t known = wayi_atlas_region_numbers(atlas->squares[square]);
    const uint32_t count = atlas->repairs->cutter.places.count;
    uint32_t i = 0;
    while (i < (known < count ? count : known) && !repairs_moves(atlas, square, i)) {
        i++;
    }
    return i < (known < count ? count : known);
}

/// Marks what that changes around it, before its new regions take their place.
static bool repairs_mark_moves(wayi_atlas *atlas, uint32_t square)
{
    const way_rect own = wayi_atlas_rect(atlas, square);
    const way_rect rect = wayi_repairs_around(atlas, own, atlas->config.depth);
    bool fits = repairs_mark_around(atlas, own, atlas->config.depth,
                                    WAYI_ATLAS_TARGETS | WAYI_ATLAS_RECORDS, repairs_nothing);
    for (uint32_t k = 0; k < rect.width * rect.height && fits; k++) {
        fits = repairs_owe_moves(atlas, wayi_rect_at(rect, k, atlas->columns), square);
    }
    return fits;
}

/// Tells the squares around one that was cut, itself last: its labels, which the others need, are
/// made first. Those that did not change beside are left alone, unless `all` may have changed;
/// `own`: it has to find its neighbours anew.
static bool repairs_mark_borders(wayi_atlas *atlas, uint32_t square, way_rect part, bool all,
                                 bool own)
{
    const way_map *map = atlas->grid->map;
    uint32_t sides = own ? WAYI_ATLAS_SELF : 0;
    bool fits = true;
    for (uint32_t k = 0; k < 8 && fits; k++) {
        const uint32_t i = (k + 5) % 9;
        const uint32_t near = wayi_atlas_beside(atlas, square, i);
        if (near == UINT32_MAX) {
            continue;
        }
        const way_rect reach =
            wayi_rect_grow(wayi_atlas_rect(atlas, near), 1, map->width, map->height);
        if (all || wayi_rect_meets(reach, part)) {
            sides |= 1u << i;
            fits = repairs_mark(atlas, near,
                                WAYI_ATLAS_BORDERS | (uint32_t)WAYI_ATLAS_BESIDE << (8 - i),
                                repairs_nothing);
        }
    }
    sides |= all ? WAYI_ATLAS_SELF : 0;
    return fits &&
           (!sides || repairs_mark(atlas, square, WAYI_ATLAS_BORDERS | sides * WAYI_ATLAS_BESIDE,
                                   repairs_nothing));
}

/// What has changed around a square since it was cut, or NULL if that is not known.
static way_rect *repairs_changed(const wayi_atlas *atlas, uint32_t square)
{
    const uint32_t *index = wayi_hash_table_find(&atlas->repairs->places, square);
    return index ? &atlas->repairs->queue[*index].cut : NULL;
}

/// Makes the labels of a square, and keeps them.
static const uint16_t *repairs_make_labels(wayi_atlas *atlas, uint32_t square, uint32_t part)
{
    wayi_repairs *repairs = atlas->repairs;
    const size_t area = (size_t)atlas->config.side * atlas->config.side;
    const uint32_t tile = repairs_tile(atlas, square);
    uint16_t *labels = repairs->labels + tile * area;
    wayi_atlas_label(atlas, square, part, labels, &repairs->cutter);
    repairs->labelled[tile] = square;
    repairs->beside[tile] = part & WAYI_ATLAS_SELF ? WAYI_ATLAS_AROUND : (uint16_t)part;
    return labels;
}

/// Tells whom a cut concerns: its outline says whether others see anything of it. With more cuts to
/// come than labels are kept for, its labels would be made twice.
static bool repairs_tell(wayi_atlas *atlas, uint32_t square, way_rect part, bool moved)
{
    const uint32_t tiles = WAYI_REPAIRS_TILES(atlas->config.side);
    uint64_t outline = 0;
    if (atlas->outlines && atlas->repairs->cuts.count <= tiles * tiles) {
        outline = wayi_atlas_outline(atlas, square,
                                     repairs_make_labels(atlas, square, WAYI_ATLAS_AROUND));
    }
    const bool all = outline == 0 || part.width == 0 || outline != atlas->outlines[square];
    if (!repairs_mark_borders(atlas, square, part, all, moved || atlas->config.cutoff)) {
        return false;
    }
    if (atlas->outlines) {
        atlas->outlines[square] = outline;
    }
    return true;
}

/// Finds the regions of a square again, unless no climb comes by what has changed.
static bool repairs_cut(wayi_atlas *atlas, uint32_t square)
{
    wayi_repairs *repairs = atlas->repairs;
    wayi_atlas_tools *cutter = &repairs->cutter;
    wayi_atlas_block *block = NULL;
    const way_rect *known = repairs_changed(atlas, square);
    const way_rect part = known ? *known : repairs_nothing;
    repairs_unlabel(atlas, square);
    if (!known || !atlas->config.cutoff || wayi_atlas_is_concerned(atlas, square, &part, cutter)) {
        if (!wayi_atlas_make_regions(atlas, square, cutter, &block)) {
            return false;
        }
        const bool moved = repairs_moves_any(atlas, square);
        if (moved && atlas->recorded && !repairs_mark_moves(atlas, square)) {
            wayi_atlas_give_back(atlas, block);
            return false;
        }
        repairs_restart(repairs, square);
        wayi_atlas_replace(atlas, square, block);
        if (!repairs_tell(atlas, square, part, moved)) {
            return false;
        }
    }
    way_rect *changed = repairs_changed(atlas, square);
    if (changed) {
        changed->width = 0;
    }
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
        const bool known =
            repairs->labelled[tile] == near && !(part & ~(uint32_t)repairs->beside[tile]);
        if (!known && made) {
            return false;
        }
        if (!known) {
            (void)repairs_make_labels(atlas, near, part);
            made = part & WAYI_ATLAS_SELF;
        }
        labels[i] = repairs->labels + tile * area;
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
                             WAYI_ATLAS_TARGETS | WAYI_ATLAS_RECORDS, repairs_nothing)) {
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
    wayi_path_buffer_fini(&repairs->queue[index].owed);
    repairs->near_left -= !repairs->queue[index].near_made;
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

/// The favoured square with records to be looked at that is nearest to a favoured cell, or
/// UINT32_MAX.
static uint32_t repairs_favoured(const wayi_atlas *atlas)
{
    for (uint32_t reach = 0; reach <= REPAIRS_FAVOURED; reach++) {
        for (uint32_t i = 0; i < atlas->favoured_count; i++) {
            const uint32_t own = wayi_atlas_square_of(atlas, atlas->favoured[i]);
            const way_rect rect = wayi_repairs_around(atlas, wayi_atlas_rect(atlas, own), reach);
            for (uint32_t k = 0; k < rect.width * rect.height; k++) {
                const uint32_t square = wayi_rect_at(rect, k, atlas->columns);
                if (atlas->flags[square] & WAYI_ATLAS_RECORDS) {
                    return square;
                }
            }
        }
    }
    return UINT32_MAX;
}

/// Whether an opening that waits reaches what is favoured; then it comes next.
static bool repairs_favour_opening(wayi_atlas *atlas)
{
    wayi_path_buffer *waiting = &atlas->repairs->openings.waiting;
    const uint32_t reach = REPAIRS_FAVOURED + atlas->config.depth;
    for (uint32_t i = 0; i < waiting->count; i += 4) {
        uint32_t *words = waiting->states + i;
        const way_rect rect = {words[0], words[1], words[2], words[3]};
        const way_rect squares = wayi_repairs_around(atlas, rect, reach);
        for (uint32_t k = 0; k < atlas->favoured_count; k++) {
            const uint32_t own = wayi_atlas_square_of(atlas, atlas->favoured[k]);
            if (own % atlas->columns - squares.x < squares.width &&
                own / atlas->columns - squares.y < squares.height) {
                uint32_t last[4];
                memcpy(last, waiting->states + waiting->count - 4, sizeof last);
                memcpy(waiting->states + waiting->count - 4, words, sizeof last);
                memcpy(words, last, sizeof last);
                return true;
            }
        }
    }
    return false;
}

/// The next place in the queue behind one with the work that comes first.
static uint32_t repairs_behind(const wayi_repairs *repairs, uint32_t index)
{
    do {
        index = index + 1 < repairs->count ? index + 1 : 0;
    } while (repairs->queue[index].near_made && repairs->near_left);
    return index;
}

/// The square whose records come next, as an index into the queue; UINT32_MAX if an opening does.
/// Those of neighbours come first, then openings; what is favoured comes before all, but for every
/// eighth turn.
static uint32_t repairs_turn(wayi_atlas *atlas)
{
    wayi_repairs *repairs = atlas->repairs;
    const uint32_t current = repairs->tools.current;
    const bool judged = wayi_openings_are_judged(&repairs->openings);
    const uint32_t *chosen =
        current == UINT32_MAX ? NULL : wayi_hash_table_find(&repairs->places, current);
    if (!chosen && atlas->favoured_count && !repairs->openings.searching &&
        repairs->turns++ % 8 != 0) {
        if (repairs_favour_opening(atlas)) {
            return UINT32_MAX;
        }
        const uint32_t square = repairs_favoured(atlas);
        repairs->cutter.work += atlas->favoured_count;
        chosen = square == UINT32_MAX ? NULL : wayi_hash_table_find(&repairs->places, square);
    }
    if (chosen) {
        return *chosen;
    }
    if (!judged && !repairs->near_left) {
        return UINT32_MAX;
    }
    repairs->next = repairs_behind(repairs, repairs->next);
    return repairs->next;
}

/// What comes after a square's records: the far ones after the near ones, then nothing.
static void repairs_pass(wayi_atlas *atlas, uint32_t index)
{
    wayi_repairs *repairs = atlas->repairs;
    wayi_repairs_square *entry = &repairs->queue[index];
    const uint32_t square = entry->square;
    if (entry->near_made) {
        atlas->flags[square] &= (uint16_t) ~(WAYI_ATLAS_RECORDS | WAYI_ATLAS_TARGETS);
        repairs_drop(repairs, index);
        return;
    }
    entry->near_made = true;
    repairs->near_left--;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < entry->owed.count; i += 2) {
        const uint32_t number = entry->owed.states[i];
        const uint32_t to = entry->owed.states[i + 1];
        wayi_atlas_link link = {.near = false};
        (void)wayi_atlas_link_to(atlas, square << atlas->bits | number, to, &link);
        entry->owed.states[kept] = number;
        entry->owed.states[kept + 1] = to;
        kept += link.near ? 0 : 2;
    }
    entry->owed.count = kept;
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
    if (repairs->count == 0 && wayi_openings_are_judged(&repairs->openings)) {
        return WAY_OUTCOME_NO_PATH;
    }
    const uint32_t index = repairs_turn(atlas);
    if (index == UINT32_MAX) {
        return wayi_openings_judge(atlas, budget) ? WAY_OUTCOME_WORKING : WAY_OUTCOME_CAPACITY;
    }
    const uint32_t square = repairs->queue[index].square;
    wayi_atlas_block *block = NULL;
    const way_outcome outcome = wayi_atlas_make_records(atlas, square, &repairs->queue[index],
                                                        &repairs->tools, budget, &block);
    if (outcome == WAY_OUTCOME_FOUND) {
        wayi_atlas_replace(atlas, square, block);
        repairs_pass(atlas, index);
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

// Saving ------------------------------------------------------------------------------------------

/// Appends a rectangle that is not listed; false without memory.
static bool repairs_list_rect(wayi_path_buffer *rects, way_rect rect)
{
    const uint32_t words[] = {rect.x, rect.y, rect.width, rect.height};
    uint32_t i = 0;
    while (i < rects->count && memcmp(rects->states + i, words, sizeof words) != 0) {
        i += 4;
    }
    return i < rects->count || rect.width == 0 || wayi_path_buffer_append(rects, words, 4);
}

bool wayi_repairs_list(const wayi_atlas *atlas, wayi_path_buffer *rects, wayi_path_buffer *squares)
{
    const wayi_repairs *repairs = atlas->repairs;
    if (!repairs) {
        return true;
    }
    const wayi_openings *openings = &repairs->openings;
    bool fits = !openings->searching || repairs_list_rect(rects, openings->rect);
    for (uint32_t i = 0; i < openings->waiting.count && fits; i += 4) {
        const uint32_t *words = openings->waiting.states + i;
        fits = repairs_list_rect(rects, (way_rect){words[0], words[1], words[2], words[3]});
    }
    for (uint32_t i = 0; i < repairs->count && fits; i++) {
        const wayi_repairs_square *entry = &repairs->queue[i];
        for (uint32_t k = 0; k < entry->part_count && fits; k++) {
            fits = repairs_list_rect(rects, entry->parts[k]);
        }
    }
    for (uint32_t i = 0; i < atlas->square_count && fits; i++) {
        const uint32_t owed[] = {i, atlas->flags[i] & WAYI_ATLAS_DIRTY};
        fits = !owed[1] || wayi_path_buffer_append(squares, owed, 2);
    }
    return fits;
}

way_status wayi_repairs_take(wayi_atlas *atlas, const way_rect *rects, size_t rect_count,
                             const uint32_t *squares, size_t square_count)
{
    const way_map *map = atlas->grid->map;
    const way_rect whole = {0, 0, map->width, map->height};
    for (size_t i = 0; i < rect_count; i++) {
        if (rects[i].width == 0 || rects[i].height == 0 || rects[i].x >= whole.width ||
            rects[i].y >= whole.height || rects[i].width > whole.width - rects[i].x ||
            rects[i].height > whole.height - rects[i].y) {
            return WAY_STATUS_BAD_FORMAT;
        }
    }
    if (rect_count + square_count && !atlas->repairs) {
        atlas->repairs = repairs_create(atlas);
    }
    bool fits = atlas->repairs || !(rect_count + square_count);
    for (size_t i = 0; i < rect_count && fits; i++) {
        fits = repairs_note(atlas, &rects[i], 1) == WAY_STATUS_OK;
    }
    for (size_t i = 0; i < square_count && fits; i++) {
        const uint32_t square = squares[2 * i];
        const uint32_t flags = squares[2 * i + 1];
        if (square >= atlas->square_count || (flags & ~(uint32_t)WAYI_ATLAS_DIRTY)) {
            return WAY_STATUS_BAD_FORMAT;
        }
        const uint32_t beside =
            flags & WAYI_ATLAS_BORDERS ? WAYI_ATLAS_SELF * WAYI_ATLAS_BESIDE : 0;
        fits =
            repairs_mark(atlas, square, flags | beside,
                         flags & WAYI_ATLAS_CUT ? wayi_atlas_rect(atlas, square) : repairs_nothing);
    }
    return fits ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

void wayi_atlas_fini(wayi_atlas *atlas)
{
    repairs_destroy(atlas->repairs);
    atlas->repairs = NULL;
    wayi_atlas_release(atlas);
}
