// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The same for Node, with the handlers of a browser's worker.
import { Worker } from 'node:worker_threads'

export function spawn(text) {
  const worker = new Worker(`const port = require('node:worker_threads').parentPort;${text}`, { eval: true })
  worker.on('message', (data) => worker.onmessage?.({ data }))
  worker.on('error', (error) => worker.onerror?.({ error }))
  worker.on('messageerror', () => worker.onmessageerror?.())
  return worker
}
