// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT

/** A place of a map; on a map of several floors, also which. */
export type Place = readonly [x: number, y: number] | readonly [x: number, y: number, floor: number]
/** As calls give them: with a floor only on maps of several. */
export type GivenPlace = [x: number, y: number, floor?: number]
export type Outcome =
  | 'working'
  | 'found'
  | 'no_path'
  | 'partial'
  | 'limit'
  | 'capacity'
  | 'stale'
  | 'cancelled'

export interface Algorithm {
  name: string
  title: string
  family: string
  summary: string
}

export class Path {
  private constructor()
  outcome: Outcome
  /** Null if there is no path. A straight step over plain ground costs 408, a diagonal one 577. */
  cost: number | null
  cells: Uint32Array
  readonly places: GivenPlace[]
}

/** A call that failed; arguments that are wrong in themselves throw RangeError or TypeError. */
export class WaymarkError extends Error {
  status: string
}

export const version: string
/** The module, compiled. */
export const engine: unknown
export function algorithms(): Algorithm[]
export function hash(cells: ArrayLike<number>): string

type TypedArray = Uint8Array | Uint32Array | BigUint64Array | Float32Array | Float64Array

declare class Handle {
  drop(): void
}

/** A typed array in the module's memory, which calls read and write without a copy. */
export class Shared<T extends TypedArray = Uint8Array> extends Handle {
  constructor(type: { new (buffer: ArrayBuffer, at: number, length: number): T; BYTES_PER_ELEMENT: number }, length: number)
  readonly length: number
  /** Made anew when the memory has grown: ask for it again after other calls. */
  readonly array: T
}

export type Weights = ArrayLike<number> | Shared<Uint8Array>

/** What units walk on: those of a profile, or with penalties. */
export interface SpaceOptions {
  profile?: number
  penalties?: Penalties
}

export interface GroundOptions {
  weights?: Weights
  neighbours?: 4 | 6 | 8
  /** When a diagonal step may be taken: both cells beside it are free (never cut), one is, always. */
  corners?: 'strict' | 'loose' | 'any'
  costs?: [straight: number, diagonal: number]
  /** `height` is then that of one. */
  floors?: number
}

export interface LinkOptions {
  bothWays?: boolean
  profile?: number
}

export class Ground extends Handle {
  readonly width: number
  /** Rows of the whole map, those between floors included. */
  readonly height: number
  readonly floors: { count: number; height: number }
  readonly neighbours: 4 | 6 | 8
  readonly corners: 'strict' | 'loose' | 'any'
  constructor(width: number, height: number, options?: GroundOptions | Weights)
  cell(place: Place): number
  place(cell: number): GivenPlace
  row(y: number, floor: number): number
  fill(x: number, y: number, width: number, height: number, weight: number): void
  paint(x: number, y: number, width: number, height: number, weights: Weights): void
  set(x: number, y: number, weight: number): void
  get(x: number, y: number): number
  weights(into?: Uint8Array | Shared<Uint8Array>): Uint8Array
  hash(): string
  reachable(from: Place, to: Place, profile?: number): boolean
  nearest(place: Place, options?: { profile?: number }): GivenPlace | null
  nearestReachable(from: Place, goal: Place, options?: { profile?: number }): GivenPlace | null
  profile(options?: { size?: number; weights?: Record<number, number> | Map<number, number> }): number
  link(from: Place, to: Place, cost: number, options?: LinkOptions): void
  unlink(from: Place, to: Place, options?: LinkOptions): void
  penalties(options?: { profile?: number; unit?: number }): Penalties
  find(from: Place, to: Place, algorithm?: string, options?: SpaceOptions): Path
  navigator(algorithm?: string, options?: SpaceOptions): Navigator
}

export class Penalties extends Handle {
  readonly ground: Ground
  private constructor()
  /** All points, in the module's memory: write to it; ask for it again after other calls. */
  readonly array: Uint8Array
  set(place: Place, points: number): void
}

export class Navigator extends Handle {
  readonly ground: Ground
  protected constructor()
  readonly choice: { algorithm: string; reason: string | null }
  readonly current: boolean
  agent(): Agent
}

export interface TripOptions {
  /** A goal that can't be reached is replaced by the nearest place that can. */
  nearest?: boolean
  partial?: boolean
  /** Most expansions; 0 = no limit. */
  limit?: number
  range?: number
}

export class Agent extends Handle {
  readonly ground: Ground
  protected constructor()
  begin(from: Place, to: Place, options?: TripOptions & { goal?: 'exact' | 'range' | 'adjacent' }): void
  begin(from: Place, to: Place[], options: TripOptions & { goal: 'nearest' }): void
  step(budget: number): Outcome
  run(): Outcome
  cancel(): void
  retarget(to: Place): void
  advance(moves?: number): void
  readonly place: GivenPlace | null
  readonly bound: number | null
  /** In the module's memory, not copied: good until the next call. */
  cells(): Uint32Array
  path(): Path
}
