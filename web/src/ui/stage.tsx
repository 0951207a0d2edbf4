// The map on the page: a canvas, its tools, and how hands and keys reach it.
import { effect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { NONE } from '../engine/types'
import { draw, endLink, endStroke, undo, undoable } from '../model/brush'
import { describe } from '../modes/search_logic'
import { timeline } from '../model/film'
import { TERRAINS } from '../model/profiles'
import type { Mode } from '../modes/mode'
import * as state from '../model/state'
import { MapView, type Handlers } from '../view/map_view'
import { THEMES } from '../view/palette'
import { Icon, type IconName } from './icons'

export function Stage({ current }: { current(): Mode }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const map = state.ground.value
  useEffect(() => {
    const view = new MapView(canvas.current!, THEMES[state.theme.value], handlers(current))
    state.attachView(view)
    // For whoever wants to know what the page does for a frame: tests, the console.
    Object.assign(canvas.current!, { work: () => ({ ...view.work, messages: state.engine.sent, events: timeline.value?.length ?? 0 }) })
    view.links = state.links.value
    insets(view)
    addEventListener('resize', () => insets(view))
    if (state.ground.value) {
      view.show(state.ground.value)
    }
    current().enter()
    return () => {
      current().leave()
      state.attachView(null)
    }
  }, [])
  return (
    <canvas
      ref={canvas}
      class="stage"
      tabIndex={0}
      role="application"
      aria-label={`Map of ${map?.width} by ${map?.height} cells. Arrow keys move a cursor, S sets the start, G the goal, enter draws, space plays, question mark lists all keys.`}
      data-testid="stage"
      onKeyDown={(event) => keys(event, current())}
    />
  )
}

/** Panels lie over the map where there is room for them. */
function insets(view: MapView): void {
  const wide = innerWidth > 900 && !state.embedded.value
  view.camera.insets = wide
    ? { top: 76, right: 312, bottom: 96, left: 368 }
    : { top: state.embedded.value ? 4 : 52, right: 4, bottom: 8, left: 4 }
  if (view.fitted) {
    view.fit()
  }
}

export function handlers(current: () => Mode): Handlers {
  let corner = NONE
  let opposite = NONE
  return {
    grip(cell, near, event) {
      if (near) {
        return near
      }
      if (state.tool.value === 'hand' && current().box && event.button === 0 && cell !== NONE) {
        corner = opposite = cell
        return 'box'
      }
      if (state.tool.value === 'link' && event.button === 0 && cell !== NONE) {
        corner = opposite = cell
        return 'link'
      }
      return state.tool.value === 'hand' || state.tool.value === 'link' || event.button === 2 ? 'pan' : 'brush'
    },
    drag(grip, cell, from) {
      if (grip === 'brush') {
        const edits = draw(from, cell)
        if (edits.length) {
          current().edit(edits)
        }
      } else if (grip === 'link') {
        opposite = cell
        state.mapView()!.linking = { from: corner, to: cell }
        state.mapView()!.draw()
      } else if (grip === 'box') {
        opposite = cell
        current().box?.(corner, opposite, false)
      } else if (state.ground.value!.weights[cell]) {
        const end = grip === 'start' ? state.start : state.goal
        if (end.value !== cell) {
          end.value = cell
          current().changed(true)
        }
      }
    },
    drop(grip) {
      if (grip === 'brush') {
        endStroke()
        current().settled?.()
      } else if (grip === 'link') {
        state.mapView()!.linking = null
        void endLink(corner, opposite).then((changed) => changed && current().changed(false))
      } else if (grip === 'box') {
        if (opposite !== corner) {
          current().box?.(corner, opposite, true)
        }
      } else if (grip !== 'pan') {
        current().changed(false)
      }
    },
    hover: (cell) => (state.hovered.value = cell),
    tap(cell) {
      current().tap?.(cell)
    },
  }
}

// Keys --------------------------------------------------------------------------------------------

const STEPS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

function moveCursor(view: MapView, dx: number, dy: number): void {
  const { width, height } = state.ground.value!
  const at = view.cursor === NONE ? state.start.value : view.cursor
  const x = Math.max(0, Math.min(width - 1, (at % width) + dx))
  const y = Math.max(0, Math.min(height - 1, Math.floor(at / width) + dy))
  view.cursor = y * width + x
  view.camera.reveal(x, y)
  view.draw()
  state.hovered.value = view.cursor
  const told = describe(view.cursor)
  if (told) {
    state.say(`${told.title} ${told.rows.map((row) => row.join(' ')).join(', ')}`)
  }
}

/** Enter sets one end of a link, then the other. */
function linkByKey(view: MapView, mode: Mode): void {
  if (!view.linking) {
    view.linking = { from: view.cursor, to: view.cursor }
    state.say('link begins')
    return
  }
  const from = view.linking.from
  view.linking = null
  void endLink(from, view.cursor).then((changed) => {
    state.say(changed ? 'link set' : 'no link')
    if (changed) {
      mode.changed(false)
    }
  })
}

function keys(event: KeyboardEvent, mode: Mode): void {
  const view = state.mapView()
  if (!view || !state.ground.value || event.ctrlKey || event.metaKey || event.altKey) {
    return
  }
  const step = STEPS[event.key]
  if (step) {
    const many = event.shiftKey ? 10 : 1
    moveCursor(view, step[0] * many, step[1] * many)
  } else if ((event.key === 's' || event.key === 'g') && view.cursor !== NONE) {
    if (state.ground.value.weights[view.cursor]) {
      ;(event.key === 's' ? state.start : state.goal).value = view.cursor
      mode.changed(false)
      state.say(event.key === 's' ? 'start set' : 'goal set')
    } else {
      state.say('a wall')
    }
  } else if (event.key === 'Enter' && view.cursor !== NONE) {
    if (state.tool.value === 'hand') {
      state.tool.value = state.ground.value.weights[view.cursor] ? 'wall' : 'clear'
    }
    if (state.tool.value === 'link') {
      linkByKey(view, mode)
      event.preventDefault()
      event.stopPropagation()
      return
    }
    const edits = draw(view.cursor, view.cursor)
    endStroke()
    if (edits.length) {
      mode.edit(edits)
    }
  } else if (event.key === '+' || event.key === '=') {
    view.zoom(1.25)
  } else if (event.key === '-') {
    view.zoom(0.8)
  } else if (event.key === '0') {
    view.fit()
  } else {
    return
  }
  event.preventDefault()
  event.stopPropagation()
}

// Tools -------------------------------------------------------------------------------------------

const TOOLS: { name: state.Tool; icon: IconName; title: string; key: string }[] = [
  { name: 'hand', icon: 'hand', title: 'Move around; drag the ends', key: '1' },
  { name: 'wall', icon: 'wall', title: 'Draw walls', key: '2' },
  { name: 'clear', icon: 'clear', title: 'Clear ground', key: '3' },
  { name: 'weight', icon: 'weight', title: 'Draw terrain', key: '4' },
  { name: 'link', icon: 'link', title: 'Draw links: drag from cell to cell; click an end to remove', key: '5' },
]

export function pickTool(key: string): boolean {
  const found = TOOLS.find((one) => one.key === key)
  if (found) {
    state.tool.value = found.name
  }
  return !!found
}

export function Tools({ current }: { current(): Mode }) {
  const drawing = state.tool.value !== 'hand'
  return (
    <div class="tools" role="toolbar" aria-label="Tools" aria-orientation="vertical">
      {TOOLS.map((one) => (
        <button
          key={one.name}
          class="round"
          aria-pressed={state.tool.value === one.name}
          aria-label={one.title}
          title={`${one.title} (${one.key})`}
          onClick={() => (state.tool.value = one.name)}
        >
          <Icon name={one.icon} />
        </button>
      ))}
      {drawing && (
        <div class="brush">
          {state.tool.value === 'link' ? (
            <label>
              both ways
              <input type="checkbox" checked={state.linkBoth.value} onChange={(event) => (state.linkBoth.value = event.currentTarget.checked)} />
            </label>
          ) : (
            <label>
              size
              <input type="range" min={1} max={15} value={state.brushSize.value} onInput={(event) => (state.brushSize.value = Number(event.currentTarget.value))} />
            </label>
          )}
          {state.tool.value === 'weight' && (
            <label>
              terrain
              <select aria-label="Terrain" value={String(state.brushWeight.value)} onChange={(event) => (state.brushWeight.value = Number(event.currentTarget.value))}>
                {TERRAINS.map((one) => (
                  <option key={one.weight} value={String(one.weight)}>
                    {one.name} ({one.weight})
                  </option>
                ))}
              </select>
            </label>
          )}
        </div>
      )}
      <hr />
      <button
        class="round"
        aria-label="Undo"
        title="Undo (Ctrl+Z)"
        disabled={undoable.value === 0}
        onClick={() => {
          const edits = undo()
          if (edits.length) {
            current().edit(edits)
          }
        }}
      >
        <Icon name="undo" />
      </button>
      <button class="round" aria-label="Zoom in" title="Zoom in (+)" onClick={() => state.mapView()?.zoom(1.4)}>
        <Icon name="plus" />
      </button>
      <button class="round" aria-label="Zoom out" title="Zoom out (-)" onClick={() => state.mapView()?.zoom(0.7)}>
        <Icon name="minus" />
      </button>
      <button class="round" aria-label="Show all" title="Show all (0)" onClick={() => state.mapView()?.fit()}>
        <Icon name="fit" />
      </button>
    </div>
  )
}

/** Runs the mode again when what it depends on changes, but for what hands drag. */
export function watch(current: () => Mode): () => void {
  let first = true
  return effect(() => {
    void [state.spec.value, state.walker.value, state.ground.value, state.scenario.value]
    if (first) {
      first = false
      return
    }
    queueMicrotask(() => current().changed(false))
  })
}
