// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Sliding tiles for depth-first searches. Such a search holds no more than the boards on its way
// and their sisters, so a board is kept in the place (depth, which step) and its id is that place
// and a few bits of a hash of the board. Expanding a board overwrites the places one step deeper.
//
// Invariant: while a board stays in its place, expanding it again gives the same ids. An id whose
// board was overwritten does not match its place any more (but once in 2^22), and is refused.
#include "lab/domains/tiles.h"

#define TRAIL_DEPTH_MAX 250u
#define TRAIL_HASH_BITS 22

typedef struct trail_place {
    uint64_t board;
    way_state id;   ///< WAY_STATE_NONE = empty
    uint8_t free;   ///< cell
    uint8_t before; ///< the free cell one step ago; `free` itself at the start
    uint8_t home;   ///< steps of all tiles to the goal
} trail_place;

typedef struct trail_space {
    way_space space;
    wayi_tiles tiles;
    trail_place places[(TRAIL_DEPTH_MAX + 1) * WAYI_TILES_MOVES];
    uint64_t revision;
} trail_space;

/// Place in the low ten bits, hash of the board above; never WAY_STATE_NONE.
static way_state trail_id(uint64_t board, uint32_t place)
{
    board = (board ^ board >> 32) * UINT64_C(0xD6E8FEB86659FD93);
    return (way_state)(board >> (64 - TRAIL_HASH_BITS)) << (32 - TRAIL_HASH_BITS) | place;
}

/// Where the board of an id lies, or NULL if it was forgotten.
static const trail_place *trail_find(const trail_space *self, way_state state)
{
    const uint32_t place = state & ((1u << (32 - TRAIL_HASH_BITS)) - 1);
    if (place >= sizeof self->places / sizeof *self->places || self->places[place].id != state) {
        return NULL;
    }
    return &self->places[place];
}

static uint32_t trail_expand(way_space *space, way_state state, way_edge *edges)
{
    trail_space *self = (trail_space *)space;
    const trail_place *found = trail_find(self, state);
    if (!found) {
        return WAY_EXPAND_FULL;
    }
    const trail_place from = *found;
    const uint32_t deeper = (uint32_t)(found - self->places) / WAYI_TILES_MOVES + 1;
    if (deeper > TRAIL_DEPTH_MAX) {
        return WAY_EXPAND_FULL;
    }
    uint32_t count = 0;
    for (uint32_t i = 0; i < self->tiles.move_count[from.free]; i++) {
        const uint32_t to = self->tiles.moves[from.free][i];
        if (to == from.before) {
            continue;
        }
        const uint32_t place = deeper * WAYI_TILES_MOVES + count;
        const uint8_t *home = self->tiles.home[wayi_tiles_at(from.board, to)];
        const uint64_t board = wayi_tiles_slide(from.board, from.free, to);
        self->places[place] =
            (trail_place){.board = board,
                          .id = trail_id(board, place),
                          .free = (uint8_t)to,
                          .before = from.free,
                          .home = (uint8_t)(from.home + home[from.free] - home[to])};
        edges[count++] = (way_edge){self->places[place].id, 1};
    }
    return count;
}

/// Only the way to the goal is asked for: between other boards nothing is known.
static way_cost trail_distance(const way_space *space, way_state from, way_state to)
{
    (void)space;
    return from != to;
}

static bool trail_is_goal(const way_space *space, way_state state)
{
    const trail_space *self = (const trail_space *)space;
    const trail_place *place = trail_find(self, state);
    return place && place->board == self->tiles.goal;
}

static way_cost trail_goal_distance(const way_space *space, way_state state)
{
    const trail_place *place = trail_find((const trail_space *)space, state);
    return place ? place->home : WAY_COST_MAX;
}

static bool trail_can_stand(const way_space *space, way_state state)
{
    return trail_find((const trail_space *)space, state) != NULL;
}

static uint64_t trail_revision(const way_space *space)
{
    return ((const trail_space *)space)->revision;
}

static void trail_destroy(way_space *space)
{
    const way_allocator allocator = space->allocator;
    wayi_free(&allocator, space, 1, sizeof(trail_space));
}

static const way_space_type trail_type = {
    .name = "tiles trail",
    .expand = trail_expand,
    .estimate = trail_distance,
    .is_goal = trail_is_goal,
    .goal_estimate = trail_goal_distance,
    .can_stand = trail_can_stand,
    .revision = trail_revision,
    .destroy = trail_destroy,
};

bool wayi_tiles_is_trail(const way_space *space)
{
    return space->type == &trail_type;
}

size_t wayi_tiles_trail_bytes(void)
{
    return sizeof(trail_space);
}

void wayi_tiles_trail_reset(way_space *space)
{
    trail_space *self = (trail_space *)space;
    for (uint32_t i = 0; i < sizeof self->places / sizeof *self->places; i++) {
        self->places[i].id = WAY_STATE_NONE;
    }
    self->revision++;
}

way_state wayi_tiles_trail_find(way_space *space, const uint8_t *board)
{
    trail_space *self = (trail_space *)space;
    uint64_t packed = 0;
    if (!wayi_tiles_pack(&self->tiles, board, &packed)) {
        return WAY_STATE_NONE;
    }
    wayi_tiles_trail_reset(space);
    const uint8_t free = (uint8_t)wayi_tiles_free(packed);
    self->places[0] = (trail_place){.board = packed,
                                    .id = trail_id(packed, 0),
                                    .free = free,
                                    .before = free,
                                    .home = (uint8_t)wayi_tiles_home(&self->tiles, packed)};
    return self->places[0].id;
}

void wayi_tiles_trail_get(const way_space *space, way_state state, uint8_t *board)
{
    const trail_space *self = (const trail_space *)space;
    const trail_place *place = trail_find(self, state);
    wayi_tiles_unpack(&self->tiles, place ? place->board : self->tiles.goal, board);
}

way_status way_space_create_tiles_trail(const way_tiles_config *config, way_space **out)
{
    wayi_tiles rules;
    const way_status status = out ? wayi_tiles_init(&rules, config) : WAY_STATUS_INVALID_ARGUMENT;
    if (status != WAY_STATUS_OK) {
        return status;
    }
    const way_allocator allocator = wayi_allocator_or_default(config->allocator);
    trail_space *self = wayi_alloc_zero(&allocator, 1, sizeof *self);
    *out = NULL;
    if (!self) {
        return WAY_STATUS_NO_MEMORY;
    }
    self->space = (way_space){.type = &trail_type,
                              .degree_max = WAYI_TILES_MOVES,
                              .traits = WAY_SPACE_CONSISTENT | WAY_SPACE_OWN_GOAL,
                              .allocator = allocator};
    self->tiles = rules;
    wayi_tiles_trail_reset(&self->space);
    *out = &self->space;
    return WAY_STATUS_OK;
}
