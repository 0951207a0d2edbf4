// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Which nodes a corridor is made of.
#include "base/expect.h"
#include "search/hierarchical/corridor.h"

#include <string.h>

void wayi_corridor_marks_fini(wayi_corridor_marks *marks, const way_allocator *allocator)
{
    wayi_free(allocator, marks->bits, marks->words, sizeof *marks->bits);
    wayi_path_buffer_fini(&marks->list);
}

void wayi_corridor_unmark(wayi_corridor *corridor, wayi_corridor_marks *marks, uint32_t level)
{
    for (uint32_t i = 0; i < marks->list.count; i++) {
        marks->bits[marks->list.states[i] >> 6] = 0;
    }
    wayi_path_buffer_clear(&marks->list);
    const uint32_t before = marks->words;
    if (!wayi_grow(&corridor->allocator, (void **)&marks->bits, &marks->words,
                   wayi_corridor_ids(corridor, level) / 64 + 1, sizeof *marks->bits)) {
        corridor->full = true;
    } else if (marks->words > before) {
        memset(marks->bits + before, 0, (marks->words - before) * sizeof *marks->bits);
    }
}

void wayi_corridor_mark(wayi_corridor *corridor, wayi_corridor_marks *marks, uint32_t node)
{
    if (corridor->full || wayi_corridor_is_marked(marks->bits, node)) {
        return;
    }
    if (!wayi_path_buffer_push(&marks->list, node)) {
        corridor->full = true;
        return;
    }
    marks->bits[node >> 6] |= UINT64_C(1) << (node & 63u);
}

void wayi_corridor_spread(wayi_corridor *corridor, uint32_t from, bool wide)
{
    const wayi_pyramid_level *own = &corridor->pyramid->levels[corridor->level];
    const uint64_t *outer = corridor->outer.bits;
    wayi_corridor_marks *marks = &corridor->marks;
    wayi_corridor_unmark(corridor, marks, corridor->level + 1);
    wayi_corridor_mark(corridor, marks, from);
    // The list grows while it is worked off.
    for (uint32_t i = 0; i < marks->list.count && !corridor->full; i++) {
        const uint32_t id = marks->list.states[i];
        const wayi_pyramid_node *node = wayi_pyramid_node_at(own, id);
        if (!wayi_corridor_is_marked(outer, wayi_pyramid_parent(own, node))) {
            continue; // only beside
        }
        for (uint32_t k = node->edge_first; k < node->edge_first + node->edge_count; k++) {
            const uint32_t to = wayi_pyramid_to(own, id >> own->bits, k);
            const wayi_pyramid_node *beside = wayi_pyramid_node_at(own, to);
            if (wide || wayi_corridor_is_marked(outer, wayi_pyramid_parent(own, beside))) {
                wayi_expect(beside);
                wayi_corridor_mark(corridor, marks, to);
            }
        }
    }
}
