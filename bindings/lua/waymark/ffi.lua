-- SPDX-FileCopyrightText: 2026 The waymark authors
-- SPDX-License-Identifier: MIT
--
-- The library by LuaJIT's FFI, or by waymark.core, which is as much of that as is needed for Lua 5.4; what
-- all classes share: handles, errors, checked arguments. The declarations are printed from the library's
-- headers by scripts/api.py; LuaJIT finds the library as $WAYMARK_LIBRARY, beside this file, or by its name.
local names = require "waymark.names"
local ffi, lib

local function beside()
    local here = package.searchpath and package.searchpath("waymark.ffi", package.path)
    local path = here and here:gsub("ffi%.lua$", "libwaymark.so")
    local file = path and io.open(path, "rb")
    if file then
        file:close()
        return path
    end
end

if jit then
    ffi = require "ffi"
    ffi.cdef(require "waymark.declarations")
    lib = ffi.load(os.getenv "WAYMARK_LIBRARY" or beside() or "waymark")
else
    ffi = require "waymark.core"
    lib = ffi.lib
end

local core = {ffi = ffi, lib = lib, NONE = 0xffffffff}

-- Errors and checked arguments --------------------------------------------------------------------

local here = debug.getinfo(1, "S").source:match "^(.*)ffi%.lua$" or "?"

--- Raises an error at the line that called the layer.
function core.fail(text)
    local level = 2
    while true do
        local at = debug.getinfo(level, "S")
        if not at or at.what ~= "C" and at.source:sub(1, #here) ~= here and at.source ~= here:sub(1, -2) .. ".lua" then
            error(text, level)
        end
        level = level + 1
    end
end

--- `problem` [opt] is words, or the library's own.
function core.check(status, problem)
    if status ~= 0 then
        local text = ffi.string(lib.way_status_text(status))
        local more = type(problem) == "string" and problem or problem and ffi.string(problem.text) or ""
        core.fail("waymark: " .. text .. (more ~= "" and ": " .. more or ""))
    end
end

--- Whether it is a whole number within a range.
function core.is_whole(value, least, most)
    return type(value) == "number" and value >= least and value <= most and value % 1 == 0
end

--- The same number, if it is one.
function core.whole(value, what, least, most)
    if not core.is_whole(value, least, most) then
        core.fail(("%s is a whole number from %d to %d, not %s"):format(what, least, most,
                                                                     tostring(value)))
    end
    return value
end

--- A weight as it is, if it is one.
function core.weight_of(weight)
    return core.whole(weight, "a weight", 0, 255)
end

--- Up to how much work a call does.
function core.budget(value, least)
    return core.whole(value, "a budget", least or 0, core.NONE)
end

--- True or false, which is what nil is.
function core.flag(value, what)
    if value ~= nil and type(value) ~= "boolean" then
        core.fail(("%s is true or false, not %s"):format(what, tostring(value)))
    end
    return value or false
end

--- A string, such as one that was saved.
function core.text(value, what)
    if type(value) ~= "string" then
        core.fail(("%s is a string, not %s"):format(what, tostring(value)))
    end
    return value
end

--- A list, such as {{x, y}, ...}.
function core.items(value, what)
    if type(value) ~= "table" then
        core.fail(("%s are a list, not %s"):format(what, tostring(value)))
    end
    return value
end

--- Refuses options that nobody knows.
function core.known(options, what, ...)
    local all = table.concat({...}, ", ")
    if type(options or {}) ~= "table" then
        core.fail(("options of %s are a table of %s, not %s"):format(what, all, tostring(options)))
    end
    for name in pairs(options or {}) do
        if not (", " .. all .. ","):find(", " .. tostring(name) .. ",", 1, true) then
            core.fail(("%s has no option '%s'; there are %s"):format(what, tostring(name), all))
        end
    end
    return options or {}
end

--- The number of a name such as "pull".
function core.number_of(kind, name, what)
    return names[kind][name] or core.fail(("no %s is called '%s'; there are %s"):format(
        what, tostring(name), table.concat(core.names_of(kind), ", ", 0)))
end

--- The names of numbers.
function core.names_of(kind)
    local found = {}
    for name, number in pairs(names[kind]) do
        found[number] = name
    end
    return found
end

-- Data --------------------------------------------------------------------------------------------

function core.hex(hash)
    return jit and bit.tohex(hash, 16) or ("%016x"):format(hash)
end

local outcomes = core.names_of "outcome"

function core.outcome(number)
    return outcomes[tonumber(number)]
end

function core.list(array, count)
    local list = {}
    for i = 1, count do
        list[i] = array[i - 1]
    end
    return list
end

function core.array(kind, list)
    return ffi.new(kind .. "[?]", math.max(#list, 1), list)
end

function core.states(cells)
    return core.array("way_state", cells)
end

--- A copy of a string that the library may borrow, as words of eight bytes.
function core.copy(text)
    core.text(text, "what was saved")
    local words = ffi.new("uint64_t[?]", math.floor(#text / 8) + 1)
    ffi.copy(words, text, #text)
    return words
end

function core.or_nil(number)
    return number ~= core.NONE and number or nil
end

--- The number that a call writes behind its other arguments: one of that type. `wrong` says what is wrong
--- with them if it refuses.
function core.ask(kind, wrong, call, ...)
    local out = ffi.new(kind .. "[1]")
    local arguments, count = {...}, select("#", ...)
    arguments[count + 1] = out
    core.check(call((table.unpack or unpack)(arguments, 1, count + 1)), wrong)
    return out[0]
end

-- Handles -----------------------------------------------------------------------------------------

-- A node counts who uses it and takes its owner along when it goes, so that nothing is destroyed
-- before what borrows it, in whatever order the collector comes by.
local function release(node)
    node.users = node.users - 1
    if node.users == 0 then
        node.destroy(node.pointer)
        if node.owner then
            release(node.owner)
        end
    end
end

--- Makes an object of a class the holder of a pointer. What it is made of [opt] lives as long.
function core.hold(class, object, pointer, destroy, owner)
    local node = {pointer = pointer, destroy = destroy, owner = owner and owner.node, users = 1}
    if owner then
        owner.node.users = owner.node.users + 1
    end
    object.pointer, object.node = pointer, node
    object.guard = ffi.gc(ffi.new "char[1]", function()
        release(node)
    end)
    return setmetatable(object, class)
end

--- The same for what `call(out, problem)` makes; `wrong` [opt] says what is wrong where the library
--- does not.
function core.make(class, object, kind, destroy, owner, call, wrong)
    local out, problem = ffi.new(kind .. " *[1]"), ffi.new "way_problem"
    local status = call(out, problem)
    core.check(status, problem.text[0] ~= 0 and problem or wrong)
    return core.hold(class, object, out[0], destroy, owner)
end

--- Of a call that goes on with a trip.
function core.go_on(status)
    core.check(status, status == lib.WAY_STATUS_WRONG_STATE and "there is no trip to go on with; begin one")
end

--- Does nothing: what destroys a pointer that belongs to its owner.
function core.leave() end

function core.class()
    local class = {}
    class.__index = class
    return class
end

return core
