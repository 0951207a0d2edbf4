// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// waymark for Node and browsers. All is ready when the import returns:
//
//     import { Ground } from 'waymark'
//     const ground = new Ground(64, 64)
//     ground.fill(20, 0, 1, 40, 0)                 // a wall
//     const path = ground.find([2, 2], [60, 60])   // { outcome, cost, cells, places }
//
// Places are [x, y]. What a Ground made is dropped with it; `drop()` does so at once.
import packed from 'packed'

import { start, textAt, unpack, wasm } from './engine.js'

/** The module, compiled: what a pool hands to its workers. */
export const engine = unpack(packed)
start(engine)

export const version = textAt(wasm.way_version())
export { Shared, WaymarkError } from './engine.js'
export { Agent, Belief, Field, Ground, Navigator, Walker } from './ground.js'
export { Path, Penalties, Sides, algorithms, hash, mapOf } from './search.js'
export { Replay, World } from './world.js'
