// Units that walk while you draw: what an edit makes them look at again flashes, and the time of
// the repair is shown.
import { effect, signal } from '@preact/signals'
import { NONE, OUTCOME, type CrowdReply, type Edit } from '../engine/types'
import * as state from '../model/state'
import { Figure, micros, Section, Slider } from '../ui/controls'
import { Icon } from '../ui/icons'
import { Strip } from '../ui/strip'
import { hue, pack, THEMES } from '../view/palette'
import type { Mode } from './mode'

const running = signal(true)
const count = signal(8)
const budget = signal(2000)
const pace = signal(12)
const repairs = signal<number[]>([])
const steps = signal<number[]>([])
const touched = signal(0)
const plans = signal(0)
const trouble = signal('')

let flash = new Float32Array(0)
/** The cells that flash. */
let bright = new Set<number>()
let units: CrowdReply | null = null
let ends: number[] = []
let timer = 0
let turn = 0
let dispose: (() => void) | null = null
let queue: Edit[] = []
let working = false
let waits: number[] = []
let trails: number[][] = []
const TRAIL = 60

const FADE = 0.86
const DARK = 0.04

function colour(cell: number): number {
  const glow = flash[cell]
  return glow > DARK ? pack(255, 190 + Math.round(60 * glow), 90, Math.round(235 * glow)) : 0
}

function randomCell(): number {
  const map = state.ground.value!
  for (let i = 0; i < 500; i++) {
    const cell = Math.floor(Math.random() * map.weights.length)
    if (map.weights[cell]) {
      return cell
    }
  }
  return state.start.value
}

async function open(): Promise<void> {
  const mine = ++turn
  const map = state.ground.value!
  flash = new Float32Array(map.width * map.height)
  bright = new Set()
  state.mapView()?.recolour()
  units = null
  repairs.value = []
  steps.value = []
  trouble.value = ''
  touched.value = 0
  try {
    await state.engine.calls.crowdOpen(state.spec.value, state.walker.value)
    ends = []
    waits = []
    trails = []
    for (let i = 0; i < count.value && mine === turn; i++) {
      const from = i === 0 ? state.start.value : await state.engine.calls.nearest(randomCell(), state.walker.value)
      const to = i === 0 ? state.goal.value : await state.engine.calls.nearest(randomCell(), state.walker.value)
      await state.engine.calls.crowdAdd(from, to)
      ends.push(to)
      waits.push(0)
      trails.push([from])
    }
  } catch (error) {
    trouble.value = state.explain(error)
  }
  state.progress.value = null
  if (mine === turn) {
    loop(mine)
  }
}

function loop(mine: number): void {
  clearTimeout(timer)
  const tick = async () => {
    if (mine !== turn || trouble.value) {
      return
    }
    const before = performance.now()
    try {
      await once()
    } catch (error) {
      trouble.value = state.explain(error)
      return
    }
    timer = window.setTimeout(tick, Math.max(0, 1000 / pace.value - (performance.now() - before)))
  }
  void tick()
}

async function once(): Promise<void> {
  working = true
  const edits = queue
  queue = []
  if (edits.length) {
    const reply = await state.engine.calls.crowdEdit(edits, budget.value)
    repairs.value = [...repairs.value.slice(-119), reply.micros]
    touched.value = reply.looked.length
    state.say(`Repaired: ${reply.looked.length} cells looked at`)
    take(reply, 1)
  } else if (running.value) {
    const reply = await state.engine.calls.crowdStep(budget.value)
    steps.value = [...steps.value.slice(-119), reply.micros]
    take(reply, 0.35)
  } else {
    fade()
  }
  working = false
}

function fade(): void {
  for (const cell of bright) {
    flash[cell] *= FADE
    if (flash[cell] < DARK) {
      flash[cell] = 0
      bright.delete(cell)
    }
    state.mapView()?.touch(cell)
  }
  state.mapView()?.draw()
}

function take(reply: CrowdReply, strength: number): void {
  fade()
  for (const cell of reply.looked) {
    flash[cell] = Math.max(flash[cell], strength)
    bright.add(cell)
    state.mapView()?.touch(cell)
  }
  units = reply
  plans.value = 0
  for (let i = 0; i < ends.length; i++) {
    const at = reply.units[i * 6 + 1]
    plans.value += reply.units[i * 6 + 3]
    if (trails[i].at(-1) !== reply.units[i * 6]) {
      trails[i] = [...trails[i].slice(-TRAIL), reply.units[i * 6]]
    }
    if (at === OUTCOME.FOUND || (at !== OUTCOME.WORKING && ++waits[i] > 30)) {
      void send(i)
    }
  }
  show()
}

/** Somewhere else to go, once it has arrived or has no way. */
async function send(unit: number): Promise<void> {
  const mine = turn
  waits[unit] = 0
  const to = await state.engine.calls.nearest(randomCell(), state.walker.value)
  if (mine === turn && to !== NONE) {
    ends[unit] = to
    await state.engine.calls.crowdSend(unit, to).catch(() => {})
  }
}

function show(): void {
  const view = state.mapView()
  const map = state.ground.value
  if (!view || !map) {
    return
  }
  const theme = THEMES[state.theme.value]
  const css = (i: number, strength = 1) => {
    const [r, g, b] = hue(i * 2 + 1)
    return `rgb(${r} ${g} ${b} / ${strength})`
  }
  view.start = view.goal = NONE
  view.unitSize = state.unit.value
  view.lines = []
  view.units = []
  ends.forEach((end, i) => {
    const at = units?.units[i * 6] ?? NONE
    const path = units?.paths[i]
    view.lines.push({ cells: trails[i], colour: css(i), width: 1.6, casing: theme.casing })
    if (at !== NONE) {
      view.lines.push({ cells: [at, end], colour: css(i, 0.45), width: 1, dash: [2, 6] })
    }
    if (path && path.length > 1) {
      view.lines.push({ cells: path.subarray(Math.max(0, path.indexOf(at))), colour: css(i, 0.7), width: 1 })
    }
    view.units.push({ x: end % map.width, y: Math.floor(end / map.width), colour: css(i, 0.5), size: 0.6 * state.unit.value })
    if (at !== NONE) {
      const stuck = units!.units[i * 6 + 1] > OUTCOME.FOUND
      view.units.push({ x: at % map.width, y: Math.floor(at / map.width), colour: css(i), size: state.unit.value, label: stuck ? 'no way' : undefined })
    }
  })
  view.draw()
}

function Side() {
  const last = repairs.value.at(-1) ?? 0
  return (
    <>
      {trouble.value && (
        <p class="trouble" role="alert">
          {trouble.value}
        </p>
      )}
      <div class="figures" data-testid="crowd" data-repairs={repairs.value.length} data-units={ends.length}>
        <Figure label="last repair" value={last ? micros(last) : '–'} note={last ? `${touched.value.toLocaleString('en')} cells looked at` : 'draw a wall'} />
        <Figure label="plans made" value={plans.value.toLocaleString('en')} />
      </div>
      <Section title="Time of repairs">
        <Strip values={repairs.value} label={`Times of repairs, the last ${Math.round(last)} microseconds`} />
      </Section>
      <Section title="Time of frames">
        <Strip values={steps.value} label="Times of frames" />
      </Section>
    </>
  )
}

function Dock() {
  return (
    <div class="transport" role="group" aria-label="Units">
      <button class="round" title="Start again" aria-label="Start again" onClick={() => void open()}>
        <Icon name="first" />
      </button>
      <button class="round main" aria-label={running.value ? 'Pause' : 'Go on'} onClick={() => (running.value = !running.value)}>
        <Icon name={running.value ? 'pause' : 'play'} size={22} />
      </button>
      <div class="dock-sliders">
        <Slider label="Units" min={1} max={64} value={count.value} onInput={(value) => ((count.value = value), void open())} />
        <Slider label="Budget per frame and unit" min={10} max={20000} log value={budget.value} onInput={(value) => (budget.value = value)} />
        <Slider label="Frames per second" min={1} max={60} value={pace.value} onInput={(value) => (pace.value = value)} />
      </div>
    </div>
  )
}

export const changingMode: Mode = {
  name: 'changing',
  title: 'Changing map',
  hint: 'Draw walls in their way and see how little has to be planned again.',
  onMap: true,
  enter() {
    if (!state.algorithm.value?.traits.includes('incremental')) {
      state.setSpec('dstarlite')
    }
    state.tool.value = 'wall'
    const view = state.mapView()!
    view.colour = colour
    view.detail = null
    dispose = effect(() => {
      void state.theme.value
      show()
    })
    void open()
  },
  leave() {
    turn++
    clearTimeout(timer)
    dispose?.()
    state.tool.value = 'hand'
    const view = state.mapView()
    if (view) {
      view.units = []
      view.lines = []
      view.colour = () => 0
      view.recolour()
    }
  },
  changed(live) {
    if (!live && !working) {
      void open()
    } else if (!live) {
      setTimeout(() => void open(), 50)
    }
  },
  edit(edits) {
    queue.push(...edits)
  },
  Side,
  Dock,
}
