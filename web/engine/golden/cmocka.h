// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// As much of cmocka as the golden tests use, for a page that has no processes or long jumps: a
// failure says where and stops the module.
#pragma once

#include <stdio.h>

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

#define cmocka_unit_test(function)                                                                 \
    {                                                                                              \
#function, function, NULL, NULL, NULL                                                      \
    }
#define cmocka_run_group_tests(tests, setup, teardown)                                             \
    _cmocka_run_group_tests(#tests, tests, sizeof(tests) / sizeof(tests)[0], setup, teardown)

#define fail_msg(...) golden_fail(__FILE__, __LINE__, "failed")
#define skip() return
#define fail() golden_fail(__FILE__, __LINE__, "failed")
#define assert_true(condition) ((condition) ? (void)0 : golden_fail(__FILE__, __LINE__, #condition))
#define assert_false(condition) assert_true(!(condition))
#define assert_int_not_equal(a, b) assert_true((a) != (b))
#define assert_non_null(pointer) assert_true((pointer) != NULL)
#define assert_null(pointer) assert_true((pointer) == NULL)
#define assert_int_equal(a, b) assert_true((a) == (b))
#define assert_in_range(value, low, high) assert_true((value) >= (low) && (value) <= (high))
#define print_message(...) ((void)printf(__VA_ARGS__))
#define print_error(...) ((void)printf(__VA_ARGS__))
