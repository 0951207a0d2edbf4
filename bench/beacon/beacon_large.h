// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Beacon on a map of 16 million cells.
#pragma once

#include "bench/beacon/beacon_marks.h"

/// Prepares it with two workers and asks for some paths; adds a section and what marks are about.
void beacon_large_study(bench_page *page, beacon_found *found);
