// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The abstraction as an estimate: A* on the cells, guided by what sectors cost to cross at least
// (see exits.h). From the goal a search over exits finds a bound D for each on what is left to go,
// towards the start and no further than pays. The estimate of a cell is then the least, over the
// exits e of its region, of the open distance to e plus D(e); inside the goal's region also that to
// the goal.
//
// The bound. What is found for an exit is no more than any path from a cell of it costs: a path is
// a chain of crossings, each counted for at most what it costs. The search over exits ends when
// every exit m still open has D(m) + open(m, start) >= F. The way from a cell a of an exit that was
// not found passes such an m, so at least d(a, m) + F - open(m, start) >= F - open(a, start) is
// left. The smaller of both is used: no estimate is too high. It may fall by more than a step
// costs, so closed cells are opened again; then no path is dearer than `weight` times the best.
#include "core/nodes.h"
#include "search/best_first.h"
#include "search/hierarchical/exits.h"
#include "search/hierarchical/partial.h"
#include "search/observer.h"

enum { GUIDED_WEIGHT, GUIDED_SECTOR, GUIDED_LONGEST };

static const char *const guided_sides[] = {"16", "32"};

static const way_param guided_params[] = {
    [GUIDED_WEIGHT] = {.name = "weight",
                       .help = "how many times the best cost a path may have; 1 = optimal",
                       .type = WAY_PARAM_RATIO,
                       .preset = 1000,
                       .min = 1000,
                       .max = 100000},
    [GUIDED_SECTOR] = {.name = "sector",
                       .help = "side of a sector in cells",
                       .type = WAY_PARAM_CHOICE,
                       .preset = 1,
                       .min = 0,
                       .max = 1,
                       .choices = guided_sides},
    [GUIDED_LONGEST] = {.name = "exit",
                        .help = "most cells of an exit; more need less memory and guide worse",
                        .type = WAY_PARAM_INTEGER,
                        .preset = 1,
                        .min = 1,
                        .max = 32},
};

/// An exit met by the search from the goal.
typedef struct guided_node {
    uint32_t stamp;
    way_cost cost;     ///< at least to the goal, for who leaves the sector here
    way_cost inside;   ///< the same for who enters it here
    way_cost expanded; ///< what the cost was when it was expanded last
    way_cell parent;   ///< a cell of the exit before
} guided_node;

static const guided_node guided_blank = {.cost = WAY_COST_MAX,
                                         .inside = WAY_COST_MAX,
                                         .expanded = WAY_COST_MAX,
                                         .parent = WAY_CELL_NONE};

/// An exit, or the goal, as estimates look at it.
typedef struct guided_gate {
    wayi_exit exit;
    way_cost cost; ///< at least to the goal
} guided_gate;

/// Where the gates of a sector are.
typedef struct guided_sector {
    uint32_t stamp;
    uint32_t first;
    uint32_t count;
} guided_sector;

static const guided_sector guided_unknown = {0};

typedef struct guided_memory guided_memory;

/// The map with another estimate.
typedef struct guided_space {
    way_space space;
    guided_memory *memory;
} guided_space;

struct guided_memory {
    const wayi_exits *exits;
    way_space *grid;
    guided_space guide;
    wayi_goal goal;
    wayi_best_first search;
    wayi_nodes nodes; ///< exits, by sector << bits | number; and the goal
    uint32_t bits;    ///< of the number of an exit in its sector
    uint32_t root;    ///< number of the goal
    wayi_heap open;
    wayi_nodes sectors; ///< those whose gates are listed
    guided_gate *gates;
    uint32_t gate_count;
    uint32_t gate_capacity;
    way_cell start;
    uint32_t start_x, start_y, goal_x, goal_y;
    wayi_region_place from, to;
    way_cost least;  ///< bound of the start so far
    way_cost beyond; ///< F; WAY_COST_MAX = nothing was left open
    bool abstract;   ///< the search over exits is under way
    bool full;       ///< memory or capacity ran out
};

static void guided_set_up(way_navigator *navigator)
{
    wayi_exits_init(navigator->database, wayi_space_grid(navigator->space),
                    WAYI_REGIONS_SHIFT + (uint32_t)navigator->params[GUIDED_SECTOR],
                    (uint32_t)navigator->params[GUIDED_LONGEST], &navigator->allocator);
}

static way_status guided_prepare(way_navigator *navigator, const way_job *job)
{
    guided_set_up(navigator);
    return wayi_exits_build(navigator->database, (wayi_job_stage){job, 0, 1000});
}

static way_status guided_open(way_navigator *navigator, const wayi_blob *blob)
{
    guided_set_up(navigator);
    return wayi_exits_open(navigator->database, blob);
}

static void guided_discard(way_navigator *navigator)
{
    wayi_exits_fini(navigator->database);
}

static size_t guided_size(const way_navigator *navigator)
{
    return wayi_exits_bytes(navigator->database);
}

static way_status guided_repair(way_navigator *navigator, const way_rect *rects, uint32_t count,
                                uint32_t budget, bool *done)
{
    *done = false;
    const way_status status = wayi_exits_note(navigator->database, rects, count);
    return status == WAY_STATUS_OK ? wayi_exits_mend(navigator->database, budget, done) : status;
}

static void guided_save(const way_navigator *navigator, wayi_blob_writer *writer)
{
    wayi_exits_save(navigator->database, writer);
}

// From the goal over exits -----------------------------------------------------------------------

static const way_map *guided_map(const guided_memory *memory)
{
    return memory->exits->regions.grid->map;
}

static way_cell guided_cell(const guided_memory *memory, uint32_t id)
{
    if (id == memory->root) {
        return memory->goal.state;
    }
    const wayi_exit *exit =
        &memory->exits->sectors[id >> memory->bits].exits[id & ((1u << memory->bits) - 1)];
    return exit->y * guided_map(memory)->width + exit->x;
}

static void guided_tell(const way_agent *agent, way_event_kind kind, uint32_t id,
                        const guided_node *node)
{
    const guided_memory *memory = agent->memory;
    const way_cell cell = guided_cell(memory, id);
    const way_cost f =
        way_cost_add(node->cost, wayi_grid_distance(guided_map(memory), cell, memory->start));
    wayi_observer_write(agent->observer, (way_event){kind, cell, node->parent, node->cost, f});
}

/// Takes note of a bound for an exit; false without memory.
static bool guided_reach(way_agent *agent, uint32_t sector, uint32_t number, way_cost cost,
                         way_cell parent)
{
    guided_memory *memory = agent->memory;
    const uint32_t id = sector << memory->bits | number;
    const wayi_exit *exit = &memory->exits->sectors[sector].exits[number];
    const uint32_t slot = wayi_nodes_touch(&memory->nodes, id, sizeof(guided_node));
    if (slot == WAYI_SLOT_NONE) {
        return false;
    }
    guided_node *node = wayi_nodes_at(&memory->nodes, slot, sizeof *node);
    if (node->cost <= cost) {
        return true;
    }
    const bool again = node->expanded != WAY_COST_MAX;
    node->cost = cost;
    node->parent = parent;
    agent->stats.generations++;
    agent->stats.reopenings += again;
    agent->stats.heap_pushes++;
    if (agent->observer) {
        guided_tell(agent, again ? WAY_EVENT_REOPEN : WAY_EVENT_GENERATE, id, node);
    }
    const way_cost ahead =
        wayi_exits_nearest(guided_map(memory), exit, memory->start_x, memory->start_y);
    const way_cost f = way_cost_add(cost, ahead);
    if (sector == memory->from.sector && exit->region == memory->from.region && f < memory->least) {
        memory->least = f;
    }
    return wayi_heap_push(&memory->open, (wayi_heap_item){(uint64_t)f << 32 | cost, id, slot});
}

/// Takes note of a bound for who enters a sector at an exit, and so for those who leave the sectors
/// beside it there; false without memory.
static bool guided_enter(way_agent *agent, uint32_t index, uint32_t number, way_cost cost,
                         way_cell parent)
{
    guided_memory *memory = agent->memory;
    const wayi_exits *exits = memory->exits;
    const wayi_exit_sector *sector = &exits->sectors[index];
    const uint32_t slot =
        wayi_nodes_touch(&memory->nodes, index << memory->bits | number, sizeof(guided_node));
    if (slot == WAYI_SLOT_NONE) {
        return false;
    }
    guided_node *node = wayi_nodes_at(&memory->nodes, slot, sizeof *node);
    if (node->inside <= cost) {
        return true;
    }
    node->inside = cost;
    const uint32_t end = sector->exits[number].link_end;
    for (uint32_t i = wayi_exits_links(sector, number); i < end; i++) {
        const wayi_region_place to =
            wayi_regions_follow(&exits->regions, index, sector->links[i].to);
        if (!guided_reach(agent, to.sector, to.region, way_cost_add(cost, sector->links[i].cost),
                          parent)) {
            return false;
        }
    }
    return true;
}

/// From the goal to the exits of its region.
static bool guided_expand_goal(way_agent *agent)
{
    const guided_memory *memory = agent->memory;
    const wayi_exit_sector *sector = &memory->exits->sectors[memory->to.sector];
    for (uint32_t i = 0; i < sector->exit_count; i++) {
        const way_cost cost = wayi_exits_nearest(guided_map(memory), &sector->exits[i],
                                                 memory->goal_x, memory->goal_y);
        if (sector->exits[i].region == memory->to.region &&
            !guided_enter(agent, memory->to.sector, i, cost, memory->goal.state)) {
            return false;
        }
    }
    return true;
}

/// From an exit, where a sector is left, to all where it may have been entered.
static bool guided_expand_exit(way_agent *agent, uint32_t id, way_cost cost)
{
    const guided_memory *memory = agent->memory;
    const uint32_t index = id >> memory->bits;
    const uint32_t number = id & ((1u << memory->bits) - 1);
    const wayi_exit_sector *sector = &memory->exits->sectors[index];
    const way_cell cell = guided_cell(memory, id);
    for (uint32_t i = 0; i < sector->exit_count; i++) {
        const way_cost step = sector->costs[number * sector->exit_count + i];
        if (step != WAY_COST_MAX &&
            !guided_enter(agent, index, i, way_cost_add(cost, step), cell)) {
            return false;
        }
    }
    return true;
}

/// Expands up to *budget exits. ARRIVED: all bounds that are wanted are known. MOVING, CAPACITY.
static way_outcome guided_search_exits(way_agent *agent, uint32_t *budget)
{
    guided_memory *memory = agent->memory;
    while (*budget > 0 && !memory->full) {
        if (memory->open.count == 0) {
            memory->beyond = WAY_COST_MAX;
            return WAY_OUTCOME_ARRIVED;
        }
        const wayi_heap_item item = wayi_heap_pop(&memory->open);
        agent->stats.heap_pops++;
        const way_cost f = (way_cost)(item.key >> 32);
        if (f >= memory->least) { // nothing left can lower it
            memory->beyond = f;
            return WAY_OUTCOME_ARRIVED;
        }
        guided_node *node = wayi_nodes_at(&memory->nodes, item.slot, sizeof *node);
        if (node->cost != (way_cost)item.key || node->cost == node->expanded) {
            continue;
        }
        agent->stats.expansions++;
        --*budget;
        node->expanded = node->cost;
        if (agent->observer) {
            guided_tell(agent, WAY_EVENT_EXPAND, item.id, node);
        }
        memory->full = item.id == memory->root ? !guided_expand_goal(agent)
                                               : !guided_expand_exit(agent, item.id, node->cost);
    }
    return memory->full ? WAY_OUTCOME_CAPACITY : WAY_OUTCOME_MOVING;
}

/// What is at least left to go from any cell of an exit; WAY_COST_MAX = there is no way.
static way_cost guided_bound(const guided_memory *memory, uint32_t id, const wayi_exit *exit)
{
    const uint32_t slot = wayi_nodes_find(&memory->nodes, id, sizeof(guided_node));
    const guided_node *node =
        slot == WAYI_SLOT_NONE ? NULL : wayi_nodes_at(&memory->nodes, slot, sizeof *node);
    const way_cost found = node ? node->cost : WAY_COST_MAX;
    if (memory->beyond == WAY_COST_MAX) {
        return found;
    }
    const way_cost behind =
        wayi_exits_farthest(guided_map(memory), exit, memory->start_x, memory->start_y);
    const way_cost left = memory->beyond > behind ? memory->beyond - behind : 0;
    return found < left ? found : left;
}

static bool guided_add_gate(guided_memory *memory, guided_gate gate)
{
    if (!wayi_grow(&memory->search.nodes.allocator, (void **)&memory->gates, &memory->gate_capacity,
                   memory->gate_count + 1, sizeof *memory->gates)) {
        return false;
    }
    memory->gates[memory->gate_count++] = gate;
    return true;
}

/// Drops gates of the list from `first` on that are never the best: another one of the same region
/// is nearer to the goal from anywhere in the sector.
static void guided_thin(guided_memory *memory, uint32_t first)
{
    const int64_t side = (int64_t)(1u << memory->exits->regions.shift) - 1;
    const way_map *map = guided_map(memory);
    const way_cost across = wayi_map_open_distance(map, side, side);
    const way_cost askew = wayi_map_open_distance(map, side, -side);
    const way_cost span = across > askew ? across : askew;
    uint32_t kept = first;
    for (uint32_t i = first; i < memory->gate_count; i++) {
        bool needed = true;
        for (uint32_t k = first; k < memory->gate_count && needed; k++) {
            needed = memory->gates[k].exit.region != memory->gates[i].exit.region ||
                     way_cost_add(memory->gates[k].cost, span) >= memory->gates[i].cost;
        }
        if (needed) {
            // What lies before stays comparable: a gate dropped is served by one that is kept.
            const guided_gate gate = memory->gates[i];
            memory->gates[i] = memory->gates[kept];
            memory->gates[kept++] = gate;
        }
    }
    memory->gate_count = kept;
}

/// Lists the gates of a sector; false without memory.
static bool guided_list(guided_memory *memory, uint32_t index, guided_sector *out)
{
    const wayi_exit_sector *sector = &memory->exits->sectors[index];
    const uint32_t first = memory->gate_count;
    if (index == memory->to.sector) {
        const guided_gate goal = {.exit = {.x = (uint16_t)memory->goal_x,
                                           .y = (uint16_t)memory->goal_y,
                                           .length = 1,
                                           .region = memory->to.region}};
        if (!guided_add_gate(memory, goal)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < sector->exit_count; i++) {
        const way_cost cost = guided_bound(memory, index << memory->bits | i, &sector->exits[i]);
        if (cost != WAY_COST_MAX &&
            !guided_add_gate(memory, (guided_gate){sector->exits[i], cost})) {
            return false;
        }
    }
    guided_thin(memory, first);
    out->first = first;
    out->count = memory->gate_count - first;
    return true;
}

/// The gates of a sector, or NULL without memory.
static const guided_sector *guided_gates(guided_memory *memory, uint32_t index)
{
    uint32_t slot = wayi_nodes_find(&memory->sectors, index, sizeof(guided_sector));
    if (slot == WAYI_SLOT_NONE) {
        slot = wayi_nodes_touch(&memory->sectors, index, sizeof(guided_sector));
        guided_sector made = {0};
        if (slot == WAYI_SLOT_NONE || !guided_list(memory, index, &made)) {
            return NULL;
        }
        guided_sector *place = wayi_nodes_at(&memory->sectors, slot, sizeof *place);
        place->first = made.first;
        place->count = made.count;
    }
    return wayi_nodes_at(&memory->sectors, slot, sizeof(guided_sector));
}

static way_cost guided_distance(const way_space *space, way_state from, way_state to)
{
    guided_memory *memory = ((const guided_space *)space)->memory;
    const way_map *map = guided_map(memory);
    const way_cost open = wayi_grid_distance(map, from, to);
    const wayi_region_place place = wayi_regions_find(&memory->exits->regions, from);
    const guided_sector *sector = guided_gates(memory, place.sector);
    if (!sector) {
        memory->full = true;
        return open;
    }
    const uint32_t y = wayi_map_row(map, from);
    const uint32_t x = from - y * map->width;
    way_cost least = WAY_COST_MAX;
    for (uint32_t i = sector->first; i < sector->first + sector->count; i++) {
        const guided_gate *gate = &memory->gates[i];
        if (gate->exit.region == place.region) {
            const way_cost cost =
                way_cost_add(gate->cost, wayi_exits_nearest(map, &gate->exit, x, y));
            least = cost < least ? cost : least;
        }
    }
    return least != WAY_COST_MAX && least > open ? least : open;
}

static uint32_t guided_expand(way_space *space, way_state state, way_edge *edges)
{
    way_space *grid = ((const guided_space *)space)->memory->grid;
    return grid->type->expand(grid, state, edges);
}

static const way_space_type guided_space_type = {
    .name = "guided grid", .expand = guided_expand, .distance = guided_distance};

// The trip ---------------------------------------------------------------------------------------

static way_status guided_create(way_agent *agent)
{
    guided_memory *memory = agent->memory;
    memory->exits = agent->navigator->database;
    const wayi_regions *regions = &memory->exits->regions;
    memory->bits = regions->shift + 2; // a sector has fewer exits than four times its side
    memory->root = (regions->columns * regions->rows) << memory->bits;
    memory->grid = agent->space;
    memory->guide = (guided_space){.space = *agent->space, .memory = memory};
    memory->guide.space.type = &guided_space_type;
    wayi_goal_init(&memory->goal, &memory->guide.space, &agent->allocator);
    wayi_heap_init(&memory->open, &agent->allocator);
    const wayi_nodes_config sectors = {
        .blank = &guided_unknown, .stride = sizeof guided_unknown, .sparse = true};
    const wayi_nodes_config nodes = {.blank = &guided_blank,
                                     .stride = sizeof guided_blank,
                                     .id_count = memory->root + 1,
                                     .limit = agent->capacity,
                                     .sparse = wayi_agent_wants_sparse(agent)};
    const wayi_best_first_config search = {.space = &memory->guide.space,
                                           .goal = &memory->goal,
                                           .observer = agent->observer,
                                           .edges = agent->edges,
                                           .stats = &agent->stats,
                                           .estimate = WAYI_ESTIMATE_COST,
                                           .open = WAYI_OPEN_HEAP4,
                                           .weight =
                                               (uint32_t)agent->navigator->params[GUIDED_WEIGHT],
                                           .limit = agent->capacity,
                                           .sparse = wayi_agent_wants_sparse(agent)};
    way_status status = wayi_nodes_init(&memory->sectors, &sectors, &agent->allocator);
    if (status == WAY_STATUS_OK) {
        status = wayi_nodes_init(&memory->nodes, &nodes, &agent->allocator);
    }
    return status == WAY_STATUS_OK
               ? wayi_best_first_init(&memory->search, &search, &agent->allocator)
               : status;
}

static void guided_destroy(way_agent *agent)
{
    guided_memory *memory = agent->memory;
    wayi_best_first_fini(&memory->search);
    wayi_nodes_fini(&memory->nodes);
    wayi_nodes_fini(&memory->sectors);
    wayi_heap_fini(&memory->open);
    wayi_goal_fini(&memory->goal);
    wayi_free(&agent->allocator, memory->gates, memory->gate_capacity, sizeof *memory->gates);
}

static size_t guided_bytes(const way_agent *agent)
{
    const guided_memory *memory = agent->memory;
    return wayi_best_first_bytes(&memory->search) + wayi_nodes_bytes(&memory->nodes) +
           wayi_nodes_bytes(&memory->sectors) + memory->open.capacity * sizeof *memory->open.items +
           memory->gate_capacity * sizeof *memory->gates;
}

static way_status guided_begin(way_agent *agent)
{
    guided_memory *memory = agent->memory;
    const way_map *map = guided_map(memory);
    const wayi_regions *regions = &memory->exits->regions;
    wayi_goal_set_one(&memory->goal, agent->goal.state);
    memory->start = agent->start;
    memory->start_y = wayi_map_row(map, agent->start);
    memory->start_x = agent->start - memory->start_y * map->width;
    memory->goal_y = wayi_map_row(map, agent->goal.state);
    memory->goal_x = agent->goal.state - memory->goal_y * map->width;
    memory->from = wayi_regions_find(regions, agent->start);
    memory->to = wayi_regions_find(regions, agent->goal.state);
    memory->gate_count = 0;
    memory->abstract = true;
    memory->least = WAY_COST_MAX;
    if (memory->from.sector == memory->to.sector && memory->from.region == memory->to.region) {
        memory->least = wayi_grid_distance(map, agent->start, agent->goal.state);
    }
    wayi_nodes_clear(&memory->nodes);
    wayi_nodes_clear(&memory->sectors);
    wayi_heap_clear(&memory->open);
    const uint32_t slot = wayi_nodes_touch(&memory->nodes, memory->root, sizeof(guided_node));
    if (slot == WAYI_SLOT_NONE) {
        return WAY_STATUS_NO_MEMORY;
    }
    guided_node *node = wayi_nodes_at(&memory->nodes, slot, sizeof *node);
    node->cost = 0;
    agent->stats.heap_pushes++;
    memory->full = !wayi_heap_push(&memory->open, (wayi_heap_item){0, memory->root, slot});
    return WAY_STATUS_OK;
}

/// Commits the way to a cell; false without memory.
static bool guided_commit(way_agent *agent, way_cell cell)
{
    const guided_memory *memory = agent->memory;
    const uint32_t last = agent->path.count - 1;
    if (!wayi_best_first_trace(&memory->search, cell, &agent->path)) {
        return false;
    }
    agent->cost = way_cost_add(agent->cost, wayi_agent_path_cost(agent, last));
    return true;
}

static way_outcome guided_step(way_agent *agent, uint32_t budget)
{
    guided_memory *memory = agent->memory;
    if (memory->abstract) {
        const way_outcome outcome = guided_search_exits(agent, &budget);
        if (outcome != WAY_OUTCOME_ARRIVED) {
            return outcome;
        }
        memory->abstract = false;
        wayi_best_first_clear(&memory->search);
        const bool added = wayi_best_first_add(&memory->search, agent->start, 0);
        memory->full = memory->full || !added; // the estimate may have run out of memory, too
    }
    way_cell reached = WAY_CELL_NONE;
    way_outcome outcome = WAY_OUTCOME_MOVING;
    if (budget && !memory->full) {
        outcome = wayi_best_first_step(&memory->search, budget, &reached);
    }
    if (outcome == WAY_OUTCOME_ARRIVED && !guided_commit(agent, reached)) {
        outcome = WAY_OUTCOME_CAPACITY;
    }
    return memory->full ? WAY_OUTCOME_CAPACITY : outcome;
}

static void guided_give_up(way_agent *agent)
{
    const guided_memory *memory = agent->memory;
    if (!memory->abstract && memory->search.closest != WAY_STATE_NONE) {
        guided_commit(agent, memory->search.closest);
    }
    wayi_partial_cut(agent);
}

const wayi_algorithm wayi_algorithm_guided = {
    .info = {.name = "guided",
             .title = "Guided A*",
             .family = "hierarchical",
             .summary = "A* led by what sectors cost to cross at least; optimal or bounded",
             .reference = "Goldenberg, Felner, Sturtevant, Schaeffer: Portal-Based True-Distance "
                          "Heuristics for Path Finding, 2010",
             .traits = WAY_TRAIT_BOUNDED | WAY_TRAIT_COMPLETE | WAY_TRAIT_PARTIAL_PATHS |
                       WAY_TRAIT_PREPARED,
             .needs = WAY_SPACE_GRID,
             .params = guided_params,
             .param_count = sizeof guided_params / sizeof *guided_params},
    .database_size = sizeof(wayi_exits),
    .memory_size = sizeof(guided_memory),
    .prepare = guided_prepare,
    .discard = guided_discard,
    .database_bytes = guided_size,
    .repair = guided_repair,
    .save = guided_save,
    .open = guided_open,
    .create = guided_create,
    .destroy = guided_destroy,
    .memory_bytes = guided_bytes,
    .begin = guided_begin,
    .step = guided_step,
    .give_up = guided_give_up,
};
