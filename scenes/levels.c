// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Levels are dug out of solid rock, passage by passage, from the start on. A passage leads from a
// tile where the knight stands to another one: a run, a step or a climb, a drop, a jump over a pit,
// a hall, a zigzag of ledges. Its tiles must be open from then on, and what it stands on must stay
// solid: later passages may do neither harm, so every tile at the end of one can be reached. Rock
// that nobody stands on is then thinned out. The door goes to the end of a passage in the farther
// half. A search confirms that the door can be reached; a level that it can't solve within its
// limit is not handed out, and the next one is tried.
#include "scenes/levels.h"

#include <waymark/agent.h>
#include <waymark/lab.h>

#include <stdlib.h>
#include <string.h>

#define LEVELS_ATTEMPTS 16u
#define LEVELS_SOLVER "speedy"
#define LEVELS_EXPANSIONS 1000000u
#define LEVELS_OPEN_PERCENT 42u ///< of the tiles, before thinning out
#define LEVELS_OPEN_LEAST 30u   ///< or the next one is tried
#define LEVELS_PATIENCE 6000u   ///< passages in a row that do not fit

typedef enum levels_tile {
    LEVELS_ROCK,
    LEVELS_OPEN,
    LEVELS_FLOOR ///< rock that must stay
} levels_tile;

/// The end of a passage.
typedef struct levels_stand {
    int32_t x, y;
    uint32_t depth; ///< passages from the start
} levels_stand;

typedef struct levels_plan {
    int32_t width, height;
    way_rng rng;
    uint8_t *tiles; ///< levels_tile
    levels_stand *stands;
    uint32_t stand_count;
    uint32_t open_count;
    uint8_t *before; ///< the tiles before the passage that is dug now
    bool fits;       ///< it needs nothing open that must stay, nor the other way round
} levels_plan;

static uint32_t levels_draw(levels_plan *plan, uint32_t least, uint32_t most)
{
    return least + way_rng_below(&plan->rng, most - least + 1);
}

// Digging -----------------------------------------------------------------------------------------

/// Opens a tile.
static void levels_open(levels_plan *plan, int32_t x, int32_t y)
{
    const bool inside = x > 0 && y > 0 && x < plan->width - 1 && y < plan->height - 1;
    uint8_t *tile = &plan->tiles[inside ? y * plan->width + x : 0];
    if (!inside || *tile == LEVELS_FLOOR) {
        plan->fits = false;
    } else {
        plan->open_count += *tile == LEVELS_ROCK;
        *tile = LEVELS_OPEN;
    }
}

/// Makes rock stay.
static void levels_keep(levels_plan *plan, int32_t x, int32_t y)
{
    const bool inside = x >= 0 && y >= 0 && x < plan->width && y < plan->height;
    uint8_t *tile = &plan->tiles[inside ? y * plan->width + x : 0];
    if (!inside || *tile == LEVELS_OPEN) {
        plan->fits = false;
    } else {
        *tile = LEVELS_FLOOR;
    }
}

/// Opens a column from its floor up and keeps the floor.
static void levels_column(levels_plan *plan, int32_t x, int32_t floor, int32_t height)
{
    levels_keep(plan, x, floor);
    for (int32_t y = floor - 1; y >= floor - height; y--) {
        levels_open(plan, x, y);
    }
}

// Passages: each starts where `at` stands, goes to `side` (-1 or 1) and moves `at` to its end. ----

static void levels_run(levels_plan *plan, levels_stand *at, int32_t side, const uint32_t *sizes)
{
    const int32_t length = 2 + (int32_t)(sizes[0] % 5);
    const int32_t height = 1 + (int32_t)(sizes[1] % 3);
    for (int32_t i = 0; i <= length; i++) {
        levels_column(plan, at->x + side * i, at->y + 1, height);
    }
    at->x += side * length;
}

/// One or two tiles up; there is room to jump above the lower tile.
static void levels_climb(levels_plan *plan, levels_stand *at, int32_t side, const uint32_t *sizes)
{
    const int32_t rise = 1 + (int32_t)(sizes[0] % 2);
    levels_column(plan, at->x, at->y + 1, rise + 2);
    levels_column(plan, at->x + side, at->y + 1 - rise, 2);
    levels_column(plan, at->x + 2 * side, at->y + 1 - rise, 2);
    at->x += 2 * side;
    at->y -= rise;
}

/// A few tiles down; one time in five a long shaft.
static void levels_drop(levels_plan *plan, levels_stand *at, int32_t side, const uint32_t *sizes)
{
    const int32_t depth = sizes[0] < 48 ? 1 + (int32_t)(sizes[0] % 5) : (int32_t)sizes[0] - 42;
    levels_column(plan, at->x + side, at->y + 1 + depth, depth + 2);
    levels_column(plan, at->x + 2 * side, at->y + 1 + depth, 2);
    at->x += 2 * side;
    at->y += depth;
}

/// A pit of one to three tiles, shallow enough to climb out of.
static void levels_leap(levels_plan *plan, levels_stand *at, int32_t side, const uint32_t *sizes)
{
    const int32_t gap = 1 + (int32_t)(sizes[0] % 3);
    const int32_t depth = 1 + (int32_t)(sizes[1] % 2);
    levels_column(plan, at->x, at->y + 1, 3);
    for (int32_t i = 1; i <= gap; i++) {
        levels_column(plan, at->x + side * i, at->y + 1 + depth, depth + 3);
    }
    for (int32_t i = 1; i <= 2; i++) {
        levels_column(plan, at->x + side * (gap + i), at->y + 1, 3);
    }
    at->x += side * (gap + 2);
}

static void levels_hall(levels_plan *plan, levels_stand *at, int32_t side, const uint32_t *sizes)
{
    const int32_t length = 4 + (int32_t)(sizes[0] % 5);
    const int32_t height = 3 + (int32_t)(sizes[1] % 3);
    for (int32_t i = 0; i <= length; i++) {
        levels_column(plan, at->x + side * i, at->y + 1, height);
    }
    at->x += side * length;
}

/// Ledges to the left and right of a shaft, each two tiles above the one before.
static void levels_zigzag(levels_plan *plan, levels_stand *at, int32_t side, const uint32_t *sizes)
{
    const int32_t ledges = 2 + (int32_t)(sizes[0] % 3);
    int32_t from = at->x;
    for (int32_t i = 0; i < ledges; i++) {
        const int32_t to = from == at->x ? at->x + 2 * side : at->x;
        const int32_t floor = at->y + 1 - 2 * i;
        levels_column(plan, from, floor, 3);
        for (int32_t y = floor - 1; y >= floor - 4; y--) {
            levels_open(plan, at->x + side, y);
        }
        levels_column(plan, to, floor - 2, 2);
        from = to;
    }
    // The shaft ends on the floor it starts from.
    levels_keep(plan, at->x + side, at->y + 1);
    at->x = from;
    at->y -= 2 * ledges;
}

typedef void (*levels_passage)(levels_plan *plan, levels_stand *at, int32_t side,
                               const uint32_t *sizes);

/// More often listed, more often dug.
static const levels_passage levels_passages[] = {
    levels_run,  levels_run,  levels_climb, levels_climb,  levels_climb, levels_drop,
    levels_drop, levels_leap, levels_leap,  levels_zigzag, levels_hall,
};

/// Digs a random passage from a stand, if it fits.
static bool levels_try(levels_plan *plan, levels_stand from, levels_stand *end)
{
    const uint32_t choice =
        way_rng_below(&plan->rng, sizeof levels_passages / sizeof *levels_passages);
    const int32_t side = way_rng_below(&plan->rng, 2) ? 1 : -1;
    const uint32_t sizes[] = {levels_draw(plan, 0, 59), levels_draw(plan, 0, 59)};
    const size_t tiles = (size_t)plan->width * (size_t)plan->height;
    const uint32_t open_count = plan->open_count;
    *end = from;
    plan->fits = true;
    memcpy(plan->before, plan->tiles, tiles);
    levels_passages[choice](plan, end, side, sizes);
    // A passage leads somewhere new.
    if (plan->fits && plan->before[end->y * plan->width + end->x] != LEVELS_OPEN) {
        end->depth = from.depth + 1;
        return true;
    }
    memcpy(plan->tiles, plan->before, tiles);
    plan->open_count = open_count;
    return false;
}

/// Digs on from the newest end, now and then from any other one.
static void levels_dig(levels_plan *plan)
{
    const uint32_t tiles = (uint32_t)(plan->width * plan->height);
    uint32_t misses = 0;
    levels_stand *start = &plan->stands[plan->stand_count++];
    *start = (levels_stand){1 + (int32_t)levels_draw(plan, 1, (uint32_t)plan->width - 4),
                            1 + (int32_t)levels_draw(plan, 1, (uint32_t)plan->height - 4), 0};
    levels_column(plan, start->x, start->y + 1, 2);
    while (misses < LEVELS_PATIENCE && plan->open_count * 100 < tiles * LEVELS_OPEN_PERCENT &&
           plan->stand_count < tiles) {
        const bool newest = misses < 8 && way_rng_below(&plan->rng, 6) > 0;
        const uint32_t from =
            newest ? plan->stand_count - 1 : way_rng_below(&plan->rng, plan->stand_count);
        levels_stand end;
        if (levels_try(plan, plan->stands[from], &end)) {
            plan->stands[plan->stand_count++] = end;
            misses = 0;
        } else {
            misses++;
        }
    }
}

/// Opens rock that nobody needs where it is thin: specks and needles between passages.
static void levels_thin_out(levels_plan *plan)
{
    for (int32_t y = 1; y < plan->height - 1; y++) {
        for (int32_t x = 1; x < plan->width - 1; x++) {
            const uint8_t *tile = &plan->tiles[y * plan->width + x];
            const int32_t around = (tile[-1] == LEVELS_OPEN) + (tile[1] == LEVELS_OPEN) +
                                   (tile[-plan->width] == LEVELS_OPEN) +
                                   (tile[plan->width] == LEVELS_OPEN);
            if (*tile == LEVELS_ROCK && around >= 3) {
                plan->tiles[y * plan->width + x] = LEVELS_OPEN;
            }
        }
    }
}

// Levels ------------------------------------------------------------------------------------------

/// The end of a passage in the farther half, as passages go; never the start.
static const levels_stand *levels_choose_door(levels_plan *plan)
{
    uint32_t deepest = 0;
    for (uint32_t i = 0; i < plan->stand_count; i++) {
        deepest = plan->stands[i].depth > deepest ? plan->stands[i].depth : deepest;
    }
    const uint32_t first = levels_draw(plan, 0, plan->stand_count - 1);
    for (uint32_t i = 0; i < plan->stand_count; i++) {
        const levels_stand *stand = &plan->stands[(first + i) % plan->stand_count];
        if (stand->depth > deepest / 2) {
            return stand;
        }
    }
    return NULL;
}

static void *levels_alloc(size_t size, void *user)
{
    (void)user;
    return malloc(size);
}

static void levels_free(void *pointer, size_t size, void *user)
{
    (void)size;
    (void)user;
    free(pointer);
}

static way_status levels_finish(levels_plan *plan, way_level *out)
{
    const levels_stand *door = levels_choose_door(plan);
    const size_t tiles = (size_t)plan->width * (size_t)plan->height;
    *out = (way_level){0};
    if (!door || plan->open_count * 100 < tiles * LEVELS_OPEN_LEAST) {
        return WAY_STATUS_NOT_FOUND;
    }
    *out = (way_level){.width = (uint32_t)plan->width,
                       .height = (uint32_t)plan->height,
                       .solid = malloc(tiles),
                       .start_x = (uint32_t)plan->stands[0].x,
                       .start_y = (uint32_t)plan->stands[0].y,
                       .door_x = (uint32_t)door->x,
                       .door_y = (uint32_t)door->y,
                       .allocator = {.alloc = levels_alloc, .free = levels_free}};
    if (!out->solid) {
        return WAY_STATUS_NO_MEMORY;
    }
    for (size_t i = 0; i < tiles; i++) {
        out->solid[i] = plan->tiles[i] != LEVELS_OPEN;
    }
    return WAY_STATUS_OK;
}

/// Draws one level up; NOT_FOUND if it came to nothing.
static way_status levels_attempt(const levels_request *request, uint64_t seed, way_level *out)
{
    const size_t tiles = (size_t)request->width * request->height;
    levels_plan plan = {.width = (int32_t)request->width,
                        .height = (int32_t)request->height,
                        .rng = way_rng_seed(seed),
                        .tiles = calloc(tiles, 1),
                        .before = calloc(tiles, 1),
                        .stands = calloc(tiles + 1, sizeof *plan.stands)};
    way_status status = WAY_STATUS_NO_MEMORY;
    if (plan.tiles && plan.before && plan.stands) {
        levels_dig(&plan);
        levels_thin_out(&plan);
        status = levels_finish(&plan, out);
    }
    free(plan.tiles);
    free(plan.before);
    free(plan.stands);
    return status;
}

/// OK if a search reaches the door, NOT_FOUND if it does not.
static way_status levels_solve(const way_level *level)
{
    way_space *space = NULL;
    way_navigator *navigator = NULL;
    way_agent *agent = NULL;
    const way_platform_config config = {.level = level};
    way_status status = way_space_create_platform(&config, &space);
    if (status == WAY_STATUS_OK) {
        const way_navigator_config plan = {.space = space, .algorithm = LEVELS_SOLVER};
        status = way_navigator_create(&plan, &navigator);
    }
    if (status == WAY_STATUS_OK) {
        const way_agent_config agents = {.navigator = navigator};
        status = way_agent_create(&agents, &agent);
    }
    if (status == WAY_STATUS_OK) {
        const way_trip trip = {.start = way_platform_start(space),
                               .mode = WAY_GOAL_SPACE,
                               .expansion_limit = LEVELS_EXPANSIONS};
        status = way_agent_begin(agent, &trip);
    }
    if (status == WAY_STATUS_OK) {
        const way_outcome outcome = way_agent_run(agent);
        status = outcome == WAY_OUTCOME_FOUND      ? WAY_STATUS_OK
                 : outcome == WAY_OUTCOME_CAPACITY ? WAY_STATUS_NO_MEMORY
                                                   : WAY_STATUS_NOT_FOUND;
    }
    way_agent_destroy(agent);
    way_navigator_destroy(navigator);
    way_space_destroy(space);
    return status;
}

way_status levels_create(const levels_request *request, way_level *out)
{
    *out = (way_level){0};
    if (request->width < LEVELS_SIDE_MIN || request->width > WAY_LEVEL_SIDE_MAX ||
        request->height < LEVELS_SIDE_MIN || request->height > WAY_LEVEL_SIDE_MAX) {
        return WAY_STATUS_OUT_OF_RANGE;
    }
    way_rng seeds = way_rng_seed(request->seed);
    way_status status = WAY_STATUS_NOT_FOUND;
    for (uint32_t i = 0; i < LEVELS_ATTEMPTS && status == WAY_STATUS_NOT_FOUND; i++) {
        status = levels_attempt(request, way_rng_next(&seeds), out);
        if (status == WAY_STATUS_OK) {
            status = levels_solve(out);
        }
        if (status != WAY_STATUS_OK) {
            way_level_free(out);
        }
    }
    return status;
}
