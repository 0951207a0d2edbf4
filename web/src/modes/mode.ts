// What every mode of the playground offers the page.
import type { ComponentType } from 'preact'
import type { ModeName } from '../model/state'
import type { Edit } from '../engine/types'

export interface Mode {
  name: ModeName
  title: string
  /** One sentence under the title. */
  hint: string
  /** Whether it draws on the map; otherwise it brings its own picture. */
  onMap: boolean
  enter(): void
  leave(): void
  /** Start, goal, rules or algorithm changed. `live` while something is being dragged. */
  changed(live: boolean): void
  /** Cells were drawn. */
  edit(edits: Edit[]): void
  /** A stroke of the brush is done. */
  settled?(): void
  /** What a click or tap on a cell does, if it does anything. */
  tap?(cell: number): void
  /** What a box dragged from cell to cell does; without it hands move the map. */
  box?(from: number, to: number, done: boolean): void
  /** Instead of the usual settings. */
  Left?: ComponentType
  /** At the side: what came of it. */
  Side: ComponentType
  /** At the bottom: how it is run. */
  Dock: ComponentType
  /** Instead of the map. */
  Picture?: ComponentType
}
