-- SPDX-FileCopyrightText: 2026 The waymark authors
-- SPDX-License-Identifier: MIT
--
-- waymark for Lua: maps, paths, agents that plan a little per frame, fields, worlds of units.
--
--     local waymark = require "waymark"
--     local map = waymark.map(64, 64)
--     map:fill(20, 0, 1, 40, 0)                     -- a wall
--     local path = map:find(2, 2, 60, 60)
--     for _, p in ipairs(path) do print(p.x, p.y) end
--
-- Coordinates count from 0, as cells do in the library. A call that fails raises an error that says
-- why; what a trip came to is an outcome such as "found" or "no_path". LuaJIT (and so LÖVE) talks
-- to the shared library by its FFI, other Luas by a C module; both are hidden behind this file.
local names = require "waymark.names"
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

local Map, Penalties, Navigator, Agent, Field, Fog, Walker = {}, {}, {}, {}, {}, {}, {}
for _, class in ipairs {Map, Penalties, Navigator, Agent, Field, Fog, Walker} do
    class.__index = class
end

-- A whole number within a range; what calls the caller is at fault otherwise.
local function whole(value, what, least, most)
    if type(value) ~= "number" or not (value >= least and value <= most) or value % 1 ~= 0 then
        error(("%s is a whole number from %d to %d, not %s"):format(what, least, most,
                                                                     tostring(value)), 3)
    end
    return value
end

-- Refuses options that nobody knows.
local function known(options, what, ...)
    for name in pairs(options or {}) do
        local found = false
        for _, one in ipairs {...} do
            found = found or name == one
        end
        if not found then
            error(("%s has no option '%s'; there are %s"):format(what, tostring(name),
                                                                 table.concat({...}, ", ")), 3)
        end
    end
    return options or {}
end

-- The number of a name such as "pull".
local function number_of(kind, name, what)
    local number = names[kind][name]
    if not number then
        error(("no %s is called '%s'"):format(what, tostring(name)), 3)
    end
    return number
end

local function cell_of(map, x, y)
    whole(x, "a coordinate", -2 ^ 31, 2 ^ 31)
    whole(y, "a coordinate", -2 ^ 31, 2 ^ 31)
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

-- Editing by hand would leave a world behind its map.
local function refuse(map, call)
    if map.world[1] then
        error("a world lives on this map; edit it by " .. call, 3)
    end
end

local function rectangle(map, x, y, width, height)
    whole(x, "x", 0, map.width - 1)
    whole(y, "y", 0, map.height - 1)
    whole(width, "a width", 1, map.width - x)
    whole(height, "a height", 1, map.height - y)
end

local function path_of(map, outcome, cost, cells)
    local path = {outcome = outcome, cost = cost, cells = cells}
    for i, cell in ipairs(cells) do
        path[i] = {x = cell % map.width, y = math.floor(cell / map.width)}
    end
    return path
end

--- A map of plain ground, or of `weights`: a list of width * height numbers, row by row; 0 is
--- blocked, 1 plain ground, w costs w times as much to cross. `options` are `neighbours` (4, 6 or 8)
--- and `corners` ("strict", "loose" or "any": when a diagonal step may be taken beside a wall).
function waymark.map(width, height, weights, options)
    whole(width, "a width", 1, 65535)
    whole(height, "a height", 1, 65535)
    options = known(options, "a map", "neighbours", "corners")
    local neighbours = options.neighbours or 8
    if neighbours ~= 4 and neighbours ~= 6 and neighbours ~= 8 then
        error(("a cell has 4, 6 or 8 neighbours, not %s"):format(tostring(neighbours)), 2)
    end
    local corners = number_of("corners", options.corners or "strict", "rule for corners")
    if weights and #weights ~= width * height then
        error(("%d weights for %d x %d cells"):format(#weights, width, height), 2)
    end
    for i = 1, weights and #weights or 0 do
        weight_of(weights[i])
    end
    return setmetatable({
        width = width,
        height = height,
        handle = core.map(width, height, weights, neighbours, corners),
        world = setmetatable({}, {__mode = "v"}),
    }, Map)
end

--- Gives all cells of a rectangle one weight. One call is one edit.
function Map:fill(x, y, width, height, weight)
    refuse(self, "world:fill(x, y, width, height, weight)")
    rectangle(self, x, y, width, height)
    core.edit(self.handle, x, y, width, height, weight_of(weight))
end

--- Gives one cell a weight.
function Map:set(x, y, weight)
    refuse(self, "world:fill(x, y, 1, 1, weight)")
    rectangle(self, x, y, 1, 1)
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

local function place_of(map, cell)
    if cell then
        local column = cell % map.width
        return column, math.floor(cell / map.width)
    end
end

--- The x and y nearest to a place where a unit can stand; nil if there is none.
function Map:nearest_passable(x, y, profile)
    return place_of(self, core.nearest_passable(self.handle, cell_of(self, x, y), profile or 1))
end

--- The x and y nearest to a goal that can be reached; the goal itself if it can.
function Map:nearest_reachable(x0, y0, x1, y1, profile)
    return place_of(self, core.nearest_reachable(self.handle, cell_of(self, x0, y0),
                                                 cell_of(self, x1, y1), profile or 1))
end

--- Whether nothing is between two places.
function Map:sees(x0, y0, x1, y1, profile)
    return core.sees(self.handle, cell_of(self, x0, y0), cell_of(self, x1, y1), profile or 1)
end

--- A path with fewer turns that is no costlier: by "rays", by "pull" (if not given), or "any_angle",
--- which leaves turning points to walk straight between.
function Map:smooth(path, kind, profile)
    local cells = core.smooth(self.handle, path.cells,
                              number_of("smoothing", kind or "pull", "smoothing"), profile or 1)
    return path_of(self, path.outcome, path.cost, cells)
end

--- Ways for many units at once on a map of four neighbours: `starts` and `goals` are lists of
--- {x, y}. The outcome, and the cells of all units for each tick.
function Map:solve(starts, goals, options)
    options = known(options, "a problem", "seed", "nodes")
    local from, to = {}, {}
    if #starts ~= #goals then
        error(("%d starts for %d goals"):format(#starts, #goals), 2)
    end
    for i = 1, #starts do
        from[i] = cell_of(self, starts[i][1], starts[i][2])
        to[i] = cell_of(self, goals[i][1], goals[i][2])
    end
    return core.solve(self.handle, from, to, options.seed or 0, options.nodes or 0)
end

--- Prepares the map for a kind of unit and gives its number: `size` cells wide (1 if not given),
--- `weights` by terrain for those that weigh other than themselves, such as {[3] = 1, [4] = 0}.
function Map:profile(options)
    known(options, "a profile", "size", "weights")
    whole(options.size or 1, "a unit's size", 1, 16)
    for terrain, weight in pairs(options.weights or {}) do
        whole(terrain, "a terrain", 0, 255)
        weight_of(weight)
    end
    return core.profile(self.handle, options.size or 1, options.weights or {})
end

--- A step between cells that need not be neighbours. `options.cost` must be given; it leads back as
--- well with `options.both_ways`, and is for all units but with `options.profile`.
function Map:link(x0, y0, x1, y1, options)
    refuse(self, "taking links before the world is made")
    known(options, "a link", "cost", "both_ways", "profile")
    whole(options.cost, "a link's cost", 1, 2 ^ 22)
    core.link(self.handle, true, cell_of(self, x0, y0), cell_of(self, x1, y1), options.cost,
              options.both_ways or false, options.profile or 0)
end

--- Removes a link that has these ends and these options, whatever it costs.
function Map:unlink(x0, y0, x1, y1, options)
    refuse(self, "taking links before the world is made")
    options = known(options, "a link", "cost", "both_ways", "profile")
    core.link(self.handle, false, cell_of(self, x0, y0), cell_of(self, x1, y1), 1,
              options.both_ways or false, options.profile or 0)
end

--- Penalties for cells that may change at any time without an edit: danger, crowds. A point costs
--- `options.unit`, or a straight step. What takes `options` below takes {penalties = these}.
function Map:penalties(options)
    options = known(options, "penalties", "unit", "profile")
    whole(options.unit or 0, "the cost of a point", 0, 4096)
    local handle = core.penalties(self.handle, options.profile or 1, options.unit or 0)
    return setmetatable({map = self, handle = handle}, Penalties)
end

--- Gives a cell a penalty of 0 to 255 points.
function Penalties:set(x, y, points)
    core.penalize(self.handle, cell_of(self.map, x, y), weight_of(points))
end

-- The handle of what units of these options walk on.
local function space_of(map, options)
    known(options, "a search", "profile", "penalties", "forward", "fog")
    if options and options.fog then
        return options.fog.handle
    end
    if options and options.penalties then
        return options.penalties.handle
    end
    if options and options.profile and options.profile ~= 1 then
        return core.space(map.handle, options.profile)
    end
    return map.handle
end

--- One trip, prepared from scratch: keep a navigator and an agent for more than one. The algorithm is
--- chosen for the map if none is named. `options` are `profile`, `penalties` or `fog`, here and below.
function Map:find(x0, y0, x1, y1, algorithm, options)
    local from, to = cell_of(self, x0, y0), cell_of(self, x1, y1)
    return path_of(self, core.find(space_of(self, options), algorithm or "auto", from, to))
end

--- The map as far as it has been seen within a radius; walkers look around in it. With
--- `options.sight` walls hide what is behind them.
function Map:fog(radius, options)
    options = known(options, "a fog", "sight")
    whole(radius, "a radius", 1, options.sight and 64 or 4096)
    local handle = core.fog(self.handle, radius, options.sight or false)
    return setmetatable({map = self, handle = handle}, Fog)
end

--- Whether a cell was ever seen.
function Fog:knows(x, y)
    return core.fog_knows(self.handle, cell_of(self.map, x, y))
end

--- An algorithm prepared for the map, such as "jps" or "dba(sector=16)".
function Map:navigator(algorithm, options)
    local handle = core.navigator(space_of(self, options), algorithm or "auto")
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
    whole(budget, "a budget", 0, 2 ^ 32 - 1)
    return core.repair(self.handle, budget)
end

--- A unit that plans one trip at a time.
function Navigator:agent()
    return setmetatable({map = self.map, handle = core.agent(self.handle)}, Agent)
end

--- A unit that walks: looks around in the fog, notices edits, plans again, moves.
function Navigator:walker()
    return setmetatable({map = self.map, handle = core.walker(self.handle)}, Walker)
end

--- Stands on a place and sets out for another.
function Walker:begin(x0, y0, x1, y1)
    core.walker_begin(self.handle, cell_of(self.map, x0, y0), cell_of(self.map, x1, y1))
end

--- Gives the walk another goal.
function Walker:retarget(x, y)
    core.walker_retarget(self.handle, cell_of(self.map, x, y))
end

--- Plans for up to `budget` expansions and, once a plan is ready, makes one move.
function Walker:step(budget)
    return core.walker_step(self.handle, whole(budget, "a budget", 0, 2 ^ 32 - 1))
end

--- Where it stands: x and y.
function Walker:place()
    return place_of(self.map, core.walker_state(self.handle))
end

--- Starts a trip. `options.nearest` goes as near as possible where the goal can't be reached,
--- `options.partial` leaves a path towards the goal when the search gives up.
function Agent:begin(x0, y0, x1, y1, options)
    options = known(options, "a trip", "nearest", "partial")
    core.begin(self.handle, cell_of(self.map, x0, y0), cell_of(self.map, x1, y1),
               options.nearest or false, options.partial or false)
end

--- Works for up to `budget` expansions: "working" while there is more to do.
function Agent:step(budget)
    return core.step(self.handle, whole(budget, "a budget", 0, 2 ^ 32 - 1))
end

--- Gives the trip another goal.
function Agent:retarget(x, y)
    core.retarget(self.handle, cell_of(self.map, x, y))
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

--- Settles up to `budget` cells: "working" while there are more, "found" when complete.
function Field:step(budget)
    return core.field_step(self.handle, whole(budget, "a budget", 0, 2 ^ 32 - 1))
end

--- The next cell on a cheapest way to a goal; nil at a goal or where there is no way.
function Field:next(x, y)
    return place_of(self.map, core.field_next(self.handle, cell_of(self.map, x, y)))
end

--- The cost of a cheapest way to a goal; nil where there is none.
function Field:cost(x, y)
    return core.field_cost(self.handle, cell_of(self.map, x, y))
end

require "waymark.world"(waymark, core, {
    cell_of = cell_of,
    weight_of = weight_of,
    whole = whole,
    known = known,
    refuse = refuse,
    rectangle = rectangle,
    number_of = number_of,
    Map = Map,
})

return waymark
