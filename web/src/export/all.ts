// What the page can write: pictures, maps, results, traces, code.
import { length, position, result, seek, timeline } from '../model/film'
import { write } from '../model/share'
import * as state from '../model/state'
import { codeText } from './code'
import { gifBytes } from './gif'
import { posthocText } from './posthoc'

export interface Exporter {
  label: string
  help: string
  run(): Promise<void> | void
}

export function download(name: string, data: BlobPart, type: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([data], { type }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

function stem(): string {
  const from = state.source.value
  return `${from.kind === 'cells' ? from.name.replace(/\.map$/, '') : from.name}-${state.algorithmName.value}`
}

function canvas(): HTMLCanvasElement {
  const own = document.querySelector<HTMLCanvasElement>('canvas.picture')
  return own ?? state.mapView()!.canvas
}

async function png(): Promise<void> {
  const blob = await new Promise<Blob | null>((resolve) => canvas().toBlob(resolve, 'image/png'))
  if (!blob) {
    throw new Error('the browser gave no picture')
  }
  download(`${stem()}.png`, blob, 'image/png')
}

async function gif(): Promise<void> {
  if (!timeline.value) {
    throw new Error('there is no search to film here')
  }
  const before = position.value
  const bytes = await gifBytes(canvas(), length.value, (at) => {
    seek(at)
    const view = state.mapView()!
    view.paint(view.canvas.getContext('2d')!, view.canvas.width / view.camera.width)
  })
  seek(before)
  download(`${stem()}.gif`, bytes as BlobPart, 'image/gif')
}

async function json(): Promise<void> {
  const map = state.ground.value!
  const reply = result.value
  const data = {
    waymark: state.catalogue.value!.version,
    address: await write(),
    algorithm: state.spec.value,
    map: { width: map.width, height: map.height, neighbours: map.neighbours, corners: map.corners, costs: [map.cardinal, map.diagonal] },
    start: state.start.value,
    goal: state.goal.value,
    unit: state.unit.value,
    outcome: reply && state.catalogue.value!.outcomes[reply.outcome].name,
    cost: reply?.cost,
    path: reply && [...reply.path],
    stats: reply?.stats,
  }
  download(`${stem()}.json`, JSON.stringify(data, null, 2), 'application/json')
}

export const exporters: Exporter[] = [
  { label: 'PNG', help: 'the picture as it is', run: png },
  { label: 'GIF', help: 'the search as a film', run: gif },
  { label: 'Map', help: 'a MovingAI .map file', run: async () => download(`${stem()}.map`, await state.engine.calls.format(), 'text/plain') },
  { label: 'JSON', help: 'path, costs and counts', run: json },
  {
    label: 'Trace',
    help: 'for the Posthoc visualiser',
    run: () => {
      if (!timeline.value || !result.value) {
        throw new Error('there is no search to trace here')
      }
      download(`${stem()}.trace.json`, posthocText(timeline.value.events, result.value, state.start.value, state.goal.value), 'application/json')
    },
  },
  { label: 'C code', help: 'a program that asks this question', run: async () => download(`${stem()}.c`, await codeText(), 'text/x-c') },
]
