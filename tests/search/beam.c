// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Beam search: layer by layer, and of each layer only the states that look best are kept, as many
// as the beam is wide. The memory of what was seen aside, work and memory grow with the depth of
// the goal alone.
//
// Invariant: a layer is expanded from the least f on, and what it opens goes into the next one.
// With a beam that cuts nothing off every state is reached; a narrow one may lose the only way.
//
// Reference: Lowerre: The Harpy Speech Recognition System, 1976.
#include "search/beam.h"

#include "core/heap.h"
#include "search/engine/search_tree.h"

enum { BEAM_WIDTH };

static const way_param beam_params[] = {
    [BEAM_WIDTH] = {"width", "most states of a layer that are expanded", WAY_PARAM_INTEGER, 100, 1,
                    INT32_MAX, NULL},
};

typedef struct beam_memory {
    wayi_search_tree tree;
    wayi_heap layers[2]; ///< by f: the one in hand, and the next
    uint32_t hand;       ///< which of them it is
    int32_t taken;       ///< states of it
} beam_memory;

static way_status beam_create(way_agent *agent)
{
    beam_memory *memory = agent->memory;
    wayi_heap_init(&memory->layers[0], &agent->allocator);
    wayi_heap_init(&memory->layers[1], &agent->allocator);
    return wayi_tree_create(agent);
}

static void beam_destroy(way_agent *agent)
{
    beam_memory *memory = agent->memory;
    wayi_heap_fini(&memory->layers[0]);
    wayi_heap_fini(&memory->layers[1]);
    wayi_tree_destroy(agent);
}

static void beam_clear(way_agent *agent)
{
    beam_memory *memory = agent->memory;
    wayi_heap_clear(&memory->layers[0]);
    wayi_heap_clear(&memory->layers[1]);
    memory->hand = 0;
    memory->taken = 0;
}

static bool beam_put(way_agent *agent, uint32_t slot)
{
    beam_memory *memory = agent->memory;
    const wayi_tree_node *node = wayi_tree_at(&memory->tree, slot);
    return wayi_heap_push(&memory->layers[!memory->hand],
                          (wayi_heap_item){wayi_tree_f(node), slot, slot});
}

static wayi_tree_pick beam_next(way_agent *agent, uint32_t *slot)
{
    beam_memory *memory = agent->memory;
    wayi_heap *layer = &memory->layers[memory->hand];
    if (layer->count == 0 || memory->taken == agent->navigator->params[BEAM_WIDTH]) {
        wayi_heap_clear(layer);
        memory->hand = !memory->hand;
        memory->taken = 0;
        layer = &memory->layers[memory->hand];
        return layer->count ? WAYI_TREE_PASS : WAYI_TREE_NONE;
    }
    const wayi_heap_item item = wayi_heap_pop(layer);
    const wayi_tree_node *node = wayi_tree_at(&memory->tree, item.slot);
    if (node->mark != WAYI_TREE_LISTED || wayi_tree_f(node) != item.key) {
        return WAYI_TREE_PASS; // a better way has come since
    }
    memory->taken++;
    *slot = item.slot;
    return WAYI_TREE_TAKE;
}

static const wayi_tree_kind beam_kind = {beam_clear, beam_put, beam_next};

static way_outcome beam_step(way_agent *agent, uint32_t budget)
{
    return wayi_tree_step(agent, &beam_kind, budget);
}

const wayi_algorithm wayi_algorithm_beam = {
    .info = {.name = "beam",
             .title = "Beam search",
             .family = "discrete",
             .summary = "Layer by layer, only the best of each",
             .reference = "Lowerre: The Harpy Speech Recognition System, 1976",
             .traits = WAY_TRAIT_PARTIAL_PATHS | WAY_TRAIT_ANY_GOAL | WAY_TRAIT_BLOCKED_START |
                       WAY_TRAIT_HANDLES_EDITS,
             WAYI_PARAMS(beam_params)},
    .memory_size = sizeof(beam_memory),
    .kind = &beam_kind,
    .create = beam_create,
    .destroy = beam_destroy,
    .step = beam_step,
    WAYI_SEARCH_TREE_HOOKS,
};
