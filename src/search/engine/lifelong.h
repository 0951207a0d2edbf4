// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The search that LPA*, D* Lite, MT-D* Lite and AD* share: shortest ways between a root and a
// target that are repaired, not recomputed, when steps change cost.
//
// Each state has two values: g, its cost as it was last expanded, and rhs, its cost as its
// neighbours' g values tell. It is consistent when they agree.
//
// Invariants, at every moment between two calls:
//   - rhs(root) = root_value; rhs(s) = min over neighbours n of cost + g(n) for every other state,
//     WAY_COST_MAX if nobody can stand on it (but the start of the trip, which may be blocked);
//   - the queue holds exactly the inconsistent states, under a key no higher than their true key.
//
// The search runs from the root: backward (root = goal, values are costs to the goal) or forward
// (root = start). Priorities are those of Koenig and Likhachev: pairs that prefer smaller g,
// triples that prefer larger g, or the scalars of "Incremental Heuristic Search in Games: The Quest
// for Speed" (2006), which fit buckets. All satisfy the two conditions of Likhachev's thesis.
//
// When the target moves, the keys in the queue are not recomputed; `bias` (k_m in the papers) is
// added to new ones instead, so that old keys stay lower bounds.
#pragma once

#include "core/bucket_list.h"
#include "core/indexed_heap.h"
#include "core/nodes.h"
#include "core/path_buffer.h"
#include "search/trip/observer.h"
#include "space/ground.h"

typedef enum wayi_lifelong_queue {
    WAYI_LIFELONG_SMALL_G, ///< heap; of equal f the smaller g first
    WAYI_LIFELONG_LARGE_G, ///< heap; of equal f the larger g first
    WAYI_LIFELONG_BUCKET   ///< buckets; of equal f the newest first
} wayi_lifelong_queue;

/// Blank: nothing known, not queued.
typedef struct wayi_lifelong_node {
    uint32_t stamp;
    way_cost g;
    way_cost rhs;
    wayi_bucket_link link; ///< inflated, out of the queue: key = round that closed it, previous =
                           ///< that put it off;
                           ///< tag: over which step of flat ground rhs comes, if that is known
} wayi_lifelong_node;

typedef struct wayi_lifelong_config {
    way_space *space;
    way_edge *edges; ///< scratch, [space->degree_max]
    way_observer *observer;
    way_stats *stats;
    wayi_lifelong_queue queue;
    wayi_nodes_config nodes; ///< what the store may be
    bool backward;
    bool inflated; ///< estimates are weighted and a state is expanded once per round: AD*
    uint32_t unit; ///< inflated: weights are multiples of 1000 / unit thousandths
    bool sheds;    ///< forward: states that ways do not lead to over a root that moved lose their
                   ///< values at once, where that can be told
} wayi_lifelong_config;

/// What is left to do about a root that moved (lifelong_shed.c).
typedef enum wayi_lifelong_shedding {
    WAYI_LIFELONG_WHOLE, ///< nothing
    WAYI_LIFELONG_DUE,   ///< all
    WAYI_LIFELONG_TAKES, ///< values are taken from states
    WAYI_LIFELONG_LOOKS  ///< these look around again
} wayi_lifelong_shedding;

typedef struct wayi_lifelong {
    wayi_lifelong_config config;
    wayi_nodes nodes;
    wayi_indexed_heap heap;
    wayi_bucket_list buckets;
    way_edge *around; ///< second scratch, for looking at a neighbour's neighbours
    wayi_path_buffer scratch;
    wayi_path_buffer put_off; ///< inflated: slots that wait for the next round
    way_state root;
    way_cost root_value;
    way_state target;
    way_state aimed; ///< the target that the keys in the queue were made for
    uint64_t drift;  ///< cost walked from `aimed` to the target
    uint64_t bias;   ///< inflated: weighted
    bool biased;     ///< it has grown, or estimates have, since the keys in the queue were made
    uint32_t scale;  ///< of the estimates that the keys were made with
    way_edge *exits; ///< steps out of the start if it is blocked
    uint32_t exit_count;
    way_cost slack;      ///< by how much estimates exceed what leaving a blocked start costs
    uint32_t unit;       ///< inflated: what a value counts in a key; else 1
    uint32_t weight;     ///< inflated: what an estimate counts there; else 1
    uint32_t round;      ///< inflated: stamp of closed states
    uint32_t shed_phase; ///< a wayi_lifelong_shedding
    way_state shed_from; ///< the root that was left
    way_state shed_at;   ///< how far its tree was gone through,
    uint32_t shed_next;  ///< and in which direction to go on from there
    uint64_t other_work; ///< expansions that all but expanding was ever as much work as
    uint32_t requeued;   ///< states that were queued again, and are not counted there yet
    bool untraced;       ///< for some states it is not known over which step they have their value
    bool wide;           ///< keys were too far apart for buckets: a heap takes their place
    bool behind;         ///< some changes were not told yet: invariants do not hold there
    bool full;           ///< memory or capacity ran out: the values can't be trusted any more
    way_allocator allocator;
} wayi_lifelong;

way_status wayi_lifelong_init(wayi_lifelong *search, const wayi_lifelong_config *config,
                              const way_allocator *allocator);
void wayi_lifelong_fini(wayi_lifelong *search);

/// Inflated: the weight that the next search begins with, in thousandths.
void wayi_lifelong_weigh(wayi_lifelong *search, uint32_t weight);

/// Starts again. False without memory.
bool wayi_lifelong_begin(wayi_lifelong *search, way_state root, way_state target);

/// The same amid a trip, with the queue that it has come to.
bool wayi_lifelong_restart(wayi_lifelong *search);

/// Steps from or to these states changed. Returns how many states looked around again.
uint32_t wayi_lifelong_change(wayi_lifelong *search, const way_state *states, uint32_t count);

/// The target moved; `walked` is what the way there costs at most, WAY_COST_MAX = not known.
void wayi_lifelong_move_target(wayi_lifelong *search, way_state target, way_cost walked);

/// The root moved. All values stay what they are: those behind the new root are right already.
void wayi_lifelong_move_root(wayi_lifelong *search, way_state root);

/// Sheds what the move of the root from a state calls for, at the next steps; false where that
/// can't be done.
bool wayi_lifelong_shed_begin(wayi_lifelong *search, way_state before);

/// Goes on with that for up to `budget`; returns what is left of it.
uint32_t wayi_lifelong_shed(wayi_lifelong *search, uint32_t budget);

/// Inflated: puts off all that is queued. Ends when the looks are spent; true when all is done.
bool wayi_lifelong_gather(wayi_lifelong *search, uint64_t *looks);

/// Inflated: begins a round with a weight in thousandths, no state closed. Keys of a lower weight
/// serve on as lower bounds; for a lower one nothing may be queued.
void wayi_lifelong_set_round(wayi_lifelong *search, uint32_t weight);

/// Inflated: queues what was put off, before the round's first step; otherwise as gather.
#define WAYI_LIFELONG_RELEASE 4u ///< looks that it takes to queue a state
bool wayi_lifelong_release(wayi_lifelong *search, uint64_t *looks);

/// Expands up to `budget` states. FOUND when the target's value is right, NO_PATH, WORKING,
/// CAPACITY.
way_outcome wayi_lifelong_step(wayi_lifelong *search, uint32_t budget);

/// The least value and estimate of so many states of those put off. Of all, when nothing is queued:
/// a cost that no way between root and target is below, unless it has the target's value.
way_cost wayi_lifelong_least(const wayi_lifelong *search, uint32_t first, uint32_t count);

/// Cost between root and target; WAY_COST_MAX = no way.
way_cost wayi_lifelong_cost(const wayi_lifelong *search);

/// Appends the way from the last state of `path`, at most `moves` of it. Backward only: forward
/// traces the whole way, from the root on. False without memory, or if values lead in a circle.
bool wayi_lifelong_trace(wayi_lifelong *search, wayi_path_buffer *path, uint32_t moves);

/// Whether the invariants hold: looks at every node, on maps. For tests and the hostile build.
bool wayi_lifelong_check(wayi_lifelong *search);
