// Choosing an algorithm: the registry by family, controls made from its parameter table, its page.
import type { Algorithm, Param } from '../engine/types'
import { PROFILES } from '../model/profiles'
import { algorithm, algorithmName, catalogue, chosen, ground, profile, reading, setParam, setRules, complain, unit } from '../model/state'
import { valueText } from '../model/spec'
import { Choice, Select, Slider, Toggle } from './controls'
import { Icon } from './icons'

const FAMILIES = ['discrete', 'spatial', 'hierarchical', 'incremental', 'anytime', 'realtime', 'subgoal']

export function byFamily(list: Algorithm[]): [string, Algorithm[]][] {
  const names = [...new Set([...FAMILIES, ...list.map((one) => one.family)])]
  return names
    .map((family): [string, Algorithm[]] => [family, list.filter((one) => one.family === family)])
    .filter(([, members]) => members.length > 0)
}

export function AlgorithmOptions({ filter }: { filter?: (one: Algorithm) => boolean }) {
  const list = catalogue.value?.algorithms.filter(filter ?? (() => true)) ?? []
  return (
    <>
      {byFamily(list).map(([family, members]) => (
        <optgroup key={family} label={family}>
          {members.map((one) => (
            <option key={one.name} value={one.name}>
              {one.title}
            </option>
          ))}
        </optgroup>
      ))}
    </>
  )
}

export function ParamControl(props: { param: Param; value: number; onChange(value: number): void }) {
  const { param, value, onChange } = props
  if (param.type === 'switch') {
    return <Toggle label={param.name} help={param.help} on={value === 1} onChange={(on) => onChange(Number(on))} />
  }
  if (param.type === 'choice') {
    return (
      <Select label={param.name} help={param.help} value={String(value)} onChange={(text) => onChange(Number(text))}>
        {param.choices.map((choice, i) => (
          <option key={choice} value={String(i)}>
            {choice}
          </option>
        ))}
      </Select>
    )
  }
  const log = param.type === 'integer' && param.max - param.min > 1000
  const step = param.type === 'ratio' ? Math.max(1, Math.round((param.max - param.min) / 2000) * 10) : 1
  return (
    <Slider
      label={param.name}
      help={param.help}
      min={param.min}
      max={param.max}
      step={step}
      log={log && param.min >= 0}
      value={value}
      text={valueText(param, value)}
      onInput={onChange}
    />
  )
}

export function pageOf(name: string): string {
  return `docs/algorithms/${name}.html`
}

export function AlgorithmPanel({ filter }: { filter?: (one: Algorithm) => boolean }) {
  const one = algorithm.value
  if (!one) {
    return null
  }
  const values = chosen.value[one.name] ?? {}
  return (
    <div class="panel-body">
      <Select label="Algorithm" value={one.name} onChange={(name) => (algorithmName.value = name)}>
        <AlgorithmOptions filter={filter} />
      </Select>
      <p class="summary">{one.summary}</p>
      <p class="chips">
        {one.traits.map((trait) => (
          <span key={trait} class="chip">
            {trait}
          </span>
        ))}
      </p>
      {one.params.length > 0 && (
        <div class="params" role="group" aria-label={`Parameters of ${one.title}`}>
          {one.params.map((param) => (
            <ParamControl
              key={one.name + param.name}
              param={param}
              value={values[param.name] ?? param.preset}
              onChange={(value) => setParam(param.name, value)}
            />
          ))}
        </div>
      )}
      <a
        class="page-link"
        href={pageOf(one.name)}
        onClick={(event) => {
          event.preventDefault()
          reading.value = one.name
        }}
      >
        <Icon name="book" size={16} /> How {one.title} works
      </a>
      <p class="reference">{one.reference}</p>
    </div>
  )
}

export function RulesPanel() {
  const map = ground.value
  if (!map) {
    return null
  }
  const set = (neighbours: number, corners: number) => void setRules(neighbours, corners).catch((error) => complain(error))
  return (
    <div class="panel-body">
      <Choice
        label="Neighbours"
        value={map.neighbours}
        options={[
          { value: 4, text: '4' },
          { value: 6, text: '6', title: 'Hexes' },
          { value: 8, text: '8' },
        ]}
        onChange={(value) => set(value, map.corners)}
      />
      {map.neighbours === 8 && (
        <Choice
          label="Diagonals past corners"
          value={map.corners}
          options={[
            { value: 0, text: 'never', title: 'Both cells beside the step are free' },
            { value: 1, text: 'one free', title: 'At least one of them is' },
            { value: 2, text: 'always' },
          ]}
          onChange={(value) => set(map.neighbours, value)}
        />
      )}
      <Choice
        label="Kind of unit"
        value={profile.value}
        options={PROFILES.map((one, value) => ({ value, text: one.name, title: one.help }))}
        onChange={(value) => (profile.value = value)}
      />
      <Slider label="Unit size" min={1} max={8} value={unit.value} text={`${unit.value} × ${unit.value}`} onInput={(value) => (unit.value = value)} />
    </div>
  )
}
