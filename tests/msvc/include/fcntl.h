// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What Microsoft documents of this header, as far as the library uses it; for
// scripts/check_msvc.sh.
#pragma once

#define _O_WRONLY 0x0001
#define _O_CREAT 0x0100
#define _O_EXCL 0x0400
#define _O_BINARY 0x8000
