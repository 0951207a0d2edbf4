// Sliding tiles: scramble, let a search put them in order, or slide them yourself.
import { signal } from '@preact/signals'
import { EngineError, NONE, OUTCOME, WORLD, type SearchReply } from '../engine/types'
import { extras } from '../model/share'
import * as state from '../model/state'
import { AlgorithmPanel } from '../ui/algorithm_panel'
import { bytes, Choice, Figure, Section, Slider } from '../ui/controls'
import { Icon } from '../ui/icons'
import { rampCss } from '../view/palette'
import type { Mode } from './mode'

const SLOT = 4
const LIMIT = 3_000_000

const columns = signal(3)
const rows = signal(3)
const board = signal<number[]>([])
const solution = signal<number[][]>([])
const shown = signal(0)
const running = signal(false)
const pace = signal(5)
const reply = signal<SearchReply | null>(null)
const trouble = signal('')

let turn = 0
let timer = 0

extras.board = {
  write: () => (state.mode.value === 'tiles' ? `${columns.value}x${rows.value}:${board.value.join(',')}` : ''),
  read(text) {
    const match = /^([2-4])x([2-4]):([\d,]+)$/.exec(text)
    const list = match?.[3].split(',').map(Number) ?? []
    if (match && list.length === Number(match[1]) * Number(match[2])) {
      columns.value = Number(match[1])
      rows.value = Number(match[2])
      board.value = list
    }
  },
}

function neighbours(free: number): number[] {
  const [x, y] = [free % columns.value, Math.floor(free / columns.value)]
  const list: number[] = []
  if (y > 0) list.push(free - columns.value)
  if (x > 0) list.push(free - 1)
  if (x + 1 < columns.value) list.push(free + 1)
  if (y + 1 < rows.value) list.push(free + columns.value)
  return list
}

function scramble(): void {
  const list = Array.from({ length: columns.value * rows.value }, (_, i) => i)
  let free = 0
  let before = -1
  for (let i = 0; i < (list.length > 9 ? 42 : 80); i++) {
    const ways = neighbours(free).filter((cell) => cell !== before)
    const cell = ways[Math.floor(Math.random() * ways.length)]
    ;[list[free], list[cell]] = [list[cell], list[free]]
    before = free
    free = cell
  }
  board.value = list
  void solve()
}

async function solve(): Promise<void> {
  const mine = ++turn
  stop()
  trouble.value = ''
  reply.value = null
  solution.value = [board.value]
  shown.value = 0
  const wanted = { slot: SLOT, world: WORLD.TILES, spec: state.spec.value, unit: 1, start: 0, goal: NONE, nearest: false, events: 0, limit: LIMIT }
  try {
    await state.engine.calls.boardSet(columns.value, rows.value)
    const start = await state.engine.calls.boardFind(wanted, Uint8Array.from(board.value))
    const found = await state.engine.calls.find({ ...wanted, start })
    const boards = await state.engine.calls.boardStates(found.path)
    if (mine !== turn) {
      return
    }
    const size = columns.value * rows.value
    reply.value = found
    solution.value = found.path.length ? Array.from(found.path, (_, i) => [...boards.slice(i * 16, i * 16 + size)]) : [board.value]
    if (!state.calm.matches) {
      run()
    }
  } catch (error) {
    if (!(error instanceof EngineError && error.status === 'CANCELLED')) {
      trouble.value = state.explain(error)
    }
  }
}

function stop(): void {
  running.value = false
  clearTimeout(timer)
}

function run(): void {
  if (shown.value + 1 >= solution.value.length) {
    shown.value = 0
  }
  running.value = true
  const tick = () => {
    if (!running.value) {
      return
    }
    if (shown.value + 1 < solution.value.length) {
      shown.value++
      timer = window.setTimeout(tick, 1000 / pace.value)
    } else {
      running.value = false
    }
  }
  timer = window.setTimeout(tick, 1000 / pace.value)
}

/** A hand slides a tile; what follows is solved from there. */
function slide(cell: number): void {
  const list = [...solution.value[shown.value]]
  const free = list.indexOf(0)
  if (neighbours(free).includes(cell)) {
    ;[list[free], list[cell]] = [list[cell], list[free]]
    board.value = list
    void solve()
  }
}

function Picture() {
  const now = solution.value[shown.value] ?? board.value
  const [w, h] = [columns.value, rows.value]
  return (
    <div class="tiles-stage">
      <div class="board" style={{ '--columns': w, '--rows': h }} role="group" aria-label={`Board of ${w} by ${h}`} data-testid="board" data-board={now.join(',')}>
        {now
          .map((tile, cell) => ({ tile, cell }))
          .filter(({ tile }) => tile !== 0)
          .sort((a, b) => a.tile - b.tile)
          .map(({ tile, cell }) => (
            <button
              key={tile}
              class="tile"
              aria-label={`Tile ${tile}, row ${Math.floor(cell / w) + 1}, column ${(cell % w) + 1}`}
              style={{ '--x': cell % w, '--y': Math.floor(cell / w), background: rampCss(0.12 + (0.8 * tile) / (w * h)) }}
              onClick={() => slide(cell)}
            >
              {tile}
            </button>
          ))}
      </div>
    </div>
  )
}

function Left() {
  const set = (w: number, h: number) => {
    columns.value = w
    rows.value = h
    scramble()
  }
  return (
    <>
      <Section title="Board">
        <Choice
          label="Size"
          value={`${columns.value}x${rows.value}`}
          options={[
            { value: '3x3', text: '3 × 3' },
            { value: '4x3', text: '4 × 3' },
            { value: '4x4', text: '4 × 4' },
          ]}
          onChange={(value) => set(Number(value[0]), Number(value[2]))}
        />
        <button class="wide" onClick={scramble}>
          <Icon name="dice" /> Scramble
        </button>
      </Section>
      <Section title="Algorithm">
        <AlgorithmPanel filter={(one) => !one.needs.some((need) => /grid|map|cells|neighbours/i.test(need))} />
      </Section>
    </>
  )
}

function Side() {
  const found = reply.value
  return (
    <>
      {trouble.value && (
        <p class="trouble" role="alert">
          {trouble.value}
        </p>
      )}
      <p class={`verdict ${found?.outcome === OUTCOME.FOUND ? 'good' : ''}`} role="status" data-testid="solved" data-outcome={found?.outcome ?? -1} data-moves={found ? found.path.length - 1 : -1}>
        {found ? state.catalogue.value!.outcomes[found.outcome].text : 'Thinking…'}
      </p>
      {found && (
        <div class="figures">
          <Figure label="moves" value={found.path.length - 1} />
          <Figure label="expanded" value={found.stats.expansions.toLocaleString('en')} />
          <Figure label="time" value={`${(found.micros / 1000).toFixed(1)} ms`} />
          <Figure label="memory" value={bytes(found.stats.bytes)} />
        </div>
      )}
      <p class="summary">Slide a tile yourself: the rest is solved again from there.</p>
    </>
  )
}

function Dock() {
  const last = Math.max(1, solution.value.length - 1)
  return (
    <div class="transport" role="group" aria-label="Solution">
      <button class="round" aria-label="One move back" onClick={() => (stop(), (shown.value = Math.max(0, shown.value - 1)))}>
        <Icon name="back" />
      </button>
      <button class="round main" aria-label={running.value ? 'Pause' : 'Play'} onClick={() => (running.value ? stop() : run())}>
        <Icon name={running.value ? 'pause' : 'play'} size={22} />
      </button>
      <button class="round" aria-label="One move on" onClick={() => (stop(), (shown.value = Math.min(solution.value.length - 1, shown.value + 1)))}>
        <Icon name="forth" />
      </button>
      <input class="scrubber" type="range" aria-label="Moves" min={0} max={last} value={shown.value} style={{ '--share': `${(100 * shown.value) / last}%` }} onInput={(event) => (stop(), (shown.value = Number(event.currentTarget.value)))} />
      <output class="counter" aria-live="off">
        {shown.value} <small>of {solution.value.length - 1} moves</small>
      </output>
      <Slider label="Moves per second" min={1} max={30} value={pace.value} onInput={(value) => (pace.value = value)} />
    </div>
  )
}

export const tilesMode: Mode = {
  name: 'tiles',
  title: 'Tiles',
  hint: 'The puzzle of your childhood, solved while you watch.',
  onMap: false,
  enter() {
    if (!['astar', 'weighted', 'idastar', 'meidastar', 'greedy', 'speedy', 'lsslrta'].includes(state.algorithmName.value)) {
      state.setSpec('astar')
    }
    if (board.value.length) {
      void solve()
    } else {
      scramble()
    }
  },
  leave() {
    turn++
    stop()
  },
  changed: (live) => void (!live && solve()),
  edit() {},
  Left,
  Side,
  Dock,
  Picture,
}
