// Drawing on the map, and taking it back.
import { signal } from '@preact/signals'
import type { Edit } from '../engine/types'
import { applyEdits, brushSize, brushWeight, complain, ground, goal, linkBoth, links, setLinks, start, tool } from './state'

interface Stroke {
  cells: Map<number, { old: number; now: number }>
}

const strokes: Stroke[] = []
let current: Stroke | null = null
export const undoable = signal(0)

function weightOf(): number {
  return tool.value === 'wall' ? 0 : tool.value === 'weight' ? brushWeight.value : 1
}

/** The cells of a straight line on the grid. */
function* line(from: number, to: number, width: number): Generator<[number, number]> {
  let [x, y] = [from % width, Math.floor(from / width)]
  const [ex, ey] = [to % width, Math.floor(to / width)]
  const [dx, dy] = [Math.abs(ex - x), -Math.abs(ey - y)]
  const [sx, sy] = [x < ex ? 1 : -1, y < ey ? 1 : -1]
  let error = dx + dy
  for (;;) {
    yield [x, y]
    if (x === ex && y === ey) {
      return
    }
    const twice = 2 * error
    if (twice >= dy) {
      error += dy
      x += sx
    }
    if (twice <= dx) {
      error += dx
      y += sy
    }
  }
}

/** Draws from one cell to another with the tool in hand; gives what changed. */
export function draw(from: number, to: number): Edit[] {
  const map = ground.value!
  const weight = weightOf()
  const size = brushSize.value
  const edits: Edit[] = []
  current ??= { cells: new Map() }
  for (const [cx, cy] of line(from, to, map.width)) {
    for (let y = cy - ((size - 1) >> 1); y <= cy + (size >> 1); y++) {
      for (let x = cx - ((size - 1) >> 1); x <= cx + (size >> 1); x++) {
        const cell = y * map.width + x
        const inside = x >= 0 && y >= 0 && x < map.width && y < map.height
        const kept = weight === 0 && (cell === start.value || cell === goal.value)
        if (!inside || kept || map.weights[cell] === weight) {
          continue
        }
        const known = current.cells.get(cell)
        current.cells.set(cell, { old: known?.old ?? map.weights[cell], now: weight })
        map.weights[cell] = weight
        edits.push({ x, y, width: 1, height: 1, weight })
      }
    }
  }
  if (edits.length) {
    applyEdits(edits)
  }
  return edits
}

export function endStroke(): void {
  if (current?.cells.size) {
    strokes.push(current)
    if (strokes.length > 100) {
      strokes.shift()
    }
    undoable.value = strokes.length
  }
  current = null
}

/** Takes the last stroke back; gives what changed. */
export function undo(): Edit[] {
  const stroke = strokes.pop()
  const map = ground.value!
  undoable.value = strokes.length
  if (!stroke) {
    return []
  }
  const edits = [...stroke.cells].map(([cell, { old }]) => ({
    x: cell % map.width,
    y: Math.floor(cell / map.width),
    width: 1,
    height: 1,
    weight: old,
  }))
  applyEdits(edits)
  return edits
}

/** Draws a link, or removes those that end in a cell if it leads nowhere; whether anything changed. */
export async function endLink(from: number, to: number): Promise<boolean> {
  const map = ground.value!
  const kept = links.value.filter((one) => (from === to ? one.from !== from && one.to !== from : one.from !== from || one.to !== to))
  const open = from !== to && map.weights[from] !== 0 && map.weights[to] !== 0
  if (!open && kept.length === links.value.length) {
    return false
  }
  try {
    await setLinks(open ? [...kept, { from, to, both: linkBoth.value }] : kept)
    return true
  } catch (error) {
    complain(error, 'This link')
    return false
  }
}

/** Another map: nothing of the old one can be taken back. */
export function forgetStrokes(): void {
  strokes.length = 0
  current = null
  undoable.value = 0
}
