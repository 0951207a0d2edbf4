// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The best-first loop. One body with constant parameters makes eight instances: six for grids that
// read the map's bits directly, over arrays and over pages, of which some are plain A* over uniform
// ground with nothing left to ask per step; one for every other space and queue; one that reports
// to an observer. All give the same answers.
#include "search/engine/best_first.h"

#include "base/inline.h"
#include "search/engine/best_first_parts.h"
#include "search/trip/observer.h"
#include "space/grid.h"

/// What one instance of the loop is made for; constant after inlining.
typedef struct best_first_shape {
    bool grid;   ///< a grid over a dense store, a slot is the cell and nothing moves; or over pages
    bool paged;  ///< of which this is one
    bool octile; ///< and A* over uniform ground with 8 neighbours
    bool linked; ///< over ground with links
    bool weighted; ///< of which the estimate may have a weight
    bool buckets;  ///< the open list is a bucket queue
    bool heap4;    ///< the open list is a 4-ary heap; if neither, it is whatever the search has
    bool observed; ///< somebody watches
} best_first_shape;

/// The state under expansion.
typedef struct best_first_origin {
    way_state state;
    way_state parent; ///< not on a grid
    way_cost g;
    uint32_t f;
    uint32_t arrival; ///< grid: direction of the step from the parent, WAYI_DIRECTIONS at a start
                      ///< or behind a link
} best_first_origin;

/// What a call of step works with. It lives in locals and its address stays in here: so it can be
/// kept in registers, which no store into a node invalidates.
typedef struct best_first_run {
    wayi_best_first *search;
    way_stats stats;
    wayi_bucket_queue buckets; ///< taken from the open list by shapes with buckets
    bool prunes;               ///< on a grid: skip steps that other ways serve as well
    const way_map *map;        ///< grid: this and all below
    const wayi_layer *layer;
    const uint8_t *around;
    const uint8_t (*onward)[256]; ///< the steps to look at, by arrival and neighbours; see `prunes`
    wayi_best_first_node *nodes;  ///< compact, as those of all grids are
    uint32_t generation;
    uint32_t node_count;
    uint32_t straight; ///< what a step adds to the estimate, octile
    uint32_t slant;    ///< and what it adds if it is a diagonal one
    int32_t goal_x, goal_y;
    bool estimates;
    const wayi_aims *aims; ///< linked: those of the estimate; NULL = that of open ground holds
} best_first_run;

static WAYI_ALWAYS_INLINE bool best_first_push(best_first_run *run, best_first_shape shape,
                                               wayi_heap_item item)
{
    if (shape.buckets) { // which count for themselves
        item.key >>= 32; // the tie-break half stays behind
        return wayi_bucket_queue_push(&run->buckets, item);
    }
    run->stats.heap_pushes++;
    wayi_open_list *open = &run->search->open;
    return wayi_open_push(open, shape.heap4 ? WAYI_OPEN_HEAP4 : open->kind, item);
}

/// Of several successors with the expanded state's own f the deepest goes next; the others queue
/// up.
static WAYI_ALWAYS_INLINE bool best_first_prefer(best_first_run *run, best_first_shape shape,
                                                 wayi_heap_item item)
{
    wayi_best_first *search = run->search;
    if (!search->has_pending) {
        search->has_pending = true;
        search->pending = item;
        return true;
    }
    if (wayi_heap_before(item, search->pending)) {
        const wayi_heap_item other = search->pending;
        search->pending = item;
        item = other;
    }
    return best_first_push(run, shape, item);
}

static void best_first_report(const wayi_best_first *search, way_event_kind kind, way_state state,
                              const wayi_best_first_node *node, uint32_t estimate)
{
    wayi_observer_write(search->config.observer,
                        (way_event){kind, state, wayi_best_first_before(search, state, node),
                                    node->g, wayi_best_first_priority(search, node->g, estimate)});
}

/// Whether a node was expanded.
static WAYI_ALWAYS_INLINE bool best_first_is_closed(const best_first_run *run,
                                                    best_first_shape shape,
                                                    const wayi_best_first_node *node)
{
    return shape.grid ? node->stamp & WAYI_RETRACE_DONE
                      : wayi_best_first_is_closed(run->search, node);
}

/// Notes that the way of a node comes from the origin, over the step that the place tells of; opens
/// it. False without memory.
static WAYI_ALWAYS_INLINE bool best_first_lead(best_first_run *run, best_first_shape shape,
                                               const best_first_origin *origin,
                                               wayi_heap_item place, wayi_best_first_node *node)
{
    if (shape.grid && (!shape.linked || place.slot < WAYI_DIRECTIONS)) {
        node->stamp = run->generation | (place.slot + 1);
        return true;
    }
    wayi_best_first_unshut(run->search, node);
    return wayi_best_first_lead(run->search, origin->state, place.id, node);
}

/// Gives a node its better way of cost `g` over the origin; false without memory.
static WAYI_ALWAYS_INLINE bool best_first_improve(best_first_run *run, best_first_shape shape,
                                                  const best_first_origin *origin,
                                                  wayi_heap_item place, wayi_best_first_node *node,
                                                  way_cost g, uint32_t estimate)
{
    const wayi_best_first *search = run->search;
    way_event_kind kind = WAY_EVENT_GENERATE;
    if ((!shape.octile || shape.weighted) && best_first_is_closed(run, shape, node)) {
        if (search->config.keep_closed) {
            return true;
        }
        run->stats.reopenings++;
        kind = WAY_EVENT_REOPEN;
    }
    node->g = g;
    if (!best_first_lead(run, shape, origin, place, node)) {
        return false;
    }
    run->stats.generations += shape.octile ? 0 : 1; // there each is a push
    if (shape.observed) {
        best_first_report(search, kind, place.id, node, estimate);
    }
    if (shape.octile) {
        place.key = (uint64_t)way_cost_add(g, estimate) << 32;
        return best_first_push(run, shape, place);
    }
    const wayi_heap_item item = wayi_best_first_item(search, place.id, place.slot, g, estimate);
    if (search->config.fast_expansion && item.key >> 32 == origin->f) {
        return best_first_prefer(run, shape, item);
    }
    return best_first_push(run, shape, item);
}

/// The estimate of a state that gets a way; wide nodes keep it.
static uint32_t best_first_estimate(const wayi_best_first *search, way_state state,
                                    wayi_best_first_node *node)
{
    if (search->trail.map) {
        return wayi_best_first_estimate(search, state);
    }
    wayi_best_first_wide *wide = wayi_best_first_widen(node);
    if (node->g == WAY_COST_MAX) {
        wide->estimate = wayi_best_first_estimate(search, state);
    }
    return wide->estimate & WAYI_BEST_FIRST_ESTIMATE;
}

/// Offers a state a way over the origin; false without memory.
static WAYI_ALWAYS_INLINE bool best_first_relax(best_first_run *run, best_first_shape shape,
                                                const best_first_origin *origin, way_edge edge)
{
    wayi_best_first *search = run->search;
    const way_cost g = way_cost_add(origin->g, edge.cost);
    if (g > search->cost_limit) {
        return true; // untouched: the flat loop takes a touched node for one within the limit
    }
    const uint32_t slot = wayi_nodes_touch(&search->nodes, edge.to, wayi_best_first_stride(search));
    if (slot == WAYI_SLOT_NONE) {
        return false;
    }
    wayi_best_first_node *node = wayi_best_first_at(search, slot);
    if (g >= node->g) {
        return true;
    }
    if (node->g != WAY_COST_MAX && search->config.greedy) {
        // Of several steps from the same parent the cheapest is the one that will be walked.
        const way_state parent = wayi_best_first_before(search, edge.to, node);
        node->g = parent == origin->state ? g : node->g;
        return true;
    }
    const uint32_t estimate = best_first_estimate(search, edge.to, node);
    if (node->g == WAY_COST_MAX && estimate == WAYI_BEST_FIRST_ESTIMATE &&
        (search->config.estimate == WAYI_ESTIMATE_ASKED || wayi_best_first_aims(search))) {
        return true; // a dead end
    }
    const wayi_heap_item place = {.id = edge.to, .slot = slot};
    return best_first_improve(run, shape, origin, place, node, g, estimate);
}

/// The weighted estimate of a place on ground with links.
static WAYI_ALWAYS_INLINE uint32_t best_first_aims_estimate(const best_first_run *run,
                                                            best_first_shape shape, uint32_t x,
                                                            uint32_t y)
{
    const wayi_aims *aims = run->aims;
    if (!shape.octile || wayi_map_divides(run->map, y)) {
        return wayi_best_first_weigh(run->search, wayi_aims_distance(aims, x, y));
    }
    const uint32_t floor = wayi_map_floor(run->map, y);
    const wayi_aim *end = aims->items + aims->firsts[floor + 1];
    uint32_t best = WAYI_BEST_FIRST_ESTIMATE;
    const wayi_aim *aim = aims->items + aims->firsts[floor];
    for (; aim < end && aim->rest < best; aim++) {
        const int32_t dx = wayi_aims_gap((int32_t)x, aim->left, aim->right);
        const int32_t dy = wayi_aims_gap((int32_t)y, aim->top, aim->bottom);
        const uint32_t columns = (uint32_t)(dx < 0 ? -dx : dx);
        const uint32_t rows = (uint32_t)(dy < 0 ? -dy : dy);
        const uint32_t low = columns < rows ? columns : rows;
        const uint32_t high = columns < rows ? rows : columns;
        const uint32_t over = run->straight * high + run->slant * low + aim->rest;
        best = over < best ? over : best;
    }
    return best;
}

/// The weighted estimate of a cell.
static WAYI_ALWAYS_INLINE uint32_t best_first_grid_estimate(const best_first_run *run,
                                                            best_first_shape shape, way_cell cell)
{
    const uint32_t y = wayi_map_row(run->map, cell);
    if (shape.linked && run->aims) {
        return best_first_aims_estimate(run, shape, cell - y * run->map->width, y);
    }
    const int32_t dx = (int32_t)(cell - y * run->map->width) - run->goal_x;
    const int32_t dy = (int32_t)y - run->goal_y;
    if (shape.octile) {
        const uint32_t columns = (uint32_t)(dx < 0 ? -dx : dx);
        const uint32_t rows = (uint32_t)(dy < 0 ? -dy : dy);
        const uint32_t low = columns < rows ? columns : rows;
        const uint32_t high = columns < rows ? rows : columns;
        const uint32_t estimate = run->straight * high + run->slant * low;
        return shape.weighted ? wayi_best_first_weigh(run->search, estimate) : estimate;
    }
    return run->estimates ? wayi_best_first_weigh(
                                run->search, wayi_map_open_distance(run->map, run->layer, dx, dy))
                          : 0;
}

/// The node in a slot of pages.
static WAYI_ALWAYS_INLINE wayi_best_first_node *best_first_paged(const best_first_run *run,
                                                                 uint32_t slot)
{
    return wayi_nodes_at(&run->search->nodes, slot, sizeof(wayi_best_first_node));
}

/// The node of a cell in its page, which is made where there is none; NULL without memory.
static wayi_best_first_node *best_first_page_node(const best_first_run *run, way_cell cell)
{
    wayi_nodes *nodes = &run->search->nodes;
    if (wayi_nodes_paged_slot(nodes, cell) < WAYI_NODES_PAGE) {
        if (wayi_nodes_touch(nodes, cell, sizeof(wayi_best_first_node)) == WAYI_SLOT_NONE) {
            return NULL;
        }
        best_first_paged(run, wayi_nodes_paged_slot(nodes, cell))->stamp = 0; // not seen yet
    }
    return best_first_paged(run, wayi_nodes_paged_slot(nodes, cell));
}

/// The same of where a step leads: most stay inside of the page, in which a slot tells the place.
static WAYI_ALWAYS_INLINE wayi_best_first_node *
best_first_page_step(const best_first_run *run, uint32_t slot, way_cell to, uint32_t direction)
{
    static const struct {
        uint32_t from; ///< places that it leads to others of the page from, a bit each
        int32_t offset;
    } inside[WAYI_DIRECTIONS] = {
        {0xffffff00, -8}, {0x7f7f7f7f, 1}, {0x00ffffff, 8}, {0xfefefefe, -1},
        {0x7f7f7f00, -7}, {0x007f7f7f, 9}, {0x00fefefe, 7}, {0xfefefe00, -9},
    };
    return inside[direction].from >> slot % WAYI_NODES_PAGE & 1u
               ? best_first_paged(run, slot + (uint32_t)inside[direction].offset)
               : best_first_page_node(run, to);
}

/// Marks a node as seen, without a way yet; false at the limit.
static WAYI_ALWAYS_INLINE bool best_first_open_node(best_first_run *run, best_first_shape shape,
                                                    wayi_best_first_node *node)
{
    if (!shape.octile && run->node_count == run->search->nodes.limit) {
        return false;
    }
    run->node_count++;
    node->stamp = run->generation;
    return true;
}

/// Offers a cell a way over the origin, as relax does for any state; false without memory.
static WAYI_ALWAYS_INLINE bool best_first_offer(best_first_run *run, best_first_shape shape,
                                                const best_first_origin *origin,
                                                wayi_best_first_node *node, wayi_heap_item place,
                                                way_cost step)
{
    const way_cost g = way_cost_add(origin->g, step);
    const bool seen = node->stamp - run->generation < WAYI_NODES_MARKS;
    if (seen ? g >= node->g : (!shape.octile || shape.weighted) && g > run->search->cost_limit) {
        return true;
    }
    if (seen && !shape.octile && run->search->config.greedy) {
        return true; // the first way is kept
    }
    if (!seen && !best_first_open_node(run, shape, node)) {
        return false;
    }
    const uint32_t estimate = best_first_grid_estimate(run, shape, place.id);
    if (shape.linked && !seen && estimate == WAYI_BEST_FIRST_ESTIMATE) {
        node->g = 0; // nothing leads on from there: no way is looked at again
        node->stamp |= WAYI_RETRACE_DONE;
        return true;
    }
    return best_first_improve(run, shape, origin, place, node, g, estimate);
}

/// The steps along the links of a cell.
static bool best_first_links(const best_first_run *run, way_cell cell,
                             wayi_link links[WAY_MAP_CELL_LINKS_MAX], uint32_t *count)
{
    *count = wayi_links_list(run->map, run->layer, cell, run->search->config.backward, links);
    return *count > 0;
}

/// Whether a search against the steps of a grid is at a blocked start, where none leads to.
static bool best_first_is_shut(const best_first_run *run, way_state state)
{
    const wayi_best_first_config *config = &run->search->config;
    return config->backward && !way_space_can_stand(config->space, state);
}

/// As relax and expand in one, for a grid over a dense store.
static WAYI_ALWAYS_INLINE bool best_first_expand_grid(best_first_run *run, best_first_shape shape,
                                                      const best_first_origin *origin,
                                                      wayi_best_first_node *here)
{
    const way_map *map = run->map;
    const uint32_t arrival = shape.octile || run->prunes ? origin->arrival : WAYI_DIRECTIONS;
    if (origin->arrival == WAYI_DIRECTIONS && best_first_is_shut(run, origin->state)) {
        return true;
    }
    const uint32_t slot = shape.paged ? (uint32_t)(here - best_first_paged(run, 0)) : 0;
    uint32_t moves = run->onward[arrival][run->around[origin->state]];
    for (; moves; moves &= moves - 1) {
        const uint32_t direction = wayi_bits_lowest(moves);
        const int32_t offset = map->offsets[direction];
        const way_cell to = origin->state + (uint32_t)offset;
        const way_cost step = shape.octile
                                  ? map->steps[direction]
                                  : wayi_map_step(map, run->layer, origin->state, to, direction);
        wayi_best_first_node *node =
            shape.paged ? best_first_page_step(run, slot, to, direction) : here + offset;
        if ((shape.paged && !node) ||
            !best_first_offer(run, shape, origin, node,
                              (wayi_heap_item){.id = to, .slot = direction}, step)) {
            return false;
        }
    }
    wayi_link links[WAY_MAP_CELL_LINKS_MAX];
    uint32_t count = 0;
    if (!shape.linked || !wayi_links_near(map, origin->state) ||
        !best_first_links(run, origin->state, links, &count)) {
        return true;
    }
    for (uint32_t i = 0; i < count; i++) {
        const way_cell to = run->search->config.backward ? links[i].from : links[i].to;
        wayi_best_first_node *node = shape.paged ? best_first_page_node(run, to) : run->nodes + to;
        if ((shape.paged && !node) ||
            !best_first_offer(run, shape, origin, node,
                              (wayi_heap_item){.id = to, .slot = WAYI_DIRECTIONS}, links[i].cost)) {
            return false;
        }
    }
    return true;
}

/// The direction of the step to the origin; WAYI_DIRECTIONS at a start and at the end of a link.
static uint32_t best_first_arrival(const best_first_run *run, const best_first_origin *origin)
{
    if (origin->parent == WAY_STATE_NONE) {
        return WAYI_DIRECTIONS;
    }
    if (run->layer->links) {
        const way_cost before = wayi_best_first_cost(run->search, origin->parent, false);
        const way_cost step = wayi_map_plain_step(run->map, origin->parent, origin->state);
        if (origin->g - before != step) {
            return WAYI_DIRECTIONS;
        }
    }
    return wayi_map_direction(run->map, origin->parent, origin->state);
}

/// The same steps, for any store and with an observer.
static WAYI_ALWAYS_INLINE bool best_first_expand_pruned(best_first_run *run, best_first_shape shape,
                                                        const best_first_origin *origin)
{
    const way_map *map = run->map;
    const uint32_t arrival = best_first_arrival(run, origin);
    uint32_t moves = run->onward[arrival][run->around[origin->state]];
    for (; moves; moves &= moves - 1) {
        const uint32_t direction = wayi_bits_lowest(moves);
        const way_edge edge = {origin->state + (uint32_t)map->offsets[direction],
                               map->steps[direction]};
        if (!best_first_relax(run, shape, origin, edge)) {
            return false;
        }
    }
    const bool back = run->search->config.backward;
    wayi_link links[WAY_MAP_CELL_LINKS_MAX];
    uint32_t count = 0;
    if (run->layer->links && best_first_links(run, origin->state, links, &count)) {
        for (uint32_t i = 0; i < count; i++) {
            const way_edge edge = {back ? links[i].from : links[i].to, links[i].cost};
            if (!best_first_relax(run, shape, origin, edge)) {
                return false;
            }
        }
    }
    return true;
}

static WAYI_ALWAYS_INLINE bool best_first_expand_all(best_first_run *run, best_first_shape shape,
                                                     const best_first_origin *origin)
{
    const wayi_best_first_config *config = &run->search->config;
    way_space *space = config->space;
    const uint32_t count = config->backward
                               ? space->type->expand_back(space, origin->state, config->edges)
                               : space->type->expand(space, origin->state, config->edges);
    if (count == WAY_EXPAND_FULL) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!best_first_relax(run, shape, origin, config->edges[i])) {
            return false;
        }
    }
    return true;
}

static WAYI_ALWAYS_INLINE bool best_first_expand_any(best_first_run *run, best_first_shape shape,
                                                     const best_first_origin *origin)
{
    const wayi_best_first *search = run->search;
    const bool starts = origin->parent == WAY_STATE_NONE;
    const bool prunes = run->prunes && !(starts && best_first_is_shut(run, origin->state));
    if (!(prunes ? best_first_expand_pruned(run, shape, origin)
                 : best_first_expand_all(run, shape, origin))) {
        return false;
    }
    for (uint32_t i = 0; i < search->exit_count; i++) {
        const way_edge exit = search->exits[i];
        if (exit.to == origin->state &&
            !best_first_relax(run, shape, origin, (way_edge){search->left, exit.cost})) {
            return false;
        }
    }
    return true;
}

static WAYI_ALWAYS_INLINE wayi_best_first_node *
best_first_node_of(const best_first_run *run, best_first_shape shape, wayi_heap_item item)
{
    if (shape.grid && !shape.paged) {
        return run->nodes + item.id;
    }
    const wayi_nodes *nodes = &run->search->nodes;
    if (shape.grid) {
        return wayi_nodes_at(nodes, wayi_nodes_paged_slot(nodes, item.id),
                             sizeof(wayi_best_first_node));
    }
    return wayi_best_first_at(run->search, nodes->paged    ? wayi_nodes_paged_slot(nodes, item.id)
                                           : nodes->sparse ? item.slot
                                                           : item.id);
}

/// Gives an item of the open list its state in place of its order.
static WAYI_ALWAYS_INLINE void best_first_name(const best_first_run *run, best_first_shape shape,
                                               wayi_heap_item *item)
{
    if (!shape.grid) {
        item->id = wayi_nodes_ordered_id(&run->search->nodes, item->id, item->slot);
    }
}

/// Takes the first item of the open list, with f for its key; false when there is none.
static WAYI_ALWAYS_INLINE bool best_first_pop(best_first_run *run, best_first_shape shape,
                                              wayi_heap_item *item)
{
    wayi_open_list *open = &run->search->open;
    const wayi_open_kind kind = shape.heap4 ? WAYI_OPEN_HEAP4 : open->kind;
    if (shape.buckets ? wayi_bucket_queue_count(&run->buckets) == 0
                      : wayi_open_is_empty(open, kind)) {
        return false;
    }
    if (shape.buckets) {
        *item = wayi_bucket_queue_pop(&run->buckets);
    } else {
        *item = wayi_open_pop(open, kind);
        item->key >>= kind == WAYI_OPEN_BUCKET ? 0 : 32;
        run->stats.heap_pops++;
    }
    best_first_name(run, shape, item);
    return true;
}

/// Takes the next state that is not closed yet; false when there is none.
static WAYI_ALWAYS_INLINE bool best_first_next(best_first_run *run, best_first_shape shape,
                                               wayi_heap_item *item)
{
    if (!shape.octile && run->search->has_pending) {
        run->search->has_pending = false;
        *item = run->search->pending;
        item->key >>= 32;
        best_first_name(run, shape, item);
        return true;
    }
    while (best_first_pop(run, shape, item)) {
        if (!best_first_is_closed(run, shape, best_first_node_of(run, shape, *item))) {
            return true;
        }
    }
    return false;
}

/// Closes the node of a state that came up at `f`, and notes what partial paths and fields want to
/// know.
static WAYI_ALWAYS_INLINE bool best_first_close(best_first_run *run, best_first_shape shape,
                                                way_state state, uint32_t f,
                                                wayi_best_first_node *node)
{
    run->stats.expansions++;
    wayi_best_first *search = run->search;
    uint32_t estimate = search->config.greedy ? f : f - node->g;
    if (shape.observed) {
        best_first_report(search, WAY_EVENT_EXPAND, state, node, estimate);
    }
    if (!shape.grid && (search->config.estimate == WAYI_ESTIMATE_STEPS ||
                        search->config.estimate == WAYI_ESTIMATE_ASKED)) {
        estimate = wayi_goal_distance(search->config.goal, state);
    }
    if (estimate < search->closest_estimate) {
        search->closest_estimate = estimate;
        search->closest = state;
    }
    if (shape.grid) {
        node->stamp |= WAYI_RETRACE_DONE;
    } else {
        wayi_best_first_shut(search, node);
    }
    wayi_path_buffer *settled = search->config.settled;
    return shape.octile || !settled || wayi_path_buffer_push(settled, state);
}

static WAYI_ALWAYS_INLINE way_outcome best_first_loop(best_first_run *run, best_first_shape shape,
                                                      uint32_t budget, way_state *reached)
{
    const wayi_best_first *search = run->search;
    const wayi_goal *goal = search->config.goal;
    for (; budget > 0; budget--) {
        wayi_heap_item item;
        if (!best_first_next(run, shape, &item)) {
            return WAY_OUTCOME_NO_PATH;
        }
        wayi_best_first_node *node = best_first_node_of(run, shape, item);
        best_first_origin origin = {
            .state = item.id, .parent = WAY_STATE_NONE, .g = node->g, .arrival = item.slot};
        if (!shape.grid) {
            origin.parent = wayi_best_first_before(search, item.id, node);
        }
        // A blocked start is left as if it were plain ground, for less than its estimate where all
        // other ground is heavier: its f proves nothing.
        const bool starts =
            shape.grid ? !(node->stamp & WAYI_RETRACE_STEP) : origin.parent == WAY_STATE_NONE;
        origin.f = starts ? WAY_COST_MAX : (uint32_t)item.key;
        if (!best_first_close(run, shape, item.id, (uint32_t)item.key, node)) {
            return WAY_OUTCOME_CAPACITY;
        }
        if (shape.octile ? item.id == goal->state : goal && wayi_goal_is_reached(goal, item.id)) {
            *reached = item.id;
            // Plain A* looks here only: what costs more than can be counted comes last.
            return shape.octile && !shape.weighted && origin.g == WAY_COST_MAX ? WAY_OUTCOME_NO_PATH
                                                                               : WAY_OUTCOME_FOUND;
        }
        const bool fits = shape.grid ? best_first_expand_grid(run, shape, &origin, node)
                                     : best_first_expand_any(run, shape, &origin);
        if (!fits) {
            return WAY_OUTCOME_CAPACITY;
        }
    }
    return WAY_OUTCOME_WORKING;
}

/// Runs one instance over a copy of what changes all the time.
static WAYI_ALWAYS_INLINE way_outcome best_first_advance(const best_first_run *start,
                                                         best_first_shape shape, uint32_t budget,
                                                         way_state *reached)
{
    best_first_run run = *start;
    wayi_best_first *search = run.search;
    if (shape.buckets) {
        run.buckets = search->open.buckets;
    }
    const way_outcome outcome = best_first_loop(&run, shape, budget, reached);
    if (shape.buckets) {
        run.stats.heap_pushes += run.buckets.pushed - search->open.buckets.pushed;
        run.stats.generations +=
            shape.octile ? run.buckets.pushed - search->open.buckets.pushed : 0;
        run.stats.heap_pops += run.buckets.popped - search->open.buckets.popped;
        search->open.buckets = run.buckets;
    }
    if (shape.grid) {
        search->nodes.count = run.node_count;
    }
    *search->config.stats = run.stats;
    return outcome;
}

static way_outcome best_first_octile_bucket(const best_first_run *start, uint32_t budget,
                                            way_state *reached)
{
    const best_first_shape shape = {.grid = true, .octile = true, .buckets = true};
    const best_first_shape weighted = {
        .grid = true, .octile = true, .weighted = true, .buckets = true};
    return start->search->config.weight == 1000
               ? best_first_advance(start, shape, budget, reached)
               : best_first_advance(start, weighted, budget, reached);
}

static way_outcome best_first_grid_bucket(const best_first_run *start, uint32_t budget,
                                          way_state *reached)
{
    const best_first_shape shape = {.grid = true, .buckets = true};
    return best_first_advance(start, shape, budget, reached);
}

/// Over pages; A* over uniform ground, or any other search of a grid.
static way_outcome best_first_paged_bucket(const best_first_run *start, bool octile,
                                           uint32_t budget, way_state *reached)
{
    const best_first_shape plain = {.grid = true, .paged = true, .octile = true, .buckets = true};
    const best_first_shape shape = {.grid = true, .paged = true, .buckets = true};
    return octile ? best_first_advance(start, plain, budget, reached)
                  : best_first_advance(start, shape, budget, reached);
}

static way_outcome best_first_grid_heap4(const best_first_run *start, uint32_t budget,
                                         way_state *reached)
{
    const best_first_shape shape = {.grid = true, .heap4 = true};
    return best_first_advance(start, shape, budget, reached);
}

static way_outcome best_first_any(const best_first_run *start, uint32_t budget, way_state *reached)
{
    const best_first_shape shape = {.grid = false};
    return best_first_advance(start, shape, budget, reached);
}

static way_outcome best_first_watched(const best_first_run *start, uint32_t budget,
                                      way_state *reached)
{
    const best_first_shape shape = {.observed = true};
    return best_first_advance(start, shape, budget, reached);
}

/// Over ground with links.
static way_outcome best_first_linked_bucket(const best_first_run *start, bool octile,
                                            uint32_t budget, way_state *reached)
{
    const best_first_shape plain = {.grid = true, .octile = true, .linked = true, .buckets = true};
    const best_first_shape paged = {.grid = true, .paged = true, .linked = true, .buckets = true};
    const best_first_shape shape = {.grid = true, .linked = true, .buckets = true};
    return start->search->nodes.paged ? best_first_advance(start, paged, budget, reached)
           : octile                   ? best_first_advance(start, plain, budget, reached)
                                      : best_first_advance(start, shape, budget, reached);
}

/// Gives a search over uniform ground of a plain grid what it needs to leave steps out. One that
/// expands states at more than their least cost and leaves it at that may only rely on steps of the
/// parent itself.
static void best_first_prune(best_first_run *run, const wayi_grid *grid)
{
    const wayi_best_first_config *config = &run->search->config;
    const bool settles = !config->keep_closed || config->weight <= 1000;
    run->prunes = !grid->layer->weights && !config->greedy && !run->search->drifts;
    run->onward = settles ? grid->map->canonical : grid->map->onward;
    run->map = grid->map;
    run->layer = grid->layer;
    run->around = grid->layer->around;
}

/// Whether the grid instances serve this search; gives them what they need.
static bool best_first_aim(best_first_run *run)
{
    const wayi_best_first_config *config = &run->search->config;
    const wayi_grid *grid = wayi_best_first_grid(run->search);
    if (grid) {
        best_first_prune(run, grid);
        run->aims = wayi_best_first_aims(run->search) ? &run->search->aims : NULL;
    }
    const bool hashed = run->search->nodes.sparse && !run->search->nodes.paged;
    if (!grid || !run->search->trail.map || config->observer || hashed || run->search->exit_count ||
        config->estimate == WAYI_ESTIMATE_STEPS || config->estimate == WAYI_ESTIMATE_ASKED ||
        (config->estimate == WAYI_ESTIMATE_COST && config->goal->kind != WAYI_GOAL_ONE)) {
        return false;
    }
    run->nodes = wayi_best_first_at(run->search, 0);
    run->generation = run->search->nodes.generation;
    run->node_count = run->search->nodes.count;
    run->straight = grid->map->costs.cardinal;
    run->slant = (uint32_t)grid->map->costs.diagonal - grid->map->costs.cardinal;
    run->estimates = config->estimate == WAYI_ESTIMATE_COST;
    if (run->estimates) {
        const uint32_t y = wayi_map_row(grid->map, config->goal->state);
        run->goal_x = (int32_t)(config->goal->state - y * grid->map->width);
        run->goal_y = (int32_t)y;
    }
    return true;
}

/// Whether this is A* over uniform ground, estimates without need of a limit.
static bool best_first_is_octile(const best_first_run *run)
{
    const wayi_best_first_config *config = &run->search->config;
    const way_map *map = run->map;
    return run->estimates && !run->search->drifts && !config->greedy && !config->fast_expansion &&
           !config->settled && run->search->cost_limit == WAYI_COST_FARTHEST &&
           !run->layer->weights && map->neighbours == WAY_NEIGHBOURS_8 &&
           run->search->nodes.limit == map->cell_count &&
           (run->aims ? run->aims->farthest
                      : wayi_map_open_distance(map, run->layer, map->width, map->height)) <
               WAYI_BEST_FIRST_ESTIMATE;
}

way_outcome wayi_best_first_step(wayi_best_first *search, uint32_t budget, way_state *reached)
{
    best_first_run run = {.search = search, .stats = *search->config.stats};
    if (!best_first_aim(&run)) {
        return search->config.observer ? best_first_watched(&run, budget, reached)
                                       : best_first_any(&run, budget, reached);
    }
    if (run.layer->links && search->open.kind == WAYI_OPEN_BUCKET) {
        const bool octile = best_first_is_octile(&run) && search->config.weight == 1000;
        return best_first_linked_bucket(&run, octile, budget, reached);
    }
    if (run.layer->links) {
        return best_first_any(&run, budget, reached);
    }
    if (search->nodes.paged) {
        const bool octile = best_first_is_octile(&run) && search->config.weight == 1000;
        return search->open.kind == WAYI_OPEN_BUCKET
                   ? best_first_paged_bucket(&run, octile, budget, reached)
                   : best_first_any(&run, budget, reached);
    }
    switch (search->open.kind) {
    case WAYI_OPEN_BUCKET:
        return best_first_is_octile(&run) ? best_first_octile_bucket(&run, budget, reached)
                                          : best_first_grid_bucket(&run, budget, reached);
    case WAYI_OPEN_HEAP4:
        return best_first_grid_heap4(&run, budget, reached);
    default:
        return best_first_any(&run, budget, reached);
    }
}
