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
  | 'too_far'

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
  reachable(from: Place, to: Place): boolean
  find(from: Place, to: Place, algorithm?: string): Path
  navigator(algorithm?: string): Navigator
  field(): Field
}

export class Navigator extends Handle {
  readonly ground: Ground
  private constructor()
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
