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
local ORDERS, FORMATIONS, URGENCIES = names.order_kind, names.formation, names.urgency
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

local core, cell_of, weight_of

local function named(names, name, what)
    return names[name] or error(("no %s is called '%s'"):format(what, tostring(name)), 3)
end

local function place_of(map, cell)
    if cell ~= NONE then
        local column = cell % map.width
        return {x = column, y = math.floor(cell / map.width)}
    end
end

--- Puts a unit on the map; kinds and teams count from 1, as they were given.
function World:add(x, y, kind, team)
    return core.world_add(self.handle, cell_of(self.map, x, y), (kind or 1) - 1, (team or 1) - 1)
end

--- Takes a unit away at once.
function World:remove(unit)
    core.world_remove(self.handle, unit)
end

--- Orders units: `kind` is "stop", "hold", "go", "near", "any", "follow", "patrol" or "flee"; with x
--- and y, `cells` {{x, y}, ...}, `target` (a unit), `range`, `queued`, `together`, `formation`
--- ("box", "line", "column"), `kept` (on the way, too), `urgency` ("selected", "visible", "other", "periodic"), `period`.
function World:order(units, order)
    local cells = {}
    for i, place in ipairs(order.cells or {}) do
        cells[i] = cell_of(self.map, place[1] or place.x, place[2] or place.y)
    end
    local cell = order.x and cell_of(self.map, order.x, order.y) or 0
    core.world_order(self.handle, units, named(ORDERS, order.kind, "order"), cell,
                     order.target or 0, order.range or 0, cells, order.queued or false,
                     order.together or false,
                     named(FORMATIONS, order.formation or "none", "formation"),
                     named(URGENCIES, order.urgency or "visible", "urgency"), order.period or 0,
                     order.kept or false)
end

--- Gives all cells of a rectangle one weight; units in the way plan again or leave.
function World:fill(x, y, width, height, weight)
    core.world_edit(self.handle, x, y, width, height, weight_of(weight))
end

--- One frame: plans for about `budget` units of work, moves all units.
function World:frame(budget)
    core.world_frame(self.handle, budget)
end

--- The handles of all units.
function World:units()
    return core.world_units(self.handle)
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

return function(waymark, functions, cell_of_place, checked_weight)
    core, cell_of, weight_of = functions, cell_of_place, checked_weight

    --- A world on a map: `units` is the most there will be; `kinds` {{size, speed, turn, profile}},
    --- `teams` {{fog, sight}} and `rivals` may be left out.
    function waymark.world(map, options)
        local handle = core.world(map.handle, options.units, options.kinds or {{size = 1}},
                                  options.teams or {}, options.rivals or false)
        return setmetatable({map = map, handle = handle}, World)
    end
end
