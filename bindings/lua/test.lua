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
    if works and path.outcome == "limit" then
        print(algorithm.name .. " gave up")
    elseif works then
        print(("%s %d %s"):format(algorithm.name, path.cost, waymark.hash(path.cells)))
    else
        print(algorithm.name .. " unsupported")
    end
end

local function show(name, cost, cells)
    print(("%s %d %s"):format(name, cost, waymark.hash(cells)))
end

-- Profiles, links, penalties, fields.
local last = side - 1
for i, weight in ipairs(weights) do
    local x, y = (i - 1) % side, math.floor((i - 1) / side)
    if weight == 1 and (x + 2 * y) % 5 == 0 then
        weights[i] = 3
    end
end
local mud = waymark.map(side, side, weights)
local profile = mud:profile {weights = {[3] = 1}}
local trip = mud:find(0, 0, last, last, "astar", {profile = profile})
show("profile", trip.cost, trip.cells)
mud:link(2, 2, 29, 27, {cost = 500, both_ways = true})
trip = mud:find(0, 0, last, last)
show("link", trip.cost, trip.cells)
mud:unlink(2, 2, 29, 27, {both_ways = true})
local danger = mud:penalties()
for x = 13, 19 do
    for y = 0, 23 do
        danger:set(x, y, 9)
    end
end
trip = mud:find(0, 0, last, last, "astar", {penalties = danger})
show("penalty", trip.cost, trip.cells)
local lead, cells, fx, fy = mud:field(), {}, 0, 0
lead:begin {{last, last}}
while lead:step(1000) == "working" do end
while fx do
    cells[#cells + 1] = fy * side + fx
    fx, fy = lead:next(fx, fy)
end
show("field", lead:cost(0, 0), cells)

-- Databases.
local bytes = map:navigator("dba(sector=8)"):save()
show("database", #bytes, bytes)
local opened = map:open(bytes)
local function tour(name)
    local unit = opened:agent()
    unit:begin(0, 0, last, last)
    while unit:step(1000) == "working" do end
    show(name, unit:path().cost, unit:path().cells)
end
tour "opened"
map:fill(8, 8, 10, 10, 0)
assert(not opened:current())
opened:favour {{31, 31}}
while not opened:repair(100) do end
tour "repaired"

-- A world.
local world, units = waymark.world(map, {units = 16}), {}
for cell = 0, side * side - 1 do
    local x, y = cell % side, math.floor(cell / side)
    if #units < 16 and map:get(x, y) > 0 then
        units[#units + 1] = world:add(x, y)
    end
end
world:order(units, {kind = "go", x = last, y = last})
for _ = 1, 60 do
    world:frame(2000)
end
local arrived = 0
for kind in world:events() do
    arrived = arrived + (kind == "arrived" and 1 or 0)
end
print(("world %d %s"):format(arrived, world:hash()))
assert(#world:units() == 16 and world:unit(units[1]).state == "idle")
world:remove(units[1])
assert(not world:unit(units[1]) and #world:units() == 15)

local function fails(pattern, call, ...)
    local works, why = pcall(call, ...)
    assert(not works and tostring(why):find(pattern), "expected " .. pattern .. ", not " .. tostring(why))
end

-- Slices, edits, repair.
local ground = waymark.map(48, 48)
ground:fill(24, 0, 1, 47, 0)
assert(ground:get(24, 5) == 0 and ground:get(23, 5) == 1)
local navigator = ground:navigator "dba(sector=16)"
local agent = navigator:agent()
agent:begin(2, 2, 45, 2)
while agent:step(50) == "working" do end
local path = agent:path()
assert(path.outcome == "found" and path[1].x == 2 and path[#path].x == 45)
ground:fill(24, 47, 1, 1, 0)
assert(not ground:reachable(2, 2, 45, 2))
while not navigator:repair(500) do end
agent:begin(2, 2, 45, 2)
assert(agent:step(1) == "no_path")
agent:begin(2, 2, 45, 2, {nearest = true})
while agent:step(50) == "working" do end
path = agent:path()
assert(path.outcome == "partial" and path[#path].x == 23)

-- Fields lead there, cell by cell, at the cost of a best path.
ground:set(24, 20, 1)
local field = ground:field()
field:begin {{45, 2}}
while field:step(100) == "working" do end
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
fails("sector", ground.navigator, ground, "dba(sector=1000)")
fails("weights for", waymark.map, 4, 4, {1, 1})
fails("from 1 to 8, not 20", ground.fill, ground, 40, 40, 20, 1, 0)
fails("nosuch", ground.find, ground, 0, 0, 1, 1, "nosuch")
fails("not 0.5", ground.set, ground, 0, 0, 0.5)
fails("not nan", function() ground:set(0, 0, 0 / 0 ~= 0 / 0 and math.abs(0 / 0)) end)
fails("4, 6 or 8 neighbours, not 5", waymark.map, 4, 4, nil, {neighbours = 5})
fails("'neighbors'; there are neighbours", waymark.map, 4, 4, nil, {neighbors = 4})
fails("'all'", waymark.map, 4, 4, nil, {corners = "all"})
fails("1 to 16, not 17", ground.profile, ground, {size = 17})
fails("'nearst'", agent.begin, agent, 0, 0, 1, 1, {nearst = true})
fails("not %-1", agent.step, agent, -1)
fails("0 to 255", ground.set, ground, 40, 40, 256)
fails("0 to 255", waymark.map, 1, 2, {1, -1})
assert(ground:get(40, 40) == 1)
fails("both_ways is true or false, not no", ground.link, ground, 0, 0, 5, 5, {cost = 9, both_ways = "no"})
fails("to itself", ground.link, ground, 0, 0, 0, 0, {cost = 9})
fails("'fancy'; there are rays, pull", ground.smooth, ground, ground:find(0, 0, 1, 1), "fancy")
fails("0 to 2303, not 5000", ground.length, ground, {cells = {0, 5000}})
fails("not %-1", waymark.hash, {-1})
fails("penalties of this map", ground.find, ground, 0, 0, 1, 1, "astar", {penalties = waymark.map(3, 3):penalties()})
fails("4 neighbours, not 8", ground.solve, ground, {{0, 0}}, {{1, 1}})
fails("0.5, 0%) is outside", ground.find, ground, 0.5, 0, 1, 1)
fails("nil, nil%) is outside", ground.find, ground, 0, 0)
fails("an algorithm is a string, not 7", ground.find, ground, 0, 0, 1, 1, 7)
fails("places are a list, not 3", agent.change, agent, 3)
local idle = ground:navigator "dstarlite"
fails("begin one", function() idle:agent():advance(1) end)
fails("begin one", function() idle:agent():retarget(1, 1) end)
fails("begin one", function() idle:walker():retarget(1, 1) end)
fails("dstarlite", idle.favour, idle, {{0, 0}})
fails("dstarlite", idle.save, idle)
fails("what was parked is a string", function() idle:agent():resume() end)
fails("another map than the belief's", idle.walker, idle, {belief = ground:belief()})
fails("not %-1", idle.walker, idle, {foresight = -1})
fails("no goals", agent.begin, agent, 0, 0, 1, 1, {goals = {}})
fails("one of goals, within and beside", agent.begin, agent, 0, 0, 1, 1, {beside = true, within = 9})
fails("'forward'; there are profile, penalties$", ground.navigator, ground, "jps", {forward = true})
assert(not waymark.map(3, 1, {1, 0, 1}):find(0, 0, 2, 0).cost and not navigator:walker():place())

assert(select(2, pcall(function() ground:navigator "nosuch" end)):find "test.lua")

-- Every rule of neighbours.
local four = waymark.map(9, 9, nil, {neighbours = 4})
assert(four:find(0, 0, 8, 8).cost == 16)
assert(waymark.map(2, 2, {1, 0, 0, 1}):find(0, 0, 1, 1).outcome == "no_path")
assert(waymark.map(2, 2, {1, 0, 0, 1}, {corners = "any"}):find(0, 0, 1, 1).cost == 577)
local outcome, ticks = four:solve({{0, 0}, {8, 8}}, {{8, 8}, {0, 0}})
assert(outcome == "found" and ticks[1][1] == 0 and ticks[#ticks][1] == 80)

-- The nearest, sight, smoothing, a walk in the fog.
local square = waymark.map(12, 12)
square:fill(4, 4, 4, 4, 0)
local nx, ny = square:nearest_passable(5, 5)
assert(square:get(nx, ny) == 1 and not square:sees(0, 5, 11, 5) and square:sees(0, 0, 11, 0))
local round = square:find(0, 5, 11, 5)
assert(#square:smooth(round, "any_angle") <= #round and #square:smooth(round) <= #round)
local turns = waymark.map(5, 3):smooth({outcome = "found", cost = 9 * 408, cells = {0, 1, 6, 7, 8, 3, 4}})
assert(turns.cost == 4 * 408 and not square:smooth(round, "any_angle").cost)
local belief = square:belief()
local walker = belief.map:navigator("dstarlite"):walker {belief = belief, radius = 2, foresight = 4}
walker:begin(0, 5, 11, 5)
while walker:step(500) == "working" do end
local wx, wy = walker:place()
assert(wx == 11 and wy == 5 and belief:seen(0, 5) and not belief:seen(11, 11))
assert(belief.map:get(4, 5) == 0 and belief:look(2, {{11, 11}}, 3) == 0 and belief:seen(11, 11) == 2)
assert(square:belief():share(belief) > 0)
assert(not pcall(belief.look, belief, 1, {{0, 0}}, 1) and not pcall(belief.look, belief, 2, {{0, 0}}, 65))
walker:retarget(0, 0)
while walker:step(500) == "working" do end
assert(walker:place() == 0)

-- A map is edited by its world alone, which says what is wrong.
local siege = waymark.world(square, {units = 4})
local one = siege:add(0, 0)
fails("world:fill", square.set, square, 1, 1, 0)
fails("one to a map", waymark.world, square, {units = 4})
fails("there is a wall", siege.add, siege, 5, 5)
fails("stands on", siege.add, siege, 0, 0)
fails("no unit 77", siege.order, siege, {77}, {kind = "stop"})
fails("no unit 1.5", siege.order, siege, {one + 0.5 - (one - 1)}, {kind = "stop"})
fails("units are a list, not 7", siege.order, siege, 7, {kind = "stop"})
fails("frames is a whole number from 1 to 64", waymark.world, waymark.map(3, 3), {units = 1, frames = 65})
fails("go needs x and y", siege.order, siege, {one}, {kind = "go"})
fails("follow needs target", siege.order, siege, {one}, {kind = "follow"})
fails("no unit 77", siege.order, siege, {one}, {kind = "follow", target = 77})
fails("no order is called 'nil'; there are stop", siege.order, siege, {one})
fails("'blob'; there are none, box", siege.order, siege, {one}, {kind = "go", x = 3, y = 3, formation = "blob"})
fails("options of a map are a table of .*, not 4", waymark.map, 3, 3, nil, 4)
fails("'knid'", siege.order, siege, {one}, {knid = "stop"})
fails("1 to 1, not 2", siege.add, siege, 3, 3, 2)
siege:fill(1, 1, 1, 1, 0)
siege:order({one}, {kind = "go", x = 11, y = 11})
siege:frame(1000)
local again = waymark.restore(siege:save())
assert(again:hash() == siege:hash() and again.map:get(1, 1) == 0)
again:frame(1000)
siege:frame(1000)
assert(again:hash() == siege:hash())
fails("world:fill", again.map.set, again.map, 1, 1, 1)
fails("world:link", square.link, square, 0, 0, 11, 11, {cost = 1})
siege:link(0, 11, 11, 0, {cost = 9, both_ways = true, capacity = 1})
assert(siege:unit_on(0, 0) or #siege:path(one) > 0)
assert(siege:knows(1, 5, 5) and siege:statistics() >= 1)

-- A record is played again, frame by frame, and is the world that it recorded.
siege:record()
fails("being recorded", siege.record, siege)
siege:order({one}, {kind = "go", x = 0, y = 11})
for _ = 1, 300 do
    siege:frame(1000)
end
local record = siege:stop()
fails("not being recorded", siege.stop, siege)
local replay, played = waymark.replay(record), 0
for same in replay.frame, replay do
    assert(same)
    played = played + 1
end
assert(played == 300 and replay.world:hash() == siege:hash())
assert(replay.world.map:get(1, 1) == 0 and #replay.world:units() == 1)
for name, arguments in pairs {fill = {3, 3, 1, 1, 0}, add = {5, 5}, frame = {9}, order = {{one}, {kind = "stop"}}} do
    fails("is to look at", replay.world[name], replay.world, (table.unpack or unpack)(arguments))
end
fails("waymark", waymark.replay, "no record")
siege:unlink(0, 11, 11, 0, {both_ways = true})
replay, record = nil, nil
siege = nil
collectgarbage()
collectgarbage()
square:set(1, 1, 1)

-- Floors, with a ladder between two.
local house = waymark.map(8, 4, nil, {floors = 3})
assert(house.height == 14 and house:row(2, 1) == 7 and select(2, house:floor(7)) == 1)
assert(house:get(0, 4) == 0 and not house:floor(4) and not house:reachable(0, 0, 7, house:row(3, 2)))
house:link(7, 3, 7, house:row(3, 1), {cost = 900, both_ways = true})
house:link(0, house:row(0, 1), 0, house:row(0, 2), {cost = 900})
assert(house:find(0, 0, 7, house:row(3, 2)).outcome == "found")
local upstairs = waymark.restore(waymark.world(house, {units = 1}):save()).map
assert(upstairs.floors == 3 and upstairs.rows == 4)
fails("0 to 2, not 3", house.row, house, 0, 3)

-- A path is checked, measured and bent; goals of every kind.
local open = waymark.map(20, 20)
open:fill(10, 0, 1, 19, 0)
local unit = open:navigator("astar"):agent()
unit:begin(0, 0, 19, 0)
assert(unit:run() == "found" and unit:bound() == 1 and unit:expansions() > 20)
local way = unit:path()
assert(open:check(way) == way.cost and open:length(way) >= 36 and #open:curve(way, 8) > #open:curve(way, 1))
unit:begin(0, 0, 19, 0, {goals = {{5, 5}, {2, 2}}})
assert(unit:run() == "found" and unit:path().cost == 2 * 577)
unit:begin(0, 0, 5, 0, {beside = true})
assert(unit:run() == "found" and unit:path().cost == 4 * 408)
local costs = unit:distances({{0, 0}, {0, 1}}, {{1, 0}, {5, 0}, {10, 0}})
assert(costs[1][1] == 408 and costs[1][2] == 5 * 408 and costs[1][3] == false and #costs == 2)
open:fill(10, 19, 1, 1, 0)
assert(open:check(way) == nil and open:weights()[11] == 0 and #open:hash() == 16)
fails("no profile 7", open.reachable, open, 0, 0, 1, 1, 7)
local rows = open:field()
rows:begin({{0, 0}}, 2000)
assert(rows:run() == "found" and rows:costs()[2] == 408 and rows:costs()[20] == false)
assert(#rows:cells() > 4 and rows:cells()[1] == 0)
assert(open:navigator():choice() and #open:navigator("jps"):choice() == 3)

-- Meshes: shortest ways at any angle, repaired after edits.
local field = waymark.map(20, 20)
field:fill(10, 0, 1, 10, 0)
local mesh = field:mesh {tile = 8}
local outcome_, length, points = mesh:find(0.5, 0.5, 19.5, 0.5)
assert(outcome_ == "found" and #points == 4 and points[2].x == 10 and points[2].y == 10)
assert(math.abs(length - (math.sqrt(9.5 ^ 2 + 9.5 ^ 2) + 1 + math.sqrt(8.5 ^ 2 + 9.5 ^ 2))) < 0.01)
assert(mesh:contains(0.5, 0.5) and not mesh:contains(10.5, 0.5) and mesh:size() > 2)
field:fill(10, 10, 1, 10, 0)
while not mesh:repair(1000) do end
assert(mesh:find(0.5, 0.5, 19.5, 0.5) == "no_path")
fails("%(%-1, 0%) is not on the mesh", mesh.find, mesh, -1, 0, 1, 1)
fails("not inf", mesh.contains, mesh, math.huge, 0)
assert(mesh:current() and #mesh:polygon(1) >= 3)

-- One of polygons of one's own; what is written is read again.
local two = waymark.mesh [[
waymark-mesh 1
vertex 0 0 0
vertex 1 4 0
vertex 2 4 4
vertex 3 0 4
vertex 4 8 4
polygon 0 0 1 2 3
polygon 1 1 4 2
]]
assert(two:size() == 2 and #two:polygon(1) == 4 and waymark.mesh(two:text()):text() == two:text())
outcome_, length, points = two:find(0, 4, 8, 4)
assert(outcome_ == "found" and length == 8 and #points >= 2)
fails("1 to 2, not 3", two.polygon, two, 3)
fails("malformed.*waymark%-mesh 2", waymark.mesh, "waymark-mesh 2")

-- Discs that move freely.
local avoider = waymark.avoider(2, {horizon = 20})
local movers = {{x = 0, y = 0, wish_x = 0.1, radius = 0.4, speed = 0.1}, {x = 5, y = 0, wish_x = -0.1, radius = 0.4, speed = 0.1}}
for _ = 1, 80 do
    avoider:step(movers, {{-9, 3, 9, 3}})
    assert((movers[1].x - movers[2].x) ^ 2 + (movers[1].y - movers[2].y) ^ 2 > 0.6)
end
assert(movers[1].x > 4 and movers[2].x < 1)
fails("3 movers for a capacity of 2", avoider.step, avoider, {movers[1], movers[2], movers[1]})
fails("not nan", avoider.step, avoider, {{x = 0 / 0 ~= 0 / 0 and math.abs(0 / 0), y = 0, radius = 1, speed = 1}})

-- What a map says of itself; texts; the rest of a trip.
local plain = waymark.map(12, 6, nil, {neighbours = 4, costs = {10, 14}})
plain:fill(5, 0, 1, 5, 0)
plain:link(0, 0, 11, 0, {cost = 7})
assert(plain.neighbours == 4 and plain.corners == "strict" and plain.costs[1] == 10 and plain:revision() > 0)
assert(#plain:links() == 1 and plain:links()[1].to.x == 11 and plain:links()[1].cost == 7)
assert(plain:clearance(0, 0) == 5 and plain:weight(5, 0) == 0 and plain:distance(2, 0, 4, 0) == 20)
local read = waymark.parse(plain:text(), {neighbours = 4})
assert(read.width == 12 and #read:links() == 1 and read:get(5, 0) == 0)
fails("line", waymark.parse, "type octile\nheight x\n")
local rider = plain:navigator("astar"):agent()
rider:begin(1, 0, 9, 0)
assert(rider:run() == "found" and rider:holds() and select(1, rider:goal()) == 9)
assert(rider:waypoints()[#rider:waypoints()].x == 9 and #rider:waypoints() < #rider:path())
local trips = {}
for i = 1, 1000 do
    trips[i] = {1, i % 6, 9, i % 5}
end
for i, found in ipairs(rider:trips(trips)) do
    assert(found.outcome == "found" and found[1].y == i % 6 and found[#found].y == i % 5)
end
local roads = waymark.map(40, 40):navigator "dba(sector=8)"
local driver, later = roads:agent(), roads:agent()
driver:begin(1, 0, 39, 30)
assert(driver:step(roads:lookahead()) == "working")
later:resume(driver:park())
assert(later:run() == "found" and driver:run() == "found" and later:path().cost < driver:path().cost + 1)
fails("trip", driver.park, driver)
local chaser = waymark.map(40, 40):navigator("dstarlite"):agent()
chaser:horizon(5)
chaser:begin(0, 0, 39, 0)
assert(chaser:run() == "found" and #chaser:path() == 6)
local units_, better = plain:solve({{0, 0}, {11, 5}}, {{11, 5}, {0, 0}}, {improve = 1000000})
assert(units_ == "found" and better[#better][1] == 71)
local host = waymark.world(plain, {units = 2, teams = {{fog = true, sight = 2}}})
host:add(0, 3)
assert(host:team_map(1):get(0, 3) == 1 and host:profile(1) == 1)
fails("world:fill", host:team_map(1).set, host:team_map(1), 0, 0, 0)

-- Beliefs.
local team = field:belief(0)
assert(team:look(1, {{3, 3}, {17, 17}}, 2) > 8 and team.map:get(3, 3) == 1 and team.map:get(8, 8) == 0)
assert(team:seen(3, 3) == 1 and not team:seen(8, 8) and team:look(2, {{3, 3}}, 2) == 0)
fails("time never goes back", team.look, team, 1, {{3, 3}}, 2)

-- Whatever is collected first, nothing is used after it is gone.
for round = 1, 50 do
    local short = waymark.map(16, 16):navigator("jps"):agent()
    short:begin(0, 0, 15, 15)
    collectgarbage()
    while short:step(5) == "working" do end
    assert(short:path().outcome == "found")
end
