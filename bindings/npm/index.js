// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// waymark for Node and browsers. The module loads itself once, before the first import returns:
//
//     import { Ground } from 'waymark'
//     const ground = new Ground(64, 64)
//     ground.fill(20, 0, 1, 40, 0)                        // a wall
//     const path = ground.find([2, 2], [60, 60], 'jps')   // { outcome, cost, places, cells }
//
// Places are [x, y]. What a Ground made is dropped with it; `drop()` does so at once.

const NONE = 0xffffffff

async function load() {
  const url = new URL('./waymark.wasm', import.meta.url)
  if (url.protocol === 'file:' && typeof process !== 'undefined') {
    const { readFile } = await import('node:fs/promises')
    return WebAssembly.compile(await readFile(url))
  }
  return WebAssembly.compileStreaming(fetch(url))
}

const { exports: wasm } = await WebAssembly.instantiate(await load(), {})
wasm._initialize()

/** A call that failed; `status` is the library's name for why. */
export class WaymarkError extends Error {
  constructor(status, problem = '') {
    const text = textAt(wasm.status_text(status))
    super(problem ? `${text}: ${problem}` : text)
    this.name = 'WaymarkError'
    this.status = textAt(wasm.status_name(status))
  }
}

function textAt(pointer) {
  const bytes = new Uint8Array(wasm.memory.buffer, pointer)
  return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)))
}

/** Lends a copy of some bytes to a call. */
function lend(bytes, use) {
  const pointer = wasm.take(bytes.byteLength)
  if (!pointer) throw new WaymarkError(1)
  try {
    new Uint8Array(wasm.memory.buffer, pointer).set(
      new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    )
    return use(pointer)
  } finally {
    wasm.give(pointer)
  }
}

function check(status, problem = '') {
  if (status) throw new WaymarkError(status, problem)
}

function encode(text) {
  return new TextEncoder().encode(`${text}\0`)
}

/** A copy of a path in the module's memory, read by three of its calls. */
function pathOf(ground, pointer, outcomeOf, costOf, cellsOf) {
  const cells = lend(new Uint32Array(1), (at) => {
    const start = cellsOf(pointer, at)
    const count = new Uint32Array(wasm.memory.buffer, at, 1)[0]
    return new Uint32Array(wasm.memory.buffer, start, count).slice()
  })
  const cost = costOf(pointer) >>> 0
  return {
    outcome: outcomeName(outcomeOf(pointer)),
    cost: cost === NONE ? null : cost,
    cells,
    places: Array.from(cells, (cell) => ground.place(cell)),
  }
}

function outcomeName(outcome) {
  return textAt(wasm.outcome_name(outcome)).toLowerCase()
}

// What is collected is dropped in the order in which it was borrowed: a node counts its users.
function release(node) {
  for (; node && --node.users === 0; node = node.owner) node.drop(node.pointer)
}
const registry = new FinalizationRegistry(release)

class Handle {
  constructor(drop, owner) {
    this.pointer = wasm.result()
    this.node = { pointer: this.pointer, drop, owner: owner?.node, users: 1 }
    if (owner) owner.node.users++
    registry.register(this, this.node, this)
  }

  /** Gives its memory back now, or as soon as nothing borrows it. */
  drop() {
    if (this.pointer) {
      registry.unregister(this)
      release(this.node)
      this.pointer = 0
    }
  }
}

/** Every algorithm, in the order of the registry. */
export function algorithms() {
  const texts = ['name', 'title', 'family', 'summary']
  return Array.from({ length: wasm.algorithm_count() }, (_, index) =>
    Object.fromEntries(texts.map((key, what) => [key, textAt(wasm.algorithm_text(index, what))])),
  )
}

/** A hash of cell numbers as 16 hex digits; the same for every language and machine. */
export function hash(cells) {
  const words = new Uint32Array(cells.length + 1)
  words.set(cells)
  return lend(words, (pointer) => {
    const high = pointer + cells.length * 4
    const low = wasm.hash(pointer, cells.length, high) >>> 0
    const top = new Uint32Array(wasm.memory.buffer, high, 1)[0]
    return [top, low].map((word) => word.toString(16).padStart(8, '0')).join('')
  })
}

export const version = textAt(wasm.version())

/** A map that can change. Weights: 0 is blocked, 1 plain ground, w costs w times as much. */
export class Ground extends Handle {
  constructor(width, height, weights) {
    if (weights && weights.length !== width * height) {
      throw new RangeError(`${weights.length} weights for ${width} x ${height} cells`)
    }
    if (weights) lend(Uint8Array.from(weights), (at) => check(wasm.map_make(width, height, at)))
    else check(wasm.map_make(width, height, 0))
    super(wasm.map_drop)
    this.width = width
    this.height = height
  }

  cell([x, y]) {
    if (!(x >= 0 && y >= 0 && x < this.width && y < this.height)) {
      throw new RangeError(`[${x}, ${y}] is outside the map of ${this.width} x ${this.height}`)
    }
    return y * this.width + x
  }

  place(cell) {
    return [cell % this.width, Math.floor(cell / this.width)]
  }

  /** Gives all cells of a rectangle one weight. */
  fill(x, y, width, height, weight) {
    lend(new Uint32Array([x, y, width, height, weight]), (at) => check(wasm.map_edit(this.pointer, at)))
  }

  set(x, y, weight) {
    this.fill(x, y, 1, 1, weight)
  }

  get(x, y) {
    return wasm.map_weight(this.pointer, this.cell([x, y]))
  }

  /** Whether a walk exists; answered without a search. */
  reachable(from, to) {
    return wasm.map_reachable(this.pointer, this.cell(from), this.cell(to)) !== 0
  }

  /** One trip, prepared from scratch: keep a navigator and an agent for more than one. */
  find(from, to, algorithm = 'astar') {
    lend(encode(algorithm), (at) =>
      check(wasm.map_find(this.pointer, at, this.cell(from), this.cell(to)), algorithm),
    )
    const found = wasm.result()
    const path = pathOf(this, found, wasm.path_outcome, wasm.path_cost, wasm.path_cells)
    wasm.path_drop(found)
    return path
  }

  navigator(algorithm = 'astar') {
    return new Navigator(this, algorithm)
  }

  field() {
    return new Field(this)
  }
}

/** An algorithm prepared for a map, such as "jps" or "dba(sector=16)". */
export class Navigator extends Handle {
  constructor(ground, algorithm) {
    lend(encode(algorithm), (at) => {
      const status = wasm.navigator_make(ground.pointer, at)
      check(status, status ? textAt(wasm.problem()) : '')
    })
    super(wasm.navigator_drop, ground)
    this.ground = ground
  }

  /** Brings a database up to date with edits; true when it is. */
  repair(budget) {
    return lend(new Uint32Array(1), (at) => {
      check(wasm.navigator_repair(this.pointer, budget, at))
      return new Uint32Array(wasm.memory.buffer, at, 1)[0] !== 0
    })
  }

  agent() {
    return new Agent(this)
  }
}

/** One trip at a time, planned a little per frame. */
export class Agent extends Handle {
  constructor(navigator) {
    check(wasm.agent_make(navigator.pointer))
    super(wasm.agent_drop, navigator)
    this.ground = navigator.ground
  }

  begin(from, to, { nearest = false } = {}) {
    check(wasm.agent_begin(this.pointer, this.ground.cell(from), this.ground.cell(to), +nearest))
  }

  /** Works for up to `budget` expansions: "moving" while there is more to do. */
  step(budget) {
    return outcomeName(wasm.agent_step(this.pointer, budget))
  }

  run() {
    return outcomeName(wasm.agent_run(this.pointer))
  }

  /** The moves so far. */
  path() {
    return pathOf(this.ground, this.pointer, wasm.agent_outcome, wasm.agent_cost, wasm.agent_path)
  }
}

/** Costs and next steps to some goals from everywhere: for crowds. */
export class Field extends Handle {
  constructor(ground) {
    check(wasm.field_make(ground.pointer))
    super(wasm.field_drop, ground)
    this.ground = ground
  }

  begin(...goals) {
    const cells = Uint32Array.from(goals, (goal) => this.ground.cell(goal))
    lend(cells, (at) => check(wasm.field_begin(this.pointer, at, cells.length)))
  }

  step(budget) {
    return outcomeName(wasm.field_step(this.pointer, budget))
  }

  /** The next place on a cheapest way; null at a goal or where there is no way. */
  next(place) {
    const cell = wasm.field_next(this.pointer, this.ground.cell(place)) >>> 0
    return cell === NONE ? null : this.ground.place(cell)
  }

  /** The cost of a cheapest way; null where there is none. */
  cost(place) {
    const cost = wasm.field_cost(this.pointer, this.ground.cell(place)) >>> 0
    return cost === NONE ? null : cost
  }
}
