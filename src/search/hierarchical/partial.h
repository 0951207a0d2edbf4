// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What a trip that was given up leaves behind.
#pragma once

#include "search/frame/algorithm.h"

/// Cuts the path back to the cell on it that looks nearest to the goal.
void wayi_partial_cut(way_agent *agent);
