// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The benchmark data: where it is, what is in it. It is not part of the tree; a test without it
// says so and leaves with DATA_MISSING.
#pragma once

#include <waymark/file.h>

#include <stdbool.h>
#include <stdint.h>

#define DATA_MISSING 77
#define DATA_NAMES_MAX 64u

/// The files of a folder, in alphabetical order.
typedef struct data_names {
    char names[DATA_NAMES_MAX][80];
    uint32_t count;
} data_names;

/// The folder given by WAYMARK_DATA, else ../shared beside the source tree.
const char *data_root(void);

/// Whether there are maps at all; says what is missing if not.
bool data_is_there(void);

/// Lists what ends with `suffix` in maps/`folder`.
void data_list(const char *folder, const char *suffix, data_names *out);

/// Reads maps/`folder`/`name` whole; fails the running test if it can't.
void data_read(const char *folder, const char *name, way_file *out);
