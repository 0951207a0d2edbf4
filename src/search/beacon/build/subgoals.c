// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The graph: every subgoal's full list, by ranks (the order of rows).
#include "core/path_buffer.h"
#include "search/beacon/build/build.h"

#include <string.h>

/// Pieces of all subgoals.
static uint32_t subgoals_pieces(const wayi_beacon_build *build)
{
    return (build->index->vertex_count + WAYI_BEACON_SUBGOALS - 1) / WAYI_BEACON_SUBGOALS;
}

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
    const uint64_t end =
        (uint64_t)subgoals_pieces(build) * (piece + 1) / wayi_board_row_pieces(still);
    for (; build->piece_count < end; build->piece_count++) {
        build->pieces[build->piece_count] = (wayi_beacon_piece){0};
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

bool wayi_beacon_edges_one(const wayi_beacon_build *build, uint32_t rank, wayi_reach *list)
{
    wayi_beacon_piece *piece = &build->pieces[rank / WAYI_BEACON_SUBGOALS];
    wayi_path_buffer *targets = &piece->targets;
    const wayi_beacon_index *index = build->index;
    if (rank % WAYI_BEACON_SUBGOALS == 0) {
        wayi_path_buffer_init(targets, build->allocator);
    }
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
    const uint32_t most = wayi_board_reach_max(&build->index->still);
    wayi_reach *list = wayi_alloc(build->allocator, most, sizeof *list);
    bool fits = list != NULL;
    for (uint32_t i = 0; i < WAYI_BEACON_SUBGOALS && fits; i++) {
        const uint32_t rank = number * WAYI_BEACON_SUBGOALS + i;
        fits = rank >= build->index->vertex_count || wayi_beacon_edges_one(build, rank, list);
    }
    WAYI_FREE(build->allocator, list, most);
    return fits ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

bool wayi_beacon_edges_begin(wayi_beacon_build *build)
{
    const uint32_t count = build->index->vertex_count;
    build->pieces =
        wayi_alloc(build->allocator, (size_t)subgoals_pieces(build) + 1, sizeof *build->pieces);
    build->piece_count = 0;
    build->starts = wayi_alloc(build->allocator, (size_t)count + 1, sizeof *build->starts);
    build->places = wayi_alloc(build->allocator, (size_t)count + 1, sizeof *build->places);
    return build->pieces && build->starts && build->places;
}

void wayi_beacon_edges_sum(wayi_beacon_build *build, uint32_t first, uint32_t end)
{
    for (uint32_t i = first; i < end; i++) {
        build->edge_total += build->pieces[i].targets.count;
    }
}

way_status wayi_beacon_edges_end(wayi_beacon_build *build)
{
    const uint64_t total = build->edge_total;
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

static void subgoals_free_pieces(wayi_beacon_build *build)
{
    WAYI_FREE(build->allocator, build->pieces, (size_t)subgoals_pieces(build) + 1);
    build->pieces = NULL;
    build->piece_count = 0;
}

void wayi_beacon_edges_gather(wayi_beacon_build *build, uint32_t number)
{
    wayi_path_buffer *targets = &build->pieces[number].targets;
    const uint32_t first = number * WAYI_BEACON_SUBGOALS;
    const uint32_t count = build->index->vertex_count;
    if (targets->count) {
        memcpy(build->targets + build->gathered, targets->states,
               targets->count * sizeof *build->targets);
    }
    for (uint32_t rank = first; rank < first + WAYI_BEACON_SUBGOALS && rank < count; rank++) {
        const uint32_t edges = build->starts[rank];
        build->starts[rank] = build->gathered;
        build->gathered += edges;
    }
    wayi_path_buffer_fini(targets);
    if (number + 1 == build->piece_count) {
        subgoals_free_pieces(build);
    }
}

bool wayi_beacon_edges_shed(wayi_beacon_build *build, uint32_t *most)
{
    for (; build->pieces && build->piece_count && *most; --*most) {
        wayi_path_buffer *targets = &build->pieces[--build->piece_count].targets;
        if (targets->capacity) { // those that were never begun are zero
            wayi_path_buffer_fini(targets);
        }
    }
    if (build->piece_count == 0) {
        subgoals_free_pieces(build);
    }
    return build->pieces != NULL;
}
