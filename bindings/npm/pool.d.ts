// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
import type { GroundOptions, Path, Place, TripOptions, Weights } from './index.js'

export class Pool {
  constructor(
    options: GroundOptions & {
      width: number
      height: number
      algorithm?: string
      workers?: number
      /** Makes a worker of 'waymark/worker', where none may be made of a text. */
      worker?: () => unknown
    },
  )
  find(from: Place, to: Place, options?: TripOptions & { signal?: AbortSignal }): Promise<Path>
  fill(x: number, y: number, width: number, height: number, weight: number): void
  paint(x: number, y: number, width: number, height: number, weights: Weights): void
  close(): Promise<void>
}
