// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Word to the machine of what will be read soon.
#pragma once

#include <stddef.h>

static inline void wayi_expect(const void *address)
{
#if defined(__GNUC__)
    __builtin_prefetch(address);
#else
    (void)address;
#endif
}

/// The same for something of more than one line.
static inline void wayi_expect_all(const void *address, size_t size)
{
    for (size_t at = 0; at < size; at += 64) {
        wayi_expect((const char *)address + at);
    }
}
