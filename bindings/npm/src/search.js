// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Maps, what units walk on, and searches: all that the small module has.
import {
  Handle, NONE, Shared, WaymarkError, ask, check, encode, flag, hex, indexIn, lend, optionsOf, takeBytes, textAt, wasm,
  weightsOf, whole,
} from './engine.js'

const SIDE_MAX = 65535
const SIZE_MAX = 16
const LINK_COST_MAX = 1 << 22
const PENALTY_UNIT_MAX = 4096
const COST_MAX = NONE - 1
const CORNERS = ['strict', 'loose', 'any']
const GOALS = ['exact', 'range', 'adjacent', 'nearest']

export function algorithms() {
  const texts = ['name', 'title', 'family', 'summary']
  return Array.from({ length: wasm.algorithm_count() }, (_, index) =>
    Object.fromEntries(texts.map((key, what) => [key, textAt(wasm.algorithm_text(index, what))])),
  )
}

/** A hash of cell numbers, or of a Uint8Array, as 16 hex digits; the same everywhere. */
export function hash(cells) {
  const bytes = cells instanceof Uint8Array ? cells : Uint32Array.from(cells, (cell, i) => whole(`cells[${i}]`, cell, 0, NONE))
  return lend(bytes, (pointer) => hex(wasm.hash(pointer, bytes.byteLength)))
}

export function outcomeName(outcome) {
  return textAt(wasm.outcome_name(outcome)).toLowerCase()
}

/** How a trip stands or ended, and the moves so far. */
export class Path {
  #ground

  constructor(ground, { outcome, cost, cells }) {
    this.#ground = ground
    this.outcome = outcome
    this.cost = cost
    this.cells = cells
  }

  /** The cells as places. */
  get places() {
    return Array.from(this.cells, (cell) => this.#ground.place(cell))
  }

  toJSON() {
    return { outcome: this.outcome, cost: this.cost, places: this.places }
  }
}

/** Which cell is which place: what a Ground knows of its sides, without its map. */
export class Sides {
  constructor(width, height, floors = { count: 1, height }) {
    this.width = width
    this.height = height
    this.floors = floors
  }

  cell(place) {
    const [x, y, floor = 0] = place ?? []
    const { count, height } = this.floors
    const inside = x >= 0 && y >= 0 && floor >= 0 && x < this.width && y < height && floor < count
    if (!(inside && Number.isInteger(x) && Number.isInteger(y) && Number.isInteger(floor))) {
      const on = count > 1 ? ` with ${count} floors` : ''
      throw new RangeError(`[${Array.isArray(place) ? place.join(', ') : place}] is outside the map of ${this.width} x ${height}${on}`)
    }
    return (floor * (height + 1) + y) * this.width + x
  }

  place(cell) {
    whole('a cell', cell, 0, this.width * this.height - 1)
    const [x, y] = [cell % this.width, Math.floor(cell / this.width)]
    if (this.floors.count === 1) return [x, y]
    return [x, y % (this.floors.height + 1), Math.floor(y / (this.floors.height + 1))]
  }

  cells(places) {
    return Uint32Array.from(places, (place) => this.cell(place))
  }

  /** Checks an edit. */
  edit(...numbers) {
    editOf(this, ...numbers)
  }

  weights(list, length) {
    return weightsOf('weights', list, length)
  }
}

/** An edit as the module reads it. */
export function editOf({ width: columns, height: rows }, x, y, width, height, weight) {
  whole('x', x, 0, columns - 1)
  whole('y', y, 0, rows - 1)
  whole('width', width, 0, columns - x)
  whole('height', height, 0, rows - y)
  return Uint32Array.of(x, y, width, height, whole('a weight', weight, 0, 255))
}

export function linkOf(ground, from, to, cost, options, call) {
  const { bothWays, profile } = optionsOf(call, options, { bothWays: false, profile: 0 })
  if (profile !== 0) ground.known(profile)
  return Uint32Array.of(
    ground.cell(from), ground.cell(to), whole('the cost of a link', cost, 1, LINK_COST_MAX), profile,
    flag('bothWays', bothWays),
  )
}

function rulesOf(width, height, { neighbours, corners, costs, floors }) {
  whole('width', width, 1, SIDE_MAX)
  whole('floors', floors, 1, SIDE_MAX)
  whole('height', height, 1, Math.floor((SIDE_MAX + 1) / floors) - 1)
  if (![4, 6, 8].includes(neighbours)) throw new RangeError(`neighbours are 4, 6 or 8, not ${neighbours}`)
  if (!Array.isArray(costs) || ![0, 2].includes(costs.length)) {
    throw new RangeError('costs are [straight, diagonal], such as [408, 577]')
  }
  const [straight = 0, diagonal = 0] = costs.map((cost, i) => whole(`costs[${i}]`, cost, i ? 0 : 1, 65535))
  const rows = floors * (height + 1) - 1
  return [width, rows, neighbours, indexIn(CORNERS, corners, 'rule for corners'), straight, diagonal, floors, height]
}

const MAP = { weights: null, neighbours: 8, corners: 'strict', costs: [], floors: 1 }

/** Checks what a pool makes its maps and workers of. */
export function mapOf(call, options, others, most) {
  const { width, height, algorithm, workers, worker, ...rest } = optionsOf(call, options, {
    width: undefined, height: undefined, ...MAP, ...others,
  })
  const rules = rulesOf(width, height, rest)
  if (typeof algorithm !== 'string') throw new TypeError('an algorithm is a name such as "jps"')
  if (rest.weights) rest.weights = Uint8Array.from(weightsOf('weights', rest.weights, width * rules[1]))
  const sides = new Sides(width, rules[1], { count: rest.floors, height })
  return { map: [width, height, rest], sides, algorithm, workers: whole('workers', workers, 1, most), worker }
}

/** A map that can change. Weights: 0 is blocked, 1 plain ground, w costs w times as much. */
export class Ground extends Handle {
  constructor(width, height, options) {
    if (width instanceof Handle) {
      // The map of another object, which a call has just left as the result.
      const [columns, rows, neighbours, corners, count, floor] = height
      super(wasm.map_drop, width)
      Object.assign(this, { neighbours, corners: CORNERS[corners], guard: options })
      this.sides = new Sides(columns, rows, { count, height: floor })
    } else {
      const list = typeof options?.length === 'number' || options instanceof Shared
      const given = optionsOf('new Ground', list ? { weights: options } : options, MAP)
      const rules = rulesOf(width, height, given)
      const bytes = given.weights && weightsOf('weights', given.weights, width * rules[1])
      lend(Uint32Array.from(rules), (at) =>
        bytes ? lend(bytes, (weights) => check(wasm.map_make(at, weights))) : check(wasm.map_make(at, 0)),
      )
      super(wasm.map_drop)
      Object.assign(this, { neighbours: given.neighbours, corners: given.corners })
      this.sides = new Sides(width, rules[1], { count: given.floors, height })
    }
    Object.assign(this, { width: this.sides.width, height: this.sides.height, floors: this.sides.floors })
  }

  cell(place) {
    return this.sides.cell(place)
  }

  place(cell) {
    return this.sides.place(cell)
  }

  /** The row of the map at which row `y` of a floor lies. */
  row(y, floor) {
    return Math.floor(this.cell([0, y, floor]) / this.width)
  }

  /** Refuses what would leave a world behind. */
  #own(call) {
    if (this.guard || this.node.worlds) {
      throw new WaymarkError('WRONG_STATE', `this map belongs to a world: call world.${call} instead of ground.${call}`)
    }
    return this.at
  }

  /** Refuses a profile that the map was not prepared for. */
  known(profile) {
    whole('a profile', profile, 1, NONE)
    if (!wasm.map_has_profile(this.at, profile)) {
      throw new RangeError(`no profile ${profile} on this map; ground.profile() prepares them`)
    }
    return profile
  }

  /** Gives all cells of a rectangle one weight. */
  fill(x, y, width, height, weight) {
    const map = this.#own('fill')
    lend(editOf(this, x, y, width, height, weight), (at) => check(wasm.map_edit(map, at)))
  }

  /** Gives the cells of a rectangle a weight each, row by row; one edit. */
  paint(x, y, width, height, weights) {
    const map = this.#own('paint')
    const area = editOf(this, x, y, width, height, 0)
    const bytes = weightsOf('weights', weights, width * height)
    lend(area, (at) => lend(bytes, (list) => check(wasm.map_paint(map, at, list))))
  }

  /** A copy of all weights, row by row; or they are written `into` a Shared or Uint8Array. */
  weights(into) {
    const size = this.width * this.height
    if (into === undefined) return ask(Uint8Array, size, (at) => check(wasm.map_read(this.at, at)))
    const array = into instanceof Shared ? into.array : into
    if (!(array instanceof Uint8Array) || array.length !== size) {
      throw new RangeError(`weights are written into a Uint8Array of ${size}`)
    }
    if (array.buffer === wasm.memory.buffer) check(wasm.map_read(this.at, array.byteOffset))
    else array.set(this.weights())
    return array
  }

  set(x, y, weight) {
    const map = this.#own('set')
    lend(editOf(this, x, y, 1, 1, weight), (at) => check(wasm.map_edit(map, at)))
  }

  get(x, y) {
    whole('x', x, 0, this.width - 1)
    return wasm.map_weight(this.at, whole('y', y, 0, this.height - 1) * this.width + x)
  }

  /** A hash of what decides paths of plain units, as 16 hex digits. */
  hash() {
    return hex(wasm.map_hash(this.at))
  }

  /** Whether a walk exists; answered without a search. */
  reachable(from, to, profile = 1) {
    return wasm.map_reachable(this.at, this.cell(from), this.cell(to), this.known(profile)) !== 0
  }

  /** The nearest place on which a unit can stand; null if there is none. */
  nearest(place, options) {
    const { profile } = optionsOf('ground.nearest', options, { profile: 1 })
    const cell = wasm.map_nearest(this.at, this.cell(place), this.known(profile)) >>> 0
    return cell === NONE ? null : this.place(cell)
  }

  /** The place nearest to `goal` that can be reached from `from`; null if there is none. */
  nearestReachable(from, goal, options) {
    const { profile } = optionsOf('ground.nearestReachable', options, { profile: 1 })
    const cell = wasm.map_nearest_reachable(this.at, this.cell(from), this.cell(goal), this.known(profile)) >>> 0
    return cell === NONE ? null : this.place(cell)
  }

  /**
   * Prepares the map for a kind of unit and gives its number. `weights` says what terrains weigh
   * that weigh other than themselves, such as { 3: 1, 4: 0 }; 0 may not be entered.
   */
  profile(options) {
    const { size, weights } = optionsOf('ground.profile', options, { size: 1, weights: {} })
    whole('size', size, 1, SIZE_MAX)
    const table = Uint8Array.from({ length: 260 }, (_, terrain) => terrain)
    for (const [terrain, weight] of Object.entries(weights)) {
      table[whole('a terrain', Number(terrain), 0, 255)] = whole(`the weight of terrain ${terrain}`, weight, 0, 255)
    }
    return lend(table, (at) => {
      check(wasm.map_profile(this.at, size, at, at + 256))
      return new Uint32Array(wasm.memory.buffer, at + 256, 1)[0]
    })
  }

  /** A step between places that need not be neighbours; for all units, or those of a profile. */
  link(from, to, cost, options) {
    const map = this.#own('link')
    lend(linkOf(this, from, to, cost, options, 'ground.link'), (at) => check(wasm.map_link(map, at, 1)))
  }

  unlink(from, to, options) {
    const map = this.#own('unlink')
    const problem = `no such link from [${from}] to [${to}]`
    lend(linkOf(this, from, to, 1, options, 'ground.unlink'), (at) => check(wasm.map_link(map, at, 0), problem))
  }

  /** Penalties for cells that may change at any time without an edit; see Penalties. */
  penalties(options) {
    return new Penalties(this, options)
  }

  /** One trip, prepared from scratch: keep a navigator and an agent for more than one. */
  find(from, to, algorithm = 'auto', options) {
    const navigator = this.navigator(algorithm, options)
    const agent = navigator.agent()
    try {
      agent.begin(from, to)
      agent.run()
      const path = agent.path()
      if (path.outcome !== 'found') path.cells = new Uint32Array(0)
      return path
    } finally {
      agent.drop()
      navigator.drop()
    }
  }

  navigator(algorithm = 'auto', options) {
    return new Navigator(this, algorithm, options)
  }

  /** What plain units walk on. */
  get space() {
    return wasm.map_space(this.at)
  }
}

/** What units of a profile walk on. */
class Space extends Handle {
  constructor(ground, profile) {
    check(wasm.space_make(ground.at, ground.known(profile)))
    super(wasm.space_drop, ground)
    this.space = this.pointer
  }
}

/** Points that a step into a cell costs more; `unit` is the cost of one, or 0 for a straight step. */
export class Penalties extends Handle {
  constructor(ground, options) {
    const { profile, unit } = optionsOf('ground.penalties', options, { profile: 1, unit: 0 })
    whole('unit', unit, 0, PENALTY_UNIT_MAX)
    const size = ground.width * ground.height
    const bytes = takeBytes(size)
    new Uint8Array(wasm.memory.buffer, bytes, size).fill(0)
    const status = wasm.space_make_penalty(ground.at, ground.known(profile), bytes, unit)
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

  /** All points, in the module's memory: write to it; ask for it again after other calls. */
  get array() {
    return new Uint8Array(wasm.memory.buffer, this.at && this.bytes, this.ground.width * this.ground.height)
  }

  set(place, points) {
    this.array[this.ground.cell(place)] = whole('points', points, 0, 255)
  }
}

/** Uses what units of these options walk on: { profile } or { penalties }. */
export function withSpace(call, ground, options, use) {
  const { profile, penalties } = optionsOf(call, options, { profile: 1, penalties: null })
  if (penalties) {
    if (penalties.ground !== ground || !penalties.space) throw new RangeError(`${call}: penalties of another map`)
    return use(penalties)
  }
  const space = profile === 1 ? ground : new Space(ground, profile)
  try {
    return use(space)
  } finally {
    // From here on kept alive by what borrows it.
    if (space !== ground) space.drop()
  }
}

/** An algorithm prepared for a map, such as "jps" or "dba(sector=16)". */
export class Navigator extends Handle {
  constructor(ground, algorithm, options) {
    if (typeof algorithm !== 'string') throw new TypeError('an algorithm is a name such as "jps" or "dba(sector=16)"')
    withSpace('ground.navigator', ground, options, (space) => {
      const status = lend(encode(algorithm), (at) => wasm.navigator_make(space.space, at))
      check(status, status ? textAt(wasm.problem()) || `"${algorithm}"` : '')
      super(wasm.navigator_drop, space)
    })
    this.ground = ground
  }

  /** Which algorithm it is: what "auto" chose; and why, in words, or null if it was asked for. */
  get choice() {
    const reason = wasm.navigator_choice(this.at, 1)
    return { algorithm: textAt(wasm.navigator_choice(this.at, 0)), reason: reason ? textAt(reason) : null }
  }

  /** Whether the database knows of all edits. */
  get current() {
    return wasm.navigator_current(this.at) !== 0
  }

  agent() {
    return new Agent(this)
  }
}

/** One trip at a time, planned a little per frame. */
export class Agent extends Handle {
  constructor(navigator) {
    check(wasm.agent_make(navigator.at))
    super(wasm.agent_drop, navigator)
    this.ground = navigator.ground
  }

  /**
   * Starts a trip. `to` is a place; with `goal: 'nearest'` a list of places, of which the cheapest
   * counts; `'range'` ends within `range` of it, `'adjacent'` one step from it.
   */
  begin(from, to, options) {
    const { nearest, partial, limit, goal, range } = optionsOf('agent.begin', options, {
      nearest: false, partial: false, limit: 0, goal: 'exact', range: 0,
    })
    const mode = indexIn(GOALS, goal, 'kind of goal')
    const goals = goal === 'nearest' ? this.ground.sides.cells(to) : []
    const trip = Uint32Array.of(
      this.ground.cell(from), goal === 'nearest' ? 0 : this.ground.cell(to), mode, whole('range', range, 0, COST_MAX),
      flag('nearest', nearest), flag('partial', partial), whole('limit', limit, 0, NONE), goals.length, ...goals,
    )
    lend(trip, (at) => check(wasm.agent_begin(this.at, at)))
  }

  /** Works for up to `budget` expansions: "working" while there is more to do. */
  step(budget) {
    return outcomeName(wasm.agent_step(this.at, whole('budget', budget, 1, NONE)))
  }

  run() {
    return outcomeName(wasm.agent_run(this.at))
  }

  cancel() {
    wasm.agent_cancel(this.at)
  }

  /** Gives the trip another goal, with algorithms that can go on from what they know. */
  retarget(to) {
    check(wasm.agent_retarget(this.at, this.ground.cell(to)))
  }

  /** Moves along the path, with algorithms that plan from wherever the agent is. */
  advance(moves = 1) {
    check(wasm.agent_advance(this.at, whole('moves', moves, 1, NONE)))
  }

  get place() {
    return this.ground.place(wasm.agent_place(this.at) >>> 0)
  }

  /** The path costs at most this many times the best; null if nothing is proven. */
  get bound() {
    const bound = wasm.agent_bound(this.at) >>> 0
    return bound === NONE ? null : bound / 1000
  }

  /** The cells of the path in the module's memory, not copied: good until the next call. */
  cells() {
    return lend(new Uint32Array(1), (at) => {
      const start = wasm.agent_path(this.at, at)
      return new Uint32Array(wasm.memory.buffer, start, new Uint32Array(wasm.memory.buffer, at, 1)[0])
    })
  }

  /** The moves so far. */
  path() {
    const cost = wasm.agent_cost(this.at) >>> 0
    return new Path(this.ground, {
      outcome: outcomeName(wasm.agent_outcome(this.at)),
      cost: cost === NONE ? null : cost,
      cells: this.cells().slice(),
    })
  }
}
