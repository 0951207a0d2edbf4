// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Worlds of any shape: orders, edits, links, arrivals and departures in any
// order, some without memory. After each call the world is saved; its twin,
// restored from the save before and told the same, has the same bytes, and goes
// for one that is restored from them. Nobody stands on anybody else. What is
// saved or recorded is forged, and is refused or makes a whole world.
#include "fuzz/fuzz_bytes.h"
#include "fuzz/targets.h"

#include <waymark/all.h>

#include <stdlib.h>
#include <string.h>

#define WORLD_SIDE 24u
#define WORLD_UNITS 24u
#define WORLD_CELLS_MAX 1024u ///< of a forged world
#define WORLD_KEPT (1u << 19) ///< bytes of what is kept of one

typedef struct world_tape {
    uint8_t bytes[WORLD_KEPT];
    size_t size;
} world_tape;

typedef struct world_pair {
    way_map *map; ///< of the first; a restored one has its own
    way_world *worlds[2];
    uint32_t left; ///< allocations of the first until one fails; 0 = none does
    bool recorded; ///< none does: records tell nothing of that
    bool starved;  ///< one has failed since the twin was restored
    world_tape tapes[2];
} world_pair;

static void *world_alloc(size_t size, void *user)
{
    world_pair *pair = user;
    if (pair->left > 0 && --pair->left == 0) {
        pair->starved = true;
        return NULL;
    }
    return malloc(size);
}

static void world_free(void *pointer, size_t size, void *user)
{
    (void)size;
    (void)user;
    free(pointer);
}

/// Open ground, or every other time a maze of streets, in which units have to
/// be rescued.
static void world_draw(uint8_t *weights, uint32_t width, uint32_t height, uint32_t walls,
                       way_rng *rng)
{
    for (uint32_t i = 0; i < width * height; i++) {
        const uint32_t x = i % width;
        const uint32_t y = i / width;
        const bool street = walls % 2 && (x % 4 == 1 || (y % 8 == 3 && way_rng_below(rng, 10)));
        const bool open = street || way_rng_below(rng, 256) >= walls;
        weights[i] = (uint8_t)(open ? 1 + (way_rng_below(rng, 8) < walls / 64) : 0);
    }
}

static way_status world_make(world_pair *pair, fuzz_bytes *bytes, const way_allocator *allocator)
{
    static const char *const algorithms[] = {NULL,
                                             "astar",
                                             "jps",
                                             "hpastar",
                                             "dba",
                                             "hcdps",
                                             "beacon",
                                             "sectors",
                                             "sgastar",
                                             NULL,
                                             "weighted(weight=1.5)"};
    static const way_neighbours neighbours[] = {WAY_NEIGHBOURS_8, WAY_NEIGHBOURS_4,
                                                WAY_NEIGHBOURS_6};
    const uint32_t rules = fuzz_take(bytes);
    const uint32_t narrow = fuzz_below(bytes, 4);
    const uint32_t width = narrow ? 1 + fuzz_below(bytes, WORLD_SIDE) : 1 + fuzz_below(bytes, 3);
    const uint32_t height = 1 + fuzz_below(bytes, WORLD_SIDE);
    const uint32_t walls = fuzz_take(bytes);
    way_rng rng = way_rng_seed(fuzz_take(bytes));
    uint8_t weights[WORLD_SIDE * WORLD_SIDE];
    world_draw(weights, width, height, walls, &rng);
    way_map_config map = way_map_config_default(width, height);
    map.weights = weights;
    map.neighbours = neighbours[fuzz_below(bytes, 5) % 3];
    map.corners = map.neighbours == WAY_NEIGHBOURS_8 ? (way_corners)fuzz_below(bytes, 3) : 0;
    map.costs = (way_cost_model){0};
    map.allocator = allocator;
    way_profile profile = way_profile_default(1);
    profile.weights[2] = (uint8_t)fuzz_below(bytes, 4);
    const uint32_t size = map.neighbours == WAY_NEIGHBOURS_6 ? 1 : 1 + fuzz_below(bytes, 3);
    const way_world_kind kinds[] = {{.size = 1},
                                    {.size = size, .turn = fuzz_below(bytes, 4) * 60},
                                    {.speed = 100, .profile = &profile}};
    const way_world_team teams[] = {{.fog = rules & 4u}, {.fog = rules & 8u, .sight = 3}};
    const way_world_config config = {.kinds = kinds,
                                     .kind_count = 3,
                                     .teams = teams,
                                     .team_count = 2,
                                     .rivals = rules & 1u,
                                     .unit_capacity = WORLD_UNITS,
                                     .frames_per_tick = rules & 16u ? 1 + fuzz_below(bytes, 64) : 1,
                                     .lanes = fuzz_below(bytes, 9),
                                     .event_capacity = fuzz_below(bytes, 50),
                                     .algorithm = algorithms[fuzz_below(bytes, 11)],
                                     .allocator = allocator};
    const way_status status = way_map_create(&map, &pair->map);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    way_world_config on_map = config;
    on_map.map = pair->map;
    return way_world_create(&on_map, &pair->worlds[0]);
}

static void world_save(const way_world *world, world_tape *tape)
{
    fuzz_require(way_world_save(world, tape->bytes, sizeof tape->bytes, &tape->size) ==
                 WAY_STATUS_OK);
}

/// The two have the same bytes; those of the first are left on its tape.
static void world_compare(const way_world *a, const way_world *b, world_tape *tapes)
{
    world_save(a, &tapes[0]);
    world_save(b, &tapes[1]);
    fuzz_require(tapes[0].size == tapes[1].size &&
                 memcmp(tapes[0].bytes, tapes[1].bytes, tapes[0].size) == 0);
}

/// A twin that is restored from what the first has on its tape.
static void world_twin(world_pair *pair)
{
    way_world_destroy(pair->worlds[1]);
    fuzz_require(way_world_restore(pair->tapes[0].bytes, pair->tapes[0].size, NULL,
                                   &pair->worlds[1], NULL) == WAY_STATUS_OK);
    world_save(pair->worlds[1], &pair->tapes[1]);
    fuzz_require(pair->tapes[0].size == pair->tapes[1].size &&
                 memcmp(pair->tapes[0].bytes, pair->tapes[1].bytes, pair->tapes[0].size) == 0);
    fuzz_judged++;
}

static void world_close(world_pair *pair)
{
    for (uint32_t i = 0; pair && i < 2; i++) {
        way_world_destroy(pair->worlds[i]);
    }
    way_map_destroy(pair ? pair->map : NULL);
    free(pair);
}

/// NULL if the rules can't be.
static world_pair *world_open(fuzz_bytes *bytes)
{
    world_pair *pair = calloc(1, sizeof *pair);
    fuzz_require(pair != NULL);
    const way_allocator allocator = {world_alloc, world_free, pair};
    if (world_make(pair, bytes, &allocator) != WAY_STATUS_OK) {
        world_close(pair);
        return NULL;
    }
    world_save(pair->worlds[0], &pair->tapes[0]);
    world_twin(pair);
    return pair;
}

/// Who stands where: every cell of a unit is its own.
static void world_check(const way_world *world)
{
    uint8_t taken[WORLD_CELLS_MAX] = {0};
    const uint32_t width = way_map_width(way_world_map(world));
    const uint32_t height = way_map_height(way_world_map(world));
    for (uint32_t place = 0; place < way_world_slot_count(world); place++) {
        way_unit_view view;
        if (!way_world_unit(world, way_world_unit_in_slot(world, place), &view)) {
            continue;
        }
        const uint32_t x = view.cell % width;
        const uint32_t y = view.cell / width;
        fuzz_require(x + view.size <= width && y + view.size <= height);
        for (uint32_t i = 0; i < (uint32_t)view.size * view.size; i++) {
            const way_cell cell = view.cell + i / view.size * width + i % view.size;
            fuzz_require(!taken[cell]++);
        }
    }
}

static way_unit world_pick(const way_world *world, fuzz_bytes *bytes)
{
    const uint32_t places = way_world_slot_count(world);
    return places ? way_world_unit_in_slot(world, fuzz_below(bytes, places)) : WAY_UNIT_NONE;
}

static way_status world_order(way_world *world, fuzz_bytes *bytes, way_cell cell)
{
    const way_cell cells[] = {cell, 0, cell / 2};
    const way_unit units[3] = {world_pick(world, bytes), world_pick(world, bytes),
                               world_pick(world, bytes)};
    const uint32_t keeps = fuzz_take(bytes);
    const way_order order = {.kind = (way_order_kind)fuzz_below(bytes, WAY_ORDER_KINDS),
                             .cell = cell,
                             .target = world_pick(world, bytes),
                             .range = fuzz_below(bytes, 9),
                             .cells = cells,
                             .cell_count = 1 + fuzz_below(bytes, 3),
                             .queued = keeps & 1u,
                             .keep_pace = keeps & 2u,
                             .keep_formation = keeps & 4u,
                             .patient = keeps & 8u,
                             .formation = (way_formation)(keeps >> 4 & 3u),
                             .urgency = (way_urgency)(keeps >> 6 & 3u),
                             .period = fuzz_below(bytes, 4) ? 0 : fuzz_below(bytes, 20)};
    return way_world_order(world, units, 1 + fuzz_below(bytes, 3), &order);
}

static way_status world_edit(way_world *world, fuzz_bytes *bytes, way_cell cell)
{
    const uint32_t width = way_map_width(way_world_map(world));
    const uint32_t size = fuzz_take(bytes);
    const way_edit edit = {cell % width, cell / width, size % 4, size / 4 % 4,
                           (uint8_t)(fuzz_below(bytes, 9) % 4)};
    return way_world_edit(world, &edit, 1);
}

static way_status world_link(way_world *world, fuzz_bytes *bytes, way_cell cell)
{
    const uint32_t what = fuzz_take(bytes);
    const uint32_t kind = what / 4 % 3;
    const way_map_link link = {.from = cell,
                               .to = fuzz_below(bytes, WORLD_SIDE * WORLD_SIDE),
                               .cost = 1 + fuzz_below(bytes, 3000),
                               .profile = what & 2u ? way_world_kind_profile(world, kind) : 0,
                               .both_ways = what & 1u};
    const uint32_t count = way_map_link_count(way_world_map(world));
    if (what >= 192 && count > 0) {
        const way_map_link old = way_map_link_at(way_world_map(world), what % count);
        return way_world_remove_links(world, &old, 1);
    }
    return way_world_add_links(world, &link, 1, fuzz_below(bytes, 5));
}

/// A call with what the bytes say.
static way_status world_call_one(way_world *world, fuzz_bytes *bytes)
{
    const uint32_t cells =
        way_map_width(way_world_map(world)) * way_map_height(way_world_map(world));
    const way_cell cell = fuzz_below(bytes, 65536) % (cells + 1);
    switch (fuzz_below(bytes, 16)) {
    case 0:
    case 1: {
        way_unit unit;
        const way_unit_config config = {cell, fuzz_below(bytes, 4), fuzz_below(bytes, 3)};
        return way_world_add(world, &config, &unit);
    }
    case 2:
        return way_world_remove(world, world_pick(world, bytes));
    case 3:
    case 4:
        return world_edit(world, bytes, cell);
    case 5:
        return world_link(world, bytes, cell);
    case 6:
    case 7:
    case 8:
    case 9:
        return world_order(world, bytes, cell);
    default: {
        const uint32_t budget = 1u << fuzz_below(bytes, 13);
        way_status status = WAY_STATUS_OK;
        for (uint32_t k = 1 + fuzz_below(bytes, 4); k && status == WAY_STATUS_OK; k--) {
            status = way_world_frame(world, budget);
            world_check(world);
        }
        return status;
    }
    }
}

/// The same call to both; to the first now and then without memory, which is
/// its own fate.
static void world_call(world_pair *pair, fuzz_bytes *bytes)
{
    const uint32_t fails = fuzz_take(bytes);
    const fuzz_bytes start = *bytes;
    pair->starved = false;
    pair->left = fails >= 224 && !pair->recorded ? 1 + fails % 32 : 0;
    const way_status status = world_call_one(pair->worlds[0], bytes);
    pair->left = 0;
    *bytes = start;
    const way_status twin = world_call_one(pair->worlds[1], bytes);
    if (pair->starved) {
        world_save(pair->worlds[0], &pair->tapes[0]);
    } else {
        fuzz_require(status == twin);
        world_compare(pair->worlds[0], pair->worlds[1], pair->tapes);
    }
    world_twin(pair);
}

/// So many units on their way, then so many calls.
static void world_live(world_pair *pair, fuzz_bytes *bytes, uint32_t calls)
{
    for (uint32_t k = 0; k < 12; k++) {
        way_unit unit;
        const way_unit_config config = {fuzz_below(bytes, 200), k % 3, k % 2};
        const way_status status = way_world_add(pair->worlds[0], &config, &unit);
        fuzz_require(status == way_world_add(pair->worlds[1], &config, &unit));
    }
    for (; calls > 0 && !fuzz_is_empty(bytes); calls--) {
        world_call(pair, bytes);
    }
}

void fuzz_world(const uint8_t *input, size_t size)
{
    fuzz_bytes bytes = {input, input + size};
    world_pair *pair = world_open(&bytes);
    if (pair) {
        world_live(pair, &bytes, 60);
    }
    world_close(pair);
}

// What is kept
// ------------------------------------------------------------------------------------

static void world_note(const void *bytes, size_t size, void *user)
{
    world_tape *tape = user;
    fuzz_require(size <= sizeof tape->bytes - tape->size);
    memcpy(tape->bytes + tape->size, bytes, size);
    tape->size += size;
}

/// A copy of kept bytes in a block of its own, with some of them changed;
/// `*changed` says whether.
static uint8_t *world_forge(const world_tape *tape, fuzz_bytes *bytes, bool *changed)
{
    uint8_t *copy = malloc(tape->size);
    fuzz_require(copy != NULL);
    memcpy(copy, tape->bytes, tape->size);
    for (uint32_t changes = fuzz_below(bytes, 7); changes; changes--) {
        const size_t place = fuzz_below(bytes, 65536) % tape->size;
        copy[place] = (uint8_t)(copy[place] ^ fuzz_take(bytes));
    }
    *changed = memcmp(copy, tape->bytes, tape->size) != 0;
    return copy;
}

/// Gives a saved world its hash again.
static void world_seal(uint8_t *bytes, size_t size)
{
    const uint64_t hash = way_hash_bytes(0, bytes, size - 8);
    for (uint32_t i = 0; i < 8; i++) {
        bytes[size - 8 + i] = (uint8_t)(hash >> 8 * i);
    }
}

static const way_world_host world_host = {.cells_max = WORLD_CELLS_MAX, .units_max = 256};

/// A world that was restored lives on, and can be saved again.
static void world_survive(way_world *world, world_tape *tapes)
{
    for (uint32_t frame = 0; frame < 10; frame++) {
        const way_status status = way_world_frame(world, 300);
        fuzz_require(status == WAY_STATUS_OK || status == WAY_STATUS_NO_MEMORY);
        world_check(world);
    }
    way_world *again = NULL;
    const way_status status =
        way_world_save(world, tapes[0].bytes, sizeof tapes[0].bytes, &tapes[0].size);
    fuzz_require(status == WAY_STATUS_OK || tapes[0].size > sizeof tapes[0].bytes);
    if (status == WAY_STATUS_OK) {
        fuzz_require(way_world_restore(tapes[0].bytes, tapes[0].size, &world_host, &again, NULL) ==
                     WAY_STATUS_OK);
        world_compare(again, world, tapes);
    }
    way_world_destroy(again);
}

void fuzz_saves(const uint8_t *input, size_t size)
{
    fuzz_bytes bytes = {input, input + size};
    world_pair *pair = world_open(&bytes);
    if (pair) {
        world_live(pair, &bytes, fuzz_below(&bytes, 12));
        way_world *restored = NULL;
        bool changed = false;
        world_save(pair->worlds[0], &pair->tapes[0]);
        uint8_t *copy = world_forge(&pair->tapes[0], &bytes, &changed);
        world_seal(copy, pair->tapes[0].size);
        const way_status status =
            way_world_restore(copy, pair->tapes[0].size, &world_host, &restored, NULL);
        fuzz_require(changed || status == WAY_STATUS_OK);
        if (status == WAY_STATUS_OK) {
            world_survive(restored, pair->tapes);
        }
        way_world_destroy(restored);
        free(copy);
    }
    world_close(pair);
}

void fuzz_replays(const uint8_t *input, size_t size)
{
    fuzz_bytes bytes = {input, input + size};
    world_pair *pair = world_open(&bytes);
    world_tape *tape = calloc(1, sizeof *tape);
    fuzz_require(tape != NULL);
    if (pair && way_world_record(pair->worlds[0], world_note, tape) == WAY_STATUS_OK) {
        pair->recorded = true;
        world_live(pair, &bytes, fuzz_below(&bytes, 12));
        fuzz_require(way_world_record(pair->worlds[0], NULL, NULL) == WAY_STATUS_OK);
        way_replay *replay = NULL;
        bool changed = false, over = false, same = false;
        uint8_t *copy = world_forge(tape, &bytes, &changed);
        way_status status = way_replay_create(copy, tape->size, &world_host, &replay, NULL);
        fuzz_require(changed || status == WAY_STATUS_OK);
        for (uint32_t frame = 0; frame < 200 && status == WAY_STATUS_OK && !over; frame++) {
            status = way_replay_frame(replay, &over, &same);
            fuzz_require(changed || (status == WAY_STATUS_OK && (over || same)));
            world_check(way_replay_world(replay));
        }
        way_replay_destroy(replay);
        free(copy);
    }
    free(tape);
    world_close(pair);
}
