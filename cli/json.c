// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "cli/json.h"

#include <assert.h>
#include <math.h>

cli_json cli_json_begin(FILE *stream)
{
    return (cli_json){.stream = stream};
}

static void json_quote(const cli_json *json, const char *text)
{
    (void)fputc('"', json->stream);
    for (; *text; text++) {
        const unsigned char byte = (unsigned char)*text;
        if (byte == '"' || byte == '\\') {
            (void)fprintf(json->stream, "\\%c", byte);
        } else if (byte < 32) {
            (void)fprintf(json->stream, "\\u%04x", byte);
        } else {
            (void)fputc(byte, json->stream);
        }
    }
    (void)fputc('"', json->stream);
}

static void json_member(cli_json *json, const char *key)
{
    if (json->depth > 0) {
        const uint32_t level = json->depth - 1;
        if (json->filled[level]) {
            (void)fputc(',', json->stream);
        }
        if (!json->inlined[level]) {
            (void)fprintf(json->stream, "\n%*s", (int)json->depth * 2, "");
        } else if (json->filled[level]) {
            (void)fputc(' ', json->stream);
        }
        json->filled[level] = true;
    }
    if (key) {
        json_quote(json, key);
        (void)fputs(": ", json->stream);
    }
}

static void json_open(cli_json *json, const char *key, char bracket, bool inlined)
{
    assert(json->depth < CLI_JSON_DEPTH_MAX);
    json_member(json, key);
    (void)fputc(bracket, json->stream);
    json->closers[json->depth] = bracket == '{' ? '}' : ']';
    json->filled[json->depth] = false;
    json->inlined[json->depth] = inlined;
    json->depth++;
}

void cli_json_open(cli_json *json, const char *key, char bracket)
{
    json_open(json, key, bracket, json->depth > 0 && json->inlined[json->depth - 1]);
}

void cli_json_open_inline(cli_json *json, const char *key, char bracket)
{
    json_open(json, key, bracket, true);
}

void cli_json_close(cli_json *json)
{
    assert(json->depth > 0);
    json->depth--;
    if (json->filled[json->depth] && !json->inlined[json->depth]) {
        (void)fprintf(json->stream, "\n%*s", (int)json->depth * 2, "");
    }
    (void)fputc(json->closers[json->depth], json->stream);
    if (json->depth == 0) {
        (void)fputc('\n', json->stream);
    }
}

void cli_json_text(cli_json *json, const char *key, const char *text)
{
    json_member(json, key);
    json_quote(json, text);
}

void cli_json_number(cli_json *json, const char *key, uint64_t number)
{
    json_member(json, key);
    (void)fprintf(json->stream, "%llu", (unsigned long long)number);
}

void cli_json_bool(cli_json *json, const char *key, bool value)
{
    json_member(json, key);
    (void)fputs(value ? "true" : "false", json->stream);
}

void cli_json_null(cli_json *json, const char *key)
{
    json_member(json, key);
    (void)fputs("null", json->stream);
}

void cli_json_decimal(cli_json *json, const char *key, double number, int decimals)
{
    if (!isfinite(number)) {
        cli_json_null(json, key);
        return;
    }
    json_member(json, key);
    (void)fprintf(json->stream, "%.*f", decimals, number);
}
