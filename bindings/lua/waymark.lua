-- SPDX-FileCopyrightText: 2026 The waymark authors
-- SPDX-License-Identifier: MIT
--
-- waymark for Lua: maps, paths, agents that plan a little per frame, fields, worlds of units.
--
--     local waymark = require "waymark"
--     local map = waymark.map(64, 64)
--     map:fill(20, 0, 1, 40, 0)                     -- a wall
--     local path = map:find(2, 2, 60, 60, "jps")
--     for _, p in ipairs(path) do print(p.x, p.y) end
--
-- Coordinates count from 0, as cells do in the library. A call that fails raises an error that says
-- why; what a trip came to is an outcome such as "arrived" or "no_path". LuaJIT (and so LÖVE) talks
-- to the shared library by its FFI, other Luas by a C module; both are hidden behind this file.
local core = jit and require "waymark.ffi" or require "waymark.core"

local waymark = {version = core.version()}

--- Every algorithm: {name, title, family, summary}, in the order of the registry.
function waymark.algorithms()
    return core.algorithms()
end

--- A hash of cell numbers, or of a string, as 16 hex digits; the same for every language and machine.
function waymark.hash(cells)
    return core.hash(cells)
end

local Map, Penalties, Navigator, Agent, Field = {}, {}, {}, {}, {}
for _, class in ipairs {Map, Penalties, Navigator, Agent, Field} do
    class.__index = class
end

local function cell_of(map, x, y)
    if x < 0 or y < 0 or x >= map.width or y >= map.height then
        error(("(%s, %s) is outside the map of %d x %d"):format(x, y, map.width, map.height), 3)
    end
    return y * map.width + x
end

-- A weight as it is, if it is one; what calls the caller is at fault otherwise.
local function weight_of(weight)
    if type(weight) ~= "number" or weight < 0 or weight > 255 or weight % 1 ~= 0 then
        error(("a weight is a whole number from 0 to 255, not %s"):format(tostring(weight)), 3)
    end
    return weight
end

local function path_of(map, outcome, cost, cells)
    local path = {outcome = outcome, cost = cost, cells = cells}
    for i, cell in ipairs(cells) do
        path[i] = {x = cell % map.width, y = math.floor(cell / map.width)}
    end
    return path
end

--- A map of plain ground, or of `weights`: a list of width * height numbers, row by row; 0 is
--- blocked, 1 plain ground, w costs w times as much to cross.
function waymark.map(width, height, weights)
    if weights and #weights ~= width * height then
        error(("%d weights for %d x %d cells"):format(#weights, width, height), 2)
    end
    for i = 1, weights and #weights or 0 do
        weight_of(weights[i])
    end
    return setmetatable({
        width = width,
        height = height,
        handle = core.map(width, height, weights),
    }, Map)
end

--- Gives all cells of a rectangle one weight. One call is one edit.
function Map:fill(x, y, width, height, weight)
    core.edit(self.handle, x, y, width, height, weight_of(weight))
end

--- Gives one cell a weight.
function Map:set(x, y, weight)
    core.edit(self.handle, x, y, 1, 1, weight_of(weight))
end

--- The weight of a cell; 0 is blocked.
function Map:get(x, y)
    return core.weight(self.handle, cell_of(self, x, y))
end

--- Whether a walk exists; answered without a search.
function Map:reachable(x0, y0, x1, y1, profile)
    return core.reachable(self.handle, cell_of(self, x0, y0), cell_of(self, x1, y1), profile)
end

--- Prepares the map for a kind of unit and gives its number: `size` cells wide (1 if not given),
--- `weights` by terrain for those that weigh other than themselves, such as {[3] = 1, [4] = 0}.
function Map:profile(options)
    return core.profile(self.handle, options.size or 1, options.weights or {})
end

--- A step between cells that need not be neighbours. `options.cost` must be given; it leads back as
--- well with `options.both_ways`, and is for all units but with `options.profile`.
function Map:link(x0, y0, x1, y1, options)
    core.link(self.handle, true, cell_of(self, x0, y0), cell_of(self, x1, y1), options.cost,
              options.both_ways or false, options.profile or 0)
end

--- Removes a link that has these ends and these options, whatever it costs.
function Map:unlink(x0, y0, x1, y1, options)
    options = options or {}
    core.link(self.handle, false, cell_of(self, x0, y0), cell_of(self, x1, y1), 1,
              options.both_ways or false, options.profile or 0)
end

--- Penalties for cells that may change at any time without an edit: danger, crowds. A point costs
--- `options.unit`, or a straight step. What takes `options` below takes {penalties = these}.
function Map:penalties(options)
    options = options or {}
    local handle = core.penalties(self.handle, options.profile or 1, options.unit or 0)
    return setmetatable({map = self, handle = handle}, Penalties)
end

--- Gives a cell a penalty of 0 to 255 points.
function Penalties:set(x, y, points)
    core.penalize(self.handle, cell_of(self.map, x, y), weight_of(points))
end

-- The handle of what units of these options walk on.
local function space_of(map, options)
    if options and options.penalties then
        return options.penalties.handle
    end
    if options and options.profile and options.profile ~= 1 then
        return core.space(map.handle, options.profile)
    end
    return map.handle
end

--- One trip, prepared from scratch: keep a navigator and an agent for more than one. `options` are
--- `profile` or `penalties`, here and below.
function Map:find(x0, y0, x1, y1, algorithm, options)
    local from, to = cell_of(self, x0, y0), cell_of(self, x1, y1)
    return path_of(self, core.find(space_of(self, options), algorithm or "astar", from, to))
end

--- An algorithm prepared for the map, such as "jps" or "dba(sector=16)".
function Map:navigator(algorithm, options)
    local handle = core.navigator(space_of(self, options), algorithm or "astar")
    return setmetatable({map = self, handle = handle}, Navigator)
end

--- A navigator of what Navigator:save gave.
function Map:open(bytes, options)
    return setmetatable({map = self, handle = core.open(space_of(self, options), bytes)}, Navigator)
end

--- Costs and next steps to one place from everywhere: for crowds. With `options.forward` costs from
--- that place: for ranges.
function Map:field(options)
    local handle = core.field(space_of(self, options), options and options.forward or false)
    return setmetatable({map = self, handle = handle}, Field)
end

--- The database as a string, to be kept in a file.
function Navigator:save()
    return core.save(self.handle)
end

--- Whether the database knows of all edits.
function Navigator:current()
    return core.current(self.handle)
end

--- Brings a database up to date with edits, with about `budget` expansions; true when it is.
function Navigator:repair(budget)
    return core.repair(self.handle, budget)
end

--- A unit that plans one trip at a time.
function Navigator:agent()
    return setmetatable({map = self.map, handle = core.agent(self.handle)}, Agent)
end

--- Starts a trip. `options.nearest` goes as near as possible where the goal can't be reached,
--- `options.partial` leaves a path towards the goal when the search gives up.
function Agent:begin(x0, y0, x1, y1, options)
    options = options or {}
    core.begin(self.handle, cell_of(self.map, x0, y0), cell_of(self.map, x1, y1),
               options.nearest or false, options.partial or false)
end

--- Works for up to `budget` expansions: "moving" while there is more to do.
function Agent:step(budget)
    return core.step(self.handle, budget)
end

--- The moves committed so far.
function Agent:path()
    return path_of(self.map, core.path(self.handle))
end

--- Starts over from a list of goals {{x, y}, ...}; cells that cost more than `limit` are left out.
function Field:begin(goals, limit)
    local cells = {}
    for i, goal in ipairs(goals) do
        cells[i] = cell_of(self.map, goal[1] or goal.x, goal[2] or goal.y)
    end
    core.field_begin(self.handle, cells, limit)
end

--- Settles up to `budget` cells: "moving" while there are more, "arrived" when complete.
function Field:step(budget)
    return core.field_step(self.handle, budget)
end

--- The next cell on a cheapest way to a goal; nil at a goal or where there is no way.
function Field:next(x, y)
    local cell = core.field_next(self.handle, cell_of(self.map, x, y))
    if cell then
        local column = cell % self.map.width
        return column, math.floor(cell / self.map.width)
    end
end

--- The cost of a cheapest way to a goal; nil where there is none.
function Field:cost(x, y)
    return core.field_cost(self.handle, cell_of(self.map, x, y))
end

require "waymark.world"(waymark, core, cell_of, weight_of)

return waymark
