// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
import type { Path, Place } from './index.js'

export class Pool {
  constructor(options: {
    width: number
    height: number
    weights?: ArrayLike<number>
    algorithm?: string
    workers?: number
  })
  find(from: Place, to: Place): Promise<Path>
  fill(x: number, y: number, width: number, height: number, weight: number): void
  close(): Promise<void>
}
