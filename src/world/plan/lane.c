// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// How a plan is made, in two storeys. Near goals are searched for at once, with a limit. For all
// others there is a way over the regions of the map first; then only the piece of it that comes
// next is searched cell by cell, to a place a few hops on. The unit walks it, and asks for the next
// piece before it gets there, with the hops that were kept for it. So the first answer costs as
// much on a large map as on a small one, and nobody waits for what he may never walk.
//
// No search is cut where it happens to be: hops lead nearer by construction (plan/regions.h), and a
// piece that is searched within the sectors of its hops is there, since each region hangs together
// within its sector.
//
// An edit of what a plan has read lets it begin again. The second time it takes only searches that
// know what they have read, so that edits elsewhere don't concern it.
#include "base/check.h"
#include "search/engine/jump_graph.h"
#include "space/grid.h"
#include "world/plan/routes.h"
#include "world/world.h"

#include <string.h>

/// Hops that a piece leads on; fewer on a way around something, for a search to a place behind that
/// would lead through it.
#define LANE_AHEAD 4u
#define LANE_ASIDE 2u

/// Most expansions of a search to a goal without hops, and of one for a piece.
#define LANE_DIRECT 128u
#define LANE_PIECE 256u

/// What a box may measure: five sectors and one more on each side, along each axis.
#define LANE_BOX_CELLS (25u * WAYI_SECTOR_CELLS)

/// Cells of a path, and entries of open lists, that there is room for from the start.
#define LANE_ROOM 1024u

/// How far around a break a way round it is looked for.
#define LANE_MEND_MARGIN 16u

/// Pull of the estimate within a box, in thousandths, as if all ground weighed what it does on
/// average along the hops.
#define LANE_WEIGHT 1500u

/// Cells that are cleared for one unit of work, as many as take as long, and looks at cells that
/// are one.
#define LANE_CLEARED 4096u
#define LANE_LOOKS 16u

way_status wayi_lane_init(way_world *world, wayi_lane *lane)
{
    const uint32_t columns = (world->map->width + WAYI_SECTOR_SIDE - 1) >> WAYI_SECTOR_SHIFT;
    const uint32_t rows = (world->map->height + WAYI_SECTOR_SIDE - 1) >> WAYI_SECTOR_SHIFT;
    const wayi_confined_config box = {.area = LANE_BOX_CELLS, .stats = &lane->box_stats};
    lane->agents = wayi_alloc_zero(&world->allocator, WAYI_GROUNDS_MAX, sizeof(way_agent *));
    lane->runs = wayi_alloc(&world->allocator, WAYI_LANE_BATCH, WAYI_LANE_RUNS);
    wayi_path_buffer_init(&lane->path, &world->allocator);
    const bool searches =
        wayi_region_search_init(&lane->regions, columns * rows, &world->allocator);
    const bool boxes = wayi_confined_init(&lane->box, &box, &world->allocator);
    const bool room = searches && boxes && // so that frames seldom ask for more
                      wayi_path_buffer_reserve(&lane->path, LANE_ROOM) &&
                      wayi_heap_reserve(&lane->regions.open, LANE_ROOM) &&
                      wayi_heap_reserve(&lane->box.open.heap, LANE_ROOM);
    if (!lane->agents || !lane->runs || !room) {
        wayi_lane_fini(world, lane);
        lane->agents = NULL;
        return WAY_STATUS_NO_MEMORY;
    }
    return WAY_STATUS_OK;
}

void wayi_lane_fini(way_world *world, wayi_lane *lane)
{
    wayi_confined_fini(&lane->box);
    wayi_region_search_fini(&lane->regions);
    wayi_path_buffer_fini(&lane->path);
    wayi_free(&world->allocator, lane->agents, WAYI_GROUNDS_MAX, sizeof(way_agent *));
    wayi_free(&world->allocator, lane->runs, WAYI_LANE_BATCH, WAYI_LANE_RUNS);
}

static const wayi_ground *lane_ground(const way_world *world, const wayi_lane *lane)
{
    return &world->grounds[wayi_world_belief(world, lane->units[lane->next])];
}

static way_agent *lane_agent(const way_world *world, const wayi_lane *lane)
{
    return lane->agents[wayi_world_belief(world, lane->units[lane->next])];
}

/// Whether jumps are what to search a ground with: it is plain, and they reach far.
static bool lane_jumps(const wayi_ground *ground)
{
    const wayi_layer *layer = ground->layer;
    return !ground->named && layer->views && !layer->links && layer->table->uniform &&
           wayi_jump_pays(wayi_jump_density_of(wayi_space_grid(ground->space)));
}

/// The cells of which the plan in hand may lead to any, or NULL if its goal is one.
static const wayi_waiting_order *lane_any(const way_world *world, const wayi_lane *lane)
{
    const wayi_mind *mind = &world->minds[lane->units[lane->next]];
    return lane->part == WAYI_PLAN_WHOLE && mind->order == WAY_ORDER_ANY &&
                   mind->any != WAYI_NOBODY && !wayi_world_yields(mind)
               ? &world->orders[mind->any]
               : NULL;
}

// Answers -----------------------------------------------------------------------------------------

/// The direction of a step between two cells, or WAYI_DIRECTIONS along a link.
static uint32_t lane_direction(const wayi_ground *ground, way_cell from, way_cell to)
{
    const way_map *map = ground->map;
    const int64_t rows = (int64_t)wayi_map_row(map, to) - wayi_map_row(map, from);
    uint32_t dir = 0;
    // On maps of one or two columns directions share offsets, not rows.
    while (dir < WAYI_DIRECTIONS &&
           (map->offsets[dir] != (int32_t)(to - from) || wayi_direction_y[dir] != rows)) {
        dir++;
    }
    const bool linked = ground->layer->links && dir < WAYI_DIRECTIONS &&
                        !(wayi_ground_moves(ground, from) >> dir & 1u) &&
                        wayi_ground_link(ground, from, to) != WAY_COST_MAX;
    return linked ? WAYI_DIRECTIONS : dir;
}

/// Writes a way as runs, up to its first link; cut where they don't fit.
static void lane_runs(const wayi_ground *ground, const way_state *states, uint32_t count,
                      uint8_t *runs, wayi_answer *answer)
{
    uint32_t written = 0;
    uint32_t k = 1;
    for (; k < count; k++) {
        const uint32_t dir = lane_direction(ground, states[k - 1], states[k]);
        uint8_t *last = written ? &runs[written - 1] : NULL;
        if (dir == WAYI_DIRECTIONS) {
            answer->link = states[k];
            break;
        }
        if (last && (*last & 7u) == dir && wayi_run_steps(*last) < WAYI_RUN_MAX) {
            *last = wayi_run(dir, wayi_run_steps(*last) + 1);
        } else if (written == WAYI_LANE_RUNS) {
            break;
        } else {
            runs[written++] = wayi_run(dir, 1);
        }
    }
    answer->end = count ? states[k - 1] : WAY_CELL_NONE;
    answer->count = written;
}

/// Ends the plan in hand without a way.
static wayi_answer *lane_finish(wayi_lane *lane, way_outcome outcome)
{
    wayi_answer *answer = &lane->answers[lane->answer_count++];
    *answer = (wayi_answer){.unit = lane->units[lane->next++],
                            .start = lane->start,
                            .asked = lane->goal,
                            .goal = lane->target,
                            .outcome = outcome,
                            .part = lane->part,
                            .end = WAY_CELL_NONE,
                            .link = WAY_CELL_NONE,
                            .first = lane->run_count,
                            .hops = wayi_region_hops_none(),
                            .rest = WAY_COST_MAX};
    lane->phase = WAYI_LANE_IDLE;
    return answer;
}

/// Ends the plan in hand with a way.
static wayi_answer *lane_answer(const way_world *world, wayi_lane *lane, way_outcome outcome,
                                const way_state *states, uint32_t count)
{
    const wayi_ground *ground = lane_ground(world, lane);
    wayi_answer *answer = lane_finish(lane, outcome);
    answer->rest = lane->routed ? wayi_region_search_cost(&lane->regions) : WAY_COST_MAX;
    lane_runs(ground, states, count, lane->runs + lane->run_count, answer);
    lane->run_count += answer->count;
    return answer;
}

/// How much of a piece is kept that was searched to its end, which bends to a place that nobody has
/// to visit. What is kept ends in a region that the hops lead through.
static uint32_t lane_trim(const wayi_regions *regions, const wayi_lane *lane,
                          const way_state *states, uint32_t count)
{
    uint32_t keep = count - count / 4;
    for (; keep < count; keep++) {
        const uint32_t region = wayi_region_at(regions, states[keep - 1]);
        for (uint32_t k = lane->cell_first; k < lane->cell_count; k++) {
            if (wayi_region_at(regions, lane->cells[k]) == region) {
                return keep;
            }
        }
    }
    return keep;
}

/// Ends the plan in hand with the way to `via`.
static void lane_arrive(const way_world *world, wayi_lane *lane, const way_state *states,
                        uint32_t count)
{
    if (lane->last) {
        const bool links = lane->hops.link != 0;
        const way_cell link =
            wayi_region_hops_link(&lane_ground(world, lane)->regions, &lane->hops);
        wayi_answer *answer =
            lane_answer(world, lane, links ? WAY_OUTCOME_LIMIT : WAY_OUTCOME_FOUND, states, count);
        answer->link =
            answer->link == WAY_CELL_NONE && answer->end == lane->via ? link : answer->link;
        return;
    }
    const wayi_regions *regions = &lane_ground(world, lane)->regions;
    const bool ends = lane->phase == WAYI_LANE_BOX;
    const uint32_t keep = ends ? count : lane_trim(regions, lane, states, count);
    lane_answer(world, lane, WAY_OUTCOME_LIMIT, states, keep)->hops = lane->hops;
}

// Phases ------------------------------------------------------------------------------------------

/// Begins a search of the ground's own algorithm.
static bool lane_enter_agent(const way_world *world, wayi_lane *lane, wayi_lane_phase phase,
                             const way_trip *trip)
{
    const way_status status = way_agent_begin(lane_agent(world, lane), trip);
    lane->phase = (uint8_t)phase;
    lane->agent_read = true;
    lane->work++;
    if (status != WAY_STATUS_OK) {
        lane->status = status == WAY_STATUS_NO_MEMORY ? status : lane->status;
        (void)lane_finish(lane, WAY_OUTCOME_STALE);
        return false;
    }
    return true;
}

static bool lane_enter_piece(const way_world *world, wayi_lane *lane, uint32_t limit)
{
    const wayi_waiting_order *any = lane->cell_count ? NULL : lane_any(world, lane);
    way_trip trip = {.start = lane->start, .goal = lane->via, .expansion_limit = limit};
    if (any) {
        trip.goals = any->cells;
        trip.goal_count = any->order.cell_count;
        trip.mode = WAY_GOAL_ANY_OF;
    }
    return lane_enter_agent(world, lane, WAYI_LANE_PIECE, &trip);
}

/// Whether a piece has come far enough at a cell: into one of the last two regions that it leads
/// through, or into the last one where it is short. Behind that it bends to a place that nobody has
/// to visit.
static bool lane_ends(const void *context, way_cell cell)
{
    const wayi_lane *lane = context;
    const uint32_t region = wayi_region_at(lane->box_regions, cell);
    return region == lane->box_ends[0] || region == lane->box_ends[1];
}

/// The pull of the estimate, which takes all ground for the lightest.
static uint32_t lane_pull(const wayi_ground *ground, const wayi_lane *lane)
{
    uint64_t sum = 0;
    for (uint32_t k = lane->cell_first; k < lane->cell_count; k++) {
        const uint32_t region = wayi_region_at(&ground->regions, lane->cells[k]);
        sum += wayi_region_mean(&ground->regions, region);
    }
    const uint32_t count = lane->cell_count - lane->cell_first;
    return count ? (uint32_t)(LANE_WEIGHT * sum / (16u * count * ground->layer->min_weight))
                 : LANE_WEIGHT;
}

/// Begins the search within a rectangle.
static bool lane_enter_box(const way_world *world, wayi_lane *lane, way_rect rect)
{
    const wayi_ground *ground = lane_ground(world, lane);
    lane->phase = WAYI_LANE_BOX;
    lane->box.grid = wayi_space_grid(ground->space);
    lane->box.weight = lane_pull(ground, lane);
    lane->work += rect.width * rect.height / LANE_CLEARED + 1;
    if (!wayi_confined_begin(&lane->box, rect, lane->start, lane->via)) {
        lane->status = WAY_STATUS_NO_MEMORY;
        (void)lane_finish(lane, WAY_OUTCOME_STALE);
        return false;
    }
    if (!lane->last) {
        lane->box_regions = &ground->regions;
        const bool aside = lane->cell_count - lane->cell_first <= LANE_ASIDE + 1;
        for (uint32_t k = 0; k < 2; k++) {
            const way_cell cell = lane->cells[lane->cell_count - 1 - (aside ? 0 : k)];
            lane->box_ends[k] = wayi_region_at(&ground->regions, cell);
        }
        lane->box.ends = lane_ends;
        lane->box.context = lane;
    }
    return true;
}

/// The sectors of the regions on the way to `via`, and those around.
static way_rect lane_box(const way_world *world, const wayi_lane *lane)
{
    const way_map *map = world->map;
    uint32_t left = UINT32_MAX;
    uint32_t top = UINT32_MAX;
    uint32_t right = 0;
    uint32_t bottom = 0;
    for (uint32_t k = lane->cell_first; k < lane->cell_count; k++) {
        const uint32_t row = wayi_map_row(map, lane->cells[k]);
        const uint32_t x = (lane->cells[k] - row * map->width) >> WAYI_SECTOR_SHIFT;
        const uint32_t y = row >> WAYI_SECTOR_SHIFT;
        left = x < left ? x : left;
        top = y < top ? y : top;
        right = x > right ? x : right;
        bottom = y > bottom ? y : bottom;
    }
    const way_rect rect = {left << WAYI_SECTOR_SHIFT, top << WAYI_SECTOR_SHIFT,
                           (right - left + 1) << WAYI_SECTOR_SHIFT,
                           (bottom - top + 1) << WAYI_SECTOR_SHIFT};
    return wayi_rect_grow(rect, WAYI_SECTOR_SIDE, map->width, map->height);
}

/// Begins the search of the regions.
static bool lane_enter_route(const way_world *world, wayi_lane *lane)
{
    const wayi_regions *regions = &lane_ground(world, lane)->regions;
    const wayi_waiting_order *any = lane_any(world, lane);
    lane->phase = WAYI_LANE_ROUTE;
    lane->routed = true;
    wayi_region_search_begin(&lane->regions, regions, lane->start, any ? any->cells : &lane->target,
                             any ? any->order.cell_count : 1);
    if (lane->regions.full) {
        lane->status = WAY_STATUS_NO_MEMORY;
        (void)lane_finish(lane, WAY_OUTCOME_STALE);
        return false;
    }
    return true;
}

/// Chooses where the next piece leads by the hops that the lane has; false if they don't lead on
/// from where it starts.
static bool lane_aim_piece(const way_world *world, wayi_lane *lane)
{
    const wayi_regions *regions = &lane_ground(world, lane)->regions;
    const uint32_t region = wayi_region_at(regions, lane->start);
    uint8_t bits[WAYI_LANE_HOPS + 1];
    wayi_region_walk walk = {.cells = lane->cells, .bits = bits, .most = WAYI_LANE_HOPS};
    wayi_region_hops_follow(regions, &lane->hops, &walk);
    uint32_t first = UINT32_MAX;
    for (uint32_t k = 0; k <= walk.count; k++) {
        first = wayi_region_at(regions, lane->cells[k]) == region ? k : first;
    }
    if (first == UINT32_MAX || region == WAYI_REGION_NONE) {
        return false;
    }
    const uint32_t ahead = lane->routed && lane->regions.avoid_count ? LANE_ASIDE : LANE_AHEAD;
    const uint32_t left = walk.count - first;
    if (left < ahead && !walk.whole) {
        return false;
    }
    lane->last = walk.whole && left <= ahead;
    lane->cell_first = first;
    lane->cell_count = first + (left < ahead ? left : ahead) + 1;
    lane->walked = walk.count + 1;
    lane->hops.next = bits[first];
    lane->hops.at = lane->cells[first];
    lane->via = lane->last ? lane->hops.end
                           : wayi_region_place(regions,
                                               wayi_region_at(regions, lane->cells[first + ahead]));
    return true;
}

/// Begins the search for the next piece.
static bool lane_enter_next(const way_world *world, wayi_lane *lane)
{
    return lane_jumps(lane_ground(world, lane)) &&
                   world->minds[lane->units[lane->next]].restarts == 0
               ? lane_enter_piece(world, lane, LANE_PIECE)
               : lane_enter_box(world, lane, lane_box(world, lane));
}

/// Begins the search of the regions for a way around the next of those on the way so far.
static bool lane_enter_around(const way_world *world, wayi_lane *lane)
{
    const wayi_regions *regions = &lane_ground(world, lane)->regions;
    if (!lane_enter_route(world, lane)) {
        return false;
    }
    for (uint32_t k = lane->cell_first + 1;
         k < lane->cell_count && lane->regions.avoid_count < WAYI_REGION_AVOID; k++) {
        lane->regions.avoid[lane->regions.avoid_count++] =
            wayi_region_at(regions, lane->cells[k]) / WAYI_SECTOR_REGIONS;
    }
    return true;
}

/// Begins with a goal that can be reached: by the hops that are kept, at once, or by regions.
static bool lane_enter_target(const way_world *world, wayi_lane *lane)
{
    const wayi_ground *ground = lane_ground(world, lane);
    const wayi_mind *mind = &world->minds[lane->units[lane->next]];
    if (!wayi_ground_fits(ground, lane->start)) {
        const way_trip trip = {.start = lane->start, .goal = lane->target, .partial = true};
        return lane_enter_agent(world, lane, WAYI_LANE_WHOLE, &trip);
    }
    lane->hops = mind->hops;
    if (lane->hops.goal == lane->target && lane_aim_piece(world, lane)) {
        return mind->around && lane->part == WAYI_PLAN_WHOLE ? lane_enter_around(world, lane)
                                                             : lane_enter_next(world, lane);
    }
    lane->hops = wayi_region_hops_none();
    lane->via = lane->target;
    lane->last = true;
    return lane_jumps(ground) && mind->restarts == 0 ? lane_enter_piece(world, lane, LANE_DIRECT)
                                                     : lane_enter_route(world, lane);
}

/// Begins with a goal that may have to be replaced by the nearest ground.
static bool lane_enter_goal(const way_world *world, wayi_lane *lane)
{
    const wayi_ground *ground = lane_ground(world, lane);
    if (lane_any(world, lane) ||
        way_map_is_reachable(ground->map, lane->start, lane->target, ground->profile)) {
        return lane_enter_target(world, lane);
    }
    lane->phase = WAYI_LANE_SEEK;
    lane->agent_read = true;
    lane->nearest = wayi_nearest_begin(lane->target);
    return true;
}

/// Begins a way round a break.
static bool lane_enter_mend(const way_world *world, wayi_lane *lane)
{
    const wayi_ground *ground = lane_ground(world, lane);
    const way_map *map = ground->map;
    lane->via = lane->goal;
    lane->last = true;
    const uint32_t ay = wayi_map_row(map, lane->start);
    const uint32_t by = wayi_map_row(map, lane->goal);
    const way_rect ends = wayi_rect_join((way_rect){lane->start - ay * map->width, ay, 1, 1},
                                         (way_rect){lane->goal - by * map->width, by, 1, 1});
    const way_rect rect = wayi_rect_grow(ends, LANE_MEND_MARGIN, map->width, map->height);
    return ground->named || lane_jumps(ground) || rect.width * rect.height > LANE_BOX_CELLS
               ? lane_enter_piece(world, lane, WAYI_MEND_LIMIT)
               : lane_enter_box(world, lane, rect);
}

/// Begins by the algorithm that the world was told.
static bool lane_enter_named(const way_world *world, wayi_lane *lane)
{
    const wayi_waiting_order *any = lane_any(world, lane);
    way_trip trip = {.start = lane->start, .goal = lane->goal, .fall_back_to_nearest = !any};
    if (any) {
        trip.goals = any->cells;
        trip.goal_count = any->order.cell_count;
        trip.mode = WAY_GOAL_ANY_OF;
    }
    return lane_enter_agent(world, lane, WAYI_LANE_WHOLE, &trip);
}

/// Whether the algorithm that the world was told can be asked for the plan in hand.
static bool lane_is_named(const way_world *world, const wayi_lane *lane)
{
    const wayi_ground *ground = lane_ground(world, lane);
    return ground->named && world->minds[lane->units[lane->next]].restarts < WAYI_RESTARTS_ROOM &&
           (!lane_any(world, lane) ||
            (way_navigator_algorithm(ground->navigator)->traits & WAY_TRAIT_ANY_GOAL));
}

/// Chooses what the plan in hand is to be: whole, or a part of a route.
static void lane_aim(const way_world *world, wayi_lane *lane)
{
    const uint32_t place = lane->units[lane->next];
    const wayi_mind *mind = &world->minds[place];
    lane->part = mind->part;
    if (lane->part != WAYI_PLAN_WHOLE &&
        !wayi_world_break(world, place, &lane->start, &lane->goal)) {
        lane->part = WAYI_PLAN_WHOLE;
    }
    if (lane->part == WAYI_PLAN_WHOLE) {
        lane->start = world->bodies[place].cell;
        lane->goal = wayi_world_yields(mind) ? mind->home : mind->goal;
    }
}

/// Begins the plan in hand; false if it is over at once.
static bool lane_begin(const way_world *world, wayi_lane *lane)
{
    const wayi_ground *ground = lane_ground(world, lane);
    lane->revision = way_map_revision(ground->map);
    lane->work = 1;
    lane->steps = 0;
    lane->agent_read = false;
    lane->routed = false;
    lane->jumps = lane_jumps(ground);
    lane->walked = 0;
    lane->cell_first = 0;
    lane->cell_count = 0;
    lane->target = lane->goal;
    lane->hops = wayi_region_hops_none();
    if (lane->part == WAYI_PLAN_MEND) {
        return lane_enter_mend(world, lane);
    }
    return lane_is_named(world, lane) ? lane_enter_named(world, lane)
                                      : lane_enter_goal(world, lane);
}

static bool lane_seek(const way_world *world, wayi_lane *lane)
{
    const wayi_ground *ground = lane_ground(world, lane);
    uint64_t looks = (uint64_t)WAYI_LANE_STEP * LANE_LOOKS;
    lane->work += WAYI_LANE_STEP;
    if (!wayi_nearest_step(ground->map, ground->layer, lane->start, &lane->nearest, &looks)) {
        return true;
    }
    if (lane->nearest.best == WAY_CELL_NONE) {
        (void)lane_finish(lane, WAY_OUTCOME_NO_PATH);
        return false;
    }
    lane->target = lane->nearest.best;
    return lane_enter_target(world, lane);
}

/// Lets the plan in hand begin again without the ground's algorithm, which had too little room. One
/// that went on from there could not be made again with more.
static bool lane_do_without(const way_world *world, wayi_lane *lane)
{
    world->minds[lane->units[lane->next]].restarts = WAYI_RESTARTS_ROOM;
    lane->phase = WAYI_LANE_IDLE;
    return false;
}

/// Goes on with a search of the ground's algorithm. Where that reaches its limit, the regions are
/// searched, or the box of a piece.
static bool lane_ask_agent(const way_world *world, wayi_lane *lane)
{
    way_agent *agent = lane_agent(world, lane);
    const uint64_t before = way_agent_stats(agent).expansions;
    const way_outcome outcome = way_agent_step(agent, WAYI_LANE_STEP);
    lane->work += way_agent_stats(agent).expansions - before;
    if (outcome == WAY_OUTCOME_WORKING) {
        return true;
    }
    const bool whole = lane->phase == WAYI_LANE_WHOLE;
    const bool blocked = !wayi_ground_fits(lane_ground(world, lane), lane->start);
    if (outcome == WAY_OUTCOME_FOUND || (whole && (outcome == WAY_OUTCOME_PARTIAL || blocked))) {
        uint32_t count = 0;
        const way_state *states = way_agent_path(agent, &count);
        if (whole) {
            lane->target = way_agent_goal(agent);
            (void)lane_answer(world, lane, outcome, states, count);
        } else {
            lane->target = lane->cell_count ? lane->target : way_agent_goal(agent);
            lane_arrive(world, lane, states, count);
        }
        return false;
    }
    if (lane->part == WAYI_PLAN_MEND || outcome == WAY_OUTCOME_STALE ||
        (whole && outcome == WAY_OUTCOME_NO_PATH)) {
        (void)lane_finish(lane, outcome);
        return false;
    }
    if (outcome == WAY_OUTCOME_CAPACITY) {
        return lane_do_without(world, lane);
    }
    return lane->cell_count ? lane_enter_box(world, lane, lane_box(world, lane))
                            : lane_enter_route(world, lane);
}

static bool lane_route(const way_world *world, wayi_lane *lane)
{
    uint32_t budget = WAYI_LANE_STEP;
    const way_outcome outcome = wayi_region_search_step(&lane->regions, &budget);
    lane->work += WAYI_LANE_STEP - budget;
    if (outcome == WAY_OUTCOME_WORKING) {
        return true;
    }
    if (outcome == WAY_OUTCOME_FOUND) {
        wayi_region_search_trace(&lane->regions, &lane->hops);
        lane->target = lane->hops.goal;
        if (lane_aim_piece(world, lane)) {
            return lane_enter_next(world, lane);
        }
    }
    lane->status = outcome == WAY_OUTCOME_CAPACITY ? WAY_STATUS_NO_MEMORY : lane->status;
    (void)lane_finish(lane, outcome == WAY_OUTCOME_NO_PATH ? outcome : WAY_OUTCOME_STALE);
    return false;
}

static bool lane_search_box(const way_world *world, wayi_lane *lane)
{
    uint32_t budget = WAYI_LANE_STEP;
    const way_outcome outcome = wayi_confined_step(&lane->box, &budget);
    lane->work += WAYI_LANE_STEP - budget;
    if (outcome == WAY_OUTCOME_WORKING) {
        return true;
    }
    wayi_path_buffer_clear(&lane->path);
    if (outcome == WAY_OUTCOME_FOUND && wayi_path_buffer_push(&lane->path, lane->start) &&
        wayi_confined_trace(&lane->box, lane->box.end, &lane->path)) {
        lane_arrive(world, lane, lane->path.states, lane->path.count);
        return false;
    }
    lane->status = outcome == WAY_OUTCOME_NO_PATH ? lane->status : WAY_STATUS_NO_MEMORY;
    (void)lane_finish(lane, lane->part == WAYI_PLAN_MEND ? WAY_OUTCOME_NO_PATH : WAY_OUTCOME_STALE);
    return false;
}

/// Begins a plan again that a save has, but could not be made again.
static bool lane_begin_again(const way_world *world, wayi_lane *lane)
{
    const uint64_t work = lane->work;
    const bool more = lane_begin(world, lane);
    lane->work += work;
    return more;
}

/// Makes the next step of the plan in hand; false when it is over.
static bool lane_step(const way_world *world, wayi_lane *lane)
{
    static bool (*const works[])(const way_world *, wayi_lane *) = {
        [WAYI_LANE_SAVED] = lane_begin_again, [WAYI_LANE_SEEK] = lane_seek,
        [WAYI_LANE_WHOLE] = lane_ask_agent,   [WAYI_LANE_PIECE] = lane_ask_agent,
        [WAYI_LANE_ROUTE] = lane_route,       [WAYI_LANE_BOX] = lane_search_box,
    };
    lane->steps++;
    return works[lane->phase](world, lane);
}

/// Works on the next request until it or the share is over.
static void lane_work(const way_world *world, wayi_lane *lane)
{
    if (lane->units[lane->next] == WAYI_NOBODY) {
        lane->next++;
        return;
    }
    uint64_t before = lane->phase == WAYI_LANE_IDLE ? 0 : lane->work;
    bool more = true;
    if (lane->phase == WAYI_LANE_IDLE) {
        lane_aim(world, lane);
        more = lane_begin(world, lane);
    }
    while (more && lane->spent + (lane->work - before) < lane->share) {
        more = lane_step(world, lane);
    }
    lane->spent += (uint32_t)(lane->work - before);
}

void wayi_lane_run(way_world *world, wayi_lane *lane)
{
    while (lane->next < lane->count && lane->spent < lane->share) {
        lane_work(world, lane);
    }
}

/// Whether one of the sectors whose hops were looked at meets a rectangle.
static bool lane_walks(const way_map *map, const wayi_lane *lane, way_rect rect)
{
    for (uint32_t k = 0; k < lane->walked; k++) {
        const uint32_t y = wayi_map_row(map, lane->cells[k]);
        const uint32_t x = lane->cells[k] - y * map->width;
        const way_rect sector = {x & ~(WAYI_SECTOR_SIDE - 1), y & ~(WAYI_SECTOR_SIDE - 1),
                                 WAYI_SECTOR_SIDE, WAYI_SECTOR_SIDE};
        if (wayi_rect_meets(sector, rect)) {
            return true;
        }
    }
    return false;
}

bool wayi_lane_reads(const way_world *world, const wayi_lane *lane, const way_edit *edits,
                     uint32_t count)
{
    const wayi_ground *ground = lane_ground(world, lane);
    bool reads = lane->agent_read || lane->phase == WAYI_LANE_SAVED ||
                 lane->jumps != lane_jumps(ground); // then it would begin otherwise now
    for (uint32_t e = 0; e < count && !reads; e++) {
        const way_rect rect = {edits[e].x, edits[e].y, edits[e].width, edits[e].height};
        const way_rect grown =
            wayi_rect_grow(rect, ground->size, world->map->width, world->map->height);
        reads = rect.width && rect.height &&
                (lane_walks(world->map, lane, grown) ||
                 (lane->routed && wayi_region_search_read(&lane->regions, rect)) ||
                 (lane->phase == WAYI_LANE_BOX && wayi_rect_meets(lane->box.rect, grown)));
    }
    return reads || (!lane_any(world, lane) &&
                     !way_map_is_reachable(ground->map, lane->start, lane->goal, ground->profile));
}

way_status wayi_lane_rerun(way_world *world, wayi_lane *lane)
{
    const uint32_t steps = lane->steps;
    const uint64_t work = lane->work;
    const uint32_t next = lane->next;
    wayi_mind *mind = &world->minds[lane->units[next]];
    const uint8_t restarts = mind->restarts;
    bool more = lane_begin(world, lane);
    while (more && lane->steps < steps && lane->work <= work) {
        more = lane_step(world, lane);
    }
    // No plan in hand has ever had too little room.
    const way_status status = mind->restarts == restarts ? lane->status : WAY_STATUS_NO_MEMORY;
    lane->status = WAY_STATUS_OK;
    if (!more || lane->steps != steps) {
        lane->phase = WAYI_LANE_SAVED;
        lane->next = next; // an answer is none
        lane->answer_count = 0;
        lane->run_count = 0;
    }
    mind->restarts = restarts;
    lane->steps = steps;
    lane->work = work;
    return status;
}
