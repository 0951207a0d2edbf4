-- SPDX-FileCopyrightText: 2026 The waymark authors
-- SPDX-License-Identifier: MIT
--
-- The few functions that waymark.lua stands on, by LuaJIT's FFI. The declarations are printed from
-- the library's headers by scripts/ffi_header.sh; the library is found as $WAYMARK_LIBRARY or by
-- its name.
local ffi = require "ffi"
ffi.cdef(require "waymark.declarations")
local lib = ffi.load(os.getenv "WAYMARK_LIBRARY" or "waymark")

local NONE = 0xffffffff
local core = {}

local function check(status, problem)
    if status ~= 0 then
        local text = ffi.string(lib.way_status_text(status))
        if problem and problem.text[0] ~= 0 then
            text = text .. ": " .. ffi.string(problem.text)
        end
        error("waymark: " .. text, 3)
    end
end

local function outcome_name(outcome)
    return ffi.string(lib.way_outcome_name(outcome)):lower()
end

local function cells_of(states, count)
    local cells = {}
    for i = 1, count do
        cells[i] = states[i - 1]
    end
    return cells
end

local function states_of(cells)
    return ffi.new("way_state[?]", math.max(#cells, 1), cells)
end

function core.version()
    return ffi.string(lib.way_version())
end

function core.algorithms()
    local list = {}
    for i = 1, lib.way_algorithm_count() do
        local entry = lib.way_algorithm_at(i - 1)
        list[i] = {
            name = ffi.string(entry.name),
            title = ffi.string(entry.title),
            family = ffi.string(entry.family),
            summary = ffi.string(entry.summary),
        }
    end
    return list
end

function core.hash(cells)
    local hash = lib.way_hash_bytes(0, states_of(cells), #cells * 4)
    return bit.tohex(hash, 16)
end

-- Handles. A node counts who uses it and takes its owner along when it goes, so that nothing is
-- destroyed before what borrows it, in whatever order the collector comes by.
local function release(node)
    node.users = node.users - 1
    if node.users == 0 then
        node.destroy(node.pointer)
        if node.owner then
            release(node.owner)
        end
    end
end

local function hold(pointer, destroy, owner)
    local node = {pointer = pointer, destroy = destroy, owner = owner and owner.node, users = 1}
    if owner then
        owner.node.users = owner.node.users + 1
    end
    local guard = ffi.gc(ffi.new "char[1]", function()
        release(node)
    end)
    return {pointer = pointer, node = node, guard = guard}
end

function core.map(width, height, weights)
    local config = lib.way_map_config_default(width, height)
    local bytes = weights and ffi.new("uint8_t[?]", #weights, weights)
    config.weights = bytes
    local map = ffi.new "way_map *[1]"
    check(lib.way_map_create(config, map))
    local ground = hold(map[0], lib.way_map_destroy)
    local space = ffi.new "way_space *[1]"
    check(lib.way_space_create_grid(map[0], 1, nil, space))
    local handle = hold(space[0], lib.way_space_destroy, ground)
    handle.map = map[0]
    return handle
end

function core.edit(map, x, y, width, height, weight)
    local edit = ffi.new("way_edit[1]", {{x, y, width, height, weight}})
    check(lib.way_map_edit(map.map, edit, 1))
end

function core.weight(map, cell)
    return lib.way_map_weight(map.map, cell)
end

function core.reachable(map, from, to)
    return lib.way_map_is_reachable(map.map, from, to, 1)
end

function core.find(map, algorithm, from, to)
    local path = ffi.new "way_path"
    check(lib.way_find(map.map, algorithm, from, to, path))
    local outcome, cost, cells = outcome_name(path.outcome), path.cost,
        cells_of(path.states, path.count)
    lib.way_path_free(path)
    return outcome, cost, cells
end

function core.navigator(map, algorithm)
    local problem = ffi.new "way_problem"
    local config = ffi.new "way_navigator_config"
    config.space, config.algorithm, config.problem = map.pointer, algorithm, problem
    local out = ffi.new "way_navigator *[1]"
    check(lib.way_navigator_create(config, out), problem)
    return hold(out[0], lib.way_navigator_destroy, map)
end

function core.repair(navigator, budget)
    local done = ffi.new "bool[1]"
    check(lib.way_navigator_repair(navigator.pointer, budget, done))
    return done[0]
end

function core.agent(navigator)
    local config = ffi.new "way_agent_config"
    config.navigator = navigator.pointer
    local out = ffi.new "way_agent *[1]"
    check(lib.way_agent_create(config, out))
    return hold(out[0], lib.way_agent_destroy, navigator)
end

function core.begin(agent, from, to, nearest, partial)
    local trip = ffi.new "way_trip"
    trip.start, trip.goal, trip.nearest_instead, trip.partial = from, to, nearest, partial
    check(lib.way_agent_begin(agent.pointer, trip))
end

function core.step(agent, budget)
    return outcome_name(lib.way_agent_step(agent.pointer, budget))
end

function core.path(agent)
    local count = ffi.new "uint32_t[1]"
    local states = lib.way_agent_path(agent.pointer, count)
    return outcome_name(lib.way_agent_outcome(agent.pointer)), lib.way_agent_cost(agent.pointer),
        cells_of(states, count[0])
end

function core.field(map)
    local config = ffi.new "way_field_config"
    config.space, config.backward = map.pointer, true
    local out = ffi.new "way_field *[1]"
    check(lib.way_field_create(config, out))
    return hold(out[0], lib.way_field_destroy, map)
end

function core.field_begin(field, cells)
    check(lib.way_field_begin(field.pointer, states_of(cells), #cells, NONE))
end

function core.field_step(field, budget)
    return outcome_name(lib.way_field_step(field.pointer, budget))
end

function core.field_next(field, cell)
    local next = lib.way_field_next(field.pointer, cell)
    return next ~= NONE and next or nil
end

function core.field_cost(field, cell)
    local cost = lib.way_field_cost(field.pointer, cell)
    return cost ~= NONE and cost or nil
end

return core
