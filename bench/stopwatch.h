// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Wall time for benchmarks.
#pragma once

/// Seconds since some fixed moment.
double stopwatch_now(void);
