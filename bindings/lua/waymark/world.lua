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
-- While it lives only world:fill may edit the map. Units are numbers here; the library's 64 bits fit as
-- long as a place has had fewer than two million units.
local core = require "waymark.ffi"
local ffi, lib, check, whole, known = core.ffi, core.lib, core.check, core.whole, core.known
local STATES, EVENTS = core.names_of "unit_state", core.names_of "world_event_kind"

local World, Replay = core.class(), core.class()
local Watched = setmetatable(core.class(), {__index = World}) -- the world of a replay
local shared

-- A cell as {x, y}; nothing for none.
local function place_of(map, cell)
    return cell ~= core.NONE and shared.places_of(map, {cell})[1] or nil
end

local function unit_of(number)
    number = tonumber(number)
    return number ~= 0 and number or nil
end

local function alive(world, unit)
    if not core.is_whole(unit, 1, 2 ^ 53) or not lib.way_world_unit(world.pointer, unit, ffi.new "way_unit_view") then
        core.fail(("no unit %s"):format(tostring(unit)))
    end
end

--- Puts a unit on the map; kinds and teams count from 1, as they were given.
function World:add(x, y, kind, team)
    local cell = shared.cell_of(self.map, x, y)
    whole(kind or 1, "a kind", 1, self.kinds)
    whole(team or 1, "a team", 1, self.teams)
    local other = self:unit_on(x, y)
    if other then
        core.fail(("unit %d stands on (%d, %d)"):format(other, x, y))
    end
    if lib.way_map_weight(lib.way_world_map(self.pointer), cell, self:profile(kind)) == 0 then
        core.fail(("a unit of kind %d can't stand on (%d, %d): there is a wall"):format(kind or 1, x, y))
    end
    local config = ffi.new("way_unit_config", {cell, (kind or 1) - 1, (team or 1) - 1})
    local wrong = ("another unit is in the way at (%d, %d), or all units are there: %d"):format(
        x, y, lib.way_world_unit_count(self.pointer))
    return tonumber(core.ask("way_unit", wrong, lib.way_world_add, self.pointer, config))
end

--- The profile of a kind of unit.
function World:profile(kind)
    return lib.way_world_kind_profile(self.pointer, whole(kind or 1, "a kind", 1, self.kinds) - 1)
end

--- Takes a unit away at once.
function World:remove(unit)
    alive(self, unit)
    check(lib.way_world_remove(self.pointer, unit))
end

-- What orders can't do without.
local NEEDS = {go = "x", near = "x", patrol = "x", any = "cells", follow = "target"}

--- Orders units: `kind` is "stop", "hold", "go", "near", "any", "follow", "patrol" or "flee"; with x
--- and y, `cells` {{x, y}, ...}, `target` (a unit), `range`, `queued`, `together`, `formation`
--- ("box", "line", "column"), `kept` (on the way, too), `urgency` ("selected", "visible", "other", "periodic"), `period`;
--- who is `patient` and can't get there keeps the order, as near as can be, and goes on when a way opens.
function World:order(units, given)
    given = known(given, "an order", "kind", "x", "y", "cells", "target", "range", "queued", "together",
                  "formation", "kept", "patient", "urgency", "period")
    for _, unit in ipairs(core.items(units, "units")) do
        alive(self, unit)
    end
    local order, cells = ffi.new "way_order", shared.cells_of(self.map, given.cells or {})
    local pinned = core.states(cells)
    order.kind = core.number_of("order_kind", given.kind, "order")
    local need = NEEDS[given.kind] or given.kind == "flee" and not given.target and "x"
    if need and not given[need] then
        core.fail(("an order to %s needs %s"):format(given.kind, need == "x" and "x and y" or need))
    end
    if given.target then
        alive(self, given.target)
    end
    order.cell = given.x and shared.cell_of(self.map, given.x, given.y) or 0
    order.target, order.range = given.target or 0, whole(given.range or 0, "a range", 0, core.NONE)
    order.cells, order.cell_count = pinned, whole(#cells, "a number of cells", 0, 8)
    order.queued, order.keep_pace = core.flag(given.queued, "queued"), core.flag(given.together, "together")
    order.keep_formation, order.patient = core.flag(given.kept, "kept"), core.flag(given.patient, "patient")
    order.formation = core.number_of("formation", given.formation or "none", "formation")
    order.urgency = core.number_of("urgency", given.urgency or "visible", "urgency")
    order.period = whole(given.period or 0, "a period", 0, core.NONE)
    check(lib.way_world_order(self.pointer, core.array("way_unit", units), #units, order))
end

--- Gives all cells of a rectangle one weight; units in the way plan again or leave.
function World:fill(x, y, width, height, weight)
    check(lib.way_world_edit(self.pointer, shared.rectangle(self.map, x, y, width, height, weight), 1))
end

--- As map:link, under units; with `options.capacity` at most so many are on it at once (a lift).
function World:link(x0, y0, x1, y1, options)
    options = known(options, "a link", "cost", "both_ways", "profile", "capacity")
    local capacity = whole(options.capacity or 0, "a capacity", 0, 4)
    check(lib.way_world_add_links(self.pointer, shared.link_of(self.map, x0, y0, x1, y1, options), 1, capacity))
end

--- Removes a link that has these ends and these options, whatever it costs.
function World:unlink(x0, y0, x1, y1, options)
    options = known(options, "a link", "cost", "both_ways", "profile")
    options = {cost = 1, both_ways = options.both_ways, profile = options.profile}
    check(lib.way_world_remove_links(self.pointer, shared.link_of(self.map, x0, y0, x1, y1, options), 1),
          ("a link from (%d, %d) to (%d, %d)"):format(x0, y0, x1, y1))
end

--- Whether a team, which count from 1, has ever seen a place.
function World:knows(team, x, y)
    return lib.way_world_team_knows(self.pointer, whole(team, "a team", 1, self.teams) - 1,
                                    shared.cell_of(self.map, x, y))
end

--- The map as a team knows it, to look at.
function World:team_map(team)
    local map = ffi.cast("way_map *", lib.way_world_team_map(self.pointer, whole(team, "a team", 1, self.teams) - 1))
    local seen = shared.map_of(map, core.leave, self)
    seen.world[1] = self
    return seen
end

--- One frame: plans for about `budget` units of work, moves all units.
function World:frame(budget)
    check(lib.way_world_frame(self.pointer, core.budget(budget)))
end

--- The handles of all units.
function World:units()
    local units, count = {}, lib.way_world_unit_count(self.pointer)
    local views = ffi.new("way_unit_view[?]", math.max(count, 1))
    for i = 1, lib.way_world_views(self.pointer, views, count) do
        units[i] = tonumber(views[i - 1].unit)
    end
    return units
end

--- The unit on a place; nil if there is none.
function World:unit_on(x, y)
    return unit_of(lib.way_world_unit_on(self.pointer, shared.cell_of(self.map, x, y)))
end

--- The places that a unit means to walk, as far as it knows.
function World:path(unit)
    local cells = ffi.new("way_cell[?]", 65536)
    alive(self, unit)
    local count = lib.way_world_unit_path(self.pointer, unit, cells, 65536)
    return shared.places_of(self.map, core.list(cells, count))
end

--- The tick, frames so far, and the work of the last one.
function World:statistics()
    local figures = lib.way_world_statistics(self.pointer)
    return figures.tick, tonumber(figures.frames), tonumber(figures.work)
end

--- What can be seen of a unit; nil if it is gone.
function World:unit(unit)
    local view = ffi.new "way_unit_view"
    if lib.way_world_unit(self.pointer, whole(unit, "a unit", 1, 2 ^ 53), view) then
        return {
            cell = place_of(self.map, view.cell),
            goal = place_of(self.map, view.goal),
            x = view.x / 1024,
            y = view.y / 1024,
            heading = view.heading,
            kind = view.kind + 1,
            team = view.team + 1,
            size = view.size,
            state = STATES[tonumber(view.state)],
            standing = view.standing,
        }
    end
end

--- Takes the events that nobody has taken yet: for kind, unit, place, other, tick in world:events().
function World:events()
    local event = ffi.new "way_world_event"
    return function()
        if lib.way_world_event_next(self.pointer, event) then
            return EVENTS[tonumber(event.kind)], tonumber(event.unit), place_of(self.map, event.cell),
                unit_of(event.other), event.tick
        end
    end
end

--- The same on every machine that made the same calls, as 16 hex digits.
function World:hash()
    return core.hex(lib.way_world_hash(self.pointer))
end

--- Everything that decides what will happen, as a string.
function World:save()
    local size = ffi.new "size_t[1]"
    lib.way_world_save(self.pointer, nil, 0, size)
    local bytes = ffi.new("char[?]", size[0])
    check(lib.way_world_save(self.pointer, bytes, size[0], size))
    return ffi.string(bytes, size[0])
end

--- Records everything from now on, until World:stop gives the bytes.
function World:record()
    if self.taken then
        core.fail("this world is being recorded")
    end
    if not jit then
        local status, taken = ffi.record(self.pointer)
        check(status)
        self.taken, self.node.recorder = taken, taken
        return
    end
    local pieces = {}
    local take = ffi.cast("way_world_recorder", function(bytes, size)
        pieces[#pieces + 1] = ffi.string(bytes, size)
    end)
    check(lib.way_world_record(self.pointer, take, nil))
    self.node.recorder = take -- may be called as long as the world lives
    self.taken = function(world)
        check(lib.way_world_record(world, nil, nil))
        take:free()
        return table.concat(pieces)
    end
end

--- Ends a record and gives its bytes, as a string.
function World:stop()
    if not self.taken then
        core.fail("this world is not being recorded")
    end
    local bytes = self.taken(self.pointer)
    self.taken, self.node.recorder = nil, nil
    return bytes or core.fail("there was no memory for the record")
end

for _, name in ipairs {"add", "remove", "order", "fill", "frame", "link", "unlink", "record"} do
    Watched[name] = function()
        core.fail "the world of a replay is to look at; replay:frame moves it on"
    end
end

-- Calls that may call back must not be compiled by LuaJIT.
if jit then
    for _, name in ipairs {"add", "remove", "order", "fill", "frame", "link", "unlink", "record", "stop"} do
        jit.off(World[name])
    end
    jit.off(core.ask)
end

--- Makes the calls of one frame; whether the world is the recorded one, nil at the end of the record.
function Replay:frame()
    local over, same = ffi.new "bool[1]", ffi.new "bool[1]"
    check(lib.way_replay_frame(self.pointer, over, same))
    if not over[0] then
        return same[0]
    end
end

return function(waymark, helpers)
    shared = helpers

    local function live(world, map)
        world.map, map.world[1] = map, world
        return world
    end

    -- A world that has a map of its own.
    local function grown(world)
        local map = ffi.cast("way_map *", lib.way_world_map(world.pointer))
        return live(world, shared.map_of(map, core.leave, world))
    end

    --- A world on a map: `units` is the most there will be; `kinds` {{size, speed, turn, profile}},
    --- `teams` {{fog, sight}}, `rivals`, `algorithm` and `frames` (that a step is drawn over) may be left out.
    function waymark.world(map, options)
        shared.refuse(map, "that world; there is one to a map")
        options = known(options, "a world", "units", "kinds", "teams", "rivals", "algorithm", "frames")
        local given, teams = options.kinds or {{size = 1}}, options.teams or {}
        whole(#given, "a number of kinds", 1, 16)
        whole(#teams, "a number of teams", 0, 8)
        local config, kinds = ffi.new "way_world_config", ffi.new("way_world_kind[?]", #given)
        local sides, profiles = ffi.new("way_world_team[?]", math.max(#teams, 1)), ffi.new("way_profile[?]", #given)
        for i, kind in ipairs(given) do
            local entry = kinds[i - 1]
            known(kind, "a kind", "size", "speed", "turn", "profile")
            entry.size = whole(kind.size or 0, "a unit's size", 0, 16)
            entry.speed = whole(kind.speed or 0, "a speed", 0, 256)
            entry.turn = whole(kind.turn or 0, "a turn", 0, 4096)
            if kind.profile then
                lib.way_map_profile(map.pointer, shared.profile_of(map, kind.profile), profiles + (i - 1))
                entry.profile = profiles + (i - 1)
            end
        end
        for i, team in ipairs(teams) do
            known(team, "a team", "fog", "sight")
            sides[i - 1].fog, sides[i - 1].sight_radius = core.flag(team.fog, "fog"), whole(team.sight or 0, "a sight", 0, 64)
        end
        config.map, config.rivals, config.algorithm = map.pointer, core.flag(options.rivals, "rivals"), options.algorithm
        config.unit_capacity = whole(options.units, "a number of units", 1, 2 ^ 22)
        config.frames_per_tick = whole(options.frames or 1, "frames", 1, 64)
        config.kinds, config.kind_count, config.teams, config.team_count = kinds, #given, sides, #teams
        local world = {kinds = #given, teams = math.max(#teams, 1)}
        return live(core.make(World, world, "way_world", lib.way_world_destroy, map, function(out)
            return lib.way_world_create(config, out)
        end, options.algorithm), map)
    end

    --- A world as World:save saw it, with a map of its own.
    function waymark.restore(saved)
        local world = {kinds = 16, teams = 8}
        return grown(core.make(World, world, "way_world", lib.way_world_destroy, nil, function(out, problem)
            return lib.way_world_restore(core.copy(saved), #saved, nil, out, problem)
        end))
    end

    --- A record that is played again: `replay:frame()` until it gives nil; `replay.world` is to look at.
    function waymark.replay(record)
        local bytes = core.copy(record)
        local replay = core.make(Replay, {}, "way_replay", lib.way_replay_destroy, nil, function(out, problem)
            return lib.way_replay_create(bytes, #record, nil, out, problem)
        end)
        replay.node.bytes = bytes -- borrowed by the library
        local world = {kinds = 16, teams = 8}
        replay.world = grown(core.hold(Watched, world, lib.way_replay_world(replay.pointer), core.leave, replay))
        return replay
    end
end
