// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L

#include "bench/store/store.h"

#include <inttypes.h>
#include <math.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct bench_store {
    sqlite3 *database;
};

#define STORE_VERSION 4

// `ground` is the set of a suite, `task` the place of a map in the plan, `entry` that of a spec in
// its set: rows come in this order wherever and by however many processes they were made.
static const char store_schema[] =
    "CREATE TABLE IF NOT EXISTS runs ("
    " id INTEGER PRIMARY KEY, suite TEXT, title TEXT, started TEXT, finished TEXT, version TEXT,"
    " commit_id TEXT, build TEXT, processor TEXT, processors INTEGER, system TEXT, compiler TEXT,"
    " flags TEXT, clock TEXT, clock_overhead REAL, pinned INTEGER, seed INTEGER, tasks INTEGER,"
    " whole INTEGER, shard TEXT, repetitions INTEGER, counts INTEGER, workers INTEGER, plan TEXT,"
    " command TEXT, rules TEXT);"
    "CREATE TABLE IF NOT EXISTS maps ("
    " run INTEGER, ground TEXT, map TEXT, task INTEGER, hash TEXT, width INTEGER, height INTEGER,"
    " passable INTEGER, problems INTEGER, PRIMARY KEY (run, ground, map));"
    "CREATE TABLE IF NOT EXISTS preparations ("
    " run INTEGER, ground TEXT, map TEXT, task INTEGER, spec TEXT, entry INTEGER, status TEXT,"
    " note TEXT, prepare_one REAL, prepare_many REAL, load REAL, repair REAL, disk_bytes REAL,"
    " memory_bytes REAL, agent_bytes REAL, PRIMARY KEY (run, ground, map, spec));"
    "CREATE TABLE IF NOT EXISTS queries ("
    " run INTEGER, ground TEXT, map TEXT, task INTEGER, problem INTEGER, spec TEXT, entry INTEGER,"
    " outcome TEXT, solved INTEGER, valid INTEGER, moves INTEGER, steps INTEGER, cost INTEGER,"
    " best INTEGER, length REAL, reference REAL, excess REAL, smoothed REAL, cold REAL, total REAL,"
    " low REAL, high REAL, repetitions INTEGER, mean REAL, max REAL, first REAL, first20 REAL,"
    " waits TEXT, expansions INTEGER, generations INTEGER, reopenings INTEGER,"
    " heap_pushes INTEGER, heap_pops INTEGER, revisits INTEGER, work_max INTEGER, plans INTEGER,"
    " states INTEGER, agent_bytes INTEGER, repair REAL, hash TEXT,"
    " PRIMARY KEY (run, ground, map, problem, spec));"
    // What studies found (findings.h).
    "CREATE TABLE IF NOT EXISTS figures ("
    " run INTEGER, ground TEXT, map TEXT, task INTEGER, spec TEXT, entry INTEGER, round INTEGER,"
    " place INTEGER, measure TEXT, kind INTEGER, value REAL,"
    " PRIMARY KEY (run, ground, map, spec, round, measure));"
    // What two runs can be compared by: queries, and figures, each round of a map by itself. Times
    // are to be as long, counts the same.
    "CREATE VIEW IF NOT EXISTS answers AS SELECT run, ground, map, task * 16 AS task, problem, "
    "spec,"
    " entry, total, expansions, cost, hash FROM queries UNION ALL SELECT run, ground, map,"
    " task * 16 + round % 16, round, ground || ': ' || spec || ': ' || measure,"
    " entry * 1000 + place, CASE WHEN kind & 1 THEN value END, 0,"
    " CASE WHEN kind & 1 THEN 0 ELSE value END, '' FROM figures;";

static way_status store_run(bench_store *store, const char *sql)
{
    return sqlite3_exec(store->database, sql, NULL, NULL, NULL) == SQLITE_OK ? WAY_STATUS_OK
                                                                             : WAY_STATUS_IO;
}

const char *bench_store_path(const bench_store *store)
{
    const char *path = sqlite3_db_filename(store->database, "main");
    return path ? path : "";
}

const char *bench_store_problem(const bench_store *store)
{
    return sqlite3_errmsg(store->database);
}

static way_status store_check_version(bench_store *store, way_problem *problem)
{
    bench_rows rows = bench_rows_begin(store, "PRAGMA user_version", "");
    const int64_t version = bench_rows_next(&rows) ? bench_rows_integer(&rows, 0) : -1;
    const bool good = bench_rows_end(&rows);
    if (!good) {
        (void)snprintf(problem->text, sizeof problem->text, "%.180s", bench_store_problem(store));
        return WAY_STATUS_BAD_FORMAT;
    }
    if (version != 0 && version != STORE_VERSION) {
        (void)snprintf(problem->text, sizeof problem->text,
                       "the file was written by %s version of waymark",
                       version > STORE_VERSION ? "a newer" : "an older");
        return WAY_STATUS_UNSUPPORTED;
    }
    return WAY_STATUS_OK;
}

// geometric(value), an aggregate: the mean of ratios in tables.

typedef struct store_logs {
    double sum;
    uint64_t count;
} store_logs;

static void store_geometric_add(sqlite3_context *context, int count, sqlite3_value **values)
{
    store_logs *logs = sqlite3_aggregate_context(context, sizeof *logs);
    if (logs && count == 1) {
        logs->sum += log(sqlite3_value_double(values[0]));
        logs->count++;
    }
}

static void store_geometric_end(sqlite3_context *context)
{
    const store_logs *logs = sqlite3_aggregate_context(context, 0);
    if (logs && logs->count) {
        sqlite3_result_double(context, exp(logs->sum / (double)logs->count));
    }
}

way_status bench_store_open(const char *path, bool create, bench_store **out, way_problem *problem)
{
    bench_store *store = calloc(1, sizeof *store);
    *out = store;
    if (!store) {
        return WAY_STATUS_NO_MEMORY;
    }
    const int flags = SQLITE_OPEN_READWRITE | (create ? SQLITE_OPEN_CREATE : 0);
    if (sqlite3_open_v2(path, &store->database, flags, NULL) != SQLITE_OK) {
        (void)snprintf(problem->text, sizeof problem->text, "%.180s", bench_store_problem(store));
        bench_store_close(store);
        *out = NULL;
        return WAY_STATUS_IO;
    }
    (void)sqlite3_busy_timeout(store->database, 10000);
    (void)sqlite3_create_function(store->database, "geometric", 1, SQLITE_UTF8, NULL, NULL,
                                  store_geometric_add, store_geometric_end);
    way_status status = store_check_version(store, problem);
    if (status == WAY_STATUS_OK) {
        char pragma[48];
        (void)snprintf(pragma, sizeof pragma, "PRAGMA user_version = %d", STORE_VERSION);
        status = store_run(store, store_schema) == WAY_STATUS_OK ? store_run(store, pragma)
                                                                 : WAY_STATUS_IO;
        if (status != WAY_STATUS_OK) {
            (void)snprintf(problem->text, sizeof problem->text, "%.180s",
                           bench_store_problem(store));
        }
    }
    if (status != WAY_STATUS_OK) {
        bench_store_close(store);
        *out = NULL;
    }
    return status;
}

void bench_store_close(bench_store *store)
{
    if (store) {
        (void)sqlite3_close(store->database);
        free(store);
    }
}

// Rows --------------------------------------------------------------------------------------------

static void store_bind(sqlite3_stmt *statement, const char *format, va_list list)
{
    for (int i = 1; *format; format++, i++) {
        if (*format == 'i') {
            (void)sqlite3_bind_int64(statement, i, va_arg(list, int64_t));
        } else if (*format == 'r') {
            (void)sqlite3_bind_double(statement, i, va_arg(list, double));
        } else if (*format == 'm') { // a measure: negative = none
            const double value = va_arg(list, double);
            (void)(value < 0 ? sqlite3_bind_null(statement, i)
                             : sqlite3_bind_double(statement, i, value));
        } else {
            (void)sqlite3_bind_text(statement, i, va_arg(list, const char *), -1, SQLITE_TRANSIENT);
        }
    }
}

bench_rows bench_rows_begin(bench_store *store, const char *sql, const char *format, ...)
{
    bench_rows rows = {.failed = false};
    sqlite3_stmt *statement = NULL;
    rows.failed = sqlite3_prepare_v2(store->database, sql, -1, &statement, NULL) != SQLITE_OK;
    rows.statement = statement;
    if (!rows.failed) {
        va_list list;
        va_start(list, format);
        store_bind(statement, format, list);
        va_end(list);
    }
    return rows;
}

bool bench_rows_next(bench_rows *rows)
{
    const int code = rows->failed ? SQLITE_ERROR : sqlite3_step(rows->statement);
    rows->failed |= code != SQLITE_ROW && code != SQLITE_DONE;
    return code == SQLITE_ROW;
}

double bench_rows_real(const bench_rows *rows, int column)
{
    return sqlite3_column_double(rows->statement, column);
}

int64_t bench_rows_integer(const bench_rows *rows, int column)
{
    return sqlite3_column_int64(rows->statement, column);
}

const char *bench_rows_text(const bench_rows *rows, int column)
{
    const unsigned char *text = sqlite3_column_text(rows->statement, column);
    return text ? (const char *)text : "";
}

bool bench_rows_null(const bench_rows *rows, int column)
{
    return sqlite3_column_type(rows->statement, column) == SQLITE_NULL;
}

bool bench_rows_is_text(const bench_rows *rows, int column)
{
    return sqlite3_column_type(rows->statement, column) == SQLITE_TEXT;
}

int bench_rows_columns(const bench_rows *rows)
{
    return rows->failed ? 0 : sqlite3_column_count(rows->statement);
}

const char *bench_rows_name(const bench_rows *rows, int column)
{
    return sqlite3_column_name(rows->statement, column);
}

bool bench_rows_end(bench_rows *rows)
{
    (void)sqlite3_finalize(rows->statement);
    rows->statement = NULL;
    return !rows->failed;
}

way_status bench_store_put(bench_store *store, const char *sql, const char *format, ...)
{
    sqlite3_stmt *statement = NULL;
    bool good = sqlite3_prepare_v2(store->database, sql, -1, &statement, NULL) == SQLITE_OK;
    if (good) {
        va_list list;
        va_start(list, format);
        store_bind(statement, format, list);
        va_end(list);
        good = sqlite3_step(statement) == SQLITE_DONE;
    }
    (void)sqlite3_finalize(statement);
    return good ? WAY_STATUS_OK : WAY_STATUS_IO;
}

int64_t bench_store_last_row(const bench_store *store)
{
    return sqlite3_last_insert_rowid(store->database);
}

// Runs --------------------------------------------------------------------------------------------

static void store_now(char out[32])
{
    const time_t now = time(NULL);
    struct tm parts;
    (void)strftime(out, 32, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &parts));
}

// Goes on with a run only if everything that could make its rows differ is the same.
static way_status store_find_unfinished(bench_store *store, const bench_run_head *head,
                                        const char *plan, const char *shard, int64_t *run)
{
    const bench_machine *machine = head->machine;
    bench_rows rows = bench_rows_begin(
        store,
        "SELECT id FROM runs WHERE suite = ?1 AND plan = ?2 AND finished IS NULL AND build = ?3"
        " AND compiler = ?4 AND flags = ?5 AND processor = ?6 AND shard = ?7"
        " ORDER BY id DESC LIMIT 1",
        "ttttttt", head->plan->suite.name, plan, machine->build, machine->compiler, machine->flags,
        machine->processor, shard);
    *run = bench_rows_next(&rows) ? bench_rows_integer(&rows, 0) : 0;
    return bench_rows_end(&rows) ? WAY_STATUS_OK : WAY_STATUS_IO;
}

way_status bench_store_tasks(bench_store *store, const bench_run_head *head, bool *done)
{
    char print[32];
    int64_t run = 0;
    (void)snprintf(print, sizeof print, "%016" PRIx64, bench_plan_hash(head->plan));
    const way_status status = store_find_unfinished(store, head, print, "merged", &run);
    if (status != WAY_STATUS_OK || run == 0) {
        return status;
    }
    bench_rows rows = bench_rows_begin(
        store,
        "SELECT task FROM maps m WHERE run = ?1 GROUP BY task HAVING min(problems = (SELECT"
        " count(DISTINCT problem) FROM queries q WHERE q.run = ?1 AND q.ground = m.ground AND"
        " q.map = m.map))",
        "i", run);
    while (bench_rows_next(&rows)) {
        const int64_t task = bench_rows_integer(&rows, 0);
        if (task >= 0 && task < (int64_t)head->plan->whole) {
            done[task] = true;
        }
    }
    return bench_rows_end(&rows) ? WAY_STATUS_OK : WAY_STATUS_IO;
}

way_status bench_store_begin(bench_store *store, const bench_run_head *head, int64_t *run,
                             bool *resumed)
{
    const bench_plan *plan = head->plan;
    const bench_machine *machine = head->machine;
    char print[32];
    char shard[32];
    char now[32];
    (void)snprintf(print, sizeof print, "%016" PRIx64, bench_plan_hash(plan));
    (void)snprintf(shard, sizeof shard, "%u/%u", plan->shard, plan->shards);
    store_now(now);
    way_status status = store_find_unfinished(store, head, print, shard, run);
    *resumed = *run != 0 && !head->restart;
    if (status != WAY_STATUS_OK || *resumed) {
        return status;
    }
    status = bench_store_put(
        store,
        "INSERT INTO runs (suite, title, started, version, commit_id, build, processor, processors,"
        " system, compiler, flags, clock, clock_overhead, pinned, seed, tasks, whole, shard,"
        " repetitions, counts, workers, plan, command, rules) VALUES "
        "(?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,?16,?17,?18,?19,?20,?21,?22,?23,?24)",
        "ttttttti"
        "ttttr"
        "iiiit"
        "iiittt",
        plan->suite.name, plan->suite.title, now, way_version(), machine->commit, machine->build,
        machine->processor, (int64_t)machine->processors, machine->system, machine->compiler,
        machine->flags, machine->clock, machine->clock_overhead, (int64_t)head->pinned,
        (int64_t)plan->seed, (int64_t)plan->task_count, (int64_t)plan->whole, shard,
        (int64_t)(plan->counts ? 0 : plan->suite.repetitions), (int64_t)plan->counts,
        (int64_t)head->workers, print, head->command, head->rules ? head->rules : "");
    *run = bench_store_last_row(store);
    return status;
}

way_status bench_store_finish(bench_store *store, int64_t run)
{
    char now[32];
    store_now(now);
    return bench_store_put(store, "UPDATE runs SET finished = ?2 WHERE id = ?1", "it", run, now);
}

// The number of a run, of rows that have none or one.
static way_status store_one(bench_rows rows, int64_t *run)
{
    const bool found = bench_rows_next(&rows) && !bench_rows_null(&rows, 0);
    *run = found ? bench_rows_integer(&rows, 0) : 0;
    if (!bench_rows_end(&rows)) {
        return WAY_STATUS_IO;
    }
    return found ? WAY_STATUS_OK : WAY_STATUS_NOT_FOUND;
}

way_status bench_store_last(bench_store *store, const char *suite, int64_t *run)
{
    return store_one(bench_rows_begin(store, "SELECT max(id) FROM runs WHERE suite LIKE ?1", "t",
                                      suite ? suite : "%"),
                     run);
}

way_status bench_store_last_on(bench_store *store, const char *suite, const char *ground,
                               int64_t *run)
{
    return store_one(bench_rows_begin(store,
                                      "SELECT max(id) FROM runs WHERE suite = ?1 AND id IN"
                                      " (SELECT run FROM maps WHERE ground = ?2)",
                                      "tt", suite, ground),
                     run);
}

bool bench_store_has(bench_store *store, int64_t run)
{
    bench_rows rows = bench_rows_begin(store, "SELECT 1 FROM runs WHERE id = ?1", "i", run);
    const bool found = bench_rows_next(&rows);
    return bench_rows_end(&rows) && found;
}

bool bench_store_is_finished(bench_store *store, int64_t run)
{
    bench_rows rows = bench_rows_begin(
        store, "SELECT 1 FROM runs WHERE id = ?1 AND finished IS NOT NULL", "i", run);
    const bool finished = bench_rows_next(&rows);
    return bench_rows_end(&rows) && finished;
}

way_status bench_store_map(bench_store *store, int64_t run, const bench_ground *ground)
{
    char hash[32];
    const bench_task *task = ground->task;
    (void)snprintf(hash, sizeof hash, "%016" PRIx64, ground->hash);
    bench_rows rows =
        bench_rows_begin(store, "SELECT hash FROM maps WHERE run = ?1 AND ground = ?2 AND map = ?3",
                         "itt", run, ground->set->name, task->map);
    const bool known = bench_rows_next(&rows);
    const bool same = known && strcmp(bench_rows_text(&rows, 0), hash) == 0;
    if (!bench_rows_end(&rows)) {
        return WAY_STATUS_IO;
    }
    if (known) {
        return same ? WAY_STATUS_OK : WAY_STATUS_STALE;
    }
    const uint32_t width = ground->map ? way_map_width(ground->map) : 0;
    const uint32_t height = ground->map ? way_map_height(ground->map) : 0;
    return bench_store_put(store, "INSERT INTO maps VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9)",
                           "ittitiiii", run, ground->set->name, task->map, (int64_t)task->place,
                           hash, (int64_t)width, (int64_t)height, (int64_t)ground->passable,
                           ground->set->kind == BENCH_KIND_STUDY ? (int64_t)0
                                                                 : (int64_t)ground->count);
}

way_status bench_store_prepared(bench_store *store, const bench_key *key,
                                const bench_preparation *done)
{
    const bench_ground *ground = key->ground;
    return bench_store_put(store,
                           "INSERT OR REPLACE INTO preparations VALUES "
                           "(?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15)",
                           "ittititt"
                           "mmmmmmm",
                           key->run, ground->set->name, ground->task->map,
                           (int64_t)ground->task->place, key->spec, (int64_t)key->entry,
                           way_status_name(done->status), done->note, done->one, done->many,
                           done->load, done->repair, done->disk, done->memory, done->agent);
}

// Queries -----------------------------------------------------------------------------------------

way_status bench_store_count(bench_store *store, const bench_key *key, uint32_t *count)
{
    bench_rows rows = bench_rows_begin(
        store,
        "SELECT count(*) FROM queries WHERE run = ?1 AND ground = ?2 AND map = ?3 AND problem = ?4",
        "itti", key->run, key->ground->set->name, key->ground->task->map, (int64_t)key->problem);
    *count = bench_rows_next(&rows) ? (uint32_t)bench_rows_integer(&rows, 0) : 0;
    return bench_rows_end(&rows) ? WAY_STATUS_OK : WAY_STATUS_IO;
}

way_status bench_store_lock(bench_store *store)
{
    return store_run(store, "BEGIN IMMEDIATE");
}

way_status bench_store_commit(bench_store *store)
{
    return store_run(store, "COMMIT");
}

way_status bench_store_query(bench_store *store, const bench_key *key, const bench_result *result,
                             double repair)
{
    const bench_ground *ground = key->ground;
    const way_stats *stats = &result->stats;
    const bool arrived = result->outcome == WAY_OUTCOME_FOUND && result->best > 0;
    const double excess = arrived ? (double)result->cost / (double)result->best - 1 : -1;
    char hash[32];
    char waits[4096];
    (void)snprintf(hash, sizeof hash, "%016" PRIx64, result->hash);
    bench_waits_format(&result->waits, waits, sizeof waits);
    const char *outcome = result->status == WAY_STATUS_OK ? way_outcome_name(result->outcome)
                                                          : way_status_name(result->status);
    return bench_store_put(
        store,
        "INSERT OR REPLACE INTO queries VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,"
        "?15,?16,?17,?18,?19,?20,?21,?22,?23,?24,?25,?26,?27,?28,?29,?30,?31,?32,?33,?34,?35,?36,"
        "?37,?38,?39,?40)",
        "ittiiti"
        "tiiiiii"
        "rrmmmmmm"
        "immmmt"
        "iiiiiiiiii"
        "mt",
        key->run, ground->set->name, ground->task->map, (int64_t)ground->task->place,
        (int64_t)key->problem, key->spec, (int64_t)key->entry, outcome, (int64_t)result->solved,
        (int64_t)result->valid, (int64_t)result->moves, (int64_t)result->steps,
        (int64_t)result->cost, (int64_t)result->best, result->length,
        ground->problems[key->problem].reference, excess,
        result->smoothed > 0 ? result->smoothed - 1 : -1, result->cold, result->total, result->low,
        result->high, (int64_t)result->repetitions, result->mean, result->max, result->first,
        result->first20, waits, (int64_t)stats->expansions, (int64_t)stats->generations,
        (int64_t)stats->reopenings, (int64_t)stats->heap_pushes, (int64_t)stats->heap_pops,
        (int64_t)stats->revisits, (int64_t)result->work_max, (int64_t)result->plans,
        (int64_t)stats->states_max, (int64_t)stats->bytes, repair, hash);
}
