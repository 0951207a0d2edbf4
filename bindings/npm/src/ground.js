// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What the whole module adds to maps and searches: databases, fields, smoothing, fog, walkers, whole
// problems.
import { Handle, NONE, Shared, WaymarkError, ask, check, flag, indexIn, lend, optionsOf, takeBytes, textAt, wasm, weightsOf, whole } from './engine.js'
import { Agent as SmallAgent, Ground as SmallGround, Navigator as SmallNavigator, outcomeName, withSpace } from './search.js'

const SMOOTHINGS = ['rays', 'pull', 'any_angle']
const SIGHTS = ['any_angle', 'grid']
const UNITS_MAX = 65535
const LOOK_MAX = 64
const DENSITY_MAX = 64

/** Copies bytes that a call left, and gives them back. */
export function bytesOf(bytes, Type = Uint8Array) {
  try {
    return new Type(wasm.memory.buffer, wasm.bytes_at(bytes), wasm.bytes_size(bytes) / Type.BYTES_PER_ELEMENT).slice()
  } finally {
    wasm.bytes_drop(bytes)
  }
}

/** Bytes in the module's memory that live as long as what was opened from them. */
export function keep(what, bytes, open) {
  if (!(bytes instanceof Uint8Array)) throw new TypeError(`${what} is a Uint8Array`)
  const kept = takeBytes(bytes.length)
  new Uint8Array(wasm.memory.buffer, kept).set(bytes)
  const status = open(kept, bytes.length)
  if (status) wasm.give(kept)
  check(status, status ? textAt(wasm.problem()) : '')
  return kept
}

/** Cells of a path, a Uint32Array or a list of places. */
function cellsOf(ground, path) {
  const list = path?.cells ?? path
  if (!(list instanceof Uint32Array)) return ground.sides.cells(list)
  for (const cell of list) whole('a cell', cell, 0, ground.width * ground.height - 1)
  return list
}

export class Ground extends SmallGround {
  navigator(algorithm = 'auto', options) {
    return new Navigator(this, algorithm, options)
  }

  /** A navigator of what `save` gave. */
  open(bytes, options) {
    return new Navigator(this, bytes, options)
  }

  field(options) {
    return new Field(this, options)
  }

  /** Whether `to` is seen from `from`: "any_angle", or by the walk of the "grid". */
  sees(from, to, options) {
    const { kind, profile } = optionsOf('ground.sees', options, { kind: 'any_angle', profile: 1 })
    const sight = indexIn(SIGHTS, kind, 'kind of sight')
    return wasm.map_sees(this.at, this.cell(from), this.cell(to), sight, this.known(profile)) !== 0
  }

  /** What a path costs on the map as it is now; null if one of its steps is not legal. */
  cost(path, options) {
    const { profile } = optionsOf('ground.cost', options, { profile: 1 })
    const cells = cellsOf(this, path)
    return lend(cells, (at) => {
      let legal = false
      const [cost] = ask(Uint32Array, 1, (out) => {
        legal = wasm.path_check(this.at, this.known(profile), at, cells.length, out) !== 0
      })
      return legal ? cost : null
    })
  }

  /** The real length of the line through the cells of a path, in cell sides. */
  length(path) {
    const cells = cellsOf(this, path)
    return lend(cells, (at) => wasm.path_length(this.at, at, cells.length))
  }

  /** A path with fewer turns and never costlier: by "rays", "pull", or turning points of "any_angle". */
  smooth(path, options) {
    const { kind, profile, reach } = optionsOf('ground.smooth', options, { kind: 'pull', profile: 1, reach: 0 })
    const numbers = [this.known(profile), indexIn(SMOOTHINGS, kind, 'kind of smoothing'), whole('reach', reach, 0, NONE)]
    const cells = cellsOf(this, path)
    return lend(cells.slice(), (at) => {
      const [, , , count] = ask(Uint32Array, 4, (out) => {
        new Uint32Array(wasm.memory.buffer, out, 4).set([...numbers, cells.length])
        check(wasm.path_smooth(this.at, out, at))
      })
      return new Uint32Array(wasm.memory.buffer, at, count).slice()
    })
  }

  /** A curve along a path, for display: x, y of each point, in cells. */
  curve(path, options) {
    const { profile, density } = optionsOf('ground.curve', options, { profile: 1, density: 4 })
    const cells = cellsOf(this, path)
    const numbers = [this.known(profile), whole('density', density, 1, DENSITY_MAX), cells.length]
    const bend = (at, points, capacity) =>
      ask(Uint32Array, 4, (out) => {
        new Uint32Array(wasm.memory.buffer, out, 4).set([...numbers, capacity])
        check(wasm.path_curve(this.at, out, at, points))
      })[3]
    return lend(cells, (at) => {
      const count = bend(at, 0, 0)
      return ask(Float64Array, 2 * count, (points) => bend(at, points, count))
    })
  }

  /** What a team believes of this map: a ground of its own, which looking around edits. */
  belief(options) {
    return new Belief(this, options)
  }

  /**
   * Ways for many units at once that never meet, on a map of four neighbours: `at(time)` gives the
   * cells of all units, from 0 to `makespan`.
   */
  solve(starts, goals, options) {
    const { seed, limit } = optionsOf('ground.solve', options, { seed: 0, limit: 0 })
    const [from, to] = [this.sides.cells(starts), this.sides.cells(goals)]
    whole('units', from.length, 1, UNITS_MAX)
    if (from.length !== to.length) throw new RangeError(`${from.length} starts for ${to.length} goals`)
    whole('seed', seed, 0, NONE)
    whole('limit', limit, 0, NONE)
    const out = lend(from, (a) =>
      lend(to, (b) =>
        ask(BigUint64Array, 4, (at) => check(wasm.problem_solve(this.at, a, b, from.length, seed, limit, at))),
      ),
    )
    const cells = bytesOf(wasm.result(), Uint32Array)
    const [outcome, makespan, sum, bound] = Array.from(out, Number)
    const units = from.length
    return {
      outcome: outcomeName(outcome), makespan, sum, bound, cells,
      at: (time) => cells.subarray(whole('time', time, 0, makespan) * units, (time + 1) * units),
    }
  }
}

export class Navigator extends SmallNavigator {
  constructor(ground, algorithm, options) {
    if (typeof algorithm === 'string') {
      super(ground, algorithm, options)
      return
    }
    return openNavigator(ground, algorithm, options)
  }

  /** The database, to be kept in a file. */
  save() {
    check(wasm.navigator_save(this.at))
    return bytesOf(wasm.result())
  }

  /** Brings a database up to date with edits; true when it is. */
  repair(budget) {
    whole('budget', budget, 1, NONE)
    return ask(Uint32Array, 1, (at) => check(wasm.navigator_repair(this.at, budget, at)))[0] !== 0
  }

  agent() {
    return new Agent(this)
  }

  /** A unit that walks: looks around if it has a { belief }, notices what changed, plans again, moves. */
  walker(options) {
    return new Walker(this, options)
  }
}

// A navigator of saved bytes is made by another call than one of a name, and then is one like it.
function openNavigator(ground, bytes, options) {
  return withSpace('ground.open', ground, options, (space) => {
    const kept = keep('a saved database', bytes, (at, size) => wasm.navigator_open(space.space, at, size))
    const drop = (navigator) => {
      wasm.navigator_drop(navigator)
      wasm.give(kept)
    }
    const navigator = Reflect.construct(Handle, [drop, space], Navigator)
    navigator.ground = ground
    return navigator
  })
}

export class Agent extends SmallAgent {
  /** What trips from each of some places to each of others cost, row by row; null where there is no way. */
  distances(from, to) {
    const counts = Uint32Array.of(from.length, to.length, ...this.ground.sides.cells(from), ...this.ground.sides.cells(to))
    const costs = lend(counts, (at) =>
      ask(Uint32Array, from.length * to.length, (out) => check(wasm.agent_distances(this.at, at, out))),
    )
    return from.map((_, row) => to.map((_, column) => {
      const cost = costs[row * to.length + column]
      return cost === NONE ? null : cost
    }))
  }
}

/** Costs and next steps to some goals from everywhere: for crowds; or, forward, ranges. */
export class Field extends Handle {
  #costs
  #nexts

  constructor(ground, options) {
    const { forward, limit, ...rest } = optionsOf('ground.field', options, {
      forward: false, limit: NONE, profile: 1, penalties: null,
    })
    const backward = 1 - flag('forward', forward)
    whole('limit', limit, 0, NONE)
    withSpace('ground.field', ground, rest, (space) => {
      check(wasm.field_make(space.space, backward))
      super(wasm.field_drop, space)
    })
    this.ground = ground
    this.limit = limit
  }

  begin(...goals) {
    const cells = this.ground.sides.cells(goals)
    lend(cells, (at) => check(wasm.field_begin(this.at, at, cells.length, this.limit)))
  }

  step(budget) {
    return outcomeName(wasm.field_step(this.at, whole('budget', budget, 1, NONE)))
  }

  run() {
    return outcomeName(wasm.field_run(this.at))
  }

  /** The next place on a cheapest way; null at a goal or where there is no way. */
  next(place) {
    const cell = wasm.field_next(this.at, this.ground.cell(place)) >>> 0
    return cell === NONE ? null : this.ground.place(cell)
  }

  /** The cost of a cheapest way; null where there is none. */
  cost(place) {
    const cost = wasm.field_cost(this.at, this.ground.cell(place)) >>> 0
    return cost === NONE ? null : cost
  }

  /** The costs of all cells, 2^32 - 1 where there is no way: in the module's memory, good until the next call. */
  costs() {
    const size = this.ground.width * this.ground.height
    this.#costs ??= new Shared(Uint32Array, size)
    wasm.field_costs(this.at, size, this.#costs.at)
    return this.#costs.array
  }

  /** The next cells of all cells, 2^32 - 1 where there is none; as `costs`. */
  nexts() {
    const size = this.ground.width * this.ground.height
    this.#nexts ??= new Shared(Uint32Array, size)
    wasm.field_nexts(this.at, size, this.#nexts.at)
    return this.#nexts.array
  }

  drop() {
    this.#costs?.drop()
    this.#nexts?.drop()
    super.drop()
  }
}

// Fog ---------------------------------------------------------------------------------------------

/** The ground that a call left, of `owner`; `guard`: only a world edits it. */
export function groundOf(owner, guard) {
  const pointer = wasm.result()
  const rules = ask(Uint32Array, 6, (at) => wasm.map_rules(pointer, at))
  return new Ground(owner, rules, guard)
}

/** What a team believes of a map: `map` is a ground to plan on, which `look` edits. */
export class Belief extends Handle {
  constructor(truth, options) {
    const { unseen, known } = optionsOf('ground.belief', options, { unseen: 1, known: null })
    whole('unseen', unseen, 0, 255)
    const old = known && weightsOf('known', known, truth.width * truth.height)
    if (old) lend(old, (at) => check(wasm.belief_make(truth.at, unseen, at)))
    else check(wasm.belief_make(truth.at, unseen, 0))
    super(wasm.belief_drop, truth)
    this.ground = truth
    check(wasm.belief_ground(this.at))
    this.map = groundOf(this, false)
  }

  /** Looks around from sensors { place, radius, sight } at a time that never goes back; how many cells differed. */
  look(now, sensors) {
    const numbers = sensors.flatMap((sensor) => {
      const { place, radius, sight } = optionsOf('a sensor', sensor, { place: null, radius: 8, sight: false })
      return [this.ground.cell(place), whole('radius', radius, 0, LOOK_MAX), flag('sight', sight)]
    })
    whole('now', now, 1, NONE)
    return lend(Uint32Array.from(numbers), (list) =>
      ask(Uint32Array, 1, (at) => check(wasm.belief_look(this.at, now, list, sensors.length, at))),
    )[0]
  }

  /** Takes over what another team on the same map knows; how many cells differed. */
  share(from) {
    return ask(Uint32Array, 1, (at) => check(wasm.belief_share(this.at, from.at, at)))[0]
  }

  /** When a place was looked at last; 0 = never. */
  seen(place) {
    return wasm.belief_seen(this.at, this.ground.cell(place)) >>> 0
  }

  drop() {
    this.map.drop()
    super.drop()
  }
}

/** A unit that walks, with any algorithm; with a belief, whose map it plans on, it looks around for it. */
export class Walker extends Handle {
  constructor(navigator, options) {
    const { belief, radius, sight } = optionsOf('navigator.walker', options, { belief: null, radius: 8, sight: false })
    whole('radius', radius, 0, LOOK_MAX)
    check(wasm.walker_make(navigator.at, belief ? belief.at : 0, radius, flag('sight', sight)))
    super(wasm.walker_drop, navigator)
    this.ground = navigator.ground
  }

  begin(from, to) {
    check(wasm.walker_begin(this.at, this.ground.cell(from), this.ground.cell(to)))
  }

  retarget(to) {
    check(wasm.walker_retarget(this.at, this.ground.cell(to)))
  }

  /** Plans for up to `budget` expansions and, once a plan is ready, makes one move. */
  step(budget) {
    return outcomeName(wasm.walker_step(this.at, whole('budget', budget, 1, NONE)))
  }

  get place() {
    const cell = wasm.walker_state(this.at) >>> 0
    if (cell === NONE) throw new WaymarkError('WRONG_STATE', 'this walker has not begun')
    return this.ground.place(cell)
  }

  /** What the walk has cost so far: moves, cost, plans, changes. */
  get walk() {
    const [moves, cost, plans, changes] = Array.from(ask(BigUint64Array, 4, (at) => wasm.walker_walk(this.at, at)), Number)
    return { moves, cost, plans, changes }
  }
}
