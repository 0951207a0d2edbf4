// Side by side: panels, a table of what each did, and a plot of what is worth what.
import { effect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { speed } from '../model/film'
import * as state from '../model/state'
import { AlgorithmOptions, ParamControl, RulesPanel } from '../ui/algorithm_panel'
import { bytes, micros, Section } from '../ui/controls'
import { Icon } from '../ui/icons'
import { MapPanel } from '../ui/map_panel'
import { handlers } from '../ui/stage'
import { MapView } from '../view/map_view'
import { hue, THEMES } from '../view/palette'
import * as logic from './compare_logic'
import { specParse, specText } from '../model/spec'
import type { Mode } from './mode'

function tone(index: number): string {
  const [r, g, b] = hue(index * 3 + 2)
  return `rgb(${r} ${g} ${b})`
}

function Panel({ index }: { index: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const view = new MapView(canvas.current!, THEMES[state.theme.value], handlers(() => compareMode))
    logic.views[index] = view
    const stop = effect(() => {
      view.theme = THEMES[state.theme.value]
      if (state.ground.value) {
        view.camera.insets = { top: 0, right: 0, bottom: 0, left: 0 }
        view.show(state.ground.value)
        logic.show(index)
        view.recolour()
      }
    })
    return () => {
      stop()
      logic.views[index] = null
    }
  }, [])
  const lane = logic.lanes.value[index]
  const spec = logic.specs.value[index]
  return (
    <figure class="lane">
      <canvas ref={canvas} aria-label={`Search by ${logic.titleOf(spec)}`} role="img" />
      <figcaption>
        <i class="dot" style={{ background: tone(index) }} />
        <b>{logic.titleOf(spec)}</b>
        <span>{lane?.trouble || (lane?.reply ? `${lane.reply.stats.expansions.toLocaleString('en')} expanded` : '…')}</span>
      </figcaption>
    </figure>
  )
}

function Picture() {
  return (
    <div class={`lanes lanes-${logic.specs.value.length}`}>
      {logic.specs.value.map((_, index) => (
        <Panel key={index} index={index} />
      ))}
    </div>
  )
}

interface Row {
  index: number
  spec: string
  cost: number
  excess: number
  expansions: number
  longest: number
  bytes: number
  micros: number
}

function rows(): (Row | null)[] {
  const least = logic.best.value
  return logic.lanes.value.map((lane, index) => {
    const reply = lane.reply
    if (!reply || reply.path.length === 0) {
      return null
    }
    return {
      index,
      spec: lane.spec,
      cost: reply.cost,
      excess: least ? (100 * (reply.cost - least)) / least : 0,
      expansions: reply.stats.expansions,
      longest: reply.lookahead ? Math.min(reply.lookahead, reply.stats.expansions) : reply.stats.expansions,
      bytes: reply.stats.bytes + reply.databaseBytes,
      micros: lane.micros,
    }
  })
}

function Table() {
  const scale = state.ground.value?.cardinal ?? 1
  const list = rows()
  const cells: [string, string, (row: Row) => string][] = [
    ['cost', 'Length of the path in cells', (row) => (row.cost / scale).toFixed(1)],
    ['excess', 'How much longer than the best', (row) => `${row.excess.toFixed(1)} %`],
    ['expanded', 'States whose steps were looked at', (row) => row.expansions.toLocaleString('en')],
    ['longest move', 'Most expansions before a move', (row) => row.longest.toLocaleString('en')],
    ['memory', 'Bytes of agent and database', (row) => bytes(row.bytes)],
    ['time', 'Of one search, without events', (row) => micros(row.micros)],
  ]
  return (
    <table class="compare" data-testid="compare">
      <thead>
        <tr>
          <td />
          {logic.specs.value.map((spec, i) => (
            <th key={spec + i} scope="col" title={spec}>
              <i class="dot" style={{ background: tone(i) }} />
              {logic.titleOf(spec).split(' (')[0]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {cells.map(([name, help, text]) => (
          <tr key={name}>
            <th scope="row" title={help}>
              {name}
            </th>
            {logic.specs.value.map((_, i) => (
              <td key={i}>{list[i] ? text(list[i]!) : '–'}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Time against excess; what nothing else beats in both is joined by a line. */
function Pareto() {
  const points = rows().filter((row): row is Row => row !== null && row.micros > 0)
  if (points.length < 2) {
    return null
  }
  const [width, height, pad] = [256, 150, 26]
  const logs = points.map((row) => Math.log10(row.micros))
  const [low, high] = [Math.floor(Math.min(...logs)), Math.ceil(Math.max(...logs) + 0.01)]
  const most = Math.max(1, ...points.map((row) => row.excess)) * 1.15
  const x = (row: Row) => pad + ((Math.log10(row.micros) - low) / (high - low)) * (width - pad - 10)
  const y = (row: Row) => height - pad - (row.excess / most) * (height - pad - 12)
  const front = points
    .filter((row) => !points.some((other) => other !== row && other.micros <= row.micros && other.excess <= row.excess))
    .sort((a, b) => a.micros - b.micros)
  const ticks = Array.from({ length: high - low + 1 }, (_, i) => low + i)
  const name = (power: number) => (power < 3 ? `${10 ** power} µs` : power < 6 ? `${10 ** (power - 3)} ms` : `${10 ** (power - 6)} s`)
  return (
    <svg class="pareto" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`Time of a search against excess length. ${points.map((row) => `${logic.titleOf(row.spec)}: ${micros(row.micros)}, ${row.excess.toFixed(1)} % longer`).join('; ')}`}>
      {ticks.map((power) => {
        const at = pad + ((power - low) / (high - low)) * (width - pad - 10)
        return (
          <g key={power}>
            <line x1={at} x2={at} y1={8} y2={height - pad} stroke="var(--edge)" />
            <text x={at} y={height - 8} text-anchor="middle">
              {name(power)}
            </text>
          </g>
        )
      })}
      <text x={4} y={12}>
        {most.toFixed(0)} %
      </text>
      <text x={4} y={height - pad}>
        0 %
      </text>
      <polyline points={front.map((row) => `${x(row)},${y(row)}`).join(' ')} fill="none" stroke="var(--soft)" stroke-dasharray="4 3" />
      {points.map((row) => (
        <circle key={row.index} cx={x(row)} cy={y(row)} r={6} fill={tone(row.index)} stroke="var(--panel)" stroke-width={2}>
          <title>{`${logic.titleOf(row.spec)}: ${micros(row.micros)}, ${row.excess.toFixed(1)} % longer`}</title>
        </circle>
      ))}
    </svg>
  )
}

function Chooser({ index }: { index: number }) {
  const spec = logic.specs.value[index]
  const parsed = specParse(state.catalogue.value!.algorithms, spec)
  const put = (text: string | null) => {
    const next = [...logic.specs.value]
    if (text === null) {
      next.splice(index, 1)
    } else {
      next[index] = text
    }
    logic.specs.value = next
    void logic.refresh(false)
  }
  if (!parsed) {
    return null
  }
  return (
    <div class="chooser">
      <div class="chooser-head">
        <i class="dot" style={{ background: tone(index) }} />
        <select aria-label={`Algorithm ${index + 1}`} value={parsed.algorithm.name} onChange={(event) => put(event.currentTarget.value)}>
          <AlgorithmOptions />
        </select>
        {logic.specs.value.length > 2 && (
          <button aria-label={`Remove ${parsed.algorithm.title}`} onClick={() => put(null)}>
            <Icon name="close" size={14} />
          </button>
        )}
      </div>
      {parsed.algorithm.params.length > 0 && (
        <details>
          <summary>Parameters</summary>
          {parsed.algorithm.params.map((param) => (
            <ParamControl
              key={param.name}
              param={param}
              value={parsed.values[param.name] ?? param.preset}
              onChange={(value) => put(specText(parsed.algorithm, { ...parsed.values, [param.name]: value }))}
            />
          ))}
        </details>
      )}
    </div>
  )
}

function Left() {
  return (
    <>
      <Section title="Algorithms">
        {logic.specs.value.map((spec, index) => (
          <Chooser key={`${index}${spec.split('(')[0]}`} index={index} />
        ))}
        {logic.specs.value.length < 4 && (
          <button class="wide" onClick={() => ((logic.specs.value = [...logic.specs.value, 'weighted']), void logic.refresh(false))}>
            <Icon name="plus" size={14} /> Another one
          </button>
        )}
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

function Side() {
  return (
    <>
      <Table />
      <Section title="Time and quality">
        <Pareto />
        <p class="summary">Time of a search against how much longer the path is. Down and left is better.</p>
      </Section>
    </>
  )
}

function Dock() {
  return (
    <div class="transport" role="group" aria-label="Race">
      <button class="round" aria-label="Back to the start" onClick={() => ((logic.racing.value = false), logic.seek(0))}>
        <Icon name="first" />
      </button>
      <button class="round main" aria-label={logic.racing.value ? 'Pause' : 'Race'} onClick={() => (logic.racing.value ? (logic.racing.value = false) : logic.race())}>
        <Icon name={logic.racing.value ? 'pause' : 'play'} size={22} />
      </button>
      <input
        class="scrubber"
        type="range"
        aria-label="Events"
        min={0}
        max={logic.longest.value}
        value={logic.at.value}
        style={{ '--share': `${(100 * logic.at.value) / logic.longest.value}%` }}
        onInput={(event) => ((logic.racing.value = false), logic.seek(Number(event.currentTarget.value)))}
      />
      <select class="speed" aria-label="Speed" value={String(speed.value)} onChange={(event) => (speed.value = Number(event.currentTarget.value))}>
        {logic.SPEEDS.map((value) => (
          <option key={value} value={String(value)}>
            {value === 0 ? 'auto' : `${value} ×`}
          </option>
        ))}
      </select>
    </div>
  )
}

export const compareMode: Mode = {
  name: 'compare',
  title: 'Compare',
  hint: 'One problem, several minds: who looks where, and what does it cost?',
  onMap: false,
  enter: () => void logic.refresh(false),
  leave() {
    logic.racing.value = false
    logic.lanes.value = []
  },
  changed: (live) => void logic.refresh(live),
  edit: (edits) =>
    void state.engine.calls
      .edit(edits)
      .then(() => logic.refresh(true))
      .catch((error) => state.complain(error)),
  settled: () => void logic.refresh(false),
  Left,
  Side,
  Dock,
  Picture,
}
