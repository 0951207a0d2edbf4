// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// fuzz_seeds TARGET FROM TO [FIRST]: runs a target on the bytes that each seed makes, in processes
// of their own, and says which seeds broke a promise and how many plans or saves were judged. FIRST
// is the first byte of all inputs: of `replan` the number of the algorithm. Needs POSIX.
#define _DEFAULT_SOURCE // MAP_ANONYMOUS
#include "fuzz/targets.h"

#include <waymark/base.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define SEEDS_BYTES_MAX 1024u

/// The first byte of all inputs; none if it is not below 256.
static uint32_t seeds_first = 256;

/// What a process tells the one that started it.
typedef struct seeds_told {
    uint64_t seed; ///< under way
    uint64_t judged;
} seeds_told;

static void seeds_run(const fuzz_target *target, uint64_t seed)
{
    way_rng rng = way_rng_seed(seed);
    const uint32_t size = 24 + way_rng_below(&rng, SEEDS_BYTES_MAX - 24);
    uint8_t *bytes = malloc(size);
    for (uint32_t i = 0; bytes && i < size; i++) {
        bytes[i] = (uint8_t)way_rng_next(&rng);
    }
    if (bytes && seeds_first < 256) {
        bytes[0] = (uint8_t)seeds_first;
    }
    target->run(bytes, bytes ? size : 0);
    free(bytes);
}

/// Runs seeds until one breaks a promise; whether none does.
static bool seeds_run_some(const fuzz_target *target, uint64_t from, uint64_t to, seeds_told *told)
{
    const pid_t child = fork();
    if (child == 0) {
        for (told->seed = from; told->seed < to; told->seed++) {
            seeds_run(target, told->seed);
            told->judged += fuzz_judged;
            fuzz_judged = 0;
        }
        exit(0);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) {
        perror("fuzz_seeds");
        exit(2);
    }
    if (status != 0) {
        printf("seed %llu: wrong\n", (unsigned long long)told->seed);
        fflush(stdout);
    }
    return status == 0;
}

int main(int count, char *words[])
{
    const fuzz_target *target = fuzz_targets;
    while (target->name && (count < 4 || strcmp(target->name, words[1]) != 0)) {
        target++;
    }
    seeds_told *told =
        mmap(NULL, sizeof *told, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (!target->name || told == MAP_FAILED) {
        fprintf(stderr, "usage: fuzz_seeds TARGET FROM TO [FIRST]\n");
        return 2;
    }
    const uint64_t from = strtoull(words[2], NULL, 10);
    const uint64_t to = strtoull(words[3], NULL, 10);
    seeds_first = count > 4 ? (uint32_t)strtoul(words[4], NULL, 10) : seeds_first;
    uint64_t wrong = 0;
    for (uint64_t seed = from; seed < to; seed = told->seed + 1) {
        wrong += !seeds_run_some(target, seed, to, told);
    }
    printf("%s: seeds %llu to %llu, %llu judged, %llu wrong\n", target->name,
           (unsigned long long)from, (unsigned long long)to, (unsigned long long)told->judged,
           (unsigned long long)wrong);
    return wrong > 0;
}
