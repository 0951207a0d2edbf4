// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Work on several threads, for long preparations.
#pragma once

#include <stdint.h>

/// How many processors there are; at least 1.
uint32_t cli_threads_count(void);

/// Runs body(index, argument) for all indices below `count` on up to `threads` threads.
void cli_threads_run(uint32_t threads, uint32_t count, void (*body)(uint32_t index, void *argument),
                     void *argument);
