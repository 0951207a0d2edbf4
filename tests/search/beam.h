// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// An algorithm with a loop of its own; docs/extending.md points to it.
#pragma once

#include "search/trip/algorithm.h"

extern const wayi_algorithm wayi_algorithm_beam;
