// Two to four algorithms on one problem: searched one after the other, shown side by side, raced at
// the same number of events a second.
import { computed, signal } from '@preact/signals'
import { EngineError, NONE, OUTCOME, WORLD, type SearchReply } from '../engine/types'
import { hasPath, LEAP, PACE, speed, SPEEDS, timelineColour } from '../model/film'
import { extras } from '../model/share'
import { specParse } from '../model/spec'
import * as state from '../model/state'
import { Marks, Timeline } from '../model/timeline'
import type { MapView } from '../view/map_view'
import { THEMES } from '../view/palette'

export interface Lane {
  spec: string
  reply: SearchReply | null
  film: Timeline | null
  micros: number
  trouble: string
}

const EVENTS_MAX = 1_500_000
const RACE_S = 4

export const specs = signal<string[]>(['astar', 'jps', 'lsslrta', 'hpastar'])
export const lanes = signal<Lane[]>([])
export const best = signal<number | null>(null)
export const at = signal(0)
export const racing = signal(false)
export const longest = computed(() => Math.max(1, ...lanes.value.map((lane) => lane.film?.length ?? 0)))
export const views: (MapView | null)[] = []

let wanted = false
let running = false
let live = false

extras.versus = {
  write: () => (state.mode.value === 'compare' ? specs.value.join('|') : ''),
  read: (text) => (specs.value = text.split('|').slice(0, 4)),
}

export function titleOf(spec: string): string {
  const parsed = specParse(state.catalogue.value!.algorithms, spec)
  return parsed ? parsed.algorithm.title + spec.slice(parsed.algorithm.name.length).replace('(', ' (') : spec
}

async function lane(spec: string, slot: number): Promise<Lane> {
  const base = {
    slot,
    live,
    world: WORLD.GRID,
    spec,
    unit: state.walker.value,
    start: state.start.value,
    goal: state.goal.value,
    nearest: true,
    limit: 0,
  }
  try {
    const reply = await state.engine.calls.search({ ...base, events: EVENTS_MAX })
    const timed = live ? null : await state.engine.calls.search({ ...base, slot: 7, events: 0 })
    return { spec, reply, film: null, micros: timed?.micros ?? 0, trouble: '' }
  } catch (error) {
    if (error instanceof EngineError && error.status === 'CANCELLED') {
      throw error
    }
    return { spec, reply: null, film: null, micros: 0, trouble: state.explain(error) }
  }
}

/** The least cost there is: what excess is measured from. */
async function least(): Promise<number | null> {
  const reply = await state.engine.calls.find({
    slot: 6,
    world: WORLD.GRID,
    spec: 'astar',
    unit: state.walker.value,
    start: state.start.value,
    goal: state.goal.value,
    nearest: true,
    events: 0,
    limit: 0,
  })
  return reply.outcome === OUTCOME.FOUND ? reply.cost : null
}

/** Films of the lanes before end where they stand; only what they had coloured is coloured again. */
function replace(found: Lane[]): void {
  const cells = state.ground.value!.weights.length
  const old = lanes.value.map((one, i) => one.film?.end(cells, (cell) => views[i]?.touch(cell)))
  lanes.value = found.map((one, i) => ({ ...one, film: one.reply && new Timeline(one.reply.events!, old[i] ?? new Marks(cells)) }))
}

export async function refresh(isLive: boolean): Promise<void> {
  wanted = true
  live = isLive
  if (running || state.start.value === NONE) {
    return
  }
  running = true
  try {
    while (wanted) {
      wanted = false
      const found: Lane[] = []
      for (const [slot, spec] of specs.value.entries()) {
        found.push(await lane(spec, slot))
        if (wanted) {
          break
        }
      }
      if (wanted) {
        continue
      }
      best.value = await least()
      replace(found)
      if (!live) {
        state.say(found.map((one) => `${titleOf(one.spec)}: ${one.reply ? `${one.reply.stats.expansions} expanded` : one.trouble}`).join('; '))
      }
      if (live || state.calm.matches) {
        seek(longest.value)
      } else {
        seek(0)
        race()
      }
    }
  } catch (error) {
    state.complain(error)
  }
  state.progress.value = null
  running = false
}

export function show(index: number): void {
  const view = views[index]
  const one = lanes.value[index]
  if (!view) {
    return
  }
  const theme = THEMES[state.theme.value]
  view.colour = (cell) => (one?.film ? timelineColour(one.film, cell) : 0)
  view.start = state.start.value
  view.goal = state.goal.value
  view.unitSize = state.unit.value
  const done = one?.film && one.film.position >= one.film.length
  view.lines = done && hasPath(one.reply) ? [{ cells: one.reply!.path, colour: theme.path, width: 1.6, casing: theme.casing }] : []
}

export function seek(position: number): void {
  at.value = Math.max(0, Math.min(longest.value, Math.round(position)))
  lanes.value.forEach((one, i) => {
    const view = views[i]
    if (!view) {
      return
    }
    show(i)
    if (one.film && Math.abs(at.value - one.film.position) > LEAP) {
      one.film.seek(at.value, () => {})
      view.recolour()
    } else {
      one.film?.seek(at.value, (cell) => view.touch(cell))
    }
    view.draw()
    show(i)
  })
}

export function race(): void {
  if (at.value >= longest.value) {
    seek(0)
  }
  racing.value = true
  let last = performance.now()
  let exact = at.value
  const rate = speed.value === 0 ? longest.value / RACE_S : PACE * speed.value
  const tick = (now: number) => {
    if (!racing.value) {
      return
    }
    exact += (Math.min(100, now - last) / 1000) * rate
    last = now
    seek(exact)
    if (at.value >= longest.value) {
      racing.value = false
    } else {
      requestAnimationFrame(tick)
    }
  }
  requestAnimationFrame(tick)
}

export { SPEEDS }
