// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// LaCAM: depth-first search over configurations. The successor of a configuration is made by one
// step of priority inheritance; where that leads back to what is known, constraints (this unit goes
// there) are added lazily, breadth first, until in the end all successors have been tried. So the
// search dives like a greedy one and is complete all the same.
//
// Invariant: open configurations lie on a stack; the table knows every configuration ever met, each
// with the one it was first reached from.
//
// Reference: K. Okumura, LaCAM: search-based algorithm for quick multi-agent pathfinding, AAAI
// 2023. Here: distances in two bits a cell, and priorities kept as an order that one pass brings up
// to date instead of numbers that are sorted.
#include "world/mapf.h"

#include "core/arena.h"
#include "core/sort.h"
#include "world/mapf_table.h"

#include <string.h>

/// One in so many known configurations sends the search back to the start.
#define MAPF_RESTART 1000u

/// This unit goes there; `above` holds the others.
typedef struct mapf_constraint {
    const struct mapf_constraint *above;
    struct mapf_constraint *next; ///< in the queue of its node
    wayi_mapf_spot spot;
    uint16_t unit;
    uint16_t depth;
} mapf_constraint;

typedef struct mapf_node {
    uint64_t hash;
    uint32_t parent;
    uint32_t home; ///< units on their goals
    wayi_mapf_spot *spots;
    uint16_t *order;
    mapf_constraint *first; ///< constraints still to be tried
    mapf_constraint *last;
} mapf_node;

typedef struct mapf_search {
    const way_mapf_config *config;
    way_mapf_plan *plan;
    wayi_mapf_ground ground;
    wayi_mapf_table table;
    wayi_mapf_step step;
    uint32_t count;
    wayi_mapf_spot *starts;
    wayi_mapf_spot *goals;
    uint8_t *exits;
    uint16_t *ranked; ///< units by the length of their way, the longest first
    uint64_t *scratch;
    wayi_arena arena;
    mapf_node *nodes;
    uint32_t node_count, node_capacity;
    uint32_t *known; ///< nodes by hash, open addressing
    uint32_t known_capacity;
    uint32_t *open; ///< stack
    uint32_t open_count, open_capacity;
    size_t bytes; ///< of all but arena and growing arrays
    way_allocator allocator;
} mapf_search;

static uint64_t mapf_mix(uint32_t unit, wayi_mapf_spot spot)
{
    uint64_t z = ((uint64_t)unit << 32 | spot) + UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

// Making ------------------------------------------------------------------------------------------

static wayi_mapf_spot mapf_spot(const mapf_search *search, way_cell cell)
{
    const way_map *map = search->config->map;
    const uint32_t y = wayi_map_row(map, cell);
    const uint32_t x = cell - y * map->width;
    return (y + 1) * (uint32_t)search->ground.row_words * 64u + x + 1;
}

static way_cell mapf_cell(const mapf_search *search, wayi_mapf_spot spot)
{
    const uint32_t row = (uint32_t)search->ground.row_words * 64u;
    return (spot / row - 1) * search->config->map->width + spot % row - 1;
}

/// Takes the arrays whose sizes are known; false without memory.
static bool mapf_take(mapf_search *search)
{
    const way_allocator *allocator = &search->allocator;
    const size_t words = search->ground.words;
    const uint32_t count = search->count;
    const size_t scratch = WAYI_MAPF_CREWS * WAYI_MAPF_SCRATCH(&search->ground);
    wayi_mapf_step *step = &search->step;
    search->starts = wayi_alloc(allocator, count, sizeof *search->starts);
    search->goals = wayi_alloc(allocator, count, sizeof *search->goals);
    search->exits = wayi_alloc_zero(allocator, words * 64, 1);
    search->ranked = wayi_alloc(allocator, count, sizeof *search->ranked);
    search->scratch = wayi_alloc(allocator, scratch, sizeof *search->scratch);
    search->table.words = words;
    search->table.bits = wayi_alloc(allocator, count, words * 2 * sizeof(uint64_t));
    search->table.lengths = wayi_alloc(allocator, count, sizeof(uint32_t));
    step->next = wayi_alloc(allocator, count, sizeof *step->next);
    step->here = wayi_alloc(allocator, words * 64, sizeof(uint32_t));
    step->there = wayi_alloc(allocator, words * 64, sizeof(uint32_t));
    step->stack = wayi_alloc(allocator, count, sizeof *step->stack);
    search->bytes = count * (words * 16 + 3 * sizeof(uint32_t) + sizeof *step->stack + 6) +
                    words * 64 * 9 + scratch * 8;
    return search->starts && search->goals && search->exits && search->ranked && search->scratch &&
           search->table.bits && search->table.lengths && step->next && step->here && step->there &&
           step->stack;
}

static void mapf_give_back(mapf_search *search)
{
    const way_allocator *allocator = &search->allocator;
    const size_t words = search->ground.words;
    const uint32_t count = search->count;
    wayi_mapf_step *step = &search->step;
    wayi_free(allocator, search->starts, count, sizeof *search->starts);
    wayi_free(allocator, search->goals, count, sizeof *search->goals);
    wayi_free(allocator, search->exits, words * 64, 1);
    wayi_free(allocator, search->ranked, count, sizeof *search->ranked);
    wayi_free(allocator, search->scratch, WAYI_MAPF_CREWS * WAYI_MAPF_SCRATCH(&search->ground),
              sizeof *search->scratch);
    wayi_free(allocator, search->table.bits, count, words * 2 * sizeof(uint64_t));
    wayi_free(allocator, search->table.lengths, count, sizeof(uint32_t));
    wayi_free(allocator, step->next, count, sizeof *step->next);
    wayi_free(allocator, step->here, words * 64, sizeof(uint32_t));
    wayi_free(allocator, step->there, words * 64, sizeof(uint32_t));
    wayi_free(allocator, step->stack, count, sizeof *step->stack);
    wayi_free(allocator, search->nodes, search->node_capacity, sizeof *search->nodes);
    wayi_free(allocator, search->known, search->known_capacity, sizeof *search->known);
    wayi_free(allocator, search->open, search->open_capacity, sizeof *search->open);
    wayi_arena_fini(&search->arena);
}

/// Fills in exits, starts, goals, distances and ranks; INVALID_ARGUMENT if two units share a cell.
static way_status mapf_prepare(mapf_search *search)
{
    const way_mapf_config *config = search->config;
    const way_map *map = config->map;
    wayi_mapf_step *step = &search->step;
    const uint32_t row = (uint32_t)search->ground.row_words * 64u;
    for (way_cell cell = 0; cell < map->cell_count; cell++) {
        const uint32_t moves = wayi_layer_moves(map, map->layers[1], cell);
        search->exits[mapf_spot(search, cell)] = (uint8_t)(moves & 0xfu);
    }
    memset(step->here, 0xff, search->ground.words * 64 * sizeof(uint32_t));
    memset(step->there, 0xff, search->ground.words * 64 * sizeof(uint32_t));
    for (uint32_t k = 0; k < search->count; k++) {
        search->starts[k] = mapf_spot(search, config->starts[k]);
        search->goals[k] = mapf_spot(search, config->goals[k]);
        if (step->here[search->starts[k]] != WAYI_MAPF_NONE ||
            step->there[search->goals[k]] != WAYI_MAPF_NONE) {
            return WAY_STATUS_INVALID_ARGUMENT;
        }
        step->here[search->starts[k]] = k;
        step->there[search->goals[k]] = k;
    }
    memset(step->there, 0xff, search->ground.words * 64 * sizeof(uint32_t));
    step->exits = search->exits;
    step->offsets[WAYI_NORTH] = -(int32_t)row;
    step->offsets[WAYI_EAST] = 1;
    step->offsets[WAYI_SOUTH] = (int32_t)row;
    step->offsets[WAYI_WEST] = -1;
    step->table = &search->table;
    step->goals = search->goals;
    step->count = search->count;
    step->rng = way_rng_seed(config->seed);
    memset(step->next, 0xff, search->count * sizeof *step->next);
    const wayi_mapf_problem problem = {.starts = search->starts,
                                       .goals = search->goals,
                                       .count = search->count,
                                       .parallel_for = config->parallel_for,
                                       .user = config->user};
    wayi_mapf_table_fill(&search->ground, &search->table, &problem, search->scratch);
    return WAY_STATUS_OK;
}

/// Ranks the units; false if one can't reach its goal at all.
static bool mapf_rank(mapf_search *search)
{
    bool reachable = true;
    for (uint32_t k = 0; k < search->count; k++) {
        const uint32_t length = search->table.lengths[k];
        reachable = reachable && length != WAYI_MAPF_NONE;
        search->plan->bound += reachable ? length : 0;
        // The stack is free while nothing is decided; it holds two words for each unit.
        ((uint64_t *)(void *)search->step.stack)[k] = (uint64_t)(UINT32_MAX - length) << 32 | k;
    }
    uint64_t *keys = (uint64_t *)(void *)search->step.stack;
    wayi_sort64(keys, search->count);
    for (uint32_t k = 0; k < search->count; k++) {
        search->ranked[k] = (uint16_t)keys[k];
    }
    return reachable;
}

// Nodes -------------------------------------------------------------------------------------------

static bool mapf_remember(mapf_search *search, uint32_t node)
{
    if ((search->node_count + 1) * 2 > search->known_capacity) {
        const uint32_t capacity = search->known_capacity ? search->known_capacity * 2 : 1024;
        uint32_t *known = wayi_alloc(&search->allocator, capacity, sizeof *known);
        if (!known) {
            return false;
        }
        memset(known, 0xff, capacity * sizeof *known);
        for (uint32_t k = 0; k < search->node_count; k++) {
            uint64_t at = search->nodes[k].hash & (capacity - 1);
            while (known[at] != WAYI_MAPF_NONE) {
                at = (at + 1) & (capacity - 1);
            }
            known[at] = k;
        }
        wayi_free(&search->allocator, search->known, search->known_capacity, sizeof *known);
        search->known = known;
        search->known_capacity = capacity;
    }
    uint64_t at = search->nodes[node].hash & (search->known_capacity - 1);
    while (search->known[at] != WAYI_MAPF_NONE) {
        at = (at + 1) & (search->known_capacity - 1);
    }
    search->known[at] = node;
    return true;
}

/// The node of a configuration, or WAYI_MAPF_NONE.
static uint32_t mapf_find(const mapf_search *search, uint64_t hash, const wayi_mapf_spot *spots)
{
    if (search->known_capacity == 0) {
        return WAYI_MAPF_NONE;
    }
    uint64_t at = hash & (search->known_capacity - 1);
    for (; search->known[at] != WAYI_MAPF_NONE; at = (at + 1) & (search->known_capacity - 1)) {
        const mapf_node *node = &search->nodes[search->known[at]];
        if (node->hash == hash && memcmp(node->spots, spots, search->count * sizeof *spots) == 0) {
            return search->known[at];
        }
    }
    return WAYI_MAPF_NONE;
}

/// Units not on their goals keep their order; the others follow by rank.
static uint32_t mapf_order(const mapf_search *search, const uint16_t *before,
                           const wayi_mapf_spot *spots, uint16_t *order)
{
    uint32_t away = 0;
    for (uint32_t k = 0; k < search->count; k++) {
        const uint16_t unit = before[k];
        if (spots[unit] != search->goals[unit]) {
            order[away++] = unit;
        }
    }
    uint32_t at = away;
    for (uint32_t k = 0; at < search->count; k++) {
        const uint16_t unit = search->ranked[k];
        if (spots[unit] == search->goals[unit]) {
            order[at++] = unit;
        }
    }
    return search->count - away;
}

/// Adds a node for a configuration and puts it on top; false at a limit or without memory.
static bool mapf_add(mapf_search *search, const wayi_mapf_spot *spots, uint64_t hash,
                     uint32_t parent)
{
    const uint32_t count = search->count;
    const uint16_t *before =
        parent == WAYI_MAPF_NONE ? search->ranked : search->nodes[parent].order;
    if (!wayi_grow(&search->allocator, (void **)&search->nodes, &search->node_capacity,
                   search->node_count + 1, sizeof *search->nodes) ||
        !wayi_grow(&search->allocator, (void **)&search->open, &search->open_capacity,
                   search->open_count + 1, sizeof *search->open)) {
        return false;
    }
    mapf_node *node = &search->nodes[search->node_count];
    *node = (mapf_node){.hash = hash, .parent = parent};
    node->spots = wayi_arena_alloc(&search->arena, count * sizeof *node->spots);
    node->order = wayi_arena_alloc(&search->arena, count * sizeof *node->order);
    node->first = wayi_arena_alloc(&search->arena, sizeof *node->first);
    if (!node->spots || !node->order || !node->first) {
        return false;
    }
    *node->first = (mapf_constraint){.above = NULL};
    node->last = node->first;
    memcpy(node->spots, spots, count * sizeof *spots);
    node->home = mapf_order(search, before, spots, node->order);
    if (!mapf_remember(search, search->node_count)) {
        return false;
    }
    search->open[search->open_count++] = search->node_count++;
    return true;
}

// Search ------------------------------------------------------------------------------------------

/// Puts the constraints that add one more unit to `above` at the end of the queue.
static bool mapf_branch(mapf_search *search, mapf_node *node, const mapf_constraint *above)
{
    if (above->depth == search->count) {
        return true;
    }
    const uint16_t unit = node->order[above->depth];
    const wayi_mapf_spot here = node->spots[unit];
    wayi_mapf_spot targets[5] = {here};
    uint32_t count = 1;
    for (uint32_t moves = search->exits[here]; moves; moves &= moves - 1) {
        targets[count++] = here + (uint32_t)search->step.offsets[wayi_bits_lowest(moves)];
    }
    for (uint32_t k = count; k > 0; k--) {
        // In an order of chance.
        const uint32_t pick = way_rng_below(&search->step.rng, k);
        mapf_constraint *added = wayi_arena_alloc(&search->arena, sizeof *added);
        if (!added) {
            return false;
        }
        *added = (mapf_constraint){.above = above,
                                   .spot = targets[pick],
                                   .unit = unit,
                                   .depth = (uint16_t)(above->depth + 1)};
        targets[pick] = targets[k - 1];
        if (node->last) {
            node->last->next = added;
        } else {
            node->first = added;
        }
        node->last = added;
    }
    return true;
}

/// Decides what a constraint says, unless that is a conflict by itself.
static bool mapf_constrain(mapf_search *search, const mapf_constraint *constraint)
{
    wayi_mapf_step *step = &search->step;
    for (; constraint->above; constraint = constraint->above) {
        const uint32_t unit = constraint->unit;
        const wayi_mapf_spot spot = constraint->spot;
        const uint32_t other = step->here[spot];
        if (step->there[spot] != WAYI_MAPF_NONE ||
            (other != WAYI_MAPF_NONE && other != unit && step->next[other] == step->now[unit])) {
            return false;
        }
        step->next[unit] = spot;
        step->there[spot] = unit;
    }
    return true;
}

/// Makes the step of the top node and forgets it on the way out; the successor is in `step->next`
/// while `*hash` is not that of the node.
static bool mapf_successor(mapf_search *search, uint32_t index, const mapf_constraint *constraint,
                           uint64_t *hash)
{
    wayi_mapf_step *step = &search->step;
    const mapf_node *node = &search->nodes[index];
    step->now = node->spots;
    for (uint32_t k = 0; k < search->count; k++) {
        step->here[node->spots[k]] = k;
    }
    const bool found = mapf_constrain(search, constraint) && wayi_mapf_decide(step, node->order);
    *hash = node->hash;
    for (uint32_t k = 0; k < search->count; k++) {
        step->here[node->spots[k]] = WAYI_MAPF_NONE;
        if (step->next[k] != WAYI_MAPF_NONE) {
            step->there[step->next[k]] = WAYI_MAPF_NONE;
            if (step->next[k] != node->spots[k]) {
                *hash += mapf_mix(k, step->next[k]) - mapf_mix(k, node->spots[k]);
            }
        }
    }
    search->plan->steps++;
    return found;
}

/// One visit of the top node: ARRIVED, MOVING, NO_PATH, or CAPACITY.
static way_outcome mapf_visit(mapf_search *search)
{
    if (search->open_count == 0) {
        return WAY_OUTCOME_NO_PATH;
    }
    const uint32_t index = search->open[search->open_count - 1];
    mapf_node *node = &search->nodes[index];
    if (node->home == search->count) {
        return WAY_OUTCOME_ARRIVED;
    }
    mapf_constraint *constraint = node->first;
    if (!constraint) {
        search->open_count--;
        return WAY_OUTCOME_MOVING;
    }
    node->first = constraint->next;
    node->last = node->first ? node->last : NULL;
    if (!mapf_branch(search, node, constraint)) {
        return WAY_OUTCOME_CAPACITY;
    }
    uint64_t hash = 0;
    bool fine = true;
    if (mapf_successor(search, index, constraint, &hash)) {
        uint32_t known = mapf_find(search, hash, search->step.next);
        if (known == WAYI_MAPF_NONE) {
            fine = mapf_add(search, search->step.next, hash, index);
        } else {
            known = way_rng_below(&search->step.rng, MAPF_RESTART) ? known : 0;
            fine = wayi_grow(&search->allocator, (void **)&search->open, &search->open_capacity,
                             search->open_count + 1, sizeof *search->open);
            if (fine) {
                search->open[search->open_count++] = known;
            }
        }
    }
    memset(search->step.next, 0xff, search->count * sizeof *search->step.next);
    return fine ? WAY_OUTCOME_MOVING : WAY_OUTCOME_CAPACITY;
}

static size_t mapf_bytes(const mapf_search *search)
{
    return search->bytes + wayi_arena_bytes(&search->arena) +
           search->node_capacity * sizeof *search->nodes +
           search->known_capacity * sizeof *search->known +
           search->open_capacity * sizeof *search->open;
}

static way_outcome mapf_run(mapf_search *search)
{
    const way_mapf_config *config = search->config;
    uint64_t hash = 0;
    for (uint32_t k = 0; k < search->count; k++) {
        hash += mapf_mix(k, search->starts[k]);
        search->step.here[search->starts[k]] = WAYI_MAPF_NONE;
    }
    if (!mapf_add(search, search->starts, hash, WAYI_MAPF_NONE)) {
        return WAY_OUTCOME_CAPACITY;
    }
    way_outcome outcome = WAY_OUTCOME_MOVING;
    while (outcome == WAY_OUTCOME_MOVING) {
        if (config->cancelled && config->cancelled(config->user)) {
            return WAY_OUTCOME_CANCELLED;
        }
        if (config->node_limit && search->node_count >= config->node_limit) {
            return WAY_OUTCOME_BUDGET;
        }
        if (config->byte_limit && search->plan->steps % 64 == 0 &&
            mapf_bytes(search) > config->byte_limit) {
            return WAY_OUTCOME_CAPACITY;
        }
        outcome = mapf_visit(search);
    }
    return outcome;
}

// Plans -------------------------------------------------------------------------------------------

static void mapf_price(const mapf_search *search, way_mapf_plan *plan)
{
    const size_t count = search->count;
    for (uint32_t unit = 0; unit < count; unit++) {
        const way_cell goal = search->config->goals[unit];
        uint32_t last = 0;
        for (uint32_t t = 1; t <= plan->makespan; t++) {
            const bool rests = plan->cells[t * count + unit] == goal &&
                               plan->cells[(t - 1) * count + unit] == goal;
            plan->loss += !rests;
            last = plan->cells[(t - 1) * count + unit] == goal ? last : t;
        }
        plan->sum += last;
    }
}

static bool mapf_write(const mapf_search *search, way_mapf_plan *plan)
{
    uint32_t length = 0;
    const uint32_t top = search->open[search->open_count - 1];
    for (uint32_t n = top; search->nodes[n].parent != WAYI_MAPF_NONE; n = search->nodes[n].parent) {
        length++;
    }
    plan->cells =
        wayi_alloc(&search->allocator, ((size_t)length + 1) * search->count, sizeof *plan->cells);
    if (!plan->cells) {
        return false;
    }
    plan->makespan = length;
    uint32_t n = top;
    for (uint32_t t = length + 1; t > 0; t--) {
        for (uint32_t k = 0; k < search->count; k++) {
            plan->cells[(size_t)(t - 1) * search->count + k] =
                mapf_cell(search, search->nodes[n].spots[k]);
        }
        n = search->nodes[n].parent;
    }
    mapf_price(search, plan);
    return true;
}

static way_status mapf_check(const way_mapf_config *config)
{
    if (!config->map || !config->starts || !config->goals) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    if (config->map->neighbours != WAY_NEIGHBOURS_4) {
        return WAY_STATUS_UNSUPPORTED;
    }
    if (config->count == 0 || config->count > WAY_MAPF_UNITS_MAX) {
        return WAY_STATUS_OUT_OF_RANGE;
    }
    for (uint32_t k = 0; k < config->count; k++) {
        if (!way_map_is_passable(config->map, config->starts[k]) ||
            !way_map_is_passable(config->map, config->goals[k])) {
            return WAY_STATUS_OUT_OF_RANGE;
        }
    }
    return WAY_STATUS_OK;
}

way_status way_mapf_solve(const way_mapf_config *config, way_mapf_plan *out)
{
    *out = (way_mapf_plan){.outcome = WAY_OUTCOME_NO_PATH};
    way_status status = mapf_check(config);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    const way_map *map = config->map;
    mapf_search search = {.config = config,
                          .plan = out,
                          .count = config->count,
                          .ground = {.open = map->layers[1]->rows,
                                     .row_words = map->row_words,
                                     .rows = map->height + 2,
                                     .words = (size_t)(map->height + 2) * map->row_words},
                          .allocator = wayi_allocator_or_default(config->allocator)};
    out->count = config->count;
    out->allocator = search.allocator;
    wayi_arena_init(&search.arena, (size_t)1 << 20, &search.allocator);
    status = mapf_take(&search) ? mapf_prepare(&search) : WAY_STATUS_NO_MEMORY;
    if (status == WAY_STATUS_OK && mapf_rank(&search)) {
        out->outcome = mapf_run(&search);
        out->nodes = search.node_count;
        out->bytes = mapf_bytes(&search);
        if (out->outcome == WAY_OUTCOME_ARRIVED && !mapf_write(&search, out)) {
            status = WAY_STATUS_NO_MEMORY;
        }
    }
    mapf_give_back(&search);
    return status;
}

void way_mapf_free(way_mapf_plan *plan)
{
    if (plan && plan->cells) {
        wayi_free(&plan->allocator, plan->cells, ((size_t)plan->makespan + 1) * plan->count,
                  sizeof *plan->cells);
        plan->cells = NULL;
    }
}
