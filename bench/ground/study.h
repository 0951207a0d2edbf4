// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What the parts of the study of the ground share.
#pragma once

#include "bench/kit/page.h"
#include "bench/kit/trial.h"

#include <waymark/all.h>

#define STUDY_SIDE 512u

/// A generated map.
way_map *study_scene(const char *request);

/// Many units in the fog: 400 walkers on one belief.
void study_walkers(bench_page *page);

/// Hunters after targets that run away, by algorithm, on scenes and on maps of the data.
void study_chases(bench_page *page, const char *data);

/// Calls that have no budget of their own to keep to: begin, change.
void study_calls(bench_page *page);

/// What profiles, links, penalties and beliefs cost.
void study_costs(bench_page *page);
