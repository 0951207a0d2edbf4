// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// One body with constant parameters makes three instances: cells of uniform ground with 8
// neighbours, nodes with links short enough for buckets, and one for everything else. All but the
// queues give the same answers, and the queue depends on the map and the level alone.
#include "lab/hierarchical/corridor.h"

#include "base/expect.h"
#include "base/inline.h"
#include "search/trip/observer.h"

#include <string.h>

#define CORRIDOR_CLOSED 0x80000000u
/// Up to this level the links of a uniform map are short enough for buckets.
#define CORRIDOR_BUCKETS 10u
/// Keys of nodes tell parts of a step apart, but not more than so many.
#define CORRIDOR_KEYS 16u
/// An item of the open list has the slot of its record and, above it, the direction of arrival.
#define CORRIDOR_SLOT_BITS 28u
#define CORRIDOR_SLOT ((1u << CORRIDOR_SLOT_BITS) - 1)

static const wayi_corridor_record corridor_blank = {.g = WAY_COST_MAX};

/// What one instance of the loop is made for; constant after inlining.
typedef struct corridor_shape {
    bool cells; ///< the level is that of the cells
    bool plain; ///< uniform ground with 8 neighbours, a bucket queue, and nobody watches
} corridor_shape;

/// What a call of step works with. It lives in locals and its address stays in here, so it can be
/// kept in registers, which no store into a record invalidates.
typedef struct corridor_run {
    wayi_corridor *corridor;
    wayi_bucket_queue buckets; ///< taken from the open list by plain shapes
    const way_map *map;
    const wayi_layer *layer;
    wayi_pyramid_level own;            ///< unless it is that of the cells
    wayi_pyramid_level above;          ///< the next one
    const wayi_pyramid_level *skipped; ///< between this one and what is refined, or NULL
    wayi_bitset marks;                 ///< without words: all may be entered
    wayi_corridor_record *records;
    uint32_t generation;
    uint32_t straight; ///< what a step adds to the estimate, on uniform ground
    uint32_t slant;    ///< and what it adds if it is a diagonal one
    int32_t target_x, target_y;
} corridor_run;

/// A step towards a node.
typedef struct corridor_move {
    uint32_t from, to;
    way_cost g;
    uint32_t arrival;
} corridor_move;

// Memory ------------------------------------------------------------------------------------------

/// No level has numbers beyond those of a map with sides of powers of two.
static uint32_t corridor_id_count(const way_map *map)
{
    const uint64_t columns = UINT64_C(2) << wayi_bits_highest((map->width - 1) | 7u);
    const uint64_t count = columns << (wayi_bits_highest((map->height - 1) | 7u) + 1);
    return count < UINT32_MAX ? (uint32_t)count : UINT32_MAX;
}

way_status wayi_corridor_init(wayi_corridor *corridor, way_agent *agent)
{
    *corridor = (wayi_corridor){
        .pyramid = agent->navigator->database, .stats = &agent->stats, .observer = agent->observer};
    const way_map *map = corridor->pyramid->grid->map;
    const way_cost step = map->costs.cardinal;
    while (step >> corridor->key_bits > CORRIDOR_KEYS) {
        corridor->key_bits++;
    }
    wayi_open_init(&corridor->open, WAYI_OPEN_HEAP4, &agent->allocator);
    wayi_path_buffer_init(&corridor->marks.list, &agent->allocator);
    wayi_path_buffer_init(&corridor->outer.list, &agent->allocator);
    const wayi_nodes_config nodes = {.blank = &corridor_blank,
                                     .stride = sizeof corridor_blank,
                                     .id_count = corridor_id_count(map),
                                     .limit = agent->capacity,
                                     .sparse = true};
    const way_status status = wayi_nodes_init(&corridor->nodes, &nodes, &agent->allocator);
    return status == WAY_STATUS_OK && wayi_bitset_init(&corridor->marks.bits, nodes.id_count,
                                                       &agent->allocator) == WAY_STATUS_OK
               ? wayi_bitset_init(&corridor->outer.bits, nodes.id_count, &agent->allocator)
               : WAY_STATUS_NO_MEMORY;
}

void wayi_corridor_fini(wayi_corridor *corridor)
{
    wayi_bitset_fini(&corridor->marks.bits);
    wayi_bitset_fini(&corridor->outer.bits);
    wayi_path_buffer_fini(&corridor->marks.list);
    wayi_path_buffer_fini(&corridor->outer.list);
    wayi_nodes_fini(&corridor->nodes);
    wayi_open_fini(&corridor->open);
}

static wayi_corridor_record *corridor_at(const wayi_corridor *corridor, uint32_t slot)
{
    return wayi_nodes_at(&corridor->nodes, slot, sizeof(wayi_corridor_record));
}

static uint32_t corridor_find(const wayi_corridor *corridor, uint32_t id)
{
    return wayi_nodes_find(&corridor->nodes, id, sizeof(wayi_corridor_record));
}

// Nodes -------------------------------------------------------------------------------------------

/// The cell to show for a node.
static way_cell corridor_cell(const wayi_corridor *corridor, uint32_t id)
{
    if (corridor->level == 0 || id == WAYI_PYRAMID_NONE) {
        return id;
    }
    const wayi_pyramid_node node = wayi_pyramid_look_up(corridor->pyramid, corridor->level, id);
    return node.y / WAYI_PYRAMID_PARTS * corridor->pyramid->grid->map->width +
           node.x / WAYI_PYRAMID_PARTS;
}

static void corridor_tell(const wayi_corridor *corridor, way_event_kind kind, uint32_t id,
                          const wayi_corridor_record *record)
{
    const way_cost f = way_cost_add(record->g, record->estimate & ~CORRIDOR_CLOSED);
    wayi_observer_write(corridor->observer,
                        (way_event){kind, corridor_cell(corridor, id),
                                    corridor_cell(corridor, record->parent), record->g, f});
}

static WAYI_ALWAYS_INLINE uint32_t corridor_estimate(const corridor_run *run, corridor_shape shape,
                                                     uint32_t id)
{
    const way_map *map = run->map;
    int32_t dx;
    int32_t dy;
    if (shape.cells) {
        const uint32_t y = wayi_map_row(map, id);
        dx = (int32_t)(id - y * map->width) - run->target_x;
        dy = (int32_t)y - run->target_y;
    } else {
        const wayi_pyramid_node *node = wayi_pyramid_node_at(&run->own, id);
        dx = (int32_t)node->x - run->target_x;
        dy = (int32_t)node->y - run->target_y;
    }
    if (shape.plain) {
        const uint32_t columns = (uint32_t)(dx < 0 ? -dx : dx);
        const uint32_t rows = (uint32_t)(dy < 0 ? -dy : dy);
        const uint32_t low = columns < rows ? columns : rows;
        const uint32_t high = columns < rows ? rows : columns;
        const uint32_t estimate = run->straight * high + run->slant * low;
        return shape.cells ? estimate : estimate / WAYI_PYRAMID_PARTS;
    }
    const way_cost estimate =
        shape.cells
            ? wayi_map_open_distance(map, run->layer, dx, dy)
            : wayi_pyramid_distance(map, dx, dy, run->layer->min_weight * WAYI_PYRAMID_PARTS);
    return estimate < CORRIDOR_CLOSED ? estimate : CORRIDOR_CLOSED - 1;
}

/// Keys of cells are exact. Links of nodes are long, and their costs a guess: a few keys fall
/// together.
static WAYI_ALWAYS_INLINE bool corridor_push(corridor_run *run, corridor_shape shape, uint32_t id,
                                             uint32_t slot, const wayi_corridor_record *record)
{
    uint64_t f = way_cost_add(record->g, record->estimate);
    f = shape.cells ? f : f >> run->corridor->key_bits;
    if (shape.plain) { // the queue counts for itself
        return wayi_bucket_queue_push(&run->buckets, (wayi_heap_item){f, id, slot});
    }
    wayi_corridor *corridor = run->corridor;
    corridor->stats->heap_pushes++;
    return wayi_open_push(&corridor->open, corridor->open.kind,
                          (wayi_heap_item){f << 32 | (uint32_t)~record->g, id, slot});
}

static WAYI_ALWAYS_INLINE uint32_t corridor_parent(const corridor_run *run, corridor_shape shape,
                                                   uint32_t id)
{
    return shape.cells ? wayi_pyramid_node_of(run->corridor->pyramid, id)
                       : wayi_pyramid_rise_to(&run->above, wayi_pyramid_node_at(&run->own, id));
}

/// Whether a node may be entered.
static WAYI_ALWAYS_INLINE bool corridor_admits(const corridor_run *run, corridor_shape shape,
                                               uint32_t id)
{
    return !run->marks.words || wayi_bitset_has(&run->marks, corridor_parent(run, shape, id));
}

/// Takes note of a way to a node; false without memory or at the limit.
static WAYI_ALWAYS_INLINE bool corridor_reach(corridor_run *run, corridor_shape shape,
                                              const corridor_move *move)
{
    wayi_corridor *corridor = run->corridor;
    uint32_t slot = shape.plain ? wayi_nodes_paged_slot(&corridor->nodes, move->to)
                                : corridor_find(corridor, move->to);
    if (shape.plain ? run->records[slot].stamp != run->generation : slot == WAYI_SLOT_NONE) {
        const bool inside = corridor_admits(run, shape, move->to);
        if (!shape.plain || slot < WAYI_NODES_PAGE) { // there is no room for it yet
            if (!inside) {
                return true;
            }
            slot = wayi_nodes_touch(&corridor->nodes, move->to, sizeof(wayi_corridor_record));
            if (slot >= CORRIDOR_SLOT) {
                return false;
            }
            run->records = corridor_at(corridor, 0);
        }
        run->records[slot] = (wayi_corridor_record){
            .stamp = run->generation,
            .g = inside ? WAY_COST_MAX : 0, // no way is better
            .estimate = inside ? corridor_estimate(run, shape, move->to) : 0};
    }
    wayi_corridor_record *record = &run->records[slot];
    if (move->g >= record->g || (record->estimate & CORRIDOR_CLOSED)) {
        return true; // closed ones may get a better way: distances of means are rounded
    }
    record->g = move->g;
    record->parent = move->from;
    if (!shape.plain && move->from != WAYI_PYRAMID_NONE) {
        corridor->stats->generations++;
        if (corridor->observer) {
            corridor_tell(corridor, WAY_EVENT_GENERATE, move->to, record);
        }
    }
    return corridor_push(run, shape, move->to, slot | move->arrival << CORRIDOR_SLOT_BITS, record);
}

// The loop ----------------------------------------------------------------------------------------

static WAYI_ALWAYS_INLINE bool corridor_expand_cell(corridor_run *run, corridor_shape shape,
                                                    wayi_heap_item item, way_cost g)
{
    const way_map *map = run->map;
    const uint32_t arrival = shape.plain || !run->layer->weights ? item.slot >> CORRIDOR_SLOT_BITS
                                                                 : (uint32_t)WAYI_DIRECTIONS;
    uint32_t moves = map->onward[arrival][run->layer->around[item.id]];
    for (; moves; moves &= moves - 1) {
        const uint32_t direction = wayi_bits_lowest(moves);
        const way_cell to = item.id + (uint32_t)map->offsets[direction];
        const way_cost step = shape.plain ? map->steps[direction]
                                          : wayi_map_step(map, run->layer, item.id, to, direction);
        const corridor_move move = {item.id, to, way_cost_add(g, step), direction};
        if (!corridor_reach(run, shape, &move)) {
            return false;
        }
    }
    return true;
}

static WAYI_ALWAYS_INLINE bool corridor_expand_node(corridor_run *run, corridor_shape shape,
                                                    uint32_t id, way_cost g)
{
    const wayi_pyramid_level *own = &run->own;
    const uint32_t block = id >> own->bits;
    const wayi_pyramid_node *nodes = own->blocks[block].nodes;
    const void *edges = nodes + own->blocks[block].node_count;
    const wayi_pyramid_node *node = &nodes[id & ((1u << own->bits) - 1u)];
    for (uint32_t i = node->edge_first; i < (uint32_t)node->edge_first + node->edge_count; i++) {
        const uint32_t to = wayi_pyramid_follow(own, block, edges, i);
        const way_cost step = wayi_pyramid_link(run->map, node, wayi_pyramid_node_at(own, to));
        const corridor_move move = {id, to, way_cost_add(g, step), 0};
        if (!corridor_reach(run, shape, &move)) {
            return false;
        }
    }
    return true;
}

static WAYI_ALWAYS_INLINE bool corridor_is_there(const corridor_run *run, corridor_shape shape,
                                                 uint32_t id)
{
    const wayi_corridor *corridor = run->corridor;
    if (!corridor->children) {
        return id == corridor->target;
    }
    const uint32_t parent = corridor_parent(run, shape, id);
    return (run->skipped
                ? wayi_pyramid_rise_to(run->skipped + 1, wayi_pyramid_node_at(run->skipped, parent))
                : parent) == corridor->target;
}

/// Takes the first item of the open list; false when there is none.
static WAYI_ALWAYS_INLINE bool corridor_pop(corridor_run *run, corridor_shape shape,
                                            wayi_heap_item *item)
{
    if (shape.plain) {
        if (wayi_bucket_queue_count(&run->buckets) == 0) {
            return false;
        }
        *item = wayi_bucket_queue_pop(&run->buckets);
        return true;
    }
    wayi_corridor *corridor = run->corridor;
    if (wayi_open_is_empty(&corridor->open, corridor->open.kind)) {
        return false;
    }
    corridor->stats->heap_pops++;
    *item = wayi_open_pop(&corridor->open, corridor->open.kind);
    return true;
}

static WAYI_ALWAYS_INLINE way_outcome corridor_loop(corridor_run *run, corridor_shape shape,
                                                    uint32_t *budget, uint32_t *reached)
{
    wayi_corridor *corridor = run->corridor;
    while (*budget > 0) {
        wayi_heap_item item;
        if (!corridor_pop(run, shape, &item)) {
            return WAY_OUTCOME_NO_PATH;
        }
        wayi_corridor_record *record = &run->records[item.slot & CORRIDOR_SLOT];
        const way_cost g = record->g;
        const uint32_t estimate = record->estimate;
        if (estimate & CORRIDOR_CLOSED) {
            continue;
        }
        --*budget;
        if (!shape.plain && corridor->observer) {
            corridor_tell(corridor, WAY_EVENT_EXPAND, item.id, record);
        }
        if (estimate < corridor->closest_estimate) {
            corridor->closest_estimate = estimate;
            corridor->closest = item.id;
        }
        record->estimate = estimate | CORRIDOR_CLOSED;
        if (corridor_is_there(run, shape, item.id)) {
            *reached = item.id;
            return WAY_OUTCOME_FOUND;
        }
        if (shape.cells ? !corridor_expand_cell(run, shape, item, g)
                        : !corridor_expand_node(run, shape, item.id, g)) {
            return WAY_OUTCOME_CAPACITY;
        }
    }
    return WAY_OUTCOME_WORKING;
}

static corridor_run corridor_start(wayi_corridor *corridor)
{
    const wayi_pyramid *pyramid = corridor->pyramid;
    const way_map *map = pyramid->grid->map;
    const wayi_pyramid_level *level = &pyramid->levels[corridor->level];
    const uint32_t parts = level->blocks ? 1 : WAYI_PYRAMID_PARTS;
    return (corridor_run){.corridor = corridor,
                          .map = map,
                          .layer = pyramid->grid->layer,
                          .own = *level,
                          .above = level[1],
                          .skipped = corridor->above == corridor->level + 2 ? level + 1 : NULL,
                          .marks = corridor->free ? (wayi_bitset){0} : corridor->marks.bits,
                          .records = corridor_at(corridor, 0),
                          .generation = corridor->nodes.generation,
                          .straight = map->costs.cardinal,
                          .slant = (uint32_t)map->costs.diagonal - map->costs.cardinal,
                          .target_x = (int32_t)(corridor->target_x / parts),
                          .target_y = (int32_t)(corridor->target_y / parts)};
}

/// Runs one instance over a copy of what changes all the time.
static WAYI_ALWAYS_INLINE way_outcome corridor_advance(wayi_corridor *corridor,
                                                       corridor_shape shape, uint32_t *budget,
                                                       uint32_t *reached)
{
    corridor_run run = corridor_start(corridor);
    const uint32_t before = *budget;
    uint32_t left = before;
    if (shape.plain) {
        run.buckets = corridor->open.buckets;
    }
    const way_outcome outcome = corridor_loop(&run, shape, &left, reached);
    if (shape.plain) {
        wayi_bucket_queue *open = &corridor->open.buckets;
        corridor->stats->heap_pushes += run.buckets.pushed - open->pushed;
        corridor->stats->generations += run.buckets.pushed - open->pushed;
        corridor->stats->heap_pops += run.buckets.popped - open->popped;
        *open = run.buckets;
    }
    corridor->stats->expansions += before - left;
    *budget = left;
    corridor->full = outcome == WAY_OUTCOME_CAPACITY;
    return outcome;
}

/// Whether the ground is uniform with 8 neighbours, and estimates in parts need no limit.
static bool corridor_is_octile(const wayi_corridor *corridor)
{
    const way_map *map = corridor->pyramid->grid->map;
    const wayi_layer *layer = corridor->pyramid->grid->layer;
    return !layer->weights && map->neighbours == WAY_NEIGHBOURS_8 &&
           wayi_map_open_distance(map, layer, map->width, map->height) <
               CORRIDOR_CLOSED / WAYI_PYRAMID_PARTS;
}

way_outcome wayi_corridor_step(wayi_corridor *corridor, uint32_t *budget, uint32_t *reached)
{
    const corridor_shape any = {.cells = corridor->level == 0};
    const corridor_shape cells = {.cells = true, .plain = true};
    const corridor_shape nodes = {.plain = true};
    if (corridor->full) {
        return WAY_OUTCOME_CAPACITY;
    }
    if (corridor->observer || !corridor->nodes.paged || corridor->open.kind != WAYI_OPEN_BUCKET ||
        !corridor_is_octile(corridor)) {
        return corridor_advance(corridor, any, budget, reached);
    }
    return corridor->level == 0 ? corridor_advance(corridor, cells, budget, reached)
                                : corridor_advance(corridor, nodes, budget, reached);
}

void wayi_corridor_begin(wayi_corridor *corridor, uint32_t from)
{
    const bool uniform = !corridor->pyramid->grid->layer->weights;
    const corridor_shape shape = {.cells = corridor->level == 0};
    const corridor_move move = {WAYI_PYRAMID_NONE, from, 0, WAYI_DIRECTIONS};
    wayi_nodes_clear(&corridor->nodes);
    wayi_open_clear(&corridor->open);
    corridor->open.kind =
        uniform && corridor->level <= CORRIDOR_BUCKETS ? WAYI_OPEN_BUCKET : WAYI_OPEN_HEAP4;
    corridor->closest = WAYI_PYRAMID_NONE;
    corridor->closest_estimate = UINT32_MAX;
    if (from != WAYI_PYRAMID_NONE && !corridor->full) { // else the open list stays empty: no path
        corridor_run run = corridor_start(corridor);
        corridor->full = !corridor_reach(&run, shape, &move);
    }
}

bool wayi_corridor_trace(const wayi_corridor *corridor, uint32_t last, wayi_path_buffer *path)
{
    wayi_path_buffer_clear(path);
    bool fits = true;
    for (uint32_t id = last; id != WAYI_PYRAMID_NONE && fits;
         id = corridor_at(corridor, corridor_find(corridor, id))->parent) {
        fits = wayi_path_buffer_push(path, id);
    }
    wayi_path_buffer_reverse(path, 0);
    return fits;
}

way_cost wayi_corridor_cost(const wayi_corridor *corridor, uint32_t node)
{
    return corridor_at(corridor, corridor_find(corridor, node))->g;
}

// Marks -------------------------------------------------------------------------------------------

static void corridor_unmark(wayi_corridor_marks *marks)
{
    for (uint32_t i = 0; i < marks->list.count; i++) {
        wayi_bitset_remove(&marks->bits, marks->list.states[i]);
    }
    wayi_path_buffer_clear(&marks->list);
}

static void corridor_mark(wayi_corridor *corridor, wayi_corridor_marks *marks, uint32_t node)
{
    if (corridor->full || wayi_bitset_has(&marks->bits, node)) {
        return;
    }
    if (!wayi_path_buffer_push(&marks->list, node)) {
        corridor->full = true;
        return;
    }
    wayi_bitset_add(&marks->bits, node);
}

void wayi_corridor_mark(wayi_corridor *corridor, const wayi_path_buffer *path, uint32_t from,
                        bool wide)
{
    const wayi_pyramid_level *own = &corridor->pyramid->levels[corridor->level + 1];
    const bool skips = corridor->above > corridor->level + 1;
    const wayi_bitset *outer = &corridor->outer.bits;
    wayi_corridor_marks *marks = &corridor->marks;
    corridor_unmark(marks);
    corridor_unmark(&corridor->outer);
    for (uint32_t i = 0; i < path->count; i++) {
        corridor_mark(corridor, skips ? &corridor->outer : marks, path->states[i]);
    }
    // Where a level is left out the list grows while it is worked off.
    uint32_t last = wide ? marks->list.count : 0;
    if (skips) {
        corridor_mark(corridor, marks, from);
        last = UINT32_MAX;
    }
    for (uint32_t i = 0; i < marks->list.count && i < last && !corridor->full; i++) {
        const uint32_t id = marks->list.states[i];
        const wayi_pyramid_node *node = wayi_pyramid_node_at(own, id);
        if (skips && !wayi_bitset_has(outer, wayi_pyramid_rise_to(own + 1, node))) {
            continue; // only beside
        }
        for (uint32_t k = node->edge_first; k < node->edge_first + node->edge_count; k++) {
            const uint32_t to = wayi_pyramid_to(own, id >> own->bits, k);
            const wayi_pyramid_node *beside = wayi_pyramid_node_at(own, to);
            if (wide || wayi_bitset_has(outer, wayi_pyramid_rise_to(own + 1, beside))) {
                wayi_expect(beside);
                corridor_mark(corridor, marks, to);
            }
        }
    }
}
