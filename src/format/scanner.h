// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What readers and writers of text formats share: lines, words, numbers, and complaints that name a
// place.
// Nothing here allocates, depends on the locale or needs a final 0.
#pragma once

#include <waymark/base.h>

/// Some bytes of the text.
typedef struct wayi_span {
    const char *text;
    size_t size;
} wayi_span;

/// A text that is read line by line and word by word. It keeps its first complaint: whatever is
/// read after that is nothing, and says nothing, so readers look at `status` once, at their end.
typedef struct wayi_scanner {
    const char *text;
    size_t size;
    size_t position;    ///< of the line to be read next
    size_t line_at;     ///< of the line read last
    uint32_t line;      ///< its number, counted from 1; 0 = none was read
    wayi_span rest;     ///< what is left of it
    bool comments;      ///< '#' ends it
    bool tabs;          ///< only tabs separate its words
    way_status status;  ///< of the first complaint
    way_problem *out;   ///< [opt] where that goes
    const way_job *job; ///< [opt] told and asked every so often: CANCELLED if it says so
    uint32_t share;     ///< thousandths of the work that reading is
    size_t ask_at;      ///< position at which it is asked next
} wayi_scanner;

/// Starts before the first line and empties `problem` [opt]. A byte order mark is skipped. `job`
/// [opt] is told of how much was read.
wayi_scanner wayi_scanner_begin(const char *text, size_t size, const way_job *job,
                                way_problem *problem);

/// Reads the next line, without its LF or CRLF, to `rest`. False at the end of the text.
bool wayi_scanner_next_line(wayi_scanner *scanner);

/// As wayi_scanner_next_line, but skips lines of nothing but blanks and those that begin with '#'
/// if `comments`.
bool wayi_scanner_next_full_line(wayi_scanner *scanner, bool comments);

/// Complains about the place `found` in the current line: "expected EXPECTED, found 'FOUND'".
/// An empty `found` is the end of the line, one with NULL text the end of the whole text.
/// Returns the status of the first complaint.
way_status wayi_scanner_expected(wayi_scanner *scanner, way_status status, wayi_span found,
                                 const char *expected);

/// The same for the end of the whole text; BAD_FORMAT.
way_status wayi_scanner_missed(wayi_scanner *scanner, const char *expected);

/// Complains with a sentence about a place in the current line. Returns the first status.
way_status wayi_scanner_fail(wayi_scanner *scanner, way_status status, const char *place,
                             const char *sentence);

/// As wayi_scanner_fail with "BEFORE NUMBER AFTER".
typedef struct wayi_sentence {
    const char *before;
    uint64_t number;
    const char *after;
} wayi_sentence;

way_status wayi_scanner_fail_number(wayi_scanner *scanner, way_status status, const char *place,
                                    wayi_sentence sentence);

/// Stops without a word: NO_MEMORY, or what somebody else has complained of.
way_status wayi_scanner_stop(wayi_scanner *scanner, way_status status);

/// Cuts the next word off the current line. It is empty, and lies where it was missed, if there is
/// none.
wayi_span wayi_scanner_word(wayi_scanner *scanner);

/// Complains if something is left of the current line.
way_status wayi_scanner_end_line(wayi_scanner *scanner);

bool wayi_span_equals(wayi_span span, const char *text);

/// The bounds of a whole number, and what to call it in complaints ("a width").
typedef struct wayi_range {
    const char *name;
    uint32_t min, max;
} wayi_range;

/// Reads a word as a whole number of the range; its least one if something is wrong: BAD_FORMAT or
/// OUT_OF_RANGE.
uint32_t wayi_scanner_whole_of(wayi_scanner *scanner, wayi_span word, const wayi_range *range);

/// The same of the next word.
uint32_t wayi_scanner_whole(wayi_scanner *scanner, const wayi_range *range);

/// Reads the first full line of a format of ours, "NAME 1"; `expected` says so.
void wayi_scanner_read_title(wayi_scanner *scanner, const char *name, const char *expected);

/// A decimal number and how it was printed.
typedef struct wayi_decimal {
    double value;         ///< correctly rounded for up to 19 digits
    uint32_t significant; ///< digits from the first that is not 0
    uint32_t decimals;    ///< digits after the point, less the exponent; 0 if negative
} wayi_decimal;

/// Reads digits with optional sign, point and exponent; false if `word` is something else or
/// exceeds 1e18.
bool wayi_span_read_decimal(wayi_span word, wayi_decimal *out);

/// Bytes that are counted in any case, and kept where there is room.
typedef struct wayi_writer {
    char *text;
    size_t capacity, size;
} wayi_writer;

void wayi_writer_put(wayi_writer *writer, char byte);
void wayi_writer_put_words(wayi_writer *writer, const char *words);
void wayi_writer_put_number(wayi_writer *writer, uint32_t number);
