// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The graph: every subgoal's full list, by ranks (the order of rows).
#include "core/path_buffer.h"
#include "search/beacon/build.h"

#include <string.h>

/// Subgoals in a piece of work.
#define SUBGOALS_PIECE 32u

/// Notes where the subgoals are.
static void subgoals_place(wayi_beacon_build *build)
{
    const wayi_board *still = &build->index->still;
    uint32_t rank = 0;
    for (uint32_t y = 0; y < still->height; y++) {
        for (uint32_t word = 0; word < still->row_words; word++) {
            const size_t at = (size_t)(y + 1) * still->row_words + word;
            uint64_t bits = still->beside[0][at] | still->beside[1][at];
            for (; bits; bits &= bits - 1) {
                const uint32_t x = word * 64 + wayi_bits_lowest(bits) - 1;
                build->places[rank++] = (wayi_reach){(uint16_t)x, (uint16_t)y, 0};
            }
        }
    }
}

static bool subgoals_connect(const wayi_beacon_build *build, uint32_t rank, wayi_reach *list,
                             wayi_path_buffer *targets)
{
    const wayi_beacon_index *index = build->index;
    const wayi_reach place = build->places[rank];
    const uint32_t count = wayi_board_full(&index->still, place.x, place.y, list);
    if (targets->count + count > targets->capacity &&
        !wayi_path_buffer_reserve(targets, targets->count + count)) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        targets->states[targets->count++] = wayi_beacon_rank(index, list[i].x, list[i].y);
    }
    build->starts[rank] = count;
    return true;
}

void wayi_beacon_edges_piece(uint32_t number, void *argument)
{
    const wayi_beacon_build *build = argument;
    wayi_beacon_piece *piece = &build->pieces[number];
    const uint32_t most = wayi_board_reach_max(&build->index->still);
    wayi_reach *list = wayi_alloc(build->allocator, most, sizeof *list);
    wayi_path_buffer_init(&piece->targets, build->allocator);
    piece->fits = list != NULL;
    for (uint32_t i = 0; i < SUBGOALS_PIECE && piece->fits; i++) {
        const uint32_t rank = number * SUBGOALS_PIECE + i;
        if (rank < build->index->vertex_count) {
            piece->fits = subgoals_connect(build, rank, list, &piece->targets);
        }
    }
    wayi_free(build->allocator, list, most, sizeof *list);
}

bool wayi_beacon_edges_begin(wayi_beacon_build *build)
{
    const uint32_t count = build->index->vertex_count;
    const uint32_t piece_count = (count + SUBGOALS_PIECE - 1) / SUBGOALS_PIECE;
    build->pieces =
        wayi_alloc_zero(build->allocator, (size_t)piece_count + 1, sizeof *build->pieces);
    build->starts = wayi_alloc_zero(build->allocator, (size_t)count + 1, sizeof *build->starts);
    build->places = wayi_alloc(build->allocator, (size_t)count + 1, sizeof *build->places);
    if (!build->pieces || !build->starts || !build->places) {
        return false;
    }
    build->piece_count = piece_count;
    subgoals_place(build);
    return true;
}

way_status wayi_beacon_edges_end(wayi_beacon_build *build)
{
    const wayi_beacon_piece *pieces = build->pieces;
    uint64_t total = 0;
    for (uint32_t i = 0; i < build->piece_count; i++) {
        if (!pieces[i].fits) {
            return WAY_STATUS_NO_MEMORY;
        }
        total += pieces[i].targets.count;
    }
    if (total >= UINT32_MAX) {
        return WAY_STATUS_TOO_LARGE;
    }
    build->targets = wayi_alloc(build->allocator, (size_t)total + 1, sizeof *build->targets);
    if (!build->targets) {
        return WAY_STATUS_NO_MEMORY;
    }
    build->index->edge_count = (uint32_t)total;
    uint32_t at = 0;
    for (uint32_t i = 0; i < build->piece_count; i++) {
        if (pieces[i].targets.count) {
            memcpy(build->targets + at, pieces[i].targets.states,
                   pieces[i].targets.count * sizeof *build->targets);
        }
        at += pieces[i].targets.count;
    }
    at = 0;
    for (uint32_t rank = 0; rank <= build->index->vertex_count; rank++) {
        const uint32_t count = build->starts[rank];
        build->starts[rank] = at;
        at += count;
    }
    return WAY_STATUS_OK;
}

void wayi_beacon_edges_fini(wayi_beacon_build *build)
{
    for (uint32_t i = 0; build->pieces && i < build->piece_count; i++) {
        // Pieces that were never begun are zero.
        if (build->pieces[i].targets.capacity) {
            wayi_path_buffer_fini(&build->pieces[i].targets);
        }
    }
    wayi_free(build->allocator, build->pieces, (size_t)build->piece_count + 1,
              sizeof *build->pieces);
    build->pieces = NULL;
}
