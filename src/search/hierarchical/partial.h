// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Ends of trips: one goal of many for searches that know how to go to one, and what a trip that was
// given up leaves behind.
#pragma once

#include "search/engine/confined.h"
#include "search/frame/algorithm.h"

/// Cuts the path back to the cell on it that looks nearest to the goal.
void wayi_partial_cut(way_agent *agent);

/// Of many goals that can be reached, takes the one that looks nearest to the start.
void wayi_partial_choose(way_agent *agent);

/// Appends the way from the source of a local search to the cell that it has reached and that looks
/// nearest to the goal. False without memory.
bool wayi_partial_trace(const way_agent *agent, const wayi_confined *local, wayi_path_buffer *path);
