// What the page knows. Everything that is drawn follows from these signals.
import { batch, computed, effect, signal } from '@preact/signals'
import { Engine } from '../engine/client'
import { EngineError, NONE, type Algorithm, type Catalogue, type Edit, type Ground, type MadeGround } from '../engine/types'
import type { MapView } from '../view/map_view'
import { THEMES } from '../view/palette'
import { SCALE } from './profiles'
import { specParse, specText, type Values } from './spec'

export type ModeName = 'search' | 'realtime' | 'compare' | 'changing' | 'world' | 'knight' | 'tiles'
export type Tool = 'hand' | 'wall' | 'clear' | 'weight' | 'link'
export type Layer = 'search' | 'path' | 'learned' | 'visits' | 'regions' | 'field' | 'components' | 'clearance'

/** Where a map came from: enough to make it again, unless it was drawn on. */
export type Source =
  | { kind: 'exhibit'; name: string }
  | { kind: 'generate'; name: string; width: number; height: number; seed: number; settings: number[] }
  | { kind: 'cells'; name: string }

/** A step between cells that need not be neighbours. */
export interface Link {
  from: number
  to: number
  both: boolean
  /** The usual one if missing. */
  cost?: number
}

export interface Notice {
  id: number
  text: string
  kind: 'error' | 'info'
}

export const engine = new Engine()
export const catalogue = signal<Catalogue | null>(null)
export const ground = signal<Ground | null>(null)
/** Grows with every edit: the weights of `ground` change in place. */
export const revision = signal(0)
export const source = signal<Source>({ kind: 'exhibit', name: 'deep-caves' })
export const edited = signal(false)
export const start = signal(NONE)
export const goal = signal(NONE)
export const unit = signal(1)
/** Place of the unit's profile in the list of them. */
export const profile = signal(0)
/** Size and profile as the engine is told. */
export const walker = computed(() => unit.value + SCALE * profile.value)
export const mode = signal<ModeName>('search')
export const tool = signal<Tool>('hand')
export const brushWeight = signal(4)
export const brushSize = signal(1)
export const links = signal<readonly Link[]>([])
/** Whether the next link leads both ways. */
export const linkBoth = signal(true)
export const layers = signal<ReadonlySet<Layer>>(new Set(['search', 'path', 'visits']))
export const hovered = signal(NONE)
export const notices = signal<Notice[]>([])
export const progress = signal<number | null>(null)
export const embedded = signal(false)
/** The algorithm whose page lies beside the map; '' = none. */
export const reading = signal('')
/** The problems of a file, and which of them is on the map. */
export const scenario = signal<{ file: string; rows: number[][]; at: number } | null>(null)
export const theme = signal<'dark' | 'light'>('dark')

export const algorithmName = signal('jps')
/** Chosen values, by algorithm. */
export const chosen = signal<Record<string, Values>>({})

export const algorithm = computed<Algorithm | null>(
  () => catalogue.value?.algorithms.find((one) => one.name === algorithmName.value) ?? null,
)
export const spec = computed(() =>
  algorithm.value ? specText(algorithm.value, chosen.value[algorithm.value.name] ?? {}) : algorithmName.value,
)

/** Chooses a search by its text; false if there is none. */
export function setSpec(text: string): boolean {
  const parsed = catalogue.value && specParse(catalogue.value.algorithms, text)
  if (parsed) {
    batch(() => {
      chosen.value = { ...chosen.value, [parsed.algorithm.name]: parsed.values }
      algorithmName.value = parsed.algorithm.name
    })
  }
  return Boolean(parsed)
}

export function setParam(name: string, value: number): void {
  const key = algorithmName.value
  chosen.value = { ...chosen.value, [key]: { ...chosen.value[key], [name]: value } }
}

export function toggleLayer(layer: Layer): void {
  const next = new Set(layers.value)
  if (!next.delete(layer)) {
    next.add(layer)
  }
  layers.value = next
}

/** For those who listen instead of look: what just happened, in a sentence. */
export const said = signal('')

export function say(text: string): void {
  said.value = text
}

// Notices -----------------------------------------------------------------------------------------

let noticeId = 0

export function notify(text: string, kind: Notice['kind'] = 'info'): void {
  const id = ++noticeId
  notices.value = [...notices.value.slice(-3), { id, text, kind }]
  setTimeout(() => dismiss(id), kind === 'error' ? 12_000 : 4_000)
}

export function dismiss(id: number): void {
  notices.value = notices.value.filter((one) => one.id !== id)
}

/** A failure as a sentence that says what and, for files, where. */
export function explain(error: unknown, what = ''): string {
  const head = what ? `${what}: ` : ''
  if (error instanceof EngineError) {
    const place = error.line ? `line ${error.line}${error.column ? `, column ${error.column}` : ''}: ` : ''
    return head + place + error.message
  }
  return head + (error instanceof Error ? error.message : String(error))
}

export function complain(error: unknown, what = ''): void {
  if (!(error instanceof EngineError && error.status === 'CANCELLED')) {
    notify(explain(error, what), 'error')
  }
}

// Maps --------------------------------------------------------------------------------------------

let view: MapView | null = null

export function attachView(attached: MapView | null): void {
  view = attached
}

export function mapView(): MapView | null {
  return view
}

/** The longest side that this page takes. */
export const LIMIT = 2048

function take(made: MadeGround, from: Source, keepProblem: boolean, keepCamera = false): void {
  batch(() => {
    ground.value = made
    source.value = from
    edited.value = false
    revision.value++
    hovered.value = NONE
    start.value = made.start
    goal.value = made.goal
    if (!keepProblem) {
      links.value = made.links.map(([from, to, cost, both]) => ({ from, to, both: both === 1, cost }))
      scenario.value = null
    }
  })
  if (view) {
    view.links = links.value
  }
  view?.show(made, keepCamera)
}

/** What a link costs, in straight steps. */
export const LINK_STEPS = 4

/** Tells the engine of the links on the page, and shows them. */
export async function setLinks(list: readonly Link[]): Promise<void> {
  const map = ground.value!
  const flat = list.flatMap((one) => [one.from, one.to, one.cost ?? LINK_STEPS * map.cardinal, Number(one.both)])
  await engine.calls.links(Uint32Array.from(flat))
  links.value = list
  revision.value++
  if (view) {
    view.links = list
    view.draw()
  }
}

/** Puts a problem of the scenario on the map. */
export function pickProblem(index: number): void {
  const shown = scenario.value!
  const width = ground.value!.width
  const at = Math.max(0, Math.min(shown.rows.length - 1, index))
  const row = shown.rows[at]
  batch(() => {
    scenario.value = { ...shown, at }
    start.value = row[2] * width + row[1]
    goal.value = row[4] * width + row[3]
  })
}

/** Gives a map ends where it came without, or they lie outside: all that looks at a new map finds them there. */
async function settle(made: MadeGround): Promise<MadeGround> {
  const { width, height } = made
  const somewhere = (end: number, x: number, y: number) =>
    end < width * height ? end : engine.calls.nearest(Math.floor(height * y) * width + Math.floor(width * x), walker.value)
  return { ...made, start: await somewhere(made.start, 0.1, 0.15), goal: await somewhere(made.goal, 0.9, 0.85) }
}

export async function loadExhibit(name: string): Promise<void> {
  take(await engine.calls.exhibit(name), { kind: 'exhibit', name }, false)
}

export async function generate(
  from: Extract<Source, { kind: 'generate' }>,
  rules: { neighbours: number; corners: number },
): Promise<void> {
  const shape = [from.width, from.height, from.seed, rules.neighbours, rules.corners]
  take(await engine.calls.generate(from.name, shape, from.settings), from, false)
}

export async function loadCells(
  shape: { width: number; height: number; neighbours: number; corners: number; floors: number },
  cells: Uint8Array,
  from: Source,
  keepEnds = false,
  keepCamera = false,
): Promise<void> {
  const made = await engine.calls.load([shape.width, shape.height, shape.neighbours, shape.corners, shape.floors], cells)
  take(await settle(keepEnds ? { ...made, start: start.value, goal: goal.value } : made), from, keepEnds, keepCamera)
}

export async function parseMap(text: string, name: string): Promise<void> {
  const rules = ground.value ?? { neighbours: 8, corners: 0 }
  const neighbours = rules.neighbours === 6 ? 8 : rules.neighbours
  const head = /height\s+(\d+)\s+width\s+(\d+)/.exec(text.slice(0, 200))
  if (head && Math.max(Number(head[1]), Number(head[2])) > LIMIT) {
    throw new EngineError(`${head[2]} x ${head[1]} cells; this page takes up to ${LIMIT} x ${LIMIT}`)
  }
  take(await settle(await engine.calls.parse([1, 1, neighbours, rules.corners], text)), { kind: 'cells', name }, false)
}

/** The same cells under other rules. */
export async function setRules(neighbours: number, corners: number): Promise<void> {
  const old = ground.value!
  const was = { source: source.value, edited: edited.value }
  await loadCells({ ...old, neighbours, corners }, old.weights, was.source, true, old.neighbours !== 6 && neighbours !== 6)
  await setLinks(links.value)
  edited.value = was.edited
}

/** Changes cells here; the engine is told by whoever runs the mode. */
export function applyEdits(edits: Edit[]): void {
  const map = ground.value!
  for (const { x, y, width, height, weight } of edits) {
    for (let row = y; row < y + height; row++) {
      map.weights.fill(weight, row * map.width + x, row * map.width + x + width)
    }
    view?.repaint(x, y, width, height)
  }
  edited.value = true
  revision.value++
}

/** Starts a new engine after a stop, with the map as it is on the page. */
export async function restart(): Promise<void> {
  engine.stop()
  await engine.start()
  const map = ground.value
  if (map) {
    await engine.calls.load([map.width, map.height, map.neighbours, map.corners, map.floors], map.weights)
    await setLinks(links.value)
  }
  progress.value = null
}

// Theme -------------------------------------------------------------------------------------------

export function initTheme(): void {
  const stored = localStorage.getItem('waymark-theme')
  const light = matchMedia('(prefers-color-scheme: light)').matches
  theme.value = stored === 'light' || stored === 'dark' ? stored : light ? 'light' : 'dark'
  effect(() => {
    document.documentElement.dataset.theme = theme.value
    mapView()?.setTheme(THEMES[theme.value])
  })
}

export function toggleTheme(): void {
  theme.value = theme.value === 'dark' ? 'light' : 'dark'
  localStorage.setItem('waymark-theme', theme.value)
}

export const calm = matchMedia('(prefers-reduced-motion: reduce)')
