// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What opens makes ways shorter, seldom many of those it might. A straight line over an opened cell
// says which links may gain and how far off their ends are at most; one search from there, no
// farther, says what the ends are really away. A way over the cell that costs no less than what is
// kept owes nothing. Where a search would have too many sources, and on weights, straight lines
// decide.
//
// Edits may come while the search is under way. A cell that closes leaves costs too small, which
// owes more than need be; one that opens is judged by a search of its own.
#include "search/atlas/repairs.h"

/// Of more cells than this nobody searches.
#define OPENING_CELLS 1024u

/// Links that are looked at, and cells that are cleared, in the time of one expansion.
#define OPENING_LINKS 8u
#define OPENING_CLEARED 128u

void wayi_openings_init(wayi_openings *openings, const way_allocator *allocator)
{
    *openings = (wayi_openings){.searching = false};
    wayi_path_buffer_init(&openings->waiting, allocator);
}

void wayi_openings_fini(wayi_openings *openings)
{
    wayi_path_buffer_fini(&openings->waiting);
    wayi_confined_fini(&openings->search);
}

/// What a place is away from the opening: by the search if there was one, else at least.
static way_cost opening_away(const wayi_atlas *atlas, const wayi_openings *openings, way_cell place)
{
    const wayi_confined *search = &openings->search;
    const uint32_t y = wayi_map_row(atlas->grid->map, place);
    const uint32_t x = place - y * atlas->grid->map->width;
    if (!openings->searching) {
        return wayi_repairs_distance(atlas->grid, place, openings->rect);
    }
    return x - search->rect.x < search->rect.width && y - search->rect.y < search->rect.height
               ? wayi_confined_cost(search, place)
               : WAY_COST_MAX;
}

/// What a way over the opening may cost at most, from one end to it and from there to the other, if
/// it is better than a link: steps slantwise past an opened cell save something, too, and costs are
/// kept rounded.
static way_cost opening_most(const wayi_atlas *atlas, way_cost cost)
{
    const way_map *map = atlas->grid->map;
    const way_cost past = wayi_map_open_distance(map, atlas->grid->layer, 1, 1);
    const way_cost straight = wayi_map_open_distance(map, atlas->grid->layer, 2, 0);
    const way_cost slant = straight > past ? straight - past : 0;
    return way_cost_add(way_cost_add(cost, cost / 1024 + 1), slant);
}

/// Looks at the links of a region. Owes those that the opening makes better, or raises *reach to
/// what a search must come to for them. False without memory.
static bool opening_look(wayi_atlas *atlas, uint32_t id, way_cost *reach)
{
    wayi_repairs *repairs = atlas->repairs;
    const wayi_openings *openings = &repairs->openings;
    const wayi_atlas_region *region = wayi_atlas_region_at(atlas, id);
    const uint32_t square = id >> atlas->bits;
    const way_cost own = region ? opening_away(atlas, openings, region->place) : WAY_COST_MAX;
    bool fits = true;
    for (uint32_t i = 0; own != WAY_COST_MAX && i < region->link_count && fits; i++) {
        way_cost cost = 0;
        const uint32_t to = wayi_atlas_hop(atlas, square, region->link_first + i, &cost);
        const wayi_atlas_region *other = wayi_atlas_region_at(atlas, to);
        const way_cost most = opening_most(atlas, cost);
        if (cost == WAY_COST_MAX || own >= most || !other) {
            continue;
        }
        const way_cost its = opening_away(atlas, openings, other->place);
        if (way_cost_add(own, its) >= most) {
            continue;
        }
        const way_cost left = most - (own < its ? own : its);
        fits = reach || wayi_repairs_owe(atlas, id, to);
        if (reach && left > *reach) {
            *reach = left;
        }
    }
    repairs->cutter.work += region ? region->link_count / OPENING_LINKS : 0;
    return fits;
}

/// Looks at all links that may come by the opening.
static bool opening_look_around(wayi_atlas *atlas, way_cost *reach)
{
    const way_rect opened = atlas->repairs->openings.rect;
    const way_rect rect = wayi_repairs_around(atlas, opened, atlas->config.depth);
    bool fits = true;
    for (uint32_t i = 0; i < rect.width * rect.height && fits; i++) {
        const uint32_t square = wayi_rect_at(rect, i, atlas->columns);
        const uint32_t count = wayi_atlas_region_numbers(atlas->squares[square]);
        for (uint32_t k = 0; k < count && fits; k++) {
            fits = opening_look(atlas, square << atlas->bits | k, reach);
        }
    }
    return fits;
}

/// The part of the map that a search must stay in.
static way_rect opening_window(const wayi_atlas *atlas, way_rect rect, way_cost reach)
{
    const way_map *map = atlas->grid->map;
    const way_cost along = wayi_map_open_distance(map, atlas->grid->layer, 1, 0);
    const way_cost past = wayi_map_open_distance(map, atlas->grid->layer, 1, 1);
    const way_cost step = along < past ? along : past;
    const uint32_t steps = step ? reach / step + 1 : UINT32_MAX;
    const uint32_t most = (2 * atlas->config.depth + 1) * atlas->config.side;
    return wayi_rect_grow(rect, steps < most ? steps : most, map->width, map->height);
}

/// Starts the search, if there is anything to start from; false without memory.
static bool opening_begin(wayi_atlas *atlas, way_cost reach)
{
    wayi_openings *openings = &atlas->repairs->openings;
    const wayi_grid *grid = atlas->grid;
    const way_rect window = opening_window(atlas, openings->rect, reach);
    const uint32_t area = window.width * window.height;
    if (openings->search.area < area) {
        const wayi_confined_config config = {
            .grid = grid, .area = area, .stats = &atlas->repairs->cutter.stats};
        wayi_confined_fini(&openings->search);
        if (!wayi_confined_init(&openings->search, &config, &atlas->repairs->allocator)) {
            wayi_confined_fini(&openings->search);
            return false;
        }
    }
    bool fits = true;
    for (uint32_t i = 0; i < openings->rect.width * openings->rect.height && fits; i++) {
        const way_cell cell = wayi_rect_at(openings->rect, i, grid->map->width);
        if (!way_space_can_stand(atlas->config.space, cell)) {
            continue;
        }
        fits = openings->searching
                   ? wayi_confined_add(&openings->search, cell)
                   : wayi_confined_begin(&openings->search, window, cell, WAY_CELL_NONE);
        openings->searching = true;
    }
    openings->search.reach = reach;
    atlas->repairs->cutter.work += area / OPENING_CLEARED;
    return fits;
}

/// Takes the next opening up.
static bool opening_take(wayi_atlas *atlas)
{
    wayi_openings *openings = &atlas->repairs->openings;
    const uint32_t *words = openings->waiting.states + openings->waiting.count - 4;
    openings->rect = (way_rect){words[0], words[1], words[2], words[3]};
    const bool plain = !atlas->grid->layer->weights &&
                       (uint64_t)openings->rect.width * openings->rect.height <= OPENING_CELLS;
    way_cost reach = 0;
    const bool fits = opening_look_around(atlas, plain ? &reach : NULL) &&
                      (reach == 0 || opening_begin(atlas, reach));
    openings->searching = openings->searching && fits;
    openings->waiting.count -= fits ? 4 : 0;
    return fits;
}

bool wayi_openings_judge(wayi_atlas *atlas, uint32_t *budget)
{
    wayi_openings *openings = &atlas->repairs->openings;
    if (!openings->searching) {
        return opening_take(atlas);
    }
    const way_outcome outcome =
        wayi_atlas_search(&openings->search, &atlas->repairs->cutter, budget);
    if (outcome == WAY_OUTCOME_NO_PATH) { // all is known
        const bool fits = opening_look_around(atlas, NULL);
        openings->searching = !fits;
        return fits;
    }
    return outcome == WAY_OUTCOME_WORKING;
}
