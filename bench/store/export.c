// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L

#include "bench/store/export.h"

#include <waymark/file.h>

#include <stdlib.h>
#include <string.h>

// The competition's columns, then ours. Its times are seconds; a path's size counts cells.
static const char export_queries[] =
    "SELECT map AS map, map AS scen, problem AS experiment_id,"
    " CASE WHEN moves THEN moves + 1 ELSE 0 END AS path_size, length AS path_length,"
    " reference AS ref_length, total AS time_cost, first20 AS \"20steps_cost\","
    " max AS max_step_time, ground, spec AS algorithm, outcome, solved, valid, moves, steps, cost,"
    " best, excess, smoothed, cold, low, high, repetitions, mean, first, waits, expansions,"
    " generations, reopenings, heap_pushes, heap_pops, revisits, work_max, plans, states, "
    "agent_bytes,"
    " repair, hash FROM queries WHERE run = ?1 ORDER BY task, problem, entry";

// What is the same on every machine, however the work was cut up.
static const char export_counts[] =
    "SELECT ground, map, problem, spec, outcome, solved, valid, moves, cost, best, expansions,"
    " generations, reopenings, heap_pushes, heap_pops, revisits, work_max, plans, states, "
    "agent_bytes,"
    " CAST((SELECT disk_bytes FROM preparations p WHERE p.run = q.run AND p.ground = q.ground AND"
    " p.map = q.map AND p.spec = q.spec) AS INTEGER) AS database_bytes, hash"
    " FROM queries q WHERE run = ?1 ORDER BY task, problem, entry";

// What studies found.
static const char export_figures[] =
    "SELECT ground, map, spec, round, measure, value FROM figures WHERE run = ?1"
    " ORDER BY task, entry, round, place";

// Those that are no times.
static const char export_figure_counts[] =
    "SELECT ground, map, spec, round, measure, value FROM figures WHERE run = ?1 AND NOT kind & 1"
    " ORDER BY task, entry, round, place";

static void export_csv_text(FILE *stream, const char *text)
{
    if (!strpbrk(text, ",\"\n")) {
        (void)fputs(text, stream);
        return;
    }
    (void)fputc('"', stream);
    for (; *text; text++) {
        (void)fputs(*text == '"' ? "\"\"" : (char[]){*text, '\0'}, stream);
    }
    (void)fputc('"', stream);
}

static bool export_csv(bench_store *store, int64_t run, const char *sql, FILE *stream)
{
    bench_rows rows = bench_rows_begin(store, sql, "i", run);
    const int columns = bench_rows_columns(&rows);
    for (int i = 0; i < columns; i++) {
        (void)fprintf(stream, "%s%s", i ? "," : "", bench_rows_name(&rows, i));
    }
    (void)fputc('\n', stream);
    while (bench_rows_next(&rows)) {
        for (int i = 0; i < columns; i++) {
            (void)fputs(i ? "," : "", stream);
            export_csv_text(stream, bench_rows_text(&rows, i));
        }
        (void)fputc('\n', stream);
    }
    return bench_rows_end(&rows);
}

void bench_json_text(FILE *stream, const char *text)
{
    (void)fputc('"', stream);
    for (; *text; text++) {
        const unsigned char byte = (unsigned char)*text;
        if (byte == '"' || byte == '\\') {
            (void)fprintf(stream, "\\%c", byte);
        } else if (byte < 32 || byte == '<') { // no "</script>"

            (void)fprintf(stream, "\\u%04x", byte);
        } else {
            (void)fputc(byte, stream);
        }
    }
    (void)fputc('"', stream);
}

static void export_json_row(const bench_rows *rows, int columns, FILE *stream)
{
    (void)fputc('{', stream);
    for (int i = 0; i < columns; i++) {
        (void)fputs(i ? ", " : "", stream);
        bench_json_text(stream, bench_rows_name(rows, i));
        (void)fputs(": ", stream);
        if (bench_rows_null(rows, i)) {
            (void)fputs("null", stream);
        } else if (bench_rows_is_text(rows, i)) {
            bench_json_text(stream, bench_rows_text(rows, i));
        } else {
            (void)fputs(bench_rows_text(rows, i), stream);
        }
    }
    (void)fputc('}', stream);
}

static bool export_json_table(bench_store *store, int64_t run, const char *sql, FILE *stream)
{
    bench_rows rows = bench_rows_begin(store, sql, "i", run);
    const int columns = bench_rows_columns(&rows);
    bool any = false;
    (void)fputc('[', stream);
    while (bench_rows_next(&rows)) {
        (void)fputs(any ? ",\n    " : "\n    ", stream);
        export_json_row(&rows, columns, stream);
        any = true;
    }
    (void)fputs(any ? "\n  ]" : "]", stream);
    return bench_rows_end(&rows);
}

way_status bench_export_json(bench_store *store, int64_t run, FILE *stream)
{
    static const struct {
        const char *name;
        const char *sql;
    } tables[] = {
        {"runs", "SELECT * FROM runs WHERE id = ?1"},
        {"maps", "SELECT * FROM maps WHERE run = ?1 ORDER BY task"},
        {"preparations", "SELECT * FROM preparations WHERE run = ?1 ORDER BY task, entry"},
        {"queries", export_queries},
        {"figures", export_figures},
    };
    bool good = true;
    (void)fputc('{', stream);
    for (uint32_t i = 0; i < sizeof tables / sizeof *tables && good; i++) {
        (void)fprintf(stream, "%s\n  \"%s\": ", i ? "," : "", tables[i].name);
        good = export_json_table(store, run, tables[i].sql, stream);
    }
    (void)fputs("\n}\n", stream);
    return good ? WAY_STATUS_OK : WAY_STATUS_IO;
}

/// The rows of a run that a table can hold.
static const char *export_table(bench_store *store, int64_t run, bench_format format)
{
    bench_rows rows = bench_rows_begin(store, export_figures, "i", run);
    const bool study = bench_rows_next(&rows);
    if (bench_rows_end(&rows) && study) {
        return format == BENCH_FORMAT_CSV ? export_figures : export_figure_counts;
    }
    return format == BENCH_FORMAT_CSV ? export_queries : export_counts;
}

way_status bench_export(bench_store *store, int64_t run, bench_format format, const char *path,
                        way_problem *problem)
{
    char *bytes = NULL;
    size_t size = 0;
    if (!bench_store_has(store, run)) {
        (void)snprintf(problem->text, sizeof problem->text, "there is no run %lld in the file",
                       (long long)run);
        return WAY_STATUS_NOT_FOUND;
    }
    FILE *stream = open_memstream(&bytes, &size);
    if (!stream) {
        return WAY_STATUS_NO_MEMORY;
    }
    const bool good = format == BENCH_FORMAT_JSON
                          ? bench_export_json(store, run, stream) == WAY_STATUS_OK
                          : export_csv(store, run, export_table(store, run, format), stream);
    way_status status = fclose(stream) == 0 ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
    if (!good) {
        (void)snprintf(problem->text, sizeof problem->text, "%.180s", bench_store_problem(store));
        status = WAY_STATUS_IO;
    }
    if (status == WAY_STATUS_OK && strcmp(path, "-") == 0) {
        status = fwrite(bytes, 1, size, stdout) == size ? WAY_STATUS_OK : WAY_STATUS_IO;
    } else if (status == WAY_STATUS_OK) {
        status = way_file_write(path, bytes, size, problem);
    }
    free(bytes);
    return status;
}
