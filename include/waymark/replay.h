// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The old name of world_more.h, for one more release.
#pragma once

#include <waymark/world_more.h>
