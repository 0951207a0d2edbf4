// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Discs among the walls of maps, measured.
#pragma once

#include "bench/kit/page.h"

/// Writes the table; says so where the data is not at hand.
void world_avoid_section(bench_page *page, const char *data, bool small);
