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
local core = require "waymark.ffi"
local ffi, lib, check, make, whole, known, states, list, or_nil, outcome_name, budget_of, number_of, weight_of =
    core.ffi, core.lib, core.check, core.make, core.whole, core.known, core.states, core.list, core.or_nil,
    core.outcome, core.budget, core.number_of, core.weight_of
local NONE = core.NONE

local waymark = {version = ffi.string(lib.way_version())}

--- Every algorithm: {name, title, family, summary}, in the order of the registry.
function waymark.algorithms()
    local found = {}
    for i = 1, lib.way_algorithm_count() do
        local entry = lib.way_algorithm_at(i - 1)
        found[i] = {}
        for _, key in ipairs {"name", "title", "family", "summary"} do
            found[i][key] = ffi.string(entry[key])
        end
    end
    return found
end

--- A hash of cell numbers, or of a string, as 16 hex digits; the same for every language and machine.
function waymark.hash(cells)
    if type(cells) == "string" then
        return core.hex(lib.way_hash_bytes(0, cells, #cells))
    end
    for _, cell in ipairs(cells) do
        whole(cell, "a cell", 0, NONE)
    end
    return core.hex(lib.way_hash_bytes(0, states(cells), #cells * 4))
end

local Map, Space, Navigator, Agent, Field = core.class(), core.class(), core.class(), core.class(), core.class()

local function cell_of(map, x, y)
    if core.is_whole(x, 0, map.width - 1) and core.is_whole(y, 0, map.height - 1) then
        return y * map.width + x
    end
    core.fail(("(%s, %s) is outside the map of %d x %d"):format(tostring(x), tostring(y), map.width, map.height))
end

-- Places {{x, y}, ...} as cells.
local function cells_of(map, places)
    local cells = {}
    for i, place in ipairs(core.items(places, "places")) do
        core.items(place, "x and y of a place")
        cells[i] = cell_of(map, place[1] or place.x, place[2] or place.y)
    end
    return cells
end

-- The cells of a path as the library takes them, and how many there are.
local function states_of(map, path)
    local cells = type(path) == "table" and path.cells or core.fail("a path is what a trip gave, not " .. tostring(path))
    for _, cell in ipairs(cells) do
        whole(cell, "a cell of a path", 0, map.width * map.height - 1)
    end
    return states(cells), whole(#cells, "a path's number of cells", 1, NONE)
end

local function place_of(map, cell)
    if cell then
        local column = cell % map.width
        return column, math.floor(cell / map.width)
    end
end

-- Cells as a list of {x, y}, into a table if there is one.
local function places_of(map, cells, places)
    places = places or {}
    for i, cell in ipairs(cells) do
        places[i] = {x = cell % map.width, y = math.floor(cell / map.width)}
    end
    return places
end

local function path_of(map, outcome, cost, cells)
    return places_of(map, cells, {outcome = outcome, cost = or_nil(cost), cells = cells})
end

-- Editing by hand would leave a world behind its map.
local function refuse(map, call)
    if map.world[1] then
        core.fail("a world lives on this map; edit it by " .. call)
    end
end

local function rectangle(map, x, y, width, height, weight)
    whole(x, "x", 0, map.width - 1)
    whole(y, "y", 0, map.height - 1)
    whole(width, "a width", 1, map.width - x)
    whole(height, "a height", 1, map.height - y)
    return ffi.new("way_edit[1]", {{x, y, width, height, weight_of(weight)}})
end

-- A profile that the map was prepared for; plain units if none is given.
local function profile_of(map, profile)
    whole(profile or 1, "a profile", 1, NONE)
    if (profile or 1) ~= 1 and not lib.way_map_profile(map.pointer, profile, ffi.new "way_profile") then
        core.fail(("the map has no profile %d; map:profile prepares them"):format(profile))
    end
    return profile or 1
end

-- A link as the library takes it.
local function link_of(map, x0, y0, x1, y1, options)
    if options.profile and options.profile ~= 0 then
        profile_of(map, options.profile)
    end
    local from, to = cell_of(map, x0, y0), cell_of(map, x1, y1)
    if from == to then
        core.fail(("a link from (%d, %d) to itself"):format(x0, y0))
    end
    return ffi.new("way_map_link[1]", {{from, to, whole(options.cost, "a link's cost", 1, 2 ^ 22),
                                        options.profile or 0, core.flag(options.both_ways, "both_ways")}})
end

-- Maps --------------------------------------------------------------------------------------------

local CORNERS = core.names_of "corners"

-- A map of the library's: its sides, and how many floors of how many rows.
local function map_of(pointer, destroy, owner)
    local floors, costs = lib.way_map_floors(pointer), lib.way_map_costs(pointer)
    local height = lib.way_map_height(pointer)
    return core.hold(Map, {
        width = lib.way_map_width(pointer),
        height = height,
        floors = math.max(floors.count, 1),
        rows = floors.count > 1 and floors.height or height,
        neighbours = tonumber(lib.way_map_neighbours(pointer)),
        corners = CORNERS[tonumber(lib.way_map_corners(pointer))],
        costs = {costs.cardinal, costs.diagonal},
        world = setmetatable({}, {__mode = "v"}),
    }, pointer, destroy, owner)
end

-- The rules of a map that options ask for.
local function rules_of(options)
    local config, costs = ffi.new "way_map_config", options.costs
    local neighbours = options.neighbours or 8
    if costs then
        local straight = whole(costs[1], "the cost of a straight step", 1, 4096)
        config.costs.cardinal = straight
        config.costs.diagonal = whole(costs[2] or neighbours ~= 8 and 0, "the cost of a diagonal step",
                                      neighbours == 8 and straight or 0, 2 * straight)
    end
    if neighbours ~= 4 and neighbours ~= 6 and neighbours ~= 8 then
        core.fail(("a cell has 4, 6 or 8 neighbours, not %s"):format(tostring(neighbours)))
    end
    config.neighbours = neighbours
    config.corners = number_of("corners", options.corners or "strict", "rule for corners")
    return config
end

--- A map of plain ground, or of `weights`: a list of width * height numbers, row by row; 0 is
--- blocked, 1 plain ground, w costs w times as much to cross. `options` are `neighbours` (4, 6 or 8),
--- `corners` ("strict", "loose" or "any": when a diagonal step may be taken beside a wall), `costs`
--- ({straight, diagonal}) and `floors`: then `height` rows are a floor, floors lie below each other with
--- a blocked row between two, and `weights` has these rows too.
function waymark.map(width, height, weights, options)
    options = known(options, "a map", "neighbours", "corners", "costs", "floors")
    local config, floors = rules_of(options), options.floors or 1
    whole(width, "a width", 1, 65535)
    whole(floors, "a number of floors", 1, 65535)
    whole(height, "a height", 1, math.floor(65536 / floors) - 1)
    config.width, config.height = width, floors * (height + 1) - 1
    if floors > 1 then
        config.floors.count, config.floors.height = floors, height
    end
    if weights and #weights ~= width * config.height then
        core.fail(("%d weights for %d x %d cells"):format(#weights, width, config.height))
    end
    for i = 1, weights and #weights or 0 do
        weight_of(weights[i])
    end
    local bytes = weights and core.array("uint8_t", weights)
    config.weights = bytes
    local map = ffi.new "way_map *[1]"
    check(lib.way_map_create(config, map))
    return map_of(map[0], lib.way_map_destroy)
end

--- A map of the text of a MovingAI .map, with its floors and links; `options` are `neighbours`, `corners`
--- and `costs`.
function waymark.parse(text, options)
    local config = rules_of(known(options, "a map", "neighbours", "corners", "costs"))
    local map, floors, problem = ffi.new "way_map *[1]", ffi.new "way_floors", ffi.new "way_problem"
    local status = lib.way_floors_parse(core.text(text, "a map"), #text, config, nil, map, floors, problem)
    check(status, status ~= 0 and ("line %d: %s"):format(problem.line, ffi.string(problem.text)))
    return map_of(map[0], lib.way_map_destroy)
end

--- The map as a MovingAI .map.
function Map:text()
    local floors = ffi.new("way_floors", lib.way_map_floors(self.pointer))
    local size = lib.way_floors_format(self.pointer, floors, nil, nil, 0)
    local text = ffi.new("char[?]", tonumber(size) + 1)
    return ffi.string(text, lib.way_floors_format(self.pointer, floors, nil, text, size))
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
    return core.hex(lib.way_map_hash(self.pointer))
end

--- Goes up with every edit.
function Map:revision()
    return tonumber(lib.way_map_revision(self.pointer))
end

--- A list of all weights, row by row.
function Map:weights()
    local count = self.width * self.height
    local bytes = ffi.new("uint8_t[?]", count)
    check(lib.way_map_read(self.pointer, ffi.new("way_rect", {0, 0, self.width, self.height}), bytes))
    return list(bytes, count)
end

--- Gives all cells of a rectangle one weight. One call is one edit.
function Map:fill(x, y, width, height, weight)
    refuse(self, "world:fill(x, y, width, height, weight)")
    check(lib.way_map_edit(self.pointer, rectangle(self, x, y, width, height, weight), 1))
end

--- Gives one cell a weight.
function Map:set(x, y, weight)
    refuse(self, "world:fill(x, y, 1, 1, weight)")
    check(lib.way_map_edit(self.pointer, rectangle(self, x, y, 1, 1, weight), 1))
end

--- The weight of a cell; 0 is blocked.
function Map:get(x, y)
    return lib.way_map_terrain(self.pointer, cell_of(self, x, y))
end

--- What a cell weighs for units of a profile; 0 where they may not go.
function Map:weight(x, y, profile)
    return lib.way_map_weight(self.pointer, cell_of(self, x, y), profile_of(self, profile))
end

--- The largest unit of a profile that can stand with its top left corner there.
function Map:clearance(x, y, profile)
    return lib.way_map_clearance(self.pointer, cell_of(self, x, y), profile_of(self, profile))
end

--- Whether a walk exists; answered without a search.
function Map:reachable(x0, y0, x1, y1, profile)
    return lib.way_map_is_reachable(self.pointer, cell_of(self, x0, y0), cell_of(self, x1, y1),
                                    profile_of(self, profile))
end

--- Whether a unit can stand on a place.
function Map:fits(x, y, profile)
    return self:weight(x, y, profile) ~= 0
end

--- The cost over open ground.
function Map:distance(x0, y0, x1, y1)
    return lib.way_map_estimate(self.pointer, cell_of(self, x0, y0), cell_of(self, x1, y1))
end

--- The x and y nearest to a place where a unit can stand; nil if there is none.
function Map:nearest_passable(x, y, profile)
    return place_of(self, or_nil(lib.way_map_nearest_passable(
        self.pointer, cell_of(self, x, y), profile_of(self, profile))))
end

--- The x and y nearest to a goal that can be reached; the goal itself if it can.
function Map:nearest_reachable(x0, y0, x1, y1, profile)
    return place_of(self, or_nil(lib.way_map_nearest_reachable(
        self.pointer, cell_of(self, x0, y0), cell_of(self, x1, y1), profile_of(self, profile))))
end

--- Whether nothing is between two places.
function Map:sees(x0, y0, x1, y1, profile)
    return lib.way_map_sees(self.pointer, cell_of(self, x0, y0), cell_of(self, x1, y1),
                            lib.WAY_SIGHT_ANY_ANGLE, profile_of(self, profile))
end

--- A path with fewer turns that is no costlier: by "rays", by "pull" (if not given), or "any_angle",
--- which leaves turning points to walk straight between and has no cost. `reach` limits how far back rays look, 0 does not.
function Map:smooth(path, kind, profile, reach)
    local config, cells, length = ffi.new "way_smoothing_config", states_of(self, path)
    local count = ffi.new("uint32_t[1]", length)
    config.map, config.unit_size = self.pointer, profile_of(self, profile)
    config.kind = number_of("smoothing", kind or "pull", "smoothing")
    config.reach = whole(reach or 0, "a reach", 0, NONE)
    check(lib.way_path_smooth(config, cells, count))
    local smoothed = path_of(self, path.outcome, NONE, list(cells, count[0]))
    smoothed.cost = kind ~= "any_angle" and self:check(smoothed, profile) or nil
    return smoothed
end

--- What a path costs on the map as it is; nil if one of its steps is not legal any more.
function Map:check(path, profile)
    local cost, cells, count = ffi.new "way_cost[1]", states_of(self, path)
    local legal = lib.way_path_check(self.pointer, profile_of(self, profile), cells, count, cost)
    return legal and cost[0] or nil
end

--- The real length of the line through the cells of a path, in cell sides.
function Map:length(path)
    return lib.way_path_length(self.pointer, states_of(self, path))
end

--- A curve along a path, for display: a list of {x, y}, `density` of them on a cell's length of a bend.
function Map:curve(path, density, profile)
    local config, curve, cells, count = ffi.new "way_curve_config", ffi.new "way_curve", states_of(self, path)
    config.map, config.unit_size = self.pointer, profile_of(self, profile)
    config.density = whole(density or 4, "a density", 1, 64)
    check(lib.way_path_curve(config, cells, count, curve))
    local room = ffi.new("way_curve_point[?]", math.max(curve.count, 1))
    curve.points, curve.capacity = room, curve.count
    check(lib.way_path_curve(config, cells, count, curve))
    local points = {}
    for i = 1, curve.count do
        points[i] = {x = room[i - 1].x, y = room[i - 1].y}
    end
    return points
end

--- Ways for many units at once on a map of four neighbours: `starts` and `goals` are lists of
--- {x, y}. The outcome, and the cells of all units for each tick. `options` are `seed`, `nodes` (a limit)
--- and `improve`: how much work to spend on a better plan, some ten million to a fifth of a second.
function Map:solve(starts, goals, options)
    options = known(options, "a problem", "seed", "nodes", "improve")
    if #starts ~= #goals then
        core.fail(("%d starts for %d goals"):format(#starts, #goals))
    end
    if self.neighbours ~= 4 then
        core.fail(("many units at once need a map of 4 neighbours, not %d"):format(self.neighbours))
    end
    local from, to = states(cells_of(self, starts)), states(cells_of(self, goals))
    local config, plan = ffi.new "way_mapf_config", ffi.new "way_mapf_plan"
    config.map, config.starts, config.goals, config.count = self.pointer, from, to, #starts
    config.seed = whole(options.seed or 0, "a seed", 0, 2 ^ 53)
    config.node_limit = whole(options.nodes or 0, "a limit of nodes", 0, 2 ^ 53)
    local work = whole(options.improve or 0, "work", 0, 2 ^ 53)
    local status = lib.way_mapf_solve(config, plan)
    if status == 0 and work > 0 and plan.cells ~= nil then
        status = lib.way_mapf_improve(config, plan, work)
    end
    local outcome, ticks = outcome_name(plan.outcome), {}
    for tick = 0, plan.cells ~= nil and plan.makespan or -1 do
        ticks[tick + 1] = list(plan.cells + tick * #starts, #starts)
    end
    lib.way_mapf_free(plan)
    check(status, "starts and goals are free places, a place of its own for each unit")
    return outcome, ticks
end

--- Prepares the map for a kind of unit and gives its number: `size` cells wide (1 if not given),
--- `weights` by terrain for those that weigh other than themselves, such as {[3] = 1, [4] = 0}.
function Map:profile(options)
    options = known(options, "a profile", "size", "weights")
    local profile = ffi.new("way_profile", lib.way_profile_default(whole(options.size or 1, "a unit's size", 1, 16)))
    for terrain, weight in pairs(options.weights or {}) do
        profile.weights[whole(terrain, "a terrain", 0, 255)] = weight_of(weight)
    end
    return core.ask("uint32_t", nil, lib.way_map_add_profile, self.pointer, profile)
end

--- Forgets a profile that nothing uses.
function Map:unprofile(profile)
    check(lib.way_map_remove_profile(self.pointer, profile_of(self, profile)), "profile " .. tostring(profile))
end

--- A step between cells that need not be neighbours. `options.cost` must be given; it leads back as
--- well with `options.both_ways`, and is for all units but with `options.profile`.
function Map:link(x0, y0, x1, y1, options)
    refuse(self, "world:link(x0, y0, x1, y1, options)")
    options = known(options, "a link", "cost", "both_ways", "profile")
    check(lib.way_map_add_links(self.pointer, link_of(self, x0, y0, x1, y1, options), 1))
end

--- Removes a link that has these ends and these options, whatever it costs.
function Map:unlink(x0, y0, x1, y1, options)
    refuse(self, "world:unlink(x0, y0, x1, y1, options)")
    options = known(options, "a link", "cost", "both_ways", "profile")
    options = {cost = 1, both_ways = options.both_ways, profile = options.profile}
    check(lib.way_map_remove_links(self.pointer, link_of(self, x0, y0, x1, y1, options), 1),
          ("a link from (%d, %d) to (%d, %d)"):format(x0, y0, x1, y1))
end

--- All links, one way each: {from, to, cost, profile}.
function Map:links()
    local links = {}
    for i = 1, lib.way_map_link_count(self.pointer) do
        local link = lib.way_map_link_at(self.pointer, i - 1)
        local ends = places_of(self, {link.from, link.to})
        links[i] = {from = ends[1], to = ends[2], cost = link.cost, profile = link.profile}
    end
    return links
end

-- What units walk on ------------------------------------------------------------------------------

--- Penalties for cells that may change at any time without an edit: danger, crowds. A point costs
--- `options.unit`, or a straight step. What takes `options` below takes {penalties = these}.
function Map:penalties(options)
    options = known(options, "penalties", "unit", "profile")
    local config, bytes = ffi.new "way_penalty_config", ffi.new("uint8_t[?]", self.width * self.height)
    config.map, config.profile, config.penalties = self.pointer, profile_of(self, options.profile), bytes
    config.unit = whole(options.unit or 0, "the cost of a point", 0, 4096)
    local made = make(Space, {map = self, bytes = bytes}, "way_space", lib.way_space_destroy, self, function(out)
        return lib.way_space_create_penalty(config, out)
    end)
    made.node.bytes = bytes
    return made
end

--- Gives a cell a penalty of 0 to 255 points.
function Space:set(x, y, points)
    self.bytes[cell_of(self.map, x, y)] = weight_of(points)
end

-- What units of these options walk on: penalties, or what an algorithm searches for a profile.
local function space_of(map, options, algorithm, more)
    options = known(options, "a search", "profile", "penalties", more)
    core.text(algorithm, "an algorithm")
    if options.penalties then
        if getmetatable(options.penalties) ~= Space or options.penalties.map ~= map then
            core.fail("penalties are what map:penalties of this map gave")
        end
        return options.penalties
    end
    local profile = profile_of(map, options.profile)
    return make(Space, {map = map}, "way_space", lib.way_space_destroy, map, function(out)
        return lib.way_space_create_for(map.pointer, profile, algorithm, nil, out)
    end, algorithm)
end

-- Searches ----------------------------------------------------------------------------------------

-- What an algorithm is called, where a call says that it can't.
local function name_of(navigator)
    return (navigator:choice())
end

local function navigator_of(map, space, create)
    local config = ffi.new "way_navigator_config"
    return make(Navigator, {map = map}, "way_navigator", lib.way_navigator_destroy, space, function(out, problem)
        config.space, config.problem = space.pointer, problem
        return create(config, out)
    end)
end

--- An algorithm prepared for the map, such as "jps" or "dba(sector=16)"; chosen for it if none is named.
--- `options` are `profile` or `penalties`, here and below.
function Map:navigator(algorithm, options)
    algorithm = algorithm or "auto"
    return navigator_of(self, space_of(self, options, algorithm), function(config, out)
        config.algorithm = algorithm
        return lib.way_navigator_create(config, out)
    end)
end

--- A navigator of what Navigator:save gave.
function Map:open(bytes, options)
    local words = core.copy(bytes)
    local opened = navigator_of(self, space_of(self, options, "astar"), function(config, out)
        return lib.way_navigator_open(config, words, #bytes, out)
    end)
    opened.node.bytes = words -- borrowed by the library
    return opened
end

--- One trip, prepared from scratch: keep a navigator and an agent for more than one.
function Map:find(x0, y0, x1, y1, algorithm, options)
    cell_of(self, x0, y0)
    cell_of(self, x1, y1)
    local agent = self:navigator(algorithm, options):agent()
    agent:begin(x0, y0, x1, y1)
    agent:run()
    return agent:path()
end

--- The database as a string, to be kept in a file.
function Navigator:save()
    local saved = ffi.new "way_database"
    check(lib.way_navigator_save(self.pointer, nil, saved), name_of(self))
    local bytes = ffi.string(saved.bytes, saved.size)
    lib.way_database_free(saved)
    return bytes
end

--- The algorithm, and in words why it was chosen.
function Navigator:choice()
    local choice = lib.way_navigator_choice(self.pointer)
    return ffi.string(choice.algorithm), choice.reason ~= nil and ffi.string(choice.reason) or nil
end

--- The most expansions between two moves of a real-time search, after which its trips can be parked; 0 for
--- others.
function Navigator:lookahead()
    return lib.way_navigator_lookahead(self.pointer)
end

--- Whether the database knows of all edits.
function Navigator:current()
    return lib.way_navigator_is_current(self.pointer)
end

--- Brings a database up to date with edits, with about `budget` expansions; true when it is.
function Navigator:repair(budget)
    return core.ask("bool", name_of(self), lib.way_navigator_repair, self.pointer, budget_of(budget))
end

--- Repairs begin around these places {{x, y}, ...}, up to 32, until told otherwise.
function Navigator:favour(places)
    local cells = cells_of(self.map, places)
    check(lib.way_navigator_favour(self.pointer, states(cells), whole(#cells, "a number of places", 0, 32)), name_of(self))
end

--- A unit that plans one trip at a time.
function Navigator:agent()
    local config = ffi.new "way_agent_config"
    config.navigator = self.pointer
    return make(Agent, {map = self.map}, "way_agent", lib.way_agent_destroy, self, function(out)
        return lib.way_agent_create(config, out)
    end)
end

--- Starts a trip. `options.nearest` goes as near as possible where the goal can't be reached,
--- `options.partial` leaves a path towards the goal when the search gives up, after `limit` expansions.
--- It ends where the estimate to the goal is `within` a cost, `beside` it, or at the cheapest of `goals`.
function Agent:begin(x0, y0, x1, y1, options)
    options = known(options, "a trip", "nearest", "partial", "limit", "within", "beside", "goals")
    local trip, goals = ffi.new "way_trip", cells_of(self.map, options.goals or {})
    local pinned = states(goals)
    if (options.goals and 1 or 0) + (options.within and 1 or 0) + (options.beside and 1 or 0) > 1 then
        core.fail "a trip has one of goals, within and beside"
    end
    trip.start, trip.goal = cell_of(self.map, x0, y0), cell_of(self.map, x1, y1)
    trip.mode = options.goals and lib.WAY_GOAL_ANY_OF or options.within and lib.WAY_GOAL_RANGE or
        core.flag(options.beside, "beside") and lib.WAY_GOAL_ADJACENT or lib.WAY_GOAL_EXACT
    trip.goals, trip.goal_count = pinned, #goals
    trip.fall_back_to_nearest = core.flag(options.nearest, "nearest")
    trip.partial = core.flag(options.partial, "partial")
    trip.range = whole(options.within or 0, "a range", 0, NONE - 1)
    trip.expansion_limit = whole(options.limit or 0, "a limit", 0, 2 ^ 53)
    check(lib.way_agent_begin(self.pointer, trip), options.goals and #goals == 0 and "there are no goals")
end

--- Works for up to `budget` expansions: "working" while there is more to do.
function Agent:step(budget)
    return outcome_name(lib.way_agent_step(self.pointer, budget_of(budget)))
end

--- Works until the trip is over.
function Agent:run()
    return outcome_name(lib.way_agent_run(self.pointer))
end

--- Gives up.
function Agent:cancel()
    lib.way_agent_cancel(self.pointer)
end

--- Gives the trip another goal.
function Agent:retarget(x, y)
    core.go_on(lib.way_agent_retarget(self.pointer, cell_of(self.map, x, y)))
end

--- Moves along the path, which starts at the new place from then on.
function Agent:advance(moves)
    core.go_on(lib.way_agent_advance(self.pointer, whole(moves or 1, "moves", 0, NONE)))
end

--- Tells an incremental search of places that changed.
function Agent:change(places)
    core.go_on(lib.way_agent_notify(self.pointer, states(cells_of(self.map, places)), #places))
end

--- Where it is: x and y.
function Agent:place()
    return place_of(self.map, or_nil(lib.way_agent_position(self.pointer)))
end

--- The goal in force: x and y of the one asked for, of its replacement, or of the one that was reached.
function Agent:goal()
    return place_of(self.map, or_nil(lib.way_agent_goal(self.pointer)))
end

--- How many moves ahead an incremental search lays out its path; 0 for all the way.
function Agent:horizon(moves)
    lib.way_agent_set_horizon(self.pointer, whole(moves, "moves", 0, NONE))
end

--- The path costs at most this many times the best; nil if nothing is proven.
function Agent:bound()
    local bound = or_nil(lib.way_agent_bound_thousandths(self.pointer))
    return bound and bound / 1000
end

--- Expansions of the trip so far.
function Agent:expansions()
    return tonumber(lib.way_agent_stats(self.pointer).expansions)
end

--- What trips from each of some places to each of others cost, as lists; false where there is no way.
function Agent:distances(from, to)
    local question, costs = ffi.new "way_distances", ffi.new("way_cost[?]", math.max(#from * #to, 1))
    local first, last = states(cells_of(self.map, from)), states(cells_of(self.map, to))
    question.from, question.from_count, question.to, question.to_count = first, #from, last, #to
    check(lib.way_agent_distances(self.pointer, question, costs))
    local rows = {}
    for i = 1, #from do
        rows[i] = {}
        for j = 1, #to do
            rows[i][j] = or_nil(costs[(i - 1) * #to + j - 1]) or false
        end
    end
    return rows
end

--- Makes many trips {{x0, y0, x1, y1}, ...} in few calls of the library; a path for each.
function Agent:trips(trips)
    local count = #core.items(trips, "trips")
    local given, paths, done, room = ffi.new("way_trip[?]", math.max(count, 1)), {}, 0, 64 * count + 65536
    for i, trip in ipairs(trips) do
        given[i - 1].start, given[i - 1].goal = cell_of(self.map, trip[1], trip[2]), cell_of(self.map, trip[3], trip[4])
    end
    local answers = ffi.new("way_answer[?]", math.max(#trips, 1))
    while done < #trips do
        local cells, answered, at = ffi.new("way_state[?]", room), ffi.new "uint32_t[1]", 0
        check(lib.way_agent_trips(self.pointer, given + done, #trips - done, answers + done, cells, room, answered))
        for i = done, done + answered[0] - 1 do
            local answer = answers[i]
            paths[i + 1] = path_of(self.map, outcome_name(answer.outcome), answer.cost, list(cells + at, answer.count))
            at = at + answer.count
        end
        done, room = done + answered[0], room * 2
    end
    return paths
end

--- The moves so far.
function Agent:path()
    local count = ffi.new "uint32_t[1]"
    local cells = lib.way_agent_path(self.pointer, count)
    return path_of(self.map, outcome_name(lib.way_agent_outcome(self.pointer)), lib.way_agent_cost(self.pointer),
                   list(cells, count[0]))
end

--- The ends of the straight stretches of the path, after its start.
function Agent:waypoints()
    local count, ends = ffi.new "uint32_t[1]", {}
    local stretches = lib.way_agent_segments(self.pointer, count)
    for i = 1, count[0] do
        ends[i] = stretches[i - 1].to
    end
    return places_of(self.map, ends)
end

--- Whether the path is still legal, from its move `from` on (0 if not given).
function Agent:holds(from)
    return lib.way_agent_path_holds(self.pointer, whole(from or 0, "a move", 0, NONE))
end

--- What it takes to go on with the trip, as a string, which `resume` takes.
function Agent:park()
    local room, size = ffi.new("char[?]", 65536), ffi.new "size_t[1]"
    check(lib.way_agent_park(self.pointer, room, 65536, size), "no trip to park, or in the middle of a look-ahead")
    return ffi.string(room, size[0])
end

function Agent:resume(parked)
    check(lib.way_agent_resume(self.pointer, core.text(parked, "what was parked"), #parked))
end

-- Fields ------------------------------------------------------------------------------------------

--- Costs and next steps to one place from everywhere: for crowds. With `options.forward` costs from
--- that place: for ranges.
function Map:field(options)
    local config, space = ffi.new "way_field_config", space_of(self, options, "astar", "forward")
    config.space, config.backward = space.pointer, not (options and core.flag(options.forward, "forward"))
    return make(Field, {map = self}, "way_field", lib.way_field_destroy, space, function(out)
        return lib.way_field_create(config, out)
    end)
end

--- Starts over from a list of goals {{x, y}, ...}; cells that cost more than `limit` are left out.
function Field:begin(goals, limit)
    whole(limit or NONE, "a limit", 0, NONE)
    check(lib.way_field_begin(self.pointer, states(cells_of(self.map, goals)), #goals, limit or NONE),
          #goals == 0 and "there are no goals")
end

--- Settles up to `budget` cells: "working" while there are more, "found" when complete.
function Field:step(budget)
    return outcome_name(lib.way_field_step(self.pointer, budget_of(budget)))
end

--- Settles all cells.
function Field:run()
    return outcome_name(lib.way_field_run(self.pointer))
end

--- The costs of all cells, row by row; false where there is no way.
function Field:costs()
    local count = self.map.width * self.map.height
    local room = ffi.new("way_cost[?]", count)
    lib.way_field_costs(self.pointer, room, count)
    local costs = list(room, count)
    for i = 1, count do
        costs[i] = costs[i] ~= NONE and costs[i]
    end
    return costs
end

--- The cells that were reached, cheapest first.
function Field:cells()
    local count = ffi.new "uint32_t[1]"
    return list(lib.way_field_states(self.pointer, count), count[0])
end

--- The next cell on a cheapest way to a goal; nil at a goal or where there is no way.
function Field:next(x, y)
    return place_of(self.map, or_nil(lib.way_field_next(self.pointer, cell_of(self.map, x, y))))
end

--- The cost of a cheapest way to a goal; nil where there is none.
function Field:cost(x, y)
    return or_nil(lib.way_field_cost(self.pointer, cell_of(self.map, x, y)))
end

local shared = {cell_of = cell_of, cells_of = cells_of, places_of = places_of, refuse = refuse,
                rectangle = rectangle, link_of = link_of, map_of = map_of, profile_of = profile_of, place_of = place_of, Map = Map,
                Navigator = Navigator}
require "waymark.fog"(shared)
require "waymark.free"(waymark, shared)
require "waymark.world"(waymark, shared)

return waymark
