// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Tiers: asking. What is left from every node of a group is a field: the least of some rows of
// costs, each from a node that it is known of.
#include "base/check.h"
#include "search/atlas/tiers.h"

#include <string.h>

void wayi_tiers_ask_init(wayi_tiers_ask *ask, const way_allocator *allocator)
{
    *ask = (wayi_tiers_ask){.tiers = NULL};
    wayi_path_buffer_init(&ask->room, allocator);
}

void wayi_tiers_ask_fini(wayi_tiers_ask *ask)
{
    wayi_path_buffer_fini(&ask->room);
}

// Fields ------------------------------------------------------------------------------------------

/// From a node so much is left: an offer to all others, unless others have led there for as little.
static void ask_offer(const wayi_tiers_inside *inside, uint32_t node, way_cost left,
                      way_cost *restrict field)
{
    if (node == WAYI_TIERS_NONE || left >= field[node]) {
        return;
    }
    const uint16_t *restrict row = wayi_tiers_row(inside, node);
    const uint32_t shift = inside->shift;
    for (uint32_t i = 0; i < inside->count; i++) {
        const way_cost offer =
            row[i] == WAYI_TIERS_FAR ? WAY_COST_MAX : left + ((way_cost)row[i] << shift);
        field[i] = offer < field[i] ? offer : field[i];
    }
}

static void ask_clear(way_cost *field, uint32_t count)
{
    memset(field, 0xff, count * sizeof *field);
}

static way_cost *ask_field(const wayi_tiers_ask *ask, uint32_t at)
{
    return ask->room.states + at;
}

/// What is left at a post of a group by the field of that group, as seen from outside.
static way_cost ask_out(const wayi_tiers_post *post, const way_cost *field)
{
    return post->node == WAYI_TIERS_NONE ? WAY_COST_MAX
                                         : way_cost_add(field[post->node], post->half);
}

/// Offers to all nodes of a group from several of them, summed up in 16 bits, which vector code
/// does eight at a time: what is left beyond `base`, shifted like the costs of the group.
typedef struct ask_sum {
    const wayi_tiers_inside *inside;
    way_cost base;  ///< the least offer
    uint16_t *rest; ///< [stride]; FAR or more = none
    way_cost *field;
} ask_sum;

static ask_sum ask_sum_begin(const wayi_tiers_ask *ask, const wayi_tiers_inside *inside,
                             way_cost base, way_cost *field)
{
    uint16_t *rest = (uint16_t *)(void *)ask_field(ask, ask->sums);
    for (uint32_t i = 0; i < inside->stride; i++) {
        rest[i] = WAYI_TIERS_FAR;
    }
    return (ask_sum){inside, base, rest, field};
}

static void ask_sum_offer(const ask_sum *sum, uint32_t node, way_cost left)
{
    const wayi_tiers_inside *inside = sum->inside;
    if (node == WAYI_TIERS_NONE || left >= sum->field[node]) {
        return;
    }
    const way_cost more = (left - sum->base) >> inside->shift;
    if (more >= WAYI_TIERS_MOST || inside->shift == WAYI_TIERS_SHIFT_MAX) {
        ask_offer(inside, node, left, sum->field); // sums might not fit
        return;
    }
    if (more >= sum->rest[node]) {
        return;
    }
    wayi_tiers_offer(sum->rest, wayi_tiers_row(inside, node), more, inside->stride);
}

static void ask_sum_end(const ask_sum *sum)
{
    const uint32_t shift = sum->inside->shift;
    for (uint32_t i = 0; i < sum->inside->count; i++) {
        const way_cost offer = sum->rest[i] >= WAYI_TIERS_FAR
                                   ? WAY_COST_MAX
                                   : sum->base + ((way_cost)sum->rest[i] << shift);
        sum->field[i] = offer < sum->field[i] ? offer : sum->field[i];
    }
}

/// From the goal up: its group on every tier, by ways inside.
static void ask_rise(wayi_tiers_ask *ask)
{
    const wayi_tiers *tiers = ask->tiers;
    const uint32_t square = ask->goal >> tiers->atlas->bits;
    for (uint32_t i = 0; i < tiers->count; i++) {
        const wayi_tiers_group *group =
            &tiers->tiers[i].groups[wayi_tiers_group_of(tiers, i, square)];
        way_cost *field = ask_field(ask, ask->inside[i]);
        ask_clear(field, group->inside.count);
        if (i == 0) {
            ask_offer(&group->inside, wayi_tiers_node(tiers, &group->inside, ask->goal), 0, field);
            continue;
        }
        const wayi_tiers_group *child =
            &tiers->tiers[i - 1].groups[wayi_tiers_group_of(tiers, i - 1, square)];
        const way_cost *below = ask_field(ask, ask->inside[i - 1]);
        way_cost least = WAY_COST_MAX;
        for (uint32_t k = 0; k < child->post_count; k++) {
            const way_cost left = ask_out(&child->posts[k], below);
            least = left < least ? left : least;
        }
        const ask_sum sum = ask_sum_begin(ask, &group->inside, least, field);
        for (uint32_t k = 0; k < child->post_count; k++) {
            ask_sum_offer(&sum, child->posts[k].up, ask_out(&child->posts[k], below));
        }
        ask_sum_end(&sum);
    }
}

/// The least that is left at the posts that two groups side by side have in common, one of which is
/// the goal's; with `sum` [opt] all of them are offers.
static way_cost ask_cross(const wayi_tiers_ask *ask, uint32_t tier, uint32_t group, uint32_t goal,
                          const ask_sum *sum)
{
    const wayi_tiers_tier *own = &ask->tiers->tiers[tier];
    const uint32_t dx = group % own->columns - goal % own->columns + 1;
    const uint32_t dy = group / own->columns - goal / own->columns + 1;
    way_cost least = WAY_COST_MAX;
    if (tier == 0 || dx > 2 || dy > 2 || (dx != 1) == (dy != 1)) {
        return least;
    }
    const wayi_tiers_inside *here = &own->groups[group].inside;
    const wayi_tiers_inside *there = &own->groups[goal].inside;
    const way_cost *left = ask_field(ask, ask->inside[tier]);
    for (uint32_t i = 0, k = 0; i < here->count && k < there->count;) {
        const uint64_t a = here->links[i];
        const uint64_t b = there->links[k];
        if (a == b) {
            least = left[k] < least ? left[k] : least;
            if (sum) {
                ask_sum_offer(sum, i, left[k]);
            }
        }
        i += a <= b;
        k += b <= a;
    }
    return least;
}

/// What is left at a post of a group by the field of the group above.
static way_cost ask_above(const way_cost *above, const wayi_tiers_post *post)
{
    return post->up == WAYI_TIERS_NONE ? WAY_COST_MAX : way_cost_add(above[post->up], post->half);
}

/// The field of a group, from that of the group above it.
static void ask_descend(wayi_tiers_ask *ask, uint32_t tier, uint32_t group, way_cost *field)
{
    const wayi_tiers *tiers = ask->tiers;
    const wayi_tiers_group *own = &tiers->tiers[tier].groups[group];
    const uint32_t goal = wayi_tiers_group_of(tiers, tier, ask->goal >> tiers->atlas->bits);
    if (group == goal) {
        memcpy(field, ask_field(ask, ask->inside[tier]), own->inside.count * sizeof *field);
    } else {
        ask_clear(field, own->inside.count);
    }
    if (tier + 1 == tiers->count) {
        return;
    }
    // The post with the least first: what others have to offer is mostly more.
    const way_cost *above = ask_field(ask, ask->fields[tier + 1].at);
    uint32_t best = 0;
    way_cost least = WAY_COST_MAX;
    for (uint32_t i = 0; i < own->post_count; i++) {
        const way_cost left = ask_above(above, &own->posts[i]);
        best = left < least ? i : best;
        least = left < least ? left : least;
    }
    const way_cost beside = ask_cross(ask, tier, group, goal, NULL);
    const ask_sum sum = ask_sum_begin(ask, &own->inside, beside < least ? beside : least, field);
    (void)ask_cross(ask, tier, group, goal, &sum);
    for (uint32_t i = 0; i < own->post_count; i++) {
        const wayi_tiers_post *post = &own->posts[(best + i) % own->post_count];
        ask_sum_offer(&sum, post->node, ask_above(above, post));
    }
    ask_sum_end(&sum);
}

/// The fields of all groups above one of tier 1.
static void ask_come_down(wayi_tiers_ask *ask, uint32_t near)
{
    const wayi_tiers *tiers = ask->tiers;
    const uint32_t y = near / tiers->tiers[0].columns;
    const uint32_t x = near - y * tiers->tiers[0].columns;
    bool same = true;
    for (uint32_t tier = tiers->count - 1; tier > 0; tier--) {
        const uint32_t group = (y >> 2 * tier) * tiers->tiers[tier].columns + (x >> 2 * tier);
        wayi_tiers_field *field = &ask->fields[tier];
        same = same && field->group == group;
        if (!same) {
            field->group = group;
            ask_descend(ask, tier, group, ask_field(ask, field->at));
        }
    }
}

/// The field of a group of tier 1, and behind it what is left at its posts by way of those beside
/// it. Two are not given up for it: `keep` and `too` [opt].
static wayi_tiers_field *ask_near(wayi_tiers_ask *ask, uint32_t group, const wayi_tiers_field *keep,
                                  const wayi_tiers_field *too)
{
    const wayi_tiers_group *own = &ask->tiers->tiers[0].groups[group];
    wayi_tiers_field *near = NULL;
    for (uint32_t i = 0; i < 3; i++) {
        wayi_tiers_field *field = &ask->near[i];
        if (field->group == group) {
            return field;
        }
        near = field != keep && field != too ? field : near;
    }
    WAYI_ASSERT(own->inside.count + own->post_count <= ask->tiers->tiers[0].widest);
    way_cost *field = ask_field(ask, near->at);
    near->group = group;
    near->onward = UINT32_MAX;
    ask_come_down(ask, group);
    ask_descend(ask, 0, group, field);
    const way_cost *above = ask_field(ask, ask->fields[1].at);
    for (uint32_t i = 0; i < own->post_count; i++) {
        field[own->inside.count + i] = ask_above(above, &own->posts[i]);
    }
    return near;
}

/// Fields of groups of tier 1 are made better on the way: the next question begins anew.
static void ask_forget(wayi_tiers_ask *ask)
{
    ask->near[0].group = UINT32_MAX;
    ask->near[1].group = UINT32_MAX;
    ask->near[2].group = UINT32_MAX;
}

/// What a field says of a region.
static way_cost ask_left(const wayi_tiers_ask *ask, const wayi_tiers_field *field, uint32_t region)
{
    const wayi_tiers_inside *inside = &ask->tiers->tiers[0].groups[field->group].inside;
    const uint32_t node = wayi_tiers_node(ask->tiers, inside, region);
    return node == WAYI_TIERS_NONE ? WAY_COST_MAX : ask_field(ask, field->at)[node];
}

bool wayi_tiers_aim(wayi_tiers_ask *ask, const wayi_tiers *tiers, uint32_t goal)
{
    if (ask->tiers == tiers && ask->goal == goal && ask->version == tiers->version) {
        return true;
    }
    uint32_t total = tiers->tiers[0].widest * 3;
    uint32_t widest = 0;
    for (uint32_t i = 0; i < tiers->count; i++) {
        total += 2 * tiers->tiers[i].widest;
        widest = tiers->tiers[i].widest > widest ? tiers->tiers[i].widest : widest;
    }
    ask->sums = total;
    total += widest / 2 + WAYI_TIERS_LANES;
    ask->tiers = NULL;
    if (!wayi_path_buffer_reserve(&ask->room, total)) {
        return false;
    }
    ask->tiers = tiers;
    ask->goal = goal;
    ask->version = tiers->version;
    total = 0;
    for (uint32_t i = 0; i < tiers->count; i++) {
        ask->inside[i] = total;
        total += tiers->tiers[i].widest;
        ask->fields[i] = (wayi_tiers_field){UINT32_MAX, total, UINT32_MAX};
        total += tiers->tiers[i].widest;
    }
    for (uint32_t i = 0; i < 3; i++) {
        ask->near[i] = (wayi_tiers_field){
            UINT32_MAX, i ? total + (i - 1) * tiers->tiers[0].widest : ask->fields[0].at,
            UINT32_MAX};
    }
    ask_rise(ask);
    return true;
}

// Chains ------------------------------------------------------------------------------------------

/// The region of another group that the way leads to from a region, by posts, or WAYI_REGION_NONE
/// if it does not leave its own.
static uint32_t ask_whither(const wayi_tiers_ask *ask, const wayi_tiers_field *here,
                            uint32_t region)
{
    const wayi_tiers *tiers = ask->tiers;
    const wayi_tiers_group *own = &tiers->tiers[0].groups[here->group];
    const uint32_t node = wayi_tiers_node(tiers, &own->inside, region);
    const way_cost *field = ask_field(ask, here->at);
    const way_cost *exits = field + own->inside.count;
    const uint16_t *row = wayi_tiers_row(&own->inside, node);
    uint64_t best = 0;
    way_cost least = WAY_COST_MAX;
    for (uint32_t i = 0; i < own->post_count; i++) {
        const uint16_t over = own->posts[i].node;
        if (exits[i] != WAY_COST_MAX && over != WAYI_TIERS_NONE && row[over] != WAYI_TIERS_FAR) {
            const way_cost left = way_cost_add(exits[i], (way_cost)row[over] << own->inside.shift);
            best = left < least ? own->posts[i].link : best;
            least = left < least ? left : least;
        }
    }
    const uint32_t bits = tiers->atlas->bits;
    const bool home = wayi_tiers_group_of(tiers, 0, ask->goal >> bits) == here->group;
    if (least == WAY_COST_MAX || (home && ask_field(ask, ask->inside[0])[node] <= least)) {
        return WAYI_REGION_NONE;
    }
    const uint32_t first = wayi_tiers_group_of(tiers, 0, (uint32_t)(best >> 32) >> bits);
    return first == here->group ? (uint32_t)best : (uint32_t)(best >> 32);
}

/// The square of a region by its place in its group, and what is known of the groups that its links
/// may lead to.
typedef struct ask_view {
    const wayi_tiers *tiers;
    uint32_t x, y; ///< of the square
    struct {
        uint32_t x, y; ///< of its first square
        const wayi_tiers_inside *inside;
        const way_cost *field;
    } groups[2];
    uint32_t count;
} ask_view;

static void ask_view_add(const wayi_tiers_ask *ask, const wayi_tiers_field *field, ask_view *view)
{
    const wayi_tiers_tier *tier = &ask->tiers->tiers[0];
    if (field) {
        view->groups[view->count].y = field->group / tier->columns * ask->tiers->side;
        view->groups[view->count].x = field->group % tier->columns * ask->tiers->side;
        view->groups[view->count].inside = &tier->groups[field->group].inside;
        view->groups[view->count++].field = ask_field(ask, field->at);
    }
}

static void ask_view_from(ask_view *view, uint32_t square)
{
    view->y = square / view->tiers->atlas->columns;
    view->x = square - view->y * view->tiers->atlas->columns;
}

/// What is left from the region that a link leads to; WAY_COST_MAX if none of the groups knows.
static inline way_cost ask_view_left(const ask_view *view, uint32_t word)
{
    const uint32_t code = word & 0x7fu;
    const uint32_t x = view->x + code % WAYI_ATLAS_SPAN - WAYI_ATLAS_DEPTH_MAX;
    const uint32_t y = view->y + code / WAYI_ATLAS_SPAN - WAYI_ATLAS_DEPTH_MAX;
    const uint32_t side = view->tiers->side;
    for (uint32_t i = 0; i < view->count; i++) {
        const uint32_t right = x - view->groups[i].x;
        const uint32_t down = y - view->groups[i].y;
        if (right < side && down < side) {
            const wayi_tiers_inside *inside = view->groups[i].inside;
            const uint32_t number = word >> 18;
            const uint32_t *first = inside->first + down * side + right;
            const uint32_t node =
                number < first[1] - first[0] ? inside->nodes[first[0] + number] : WAYI_TIERS_NONE;
            return node == WAYI_TIERS_NONE ? WAY_COST_MAX : view->groups[i].field[node];
        }
    }
    return WAY_COST_MAX;
}

/// The link of a region with the least that is left over it, of those behind which less than `most`
/// is left; UINT32_MAX without one. *cost gets its cost, *left what is left behind it.
static uint32_t ask_best(const ask_view *view, uint32_t id, way_cost most, way_cost *cost,
                         way_cost *left)
{
    const wayi_atlas *atlas = view->tiers->atlas;
    const wayi_atlas_region *region = wayi_atlas_region_at(atlas, id);
    if (!region) {
        return UINT32_MAX;
    }
    const wayi_atlas_block *block = atlas->squares[id >> atlas->bits];
    const uint16_t *costs = wayi_atlas_costs(block);
    const uint32_t end = region->link_first + region->link_count;
    uint32_t best = UINT32_MAX;
    way_cost least = WAY_COST_MAX;
    for (uint32_t link = region->link_first; link < end; link++) {
        way_cost step = wayi_atlas_decode(costs[link]);
        if (step == WAY_COST_MAX) {
            (void)wayi_tiers_hop(view->tiers, id, link, &step);
        }
        if (step >= least) {
            continue;
        }
        const way_cost behind = ask_view_left(view, wayi_atlas_word(block, link));
        if (behind < most && behind < least - step) {
            least = step + behind;
            best = link;
            *cost = step;
            *left = behind;
        }
    }
    return best;
}

/// The squares of a group of tier 1.
static way_rect ask_rect(const wayi_tiers *tiers, uint32_t group)
{
    const uint32_t columns = tiers->tiers[0].columns;
    const way_rect rect = {group % columns * tiers->side, group / columns * tiers->side,
                           tiers->side, tiers->side};
    return wayi_rect_grow(rect, 0, tiers->atlas->columns, tiers->atlas->rows);
}

/// The squares of a group that are next to another one's.
static way_rect ask_edge(const wayi_tiers *tiers, uint32_t group, uint32_t other)
{
    const way_rect own = ask_rect(tiers, group);
    const way_rect near =
        wayi_rect_grow(ask_rect(tiers, other), 1, tiers->atlas->columns, tiers->atlas->rows);
    const uint32_t x = own.x > near.x ? own.x : near.x;
    const uint32_t y = own.y > near.y ? own.y : near.y;
    const uint32_t right =
        own.x + own.width < near.x + near.width ? own.x + own.width : near.x + near.width;
    const uint32_t bottom =
        own.y + own.height < near.y + near.height ? own.y + own.height : near.y + near.height;
    return (way_rect){x, y, right > x ? right - x : 0, bottom > y ? bottom - y : 0};
}

/// Links lead from a group to the next one wherever they do, not only where there are posts: makes
/// the field of the first one better by that.
static void ask_join(const wayi_tiers_ask *ask, const wayi_tiers_field *here,
                     const wayi_tiers_field *next)
{
    const wayi_tiers *tiers = ask->tiers;
    const wayi_atlas *atlas = tiers->atlas;
    const wayi_tiers_tier *tier = &tiers->tiers[0];
    const wayi_tiers_inside *inside = &tier->groups[here->group].inside;
    const way_rect edge = ask_edge(tiers, here->group, next->group);
    way_cost *field = ask_field(ask, here->at);
    ask_view view = {.tiers = tiers};
    ask_view_add(ask, next, &view);
    for (uint32_t i = 0; i < edge.width * edge.height; i++) {
        const uint32_t square = wayi_rect_at(edge, i, atlas->columns);
        const wayi_atlas_block *block = atlas->squares[square];
        ask_view_from(&view, square);
        for (uint32_t k = 0; block && k < block->region_count; k++) {
            const uint32_t id = square << atlas->bits | k;
            const uint32_t node = wayi_tiers_node(tiers, inside, id);
            way_cost cost = 0;
            way_cost left = 0;
            if (node != WAYI_TIERS_NONE &&
                ask_best(&view, id, field[node], &cost, &left) != UINT32_MAX &&
                way_cost_add(cost, left) < field[node]) {
                ask_offer(inside, node, cost + left, field);
            }
        }
    }
}

/// Where a chain stands.
typedef struct ask_place {
    uint32_t region;
    way_cost left, cost; ///< from there, and of the link to there
    wayi_tiers_field *field;
} ask_place;

/// Goes on by the best of the links of a region that lead on inside a group or to the next one;
/// false without one.
static bool ask_step(const wayi_tiers_ask *ask, wayi_tiers_field *next, ask_place *at)
{
    const wayi_atlas *atlas = ask->tiers->atlas;
    ask_view view = {.tiers = ask->tiers};
    way_cost cost = 0;
    way_cost left = 0;
    ask_view_add(ask, at->field, &view);
    ask_view_add(ask, next, &view);
    ask_view_from(&view, at->region >> atlas->bits);
    const uint32_t link = ask_best(&view, at->region, at->left, &cost, &left);
    if (link == UINT32_MAX) {
        return false;
    }
    const uint32_t square = at->region >> atlas->bits;
    const uint32_t to =
        wayi_atlas_target(atlas, square, wayi_atlas_word(atlas->squares[square], link));
    const bool stays = wayi_tiers_group_of(ask->tiers, 0, to >> atlas->bits) == at->field->group;
    *at = (ask_place){to, to == ask->goal ? 0 : left, cost, stays ? at->field : next};
    return wayi_atlas_region_at(atlas, to) != NULL;
}

/// The group behind one, where the way enters that at a region; UINT32_MAX if it ends there.
static uint32_t ask_behind(const wayi_tiers_ask *ask, const wayi_tiers_field *field, uint32_t enter)
{
    const uint32_t leave = ask_left(ask, field, enter) == WAY_COST_MAX
                               ? WAYI_REGION_NONE
                               : ask_whither(ask, field, enter);
    return leave == WAYI_REGION_NONE
               ? UINT32_MAX
               : wayi_tiers_group_of(ask->tiers, 0, leave >> ask->tiers->atlas->bits);
}

/// Goes on to another group: the one behind that has a say in where the way leads, too.
static wayi_tiers_field *ask_go_on(wayi_tiers_ask *ask, uint32_t group, uint32_t enter,
                                   ask_place *at)
{
    wayi_tiers_field *next = ask_near(ask, group, at->field, NULL);
    next->onward = enter == WAYI_REGION_NONE ? next->onward : ask_behind(ask, next, enter);
    if (next->onward != UINT32_MAX && next->onward != at->field->group) {
        ask_join(ask, next, ask_near(ask, next->onward, at->field, next));
    }
    ask_join(ask, at->field, next);
    at->field->onward = group;
    at->left = ask_left(ask, at->field, at->region);
    return next;
}

/// The field of the group that comes next, or NULL if the goal is in the one at hand. `plain`: by
/// posts alone.
static wayi_tiers_field *ask_next(wayi_tiers_ask *ask, bool plain, ask_place *at)
{
    const uint32_t bits = ask->tiers->atlas->bits;
    const uint32_t enter = ask_whither(ask, at->field, at->region);
    const uint32_t group =
        enter == WAYI_REGION_NONE ? UINT32_MAX : wayi_tiers_group_of(ask->tiers, 0, enter >> bits);
    const uint32_t onward = at->field->onward;
    if (plain || (group == UINT32_MAX && onward == UINT32_MAX)) {
        return group == UINT32_MAX ? NULL : ask_near(ask, group, at->field, NULL);
    }
    return onward != UINT32_MAX && onward != group ? ask_go_on(ask, onward, WAYI_REGION_NONE, at)
                                                   : ask_go_on(ask, group, enter, at);
}

/// Sets out from a region with fields as posts alone make them.
static ask_place ask_set_out(wayi_tiers_ask *ask, uint32_t region)
{
    const uint32_t group = wayi_tiers_group_of(ask->tiers, 0, region >> ask->tiers->atlas->bits);
    ask_forget(ask);
    wayi_tiers_field *near = ask_near(ask, group, NULL, NULL);
    const way_cost left = region == ask->goal ? 0 : ask_left(ask, near, region);
    return (ask_place){region, left, 0, near};
}

bool wayi_tiers_chain(wayi_tiers_ask *ask, uint32_t from, uint32_t most, way_cost least,
                      wayi_path_buffer *out, way_cost *cost, way_cost *left)
{
    ask_place at = ask_set_out(ask, from);
    wayi_tiers_field *next = NULL;
    const wayi_tiers_field *entered = NULL;
    bool plain = false;
    bool fits = true;
    *cost = 0;
    for (uint32_t i = 0; at.region != ask->goal && (i < most || at.left >= least) && fits;) {
        if (at.left != WAY_COST_MAX && at.field != entered) {
            next = ask_next(ask, plain, &at);
            entered = at.field;
        }
        if (at.left != WAY_COST_MAX && ask_step(ask, next, &at)) {
            *cost = way_cost_add(*cost, at.cost);
            fits = wayi_path_buffer_push(out, at.region);
            i++;
        } else if (plain) {
            at.left = WAY_COST_MAX;
            break;
        } else {
            // What was thought of the groups ahead does not fit together: without that, then.
            plain = true;
            at = ask_set_out(ask, at.region);
            entered = NULL;
        }
    }
    *left = at.left;
    ask_forget(ask);
    return fits;
}
