// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Jump point search over links. A cheapest way, cut at its links, is made of pieces over ground,
// each from the start or the target of a link to the origin of one or the goal; and of each piece
// jump point search finds a cheapest way. So origins are looked for as goals are, and targets are
// left as the start is: in all directions. Points are shared among all pieces by the least cost. A
// step that an arrival at a point leaves out is served as cheaply by another way from wherever the
// point was reached from, so it does not matter which piece that was.
//
// The jump graph knows nothing of links, and a change of links costs it nothing. Which origins
// could be seen is known by sector, for as long as the map and its links stay.
#include "core/sort.h"
#include "map/grid/layer.h"
#include "search/discrete/jps.h"

/// Views of sectors of so many cells along each side.
#define LINKS_SECTOR 16u

/// Most stops in all views; more, and all are forgotten.
#define LINKS_SEEN_MAX (UINT32_C(1) << 20)

/// Most changed rectangles that stops are compared with.
#define LINKS_RECTS 16u

static const wayi_jps_view links_blank = {.stamp = 0};

way_status wayi_jps_links_init(way_agent *agent)
{
    wayi_jps_links *links = &((wayi_jps *)agent->memory)->links;
    const wayi_nodes_config config = {
        .blank = &links_blank, .stride = sizeof links_blank, .sparse = true};
    wayi_aims_init(&links->aims, &agent->allocator);
    links->generation = UINT32_MAX;
    return wayi_nodes_init(&links->views, &config, &agent->allocator);
}

void wayi_jps_links_fini(way_agent *agent)
{
    wayi_jps_links *links = &((wayi_jps *)agent->memory)->links;
    WAYI_FREE(&agent->allocator, links->stops, links->stop_room);
    WAYI_FREE(&agent->allocator, links->marks, links->mark_room);
    WAYI_FREE(&agent->allocator, links->seen, links->seen_room);
    WAYI_FREE(&agent->allocator, links->across, links->across_room);
    WAYI_FREE(&agent->allocator, links->down, links->down_room);
    wayi_aims_fini(&links->aims);
    wayi_nodes_fini(&links->views);
}

// Stops -------------------------------------------------------------------------------------------

/// The next end of a link, of one kind, that concerns a layer, from a place in the order on.
static way_cell links_next(const way_map *map, const wayi_layer *layer, wayi_link_end end,
                           uint32_t *place)
{
    const wayi_link_table *table = map->links;
    for (; *place < table->count; ++*place) {
        const way_map_link *link = &table->items[table->order[end][*place]];
        if (wayi_link_concerns(link, layer)) {
            return end == WAYI_LINK_FROM ? link->from : link->to;
        }
    }
    return WAY_CELL_NONE;
}

static void links_note(wayi_jps *memory, way_cell cell, bool mouth)
{
    wayi_jps_links *links = &memory->links;
    const wayi_jump_spot spot = wayi_jump_graph_spot(&memory->graph, cell);
    links->stops[links->count] = (wayi_jps_stop){.cell = cell, .mouth = mouth};
    links->marks[links->count++] =
        (wayi_jps_mark){.x = (uint16_t)spot.x, .y = (uint16_t)spot.y, .parent = WAYI_JPS_NONE};
}

/// Lists the ends of all links; false without memory.
static bool links_list(way_agent *agent)
{
    wayi_jps *memory = agent->memory;
    wayi_jps_links *links = &memory->links;
    const way_map *map = memory->graph.map;
    const wayi_layer *layer = memory->graph.layer;
    const uint32_t most = 2 * map->links->count;
    if (!WAYI_GROW(&agent->allocator, links->stops, links->stop_room, most) ||
        !WAYI_GROW(&agent->allocator, links->marks, links->mark_room, most)) {
        return false;
    }
    links->count = 0;
    uint32_t places[WAYI_LINK_ENDS] = {0};
    for (;;) {
        const way_cell from = links_next(map, layer, WAYI_LINK_FROM, &places[WAYI_LINK_FROM]);
        const way_cell to = links_next(map, layer, WAYI_LINK_TO, &places[WAYI_LINK_TO]);
        const way_cell cell = from < to ? from : to;
        if (cell == WAY_CELL_NONE) {
            return true;
        }
        if (links->count == 0 || links->stops[links->count - 1].cell != cell) {
            links_note(memory, cell, false);
        }
        links->stops[links->count - 1].mouth |= cell == from;
        places[WAYI_LINK_FROM] += cell == from;
        places[WAYI_LINK_TO] += cell == to;
    }
}

/// Numbers the cells where links begin along rows and along columns; false without memory.
static bool links_number(way_agent *agent)
{
    wayi_jps_links *links = &((wayi_jps *)agent->memory)->links;
    const uint32_t height = ((wayi_jps *)agent->memory)->graph.map->height;
    links->mouth_count = 0;
    if (!WAYI_GROW(&agent->allocator, links->across, links->across_room, links->count) ||
        !WAYI_GROW(&agent->allocator, links->down, links->down_room, links->count)) {
        return false;
    }
    for (uint32_t i = 0; i < links->count; i++) {
        if (links->stops[i].mouth) {
            const wayi_jps_mark *mark = &links->marks[i];
            links->across[links->mouth_count] = links->stops[i].cell;
            links->down[links->mouth_count++] = mark->x * height + mark->y;
        }
    }
    wayi_sort32(links->down, links->mouth_count);
    return true;
}

/// Whether a straight look from a stop meets one of these rectangles, as far as its place tells.
static bool links_faces(const wayi_jps_mark *mark, const way_rect *rects, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (mark->x - rects[i].x < rects[i].width || mark->y - rects[i].y < rects[i].height) {
            return true;
        }
    }
    return false;
}

/// Finds out how far stops are seen, those of which that may have changed.
static void links_aim(wayi_jps *memory, bool all)
{
    wayi_jps_links *links = &memory->links;
    const way_map *map = memory->graph.map;
    way_rect rects[LINKS_RECTS];
    uint32_t count = 0;
    all = all ||
          way_map_changes(map, links->revision, rects, LINKS_RECTS, &count) != WAY_STATUS_OK ||
          count > LINKS_RECTS;
    for (uint32_t i = 0; i < count && !all; i++) {
        rects[i] = wayi_layer_touched(map, memory->graph.layer, rects[i]);
    }
    for (uint32_t i = 0; i < links->count; i++) {
        wayi_jps_stop *stop = &links->stops[i];
        if (stop->mouth && (all || links_faces(&links->marks[i], rects, count))) {
            stop->target = wayi_jump_graph_aim(&memory->graph, stop->cell);
        }
    }
    wayi_nodes_clear(&links->views);
    links->seen_count = 0;
    links->revision = way_map_revision(map);
}

bool wayi_jps_links_begin(way_agent *agent)
{
    wayi_jps *memory = agent->memory;
    wayi_jps_links *links = &memory->links;
    const way_map *map = memory->graph.map;
    const wayi_layer *layer = memory->graph.layer;
    links->on = layer->links && layer->links->count;
    const bool listed = links->generation == map->link_generation;
    links->generation = map->link_generation;
    if (!links->on) {
        links->count = 0;
        return true;
    }
    if (!listed && !(links_list(agent) && links_number(agent))) {
        links->generation--;
        return false;
    }
    if (!listed || links->revision != way_map_revision(map)) {
        links_aim(memory, !listed);
    }
    for (uint32_t i = 0; i < links->count; i++) {
        links->stops[i].trip = 0;
        links->marks[i].state = 0;
    }
    return wayi_aims_are_for(&links->aims, map, layer, agent->goal.state) ||
           wayi_aims_make(&links->aims, map, layer, agent->goal.state);
}

/// How many of some ascending numbers are less than one.
static uint32_t links_below(const uint32_t *numbers, uint32_t count, uint32_t number)
{
    uint32_t first = 0;
    while (count > 0) {
        const uint32_t half = count / 2;
        const bool beyond = numbers[first + half] < number;
        first += beyond ? half + 1 : 0;
        count = beyond ? count - half - 1 : half;
    }
    return first;
}

bool wayi_jps_links_begin_at(const wayi_jps_links *links, way_cell cell)
{
    const uint32_t place = links_below(links->across, links->mouth_count, cell);
    return place < links->mouth_count && links->across[place] == cell;
}

bool wayi_jps_links_joins(const wayi_jps *memory, way_cell from, way_cell to, way_cost cost)
{
    const way_map *map = memory->graph.map;
    wayi_link out[WAY_MAP_CELL_LINKS_MAX];
    // A trip is given up after the last of them has gone.
    const uint32_t count =
        map->links ? wayi_links_list(map, memory->graph.layer, from, false, out) : 0;
    uint32_t i = 0;
    while (i < count && (out[i].to != to || out[i].cost != cost)) {
        i++;
    }
    return i < count;
}

uint32_t wayi_jps_links_meet(const wayi_jps *memory, wayi_jump_spot spot, bool across,
                             uint32_t from, uint32_t stop)
{
    const wayi_jps_links *links = &memory->links;
    const way_map *map = memory->graph.map;
    const uint32_t *numbers = across ? links->across : links->down;
    const uint32_t base = across ? spot.y * map->width : spot.x * map->height;
    if (from < stop) {
        const uint32_t place = links_below(numbers, links->mouth_count, base + from);
        return place < links->mouth_count && numbers[place] + 1 < base + stop
                   ? numbers[place] + 1 - base
                   : stop;
    }
    const uint32_t place = links_below(numbers, links->mouth_count, base + from - 1);
    return place > 0 && numbers[place - 1] >= base && numbers[place - 1] + 1 > base + stop
               ? numbers[place - 1] + 1 - base
               : stop;
}

uint32_t wayi_jps_links_find(const wayi_jps_links *links, way_cell cell)
{
    uint32_t first = 0;
    for (uint32_t count = links->count; count > 0;) {
        const uint32_t half = count / 2;
        const bool beyond = links->stops[first + half].cell < cell;
        first += beyond ? half + 1 : 0;
        count = beyond ? count - half - 1 : half;
    }
    return first;
}

way_cost wayi_jps_links_rest(wayi_jps *memory, uint32_t number)
{
    const wayi_aims *aims = &memory->links.aims;
    wayi_jps_stop *stop = &memory->links.stops[number];
    if (stop->trip == 0) {
        wayi_link links[WAY_MAP_CELL_LINKS_MAX];
        const uint32_t count =
            wayi_links_list(memory->graph.map, memory->graph.layer, stop->cell, false, links);
        stop->trip = 1;
        stop->rest = WAY_COST_MAX;
        for (uint32_t i = 0; i < count; i++) {
            const way_cost rest =
                way_cost_add(links[i].cost, wayi_aims_cell_distance(aims, links[i].to));
            stop->rest = rest < stop->rest ? rest : stop->rest;
        }
    }
    return stop->rest;
}

// Views -------------------------------------------------------------------------------------------

/// Cells from `left` to `right` and from `top` to `bottom`.
typedef struct links_box {
    int32_t left, top, right, bottom;
} links_box;

/// Whether a stop could be seen from anywhere in a box, if all cells there are on its floor.
static bool links_might_see(const wayi_jump_target *target, links_box box)
{
    const int32_t near_x = wayi_aims_gap(target->x, box.left, box.right);
    const int32_t near_y = wayi_aims_gap(target->y, box.top, box.bottom);
    if (target->square) {
        return box.bottom - target->y >= target->north && box.top - target->y <= target->south;
    }
    const int32_t far_x = (near_x < 0 ? -near_x : near_x) + box.right - box.left;
    const int32_t far_y = (near_y < 0 ? -near_y : near_y) + box.bottom - box.top;
    const int32_t across = target->east > -target->west ? target->east : -target->west;
    const int32_t down = target->south > -target->north ? target->south : -target->north;
    return (near_x < 0 ? -near_x : near_x) - far_y <= across &&
           (near_y < 0 ? -near_y : near_y) - far_x <= down;
}

/// Lists what might be seen from a sector; false without memory.
static bool links_look(wayi_jps *memory, links_box box, wayi_jps_view *view)
{
    wayi_jps_links *links = &memory->links;
    const way_map *map = memory->graph.map;
    const uint32_t first_floor = wayi_map_floor(map, (uint32_t)box.top);
    const uint32_t last_floor = wayi_map_floor(map, (uint32_t)box.bottom);
    if (!WAYI_GROW(&memory->graph.allocator, links->seen, links->seen_room,
                   links->seen_count + links->count)) {
        return false;
    }
    view->first = links->seen_count;
    for (uint32_t i = 0; i < links->count; i++) {
        const wayi_jps_stop *stop = &links->stops[i];
        const uint32_t floor = wayi_map_floor(map, links->marks[i].y);
        if (stop->mouth && floor >= first_floor && floor <= last_floor &&
            links_might_see(&stop->target, box)) {
            links->seen[links->seen_count++] = (uint16_t)i;
        }
    }
    memory->graph.looked += links->count / 4;
    view->count = links->seen_count - view->first;
    return true;
}

bool wayi_jps_links_view(wayi_jps *memory, uint32_t x, uint32_t y, wayi_jps_view *view)
{
    wayi_jps_links *links = &memory->links;
    const way_map *map = memory->graph.map;
    const uint32_t across = (map->width + LINKS_SECTOR - 1) / LINKS_SECTOR;
    const uint32_t sector = y / LINKS_SECTOR * across + x / LINKS_SECTOR;
    if (links->seen_count > LINKS_SEEN_MAX) {
        wayi_nodes_clear(&links->views);
        links->seen_count = 0;
    }
    const uint32_t slot = wayi_nodes_find(&links->views, sector, sizeof *view);
    if (slot != WAYI_SLOT_NONE) {
        *view = *(const wayi_jps_view *)wayi_nodes_at(&links->views, slot, sizeof *view);
        return true;
    }
    const uint32_t left = x / LINKS_SECTOR * LINKS_SECTOR;
    const uint32_t top = y / LINKS_SECTOR * LINKS_SECTOR;
    const uint32_t bottom = top + LINKS_SECTOR < map->height ? top + LINKS_SECTOR : map->height;
    const links_box box = {(int32_t)left, (int32_t)top, (int32_t)(left + LINKS_SECTOR - 1),
                           (int32_t)bottom - 1};
    const uint32_t made = links_look(memory, box, view)
                              ? wayi_nodes_touch(&links->views, sector, sizeof *view)
                              : WAYI_SLOT_NONE;
    if (made == WAYI_SLOT_NONE) {
        return false;
    }
    wayi_jps_view *kept = wayi_nodes_at(&links->views, made, sizeof *kept);
    kept->first = view->first;
    kept->count = view->count;
    return true;
}

bool wayi_jps_links_concern(wayi_jps *memory, way_rect rect)
{
    const wayi_jps_links *links = &memory->links;
    for (uint32_t i = 0; i < links->count; i++) {
        if (wayi_jump_graph_concerns(&memory->graph, rect, &links->stops[i].cell, 1)) {
            return true;
        }
    }
    return false;
}
