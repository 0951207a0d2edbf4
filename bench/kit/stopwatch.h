// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Wall time for benchmarks.
#pragma once

/// Seconds since some fixed moment.
double stopwatch_now(void);

/// Seconds of processor time that this process has used.
double stopwatch_cpu(void);

/// Seconds that this thread has worked, which other programs do not prolong.
double stopwatch_worked(void);
