// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The old name of fog.h, for one more release.
#pragma once

#include <waymark/fog.h>
