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

function hex(hash) {
  return BigInt.asUintN(64, hash).toString(16).padStart(16, '0')
}

/** A hash of cell numbers, or of a Uint8Array, as 16 hex digits; the same everywhere. */
export function hash(cells) {
  const bytes = cells instanceof Uint8Array ? cells : Uint32Array.from(cells)
  return lend(bytes, (pointer) => hex(wasm.hash(pointer, bytes.byteLength)))
}

export const version = textAt(wasm.version())

/** An edit as the module reads it; numbers that would wrap are refused. */
function editOf(...numbers) {
  if (!numbers.every((number) => Number.isInteger(number) && number >= 0 && number <= NONE)) {
    throw new RangeError(`an edit takes whole numbers from 0 on: ${numbers.join(', ')}`)
  }
  if (numbers[4] > 255) throw new RangeError(`a weight is 0 to 255, not ${numbers[4]}`)
  return Uint32Array.from(numbers)
}

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
    const inside = x >= 0 && y >= 0 && x < this.width && y < this.height
    if (!(inside && Number.isInteger(x) && Number.isInteger(y))) {
      throw new RangeError(`[${x}, ${y}] is outside the map of ${this.width} x ${this.height}`)
    }
    return y * this.width + x
  }

  place(cell) {
    return [cell % this.width, Math.floor(cell / this.width)]
  }

  /** Gives all cells of a rectangle one weight. */
  fill(x, y, width, height, weight) {
    lend(editOf(x, y, width, height, weight), (at) => check(wasm.map_edit(this.pointer, at)))
  }

  /** A copy of all weights, row by row. */
  weights() {
    return lend(new Uint8Array(this.width * this.height), (at) => {
      check(wasm.map_read(this.pointer, at))
      return new Uint8Array(wasm.memory.buffer, at, this.width * this.height).slice()
    })
  }

  set(x, y, weight) {
    this.fill(x, y, 1, 1, weight)
  }

  get(x, y) {
    return wasm.map_weight(this.pointer, this.cell([x, y]))
  }

  /** Whether a walk exists; answered without a search. */
  reachable(from, to, profile = 1) {
    return wasm.map_reachable(this.pointer, this.cell(from), this.cell(to), profile) !== 0
  }

  /**
   * Prepares the map for a kind of unit and gives its number. `weights` says what terrains weigh
   * that weigh other than themselves, such as { 3: 1, 4: 0 }; 0 may not be entered.
   */
  profile({ size = 1, weights = {} } = {}) {
    const table = Uint8Array.from({ length: 260 }, (_, terrain) => weights[terrain] ?? terrain)
    return lend(table, (at) => {
      check(wasm.map_profile(this.pointer, size, at, at + 256))
      return new Uint32Array(wasm.memory.buffer, at + 256, 1)[0]
    })
  }

  #change(from, to, cost, { bothWays = false, profile = 0 }, add) {
    const link = [this.cell(from), this.cell(to), cost, profile, +bothWays]
    lend(Uint32Array.from(link), (at) => check(wasm.map_link(this.pointer, at, +add)))
  }

  /** A step between places that need not be neighbours; for all units, or those of a profile. */
  link(from, to, cost, options = {}) {
    this.#change(from, to, cost, options, true)
  }

  unlink(from, to, options = {}) {
    this.#change(from, to, 1, options, false)
  }

  /** Penalties for cells that may change at any time without an edit; see Penalties. */
  penalties(options) {
    return new Penalties(this, options)
  }

  /** One trip, prepared from scratch: keep a navigator and an agent for more than one. */
  find(from, to, algorithm = 'astar', options) {
    const space = spaceOf(this, options)
    lend(encode(algorithm), (at) =>
      check(wasm.space_find(space.space, at, this.cell(from), this.cell(to)), algorithm),
    )
    const found = wasm.result()
    const path = pathOf(this, found, wasm.path_outcome, wasm.path_cost, wasm.path_cells)
    wasm.path_drop(found)
    if (space !== this && space !== options?.penalties) space.drop()
    return path
  }

  navigator(algorithm = 'astar', options) {
    return new Navigator(this, algorithm, options)
  }

  /** A navigator of what `save` gave. */
  open(bytes, options) {
    return new Navigator(this, bytes, options)
  }

  field(options) {
    return new Field(this, options)
  }

  /** What plain units walk on. */
  get space() {
    return wasm.map_space(this.pointer)
  }
}

/** What units of a profile walk on. */
class Space extends Handle {
  constructor(ground, profile) {
    check(wasm.space_make(ground.pointer, profile))
    super(wasm.space_drop, ground)
    this.space = this.pointer
  }
}

/** Points that a step into a cell costs more; `unit` is the cost of one, or 0 for a straight step. */
export class Penalties extends Handle {
  constructor(ground, { profile = 1, unit = 0 } = {}) {
    const size = ground.width * ground.height
    const bytes = wasm.take(size)
    if (!bytes) throw new WaymarkError(1)
    new Uint8Array(wasm.memory.buffer, bytes, size).fill(0)
    const status = wasm.space_make_penalty(ground.pointer, profile, bytes, unit)
    if (status) wasm.give(bytes)
    check(status)
    super((space) => {
      wasm.space_drop(space)
      wasm.give(bytes)
    }, ground)
    this.ground = ground
    this.space = this.pointer
    this.bytes = bytes
  }

  set([x, y], points) {
    new Uint8Array(wasm.memory.buffer)[this.bytes + this.ground.cell([x, y])] = points
  }
}

/** The handle of what units of these options walk on: { profile } or { penalties }. */
function spaceOf(ground, { profile = 1, penalties } = {}) {
  return penalties ?? (profile === 1 ? ground : new Space(ground, profile))
}

/** An algorithm prepared for a map, such as "jps" or "dba(sector=16)". */
export class Navigator extends Handle {
  constructor(ground, algorithm, options) {
    const space = spaceOf(ground, options)
    let drop = wasm.navigator_drop
    let status
    if (typeof algorithm === 'string') {
      status = lend(encode(algorithm), (at) => wasm.navigator_make(space.space, at))
    } else {
      // The bytes of a saved database are borrowed for as long as the navigator lives.
      const bytes = wasm.take(algorithm.length)
      if (!bytes) throw new WaymarkError(1)
      new Uint8Array(wasm.memory.buffer, bytes).set(algorithm)
      status = wasm.navigator_open(space.space, bytes, algorithm.length)
      if (status) wasm.give(bytes)
      drop = (navigator) => {
        wasm.navigator_drop(navigator)
        wasm.give(bytes)
      }
    }
    check(status, status ? textAt(wasm.problem()) : '')
    super(drop, space)
    this.ground = ground
    // Kept alive by this navigator alone, or by others too.
    if (space !== ground && space !== options?.penalties) space.drop()
  }

  /** The database, to be kept in a file. */
  save() {
    check(wasm.navigator_save(this.pointer))
    const saved = wasm.result()
    const bytes = lend(new Uint32Array(1), (at) => {
      const start = wasm.saved_bytes(saved, at)
      const size = new Uint32Array(wasm.memory.buffer, at, 1)[0]
      return new Uint8Array(wasm.memory.buffer, start, size).slice()
    })
    wasm.saved_drop(saved)
    return bytes
  }

  /** Whether the database knows of all edits. */
  get current() {
    return wasm.navigator_current(this.pointer) !== 0
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

/** Costs and next steps to some goals from everywhere: for crowds; or, forward, ranges. */
export class Field extends Handle {
  constructor(ground, options = {}) {
    const space = spaceOf(ground, options)
    check(wasm.field_make(space.space, +!options.forward))
    super(wasm.field_drop, space)
    this.ground = ground
    this.limit = options.limit ?? NONE
    if (space !== ground && space !== options.penalties) space.drop()
  }

  begin(...goals) {
    const cells = Uint32Array.from(goals, (goal) => this.ground.cell(goal))
    lend(cells, (at) => check(wasm.field_begin(this.pointer, at, cells.length, this.limit)))
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

const ORDERS = ['stop', 'hold', 'go', 'near', 'any', 'follow', 'patrol', 'flee']
const FORMATIONS = ['none', 'box', 'line', 'column']
const URGENCIES = ['visible', 'selected', 'other', 'periodic']
const STATES = ['idle', 'planning', 'walking', 'holding']
const EVENTS = ['moved', 'arrived', 'waiting', 'blocked', 'replanned', 'unreachable', 'goal_changed']

function indexIn(names, name, what) {
  const index = names.indexOf(name)
  if (index < 0) throw new RangeError(`no ${what} is called '${name}': ${names.join(', ')}`)
  return index
}

/** Units on a map: orders, one call a frame. While it lives only its own `fill` edits the map. */
export class World extends Handle {
  constructor(ground, { units, kinds = [{}], teams = [], rivals = false }) {
    const numbers = [units, +rivals]
    for (const { size = 0, speed = 0, turn = 0, profile = 0 } of kinds) {
      numbers.push(size, speed, turn, profile)
    }
    for (const { fog = false, sight = 0 } of teams) numbers.push(+fog, sight)
    lend(Uint32Array.from(numbers), (at) =>
      check(wasm.world_make(ground.pointer, at, kinds.length, teams.length)),
    )
    super(wasm.world_drop, ground)
    this.ground = ground
  }

  /** Puts a unit on the map and gives its handle, a bigint. */
  add(place, { kind = 0, team = 0 } = {}) {
    check(wasm.world_add(this.pointer, this.ground.cell(place), kind, team))
    return BigInt.asUintN(64, wasm.world_added())
  }

  remove(unit) {
    check(wasm.world_remove(this.pointer, unit))
  }

  order(units, order) {
    const { place, places = [], target = 0n, range = 0, period = 0 } = order
    const cells = places.map((one) => this.ground.cell(one))
    const numbers = Uint32Array.of(
      indexIn(ORDERS, order.kind, 'order'),
      place ? this.ground.cell(place) : 0,
      range,
      +(order.queued ?? false),
      +(order.together ?? false),
      indexIn(FORMATIONS, order.formation ?? 'none', 'formation'),
      indexIn(URGENCIES, order.urgency ?? 'visible', 'urgency'),
      period,
      cells.length,
      ...cells,
    )
    lend(BigUint64Array.from(units), (list) =>
      lend(numbers, (at) =>
        check(wasm.world_order(this.pointer, list, units.length, target, at)),
      ),
    )
  }

  /** Gives all cells of a rectangle one weight; units in the way plan again or leave. */
  fill(x, y, width, height, weight) {
    lend(editOf(x, y, width, height, weight), (at) => check(wasm.world_edit(this.pointer, at)))
  }

  /** Plans for about `budget` units of work and moves all units. */
  frame(budget) {
    check(wasm.world_frame(this.pointer, budget))
  }

  get size() {
    return wasm.world_count(this.pointer)
  }

  #place(cell) {
    return cell >>> 0 === NONE ? null : this.ground.place(cell >>> 0)
  }

  /** What can be seen of a unit, positions in cells; null if it is gone. */
  unit(unit) {
    return lend(new Int32Array(10), (at) => {
      if (!wasm.world_unit(this.pointer, unit, at)) return null
      const [cell, goal, x, y, heading, kind, team, size, state, standing] = new Int32Array(
        wasm.memory.buffer, at, 10,
      )
      return {
        unit, place: this.#place(cell), goal: this.#place(goal), x: x / 1024, y: y / 1024,
        heading, kind, team, size, state: STATES[state], standing,
      }
    })
  }

  /** All units. */
  *[Symbol.iterator]() {
    for (let place = 0; place < wasm.world_places(this.pointer); place++) {
      const unit = BigInt.asUintN(64, wasm.world_at(this.pointer, place))
      if (unit) yield this.unit(unit)
    }
  }

  /** Takes the events that nobody has taken yet. */
  events() {
    return lend(new Uint8Array(40), (at) => {
      const list = []
      while (wasm.world_event(this.pointer, at)) {
        const view = new DataView(wasm.memory.buffer, at, 40)
        list.push({
          kind: EVENTS[view.getUint32(0, true)],
          tick: view.getUint32(4, true),
          unit: view.getBigUint64(8, true),
          place: this.#place(view.getUint32(16, true)),
          other: view.getBigUint64(24, true) || null,
        })
      }
      return list
    })
  }

  /** The same on every machine that made the same calls, as 16 hex digits. */
  hash() {
    return hex(wasm.world_hash(this.pointer))
  }
}
