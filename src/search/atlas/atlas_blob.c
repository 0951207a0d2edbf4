// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// An atlas in a blob: blocks one after the other, used in place after every
// number that something is looked up with has been checked. A bit of every square says whether it
// has a block. What a repair has left to do is written beside them: links that are owed another
// record have none, squares say what is wrong with them, and the parts of the map that changed are
// looked at again.
#include "search/atlas/repairs.h"

#include <string.h>

#define ATLAS_SQUARES WAYI_BLOB_TAG('S', 'Q', 'B', 'U')
#define ATLAS_BLOCKS WAYI_BLOB_TAG('B', 'L', 'O', 'K')
#define ATLAS_RECTS WAYI_BLOB_TAG('C', 'H', 'N', 'G')
#define ATLAS_OWED WAYI_BLOB_TAG('O', 'W', 'E', 'D')

/// Takes the records of links that are owed others out of blocks as they were written.
static void atlas_blob_owe(const wayi_atlas *atlas, uint32_t square, wayi_atlas_block *block)
{
    const uint32_t *index =
        atlas->repairs ? wayi_hash_table_find(&atlas->repairs->places, square) : NULL;
    const wayi_path_buffer *owed = index ? &atlas->repairs->queue[*index].owed : NULL;
    for (uint32_t i = 0; owed && i < owed->count; i += 2) {
        const uint32_t number = owed->states[i];
        const uint32_t link =
            wayi_atlas_link_to(atlas, square << atlas->bits | number, owed->states[i + 1], NULL);
        if (link != UINT32_MAX) {
            wayi_atlas_costs(block)[wayi_atlas_regions(block)[number].link_first + link] =
                WAYI_ATLAS_UNMADE;
        }
    }
}

/// What a repair has left to do.
static void atlas_blob_save_owed(const wayi_atlas *atlas, const way_rect *rects, uint32_t count,
                                 wayi_blob_writer *writer)
{
    wayi_path_buffer parts;
    wayi_path_buffer squares;
    wayi_path_buffer_init(&parts, &atlas->allocator);
    wayi_path_buffer_init(&squares, &atlas->allocator);
    bool fits = wayi_repairs_list(atlas, &parts, &squares);
    for (uint32_t i = 0; i < count && fits; i++) {
        const uint32_t words[] = {rects[i].x, rects[i].y, rects[i].width, rects[i].height};
        fits = wayi_path_buffer_append(&parts, words, 4);
    }
    if (!fits && writer->status == WAY_STATUS_OK) {
        writer->status = WAY_STATUS_NO_MEMORY;
    }
    wayi_blob_add(writer, ATLAS_RECTS, sizeof(way_rect), parts.states, parts.count / 4);
    wayi_blob_add(writer, ATLAS_OWED, 2 * sizeof(uint32_t), squares.states, squares.count / 2);
    wayi_path_buffer_fini(&parts);
    wayi_path_buffer_fini(&squares);
}

void wayi_atlas_save(const wayi_atlas *atlas, const way_rect *rects, uint32_t count,
                     wayi_blob_writer *writer)
{
    uint8_t *squares = wayi_blob_reserve(writer, ATLAS_SQUARES, 1, (atlas->square_count + 7) / 8);
    size_t words = 0;
    for (uint32_t i = 0; squares && i < atlas->square_count; i++) {
        squares[i / 8] |= (uint8_t)((atlas->squares[i] ? 1u : 0u) << i % 8);
        words += atlas->squares[i] ? wayi_atlas_block_size(atlas->squares[i]) / 4 : 0;
    }
    uint32_t *out = wayi_blob_reserve(writer, ATLAS_BLOCKS, sizeof *out, words);
    for (uint32_t i = 0; out && i < atlas->square_count; i++) {
        if (atlas->squares[i]) {
            const size_t size = wayi_atlas_block_size(atlas->squares[i]);
            memcpy(out, atlas->squares[i], size);
            atlas_blob_owe(atlas, i, (wayi_atlas_block *)out);
            out += size / 4;
        }
    }
    atlas_blob_save_owed(atlas, rects, count, writer);
}

// Opening -----------------------------------------------------------------------------------------

/// Whether a block fits into so many words.
static bool atlas_blob_fits(const wayi_atlas *atlas, const wayi_atlas_block *block, size_t words)
{
    const uint32_t most = UINT32_C(1) << 28; // so that sizes can be added up
    return words >= sizeof *block / 4 && block->region_count > 0 &&
           block->region_count <= UINT32_C(1) << atlas->bits && block->link_count < most &&
           block->subgoal_count < most && block->split <= 8 &&
           block->tight == wayi_atlas_is_tight(atlas) && wayi_atlas_block_size(block) / 4 <= words;
}

/// Whether the links of a region lead to squares of the map, over cells of it: of regions there, a
/// repair may have taken some.
static bool atlas_blob_check_region(const wayi_atlas *atlas, uint32_t square,
                                    const wayi_atlas_region *region)
{
    const wayi_atlas_block *block = atlas->squares[square];
    if (region->place == WAY_CELL_NONE) {
        return region->link_count == 0;
    }
    if (region->place >= atlas->grid->map->cell_count ||
        wayi_atlas_square_of(atlas, region->place) != square ||
        region->link_first > block->link_count ||
        region->link_count > block->link_count - region->link_first) {
        return false;
    }
    const uint32_t number = (uint32_t)(region - wayi_atlas_regions(block));
    if (atlas->config.bare &&
        wayi_atlas_find(atlas, region->place) != (square << atlas->bits | number)) {
        return false; // trips take it for granted
    }
    uint64_t subgoals = region->subgoal_first;
    uint32_t before = 0;
    for (uint32_t i = 0; i < region->link_count; i++) {
        const uint32_t word = wayi_atlas_word(block, region->link_first + i);
        const uint32_t target = wayi_atlas_target(atlas, square, word);
        if ((word & 0x7fu) >= WAYI_ATLAS_SPAN * WAYI_ATLAS_SPAN ||
            target >> atlas->bits >= atlas->square_count || (i && target <= before) ||
            wayi_atlas_whither(atlas, square, target) != (word & WAYI_ATLAS_WHITHER)) {
            return false;
        }
        before = target;
        subgoals += word >> 8 & WAYI_ATLAS_SUBGOALS_MAX;
    }
    return subgoals <= block->subgoal_count;
}

static bool atlas_blob_check(const wayi_atlas *atlas, uint32_t square)
{
    const wayi_atlas_block *block = atlas->squares[square];
    bool sound = true;
    for (uint32_t i = 0; i < block->region_count && sound; i++) {
        sound = atlas_blob_check_region(atlas, square, &wayi_atlas_regions(block)[i]);
    }
    const wayi_atlas_link all = {.subgoals = wayi_atlas_subgoals(block),
                                 .tight = block->tight,
                                 .corner = wayi_atlas_corner(atlas, square)};
    for (uint32_t i = 0; i < block->subgoal_count && sound; i++) {
        const way_cell cell = wayi_atlas_subgoal(atlas, &all, i);
        const uint32_t kept = block->tight ? ((const uint16_t *)all.subgoals)[i] : cell;
        sound =
            cell < atlas->grid->map->cell_count && wayi_atlas_tighten(atlas, square, cell) == kept;
    }
    return sound;
}

/// Takes up what was owed when the blocks were saved.
static way_status atlas_blob_open_owed(wayi_atlas *atlas, const wayi_blob *blob)
{
    size_t rect_count = 0;
    size_t count = 0;
    const way_rect *rects = wayi_blob_section(blob, ATLAS_RECTS, sizeof *rects, &rect_count);
    const uint32_t *squares = wayi_blob_section(blob, ATLAS_OWED, 2 * sizeof *squares, &count);
    return rects && squares ? wayi_repairs_take(atlas, rects, rect_count, squares, count)
                            : WAY_STATUS_BAD_FORMAT;
}

way_status wayi_atlas_open(wayi_atlas *atlas, const wayi_blob *blob)
{
    size_t count = 0;
    size_t words = 0;
    const uint8_t *squares = wayi_blob_section(blob, ATLAS_SQUARES, 1, &count);
    const uint32_t *blocks = wayi_blob_section(blob, ATLAS_BLOCKS, sizeof *blocks, &words);
    if (!squares || !blocks || count != (atlas->square_count + 7) / 8) {
        return WAY_STATUS_BAD_FORMAT;
    }
    size_t next = 0;
    for (uint32_t i = 0; i < atlas->square_count; i++) {
        if (!((uint32_t)squares[i / 8] >> i % 8 & 1u)) {
            continue;
        }
        // Borrowed blocks are never written to: repairs put others in their place.
        const void *block = blocks + next;
        if (!atlas_blob_fits(atlas, block, words - next)) {
            return WAY_STATUS_BAD_FORMAT;
        }
        atlas->squares[i] = (wayi_atlas_block *)(uintptr_t)block;
        next += wayi_atlas_block_size(block) / 4;
        for (uint32_t k = 0; k < atlas->squares[i]->region_count; k++) {
            atlas->region_count += wayi_atlas_regions(atlas->squares[i])[k].place != WAY_CELL_NONE;
        }
    }
    bool sound = next == words;
    for (uint32_t i = 0; i < atlas->square_count && sound; i++) {
        sound = !atlas->squares[i] || atlas_blob_check(atlas, i);
    }
    return sound ? atlas_blob_open_owed(atlas, blob) : WAY_STATUS_BAD_FORMAT;
}
