// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Fields after edits, as shortest path trees are repaired: states whose way leads over a step that
// is gone or costlier lose it, with all behind them; then those around enter theirs again, and the
// search goes on from there. The work is that of the states that lost their way, that found a
// better one, or that lie next to one of those.
//
// Invariant: all states that lose their way have lost it before any gets a new one. So at every
// moment the ways of the others lead to a source, and never in a circle.
#include "core/heap.h"
#include "map/grid/layer.h"
#include "search/navigator/field.h"
#include "space/ground.h"

void wayi_field_settle(way_field *field)
{
    field->mending = false;
    field->work = (wayi_field_work){.phase = WAYI_FIELD_GROW};
    wayi_path_buffer_clear(&field->doubts);
    wayi_path_buffer_clear(&field->raised);
}

bool wayi_field_notice(way_field *field)
{
    const wayi_grid *grid = wayi_space_grid(field->space);
    const uint32_t room = WAYI_FIELD_RECTS - field->work.rect_count;
    uint32_t count = 0;
    if (!grid ||
        way_map_changes(grid->map, field->revision, field->rects + field->work.rect_count, room,
                        &count) != WAY_STATUS_OK ||
        count > room) {
        return false;
    }
    uint64_t area = 0;
    for (uint32_t i = 0; i < count; i++) {
        way_rect *rect = &field->rects[field->work.rect_count + i];
        *rect = wayi_layer_touched(grid->map, grid->layer, *rect);
        area += (uint64_t)rect->width * rect->height;
    }
    if (area > grid->map->cell_count / 4 + 64u) {
        return false;
    }
    field->work.rect_count += count;
    field->revision = way_space_revision(field->space);
    field->mending = true;
    field->unsorted = true;
    field->search.config.settled = NULL; // listed when asked for
    field->work.phase = WAYI_FIELD_LOOK;
    return true;
}

way_cost wayi_field_step_cost(const way_field *field, way_state parent, way_state state)
{
    return field->backward ? way_space_step_cost(field->space, state, parent)
                           : way_space_step_cost(field->space, parent, state);
}

/// Steps on from a state as the search takes them, or back.
static uint32_t field_expand(way_field *field, way_state state, bool back)
{
    return field->backward != back
               ? field->space->type->expand_back(field->space, state, field->edges)
               : field->space->type->expand(field->space, state, field->edges);
}

static bool field_raise(way_field *field, way_state state)
{
    wayi_best_first_forget(&field->search, state);
    return wayi_path_buffer_push(&field->raised, state);
}

/// Whether the way of a state still holds, at the same cost. Sources have none to lose.
static bool field_holds(const way_field *field, way_state state)
{
    const way_cost cost = wayi_best_first_cost(&field->search, state, false);
    const way_state parent = wayi_best_first_parent(&field->search, state);
    if (cost == WAY_COST_MAX || parent == WAY_STATE_NONE) {
        return true;
    }
    if (!way_space_can_stand(field->space, state)) {
        return false; // one may leave it, but no field leads there
    }
    const way_cost before = wayi_best_first_cost(&field->search, parent, false);
    const way_cost step = wayi_field_step_cost(field, parent, state);
    return before != WAY_COST_MAX && step != WAY_COST_MAX && way_cost_add(before, step) == cost;
}

static bool field_doubt(way_field *field, way_state state)
{
    return wayi_path_buffer_push(&field->doubts, state) &&
           (field_holds(field, state) || field_raise(field, state));
}

/// Looks at the next state, with those that links join to it; false without memory.
static bool field_look(way_field *field)
{
    const wayi_grid *grid = wayi_space_grid(field->space);
    if (field->work.rect == field->work.rect_count) {
        field->work.phase = WAYI_FIELD_RAISE;
        field->work.rect_count = 0;
        field->work.rect = 0;
        return true;
    }
    const way_rect *rect = &field->rects[field->work.rect];
    const way_cell cell = (rect->y + field->work.cell / rect->width) * grid->map->width + rect->x +
                          field->work.cell % rect->width;
    if (++field->work.cell == rect->width * rect->height) {
        field->work.cell = 0;
        field->work.rect++;
    }
    bool fits = field_doubt(field, cell);
    way_cell other = WAY_CELL_NONE;
    for (uint32_t i = 0;
         fits && grid->layer->links &&
         (other = wayi_links_partner(grid->map, grid->layer, cell, i)) != WAY_CELL_NONE;
         i++) {
        fits = field_doubt(field, other);
    }
    return fits;
}

/// Takes their way from the states behind one that lost its own.
static bool field_raise_next(way_field *field)
{
    if (field->work.raised_done == field->raised.count) {
        field->work.phase = WAYI_FIELD_JOIN;
        return true;
    }
    const way_state state = field->raised.states[field->work.raised_done++];
    const uint32_t count = field_expand(field, state, false);
    bool fits = true;
    for (uint32_t i = 0; fits && i < count; i++) {
        const way_state to = field->edges[i].to;
        if (wayi_best_first_parent(&field->search, to) == state) {
            fits = field_raise(field, to);
        }
    }
    return fits;
}

/// A blocked source can be left, but no state lists it among those with a step to it.
static bool field_reopen_blocked(way_field *field)
{
    bool fits = true;
    for (uint32_t i = 0; fits && i < field->sources.count; i++) {
        if (!way_space_can_stand(field->space, field->sources.states[i])) {
            fits = wayi_best_first_reopen(&field->search, field->sources.states[i]);
        }
    }
    return fits;
}

/// Puts a state and those with a step to it into the open list again.
static bool field_join_next(way_field *field)
{
    const bool doubts = field->work.doubts_joined < field->doubts.count;
    if (!doubts && field->work.raised_joined == field->raised.count) {
        wayi_field_settle(field);
        field->mending = true; // until the search has run dry
        return field_reopen_blocked(field);
    }
    const way_state state = doubts ? field->doubts.states[field->work.doubts_joined++]
                                   : field->raised.states[field->work.raised_joined++];
    bool fits = wayi_best_first_reopen(&field->search, state);
    const uint32_t count = field_expand(field, state, true);
    for (uint32_t i = 0; fits && i < count; i++) {
        fits = wayi_best_first_reopen(&field->search, field->edges[i].to);
    }
    return fits;
}

bool wayi_field_mend(way_field *field, uint32_t *budget)
{
    bool fits = true;
    for (; fits && *budget > 0 && field->work.phase != WAYI_FIELD_GROW; (*budget)--) {
        const wayi_field_phase phase = field->work.phase;
        fits = phase == WAYI_FIELD_LOOK    ? field_look(field)
               : phase == WAYI_FIELD_RAISE ? field_raise_next(field)
                                           : field_join_next(field);
        field->stats.expansions++;
    }
    return fits;
}

// Listing -----------------------------------------------------------------------------------------

/// Whether a state that a step leads to came by it, and has not been listed for another step of the
/// same state.
static bool field_is_child(const way_field *field, way_state parent, uint32_t edge)
{
    const way_state state = field->edges[edge].to;
    for (uint32_t i = 0; i < edge; i++) {
        if (field->edges[i].to == state) {
            return false;
        }
    }
    return wayi_best_first_parent(&field->search, state) == parent &&
           wayi_best_first_cost(&field->search, state, true) != WAY_COST_MAX;
}

/// Lists all settled states behind those that are listed.
static bool field_list_tree(way_field *field)
{
    bool fits = true;
    for (uint32_t i = 0; fits && i < field->settled.count; i++) {
        const way_state state = field->settled.states[i];
        const uint32_t count = field_expand(field, state, false);
        for (uint32_t k = 0; fits && k < count; k++) {
            if (field_is_child(field, state, k)) {
                fits = wayi_path_buffer_push(&field->settled, field->edges[k].to);
            }
        }
    }
    return fits;
}

bool wayi_field_list(way_field *field)
{
    wayi_heap heap;
    wayi_heap_init(&heap, &field->allocator);
    wayi_path_buffer_clear(&field->settled);
    bool fits = true;
    for (uint32_t i = 0; fits && i < field->sources.count; i++) {
        const way_state source = field->sources.states[i];
        bool listed = wayi_best_first_cost(&field->search, source, true) != 0;
        for (uint32_t k = 0; !listed && k < field->settled.count; k++) {
            listed = field->settled.states[k] == source;
        }
        fits = listed || wayi_path_buffer_push(&field->settled, source);
    }
    fits = fits && field_list_tree(field) && wayi_heap_reserve(&heap, field->settled.count + 1);
    for (uint32_t i = 0; fits && i < field->settled.count; i++) {
        const way_state state = field->settled.states[i];
        const way_cost cost = wayi_best_first_cost(&field->search, state, true);
        fits = wayi_heap_push(&heap, (wayi_heap_item){cost, state, 0});
    }
    for (uint32_t i = 0; fits && heap.count > 0; i++) {
        field->settled.states[i] = wayi_heap_pop(&heap).id;
    }
    wayi_heap_fini(&heap);
    field->unsorted = !fits;
    if (!fits) {
        wayi_path_buffer_clear(&field->settled);
    }
    return fits;
}
