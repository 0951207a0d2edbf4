// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Building short messages in fixed memory, without stdio. Too long a text is cut, never overrun.
#pragma once

#include <waymark/base.h>

typedef struct wayi_text {
    char *bytes;
    size_t capacity; ///< a final 0 included
    size_t count;
} wayi_text;

/// Starts an empty text in the caller's memory. `capacity` is at least 1.
wayi_text wayi_text_begin(char *bytes, size_t capacity);
void wayi_text_add(wayi_text *text, const char *string);

/// At most `count` bytes of a string that need not end in 0; control bytes are shown as '?'.
void wayi_text_add_part(wayi_text *text, const char *string, size_t count);
void wayi_text_add_number(wayi_text *text, int64_t number);

/// Thousandths as a decimal number: 1500 is "1.5".
void wayi_text_add_ratio(wayi_text *text, int64_t thousandths);

/// Clears a problem and starts writing its text; NULL gives a text that goes nowhere.
wayi_text wayi_problem_begin(way_problem *problem, uint32_t line, uint32_t column);
