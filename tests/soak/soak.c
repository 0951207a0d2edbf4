// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// soak MINUTES [FRAMES]: a world under load for so long, or for so many frames: units of three
// kinds and two teams in the fog, orders, buildings that come and go, units that die and are born.
// A twin is told the same and must stay the same to the last bit; now and then it is saved,
// destroyed and restored. Its records are run again, frame by frame. Trips of every algorithm are
// compared with the oracle, some of them with memory that fails. Prints a table.
#include "scenes/oracle.h"
#include "scenes/scene.h"

#include <waymark/all.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SOAK_SIDE 96u
#define SOAK_UNITS 200u
#define SOAK_CHECK 200u ///< frames between two looks at everything

typedef struct soak_count {
    uint64_t frames, orders, edits, births, deaths, events, checks, trips, failed_allocations;
    uint64_t restored, replayed;
} soak_count;

/// What the second twin has done since it was last restored.
typedef struct soak_record {
    uint8_t *bytes;
    size_t size, capacity;
} soak_record;

typedef struct soak_twins {
    way_map *map; ///< of the first; a restored world has one of its own
    way_map *twin_map;
    way_world *worlds[2];
    soak_record record;
} soak_twins;

static void soak_require(bool claim, const char *what)
{
    if (!claim) {
        fprintf(stderr, "soak: %s\n", what);
        exit(1);
    }
}

static void soak_open(soak_twins *twins, uint64_t seed)
{
    static const way_world_kind kinds[] = {{.size = 1}, {.size = 2}, {.size = 1, .speed = 90}};
    static const way_world_team teams[] = {{.fog = true}, {.fog = true, .sight = 12}};
    scene_request request = scene_request_default("caves", SOAK_SIDE, SOAK_SIDE, seed);
    scene made;
    soak_require(scene_create(&request, &made, NULL) == WAY_STATUS_OK, "no scene");
    *twins = (soak_twins){0};
    for (uint32_t i = 0; i < 2; i++) {
        way_map **map = i ? &twins->twin_map : &twins->map;
        soak_require(scene_create_map(&made, WAY_NEIGHBOURS_8, WAY_CORNERS_STRICT, map) ==
                         WAY_STATUS_OK,
                     "no map");
        const way_world_config config = {.map = *map,
                                         .kinds = kinds,
                                         .kind_count = 3,
                                         .teams = teams,
                                         .team_count = 2,
                                         .unit_capacity = SOAK_UNITS,
                                         .frames_per_tick = 2};
        soak_require(way_world_create(&config, &twins->worlds[i]) == WAY_STATUS_OK, "no world");
    }
    scene_destroy(&made);
}

static way_unit soak_pick(const way_world *world, way_rng *rng)
{
    const uint32_t places = way_world_slot_count(world);
    return places ? way_world_unit_in_slot(world, way_rng_below(rng, places)) : WAY_UNIT_NONE;
}

/// One thing that happens, told to both.
static void soak_act(const soak_twins *twins, way_rng *rng, soak_count *count)
{
    const uint64_t seed = way_rng_next(rng);
    way_status statuses[2];
    for (uint32_t i = 0; i < 2; i++) {
        way_rng own = way_rng_seed(seed);
        way_world *world = twins->worlds[i];
        const way_cell cell = way_rng_below(&own, SOAK_SIDE * SOAK_SIDE);
        const uint32_t what = way_rng_below(&own, 16);
        if (what < 4) {
            way_unit unit;
            const way_unit_config config = {cell, way_rng_below(&own, 3), way_rng_below(&own, 2)};
            statuses[i] = way_world_add(world, &config, &unit);
            count->births += i == 0 && statuses[i] == WAY_STATUS_OK;
        } else if (what == 4) {
            statuses[i] = way_world_remove(world, soak_pick(world, &own));
            count->deaths += i == 0 && statuses[i] == WAY_STATUS_OK;
        } else if (what < 8) {
            const way_edit edit = {.x = cell % (SOAK_SIDE - 4),
                                   .y = cell / SOAK_SIDE % (SOAK_SIDE - 4),
                                   .width = 1 + way_rng_below(&own, 4),
                                   .height = 1 + way_rng_below(&own, 4),
                                   .weight = (uint8_t)(way_rng_below(&own, 3) > 0)};
            statuses[i] = way_world_edit(world, &edit, 1);
            count->edits += i == 0;
        } else {
            const way_unit units[3] = {soak_pick(world, &own), soak_pick(world, &own),
                                       soak_pick(world, &own)};
            const way_order order = {.kind = (way_order_kind)way_rng_below(&own, WAY_ORDER_KINDS),
                                     .cell = cell,
                                     .target = soak_pick(world, &own),
                                     .range = 1 + way_rng_below(&own, 6),
                                     .cells = &cell,
                                     .cell_count = 1,
                                     .formation = (way_formation)way_rng_below(&own, 4)};
            statuses[i] = way_world_order(world, units, 1 + way_rng_below(&own, 3), &order);
            count->orders += i == 0 && statuses[i] == WAY_STATUS_OK;
        }
    }
    soak_require(statuses[0] == statuses[1], "the twins were told different things");
}

static void soak_judge(const way_world *world)
{
    static uint8_t taken[SOAK_SIDE * SOAK_SIDE];
    memset(taken, 0, sizeof taken);
    for (uint32_t place = 0; place < way_world_slot_count(world); place++) {
        way_unit_view view;
        if (!way_world_unit(world, way_world_unit_in_slot(world, place), &view)) {
            continue;
        }
        for (uint32_t i = 0; i < (uint32_t)view.size * view.size; i++) {
            const way_cell cell = view.cell + i / view.size * SOAK_SIDE + i % view.size;
            soak_require(!taken[cell]++, "two units on one cell");
        }
    }
}

// Trips -------------------------------------------------------------------------------------------

static uint64_t soak_left; ///< allocations until one fails; 0 = none does
static uint64_t soak_live;

static void *soak_alloc(size_t size, void *user)
{
    (void)user;
    if (soak_left && --soak_left == 0) {
        return NULL;
    }
    soak_live++;
    return malloc(size);
}

static void soak_free(void *pointer, size_t size, void *user)
{
    (void)size;
    (void)user;
    soak_live--;
    free(pointer);
}

/// A trip of some algorithm against the oracle, every fourth with memory that fails.
static void soak_travel(way_map *map, way_rng *rng, soak_count *count)
{
    const way_allocator door = {.alloc = soak_alloc, .free = soak_free};
    const way_algorithm *algorithm = way_algorithm_at(way_rng_below(rng, way_algorithm_count()));
    const way_trip trip = {.start = way_rng_below(rng, SOAK_SIDE * SOAK_SIDE),
                           .goal = way_rng_below(rng, SOAK_SIDE * SOAK_SIDE),
                           .expansion_limit = 300000};
    way_space *space = NULL;
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
    if ((algorithm->traits & WAY_TRAIT_PREPARED) && way_rng_below(rng, 8)) {
        return; // a whole database for one trip: seldom
    }
    soak_live = 0;
    soak_left = way_rng_below(rng, 4) ? 0 : 1 + way_rng_below(rng, 40);
    const bool fails = soak_left > 0;
    bool made = way_space_create_grid(map, 1, &door, &space) == WAY_STATUS_OK;
    made = made && way_navigator_create(&(way_navigator_config){.space = space,
                                                                .algorithm = algorithm->name,
                                                                .allocator = &door},
                                        &navigator) == WAY_STATUS_OK;
    made = made && way_agent_create(&(way_agent_config){.navigator = navigator, .allocator = &door},
                                    &agent) == WAY_STATUS_OK;
    made = made && way_agent_begin(agent, &trip) == WAY_STATUS_OK;
    if (made && way_agent_run(agent) == WAY_OUTCOME_FOUND) {
        uint32_t length = 0;
        const way_state *path = way_agent_path(agent, &length);
        way_cost cost = 0;
        soak_require(way_path_check(map, 1, path, length, &cost), "a path that is not legal");
        soak_require(cost == way_agent_cost(agent), "a cost that is not the path's");
        const way_cost best = oracle_cost(map, trip.start, trip.goal, 1);
        soak_require(cost == best || !(algorithm->traits & WAY_TRAIT_OPTIMAL) ||
                         !way_map_is_passable(map, trip.start),
                     "a best path that is not the best");
        soak_require(cost >= best, "better than the best");
    }
    count->failed_allocations += fails && soak_left == 0;
    count->trips++;
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
    way_space_destroy(space);
    soak_left = 0;
    soak_require(soak_live == 0, "memory that was not given back");
}

// Saves and records ------------------------------------------------------------------------------

static void soak_write(const void *bytes, size_t size, void *user)
{
    soak_record *record = user;
    if (record->size + size > record->capacity) {
        record->capacity = 2 * (record->size + size);
        record->bytes = realloc(record->bytes, record->capacity);
        soak_require(record->bytes != NULL, "no memory for a record");
    }
    memcpy(record->bytes + record->size, bytes, size);
    record->size += size;
}

/// Two worlds have equal hashes and equal bytes.
static void soak_compare(const way_world *a, const way_world *b, const char *fault)
{
    const way_world *const worlds[] = {a, b};
    uint8_t *bytes[2] = {NULL, NULL};
    size_t sizes[2] = {0, 0};
    soak_require(way_world_hash(a) == way_world_hash(b), fault);
    for (uint32_t i = 0; i < 2; i++) {
        (void)!way_world_save(worlds[i], NULL, 0, &sizes[i]);
        bytes[i] = malloc(sizes[i]);
        soak_require(bytes[i] &&
                         way_world_save(worlds[i], bytes[i], sizes[i], &sizes[i]) == WAY_STATUS_OK,
                     "a save");
    }
    soak_require(sizes[0] == sizes[1] && memcmp(bytes[0], bytes[1], sizes[0]) == 0, fault);
    free(bytes[0]);
    free(bytes[1]);
}

/// Runs the record of the second twin again, to where it is now.
static void soak_replay(const soak_twins *twins, soak_count *count)
{
    way_replay *replay = NULL;
    const soak_record *record = &twins->record;
    soak_require(way_replay_create(record->bytes, record->size, NULL, &replay, NULL) ==
                     WAY_STATUS_OK,
                 "a record that can't be run");
    for (bool over = false; !over;) {
        bool same = true;
        soak_require(way_replay_frame(replay, &over, &same) == WAY_STATUS_OK, "a recorded frame");
        soak_require(over || same, "a replay that differs");
        count->replayed += !over;
    }
    soak_compare(way_replay_world(replay), twins->worlds[1], "a replay that ends elsewhere");
    way_replay_destroy(replay);
}

/// The second twin goes, and one that was restored from its bytes lives on in its place.
static void soak_exchange(soak_twins *twins, soak_count *count)
{
    if (twins->record.size > 0) {
        soak_require(way_world_record(twins->worlds[1], NULL, NULL) == WAY_STATUS_OK, "a record");
        soak_replay(twins, count);
    }
    size_t size = 0;
    (void)!way_world_save(twins->worlds[1], NULL, 0, &size);
    uint8_t *bytes = malloc(size);
    soak_require(bytes && way_world_save(twins->worlds[1], bytes, size, &size) == WAY_STATUS_OK,
                 "a save");
    way_world_destroy(twins->worlds[1]);
    way_map_destroy(twins->twin_map);
    twins->twin_map = NULL;
    soak_require(way_world_restore(bytes, size, NULL, &twins->worlds[1], NULL) == WAY_STATUS_OK,
                 "a save that can't be restored");
    free(bytes);
    twins->record.size = 0;
    soak_require(way_world_record(twins->worlds[1], soak_write, &twins->record) == WAY_STATUS_OK,
                 "a record");
    count->restored++;
}

static void soak_look(soak_twins *twins, way_rng *rng, soak_count *count)
{
    way_world_event event;
    for (uint32_t i = 0; i < 2; i++) {
        soak_judge(twins->worlds[i]);
        while (way_world_event_next(twins->worlds[i], &event)) {
            count->events += i == 0;
        }
    }
    soak_compare(twins->worlds[0], twins->worlds[1], "the twins differ");
    if (count->checks++ % 4 == 3) {
        soak_exchange(twins, count);
        soak_compare(twins->worlds[0], twins->worlds[1], "a restored world is another one");
    }
    for (uint32_t i = 0; i < 4; i++) {
        soak_travel(twins->map, rng, count);
    }
}

int main(int words, char *word[])
{
    const double minutes = words > 1 ? strtod(word[1], NULL) : 1;
    const uint64_t frames = words > 2 ? strtoull(word[2], NULL, 10) : UINT64_MAX;
    const time_t end = time(NULL) + (time_t)(minutes * 60);
    soak_twins twins;
    soak_count count = {0};
    way_rng rng = way_rng_seed(2026);
    soak_open(&twins, 7);
    for (; count.frames < frames && time(NULL) <= end; count.frames++) {
        if (count.frames % 3 == 0) {
            soak_act(&twins, &rng, &count);
        }
        const uint32_t budget = 200 + way_rng_below(&rng, 2000);
        for (uint32_t i = 0; i < 2; i++) {
            soak_require(way_world_frame(twins.worlds[i], budget) == WAY_STATUS_OK, "a frame");
        }
        if (count.frames % SOAK_CHECK == 0) {
            soak_look(&twins, &rng, &count);
        }
    }
    const way_world_stats stats = way_world_statistics(twins.worlds[0]);
    printf("| frames | units at the end | orders | edits | born | died | events | plans | looks | "
           "worlds restored | frames run again | trips against the oracle | "
           "allocations that failed | nothing lost |\n");
    printf("|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|\n");
    printf("| %llu | %u | %llu | %llu | %llu | %llu | %llu | %llu | %llu | %llu | %llu | %llu | "
           "%llu | yes |\n",
           (unsigned long long)count.frames, way_world_unit_count(twins.worlds[0]),
           (unsigned long long)count.orders, (unsigned long long)count.edits,
           (unsigned long long)count.births, (unsigned long long)count.deaths,
           (unsigned long long)count.events, (unsigned long long)stats.plans,
           (unsigned long long)count.checks, (unsigned long long)count.restored,
           (unsigned long long)count.replayed, (unsigned long long)count.trips,
           (unsigned long long)count.failed_allocations);
    way_world_destroy(twins.worlds[0]);
    way_world_destroy(twins.worlds[1]);
    way_map_destroy(twins.map);
    way_map_destroy(twins.twin_map);
    free(twins.record.bytes);
    return 0;
}
