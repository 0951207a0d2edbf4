// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// "name(param=value, ...)": what it means and what is said when it means nothing.
#include "search/conformance.h"
#include "search/registry/registry.h"
#include "support/test.h"

#include <string.h>

/// The value of a named parameter after parsing a spec of an algorithm that has it.
static int32_t value_of(const char *spec, const char *name)
{
    const wayi_algorithm *algorithm = NULL;
    int32_t params[WAY_PARAMS_MAX];
    way_problem problem;
    if (wayi_spec_parse(spec, &algorithm, params, &problem) != WAY_STATUS_OK) {
        fail_msg("%s: %s", spec, problem.text);
    }
    assert_string_equal(problem.text, "");
    for (uint32_t i = 0; i < algorithm->info.param_count; i++) {
        if (strcmp(algorithm->info.params[i].name, name) == 0) {
            return params[i];
        }
    }
    fail_msg("%s has no %s", spec, name);
    return 0;
}

static void values_when_well_formed(void **state)
{
    (void)state;
    assert_int_equal(value_of("astar", "tie"), 0);
    assert_int_equal(value_of("  astar  ", "tie"), 0);
    assert_int_equal(value_of("astar()", "tie"), 0);
    assert_int_equal(value_of("astar( )", "tie"), 0);
    assert_int_equal(value_of("astar(open=bucket)", "open"), 1);
    assert_int_equal(value_of(" astar ( open = bucket , tie = low_g ) ", "tie"), 1);
    assert_int_equal(value_of("astar(fast=on)", "fast"), 1);
    assert_int_equal(value_of("astar(fast=yes)", "fast"), 1);
    assert_int_equal(value_of("astar(fast=1)", "fast"), 1);
    assert_int_equal(value_of("astar(fast=off)", "fast"), 0);
    assert_int_equal(value_of("astar(fast=no)", "fast"), 0);
    assert_int_equal(value_of("astar(fast=0)", "fast"), 0);
    // Other names bring parameters of their own, which those that are given follow.
    assert_int_equal(value_of("bucketastar", "open"), 1);
    assert_int_equal(value_of("bucketastar", "tie"), 0);
    assert_int_equal(value_of(" bucketastar ( tie = low_g )", "open"), 1);
    assert_int_equal(value_of("bucketastar(tie=low_g)", "tie"), 1);
    assert_int_equal(value_of("bucketastar(open=skew)", "open"), 3);
    // The last of two wins.
    assert_int_equal(value_of("astar(open=bucket,open=skew)", "open"), 3);
}

/// Names of the release before still mean what they meant, in their own algorithm only.
static void values_under_old_names(void **state)
{
    (void)state;
    assert_int_equal(value_of("dba(trim=off)", "shortcuts"), 0);
    assert_int_equal(value_of("dba(lookahead=77)", "reads"), 77);
    assert_int_equal(value_of("hcdps(trim=off, lookahead=78)", "reads"), 78);
    assert_int_equal(value_of("sectors(trim=0.1)", "discard"),
                     value_of("sectors(discard=0.1)", "discard"));
    assert_int_equal(value_of("regioncpd(lookahead=79)", "reads"), 79);
    assert_int_equal(value_of("hpastar(wide=9)", "two_from"), 9);
    assert_int_equal(value_of("dhpastar(wide=9)", "two_from"), 9);
    assert_int_equal(value_of("prastar(wide=off)", "margin"), 0);
    const wayi_algorithm *algorithm = NULL;
    int32_t params[WAY_PARAMS_MAX];
    assert_int_equal(wayi_spec_parse("astar(trim=off)", &algorithm, params, NULL),
                     WAY_STATUS_NOT_FOUND);
}

static void problem_when_malformed(void **state)
{
    (void)state;
    static const struct {
        const char *spec;
        way_status status;
        uint32_t column;
        const char *says;
    } cases[] = {
        {"", WAY_STATUS_NOT_FOUND, 1, "'' is not an algorithm"},
        {"   ", WAY_STATUS_NOT_FOUND, 4, "'' is not an algorithm"},
        {"nonsense", WAY_STATUS_NOT_FOUND, 1, "'nonsense' is not an algorithm"},
        {"  Astar", WAY_STATUS_NOT_FOUND, 3, "'Astar' is not an algorithm"},
        {"astarr", WAY_STATUS_NOT_FOUND, 1, "'astarr' is not an algorithm"},
        {"asta", WAY_STATUS_NOT_FOUND, 1, "'asta' is not an algorithm"},
        {"astar(depth=3)", WAY_STATUS_NOT_FOUND, 7, "'depth' is not a parameter of astar"},
        {"astar(open)", WAY_STATUS_BAD_FORMAT, 11, "expected '=' before ')'"},
        {"astar(open=)", WAY_STATUS_OUT_OF_RANGE, 12, "'' does not fit open; expected heap4|"},
        {"astar(open=wood)", WAY_STATUS_OUT_OF_RANGE, 12, "'wood' does not fit open; expected"},
        {"astar(fast=maybe)", WAY_STATUS_OUT_OF_RANGE, 12,
         "'maybe' does not fit fast; expected on or off"},
        {"astar(fast=on", WAY_STATUS_BAD_FORMAT, 14, "expected ',' or ')' at the end"},
        {"astar(fast=on;tie=low_g)", WAY_STATUS_BAD_FORMAT, 14, "expected ',' or ')' before ';"},
        {"astar(fast=on,)", WAY_STATUS_NOT_FOUND, 15, "'' is not a parameter of astar"},
        {"astar(", WAY_STATUS_NOT_FOUND, 7, "'' is not a parameter of astar"},
        {"astar)", WAY_STATUS_BAD_FORMAT, 6, "expected '(' or the end before ')'"},
        {"astar() x", WAY_STATUS_BAD_FORMAT, 9, "before 'x'"},
        {"astar x", WAY_STATUS_BAD_FORMAT, 7, "expected '(' or the end before 'x'"},
    };
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const wayi_algorithm *algorithm = NULL;
        int32_t params[WAY_PARAMS_MAX];
        way_problem problem;
        const way_status status = wayi_spec_parse(cases[i].spec, &algorithm, params, &problem);
        if (status != cases[i].status || problem.line != 1 || problem.column != cases[i].column ||
            !strstr(problem.text, cases[i].says)) {
            fail_msg("\"%s\": %s, column %u: %s", cases[i].spec, way_status_name(status),
                     problem.column, problem.text);
        }
        assert_int_equal(wayi_spec_parse(cases[i].spec, &algorithm, params, NULL), status);
    }
}

/// Formats a value of a number type, beyond its range where asked to.
static void format_number(const way_param *param, int64_t value, char *text, size_t size)
{
    const int64_t scale = param->type == WAY_PARAM_RATIO ? 1000 : 1;
    const int64_t whole = value / scale;
    const int64_t rest = (value < 0 ? -value : value) % scale;
    if (scale == 1) {
        snprintf(text, size, "%lld", (long long)whole);
    } else {
        snprintf(text, size, "%s%lld.%03lld", value < 0 && whole == 0 ? "-" : "", (long long)whole,
                 (long long)rest);
    }
}

static void check_number(const way_algorithm *info, uint32_t index, int64_t value, bool fits)
{
    const way_param *param = &info->params[index];
    char text[40];
    char spec[160];
    format_number(param, value, text, sizeof text);
    snprintf(spec, sizeof spec, "%s(%s=%s)", info->name, param->name, text);
    const wayi_algorithm *algorithm = NULL;
    int32_t params[WAY_PARAMS_MAX];
    way_problem problem;
    const way_status status = wayi_spec_parse(spec, &algorithm, params, &problem);
    if (status != (fits ? WAY_STATUS_OK : WAY_STATUS_OUT_OF_RANGE)) {
        fail_msg("%s: %s %s", spec, way_status_name(status), problem.text);
    }
    if (fits) {
        assert_int_equal(params[index], value);
    } else {
        assert_non_null(strstr(problem.text, "expected"));
        assert_int_equal(problem.column, strlen(info->name) + strlen(param->name) + 3);
    }
}

/// Both ends of every number of the registry fit; one more and one less don't.
static void numbers_when_at_their_ends(void **state)
{
    (void)state;
    uint32_t checked = 0;
    for (uint32_t i = 0; i < way_algorithm_count(); i++) {
        const way_algorithm *info = way_algorithm_at(i);
        for (uint32_t k = 0; k < info->param_count; k++) {
            const way_param *param = &info->params[k];
            if (param->type == WAY_PARAM_CHOICE || param->type == WAY_PARAM_SWITCH) {
                continue;
            }
            check_number(info, k, param->min, true);
            check_number(info, k, param->max, true);
            check_number(info, k, param->default_value, true);
            check_number(info, k, (int64_t)param->min - 1, false);
            check_number(info, k, (int64_t)param->max + 1, false);
            check_number(info, k, INT64_C(99999999999), false);
            checked++;
        }
    }
    if (checked == 0) {
        print_message("no algorithm has a number yet\n");
        skip();
    }
}

/// Every variant that the conformance tests use parses, and the navigator has its value.
static void variants_when_parsed(void **state)
{
    (void)state;
    char spec[CONFORMANCE_SPEC_MAX];
    for (uint32_t i = 0; i < way_algorithm_count(); i++) {
        for (uint32_t k = 0; conformance_variant(way_algorithm_at(i), k, spec); k++) {
            const wayi_algorithm *algorithm = NULL;
            int32_t params[WAY_PARAMS_MAX];
            assert_int_equal(wayi_spec_parse(spec, &algorithm, params, NULL), WAY_STATUS_OK);
            assert_ptr_equal(&algorithm->info, way_algorithm_at(i));
            uint32_t changed = 0;
            for (uint32_t p = 0; p < algorithm->info.param_count; p++) {
                changed += params[p] != algorithm->info.params[p].default_value;
            }
            // A limit of the algorithm's own is set in every variant.
            assert_true(changed == (k > 0) || strstr(spec, "limit="));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_when_well_formed), cmocka_unit_test(values_under_old_names),
        cmocka_unit_test(problem_when_malformed),  cmocka_unit_test(numbers_when_at_their_ends),
        cmocka_unit_test(variants_when_parsed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
