// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include <waymark/base.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

static void status_text_when_known(void **state)
{
    (void)state;
    assert_string_equal(way_status_text(WAY_STATUS_OK), "ok");
    assert_string_equal(way_status_text(WAY_STATUS_NO_MEMORY), "out of memory");
    assert_string_equal(way_status_text(WAY_STATUS_WRONG_STATE), "call out of order");
    assert_string_equal(way_status_name(WAY_STATUS_OK), "OK");
    assert_string_equal(way_status_name(WAY_STATUS_WRONG_STATE), "WRONG_STATE");
}
static void outcome_text_when_known(void **state)
{
    (void)state;
    assert_string_equal(way_outcome_text(WAY_OUTCOME_WORKING), "still working");
    assert_string_equal(way_outcome_text(WAY_OUTCOME_CANCELLED), "cancelled");
    assert_string_equal(way_outcome_name(WAY_OUTCOME_NO_PATH), "NO_PATH");
}
static void texts_when_out_of_range(void **state)
{
    (void)state;
    assert_string_equal(way_status_text(WAY_STATUS_COUNT), "unknown status");
    assert_string_equal(way_status_name((way_status)-1), "UNKNOWN");
    assert_string_equal(way_outcome_text(WAY_OUTCOME_COUNT), "unknown outcome");
    assert_string_equal(way_outcome_name((way_outcome)-1), "UNKNOWN");
}
static void texts_when_compared_are_distinct(void **state)
{
    (void)state;
    for (int a = 0; a < WAY_STATUS_COUNT; a++) {
        for (int b = 0; b < a; b++) {
            assert_string_not_equal(way_status_text((way_status)a), way_status_text((way_status)b));
        }
    }
    for (int a = 0; a < WAY_OUTCOME_COUNT; a++) {
        for (int b = 0; b < a; b++) {
            assert_string_not_equal(way_outcome_text((way_outcome)a),
                                    way_outcome_text((way_outcome)b));
        }
    }
}
static void version_equals_header(void **state)
{
    (void)state;
    char expected[32];
    snprintf(expected, sizeof expected, "%d.%d.%d", WAY_VERSION_MAJOR, WAY_VERSION_MINOR,
             WAY_VERSION_PATCH);
    assert_string_equal(way_version(), expected);
}
int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(status_text_when_known),
        cmocka_unit_test(outcome_text_when_known),
        cmocka_unit_test(texts_when_out_of_range),
        cmocka_unit_test(texts_when_compared_are_distinct),
        cmocka_unit_test(version_equals_header),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
