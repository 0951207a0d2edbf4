// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What the readers of text formats share: lines, words, numbers, and complaints that name a place.
// Nothing here allocates, depends on the locale or needs a final 0.
#pragma once

#include <waymark/base.h>

/// Some bytes of the text.
typedef struct wayi_span {
    const char *text;
    size_t size;
} wayi_span;

typedef struct wayi_scanner {
    const char *text;
    size_t size;
    size_t position;    ///< of the line to be read next
    size_t line_at;     ///< of the line read last
    uint32_t line;      ///< its number, counted from 1; 0 = none was read
    way_problem *out;   ///< [opt] where complaints go
    const way_job *job; ///< [opt] told and asked every so often
    uint32_t share;     ///< thousandths of the work that reading is
    size_t ask_at;      ///< position at which it is asked next
    bool cancelled;     ///< it said so: there are no more lines
} wayi_scanner;

/// Starts before the first line and empties `problem` [opt]. A byte order mark is skipped.
wayi_scanner wayi_scanner_begin(const char *text, size_t size, way_problem *problem);

/// The same with a job, which is told of how much was read.
wayi_scanner wayi_scanner_begin_job(const char *text, size_t size, const way_job *job,
                                    way_problem *problem);

/// `status`, or CANCELLED instead of whatever came of a text that seemed to end early.
way_status wayi_scanner_end(const wayi_scanner *scanner, way_status status);

/// Reads the next line, without its LF or CRLF. False at the end of the text.
bool wayi_scanner_next_line(wayi_scanner *scanner, wayi_span *line);

/// As wayi_scanner_next_line, but skips lines of nothing but blanks and those that begin with '#'
/// if `comments`.
bool wayi_scanner_next_full_line(wayi_scanner *scanner, wayi_span *line, bool comments);

/// Complains about the place `found` in the current line: "expected EXPECTED, found 'FOUND'".
/// An empty `found` is the end of the line, one with NULL text the end of the whole text.
/// Returns `status`.
way_status wayi_scanner_expected(const wayi_scanner *scanner, way_status status, wayi_span found,
                                 const char *expected);

/// Complains with a sentence about a place in the current line. Returns `status`.
way_status wayi_scanner_fail(const wayi_scanner *scanner, way_status status, const char *place,
                             const char *sentence);

/// As wayi_scanner_fail with "BEFORE NUMBER AFTER".
typedef struct wayi_sentence {
    const char *before;
    uint64_t number;
    const char *after;
} wayi_sentence;
way_status wayi_scanner_fail_number(const wayi_scanner *scanner, way_status status,
                                    const char *place, wayi_sentence sentence);

/// Cuts the first word off `rest`: blanks and tabs separate, or only tabs if `tabs`. The word is
/// empty, and lies where it was missed, if there is none.
wayi_span wayi_span_cut_word(wayi_span *rest, bool tabs);

bool wayi_span_equals(wayi_span span, const char *text);

/// The bounds of a whole number, and what to call it in complaints ("a width").
typedef struct wayi_range {
    const char *name;
    uint32_t min, max;
} wayi_range;

/// Reads `word` as a whole number of the range. BAD_FORMAT or OUT_OF_RANGE, complained of.
way_status wayi_scanner_read_whole(const wayi_scanner *scanner, wayi_span word,
                                   const wayi_range *range, uint32_t *out);

/// A decimal number and how it was printed.
typedef struct wayi_decimal {
    double value;         ///< correctly rounded for up to 19 digits
    uint32_t significant; ///< digits from the first that is not 0
    uint32_t decimals;    ///< digits after the point, less the exponent; 0 if negative
} wayi_decimal;

/// Reads digits with optional sign, point and exponent; false if `word` is something else or
/// exceeds 1e18.
bool wayi_span_read_decimal(wayi_span word, wayi_decimal *out);
