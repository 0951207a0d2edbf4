// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// JSON, written as it goes: commas, escapes and nesting are taken care of.
//
//     cli_json json = cli_json_begin(stdout);
//     cli_json_open(&json, NULL, '{');
//     cli_json_number(&json, "cost", 408);
//     cli_json_close(&json);
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define CLI_JSON_DEPTH_MAX 16u

typedef struct cli_json {
    FILE *stream;
    uint32_t depth;
    char closers[CLI_JSON_DEPTH_MAX];
    bool filled[CLI_JSON_DEPTH_MAX];  ///< whether the level has a member already
    bool inlined[CLI_JSON_DEPTH_MAX]; ///< whether the level stays on one line
} cli_json;

cli_json cli_json_begin(FILE *stream);

/// Opens an object '{' or an array '['; `key` is NULL inside an array and at the top.
void cli_json_open(cli_json *json, const char *key, char bracket);

/// As cli_json_open, all on one line.
void cli_json_open_inline(cli_json *json, const char *key, char bracket);

/// Closes the innermost one; the last one ends the line.
void cli_json_close(cli_json *json);

void cli_json_text(cli_json *json, const char *key, const char *text);
void cli_json_number(cli_json *json, const char *key, uint64_t number);
void cli_json_bool(cli_json *json, const char *key, bool value);
void cli_json_null(cli_json *json, const char *key);

/// A finite number with `decimals` digits after the point; others become null.
void cli_json_decimal(cli_json *json, const char *key, double number, int decimals);
