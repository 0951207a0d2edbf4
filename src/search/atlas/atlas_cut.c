// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// How squares are cut into regions, and which of these are next to each other.
#include "core/sort.h"
#include "search/atlas/atlas.h"

#include <string.h>

/// Steps of climbs that take as long as an expansion.
#define ATLAS_CUT_CLIMBED 16u

/// Cells whose steps are looked at for neighbours in that time.
#define ATLAS_CUT_LOOKED 8u

// Regions -----------------------------------------------------------------------------------------

/// Gives a place the lowest number that is not in use; false without memory.
static bool atlas_cut_add(wayi_atlas_tools *tools, way_cell place)
{
    for (uint32_t i = 0; i < tools->places.count; i++) {
        if (tools->places.states[i] == WAY_CELL_NONE) {
            tools->places.states[i] = place;
            return true;
        }
    }
    return wayi_path_buffer_push(&tools->places, place);
}

static bool atlas_cut_reaches(const wayi_atlas *atlas, way_cell from, way_cell to,
                              uint32_t *climbed)
{
    wayi_climb climb = wayi_climb_begin(atlas->grid, from, to);
    uint32_t left = atlas->config.cutoff;
    const bool free = wayi_climb_run(atlas->grid, &climb, &left);
    *climbed += atlas->config.cutoff - left;
    return free && wayi_climb_is_there(&climb);
}

/// Moves the cells that are connected to a place, or climb to it and back, from `free` to `cells`;
/// false if there were none.
static bool atlas_cut_claim(const wayi_atlas *atlas, wayi_square_bits *free, way_cell place,
                            wayi_square_bits *cells, wayi_atlas_tools *tools)
{
    const way_map *map = atlas->grid->map;
    if (!atlas->config.cutoff) {
        const bool any = wayi_square_has(map, free, place);
        if (any) {
            wayi_square_flood(map, free, place, cells);
            wayi_square_remove(free, cells);
        }
        return any;
    }
    bool any = false;
    uint32_t climbed = 0;
    *cells = *free;
    WAYI_SQUARE_EACH(cells, x, y, {
        const way_cell cell = (cells->top + y) * map->width + cells->left + x;
        if (atlas_cut_reaches(atlas, cell, place, &climbed) &&
            atlas_cut_reaches(atlas, place, cell, &climbed)) {
            free->rows[y][x >> 6] &= ~(UINT64_C(1) << (x & 63u));
            any = true;
        }
    })
    wayi_square_remove(cells, free);
    tools->work += climbed / ATLAS_CUT_CLIMBED;
    return any;
}

/// The place of what is yet to be claimed and connected. WAY_CELL_NONE without memory.
static way_cell atlas_cut_place(const wayi_atlas *atlas, const wayi_square_bits *cells,
                                wayi_atlas_tools *tools)
{
    return atlas->config.centred ? wayi_atlas_centre(atlas, cells, tools)
                                 : wayi_square_centre(atlas->grid->map, cells, atlas->config.bare);
}

/// Where the place goes that cells were claimed for: it stays if they climb to it, or if a fresh
/// cut would put it no more than a sixteenth of a square away. A move costs all records to and from
/// it, but places off the middle make detours.
static way_cell atlas_cut_settle(const wayi_atlas *atlas, way_cell place,
                                 const wayi_square_bits *cells)
{
    const way_map *map = atlas->grid->map;
    const way_cell centre = atlas->config.cutoff ? place : wayi_square_centre(map, cells, false);
    return wayi_map_open_steps(map, place, centre) * 16 <= atlas->config.side ? place : centre;
}

/// Whether a climb comes by a part of the map that neither end is in; if not, *there says whether
/// it leads to its end.
static bool atlas_cut_passes(const wayi_atlas *atlas, way_cell from, way_cell to,
                             const way_rect *part, uint32_t *climbed, bool *there)
{
    enum { STRETCH = 64 };
    const way_map *map = atlas->grid->map;
    wayi_climb climb = wayi_climb_begin(atlas->grid, from, to);
    bool free = true;
    for (uint32_t left = atlas->config.cutoff; free && left && !wayi_climb_is_there(&climb);) {
        way_cell cells[STRETCH];
        const uint32_t most = left < STRETCH ? left : STRETCH;
        uint32_t rest = most;
        free = wayi_climb_record(atlas->grid, &climb, &rest, cells);
        for (uint32_t i = 0; i + !free < most - rest; i++) {
            const uint32_t y = wayi_map_row(map, cells[i]);
            const uint32_t x = cells[i] - y * map->width;
            if (x - part->x < part->width && y - part->y < part->height) {
                return true;
            }
        }
        *climbed += most - rest;
        left -= most - rest;
    }
    *there = wayi_climb_is_there(&climb);
    return false;
}

/// What is left of a stretch of columns or rows if those farther from another one than `reach` go.
static void atlas_cut_narrow(uint32_t *first, uint32_t *count, uint32_t begin, uint32_t size,
                             uint32_t reach)
{
    const uint32_t end = *first + *count;
    const uint32_t last = begin + size + reach;
    const uint32_t low = begin >= end && *first + reach < begin ? begin - reach : *first;
    const uint32_t high = begin + size <= *first && last < end ? last : end;
    *first = low;
    *count = low < high ? high - low : 0;
}

/// The cells of a square from or to which a climb of its place may come by a part of the map beside
/// it. With straight steps at hand a climb never has more left to go, along both axes together,
/// than at first: it goes out of its way by half of that at most.
static way_rect atlas_cut_doubt(const wayi_atlas *atlas, way_rect rect, way_cell place,
                                const way_rect *part)
{
    const wayi_climb at = wayi_climb_begin(atlas->grid, place, place);
    const uint32_t left = at.x - rect.x;
    const uint32_t top = at.y - rect.y;
    const uint32_t right = rect.width - 1 - left;
    const uint32_t bottom = rect.height - 1 - top;
    const uint32_t reach = ((left > right ? left : right) + (top > bottom ? top : bottom)) / 2;
    way_rect near = rect;
    atlas_cut_narrow(&near.x, &near.width, part->x, part->width, reach);
    atlas_cut_narrow(&near.y, &near.height, part->y, part->height, reach);
    const bool all = !wayi_climb_is_straight(atlas->grid->map) ||
                     (at.x - near.x < near.width && at.y - near.y < near.height);
    return all ? rect : near;
}

/// The same of the climbs that decide whether cells are a place's own. Those that are go from
/// `free`: no other place is tried for them.
static bool atlas_cut_disturbs(const wayi_atlas *atlas, wayi_square_bits *free, way_cell place,
                               const way_rect *part, uint32_t *climbed)
{
    const way_map *map = atlas->grid->map;
    const way_rect rect = {free->left, free->top, free->width, free->height};
    const way_rect doubt = atlas_cut_doubt(atlas, rect, place, part);
    bool disturbs = false;
    WAYI_SQUARE_EACH(free, x, y, {
        const uint32_t column = free->left + x;
        const uint32_t row = free->top + y;
        if (disturbs || column - doubt.x >= doubt.width || row - doubt.y >= doubt.height) {
            continue;
        }
        const way_cell cell = row * map->width + column;
        bool there = false;
        bool back = false;
        disturbs = atlas_cut_passes(atlas, cell, place, part, climbed, &there) ||
                   (there && atlas_cut_passes(atlas, place, cell, part, climbed, &back));
        if (back) {
            free->rows[y][x >> 6] &= ~(UINT64_C(1) << (x & 63u));
        }
        ++*climbed;
    })
    return disturbs;
}

bool wayi_atlas_is_concerned(const wayi_atlas *atlas, uint32_t square, const way_rect *part,
                             wayi_atlas_tools *tools)
{
    const wayi_atlas_block *block = atlas->squares[square];
    const way_rect rect = wayi_atlas_rect(atlas, square);
    uint32_t climbed = 0;
    bool concerned = wayi_rect_meets(rect, *part);
    wayi_square_bits free;
    wayi_square_load(atlas->grid, rect, &free);
    for (uint32_t i = 0; block && i < block->region_count && !concerned; i++) {
        const way_cell place = wayi_atlas_regions(block)[i].place;
        concerned =
            place != WAY_CELL_NONE && atlas_cut_disturbs(atlas, &free, place, part, &climbed);
    }
    tools->work += 1 + climbed / ATLAS_CUT_CLIMBED;
    return concerned;
}

/// Finds the places of a square's regions: those known first, so that they keep their numbers, as
/// far as somebody needs them. False without memory.
static bool atlas_cut_places(const wayi_atlas *atlas, uint32_t square, wayi_atlas_tools *tools)
{
    const wayi_atlas_block *block = atlas->config.bare ? NULL : atlas->squares[square];
    const way_map *map = atlas->grid->map;
    wayi_path_buffer *places = &tools->places;
    wayi_square_bits free;
    wayi_square_bits cells;
    bool fits = true;
    wayi_path_buffer_clear(places);
    wayi_square_load(atlas->grid, wayi_atlas_rect(atlas, square), &free);
    tools->work += 1 + atlas->config.side * atlas->config.side / 16;
    for (uint32_t i = 0; i < wayi_atlas_region_numbers(block) && fits; i++) {
        const way_cell known = wayi_atlas_regions(block)[i].place;
        const bool stays = known != WAY_CELL_NONE &&
                           way_space_can_stand(atlas->config.space, known) &&
                           atlas_cut_claim(atlas, &free, known, &cells, tools);
        fits = wayi_path_buffer_push(places, stays ? atlas_cut_settle(atlas, known, &cells)
                                                   : WAY_CELL_NONE);
    }
    for (way_cell first = wayi_square_first(map, &free); fits && first != WAY_CELL_NONE;
         first = wayi_square_first(map, &free)) {
        wayi_square_flood(map, &free, first, &cells);
        const way_cell place = atlas_cut_place(atlas, &cells, tools);
        if (atlas->config.cutoff) {
            (void)atlas_cut_claim(atlas, &free, place, &cells, tools);
        } else {
            wayi_square_remove(&free, &cells);
        }
        fits = place != WAY_CELL_NONE && atlas_cut_add(tools, place);
    }
    while (places->count && places->states[places->count - 1] == WAY_CELL_NONE) {
        places->count--;
    }
    return fits;
}

bool wayi_atlas_make_regions(const wayi_atlas *atlas, uint32_t square, wayi_atlas_tools *tools,
                             wayi_atlas_block **out)
{
    const uint32_t first = square << atlas->bits;
    bool fits = atlas_cut_places(atlas, square, tools);
    wayi_atlas_block_begin(tools);
    for (uint32_t i = 0; i < tools->places.count && fits; i++) {
        const wayi_atlas_region *known = wayi_atlas_region_at(atlas, first | i);
        fits = wayi_atlas_block_add_region(tools, tools->places.states[i]);
        const bool stays = known && known->place == tools->places.states[i];
        for (uint32_t k = 0; stays && fits && k < known->link_count; k++) {
            const wayi_atlas_link link = wayi_atlas_link_at(atlas, first | i, k);
            fits = wayi_atlas_block_add_link(atlas, square, &link, tools);
        }
    }
    return fits && wayi_atlas_block_end(atlas, tools, out);
}

// Neighbours --------------------------------------------------------------------------------------

/// Takes all cells of a square out but those beside some of the squares around it.
static void atlas_cut_trim(wayi_square_bits *free, uint32_t beside)
{
    for (uint32_t y = 0; y < free->height; y++) {
        const uint32_t first = y == 0 ? 0 : 3;
        const uint32_t end = y + 1 == free->height ? 9 : 6;
        const uint32_t row = (beside & ((1u << end) - 1u)) >> first;
        const uint32_t any = row | row >> 3 | row >> 6;
        const uint32_t last = free->width - 1;
        uint64_t kept[WAYI_SQUARE_WORDS] = {any & 1u};
        kept[last >> 6] |= (uint64_t)(any >> 2 & 1u) << (last & 63u);
        for (uint32_t i = 0; i < WAYI_SQUARE_WORDS; i++) {
            free->rows[y][i] &= any >> 1 & 1u ? UINT64_MAX : kept[i];
        }
    }
}

void wayi_atlas_label(const wayi_atlas *atlas, uint32_t square, uint32_t beside, uint16_t *labels,
                      wayi_atlas_tools *tools)
{
    const uint32_t side = atlas->config.side;
    const wayi_atlas_block *block = atlas->squares[square];
    memset(labels, 0xff, (size_t)side * side * sizeof *labels);
    wayi_square_bits free;
    wayi_square_bits cells;
    wayi_square_load(atlas->grid, wayi_atlas_rect(atlas, square), &free);
    const bool whole = !atlas->config.cutoff || (beside & WAYI_ATLAS_SELF);
    tools->work += 1 + (whole ? side * side / 16 : side / 2);
    if (!whole) {
        atlas_cut_trim(&free, beside);
    }
    for (uint32_t i = 0; block && i < block->region_count; i++) {
        const way_cell place = wayi_atlas_regions(block)[i].place;
        if (place != WAY_CELL_NONE && way_space_can_stand(atlas->config.space, place) &&
            atlas_cut_claim(atlas, &free, place, &cells, tools)) {
            WAYI_SQUARE_EACH(&cells, x, y, { labels[y * side + x] = (uint16_t)i; })
        }
    }
}

uint64_t wayi_atlas_outline(const wayi_atlas *atlas, uint32_t square, const uint16_t *labels)
{
    const uint32_t side = atlas->config.side;
    const way_rect rect = wayi_atlas_rect(atlas, square);
    uint64_t outline = 0;
    for (uint32_t y = 0; y < rect.height; y++) {
        const bool all = y == 0 || y + 1 == rect.height || rect.width < 2;
        for (uint32_t x = 0; x < rect.width; x += all ? 1 : rect.width - 1) {
            outline = (outline ^ labels[y * side + x]) * UINT64_C(0x9e3779b97f4a7c15);
            outline ^= outline >> 29;
        }
    }
    return outline ? outline : 1;
}

/// The name of the region that a step from a cell of the square leads to.
static uint32_t atlas_cut_name(const wayi_atlas *atlas, uint32_t square,
                               const uint16_t *const labels[9], int32_t x, int32_t y)
{
    const int32_t side = (int32_t)atlas->config.side;
    const int32_t column = (x >= side) - (x < 0);
    const int32_t row = (y >= side) - (y < 0);
    const uint16_t *near = labels[(row + 1) * 3 + column + 1];
    const uint32_t number = near ? near[(y - row * side) * side + x - column * side] : UINT16_MAX;
    const uint32_t other = square + (uint32_t)(row * (int32_t)atlas->columns + column);
    return number == UINT16_MAX ? WAYI_REGION_NONE : other << atlas->bits | number;
}

/// Adds a pair of neighbours; false without memory.
static bool atlas_cut_pair(wayi_atlas_tools *tools, uint32_t number, uint32_t other)
{
    const uint64_t pair = (uint64_t)number << 32 | other;
    if (tools->pair_count && tools->pairs[tools->pair_count - 1] == pair) {
        return true;
    }
    if (!wayi_grow(&tools->allocator, (void **)&tools->pairs, &tools->pair_capacity,
                   tools->pair_count + 1, sizeof *tools->pairs)) {
        return false;
    }
    tools->pairs[tools->pair_count++] = pair;
    return true;
}

/// Notes where one can step to from a cell; false without memory.
static bool atlas_cut_look(const wayi_atlas *atlas, uint32_t square,
                           const uint16_t *const labels[9], uint32_t at, wayi_atlas_tools *tools)
{
    const way_map *map = atlas->grid->map;
    const way_rect rect = wayi_atlas_rect(atlas, square);
    const uint32_t x = at % atlas->config.side;
    const uint32_t y = at / atlas->config.side;
    const uint32_t own = labels[4][at];
    uint32_t moves = map->moves[wayi_layer_around(map, atlas->grid->layer, rect.x + x, rect.y + y)];
    bool fits = true;
    if (!atlas->config.cutoff) { // connected regions of a square never touch inside it
        moves &= wayi_directions_beyond(x, y, rect.width, rect.height);
    }
    for (; moves && fits; moves &= moves - 1) {
        const uint32_t direction = wayi_bits_lowest(moves);
        const uint32_t other =
            atlas_cut_name(atlas, square, labels, (int32_t)x + wayi_direction_x[direction],
                           (int32_t)y + wayi_direction_y[direction]);
        fits = other == WAYI_REGION_NONE || other == (square << atlas->bits | own) ||
               atlas_cut_pair(tools, own, other);
    }
    return fits;
}

/// Adds the neighbours that are known, but for those in squares around that were cut; false without
/// memory.
static bool atlas_cut_known(const wayi_atlas *atlas, uint32_t square, uint32_t beside,
                            wayi_atlas_tools *tools)
{
    const wayi_atlas_block *block = atlas->squares[square];
    bool fits = true;
    for (uint32_t i = 0; block && i < block->region_count; i++) {
        const uint32_t id = square << atlas->bits | i;
        const uint32_t count = wayi_atlas_regions(block)[i].link_count;
        for (uint32_t k = 0; k < count && fits; k++) {
            const wayi_atlas_link link = wayi_atlas_link_at(atlas, id, k);
            const uint32_t other = link.to >> atlas->bits;
            const uint32_t column = other % atlas->columns + 1 - square % atlas->columns;
            const uint32_t row = other / atlas->columns + 1 - square / atlas->columns;
            if (link.near && !(beside >> (row * 3 + column) & 1u)) {
                fits = atlas_cut_pair(tools, i, link.to);
            }
        }
    }
    return fits;
}

/// Adds the neighbours that labels tell of; false without memory.
static bool atlas_cut_look_round(const wayi_atlas *atlas, uint32_t square,
                                 const uint16_t *const labels[9], wayi_atlas_tools *tools)
{
    const uint32_t side = atlas->config.side;
    const way_rect rect = wayi_atlas_rect(atlas, square);
    bool fits = true;
    uint32_t looked = 0;
    for (uint32_t y = 0; y < rect.height; y++) {
        const bool all = atlas->config.cutoff || y == 0 || y + 1 == rect.height;
        const uint32_t step = all || rect.width < 2 ? 1 : rect.width - 1;
        looked += (rect.width + step - 1) / step;
        for (uint32_t x = 0; x < rect.width && fits; x += step) {
            fits = labels[4][y * side + x] == UINT16_MAX ||
                   atlas_cut_look(atlas, square, labels, y * side + x, tools);
        }
    }
    tools->work += looked / ATLAS_CUT_LOOKED;
    return fits;
}

/// Appends the links of a region: those known, and those to neighbours not known before. Of bare
/// ones none is known: names may have changed hands.
static bool atlas_cut_link(const wayi_atlas *atlas, uint32_t id, const uint64_t *pairs,
                           uint32_t count, wayi_atlas_tools *tools, bool *changed)
{
    const wayi_atlas_region *region = wayi_atlas_region_at(atlas, id);
    const uint32_t square = id >> atlas->bits;
    bool fits = true;
    uint32_t known = atlas->config.bare ? region->link_count : 0;
    const way_cost unmade = atlas->recorded ? WAY_COST_MAX : 0;
    for (uint32_t i = 0; fits && (i < count || known < region->link_count);) {
        const wayi_atlas_link link = known < region->link_count
                                         ? wayi_atlas_link_at(atlas, id, known)
                                         : (wayi_atlas_link){.to = WAYI_REGION_NONE};
        const uint32_t near = i < count ? (uint32_t)pairs[i] : WAYI_REGION_NONE;
        wayi_atlas_link next =
            near < link.to ? (wayi_atlas_link){.to = near, .cost = unmade} : link;
        next.near = near <= link.to;
        *changed |= next.near != (near >= link.to && link.near);
        i += near <= link.to;
        while (i && i < count && pairs[i] == pairs[i - 1]) {
            i++;
        }
        known += near >= link.to;
        if (wayi_atlas_region_at(atlas, next.to)) {
            fits = wayi_atlas_block_add_link(atlas, square, &next, tools);
        }
    }
    return fits;
}

/// Whether the near links of a region lead to these neighbours, and all links somewhere. Of bare
/// ones names may have changed hands.
static bool atlas_cut_stays(const wayi_atlas *atlas, uint32_t id, const uint64_t *pairs,
                            uint32_t count)
{
    const wayi_atlas_region *region = wayi_atlas_region_at(atlas, id);
    uint32_t next = 0;
    bool stays = !atlas->config.bare;
    for (uint32_t i = 0; stays && i < region->link_count; i++) {
        const uint32_t square = id >> atlas->bits;
        const uint32_t word = wayi_atlas_word(atlas->squares[square], region->link_first + i);
        const uint32_t to = wayi_atlas_target(atlas, square, word);
        const bool listed = next < count && (uint32_t)pairs[next] == to;
        stays = wayi_atlas_region_at(atlas, to) && listed == ((word & WAYI_ATLAS_NEAR) != 0);
        while (listed && next < count && (uint32_t)pairs[next] == to) {
            next++;
        }
    }
    return stays && next == count;
}

/// The pairs of a number from one on.
static uint32_t atlas_cut_pairs(const wayi_atlas_tools *tools, uint32_t first, uint32_t number)
{
    uint32_t end = first;
    while (end < tools->pair_count && tools->pairs[end] >> 32 == number) {
        end++;
    }
    return end - first;
}

bool wayi_atlas_make_borders(const wayi_atlas *atlas, uint32_t square, uint32_t beside,
                             const uint16_t *const labels[9], wayi_atlas_tools *tools,
                             wayi_atlas_block **out, bool *changed)
{
    const wayi_atlas_block *block = atlas->squares[square];
    tools->pair_count = 0;
    bool fits = ((beside & WAYI_ATLAS_SELF) || atlas_cut_known(atlas, square, beside, tools)) &&
                atlas_cut_look_round(atlas, square, labels, tools);
    wayi_sort64(tools->pairs, tools->pair_count);
    bool stays = fits;
    uint32_t pair = 0;
    for (uint32_t i = 0; i < wayi_atlas_region_numbers(block) && stays; i++) {
        const uint32_t count = atlas_cut_pairs(tools, pair, i);
        stays = !wayi_atlas_region_at(atlas, square << atlas->bits | i) ||
                atlas_cut_stays(atlas, square << atlas->bits | i,
                                tools->pairs ? tools->pairs + pair : NULL, count);
        pair += count;
    }
    *changed = false;
    if (stays) {
        *out = atlas->squares[square];
        return true;
    }
    wayi_atlas_block_begin(tools);
    pair = 0;
    for (uint32_t i = 0; block && i < block->region_count && fits; i++) {
        const wayi_atlas_region *region = &wayi_atlas_regions(block)[i];
        fits = wayi_atlas_block_add_region(tools, region->place);
        const uint32_t count = atlas_cut_pairs(tools, pair, i);
        if (region->place != WAY_CELL_NONE && fits) {
            const uint64_t *of_region = tools->pairs ? tools->pairs + pair : NULL;
            fits =
                atlas_cut_link(atlas, square << atlas->bits | i, of_region, count, tools, changed);
        }
        pair += count;
    }
    return fits && wayi_atlas_block_end(atlas, tools, out);
}
