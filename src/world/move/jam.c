// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Where agreement and giving way lead nowhere: trees, dead ends, corridors with one bay. The units
// around one that has stood for long, those that it can be reached by within a window, are taken
// for a problem of their own: each that travels is to get to where its plan leaves the window, the
// others anywhere. LaCAM (mapf_search.c) looks for steps that all take together; what it may cost
// comes off the budget of the frame. The units then make these steps before all others choose,
// waiting for each other after every one. Whatever comes between, an order, a building, somebody
// who does not give way, ends it, and all go on by themselves.
#include "mapf/mapf.h"
#include "world/body/units.h"
#include "world/move/agree.h"
#include "world/order/orders.h"

#include <waymark/pool.h>

#include <string.h>

/// A jam is narrow if no more cells than this lie within so many steps.
#define JAM_NARROW 48u
#define JAM_NEAR 8u

/// Steps of a plan that are followed to the border of the window, and most configurations.
#define JAM_AHEAD 256u
#define JAM_NODES 2048u

/// Bytes that configurations take at a time.
#define JAM_ARENA ((size_t)1 << 14)

/// The part of the map around a unit that is looked at.
typedef struct jam_window {
    way_world *world;
    wayi_jams *jams;
    const wayi_ground *ground;
    uint32_t left, top, right, bottom;
    uint32_t units[WAYI_JAM_UNITS];
    wayi_mapf_spot starts[WAYI_JAM_UNITS];
    wayi_mapf_spot goals[WAYI_JAM_UNITS];
    uint32_t count;
    uint32_t cells; ///< met
} jam_window;

// Windows -----------------------------------------------------------------------------------------

/// Of a cell in the window.
static wayi_mapf_spot jam_spot_in(const jam_window *window, way_cell cell)
{
    const uint32_t y = wayi_map_row(window->world->map, cell);
    const uint32_t x = cell - y * window->world->map->width;
    return (y - window->top + 1) * 64u + x - window->left + 1;
}

/// Of any cell; WAYI_MAPF_NONE outside the window.
static wayi_mapf_spot jam_spot(const jam_window *window, way_cell cell)
{
    const uint32_t y = wayi_map_row(window->world->map, cell);
    const uint32_t x = cell - y * window->world->map->width;
    const bool inside =
        x >= window->left && x <= window->right && y >= window->top && y <= window->bottom;
    return inside ? jam_spot_in(window, cell) : WAYI_MAPF_NONE;
}

static jam_window jam_window_of(way_world *world, uint32_t place)
{
    const way_map *map = world->map;
    const uint32_t y = wayi_map_row(map, world->bodies[place].cell);
    const uint32_t x = world->bodies[place].cell - y * map->width;
    const uint32_t far = WAYI_JAM_SIGHT;
    return (jam_window){.world = world,
                        .jams = world->jams,
                        .ground = &world->grounds[wayi_world_belief(world, place)],
                        .left = x > far ? x - far : 0,
                        .top = y > far ? y - far : 0,
                        .right = x + far < map->width ? x + far : map->width - 1,
                        .bottom = y + far < map->height ? y + far : map->height - 1};
}

/// Whether a unit takes part in what is found for another.
static bool jam_takes(const way_world *world, uint32_t place, uint32_t first)
{
    const wayi_body *body = &world->bodies[place];
    const wayi_mind *mind = &world->minds[place];
    return body->size == 1 && wayi_world_belief(world, place) == wayi_world_belief(world, first) &&
           !(body->flags & WAYI_BODY_TRAPPED) && mind->task != WAYI_TASK_RESCUE &&
           mind->order != WAY_ORDER_HOLD &&
           (!world->rivals || body->team == world->bodies[first].team);
}

/// The neighbours of a cell that lie in the window, by straight steps.
static uint32_t jam_exits(const jam_window *window, way_cell cell)
{
    uint32_t exits = wayi_ground_moves(window->ground, cell) & 0xfu;
    for (uint32_t moves = exits; moves; moves &= moves - 1) {
        const uint32_t dir = wayi_bits_lowest(moves);
        const way_cell to = cell + (uint32_t)window->world->map->offsets[dir];
        exits &= jam_spot(window, to) == WAYI_MAPF_NONE ? ~(1u << dir) : UINT32_MAX;
    }
    return exits;
}

/// Enters a cell that the jam reaches: with its unit, if one is there. False if that one is in the
/// way of all.
static bool jam_enter(jam_window *window, way_cell cell, uint32_t first)
{
    const uint32_t now = window->world->spots[cell].now;
    const wayi_mapf_spot spot = jam_spot_in(window, cell);
    window->jams->met[spot] = 1;
    if (now != WAYI_NOBODY) {
        if (window->count == WAYI_JAM_UNITS || !jam_takes(window->world, now, first)) {
            return false;
        }
        window->units[window->count] = now;
        window->starts[window->count++] = spot;
    }
    window->jams->queue[window->cells++] = cell;
    return true;
}

/// Finds the cells of a jam and the units on them, the nearest first.
static void jam_flood(jam_window *window, uint32_t first)
{
    wayi_jams *jams = window->jams;
    const way_map *map = window->world->map;
    memset(jams->exits, 0, sizeof jams->exits);
    memset(jams->met, 0, sizeof jams->met);
    memset(jams->taken, 0, sizeof jams->taken);
    (void)jam_enter(window, window->world->bodies[first].cell, first);
    for (uint32_t next = 0; next < window->cells; next++) {
        const way_cell cell = jams->queue[next];
        for (uint32_t moves = jam_exits(window, cell); moves; moves &= moves - 1) {
            const way_cell to = cell + (uint32_t)map->offsets[wayi_bits_lowest(moves)];
            if (!jams->met[jam_spot_in(window, to)]) {
                (void)jam_enter(window, to, first);
            }
        }
    }
    for (uint32_t k = 0; k < window->cells; k++) {
        jams->taken[jam_spot_in(window, jams->queue[k])] = 1; // in the jam, for a moment
    }
    for (uint32_t k = 0; k < window->cells; k++) {
        const way_cell cell = jams->queue[k];
        uint32_t exits = jam_exits(window, cell);
        for (uint32_t moves = exits; moves; moves &= moves - 1) {
            const uint32_t dir = wayi_bits_lowest(moves);
            const wayi_mapf_spot to = jam_spot_in(window, cell + (uint32_t)map->offsets[dir]);
            exits &= jams->taken[to] ? UINT32_MAX : ~(1u << dir);
        }
        jams->exits[jam_spot_in(window, cell)] = (uint8_t)exits;
    }
    memset(jams->taken, 0, sizeof jams->taken);
}

/// Whether a spot can be gone to: part of the jam, with a way out of it.
static bool jam_is_open(const jam_window *window, wayi_mapf_spot spot)
{
    return spot != WAYI_MAPF_NONE && window->jams->exits[spot];
}

/// Where the plan of a unit leaves the window; WAYI_MAPF_NONE if it has none that leads on.
static wayi_mapf_spot jam_aim(const jam_window *window, uint32_t place)
{
    const way_world *world = window->world;
    const wayi_mind *mind = &world->minds[place];
    wayi_mapf_spot aim = WAYI_MAPF_NONE;
    if (mind->order == WAY_ORDER_STOP || mind->goal == WAY_CELL_NONE) {
        return aim;
    }
    const wayi_mapf_spot goal = jam_spot(window, mind->goal);
    if (jam_is_open(window, goal)) {
        return goal;
    }
    wayi_trail_reader reader = wayi_trail_read(&world->routes, &mind->route);
    const bool routed = mind->task == WAYI_TASK_ROUTE && mind->route.at != WAY_CELL_NONE &&
                        !wayi_world_yields(mind);
    way_cell cell = routed ? mind->route.at : world->bodies[place].cell;
    for (uint32_t k = 0; k < JAM_AHEAD && routed; k++) {
        uint32_t dir = 0;
        if (!wayi_trail_step(&reader, &dir) || jam_spot(window, cell) == WAYI_MAPF_NONE) {
            break;
        }
        cell += (uint32_t)world->map->offsets[dir];
        const wayi_mapf_spot spot = jam_spot(window, cell);
        aim = jam_is_open(window, spot) ? spot : aim;
    }
    return aim;
}

/// The spot that is nearest to one and that nobody else is going to.
static wayi_mapf_spot jam_own(jam_window *window, wayi_mapf_spot spot)
{
    static const int32_t offsets[] = {-64, 1, 64, -1};
    wayi_jams *jams = window->jams;
    uint32_t count = 0;
    memset(jams->met, 0, sizeof jams->met);
    jams->queue[count++] = spot;
    jams->met[spot] = 1;
    for (uint32_t next = 0; next < count; next++) {
        const wayi_mapf_spot here = jams->queue[next];
        if (!jams->taken[here]) {
            jams->taken[here] = 1;
            return here;
        }
        for (uint32_t moves = jams->exits[here]; moves; moves &= moves - 1) {
            const wayi_mapf_spot to = here + (uint32_t)offsets[wayi_bits_lowest(moves)];
            if (!jams->met[to]) {
                jams->met[to] = 1;
                jams->queue[count++] = to;
            }
        }
    }
    return WAYI_MAPF_NONE;
}

// Looking for a way out ---------------------------------------------------------------------------

bool wayi_world_is_narrow(way_world *world, uint32_t place)
{
    const wayi_body *body = &world->bodies[place];
    const wayi_ground *ground = wayi_world_truth(world, place);
    uint32_t *queue = (uint32_t *)world->scratch;
    uint32_t count = 0;
    uint32_t level = 0;
    uint32_t steps = 0;
    if (body->size != 1 || world->map->neighbours == WAY_NEIGHBOURS_6) {
        return false;
    }
    queue[count++] = body->cell;
    for (uint32_t next = 0; next < count && count <= JAM_NARROW; next++) {
        if (next == level && (level = count, ++steps > JAM_NEAR)) {
            break;
        }
        uint32_t moves = wayi_ground_moves(ground, queue[next]) & 0xfu;
        for (; moves && count <= JAM_NARROW; moves &= moves - 1) {
            const way_cell to =
                queue[next] + (uint32_t)world->map->offsets[wayi_bits_lowest(moves)];
            uint32_t k = 0;
            while (k < count && queue[k] != to) {
                k++;
            }
            if (k == count) {
                queue[count++] = to;
            }
        }
    }
    world->work_owed += count / 16u + 1;
    return count <= JAM_NARROW;
}

/// Writes down the steps that the search has found; false if they are too many.
static bool jam_write(const jam_window *window, const wayi_mapf_search *search, wayi_jam *jam)
{
    static const uint8_t apart[4] = {WAYI_NORTH, WAYI_EAST, WAYI_SOUTH, WAYI_WEST};
    uint32_t length = 0;
    uint32_t n = search->open[search->open_count - 1];
    for (uint32_t k = n; search->nodes[k].parent != WAYI_MAPF_NONE; k = search->nodes[k].parent) {
        length++;
    }
    if (length == 0 || length > WAYI_JAM_STEPS) {
        return false;
    }
    *jam = (wayi_jam){.length = length};
    for (uint32_t t = length; t > 0; t--) {
        const wayi_mapf_node *node = &search->nodes[n];
        const wayi_mapf_spot *before = search->nodes[node->parent].spots;
        for (uint32_t m = 0; m < window->count; m++) {
            uint8_t move = WAYI_STAY;
            for (uint32_t d = 0; d < 4; d++) {
                const uint32_t to = before[m] + (uint32_t)search->step.offsets[d];
                move = node->spots[m] == to ? apart[d] : move;
            }
            jam->moves[t - 1][m] = move;
        }
        n = node->parent;
    }
    return true;
}

/// Hands the units over to what was found.
static void jam_begin(const jam_window *window, wayi_jam *jam)
{
    way_world *world = window->world;
    jam->count = window->count;
    for (uint32_t m = 0; m < window->count; m++) {
        const uint32_t place = window->units[m];
        wayi_mind *mind = &world->minds[place];
        jam->units[m] = place;
        jam->cells[m] = world->bodies[place].cell;
        wayi_planner_cancel(world, place);
        wayi_trail_clear(&world->routes, &mind->route);
        mind->task = WAYI_TASK_RESCUE;
        mind->calm = 0;
        mind->standing = 0;
        mind->displaced = 0;
        if (!(world->bodies[place].flags & WAYI_BODY_ACTIVE)) {
            wayi_world_activate(world, place);
        }
    }
    world->stats.rescues++;
}

/// Searches within a budget; returns what it took.
static uint32_t jam_search(jam_window *window, uint32_t budget, wayi_jam *jam)
{
    wayi_jams *jams = window->jams;
    const wayi_mapf_problem problem = {.ground = {jams->exits, 64, WAYI_JAM_SPOTS / 64u},
                                       .starts = window->starts,
                                       .goals = window->goals,
                                       .count = window->count,
                                       .seed = window->world->tick,
                                       .crews = 1,
                                       .arena = JAM_ARENA};
    const way_allocator pool = way_pool_allocator(way_pool_init(jams->memory, sizeof jams->memory));
    const uint32_t each = 1 + window->count / 4;
    uint32_t spent = window->count * window->cells / 64u;
    wayi_mapf_search search;
    if (wayi_mapf_search_init(&search, &problem, &pool) &&
        wayi_mapf_table_fill(&search.table, NULL, NULL)) {
        way_outcome outcome = wayi_mapf_search_begin(&search);
        while (outcome == WAY_OUTCOME_WORKING && spent < budget && search.node_count < JAM_NODES) {
            outcome = wayi_mapf_search_visit(&search);
            spent += each;
        }
        if (outcome == WAY_OUTCOME_FOUND && jam_write(window, &search, jam)) {
            jam_begin(window, jam);
        }
    }
    wayi_mapf_search_fini(&search);
    return spent;
}

/// Looks for a way out for a unit and those around it; returns what it took.
static uint32_t jam_try(way_world *world, uint32_t place, uint32_t budget)
{
    wayi_jam *jam = NULL;
    for (uint32_t r = WAYI_JAMS_MAX; r > 0; r--) {
        wayi_jam *other = &world->jams->list[r - 1];
        jam = other->count ? jam : other;
    }
    if (!jam) {
        return 0;
    }
    jam_window window = jam_window_of(world, place);
    jam_flood(&window, place);
    bool moves = false;
    for (uint32_t m = 0; m < window.count; m++) {
        const wayi_mapf_spot aim = jam_aim(&window, window.units[m]);
        window.goals[m] = aim == WAYI_MAPF_NONE ? aim : jam_own(&window, aim);
        moves = moves || (aim != WAYI_MAPF_NONE && window.goals[m] != window.starts[m]);
    }
    const uint32_t looked = window.cells / 8u + window.count;
    return looked + (moves && looked < budget ? jam_search(&window, budget - looked, jam) : 0);
}

uint32_t wayi_world_rescue(way_world *world, uint32_t budget)
{
    const uint32_t place = world->jam_due;
    world->jam_due = WAYI_NOBODY;
    const wayi_mind *mind = &world->minds[place];
    if (mind->order == WAY_ORDER_STOP || mind->order == WAY_ORDER_HOLD ||
        mind->goal == WAY_CELL_NONE || !jam_takes(world, place, place)) {
        return 0;
    }
    return jam_try(world, place, budget);
}
