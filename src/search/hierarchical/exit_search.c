// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/hierarchical/exit_search.h"

#include "search/frame/observer.h"

#include <string.h>

/// What is known of a sector.
typedef struct exit_search_sector {
    uint32_t stamp;
    uint32_t gate; ///< first one of the route + 1; 0 = none
    uint64_t closed[WAYI_EXITS_PLACES / 64];
    way_cost costs[WAYI_EXITS_PLACES]; ///< what is left, by place; WAY_COST_MAX = not met
} exit_search_sector;

/// An exit in the open list is its sector, above this many bits, and its place.
#define EXIT_SEARCH_BITS 7u

/// All bits of a cost set say that an exit was not met.
#define EXIT_SEARCH_FOUR WAY_COST_MAX, WAY_COST_MAX, WAY_COST_MAX, WAY_COST_MAX
#define EXIT_SEARCH_SIXTEEN EXIT_SEARCH_FOUR, EXIT_SEARCH_FOUR, EXIT_SEARCH_FOUR, EXIT_SEARCH_FOUR

static const exit_search_sector exit_search_blank = {
    .costs = {EXIT_SEARCH_SIXTEEN, EXIT_SEARCH_SIXTEEN, EXIT_SEARCH_SIXTEEN, EXIT_SEARCH_SIXTEEN,
              EXIT_SEARCH_SIXTEEN, EXIT_SEARCH_SIXTEEN, EXIT_SEARCH_SIXTEEN, EXIT_SEARCH_SIXTEEN}};

_Static_assert(WAYI_EXITS_PLACES == 128, "the blank has as many costs");

way_status wayi_exit_search_init(wayi_exit_search *search, const way_agent *agent, uint32_t weight)
{
    const wayi_exits *exits = agent->navigator->database;
    const uint32_t side = (1u << exits->shift) + 1;
    search->exits = exits;
    search->weight = weight;
    wayi_open_init(&search->open, WAYI_OPEN_HEAP4, &agent->allocator);
    const wayi_confined_config inside = {.grid = exits->grid,
                                         .area = side * side,
                                         .limit = agent->capacity,
                                         .stats = &((way_agent *)agent)->stats,
                                         .observer = agent->observer};
    const wayi_nodes_config sectors = {.blank = &exit_search_blank,
                                       .stride = sizeof exit_search_blank,
                                       .id_count = exits->columns * exits->rows,
                                       .limit = agent->capacity,
                                       .sparse = wayi_agent_wants_sparse(agent)};
    if (!wayi_confined_init(&search->inside, &inside, &agent->allocator)) {
        return WAY_STATUS_NO_MEMORY;
    }
    return wayi_nodes_init(&search->sectors, &sectors, &agent->allocator);
}

void wayi_exit_search_fini(wayi_exit_search *search)
{
    wayi_free(&search->inside.allocator, search->gates, search->gate_capacity,
              sizeof *search->gates);
    wayi_confined_fini(&search->inside);
    wayi_nodes_fini(&search->sectors);
    wayi_open_fini(&search->open);
}

size_t wayi_exit_search_bytes(const wayi_exit_search *search)
{
    return wayi_nodes_bytes(&search->sectors) + wayi_confined_bytes(&search->inside) +
           wayi_open_bytes(&search->open) + search->gate_capacity * sizeof *search->gates;
}

static const way_map *exit_search_map(const wayi_exit_search *search)
{
    return search->exits->grid->map;
}

static exit_search_sector *exit_search_find(const wayi_exit_search *search, uint32_t sector)
{
    const uint32_t slot = wayi_nodes_find(&search->sectors, sector, sizeof(exit_search_sector));
    return slot == WAYI_SLOT_NONE
               ? NULL
               : wayi_nodes_at(&search->sectors, slot, sizeof(exit_search_sector));
}

/// The sector, which may move what was found before; NULL without memory.
static exit_search_sector *exit_search_touch(wayi_exit_search *search, uint32_t sector)
{
    const uint32_t slot = wayi_nodes_touch(&search->sectors, sector, sizeof(exit_search_sector));
    if (slot == WAYI_SLOT_NONE) {
        search->full = true;
        return NULL;
    }
    return wayi_nodes_at(&search->sectors, slot, sizeof(exit_search_sector));
}

// The search --------------------------------------------------------------------------------------
//
// An exit has a cost in each sector it belongs to. A way to it is noted where it was found; when it
// is taken from the open list, it is closed in all of them.

/// A sector under work: what is known of it, and where it lies from the start.
typedef struct exit_search_site {
    uint32_t index;
    exit_search_sector *known;
    int32_t x, y; ///< of the corner before its first cell, from the start
} exit_search_site;

static exit_search_site exit_search_visit(const wayi_exit_search *search, uint32_t index,
                                          exit_search_sector *known)
{
    const wayi_exits *exits = search->exits;
    const uint32_t row = index / exits->columns;
    const uint32_t column = index - row * exits->columns;
    return (exit_search_site){index, known,
                              (int32_t)(column << exits->shift) - 1 - (int32_t)search->start.x,
                              (int32_t)(row << exits->shift) - 1 - (int32_t)search->start.y};
}

/// Takes note of what is left from an exit of a sector; false without memory.
static inline bool exit_search_reach(wayi_exit_search *search, const way_agent *agent,
                                     const exit_search_site *site, uint32_t place, way_cost cost)
{
    const wayi_exits *exits = search->exits;
    const way_cost ahead = wayi_map_open_distance(
        exits->grid->map, exits->grid->layer, site->x + exits->x[place], site->y + exits->y[place]);
    const uint64_t f =
        cost + (search->weight == 1000 ? ahead : (uint64_t)ahead * search->weight / 1000);
    const uint64_t key = f < WAY_COST_MAX ? f : WAY_COST_MAX - 1u; // below what means no way yet
    site->known->costs[place] = cost;
    if (agent->observer) {
        wayi_observer_write(agent->observer,
                            (way_event){WAY_EVENT_GENERATE,
                                        wayi_exits_cell(exits, site->index, place), WAY_CELL_NONE,
                                        cost, way_cost_add(cost, ahead)});
    }
    const uint32_t id = site->index << EXIT_SEARCH_BITS | place;
    return search->open.kind == WAYI_OPEN_BUCKET
               ? wayi_bucket_queue_push(&search->open.buckets, (wayi_heap_item){key, id, 0})
               : wayi_heap_push(&search->open.heap,
                                (wayi_heap_item){key << 32 | (uint32_t)~cost, id, 0});
}

/// Takes note of a cheaper way, unless the exit is closed; with a weight it may be.
static void exit_search_improve(wayi_exit_search *search, way_agent *agent,
                                const exit_search_site *site, uint32_t place, way_cost cost)
{
    if (!(site->known->closed[place >> 6] >> (place & 63u) & 1u)) {
        agent->stats.generations++;
        agent->stats.heap_pushes++;
        search->full |= !exit_search_reach(search, agent, site, place, cost);
    }
}

/// Walks the links of an exit in one of its sectors against their direction, which costs the same.
static void exit_search_follow(wayi_exit_search *search, way_agent *agent,
                               const exit_search_site *site, uint32_t from, way_cost cost)
{
    const wayi_exit_sector *links = &search->exits->sectors[site->index];
    const way_cost *known = site->known->costs;
    if (!links->ends) {
        return;
    }
    const uint32_t first = wayi_exits_links(links, from);
    const uint32_t count = links->ends[from] - first;
    const uint8_t *places = links->places + first;
    uint8_t better[WAYI_EXITS_PLACES]; // listed first: this loop has next to nothing to do
    uint32_t better_count = 0;
    // No sum of a narrow cost and one below this overflows.
    if (links->costs && cost <= WAY_COST_MAX - UINT16_MAX) {
        const uint16_t *costs = links->costs + first;
        for (uint32_t i = 0; i < count; i++) {
            better[better_count] = (uint8_t)i;
            better_count += cost + costs[i] < known[places[i]];
        }
    } else {
        for (uint32_t i = 0; i < count; i++) {
            better[better_count] = (uint8_t)i;
            better_count +=
                way_cost_add(cost, wayi_exits_cost(links, first + i)) < known[places[i]];
        }
    }
    for (uint32_t i = 0; i < better_count; i++) {
        exit_search_improve(search, agent, site, places[better[i]],
                            way_cost_add(cost, wayi_exits_cost(links, first + better[i])));
    }
}

/// Where the whole way may begin.
static void exit_search_offer(wayi_exit_search *search, wayi_exit_spot spot, way_cell cell,
                              way_cost cost)
{
    way_cost whole = WAY_COST_MAX;
    if (cell == search->start.cell) {
        whole = cost;
    } else if (!search->start.is_line && spot.sector == search->start.sector) {
        whole = way_cost_add(cost, search->start.costs[spot.place]);
    }
    if (whole < search->best) {
        search->best = whole;
        search->first = cell;
    }
}

/// Closes an exit in all its sectors and looks at its links there.
static void exit_search_expand(wayi_exit_search *search, way_agent *agent, way_cell cell,
                               way_cost cost)
{
    const way_map *map = exit_search_map(search);
    const uint32_t y = wayi_map_row(map, cell);
    wayi_exit_spot spots[4];
    const uint32_t count = wayi_exits_spots(search->exits, cell - y * map->width, y, spots);
    agent->stats.expansions++;
    if (agent->observer) {
        const way_cost f =
            way_cost_add(cost, wayi_grid_distance(search->exits->grid, cell, search->start.cell));
        wayi_observer_write(agent->observer,
                            (way_event){WAY_EVENT_EXPAND, cell, WAY_CELL_NONE, cost, f});
    }
    for (uint32_t i = 0; i < count && !search->full; i++) {
        exit_search_sector *sector = exit_search_touch(search, spots[i].sector);
        if (!sector) {
            return;
        }
        sector->costs[spots[i].place] = cost;
        sector->closed[spots[i].place >> 6] |= UINT64_C(1) << (spots[i].place & 63u);
        exit_search_offer(search, spots[i], cell, cost);
        const exit_search_site site = exit_search_visit(search, spots[i].sector, sector);
        exit_search_follow(search, agent, &site, spots[i].place, cost);
    }
}

// Both ends ---------------------------------------------------------------------------------------

static void exit_search_set_end(const wayi_exit_search *search, wayi_exit_end *end, way_cell cell)
{
    const way_map *map = exit_search_map(search);
    end->cell = cell;
    end->y = wayi_map_row(map, cell);
    end->x = cell - end->y * map->width;
    end->sector = wayi_exits_sector(search->exits, end->x, end->y);
    end->is_line = wayi_exits_is_line(search->exits, end->x, end->y);
}

/// Begins with one end: unless it is an exit itself, with what is around it.
static void exit_search_enter(wayi_exit_search *search, wayi_exit_stage stage,
                              const wayi_exit_end *end)
{
    search->stage = stage;
    if (!end->is_line &&
        !wayi_confined_begin(&search->inside, wayi_exits_rect(search->exits, end->sector),
                             end->cell, WAY_CELL_NONE)) {
        search->full = true;
    }
}

/// Buckets where keys in the list can't lie far apart.
static wayi_open_kind exit_search_choose(const wayi_exit_search *search)
{
    const way_map *map = exit_search_map(search);
    const uint64_t cells = UINT64_C(4) << (2 * search->exits->shift); // more than in a sector
    const uint64_t span = cells * map->costs.diagonal * search->weight / 1000;
    return !search->exits->grid->layer->weights && span < 1u << 23 ? WAYI_OPEN_BUCKET
                                                                   : WAYI_OPEN_HEAP4;
}

void wayi_exit_search_begin(wayi_exit_search *search, const way_agent *agent)
{
    search->full = false;
    search->best = WAY_COST_MAX;
    search->first = WAY_CELL_NONE;
    search->gate_count = 0;
    wayi_nodes_clear(&search->sectors);
    wayi_open_clear(&search->open);
    search->open.kind = exit_search_choose(search);
    exit_search_set_end(search, &search->start, agent->start);
    exit_search_set_end(search, &search->goal, agent->goal.state);
    exit_search_enter(search, WAYI_EXIT_GOAL, &search->goal);
}

/// Notes the exits of the sector that was searched.
static void exit_search_measure(const wayi_exit_search *search, wayi_exit_end *end)
{
    for (uint32_t place = 0; place < 4u << search->exits->shift; place++) {
        const way_cell cell = wayi_exits_cell(search->exits, end->sector, place);
        end->costs[place] =
            cell == WAY_CELL_NONE ? WAY_COST_MAX : wayi_confined_cost(&search->inside, cell);
    }
}

/// Takes note of an exit that is known to be near the goal.
static void exit_search_seed(wayi_exit_search *search, way_agent *agent, uint32_t index,
                             uint32_t place, way_cost cost)
{
    exit_search_sector *sector = exit_search_touch(search, index);
    if (sector) {
        const exit_search_site site = exit_search_visit(search, index, sector);
        exit_search_improve(search, agent, &site, place, cost);
    }
}

/// What is around the goal is known: from there over exits.
static void exit_search_leave_goal(wayi_exit_search *search, way_agent *agent)
{
    wayi_exit_end *goal = &search->goal;
    if (goal->is_line) {
        wayi_exit_spot spots[4];
        (void)wayi_exits_spots(search->exits, goal->x, goal->y, spots);
        exit_search_seed(search, agent, spots[0].sector, spots[0].place, 0);
        return;
    }
    exit_search_measure(search, goal);
    if (!search->start.is_line && search->start.sector == goal->sector) {
        search->best = wayi_confined_cost(&search->inside, search->start.cell);
    }
    for (uint32_t place = 0; place < 4u << search->exits->shift && !search->full; place++) {
        if (goal->costs[place] != WAY_COST_MAX) {
            exit_search_seed(search, agent, goal->sector, place, goal->costs[place]);
        }
    }
}

// The route ---------------------------------------------------------------------------------------

/// Leads the cells of a sector to an exit or the goal.
static void exit_search_add_gate(wayi_exit_search *search, uint32_t index, way_cell cell,
                                 way_cost cost)
{
    const way_map *map = exit_search_map(search);
    const uint32_t y = wayi_map_row(map, cell);
    const uint32_t x = cell - y * map->width;
    exit_search_sector *sector = exit_search_touch(search, index);
    if (!sector ||
        !wayi_grow(&search->inside.allocator, (void **)&search->gates, &search->gate_capacity,
                   search->gate_count + 1, sizeof *search->gates)) {
        search->full = true;
        return;
    }
    wayi_exit_gate *last = sector->gate ? &search->gates[sector->gate - 1] : NULL;
    if (last &&
        last->cost == way_cost_add(cost, wayi_map_open_distance(map, search->exits->grid->layer,
                                                                (int64_t)x - (int64_t)last->x,
                                                                (int64_t)y - (int64_t)last->y))) {
        *last = (wayi_exit_gate){x, y, cost, last->next}; // straight on from it
        return;
    }
    search->gates[search->gate_count++] = (wayi_exit_gate){x, y, cost, sector->gate};
    sector->gate = search->gate_count;
}

/// The exit after one that was closed, by a link whose cost accounts for the difference.
static way_cell exit_search_next(const wayi_exit_search *search, way_cell cell, way_cost *cost,
                                 uint32_t *sector)
{
    const way_map *map = exit_search_map(search);
    const uint32_t y = wayi_map_row(map, cell);
    wayi_exit_spot spots[4];
    const uint32_t count = wayi_exits_spots(search->exits, cell - y * map->width, y, spots);
    for (uint32_t i = 0; i < count; i++) {
        const wayi_exit_sector *links = &search->exits->sectors[spots[i].sector];
        const exit_search_sector *known = exit_search_find(search, spots[i].sector);
        const uint32_t end = links->ends ? links->ends[spots[i].place] : 0;
        for (uint32_t k = links->ends ? wayi_exits_links(links, spots[i].place) : 0; k < end; k++) {
            const way_cost left = known->costs[links->places[k]];
            if (left != WAY_COST_MAX && left + (uint64_t)wayi_exits_cost(links, k) == *cost) {
                *cost = left;
                *sector = spots[i].sector;
                return wayi_exits_cell(search->exits, spots[i].sector, links->places[k]);
            }
        }
    }
    return WAY_CELL_NONE;
}

/// Whether the way from an exit to the goal stays inside the goal's sector.
static bool exit_search_is_last(const wayi_exit_search *search, way_cell cell, way_cost cost)
{
    const way_map *map = exit_search_map(search);
    const uint32_t y = wayi_map_row(map, cell);
    wayi_exit_spot spots[4];
    const uint32_t count = wayi_exits_spots(search->exits, cell - y * map->width, y, spots);
    for (uint32_t i = 0; i < count && !search->goal.is_line; i++) {
        if (spots[i].sector == search->goal.sector && search->goal.costs[spots[i].place] == cost) {
            return true;
        }
    }
    return false;
}

/// Lists the gates of the route, from the start on.
static way_outcome exit_search_trace(wayi_exit_search *search)
{
    way_cell cell = search->first;
    way_cost cost = search->best;
    if (cell != WAY_CELL_NONE && !search->start.is_line) {
        const exit_search_sector *sector = exit_search_find(search, search->start.sector);
        uint32_t place = 0;
        while (wayi_exits_cell(search->exits, search->start.sector, place) != cell) {
            place++;
        }
        cost = sector->costs[place];
        exit_search_add_gate(search, search->start.sector, cell, cost);
    }
    while (cell != WAY_CELL_NONE && cell != search->goal.cell && !search->full &&
           !exit_search_is_last(search, cell, cost)) {
        uint32_t sector = 0;
        cell = exit_search_next(search, cell, &cost, &sector);
        if (cell == WAY_CELL_NONE) {
            return WAY_OUTCOME_NO_PATH;
        }
        exit_search_add_gate(search, sector, cell, cost);
    }
    exit_search_add_gate(search, search->goal.sector, search->goal.cell, 0);
    return search->full ? WAY_OUTCOME_CAPACITY : WAY_OUTCOME_ARRIVED;
}

/// The lowest f in the open list, which is not empty.
static uint64_t exit_search_peek(wayi_exit_search *search)
{
    return search->open.kind == WAYI_OPEN_BUCKET ? wayi_bucket_queue_peek(&search->open.buckets)
                                                 : search->open.heap.items[0].key >> 32;
}

static way_outcome exit_search_links(wayi_exit_search *search, way_agent *agent, uint32_t *budget)
{
    const wayi_open_kind kind = search->open.kind;
    while (*budget > 0 && !search->full) {
        // What is left in the list can't lower the cost any more.
        if (wayi_open_is_empty(&search->open, kind) || exit_search_peek(search) >= search->best) {
            return search->best == WAY_COST_MAX ? WAY_OUTCOME_NO_PATH : exit_search_trace(search);
        }
        const uint32_t id = wayi_open_pop(&search->open, kind).id;
        const uint32_t place = id & ((1u << EXIT_SEARCH_BITS) - 1);
        const exit_search_sector *sector = exit_search_find(search, id >> EXIT_SEARCH_BITS);
        agent->stats.heap_pops++;
        if (!(sector->closed[place >> 6] >> (place & 63u) & 1u)) {
            --*budget;
            exit_search_expand(search, agent,
                               wayi_exits_cell(search->exits, id >> EXIT_SEARCH_BITS, place),
                               sector->costs[place]);
        }
    }
    return WAY_OUTCOME_MOVING;
}

way_outcome wayi_exit_search_step(wayi_exit_search *search, way_agent *agent, uint32_t *budget)
{
    while (search->stage != WAYI_EXIT_LINKS && !search->full) {
        const bool goal = search->stage == WAYI_EXIT_GOAL;
        const bool is_line = goal ? search->goal.is_line : search->start.is_line;
        const way_outcome outcome =
            is_line ? WAY_OUTCOME_NO_PATH : wayi_confined_step(&search->inside, budget);
        if (outcome != WAY_OUTCOME_NO_PATH) {
            return outcome;
        }
        if (goal) {
            exit_search_leave_goal(search, agent);
            exit_search_enter(search, WAYI_EXIT_START, &search->start);
            continue;
        }
        if (!is_line) {
            exit_search_measure(search, &search->start);
        }
        search->stage = WAYI_EXIT_LINKS;
    }
    const way_outcome outcome =
        search->full ? WAY_OUTCOME_CAPACITY : exit_search_links(search, agent, budget);
    return search->full ? WAY_OUTCOME_CAPACITY : outcome;
}

/// The same by way of the gates of one sector.
static way_cost exit_search_left_in(const wayi_exit_search *search, uint32_t index, uint32_t x,
                                    uint32_t y)
{
    const exit_search_sector *sector = exit_search_find(search, index);
    way_cost least = WAY_COST_MAX;
    for (uint32_t k = sector ? sector->gate : 0; k; k = search->gates[k - 1].next) {
        const wayi_exit_gate *gate = &search->gates[k - 1];
        const way_cost cost = way_cost_add(
            gate->cost, wayi_map_open_distance(exit_search_map(search), search->exits->grid->layer,
                                               (int64_t)x - gate->x, (int64_t)y - gate->y));
        least = cost < least ? cost : least;
    }
    return least;
}

way_cost wayi_exit_search_left(const wayi_exit_search *search, way_cell cell)
{
    const way_map *map = exit_search_map(search);
    const uint32_t y = wayi_map_row(map, cell);
    const uint32_t x = cell - y * map->width;
    const uint32_t sector = wayi_exits_sector(search->exits, x, y);
    way_cost least = exit_search_left_in(search, sector, x, y);
    if (wayi_exits_is_line(search->exits, x, y)) {
        wayi_exit_spot spots[4];
        const uint32_t count = wayi_exits_spots(search->exits, x, y, spots);
        for (uint32_t i = 1; i < count; i++) {
            const way_cost left = exit_search_left_in(search, spots[i].sector, x, y);
            least = left < least ? left : least;
        }
    }
    return least;
}
