// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/gat/gat_store.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GAT_STORE_VERSION 1
#define GAT_STORE_APPLICATION 0x77676174 // "wgat"

struct gat_store {
    sqlite3 *database;
    sqlite3_stmt *find;
    sqlite3_stmt *add;
};

static const char gat_store_schema[] =
    "CREATE TABLE IF NOT EXISTS gat ("
    " instance TEXT NOT NULL, fingerprint INTEGER NOT NULL, spec TEXT NOT NULL,"
    " duration_ns INTEGER NOT NULL, expansion_ns INTEGER NOT NULL, training INTEGER NOT NULL,"
    " expansion_limit INTEGER NOT NULL, move_limit INTEGER NOT NULL, in_intervals INTEGER NOT NULL,"
    " outcome INTEGER NOT NULL, cost INTEGER NOT NULL,"
    " moves INTEGER NOT NULL, episodes INTEGER NOT NULL, expansions INTEGER NOT NULL,"
    " first_expansions INTEGER NOT NULL, planning_ns INTEGER NOT NULL, first_ns INTEGER NOT NULL,"
    " worst_ns INTEGER NOT NULL, total_ns INTEGER NOT NULL, waiting_ns INTEGER NOT NULL,"
    " late INTEGER NOT NULL,"
    " PRIMARY KEY (instance, fingerprint, spec, duration_ns, expansion_ns, training,"
    " expansion_limit, move_limit, in_intervals)) WITHOUT ROWID";

static const char gat_store_find_text[] =
    "SELECT outcome, cost, moves, episodes, expansions, first_expansions, planning_ns, first_ns,"
    " worst_ns, total_ns, waiting_ns, late FROM gat WHERE instance = ?1 AND fingerprint = ?2"
    " AND spec = ?3 AND duration_ns = ?4 AND expansion_ns = ?5 AND training = ?6"
    " AND expansion_limit = ?7 AND move_limit = ?8 AND in_intervals = ?9";

static const char gat_store_add_text[] =
    "INSERT OR REPLACE INTO gat VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13,"
    " ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21)";

const char *gat_store_text(gat_store *store)
{
    return sqlite3_errmsg(store->database);
}

/// A number that the file itself carries.
static int gat_store_pragma(gat_store *store, const char *text)
{
    sqlite3_stmt *statement = NULL;
    int value = -1;
    if (sqlite3_prepare_v2(store->database, text, -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW) {
        value = sqlite3_column_int(statement, 0);
    }
    (void)sqlite3_finalize(statement);
    return value;
}

static bool gat_store_run(gat_store *store, const char *text)
{
    return sqlite3_exec(store->database, text, NULL, NULL, NULL) == SQLITE_OK;
}

/// Makes a new file ours, or finds out that another is not.
static bool gat_store_claim(gat_store *store, way_problem *problem)
{
    char text[96];
    const int application = gat_store_pragma(store, "PRAGMA application_id");
    const int version = gat_store_pragma(store, "PRAGMA user_version");
    const bool is_new = application == 0 && version == 0 &&
                        gat_store_pragma(store, "SELECT count(*) FROM sqlite_schema") == 0;
    if (application >= 0 && !is_new &&
        (application != GAT_STORE_APPLICATION || version != GAT_STORE_VERSION)) {
        (void)snprintf(problem->text, sizeof problem->text,
                       "not a file of goal achievement times, or of another version");
        return false;
    }
    (void)snprintf(text, sizeof text, "PRAGMA application_id = %d; PRAGMA user_version = %d",
                   GAT_STORE_APPLICATION, GAT_STORE_VERSION);
    return (!is_new || gat_store_run(store, text)) && gat_store_run(store, gat_store_schema) &&
           sqlite3_prepare_v2(store->database, gat_store_find_text, -1, &store->find, NULL) ==
               SQLITE_OK &&
           sqlite3_prepare_v2(store->database, gat_store_add_text, -1, &store->add, NULL) ==
               SQLITE_OK;
}

way_status gat_store_open(const char *path, gat_store **out, way_problem *problem)
{
    *problem = (way_problem){0};
    gat_store *store = calloc(1, sizeof *store);
    *out = NULL;
    if (!store) {
        return WAY_STATUS_NO_MEMORY;
    }
    const bool opened = sqlite3_open(path ? path : ":memory:", &store->database) == SQLITE_OK;
    if (!opened || sqlite3_busy_timeout(store->database, 10000) != SQLITE_OK ||
        !gat_store_claim(store, problem)) {
        if (!problem->text[0]) {
            (void)snprintf(problem->text, sizeof problem->text, "%s",
                           store->database ? gat_store_text(store) : "out of memory");
        }
        gat_store_close(store);
        return WAY_STATUS_IO;
    }
    *out = store;
    return WAY_STATUS_OK;
}

void gat_store_close(gat_store *store)
{
    if (store) {
        (void)sqlite3_finalize(store->find);
        (void)sqlite3_finalize(store->add);
        (void)sqlite3_close(store->database);
        free(store);
    }
}

static void gat_store_bind_key(sqlite3_stmt *statement, const gat_key *key)
{
    const uint64_t numbers[] = {key->duration_ns, key->expansion_ns, key->training,
                                key->limit,       key->move_limit,   key->in_intervals};
    (void)sqlite3_reset(statement);
    (void)sqlite3_bind_text(statement, 1, key->instance, -1, SQLITE_STATIC);
    (void)sqlite3_bind_int64(statement, 2, (sqlite3_int64)key->fingerprint);
    (void)sqlite3_bind_text(statement, 3, key->spec, -1, SQLITE_STATIC);
    for (int i = 0; i < 6; i++) {
        (void)sqlite3_bind_int64(statement, 4 + i, (sqlite3_int64)numbers[i]);
    }
}

bool gat_store_find(gat_store *store, const gat_key *key, gat_row *out)
{
    gat_store_bind_key(store->find, key);
    const bool found = sqlite3_step(store->find) == SQLITE_ROW;
    if (found) {
        uint64_t values[12];
        for (int i = 0; i < 12; i++) {
            values[i] = (uint64_t)sqlite3_column_int64(store->find, i);
        }
        *out = (gat_row){.result = {.outcome = (way_outcome)values[0],
                                    .cost = (way_cost)values[1],
                                    .moves = values[2],
                                    .episodes = values[3],
                                    .expansions = values[4],
                                    .first_expansions = values[5],
                                    .planning_ns = values[6],
                                    .first_ns = values[7],
                                    .worst_ns = values[8]},
                         .time = {values[9], values[10], values[11]}};
    }
    (void)sqlite3_reset(store->find);
    return found;
}

static bool gat_store_add_one(gat_store *store, const gat_key *key, const gat_row *row)
{
    const way_gat_result *result = &row->result;
    const uint64_t values[] = {
        (uint64_t)result->outcome, result->cost,       result->moves,
        result->episodes,          result->expansions, result->first_expansions,
        result->planning_ns,       result->first_ns,   result->worst_ns,
        row->time.total,           row->time.waiting,  row->time.late};
    gat_store_bind_key(store->add, key);
    for (int i = 0; i < 12; i++) {
        (void)sqlite3_bind_int64(store->add, 10 + i, (sqlite3_int64)values[i]);
    }
    const bool done = sqlite3_step(store->add) == SQLITE_DONE;
    return sqlite3_reset(store->add) == SQLITE_OK && done;
}

way_status gat_store_add(gat_store *store, const gat_key *keys, const gat_row *rows, uint32_t count)
{
    bool good = gat_store_run(store, "BEGIN IMMEDIATE");
    for (uint32_t i = 0; good && i < count; i++) {
        good = gat_store_add_one(store, &keys[i], &rows[i]);
    }
    if (good && gat_store_run(store, "COMMIT")) {
        return WAY_STATUS_OK;
    }
    (void)gat_store_run(store, "ROLLBACK");
    return WAY_STATUS_IO;
}
