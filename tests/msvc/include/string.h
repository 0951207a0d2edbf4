// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What Microsoft documents of this header, as far as the library uses it; for
// scripts/check_msvc.sh.
#pragma once

#include <stddef.h>

void *__cdecl memchr(const void *bytes, int value, size_t size);
int __cdecl memcmp(const void *a, const void *b, size_t size);
void *__cdecl memcpy(void *to, const void *from, size_t size);
void *__cdecl memmove(void *to, const void *from, size_t size);
void *__cdecl memset(void *bytes, int value, size_t size);
int __cdecl strcmp(const char *a, const char *b);
int __cdecl strncmp(const char *a, const char *b, size_t size);
size_t __cdecl strcspn(const char *text, const char *stops);
char *__cdecl strchr(const char *text, int letter);
char *__cdecl strrchr(const char *text, int letter);
size_t __cdecl strlen(const char *text);
int __cdecl strerror_s(char *text, size_t size, int number);
