// Small parts that panels are made of.
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

export function Section(props: { title: string; children: ComponentChildren; open?: boolean }) {
  return (
    <details class="section" open={props.open ?? true}>
      <summary>{props.title}</summary>
      <div class="section-body">{props.children}</div>
    </details>
  )
}

export function Slider(props: {
  label: string
  help?: string
  min: number
  max: number
  step?: number
  value: number
  text?: string
  log?: boolean
  onInput(value: number): void
}) {
  const id = useId()
  const { min, max, log } = props
  const low = log ? Math.log(Math.max(1, min)) : min
  const high = log ? Math.log(max) : max
  const read = (raw: number) => (log ? Math.round(Math.exp(raw)) : raw)
  return (
    <div class="field">
      <label for={id} title={props.help}>
        <span>{props.label}</span>
        <output aria-live="off">{props.text ?? props.value.toLocaleString('en')}</output>
      </label>
      <input
        id={id}
        type="range"
        min={low}
        max={high}
        step={log ? (high - low) / 400 : (props.step ?? 1)}
        value={log ? Math.log(Math.max(1, props.value)) : props.value}
        aria-valuetext={props.text ?? String(props.value)}
        onInput={(event) => props.onInput(Math.max(min, Math.min(max, read(Number(event.currentTarget.value)))))}
      />
    </div>
  )
}

export function Choice<V extends string | number>(props: {
  label: string
  help?: string
  value: V
  options: { value: V; text: string; title?: string; disabled?: boolean }[]
  onChange(value: V): void
}) {
  return (
    <div class="field" role="radiogroup" aria-label={props.label} title={props.help}>
      <span class="field-label">{props.label}</span>
      <div class="segments">
        {props.options.map((option) => (
          <button
            key={option.value}
            role="radio"
            aria-checked={option.value === props.value}
            title={option.title}
            disabled={option.disabled}
            onClick={() => props.onChange(option.value)}
          >
            {option.text}
          </button>
        ))}
      </div>
    </div>
  )
}

export function Select(props: {
  label: string
  help?: string
  value: string
  children: ComponentChildren
  onChange(value: string): void
}) {
  const id = useId()
  return (
    <div class="field">
      <label for={id} title={props.help}>
        {props.label}
      </label>
      <select id={id} value={props.value} onChange={(event) => props.onChange(event.currentTarget.value)}>
        {props.children}
      </select>
    </div>
  )
}

export function Toggle(props: { label: string; help?: string; on: boolean; onChange(on: boolean): void; swatch?: string }) {
  return (
    <label class="toggle" title={props.help}>
      <input type="checkbox" checked={props.on} onChange={(event) => props.onChange(event.currentTarget.checked)} />
      {props.swatch && <i class="swatch" style={{ background: props.swatch }} />}
      <span>{props.label}</span>
    </label>
  )
}

export function Figure(props: { label: string; value: ComponentChildren; note?: string }) {
  return (
    <div class="figure">
      <span class="figure-value">{props.value}</span>
      <span class="figure-label">{props.label}</span>
      {props.note && <span class="figure-note">{props.note}</span>}
    </div>
  )
}

export function bytes(count: number): string {
  if (count < 1024) {
    return `${count} B`
  }
  return count < 1024 * 1024 ? `${(count / 1024).toFixed(1)} KiB` : `${(count / 1024 / 1024).toFixed(1)} MiB`
}

export function micros(value: number): string {
  if (!value) {
    return '…'
  }
  return value < 1000 ? `${value < 10 ? value.toFixed(1) : Math.round(value)} µs` : `${(value / 1000).toFixed(value < 10_000 ? 2 : 1)} ms`
}
