// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The platform game and the sliding tiles: what is loaded, and what the states of a trip look like.
#include "scenes/levels.h"
#include "web/engine/engine.h"

#include <string.h>

#define WORLDS_STATES 4000000u ///< most states met: what a page can hold
#define WORLDS_CELLS 16u

static way_level worlds_level;
static struct {
    uint32_t columns, rows;
} worlds_board;
static way_space *worlds_spaces[3]; ///< the space of the trip under way, by kind; borrowed

static void worlds_reply_level(void)
{
    engine_reply_begin();
    engine_reply_open(NULL, '{');
    engine_reply_whole("width", worlds_level.width);
    engine_reply_whole("height", worlds_level.height);
    engine_reply_whole("startX", worlds_level.start_x);
    engine_reply_whole("startY", worlds_level.start_y);
    engine_reply_whole("doorX", worlds_level.door_x);
    engine_reply_whole("doorY", worlds_level.door_y);
    engine_reply_close('}');
}

static way_status worlds_take_level(way_level *level)
{
    engine_trip_close_world(ENGINE_PLATFORM);
    worlds_spaces[ENGINE_PLATFORM] = NULL;
    way_level_free(&worlds_level);
    worlds_level = *level;
    worlds_reply_level();
    return WAY_STATUS_OK;
}

ENGINE_CALL(int32_t, level_generate, (uint32_t seed, uint32_t width, uint32_t height))
{
    way_level level = {0};
    const levels_request request = {.width = width, .height = height, .seed = seed};
    const way_status status = levels_create(&request, &level);
    return (int32_t)(status ? engine_reply_status(status) : worlds_take_level(&level));
}

ENGINE_CALL(int32_t, level_parse, (const char *text, size_t size))
{
    way_level level = {0};
    way_problem problem = {0};
    const way_status status = way_level_parse(text, size, NULL, &level, &problem);
    return (int32_t)(status ? engine_reply_problem(status, &problem) : worlds_take_level(&level));
}

ENGINE_CALL(const uint8_t *, level_solid, (void))
{
    return worlds_level.solid;
}

ENGINE_CALL(void, board_set, (uint32_t columns, uint32_t rows))
{
    engine_trip_close_world(ENGINE_TILES);
    worlds_spaces[ENGINE_TILES] = NULL;
    worlds_board.columns = columns;
    worlds_board.rows = rows;
}

void engine_worlds_forget(engine_kind kind)
{
    worlds_spaces[kind] = NULL;
}

way_status engine_worlds_create(engine_kind kind, way_space **out)
{
    way_status status = WAY_STATUS_UNSUPPORTED;
    if (kind == ENGINE_PLATFORM) {
        const way_platform_config config = {.level = &worlds_level, .state_limit = WORLDS_STATES};
        status = way_space_create_platform(&config, out);
    } else if (kind == ENGINE_TILES) {
        const way_tiles_config config = {.columns = worlds_board.columns,
                                         .rows = worlds_board.rows,
                                         .state_limit = WORLDS_STATES};
        status = way_space_create_tiles(&config, out);
    }
    worlds_spaces[kind] = status == WAY_STATUS_OK ? *out : NULL;
    return status;
}

/// Five numbers for each state: x, y, speed, whether it falls, and the keys that led there from the
/// state before it in the list.
ENGINE_CALL(void, level_states, (const way_state *states, uint32_t count, int32_t *out))
{
    const way_space *space = worlds_spaces[ENGINE_PLATFORM];
    for (uint32_t i = 0; space && i < count; i++) {
        const way_platform_state at = way_platform_get(space, states[i]);
        int32_t *row = &out[(size_t)i * 5];
        row[0] = at.x;
        row[1] = at.y;
        row[2] = at.speed;
        row[3] = at.falling;
        row[4] = i ? (int32_t)way_platform_keys(space, states[i - 1], states[i]) : 0;
    }
}

/// The number of a board, WAY_STATE_NONE if it is none.
ENGINE_CALL(uint32_t, board_find, (const uint8_t *board))
{
    way_space *space = worlds_spaces[ENGINE_TILES];
    return space ? way_tiles_find(space, board) : WAY_STATE_NONE;
}

ENGINE_CALL(void, board_states, (const way_state *states, uint32_t count, uint8_t *out))
{
    const way_space *space = worlds_spaces[ENGINE_TILES];
    for (uint32_t i = 0; space && i < count; i++) {
        memset(&out[(size_t)i * WORLDS_CELLS], 0, WORLDS_CELLS);
        way_tiles_get(space, states[i], &out[(size_t)i * WORLDS_CELLS]);
    }
}
