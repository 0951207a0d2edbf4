// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L

#include "bench/kit/page.h"

#include <stdarg.h>
#include <string.h>

#define PAGE_TEXT 4096u

// An asterisk is one, but in `code`.
static void page_mark(FILE *out, const char *text)
{
    bool code = false;
    for (; *text; text++) {
        code ^= *text == '`';
        (void)fputs(*text == '*' && !code ? "\\" : "", out);
        (void)fputc(*text, out);
    }
}

way_status bench_page_open(bench_page *page, const char *title)
{
    *page = (bench_page){.columns = 0};
    page->out = open_memstream(&page->bytes, &page->size);
    if (!page->out) {
        return WAY_STATUS_NO_MEMORY;
    }
    (void)fprintf(page->out, "# %s\n", title);
    return WAY_STATUS_OK;
}

way_status bench_page_close(bench_page *page)
{
    return fclose(page->out) == 0 ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

void bench_page_title(bench_page *page, int level, const char *text)
{
    (void)fprintf(page->out, "\n%.*s ", level, "######");
    page_mark(page->out, text);
    (void)fputc('\n', page->out);
}

void bench_page_text(bench_page *page, const char *format, ...)
{
    char text[PAGE_TEXT];
    va_list list;
    va_start(list, format);
    (void)vsnprintf(text, sizeof text, format, list);
    va_end(list);
    (void)fputc('\n', page->out);
    page_mark(page->out, text);
    (void)fputc('\n', page->out);
}

void bench_page_code(bench_page *page, const char *text)
{
    (void)fprintf(page->out, "\n```sh\n%s\n```\n", text);
}

void bench_page_table(bench_page *page, const char *heads)
{
    char lines[256] = "\n|";
    page->columns = 0;
    page->column = 0;
    (void)fputs("\n|", page->out);
    while (*heads) {
        const size_t used = strlen(lines);
        (void)snprintf(lines + used, sizeof lines - used, "%s", *heads++ == '>' ? "--:|" : "---|");
        page->columns++;
        (void)fputc(' ', page->out);
        for (; *heads && *heads != ' '; heads++) {
            (void)fprintf(page->out, *heads == '*' ? "\\%c" : "%c", *heads == '_' ? ' ' : *heads);
        }
        (void)fputs(" |", page->out);
        heads += *heads == ' ';
    }
    (void)fputs(lines, page->out);
}

static void page_cell(bench_page *page, const char *text)
{
    (void)fputs(page->column == 0 ? "\n| " : " ", page->out);
    page_mark(page->out, text);
    (void)fputs(" |", page->out);
    page->column = page->column + 1 == page->columns ? 0 : page->column + 1;
}

void bench_page_cell(bench_page *page, const char *format, ...)
{
    char text[PAGE_TEXT];
    va_list list;
    va_start(list, format);
    (void)vsnprintf(text, sizeof text, format, list);
    va_end(list);
    page_cell(page, text);
}

void bench_page_row(bench_page *page, const char *format, ...)
{
    char text[PAGE_TEXT];
    va_list list;
    va_start(list, format);
    (void)vsnprintf(text, sizeof text, format, list);
    va_end(list);
    for (char *cell = text; cell;) {
        char *end = strchr(cell, '|');
        if (end) {
            *end++ = '\0';
        }
        page_cell(page, cell);
        cell = end;
    }
}

void bench_page_end_table(bench_page *page)
{
    (void)fputs("\n", page->out);
}
