// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What the whole module adds to maps and searches: databases, fields, smoothing, fog, walkers, whole
// problems.
import {
  Handle, NONE, Shared, WaymarkError, ask, check, fill, flag, indexIn, lend, listOf, make, offsetOf, optionsOf, read, struct, takeBytes, wasm, weightsOf,
  whole,
} from './engine.js'
import { Agent as SmallAgent, Ground as SmallGround, Navigator as SmallNavigator, Path, goOn, outcomeName, withSpace } from './search.js'

const SMOOTHINGS = ['rays', 'pull', 'any_angle']
const SIGHTS = ['any_angle', 'grid']
const UNITS_MAX = 65535
const LOOK_MAX = 64
const DENSITY_MAX = 64
const PARKED_MAX = 65536
const FAVOURED_MAX = 32

/** Bytes in the module's memory that live as long as what was opened from them. */
export function keep(what, bytes, open) {
  if (!(bytes instanceof Uint8Array)) throw new TypeError(`${what} is a Uint8Array`)
  const kept = takeBytes(bytes.length)
  new Uint8Array(wasm.memory.buffer, kept).set(bytes)
  try {
    return [kept, make((out, problem) => open(kept, bytes.length, out, problem))]
  } catch (error) {
    wasm.free(kept)
    throw error
  }
}

/** Of a call that says how many cells differed. */
function changed(call, problem) {
  return ask(Uint32Array, 1, (at) => check(call(at), problem))[0]
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
    return openNavigator(this, bytes, options)
  }

  field(options) {
    return new Field(this, options)
  }

  /** What a straight and a diagonal step cost on plain ground. */
  get costs() {
    const { cardinal, diagonal } = fill('way_cost_model', (at) => wasm.way_map_costs(at, this.at))
    return [cardinal, diagonal]
  }

  /** Goes up with every edit. */
  get revision() {
    return Number(wasm.way_map_revision(this.at))
  }

  /** Forgets a profile that nothing uses. */
  unprofile(profile) {
    check(wasm.way_map_remove_profile(this.at, this.known(profile)), `profile ${profile}`)
  }

  /** What a place weighs for units of a profile; 0 where they may not go. */
  weight(place, profile = 1) {
    return wasm.way_map_weight(this.at, this.cell(place), this.known(profile))
  }

  /** The largest unit of a profile that can stand with its top left corner there. */
  clearance(place, profile = 1) {
    return wasm.way_map_clearance(this.at, this.cell(place), this.known(profile))
  }

  /** Whether a unit of a profile can stand there. */
  fits(place, profile = 1) {
    return this.weight(place, profile) !== 0
  }

  /** The cost over open ground. */
  distance(from, to) {
    return wasm.way_map_estimate(this.at, this.cell(from), this.cell(to)) >>> 0
  }

  /** All links, one way each. */
  links() {
    return Array.from({ length: wasm.way_map_link_count(this.at) }, (_, index) => {
      const { from, to, cost, profile } = fill('way_map_link', (at) => wasm.way_map_link_at(at, this.at, index))
      return { from: this.place(from), to: this.place(to), cost, profile }
    })
  }

  /** Whether `to` is seen from `from`: "any_angle", or by the walk of the "grid". */
  sees(from, to, options) {
    const { kind, profile } = optionsOf('ground.sees', options, { kind: 'any_angle', profile: 1 })
    const sight = indexIn(SIGHTS, kind, 'kind of sight')
    return wasm.way_map_sees(this.at, this.cell(from), this.cell(to), sight, this.known(profile)) !== 0
  }

  /** What a path costs on the map as it is now; null if one of its steps is not legal. */
  cost(path, options) {
    const { profile } = optionsOf('ground.cost', options, { profile: 1 })
    const cells = cellsOf(this, path)
    return lend(cells, (at) => {
      let legal = false
      const [cost] = ask(Uint32Array, 1, (out) => {
        legal = wasm.way_path_check(this.at, this.known(profile), at, cells.length, out) !== 0
      })
      return legal ? cost : null
    })
  }

  /** The real length of the line through the cells of a path, in cell sides. */
  length(path) {
    const cells = cellsOf(this, path)
    return lend(cells, (at) => wasm.way_path_length(this.at, at, cells.length))
  }

  /** A path with fewer turns and never costlier: by "rays", "pull", or turning points of "any_angle". */
  smooth(path, options) {
    const { kind, profile, reach } = optionsOf('ground.smooth', options, { kind: 'pull', profile: 1, reach: 0 })
    const config = struct('way_smoothing_config', {
      map: this.at, unit_size: this.known(profile), kind: indexIn(SMOOTHINGS, kind, 'kind of smoothing'), reach: whole('reach', reach, 0, NONE),
    })
    const cells = cellsOf(this, path)
    return lend(cells.slice(), (at) =>
      lend(Uint32Array.of(cells.length), (count) => {
        lend(config, (given) => check(wasm.way_path_smooth(given, at, count)))
        return new Uint32Array(wasm.memory.buffer, at, new Uint32Array(wasm.memory.buffer, count, 1)[0]).slice()
      }),
    )
  }

  /** A curve along a path, for display: x, y of each point, in cells. */
  curve(path, options) {
    const { profile, density } = optionsOf('ground.curve', options, { profile: 1, density: 4 })
    const cells = cellsOf(this, path)
    const config = struct('way_curve_config', {
      map: this.at, unit_size: this.known(profile), density: whole('density', density, 1, DENSITY_MAX),
    })
    const bend = (at, points, capacity) =>
      fill('way_curve', (out) => lend(config, (given) => check(wasm.way_path_curve(given, at, cells.length, out))), { points, capacity }).count
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
   * cells of all units, from 0 to `makespan`. `improve` is how much work to spend on a better plan, some ten million to a fifth of a second.
   */
  solve(starts, goals, options) {
    const { seed, limit, improve } = optionsOf('ground.solve', options, { seed: 0, limit: 0, improve: 0 })
    const [from, to] = [this.sides.cells(starts), this.sides.cells(goals)]
    whole('units', from.length, 1, UNITS_MAX)
    if (from.length !== to.length) throw new RangeError(`${from.length} starts for ${to.length} goals`)
    if (this.neighbours !== 4) throw new RangeError(`many units at once need a map of 4 neighbours, not ${this.neighbours}`)
    whole('seed', seed, 0, NONE)
    whole('limit', limit, 0, NONE)
    whole('improve', improve, 0, Number.MAX_SAFE_INTEGER)
    const units = from.length
    const problem = { map: this.at, count: units, seed, node_limit: limit }
    const { cells, outcome, makespan, sum, bound } = lend(struct('way_mapf_plan'), (at) => {
      lend(from, (first) =>
        lend(to, (last) =>
          lend(struct('way_mapf_config', { ...problem, starts: first, goals: last }), (config) => {
            check(wasm.way_mapf_solve(config, at), 'starts and goals are free places, a place of its own for each unit')
            if (improve && read('way_mapf_plan', at).cells) check(wasm.way_mapf_improve(config, at, BigInt(improve)))
          }),
        ),
      )
      const plan = read('way_mapf_plan', at)
      const count = plan.cells ? (plan.makespan + 1) * units : 0
      const list = new Uint32Array(wasm.memory.buffer, plan.cells, count).slice()
      wasm.way_mapf_free(at)
      return { ...plan, cells: list, sum: Number(plan.sum), bound: Number(plan.bound) }
    })
    return {
      outcome: outcomeName(outcome), makespan, sum, bound, cells,
      at: (time) => cells.subarray(whole('time', time, 0, makespan) * units, (time + 1) * units),
    }
  }
}

export class Navigator extends SmallNavigator {
  /** The most expansions between two moves of a real-time search, after which its trips can be parked; 0 for others. */
  get lookahead() {
    return wasm.way_navigator_lookahead(this.at) >>> 0
  }

  /** The database, to be kept in a file. */
  save() {
    return lend(struct('way_database'), (at) => {
      check(wasm.way_navigator_save(this.at, 0, at), this.choice.algorithm)
      const { bytes, size } = read('way_database', at)
      const saved = new Uint8Array(wasm.memory.buffer, bytes, size).slice()
      wasm.way_database_free(at)
      return saved
    })
  }

  /** Brings a database up to date with edits; true when it is. */
  repair(budget) {
    whole('budget', budget, 1, NONE)
    return ask(Uint8Array, 1, (at) => check(wasm.way_navigator_repair(this.at, budget, at), this.choice.algorithm))[0] !== 0
  }

  /** Repairs begin around these places, up to 32, until told otherwise. */
  favour(places) {
    const cells = this.ground.sides.cells(places)
    whole('the number of places', cells.length, 0, FAVOURED_MAX)
    lend(cells, (at) => check(wasm.way_navigator_favour(this.at, at, cells.length), this.choice.algorithm))
  }

  agent() {
    return new Agent(this)
  }

  /**
   * A unit that walks: looks around if it has a { belief }, notices what changed, plans again, moves. With
   * { foresight }, what breaks its plan farther ahead than so many moves is seen to when it has come that
   * near: far fewer plans, not always the best.
   */
  walker(options) {
    return new Walker(this, options)
  }
}

// A navigator of saved bytes is made by another call than one of a name, and then is one like it.
function openNavigator(ground, bytes, options) {
  return withSpace('ground.open', ground, options, (space) => {
    const [kept, opened] = keep('a saved database', bytes, (at, size, out, problem) =>
      lend(struct('way_navigator_config', { space: space.space, problem }), (config) => wasm.way_navigator_open(config, at, size, out)),
    )
    const drop = (navigator) => {
      wasm.way_navigator_destroy(navigator)
      wasm.free(kept)
    }
    const navigator = Reflect.construct(Handle, [drop, space, opened], Navigator)
    navigator.ground = ground
    return navigator
  })
}

export class Agent extends SmallAgent {
  /** Tells an incremental search of places that changed. */
  change(places) {
    const cells = this.ground.sides.cells(places)
    lend(cells, (at) => goOn(wasm.way_agent_notify(this.at, at, cells.length)))
  }

  /** The goal in force: the one asked for, its replacement, or the one that was reached. */
  get goal() {
    const cell = wasm.way_agent_goal(this.at) >>> 0
    return cell === NONE ? null : this.ground.place(cell)
  }

  get expansions() {
    return Number(fill('way_stats', (at) => wasm.way_agent_stats(at, this.at)).expansions)
  }

  /** How many moves ahead an incremental search lays out its path; 0 = all the way. */
  horizon(moves) {
    wasm.way_agent_set_horizon(this.at, whole('moves', moves, 0, NONE))
  }

  /** Whether the path is still legal, from its move `from` on. */
  holds(from = 0) {
    return wasm.way_agent_path_holds(this.at, whole('from', from, 0, NONE)) !== 0
  }

  /** The ends of the straight stretches of the path, after its start. */
  waypoints() {
    return lend(new Uint32Array(1), (at) => {
      const list = wasm.way_agent_segments(this.at, at)
      const [count] = new Uint32Array(wasm.memory.buffer, at, 1)
      const stretches = new Uint32Array(wasm.memory.buffer, list, 2 * count)
      return Array.from({ length: count }, (_, i) => this.ground.place(stretches[2 * i]))
    })
  }

  /** What it takes to go on with the trip, which `resume` takes. */
  park() {
    let size = 0
    const room = ask(Uint8Array, PARKED_MAX, (bytes) => {
      const problem = 'no trip to park, or in the middle of a look-ahead'
      ;[size] = ask(Uint32Array, 1, (out) => check(wasm.way_agent_park(this.at, bytes, PARKED_MAX, out), problem))
    })
    return room.slice(0, size)
  }

  resume(parked) {
    lend(parked, (at) => check(wasm.way_agent_resume(this.at, at, parked.length)))
  }

  /** Makes many trips, from each of some places to the one beside it, in few calls of the module; a path for each. */
  trips(from, to) {
    const [starts, goals] = [this.ground.sides.cells(from), this.ground.sides.cells(to)]
    if (starts.length !== goals.length) throw new RangeError(`${starts.length} starts for ${goals.length} goals`)
    const list = listOf(Array.from(starts, (start, i) => struct('way_trip', { start, goal: goals[i] })))
    const [size, answer] = [offsetOf('way_trip', 'start')[1], offsetOf('way_answer', 'cost')[1]]
    const paths = []
    lend(list, (trips) => lend(new Uint8Array(answer * starts.length), (answers) => {
      for (let room = 64 * starts.length + 65536; paths.length < starts.length; room *= 2) {
        const done = paths.length
        let [answered, used] = [0, 0]
        const cells = ask(Uint32Array, room, (at) => {
          ;[answered] = ask(Uint32Array, 1, (out) =>
            check(wasm.way_agent_trips(this.at, trips + size * done, starts.length - done, answers + answer * done, at, room, out)))
        })
        for (let i = done; i < done + answered; i++) {
          const { outcome, cost, count } = read('way_answer', answers + answer * i)
          paths.push(new Path(this.ground, { outcome: outcomeName(outcome), cost: cost === NONE ? null : cost, cells: cells.slice(used, used + count) }))
          used += count
        }
      }
    }))
    return paths
  }

  /** What trips from each of some places to each of others cost, row by row; null where there is no way. */
  distances(from, to) {
    const costs = lend(this.ground.sides.cells(from), (first) =>
      lend(this.ground.sides.cells(to), (last) => {
        const question = struct('way_distances', { from: first, from_count: from.length, to: last, to_count: to.length })
        return lend(question, (at) => ask(Uint32Array, from.length * to.length, (out) => check(wasm.way_agent_distances(this.at, at, out))))
      }),
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
      const config = struct('way_field_config', { space: space.space, backward })
      super(wasm.way_field_destroy, space, make((out) => lend(config, (at) => wasm.way_field_create(at, out))))
    })
    this.ground = ground
    this.limit = limit
  }

  begin(...goals) {
    const cells = this.ground.sides.cells(goals)
    whole('the number of goals', cells.length, 1, NONE)
    lend(cells, (at) => check(wasm.way_field_begin(this.at, at, cells.length, this.limit)))
  }

  step(budget) {
    return outcomeName(wasm.way_field_step(this.at, whole('budget', budget, 1, NONE)))
  }

  run() {
    return outcomeName(wasm.way_field_run(this.at))
  }

  /** The next place on a cheapest way; null at a goal or where there is no way. */
  next(place) {
    const cell = wasm.way_field_next(this.at, this.ground.cell(place)) >>> 0
    return cell === NONE ? null : this.ground.place(cell)
  }

  /** The cost of a cheapest way; null where there is none. */
  cost(place) {
    const cost = wasm.way_field_cost(this.at, this.ground.cell(place)) >>> 0
    return cost === NONE ? null : cost
  }

  /** The cells that were reached, cheapest first. */
  cells() {
    return lend(new Uint32Array(1), (at) => {
      const list = wasm.way_field_states(this.at, at)
      return new Uint32Array(wasm.memory.buffer, list, new Uint32Array(wasm.memory.buffer, at, 1)[0]).slice()
    })
  }

  /** The costs of all cells, 2^32 - 1 where there is no way: in the module's memory, good until the next call. */
  costs() {
    const size = this.ground.width * this.ground.height
    this.#costs ??= new Shared(Uint32Array, size)
    wasm.way_field_costs(this.at, this.#costs.at, size)
    return this.#costs.array
  }

  /** The next cells of all cells, 2^32 - 1 where there is none; as `costs`. */
  nexts() {
    const size = this.ground.width * this.ground.height
    this.#nexts ??= new Shared(Uint32Array, size)
    const { array } = this.#nexts
    for (let cell = 0; cell < size; cell++) array[cell] = wasm.way_field_next(this.at, cell)
    return array
  }

  drop() {
    this.#costs?.drop()
    this.#nexts?.drop()
    super.drop()
  }
}

// Fog ---------------------------------------------------------------------------------------------

/** What a team believes of a map: `map` is a ground to plan on, which `look` edits. */
export class Belief extends Handle {
  constructor(truth, options) {
    const { unseen, known, knownLinks } = optionsOf('ground.belief', options, { unseen: 1, known: null, knownLinks: false })
    const config = { truth: truth.at, unseen, known_links: flag('knownLinks', knownLinks) }
    whole('unseen', unseen, 0, 255)
    const old = known && weightsOf('known', known, truth.width * truth.height)
    const create = (at) =>
      make((out) => lend(struct('way_belief_config', { ...config, known: at }), (given) => wasm.way_belief_create(given, out)))
    super(wasm.way_belief_destroy, truth, old ? lend(old, create) : create(0))
    this.ground = truth
    this.map = new Ground(this, wasm.way_belief_map(this.at), false)
  }

  /** Looks around from sensors { place, radius, sight } at a time that never goes back; how many cells differed. */
  look(now, sensors) {
    const bytes = sensors.flatMap((sensor) => {
      const { place, radius, sight } = optionsOf('a sensor', sensor, { place: null, radius: 8, sight: false })
      const given = { cell: this.ground.cell(place), radius: whole('radius', radius, 0, LOOK_MAX), line_of_sight: flag('sight', sight) }
      return [...struct('way_sensor', given)]
    })
    whole('now', now, 1, NONE)
    return lend(Uint8Array.from(bytes), (list) => changed((at) => wasm.way_belief_look(this.at, now, list, sensors.length, at), 'time never goes back'))
  }

  /** Takes over what another team on the same map knows; how many cells differed. */
  share(from) {
    return changed((at) => wasm.way_belief_share(this.at, from.at, at), 'a belief of another map')
  }

  /** When a place was looked at last; 0 = never. */
  seen(place) {
    return wasm.way_belief_seen(this.at, this.ground.cell(place)) >>> 0
  }

  drop() {
    this.map.drop()
    super.drop()
  }
}

/** A unit that walks, with any algorithm; with a belief, whose map it plans on, it looks around for it. */
export class Walker extends Handle {
  constructor(navigator, options) {
    const { belief, radius, sight, foresight } = optionsOf('navigator.walker', options, {
      belief: null, radius: 8, sight: false, foresight: 0,
    })
    whole('radius', radius, 0, LOOK_MAX)
    if (belief && belief.map !== navigator.ground) throw new RangeError("the navigator plans on another map than the belief's")
    const config = struct('way_walker_config', {
      navigator: navigator.at, belief: belief ? belief.at : 0, 'sensor.radius': radius, 'sensor.line_of_sight': flag('sight', sight),
      foresight: whole('foresight', foresight, 0, NONE),
    })
    super(wasm.way_walker_destroy, navigator, make((out) => lend(config, (at) => wasm.way_walker_create(at, out))))
    this.ground = navigator.ground
  }

  begin(from, to) {
    check(wasm.way_walker_begin(this.at, this.ground.cell(from), this.ground.cell(to)))
  }

  retarget(to) {
    goOn(wasm.way_walker_retarget(this.at, this.ground.cell(to)))
  }

  /** Plans for up to `budget` expansions and, once a plan is ready, makes one move. */
  step(budget) {
    return outcomeName(wasm.way_walker_step(this.at, whole('budget', budget, 1, NONE)))
  }

  get place() {
    const cell = wasm.way_walker_state(this.at) >>> 0
    if (cell === NONE) throw new WaymarkError('WRONG_STATE', 'this walker has not begun')
    return this.ground.place(cell)
  }

  /** How the walk stands or ended. */
  get outcome() {
    return outcomeName(wasm.way_walker_outcome(this.at))
  }

  /** What the walk has cost so far: moves, cost, plans, changes. */
  get walk() {
    const walk = fill('way_walk', (at) => wasm.way_walker_walk(at, this.at))
    return Object.fromEntries(['moves', 'cost', 'plans', 'changes'].map((name) => [name, Number(walk[name])]))
  }
}
