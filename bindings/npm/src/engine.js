// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The module's memory and calls, and what all classes share: handles, errors, checked arguments.
import layouts from 'layouts'

import { inflate } from './inflate.js'

export const NONE = 0xffffffff

/** The calls of the module, once it is started: the library's own, on addresses and numbers. */
export let wasm

export function start(module) {
  wasm = new WebAssembly.Instance(module, {}).exports
  wasm._initialize()
}

/** What the build packed: the size of a module and its bytes, deflated, in base 64. */
export function unpack([size, text]) {
  const binary = atob(text)
  const packed = new Uint8Array(binary.length + 2)
  for (let i = 0; i < binary.length; i++) packed[i] = binary.charCodeAt(i)
  return new WebAssembly.Module(inflate(packed, size))
}

// Errors ------------------------------------------------------------------------------------------

/** A call that failed; `status` is the library's name for why. */
export class WaymarkError extends Error {
  constructor(status, problem = '') {
    const text = typeof status === 'number' ? textAt(wasm.way_status_text(status)) : ''
    super([text, problem].filter(Boolean).join(': '))
    this.name = 'WaymarkError'
    this.status = typeof status === 'number' ? textAt(wasm.way_status_name(status)) : status
  }
}

export function check(status, problem = '') {
  if (status) throw new WaymarkError(status, problem)
}

/** A value as an error message shows it. */
function shown(value) {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'bigint') return `${value}n`
  if (Array.isArray(value)) return `[${value.map(shown).join(', ')}]`
  return typeof value === 'object' && value ? `an ${value.constructor?.name ?? 'Object'}` : String(value)
}

/** A whole number of a range, as it is. */
export function whole(what, value, low, high) {
  if (!Number.isInteger(value) || value < low || value > high) {
    throw new RangeError(`${what} is a whole number from ${low} to ${high}, not ${shown(value)}`)
  }
  return value
}

export function flag(what, value) {
  if (typeof value !== 'boolean') throw new TypeError(`${what} is true or false, not ${shown(value)}`)
  return +value
}

/** The index of a name in a list of them. */
export function indexIn(names, name, what) {
  const index = names.indexOf(name)
  if (index < 0) throw new RangeError(`no ${what} ${shown(name)}; there are ${names.join(', ')}`)
  return index
}

/** Options with what is left out filled in; those that a call does not know are refused. */
export function optionsOf(call, given, defaults) {
  if (given === undefined) return defaults
  if (given === null || typeof given !== 'object') {
    throw new TypeError(`${call} takes an object of options, not ${shown(given)}`)
  }
  const all = { ...defaults }
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(defaults, name)) {
      throw new TypeError(`${call} has no option ${shown(name)}; there are ${Object.keys(defaults).join(', ')}`)
    }
    if (value !== undefined) all[name] = value
  }
  return all
}

/** Bytes of a list of weights; those of a Uint8Array are taken as they are. */
export function weightsOf(what, list, length) {
  const bytes = list instanceof Shared ? list.array : list
  if (typeof bytes?.length !== 'number') throw new TypeError(`${what} are a list, not ${shown(list)}`)
  if (bytes.length !== length) throw new RangeError(`${bytes.length} ${what} for ${length} cells`)
  if (bytes instanceof Uint8Array || bytes instanceof Uint8ClampedArray) return bytes
  return Uint8Array.from(bytes, (value, cell) => whole(`${what}[${cell}]`, value, 0, 255))
}

// Memory ------------------------------------------------------------------------------------------

export function textAt(pointer) {
  const bytes = new Uint8Array(wasm.memory.buffer, pointer)
  return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)))
}

export function encode(text) {
  return new TextEncoder().encode(`${text}\0`)
}

export function hex(hash) {
  return BigInt.asUintN(64, hash).toString(16).padStart(16, '0')
}

export function takeBytes(size) {
  const pointer = wasm.malloc(size || 1)
  if (!pointer) throw new WaymarkError(1)
  return pointer
}

/** Lends some bytes to a call: a copy, unless they lie in the module's memory. */
export function lend(bytes, use) {
  if (bytes.buffer === wasm.memory.buffer) return use(bytes.byteOffset)
  const pointer = takeBytes(bytes.byteLength)
  try {
    new Uint8Array(wasm.memory.buffer, pointer).set(
      new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    )
    return use(pointer)
  } finally {
    wasm.free(pointer)
  }
}

// Structs: their layouts are made by scripts/api.py of the headers.
const KINDS = { u1: 'Uint8', u2: 'Uint16', u4: 'Uint32', i4: 'Int32', u8: 'BigUint64', i8: 'BigInt64', f8: 'Float64' }

/** Bytes of a struct with some of its fields set; the rest is zero. */
export function struct(name, values = {}) {
  const [size, fields] = layouts[name]
  const view = new DataView(new ArrayBuffer(size))
  for (const [field, value] of Object.entries(values)) {
    const [offset, kind] = fields[field]
    view[`set${KINDS[kind]}`](offset, kind === 'u8' || kind === 'i8' ? BigInt(value) : Number(value), true)
  }
  return new Uint8Array(view.buffer)
}

/** Structs one behind the other. */
export function listOf(structs) {
  return Uint8Array.from(structs.flatMap((one) => [...one]))
}

/** The fields of a struct that lies in the module's memory. */
export function read(name, at) {
  const [size, fields] = layouts[name]
  const view = new DataView(wasm.memory.buffer, at, size)
  return Object.fromEntries(Object.entries(fields).map(([field, [offset, kind]]) => [field, view[`get${KINDS[kind]}`](offset, true)]))
}

/** Where a field lies in its struct, and how large that is. */
export function offsetOf(name, field) {
  return [layouts[name][1][field][0], layouts[name][0]]
}

/** The fields of a struct after a call that writes it. */
export function fill(name, use, values) {
  return lend(struct(name, values), (at) => {
    use(at)
    return read(name, at)
  })
}

/** The address of what a call makes. `wrong` says what is wrong with what, besides the library's own words. */
export function make(call, wrong = '') {
  return lend(new Uint32Array(1), (out) =>
    lend(struct('way_problem'), (problem) => {
      const status = call(out, problem)
      check(status, status ? textAt(problem + offsetOf('way_problem', 'text')[0]) || wrong : '')
      return new Uint32Array(wasm.memory.buffer, out, 1)[0]
    }),
  )
}

/** A copy of `count` numbers that a call writes. */
export function ask(Type, count, use) {
  return lend(new Type(count), (at) => {
    use(at)
    return new Type(wasm.memory.buffer, at, count).slice()
  })
}

// What is collected is dropped in the order in which it was borrowed: a node counts its users.
export function release(node) {
  for (; node && --node.users === 0; node = node.owner) node.drop(node.pointer)
}
const registry = new FinalizationRegistry(release)

export class Handle {
  constructor(drop, owner, pointer) {
    this.pointer = pointer
    this.node = { pointer, drop, owner: owner?.node, users: 1, worlds: 0 }
    if (owner) owner.node.users++
    registry.register(this, this.node, this)
  }

  /** Gives its memory back now, or as soon as nothing borrows it. */
  drop() {
    if (this.pointer) {
      registry.unregister(this)
      release(this.node)
      this.pointer = 0
    }
  }

  /** Its address, for a call; what was dropped has none. */
  get at() {
    if (!this.pointer) throw new WaymarkError('WRONG_STATE', `this ${this.constructor.name.replace('_', '')} was dropped`)
    return this.pointer
  }
}

/**
 * A typed array in the module's memory, which calls read and write without a copy. Its `array` is
 * made anew when that memory has grown: ask for it again after other calls.
 */
export class Shared extends Handle {
  #Type
  #view

  constructor(Type, length) {
    if (!(Type?.BYTES_PER_ELEMENT > 0)) throw new TypeError(`Shared takes a type of arrays, not ${shown(Type)}`)
    const size = whole('length', length, 1, 0x7fffffff / Type.BYTES_PER_ELEMENT) * Type.BYTES_PER_ELEMENT
    const pointer = takeBytes(size)
    new Uint8Array(wasm.memory.buffer, pointer, size).fill(0)
    super((at) => wasm.free(at), undefined, pointer)
    this.#Type = Type
    this.length = length
  }

  get array() {
    if (this.#view?.buffer !== wasm.memory.buffer) {
      this.#view = new this.#Type(wasm.memory.buffer, this.at, this.length)
    }
    return this.#view
  }
}
