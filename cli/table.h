// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Aligned columns: cells are collected, then printed as wide as they need.
//
//     cli_table table = cli_table_begin("<name >cost >time");
//     cli_table_add(&table, "%s", name);  cli_table_add(&table, "%u", cost); ...
//     cli_table_end(&table, stdout);
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define CLI_TABLE_COLUMNS_MAX 24u

typedef struct cli_table {
    uint32_t columns;
    bool right[CLI_TABLE_COLUMNS_MAX];
    uint32_t widths[CLI_TABLE_COLUMNS_MAX]; ///< columns of the terminal
    char **cells;
    uint32_t count, capacity;
    bool failed; ///< out of memory; nothing more is taken
} cli_table;

/// Starts with the heads of the columns: each begins with '<' (left) or '>' (right), blanks
/// separate, '_' prints as a blank.
cli_table cli_table_begin(const char *heads);

/// Adds the next cell, row by row. A cell "-" is a rule across its column.
void cli_table_add(cli_table *table, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// Prints the table, `indent` blanks in, and forgets it. False if memory ran out.
bool cli_table_end(cli_table *table, FILE *stream);

/// Forgets the table without printing it.
void cli_table_drop(cli_table *table);

/// Writes a number with commas between thousands and returns `text`.
typedef struct cli_number {
    char text[32];
} cli_number;
cli_number cli_number_group(uint64_t number);

/// Bytes as "512 B", "1.5 KiB", "3.2 MiB".
cli_number cli_number_bytes(uint64_t bytes);

/// Seconds as "850 ns", "1.2 us", "3.4 ms", "5.6 s".
cli_number cli_number_seconds(double seconds);
