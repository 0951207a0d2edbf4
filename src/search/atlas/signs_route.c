// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/atlas/signs_squares.h"

#include <string.h>

/// Routes end with a search of the regions so many squares from the goal.
#define SIGNS_NEAR 24u

/// A search takes what is left for longer by this part of it.
#define SIGNS_HURRY 32u

/// What looking at a post takes, in expansions.
#define SIGNS_POST 2u

/// What it costs at least between two regions, and a little more.
static way_cost signs_least(const wayi_landmarks *landmarks, uint32_t from, uint32_t to)
{
    const wayi_atlas *atlas = landmarks->atlas;
    const way_cost far = wayi_landmarks_least(landmarks, from, to);
    const way_cost near = wayi_grid_distance(atlas->grid, wayi_atlas_region_at(atlas, from)->place,
                                             wayi_atlas_region_at(atlas, to)->place);
    const way_cost least = far > near ? far : near;
    return way_cost_add(least, least / SIGNS_HURRY);
}

/// The post of a large square, if it is there and all signs to it are of one time.
static uint32_t signs_post(const wayi_landmarks *landmarks, uint32_t large)
{
    const wayi_signs *signs = &landmarks->signs;
    return signs->flags[large] & WAYI_SIGNS_HALF ? WAYI_REGION_NONE : signs->posts[large];
}

uint32_t wayi_signs_next(const wayi_landmarks *landmarks, uint32_t region, uint32_t large,
                         way_cost *cost)
{
    const wayi_atlas *atlas = landmarks->atlas;
    const wayi_signs *signs = &landmarks->signs;
    const wayi_atlas_region *own = wayi_atlas_region_at(atlas, region);
    if (!own || !wayi_signs_sees(landmarks, region, large)) {
        return WAYI_REGION_NONE;
    }
    const uint32_t slot = wayi_signs_slot(signs, wayi_signs_large(landmarks, region), large);
    const uint32_t sign = wayi_signs_at(landmarks, region)[slot];
    if (sign >= own->link_count || sign == WAYI_SIGNS_NO_LINK) {
        return WAYI_REGION_NONE;
    }
    way_cost step = 0;
    const uint32_t to = wayi_atlas_hop(atlas, region >> atlas->bits, own->link_first + sign, &step);
    *cost = way_cost_add(*cost, step);
    return wayi_atlas_region_at(atlas, to) ? to : WAYI_REGION_NONE;
}

/// What it costs to follow the signs from a region to a post; WAY_COST_MAX if they do not lead
/// there. What that takes is added to *work, in expansions.
static way_cost signs_walk(const wayi_landmarks *landmarks, uint32_t region, uint32_t large,
                           uint32_t *work)
{
    const uint32_t post = signs_post(landmarks, large);
    way_cost cost = post == WAYI_REGION_NONE ? WAY_COST_MAX : 0;
    uint32_t i = 0;
    for (; region != post && cost != WAY_COST_MAX; i++) {
        region = i == WAYI_SIGNS_ROUTE ? WAYI_REGION_NONE
                                       : wayi_signs_next(landmarks, region, large, &cost);
        cost = region == WAYI_REGION_NONE ? WAY_COST_MAX : cost;
    }
    *work += i / WAYI_SIGNS_READ;
    return cost;
}

/// Takes note of a way to a post, which is looked at once only; false without memory.
static bool signs_reach(const wayi_landmarks *landmarks, wayi_frontier *frontier, uint32_t large,
                        uint32_t from, way_cost g, uint32_t to)
{
    const bool end = large == wayi_signs_count(&landmarks->signs);
    const uint32_t post = end ? to : signs_post(landmarks, large);
    uint32_t slot = WAYI_SLOT_NONE;
    const bool fits = post == WAYI_REGION_NONE || wayi_frontier_meet(frontier, large, g, &slot);
    if (slot == WAYI_SLOT_NONE || wayi_frontier_at(frontier, slot)->closed ||
        !wayi_atlas_region_at(landmarks->atlas, post)) {
        return fits;
    }
    const way_cost f = end ? g : way_cost_add(g, signs_least(landmarks, post, to));
    return wayi_frontier_open(frontier, slot, &(wayi_frontier_way){from, g, f, large});
}

bool wayi_signs_are_far(const wayi_landmarks *landmarks, uint32_t from, uint32_t to)
{
    return landmarks->signs.posts &&
           wayi_signs_apart(landmarks->signs.columns, wayi_signs_large(landmarks, from),
                            wayi_signs_large(landmarks, to)) >= WAYI_SIGNS_FAR;
}

/// Takes the next post around the start.
static bool signs_look(const wayi_landmarks *landmarks, wayi_signs_search *search, uint32_t *work)
{
    const uint32_t large = wayi_signs_large(landmarks, search->from);
    const uint32_t at = wayi_signs_around(&landmarks->signs, large, search->looked++);
    const way_cost g =
        at == UINT32_MAX ? WAY_COST_MAX : signs_walk(landmarks, search->from, at, work);
    return g == WAY_COST_MAX ||
           signs_reach(landmarks, search->frontier, at, UINT32_MAX, g, search->to);
}

/// Looks what can be reached from a post.
static bool signs_expand(const wayi_landmarks *landmarks, wayi_signs_search *search, uint32_t large,
                         way_cost g, uint32_t *work)
{
    const wayi_signs *signs = &landmarks->signs;
    const uint32_t to = search->to;
    bool fits = true;
    if (wayi_signs_sees(landmarks, to, large)) {
        // What it costs there is taken for what it costs back.
        const way_cost step = signs_walk(landmarks, to, large, work);
        fits = step == WAY_COST_MAX ||
               signs_reach(landmarks, search->frontier, wayi_signs_count(signs), large,
                           wayi_frontier_add(g, step), to);
    }
    for (uint32_t i = 0; i < WAYI_SIGNS && fits; i++) {
        const uint32_t at = wayi_signs_around(signs, large, i);
        const way_cost step = signs->costs[(size_t)large * WAYI_SIGNS + i];
        if (at != UINT32_MAX && at != large && step != WAY_COST_MAX) {
            fits =
                signs_reach(landmarks, search->frontier, at, large, wayi_frontier_add(g, step), to);
        }
    }
    return fits;
}

way_outcome wayi_signs_step(const wayi_landmarks *landmarks, wayi_signs_search *search,
                            uint32_t *budget)
{
    const wayi_atlas *atlas = landmarks->atlas;
    while (*budget) {
        uint32_t work = 1;
        bool fits = true;
        if (!landmarks->signs.posts || !wayi_atlas_region_at(atlas, search->from) ||
            !wayi_atlas_region_at(atlas, search->to)) {
            return WAY_OUTCOME_NO_PATH; // a repair took them
        }
        if (search->looked < WAYI_SIGNS) {
            fits = signs_look(landmarks, search, &work);
        } else {
            const uint32_t slot = wayi_frontier_take(search->frontier);
            const uint32_t end = wayi_signs_count(&landmarks->signs);
            const uint32_t large =
                slot == WAYI_SLOT_NONE ? end : wayi_nodes_id(&search->frontier->nodes, slot);
            if (large == end) {
                return slot == WAYI_SLOT_NONE ? WAY_OUTCOME_NO_PATH : WAY_OUTCOME_FOUND;
            }
            work = SIGNS_POST;
            fits = signs_expand(landmarks, search, large,
                                wayi_frontier_at(search->frontier, slot)->g, &work);
        }
        wayi_budget_take(budget, work);
        if (!fits) {
            return WAY_OUTCOME_CAPACITY;
        }
    }
    return WAY_OUTCOME_WORKING;
}

/// The region that comes next on a route by posts, the last one first; those left behind are
/// dropped. WAYI_REGION_NONE where no sign leads on.
static uint32_t signs_go(const wayi_landmarks *landmarks, uint32_t region, const uint32_t *posts,
                         uint32_t *count)
{
    uint32_t next = WAYI_REGION_NONE;
    for (uint32_t i = *count; i > 0 && wayi_signs_sees(landmarks, region, posts[i - 1]); i--) {
        way_cost cost = 0;
        const uint32_t to = signs_post(landmarks, posts[i - 1]) == WAYI_REGION_NONE
                                ? WAYI_REGION_NONE
                                : wayi_signs_next(landmarks, region, posts[i - 1], &cost);
        next = to == WAYI_REGION_NONE ? next : to;
        *count = to == WAYI_REGION_NONE ? *count : i;
    }
    return next;
}

bool wayi_signs_trace(const wayi_landmarks *landmarks, const wayi_signs_search *search,
                      wayi_path_buffer *out)
{
    const wayi_atlas *atlas = landmarks->atlas;
    const wayi_frontier *frontier = search->frontier;
    const uint32_t goal = search->to >> atlas->bits;
    const uint32_t first = out->count;
    bool fits = wayi_frontier_trace_back(
        frontier, wayi_frontier_find(frontier, wayi_signs_count(&landmarks->signs))->parent, out);
    const uint32_t posts = out->count - first;
    uint32_t ahead = posts;
    for (uint32_t region = search->from; fits && region != WAYI_REGION_NONE;) {
        fits = wayi_path_buffer_push(out, region);
        const bool ends =
            !fits || out->count - first - posts == WAYI_SIGNS_ROUTE ||
            // Near enough for a search.
            wayi_signs_apart(atlas->columns, region >> atlas->bits, goal) < SIGNS_NEAR;
        region = ends ? WAYI_REGION_NONE : signs_go(landmarks, region, out->states + first, &ahead);
    }
    out->count -= posts;
    memmove(out->states + first, out->states + first + posts,
            (out->count - first) * sizeof *out->states);
    return fits;
}
