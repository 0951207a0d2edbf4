// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Tiers in a blob: one run of 16-bit words, what every border and then every group holds, and which
// of them are to be looked at again. Costs lead both ways, so half of each matrix is written. What
// a group looks up in others is looked up again when the blob is opened.
#include "search/atlas/tiers.h"

#define TIERS_WORDS WAYI_BLOB_TAG('T', 'I', 'E', 'R')

/// Words as they are written or read.
typedef struct blob_run {
    uint16_t *out;      ///< NULL = they are only counted
    const uint16_t *in; ///< [size]
    size_t at, size;
    bool sound; ///< nothing was read that is not there or can't be
} blob_run;

static void blob_put(blob_run *run, uint64_t value, uint32_t words)
{
    for (uint32_t i = 0; i < words; i++) {
        if (run->out) {
            run->out[run->at] = (uint16_t)(value >> 16 * i);
        }
        run->at++;
    }
}

/// A number that is at most `most`; else 0, and nothing is sound.
static uint64_t blob_take(blob_run *run, uint32_t words, uint64_t most)
{
    uint64_t value = 0;
    run->sound = run->sound && run->size - run->at >= words;
    for (uint32_t i = 0; i < words && run->sound; i++) {
        value |= (uint64_t)run->in[run->at++] << 16 * i;
    }
    run->sound = run->sound && value <= most;
    return run->sound ? value : 0;
}

/// A number of things that take so many words each: no more than there are.
static uint32_t blob_take_count(blob_run *run, uint32_t words)
{
    const size_t rest = (run->size - run->at) / words;
    return (uint32_t)blob_take(run, 2, rest < UINT32_MAX ? rest : UINT32_MAX);
}

/// A link between regions of the map.
static uint64_t blob_take_link(blob_run *run, const wayi_atlas *atlas)
{
    const uint64_t link = blob_take(run, 4, UINT64_MAX);
    run->sound = run->sound && link >> 32 >> atlas->bits < atlas->square_count &&
                 (uint32_t)link >> atlas->bits < atlas->square_count;
    return link;
}

// Saving ------------------------------------------------------------------------------------------

static void blob_put_border(const wayi_tiers_border *border, blob_run *run)
{
    blob_put(run, border->due, 1);
    blob_put(run, border->count, 2);
    for (uint32_t i = 0; i < border->count; i++) {
        blob_put(run, border->links[i], 4);
    }
}

static void blob_put_group(const wayi_tiers *tiers, const wayi_tiers_group *group, bool due,
                           blob_run *run)
{
    const wayi_tiers_inside *inside = &group->inside;
    const size_t squares = (size_t)tiers->side * tiers->side;
    blob_put(run, due, 1);
    blob_put(run, inside->shift, 1);
    blob_put(run, inside->count, 2);
    for (size_t i = 0; inside->first && i < squares; i++) {
        blob_put(run, inside->first[i + 1] - inside->first[i], 1);
    }
    for (uint32_t i = 0; inside->first && i < inside->first[squares]; i++) {
        blob_put(run, inside->nodes[i], 1);
    }
    for (uint32_t i = 0; inside->links && i < inside->count; i++) {
        blob_put(run, inside->links[i], 4);
    }
    for (uint32_t i = 0; i < inside->count; i++) {
        for (uint32_t k = 0; k < i; k++) {
            blob_put(run, wayi_tiers_row(inside, i)[k], 1);
        }
    }
    for (uint32_t i = 0; i < group->post_count; i++) {
        for (uint32_t k = 0; k < i; k++) {
            blob_put(run, group->told[i * group->post_count + k], 1);
        }
    }
}

static void blob_put_all(const wayi_tiers *tiers, blob_run *run)
{
    const wayi_tiers_making *making = &tiers->making;
    run->at = 0;
    blob_put(run, tiers->side, 1);
    blob_put(run, tiers->lost, 1);
    for (uint32_t i = 0; i < tiers->count; i++) {
        const wayi_tiers_tier *tier = &tiers->tiers[i];
        const uint32_t groups = tier->columns * tier->rows;
        for (uint32_t k = 0; k < groups * tiers->sides; k++) {
            const uint32_t border = k / tiers->sides * WAYI_TIERS_SIDES + k % tiers->sides;
            blob_put_border(&tier->borders[border], run);
        }
    }
    for (uint32_t i = tiers->count; i-- > 0;) { // they look up those above
        const wayi_tiers_tier *tier = &tiers->tiers[i];
        for (uint32_t k = 0; k < tier->columns * tier->rows; k++) {
            const bool made = making->running && making->tier == i && making->group == k;
            blob_put_group(tiers, &tier->groups[k], tier->groups[k].due || made, run);
        }
    }
}

void wayi_tiers_save(const wayi_tiers *tiers, wayi_blob_writer *writer)
{
    blob_run run = {.out = NULL};
    blob_put_all(tiers, &run);
    run.out = wayi_blob_reserve(writer, TIERS_WORDS, sizeof *run.out, run.at);
    if (run.out) {
        blob_put_all(tiers, &run);
    }
}

// Opening -----------------------------------------------------------------------------------------

/// Whether one cost between any two of so many nodes can be there.
static bool blob_holds_pairs(const blob_run *run, uint32_t count)
{
    return count <= WAYI_TIERS_NONE &&
           (count < 2 || (size_t)count * (count - 1) / 2 <= run->size - run->at);
}

/// Whether a link leads from one of two groups to the other one.
static bool blob_leads_over(const wayi_tiers *tiers, uint32_t tier, uint64_t link, uint32_t group,
                            uint32_t beside)
{
    const uint32_t bits = tiers->atlas->bits;
    const uint32_t from = wayi_tiers_group_of(tiers, tier, (uint32_t)(link >> 32) >> bits);
    const uint32_t to = wayi_tiers_group_of(tiers, tier, (uint32_t)link >> bits);
    return (from == group && to == beside) || (from == beside && to == group);
}

/// False without memory, as those that follow. A border that leads off the map has no posts.
static bool blob_take_border(wayi_tiers *tiers, uint32_t tier, uint32_t border, blob_run *run)
{
    wayi_tiers_border *own = &tiers->tiers[tier].borders[border];
    const uint32_t group = border / WAYI_TIERS_SIDES;
    const uint32_t beside =
        wayi_tiers_beside(&tiers->tiers[tier], group, border % WAYI_TIERS_SIDES);
    const bool due = blob_take(run, 1, beside != UINT32_MAX) != 0;
    const uint32_t count = blob_take_count(run, 4);
    own->links = wayi_alloc(&tiers->allocator, count, sizeof *own->links);
    own->count = own->links ? count : 0;
    for (uint32_t i = 0; i < own->count; i++) {
        own->links[i] = blob_take_link(run, tiers->atlas);
        run->sound = run->sound && (i == 0 || own->links[i] > own->links[i - 1]) &&
                     blob_leads_over(tiers, tier, own->links[i], group, beside);
    }
    if (due) {
        wayi_tiers_mark_border(tiers, tier, border);
    }
    return own->count == count;
}

/// The regions or posts of a group.
static bool blob_take_nodes(wayi_tiers *tiers, uint32_t tier, wayi_tiers_inside *inside,
                            blob_run *run)
{
    const size_t squares = (size_t)tiers->side * tiers->side;
    if (tier) {
        inside->links = wayi_alloc(&tiers->allocator, inside->count, sizeof *inside->links);
        for (uint32_t i = 0; inside->links && i < inside->count; i++) {
            inside->links[i] = blob_take_link(run, tiers->atlas);
            run->sound = run->sound && (i == 0 || inside->links[i] > inside->links[i - 1]);
        }
        return inside->links || inside->count == 0;
    }
    inside->first = wayi_alloc_zero(&tiers->allocator, squares + 1, sizeof *inside->first);
    for (size_t i = 0; inside->first && i < squares; i++) {
        inside->first[i + 1] = inside->first[i] + (uint32_t)blob_take(run, 1, UINT16_MAX);
    }
    const uint32_t numbers = inside->first ? inside->first[squares] : 0;
    run->sound = run->sound && numbers <= run->size - run->at;
    inside->nodes =
        run->sound ? wayi_alloc(&tiers->allocator, numbers, sizeof *inside->nodes) : NULL;
    for (uint32_t i = 0; inside->nodes && i < numbers; i++) {
        inside->nodes[i] = (uint16_t)blob_take(run, 1, UINT16_MAX);
        run->sound =
            run->sound && (inside->nodes[i] < inside->count || inside->nodes[i] == WAYI_TIERS_NONE);
    }
    return inside->first && (inside->nodes || numbers == 0 || !run->sound);
}

static bool blob_take_inside(wayi_tiers *tiers, uint32_t tier, wayi_tiers_inside *inside,
                             blob_run *run)
{
    inside->shift = (uint32_t)blob_take(run, 1, WAYI_TIERS_SHIFT_MAX);
    const uint32_t count = (uint32_t)blob_take(run, 2, WAYI_TIERS_NONE);
    run->sound = run->sound && blob_holds_pairs(run, count);
    inside->count = run->sound ? count : 0;
    if (!blob_take_nodes(tiers, tier, inside, run)) {
        return false;
    }
    const bool fits = wayi_tiers_make_room(tiers, inside);
    for (uint32_t i = 0; fits && run->sound && i < inside->count; i++) {
        uint16_t *row = wayi_tiers_row(inside, i);
        row[i] = 0;
        for (uint32_t k = 0; k < i; k++) {
            row[k] = (uint16_t)blob_take(run, 1, WAYI_TIERS_FAR);
            wayi_tiers_row(inside, k)[i] = row[k];
        }
    }
    return fits;
}

static bool blob_take_group(wayi_tiers *tiers, uint32_t tier, uint32_t group, blob_run *run)
{
    wayi_tiers_group *own = &tiers->tiers[tier].groups[group];
    const bool due = blob_take(run, 1, 1) != 0;
    bool same = true;
    if (!blob_take_inside(tiers, tier, &own->inside, run)) {
        return false;
    }
    run->sound = run->sound && blob_holds_pairs(run, wayi_tiers_gather(tiers, tier, group, NULL));
    if (!run->sound || !wayi_tiers_look_up(tiers, tier, group, &same)) {
        return !run->sound; // nothing is looked up in what is not whole
    }
    const uint32_t count = own->post_count;
    for (uint32_t i = 0; run->sound && i < count; i++) {
        for (uint32_t k = 0; k < i; k++) {
            const uint16_t told = (uint16_t)blob_take(run, 1, UINT16_MAX);
            own->told[i * count + k] = own->told[k * count + i] = told;
        }
    }
    if (due) {
        wayi_tiers_mark(tiers, tier, group);
    }
    return true;
}

way_status wayi_tiers_open(wayi_tiers *tiers, const wayi_blob *blob)
{
    blob_run run = {.sound = true};
    run.in = wayi_blob_section(blob, TIERS_WORDS, sizeof *run.in, &run.size);
    if (!run.in) {
        return WAY_STATUS_BAD_FORMAT;
    }
    tiers->side = (uint32_t)blob_take(&run, 1, WAYI_TIERS_SIDE_MAX);
    if (tiers->side == 0) {
        return WAY_STATUS_BAD_FORMAT;
    }
    const bool lost = blob_take(&run, 1, 1) != 0;
    bool fits = wayi_tiers_lay_out(tiers);
    for (uint32_t i = 0; i < tiers->count && fits; i++) {
        const uint32_t groups = tiers->tiers[i].columns * tiers->tiers[i].rows;
        for (uint32_t k = 0; k < groups * tiers->sides && fits && run.sound; k++) {
            const uint32_t border = k / tiers->sides * WAYI_TIERS_SIDES + k % tiers->sides;
            fits = blob_take_border(tiers, i, border, &run);
        }
    }
    for (uint32_t i = tiers->count; i-- > 0 && fits;) {
        const uint32_t groups = tiers->tiers[i].columns * tiers->tiers[i].rows;
        for (uint32_t k = 0; k < groups && fits && run.sound; k++) {
            fits = blob_take_group(tiers, i, k, &run);
        }
    }
    tiers->lost = tiers->lost || lost;
    wayi_tiers_listen(tiers);
    return !fits                             ? WAY_STATUS_NO_MEMORY
           : run.sound && run.at == run.size ? WAY_STATUS_OK
                                             : WAY_STATUS_BAD_FORMAT;
}
