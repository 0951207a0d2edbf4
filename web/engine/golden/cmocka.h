// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// All of cmocka that tests assert and report with, for a page that has no processes or long jumps:
// a failure says where and stops the module. Mocks are missing: nothing here has use for them.
#pragma once

#include <stdio.h>
#include <string.h>

struct CMUnitTest {
    const char *name;
    void (*test_func)(void **state);
    int (*setup_func)(void **state);
    int (*teardown_func)(void **state);
    void *initial_state;
};

_Noreturn void golden_fail(const char *file, int line, const char *what);
int _cmocka_run_group_tests(const char *name, const struct CMUnitTest *tests, size_t count,
                            void *setup, void *teardown);
void cmocka_set_test_filter(const char *pattern);

#define cmocka_unit_test_prestate_setup_teardown(function, setup, teardown, state)                 \
    {                                                                                              \
#function, function, setup, teardown, state                                                \
    }
#define cmocka_unit_test(function)                                                                 \
    cmocka_unit_test_prestate_setup_teardown(function, NULL, NULL, NULL)
#define cmocka_unit_test_setup(function, setup)                                                    \
    cmocka_unit_test_prestate_setup_teardown(function, setup, NULL, NULL)
#define cmocka_unit_test_teardown(function, teardown)                                              \
    cmocka_unit_test_prestate_setup_teardown(function, NULL, teardown, NULL)
#define cmocka_unit_test_setup_teardown(function, setup, teardown)                                 \
    cmocka_unit_test_prestate_setup_teardown(function, setup, teardown, NULL)
#define cmocka_unit_test_prestate(function, state)                                                 \
    cmocka_unit_test_prestate_setup_teardown(function, NULL, NULL, state)
#define cmocka_run_group_tests(tests, setup, teardown)                                             \
    _cmocka_run_group_tests(#tests, tests, sizeof(tests) / sizeof(tests)[0], setup, teardown)

#define fail() golden_fail(__FILE__, __LINE__, "failed")
#define fail_msg(...) ((void)printf(__VA_ARGS__), fail())
#define skip() return
#define print_message(...) ((void)printf(__VA_ARGS__))
#define print_error(...) ((void)printf(__VA_ARGS__))

#define assert_true(condition) ((condition) ? (void)0 : golden_fail(__FILE__, __LINE__, #condition))
#define assert_false(condition) assert_true(!(condition))
#define assert_non_null(pointer) assert_true((pointer) != NULL)
#define assert_null(pointer) assert_true((pointer) == NULL)
#define assert_ptr_equal(a, b) assert_true((const void *)(a) == (const void *)(b))
#define assert_ptr_not_equal(a, b) assert_true((const void *)(a) != (const void *)(b))
#define assert_int_equal(a, b) assert_true((a) == (b))
#define assert_int_not_equal(a, b) assert_true((a) != (b))
#define assert_uint_equal(a, b) assert_true((a) == (b))
#define assert_uint_not_equal(a, b) assert_true((a) != (b))
#define assert_float_equal(a, b, epsilon)                                                          \
    assert_true((a) - (b) <= (epsilon) && (b) - (a) <= (epsilon))
#define assert_double_equal(a, b, epsilon) assert_float_equal(a, b, epsilon)
#define assert_string_equal(a, b) assert_true(strcmp(a, b) == 0)
#define assert_string_not_equal(a, b) assert_true(strcmp(a, b) != 0)
#define assert_memory_equal(a, b, size) assert_true(memcmp(a, b, size) == 0)
#define assert_memory_not_equal(a, b, size) assert_true(memcmp(a, b, size) != 0)
#define assert_in_range(value, low, high) assert_true((value) >= (low) && (value) <= (high))
#define assert_not_in_range(value, low, high) assert_true((value) < (low) || (value) > (high))
#define assert_return_code(code, error) assert_true((code) >= 0)
