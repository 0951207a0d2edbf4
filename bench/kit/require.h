// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What a study cannot do without: where it fails, the program ends with a message.
#pragma once

#include <waymark/base.h>

#include <stddef.h>

/// Ends the program unless the status is OK. `what` says what was tried.
void require_ok(way_status status, const char *what);

/// Zeroed memory for `count` items, of at least one byte; freed by free().
void *require_memory(size_t count, size_t size) __attribute__((returns_nonnull));
