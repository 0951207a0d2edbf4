// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Worlds of units: give orders, call `frame` once per frame, draw; saved, restored, recorded, replayed.
import {
  Handle, NONE, Shared, WaymarkError, ask, check, encode, fill, flag, hex, indexIn, lend, listOf, make, offsetOf, optionsOf, read, struct, textAt, wasm,
  whole,
} from './engine.js'
import { Ground, keep } from './ground.js'
import { editOf, linkOf, runsOf } from './search.js'

const ORDERS = ['stop', 'hold', 'go', 'near', 'any', 'follow', 'patrol', 'flee']
/** What orders can't do without. */
const NEEDS = { go: 'place', near: 'place', patrol: 'place', any: 'places', follow: 'target' }
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
  return { size: profile ? 0 : whole('size', size, 1, 16), speed: whole('speed', speed, 1, 256), turn: whole('turn', turn, 0, 4096), profile }
}

function teamOf(team) {
  const { fog, sight } = optionsOf('a team', team, { fog: false, sight: 8 })
  return struct('way_world_team', { fog: flag('fog', fog), sight_radius: whole('sight', sight, 1, 64) })
}

/** The address of a new world. */
function create(ground, { units, rivals, algorithm, framesPerTick }, kinds, teams) {
  const given = {
    map: ground.at, kind_count: kinds.length, team_count: teams.length, rivals: flag('rivals', rivals),
    unit_capacity: whole('units', units, 1, UNITS_MAX), frames_per_tick: whole('framesPerTick', framesPerTick, 1, 64),
  }
  // A profile for each kind, of which those that are named are filled in.
  const [, size] = offsetOf('way_profile', 'unit_size')
  return lend(new Uint8Array(size * kinds.length), (profiles) => {
    const list = kinds.map(({ profile, ...kind }, i) => {
      if (profile) wasm.way_map_profile(ground.at, profile, profiles + i * size)
      return struct('way_world_kind', { ...kind, profile: profile && profiles + i * size })
    })
    return lend(listOf(list), (kindList) =>
      lend(listOf(teams), (teamList) =>
        lend(encode(algorithm ?? 'auto'), (name) => {
          const config = struct('way_world_config', { ...given, kinds: kindList, teams: teamList, algorithm: name })
          return make((out) => lend(config, (at) => wasm.way_world_create(at, out)), algorithm === null ? '' : `"${algorithm}"`)
        }),
      ),
    )
  })
}

function unitOf(unit) {
  if (typeof unit !== 'bigint') throw new TypeError(`a unit is the bigint that world.add gave, not ${String(unit)}`)
  return unit
}

export class World extends Handle {
  #views
  #recording = 0
  #teams = TEAMS_MAX

  constructor(ground, options) {
    if (ground instanceof Handle && !(ground instanceof Ground)) {
      // Of a replay, which owns it.
      super(() => {}, ground, options)
    } else if (ground === null) {
      // Of saved bytes, as a call has just left it.
      super(wasm.way_world_destroy, undefined, options)
    } else {
      if (!(ground instanceof Ground)) throw new TypeError('a World is made of a Ground')
      const given = optionsOf('new World', options, { units: undefined, kinds: [{}], teams: [], rivals: false, algorithm: null, framesPerTick: 1 })
      whole('kinds', given.kinds.length, 1, KINDS_MAX)
      whole('teams', given.teams.length, 0, TEAMS_MAX)
      const made = create(ground, given, given.kinds.map((kind) => kindOf(ground, kind)), given.teams.map(teamOf))
      const { node } = ground
      super((world) => {
        wasm.way_world_destroy(world)
        node.worlds--
      }, ground, made)
      node.worlds++
      this.#teams = given.teams.length || 1
      this.ground = ground
      return
    }
    this.ground = new Ground(this, wasm.way_world_map(this.at), true)
  }

  /** The world that `save` gave, with a map of its own. */
  static restore(bytes) {
    if (!(bytes instanceof Uint8Array)) throw new TypeError('a saved world is a Uint8Array')
    const restored = lend(bytes.slice(), (at) => make((out, problem) => wasm.way_world_restore(at, bytes.length, 0, out, problem)))
    return new World(null, restored)
  }

  /** Everything that decides what will happen. */
  save() {
    const [size] = ask(Uint32Array, 1, (at) => wasm.way_world_save(this.at, 0, 0, at))
    return ask(Uint8Array, size, (bytes) => lend(new Uint32Array(1), (at) => check(wasm.way_world_save(this.at, bytes, size, at))))
  }

  /** Records everything from now on; `end()` of what it gives returns the bytes for a Replay. */
  record() {
    if (this.#recording) throw new WaymarkError('WRONG_STATE', 'this world is being recorded')
    const record = wasm.record_begin(this.at)
    if (!record) throw new WaymarkError(1)
    this.#recording = record
    return {
      end: () => {
        if (this.#recording !== record) throw new WaymarkError('WRONG_STATE', 'this record has ended')
        this.#recording = 0
        const size = wasm.record_end(this.at, record)
        const bytes = new Uint8Array(wasm.memory.buffer, wasm.record_bytes(record), Math.max(size, 0)).slice()
        wasm.record_drop(record)
        if (size < 0) throw new WaymarkError(1)
        return bytes
      },
    }
  }

  /** Puts a unit on the map and gives its handle, a bigint. */
  add(place, options) {
    const { kind, team } = optionsOf('world.add', options, { kind: 0, team: 0 })
    const given = { cell: this.ground.cell(place), kind: whole('kind', kind, 0, KINDS_MAX - 1), team: whole('team', team, 0, TEAMS_MAX - 1) }
    let status = 0
    const [unit] = lend(struct('way_unit_config', given), (config) =>
      ask(BigUint64Array, 1, (at) => {
        status = wasm.way_world_add(this.at, config, at)
      }),
    )
    const name = textAt(wasm.way_status_name(status))
    const wrong = {
      WRONG_STATE: status && this.#hindrance(place, kind),
      OUT_OF_RANGE: `kind ${kind} or team ${team} is not of this world`,
      TOO_LARGE: `there are ${this.size} units already, and \`units\` allows no more`,
    }
    if (status && name in wrong) throw new WaymarkError(name, wrong[name])
    check(status)
    return unit
  }

  /** Why no unit of a kind can be put there. */
  #hindrance(place, kind) {
    const other = this.unitOn(place)
    if (other) return `unit ${other} stands on [${place}]`
    const free = wasm.way_map_weight(wasm.way_world_map(this.at), this.ground.cell(place), this.profile(kind))
    return free ? `another unit is in the way at [${place}]` : `a unit of kind ${kind} can't stand on [${place}]: there is a wall`
  }

  remove(unit) {
    check(wasm.way_world_remove(this.at, unitOf(unit)), `unit ${unit} is gone`)
  }

  order(units, order) {
    const { kind, place, places, target, range, queued, together, kept, patient, formation, urgency, period } = optionsOf('world.order', order, {
      kind: undefined, place: null, places: [], target: 0n, range: 0, queued: false, together: false, kept: false, patient: false,
      formation: 'none', urgency: 'visible', period: 0,
    })
    if (typeof units?.length !== 'number') throw new TypeError(`units are a list, not ${String(units)}`)
    const cells = this.ground.sides.cells(places)
    const need = kind === 'flee' && !target ? 'place' : NEEDS[kind]
    if (need && !{ place, places: cells.length, target }[need]) throw new TypeError(`an order to ${kind} needs ${need === 'places' ? '' : 'a '}${need}`)
    if (target && !this.unit(target)) throw new RangeError(`no unit ${target} to ${kind}`)
    const given = {
      kind: indexIn(ORDERS, kind, 'order'), cell: place ? this.ground.cell(place) : 0, target: unitOf(target),
      range: whole('range', range, 0, NONE), cell_count: whole('the number of places', cells.length, 0, 8), queued: flag('queued', queued), keep_pace: flag('together', together),
      keep_formation: flag('kept', kept), patient: flag('patient', patient), formation: indexIn(FORMATIONS, formation, 'formation'),
      urgency: indexIn(URGENCIES, urgency, 'urgency'), period: whole('period', period, 0, NONE),
    }
    lend(BigUint64Array.from(units, unitOf), (list) =>
      lend(cells, (at) =>
        lend(struct('way_order', { ...given, cells: at }), (data) => {
          const status = wasm.way_world_order(this.at, list, units.length, data)
          const gone = status ? Array.from(units).find((unit) => !this.unit(unit)) : null
          check(status, gone ? `no unit ${gone}` : '')
        }),
      ),
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
    lend(editOf(this.ground, x, y, width, height, weight), (at) => check(wasm.way_world_edit(world, at, 1)))
  }

  set(x, y, weight) {
    this.fill(x, y, 1, 1, weight)
  }

  /** Gives the cells of a rectangle a weight each, row by row; one edit. */
  paint(x, y, width, height, weights) {
    const world = this.#own()
    const edits = runsOf(this.ground, x, y, width, height, weights)
    lend(edits, (at) => check(wasm.way_world_edit(world, at, edits.length / 5)))
  }

  /** As ground.link; with a `capacity`, at most that many units are on it at a time. */
  link(from, to, cost, { capacity = 0, ...options } = {}) {
    const link = linkOf(this.ground, from, to, cost, options, 'world.link')
    whole('capacity', capacity, 0, LIFT_MAX)
    lend(link, (at) => check(wasm.way_world_add_links(this.#own(), at, 1, capacity)))
  }

  unlink(from, to, options) {
    const problem = `no such link from [${from}] to [${to}]`
    lend(linkOf(this.ground, from, to, 1, options, 'world.unlink'), (at) => check(wasm.way_world_remove_links(this.#own(), at, 1), problem))
  }

  /** Plans for about `budget` units of work and moves all units. */
  frame(budget) {
    check(wasm.way_world_frame(this.at, whole('budget', budget, 1, NONE)))
  }

  get size() {
    return wasm.way_world_unit_count(this.at)
  }

  #place(cell) {
    return cell >>> 0 === NONE ? null : this.ground.place(cell >>> 0)
  }

  /** What can be seen of a unit, positions in cells; null if it is gone. */
  unit(unit) {
    return lend(struct('way_unit_view'), (at) => {
      if (!wasm.way_world_unit(this.at, unitOf(unit), at)) return null
      const { cell, goal, x, y, state, ...rest } = read('way_unit_view', at)
      return { ...rest, place: this.#place(cell), goal: this.#place(goal), x: x / 1024, y: y / 1024, state: STATES[state] }
    })
  }

  /** What can be seen of all units, as the library lays it out: the bytes, and how many there are. */
  #all() {
    const [, size] = offsetOf('way_unit_view', 'unit')
    const count = this.size
    if ((this.#views?.length ?? 0) < count * size) {
      this.#views?.drop()
      this.#views = new Shared(Uint8Array, 2 * count * size)
    }
    if (count) wasm.way_world_views(this.at, this.#views.at, count)
    return [count, size, count ? this.#views.at : 0]
  }

  /** All units, by place. */
  units() {
    const [count, size, at] = this.#all()
    const all = new BigUint64Array(wasm.memory.buffer, at, (count * size) / 8)
    return BigUint64Array.from({ length: count }, (_, i) => all[(i * size) / 8])
  }

  /** x, y of the middles of all units, in cells, in the order of `units`; or they are written `into` a Float32Array. */
  positions(into) {
    const [count, size, at] = this.#all()
    const all = new Int32Array(wasm.memory.buffer, at, (count * size) / 4)
    const [x, y] = ['x', 'y'].map((name) => offsetOf('way_unit_view', name)[0] / 4)
    const places = into ?? new Float32Array(2 * count)
    for (let i = 0, from = 0; i < count; i++, from += size / 4) {
      places[2 * i] = all[from + x] / 1024
      places[2 * i + 1] = all[from + y] / 1024
    }
    return places
  }

  /** The unit on a place, or null. */
  unitOn(place) {
    return BigInt.asUintN(64, wasm.way_world_unit_on(this.at, this.ground.cell(place))) || null
  }

  /** The places that a unit means to walk, up to 4,096. */
  pathOf(unit) {
    let count = 0
    const cells = ask(Uint32Array, PATH_MAX, (at) => {
      count = wasm.way_world_unit_path(this.at, unitOf(unit), at, PATH_MAX)
    })
    return Array.from(cells.subarray(0, count), (cell) => this.ground.place(cell))
  }

  /** Whether a team has ever seen a place. */
  knows(team, place) {
    return wasm.way_world_team_knows(this.at, whole('team', team, 0, this.#teams - 1), this.ground.cell(place)) !== 0
  }

  /** The map as a team knows it, to look at. */
  teamMap(team) {
    return new Ground(this, wasm.way_world_team_map(this.at, whole('team', team, 0, this.#teams - 1)), true)
  }

  /** The profile of a kind of unit. */
  profile(kind) {
    return wasm.way_world_kind_profile(this.at, whole('kind', kind, 0, KINDS_MAX - 1)) >>> 0
  }

  /** Figures: tick, frames, work, plans, replans, active, waiting, bytes. */
  get statistics() {
    const figures = fill('way_world_stats', (at) => wasm.way_world_statistics(at, this.at))
    return Object.fromEntries(['tick', 'frames', 'work', 'plans', 'replans', 'active', 'waiting', 'bytes'].map((name) => [name, Number(figures[name])]))
  }

  /** All units. */
  *[Symbol.iterator]() {
    for (const unit of this.units()) yield this.unit(unit)
  }

  /** Takes the events that nobody has taken yet. */
  events() {
    return lend(struct('way_world_event'), (at) => {
      const list = []
      while (wasm.way_world_event_next(this.at, at)) {
        const { kind, cell, other, ...rest } = read('way_world_event', at)
        list.push({ ...rest, kind: EVENTS[kind], place: this.#place(cell), other: other || null })
      }
      return list
    })
  }

  /** The same on every machine that made the same calls, as 16 hex digits. */
  hash() {
    return hex(wasm.way_world_hash(this.at))
  }

  drop() {
    this.#views?.drop()
    if (this.#recording) {
      wasm.record_end(this.at, this.#recording)
      wasm.record_drop(this.#recording)
    }
    this.#recording = 0
    if (this.ground.guard) this.ground.drop()
    super.drop()
  }
}

/** The world of a replay, to look at. */
class Watched extends World {}
for (const call of ['add', 'remove', 'order', 'fill', 'paint', 'link', 'unlink', 'frame', 'record']) {
  Watched.prototype[call] = () => {
    throw new WaymarkError('WRONG_STATE', 'the world of a replay is to look at: replay.frame() moves it on')
  }
}

/** A record, frame by frame: `frame()` says whether it is over, and whether the hash is as recorded. */
export class Replay extends Handle {
  constructor(bytes) {
    const [kept, made] = keep('a record', bytes, (at, size, out, problem) => wasm.way_replay_create(at, size, 0, out, problem))
    super((replay) => {
      wasm.way_replay_destroy(replay)
      wasm.free(kept)
    }, undefined, made)
    this.world = new Watched(this, wasm.way_replay_world(this.at))
  }

  frame() {
    const [over, same] = ask(Uint8Array, 2, (at) => check(wasm.way_replay_frame(this.at, at, at + 1)))
    return { over: over !== 0, same: same !== 0 }
  }

  drop() {
    this.world.drop()
    super.drop()
  }
}
