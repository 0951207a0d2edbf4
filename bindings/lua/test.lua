-- SPDX-FileCopyrightText: 2026 The waymark authors
-- SPDX-License-Identifier: MIT
--
-- The lines of bindings/c/walk.c, then what only a binding can get wrong. For every Lua.
local waymark = require "waymark"

local side, weights = 32, {}
for y = 0, side - 1 do
    for x = 0, side - 1 do
        weights[#weights + 1] = (x * x + 3 * y + x * y) % 7 ~= 1 and 1 or 0
    end
end
local map = waymark.map(side, side, weights)
for _, algorithm in ipairs(waymark.algorithms()) do
    local works, path = pcall(map.find, map, 0, 0, side - 1, side - 1, algorithm.name)
    if works then
        print(("%s %d %s"):format(algorithm.name, path.cost, waymark.hash(path.cells)))
    else
        print(algorithm.name .. " unsupported")
    end
end

local function fails(pattern, call, ...)
    local works, why = pcall(call, ...)
    assert(not works and tostring(why):find(pattern), "expected a failure: " .. pattern)
end

-- Slices, edits, repair.
local ground = waymark.map(48, 48)
ground:fill(24, 0, 1, 47, 0)
assert(ground:get(24, 5) == 0 and ground:get(23, 5) == 1)
local navigator = ground:navigator "dba(sector=16)"
local agent = navigator:agent()
agent:begin(2, 2, 45, 2)
while agent:step(50) == "moving" do end
local path = agent:path()
assert(path.outcome == "arrived" and path[1].x == 2 and path[#path].x == 45)
ground:fill(24, 47, 1, 1, 0)
assert(not ground:reachable(2, 2, 45, 2))
while not navigator:repair(500) do end
agent:begin(2, 2, 45, 2)
assert(agent:step(1) == "no_path")
agent:begin(2, 2, 45, 2, {nearest = true})
while agent:step(50) == "moving" do end
path = agent:path()
assert(path.outcome == "partial" and path[#path].x == 23)

-- Fields lead there, cell by cell, at the cost of a best path.
ground:set(24, 20, 1)
local field = ground:field()
field:begin {{45, 2}}
while field:step(100) == "moving" do end
local x, y, moves = 2, 2, 0
while x do
    local nx, ny = field:next(x, y)
    if not nx then break end
    x, y, moves = nx, ny, moves + 1
end
assert(x == 45 and y == 2 and moves >= 43)
assert(field:cost(2, 2) == ground:find(2, 2, 45, 2, "astar").cost)
assert(field:next(45, 2) == nil and field:cost(24, 3) == nil)

-- Failures say what is wrong and leave everything as it was.
fails("outside the map", ground.find, ground, 0, 0, 48, 0)
fails("nosuch", ground.navigator, ground, "nosuch")
fails("sector", ground.navigator, ground, "dba(sector=0)")
fails("weights for", waymark.map, 4, 4, {1, 1})
fails("out of range", ground.fill, ground, 40, 40, 20, 1, 0)
assert(ground:get(40, 40) == 1)

-- Whatever is collected first, nothing is used after it is gone.
for round = 1, 50 do
    local short = waymark.map(16, 16):navigator("jps"):agent()
    short:begin(0, 0, 15, 15)
    collectgarbage()
    while short:step(5) == "moving" do end
    assert(short:path().outcome == "arrived")
end
