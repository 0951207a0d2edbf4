// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/dstarlite_study.h"

#include <stdlib.h>
#include <string.h>

enum { NEVER = 1000000000, NOWHERE = INT32_MAX, REMOVED = 750 };

// Mazes -------------------------------------------------------------------------------------------

static const int32_t around[4] = {-STUDY_SIDE, 1, STUDY_SIDE, -1}; // north, east, south, west

static uint32_t maze_random(uint64_t *state, uint32_t below)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (uint32_t)((*state >> 11) % below);
}

/// Whether a cell lies within the outer wall.
static bool maze_is_inside(uint32_t cell)
{
    const uint32_t x = cell % STUDY_SIDE;
    const uint32_t y = cell / STUDY_SIDE;
    return x > 0 && y > 0 && x + 1 < STUDY_SIDE && y + 1 < STUDY_SIDE;
}

static void maze_dig(study_maze *maze, uint64_t *state, uint32_t *stack)
{
    const uint32_t rooms = (STUDY_SIDE - 1) / 2;
    uint32_t count = 0;
    const uint32_t row = 1 + 2 * maze_random(state, rooms);
    const uint32_t first = row * STUDY_SIDE + 1 + 2 * maze_random(state, rooms);
    maze->open[first] = 1;
    stack[count++] = first;
    while (count) {
        const uint32_t from = stack[count - 1];
        uint32_t ways[4];
        uint32_t way_count = 0;
        for (uint32_t i = 0; i < 4; i++) {
            // Two cells on there is a room, or the map has ended.
            const bool ends = i % 2 ? !maze_is_inside(from + (uint32_t)around[i])
                                    : from + 2 * (uint32_t)around[i] >= STUDY_CELLS;
            if (!ends && !maze->open[from + 2 * (uint32_t)around[i]]) {
                ways[way_count++] = i;
            }
        }
        if (!way_count) {
            count--;
            continue;
        }
        const uint32_t step = (uint32_t)around[ways[maze_random(state, way_count)]];
        maze->open[from + step] = 1;
        maze->open[from + 2 * step] = 1;
        stack[count++] = from + 2 * step;
    }
}

void study_maze_make(study_maze *maze, uint32_t seed)
{
    uint32_t *cells = malloc(STUDY_CELLS * sizeof *cells);
    bool *seen = calloc(STUDY_CELLS, sizeof *seen);
    if (!cells || !seen) {
        abort();
    }
    uint64_t state = UINT64_C(88172645463325252) ^ seed * UINT64_C(0x9e3779b97f4a7c15);
    for (uint32_t i = 0; i < 8; i++) {
        (void)maze_random(&state, 2);
    }
    memset(maze->open, 0, sizeof maze->open);
    maze_dig(maze, &state, cells);
    uint32_t count = 0;
    for (uint32_t cell = 0; cell < STUDY_CELLS; cell++) {
        if (maze_is_inside(cell) && !maze->open[cell]) {
            cells[count++] = cell;
        }
    }
    for (uint32_t i = 0; i < REMOVED; i++) {
        const uint32_t taken = maze_random(&state, count);
        maze->open[cells[taken]] = 1;
        cells[taken] = cells[--count];
    }
    // A wall that was removed may have stood among walls: ends lie where the rooms do.
    count = 0;
    cells[count++] = STUDY_SIDE + 1;
    seen[STUDY_SIDE + 1] = true;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < 4; k++) {
            const uint32_t to = cells[i] + (uint32_t)around[k];
            if (maze->open[to] && !seen[to]) {
                seen[to] = true;
                cells[count++] = to;
            }
        }
    }
    maze->start = cells[maze_random(&state, count)];
    do {
        maze->goal = cells[maze_random(&state, count)];
    } while (maze->goal == maze->start);
    free(cells);
    free(seen);
}

/// Whether there is a cell beyond a side of another one.
static bool maze_goes(uint32_t cell, uint32_t side)
{
    const uint32_t x = cell % STUDY_SIDE;
    const uint32_t y = cell / STUDY_SIDE;
    const bool goes[4] = {y > 0, x + 1 < STUDY_SIDE, y + 1 < STUDY_SIDE, x > 0};
    return goes[side];
}

uint32_t study_best(const study_maze *maze, const bool *known, uint32_t from)
{
    uint32_t *costs = malloc(2 * STUDY_CELLS * sizeof *costs);
    if (!costs) {
        abort();
    }
    uint32_t *queue = costs + STUDY_CELLS;
    memset(costs, 0xff, STUDY_CELLS * sizeof *costs);
    uint32_t last = 0;
    queue[last++] = from;
    costs[from] = 0;
    for (uint32_t i = 0; i < last && costs[maze->goal] == UINT32_MAX; i++) {
        for (uint32_t k = 0; k < 4; k++) {
            const uint32_t to = queue[i] + (uint32_t)around[k];
            if (maze_goes(queue[i], k) && costs[to] == UINT32_MAX &&
                (maze->open[to] || !known[to])) {
                costs[to] = costs[queue[i]] + 1;
                queue[last++] = to;
            }
        }
    }
    const uint32_t cost = costs[maze->goal];
    free(costs);
    return cost;
}

// The search --------------------------------------------------------------------------------------

typedef struct study_node {
    uint32_t g, rhs;
    uint64_t key;
    bool known, blocked, queued;
    uint32_t place;         ///< in the heap
    int32_t before, behind; ///< in the bucket
} study_node;

typedef struct study_run {
    study_node nodes[STUDY_CELLS];
    uint32_t heap[STUDY_CELLS], count; ///< buckets have a count only
    int32_t *buckets;
    uint64_t bucket_room, lowest;
    const study_maze *maze;
    study_queue queue;
    uint32_t here, last, bias;
    study_walk walk;
} study_run;

static uint32_t study_estimate(uint32_t a, uint32_t b)
{
    const int32_t dx = (int32_t)(a % STUDY_SIDE) - (int32_t)(b % STUDY_SIDE);
    const int32_t dy = (int32_t)(a / STUDY_SIDE) - (int32_t)(b / STUDY_SIDE);
    return (uint32_t)(abs(dx) + abs(dy));
}

/// The priority, with k_m, as one number.
static uint64_t study_key(const study_run *run, uint32_t cell)
{
    const study_node *node = &run->nodes[cell];
    const bool under = node->g < node->rhs;
    const uint64_t least = under ? node->g : node->rhs;
    if (least == NEVER) {
        return UINT64_MAX;
    }
    const uint64_t f = least + study_estimate(run->here, cell) + run->bias;
    switch (run->queue) {
    case STUDY_SMALL_G:
        return f << 32 | least;
    case STUDY_LARGE_G:
        return (2 * f + !under) << 32 | (under ? 0 : NEVER - least);
    default:
        return 2 * f + !under;
    }
}

static bool heap_less(const study_run *run, uint32_t a, uint32_t b)
{
    const uint64_t first = run->nodes[a].key;
    const uint64_t second = run->nodes[b].key;
    return first < second || (first == second && a < b);
}

static void heap_put(study_run *run, uint32_t place, uint32_t cell)
{
    run->heap[place] = cell;
    run->nodes[cell].place = place;
}

/// Lets a cell find its place, up or down.
static void heap_sift(study_run *run, uint32_t place, uint32_t cell)
{
    while (place && heap_less(run, cell, run->heap[(place - 1) / 2])) {
        heap_put(run, place, run->heap[(place - 1) / 2]);
        place = (place - 1) / 2;
    }
    for (;;) {
        uint32_t child = 2 * place + 1;
        child += child + 1 < run->count && heap_less(run, run->heap[child + 1], run->heap[child]);
        if (child >= run->count || !heap_less(run, run->heap[child], cell)) {
            break;
        }
        heap_put(run, place, run->heap[child]);
        place = child;
    }
    heap_put(run, place, cell);
}

static void bucket_reach(study_run *run, uint64_t key)
{
    uint64_t room = run->bucket_room ? run->bucket_room : 1024;
    while (room <= key) {
        room *= 2;
    }
    if (room == run->bucket_room) {
        return;
    }
    run->buckets = realloc(run->buckets, room * sizeof *run->buckets);
    if (!run->buckets) {
        abort();
    }
    for (; run->bucket_room < room; run->bucket_room++) {
        run->buckets[run->bucket_room] = NOWHERE;
    }
}

static void queue_take(study_run *run, uint32_t cell)
{
    study_node *node = &run->nodes[cell];
    node->queued = false;
    run->count--;
    if (run->queue == STUDY_BUCKETS) {
        if (node->behind != NOWHERE) {
            run->nodes[node->behind].before = node->before;
        }
        if (node->before != NOWHERE) {
            run->nodes[node->before].behind = node->behind;
        } else {
            run->buckets[node->key] = node->behind;
        }
    } else if (run->heap[run->count] != cell) {
        heap_sift(run, node->place, run->heap[run->count]);
    }
}

static void queue_put(study_run *run, uint32_t cell, uint64_t key)
{
    study_node *node = &run->nodes[cell];
    node->queued = true;
    node->key = key;
    run->count++;
    if (run->queue != STUDY_BUCKETS) {
        heap_sift(run, run->count - 1, cell);
        return;
    }
    bucket_reach(run, key);
    run->lowest = key < run->lowest ? key : run->lowest;
    node->before = NOWHERE;
    node->behind = run->buckets[key];
    if (node->behind != NOWHERE) {
        run->nodes[node->behind].before = (int32_t)cell;
    }
    run->buckets[key] = (int32_t)cell;
}

/// The first cell, under `*key`. The queue is not empty.
static uint32_t queue_first(study_run *run, uint64_t *key)
{
    if (run->queue != STUDY_BUCKETS) {
        *key = run->nodes[run->heap[0]].key;
        return run->heap[0];
    }
    while (run->buckets[run->lowest] == NOWHERE) {
        run->lowest++;
    }
    *key = run->lowest;
    return (uint32_t)run->buckets[run->lowest];
}

/// Queues a cell if and only if it is inconsistent.
static void study_settle(study_run *run, uint32_t cell)
{
    const study_node *node = &run->nodes[cell];
    const uint64_t key = study_key(run, cell);
    const bool due = node->g != node->rhs;
    if (node->queued && due && node->key == key) {
        return;
    }
    if (node->queued) {
        queue_take(run, cell);
    }
    if (due) {
        queue_put(run, cell, key);
    }
}

/// What the neighbours of a cell promise; `*to` is the first of the best.
static uint32_t study_look(const study_run *run, uint32_t cell, uint32_t *to)
{
    uint32_t least = NEVER;
    *to = cell;
    for (uint32_t i = 0; i < 4; i++) {
        const uint32_t next = cell + (uint32_t)around[i];
        if (maze_goes(cell, i) && !run->nodes[next].blocked && run->nodes[next].g + 1 < least) {
            least = run->nodes[next].g + 1;
            *to = next;
        }
    }
    return least;
}

/// Lines 10 to 20 in the form of 2005: neighbours are offered the new value, or look around if it
/// was theirs and is gone; the start may stay overconsistent.
static void study_compute(study_run *run)
{
    const study_node *start = &run->nodes[run->here];
    while (run->count) {
        uint64_t key;
        const uint32_t cell = queue_first(run, &key);
        if (key >= study_key(run, run->here) && start->rhs <= start->g) {
            return;
        }
        study_node *node = &run->nodes[cell];
        const uint64_t now = study_key(run, cell);
        queue_take(run, cell);
        if (key < now) {
            queue_put(run, cell, now);
            continue;
        }
        run->walk.expansions++;
        const uint32_t before = node->g;
        const bool over = node->g > node->rhs;
        node->g = over ? node->rhs : NEVER;
        study_settle(run, cell);
        for (uint32_t i = 0; !node->blocked && i < 4; i++) {
            const uint32_t to = cell + (uint32_t)around[i];
            if (!maze_goes(cell, i) || run->nodes[to].blocked || to == run->maze->goal) {
                continue;
            }
            uint32_t unused;
            if (over && node->g + 1 < run->nodes[to].rhs) {
                run->nodes[to].rhs = node->g + 1;
                study_settle(run, to);
            } else if (!over && run->nodes[to].rhs == before + 1) {
                run->nodes[to].rhs = study_look(run, to, &unused);
                study_settle(run, to);
            }
        }
    }
}

/// Lets a cell look around if its way led over `gone`; only a worse value is queued.
static void study_lose(study_run *run, uint32_t cell, uint32_t gone)
{
    study_node *node = &run->nodes[cell];
    if (node->blocked || cell == run->maze->goal || run->nodes[gone].g == NEVER ||
        node->rhs != run->nodes[gone].g + 1) {
        return;
    }
    uint32_t unused;
    const uint32_t least = study_look(run, cell, &unused);
    if (least != node->rhs) {
        node->rhs = least;
        study_settle(run, cell);
    }
}

/// Lines 32 to 34 for cells that turned out blocked; they and those around them row by row.
static void study_tell(study_run *run, const uint32_t *cells, uint32_t count)
{
    static const uint32_t above[] = {0, 3};
    static const uint32_t below[] = {1, 2};
    for (uint32_t i = 0; i < count; i++) {
        run->nodes[cells[i]].blocked = true;
    }
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < 2; k++) {
            if (maze_goes(cells[i], above[k])) {
                study_lose(run, cells[i] + (uint32_t)around[above[k]], cells[i]);
            }
        }
        run->nodes[cells[i]].rhs = NEVER;
        study_settle(run, cells[i]);
        for (uint32_t k = 0; k < 2; k++) {
            if (maze_goes(cells[i], below[k])) {
                study_lose(run, cells[i] + (uint32_t)around[below[k]], cells[i]);
            }
        }
    }
}

/// The walls that come into sight, by number.
static uint32_t study_sense(study_run *run, uint32_t *cells)
{
    static const uint32_t by_row[4] = {0, 3, 1, 2};
    uint32_t count = 0;
    for (uint32_t i = 0; i < 4; i++) {
        const uint32_t cell = run->here + (uint32_t)around[by_row[i]];
        if (maze_goes(run->here, by_row[i]) && !run->nodes[cell].known) {
            run->nodes[cell].known = true;
            cells[count] = cell;
            count += !run->maze->open[cell];
        }
    }
    return count;
}

void study_walk_note(study_walk *walk, study_plan plan)
{
    if (walk->plan_count == walk->plan_room) {
        walk->plan_room = 2 * walk->plan_room + 64;
        walk->plans = realloc(walk->plans, walk->plan_room * sizeof plan);
        if (!walk->plans) {
            abort();
        }
    }
    walk->plans[walk->plan_count++] = plan;
}

static void study_plan_now(study_run *run)
{
    study_compute(run);
    study_walk_note(&run->walk,
                    (study_plan){run->here, run->nodes[run->here].rhs, run->walk.expansions});
}

study_walk study_walk_make(const study_maze *maze, study_queue queue)
{
    study_run *run = calloc(1, sizeof *run);
    if (!run) {
        abort();
    }
    run->maze = maze;
    run->queue = queue;
    run->here = maze->start;
    run->last = maze->start;
    for (uint32_t i = 0; i < STUDY_CELLS; i++) {
        run->nodes[i].g = NEVER;
        run->nodes[i].rhs = NEVER;
    }
    uint32_t cells[4];
    uint32_t count = study_sense(run, cells);
    for (uint32_t i = 0; i < count; i++) {
        run->nodes[cells[i]].blocked = true;
    }
    run->nodes[maze->goal].rhs = 0;
    study_settle(run, maze->goal);
    study_plan_now(run);
    while (run->here != maze->goal) {
        uint32_t to;
        if (study_look(run, run->here, &to) >= NEVER) {
            break;
        }
        run->here = to;
        run->walk.steps++;
        count = study_sense(run, cells);
        if (count && to != maze->goal) {
            run->bias += study_estimate(run->last, to);
            run->last = to;
            study_tell(run, cells, count);
            study_plan_now(run);
        }
    }
    run->walk.arrived = run->here == maze->goal;
    const study_walk walk = run->walk;
    free(run->buckets);
    free(run);
    return walk;
}
