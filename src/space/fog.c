// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A map through the fog of war. The free-space assumption: what was not seen is plain ground, so
// every plan is the best one that nothing known forbids, and no plan means that there is no way.
//
// Estimates are those of open plain ground whatever was seen, so they never change and stay
// consistent while beliefs do. There is no quick answer to reachability here: to keep components of
// beliefs would cost each unit more than its search.
#include "space/fog.h"

#include "base/bits.h"

#include <waymark/navigate.h>

#define FOG_RADIUS_MAX 4096u
#define FOG_JOURNAL_PRESET 4096u

static uint32_t fog_column(const wayi_fog *fog, way_cell cell, uint32_t *y)
{
    *y = wayi_map_row(fog->map, cell);
    return cell - *y * fog->map->width;
}

static way_cost fog_step_cost(const wayi_fog *fog, way_cell from, way_cell to, uint32_t direction)
{
    const way_cost step = fog->map->steps[direction];
    if (!fog->weights) {
        return step;
    }
    uint32_t y = 0;
    uint32_t x = fog_column(fog, from, &y);
    const uint32_t here = wayi_fog_store_weight(fog, x, y);
    x = fog_column(fog, to, &y);
    return wayi_step_cost(step, here, wayi_fog_store_weight(fog, x, y));
}

static uint32_t fog_expand(way_space *space, way_state state, way_edge *edges)
{
    const wayi_fog *fog = (const wayi_fog *)space;
    uint32_t y = 0;
    const uint32_t x = fog_column(fog, state, &y);
    uint32_t count = 0;
    for (uint32_t moves = fog->map->moves[wayi_fog_store_around(fog, x, y)]; moves;
         moves &= moves - 1) {
        const uint32_t direction = wayi_bits_lowest(moves);
        const way_cell to = state + (uint32_t)fog->map->offsets[direction];
        edges[count++] = (way_edge){to, fog_step_cost(fog, state, to, direction)};
    }
    return count;
}

static bool fog_can_stand(const way_space *space, way_state state)
{
    const wayi_fog *fog = (const wayi_fog *)space;
    uint32_t y = 0;
    const uint32_t x = fog_column(fog, state, &y);
    return wayi_fog_store_weight(fog, x, y) != 0;
}

static uint32_t fog_expand_back(way_space *space, way_state state, way_edge *edges)
{
    return fog_can_stand(space, state) ? fog_expand(space, state, edges) : 0;
}

static way_cost fog_distance(const way_space *space, way_state from, way_state to)
{
    const wayi_fog *fog = (const wayi_fog *)space;
    uint32_t from_y = 0;
    uint32_t to_y = 0;
    const int64_t dx = (int64_t)fog_column(fog, from, &from_y) - fog_column(fog, to, &to_y);
    const uint64_t distance =
        wayi_map_plain_distance(fog->map, dx, (int64_t)from_y - (int64_t)to_y);
    return distance < WAY_COST_MAX ? (way_cost)distance : WAY_COST_MAX - 1u;
}

static uint32_t fog_steps(const way_space *space, way_state from, way_state to)
{
    return wayi_map_open_steps(((const wayi_fog *)space)->map, from, to);
}

static uint64_t fog_revision(const way_space *space)
{
    return ((const wayi_fog *)space)->changes + 1;
}

static void fog_position(const way_space *space, way_state state, double *x, double *y)
{
    uint32_t row = 0;
    *x = fog_column((const wayi_fog *)space, state, &row);
    *y = row;
}

/// Words of the window that looks by sight go to.
static size_t fog_window(const wayi_fog *fog)
{
    const size_t side = 2 * (size_t)fog->radius + 1;
    return fog->sight ? side * ((side + 63) / 64) : 0;
}

static bool fog_open_window(wayi_fog *fog)
{
    const way_allocator *allocator = &fog->space.allocator;
    fog->glance = (wayi_glance){
        .truth = fog->map,
        .words = (2 * fog->radius + 64) / 64,
        .seen = wayi_alloc_zero(allocator, fog_window(fog), sizeof *fog->glance.seen),
        .rows = wayi_alloc(allocator, wayi_glance_rows(fog->radius), sizeof *fog->glance.rows)};
    return fog->glance.seen && fog->glance.rows;
}

static void fog_destroy(way_space *space)
{
    wayi_fog *fog = (wayi_fog *)space;
    const way_allocator allocator = space->allocator;
    wayi_fog_store_fini(fog);
    wayi_free(&allocator, fog->glance.seen, fog_window(fog), sizeof *fog->glance.seen);
    wayi_free(&allocator, fog->glance.rows, wayi_glance_rows(fog->radius),
              sizeof *fog->glance.rows);
    wayi_free(&allocator, fog->journal, fog->journal_capacity, sizeof *fog->journal);
    wayi_free(&allocator, fog, 1, sizeof *fog);
}

const way_space_type wayi_fog_type = {
    .name = "fog",
    .expand = fog_expand,
    .expand_back = fog_expand_back,
    .distance = fog_distance,
    .steps = fog_steps,
    .can_stand = fog_can_stand,
    .revision = fog_revision,
    .position = fog_position,
    .destroy = fog_destroy,
};

way_status way_space_create_fog(const way_map *map, const way_fog_config *config, way_space **out)
{
    if (!map || !config || !out) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    *out = NULL;
    if (config->radius == 0 ||
        config->radius > (config->line_of_sight ? WAY_SENSOR_RADIUS_MAX : FOG_RADIUS_MAX)) {
        return WAY_STATUS_OUT_OF_RANGE;
    }
    if (config->line_of_sight && map->neighbours == WAY_NEIGHBOURS_6) {
        return WAY_STATUS_UNSUPPORTED;
    }
    const way_allocator allocator = wayi_allocator_or_default(config->allocator);
    wayi_fog *fog = wayi_alloc_zero(&allocator, 1, sizeof *fog);
    if (!fog) {
        return WAY_STATUS_NO_MEMORY;
    }
    fog->space = (way_space){.type = &wayi_fog_type,
                             .state_count = map->cell_count,
                             .degree_max = WAYI_DIRECTIONS,
                             .traits = WAY_SPACE_DENSE_IDS | WAY_SPACE_PREDECESSORS |
                                       WAY_SPACE_SYMMETRIC | WAY_SPACE_CONSISTENT,
                             .allocator = allocator};
    fog->map = map;
    fog->radius = config->radius;
    fog->sight = config->line_of_sight;
    fog->sparse = config->store == WAY_STORE_SPARSE;
    fog->journal_limit = config->journal ? config->journal : FOG_JOURNAL_PRESET;
    way_status status = wayi_fog_store_init(fog);
    if (status == WAY_STATUS_OK && fog->sight && !fog_open_window(fog)) {
        status = WAY_STATUS_NO_MEMORY;
    }
    if (status != WAY_STATUS_OK) {
        fog_destroy(&fog->space);
        return status;
    }
    *out = &fog->space;
    return WAY_STATUS_OK;
}

// Learning ----------------------------------------------------------------------------------------

/// Remembers a change; false without memory.
static bool fog_journal(wayi_fog *fog, way_cell cell)
{
    const uint32_t index = (uint32_t)(fog->changes % fog->journal_limit);
    if (index >= fog->journal_capacity) {
        void *journal = fog->journal;
        if (!wayi_grow(&fog->space.allocator, &journal, &fog->journal_capacity, index + 1,
                       sizeof *fog->journal)) {
            return false;
        }
        fog->journal = journal;
    }
    fog->journal[index] = cell;
    fog->changes++;
    return true;
}

/// Takes note of a cell's weight; false without memory.
static bool fog_learn(wayi_fog *fog, uint32_t x, uint32_t y, uint8_t weight)
{
    if (wayi_fog_store_seen(fog, x, y) && wayi_fog_store_weight(fog, x, y) == weight) {
        return true;
    }
    const uint8_t before = wayi_fog_store_weight(fog, x, y);
    if (!wayi_fog_store_set(fog, x, y, weight)) {
        return false;
    }
    return before == weight || fog_journal(fog, y * fog->map->width + x);
}

static way_status fog_report(const wayi_fog *fog, uint64_t before, bool fits, uint32_t *changed)
{
    if (changed) {
        *changed = (uint32_t)(fog->changes - before);
    }
    return fits ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

/// Learns what is in sight; false without memory.
static bool fog_sense_sight(wayi_fog *fog, way_cell cell)
{
    wayi_glance *glance = &fog->glance;
    uint32_t y = 0;
    const uint32_t x = fog_column(fog, cell, &y);
    bool fits = true;
    glance->left = (int64_t)x - fog->radius;
    glance->top = (int64_t)y - fog->radius;
    wayi_glance_sight(glance, &(way_sensor){cell, fog->radius, true});
    for (size_t i = 0; i < fog_window(fog); i++) {
        for (uint64_t bits = glance->seen[i]; bits && fits; bits &= bits - 1) {
            const int64_t column = (int64_t)(i % glance->words) * 64 + wayi_bits_lowest(bits);
            const uint32_t to_x = (uint32_t)(glance->left + column);
            const uint32_t to_y = (uint32_t)(glance->top + (int64_t)(i / glance->words));
            fits = fog_learn(fog, to_x, to_y, wayi_map_terrain_at(fog->map, to_x, to_y));
        }
        glance->seen[i] = 0;
    }
    return fits;
}

way_status way_fog_sense(way_space *space, way_cell cell, uint32_t *changed)
{
    if (!space || !wayi_space_fog(space)) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    wayi_fog *fog = (wayi_fog *)space;
    const way_map *map = fog->map;
    if (cell >= map->cell_count) {
        return WAY_STATUS_OUT_OF_RANGE;
    }
    if (fog->sight) {
        const uint64_t changes = fog->changes;
        const bool learned = fog_sense_sight(fog, cell);
        return fog_report(fog, changes, learned, changed);
    }
    uint32_t y = 0;
    const uint32_t x = fog_column(fog, cell, &y);
    const uint32_t radius = fog->radius;
    const uint32_t left = x > radius ? x - radius : 0;
    const uint32_t top = y > radius ? y - radius : 0;
    const uint32_t right = x + radius < map->width ? x + radius : map->width - 1;
    const uint32_t bottom = y + radius < map->height ? y + radius : map->height - 1;
    const uint64_t before = fog->changes;
    bool fits = true;
    for (uint32_t row = top; row <= bottom && fits; row++) {
        for (uint32_t column = left; column <= right && fits; column++) {
            if (wayi_map_open_steps(map, cell, row * map->width + column) <= radius) {
                fits = fog_learn(fog, column, row, wayi_map_terrain_at(map, column, row));
            }
        }
    }
    return fog_report(fog, before, fits, changed);
}

way_status way_fog_reveal(way_space *space, const way_cell *cells, uint32_t count,
                          uint32_t *changed)
{
    if (!space || !wayi_space_fog(space) || (count && !cells)) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    wayi_fog *fog = (wayi_fog *)space;
    for (uint32_t i = 0; i < count; i++) {
        if (cells[i] >= fog->map->cell_count) {
            return WAY_STATUS_OUT_OF_RANGE;
        }
    }
    const uint64_t before = fog->changes;
    bool fits = true;
    for (uint32_t i = 0; i < count && fits; i++) {
        uint32_t y = 0;
        const uint32_t x = fog_column(fog, cells[i], &y);
        fits = fog_learn(fog, x, y, wayi_map_terrain_at(fog->map, x, y));
    }
    return fog_report(fog, before, fits, changed);
}

way_status way_fog_share(way_space *space, const way_space *from, uint32_t *changed)
{
    if (!space || !from || !wayi_space_fog(space) || !wayi_space_fog(from)) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    wayi_fog *fog = (wayi_fog *)space;
    const wayi_fog *other = (const wayi_fog *)from;
    if (fog->map != other->map) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    const uint64_t before = fog->changes;
    bool fits = true;
    uint64_t cursor = 0;
    for (way_cell cell = wayi_fog_store_next(other, &cursor); cell != WAY_CELL_NONE && fits;
         cell = wayi_fog_store_next(other, &cursor)) {
        uint32_t y = 0;
        const uint32_t x = fog_column(fog, cell, &y);
        // Nobody knows whose look is the later one: what was seen here stays.
        if (!wayi_fog_store_seen(fog, x, y)) {
            fits = fog_learn(fog, x, y, wayi_fog_store_weight(other, x, y));
        }
    }
    return fog_report(fog, before, fits, changed);
}

// Asking ------------------------------------------------------------------------------------------

const way_map *way_fog_map(const way_space *space)
{
    const wayi_fog *fog = wayi_space_fog(space);
    return fog ? fog->map : NULL;
}

bool way_fog_knows(const way_space *space, way_cell cell)
{
    const wayi_fog *fog = wayi_space_fog(space);
    if (!fog || cell >= fog->map->cell_count) {
        return false;
    }
    uint32_t y = 0;
    const uint32_t x = fog_column(fog, cell, &y);
    return wayi_fog_store_seen(fog, x, y);
}

uint8_t way_fog_weight(const way_space *space, way_cell cell)
{
    const wayi_fog *fog = wayi_space_fog(space);
    if (!fog || cell >= fog->map->cell_count) {
        return 0;
    }
    uint32_t y = 0;
    const uint32_t x = fog_column(fog, cell, &y);
    return wayi_fog_store_weight(fog, x, y);
}

uint64_t way_fog_change_count(const way_space *space)
{
    const wayi_fog *fog = wayi_space_fog(space);
    return fog ? fog->changes : 0;
}

way_status way_fog_changes(const way_space *space, uint64_t since, way_cell *cells,
                           uint32_t capacity, uint32_t *count)
{
    const wayi_fog *fog = space ? wayi_space_fog(space) : NULL;
    if (!fog || !count || (capacity && !cells) || since > fog->changes) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    const uint64_t total = fog->changes - since;
    *count = 0;
    if (total > fog->journal_limit) {
        return WAY_STATUS_STALE;
    }
    *count = (uint32_t)total;
    for (uint32_t i = 0; i < total && i < capacity; i++) {
        cells[i] = fog->journal[(since + i) % fog->journal_limit];
    }
    return WAY_STATUS_OK;
}

size_t way_fog_bytes(const way_space *space)
{
    const wayi_fog *fog = wayi_space_fog(space);
    if (!fog) {
        return 0;
    }
    const size_t rows = fog->sight ? wayi_glance_rows(fog->radius) : 0;
    return sizeof *fog + wayi_fog_store_bytes(fog) + fog->journal_capacity * sizeof *fog->journal +
           fog_window(fog) * sizeof *fog->glance.seen + rows * sizeof *fog->glance.rows;
}
