// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Living objects: specs, databases whose checksums are right and whose contents are not, parked
// trips, edits against the oracle, and calls in any order on agents of any algorithm.
#include "core/blob.h"
#include "fuzz/fuzz_bytes.h"
#include "fuzz/fuzz_trips.h"
#include "fuzz/targets.h"
#include "scenes/oracle.h"

#include <waymark/all.h>

#include <string.h>

#define LIVE_SIDE_MAX 14u
#define LIVE_LIMIT 3000u ///< expansions of a trip

/// A map, a space on it and an algorithm, all chosen by the bytes.
typedef struct live_rig {
    way_map *map;
    way_space *space;
    way_navigator *navigator;
    way_agent *agent;
    uint32_t cells;
} live_rig;

static bool live_open_map(live_rig *rig, fuzz_bytes *bytes, bool uniform)
{
    static const way_neighbours neighbours[] = {WAY_NEIGHBOURS_8, WAY_NEIGHBOURS_4,
                                                WAY_NEIGHBOURS_6, WAY_NEIGHBOURS_8};
    uint8_t weights[LIVE_SIDE_MAX * LIVE_SIDE_MAX];
    way_map_config config = way_map_config_default(1 + fuzz_below(bytes, LIVE_SIDE_MAX),
                                                   1 + fuzz_below(bytes, LIVE_SIDE_MAX));
    const uint32_t rules = fuzz_take(bytes);
    const uint32_t density = fuzz_take(bytes);
    config.neighbours = neighbours[rules % 4];
    config.corners = (way_corners)(rules / 4 % 3);
    rig->cells = config.width * config.height;
    way_rng rng = way_rng_seed(fuzz_take(bytes));
    for (uint32_t i = 0; i < rig->cells; i++) {
        const bool open = way_rng_below(&rng, 256) >= density / 2;
        weights[i] = (uint8_t)(open ? 1 + (uniform ? 0 : way_rng_below(&rng, 4)) : 0);
    }
    config.weights = weights;
    return way_map_create(&config, &rig->map) == WAY_STATUS_OK &&
           way_space_create_grid(rig->map, 1, NULL, &rig->space) == WAY_STATUS_OK;
}

static bool live_open(live_rig *rig, fuzz_bytes *bytes, uint32_t traits)
{
    *rig = (live_rig){0};
    const way_algorithm *algorithm = NULL;
    uint32_t turn = fuzz_take(bytes);
    for (uint32_t i = 0; i < 2 * way_algorithm_count() && !algorithm; i++) {
        const way_algorithm *next = way_algorithm_at((turn + i) % way_algorithm_count());
        algorithm = (next->traits & traits) == traits ? next : NULL;
    }
    if (!algorithm || !live_open_map(rig, bytes, algorithm->needs & WAY_SPACE_UNIFORM_COST)) {
        return false;
    }
    const way_navigator_config plan = {.space = rig->space, .algorithm = algorithm->name};
    return way_navigator_create(&plan, &rig->navigator) == WAY_STATUS_OK &&
           way_agent_create(&(way_agent_config){.navigator = rig->navigator}, &rig->agent) ==
               WAY_STATUS_OK;
}

static void live_close(live_rig *rig)
{
    way_agent_destroy(rig->agent);
    way_navigator_destroy(rig->navigator);
    way_space_destroy(rig->space);
    way_map_destroy(rig->map);
}

/// A legal path, or the outcome says why there is none.
static void live_check(const live_rig *rig, const way_agent *agent)
{
    uint32_t count = 0;
    const way_state *path = way_agent_path(agent, &count);
    const uint32_t lead = oracle_lead(rig->map, path, count, 1);
    for (uint32_t i = 0; i + 1 < count; i++) {
        const way_cost cost = i < lead ? oracle_plain_cost(rig->map, path[i], path[i + 1])
                                       : oracle_step_cost(rig->map, path[i], path[i + 1], 1);
        fuzz_require(cost != WAY_COST_MAX || way_agent_outcome(agent) == WAY_OUTCOME_STALE ||
                     !way_agent_path_holds(agent, 0));
    }
}

static void live_travel(const live_rig *rig, way_agent *agent, fuzz_bytes *bytes)
{
    const way_trip trip = {.start = fuzz_below(bytes, rig->cells),
                           .goal = fuzz_below(bytes, rig->cells),
                           .partial = fuzz_take(bytes) & 1u,
                           .expansion_limit = LIVE_LIMIT};
    if (way_agent_begin(agent, &trip) == WAY_STATUS_OK) {
        way_agent_run(agent);
        live_check(rig, agent);
    }
}

// Specs -------------------------------------------------------------------------------------------

void fuzz_spec(const uint8_t *input, size_t size)
{
    char text[512];
    fuzz_bytes none = {input, input};
    live_rig rig = {0};
    if (size >= sizeof text || !live_open_map(&rig, &none, true)) {
        live_close(&rig);
        return;
    }
    memcpy(text, input, size);
    text[size] = '\0';
    way_problem problem = {0};
    const way_navigator_config plan = {.space = rig.space, .algorithm = text, .problem = &problem};
    const way_status status = way_navigator_create(&plan, &rig.navigator);
    fuzz_require((status == WAY_STATUS_OK) == (rig.navigator != NULL));
    fuzz_require(memchr(problem.text, 0, sizeof problem.text) != NULL);
    fuzz_require(status == WAY_STATUS_OK || status == WAY_STATUS_UNSUPPORTED ||
                 problem.text[0] != '\0');
    live_close(&rig);
}

// Databases ---------------------------------------------------------------------------------------

/// Puts checksums right, so that only the contents can be at fault.
static void live_seal(uint8_t *bytes, size_t size)
{
    wayi_blob_header header;
    memcpy(&header, bytes, sizeof header);
    for (uint32_t i = 0; i < header.section_count && i < WAYI_BLOB_SECTIONS; i++) {
        wayi_blob_section_entry *section = &header.sections[i];
        if (section->offset <= size && section->size <= size - section->offset) {
            section->checksum =
                way_hash_bytes(section->tag, bytes + section->offset, (size_t)section->size);
        }
    }
    const size_t before = offsetof(wayi_blob_header, checksum);
    const size_t after = before + sizeof header.checksum;
    const unsigned char *raw = (const unsigned char *)&header;
    header.checksum =
        way_hash_bytes(way_hash_bytes(0, raw, before), raw + after, sizeof header - after);
    memcpy(bytes, &header, sizeof header);
}

/// Opens, travels, edits, repairs, travels again and saves.
static void live_use_database(live_rig *rig, const uint8_t *blob, size_t size, fuzz_bytes *bytes)
{
    way_navigator *opened = NULL;
    way_agent *agent = NULL;
    way_problem problem = {0};
    const way_navigator_config config = {.space = rig->space, .problem = &problem};
    const way_status status = way_navigator_open(&config, blob, size, &opened);
    fuzz_require((status == WAY_STATUS_OK) == (opened != NULL));
    if (opened &&
        way_agent_create(&(way_agent_config){.navigator = opened}, &agent) == WAY_STATUS_OK) {
        live_travel(rig, agent, bytes);
        const way_edit edit = {fuzz_below(bytes, way_map_width(rig->map)),
                               fuzz_below(bytes, way_map_height(rig->map)), 1, 1,
                               (uint8_t)(fuzz_take(bytes) & 1u)};
        fuzz_require(way_map_edit(rig->map, &edit, 1) == WAY_STATUS_OK);
        bool done = false;
        for (uint32_t i = 0; i < 200 && !done; i++) {
            if (way_navigator_repair(opened, 100, &done) != WAY_STATUS_OK) {
                break;
            }
        }
        live_travel(rig, agent, bytes);
        way_database saved;
        if (way_navigator_save(opened, NULL, &saved) == WAY_STATUS_OK) {
            way_database_free(&saved);
        }
    }
    way_agent_destroy(agent);
    way_navigator_destroy(opened);
}

void fuzz_database(const uint8_t *input, size_t size)
{
    fuzz_bytes bytes = {input, input + size};
    live_rig rig;
    way_database saved;
    if (live_open(&rig, &bytes, WAY_TRAIT_PREPARED) &&
        way_navigator_save(rig.navigator, NULL, &saved) == WAY_STATUS_OK) {
        // As it was saved it opens; blocks of their own let a sanitizer see what lies beyond.
        const uint32_t changes = fuzz_below(&bytes, 9);
        uint8_t *copy = aligned_alloc(64, (saved.size + 63) / 64 * 64);
        fuzz_require(copy != NULL);
        memcpy(copy, saved.bytes, saved.size);
        for (uint32_t i = 0; i < changes; i++) {
            const size_t head = sizeof(wayi_blob_header);
            const bool in_header = fuzz_below(&bytes, 8) == 0 || saved.size <= head;
            const size_t place = in_header ? fuzz_below(&bytes, (uint32_t)head)
                                           : head + fuzz_below(&bytes, 65536) % (saved.size - head);
            copy[place] = (uint8_t)(copy[place] ^ fuzz_take(&bytes));
        }
        live_seal(copy, saved.size);
        live_use_database(&rig, copy, saved.size, &bytes);
        free(copy);
        way_database_free(&saved);
    }
    live_close(&rig);
}

// Parked trips ------------------------------------------------------------------------------------

void fuzz_parked(const uint8_t *input, size_t size)
{
    fuzz_bytes bytes = {input, input + size};
    live_rig rig;
    if (live_open(&rig, &bytes, WAY_TRAIT_PREPARED | WAY_TRAIT_REALTIME)) {
        uint8_t parked[256];
        size_t parked_size = 0;
        const way_trip trip = {.start = fuzz_below(&bytes, rig.cells),
                               .goal = fuzz_below(&bytes, rig.cells)};
        const uint32_t moves = fuzz_below(&bytes, 8);
        if (way_agent_begin(rig.agent, &trip) == WAY_STATUS_OK) {
            for (uint32_t i = 0; i < moves; i++) {
                way_agent_step(rig.agent, way_navigator_lookahead(rig.navigator));
            }
            if (way_agent_park(rig.agent, parked, sizeof parked, &parked_size) != WAY_STATUS_OK) {
                parked_size = 0;
            }
        }
        if (fuzz_take(&bytes) & 1u) { // anything at all
            parked_size = fuzz_below(&bytes, sizeof parked);
            for (size_t i = 0; i < parked_size; i++) {
                parked[i] = (uint8_t)fuzz_take(&bytes);
            }
        }
        for (uint32_t changes = fuzz_below(&bytes, 6); changes && parked_size; changes--) {
            parked[fuzz_below(&bytes, (uint32_t)parked_size)] ^= (uint8_t)fuzz_take(&bytes);
        }
        uint8_t *exact = malloc(parked_size ? parked_size : 1);
        fuzz_require(exact != NULL);
        memcpy(exact, parked, parked_size);
        if (way_agent_resume(rig.agent, exact, parked_size) == WAY_STATUS_OK) {
            for (uint32_t i = 0; i < LIVE_LIMIT; i++) {
                if (way_agent_step(rig.agent, 50) != WAY_OUTCOME_WORKING) {
                    break;
                }
            }
            live_check(&rig, rig.agent);
        }
        live_travel(&rig, rig.agent, &bytes);
        free(exact);
    }
    live_close(&rig);
}

// Edits against the oracle ------------------------------------------------------------------------

static void live_edit(live_rig *rig, fuzz_bytes *bytes, uint8_t weight)
{
    const uint32_t width = way_map_width(rig->map);
    const uint32_t height = way_map_height(rig->map);
    way_edit edit = {.x = fuzz_below(bytes, width), .y = fuzz_below(bytes, height)};
    edit.width = 1 + fuzz_below(bytes, width - edit.x);
    edit.height = 1 + fuzz_below(bytes, height - edit.y);
    edit.weight = weight;
    fuzz_require(way_map_edit(rig->map, &edit, 1) == WAY_STATUS_OK);
    way_cell changed[LIVE_SIDE_MAX * LIVE_SIDE_MAX];
    uint32_t count = 0;
    for (uint32_t y = edit.y; y < edit.y + edit.height; y++) {
        for (uint32_t x = edit.x; x < edit.x + edit.width; x++) {
            changed[count++] = y * width + x;
        }
    }
    if (way_agent_notify(rig->agent, changed, count) != WAY_STATUS_OK) {
        way_agent_cancel(rig->agent);
    }
}

/// What the trip has come to against what the oracle knows of it.
static void live_compare(const live_rig *rig, const way_trip *trip)
{
    const way_outcome outcome = way_agent_run(rig->agent);
    const way_cost best = oracle_cost(rig->map, trip->start, trip->goal, 1);
    const bool here = trip->start == trip->goal;
    const bool leads = here || (way_map_is_passable(rig->map, trip->goal) && best != WAY_COST_MAX);
    fuzz_require(outcome == (leads ? WAY_OUTCOME_FOUND : WAY_OUTCOME_NO_PATH));
    fuzz_require(!leads || way_agent_cost(rig->agent) == best);
    fuzz_require(here || oracle_is_deep(rig->map, trip->start, 1) ||
                 way_map_is_reachable(rig->map, trip->start, trip->goal, 1) == leads);
    live_check(rig, rig->agent);
}

void fuzz_edits(const uint8_t *input, size_t size)
{
    fuzz_bytes bytes = {input, input + size};
    live_rig rig;
    if (live_open(&rig, &bytes, WAY_TRAIT_OPTIMAL | WAY_TRAIT_INCREMENTAL)) {
        const way_trip trip = {.start = fuzz_below(&bytes, rig.cells),
                               .goal = fuzz_below(&bytes, rig.cells)};
        way_status status = way_agent_begin(rig.agent, &trip);
        for (uint32_t i = 0; i < 12 && status == WAY_STATUS_OK && !fuzz_is_empty(&bytes); i++) {
            live_compare(&rig, &trip);
            live_edit(&rig, &bytes, (uint8_t)(fuzz_below(&bytes, 5)));
            if (way_agent_outcome(rig.agent) == WAY_OUTCOME_CANCELLED) {
                status = way_agent_begin(rig.agent, &trip); // it does not take this change
            }
        }
    }
    live_close(&rig);
}

// Calls in any order ------------------------------------------------------------------------------

static void live_call(live_rig *rig, fuzz_bytes *bytes)
{
    uint8_t parked[256];
    size_t parked_size = 0;
    bool done = false;
    const way_state state = fuzz_below(bytes, rig->cells + 2);
    switch (fuzz_below(bytes, 14)) {
    case 0:
        live_travel(rig, rig->agent, bytes);
        break;
    case 2: {
        const way_trip trip = {.start = state,
                               .goal = fuzz_below(bytes, rig->cells + 2),
                               .mode = (way_goal_mode)fuzz_below(bytes, 6),
                               .range = fuzz_take(bytes) * 100u,
                               .goals = &state,
                               .goal_count = fuzz_below(bytes, 2),
                               .fall_back_to_nearest = fuzz_take(bytes) & 1u,
                               .expansion_limit = LIVE_LIMIT};
        (void)!way_agent_begin(rig->agent, &trip);
        break;
    }
    case 3:
        way_agent_step(rig->agent, fuzz_take(bytes));
        break;
    case 4:
        live_edit(rig, bytes, (uint8_t)(fuzz_take(bytes) & 1u));
        break;
    case 5:
        (void)!way_agent_notify(rig->agent, &state, 1);
        break;
    case 6:
        (void)!way_agent_advance(rig->agent, fuzz_below(bytes, 4));
        break;
    case 7:
        (void)!way_agent_retarget(rig->agent, state);
        break;
    case 8:
        way_agent_cancel(rig->agent);
        break;
    case 9:
        if (way_agent_park(rig->agent, parked, sizeof parked, &parked_size) == WAY_STATUS_OK) {
            fuzz_require(way_agent_resume(rig->agent, parked, parked_size) == WAY_STATUS_OK);
        }
        break;
    case 10:
        (void)!way_navigator_repair(rig->navigator, fuzz_take(bytes) * 4u, &done);
        break;
    case 11:
        way_agent_set_horizon(rig->agent, fuzz_below(bytes, 5));
        break;
    case 12:
        (void)!way_agent_set_lookahead(rig->agent, fuzz_below(bytes, 40));
        break;
    default:
        (void)way_agent_path_holds(rig->agent, fuzz_below(bytes, 9));
        break;
    }
    live_check(rig, rig->agent);
}

void fuzz_calls(const uint8_t *input, size_t size)
{
    fuzz_bytes bytes = {input, input + size};
    live_rig rig;
    if (live_open(&rig, &bytes, 0)) {
        for (uint32_t i = 0; i < 40 && !fuzz_is_empty(&bytes); i++) {
            live_call(&rig, &bytes);
        }
    }
    live_close(&rig);
}
