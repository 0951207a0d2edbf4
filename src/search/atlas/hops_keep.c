// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Rows that follow the changes of links. All regions' hops to one target are a tree of chains. With
// links at other costs than before, a chain costs something else if it leads over one of these;
// what it costs now tells for each region before the change whether another link is better. And a
// link that got cheaper may be better than what its region has. From there on it is Dijkstra's
// search backwards over those regions only that get better (Ramalingam and Reps).
#include "search/atlas/hops_keep.h"

#include <string.h>

/// Looks at a link, or steps along a chain, that take as long as an expansion of a search.
#define KEEP_LOOKS 12u

/// Looks that it takes to make a row longer or shorter.
#define KEEP_WRITE 8u

/// What is known of a row: its chain leads over a changed link; it has been looked at.
#define KEEP_LISTED 1u
#define KEEP_LOOKED 2u

/// In the heap instead of a link: the row is to be looked at.
#define KEEP_LOOK UINT32_MAX

void wayi_hops_stop_looking(wayi_hops *hops)
{
    wayi_hops_repairs *repairs = &hops->repairs;
    if (repairs->looking) {
        hops->rows[hops->cursor].flags |= WAYI_HOPS_NEW; // half done
    }
    WAYI_FREE(&hops->allocator, repairs->nodes, repairs->count);
    WAYI_FREE(&hops->allocator, repairs->ways, repairs->way_count);
    repairs->nodes = NULL;
    repairs->ways = NULL;
    repairs->count = 0;
    repairs->way_count = 0;
    repairs->looking = false;
}

void wayi_hops_stop_mending(wayi_hops *hops)
{
    wayi_hops_repairs *repairs = &hops->repairs;
    WAYI_FREE(&hops->allocator, hops->changes, hops->change_capacity);
    hops->changes = NULL;
    hops->change_count = 0;
    hops->change_capacity = 0;
    wayi_path_buffer_fini(&repairs->chain);
    wayi_heap_fini(&repairs->heap);
    wayi_hops_stop_looking(hops);
}

// Looking at a target -----------------------------------------------------------------------------

bool wayi_hops_start_looking(wayi_hops *hops)
{
    wayi_hops_repairs *repairs = &hops->repairs;
    repairs->nodes = wayi_alloc_zero(&hops->allocator, hops->count + 1, sizeof *repairs->nodes);
    repairs->count = repairs->nodes ? hops->count + 1 : 0;
    uint32_t links = 0;
    for (uint32_t i = 0; i < repairs->count; i++) {
        repairs->nodes[i].first = links;
        if (i < hops->count && hops->rows[i].region != WAYI_REGION_NONE) {
            links += wayi_hops_links_of(hops, i).count;
        }
    }
    repairs->ways = wayi_alloc(&hops->allocator, links, sizeof *repairs->ways);
    repairs->way_count = repairs->ways ? links : 0;
    repairs->looks += hops->count / 4;
    return repairs->nodes && (repairs->ways || !links);
}

wayi_hops_ways wayi_hops_fill_ways(wayi_hops *hops, uint32_t row)
{
    const wayi_atlas *atlas = hops->atlas;
    const wayi_hops_links links = wayi_hops_links_of(hops, row);
    wayi_hops_way *ways =
        hops->repairs.ways ? hops->repairs.ways + hops->repairs.nodes[row].first : NULL;
    for (uint32_t i = 0; i < links.count; i++) {
        const uint32_t id = wayi_hops_target(hops, &links, i);
        const wayi_atlas_region *region = wayi_atlas_region_at(atlas, id);
        const uint32_t link = wayi_atlas_link_to(atlas, id, hops->rows[row].region, NULL);
        ways[i] = (wayi_hops_way){WAYI_ATLAS_NO_ROW, links.costs[i], WAYI_ATLAS_UNMADE, 0};
        if (region && region->row < hops->count && link != UINT32_MAX) {
            const wayi_hops_links back = wayi_hops_links_of(hops, region->row);
            ways[i] =
                (wayi_hops_way){region->row, links.costs[i], back.costs[link], (uint16_t)link};
        }
        hops->repairs.looks += 2;
    }
    hops->repairs.nodes[row].filled = true;
    return (wayi_hops_ways){ways, links.count};
}

/// The way that a row takes to a target as far as it knows, or NULL.
static const wayi_hops_way *keep_way(wayi_hops *hops, uint32_t row, uint32_t target)
{
    const wayi_hops_ways ways = wayi_hops_ways_of(hops, row);
    const uint32_t hop = wayi_hops_link(&hops->rows[row], target);
    const wayi_hops_way *way = hop < ways.count ? ways.first + hop : NULL;
    hops->repairs.looks++;
    return way && way->to != WAYI_ATLAS_NO_ROW && way->cost != WAYI_ATLAS_UNMADE ? way : NULL;
}

/// Follows a row's chain to where something is known, or round in a circle. False without memory.
static bool keep_follow(wayi_hops *hops, uint32_t row)
{
    wayi_hops_repairs *repairs = &hops->repairs;
    wayi_hops_node *nodes = repairs->nodes;
    const bool fresh = (hops->rows[hops->cursor].flags & WAYI_HOPS_NEW) != 0;
    wayi_path_buffer_clear(&repairs->chain);
    while (row != WAYI_ATLAS_NO_ROW && nodes[row].round != repairs->round) {
        const wayi_hops_way *way = fresh ? NULL : keep_way(hops, row, hops->cursor);
        wayi_hops_node *node = &nodes[row];
        node->base = WAY_COST_MAX;
        node->best = WAY_COST_MAX;
        node->round = repairs->round;
        node->next = way ? way->to : WAYI_ATLAS_NO_ROW;
        node->cost = way ? way->cost : WAYI_ATLAS_UNMADE;
        node->state = 0;
        if (way && !wayi_path_buffer_push(&repairs->chain, row)) {
            return false;
        }
        row = node->next;
    }
    while (repairs->chain.count) {
        wayi_hops_node *node = &nodes[repairs->chain.states[--repairs->chain.count]];
        node->base = way_cost_add(wayi_atlas_decode(node->cost), nodes[node->next].base);
        node->best = node->base;
    }
    return true;
}

/// What is known of a row; NULL without memory.
static inline wayi_hops_node *keep_node(wayi_hops *hops, uint32_t row)
{
    wayi_hops_node *node = &hops->repairs.nodes[row];
    return node->round == hops->repairs.round || keep_follow(hops, row) ? node : NULL;
}

/// A row whose node is known has a chain over a link; false without memory.
static inline bool keep_offer(wayi_hops *hops, uint32_t row, uint16_t cost, way_cost rest,
                              uint32_t link)
{
    wayi_hops_node *node = &hops->repairs.nodes[row];
    const way_cost sum = way_cost_add(wayi_atlas_decode(cost), rest);
    if (sum >= node->best) {
        return true;
    }
    node->best = sum;
    return wayi_heap_push(&hops->repairs.heap, (wayi_heap_item){sum, row, link});
}

/// Lists a row whose chain may cost something else. Those that lead nowhere come first, for all of
/// them must have looked for another link before any is settled. False without memory.
static bool keep_list(wayi_hops *hops, uint32_t row)
{
    wayi_hops_node *node = &hops->repairs.nodes[row];
    const bool known = (node->state & KEEP_LISTED) != 0;
    const way_cost key = node->base == WAY_COST_MAX ? 0 : node->base;
    node->state |= KEEP_LISTED;
    return known || wayi_heap_push(&hops->repairs.heap, (wayi_heap_item){key, row, KEEP_LOOK});
}

/// Offers the chain of a row to its neighbours: links lead both ways. One that was just listed
/// looks for a better link among them first, and lists those whose chains lead over it. False
/// without memory.
static bool keep_look(wayi_hops *hops, uint32_t row)
{
    wayi_hops_node *own = &hops->repairs.nodes[row];
    const wayi_hops_ways ways = wayi_hops_ways_of(hops, row);
    const way_cost cost = own->best;
    const bool listed = own->state == KEEP_LISTED;
    bool fits = true;
    for (uint32_t i = 0; i < ways.count && fits; i++) {
        const wayi_hops_way *way = &ways.first[i];
        const wayi_hops_node *node = way->to == WAYI_ATLAS_NO_ROW ? NULL : keep_node(hops, way->to);
        fits = way->to == WAYI_ATLAS_NO_ROW ||
               (node && (!listed || node->next != row || keep_list(hops, way->to)) &&
                (!listed || keep_offer(hops, row, way->cost, node->best, i)) &&
                keep_offer(hops, way->to, way->back, cost, way->link));
    }
    own->state |= listed ? KEEP_LOOKED : 0;
    hops->repairs.looks += ways.count;
    return fits;
}

/// Looks at what a changed link means for the target. False without memory.
static bool keep_consider(wayi_hops *hops, const wayi_hops_change *change)
{
    const uint32_t row = change->row;
    wayi_hops_node *node = keep_node(hops, row);
    hops->repairs.looks++;
    if (!node || row == hops->cursor) {
        return node != NULL;
    }
    if (node->next == WAYI_ATLAS_NO_ROW) {
        return keep_list(hops, row);
    }
    if (change->link == WAYI_HOPS_NO_LINK) {
        return true;
    }
    const wayi_hops_way *way = wayi_hops_ways_of(hops, row).first + change->link;
    if (node->next == way->to) {
        return keep_list(hops, row);
    }
    if (way->to == WAYI_ATLAS_NO_ROW ||
        (!change->unsure && wayi_atlas_decode(way->cost) >= wayi_atlas_decode(change->before))) {
        return true;
    }
    const wayi_hops_node *end = keep_node(hops, way->to);
    return end && keep_offer(hops, row, way->cost, end->base, change->link);
}

// Writing -----------------------------------------------------------------------------------------

/// Gives a row pages up to the last target: what its last run names, or nothing. False without
/// memory.
static bool keep_extend(wayi_hops *hops, wayi_hops_row *row)
{
    const uint32_t known = row->count ? row->pages[0] : 0;
    row->bits = known ? row->bits : wayi_hops_bits(hops->atlas, row->region);
    const uint32_t none = wayi_hops_none(row);
    const uint32_t count = (hops->count - 1) / wayi_hops_page_size(row) + 1;
    const uint32_t more = count - known;
    const uint32_t link = known ? row->pages[row->count - 1] & none : none;
    uint16_t *pages = wayi_alloc(&hops->allocator, row->count + 2 * more, sizeof *pages);
    if (!pages) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        pages[i] = (uint16_t)(more + (i < known ? row->pages[i] : row->count + i - known));
    }
    for (uint32_t i = 0; i < more; i++) {
        pages[more + row->count + i] = (uint16_t)link;
    }
    if (known) {
        memcpy(pages + count, row->pages + known, (row->count - known) * sizeof *pages);
    }
    wayi_hops_put(hops, row, pages, row->count + 2 * more);
    return true;
}

/// Puts runs in the place of others of the same page. False without memory.
static bool keep_splice(wayi_hops *hops, wayi_hops_row *row, uint32_t at, uint32_t taken,
                        const uint16_t *runs, uint32_t count)
{
    uint16_t *pages = row->pages;
    if (count == taken && (row->flags & WAYI_HOPS_OWNED)) {
        memcpy(pages + at, runs, count * sizeof *runs);
        return true;
    }
    hops->repairs.looks += KEEP_WRITE;
    const uint32_t size = row->count - taken + count;
    pages = wayi_alloc(&hops->allocator, size, sizeof *pages);
    if (!pages) {
        return false;
    }
    memcpy(pages, row->pages, at * sizeof *pages);
    memcpy(pages + at, runs, count * sizeof *runs);
    memcpy(pages + at + count, row->pages + at + taken, (row->count - at - taken) * sizeof *pages);
    for (uint32_t i = 0; i < row->pages[0]; i++) {
        pages[i] = (uint16_t)(pages[i] > at ? pages[i] - taken + count : pages[i]);
    }
    wayi_hops_put(hops, row, pages, size);
    return true;
}

/// Whether it does not matter what rows name for a target.
static bool keep_is_free(const wayi_hops_row *row)
{
    return row->region == WAYI_REGION_NONE || (row->flags & WAYI_HOPS_NEW);
}

/// Names a link for one target of a row; those behind that no row knows the way to go with it.
/// False without memory.
static bool keep_write(wayi_hops *hops, uint32_t index, uint32_t target, uint32_t link)
{
    wayi_hops_row *row = &hops->rows[index];
    if (!wayi_hops_run(row, target) && !keep_extend(hops, row)) {
        return false;
    }
    const uint32_t bits = row->bits;
    const uint32_t none = wayi_hops_none(row);
    const uint32_t size = wayi_hops_page_size(row);
    const uint32_t page = target / size;
    const uint32_t place = target % size;
    const uint16_t *pages = row->pages;
    const uint32_t run = wayi_hops_run(row, target);
    const uint32_t end = page + 1u < pages[0] ? pages[page + 1] : row->count;
    const uint32_t rest = hops->count - page * size;
    const uint32_t next = run + 1 < end ? (uint32_t)pages[run + 1] >> bits
                          : rest < size ? rest
                                        : size;
    const uint32_t old = pages[run] & none;
    const uint32_t now = link < none ? link : none;
    uint32_t stop = place + 1;
    while (stop < next && keep_is_free(&hops->rows[page * size + stop])) {
        stop++;
    }
    hops->repairs.looks += (stop - place) / KEEP_WRITE;
    // Runs before and behind that name the link take the target in.
    const bool before = (uint32_t)pages[run] >> bits == place && run > pages[page] &&
                        (pages[run - 1] & none) == now;
    const bool behind = stop == next && run + 1 < end && (pages[run + 1] & none) == now;
    uint16_t cut[3];
    uint32_t pieces = 0;
    if ((uint32_t)pages[run] >> bits < place) {
        cut[pieces++] = pages[run];
    }
    if (!before) {
        cut[pieces++] = (uint16_t)(place << bits | now);
    }
    if (stop < next) {
        cut[pieces++] = (uint16_t)(stop << bits | old);
    }
    return old == now || keep_splice(hops, row, run, behind ? 2 : 1, cut, pieces);
}

/// Whether a chain over a way of the row costs so much, as far as is known.
static bool keep_serves(const wayi_hops *hops, const wayi_hops_way *way, way_cost cost)
{
    const wayi_hops_node *node =
        way && way->to != WAYI_ATLAS_NO_ROW ? &hops->repairs.nodes[way->to] : NULL;
    return node && node->round == hops->repairs.round &&
           way_cost_add(wayi_atlas_decode(way->cost), node->best) == cost;
}

/// Writes down the link of a row's best chain: of several that are as good, the one that it has, or
/// one that it has for the target before or behind, or else the shortest, which leads to most.
/// False without memory.
static bool keep_name(wayi_hops *hops, uint32_t row, way_cost cost, uint32_t link)
{
    const uint32_t target = hops->cursor;
    const wayi_hops_ways ways = wayi_hops_ways_of(hops, row);
    const uint32_t own = wayi_hops_link(&hops->rows[row], target);
    const uint32_t targets[] = {target, target ? target - 1 : 0, target + 1};
    for (uint32_t i = 0; i < 3; i++) {
        const wayi_hops_way *way = keep_way(hops, row, targets[i]);
        if (keep_serves(hops, way, cost)) {
            const uint32_t known = (uint32_t)(way - ways.first);
            return known == own || keep_write(hops, row, target, known);
        }
    }
    for (uint32_t i = 0; i < ways.count; i++) {
        const bool shorter = ways.first[i].cost < ways.first[link].cost;
        link = shorter && keep_serves(hops, &ways.first[i], cost) ? i : link;
    }
    hops->repairs.looks += ways.count;
    return keep_write(hops, row, target, link);
}

/// Goes on with the row whose chain costs least. False without memory.
static bool keep_settle(wayi_hops *hops, wayi_heap_item item)
{
    const wayi_hops_node *node = &hops->repairs.nodes[item.id];
    const bool better = item.slot != KEEP_LOOK;
    if (better ? item.key != node->best : (node->state & KEEP_LOOKED) != 0) {
        return true;
    }
    // If it finds something better it comes again.
    return keep_look(hops, item.id) && (!better || node->best != item.key ||
                                        keep_name(hops, item.id, (way_cost)item.key, item.slot));
}

// In slices ---------------------------------------------------------------------------------------

/// Compares the changes with links as they are; those that are no more are dropped.
static void keep_refresh(wayi_hops *hops)
{
    uint32_t kept = 0;
    bool any = false;
    for (uint32_t i = 0; i < hops->change_count; i++) {
        wayi_hops_change *change = &hops->changes[i];
        const bool live = hops->rows[change->row].region != WAYI_REGION_NONE;
        const uint32_t link =
            live ? wayi_atlas_link_to(hops->atlas, hops->rows[change->row].region, change->to, NULL)
                 : UINT32_MAX;
        const uint16_t now = link == UINT32_MAX ? WAYI_ATLAS_UNMADE
                                                : wayi_hops_links_of(hops, change->row).costs[link];
        change->link = (uint16_t)link;
        if (live && (change->unsure || change->to == WAYI_REGION_NONE || now != change->before)) {
            hops->changes[kept++] = *change;
        }
    }
    for (uint32_t i = 0; i < hops->count && !kept && !any; i++) {
        any = hops->rows[i].region != WAYI_REGION_NONE && (hops->rows[i].flags & WAYI_HOPS_NEW);
    }
    hops->change_count = kept;
    hops->left = kept || any ? hops->left : 0;
}

/// Begins with the next target. False without memory.
static bool keep_begin(wayi_hops *hops)
{
    wayi_hops_repairs *repairs = &hops->repairs;
    const wayi_hops_row *row = &hops->rows[hops->cursor];
    const bool live = row->region != WAYI_REGION_NONE;
    const bool fresh = (row->flags & WAYI_HOPS_NEW) != 0;
    repairs->looking = true;
    repairs->looks++;
    repairs->round++;
    repairs->change = live && !fresh ? 0 : hops->change_count;
    wayi_heap_clear(&repairs->heap);
    wayi_hops_node *node = &repairs->nodes[hops->cursor];
    node->round = repairs->round;
    node->next = WAYI_ATLAS_NO_ROW;
    node->base = 0;
    node->best = 0;
    node->state = 0;
    return !live || !fresh || keep_list(hops, hops->cursor);
}

/// Goes on to the next target; changes that have gone round are dropped.
static void keep_end_target(wayi_hops *hops)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < hops->change_count; i++) {
        if (--hops->changes[i].left) {
            hops->changes[kept++] = hops->changes[i];
        }
    }
    hops->change_count = kept;
    hops->rows[hops->cursor].flags &= (uint8_t)~WAYI_HOPS_NEW;
    hops->cursor = hops->cursor + 1 < hops->count ? hops->cursor + 1 : 0;
    hops->left--;
    hops->repairs.looking = false;
}

void wayi_hops_pay(wayi_hops *hops, uint32_t *budget)
{
    const uint64_t looks = hops->repairs.looks - hops->repairs.paid;
    hops->worked += wayi_budget_take(budget, (looks + KEEP_LOOKS - 1) / KEEP_LOOKS);
    hops->repairs.paid = hops->repairs.looks;
}

way_status wayi_hops_mend(wayi_hops *hops, uint32_t *budget, bool *done)
{
    wayi_hops_repairs *repairs = &hops->repairs;
    const uint64_t most = repairs->looks + (uint64_t)*budget * KEEP_LOOKS;
    bool fits = true;
    if (hops->left && !repairs->nodes) {
        keep_refresh(hops);
        repairs->looks += hops->change_count;
        fits = !hops->left || wayi_hops_start_looking(hops);
    }
    while (hops->left && repairs->looks < most && fits) {
        if (!repairs->looking) {
            fits = keep_begin(hops);
        } else if (repairs->change < hops->change_count) {
            fits = keep_consider(hops, &hops->changes[repairs->change++]);
        } else if (repairs->heap.count) {
            fits = keep_settle(hops, wayi_heap_pop(&repairs->heap));
        } else {
            keep_end_target(hops);
        }
    }
    wayi_hops_pay(hops, budget);
    if (!fits) {
        wayi_hops_stop_looking(hops);
        return WAY_STATUS_NO_MEMORY;
    }
    *done = hops->left == 0;
    if (*done) {
        wayi_hops_stop_mending(hops);
    }
    return WAY_STATUS_OK;
}
