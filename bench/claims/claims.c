// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/claims/claims.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#define CLAIMS_Z 1.959963985 // of the normal distribution, for 95 %

/// How values of maps become a figure with an interval.
typedef enum claims_way {
    CLAIMS_MEAN,  ///< their mean
    CLAIMS_LOGS,  ///< the mean of their logarithms
    CLAIMS_RATIO, ///< their sum over that of the bases
    CLAIMS_SHARE, ///< the same of things counted, in %: Wilson's interval, maps being clusters
    CLAIMS_MOST   ///< the largest: no interval, every problem was looked at
} claims_way;

/// How a figure comes from rows: one value for each map.
typedef struct claims_measure {
    const char *value; ///< of rows a, and b of versus
    const char *base;  ///< [opt] what is counted out of, or divided by
    const char *unit;
    claims_way way;
    bool prepared; ///< from preparations instead of queries
    bool failed;   ///< of all rows, not of those that were solved
    bool raced;    ///< at one duration, also where one of the two did not arrive
} claims_measure;

#define CLAIMS_OVER(what) "(avg(a." what ") + 1e-4) / (avg(b." what ") + 1e-4)"
#define CLAIMS_WIN                                                                                 \
    "CASE WHEN coalesce(a.solved, 0) <> coalesce(b.solved, 0) THEN coalesce(a.solved, 0) WHEN "    \
    "coalesce(a.solved, 0) = 0 OR a.total = b.total THEN 0.5 ELSE a.total < b.total END"
static const claims_measure claims_measures[BENCH_FIGURES] = {
    [BENCH_FIGURE_EXCESS] = {"100 * avg(a.excess)", .unit = "%"},
    [BENCH_FIGURE_EXCESS_MAX] = {"100 * max(a.excess)", .unit = "%", .way = CLAIMS_MOST},
    [BENCH_FIGURE_EXCESS_MAP] = {"100 * avg(a.excess)", .unit = "%", .way = CLAIMS_MOST},
    [BENCH_FIGURE_EXCESS_OVER] = {CLAIMS_OVER("excess"), .unit = "x", .way = CLAIMS_LOGS},
    [BENCH_FIGURE_SMOOTHED] = {"100 * avg(a.smoothed)", .unit = "%"},
    [BENCH_FIGURE_SMOOTHED_OVER] = {CLAIMS_OVER("smoothed"), .unit = "x", .way = CLAIMS_LOGS},
    [BENCH_FIGURE_WITHIN] = {"sum(a.excess <= ?5)", "count(*)", "%", CLAIMS_SHARE},
    [BENCH_FIGURE_SMOOTHED_WITHIN] = {"sum(a.smoothed <= ?5)", "count(*)", "%", CLAIMS_SHARE},
    [BENCH_FIGURE_FAILED] = {"100 * avg(NOT a.solved)", .unit = "%", .way = CLAIMS_MOST,
                             .failed = true},
    [BENCH_FIGURE_TIME] = {"avg(a.total / b.total)", .unit = "x", .way = CLAIMS_LOGS},
    [BENCH_FIGURE_TIME_MAP] = {"avg(a.total / b.total)", .unit = "x", .way = CLAIMS_MOST},
    [BENCH_FIGURE_TIME_MAX] = {"max(a.total / b.total)", .unit = "x", .way = CLAIMS_MOST},
    [BENCH_FIGURE_FASTER] = {"sum(b.total) / sum(a.total)", .unit = "x", .way = CLAIMS_LOGS},
    [BENCH_FIGURE_FASTER_MAX] = {"max(b.total / a.total)", .unit = "x", .way = CLAIMS_MOST},
    [BENCH_FIGURE_MOVE_FASTER] = {"sum(b.total) / sum(b.moves) * sum(a.moves) / sum(a.total)",
                                  .unit = "x", .way = CLAIMS_LOGS},
    [BENCH_FIGURE_FIRST_FASTER] = {"avg(b.first) * sum(a.moves) / sum(a.total)", .unit = "x",
                                   .way = CLAIMS_LOGS},
    [BENCH_FIGURE_SOONER] = {CLAIMS_WIN, "1", "%", CLAIMS_SHARE, .raced = true},
    [BENCH_FIGURE_STATES] = {"avg(1.0 * nullif(a.states, 0) / b.states)", .unit = "x",
                             .way = CLAIMS_LOGS},
    [BENCH_FIGURE_STATES_MAP] = {"avg(1.0 * nullif(a.states, 0) / b.states)", .unit = "x",
                                 .way = CLAIMS_MOST},
    [BENCH_FIGURE_WORK] = {"sum(a.expansions)", "sum(b.expansions)", "x", CLAIMS_RATIO},
    [BENCH_FIGURE_EXPANDED] = {"avg(a.expansions)", .unit = ""},
    [BENCH_FIGURE_EXPANSION] = {"sum(a.total) / sum(a.expansions) * sum(b.expansions) /"
                                " sum(b.total)",
                                .unit = "x", .way = CLAIMS_LOGS},
    [BENCH_FIGURE_AGENT] = {"avg(a.agent_bytes) / 1024", .unit = "KB"},
    [BENCH_FIGURE_AGENT_OVER] = {"avg(a.agent_bytes) / avg(b.agent_bytes)", .unit = "x",
                                 .way = CLAIMS_LOGS},
    [BENCH_FIGURE_MEMORY] = {"avg(a.memory_bytes) / 1024", .unit = "KB", .prepared = true},
    [BENCH_FIGURE_MEMORY_MORE] = {"(avg(a.memory_bytes) - avg(b.memory_bytes)) / 1024",
                                  .unit = "KB", .prepared = true},
    [BENCH_FIGURE_MEMORY_OVER] = {"avg(a.memory_bytes) / avg(b.memory_bytes)", .unit = "x",
                                  .way = CLAIMS_LOGS, .prepared = true},
    [BENCH_FIGURE_SMALLER] = {"avg(b.disk_bytes) / avg(a.disk_bytes)", .unit = "x",
                              .way = CLAIMS_LOGS, .prepared = true},
    [BENCH_FIGURE_PREPARE_FASTER] = {"avg(b.prepare_one) / avg(a.prepare_one)", .unit = "x",
                                     .way = CLAIMS_LOGS, .prepared = true},
};

const char *bench_figure_unit(bench_figure figure)
{
    return claims_measures[figure].unit;
}

const char *bench_verdict_text(bench_verdict verdict)
{
    static const char *const words[] = {"reproduced", "contradicted", "undecided",
                                        "not testable here"};
    return words[verdict];
}

const char *bench_claim_kind_text(bench_claim_kind kind)
{
    static const char *const words[] = {"figure", "direction", "bound", "alike", "once"};
    return words[kind];
}

// Rules -------------------------------------------------------------------------------------------

static uint64_t claims_hash_text(uint64_t hash, const char *text)
{
    return way_hash_bytes(hash, text ? text : "", text ? strlen(text) + 1 : 1);
}

// All that a verdict depends on; `why` is written afterwards.
static uint64_t claims_hash(uint64_t hash, const bench_claim *claim)
{
    const uint32_t words[] = {claim->kind, claim->over, claim->measure, claim->stand_in};
    const double numbers[] = {claim->argument, claim->low, claim->high};
    const claims_measure *measure = &claims_measures[claim->measure];
    hash = claims_hash_text(claims_hash_text(hash, claim->paper), claim->section);
    hash = claims_hash_text(claims_hash_text(hash, claim->sentence), claim->figure);
    hash = claims_hash_text(claims_hash_text(hash, measure->value), measure->base);
    hash = claims_hash_text(hash, claim->ground);
    hash = way_hash_bytes(hash, words, sizeof words);
    hash = way_hash_bytes(hash, numbers, sizeof numbers);
    for (uint32_t i = 0; i < BENCH_CASES_MAX && claim->cases[i].faithful; i++) {
        const bench_case *one = &claim->cases[i];
        hash = claims_hash_text(claims_hash_text(hash, one->faithful), one->versus);
        hash = way_hash_bytes(hash, &one->duration, sizeof one->duration);
    }
    return hash;
}

bool bench_claim_has(const char *suite)
{
    bool found = false;
    for (uint32_t i = 0; bench_claim_at(i) && !found; i++) {
        found = strcmp(bench_claim_at(i)->suite, suite) == 0;
    }
    return found;
}

void bench_claim_rules(const char *suite, char out[BENCH_RULES_SIZE])
{
    uint64_t hash = BENCH_CLAIM_MAPS;
    for (uint32_t i = 0; bench_claim_at(i); i++) {
        if (strcmp(bench_claim_at(i)->suite, suite) == 0) {
            hash = claims_hash(hash, bench_claim_at(i));
        }
    }
    (void)snprintf(out, BENCH_RULES_SIZE, "%016" PRIx64, hash);
}

// Figures -----------------------------------------------------------------------------------------

/// What is asked for.
typedef struct claims_question {
    const bench_claim *claim;
    const bench_case *one;
    const char *spec;
    bench_store *store;
    int64_t run;
} claims_question;

/// What maps say.
typedef struct claims_answer {
    bench_sample values, bases;
    uint32_t problems;
} claims_answer;

static bench_rows claims_ask(const claims_question *question)
{
    char sql[1536];
    const claims_measure *measure = &claims_measures[question->claim->measure];
    const char *table = measure->prepared ? "preparations" : "queries";
    const char *versus = question->one->versus ? question->one->versus : "";
    const char *base = measure->base ? measure->base : "1";
    // A figure of time has no value for rows that were only counted: NULL, which is left out.
    if (measure->raced) {
        (void)snprintf(sql, sizeof sql,
                       "SELECT %s, %s, 1, ?5 FROM maps m LEFT JOIN queries a ON a.run = m.run AND"
                       " a.ground = m.ground AND a.map = m.map AND a.spec = ?3 AND a.problem = ?6"
                       " LEFT JOIN queries b ON b.run = m.run AND b.ground = m.ground AND"
                       " b.map = m.map AND b.spec = ?4 AND b.problem = ?6 WHERE m.run = ?1 AND"
                       " m.ground = ?2 ORDER BY m.map",
                       measure->value, base);
    } else {
        (void)snprintf(sql, sizeof sql,
                       "SELECT %s, %s, count(*), ?5, ?6 FROM %s a LEFT JOIN %s b ON b.run = a.run"
                       " AND b.ground = a.ground AND b.map = a.map%s AND b.spec = ?4"
                       " WHERE a.run = ?1 AND a.ground = ?2 AND a.spec = ?3%s"
                       " GROUP BY a.map ORDER BY a.map",
                       measure->value, base, table, table,
                       measure->prepared ? "" : " AND b.problem = a.problem",
                       measure->prepared || measure->failed ? ""
                       : question->one->versus              ? " AND a.solved AND b.solved"
                                                            : " AND a.solved");
    }
    return bench_rows_begin(question->store, sql, "itttri", question->run, question->claim->ground,
                            question->spec, versus, question->claim->argument,
                            (int64_t)question->one->duration);
}

static way_status claims_look(const claims_question *question, claims_answer *out)
{
    bench_rows rows = claims_ask(question);
    while (bench_rows_next(&rows)) {
        if (!bench_rows_null(&rows, 0)) {
            bench_sample_add(&out->values, bench_rows_real(&rows, 0));
            bench_sample_add(&out->bases, bench_rows_real(&rows, 1));
            out->problems += (uint32_t)bench_rows_integer(&rows, 2);
        }
    }
    return bench_rows_end(&rows) ? WAY_STATUS_OK : WAY_STATUS_IO;
}

static void claims_answer_free(claims_answer *answer)
{
    bench_sample_free(&answer->values);
    bench_sample_free(&answer->bases);
}

// Wilson's interval of a share. Where maps differ by more than chance would have it, so many
// problems say as much as fewer.
static bench_mean claims_share(const claims_answer *answer)
{
    const uint32_t maps = answer->values.count;
    double hits = 0;
    double all = 0;
    for (uint32_t i = 0; i < maps; i++) {
        hits += answer->values.values[i];
        all += answer->bases.values[i];
    }
    const double p = hits / fmax(all, 1);
    double spread = 0;
    for (uint32_t i = 0; i < maps && maps > 1; i++) {
        const double off = (answer->values.values[i] - p * answer->bases.values[i]) / all;
        spread += off * off * maps / (maps - 1.0);
    }
    const double chance = p * (1 - p) / fmax(all, 1);
    const double n = chance > 0 && spread > chance ? all * chance / spread : all;
    const double z2 = CLAIMS_Z * CLAIMS_Z;
    const double middle = (p + z2 / (2 * n)) / (1 + z2 / n);
    const double half = CLAIMS_Z / (1 + z2 / n) * sqrt(p * (1 - p) / n + z2 / (4 * n * n));
    return (bench_mean){.mean = 100 * p,
                        .low = 100 * fmax(middle - half, 0),
                        .high = 100 * fmin(middle + half, 1),
                        .count = maps};
}

// A ratio of sums: by what each map is off it.
static bench_mean claims_ratio(const claims_answer *answer)
{
    const uint32_t maps = answer->values.count;
    bench_sample parts = {0};
    double top = 0;
    double bottom = 0;
    for (uint32_t i = 0; i < maps; i++) {
        top += answer->values.values[i];
        bottom += answer->bases.values[i];
    }
    const double ratio = top / bottom;
    for (uint32_t i = 0; i < maps; i++) {
        const double off = answer->values.values[i] - ratio * answer->bases.values[i];
        bench_sample_add(&parts, ratio + off * maps / bottom);
    }
    const bench_mean mean = bench_mean_of(parts.values, maps);
    bench_sample_free(&parts);
    return mean;
}

static bench_mean claims_logs(const claims_answer *answer)
{
    bench_sample logs = {0};
    for (uint32_t i = 0; i < answer->values.count; i++) {
        bench_sample_add(&logs, log(fmax(answer->values.values[i], 1e-12)));
    }
    bench_mean mean = bench_mean_of(logs.values, logs.count);
    mean.mean = exp(mean.mean);
    mean.low = exp(mean.low);
    mean.high = exp(mean.high);
    bench_sample_free(&logs);
    return mean;
}

static bench_mean claims_most(const claims_answer *answer)
{
    bench_mean mean = {.mean = -INFINITY, .count = answer->values.count};
    for (uint32_t i = 0; i < answer->values.count; i++) {
        mean.mean = fmax(mean.mean, answer->values.values[i]);
    }
    mean.low = mean.high = mean.mean;
    return mean;
}

static bench_mean claims_figure(bench_figure figure, const claims_answer *answer)
{
    if (answer->values.count == 0) {
        return (bench_mean){.count = 0};
    }
    switch (claims_measures[figure].way) {
    case CLAIMS_LOGS:
        return claims_logs(answer);
    case CLAIMS_RATIO:
        return claims_ratio(answer);
    case CLAIMS_SHARE:
        return claims_share(answer);
    case CLAIMS_MOST:
        return claims_most(answer);
    case CLAIMS_MEAN:
        break;
    }
    return bench_mean_of(answer->values.values, answer->values.count);
}

// Verdicts ----------------------------------------------------------------------------------------

bench_verdict bench_claim_decide(const bench_claim *claim, const bench_mean *figure)
{
    if (claim->kind == BENCH_CLAIM_FIGURE && claim->stand_in) {
        return BENCH_VERDICT_UNTESTED;
    }
    if (figure->count < BENCH_CLAIM_MAPS) {
        return BENCH_VERDICT_UNDECIDED;
    }
    const bool strict = claim->kind == BENCH_CLAIM_DIRECTION;
    const bool above = strict ? figure->low > claim->low : figure->low >= claim->low;
    const bool below = strict ? figure->high < claim->high : figure->high <= claim->high;
    const bool apart = figure->high < claim->low || figure->low > claim->high;
    return above && below                             ? BENCH_VERDICT_REPRODUCED
           : apart && claim->kind != BENCH_CLAIM_ONCE ? BENCH_VERDICT_CONTRADICTED
                                                      : BENCH_VERDICT_UNDECIDED;
}

bench_verdict bench_claim_sum(const bench_claim *claim, const bench_verdict *each, uint32_t count)
{
    uint32_t counts[BENCH_VERDICTS] = {0};
    for (uint32_t i = 0; i < count; i++) {
        counts[each[i]]++;
    }
    const uint32_t yes = counts[BENCH_VERDICT_REPRODUCED];
    const uint32_t no = counts[BENCH_VERDICT_CONTRADICTED];
    if (count == 0 || counts[BENCH_VERDICT_UNTESTED]) {
        return BENCH_VERDICT_UNTESTED;
    }
    const bool some = claim->over == BENCH_OVER_SOME;
    const bool most = claim->over == BENCH_OVER_MOST;
    const bool good = some ? yes > 0 : most ? 2 * yes > count : yes == count;
    const bool bad = some ? no == count : most ? 2 * no > count : no > 0;
    return good  ? BENCH_VERDICT_REPRODUCED
           : bad ? BENCH_VERDICT_CONTRADICTED
                 : BENCH_VERDICT_UNDECIDED;
}

// Adds the values of a case to those of the ones before, map by map.
static void claims_add(claims_answer *all, const claims_answer *one, uint32_t cases)
{
    for (uint32_t i = 0; i < one->values.count; i++) {
        const double part = one->values.values[i] / cases;
        if (i < all->values.count) {
            all->values.values[i] += part;
        } else {
            bench_sample_add(&all->values, part);
            bench_sample_add(&all->bases, 1);
        }
    }
}

// The figures of one column: of every case, or of their mean.
static way_status claims_column(const bench_claim *claim, bench_store *store, int64_t run,
                                bool preset, bench_judgement *out)
{
    bench_mean *figures = preset ? out->preset : out->faithful;
    const bool mean = claim->over == BENCH_OVER_MEAN;
    claims_answer all = {.problems = 0};
    way_status status = WAY_STATUS_OK;
    uint32_t count = 0;
    while (count < BENCH_CASES_MAX && claim->cases[count].faithful) {
        count++;
    }
    for (uint32_t i = 0; i < count && status == WAY_STATUS_OK; i++) {
        const bench_case *one = &claim->cases[i];
        claims_question question = {claim, one, preset ? one->preset : one->faithful, store, run};
        claims_answer answer = {.problems = 0};
        if (question.spec) {
            status = claims_look(&question, &answer);
        }
        if (mean) {
            claims_add(&all, &answer, count);
        } else {
            figures[i] = claims_figure(claim->measure, &answer);
        }
        if (!preset) {
            const uint32_t maps = answer.values.count;
            out->maps = i == 0 || maps < out->maps ? maps : out->maps;
            out->problems =
                i == 0 || answer.problems < out->problems ? answer.problems : out->problems;
        }
        claims_answer_free(&answer);
    }
    if (mean) {
        figures[0] = claims_figure(claim->measure, &all);
        claims_answer_free(&all);
    }
    out->cases = mean && count ? 1 : count;
    return status;
}

// Whether the run began with the rules of today.
static way_status claims_check(const bench_claim *claim, bench_store *store, int64_t run)
{
    char rules[BENCH_RULES_SIZE];
    bench_claim_rules(claim->suite, rules);
    bench_rows rows =
        bench_rows_begin(store, "SELECT rules = ?2 FROM runs WHERE id = ?1", "it", run, rules);
    const bool same = bench_rows_next(&rows) && bench_rows_integer(&rows, 0);
    return !bench_rows_end(&rows) ? WAY_STATUS_IO : same ? WAY_STATUS_OK : WAY_STATUS_STALE;
}

way_status bench_claim_judge(const bench_claim *claim, bench_store *store, bench_judgement *out)
{
    int64_t run = 0;
    *out = (bench_judgement){.verdict = claim->cases[0].faithful ? BENCH_VERDICT_UNDECIDED
                                                                 : BENCH_VERDICT_UNTESTED};
    way_status status = bench_store_last_on(store, claim->suite, claim->ground, &run);
    if (status == WAY_STATUS_NOT_FOUND) {
        return WAY_STATUS_OK;
    }
    status = status == WAY_STATUS_OK ? claims_check(claim, store, run) : status;
    status = status == WAY_STATUS_OK ? claims_column(claim, store, run, true, out) : status;
    status = status == WAY_STATUS_OK ? claims_column(claim, store, run, false, out) : status;
    for (uint32_t i = 0; i < out->cases && status == WAY_STATUS_OK; i++) {
        out->each[i] = bench_claim_decide(claim, &out->faithful[i]);
    }
    if (status == WAY_STATUS_OK) {
        out->verdict = bench_claim_sum(claim, out->each, out->cases);
    }
    return status;
}
