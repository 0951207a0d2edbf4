// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The look for leaks at the end of a sanitized program. The sanitizer's own takes four seconds per
// process on some machines, however little was allocated. So blocks are counted as they come and
// go, and it looks only when some are left. Linked into every program of a build with the address
// sanitizer.
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>

// The sanitizer's interface; not every compiler ships the headers.
int __sanitizer_install_malloc_and_free_hooks(void (*on_malloc)(const volatile void *block,
                                                                size_t size),
                                              void (*on_free)(const volatile void *block));
void __lsan_do_leak_check(void);
const char *__asan_default_options(void);

static _Atomic(long) live;

const char *__asan_default_options(void)
{
    return "leak_check_at_exit=0";
}

static void count_malloc(const volatile void *block, size_t size)
{
    (void)size;
    if (block != NULL) {
        atomic_fetch_add_explicit(&live, 1, memory_order_relaxed);
    }
}

static void count_free(const volatile void *block)
{
    if (block != NULL) {
        atomic_fetch_sub_explicit(&live, 1, memory_order_relaxed);
    }
}

__attribute__((constructor)) static void start_counting(void)
{
    // A buffer of the library's own would be left at the end.
    static char buffer[BUFSIZ];
    setvbuf(stdout, buffer, _IOLBF, sizeof buffer);
    __sanitizer_install_malloc_and_free_hooks(count_malloc, count_free);
}

__attribute__((destructor)) static void look_if_blocks_are_left(void)
{
    if (atomic_load_explicit(&live, memory_order_relaxed) != 0) {
        __lsan_do_leak_check();
    }
}
