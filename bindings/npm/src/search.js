// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Maps, what units walk on, and searches: all that the small module has.
import {
  Handle, NONE, Shared, WaymarkError, ask, check, encode, fill, flag, hex, indexIn, lend, make, offsetOf, optionsOf, read, struct,
  takeBytes, textAt, wasm, weightsOf, whole,
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
  return Array.from({ length: wasm.way_algorithm_count() }, (_, index) => {
    const entry = read('way_algorithm', wasm.way_algorithm_at(index))
    return Object.fromEntries(texts.map((key) => [key, textAt(entry[key])]))
  })
}

/** A hash of cell numbers, or of a Uint8Array, as 16 hex digits; the same everywhere. */
export function hash(cells) {
  const bytes = cells instanceof Uint8Array ? cells : Uint32Array.from(cells, (cell, i) => whole(`cells[${i}]`, cell, 0, NONE))
  return lend(bytes, (pointer) => hex(wasm.way_hash_bytes(0n, pointer, bytes.byteLength)))
}

/** Of a call that goes on with a trip. */
export function goOn(status) {
  check(status, status && textAt(wasm.way_status_name(status)) === 'WRONG_STATE' ? 'there is no trip to go on with; begin one' : '')
}

export function outcomeName(outcome) {
  return textAt(wasm.way_outcome_name(outcome)).toLowerCase()
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
    const [x, y, floor = 0, ...more] = place?.[Symbol.iterator] ? place : []
    const { count, height } = this.floors
    const inside = !more.length && x >= 0 && y >= 0 && floor >= 0 && x < this.width && y < height && floor < count
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

/** The edits that give the cells of a rectangle a weight each: one for every run of equal ones. */
export function runsOf(ground, x, y, width, height, weights) {
  editOf(ground, x, y, width, height, 0)
  const bytes = weightsOf('weights', weights, width * height)
  const runs = []
  for (let i = 0; i < bytes.length; i++) {
    if (i % width === 0 || bytes[i] !== bytes[i - 1]) runs.push(x + (i % width), y + Math.floor(i / width), 0, 1, bytes[i])
    runs[runs.length - 3]++
  }
  return Uint32Array.from(runs)
}

export function linkOf(ground, from, to, cost, options, call) {
  const { bothWays, profile } = optionsOf(call, options, { bothWays: false, profile: 0 })
  if (profile !== 0) ground.known(profile)
  const ends = [ground.cell(from), ground.cell(to)]
  if (ends[0] === ends[1]) throw new RangeError(`a link from [${from}] to itself`)
  return struct('way_map_link', {
    from: ends[0], to: ends[1], cost: whole('the cost of a link', cost, 1, LINK_COST_MAX), profile,
    both_ways: flag('bothWays', bothWays),
  })
}

function rulesOf(width, height, { neighbours, corners, costs, floors }) {
  whole('width', width, 1, SIDE_MAX)
  whole('floors', floors, 1, SIDE_MAX)
  whole('height', height, 1, Math.floor((SIDE_MAX + 1) / floors) - 1)
  if (![4, 6, 8].includes(neighbours)) throw new RangeError(`neighbours are 4, 6 or 8, not ${neighbours}`)
  if (!Array.isArray(costs) || ![0, 2].includes(costs.length)) {
    throw new RangeError('costs are [straight, diagonal], such as [408, 577]')
  }
  const [straight = 0, diagonal = 0] = costs.map((cost, i) => whole(`costs[${i}]`, cost, !i ? 1 : neighbours === 8 ? costs[0] : 0, i ? 2 * costs[0] : 4096))
  const rows = floors * (height + 1) - 1
  const rules = { width, height: rows, neighbours, corners: indexIn(CORNERS, corners, 'rule for corners') }
  Object.assign(rules, { 'costs.cardinal': straight, 'costs.diagonal': diagonal })
  return floors > 1 ? { ...rules, 'floors.count': floors, 'floors.height': height } : rules
}

const MAP = { weights: null, neighbours: 8, corners: 'strict', costs: [], floors: 1 }

/** Checks what a pool makes its maps and workers of. */
export function mapOf(call, options, others, most) {
  const { width, height, algorithm, workers, worker, ...rest } = optionsOf(call, options, {
    width: undefined, height: undefined, ...MAP, ...others,
  })
  const rules = rulesOf(width, height, rest)
  if (typeof algorithm !== 'string') throw new TypeError('an algorithm is a name such as "jps"')
  if (rest.weights) rest.weights = Uint8Array.from(weightsOf('weights', rest.weights, width * rules.height))
  const sides = new Sides(width, rules.height, { count: rest.floors, height })
  return { map: [width, height, rest], sides, algorithm, workers: whole('workers', workers, 1, most), worker }
}

/** A map that can change. Weights: 0 is blocked, 1 plain ground, w costs w times as much. */
export class Ground extends Handle {
  constructor(width, height, options) {
    if (width instanceof Handle) {
      // The map of another object; `options` says whether only a world edits it.
      const map = height
      super(() => {}, width, map)
      const { count, height: floor } = fill('way_floors', (at) => wasm.way_map_floors(at, map))
      Object.assign(this, { neighbours: wasm.way_map_neighbours(map), corners: CORNERS[wasm.way_map_corners(map)], guard: options })
      this.sides = new Sides(wasm.way_map_width(map), wasm.way_map_height(map), { count, height: floor })
    } else {
      const list = typeof options?.length === 'number' || options instanceof Shared
      const given = optionsOf('new Ground', list ? { weights: options } : options, MAP)
      const rules = rulesOf(width, height, given)
      const bytes = given.weights && weightsOf('weights', given.weights, width * rules.height)
      const create = (weights) =>
        make((out) => lend(struct('way_map_config', { ...rules, weights }), (config) => wasm.way_map_create(config, out)))
      super(wasm.way_map_destroy, undefined, bytes ? lend(bytes, create) : create(0))
      Object.assign(this, { neighbours: given.neighbours, corners: given.corners })
      this.sides = new Sides(width, rules.height, { count: given.floors, height })
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
    if (profile !== 1 && !lend(struct('way_profile'), (at) => wasm.way_map_profile(this.at, profile, at))) {
      throw new RangeError(`no profile ${profile} on this map; ground.profile() prepares them`)
    }
    return profile
  }

  /** Gives all cells of a rectangle one weight. */
  fill(x, y, width, height, weight) {
    const map = this.#own('fill')
    lend(editOf(this, x, y, width, height, weight), (at) => check(wasm.way_map_edit(map, at, 1)))
  }

  /** Gives the cells of a rectangle a weight each, row by row; one edit. */
  paint(x, y, width, height, weights) {
    const map = this.#own('paint')
    const edits = runsOf(this, x, y, width, height, weights)
    lend(edits, (at) => check(wasm.way_map_edit(map, at, edits.length / 5)))
  }

  /** A copy of all weights, row by row; or they are written `into` a Shared or Uint8Array. */
  weights(into) {
    const size = this.width * this.height
    const all = struct('way_rect', { width: this.width, height: this.height })
    const copy = (at) => lend(all, (area) => check(wasm.way_map_read(this.at, area, at)))
    if (into === undefined) return ask(Uint8Array, size, copy)
    const array = into instanceof Shared ? into.array : into
    if (!(array instanceof Uint8Array) || array.length !== size) {
      throw new RangeError(`weights are written into a Uint8Array of ${size}`)
    }
    if (array.buffer === wasm.memory.buffer) copy(array.byteOffset)
    else array.set(this.weights())
    return array
  }

  set(x, y, weight) {
    const map = this.#own('set')
    lend(editOf(this, x, y, 1, 1, weight), (at) => check(wasm.way_map_edit(map, at, 1)))
  }

  get(x, y) {
    whole('x', x, 0, this.width - 1)
    return wasm.way_map_terrain(this.at, whole('y', y, 0, this.height - 1) * this.width + x)
  }

  /** A hash of what decides paths of plain units, as 16 hex digits. */
  hash() {
    return hex(wasm.way_map_hash(this.at))
  }

  /** Whether a walk exists; answered without a search. */
  reachable(from, to, profile = 1) {
    return wasm.way_map_is_reachable(this.at, this.cell(from), this.cell(to), this.known(profile)) !== 0
  }

  /** The nearest place on which a unit can stand; null if there is none. */
  nearest(place, options) {
    const { profile } = optionsOf('ground.nearest', options, { profile: 1 })
    const cell = wasm.way_map_nearest_passable(this.at, this.cell(place), this.known(profile)) >>> 0
    return cell === NONE ? null : this.place(cell)
  }

  /** The place nearest to `goal` that can be reached from `from`; null if there is none. */
  nearestReachable(from, goal, options) {
    const { profile } = optionsOf('ground.nearestReachable', options, { profile: 1 })
    const cell = wasm.way_map_nearest_reachable(this.at, this.cell(from), this.cell(goal), this.known(profile)) >>> 0
    return cell === NONE ? null : this.place(cell)
  }

  /**
   * Prepares the map for a kind of unit and gives its number. `weights` says what terrains weigh
   * that weigh other than themselves, such as { 3: 1, 4: 0 }; 0 may not be entered.
   */
  profile(options) {
    const { size, weights } = optionsOf('ground.profile', options, { size: 1, weights: {} })
    whole('size', size, 1, SIZE_MAX)
    const profile = struct('way_profile', { unit_size: size })
    const table = profile.subarray(offsetOf('way_profile', 'weights')[0]).subarray(0, 256)
    table.forEach((_, terrain) => (table[terrain] = terrain))
    for (const [terrain, weight] of weights instanceof Map ? weights : Object.entries(weights)) {
      table[whole('a terrain', Number(terrain), 0, 255)] = whole(`the weight of terrain ${terrain}`, weight, 0, 255)
    }
    return make((out) => lend(profile, (at) => wasm.way_map_add_profile(this.at, at, out)))
  }

  /** A step between places that need not be neighbours; for all units, or those of a profile. */
  link(from, to, cost, options) {
    const map = this.#own('link')
    lend(linkOf(this, from, to, cost, options, 'ground.link'), (at) => check(wasm.way_map_add_links(map, at, 1)))
  }

  unlink(from, to, options) {
    const map = this.#own('unlink')
    const problem = `no such link from [${from}] to [${to}]`
    lend(linkOf(this, from, to, 1, options, 'ground.unlink'), (at) => check(wasm.way_map_remove_links(map, at, 1), problem))
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
}

/** What an algorithm searches for units of a profile. */
class Space extends Handle {
  constructor(ground, profile, algorithm) {
    const known = ground.known(profile)
    const space = make((out) => lend(encode(algorithm), (name) => wasm.way_space_create_for(ground.at, known, name, 0, out)), `"${algorithm}"`)
    super(wasm.way_space_destroy, ground, space)
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
    let space
    try {
      const config = struct('way_penalty_config', { map: ground.at, profile: ground.known(profile), penalties: bytes, unit })
      space = make((out) => lend(config, (at) => wasm.way_space_create_penalty(at, out)))
    } catch (error) {
      wasm.free(bytes)
      throw error
    }
    super((at) => {
      wasm.way_space_destroy(at)
      wasm.free(bytes)
    }, ground, space)
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
export function withSpace(call, ground, options, use, algorithm = 'astar') {
  const { profile, penalties } = optionsOf(call, options, { profile: 1, penalties: null })
  if (penalties) {
    if (penalties.ground !== ground || !penalties.space) throw new RangeError(`${call}: penalties of another map`)
    return use(penalties)
  }
  const space = new Space(ground, profile, algorithm)
  try {
    return use(space)
  } finally {
    space.drop() // from here on kept alive by what borrows it
  }
}

/** An algorithm prepared for a map, such as "jps" or "dba(sector=16)". */
export class Navigator extends Handle {
  constructor(ground, algorithm, options) {
    if (typeof algorithm !== 'string') throw new TypeError('an algorithm is a name such as "jps" or "dba(sector=16)"')
    withSpace('ground.navigator', ground, options, (space) => {
      const prepare = (name) =>
        make(
          (out, problem) =>
            lend(struct('way_navigator_config', { space: space.space, algorithm: name, problem }), (at) => wasm.way_navigator_create(at, out)),
          `"${algorithm}"`,
        )
      super(wasm.way_navigator_destroy, space, lend(encode(algorithm), prepare))
    }, algorithm)
    this.ground = ground
  }

  /** Which algorithm it is: what "auto" chose; and why, in words, or null if it was asked for. */
  get choice() {
    const { algorithm, reason } = fill('way_choice', (at) => wasm.way_navigator_choice(at, this.at))
    return { algorithm: textAt(algorithm), reason: reason ? textAt(reason) : null }
  }

  /** Whether the database knows of all edits. */
  get current() {
    return wasm.way_navigator_is_current(this.at) !== 0
  }

  agent() {
    return new Agent(this)
  }
}

/** One trip at a time, planned a little per frame. */
export class Agent extends Handle {
  constructor(navigator) {
    const config = struct('way_agent_config', { navigator: navigator.at })
    super(wasm.way_agent_destroy, navigator, make((out) => lend(config, (at) => wasm.way_agent_create(at, out))))
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
    if (range !== 0 && goal !== 'range') throw new RangeError(`a range is for the goal "range", not ${goal}`)
    const goals = goal === 'nearest' ? this.ground.sides.cells(to) : []
    if (goal === 'nearest') whole('the number of goals', goals.length, 1, NONE)
    const trip = {
      start: this.ground.cell(from), goal: goal === 'nearest' ? 0 : this.ground.cell(to), mode,
      range: whole('range', range, 0, COST_MAX), fall_back_to_nearest: flag('nearest', nearest), partial: flag('partial', partial),
      expansion_limit: whole('limit', limit, 0, NONE), goal_count: goals.length,
    }
    const begin = (list) => lend(struct('way_trip', { ...trip, goals: list }), (at) => check(wasm.way_agent_begin(this.at, at)))
    if (goals.length) lend(goals, begin)
    else begin(0)
  }

  /** Works for up to `budget` expansions: "working" while there is more to do. */
  step(budget) {
    return outcomeName(wasm.way_agent_step(this.at, whole('budget', budget, 1, NONE)))
  }

  run() {
    return outcomeName(wasm.way_agent_run(this.at))
  }

  cancel() {
    wasm.way_agent_cancel(this.at)
  }

  /** Gives the trip another goal, with algorithms that can go on from what they know. */
  retarget(to) {
    goOn(wasm.way_agent_retarget(this.at, this.ground.cell(to)))
  }

  /** Moves along the path, with algorithms that plan from wherever the agent is. */
  advance(moves = 1) {
    goOn(wasm.way_agent_advance(this.at, whole('moves', moves, 1, NONE)))
  }

  /** Where it stands; null before its first trip. */
  get place() {
    const cell = wasm.way_agent_position(this.at) >>> 0
    return cell === NONE ? null : this.ground.place(cell)
  }

  /** The path costs at most this many times the best; null if nothing is proven. */
  get bound() {
    const bound = wasm.way_agent_bound_thousandths(this.at) >>> 0
    return bound === NONE ? null : bound / 1000
  }

  /** The cells of the path in the module's memory, not copied: good until the next call. */
  cells() {
    return lend(new Uint32Array(1), (at) => {
      const start = wasm.way_agent_path(this.at, at)
      return new Uint32Array(wasm.memory.buffer, start, new Uint32Array(wasm.memory.buffer, at, 1)[0])
    })
  }

  /** The moves so far. */
  path() {
    const cost = wasm.way_agent_cost(this.at) >>> 0
    return new Path(this.ground, {
      outcome: outcomeName(wasm.way_agent_outcome(this.at)),
      cost: cost === NONE ? null : cost,
      cells: this.cells().slice(),
    })
  }
}
