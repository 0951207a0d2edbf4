// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Distances in doubles, costs in whole numbers: the cost of a line is never below its length, the
// estimate never above it.
#include "space/straight.h"

#include <waymark/mesh.h>

#include <math.h>

/// Costs stay within what a graph allows.
#define STRAIGHT_COST_MAX (1u << 30)

static double straight_length(double dx, double dy, double unit)
{
    return sqrt(dx * dx + dy * dy) * (WAY_NAVGRAPH_CELL / unit);
}

way_cost wayi_straight_cost(double dx, double dy, double unit)
{
    const double cost = ceil(straight_length(dx, dy, unit));
    if (cost >= (double)STRAIGHT_COST_MAX) {
        return STRAIGHT_COST_MAX;
    }
    return cost < 1 ? 1 : (way_cost)cost;
}

way_cost wayi_straight_estimate(double dx, double dy, double unit)
{
    // A hair to spare for rounding.
    const double cost = straight_length(dx, dy, unit) * (1.0 - 1e-9);
    return cost >= (double)STRAIGHT_COST_MAX ? STRAIGHT_COST_MAX : (way_cost)cost;
}
