// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Fields: Dijkstra's search from many sources, kept for asking. A best-first search without a goal.
#include "search/navigator/field.h"

static way_status field_set_up(way_field *field, const way_field_config *config)
{
    field->edges = wayi_alloc(&field->allocator, field->space->degree_max, sizeof *field->edges);
    if (!field->edges) {
        return WAY_STATUS_NO_MEMORY;
    }
    const wayi_best_first_config search = {
        .space = field->space,
        .edges = field->edges,
        .stats = &field->stats,
        .settled = &field->settled,
        .estimate = WAYI_ESTIMATE_NONE,
        .open = WAYI_OPEN_AUTO,
        .weight = 1000,
        .low_g = true,
        .backward = config->backward,
        .nodes.sparse = config->store == WAY_STORE_SPARSE ||
                        (config->store == WAY_STORE_AUTO && !wayi_space_is_dense(field->space, 0)),
    };
    field->ready = true;
    return wayi_best_first_init(&field->search, &search, &field->allocator);
}

way_status way_field_create(const way_field_config *config, way_field **out)
{
    if (!config || !config->space || !out) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    *out = NULL;
    if (config->backward && !(way_space_traits(config->space) & WAY_SPACE_PREDECESSORS)) {
        return WAY_STATUS_UNSUPPORTED;
    }
    const way_allocator source = wayi_allocator_or_default(config->allocator);
    way_field *field = wayi_alloc_zero(&source, 1, sizeof *field);
    if (!field) {
        return WAY_STATUS_NO_MEMORY;
    }
    const way_allocator allocator = wayi_meter_start(&field->meter, &source);
    field->space = config->space;
    WAYI_BORROW(field->space);
    field->backward = config->backward;
    field->allocator = allocator;
    field->outcome = WAY_OUTCOME_CANCELLED;
    wayi_path_buffer_init(&field->settled, &allocator);
    wayi_path_buffer_init(&field->sources, &allocator);
    wayi_path_buffer_init(&field->doubts, &allocator);
    wayi_path_buffer_init(&field->raised, &allocator);
    const way_status status = field_set_up(field, config);
    if (status != WAY_STATUS_OK) {
        way_field_destroy(field);
        return status;
    }
    *out = field;
    return WAY_STATUS_OK;
}

void way_field_destroy(way_field *field)
{
    if (!field) {
        return;
    }
    if (field->ready) {
        wayi_best_first_fini(&field->search);
    }
    wayi_path_buffer_fini(&field->settled);
    wayi_path_buffer_fini(&field->sources);
    wayi_path_buffer_fini(&field->doubts);
    wayi_path_buffer_fini(&field->raised);
    WAYI_FREE(&field->allocator, field->edges, field->space->degree_max);
    WAYI_GIVE_BACK(field->space);
    const way_allocator source = field->meter.source;
    WAYI_FREE(&source, field, 1);
}

/// Starts from the sources on the space as it is now; false without memory.
static bool field_start(way_field *field)
{
    wayi_path_buffer_clear(&field->settled);
    wayi_field_settle(field);
    field->unsorted = false;
    field->search.config.settled = &field->settled;
    wayi_best_first_clear(&field->search);
    field->revision = way_space_revision(field->space);
    field->outcome = WAY_OUTCOME_WORKING;
    for (uint32_t i = 0; i < field->sources.count; i++) {
        if (!wayi_best_first_add(&field->search, field->sources.states[i], 0)) {
            field->outcome = WAY_OUTCOME_CAPACITY;
            return false;
        }
    }
    return true;
}

static bool field_is_current(const way_field *field)
{
    return field->revision == way_space_revision(field->space);
}

way_status way_field_begin(way_field *field, const way_state *sources, uint32_t count,
                           way_cost cost_limit)
{
    if (!field || !sources || count == 0) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    if (!wayi_space_has_all(field->space, sources, count)) {
        return WAY_STATUS_OUT_OF_RANGE;
    }
    field->stats = (way_stats){0};
    field->search.cost_limit = cost_limit < WAY_COST_MAX ? cost_limit : WAYI_COST_FARTHEST;
    wayi_path_buffer_clear(&field->sources);
    if (!wayi_path_buffer_append(&field->sources, sources, count)) {
        field->outcome = WAY_OUTCOME_CAPACITY;
        return WAY_STATUS_NO_MEMORY;
    }
    return field_start(field) ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

way_outcome way_field_step(way_field *field, uint32_t budget)
{
    const bool began = field->outcome == WAY_OUTCOME_WORKING || field->outcome == WAY_OUTCOME_FOUND;
    if (began && !field_is_current(field)) {
        field->outcome = WAY_OUTCOME_WORKING;
        if (!wayi_field_notice(field)) {
            (void)field_start(field); // without memory the outcome says so
        }
    }
    if (field->outcome != WAY_OUTCOME_WORKING) {
        return field->outcome;
    }
    budget = budget ? budget : 1;
    field->stats.steps++;
    if (!wayi_field_mend(field, &budget)) {
        field->outcome = WAY_OUTCOME_CAPACITY;
        return field->outcome;
    }
    if (budget == 0) {
        return WAY_OUTCOME_WORKING;
    }
    way_state reached = WAY_STATE_NONE;
    const way_outcome outcome = wayi_best_first_step(&field->search, budget, &reached);
    // Running dry is how a field is complete.
    field->outcome = outcome == WAY_OUTCOME_NO_PATH ? WAY_OUTCOME_FOUND : outcome;
    field->mending = field->mending && field->outcome == WAY_OUTCOME_WORKING;
    return field->outcome;
}

way_outcome way_field_run(way_field *field)
{
    while (way_field_step(field, UINT32_MAX) == WAY_OUTCOME_WORKING) {
    }
    return field->outcome;
}

way_cost way_field_cost(const way_field *field, way_state state)
{
    // While it is mended, what is to be expanded again keeps its way.
    return wayi_best_first_cost(&field->search, state, !field->mending);
}

void way_field_costs(const way_field *field, way_cost *costs, uint32_t count)
{
    wayi_best_first_costs(&field->search, count, !field->mending, costs);
}

way_state way_field_next(const way_field *field, way_state state)
{
    if (way_field_cost(field, state) == WAY_COST_MAX) {
        return WAY_STATE_NONE;
    }
    const way_state next = wayi_best_first_parent(&field->search, state);
    if (next == WAY_STATE_NONE || (field_is_current(field) && !field->mending)) {
        return next;
    }
    // The space has changed: what is left of the old field leads nowhere illegal.
    return wayi_field_step_cost(field, next, state) == WAY_COST_MAX ? WAY_STATE_NONE : next;
}

const way_state *way_field_states(const way_field *field, uint32_t *count)
{
    // After edits the list is made when it is asked for: not a change that anybody could see.
    if (field->unsorted) {
        (void)wayi_field_list((way_field *)field);
    }
    if (count) {
        *count = field->settled.count;
    }
    return field->settled.states;
}

way_stats way_field_stats(const way_field *field)
{
    way_stats stats = field->stats;
    stats.bytes = sizeof *field + (size_t)field->meter.bytes;
    return stats;
}
