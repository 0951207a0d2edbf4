// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Whoever borrows an object goes before it. Debug builds count who borrows, in any thread, and let
// an object go only when nobody does; release builds do nothing.
#pragma once

#include "base/check.h"
#include "base/flag.h"

#ifdef NDEBUG
#define WAYI_BORROW(lender) ((void)(lender))
#define WAYI_GIVE_BACK(lender) ((void)(lender))
#else
// What lends may be constant to those who borrow.
#define WAYI_BORROW(lender) wayi_count_add((uint32_t *)(uintptr_t) & (lender)->lent, 1)
#define WAYI_GIVE_BACK(lender) wayi_count_add((uint32_t *)(uintptr_t) & (lender)->lent, UINT32_MAX)
#endif

/// `rule` is the sentence that docs/embedding.md has.
#define WAYI_ASSERT_FREE(lender, rule) WAYI_ASSERT((lender)->lent == 0 && (rule))
