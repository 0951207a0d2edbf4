// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What a straight line costs, for spaces that are no grids.
#pragma once

#include <waymark/base.h>

/// The cost of a straight way of (dx, dy) units, `unit` of which are a cell: rounded up, at
/// least 1.
way_cost wayi_straight_cost(double dx, double dy, double unit);

/// The same rounded down: never more than any way costs.
way_cost wayi_straight_estimate(double dx, double dy, double unit);
