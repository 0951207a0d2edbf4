// Armies: thousands of units that obey the mouse. A box selects, a click sends, walls are drawn while
// they march; fog hides what a team has not seen; a graph shows what frames take.
import { batch, signal } from '@preact/signals'
import { NONE, type Edit, type WorldStats } from '../engine/types'
import { PROFILES, SCALE } from '../model/profiles'
import * as state from '../model/state'
import { bytes, Choice, Figure, micros, Section, Select, Slider, Toggle } from '../ui/controls'
import { Icon } from '../ui/icons'
import { MapPanel } from '../ui/map_panel'
import { Strip } from '../ui/strip'
import { pack } from '../view/palette'
import type { Camera } from '../view/camera'
import type { Mode } from './mode'

const NAMES = ['gold', 'blue', 'red', 'green']
const COLOURS = ['#ffd34d', '#5ad1ff', '#ff7d92', '#7be08a']
const WALKING = 2
/** A sixtieth of a second, in µs. */
const FRAME = 16_667

const running = signal(true)
const units = signal(1000)
const teams = signal(2)
const fog = signal(false)
/** The place of its profile in the list of them, for each team. */
const kinds = signal([0, 0, 0, 0])
const rivals = signal(false)
const formation = signal(0)
const budget = signal(8000)
const watched = signal(0)
const stats = signal<WorldStats | null>(null)
const times = signal<number[]>([])
const selected = signal<ReadonlySet<number>>(new Set())
const trouble = signal('')

let places = new Int32Array(0) as Int32Array
let count = 0
let seen: Uint8Array | null = null
let seenBy = 0
let queue: Edit[] = []
let turn = 0
let box: [number, number] | null = null
let marks: { cell: number; until: number }[] = []

/** The open field that the world is shown on to those who came without a map of their own. */
const FIELD = { width: 96, height: 60, neighbours: 8, corners: 0, floors: 1 }
const OPENING = 'deep-caves'
let onField = false

/** Whether the field is there and nobody has drawn on it yet. */
function untouched(): boolean {
  const from = state.source.value
  return from.kind === 'cells' && from.name === 'field' && !state.edited.value
}

/** Two armies on an open field, one on each side, and a pencil in the visitor's hand. */
async function openField(): Promise<void> {
  const { width, height } = FIELD
  await state.loadCells(FIELD, new Uint8Array(width * height).fill(1), { kind: 'cells', name: 'field' })
  const row = Math.floor(height / 2) * width
  batch(() => {
    state.start.value = row + Math.floor(width * 0.15)
    state.goal.value = row + Math.floor(width * 0.85)
    state.tool.value = 'wall'
  })
  onField = true
  await open()
}

/** Where a wall would be in everybody's way, until one is drawn. */
function paintHint(context: CanvasRenderingContext2D, camera: Camera): void {
  const [left, top] = camera.toScreen(FIELD.width / 2 - 1, FIELD.height * 0.3)
  const [right, bottom] = camera.toScreen(FIELD.width / 2 + 1, FIELD.height * 0.7)
  const size = Math.max(13, Math.min(18, camera.zoom * 1.4))
  context.save()
  context.strokeStyle = context.fillStyle = state.theme.value === 'dark' ? '#ffffff' : '#1b2230'
  context.lineWidth = 2
  context.setLineDash([6, 5])
  context.strokeRect(left, top, right - left, bottom - top)
  context.font = `600 ${size}px system-ui, sans-serif`
  context.textAlign = 'center'
  context.setLineDash([])
  context.lineWidth = 5
  context.strokeStyle = state.theme.value === 'dark' ? '#0d1117' : '#ffffff'
  context.strokeText('Draw a wall here', (left + right) / 2, top - size * 0.7)
  context.fillText('Draw a wall here', (left + right) / 2, top - size * 0.7)
  context.restore()
}

function colour(cell: number): number {
  return seen && !seen[cell] ? pack(6, 8, 14, 205) : 0
}

async function open(): Promise<void> {
  const mine = ++turn
  selected.value = new Set()
  times.value = []
  trouble.value = ''
  queue = []
  seen = null
  state.mapView()?.recolour()
  try {
    await state.engine.calls.worldOpen(teams.value, fog.value, rivals.value, 4)
    // Opened again meanwhile: then the units are that one's to add.
    if (mine !== turn) {
      return
    }
    const map = state.ground.value!
    const corners = [state.start.value, state.goal.value, map.width - 1, (map.height - 1) * map.width]
    for (let team = 0; team < teams.value; team++) {
      const kind = kinds.value[team]
      const at = await state.engine.calls.nearest(corners[team], 1 + SCALE * kind)
      if (mine !== turn) {
        return
      }
      if (at === NONE) {
        state.notify(`No ground on this map for the ${PROFILES[kind].name} of team ${NAMES[team]}`, 'error')
        continue
      }
      await state.engine.calls.worldAdd(team, kind, at, Math.floor(units.value / teams.value))
    }
    if (mine !== turn) {
      return
    }
    await read()
    // Something to see at once: everybody changes places.
    for (let team = 0; team < teams.value; team++) {
      await state.engine.calls.worldOrder(members(team), corners[(team + 1) % teams.value], 0)
    }
  } catch (error) {
    trouble.value = state.explain(error)
  }
  if (mine === turn) {
    requestAnimationFrame(() => void frame(mine))
  }
}

function members(team: number): Uint32Array {
  const list: number[] = []
  for (let i = 0; i < count; i++) {
    if ((places[i * 4 + 2] & 255) === team) {
      list.push(i)
    }
  }
  return Uint32Array.from(list)
}

async function read(): Promise<void> {
  const reply = await state.engine.calls.worldRead()
  places = reply.places
  count = places.length / 4
  stats.value = reply.stats
}

async function frame(mine: number): Promise<void> {
  if (mine !== turn || trouble.value) {
    return
  }
  try {
    if (queue.length) {
      const edits = queue
      queue = []
      await state.engine.calls.edit(edits)
    }
    if (running.value) {
      const reply = await state.engine.calls.worldFrame(budget.value, fog.value ? watched.value : NONE)
      places = reply.places
      count = places.length / 4
      times.value = [...times.value.slice(-119), reply.micros]
      stats.value = reply.stats
      if (reply.seen) {
        look(reply.seen)
      }
    }
  } catch (error) {
    if (mine === turn) {
      trouble.value = state.explain(error)
    }
    return
  }
  state.mapView()?.draw()
  requestAnimationFrame(() => void frame(mine))
}

/** Takes the fog off cells that the team now knows. */
function look(fresh: Uint32Array): void {
  const view = state.mapView()
  if (!seen || seenBy !== watched.value) {
    seen = new Uint8Array(state.ground.value!.weights.length)
    seenBy = watched.value
    view?.recolour()
  }
  for (const cell of fresh) {
    seen[cell] ^= 1
    view?.touch(cell)
  }
}

/** Units as dots; those of the box as rings. Fog hides the others' units too. */
function paint(context: CanvasRenderingContext2D, camera: Camera): void {
  const map = state.ground.value!
  const radius = Math.max(1.4, camera.zoom * 0.42)
  for (let team = 0; team < teams.value; team++) {
    context.fillStyle = COLOURS[team]
    context.beginPath()
    for (let i = 0; i < count; i++) {
      if ((places[i * 4 + 2] & 255) !== team) {
        continue
      }
      const [mx, my] = [places[i * 4] / 1024, places[i * 4 + 1] / 1024]
      if (seen && team !== watched.value && !seen[Math.floor(my) * map.width + Math.floor(mx)]) {
        continue
      }
      const [x, y] = camera.toScreen(mx, my)
      context.moveTo(x + radius, y)
      context.arc(x, y, radius, 0, Math.PI * 2)
    }
    context.fill()
  }
  context.strokeStyle = '#ffffff'
  context.lineWidth = Math.max(1, radius * 0.3)
  context.beginPath()
  for (const i of selected.value) {
    const [x, y] = camera.toScreen(places[i * 4] / 1024, places[i * 4 + 1] / 1024)
    context.moveTo(x + radius + 1, y)
    context.arc(x, y, radius + 1, 0, Math.PI * 2)
  }
  context.stroke()
  paintMarks(context, camera, map.width)
  if (untouched()) {
    paintHint(context, camera)
  }
}

function paintMarks(context: CanvasRenderingContext2D, camera: Camera, width: number): void {
  const now = performance.now()
  marks = marks.filter((mark) => mark.until > now)
  for (const mark of marks) {
    const share = 1 - (mark.until - now) / 600
    const [x, y] = camera.toScreen((mark.cell % width) + 0.5, Math.floor(mark.cell / width) + 0.5)
    context.strokeStyle = `rgba(255,255,255,${1 - share})`
    context.lineWidth = 2
    context.beginPath()
    context.arc(x, y, 6 + 22 * share, 0, Math.PI * 2)
    context.stroke()
  }
  if (box) {
    const at = (cell: number, over: number): [number, number] => camera.toScreen((cell % width) + over, Math.floor(cell / width) + over)
    const [ax, ay] = at(box[0], 0.5)
    const [bx, by] = at(box[1], 0.5)
    context.fillStyle = 'rgba(255,255,255,0.1)'
    context.strokeStyle = 'rgba(255,255,255,0.8)'
    context.lineWidth = 1
    context.fillRect(Math.min(ax, bx), Math.min(ay, by), Math.abs(ax - bx), Math.abs(ay - by))
    context.strokeRect(Math.min(ax, bx), Math.min(ay, by), Math.abs(ax - bx), Math.abs(ay - by))
  }
}

function choose(from: number, to: number): void {
  const width = state.ground.value!.width
  const [left, right] = [from % width, to % width].sort((a, b) => a - b)
  const [top, bottom] = [Math.floor(from / width), Math.floor(to / width)].sort((a, b) => a - b)
  const found = new Set<number>()
  for (let i = 0; i < count; i++) {
    const [x, y] = [places[i * 4] / 1024, places[i * 4 + 1] / 1024]
    const own = (places[i * 4 + 2] & 255) === watched.value
    if (own && x >= left && x <= right + 1 && y >= top && y <= bottom + 1) {
      found.add(i)
    }
  }
  selected.value = found
  state.say(`${found.size} units selected`)
}

function send(cell: number): void {
  if (cell === NONE) {
    return
  }
  const who = selected.value.size ? Uint32Array.from(selected.value) : members(watched.value)
  marks.push({ cell, until: performance.now() + 600 })
  const width = state.ground.value!.width
  state.say(`${who.length} units sent to ${cell % width}, ${Math.floor(cell / width)}`)
  void state.engine.calls.worldOrder(who, cell, formation.value).catch((error) => state.complain(error))
}

function Left() {
  const again = (write: () => void) => {
    write()
    void open()
  }
  return (
    <>
      <Section title="Armies">
        <Slider label="Units" min={10} max={10000} log value={units.value} onInput={(value) => again(() => (units.value = value))} />
        <Choice
          label="Teams"
          value={teams.value}
          options={[1, 2, 3, 4].map((value) => ({ value, text: String(value) }))}
          onChange={(value) => again(() => ((teams.value = value), (watched.value = Math.min(watched.value, value - 1))))}
        />
        <Choice label="You command" value={watched.value} options={Array.from({ length: teams.value }, (_, i) => ({ value: i, text: NAMES[i] }))} onChange={(value) => ((watched.value = value), (selected.value = new Set()))} />
        <Select
          label={`Units of team ${NAMES[watched.value]}`}
          value={String(kinds.value[watched.value])}
          onChange={(value) => again(() => (kinds.value = kinds.value.map((kind, team) => (team === watched.value ? Number(value) : kind))))}
        >
          {PROFILES.map((one, i) => (
            <option key={one.name} value={String(i)} title={one.help}>
              {one.name}
            </option>
          ))}
        </Select>
        <p class="summary">{PROFILES[kinds.value[watched.value]].help}</p>
        <Toggle label="Fog of war" on={fog.value} onChange={(on) => again(() => (fog.value = on))} />
        <Toggle label="Teams are rivals" help="They do not make way for each other" on={rivals.value} onChange={(on) => again(() => (rivals.value = on))} />
        <Choice
          label="Formation"
          value={formation.value}
          options={[
            { value: 0, text: 'none' },
            { value: 1, text: 'box' },
            { value: 2, text: 'line' },
            { value: 3, text: 'column' },
          ]}
          onChange={(value) => (formation.value = value)}
        />
      </Section>
      <Section title="Map" open={false}>
        <MapPanel />
      </Section>
    </>
  )
}

/** The clock of a page ticks coarsely. */
function took(time: number | undefined): string {
  return time === undefined ? '…' : time ? micros(time) : '< 0.1 ms'
}

function Side() {
  const now = stats.value
  let walking = 0
  for (let i = 0; i < count; i++) {
    walking += Number(places[i * 4 + 2] >> 8 === WALKING)
  }
  const sorted = [...times.value].sort((a, b) => a - b)
  return (
    <>
      {trouble.value && (
        <p class="trouble" role="alert">
          {trouble.value}
        </p>
      )}
      <p class="summary">
        {untouched()
          ? 'Two armies walk through each other. Draw a wall in their way; with the hand, drag a box to select and click to send.'
          : 'With the hand, drag a box to select, click to send. If none is selected, all go.'}
      </p>
      <div class="figures" data-testid="world" data-units={now?.units ?? 0} data-tick={now?.tick ?? 0} data-selected={selected.value.size}>
        <Figure label="units" value={(now?.units ?? 0).toLocaleString('en')} note={`${walking.toLocaleString('en')} walking`} />
        <Figure label="a frame" value={took(sorted[sorted.length >> 1])} note={`worst ${took(sorted.at(-1))}`} />
        <Figure label="plans" value={(now?.plans ?? 0).toLocaleString('en')} note={`${now?.waiting ?? 0} wait`} />
        <Figure label="memory" value={bytes(now?.bytes ?? 0)} note={`${now?.unitBytes ?? 0} B a unit`} />
      </div>
      <Section title="Time of frames">
        <Strip values={times.value.map((time) => Math.min(time, 2 * FRAME))} bound={FRAME} label="Time of frames under a sixtieth of a second" />
        <p class="summary">The line is a sixtieth of a second.</p>
      </Section>
    </>
  )
}

function Dock() {
  return (
    <div class="transport" role="group" aria-label="World">
      <button class="round" aria-label="Start again" onClick={() => void open()}>
        <Icon name="first" />
      </button>
      <button class="round main" aria-label={running.value ? 'Pause' : 'Go on'} onClick={() => (running.value = !running.value)}>
        <Icon name={running.value ? 'pause' : 'play'} size={22} />
      </button>
      <div class="dock-sliders">
        <Slider label="Planning per frame" help="Planning that a frame may do, in units of work" min={200} max={100000} log value={budget.value} onInput={(value) => (budget.value = value)} />
      </div>
    </div>
  )
}

export const worldMode: Mode = {
  name: 'world',
  title: 'World',
  hint: 'Command an army. No two units ever stand in one place.',
  onMap: true,
  enter() {
    const view = state.mapView()!
    view.colour = colour
    view.detail = null
    view.start = view.goal = NONE
    view.lines = []
    view.units = []
    view.extra = paint
    const from = state.source.value
    const opening = from.kind === 'exhibit' && from.name === OPENING && !state.edited.value
    void (opening ? openField().catch((error) => state.complain(error)) : open())
  },
  leave() {
    turn++
    seen = null
    box = null
    void state.engine.calls.worldClose().catch(() => {})
    const view = state.mapView()
    if (view) {
      view.extra = null
      view.colour = () => 0
      view.recolour()
    }
    if (onField) {
      state.tool.value = 'hand'
      if (untouched()) {
        void state.loadExhibit(OPENING).catch((error) => state.complain(error))
      }
    }
    onField = false
  },
  changed: (live) => void (!live && open()),
  edit: (edits) => void queue.push(...edits),
  tap: send,
  box(from, to, done) {
    box = done ? null : [from, to]
    if (done) {
      choose(from, to)
    }
    state.mapView()?.draw()
  },
  Left,
  Side,
  Dock,
}
