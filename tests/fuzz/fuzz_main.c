// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The entry point of libFuzzer; FUZZ_TARGET names the target, such as "map".
#include "fuzz/targets.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    for (const fuzz_target *target = fuzz_targets; target->name; target++) {
        if (strcmp(target->name, FUZZ_TARGET) == 0) {
            target->run(bytes, size);
        }
    }
    return 0;
}
