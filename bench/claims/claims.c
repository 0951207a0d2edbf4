// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/claims/claims.h"

#include <math.h>

/// How a figure comes from rows: one value for each map.
typedef struct claims_measure {
    const char *value; ///< of rows a, and b of versus
    const char *unit;
    bool prepared; ///< from preparations instead of queries
    bool most;     ///< the largest counts, not the mean
    bool factor;   ///< mean of logarithms
    bool raced;    ///< at one duration, where both arrived
    bool pooled;   ///< of all problems together: one value, no interval
} claims_measure;

static const claims_measure claims_measures[BENCH_FIGURES] = {
    [BENCH_FIGURE_EXCESS] = {.value = "100 * avg(a.excess)", .unit = "%"},
    [BENCH_FIGURE_EXCESS_MAX] = {.value = "100 * max(a.excess)", .unit = "%", .most = true},
    [BENCH_FIGURE_EXCESS_WORST] = {.value = "100 * avg(a.excess)", .unit = "%", .most = true},
    [BENCH_FIGURE_EXCESS_PART] = {.value = "100 * avg(a.excess) / avg(b.excess)", .unit = "%"},
    [BENCH_FIGURE_SMOOTHED] = {.value = "100 * avg(a.smoothed)", .unit = "%"},
    [BENCH_FIGURE_SMOOTHED_PART] = {.value = "100 * avg(a.smoothed) / avg(b.smoothed)",
                                    .unit = "%"},
    [BENCH_FIGURE_WITHIN] = {.value = "100 * avg(a.excess <= ?5)", .unit = "%"},
    [BENCH_FIGURE_FASTER] = {.value = "sum(b.total) / sum(a.total)", .unit = "x", .factor = true},
    [BENCH_FIGURE_MOVE_FASTER] = {.value = "sum(b.total) / sum(b.moves) * sum(a.moves) /"
                                           " sum(a.total)",
                                  .unit = "x",
                                  .factor = true},
    [BENCH_FIGURE_FIRST_FASTER] = {.value = "avg(b.first) * sum(a.moves) / sum(a.total)",
                                   .unit = "x",
                                   .factor = true},
    [BENCH_FIGURE_SOONER] = {.value = "sum(b.total) / sum(a.total)",
                             .unit = "x",
                             .factor = true,
                             .raced = true},
    [BENCH_FIGURE_TIME] = {.value = "100 * avg(a.total / b.total)", .unit = "%"},
    [BENCH_FIGURE_TIME_MAX] = {.value = "100 * avg(a.total / b.total)", .unit = "%", .most = true},
    [BENCH_FIGURE_STATES] = {.value = "100 * avg(1.0 * nullif(a.states, 0) / b.states)",
                             .unit = "%"},
    [BENCH_FIGURE_STATES_MAX] = {.value = "100 * avg(1.0 * nullif(a.states, 0) / b.states)",
                                 .unit = "%",
                                 .most = true},
    [BENCH_FIGURE_MORE_WORK] = {.value = "100 * (1.0 * sum(a.expansions) / sum(b.expansions) - 1)",
                                .unit = "%",
                                .pooled = true},
    [BENCH_FIGURE_EXPANDED] = {.value = "avg(a.expansions)", .unit = ""},
    [BENCH_FIGURE_DATABASE_MORE] = {.value = "(avg(a.memory_bytes) - avg(b.memory_bytes)) / 1024",
                                    .unit = "KB",
                                    .prepared = true},
    [BENCH_FIGURE_SMALLER] = {.value = "avg(b.disk_bytes) / avg(a.disk_bytes)",
                              .unit = "x",
                              .prepared = true,
                              .factor = true},
    [BENCH_FIGURE_PREPARE_FASTER] = {.value = "avg(b.prepare_one) / avg(a.prepare_one)",
                                     .unit = "x",
                                     .prepared = true,
                                     .factor = true},
};

const char *bench_figure_unit(bench_figure figure)
{
    return claims_measures[figure].unit;
}

const char *bench_verdict_text(bench_verdict verdict)
{
    static const char *const words[] = {"no", "yes", "in part", "not enough data"};
    return words[verdict];
}

/// What is asked for.
typedef struct claims_question {
    const bench_claim *claim;
    const bench_case *one;
    const char *spec;
    bench_store *store;
    int64_t run;
} claims_question;

static bench_rows claims_ask(const claims_question *question)
{
    char sql[1024];
    const claims_measure *measure = &claims_measures[question->claim->measure];
    const char *table = measure->prepared ? "preparations" : "queries";
    const char *versus = question->one->versus ? question->one->versus : "";
    // A figure of time has no value for rows that were only counted: NULL, which is left out.
    (void)snprintf(
        sql, sizeof sql,
        "SELECT %s, count(*), count(DISTINCT a.map), ?5 FROM %s a LEFT JOIN %s b ON b.run = a.run "
        "AND"
        " b.ground = a.ground AND b.map = a.map%s AND b.spec = ?4 WHERE a.run = ?1 AND"
        " a.ground = ?2 AND a.spec = ?3%s%s%s",
        measure->value, table, table, measure->prepared ? "" : " AND b.problem = a.problem",
        measure->prepared ? "" : " AND a.solved",
        measure->raced ? " AND b.solved AND a.problem = ?6" : "",
        measure->pooled ? "" : " GROUP BY a.map");
    return bench_rows_begin(question->store, sql, measure->raced ? "itttri" : "itttr",
                            question->run, question->claim->ground, question->spec, versus,
                            question->claim->argument, (int64_t)question->one->duration);
}

// A figure of a variant: over maps, or the largest.
static way_status claims_look(const claims_question *question, bench_mean *out, uint32_t *problems)
{
    const claims_measure *measure = &claims_measures[question->claim->measure];
    bench_sample values = {0};
    uint32_t maps = 0;
    double most = -INFINITY;
    bench_rows rows = claims_ask(question);
    while (bench_rows_next(&rows)) {
        if (!bench_rows_null(&rows, 0)) {
            const double value = bench_rows_real(&rows, 0);
            most = value > most ? value : most;
            bench_sample_add(&values, measure->factor ? log(fmax(value, 1e-12)) : value);
            *problems += (uint32_t)bench_rows_integer(&rows, 1);
            maps += (uint32_t)bench_rows_integer(&rows, 2);
        }
    }
    *out = bench_mean_of(values.values, values.count);
    out->count = maps;
    if (measure->pooled) {
        out->low = out->high = out->mean;
    } else if (measure->most) {
        out->mean = out->low = out->high = most;
    } else if (measure->factor) {
        out->mean = exp(out->mean);
        out->low = exp(out->low);
        out->high = exp(out->high);
    }
    bench_sample_free(&values);
    return bench_rows_end(&rows) ? WAY_STATUS_OK : WAY_STATUS_IO;
}

static bool claims_holds(const bench_claim *claim, const bench_mean *figure)
{
    return figure->mean >= claim->low && figure->mean <= claim->high;
}

static way_status claims_case(const bench_claim *claim, uint32_t index, bench_store *store,
                              int64_t run, bench_judgement *out)
{
    const bench_case *one = &claim->cases[index];
    uint32_t problems = 0;
    uint32_t ignored = 0;
    claims_question question = {claim, one, one->faithful, store, run};
    way_status status = claims_look(&question, &out->faithful[index], &problems);
    if (status == WAY_STATUS_OK && one->preset) {
        question.spec = one->preset;
        status = claims_look(&question, &out->preset[index], &ignored);
    }
    if (claims_measures[claim->measure].prepared) {
        problems = claim->problems; // maps are all that there is
    }
    const uint32_t maps = out->faithful[index].count;
    out->maps = index == 0 || maps < out->maps ? maps : out->maps;
    out->problems = index == 0 || problems < out->problems ? problems : out->problems;
    out->held += maps && claims_holds(claim, &out->faithful[index]);
    out->cases++;
    return status;
}

way_status bench_claim_judge(const bench_claim *claim, bench_store *store, bench_judgement *out)
{
    int64_t run = 0;
    *out = (bench_judgement){.verdict = BENCH_VERDICT_NONE};
    way_status status = bench_store_last(store, claim->suite, &run);
    if (status == WAY_STATUS_NOT_FOUND) {
        return WAY_STATUS_OK;
    }
    for (uint32_t i = 0; i < BENCH_CASES_MAX && claim->cases[i].faithful; i++) {
        status = status == WAY_STATUS_OK ? claims_case(claim, i, store, run, out) : status;
    }
    if (out->maps >= claim->maps && out->problems >= claim->problems && out->cases) {
        const uint32_t least = claim->least ? claim->least : out->cases;
        out->verdict = out->held >= least ? BENCH_VERDICT_YES
                       : out->held        ? BENCH_VERDICT_PART
                                          : BENCH_VERDICT_NO;
    }
    return status;
}
