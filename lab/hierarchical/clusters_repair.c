// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Clusters that follow their map. An edit changes the ways inside the clusters that it touches and
// the gates of those next to it: nothing else is looked at, however large the map is. A cluster
// whose gates stay as they were keeps its block.
//
// Everything is done in slices: rectangles are turned into a list of clusters, their borders are
// cut, then blocks are made, a search at a time. A block is given up as soon as it is known to be
// wrong; until it is there again, whoever needs a cost looks for it, so that the clusters are
// current as soon as all borders are cut. Edits that come meanwhile are put at the end of each
// list, so no cluster waits for ever, however often another one is touched. Where costs are lazy,
// only blocks that somebody asked for are made, and nobody waits for them: clusters without count
// as up to date.
#include "lab/hierarchical/clusters.h"
#include "map/grid/layer.h"
#include "map/links/links.h"

/// Flags that are looked at for a unit of work.
#define REPAIR_FLAGS 256u

// Lists -------------------------------------------------------------------------------------------

/// Puts a cluster at the end of a list, unless a flag says that it is there.
static void repair_list_one(wayi_ring *list, uint32_t index, bool *listed)
{
    if (!*listed) {
        wayi_ring_push(list, index);
    }
    *listed = true;
}

/// Lists a cluster whose borders must be looked at.
static void repair_list_cut(wayi_clusters *clusters, uint32_t index, bool touched)
{
    wayi_cluster *cluster = &clusters->clusters[index];
    cluster->touched |= touched;
    repair_list_one(&clusters->repairs.cuts, index, &cluster->to_cut);
}

/// Gives up the block of a cluster: costs inside are no longer what they were.
static void repair_drop(wayi_clusters *clusters, uint32_t index)
{
    wayi_cluster *cluster = &clusters->clusters[index];
    wayi_cluster_maker *maker = &clusters->repairs.maker;
    if (cluster->owned) {
        wayi_free(&clusters->allocator, cluster->block, cluster->size, 1);
    }
    cluster->block = NULL;
    cluster->size = 0;
    cluster->owned = false;
    cluster->epoch++;
    if (clusters->upper) {
        repair_list_cut(clusters->upper, cluster->home, true);
    }
    if (maker->index == index) { // behind the others
        maker->index = WAYI_GATE_NONE;
        cluster->to_fill = false;
    }
    if (!wayi_clusters_are_lazy(clusters)) {
        repair_list_one(&clusters->repairs.fills, index, &cluster->to_fill);
    }
}

/// Gets a level ready for repairs; false without memory.
static bool repair_reserve(wayi_clusters *clusters)
{
    wayi_clusters_repairs *repairs = &clusters->repairs;
    const way_allocator *allocator = &clusters->allocator;
    if (!repairs->begun) {
        repairs->begun = wayi_ring_init(&repairs->cuts, clusters->count, allocator) &&
                         wayi_ring_init(&repairs->fills, clusters->count, allocator) &&
                         wayi_cluster_maker_init(&repairs->maker, clusters);
    }
    if (!repairs->begun) {
        wayi_clusters_repairs_fini(clusters);
    }
    return repairs->begun;
}

void wayi_clusters_repairs_fini(wayi_clusters *clusters)
{
    wayi_clusters_repairs *repairs = &clusters->repairs;
    WAYI_FREE(&clusters->allocator, repairs->gates, repairs->gate_room);
    wayi_ring_fini(&repairs->cuts, &clusters->allocator);
    wayi_ring_fini(&repairs->fills, &clusters->allocator);
    wayi_cluster_maker_fini(&repairs->maker);
    *repairs = (wayi_clusters_repairs){0};
}

/// Lists the clusters at the other ends of the links of one: they may be open now, or closed.
static void repair_list_far(wayi_clusters *clusters, uint32_t index)
{
    const way_map *map = clusters->grid->map;
    const wayi_layer *layer = clusters->grid->layer;
    const bool linked = !clusters->config.lower && layer->links;
    const way_rect rect = wayi_clusters_rect(clusters, index);
    for (uint32_t i = 0; linked && i < rect.width * rect.height; i++) {
        const way_cell cell = wayi_rect_at(rect, i, map->width);
        way_cell far = wayi_links_partner(map, layer, cell, 0);
        for (uint32_t k = 1; far != WAY_CELL_NONE; k++) {
            repair_list_cut(clusters, wayi_clusters_of(clusters, far), false);
            far = wayi_links_partner(map, layer, cell, k);
        }
    }
}

/// Lists the next cluster of the notes.
static void repair_list(wayi_clusters *clusters)
{
    wayi_notes *notes = &clusters->repairs.notes;
    const wayi_layer *layer = clusters->grid->layer;
    const uint32_t side = clusters->config.side;
    way_rect rect = notes->rects[notes->count - 1];
    const way_rect around = wayi_layer_touched(clusters->grid->map, layer, rect);
    uint32_t column;
    uint32_t row;
    wayi_notes_take(notes, around, side, side, &column, &row);
    const uint32_t index = row * clusters->columns + column;
    // A larger unit reaches into the rectangle from above and from the left.
    const uint32_t reach = layer->size - 1;
    rect = wayi_rect_join(rect, (way_rect){rect.x > reach ? rect.x - reach : 0,
                                           rect.y > reach ? rect.y - reach : 0, 1, 1});
    repair_list_cut(clusters, index, wayi_rect_meets(rect, wayi_clusters_rect(clusters, index)));
}

// Slices ------------------------------------------------------------------------------------------

/// Cuts the next border; false without memory.
static bool repair_cut(wayi_clusters *clusters, uint32_t *budget)
{
    wayi_ring *cuts = &clusters->repairs.cuts;
    const uint32_t index = cuts->items[cuts->first];
    const uint32_t side = clusters->config.side;
    wayi_cluster *cluster = &clusters->clusters[index];
    bool changed = false;
    if (!wayi_clusters_recut(clusters, index, &changed)) {
        return false;
    }
    clusters->work.recut++;
    wayi_ring_pop(cuts);
    cluster->to_cut = false;
    if (cluster->touched || changed) {
        repair_drop(clusters, index);
    }
    if (cluster->touched) {
        repair_list_far(clusters, index);
    }
    cluster->touched = false;
    const bool linked = !clusters->config.lower && clusters->grid->layer->links;
    const uint32_t inside = linked ? side * side : 0;
    const uint32_t looks = 4 * side + 2 * cluster->count + inside;
    clusters->work.units += wayi_budget_take(budget, 1 + looks / 16);
    return true;
}

/// Goes on with a block; false without memory, and then it is begun again.
static bool repair_fill(wayi_clusters *clusters, uint32_t *budget)
{
    wayi_clusters_repairs *repairs = &clusters->repairs;
    wayi_cluster_maker *maker = &repairs->maker;
    if (maker->index == WAYI_GATE_NONE) {
        if (!wayi_cluster_maker_begin(maker, repairs->fills.items[repairs->fills.first])) {
            return false;
        }
        wayi_ring_pop(&repairs->fills);
    }
    const uint32_t index = maker->index;
    const uint64_t expansions = maker->stats.expansions;
    const uint64_t units = maker->units;
    const way_outcome outcome = wayi_cluster_maker_step(maker, budget);
    clusters->work.expansions += maker->stats.expansions - expansions;
    clusters->work.units += maker->units - units + maker->stats.expansions - expansions;
    if (outcome == WAY_OUTCOME_WORKING) {
        return true;
    }
    if (outcome != WAY_OUTCOME_FOUND) {
        maker->index = WAYI_GATE_NONE;
        wayi_ring_push(&repairs->fills, index);
        return false;
    }
    clusters->clusters[index].to_fill = false;
    clusters->work.rebuilt++;
    return true;
}

/// Lists clusters that were asked for, as far as a few flags tell.
static void repair_hear(wayi_clusters *clusters, uint32_t *budget)
{
    wayi_clusters_repairs *repairs = &clusters->repairs;
    const uint32_t end = clusters->count - repairs->looked < REPAIR_FLAGS
                             ? clusters->count
                             : repairs->looked + REPAIR_FLAGS;
    for (; repairs->looked < end; repairs->looked++) {
        wayi_cluster *cluster = &clusters->clusters[repairs->looked];
        if (cluster->asked && !cluster->block) {
            repair_list_one(&repairs->fills, repairs->looked, &cluster->to_fill);
        }
        cluster->asked = 0;
    }
    clusters->work.units += wayi_budget_take(budget, 1);
}

static bool repair_fills(const wayi_clusters_repairs *repairs)
{
    return repairs->fills.count || repairs->maker.index != WAYI_GATE_NONE;
}

bool wayi_clusters_is_behind(const wayi_clusters *clusters)
{
    const wayi_clusters_repairs *repairs = &clusters->repairs;
    return repairs->notes.count || repairs->cuts.count;
}

way_status wayi_clusters_repair(wayi_clusters *clusters, const way_rect *rects, uint32_t count,
                                uint32_t *budget, bool *done)
{
    wayi_clusters_repairs *repairs = &clusters->repairs;
    const bool lazy = wayi_clusters_are_lazy(clusters);
    *done = count == 0 && !repairs->begun && !lazy;
    if (*done) {
        return WAY_STATUS_OK;
    }
    // The level above is told of what changes on this one.
    if (!repair_reserve(clusters) || (clusters->upper && !repair_reserve(clusters->upper))) {
        return WAY_STATUS_NO_MEMORY;
    }
    for (uint32_t i = 0; i < count; i++) {
        wayi_notes_add(&repairs->notes, rects[i]);
    }
    bool fits = true;
    repairs->looked = repairs->looked < clusters->count ? repairs->looked : 0;
    while (fits && *budget > 0 &&
           (wayi_clusters_is_behind(clusters) || repair_fills(repairs) ||
            (lazy && repairs->looked < clusters->count))) {
        if (repairs->notes.count) {
            for (uint32_t i = 0; i < WAYI_NOTES_UNIT && repairs->notes.count; i++) {
                repair_list(clusters);
            }
            clusters->work.units += wayi_budget_take(budget, 1);
        } else if (repairs->cuts.count) {
            fits = repair_cut(clusters, budget);
        } else if (repair_fills(repairs)) {
            fits = repair_fill(clusters, budget);
        } else {
            repair_hear(clusters, budget);
        }
    }
    // Nobody waits for what was asked for.
    *done = fits && !wayi_clusters_is_behind(clusters) && (lazy || !repair_fills(repairs));
    if (*done && !lazy) {
        wayi_clusters_repairs_fini(clusters); // until the next edit
    }
    return fits ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}
