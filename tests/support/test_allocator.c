// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Each block carries its size and a mark before it and guard bytes behind it, which a free checks.
#include "support/test_allocator.h"

#include "support/test.h"

#include <stdlib.h>
#include <string.h>

#define TEST_ALLOCATOR_LIVE UINT64_C(0x57A7B10C57A7B10C)
#define TEST_ALLOCATOR_DEAD UINT64_C(0xDEADB10CDEADB10C)
#define TEST_ALLOCATOR_GUARD 16
#define TEST_ALLOCATOR_GUARD_BYTE 0x6B

typedef union test_allocator_head {
    struct {
        uint64_t mark;
        size_t size;
        const test_allocator *owner;
    } block;
    max_align_t alignment;
} test_allocator_head;

static bool test_allocator_refuses(test_allocator *memory, size_t size)
{
    memory->calls++;
    const bool full = memory->limit_bytes != 0 && (memory->live_bytes > memory->limit_bytes ||
                                                   size > memory->limit_bytes - memory->live_bytes);
    if (memory->calls == memory->fail_at || full) {
        memory->failures++;
        return true;
    }
    return false;
}

static void *test_allocator_alloc(size_t size, void *user)
{
    test_allocator *memory = user;
    if (size == 0) {
        fail_msg("an allocation of 0 bytes");
    }
    if (test_allocator_refuses(memory, size) ||
        size > SIZE_MAX - sizeof(test_allocator_head) - TEST_ALLOCATOR_GUARD) {
        return NULL;
    }
    test_allocator_head *head = malloc(sizeof(*head) + size + TEST_ALLOCATOR_GUARD);
    if (head == NULL) {
        return NULL;
    }
    head->block.mark = TEST_ALLOCATOR_LIVE;
    head->block.size = size;
    head->block.owner = memory;
    unsigned char *bytes = (unsigned char *)(head + 1);
    memset(bytes, 0x5A, size);
    memset(bytes + size, TEST_ALLOCATOR_GUARD_BYTE, TEST_ALLOCATOR_GUARD);
    memory->live_blocks++;
    memory->live_bytes += size;
    if (memory->live_bytes > memory->peak_bytes) {
        memory->peak_bytes = memory->live_bytes;
    }
    // cppcheck-suppress memleak ; the head goes out with the bytes
    return bytes;
}

const char *test_allocator_fault(const test_allocator *memory, const void *pointer, size_t size)
{
    if (pointer == NULL) {
        return "a free of NULL";
    }
    const test_allocator_head *head = (const test_allocator_head *)pointer - 1;
    if (head->block.mark != TEST_ALLOCATOR_LIVE || head->block.owner != memory) {
        return "a free of something this allocator did not give";
    }
    if (head->block.size != size) {
        return "a free with the wrong size";
    }
    const unsigned char *guard = (const unsigned char *)pointer + size;
    for (size_t i = 0; i < TEST_ALLOCATOR_GUARD; i++) {
        if (guard[i] != TEST_ALLOCATOR_GUARD_BYTE) {
            return "a free of a block that was overrun";
        }
    }
    return NULL;
}

static void test_allocator_free(void *pointer, size_t size, void *user)
{
    test_allocator *memory = user;
    const char *fault = test_allocator_fault(memory, pointer, size);
    if (fault != NULL) {
        fail_msg("%s", fault);
    }
    test_allocator_head *head = (test_allocator_head *)pointer - 1;
    head->block.mark = TEST_ALLOCATOR_DEAD;
    memory->live_blocks--;
    memory->live_bytes -= size;
    free(head);
}

void test_allocator_init(test_allocator *memory)
{
    *memory = (test_allocator){
        .allocator = {.alloc = test_allocator_alloc, .free = test_allocator_free, .user = memory},
    };
}

void test_allocator_fail_next(test_allocator *memory, uint64_t nth)
{
    memory->fail_at = nth == 0 ? 0 : memory->calls + nth;
}

void test_allocator_check_empty(const test_allocator *memory)
{
    if (memory->live_blocks != 0 || memory->live_bytes != 0) {
        fail_msg("%zu blocks of %zu bytes leaked", memory->live_blocks, memory->live_bytes);
    }
}

void test_allocator_fail_each(test_allocator_scenario scenario)
{
    for (uint64_t nth = 1;; nth++) {
        test_allocator memory;
        test_allocator_init(&memory);
        memory.fail_at = nth;
        const bool worked = scenario(&memory);
        test_allocator_check_empty(&memory);
        if (worked != (memory.failures == 0)) {
            fail_msg("allocation %llu %s", (unsigned long long)nth,
                     worked ? "failed unnoticed" : "did not fail, yet the scenario did");
        }
        if (worked) {
            assert_true(nth > 1); // A scenario without allocations proves nothing.
            return;
        }
    }
}
