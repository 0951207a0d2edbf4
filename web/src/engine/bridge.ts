// The module's memory and calls, with types: numbers and texts in, replies out.
import { EngineError } from './types'

type Call = (...numbers: number[]) => number

export interface Host {
  progress(thousandths: number): void
  cancelled(): number
}

export class Bridge {
  private readonly calls: Record<string, Call>
  private readonly memory: WebAssembly.Memory

  constructor(module: WebAssembly.Module, host: Host) {
    const instance = new WebAssembly.Instance(module, { host: { ...host } })
    this.calls = instance.exports as unknown as Record<string, Call>
    this.memory = instance.exports.memory as WebAssembly.Memory
    this.calls._initialize()
  }

  call(name: string, ...numbers: number[]): number {
    return this.calls[name](...numbers) >>> 0
  }

  decimal(name: string, ...numbers: number[]): number {
    return this.calls[name](...numbers)
  }

  /** A call that answers with a status and a reply. */
  ask<T>(name: string, ...numbers: number[]): T {
    const status = this.call(name, ...numbers)
    const size = this.call('reply_size')
    if (size === 0) {
      throw new EngineError('out of memory', 'NO_MEMORY')
    }
    const text = new TextDecoder().decode(this.bytes(this.call('reply_bytes'), size).slice())
    const reply = JSON.parse(text)
    if (status !== 0) {
      throw new EngineError(reply.problem, reply.status, reply.line, reply.column)
    }
    return reply as T
  }

  bytes(pointer: number, size: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, pointer, size)
  }

  words(pointer: number, count: number): Uint32Array {
    return new Uint32Array(this.memory.buffer, pointer, count)
  }

  /** Lends memory for the length of a call. */
  with<T>(data: Uint8Array | Uint32Array | Int32Array, use: (pointer: number) => T): T {
    return this.room(data.byteLength, (pointer) => {
      const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
      this.bytes(pointer, data.byteLength).set(bytes)
      return use(pointer)
    })
  }

  withText<T>(text: string, use: (pointer: number, size: number) => T): T {
    const bytes = new TextEncoder().encode(text + '\0')
    return this.with(bytes, (pointer) => use(pointer, bytes.length - 1))
  }

  room<T>(size: number, use: (pointer: number) => T): T {
    const pointer = this.call('memory_take', size)
    if (pointer === 0) {
      throw new EngineError('out of memory', 'NO_MEMORY')
    }
    try {
      return use(pointer)
    } finally {
      this.call('memory_give', pointer)
    }
  }
}
