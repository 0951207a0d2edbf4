-- SPDX-FileCopyrightText: 2026 The waymark authors
-- SPDX-License-Identifier: MIT
--
-- The few functions that waymark.lua stands on, by LuaJIT's FFI, or by waymark.core, which is as much
-- of that as they need for Lua 5.4. The declarations are printed from the library's headers by
-- scripts/api.py; LuaJIT finds the library as $WAYMARK_LIBRARY, beside this file, or by its name.
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

local NONE = 0xffffffff
local core = {}

-- `problem` [opt] is words, or the library's own.
local function check(status, problem)
    if status ~= 0 then
        local text = ffi.string(lib.way_status_text(status))
        if type(problem) == "string" then
            text = text .. ": " .. problem
        elseif problem and problem.text[0] ~= 0 then
            text = text .. ": " .. ffi.string(problem.text)
        end
        error("waymark: " .. text, 3)
    end
end

local function hex(hash)
    return jit and bit.tohex(hash, 16) or ("%016x"):format(hash)
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
    local bytes, size = cells, #cells
    if type(cells) ~= "string" then
        bytes, size = states_of(cells), #cells * 4
    end
    return hex(lib.way_hash_bytes(0, bytes, size))
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

-- A map, and the space of its plain units: what a map's handle is.
local function hold_map(map, destroy, owner)
    local ground = hold(map, destroy, owner)
    local space = ffi.new "way_space *[1]"
    check(lib.way_space_create_grid(map, 1, nil, space))
    local handle = hold(space[0], lib.way_space_destroy, ground)
    handle.map = map
    return handle
end

--- `rules` are neighbours, corners, the cost of straight and diagonal steps, and how many floors there
--- are of how many rows.
function core.map(width, height, weights, rules)
    local config = ffi.new "way_map_config"
    config.width, config.height = width, height
    config.neighbours, config.corners = rules[1], rules[2]
    config.costs.cardinal, config.costs.diagonal = rules[3], rules[4]
    config.floors.count, config.floors.height = rules[5], rules[6]
    local bytes = weights and ffi.new("uint8_t[?]", #weights, weights)
    config.weights = bytes
    local map = ffi.new "way_map *[1]"
    check(lib.way_map_create(config, map))
    return hold_map(map[0], lib.way_map_destroy)
end

function core.edit(map, x, y, width, height, weight)
    local edit = ffi.new("way_edit[1]", {{x, y, width, height, weight}})
    check(lib.way_map_edit(map.map, edit, 1))
end

function core.weight(map, cell)
    return lib.way_map_terrain(map.map, cell)
end

function core.reachable(map, from, to, profile)
    return lib.way_map_is_reachable(map.map, from, to, profile or 1)
end

function core.hash_of(map)
    return hex(lib.way_map_hash(map.map))
end

--- A list of all weights, row by row.
function core.weights(map)
    local all = ffi.new "way_rect"
    all.width, all.height = lib.way_map_width(map.map), lib.way_map_height(map.map)
    local bytes = ffi.new("uint8_t[?]", all.width * all.height)
    check(lib.way_map_read(map.map, all, bytes))
    return cells_of(bytes, all.width * all.height)
end

function core.fits(map, cell, profile)
    return lib.way_map_fits(map.map, cell, profile)
end

function core.has_profile(map, profile)
    return lib.way_map_profile(map.map, profile, ffi.new "way_profile")
end

function core.unprofile(map, profile)
    check(lib.way_map_remove_profile(map.map, profile))
end

--- What a path costs; nil if one of its steps is not legal.
function core.check(map, cells, profile)
    local cost = ffi.new "way_cost[1]"
    return lib.way_path_check(map.map, profile, states_of(cells), #cells, cost) and cost[0] or nil
end

function core.length(map, cells)
    return lib.way_path_length(map.map, states_of(cells), #cells)
end

--- A list of x and y of the points of a curve.
function core.curve(map, cells, profile, density)
    local config, curve = ffi.new "way_curve_config", ffi.new "way_curve"
    config.map, config.unit_size, config.density = map.map, profile, density
    local states = states_of(cells)
    check(lib.way_path_curve(config, states, #cells, curve))
    local points = ffi.new("way_curve_point[?]", math.max(curve.count, 1))
    curve.points, curve.capacity = points, curve.count
    check(lib.way_path_curve(config, states, #cells, curve))
    local list = {}
    for i = 0, curve.count - 1 do
        list[2 * i + 1], list[2 * i + 2] = points[i].x, points[i].y
    end
    return list
end

local function cell_or_nil(cell)
    return cell ~= NONE and cell or nil
end

function core.nearest_passable(map, cell, profile)
    return cell_or_nil(lib.way_map_nearest_passable(map.map, cell, profile))
end

function core.nearest_reachable(map, from, goal, profile)
    return cell_or_nil(lib.way_map_nearest_reachable(map.map, from, goal, profile))
end

function core.sees(map, a, b, profile)
    return lib.way_map_sees(map.map, a, b, lib.WAY_SIGHT_ANY_ANGLE, profile)
end

function core.smooth(map, cells, kind, profile)
    local config, count = ffi.new "way_smoothing_config", ffi.new("uint32_t[1]", #cells)
    config.map, config.unit_size, config.kind = map.map, profile, kind
    local states = states_of(cells)
    check(lib.way_path_smooth(config, states, count))
    return cells_of(states, count[0])
end

function core.solve(map, starts, goals, seed, nodes)
    local config, plan = ffi.new "way_mapf_config", ffi.new "way_mapf_plan"
    local from, to = states_of(starts), states_of(goals)
    config.map, config.starts, config.goals, config.count = map.map, from, to, #starts
    config.seed, config.node_limit = seed, nodes
    check(lib.way_mapf_solve(config, plan))
    local ticks = {}
    for tick = 0, plan.cells ~= nil and plan.makespan or -1 do
        ticks[tick + 1] = cells_of(plan.cells + tick * #starts, #starts)
    end
    local outcome = outcome_name(plan.outcome)
    lib.way_mapf_free(plan)
    return outcome, ticks
end

function core.profile(map, size, weights)
    local profile = lib.way_profile_default(size)
    for terrain, weight in pairs(weights) do
        if terrain < 0 or terrain > 255 or weight < 0 or weight > 255 then
            error("waymark: terrains and weights are 0 to 255", 3)
        end
        profile.weights[terrain] = weight
    end
    local number = ffi.new "uint32_t[1]"
    check(lib.way_map_add_profile(map.map, profile, number))
    return number[0]
end

function core.link(map, add, from, to, cost, both_ways, profile)
    local link = ffi.new("way_map_link[1]", {{from, to, cost, profile, both_ways}})
    check((add and lib.way_map_add_links or lib.way_map_remove_links)(map.map, link, 1))
end

-- Spaces. A map's handle is that of its plain units.
function core.space(map, profile)
    local space = ffi.new "way_space *[1]"
    check(lib.way_space_create_grid(map.map, profile, nil, space))
    local handle = hold(space[0], lib.way_space_destroy, map)
    handle.map, handle.profile = map.map, profile
    return handle
end

function core.penalties(map, profile, unit)
    local count = lib.way_map_width(map.map) * lib.way_map_height(map.map)
    local config = ffi.new "way_penalty_config"
    local bytes = ffi.new("uint8_t[?]", count)
    config.map, config.profile, config.penalties, config.unit = map.map, profile, bytes, unit
    local space = ffi.new "way_space *[1]"
    check(lib.way_space_create_penalty(config, space))
    local handle = hold(space[0], lib.way_space_destroy, map)
    handle.node.bytes, handle.bytes, handle.count = bytes, bytes, count
    return handle
end

function core.penalize(space, cell, points)
    if not space.bytes or cell >= space.count or points < 0 or points > 255 then
        error("waymark: no such cell, or a penalty that is not 0 to 255", 3)
    end
    space.bytes[cell] = points
end

-- How many cells turned out to differ.
local function changed(call, ...)
    local count = ffi.new "uint32_t[1]"
    local arguments = {...}
    arguments[#arguments + 1] = count
    check(call((table.unpack or unpack)(arguments)))
    return count[0]
end

-- Beliefs: the handle, and that of its map.
function core.belief(map, unseen)
    local config, out = ffi.new "way_belief_config", ffi.new "way_belief *[1]"
    config.truth, config.unseen = map.map, unseen
    check(lib.way_belief_create(config, out))
    local belief = hold(out[0], lib.way_belief_destroy, map)
    return belief, hold_map(lib.way_belief_map(out[0]), function() end, belief)
end

function core.belief_look(belief, now, cells, radius, sight)
    local sensors = ffi.new("way_sensor[?]", math.max(#cells, 1))
    for i, cell in ipairs(cells) do
        sensors[i - 1].cell, sensors[i - 1].radius = cell, radius
        sensors[i - 1].line_of_sight = sight
    end
    return changed(lib.way_belief_look, belief.pointer, now, sensors, #cells)
end

function core.belief_share(belief, other)
    return changed(lib.way_belief_share, belief.pointer, other.pointer)
end

function core.belief_seen(belief, cell)
    return lib.way_belief_seen(belief.pointer, cell)
end

-- The space that an algorithm searches for units of a profile; `space` itself if it is no map's.
local function space_for(space, algorithm)
    if not space.map then
        return space
    end
    local out = ffi.new "way_space *[1]"
    check(lib.way_space_create_for(space.map, space.profile or 1, algorithm, nil, out), algorithm)
    return hold(out[0], lib.way_space_destroy, space)
end

function core.find(space, algorithm, from, to)
    local agent = core.agent(core.navigator(space, algorithm))
    core.begin(agent, from, to, false, false, 0, 0, 0, {})
    lib.way_agent_run(agent.pointer)
    return core.path(agent)
end

function core.navigator(space, algorithm)
    local problem = ffi.new "way_problem"
    local config = ffi.new "way_navigator_config"
    space = space_for(space, algorithm)
    config.space, config.algorithm, config.problem = space.pointer, algorithm, problem
    local out = ffi.new "way_navigator *[1]"
    check(lib.way_navigator_create(config, out), problem)
    return hold(out[0], lib.way_navigator_destroy, space)
end

-- The bytes are borrowed by the library: a copy lives as long as the navigator.
function core.open(space, saved)
    local problem = ffi.new "way_problem"
    local config = ffi.new "way_navigator_config"
    config.space, config.problem = space.pointer, problem
    local bytes = ffi.new("uint64_t[?]", math.floor(#saved / 8) + 1)
    ffi.copy(bytes, saved, #saved)
    local out = ffi.new "way_navigator *[1]"
    check(lib.way_navigator_open(config, bytes, #saved, out), problem)
    local handle = hold(out[0], lib.way_navigator_destroy, space)
    handle.node.bytes = bytes
    return handle
end

function core.save(navigator)
    local saved = ffi.new "way_database"
    check(lib.way_navigator_save(navigator.pointer, nil, saved))
    local bytes = ffi.string(saved.bytes, saved.size)
    lib.way_database_free(saved)
    return bytes
end

function core.choice(navigator)
    local choice = lib.way_navigator_choice(navigator.pointer)
    return ffi.string(choice.algorithm), choice.reason ~= nil and ffi.string(choice.reason) or nil
end

function core.current(navigator)
    return lib.way_navigator_is_current(navigator.pointer)
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

function core.begin(agent, from, to, nearest, partial, mode, range, limit, goals)
    local trip = ffi.new "way_trip"
    local list = states_of(goals)
    trip.start, trip.goal, trip.fall_back_to_nearest, trip.partial = from, to, nearest, partial
    trip.mode, trip.range, trip.expansion_limit = mode, range, limit
    trip.goals, trip.goal_count = list, #goals
    check(lib.way_agent_begin(agent.pointer, trip))
end

function core.run(agent)
    return outcome_name(lib.way_agent_run(agent.pointer))
end

function core.cancel(agent)
    lib.way_agent_cancel(agent.pointer)
end

function core.advance(agent, moves)
    check(lib.way_agent_advance(agent.pointer, moves))
end

function core.notify(agent, cells)
    check(lib.way_agent_notify(agent.pointer, states_of(cells), #cells))
end

function core.position(agent)
    return cell_or_nil(lib.way_agent_position(agent.pointer))
end

function core.bound(agent)
    return cell_or_nil(lib.way_agent_bound_thousandths(agent.pointer))
end

function core.expansions(agent)
    return tonumber(lib.way_agent_stats(agent.pointer).expansions)
end

--- Costs from each of some cells to each of others, one behind the other.
function core.distances(agent, from, to)
    local question, costs = ffi.new "way_distances", ffi.new("way_cost[?]", math.max(#from * #to, 1))
    local first, last = states_of(from), states_of(to)
    question.from, question.from_count, question.to, question.to_count = first, #from, last, #to
    check(lib.way_agent_distances(agent.pointer, question, costs))
    return cells_of(costs, #from * #to)
end

function core.step(agent, budget)
    return outcome_name(lib.way_agent_step(agent.pointer, budget))
end

function core.retarget(agent, goal)
    check(lib.way_agent_retarget(agent.pointer, goal))
end

-- The navigator's space keeps the belief that it is of.
function core.walker(navigator, belief, radius, sight)
    local config, out = ffi.new "way_walker_config", ffi.new "way_walker *[1]"
    config.navigator = navigator.pointer
    if belief then
        config.belief, config.sensor.radius = belief.pointer, radius
        config.sensor.line_of_sight = sight
    end
    check(lib.way_walker_create(config, out))
    return hold(out[0], lib.way_walker_destroy, navigator)
end

function core.walker_begin(walker, from, to)
    check(lib.way_walker_begin(walker.pointer, from, to))
end

function core.walker_retarget(walker, goal)
    check(lib.way_walker_retarget(walker.pointer, goal))
end

function core.walker_step(walker, budget)
    return outcome_name(lib.way_walker_step(walker.pointer, budget))
end

function core.walker_state(walker)
    return lib.way_walker_state(walker.pointer)
end

--- Moves, what they cost, plans made, cells that the planner was told of.
function core.walker_walk(walker)
    local walk = lib.way_walker_walk(walker.pointer)
    return tonumber(walk.moves), tonumber(walk.cost), tonumber(walk.plans), tonumber(walk.changes)
end

function core.path(agent)
    local count = ffi.new "uint32_t[1]"
    local states = lib.way_agent_path(agent.pointer, count)
    return outcome_name(lib.way_agent_outcome(agent.pointer)), lib.way_agent_cost(agent.pointer),
        cells_of(states, count[0])
end

function core.field(space, forward)
    local config = ffi.new "way_field_config"
    config.space, config.backward = space.pointer, not forward
    local out = ffi.new "way_field *[1]"
    check(lib.way_field_create(config, out))
    return hold(out[0], lib.way_field_destroy, space)
end

function core.field_begin(field, cells, limit)
    check(lib.way_field_begin(field.pointer, states_of(cells), #cells, limit or NONE))
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

function core.field_run(field)
    return outcome_name(lib.way_field_run(field.pointer))
end

--- The costs of the first cells, row by row.
function core.field_costs(field, count)
    local costs = ffi.new("way_cost[?]", count)
    lib.way_field_costs(field.pointer, costs, count)
    return cells_of(costs, count)
end

--- The cells that were reached, cheapest first.
function core.field_cells(field)
    local count = ffi.new "uint32_t[1]"
    return cells_of(lib.way_field_states(field.pointer, count), count[0])
end

-- Meshes: polygons over the free cells of a map, and shortest ways among points at any angle.
function core.mesh(map, profile, tile, any_weight)
    local config, out, problem = ffi.new "way_mesh_map_config", ffi.new "way_mesh *[1]",
        ffi.new "way_problem"
    config.map, config.profile, config.tile = map.map, profile, tile
    config.any_weight, config.problem = any_weight, problem
    check(lib.way_mesh_create_for(config, out), problem)
    local mesh, space = hold(out[0], lib.way_mesh_destroy, map), ffi.new "way_space *[1]"
    check(lib.way_space_create_points(out[0], 2, nil, space))
    local points = hold(space[0], lib.way_space_destroy, mesh)
    points.mesh = out[0]
    return points
end

function core.mesh_size(points)
    return lib.way_mesh_polygon_count(points.mesh)
end

function core.mesh_repair(points, budget)
    local done = ffi.new "bool[1]"
    check(lib.way_mesh_repair(points.mesh, budget, done))
    return done[0]
end

local function point(x, y)
    local at = ffi.new "way_point"
    at.x, at.y = x, y
    return at
end

--- The number of the polygon at a point; nil in a wall.
function core.mesh_locate(points, x, y)
    return cell_or_nil(lib.way_mesh_locate(points.mesh, point(x, y)))
end

--- Puts the two ends of a way on their places; their states.
function core.mesh_ends(points, x0, y0, x1, y1)
    check(lib.way_points_set(points.pointer, 0, point(x0, y0)))
    check(lib.way_points_set(points.pointer, 1, point(x1, y1)))
    return 0, 1
end

function core.mesh_place(points, state)
    local at = lib.way_points_at(points.pointer, state)
    return at.x, at.y
end

-- Worlds. Units are numbers here; the library's 64 bits fit as long as a place has had fewer than
-- two million units.
function core.world(map, capacity, kinds, teams, rivals, algorithm)
    local config = ffi.new "way_world_config"
    local kind_list = ffi.new("way_world_kind[?]", math.max(#kinds, 1))
    local profiles = ffi.new("way_profile[?]", math.max(#kinds, 1))
    local team_list = ffi.new("way_world_team[?]", math.max(#teams, 1))
    for i, kind in ipairs(kinds) do
        local entry = kind_list[i - 1]
        entry.size, entry.speed, entry.turn = kind.size or 0, kind.speed or 0, kind.turn or 0
        if kind.profile then
            if not lib.way_map_profile(map.map, kind.profile, profiles[i - 1]) then
                error("waymark: no such profile", 3)
            end
            entry.profile = profiles[i - 1]
        end
    end
    for i, team in ipairs(teams) do
        team_list[i - 1].fog, team_list[i - 1].sight_radius = team.fog or false, team.sight or 0
    end
    config.map, config.unit_capacity, config.rivals = map.map, capacity, rivals
    config.algorithm = algorithm
    config.kinds, config.kind_count = kind_list, #kinds
    config.teams, config.team_count = team_list, #teams
    local out = ffi.new "way_world *[1]"
    check(lib.way_world_create(config, out))
    return hold(out[0], lib.way_world_destroy, map)
end

function core.world_unit_on(world, cell)
    local unit = tonumber(lib.way_world_unit_on(world.pointer, cell))
    return unit ~= 0 and unit or nil
end

function core.world_fits(world, cell, kind)
    return lib.way_map_fits(lib.way_world_map(world.pointer), cell,
                            lib.way_world_kind_profile(world.pointer, kind))
end

function core.world_save(world)
    local size = ffi.new "size_t[1]"
    lib.way_world_save(world.pointer, nil, 0, size)
    local bytes = ffi.new("char[?]", size[0])
    check(lib.way_world_save(world.pointer, bytes, size[0], size))
    return ffi.string(bytes, size[0])
end

function core.world_restore(saved)
    local out, problem = ffi.new "way_world *[1]", ffi.new "way_problem"
    check(lib.way_world_restore(saved, #saved, nil, out, problem), problem)
    return hold(out[0], lib.way_world_destroy)
end

--- The map of a world that has one of its own: the handle, width, height, floors, rows of a floor.
function core.world_map(world)
    local map = ffi.cast("way_map *", lib.way_world_map(world.pointer))
    local floors = lib.way_map_floors(map)
    return hold_map(map, function() end, world), lib.way_map_width(map), lib.way_map_height(map),
        floors.count, floors.height
end

-- Records. Calls of the library that call back must not be compiled by LuaJIT.
function core.world_record(world)
    if not jit then
        local status, record = ffi.record(world.pointer)
        check(status)
        world.record = record -- lives as long as the world does
        return record
    end
    local pieces = {}
    local take = ffi.cast("way_world_recorder", function(bytes, size)
        pieces[#pieces + 1] = ffi.string(bytes, size)
    end)
    check(lib.way_world_record(world.pointer, take, nil))
    world.record = take
    return function()
        take:free()
        return table.concat(pieces)
    end
end

function core.world_stop(world, record)
    check(jit and lib.way_world_record(world.pointer, nil, nil) or ffi.stop(world.pointer))
    world.record = nil
    return record()
end

function core.replay(bytes)
    local copy = ffi.new("char[?]", math.max(#bytes, 1))
    ffi.copy(copy, bytes, #bytes)
    local out, problem = ffi.new "way_replay *[1]", ffi.new "way_problem"
    check(lib.way_replay_create(copy, #bytes, nil, out, problem), problem)
    local replay = hold(out[0], lib.way_replay_destroy)
    replay.node.bytes = copy
    local world = hold(lib.way_replay_world(out[0]), function() end, replay)
    return replay, world
end

--- Whether it is over, and whether the world is the recorded one.
function core.replay_frame(replay)
    local over, same = ffi.new "bool[1]", ffi.new "bool[1]"
    check(lib.way_replay_frame(replay.pointer, over, same))
    return over[0], same[0]
end

function core.world_link(world, add, from, to, cost, both_ways, profile, capacity)
    local link = ffi.new("way_map_link[1]", {{from, to, cost, profile, both_ways}})
    check(add and lib.way_world_add_links(world.pointer, link, 1, capacity)
          or lib.way_world_remove_links(world.pointer, link, 1))
end

function core.world_knows(world, team, cell)
    return lib.way_world_team_knows(world.pointer, team, cell)
end

function core.world_count(world)
    return lib.way_world_unit_count(world.pointer)
end

function core.world_path(world, unit)
    local cells = ffi.new("way_cell[?]", 65536)
    return cells_of(cells, lib.way_world_unit_path(world.pointer, unit, cells, 65536))
end

--- Tick, frames, the work of the last frame.
function core.world_statistics(world)
    local figures = lib.way_world_statistics(world.pointer)
    return figures.tick, tonumber(figures.frames), tonumber(figures.work)
end

function core.world_add(world, cell, kind, team)
    local unit = ffi.new "way_unit[1]"
    check(lib.way_world_add(world.pointer, ffi.new("way_unit_config", {cell, kind, team}), unit))
    return tonumber(unit[0])
end

function core.world_remove(world, unit)
    check(lib.way_world_remove(world.pointer, unit))
end

function core.world_order(world, units, kind, cell, target, range, cells, queued, together,
                          formation, urgency, period, kept)
    local order = ffi.new "way_order"
    local list = states_of(cells)
    order.kind, order.cell, order.target, order.range = kind, cell, target, range
    order.cells, order.cell_count = list, #cells
    order.queued, order.keep_pace, order.keep_formation = queued, together, kept
    order.formation, order.urgency, order.period = formation, urgency, period
    local handles = ffi.new("way_unit[?]", math.max(#units, 1), units)
    check(lib.way_world_order(world.pointer, handles, #units, order))
end

function core.world_edit(world, x, y, width, height, weight)
    local edit = ffi.new("way_edit[1]", {{x, y, width, height, weight}})
    check(lib.way_world_edit(world.pointer, edit, 1))
end

function core.world_frame(world, budget)
    check(lib.way_world_frame(world.pointer, budget))
end

function core.world_units(world)
    local list, count = {}, lib.way_world_unit_count(world.pointer)
    local views = ffi.new("way_unit_view[?]", math.max(count, 1))
    for i = 1, lib.way_world_views(world.pointer, views, count) do
        list[i] = tonumber(views[i - 1].unit)
    end
    return list
end

function core.world_unit(world, unit)
    local view = ffi.new "way_unit_view"
    if lib.way_world_unit(world.pointer, unit, view) then
        return view.cell, view.goal, view.x, view.y, view.heading, view.kind, view.team, view.size,
            tonumber(view.state), view.standing
    end
end

function core.world_event(world)
    local event = ffi.new "way_world_event"
    if lib.way_world_event_next(world.pointer, event) then
        return tonumber(event.kind), tonumber(event.unit), event.cell, tonumber(event.other),
            event.tick
    end
end

function core.world_hash(world)
    return hex(lib.way_world_hash(world.pointer))
end

if jit then
    for _, name in ipairs {"add", "remove", "order", "edit", "frame", "link", "record", "stop"} do
        jit.off(core["world_" .. name])
    end
end

return core
