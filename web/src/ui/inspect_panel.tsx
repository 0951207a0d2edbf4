// What came of a search, the layers that show it, and what is known of the cell under the pointer.
import { hasPath, result } from '../model/film'
import { describe, micros as timed, searchMs, smoothed, smoothing, trouble } from '../modes/search_logic'
import * as state from '../model/state'
import { OPEN_CSS, rampCss } from '../view/palette'
import { bytes, Figure, micros, Section, Select, Toggle } from './controls'

export function Outcome() {
  const reply = result.value
  if (trouble.value) {
    return (
      <p class="trouble" role="alert">
        {trouble.value}
      </p>
    )
  }
  if (!reply) {
    return <p class="summary">…</p>
  }
  const outcome = state.catalogue.value!.outcomes[reply.outcome]
  const map = state.ground.value!
  const found = hasPath(reply)
  return (
    <div class="outcome" data-testid="outcome" data-outcome={outcome.name} data-cost={reply.cost} data-expansions={reply.stats.expansions}>
      <p class={`verdict ${found ? 'good' : 'bad'}`}>{outcome.text}</p>
      <div class="figures">
        <Figure label="length" value={found ? (reply.cost / map.cardinal).toFixed(2) : '–'} note={found ? `${reply.path.length.toLocaleString('en')} cells` : undefined} />
        <Figure label="expanded" value={reply.stats.expansions.toLocaleString('en')} />
        <Figure label="time" value={micros(timed.value)} note="without events" />
        <Figure label="memory" value={bytes(reply.stats.bytes)} note={reply.databaseBytes ? `+ ${bytes(reply.databaseBytes)} shared` : undefined} />
      </div>
      {smoothed.value && (
        <p class="summary">
          Smoothed: {smoothed.value.length.toFixed(2)} cells long, {smoothed.value.path.length} points
        </p>
      )}
      {reply.prepareMs > 20 && <p class="summary">Prepared in {(reply.prepareMs / 1000).toFixed(2)} s</p>}
      {!!reply.events?.lost && (
        <p class="summary">
          The film is cut: {reply.events.lost.toLocaleString('en')} events more than a page can hold. ({searchMs.value.toFixed(0)} ms)
        </p>
      )}
    </div>
  )
}

const LAYERS: { name: state.Layer; label: string; swatch: string; help: string }[] = [
  { name: 'search', label: 'Search', swatch: `linear-gradient(90deg, ${rampCss(0)}, ${rampCss(0.5)}, ${rampCss(1)})`, help: 'Expanded cells from first to last, and those waiting in the open list' },
  { name: 'path', label: 'Path', swatch: '#fff', help: 'The path that was found' },
  { name: 'visits', label: 'Revisits', swatch: '#ff9a4d', help: 'Cells that the unit came back to' },
  { name: 'learned', label: 'Learned estimates', swatch: '#5ce0b0', help: 'What a real-time search came to believe' },
  { name: 'regions', label: 'Regions of the database', swatch: '#8f7ae6', help: 'The regions of a prepared algorithm; a white cell stands for each' },
  { name: 'field', label: 'Costs to the goal', swatch: `linear-gradient(90deg, ${rampCss(1)}, ${rampCss(0)})`, help: 'A flow field: exact costs of all cells, in bands' },
  { name: 'components', label: 'Connected areas', swatch: '#58b0d8', help: 'How the map knows whether there is a way at all' },
  { name: 'clearance', label: 'Clearance', swatch: '#3fb0b0', help: 'The largest unit that fits' },
]

const BACKDROPS: state.Layer[] = ['regions', 'field', 'components', 'clearance']

function flip(name: state.Layer): void {
  // Only one of those that fill the map at a time.
  BACKDROPS.filter((other) => other !== name && BACKDROPS.includes(name) && state.layers.value.has(other)).forEach(state.toggleLayer)
  state.toggleLayer(name)
}

export function Layers() {
  return (
    <Section title="Layers">
      <div class="legend">
        <i class="swatch" style={{ background: OPEN_CSS }} /> open <i class="ramp" /> first to last
      </div>
      {LAYERS.map((one) => (
        <Toggle key={one.name} label={one.label} help={one.help} swatch={one.swatch} on={state.layers.value.has(one.name)} onChange={() => flip(one.name)} />
      ))}
      <Select label="Smooth the path" value={String(smoothing.value)} onChange={(value) => (smoothing.value = Number(value))}>
        <option value="0">as found</option>
        <option value="1">rays</option>
        <option value="2">pull</option>
        <option value="3">any angle</option>
      </Select>
    </Section>
  )
}

export function CellInfo() {
  const told = describe(state.hovered.value)
  return (
    <Section title="Cell">
      {told ? (
        <div class="cell-info" data-testid="cell">
          <strong>{told.title}</strong>
          <dl>
            {told.rows.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <ol>
            {told.history.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ol>
        </div>
      ) : (
        <p class="summary">Point at a cell, or move the cursor with the arrow keys.</p>
      )}
    </Section>
  )
}
