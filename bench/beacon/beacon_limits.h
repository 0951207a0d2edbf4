// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What limits a figure: instructions, cache misses, branch misses. scripts/beacon_limits.sh runs a
// task once and some times under a simulated processor, and the difference is the task's.
#pragma once

#include "bench/kit/page.h"

/// Does a task, by its name, so many times: `build`, or 100 trips between cells drawn anywhere on a
/// map, as `first`, `runs` or `cells` of beacon, `after` 10 edits, or `jps`; or 20 x 20
/// `distances`; or 25 `edits`.
void beacon_limits_repeat(const char *name, const char *map, unsigned times);

/// Writes the table that the script made; nothing if there is none.
void beacon_limits_write(bench_page *page, const char *path);
