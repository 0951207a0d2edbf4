// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The few functions that waymark.lua stands on, as a C module for Lua 5.4: the same as
// waymark/ffi.lua. A handle is a full userdata whose user value keeps alive what it borrows.
#include "core.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char core_map_type[] = "waymark.map";
static const char core_space_type[] = "waymark.space";
static const char core_navigator_type[] = "waymark.navigator";
static const char core_agent_type[] = "waymark.agent";
static const char core_field_type[] = "waymark.field";
static const char core_walker_type[] = "waymark.walker";

void core_check(lua_State *lua, way_status status, const way_problem *problem)
{
    if (!status) {
        return;
    }
    if (problem && problem->text[0]) {
        luaL_error(lua, "waymark: %s: %s", way_status_text(status), problem->text);
    }
    luaL_error(lua, "waymark: %s", way_status_text(status));
}

uint32_t core_number(lua_State *lua, int index)
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

const way_state *core_states(lua_State *lua, int index, uint32_t *count)
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

void **core_handle(lua_State *lua, const char *type, int owner)
{
    void **handle = lua_newuserdatauv(lua, sizeof *handle, 2);
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

int core_push_hash(lua_State *lua, uint64_t hash)
{
    static const char digits[] = "0123456789abcdef";
    char text[16];
    for (int i = 15; i >= 0; i--) {
        text[i] = digits[hash & 15];
        hash >>= 4;
    }
    lua_pushlstring(lua, text, sizeof text);
    return 1;
}

static int core_hash(lua_State *lua)
{
    if (lua_isstring(lua, 1)) {
        size_t size = 0;
        const char *bytes = lua_tolstring(lua, 1, &size);
        return core_push_hash(lua, way_hash_bytes(0, bytes, size));
    }
    uint32_t count = 0;
    const way_state *states = core_states(lua, 1, &count);
    return core_push_hash(lua, way_hash_bytes(0, states, count * sizeof *states));
}

// Maps --------------------------------------------------------------------------------------------

static int core_map_create(lua_State *lua)
{
    way_map_config config = {.width = core_number(lua, 1),
                             .height = core_number(lua, 2),
                             .neighbours = (way_neighbours)core_number(lua, 4),
                             .corners = (way_corners)core_number(lua, 5)};
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

void core_push_map(lua_State *lua, way_map *borrowed, int owner)
{
    core_map *map = lua_newuserdatauv(lua, sizeof *map, 1);
    *map = (core_map){.map = borrowed, .borrowed = true};
    luaL_setmetatable(lua, core_map_type);
    lua_pushvalue(lua, owner);
    lua_setiuservalue(lua, -2, 1);
    core_check(lua, way_space_create_grid(borrowed, 1, NULL, &map->space), NULL);
}

static int core_map_gc(lua_State *lua)
{
    core_map *map = luaL_checkudata(lua, 1, core_map_type);
    way_space_destroy(map->space);
    if (!map->borrowed) {
        way_map_destroy(map->map);
    }
    return 0;
}

core_map *core_to_map(lua_State *lua)
{
    return luaL_checkudata(lua, 1, core_map_type);
}

/// The space that the first argument is, or that of plain units if it is a map.
static way_space *core_to_space(lua_State *lua)
{
    void **handle = luaL_testudata(lua, 1, core_space_type);
    return handle ? *handle : core_to_map(lua)->space;
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
    lua_pushinteger(lua, way_map_terrain(core_to_map(lua)->map, core_number(lua, 2)));
    return 1;
}

static int core_reachable(lua_State *lua)
{
    lua_pushboolean(lua, way_map_is_reachable(core_to_map(lua)->map, core_number(lua, 2),
                                              core_number(lua, 3),
                                              (uint32_t)luaL_optinteger(lua, 4, 1)));
    return 1;
}

/// Pushes a cell; nothing without one.
static int core_push_cell(lua_State *lua, way_cell cell)
{
    if (cell == WAY_CELL_NONE) {
        return 0;
    }
    lua_pushinteger(lua, cell);
    return 1;
}

static int core_nearest_passable(lua_State *lua)
{
    return core_push_cell(lua, way_map_nearest_passable(core_to_map(lua)->map, core_number(lua, 2),
                                                        core_number(lua, 3)));
}

static int core_nearest_reachable(lua_State *lua)
{
    return core_push_cell(lua, way_map_nearest_reachable(core_to_map(lua)->map, core_number(lua, 2),
                                                         core_number(lua, 3), core_number(lua, 4)));
}

static int core_sees(lua_State *lua)
{
    lua_pushboolean(lua,
                    way_map_sees(core_to_map(lua)->map, core_number(lua, 2), core_number(lua, 3),
                                 WAY_SIGHT_ANY_ANGLE, core_number(lua, 4)));
    return 1;
}

/// The list of cells at `index`, in memory that Lua owns and that may be written to.
static way_state *core_list(lua_State *lua, int index, uint32_t *count)
{
    return (way_state *)core_states(lua, index, count);
}

/// (map, cells, kind, profile)
static int core_smooth(lua_State *lua)
{
    uint32_t count = 0;
    const way_smoothing_config config = {.map = core_to_map(lua)->map,
                                         .unit_size = core_number(lua, 4),
                                         .kind = (way_smoothing)core_number(lua, 3)};
    way_state *cells = core_list(lua, 2, &count);
    core_check(lua, way_path_smooth(&config, cells, &count), NULL);
    core_push_cells(lua, cells, count);
    return 1;
}

/// The outcome, and the cells of all units for each tick: (map, starts, goals, seed, nodes)
static int core_solve(lua_State *lua)
{
    way_mapf_config config = {.map = core_to_map(lua)->map,
                              .seed = (uint64_t)luaL_checkinteger(lua, 4),
                              .node_limit = (uint64_t)luaL_checkinteger(lua, 5)};
    config.starts = core_states(lua, 2, &config.count);
    config.goals = core_states(lua, 3, &config.count);
    way_mapf_plan plan = {0};
    core_check(lua, way_mapf_solve(&config, &plan), NULL);
    core_push_outcome(lua, plan.outcome);
    lua_newtable(lua);
    for (uint32_t tick = 0; plan.cells && tick <= plan.makespan; tick++) {
        core_push_cells(lua, plan.cells + (size_t)tick * plan.count, plan.count);
        lua_rawseti(lua, -2, tick + 1);
    }
    way_mapf_free(&plan);
    return 2;
}

static int core_profile(lua_State *lua)
{
    way_profile profile = way_profile_default(core_number(lua, 2));
    luaL_checktype(lua, 3, LUA_TTABLE);
    for (lua_pushnil(lua); lua_next(lua, 3); lua_pop(lua, 1)) {
        const uint32_t terrain = core_number(lua, -2), weight = core_number(lua, -1);
        luaL_argcheck(lua, terrain < 256 && weight < 256, 3, "terrains and weights are 0 to 255");
        profile.weights[terrain] = (uint8_t)weight;
    }
    uint32_t number = 0;
    core_check(lua, way_map_add_profile(core_to_map(lua)->map, &profile, &number), NULL);
    lua_pushinteger(lua, number);
    return 1;
}

/// Adds a link, or removes it: (map, add, from, to, cost, both ways, profile).
static int core_link(lua_State *lua)
{
    way_map *map = core_to_map(lua)->map;
    const way_map_link link = {.from = core_number(lua, 3),
                               .to = core_number(lua, 4),
                               .cost = core_number(lua, 5),
                               .both_ways = lua_toboolean(lua, 6),
                               .profile = core_number(lua, 7)};
    core_check(lua,
               lua_toboolean(lua, 2) ? way_map_add_links(map, &link, 1)
                                     : way_map_remove_links(map, &link, 1),
               NULL);
    return 0;
}

// Spaces ------------------------------------------------------------------------------------------

static int core_space(lua_State *lua)
{
    const way_map *map = core_to_map(lua)->map;
    const uint32_t profile = core_number(lua, 2);
    void **handle = core_handle(lua, core_space_type, 1);
    way_space *space = NULL;
    core_check(lua, way_space_create_grid(map, profile, NULL, &space), NULL);
    *handle = space;
    return 1;
}

/// A space with penalties, in bytes that the handle keeps: (map, profile, unit).
static int core_penalties(lua_State *lua)
{
    const way_map *map = core_to_map(lua)->map;
    const size_t count = (size_t)way_map_width(map) * way_map_height(map);
    void **handle = core_handle(lua, core_space_type, 1);
    uint8_t *bytes = lua_newuserdatauv(lua, count, 0);
    memset(bytes, 0, count);
    lua_setiuservalue(lua, -2, 2);
    const way_penalty_config config = {.map = map,
                                       .profile = core_number(lua, 2),
                                       .penalties = bytes,
                                       .unit = core_number(lua, 3)};
    way_space *space = NULL;
    core_check(lua, way_space_create_penalty(&config, &space), NULL);
    *handle = space;
    return 1;
}

static int core_penalize(lua_State *lua)
{
    const uint32_t cell = core_number(lua, 2), points = core_number(lua, 3);
    luaL_argcheck(lua, points < 256, 3, "penalties are 0 to 255");
    luaL_checkudata(lua, 1, core_space_type);
    lua_getiuservalue(lua, 1, 2);
    uint8_t *bytes = lua_touserdata(lua, -1);
    luaL_argcheck(lua, bytes && cell < lua_rawlen(lua, -1), 2, "no such cell");
    bytes[cell] = (uint8_t)points;
    return 0;
}

static int core_space_gc(lua_State *lua)
{
    way_space_destroy(*(void **)luaL_checkudata(lua, 1, core_space_type));
    return 0;
}

/// (map, radius, sight)
static int core_fog(lua_State *lua)
{
    const way_map *map = core_to_map(lua)->map;
    const way_fog_config config = {.radius = core_number(lua, 2),
                                   .line_of_sight = lua_toboolean(lua, 3)};
    void **handle = core_handle(lua, core_space_type, 1);
    way_space *space = NULL;
    core_check(lua, way_space_create_fog(map, &config, &space), NULL);
    *handle = space;
    return 1;
}

static int core_fog_knows(lua_State *lua)
{
    lua_pushboolean(lua, way_fog_knows(core_to_space(lua), core_number(lua, 2)));
    return 1;
}

static int core_navigator(lua_State *lua);

static int core_find(lua_State *lua)
{
    way_path path = {0};
    const way_status status = way_find_in(core_to_space(lua), luaL_checkstring(lua, 2),
                                          core_number(lua, 3), core_number(lua, 4), &path);
    if (status) {
        core_navigator(lua); // says more
    }
    core_check(lua, status, NULL);
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
    const way_navigator_config config = {
        .space = core_to_space(lua), .algorithm = luaL_checkstring(lua, 2), .problem = &problem};
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

static way_navigator *core_to_navigator(lua_State *lua)
{
    return *(void **)luaL_checkudata(lua, 1, core_navigator_type);
}

/// A navigator of saved bytes, of which the handle keeps a copy: (space, bytes).
static int core_open(lua_State *lua)
{
    size_t size = 0;
    const char *saved = luaL_checklstring(lua, 2, &size);
    way_problem problem = {0};
    const way_navigator_config config = {.space = core_to_space(lua), .problem = &problem};
    void **handle = core_handle(lua, core_navigator_type, 1);
    void *bytes = lua_newuserdatauv(lua, size ? size : 1, 0);
    memcpy(bytes, saved, size);
    lua_setiuservalue(lua, -2, 2);
    way_navigator *navigator = NULL;
    core_check(lua, way_navigator_open(&config, bytes, size, &navigator), &problem);
    *handle = navigator;
    return 1;
}

static int core_save(lua_State *lua)
{
    way_database saved = {0};
    core_check(lua, way_navigator_save(core_to_navigator(lua), NULL, &saved), NULL);
    lua_pushlstring(lua, saved.bytes, saved.size);
    way_database_free(&saved);
    return 1;
}

static int core_current(lua_State *lua)
{
    lua_pushboolean(lua, way_navigator_is_current(core_to_navigator(lua)));
    return 1;
}

static int core_repair(lua_State *lua)
{
    way_navigator *navigator = core_to_navigator(lua);
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
                           .fall_back_to_nearest = lua_toboolean(lua, 4),
                           .partial = lua_toboolean(lua, 5)};
    core_check(lua, way_agent_begin(core_to_agent(lua), &trip), NULL);
    return 0;
}

static int core_step(lua_State *lua)
{
    return core_push_outcome(lua, way_agent_step(core_to_agent(lua), core_number(lua, 2)));
}

static int core_retarget(lua_State *lua)
{
    core_check(lua, way_agent_retarget(core_to_agent(lua), core_number(lua, 2)), NULL);
    return 0;
}

static int core_walker(lua_State *lua)
{
    const way_walker_config config = {.navigator = core_to_navigator(lua)};
    void **handle = core_handle(lua, core_walker_type, 1);
    way_walker *walker = NULL;
    core_check(lua, way_walker_create(&config, &walker), NULL);
    *handle = walker;
    return 1;
}

static way_walker *core_to_walker(lua_State *lua)
{
    return *(void **)luaL_checkudata(lua, 1, core_walker_type);
}

static int core_walker_gc(lua_State *lua)
{
    way_walker_destroy(core_to_walker(lua));
    return 0;
}

static int core_walker_begin(lua_State *lua)
{
    core_check(lua, way_walker_begin(core_to_walker(lua), core_number(lua, 2), core_number(lua, 3)),
               NULL);
    return 0;
}

static int core_walker_retarget(lua_State *lua)
{
    core_check(lua, way_walker_retarget(core_to_walker(lua), core_number(lua, 2)), NULL);
    return 0;
}

static int core_walker_step(lua_State *lua)
{
    return core_push_outcome(lua, way_walker_step(core_to_walker(lua), core_number(lua, 2)));
}

static int core_walker_state(lua_State *lua)
{
    lua_pushinteger(lua, way_walker_state(core_to_walker(lua)));
    return 1;
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
    const way_field_config config = {.space = core_to_space(lua),
                                     .backward = !lua_toboolean(lua, 2)};
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
    const way_cost limit = lua_isnoneornil(lua, 3) ? WAY_COST_MAX : core_number(lua, 3);
    core_check(lua, way_field_begin(core_to_field(lua), sources, count, limit), NULL);
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

void core_type(lua_State *lua, const char *name, lua_CFunction gc)
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
        {"nearest_passable", core_nearest_passable},
        {"nearest_reachable", core_nearest_reachable},
        {"sees", core_sees},
        {"smooth", core_smooth},
        {"solve", core_solve},
        {"fog", core_fog},
        {"fog_knows", core_fog_knows},
        {"retarget", core_retarget},
        {"walker", core_walker},
        {"walker_begin", core_walker_begin},
        {"walker_retarget", core_walker_retarget},
        {"walker_step", core_walker_step},
        {"walker_state", core_walker_state},
        {"profile", core_profile},
        {"link", core_link},
        {"space", core_space},
        {"penalties", core_penalties},
        {"penalize", core_penalize},
        {"find", core_find},
        {"navigator", core_navigator},
        {"open", core_open},
        {"save", core_save},
        {"current", core_current},
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
    core_type(lua, core_space_type, core_space_gc);
    core_type(lua, core_navigator_type, core_navigator_gc);
    core_type(lua, core_agent_type, core_agent_gc);
    core_type(lua, core_field_type, core_field_gc);
    core_type(lua, core_walker_type, core_walker_gc);
    luaL_newlib(lua, functions);
    core_world_open(lua);
    return 1;
}
