// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "world/plan/regions.h"

#include "map/links/links.h"

#include <string.h>

/// Work that it takes to note a sector.
#define REGIONS_WORK 2u

/// How many times as far a hop from a sector counts that is to be gone around.
#define REGIONS_AROUND 4u

enum { REGIONS_STRAIGHT, REGIONS_ONWARD, REGIONS_BACKWARD, REGIONS_SLANTS };

/// The direction over a side of a sector, straight or aslant: onward is east or south.
static const uint8_t regions_directions[4][REGIONS_SLANTS] = {
    [WAYI_NORTH] = {WAYI_NORTH, WAYI_NORTH_EAST, WAYI_NORTH_WEST},
    [WAYI_EAST] = {WAYI_EAST, WAYI_SOUTH_EAST, WAYI_NORTH_EAST},
    [WAYI_SOUTH] = {WAYI_SOUTH, WAYI_SOUTH_EAST, WAYI_SOUTH_WEST},
    [WAYI_WEST] = {WAYI_WEST, WAYI_SOUTH_WEST, WAYI_NORTH_WEST},
};

/// Most regions that a region may touch over one side: every other cell, and two corners.
#define REGIONS_OVER_MAX (WAYI_SECTOR_SIDE + 2u)

/// Bits of a hop that tell which of several regions it leads to.
#define REGIONS_WHICH_BITS 5u

// Notes -------------------------------------------------------------------------------------------

static const wayi_label *regions_labels(const wayi_regions *regions, uint32_t sector)
{
    return regions->layer->components->labels + (size_t)sector * WAYI_SECTOR_CELLS;
}

static uint32_t regions_columns(const wayi_regions *regions)
{
    return regions->layer->components->levels[0].columns;
}

/// The cell of a place in a sector.
static way_cell regions_cell(const wayi_regions *regions, uint32_t sector, uint32_t place)
{
    const uint32_t columns = regions_columns(regions);
    const uint32_t y = (sector / columns << WAYI_SECTOR_SHIFT) + (place >> WAYI_SECTOR_SHIFT);
    const uint32_t x = (sector % columns << WAYI_SECTOR_SHIFT) + place % WAYI_SECTOR_SIDE;
    return y * regions->map->width + x;
}

/// Looks at the cells of all regions of a sector from a label on, as many as are noted.
static void regions_look(const wayi_regions *regions, uint32_t sector, uint32_t first,
                         wayi_region_note *notes)
{
    const wayi_label *labels = regions_labels(regions, sector);
    const uint8_t *weights = regions->layer->weights;
    uint32_t counts[WAYI_REGIONS_NOTED] = {0};
    uint32_t xs[WAYI_REGIONS_NOTED] = {0};
    uint32_t ys[WAYI_REGIONS_NOTED] = {0};
    uint32_t sums[WAYI_REGIONS_NOTED] = {0};
    uint32_t least[WAYI_REGIONS_NOTED];
    for (uint32_t place = 0; place < WAYI_SECTOR_CELLS; place++) {
        const uint32_t k = (uint32_t)labels[place] - first;
        if (k < WAYI_REGIONS_NOTED) {
            counts[k]++;
            xs[k] += place % WAYI_SECTOR_SIDE;
            ys[k] += place / WAYI_SECTOR_SIDE;
            sums[k] += weights ? weights[regions_cell(regions, sector, place)] : 1;
        }
    }
    for (uint32_t k = 0; k < WAYI_REGIONS_NOTED; k++) {
        const uint32_t count = counts[k] ? counts[k] : 1;
        xs[k] /= count;
        ys[k] /= count;
        least[k] = UINT32_MAX;
        notes[k] = (wayi_region_note){.mean = (uint16_t)(sums[k] * 16u / count)};
    }
    for (uint32_t place = 0; place < WAYI_SECTOR_CELLS; place++) {
        const uint32_t k = (uint32_t)labels[place] - first;
        if (k >= WAYI_REGIONS_NOTED) {
            continue;
        }
        const uint32_t dx = place % WAYI_SECTOR_SIDE - xs[k];
        const uint32_t dy = place / WAYI_SECTOR_SIDE - ys[k];
        if (dx * dx + dy * dy < least[k]) {
            least[k] = dx * dx + dy * dy;
            notes[k].place = (uint8_t)place;
        }
    }
}

static wayi_region_note regions_note(const wayi_regions *regions, uint32_t region)
{
    const uint32_t sector = region / WAYI_SECTOR_REGIONS;
    const uint32_t label = region % WAYI_SECTOR_REGIONS;
    if (label < WAYI_REGIONS_NOTED) {
        return regions->notes[(size_t)sector * WAYI_REGIONS_NOTED + label];
    }
    wayi_region_note notes[WAYI_REGIONS_NOTED];
    regions_look(regions, sector, label, notes);
    return notes[0];
}

static void regions_note_sector(wayi_regions *regions, uint32_t sector)
{
    regions_look(regions, sector, 0, regions->notes + (size_t)sector * WAYI_REGIONS_NOTED);
}

bool wayi_regions_init(wayi_regions *regions, const way_map *map, const wayi_layer *layer,
                       const way_allocator *allocator)
{
    const wayi_level *level = &layer->components->levels[0];
    *regions = (wayi_regions){.map = map,
                              .layer = layer,
                              .sectors = level->columns * level->rows,
                              .allocator = *allocator};
    regions->notes = wayi_alloc(allocator, (size_t)regions->sectors * WAYI_REGIONS_NOTED,
                                sizeof *regions->notes);
    regions->changed = wayi_alloc_zero(allocator, (regions->sectors + 63u) / 64u, 8);
    if (!regions->notes || !regions->changed) {
        wayi_regions_fini(regions);
        return false;
    }
    wayi_regions_note(regions);
    return true;
}

void wayi_regions_fini(wayi_regions *regions)
{
    wayi_free(&regions->allocator, regions->notes, (size_t)regions->sectors * WAYI_REGIONS_NOTED,
              sizeof *regions->notes);
    wayi_free(&regions->allocator, regions->changed, (regions->sectors + 63u) / 64u, 8);
    regions->notes = NULL;
    regions->changed = NULL;
}

void wayi_regions_note(wayi_regions *regions)
{
    for (uint32_t sector = 0; sector < regions->sectors; sector++) {
        regions_note_sector(regions, sector);
    }
}

/// The sectors in which a change of a rectangle may show.
static way_rect regions_sectors(const wayi_regions *regions, way_rect rect)
{
    const uint32_t reach = regions->layer->size; // and one more for corners
    const uint32_t left = (rect.x < reach ? 0 : rect.x - reach) >> WAYI_SECTOR_SHIFT;
    const uint32_t top = (rect.y < reach ? 0 : rect.y - reach) >> WAYI_SECTOR_SHIFT;
    const wayi_level *level = &regions->layer->components->levels[0];
    uint32_t right = (rect.x + rect.width) >> WAYI_SECTOR_SHIFT;
    uint32_t bottom = (rect.y + rect.height) >> WAYI_SECTOR_SHIFT;
    right = right < level->columns ? right : level->columns - 1;
    bottom = bottom < level->rows ? bottom : level->rows - 1;
    return (way_rect){left, top, right - left + 1, bottom - top + 1};
}

uint32_t wayi_regions_follow(wayi_regions *regions, const way_edit *edits, uint32_t count)
{
    uint32_t done = 0;
    for (uint32_t e = 0; e < count; e++) {
        const way_edit *edit = &edits[e];
        const way_rect sectors =
            regions_sectors(regions, (way_rect){edit->x, edit->y, edit->width, edit->height});
        for (uint32_t k = 0; k < sectors.width * sectors.height; k++) {
            const uint32_t sector = wayi_rect_at(sectors, k, regions_columns(regions));
            regions->changed[sector / 64] |= UINT64_C(1) << sector % 64;
        }
    }
    for (uint32_t word = 0; word < (regions->sectors + 63u) / 64u; word++) {
        for (; regions->changed[word]; regions->changed[word] &= regions->changed[word] - 1) {
            regions_note_sector(regions, word * 64 + wayi_bits_lowest(regions->changed[word]));
            done += REGIONS_WORK;
        }
    }
    return done;
}

uint32_t wayi_region_at(const wayi_regions *regions, way_cell cell)
{
    const uint32_t y = wayi_map_row(regions->map, cell);
    const uint32_t x = cell - y * regions->map->width;
    const uint32_t sector =
        (y >> WAYI_SECTOR_SHIFT) * regions_columns(regions) + (x >> WAYI_SECTOR_SHIFT);
    const wayi_label label = regions_labels(
        regions, sector)[y % WAYI_SECTOR_SIDE * WAYI_SECTOR_SIDE + x % WAYI_SECTOR_SIDE];
    return label == WAYI_LABEL_NONE ? WAYI_REGION_NONE : sector * WAYI_SECTOR_REGIONS + label;
}

uint32_t wayi_region_mean(const wayi_regions *regions, uint32_t region)
{
    return regions_note(regions, region).mean;
}

way_cell wayi_region_place(const wayi_regions *regions, uint32_t region)
{
    return regions_cell(regions, region / WAYI_SECTOR_REGIONS, regions_note(regions, region).place);
}

// Hops --------------------------------------------------------------------------------------------

/// The place on a border of a sector.
static uint32_t regions_border(uint32_t side, uint32_t along)
{
    const uint32_t last = WAYI_SECTOR_SIDE - 1;
    switch (side) {
    case WAYI_NORTH:
        return along;
    case WAYI_SOUTH:
        return last * WAYI_SECTOR_SIDE + along;
    case WAYI_WEST:
        return along * WAYI_SECTOR_SIDE;
    default:
        return along * WAYI_SECTOR_SIDE + last;
    }
}

/// Where a step leads from one region into another.
typedef struct regions_step {
    uint32_t region;
    way_cell to;
} regions_step;

static uint32_t regions_add(const wayi_regions *regions, regions_step *steps, uint32_t count,
                            way_cell to)
{
    const uint32_t region = wayi_region_at(regions, to);
    for (uint32_t k = 0; k < count; k++) {
        if (steps[k].region == region) {
            return count;
        }
    }
    if (region == WAYI_REGION_NONE || count == REGIONS_OVER_MAX) {
        return count;
    }
    steps[count] = (regions_step){region, to};
    return count + 1;
}

/// Lists the regions that steps over one side of its sector lead to from a region, one step each,
/// in `steps` [REGIONS_OVER_MAX]; returns how many.
static uint32_t regions_over(const wayi_regions *regions, uint32_t region, uint32_t side,
                             regions_step *steps)
{
    const wayi_components *components = regions->layer->components;
    const wayi_level *level = &components->levels[0];
    const uint32_t sector = region / WAYI_SECTOR_REGIONS;
    const int64_t x = (int64_t)(sector % level->columns) + wayi_direction_x[side];
    const int64_t y = (int64_t)(sector / level->columns) + wayi_direction_y[side];
    if (x < 0 || x >= level->columns || y < 0 || y >= level->rows) {
        return 0;
    }
    const wayi_label *mine = regions_labels(regions, sector);
    const wayi_label *theirs = regions_labels(regions, (uint32_t)(y * level->columns + x));
    const uint32_t back = wayi_direction_opposite(side);
    const uint32_t slants = components->touch == WAYI_TOUCH_4 ? 1 : REGIONS_SLANTS;
    const uint32_t label = region % WAYI_SECTOR_REGIONS;
    uint32_t place = regions_border(side, 0);
    uint32_t beyond = regions_border(back, 0);
    const uint32_t stride = regions_border(side, 1) - place;
    uint32_t last = WAYI_LABEL_NONE;
    uint32_t count = 0;
    for (uint32_t along = 0; along < WAYI_SECTOR_SIDE; along++, place += stride, beyond += stride) {
        const uint32_t other = theirs[beyond];
        const bool leads = other != WAYI_LABEL_NONE && other != last;
        if (mine[place] != label || (!leads && slants == REGIONS_ONWARD)) {
            continue;
        }
        const way_cell cell = regions_cell(regions, sector, place);
        if (leads) {
            last = other;
            count =
                regions_add(regions, steps, count, cell + (uint32_t)regions->map->offsets[side]);
        }
        for (uint32_t slant = REGIONS_ONWARD; slant < slants; slant++) {
            const uint32_t direction = regions_directions[side][slant];
            if (wayi_layer_moves(regions->map, regions->layer, cell) >> direction & 1u) {
                count = regions_add(regions, steps, count,
                                    cell + (uint32_t)regions->map->offsets[direction]);
            }
        }
    }
    return count;
}

/// The next bits of hops.
static uint32_t regions_bits(const wayi_region_hops *hops, uint32_t at, uint32_t count)
{
    uint32_t value = 0;
    for (uint32_t k = 0; k < count; k++) {
        value |= ((uint32_t)hops->bits[(at + k) / 8] >> (at + k) % 8 & 1u) << k;
    }
    return value;
}

/// Appends bits to hops; false if there is no room.
static bool regions_append(wayi_region_hops *hops, uint32_t value, uint32_t count)
{
    if (hops->count + count > 8u * WAYI_REGION_HOPS_BYTES) {
        return false;
    }
    for (uint32_t k = 0; k < count; k++, hops->count++) {
        hops->bits[hops->count / 8] |= (uint8_t)((value >> k & 1u) << hops->count % 8);
    }
    return true;
}

/// Where the hop at some bit leads from a cell, or WAY_CELL_NONE; `*bit` moves on.
static way_cell regions_cross(const wayi_regions *regions, const wayi_region_hops *hops,
                              way_cell at, uint32_t *bit)
{
    regions_step steps[REGIONS_OVER_MAX];
    const uint32_t region = wayi_region_at(regions, at);
    if (region == WAYI_REGION_NONE || *bit + 2 > hops->count) {
        return WAY_CELL_NONE;
    }
    const uint32_t count = regions_over(regions, region, regions_bits(hops, *bit, 2), steps);
    const uint32_t more = count > 1 ? REGIONS_WHICH_BITS : 0;
    if (*bit + 2 + more > hops->count) {
        return WAY_CELL_NONE;
    }
    const uint32_t which = regions_bits(hops, *bit + 2, more);
    *bit += 2 + more;
    return which < count ? steps[which].to : WAY_CELL_NONE;
}

void wayi_region_hops_follow(const wayi_regions *regions, const wayi_region_hops *hops,
                             wayi_region_walk *walk)
{
    uint32_t bit = hops->next;
    walk->count = 0;
    walk->cells[0] = hops->at;
    walk->bits[0] = hops->next;
    while (walk->count < walk->most && bit < hops->count) {
        const way_cell to = regions_cross(regions, hops, walk->cells[walk->count], &bit);
        if (to == WAY_CELL_NONE) {
            break;
        }
        walk->count++;
        walk->cells[walk->count] = to;
        walk->bits[walk->count] = (uint8_t)bit;
    }
    walk->whole =
        walk->bits[walk->count] == hops->count && hops->end != WAY_CELL_NONE &&
        wayi_region_at(regions, hops->end) == wayi_region_at(regions, walk->cells[walk->count]);
}

way_cell wayi_region_hops_link(const wayi_regions *regions, const wayi_region_hops *hops)
{
    wayi_link links[WAY_MAP_CELL_LINKS_MAX];
    const uint32_t count =
        hops->link && hops->end != WAY_CELL_NONE && regions->layer->links
            ? wayi_links_list(regions->map, regions->layer, hops->end, false, links)
            : 0;
    return hops->link && hops->link <= count ? links[hops->link - 1u].to : WAY_CELL_NONE;
}

/// The number of the link from a cell to another among all from there, counted from 1.
static uint8_t regions_link(const wayi_regions *regions, way_cell from, way_cell to)
{
    wayi_link links[WAY_MAP_CELL_LINKS_MAX];
    const uint32_t count = wayi_links_list(regions->map, regions->layer, from, false, links);
    uint32_t k = 0;
    while (k < count && links[k].to != to) {
        k++;
    }
    return (uint8_t)(k + 1);
}

// Searching ---------------------------------------------------------------------------------------

typedef struct regions_node {
    uint32_t stamp;
    way_cost g;    ///< from here to the goal
    uint32_t next; ///< slot of the next region; WAYI_SLOT_NONE at a goal
    way_cell from; ///< of the link that leads there, or the goal itself
    way_cell to;   ///< WAY_CELL_NONE = a hop leads there, or two
    uint32_t mid;  ///< region between two hops, or WAYI_REGION_NONE
    uint8_t side;  ///< of the sector, that the hop leads over
    uint8_t turn;  ///< of the sector between, that the second hop leads over
    uint8_t closed;
} regions_node;

static const regions_node regions_blank = {.g = WAY_COST_MAX,
                                           .next = WAYI_SLOT_NONE,
                                           .from = WAY_CELL_NONE,
                                           .to = WAY_CELL_NONE,
                                           .mid = WAYI_REGION_NONE};

bool wayi_region_search_init(wayi_region_search *search, uint32_t sectors,
                             const way_allocator *allocator)
{
    *search = (wayi_region_search){.read_words = (sectors + 63u) / 64u};
    wayi_heap_init(&search->open, allocator);
    const wayi_nodes_config config = {.blank = &regions_blank,
                                      .stride = sizeof(regions_node),
                                      .id_count = sectors * WAYI_SECTOR_REGIONS,
                                      .sparse = true};
    search->read = wayi_alloc_zero(allocator, search->read_words, sizeof *search->read);
    return wayi_nodes_init(&search->nodes, &config, allocator) == WAY_STATUS_OK && search->read;
}

void wayi_region_search_fini(wayi_region_search *search)
{
    wayi_free(&search->open.allocator, search->read, search->read_words, sizeof *search->read);
    wayi_nodes_fini(&search->nodes);
    wayi_heap_fini(&search->open);
}

static void regions_locate(const wayi_regions *regions, uint32_t region, int32_t *x, int32_t *y)
{
    const uint32_t columns = regions_columns(regions);
    const uint32_t sector = region / WAYI_SECTOR_REGIONS;
    const uint32_t place = regions_note(regions, region).place;
    *x = (int32_t)((sector % columns << WAYI_SECTOR_SHIFT) + place % WAYI_SECTOR_SIDE);
    *y = (int32_t)((sector / columns << WAYI_SECTOR_SHIFT) + place / WAYI_SECTOR_SIDE);
}

/// What is left to the start at least; links may be shorter than any ground.
static uint64_t regions_estimate(const wayi_region_search *search, int32_t x, int32_t y)
{
    const wayi_regions *regions = search->regions;
    return regions->layer->links
               ? 0
               : wayi_map_plain_distance(regions->map, x - search->start_x, y - search->start_y) *
                     regions->layer->min_weight / WAYI_REGION_UNIT;
}

/// A region that a way was found to, and how it goes on from there.
typedef struct regions_way {
    uint32_t region;
    uint32_t next;
    uint64_t g;
    way_cell from, to;
    uint32_t mid;
    uint8_t side, turn;
} regions_way;

static void regions_offer(wayi_region_search *search, const regions_way *way)
{
    const uint32_t sector = way->region / WAYI_SECTOR_REGIONS;
    search->read[sector / 64] |= UINT64_C(1) << sector % 64;
    const uint32_t slot = wayi_nodes_touch(&search->nodes, way->region, sizeof(regions_node));
    if (slot == WAYI_SLOT_NONE) {
        search->full = true;
        return;
    }
    regions_node *node = wayi_nodes_at(&search->nodes, slot, sizeof *node);
    if (way->g >= node->g || node->closed) {
        return;
    }
    node->g = (way_cost)way->g;
    node->next = way->next;
    node->from = way->from;
    node->to = way->to;
    node->mid = way->mid;
    node->side = way->side;
    node->turn = way->turn;
    int32_t x = 0;
    int32_t y = 0;
    regions_locate(search->regions, way->region, &x, &y);
    const wayi_heap_item item = {
        .key = way->g + regions_estimate(search, x, y), .id = way->region, .slot = slot};
    search->full = search->full || !wayi_heap_push(&search->open, item);
}

void wayi_region_search_begin(wayi_region_search *search, const wayi_regions *regions,
                              way_cell start, const way_cell *goals, uint32_t count)
{
    search->regions = regions;
    search->start = start;
    search->start_region = wayi_region_at(regions, start);
    search->full = false;
    search->avoid_count = 0;
    wayi_nodes_clear(&search->nodes);
    wayi_heap_clear(&search->open);
    memset(search->read, 0, search->read_words * sizeof *search->read);
    if (search->start_region == WAYI_REGION_NONE) {
        return;
    }
    regions_locate(regions, search->start_region, &search->start_x, &search->start_y);
    const uint32_t sector = search->start_region / WAYI_SECTOR_REGIONS;
    search->read[sector / 64] |= UINT64_C(1) << sector % 64;
    for (uint32_t k = 0; k < count; k++) {
        const regions_way way = {.region = wayi_region_at(regions, goals[k]),
                                 .next = WAYI_SLOT_NONE,
                                 .from = goals[k],
                                 .to = WAY_CELL_NONE,
                                 .mid = WAYI_REGION_NONE};
        // Of several in one region the nearest counts, as the crow flies.
        bool nearest = way.region != WAYI_REGION_NONE;
        for (uint32_t j = 0; nearest && j < count; j++) {
            const uint64_t far = way_map_estimate(regions->map, start, goals[k]);
            const uint64_t other = way_map_estimate(regions->map, start, goals[j]);
            nearest = wayi_region_at(regions, goals[j]) != way.region ||
                      (j < k ? other > far : other >= far);
        }
        if (nearest) {
            regions_offer(search, &way);
        }
    }
}

/// The region in hand.
typedef struct regions_visit {
    uint32_t region, slot;
    wayi_region_note note;
    int32_t x, y;
    uint64_t g;
} regions_visit;

/// Whether a hop from or to a region is to be gone around.
static bool regions_avoids(const wayi_region_search *search, uint32_t region)
{
    for (uint32_t k = 0; k < search->avoid_count; k++) {
        if (search->avoid[k] == region / WAYI_SECTOR_REGIONS) {
            return true;
        }
    }
    return false;
}

/// What a hop from a region here costs, or two aslant, through another one.
static uint64_t regions_hop(const wayi_region_search *search, const regions_visit *visit,
                            uint32_t region, uint32_t mid)
{
    const wayi_regions *regions = search->regions;
    int32_t x = 0;
    int32_t y = 0;
    regions_locate(regions, region, &x, &y);
    uint64_t means = (uint64_t)regions_note(regions, region).mean + visit->note.mean;
    if (mid != WAYI_REGION_NONE) {
        means = means / 2 + regions_note(regions, mid).mean;
    }
    const uint64_t far = wayi_map_plain_distance(regions->map, x - visit->x, y - visit->y);
    const uint64_t hop = far * means / (32u * WAYI_REGION_UNIT) + 1;
    const bool around = regions_avoids(search, region) || regions_avoids(search, visit->region) ||
                        (mid != WAYI_REGION_NONE && regions_avoids(search, mid));
    return around ? hop * REGIONS_AROUND : hop;
}

/// Offers a neighbour from which a hop leads here.
static void regions_reach(wayi_region_search *search, const regions_visit *visit, uint32_t region,
                          uint32_t side)
{
    const regions_way way = {.region = region,
                             .next = visit->slot,
                             .g = visit->g + regions_hop(search, visit, region, WAYI_REGION_NONE),
                             .from = WAY_CELL_NONE,
                             .to = WAY_CELL_NONE,
                             .mid = WAYI_REGION_NONE,
                             .side = (uint8_t)side};
    regions_offer(search, &way);
}

static regions_visit regions_visit_to(const wayi_region_search *search, uint32_t region)
{
    regions_visit visit = {.region = region, .note = regions_note(search->regions, region)};
    regions_locate(search->regions, region, &visit.x, &visit.y);
    return visit;
}

/// Offers those from which two hops lead here aslant, through a neighbour over one side: where
/// hops were only straight, all ways with as many of them cost the same. Both cost more than each
/// of them, so what is left falls with each, however the way between goes on.
static void regions_reach_aslant(wayi_region_search *search, const regions_visit *visit,
                                 uint32_t mid, uint32_t side)
{
    const regions_visit between = regions_visit_to(search, mid);
    const uint64_t last = regions_hop(search, visit, mid, WAYI_REGION_NONE);
    for (uint32_t turn = 0; turn < 4; turn++) {
        if (turn == side || turn == wayi_direction_opposite(side)) {
            continue;
        }
        regions_step steps[REGIONS_OVER_MAX];
        const uint32_t count = regions_over(search->regions, mid, turn, steps);
        for (uint32_t k = 0; k < count; k++) {
            const uint32_t region = steps[k].region;
            const uint64_t first = regions_hop(search, &between, region, WAYI_REGION_NONE);
            const uint64_t most = first > last ? first : last;
            const uint64_t both = regions_hop(search, visit, region, mid);
            const regions_way way = {.region = region,
                                     .next = visit->slot,
                                     .g = visit->g + (both > most ? both : most + 1),
                                     .from = WAY_CELL_NONE,
                                     .to = WAY_CELL_NONE,
                                     .mid = mid,
                                     .side = (uint8_t)wayi_direction_opposite(turn),
                                     .turn = (uint8_t)side};
            regions_offer(search, &way);
        }
    }
}

/// Looks back along the links that end in the region.
static void regions_expand_links(wayi_region_search *search, const regions_visit *visit)
{
    const wayi_regions *regions = search->regions;
    const uint32_t sector = visit->region / WAYI_SECTOR_REGIONS;
    const wayi_label *labels = regions_labels(regions, sector);
    for (uint32_t place = 0; place < WAYI_SECTOR_CELLS; place++) {
        const way_cell cell = regions_cell(regions, sector, place);
        if (labels[place] != visit->region % WAYI_SECTOR_REGIONS ||
            !wayi_links_near(regions->map, cell)) {
            continue;
        }
        wayi_link links[WAY_MAP_CELL_LINKS_MAX];
        const uint32_t count = wayi_links_list(regions->map, regions->layer, cell, true, links);
        for (uint32_t k = 0; k < count; k++) {
            const uint32_t region = wayi_region_at(regions, links[k].from);
            if (region == WAYI_REGION_NONE) {
                continue;
            }
            const uint64_t before =
                way_map_estimate(regions->map, links[k].from, wayi_region_place(regions, region));
            const uint64_t behind =
                way_map_estimate(regions->map, cell, wayi_region_place(regions, visit->region));
            const regions_way way = {.region = region,
                                     .next = visit->slot,
                                     .g = visit->g + links[k].cost / WAYI_REGION_UNIT + 1 +
                                          before * regions_note(regions, region).mean /
                                              (16u * WAYI_REGION_UNIT) +
                                          behind * visit->note.mean / (16u * WAYI_REGION_UNIT),
                                     .from = links[k].from,
                                     .to = cell,
                                     .mid = WAYI_REGION_NONE};
            regions_offer(search, &way);
        }
    }
}

/// Notes that a sector and those around it were looked at.
static void regions_read(wayi_region_search *search, uint32_t sector)
{
    const wayi_level *level = &search->regions->layer->components->levels[0];
    const way_rect one = {sector % level->columns, sector / level->columns, 1, 1};
    const way_rect all = wayi_rect_grow(one, 1, level->columns, level->rows);
    for (uint32_t k = 0; k < all.width * all.height; k++) {
        const uint32_t near = wayi_rect_at(all, k, level->columns);
        search->read[near / 64] |= UINT64_C(1) << near % 64;
    }
}

static void regions_expand(wayi_region_search *search, uint32_t region, uint32_t slot)
{
    const wayi_regions *regions = search->regions;
    regions_node *node = wayi_nodes_at(&search->nodes, slot, sizeof *node);
    node->closed = 1;
    regions_visit visit = regions_visit_to(search, region);
    visit.slot = slot;
    visit.g = node->g;
    regions_read(search, region / WAYI_SECTOR_REGIONS);
    for (uint32_t side = 0; side < 4; side++) {
        regions_step steps[REGIONS_OVER_MAX];
        const uint32_t count = regions_over(regions, region, side, steps);
        for (uint32_t k = 0; k < count; k++) {
            regions_reach(search, &visit, steps[k].region, wayi_direction_opposite(side));
            if (regions->map->neighbours == WAY_NEIGHBOURS_8) {
                regions_reach_aslant(search, &visit, steps[k].region,
                                     wayi_direction_opposite(side));
            }
        }
    }
    if (regions->layer->links) {
        regions_expand_links(search, &visit);
    }
}

way_outcome wayi_region_search_step(wayi_region_search *search, uint32_t *budget)
{
    while (search->open.count && !search->full) {
        if (*budget == 0) {
            return WAY_OUTCOME_WORKING;
        }
        const wayi_heap_item top = wayi_heap_pop(&search->open);
        const regions_node *node = wayi_nodes_at(&search->nodes, top.slot, sizeof *node);
        if (top.id == search->start_region) {
            return WAY_OUTCOME_FOUND;
        }
        if (node->closed) {
            continue;
        }
        --*budget;
        regions_expand(search, top.id, top.slot);
    }
    return search->full ? WAY_OUTCOME_CAPACITY : WAY_OUTCOME_NO_PATH;
}

bool wayi_region_search_read(const wayi_region_search *search, way_rect rect)
{
    const wayi_regions *regions = search->regions;
    const way_rect sectors = regions_sectors(regions, rect);
    for (uint32_t k = 0; k < sectors.width * sectors.height; k++) {
        const uint32_t sector = wayi_rect_at(sectors, k, regions_columns(regions));
        if (search->read[sector / 64] >> sector % 64 & 1u) {
            return true;
        }
    }
    return regions->layer->links != NULL;
}

static const regions_node *regions_found(const wayi_region_search *search)
{
    const uint32_t slot =
        wayi_nodes_find(&search->nodes, search->start_region, sizeof(regions_node));
    return wayi_nodes_at(&search->nodes, slot, sizeof(regions_node));
}

/// Appends the hop over a side that leads from one region to another; false if there is no room.
static bool regions_append_hop(const wayi_regions *regions, wayi_region_hops *hops, uint32_t from,
                               uint32_t side, uint32_t to)
{
    regions_step steps[REGIONS_OVER_MAX];
    const uint32_t count = regions_over(regions, from, side, steps);
    uint32_t which = 0;
    while (which + 1 < count && steps[which].region != to) {
        which++;
    }
    return regions_append(hops, side | which << 2, count > 1 ? 2 + REGIONS_WHICH_BITS : 2);
}

way_cost wayi_region_search_cost(const wayi_region_search *search)
{
    return regions_found(search)->g;
}

void wayi_region_search_trace(const wayi_region_search *search, wayi_region_hops *hops)
{
    *hops = wayi_region_hops_none();
    hops->at = search->start;
    uint32_t region = search->start_region;
    const regions_node *node = regions_found(search);
    bool fits = true;
    while (fits && node->next != WAYI_SLOT_NONE && node->to == WAY_CELL_NONE) {
        const uint32_t next = wayi_nodes_id(&search->nodes, node->next);
        if (node->mid == WAYI_REGION_NONE) {
            fits = regions_append_hop(search->regions, hops, region, node->side, next);
        } else {
            fits = regions_append_hop(search->regions, hops, region, node->side, node->mid) &&
                   regions_append_hop(search->regions, hops, node->mid, node->turn, next);
        }
        region = next;
        node = wayi_nodes_at(&search->nodes, node->next, sizeof *node);
    }
    if (fits) { // it leads to the end: a goal, or the start of a link
        hops->end = node->from;
        hops->link =
            node->to == WAY_CELL_NONE ? 0 : regions_link(search->regions, node->from, node->to);
    }
    while (node->next != WAYI_SLOT_NONE) {
        node = wayi_nodes_at(&search->nodes, node->next, sizeof *node);
    }
    hops->goal = node->from;
}
