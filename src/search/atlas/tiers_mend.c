// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Tiers: making all of them, and again what changes: groups before borders, tier by tier.
#include "search/atlas/tiers.h"

/// Budgets are kept in costs compared, as long as they fit.
#define MEND_MOST (UINT32_MAX / 2)

/// A call of preparation does so much before it says how far it is.
#define MEND_SLICE 20000u

/// Reading the links of a region, or what is known of a post, takes as long as so many costs.
#define MEND_REGION 768
#define MEND_POST 256

/// Takes the next one off a list, or UINT32_MAX.
static uint32_t mend_pop(wayi_path_buffer *list)
{
    return list->count ? list->states[--list->count] : UINT32_MAX;
}

/// Does the next piece of work; *done if there is none. False without memory.
static bool mend_next(wayi_tiers *tiers, int64_t *left, bool *done)
{
    if (tiers->making.running) {
        return wayi_tiers_go_on_making(tiers, left);
    }
    *left -= 32;
    for (uint32_t i = 0; i < tiers->count; i++) {
        wayi_tiers_tier *tier = &tiers->tiers[i];
        const uint32_t group = mend_pop(&tier->due);
        if (group != UINT32_MAX) {
            tier->groups[group].due = false;
            if (!wayi_tiers_start_making(tiers, i, group, 0)) {
                wayi_tiers_mark(tiers, i, group);
                return false;
            }
            const int64_t count = tiers->making.inside.count;
            *left -= count * (i ? MEND_POST : MEND_REGION);
            return true;
        }
        const uint32_t border = mend_pop(&tier->edges);
        if (border != UINT32_MAX) {
            tier->borders[border].due = false;
            return wayi_tiers_look(tiers, i, border, left);
        }
    }
    *done = true;
    return true;
}

static void mend_mark_all(wayi_tiers *tiers)
{
    const uint32_t count = tiers->tiers[0].columns * tiers->tiers[0].rows;
    tiers->lost = false;
    for (uint32_t i = 0; i < count; i++) {
        wayi_tiers_mark(tiers, 0, i);
        wayi_tiers_mark_borders(tiers, 0, i);
    }
}

bool wayi_tiers_are_made(const wayi_tiers *tiers)
{
    bool made = !tiers->making.running && !tiers->lost;
    for (uint32_t i = 0; i < tiers->count && made; i++) {
        made = tiers->tiers[i].due.count == 0 && tiers->tiers[i].edges.count == 0;
    }
    return made;
}

way_status wayi_tiers_mend(wayi_tiers *tiers, uint32_t *budget, bool *done)
{
    const uint32_t given = *budget < MEND_MOST ? *budget : MEND_MOST;
    const int64_t all = (int64_t)given * WAYI_TIERS_WORK;
    int64_t left = all;
    bool fits = true;
    *done = false;
    if (tiers->lost) {
        mend_mark_all(tiers);
    }
    while (left > 0 && fits && !*done) {
        fits = mend_next(tiers, &left, done);
    }
    tiers->lost = tiers->lost || !fits;
    const uint64_t spent = (uint64_t)(all - left + WAYI_TIERS_WORK - 1) / WAYI_TIERS_WORK;
    tiers->worked += wayi_budget_take(budget, spent);
    *done = *done && fits && !tiers->lost;
    return fits && !tiers->lost ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

way_status wayi_tiers_build(wayi_tiers *tiers, wayi_job_stage stage)
{
    wayi_tiers_choose(tiers);
    if (!wayi_tiers_lay_out(tiers)) {
        return WAY_STATUS_NO_MEMORY;
    }
    wayi_tiers_listen(tiers);
    mend_mark_all(tiers);
    const uint32_t total = tiers->tiers[0].columns * tiers->tiers[0].rows;
    bool done = false;
    way_status status = tiers->lost ? WAY_STATUS_NO_MEMORY : WAY_STATUS_OK;
    while (!done && status == WAY_STATUS_OK) {
        uint32_t budget = MEND_SLICE;
        const uint32_t rest = tiers->tiers[0].due.count;
        status = wayi_job_report(stage, total - rest, total)
                     ? wayi_tiers_mend(tiers, &budget, &done)
                     : WAY_STATUS_CANCELLED;
    }
    tiers->made = tiers->worked;
    tiers->worked = 0;
    return status;
}
