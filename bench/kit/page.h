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

typedef struct bench_page_config {
    const char *html;     ///< [opt] file
    const char *markdown; ///< [opt] file
    const char *title;
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

/// Forgets the page.
void bench_page_discard(bench_page *page);

/// Writes both files, each whole or not at all, and frees the page.
WAY_NODISCARD way_status bench_page_finish(bench_page *page, way_problem *problem);
