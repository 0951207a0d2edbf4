// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Pivots are chosen far from each other: the first is the cell farthest from some cell of the
// component with most cells, each other one the cell farthest from all before it. Other components
// get no distances.
#include "search/engine/pivots.h"

#include "base/alloc.h"
#include "base/budget.h"
#include "search/engine/walls_only.h"

/// Distances of cells that can't be stood on, and of those that no pivot reaches.
#define PIVOTS_BLOCKED WAY_COST_MAX
#define PIVOTS_APART (WAY_COST_MAX - 1)

#define PIVOTS_LOOKS 16u   ///< cells that cost as much to look at as one expansion
#define PIVOTS_SLICE 4096u ///< expansions between two questions to a job

/// Choosing where to begin, one search from there for the farthest cell, then the pivots: each is
/// searched from and then written down.
enum { PIVOTS_VOTE, PIVOTS_SCOUT, PIVOTS_LOOK, PIVOTS_SEARCH, PIVOTS_WRITE };

static void pivots_start_over(wayi_pivots *pivots)
{
    pivots->made = 0;
    pivots->rounds++;
    pivots->cursor = 0;
    pivots->votes = 0;
    pivots->phase = PIVOTS_VOTE;
    pivots->place = WAY_CELL_NONE;
    pivots->whole = false;
}

// Making ------------------------------------------------------------------------------------------

static way_status pivots_search_from(wayi_pivots *pivots, way_cell place, uint32_t phase)
{
    pivots->phase = phase;
    pivots->cursor = 0;
    pivots->farthest = WAY_CELL_NONE;
    pivots->distance = 0;
    const way_field_config config = {.space = pivots->ground,
                                     .allocator = &pivots->ground->allocator};
    const way_status status =
        pivots->field ? WAY_STATUS_OK : way_field_create(&config, &pivots->field);
    return status != WAY_STATUS_OK ? status
                                   : way_field_begin(pivots->field, &place, 1, WAY_COST_MAX);
}

/// Each cell votes for its component; one with more than half of them wins, else some.
static void pivots_vote(wayi_pivots *pivots, way_cell cell)
{
    const wayi_grid *grid = wayi_space_grid(pivots->ground);
    const uint32_t profile = way_space_profile(pivots->ground);
    const bool stands = way_space_can_stand(pivots->ground, cell);
    for (uint32_t i = 0; i < WAYI_PIVOTS; i++) {
        pivots->distances[(size_t)cell * WAYI_PIVOTS + i] = stands ? PIVOTS_APART : PIVOTS_BLOCKED;
    }
    if (!stands) {
        return;
    }
    if (pivots->votes == 0) {
        pivots->place = cell;
        pivots->votes = 1;
    } else if (way_map_component(grid->map, cell, profile) ==
               way_map_component(grid->map, pivots->place, profile)) {
        pivots->votes++;
    } else {
        pivots->votes--;
    }
}

/// Writes down how far a cell is from the pivot, and remembers the one farthest from all.
static void pivots_write(wayi_pivots *pivots, way_cell cell)
{
    way_cost *row = pivots->distances + (size_t)cell * WAYI_PIVOTS;
    way_cost least = way_field_cost(pivots->field, cell);
    if (pivots->phase == PIVOTS_WRITE) {
        if (least == WAY_COST_MAX && way_space_can_stand(pivots->ground, cell)) {
            least = PIVOTS_APART;
        }
        // Those to come say the same as long as there are none; so do those before where a wall
        // has come since.
        for (uint32_t i = least < PIVOTS_APART ? pivots->made : 0; i < WAYI_PIVOTS; i++) {
            row[i] = least;
        }
        for (uint32_t i = 0; i < pivots->made; i++) {
            least = row[i] < least ? row[i] : least;
        }
    }
    if (least < PIVOTS_APART && least > pivots->distance) {
        pivots->distance = least;
        pivots->farthest = cell;
    }
}

/// Looks at cells for up to `budget`; true when all were.
static bool pivots_look(wayi_pivots *pivots, uint32_t *budget)
{
    uint64_t looks = (uint64_t)*budget * PIVOTS_LOOKS;
    for (; looks > 0 && pivots->cursor < pivots->cells; looks--, pivots->cursor++) {
        if (pivots->phase == PIVOTS_VOTE) {
            pivots_vote(pivots, pivots->cursor);
        } else {
            pivots_write(pivots, pivots->cursor);
        }
    }
    *budget = (uint32_t)(looks / PIVOTS_LOOKS);
    return pivots->cursor == pivots->cells;
}

/// All cells were looked at: what comes next.
static way_status pivots_go_on(wayi_pivots *pivots)
{
    pivots->made += pivots->phase == PIVOTS_WRITE;
    if (pivots->phase == PIVOTS_VOTE) {
        pivots->weight = wayi_space_grid(pivots->ground)->layer->min_weight;
        if (pivots->place != WAY_CELL_NONE) {
            return pivots_search_from(pivots, pivots->place, PIVOTS_SCOUT);
        }
    }
    const bool none = pivots->place == WAY_CELL_NONE; // nobody can stand anywhere
    if (none || pivots->made == WAYI_PIVOTS ||
        (pivots->made && pivots->farthest == WAY_CELL_NONE)) {
        way_field_destroy(pivots->field); // it takes about as much as the distances
        pivots->field = NULL;
        pivots->whole = true;
        pivots->revision = way_space_revision(pivots->ground);
        return WAY_STATUS_OK;
    }
    if (pivots->farthest != WAY_CELL_NONE) {
        pivots->place = pivots->farthest;
    }
    return pivots_search_from(pivots, pivots->place, PIVOTS_SEARCH);
}

static way_status pivots_work(wayi_pivots *pivots, uint32_t *budget)
{
    way_status status = WAY_STATUS_OK;
    while (*budget > 0 && !pivots->whole && status == WAY_STATUS_OK) {
        if (pivots->phase == PIVOTS_SCOUT || pivots->phase == PIVOTS_SEARCH) {
            const uint64_t before = way_field_stats(pivots->field).expansions;
            const way_outcome outcome = way_field_step(pivots->field, *budget);
            wayi_budget_take(budget, way_field_stats(pivots->field).expansions - before);
            if (outcome == WAY_OUTCOME_CAPACITY) {
                status = WAY_STATUS_NO_MEMORY;
            } else if (outcome != WAY_OUTCOME_WORKING) {
                pivots->phase = pivots->phase == PIVOTS_SCOUT ? PIVOTS_LOOK : PIVOTS_WRITE;
                *budget -= *budget > 0;
            }
        } else if (pivots_look(pivots, budget)) {
            status = pivots_go_on(pivots);
        }
    }
    return status;
}

way_status wayi_pivots_open(wayi_pivots *pivots, way_space *ground, const way_job *job)
{
    const wayi_job_stage stage = {job, 0, 1000};
    *pivots = (wayi_pivots){.ground = ground, .cells = ground->state_count};
    pivots->distances = wayi_alloc(&ground->allocator, (size_t)pivots->cells * WAYI_PIVOTS,
                                   sizeof *pivots->distances);
    if (!pivots->distances) {
        return WAY_STATUS_NO_MEMORY;
    }
    way_status status = WAY_STATUS_OK;
    pivots_start_over(pivots);
    while (status == WAY_STATUS_OK && !pivots->whole) {
        uint32_t budget = PIVOTS_SLICE;
        status = pivots_work(pivots, &budget);
        if (status == WAY_STATUS_OK && !wayi_job_report(stage, pivots->made, WAYI_PIVOTS)) {
            status = WAY_STATUS_CANCELLED;
        }
    }
    return status;
}

void wayi_pivots_close(wayi_pivots *pivots)
{
    if (pivots->ground) {
        WAYI_FREE(&pivots->ground->allocator, pivots->distances,
                  (size_t)pivots->cells * WAYI_PIVOTS);
    }
    way_field_destroy(pivots->field);
    *pivots = (wayi_pivots){0};
}

// Edits -------------------------------------------------------------------------------------------

static wayi_walls_only pivots_known(const wayi_pivots *pivots)
{
    return (wayi_walls_only){pivots->distances, WAYI_PIVOTS, pivots->weight};
}

static bool pivots_suit(const wayi_pivots *pivots)
{
    return way_space_traits(pivots->ground) & WAY_SPACE_SYMMETRIC;
}

bool wayi_pivots_hold(const wayi_pivots *pivots)
{
    const wayi_walls_only known = pivots_known(pivots);
    return pivots->whole && pivots_suit(pivots) &&
           wayi_walls_only_since(&known, pivots->ground, pivots->revision);
}

way_status wayi_pivots_repair(wayi_pivots *pivots, const way_rect *rects, uint32_t count,
                              uint32_t *budget)
{
    const wayi_walls_only known = pivots_known(pivots);
    if (count && (!pivots->made || !wayi_walls_only_survive(&known, pivots->ground, rects, count,
                                                            (uint64_t)*budget * PIVOTS_LOOKS))) {
        pivots_start_over(pivots);
    }
    if (pivots->whole || !pivots_suit(pivots)) {
        pivots->revision = way_space_revision(pivots->ground);
        return WAY_STATUS_OK;
    }
    return pivots_work(pivots, budget);
}
