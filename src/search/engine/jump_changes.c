// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What an edit leaves of a jump graph. A list was read along diagonals and the straight runs that
// branch off them. So it depends on a changed rectangle only if its point lies there, or sees a
// cell of the rectangle's edge by a diagonal walk and then a straight run: up to there nothing
// changed. Points whose extent of sight can't reach are ruled out by their place alone.
#include "map/grid/layer.h"
#include "search/engine/jump_graph.h"

/// Larger rectangles are not looked at.
#define JUMP_CHANGES_EDGE 256u

/// More rectangles than this are not looked at.
#define JUMP_CHANGES_RECTS 32u

/// Most looks that it takes to find out what changes concern, at a time; and no more than were made
/// to see what is known. Beyond, all is forgotten: to scan again is less work.
#define JUMP_CHANGES_LOOKS (UINT32_C(1) << 13)

/// Points that are ruled out by their place for the price of a look.
#define JUMP_CHANGES_PLACES 8u

/// The edge of a changed rectangle.
typedef struct jump_changes {
    wayi_jump_graph *graph;
    way_rect rect;
    wayi_jump_target targets[JUMP_CHANGES_EDGE]; ///< its free cells
    uint32_t count;
    int32_t x, y;   ///< twice its middle
    int32_t across; ///< twice the longest way that any is seen along its row, and what it is off
    int32_t down;   ///< the same along its column
} jump_changes;

static void jump_changes_add(jump_changes *changes, uint32_t x, uint32_t y)
{
    wayi_jump_graph *graph = changes->graph;
    if (!wayi_layer_has(graph->map, graph->layer, x, y)) {
        return;
    }
    graph->looked += 4; // one along each line
    const wayi_jump_target target = wayi_jump_graph_aim(graph, y * graph->map->width + x);
    const int32_t across = target.east > -target.west ? target.east : -target.west;
    const int32_t down = target.south > -target.north ? target.south : -target.north;
    changes->targets[changes->count++] = target;
    changes->across = across > changes->across ? across : changes->across;
    changes->down = down > changes->down ? down : changes->down;
}

static uint32_t jump_changes_edge(way_rect rect)
{
    return 2 * (rect.width + rect.height);
}

static jump_changes jump_changes_of(wayi_jump_graph *graph, way_rect rect)
{
    jump_changes changes = {.graph = graph, .rect = rect};
    for (uint32_t y = rect.y; y < rect.y + rect.height; y++) {
        const bool inner = y > rect.y && y + 1 < rect.y + rect.height && rect.width > 1;
        for (uint32_t x = rect.x; x < rect.x + rect.width; x += inner ? rect.width - 1 : 1) {
            jump_changes_add(&changes, x, y);
        }
    }
    const int32_t off = (int32_t)(rect.width + rect.height);
    changes.x = (int32_t)(2 * rect.x + rect.width - 1);
    changes.y = (int32_t)(2 * rect.y + rect.height - 1);
    changes.across = 2 * changes.across + off;
    changes.down = 2 * changes.down + off;
    return changes;
}

/// Whether what was read from a cell may depend on the rectangle.
static bool jump_changes_concern(const jump_changes *changes, way_cell cell)
{
    wayi_jump_graph *graph = changes->graph;
    const wayi_jump_spot spot = wayi_jump_graph_spot(graph, cell);
    if (spot.x - changes->rect.x < changes->rect.width &&
        spot.y - changes->rect.y < changes->rect.height) {
        return true;
    }
    const int32_t dx = (int32_t)(2 * spot.x) - changes->x;
    const int32_t dy = (int32_t)(2 * spot.y) - changes->y;
    const int32_t columns = dx < 0 ? -dx : dx;
    const int32_t rows = dy < 0 ? -dy : dy;
    if (graph->square ? rows > changes->down
                      : columns - rows > changes->across || rows - columns > changes->down) {
        return false;
    }
    for (uint32_t i = 0; i < changes->count; i++) {
        const wayi_jump_target *target = &changes->targets[i];
        const way_cell edge = (uint32_t)target->y * graph->map->width + (uint32_t)target->x;
        if (wayi_jump_could_see(target, spot.x, spot.y) &&
            wayi_jump_graph_sees(graph, cell, edge)) {
            return true;
        }
    }
    return false;
}

/// Jumps to points of which it is not sure any more whether others follow say that some do.
static void jump_changes_unleaf(wayi_jump_graph *graph)
{
    for (uint32_t i = 0; i < graph->kept.count; i++) {
        wayi_jump *jump = &graph->kept.items[i];
        const wayi_jump_point *point = wayi_jump_graph_at(graph, wayi_jump_slot(*jump));
        if (wayi_jump_is_leaf(*jump) && !(point->judged >> wayi_jump_arrival(*jump) & 1u)) {
            jump->to &= ~UINT32_C(1);
        }
    }
}

/// Takes what it knows from a point.
static void jump_changes_forget(wayi_jump_graph *graph, wayi_jump_point *point)
{
    for (uint32_t arrival = 0; arrival < 4; arrival++) {
        graph->lost += (uint32_t)point->known >> arrival & 1u ? point->lists[arrival].count : 0;
    }
    graph->unsure |= point->leaf != 0;
    point->known = 0;
    point->judged = 0;
    point->leaf = 0;
}

bool wayi_jump_graph_drop(wayi_jump_graph *graph, way_rect rect, wayi_jump_asked ask, void *asker)
{
    if (jump_changes_edge(rect) > JUMP_CHANGES_EDGE) {
        return false;
    }
    const jump_changes changes = jump_changes_of(graph, rect);
    graph->looked += graph->points.count / JUMP_CHANGES_PLACES;
    for (uint32_t slot = 0; slot < graph->points.count && graph->looked < graph->stop; slot++) {
        wayi_jump_point *point = wayi_nodes_at(&graph->points, slot, sizeof *point);
        if (!(point->known | point->judged) ||
            !jump_changes_concern(&changes, wayi_jump_graph_cell(graph, slot))) {
            continue;
        }
        if (ask && !ask(asker, slot)) {
            return false;
        }
        jump_changes_forget(graph, point);
    }
    return graph->looked < graph->stop;
}

bool wayi_jump_graph_concerns(wayi_jump_graph *graph, way_rect rect, const way_cell *cells,
                              uint32_t count)
{
    if (jump_changes_edge(rect) > JUMP_CHANGES_EDGE) {
        return true;
    }
    const jump_changes changes = jump_changes_of(graph, rect);
    for (uint32_t i = 0; i < count; i++) {
        if (jump_changes_concern(&changes, cells[i])) {
            return true;
        }
    }
    return false;
}

uint64_t wayi_jump_graph_drop_work(const wayi_jump_graph *graph, way_rect rect)
{
    return graph->points.count / 4 + 8u * jump_changes_edge(rect);
}

void wayi_jump_graph_renew(wayi_jump_graph *graph)
{
    if (graph->revision == way_map_revision(graph->map)) {
        return;
    }
    way_rect rects[JUMP_CHANGES_RECTS];
    uint32_t count = 0;
    bool follows = way_map_changes(graph->map, graph->revision, rects, JUMP_CHANGES_RECTS,
                                   &count) == WAY_STATUS_OK &&
                   count <= JUMP_CHANGES_RECTS && graph->lost <= graph->kept.count / 2;
    const uint64_t before = graph->looked;
    const uint64_t known = before - graph->cleared;
    graph->stop = before + (known < JUMP_CHANGES_LOOKS ? known : JUMP_CHANGES_LOOKS);
    for (uint32_t i = 0; follows && i < count; i++) {
        follows = wayi_jump_graph_drop(
            graph, wayi_layer_touched(graph->map, graph->layer, rects[i]), NULL, NULL);
    }
    graph->stop = UINT64_MAX;
    graph->cleared += graph->looked - before; // which tell nothing new
    if (!follows) {
        wayi_jump_graph_clear(graph);
    }
    wayi_jump_graph_settle(graph);
}

void wayi_jump_graph_settle(wayi_jump_graph *graph)
{
    if (graph->unsure) {
        jump_changes_unleaf(graph);
    }
    graph->unsure = false;
    graph->revision = way_map_revision(graph->map);
}
