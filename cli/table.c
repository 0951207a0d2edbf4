// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "cli/table.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

// Columns of the terminal that a UTF-8 text takes: one per character is right for all we print.
static uint32_t table_width(const char *text)
{
    uint32_t width = 0;
    for (; *text; text++) {
        width += ((unsigned char)*text & 0xc0) != 0x80;
    }
    return width;
}

static void table_store(cli_table *table, const char *text)
{
    if (table->count == table->capacity) {
        const uint32_t capacity = table->capacity ? table->capacity * 2 : 64;
        char **cells = realloc(table->cells, capacity * sizeof *cells);
        if (!cells) {
            table->failed = true;
            return;
        }
        table->cells = cells;
        table->capacity = capacity;
    }
    const size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (!copy) {
        table->failed = true;
        return;
    }
    memcpy(copy, text, size);
    const uint32_t column = table->count % table->columns;
    const uint32_t width = table_width(text);
    if (width > table->widths[column]) {
        table->widths[column] = width;
    }
    table->cells[table->count++] = copy;
}

cli_table cli_table_begin(const char *heads)
{
    cli_table table = {0};
    char names[CLI_TABLE_COLUMNS_MAX][48];
    while (*heads && table.columns < CLI_TABLE_COLUMNS_MAX) {
        const size_t size = strcspn(heads, " ");
        char *name = names[table.columns];
        table.right[table.columns] = heads[0] == '>';
        (void)snprintf(name, sizeof names[0], "%.*s", (int)size - 1, heads + 1);
        for (char *letter = name; *letter; letter++) {
            *letter = *letter == '_' ? ' ' : *letter;
        }
        table.columns++;
        heads += size;
        heads += *heads == ' ';
    }
    for (uint32_t i = 0; i < table.columns; i++) {
        table_store(&table, names[i]);
    }
    return table;
}

void cli_table_add(cli_table *table, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (!table->failed) {
        table_store(table, text);
    }
}

static void table_print_cell(const cli_table *table, uint32_t index, FILE *stream)
{
    const uint32_t column = index % table->columns;
    const bool last = column + 1 == table->columns;
    const char *text = table->cells[index];
    const uint32_t width = table->widths[column];
    const int pad = (int)(width - table_width(text));
    (void)fputs(column ? "  " : "", stream);
    if (strcmp(text, "-") == 0) {
        for (uint32_t i = 0; i < width; i++) {
            (void)fputc('-', stream);
        }
    } else if (table->right[column]) {
        (void)fprintf(stream, "%*s%s", pad, "", text);
    } else {
        (void)fprintf(stream, "%s%*s", text, last ? 0 : pad, "");
    }
    if (last) {
        (void)fputc('\n', stream);
    }
}

bool cli_table_end(cli_table *table, FILE *stream)
{
    const bool good = !table->failed;
    for (uint32_t i = 0; good && i < table->count; i++) {
        table_print_cell(table, i, stream);
    }
    cli_table_drop(table);
    return good;
}

void cli_table_drop(cli_table *table)
{
    for (uint32_t i = 0; i < table->count; i++) {
        free(table->cells[i]);
    }
    free(table->cells);
    *table = (cli_table){0};
}

cli_number cli_number_group(uint64_t number)
{
    char digits[24];
    cli_number out = {""};
    const int count = snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
    size_t size = 0;
    for (int i = 0; i < count; i++) {
        if (i > 0 && (count - i) % 3 == 0) {
            out.text[size++] = ',';
        }
        out.text[size++] = digits[i];
    }
    out.text[size] = '\0';
    return out;
}

cli_number cli_number_bytes(uint64_t bytes)
{
    static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    cli_number out;
    double number = (double)bytes;
    uint32_t unit = 0;
    for (; number >= 1024 && unit < 4; unit++) {
        number /= 1024;
    }
    (void)snprintf(out.text, sizeof out.text, "%.*f %s", unit && number < 100 ? 1 : 0, number,
                   units[unit]);
    return out;
}

cli_number cli_number_seconds(double seconds)
{
    static const char *const units[] = {"s", "ms", "us", "ns"};
    cli_number out;
    uint32_t unit = 0;
    for (; seconds < 1 && unit < 3; unit++) {
        seconds *= 1000;
    }
    (void)snprintf(out.text, sizeof out.text, "%.*f %s", seconds < 10 && unit < 3 ? 1 : 0, seconds,
                   units[unit]);
    return out;
}
