// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Labels by those of the index before, where the node is the same one with a few vertices and edges
// changed. For each hub:
//
//   break   by rising old labels: a vertex at which an edge is gone, or whose way led by one that
//           lost its label, loses its own unless another edge of it bears that out
//   mend    those that have none, and those with new edges, ask their neighbours; what gets less
//           than it had tells its own
//
// What is left of the old labels are lengths of ways that are still there, and wherever an edge may
// improve one a search begins, so that the answer is what a search from the hub would find. Where
// that takes in too many vertices such a search is made after all.
#include "search/beacon/build/build.h"

/// Vertices at which edges changed, and those that get other labels: one in so many, at most.
#define RECALL_ODD 8u
#define RECALL_LOST 4u
/// Edges in the time of an expansion.
#define RECALL_EDGES 16u

/// The vertex is always due.
#define RECALL_ALWAYS UINT32_MAX

bool wayi_recall_open(wayi_beacon_labelling *work, const wayi_beacon_build *build, uint32_t number)
{
    wayi_beacon_recall *recall = &work->recall;
    const wayi_beacon_index *old = build->old;
    if (!old || !build->ordered || number >= old->node_count || old->nodes[number].cut == 0) {
        return true;
    }
    recall->node = &old->nodes[number];
    recall->open = true;
    wayi_heap_init(&recall->heap, build->allocator);
    recall->was = wayi_alloc(build->allocator, work->size, sizeof *recall->was);
    recall->due = wayi_alloc(build->allocator, work->size, sizeof *recall->due);
    recall->losers = wayi_alloc(build->allocator, work->size, sizeof *recall->losers);
    recall->odd = wayi_alloc(build->allocator, work->size, sizeof *recall->odd);
    recall->lost = wayi_alloc(build->allocator, work->size, sizeof *recall->lost);
    return recall->was && recall->due && recall->losers && recall->odd && recall->lost;
}

void wayi_recall_close(wayi_beacon_labelling *work, const wayi_beacon_build *build)
{
    wayi_beacon_recall *recall = &work->recall;
    if (recall->open) {
        wayi_heap_fini(&recall->heap);
        WAYI_FREE(build->allocator, recall->was, work->size);
        WAYI_FREE(build->allocator, recall->due, work->size);
        WAYI_FREE(build->allocator, recall->losers, work->size);
        WAYI_FREE(build->allocator, recall->odd, work->size);
        WAYI_FREE(build->allocator, recall->lost, work->size);
    }
    *recall = (wayi_beacon_recall){0};
}

// Vertices ----------------------------------------------------------------------------------------

/// The number that a vertex had in the node, or NONE.
static uint32_t recall_find(const wayi_beacon_recall *recall, const wayi_beacon_index *old,
                            const wayi_beacon_vertex *vertex)
{
    if (!wayi_board_is_subgoal(&old->still, vertex->x, vertex->y)) {
        return WAYI_BEACON_NONE;
    }
    const uint32_t number = wayi_beacon_vertex_at(old, vertex->x, vertex->y);
    return number >= recall->node->first && number < recall->node->end
               ? number - recall->node->first
               : WAYI_BEACON_NONE;
}

/// Whether a vertex has other edges in the node than it had.
static bool recall_is_odd(const wayi_beacon_labelling *work, const wayi_beacon_build *build,
                          uint32_t vertex)
{
    const wayi_beacon_index *old = build->old;
    const wayi_beacon_node *node = work->recall.node;
    const uint32_t was = work->recall.was[vertex];
    if (was == WAYI_BEACON_NONE || build->touched[node->first + was]) {
        return true;
    }
    // Nothing touched it: its edges are the same, but some may have left the node.
    const wayi_beacon_vertex *now = &build->index->vertices[work->node->first + vertex];
    const wayi_beacon_vertex *before = &old->vertices[node->first + was];
    const uint32_t then = before->edges;
    if (before[1].edges - then != now[1].edges - now->edges) {
        return true; // by a file that lies
    }
    for (uint32_t e = now->edges; e < now[1].edges; e++) {
        const uint32_t to = wayi_beacon_edge(build->index, e) - work->node->first;
        const uint32_t led = wayi_beacon_edge(old, then + (e - now->edges)) - node->first;
        if ((to < work->size) != (led < node->end - node->first)) {
            return true;
        }
    }
    return false;
}

uint32_t wayi_recall_meet(wayi_beacon_labelling *work, const wayi_beacon_build *build, uint32_t end)
{
    wayi_beacon_recall *recall = &work->recall;
    const wayi_beacon_vertex *vertices = build->index->vertices + work->node->first;
    for (uint32_t v = work->past; v < end; v++) {
        recall->was[v] = recall_find(recall, build->old, &vertices[v]);
        recall->due[v] = 0;
        recall->losers[v] = 0;
        if (recall_is_odd(work, build, v)) {
            recall->due[v] = RECALL_ALWAYS;
            recall->odd[recall->odd_count++] = v;
        }
    }
    if (end == work->size && recall->odd_count > work->size / RECALL_ODD) {
        recall->node = NULL;
    }
    return vertices[end].edges - vertices[work->past].edges;
}

// Labels ------------------------------------------------------------------------------------------

bool wayi_recall_begin(wayi_beacon_labelling *work, const wayi_beacon_build *build)
{
    wayi_beacon_recall *recall = &work->recall;
    recall->on = recall->node && recall->was[work->hub] < recall->node->cut;
    if (recall->on) {
        const uint32_t hub = recall->was[work->hub];
        const uint64_t size = recall->node->end - recall->node->first;
        recall->column = wayi_beacon_column_of(build->old, recall->node, hub);
        recall->hops = build->old->next + recall->node->next + hub * size;
        recall->turn = WAYI_RECALL_BREAK;
        recall->at = 0;
        recall->lost_count = 0;
        wayi_heap_clear(&recall->heap);
    }
    return recall->on;
}

void wayi_recall_read(wayi_beacon_labelling *work, way_cost *costs, uint8_t *hops, uint32_t end)
{
    const wayi_beacon_recall *recall = &work->recall;
    for (uint32_t v = work->past; v < end; v++) {
        const uint32_t was = recall->was[v];
        costs[v] = WAY_COST_MAX;
        if (was != WAYI_BEACON_NONE) {
            const way_cost cost = wayi_beacon_column_label(&recall->column, was);
            costs[v] = cost < WAYI_BEACON_FAR ? cost : WAY_COST_MAX;
            hops[v] = recall->hops[was];
        }
    }
}

bool wayi_recall_is_due(const wayi_beacon_labelling *work, uint32_t vertex)
{
    const uint32_t due = work->recall.due[vertex];
    return due == RECALL_ALWAYS || due == work->hub + 1;
}

static void recall_lose(wayi_beacon_labelling *work, uint32_t vertex)
{
    wayi_beacon_recall *recall = &work->recall;
    if (recall->losers[vertex] != work->hub + 1) {
        recall->losers[vertex] = work->hub + 1;
        recall->lost[recall->lost_count++] = vertex;
    }
}

/// An edge of a vertex, inside the node.
typedef struct recall_edge {
    uint32_t to;
    way_cost weight;
} recall_edge;

/// The next edge of those up to `end` that stays in the node; false if there is none.
static bool recall_next(const wayi_beacon_labelling *work, const wayi_beacon_build *build,
                        uint32_t *edge, uint32_t end, recall_edge *out)
{
    for (; *edge < end; ++*edge) {
        out->to = wayi_beacon_edge(build->index, *edge) - work->node->first;
        if (out->to < work->size) {
            out->weight = build->weights[(*edge)++];
            return true;
        }
    }
    return false;
}

/// Puts a vertex with a label in line; false without memory.
static bool recall_push(wayi_beacon_labelling *work, const way_cost *costs, uint32_t vertex)
{
    return wayi_heap_push(&work->recall.heap, (wayi_heap_item){.key = costs[vertex], .id = vertex});
}

/// Whether an edge of a vertex bears out its label; else that is lost, and those of its neighbours
/// that went by it are to be looked at.
static bool recall_break(wayi_beacon_labelling *work, const wayi_beacon_build *build,
                         way_cost *costs, uint32_t vertex)
{
    const wayi_beacon_vertex *edges = &build->index->vertices[work->node->first + vertex];
    recall_edge edge;
    for (uint32_t e = edges->edges; recall_next(work, build, &e, edges[1].edges, &edge);) {
        if (costs[edge.to] < WAYI_BEACON_FAR && costs[edge.to] + edge.weight == costs[vertex]) {
            return true;
        }
    }
    for (uint32_t e = edges->edges; recall_next(work, build, &e, edges[1].edges, &edge);) {
        if (costs[edge.to] == costs[vertex] + edge.weight && !recall_push(work, costs, edge.to)) {
            return false;
        }
    }
    costs[vertex] = WAY_COST_MAX;
    recall_lose(work, vertex);
    return true;
}

/// A vertex asks its neighbours, and is in line if it has a label.
static bool recall_ask(wayi_beacon_labelling *work, const wayi_beacon_build *build, way_cost *costs,
                       uint32_t vertex)
{
    const wayi_beacon_vertex *edges = &build->index->vertices[work->node->first + vertex];
    recall_edge edge;
    for (uint32_t e = edges->edges; recall_next(work, build, &e, edges[1].edges, &edge);) {
        if (costs[edge.to] < WAYI_BEACON_FAR && costs[edge.to] + edge.weight < costs[vertex]) {
            costs[vertex] = costs[edge.to] + edge.weight;
            recall_lose(work, vertex);
        }
    }
    return costs[vertex] == WAY_COST_MAX || recall_push(work, costs, vertex);
}

/// It tells them.
static bool recall_tell(wayi_beacon_labelling *work, const wayi_beacon_build *build,
                        way_cost *costs, uint32_t vertex)
{
    const wayi_beacon_vertex *edges = &build->index->vertices[work->node->first + vertex];
    recall_edge edge;
    for (uint32_t e = edges->edges; recall_next(work, build, &e, edges[1].edges, &edge);) {
        if (costs[vertex] + edge.weight < costs[edge.to]) {
            costs[edge.to] = costs[vertex] + edge.weight;
            recall_lose(work, edge.to);
            if (!recall_push(work, costs, edge.to)) {
                return false;
            }
        }
    }
    return true;
}

/// Next hops of a vertex whose label may be another, and of its neighbours, are to be found again.
static void recall_mark(const wayi_beacon_labelling *work, const wayi_beacon_build *build,
                        uint32_t vertex)
{
    const wayi_beacon_vertex *edges = &build->index->vertices[work->node->first + vertex];
    uint32_t *due = work->recall.due;
    recall_edge edge = {.to = vertex};
    uint32_t e = edges->edges;
    do {
        due[edge.to] = due[edge.to] == RECALL_ALWAYS ? RECALL_ALWAYS : work->hub + 1;
    } while (recall_next(work, build, &e, edges[1].edges, &edge));
}

/// Goes on to what comes next.
static void recall_turn(wayi_beacon_recall *recall, wayi_recall_turn turn)
{
    recall->turn = turn;
    recall->at = 0;
    recall->asked = recall->lost_count;
}

/// The next vertex to be looked at: of those that are listed, then of those in line. NONE if there
/// is none of this turn.
static uint32_t recall_take(wayi_beacon_recall *recall, bool *listed, way_cost *cost)
{
    const uint32_t lost = recall->turn == WAYI_RECALL_BREAK ? 0 : recall->asked;
    const uint32_t odd = recall->turn == WAYI_RECALL_MARK ? 0 : recall->odd_count;
    *listed = recall->at < odd + lost;
    if (*listed) {
        const uint32_t at = recall->at++;
        return at < odd ? recall->odd[at] : recall->lost[at - odd];
    }
    if (recall->heap.count == 0) {
        return WAYI_BEACON_NONE;
    }
    const wayi_heap_item item = wayi_heap_pop(&recall->heap);
    *cost = (way_cost)item.key;
    return item.id;
}

/// Deals with one vertex; false without memory.
static bool recall_do(wayi_beacon_labelling *work, const wayi_beacon_build *build, way_cost *costs,
                      uint32_t vertex, bool listed)
{
    switch (work->recall.turn) {
    case WAYI_RECALL_BREAK:
        if (listed && work->recall.was[vertex] == WAYI_BEACON_NONE) {
            recall_lose(work, vertex);
        }
        if (listed) {
            return costs[vertex] == WAY_COST_MAX || vertex == work->hub ||
                   recall_push(work, costs, vertex);
        }
        return recall_break(work, build, costs, vertex);
    case WAYI_RECALL_MEND:
        return listed ? recall_ask(work, build, costs, vertex)
                      : recall_tell(work, build, costs, vertex);
    default:
        recall_mark(work, build, vertex);
        return true;
    }
}

way_status wayi_recall_step(wayi_beacon_labelling *work, const wayi_beacon_build *build,
                            way_cost *costs, int64_t *budget, bool *done)
{
    wayi_beacon_recall *recall = &work->recall;
    const wayi_beacon_vertex *vertices = build->index->vertices + work->node->first;
    *done = false;
    while (*budget > 0) {
        bool listed = false;
        way_cost cost = 0;
        const uint32_t vertex = recall_take(recall, &listed, &cost);
        --*budget;
        if (vertex == WAYI_BEACON_NONE) {
            *done = recall->turn == WAYI_RECALL_MARK;
            if (*done) {
                return WAY_STATUS_OK;
            }
            recall_turn(recall,
                        recall->turn == WAYI_RECALL_BREAK ? WAYI_RECALL_MEND : WAYI_RECALL_MARK);
            continue;
        }
        if (!listed && costs[vertex] != cost) {
            continue; // it has lost it, or has a lower one
        }
        *budget -= (vertices[vertex + 1].edges - vertices[vertex].edges) / RECALL_EDGES;
        if (!recall_do(work, build, costs, vertex, listed)) {
            return WAY_STATUS_NO_MEMORY;
        }
        if (recall->lost_count > work->size / RECALL_LOST && recall->turn != WAYI_RECALL_MARK) {
            recall->on = false; // another search takes less
            return WAY_STATUS_OK;
        }
    }
    return WAY_STATUS_OK;
}
