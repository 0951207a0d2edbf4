// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#define _GNU_SOURCE

#include "bench/kit/machine.h"

#include "bench/kit/commit.h"
#include "bench/kit/numbers.h"
#include "bench/kit/stopwatch.h"

#include <waymark/base.h>
#include <waymark/file.h>

#include <inttypes.h>
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

// Arm's processors tell numbers; these are the names of what servers and small computers have.
static const struct {
    unsigned implementer, part;
    const char *name;
} machine_arms[] = {
    {0x41, 0xd03, "Cortex-A53"},  {0x41, 0xd07, "Cortex-A57"},  {0x41, 0xd08, "Cortex-A72"},
    {0x41, 0xd0b, "Cortex-A76"},  {0x41, 0xd0c, "Neoverse-N1"}, {0x41, 0xd40, "Neoverse-V1"},
    {0x41, 0xd49, "Neoverse-N2"}, {0x41, 0xd4f, "Neoverse-V2"}, {0x41, 0xd84, "Neoverse-V3"},
    {0x41, 0xd8e, "Neoverse-N3"}, {0x61, 0x022, "Apple M1"},    {0x61, 0x023, "Apple M1"},
    {0x61, 0x032, "Apple M2"},    {0xc0, 0xac3, "Ampere-1"},    {0xc0, 0xac4, "Ampere-1a"},
    {0x48, 0xd01, "Kunpeng-920"}, {0x51, 0xc00, "Falkor"},      {0x43, 0x0af, "ThunderX2"},
};

static void machine_name_arm(bench_machine *machine, unsigned implementer, unsigned part)
{
    (void)snprintf(machine->processor, sizeof machine->processor,
                   "Arm implementer 0x%02x part 0x%03x", implementer, part);
    for (size_t i = 0; i < sizeof machine_arms / sizeof *machine_arms; i++) {
        if (machine_arms[i].implementer == implementer && machine_arms[i].part == part) {
            (void)snprintf(machine->processor, sizeof machine->processor, "%s",
                           machine_arms[i].name);
        }
    }
}

static void machine_read_processor(bench_machine *machine)
{
    (void)snprintf(machine->processor, sizeof machine->processor, "unknown");
    FILE *file = fopen("/proc/cpuinfo", "r");
    char line[256];
    unsigned implementer = 0;
    while (file && fgets(line, sizeof line, file)) {
        const char *colon = strchr(line, ':');
        if (!colon) {
            continue;
        }
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "model name", 10) == 0) {
            (void)snprintf(machine->processor, sizeof machine->processor, "%.120s", colon + 2);
            break;
        }
        if (strncmp(line, "CPU implementer", 15) == 0) {
            implementer = (unsigned)strtoul(colon + 1, NULL, 16);
        } else if (strncmp(line, "CPU part", 8) == 0) {
            machine_name_arm(machine, implementer, (unsigned)strtoul(colon + 1, NULL, 16));
            break;
        }
    }
    if (file) {
        (void)fclose(file);
    }
}

// Two programs with the same bytes do the same; where they can't be read, the commit has to do.
static void machine_read_build(bench_machine *machine)
{
    way_file file = {0};
    (void)snprintf(machine->commit, sizeof machine->commit, "%s", BENCH_COMMIT);
    (void)snprintf(machine->build, sizeof machine->build, "%.20s", BENCH_COMMIT);
    if (way_file_read("/proc/self/exe", 0, NULL, &file, NULL) == WAY_STATUS_OK) {
        (void)snprintf(machine->build, sizeof machine->build, "%016" PRIx64,
                       way_hash_bytes(0, file.bytes, file.size));
        way_file_free(&file);
    }
}

static double machine_measure_clock(void)
{
    static const int half = MACHINE_SAMPLES / 2;
    double samples[MACHINE_SAMPLES];
    for (int i = 0; i < MACHINE_SAMPLES; i++) {
        const double before = stopwatch_now();
        samples[i] = stopwatch_now() - before;
    }
    bench_sort(samples, MACHINE_SAMPLES);
    return samples[half];
}

#ifdef __linux__
// Where the process may run is not ours to widen: what is there at first is kept and given back.
bool bench_machine_pin(bool pinned)
{
    static cpu_set_t whole;
    static bool known;
    if (!known && sched_getaffinity(0, sizeof whole, &whole) != 0) {
        return false;
    }
    known = true;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET((size_t)sched_getcpu(), &one);
    return sched_setaffinity(0, sizeof one, pinned ? &one : &whole) == 0;
}

static uint32_t machine_processors(void)
{
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? (uint32_t)CPU_COUNT(&set) : 1;
}
#else
bool bench_machine_pin(bool pinned)
{
    (void)pinned;
    return false;
}

static uint32_t machine_processors(void)
{
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (uint32_t)count : 1;
}
#endif

bench_machine bench_machine_look(void)
{
    bench_machine machine = {.processors = 1};
    struct utsname name;
    machine.processors = machine_processors();
    machine_read_processor(&machine);
    machine_read_build(&machine);
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
