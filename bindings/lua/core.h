// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What the files of the C module for Lua 5.4 share.
#pragma once

#include <waymark/all.h>

#include <lauxlib.h>
#include <lua.h>

typedef struct core_map {
    way_map *map;
    way_space *space; ///< of plain units
    bool borrowed;    ///< from a world, which the handle keeps alive
} core_map;

/// Raises an error that says why, unless the status is OK.
void core_check(lua_State *lua, way_status status, const way_problem *problem);

/// The argument at `index`, a whole number of 32 bits.
uint32_t core_number(lua_State *lua, int index);

/// The list of cells at `index`, in memory that Lua owns and that is left on the stack.
const way_state *core_states(lua_State *lua, int index, uint32_t *count);

/// A new handle for a pointer, which keeps alive what stands at `owner`; a second user value may
/// hold bytes that it borrows.
void **core_handle(lua_State *lua, const char *type, int owner);

/// Makes a type of handles.
void core_type(lua_State *lua, const char *name, lua_CFunction gc);

/// Pushes a hash as 16 digits.
int core_push_hash(lua_State *lua, uint64_t hash);

/// The map that is the first argument.
core_map *core_to_map(lua_State *lua);

/// Pushes the handle of a map that belongs to what stands at `owner`.
void core_push_map(lua_State *lua, way_map *map, int owner);

/// Adds the functions of worlds to the table on the top of the stack.
void core_world_open(lua_State *lua);
