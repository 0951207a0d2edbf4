// Playing a search: the position in its events, driven by the clock, a scrubber or keys.
import { computed, signal } from '@preact/signals'
import { KIND, NONE, OUTCOME, type SearchReply } from '../engine/types'
import { OPEN, RAMP, pack } from '../view/palette'
import { calm, ground, layers, mapView } from './state'
import { Marks, Timeline } from './timeline'

/** Events a second at speed 1. */
export const PACE = 30
/** At automatic speed a film takes about this long. */
const LENGTH_S = 2.6

export const SPEEDS = [0, 1, 5, 25, 100, 1000]
export const speed = signal(0)
export const playing = signal(false)
export const position = signal(0)
export const timeline = signal<Timeline | null>(null)
export const result = signal<SearchReply | null>(null)
export const length = computed(() => timeline.value?.length ?? 0)

/** A leap over more events than this colours the whole map instead of cell after cell. */
export const LEAP = 1 << 18

let lastFrame = 0
let exact = 0
let marks: Marks | null = null

/** Takes the film off the map: what it coloured, and nothing else, is coloured again. */
function endFilm(cells: number): Marks {
  const film = timeline.value
  const view = mapView()
  if (film) {
    marks = film.end(cells, (cell) => view?.touch(cell))
    timeline.value = null
    view?.draw()
  }
  return (marks = marks?.cells === cells ? marks : new Marks(cells))
}

/** No search is shown any more. */
export function clearResult(): void {
  result.value = null
  if (timeline.value) {
    endFilm(timeline.value.cells)
  }
  position.value = 0
}

/** Moves a film, and colours what that changes. */
function leap(film: Timeline, to: number): void {
  const view = mapView()
  const target = Math.max(0, Math.min(film.length, to))
  if (Math.abs(target - film.position) > LEAP) {
    film.seek(target, () => {})
    view?.recolour()
  } else {
    film.seek(target, (cell) => view?.touch(cell))
  }
}

export function showResult(reply: SearchReply, animate: boolean): void {
  const map = ground.value!
  const clean = endFilm(map.width * map.height)
  result.value = reply
  timeline.value = reply.events ? new Timeline(reply.events, clean) : null
  position.value = 0
  exact = 0
  if (animate && !calm.matches) {
    play()
  } else {
    playing.value = false
    seek(length.value)
  }
}

export function seek(to: number): void {
  const film = timeline.value
  const view = mapView()
  if (!film || !view) {
    return
  }
  leap(film, to)
  position.value = film.position
  exact = film.position
  view.draw()
}

export function play(): void {
  if (position.value >= length.value) {
    seek(0)
  }
  playing.value = true
  lastFrame = performance.now()
  requestAnimationFrame(tick)
}

export function pause(): void {
  playing.value = false
}

export function stepBy(direction: 1 | -1): void {
  pause()
  if (timeline.value) {
    seek(timeline.value.neighbour(direction))
  }
}

function tick(now: number): void {
  if (!playing.value) {
    return
  }
  const seconds = Math.min(0.1, (now - lastFrame) / 1000)
  const rate = speed.value === 0 ? Math.max(PACE, length.value / LENGTH_S) : PACE * speed.value
  lastFrame = now
  const target = exact + seconds * rate
  seek(target)
  exact = target
  if (position.value >= length.value) {
    playing.value = false
  } else {
    requestAnimationFrame(tick)
  }
}

// Colours of cells --------------------------------------------------------------------------------

/** The overlay of a film at its position, by the layers that are on. */
export function filmColour(cell: number): number {
  return timeline.value ? timelineColour(timeline.value, cell) : 0
}

export function timelineColour(film: Timeline, cell: number): number {
  const shown = layers.value
  if (shown.has('visits') && film.visits[cell] > 1) {
    const heat = Math.min(1, (film.visits[cell] - 1) / 8)
    return pack(255, Math.round(214 - 150 * heat), Math.round(90 - 60 * heat), 235)
  }
  const lesson = film.lesson[cell]
  if (shown.has('learned') && lesson) {
    const share = Math.min(1, film.events.f[lesson - 1] / (maxLesson(film) || 1))
    return pack(Math.round(60 + 40 * share), Math.round(90 + 150 * share), Math.round(120 + 60 * share), 230)
  }
  const last = film.last[cell]
  if (!shown.has('search') || !last) {
    return 0
  }
  if (film.events.kind[last - 1] !== KIND.EXPAND) {
    return OPEN
  }
  return RAMP[Math.min(255, Math.floor((film.rank[last - 1] / film.expansions) * 255))]
}

const lessonMax = new WeakMap<Timeline, number>()

function maxLesson(film: Timeline): number {
  let most = lessonMax.get(film)
  if (most === undefined) {
    most = 0
    for (let i = 0; i < film.length; i++) {
      if (film.events.kind[i] === KIND.LEARN && film.events.f[i] !== NONE) {
        most = Math.max(most, film.events.f[i])
      }
    }
    lessonMax.set(film, most)
  }
  return most
}

export function hasPath(reply: SearchReply | null): boolean {
  return !!reply && reply.path.length > 1 && (reply.outcome === OUTCOME.FOUND || reply.outcome === OUTCOME.PARTIAL)
}
