// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Worlds: orders, edits, arrivals and departures in any order, told to two worlds at once. They
// stay the same to the last bit, nobody stands on anybody else, and nobody walks into a wall. What
// is saved or recorded of them is forged, and is refused or makes a whole world.
#include "fuzz/fuzz_bytes.h"
#include "fuzz/targets.h"

#include <waymark/all.h>

#include <stdlib.h>
#include <string.h>

#define WORLD_SIDE 12u
#define WORLD_UNITS 24u
#define WORLD_CELLS_MAX 1024u ///< of a forged world
#define WORLD_KEPT (1u << 17) ///< bytes of what is kept of one

typedef struct world_pair {
    way_map *maps[2];
    way_world *worlds[2];
} world_pair;

static bool world_open(world_pair *pair, fuzz_bytes *bytes)
{
    const uint32_t rules = fuzz_take(bytes);
    const way_world_kind kinds[] = {{.size = 1}, {.size = 2}, {.size = 1, .speed = 100}};
    const way_world_team teams[] = {{.fog = rules & 4u}, {.fog = rules & 8u, .sight = 3}};
    way_rng rng = way_rng_seed(fuzz_take(bytes));
    uint8_t weights[WORLD_SIDE * WORLD_SIDE];
    for (uint32_t i = 0; i < sizeof weights; i++) {
        weights[i] = way_rng_below(&rng, 100) >= rules / 4;
    }
    memset(pair, 0, sizeof *pair);
    for (uint32_t i = 0; i < 2; i++) {
        way_map_config map = way_map_config_default(WORLD_SIDE, WORLD_SIDE);
        map.weights = weights;
        if (way_map_create(&map, &pair->maps[i]) != WAY_STATUS_OK) {
            return false;
        }
        const way_world_config config = {.map = pair->maps[i],
                                         .kinds = kinds,
                                         .kind_count = 3,
                                         .teams = teams,
                                         .team_count = 2,
                                         .rivals = rules & 1u,
                                         .unit_capacity = WORLD_UNITS,
                                         .frames_per_tick = 1 + (rules >> 1 & 1u)};
        if (way_world_create(&config, &pair->worlds[i]) != WAY_STATUS_OK) {
            return false;
        }
    }
    return true;
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

/// Two worlds with equal hashes and equal bytes.
static void world_compare(const way_world *a, const way_world *b)
{
    const way_world *const worlds[] = {a, b};
    uint8_t *bytes[2];
    size_t sizes[2] = {0, 0};
    fuzz_require(way_world_hash(a) == way_world_hash(b));
    for (uint32_t i = 0; i < 2; i++) {
        fuzz_require(way_world_save(worlds[i], NULL, 0, &sizes[i]) == WAY_STATUS_OUT_OF_RANGE);
        bytes[i] = malloc(sizes[i]);
        fuzz_require(bytes[i] != NULL);
        fuzz_require(way_world_save(worlds[i], bytes[i], sizes[i], &sizes[i]) == WAY_STATUS_OK);
    }
    fuzz_require(sizes[0] == sizes[1] && memcmp(bytes[0], bytes[1], sizes[0]) == 0);
    free(bytes[0]);
    free(bytes[1]);
}

static void world_call(const world_pair *pair, fuzz_bytes *bytes)
{
    const fuzz_bytes start = *bytes;
    way_status statuses[2] = {0};
    for (uint32_t i = 0; i < 2; i++) {
        *bytes = start; // the same to both
        way_world *world = pair->worlds[i];
        const way_cell cell = fuzz_below(bytes, WORLD_SIDE * WORLD_SIDE + 1);
        switch (fuzz_below(bytes, 8)) {
        case 0:
        case 1: {
            way_unit unit;
            const way_unit_config config = {cell, fuzz_below(bytes, 4), fuzz_below(bytes, 3)};
            statuses[i] = way_world_add(world, &config, &unit);
            break;
        }
        case 2:
            statuses[i] = way_world_remove(world, world_pick(world, bytes));
            break;
        case 3: {
            way_edit edit = {fuzz_below(bytes, WORLD_SIDE), fuzz_below(bytes, WORLD_SIDE), 1, 1, 0};
            edit.weight = (uint8_t)(fuzz_take(bytes) & 1u);
            statuses[i] = way_world_edit(world, &edit, 1);
            break;
        }
        case 4:
        case 5: {
            const way_cell cells[] = {cell, 3, 77};
            const way_unit units[2] = {world_pick(world, bytes), world_pick(world, bytes)};
            const way_order order = {.kind = (way_order_kind)fuzz_below(bytes, WAY_ORDER_KINDS),
                                     .cell = cell,
                                     .target = world_pick(world, bytes),
                                     .range = fuzz_below(bytes, 9),
                                     .cells = cells,
                                     .cell_count = 1 + fuzz_below(bytes, 3),
                                     .queued = fuzz_take(bytes) & 1u,
                                     .formation = (way_formation)fuzz_below(bytes, 4),
                                     .urgency = (way_urgency)fuzz_below(bytes, 4)};
            statuses[i] = way_world_order(world, units, 1 + fuzz_below(bytes, 2), &order);
            break;
        }
        default: {
            const uint32_t frames = 1 + fuzz_below(bytes, 12);
            const uint32_t budget = fuzz_below(bytes, 600);
            for (uint32_t k = 0; k < frames && statuses[i] == WAY_STATUS_OK; k++) {
                statuses[i] = way_world_frame(world, budget);
                world_check(world);
            }
            break;
        }
        }
    }
    fuzz_require(statuses[0] == statuses[1]);
    world_compare(pair->worlds[0], pair->worlds[1]);
}

static void world_close(world_pair *pair)
{
    for (uint32_t i = 0; i < 2; i++) {
        way_world_destroy(pair->worlds[i]);
        way_map_destroy(pair->maps[i]);
    }
}

void fuzz_world(const uint8_t *input, size_t size)
{
    fuzz_bytes bytes = {input, input + size};
    world_pair pair;
    if (world_open(&pair, &bytes)) {
        for (uint32_t i = 0; i < 60 && !fuzz_is_empty(&bytes); i++) {
            world_call(&pair, &bytes);
        }
    }
    world_close(&pair);
}

// What is kept ------------------------------------------------------------------------------------

typedef struct world_tape {
    uint8_t bytes[WORLD_KEPT];
    size_t size;
} world_tape;

static void world_note(const void *bytes, size_t size, void *user)
{
    world_tape *tape = user;
    fuzz_require(size <= sizeof tape->bytes - tape->size);
    memcpy(tape->bytes + tape->size, bytes, size);
    tape->size += size;
}

/// A copy of kept bytes in a block of its own, with some of them changed; `*changed` says whether.
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
static void world_live(way_world *world, world_tape *tape)
{
    for (uint32_t frame = 0; frame < 10; frame++) {
        const way_status status = way_world_frame(world, 300);
        fuzz_require(status == WAY_STATUS_OK || status == WAY_STATUS_NO_MEMORY);
        world_check(world);
    }
    way_world *again = NULL;
    const way_status status = way_world_save(world, tape->bytes, sizeof tape->bytes, &tape->size);
    fuzz_require(status == WAY_STATUS_OK || tape->size > sizeof tape->bytes);
    if (status == WAY_STATUS_OK) {
        fuzz_require(way_world_restore(tape->bytes, tape->size, &world_host, &again, NULL) ==
                     WAY_STATUS_OK);
        world_compare(again, world);
    }
    way_world_destroy(again);
}

void fuzz_saves(const uint8_t *input, size_t size)
{
    fuzz_bytes bytes = {input, input + size};
    world_pair pair;
    world_tape *tape = calloc(1, sizeof *tape);
    fuzz_require(tape != NULL);
    if (world_open(&pair, &bytes)) {
        for (uint32_t i = fuzz_below(&bytes, 12); i && !fuzz_is_empty(&bytes); i--) {
            world_call(&pair, &bytes);
        }
        way_world *restored = NULL;
        bool changed = false;
        fuzz_require(way_world_save(pair.worlds[0], tape->bytes, sizeof tape->bytes, &tape->size) ==
                     WAY_STATUS_OK);
        uint8_t *copy = world_forge(tape, &bytes, &changed);
        world_seal(copy, tape->size);
        const way_status status = way_world_restore(copy, tape->size, &world_host, &restored, NULL);
        fuzz_require(changed || status == WAY_STATUS_OK);
        if (!changed) {
            world_compare(restored, pair.worlds[0]);
        }
        if (status == WAY_STATUS_OK) {
            world_live(restored, tape);
        }
        way_world_destroy(restored);
        free(copy);
    }
    world_close(&pair);
    free(tape);
}

void fuzz_replays(const uint8_t *input, size_t size)
{
    fuzz_bytes bytes = {input, input + size};
    world_pair pair;
    world_tape *tape = calloc(1, sizeof *tape);
    fuzz_require(tape != NULL);
    if (world_open(&pair, &bytes) &&
        way_world_record(pair.worlds[0], world_note, tape) == WAY_STATUS_OK) {
        for (uint32_t i = fuzz_below(&bytes, 12); i && !fuzz_is_empty(&bytes); i--) {
            world_call(&pair, &bytes);
        }
        fuzz_require(way_world_record(pair.worlds[0], NULL, NULL) == WAY_STATUS_OK);
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
    world_close(&pair);
    free(tape);
}
