// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
import * as small from './small.js'

export { Agent, Navigator, Path, Penalties, Shared, WaymarkError, algorithms, engine, hash, version } from './small.js'
import type { Outcome } from './small.js'

declare class Handle {
  drop(): void
}

/** A point in cells, not necessarily whole. */
export type Point = readonly [x: number, y: number]

export class Ground extends small.Ground {
  mesh(options?: { profile?: number; tile?: number; anyWeight?: boolean }): Mesh
}

export class Mesh extends Handle {
  private constructor()
  static parse(text: string): Mesh
  static of(points: Point[], polygons: number[][]): Mesh
  readonly size: number
  readonly current: boolean
  points(): Float64Array
  polygon(index: number): Uint32Array
  locate(place: Point): number | null
  text(): string
  find(from: Point, to: Point): { outcome: Outcome; length: number; places: [x: number, y: number][] }
  repair(budget: number): boolean
}

export interface Mover {
  x: number
  y: number
  vx?: number
  vy?: number
  wishX?: number
  wishY?: number
  radius: number
  speed: number
  fixed?: boolean
}

export class Avoider extends Handle {
  constructor(options: { capacity: number; horizon?: number; wallHorizon?: number })
  readonly capacity: number
  step(movers: Mover[], walls?: (readonly [x1: number, y1: number, x2: number, y2: number])[]): void
}
