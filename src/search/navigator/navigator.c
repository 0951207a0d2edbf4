// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Navigators: an algorithm with its parameters, prepared for one space.
#include "base/text.h"
#include "search/trip/algorithm.h"

#include <string.h>

/// Says how many regions are too many, and which parameter takes larger maps, or that none does.
static void navigator_outgrown(const way_navigator *navigator, const int32_t *params,
                               way_problem *problem)
{
    const wayi_algorithm *algorithm = navigator->algorithm;
    wayi_text text = wayi_problem_begin(problem, 0, 0);
    wayi_text_add(&text, algorithm->info.name);
    wayi_text_add(&text, ": this map is too large");
    if (navigator->regions) {
        wayi_text_add(&text, ": it has ");
        wayi_text_add_number(&text, navigator->regions);
        wayi_text_add(&text, " regions, at most ");
        wayi_text_add_number(&text, navigator->regions_max);
        wayi_text_add(&text, " are taken");
    }
    if (!algorithm->database.relief) {
        wayi_text_add(&text, navigator->regions ? "" : ", and no parameter changes that");
        return;
    }
    wayi_text_add(&text, "; ");
    wayi_text_add(&text, algorithm->database.relief);
    const char *name = strchr(algorithm->database.relief, ' ') + 1;
    for (uint32_t i = 0; i < algorithm->info.param_count; i++) {
        const way_param *param = &algorithm->info.params[i];
        if (strcmp(param->name, name) == 0) {
            const bool raise = algorithm->database.relief[0] == 'r';
            wayi_text_add(&text, " (");
            wayi_text_add_number(&text, params[i]);
            wayi_text_add(&text, raise ? " now, at most " : " now, at least ");
            wayi_text_add_number(&text, raise ? param->max : param->min);
            wayi_text_add(&text, ")");
        }
    }
}

static bool navigator_wants_database(const way_navigator *navigator)
{
    const wayi_algorithm *algorithm = navigator->algorithm;
    return !algorithm->database.is_wanted || algorithm->database.is_wanted(navigator);
}

bool wayi_navigator_is_unprepared(const way_navigator *navigator)
{
    return navigator->algorithm->database.size && !navigator->database &&
           navigator_wants_database(navigator);
}

bool way_algorithm_suits(const way_algorithm *algorithm, const way_space *space)
{
    return (way_space_traits(space) & algorithm->needs) == algorithm->needs;
}

bool wayi_navigator_is_able(const way_navigator *navigator)
{
    const wayi_algorithm *algorithm = navigator->algorithm;
    return way_algorithm_suits(&algorithm->info, navigator->space) &&
           (algorithm->database.is_able ? algorithm->database.is_able(navigator)
                                        : !wayi_navigator_is_unprepared(navigator));
}

bool wayi_navigator_takes(const way_navigator *navigator, way_goal_mode mode)
{
    const bool goals = !navigator->reason || mode == WAY_GOAL_EXACT ||
                       (navigator->algorithm->info.traits & WAY_TRAIT_ANY_GOAL);
    return !navigator->stand_in || (goals && wayi_navigator_is_able(navigator));
}

bool wayi_navigator_is_stale(const way_navigator *navigator)
{
    const uint32_t traits = navigator->algorithm->info.traits;
    return (traits & WAY_TRAIT_PREPARED) && !(traits & WAY_TRAIT_HANDLES_EDITS) &&
           (navigator->repairing || navigator->revision != way_space_revision(navigator->space));
}

/// Fills the database, by preparation or from a blob; not on ground that the algorithm does not
/// take, unless it sees to that itself.
static way_status navigator_fill(way_navigator *navigator, const way_job *job,
                                 const wayi_blob *blob)
{
    const wayi_algorithm *algorithm = navigator->algorithm;
    if (!navigator_wants_database(navigator) ||
        (!algorithm->database.is_able &&
         !way_algorithm_suits(&algorithm->info, navigator->space))) {
        return WAY_STATUS_OK;
    }
    if (algorithm->database.size) {
        navigator->database = wayi_alloc_zero(&navigator->allocator, 1, algorithm->database.size);
        if (!navigator->database) {
            return WAY_STATUS_NO_MEMORY;
        }
    }
    for (uint32_t i = 0; blob && i < algorithm->database.list_count; i++) {
        navigator->borrows = true;
        if (!wayi_blob_borrow_list(blob, &algorithm->database.lists[i], navigator->database)) {
            return WAY_STATUS_BAD_FORMAT;
        }
    }
    if (blob && algorithm->database.open) {
        return algorithm->database.open(navigator, blob);
    }
    navigator->blob = blob;
    const way_status status = algorithm->database.prepare
                                  ? algorithm->database.prepare(navigator, blob ? NULL : job)
                                  : WAY_STATUS_OK;
    navigator->blob = NULL;
    return status;
}

way_status wayi_navigator_make(const way_navigator_config *config, const wayi_recipe *recipe,
                               const wayi_blob *blob, way_navigator **out)
{
    const wayi_algorithm *algorithm = recipe->algorithm;
    const way_allocator allocator = wayi_allocator_or_default(config->allocator);
    way_navigator *navigator = wayi_alloc_zero(&allocator, 1, sizeof *navigator);
    if (!navigator) {
        return WAY_STATUS_NO_MEMORY;
    }
    navigator->algorithm = algorithm;
    navigator->roof = recipe->roof;
    navigator->space = config->space;
    WAYI_BORROW(navigator->space);
    navigator->allocator = wayi_meter_start(&navigator->meter, &allocator);
    navigator->revision = way_space_revision(config->space);
    memcpy(navigator->params, recipe->params, sizeof navigator->params);
    navigator->reason = recipe->reason;
    navigator->stand_in = recipe->stand_in;
    if (algorithm->settle) {
        algorithm->settle(navigator);
    }
    const way_status status = navigator_fill(navigator, config->job, blob);
    if (status != WAY_STATUS_OK) {
        if (status == WAY_STATUS_TOO_LARGE && !blob) {
            navigator_outgrown(navigator, recipe->params, config->problem);
        }
        way_navigator_destroy(navigator);
        return status;
    }
    for (uint32_t i = 0; i < algorithm->info.param_count; i++) {
        const bool chosen = navigator->params[i] != recipe->params[i];
        navigator->chosen |= (uint32_t)chosen << i;
    }
    *out = navigator;
    return WAY_STATUS_OK;
}

void way_navigator_destroy(way_navigator *navigator)
{
    if (!navigator) {
        return;
    }
    WAYI_ASSERT_FREE(navigator, "agents and walkers go before their navigator");
    WAYI_GIVE_BACK(navigator->space);
    const wayi_algorithm *algorithm = navigator->algorithm;
    const way_allocator *allocator = &navigator->allocator;
    if (algorithm->database.discard && navigator->database) {
        algorithm->database.discard(navigator);
    }
    for (uint32_t i = 0;
         navigator->database && !navigator->borrows && i < algorithm->database.list_count; i++) {
        wayi_blob_free_list(&algorithm->database.lists[i], navigator->database, allocator);
    }
    wayi_free(allocator, navigator->database, 1, algorithm->database.size);
    way_space_destroy(navigator->own_space);
    const way_allocator source = navigator->meter.source;
    wayi_free(&source, navigator, 1, sizeof *navigator);
}

bool wayi_navigator_has_ground(const way_navigator_config *config)
{
    return config->space ? !config->map && !config->profile : config->map != NULL;
}

way_status wayi_navigator_adopt(way_status status, way_space *space, way_navigator **out)
{
    if (status == WAY_STATUS_OK) {
        (*out)->own_space = space;
    } else {
        way_space_destroy(space);
    }
    return status;
}

way_choice way_navigator_choice(const way_navigator *navigator)
{
    const bool able = wayi_navigator_takes(navigator, WAY_GOAL_EXACT);
    const char *why = able ? "it was asked for" : "the ground is not what the algorithm needs";
    return (way_choice){able ? navigator->algorithm->info.name : navigator->stand_in,
                        navigator->reason ? navigator->reason : why};
}

const way_algorithm *way_navigator_algorithm(const way_navigator *navigator)
{
    return &navigator->algorithm->info;
}

way_space *way_navigator_space(const way_navigator *navigator)
{
    return navigator->space;
}

int32_t way_navigator_param(const way_navigator *navigator, uint32_t index)
{
    return index < navigator->algorithm->info.param_count ? navigator->params[index] : 0;
}

/// Most expansions of a look-ahead.
static uint32_t navigator_lookahead(const way_navigator *navigator)
{
    const wayi_algorithm *algorithm = navigator->algorithm;
    if (algorithm->lookahead) {
        return algorithm->lookahead(navigator);
    }
    for (uint32_t i = 0; i < algorithm->info.param_count; i++) {
        if (strcmp(algorithm->info.params[i].name, "lookahead") == 0) {
            return (uint32_t)navigator->params[i];
        }
    }
    return 1;
}

uint32_t way_navigator_lookahead(const way_navigator *navigator)
{
    if (!(navigator->algorithm->info.traits & WAY_TRAIT_REALTIME) ||
        !wayi_navigator_takes(navigator, WAY_GOAL_EXACT)) {
        return 0;
    }
    const uint32_t lookahead = navigator_lookahead(navigator);
    const uint32_t beside = navigator->algorithm->beside;
    const bool comes_back = way_space_traits(navigator->space) & WAY_SPACE_SYMMETRIC;
    return lookahead + (beside && !comes_back ? (lookahead - 1) / beside + 1 : 0);
}

size_t way_navigator_bytes(const way_navigator *navigator)
{
    return sizeof *navigator + (size_t)navigator->meter.bytes;
}
