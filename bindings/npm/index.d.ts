// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
export type Place = readonly [x: number, y: number]
export type Outcome =
  | 'moving'
  | 'arrived'
  | 'no_path'
  | 'partial'
  | 'budget'
  | 'capacity'
  | 'stale'
  | 'cancelled'

export interface Algorithm {
  name: string
  title: string
  family: string
  summary: string
}

export interface Path {
  outcome: Outcome
  /** Null if there is no path. A straight step over plain ground costs 408, a diagonal one 577. */
  cost: number | null
  cells: Uint32Array
  places: [number, number][]
}

export class WaymarkError extends Error {
  status: string
}

export const version: string
export function algorithms(): Algorithm[]
export function hash(cells: ArrayLike<number>): string

/** What units walk on: those of a profile, or with penalties. */
export interface SpaceOptions {
  profile?: number
  penalties?: Penalties
}

declare class Handle {
  drop(): void
}

export class Ground extends Handle {
  readonly width: number
  readonly height: number
  constructor(width: number, height: number, weights?: ArrayLike<number>)
  cell(place: Place): number
  place(cell: number): [number, number]
  fill(x: number, y: number, width: number, height: number, weight: number): void
  set(x: number, y: number, weight: number): void
  get(x: number, y: number): number
  weights(): Uint8Array
  reachable(from: Place, to: Place, profile?: number): boolean
  profile(options?: { size?: number; weights?: Record<number, number> }): number
  link(from: Place, to: Place, cost: number, options?: { bothWays?: boolean; profile?: number }): void
  unlink(from: Place, to: Place, options?: { bothWays?: boolean; profile?: number }): void
  penalties(options?: { profile?: number; unit?: number }): Penalties
  find(from: Place, to: Place, algorithm?: string, options?: SpaceOptions): Path
  navigator(algorithm?: string, options?: SpaceOptions): Navigator
  open(bytes: Uint8Array, options?: SpaceOptions): Navigator
  field(options?: SpaceOptions & { forward?: boolean; limit?: number }): Field
}

export class Penalties extends Handle {
  readonly ground: Ground
  private constructor()
  set(place: Place, points: number): void
}

export class Navigator extends Handle {
  readonly ground: Ground
  private constructor()
  readonly current: boolean
  save(): Uint8Array
  repair(budget: number): boolean
  agent(): Agent
}

export class Agent extends Handle {
  readonly ground: Ground
  private constructor()
  begin(from: Place, to: Place, options?: { nearest?: boolean }): void
  step(budget: number): Outcome
  run(): Outcome
  path(): Path
}

export class Field extends Handle {
  readonly ground: Ground
  private constructor()
  begin(...goals: Place[]): void
  step(budget: number): Outcome
  next(place: Place): [number, number] | null
  cost(place: Place): number | null
}

export type Unit = bigint

export interface UnitView {
  unit: Unit
  place: [number, number]
  goal: [number, number] | null
  x: number
  y: number
  heading: number
  kind: number
  team: number
  size: number
  state: 'idle' | 'planning' | 'walking' | 'holding'
  standing: number
}

export interface Order {
  kind: 'stop' | 'hold' | 'go' | 'near' | 'any' | 'follow' | 'patrol' | 'flee'
  place?: Place
  places?: Place[]
  target?: Unit
  range?: number
  queued?: boolean
  together?: boolean
  formation?: 'none' | 'box' | 'line' | 'column'
  urgency?: 'visible' | 'selected' | 'other' | 'periodic'
  period?: number
}

export interface WorldEvent {
  kind: 'moved' | 'arrived' | 'waiting' | 'blocked' | 'replanned' | 'unreachable' | 'goal_changed'
  tick: number
  unit: Unit
  place: [number, number] | null
  other: Unit | null
}

export class World extends Handle implements Iterable<UnitView> {
  readonly ground: Ground
  readonly size: number
  constructor(
    ground: Ground,
    options: {
      units: number
      kinds?: { size?: number; speed?: number; turn?: number; profile?: number }[]
      teams?: { fog?: boolean; sight?: number }[]
      rivals?: boolean
    },
  )
  add(place: Place, options?: { kind?: number; team?: number }): Unit
  remove(unit: Unit): void
  order(units: Unit[], order: Order): void
  fill(x: number, y: number, width: number, height: number, weight: number): void
  frame(budget: number): void
  unit(unit: Unit): UnitView | null
  [Symbol.iterator](): Iterator<UnitView>
  events(): WorldEvent[]
  hash(): string
}
