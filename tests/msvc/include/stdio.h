// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What Microsoft documents of this header, as far as the library uses it; for
// scripts/check_msvc.sh.
#pragma once

#include <stddef.h>

typedef struct _iobuf FILE;
#define EOF (-1)
FILE *__cdecl fopen(const char *path, const char *mode);
int __cdecl fclose(FILE *stream);
int __cdecl ferror(FILE *stream);
int __cdecl fgetc(FILE *stream);
int __cdecl fileno(FILE *stream);
size_t __cdecl fread(void *bytes, size_t size, size_t count, FILE *stream);
FILE *__cdecl __acrt_iob_func(unsigned number);
#define stderr (__acrt_iob_func(2))
int __cdecl printf(const char *format, ...);
int __cdecl fprintf(FILE *stream, const char *format, ...);
