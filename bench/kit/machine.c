// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#define _GNU_SOURCE

#include "bench/kit/machine.h"

#include "bench/kit/stopwatch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>
#ifdef __linux__
#include <sched.h>
#endif

#ifndef BENCH_FLAGS
#define BENCH_FLAGS "unknown"
#endif
#define MACHINE_SAMPLES 2001

static void machine_read_processor(bench_machine *machine)
{
    (void)snprintf(machine->processor, sizeof machine->processor, "unknown");
    FILE *file = fopen("/proc/cpuinfo", "r");
    char line[256];
    while (file && fgets(line, sizeof line, file)) {
        const char *colon = strchr(line, ':');
        if (colon && strncmp(line, "model name", 10) == 0) {
            line[strcspn(line, "\n")] = '\0';
            (void)snprintf(machine->processor, sizeof machine->processor, "%.120s", colon + 2);
            break;
        }
    }
    if (file) {
        (void)fclose(file);
    }
}

static int machine_less(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

static double machine_measure_clock(void)
{
    static const int half = MACHINE_SAMPLES / 2;
    double samples[MACHINE_SAMPLES];
    for (int i = 0; i < MACHINE_SAMPLES; i++) {
        const double before = stopwatch_now();
        samples[i] = stopwatch_now() - before;
    }
    qsort(samples, MACHINE_SAMPLES, sizeof *samples, machine_less);
    return samples[half];
}

bench_machine bench_machine_look(void)
{
    bench_machine machine = {.processors = 1};
    struct utsname name;
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    machine.processors = count > 0 ? (uint32_t)count : 1;
    machine_read_processor(&machine);
    if (uname(&name) == 0) {
        // The first two numbers of the release are enough.
        char *dot = strchr(name.release, '.');
        const int size = dot ? (int)(dot - name.release + 1 + (long)strspn(dot + 1, "0123456789"))
                             : (int)strlen(name.release);
        (void)snprintf(machine.system, sizeof machine.system, "%.40s %.*s %.40s", name.sysname,
                       size < 40 ? size : 40, name.release, name.machine);
    }
#if defined(__clang__)
    (void)snprintf(machine.compiler, sizeof machine.compiler, "clang %s", __clang_version__);
#elif defined(__GNUC__)
    (void)snprintf(machine.compiler, sizeof machine.compiler, "gcc %s", __VERSION__);
#else
    (void)snprintf(machine.compiler, sizeof machine.compiler, "unknown");
#endif
    (void)snprintf(machine.flags, sizeof machine.flags, "%s", BENCH_FLAGS);
    (void)snprintf(machine.clock, sizeof machine.clock, "CLOCK_MONOTONIC");
    machine.clock_overhead = machine_measure_clock();
    return machine;
}

#ifdef __linux__
bool bench_machine_pin(bool pinned)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    const int now = sched_getcpu();
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    for (int i = 0; i < (int)count && i < CPU_SETSIZE; i++) {
        if (!pinned || i == now) {
            CPU_SET((size_t)i, &set);
        }
    }
    return sched_setaffinity(0, sizeof set, &set) == 0;
}
#else
bool bench_machine_pin(bool pinned)
{
    (void)pinned;
    return false;
}
#endif
