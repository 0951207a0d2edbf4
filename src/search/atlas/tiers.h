// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Tiers: what tells, from any region of an atlas, which way is next, on maps of any size.
//
//   tier 1     groups of K x K squares; of each the costs between all its regions, by ways inside
//   above      groups of 4 x 4 of the tier below; of each the costs between the posts of these
//   posts      links between regions of two groups side by side. A tier keeps as many of the posts
//              of the one below as it takes for every other one to be near to one that is kept, on
//              both sides: what is connected stays connected, and a way gets hardly longer
//   the top    one group that is the whole map
//
// Asking takes no search. What it costs from the goal to the posts of its group is a row of costs,
// from there to those of the group above the least of some rows, and so on to the top; and down
// again towards whoever asks. That gives what is left from each region of a group: of the links of
// a region the one is next that with what is left behind it is the least, and what is left shrinks
// with every link, so nobody goes round in circles.
//
// All costs are estimates: it is the links of the atlas as they are that are followed. After an
// edit groups are made again, tier by tier, each in a slice or a few, and only as far up as costs
// between posts change by more than a part of them. A group is made aside and takes the place of
// the one before at the end: nothing is read while it is half made.
#pragma once

#include "search/atlas/atlas.h"

#define WAYI_TIERS_MAX 10u
#define WAYI_TIERS_FAR 0x7fffu ///< instead of a cost: there is no way inside the group
#define WAYI_TIERS_NONE UINT16_MAX
#define WAYI_TIERS_MOST 0x4000u  ///< costs are below, but for those of the largest shift
#define WAYI_TIERS_SHIFT_MAX 17u ///< of costs that fit into 32 bits

/// Groups of tier 1 have up to so many squares a side.
#define WAYI_TIERS_SIDE_MAX 32u

/// Rows of costs are padded to a multiple of this.
#define WAYI_TIERS_LANES 16u

/// A post of a group's own border.
typedef struct wayi_tiers_post {
    uint64_t link; ///< regions: the left or upper one << 32 | the other one
    way_cost half; ///< on tier 1: of the cost of the link; the other half is the other group's
    uint16_t node; ///< of the group
    uint16_t up;   ///< node of the group above; WAYI_TIERS_NONE = it is yet to learn of this post
} wayi_tiers_post;

/// What is known inside a group: a cost is `costs` << shift.
typedef struct wayi_tiers_inside {
    uint32_t count;  ///< of nodes: regions, or posts
    uint32_t stride; ///< of a row
    uint32_t shift;
    uint64_t *links; ///< [count] ascending; NULL on tier 1
    uint32_t *first; ///< [K * K + 1] of the numbers of each square; NULL above tier 1
    uint16_t *nodes; ///< [first[K * K]] of each number; those without links are none
    uint16_t *costs; ///< [count][stride]
} wayi_tiers_inside;

typedef struct wayi_tiers_group {
    wayi_tiers_inside inside;
    wayi_tiers_post *posts;
    uint16_t *told; ///< [post_count][post_count] costs that the group above knows, encoded
    uint32_t post_count;
    bool due; ///< it is to be made again
} wayi_tiers_group;

/// The posts between a group and one beside it.
typedef struct wayi_tiers_border {
    uint64_t *links; ///< ascending
    uint32_t count;
    bool due; ///< it is to be looked at again
} wayi_tiers_border;

/// Where a border of a group leads: right, down, and where corners may be cut, slantwise.
#define WAYI_TIERS_SIDES 4u

typedef struct wayi_tiers_tier {
    uint32_t columns, rows;     ///< of groups
    wayi_tiers_group *groups;   ///< [columns * rows]
    wayi_tiers_border *borders; ///< [columns * rows][WAYI_TIERS_SIDES]
    wayi_path_buffer due;       ///< groups
    wayi_path_buffer edges;     ///< borders
    uint32_t widest;            ///< nodes and posts of a group, at most
} wayi_tiers_tier;

/// A group as it is made.
typedef struct wayi_tiers_making {
    wayi_tiers_inside inside;
    uint32_t tier, group;
    uint32_t next; ///< node to look at ways over; `count` = all were
    bool running;
} wayi_tiers_making;

typedef struct wayi_tiers {
    wayi_atlas *atlas;
    wayi_tiers_tier tiers[WAYI_TIERS_MAX]; ///< [0] is tier 1
    uint32_t count;
    uint32_t side;  ///< K
    uint32_t sides; ///< of borders that there are
    wayi_tiers_making making;
    wayi_path_buffer room; ///< to look at borders in
    bool lost;             ///< without memory: everything is to be made again
    uint64_t version;      ///< grows with everything that asking depends on
    uint64_t made;         ///< expansions that building took
    uint64_t worked;       ///< and keeping them so far
    way_allocator allocator;
} wayi_tiers;

/// For an atlas that is built or opened; nothing is made yet.
void wayi_tiers_init(wayi_tiers *tiers, wayi_atlas *atlas, const way_allocator *allocator);
void wayi_tiers_fini(wayi_tiers *tiers);

/// Makes them, and follows the atlas from then on.
way_status wayi_tiers_build(wayi_tiers *tiers, wayi_job_stage stage);

/// Follows the changes of an atlas for up to *budget expansions, which are taken off it. NO_MEMORY
/// leaves the rest for another call.
way_status wayi_tiers_mend(wayi_tiers *tiers, uint32_t *budget, bool *done);

/// Whether nothing is to be made again.
bool wayi_tiers_are_made(const wayi_tiers *tiers);

/// At any time, also what is to be made again.
void wayi_tiers_save(const wayi_tiers *tiers, wayi_blob_writer *writer);
way_status wayi_tiers_open(wayi_tiers *tiers, const wayi_blob *blob);

// Asking ------------------------------------------------------------------------------------------

/// What is left from the nodes of a group, as it is known to somebody who asks.
typedef struct wayi_tiers_field {
    uint32_t group;  ///< UINT32_MAX = none
    uint32_t at;     ///< in the room
    uint32_t onward; ///< on tier 1: the group that the way goes on to, if that was found out
} wayi_tiers_field;

/// Somebody who asks for the way to a goal.
typedef struct wayi_tiers_ask {
    const wayi_tiers *tiers;
    uint32_t goal;
    uint64_t version;
    wayi_path_buffer room;           ///< of all fields
    uint32_t sums;                   ///< in the room: of offers that are summed up
    uint32_t inside[WAYI_TIERS_MAX]; ///< in the room: from the goal, by ways inside its groups
    wayi_tiers_field fields[WAYI_TIERS_MAX]; ///< towards whoever asks; [0]: see near
    wayi_tiers_field near[3];                ///< of groups of tier 1
} wayi_tiers_ask;

void wayi_tiers_ask_init(wayi_tiers_ask *ask, const way_allocator *allocator);
void wayi_tiers_ask_fini(wayi_tiers_ask *ask);

/// Sets the goal. False without memory.
bool wayi_tiers_aim(wayi_tiers_ask *ask, const wayi_tiers *tiers, uint32_t goal);

/// Appends the regions behind `from` that lead to the goal, about `most` of them unless the goal
/// comes before; the list ends where less than `least` is left. *cost gets what they cost, *left
/// what is left from the last one; WAY_COST_MAX if tiers know of no way. False without memory.
bool wayi_tiers_chain(wayi_tiers_ask *ask, uint32_t from, uint32_t most, way_cost least,
                      wayi_path_buffer *out, way_cost *cost, way_cost *left);

// Between the files of the tiers ------------------------------------------------------------------

static inline uint16_t *wayi_tiers_row(const wayi_tiers_inside *inside, uint32_t node)
{
    return inside->costs + (size_t)node * inside->stride;
}

/// What it costs to go over a node first is an offer to all of a row. Compilers make vector code of
/// loops whose length they know.
static inline void wayi_tiers_offer(uint16_t *restrict row, const uint16_t *restrict over,
                                    uint32_t far, uint32_t stride)
{
    const uint16_t first = (uint16_t)far;
    for (uint32_t i = 0; i < stride; i += WAYI_TIERS_LANES) {
        for (uint32_t k = 0; k < WAYI_TIERS_LANES; k++) {
            const uint16_t offer = (uint16_t)(over[k] + first);
            row[k] = offer < row[k] ? offer : row[k];
        }
        row += WAYI_TIERS_LANES;
        over += WAYI_TIERS_LANES;
    }
}

/// The group of a tier [0..] that a square is in.
static inline uint32_t wayi_tiers_group_of(const wayi_tiers *tiers, uint32_t tier, uint32_t square)
{
    const uint32_t y = square / tiers->atlas->columns;
    const uint32_t x = square - y * tiers->atlas->columns;
    const uint32_t shift = 2 * tier;
    return (y / tiers->side >> shift) * tiers->tiers[tier].columns + (x / tiers->side >> shift);
}

/// The node of a region in its group of tier 1, or WAYI_TIERS_NONE if that was made before it came.
static inline uint32_t wayi_tiers_node(const wayi_tiers *tiers, const wayi_tiers_inside *inside,
                                       uint32_t region)
{
    const uint32_t square = region >> tiers->atlas->bits;
    const uint32_t number = region & ((1u << tiers->atlas->bits) - 1u);
    const uint32_t y = square / tiers->atlas->columns;
    const uint32_t x = square - y * tiers->atlas->columns;
    const uint32_t place = y % tiers->side * tiers->side + x % tiers->side;
    if (!inside->first || number >= inside->first[place + 1] - inside->first[place]) {
        return WAYI_TIERS_NONE;
    }
    return inside->nodes[inside->first[place] + number];
}

/// Chooses K for the regions that there are.
void wayi_tiers_choose(wayi_tiers *tiers);

/// How many groups there are of each tier, and room for them; false without memory.
bool wayi_tiers_lay_out(wayi_tiers *tiers);

/// Hears from the atlas from now on.
void wayi_tiers_listen(wayi_tiers *tiers);

/// The node of a post in a group above tier 1, or WAYI_TIERS_NONE.
uint32_t wayi_tiers_find(const wayi_tiers_inside *inside, uint64_t link);

/// The group that a border leads to, or UINT32_MAX off the map.
uint32_t wayi_tiers_beside(const wayi_tiers_tier *tier, uint32_t group, uint32_t side);

/// The part of a tier's groups that those of a group above cover, by columns and rows.
way_rect wayi_tiers_children(const wayi_tiers_tier *below, const wayi_tiers_tier *tier,
                             uint32_t group);

/// The region that a link of a square leads to and what that costs, a guess if its record is yet to
/// be made; WAYI_REGION_NONE if it is gone.
uint32_t wayi_tiers_hop(const wayi_tiers *tiers, uint32_t from, uint32_t link, way_cost *cost);

/// What it costs between two posts of a group by ways inside; WAY_COST_MAX if there is none.
way_cost wayi_tiers_between(const wayi_tiers_group *group, uint32_t p, uint32_t q);

/// Makes the inside of a group: sets it up for costs of at least a shift, looks at ways over one
/// node after the other until *left is used up, and puts it in its place. False without memory.
bool wayi_tiers_start_making(wayi_tiers *tiers, uint32_t tier, uint32_t group, uint32_t shift);
bool wayi_tiers_go_on_making(wayi_tiers *tiers, int64_t *left);
void wayi_tiers_stop_making(wayi_tiers *tiers);

void wayi_tiers_free_inside(const wayi_tiers *tiers, wayi_tiers_inside *inside);

/// Room for the costs of a group whose nodes are counted, all far; false without memory.
bool wayi_tiers_make_room(const wayi_tiers *tiers, wayi_tiers_inside *inside);

/// Lists the posts that a group should have, border by border [opt]; how many.
uint32_t wayi_tiers_gather(const wayi_tiers *tiers, uint32_t tier, uint32_t group,
                           wayi_tiers_post *posts);

/// Looks up the posts of a group: *same = they are those that it had. False without memory.
bool wayi_tiers_look_up(wayi_tiers *tiers, uint32_t tier, uint32_t group, bool *same);

/// The same, and lets the group above know. False without memory.
bool wayi_tiers_relink(wayi_tiers *tiers, uint32_t tier, uint32_t group);

/// Looks at a border again: whether its posts are still as near to everything as they should be,
/// and if not takes others. False without memory.
bool wayi_tiers_look(wayi_tiers *tiers, uint32_t tier, uint32_t border, int64_t *left);

/// Marks a group, or all its borders, to be looked at again.
void wayi_tiers_mark(wayi_tiers *tiers, uint32_t tier, uint32_t group);
void wayi_tiers_mark_border(wayi_tiers *tiers, uint32_t tier, uint32_t border);
void wayi_tiers_mark_borders(wayi_tiers *tiers, uint32_t tier, uint32_t group);

/// The group above one.
static inline uint32_t wayi_tiers_parent(const wayi_tiers *tiers, uint32_t tier, uint32_t group)
{
    const uint32_t columns = tiers->tiers[tier].columns;
    return group / columns / 4 * tiers->tiers[tier + 1].columns + group % columns / 4;
}

/// The work of so many expansions, in costs compared.
#define WAYI_TIERS_WORK 2048
