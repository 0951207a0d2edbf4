// The explorer of benchmarks: choose what was measured, algorithms, sets and axes; fronts,
// distributions, scaling, and the claims with their evidence.
import * as Plot from '@observablehq/plot'
import { computed, signal } from '@preact/signals'
import { render } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import '../styles.css'
import './bench.css'
import { Icon, Logo } from '../ui/icons'
import { hue } from '../view/palette'
import { cactus, claims, datasets, front, means, pairs, parseRun, readReport, unpackRun, type Claim, type Dataset, type Report, type Results, type Row } from './data'

declare global {
  interface Window {
    WAYMARK_RESULTS?: Results | Report
  }
}

type View = 'front' | 'distribution' | 'scaling' | 'problems' | 'cactus' | 'table'

const SIZE = /\b(map cells|size|width|agents|side)\b|^cells$/i
const TIME = /\bus\b|µs|time_cost|\bms\b/
const LOSS = /sub-opt|excess/i

const found = window.WAYMARK_RESULTS ?? { pages: [], runs: [] }
/** A report is one file: there is no site around it. */
const alone = 'markdown' in found
const given = alone ? readReport(found) : found
const results = signal<Results>({ pages: given.pages, runs: given.runs.map(unpackRun) })
const tab = signal<'explore' | 'claims'>('explore')
const all = computed(() => datasets(results.value))
const chosenId = signal('')
const dataset = computed(() => all.value.find((one) => one.id === chosenId.value) ?? all.value.find(shows) ?? all.value[0])

/** Whether there is something to weigh against something. */
function shows(one: Dataset): boolean {
  return one.rows.length > 5 && one.columns.some((name) => TIME.test(name)) && one.columns.some((name) => LOSS.test(name))
}
const hiddenNames = signal<ReadonlySet<string>>(new Set())
const hiddenSets = signal<ReadonlySet<string>>(new Set())
const view = signal<View>('front')
const xAxis = signal('')
const yAxis = signal('')
const logX = signal(true)
const logY = signal(true)
const message = signal('')
const theme = signal<'dark' | 'light'>('dark')
const filter = signal('')

const names = computed(() => [...new Set(dataset.value?.rows.map((row) => row.name))])
const sets = computed(() => [...new Set(dataset.value?.rows.map((row) => row.set).filter(Boolean))])
const rows = computed(() => (dataset.value?.rows ?? []).filter((row) => !hiddenNames.value.has(row.name) && !hiddenSets.value.has(row.set)))

function guess(columns: string[], words: RegExp[], otherwise: number): string {
  const varies = (name: string) => new Set(dataset.value?.rows.map((row) => row.values[name])).size > 1
  for (const word of words) {
    const found = columns.find((name) => word.test(name) && varies(name))
    if (found) {
      return found
    }
  }
  return columns[Math.min(otherwise, columns.length - 1)] ?? ''
}

const x = computed(() => {
  const columns = dataset.value?.columns ?? []
  return columns.includes(xAxis.value) ? xAxis.value : guess(columns, [/^time \(µs\)/, TIME, /time/, /expan/], 0)
})
const y = computed(() => {
  const columns = (dataset.value?.columns ?? []).filter((name) => name !== x.value)
  return columns.includes(yAxis.value) ? yAxis.value : guess(columns, [LOSS, /bytes|KB|memory/i, /expan/], 0)
})

function tone(name: string): string {
  const [r, g, b] = hue(names.value.indexOf(name) * 2 + 1)
  return `rgb(${r},${g},${b})`
}

// Charts ------------------------------------------------------------------------------------------

function positive(list: Row[], ...columns: string[]): Row[] {
  return list.filter((row) => columns.every((name) => row.values[name] !== undefined))
}

function logScale(log: boolean, list: Row[], column: string) {
  // A zero has no logarithm: then a scale that bends near it.
  const values = list.map((row) => row.values[column]).filter((value) => value !== undefined)
  const least = Math.min(...values.filter((value) => value > 0))
  if (!log) {
    return { type: 'linear' as const }
  }
  // Far from its bend it is a logarithm; Plot's own leaves ticks that it is told of without their labels.
  const bend = values.some((value) => value <= 0) ? 1 : 1e-3
  return { type: 'symlog' as const, constant: (Number.isFinite(least) ? least : 1) * bend }
}

/** How far along an axis a value lies [0..1]. */
type Along = (value: number) => number

/** A scale with as many ticks as there is room for, and where values lie on it. */
function axisOf(log: boolean, list: Row[], column: string, room: number) {
  const scale = logScale(log, list, column)
  const values = list.map((row) => row.values[column])
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const constant = ('constant' in scale && scale.constant) || 1
  const bend = scale.type === 'linear' ? (value: number) => value : (value: number) => Math.sign(value) * Math.log1p(Math.abs(value) / constant)
  const span = bend(most) - bend(least)
  const along: Along = (value) => (span ? (bend(value) - bend(least)) / span : 0.5)
  const ticks = (scale.type === 'linear' ? even(least, most, room) : decades(least, most, constant)).filter((tick) => tick >= least && tick <= most)
  const shown = apart(ticks.length > 1 ? ticks : even(least, most, room), along, 1 / room)
  return { scale: { ...scale, ticks: shown, tickFormat: (value: number) => short(value) }, along, labels: shown.map(short) }
}

/** Round numbers at even distances. */
function even(least: number, most: number, room: number): number[] {
  const rough = (most - least) / Math.max(1, room)
  const unit = 10 ** Math.floor(Math.log10(rough || 1))
  const step = [1, 2, 5, 10].map((times) => times * unit).find((size) => size >= rough) ?? unit
  const first = Math.ceil(least / step)
  return Array.from({ length: Math.max(1, Math.floor(most / step) - first + 1) }, (_, i) => Number(((first + i) * step).toPrecision(12)))
}

/** Powers of ten, then what lies between them: the first of those that would touch is kept. */
function decades(least: number, most: number, constant: number): number[] {
  const floor = least > 0 ? least : constant
  const powers: number[] = []
  for (let power = Math.floor(Math.log10(floor)); power <= Math.ceil(Math.log10(most || 1)); power++) {
    powers.push(power)
  }
  const ends = least > 0 ? [] : [0]
  return [...ends, ...[1, 3, 2, 5].flatMap((times) => powers.map((power) => Number((times * 10 ** power).toPrecision(6))))]
}

/** Those that lie at least `gap` from all that came before them, in order. */
function apart(ticks: number[], along: Along, gap: number): number[] {
  const kept: number[] = []
  for (const tick of ticks) {
    if (kept.every((other) => Math.abs(along(other) - along(tick)) >= gap)) {
      kept.push(tick)
    }
  }
  return kept.sort((a, b) => a - b)
}

/** A number as an axis has room for it: 0.002, 1.5, 20k, 3M. */
function short(value: number): string {
  const size = Math.abs(value)
  const [unit, letter] = size >= 1e9 ? [1e9, 'G'] : size >= 1e6 ? [1e6, 'M'] : size >= 1e4 ? [1e3, 'k'] : [1, '']
  const text = Number((value / unit).toPrecision(3))
  return size && size < 1e-4 ? value.toExponential(0) : `${text}${letter}`
}

/** Names for points: on the side where there is room, and none over another. */
function labelled(list: Row[], alongX: (row: Row) => number, alongY: (row: Row) => number, width: number, height: number): { row: Row; text: string; anchor: 'start' | 'middle' | 'end' }[] {
  const taken: [number, number, number, number][] = []
  return list.flatMap((row) => {
    const text = `${row.name}${row.set ? ` · ${row.set}` : ''}`
    const [x, y, long] = [alongX(row) * width, (1 - alongY(row)) * height - 13, text.length * 7]
    const anchor = x < long / 2 ? 'start' : x > width - long / 2 ? 'end' : 'middle'
    const left = anchor === 'start' ? x : anchor === 'end' ? x - long : x - long / 2
    const box: [number, number, number, number] = [left, y - 8, left + long, y + 8]
    if (box[0] < -8 || box[2] > width + 8 || taken.some((one) => one[0] < box[2] && box[0] < one[2] && one[1] < box[3] && box[1] < one[3])) {
      return []
    }
    taken.push(box)
    return [{ row, text, anchor: anchor as 'start' | 'middle' | 'end' }]
  })
}

const LETTER = 7
const longest = (labels: string[]) => Math.max(1, ...labels.map((label) => label.length))

function note(text: string): Element {
  const said = document.createElement('p')
  said.textContent = text
  return said
}

function chart(width: number): Element {
  const told = dataset.value
  const [column, other] = [x.value, y.value]
  const tall = Math.max(300, Math.min(560, width * 0.55))
  const acrossRoom = Math.max(3, Math.floor(width / 64))
  const upRoom = Math.max(4, Math.floor(tall / 34))
  const base = { width, height: tall, marginLeft: 70, marginRight: 24, marginTop: 34, marginBottom: 46, style: { background: 'none', color: 'var(--text)', fontSize: '12px' } }
  if (view.value === 'distribution') {
    const list = positive(rows.value, column)
    const letters = Math.min(longest(names.value), Math.floor((width * 0.4) / LETTER))
    return Plot.plot({
      ...base,
      marginLeft: 16 + LETTER * letters,
      height: Math.max(200, 34 * names.value.filter((name) => !hiddenNames.value.has(name)).length + 60),
      x: { ...axisOf(logX.value, list, column, acrossRoom).scale, label: column, grid: true, axis: 'both' as const },
      y: { label: null, tickFormat: (name: string) => (name.length > letters ? `${name.slice(0, letters - 1)}…` : name) },
      marks: [
        Plot.boxX(list, { x: (row: Row) => row.values[column], y: 'name', fill: (row: Row) => tone(row.name), fillOpacity: 0.55, stroke: 'currentColor' }),
        Plot.tip(list, Plot.pointer({ x: (row: Row) => row.values[column], y: 'name', title: (row: Row) => `${row.name} ${row.set}\n${column} ${format(row.values[column])}` })),
      ],
    })
  }
  if (view.value === 'problems') {
    const first = rows.value[0]?.name ?? ''
    const list = pairs(rows.value, first, column)
    const of = [...list.map(({ row }) => row), ...list.map(({ row, base }) => ({ ...row, values: { [column]: base } }))]
    if (!told?.raw || list.length === 0) {
      return note('Single problems are in the rows of a run, with two algorithms on the same ones.')
    }
    const axis = axisOf(logX.value, of, column, acrossRoom)
    const ends = [Math.min(...of.map((row) => row.values[column])), Math.max(...of.map((row) => row.values[column]))]
    return Plot.plot({
      ...base,
      marginLeft: 20 + LETTER * longest(axis.labels),
      x: { ...axis.scale, label: `${first}: ${column} →`, grid: true },
      y: { ...axisOf(logX.value, of, column, upRoom).scale, label: `↑ others: ${column}`, grid: true },
      marks: [
        Plot.line(ends, { x: (value: number) => value, y: (value: number) => value, stroke: 'var(--soft)', strokeDasharray: '5 4' }),
        Plot.dot(list, { x: 'base', y: ({ row }) => row.values[column], r: 3, stroke: ({ row }) => tone(row.name), title: ({ row, base }) => `${row.name} ${row.set} ${row.problem}\n${format(base)} and ${format(row.values[column])}`, tip: true }),
      ],
    })
  }
  if (view.value === 'cactus') {
    const list = cactus(rows.value, column)
    if (!told?.raw || list.length === 0) {
      return note('Single problems are in the rows of a run.')
    }
    const values = list.map((point) => ({ name: point.name, set: '', values: { [column]: point.value } }))
    const most = Math.max(...list.map((point) => point.solved))
    return Plot.plot({
      ...base,
      x: { ...axisOf(logX.value, values, column, acrossRoom).scale, label: `${column} →`, grid: true },
      y: { label: '↑ problems done with', grid: true, domain: [0, most], ticks: even(0, most, upRoom).filter(Number.isInteger) },
      marks: [
        Plot.line(list, { x: 'value', y: 'solved', z: 'name', stroke: (point: { name: string }) => tone(point.name), curve: 'step-after' }),
        Plot.tip(list, Plot.pointer({ x: 'value', y: 'solved', title: (point: { name: string; solved: number; value: number }) => `${point.name}\n${point.solved} within ${format(point.value)}` })),
      ],
    })
  }
  if (view.value === 'scaling') {
    // Time, unless something else was asked for.
    const grown = yAxis.value ? other : column
    const size = told?.columns.find((name) => SIZE.test(name)) ?? column
    const list = means(positive(rows.value, size, grown), told?.raw ?? false)
    const up = axisOf(logY.value, list, grown, upRoom)
    return Plot.plot({
      ...base,
      marginLeft: 20 + LETTER * longest(up.labels),
      x: { ...axisOf(true, list, size, acrossRoom).scale, label: size, grid: true },
      y: { ...up.scale, label: grown, grid: true },
      marks: [
        Plot.line(list, { x: (row: Row) => row.values[size], y: (row: Row) => row.values[grown], z: 'name', stroke: (row: Row) => tone(row.name), sort: (row: Row) => row.values[size] }),
        Plot.dot(list, { x: (row: Row) => row.values[size], y: (row: Row) => row.values[grown], fill: (row: Row) => tone(row.name), r: 4, title: (row: Row) => `${row.name} ${row.set}`, tip: true }),
      ],
    })
  }
  const list = positive(means(rows.value, !told?.raw), column, other)
  const best = front(list, column, other)
  const [across, up] = [axisOf(logX.value, list, column, acrossRoom), axisOf(logY.value, list, other, upRoom)]
  const marginLeft = 20 + LETTER * longest(up.labels)
  const inner = [width - marginLeft - base.marginRight, tall - base.marginTop - base.marginBottom] as const
  const shownNames = labelled(best, (row) => across.along(row.values[column]), (row) => up.along(row.values[other]), ...inner)
  return Plot.plot({
    ...base,
    marginLeft,
    x: { ...across.scale, label: `${column} →`, grid: true },
    y: { ...up.scale, label: `↑ ${other}`, grid: true },
    marks: [
      Plot.line(best, { x: (row: Row) => row.values[column], y: (row: Row) => row.values[other], stroke: 'var(--soft)', strokeDasharray: '5 4', curve: 'step-after' }),
      Plot.dot(list, {
        x: (row: Row) => row.values[column],
        y: (row: Row) => row.values[other],
        r: 6,
        fill: (row: Row) => (best.includes(row) ? tone(row.name) : 'transparent'),
        stroke: (row: Row) => tone(row.name),
        strokeWidth: 2,
      }),
      ...(['start', 'middle', 'end'] as const).map((anchor) =>
        Plot.text(
          shownNames.filter((one) => one.anchor === anchor),
          { x: ({ row }) => row.values[column], y: ({ row }) => row.values[other], text: 'text', textAnchor: anchor, dy: -13, fill: 'currentColor' },
        ),
      ),
      Plot.tip(list, Plot.pointer({ x: (row: Row) => row.values[column], y: (row: Row) => row.values[other], title: (row: Row) => `${row.name} ${row.set}\n${column} ${format(row.values[column])}\n${other} ${format(row.values[other])}` })),
    ],
  })
}

function format(value: number | undefined): string {
  if (value === undefined) {
    return '–'
  }
  return Math.abs(value) >= 1000 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(4)))
}

function Chart() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const draw = () => {
      const element = box.current
      if (element) {
        element.replaceChildren(rows.value.length ? chart(element.clientWidth) : 'Nothing is chosen.')
      }
    }
    draw()
    const watch = new ResizeObserver(draw)
    watch.observe(box.current!)
    return () => watch.disconnect()
  })
  const kinds: Partial<Record<View, string>> = { problems: `${x.value}, problem by problem`, cactus: `Problems by ${x.value}` }
  const told = kinds[view.value] ? kinds[view.value] : view.value === 'front' ? `${y.value} against ${x.value}` : view.value === 'distribution' ? `Distribution of ${x.value}` : `${y.value} by size`
  return <div ref={box} class="chart" role="img" aria-label={told} data-testid="chart" />
}

function Table() {
  const told = dataset.value!
  const list = told.raw ? means(rows.value, false) : rows.value
  return (
    <div class="scroller" data-testid="table">
      <table class="data">
        <thead>
          <tr>
            <th>name</th>
            {!told.raw && sets.value.length > 0 && <th>set</th>}
            {told.columns.map((name) => (
              <th key={name}>{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {list.map((row, i) => (
            <tr key={i}>
              <th scope="row">
                <i class="dot" style={{ background: tone(row.name) }} />
                {row.name}
              </th>
              {!told.raw && sets.value.length > 0 && <td>{row.set}</td>}
              {told.columns.map((name) => (
                <td key={name}>{format(row.values[name])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

// Choosing ----------------------------------------------------------------------------------------

function flip(which: typeof hiddenNames, name: string): void {
  const next = new Set(which.value)
  if (!next.delete(name)) {
    next.add(name)
  }
  which.value = next
}

function Checks({ title, list, which, colours }: { title: string; list: string[]; which: typeof hiddenNames; colours?: boolean }) {
  if (list.length < 2) {
    return null
  }
  return (
    <fieldset class="checks">
      <legend>
        {title}
        <button onClick={() => (which.value = which.value.size ? new Set() : new Set(list))}>{which.value.size ? 'all' : 'none'}</button>
      </legend>
      {list.map((name) => (
        <label key={name} class="toggle">
          <input type="checkbox" checked={!which.value.has(name)} onChange={() => flip(which, name)} />
          {colours && <i class="dot" style={{ background: tone(name) }} />}
          <span>{name}</span>
        </label>
      ))}
    </fieldset>
  )
}

function Axis(props: { label: string; value: string; log: typeof logX; onChange(name: string): void }) {
  return (
    <div class="axis">
      <label>
        {props.label}
        <select value={props.value} onChange={(event) => props.onChange(event.currentTarget.value)}>
          {dataset.value!.columns.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <label class="toggle">
        <input type="checkbox" checked={props.log.value} onChange={() => (props.log.value = !props.log.value)} /> logarithmic
      </label>
    </div>
  )
}

async function take(files: FileList | null): Promise<void> {
  for (const file of files ?? []) {
    try {
      const run = parseRun(file.name, await file.text())
      results.value = { ...results.value, runs: [run, ...results.value.runs] }
      chosenId.value = `run:${run.name}`
      message.value = `${file.name}: ${run.queries.length.toLocaleString('en')} queries`
    } catch (error) {
      message.value = (error as Error).message
    }
  }
}

const VIEWS: [View, string][] = [
  ['front', 'Pareto front'],
  ['distribution', 'Distribution'],
  ['scaling', 'Scaling'],
  ['problems', 'Problems'],
  ['cactus', 'Cactus'],
  ['table', 'Table'],
]

function Explore() {
  const told = dataset.value
  if (!told) {
    return <p class="summary">No results were found beside this page.</p>
  }
  const groups = [...new Set(all.value.map((one) => one.page))]
  return (
    <div class="explore">
      <aside aria-label="What to show">
        <label class="source">
          What was measured
          <select
            data-testid="dataset"
            value={told.id}
            onChange={(event) => {
              chosenId.value = event.currentTarget.value
              hiddenNames.value = new Set()
              hiddenSets.value = new Set()
            }}
          >
            {groups.map((page) => (
              <optgroup key={page} label={results.value.pages.find((one) => one.name === page)?.title ?? 'Runs'}>
                {all.value
                  .filter((one) => one.page === page)
                  .map((one) => (
                    <option key={one.id} value={one.id}>
                      {one.title}
                    </option>
                  ))}
              </optgroup>
            ))}
          </select>
        </label>
        <Axis label="Across" value={x.value} log={logX} onChange={(name) => (xAxis.value = name)} />
        <Axis label="Up" value={y.value} log={logY} onChange={(name) => (yAxis.value = name)} />
        <Checks title="Algorithms" list={names.value} which={hiddenNames} colours />
        <Checks title="Sets" list={sets.value} which={hiddenSets} />
        <label class="drop">
          <Icon name="open" /> Your own run: <code>waymark bench export --json run.json</code>
          <input type="file" accept=".json" data-testid="run" onChange={(event) => void take(event.currentTarget.files)} />
        </label>
        {message.value && (
          <p role="status" class="summary">
            {message.value}
          </p>
        )}
      </aside>
      <section class="shown">
        <h2>{told.title}</h2>
        <p class="summary">{told.said}</p>
        <div class="segments" role="radiogroup" aria-label="View">
          {VIEWS.map(([name, text]) => (
            <button key={name} role="radio" aria-checked={view.value === name} onClick={() => (view.value = name)}>
              {text}
            </button>
          ))}
        </div>
        {view.value === 'table' ? <Table /> : <Chart />}
        <p class="summary">
          {told.page && alone ? (
            'From the page of the report.'
          ) : told.page ? (
            <>
              From <a href={`docs/${told.page}.html`}>{told.page}.md</a>, as committed.
            </>
          ) : (
            <>
              {told.rows.length.toLocaleString('en')} rows of the store's export; the plots show means over {told.title.includes('query') ? 'queries' : 'maps'}, distributions all of them.
            </>
          )}
        </p>
      </section>
    </div>
  )
}

const VERDICTS: Record<Claim['found'], string> = { yes: 'reproduced', no: 'contradicted', 'in part': 'undecided', 'no data': 'not testable here', told: 'told without a verdict' }

/** What was measured, or that nothing was. */
function Evidence({ one }: { one: Claim }) {
  // "4, 400": maps and problems.
  const [, maps, problems] = /^([1-9]\d*)(?:, ([1-9]\d*))?/.exec(one.data) ?? []
  const measured = maps && `${maps} maps${problems ? `, ${problems} problems` : ''}`
  return (
    <>
      {one.faithful || <em>no data</em>}
      {measured && <small> on {measured}</small>}
    </>
  )
}

function Claims() {
  const list = claims(results.value)
  const word = filter.value.toLowerCase()
  const shown = list.filter((one) => !word || `${one.source} ${one.claim} ${one.verdict} ${one.found}`.toLowerCase().includes(word))
  const counts = new Map<Claim['found'], number>()
  list.forEach((one) => counts.set(one.found, (counts.get(one.found) ?? 0) + 1))
  return (
    <section class="claims" data-testid="claims">
      <h2>What papers and textbooks claim, and what we found</h2>
      <p class="chips">
        {[...counts].map(([verdict, count]) => (
          <span key={verdict} class="chip">
            {VERDICTS[verdict]}: {count}
          </span>
        ))}
      </p>
      <input class="filter" type="search" placeholder="Filter" aria-label="Filter claims" value={filter.value} onInput={(event) => (filter.value = event.currentTarget.value)} />
      <div class="scroller">
        <table class="data texts">
          <thead>
            <tr>
              <th>about</th>
              <th>claim</th>
              <th>the paper's figure</th>
              <th>rule</th>
              <th>ours, as the paper has it</th>
              <th>reproduced?</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((one, i) => (
              <tr key={i}>
                <td>
                  {alone ? one.source : <a href={`docs/${one.page}.html`}>{one.source}</a>}
                </td>
                <td>{one.claim}</td>
                <td>{one.paper}</td>
                <td>{one.rule}</td>
                <td>
                  <Evidence one={one} />
                </td>
                <td class={`verdict-${one.found.replace(/^\w+ /, '')}`}>{one.faithful ? one.verdict : 'no data'}{one.why && <small> {one.why}</small>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function Page() {
  return (
    <div class="bench-page">
      <header class="topbar">
        <a class="brand" href={alone ? undefined : 'index.html'}>
          <Logo />
          <b>waymark</b>
        </a>
        <nav class="modes" aria-label="Views">
          <button aria-current={tab.value === 'explore' ? 'page' : undefined} onClick={() => (tab.value = 'explore')}>
            Explore
          </button>
          <button aria-current={tab.value === 'claims' ? 'page' : undefined} onClick={() => (tab.value = 'claims')}>
            Claims
          </button>
        </nav>
        <nav class="links" aria-label="Site">
          {alone || (
            <>
              <a href="index.html" aria-label="Playground">
                <Icon name="play" /> <span>Playground</span>
              </a>
              <a href="docs/index.html" aria-label="Docs">
                <Icon name="book" /> <span>Docs</span>
              </a>
            </>
          )}
          <button
            aria-label="Dark or light"
            onClick={() => {
              theme.value = theme.value === 'dark' ? 'light' : 'dark'
              localStorage.setItem('waymark-theme', theme.value)
              document.documentElement.dataset.theme = theme.value
            }}
          >
            <Icon name={theme.value === 'dark' ? 'sun' : 'moon'} />
          </button>
        </nav>
      </header>
      <main>
        <h1 class="unseen">Benchmarks of waymark</h1>
        {tab.value === 'explore' ? <Explore /> : <Claims />}
      </main>
    </div>
  )
}

const stored = localStorage.getItem('waymark-theme')
theme.value = stored === 'light' || stored === 'dark' ? stored : matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'
document.documentElement.dataset.theme = theme.value
const root = document.getElementById('app')!
root.textContent = ''
render(<Page />, root)
document.documentElement.dataset.ready = 'yes'
