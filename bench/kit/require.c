// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/kit/require.h"

#include <stdio.h>
#include <stdlib.h>

#define REQUIRE_EXIT_CODE 4

void require_ok(way_status status, const char *what)
{
    if (status != WAY_STATUS_OK) {
        fprintf(stderr, "%s: %s\n", what, way_status_text(status));
        exit(REQUIRE_EXIT_CODE);
    }
}

void *require_memory(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (!memory) {
        fprintf(stderr, "no memory for %zu items of %zu bytes\n", count, size);
        exit(REQUIRE_EXIT_CODE);
    }
    return memory;
}
