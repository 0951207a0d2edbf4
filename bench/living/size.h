// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Databases on ever larger maps, up to 30 million cells of ground: what preparing them takes, with
// one worker and with two, and what moves cost.
#pragma once

#include "bench/kit/page.h"

/// Appends its section.
void bench_size_study(bench_page *page);
