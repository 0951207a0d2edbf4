// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Tiers: making the inside of groups, by looking at ways over one node after the other (Floyd and
// Warshall): plain loops over rows, which compilers turn into vector code.
#include "core/sort.h"
#include "search/atlas/tiers.h"

void wayi_tiers_free_inside(const wayi_tiers *tiers, wayi_tiers_inside *inside)
{
    const size_t squares = (size_t)tiers->side * tiers->side;
    const wayi_tiers_inside *old = inside;
    WAYI_FREE(&tiers->allocator, old->nodes, old->first ? old->first[squares] : 0);
    WAYI_FREE(&tiers->allocator, old->first, squares + 1);
    WAYI_FREE(&tiers->allocator, old->links, old->count);
    WAYI_FREE(&tiers->allocator, old->costs, (size_t)old->count * old->stride);
    *inside = (wayi_tiers_inside){0};
}

void wayi_tiers_stop_making(wayi_tiers *tiers)
{
    wayi_tiers_free_inside(tiers, &tiers->making.inside);
    tiers->making.running = false;
}

// Nodes -------------------------------------------------------------------------------------------

/// The square at a place of a group of tier 1, or UINT32_MAX off the map.
static uint32_t make_square(const wayi_tiers *tiers, uint32_t group, uint32_t place)
{
    const wayi_atlas *atlas = tiers->atlas;
    const uint32_t columns = tiers->tiers[0].columns;
    const uint32_t x = group % columns * tiers->side + place % tiers->side;
    const uint32_t y = group / columns * tiers->side + place / tiers->side;
    return x < atlas->columns && y < atlas->rows ? y * atlas->columns + x : UINT32_MAX;
}

/// Numbers the regions of a group of tier 1 that have links.
static bool make_regions(const wayi_tiers *tiers, uint32_t group, wayi_tiers_inside *inside)
{
    const wayi_atlas *atlas = tiers->atlas;
    const uint32_t squares = tiers->side * tiers->side;
    inside->first = wayi_alloc_zero(&tiers->allocator, squares + 1, sizeof *inside->first);
    for (uint32_t i = 0; inside->first && i < squares; i++) {
        const uint32_t square = make_square(tiers, group, i);
        const wayi_atlas_block *block = square == UINT32_MAX ? NULL : atlas->squares[square];
        inside->first[i + 1] = inside->first[i] + wayi_atlas_region_numbers(block);
    }
    const uint32_t numbers = inside->first ? inside->first[squares] : 0;
    inside->nodes = wayi_alloc(&tiers->allocator, numbers, sizeof *inside->nodes);
    if (!inside->first || (numbers && !inside->nodes)) {
        return false;
    }
    for (uint32_t i = 0; i < squares; i++) {
        const uint32_t square = make_square(tiers, group, i);
        const uint32_t count = inside->first[i + 1] - inside->first[i];
        for (uint32_t k = 0; k < count; k++) {
            const wayi_atlas_region *region = wayi_atlas_regions(atlas->squares[square]) + k;
            const bool is = region->place != WAY_CELL_NONE && region->link_count > 0 &&
                            inside->count < WAYI_TIERS_NONE;
            inside->nodes[inside->first[i] + k] = (uint16_t)(is ? inside->count : WAYI_TIERS_NONE);
            inside->count += is;
        }
    }
    return true;
}

/// Lists the posts of all groups below.
static bool make_posts(const wayi_tiers *tiers, uint32_t tier, uint32_t group,
                       wayi_tiers_inside *inside)
{
    const wayi_tiers_tier *below = &tiers->tiers[tier - 1];
    const way_rect rect = wayi_tiers_children(below, &tiers->tiers[tier], group);
    uint32_t total = 0;
    for (uint32_t i = 0; i < rect.width * rect.height; i++) {
        total += below->groups[wayi_rect_at(rect, i, below->columns)].post_count;
    }
    uint64_t *links = wayi_alloc(&tiers->allocator, total, sizeof *links);
    if (total && !links) {
        return false;
    }
    total = 0;
    for (uint32_t i = 0; i < rect.width * rect.height; i++) {
        const wayi_tiers_group *child = &below->groups[wayi_rect_at(rect, i, below->columns)];
        for (uint32_t k = 0; k < child->post_count; k++) {
            links[total++] = child->posts[k].link;
        }
    }
    const uint32_t room = total;
    wayi_sort64(links, total);
    for (uint32_t i = 0; i < total && inside->count < WAYI_TIERS_NONE; i++) {
        if (i == 0 || links[i] != links[i - 1]) {
            inside->count++;
        }
    }
    inside->links = wayi_alloc(&tiers->allocator, inside->count, sizeof *inside->links);
    uint32_t count = 0;
    for (uint32_t i = 0; inside->links && i < total && count < inside->count; i++) {
        if (i == 0 || links[i] != links[i - 1]) {
            inside->links[count++] = links[i];
        }
    }
    WAYI_FREE(&tiers->allocator, links, room);
    return inside->links || inside->count == 0;
}

// Costs at first ----------------------------------------------------------------------------------

/// Takes note of a way between two nodes.
static void make_note(wayi_tiers_inside *inside, uint32_t from, uint32_t to, way_cost cost)
{
    uint16_t *known = wayi_tiers_row(inside, from) + to;
    // Rounded up, what is left never grows on the way, whatever the tier that it is known from.
    const uint64_t whole = ((uint64_t)cost + (1u << inside->shift) - 1) >> inside->shift;
    const uint16_t scaled = (uint16_t)(whole < WAYI_TIERS_FAR ? whole : WAYI_TIERS_FAR - 1);
    *known = scaled < *known ? scaled : *known;
}

static void make_load_regions(const wayi_tiers *tiers, uint32_t group, wayi_tiers_inside *inside)
{
    const wayi_atlas *atlas = tiers->atlas;
    for (uint32_t i = 0; i < tiers->side * tiers->side; i++) {
        const uint32_t square = make_square(tiers, group, i);
        const uint32_t count = inside->first[i + 1] - inside->first[i];
        for (uint32_t k = 0; k < count; k++) {
            const wayi_atlas_region *region = wayi_atlas_regions(atlas->squares[square]) + k;
            const uint32_t node = inside->nodes[inside->first[i] + k];
            const uint32_t links = node == WAYI_TIERS_NONE ? 0 : region->link_count;
            for (uint32_t link = 0; link < links; link++) {
                way_cost cost = 0;
                const uint32_t to = wayi_tiers_hop(tiers, square << atlas->bits | k,
                                                   region->link_first + link, &cost);
                if (to != WAYI_REGION_NONE &&
                    wayi_tiers_group_of(tiers, 0, to >> atlas->bits) == group) {
                    const uint32_t other = wayi_tiers_node(tiers, inside, to);
                    if (other != WAYI_TIERS_NONE) {
                        make_note(inside, node, other, cost);
                    }
                }
            }
        }
    }
}

static void make_load_posts(const wayi_tiers *tiers, uint32_t tier, uint32_t group,
                            wayi_tiers_inside *inside)
{
    const wayi_tiers_tier *below = &tiers->tiers[tier - 1];
    const way_rect rect = wayi_tiers_children(below, &tiers->tiers[tier], group);
    for (uint32_t i = 0; i < rect.width * rect.height; i++) {
        wayi_tiers_group *child = &below->groups[wayi_rect_at(rect, i, below->columns)];
        for (uint32_t p = 0; p < child->post_count; p++) {
            const uint32_t from = wayi_tiers_find(inside, child->posts[p].link);
            for (uint32_t q = 0; q < child->post_count; q++) {
                const way_cost cost = wayi_tiers_between(child, p, q);
                const uint32_t to = wayi_tiers_find(inside, child->posts[q].link);
                child->told[p * child->post_count + q] = wayi_atlas_encode(cost);
                if (cost != WAY_COST_MAX && from != WAYI_TIERS_NONE && to != WAYI_TIERS_NONE) {
                    make_note(inside, from, to, cost);
                }
            }
        }
    }
}

/// Ways both ways cost the same; what leads one way only leads nowhere.
static void make_even(wayi_tiers_inside *inside)
{
    for (uint32_t i = 0; i < inside->count; i++) {
        uint16_t *row = wayi_tiers_row(inside, i);
        row[i] = 0;
        for (uint32_t k = 0; k < i; k++) {
            uint16_t *back = wayi_tiers_row(inside, k) + i;
            const uint32_t mean = ((uint32_t)row[k] + *back) / 2;
            const bool both = row[k] != WAYI_TIERS_FAR && *back != WAYI_TIERS_FAR;
            row[k] = *back = (uint16_t)(both ? mean : WAYI_TIERS_FAR);
        }
    }
}

/// Whether no cost is so large that some sum may have been left out.
static bool make_is_sound(const wayi_tiers_inside *inside)
{
    bool sound = true;
    for (uint32_t i = 0; i < inside->count && sound; i++) {
        const uint16_t *row = wayi_tiers_row(inside, i);
        for (uint32_t k = 0; k < inside->count; k++) {
            sound = sound && (row[k] < WAYI_TIERS_MOST || row[k] == WAYI_TIERS_FAR);
        }
    }
    return sound || inside->shift == WAYI_TIERS_SHIFT_MAX;
}

/// False if that takes a larger shift.
static bool make_load(wayi_tiers *tiers)
{
    wayi_tiers_making *making = &tiers->making;
    wayi_tiers_inside *inside = &making->inside;
    const size_t total = (size_t)inside->count * inside->stride;
    for (size_t i = 0; i < total; i++) {
        inside->costs[i] = WAYI_TIERS_FAR;
    }
    if (making->tier == 0) {
        make_load_regions(tiers, making->group, inside);
    } else {
        make_load_posts(tiers, making->tier, making->group, inside);
    }
    make_even(inside);
    making->next = 0;
    return make_is_sound(inside);
}

bool wayi_tiers_make_room(const wayi_tiers *tiers, wayi_tiers_inside *inside)
{
    inside->stride = (inside->count + WAYI_TIERS_LANES - 1) / WAYI_TIERS_LANES * WAYI_TIERS_LANES;
    const size_t total = (size_t)inside->count * inside->stride;
    inside->costs = wayi_alloc(&tiers->allocator, total, sizeof *inside->costs);
    inside->stride = inside->costs ? inside->stride : 0;
    for (size_t i = 0; inside->costs && i < total; i++) {
        inside->costs[i] = WAYI_TIERS_FAR;
    }
    return inside->costs || total == 0;
}

bool wayi_tiers_start_making(wayi_tiers *tiers, uint32_t tier, uint32_t group, uint32_t shift)
{
    wayi_tiers_making *making = &tiers->making;
    wayi_tiers_inside *inside = &making->inside;
    *making = (wayi_tiers_making){.tier = tier, .group = group, .running = true};
    const bool fits =
        tier ? make_posts(tiers, tier, group, inside) : make_regions(tiers, group, inside);
    if (!fits || !wayi_tiers_make_room(tiers, inside)) {
        wayi_tiers_stop_making(tiers);
        return false;
    }
    inside->shift = shift;
    // A way right across is as long as the group is wide, or a few times that.
    const uint64_t wide = ((uint64_t)tiers->atlas->config.side * tiers->side << 2 * tier) *
                          tiers->atlas->grid->map->costs.cardinal * 4;
    while (wide >> inside->shift >= WAYI_TIERS_MOST && inside->shift < 16) {
        inside->shift++;
    }
    while (!make_load(tiers)) {
        inside->shift++;
    }
    return true;
}

// Ways over nodes ---------------------------------------------------------------------------------

/// Puts what was made in its place, and tells those around.
static bool make_end(wayi_tiers *tiers)
{
    wayi_tiers_making *making = &tiers->making;
    wayi_tiers_tier *tier = &tiers->tiers[making->tier];
    wayi_tiers_group *group = &tier->groups[making->group];
    wayi_tiers_free_inside(tiers, &group->inside);
    group->inside = making->inside;
    making->inside = (wayi_tiers_inside){0};
    making->running = false;
    tiers->version++;
    if (making->tier) {
        const wayi_tiers_tier *below = tier - 1;
        const way_rect rect = wayi_tiers_children(below, tier, making->group);
        for (uint32_t i = 0; i < rect.width * rect.height; i++) {
            wayi_tiers_group *child = &below->groups[wayi_rect_at(rect, i, below->columns)];
            for (uint32_t k = 0; k < child->post_count; k++) {
                child->posts[k].up =
                    (uint16_t)wayi_tiers_find(&group->inside, child->posts[k].link);
            }
        }
    }
    const bool fits = wayi_tiers_relink(tiers, making->tier, making->group);
    wayi_tiers_mark_borders(tiers, making->tier, making->group);
    return fits;
}

bool wayi_tiers_go_on_making(wayi_tiers *tiers, int64_t *left)
{
    wayi_tiers_making *making = &tiers->making;
    wayi_tiers_inside *inside = &making->inside;
    for (; making->next<inside->count && * left> 0; making->next++) {
        const uint16_t *over = wayi_tiers_row(inside, making->next);
        *left -= inside->count;
        for (uint32_t i = 0; i < inside->count; i++) {
            uint16_t *row = wayi_tiers_row(inside, i);
            if (row[making->next] != WAYI_TIERS_FAR && i != making->next) {
                wayi_tiers_offer(row, over, row[making->next], inside->stride);
                *left -= inside->stride;
            }
        }
    }
    if (making->next < inside->count) {
        return true;
    }
    *left -= (int64_t)inside->count * inside->count / 8;
    if (!make_is_sound(inside)) {
        // Its squares may have changed meanwhile: all begins anew.
        const uint32_t shift = inside->shift + 1;
        wayi_tiers_stop_making(tiers);
        return wayi_tiers_start_making(tiers, making->tier, making->group, shift);
    }
    return make_end(tiers);
}
