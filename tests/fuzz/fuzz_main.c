// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The entry point of libFuzzer; the environment names the target: WAYMARK_FUZZ_TARGET=map.
#include "fuzz/targets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerInitialize(int *count, char ***words);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static const fuzz_target *fuzz_main_target;

int LLVMFuzzerInitialize(int *count, char ***words)
{
    (void)count;
    (void)words;
    const char *name = getenv("WAYMARK_FUZZ_TARGET");
    for (const fuzz_target *target = fuzz_targets; name && target->name; target++) {
        if (strcmp(target->name, name) == 0) {
            fuzz_main_target = target;
        }
    }
    if (!fuzz_main_target) {
        fprintf(stderr, "WAYMARK_FUZZ_TARGET names no target\n");
        exit(2);
    }
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    fuzz_main_target->run(bytes, size);
    return 0;
}
