// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// fuzz_stdin TARGET <FILE: one input, as AFL and its kin feed it, and for looking at findings.
#include "fuzz/targets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STDIN_MAX (1u << 20)

int main(int count, char *words[])
{
    for (const fuzz_target *target = fuzz_targets; count == 2 && target->name; target++) {
        if (strcmp(target->name, words[1]) == 0) {
            uint8_t *bytes = malloc(STDIN_MAX);
            const size_t size = bytes ? fread(bytes, 1, STDIN_MAX, stdin) : 0;
            target->run(bytes, size);
            free(bytes);
            return 0;
        }
    }
    fprintf(stderr, "usage: fuzz_stdin TARGET <FILE\ntargets:");
    for (const fuzz_target *target = fuzz_targets; target->name; target++) {
        fprintf(stderr, " %s", target->name);
    }
    fprintf(stderr, "\n");
    return 2;
}
