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
-- to the shared library by its FFI, Lua 5.4 by a C module that is as much of one; neither is to be seen from here.
local names = require "waymark.names"
local core = require "waymark.ffi"

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
local Belief, Walker, Mesh = {}, {}, {}
for _, class in ipairs {Map, Penalties, Navigator, Agent, Field, Belief, Walker, Mesh} do
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

-- A map of a handle: its sides, and how many floors of how many rows.
local function map_of(handle, width, height, floors, rows)
    return setmetatable({
        width = width,
        height = height,
        floors = math.max(floors or 1, 1),
        rows = (floors or 1) > 1 and rows or height,
        handle = handle,
        world = setmetatable({}, {__mode = "v"}),
    }, Map)
end

--- A map of plain ground, or of `weights`: a list of width * height numbers, row by row; 0 is
--- blocked, 1 plain ground, w costs w times as much to cross. `options` are `neighbours` (4, 6 or 8),
--- `corners` ("strict", "loose" or "any": when a diagonal step may be taken beside a wall), `costs`
--- ({straight, diagonal}) and `floors`: then `height` rows are a floor, floors lie below each other with
--- a blocked row between two, and `weights` has these rows too.
function waymark.map(width, height, weights, options)
    options = known(options, "a map", "neighbours", "corners", "costs", "floors")
    local floors, costs = options.floors or 1, options.costs or {0, 0}
    whole(width, "a width", 1, 65535)
    whole(floors, "a number of floors", 1, 65535)
    whole(height, "a height", 1, math.floor(65536 / floors) - 1)
    if options.costs then
        whole(costs[1], "the cost of a straight step", 1, 4096)
        whole(costs[2], "the cost of a diagonal step", 0, 8192)
    end
    local neighbours = options.neighbours or 8
    if neighbours ~= 4 and neighbours ~= 6 and neighbours ~= 8 then
        error(("a cell has 4, 6 or 8 neighbours, not %s"):format(tostring(neighbours)), 2)
    end
    local corners = number_of("corners", options.corners or "strict", "rule for corners")
    local rows = floors * (height + 1) - 1
    if weights and #weights ~= width * rows then
        error(("%d weights for %d x %d cells"):format(#weights, width, rows), 2)
    end
    for i = 1, weights and #weights or 0 do
        weight_of(weights[i])
    end
    local rules = {neighbours, corners, costs[1], costs[2], floors > 1 and floors or 0, floors > 1 and height or 0}
    return map_of(core.map(width, rows, weights, rules), width, rows, floors, height)
end

--- The y of a row of a floor, which counts from 0.
function Map:row(y, floor)
    whole(floor, "a floor", 0, self.floors - 1)
    return whole(y, "a row", 0, self.rows - 1) + floor * (self.rows + 1)
end

--- The row and the floor of a y; nil between two floors.
function Map:floor(y)
    whole(y, "y", 0, self.height - 1)
    local row = y % (self.rows + 1)
    if row < self.rows then
        return row, math.floor(y / (self.rows + 1))
    end
end

--- A hash of what decides paths of plain units, as 16 hex digits.
function Map:hash()
    return core.hash_of(self.handle)
end

--- A list of all weights, row by row.
function Map:weights()
    return core.weights(self.handle)
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

-- A profile that the map was prepared for; plain units if none is given.
local function profile_of(map, profile)
    whole(profile or 1, "a profile", 1, 2 ^ 32 - 1)
    if (profile or 1) ~= 1 and not core.has_profile(map.handle, profile) then
        error(("the map has no profile %d; map:profile prepares them"):format(profile), 3)
    end
    return profile or 1
end

--- Whether a walk exists; answered without a search.
function Map:reachable(x0, y0, x1, y1, profile)
    return core.reachable(self.handle, cell_of(self, x0, y0), cell_of(self, x1, y1),
                          profile_of(self, profile))
end

--- Whether a unit can stand on a place.
function Map:fits(x, y, profile)
    return core.fits(self.handle, cell_of(self, x, y), profile_of(self, profile))
end

local function place_of(map, cell)
    if cell then
        local column = cell % map.width
        return column, math.floor(cell / map.width)
    end
end

--- The x and y nearest to a place where a unit can stand; nil if there is none.
function Map:nearest_passable(x, y, profile)
    return place_of(self, core.nearest_passable(self.handle, cell_of(self, x, y), profile_of(self, profile)))
end

--- The x and y nearest to a goal that can be reached; the goal itself if it can.
function Map:nearest_reachable(x0, y0, x1, y1, profile)
    return place_of(self, core.nearest_reachable(self.handle, cell_of(self, x0, y0),
                                                 cell_of(self, x1, y1), profile_of(self, profile)))
end

--- Whether nothing is between two places.
function Map:sees(x0, y0, x1, y1, profile)
    return core.sees(self.handle, cell_of(self, x0, y0), cell_of(self, x1, y1), profile_of(self, profile))
end

--- A path with fewer turns that is no costlier: by "rays", by "pull" (if not given), or "any_angle",
--- which leaves turning points to walk straight between.
function Map:smooth(path, kind, profile)
    local cells = core.smooth(self.handle, path.cells,
                              number_of("smoothing", kind or "pull", "smoothing"), profile_of(self, profile))
    return path_of(self, path.outcome, path.cost, cells)
end

--- What a path costs on the map as it is; nil if one of its steps is not legal any more.
function Map:check(path, profile)
    return core.check(self.handle, path.cells, profile_of(self, profile))
end

--- The real length of the line through the cells of a path, in cell sides.
function Map:length(path)
    return core.length(self.handle, path.cells)
end

--- A curve along a path, for display: a list of {x, y}, `density` of them on a cell's length of a bend.
function Map:curve(path, density, profile)
    whole(density or 4, "a density", 1, 64)
    local numbers = core.curve(self.handle, path.cells, profile_of(self, profile), density or 4)
    local points = {}
    for i = 1, #numbers, 2 do
        points[#points + 1] = {x = numbers[i], y = numbers[i + 1]}
    end
    return points
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

--- Forgets a profile that nothing uses.
function Map:unprofile(profile)
    core.unprofile(self.handle, profile_of(self, profile))
end

--- A step between cells that need not be neighbours. `options.cost` must be given; it leads back as
--- well with `options.both_ways`, and is for all units but with `options.profile`.
function Map:link(x0, y0, x1, y1, options)
    refuse(self, "world:link(x0, y0, x1, y1, options)")
    known(options, "a link", "cost", "both_ways", "profile")
    whole(options.cost, "a link's cost", 1, 2 ^ 22)
    core.link(self.handle, true, cell_of(self, x0, y0), cell_of(self, x1, y1), options.cost,
              options.both_ways or false, options.profile or 0)
end

--- Removes a link that has these ends and these options, whatever it costs.
function Map:unlink(x0, y0, x1, y1, options)
    refuse(self, "world:unlink(x0, y0, x1, y1, options)")
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
    known(options, "a search", "profile", "penalties", "forward")
    if options and options.penalties then
        return options.penalties.handle
    end
    if options and options.profile and options.profile ~= 1 then
        return core.space(map.handle, options.profile)
    end
    return map.handle
end

--- One trip, prepared from scratch: keep a navigator and an agent for more than one. The algorithm is
--- chosen for the map if none is named. `options` are `profile` or `penalties`, here and below.
function Map:find(x0, y0, x1, y1, algorithm, options)
    local from, to = cell_of(self, x0, y0), cell_of(self, x1, y1)
    return path_of(self, core.find(space_of(self, options), algorithm or "auto", from, to))
end

--- What a team believes of this map: `belief.map` is a map like any other, which looking around edits.
--- Where nobody has looked it has the weight `unseen`, or 1.
function Map:belief(unseen)
    local handle, map = core.belief(self.handle, weight_of(unseen or 1))
    local believed = map_of(map, self.width, self.height, self.floors, self.rows)
    return setmetatable({truth = self, map = believed, handle = handle}, Belief)
end

--- Looks around from places {{x, y}, ...} at a time, which never goes back; how many cells differed.
--- With `sight` walls hide what is behind them.
function Belief:look(now, places, radius, sight)
    local cells = {}
    for i, place in ipairs(places) do
        cells[i] = cell_of(self.truth, place[1], place[2])
    end
    whole(now, "a time", 1, 2 ^ 32 - 1)
    return core.belief_look(self.handle, now, cells, whole(radius, "a radius", 0, 64), sight or false)
end

--- Learns what another team knows; the newer look at each cell wins.
function Belief:share(other)
    return core.belief_share(self.handle, other.handle)
end

--- When a cell was looked at last; nil if never.
function Belief:seen(x, y)
    local time = core.belief_seen(self.handle, cell_of(self.truth, x, y))
    return time ~= 0 and time or nil
end

--- Convex polygons over the free cells, to walk on at any angle: `options` are `profile`, `tile` (cells per
--- side of the pieces that repairs remake) and `any_weight`.
function Map:mesh(options)
    options = known(options, "a mesh", "profile", "tile", "any_weight")
    whole(options.tile or 0, "a tile", 0, 65535)
    local handle = core.mesh(self.handle, profile_of(self, options.profile), options.tile or 0,
                             options.any_weight or false)
    return setmetatable({map = self, handle = handle}, Mesh)
end

-- A point of the library's for one in cells: 1000 to a cell's side.
local function point_of(mesh, x, y)
    if not (x >= 0 and y >= 0 and x <= mesh.map.width and y <= mesh.map.height) then
        error(("(%s, %s) is outside the map of %d x %d"):format(x, y, mesh.map.width, mesh.map.height), 3)
    end
    return math.floor(x * 1000 + 0.5), math.floor(y * 1000 + 0.5)
end

--- The shortest way between two points, given in sides of cells: outcome, length, and a list of points
--- {x, y} to walk straight between.
function Mesh:find(x0, y0, x1, y1)
    local ax, ay = point_of(self, x0, y0)
    local bx, by = point_of(self, x1, y1)
    local start, goal = core.mesh_ends(self.handle, ax, ay, bx, by)
    local outcome, _, states = core.find(self.handle, "polyanya", start, goal)
    local points, length = {}, 0
    for i, state in ipairs(states) do
        local x, y = core.mesh_place(self.handle, state)
        points[i] = {x = x / 1000, y = y / 1000}
        if i > 1 then
            length = length + math.sqrt((points[i].x - points[i - 1].x) ^ 2 + (points[i].y - points[i - 1].y) ^ 2)
        end
    end
    return outcome, length, points
end

--- Whether a point is on the mesh.
function Mesh:contains(x, y)
    return core.mesh_locate(self.handle, point_of(self, x, y)) ~= nil
end

--- How many polygons there are.
function Mesh:size()
    return core.mesh_size(self.handle)
end

--- Follows the edits of the map, with about `budget` of work; true when it has.
function Mesh:repair(budget)
    return core.mesh_repair(self.handle, whole(budget, "a budget", 1, 2 ^ 32 - 1))
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

--- The algorithm, and in words why it was chosen.
function Navigator:choice()
    return core.choice(self.handle)
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

--- A unit that walks: notices edits, plans again, moves; on a belief's map, with `options.belief`, it
--- looks around as far as `options.radius` (8), with `options.sight` not through walls.
function Navigator:walker(options)
    options = known(options, "a walker", "belief", "radius", "sight")
    local radius = whole(options.radius or 8, "a radius", 0, 64)
    local belief = options.belief and options.belief.handle
    local handle = core.walker(self.handle, belief, radius, options.sight or false)
    return setmetatable({map = self.map, handle = handle}, Walker)
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

--- What it costs to walk: moves, their cost, plans made, changes that the planner was told of.
function Walker:walk()
    return core.walker_walk(self.handle)
end

-- Places {{x, y}, ...} as cells.
local function cells_of(map, places)
    local cells = {}
    for i, place in ipairs(places) do
        cells[i] = cell_of(map, place[1] or place.x, place[2] or place.y)
    end
    return cells
end

--- Starts a trip. `options.nearest` goes as near as possible where the goal can't be reached,
--- `options.partial` leaves a path towards the goal when the search gives up, after `limit` expansions.
--- It ends where the estimate to the goal is `within` a cost, `beside` it, or at the cheapest of `goals`.
function Agent:begin(x0, y0, x1, y1, options)
    options = known(options, "a trip", "nearest", "partial", "limit", "within", "beside", "goals")
    local mode = options.goals and "any_of" or options.within and "range" or
        options.beside and "adjacent" or "exact"
    core.begin(self.handle, cell_of(self.map, x0, y0), cell_of(self.map, x1, y1),
               options.nearest or false, options.partial or false, names.goal_mode[mode],
               whole(options.within or 0, "a range", 0, 2 ^ 32 - 2),
               whole(options.limit or 0, "a limit", 0, 2 ^ 53), cells_of(self.map, options.goals or {}))
end

--- Works until the trip is over.
function Agent:run()
    return core.run(self.handle)
end

--- Gives up.
function Agent:cancel()
    core.cancel(self.handle)
end

--- Moves along the path, which starts at the new place from then on.
function Agent:advance(moves)
    core.advance(self.handle, whole(moves or 1, "moves", 0, 2 ^ 32 - 1))
end

--- Tells an incremental search of places that changed.
function Agent:change(places)
    core.notify(self.handle, cells_of(self.map, places))
end

--- Where it is: x and y.
function Agent:place()
    return place_of(self.map, core.position(self.handle))
end

--- The path costs at most this many times the best; nil if nothing is proven.
function Agent:bound()
    local bound = core.bound(self.handle)
    return bound and bound / 1000
end

--- Expansions of the trip so far.
function Agent:expansions()
    return core.expansions(self.handle)
end

--- What trips from each of some places to each of others cost, as lists; false where there is no way.
function Agent:distances(from, to)
    local costs, rows = core.distances(self.handle, cells_of(self.map, from), cells_of(self.map, to)), {}
    for i, cost in ipairs(costs) do
        local row = math.floor((i - 1) / #to) + 1
        rows[row] = rows[row] or {}
        rows[row][#rows[row] + 1] = cost ~= 2 ^ 32 - 1 and cost
    end
    return rows
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
    core.field_begin(self.handle, cells, limit and whole(limit, "a limit", 0, 2 ^ 32 - 1))
end

--- Settles up to `budget` cells: "working" while there are more, "found" when complete.
function Field:step(budget)
    return core.field_step(self.handle, whole(budget, "a budget", 0, 2 ^ 32 - 1))
end

--- Settles all cells.
function Field:run()
    return core.field_run(self.handle)
end

--- The costs of all cells, row by row; false where there is no way.
function Field:costs()
    local costs = core.field_costs(self.handle, self.map.width * self.map.height)
    for i, cost in ipairs(costs) do
        costs[i] = cost ~= 2 ^ 32 - 1 and cost
    end
    return costs
end

--- The cells that were reached, cheapest first.
function Field:cells()
    return core.field_cells(self.handle)
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
    map_of = map_of,
    profile_of = profile_of,
    Map = Map,
})

return waymark
