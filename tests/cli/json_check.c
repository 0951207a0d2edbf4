// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// json_check < text: succeeds if the text is one strictly valid JSON value and nothing else.
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define DEPTH_MAX 64

static char text[1 << 20];
static const char *at = text;

static bool value(int depth);

static void skip_blanks(void)
{
    while (*at && strchr(" \t\r\n", *at)) {
        at++;
    }
}

static bool take(char wanted)
{
    skip_blanks();
    if (*at != wanted) {
        return false;
    }
    at++;
    return true;
}

static bool string(void)
{
    if (!take('"')) {
        return false;
    }
    for (; *at != '"'; at++) {
        if ((unsigned char)*at < 32) {
            return false;
        }
        if (*at == '\\') {
            at++;
            if (*at == 'u') {
                for (int i = 0; i < 4; i++) {
                    if (!isxdigit((unsigned char)*++at)) {
                        return false;
                    }
                }
            } else if (!*at || !strchr("\"\\/bfnrt", *at)) {
                return false;
            }
        }
    }
    at++;
    return true;
}

static bool digits(void)
{
    const char *start = at;
    while (isdigit((unsigned char)*at)) {
        at++;
    }
    return at > start;
}

static bool number(void)
{
    at += *at == '-';
    const char *start = at;
    if (!digits() || (start[0] == '0' && at > start + 1)) {
        return false;
    }
    if (*at == '.') {
        at++;
        if (!digits()) {
            return false;
        }
    }
    if (*at == 'e' || *at == 'E') {
        at++;
        at += *at == '+' || *at == '-';
        return digits();
    }
    return true;
}

// Members of an object or an array, after its opening bracket.
static bool members(char closer, int depth)
{
    if (take(closer)) {
        return true;
    }
    do {
        if (closer == '}' && !(string() && take(':'))) {
            return false;
        }
        if (!value(depth)) {
            return false;
        }
    } while (take(','));
    return take(closer);
}

static bool word(const char *name)
{
    const size_t size = strlen(name);
    if (strncmp(at, name, size) != 0) {
        return false;
    }
    at += size;
    return true;
}

static bool value(int depth)
{
    skip_blanks();
    if (depth > DEPTH_MAX) {
        return false;
    }
    if (take('{')) {
        return members('}', depth + 1);
    }
    if (take('[')) {
        return members(']', depth + 1);
    }
    if (*at == '"') {
        return string();
    }
    return word("true") || word("false") || word("null") || number();
}

int main(void)
{
    const size_t size = fread(text, 1, sizeof text - 1, stdin);
    text[size] = '\0';
    const bool good = value(0);
    skip_blanks();
    if (!good || *at) {
        (void)fprintf(stderr, "json_check: invalid at byte %ld: %.30s\n", (long)(at - text), at);
        return 1;
    }
    return 0;
}
