// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What the parts of the study of the ground share.
#pragma once

#include "bench/kit/page.h"
#include "bench/kit/trial.h"

#include <waymark/all.h>

/// Hunters after targets that run away, by algorithm, on scenes and on maps of the data.
void study_chases(bench_page *page, const char *data);

/// What profiles, links, penalties and beliefs cost.
void study_costs(bench_page *page);
