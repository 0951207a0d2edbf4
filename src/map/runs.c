// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Straight runs that lead to a jump point, as jump point search defines it where no corner is cut:
// a free cell beside which a wall has just ended. One bit per cell and direction says whether a run
// from the cell meets such a point before it meets a wall, so a search need not look where there is
// nothing.
//
// Within a line v(b) = jump(b) or pass(b) and v(next b): a carry that travels against the run, 64
// cells at a time. The bit of a cell is v of the cell after it, whatever the cell itself is.
#include "map/layer.h"

/// Where a line of cells and its two neighbours are, and the runs along it.
typedef struct runs_line {
    const uint64_t *here;
    const uint64_t *before;
    const uint64_t *after;
    uint64_t *up;   ///< runs towards higher bits
    uint64_t *down; ///< runs towards lower bits
} runs_line;

/// The words of a line that were touched.
typedef struct runs_span {
    uint32_t first;
    uint32_t last;
} runs_span;

static uint64_t runs_jumps_up(const runs_line *line, uint32_t word)
{
    return line->here[word] &
           (wayi_line_opens_up(line->before, word) | wayi_line_opens_up(line->after, word));
}

static uint64_t runs_jumps_down(const runs_line *line, uint32_t word)
{
    return line->here[word] &
           (wayi_line_opens_down(line->before, word) | wayi_line_opens_down(line->after, word));
}

/// Spreads set bits towards lower ones as long as `pass` is set there.
static uint64_t runs_fill_down(uint64_t set, uint64_t pass)
{
    for (uint32_t reach = 1; reach < 64; reach *= 2) {
        set |= pass & set >> reach;
        pass &= pass >> reach;
    }
    return set;
}

static uint64_t runs_fill_up(uint64_t set, uint64_t pass)
{
    for (uint32_t reach = 1; reach < 64; reach *= 2) {
        set |= pass & set << reach;
        pass &= pass << reach;
    }
    return set;
}

/// Renews the runs towards higher bits: from the last word touched downwards, past the first one
/// as long as something changes. What comes in from above is in the old bits.
static void runs_update_up(const runs_line *line, runs_span span)
{
    uint64_t carry = line->up[span.last] >> 63;
    for (uint32_t word = span.last + 1; word-- > 0;) {
        const uint64_t jumps = runs_jumps_up(line, word);
        const uint64_t pass = line->here[word] & ~jumps;
        const uint64_t set = runs_fill_down(jumps | (pass & carry << 63), pass);
        const uint64_t runs = set >> 1 | carry << 63;
        if (word < span.first && runs == line->up[word]) {
            return;
        }
        line->up[word] = runs;
        carry = set & 1u;
    }
}

static void runs_update_down(const runs_line *line, runs_span span, uint32_t words)
{
    uint64_t carry = line->down[span.first] & 1u;
    for (uint32_t word = span.first; word < words; word++) {
        const uint64_t jumps = runs_jumps_down(line, word);
        const uint64_t pass = line->here[word] & ~jumps;
        const uint64_t set = runs_fill_up(jumps | (pass & carry), pass);
        const uint64_t runs = set << 1 | carry;
        if (word > span.last && runs == line->down[word]) {
            return;
        }
        line->down[word] = runs;
        carry = set >> 63;
    }
}

void wayi_layer_update_runs(const way_map *map, wayi_layer *layer, way_rect rect)
{
    // Bits in padded lines; a jump point also depends on the bits before and after it.
    const runs_span columns = {rect.x >> 6, (rect.x + rect.width + 1) >> 6};
    for (uint32_t y = rect.y; y < rect.y + rect.height; y++) {
        const size_t at = ((size_t)y + 1) * map->row_words;
        const uint64_t *here = layer->rows + at;
        const runs_line line = {here, here - map->row_words, here + map->row_words,
                                layer->runs[WAYI_EAST] + at, layer->runs[WAYI_WEST] + at};
        runs_update_up(&line, columns);
        runs_update_down(&line, columns, map->row_words);
    }
    const runs_span rows = {rect.y >> 6, (rect.y + rect.height + 1) >> 6};
    for (uint32_t x = rect.x; x < rect.x + rect.width; x++) {
        const size_t at = ((size_t)x + 1) * map->column_words;
        const uint64_t *here = layer->columns + at;
        const runs_line line = {here, here - map->column_words, here + map->column_words,
                                layer->runs[WAYI_SOUTH] + at, layer->runs[WAYI_NORTH] + at};
        runs_update_up(&line, rows);
        runs_update_down(&line, rows, map->column_words);
    }
}
