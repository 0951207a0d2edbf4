// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What Microsoft documents of this header, as far as the library uses it; for
// scripts/check_msvc.sh.
#pragma once

void __cdecl _assert(char const *message, char const *file, unsigned line);
#define assert(holds) ((holds) ? (void)0 : _assert(#holds, __FILE__, __LINE__))
