// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Paths off the main thread: a pool of workers, each with the module and a copy of the map.
//
//     import { Pool } from 'waymark/pool'
//     const pool = new Pool({ width: 512, height: 512, weights, algorithm: 'jps', workers: 2 })
//     const path = await pool.find([2, 2], [500, 500])
//     pool.fill(20, 0, 1, 40, 0)     // every worker sees edits before the questions that follow
//     pool.close()

async function spawn() {
  const url = new URL('./worker.js', import.meta.url)
  if (typeof process !== 'undefined' && process.versions?.node) {
    const { Worker } = await import('node:worker_threads')
    const worker = new Worker(url)
    return { worker, listen: (use) => worker.on('message', use), stop: () => worker.terminate() }
  }
  const worker = new Worker(url, { type: 'module' })
  return { worker, listen: (use) => (worker.onmessage = (event) => use(event.data)), stop: () => worker.terminate() }
}

export class Pool {
  #members
  #waiting = new Map()
  #count = 0

  constructor({ width, height, weights, algorithm = 'astar', workers = 2 }) {
    const start = { kind: 'start', width, height, weights: weights && Uint8Array.from(weights), algorithm }
    this.#members = Array.from({ length: workers }, async () => {
      const member = await spawn()
      member.listen((reply) => this.#settle(reply))
      member.worker.postMessage(start)
      return member
    })
  }

  #settle({ id, path, problem }) {
    const asked = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (problem) asked?.reject(new Error(problem))
    else asked?.resolve(path)
  }

  /** The path, from whichever worker's turn it is. */
  find(from, to) {
    const id = this.#count++
    const answer = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }))
    const member = this.#members[id % this.#members.length]
    member.then(({ worker }) => worker.postMessage({ kind: 'find', id, from, to }))
    return answer
  }

  /** An edit, on every worker's map. */
  fill(...rectangle) {
    for (const member of this.#members) {
      member.then(({ worker }) => worker.postMessage({ kind: 'fill', rectangle }))
    }
  }

  async close() {
    await Promise.all(this.#members.map(async (member) => (await member).stop()))
  }
}
