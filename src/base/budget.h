// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Budgets: units of work that a call may still do.
#pragma once

#include <stdint.h>

/// Takes units of work off a budget, as far as there are any, and returns how many they were.
static inline uint64_t wayi_budget_take(uint32_t *budget, uint64_t units)
{
    *budget -= units < *budget ? (uint32_t)units : *budget;
    return units;
}
