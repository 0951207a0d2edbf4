// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Trips across clusters while the map changes. A plan is a list of gates, and what is left of it is
// true as long as no edit comes near the clusters that it still has to cross: nothing else is read.
// What becomes of a plan that is touched is the same for all databases (frame/detour.h).
#include "search/hierarchical/crossing.h"

#include <waymark/database.h>

static bool edits_has_cell(const wayi_clusters *clusters, wayi_clusters_span span, way_cell cell)
{
    const uint32_t index = wayi_clusters_of(clusters, cell);
    const uint32_t column = index % clusters->columns;
    const uint32_t row = index / clusters->columns;
    return column >= span.left && column <= span.right && row >= span.top && row <= span.bottom;
}

/// The clusters of a level with cells of a rectangle.
static wayi_clusters_span edits_span(const wayi_clusters *clusters, way_rect rect)
{
    const uint32_t side = clusters->config.side;
    return (wayi_clusters_span){rect.x / side, (rect.x + rect.width - 1) / side, rect.y / side,
                                (rect.y + rect.height - 1) / side};
}

/// Whether one of the gates from `first` on, which are those of the lowest level, or the partner of
/// one is in the clusters of a level that an edit concerns.
static bool edits_has_gates(const wayi_clusters *level, way_rect rect, const wayi_gate *gates,
                            const wayi_path_buffer *list, uint32_t first)
{
    const wayi_clusters_span span = edits_span(level, rect);
    bool found = false;
    for (uint32_t i = first; i < list->count && !found; i++) {
        const wayi_gate *gate = &gates[list->states[i]];
        found = edits_has_cell(level, span, gate->cell) ||
                edits_has_cell(level, span, gates[gate->partner].cell);
    }
    return found;
}

/// Whether clusters that an edit concerns are among those that the plan has still to cross.
static bool edits_touch(const way_agent *agent, way_rect rect)
{
    const wayi_crossing *memory = agent->memory;
    const wayi_clusters *clusters = wayi_crossing_clusters(agent);
    const wayi_clusters_span span = edits_span(clusters, rect);
    bool touched = edits_has_cell(clusters, span, memory->from) && memory->next == 0;
    touched |= !memory->many && edits_has_cell(clusters, span, agent->goal.state);
    for (uint32_t i = 0; i < memory->held.cells.count && !touched; i++) {
        touched = edits_has_cell(clusters, span, memory->held.cells.states[i]);
    }
    return touched ||
           edits_has_gates(clusters, rect, clusters->gates, &memory->gates,
                           memory->next ? memory->next - 1 : 0) ||
           (!memory->routed && clusters->upper &&
            edits_has_gates(clusters->upper, rect, clusters->gates, &memory->legs,
                            memory->leg ? memory->leg - 1 : 0));
}

/// Whether clusters that an edit concerns are among those that the search for a plan has read.
static bool edits_meet(const way_agent *agent, way_rect rect)
{
    const wayi_crossing *memory = agent->memory;
    const wayi_clusters *clusters = wayi_crossing_clusters(agent);
    const wayi_clusters_span span = edits_span(clusters, rect);
    const wayi_clusters_span read = memory->abstract.read;
    return (span.left <= read.right && span.right >= read.left && span.top <= read.bottom &&
            span.bottom >= read.top) ||
           (!memory->many && edits_has_cell(clusters, span, agent->goal.state));
}

bool wayi_crossing_outlives(way_agent *agent, const way_rect *rects, uint32_t count, uint64_t *work)
{
    const wayi_crossing *memory = agent->memory;
    const bool routed = !memory->early && memory->phase >= WAYI_CROSSING_LEGS &&
                        memory->phase != WAYI_CROSSING_GATES;
    const uint64_t looks =
        routed ? memory->held.cells.count + memory->gates.count + memory->legs.count + UINT64_C(2)
               : 2;
    if (looks * count > *work || (!routed && !way_navigator_is_current(agent->navigator))) {
        return false;
    }
    *work -= looks * count;
    bool touched = false;
    for (uint32_t i = 0; i < count && !touched; i++) {
        touched = routed ? edits_touch(agent, rects[i]) : edits_meet(agent, rects[i]);
    }
    return !touched;
}
