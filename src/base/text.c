// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Building short messages in fixed memory.
#include "base/text.h"

#include <string.h>

wayi_text wayi_text_begin(char *bytes, size_t capacity)
{
    bytes[0] = 0;
    return (wayi_text){.bytes = bytes, .capacity = capacity};
}

static void text_put(wayi_text *text, char byte)
{
    if (text->count + 1 < text->capacity) {
        text->bytes[text->count++] = byte;
        text->bytes[text->count] = 0;
    }
}

void wayi_text_add(wayi_text *text, const char *string)
{
    wayi_text_add_part(text, string, strlen(string));
}

void wayi_text_add_part(wayi_text *text, const char *string, size_t count)
{
    for (size_t i = 0; i < count && string[i]; i++) {
        const unsigned char byte = (unsigned char)string[i];
        text_put(text, byte < 32 || byte == 127 ? '?' : string[i]);
    }
}

void wayi_text_add_number(wayi_text *text, int64_t number)
{
    char digits[20];
    uint32_t count = 0;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do {
        digits[count++] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    if (number < 0) {
        text_put(text, '-');
    }
    while (count) {
        text_put(text, digits[--count]);
    }
}

void wayi_text_add_ratio(wayi_text *text, int64_t thousandths)
{
    if (thousandths < 0) {
        text_put(text, '-');
        thousandths = -thousandths;
    }
    wayi_text_add_number(text, thousandths / 1000);
    uint32_t rest = (uint32_t)(thousandths % 1000);
    if (rest) {
        text_put(text, '.');
    }
    for (uint32_t place = 100; rest; place /= 10) {
        text_put(text, (char)('0' + rest / place));
        rest %= place;
    }
}

wayi_text wayi_problem_begin(way_problem *problem, uint32_t line, uint32_t column)
{
    if (!problem) {
        return (wayi_text){0};
    }
    problem->line = line;
    problem->column = column;
    return wayi_text_begin(problem->text, sizeof problem->text);
}
