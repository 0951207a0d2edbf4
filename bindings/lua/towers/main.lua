-- SPDX-FileCopyrightText: 2026 The waymark authors
-- SPDX-License-Identifier: MIT
--
-- Towers: a tower defence of which the towers are the maze. One field leads every creep; a tower is
-- an edit, refused if it would shut the way; a preview shows the way as it would become.
--
--     love bindings/lua/towers        left click builds, right click sells, space sends the wave
--
-- With TOWERS_SCREENSHOT=FILE it plays itself for some seconds, saves a picture and leaves.
local waymark = require "waymark"

local W, H, CELL, TOP = 40, 26, 24, 48
local GATE, KEEP = {x = 0, y = 13}, {x = 39, y = 13}
local PRICE, RANGE, DAMAGE, RELOAD = 10, 3.6, 9, 0.45

local map, field, towers, creeps, shots, gold, lives, wave, queue, clock, demo, message

local function center(x, y)
    return (x + 0.5) * CELL, (y + 0.5) * CELL + TOP
end

-- The field follows edits in slices; creeps walk on by what it knows meanwhile.
local function refresh()
    field:begin {{KEEP.x, KEEP.y}}
    while field:step(4000) == "working" do end
end

local function tower_at(x, y)
    return towers[y * W + x]
end

local function say(text)
    message = {text = text, left = 2}
end

local function build(x, y)
    if x < 0 or y < 0 or x >= W or y >= H or map:get(x, y) == 0 then
        return
    elseif gold < PRICE then
        return say "Not enough gold"
    end
    for _, creep in ipairs(creeps) do
        if (creep.x == x and creep.y == y) or (creep.nx == x and creep.ny == y) then
            return say "Somebody stands there"
        end
    end
    map:set(x, y, 0)
    local open = map:reachable(GATE.x, GATE.y, KEEP.x, KEEP.y)
    for _, creep in ipairs(creeps) do
        open = open and map:reachable(creep.x, creep.y, KEEP.x, KEEP.y)
    end
    if not open then
        map:set(x, y, 1)
        return say "That would shut the way"
    end
    towers[y * W + x] = {x = x, y = y, wait = 0, angle = 0}
    gold = gold - PRICE
    refresh()
end

local function sell(x, y)
    if tower_at(x, y) then
        towers[y * W + x] = nil
        map:set(x, y, 1)
        gold = gold + PRICE / 2
        refresh()
    end
end

local function send_wave()
    wave = wave + 1
    for i = 1, 6 + 3 * wave do
        queue[#queue + 1] = clock + i * 0.45
    end
end

local function spawn()
    local health = 26 + 9 * wave
    creeps[#creeps + 1] = {
        x = GATE.x, y = GATE.y, nx = GATE.x, ny = GATE.y, t = 1,
        speed = 2.4 + 0.12 * wave, health = health, full = health,
    }
end

local function place_of(creep)
    return center(creep.x + (creep.nx - creep.x) * creep.t, creep.y + (creep.ny - creep.y) * creep.t)
end

local function move(creep, dt)
    creep.t = creep.t + dt * creep.speed
    while creep.t >= 1 do
        creep.x, creep.y, creep.t = creep.nx, creep.ny, creep.t - 1
        local nx, ny = field:next(creep.x, creep.y)
        if not nx then
            creep.arrived = true
            return
        end
        creep.nx, creep.ny = nx, ny
    end
end

local function shoot(tower, dt)
    tower.wait = tower.wait - dt
    local tx, ty = center(tower.x, tower.y)
    local best, nearest
    for _, creep in ipairs(creeps) do
        local x, y = place_of(creep)
        local distance = math.sqrt((x - tx) ^ 2 + (y - ty) ^ 2) / CELL
        local left = distance <= RANGE and field:cost(creep.x, creep.y)
        if left and (not best or left < nearest) then
            best, nearest = creep, left
        end
    end
    if not best then
        return
    end
    local x, y = place_of(best)
    tower.angle = math.atan2(y - ty, x - tx)
    if tower.wait <= 0 then
        tower.wait = RELOAD
        best.health = best.health - DAMAGE
        shots[#shots + 1] = {x0 = tx, y0 = ty, x1 = x, y1 = y, left = 0.12}
    end
end

local function keep_if(list, keep)
    for i = #list, 1, -1 do
        if not keep(list[i]) then
            table.remove(list, i)
        end
    end
end

local function start()
    map = waymark.map(W, H)
    field = map:field()
    towers, creeps, shots, queue = {}, {}, {}, {}
    gold, lives, wave, clock = 120, 20, 0, 0
    refresh()
end

function love.load()
    love.graphics.setBackgroundColor(0.07, 0.09, 0.12)
    love.graphics.setFont(love.graphics.newFont(15))
    start()
    if os.getenv "TOWERS_SCREENSHOT" then
        demo, gold, wave = 0, 2000, 24
        for i = 0, 6 do
            for y = 0, H - 1 do
                if y ~= (i % 2 == 0 and 3 or H - 4) then
                    build(6 + i * 4, y)
                end
            end
        end
        send_wave()
    end
end

function love.update(dt)
    dt = demo and 1 / 30 or math.min(dt, 0.1)
    clock = clock + dt
    while queue[1] and queue[1] <= clock do
        table.remove(queue, 1)
        spawn()
    end
    for _, creep in ipairs(creeps) do
        move(creep, dt)
    end
    for _, tower in pairs(towers) do
        shoot(tower, dt)
    end
    keep_if(shots, function(shot)
        shot.left = shot.left - dt
        return shot.left > 0
    end)
    keep_if(creeps, function(creep)
        if creep.arrived then
            lives = lives - 1
        elseif creep.health <= 0 then
            gold = gold + 2
        end
        return not creep.arrived and creep.health > 0
    end)
    if message then
        message.left = message.left - dt
        message = message.left > 0 and message or nil
    end
    if lives <= 0 then
        start()
        say "The keep fell. Once more!"
    end
end

-- The way that a creep at the gate takes now, or would with a tower at (x, y).
local function way_with(x, y)
    local tried = x and map:get(x, y) == 1
    if tried then
        map:set(x, y, 0)
    end
    local path = map:find(GATE.x, GATE.y, KEEP.x, KEEP.y, "jps")
    if tried then
        map:set(x, y, 1)
        refresh()
    end
    return path
end

local function draw_way(path)
    local line = {}
    for _, p in ipairs(path) do
        local x, y = center(p.x, p.y)
        line[#line + 1], line[#line + 2] = x, y
    end
    if #line >= 4 then
        love.graphics.setColor(0.35, 0.65, 0.95, 0.5)
        love.graphics.setLineWidth(3)
        love.graphics.line(line)
    end
end

local function draw_ground()
    for y = 0, H - 1 do
        for x = 0, W - 1 do
            local cost = field:cost(x, y)
            local shade = cost and math.min(cost / (408 * 160), 1) or 0
            love.graphics.setColor(0.12 + 0.10 * shade, 0.17 - 0.06 * shade, 0.20 - 0.07 * shade)
            love.graphics.rectangle("fill", x * CELL + 1, y * CELL + TOP + 1, CELL - 2, CELL - 2, 3)
        end
    end
end

local function draw_units()
    for _, tower in pairs(towers) do
        local x, y = center(tower.x, tower.y)
        love.graphics.setColor(0.78, 0.72, 0.52)
        love.graphics.rectangle("fill", x - 10, y - 10, 20, 20, 4)
        love.graphics.setColor(0.25, 0.22, 0.16)
        love.graphics.setLineWidth(4)
        love.graphics.line(x, y, x + 11 * math.cos(tower.angle), y + 11 * math.sin(tower.angle))
    end
    for _, creep in ipairs(creeps) do
        local x, y = place_of(creep)
        love.graphics.setColor(0.9, 0.35, 0.3)
        love.graphics.circle("fill", x, y, 7)
        love.graphics.setColor(0.4, 0.9, 0.45)
        love.graphics.rectangle("fill", x - 8, y - 12, 16 * creep.health / creep.full, 2)
    end
    love.graphics.setColor(1, 0.95, 0.6)
    love.graphics.setLineWidth(2)
    for _, shot in ipairs(shots) do
        love.graphics.line(shot.x0, shot.y0, shot.x1, shot.y1)
    end
end

function love.draw()
    draw_ground()
    local hover
    if not demo then
        local mx, my = love.mouse.getPosition()
        local x, y = math.floor(mx / CELL), math.floor((my - TOP) / CELL)
        hover = x >= 0 and y >= 0 and x < W and y < H and {x = x, y = y}
    end
    draw_way(way_with(hover and hover.x, hover and hover.y))
    draw_units()
    for _, place in ipairs {GATE, KEEP} do
        local x, y = center(place.x, place.y)
        love.graphics.setColor(place == GATE and {0.6, 0.4, 0.9} or {0.4, 0.8, 0.9})
        love.graphics.setLineWidth(3)
        love.graphics.rectangle("line", x - 11, y - 11, 22, 22, 5)
    end
    love.graphics.setColor(0.9, 0.92, 0.95)
    love.graphics.print(("Wave %d    Gold %d    Lives %d    %d creeps    %s"):format(
        wave, gold, lives, #creeps, message and message.text or "Space sends a wave"), 14, 15)
end

function love.mousepressed(mx, my, button)
    local x, y = math.floor(mx / CELL), math.floor((my - TOP) / CELL)
    if button == 1 then
        build(x, y)
    else
        sell(x, y)
    end
end

function love.keypressed(key)
    if key == "space" then
        send_wave()
    elseif key == "escape" then
        love.event.quit()
    end
end

-- The self-played run: ten seconds of game time, a picture, a verdict.
local run_frame = love.run
function love.run()
    local frame = run_frame()
    return function()
        local status = frame()
        if demo then
            demo = demo + 1
            if demo == 300 then
                love.graphics.captureScreenshot(function(image)
                    local file = assert(io.open(os.getenv "TOWERS_SCREENSHOT", "wb"))
                    file:write(image:encode("png"):getString())
                    file:close()
                    local led = field:cost(GATE.x, GATE.y) > 408 * 100 and #creeps > 0
                    print(("creeps %d, lives %d, way %d"):format(#creeps, lives,
                                                              field:cost(GATE.x, GATE.y)))
                    love.event.quit(led and 0 or 1)
                end)
            end
        end
        return status
    end
end
