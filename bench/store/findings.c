// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/store/findings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FINDINGS_LEAST 3u // numbers that an interval takes

/// What a cell of the table is made of: the mean of each map, and the rounds of the last one.
typedef struct findings_cell {
    bench_sample maps, rounds;
    int64_t task;
    uint32_t kind;
} findings_cell;

typedef struct bench_findings_row {
    char map[BENCH_WORD_MAX], entry[BENCH_WORD_MAX];
    findings_cell *cells; ///< [measure_count]
} findings_row;

// Rows --------------------------------------------------------------------------------------------

bool bench_store_has_findings(bench_store *store, const bench_key *key)
{
    bench_rows rows = bench_rows_begin(
        store, "SELECT 1 FROM figures WHERE run = ?1 AND ground = ?2 AND map = ?3 LIMIT 1", "itt",
        key->run, key->ground->set->name, key->ground->task->map);
    const bool found = bench_rows_next(&rows);
    return bench_rows_end(&rows) && found;
}

way_status bench_store_findings(bench_store *store, const bench_key *key, uint32_t round,
                                const bench_finding *figures, uint32_t count)
{
    way_status status = WAY_STATUS_OK;
    for (uint32_t i = 0; i < count && status == WAY_STATUS_OK; i++) {
        status = bench_store_put(
            store, "INSERT INTO figures VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11)", "ittitiiitir",
            key->run, key->ground->set->name, key->ground->task->map,
            (int64_t)key->ground->task->place, key->spec, (int64_t)key->entry, (int64_t)round,
            (int64_t)i, figures[i].measure, (int64_t)figures[i].kind, figures[i].value);
    }
    return status;
}

// Tables ------------------------------------------------------------------------------------------

/// The names of rows and columns, in the order of maps, entries and figures.
static way_status findings_names(bench_store *store, int64_t run, const bench_set *set,
                                 const char *map, bench_findings *out)
{
    char sql[512];
    bench_rows rows =
        bench_rows_begin(store,
                         "SELECT measure FROM figures WHERE run = ?1 AND ground = ?2"
                         " GROUP BY measure ORDER BY min(task), min(entry), min(place)",
                         "it", run, set->name);
    while (bench_rows_next(&rows)) {
        out->measures = realloc(out->measures, (out->measure_count + 1) * sizeof *out->measures);
        bench_hold(out->measures, "no memory");
        (void)snprintf(out->measures[out->measure_count++], BENCH_MEASURE_MAX, "%s",
                       bench_rows_text(&rows, 0));
    }
    if (!bench_rows_end(&rows)) {
        return WAY_STATUS_IO;
    }
    (void)snprintf(sql, sizeof sql,
                   "SELECT %s AS name, spec FROM figures WHERE run = ?1 AND ground = ?2"
                   " GROUP BY name, spec ORDER BY min(task), min(entry)",
                   map);
    rows = bench_rows_begin(store, sql, "it", run, set->name);
    while (bench_rows_next(&rows)) {
        out->rows = realloc(out->rows, (out->row_count + 1) * sizeof *out->rows);
        bench_hold(out->rows, "no memory");
        findings_row *row = &out->rows[out->row_count++];
        *row = (findings_row){.cells = calloc(out->measure_count, sizeof *row->cells)};
        bench_hold(row->cells, "no memory");
        (void)snprintf(row->map, BENCH_WORD_MAX, "%s", bench_rows_text(&rows, 0));
        (void)snprintf(row->entry, BENCH_WORD_MAX, "%s", bench_rows_text(&rows, 1));
    }
    return bench_rows_end(&rows) ? WAY_STATUS_OK : WAY_STATUS_IO;
}

static void findings_settle(findings_cell *cell)
{
    if (cell->rounds.count) {
        bench_sample_add(&cell->maps, bench_sample_mean(&cell->rounds));
    }
}

static void findings_add(bench_findings *table, const bench_rows *rows)
{
    findings_row *row = table->rows;
    while (strcmp(row->map, bench_rows_text(rows, 0)) != 0 ||
           strcmp(row->entry, bench_rows_text(rows, 1)) != 0) {
        row++;
    }
    uint32_t measure = 0;
    while (strcmp(table->measures[measure], bench_rows_text(rows, 2)) != 0) {
        measure++;
    }
    findings_cell *cell = &row->cells[measure];
    if (cell->task != bench_rows_integer(rows, 3)) {
        findings_settle(cell);
        cell->rounds.count = 0;
        cell->task = bench_rows_integer(rows, 3);
    }
    cell->kind = (uint32_t)bench_rows_integer(rows, 4);
    bench_sample_add(&cell->rounds, bench_rows_real(rows, 5));
}

way_status bench_findings_create(bench_store *store, int64_t run, const bench_set *set,
                                 bench_findings *out)
{
    static const char *const maps[] = {[BENCH_ROWS_ALL] = "''",
                                       [BENCH_ROWS_MAP] = "map",
                                       [BENCH_ROWS_FOLDER] = "substr(map, 1, instr(map, '/') - 1)"};
    char sql[512];
    *out = (bench_findings){.row_count = 0};
    const way_status status = findings_names(store, run, set, maps[set->rows], out);
    (void)snprintf(sql, sizeof sql,
                   "SELECT %s, spec, measure, task, kind, value FROM figures WHERE run = ?1 AND"
                   " ground = ?2 ORDER BY task, round",
                   maps[set->rows]);
    bench_rows rows = bench_rows_begin(store, sql, "it", run, set->name);
    while (status == WAY_STATUS_OK && bench_rows_next(&rows)) {
        findings_add(out, &rows);
    }
    for (uint32_t i = 0; i < out->row_count; i++) {
        for (uint32_t k = 0; k < out->measure_count; k++) {
            findings_settle(&out->rows[i].cells[k]);
        }
    }
    return bench_rows_end(&rows) ? status : WAY_STATUS_IO;
}

void bench_findings_free(bench_findings *table)
{
    for (uint32_t i = 0; i < table->row_count; i++) {
        for (uint32_t k = 0; k < table->measure_count; k++) {
            bench_sample_free(&table->rows[i].cells[k].maps);
            bench_sample_free(&table->rows[i].cells[k].rounds);
        }
        free(table->rows[i].cells);
    }
    free(table->rows);
    free(table->measures);
    *table = (bench_findings){.row_count = 0};
}

const char *bench_findings_map(const bench_findings *table, uint32_t row)
{
    return table->rows[row].map;
}

const char *bench_findings_entry(const bench_findings *table, uint32_t row)
{
    return table->rows[row].entry;
}

void bench_findings_heads(const bench_set *set, const bench_findings *table, char *out, size_t size)
{
    static const char *const first[] = {"", "<map ", "<maps "};
    size_t used = (size_t)snprintf(out, size, "%s<what", first[set->rows]);
    for (uint32_t k = 0; k < table->measure_count && used < size; k++) {
        const size_t from = used + 2;
        used += (size_t)snprintf(out + used, size - used, " >%s", table->measures[k]);
        for (size_t at = from; at < used && at < size; at++) {
            out[at] = out[at] == ' ' ? '_' : out[at];
        }
    }
}

/// The 95 % interval of times, by their logarithms.
static void findings_interval(const bench_sample *values, double mean, char *out, size_t size)
{
    bench_sample logs = {0};
    char low[32];
    char high[32];
    for (uint32_t i = 0; i < values->count && values->values[i] > 0; i++) {
        bench_sample_add(&logs, log(values->values[i]));
    }
    if (logs.count == values->count && logs.count >= FINDINGS_LEAST) {
        const bench_mean all = bench_mean_of(logs.values, logs.count);
        bench_number(mean * exp(all.low - all.mean), low);
        bench_number(mean * exp(all.high - all.mean), high);
        (void)snprintf(out, size, " (%s-%s)", low, high);
    }
    bench_sample_free(&logs);
}

void bench_findings_cell(const bench_findings *table, uint32_t row, uint32_t measure, char out[64])
{
    findings_cell *cell = &table->rows[row].cells[measure];
    const bench_sample *values = cell->maps.count == 1 ? &cell->rounds : &cell->maps;
    const bool most = cell->kind & BENCH_LARGEST;
    out[0] = '\0';
    if (values->count == 0) {
        return;
    }
    const double value = most ? bench_sample_quantile(&cell->maps, 1) : bench_sample_mean(values);
    if (!(cell->kind & BENCH_TIMED) && value == round(value)) {
        (void)snprintf(out, 64, "%.0f", value);
        return;
    }
    out[0] = '-';
    bench_number(fabs(value), out + (value < 0));
    if ((cell->kind & BENCH_TIMED) && !most) {
        const size_t used = strlen(out);
        findings_interval(values, value, out + used, 64 - used);
    }
}
