// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Sliding tiles as a space: boards get ids as they are met. Half of all boards can't be reached
// from any other one; parity tells without a search.
#include "lab/domains/tiles.h"

#include "core/interner.h"

#define TILES_SIDE_MIN 2u
#define TILES_SIDE_MAX 8u

typedef struct tiles_space {
    way_space space;
    wayi_tiles tiles;
    wayi_interner boards;
    uint64_t revision; ///< grows when boards are forgotten
    wayi_meter meter;  ///< of all that it holds
} tiles_space;

// Rules -------------------------------------------------------------------------------------------

static void tiles_list_moves(wayi_tiles *tiles, uint32_t cell)
{
    const uint32_t x = cell % tiles->columns;
    const uint32_t y = cell / tiles->columns;
    uint32_t count = 0;
    if (y > 0) {
        tiles->moves[cell][count++] = (uint8_t)(cell - tiles->columns);
    }
    if (x > 0) {
        tiles->moves[cell][count++] = (uint8_t)(cell - 1);
    }
    if (x + 1 < tiles->columns) {
        tiles->moves[cell][count++] = (uint8_t)(cell + 1);
    }
    if (y + 1 < tiles->rows) {
        tiles->moves[cell][count++] = (uint8_t)(cell + tiles->columns);
    }
    tiles->move_count[cell] = (uint8_t)count;
}

static uint32_t tiles_gap(uint32_t a, uint32_t b)
{
    return a < b ? b - a : a - b;
}

static void tiles_measure(wayi_tiles *tiles)
{
    for (uint32_t a = 0; a < tiles->cells; a++) {
        tiles_list_moves(tiles, a);
        for (uint32_t b = 0; b < tiles->cells; b++) {
            tiles->between[a][b] = (uint8_t)(tiles_gap(a % tiles->columns, b % tiles->columns) +
                                             tiles_gap(a / tiles->columns, b / tiles->columns));
        }
    }
    for (uint32_t cell = 0; cell < tiles->cells; cell++) {
        const uint32_t tile = wayi_tiles_at(tiles->goal, cell);
        for (uint32_t at = 0; tile && at < tiles->cells; at++) {
            tiles->home[tile][at] = tiles->between[cell][at];
        }
    }
}

bool wayi_tiles_pack(const wayi_tiles *tiles, const uint8_t *board, uint64_t *packed)
{
    uint32_t seen = 0;
    *packed = 0;
    for (uint32_t cell = 0; cell < tiles->cells; cell++) {
        if (board[cell] >= tiles->cells) {
            return false;
        }
        seen |= 1u << board[cell];
        *packed |= (uint64_t)board[cell] << 4 * cell;
    }
    return seen == (1u << tiles->cells) - 1;
}

void wayi_tiles_unpack(const wayi_tiles *tiles, uint64_t packed, uint8_t *board)
{
    for (uint32_t cell = 0; cell < tiles->cells; cell++) {
        board[cell] = (uint8_t)wayi_tiles_at(packed, cell);
    }
}

uint32_t wayi_tiles_home(const wayi_tiles *tiles, uint64_t packed)
{
    uint32_t sum = 0;
    for (uint32_t cell = 0; cell < tiles->cells; cell++) {
        sum += tiles->home[wayi_tiles_at(packed, cell)][cell];
    }
    return sum;
}

way_status wayi_tiles_init(wayi_tiles *tiles, const way_tiles_config *config)
{
    if (!config) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    if (config->columns < TILES_SIDE_MIN || config->columns > TILES_SIDE_MAX ||
        config->rows < TILES_SIDE_MIN || config->rows > TILES_SIDE_MAX ||
        config->columns * config->rows > WAYI_TILES_CELLS) {
        return WAY_STATUS_OUT_OF_RANGE;
    }
    *tiles = (wayi_tiles){
        .columns = config->columns, .rows = config->rows, .cells = config->columns * config->rows};
    uint8_t goal[WAYI_TILES_CELLS];
    for (uint32_t cell = 0; cell < tiles->cells; cell++) {
        goal[cell] = config->goal ? config->goal[cell] : (uint8_t)cell;
    }
    if (!wayi_tiles_pack(tiles, goal, &tiles->goal)) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    tiles_measure(tiles);
    return WAY_STATUS_OK;
}

// Space -------------------------------------------------------------------------------------------

static uint64_t tiles_board(const way_space *space, way_state state)
{
    return wayi_interner_key(&((const tiles_space *)space)->boards, state);
}

static uint32_t tiles_expand(way_space *space, way_state state, way_edge *edges)
{
    tiles_space *self = (tiles_space *)space;
    const uint64_t board = tiles_board(space, state);
    const uint32_t from = wayi_tiles_free(board);
    const uint32_t count = self->tiles.move_count[from];
    uint64_t next[WAYI_TILES_MOVES] = {0};
    for (uint32_t i = 0; i < count; i++) {
        next[i] = wayi_tiles_slide(board, from, self->tiles.moves[from][i]);
    }
    uint32_t ids[WAYI_TILES_MOVES];
    if (!wayi_interner_add_all(&self->boards, next, count, ids)) {
        return WAY_EXPAND_FULL;
    }
    for (uint32_t i = 0; i < count; i++) {
        edges[i] = (way_edge){ids[i], 1};
    }
    return count;
}

/// What each tile has to move from one board to the other.
static way_cost tiles_distance(const way_space *space, way_state from, way_state to)
{
    const wayi_tiles *tiles = &((const tiles_space *)space)->tiles;
    const uint64_t a = tiles_board(space, from);
    const uint64_t b = tiles_board(space, to);
    uint8_t place[WAYI_TILES_CELLS] = {0};
    uint32_t sum = 0;
    for (uint32_t cell = 0; cell < tiles->cells; cell++) {
        place[wayi_tiles_at(b, cell)] = (uint8_t)cell;
    }
    for (uint32_t cell = 0; cell < tiles->cells; cell++) {
        const uint32_t tile = wayi_tiles_at(a, cell);
        sum += tile ? tiles->between[cell][place[tile]] : 0;
    }
    return sum;
}

static bool tiles_is_goal(const way_space *space, way_state state)
{
    return tiles_board(space, state) == ((const tiles_space *)space)->tiles.goal;
}

static way_cost tiles_goal_distance(const way_space *space, way_state state)
{
    return wayi_tiles_home(&((const tiles_space *)space)->tiles, tiles_board(space, state));
}

static bool tiles_can_stand(const way_space *space, way_state state)
{
    return state < ((const tiles_space *)space)->boards.count;
}

/// A step swaps two places of the permutation and moves the free cell by one: what is odd about
/// both together never changes.
static bool tiles_is_odd(const wayi_tiles *tiles, uint64_t board)
{
    uint32_t seen = 0;
    uint32_t swaps = 0;
    for (uint32_t cell = 0; cell < tiles->cells; cell++) {
        uint32_t length = 0;
        for (uint32_t at = cell; !(seen & 1u << at); at = wayi_tiles_at(board, at)) {
            seen |= 1u << at;
            length++;
        }
        swaps += length ? length - 1 : 0;
    }
    return (swaps + tiles->between[0][wayi_tiles_free(board)]) % 2;
}

static bool tiles_is_reachable(const way_space *space, way_state from, way_state to)
{
    const wayi_tiles *tiles = &((const tiles_space *)space)->tiles;
    return tiles_is_odd(tiles, tiles_board(space, from)) ==
           tiles_is_odd(tiles, tiles_board(space, to));
}

static uint64_t tiles_revision(const way_space *space)
{
    return ((const tiles_space *)space)->revision;
}

static void tiles_destroy(way_space *space)
{
    const way_allocator allocator = space->allocator;
    wayi_interner_fini(&((tiles_space *)space)->boards);
    wayi_free(&allocator, space, 1, sizeof(tiles_space));
}

static const way_space_type tiles_type = {
    .name = "tiles",
    .expand = tiles_expand,
    .expand_back = tiles_expand,
    .estimate = tiles_distance,
    .estimate_steps = tiles_distance,
    .is_goal = tiles_is_goal,
    .goal_estimate = tiles_goal_distance,
    .can_stand = tiles_can_stand,
    .is_reachable = tiles_is_reachable,
    .revision = tiles_revision,
    .destroy = tiles_destroy,
};

way_status way_space_create_tiles(const way_tiles_config *config, way_space **out)
{
    wayi_tiles rules;
    const way_status status = out ? wayi_tiles_init(&rules, config) : WAY_STATUS_INVALID_ARGUMENT;
    if (status != WAY_STATUS_OK) {
        return status;
    }
    const way_allocator allocator = wayi_allocator_or_default(config->allocator);
    tiles_space *self = wayi_alloc_zero(&allocator, 1, sizeof *self);
    *out = NULL;
    if (!self) {
        return WAY_STATUS_NO_MEMORY;
    }
    self->space =
        (way_space){.type = &tiles_type,
                    .degree_max = WAYI_TILES_MOVES,
                    .traits = WAY_SPACE_PREDECESSORS | WAY_SPACE_SYMMETRIC | WAY_SPACE_CONSISTENT |
                              WAY_SPACE_OWN_GOAL | WAY_SPACE_COMPACT_IDS,
                    .allocator = allocator};
    self->tiles = rules;
    self->revision = 1;
    const way_allocator counted = wayi_meter_start(&self->meter, &allocator);
    wayi_interner_init(&self->boards, config->state_limit, &counted);
    *out = &self->space;
    return WAY_STATUS_OK;
}

way_state way_tiles_find(way_space *space, const uint8_t *board)
{
    if (wayi_tiles_is_trail(space)) {
        return wayi_tiles_trail_find(space, board);
    }
    tiles_space *self = (tiles_space *)space;
    uint64_t packed = 0;
    return wayi_tiles_pack(&self->tiles, board, &packed) ? wayi_interner_add(&self->boards, packed)
                                                         : WAY_STATE_NONE;
}

void way_tiles_get(const way_space *space, way_state state, uint8_t *board)
{
    if (wayi_tiles_is_trail(space)) {
        wayi_tiles_trail_get(space, state, board);
        return;
    }
    const wayi_tiles *tiles = &((const tiles_space *)space)->tiles;
    wayi_tiles_unpack(tiles, wayi_space_has(space, state) ? tiles_board(space, state) : tiles->goal,
                      board);
}

uint32_t way_tiles_count(const way_space *space)
{
    return wayi_tiles_is_trail(space) ? 0 : ((const tiles_space *)space)->boards.count;
}

size_t way_tiles_bytes(const way_space *space)
{
    return wayi_tiles_is_trail(space)
               ? wayi_tiles_trail_bytes()
               : sizeof(tiles_space) + (size_t)((const tiles_space *)space)->meter.bytes;
}

void way_tiles_reset(way_space *space)
{
    if (wayi_tiles_is_trail(space)) {
        wayi_tiles_trail_reset(space);
    } else {
        tiles_space *self = (tiles_space *)space;
        wayi_interner_clear(&self->boards);
        self->revision++;
    }
}
