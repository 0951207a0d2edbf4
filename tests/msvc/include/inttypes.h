// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What Microsoft documents of this header, as far as the library uses it; for
// scripts/check_msvc.sh.
#pragma once

#include <stdint.h>

#define PRIu32 "u"
#define PRIx64 "llx"
