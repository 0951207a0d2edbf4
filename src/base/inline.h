// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Inlining that compilers must not weigh up: a body with constant parameters is only worth having
// where it is taken apart for each of them. Where small code is asked for, they may.
#pragma once

#if defined(__GNUC__) && !defined(__OPTIMIZE_SIZE__)
#define WAYI_ALWAYS_INLINE inline __attribute__((always_inline))
#else
#define WAYI_ALWAYS_INLINE inline
#endif
