// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/measure/study.h"

#include "bench/studies/study.h"

#include <stdlib.h>

static uint32_t study_rounds(const bench_plan *plan, const bench_set *set)
{
    const uint32_t wanted = plan->counts ? 1 : plan->suite.repetitions;
    return set->rounds && set->rounds < wanted ? set->rounds : wanted ? wanted : 1;
}

/// Drops times if there are to be none.
static void study_keep(bench_study *study, bool counts)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < study->count; i++) {
        if (!(counts && (study->figures[i].kind & BENCH_TIMED))) {
            study->figures[kept++] = study->figures[i];
        }
    }
    study->count = kept;
}

static way_status study_store(const bench_order *order, const bench_key *key,
                              const bench_study *studies, uint32_t rounds)
{
    way_status status = bench_store_lock(order->store);
    status = status ? status : bench_store_map(order->store, key->run, key->ground);
    for (uint32_t i = 0; i < bench_set_entries(key->ground->set) * rounds && !status; i++) {
        bench_key row = *key;
        row.entry = i / rounds;
        row.spec = studies[i].entry;
        status = bench_store_findings(order->store, &row, studies[i].round, studies[i].figures,
                                      studies[i].count);
    }
    return status ? status : bench_store_commit(order->store);
}

way_status bench_study_run(const bench_order *order, const bench_ground *ground,
                           bench_record *record)
{
    const bench_watch *watch = order->watch;
    const uint32_t rounds = study_rounds(order->plan, ground->set);
    const uint32_t all = bench_set_entries(ground->set) * rounds;
    const bench_key key = {.run = record->run, .ground = ground};
    if (record->resumed && bench_store_has_findings(order->store, &key)) {
        return WAY_STATUS_OK;
    }
    bench_study *studies = calloc(all + 1, sizeof *studies);
    if (!studies) {
        return WAY_STATUS_NO_MEMORY;
    }
    for (uint32_t i = 0; i < all && !record->cancelled; i++) {
        studies[i] = (bench_study){.ground = ground,
                                   .entry = ground->set->entries[i / rounds].spec,
                                   .data = order->data,
                                   .round = i % rounds};
        ground->set->study(&studies[i]);
        study_keep(&studies[i], order->plan->counts);
        record->cancelled |= watch->cancelled && watch->cancelled(watch->user);
    }
    const way_status status =
        record->cancelled ? WAY_STATUS_OK : study_store(order, &key, studies, rounds);
    for (uint32_t i = 0; i < all; i++) {
        free(studies[i].figures);
    }
    free(studies);
    return status;
}
