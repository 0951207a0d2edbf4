// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What every test starts from: cmocka with the headers it wants first, and seeded random numbers.
#pragma once

#include <waymark/base.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

/// How far to go on from one round to the next where all are alike: a sanitizer makes everything
/// slow, and looks for other faults than the plain build, which does not leave any out.
#ifndef TEST_STRIDE
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || defined(WAY_HOSTILE)
#define TEST_STRIDE 7u
#else
#define TEST_STRIDE 1u
#endif
#endif

/// A generator for a randomised test. Prints its seed; WAYMARK_TEST_SEED repeats or varies a run.
static inline way_rng test_rng(uint64_t seed)
{
    const char *given = getenv("WAYMARK_TEST_SEED");
    if (given != NULL && given[0] != '\0') {
        seed = strtoull(given, NULL, 0);
    }
    print_message("             WAYMARK_TEST_SEED=%llu\n", (unsigned long long)seed);
    return way_rng_seed(seed);
}
