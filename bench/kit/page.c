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
#define PAGE_ROW 4096u

struct bench_page {
    bench_page_config config;
    FILE *html, *markdown;
    char *html_bytes, *markdown_bytes;
    size_t html_size, markdown_size;
    uint32_t columns, column;
    uint32_t titles;
    const char *mark; ///< class of the next cell
    bool right[PAGE_COLUMNS_MAX];
};

// Light and dark by what the reader's system prefers.
static const char page_style[] =
    ":root{--ink:#1c2330;--soft:#5a6475;--paper:#fff;--line:#e0e5ec;--band:#f3f5f8;--yes:#1d7a3a;"
    "--no:#b3261e;--part:#8a6100}"
    "@media(prefers-color-scheme:dark){:root{--ink:#dfe5ee;--soft:#9aa6b8;--paper:#14181f;"
    "--line:#2c3440;--band:#1d232d;--yes:#6fcf8a;--no:#ff8a80;--part:#f0c35a}}"
    "body{font:15px/1.5 system-ui,sans-serif;max-width:1100px;margin:2em auto;padding:0 1em;"
    "color:var(--ink);background:var(--paper)}"
    "h1,h2,h3{line-height:1.2}h2{margin-top:2.2em;border-bottom:1px solid var(--line)}"
    "a{color:inherit}nav ul{columns:2;padding-left:1.2em}"
    ".t{overflow-x:auto;margin:1em 0}table{border-collapse:collapse;font-size:13px;width:100%}"
    "td,th{padding:.25em .5em;border-bottom:1px solid var(--line);text-align:left;vertical-align:"
    "top}td.r,th.r{text-align:right;font-variant-numeric:tabular-nums}td.r{white-space:nowrap}"
    "th{background:var(--band);position:sticky;top:0;cursor:pointer}th[aria-sort=ascending]::after"
    "{content:' \\2191'}th[aria-sort=descending]::after{content:' \\2193'}"
    "td:first-child,th:first-child{position:sticky;left:0;background:var(--paper)}"
    "th:first-child{background:var(--band);z-index:1}"
    "tr:hover td{background:var(--band)}input.f{font:inherit;font-size:13px;padding:.2em .5em;"
    "border:1px solid var(--line);background:var(--paper);color:var(--ink);border-radius:4px}"
    "code,pre{background:var(--band);border-radius:3px;padding:.1em .3em;font-size:90%}"
    "td code{background:none;padding:0}pre{padding:.8em 1em;overflow-x:auto}"
    ".yes{color:var(--yes)}.no{color:var(--no)}.part{color:var(--part)}.none{color:var(--soft)}";

// Heads sort their tables; tables of more than six rows can be filtered by a word.
static const char page_script[] =
    "document.querySelectorAll('.t').forEach(box=>{const table=box.firstElementChild,"
    "body=table.tBodies[0],rows=[...body.rows];"
    "const value=c=>{const t=c.textContent.trim(),m=t.match(/^[><\\u2264]?\\s*(-?[\\d.]+)\\s*"
    "(ns|us|ms|s)?/);if(!m)return t;return+m[1]*({ns:1e-9,us:1e-6,ms:1e-3}[m[2]]||1)};"
    "[...table.tHead.rows[0].cells].forEach((head,i)=>{head.tabIndex=0;const sort=()=>{"
    "const up=head.getAttribute('aria-sort')!=='ascending';"
    "table.querySelectorAll('th').forEach(h=>h.removeAttribute('aria-sort'));"
    "head.setAttribute('aria-sort',up?'ascending':'descending');"
    "[...body.rows].sort((a,b)=>{const x=value(a.cells[i]),y=value(b.cells[i]),"
    "n=typeof x==='number'&&typeof y==='number'?x-y:String(x).localeCompare(String(y));"
    "return up?n:-n}).forEach(r=>body.append(r))};head.onclick=sort;"
    "head.onkeydown=e=>{if(e.key==='Enter'||e.key===' '){e.preventDefault();sort()}}});"
    "if(rows.length>6){const f=document.createElement('input');f.className='f';f.type='search';"
    "f.placeholder='Filter rows';f.setAttribute('aria-label','Filter rows');"
    "f.oninput=()=>rows.forEach(r=>r.hidden=!r.textContent.toLowerCase().includes("
    "f.value.toLowerCase()));box.before(f)}});";

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
    (void)fputs("<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
                "<meta name=\"viewport\" content=\"width=device-width\">\n"
                "<meta name=\"color-scheme\" content=\"light dark\">\n<title>",
                page->html);
    page_escape(page->html, config->title);
    (void)fprintf(page->html, "</title>\n<style>%s</style>\n<h1>", page_style);
    page_escape(page->html, config->title);
    (void)fputs("</h1>\n", page->html);
    (void)fprintf(page->markdown, "# %s\n", config->title);
    return WAY_STATUS_OK;
}

void bench_page_title(bench_page *page, int level, const char *text)
{
    (void)fprintf(page->markdown, "\n%.*s ", level, "######");
    page_mark(page->markdown, text);
    (void)fputc('\n', page->markdown);
    (void)fprintf(page->html, "<h%d id=\"s%u\">", level, ++page->titles);
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
    (void)fputs("<div class=\"t\"><table><thead><tr>", page->html);
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
    (void)fputs("</tr></thead>\n<tbody>", page->html);
}

void bench_page_cell(bench_page *page, const char *format, ...)
{
    char text[PAGE_ROW];
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
    if (page->mark) {
        (void)fprintf(page->html, "<b class=\"%s\">", page->mark);
    }
    page_escape(page->html, text);
    (void)fputs(page->mark ? "</b></td>" : "</td>", page->html);
    page->mark = NULL;
    if (++page->column == page->columns) {
        page->column = 0;
        (void)fputs("</tr>\n", page->html);
    }
}

void bench_page_row(bench_page *page, const char *format, ...)
{
    char text[PAGE_ROW];
    va_list list;
    va_start(list, format);
    (void)vsnprintf(text, sizeof text, format, list);
    va_end(list);
    for (char *cell = text; cell;) {
        char *end = strchr(cell, '|');
        if (end) {
            *end++ = '\0';
        }
        bench_page_cell(page, "%s", cell);
        cell = end;
    }
}

void bench_page_mark(bench_page *page, const char *mark)
{
    page->mark = mark;
}

void bench_page_end_table(bench_page *page)
{
    (void)fputs("\n", page->markdown);
    (void)fputs("</tbody></table></div>\n", page->html);
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
    if (page->html) {
        (void)fprintf(page->html, "<script>%s</script>\n", page_script);
    }
    const way_status html =
        page_write(page->html, page->config.html, &page->html_bytes, &page->html_size, problem);
    const way_status markdown = page_write(page->markdown, page->config.markdown,
                                           &page->markdown_bytes, &page->markdown_size, problem);
    free(page->html_bytes);
    free(page->markdown_bytes);
    free(page);
    return html != WAY_STATUS_OK ? html : markdown;
}
