// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Parts of waymark_world that have files of their own.
#pragma once

#include "bench/store/study.h"

/// A thousand units on maps of every kind: everybody arrives.
void world_maps_section(bench_study *study);
/// Multi-agent path finding: first plans, and plans that get better.
void world_mapf_section(bench_study *study);
/// Discs among the walls of maps.
void world_avoid_section(bench_study *study);
