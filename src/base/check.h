// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Assertions for programming errors, and the marks of the hostile build.
#pragma once

#include <assert.h>

/// A claim about our own code: checked in debug builds, free in release ones.
#define WAYI_ASSERT(claim) assert(claim)

/// Capacities that start small so that growth is exercised: tiny in the hostile build.
#ifdef WAY_HOSTILE
#define WAYI_INITIAL(normal) 2u
#else
#define WAYI_INITIAL(normal) (normal)
#endif
