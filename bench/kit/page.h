// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A page that is written as Markdown and as self-contained HTML at once.
//
//     bench_page *page = NULL;
//     way_status status = bench_page_create(&config, &page);
//     bench_page_title(page, 2, "Ten maps");
//     bench_page_table(page, "<algorithm >time");
//     bench_page_row(page, "%s|%.1f", spec, time);
//     bench_page_end_table(page);
//     status = bench_page_finish(page, &problem);
#pragma once

#include <waymark/base.h>

typedef struct bench_page bench_page;

/// What a page is made of.
typedef enum bench_page_part {
    BENCH_PAGE_TITLE,
    BENCH_PAGE_TEXT,
    BENCH_PAGE_CODE,
    BENCH_PAGE_TABLE, ///< its heads
    BENCH_PAGE_CELL,
    BENCH_PAGE_END ///< of a table
} bench_page_part;

typedef struct bench_page_config {
    const char *html;     ///< [opt] file
    const char *markdown; ///< [opt] file
    const char *title;
    /// [opt] Is told of every part; the level is that of a title.
    void (*hear)(void *user, bench_page_part part, int level, const char *text);
    void *user;
} bench_page_config;

/// Strings are borrowed. NO_MEMORY.
WAY_NODISCARD way_status bench_page_create(const bench_page_config *config, bench_page **out);

void bench_page_title(bench_page *page, int level, const char *text);

/// A paragraph, in which `code` stands out.
void bench_page_text(bench_page *page, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/// A block of code.
void bench_page_code(bench_page *page, const char *text);

/// Heads begin with '<' (left) or '>' (right), blanks separate them, '_' prints as a blank.
void bench_page_table(bench_page *page, const char *heads);
void bench_page_cell(bench_page *page, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/// Several cells, with '|' between them; no text of theirs has one.
void bench_page_row(bench_page *page, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/// Makes the next cell stand out as "yes", "no", "part" or "none".
void bench_page_mark(bench_page *page, const char *mark);
void bench_page_end_table(bench_page *page);

/// Puts a part on the page as it was heard.
void bench_page_put(bench_page *page, bench_page_part part, int level, const char *text);

/// Forgets the page.
void bench_page_discard(bench_page *page);

/// Writes both files, each whole or not at all, and frees the page.
WAY_NODISCARD way_status bench_page_finish(bench_page *page, way_problem *problem);
