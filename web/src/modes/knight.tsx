// A platform game with real physics, played by a search that thinks aloud: each look-ahead is shown
// as sparks and told in words, then the knight moves.
import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { EngineError, KIND, NONE, OUTCOME, WORLD, type Stats } from '../engine/types'
import { level, levelName } from '../model/level'
import { extras } from '../model/share'
import * as state from '../model/state'
import { AlgorithmPanel } from '../ui/algorithm_panel'
import { bytes, Figure, Section, Select, Slider } from '../ui/controls'
import { Icon } from '../ui/icons'
import { Strip } from '../ui/strip'
import { KnightView, type Pose } from '../view/knight_view'
import type { Mode } from './mode'

const SLOT = 3
const SPARKS = 4000

const seed = signal(7)
const side = signal(32)
const running = signal(false)
const rate = signal(50)
const thought = signal('')
const frames = signal(0)
const work = signal<number[]>([])
const stats = signal<Stats | null>(null)
const outcome = signal<number | null>(null)
const trouble = signal('')

const VARIANTS: { value: string; text: string; title: string }[] = [
  { value: 'lsslrta(lookahead=300)', text: 'LSS-LRTA*', title: 'Walks to the best state of its look-ahead' },
  { value: 'lsslrta(lookahead=300, order=fhat)', text: 'LSS-LRTA* by f̂', title: 'Corrects its estimates by the error it has seen' },
  { value: 'lsslrta(lookahead=300, move=single)', text: 'LSS-LRTA*, single steps', title: 'Takes one step, then looks again' },
  { value: 'lsslrta(lookahead=100, move=dynamic)', text: 'LSS-LRTA*, dynamic', title: 'Looks ahead as long as the last walk took' },
  { value: 'weighted(weight=2)', text: 'Weighted A*', title: 'Plans to the end first' },
]

let view: KnightView | null = null
let trip = 0
let moves: Pose[] = []
let shown = 0
let thinking = false
let over = false

extras.level = {
  write: () => (state.mode.value === 'knight' && levelName.value.startsWith('seed') ? `${seed.value},${side.value}` : ''),
  read(text) {
    const [first, second] = text.split(',').map(Number)
    seed.value = first || 1
    side.value = Math.max(12, Math.min(80, second || 32))
  },
}

function poses(numbers: Int32Array): Pose[] {
  const list: Pose[] = []
  for (let i = 0; i < numbers.length; i += 5) {
    list.push({ x: numbers[i], y: numbers[i + 1], speed: numbers[i + 2], falling: numbers[i + 3] !== 0, keys: numbers[i + 4] })
  }
  return list
}

async function make(): Promise<void> {
  try {
    level.value = await state.engine.calls.levelGenerate(seed.value, side.value, side.value)
    levelName.value = `seed ${seed.value}`
    await begin()
  } catch (error) {
    trouble.value = state.explain(error)
  }
}

async function begin(): Promise<void> {
  const mine = ++trip
  moves = []
  shown = 0
  over = thinking = false
  outcome.value = null
  stats.value = null
  work.value = []
  frames.value = 0
  trouble.value = ''
  thought.value = 'Where is that door?'
  try {
    await state.engine.calls.walkBegin({
      slot: SLOT,
      world: WORLD.PLATFORM,
      spec: state.spec.value,
      unit: 1,
      start: 0,
      goal: NONE,
      nearest: false,
      events: 1,
      limit: 20_000_000,
    })
    moves = poses(await state.engine.calls.levelStates(new Uint32Array([0])))
  } catch (error) {
    trouble.value = state.explain(error)
  }
  if (mine === trip && view && level.value) {
    view.show(level.value)
    view.sparks = []
    view.trail = []
    view.pose = moves[0] ?? null
    view.draw()
  }
}

function say(looked: number, learned: number, fresh: Pose[]): void {
  if (over) {
    thought.value = outcome.value === OUTCOME.FOUND ? `The door! ${moves.length - 1} frames.` : state.catalogue.value!.outcomes[outcome.value!].text
    return
  }
  const told = `I looked at ${looked.toLocaleString('en')} states`
  const lesson = learned ? ` and learned ${learned.toLocaleString('en')} lessons` : ''
  const last = fresh.at(-1)
  const left = fresh.filter((pose) => pose.keys & 1).length
  const right = fresh.filter((pose) => pose.keys & 2).length
  const jumps = fresh.some((pose) => pose.keys & 4)
  const going = !last ? 'Still thinking.' : `${jumps ? 'Jump' : 'Go'} ${left > right ? 'left' : right ? 'right' : 'on'} for ${fresh.length} frame${fresh.length > 1 ? 's' : ''}.`
  thought.value = `${told}${lesson}. ${going}`
}

/** One look-ahead and the moves that came of it. */
async function think(): Promise<void> {
  const mine = trip
  thinking = true
  try {
    const known = moves.length
    const reply = await state.engine.calls.walk(SLOT, realtime() ? 1 << 20 : 3000, 1)
    const { kind, state: states, count } = reply.events
    const looked: number[] = []
    let learned = 0
    for (let i = 0; i < count; i++) {
      if (kind[i] === KIND.EXPAND) {
        looked.push(states[i])
      }
      learned += Number(kind[i] === KIND.LEARN)
    }
    const sampled = looked.length > SPARKS ? looked.filter((_, i) => i % Math.ceil(looked.length / SPARKS) === 0) : looked
    const places = await state.engine.calls.levelStates(Uint32Array.from(sampled))
    const from = Math.max(0, known - 1)
    const fresh = poses(await state.engine.calls.levelStates(reply.path.slice(from))).slice(known - from)
    if (mine !== trip) {
      return
    }
    moves.push(...fresh)
    over = reply.outcome !== OUTCOME.WORKING
    outcome.value = reply.outcome
    stats.value = reply.stats
    work.value = [...work.value.slice(-199), looked.length]
    view!.sparks = [...view!.sparks.filter((spark) => spark.glow > 0.2).slice(-SPARKS), ...poses(places).map((pose) => ({ x: pose.x, y: pose.y, glow: 1 }))]
    say(looked.length, learned, fresh)
  } catch (error) {
    if (!(error instanceof EngineError && error.status === 'CANCELLED')) {
      trouble.value = state.explain(error)
    }
    running.value = false
  } finally {
    thinking = false
  }
}

function realtime(): boolean {
  return !!state.algorithm.value?.traits.includes('real-time')
}

/** Shows the next frame; thinks when there is none. */
function advance(): void {
  if (shown + 1 < moves.length) {
    shown++
    const pose = moves[shown]
    view!.pose = pose
    view!.trail.push({ x: pose.x, y: pose.y, flies: pose.falling && pose.speed !== 2 })
    frames.value = shown
  } else if (over) {
    running.value = false
  } else if (!thinking && !trouble.value) {
    void think()
  }
  view!.sparks.forEach((spark) => (spark.glow *= 0.94))
  view!.draw()
}

function run(): void {
  if (over && shown + 1 >= moves.length) {
    void begin().then(run)
    return
  }
  running.value = true
  let last = performance.now()
  let due = 0
  const tick = (now: number) => {
    if (!running.value || !view) {
      return
    }
    due += (Math.min(100, now - last) / 1000) * rate.value
    last = now
    while (due >= 1 && running.value) {
      advance()
      due -= 1
    }
    requestAnimationFrame(tick)
  }
  requestAnimationFrame(tick)
}

function Picture() {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    view = new KnightView(canvas.current!)
    const wide = innerWidth > 900 && !state.embedded.value
    view.insets = wide ? { top: 82, right: 312, bottom: 96, left: 312 } : { top: 4, right: 4, bottom: 4, left: 4 }
    if (level.value) {
      view.show(level.value)
    }
    return () => {
      view = null
    }
  }, [])
  useEffect(() => {
    if (level.value && view) {
      view.show(level.value)
    }
  }, [level.value])
  return <canvas ref={canvas} class="picture" role="img" aria-label="A knight in a level of rock and air, looking for the door" data-testid="knight" />
}

function Left() {
  return (
    <>
      <Section title="Variant">
        <Select label="How the knight thinks" value={VARIANTS.some((one) => one.value === state.spec.value) ? state.spec.value : ''} onChange={(value) => state.setSpec(value)}>
          <option value="" disabled>
            as set below
          </option>
          {VARIANTS.map((one) => (
            <option key={one.value} value={one.value}>
              {one.text}: {one.title}
            </option>
          ))}
        </Select>
      </Section>
      <Section title="Algorithm">
        <AlgorithmPanel filter={(one) => one.needs.length === 0 || ['lsslrta', 'rtaa', 'lrtastar', 'weighted', 'astar', 'greedy', 'speedy'].includes(one.name)} />
      </Section>
      <Section title="Level">
        <Slider label="Side" min={12} max={64} value={side.value} text={`${side.value} tiles`} onInput={(value) => ((side.value = value), void make())} />
        <button class="wide" onClick={() => ((seed.value = 1 + Math.floor(Math.random() * 1e5)), void make())}>
          <Icon name="dice" /> Another level <small>{levelName.value}</small>
        </button>
      </Section>
    </>
  )
}

function Side() {
  const now = stats.value
  return (
    <>
      {trouble.value && (
        <p class="trouble" role="alert">
          {trouble.value}
        </p>
      )}
      <p class="thought" aria-live="polite" data-testid="thought">
        {thought.value}
      </p>
      <div class="figures" data-testid="play" data-outcome={outcome.value ?? -1}>
        <Figure label="frames" value={frames.value.toLocaleString('en')} note={`${(frames.value / 50).toFixed(1)} s of play`} />
        <Figure label="expanded" value={(now?.expansions ?? 0).toLocaleString('en')} />
        <Figure label="revisits" value={(now?.revisits ?? 0).toLocaleString('en')} />
        <Figure label="memory" value={bytes(now?.bytes ?? 0)} />
      </div>
      <Section title="Work per look-ahead">
        <Strip values={work.value} label="Expansions of each look-ahead" />
      </Section>
    </>
  )
}

function Dock() {
  return (
    <div class="transport" role="group" aria-label="Game">
      <button class="round" aria-label="Back to the start" onClick={() => ((running.value = false), void begin())}>
        <Icon name="first" />
      </button>
      <button class="round main" aria-label={running.value ? 'Pause' : 'Play'} onClick={() => (running.value ? (running.value = false) : run())}>
        <Icon name={running.value ? 'pause' : 'play'} size={22} />
      </button>
      <button class="round" aria-label="One frame" onClick={() => ((running.value = false), advance())}>
        <Icon name="forth" />
      </button>
      <div class="dock-sliders">
        <Slider label="Frames per second" min={5} max={500} log value={rate.value} onInput={(value) => (rate.value = value)} />
      </div>
    </div>
  )
}

export const knightMode: Mode = {
  name: 'knight',
  title: 'Knight',
  hint: 'A platform game that plays itself and tells you why.',
  onMap: false,
  enter() {
    if (!VARIANTS.some((one) => one.value.startsWith(state.algorithmName.value))) {
      state.setSpec(VARIANTS[0].value)
    }
    const ready = level.value && !levelName.value.startsWith('seed') ? begin() : make()
    void ready.then(() => !state.calm.matches && run())
  },
  leave() {
    running.value = false
    trip++
  },
  changed(live) {
    if (!live) {
      const was = running.value
      running.value = false
      void begin().then(() => was && run())
    }
  },
  edit() {},
  Left,
  Side,
  Dock,
  Picture,
}
