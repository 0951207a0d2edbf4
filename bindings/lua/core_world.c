// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Worlds of units, as a part of the C module for Lua 5.4: the same as the end of waymark/ffi.lua.
#include "core.h"

static const char core_world_type[] = "waymark.world";

static way_world *core_to_world(lua_State *lua)
{
    return *(void **)luaL_checkudata(lua, 1, core_world_type);
}

static uint32_t core_field_number(lua_State *lua, int index, const char *key)
{
    lua_getfield(lua, index, key);
    const uint32_t number = lua_isnil(lua, -1) ? 0 : core_number(lua, -1);
    lua_pop(lua, 1);
    return number;
}

/// The profile in a field of a kind; NULL without one.
static const way_profile *core_kind_profile(lua_State *lua, int index, const way_map *map,
                                            way_profile *out)
{
    const uint32_t number = core_field_number(lua, index, "profile");
    if (number == 0) {
        return NULL;
    }
    luaL_argcheck(lua, way_map_profile(map, number, out), 3, "no such profile");
    return out;
}

/// (map, capacity, kinds, teams, rivals)
static int core_world_create(lua_State *lua)
{
    way_world_kind kinds[WAY_WORLD_KINDS_MAX] = {{0}};
    way_profile profiles[WAY_WORLD_KINDS_MAX];
    way_world_team teams[WAY_WORLD_TEAMS_MAX] = {{0}};
    way_world_config config = {.map = core_to_map(lua)->map,
                               .kinds = kinds,
                               .kind_count = (uint32_t)lua_rawlen(lua, 3),
                               .teams = teams,
                               .team_count = (uint32_t)lua_rawlen(lua, 4),
                               .rivals = lua_toboolean(lua, 5),
                               .unit_capacity = core_number(lua, 2)};
    luaL_argcheck(lua, config.kind_count <= WAY_WORLD_KINDS_MAX, 3, "too many kinds");
    luaL_argcheck(lua, config.team_count <= WAY_WORLD_TEAMS_MAX, 4, "too many teams");
    for (uint32_t i = 0; i < config.kind_count; i++) {
        lua_rawgeti(lua, 3, i + 1);
        kinds[i] = (way_world_kind){
            .profile = core_kind_profile(lua, -1, config.map, &profiles[i]),
            .size = core_field_number(lua, -1, "size"),
            .speed = core_field_number(lua, -1, "speed"),
            .turn = core_field_number(lua, -1, "turn"),
        };
        lua_pop(lua, 1);
    }
    for (uint32_t i = 0; i < config.team_count; i++) {
        lua_rawgeti(lua, 4, i + 1);
        lua_getfield(lua, -1, "fog");
        teams[i].fog = lua_toboolean(lua, -1);
        lua_pop(lua, 1);
        teams[i].sight_radius = core_field_number(lua, -1, "sight");
        lua_pop(lua, 1);
    }
    void **handle = core_handle(lua, core_world_type, 1);
    way_world *world = NULL;
    core_check(lua, way_world_create(&config, &world), NULL);
    *handle = world;
    return 1;
}

static int core_world_gc(lua_State *lua)
{
    way_world_destroy(core_to_world(lua));
    return 0;
}

static int core_world_unit_on(lua_State *lua)
{
    const way_unit unit = way_world_unit_on(core_to_world(lua), core_number(lua, 2));
    if (unit == WAY_UNIT_NONE) {
        return 0;
    }
    lua_pushinteger(lua, (lua_Integer)unit);
    return 1;
}

/// (world, cell, kind)
static int core_world_fits(lua_State *lua)
{
    const way_world *world = core_to_world(lua);
    lua_pushboolean(lua, way_map_fits(way_world_map(world), core_number(lua, 2),
                                      way_world_kind_profile(world, core_number(lua, 3))));
    return 1;
}

static int core_world_save(lua_State *lua)
{
    const way_world *world = core_to_world(lua);
    size_t size = 0;
    (void)!way_world_save(world, NULL, 0, &size);
    void *bytes = lua_newuserdatauv(lua, size, 0);
    core_check(lua, way_world_save(world, bytes, size, &size), NULL);
    lua_pushlstring(lua, bytes, size);
    return 1;
}

/// The world of saved bytes, its map, width and height.
static int core_world_restore(lua_State *lua)
{
    size_t size = 0;
    const char *bytes = luaL_checklstring(lua, 1, &size);
    way_problem problem = {0};
    lua_pushnil(lua);
    void **handle = core_handle(lua, core_world_type, -1);
    way_world *world = NULL;
    core_check(lua, way_world_restore(bytes, size, NULL, &world, &problem), &problem);
    *handle = world;
    way_map *map = (way_map *)way_world_map(world);
    core_push_map(lua, map, lua_gettop(lua));
    lua_pushinteger(lua, way_map_width(map));
    lua_pushinteger(lua, way_map_height(map));
    return 4;
}

/// (world, cell, kind, team)
static int core_world_add(lua_State *lua)
{
    const way_unit_config config = {
        .cell = core_number(lua, 2), .kind = core_number(lua, 3), .team = core_number(lua, 4)};
    way_unit unit = WAY_UNIT_NONE;
    core_check(lua, way_world_add(core_to_world(lua), &config, &unit), NULL);
    lua_pushinteger(lua, (lua_Integer)unit);
    return 1;
}

static int core_world_remove(lua_State *lua)
{
    core_check(lua, way_world_remove(core_to_world(lua), (way_unit)luaL_checkinteger(lua, 2)),
               NULL);
    return 0;
}

/// (world, units, kind, cell, target, range, cells, queued, together, formation, urgency, period,
/// kept)
static int core_world_order(lua_State *lua)
{
    way_world *world = core_to_world(lua);
    luaL_checktype(lua, 2, LUA_TTABLE);
    uint32_t cell_count = 0;
    const way_cell *cells = core_states(lua, 7, &cell_count);
    const lua_Unsigned count = lua_rawlen(lua, 2);
    way_unit *units = lua_newuserdatauv(lua, (count + 1) * sizeof *units, 0);
    for (lua_Unsigned i = 0; i < count; i++) {
        lua_rawgeti(lua, 2, (lua_Integer)i + 1);
        units[i] = (way_unit)luaL_checkinteger(lua, -1);
        lua_pop(lua, 1);
    }
    const way_order order = {.kind = (way_order_kind)core_number(lua, 3),
                             .cell = core_number(lua, 4),
                             .target = (way_unit)luaL_checkinteger(lua, 5),
                             .range = core_number(lua, 6),
                             .cells = cells,
                             .cell_count = cell_count,
                             .queued = lua_toboolean(lua, 8),
                             .keep_pace = lua_toboolean(lua, 9),
                             .formation = (way_formation)core_number(lua, 10),
                             .urgency = (way_urgency)core_number(lua, 11),
                             .period = core_number(lua, 12),
                             .keep_formation = lua_toboolean(lua, 13)};
    core_check(lua, way_world_order(world, units, (uint32_t)count, &order), NULL);
    return 0;
}

static int core_world_edit(lua_State *lua)
{
    const way_edit edit = {.x = core_number(lua, 2),
                           .y = core_number(lua, 3),
                           .width = core_number(lua, 4),
                           .height = core_number(lua, 5),
                           .weight = (uint8_t)core_number(lua, 6)};
    core_check(lua, way_world_edit(core_to_world(lua), &edit, 1), NULL);
    return 0;
}

static int core_world_frame(lua_State *lua)
{
    core_check(lua, way_world_frame(core_to_world(lua), core_number(lua, 2)), NULL);
    return 0;
}

/// All units, by their places.
static int core_world_units(lua_State *lua)
{
    const way_world *world = core_to_world(lua);
    lua_Integer count = 0;
    lua_newtable(lua);
    for (uint32_t place = 0; place < way_world_slot_count(world); place++) {
        const way_unit unit = way_world_unit_in_slot(world, place);
        if (unit != WAY_UNIT_NONE) {
            lua_pushinteger(lua, (lua_Integer)unit);
            lua_rawseti(lua, -2, ++count);
        }
    }
    return 1;
}

/// cell, goal, x, y, heading, kind, team, size, state, standing; nothing if the unit is gone.
static int core_world_unit(lua_State *lua)
{
    way_unit_view view;
    if (!way_world_unit(core_to_world(lua), (way_unit)luaL_checkinteger(lua, 2), &view)) {
        return 0;
    }
    const lua_Integer values[] = {view.cell, view.goal, view.x,    view.y,     view.heading,
                                  view.kind, view.team, view.size, view.state, view.standing};
    const int count = (int)(sizeof values / sizeof *values);
    for (int i = 0; i < count; i++) {
        lua_pushinteger(lua, values[i]);
    }
    return count;
}

/// kind, unit, cell, other, tick; nothing if there is no event.
static int core_world_event(lua_State *lua)
{
    way_world_event event;
    if (!way_world_event_next(core_to_world(lua), &event)) {
        return 0;
    }
    lua_pushinteger(lua, event.kind);
    lua_pushinteger(lua, (lua_Integer)event.unit);
    lua_pushinteger(lua, event.cell);
    lua_pushinteger(lua, (lua_Integer)event.other);
    lua_pushinteger(lua, event.tick);
    return 5;
}

static int core_world_hash(lua_State *lua)
{
    return core_push_hash(lua, way_world_hash(core_to_world(lua)));
}

void core_world_open(lua_State *lua)
{
    static const luaL_Reg functions[] = {
        {"world", core_world_create},
        {"world_add", core_world_add},
        {"world_unit_on", core_world_unit_on},
        {"world_fits", core_world_fits},
        {"world_save", core_world_save},
        {"world_restore", core_world_restore},
        {"world_remove", core_world_remove},
        {"world_order", core_world_order},
        {"world_edit", core_world_edit},
        {"world_frame", core_world_frame},
        {"world_units", core_world_units},
        {"world_unit", core_world_unit},
        {"world_event", core_world_event},
        {"world_hash", core_world_hash},
        {NULL, NULL},
    };
    core_type(lua, core_world_type, core_world_gc);
    luaL_setfuncs(lua, functions, 0);
}
