// Collects the events of a search from the module's ring into columns.
import type { Bridge } from './bridge'
import type { Events } from './types'

const WORDS = 5

export class Collector {
  private kind: Uint8Array = new Uint8Array(1 << 14)
  private state: Uint32Array = new Uint32Array(1 << 14)
  private from: Uint32Array = new Uint32Array(1 << 14)
  private g: Uint32Array = new Uint32Array(1 << 14)
  private f: Uint32Array = new Uint32Array(1 << 14)
  private count = 0
  private lost = 0

  constructor(
    private readonly bridge: Bridge,
    private readonly slot: number,
    private readonly most: number,
    private seen = 0,
  ) {}

  get full(): boolean {
    return this.count >= this.most
  }

  /** Takes what happened since the last call. */
  collect(): void {
    const end = this.bridge.call('trip_event_count', this.slot)
    const capacity = this.bridge.call('trip_event_capacity')
    const ring = this.bridge.words(this.bridge.call('trip_events', this.slot), capacity * WORDS)
    if (end - this.seen > capacity) {
      this.lost += end - capacity - this.seen
      this.seen = end - capacity
    }
    const fresh = Math.min(end - this.seen, this.most - this.count)
    this.lost += end - this.seen - fresh
    this.grow(this.count + fresh)
    for (let i = 0; i < fresh; i++) {
      const at = ((this.seen + i) % capacity) * WORDS
      const to = this.count + i
      this.kind[to] = ring[at]
      this.state[to] = ring[at + 1]
      this.from[to] = ring[at + 2]
      this.g[to] = ring[at + 3]
      this.f[to] = ring[at + 4]
    }
    this.count += fresh
    this.seen = end
  }

  private grow(count: number): void {
    if (count <= this.kind.length) {
      return
    }
    const size = Math.min(Math.max(count, this.kind.length * 2), this.most)
    const larger = (old: Uint32Array): Uint32Array => {
      const fresh = new Uint32Array(size)
      fresh.set(old)
      return fresh
    }
    const kinds = new Uint8Array(size)
    kinds.set(this.kind)
    this.kind = kinds
    this.state = larger(this.state)
    this.from = larger(this.from)
    this.g = larger(this.g)
    this.f = larger(this.f)
  }

  /** Hands the columns over as they are; the collector is done. */
  take(): Events {
    const count = this.count
    return {
      count,
      kind: this.kind.subarray(0, count),
      state: this.state.subarray(0, count),
      from: this.from.subarray(0, count),
      g: this.g.subarray(0, count),
      f: this.f.subarray(0, count),
      lost: this.lost,
    }
  }
}
