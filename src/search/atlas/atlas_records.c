// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Records of links: the best way between two places inside the squares around the first, kept as
// subgoals. A climb that costs no more than the estimate is a best way and needs no search: on open
// ground that is nearly every record.
#include "core/sort.h"
#include "search/atlas/repairs.h"

/// Links that are looked at in the time of one expansion.
#define ATLAS_RECORDS_LOOKED 16u

/// Cells that a search inside a rectangle looks at in that time: it has no node store to ask.
#define ATLAS_RECORDS_CELLS 4u

// Tools -------------------------------------------------------------------------------------------

/// The squares around one, up to `depth` away; for bare links the two that they join.
static way_rect atlas_records_window(const wayi_atlas *atlas, uint32_t square, uint32_t to)
{
    const way_map *map = atlas->grid->map;
    const way_rect own = wayi_atlas_rect(atlas, square);
    if (atlas->config.bare) {
        return wayi_rect_join(own, wayi_atlas_rect(atlas, to >> atlas->bits));
    }
    return wayi_rect_grow(own, atlas->config.depth * atlas->config.side, map->width, map->height);
}

static uint32_t atlas_records_area(const wayi_atlas *atlas)
{
    const way_map *map = atlas->grid->map;
    const uint32_t span = (2 * atlas->config.depth + 1) * atlas->config.side;
    return (span < map->width ? span : map->width) * (span < map->height ? span : map->height);
}

bool wayi_atlas_tools_init(wayi_atlas_tools *tools, const wayi_atlas *atlas, bool records)
{
    *tools = (wayi_atlas_tools){.current = UINT32_MAX, .allocator = atlas->allocator};
    wayi_path_buffer *const buffers[] = {&tools->path,    &tools->places, &tools->targets,
                                         &tools->regions, &tools->links,  &tools->subgoals,
                                         &tools->costs};
    for (uint32_t i = 0; i < sizeof buffers / sizeof *buffers; i++) {
        wayi_path_buffer_init(buffers[i], &tools->allocator);
    }
    const wayi_confined_config search = {
        .grid = atlas->grid, .area = atlas_records_area(atlas), .stats = &tools->stats};
    return !records || wayi_confined_init(&tools->search, &search, &tools->allocator);
}

void wayi_atlas_tools_fini(wayi_atlas_tools *tools)
{
    wayi_confined_fini(&tools->search);
    wayi_path_buffer_fini(&tools->path);
    wayi_path_buffer_fini(&tools->places);
    wayi_path_buffer_fini(&tools->targets);
    wayi_path_buffer_fini(&tools->regions);
    wayi_path_buffer_fini(&tools->links);
    wayi_path_buffer_fini(&tools->subgoals);
    wayi_path_buffer_fini(&tools->costs);
    WAYI_FREE(&tools->allocator, tools->pairs, tools->pair_capacity);
}

way_outcome wayi_atlas_search(wayi_confined *search, wayi_atlas_tools *tools, uint32_t *budget)
{
    const uint32_t most =
        *budget < UINT32_MAX / ATLAS_RECORDS_CELLS ? *budget * ATLAS_RECORDS_CELLS : UINT32_MAX;
    uint32_t left = most;
    const way_outcome outcome = wayi_confined_step(search, &left);
    tools->work +=
        wayi_budget_take(budget, (most - left + ATLAS_RECORDS_CELLS - 1) / ATLAS_RECORDS_CELLS);
    return outcome;
}

// Targets -----------------------------------------------------------------------------------------

/// Appends the neighbours of a region; false without memory.
static bool atlas_records_neighbours(const wayi_atlas *atlas, uint32_t id, wayi_path_buffer *out)
{
    const wayi_atlas_region *region = wayi_atlas_region_at(atlas, id);
    const uint32_t square = id >> atlas->bits;
    for (uint32_t i = 0; region && i < region->link_count; i++) {
        const uint32_t word = wayi_atlas_word(atlas->squares[square], region->link_first + i);
        if ((word & WAYI_ATLAS_NEAR) &&
            !wayi_path_buffer_push(out, wayi_atlas_target(atlas, square, word))) {
            return false;
        }
    }
    return true;
}

/// Collects the regions up to `depth` borders away as targets. False without memory.
static bool atlas_records_reach(const wayi_atlas *atlas, uint32_t id, wayi_atlas_tools *tools)
{
    wayi_path_buffer *targets = &tools->targets;
    wayi_path_buffer_clear(targets);
    bool fits = wayi_path_buffer_push(targets, id);
    for (uint32_t level = 0; level < atlas->config.depth && fits; level++) {
        const uint32_t known = targets->count;
        for (uint32_t i = 0; i < known && fits; i++) {
            fits = atlas_records_neighbours(atlas, targets->states[i], targets);
        }
        wayi_sort32(targets->states, targets->count);
        uint32_t kept = 0;
        for (uint32_t i = 0; i < targets->count; i++) {
            const uint32_t to = targets->states[i];
            if (to != id && (kept == 0 || to != targets->states[kept - 1]) &&
                wayi_atlas_region_at(atlas, to)) {
                targets->states[kept++] = to;
            }
        }
        targets->count = kept;
    }
    targets->count = targets->count < UINT16_MAX ? targets->count : UINT16_MAX;
    tools->work += 1 + targets->count / 4;
    return fits;
}

// Records -----------------------------------------------------------------------------------------

/// Appends a link to the block that grows: FOUND, CAPACITY.
static way_outcome atlas_records_add(const wayi_atlas *atlas, uint32_t id,
                                     const wayi_atlas_link *link, wayi_atlas_tools *tools)
{
    return wayi_atlas_block_add_link(atlas, id >> atlas->bits, link, tools) ? WAY_OUTCOME_FOUND
                                                                            : WAY_OUTCOME_CAPACITY;
}

/// The same with the record of the way that was found.
static way_outcome atlas_records_keep(const wayi_atlas *atlas, uint32_t id, wayi_atlas_link *link,
                                      wayi_atlas_tools *tools)
{
    const way_cell from = wayi_atlas_region_at(atlas, id)->place;
    const way_cell to = wayi_atlas_region_at(atlas, link->to)->place;
    wayi_path_buffer *path = &tools->path;
    if (atlas->config.bare) {
        link->cost = wayi_confined_cost(&tools->search, to);
        return atlas_records_add(atlas, id, link, tools);
    }
    wayi_path_buffer_clear(path);
    if (!wayi_path_buffer_push(path, from) || !wayi_confined_trace(&tools->search, to, path) ||
        !wayi_path_buffer_reserve(path, 2 * path->count)) {
        return WAY_OUTCOME_CAPACITY;
    }
    way_cell *subgoals = path->states + path->count;
    link->subgoal_count = wayi_climb_compress(atlas->grid, &tools->search, path->states,
                                              path->count, subgoals, &link->cost);
    link->subgoals = subgoals;
    link->tight = false;
    tools->work += path->count / 8;
    return link->subgoal_count > WAYI_ATLAS_SUBGOALS_MAX
               ? WAY_OUTCOME_FOUND
               : atlas_records_add(atlas, id, link, tools);
}

/// Turns to the best way to another place. Over weights estimates tell little: one search from a
/// place then serves all its records. False without memory.
static bool atlas_records_search(const wayi_atlas *atlas, uint32_t id, uint32_t to,
                                 wayi_atlas_tools *tools)
{
    const bool sweeps = atlas->grid->layer->weights && !atlas->config.bare;
    const way_cell from = wayi_atlas_region_at(atlas, id)->place;
    const way_cell place = wayi_atlas_region_at(atlas, to)->place;
    if (!tools->swept &&
        !wayi_confined_begin(&tools->search, atlas_records_window(atlas, id >> atlas->bits, to),
                             from, sweeps ? WAY_CELL_NONE : place)) {
        return false;
    }
    tools->swept = sweeps;
    if (sweeps) {
        wayi_confined_seek(&tools->search, place);
    }
    return true;
}

/// Makes the record of a link and appends it to the block that grows: FOUND, also if there is no
/// way; WORKING, CAPACITY.
static way_outcome atlas_records_make(const wayi_atlas *atlas, uint32_t id, wayi_atlas_link link,
                                      wayi_atlas_tools *tools, uint32_t *budget)
{
    const way_cell from = wayi_atlas_region_at(atlas, id)->place;
    const way_cell to = wayi_atlas_region_at(atlas, link.to)->place;
    if (!tools->searching) {
        tools->work += 1 + wayi_map_open_steps(atlas->grid->map, from, to) / 16;
        link.subgoal_count = 0;
        if (!atlas->config.bare && !tools->swept &&
            wayi_climb_reaches(atlas->grid, from, to, UINT32_MAX, &link.cost) &&
            link.cost == wayi_grid_distance(atlas->grid, from, to)) {
            return atlas_records_add(atlas, id, &link, tools);
        }
        if (!atlas_records_search(atlas, id, link.to, tools)) {
            return WAY_OUTCOME_CAPACITY;
        }
        tools->searching = true;
    }
    const way_outcome outcome = wayi_atlas_search(&tools->search, tools, budget);
    tools->searching = outcome == WAY_OUTCOME_WORKING;
    return outcome == WAY_OUTCOME_FOUND     ? atlas_records_keep(atlas, id, &link, tools)
           : outcome == WAY_OUTCOME_NO_PATH ? WAY_OUTCOME_FOUND
                                            : outcome;
}

// All of a square ---------------------------------------------------------------------------------

/// Appends the next link of the region under way: WORKING, FOUND, CAPACITY.
static way_outcome atlas_records_link(const wayi_atlas *atlas, uint32_t id,
                                      const wayi_repairs_square *changes, wayi_atlas_tools *tools,
                                      uint32_t *budget)
{
    const uint32_t to = tools->targets.states[tools->link];
    wayi_atlas_link link = {.to = to, .cost = WAY_COST_MAX};
    (void)wayi_atlas_link_to(atlas, id, to, &link);
    const bool waits = changes && !changes->near_made && !link.near;
    if (waits ||
        (!tools->searching && changes && wayi_repairs_holds(atlas, id, &link, changes, tools))) {
        return atlas_records_add(atlas, id, &link, tools);
    }
    return atlas_records_make(atlas, id, link, tools, budget);
}

/// Finds out which links a region has: those it had, unless others are in reach; that is not asked
/// before near ones are made.
static bool atlas_records_targets(const wayi_atlas *atlas, uint32_t id,
                                  const wayi_repairs_square *changes, wayi_atlas_tools *tools)
{
    if (!changes ||
        (changes->near_made && (atlas->flags[id >> atlas->bits] & WAYI_ATLAS_TARGETS))) {
        return atlas_records_reach(atlas, id, tools);
    }
    const wayi_atlas_region *region = wayi_atlas_region_at(atlas, id);
    bool fits = true;
    for (uint32_t i = 0; i < region->link_count && fits; i++) {
        const uint32_t to = wayi_atlas_link_at(atlas, id, i).to;
        fits = !wayi_atlas_region_at(atlas, to) || wayi_path_buffer_push(&tools->targets, to);
    }
    return fits;
}

/// Goes on with the region under way.
static way_outcome atlas_records_region(const wayi_atlas *atlas, uint32_t square,
                                        const wayi_repairs_square *changes, wayi_atlas_tools *tools,
                                        uint32_t *budget)
{
    const uint32_t id = square << atlas->bits | tools->region;
    const wayi_atlas_region *region = &wayi_atlas_regions(atlas->squares[square])[tools->region];
    if (!tools->targets_known) {
        tools->link = 0;
        tools->searching = false;
        tools->swept = false;
        wayi_path_buffer_clear(&tools->targets);
        if (!wayi_atlas_block_add_region(tools, region->place) ||
            (region->place != WAY_CELL_NONE && !atlas_records_targets(atlas, id, changes, tools))) {
            return WAY_OUTCOME_CAPACITY;
        }
        tools->targets_known = true;
    }
    for (; tools->link < tools->targets.count; tools->link++) {
        const way_outcome outcome =
            *budget ? atlas_records_link(atlas, id, changes, tools, budget) : WAY_OUTCOME_WORKING;
        if (outcome != WAY_OUTCOME_FOUND) {
            return outcome;
        }
    }
    tools->targets_known = false;
    tools->region++;
    return WAY_OUTCOME_FOUND;
}

/// Whether what is kept of a square is what would be made, as far as it is its turn: that of most
/// squares around an edit is.
static bool atlas_records_hold(const wayi_atlas *atlas, uint32_t square,
                               const wayi_repairs_square *changes, wayi_atlas_tools *tools)
{
    const wayi_atlas_block *block = atlas->squares[square];
    bool holds = !changes->near_made || !(atlas->flags[square] & WAYI_ATLAS_TARGETS);
    for (uint32_t i = 0; holds && i < wayi_atlas_region_numbers(block); i++) {
        const wayi_atlas_region *region = wayi_atlas_regions(block) + i;
        const uint32_t id = square << atlas->bits | i;
        for (uint32_t k = 0; holds && k < region->link_count; k++) {
            way_cost cost = 0;
            const uint32_t word = wayi_atlas_word(block, region->link_first + k);
            const uint32_t to = wayi_atlas_hop(atlas, square, region->link_first + k, &cost);
            if ((changes->near_made || (word & WAYI_ATLAS_NEAR)) &&
                !wayi_repairs_is_apart(atlas, id, to, cost, changes)) {
                const wayi_atlas_link link = wayi_atlas_link_at(atlas, id, k);
                holds = wayi_repairs_holds(atlas, id, &link, changes, tools);
            }
        }
        tools->work += region->link_count / ATLAS_RECORDS_LOOKED;
    }
    return holds;
}

way_outcome wayi_atlas_make_records(const wayi_atlas *atlas, uint32_t square,
                                    const wayi_repairs_square *changes, wayi_atlas_tools *tools,
                                    uint32_t *budget, wayi_atlas_block **out)
{
    const wayi_atlas_block *block = atlas->squares[square];
    if (tools->current != square) {
        if (changes && atlas_records_hold(atlas, square, changes, tools)) {
            *out = atlas->squares[square];
            return WAY_OUTCOME_FOUND;
        }
        tools->current = square;
        tools->region = 0;
        tools->targets_known = false;
        wayi_atlas_block_begin(tools);
    }
    while (block && tools->region < block->region_count) {
        const way_outcome outcome = atlas_records_region(atlas, square, changes, tools, budget);
        if (outcome != WAY_OUTCOME_FOUND) {
            tools->current = outcome == WAY_OUTCOME_WORKING ? square : UINT32_MAX;
            return outcome;
        }
    }
    tools->current = UINT32_MAX;
    return wayi_atlas_block_end(atlas, tools, out) ? WAY_OUTCOME_FOUND : WAY_OUTCOME_CAPACITY;
}
