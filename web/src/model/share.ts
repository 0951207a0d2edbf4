// The page as an address: map, problem, algorithm, mode, after the '#'. Maps that were made are
// named, maps that were drawn travel packed.
import { batch } from '@preact/signals'
import type { Ground } from '../engine/types'
import { PROFILES } from './profiles'
import * as state from './state'

const CHUNK = 8192

async function pack(cells: Uint8Array): Promise<string> {
  const stream = new Blob([cells as BlobPart]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
  let text = ''
  for (let at = 0; at < bytes.length; at += CHUNK) {
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK))
  }
  return btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
}

async function unpack(text: string): Promise<Uint8Array> {
  const bytes = Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0))
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/** A map that was drawn on, packed; done again only when it changed. */
let packed = { map: null as Ground | null, revision: 0, text: '' }

async function mapText(): Promise<string> {
  const map = state.ground.value!
  const from = state.source.value
  if (!state.edited.value && from.kind === 'exhibit') {
    return `scene:${from.name}`
  }
  if (!state.edited.value && from.kind === 'generate') {
    return `gen:${[from.name, from.width, from.height, from.seed, ...from.settings].join(',')}`
  }
  const now = state.revision.value
  if (packed.map !== map || packed.revision !== now) {
    packed = { map, revision: now, text: `cells:${map.width},${map.height},${await pack(map.weights)}` }
  }
  return packed.text
}

/** Extra words of the modes: specs to compare, a level, a board. */
export const extras: Record<string, { write(): string; read(text: string): void }> = {}

export async function write(): Promise<string> {
  const map = state.ground.value!
  const words = new URLSearchParams({ mode: state.mode.value, algo: state.spec.value, map: await mapText() })
  words.set('rules', [map.neighbours, map.corners, state.unit.value, state.profile.value].join())
  words.set('from', String(state.start.value))
  words.set('to', String(state.goal.value))
  if (state.links.value.length) {
    words.set('links', state.links.value.map((one) => `${one.from}${one.both ? '=' : '-'}${one.to}${one.cost ? `~${one.cost}` : ''}`).join('.'))
  }
  if (map.floors > 1) {
    words.set('floors', String(map.floors))
  }
  for (const [name, extra] of Object.entries(extras)) {
    const text = extra.write()
    if (text) {
      words.set(name, text)
    }
  }
  return words.toString().replace(/%2C/g, ',').replace(/%3A/g, ':').replace(/%28/g, '(').replace(/%29/g, ')')
}

/** "caves,width=64,height=48,seed=2", as the command has it, to a value for every parameter. */
function spelled(text: string): string[] {
  const [name, ...pairs] = text.split(',')
  const given = Object.fromEntries(pairs.map((pair) => pair.split('=')))
  const generator = state.catalogue.value!.generators.find((one) => one.name === name)
  const settings = generator?.params.map((param) => String(given[param.name] ?? param.preset)) ?? []
  return [name, given.width ?? '64', given.height ?? '64', given.seed ?? '1', ...settings]
}

/** A side of a map that an address names. */
function side(what: string, text: string | undefined): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1 || value > state.LIMIT) {
    throw new Error(`its map has the ${what} '${text ?? ''}', not a number from 1 to ${state.LIMIT}`)
  }
  return value
}

async function readMap(text: string, neighbours: number, corners: number, floors: number): Promise<void> {
  const [kind, rest] = text.includes(':') ? [text.slice(0, text.indexOf(':')), text.slice(text.indexOf(':') + 1)] : [text, '']
  if (kind === 'scene') {
    await state.loadExhibit(rest)
  } else if (kind === 'gen') {
    const [name, width, height, seed, ...settings] = rest.includes('=') ? spelled(rest) : rest.split(',')
    await state.generate(
      { kind: 'generate', name, width: side('width', width), height: side('height', height), seed: Number(seed), settings: settings.map(Number) },
      { neighbours, corners },
    )
  } else if (kind === 'cells') {
    const [width, height, packed] = rest.split(',')
    const [columns, rows] = [side('width', width), side('height', height)]
    const cells = await unpack(packed ?? '').catch(() => new Uint8Array(0))
    if (cells.length !== columns * rows) {
      throw new Error(`its map is damaged: ${cells.length} cells instead of ${columns} x ${rows}`)
    }
    await state.loadCells({ width: columns, height: rows, neighbours, corners, floors }, cells, { kind: 'cells', name: 'shared' })
    state.edited.value = true
  } else {
    throw new Error(`it has an unknown kind of map, '${kind}'`)
  }
}

/** "12=400.7-90~800": both ways, one way at a cost. What is no link of this map is left out. */
async function readLinks(text: string, cells: number): Promise<void> {
  const list = text.split('.').flatMap((one) => {
    const match = /^(\d+)([-=])(\d+)(?:~(\d+))?$/.exec(one)
    const link = match && { from: Number(match[1]), to: Number(match[3]), both: match[2] === '=', cost: match[4] ? Number(match[4]) : undefined }
    return link && link.from < cells && link.to < cells && link.from !== link.to ? [link] : []
  })
  if (list.length) {
    await state.setLinks(list).catch((error) => state.complain(error, 'The links of this address'))
  }
}

const MODES: state.ModeName[] = ['search', 'realtime', 'compare', 'changing', 'world', 'knight', 'tiles']

/** Brings back what an address says; gives whether it said anything. */
export async function read(text: string): Promise<boolean> {
  const words = new URLSearchParams(text)
  if (![...words.keys()].length) {
    return false
  }
  state.embedded.value = words.has('embed')
  const [neighbours, corners, unit, profile] = (words.get('rules') ?? '8,0,1,0').split(',').map(Number)
  try {
    await readMap(words.get('map') ?? 'scene:deep-caves', neighbours, corners, Number(words.get('floors')) || 1)
    const map = state.ground.value!
    if (words.has('rules') && (map.neighbours !== neighbours || map.corners !== corners)) {
      await state.setRules(neighbours, corners)
    }
  } catch (error) {
    state.complain(error, 'This address')
    return false
  }
  const cells = state.ground.value!.width * state.ground.value!.height
  await readLinks(words.get('links') ?? '', cells)
  const cell = (name: string) => {
    const value = words.has(name) ? Number(words.get(name)) : NaN
    return Number.isInteger(value) && value >= 0 && value < cells ? value : null
  }
  batch(() => {
    state.unit.value = unit >= 1 && unit <= 8 ? unit : 1
    state.profile.value = PROFILES[profile] ? profile : 0
    state.start.value = cell('from') ?? state.start.value
    state.goal.value = cell('to') ?? state.goal.value
    const spec = words.get('algo') ?? 'astar'
    if (!state.setSpec(spec)) {
      state.notify(`This address: there is no search '${spec}'`, 'error')
    }
    const mode = words.get('mode') as state.ModeName
    if (mode && !MODES.includes(mode)) {
      state.notify(`This address: there is no mode '${mode}'`, 'error')
    }
    state.mode.value = MODES.includes(mode) ? mode : 'search'
    for (const [name, extra] of Object.entries(extras)) {
      const value = words.get(name)
      if (value) {
        extra.read(value)
      }
    }
  })
  return true
}

export async function share(): Promise<void> {
  const hash = await write()
  history.replaceState(null, '', `#${hash}`)
  try {
    if (navigator.share && matchMedia('(pointer: coarse)').matches) {
      await navigator.share({ title: 'waymark', url: location.href })
    } else {
      await navigator.clipboard.writeText(location.href)
      state.notify('The address is in the clipboard: send it to a friend')
    }
  } catch {
    state.notify('The address above has it all: copy it')
  }
}

const KEPT = 'waymark-kept'

/** Keeps the page as it is for the next visit. */
export async function keep(): Promise<void> {
  try {
    localStorage.setItem(KEPT, await write())
  } catch {
    // Too large, or not allowed: then it is only kept while the page is open.
  }
}

export function kept(): string {
  return localStorage.getItem(KEPT) ?? ''
}
