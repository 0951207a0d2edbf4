// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Sorting numbers in place, ascending. The C library's qsort may take memory that no allocator of
// ours knows of, which repairs and trips must not.
#pragma once

#include <stddef.h>
#include <stdint.h>

void wayi_sort32(uint32_t *values, size_t count);
void wayi_sort64(uint64_t *values, size_t count);
