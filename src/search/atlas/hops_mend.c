// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Rows that follow the changes of links. All regions' hops to one target are a tree of chains. With
// links at other costs than before, a chain costs something else if it leads over one of these;
// what it costs now tells for each region before the change whether another link is better. And a
// link that got cheaper may be better than what its region has. From there on it is Dijkstra's
// search backwards over those regions only that get better (Ramalingam and Reps).
#include "search/atlas/hops_make.h"

#include <string.h>

/// Looks at a link, or steps along a chain, that take as long as an expansion of a search.
#define HOPS_MEND_LOOKS 12u

/// Looks that it takes to change a row.
#define HOPS_MEND_WRITE 16u

/// So many changed links a region, and all targets are new.
#define HOPS_MEND_CHANGES 4u

/// What is known of a row: its chain leads over a changed link; that is its own one; nobody knows
/// what it was; it has been looked at.
#define HOPS_MEND_LISTED 1u
#define HOPS_MEND_OWN 2u
#define HOPS_MEND_UNSURE 4u
#define HOPS_MEND_LOOKED 8u

/// In the heap instead of a link: the row is to be looked at.
#define HOPS_MEND_LOOK UINT32_MAX

/// Gives back what depends on how many regions and links there are.
static void hops_mend_clear(wayi_hops *hops)
{
    wayi_hops_mender *mender = &hops->mender;
    wayi_free(&hops->allocator, mender->nodes, mender->count, sizeof *mender->nodes);
    wayi_free(&hops->allocator, mender->ways, mender->way_count, sizeof *mender->ways);
    mender->nodes = NULL;
    mender->ways = NULL;
    mender->count = 0;
    mender->way_count = 0;
}

void wayi_hops_stop_mending(wayi_hops *hops)
{
    wayi_hops_mender *mender = &hops->mender;
    wayi_free(&hops->allocator, hops->changes, hops->change_capacity, sizeof *hops->changes);
    hops->changes = NULL;
    hops->change_count = 0;
    hops->change_capacity = 0;
    wayi_path_buffer_fini(&mender->chain);
    wayi_heap_fini(&mender->heap);
    hops_mend_clear(hops);
    mender->looking = false;
}

// Noting changes ----------------------------------------------------------------------------------

/// The links of a region of a block.
typedef struct hops_mend_links {
    const uint32_t *words;
    const uint16_t *costs;
    uint32_t count, square;
} hops_mend_links;

static hops_mend_links hops_mend_links_in(const wayi_atlas_block *block, uint32_t square,
                                          uint32_t number)
{
    const wayi_atlas_region *region = &wayi_atlas_regions(block)[number];
    return (hops_mend_links){wayi_atlas_words(block) + region->link_first,
                             wayi_atlas_costs(block) + region->link_first, region->link_count,
                             square};
}

static hops_mend_links hops_mend_links_of(const wayi_hops *hops, uint32_t row)
{
    const uint32_t id = hops->rows[row].region;
    const uint32_t square = id >> hops->atlas->bits;
    return hops_mend_links_in(hops->atlas->squares[square], square,
                              id & ((1u << hops->atlas->bits) - 1u));
}

/// A number for a region, or WAYI_ATLAS_NO_ROW.
static uint16_t hops_mend_number(wayi_hops *hops, uint32_t region)
{
    uint32_t row = 0;
    while (row < hops->count && hops->rows[row].region != WAYI_REGION_NONE) {
        row++;
    }
    if (row == WAYI_HOPS_MAX || !wayi_grow(&hops->allocator, (void **)&hops->rows, &hops->capacity,
                                           row + 1, sizeof *hops->rows)) {
        return WAYI_ATLAS_NO_ROW;
    }
    for (uint32_t i = 0; row == hops->count && i < hops->change_count; i++) {
        hops->changes[i].left++;
    }
    hops->count = row < hops->count ? hops->count : row + 1;
    hops->rows[row] = (wayi_hops_row){.region = region, .flags = WAYI_HOPS_NEW};
    hops->left = hops->count;
    return (uint16_t)row;
}

/// All targets start from nothing.
static void hops_mend_forget(wayi_hops *hops)
{
    hops->change_count = 0;
    for (uint32_t i = 0; i < hops->count; i++) {
        hops->rows[i].flags |= WAYI_HOPS_NEW;
    }
}

/// Remembers that a link of a row is another one now; `before` is the cost that it had.
static void hops_mend_note(wayi_hops *hops, uint32_t row, uint32_t to, uint16_t before)
{
    hops->left = hops->count;
    uint32_t at = 0;
    while (at < hops->change_count &&
           (hops->changes[at].row != row || hops->changes[at].to != to)) {
        at++;
    }
    if (at < hops->change_count) {
        hops->changes[at].unsure |= hops->changes[at].left != hops->count;
    } else if (at == HOPS_MEND_CHANGES * hops->count ||
               !wayi_grow(&hops->allocator, (void **)&hops->changes, &hops->change_capacity, at + 1,
                          sizeof *hops->changes)) {
        hops_mend_forget(hops);
        return;
    } else {
        hops->changes[hops->change_count++] =
            (wayi_hops_change){.to = to, .row = (uint16_t)row, .before = before};
    }
    hops->changes[at].left = hops->count;
}

/// The index of a region's link, or UINT32_MAX.
static uint32_t hops_mend_find(const wayi_hops *hops, const hops_mend_links *links, uint32_t to)
{
    uint32_t i = 0;
    while (i < links->count &&
           wayi_atlas_target(hops->atlas, links->square, links->words[i]) != to) {
        i++;
    }
    return i < links->count ? i : UINT32_MAX;
}

/// Whether a row can be written to: it is a piece of memory of its own. False without memory.
static bool hops_mend_own(wayi_hops *hops, wayi_hops_row *row, uint32_t count)
{
    uint32_t *copy = wayi_alloc(&hops->allocator, count, sizeof *copy);
    const uint32_t kept = count < row->count ? count : row->count;
    if (!copy) {
        return false;
    }
    if (kept) {
        memcpy(copy, row->runs, kept * sizeof *copy);
    }
    wayi_hops_drop(hops, row);
    row->runs = copy;
    row->count = (uint16_t)count;
    row->flags |= WAYI_HOPS_OWNED;
    return true;
}

/// The links of a row are other ones: its runs keep those that are still there.
static void hops_mend_translate(wayi_hops *hops, wayi_hops_row *row, const hops_mend_links *from,
                                const hops_mend_links *to)
{
    if (!(row->flags & WAYI_HOPS_OWNED) && row->count && !hops_mend_own(hops, row, row->count)) {
        wayi_hops_drop(hops, row);
    }
    for (uint32_t i = 0; i < row->count; i++) {
        const uint32_t link = row->runs[i] & 0xffffu;
        const uint32_t region =
            link < from->count ? wayi_atlas_target(hops->atlas, from->square, from->words[link])
                               : WAYI_REGION_NONE;
        row->runs[i] = (row->runs[i] & ~0xffffu) | (hops_mend_find(hops, to, region) & 0xffffu);
    }
}

/// Compares the links of a region in two blocks.
static bool hops_mend_compare(wayi_hops *hops, uint32_t row, const hops_mend_links *from,
                              const hops_mend_links *to)
{
    bool same = from->count == to->count;
    bool changed = false;
    for (uint32_t i = 0; i < to->count; i++) {
        const uint32_t region = wayi_atlas_target(hops->atlas, to->square, to->words[i]);
        const uint32_t known = hops_mend_find(hops, from, region);
        const uint16_t before = known == UINT32_MAX ? WAYI_ATLAS_UNMADE : from->costs[known];
        same = same && known == i;
        if (before != to->costs[i]) {
            hops_mend_note(hops, row, region, before);
            changed = true;
        }
    }
    if (!same) {
        hops_mend_translate(hops, &hops->rows[row], from, to);
        hops_mend_note(hops, row, WAYI_REGION_NONE, 0);
    }
    return changed || !same;
}

void wayi_hops_follow(void *user, uint32_t square, const wayi_atlas_block *before,
                      wayi_atlas_block *after)
{
    wayi_hops *hops = user;
    const uint32_t old_count = before ? before->region_count : 0;
    const uint32_t new_count = after ? after->region_count : 0;
    bool changed = false;
    for (uint32_t i = 0; !hops->off && (i < old_count || i < new_count); i++) {
        const wayi_atlas_region *old = i < old_count ? &wayi_atlas_regions(before)[i] : NULL;
        wayi_atlas_region *now = i < new_count ? &wayi_atlas_regions(after)[i] : NULL;
        const bool was = old && old->place != WAY_CELL_NONE;
        const bool is = now && now->place != WAY_CELL_NONE;
        const bool known = was && old->row < hops->count;
        if (known && !is) {
            wayi_hops_drop(hops, &hops->rows[old->row]);
            hops->rows[old->row].region = WAYI_REGION_NONE;
            changed = true;
        } else if (is) {
            now->row = known ? old->row : hops_mend_number(hops, square << hops->atlas->bits | i);
            changed = changed || !known;
        }
        if (is && now->row < hops->count) {
            const hops_mend_links none = {.square = square};
            const hops_mend_links from = known ? hops_mend_links_in(before, square, i) : none;
            const hops_mend_links to = hops_mend_links_in(after, square, i);
            changed = hops_mend_compare(hops, now->row, &from, &to) || changed;
        }
    }
    if (changed && hops->mender.looking) {
        hops->rows[hops->cursor].flags |= WAYI_HOPS_NEW; // half done
        hops->mender.looking = false;
    }
    if (changed) {
        hops_mend_clear(hops);
    }
}

// Looking at a target -----------------------------------------------------------------------------

/// Makes room for what is known of the rows. False without memory.
static bool hops_mend_set_up(wayi_hops *hops)
{
    wayi_hops_mender *mender = &hops->mender;
    mender->nodes = wayi_alloc_zero(&hops->allocator, hops->count + 1, sizeof *mender->nodes);
    mender->count = mender->nodes ? hops->count + 1 : 0;
    uint32_t links = 0;
    for (uint32_t i = 0; i < mender->count; i++) {
        mender->nodes[i].first = links;
        if (i < hops->count && hops->rows[i].region != WAYI_REGION_NONE) {
            links += hops_mend_links_of(hops, i).count;
        }
    }
    mender->ways = wayi_alloc(&hops->allocator, links, sizeof *mender->ways);
    mender->way_count = mender->ways ? links : 0;
    mender->looks += hops->count / 4;
    return mender->nodes && (mender->ways || !links);
}

/// The ways that leave a row; they end where those of the next one begin.
static const wayi_hops_way *hops_mend_ways(wayi_hops *hops, uint32_t row)
{
    const wayi_atlas *atlas = hops->atlas;
    wayi_hops_node *node = &hops->mender.nodes[row];
    wayi_hops_way *ways = hops->mender.ways + node->first;
    const hops_mend_links links =
        node->filled ? (hops_mend_links){0} : hops_mend_links_of(hops, row);
    for (uint32_t i = 0; i < links.count; i++) {
        const uint32_t id = wayi_atlas_target(atlas, links.square, links.words[i]);
        const wayi_atlas_region *region = wayi_atlas_region_at(atlas, id);
        const uint32_t link = wayi_atlas_link_to(atlas, id, hops->rows[row].region);
        ways[i] = (wayi_hops_way){WAYI_ATLAS_NO_ROW, links.costs[i], WAYI_ATLAS_UNMADE, 0};
        if (region && region->row < hops->count && link != UINT32_MAX) {
            const hops_mend_links back = hops_mend_links_of(hops, region->row);
            ways[i] =
                (wayi_hops_way){region->row, links.costs[i], back.costs[link], (uint16_t)link};
        }
        hops->mender.looks += 2;
    }
    node->filled = true;
    return ways;
}

/// The link that a row names for a target, or WAYI_HOPS_NO_LINK. Targets come in turn.
static uint32_t hops_mend_hop(wayi_hops *hops, uint32_t row, uint32_t target)
{
    const wayi_hops_row *from = &hops->rows[row];
    wayi_hops_node *node = &hops->mender.nodes[row];
    if (from->count == 0) {
        return WAYI_HOPS_NO_LINK;
    }
    if (node->run >= from->count || from->runs[node->run] >> 16 > target) {
        node->run = (uint16_t)wayi_hops_run(from, target);
    }
    while (node->run + 1u < from->count && from->runs[node->run + 1] >> 16 <= target) {
        node->run++;
    }
    return from->runs[node->run] & 0xffffu;
}

/// The way that a row takes to a target as far as it knows, or NULL.
static const wayi_hops_way *hops_mend_way(wayi_hops *hops, uint32_t row, uint32_t target)
{
    const wayi_hops_way *ways = hops_mend_ways(hops, row);
    const uint32_t hop = hops_mend_hop(hops, row, target);
    const uint32_t count = hops->mender.nodes[row + 1].first - hops->mender.nodes[row].first;
    hops->mender.looks++;
    return hop < count && ways[hop].to != WAYI_ATLAS_NO_ROW && ways[hop].cost != WAYI_ATLAS_UNMADE
               ? ways + hop
               : NULL;
}

/// Follows a row's chain to where something is known, or round in a circle. False without memory.
static bool hops_mend_follow(wayi_hops *hops, uint32_t row)
{
    wayi_hops_mender *mender = &hops->mender;
    wayi_hops_node *nodes = mender->nodes;
    const bool fresh = (hops->rows[hops->cursor].flags & WAYI_HOPS_NEW) != 0;
    wayi_path_buffer_clear(&mender->chain);
    while (row != WAYI_ATLAS_NO_ROW && nodes[row].round != mender->round) {
        const wayi_hops_way *way = fresh ? NULL : hops_mend_way(hops, row, hops->cursor);
        wayi_hops_node *node = &nodes[row];
        node->base = WAY_COST_MAX;
        node->best = WAY_COST_MAX;
        node->round = mender->round;
        node->next = way ? way->to : WAYI_ATLAS_NO_ROW;
        node->cost = way ? way->cost : WAYI_ATLAS_UNMADE;
        node->state = 0;
        if (way && !wayi_path_buffer_push(&mender->chain, row)) {
            return false;
        }
        row = node->next;
    }
    while (mender->chain.count) {
        wayi_hops_node *node = &nodes[mender->chain.states[--mender->chain.count]];
        node->base = way_cost_add(wayi_atlas_decode(node->cost), nodes[node->next].base);
        node->best = node->base;
    }
    return true;
}

/// What is known of a row; NULL without memory.
static inline wayi_hops_node *hops_mend_node(wayi_hops *hops, uint32_t row)
{
    wayi_hops_node *node = &hops->mender.nodes[row];
    return node->round == hops->mender.round || hops_mend_follow(hops, row) ? node : NULL;
}

/// A row whose node is known has a chain over a link; false without memory.
static inline bool hops_mend_offer(wayi_hops *hops, uint32_t row, uint16_t cost, way_cost rest,
                                   uint32_t link)
{
    wayi_hops_node *node = &hops->mender.nodes[row];
    const way_cost sum = way_cost_add(wayi_atlas_decode(cost), rest);
    if (sum >= node->best) {
        return true;
    }
    node->best = sum;
    return wayi_heap_push(&hops->mender.heap, (wayi_heap_item){sum, row, link});
}

/// Lists a row whose chain may cost something else. Those that lead nowhere come first, for all of
/// them must have looked for another link before any is settled. False without memory.
static bool hops_mend_list(wayi_hops *hops, uint32_t row, uint32_t state)
{
    wayi_hops_node *node = &hops->mender.nodes[row];
    const bool known = (node->state & HOPS_MEND_LISTED) != 0;
    const way_cost key = node->base == WAY_COST_MAX ? 0 : node->base;
    node->state |= (uint8_t)(state | HOPS_MEND_LISTED);
    return known || wayi_heap_push(&hops->mender.heap, (wayi_heap_item){key, row, HOPS_MEND_LOOK});
}

/// What to do with the neighbours of a row.
typedef struct hops_mend_round {
    bool seek;  ///< a better link than the row has
    bool offer; ///< its chain to them: links lead both ways
    bool list;  ///< those whose chains lead over it
} hops_mend_round;

/// False without memory.
static bool hops_mend_go_round(wayi_hops *hops, uint32_t row, way_cost cost, hops_mend_round round)
{
    const wayi_hops_way *ways = hops_mend_ways(hops, row);
    const uint32_t count = hops->mender.nodes[row + 1].first - hops->mender.nodes[row].first;
    bool fits = true;
    for (uint32_t i = 0; i < count && fits; i++) {
        const wayi_hops_way *way = &ways[i];
        const wayi_hops_node *node =
            way->to == WAYI_ATLAS_NO_ROW ? NULL : hops_mend_node(hops, way->to);
        fits = way->to == WAYI_ATLAS_NO_ROW ||
               (node && (!round.list || node->next != row || hops_mend_list(hops, way->to, 0)) &&
                (!round.seek || hops_mend_offer(hops, row, way->cost, node->best, i)) &&
                (!round.offer || hops_mend_offer(hops, way->to, way->back, cost, way->link)));
    }
    hops->mender.looks += count;
    return fits;
}

/// Looks at a listed row whose chain costs so much now. If it did before, so do those that lead
/// over it. False without memory.
static bool hops_mend_look(wayi_hops *hops, uint32_t row, way_cost cost)
{
    wayi_hops_node *node = &hops->mender.nodes[row];
    node->state |= HOPS_MEND_LOOKED;
    node->was = 0;
    if (cost != WAY_COST_MAX) {
        const wayi_hops_node *next =
            &hops->mender.nodes[node->next == WAYI_ATLAS_NO_ROW ? row : node->next];
        const bool own = (node->state & HOPS_MEND_OWN) != 0;
        const bool looked = !(next->state & HOPS_MEND_LISTED) || (next->state & HOPS_MEND_LOOKED);
        const bool follows =
            looked && cost == way_cost_add(wayi_atlas_decode(node->cost), next->best);
        node->was = way_cost_add(next->state & HOPS_MEND_LISTED ? next->was : next->base,
                                 wayi_atlas_decode(own ? node->before : node->cost));
        node->state |= follows ? next->state & HOPS_MEND_UNSURE : HOPS_MEND_UNSURE;
    }
    const bool unsure = (node->state & HOPS_MEND_UNSURE) != 0;
    const hops_mend_round round = {.seek = unsure || cost > node->was,
                                   .offer = unsure || cost < node->was || cost < node->base,
                                   .list = true};
    return !(round.seek || round.offer) || hops_mend_go_round(hops, row, cost, round);
}

/// Looks at what a changed link means for the target. False without memory.
static bool hops_mend_consider(wayi_hops *hops, const wayi_hops_change *change)
{
    const uint32_t row = change->row;
    wayi_hops_node *node = hops_mend_node(hops, row);
    hops->mender.looks++;
    if (!node || row == hops->cursor) {
        return node != NULL;
    }
    if (node->next == WAYI_ATLAS_NO_ROW) {
        return hops_mend_list(hops, row, 0);
    }
    if (change->link == WAYI_HOPS_NO_LINK) {
        return true;
    }
    const wayi_hops_way *way = hops_mend_ways(hops, row) + change->link;
    if (node->next == way->to) {
        node->before = change->before;
        return hops_mend_list(hops, row, HOPS_MEND_OWN | (change->unsure ? HOPS_MEND_UNSURE : 0));
    }
    if (way->to == WAYI_ATLAS_NO_ROW ||
        (!change->unsure && wayi_atlas_decode(way->cost) >= wayi_atlas_decode(change->before))) {
        return true;
    }
    const wayi_hops_node *end = hops_mend_node(hops, way->to);
    return end && hops_mend_offer(hops, row, way->cost, end->base, change->link);
}

// Writing -----------------------------------------------------------------------------------------

/// Names a link for one target of a row. False without memory.
static bool hops_mend_write(wayi_hops *hops, uint32_t index, uint32_t target, uint32_t link)
{
    wayi_hops_row *row = &hops->rows[index];
    hops->mender.looks += HOPS_MEND_WRITE;
    if (row->count == 0) {
        if (!hops_mend_own(hops, row, 1)) {
            return false;
        }
        row->runs[0] = WAYI_HOPS_NO_LINK;
    }
    const uint32_t at = wayi_hops_run(row, target);
    const uint32_t first = at ? row->runs[at] >> 16 : 0;
    const uint32_t end = at + 1u < row->count ? row->runs[at + 1] >> 16 : hops->count;
    const uint32_t old = row->runs[at] & 0xffffu;
    // The run falls into up to three, and what is left of it joins those beside it.
    uint32_t runs[3];
    uint32_t count = 0;
    uint32_t from = at;
    uint32_t to = at + 1;
    if (first < target) {
        runs[count++] = first << 16 | old;
    } else if (at && (row->runs[at - 1] & 0xffffu) == link) {
        runs[count++] = row->runs[--from];
    }
    if (count == 0 || (runs[0] & 0xffffu) != link) {
        runs[count++] = target << 16 | link;
    }
    if (target + 1 < end) {
        runs[count++] = (target + 1) << 16 | old;
    } else if (to < row->count && (row->runs[to] & 0xffffu) == link) {
        to++;
    }
    const uint32_t tail = row->count - to;
    uint32_t *copy = wayi_alloc(&hops->allocator, from + count + tail, sizeof *copy);
    if (!copy) {
        return false;
    }
    memcpy(copy, row->runs, from * sizeof *copy);
    memcpy(copy + from, runs, count * sizeof *copy);
    memcpy(copy + from + count, row->runs + to, tail * sizeof *copy);
    wayi_hops_drop(hops, row);
    row->runs = copy;
    row->count = (uint16_t)(from + count + tail);
    row->flags |= WAYI_HOPS_OWNED;
    return true;
}

/// Writes down the link of a row's best chain: of several that are as good, the one that it has, or
/// one that it has for the target before or behind. False without memory.
static bool hops_mend_name(wayi_hops *hops, uint32_t row, way_cost cost, uint32_t link)
{
    const uint32_t target = hops->cursor;
    const wayi_hops_way *ways = hops_mend_ways(hops, row);
    const uint32_t own = hops_mend_hop(hops, row, target);
    const uint32_t targets[] = {target + 1, target ? target - 1 : 0, target};
    for (uint32_t i = 0; i < 3; i++) {
        const wayi_hops_way *way = hops_mend_way(hops, row, targets[i]);
        const wayi_hops_node *node = way ? &hops->mender.nodes[way->to] : NULL;
        if (node && node->round == hops->mender.round &&
            way_cost_add(wayi_atlas_decode(way->cost), node->best) == cost) {
            link = (uint32_t)(way - ways);
        }
    }
    return link == own || hops_mend_write(hops, row, target, link);
}

/// Goes on with the row whose chain costs least. False without memory.
static bool hops_mend_settle(wayi_hops *hops, wayi_heap_item item)
{
    wayi_hops_node *node = &hops->mender.nodes[item.id];
    const bool looked = !(node->state & HOPS_MEND_LISTED) || (node->state & HOPS_MEND_LOOKED);
    if (item.slot == HOPS_MEND_LOOK) {
        const bool first = item.id == hops->cursor;
        const hops_mend_round round = {.offer = true};
        return first    ? hops_mend_go_round(hops, item.id, 0, round)
               : looked ? true
                        : hops_mend_look(hops, item.id, node->best);
    }
    if (item.key != node->best) {
        return true;
    }
    const way_cost cost = (way_cost)item.key;
    const hops_mend_round round = {.offer = true};
    const bool fits = looked ? hops_mend_go_round(hops, item.id, cost, round)
                             : hops_mend_look(hops, item.id, cost);
    // If it has found something better it comes again.
    return fits && (node->best != cost || hops_mend_name(hops, item.id, cost, item.slot));
}

// In slices ---------------------------------------------------------------------------------------

/// Compares the changes with links as they are; those that are no more are dropped.
static void hops_mend_refresh(wayi_hops *hops)
{
    uint32_t kept = 0;
    bool any = false;
    for (uint32_t i = 0; i < hops->change_count; i++) {
        wayi_hops_change *change = &hops->changes[i];
        const bool live = hops->rows[change->row].region != WAYI_REGION_NONE;
        const hops_mend_links links =
            live ? hops_mend_links_of(hops, change->row) : (hops_mend_links){0};
        const uint32_t link = hops_mend_find(hops, &links, change->to);
        const uint16_t now = link == UINT32_MAX ? WAYI_ATLAS_UNMADE : links.costs[link];
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
    hops->version = hops->atlas->version;
}

static bool hops_mend_begin(wayi_hops *hops)
{
    wayi_hops_mender *mender = &hops->mender;
    mender->looking = true;
    mender->round++;
    mender->change = 0;
    wayi_heap_clear(&mender->heap);
    wayi_hops_node *node = &mender->nodes[hops->cursor];
    node->round = mender->round;
    node->next = WAYI_ATLAS_NO_ROW;
    node->base = 0;
    node->best = 0;
    node->state = 0;
    if (hops->rows[hops->cursor].flags & WAYI_HOPS_NEW) {
        mender->change = hops->change_count;
        return hops_mend_list(hops, hops->cursor, 0);
    }
    return true;
}

/// Goes on with the target: MOVING, ARRIVED, CAPACITY.
static way_outcome hops_mend_target(wayi_hops *hops, uint64_t most)
{
    wayi_hops_mender *mender = &hops->mender;
    bool fits = true;
    while (fits && mender->looks < most) {
        if (mender->change < hops->change_count) {
            fits = hops_mend_consider(hops, &hops->changes[mender->change++]);
        } else if (mender->heap.count) {
            fits = hops_mend_settle(hops, wayi_heap_pop(&mender->heap));
        } else {
            return WAY_OUTCOME_ARRIVED;
        }
    }
    return fits ? WAY_OUTCOME_MOVING : WAY_OUTCOME_CAPACITY;
}

/// Goes on to the next target; changes that have gone round are dropped.
static void hops_mend_end_target(wayi_hops *hops)
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
    hops->mender.looking = false;
}

way_status wayi_hops_mend(wayi_hops *hops, uint32_t *budget, bool *done)
{
    wayi_hops_mender *mender = &hops->mender;
    const uint64_t before = mender->looks;
    const uint64_t most = before + (uint64_t)*budget * HOPS_MEND_LOOKS;
    way_outcome outcome = WAY_OUTCOME_MOVING;
    if (hops->version != hops->atlas->version) {
        hops_mend_refresh(hops);
        mender->looks += hops->change_count;
    }
    if (hops->left && !mender->nodes && !hops_mend_set_up(hops)) {
        hops_mend_clear(hops);
        outcome = WAY_OUTCOME_CAPACITY;
    }
    while (hops->left && mender->looks < most && outcome != WAY_OUTCOME_CAPACITY) {
        const bool live = hops->rows[hops->cursor].region != WAYI_REGION_NONE;
        const bool begun = !live || mender->looking || hops_mend_begin(hops);
        outcome = !begun ? WAY_OUTCOME_CAPACITY
                  : live ? hops_mend_target(hops, most)
                         : WAY_OUTCOME_ARRIVED;
        mender->looks++;
        if (outcome == WAY_OUTCOME_ARRIVED) {
            hops_mend_end_target(hops);
        }
    }
    const uint64_t worked = (mender->looks - before + HOPS_MEND_LOOKS - 1) / HOPS_MEND_LOOKS;
    *budget -= worked < *budget ? (uint32_t)worked : *budget;
    hops->worked += worked;
    if (outcome == WAY_OUTCOME_CAPACITY) {
        hops->rows[hops->cursor].flags |= WAYI_HOPS_NEW;
        mender->looking = false;
        return WAY_STATUS_NO_MEMORY;
    }
    *done = hops->left == 0;
    if (*done) {
        wayi_hops_stop_mending(hops);
    }
    return WAY_STATUS_OK;
}
