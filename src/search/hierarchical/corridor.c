// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// One body with constant parameters makes three instances: cells of uniform ground with 8
// neighbours, nodes with links short enough for buckets, and one for everything else. All but the
// queues give the same answers, and the queue depends on the map and the level alone.
#include "search/hierarchical/corridor.h"

#include "base/expect.h"
#include "base/inline.h"
#include "search/frame/observer.h"

#include <string.h>

#define CORRIDOR_CLOSED 0x80000000u
/// Up to this level the links of a uniform map are short enough for buckets.
#define CORRIDOR_BUCKETS 10u
/// Keys of nodes tell parts of a step apart, but not more than so many.
#define CORRIDOR_KEYS 16u
/// Nodes of a page: a power of two.
#define CORRIDOR_PAGE_BITS 4u
#define CORRIDOR_PAGE (1u << CORRIDOR_PAGE_BITS)
/// An item of the open list has the place of its record and, above it, the direction of arrival.
#define CORRIDOR_PLACE_BITS 28u
#define CORRIDOR_PLACE ((1u << CORRIDOR_PLACE_BITS) - 1)

/// What one instance of the loop is made for; constant after inlining.
typedef struct corridor_shape {
    bool cells;  ///< the level is that of the cells
    bool octile; ///< and they are uniform and have 8 neighbours
    bool plain;  ///< the open list is a bucket queue and nobody watches
} corridor_shape;

/// What a call of step works with. It lives in locals and its address stays in here, so it can be
/// kept in registers, which no store into a record invalidates.
typedef struct corridor_run {
    wayi_corridor *corridor;
    wayi_bucket_queue buckets; ///< taken from the open list by plain shapes
    const way_map *map;
    const wayi_layer *layer;
    const uint8_t *around;
    const wayi_pyramid *pyramid;
    wayi_pyramid_level own;            ///< unless it is that of the cells
    wayi_pyramid_level above;          ///< the next one
    const wayi_pyramid_level *skipped; ///< between this one and what is refined, or NULL
    uint32_t *pages;
    wayi_corridor_record *records;
    const uint64_t *marks; ///< NULL: all may be entered
    uint32_t straight;     ///< what a step adds to the estimate, octile
    uint32_t slant;        ///< and what it adds if it is a diagonal one
    int32_t target_x, target_y;
    uint32_t target;
    uint32_t key_bits;
    uint32_t seen;
    uint32_t closest;
    uint32_t closest_estimate;
    bool children;
    bool prunes;
} corridor_run;

/// A step towards a node.
typedef struct corridor_move {
    uint32_t from, to;
    way_cost g;
    uint32_t arrival;
} corridor_move;

// Memory ------------------------------------------------------------------------------------------

void wayi_corridor_init(wayi_corridor *corridor, way_agent *agent)
{
    *corridor = (wayi_corridor){.pyramid = agent->navigator->database,
                                .stats = &agent->stats,
                                .observer = agent->observer,
                                .limit = agent->capacity ? agent->capacity : UINT32_MAX,
                                .allocator = agent->allocator};
    const way_cost step = corridor->pyramid->grid->map->costs.cardinal;
    while (step >> corridor->key_bits > CORRIDOR_KEYS) {
        corridor->key_bits++;
    }
    wayi_open_init(&corridor->open, WAYI_OPEN_HEAP4, &agent->allocator);
    wayi_path_buffer_init(&corridor->used, &agent->allocator);
    wayi_path_buffer_init(&corridor->marks.list, &agent->allocator);
    wayi_path_buffer_init(&corridor->outer.list, &agent->allocator);
}

void wayi_corridor_fini(wayi_corridor *corridor)
{
    const way_allocator *allocator = &corridor->allocator;
    wayi_free(allocator, corridor->pages, corridor->page_count, sizeof *corridor->pages);
    wayi_free(allocator, corridor->records, corridor->record_capacity, sizeof *corridor->records);
    wayi_corridor_marks_fini(&corridor->marks, allocator);
    wayi_corridor_marks_fini(&corridor->outer, allocator);
    wayi_path_buffer_fini(&corridor->used);
    wayi_open_fini(&corridor->open);
}

// Records -----------------------------------------------------------------------------------------

/// Forgets all records and makes room for pages of the level.
static bool corridor_clear(wayi_corridor *corridor)
{
    for (uint32_t i = 0; i < corridor->used.count; i++) {
        corridor->pages[corridor->used.states[i]] = WAYI_PYRAMID_NONE;
    }
    wayi_path_buffer_clear(&corridor->used);
    corridor->seen = 0;
    const uint32_t before = corridor->page_count;
    const uint32_t needed =
        (wayi_corridor_ids(corridor, corridor->level) >> CORRIDOR_PAGE_BITS) + 1;
    if (!wayi_grow(&corridor->allocator, (void **)&corridor->pages, &corridor->page_count, needed,
                   sizeof *corridor->pages)) {
        return false;
    }
    if (corridor->page_count > before) {
        memset(corridor->pages + before, 0xff,
               (corridor->page_count - before) * sizeof *corridor->pages);
    }
    return true;
}

/// Makes the records of a page; false without memory.
static bool corridor_add_page(wayi_corridor *corridor, uint32_t page)
{
    const uint32_t place = corridor->used.count << CORRIDOR_PAGE_BITS;
    if (place >= CORRIDOR_PLACE - CORRIDOR_PAGE ||
        !wayi_grow(&corridor->allocator, (void **)&corridor->records, &corridor->record_capacity,
                   place + CORRIDOR_PAGE, sizeof *corridor->records) ||
        !wayi_path_buffer_push(&corridor->used, page)) {
        return false;
    }
    memset(corridor->records + place, 0xff, CORRIDOR_PAGE * sizeof *corridor->records);
    corridor->pages[page] = place;
    return true;
}

/// The place of a node's record, which there is.
static uint32_t corridor_place(const wayi_corridor *corridor, uint32_t id)
{
    return corridor->pages[id >> CORRIDOR_PAGE_BITS] + (id & (CORRIDOR_PAGE - 1));
}

// Nodes -------------------------------------------------------------------------------------------

void wayi_corridor_position(const wayi_pyramid *pyramid, uint32_t level, uint32_t id, uint32_t *x,
                            uint32_t *y)
{
    if (level > 0) {
        const wayi_pyramid_node *node = wayi_pyramid_node_at(&pyramid->levels[level - 1], id);
        *x = node->x;
        *y = node->y;
        return;
    }
    const uint32_t row = wayi_map_row(pyramid->grid->map, id);
    *x = (id - row * pyramid->grid->map->width) * WAYI_PYRAMID_PARTS;
    *y = row * WAYI_PYRAMID_PARTS;
}

/// The cell to show for a node.
static way_cell corridor_cell(const wayi_corridor *corridor, uint32_t id)
{
    if (corridor->level == 0 || id == WAYI_PYRAMID_NONE) {
        return id;
    }
    uint32_t x;
    uint32_t y;
    wayi_corridor_position(corridor->pyramid, corridor->level, id, &x, &y);
    return y / WAYI_PYRAMID_PARTS * corridor->pyramid->grid->map->width + x / WAYI_PYRAMID_PARTS;
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
    if (shape.octile) {
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
    f = shape.cells ? f : f >> run->key_bits;
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
    return shape.cells ? wayi_pyramid_node_of(run->pyramid, id)
                       : wayi_pyramid_rise_to(&run->above, wayi_pyramid_node_at(&run->own, id));
}

/// Whether a node may be entered.
static WAYI_ALWAYS_INLINE bool corridor_admits(const corridor_run *run, corridor_shape shape,
                                               uint32_t id)
{
    return !run->marks || wayi_corridor_is_marked(run->marks, corridor_parent(run, shape, id));
}

/// Makes the record of a node's first way; false without memory or at the limit.
static WAYI_ALWAYS_INLINE bool corridor_meet(corridor_run *run, corridor_shape shape, uint32_t id,
                                             wayi_corridor_record *record)
{
    if (run->seen == run->corridor->limit) {
        return false;
    }
    run->seen++;
    record->estimate = corridor_estimate(run, shape, id);
    return true;
}

/// Takes note of a way to a node; false without memory.
static WAYI_ALWAYS_INLINE bool corridor_reach(corridor_run *run, corridor_shape shape,
                                              const corridor_move *move)
{
    uint32_t place = run->pages[move->to >> CORRIDOR_PAGE_BITS];
    if (place == WAYI_PYRAMID_NONE) {
        if (!corridor_admits(run, shape, move->to)) {
            return true;
        }
        if (!corridor_add_page(run->corridor, move->to >> CORRIDOR_PAGE_BITS)) {
            return false;
        }
        run->records = run->corridor->records;
        place = run->pages[move->to >> CORRIDOR_PAGE_BITS];
    }
    place += move->to & (CORRIDOR_PAGE - 1);
    wayi_corridor_record *record = &run->records[place];
    if (move->g >= record->g) {
        return true;
    }
    if (record->g == WAY_COST_MAX) {
        if (!corridor_admits(run, shape, move->to)) {
            record->g = 0; // no way is better
            return true;
        }
        if (!corridor_meet(run, shape, move->to, record)) {
            return false;
        }
    } else if (record->estimate & CORRIDOR_CLOSED) {
        return true; // distances of means are rounded
    }
    record->g = move->g;
    record->parent = move->from;
    if (!shape.plain) {
        run->corridor->stats->generations++;
        if (run->corridor->observer) {
            corridor_tell(run->corridor, WAY_EVENT_GENERATE, move->to, record);
        }
    }
    return corridor_push(run, shape, move->to, place | move->arrival << CORRIDOR_PLACE_BITS,
                         record);
}

// The loop ----------------------------------------------------------------------------------------

static WAYI_ALWAYS_INLINE bool corridor_expand_cell(corridor_run *run, corridor_shape shape,
                                                    wayi_heap_item item, way_cost g)
{
    const way_map *map = run->map;
    const uint32_t arrival =
        shape.octile || run->prunes ? item.slot >> CORRIDOR_PLACE_BITS : WAYI_DIRECTIONS;
    for (uint32_t moves = map->onward[arrival][run->around[item.id]]; moves; moves &= moves - 1) {
        const uint32_t direction = wayi_bits_lowest(moves);
        const way_cell to = item.id + (uint32_t)map->offsets[direction];
        const way_cost step = shape.octile ? map->steps[direction]
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
    if (!run->children) {
        return id == run->target;
    }
    const uint32_t parent = corridor_parent(run, shape, id);
    return (run->skipped
                ? wayi_pyramid_parent(run->skipped, wayi_pyramid_node_at(run->skipped, parent))
                : parent) == run->target;
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
    while (*budget > 0) {
        wayi_heap_item item;
        if (!corridor_pop(run, shape, &item)) {
            return WAY_OUTCOME_NO_PATH;
        }
        wayi_corridor_record *record = &run->records[item.slot & CORRIDOR_PLACE];
        const uint32_t estimate = record->estimate;
        if (estimate & CORRIDOR_CLOSED) {
            continue;
        }
        --*budget;
        if (!shape.plain && run->corridor->observer) {
            corridor_tell(run->corridor, WAY_EVENT_EXPAND, item.id, record);
        }
        if (estimate < run->closest_estimate) {
            run->closest_estimate = estimate;
            run->closest = item.id;
        }
        record->estimate = estimate | CORRIDOR_CLOSED;
        if (corridor_is_there(run, shape, item.id)) {
            *reached = item.id;
            return WAY_OUTCOME_ARRIVED;
        }
        if (shape.cells ? !corridor_expand_cell(run, shape, item, record->g)
                        : !corridor_expand_node(run, shape, item.id, record->g)) {
            return WAY_OUTCOME_CAPACITY;
        }
    }
    return WAY_OUTCOME_MOVING;
}

static corridor_run corridor_start(wayi_corridor *corridor)
{
    const wayi_pyramid *pyramid = corridor->pyramid;
    const way_map *map = pyramid->grid->map;
    const wayi_pyramid_level *level =
        corridor->level ? &pyramid->levels[corridor->level - 1] : NULL;
    const uint32_t parts = level ? 1 : WAYI_PYRAMID_PARTS;
    return (corridor_run){
        .corridor = corridor,
        .map = map,
        .layer = pyramid->grid->layer,
        .around = pyramid->grid->layer->around,
        .pyramid = pyramid,
        .own = level ? *level : (wayi_pyramid_level){0},
        .above =
            level && corridor->level < WAYI_PYRAMID_LEVELS ? level[1] : (wayi_pyramid_level){0},
        .skipped =
            corridor->above == corridor->level + 2 ? &pyramid->levels[corridor->level] : NULL,
        .pages = corridor->pages,
        .records = corridor->records,
        .marks = corridor->free ? NULL : corridor->marks.bits,
        .straight = map->costs.cardinal,
        .slant = (uint32_t)map->costs.diagonal - map->costs.cardinal,
        .target_x = (int32_t)(corridor->target_x / parts),
        .target_y = (int32_t)(corridor->target_y / parts),
        .target = corridor->target,
        .key_bits = corridor->key_bits,
        .seen = corridor->seen,
        .closest = corridor->closest,
        .closest_estimate = corridor->closest_estimate,
        .children = corridor->children,
        .prunes = !corridor->pyramid->grid->layer->weights};
}

/// Keeps what a run has got to.
static WAYI_ALWAYS_INLINE void corridor_stop(const corridor_run *run, corridor_shape shape)
{
    wayi_corridor *corridor = run->corridor;
    corridor->seen = run->seen;
    corridor->closest = run->closest;
    corridor->closest_estimate = run->closest_estimate;
    if (shape.plain) {
        wayi_bucket_queue *open = &corridor->open.buckets;
        corridor->stats->heap_pushes += run->buckets.pushed - open->pushed;
        corridor->stats->generations += run->buckets.pushed - open->pushed;
        corridor->stats->heap_pops += run->buckets.popped - open->popped;
        *open = run->buckets;
    }
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
    corridor_stop(&run, shape);
    corridor->stats->expansions += before - left;
    *budget = left;
    corridor->full = outcome == WAY_OUTCOME_CAPACITY;
    return outcome;
}

static way_outcome corridor_cells(wayi_corridor *corridor, uint32_t *budget, uint32_t *reached)
{
    const corridor_shape shape = {.cells = true, .octile = true, .plain = true};
    return corridor_advance(corridor, shape, budget, reached);
}

static way_outcome corridor_nodes(wayi_corridor *corridor, uint32_t *budget, uint32_t *reached)
{
    const corridor_shape shape = {.octile = true, .plain = true};
    return corridor_advance(corridor, shape, budget, reached);
}

/// Everything else; which way it is has to be asked all the time.
static way_outcome corridor_any(wayi_corridor *corridor, uint32_t *budget, uint32_t *reached)
{
    const corridor_shape shape = {.cells = corridor->level == 0};
    return corridor_advance(corridor, shape, budget, reached);
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
    if (corridor->full) {
        return WAY_OUTCOME_CAPACITY;
    }
    if (corridor->observer || corridor->open.kind != WAYI_OPEN_BUCKET ||
        !corridor_is_octile(corridor)) {
        return corridor_any(corridor, budget, reached);
    }
    return corridor->level == 0 ? corridor_cells(corridor, budget, reached)
                                : corridor_nodes(corridor, budget, reached);
}

void wayi_corridor_begin(wayi_corridor *corridor, uint32_t from)
{
    const bool uniform = !corridor->pyramid->grid->layer->weights;
    wayi_open_clear(&corridor->open);
    corridor->open.kind =
        uniform && corridor->level <= CORRIDOR_BUCKETS ? WAYI_OPEN_BUCKET : WAYI_OPEN_HEAP4;
    corridor->closest = WAYI_PYRAMID_NONE;
    corridor->closest_estimate = UINT32_MAX;
    corridor->full = corridor->full || !corridor_clear(corridor);
    if (from == WAYI_PYRAMID_NONE || corridor->full) {
        return; // the open list stays empty: no path
    }
    if (!corridor_add_page(corridor, from >> CORRIDOR_PAGE_BITS)) {
        corridor->full = true;
        return;
    }
    corridor_run run = corridor_start(corridor);
    const corridor_shape shape = {.cells = corridor->level == 0};
    const uint32_t place = corridor_place(corridor, from);
    wayi_corridor_record *record = &corridor->records[place];
    record->g = 0;
    corridor->full =
        !corridor_meet(&run, shape, from, record) ||
        !corridor_push(&run, shape, from, place | (uint32_t)WAYI_DIRECTIONS << CORRIDOR_PLACE_BITS,
                       record);
    corridor_stop(&run, shape);
}

bool wayi_corridor_trace(const wayi_corridor *corridor, uint32_t last, wayi_path_buffer *path)
{
    wayi_path_buffer_clear(path);
    for (uint32_t id = last; id != WAYI_PYRAMID_NONE;) {
        if (!wayi_path_buffer_push(path, id)) {
            return false;
        }
        id = corridor->records[corridor_place(corridor, id)].parent;
    }
    wayi_path_buffer_reverse(path, 0);
    return true;
}

way_cost wayi_corridor_cost(const wayi_corridor *corridor, uint32_t node)
{
    return corridor->records[corridor_place(corridor, node)].g;
}
