-- SPDX-FileCopyrightText: 2026 The waymark authors
-- SPDX-License-Identifier: MIT
--
-- Fog: what a team believes of a map, and units that walk through it and look around.
local core = require "waymark.ffi"
local ffi, lib, check, make, whole, known = core.ffi, core.lib, core.check, core.make, core.whole, core.known

local Belief, Walker = core.class(), core.class()
local shared

--- Looks around from places {{x, y}, ...} at a time, which never goes back; how many cells differed.
--- With `sight` walls hide what is behind them.
function Belief:look(now, places, radius, sight)
    local sensors = {}
    whole(now, "a time", 1, core.NONE)
    whole(radius, "a radius", 0, 64)
    for i, cell in ipairs(shared.cells_of(self.truth, places)) do
        sensors[i] = {cell, radius, core.flag(sight, "sight")}
    end
    return core.ask("uint32_t", "time never goes back", lib.way_belief_look, self.pointer, now,
                    core.array("way_sensor", sensors), #sensors)
end

--- Learns what another team knows; the newer look at each cell wins.
function Belief:share(other)
    return core.ask("uint32_t", "a belief of another map", lib.way_belief_share, self.pointer, other.pointer)
end

--- When a cell was looked at last; nil if never.
function Belief:seen(x, y)
    local time = lib.way_belief_seen(self.pointer, shared.cell_of(self.truth, x, y))
    return time ~= 0 and time or nil
end

--- Stands on a place and sets out for another.
function Walker:begin(x0, y0, x1, y1)
    check(lib.way_walker_begin(self.pointer, shared.cell_of(self.map, x0, y0), shared.cell_of(self.map, x1, y1)))
end

--- Gives the walk another goal.
function Walker:retarget(x, y)
    core.go_on(lib.way_walker_retarget(self.pointer, shared.cell_of(self.map, x, y)))
end

--- Plans for up to `budget` expansions and, once a plan is ready, makes one move.
function Walker:step(budget)
    return core.outcome(lib.way_walker_step(self.pointer, core.budget(budget)))
end

--- Where it stands: x and y; nil before it has begun.
function Walker:place()
    return shared.place_of(self.map, core.or_nil(lib.way_walker_state(self.pointer)))
end

--- How its walk stands or ended.
function Walker:outcome()
    return core.outcome(lib.way_walker_outcome(self.pointer))
end

--- What it costs to walk: moves, their cost, plans made, changes that the planner was told of.
function Walker:walk()
    local walk = lib.way_walker_walk(self.pointer)
    return tonumber(walk.moves), tonumber(walk.cost), tonumber(walk.plans), tonumber(walk.changes)
end

return function(given)
    shared = given

    --- What a team believes of this map: `belief.map` is a map like any other, which looking around edits.
    --- Where nobody has looked it has the weight `unseen`, or 1, or that of a list of `known` weights; with `known_links`, all links are believed in
    --- from the start.
    function shared.Map:belief(unseen, known_links, weights)
        local config = ffi.new "way_belief_config"
        config.truth, config.unseen = self.pointer, core.weight_of(unseen or 1)
        config.known_links = core.flag(known_links, "known_links")
        if weights and #weights ~= self.width * self.height then
            core.fail(("%d weights for %d x %d cells"):format(#weights, self.width, self.height))
        end
        for _, weight in ipairs(weights or {}) do
            core.weight_of(weight)
        end
        local bytes = weights and core.array("uint8_t", weights)
        config.known = bytes
        local made = make(Belief, {truth = self}, "way_belief", lib.way_belief_destroy, self, function(out)
            return lib.way_belief_create(config, out)
        end)
        made.map = shared.map_of(lib.way_belief_map(made.pointer), core.leave, made)
        return made
    end

    --- A unit that walks: notices edits, plans again, moves; on a belief's map, with `options.belief`, it
    --- looks around as far as `options.radius` (8), with `options.sight` not through walls. With
    --- `options.foresight`, what breaks its plan farther ahead than so many moves is seen to when it has come
    --- that near: far fewer plans, not always the best.
    function shared.Navigator:walker(options)
        options = known(options, "a walker", "belief", "radius", "sight", "foresight")
        local config, belief = ffi.new "way_walker_config", options.belief
        if belief and getmetatable(belief) ~= Belief then
            core.fail("a belief is what map:belief gave, not " .. tostring(belief))
        end
        if belief and belief.map ~= self.map then
            core.fail("the navigator plans on another map than the belief's")
        end
        config.navigator = self.pointer
        config.foresight = whole(options.foresight or 0, "moves", 0, core.NONE)
        local radius = whole(options.radius or 8, "a radius", 0, 64)
        if belief then
            config.belief, config.sensor.radius = belief.pointer, radius
            config.sensor.line_of_sight = core.flag(options.sight, "sight")
        end
        -- The navigator's space keeps the belief that it is of.
        return make(Walker, {map = self.map}, "way_walker", lib.way_walker_destroy, self, function(out)
            return lib.way_walker_create(config, out)
        end)
    end
end
