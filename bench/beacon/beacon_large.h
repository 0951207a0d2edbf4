// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Beacon on a map of 16 million cells.
#pragma once

#include "bench/kit/page.h"

/// Prepares it with two workers and asks for some paths; adds a section.
void beacon_large_study(bench_page *page);
