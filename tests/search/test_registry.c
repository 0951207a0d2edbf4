// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The registry is well formed: tools print it and iterate it without looking.
#include "search/registry/registry.h"
#include "support/test.h"

#include <string.h>

static void check_text(const way_algorithm *info, const char *what, const char *text)
{
    if (!text || !text[0] || strchr(text, '\n')) {
        fail_msg("%s: %s is not one line of text", info->name, what);
    }
}

static bool is_word(const char *text)
{
    for (; *text; text++) {
        if (!((*text >= 'a' && *text <= 'z') || (*text >= '0' && *text <= '9') || *text == '_')) {
            return false;
        }
    }
    return true;
}

static void names_are_unique_words(void **state)
{
    (void)state;
    assert_true(way_algorithm_count() > 0);
    for (uint32_t i = 0; i < way_algorithm_count(); i++) {
        const way_algorithm *info = way_algorithm_at(i);
        assert_true(is_word(info->name) && info->name[0]);
        assert_ptr_equal(way_algorithm_find(info->name), info);
        for (uint32_t k = 0; k < i; k++) {
            assert_string_not_equal(way_algorithm_at(k)->title, info->title);
        }
    }
    assert_null(way_algorithm_at(way_algorithm_count()));
    assert_null(way_algorithm_at(UINT32_MAX));
    assert_null(way_algorithm_find("no such thing"));
    assert_null(way_algorithm_find(""));
    assert_null(way_algorithm_find(NULL));
}

static void aliases_are_names_of_their_own(void **state)
{
    (void)state;
    const char *spec = NULL;
    uint32_t count = 0;
    for (; way_algorithm_alias_at(count, &spec); count++) {
        const char *name = way_algorithm_alias_at(count, &spec);
        const way_algorithm *info = way_algorithm_find(name);
        assert_true(is_word(name) && name[0]);
        assert_non_null(info);
        assert_memory_equal(info->name, spec, strlen(info->name));
        assert_string_not_equal(info->name, name);
        for (uint32_t i = 0; i < way_algorithm_count(); i++) {
            assert_string_not_equal(way_algorithm_at(i)->name, name);
        }
    }
    assert_true(count > 0);
    assert_null(spec);
    assert_null(way_algorithm_alias_at(UINT32_MAX, &spec));
}

static void texts_are_there(void **state)
{
    (void)state;
    static const char *const families[] = {"discrete",     "incremental", "anytime", "realtime",
                                           "hierarchical", "subgoal",     "spatial", "beacon"};
    for (uint32_t i = 0; i < way_algorithm_count(); i++) {
        const way_algorithm *info = way_algorithm_at(i);
        check_text(info, "title", info->title);
        check_text(info, "summary", info->summary);
        check_text(info, "reference", info->reference);
        check_text(info, "family", info->family);
        bool known = false;
        for (uint32_t k = 0; k < sizeof families / sizeof *families; k++) {
            known = known || strcmp(info->family, families[k]) == 0;
        }
        if (!known) {
            fail_msg("%s: no family is called %s", info->name, info->family);
        }
    }
}

static void check_param(const way_algorithm *info, const way_param *param)
{
    check_text(info, "parameter", param->name);
    check_text(info, param->name, param->help);
    assert_true(is_word(param->name));
    if (param->min > param->max || param->default_value < param->min ||
        param->default_value > param->max) {
        fail_msg("%s: %s = %d is not in [%d..%d]", info->name, param->name, param->default_value,
                 param->min, param->max);
    }
    assert_true(param->type <= WAY_PARAM_SWITCH);
    if (param->type == WAY_PARAM_SWITCH) {
        assert_true(param->min == 0 && param->max == 1);
    }
    if (param->type == WAY_PARAM_CHOICE) {
        assert_int_equal(param->min, 0);
        assert_non_null(param->choices);
        for (int32_t i = 0; i <= param->max; i++) {
            check_text(info, param->name, param->choices[i]);
            assert_true(is_word(param->choices[i]));
        }
    }
}

static void params_are_well_formed(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < way_algorithm_count(); i++) {
        const way_algorithm *info = way_algorithm_at(i);
        assert_true(info->param_count <= WAY_PARAMS_MAX);
        assert_true(info->param_count == 0 || info->params);
        for (uint32_t k = 0; k < info->param_count; k++) {
            check_param(info, &info->params[k]);
            for (uint32_t other = 0; other < k; other++) {
                assert_string_not_equal(info->params[other].name, info->params[k].name);
            }
        }
    }
}

/// Bits have texts, and every bit in use has one.
static void traits_and_needs_have_texts(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < way_algorithm_count(); i++) {
        const way_algorithm *info = way_algorithm_at(i);
        for (uint32_t bit = 1; bit; bit <<= 1) {
            assert_true(!(info->traits & bit) || way_trait_text(bit)[0]);
            assert_true(!(info->needs & bit) || way_need_text(bit)[0]);
        }
        if ((info->traits & WAY_TRAIT_OPTIMAL) && (info->traits & WAY_TRAIT_BOUNDED)) {
            fail_msg("%s: optimal says more than bounded", info->name);
        }
    }
    assert_string_equal(way_trait_text(0), "");
    assert_string_equal(way_trait_text(1u << 31), "");
    assert_string_equal(way_need_text(3), "");
}

static void tables_are_complete(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < wayi_algorithm_total; i++) {
        const wayi_algorithm *algorithm = wayi_algorithms[i];
        // Who takes memory gives it back.
        assert_true(!algorithm->create == !algorithm->destroy);
        assert_true(algorithm->begin && algorithm->step);
        assert_true(algorithm->memory_size > 0);
        const uint32_t traits = algorithm->info.traits;
        // A real-time search has always moved as far as it got.
        assert_true(!(traits & WAY_TRAIT_PARTIAL_PATHS) || algorithm->give_up ||
                    (traits & WAY_TRAIT_REALTIME));
        assert_true(!(traits & WAY_TRAIT_PREPARED) || algorithm->database.prepare);
        assert_true(!(traits & WAY_TRAIT_INCREMENTAL) || algorithm->change);
        assert_true(!algorithm->database.size || algorithm->database.discard ||
                    algorithm->database.list_count);
        assert_true(!algorithm->database.save || algorithm->database.open ||
                    algorithm->database.prepare);
    }
}

/// What is said to take larger maps is a parameter of the algorithm.
static void reliefs_name_parameters(void **state)
{
    (void)state;
    uint32_t found = 0;
    for (uint32_t i = 0; i < way_algorithm_count(); i++) {
        const way_algorithm *info = way_algorithm_at(i);
        const char *relief = ((const wayi_algorithm *)(const void *)info)->database.relief;
        for (uint32_t k = 0; relief && k < info->param_count; k++) {
            const char *name = strchr(relief, ' ');
            assert_true(name &&
                        (strncmp(relief, "raise ", 6) == 0 || strncmp(relief, "lower ", 6) == 0));
            found += strcmp(name + 1, info->params[k].name) == 0;
        }
        found -= relief != NULL;
        assert_int_equal(found, 0);
    }
}

/// Every algorithm that limits the map by a parameter says so, by name and number.
static void too_large_maps_name_the_parameter(void **state)
{
    (void)state;
    const way_map_config config = way_map_config_default(64, 64);
    way_map *map = NULL;
    way_space *space = NULL;
    uint32_t refused = 0;
    assert_int_equal(way_map_create(&config, &map), WAY_STATUS_OK);
    assert_int_equal(way_space_create_grid(map, 1, NULL, &space), WAY_STATUS_OK);
    for (uint32_t i = 0; i < way_algorithm_count(); i++) {
        const way_algorithm *info = way_algorithm_at(i);
        char spec[64];
        bool limits = false;
        for (uint32_t k = 0; k < info->param_count; k++) {
            limits = limits || strcmp(info->params[k].name, "cells") == 0;
        }
        if (!limits) {
            continue;
        }
        way_navigator *navigator = NULL;
        way_problem problem = {0};
        (void)snprintf(spec, sizeof spec, "%s(cells=2500)", info->name);
        const way_navigator_config plan = {.space = space, .algorithm = spec, .problem = &problem};
        assert_int_equal(way_navigator_create(&plan, &navigator), WAY_STATUS_TOO_LARGE);
        assert_null(navigator);
        assert_non_null(strstr(problem.text, "; raise cells (2500 now, at most "));
        assert_int_equal(strncmp(problem.text, info->name, strlen(info->name)), 0);
        refused++;
    }
    assert_true(refused >= 3);
    way_space_destroy(space);
    way_map_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_unique_words),
        cmocka_unit_test(aliases_are_names_of_their_own),
        cmocka_unit_test(texts_are_there),
        cmocka_unit_test(params_are_well_formed),
        cmocka_unit_test(traits_and_needs_have_texts),
        cmocka_unit_test(tables_are_complete),
        cmocka_unit_test(reliefs_name_parameters),
        cmocka_unit_test(too_large_maps_name_the_parameter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
