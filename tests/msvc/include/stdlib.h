// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What Microsoft documents of this header, as far as the library uses it; for
// scripts/check_msvc.sh.
#pragma once

#include <stddef.h>

void *__cdecl malloc(size_t size);
void *__cdecl calloc(size_t count, size_t size);
void *__cdecl realloc(void *pointer, size_t size);
void __cdecl free(void *pointer);
__declspec(noreturn) void __cdecl exit(int status);
void *__cdecl bsearch(const void *key, const void *base, size_t count, size_t size,
                      int(__cdecl *compare)(const void *, const void *));
