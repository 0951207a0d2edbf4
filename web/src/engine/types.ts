// What the engine and the page tell each other.

export interface Param {
  name: string
  help: string
  type: 'integer' | 'ratio' | 'choice' | 'switch'
  preset: number
  min: number
  max: number
  choices: string[]
}

export interface Algorithm {
  name: string
  title: string
  family: string
  summary: string
  reference: string
  traits: string[]
  needs: string[]
  params: Param[]
}

export interface GeneratorParam {
  name: string
  help: string
  preset: number
  min: number
  max: number
}

export interface Generator {
  name: string
  title: string
  summary: string
  params: GeneratorParam[]
}

export interface Exhibit {
  name: string
  title: string
  story: string
  width: number
  height: number
  neighbours: number
  corners: number
}

export interface Catalogue {
  version: string
  outcomes: { name: string; text: string }[]
  algorithms: Algorithm[]
  generators: Generator[]
  gallery: Exhibit[]
}

/** A map as the page knows it. */
export interface Ground {
  width: number
  height: number
  neighbours: number
  corners: number
  cardinal: number
  diagonal: number
  passable: number
  /** How many floors lie below each other, with a row between two. */
  floors: number
  weights: Uint8Array
}

export interface MadeGround extends Ground {
  /** Suggested ends; NONE where a file suggests none. */
  start: number
  goal: number
  /** Those of the file: from, to, cost, whether both ways. */
  links: number[][]
}

export interface Stats {
  expansions: number
  generations: number
  reopenings: number
  pushes: number
  pops: number
  revisits: number
  steps: number
  stepWorkMax: number
  statesMax: number
  bytes: number
}

/** The events of a search, a column each. */
export interface Events {
  count: number
  kind: Uint8Array
  state: Uint32Array
  from: Uint32Array
  g: Uint32Array
  f: Uint32Array
  /** Events that did not fit. */
  lost: number
}

export interface TripResult {
  outcome: number
  cost: number
  goal: number
  bound: number
  databaseBytes: number
  stats: Stats
  path: Uint32Array
}

export interface SearchRequest {
  slot: number
  /** Something is being dragged: a database that was prepared is repaired rather than made again. */
  live?: boolean
  world: number
  spec: string
  unit: number
  start: number
  goal: number
  nearest: boolean
  /** Keep at most this many events; 0 = none, and the search is timed instead. */
  events: number
  /** Most expansions; 0 = no limit. */
  limit: number
}

export interface SearchReply extends TripResult {
  events: Events | null
  prepareMs: number
  /** Microseconds of one search, the best of some; 0 if it was not timed. */
  micros: number
  lookahead: number
}

/** One look-ahead of a unit that walks while it plans. */
export interface WalkReply {
  outcome: number
  cost: number
  path: Uint32Array
  /** Expansions and committed moves of each step made. */
  work: Uint32Array
  moves: Uint32Array
  events: Events
  stats: Stats
}

export interface CrowdReply {
  /** Six numbers a unit: place, outcome, moves, plans, cost of the rest, expansions. */
  units: Uint32Array
  looked: Uint32Array
  paths: Uint32Array[]
  micros: number
}

export interface WorldStats {
  tick: number
  units: number
  work: number
  workMax: number
  active: number
  waiting: number
  plans: number
  replans: number
  bytes: number
  unitBytes: number
}

export interface WorldReply {
  /** Four numbers a place: x, y in 1/1024 cells, team + 256 * state, goal. */
  places: Int32Array
  stats: WorldStats
  micros: number
  /** The cells that the team asked for has newly seen. */
  seen: Uint32Array | null
}

export interface Edit {
  x: number
  y: number
  width: number
  height: number
  weight: number
}

export interface Level {
  width: number
  height: number
  startX: number
  startY: number
  doorX: number
  doorY: number
  solid: Uint8Array
}

export interface ScenarioFile {
  map: string
  width: number
  height: number
  /** bucket, start x, start y, goal x, goal y, published length */
  rows: number[][]
}

export const NONE = 0xffffffff
export const KIND = { EXPAND: 0, GENERATE: 1, REOPEN: 2, MOVE: 3, LEARN: 4 } as const
export const WORLD = { GRID: 0, PLATFORM: 1, TILES: 2 } as const
export const OUTCOME = { WORKING: 0, FOUND: 1, NO_PATH: 2, PARTIAL: 3 } as const

/** What was wrong, and where. */
export class EngineError extends Error {
  constructor(
    message: string,
    readonly status = '',
    readonly line = 0,
    readonly column = 0,
  ) {
    super(message)
  }
}
