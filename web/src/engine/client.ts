// The page's side of the worker: calls that answer later, and a fresh worker when one has to go.
import packed from 'virtual:engine'
import { EngineError, type Catalogue } from './types'
import type { Operations } from './worker'
import EngineWorker from './worker?worker&inline'

type Later<F> = F extends (...values: infer V) => infer R ? (...values: V) => Promise<R> : never
export type Calls = { [K in keyof Operations]: Later<Operations[K]> }

interface Waiting {
  resolve(value: unknown): void
  reject(error: Error): void
}

let compiled: Promise<WebAssembly.Module> | null = null

/** The module travels packed inside the script, so that a page opened from a folder finds it. */
function compile(): Promise<WebAssembly.Module> {
  compiled ??= (async () => {
    const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0))
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
    return WebAssembly.compile(await new Response(stream).arrayBuffer())
  })()
  return compiled
}

export class Engine {
  readonly calls: Calls
  onprogress: (share: number) => void = () => {}
  private worker: Worker | null = null
  private waiting = new Map<number, Waiting>()
  private next = 1
  /** Messages sent so far. */
  sent = 0

  constructor() {
    this.calls = new Proxy({} as Calls, {
      get:
        (_, operation: string) =>
        (...values: unknown[]) =>
          this.send(operation, values),
    })
  }

  async start(): Promise<Catalogue> {
    const module = await compile()
    this.worker = new EngineWorker()
    this.worker.onmessage = (message) => this.receive(message.data)
    this.worker.onerror = (event) => this.fail(new EngineError(event.message || 'the engine stopped'))
    return (await this.send('start', [module])) as Catalogue
  }

  get busy(): boolean {
    return this.waiting.size > 0
  }

  /** Ends whatever runs; everything asked for and not yet answered is cancelled. */
  stop(): void {
    this.worker?.terminate()
    this.worker = null
    this.fail(new EngineError('stopped', 'CANCELLED'))
  }

  private send(operation: string, values: unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (!this.worker) {
        reject(new EngineError('the engine is not running', 'WRONG_STATE'))
        return
      }
      const id = this.next++
      this.sent++
      this.waiting.set(id, { resolve, reject })
      this.worker.postMessage({ id, operation, values })
    })
  }

  private receive(data: {
    id: number
    result?: unknown
    error?: { text: string; status?: string; line?: number; column?: number }
    progress?: number
  }): void {
    if (data.progress !== undefined) {
      this.onprogress(data.progress)
      return
    }
    const waiting = this.waiting.get(data.id)
    this.waiting.delete(data.id)
    if (data.error) {
      const { text, status, line, column } = data.error
      waiting?.reject(new EngineError(text, status, line, column))
    } else {
      waiting?.resolve(data.result)
    }
  }

  private fail(error: Error): void {
    const all = [...this.waiting.values()]
    this.waiting.clear()
    all.forEach((one) => one.reject(error))
  }
}
