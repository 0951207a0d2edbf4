// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#pragma once

#include <stdio.h>

/// Prints the manual page, made of the commands' tables.
void cli_manual_print(FILE *stream);
