// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/lss_study.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LSS_NONE UINT32_MAX
#define LSS_EQUAL 1.4901161193847656e-08 // what the program takes for equal

typedef struct lss_node {
    double h, own;     ///< learned; the space's
    double d, error_d; ///< steps to go; those over which the error of h applies
    double old_h, old_d, old_error_d;
    uint32_t edge, edge_count;    ///< once expanded
    uint32_t before, before_last; ///< steps into it that were seen, oldest first
    uint32_t order;
    bool met, goal, expanded;
    // Of one look-ahead:
    uint32_t look;
    double g, f, fhat;
    way_state parent;
    uint32_t place; ///< in the heap
    bool closed, taught;
} lss_node;

typedef struct lss_step {
    way_state from;
    double cost;
    uint32_t next;
} lss_step;

typedef struct lss_list {
    uint32_t *items;
    uint32_t count, room;
} lss_list;

typedef struct lss_run {
    const lss_problem *problem;
    const lss_rules *rules;
    lss_node *nodes;
    uint32_t node_room;
    way_edge *edges;
    uint32_t edge_count, edge_room;
    lss_step *steps;
    uint32_t step_count, step_room;
    lss_list heap, closed, path;
    bool by_h; ///< the heap, while learning
    uint32_t met, look;
    way_state here;
    double slope, error_sum, error_count; ///< of all look-aheads
    double mean, mean_d;                  ///< of this one, as the program has them
    uint32_t tie_shift;
    lss_walk walk;
} lss_run;

static void *lss_room(void *items, uint32_t *room, uint32_t needed, size_t size)
{
    if (needed <= *room) {
        return items;
    }
    *room = 2 * needed + 64;
    void *grown = realloc(items, *room * size);
    if (!grown) {
        abort();
    }
    return grown;
}

static void lss_list_push(lss_list *list, uint32_t item)
{
    list->items = lss_room(list->items, &list->room, list->count + 1, sizeof *list->items);
    list->items[list->count++] = item;
}

static lss_node *lss_meet(lss_run *run, way_state state)
{
    if (state >= run->node_room) {
        const uint32_t before = run->node_room;
        run->nodes = lss_room(run->nodes, &run->node_room, state + 1, sizeof *run->nodes);
        memset(run->nodes + before, 0, (run->node_room - before) * sizeof *run->nodes);
    }
    lss_node *node = &run->nodes[state];
    if (!node->met) {
        const lss_problem *problem = run->problem;
        const double h = problem->estimate(problem, state);
        const double d = problem->steps ? problem->steps(problem, state) : h;
        *node = (lss_node){.h = h,
                           .own = h,
                           .d = d,
                           .error_d = d,
                           .before = LSS_NONE,
                           .before_last = LSS_NONE,
                           .order = run->rules->by_meeting ? run->met++ : state,
                           .met = true,
                           .goal = problem->is_goal(problem, state)};
    }
    if (node->look != run->look) {
        node->look = run->look;
        node->g = INFINITY;
        node->parent = LSS_NONE;
        node->place = LSS_NONE;
        node->closed = node->taught = false;
    }
    return node;
}

// The heap ----------------------------------------------------------------------------------------

static bool lss_is_less(const lss_run *run, uint32_t left, uint32_t right)
{
    const lss_node *a = &run->nodes[left];
    const lss_node *b = &run->nodes[right];
    const bool program = run->rules->program;
    if (run->by_h) {
        return a->h != b->h || program ? a->h < b->h : a->order < b->order;
    }
    if (run->rules->fhat) {
        if (program ? fabs(a->fhat - b->fhat) >= LSS_EQUAL : a->fhat != b->fhat) {
            return a->fhat < b->fhat;
        }
        const uint64_t a_tie = (uint64_t)a->h >> run->tie_shift;
        const uint64_t b_tie = (uint64_t)b->h >> run->tie_shift;
        if (!program) {
            return a_tie != b_tie ? a_tie < b_tie : a->order < b->order;
        }
    }
    if (a->f != b->f) {
        return a->f < b->f;
    }
    if (a->g != b->g) {
        return a->g > b->g;
    }
    return !program && a->order < b->order;
}

static void lss_heap_swap(lss_run *run, uint32_t i, uint32_t k)
{
    uint32_t *items = run->heap.items;
    const uint32_t item = items[i];
    items[i] = items[k];
    items[k] = item;
    run->nodes[items[i]].place = i;
    run->nodes[items[k]].place = k;
}

static void lss_heap_sink(lss_run *run, uint32_t i)
{
    const uint32_t *items = run->heap.items;
    for (;;) {
        uint32_t least = i;
        for (uint32_t child = 2 * i + 1; child <= 2 * i + 2 && child < run->heap.count; child++) {
            least = lss_is_less(run, items[child], items[least]) ? child : least;
        }
        if (least == i) {
            return;
        }
        lss_heap_swap(run, i, least);
        i = least;
    }
}

static void lss_heap_push(lss_run *run, way_state state)
{
    uint32_t i = run->nodes[state].place;
    if (i == LSS_NONE) {
        i = run->heap.count;
        lss_list_push(&run->heap, state);
        run->nodes[state].place = i;
    }
    for (; i && lss_is_less(run, state, run->heap.items[(i - 1) / 2]); i = (i - 1) / 2) {
        lss_heap_swap(run, i, (i - 1) / 2);
    }
    lss_heap_sink(run, i);
}

static way_state lss_heap_pop(lss_run *run)
{
    const way_state first = run->heap.items[0];
    lss_heap_swap(run, 0, run->heap.count - 1);
    run->heap.count--;
    run->nodes[first].place = LSS_NONE;
    lss_heap_sink(run, 0);
    return first;
}

static void lss_heap_order(lss_run *run)
{
    for (uint32_t i = run->heap.count / 2 + 1; i-- > 0;) {
        if (i < run->heap.count) {
            lss_heap_sink(run, i);
        }
    }
}

// Looking ahead -----------------------------------------------------------------------------------

static double lss_in_parts(double value)
{
    return floor(value * 65536) / 65536;
}

/// The error per step in force from now on: of all samples so far, in 65536ths as the library
/// counts; the program's is of the last look-ahead, with one phantom sample, and stretched.
static void lss_set_slope(lss_run *run)
{
    run->slope = run->rules->program    ? run->mean / (1 - run->mean_d)
                 : run->error_count > 0 ? lss_in_parts(run->error_sum / run->error_count)
                                        : 0;
}

static void lss_rate(const lss_run *run, lss_node *node)
{
    const double error = run->slope * node->error_d;
    node->f = node->g + node->h;
    node->fhat = node->f + (run->rules->program ? error : lss_in_parts(error));
}

/// Finds the steps from a state, once. The program then passes on the larger estimate.
static void lss_find_steps(lss_run *run, way_state state)
{
    way_edge found[LSS_DEGREE_MAX];
    if (run->nodes[state].expanded) {
        return;
    }
    const uint32_t count = run->problem->expand(run->problem, state, found);
    run->walk.states++;
    run->edges = lss_room(run->edges, &run->edge_room, run->edge_count + count, sizeof *run->edges);
    run->nodes[state].expanded = true;
    run->nodes[state].edge = run->edge_count;
    run->nodes[state].edge_count = count;
    for (uint32_t i = 0; i < count; i++) {
        run->edges[run->edge_count++] = found[i];
        lss_node *to = lss_meet(run, found[i].to);
        const uint32_t step = run->step_count++;
        run->steps = lss_room(run->steps, &run->step_room, run->step_count, sizeof *run->steps);
        run->steps[step] = (lss_step){state, found[i].cost, LSS_NONE};
        if (to->before == LSS_NONE) {
            to->before = step;
        } else {
            run->steps[to->before_last].next = step;
        }
        to->before_last = step;
        const double passed = run->nodes[state].h - found[i].cost;
        to->h = run->rules->program && passed > to->h ? passed : to->h;
    }
}

static void lss_sample(lss_run *run, const lss_node *node, double f, const lss_node *child)
{
    const double looks = (double)run->walk.expansions + 1; // of this look-ahead: see lss_look
    const double error = child->f > f ? child->f - f : 0;
    const double late = child->d + 1 - node->d;
    const double late_part = late < 0 ? 0 : late >= 1 ? 1 - LSS_EQUAL : late;
    run->error_sum += error;
    run->error_count++;
    run->mean += (error - run->mean) / looks;
    run->mean_d += (late_part - run->mean_d) / looks;
}

/// Expands a state; returns a goal that was seen, if the program sees one that is cheaper.
static way_state lss_expand(lss_run *run, way_state state, way_state goal)
{
    const bool program = run->rules->program;
    lss_find_steps(run, state);
    lss_node *node = &run->nodes[state];
    const double f = node->f;
    const lss_node *best = NULL;
    for (uint32_t i = 0; i < node->edge_count; i++) {
        const way_edge edge = run->edges[node->edge + i];
        lss_node *to = lss_meet(run, edge.to);
        const bool back = edge.to == node->parent;
        if ((program && back) || (!program && edge.to == state) || to->h == INFINITY) {
            continue;
        }
        if (node->g + edge.cost < to->g) {
            to->g = node->g + edge.cost;
            to->parent = state;
            to->closed = to->closed && program;
            lss_rate(run, to);
            lss_heap_push(run, edge.to);
        }
        if (program && to->goal && (goal == LSS_NONE || to->g < run->nodes[goal].g)) {
            goal = edge.to;
        }
        if (!back && (!best || to->f < best->f)) {
            best = to;
        }
    }
    if (best) {
        lss_sample(run, node, f, best);
    }
    return goal;
}

/// One look-ahead; returns a goal to walk to, or LSS_NONE.
static way_state lss_look(lss_run *run, uint64_t lookahead)
{
    const bool program = run->rules->program;
    way_state goal = LSS_NONE;
    const uint64_t before = run->walk.expansions;
    run->walk.expansions = 0; // counted from here while it lasts
    run->mean = run->mean_d = 0;
    run->look++;
    run->walk.looks++;
    run->heap.count = run->closed.count = 0;
    lss_node *node = lss_meet(run, run->here);
    node->g = 0;
    run->tie_shift = 0;
    while ((uint64_t)node->h >> run->tie_shift >= 1u << 14) {
        run->tie_shift++;
    }
    lss_rate(run, node);
    lss_heap_push(run, run->here);
    while (run->heap.count > 0) {
        const way_state first = run->heap.items[0];
        if (!program && run->nodes[first].goal) {
            goal = first;
        }
        if ((!program && goal != LSS_NONE) || run->walk.expansions == lookahead) {
            break;
        }
        lss_heap_pop(run);
        if (!run->nodes[first].closed) {
            lss_list_push(&run->closed, first);
        }
        run->nodes[first].closed = true;
        run->walk.expansions++;
        goal = lss_expand(run, first, goal);
        if (program && run->nodes[first].goal) {
            goal = first;
            break;
        }
    }
    run->walk.expansions += before;
    return goal;
}

// Learning ----------------------------------------------------------------------------------------

/// Gives those who lead to a state what it has and the step costs.
static void lss_teach(lss_run *run, way_state state)
{
    const bool program = run->rules->program;
    for (uint32_t i = run->nodes[state].before; i != LSS_NONE; i = run->steps[i].next) {
        const lss_node *node = &run->nodes[state];
        lss_node *from = &run->nodes[run->steps[i].from];
        const double lesson = node->h + run->steps[i].cost;
        if (from->look != run->look || !from->closed || (from == node && !program) ||
            !((program && !from->taught) || lesson < from->h)) {
            continue;
        }
        from->h = lesson;
        from->d = node->d + 1;
        from->error_d = node->error_d;
        from->taught = true;
        lss_heap_push(run, run->steps[i].from);
    }
}

/// Dijkstra's search from the frontier over what was expanded. Nothing is learned that is less than
/// before, with the steps of what is kept; the program learns down to the space's own estimate.
static void lss_learn(lss_run *run)
{
    const bool program = run->rules->program;
    uint32_t left = 0;
    for (uint32_t i = 0; i < run->closed.count; i++) {
        lss_node *node = &run->nodes[run->closed.items[i]];
        if (node->taught) { // a second time in the list
            continue;
        }
        node->taught = true;
        left += node->closed;
        node->old_h = node->h;
        node->old_d = node->d;
        node->old_error_d = node->error_d;
        node->h = node->closed && !program ? INFINITY : node->h;
    }
    for (uint32_t i = 0; i < run->closed.count; i++) {
        run->nodes[run->closed.items[i]].taught = false;
    }
    run->by_h = true;
    lss_heap_order(run);
    while (run->heap.count && left) {
        const way_state state = lss_heap_pop(run);
        left -= run->nodes[state].closed;
        lss_teach(run, state);
    }
    run->by_h = false;
    for (uint32_t i = 0; i < run->closed.count; i++) {
        lss_node *node = &run->nodes[run->closed.items[i]];
        if (program) {
            node->h = node->taught && node->h < node->own ? node->own : node->h;
        } else if (node->closed && node->h < node->old_h) {
            node->h = node->old_h;
            node->d = node->old_d;
            node->error_d = node->old_error_d;
        }
    }
}

// Walking -----------------------------------------------------------------------------------------

static way_state lss_frontier(const lss_run *run)
{
    way_state best = LSS_NONE;
    for (uint32_t i = 0; i < run->heap.count; i++) {
        const way_state state = run->heap.items[i];
        if (state != run->here && (best == LSS_NONE || lss_is_less(run, state, best))) {
            best = state;
        }
    }
    return best;
}

/// The state of least h in the layer of largest f that is complete, the first expanded; LSS_NONE.
static way_state lss_layer(const lss_run *run, double limit)
{
    way_state best = LSS_NONE;
    for (uint32_t i = 0; i < run->closed.count; i++) {
        const way_state state = run->closed.items[i];
        const lss_node *node = &run->nodes[state];
        const lss_node *other = best == LSS_NONE ? NULL : &run->nodes[best];
        if (node->closed && state != run->here && node->f < limit &&
            (!other || node->f > other->f || (node->f == other->f && node->h < other->h))) {
            best = state;
        }
    }
    return best;
}

/// Walks towards a state of the look-ahead; returns the moves made.
static uint32_t lss_go(lss_run *run, way_state target, bool single)
{
    run->path.count = 0;
    for (way_state state = target; state != run->here; state = run->nodes[state].parent) {
        lss_list_push(&run->path, state);
    }
    const uint32_t moves = single && run->path.count ? 1 : run->path.count;
    for (uint32_t i = 0; i < moves; i++) {
        run->here = run->path.items[run->path.count - 1 - i];
        run->walk.path = realloc(run->walk.path, (run->walk.moves + 2) * sizeof(way_state));
        run->walk.path[++run->walk.moves] = run->here;
    }
    run->walk.cost += run->nodes[run->here].g;
    return moves;
}

static void lss_free(lss_run *run)
{
    free(run->nodes);
    free(run->edges);
    free(run->steps);
    free(run->heap.items);
    free(run->closed.items);
    free(run->path.items);
}

lss_walk lss_study_walk(const lss_problem *problem, const lss_rules *rules)
{
    lss_run run = {.problem = problem, .rules = rules, .here = problem->start};
    uint64_t lookahead = rules->lookahead;
    run.walk.path = malloc(sizeof(way_state));
    run.walk.path[0] = problem->start;
    while (!lss_meet(&run, run.here)->goal &&
           (rules->limit == 0 || run.walk.expansions < rules->limit)) {
        lss_set_slope(&run);
        const way_state goal = lss_look(&run, lookahead);
        const way_state next = lss_frontier(&run);
        if (goal == LSS_NONE && next == LSS_NONE) {
            break;
        }
        way_state target = goal == LSS_NONE ? next : goal;
        if (goal == LSS_NONE && rules->layer) {
            const way_state deepest = lss_layer(&run, run.nodes[next].f);
            target = deepest == LSS_NONE ? next : deepest;
        }
        if (goal == LSS_NONE) {
            lss_learn(&run);
        }
        const uint32_t moves =
            lss_go(&run, target, rules->single && !(goal != LSS_NONE && rules->walks));
        const uint64_t wish = (uint64_t)rules->lookahead * moves;
        lookahead = !rules->dynamic ? rules->lookahead : wish < rules->most ? wish : rules->most;
    }
    run.walk.arrived = run.nodes[run.here].goal;
    run.walk.slope = run.slope;
    lss_free(&run);
    return run.walk;
}
