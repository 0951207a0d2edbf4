// The level of the platform game.
import { signal } from '@preact/signals'
import type { Level } from '../engine/types'
import { mode, notify } from './state'

export const level = signal<Level | null>(null)
export const levelName = signal('')

export async function takeLevel(taken: Level, name: string): Promise<void> {
  level.value = taken
  levelName.value = name
  mode.value = 'knight'
  notify(`${name}: a level of ${taken.width} x ${taken.height} tiles`)
}
