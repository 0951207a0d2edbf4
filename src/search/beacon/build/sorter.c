// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "search/beacon/build/sorter.h"

#include <string.h>

enum { SORTER_WIPE, SORTER_COUNT, SORTER_PILE, SORTER_FILL, SORTER_DONE };

/// What is done of each turn in the time of a piece of work.
static const uint32_t sorter_some[SORTER_DONE] = {64, 4, 8, 2};

static void sorter_do(wayi_sorter *sorter, uint32_t end)
{
    uint32_t *bins = sorter->bins;
    switch (sorter->turn) {
    case SORTER_WIPE:
        memset(bins + sorter->past, 0, (end - sorter->past) * sizeof *bins);
        break;
    case SORTER_COUNT:
        for (uint32_t i = sorter->past; i < end; i++) {
            bins[sorter->keys[i] - sorter->low]++;
        }
        break;
    case SORTER_PILE:
        for (uint32_t bin = sorter->past; bin < end; bin++) {
            const uint32_t size = bins[bin];
            bins[bin] = sorter->sum;
            sorter->sum += size;
        }
        break;
    default:
        for (uint32_t i = sorter->past; i < end; i++) {
            sorter->sorted[bins[sorter->keys[i] - sorter->low]++] = i;
        }
        break;
    }
}

bool wayi_sorter_step(wayi_sorter *sorter, uint32_t *budget)
{
    while (*budget && sorter->turn < SORTER_DONE) {
        const bool bins = sorter->turn == SORTER_WIPE || sorter->turn == SORTER_PILE;
        const uint32_t count = bins ? sorter->reach : sorter->count;
        const uint32_t end = wayi_piece_end(sorter->past, count, sorter_some[sorter->turn], budget);
        sorter_do(sorter, end);
        sorter->past = end;
        if (end == count) {
            sorter->turn++;
            sorter->past = 0;
        }
    }
    return sorter->turn < SORTER_DONE;
}
