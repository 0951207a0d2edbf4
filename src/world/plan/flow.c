// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Growing and mending shared fields, in slices. A field grows by Dijkstra's search with buckets as
// wide as the cheapest step at most, which settles each cell once. An edit is looked at in two
// waves, as in the repair of shortest path trees: first every cell whose way led over what changed
// forgets its cost, then the cells around enter theirs again and the search goes on. Ties go to the
// direction with the lower number, so that the steps do not depend on the order of the work.
//
// One field is worked on at a time, because only that one has its frontier listed; the frontier of
// another is found by a look at its blocks, where open cells are marked.
#include "world/plan/flow.h"

#include "base/check.h"

#include <string.h>

/// Cells that one unit of work looks at in a block.
#define FLOW_SCAN 128u

/// How many straight steps a field grows beyond the last that was asked for.
#define FLOW_MARGIN 32u

// Blocks ------------------------------------------------------------------------------------------

static void flow_drop(wayi_flows *fields, wayi_flow *field)
{
    const uint32_t table = fields->columns * fields->rows;
    for (uint32_t b = 0; b < table; b++) {
        if (field->table[b]) {
            wayi_flows_free_block(fields, field->table[b]);
            field->table[b] = NULL;
        }
    }
    field->fresh = 1;
    field->whole = 0;
    field->rect_count = 0;
    if (fields->current != WAYI_FLOW_NONE && field == &fields->fields[fields->current]) {
        fields->current = WAYI_FLOW_NONE;
    }
}

/// Gives back the field that nobody has used for longest; false if all are in use.
static bool flow_evict(wayi_flows *fields)
{
    wayi_flow *oldest = NULL;
    for (uint32_t f = 0; f < WAYI_FLOWS_MAX; f++) {
        wayi_flow *field = &fields->fields[f];
        if (field->live && field->references == 0 && (!oldest || field->used < oldest->used)) {
            oldest = field;
        }
    }
    if (oldest) {
        flow_drop(fields, oldest);
        oldest->live = 0;
    }
    return oldest != NULL;
}

/// The block of a cell, made if need be; NULL if there is no memory for it.
static wayi_flow_block *flow_block(wayi_flows *fields, wayi_flow *field, const way_map *map,
                                   way_cell cell, uint32_t *index)
{
    const uint32_t y = wayi_map_row(map, cell);
    const uint32_t x = cell - y * map->width;
    wayi_flow_block **block = &field->table[(y >> 4) * fields->columns + (x >> 4)];
    *index = (y & 15u) << 4 | (x & 15u);
    while (!*block) {
        *block = wayi_flows_new_block(fields);
        if (!*block && !flow_evict(fields)) {
            return NULL;
        }
    }
    return *block;
}

// Lists -------------------------------------------------------------------------------------------

static void flow_clear_lists(wayi_flows *fields)
{
    memset(fields->heads, 0xff, sizeof fields->heads);
    fields->waiting = 0;
    fields->level = UINT32_MAX;
    fields->raising = WAYI_FLOW_NONE;
    fields->raised = WAYI_FLOW_NONE;
    fields->overflow = false;
    fields->entry_top = 0;
    fields->entry_free = WAYI_FLOW_NONE;
}

static void flow_link(wayi_flows *fields, uint32_t *head, way_cell cell)
{
    const uint32_t entry = wayi_flows_new_entry(fields);
    if (entry == WAYI_FLOW_NONE) {
        fields->overflow = true;
        return;
    }
    *wayi_flow_entry_at(fields, entry) = (wayi_flow_entry){cell, *head};
    *head = entry;
}

static way_cell flow_unlink(wayi_flows *fields, uint32_t *head)
{
    const uint32_t number = *head;
    wayi_flow_entry *entry = wayi_flow_entry_at(fields, number);
    *head = entry->next;
    entry->next = fields->entry_free;
    fields->entry_free = number;
    return entry->cell;
}

static void flow_open(wayi_flows *fields, way_cell cell, way_cost cost)
{
    const uint32_t bucket = cost >> fields->shift;
    flow_link(fields, &fields->heads[bucket & (WAYI_FLOW_BUCKETS - 1)], cell);
    fields->waiting++;
    fields->level = bucket < fields->level ? bucket : fields->level;
}

// Work --------------------------------------------------------------------------------------------

/// Offers a cell a way; it takes it if that is better, or as good and lower in number.
static void flow_offer(wayi_flows *fields, wayi_flow *field, const way_map *map, way_cell cell,
                       way_cost cost, uint32_t step)
{
    uint32_t index = 0;
    wayi_flow_block *block = flow_block(fields, field, map, cell, &index);
    if (!block) {
        field->whole = 1; // as far as there is memory for
        return;
    }
    if (cost < block->costs[index]) {
        block->costs[index] = cost;
        block->steps[index] = (uint8_t)(step | WAYI_FLOW_OPEN);
        flow_open(fields, cell, cost);
    } else if (cost == block->costs[index] && cost != WAY_COST_MAX) {
        const uint32_t old = block->steps[index];
        if (step < (old & (WAYI_FLOW_OPEN - 1u))) {
            block->steps[index] = (uint8_t)(step | (old & WAYI_FLOW_OPEN));
        }
    }
}

/// The links from a cell, or to it.
static uint32_t flow_links(const wayi_ground *ground, way_cell cell, bool back, wayi_link *links)
{
    return ground->layer->links ? wayi_links_list(ground->map, ground->layer, cell, back, links)
                                : 0;
}

static void flow_expand(wayi_flows *fields, wayi_flow *field, const wayi_ground *ground,
                        way_cell cell, way_cost cost)
{
    for (uint32_t moves = wayi_ground_moves(ground, cell); moves; moves &= moves - 1) {
        const uint32_t dir = wayi_bits_lowest(moves);
        const way_cell other = cell + (uint32_t)ground->map->offsets[dir];
        const uint32_t back = wayi_direction_opposite(dir);
        const way_cost reached = way_cost_add(cost, wayi_ground_step(ground, other, back));
        if (reached < WAY_COST_MAX - 1u) {
            flow_offer(fields, field, ground->map, other, reached, back);
        }
    }
    wayi_link links[WAY_MAP_CELL_LINKS_MAX];
    const uint32_t count = flow_links(ground, cell, true, links);
    for (uint32_t k = 0; k < count; k++) {
        const way_cost reached = way_cost_add(cost, links[k].cost);
        if (reached < WAY_COST_MAX - 1u) {
            flow_offer(fields, field, ground->map, links[k].from, reached, WAYI_FLOW_LINK);
        }
    }
}

/// Grows by one cell; false if the bucket in hand is empty.
static bool flow_grow_one(wayi_flows *fields, wayi_flow *field, const wayi_ground *ground)
{
    uint32_t *head = &fields->heads[fields->level & (WAYI_FLOW_BUCKETS - 1)];
    uint32_t *link = head;
    while (*link != WAYI_FLOW_NONE) {
        wayi_flow_entry *entry = wayi_flow_entry_at(fields, *link);
        const way_cell cell = entry->cell;
        uint32_t index = 0;
        wayi_flow_block *block = flow_block(fields, field, ground->map, cell, &index);
        if (!block) {
            field->whole = 1;
            return false;
        }
        const way_cost cost = block->costs[index];
        if (cost != WAY_COST_MAX && cost >> fields->shift > fields->level) {
            link = &entry->next; // of a later round
            continue;
        }
        flow_unlink(fields, link);
        fields->waiting--;
        if (cost != WAY_COST_MAX && (block->steps[index] & WAYI_FLOW_OPEN)) {
            block->steps[index] &= WAYI_FLOW_OPEN - 1u;
            field->cells++;
            fields->settled++;
            flow_expand(fields, field, ground, cell, cost);
            return true;
        }
    }
    return false;
}

/// The way of a cell holds if its step is legal and costs what it did.
static bool flow_holds(const wayi_flows *fields, const wayi_flow *field, const wayi_ground *ground,
                       way_cell cell, way_cost cost, uint32_t step)
{
    if (step == WAYI_FLOW_NO_STEP) {
        return cell == field->goal && cost == 0 && wayi_ground_fits(ground, cell);
    }
    if (step == WAYI_FLOW_LINK) {
        wayi_link links[WAY_MAP_CELL_LINKS_MAX];
        for (uint32_t k = flow_links(ground, cell, false, links); k > 0; k--) {
            const way_cost rest = wayi_flow_cost_at(fields, field, ground->map, links[k - 1].to);
            if (rest != WAY_COST_MAX && way_cost_add(rest, links[k - 1].cost) == cost) {
                return true;
            }
        }
        return false;
    }
    if (!wayi_ground_fits(ground, cell) || !(wayi_ground_moves(ground, cell) >> step & 1u)) {
        return false;
    }
    const way_cell next = cell + (uint32_t)ground->map->offsets[step];
    const way_cost rest = wayi_flow_cost_at(fields, field, ground->map, next);
    return rest != WAY_COST_MAX && way_cost_add(rest, wayi_ground_step(ground, cell, step)) == cost;
}

/// Forgets the way of one cell if it is gone, and suspects those who came this way.
static void flow_raise_one(wayi_flows *fields, wayi_flow *field, const wayi_ground *ground)
{
    const way_map *map = ground->map;
    const way_cell cell = flow_unlink(fields, &fields->raising);
    flow_link(fields, &fields->raised, cell);
    const uint32_t y = wayi_map_row(map, cell);
    const uint32_t x = cell - y * map->width;
    wayi_flow_block *block = field->table[(y >> 4) * fields->columns + (x >> 4)];
    if (!block) {
        return;
    }
    const uint32_t index = (y & 15u) << 4 | (x & 15u);
    const way_cost cost = block->costs[index];
    const uint32_t step = block->steps[index] & (WAYI_FLOW_OPEN - 1u);
    if (cost == WAY_COST_MAX || flow_holds(fields, field, ground, cell, cost, step)) {
        return;
    }
    block->costs[index] = WAY_COST_MAX;
    block->steps[index] = WAYI_FLOW_NO_STEP;
    for (uint32_t dir = 0; dir < WAYI_DIRECTIONS; dir++) {
        const way_cell other = way_map_cell(map, (int64_t)x + wayi_direction_x[dir],
                                            (int64_t)y + wayi_direction_y[dir]);
        if (other != WAY_CELL_NONE &&
            wayi_flow_step_at(fields, field, map, other) == wayi_direction_opposite(dir)) {
            flow_link(fields, &fields->raising, other);
        }
    }
    const wayi_links *links = ground->layer->links;
    way_cell other = WAY_CELL_NONE;
    for (uint32_t k = 0; links && (other = wayi_links_partner(ground->map, ground->layer, cell,
                                                              k)) != WAY_CELL_NONE;
         k++) {
        if (wayi_flow_step_at(fields, field, map, other) == WAYI_FLOW_LINK) {
            flow_link(fields, &fields->raising, other);
        }
    }
}

/// Enters a cell again by the best of its neighbours.
static void flow_lower_one(wayi_flows *fields, wayi_flow *field, const wayi_ground *ground)
{
    const way_cell cell = flow_unlink(fields, &fields->raised);
    if (!wayi_ground_fits(ground, cell)) {
        return;
    }
    if (cell == field->goal) {
        flow_offer(fields, field, ground->map, cell, 0, WAYI_FLOW_NO_STEP);
    }
    for (uint32_t moves = wayi_ground_moves(ground, cell); moves; moves &= moves - 1) {
        const uint32_t dir = wayi_bits_lowest(moves);
        const way_cell other = cell + (uint32_t)ground->map->offsets[dir];
        const way_cost rest = wayi_flow_cost_at(fields, field, ground->map, other);
        if (rest != WAY_COST_MAX) {
            flow_offer(fields, field, ground->map, cell,
                       way_cost_add(rest, wayi_ground_step(ground, cell, dir)), dir);
        }
    }
    wayi_link links[WAY_MAP_CELL_LINKS_MAX];
    for (uint32_t k = flow_links(ground, cell, false, links); k > 0; k--) {
        const way_cost rest = wayi_flow_cost_at(fields, field, ground->map, links[k - 1].to);
        if (rest != WAY_COST_MAX) {
            flow_offer(fields, field, ground->map, cell, way_cost_add(rest, links[k - 1].cost),
                       WAYI_FLOW_LINK);
        }
    }
}

/// Suspects the cells of the first row of an edited rectangle, and those whose steps or footprints
/// reach into it. Returns the work that it took.
static uint32_t flow_suspect(wayi_flows *fields, wayi_flow *field, const wayi_ground *ground)
{
    way_rect *whole = &field->rects[field->rect_count - 1];
    const way_rect rect = {whole->x, whole->y, whole->width, 1};
    whole->y++;
    field->rect_count -= --whole->height == 0;
    const uint32_t grow = ground->size;
    const uint32_t left = rect.x > grow ? rect.x - grow : 0;
    const uint32_t top = rect.y > grow ? rect.y - grow : 0;
    const uint32_t right =
        rect.x + rect.width < ground->map->width ? rect.x + rect.width : ground->map->width - 1;
    const uint32_t bottom =
        rect.y + rect.height < ground->map->height ? rect.y + rect.height : ground->map->height - 1;
    for (uint32_t y = top; y <= bottom; y++) {
        for (uint32_t x = left; x <= right; x++) {
            flow_link(fields, &fields->raising, y * ground->map->width + x);
        }
    }
    return (right - left + 1) * (bottom - top + 1);
}

/// Lists the open cells of one block; returns the work that it took.
static uint32_t flow_list_block(wayi_flows *fields, wayi_flow *field, const way_map *map)
{
    const uint32_t scan = fields->scan++;
    const wayi_flow_block *block = field->table[scan];
    if (!block) {
        return scan % FLOW_SCAN == 0;
    }
    const uint32_t top = scan / fields->columns * 16u;
    const uint32_t left = scan % fields->columns * 16u;
    for (uint32_t k = 0; k < WAYI_BLOCK_CELLS; k++) {
        if (block->costs[k] != WAY_COST_MAX && (block->steps[k] & WAYI_FLOW_OPEN)) {
            flow_open(fields, (top + (k >> 4)) * map->width + left + (k & 15u), block->costs[k]);
        }
    }
    return WAYI_BLOCK_CELLS / FLOW_SCAN;
}

static bool flow_wants_growth(const wayi_flow *field, const wayi_flows *fields, uint32_t tick)
{
    return fields->waiting && !field->whole &&
           (field->asked + 1 >= tick || fields->level <= field->limit >> fields->shift);
}

/// Whether there is something to do for a field that is not in hand.
static bool flow_needs(const wayi_flow *field, uint32_t tick)
{
    return field->live && field->references && field->used + 2 >= tick &&
           (field->rect_count || (!field->whole && field->asked + 1 >= tick));
}

/// Puts another field in hand, the one that has waited longest; false if none needs work.
static bool flow_pick(const wayi_flow_site *site)
{
    wayi_flows *fields = site->fields;
    uint32_t best = WAYI_FLOW_NONE;
    for (uint32_t f = 0; f < WAYI_FLOWS_MAX; f++) {
        if (f != fields->current && flow_needs(&fields->fields[f], site->tick) &&
            (best == WAYI_FLOW_NONE || fields->fields[f].since < fields->fields[best].since)) {
            best = f;
        }
    }
    if (best == WAYI_FLOW_NONE) {
        return false;
    }
    flow_clear_lists(fields);
    fields->current = best;
    fields->scan = 0;
    fields->stage = WAYI_FLOW_LIST;
    if (fields->fields[best].fresh) {
        wayi_flow *field = &fields->fields[best];
        const wayi_ground *ground = &site->grounds[field->ground];
        field->fresh = 0;
        field->rect_count = 0;
        fields->stage = WAYI_FLOW_GROW;
        if (wayi_ground_fits(ground, field->goal)) {
            flow_offer(fields, field, ground->map, field->goal, 0, WAYI_FLOW_NO_STEP);
        }
    }
    return true;
}

/// Grows as far as somebody asks, and a little farther.
static uint32_t flow_grow(const wayi_flow_site *site, wayi_flow *field, const wayi_ground *ground)
{
    wayi_flows *fields = site->fields;
    if (!flow_wants_growth(field, fields, site->tick)) {
        field->whole |= fields->waiting == 0;
        return WAYI_FLOW_NONE;
    }
    if (field->asked + 1 >= site->tick) {
        const way_cost far = fields->level << fields->shift;
        field->limit = way_cost_add(far, FLOW_MARGIN * ground->map->costs.cardinal);
    }
    if (!flow_grow_one(fields, field, ground)) {
        fields->level++;
    }
    return 1;
}

/// One small piece of work on the field in hand; WAYI_FLOW_NONE if there is nothing to do.
static uint32_t flow_work(const wayi_flow_site *site)
{
    wayi_flows *fields = site->fields;
    wayi_flow *field = &fields->fields[fields->current];
    const wayi_ground *ground = &site->grounds[field->ground];
    switch (fields->stage) {
    case WAYI_FLOW_LIST:
        if (fields->scan == fields->columns * fields->rows) {
            fields->stage = WAYI_FLOW_GROW;
            return 1;
        }
        return flow_list_block(fields, field, ground->map);
    case WAYI_FLOW_RAISE:
        if (fields->raising != WAYI_FLOW_NONE) {
            flow_raise_one(fields, field, ground);
            return 1;
        }
        fields->stage = WAYI_FLOW_LOWER;
        return 1;
    case WAYI_FLOW_LOWER:
        if (fields->raised != WAYI_FLOW_NONE) {
            flow_lower_one(fields, field, ground);
            return 1;
        }
        fields->stage = WAYI_FLOW_GROW;
        return 1;
    default:
        if (field->rect_count) {
            field->whole = 0;
            fields->stage = WAYI_FLOW_RAISE;
            return 1 + flow_suspect(fields, field, ground) / 16u;
        }
        return flow_grow(site, field, ground);
    }
}

uint32_t wayi_flows_step(const wayi_flow_site *site, uint32_t budget)
{
    wayi_flows *fields = site->fields;
    uint32_t spent = 0;
    if (fields->current != WAYI_FLOW_NONE && !fields->fields[fields->current].references) {
        fields->current = WAYI_FLOW_NONE;
    }
    while (spent < budget && (fields->current != WAYI_FLOW_NONE || flow_pick(site))) {
        wayi_flow *field = &fields->fields[fields->current];
        const uint32_t work = flow_work(site);
        spent += work == WAYI_FLOW_NONE ? 0 : work;
        if (fields->overflow) {
            flow_drop(fields, field);
        } else if (work == WAYI_FLOW_NONE) {
            // As long as nobody else needs work its lists are kept.
            field->since = site->tick;
            if (!flow_pick(site)) {
                break;
            }
        }
    }
    return spent;
}

// Asking ------------------------------------------------------------------------------------------

uint32_t wayi_flows_take(const wayi_flow_site *site, way_cell goal, uint32_t ground)
{
    wayi_flows *fields = site->fields;
    uint32_t free = WAYI_FLOW_NONE;
    for (uint32_t f = 0; f < WAYI_FLOWS_MAX; f++) {
        wayi_flow *field = &fields->fields[f];
        if (field->live && field->goal == goal && field->ground == ground) {
            field->references++;
            field->used = site->tick;
            return f;
        }
        free = !field->live && free == WAYI_FLOW_NONE ? f : free;
    }
    if (free == WAYI_FLOW_NONE) {
        if (!flow_evict(fields)) {
            return WAYI_FLOW_NONE;
        }
        return wayi_flows_take(site, goal, ground);
    }
    wayi_flow *field = &fields->fields[free];
    if (!wayi_flows_make_table(fields, field)) {
        return WAYI_FLOW_NONE;
    }
    *field = (wayi_flow){.table = field->table,
                         .goal = goal,
                         .references = 1,
                         .used = site->tick,
                         .asked = site->tick,
                         .since = site->tick,
                         .ground = (uint8_t)ground,
                         .live = 1,
                         .fresh = 1};
    return free;
}

void wayi_flows_release(wayi_flows *fields, uint32_t field)
{
    WAYI_ASSERT(fields->fields[field].references > 0);
    fields->fields[field].references--;
}

static uint64_t flow_union(way_rect a, way_rect b, way_rect *both)
{
    *both = wayi_rect_join(a, b);
    return (uint64_t)both->width * both->height - (uint64_t)a.width * a.height;
}

/// Remembers an edit; where there is no room it joins the one that grows least by it.
static void flow_note(wayi_flow *field, way_rect rect)
{
    uint64_t least = UINT64_MAX;
    uint32_t best = 0;
    way_rect both = rect;
    for (uint32_t r = 0; r < field->rect_count; r++) {
        const uint64_t more = flow_union(field->rects[r], rect, &both);
        best = more < least ? r : best;
        least = more < least ? more : least;
    }
    if (field->rect_count < WAYI_FLOW_RECTS && least > 64u) {
        field->rects[field->rect_count++] = rect;
    } else {
        (void)flow_union(field->rects[best], rect, &field->rects[best]);
    }
}

void wayi_flows_edit(const wayi_flow_site *site, const way_map *map, way_rect rect)
{
    wayi_flows *fields = site->fields;
    for (uint32_t f = 0; f < WAYI_FLOWS_MAX; f++) {
        wayi_flow *field = &fields->fields[f];
        if (!field->live || field->fresh || site->grounds[field->ground].map != map) {
            continue;
        }
        flow_note(field, rect);
    }
}
