-- SPDX-FileCopyrightText: 2026 The waymark authors
-- SPDX-License-Identifier: MIT
--
-- Ground without cells: meshes, and discs that move freely and keep out of each other's way.
local core = require "waymark.ffi"
local ffi, lib, check, whole, known = core.ffi, core.lib, core.check, core.whole, core.known
local UNIT = 1000 -- to a cell's side

local Mesh, Avoider = core.class(), core.class()

-- A number in cells as a whole one of the library's, if it is within a range.
local function scaled(value, what, scale, least, most)
    if type(value) ~= "number" or not (value * scale >= least and value * scale <= most) then
        core.fail(("%s is a number from %g to %g, not %s"):format(what, least / scale, most / scale, tostring(value)))
    end
    return math.floor(value * scale + 0.5)
end

local function point_of(x, y)
    return ffi.new("way_point", {scaled(x, "x", UNIT, -1e9, 1e9), scaled(y, "y", UNIT, -1e9, 1e9)})
end

local function place_of(point)
    return {x = point.x / UNIT, y = point.y / UNIT}
end

-- A mesh, and its points as states: two spots for the ends of a way, then those of the mesh.
local function mesh_of(owner, create)
    local mesh = core.make(Mesh, {}, "way_mesh", lib.way_mesh_destroy, owner, create)
    mesh.points = core.make(nil, {}, "way_space", lib.way_space_destroy, mesh, function(out)
        return lib.way_space_create_points(mesh.pointer, 2, nil, out)
    end)
    return mesh
end

--- The shortest way between two points, given in sides of cells: outcome, length, and a list of points
--- {x, y} to walk straight between.
function Mesh:find(x0, y0, x1, y1)
    local wrong = "(%s, %s) is not on the mesh"
    check(lib.way_points_set(self.points.pointer, 0, point_of(x0, y0)), wrong:format(x0, y0))
    check(lib.way_points_set(self.points.pointer, 1, point_of(x1, y1)), wrong:format(x1, y1))
    local path, points = ffi.new "way_path", {}
    check(lib.way_find_in(self.points.pointer, "polyanya", 0, 1, path))
    local corners = ffi.new("way_point[?]", math.max(path.count, 1))
    for i = 1, path.count do
        corners[i - 1] = lib.way_points_at(self.points.pointer, path.states[i - 1])
        points[i] = place_of(corners[i - 1])
    end
    local outcome, length = core.outcome(path.outcome), lib.way_points_length(corners, path.count)
    lib.way_path_free(path)
    return outcome, length, points
end

--- Whether a point is on the mesh.
function Mesh:contains(x, y)
    return lib.way_mesh_locate(self.pointer, point_of(x, y)) ~= core.NONE
end

--- How many polygons there are.
function Mesh:size()
    return lib.way_mesh_polygon_count(self.pointer)
end

--- The corners of a polygon, which count from 1, as a list of {x, y}.
function Mesh:polygon(number)
    local count, corners = ffi.new "uint32_t[1]", {}
    local points = lib.way_mesh_polygon(self.pointer, whole(number, "a polygon", 1, self:size()) - 1, count)
    for i = 1, count[0] do
        corners[i] = place_of(lib.way_mesh_point(self.pointer, points[i - 1]))
    end
    return corners
end

--- The mesh in the text format that waymark.mesh reads.
function Mesh:text()
    local size = tonumber(lib.way_mesh_format(self.pointer, nil, 0))
    local text = ffi.new("char[?]", size + 1)
    return ffi.string(text, lib.way_mesh_format(self.pointer, text, size))
end

--- Whether the mesh knows of all edits of its map.
function Mesh:current()
    return lib.way_mesh_is_current(self.pointer)
end

--- Follows the edits of the map, with about `budget` of work; true when it has.
function Mesh:repair(budget)
    return core.ask("bool", nil, lib.way_mesh_repair, self.pointer, core.budget(budget, 1))
end

local SPEED, LENGTH, FAR = 65536, 1024, 2 ^ 28

--- Moves discs by one tick: each of `movers` is {x, y, vx, vy, wish_x, wish_y, radius, speed, fixed}, in
--- cells and cells per tick, of which x, y, vx and vy are set anew; `walls` are {x1, y1, x2, y2}.
function Avoider:step(movers, walls)
    local discs, lines = ffi.new("way_mover[?]", math.max(#movers, 1)), {}
    for i, one in ipairs(movers) do
        discs[i - 1] = ffi.new("way_mover", {
            scaled(one.x, "x", LENGTH, -FAR, FAR), scaled(one.y, "y", LENGTH, -FAR, FAR),
            scaled(one.vx or 0, "vx", SPEED, -2 ^ 18, 2 ^ 18), scaled(one.vy or 0, "vy", SPEED, -2 ^ 18, 2 ^ 18),
            scaled(one.wish_x or 0, "wish_x", SPEED, -2 ^ 18, 2 ^ 18), scaled(one.wish_y or 0, "wish_y", SPEED, -2 ^ 18, 2 ^ 18),
            scaled(one.radius, "a radius", LENGTH, 1, 8192), scaled(one.speed, "a speed", SPEED, 0, 2 ^ 17),
            core.flag(one.fixed, "fixed"),
        })
    end
    for i, wall in ipairs(walls or {}) do
        lines[i] = {}
        for k = 1, 4 do
            lines[i][k] = scaled(wall[k], "an end of a wall", LENGTH, -FAR, FAR)
        end
    end
    check(lib.way_avoider_step(self.pointer, discs, #movers, core.array("way_barrier", lines), #lines),
          #movers > self.capacity and ("%d movers for a capacity of %d"):format(#movers, self.capacity))
    for i, one in ipairs(movers) do
        local disc = discs[i - 1]
        one.x, one.y = disc.x / LENGTH, disc.y / LENGTH
        one.vx, one.vy = disc.velocity_x / SPEED, disc.velocity_y / SPEED
    end
end

return function(waymark, shared)
    --- Convex polygons over the free cells, to walk on at any angle: `options` are `profile`, `tile` (cells
    --- per side of the pieces that repairs remake) and `any_weight`.
    function shared.Map:mesh(options)
        options = known(options, "a mesh", "profile", "tile", "any_weight")
        local config = ffi.new "way_mesh_map_config"
        config.map, config.profile = self.pointer, shared.profile_of(self, options.profile)
        config.tile, config.any_weight = whole(options.tile or 0, "a tile", 0, 65535), core.flag(options.any_weight, "any_weight")
        return mesh_of(self, function(out, problem)
            config.problem = problem
            return lib.way_mesh_create_for(config, out)
        end)
    end

    --- A mesh of polygons of your own, as a text (docs/formats.md).
    function waymark.mesh(text)
        return mesh_of(nil, function(out, problem)
            return lib.way_mesh_parse(text, #text, nil, out, problem)
        end)
    end

    --- Keeps up to `capacity` discs apart that move freely. They must not meet for `options.horizon` ticks
    --- (40), nor walls for `options.wall_horizon` (10).
    function waymark.avoider(capacity, options)
        options = known(options, "an avoider", "horizon", "wall_horizon")
        local config = ffi.new "way_avoider_config"
        config.capacity = whole(capacity, "a capacity", 1, 2 ^ 20)
        config.horizon = whole(options.horizon or 0, "a horizon", 0, 256)
        config.wall_horizon = whole(options.wall_horizon or 0, "a horizon", 0, 256)
        return core.make(Avoider, {capacity = capacity}, "way_avoider", lib.way_avoider_destroy, nil, function(out)
            return lib.way_avoider_create(config, out)
        end)
    end
end
