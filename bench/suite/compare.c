// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/suite/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool compare_maps_differ(const bench_side *b, const char *map, const char *hash, bool *known)
{
    bench_rows rows = bench_rows_begin(
        b->store, "SELECT hash FROM maps WHERE run = ?1 AND map = ?2", "it", b->run, map);
    *known = bench_rows_next(&rows);
    const bool differ = *known && strcmp(bench_rows_text(&rows, 0), hash) != 0;
    (void)bench_rows_end(&rows);
    return differ;
}

static way_status compare_maps(const bench_side *a, const bench_side *b, bench_comparison *out,
                               way_problem *problem)
{
    way_status status = WAY_STATUS_OK;
    bench_rows rows =
        bench_rows_begin(a->store, "SELECT map, hash FROM maps WHERE run = ?1", "i", a->run);
    while (status == WAY_STATUS_OK && bench_rows_next(&rows)) {
        bool known = false;
        if (compare_maps_differ(b, bench_rows_text(&rows, 0), bench_rows_text(&rows, 1), &known)) {
            (void)snprintf(problem->text, sizeof problem->text,
                           "the map %.120s is not the same in both runs",
                           bench_rows_text(&rows, 0));
            status = WAY_STATUS_STALE;
        }
        out->maps += known;
    }
    return bench_rows_end(&rows) ? status : WAY_STATUS_IO;
}

// The median of the ratios, and the ranks that hold it with a probability of 95 %.
static void compare_ratios(double *ratios, uint32_t count, bench_pair *out)
{
    const double half = 0.98 * sqrt(count);
    const double middle = 0.5 * (count - 1.0);
    const double low = middle - half > 0 ? middle - half : 0;
    const double high = middle + half < count - 1.0 ? middle + half : count - 1.0;
    bench_sort(ratios, count);
    out->ratio = bench_quantile(ratios, count, 0.5);
    out->low = ratios[(uint32_t)low];
    out->high = ratios[(uint32_t)ceil(high)];
}

// One query of run B against its row of run A.
static bool compare_query(const bench_rows *a, bench_rows *b, bench_pair *out, double work[2])
{
    if (!bench_rows_next(b)) {
        return false;
    }
    out->costs += bench_rows_integer(a, 4) != bench_rows_integer(b, 2);
    out->walks += strcmp(bench_rows_text(a, 5), bench_rows_text(b, 3)) != 0;
    work[0] += bench_rows_real(a, 3);
    work[1] += bench_rows_real(b, 1);
    return true;
}

static way_status compare_spec(const bench_side *a, const bench_side *b, bench_pair *out)
{
    double *ratios = NULL;
    uint32_t capacity = 0;
    double work[2] = {0, 0};
    way_status status = WAY_STATUS_OK;
    bench_rows rows = bench_rows_begin(
        a->store,
        "SELECT map, problem, total, expansions, cost, hash FROM queries WHERE run = ?1 AND"
        " spec = ?2",
        "it", a->run, out->spec);
    while (status == WAY_STATUS_OK && bench_rows_next(&rows)) {
        if (out->queries == capacity) {
            capacity = capacity ? capacity * 2 : 256;
            double *grown = realloc(ratios, capacity * sizeof *grown);
            status = grown ? status : WAY_STATUS_NO_MEMORY;
            ratios = grown ? grown : ratios;
        }
        bench_rows other = bench_rows_begin(
            b->store,
            "SELECT total, expansions, cost, hash FROM queries WHERE run = ?1 AND map = ?2 AND"
            " problem = ?3 AND spec = ?4",
            "itit", b->run, bench_rows_text(&rows, 0), bench_rows_integer(&rows, 1), out->spec);
        if (status == WAY_STATUS_OK && compare_query(&rows, &other, out, work)) {
            const double before = bench_rows_real(&rows, 2);
            ratios[out->queries++] = before > 0 ? bench_rows_real(&other, 0) / before : 1;
        }
        status = bench_rows_end(&other) ? status : WAY_STATUS_IO;
    }
    status = bench_rows_end(&rows) ? status : WAY_STATUS_IO;
    if (status == WAY_STATUS_OK && out->queries) {
        compare_ratios(ratios, out->queries, out);
        out->expansions = work[0] > 0 ? work[1] / work[0] : 1;
    }
    free(ratios);
    return status;
}

static way_status compare_specs(const bench_side *a, const bench_side *b, bench_comparison *out)
{
    way_status status = WAY_STATUS_OK;
    bench_rows rows = bench_rows_begin(
        a->store, "SELECT spec FROM queries WHERE run = ?1 GROUP BY spec ORDER BY min(rowid)", "i",
        a->run);
    while (status == WAY_STATUS_OK && bench_rows_next(&rows)) {
        bench_pair *items = realloc(out->items, (out->count + 1) * sizeof *items);
        if (!items) {
            status = WAY_STATUS_NO_MEMORY;
            break;
        }
        out->items = items;
        items[out->count] = (bench_pair){.queries = 0};
        (void)snprintf(items[out->count].spec, BENCH_WORD_MAX, "%s", bench_rows_text(&rows, 0));
        status = compare_spec(a, b, &items[out->count]);
        out->count += items[out->count].queries > 0;
    }
    return bench_rows_end(&rows) ? status : WAY_STATUS_IO;
}

way_status bench_comparison_create(const bench_side *a, const bench_side *b, bench_comparison *out,
                                   way_problem *problem)
{
    *out = (bench_comparison){.count = 0};
    way_status status = compare_maps(a, b, out, problem);
    if (status == WAY_STATUS_OK) {
        status = compare_specs(a, b, out);
    }
    if (status == WAY_STATUS_OK && out->count == 0) {
        (void)snprintf(problem->text, sizeof problem->text, "the runs share no query");
        status = WAY_STATUS_NOT_FOUND;
    }
    if (status != WAY_STATUS_OK) {
        bench_comparison_free(out);
    }
    return status;
}

void bench_comparison_free(bench_comparison *comparison)
{
    free(comparison->items);
    *comparison = (bench_comparison){.count = 0};
}
