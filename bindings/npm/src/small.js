// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The small build: maps with all their rules, and "astar", "jps" and "auto".
import packed from 'packed'

import { start, textAt, unpack, wasm } from './engine.js'

/** The module, compiled. */
export const engine = unpack(packed)
start(engine)

export const version = textAt(wasm.way_version())
export { Shared, WaymarkError } from './engine.js'
export { Agent, Ground, Navigator, Path, Penalties, algorithms, hash } from './search.js'
