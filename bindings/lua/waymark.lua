-- SPDX-FileCopyrightText: 2026 The waymark authors
-- SPDX-License-Identifier: MIT
--
-- waymark for Lua: maps, paths, agents that plan a little per frame, fields.
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

--- A hash of cell numbers as 16 hex digits; the same for every language and machine.
function waymark.hash(cells)
    return core.hash(cells)
end

local Map, Navigator, Agent, Field = {}, {}, {}, {}
Map.__index, Navigator.__index, Agent.__index, Field.__index = Map, Navigator, Agent, Field

local function cell_of(map, x, y)
    if x < 0 or y < 0 or x >= map.width or y >= map.height then
        error(("(%s, %s) is outside the map of %d x %d"):format(x, y, map.width, map.height), 3)
    end
    return y * map.width + x
end

local function path_of(map, outcome, cost, cells)
    local path = {outcome = outcome, cost = cost, cells = cells}
    for i, cell in ipairs(cells) do
        path[i] = {x = cell % map.width, y = (cell - cell % map.width) / map.width}
    end
    return path
end

--- A map of plain ground, or of `weights`: a list of width * height numbers, row by row; 0 is
--- blocked, 1 plain ground, w costs w times as much to cross.
function waymark.map(width, height, weights)
    if weights and #weights ~= width * height then
        error(("%d weights for %d x %d cells"):format(#weights, width, height), 2)
    end
    return setmetatable({
        width = width,
        height = height,
        handle = core.map(width, height, weights),
    }, Map)
end

--- Gives all cells of a rectangle one weight. One call is one edit.
function Map:fill(x, y, width, height, weight)
    core.edit(self.handle, x, y, width, height, weight)
end

--- Gives one cell a weight.
function Map:set(x, y, weight)
    core.edit(self.handle, x, y, 1, 1, weight)
end

--- The weight of a cell; 0 is blocked.
function Map:get(x, y)
    return core.weight(self.handle, cell_of(self, x, y))
end

--- Whether a walk exists; answered without a search.
function Map:reachable(x0, y0, x1, y1)
    return core.reachable(self.handle, cell_of(self, x0, y0), cell_of(self, x1, y1))
end

--- One trip, prepared from scratch: keep a navigator and an agent for more than one.
function Map:find(x0, y0, x1, y1, algorithm)
    local from, to = cell_of(self, x0, y0), cell_of(self, x1, y1)
    return path_of(self, core.find(self.handle, algorithm or "astar", from, to))
end

--- An algorithm prepared for the map, such as "jps" or "dba(sector=16)".
function Map:navigator(algorithm)
    return setmetatable({map = self, handle = core.navigator(self.handle, algorithm or "astar")},
                        Navigator)
end

--- Costs and next steps to one place from everywhere: for crowds.
function Map:field()
    return setmetatable({map = self, handle = core.field(self.handle)}, Field)
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

--- Starts over from a list of goals {{x, y}, ...}.
function Field:begin(goals)
    local cells = {}
    for i, goal in ipairs(goals) do
        cells[i] = cell_of(self.map, goal[1] or goal.x, goal[2] or goal.y)
    end
    core.field_begin(self.handle, cells)
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
        return column, (cell - column) / self.map.width
    end
end

--- The cost of a cheapest way to a goal; nil where there is none.
function Field:cost(x, y)
    return core.field_cost(self.handle, cell_of(self.map, x, y))
end

return waymark
