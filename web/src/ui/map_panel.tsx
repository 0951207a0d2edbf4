// Choosing a map: the gallery, generators with their own controls, files, and a scenario's rows.
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Engine } from '../engine/client'
import type { Generator } from '../engine/types'
import { openFiles } from '../model/files'
import { catalogue, complain, generate, ground, loadExhibit, pickProblem, scenario, source } from '../model/state'
import { Section, Select, Slider } from './controls'
import { Icon } from './icons'

const thumbnails = new Map<string, string>()
let artist: Promise<Engine> | null = null

/** A small picture of an exhibit, drawn by an engine of its own so that the map stays. */
async function thumbnail(name: string): Promise<string> {
  artist ??= (async () => {
    const engine = new Engine()
    await engine.start()
    return engine
  })()
  const map = await (await artist).calls.exhibit(name)
  const canvas = document.createElement('canvas')
  canvas.width = map.width
  canvas.height = map.height
  const image = new ImageData(map.width, map.height)
  const words = new Uint32Array(image.data.buffer)
  map.weights.forEach((weight, i) => {
    const shade = weight === 0 ? 26 : Math.min(150, 74 + weight * 9)
    words[i] = (0xff000000 | ((shade + 18) << 16) | ((shade + 4) << 8) | shade) >>> 0
  })
  canvas.getContext('2d')!.putImageData(image, 0, 0)
  return canvas.toDataURL()
}

function Exhibits() {
  const fresh = useSignal(0)
  useEffect(() => {
    let gone = false
    void (async () => {
      for (const one of catalogue.value!.gallery) {
        if (gone) {
          return
        }
        if (!thumbnails.has(one.name)) {
          thumbnails.set(one.name, await thumbnail(one.name))
          fresh.value++
        }
      }
    })()
    return () => {
      gone = true
    }
  }, [])
  void fresh.value
  const here = source.value.kind === 'exhibit' ? source.value.name : ''
  return (
    <div class="gallery" role="listbox" aria-label="Gallery">
      {catalogue.value!.gallery.map((one) => (
        <button
          key={one.name}
          role="option"
          aria-selected={one.name === here}
          title={one.story}
          onClick={() => void loadExhibit(one.name).catch((error) => complain(error))}
        >
          <span class="thumb" style={{ backgroundImage: thumbnails.has(one.name) ? `url(${thumbnails.get(one.name)})` : '' }} />
          <span>{one.title}</span>
        </button>
      ))}
    </div>
  )
}

const SIZES = [32, 64, 128, 256, 512, 1024, 2048]

function Generators() {
  const list = catalogue.value!.generators
  const name = useSignal('caves')
  const size = useSignal(2)
  const seed = useSignal(1)
  const settings = useSignal<Record<string, number>>({})
  const one = list.find((generator) => generator.name === name.value) as Generator
  const make = () => {
    const rules = ground.value ?? { neighbours: 8, corners: 0 }
    const side = SIZES[size.value]
    void generate(
      {
        kind: 'generate',
        name: one.name,
        width: side,
        height: Math.max(16, Math.round(side * (side > 600 ? 1 : 0.7))),
        seed: seed.value,
        settings: one.params.map((param) => settings.value[one.name + param.name] ?? param.preset),
      },
      rules,
    ).catch((error) => complain(error, one.title))
  }
  const set = (write: () => void) => {
    write()
    make()
  }
  return (
    <>
      <Select label="Generator" value={name.value} onChange={(value) => set(() => (name.value = value))}>
        {list.map((generator) => (
          <option key={generator.name} value={generator.name}>
            {generator.title}
          </option>
        ))}
      </Select>
      <p class="summary">{one.summary}</p>
      <Slider label="Size" min={0} max={SIZES.length - 1} value={size.value} text={`${SIZES[size.value]} cells`} onInput={(value) => set(() => (size.value = value))} />
      {one.params.map((param) => (
        <Slider
          key={one.name + param.name}
          label={param.name}
          help={param.help}
          min={param.min}
          max={param.max}
          log={param.max - param.min > 2000 && param.min >= 0}
          value={settings.value[one.name + param.name] ?? param.preset}
          onInput={(value) => set(() => (settings.value = { ...settings.value, [one.name + param.name]: value }))}
        />
      ))}
      <button class="wide" onClick={() => set(() => (seed.value = 1 + Math.floor(Math.random() * 1e6)))}>
        <Icon name="dice" /> Another one <small>seed {seed.value}</small>
      </button>
    </>
  )
}

/** The problems of a scenario file, one after the other. */
export function ScenarioRows() {
  const shown = scenario.value
  if (!shown) {
    return null
  }
  const row = shown.rows[shown.at]
  return (
    <Section title={`Scenario · ${shown.file}`}>
      <Slider label="Problem" min={0} max={shown.rows.length - 1} value={shown.at} text={`${shown.at + 1} of ${shown.rows.length.toLocaleString('en')}`} onInput={pickProblem} />
      <div class="pair">
        <button class="wide" disabled={shown.at === 0} onClick={() => pickProblem(shown.at - 1)}>
          Previous problem
        </button>
        <button class="wide" disabled={shown.at + 1 === shown.rows.length} onClick={() => pickProblem(shown.at + 1)}>
          Next problem
        </button>
      </div>
      <p class="summary">
        Bucket {row[0]}, from {row[1]}, {row[2]} to {row[3]}, {row[4]}; published length {row[5].toFixed(2)}
      </p>
    </Section>
  )
}

export function MapPanel() {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div class="panel-body">
      <Section title="Gallery">
        <Exhibits />
      </Section>
      <Section title="Generate" open={false}>
        <Generators />
      </Section>
      <Section title="Your own" open={false}>
        <p class="summary">
          Drop a <code>.map</code>, <code>.scen</code> or level file anywhere on the page, or
        </p>
        <button class="wide" onClick={() => input.current!.click()}>
          <Icon name="open" /> Open files…
        </button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          data-testid="files"
          onChange={(event) => {
            void openFiles([...(event.currentTarget.files ?? [])])
            event.currentTarget.value = ''
          }}
        />
      </Section>
    </div>
  )
}
