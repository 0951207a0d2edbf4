// The worker: owns the module, does all the work, answers one request after the other.
import { Bridge } from './bridge'
import { Collector } from './events'
import type * as T from './types'
import { PROFILES, profileWeights, SCALE } from '../model/profiles'
import { EngineError, NONE, OUTCOME } from './types'

const OBSERVED_BUDGET = 256
const PLAIN_BUDGET = 4096
const PREPARE_LIMIT_MS = 60_000
const READING_MS = 3

let bridge: Bridge
let request = 0
let deadline = Infinity

const host = {
  progress(thousandths: number) {
    postMessage({ id: request, progress: thousandths / 1000 })
  },
  cancelled: () => (performance.now() > deadline ? 1 : 0),
}

interface Opened {
  key: string
  lookahead: number
  databaseBytes: number
  /** Its database was repaired, or is behind the map. */
  worn?: boolean
}

const FOLLOW = { BEHIND: 0, CURRENT: 1, UNABLE: 2 } as const
const FOLLOW_SLICE = 1 << 14

const opened: (Opened | null)[] = Array(8).fill(null)

function forget(): void {
  opened.fill(null)
  profiles.clear()
}

/** Numbers of the profiles that the map has, by what the page calls them. */
const profiles = new Map<number, number>()

function profile(unit: number): number {
  if (unit < SCALE) {
    return unit
  }
  let number = profiles.get(unit)
  if (number === undefined) {
    number = bridge.with(profileWeights(Math.floor(unit / SCALE)), (at) => bridge.ask<number>('map_add_profile', unit % SCALE, at))
    profiles.set(unit, number)
  }
  return number
}

/** Repairs a slot's database after edits; gives whether that worked. */
function follow(slot: number): boolean {
  for (;;) {
    const state = bridge.call('trip_follow', slot, FOLLOW_SLICE)
    if (state !== FOLLOW.BEHIND || performance.now() > deadline) {
      return state === FOLLOW.CURRENT
    }
  }
}

/** Opens a slot unless it is open in just this way. */
function open(wanted: T.SearchRequest): Opened {
  const key = JSON.stringify([wanted.world, wanted.spec, wanted.unit, wanted.events > 0])
  const present = opened[wanted.slot]
  deadline = performance.now() + PREPARE_LIMIT_MS
  if (present?.key === key && (!present.worn || (wanted.live && follow(wanted.slot)))) {
    return present
  }
  opened[wanted.slot] = null
  const unit = wanted.world === 0 ? profile(wanted.unit) : 1
  const options = new Uint32Array([wanted.slot, wanted.world, unit, Number(wanted.events > 0)])
  const reply = bridge.with(options, (at) =>
    bridge.withText(wanted.spec, (spec) => bridge.ask<Omit<Opened, 'key'>>('trip_open', at, spec)),
  )
  return (opened[wanted.slot] = { key, ...reply })
}

function begin(wanted: T.SearchRequest): void {
  const own = wanted.world !== 0 && wanted.goal === NONE
  const wishes = Number(wanted.nearest) + 2 + (own ? 4 : 0)
  const trip = new Uint32Array([wanted.start, own ? 0 : wanted.goal, wishes, wanted.limit])
  bridge.with(trip, (at) => bridge.ask('trip_begin', wanted.slot, at))
}

function path(slot: number): Uint32Array {
  const count = bridge.call('trip_path_count', slot)
  return bridge.words(bridge.call('trip_path', slot), count).slice()
}

/** The best time of a search in microseconds. The clock ticks coarsely, so that short searches are
 *  timed many at once. */
function time(wanted: T.SearchRequest): number {
  let best = Infinity
  let batch = 1
  for (let readings = 0; readings < 3; ) {
    const before = performance.now()
    for (let i = 0; i < batch; i++) {
      begin(wanted)
      while (bridge.call('trip_step', wanted.slot, 1 << 20) === OUTCOME.WORKING);
    }
    const taken = performance.now() - before
    if (taken < READING_MS && batch < 4096) {
      batch *= 4
      continue
    }
    best = Math.min(best, taken / batch)
    readings += taken > 200 ? 3 : 1
  }
  return best * 1000
}

function search(wanted: T.SearchRequest): T.SearchReply {
  const before = performance.now()
  const slot = open(wanted)
  const prepareMs = performance.now() - before
  begin(wanted)
  const collector = new Collector(bridge, wanted.slot, wanted.events || 1)
  const budget = wanted.events ? OBSERVED_BUDGET : PLAIN_BUDGET
  let outcome: number = bridge.call('trip_outcome', wanted.slot)
  while (outcome === OUTCOME.WORKING) {
    outcome = bridge.call('trip_step', wanted.slot, budget)
    if (wanted.events) {
      collector.collect()
    }
  }
  const result = bridge.ask<T.TripResult>('trip_result', wanted.slot)
  return {
    ...result,
    path: path(wanted.slot),
    events: wanted.events ? collector.take() : null,
    prepareMs,
    micros: wanted.events ? 0 : time(wanted),
    lookahead: slot.lookahead,
  }
}

/** One search without events or timing: what dragging asks for, many times a second. */
function find(wanted: T.SearchRequest): T.SearchReply {
  const before = performance.now()
  const slot = open(wanted)
  const ready = performance.now()
  begin(wanted)
  while (bridge.call('trip_step', wanted.slot, 1 << 16) === OUTCOME.WORKING);
  const micros = (performance.now() - ready) * 1000
  const result = bridge.ask<T.TripResult>('trip_result', wanted.slot)
  return {
    ...result,
    path: path(wanted.slot),
    events: null,
    prepareMs: ready - before,
    micros,
    lookahead: slot.lookahead,
  }
}

/** Events of each slot that the page has. */
const walkers = new Map<number, number>()

/** Walks on: some steps of a trip with a budget each. */
function walk(slot: number, budget: number, steps: number): T.WalkReply {
  const collector = new Collector(bridge, slot, 1 << 20, walkers.get(slot))
  const work: number[] = []
  const moves: number[] = []
  let outcome: number = bridge.call('trip_outcome', slot)
  let seen = bridge.call('trip_path_count', slot)
  for (let i = 0; i < steps && outcome === OUTCOME.WORKING; i++) {
    const before = bridge.decimal('trip_expansions', slot)
    outcome = bridge.call('trip_step', slot, budget)
    collector.collect()
    const count = bridge.call('trip_path_count', slot)
    work.push(bridge.decimal('trip_expansions', slot) - before)
    moves.push(Math.max(0, count - seen))
    seen = count
  }
  walkers.set(slot, bridge.call('trip_event_count', slot))
  const result = bridge.ask<T.TripResult>('trip_result', slot)
  return {
    outcome,
    cost: result.cost,
    path: path(slot),
    work: Uint32Array.from(work),
    moves: Uint32Array.from(moves),
    events: collector.take(),
    stats: result.stats,
  }
}

let cellCount = 0

function weights(info: T.MadeGround): T.MadeGround {
  forget()
  cellCount = info.width * info.height
  info.weights = bridge.room(info.width * info.height, (at) => {
    bridge.call('map_weights', at)
    return bridge.bytes(at, info.width * info.height).slice()
  })
  return info
}

/** The number of a profile that the map can be asked about. */
function prepared(unit: number): number {
  const number = profile(unit)
  bridge.ask('map_add_unit', number)
  return number
}

function words(count: number, fill: (pointer: number) => void): Uint32Array {
  return bridge.room(count * 4, (at) => {
    fill(at)
    return bridge.words(at, count).slice()
  })
}

function level(info: T.Level): T.Level {
  forget()
  info.solid = bridge.bytes(bridge.call('level_solid'), info.width * info.height).slice()
  return info
}

const CROWD_LOOKED = 1 << 16

function crowdRead(micros: number): T.CrowdReply {
  let count = 0
  const units = words(64 * 6, (at) => (count = bridge.call('crowd_read', at))).slice(0, 64 * 6)
  const looked = bridge.room(CROWD_LOOKED * 4, (at) => {
    const seen = bridge.call('crowd_looked', at, CROWD_LOOKED)
    return bridge.words(at, seen).slice()
  })
  const paths: Uint32Array[] = []
  bridge.room(4096 * 4, (at) => {
    for (let i = 0; i < count; i++) {
      const size = bridge.call('crowd_path', i, at, 4096)
      paths.push(bridge.words(at, size).slice())
    }
  })
  return { units: units.slice(0, count * 6), looked, paths, micros }
}

function crowdEdit(edits: T.Edit[], budget: number): number {
  edit(edits)
  const before = performance.now()
  for (let i = 0; i < 10_000 && bridge.call('crowd_repair', 1 << 12) === 0; i++);
  bridge.call('crowd_step', budget)
  return (performance.now() - before) * 1000
}

function edit(edits: T.Edit[]): void {
  const list = new Uint32Array(edits.length * 5)
  edits.forEach((one, i) => list.set([one.x, one.y, one.width, one.height, one.weight], i * 5))
  bridge.with(list, (at) => bridge.ask('map_edit', at, edits.length))
  opened.forEach((slot, i) => {
    if (slot && !bridge.call('trip_is_current', i)) {
      slot.worn = true
    }
  })
}

const WORLD_PLACES = 20_000
const STALE = 8

function worldRead(micros: number, team: number): T.WorldReply {
  const places = bridge.room(WORLD_PLACES * 16, (at) => {
    const count = bridge.call('world_read', at, WORLD_PLACES)
    return new Int32Array(bridge.words(at, count * 4).slice().buffer)
  })
  const stats = bridge.ask<T.WorldStats>('world_stats')
  return { places, stats, micros, seen: team === NONE ? null : worldSeen(team) }
}

/** What the page was told that a team has seen, and how far the look at it has come. */
const fog = { team: NONE, known: new Uint8Array(0) as Uint8Array, at: 0 }
const FOG_CELLS = 1 << 18

/** The cells that a team has newly seen. A frame looks at some rows of a large map, the next at more. */
function worldSeen(team: number): Uint32Array {
  if (fog.team !== team || fog.known.length !== cellCount) {
    Object.assign(fog, { team, known: new Uint8Array(cellCount), at: 0 })
  }
  const [first, count] = [fog.at, Math.min(FOG_CELLS, cellCount - fog.at)]
  fog.at = (first + count) % cellCount
  return bridge.room(count, (at) => {
    bridge.call('world_seen', team, first, count, at)
    const now = bridge.bytes(at, count)
    const fresh: number[] = []
    for (let i = 0; i < count; i++) {
      if (now[i] !== fog.known[first + i]) {
        fog.known[first + i] = now[i]
        fresh.push(first + i)
      }
    }
    return Uint32Array.from(fresh)
  })
}

function worldFrame(budget: number, team: number): T.WorldReply {
  const before = performance.now()
  const status = bridge.call('world_frame', budget)
  if (status === STALE) {
    throw new EngineError('somebody else changed the map', 'STALE')
  }
  return worldRead((performance.now() - before) * 1000, team)
}

/** Everything that the page may ask for. */
export const operations = {
  start(module: WebAssembly.Module): T.Catalogue {
    bridge = new Bridge(module, host)
    return bridge.ask<T.Catalogue>('catalogue')
  },
  exhibit: (name: string) =>
    weights(bridge.withText(name, (at) => bridge.ask<T.MadeGround>('map_exhibit', at))),
  generate(name: string, shape: number[], settings: number[]) {
    return weights(
      bridge.withText(name, (text) =>
        bridge.with(Uint32Array.from(shape), (at) =>
          bridge.with(Int32Array.from([...settings, 0]), (list) =>
            bridge.ask<T.MadeGround>('map_generate', text, at, list),
          ),
        ),
      ),
    )
  },
  load: (shape: number[], cells: Uint8Array) =>
    weights(
      bridge.with(Uint32Array.from(shape), (at) =>
        bridge.with(cells, (list) => bridge.ask<T.MadeGround>('map_load', at, list)),
      ),
    ),
  parse: (shape: number[], text: string) =>
    weights(
      bridge.with(Uint32Array.from(shape), (at) =>
        bridge.withText(text, (bytes, size) => bridge.ask<T.MadeGround>('map_parse', at, bytes, size)),
      ),
    ),
  edit,
  /** All links of the map, four numbers each: from, to, cost, both ways. */
  links(list: Uint32Array) {
    bridge.with(list, (at) => bridge.ask('map_set_links', at, list.length / 4))
    opened.fill(null)
  },
  format: () => bridge.ask<string>('map_format'),
  nearest: (cell: number, unit: number) => bridge.call('map_nearest', cell, prepared(unit)),
  distance: (from: number, to: number) => bridge.call('map_distance', from, to),
  scenario: (text: string) =>
    bridge.withText(text, (at, size) => bridge.ask<T.ScenarioFile>('scenario_parse', at, size)),
  search,
  find,
  regions: (slot: number, cells: number) =>
    words(cells, (at) => {
      if (bridge.call('layer_regions', slot, at) === 0) {
        throw new EngineError('this algorithm cuts the map into no regions')
      }
    }),
  layer(kind: number, unit: number, cells: number) {
    const number = prepared(unit)
    return words(cells, (at) => bridge.call('map_layer', kind, number, at))
  },
  field: (goal: number, unit: number, cells: number) =>
    words(cells, (at) => void bridge.ask('layer_field', goal, profile(unit), 1, at)),
  smooth(kind: number, unit: number, cells: Uint32Array) {
    return bridge.with(cells, (at) => {
      const reply = bridge.ask<{ count: number; length: number }>('layer_smooth', kind, profile(unit), at, cells.length)
      return { ...reply, path: bridge.words(at, reply.count).slice() }
    })
  },
  walkBegin(wanted: T.SearchRequest) {
    const slot = open(wanted)
    begin(wanted)
    walkers.set(wanted.slot, 0)
    return { lookahead: slot.lookahead, databaseBytes: slot.databaseBytes }
  },
  walk,
  crowdOpen: (spec: string, unit: number) =>
    bridge.withText(spec, (at) => bridge.ask('crowd_open', at, profile(unit))),
  crowdAdd: (start: number, goal: number) => bridge.ask('crowd_add', start, goal),
  crowdSend: (unit: number, goal: number) => bridge.ask('crowd_send', unit, goal),
  crowdStep(budget: number) {
    const before = performance.now()
    bridge.call('crowd_step', budget)
    return crowdRead((performance.now() - before) * 1000)
  },
  crowdEdit: (edits: T.Edit[], budget: number) => crowdRead(crowdEdit(edits, budget)),
  /** A world with a kind of unit for every profile. */
  worldOpen(teams: number, foggy: boolean, rivals: boolean, frames: number) {
    fog.team = NONE
    bridge.with(new Uint32Array([teams, Number(foggy), Number(rivals), frames, PROFILES.length]), (at) =>
      bridge.with(Uint8Array.from(PROFILES.flatMap((_, kind) => [...profileWeights(kind)])), (weights) => bridge.ask('world_open', at, weights)),
    )
  },
  worldClose: () => bridge.call('world_close'),
  worldAdd: (team: number, kind: number, cell: number, count: number) =>
    bridge.call('world_add', team, kind, cell, count, profile(1 + SCALE * kind)),
  worldOrder: (places: Uint32Array, cell: number, formation: number) =>
    bridge.with(places, (at) => bridge.ask('world_order', at, places.length, cell, formation)),
  worldRead: () => worldRead(0, NONE),
  worldFrame,
  levelGenerate: (seed: number, width: number, height: number) =>
    level(bridge.ask<T.Level>('level_generate', seed, width, height)),
  levelParse: (text: string) =>
    level(bridge.withText(text, (at, size) => bridge.ask<T.Level>('level_parse', at, size))),
  levelStates: (states: Uint32Array) =>
    bridge.with(states, (list) =>
      bridge.room(states.length * 20, (at) => {
        bridge.call('level_states', list, states.length, at)
        return new Int32Array(bridge.words(at, states.length * 5).slice().buffer)
      }),
    ),
  boardSet(columns: number, rows: number) {
    bridge.call('board_set', columns, rows)
    forget()
  },
  /** Opens the slot and gives the number of a board in it. */
  boardFind(wanted: T.SearchRequest, board: Uint8Array) {
    open(wanted)
    return bridge.with(board, (at) => bridge.call('board_find', at))
  },
  boardStates: (states: Uint32Array) =>
    bridge.with(states, (list) =>
      bridge.room(states.length * 16, (at) => {
        bridge.call('board_states', list, states.length, at)
        return bridge.bytes(at, states.length * 16).slice()
      }),
    ),
}

export type Operations = typeof operations

function buffers(value: unknown, found: Transferable[] = []): Transferable[] {
  if (ArrayBuffer.isView(value)) {
    found.push(value.buffer)
  } else if (value && typeof value === 'object' && !(value instanceof WebAssembly.Module)) {
    Object.values(value).forEach((part) => buffers(part, found))
  }
  return found
}

self.onmessage = (message: MessageEvent) => {
  const { id, operation, values } = message.data
  request = id
  try {
    const call = operations[operation as keyof Operations] as (...list: unknown[]) => unknown
    const result = call(...values)
    postMessage({ id, result }, { transfer: buffers(result) })
  } catch (error) {
    const told = error instanceof EngineError
    const text = told ? error.message : error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    postMessage({
      id,
      error: told ? { text, status: error.status, line: error.line, column: error.column } : { text, fatal: true },
    })
  }
}
