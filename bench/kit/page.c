// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L

#include "bench/kit/page.h"

#include <waymark/file.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PAGE_COLUMNS_MAX 32u
#define PAGE_CELL 512u

struct bench_page {
    bench_page_config config;
    FILE *html, *markdown;
    char *html_bytes, *markdown_bytes;
    size_t html_size, markdown_size;
    uint32_t columns, column;
    bool right[PAGE_COLUMNS_MAX];
};

static const char page_style[] =
    "body{font:15px/1.5 system-ui,sans-serif;max-width:1100px;margin:2em auto;padding:0 1em;"
    "color:#1c2330;background:#fff}"
    "h1,h2,h3{line-height:1.2}h2{margin-top:2.2em;border-bottom:1px solid #d5dae2}"
    "table{border-collapse:collapse;font-size:13px;display:block;overflow-x:auto;margin:1em 0}"
    "td,th{padding:.25em .7em;border-bottom:1px solid #e4e8ee;white-space:nowrap;text-align:left}"
    "td.r,th.r{text-align:right;font-variant-numeric:tabular-nums}"
    "th{background:#f3f5f8;position:sticky;top:0}tr:hover td{background:#f8fafc}"
    "code,pre{background:#f3f5f8;border-radius:3px;padding:.1em .3em;font-size:90%}"
    "pre{padding:.8em 1em;overflow-x:auto}figure{margin:1.5em 0}"
    "img{max-width:100%}figcaption{color:#5a6475;font-size:13px}";

// Text of HTML; `code` becomes an element.
static void page_escape(FILE *out, const char *text)
{
    bool code = false;
    for (; *text; text++) {
        switch (*text) {
        case '<':
            (void)fputs("&lt;", out);
            break;
        case '>':
            (void)fputs("&gt;", out);
            break;
        case '&':
            (void)fputs("&amp;", out);
            break;
        case '`':
            (void)fputs(code ? "</code>" : "<code>", out);
            code = !code;
            break;
        default:
            (void)fputc(*text, out);
        }
    }
}

// Text of Markdown: an asterisk is one, but in `code`.
static void page_mark(FILE *out, const char *text)
{
    bool code = false;
    for (; *text; text++) {
        code ^= *text == '`';
        (void)fputs(*text == '*' && !code ? "\\" : "", out);
        (void)fputc(*text, out);
    }
}

way_status bench_page_create(const bench_page_config *config, bench_page **out)
{
    bench_page *page = calloc(1, sizeof *page);
    *out = page;
    if (!page) {
        return WAY_STATUS_NO_MEMORY;
    }
    page->config = *config;
    page->html = open_memstream(&page->html_bytes, &page->html_size);
    page->markdown = open_memstream(&page->markdown_bytes, &page->markdown_size);
    if (!page->html || !page->markdown) {
        bench_page_discard(page);
        *out = NULL;
        return WAY_STATUS_NO_MEMORY;
    }
    (void)fprintf(page->html,
                  "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
                  "<meta name=\"viewport\" content=\"width=device-width\">\n<title>%s</title>\n"
                  "<style>%s</style>\n<h1>%s</h1>\n",
                  config->title, page_style, config->title);
    (void)fprintf(page->markdown, "# %s\n", config->title);
    return WAY_STATUS_OK;
}

void bench_page_title(bench_page *page, int level, const char *text)
{
    (void)fprintf(page->markdown, "\n%.*s ", level, "######");
    page_mark(page->markdown, text);
    (void)fputc('\n', page->markdown);
    (void)fprintf(page->html, "<h%d>", level);
    page_escape(page->html, text);
    (void)fprintf(page->html, "</h%d>\n", level);
}

void bench_page_text(bench_page *page, const char *format, ...)
{
    char text[2048];
    va_list list;
    va_start(list, format);
    (void)vsnprintf(text, sizeof text, format, list);
    va_end(list);
    (void)fputc('\n', page->markdown);
    page_mark(page->markdown, text);
    (void)fputc('\n', page->markdown);
    (void)fputs("<p>", page->html);
    page_escape(page->html, text);
    (void)fputs("</p>\n", page->html);
}

void bench_page_code(bench_page *page, const char *text)
{
    (void)fprintf(page->markdown, "\n```sh\n%s\n```\n", text);
    (void)fputs("<pre>", page->html);
    page_escape(page->html, text);
    (void)fputs("</pre>\n", page->html);
}

// Tables ------------------------------------------------------------------------------------------

void bench_page_table(bench_page *page, const char *heads)
{
    page->columns = 0;
    page->column = 0;
    (void)fputs("\n|", page->markdown);
    (void)fputs("<table><tr>", page->html);
    while (*heads && page->columns < PAGE_COLUMNS_MAX) {
        const bool right = *heads++ == '>';
        page->right[page->columns++] = right;
        (void)fputs(" ", page->markdown);
        (void)fputs(right ? "<th class=\"r\">" : "<th>", page->html);
        for (; *heads && *heads != ' '; heads++) {
            const char letter = *heads == '_' ? ' ' : *heads;
            (void)fprintf(page->markdown, letter == '*' ? "\\%c" : "%c", letter);
            (void)fputc(letter, page->html);
        }
        (void)fputs(" |", page->markdown);
        (void)fputs("</th>", page->html);
        heads += *heads == ' ';
    }
    (void)fputs("\n|", page->markdown);
    for (uint32_t i = 0; i < page->columns; i++) {
        (void)fputs(page->right[i] ? "--:|" : "---|", page->markdown);
    }
    (void)fputs("</tr>\n", page->html);
}

void bench_page_cell(bench_page *page, const char *format, ...)
{
    char text[PAGE_CELL];
    va_list list;
    va_start(list, format);
    (void)vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (page->column == 0) {
        (void)fputs("\n|", page->markdown);
        (void)fputs("<tr>", page->html);
    }
    (void)fputc(' ', page->markdown);
    page_mark(page->markdown, text);
    (void)fputs(" |", page->markdown);
    (void)fputs(page->right[page->column] ? "<td class=\"r\">" : "<td>", page->html);
    page_escape(page->html, text);
    (void)fputs("</td>", page->html);
    if (++page->column == page->columns) {
        page->column = 0;
        (void)fputs("</tr>\n", page->html);
    }
}

void bench_page_end_table(bench_page *page)
{
    (void)fputs("\n", page->markdown);
    (void)fputs("</table>\n", page->html);
}

// Pictures ----------------------------------------------------------------------------------------

static void page_base64(FILE *out, const char *bytes, size_t size)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        uint32_t word = 0;
        for (size_t k = 0; k < 3; k++) {
            word = word << 8 | (i + k < size ? (unsigned char)bytes[i + k] : 0);
        }
        (void)fputc(letters[word >> 18], out);
        (void)fputc(letters[word >> 12 & 63], out);
        (void)fputc(i + 1 < size ? letters[word >> 6 & 63] : '=', out);
        (void)fputc(i + 2 < size ? letters[word & 63] : '=', out);
    }
}

// The folder of the pictures as seen from the Markdown file.
static const char *page_relative(const bench_page *page)
{
    const char *folder = page->config.pictures;
    const char *slash = page->config.markdown ? strrchr(page->config.markdown, '/') : NULL;
    const size_t size = slash ? (size_t)(slash - page->config.markdown) + 1 : 0;
    const bool inside = size && strncmp(folder, page->config.markdown, size) == 0;
    return inside ? folder + size : folder;
}

void bench_page_picture(bench_page *page, const char *name, const char *caption)
{
    char path[4096];
    way_file file = {0};
    (void)snprintf(path, sizeof path, "%s/%s", page->config.pictures, name);
    if (way_file_read(path, 0, NULL, &file, NULL) != WAY_STATUS_OK) {
        return;
    }
    (void)fprintf(page->markdown, "\n![%s](%s/%s)\n", caption, page_relative(page), name);
    (void)fputs("<figure><img alt=\"\" src=\"data:image/svg+xml;base64,", page->html);
    page_base64(page->html, file.bytes, file.size);
    (void)fputs("\"><figcaption>", page->html);
    page_escape(page->html, caption);
    (void)fputs("</figcaption></figure>\n", page->html);
    way_file_free(&file);
}

// Ending ------------------------------------------------------------------------------------------

static way_status page_write(FILE *stream, const char *path, char *const *bytes, const size_t *size,
                             way_problem *problem)
{
    if (!stream || fclose(stream) != 0) {
        return WAY_STATUS_NO_MEMORY;
    }
    return path ? way_file_write(path, *bytes, *size, problem) : WAY_STATUS_OK;
}

void bench_page_discard(bench_page *page)
{
    page->config.html = NULL;
    page->config.markdown = NULL;
    (void)!bench_page_finish(page, NULL);
}

way_status bench_page_finish(bench_page *page, way_problem *problem)
{
    const way_status html =
        page_write(page->html, page->config.html, &page->html_bytes, &page->html_size, problem);
    const way_status markdown = page_write(page->markdown, page->config.markdown,
                                           &page->markdown_bytes, &page->markdown_size, problem);
    free(page->html_bytes);
    free(page->markdown_bytes);
    free(page);
    return html != WAY_STATUS_OK ? html : markdown;
}
