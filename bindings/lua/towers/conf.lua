-- SPDX-FileCopyrightText: 2026 The waymark authors
-- SPDX-License-Identifier: MIT
function love.conf(t)
    t.identity = "waymark-towers"
    t.window.title = "Towers: a maze of your making"
    t.window.width = 40 * 24
    t.window.height = 26 * 24 + 48
    t.modules.joystick = false
    t.modules.physics = false
    t.modules.audio = os.getenv "TOWERS_SCREENSHOT" == nil
    t.modules.sound = t.modules.audio
end
