// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Tiers: setting up, posts and borders, and following the atlas.
#include "search/atlas/tiers.h"

#include "core/sort.h"

#include <string.h>

/// A group of tier 1 has so many regions at most: larger ones take more bytes and time to make, and
/// ways come by posts less often.
#define TIERS_REGIONS 96u

/// On tier 1 every way over a border is so many halves of a square from a post at most; on each
/// tier above twice as far. Small maps, where few borders matter much, have more posts.
#define TIERS_NEAR 3u
#define TIERS_NEAR_SMALL 2u

/// The group above is told of costs that differ by more than this part of what it knows.
#define TIERS_SPARE 64u

/// Listing the links over a border takes as long as comparing so many costs.
#define TIERS_LOOK (8 * WAYI_TIERS_WORK)

// Setting up --------------------------------------------------------------------------------------

void wayi_tiers_init(wayi_tiers *tiers, wayi_atlas *atlas, const way_allocator *allocator)
{
    *tiers = (wayi_tiers){.atlas = atlas, .allocator = *allocator};
    wayi_path_buffer_init(&tiers->room, allocator);
    for (uint32_t i = 0; i < WAYI_TIERS_MAX; i++) {
        wayi_path_buffer_init(&tiers->tiers[i].due, allocator);
        wayi_path_buffer_init(&tiers->tiers[i].edges, allocator);
    }
}

static void tiers_free_posts(const wayi_tiers *tiers, wayi_tiers_group *group)
{
    const size_t count = group->post_count;
    WAYI_FREE(&tiers->allocator, group->posts, count);
    WAYI_FREE(&tiers->allocator, group->told, count * count);
    group->posts = NULL;
    group->told = NULL;
    group->post_count = 0;
}

static void tiers_free_tier(wayi_tiers *tiers, wayi_tiers_tier *tier)
{
    const size_t count = (size_t)tier->columns * tier->rows;
    for (size_t i = 0; i < count; i++) {
        if (tier->groups) {
            wayi_tiers_free_inside(tiers, &tier->groups[i].inside);
            tiers_free_posts(tiers, &tier->groups[i]);
        }
        for (uint32_t side = 0; tier->borders && side < WAYI_TIERS_SIDES; side++) {
            wayi_tiers_border *border = &tier->borders[i * WAYI_TIERS_SIDES + side];
            WAYI_FREE(&tiers->allocator, border->links, border->count);
        }
    }
    WAYI_FREE(&tiers->allocator, tier->groups, count);
    WAYI_FREE(&tiers->allocator, tier->borders, count * WAYI_TIERS_SIDES);
    wayi_path_buffer_fini(&tier->due);
    wayi_path_buffer_fini(&tier->edges);
}

void wayi_tiers_fini(wayi_tiers *tiers)
{
    wayi_tiers_stop_making(tiers);
    for (uint32_t i = 0; i < WAYI_TIERS_MAX; i++) {
        tiers_free_tier(tiers, &tiers->tiers[i]);
        tiers->tiers[i] = (wayi_tiers_tier){.columns = 0};
    }
    wayi_path_buffer_fini(&tiers->room);
    tiers->count = 0;
}

void wayi_tiers_choose(wayi_tiers *tiers)
{
    const uint64_t squares = tiers->atlas->square_count;
    const uint64_t regions = tiers->atlas->region_count;
    tiers->side = 1;
    while (tiers->side < WAYI_TIERS_SIDE_MAX &&
           regions * (tiers->side + 1) * (tiers->side + 1) <= TIERS_REGIONS * squares) {
        tiers->side++;
    }
}

bool wayi_tiers_lay_out(wayi_tiers *tiers)
{
    const wayi_atlas *atlas = tiers->atlas;
    const way_map *map = atlas->grid->map;
    const bool slants = map->corners == WAY_CORNERS_ANY || map->neighbours == 6;
    tiers->sides = slants ? 4 : 2;
    uint32_t columns = (atlas->columns - 1) / tiers->side + 1;
    uint32_t rows = (atlas->rows - 1) / tiers->side + 1;
    bool top = false;
    for (tiers->count = 0; !top; tiers->count++) {
        wayi_tiers_tier *tier = &tiers->tiers[tiers->count];
        const size_t count = (size_t)columns * rows;
        tier->columns = columns;
        tier->rows = rows;
        tier->groups = wayi_alloc_zero(&tiers->allocator, count, sizeof *tier->groups);
        tier->borders =
            wayi_alloc_zero(&tiers->allocator, count * WAYI_TIERS_SIDES, sizeof *tier->borders);
        if (!tier->groups || !tier->borders) {
            tiers->count++;
            return false;
        }
        top = count == 1;
        columns = (columns - 1) / 4 + 1;
        rows = (rows - 1) / 4 + 1;
    }
    return true;
}

way_rect wayi_tiers_children(const wayi_tiers_tier *below, const wayi_tiers_tier *tier,
                             uint32_t group)
{
    const uint32_t x = group % tier->columns * 4;
    const uint32_t y = group / tier->columns * 4;
    return (way_rect){x, y, below->columns - x < 4 ? below->columns - x : 4,
                      below->rows - y < 4 ? below->rows - y : 4};
}

uint32_t wayi_tiers_beside(const wayi_tiers_tier *tier, uint32_t group, uint32_t side)
{
    static const int32_t right[WAYI_TIERS_SIDES] = {1, 0, 1, -1};
    static const int32_t down[WAYI_TIERS_SIDES] = {0, 1, 1, 1};
    const uint32_t x = group % tier->columns + (uint32_t)right[side];
    const uint32_t y = group / tier->columns + (uint32_t)down[side];
    return x < tier->columns && y < tier->rows ? y * tier->columns + x : UINT32_MAX;
}

// Marking -----------------------------------------------------------------------------------------

void wayi_tiers_mark(wayi_tiers *tiers, uint32_t tier, uint32_t group)
{
    wayi_tiers_group *marked = &tiers->tiers[tier].groups[group];
    if (!marked->due) {
        marked->due = wayi_path_buffer_push(&tiers->tiers[tier].due, group);
        tiers->lost = tiers->lost || !marked->due;
    }
}

void wayi_tiers_mark_border(wayi_tiers *tiers, uint32_t tier, uint32_t border)
{
    wayi_tiers_border *marked = &tiers->tiers[tier].borders[border];
    if (!marked->due) {
        marked->due = wayi_path_buffer_push(&tiers->tiers[tier].edges, border);
        tiers->lost = tiers->lost || !marked->due;
    }
}

void wayi_tiers_mark_borders(wayi_tiers *tiers, uint32_t tier, uint32_t group)
{
    const wayi_tiers_tier *own = &tiers->tiers[tier];
    const way_rect all = {0, 0, own->columns, own->rows};
    const way_rect one = {group % own->columns, group / own->columns, 1, 1};
    const way_rect around = wayi_rect_grow(one, 1, all.width, all.height);
    for (uint32_t i = 0; i < around.width * around.height; i++) {
        const uint32_t other = wayi_rect_at(around, i, own->columns);
        for (uint32_t side = 0; side < tiers->sides; side++) {
            const uint32_t beside = wayi_tiers_beside(own, other, side);
            if (beside != UINT32_MAX && (other == group || beside == group)) {
                wayi_tiers_mark_border(tiers, tier, other * WAYI_TIERS_SIDES + side);
            }
        }
    }
}

/// Told by the atlas of squares that change.
static void tiers_follow(void *user, uint32_t square, const wayi_atlas_block *before,
                         wayi_atlas_block *after)
{
    wayi_tiers *tiers = user;
    (void)before;
    (void)after;
    wayi_tiers_mark(tiers, 0, wayi_tiers_group_of(tiers, 0, square));
}

void wayi_tiers_listen(wayi_tiers *tiers)
{
    tiers->atlas->changed = tiers_follow;
    tiers->atlas->user = tiers;
}

// Links and posts ---------------------------------------------------------------------------------

uint32_t wayi_tiers_hop(const wayi_tiers *tiers, uint32_t from, uint32_t link, way_cost *cost)
{
    const wayi_atlas *atlas = tiers->atlas;
    const uint32_t to = wayi_atlas_hop(atlas, from >> atlas->bits, link, cost);
    if (*cost == WAY_COST_MAX) {
        const wayi_atlas_region *there = wayi_atlas_region_at(atlas, to);
        if (!there) {
            return WAYI_REGION_NONE;
        }
        *cost = 2 * wayi_grid_distance(atlas->grid, wayi_atlas_region_at(atlas, from)->place,
                                       there->place);
    }
    return to;
}

/// What a post's link costs, or 0 if it is gone.
static way_cost tiers_link_cost(const wayi_tiers *tiers, uint64_t post)
{
    const uint32_t from = (uint32_t)(post >> 32);
    const wayi_atlas_region *region = wayi_atlas_region_at(tiers->atlas, from);
    const uint32_t link = wayi_atlas_link_to(tiers->atlas, from, (uint32_t)post, NULL);
    way_cost cost = 0;
    if (link != UINT32_MAX) {
        (void)wayi_tiers_hop(tiers, from, region->link_first + link, &cost);
    }
    return cost;
}

uint32_t wayi_tiers_find(const wayi_tiers_inside *inside, uint64_t link)
{
    uint32_t first = 0;
    uint32_t size = inside->count;
    while (size > 1) {
        const uint32_t half = size / 2;
        first += inside->links[first + half] <= link ? half : 0;
        size -= half;
    }
    return inside->links && inside->links[first] == link ? first : WAYI_TIERS_NONE;
}

/// The node of a post in one of the two groups that it is between.
static uint32_t tiers_post_node(const wayi_tiers *tiers, uint32_t tier, uint32_t group,
                                uint64_t link)
{
    const wayi_tiers_inside *inside = &tiers->tiers[tier].groups[group].inside;
    const uint32_t first = (uint32_t)(link >> 32);
    const bool own = wayi_tiers_group_of(tiers, 0, first >> tiers->atlas->bits) == group;
    return tier ? wayi_tiers_find(inside, link)
                : wayi_tiers_node(tiers, inside, own ? first : (uint32_t)link);
}

way_cost wayi_tiers_between(const wayi_tiers_group *group, uint32_t p, uint32_t q)
{
    const wayi_tiers_post *from = &group->posts[p];
    const wayi_tiers_post *to = &group->posts[q];
    const uint16_t cost = from->node == WAYI_TIERS_NONE || to->node == WAYI_TIERS_NONE
                              ? WAYI_TIERS_FAR
                              : wayi_tiers_row(&group->inside, from->node)[to->node];
    return cost == WAYI_TIERS_FAR
               ? WAY_COST_MAX
               : way_cost_add(((way_cost)cost << group->inside.shift) + from->half, to->half);
}

/// Marks the group above if it knows other costs between a group's posts.
static void tiers_tell(wayi_tiers *tiers, uint32_t tier, uint32_t group)
{
    const wayi_tiers_group *own = &tiers->tiers[tier].groups[group];
    bool news = false;
    for (uint32_t p = 0; p < own->post_count && !news; p++) {
        for (uint32_t q = 0; q < p && !news; q++) {
            const uint16_t told = own->told[p * own->post_count + q];
            const way_cost before =
                told == WAYI_ATLAS_UNMADE - 1 ? WAY_COST_MAX : wayi_atlas_decode(told);
            const way_cost now = wayi_tiers_between(own, p, q);
            const way_cost off = before < now ? now - before : before - now;
            news = off > before / TIERS_SPARE + 1;
        }
    }
    if (news) {
        wayi_tiers_mark(tiers, tier + 1, wayi_tiers_parent(tiers, tier, group));
    }
}

uint32_t wayi_tiers_gather(const wayi_tiers *tiers, uint32_t tier, uint32_t group,
                           wayi_tiers_post *posts)
{
    const wayi_tiers_tier *own_tier = &tiers->tiers[tier];
    const way_rect one = {group % own_tier->columns, group / own_tier->columns, 1, 1};
    const way_rect around = wayi_rect_grow(one, 1, own_tier->columns, own_tier->rows);
    uint32_t count = 0;
    for (uint32_t i = 0; i < around.width * around.height * tiers->sides; i++) {
        const uint32_t other = wayi_rect_at(around, i / tiers->sides, own_tier->columns);
        const uint32_t side = i % tiers->sides;
        const uint32_t beside = wayi_tiers_beside(own_tier, other, side);
        const wayi_tiers_border *border = &own_tier->borders[other * WAYI_TIERS_SIDES + side];
        const bool own = beside != UINT32_MAX && (other == group || beside == group);
        for (uint32_t k = 0; own && k < border->count; k++, count++) {
            if (posts) {
                posts[count].link = border->links[k];
            }
        }
    }
    return count;
}

/// Puts posts in place of a group's, of which nothing is told yet. False without memory.
static bool tiers_put_posts(const wayi_tiers *tiers, wayi_tiers_group *group,
                            wayi_tiers_post *posts, uint32_t count)
{
    uint16_t *told = wayi_alloc_zero(&tiers->allocator, (size_t)count * count, sizeof *told);
    if (count && !told) {
        WAYI_FREE(&tiers->allocator, posts, count);
        return false;
    }
    tiers_free_posts(tiers, group);
    group->posts = posts;
    group->told = told;
    group->post_count = count;
    return true;
}

/// What is known of the posts that a group has.
static void tiers_look_at_posts(wayi_tiers *tiers, uint32_t tier, uint32_t group)
{
    wayi_tiers_tier *own_tier = &tiers->tiers[tier];
    wayi_tiers_group *own = &own_tier->groups[group];
    const wayi_tiers_group *above =
        tier + 1 < tiers->count ? &own_tier[1].groups[wayi_tiers_parent(tiers, tier, group)] : NULL;
    for (uint32_t i = 0; i < own->post_count; i++) {
        wayi_tiers_post *post = &own->posts[i];
        post->half = tier ? 0 : (tiers_link_cost(tiers, post->link) + 1) / 2; // never 0
        post->node = (uint16_t)tiers_post_node(tiers, tier, group, post->link);
        post->up =
            (uint16_t)(above ? wayi_tiers_find(&above->inside, post->link) : WAYI_TIERS_NONE);
    }
    const uint32_t widest = own->inside.count + own->post_count;
    own_tier->widest = widest > own_tier->widest ? widest : own_tier->widest;
    tiers->version++;
}

bool wayi_tiers_look_up(wayi_tiers *tiers, uint32_t tier, uint32_t group, bool *same)
{
    wayi_tiers_group *own = &tiers->tiers[tier].groups[group];
    tiers_look_at_posts(tiers, tier, group); // those that it has are sound, whatever comes
    const uint32_t count = wayi_tiers_gather(tiers, tier, group, NULL);
    wayi_tiers_post *posts = wayi_alloc_zero(&tiers->allocator, count, sizeof *posts);
    if (count && !posts) {
        return false;
    }
    (void)wayi_tiers_gather(tiers, tier, group, posts);
    *same = count == own->post_count;
    for (uint32_t i = 0; i < count && *same; i++) {
        *same = posts[i].link == own->posts[i].link;
    }
    if (*same) {
        WAYI_FREE(&tiers->allocator, posts, count);
        return true;
    }
    if (!tiers_put_posts(tiers, own, posts, count)) {
        return false;
    }
    tiers_look_at_posts(tiers, tier, group);
    return true;
}

bool wayi_tiers_relink(wayi_tiers *tiers, uint32_t tier, uint32_t group)
{
    bool same = true;
    if (!wayi_tiers_look_up(tiers, tier, group, &same)) {
        return false;
    }
    if (!same) {
        wayi_tiers_mark(tiers, tier + 1, wayi_tiers_parent(tiers, tier, group));
    } else if (tier + 1 < tiers->count) {
        tiers_tell(tiers, tier, group);
    }
    return true;
}

// Borders -----------------------------------------------------------------------------------------

/// A link that leads over a border, and its nodes on both sides.
typedef struct tiers_way {
    uint64_t link;
    uint16_t ends[2];
    uint32_t post; ///< whether it is one
} tiers_way;

/// Adds a way over the border between two groups. False without memory.
static bool tiers_add_way(wayi_tiers *tiers, uint32_t tier, const uint32_t *groups, uint64_t link)
{
    tiers_way way = {.link = link};
    for (uint32_t i = 0; i < 2; i++) {
        way.ends[i] = (uint16_t)tiers_post_node(tiers, tier, groups[i], link);
    }
    uint32_t words[sizeof way / 4];
    memcpy(words, &way, sizeof way);
    return way.ends[0] == WAYI_TIERS_NONE || way.ends[1] == WAYI_TIERS_NONE ||
           wayi_path_buffer_append(&tiers->room, words, sizeof words / 4);
}

/// Lists the near links that lead from one group of tier 1 to another.
static bool tiers_list_links(wayi_tiers *tiers, const uint32_t *groups)
{
    const wayi_atlas *atlas = tiers->atlas;
    const uint32_t columns = tiers->tiers[0].columns;
    const way_rect all = {groups[0] % columns * tiers->side, groups[0] / columns * tiers->side,
                          tiers->side, tiers->side};
    bool fits = true;
    for (uint32_t i = 0; i < all.width * all.height && fits; i++) {
        const uint32_t x = all.x + i % all.width;
        const uint32_t y = all.y + i / all.width;
        const uint32_t square = y * atlas->columns + x;
        const bool inner = i % all.width && i % all.width + 1 < all.width && i / all.width &&
                           i / all.width + 1 < all.height;
        const wayi_atlas_block *block =
            inner || x >= atlas->columns || y >= atlas->rows ? NULL : atlas->squares[square];
        for (uint32_t k = 0; block && k < block->region_count && fits; k++) {
            const wayi_atlas_region *region = &wayi_atlas_regions(block)[k];
            for (uint32_t link = 0; link < region->link_count && fits; link++) {
                const uint32_t word = wayi_atlas_word(block, region->link_first + link);
                const uint32_t to = wayi_atlas_target(atlas, square, word);
                if ((word & WAYI_ATLAS_NEAR) &&
                    wayi_tiers_group_of(tiers, 0, to >> atlas->bits) == groups[1]) {
                    fits = tiers_add_way(tiers, 0, groups,
                                         (uint64_t)(square << atlas->bits | k) << 32 | to);
                }
            }
        }
    }
    return fits;
}

/// Lists the posts of the tier below that lie between two groups.
static bool tiers_list_posts(wayi_tiers *tiers, uint32_t tier, const uint32_t *groups)
{
    const wayi_tiers_tier *below = &tiers->tiers[tier - 1];
    bool fits = true;
    for (uint32_t end = 0; end < 2; end++) {
        const way_rect rect = wayi_tiers_children(below, &tiers->tiers[tier], groups[end]);
        for (uint32_t i = 0; i < rect.width * rect.height * tiers->sides; i++) {
            const uint32_t child = wayi_rect_at(rect, i / tiers->sides, below->columns);
            const uint32_t side = i % tiers->sides;
            const uint32_t beside = wayi_tiers_beside(below, child, side);
            const wayi_tiers_border *border = &below->borders[child * WAYI_TIERS_SIDES + side];
            const bool over = beside != UINT32_MAX &&
                              wayi_tiers_parent(tiers, tier - 1, beside) == groups[1 - end];
            for (uint32_t k = 0; over && k < border->count && fits; k++) {
                fits = tiers_add_way(tiers, tier, groups, border->links[k]);
            }
        }
    }
    return fits;
}

/// Whether a way over a border is near to another one on both sides.
static bool tiers_covers(const wayi_tiers *tiers, uint32_t tier, const uint32_t *groups,
                         const tiers_way *a, const tiers_way *b)
{
    const uint32_t halves = tiers->count > 2 ? TIERS_NEAR : TIERS_NEAR_SMALL;
    const uint64_t near =
        (uint64_t)halves * tiers->atlas->config.side * tiers->atlas->grid->map->costs.cardinal / 2
        << tier;
    bool covers = true;
    for (uint32_t i = 0; i < 2 && covers; i++) {
        const wayi_tiers_inside *inside = &tiers->tiers[tier].groups[groups[i]].inside;
        const uint16_t cost = wayi_tiers_row(inside, a->ends[i])[b->ends[i]];
        covers = cost != WAYI_TIERS_FAR && (uint64_t)cost << inside->shift <= near;
    }
    return covers;
}

static void tiers_sort_ways(tiers_way *ways, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) { // nearly sorted
        const tiers_way way = ways[i];
        uint32_t k = i;
        for (; k > 0 && ways[k - 1].link > way.link; k--) {
            ways[k] = ways[k - 1];
        }
        ways[k] = way;
    }
}

static bool tiers_is_covered(const wayi_tiers *tiers, uint32_t tier, const uint32_t *groups,
                             const tiers_way *ways, uint32_t count, uint32_t way)
{
    bool covered = ways[way].post;
    for (uint32_t i = 0; i < count && !covered; i++) {
        covered = ways[i].post && tiers_covers(tiers, tier, groups, &ways[i], &ways[way]);
    }
    return covered;
}

/// Whether the posts of a border, which are marked, are among the ways over it, and cover them all.
static bool tiers_holds(const wayi_tiers *tiers, uint32_t tier, const uint32_t *groups,
                        const wayi_tiers_border *border, tiers_way *ways, uint32_t count)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++) {
        ways[i].post = found < border->count && border->links[found] == ways[i].link;
        found += ways[i].post;
    }
    bool holds = found == border->count;
    for (uint32_t i = 0; i < count && holds; i++) {
        holds = tiers_is_covered(tiers, tier, groups, ways, count, i);
    }
    return holds;
}

/// Marks posts: for the first way that is not covered the last one that covers it. How many.
static uint32_t tiers_choose(const wayi_tiers *tiers, uint32_t tier, const uint32_t *groups,
                             tiers_way *ways, uint32_t count)
{
    uint32_t chosen = 0;
    for (uint32_t i = 0; i < count; i++) {
        ways[i].post = false;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t last = i;
        if (tiers_is_covered(tiers, tier, groups, ways, count, i)) {
            continue;
        }
        for (uint32_t k = i + 1; k < count; k++) {
            last = tiers_covers(tiers, tier, groups, &ways[i], &ways[k]) ? k : last;
        }
        ways[last].post = true;
        chosen++;
    }
    return chosen;
}

/// Takes the marked ways for the posts of a border. False without memory.
static bool tiers_take(wayi_tiers *tiers, wayi_tiers_border *border, const tiers_way *ways,
                       uint32_t count, uint32_t chosen)
{
    uint64_t *links = wayi_alloc(&tiers->allocator, chosen, sizeof *links);
    if (chosen && !links) {
        return false;
    }
    WAYI_FREE(&tiers->allocator, border->links, border->count);
    border->links = links;
    border->count = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (ways[i].post) {
            links[border->count++] = ways[i].link;
        }
    }
    return true;
}

bool wayi_tiers_look(wayi_tiers *tiers, uint32_t tier, uint32_t border, int64_t *left)
{
    wayi_tiers_tier *own = &tiers->tiers[tier];
    const uint32_t group = border / WAYI_TIERS_SIDES;
    const uint32_t groups[2] = {group, wayi_tiers_beside(own, group, border % WAYI_TIERS_SIDES)};
    wayi_path_buffer_clear(&tiers->room);
    if (!(tier ? tiers_list_posts(tiers, tier, groups) : tiers_list_links(tiers, groups))) {
        return false;
    }
    tiers_way *ways = (tiers_way *)(void *)tiers->room.states;
    const uint32_t count = tiers->room.count / (uint32_t)(sizeof *ways / 4);
    *left -= TIERS_LOOK + (int64_t)count * own->borders[border].count * 2;
    tiers_sort_ways(ways, count);
    if (tiers_holds(tiers, tier, groups, &own->borders[border], ways, count)) {
        return true;
    }
    const uint32_t chosen = tiers_choose(tiers, tier, groups, ways, count);
    *left -= (int64_t)count * chosen * 4;
    return tiers_take(tiers, &own->borders[border], ways, count, chosen) &&
           wayi_tiers_relink(tiers, tier, groups[0]) && wayi_tiers_relink(tiers, tier, groups[1]);
}
