// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
import * as small from './small.js'

export { Path, Penalties, Shared, WaymarkError, algorithms, engine, hash, version } from './small.js'
export type {
  Algorithm, GivenPlace, GroundOptions, LinkOptions, Outcome, Place, SpaceOptions, TripOptions, Weights,
} from './small.js'
import type { GivenPlace, LinkOptions, Outcome, Path, Penalties, Place, SpaceOptions, Weights } from './small.js'

declare class Handle {
  drop(): void
}

export interface Plan {
  outcome: Outcome
  makespan: number
  sum: number
  bound: number
  cells: Uint32Array
  at(time: number): Uint32Array
}

export class Ground extends small.Ground {
  find(from: Place, to: Place, algorithm?: string, options?: SpaceOptions): Path
  navigator(algorithm?: string, options?: SpaceOptions): Navigator
  open(bytes: Uint8Array, options?: SpaceOptions): Navigator
  field(options?: SpaceOptions & { forward?: boolean; limit?: number }): Field
  sees(from: Place, to: Place, options?: { kind?: 'any_angle' | 'grid'; profile?: number }): boolean
  readonly costs: [straight: number, diagonal: number]
  readonly revision: number
  unprofile(profile: number): void
  weight(place: Place, profile?: number): number
  clearance(place: Place, profile?: number): number
  fits(place: Place, profile?: number): boolean
  distance(from: Place, to: Place): number
  links(): { from: GivenPlace; to: GivenPlace; cost: number; profile: number }[]
  cost(path: Path | Uint32Array | Place[], options?: { profile?: number }): number | null
  length(path: Path | Uint32Array | Place[]): number
  smooth(
    path: Path | Uint32Array | Place[],
    options?: { kind?: 'rays' | 'pull' | 'any_angle'; profile?: number; reach?: number },
  ): Uint32Array
  curve(path: Path | Uint32Array | Place[], options?: { profile?: number; density?: number }): Float64Array
  belief(options?: { unseen?: number; known?: Weights; knownLinks?: boolean }): Belief
  solve(starts: Place[], goals: Place[], options?: { seed?: number; limit?: number; improve?: number }): Plan
}

export class Navigator extends small.Navigator {
  readonly ground: Ground
  private constructor()
  readonly lookahead: number
  save(): Uint8Array
  repair(budget: number): boolean
  favour(places: Place[]): void
  agent(): Agent
  walker(options?: { belief?: Belief; radius?: number; sight?: boolean; foresight?: number }): Walker
}

export class Agent extends small.Agent {
  readonly ground: Ground
  private constructor()
  readonly goal: GivenPlace | null
  readonly expansions: number
  change(places: Place[]): void
  horizon(moves: number): void
  holds(from?: number): boolean
  waypoints(): GivenPlace[]
  park(): Uint8Array
  resume(parked: Uint8Array): void
  trips(from: Place[], to: Place[]): Path[]
  distances(from: Place[], to: Place[]): (number | null)[][]
}

export class Field extends Handle {
  readonly ground: Ground
  private constructor()
  begin(...goals: Place[]): void
  step(budget: number): Outcome
  run(): Outcome
  next(place: Place): GivenPlace | null
  cost(place: Place): number | null
  cells(): Uint32Array
  /** Of all cells; 2^32 - 1 is none. In the module's memory: good until the next call. */
  costs(): Uint32Array
  nexts(): Uint32Array
}

export class Belief extends Handle {
  /** The truth. */
  readonly ground: Ground
  /** What is believed: plan on it. */
  readonly map: Ground
  private constructor()
  look(now: number, sensors: { place: Place; radius?: number; sight?: boolean }[]): number
  share(from: Belief): number
  seen(place: Place): number
}

export class Walker extends Handle {
  readonly ground: Ground
  private constructor()
  begin(from: Place, to: Place): void
  retarget(to: Place): void
  step(budget: number): Outcome
  readonly place: GivenPlace
  readonly outcome: Outcome
  readonly walk: { moves: number; cost: number; plans: number; changes: number }
}

export type Unit = bigint

export interface UnitView {
  unit: Unit
  place: GivenPlace
  goal: GivenPlace | null
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
  kept?: boolean
  patient?: boolean
  formation?: 'none' | 'box' | 'line' | 'column'
  urgency?: 'visible' | 'selected' | 'other' | 'periodic'
  period?: number
}

export interface WorldEvent {
  kind: 'moved' | 'arrived' | 'waiting' | 'blocked' | 'replanned' | 'unreachable' | 'goal_changed'
  tick: number
  unit: Unit
  place: GivenPlace | null
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
      algorithm?: string
      /** That a step is drawn over. */
      framesPerTick?: number
    },
  )
  static restore(bytes: Uint8Array): World
  save(): Uint8Array
  record(): { end(): Uint8Array }
  add(place: Place, options?: { kind?: number; team?: number }): Unit
  remove(unit: Unit): void
  order(units: Unit[], order: Order): void
  fill(x: number, y: number, width: number, height: number, weight: number): void
  set(x: number, y: number, weight: number): void
  paint(x: number, y: number, width: number, height: number, weights: Weights): void
  link(from: Place, to: Place, cost: number, options?: LinkOptions & { capacity?: number }): void
  unlink(from: Place, to: Place, options?: LinkOptions): void
  frame(budget: number): void
  unit(unit: Unit): UnitView | null
  /** All units, by place, and x, y of their middles in cells, in an array of yours if you give one. */
  units(): BigUint64Array
  positions(into?: Float32Array): Float32Array
  unitOn(place: Place): Unit | null
  pathOf(unit: Unit): GivenPlace[]
  knows(team: number, place: Place): boolean
  teamMap(team: number): Ground
  profile(kind: number): number
  readonly statistics: Record<'tick' | 'frames' | 'work' | 'plans' | 'replans' | 'active' | 'waiting' | 'bytes', number>
  [Symbol.iterator](): Iterator<UnitView>
  events(): WorldEvent[]
  hash(): string
}

export class Replay extends Handle {
  constructor(bytes: Uint8Array)
  readonly world: World
  frame(): { over: boolean; same: boolean }
}
