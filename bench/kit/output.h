// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Where a study writes its page: gathered in memory, so that a file appears whole or not at all.
#pragma once

#include <stddef.h>
#include <stdio.h>

typedef struct output {
    FILE *stream;
    const char *path; ///< NULL = the terminal
    char *text;
    size_t size;
} output;

/// Ends the program without memory. The output stays where it is until it is closed.
void output_open(output *out, const char *path);

/// Ends the program with a message if the file can't be written.
void output_close(output *out);
