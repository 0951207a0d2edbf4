// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Runs that were made in parts, by shards or by ranks, become one. Merging what is there already
// changes nothing.
#define _POSIX_C_SOURCE 200809L

#include "bench/store/store.h"

#include <string.h>
#include <sys/stat.h>

static const char *const merge_tables[] = {"maps", "preparations", "queries", "figures"};
#define MERGE_TABLES (sizeof merge_tables / sizeof *merge_tables)

// The statement that `format` makes of a table's name and its columns but the run, which comes
// first.
static bool merge_words(bench_store *into, const char *format, const char *table, char sql[2048])
{
    bench_rows rows = bench_rows_begin(
        into,
        "SELECT printf(?2, ?1, names, names, ?1, names) FROM (SELECT group_concat(name, ', ') AS"
        " names FROM pragma_table_info(?1) WHERE name <> 'run')",
        "tt", table, format);
    const bool found = bench_rows_next(&rows);
    (void)snprintf(sql, 2048, "%s", found ? bench_rows_text(&rows, 0) : "");
    return bench_rows_end(&rows) && found;
}

// Whether a run of ours has every row of a run of theirs.
static way_status merge_holds(bench_store *into, int64_t from, int64_t run, bool *holds)
{
    *holds = true;
    for (uint32_t i = 0; i < MERGE_TABLES && *holds; i++) {
        char sql[2048];
        if (!merge_words(into,
                         "SELECT '%s' FROM (SELECT %s FROM (SELECT %s FROM other.%s WHERE run = ?2)"
                         " EXCEPT SELECT %s FROM main.",
                         merge_tables[i], sql)) {
            return WAY_STATUS_IO;
        }
        const size_t used = strlen(sql);
        (void)snprintf(sql + used, sizeof sql - used, "%s WHERE run = ?1) LIMIT 1",
                       merge_tables[i]);
        bench_rows rows = bench_rows_begin(into, sql, "ii", run, from);
        *holds = !bench_rows_next(&rows);
        if (!bench_rows_end(&rows)) {
            return WAY_STATUS_IO;
        }
    }
    return WAY_STATUS_OK;
}

// Whether one of our runs of the same suite and plan has all that is in theirs.
static way_status merge_is_there(bench_store *into, int64_t from, bool *there)
{
    bench_rows rows = bench_rows_begin(
        into,
        "SELECT r.id FROM main.runs r JOIN other.runs o ON o.id = ?1 AND r.suite = o.suite AND"
        " r.plan = o.plan AND r.build = o.build AND r.processor = o.processor",
        "i", from);
    way_status status = WAY_STATUS_OK;
    *there = false;
    while (status == WAY_STATUS_OK && !*there && bench_rows_next(&rows)) {
        status = merge_holds(into, from, bench_rows_integer(&rows, 0), there);
    }
    return bench_rows_end(&rows) ? status : WAY_STATUS_IO;
}

// The run that rows of another are to be added to: one of the same plan and build that has more
// tasks to come, a finished shard with other maps, or a new one. A build that differs is refused.
static way_status merge_run(bench_store *into, int64_t from, int64_t *run, way_problem *problem)
{
    bench_rows rows = bench_rows_begin(
        into,
        "SELECT o.suite, o.plan, r.id, r.build = o.build AND r.compiler = o.compiler AND"
        " r.flags = o.flags, r.processor = o.processor FROM other.runs o LEFT JOIN main.runs r ON"
        " r.suite = o.suite AND r.plan = o.plan AND CASE r.shard WHEN 'merged' THEN"
        " r.finished IS NULL WHEN o.shard THEN 0 WHEN '1/1' THEN 0 ELSE r.finished IS NOT NULL AND"
        " NOT EXISTS (SELECT 1 FROM main.maps m JOIN other.maps n ON n.run = o.id AND"
        " n.ground = m.ground AND n.map = m.map WHERE m.run = r.id) END WHERE o.id = ?1"
        " ORDER BY r.id DESC LIMIT 1",
        "i", from);
    way_status status = bench_rows_next(&rows) ? WAY_STATUS_OK : WAY_STATUS_IO;
    const bool known = status == WAY_STATUS_OK && !bench_rows_null(&rows, 2);
    *run = known ? bench_rows_integer(&rows, 2) : 0;
    if (known && !(bench_rows_integer(&rows, 3) && bench_rows_integer(&rows, 4))) {
        (void)snprintf(problem->text, sizeof problem->text,
                       "%.60s was measured by another %s; runs of one %s can be joined",
                       bench_rows_text(&rows, 0),
                       bench_rows_integer(&rows, 3) ? "processor" : "build",
                       bench_rows_integer(&rows, 3) ? "kind of processor" : "build");
        status = WAY_STATUS_STALE;
    }
    return bench_rows_end(&rows) ? status : WAY_STATUS_IO;
}

// All rows of a table, of which the first column is the run.
static way_status merge_table(bench_store *into, const char *table, int64_t from, int64_t run)
{
    char sql[2048];
    return merge_words(into,
                       "INSERT OR REPLACE INTO main.%s (run, %s) SELECT ?1, %s FROM other.%s WHERE"
                       " run = ?2",
                       table, sql)
               ? bench_store_put(into, sql, "ii", run, from)
               : WAY_STATUS_IO;
}

static way_status merge_rows(bench_store *into, int64_t from, int64_t *run)
{
    // A shard of ours that others join is the first part of them all.
    way_status status =
        *run ? bench_store_put(into,
                               "UPDATE main.runs SET command = replace(command, ' --shard ' ||"
                               " shard, ''), shard = 'merged' WHERE id = ?1",
                               "i", *run)
             : WAY_STATUS_OK;
    if (*run == 0) {
        status = bench_store_put(
            into,
            "INSERT INTO main.runs SELECT NULL, suite, title, started, NULL, version, commit_id,"
            " build, processor, processors, system, compiler, flags, clock, clock_overhead, pinned,"
            " seed, 0, whole, 'merged', repetitions, counts, workers, plan,"
            " replace(command, ' --shard ' || shard, ''), rules"
            " FROM other.runs WHERE id = ?1",
            "i", from);
        *run = bench_store_last_row(into);
    }
    for (uint32_t i = 0; i < MERGE_TABLES && status == WAY_STATUS_OK; i++) {
        status = merge_table(into, merge_tables[i], from, *run);
    }
    // A merged run is finished when all problems of all of its tasks are there; a map of a study
    // has none, and is there with all of its figures.
    if (status == WAY_STATUS_OK) {
        status = bench_store_put(
            into,
            "UPDATE main.runs SET tasks = (SELECT count(*) FROM (SELECT 1 FROM main.maps m WHERE"
            " run = ?1 GROUP BY task HAVING min(problems = (SELECT count(DISTINCT problem) FROM"
            " main.queries q WHERE q.run = ?1 AND q.ground = m.ground AND q.map = m.map))))"
            " WHERE id = ?1",
            "i", *run);
    }
    if (status == WAY_STATUS_OK) {
        status = bench_store_put(into,
                                 "UPDATE main.runs SET finished = CASE WHEN tasks >= whole THEN"
                                 " strftime('%Y-%m-%dT%H:%M:%SZ') END WHERE id = ?1",
                                 "i", *run);
    }
    return status;
}

static way_status merge_maps(bench_store *into, int64_t from, int64_t run, way_problem *problem)
{
    bench_rows rows = bench_rows_begin(
        into,
        "SELECT o.map FROM other.maps o JOIN main.maps m ON m.run = ?2 AND m.ground = o.ground AND"
        " m.map = o.map WHERE o.run = ?1 AND o.hash <> m.hash LIMIT 1",
        "ii", from, run);
    way_status status = WAY_STATUS_OK;
    if (bench_rows_next(&rows)) {
        (void)snprintf(problem->text, sizeof problem->text, "the map %.120s is not the same",
                       bench_rows_text(&rows, 0));
        status = WAY_STATUS_STALE;
    }
    return bench_rows_end(&rows) ? status : WAY_STATUS_IO;
}

// Every run of the attached file that has rows, in the order of its numbers.
static way_status merge_all(bench_store *into, way_problem *problem)
{
    way_status status = WAY_STATUS_OK;
    int64_t from = 0;
    for (;;) {
        bench_rows rows = bench_rows_begin(
            into,
            "SELECT min(id) FROM other.runs WHERE id > ?1 AND id IN (SELECT run FROM other.maps)",
            "i", from);
        const bool more = bench_rows_next(&rows) && !bench_rows_null(&rows, 0);
        from = more ? bench_rows_integer(&rows, 0) : 0;
        if (!bench_rows_end(&rows)) {
            return WAY_STATUS_IO;
        }
        if (!more) {
            return WAY_STATUS_OK;
        }
        int64_t run = 0;
        bool there = false;
        status = merge_is_there(into, from, &there);
        if (status == WAY_STATUS_OK && there) {
            continue;
        }
        status = status == WAY_STATUS_OK ? merge_run(into, from, &run, problem) : status;
        if (status == WAY_STATUS_OK && run) {
            status = merge_maps(into, from, run, problem);
        }
        if (status == WAY_STATUS_OK) {
            status = merge_rows(into, from, &run);
        }
        if (status != WAY_STATUS_OK) {
            return status;
        }
    }
}

// Whether a path is that of the open file.
static bool merge_is_same(const bench_store *into, const char *path)
{
    struct stat ours;
    struct stat theirs;
    return stat(bench_store_path(into), &ours) == 0 && stat(path, &theirs) == 0 &&
           ours.st_dev == theirs.st_dev && ours.st_ino == theirs.st_ino;
}

way_status bench_store_merge(bench_store *into, const char *from, way_problem *problem)
{
    bench_store *other = NULL;
    if (merge_is_same(into, from)) {
        (void)snprintf(problem->text, sizeof problem->text, "a file can't be merged into itself");
        return WAY_STATUS_STALE;
    }
    way_status status = bench_store_open(from, false, &other, problem); // it is one of ours
    bench_store_close(other);
    if (status == WAY_STATUS_OK) {
        status = bench_store_put(into, "ATTACH ?1 AS other", "t", from);
    }
    if (status != WAY_STATUS_OK) {
        return status;
    }
    status = bench_store_put(into, "BEGIN IMMEDIATE", "");
    status = status == WAY_STATUS_OK ? merge_all(into, problem) : status;
    if (status == WAY_STATUS_IO && !problem->text[0]) {
        (void)snprintf(problem->text, sizeof problem->text, "%.180s", bench_store_problem(into));
    }
    const way_status ended =
        bench_store_put(into, status == WAY_STATUS_OK ? "COMMIT" : "ROLLBACK", "");
    const way_status detached = bench_store_put(into, "DETACH other", "");
    return status != WAY_STATUS_OK ? status : ended != WAY_STATUS_OK ? ended : detached;
}
