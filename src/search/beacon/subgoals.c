// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The graph: every subgoal's full list, by ranks (the order of rows).
#include "core/path_buffer.h"
#include "search/beacon/build.h"

#include <string.h>

/// Subgoals in a piece of work.
#define SUBGOALS_PIECE 32u

void wayi_beacon_edges_place(wayi_beacon_build *build, uint32_t piece)
{
    const wayi_beacon_index *index = build->index;
    const wayi_board *still = &index->still;
    const uint32_t rows = wayi_board_piece_rows(still);
    for (uint32_t row = piece * rows; row < (piece + 1) * rows && row < still->height + 2; row++) {
        for (uint32_t word = 0; word < still->row_words; word++) {
            const size_t at = (size_t)row * still->row_words + word;
            uint64_t bits = still->beside[0][at] | still->beside[1][at];
            for (uint32_t rank = index->rank_bases[at]; bits; bits &= bits - 1) {
                const uint32_t x = word * 64 + wayi_bits_lowest(bits) - 1;
                build->places[rank++] = (wayi_reach){(uint16_t)x, (uint16_t)(row - 1), 0};
            }
        }
    }
}

/// The vertex that a place is in the index before this one, if its edges are what they were, or
/// NONE.
static uint32_t subgoals_untouched(const wayi_beacon_build *build, wayi_reach place)
{
    const wayi_beacon_index *old = build->old;
    if (!old || !wayi_board_is_subgoal(&old->still, place.x, place.y)) {
        return WAYI_BEACON_NONE;
    }
    const uint32_t vertex = wayi_beacon_vertex_at(old, place.x, place.y);
    return build->touched[vertex] ? WAYI_BEACON_NONE : vertex;
}

static bool subgoals_connect(const wayi_beacon_build *build, uint32_t rank, wayi_reach *list,
                             wayi_beacon_piece *piece)
{
    wayi_path_buffer *targets = &piece->targets;
    const wayi_beacon_index *index = build->index;
    const wayi_reach place = build->places[rank];
    const uint32_t vertex = subgoals_untouched(build, place);
    uint32_t count = 0;
    if (vertex == WAYI_BEACON_NONE) {
        count = wayi_board_full_counted(&index->still, place.x, place.y, list, &piece->legs);
    } else {
        const wayi_beacon_index *old = build->old;
        for (uint32_t e = old->vertices[vertex].edges; e < old->vertices[vertex + 1].edges; e++) {
            const wayi_beacon_vertex *to = &old->vertices[wayi_beacon_edge(old, e)];
            list[count++] = (wayi_reach){to->x, to->y, 0};
        }
    }
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

way_status wayi_beacon_edges_piece(uint32_t number, void *argument)
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
            piece->fits = subgoals_connect(build, rank, list, piece);
        }
    }
    wayi_free(build->allocator, list, most, sizeof *list);
    return piece->fits ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

bool wayi_beacon_edges_begin(wayi_beacon_build *build)
{
    const uint32_t count = build->index->vertex_count;
    const uint32_t piece_count = (count + SUBGOALS_PIECE - 1) / SUBGOALS_PIECE;
    build->pieces =
        wayi_alloc_zero(build->allocator, (size_t)piece_count + 1, sizeof *build->pieces);
    build->piece_count = build->pieces ? piece_count : 0;
    build->starts = wayi_alloc(build->allocator, (size_t)count + 1, sizeof *build->starts);
    build->places = wayi_alloc(build->allocator, (size_t)count + 1, sizeof *build->places);
    return build->pieces && build->starts && build->places;
}

way_status wayi_beacon_edges_end(wayi_beacon_build *build)
{
    uint64_t total = 0;
    for (uint32_t i = 0; i < build->piece_count; i++) {
        if (!build->pieces[i].fits) {
            return WAY_STATUS_NO_MEMORY;
        }
        total += build->pieces[i].targets.count;
    }
    if (total >= UINT32_MAX) {
        return WAY_STATUS_TOO_LARGE;
    }
    build->targets = wayi_alloc(build->allocator, (size_t)total + 1, sizeof *build->targets);
    if (!build->targets) {
        return WAY_STATUS_NO_MEMORY;
    }
    build->index->edge_count = (uint32_t)total;
    build->starts[build->index->vertex_count] = (uint32_t)total;
    return WAY_STATUS_OK;
}

void wayi_beacon_edges_gather(wayi_beacon_build *build, uint32_t number)
{
    wayi_path_buffer *targets = &build->pieces[number].targets;
    const uint32_t first = number * SUBGOALS_PIECE;
    const uint32_t count = build->index->vertex_count;
    if (targets->count) {
        memcpy(build->targets + build->gathered, targets->states,
               targets->count * sizeof *build->targets);
    }
    for (uint32_t rank = first; rank < first + SUBGOALS_PIECE && rank < count; rank++) {
        const uint32_t edges = build->starts[rank];
        build->starts[rank] = build->gathered;
        build->gathered += edges;
    }
    wayi_path_buffer_fini(targets);
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
