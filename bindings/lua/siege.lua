-- SPDX-FileCopyrightText: 2026 The waymark authors
-- SPDX-License-Identifier: MIT
--
-- The siege of bindings/c/siege.c, for every Lua.
local waymark = require "waymark"

local function draw(map, marks)
    local rows = {}
    for y = 0, map.height - 1 do
        rows[y] = {}
        for x = 0, map.width - 1 do
            rows[y][x + 1] = ("#.?~"):sub(map:get(x, y) + 1, map:get(x, y) + 1)
        end
    end
    for _, at in ipairs(marks) do
        rows[at.y][at.x + 1] = "o"
    end
    for y = 0, map.height - 1 do
        print(table.concat(rows[y]))
    end
end

local function tell(name, path)
    print(("%s: %d cells, cost %d"):format(name, #path, path.cost))
end

-- Plain ground, a river with a bridge, a town behind a wall. Coordinates count from 0.
local map = waymark.map(48, 16)
map:fill(12, 0, 4, 16, 3)
map:fill(12, 14, 4, 1, 1)
map:fill(32, 2, 14, 12, 0)
map:fill(33, 3, 12, 10, 1)
print("the wall stands: " .. (map:reachable(2, 8, 40, 8) and "a way" or "no way"))
map:fill(32, 7, 1, 2, 1)

-- Those on foot wade, boats need not; archers above the breach; a tunnel.
tell("on foot", map:find(2, 8, 40, 8))
local boat = map:profile {weights = {[3] = 1}}
tell("by boat", map:find(2, 8, 40, 8, "astar", {profile = boat}))
local danger = map:penalties()
for y = 5, 10 do
    for x = 26, 35 do
        danger:set(x, y, 20)
    end
end
tell("under fire", map:find(2, 8, 40, 8, "astar", {penalties = danger}))
map:link(20, 3, 38, 4, {cost = 4000, both_ways = true})
tell("by the tunnel", map:find(2, 8, 40, 8, "astar", {penalties = danger}))
map:unlink(20, 3, 38, 4, {both_ways = true})

-- A messenger who plans a little per frame, by a database that was saved and opened.
local bytes = map:navigator("dba(sector=8)"):save()
local rider = map:open(bytes):agent()
rider:begin(2, 8, 40, 8)
while rider:step(20) == "working" do
    -- the next frame: coroutine.yield(), or leave love.update
end
print("the messenger: cost " .. rider:path().cost)
draw(map, rider:path())

-- Everybody through the breach, by one call per frame.
local world, army, places = waymark.world(map, {units = 12}), {}, {}
for y = 2, 13 do
    army[#army + 1] = world:add(20, y)
end
world:order(army, {kind = "go", x = 40, y = 8})
for _ = 1, 100 do
    world:frame(2000)
end
for i, unit in ipairs(army) do
    places[i] = world:unit(unit).cell
end
print "the army:"
draw(map, places)
