// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Sectors as in Dragon Age: next to nothing is kept of the map, and a trip needs
// memory for a few sectors. A route of regions is found first; then the path is put together piece
// by piece, by searches that never leave the sectors of the piece: from where the path ends to the
// place of the region two further on. The last part of each piece is thrown away, for it bends
// towards a place that nobody has to visit; the next piece starts there. The last one ends at the
// goal. Regions of a route are next to each other and connected inside, so no piece fails, and each
// gets on: to a later region of the route, or nearer to the same place.
//
// With smoothing the path is held back until it is complete, and its bends are cut by straight
// runs.
//
// On large maps the search of the route goes for the goal: what is left counts half as much again.
// With two levels a route over larger sectors comes first, and that of the small ones keeps to the
// sectors it leads through. Where it leads there is a way inside them, so the second never fails.
//
// Reference: Sturtevant, Memory-Efficient Abstractions for Pathfinding, 2007.
// Deviations: the route counts from the start and to the goal, not from and to their regions'
// places.
#include "search/engine/held.h"
#include "search/hierarchical/sector_route.h"
#include "search/trip/observer.h"

/// On plain ground of more sectors than this routes are found in a hurry, if it is left to the
/// library.
#define SECTOR_TRIP_MANY 4096u
/// Side of the smallest sectors.
#define SECTOR_TRIP_SIDE 16u

/// Parameters, in the order of the table.
enum {
    SECTOR_PARAM_SECTOR,
    SECTOR_PARAM_LEVELS,
    SECTOR_PARAM_CENTRES,
    SECTOR_PARAM_HURRY,
    SECTOR_PARAM_AHEAD,
    SECTOR_PARAM_TRIM,
    SECTOR_PARAM_SMOOTH
};

static const char *const sector_trip_sides[] = {"auto", "16", "32", "64", "128"};
static const char *const sector_trip_centres[] = {"mean", "ways"};
static const char *const sector_trip_hurry[] = {"auto", "off", "on"};

static const way_param sector_trip_params[] = {
    [SECTOR_PARAM_SECTOR] = {"sector",
                             "side of a sector in cells; auto goes by the size of the map",
                             WAY_PARAM_CHOICE, 0, 0, 4, sector_trip_sides},
    [SECTOR_PARAM_LEVELS] = {"levels",
                             "2: first a route over sectors four times as wide, at most 128 cells; "
                             "not with links or several goals",
                             WAY_PARAM_INTEGER, 1, 1, 2, NULL},
    [SECTOR_PARAM_CENTRES] =
        {"centres",
         "representative of a region: nearest to its mean, or near the exits of its sector",
         WAY_PARAM_CHOICE, 1, 0, 1, sector_trip_centres},
    [SECTOR_PARAM_HURRY] =
        {"hurry", "faster routes that may be a little longer; auto: on plain maps of many sectors",
         WAY_PARAM_CHOICE, 0, 0, 2, sector_trip_hurry},
    [SECTOR_PARAM_AHEAD] = {"ahead", "how many regions ahead each piece leads", WAY_PARAM_INTEGER,
                            3, 1, 3, NULL},
    [SECTOR_PARAM_TRIM] = {"discard", "fraction of each piece that is thrown away", WAY_PARAM_RATIO,
                           150, 0, 500, NULL},
    [SECTOR_PARAM_SMOOTH] = {"smooth",
                             "shorten the path by straight runs, no longer than a sector or of any "
                             "length; it then comes as a whole",
                             WAY_PARAM_CHOICE, WAYI_SMOOTH_OFF, WAYI_SMOOTH_OFF, WAYI_SMOOTH_ALL,
                             wayi_held_smooths},
};

/// What is prepared.
typedef struct sector_trip_database {
    wayi_atlas atlas;
    wayi_atlas upper; ///< of larger sectors; without squares where there is one level
} sector_trip_database;

typedef enum sector_trip_stage {
    SECTOR_TRIP_UPPER, ///< finding the route over larger sectors
    SECTOR_TRIP_ROUTE,
    SECTOR_TRIP_WALK,
    SECTOR_TRIP_SEARCH,
    SECTOR_TRIP_RAYS ///< smoothing what the pieces make
} sector_trip_stage;

typedef struct sector_trip_memory {
    wayi_sector_route upper; ///< over larger sectors
    wayi_bitset within;      ///< those that it leads through; without words where there are none
    wayi_sector_route route;
    wayi_confined piece;
    sector_trip_stage stage;
    uint32_t cursor;       ///< region of the route where the path ends
    uint32_t ahead;        ///< region of the route that the piece leads to
    wayi_sector_stop link; ///< that the piece leads to there, and on to the next, if there is one
    wayi_held held;        ///< the path that is not handed out: all, if it is to be smoothed
    uint32_t first;        ///< of its cells: where the piece begins
    way_cell cell;         ///< where the path ends
    way_cell aim;          ///< where the piece leads to
    way_rect rect;         ///< that the piece stays in
    bool hurries;          ///< of the route
    bool full;             ///< memory or capacity ran out
} sector_trip_memory;

static const wayi_atlas *sector_trip_atlas(const way_agent *agent)
{
    return &((const sector_trip_database *)agent->navigator->database)->atlas;
}

static const wayi_atlas *sector_trip_upper(const way_agent *agent)
{
    return &((const sector_trip_database *)agent->navigator->database)->upper;
}

// The database ----------------------------------------------------------------------------------

/// Sets up one level and makes it, or opens what was saved of it.
static way_status sector_trip_make(wayi_atlas *atlas, way_navigator *navigator, uint32_t side,
                                   const wayi_blob *blob, wayi_job_stage stage)
{
    const wayi_atlas_config config = {.space = navigator->space,
                                      .side = side,
                                      .depth = 1,
                                      .centred = navigator->params[SECTOR_PARAM_CENTRES],
                                      .bare = true};
    const way_status status = wayi_atlas_init(atlas, &config, &navigator->allocator);
    return status != WAY_STATUS_OK ? status
           : blob                  ? wayi_atlas_open(atlas, blob)
                                   : wayi_atlas_build(atlas, stage);
}

/// What is kept of a map is the smallest useful picture of it: an atlas of what is connected inside
/// sectors with bare links. The upper level is a sixteenth of that, and made anew when it is
/// opened.
static way_status sector_trip_prepare(way_navigator *navigator, const way_job *job)
{
    sector_trip_database *database = navigator->database;
    const way_map *map = way_space_map(navigator->space);
    const uint32_t asked = (uint32_t)navigator->params[SECTOR_PARAM_SECTOR];
    const uint32_t chosen = map->cell_count > 2048u * 2048u ? 2 : 1;
    const uint32_t side = SECTOR_TRIP_SIDE << ((asked ? asked : chosen) - 1);
    const uint32_t large = 4 * side < WAYI_SQUARE_MAX ? 4 * side : WAYI_SQUARE_MAX;
    const bool two = navigator->params[SECTOR_PARAM_LEVELS] > 1 && large > side;
    const uint32_t part = two ? 600 : 1000;
    const way_status status = sector_trip_make(&database->atlas, navigator, side, navigator->blob,
                                               (wayi_job_stage){job, 0, part});
    return status != WAY_STATUS_OK || !two
               ? status
               : sector_trip_make(&database->upper, navigator, large, NULL,
                                  (wayi_job_stage){job, part, 1000});
}

static void sector_trip_discard(way_navigator *navigator)
{
    sector_trip_database *database = navigator->database;
    wayi_atlas_fini(&database->upper);
    wayi_atlas_fini(&database->atlas);
}

static way_status sector_trip_repair(way_navigator *navigator, const way_rect *rects,
                                     uint32_t count, uint32_t budget, bool *done)
{
    sector_trip_database *database = navigator->database;
    const uint64_t before = database->atlas.repaired + database->upper.repaired;
    way_status status = wayi_atlas_repair(&database->atlas, rects, count, &budget, done);
    if (status == WAY_STATUS_OK && database->upper.squares) {
        bool upper = false;
        status = wayi_atlas_repair(&database->upper, rects, count, &budget, &upper);
        *done = *done && upper;
    }
    navigator->repaired += database->atlas.repaired + database->upper.repaired - before;
    return status;
}

static void sector_trip_save(const way_navigator *navigator, wayi_blob_writer *writer)
{
    wayi_atlas_save(&((const sector_trip_database *)navigator->database)->atlas, NULL, 0, writer);
}

static uint32_t sector_trip_region(const way_navigator *navigator, way_state state,
                                   way_state *place)
{
    const wayi_atlas *atlas = &((const sector_trip_database *)navigator->database)->atlas;
    const uint32_t region = wayi_atlas_find(atlas, state);
    if (region == WAYI_REGION_NONE) {
        return WAY_STATE_NONE;
    }
    *place = wayi_atlas_region_at(atlas, region)->place;
    return *place;
}

// The path ----------------------------------------------------------------------------------------

/// Looks for the piece; the way straight on is blocked.
static void sector_trip_begin_search(sector_trip_memory *memory)
{
    memory->stage = SECTOR_TRIP_SEARCH;
    memory->held.cells.count = memory->first + 1;
    memory->full = !wayi_confined_begin(&memory->piece, memory->rect, memory->cell, memory->aim);
}

/// The sector of a cell.
static way_rect sector_trip_rect(const wayi_atlas *graph, way_cell cell)
{
    return wayi_atlas_rect(graph, wayi_atlas_square_of(graph, cell));
}

static bool sector_trip_is_linked(const sector_trip_memory *memory)
{
    return memory->link.from != WAY_CELL_NONE;
}

/// Starts on the next piece.
static void sector_trip_begin_piece(way_agent *agent)
{
    sector_trip_memory *memory = agent->memory;
    const wayi_sector_route *route = &memory->route;
    const wayi_atlas *graph = sector_trip_atlas(agent);
    const uint32_t last = route->slots.count ? route->slots.count - 1 : 0;
    const uint32_t wish = memory->cursor + (uint32_t)agent->navigator->params[SECTOR_PARAM_AHEAD];
    memory->ahead = memory->cursor;
    memory->link.from = WAY_CELL_NONE;
    while (memory->ahead < wish && memory->ahead < last && !sector_trip_is_linked(memory)) {
        memory->link = *wayi_sector_route_at(route, memory->ahead + 1);
        memory->ahead += !sector_trip_is_linked(memory);
    }
    memory->aim = sector_trip_is_linked(memory) ? memory->link.from
                  : memory->ahead == last       ? agent->goal.state
                                                : wayi_sector_route_at(route, memory->ahead)->place;
    memory->first = memory->held.cells.count - 1;
    memory->rect = sector_trip_rect(graph, memory->cell);
    for (uint32_t i = memory->cursor; route->slots.count && i <= memory->ahead; i++) {
        memory->rect = wayi_rect_join(
            memory->rect, sector_trip_rect(graph, wayi_sector_route_at(route, i)->place));
    }
    memory->stage = SECTOR_TRIP_WALK;
    if (graph->grid->layer->weights || graph->grid->map->neighbours != WAY_NEIGHBOURS_8) {
        sector_trip_begin_search(memory);
    }
}

/// Walks straight on for up to *budget steps: where nothing is in the way, that is the piece.
static way_outcome sector_trip_walk(way_agent *agent, uint32_t *budget)
{
    sector_trip_memory *memory = agent->memory;
    const wayi_grid *grid = sector_trip_atlas(agent)->grid;
    const way_map *map = grid->map;
    wayi_path_buffer *cells = &memory->held.cells;
    way_cell cell = cells->states[cells->count - 1];
    wayi_climb climb = wayi_climb_begin(grid, cell, memory->aim);
    way_cost left = wayi_grid_distance(grid, cell, memory->aim);
    while (!wayi_climb_is_there(&climb)) {
        if (*budget == 0) {
            return WAY_OUTCOME_WORKING;
        }
        --*budget;
        agent->stats.expansions++;
        if (agent->observer) {
            const way_cost g = wayi_grid_distance(grid, memory->cell, cell);
            wayi_agent_report(agent, WAY_EVENT_EXPAND, cell, WAY_STATE_NONE, g, 0);
        }
        const uint32_t direction = wayi_climb_direction(grid, climb.x, climb.y, climb.dx, climb.dy);
        if (direction != WAYI_CLIMB_STUCK) {
            wayi_climb_shift(&climb, direction, 1);
            cell += (uint32_t)map->offsets[direction];
            left -= map->steps[direction];
        }
        if (direction == WAYI_CLIMB_STUCK ||
            left != wayi_grid_distance(grid, cell, memory->aim)) { // it got on, but by a detour
            sector_trip_begin_search(memory);
            return WAY_OUTCOME_WORKING;
        }
        if (!wayi_path_buffer_push(cells, cell)) {
            return WAY_OUTCOME_CAPACITY;
        }
    }
    return WAY_OUTCOME_FOUND;
}

/// How much of a piece of so many moves is dropped, if what is left ends in a region of the route;
/// sets the region where it ends.
static uint32_t sector_trip_trim(way_agent *agent, const way_cell *cells, uint32_t moves)
{
    sector_trip_memory *memory = agent->memory;
    const wayi_atlas *graph = sector_trip_atlas(agent);
    const uint32_t trim = (uint32_t)agent->navigator->params[SECTOR_PARAM_TRIM];
    const uint32_t drop = (uint32_t)((uint64_t)moves * trim / 1000);
    if (memory->aim != agent->goal.state && drop && !sector_trip_is_linked(memory)) {
        const wayi_atlas_region *region =
            wayi_atlas_region_at(graph, wayi_atlas_find(graph, cells[moves - drop]));
        for (uint32_t i = memory->ahead + 1; region && i-- > memory->cursor;) {
            if (region->place == wayi_sector_route_at(&memory->route, i)->place) {
                memory->cursor = i;
                return drop;
            }
        }
    }
    memory->cursor = memory->ahead;
    return 0;
}

static wayi_held_smooth sector_trip_smooth(const way_agent *agent)
{
    return (wayi_held_smooth)agent->navigator->params[SECTOR_PARAM_SMOOTH];
}

/// Goes on behind a link that was handed out. WORKING, FOUND: there was none.
static way_outcome sector_trip_go_on(way_agent *agent)
{
    sector_trip_memory *memory = agent->memory;
    if (!sector_trip_is_linked(memory)) {
        return WAY_OUTCOME_FOUND;
    }
    memory->cell = wayi_agent_last(agent);
    memory->cursor = memory->ahead + 1;
    sector_trip_begin_piece(agent);
    return WAY_OUTCOME_WORKING;
}

/// Adds a piece whose end was reached and goes on: with the next one, with smoothing, or it is
/// over.
static way_outcome sector_trip_end_piece(way_agent *agent)
{
    sector_trip_memory *memory = agent->memory;
    wayi_path_buffer *cells = &memory->held.cells;
    const wayi_held_smooth smooth = sector_trip_smooth(agent);
    if (memory->stage == SECTOR_TRIP_SEARCH &&
        !wayi_confined_trace(&memory->piece, memory->aim, cells)) {
        cells->count = memory->first + 1;
        return WAY_OUTCOME_CAPACITY;
    }
    cells->count -=
        sector_trip_trim(agent, cells->states + memory->first, cells->count - 1 - memory->first);
    memory->cell = cells->states[cells->count - 1];
    if (sector_trip_is_linked(memory)) {
        memory->held.beyond = memory->link.to;
    }
    const bool whole = sector_trip_is_linked(memory) || memory->aim == agent->goal.state;
    if (whole && smooth != WAYI_SMOOTH_OFF) {
        memory->stage = SECTOR_TRIP_RAYS;
        return wayi_held_smooth_begin(&memory->held, smooth, sector_trip_atlas(agent)->config.side)
                   ? WAY_OUTCOME_WORKING
                   : WAY_OUTCOME_CAPACITY;
    }
    if (smooth == WAYI_SMOOTH_OFF && !wayi_held_commit(&memory->held, agent, 0)) {
        return WAY_OUTCOME_CAPACITY;
    }
    if (whole) {
        return sector_trip_go_on(agent);
    }
    sector_trip_begin_piece(agent);
    return WAY_OUTCOME_WORKING;
}

// The trip ----------------------------------------------------------------------------------------

static way_status sector_trip_create(way_agent *agent)
{
    sector_trip_memory *memory = agent->memory;
    const wayi_atlas *graph = sector_trip_atlas(agent);
    const way_map *map = graph->grid->map;
    const uint32_t across =
        ((uint32_t)agent->navigator->params[SECTOR_PARAM_AHEAD] + 1) * graph->config.side;
    wayi_held_init(&memory->held, agent);
    wayi_sector_route_init(&memory->route, agent, graph);
    wayi_sector_route_init(&memory->upper, agent, sector_trip_upper(agent));
    memory->route.upper = sector_trip_upper(agent);
    if (memory->route.upper->squares &&
        wayi_bitset_init(&memory->within, memory->route.upper->square_count, &agent->allocator) !=
            WAY_STATUS_OK) {
        return WAY_STATUS_NO_MEMORY;
    }
    const wayi_confined_config piece = {.grid = graph->grid,
                                        .area = (across < map->width ? across : map->width) *
                                                (across < map->height ? across : map->height),
                                        .limit = agent->capacity,
                                        .stats = &agent->stats,
                                        .observer = agent->observer};
    return wayi_confined_init(&memory->piece, &piece, &agent->allocator) ? WAY_STATUS_OK
                                                                         : WAY_STATUS_NO_MEMORY;
}

static void sector_trip_destroy(way_agent *agent)
{
    sector_trip_memory *memory = agent->memory;
    wayi_sector_route_fini(&memory->route, agent);
    wayi_sector_route_fini(&memory->upper, agent);
    wayi_bitset_fini(&memory->within);
    wayi_confined_fini(&memory->piece);
    wayi_held_fini(&memory->held);
}

/// Starts on the route over small sectors.
static void sector_trip_begin_route(way_agent *agent)
{
    sector_trip_memory *memory = agent->memory;
    memory->stage = SECTOR_TRIP_ROUTE;
    const way_outcome outcome = wayi_sector_route_begin(&memory->route, memory->hurries);
    memory->full = outcome == WAY_OUTCOME_CAPACITY;
    if (outcome == WAY_OUTCOME_FOUND) {
        sector_trip_begin_piece(agent);
    }
}

/// Marks the large sectors that the last route leads through, or takes the marks away.
static void sector_trip_mark(sector_trip_memory *memory, bool on)
{
    const wayi_sector_route *upper = &memory->upper;
    for (uint32_t i = 0; i < upper->slots.count; i++) {
        const way_cell place = wayi_sector_route_at(upper, i)->place;
        const uint32_t square = wayi_atlas_square_of(upper->search.atlas, place);
        if (on) {
            wayi_bitset_add(&memory->within, square);
        } else {
            wayi_bitset_remove(&memory->within, square);
        }
    }
}

static way_status sector_trip_begin(way_agent *agent)
{
    sector_trip_memory *memory = agent->memory;
    const int32_t hurry = agent->navigator->params[SECTOR_PARAM_HURRY];
    const wayi_atlas *atlas = sector_trip_atlas(agent);
    const wayi_layer *layer = atlas->grid->layer;
    const bool large = atlas->square_count > SECTOR_TRIP_MANY && !layer->weights && !layer->links;
    memory->cell = agent->start;
    memory->cursor = 0;
    memory->hurries = hurry ? hurry == 2 : large;
    memory->route.within = NULL;
    sector_trip_mark(memory, false);
    memory->stage = SECTOR_TRIP_UPPER;
    const bool fits = wayi_held_begin(&memory->held, agent->start);
    const bool rises = memory->within.words && !layer->links && agent->goal.kind == WAYI_GOAL_ONE;
    const way_outcome outcome = !fits   ? WAY_OUTCOME_CAPACITY
                                : rises ? wayi_sector_route_begin(&memory->upper, false)
                                        : WAY_OUTCOME_FOUND;
    memory->full = outcome == WAY_OUTCOME_CAPACITY;
    if (outcome == WAY_OUTCOME_FOUND) {
        sector_trip_begin_route(agent);
    }
    return WAY_STATUS_OK;
}

static way_outcome sector_trip_step(way_agent *agent, uint32_t budget)
{
    sector_trip_memory *memory = agent->memory;
    way_outcome outcome = WAY_OUTCOME_WORKING;
    while (outcome == WAY_OUTCOME_WORKING && budget > 0) {
        if (memory->full) {
            return WAY_OUTCOME_CAPACITY;
        }
        switch (memory->stage) {
        case SECTOR_TRIP_UPPER:
            outcome = wayi_sector_route_step(&memory->upper, &budget);
            if (outcome == WAY_OUTCOME_FOUND) {
                outcome = WAY_OUTCOME_WORKING;
                sector_trip_mark(memory, true);
                memory->route.within = &memory->within;
                sector_trip_begin_route(agent);
            }
            continue;
        case SECTOR_TRIP_ROUTE:
            outcome = wayi_sector_route_step(&memory->route, &budget);
            if (outcome == WAY_OUTCOME_FOUND) {
                outcome = WAY_OUTCOME_WORKING;
                sector_trip_begin_piece(agent);
            }
            continue;
        case SECTOR_TRIP_RAYS:
            outcome = wayi_held_smooth_on(&memory->held, agent, 0, &budget);
            outcome = outcome == WAY_OUTCOME_FOUND ? sector_trip_go_on(agent) : outcome;
            continue;
        case SECTOR_TRIP_WALK:
            outcome = sector_trip_walk(agent, &budget);
            break;
        default:
            outcome = wayi_confined_step(&memory->piece, &budget);
            break;
        }
        if (outcome == WAY_OUTCOME_FOUND) {
            outcome = sector_trip_end_piece(agent);
        }
    }
    return outcome;
}

/// Whether the piece under way and all sectors that the rest of the route leads through lie apart
/// from what changed: nothing else is read any more.
static bool sector_trip_outlives(way_agent *agent, const way_rect *rects, uint32_t count,
                                 uint64_t *work)
{
    const sector_trip_memory *memory = agent->memory;
    const wayi_atlas *graph = sector_trip_atlas(agent);
    const wayi_sector_route *route = &memory->route;
    const uint64_t looks = (route->slots.count - memory->cursor + UINT64_C(2)) * count;
    if (memory->stage <= SECTOR_TRIP_ROUTE || sector_trip_smooth(agent) != WAYI_SMOOTH_OFF ||
        graph->grid->layer->links || looks > *work) {
        return false;
    }
    *work -= looks;
    const way_rect last = sector_trip_rect(graph, agent->goal.state);
    bool apart = true;
    for (uint32_t k = 0; k < count && apart; k++) {
        apart = !wayi_rect_meets(rects[k], memory->rect) && !wayi_rect_meets(rects[k], last);
        for (uint32_t i = memory->cursor; i < route->slots.count && apart; i++) {
            const way_cell place = wayi_sector_route_at(route, i)->place;
            apart = !wayi_rect_meets(rects[k], sector_trip_rect(graph, place));
        }
    }
    return apart;
}

static void sector_trip_give_up(way_agent *agent)
{
    sector_trip_memory *memory = agent->memory;
    if (memory->full) {
        wayi_agent_cut_to_nearest(agent, &agent->goal);
        return;
    }
    if (memory->stage == SECTOR_TRIP_WALK || memory->stage == SECTOR_TRIP_SEARCH) {
        memory->held.cells.count = memory->first + 1;
    }
    if (memory->stage == SECTOR_TRIP_SEARCH) {
        wayi_held_add_nearest(&memory->held, agent, &memory->piece);
    }
    wayi_held_give_up(&memory->held, agent, memory->stage == SECTOR_TRIP_RAYS);
}

const wayi_algorithm wayi_algorithm_sectors = {
    .info = {.name = "sectors",
             .title = "Sectors",
             .family = "hierarchical",
             .summary = "Routes over regions of sectors, refined piece by piece, with next to no "
                        "memory",
             .reference = "Sturtevant: Memory-Efficient Abstractions for Pathfinding, 2007",
             .traits = WAY_TRAIT_COMPLETE | WAY_TRAIT_PARTIAL_PATHS | WAY_TRAIT_ANY_GOAL |
                       WAY_TRAIT_HANDLES_EDITS | WAY_TRAIT_PREPARED,
             .needs = WAY_SPACE_GRID,
             WAYI_PARAMS(sector_trip_params)},
    .database.size = sizeof(sector_trip_database),
    .memory_size = sizeof(sector_trip_memory),
    .detours = true,
    .database.prepare = sector_trip_prepare,
    .database.discard = sector_trip_discard,
    .database.repair = sector_trip_repair,
    .database.save = sector_trip_save,
    .database.find_region = sector_trip_region,
    .create = sector_trip_create,
    .destroy = sector_trip_destroy,
    .begin = sector_trip_begin,
    .step = sector_trip_step,
    .outlives = sector_trip_outlives,
    .give_up = sector_trip_give_up,
};
