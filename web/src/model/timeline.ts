// The events of a search as a film that runs both ways. For every cell it knows the last event so
// far, and for every event the one before it on the same cell; so a step forth or back is a few
// writes, and all events of a cell are a walk along the chain.
import { KIND, NONE, type Events } from '../engine/types'

/** What a film knows of cells. A film that was rewound leaves nothing in them: the next takes them over. */
export class Marks {
  /** By cell: 1 + index of the last search event, and of the last lesson; 0 = none. */
  readonly last: Int32Array
  readonly lesson: Int32Array
  /** By cell: how often the unit stepped here. */
  readonly visits: Uint16Array

  constructor(readonly cells: number) {
    this.last = new Int32Array(cells)
    this.lesson = new Int32Array(cells)
    this.visits = new Uint16Array(cells)
  }
}

export class Timeline {
  /** Number of events shown. */
  position = 0
  readonly last: Int32Array
  readonly lesson: Int32Array
  readonly visits: Uint16Array
  readonly cells: number
  /** By event: 1 + index of the one before on the same cell and chain. */
  private readonly before: Int32Array
  /** By event: how many expansions up to and with it. */
  readonly rank: Uint32Array
  readonly expansions: number
  readonly lessons: number
  readonly moves: number

  constructor(
    readonly events: Events,
    readonly marks: Marks,
  ) {
    this.last = marks.last
    this.lesson = marks.lesson
    this.visits = marks.visits
    this.cells = marks.cells
    this.before = new Int32Array(events.count)
    this.rank = new Uint32Array(events.count)
    let expansions = 0
    let lessons = 0
    let moves = 0
    for (let i = 0; i < events.count; i++) {
      const kind = events.kind[i]
      expansions += Number(kind === KIND.EXPAND)
      lessons += Number(kind === KIND.LEARN)
      moves += Number(kind === KIND.MOVE)
      this.rank[i] = expansions
    }
    this.expansions = expansions
    this.lessons = lessons
    this.moves = moves
  }

  get length(): number {
    return this.events.count
  }

  /** Ends this film: its marks, clean again, for one on as many cells. */
  end(cells: number, changed: (cell: number) => void): Marks {
    const { state } = this.events
    for (let i = 0; i < this.position; i++) {
      const cell = state[i]
      if (cell < this.cells && (this.last[cell] || this.lesson[cell] || this.visits[cell])) {
        this.last[cell] = this.lesson[cell] = this.visits[cell] = 0
        changed(cell)
      }
    }
    this.position = 0
    return this.cells === cells ? this.marks : new Marks(cells)
  }

  /** Shows the first `position` events; tells which cells may look different. */
  seek(position: number, changed: (cell: number) => void): void {
    const { kind, state, count } = this.events
    const target = Math.max(0, Math.min(count, Math.round(position)))
    while (this.position < target) {
      const i = this.position++
      const cell = state[i]
      if (cell >= this.cells) {
        continue
      }
      if (kind[i] === KIND.MOVE) {
        this.visits[cell]++
      } else {
        const chain = kind[i] === KIND.LEARN ? this.lesson : this.last
        this.before[i] = chain[cell]
        chain[cell] = i + 1
      }
      changed(cell)
    }
    while (this.position > target) {
      const i = --this.position
      const cell = state[i]
      if (cell >= this.cells) {
        continue
      }
      if (kind[i] === KIND.MOVE) {
        this.visits[cell]--
      } else {
        const chain = kind[i] === KIND.LEARN ? this.lesson : this.last
        chain[cell] = this.before[i]
      }
      changed(cell)
    }
  }

  /** The position at which the next (or previous) expansion has just happened. */
  neighbour(step: 1 | -1): number {
    const { kind, count } = this.events
    let at = this.position + (step > 0 ? 0 : -2)
    while (at >= 0 && at < count && kind[at] !== KIND.EXPAND) {
      at += step
    }
    return Math.max(0, Math.min(count, at + 1))
  }

  /** The events of a cell so far, newest first, search events and lessons merged. */
  of(cell: number, most = 12): number[] {
    const found: number[] = []
    let a = this.last[cell]
    let b = this.lesson[cell]
    while ((a || b) && found.length < most) {
      if (a > b) {
        found.push(a - 1)
        a = this.before[a - 1]
      } else {
        found.push(b - 1)
        b = this.before[b - 1]
      }
    }
    return found
  }

  /** Where the unit is, and the cells it walked, up to the position. */
  walked(): number[] {
    const { kind, state, from } = this.events
    const cells: number[] = []
    for (let i = 0; i < this.position; i++) {
      if (kind[i] === KIND.MOVE) {
        if (cells.length === 0 && from[i] !== NONE) {
          cells.push(from[i])
        }
        cells.push(state[i])
      }
    }
    return cells
  }
}
