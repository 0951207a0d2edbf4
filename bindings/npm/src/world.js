// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Worlds of units: give orders, call `frame` once per frame, draw; saved, restored, recorded, replayed.
import { Handle, NONE, Shared, WaymarkError, ask, check, encode, flag, hex, indexIn, lend, optionsOf, textAt, wasm, weightsOf, whole } from './engine.js'
import { Ground, bytesOf, groundOf, keep } from './ground.js'
import { editOf, linkOf } from './search.js'

const ORDERS = ['stop', 'hold', 'go', 'near', 'any', 'follow', 'patrol', 'flee']
const FORMATIONS = ['none', 'box', 'line', 'column']
const URGENCIES = ['visible', 'selected', 'other', 'periodic']
const STATES = ['idle', 'planning', 'walking', 'holding']
const EVENTS = ['moved', 'arrived', 'waiting', 'blocked', 'replanned', 'unreachable', 'goal_changed']
const KINDS_MAX = 16
const TEAMS_MAX = 8
const UNITS_MAX = 1 << 22
const LIFT_MAX = 4
const PATH_MAX = 4096

function kindOf(ground, kind) {
  const { size, speed, turn, profile } = optionsOf('a kind', kind, { size: 1, speed: 256, turn: 0, profile: 0 })
  if (profile !== 0) ground.known(profile)
  return [profile ? 0 : whole('size', size, 1, 16), whole('speed', speed, 1, 256), whole('turn', turn, 0, 4096), profile]
}

function teamOf(team) {
  const { fog, sight } = optionsOf('a team', team, { fog: false, sight: 8 })
  return [flag('fog', fog), whole('sight', sight, 1, 64)]
}

function unitOf(unit) {
  if (typeof unit !== 'bigint') throw new TypeError(`a unit is the bigint that world.add gave, not ${String(unit)}`)
  return unit
}

export class World extends Handle {
  #units
  #places
  #recording = 0

  constructor(ground, options) {
    if (ground instanceof Handle && !(ground instanceof Ground)) {
      // Of a replay, which owns it.
      super(() => {}, ground, options)
    } else if (ground === null) {
      // Of saved bytes, as a call has just left it.
      super(wasm.world_drop)
    } else {
      if (!(ground instanceof Ground)) throw new TypeError('a World is made of a Ground')
      const given = optionsOf('new World', options, { units: undefined, kinds: [{}], teams: [], rivals: false, algorithm: null })
      const { kinds, teams, algorithm } = given
      const numbers = [whole('units', given.units, 1, UNITS_MAX), flag('rivals', given.rivals)]
      whole('kinds', kinds.length, 1, KINDS_MAX)
      whole('teams', teams.length, 0, TEAMS_MAX)
      numbers.push(...kinds.flatMap((kind) => kindOf(ground, kind)), ...teams.flatMap(teamOf))
      lend(Uint32Array.from(numbers), (at) => {
        const make = (name) => wasm.world_make(ground.at, at, kinds.length, teams.length, name)
        check(algorithm === null ? make(0) : lend(encode(algorithm), make), algorithm === null ? '' : `"${algorithm}"`)
      })
      const { node } = ground
      super((world) => {
        wasm.world_drop(world)
        node.worlds--
      }, ground)
      node.worlds++
      this.ground = ground
      return
    }
    check(wasm.world_ground(this.at))
    this.ground = groundOf(this, true)
  }

  /** The world that `save` gave, with a map of its own. */
  static restore(bytes) {
    if (!(bytes instanceof Uint8Array)) throw new TypeError('a saved world is a Uint8Array')
    const status = lend(bytes.slice(), (at) => wasm.world_restore(at, bytes.length))
    check(status, status ? textAt(wasm.problem()) : '')
    return new World(null)
  }

  /** Everything that decides what will happen. */
  save() {
    check(wasm.world_save(this.at))
    return bytesOf(wasm.result())
  }

  /** Records everything from now on; `end()` of what it gives returns the bytes for a Replay. */
  record() {
    if (this.#recording) throw new WaymarkError('WRONG_STATE', 'this world is being recorded')
    check(wasm.world_record(this.at))
    const record = wasm.result()
    this.#recording = record
    return {
      end: () => {
        if (this.#recording !== record) throw new WaymarkError('WRONG_STATE', 'this record has ended')
        this.#recording = 0
        const status = wasm.world_recorded(this.at, record)
        const bytes = bytesOf(record)
        check(status)
        return bytes
      },
    }
  }

  /** Puts a unit on the map and gives its handle, a bigint. */
  add(place, options) {
    const { kind, team } = optionsOf('world.add', options, { kind: 0, team: 0 })
    const status = wasm.world_add(this.at, this.ground.cell(place), whole('kind', kind, 0, KINDS_MAX - 1), whole('team', team, 0, TEAMS_MAX - 1))
    const name = textAt(wasm.status_name(status))
    const wrong = {
      WRONG_STATE: `a unit or a wall is at [${place}]`,
      OUT_OF_RANGE: `kind ${kind} or team ${team} is not of this world`,
      TOO_LARGE: `there are ${this.size} units already, and \`units\` allows no more`,
    }
    if (status && name in wrong) throw new WaymarkError(name, wrong[name])
    check(status)
    return BigInt.asUintN(64, wasm.world_added())
  }

  remove(unit) {
    check(wasm.world_remove(this.at, unitOf(unit)), `unit ${unit} is gone`)
  }

  order(units, order) {
    const { kind, place, places, target, range, queued, together, kept, formation, urgency, period } = optionsOf('world.order', order, {
      kind: undefined, place: null, places: [], target: 0n, range: 0, queued: false, together: false, kept: false,
      formation: 'none', urgency: 'visible', period: 0,
    })
    const cells = this.ground.sides.cells(places)
    const numbers = Uint32Array.of(
      indexIn(ORDERS, kind, 'order'), place ? this.ground.cell(place) : 0, whole('range', range, 0, NONE),
      flag('queued', queued), flag('together', together), flag('kept', kept),
      indexIn(FORMATIONS, formation, 'formation'), indexIn(URGENCIES, urgency, 'urgency'),
      whole('period', period, 0, NONE), cells.length, ...cells,
    )
    lend(BigUint64Array.from(units, unitOf), (list) =>
      lend(numbers, (at) => check(wasm.world_order(this.at, list, units.length, unitOf(target), at))),
    )
  }

  /** Refuses edits of a map that another world lives on. */
  #own() {
    if (this.ground.node.worlds > 1) throw new WaymarkError('WRONG_STATE', 'another world lives on this map: nobody may edit it')
    return this.at
  }

  /** Gives all cells of a rectangle one weight; units in the way plan again or leave. */
  fill(x, y, width, height, weight) {
    const world = this.#own()
    lend(editOf(this.ground, x, y, width, height, weight), (at) => check(wasm.world_edit(world, at)))
  }

  set(x, y, weight) {
    this.fill(x, y, 1, 1, weight)
  }

  /** Gives the cells of a rectangle a weight each, row by row; one edit. */
  paint(x, y, width, height, weights) {
    const world = this.#own()
    const area = editOf(this.ground, x, y, width, height, 0)
    const bytes = weightsOf('weights', weights, width * height)
    lend(area, (at) => lend(bytes, (list) => check(wasm.world_paint(world, at, list))))
  }

  /** As ground.link; with a `capacity`, at most that many units are on it at a time. */
  link(from, to, cost, { capacity = 0, ...options } = {}) {
    const link = linkOf(this.ground, from, to, cost, options, 'world.link')
    whole('capacity', capacity, 0, LIFT_MAX)
    lend(link, (at) => check(wasm.world_link(this.#own(), at, 1, capacity)))
  }

  unlink(from, to, options) {
    const problem = `no such link from [${from}] to [${to}]`
    lend(linkOf(this.ground, from, to, 1, options, 'world.unlink'), (at) => check(wasm.world_link(this.#own(), at, 0, 0), problem))
  }

  /** Plans for about `budget` units of work and moves all units. */
  frame(budget) {
    check(wasm.world_frame(this.at, whole('budget', budget, 1, NONE)))
  }

  get size() {
    return wasm.world_count(this.at)
  }

  #place(cell) {
    return cell >>> 0 === NONE ? null : this.ground.place(cell >>> 0)
  }

  /** What can be seen of a unit, positions in cells; null if it is gone. */
  unit(unit) {
    let there = 0
    const [cell, goal, x, y, heading, kind, team, size, state, standing] = ask(Int32Array, 10, (at) => {
      there = wasm.world_unit(this.at, unitOf(unit), at)
    })
    if (!there) return null
    return {
      unit, place: this.#place(cell), goal: this.#place(goal), x: x / 1024, y: y / 1024,
      heading, kind, team, size, state: STATES[state], standing,
    }
  }

  /** All units, by place: in the module's memory, good until the next call. */
  units() {
    if ((this.#units?.length ?? 0) < this.size) this.#units = new Shared(BigUint64Array, this.size * 2)
    if (!this.#units) return new BigUint64Array(0)
    const count = wasm.world_units(this.at, this.#units.at)
    return this.#units.array.subarray(0, count)
  }

  /** x, y of the middles of all units, in cells, in the order of `units`; as good. */
  positions() {
    if ((this.#places?.length ?? 0) < 2 * this.size) this.#places = new Shared(Float32Array, this.size * 4)
    if (!this.#places) return new Float32Array(0)
    wasm.world_positions(this.at, this.#places.at)
    return this.#places.array.subarray(0, 2 * this.size)
  }

  /** The unit on a place, or null. */
  unitOn(place) {
    return BigInt.asUintN(64, wasm.world_unit_on(this.at, this.ground.cell(place))) || null
  }

  /** The places that a unit means to walk, up to 4,096. */
  pathOf(unit) {
    let count = 0
    const cells = ask(Uint32Array, PATH_MAX, (at) => {
      count = wasm.world_unit_path(this.at, unitOf(unit), at, PATH_MAX)
    })
    return Array.from(cells.subarray(0, count), (cell) => this.ground.place(cell))
  }

  /** Whether a team has ever seen a place. */
  knows(team, place) {
    return wasm.world_knows(this.at, whole('team', team, 0, TEAMS_MAX - 1), this.ground.cell(place)) !== 0
  }

  /** All units. */
  *[Symbol.iterator]() {
    for (const unit of this.units().slice()) yield this.unit(unit)
  }

  /** Takes the events that nobody has taken yet. */
  events() {
    return lend(new Uint8Array(40), (at) => {
      const list = []
      while (wasm.world_event(this.at, at)) {
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
    return hex(wasm.world_hash(this.at))
  }

  drop() {
    this.#units?.drop()
    this.#places?.drop()
    if (this.#recording) wasm.bytes_drop(this.#recording)
    this.#recording = 0
    if (this.ground.guard) this.ground.drop()
    super.drop()
  }
}

/** A record, frame by frame: `frame()` says whether it is over, and whether the hash is as recorded. */
export class Replay extends Handle {
  constructor(bytes) {
    const kept = keep('a record', bytes, (at, size) => wasm.replay_make(at, size))
    super((replay) => {
      wasm.replay_drop(replay)
      wasm.give(kept)
    })
    this.world = new World(this, wasm.replay_world(this.at))
  }

  frame() {
    const [over, same] = ask(Uint32Array, 2, (at) => check(wasm.replay_frame(this.at, at)))
    return { over: over !== 0, same: same !== 0 }
  }

  drop() {
    this.world.drop()
    super.drop()
  }
}
