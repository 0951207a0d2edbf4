// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The example of docs/extending.md: an algorithm with a loop of its own.
#pragma once

#include "search/trip/algorithm.h"

extern const wayi_algorithm wayi_algorithm_beam;
