// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The old name of steer.h, for one more release.
#pragma once

#include <waymark/steer.h>
