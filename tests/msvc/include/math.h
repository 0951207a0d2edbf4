// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What Microsoft documents of this header, as far as the library uses it; for
// scripts/check_msvc.sh.
#pragma once

#define INFINITY ((float)(1e+300 * 1e+300))
double __cdecl ceil(double x);
double __cdecl fabs(double x);
double __cdecl floor(double x);
double __cdecl sqrt(double x);
long __cdecl lround(double x);
short __cdecl _dclass(double x);
#define isfinite(x) (_dclass(x) <= 0)
