// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A thousand units across the maps of the benchmarks, and across ground that is hard on planning.
#pragma once

#include "bench/kit/page.h"

/// Writes the table; rows whose data is not at hand are left out.
void world_maps_section(bench_page *page, const char *data, bool small);
