// Searching: one search at a time, always the latest that was asked for; the film of its events;
// and the layers that lie under it.
import { effect, signal } from '@preact/signals'
import { EngineError, KIND, NONE, WORLD, type Edit, type Ground, type SearchReply, type SearchRequest } from '../engine/types'
import { clearResult, filmColour, hasPath, position, length, result, showResult, timeline } from '../model/film'
import { TERRAINS } from '../model/profiles'
import * as state from '../model/state'
import { hue, pack, rampCss, THEMES, RAMP } from '../view/palette'
import type { Line } from '../view/map_view'

const EVENTS_MAX = 4_000_000
/** A search with more events than this is not filmed while dragging: then only its path follows. */
const LIVE_EVENTS = 40_000
/** Layers under the search follow a drag on maps of up to so many cells. */
const LIVE_CELLS = 1 << 16

export const trouble = signal('')
export const smoothing = signal(0)
export const smoothed = signal<{ path: Uint32Array; length: number } | null>(null)
export const searchMs = signal(0)

let wanted: 'live' | 'full' | null = null
let running = false
/** Events of the last search that was filmed. */
let filmed = 0
/** The map that was searched last. */
let searched: Ground | null = null
let backdrop: Uint32Array | null = null
let disposers: (() => void)[] = []

function request(events: number, slot: number, live = false): SearchRequest {
  return {
    slot,
    live,
    world: WORLD.GRID,
    spec: state.spec.value,
    unit: state.walker.value,
    start: state.start.value,
    goal: state.goal.value,
    nearest: true,
    events,
    limit: 0,
  }
}

async function once(kind: 'live' | 'full'): Promise<void> {
  const live = kind === 'live'
  const before = performance.now()
  let reply: SearchReply
  if (!live || filmed < LIVE_EVENTS) {
    reply = await state.engine.calls.search(request(EVENTS_MAX, 0, live))
    filmed = reply.events!.count + reply.events!.lost
  } else {
    reply = await state.engine.calls.find(request(0, 1, live))
  }
  if (!live) {
    searchMs.value = performance.now() - before
  }
  trouble.value = ''
  showResult(reply, kind === 'full')
  if (!live) {
    state.say(sentence(reply))
  }
  await refreshSmooth()
}

/** A result for those who listen. */
function sentence(reply: SearchReply): string {
  const length = hasPath(reply) ? ` Length ${(reply.cost / state.ground.value!.cardinal).toFixed(2)}, ${reply.path.length} cells.` : ''
  return `${state.algorithm.value!.title}: ${state.catalogue.value!.outcomes[reply.outcome].text}.${length} ${reply.stats.expansions} expanded.`
}

/** Runs what is wanted until nothing is: a later wish replaces an earlier one. */
export async function refresh(kind: 'live' | 'full'): Promise<void> {
  if (state.start.value === NONE || !state.ground.value) {
    return
  }
  if (searched !== state.ground.value) {
    searched = state.ground.value
    filmed = 0
    clearResult()
  }
  wanted = kind
  if (running) {
    return
  }
  running = true
  let next = wanted
  while (wanted) {
    next = wanted
    wanted = null
    try {
      await once(next)
    } catch (error) {
      if (error instanceof EngineError && error.status === 'CANCELLED') {
        break
      }
      trouble.value = state.explain(error)
      clearResult()
    }
    state.progress.value = null
  }
  running = false
  if (next === 'full' || state.ground.value.weights.length <= LIVE_CELLS) {
    void refreshBackdrop()
  }
  if (next === 'full') {
    void time()
  }
}

/** The time of a search without events, measured when nothing else is wanted. */
export const micros = signal(0)

async function time(): Promise<void> {
  const shown = result.value
  if (!shown?.events || wanted) {
    return
  }
  micros.value = 0
  try {
    const reply = await state.engine.calls.search(request(0, 1))
    if (result.value === shown) {
      micros.value = reply.micros
    }
  } catch {
    // A second navigator may not fit into memory; then there is no time to show.
  }
}

async function refreshSmooth(): Promise<void> {
  const reply = result.value
  if (!smoothing.value || !reply || !hasPath(reply)) {
    smoothed.value = null
    return
  }
  if (state.algorithm.value!.needs.some((need) => /any angle/.test(need))) {
    smoothed.value = null
    trouble.value = 'this way goes straight from corner to corner: nothing is left to smooth'
    return
  }
  try {
    smoothed.value = await state.engine.calls.smooth(smoothing.value - 1, state.walker.value, reply.path.slice())
  } catch (error) {
    smoothed.value = null
    trouble.value = state.explain(error, 'smoothing')
  }
}

// Layers that lie under the search ----------------------------------------------------------------

async function refreshBackdrop(): Promise<void> {
  const map = state.ground.value!
  const cells = map.width * map.height
  const shown = state.layers.value
  const before = backdrop
  try {
    if (shown.has('regions')) {
      backdrop = regionColours(await state.engine.calls.regions(0, cells))
    } else if (shown.has('field')) {
      backdrop = fieldColours(await state.engine.calls.field(state.goal.value, state.walker.value, cells))
    } else if (shown.has('components')) {
      backdrop = groupColours(await state.engine.calls.layer(0, state.walker.value, cells))
    } else if (shown.has('clearance')) {
      backdrop = clearanceColours(await state.engine.calls.layer(1, state.walker.value, cells))
    } else {
      backdrop = null
    }
  } catch (error) {
    backdrop = null
    if (shown.has('regions') && result.value) {
      state.notify(state.explain(error))
      state.toggleLayer('regions')
    }
  }
  if (before || backdrop) {
    state.mapView()?.recolour()
  }
}

function regionColours(regions: Uint32Array): Uint32Array {
  return regions.map((word) => {
    const region = word & 0x7fffffff
    if (!region) {
      return 0
    }
    const [r, g, b] = hue(region)
    return word >>> 31 ? pack(255, 255, 255, 240) : pack(r, g, b, 120)
  })
}

function groupColours(groups: Uint32Array): Uint32Array {
  const ranks = new Map<number, number>()
  return groups.map((group) => {
    if (group === NONE) {
      return 0
    }
    if (!ranks.has(group)) {
      ranks.set(group, ranks.size)
    }
    const [r, g, b] = hue(ranks.get(group)!)
    return pack(r, g, b, 130)
  })
}

function fieldColours(costs: Uint32Array): Uint32Array {
  let most = 1
  for (const cost of costs) {
    if (cost !== NONE && cost > most) {
      most = cost
    }
  }
  return costs.map((cost) => {
    if (cost === NONE) {
      return 0
    }
    // Bands make the shape of equal costs visible.
    const share = cost / most
    const word = RAMP[255 - Math.floor(share * 255)]
    const band = Math.floor(share * 40) % 2 ? 150 : 190
    return ((word & 0xffffff) | (band << 24)) >>> 0
  })
}

function clearanceColours(sizes: Uint32Array): Uint32Array {
  return sizes.map((size) => (size ? pack(40, 120 + size * 8, 140 + size * 7, 60 + Math.min(size, 16) * 11) : 0))
}

function colour(cell: number): number {
  const over = filmColour(cell)
  return over || (backdrop ? backdrop[cell] : 0)
}

// What is drawn -----------------------------------------------------------------------------------

function redrawLines(): void {
  const view = state.mapView()
  const reply = result.value
  if (!view) {
    return
  }
  const theme = THEMES[state.theme.value]
  const lines: Line[] = []
  const done = position.value >= length.value
  const film = timeline.value
  if (reply && hasPath(reply) && state.layers.value.has('path')) {
    if (done || !film) {
      lines.push({ cells: reply.path, colour: theme.path, width: 2, casing: theme.casing })
    } else if (film.moves > 0) {
      lines.push({ cells: film.walked(), colour: theme.path, width: 2, casing: theme.casing })
    }
    if (smoothed.value && done) {
      lines.push({ cells: smoothed.value.path, colour: '#5ad1ff', width: 2.4, casing: theme.casing })
    }
  }
  view.lines = lines
  view.start = state.start.value
  view.goal = state.goal.value
  view.unitSize = state.unit.value
  view.draw()
}

function detail(cell: number) {
  const film = timeline.value
  const last = film?.last[cell]
  if (!film || !last) {
    return null
  }
  const at = last - 1
  const { g, f, from } = film.events
  const scale = state.ground.value!.cardinal
  const short = (cost: number) => (cost === NONE ? '∞' : (cost / scale).toFixed(1))
  return { texts: [`g ${short(g[at])}`, `h ${short(f[at] - g[at])}`, `f ${short(f[at])}`], from: from[at] }
}

export function enterSearch(): void {
  const view = state.mapView()!
  view.colour = colour
  view.detail = detail
  view.units = []
  view.extra = null
  const redraw = effect(redrawLines)
  const layers = effect(() => {
    void state.layers.value
    state.mapView()?.recolour()
    if (!running && result.peek()) {
      void refreshBackdrop()
    }
  })
  const smooth = effect(() => {
    void smoothing.value
    if (!running) {
      void refreshSmooth()
    }
  })
  disposers = [redraw, layers, smooth]
  void refresh('full')
}

export function leaveSearch(): void {
  disposers.forEach((dispose) => dispose())
  disposers = []
  wanted = null
  backdrop = null
  clearResult()
  const view = state.mapView()
  if (view) {
    view.lines = []
    view.colour = () => 0
    view.detail = null
    view.recolour()
  }
}

export function editSearch(edits: Edit[]): void {
  void state.engine.calls.edit(edits).catch((error) => state.complain(error))
  void refresh('live')
}

/** Where a cell lies, and on which floor if there are several. */
function place(map: Ground, cell: number): string {
  const [x, y] = [cell % map.width, Math.floor(cell / map.width)]
  const rows = (map.height + 1) / map.floors
  return map.floors > 1 ? `floor ${Math.floor(y / rows)}: ${x}, ${y % rows}` : `${x}, ${y}`
}

/** What is known of a cell, for people who hover or listen. */
export function describe(cell: number): { title: string; rows: [string, string][]; history: string[] } | null {
  const map = state.ground.value
  void state.revision.value
  if (!map || cell === NONE) {
    return null
  }
  const weight = map.weights[cell]
  const rows: [string, string][] = []
  const history: string[] = []
  const film = timeline.value
  const name = (other: number) => (other === NONE ? 'none' : place(map, other))
  const last = film?.last[cell]
  if (film && last) {
    const { g, f, from } = film.events
    const cost = (value: number) => (value === NONE ? 'unreached' : value.toLocaleString('en'))
    rows.push(['g', cost(g[last - 1])], ['h', cost(f[last - 1] - g[last - 1])], ['f', cost(f[last - 1])])
    rows.push(['parent', name(from[last - 1])])
  }
  if (film) {
    const verbs = ['expanded', 'generated', 'reopened', 'moved', 'learned']
    for (const at of film.of(cell)) {
      const kind = film.events.kind[at]
      const value = kind === KIND.LEARN ? ` h = ${film.events.f[at].toLocaleString('en')}` : ''
      history.push(`${verbs[kind]}${value} at event ${(at + 1).toLocaleString('en')}`)
    }
    if (film.visits[cell]) {
      rows.push(['visits', String(film.visits[cell])])
    }
  }
  const terrain = TERRAINS.find((one) => one.weight === weight)?.name
  const kind = weight === 0 ? 'wall' : weight === 1 ? 'ground' : `${terrain ?? 'ground'}, weight ${weight}`
  return { title: `${name(cell)} · ${kind}`, rows, history }
}

export { rampCss }
