// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The platform game as a space. A state is packed into one number and gets the next id when it is
// first met, so ids stay small and exact equality is equality of ids. Steps are computed again each
// time: finding a successor's id costs more than finding the successor, and a list of successors
// would double what a state takes.
#include "lab/domains/platform.h"

#include "core/interner.h"
#include "space/space.h"

#define PLATFORM_ACTIONS 5u
#define PLATFORM_START_X 28 ///< of the knight inside the start's tile
#define PLATFORM_START_Y 8

// Bits of a packed state; sides of at most 2^15 quarter pixels, y and speed are even.
#define PLATFORM_JUMP_BITS 4
#define PLATFORM_SPEED_BITS 6
#define PLATFORM_Y_BITS 14

typedef struct platform_space {
    way_space space;
    wayi_terrain terrain;
    wayi_door_map door;
    wayi_interner states;
    uint64_t start;    ///< packed
    uint64_t revision; ///< grows when states are forgotten
    wayi_meter meter;  ///< of all that it holds
} platform_space;

static uint64_t platform_pack(const way_platform_state *state)
{
    uint64_t packed = (uint64_t)state->x;
    packed = packed << PLATFORM_Y_BITS | (uint64_t)(state->y / 2);
    packed = packed << PLATFORM_SPEED_BITS | (uint64_t)((state->speed + WAYI_PLATFORM_JUMP) / 2);
    packed = packed << PLATFORM_JUMP_BITS | state->jump;
    return packed << 1 | state->falling;
}

static uint64_t platform_cut(uint64_t *packed, uint32_t bits)
{
    const uint64_t value = *packed & ((UINT64_C(1) << bits) - 1);
    *packed >>= bits;
    return value;
}

static way_platform_state platform_unpack(uint64_t packed)
{
    way_platform_state state = {0};
    state.falling = platform_cut(&packed, 1);
    state.jump = (uint8_t)platform_cut(&packed, PLATFORM_JUMP_BITS);
    state.speed = (int32_t)platform_cut(&packed, PLATFORM_SPEED_BITS) * 2 - WAYI_PLATFORM_JUMP;
    state.y = (int32_t)platform_cut(&packed, PLATFORM_Y_BITS) * 2;
    state.x = (int32_t)packed;
    return state;
}

static way_platform_state platform_state(const way_space *space, way_state state)
{
    return platform_unpack(wayi_interner_key(&((const platform_space *)space)->states, state));
}

/// The keys tried in this order, and how many of them: without effect of the jump key the first
/// three are all there is.
static uint32_t platform_actions(const way_platform_state *state, const uint32_t **keys)
{
    static const uint32_t all[PLATFORM_ACTIONS] = {
        WAY_PLATFORM_LEFT, WAY_PLATFORM_RIGHT, WAY_PLATFORM_JUMP,
        WAY_PLATFORM_LEFT | WAY_PLATFORM_JUMP, WAY_PLATFORM_RIGHT | WAY_PLATFORM_JUMP};
    const bool jumps = !state->falling || state->jump > 0 || state->speed <= 0;
    *keys = all;
    return jumps ? PLATFORM_ACTIONS : 3;
}

/// Packed successors in order; those that change nothing or repeat another are left out.
static uint32_t platform_successors(const platform_space *platform, uint64_t packed, uint64_t *next)
{
    const way_platform_state state = platform_unpack(packed);
    const uint32_t *keys = NULL;
    const uint32_t actions = platform_actions(&state, &keys);
    uint32_t count = 0;
    for (uint32_t i = 0; i < actions; i++) {
        const way_platform_state after = wayi_platform_step(&platform->terrain, &state, keys[i]);
        const uint64_t made = platform_pack(&after);
        bool fresh = made != packed;
        for (uint32_t k = 0; k < count; k++) {
            fresh = fresh && next[k] != made;
        }
        if (fresh) {
            next[count++] = made;
        }
    }
    return count;
}

static uint32_t platform_expand(way_space *space, way_state state, way_edge *edges)
{
    platform_space *platform = (platform_space *)space;
    uint64_t next[PLATFORM_ACTIONS];
    const uint32_t count =
        platform_successors(platform, wayi_interner_key(&platform->states, state), next);
    uint32_t ids[PLATFORM_ACTIONS];
    if (!wayi_interner_add_all(&platform->states, next, count, ids)) {
        return WAY_EXPAND_FULL;
    }
    for (uint32_t i = 0; i < count; i++) {
        edges[i] = (way_edge){ids[i], 1};
    }
    return count;
}

/// Frames that the way between two places takes at full speed, and one for any other difference.
static way_cost platform_distance(const way_space *space, way_state from, way_state to)
{
    if (from == to) {
        return 0;
    }
    const way_platform_state a = platform_state(space, from);
    const way_platform_state b = platform_state(space, to);
    const int32_t dx = a.x < b.x ? b.x - a.x : a.x - b.x;
    const int32_t dy = a.y < b.y ? b.y - a.y : a.y - b.y;
    const int32_t across = (dx + WAYI_PLATFORM_RUN - 1) / WAYI_PLATFORM_RUN;
    const int32_t along = (dy + WAYI_PLATFORM_TERMINAL - 1) / WAYI_PLATFORM_TERMINAL;
    const int32_t most = across > along ? across : along;
    return most > 0 ? (way_cost)most : 1;
}

/// The knight's middle.
static wayi_platform_spot platform_middle(const way_space *space, way_state state)
{
    const way_platform_state at = platform_state(space, state);
    return (wayi_platform_spot){at.x + WAY_PLATFORM_WIDTH / 2, at.y + WAY_PLATFORM_HEIGHT / 2};
}

static bool platform_is_goal(const way_space *space, way_state state)
{
    const wayi_door_map *door = &((const platform_space *)space)->door;
    const wayi_platform_spot middle = platform_middle(space, state);
    return middle.x / WAY_PLATFORM_TILE == door->door_x &&
           middle.y / WAY_PLATFORM_TILE == door->door_y;
}

static way_cost platform_goal_distance(const way_space *space, way_state state)
{
    const platform_space *platform = (const platform_space *)space;
    const uint32_t parts =
        wayi_door_map_parts(&platform->door, &platform->terrain, platform_middle(space, state));
    return parts == UINT32_MAX ? WAY_COST_MAX : parts / WAYI_PLATFORM_PARTS;
}

static bool platform_can_stand(const way_space *space, way_state state)
{
    return state < ((const platform_space *)space)->states.count;
}

static uint64_t platform_revision(const way_space *space)
{
    return ((const platform_space *)space)->revision;
}

/// The knight's middle, in tiles, where a whole number is the middle of a tile.
static void platform_position(const way_space *space, way_state state, double *x, double *y)
{
    const wayi_platform_spot middle = platform_middle(space, state);
    *x = middle.x / (double)WAY_PLATFORM_TILE - 0.5;
    *y = middle.y / (double)WAY_PLATFORM_TILE - 0.5;
}

static void platform_destroy(way_space *space)
{
    platform_space *platform = (platform_space *)space;
    const way_allocator allocator = space->allocator;
    wayi_terrain_fini(&platform->terrain);
    wayi_door_map_fini(&platform->door);
    wayi_interner_fini(&platform->states);
    WAYI_FREE(&allocator, platform, 1);
}

static const way_space_type platform_type = {
    .name = "platform",
    .expand = platform_expand,
    .estimate = platform_distance,
    .estimate_steps = platform_distance,
    .is_goal = platform_is_goal,
    .goal_estimate = platform_goal_distance,
    .can_stand = platform_can_stand,
    .revision = platform_revision,
    .position = platform_position,
    .destroy = platform_destroy,
};

static bool platform_is_open(const way_level *level, uint32_t x, uint32_t y)
{
    return x < level->width && y < level->height && !level->solid[(size_t)y * level->width + x];
}

static way_status platform_check(const way_level *level)
{
    if (!level || !level->solid) {
        return WAY_STATUS_INVALID_ARGUMENT;
    }
    if (level->width < 3 || level->height < 3 || level->width > WAY_LEVEL_SIDE_MAX ||
        level->height > WAY_LEVEL_SIDE_MAX) {
        return WAY_STATUS_OUT_OF_RANGE;
    }
    for (uint32_t x = 0; x < level->width; x++) {
        if (platform_is_open(level, x, 0) || platform_is_open(level, x, level->height - 1)) {
            return WAY_STATUS_OUT_OF_RANGE;
        }
    }
    for (uint32_t y = 0; y < level->height; y++) {
        if (platform_is_open(level, 0, y) || platform_is_open(level, level->width - 1, y)) {
            return WAY_STATUS_OUT_OF_RANGE;
        }
    }
    return platform_is_open(level, level->start_x, level->start_y) &&
                   platform_is_open(level, level->door_x, level->door_y)
               ? WAY_STATUS_OK
               : WAY_STATUS_OUT_OF_RANGE;
}

way_status way_space_create_platform(const way_platform_config *config, way_space **out)
{
    const way_status status =
        config && out ? platform_check(config->level) : WAY_STATUS_INVALID_ARGUMENT;
    if (status != WAY_STATUS_OK) {
        return status;
    }
    *out = NULL;
    const way_level *level = config->level;
    const way_allocator allocator = wayi_allocator_or_default(config->allocator);
    platform_space *platform = wayi_alloc_zero(&allocator, 1, sizeof *platform);
    if (!platform) {
        return WAY_STATUS_NO_MEMORY;
    }
    platform->space = (way_space){.type = &platform_type,
                                  .degree_max = PLATFORM_ACTIONS,
                                  .traits = WAY_SPACE_OWN_GOAL | WAY_SPACE_COMPACT_IDS,
                                  .allocator = allocator};
    platform->revision = 1;
    const way_allocator counted = wayi_meter_start(&platform->meter, &allocator);
    wayi_interner_init(&platform->states, config->state_limit, &counted);
    const way_platform_state start = {
        .x = (int32_t)level->start_x * WAY_PLATFORM_TILE + PLATFORM_START_X,
        .y = (int32_t)level->start_y * WAY_PLATFORM_TILE + PLATFORM_START_Y};
    platform->start = platform_pack(&start);
    if (!wayi_terrain_init(&platform->terrain, level, &counted) ||
        !wayi_door_map_init(&platform->door, &platform->terrain, level, &counted) ||
        wayi_interner_add(&platform->states, platform->start) == WAYI_INTERNER_NONE) {
        platform_destroy(&platform->space);
        return WAY_STATUS_NO_MEMORY;
    }
    *out = &platform->space;
    return WAY_STATUS_OK;
}

bool way_space_is_platform(const way_space *space)
{
    return space && space->type == &platform_type;
}

way_state way_platform_start(const way_space *space)
{
    (void)space;
    return 0;
}

way_platform_state way_platform_get(const way_space *space, way_state state)
{
    return wayi_space_has(space, state) ? platform_state(space, state) : (way_platform_state){0};
}

static bool platform_is_possible(const platform_space *platform, const way_platform_state *state)
{
    const int32_t right = (int32_t)platform->terrain.width * WAY_PLATFORM_TILE;
    const int32_t bottom = (int32_t)platform->terrain.height * WAY_PLATFORM_TILE;
    if (state->x < 0 || state->y < 0 || state->x > right - WAY_PLATFORM_WIDTH ||
        state->y > bottom - WAY_PLATFORM_HEIGHT || state->y % 2) {
        return false;
    }
    if (state->speed < -WAYI_PLATFORM_JUMP || state->speed > WAYI_PLATFORM_TERMINAL ||
        state->speed % 2 || state->jump > WAYI_PLATFORM_HOLD) {
        return false;
    }
    return wayi_terrain_is_clear(&platform->terrain, state->x, state->y,
                                 state->x + WAY_PLATFORM_WIDTH, state->y + WAY_PLATFORM_HEIGHT);
}

way_state way_platform_find(way_space *space, const way_platform_state *state)
{
    platform_space *platform = (platform_space *)space;
    if (!platform_is_possible(platform, state)) {
        return WAY_STATE_NONE;
    }
    return wayi_interner_add(&platform->states, platform_pack(state));
}

way_platform_state way_platform_step(const way_space *space, const way_platform_state *state,
                                     uint32_t keys)
{
    const platform_space *platform = (const platform_space *)space;
    return platform_is_possible(platform, state)
               ? wayi_platform_step(&platform->terrain, state, keys)
               : *state;
}

uint32_t way_platform_keys(const way_space *space, way_state from, way_state to)
{
    const platform_space *platform = (const platform_space *)space;
    if (!wayi_space_has(space, from) || !wayi_space_has(space, to)) {
        return 0;
    }
    const way_platform_state state = platform_state(space, from);
    const uint64_t target = wayi_interner_key(&platform->states, to);
    const uint32_t *keys = NULL;
    const uint32_t actions = platform_actions(&state, &keys);
    for (uint32_t i = 0; i < actions; i++) {
        const way_platform_state next = wayi_platform_step(&platform->terrain, &state, keys[i]);
        if (platform_pack(&next) == target) {
            return keys[i];
        }
    }
    return 0;
}

uint32_t way_platform_count(const way_space *space)
{
    return ((const platform_space *)space)->states.count;
}

size_t way_platform_bytes(const way_space *space)
{
    return sizeof(platform_space) + (size_t)((const platform_space *)space)->meter.bytes;
}

void way_platform_reset(way_space *space)
{
    platform_space *platform = (platform_space *)space;
    wayi_interner_clear(&platform->states);
    // There is room: the first state was there before.
    (void)wayi_interner_add(&platform->states, platform->start);
    platform->revision++;
}
