// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// As much of LuaJIT's FFI as waymark/ffi.lua uses, for Lua 5.4. `core_api.h` describes the
// library's types to it and has a C function for each of the library's; scripts/api.py makes it of
// the headers.
//
// A piece of data is a place in memory and what lies there. `new` makes pieces that own their
// memory; what is read through a pointer is somebody else's and lives as long as that.
#include "../c/record.h"

#include <lauxlib.h>
#include <lua.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef enum core_kind {
    CORE_VOID, ///< or a struct that nobody sees into
    CORE_BOOL,
    CORE_SIGNED,
    CORE_UNSIGNED,
    CORE_REAL,
    CORE_STRUCT
} core_kind;

typedef struct core_field {
    const char *name;
    size_t offset;
    uint32_t type;
    uint32_t stars; ///< how often it points
    uint32_t count; ///< of an array; 0 = none
} core_field;

typedef struct core_type {
    const char *name;
    core_kind kind;
    size_t size;
    const core_field *fields; ///< of a struct; the last has no name
} core_type;

typedef struct core_data {
    const core_type *type;
    uint32_t stars;
    unsigned char *at;
} core_data;

static const char core_name[] = "waymark.data";

static void *core_pointer(lua_State *lua, int index)
{
    const core_data *data = luaL_testudata(lua, index, core_name);
    if (data) {
        return data->at;
    }
    if (lua_type(lua, index) == LUA_TSTRING) {
        return (void *)(uintptr_t)lua_tostring(lua, index);
    }
    luaL_argexpected(lua, lua_isnoneornil(lua, index), index, "data");
    return NULL;
}

/// A number of a type with so many bytes; booleans are 0 and 1.
static lua_Integer core_integer(lua_State *lua, int index, size_t size, bool is_signed)
{
    if (lua_isboolean(lua, index)) {
        return lua_toboolean(lua, index);
    }
    const lua_Integer number = luaL_checkinteger(lua, index);
    const lua_Integer limit = size < 8 ? (lua_Integer)1 << (8 * size - is_signed) : 0;
    luaL_argcheck(lua, !limit || (number < limit && number >= (is_signed ? -limit : 0)), index,
                  "out of range");
    return number;
}

/// A piece of data elsewhere; nothing at all for NULL. `owner` [opt]: where what holds it stands.
static int core_push(lua_State *lua, const core_type *type, uint32_t stars, const void *at,
                     int owner)
{
    if (!at) {
        lua_pushnil(lua);
        return 1;
    }
    core_data *data = lua_newuserdatauv(lua, sizeof *data, 2);
    *data = (core_data){type, stars, (unsigned char *)(uintptr_t)at};
    luaL_setmetatable(lua, core_name);
    if (owner) {
        lua_pushvalue(lua, owner);
        lua_setiuservalue(lua, -2, 1);
    }
    return 1;
}

/// A piece of data with memory of its own.
static core_data *core_own(lua_State *lua, const core_type *type, uint32_t stars, size_t size)
{
    core_data *data = lua_newuserdatauv(lua, sizeof *data + size, 2);
    *data = (core_data){type, stars, (unsigned char *)(data + 1)};
    memset(data->at, 0, size);
    luaL_setmetatable(lua, core_name);
    return data;
}

static int core_push_copy(lua_State *lua, const core_type *type, const void *value)
{
    memcpy(core_own(lua, type, 0, type->size)->at, value, type->size);
    return 1;
}

#include "core_api.h"

static size_t core_size(const core_type *type, uint32_t stars)
{
    return stars ? sizeof(void *) : type->size;
}

/// Reads what lies at a place.
static int core_read(lua_State *lua, const core_type *type, uint32_t stars, unsigned char *at,
                     int owner)
{
    const size_t size = core_size(type, stars);
    void *pointer = NULL;
    if (stars) {
        memcpy(&pointer, at, sizeof pointer);
        return core_push(lua, type, stars - 1, pointer, 0);
    }
    switch (type->kind) {
    case CORE_BOOL:
        lua_pushboolean(lua, *at);
        break;
    case CORE_SIGNED:
    case CORE_UNSIGNED: {
        uint64_t bits = 0;
        for (size_t i = 0; i < size; i++) { // little-endian and big-endian alike
            const size_t byte = *(const unsigned char *)&(const uint16_t){1} ? size - 1 - i : i;
            bits = bits << 8 | at[byte];
        }
        const uint64_t sign = type->kind == CORE_SIGNED ? UINT64_C(1) << (8 * size - 1) : 0;
        lua_pushinteger(lua, (lua_Integer)((bits ^ sign) - sign));
        break;
    }
    case CORE_REAL: {
        double number = 0;
        memcpy(&number, at, sizeof number);
        lua_pushnumber(lua, number);
        break;
    }
    default:
        return core_push(lua, type, 0, at, owner);
    }
    return 1;
}

static void core_write(lua_State *lua, const core_type *type, uint32_t stars, unsigned char *at,
                       int value);

/// Writes what a table has for the fields of a struct, in their order.
static void core_write_fields(lua_State *lua, const core_type *type, unsigned char *at, int value)
{
    lua_Integer index = 1;
    for (const core_field *field = type->fields; field->name; field++, index++) {
        if (lua_rawgeti(lua, value, index) != LUA_TNIL) {
            core_write(lua, &core_types[field->type], field->stars, at + field->offset,
                       lua_gettop(lua));
        }
        lua_pop(lua, 1);
    }
}

static void core_write(lua_State *lua, const core_type *type, uint32_t stars, unsigned char *at,
                       int value)
{
    const size_t size = core_size(type, stars);
    if (stars) {
        void *const pointer = core_pointer(lua, value);
        memcpy(at, &pointer, sizeof pointer);
    } else if (type->kind == CORE_STRUCT && lua_istable(lua, value)) {
        core_write_fields(lua, type, at, value);
    } else if (type->kind == CORE_STRUCT) {
        memcpy(at, ((core_data *)luaL_checkudata(lua, value, core_name))->at, size);
    } else if (type->kind == CORE_REAL) {
        const double number = luaL_checknumber(lua, value);
        memcpy(at, &number, sizeof number);
    } else if (type->kind == CORE_BOOL) {
        *at = (unsigned char)lua_toboolean(lua, value);
    } else {
        const lua_Integer bits = core_integer(lua, value, size, type->kind == CORE_SIGNED);
        for (size_t i = 0; i < size; i++) {
            const size_t byte = *(const unsigned char *)&(const uint16_t){1} ? i : size - 1 - i;
            at[byte] = (unsigned char)((uint64_t)bits >> (8 * i));
        }
    }
}

// The data ----------------------------------------------------------------------------------------

/// The place that an index or a name means: its type, and how often it points.
static unsigned char *core_place(lua_State *lua, const core_type **type, uint32_t *stars,
                                 uint32_t *count)
{
    const core_data *data = luaL_checkudata(lua, 1, core_name);
    *type = data->type;
    *stars = data->stars;
    *count = 0;
    if (lua_type(lua, 2) == LUA_TNUMBER) {
        return data->at + (size_t)luaL_checkinteger(lua, 2) * core_size(data->type, data->stars);
    }
    const char *name = luaL_checkstring(lua, 2);
    const core_field *field = data->stars ? NULL : data->type->fields;
    while (field && field->name && strcmp(field->name, name) != 0) {
        field++;
    }
    if (!field || !field->name) {
        luaL_error(lua, "%s has no field '%s'", data->type->name, name);
        return NULL;
    }
    *type = &core_types[field->type];
    *stars = field->stars;
    *count = field->count;
    return data->at + field->offset;
}

static int core_index(lua_State *lua)
{
    const core_type *type = NULL;
    uint32_t stars = 0, count = 0;
    unsigned char *at = core_place(lua, &type, &stars, &count);
    return count ? core_push(lua, type, stars, at, 1) : core_read(lua, type, stars, at, 1);
}

static int core_newindex(lua_State *lua)
{
    const core_type *type = NULL;
    uint32_t stars = 0, count = 0;
    unsigned char *at = core_place(lua, &type, &stars, &count);
    core_write(lua, type, stars, at, 3);
    return 0;
}

static int core_add(lua_State *lua)
{
    const core_data *data = luaL_checkudata(lua, 1, core_name);
    const size_t bytes = (size_t)luaL_checkinteger(lua, 2) * core_size(data->type, data->stars);
    return core_push(lua, data->type, data->stars, data->at + bytes, 1);
}

/// What `gc` gave a piece of data to be called at its end.
static int core_collect(lua_State *lua)
{
    if (lua_getiuservalue(lua, 1, 2) == LUA_TFUNCTION) {
        lua_call(lua, 0, 0);
    }
    return 0;
}

// The functions of `ffi` --------------------------------------------------------------------------

/// Splits "way_map *[1]" into the type, how often it points, and what stands in brackets.
static const core_type *core_parse(lua_State *lua, const char *text, uint32_t *stars,
                                   const char **bracket)
{
    const size_t length = strcspn(text, " *[");
    *stars = 0;
    for (*bracket = text + length; **bracket && **bracket != '['; ++*bracket) {
        *stars += **bracket == '*';
    }
    for (const core_type *type = core_types; type->name; type++) {
        if (strlen(type->name) == length && memcmp(type->name, text, length) == 0) {
            return type;
        }
    }
    luaL_error(lua, "no type '%s'", text);
    return NULL;
}

/// new("way_trip"), new("uint32_t[1]", 7), new("way_cell[?]", 3, {1, 2, 3})
static int core_new(lua_State *lua)
{
    uint32_t stars = 0;
    const char *bracket = NULL;
    const core_type *type = core_parse(lua, luaL_checkstring(lua, 1), &stars, &bracket);
    const bool asked = strcmp(bracket, "[?]") == 0;
    const lua_Integer count = asked      ? luaL_checkinteger(lua, 2)
                              : *bracket ? strtol(bracket + 1, NULL, 10)
                                         : 1;
    const int given = asked ? 3 : 2;
    const size_t size = core_size(type, stars);
    luaL_argcheck(lua, count >= 0 && size, 1, "no such size");
    lua_settop(lua, given);
    core_data *data = core_own(lua, type, stars, (size_t)count * size);
    if (*bracket && lua_istable(lua, given)) {
        const lua_Integer length = (lua_Integer)lua_rawlen(lua, given);
        for (lua_Integer i = 0; i < count && i < length; i++) {
            lua_rawgeti(lua, given, i + 1);
            core_write(lua, type, stars, data->at + (size_t)i * size, lua_gettop(lua));
            lua_pop(lua, 1);
        }
    } else if (!lua_isnil(lua, given)) {
        core_write(lua, type, stars, data->at, given);
    }
    return 1;
}

static int core_cast(lua_State *lua)
{
    uint32_t stars = 0;
    const char *bracket = NULL;
    const core_type *type = core_parse(lua, luaL_checkstring(lua, 1), &stars, &bracket);
    return core_push(lua, type, stars - 1, core_pointer(lua, 2), 2);
}

static int core_string(lua_State *lua)
{
    const char *text = core_pointer(lua, 1);
    if (lua_isnoneornil(lua, 2)) {
        lua_pushstring(lua, text);
    } else {
        lua_pushlstring(lua, text, (size_t)luaL_checkinteger(lua, 2));
    }
    return 1;
}

static int core_copy(lua_State *lua)
{
    memcpy(core_pointer(lua, 1), core_pointer(lua, 2), (size_t)luaL_checkinteger(lua, 3));
    return 0;
}

static int core_gc(lua_State *lua)
{
    luaL_checkudata(lua, 1, core_name);
    lua_settop(lua, 2);
    lua_setiuservalue(lua, 1, 2);
    return 1;
}

// Records -----------------------------------------------------------------------------------------

static const char core_record_name[] = "waymark.record";

/// record(world): the status, and what takes the bytes from now on.
static int core_record_begin(lua_State *lua)
{
    record *taken = lua_newuserdatauv(lua, sizeof *taken, 0);
    *taken = (record){0};
    luaL_setmetatable(lua, core_record_name);
    lua_pushinteger(lua, way_world_record(core_pointer(lua, 1), record_take, taken));
    lua_insert(lua, -2);
    return 2;
}

/// Ends it: its bytes; nothing if some were lost.
static int core_record_end(lua_State *lua)
{
    const record *taken = luaL_checkudata(lua, 1, core_record_name);
    if (way_world_record(core_pointer(lua, 2), NULL, NULL) || taken->lost) {
        return 0;
    }
    lua_pushlstring(lua, taken->bytes, taken->size);
    return 1;
}

static int core_record_collect(lua_State *lua)
{
    record *taken = luaL_checkudata(lua, 1, core_record_name);
    free(taken->bytes);
    taken->bytes = NULL;
    return 0;
}

int luaopen_waymark_core(lua_State *lua);

int luaopen_waymark_core(lua_State *lua)
{
    static const luaL_Reg data[] = {{"__index", core_index},
                                    {"__newindex", core_newindex},
                                    {"__add", core_add},
                                    {"__gc", core_collect},
                                    {NULL, NULL}};
    static const luaL_Reg records[] = {
        {"__gc", core_record_collect}, {"__call", core_record_end}, {NULL, NULL}};
    static const luaL_Reg functions[] = {
        {"new", core_new},   {"cast", core_cast}, {"string", core_string},
        {"copy", core_copy}, {"gc", core_gc},     {"record", core_record_begin},
        {NULL, NULL}};
    luaL_newmetatable(lua, core_name);
    luaL_setfuncs(lua, data, 0);
    luaL_newmetatable(lua, core_record_name);
    luaL_setfuncs(lua, records, 0);
    lua_pop(lua, 2);
    luaL_newlib(lua, functions);
    luaL_newlib(lua, core_functions);
    for (const core_constant *one = core_constants; one->name; one++) {
        lua_pushinteger(lua, one->value);
        lua_setfield(lua, -2, one->name);
    }
    lua_setfield(lua, -2, "lib");
    return 1;
}
