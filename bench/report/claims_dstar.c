// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/report/verdict.h"

#include <math.h>

#define CLAIMS_DSTAR_MAZES 30u

// Mean and half of its 95 % interval.
typedef struct claims_dstar_mean {
    double mean, half;
    uint32_t count;
} claims_dstar_mean;

static way_status claims_dstar_look(bench_store *store, int64_t run, const char *sql,
                                    const char *spec, claims_dstar_mean *out)
{
    double sum = 0;
    double squares = 0;
    *out = (claims_dstar_mean){.count = 0};
    bench_rows rows = bench_rows_begin(store, sql, "it", run, spec);
    while (bench_rows_next(&rows)) {
        const double value = bench_rows_real(&rows, 0);
        sum += value;
        squares += value * value;
        out->count++;
    }
    if (out->count > 1) {
        const double n = out->count;
        out->mean = sum / n;
        out->half = 1.96 * sqrt(fmax(squares / n - out->mean * out->mean, 0) / (n - 1));
    }
    return bench_rows_end(&rows) ? WAY_STATUS_OK : WAY_STATUS_IO;
}

way_status bench_claims_dstar(bench_page *page, bench_store *store, int64_t run)
{
    static const char work[] = "SELECT expansions FROM queries WHERE run = ?1 AND spec = ?2";
    static const char time[] = "SELECT total * 1e6 FROM queries WHERE run = ?1 AND spec = ?2";
    static const char heap[] = "dstarlite(queue=heap_large_g)";
    static const char bucket[] = "dstarlite(queue=bucket)";
    claims_dstar_mean heap_work;
    claims_dstar_mean heap_time;
    claims_dstar_mean bucket_work;
    claims_dstar_mean bucket_time;
    way_status status = claims_dstar_look(store, run, work, heap, &heap_work);
    if (status == WAY_STATUS_OK) {
        status = claims_dstar_look(store, run, time, heap, &heap_time);
    }
    if (status == WAY_STATUS_OK) {
        status = claims_dstar_look(store, run, work, bucket, &bucket_work);
    }
    if (status == WAY_STATUS_OK) {
        status = claims_dstar_look(store, run, time, bucket, &bucket_time);
    }
    if (status != WAY_STATUS_OK || heap_work.count < 2 || bucket_work.count < 2) {
        bench_claim_missing(page, "Buckets halve the time of D* Lite", "2.35 times");
        return status;
    }
    const double ratio = heap_time.mean / bucket_time.mean;
    const double more = bucket_work.mean / heap_work.mean;
    bench_claim(page, "Buckets halve the time of D* Lite", "10439.7 against 4448.8 us: 2.35 times",
                bench_verdict_if(ratio >= 2), "%.1f ± %.1f against %.1f ± %.1f us: %.2f times",
                heap_time.mean, heap_time.half, bucket_time.mean, bucket_time.half, ratio);
    bench_claim(page, "They cost hardly any expansions", "1.9 % more",
                bench_verdict_if(fabs(more - 1) <= 0.1), "%.1f %% more", (more - 1) * 100);
    bench_claim(page, "Expansions of a walk, heap with larger g", "11416.4 ± 229.1",
                bench_verdict_if(fabs(heap_work.mean - 11416.4) <= heap_work.half + 229.1),
                "%.1f ± %.1f over %u mazes", heap_work.mean, heap_work.half, heap_work.count);
    bench_claim(page, "Expansions of a walk, buckets", "11632.5 ± 232.7",
                bench_verdict_if(fabs(bucket_work.mean - 11632.5) <= bucket_work.half + 232.7),
                "%.1f ± %.1f over %u mazes", bucket_work.mean, bucket_work.half, bucket_work.count);
    return WAY_STATUS_OK;
}
