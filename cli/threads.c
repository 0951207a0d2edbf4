// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L

#include "cli/threads.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#define THREADS_MAX 64u

typedef struct threads_work {
    void (*body)(uint32_t index, void *argument);
    void *argument;
    uint32_t count;
    atomic_uint next;
} threads_work;

static void *threads_do(void *user)
{
    threads_work *work = user;
    for (;;) {
        const uint32_t index = atomic_fetch_add(&work->next, 1u);
        if (index >= work->count) {
            return NULL;
        }
        work->body(index, work->argument);
    }
}

uint32_t cli_threads_count(void)
{
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > (long)THREADS_MAX ? THREADS_MAX : (uint32_t)count;
}

void cli_threads_run(uint32_t threads, uint32_t count, void (*body)(uint32_t index, void *argument),
                     void *argument)
{
    threads_work work = {.body = body, .argument = argument, .count = count};
    pthread_t started[THREADS_MAX];
    uint32_t running = 0;
    while (running + 1 < threads && running + 1 < count && running < THREADS_MAX &&
           pthread_create(&started[running], NULL, threads_do, &work) == 0) {
        running++;
    }
    threads_do(&work); // this thread works, too; alone if no other could be started
    while (running > 0) {
        (void)pthread_join(started[--running], NULL);
    }
}
