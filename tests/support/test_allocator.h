// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// An allocator that counts, checks every free and can fail on demand.
//
//     test_allocator memory;
//     test_allocator_init(&memory);
//     memory.fail_at = 3;                    // the third allocation from now on gives NULL
//     ... code under test with &memory.allocator ...
//     test_allocator_check_empty(&memory);   // no leak
#pragma once

#include <waymark/base.h>

typedef struct test_allocator {
    way_allocator allocator; ///< Hand out its address; the test_allocator must stay where it is.
    uint64_t calls;          ///< Allocations asked for so far, failed ones included.
    uint64_t fail_at;        ///< The value of `calls` that fails, once; 0: none.
    uint64_t failures;       ///< Allocations refused so far.
    size_t limit_bytes;      ///< Allocations beyond this many live bytes fail; 0: no limit.
    size_t live_bytes;       ///< Bytes out now.
    size_t peak_bytes;       ///< The most bytes out at any time.
    size_t live_blocks;      ///< Blocks out now.
} test_allocator;

/// Starts at zero: nothing out, nothing fails.
void test_allocator_init(test_allocator *memory);

/// Lets the `nth` allocation from now fail, 1 being the next; 0: none.
void test_allocator_fail_next(test_allocator *memory, uint64_t nth);

/// Fails the running test unless everything was given back.
void test_allocator_check_empty(const test_allocator *memory);

/// What is wrong with giving back `pointer` as `size` bytes, or NULL. The free function asks this
/// and fails the running test.
const char *test_allocator_fault(const test_allocator *memory, const void *pointer, size_t size);

/// Something that uses memory, gives all of it back, and says whether everything worked.
typedef bool (*test_allocator_scenario)(test_allocator *memory);

/// Runs the scenario with the first allocation failing, then the second and so on until none is
/// left to fail. Each run must report the failure and give everything back.
void test_allocator_fail_each(test_allocator_scenario scenario);
