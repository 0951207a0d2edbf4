// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Paths off the main thread: a pool of workers, each with the module and a copy of the map.
//
//     import { Pool } from 'waymark/pool'
//     const pool = new Pool({ width: 512, height: 512, weights, workers: 2 })
//     const path = await pool.find([2, 2], [500, 500], { signal: AbortSignal.timeout(50) })
//     pool.fill(20, 0, 1, 40, 0)     // every worker sees edits before the questions that follow
//     pool.close()
import text from 'worker-text'

import { Path, Sides, WaymarkError, engine, mapOf } from './index.js'
import { spawn } from 'spawn'

const WORKERS_MAX = 64

/** An error as a worker told it. */
function errorOf({ name, text, status }) {
  if (status) {
    const error = new WaymarkError(status)
    error.message = text
    return error
  }
  return new ({ RangeError, TypeError }[name] ?? Error)(text)
}

export class Pool {
  #members
  #sides
  #waiting = new Map()
  #count = 0
  #closed = false

  constructor(options) {
    const { map, sides, algorithm, workers, worker } = mapOf('new Pool', options, {
      algorithm: 'auto', workers: 2, worker: () => spawn(text),
    }, WORKERS_MAX)
    this.#sides = sides
    this.#members = Array.from({ length: workers }, () => {
      const member = { worker: worker(), failed: null }
      member.worker.onmessage = ({ data }) => this.#settle(data)
      member.worker.onerror = (event) => {
        event.preventDefault?.()
        this.#fail(member, event.message ?? event.error?.message ?? 'it could not be started')
      }
      member.worker.onmessageerror = () => this.#fail(member, 'a message could not be read')
      member.worker.postMessage({ kind: 'start', engine, map, algorithm })
      return member
    })
  }

  /** Takes a question off the list. */
  #take(id) {
    const asked = this.#waiting.get(id)
    this.#waiting.delete(id)
    asked?.signal?.removeEventListener('abort', asked.abort)
    return asked
  }

  #settle({ id, path, problem }) {
    const asked = this.#take(id)
    if (problem) asked?.reject(errorOf(problem))
    else asked?.resolve(new Path(this.#sides, path))
  }

  /** A worker is lost: whoever waits for it hears so, and others answer from now on. */
  #fail(member, text) {
    member.failed = new WaymarkError('CANCELLED', `a worker of the pool failed: ${text}`)
    for (const [id, asked] of this.#waiting) if (asked.member === member) this.#take(id).reject(member.failed)
  }

  /** The path, from whichever worker's turn it is. Options: those of agent.begin, and `signal`. */
  find(from, to, { signal, ...options } = {}) {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      if (this.#closed) throw new WaymarkError('CANCELLED', 'this pool is closed')
      const alive = this.#members.filter(({ failed }) => !failed)
      if (!alive.length) throw this.#members[0].failed
      const id = this.#count++
      const member = alive[id % alive.length]
      const abort = () => {
        this.#take(id)
        member.worker.postMessage({ kind: 'cancel', id })
        reject(signal.reason)
      }
      member.worker.postMessage({ kind: 'find', id, from, to, options })
      this.#waiting.set(id, { resolve, reject, signal, abort, member })
      signal?.addEventListener('abort', abort)
    })
  }

  #edit(call, values) {
    for (const { worker } of this.#members) worker.postMessage({ kind: 'edit', call, values })
  }

  /** Edits of every worker's map, as those of a Ground. */
  fill(x, y, width, height, weight) {
    this.#sides.edit(x, y, width, height, weight)
    this.#edit('fill', [x, y, width, height, weight])
  }

  paint(x, y, width, height, weights) {
    this.#sides.edit(x, y, width, height, 0)
    this.#edit('paint', [x, y, width, height, this.#sides.weights(weights, width * height).slice()])
  }

  /** Ends the workers; questions that are not answered yet are refused. */
  async close() {
    this.#closed = true
    for (const id of [...this.#waiting.keys()]) this.#take(id).reject(new WaymarkError('CANCELLED', 'this pool is closed'))
    await Promise.all(this.#members.map(({ worker }) => worker.terminate()))
  }
}
