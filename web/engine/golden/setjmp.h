// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The tests include it for cmocka; here nothing jumps.
#pragma once
