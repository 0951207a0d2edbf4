-- SPDX-FileCopyrightText: 2026 The waymark authors
-- SPDX-License-Identifier: MIT
--
-- A world of units: give orders, call one function per frame, draw.
--
--     local world = waymark.world(map, {units = 1000})
--     local unit = world:add(2, 2)
--     world:order({unit}, {kind = "go", x = 60, y = 60})
--     world:frame(8000)
--     local view = world:unit(unit)           -- x and y in cells, between two as it walks
--
-- While it lives only world:fill may edit the map.
local names = require "waymark.names"
local STATES, EVENTS = {}, {}
for name, number in pairs(names.unit_state) do
    STATES[number] = name
end
for name, number in pairs(names.world_event_kind) do
    EVENTS[number] = name
end
local NONE = 0xffffffff

local World = {}
World.__index = World

local core, help, cell_of

local function place_of(map, cell)
    if cell ~= NONE then
        local column = cell % map.width
        return {x = column, y = math.floor(cell / map.width)}
    end
end

--- Puts a unit on the map; kinds and teams count from 1, as they were given.
function World:add(x, y, kind, team)
    local cell = cell_of(self.map, x, y)
    help.whole(kind or 1, "a kind", 1, self.kinds)
    help.whole(team or 1, "a team", 1, self.teams)
    local other = core.world_unit_on(self.handle, cell)
    if other then
        error(("unit %d stands on (%d, %d)"):format(other, x, y), 2)
    end
    if not core.world_fits(self.handle, cell, (kind or 1) - 1) then
        error(("a unit of kind %d can't stand on (%d, %d): there is a wall"):format(kind or 1, x, y), 2)
    end
    return core.world_add(self.handle, cell, (kind or 1) - 1, (team or 1) - 1)
end

--- Takes a unit away at once.
function World:remove(unit)
    if not core.world_unit(self.handle, unit) then
        error(("no unit %s"):format(tostring(unit)), 2)
    end
    core.world_remove(self.handle, unit)
end

--- Orders units: `kind` is "stop", "hold", "go", "near", "any", "follow", "patrol" or "flee"; with x
--- and y, `cells` {{x, y}, ...}, `target` (a unit), `range`, `queued`, `together`, `formation`
--- ("box", "line", "column"), `kept` (on the way, too), `urgency` ("selected", "visible", "other", "periodic"), `period`.
function World:order(units, order)
    help.known(order, "an order", "kind", "x", "y", "cells", "target", "range", "queued", "together",
               "formation", "kept", "urgency", "period")
    for _, unit in ipairs(units) do
        if not core.world_unit(self.handle, unit) then
            error(("no unit %s"):format(tostring(unit)), 2)
        end
    end
    local cells = {}
    for i, place in ipairs(order.cells or {}) do
        cells[i] = cell_of(self.map, place[1] or place.x, place[2] or place.y)
    end
    local cell = order.x and cell_of(self.map, order.x, order.y) or 0
    core.world_order(self.handle, units, help.number_of("order_kind", order.kind, "order"), cell,
                     order.target or 0, order.range or 0, cells, order.queued or false,
                     order.together or false,
                     help.number_of("formation", order.formation or "none", "formation"),
                     help.number_of("urgency", order.urgency or "visible", "urgency"), order.period or 0,
                     order.kept or false)
end

--- Gives all cells of a rectangle one weight; units in the way plan again or leave.
function World:fill(x, y, width, height, weight)
    help.rectangle(self.map, x, y, width, height)
    core.world_edit(self.handle, x, y, width, height, help.weight_of(weight))
end

--- As map:link, under units; with `options.capacity` at most so many are on it at once (a lift).
function World:link(x0, y0, x1, y1, options)
    help.known(options, "a link", "cost", "both_ways", "profile", "capacity")
    help.whole(options.cost, "a link's cost", 1, 2 ^ 22)
    core.world_link(self.handle, true, cell_of(self.map, x0, y0), cell_of(self.map, x1, y1), options.cost,
                    options.both_ways or false, options.profile or 0,
                    help.whole(options.capacity or 0, "a capacity", 0, 4))
end

--- Removes a link that has these ends and these options, whatever it costs.
function World:unlink(x0, y0, x1, y1, options)
    options = help.known(options, "a link", "both_ways", "profile")
    core.world_link(self.handle, false, cell_of(self.map, x0, y0), cell_of(self.map, x1, y1), 1,
                    options.both_ways or false, options.profile or 0)
end

--- Whether a team, which count from 1, has ever seen a place.
function World:knows(team, x, y)
    return core.world_knows(self.handle, help.whole(team, "a team", 1, self.teams) - 1,
                            cell_of(self.map, x, y))
end

--- One frame: plans for about `budget` units of work, moves all units.
function World:frame(budget)
    core.world_frame(self.handle, help.whole(budget, "a budget", 0, 2 ^ 32 - 1))
end

--- The handles of all units.
function World:units()
    return core.world_units(self.handle)
end

--- The unit on a place; nil if there is none.
function World:unit_on(x, y)
    return core.world_unit_on(self.handle, cell_of(self.map, x, y))
end

--- The places that a unit means to walk, as far as it knows.
function World:path(unit)
    local places = {}
    for i, cell in ipairs(core.world_path(self.handle, unit)) do
        places[i] = place_of(self.map, cell)
    end
    return places
end

--- The tick, frames so far, and the work of the last one.
function World:statistics()
    return core.world_statistics(self.handle)
end

--- What can be seen of a unit; nil if it is gone.
function World:unit(unit)
    local cell, goal, x, y, heading, kind, team, size, state, standing =
        core.world_unit(self.handle, unit)
    if cell then
        return {
            cell = place_of(self.map, cell),
            goal = place_of(self.map, goal),
            x = x / 1024,
            y = y / 1024,
            heading = heading,
            kind = kind + 1,
            team = team + 1,
            size = size,
            state = STATES[state],
            standing = standing,
        }
    end
end

--- Takes the events that nobody has taken yet: for kind, unit, place, other, tick in world:events().
function World:events()
    return function()
        local kind, unit, cell, other, tick = core.world_event(self.handle)
        if kind then
            return EVENTS[kind], unit, place_of(self.map, cell), other ~= 0 and other or nil, tick
        end
    end
end

--- The same on every machine that made the same calls, as 16 hex digits.
function World:hash()
    return core.world_hash(self.handle)
end

--- Everything that decides what will happen, as a string.
function World:save()
    return core.world_save(self.handle)
end

--- Records everything from now on, until World:stop gives the bytes.
function World:record()
    if self.taken then
        error("this world is being recorded", 2)
    end
    self.taken = core.world_record(self.handle)
end

--- Ends a record and gives its bytes, as a string.
function World:stop()
    if not self.taken then
        error("this world is not being recorded", 2)
    end
    local taken = self.taken
    self.taken = nil
    return core.world_stop(self.handle, taken) or error("there was no memory for the record", 2)
end

local Replay = {}
Replay.__index = Replay

--- Makes the calls of one frame; whether the world is the recorded one, nil at the end of the record.
function Replay:frame()
    local over, same = core.replay_frame(self.handle)
    if not over then
        return same
    end
end

return function(waymark, functions, helpers)
    core, help, cell_of = functions, helpers, helpers.cell_of

    local function live(world, map)
        world.map, map.world[1] = map, world
        return setmetatable(world, World)
    end

    -- A world that has a map of its own.
    local function grown(handle)
        local map = help.map_of(core.world_map(handle))
        return live({handle = handle, kinds = 16, teams = 8}, map)
    end

    --- A world on a map: `units` is the most there will be; `kinds` {{size, speed, turn, profile}},
    --- `teams` {{fog, sight}}, `rivals` and `algorithm` may be left out.
    function waymark.world(map, options)
        help.refuse(map, "that world; there is one to a map")
        help.known(options, "a world", "units", "kinds", "teams", "rivals", "algorithm")
        help.whole(options.units, "a number of units", 1, 2 ^ 22)
        local kinds, teams = options.kinds or {{size = 1}}, options.teams or {}
        help.whole(#kinds, "a number of kinds", 1, 16)
        help.whole(#teams, "a number of teams", 0, 8)
        for _, kind in ipairs(kinds) do
            help.known(kind, "a kind", "size", "speed", "turn", "profile")
            help.whole(kind.size or 1, "a unit's size", 0, 16)
            help.whole(kind.speed or 0, "a speed", 0, 256)
            help.whole(kind.turn or 0, "a turn", 0, 4096)
            help.profile_of(map, kind.profile)
        end
        for _, team in ipairs(teams) do
            help.known(team, "a team", "fog", "sight")
            help.whole(team.sight or 0, "a sight", 0, 64)
        end
        local handle = core.world(map.handle, options.units, kinds, teams, options.rivals or false,
                                  options.algorithm)
        return live({handle = handle, kinds = #kinds, teams = math.max(#teams, 1)}, map)
    end

    --- A world as World:save saw it, with a map of its own.
    function waymark.restore(saved)
        return grown(core.world_restore(saved))
    end

    --- A record that is played again: `replay:frame()` until it gives nil; `replay.world` is to look at.
    function waymark.replay(record)
        local handle, world = core.replay(record)
        return setmetatable({handle = handle, world = grown(world)}, Replay)
    end
end
