// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A flag that several threads may raise at once, and a tally and a count that they may add to, as
// long as nobody looks at them meanwhile.
#pragma once

#include <stdint.h>

#if defined(_MSC_VER) && defined(_WIN64)
long long _InterlockedExchangeAdd64(long long volatile *value, long long more);
#endif
#if defined(_MSC_VER)
long _InterlockedExchangeAdd(long volatile *value, long more);
#endif

static inline void wayi_flag_raise(uint8_t *flag)
{
#if defined(__GNUC__)
    __atomic_store_n(flag, 1, __ATOMIC_RELAXED);
#else
    *(volatile uint8_t *)flag = 1;
#endif
}

static inline void wayi_tally_add(uint64_t *tally, uint64_t count)
{
#if defined(__GNUC__)
    __atomic_fetch_add(tally, count, __ATOMIC_RELAXED);
#elif defined(_MSC_VER) && defined(_WIN64)
    _InterlockedExchangeAdd64((long long volatile *)tally, (long long)count);
#else
    *(volatile uint64_t *)tally += count;
#endif
}

/// Wraps: to take one away is to add UINT32_MAX.
static inline void wayi_count_add(uint32_t *count, uint32_t more)
{
#if defined(__GNUC__)
    __atomic_fetch_add(count, more, __ATOMIC_RELAXED);
#elif defined(_MSC_VER)
    _InterlockedExchangeAdd((long volatile *)count, (long)more);
#else
    *(volatile uint32_t *)count += more;
#endif
}
