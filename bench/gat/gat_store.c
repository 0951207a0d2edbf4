// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/gat/gat_store.h"

#define GAT_STORE_VALUES 12

bool gat_store_find(bench_store *store, const gat_key *key, gat_row *out)
{
    uint64_t values[GAT_STORE_VALUES] = {0};
    bench_rows rows = bench_rows_begin(
        store,
        "SELECT outcome, cost, moves, episodes, expansions, first_expansions, planning_ns, "
        "first_ns,"
        " worst_ns, total_ns, waiting_ns, late FROM achievements WHERE instance = ?1 AND"
        " fingerprint = ?2 AND spec = ?3 AND duration_ns = ?4 AND expansion_ns = ?5 AND"
        " training = ?6 AND expansion_limit = ?7 AND move_limit = ?8 AND in_intervals = ?9",
        "titiiiiii", key->instance, (int64_t)key->fingerprint, key->spec, (int64_t)key->duration_ns,
        (int64_t)key->expansion_ns, (int64_t)key->training, (int64_t)key->limit,
        (int64_t)key->move_limit, (int64_t)key->in_intervals);
    const bool found = bench_rows_next(&rows);
    for (int i = 0; found && i < GAT_STORE_VALUES; i++) {
        values[i] = (uint64_t)bench_rows_integer(&rows, i);
    }
    if (found) {
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
    return bench_rows_end(&rows) && found;
}

static way_status gat_store_add_one(bench_store *store, const gat_key *key, const gat_row *row)
{
    const way_gat_result *result = &row->result;
    return bench_store_put(
        store,
        "INSERT OR REPLACE INTO achievements VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11,"
        " ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21)",
        "titiiiiiiiiiiiiiiiiii", key->instance, (int64_t)key->fingerprint, key->spec,
        (int64_t)key->duration_ns, (int64_t)key->expansion_ns, (int64_t)key->training,
        (int64_t)key->limit, (int64_t)key->move_limit, (int64_t)key->in_intervals,
        (int64_t)result->outcome, (int64_t)result->cost, (int64_t)result->moves,
        (int64_t)result->episodes, (int64_t)result->expansions, (int64_t)result->first_expansions,
        (int64_t)result->planning_ns, (int64_t)result->first_ns, (int64_t)result->worst_ns,
        (int64_t)row->time.total, (int64_t)row->time.waiting, (int64_t)row->time.late);
}

way_status gat_store_add(bench_store *store, const gat_key *keys, const gat_row *rows,
                         uint32_t count)
{
    way_status status = bench_store_lock(store);
    for (uint32_t i = 0; status == WAY_STATUS_OK && i < count; i++) {
        status = gat_store_add_one(store, &keys[i], &rows[i]);
    }
    if (status == WAY_STATUS_OK) {
        return bench_store_commit(store);
    }
    (void)!bench_store_put(store, "ROLLBACK", "");
    return status;
}
