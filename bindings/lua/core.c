// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The few functions that waymark.lua stands on, as a C module for Lua 5.4: the same as
// waymark/ffi.lua. A handle is a full userdata whose user value keeps alive what it borrows.
#include <waymark/waymark.h>

#include <ctype.h>
#include <lauxlib.h>
#include <lua.h>
#include <stdlib.h>

typedef struct core_map {
    way_map *map;
    way_space *space;
} core_map;

static const char core_map_type[] = "waymark.map";
static const char core_navigator_type[] = "waymark.navigator";
static const char core_agent_type[] = "waymark.agent";
static const char core_field_type[] = "waymark.field";

static void core_check(lua_State *lua, way_status status, const way_problem *problem)
{
    if (!status) {
        return;
    }
    if (problem && problem->text[0]) {
        luaL_error(lua, "waymark: %s: %s", way_status_text(status), problem->text);
    }
    luaL_error(lua, "waymark: %s", way_status_text(status));
}

static uint32_t core_number(lua_State *lua, int index)
{
    const lua_Integer number = luaL_checkinteger(lua, index);
    luaL_argcheck(lua, number >= 0 && number <= UINT32_MAX, index, "out of range");
    return (uint32_t)number;
}

/// An outcome's name in lower case.
static int core_push_outcome(lua_State *lua, way_outcome outcome)
{
    char name[32];
    const char *text = way_outcome_name(outcome);
    size_t length = 0;
    for (; text[length] && length < sizeof name; length++) {
        name[length] = (char)tolower((unsigned char)text[length]);
    }
    lua_pushlstring(lua, name, length);
    return 1;
}

static void core_push_cells(lua_State *lua, const way_state *states, uint32_t count)
{
    lua_createtable(lua, (int)count, 0);
    for (uint32_t i = 0; i < count; i++) {
        lua_pushinteger(lua, states[i]);
        lua_rawseti(lua, -2, i + 1);
    }
}

/// The list of cells at `index`, in memory that Lua owns and that is left on the stack.
static const way_state *core_states(lua_State *lua, int index, uint32_t *count)
{
    luaL_checktype(lua, index, LUA_TTABLE);
    const lua_Unsigned length = lua_rawlen(lua, index);
    way_state *states = lua_newuserdatauv(lua, (length + 1) * sizeof *states, 0);
    for (lua_Unsigned i = 0; i < length; i++) {
        lua_rawgeti(lua, index, (lua_Integer)i + 1);
        states[i] = core_number(lua, -1);
        lua_pop(lua, 1);
    }
    *count = (uint32_t)length;
    return states;
}

/// A new handle for a pointer, which keeps alive what stands at `owner`.
static void **core_handle(lua_State *lua, const char *type, int owner)
{
    void **handle = lua_newuserdatauv(lua, sizeof *handle, 1);
    *handle = NULL;
    luaL_setmetatable(lua, type);
    lua_pushvalue(lua, owner);
    lua_setiuservalue(lua, -2, 1);
    return handle;
}

static int core_version(lua_State *lua)
{
    lua_pushstring(lua, way_version());
    return 1;
}

static int core_algorithms(lua_State *lua)
{
    lua_newtable(lua);
    for (uint32_t i = 0; i < way_algorithm_count(); i++) {
        const way_algorithm *entry = way_algorithm_at(i);
        const char *const fields[][2] = {{"name", entry->name},
                                         {"title", entry->title},
                                         {"family", entry->family},
                                         {"summary", entry->summary}};
        lua_newtable(lua);
        for (size_t f = 0; f < sizeof fields / sizeof *fields; f++) {
            lua_pushstring(lua, fields[f][1]);
            lua_setfield(lua, -2, fields[f][0]);
        }
        lua_rawseti(lua, -2, i + 1);
    }
    return 1;
}

static int core_hash(lua_State *lua)
{
    static const char digits[] = "0123456789abcdef";
    uint32_t count = 0;
    const way_state *states = core_states(lua, 1, &count);
    uint64_t hash = way_hash_bytes(0, states, count * sizeof *states);
    char text[16];
    for (int i = 15; i >= 0; i--) {
        text[i] = digits[hash & 15];
        hash >>= 4;
    }
    lua_pushlstring(lua, text, sizeof text);
    return 1;
}

// Maps --------------------------------------------------------------------------------------------

static int core_map_create(lua_State *lua)
{
    way_map_config config = way_map_config_default(core_number(lua, 1), core_number(lua, 2));
    if (!lua_isnoneornil(lua, 3)) {
        const lua_Unsigned count = lua_rawlen(lua, 3);
        luaL_argcheck(lua, count == (uint64_t)config.width * config.height, 3, "wrong length");
        uint8_t *weights = lua_newuserdatauv(lua, count, 0);
        for (lua_Unsigned i = 0; i < count; i++) {
            lua_rawgeti(lua, 3, (lua_Integer)i + 1);
            weights[i] = (uint8_t)luaL_checkinteger(lua, -1);
            lua_pop(lua, 1);
        }
        config.weights = weights;
    }
    core_map *map = lua_newuserdatauv(lua, sizeof *map, 0);
    *map = (core_map){0};
    luaL_setmetatable(lua, core_map_type);
    core_check(lua, way_map_create(&config, &map->map), NULL);
    core_check(lua, way_space_create_grid(map->map, 1, NULL, &map->space), NULL);
    return 1;
}

static int core_map_gc(lua_State *lua)
{
    core_map *map = luaL_checkudata(lua, 1, core_map_type);
    way_space_destroy(map->space);
    way_map_destroy(map->map);
    return 0;
}

static core_map *core_to_map(lua_State *lua)
{
    return luaL_checkudata(lua, 1, core_map_type);
}

static int core_edit(lua_State *lua)
{
    const way_edit edit = {.x = core_number(lua, 2),
                           .y = core_number(lua, 3),
                           .width = core_number(lua, 4),
                           .height = core_number(lua, 5),
                           .weight = (uint8_t)core_number(lua, 6)};
    core_check(lua, way_map_edit(core_to_map(lua)->map, &edit, 1), NULL);
    return 0;
}

static int core_weight(lua_State *lua)
{
    lua_pushinteger(lua, way_map_weight(core_to_map(lua)->map, core_number(lua, 2)));
    return 1;
}

static int core_reachable(lua_State *lua)
{
    lua_pushboolean(lua, way_map_is_reachable(core_to_map(lua)->map, core_number(lua, 2),
                                              core_number(lua, 3), 1));
    return 1;
}

static int core_find(lua_State *lua)
{
    way_path path = {0};
    core_check(lua,
               way_find(core_to_map(lua)->map, luaL_checkstring(lua, 2), core_number(lua, 3),
                        core_number(lua, 4), &path),
               NULL);
    core_push_outcome(lua, path.outcome);
    lua_pushinteger(lua, path.cost);
    core_push_cells(lua, path.states, path.count);
    way_path_free(&path);
    return 3;
}

// Navigators, agents, fields ----------------------------------------------------------------------

static int core_navigator(lua_State *lua)
{
    way_problem problem = {0};
    const way_navigator_config config = {.space = core_to_map(lua)->space,
                                         .algorithm = luaL_checkstring(lua, 2),
                                         .problem = &problem};
    void **handle = core_handle(lua, core_navigator_type, 1);
    way_navigator *navigator = NULL;
    core_check(lua, way_navigator_create(&config, &navigator), &problem);
    *handle = navigator;
    return 1;
}

static int core_navigator_gc(lua_State *lua)
{
    way_navigator_destroy(*(void **)luaL_checkudata(lua, 1, core_navigator_type));
    return 0;
}

static int core_repair(lua_State *lua)
{
    way_navigator *navigator = *(void **)luaL_checkudata(lua, 1, core_navigator_type);
    bool done = false;
    core_check(lua, way_navigator_repair(navigator, core_number(lua, 2), &done), NULL);
    lua_pushboolean(lua, done);
    return 1;
}

static int core_agent(lua_State *lua)
{
    const way_agent_config config = {.navigator =
                                         *(void **)luaL_checkudata(lua, 1, core_navigator_type)};
    void **handle = core_handle(lua, core_agent_type, 1);
    way_agent *agent = NULL;
    core_check(lua, way_agent_create(&config, &agent), NULL);
    *handle = agent;
    return 1;
}

static way_agent *core_to_agent(lua_State *lua)
{
    return *(void **)luaL_checkudata(lua, 1, core_agent_type);
}

static int core_agent_gc(lua_State *lua)
{
    way_agent_destroy(core_to_agent(lua));
    return 0;
}

static int core_begin(lua_State *lua)
{
    const way_trip trip = {.start = core_number(lua, 2),
                           .goal = core_number(lua, 3),
                           .nearest_instead = lua_toboolean(lua, 4),
                           .partial = lua_toboolean(lua, 5)};
    core_check(lua, way_agent_begin(core_to_agent(lua), &trip), NULL);
    return 0;
}

static int core_step(lua_State *lua)
{
    return core_push_outcome(lua, way_agent_step(core_to_agent(lua), core_number(lua, 2)));
}

static int core_path(lua_State *lua)
{
    const way_agent *agent = core_to_agent(lua);
    uint32_t count = 0;
    const way_state *states = way_agent_path(agent, &count);
    core_push_outcome(lua, way_agent_outcome(agent));
    lua_pushinteger(lua, way_agent_cost(agent));
    core_push_cells(lua, states, count);
    return 3;
}

static int core_field(lua_State *lua)
{
    const way_field_config config = {.space = core_to_map(lua)->space, .backward = true};
    void **handle = core_handle(lua, core_field_type, 1);
    way_field *field = NULL;
    core_check(lua, way_field_create(&config, &field), NULL);
    *handle = field;
    return 1;
}

static way_field *core_to_field(lua_State *lua)
{
    return *(void **)luaL_checkudata(lua, 1, core_field_type);
}

static int core_field_gc(lua_State *lua)
{
    way_field_destroy(core_to_field(lua));
    return 0;
}

static int core_field_begin(lua_State *lua)
{
    uint32_t count = 0;
    const way_state *sources = core_states(lua, 2, &count);
    core_check(lua, way_field_begin(core_to_field(lua), sources, count, WAY_COST_MAX), NULL);
    return 0;
}

static int core_field_step(lua_State *lua)
{
    return core_push_outcome(lua, way_field_step(core_to_field(lua), core_number(lua, 2)));
}

static int core_field_next(lua_State *lua)
{
    const way_state next = way_field_next(core_to_field(lua), core_number(lua, 2));
    if (next == WAY_STATE_NONE) {
        return 0;
    }
    lua_pushinteger(lua, next);
    return 1;
}

static int core_field_cost(lua_State *lua)
{
    const way_cost cost = way_field_cost(core_to_field(lua), core_number(lua, 2));
    if (cost == WAY_COST_MAX) {
        return 0;
    }
    lua_pushinteger(lua, cost);
    return 1;
}

static void core_type(lua_State *lua, const char *name, lua_CFunction gc)
{
    luaL_newmetatable(lua, name);
    lua_pushcfunction(lua, gc);
    lua_setfield(lua, -2, "__gc");
    lua_pop(lua, 1);
}

int luaopen_waymark_core(lua_State *lua);

int luaopen_waymark_core(lua_State *lua)
{
    static const luaL_Reg functions[] = {
        {"version", core_version},
        {"algorithms", core_algorithms},
        {"hash", core_hash},
        {"map", core_map_create},
        {"edit", core_edit},
        {"weight", core_weight},
        {"reachable", core_reachable},
        {"find", core_find},
        {"navigator", core_navigator},
        {"repair", core_repair},
        {"agent", core_agent},
        {"begin", core_begin},
        {"step", core_step},
        {"path", core_path},
        {"field", core_field},
        {"field_begin", core_field_begin},
        {"field_step", core_field_step},
        {"field_next", core_field_next},
        {"field_cost", core_field_cost},
        {NULL, NULL},
    };
    core_type(lua, core_map_type, core_map_gc);
    core_type(lua, core_navigator_type, core_navigator_gc);
    core_type(lua, core_agent_type, core_agent_gc);
    core_type(lua, core_field_type, core_field_gc);
    luaL_newlib(lua, functions);
    return 1;
}
