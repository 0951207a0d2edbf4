// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A page of Markdown.
//
//     bench_page page;
//     way_status status = bench_page_open(&page, "Ten maps, measured");
//     bench_page_title(&page, 2, "Ten maps");
//     bench_page_table(&page, "<algorithm >time");
//     bench_page_row(&page, "%s|%.1f", spec, time);
//     bench_page_end_table(&page);
//     status = bench_page_close(&page); ... page.bytes, page.size ...   free(page.bytes);
#pragma once

#include <waymark/base.h>

#include <stdio.h>

typedef struct bench_page {
    FILE *out;
    char *bytes; ///< once it is closed
    size_t size;
    uint32_t columns, column; ///< of the table at hand
} bench_page;

/// NO_MEMORY.
WAY_NODISCARD way_status bench_page_open(bench_page *page, const char *title);
/// Ends it: the bytes are there, and the caller's. NO_MEMORY.
WAY_NODISCARD way_status bench_page_close(bench_page *page);

void bench_page_title(bench_page *page, int level, const char *text);

/// A paragraph.
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
void bench_page_end_table(bench_page *page);
