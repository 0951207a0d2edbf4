// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What Microsoft documents of this header, as far as the library uses it; for
// scripts/check_msvc.sh.
#pragma once

int __cdecl _open(const char *path, int flags, ...);
int __cdecl _close(int number);
int __cdecl _commit(int number);
int __cdecl _unlink(const char *path);
int __cdecl _write(int number, const void *bytes, unsigned int count);
