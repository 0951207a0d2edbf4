// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "cli/regions.h"

#include <stdlib.h>

// A component: its number in the map, its first cell and its size.
typedef struct regions_entry {
    uint32_t number, first, size;
} regions_entry;

typedef struct regions_cell {
    uint32_t number, cell;
} regions_cell;

static int regions_by_number(const void *a, const void *b)
{
    const regions_cell *left = a;
    const regions_cell *right = b;
    if (left->number != right->number) {
        return left->number < right->number ? -1 : 1;
    }
    return left->cell < right->cell ? -1 : left->cell > right->cell;
}

static int regions_by_size(const void *a, const void *b)
{
    const regions_entry *left = a;
    const regions_entry *right = b;
    if (left->size != right->size) {
        return left->size > right->size ? -1 : 1;
    }
    return left->first < right->first ? -1 : left->first > right->first;
}

static uint32_t regions_count_runs(const regions_cell *cells, uint32_t count,
                                   regions_entry *entries)
{
    uint32_t runs = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (i == 0 || cells[i].number != cells[i - 1].number) {
            if (entries) {
                entries[runs] = (regions_entry){cells[i].number, i, 0};
            }
            runs++;
        }
        if (entries) {
            entries[runs - 1].size++;
        }
    }
    return runs;
}

static void regions_fill(const regions_cell *cells, const regions_entry *entries, cli_regions *out)
{
    for (uint32_t rank = 0; rank < out->count; rank++) {
        const regions_entry *entry = &entries[rank];
        out->sizes[rank] = entry->size;
        for (uint32_t i = 0; i < entry->size; i++) {
            out->ranks[cells[entry->first + i].cell] = rank + 1;
        }
    }
}

way_status cli_regions_create(const way_map *map, uint32_t profile, cli_regions *out)
{
    const uint32_t total = way_map_width(map) * way_map_height(map);
    regions_cell *cells = malloc(total * sizeof *cells);
    *out = (cli_regions){.ranks = calloc(total, sizeof *out->ranks)};
    uint32_t count = 0;
    for (way_cell cell = 0; cells && cell < total; cell++) {
        const uint32_t number = way_map_component(map, cell, profile);
        if (number != WAY_CELL_NONE) {
            cells[count++] = (regions_cell){number, cell};
        }
    }
    if (cells && count > 0) {
        qsort(cells, count, sizeof *cells, regions_by_number);
    }
    out->count = cells ? regions_count_runs(cells, count, NULL) : 0;
    regions_entry *entries = malloc((out->count + 1) * sizeof *entries);
    out->sizes = malloc((out->count + 1) * sizeof *out->sizes);
    const bool good = cells && entries && out->ranks && out->sizes;
    if (good && count > 0) {
        (void)regions_count_runs(cells, count, entries);
        qsort(entries, out->count, sizeof *entries, regions_by_size);
        regions_fill(cells, entries, out);
    }
    free(cells);
    free(entries);
    if (!good) {
        cli_regions_destroy(out);
    }
    return good ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

void cli_regions_destroy(cli_regions *regions)
{
    free(regions->ranks);
    free(regions->sizes);
    *regions = (cli_regions){0};
}
