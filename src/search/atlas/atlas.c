// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// An atlas: setting up, asking, and blocks as they grow.
#include "search/atlas/atlas.h"

#include <string.h>

/// A link has so many bits for the number of its target.
#define ATLAS_BITS_MAX 14u

// Setting up --------------------------------------------------------------------------------------

way_status wayi_atlas_init(wayi_atlas *atlas, const wayi_atlas_config *config,
                           const way_allocator *allocator)
{
    const way_map *map = way_space_map(config->space);
    const uint32_t side = config->side;
    *atlas = (wayi_atlas){.config = *config,
                          .grid = wayi_space_grid(config->space),
                          .columns = (map->width + side - 1) / side,
                          .rows = (map->height + side - 1) / side,
                          .allocator = *allocator};
    atlas->recorded = !config->bare || atlas->grid->layer->weights;
    while ((UINT32_C(1) << atlas->bits) < side * side && atlas->bits < ATLAS_BITS_MAX) {
        atlas->bits++;
    }
    const uint64_t squares = (uint64_t)atlas->columns * atlas->rows;
    if (squares << atlas->bits >= WAYI_REGION_NONE) {
        return WAY_STATUS_TOO_LARGE;
    }
    atlas->square_count = (uint32_t)squares;
    atlas->squares = wayi_alloc_zero(allocator, atlas->square_count, sizeof *atlas->squares);
    atlas->flags = wayi_alloc_zero(allocator, atlas->square_count, sizeof *atlas->flags);
    if (!config->bare) {
        atlas->outlines = wayi_alloc_zero(allocator, atlas->square_count, sizeof *atlas->outlines);
    }
    const bool fits = atlas->squares && atlas->flags && (config->bare || atlas->outlines);
    return fits ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

void wayi_atlas_give_back(const wayi_atlas *atlas, wayi_atlas_block *block)
{
    wayi_free(&atlas->allocator, block, block ? wayi_atlas_block_size(block) / 4 : 0, 4);
}

/// The block of a square, if it is the atlas's own.
static wayi_atlas_block *atlas_owned(const wayi_atlas *atlas, uint32_t square)
{
    return atlas->flags[square] & WAYI_ATLAS_OWNED ? atlas->squares[square] : NULL;
}

void wayi_atlas_release(wayi_atlas *atlas)
{
    for (uint32_t i = 0; atlas->squares && atlas->flags && i < atlas->square_count; i++) {
        wayi_atlas_give_back(atlas, atlas_owned(atlas, i));
    }
    WAYI_FREE(&atlas->allocator, atlas->squares, atlas->square_count);
    WAYI_FREE(&atlas->allocator, atlas->flags, atlas->square_count);
    WAYI_FREE(&atlas->allocator, atlas->outlines, atlas->square_count);
    atlas->outlines = NULL;
    atlas->squares = NULL;
    atlas->flags = NULL;
}

static uint32_t atlas_live(const wayi_atlas_block *block)
{
    uint32_t count = 0;
    for (uint32_t i = 0; block && i < block->region_count; i++) {
        count += wayi_atlas_regions(block)[i].place != WAY_CELL_NONE;
    }
    return count;
}

static bool atlas_same(const wayi_atlas_block *a, const wayi_atlas_block *b)
{
    if (!a || !b) {
        return a == b;
    }
    const size_t size = wayi_atlas_block_size(a);
    return size == wayi_atlas_block_size(b) && memcmp(a, b, size) == 0;
}

void wayi_atlas_replace(wayi_atlas *atlas, uint32_t square, wayi_atlas_block *block)
{
    wayi_atlas_block *before = atlas->squares[square];
    if (before == block) {
        return;
    }
    if (atlas_same(before, block)) {
        wayi_atlas_give_back(atlas, block);
        return;
    }
    if (atlas->changed) {
        atlas->changed(atlas->user, square, before, block);
    }
    atlas->region_count += atlas_live(block) - atlas_live(before);
    wayi_atlas_give_back(atlas, atlas_owned(atlas, square));
    atlas->squares[square] = block;
    atlas->flags[square] =
        (uint16_t)((atlas->flags[square] & ~WAYI_ATLAS_OWNED) | (block ? WAYI_ATLAS_OWNED : 0));
    atlas->version++;
}

// Asking ------------------------------------------------------------------------------------------

way_rect wayi_atlas_rect(const wayi_atlas *atlas, uint32_t square)
{
    return wayi_map_square(atlas->grid->map, atlas->config.side, square);
}

/// Whether climbing leads from a cell to a place and back.
static bool atlas_belongs(const wayi_atlas *atlas, way_cell cell, way_cell place)
{
    const uint32_t cutoff = atlas->config.cutoff;
    return wayi_climb_reaches(atlas->grid, cell, place, cutoff, NULL) &&
           wayi_climb_reaches(atlas->grid, place, cell, cutoff, NULL);
}

void wayi_atlas_cells(const wayi_atlas *atlas, uint32_t id, wayi_square_bits *cells)
{
    wayi_square_bits free;
    wayi_square_load(atlas->grid, wayi_atlas_rect(atlas, id >> atlas->bits), &free);
    wayi_square_flood(atlas->grid->map, &free, wayi_atlas_region_at(atlas, id)->place, cells);
}

uint32_t wayi_atlas_find(const wayi_atlas *atlas, way_cell cell)
{
    const way_map *map = atlas->grid->map;
    const uint32_t y = wayi_map_row(map, cell);
    const uint32_t x = cell - y * map->width;
    const uint32_t square = wayi_atlas_square_of(atlas, cell);
    const wayi_atlas_block *block = atlas->squares[square];
    if (!block || !wayi_layer_has(map, atlas->grid->layer, x, y)) {
        return WAYI_REGION_NONE;
    }
    const wayi_atlas_region *regions = wayi_atlas_regions(block);
    if (block->region_count == 1 && !atlas->config.cutoff &&
        !(atlas->flags[square] & WAYI_ATLAS_CUT)) {
        return square << atlas->bits;
    }
    wayi_square_bits free;
    wayi_square_bits reach;
    if (!atlas->config.cutoff) {
        wayi_square_load(atlas->grid, wayi_atlas_rect(atlas, square), &free);
        wayi_square_flood(map, &free, cell, &reach);
    }
    for (uint32_t i = 0; i < block->region_count; i++) {
        const way_cell place = regions[i].place;
        if (place != WAY_CELL_NONE &&
            (atlas->config.cutoff ? atlas_belongs(atlas, cell, place)
                                  : wayi_square_has(map, &reach, place))) {
            return square << atlas->bits | i;
        }
    }
    return WAYI_REGION_NONE;
}

uint16_t wayi_atlas_encode(way_cost cost)
{
    uint32_t shift = 0;
    while (cost >> shift > 0xfffu) {
        shift++;
    }
    if (shift > 15 || (shift == 15 && cost >> shift == 0xfffu)) {
        return (uint16_t)(WAYI_ATLAS_UNMADE - 1);
    }
    return (uint16_t)(shift << 12 | cost >> shift);
}

bool wayi_atlas_is_tight(const wayi_atlas *atlas)
{
    return (2 * atlas->config.depth + 1) * atlas->config.side <= 256;
}

// Off the map numbers of cells wrap around, and so they do on the way back.
way_cell wayi_atlas_corner(const wayi_atlas *atlas, uint32_t square)
{
    const uint32_t reach = atlas->config.depth * atlas->config.side;
    const way_rect own = wayi_atlas_rect(atlas, square);
    return (own.y - reach) * atlas->grid->map->width + own.x - reach;
}

uint32_t wayi_atlas_tighten(const wayi_atlas *atlas, uint32_t square, way_cell cell)
{
    const uint32_t reach = atlas->config.depth * atlas->config.side;
    const way_rect own = wayi_atlas_rect(atlas, square);
    const uint32_t y = wayi_map_row(atlas->grid->map, cell);
    const uint32_t x = cell - y * atlas->grid->map->width;
    return wayi_atlas_is_tight(atlas) ? (y + reach - own.y) << 8 | (x + reach - own.x) : cell;
}

uint32_t wayi_atlas_whither(const wayi_atlas *atlas, uint32_t square, uint32_t to)
{
    const uint32_t other = to >> atlas->bits;
    const uint32_t number = to & ((1u << atlas->bits) - 1u);
    const uint32_t down = other / atlas->columns + WAYI_ATLAS_DEPTH_MAX - square / atlas->columns;
    const uint32_t across = other % atlas->columns + WAYI_ATLAS_DEPTH_MAX - square % atlas->columns;
    return number << 18 | (down * WAYI_ATLAS_SPAN + across);
}

/// The index of the link of a region that stands at one, or leads to a region, or UINT32_MAX; it is
/// taken apart into `link` [opt].
static uint32_t atlas_seek(const wayi_atlas *atlas, uint32_t id, uint32_t index, uint32_t to,
                           wayi_atlas_link *link)
{
    const wayi_atlas_region *region = wayi_atlas_region_at(atlas, id);
    const uint32_t square = id >> atlas->bits;
    if (!region) {
        return UINT32_MAX;
    }
    const wayi_atlas_block *block = atlas->squares[square];
    const uint32_t wanted = wayi_atlas_whither(atlas, square, to);
    uint32_t first = region->subgoal_first;
    uint32_t word = 0;
    uint32_t at = 0;
    for (; at < region->link_count; at++) {
        word = wayi_atlas_word(block, region->link_first + at);
        if (at == index || (index == UINT32_MAX && (word & WAYI_ATLAS_WHITHER) == wanted)) {
            break;
        }
        first += word >> 8 & WAYI_ATLAS_SUBGOALS_MAX;
    }
    const uint32_t target = wayi_atlas_target(atlas, square, word);
    if (at == region->link_count || (at != index && target != to)) { // far ones share words
        return UINT32_MAX;
    }
    if (link) {
        *link = (wayi_atlas_link){
            .to = target,
            .subgoals =
                (const uint16_t *)wayi_atlas_subgoals(block) + first * (block->tight ? 1 : 2),
            .tight = block->tight,
            .corner = wayi_atlas_corner(atlas, square),
            .subgoal_count = word >> 8 & WAYI_ATLAS_SUBGOALS_MAX,
            .cost = wayi_atlas_decode(wayi_atlas_costs(block)[region->link_first + at]),
            .near = (word & WAYI_ATLAS_NEAR) != 0};
    }
    return at;
}

wayi_atlas_link wayi_atlas_link_at(const wayi_atlas *atlas, uint32_t id, uint32_t index)
{
    wayi_atlas_link link = {.to = WAYI_REGION_NONE};
    (void)atlas_seek(atlas, id, index, WAYI_REGION_NONE, &link);
    return link;
}

uint32_t wayi_atlas_link_to(const wayi_atlas *atlas, uint32_t id, uint32_t to,
                            wayi_atlas_link *link)
{
    return atlas_seek(atlas, id, UINT32_MAX, to, link);
}

bool wayi_atlas_climb(const wayi_atlas *atlas, uint32_t id, const wayi_atlas_link *link,
                      way_cost *cost)
{
    const wayi_atlas_region *target = wayi_atlas_region_at(atlas, link->to);
    way_cell at = wayi_atlas_region_at(atlas, id)->place;
    *cost = 0;
    for (uint32_t i = 0; target && i <= link->subgoal_count; i++) {
        const way_cell to =
            i < link->subgoal_count ? wayi_atlas_subgoal(atlas, link, i) : target->place;
        way_cost climbed = 0;
        if (!wayi_climb_reaches(atlas->grid, at, to, UINT32_MAX, &climbed)) {
            return false;
        }
        *cost = way_cost_add(*cost, climbed);
        at = to;
    }
    return target != NULL;
}

// Blocks ------------------------------------------------------------------------------------------

void wayi_atlas_block_begin(wayi_atlas_tools *tools)
{
    wayi_path_buffer_clear(&tools->regions);
    wayi_path_buffer_clear(&tools->links);
    wayi_path_buffer_clear(&tools->subgoals);
    wayi_path_buffer_clear(&tools->costs);
}

bool wayi_atlas_block_add_region(wayi_atlas_tools *tools, way_cell place)
{
    const wayi_atlas_region region = {place, tools->links.count, tools->subgoals.count, 0, 0};
    uint32_t words[sizeof region / 4];
    memcpy(words, &region, sizeof region);
    return wayi_path_buffer_append(&tools->regions, words, sizeof words / sizeof *words);
}

bool wayi_atlas_block_add_link(const wayi_atlas *atlas, uint32_t square,
                               const wayi_atlas_link *link, wayi_atlas_tools *tools)
{
    const uint32_t word = wayi_atlas_whither(atlas, square, link->to) | link->subgoal_count << 8 |
                          (link->near ? WAYI_ATLAS_NEAR : 0);
    const uint16_t cost =
        link->cost == WAY_COST_MAX ? WAYI_ATLAS_UNMADE : wayi_atlas_encode(link->cost);
    bool fits =
        wayi_path_buffer_push(&tools->links, word) && wayi_path_buffer_push(&tools->costs, cost);
    for (uint32_t i = 0; i < link->subgoal_count; i++) {
        const way_cell cell = wayi_atlas_subgoal(atlas, link, i);
        fits = fits &&
               wayi_path_buffer_push(&tools->subgoals, wayi_atlas_tighten(atlas, square, cell));
    }
    wayi_atlas_region *last = (wayi_atlas_region *)(tools->regions.states + tools->regions.count -
                                                    sizeof(wayi_atlas_region) / 4);
    last->link_count++;
    return fits;
}

/// How many bits the subgoals of links get if these fit into 16, or 0.
static uint8_t atlas_split(const wayi_path_buffer *links)
{
    uint32_t numbers = 0;
    uint32_t subgoals = 0;
    for (uint32_t i = 0; i < links->count; i++) {
        numbers |= links->states[i] >> 18;
        subgoals |= links->states[i] >> 8 & WAYI_ATLAS_SUBGOALS_MAX;
    }
    const uint32_t bits = wayi_bits_highest(subgoals | 1u) + 1;
    return (uint8_t)(bits + wayi_bits_highest(2 * numbers | 1u) <= 8 ? bits : 0);
}

/// Writes a list in words of 32 or 16 bits; `split` is that of links, or 0.
static void atlas_write(const wayi_path_buffer *list, uint32_t *out, bool halves, uint8_t split)
{
    for (uint32_t i = 0; i < list->count; i++) {
        const uint32_t word = list->states[i];
        if (halves) {
            ((uint16_t *)out)[i] =
                (uint16_t)(split ? word >> 18 << (8 + split) | (word & 0x3ffffu) : word);
        } else {
            out[i] = word;
        }
    }
}

bool wayi_atlas_block_end(const wayi_atlas *atlas, const wayi_atlas_tools *tools,
                          wayi_atlas_block **out)
{
    const wayi_atlas_block head = {
        .link_count = tools->links.count,
        .subgoal_count = tools->subgoals.count,
        .region_count = (uint16_t)(tools->regions.count / (sizeof(wayi_atlas_region) / 4)),
        .split = atlas_split(&tools->links),
        .tight = wayi_atlas_is_tight(atlas)};
    *out = NULL;
    if (head.region_count == 0) {
        return true;
    }
    wayi_atlas_block *block =
        wayi_alloc_zero(&atlas->allocator, wayi_atlas_block_size(&head) / 4, 4);
    if (!block) {
        return false;
    }
    *block = head;
    memcpy(wayi_atlas_regions(block), tools->regions.states, tools->regions.count * 4);
    atlas_write(&tools->links, wayi_atlas_links(block), head.split != 0, head.split);
    atlas_write(&tools->subgoals, wayi_atlas_subgoals(block), head.tight, 0);
    atlas_write(&tools->costs, (uint32_t *)wayi_atlas_costs(block), true, 0);
    *out = block;
    return true;
}
