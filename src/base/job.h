// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Long work: pieces of it on the caller's threads, with progress and a way to stop.
#pragma once

#include <waymark/base.h>

/// A stretch of a preparation that goes from `first` to `last` thousandths of the whole.
typedef struct wayi_job_stage {
    const way_job *job; ///< [opt]
    uint32_t first;
    uint32_t last;
} wayi_job_stage;

/// Says how far a stage is; false if the caller wants to stop.
bool wayi_job_report(wayi_job_stage stage, uint32_t done, uint32_t total);

/// Runs body(index, argument) for all indices below count, in any order and maybe at once.
/// CANCELLED if the caller stopped it, or what the first body says that is not OK: then some were
/// not run.
way_status wayi_job_run(wayi_job_stage stage, uint32_t count,
                        way_status (*body)(uint32_t index, void *argument), void *argument);
