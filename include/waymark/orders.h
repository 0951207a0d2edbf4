// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The old name of unit.h, for one more release.
#pragma once

#include <waymark/unit.h>
