// A unit that walks while it plans: look-ahead, lesson, move, again. What it looked at glows and
// fades, cells it came back to grow hot, and a strip shows the work of every move under its bound.
import { effect, signal } from '@preact/signals'
import { EngineError, KIND, NONE, OUTCOME, WORLD, type Edit, type Stats } from '../engine/types'
import * as state from '../model/state'
import { AlgorithmPanel, RulesPanel } from '../ui/algorithm_panel'
import { bytes, Figure, Section, Slider, Toggle } from '../ui/controls'
import { Icon } from '../ui/icons'
import { MapPanel } from '../ui/map_panel'
import { pack, THEMES } from '../view/palette'
import type { Mode } from './mode'
import { Strip } from '../ui/strip'

const SLOT = 2

const running = signal(false)
const budget = signal(100)
/** Steps a second. */
const pace = signal(20)
const bound = signal(0)
const stats = signal<Stats | null>(null)
const outcome = signal<number | null>(null)
const cost = signal(0)
const trouble = signal('')
/** Expansions of each move made. */
const work = signal<number[]>([])

let visits = new Uint16Array(0)
let learned = new Uint32Array(0)
let mostLearned = 1
/** When a cell was last looked at, in steps. */
let looked = new Int32Array(0)
let step = 0
/** What was looked at in each of the last steps: it fades. */
let glowing: number[][] = []
/** The highest lesson when the lessons were last coloured. */
let shownLearned = 1
let sinceMove = 0
let path = new Uint32Array(0) as Uint32Array
let timer = 0
let busy = false
let dispose: (() => void) | null = null
/** Counts trips; an answer for an earlier one is dropped. */
let trip = 0

const GLOW = 6

function colour(cell: number): number {
  const shown = state.layers.value
  const age = looked[cell] ? step - looked[cell] : Infinity
  if (age < GLOW) {
    return pack(96, 205, 235, Math.round(225 * (1 - age / GLOW)))
  }
  if (shown.has('visits') && visits[cell] > 1) {
    const heat = Math.min(1, (visits[cell] - 2) / 5)
    return pack(255, Math.round(170 - 130 * heat), Math.round(70 - 30 * heat), 255)
  }
  if (shown.has('learned') && learned[cell]) {
    const share = Math.min(1, learned[cell] / shownLearned)
    return pack(Math.round(70 + 70 * share), Math.round(60 + 30 * share), Math.round(140 + 80 * share), 110 + Math.round(90 * share))
  }
  return 0
}

async function begin(): Promise<void> {
  const map = state.ground.value!
  const mine = ++trip
  const cells = map.width * map.height
  visits = new Uint16Array(cells)
  learned = new Uint32Array(cells)
  looked = new Int32Array(cells)
  step = sinceMove = 0
  mostLearned = shownLearned = 1
  glowing = []
  state.mapView()?.recolour()
  path = new Uint32Array(0)
  work.value = []
  outcome.value = null
  stats.value = null
  trouble.value = ''
  try {
    const opened = await state.engine.calls.walkBegin({
      slot: SLOT,
      world: WORLD.GRID,
      spec: state.spec.value,
      unit: state.walker.value,
      start: state.start.value,
      goal: state.goal.value,
      nearest: true,
      events: 1,
      limit: 0,
    })
    if (mine === trip) {
      bound.value = opened.lookahead
    }
  } catch (error) {
    trouble.value = state.explain(error)
    pause()
  }
  state.progress.value = null
  show()
}

async function advance(): Promise<void> {
  const mine = trip
  if (busy || trouble.value) {
    return
  }
  busy = true
  try {
    const reply = await state.engine.calls.walk(SLOT, budget.value, 1)
    if (mine === trip) {
      take(reply)
    }
  } catch (error) {
    if (!(error instanceof EngineError && error.status === 'CANCELLED')) {
      trouble.value = state.explain(error)
    }
    pause()
  }
  busy = false
}

function take(reply: Awaited<ReturnType<typeof state.engine.calls.walk>>): void {
  const view = state.mapView()
  const { kind, state: cells, f, count } = reply.events
  step++
  const touched: number[] = []
  for (let i = 0; i < count; i++) {
    const cell = cells[i]
    if (kind[i] === KIND.EXPAND) {
      looked[cell] = step
      touched.push(cell)
    } else if (kind[i] === KIND.LEARN && f[i] !== NONE) {
      learned[cell] = f[i]
      mostLearned = Math.max(mostLearned, f[i])
      touched.push(cell)
    }
  }
  for (let i = path.length; i < reply.path.length; i++) {
    visits[reply.path[i]]++
    touched.push(reply.path[i])
  }
  glowing = [...glowing.slice(-GLOW), touched]
  sinceMove += reply.work[0] ?? 0
  if (reply.path.length > path.length) {
    work.value = [...work.value.slice(-399), sinceMove]
    sinceMove = 0
  }
  path = reply.path
  cost.value = reply.cost
  stats.value = reply.stats
  outcome.value = reply.outcome
  if (reply.outcome !== OUTCOME.WORKING) {
    pause()
  }
  if (mostLearned > 1.25 * shownLearned) {
    shownLearned = mostLearned
    view?.recolour()
  }
  glowing.forEach((list) => list.forEach((cell) => view?.touch(cell)))
  show()
}

function show(): void {
  const view = state.mapView()
  const map = state.ground.value
  if (!view || !map) {
    return
  }
  const theme = THEMES[state.theme.value]
  const at = path.length ? path[path.length - 1] : state.start.value
  view.start = state.start.value
  view.goal = state.goal.value
  view.unitSize = state.unit.value
  view.lines = [{ cells: path, colour: theme.name === 'dark' ? '#ffffffb0' : '#12161fb0', width: 1.1 }]
  view.units = [{ x: at % map.width, y: Math.floor(at / map.width), colour: '#ffd34d', size: state.unit.value }]
  view.draw()
}

export function pause(): void {
  running.value = false
  clearTimeout(timer)
}

function run(): void {
  if (outcome.value !== null && outcome.value !== OUTCOME.WORKING) {
    void begin().then(run)
    return
  }
  running.value = true
  const tick = async () => {
    if (!running.value) {
      return
    }
    const before = performance.now()
    await advance()
    timer = window.setTimeout(tick, Math.max(0, 1000 / pace.value - (performance.now() - before)))
  }
  void tick()
}

function Side() {
  const now = stats.value
  const most = work.value.reduce((a, b) => Math.max(a, b), 0)
  return (
    <>
      {trouble.value && (
        <p class="trouble" role="alert">
          {trouble.value}
        </p>
      )}
      <p class={`verdict ${outcome.value === OUTCOME.FOUND ? 'good' : ''}`} role="status" data-testid="walk" data-outcome={outcome.value ?? -1} data-moves={work.value.length}>
        {outcome.value === null ? 'ready' : state.catalogue.value!.outcomes[outcome.value].text}
      </p>
      <div class="figures">
        <Figure label="walked" value={path.length && state.ground.value ? (cost.value / state.ground.value.cardinal).toFixed(1) : '0'} />
        <Figure label="revisits" value={(now?.revisits ?? 0).toLocaleString('en')} />
        <Figure label="expanded" value={(now?.expansions ?? 0).toLocaleString('en')} />
        <Figure label="memory" value={bytes(now?.bytes ?? 0)} />
      </div>
      <Section title="Work per move">
        <Strip values={work.value} bound={bound.value} label={`Expansions per move, at most ${most}, bound ${bound.value}`} />
        <p class="summary">
          most {most.toLocaleString('en')}
          {bound.value ? `, bound ${bound.value.toLocaleString('en')}` : ': this algorithm plans to the end before it moves'}
        </p>
      </Section>
      <Section title="Layers">
        <Toggle label="Revisits" swatch="#ff8a4d" on={state.layers.value.has('visits')} onChange={() => (state.toggleLayer('visits'), state.mapView()?.recolour())} />
        <Toggle label="Learned estimates" swatch="#8a6ad8" on={state.layers.value.has('learned')} onChange={() => (state.toggleLayer('learned'), state.mapView()?.recolour())} />
      </Section>
    </>
  )
}

function Dock() {
  return (
    <div class="transport" role="group" aria-label="Walk">
      <button class="round" title="Back to the start" aria-label="Back to the start" onClick={() => (pause(), void begin())}>
        <Icon name="first" />
      </button>
      <button class="round main" aria-label={running.value ? 'Pause' : 'Walk'} onClick={() => (running.value ? pause() : run())}>
        <Icon name={running.value ? 'pause' : 'play'} size={22} />
      </button>
      <button class="round" title="One step" aria-label="One step" onClick={() => (pause(), void advance())}>
        <Icon name="forth" />
      </button>
      <div class="dock-sliders">
        <Slider label="Budget per frame" help="Expansions that a frame may spend" min={1} max={5000} log value={budget.value} onInput={(value) => (budget.value = value)} />
        <Slider label="Frames per second" min={1} max={60} value={pace.value} onInput={(value) => (pace.value = value)} />
      </div>
    </div>
  )
}

function Left() {
  const walks = (one: { traits: string[] }) => one.traits.includes('real-time')
  return (
    <>
      <Section title="Algorithm">
        <AlgorithmPanel filter={walks} />
      </Section>
      <Section title="Rules" open={false}>
        <RulesPanel />
      </Section>
      <Section title="Map" open={false}>
        <MapPanel />
      </Section>
    </>
  )
}

export const realtimeMode: Mode = {
  name: 'realtime',
  title: 'Real time',
  hint: 'It may only think a little before each move. Can it still get there?',
  onMap: true,
  enter() {
    if (!state.algorithm.value?.traits.includes('real-time')) {
      state.setSpec('lsslrta')
    }
    const view = state.mapView()!
    view.colour = colour
    view.detail = null
    dispose = effect(() => {
      void state.theme.value
      show()
    })
    void begin().then(() => !state.calm.matches && run())
  },
  leave() {
    pause()
    trip++
    dispose?.()
    const view = state.mapView()
    if (view) {
      view.units = []
      view.lines = []
      view.colour = () => 0
      view.recolour()
    }
  },
  changed(live) {
    const was = running.value
    pause()
    show()
    if (!live) {
      void begin().then(() => was && run())
    }
  },
  edit(edits: Edit[]) {
    const was = running.value
    pause()
    void state.engine.calls
      .edit(edits)
      .then(begin)
      .then(() => was && run())
      .catch((error) => state.complain(error))
  },
  Left,
  Side,
  Dock,
}

